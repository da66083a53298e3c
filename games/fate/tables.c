/* The words of the rulebook: options, orders, events, refusals, endings. */
#include "fate_internal.h"

static const char *const slot_names[] = { "move", "action", NULL };
static const char *const reason_names[] = { "search",    "area",     "stepped_on",
                                            "adjacency", "attacked", "attack",
                                            "timer",     "ability",  NULL };
static const char *const why_names[] = { "attack", "defence", "area", "tie",
                                         "move",   "stealth", "card", NULL };
static const char *const miss_names[] = { "the dice", "a dodge", "Auto Defence", NULL };
static const char *const fx_names[] = { "nothing", "root",   "held", "dust", "prey", "hunted",
                                        "bulwark", "gallop", "fury", "mark", NULL };
static const char *const token_kind_names[] = { "mire", "caltrop", "rain", NULL };

/* By enum fate_kind_id, without summons. */
static const char *const pick_names[] = {
    "rider", "spearman", "trickster", "assassin", "berserker", "archer", "knight", "tamsin",
    "kesh",  "brannoch", "ilse",      "pell",     "sedge",     "vesper", "quill",  "hroka",
    "grum",  "nettle",   "gauge",     "odwin",    "ruska",     NULL
};
static const char *const mode_names[] = { "classic", "standard", "draft", "mirror", NULL };

static const char *const numbers_names[] = { "book", "tuned", NULL };

static const char *const rider_picks[] = { "base", "tamsin", "kesh", NULL };
static const char *const spearman_picks[] = { "base", "brannoch", "ilse", NULL };
static const char *const trickster_picks[] = { "base", "pell", "sedge", NULL };
static const char *const assassin_picks[] = { "base", "vesper", "quill", NULL };
static const char *const berserker_picks[] = { "base", "hroka", "grum", NULL };
static const char *const archer_picks[] = { "base", "nettle", "gauge", NULL };
static const char *const knight_picks[] = { "base", "odwin", "ruska", NULL };

/* clang-format off */
#define PICK(key, title, picks) \
    { key, title, "The unit of this class: the base one, or one of its heroes.", 0, \
      sizeof picks / sizeof picks[0] - 2, 0, picks }
#define PICKS(n, who) \
    PICK("heroes" n ".rider", who "'s Rider", rider_picks), \
    PICK("heroes" n ".spearman", who "'s Spearman", spearman_picks), \
    PICK("heroes" n ".trickster", who "'s Trickster", trickster_picks), \
    PICK("heroes" n ".assassin", who "'s Assassin", assassin_picks), \
    PICK("heroes" n ".berserker", who "'s Berserker", berserker_picks), \
    PICK("heroes" n ".archer", who "'s Archer", archer_picks), \
    PICK("heroes" n ".knight", who "'s Knight", knight_picks)

const struct rd_option fate_game_options[] = {
    [FATE_OPT_ROUNDS] = { "rounds", "Round limit",
                          "After so many rounds the game is drawn; 0 means no limit.", 0,
                          FATE_ROUNDS_MAX, 200, NULL },
    [FATE_OPT_MODE] = { "mode", "Heroes",
                        "classic: the units named below, base ones unless told otherwise. standard: both sides pick for each "
                        "class. draft: four bans, then picks out of one pool. mirror: every pick is for both sides.",
                        0, FATE_MODES - 1, FATE_MODE_CLASSIC, mode_names },
    [FATE_OPT_NUMBERS] = { "numbers", "Numbers of heroes",
                           "tuned: five heroes are weaker than they were first written, as measured games asked. "
                           "book: as first written.",
                           0, FATE_NUMBERS - 1, FATE_TUNED, numbers_names },
    PICKS("1", "P1"),
    PICKS("2", "P2"),
    { 0 },
};

