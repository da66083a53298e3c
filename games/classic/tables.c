/* The numbers and the words of the rulebook. Its rows have the forms of redoubt/game.h, as in every
 * game: so the tables of two games look alike. */
#include "classic_internal.h"

/* R1.4 */
#define AT(x, y) ((y)*CLASSIC_COLUMNS + (x)-CLASSIC_X0)
const uint16_t classic_base_cells[CLASSIC_SEATS] = { AT(-1, 7), AT(17, 7) };
const uint16_t classic_mines[CLASSIC_MINES] = { AT(5, 2), AT(12, 2), AT(8, 7), AT(5, 12),
                                                AT(12, 12) };

static const char *const criteria[] = { "the health of the bases", "mines", "the cost of units",
                                        NULL };

/* clang-format off */
#define TYPE(name) { name, RD_ARG_CHOICE, CLASSIC_MOBILE_TYPES, classic_type_names }
#define UNIT(name) { name, RD_ARG_UNIT, CLASSIC_IDS, NULL }
#define CELL(name) { name, RD_ARG_CELL, CLASSIC_CELLS, NULL }
#define AMOUNT(name) { name, RD_ARG_AMOUNT, 0, NULL }
/* Fractions: so many parts of one. */
#define STRENGTH(name) { name, RD_ARG_AMOUNT, CLASSIC_STRENGTH_ONE, NULL }
#define LUCK(name) { name, RD_ARG_AMOUNT, CLASSIC_LUCK_ONE, NULL }

