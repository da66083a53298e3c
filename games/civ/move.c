/* Giving a movement order (R11.1): a unit walks at once, or joins an attack that waits for the end
 * of the turn; under civ-final everything happens at once. */
#include "civ_internal.h"

/* R11.2 */
static int32_t is_hostile(const struct civ_context *context, uint32_t what, uint32_t cell)
{
    if (civ_foreign_unit(context->state, context->seat, cell) < CIV_SEATS) {
        return 1;
    }
    uint32_t owner = civ_product_is(what, CIV_FIGHTS) ? civ_city_owner(context->state, cell)
                                                      : (uint32_t)CIV_SEATS;
    return owner < CIV_SEATS && owner != context->seat;
}

static void tell_stayed(struct civ_context *context, uint32_t what, uint32_t cell)
{
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(context, CIV_E_STAYED, civ_only(context->seat), arg);
    }
}

static void tell_attack(struct civ_context *context, uint32_t what, uint32_t from, uint32_t to)
{
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)what,
                                                 (int32_t)from, (int32_t)to };
        civ_tell(context, CIV_E_ATTACK_ORDERED, civ_only(context->seat), arg);
    }
}

static void add_target(struct civ_state *s, uint32_t cell)
{
    uint32_t known = civ_find_cell(s->target, s->common.target_count, cell);
    if (known == s->common.target_count) {
        s->target[known] = (uint16_t)cell;
        s->common.target_count++;
    }
}

/* The deferred way, for both kinds. The unit has not moved and has no attack. */
static void move_unit(struct civ_context *context, uint32_t what, uint16_t *unit, uint32_t step)
{
    uint32_t from = civ_cell_of(*unit);
    uint32_t to = civ_stepped(&context->state->common, from, step);
    if (is_hostile(context, what, to)) {
        *unit = (uint16_t)(from | step << CIV_ATTACK_SHIFT | CIV_MOVED);
        add_target(context->state, to);
        tell_attack(context, what, from, to);
        return;
    }
    *unit = (uint16_t)(to | CIV_MOVED);
    civ_tell_moved(context, what, from, to);
}

void civ_move_worker(struct civ_context *context, uint32_t from, uint32_t step)
{
    struct civ_state *s = context->state;
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &s->side[context->seat];
    uint32_t index = civ_pick_worker(s, context->seat, from);
    if (step == 0) {
        RD_ASSERT(index < CIV_WORKERS_MAX);
        side->worker[index] = (uint16_t)(from | CIV_MOVED);
        tell_stayed(context, CIV_WORKER, from);
    } else if (civ_ruleset_of(&s->common)->at_once) {
        civ_final_move_worker(context, index, civ_stepped(&s->common, from, step));
    } else {
        move_unit(context, CIV_WORKER, &side->worker[index], step);
    }
}

void civ_move_army(struct civ_context *context, uint32_t from, uint32_t step)
{
    struct civ_state *s = context->state;
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &s->side[context->seat];
    uint32_t index = civ_pick_army(s, context->seat, from);
    if (step == 0 && (s->common.defects & CIV_B3) == 0) {
        RD_ASSERT(index < CIV_ARMIES_MAX);
        side->army[index] = (uint16_t)(from | CIV_MOVED);
        tell_stayed(context, CIV_ARMY, from);
    } else if (civ_ruleset_of(&s->common)->at_once) {
        civ_final_move_army(context, index, civ_stepped(&s->common, from, step));
    } else {
        move_unit(context, CIV_ARMY, &side->army[index], step);
    }
}