#define NAMED(name, limit, names) { name, RD_ARG_CHOICE, limit, names }
#define UNIT(name) NAMED(name, FATE_UNITS, fate_unit_names)
#define WHO { "unit", RD_ARG_CHOICE, FATE_UNITS, fate_unit_names, RD_ROLE_WHO }
#define WHOM { "target", RD_ARG_CHOICE, FATE_UNITS, fate_unit_names, RD_ROLE_WHOM }
#define KIND(name) NAMED(name, FATE_TURRET, pick_names)
#define CELL(name) { name, RD_ARG_CELL, FATE_CELLS, NULL }
#define CARD(name) NAMED(name, FATE_CARDS, fate_card_names)
#define AMOUNT(name) { name, RD_ARG_AMOUNT, 0, NULL }

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
    [FATE_V_AREA_ATTACK] = { "area_attack", "Trickster: strike at everybody within 2, friend and foe.", 0, { { 0 } } },
    [FATE_V_SOW_CALTROPS] = { "sow_caltrops", "Brannoch: hide a caltrop on a cell within 2, then perhaps another.", 0, { CELL("at") } },
    [FATE_V_THICKET_RISING] = { "thicket_rising", "Brannoch: thorns strike enemies around a cell up to 3 away on a line.", 0, { CELL("at") } },
    [FATE_V_NO_FURTHER] = { "no_further", "Ilse: enemies beside her cannot move until her next turn.", 0, { { 0 } } },
    [FATE_V_PILLION] = { "pillion", "Tamsin: ride with an ally behind you, who gets off at the end.", 0, { WHO, CELL("to") } },
    [FATE_V_FULL_CIRCUIT] = { "full_circuit", "Tamsin: ride twice.", 0, { CELL("to") } },
    [FATE_V_TRAMPLE] = { "trample", "Kesh: attack an enemy beside him and push it away.", 0, { WHOM } },
    [FATE_V_RAISE_BULWARK] = { "raise_bulwark", "Odwin: try to take a stance in which every hit does 1.", 0, { { 0 } } },
    [FATE_V_TRIAL_OF_STEEL] = { "trial_of_steel", "Odwin: attack one enemy again and again.", 0, { WHOM } },
    [FATE_V_GIVE_THE_ORDER] = { "give_the_order", "Ruska: an ally within 2 attacks at once.", 0, { WHO, WHOM } },
    [FATE_V_ARROWFALL] = { "arrowfall", "Nettle: arrows fall around a cell on a line.", 0, { CELL("at") } },
    [FATE_V_UNFOLD_TURRET] = { "unfold_turret", "Gauge: put a turret beside him.", 0, { CELL("at") } },
    [FATE_V_WALKER_FRAME] = { "walker_frame", "Gauge: step into the walker frame for good.", 0, { { 0 } } },
    [FATE_V_MIRROR_IMAGE] = { "mirror_image", "Pell: make a second Pell that nobody can tell from the first.", 0, { CELL("at") } },
    [FATE_V_SWITCH] = { "switch", "Pell: change places with an ally or the Image.", 0, { WHO } },
    [FATE_V_SHATTER] = { "shatter", "Pell: glass strikes enemies around him or the Image.", 0, { WHO } },
    [FATE_V_LANTERN_PATH] = { "lantern_path", "Sedge: lead an ally within 2 to a cell within 2.", 0, { WHO, CELL("at") } },
    [FATE_V_DROWNING_RAIN] = { "drowning_rain", "Sedge: rain over the whole board.", 0, { { 0 } } },
    [FATE_V_BLACK_THREAD] = { "black_thread", "Vesper: mark an enemy within 2 in secret.", 0, { WHOM } },
    [FATE_V_VANISH] = { "vanish", "Vesper: hide without a roll, and perhaps be elsewhere.", 0, { { 0 } } },
    [FATE_V_BORROWED_HAND] = { "borrowed_hand", "Quill: an enemy within 2 attacks whom you choose.", 0, { WHO, WHOM } },
    [FATE_V_LAST_SIGNATURE] = { "last_signature", "Quill: an enemy beside him with 2 HP or less loses 2.", 0, { WHOM } },
    [FATE_V_AXE_THROW] = { "axe_throw", "Hroka: throw the axe along a line, up to 4.", 0, { WHOM } },
    [FATE_V_EMBER_FURY] = { "ember_fury", "Hroka: rage until the fire is banked.", 0, { { 0 } } },
    [FATE_V_BANK_THE_FIRE] = { "bank_the_fire", "Hroka: leave the rage.", 0, { { 0 } } },
    [FATE_V_MEND] = { "mend", "Grum: heal as many HP as you pay Embers.", 0, { { "n", RD_ARG_AMOUNT, 16, NULL } } },
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
#define FX(name) NAMED(name, FATE_FX_KINDS, fx_names)
#define TOKEN(name) NAMED(name, FATE_TOKEN_KINDS, token_kind_names)

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
    [FATE_E_OPTIONS] = { "move_options", "{unit} may go to {cells} cells with its {roll}.", "R7.6",
                         { WHO, AMOUNT("roll"), AMOUNT("cells") } },
    [FATE_E_BLOCKED] = { "move_blocked", "{unit} has nowhere to go with its {roll}.", "R7.6",
                         { WHO, AMOUNT("roll") } },
    [FATE_E_MOVED] = { "moved", "{unit} moves from {from} to {to}.", "R7.3", { WAY } },
    [FATE_E_SOMETHING] = { "something_moved", "Something of {seat} moves.", "R11.3", { SEAT } },
    [FATE_E_REVEALED] = { "revealed", "{unit} is revealed at {at} by {reason}.", "R9.10",
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
    [FATE_E_AREA_OVER] = { "area_resolved", "The area of {unit} met {affected} units, revealed {revealed}, hurt {damaged}.",
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
    [FATE_R_SOW_CALTROPS] = { "R15.2", "choose a cell within 2 that looks empty and has no caltrop of yours" },
    [FATE_R_THICKET_RISING] = { "R15.3", "choose a cell on a line, 1 to 3 away" },
    [FATE_R_PILLION] = { "R17.1", "choose an ally beside her and a cell where she may ride" },
    [FATE_R_FULL_CIRCUIT] = { "R17.3", "choose a cell where she may ride" },
    [FATE_R_TRAMPLE] = { "R18.2", "choose an enemy beside him" },
    [FATE_R_BULWARK_STANDS] = { "R19.1", "the stance lasts already" },
    [FATE_R_TRIAL_OF_STEEL] = { "R19.2", "choose an enemy beside him" },
    [FATE_R_GIVE_THE_ORDER] = { "R20.2", "choose an ally within 2 and an enemy that it may attack" },
    [FATE_R_ARROWFALL] = { "R21.2", "choose a cell on a line with no visible enemy before it" },
    [FATE_R_UNFOLD_TURRET] = { "R22.1", "choose a cell beside him that looks empty" },
    [FATE_R_MIRROR_IMAGE] = { "R23.1", "choose a cell within 2 that looks empty" },
    [FATE_R_SWITCH] = { "R23.2", "choose an ally or the Image" },
    [FATE_R_SHATTER] = { "R23.4", "choose him or the Image" },
    [FATE_R_LANTERN_PATH] = { "R24.2", "choose an ally within 2 and a cell within 2 that looks empty" },
    [FATE_R_BLACK_THREAD] = { "R25.2", "choose an enemy within 2 that you see" },
    [FATE_R_BORROWED_HAND] = { "R26.1", "choose an enemy within 2 and whom it can strike, other than Quill" },
    [FATE_R_LAST_SIGNATURE] = { "R26.3", "choose an enemy beside him with at most 2 HP" },
    [FATE_R_AXE_THROW] = { "R27.1", "choose the first enemy on a line, at most 4 away" },
    [FATE_R_IN_FURY] = { "R27.2", "not in Fury" },
    [FATE_R_NO_FURY] = { "R27.3", "only in Fury" },
    [FATE_R_MEND] = { "R28.3", "choose 1 to the HP that he lacks, and no more than his Embers" },
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
