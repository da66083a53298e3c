/* What clients tell about each token: the rows of towers.def and units.def, the base, the spawner.
 */
#include "apoca_internal.h"

enum number {
    PRICE,
    HEALTH,
    DAMAGE,
    COOLDOWN,
    RANGE,
    SPLASH,
    INCOME,
    BLESSING,
    MORE_HEALTH,
    MORE_DAMAGE,
    OLD_HEALTH,
    OLD_DAMAGE,
    NUMBERS
};
const char *const apoca_number_names[] = {
    [PRICE] = "first price",
    [HEALTH] = "health",
    [DAMAGE] = "damage",
    [COOLDOWN] = "cooldown",
    [RANGE] = "range",
    [SPLASH] = "splash",
    [INCOME] = "income",
    [BLESSING] = "blessing",
    [MORE_HEALTH] = "more health",
    [MORE_DAMAGE] = "more damage",
    [OLD_HEALTH] = "megaminer health",
    [OLD_DAMAGE] = "megaminer damage",
    [NUMBERS] = NULL,
};

/* The traits of towers, those of units, and one that every tower has. */
enum { UNIT_TRAITS = 4, IS_TOWER = 1 << 6 };
const char *const apoca_trait_names[] = { "earns", "shoots", "sprays", "blesses",
                                          "hired", "wild",   "tower",  NULL };
RD_STATIC_ASSERT(APOCA_BLESSES == 1 << (UNIT_TRAITS - 1), "units begin after the towers");

#define TOWER(ID, tower, label, tag, paragraph, does, price, clock, reach, harm, splash, income, \
              blessing, words)                                                                   \
    { .name = (tower),                                                                           \
      .title = (tower),                                                                          \
      .text = (words),                                                                           \
      .rule = (paragraph),                                                                       \
      .traits = APOCA_##does | IS_TOWER,                                                         \
      .number = { [PRICE] = (price),                                                             \
                  [DAMAGE] = (harm),                                                             \
                  [COOLDOWN] = (clock),                                                          \
                  [RANGE] = (reach),                                                             \
                  [SPLASH] = (splash),                                                           \
                  [INCOME] = (income),                                                           \
                  [BLESSING] = (blessing) } },
#define UNIT(ID, unit, label, letter, paragraph, is, price, health, harm, old_health, old_harm, \
             more_health, more_harm, words)                                                     \
    { .name = (unit),                                                                           \
      .title = (unit),                                                                          \
      .text = (words),                                                                          \
      .rule = (paragraph),                                                                      \
      .traits = (uint32_t)(is) << UNIT_TRAITS,                                                  \
      .number = { [PRICE] = (price),                                                            \
                  [HEALTH] = (health),                                                          \
                  [DAMAGE] = (harm),                                                            \
                  [MORE_HEALTH] = (more_health),                                                \
                  [MORE_DAMAGE] = (more_harm),                                                  \
                  [OLD_HEALTH] = (old_health),                                                  \
                  [OLD_DAMAGE] = (old_harm) } },
/* clang-format off */
const struct rd_piece_card apoca_pieces[] = {
    { .name = "base", .title = "base", .rule = "R8.1",
      .text = "Whose base falls has lost. Mercenaries set out beside it.",
      .number = { [HEALTH] = APOCA_BASE_HEALTH, [OLD_HEALTH] = APOCA_BASE_HEALTH } },
    { .name = "spawner", .title = "spawner", .rule = "R6.6",
      .text = "Sends demons against one side, each stronger than the one before." },
#include "towers.def"
#include "units.def"
    { 0 },
};
/* clang-format on */
#undef TOWER
#undef UNIT
RD_STATIC_ASSERT(sizeof apoca_pieces / sizeof apoca_pieces[0] ==
                     APOCA_TOKEN_UNIT + APOCA_UNIT_KINDS + 1,
                 "every token has a card");
