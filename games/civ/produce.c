/* Production (R9.1 to R9.4) and research (R10.1). */
#include "civ_internal.h"

static void tell_built(struct civ_deed *deed, uint32_t what, uint32_t cell)
{
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(deed, CIV_E_BUILT, civ_witnesses(deed, cell), arg);
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
    if ((s->table.defects & CIV_B5) != 0) {
        return owner_by_one_unit(s, seat, cell);
    }
    uint32_t foreign = civ_foreign_unit(s, seat, cell); /* R9.3 */
    return foreign < CIV_SEATS ? foreign : seat;
}

static void build_city(struct civ_deed *deed, uint32_t cell)
{
    uint32_t owner = future_owner(deed->state, deed->seat, cell);
    RD_ASSERT(owner < CIV_SEATS);
    struct civ_side *side = &deed->state->side[owner];
    int32_t room = side->cities < CIV_CITIES_MAX;
    if (room) {
        civ_add_city(side, cell);
    }
    if (deed->log != NULL && !room) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)cell };
        civ_tell(deed, CIV_E_CITY_LOST, civ_witnesses(deed, cell), arg);
    } else if (deed->log != NULL && owner != deed->seat) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)owner,
                                                 (int32_t)cell };
        civ_tell(deed, CIV_E_CITY_GIVEN, civ_witnesses(deed, cell), arg);
    } else {
        tell_built(deed, CIV_CITY, cell);
    }
    civ_settle_standing(deed, owner);
}

void civ_produce(struct civ_deed *deed, uint32_t what, uint32_t cell)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *side = &deed->state->side[deed->seat];
    RD_ASSERT(what < CIV_PRODUCTS);
    side->production -= civ_ruleset_of(&deed->state->table)->cost[what];
    if (civ_product_is(what, CIV_STANDS)) {
        build_city(deed, cell);
        return;
    }
    if (civ_product_is(what, CIV_FIGHTS)) {
        civ_add_army(side, cell, CIV_HEALTH);
    } else {
        civ_add_worker(side, cell);
    }
    tell_built(deed, what, cell);
}

void civ_research(struct civ_deed *deed, uint32_t what)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *side = &deed->state->side[deed->seat];
    side->trade -= CIV_RESEARCH_COST;
    RD_ASSERT(what < CIV_TECHNOLOGIES);
    side->research[what]++;
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what,
                                                 side->research[what] };
        civ_tell(deed, CIV_E_RESEARCHED, RD_ALL_SEATS, arg);
    }
}
