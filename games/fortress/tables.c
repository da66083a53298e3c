/* The numbers and the words of the rulebook. Its rows have the forms of redoubt/game.h, as in every
 * game: so the tables of two games look alike. */
#include "fortress_internal.h"

/* clang-format off */
const char *const fortress_condition_names[] = { "building", "intact", "disabled", NULL };
const char *const fortress_reward_names[FORTRESS_REWARDS + 1] = { "gold", "melee", "ranged", "mana", NULL };
static const char *const mana_names[] = {
    "5", "10", "15", "20", "25", "30", "35", "40", "45", "50", "55", "60", "65", "70", "75", "80",
    "85", "90", "95", "100", NULL
};
static const char *const criteria[] = { "the health of the bases", "towers", "mines",
                                        "the cost of units", NULL };
/* By enum fortress_modifier. */
static const char *const modifier_names[] = {
    "its kind", "a spell", "further attackers", "the wall of a defending phalanx", "a fortification",
    "its tower", "the phalanx beside it", "the gifts of dragons", "the ground", "hiding in the forest",
    NULL
};

/* By enum fortress_queue_end. */
static const char *const queue_end_names[] = {
    "it could not get as far as it was sent", "the way on is blocked or unknown", "its work was undone",
    "nothing more can be built there, or there is no gold", NULL
};

#define TYPE(name) { name, RD_ARG_CHOICE, FORTRESS_BOUGHT_TYPES, fortress_type_names }
#define KIND(name) { name, RD_ARG_CHOICE, FORTRESS_TYPES, fortress_type_names }
#define STRUCTURE(name) { name, RD_ARG_CHOICE, FORTRESS_STRUCTURES, fortress_structure_names }
#define UNIT(name) { name, RD_ARG_UNIT, FORTRESS_IDS, NULL }
#define CELL(name) { name, RD_ARG_CELL, FORTRESS_CELLS, NULL }
#define AMOUNT(name) { name, RD_ARG_AMOUNT, 0, NULL }
#define STRENGTH(name) { name, RD_ARG_AMOUNT, FORTRESS_STRENGTH_ONE, NULL }
#define MANA { "mana", RD_ARG_CHOICE, 20, mana_names }
#define TO UNIT("unit"), CELL("to")
#define AT UNIT("unit"), CELL("at")

/* With the numbers of the spell's row. */
#define HELP_OF_SPELL_HEAL(mana, amount, to_dragons, to_buildings) #mana " mana: one of your own recovers " #amount " health."
#define HELP_OF_FIREBALL(mana, amount, to_dragons, to_buildings) #mana " mana: an enemy loses " #amount " health, a dragon " #to_dragons ", a base or tower " #to_buildings "."
#define HELP_OF_LIGHTNING(mana, amount, to_dragons, to_buildings) #mana " mana: a unit loses " #amount " health, those beside it half of that, and so on."

