/* What the host of a contest may do to a game that goes on (R16). */
#include "civ_internal.h"

static void tell_host(struct civ_context *context, uint32_t kind)
{
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat };
        civ_tell(context, kind, RD_ALL_SEATS, arg);
    }
}

void civ_begin_again(struct civ_context *context)
{
    RD_ASSERT(context->state->common.ending == CIV_PLAYING);
    tell_host(context, CIV_E_BEGAN_AGAIN);
    civ_clear_attacks(context->state);
    civ_begin_turn(context);
}

void civ_new_map(struct civ_context *context, struct rd_luck *luck)
{
    struct civ_map map;
    RD_ASSERT(context->state->common.ending == CIV_PLAYING);
    civ_grow_map(&map, context->state->common.size, (uint64_t)rd_luck_range(luck, 1, INT32_MAX));
    civ_lay_board(context->state->terrain, &map);
    tell_host(context, CIV_E_NEW_MAP);
}