const struct rd_verb classic_verbs[] = {
    [CLASSIC_BUY] = { "buy", "Buy a unit; it appears beside your base when the turn is executed.", 0,
                      { TYPE("type"), CELL("at") } },
    [CLASSIC_MOVE] = { "move", "Walk to a tile one or two steps away.", RD_VERB_COMMANDS,
                       { UNIT("unit"), CELL("to") } },
    [CLASSIC_EXTEND] = { "extend", "Add a second step to a unit's move of one step.", RD_VERB_COMMANDS,
                         { UNIT("unit"), CELL("to") } },
    [CLASSIC_RANGED] = { "ranged", "An archer shoots at an enemy one or two steps away.", RD_VERB_COMMANDS,
                         { UNIT("unit"), CELL("at") } },
    [CLASSIC_MELEE] = { "melee", "A soldier or archer strikes an adjacent enemy.", RD_VERB_COMMANDS,
                        { UNIT("unit"), CELL("at") } },
    [CLASSIC_HEAL] = { "heal", "Rest, and recover health when the next turn begins.", RD_VERB_COMMANDS,
                       { UNIT("unit") } },
    [CLASSIC_DEFEND] = { "defend", "Stay, and answer every attack.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [CLASSIC_CANCEL] = { "cancel", "Take back a unit's order.", RD_VERB_TAKES_BACK, { UNIT("unit") } },
    [CLASSIC_DONE] = { "done", "That is all for this turn; when both are done it is executed.",
                       RD_VERB_ENDS_TURN, { { 0 } } },
    [CLASSIC_UNDONE] = { "undone", "You are not done after all, as long as the other is not done.",
                         RD_VERB_ANY_TIME | RD_VERB_TAKES_BACK, { { 0 } } },
    { 0 },
};
RD_STATIC_ASSERT(sizeof classic_verbs / sizeof classic_verbs[0] == CLASSIC_VERBS + 1,
                 "every verb has its words");

/* Facts of events. */
#define FACT(name, parts, role) { name, RD_ARG_AMOUNT, parts, NULL, role }
#define SEAT { "seat", RD_ARG_SEAT, CLASSIC_SEATS, NULL, RD_ROLE_SEAT }
#define WHO { "who", RD_ARG_UNIT, CLASSIC_IDS, NULL, RD_ROLE_WHO }
#define WHOM { "whom", RD_ARG_UNIT, CLASSIC_IDS, NULL, RD_ROLE_WHOM }
#define PLACE(name, role) { name, RD_ARG_CELL, CLASSIC_CELLS, NULL, role }
#define AT_CELL PLACE("at", RD_ROLE_AT)
#define DAMAGE FACT("damage", 1000, RD_ROLE_DAMAGE)
#define HEALTH FACT("health", 0, RD_ROLE_HEALTH)
#define GAIN FACT("amount", 0, RD_ROLE_GAIN)
#define GOLD FACT("gold", 0, RD_ROLE_MONEY)
#define BLOW WHO, WHOM, STRENGTH("attack"), STRENGTH("defence"), LUCK("luck"), DAMAGE
#define PURCHASE SEAT, WHO, TYPE("type"), AT_CELL
#define WAY WHO, PLACE("from", RD_ROLE_FROM), PLACE("to", RD_ROLE_TO)
#define ODDS "strength {attack} against {defence}, luck {luck}: {damage} damage."

const struct rd_event_kind classic_events[] = {
    [CLASSIC_E_BOUGHT] = { "bought", "{seat} buys {who} ({type}) for {at}; gold left: {gold}.", "R5.2",
                           { PURCHASE, GOLD } },
    [CLASSIC_E_APPEARED] = { "appeared", "{who} ({type}) of {seat} appears at {at}.", "R6.2", { PURCHASE } },
    [CLASSIC_E_REFUNDED] = { "refunded", "{at} is taken: {who} ({type}) of {seat} is paid back.", "R6.2",
                             { PURCHASE } },
    [CLASSIC_E_STRENGTH] = { "strength",
                             "{who}: {points} less {penalty} at {health} health makes strength {strength}.",
                             "R6.3",
                             { WHO, AMOUNT("points"), AMOUNT("penalty"), AMOUNT("health"),
                               STRENGTH("strength") } },
    [CLASSIC_E_SHOT] = { "shot", "{who} shoots {whom}: " ODDS, "R6.5", { BLOW } },
    [CLASSIC_E_SHOT_BACK] = { "shot_back", "{who} defends and shoots back at {whom}: " ODDS, "R6.6", { BLOW } },
    [CLASSIC_E_STRUCK] = { "struck", "{who} strikes {whom}: " ODDS, "R6.7", { BLOW } },
    [CLASSIC_E_STRUCK_BACK] = { "struck_back", "{who} defends and strikes back at {whom}: " ODDS, "R6.8",
                                { BLOW } },
    [CLASSIC_E_CHARGED] = { "charged", "{who} runs into {whom}: " ODDS, "R7.5", { BLOW } },
    [CLASSIC_E_CHARGE_ANSWERED] = { "charge_answered", "{who} answers {whom}: " ODDS, "R7.6", { BLOW } },
    [CLASSIC_E_CONTESTED] = { "contested", "{who} meets {whom} on the way: " ODDS, "R7.8", { BLOW } },
    [CLASSIC_E_HURT] = { "hurt", "{who} loses {damage} and has {health} health left.", "R6.4",
                         { WHO, DAMAGE, HEALTH } },
    [CLASSIC_E_DIED] = { "died", "{who} dies at {at}.", "R6.4", { WHO, AT_CELL } },
    [CLASSIC_E_ADVANCED] = { "advanced", "{who} advances from {from} to {to}.", "R6.9", { WAY } },
    [CLASSIC_E_MOVED] = { "moved", "{who} moves from {from} to {to}.", "R7.2", { WAY } },
    [CLASSIC_E_SWAPPED] = { "swapped", "{who} at {at} and {whom} at {there} change places.", "R7.3",
                            { WHO, WHOM, PLACE("at", RD_ROLE_FROM), PLACE("there", RD_ROLE_TO) } },
    [CLASSIC_E_TURNED] = { "turned", "{who} moves from {from} to {to} in a ring.", "R7.4", { WAY } },
    [CLASSIC_E_BLOCKED] = { "blocked", "{who} stays: a unit of its own side holds {to}.", "R7.3",
                            { WHO, PLACE("to", RD_ROLE_NONE) } },
    [CLASSIC_E_LEFT_OUT] = { "left_out", "{who} stays: it did not get to {to}.", "R7.8",
                             { WHO, PLACE("to", RD_ROLE_NONE) } },
    [CLASSIC_E_TARGET_GONE] = { "target_gone", "{who} strikes at nothing: its target at {at} is gone.", "R6.7",
                                { WHO, AT_CELL } },
    [CLASSIC_E_MINE] = { "mine_taken", "{seat} takes the mine at {at}.", "R7.10", { SEAT, AT_CELL } },
    [CLASSIC_E_TURN] = { "turn_began", "Turn {turn} begins.", "R4.1", { AMOUNT("turn") } },
    [CLASSIC_E_INCOME] = { "income", "{seat} receives {amount} gold and has {gold}.", "R4.2",
                           { SEAT, GAIN, GOLD } },
    [CLASSIC_E_HEALED] = { "healed", "{who} recovers {amount} health and has {health}.", "R4.3",
                           { WHO, GAIN, HEALTH } },
    [CLASSIC_E_BASE_FELL] = { "base_fell", "The base of {seat} has fallen.", "R8.1", { SEAT } },
    [CLASSIC_E_LIMIT] = { "decided", "The last turn is over: {seat} wins by {criterion}.", "R8.3",
                          { SEAT, { "criterion", RD_ARG_CHOICE, 3, criteria } } },
    [CLASSIC_E_DRAW] = { "drawn", "The last turn is over and nobody is ahead: a draw.", "R8.3", { { 0 } } },
    [CLASSIC_E_RESIGNED] = { "resigned", "{seat} resigns.", "R8.4", { SEAT } },
    { 0 },
};
RD_STATIC_ASSERT(sizeof classic_events / sizeof classic_events[0] == CLASSIC_EVENTS + 1,
                 "every event has its words");

const struct rd_refusal classic_refusals[] = {
    [CLASSIC_OFF_BOARD] = { "R1.1", "choose a tile of the board" },
    [CLASSIC_NO_SUCH_UNIT] = { "R2.3", "there is no such unit" },
    [CLASSIC_NOT_YOURS] = { "R5.1", "that is an enemy: order your own units" },
    [CLASSIC_BASE_ORDERED] = { "R2.1", "a base takes no orders" },
    [CLASSIC_JUST_BOUGHT] = { "R5.3", "it was bought this turn: only a scout may move at once, and nothing else" },
    [CLASSIC_BUY_PLACE] = { "R5.2", "a unit is bought for a tile beside your base" },
    [CLASSIC_BUY_TAKEN] = { "R5.2", "something stands there: choose a free tile" },
    [CLASSIC_BUY_TWICE] = { "R5.2", "you have bought a unit for that tile already" },
    [CLASSIC_BUY_GOLD] = { "R5.2", "that unit costs more gold than you have" },
    [CLASSIC_BUY_CROWD] = { "R2.3", "a player has at most 119 units" },
    [CLASSIC_BUY_IDS] = { "R2.3", "there is no number left for another unit" },
    [CLASSIC_MOVE_NOWHERE] = { "R5.4", "it is there already: a move has one or two steps" },
    [CLASSIC_MOVE_FAR] = { "R5.4", "a unit walks at most two steps" },
    [CLASSIC_EXTEND_NOTHING] = { "R5.5", "only a move given in this turn can be extended" },
    [CLASSIC_EXTEND_LONG] = { "R5.5", "its move has two steps already" },
    [CLASSIC_EXTEND_FAR] = { "R5.5", "choose a tile beside the one where its move ends" },
    [CLASSIC_RANGED_ARCHERS] = { "R5.6", "only archers shoot" },
    [CLASSIC_MELEE_SCOUT] = { "R5.7", "a scout takes no melee orders: let it move into the enemy" },
    [CLASSIC_NO_TARGET] = { "R5.6", "nobody is there: choose the tile of an enemy" },
    [CLASSIC_FRIENDLY_FIRE] = { "R5.6", "that is one of your own: choose an enemy" },
    [CLASSIC_RANGED_FAR] = { "R5.6", "arrows reach two tiles" },
    [CLASSIC_MELEE_FAR] = { "R5.7", "melee reaches the adjacent tiles" },
    [CLASSIC_CANCEL_NOTHING] = { "R5.10", "it has no order" },
    [CLASSIC_UNDONE_NOT_DONE] = { "R5.11", "you are not done yet" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof classic_refusals / sizeof classic_refusals[0] == CLASSIC_REFUSALS + 1,
                 "every refusal has its words");

const struct rd_ending classic_endings[] = {
    [CLASSIC_BASE_2_FELL] = { "R8.1", "base of P2 destroyed" },
    [CLASSIC_BASE_1_FELL] = { "R8.1", "base of P1 destroyed" },
    [CLASSIC_BASE_HEALTH_1] = { "R8.3", "turn limit: the base of P1 has more health" },
    [CLASSIC_BASE_HEALTH_2] = { "R8.3", "turn limit: the base of P2 has more health" },
    [CLASSIC_MINES_1] = { "R8.3", "turn limit: P1 has more mines" },
    [CLASSIC_MINES_2] = { "R8.3", "turn limit: P2 has more mines" },
    [CLASSIC_COST_1] = { "R8.3", "turn limit: the units of P1 cost more" },
    [CLASSIC_COST_2] = { "R8.3", "turn limit: the units of P2 cost more" },
    [CLASSIC_RESIGNED_2] = { "R8.4", "P2 resigned" },
    [CLASSIC_RESIGNED_1] = { "R8.4", "P1 resigned" },
    [CLASSIC_BOTH_FELL] = { "R8.2", "both bases destroyed" },
    [CLASSIC_TIED] = { "R8.3", "turn limit: nobody is ahead" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof classic_endings / sizeof classic_endings[0] == CLASSIC_ENDINGS + 1,
                 "every ending has its words");
/* clang-format on */

const char *const classic_step_names[CLASSIC_STEP_COUNT + 1] = {
    [CLASSIC_STEP_PURCHASES] = "purchases", [CLASSIC_STEP_RANGED] = "arrows",
    [CLASSIC_STEP_MELEE] = "blades",        [CLASSIC_STEP_MOVEMENT] = "movement",
    [CLASSIC_STEP_UPKEEP] = "upkeep",
};
