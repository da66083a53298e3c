/* What a turn begins with: harvest (R6.1 to R6.4) and meals (R7.1). */
#include "civ_internal.h"

#include <string.h>

struct basket {
    int32_t food, production, trade;
};

/* Of a state, or what a view knows of it. */
struct land {
    const struct civ_common *common;
    const uint64_t (*terrain)[CIV_SIDE_MAX];
};

/* R6.1: a tile yields once. */
static void gather_tile(const struct land *land, uint32_t cell, struct civ_set *done,
                        struct basket *basket)
{
    if (civ_set_has(done, cell)) {
        return;
    }
    const struct civ_yield *yield =
        &civ_ruleset_of(land->common)->yield[civ_terrain_at(land->terrain, cell)];
    civ_set_add(done, cell);
    basket->food += yield->food;
    basket->production += yield->production;
    basket->trade += yield->trade;
}

static struct basket harvest_of(const struct land *land, const struct civ_side *side)
{
    struct basket basket = { 0, 0, 0 };
    struct civ_set done = { { 0 } };
    for (uint32_t i = 0; i < side->cities; i++) {
        gather_tile(land, side->city[i], &done, &basket);
    }
    struct civ_set cities = done; /* so far only those */
    struct civ_set reach = done;
    if ((land->common->defects & CIV_B1) != 0) {
        memset(&reach, 0xff, sizeof reach);
    } else {
        civ_set_grow(&reach, land->common->size, CIV_REACH); /* R6.2 */
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        uint32_t cell = civ_cell_of(side->worker[i]);
        if (civ_set_has(&cities, cell)) { /* R6.3 */
            basket.trade += CIV_CITY_WORKER_TRADE;
        } else if (civ_set_has(&reach, cell)) {
            gather_tile(land, cell, &done, &basket);
        }
    }
    return basket;
}

static int32_t stored(int32_t stock, int32_t more)
{
    return stock > CIV_STOCK_MAX - more ? (int32_t)CIV_STOCK_MAX : stock + more; /* R6.4 */
}

void civ_harvest(struct civ_context *context)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    const struct civ_state *state = context->state;
    const struct land land = { &state->common, state->terrain };
    struct basket basket = harvest_of(&land, side);
    side->food = stored(side->food, basket.food);
    side->production = stored(side->production, basket.production);
    side->trade = stored(side->trade, basket.trade);
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, basket.food,
                                                 basket.production, basket.trade };
        civ_tell(context, CIV_E_HARVESTED, civ_only(context->seat), arg);
    }
}

static void tell_starved(struct civ_context *context, uint32_t what, const uint16_t *unit,
                         uint32_t count)
{
    for (uint32_t i = 0; context->log != NULL && i < count; i++) {
        uint32_t cell = civ_cell_of(unit[i]);
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(context, CIV_E_STARVED, civ_witnesses(context, cell), arg);
    }
}

/* Only the first so many units can be fed, workers first; the rest die. */
static void starve(struct civ_context *context, uint32_t fed)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    uint32_t workers = fed < side->workers ? fed : side->workers;
    uint32_t armies = fed - workers;
    RD_ASSERT(workers <= side->workers);
    tell_starved(context, CIV_WORKER, &side->worker[workers], side->workers - workers);
    RD_ASSERT(armies <= side->armies);
    tell_starved(context, CIV_ARMY, &side->army[armies], side->armies - armies);
    civ_cut_workers(side, workers);
    civ_cut_armies(side, armies);
}

void civ_eat(struct civ_context *context)
{
    const struct civ_ruleset *rules = civ_ruleset_of(&context->state->common);
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    int32_t before = side->food;
    uint32_t eaters = (uint32_t)side->workers + side->armies;
    uint32_t fed = (uint32_t)side->food / rules->meal;
    if (fed < eaters) { /* the first who goes hungry takes what is left */
        starve(context, fed);
        side->food = 0;
    } else {
        side->food -= (int32_t)(eaters * rules->meal);
    }
    int32_t eaten = before - side->food;
    int32_t spoiled =
        rules->spoils ? side->food - 3 * (side->food / 4) - 3 * (side->food % 4) / 4 : 0;
    side->food -= spoiled; /* R15.2 */
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, eaten, spoiled,
                                                 side->food };
        civ_tell(context, CIV_E_FED, civ_only(context->seat), arg);
    }
}

int32_t civ_food_ahead(const struct civ_view *view)
{
    RD_ASSERT(view->seat < CIV_SEATS);
    const struct civ_side *side = &view->side[view->seat];
    const struct land land = { &view->common, view->terrain };
    int32_t eaters = side->workers + side->armies;
    return stored(side->food, harvest_of(&land, side).food) -
           eaters * civ_ruleset_of(&view->common)->meal;
}
