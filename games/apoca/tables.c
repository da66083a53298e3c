/* The numbers and the words of the rulebook. Its rows have the forms of redoubt/game.h, as in every
 * game: so the tables of two games look alike. */
#include "apoca_internal.h"

const int8_t apoca_step[APOCA_DIRECTIONS][2] = {
    [APOCA_N] = { 0, -1 },
    [APOCA_S] = { 0, 1 },
    [APOCA_W] = { -1, 0 },
    [APOCA_E] = { 1, 0 },
};

/* R7.1 */
#define TOWER(ID, name, title, tag, rule, does, price, cooldown, range, damage, splash, income, \
              blessing, text)                                                                   \
    [APOCA_##ID] = { price, APOCA_##does, cooldown, range, damage, splash, income, blessing },
const struct apoca_tower_kind apoca_tower_kinds[APOCA_TOWER_TYPES] = {
#include "towers.def"
};
#undef TOWER

/* What the rest of the rules expects of every row. */
#define TOWER(ID, name, title, tag, rule, does, price, cooldown, range, damage, splash, income,    \
              blessing, text)                                                                      \
    RD_STATIC_ASSERT((cooldown) < 16 && APOCA_##ID < 16, "both fit into type_and_clock");          \
    RD_STATIC_ASSERT((price) >= APOCA_PROVOKE_PRICE, "R5.7: every refund pays for a provocation"); \
    RD_STATIC_ASSERT((range) <= APOCA_RANGE_MAX, "raise APOCA_RANGE_MAX for a longer range");      \
    RD_STATIC_ASSERT((APOCA_##does & APOCA_USES_DISC) == 0 || (range) <= APOCA_DISC_RANGE,         \
                     "what a tower sprays or blesses fits into the bits of its aim");              \
    RD_STATIC_ASSERT((APOCA_##does == APOCA_EARNS) == ((range) == 0) &&                            \
                         (APOCA_##does == APOCA_EARNS) == ((income) > 0) &&                        \
                         (APOCA_##does == APOCA_BLESSES) == ((blessing) > 0) &&                    \
                         ((APOCA_##does & APOCA_GUN) != 0) == ((damage) > 0) &&                    \
                         (APOCA_##does == APOCA_SHOOTS || (splash) == 0),                          \
                     "a tower has the numbers for what it does, and no others");
#include "towers.def"
#undef TOWER

/* R6.1, R11.1 */
#define UNIT(ID, name, title, letter, rule, traits, price, health, damage, old_health, old_damage, \
             more_health, more_damage, text)                                                       \
    [APOCA_##ID] = { traits,                                                                       \
                     { { health, damage }, { old_health, old_damage } },                           \
                     { more_health, more_damage } },
const struct apoca_unit_row apoca_unit_kinds[APOCA_UNIT_KINDS] = {
#include "units.def"
};
#undef UNIT
RD_STATIC_ASSERT(APOCA_UNIT_KINDS == 2, "a unit keeps its kind in one bit");

const struct apoca_ruleset apoca_rulesets[] = {
    [APOCA_SEED] = { .reload = 9 },
    [APOCA_MEGAMINER] = { .queue_collapses = 1,
                          .reload = 10,
                          .tandem = 1,
                          .plain_base_damage = 1,
                          .clipped_range = 1,
                          .shooters_hold = 1,
                          .blessers_hold = 1,
                          .splash_returns = 1,
                          .standing_prices = 1,
                          .corpses_count = 1,
                          .blue_aims_by_index = 1 },
};

static const char *const directions[] = { "N", "S", "W", "E", NULL };
#define TOWER(ID, name, ...) name,
const char *const apoca_tower_names[] = {
#include "towers.def"
    NULL
};
#undef TOWER
static const char *const orders[] = { "hire", "build", "destroy", "provoke", "done", NULL };
#define UNIT(ID, name, title, letter, ...) letter,
static const char *const prefixes[] = {
#include "units.def"
    "t", NULL
};
#undef UNIT
static const char *const criteria[] = {
    "money", "towers", "spending on towers", "mercenaries", "health of mercenaries", NULL
};

enum { CELLS = APOCA_SIDE_MAX * APOCA_SIDE_MAX };

const struct rd_verb apoca_verbs[] = {
    [APOCA_HIRE] = { "hire",
                     "Pay 10 for a mercenary that sets out on this side of your base.",
                     0,
                     { { "dir", RD_ARG_CHOICE, APOCA_DIRECTIONS, directions } } },
    [APOCA_BUILD] = { "build",
                      "Build a tower on a free tile of your territory.",
                      0,
                      { { "type", RD_ARG_CHOICE, APOCA_TOWER_TYPES, apoca_tower_names },
                        { "at", RD_ARG_CELL, CELLS, NULL } } },
    [APOCA_DESTROY] = { "destroy",
                        "Tear down one of your towers for the first price of its type.",
                        0,
                        { { "at", RD_ARG_CELL, CELLS, NULL } } },
    [APOCA_PROVOKE] = { "provoke",
                        "Pay 5: alone you lure out a demon from every spawner, together you "
                        "destroy all demons.",
                        0,
                        { { 0 } } },
    [APOCA_DONE] = { "done",
                     "That is all for this turn; when both are done it is played.",
                     RD_VERB_ENDS_TURN,
                     { { 0 } } },
    { 0 },
};

/* Facts of one kind stay on one line. */
/* clang-format off */
#define FACT(name, role) { name, RD_ARG_AMOUNT, 0, NULL, role }
#define AMOUNT(name) FACT(name, RD_ROLE_NONE)
#define CHOICE(name, count, names) { name, RD_ARG_CHOICE, count, names, RD_ROLE_NONE }
#define OTHER_SEAT(name) { name, RD_ARG_SEAT, APOCA_SEATS, NULL, RD_ROLE_NONE }
#define SEAT { "seat", RD_ARG_SEAT, APOCA_SEATS, NULL, RD_ROLE_SEAT }
#define UNIT(name, role) { name, RD_ARG_UNIT, 0, prefixes, role }
#define WHO UNIT("who", RD_ROLE_WHO)
#define WHOM UNIT("whom", RD_ROLE_WHOM)
#define TOWER UNIT("tower", RD_ROLE_WHO)
#define CELL(name, role) { name, RD_ARG_CELL, CELLS, NULL, role }
#define AT CELL("at", RD_ROLE_AT)
#define MONEY FACT("money", RD_ROLE_MONEY)
#define DAMAGE FACT("damage", RD_ROLE_DAMAGE)
#define HEALTH FACT("health", RD_ROLE_HEALTH)
#define HURT WHO, WHOM, DAMAGE, HEALTH
/* Its own health and damage, which are no blow. */
#define APPEARED(of) WHO, of, AT, AMOUNT("health"), AMOUNT("damage")

const struct rd_event_kind apoca_events[] = {
    [APOCA_E_SKIPPED] = { "order_skipped",
                          "{seat}: {order} comes to nothing: {why}.",
                          "R5.2",
                          { SEAT,
                            CHOICE("order", APOCA_DONE + 1, orders),
                            { "why", RD_ARG_REFUSAL, APOCA_REFUSALS, NULL, RD_ROLE_WHY } } },
    [APOCA_E_HIRED] = { "hired",
                        "{seat} hires a mercenary for the {dir} side, {money} left.",
                        "R5.3",
                        { SEAT,
                          CHOICE("dir", APOCA_DIRECTIONS, directions),
                          MONEY } },
    [APOCA_E_RECRUITED] = { "recruited",
                            "{seat} hires a mercenary, {money} left.",
                            "R5.3",
                            { SEAT, MONEY } },
    [APOCA_E_BUILT] = { "built",
                        "{seat} builds {tower} ({type}) at {at} for {price}, {money} left.",
                        "R5.4",
                        { SEAT,
                          CHOICE("type", APOCA_TOWER_TYPES, apoca_tower_names),
                          AT,
                          TOWER,
                          AMOUNT("price"),
                          MONEY } },
    [APOCA_E_DESTROYED] = { "destroyed",
                            "{seat} tears down {tower} at {at} and gets {refund} back: {money}.",
                            "R5.6",
                            { SEAT, TOWER, AT, AMOUNT("refund"),
                              MONEY } },
    [APOCA_E_PAID_PROVOKE] = { "paid_provoke",
                               "{seat} pays to provoke the demons, {money} left.",
                               "R5.7",
                               { SEAT, MONEY } },
    [APOCA_E_PROVOKED] = { "demons_provoked",
                           "Every spawner owes one demon more.",
                           "R5.7",
                           { { 0 } } },
    [APOCA_E_BANISHED] = { "demons_banished",
                           "Both provoked: all demons are destroyed.",
                           "R5.7",
                           { { 0 } } },
    [APOCA_E_VANISHED] = { "vanished",
                           "{who} is gone from {at}.",
                           "R5.7",
                           { WHO, AT } },
    [APOCA_E_MOVED] = { "moved",
                        "{who} moves from {from} to {to}.",
                        "R6.2",
                        { WHO, CELL("from", RD_ROLE_FROM), CELL("to", RD_ROLE_TO) } },
    [APOCA_E_WAITED] = { "waited", "{who} stays at {at}.", "R6.2", { WHO, AT } },
    [APOCA_E_HIT] = { "hit", "{who} hits {whom} for {damage}, {health} left.", "R6.2", { HURT } },
    [APOCA_E_BASE_HIT] = { "base_hit",
                           "{who} hits the base of {seat} for {damage}, {health} left.",
                           "R6.2",
                           { WHO, SEAT, DAMAGE, HEALTH } },
    [APOCA_E_DEMON_MOVED] = { "demon_moved",
                              "{who} moves from {from} to {to}.",
                              "R6.3",
                              { WHO, CELL("from", RD_ROLE_FROM), CELL("to", RD_ROLE_TO) } },
    [APOCA_E_DEMON_WAITED] = { "demon_waited", "{who} stays at {at}.", "R6.3", { WHO, AT } },
    [APOCA_E_DEMON_HIT] = { "demon_hit",
                            "{who} hits {whom} for {damage}, {health} left.",
                            "R6.3",
                            { HURT } },
    [APOCA_E_DEMON_BASE_HIT] = { "demon_base_hit",
                                 "{who} hits the base of {seat} for {damage}, {health} left.",
                                 "R6.3",
                                 { WHO, SEAT, DAMAGE, HEALTH } },
    [APOCA_E_DIED] = { "died", "{who} dies at {at}.", "R6.4", { WHO, AT } },
    [APOCA_E_MERCENARY] = { "mercenary_appeared",
                            "{who} sets out from the base of {seat} at {at}: health {health}, "
                            "damage {damage}.",
                            "R6.5",
                            { APPEARED(SEAT) } },
    [APOCA_E_MERCENARY_BLOCKED] = { "mercenary_blocked",
                                    "Mercenaries of {seat} that wait for a free tile on the "
                                    "{dir} side: {waiting}.",
                                    "R6.5",
                                    { SEAT,
                                      CHOICE("dir", APOCA_DIRECTIONS, directions),
                                      AMOUNT("waiting") } },
    [APOCA_E_DEMON] = { "demon_appeared",
                        "{who} appears at {at} and makes for {target}: health {health}, damage "
                        "{damage}.",
                        "R6.6",
                        { APPEARED(OTHER_SEAT("target")) } },
    [APOCA_E_DEMON_BLOCKED] = { "demon_blocked",
                                "The spawner at {at} is blocked; demons that wait: {waiting}.",
                                "R6.6",
                                { AT, AMOUNT("waiting") } },
    [APOCA_E_SHOT] = { "shot",
                       "{who} shoots {whom} for {damage}, {health} left.",
                       "R7.5",
                       { HURT } },
    [APOCA_E_SPLASH] = { "splash",
                         "{who} also hits {whom} for {damage}, {health} left.",
                         "R7.7",
                         { HURT } },
    [APOCA_E_BLESSED] = { "blessed",
                          "{who} blesses {whom}: health {health}, damage {damage}.",
                          "R7.8",
                          { WHO, WHOM, HEALTH, AMOUNT("damage") } },
    [APOCA_E_INCOME] = { "income",
                         "{who} brings {seat} {amount} money, {money} in all.",
                         "R7.9",
                         { WHO, SEAT, FACT("amount", RD_ROLE_GAIN), MONEY } },
    [APOCA_E_BASE_FELL] = { "base_fell",
                            "The base of {seat} is destroyed.",
                            "R8.1",
                            { SEAT } },
    [APOCA_E_TIE_BROKEN] = { "tie_broken",
                             "{seat} wins by {criterion}.",
                             "R8.3",
                             { SEAT, CHOICE("criterion", 5, criteria) } },
    [APOCA_E_TIED] = { "tied", "Nobody is ahead in anything: a tie.", "R8.3", { { 0 } } },
    [APOCA_E_RESIGNED] = { "resigned", "{seat} resigns.", "R8.5", { SEAT } },
    { 0 },
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof apoca_events / sizeof apoca_events[0] == APOCA_EVENTS + 1,
                 "every event has its words");

const struct rd_refusal apoca_refusals[] = {
    [APOCA_MAP_SIZE] = { "R1.3", "a map has 1 to 64 columns and 1 to 64 rows" },
    [APOCA_MAP_TILE] = { "R1.1", "a tile is path, Red territory, Blue territory or void" },
    [APOCA_MAP_BEYOND] = { "R1.1", "beyond the last column and row there is only void" },
    [APOCA_MAP_PATHS] = { "R1.3", "a map has at most 256 path tiles" },
    [APOCA_MAP_LANDS] = { "R1.3", "a map has at most 256 territory tiles, both sides together" },
    [APOCA_MAP_BASE_OFF] = { "R1.3", "both bases must lie on the map" },
    [APOCA_MAP_BASES_MEET] = { "R1.3", "the two bases need two different tiles" },
    [APOCA_MAP_SPAWNERS] = { "R1.3", "a map has at most 16 spawners" },
    [APOCA_MAP_SPAWNER_OFF] = { "R1.3", "a spawner must lie on the map" },
    [APOCA_MAP_SPAWNER_TARGET] = { "R1.3", "a spawner's demons attack Red or Blue" },
    [APOCA_MAP_SPAWNER_LOST] = { "R1.3", "a spawner must stand on a tile of a lane" },
    [APOCA_MAP_FEW_LANES] = { "R1.3", "a base needs path tiles on 2 to 4 of its sides" },
    [APOCA_MAP_UNEQUAL] = { "R1.3", "both bases need path tiles on the same number of sides" },
    [APOCA_MAP_LANE_END] = { "R1.3", "a lane must end beside the Blue base, this one stops short" },
    [APOCA_MAP_LANES_MEET] = { "R1.3", "two lanes must not share a tile" },
    [APOCA_OFF_BOARD] = { "R1.2", "choose a tile of this map" },
    [APOCA_HIRE_NO_PATH] = { "R5.3", "no path begins on that side of your base: choose another" },
    [APOCA_HIRE_MONEY] = { "R5.3", "a mercenary costs 10, more than you have" },
    [APOCA_BUILD_NOT_YOURS] = { "R5.4", "build on a tile of your own territory" },
    [APOCA_BUILD_TAKEN] = { "R5.4", "a tower stands there already: choose a free tile" },
    [APOCA_BUILD_MONEY] = { "R5.4", "that tower costs more than you have" },
    [APOCA_DESTROY_NOT_YOURS] = { "R5.6", "tear down a tower on your own territory" },
    [APOCA_DESTROY_NOTHING] = { "R5.6", "no tower stands there: choose one of yours" },
    [APOCA_PROVOKE_MONEY] = { "R5.7",
                              "provoking costs 5, more than you have: tear down a tower first" },
    [APOCA_LINE_LATE] = { "R5.9",
                          "a MegaMiner line is a whole turn: it must be the first order of it" },
    [APOCA_SKIP_BUILD] = { "R5.2", "the mercenary left too little money for the tower" },
    [APOCA_SKIP_PROVOKE] = { "R5.2", "the other orders left less than 5" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof apoca_refusals / sizeof apoca_refusals[0] == APOCA_REFUSALS + 1,
                 "every refusal has its words");

/* The older programs' texts, which their tools compare. */
const struct rd_ending apoca_endings[] = {
    [APOCA_BLUE_BASE_FELL] = { "R8.1", "Blue base destroyed!" },
    [APOCA_RED_BASE_FELL] = { "R8.1", "Red base destroyed!" },
    [APOCA_RED_MONEY] = { "R8.3", "Tie broken: Red has more money." },
    [APOCA_BLUE_MONEY] = { "R8.3", "Tie broken: Blue has more money." },
    [APOCA_RED_TOWERS] = { "R8.3", "Tie broken: Red has more towers." },
    [APOCA_BLUE_TOWERS] = { "R8.3", "Tie broken: Blue has more towers." },
    [APOCA_RED_SPENDING] = { "R8.3", "Tie broken: Red has spent more." },
    [APOCA_BLUE_SPENDING] = { "R8.3", "Tie broken: Blue has spent more." },
    [APOCA_RED_MERCENARIES] = { "R8.3", "Tie broken: Red has more mercenaries." },
    [APOCA_BLUE_MERCENARIES] = { "R8.3", "Tie broken: Blue has more mercenaries." },
    [APOCA_RED_VIGOUR] = { "R8.3", "Tie broken: Red mercenaries have more health." },
    [APOCA_BLUE_VIGOUR] = { "R8.3", "Tie broken: Blue mercenaries have more health." },
    [APOCA_BLUE_RESIGNED] = { "R8.5", "Blue resigned" },
    [APOCA_RED_RESIGNED] = { "R8.5", "Red resigned" },
    [APOCA_TIED] = { "R8.3", "a tie: nobody is ahead" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof apoca_endings / sizeof apoca_endings[0] == APOCA_ENDINGS + 1,
                 "every ending has its words");

const char *const apoca_step_names[APOCA_STEP_COUNT + 1] = {
    [APOCA_STEP_ORDERS] = "orders",
    [APOCA_STEP_UNITS + APOCA_MERCENARY] = "mercenaries",
    [APOCA_STEP_UNITS + APOCA_DEMON] = "demons",
    [APOCA_STEP_SPAWNS] = "spawns",
    [APOCA_STEP_TOWERS] = "towers",
};
