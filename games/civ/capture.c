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

static void tell_converted(struct civ_deed *deed, uint32_t from, uint32_t what, uint32_t unit,
                           int32_t room)
{
    if (deed->log != NULL && from != deed->seat) {
        uint32_t cell = civ_cell_of(unit);
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)from, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(deed, room ? CIV_E_CONVERTED : CIV_E_CONVERT_LOST, civ_witnesses(deed, cell), arg);
    }
}

static void convert(struct civ_deed *deed, uint32_t from, uint32_t cell)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *winner = &deed->state->side[deed->seat];
    RD_ASSERT(from < CIV_SEATS);
    struct civ_side *loser = &deed->state->side[from];
    struct taken taken;
    take_armies(loser, cell, &taken);
    for (uint32_t i = 0; i < taken.count; i++) {
        int32_t room = winner->armies < CIV_ARMIES_MAX;
        if (room) {
            civ_add_army(winner, taken.unit[i], taken.health[i]);
        }
        tell_converted(deed, from, CIV_ARMY, taken.unit[i], room);
    }
    take_workers(loser, cell, &taken);
    for (uint32_t i = 0; i < taken.count; i++) {
        int32_t room = winner->workers < CIV_WORKERS_MAX;
        if (room) {
            civ_add_worker(winner, taken.unit[i]);
        }
        tell_converted(deed, from, CIV_WORKER, taken.unit[i], room);
    }
}

void civ_capture(struct civ_deed *deed, uint32_t from, uint32_t cell)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *winner = &deed->state->side[deed->seat];
    RD_ASSERT(from < CIV_SEATS);
    struct civ_side *loser = &deed->state->side[from];
    civ_drop_city(loser, civ_find_cell(loser->city, loser->cities, cell));
    int32_t room = winner->cities < CIV_CITIES_MAX;
    if (room) {
        civ_add_city(winner, cell);
    }
    if (deed->log != NULL && from != deed->seat) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)from,
                                                 (int32_t)cell };
        civ_tell(deed, room ? CIV_E_CAPTURED : CIV_E_RAZED, civ_witnesses(deed, cell), arg);
    }
    convert(deed, from, cell);
    civ_settle_standing(deed, from);
}

void civ_settle_standing(struct civ_deed *deed, uint32_t seat)
{
    RD_ASSERT(seat < CIV_SEATS);
    struct civ_side *side = &deed->state->side[seat];
    uint32_t standing = side->cities > 0 ? CIV_IN_PLAY : CIV_ELIMINATED;
    if (side->standing == CIV_RESIGNED || side->standing == standing) {
        return;
    }
    side->standing = (uint8_t)standing; /* R13.1 */
    side->out = standing == CIV_IN_PLAY ? 0 : deed->state->table.ended;
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat };
        civ_tell(deed, standing == CIV_IN_PLAY ? CIV_E_RETURNED : CIV_E_ELIMINATED, RD_ALL_SEATS,
                 arg);
    }
}