const struct rd_verb fortress_verbs[] = {
    [FORTRESS_BUY] = { "buy", "Buy a unit; it appears beside your base or a tower when the turn is executed.", 0, { TYPE("type"), CELL("at") } },
    [FORTRESS_UNDO_BUY] = { "undo_buy", "Take back a purchase of this turn.", RD_VERB_TAKES_BACK, { UNIT("unit") } },
    [FORTRESS_MOVE] = { "move", "Walk to a tile within this turn's movement.", RD_VERB_COMMANDS, { TO } },
    [FORTRESS_EXTEND] = { "extend", "Lengthen the path that a unit was given this turn.", RD_VERB_COMMANDS, { TO } },
    [FORTRESS_MOVE_TO] = { "move_to", "Walk to a far tile, turn after turn.", RD_VERB_COMMANDS, { TO } },
    [FORTRESS_RANGED] = { "ranged", "Shoot at an enemy within range.", RD_VERB_COMMANDS, { AT } },
    [FORTRESS_MELEE] = { "melee", "Strike an adjacent enemy.", RD_VERB_COMMANDS, { AT } },
    [FORTRESS_HEAL] = { "heal", "Rest, and recover health when the next turn begins.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_HEAL_UNTIL_FULL] = { "heal_until_full", "Rest every turn until health is full.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_DEFEND] = { "defend", "Stay, and answer attacks.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_ALWAYS_DEFEND] = { "always_defend", "Defend every turn.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_LOOKOUT] = { "lookout", "A scout sees a step farther, and over trees.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_ALWAYS_LOOKOUT] = { "always_lookout", "Look out every turn.", RD_VERB_COMMANDS, { UNIT("unit") } },
    [FORTRESS_BUILD] = { "build", "A builder works on its tile, every turn until it is finished.", RD_VERB_COMMANDS, { UNIT("unit"), STRUCTURE("structure") } },
    [FORTRESS_ROAD_TO] = { "road_to", "Build a road all the way to a tile.", RD_VERB_COMMANDS, { TO } },
    [FORTRESS_RAIL_TO] = { "rail_to", "Turn roads into rails all the way to a tile.", RD_VERB_COMMANDS, { TO } },
    [FORTRESS_REPAIR] = { "repair", "A builder repairs its tile, or a base or tower beside it.", RD_VERB_COMMANDS, { AT } },
    [FORTRESS_SABOTAGE] = { "sabotage", "Wreck what is built on the unit's tile, hidden things too.", RD_VERB_COMMANDS, { UNIT("unit") } },
#define ROW_SPELL(id, name, ...) [FORTRESS_##id] = { name, HELP_OF_##id(__VA_ARGS__), RD_VERB_COMMANDS, { AT } },
#include "units.def"
    [FORTRESS_SPELL_BUFF] = { "spell_buff", "Mana makes one of your own stronger for this turn.", RD_VERB_COMMANDS, { AT, MANA } },
    [FORTRESS_CANCEL] = { "cancel", "Drop a unit's order, standing behaviour and queue.", RD_VERB_TAKES_BACK, { UNIT("unit") } },
    [FORTRESS_WARD_VISION] = { "ward_vision", "5 mana: a ward sees until the next turn is executed.", 0, { CELL("at") } },
    [FORTRESS_ALWAYS_VISION] = { "always_vision", "A ward sees every turn, as long as there is mana.", 0, { CELL("at") } },
    [FORTRESS_STOP_VISION] = { "stop_vision", "A ward is no longer ordered to see.", RD_VERB_TAKES_BACK, { CELL("at") } },
    [FORTRESS_DONE] = { "done", "That is all for this turn; when both are done it is executed.", RD_VERB_ENDS_TURN, { { 0 } } },
    [FORTRESS_UNDONE] = { "undone", "You are not done after all, as long as the other is not done.", RD_VERB_ANY_TIME | RD_VERB_TAKES_BACK, { { 0 } } },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fortress_verbs / sizeof fortress_verbs[0] == FORTRESS_VERBS + 1, "every verb has its words");

/* Facts of events. */
#define FACT(name, parts, role) { name, RD_ARG_AMOUNT, parts, NULL, role }
#define SEAT { "seat", RD_ARG_SEAT, FORTRESS_SEATS, NULL, RD_ROLE_SEAT }
#define WHO { "who", RD_ARG_UNIT, FORTRESS_IDS, NULL, RD_ROLE_WHO }
#define WHOM { "whom", RD_ARG_UNIT, FORTRESS_IDS, NULL, RD_ROLE_WHOM }
#define PLACE(name, role) { name, RD_ARG_CELL, FORTRESS_CELLS, NULL, role }
#define AT_CELL PLACE("at", RD_ROLE_AT)
#define DAMAGE FACT("damage", 1000, RD_ROLE_DAMAGE)
#define HEALTH FACT("health", 0, RD_ROLE_HEALTH)
#define GAIN(name) FACT(name, 0, RD_ROLE_GAIN)
#define GOLD FACT("gold", 0, RD_ROLE_MONEY)
#define BLOW WHO, WHOM, STRENGTH("attack"), STRENGTH("defence"), DAMAGE
#define PURCHASE SEAT, WHO, TYPE("type"), AT_CELL
#define WAY WHO, PLACE("from", RD_ROLE_FROM), PLACE("to", RD_ROLE_TO)
#define ODDS "strength {attack} against {defence}: {damage} damage."
#define WORK WHO, STRUCTURE("what"), AT_CELL

const struct rd_event_kind fortress_events[] = {
    [FORTRESS_E_BOUGHT] = { "bought", "{seat} buys {who} ({type}) for {at}; gold left: {gold}.", "R9.3", { PURCHASE, GOLD } },
    [FORTRESS_E_TAKEN_BACK] = { "taken_back", "{seat} takes back {who} ({type}) for {at}; gold left: {gold}.", "R9.3", { PURCHASE, GOLD } },
    [FORTRESS_E_APPEARED] = { "appeared", "{who} ({type}) of {seat} appears at {at}.", "R10.1", { PURCHASE } },
    [FORTRESS_E_REFUNDED] = { "refunded", "{at} is taken: {who} ({type}) of {seat} is paid back.", "R10.1", { PURCHASE } },
    [FORTRESS_E_WARD_SEES] = { "ward_sees", "The ward at {at} sees; {mana} mana left.", "R10.1", { AT_CELL, AMOUNT("mana") } },
    [FORTRESS_E_WARD_DARK] = { "ward_dark", "The ward at {at} stays blind: there is no mana, or no ward.", "R10.1", { AT_CELL } },
    [FORTRESS_E_SPELL_HEALED] = { "spell_healed", "{who} heals {whom} by {amount} to {health} health.", "R10.2", { WHO, WHOM, GAIN("amount"), HEALTH } },
    [FORTRESS_E_SPELL_BUFFED] = { "spell_buffed", "{who} strengthens {whom} with {mana} mana.", "R10.2", { WHO, WHOM, AMOUNT("mana") } },
    [FORTRESS_E_SPELL_LOST] = { "spell_lost", "{who} casts nothing at {at}: mana or target are gone.", "R10.2", { WHO, AT_CELL } },
    [FORTRESS_E_FIREBALL] = { "fireball_hit", "{who} throws a fireball at {whom}: {damage} damage.", "R10.3", { WHO, WHOM, DAMAGE } },
    [FORTRESS_E_LIGHTNING] = { "lightning_hit", "The lightning of {who} strikes {whom}: {damage} damage.", "R10.3", { WHO, WHOM, DAMAGE } },
    [FORTRESS_E_LEAPT] = { "lightning_leapt", "The lightning of {who} leaps to {whom}: {damage} damage.", "R10.3", { WHO, WHOM, DAMAGE } },
    [FORTRESS_E_TARGET_GONE] = { "target_gone", "{who} attacks nothing: what was at {at} is gone.", "R9.2", { WHO, AT_CELL } },
    [FORTRESS_E_MODIFIER] = { "modifier", "{who}: {points} for {reason}.", "R11.1", { WHO, STRENGTH("points"), { "reason", RD_ARG_CHOICE, FORTRESS_MODIFIERS, modifier_names } } },
    [FORTRESS_E_STRENGTH] = { "strength", "{who} at {health} health: strength {strength}.", "R11.1", { WHO, AMOUNT("health"), STRENGTH("strength") } },
    [FORTRESS_E_SHOT] = { "shot", "{who} shoots {whom}: " ODDS, "R10.3", { BLOW } },
    [FORTRESS_E_STRUCK] = { "struck", "{who} strikes {whom}: " ODDS, "R10.3", { BLOW } },
    [FORTRESS_E_CHARGED] = { "charged", "{who} runs into {whom}: " ODDS, "R12.6", { BLOW } },
    [FORTRESS_E_CLASHED] = { "clashed", "{who} clashes with {whom}: " ODDS, "R11.5", { BLOW } },
    [FORTRESS_E_ANSWERED] = { "answered", "{who} defends and answers {whom}: " ODDS, "R11.4", { BLOW } },
    [FORTRESS_E_CLEAVED] = { "cleaved", "{who} cleaves {whom}: " ODDS, "R15.3", { BLOW } },
    [FORTRESS_E_BURNT] = { "burnt", "{who} attacks {whom}: " ODDS, "R15.3", { BLOW } },
    [FORTRESS_E_LAST_BREATH] = { "last_breath", "{who} draws its last breath.", "R15.5", { WHO } },
    [FORTRESS_E_HURT] = { "hurt", "{who} loses {damage} and has {health} health left.", "R1.1", { WHO, DAMAGE, HEALTH } },
    [FORTRESS_E_DIED] = { "died", "{who} ({type}) dies at {at}.", "R11.6", { WHO, KIND("type"), AT_CELL } },
    [FORTRESS_E_ADVANCED] = { "advanced", "{who} advances from {from} to {to}.", "R10.3", { WAY } },
    [FORTRESS_E_MOVED] = { "moved", "{who} moves from {from} to {to}.", "R12.6", { WAY } },
    [FORTRESS_E_HOPPED] = { "hopped", "{who} hops from {from} to {to}.", "R12.2", { WAY } },
    [FORTRESS_E_TURNED] = { "turned", "{who} moves from {from} to {to} in a ring.", "R12.4", { WAY } },
    [FORTRESS_E_WAITED] = { "waited", "{who} had to wait before {to}.", "R12.6", { WHO, PLACE("to", RD_ROLE_NONE) } },
    [FORTRESS_E_TRIMMED] = { "trimmed", "The way of {who} is shorter than ordered: it ends at {to}.", "R9.6", { WHO, PLACE("to", RD_ROLE_NONE) } },
    [FORTRESS_E_STOPPED] = { "stopped", "{who} stops at {at}: it could not go on to {to}.", "R12.1", { WHO, AT_CELL, PLACE("to", RD_ROLE_NONE) } },
    [FORTRESS_E_TRAPPED] = { "trapped", "{who} springs a trap at {at}.", "R12.7", { WHO, AT_CELL } },
    [FORTRESS_E_MINE] = { "mine_taken", "{seat} takes the mine at {at}.", "R3.5", { SEAT, AT_CELL } },
    [FORTRESS_E_BUILT] = { "built", "{who} works on a {what} at {at}; steps left: {left}.", "R13.3", { WORK, AMOUNT("left") } },
    [FORTRESS_E_FINISHED] = { "finished", "{who} finishes a {what} at {at}.", "R13.3", { WORK } },
    [FORTRESS_E_BUILD_FAILED] = { "build_failed", "{who} can't build a {what} at {at}: something hidden or new forbids it.", "R13.3", { WORK } },
    [FORTRESS_E_BUILD_UNPAID] = { "build_unpaid", "{who} stops work on a {what} at {at}: no gold.", "R13.3", { WORK } },
    [FORTRESS_E_TOWER_ROSE] = { "tower_rose", "A tower of {seat}, {who}, rises at {at}.", "R13.4", { SEAT, WHO, AT_CELL } },
    [FORTRESS_E_SABOTAGED] = { "sabotaged", "{who} wrecks a {what} at {at}.", "R10.4", { WORK } },
    [FORTRESS_E_SABOTAGE_NOTHING] = { "sabotage_nothing", "{who} finds nothing to wreck at {at}.", "R10.4", { WHO, AT_CELL } },
    [FORTRESS_E_REPAIRED] = { "repaired", "{who} repairs a {what} at {at}.", "R13.7", { WORK } },
    [FORTRESS_E_MENDED] = { "mended", "{who} mends {whom}: {health} health.", "R13.7", { WHO, WHOM, HEALTH } },
    [FORTRESS_E_RESPAWN_DRAWN] = { "respawn_drawn", "What lives at {at} comes back in {turns} turns.", "R15.6", { AT_CELL, AMOUNT("turns") } },
    [FORTRESS_E_RESPAWNED] = { "respawned", "{who} ({type}) comes back at {at}.", "R15.6", { WHO, KIND("type"), AT_CELL } },
    [FORTRESS_E_CAMP_GOLD] = { "camp_gold", "{seat} finds {amount} gold in the camp.", "R15.7", { SEAT, GAIN("amount") } },
    [FORTRESS_E_DRAGON_GIFT] = { "dragon_gift", "{seat} gets the dragon's {gift}.", "R15.7", { SEAT, { "gift", RD_ARG_CHOICE, FORTRESS_REWARDS, fortress_reward_names } } },
    [FORTRESS_E_TURN] = { "turn_began", "Turn {turn} begins.", "R7.1", { AMOUNT("turn") } },
    [FORTRESS_E_INCOME] = { "income", "{seat} receives {income} gold and {mana_income} mana, and has {gold} gold and {mana} mana now.", "R8.2", { SEAT, GAIN("income"), AMOUNT("mana_income"), GOLD, AMOUNT("mana") } },
    [FORTRESS_E_HEALED] = { "healed", "{who} recovers {amount} health and has {health}.", "R8.4", { WHO, GAIN("amount"), HEALTH } },
    [FORTRESS_E_QUEUE_ENDED] = { "queue_ended", "{who} stops at {at} and goes no farther: {why}.", "R9.7", { WHO, AT_CELL, { "why", RD_ARG_CHOICE, FORTRESS_QUEUE_ENDS, queue_end_names } } },
    [FORTRESS_E_ARRIVED] = { "arrived", "{who} has arrived at {at}.", "R9.7", { WHO, AT_CELL } },
    [FORTRESS_E_WAY_BUILT] = { "way_built", "{who} has built its {what} all the way to {at}.", "R9.8", { WORK } },
    [FORTRESS_E_BASE_FELL] = { "base_fell", "The base of {seat} has fallen.", "R16.1", { SEAT } },
    [FORTRESS_E_LIMIT] = { "decided", "The last turn is over: {seat} wins by {criterion}.", "R16.3", { SEAT, { "criterion", RD_ARG_CHOICE, 4, criteria } } },
    [FORTRESS_E_DRAW] = { "drawn", "The last turn is over and nobody is ahead: a draw.", "R16.3", { { 0 } } },
    [FORTRESS_E_RESIGNED] = { "resigned", "{seat} resigns.", "R16.2", { SEAT } },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fortress_events / sizeof fortress_events[0] == FORTRESS_EVENTS + 1, "every event has its words");

const struct rd_refusal fortress_refusals[] = {
    FORTRESS_MAP_REFUSAL_ROWS,
    [FORTRESS_OFF_BOARD] = { "R2.1", "choose a tile of the board" },
    [FORTRESS_NO_UNIT] = { "R9.1", "you know of no such unit" },
    [FORTRESS_NOT_YOURS] = { "R9.1", "that is not yours: order your own units" },
    [FORTRESS_NEW_UNIT] = { "R9.1", "it was bought this turn and takes no orders yet" },
    [FORTRESS_STRUCTURE_ORDERED] = { "R9.1", "a base or tower only casts spells" },
    [FORTRESS_NOT_BOUGHT] = { "R9.3", "only a purchase of this turn can be taken back" },
    [FORTRESS_BUY_MOUNTAIN] = { "R9.3", "no unit stands on a mountain" },
    [FORTRESS_BUY_TAKEN] = { "R9.3", "a unit stands there: choose a free tile" },
    [FORTRESS_BUY_ENEMY_TOWER] = { "R9.3", "an enemy base or tower stands there" },
    [FORTRESS_BUY_TWICE] = { "R9.3", "you have bought a unit for that tile already" },
    [FORTRESS_BUY_PLACE] = { "R9.3", "choose a tile on or beside your base or a tower that you control" },
    [FORTRESS_BUY_TYPE] = { "R9.3", "that tower's connection does not allow this type" },
    [FORTRESS_BUY_GOLD] = { "R9.3", "that unit costs more gold than you have" },
    [FORTRESS_BUY_CROWD] = { "R4.2", "a player has at most 96 units" },
    [FORTRESS_BUY_IDS] = { "R4.2", "there is no number left for another unit" },
    [FORTRESS_MOVE_NOWHERE] = { "R9.5", "it is there already: choose another tile" },
    [FORTRESS_MOVE_NO_WAY] = { "R9.5", "no known way leads there" },
    [FORTRESS_MOVE_FAR] = { "R9.5", "that is farther than it can walk this turn: try move_to" },
    [FORTRESS_MOVE_MOUNTAIN] = { "R9.5", "nobody walks onto a mountain" },
    [FORTRESS_EXTEND_NOTHING] = { "R9.9", "only a path given in this turn can be extended" },
    [FORTRESS_EXTEND_LONG] = { "R9.5", "a path has at most 112 steps" },
    [FORTRESS_EXTEND_PAST_TOWER] = { "R9.5", "no path goes on past an enemy base or tower" },
    [FORTRESS_NOT_RANGED] = { "R9.2", "only units with a ranged strength shoot" },
    [FORTRESS_NO_TARGET] = { "R9.2", "you see no enemy there" },
    [FORTRESS_RANGED_FAR] = { "R9.2", "that is out of range or out of its line of sight" },
    [FORTRESS_MELEE_FAR] = { "R9.2", "melee reaches the adjacent tiles" },
    [FORTRESS_NOT_SCOUT] = { "R9.2", "only scouts look out" },
    [FORTRESS_NOT_BUILDER] = { "R13.2", "only builders do that" },
    [FORTRESS_BUILD_TILE] = { "R13.2", "nothing is built on a mine, camp, lair, base or tower" },
    [FORTRESS_BUILD_GROUND] = { "R13.1", "that can't be built on this ground" },
    [FORTRESS_BUILD_SITE] = { "R13.2", "something else is built there" },
    [FORTRESS_BUILD_RAIL] = { "R13.1", "a rail is built on your own intact road" },
    [FORTRESS_BUILD_NETWORK] = { "R13.1", "a spawn tower must touch your road network" },
    [FORTRESS_BUILD_SOURCE] = { "R13.1", "a pool needs a mine or your base beside it that has no pool yet" },
    [FORTRESS_BUILD_PUMP] = { "R13.1", "a pump needs a mine or your base and a pool of yours beside it and beside each other" },
    [FORTRESS_BUILD_TOWERS] = { "R4.2", "a player has at most 32 bases and towers, sites included" },
    [FORTRESS_BUILD_WARDS] = { "R13.10", "a player has at most 48 wards" },
    [FORTRESS_BUILD_GOLD] = { "R13.2", "a step of that costs more gold than you have" },
    [FORTRESS_TRACK_NO_WAY] = { "R9.8", "no way that can be built leads there" },
    [FORTRESS_TRACK_NOTHING] = { "R9.8", "there is nothing to build on that way" },
    [FORTRESS_TRACK_START] = { "R9.8", "the work can't begin on this tile, or there is no gold for it" },
    [FORTRESS_REPAIR_FAR] = { "R9.2", "repair its own tile, or a base or tower beside it" },
    [FORTRESS_REPAIR_NOTHING] = { "R9.2", "nothing of yours there needs repair" },
    [FORTRESS_NOT_CASTER] = { "R9.2", "only wizards, bases and towers cast spells" },
    [FORTRESS_SPELL_FAR] = { "R9.2", "spells reach 3 tiles, 4 from a wizard on your tower" },
    [FORTRESS_SPELL_DARK] = { "R9.2", "you don't see that tile" },
    [FORTRESS_SPELL_FRIEND] = { "R9.2", "nobody of yours is there" },
    [FORTRESS_SPELL_FOE] = { "R9.2", "no enemy that the spell can hit is there" },
    [FORTRESS_SPELL_AMOUNT] = { "R9.2", "choose 5 to 100 mana in steps of 5" },
    [FORTRESS_SPELL_MANA] = { "R9.2", "that takes more mana than you have" },
    [FORTRESS_NO_WARD] = { "R9.2", "you have no intact ward there" },
    [FORTRESS_WARD_MANA] = { "R9.2", "a ward's sight costs 5 mana" },
    [FORTRESS_CANCEL_NOTHING] = { "R9.2", "it has no order, behaviour or queue" },
    [FORTRESS_UNDONE_NOT_DONE] = { "R9.1", "you are not done yet" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fortress_refusals / sizeof fortress_refusals[0] == FORTRESS_REFUSALS + 1, "every refusal has its words");

const struct rd_ending fortress_endings[] = {
    [FORTRESS_BASE_2_FELL] = { "R16.1", "base of P2 destroyed" },
    [FORTRESS_BASE_1_FELL] = { "R16.1", "base of P1 destroyed" },
    [FORTRESS_BY_HEALTH_1] = { "R16.3", "turn limit: the base of P1 has more health" },
    [FORTRESS_BY_HEALTH_2] = { "R16.3", "turn limit: the base of P2 has more health" },
    [FORTRESS_BY_TOWERS_1] = { "R16.3", "turn limit: P1 has more towers" },
    [FORTRESS_BY_TOWERS_2] = { "R16.3", "turn limit: P2 has more towers" },
    [FORTRESS_BY_MINES_1] = { "R16.3", "turn limit: P1 has more mines" },
    [FORTRESS_BY_MINES_2] = { "R16.3", "turn limit: P2 has more mines" },
    [FORTRESS_BY_COST_1] = { "R16.3", "turn limit: the units of P1 cost more" },
    [FORTRESS_BY_COST_2] = { "R16.3", "turn limit: the units of P2 cost more" },
    [FORTRESS_RESIGNED_2] = { "R16.2", "P2 resigned" },
    [FORTRESS_RESIGNED_1] = { "R16.2", "P1 resigned" },
    [FORTRESS_BOTH_FELL] = { "R16.1", "both bases destroyed" },
    [FORTRESS_TIED] = { "R16.3", "turn limit: nobody is ahead" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fortress_endings / sizeof fortress_endings[0] == FORTRESS_ENDINGS + 1, "every ending has its words");
/* clang-format on */

const char *const fortress_step_names[FORTRESS_STEP_COUNT + 1] = {
    [FORTRESS_STEP_SPAWNS] = "spawns",     [FORTRESS_STEP_SPELLS] = "spells",
    [FORTRESS_STEP_ATTACKS] = "attacks",   [FORTRESS_STEP_ENGINEERING] = "engineering",
    [FORTRESS_STEP_MOVEMENT] = "movement", [FORTRESS_STEP_NEUTRALS] = "neutrals",
    [FORTRESS_STEP_UPKEEP] = "upkeep",
};
