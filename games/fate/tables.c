/* The words of the rulebook: options, orders, events, refusals, endings. Its rows have the forms of
 * redoubt/game.h, as in every game: so the tables of two games look alike. */
#include "events.h"
#include "refusals.h"
#include "rules.h"
#include "stealth.h"

static const char *const slot_names[] = { "move", "action", NULL };
static const char *const reason_names[] = { "search",    "area",     "stepped_on",
                                            "adjacency", "attacked", "attack",
                                            "timer",     "ability",  NULL };
static const char *const why_names[] = { "attack", "defence", "area", "tie",
                                         "move",   "stealth", "card", NULL };
static const char *const miss_names[] = { "the dice", "a dodge", "Auto Defence", NULL };
static const char *const double_names[] = { "a dodge", "a hit", NULL };
static const char *const mode_names[] = { "classic", "standard", "draft", "mirror", NULL };

static const char *const numbers_names[] = { "book", "tuned", NULL };

/* clang-format off */
/* Whom a player may pick, by fate_pick_of(). */
static const char *const pick_names[FATE_PICKS + 1] = {
#define CLASS(ID, name, ...) [FATE_##ID] = #name,
#define HERO(number, ID, name, ...) [number < FATE_FIRST_SUMMON ? number : number - FATE_SUMMON_KINDS] = #name,
#include "units.def"
};

/*
 * How many heroes of its class a row has before it. The rows are added up, in four bits for each class:
 * every constant is the one before it (that is what MARK is for, which is one more) and a row.
 */
enum sum {
    SUM_OF_NONE = 0,
#define HERO(number, ID, name, title, class, ...) MARK_##ID, SUM_##ID = MARK_##ID - 1 + (1 << 4 * FATE_##class),
#include "units.def"
    MARK_OF_ALL,
    SUM_OF_ALL = MARK_OF_ALL - 1
};
#define OF_CLASS(sum, class) ((sum) >> 4 * (class) & 15)

/* The base unit of each class and its heroes. */
static const char *const picks[FATE_CLASSES][FATE_HEROES + 2] = {
#define CLASS(ID, ...) [FATE_##ID][0] = "base",
#define HERO(number, ID, name, title, class, ...) [FATE_##class][OF_CLASS(SUM_##ID, FATE_##class)] = #name,
#include "units.def"
};

