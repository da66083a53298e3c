/* What clients tell about each token and each terrain: the rows of products.def and terrains.def.
 */
#include "civ_internal.h"

enum number {
    PRICE,
    HEALTH,
    FOOD,
    PRODUCTION,
    TRADE,
    OLD_PRICE,
    OLD_FOOD,
    OLD_PRODUCTION,
    OLD_TRADE,
    OLD_GROUND,
    NUMBERS
};
const char *const civ_number_names[] = {
    [PRICE] = "price",
    [HEALTH] = "health",
    [FOOD] = "food",
    [PRODUCTION] = "production",
    [TRADE] = "trade",
    [OLD_PRICE] = "final price",
    [OLD_FOOD] = "final food",
    [OLD_PRODUCTION] = "final production",
    [OLD_TRADE] = "final trade",
    [OLD_GROUND] = "strength",
    [NUMBERS] = NULL,
};

/* The traits of products, then those of terrain. */
enum { TERRAIN_TRAITS = 3 };
const char *const civ_trait_names[] = { "fights",  "harvests", "stands",   "water",
                                        "fertile", "spreads",  "homeland", NULL };
RD_STATIC_ASSERT(CIV_STANDS == 1 << (TERRAIN_TRAITS - 1), "terrain begins after the products");

#define PRODUCT(ID, product, plural, paragraph, is, price, old_price, words) \
    { .name = (product),                                                     \
      .title = (product),                                                    \
      .text = (words),                                                       \
      .rule = (paragraph),                                                   \
      .traits = (is),                                                        \
      .number = { [PRICE] = (price),                                         \
                  [HEALTH] = ((is)&CIV_FIGHTS) != 0 ? CIV_HEALTH : 0,        \
                  [OLD_PRICE] = (old_price) } },
#define TERRAIN(ID, terrain, sign, paragraph, is, food, production, trade, old_food, \
                old_production, old_trade, ground, words)                            \
    { .name = (terrain),                                                             \
      .title = (terrain),                                                            \
      .text = (words),                                                               \
      .rule = (paragraph),                                                           \
      .traits = (uint32_t)(is) << TERRAIN_TRAITS,                                    \
      .number = { [FOOD] = (food),                                                   \
                  [PRODUCTION] = (production),                                       \
                  [TRADE] = (trade),                                                 \
                  [OLD_FOOD] = (old_food),                                           \
                  [OLD_PRODUCTION] = (old_production),                               \
                  [OLD_TRADE] = (old_trade),                                         \
                  [OLD_GROUND] = 50 * (ground) } },
/* clang-format off */
const struct rd_piece_card civ_pieces[] = {
#include "products.def"
#include "terrains.def"
    { 0 },
};
/* clang-format on */
#undef PRODUCT
#undef TERRAIN
