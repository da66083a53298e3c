/* Production (R9.1 to R9.4) and research (R10.1). */
#include "civ_internal.h"

static void tell_built(struct civ_context *context, uint32_t what, uint32_t cell)
{
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(context, CIV_E_BUILT, civ_witnesses(context, cell), arg);
    }
}

/* R15.17: one unit of the first opponent that owns any is looked at. */
static uint32_t owner_by_one_unit(const struct civ_state *s, uint32_t seat, uint32_t cell)
{
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        const struct civ_side *side = &s->side[other];
        if (other == seat || side->workers + side->armies == 0) {
            continue;
        }
        uint32_t unit = side->workers > 0 ? side->worker[0] : side->army[0];
        return civ_cell_of(unit) == cell ? other : seat;
    }
    return seat;
}

static uint32_t future_owner(const struct civ_state *s, uint32_t seat, uint32_t cell)
{
    if ((s->common.defects & CIV_B5) != 0) {
        return owner_by_one_unit(s, seat, cell);
    }
    uint32_t foreign = civ_foreign_unit(s, seat, cell); /* R9.3 */
    return foreign < CIV_SEATS ? foreign : seat;
}

static void build_city(struct civ_context *context, uint32_t cell)
{
    uint32_t owner = future_owner(context->state, context->seat, cell);
    RD_ASSERT(owner < CIV_SEATS);
    struct civ_side *side = &context->state->side[owner];
    int32_t room = side->cities < CIV_CITIES_MAX;
    if (room) {
        civ_add_city(side, cell);
    }
    if (context->log != NULL && !room) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)cell };
        civ_tell(context, CIV_E_CITY_LOST, civ_witnesses(context, cell), arg);
    } else if (context->log != NULL && owner != context->seat) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)owner,
                                                 (int32_t)cell };
        civ_tell(context, CIV_E_CITY_GIVEN, civ_witnesses(context, cell), arg);
    } else {
        tell_built(context, CIV_CITY, cell);
    }
    civ_settle_status(context, owner);
}

void civ_produce(struct civ_context *context, uint32_t what, uint32_t cell)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    RD_ASSERT(what < CIV_PRODUCTS);
    side->production -= civ_ruleset_of(&context->state->common)->cost[what];
    if (civ_product_is(what, CIV_STANDS)) {
        build_city(context, cell);
        return;
    }
    if (civ_product_is(what, CIV_FIGHTS)) {
        civ_add_army(side, cell, CIV_HEALTH);
    } else {
        civ_add_worker(side, cell);
    }
    tell_built(context, what, cell);
}

void civ_research(struct civ_context *context, uint32_t what)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    side->trade -= CIV_RESEARCH_COST;
    RD_ASSERT(what < CIV_TECHNOLOGIES);
    side->research[what]++;
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what,
                                                 side->research[what] };
        civ_tell(context, CIV_E_RESEARCHED, RD_ALL_SEATS, arg);
    }
}
