/* The numbers and the words of the rulebook. Its rows have the forms of redoubt/game.h, as in every
 * game: so the tables of two games look alike. */
#include "civ_internal.h"

const int8_t civ_step[CIV_STEPS][2] = { { 0, 0 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 1 } };

#define COST(ID, name, plural, rule, traits, price, ...)                [CIV_##ID] = (price),
#define OLD_COST(ID, name, plural, rule, traits, price, old_price, ...) [CIV_##ID] = (old_price),
#define YIELD(ID, name, sign, rule, traits, food, production, trade, ...) \
    [CIV_##ID] = { food, production, trade },
#define OLD_YIELD(ID, name, sign, rule, traits, f, p, t, old_food, old_production, old_trade, ...) \
    [CIV_##ID] = { old_food, old_production, old_trade },
/* clang-format off */
const struct civ_ruleset civ_rulesets[CIV_FINAL + 1] = {
    [CIV_BOOK] = {
        .cost = {
#define PRODUCT COST
#include "products.def"
#undef PRODUCT
        },
        .meal = 2,
        .yield = {
#define TERRAIN YIELD
#include "terrains.def"
#undef TERRAIN
        } },
    [CIV_FINAL] = {
        .cost = {
#define PRODUCT OLD_COST
#include "products.def"
#undef PRODUCT
        },
        .meal = 1,
        .spoils = 1,
        .at_once = 1,
        .yield = {
#define TERRAIN OLD_YIELD
#include "terrains.def"
#undef TERRAIN
        } },
};
/* clang-format on */

#define TERRAIN(ID, name, sign, rule, traits, f, p, t, old_f, old_p, old_t, ground, text) \
    [CIV_##ID] = { traits, ground },
const struct civ_terrain_kind civ_terrain_kinds[CIV_TERRAINS] = {
#include "terrains.def"
};
#undef TERRAIN
RD_STATIC_ASSERT(CIV_TERRAINS <= 1 << CIV_TERRAIN_BITS, "a tile keeps its terrain in three bits");

#define PRODUCT(ID, name, plural, rule, traits, ...) [CIV_##ID] = (traits),
const uint8_t civ_product_traits[CIV_PRODUCTS] = {
#include "products.def"
};
#undef PRODUCT

#define PRODUCT(ID, name, ...) name,
static const char *const products[] = {
#include "products.def"
    NULL
};
#undef PRODUCT
static const char *const technologies[] = { "offense", "defense", NULL };

const struct rd_verb civ_verbs[] = {
    [CIV_PRODUCE] = { "produce",
                      "Build an army or a worker in one of your cities, or a city on a tile that "
                      "you see.",
                      0,
                      { { "what", RD_ARG_CHOICE, CIV_PRODUCTS, products },
                        { "at", RD_ARG_CELL, CIV_CELLS, NULL } } },
    [CIV_RESEARCH] = { "research",
                       "Pay 20 trade to make all your armies stronger, in attack or in defence.",
                       0,
                       { { "what", RD_ARG_CHOICE, CIV_TECHNOLOGIES, technologies } } },
    [CIV_MOVE_WORKER] = { "move_worker",
                          "Move a worker to a tile beside it, or tell it to stay.",
                          0,
                          { { "from", RD_ARG_CELL, CIV_CELLS, NULL },
                            { "to", RD_ARG_STEP, CIV_STEPS, NULL } } },
    [CIV_MOVE_ARMY] = { "move_army",
                        "Move an army to a tile beside it; if foreigners are there it attacks.",
                        0,
                        { { "from", RD_ARG_CELL, CIV_CELLS, NULL },
                          { "to", RD_ARG_STEP, CIV_STEPS, NULL } } },
    [CIV_END_TURN] = { "end_turn",
                       "That is all; attacks are fought out and the next player goes on.",
                       RD_VERB_ENDS_TURN,
                       { { 0 } } },
    [CIV_BEGIN_AGAIN] = { "begin_again",
                          "For hosts: the turn begins again, with another harvest and another "
                          "meal.",
                          RD_VERB_HOST,
                          { { 0 } } },
    [CIV_NEW_MAP] = { "new_map",
                      "For hosts: another map grows under everything that stands on the board.",
                      RD_VERB_HOST,
                      { { 0 } } },
    { 0 },
};

/* Facts of one kind stay on one line. */
/* clang-format off */
#define AMOUNT(name) { name, RD_ARG_AMOUNT, 0, NULL, RD_ROLE_NONE }
#define DAMAGE { "damage", RD_ARG_AMOUNT, 0, NULL, RD_ROLE_DAMAGE }
#define SEAT { "seat", RD_ARG_SEAT, CIV_SEATS, NULL, RD_ROLE_SEAT }
#define OWNER { "owner", RD_ARG_SEAT, CIV_SEATS, NULL, RD_ROLE_NONE }
#define CELL(name, role) { name, RD_ARG_CELL, CIV_CELLS, NULL, role }
#define AT CELL("at", RD_ROLE_AT)
#define WAY CELL("from", RD_ROLE_FROM), CELL("to", RD_ROLE_TO)
#define WHAT { "what", RD_ARG_CHOICE, CIV_PRODUCTS, products, RD_ROLE_NONE }

const struct rd_event_kind civ_events[] = {
    [CIV_E_TURN] = { "turn",
                     "{seat} is to act in round {round}.",
                     "R5.1",
                     { SEAT, AMOUNT("round") } },
    [CIV_E_HARVESTED] = { "harvested",
                          "{seat} harvests {food} food, {production} production and {trade} trade.",
                          "R6.1",
                          { SEAT, AMOUNT("food"), AMOUNT("production"), AMOUNT("trade") } },
    [CIV_E_FED] = { "fed",
                    "The units of {seat} eat {eaten} food, {spoiled} spoils, {left} is left.",
                    "R7.1",
                    { SEAT, AMOUNT("eaten"), AMOUNT("spoiled"), AMOUNT("left") } },
    [CIV_E_STARVED] = { "starved",
                        "{seat} can't feed the {what} at {at}: it dies.",
                        "R7.1",
                        { SEAT, WHAT, AT } },
    [CIV_E_BUILT] = { "built",
                      "{seat} builds one {what} at {at}.",
                      "R9.1",
                      { SEAT, WHAT, AT } },
    [CIV_E_CITY_GIVEN] = { "city_given",
                           "{seat} builds a city at {at} around units of {owner}, who gets it.",
                           "R9.3",
                           { SEAT, OWNER, AT } },
    [CIV_E_CITY_LOST] = { "city_lost",
                          "{seat} pays for a city at {at}, but it can't be held: nothing is built.",
                          "R9.4",
                          { SEAT, AT } },
    [CIV_E_RESEARCHED] = { "researched",
                           "{seat} researches {what}, {times} so far.",
                           "R10.1",
                           { SEAT,
                             { "what", RD_ARG_CHOICE, CIV_TECHNOLOGIES, technologies, RD_ROLE_NONE },
                             AMOUNT("times") } },
    [CIV_E_STAYED] = { "stayed",
                       "A {what} of {seat} stays at {at}.",
                       "R11.1",
                       { SEAT, WHAT, AT } },
    [CIV_E_ATTACK_ORDERED] = { "attack_ordered",
                               "{seat}: {what} at {from} will attack {to}.",
                               "R11.1",
                               { SEAT, WHAT, WAY } },
    [CIV_E_MOVED] = { "moved",
                      "{seat}: {what} moves from {from} to {to}.",
                      "R11.1",
                      { SEAT, WHAT, WAY } },
    [CIV_E_ARRIVED] = { "arrived",
                        "{seat}: {what} comes to {at}.",
                        "R14.1",
                        { SEAT, WHAT, AT } },
    [CIV_E_LEFT] = { "left",
                     "{seat}: {what} leaves {at}.",
                     "R14.1",
                     { SEAT, WHAT, AT } },
    [CIV_E_BATTLE] = { "battle",
                       "{seat} attacks {at}: {attackers} against {defenders}.",
                       "R11.4",
                       { SEAT, AT, AMOUNT("attackers"), AMOUNT("defenders") } },
    [CIV_E_STRUCK] = { "struck",
                       "{armies} of {seat} at {at} lose {damage} each, {lost} fall.",
                       "R11.4",
                       { SEAT, AT, AMOUNT("armies"), DAMAGE,
                         AMOUNT("lost") } },
    [CIV_E_WORKERS_KILLED] = { "workers_killed",
                               "Workers of {seat} that die at {at}: {lost}.",
                               "R11.3",
                               { SEAT, AT, AMOUNT("lost") } },
    [CIV_E_CAPTURED] = { "captured",
                         "{seat} captures the city of {owner} at {at}.",
                         "R12.1",
                         { SEAT, OWNER, AT } },
    [CIV_E_RAZED] = { "razed",
                      "{seat} takes the city of {owner} at {at}, can't hold it and razes it.",
                      "R12.3",
                      { SEAT, OWNER, AT } },
    [CIV_E_CONVERTED] = { "converted",
                          "The {what} of {owner} at {at} goes over to {seat}.",
                          "R12.2",
                          { SEAT, OWNER, WHAT, AT } },
    [CIV_E_CONVERT_LOST] = { "convert_lost",
                             "The {what} of {owner} at {at} is lost: {seat} has no room for it.",
                             "R12.3",
                             { SEAT, OWNER, WHAT, AT } },
    [CIV_E_ELIMINATED] = { "eliminated",
                           "{seat} has no city left and is out of the game.",
                           "R13.1",
                           { SEAT } },
    [CIV_E_RETURNED] = { "returned",
                         "{seat} has a city again and returns.",
                         "R13.1",
                         { SEAT } },
    [CIV_E_RESIGNED] = { "resigned", "{seat} resigns.", "R13.7", { SEAT } },
    [CIV_E_WON] = { "won", "{seat} wins.", "R13.2", { SEAT } },
    [CIV_E_LIMIT] = { "limit_reached",
                      "Round {round} was the last.",
                      "R13.4",
                      { AMOUNT("round") } },
    [CIV_E_BEGAN_AGAIN] = { "began_again",
                            "The host lets the turn of {seat} begin again.",
                            "R16.2",
                            { SEAT } },
    [CIV_E_NEW_MAP] = { "new_map",
                        "The host lays another map in the turn of {seat}.",
                        "R16.3",
                        { SEAT } },
    { 0 },
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof civ_events / sizeof civ_events[0] == CIV_EVENTS + 1,
                 "every event has its words");

const struct rd_refusal civ_refusals[] = {
    [CIV_SETUP_SIZE] = { "R1.1", "size must be an even number, 8 to 64" },
    [CIV_SETUP_SEATS] = { "R15.21", "civ-final is for exactly 4 seats" },
    [CIV_MAP_SIZE] = { "R3.6", "a map is square, with an even number of 8 to 64 tiles a side" },
    [CIV_MAP_TERRAIN] = { "R3.6", "a tile is "
#define TERRAIN(ID, name, ...) name ", "
#include "terrains.def"
#undef TERRAIN
                                  "and nothing else" },
    [CIV_MAP_BEYOND] = { "R3.6", "beyond the last column and row there is nothing" },
    [CIV_MAP_CORNER] = { "R3.6", "a city stands on each corner: it must not be ocean" },
    [CIV_MAP_UNFAIR] = { "R3.6",
                         "all corners must see the same map: make it mirror both ways or the same "
                         "after a quarter turn; this tile differs from its image" },
    [CIV_MAP_CUT_OFF] = { "R3.6", "this corner can't be reached over land from the first one" },
    [CIV_NO_GAME] = { "R13.6", "no active game" },
    [CIV_NO_PLAYER] = { "R8.1", "not a player key" },
    [CIV_NOT_CURRENT] = { "R8.1", "not current player" },
    [CIV_OFF_BOARD] = { "R8.1", "position is not on board" },
    [CIV_NO_PRODUCT] = { "R8.1", "invalid production type" },
    [CIV_NO_PRODUCTION] = { "R9.1", "player doesn't have enough production" },
    [CIV_NO_CITY_HERE] = { "R9.1", "worker or army must be created on a city" },
    [CIV_FOG] = { "R9.2", "city cannot be placed on a tile covered by fog of war" },
    [CIV_CITY_HERE] = { "R9.2", "cannot place city on an existing city" },
    [CIV_NO_TECHNOLOGY] = { "R8.1", "invalid technology type" },
    [CIV_NO_TRADE] = { "R10.1", "not enough trade" },
    [CIV_FROM_OFF_BOARD] = { "R8.1", "src position is not on board" },
    [CIV_TO_OFF_BOARD] = { "R8.1", "dst position is not on board" },
    [CIV_NO_WORKER] = { "R11.1", "no worker at specified source location" },
    [CIV_NO_ARMY] = { "R11.1", "no army at specified source location" },
    [CIV_TOO_FAR] = { "R11.1", "invalid move (too far)" },
    [CIV_WORKER_MOVED] = { "R11.1", "worker already moved this turn" },
    [CIV_ARMY_MOVED] = { "R11.1", "army already moved this turn" },
    [CIV_MIXED_STACK] = { "R15.11", "Only armies of one player can be in a square" },
    [CIV_TOO_MANY_ARMIES] = { "R9.4", "too many armies" },
    [CIV_TOO_MANY_WORKERS] = { "R9.4", "too many workers" },
    [CIV_TOO_MANY_CITIES] = { "R9.4", "too many cities" },
    [CIV_TOO_MUCH_RESEARCH] = { "R10.1", "too much research" },
    [CIV_NO_HOST] = { "R16.1", "only in a game with the option host" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof civ_refusals / sizeof civ_refusals[0] == CIV_REFUSALS + 1,
                 "every refusal has its words");

const struct rd_ending civ_endings[] = {
    [CIV_CONQUEST] = { "R13.2", "one player owns all cities" },
    [CIV_LIMIT] = { "R13.4", "the last round is over" },
    [CIV_OTHERS_LEFT] = { "R13.7", "all others resigned or are out" },
    [CIV_ALL_LEFT] = { "R13.7", "nobody is left to play" },
    { 0 },
};
RD_STATIC_ASSERT(sizeof civ_endings / sizeof civ_endings[0] == CIV_ENDINGS + 1,
                 "every ending has its words");

const char *const civ_step_names[CIV_TURN_STEPS + 1] = {
    [CIV_STEP_ATTACK] = "attack",
    [CIV_STEP_TURN] = "turn",
};
