/* What the host of a contest may do to a game that goes on (R16). */
#include "civ_internal.h"

static void tell_host(struct civ_deed *deed, uint32_t kind)
{
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat };
        civ_tell(deed, kind, RD_ALL_SEATS, arg);
    }
}

void civ_begin_again(struct civ_deed *deed)
{
    RD_ASSERT(deed->state->table.ending == CIV_PLAYING);
    tell_host(deed, CIV_E_BEGAN_AGAIN);
    civ_clear_attacks(deed->state);
    civ_begin_turn(deed);
}

void civ_new_map(struct civ_deed *deed, struct rd_luck *luck)
{
    struct civ_map map;
    RD_ASSERT(deed->state->table.ending == CIV_PLAYING);
    civ_grow_map(&map, deed->state->table.size, (uint64_t)rd_luck_range(luck, 1, INT32_MAX));
    civ_lay_board(deed->state->terrain, &map);
    tell_host(deed, CIV_E_NEW_MAP);
}
