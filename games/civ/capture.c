/* A city changes hands, and the units around it with it (R12.1 to R12.3). */
#include "civ_internal.h"

/* Units taken out of a list, in order. */
struct taken {
    uint32_t count;
    uint16_t unit[CIV_ARMIES_MAX];
    uint8_t health[CIV_ARMIES_MAX];
};
RD_STATIC_ASSERT((int)CIV_WORKERS_MAX <= (int)CIV_ARMIES_MAX, "room for either list");

static int32_t is_near(uint32_t unit, uint32_t cell)
{
    return civ_distance(civ_cell_of(unit), cell) <= CIV_REACH;
}

/* Twice, as armies have a health beside their entry and workers have none. */
static void take_armies(struct civ_side *side, uint32_t cell, struct taken *taken)
{
    uint32_t kept = 0;
    taken->count = 0;
    for (uint32_t i = 0; i < side->armies; i++) {
        if (is_near(side->army[i], cell)) {
            RD_ASSERT(taken->count < CIV_ARMIES_MAX);
            taken->unit[taken->count] = side->army[i];
            taken->health[taken->count] = side->health[i];
            taken->count++;
        } else {
            RD_ASSERT(kept < CIV_ARMIES_MAX);
            side->army[kept] = side->army[i];
            side->health[kept] = side->health[i];
            kept++;
        }
    }
    civ_cut_armies(side, kept);
}

static void take_workers(struct civ_side *side, uint32_t cell, struct taken *taken)
{
    uint32_t kept = 0;
    taken->count = 0;
    for (uint32_t i = 0; i < side->workers; i++) {
        if (is_near(side->worker[i], cell)) {
            RD_ASSERT(taken->count < CIV_ARMIES_MAX);
            taken->unit[taken->count] = side->worker[i];
            taken->count++;
        } else {
            RD_ASSERT(kept < CIV_WORKERS_MAX);
            side->worker[kept] = side->worker[i];
            kept++;
        }
    }
    civ_cut_workers(side, kept);
}

static void tell_converted(struct civ_context *context, uint32_t from, uint32_t what, uint32_t unit,
                           int32_t room)
{
    if (context->log != NULL && from != context->seat) {
        uint32_t cell = civ_cell_of(unit);
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)from,
                                                 (int32_t)what, (int32_t)cell };
        civ_tell(context, room ? CIV_E_CONVERTED : CIV_E_CONVERT_LOST, civ_witnesses(context, cell),
                 arg);
    }
}

static void convert(struct civ_context *context, uint32_t from, uint32_t cell)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *winner = &context->state->side[context->seat];
    RD_ASSERT(from < CIV_SEATS);
    struct civ_side *loser = &context->state->side[from];
    struct taken taken;
    take_armies(loser, cell, &taken);
    for (uint32_t i = 0; i < taken.count; i++) {
        int32_t room = winner->armies < CIV_ARMIES_MAX;
        if (room) {
            civ_add_army(winner, taken.unit[i], taken.health[i]);
        }
        tell_converted(context, from, CIV_ARMY, taken.unit[i], room);
    }
    take_workers(loser, cell, &taken);
    for (uint32_t i = 0; i < taken.count; i++) {
        int32_t room = winner->workers < CIV_WORKERS_MAX;
        if (room) {
            civ_add_worker(winner, taken.unit[i]);
        }
        tell_converted(context, from, CIV_WORKER, taken.unit[i], room);
    }
}

void civ_capture(struct civ_context *context, uint32_t from, uint32_t cell)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *winner = &context->state->side[context->seat];
    RD_ASSERT(from < CIV_SEATS);
    struct civ_side *loser = &context->state->side[from];
    civ_drop_city(loser, civ_find_cell(loser->city, loser->cities, cell));
    int32_t room = winner->cities < CIV_CITIES_MAX;
    if (room) {
        civ_add_city(winner, cell);
    }
    if (context->log != NULL && from != context->seat) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)from,
                                                 (int32_t)cell };
        civ_tell(context, room ? CIV_E_CAPTURED : CIV_E_RAZED, civ_witnesses(context, cell), arg);
    }
    convert(context, from, cell);
    civ_settle_status(context, from);
}

void civ_settle_status(struct civ_context *context, uint32_t seat)
{
    RD_ASSERT(seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[seat];
    uint32_t status = side->cities > 0 ? CIV_IN_PLAY : CIV_ELIMINATED;
    if (side->status == CIV_RESIGNED || side->status == status) {
        return;
    }
    side->status = (uint8_t)status; /* R13.1 */
    side->out = status == CIV_IN_PLAY ? 0 : context->state->common.ended;
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat };
        civ_tell(context, status == CIV_IN_PLAY ? CIV_E_RETURNED : CIV_E_ELIMINATED, RD_ALL_SEATS,
                 arg);
    }
}