#define PICK(player, ID, name, title) \
    { "heroes" player "." #name, "P" player "'s " title, "The unit of this class: the base one, or one of its heroes.", 0, \
      OF_CLASS(SUM_OF_ALL, FATE_##ID), 0, picks[FATE_##ID] },

const struct rd_option fate_game_options[] = {
    [FATE_OPT_ROUNDS] = { "rounds", "Round limit",
                          "After so many rounds the game is drawn; 0 means no limit.", 0,
                          FATE_ROUNDS_MAX, 200, NULL },
    [FATE_OPT_MODE] = { "mode", "Heroes",
                        "classic: the units named below, base ones unless told otherwise. standard: both sides pick for each "
                        "class. draft: four bans, then picks out of one pool. mirror: every pick is for both sides.",
                        0, FATE_MODES - 1, FATE_MODE_CLASSIC, mode_names },
    [FATE_OPT_NUMBERS] = { "numbers", "Numbers of heroes",
                           "tuned: some heroes are weaker than they were first written, as measured games asked. "
                           "book: as first written.",
                           0, FATE_NUMBERS - 1, FATE_TUNED, numbers_names },
#define CLASS(ID, name, title, ...) PICK("1", ID, name, title)
#include "units.def"
#define CLASS(ID, name, title, ...) PICK("2", ID, name, title)
#include "units.def"
    { 0 },
};

#define NAMED(name, limit, names) { name, RD_ARG_CHOICE, limit, names }
#define UNIT(name) NAMED(name, FATE_UNITS, fate_unit_names)
#define WHO { "unit", RD_ARG_CHOICE, FATE_UNITS, fate_unit_names, RD_ROLE_WHO }
#define WHOM { "target", RD_ARG_CHOICE, FATE_UNITS, fate_unit_names, RD_ROLE_WHOM }
#define KIND(name) NAMED(name, FATE_PICKS, pick_names)
#define CELL(name) { name, RD_ARG_CELL, FATE_CELLS, NULL }
#define CARD(name) NAMED(name, FATE_CARDS, fate_card_names)
#define AMOUNT(name) { name, RD_ARG_AMOUNT, 0, NULL }

/* What an order of a card names. */
#define ARGS_NOTHING { 0 }
#define ARGS_UNIT WHO
#define ARGS_TARGET WHOM
#define ARGS_AT CELL("at")
#define ARGS_TO CELL("to")
#define ARGS_UNIT_AT WHO, CELL("at")
#define ARGS_UNIT_TO WHO, CELL("to")
#define ARGS_UNIT_TARGET WHO, WHOM
#define ARGS_NUMBER { "n", RD_ARG_AMOUNT, 16, NULL }

const struct rd_verb fate_verbs[] = {
    [FATE_V_PLACE] = { "place", "Put one of your units on your home row.", 0, { WHO, CELL("at") } },
    [FATE_V_ROLL_MOVE] = { "roll_move", "Roll the die that says where this unit may go.", 0, { { 0 } } },
    [FATE_V_MOVE] = { "move", "Move the unit whose turn it is.", 0, { CELL("to") } },
    [FATE_V_ATTACK] = { "attack", "Attack an enemy that you see and reach.", 0, { WHOM } },
    [FATE_V_STEALTH] = { "stealth", "Try to hide.", 0, { { 0 } } },
    [FATE_V_SEARCH] = { "search", "Look for hidden enemies on the cells around, instead of a move or an action.", 0,
                        { NAMED("slot", 2, slot_names) } },
    [FATE_V_CHOOSE] = { "choose", "Answer what you are asked.", 0,
                        { NAMED("option", FATE_OPTIONS, fate_option_names) } },
    [FATE_V_END_TURN] = { "end_turn", "End the turn of this unit.", RD_VERB_ENDS_TURN, { { 0 } } },
    [FATE_V_BAN] = { "ban", "Nobody may pick this hero.", 0, { KIND("hero") } },
    [FATE_V_PICK] = { "pick", "Take this hero, or the base unit, for its class.", 0, { KIND("hero") } },
#define ORDER_ALWAYS(ID, name, title, kind, rule, slots, price, flags, what, purpose, who, text) \
    [FATE_V_##ID] = { #name, who ": " text, 0, { ARGS_##what } },
#define ORDER(ID, name, title, kind, rule, slots, price, flags, what, purpose, who, text, refusal) \
    [FATE_V_##ID] = { #name, who ": " text, 0, { ARGS_##what } },
#include "units.def"
    { 0 },
};
RD_STATIC_ASSERT(sizeof fate_verbs / sizeof fate_verbs[0] == FATE_VERBS + 1, "every verb has its words");

/* Facts of events. */
#define FACT(name, role) { name, RD_ARG_AMOUNT, 0, NULL, role }
#define SEAT { "seat", RD_ARG_SEAT, FATE_SEATS, NULL, RD_ROLE_SEAT }
#define PLACE(name, role) { name, RD_ARG_CELL, FATE_CELLS, NULL, role }
#define AT_CELL PLACE("at", RD_ROLE_AT)
#define WAY WHO, PLACE("from", RD_ROLE_FROM), PLACE("to", RD_ROLE_TO)
#define BLOW WHO, WHOM, AMOUNT("attack"), AMOUNT("defence")
#define DAMAGE(name) FACT(name, RD_ROLE_DAMAGE)
#define HP FACT("hp", RD_ROLE_HEALTH)
#define FX(name) NAMED(name, FATE_FX_KINDS, fate_fx_names)
#define TOKEN(name) NAMED(name, FATE_TOKEN_KINDS, fate_ground_names)

const struct rd_event_kind fate_events[] = {
    [FATE_E_BANNED] = { "banned", "{seat} bans {hero}.", "R4.5", { SEAT, KIND("hero") } },
    [FATE_E_PICKED] = { "picked", "{unit} will be {hero}.", "R4.4", { WHO, KIND("hero") } },
    [FATE_E_PLACED] = { "placed", "{unit} is placed at {at}.", "R4.2", { WHO, AT_CELL } },
    [FATE_E_BATTLE] = { "battle_began", "The battle begins.", "R4.3", { { 0 } } },
    [FATE_E_ROUND] = { "round_started", "Round {round} begins.", "R5.2", { AMOUNT("round") } },
    [FATE_E_TURN] = { "turn_started", "Turn {turn}: {unit}.", "R5.2", { WHO, AMOUNT("turn") } },
    [FATE_E_CHARGED] = { "charged", "{unit}: {card} is at {value}.", "R13.3",
                         { WHO, CARD("card"), AMOUNT("value") } },
    [FATE_E_ROLLED] = { "rolled", "{unit} rolls {first} {second} for {why}.", "R3.1",
                        { WHO, NAMED("why", FATE_WHYS, why_names), AMOUNT("first"), AMOUNT("second") } },
    [FATE_E_DIE] = { "die_rolled", "{unit} rolls {die} for {why}.", "R3.1",
                     { WHO, NAMED("why", FATE_WHYS, why_names), AMOUNT("die") } },
    [FATE_E_TIE] = { "tie_rolled", "A tie: {unit} rolls {first}, {target} rolls {second}.", "R8.2",
                     { WHO, UNIT("target"), AMOUNT("first"), AMOUNT("second") } },
    [FATE_E_DOUBLE] = { "double_decides", "The double of {unit} makes it {what}.", "R8.3",
                        { WHO, NAMED("what", FATE_DOUBLES, double_names) } },
    [FATE_E_OPTIONS] = { "move_options", "With its {roll} {unit} may go to so many cells: {cells}.", "R7.6",
                         { WHO, AMOUNT("roll"), AMOUNT("cells") } },
    [FATE_E_BLOCKED] = { "move_blocked", "{unit} has nowhere to go with its {roll}.", "R7.6",
                         { WHO, AMOUNT("roll") } },
    [FATE_E_MOVED] = { "moved", "{unit} moves from {from} to {to}.", "R7.3", { WAY } },
    [FATE_E_SOMETHING] = { "something_moved", "Something of {seat} moves.", "R11.3", { SEAT } },
    [FATE_E_REVEALED] = { "revealed", "{unit} is revealed at {at}: {reason}.", "R9.10",
                          { WHO, AT_CELL, NAMED("reason", FATE_REASONS, reason_names) } },
    [FATE_E_TRIES] = { "stealth_tried", "{unit} tries to hide.", "R9.1", { WHO } },
    [FATE_E_HID] = { "hid", "{unit} is out of sight.", "R9.2", { WHO } },
    [FATE_E_SEARCHED] = { "searched", "{unit} searches with its {slot}.", "R9.8",
                          { WHO, NAMED("slot", 2, slot_names) } },
    [FATE_E_SEARCH_ROLL] = { "search_rolled", "{unit} rolls {die} for {target}.", "R9.8",
                             { WHO, UNIT("target"), AMOUNT("die") } },
    [FATE_E_HIT] = { "hit", "{unit} hits {target}, {attack} to {defence}: {damage} damage, {hp} HP left.", "R8.4",
                     { BLOW, DAMAGE("damage"), HP } },
    [FATE_E_MISSED] = { "missed", "{unit} misses {target} by {why}, {attack} to {defence}; it has {hp} HP.", "R8.3",
                        { BLOW, NAMED("why", FATE_MISSES, miss_names), AMOUNT("hp") } },
    [FATE_E_STOPPED] = { "blocked_by_unseen", "The shot of {unit} at {target} is stopped by something unseen.", "R8.1",
                         { WHO, WHOM } },
    [FATE_E_AREA_HIT] = { "area_hit", "The area of {unit} hits {target}, {attack} to {defence}: {damage} damage, {hp} HP left.",
                          "R10.2", { BLOW, DAMAGE("damage"), HP } },
    [FATE_E_AREA_MISSED] = { "area_missed", "The area of {unit} misses {target}, {attack} to {defence}; it has {hp} HP.",
                             "R10.2", { BLOW, AMOUNT("hp") } },
    [FATE_E_AREA_OVER] = { "area_resolved", "The area of {unit} is over; met: {affected}, revealed: {revealed}, hurt: {damaged}.",
                           "R10.2", { WHO, AMOUNT("affected"), AMOUNT("revealed"), AMOUNT("damaged") } },
    [FATE_E_LOST] = { "hp_lost", "{unit} loses {amount} HP to {by} and has {hp}.", "R14.4",
                      { WHO, DAMAGE("amount"), HP, UNIT("by") } },
    [FATE_E_DIED] = { "died", "{unit} dies.", "R8.4", { WHO } },
    [FATE_E_USED] = { "ability_used", "{unit} uses {card}.", "R13.3", { WHO, CARD("card") } },
    [FATE_E_ASKED] = { "prompt", "{seat} is asked about {card}.", "R13.5", { SEAT, CARD("card") } },
    [FATE_E_ANSWERED] = { "answered", "{unit}, {card}: {option}.", "R13.5",
                          { WHO, CARD("card"), NAMED("option", FATE_OPTIONS, fate_option_names) } },
    [FATE_E_LASTS] = { "effect_began", "{effect} of {by} is on {unit}.", "R13.4",
                       { WHO, FX("effect"), UNIT("by") } },
    [FATE_E_LAPSED] = { "effect_ended", "{effect} is no longer on {unit}.", "R13.4", { WHO, FX("effect") } },
    [FATE_E_LAID] = { "token_laid", "{token} of {by} is laid at {at}.", "R14.3",
                      { TOKEN("token"), UNIT("by"), AT_CELL } },
    [FATE_E_GONE] = { "token_gone", "{token} of {by} is gone.", "R14.3", { TOKEN("token"), UNIT("by") } },
    [FATE_E_PUT] = { "put", "{unit} is put from {from} to {to}.", "R14.2", { WAY } },
    [FATE_E_PUSHED] = { "pushed", "{unit} is pushed from {from} to {to}.", "R14.2", { WAY } },
    [FATE_E_HEALED] = { "healed", "{unit} heals {amount} and has {hp} HP.", "R14.4",
                        { WHO, FACT("amount", RD_ROLE_GAIN), HP } },
    [FATE_E_CHANGED] = { "transformed", "{unit} is transformed by {card}.", "R13.8", { WHO, CARD("card") } },
    [FATE_E_SUMMONED] = { "summoned", "{unit} appears at {at}.", "R13.8", { WHO, AT_CELL } },
    [FATE_E_APART] = { "told_apart", "{unit} is at {at}; the other one, at {other}, is the Image.", "R23.1",
                       { WHO, AT_CELL, PLACE("other", RD_ROLE_NONE) } },
    [FATE_E_UNSUMMONED] = { "vanished", "{unit} is gone.", "R13.8", { WHO } },
    [FATE_E_WON] = { "game_over", "{seat} wins.", "R12.1", { SEAT } },
    [FATE_E_DRAWN] = { "drawn", "The game is drawn.", "R12.4", { { 0 } } },
    [FATE_E_CONCEDED] = { "conceded", "{seat} concedes.", "R12.3", { SEAT } },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fate_events / sizeof fate_events[0] == FATE_EVENTS + 1, "every event has its words");

const struct rd_refusal fate_refusals[] = {
    [FATE_R_NOT_PLACING] = { "R4.2", "the units are placed: this is battle" },
    [FATE_R_PLACING] = { "R4.2", "place your units first" },
    [FATE_R_NO_PROMPT] = { "R13.5", "you are not asked anything now" },
    [FATE_R_PROMPT_OPEN] = { "R13.5", "answer first: you are asked something" },
    [FATE_R_NOT_YOURS] = { "R4.2", "place one of your own seven units" },
    [FATE_R_PLACED] = { "R4.2", "that unit is placed already" },
    [FATE_R_PLACE_ROW] = { "R4.2", "units begin on columns B to H of their home row" },
    [FATE_R_PLACE_TAKEN] = { "R4.2", "that cell is taken" },
    [FATE_R_SLOT_M] = { "R6.1", "it has used its move this turn" },
    [FATE_R_SLOT_A] = { "R6.1", "it has used its attack this turn" },
    [FATE_R_SLOT_C] = { "R6.1", "it has used its action this turn" },
    [FATE_R_SLOT_S] = { "R6.1", "it has used its stealth this turn" },
    [FATE_R_NO_ROLL] = { "R7.6", "only Tricksters and Berserkers roll for their move" },
    [FATE_R_ROLL_FIRST] = { "R7.6", "roll for the move first" },
    [FATE_R_CANT_GO] = { "R7.1", "it can't go there" },
    [FATE_R_HELD] = { "R16.4", "it is held where it stands" },
    [FATE_R_CANT_ATTACK] = { "R13.8", "it never attacks" },
    [FATE_R_OWN_UNIT] = { "R8.1", "that is one of your own: choose an enemy" },
    [FATE_R_DEAD] = { "R8.1", "it is not on the board" },
    [FATE_R_HIDDEN] = { "R9.3", "it is hidden: nobody can attack what is unseen" },
    [FATE_R_OUT_OF_REACH] = { "R8.1", "it is out of reach" },
    [FATE_R_CANT_HIDE] = { "R9.1", "it can't hide" },
    [FATE_R_CANT_SEARCH] = { "R13.8", "it can't search" },
    [FATE_R_NO_OPTION] = { "R13.5", "that is not among the answers" },
    [FATE_R_NO_CARD] = { "R13.2", "it has no such ability" },
    [FATE_R_CHARGES] = { "R13.3", "it has not enough charges for that" },
    [FATE_R_ONCE] = { "R13.3", "that works once per game" },
#define ORDER(ID, name, title, kind, rule, slots, price, flags, what, purpose, who, text, refusal) \
    [FATE_R_##ID] = { rule, refusal },
#include "units.def"
    [FATE_R_PICKING] = { "R4.4", "heroes are picked first" },
    [FATE_R_NOT_PICKING] = { "R4.4", "nobody picks heroes now" },
    [FATE_R_NO_BAN] = { "R4.5", "no hero is banned now" },
    [FATE_R_BAN_BASE] = { "R4.5", "base units can't be banned" },
    [FATE_R_SCARCE] = { "R4.5", "too few would be left of its class" },
    [FATE_R_BANS_FIRST] = { "R4.5", "two bans each come first" },
    [FATE_R_TAKEN] = { "R4.5", "it is taken or banned" },
    [FATE_R_FILLED] = { "R4.4", "you have somebody of that class" },
    [FATE_R_OTHER_CLASS] = { "R4.4", "it is another class's turn" },
    [FATE_R_MISFIT] = { "R6.3", "another unit acts now, or it stands on another cell, or there is no such target" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fate_refusals / sizeof fate_refusals[0] == FATE_REFUSALS + 1, "every refusal has its words");

const struct rd_ending fate_endings[] = {
    [FATE_ELIMINATED_2] = { "R12.1", "P2 has no unit left" },
    [FATE_ELIMINATED_1] = { "R12.1", "P1 has no unit left" },
    [FATE_CONCEDED_2] = { "R12.3", "P2 conceded" },
    [FATE_CONCEDED_1] = { "R12.3", "P1 conceded" },
    [FATE_BOTH_GONE] = { "R12.2", "nobody is left" },
    [FATE_ROUND_LIMIT] = { "R12.4", "round limit" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof fate_endings / sizeof fate_endings[0] == FATE_ENDINGS + 1, "every ending has its words");
/* clang-format on */

/* What is under way takes a step. */
const char *const fate_step_names[FATE_FRAME_KINDS + 1] = {
    [FATE_F_TURN] = "turn",     [FATE_F_MOVE] = "move", [FATE_F_ATTACK] = "attack",
    [FATE_F_VOLLEY] = "volley", [FATE_F_CARD] = "card",
};
