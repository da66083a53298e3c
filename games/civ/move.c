/* Giving a movement order (R11.1): a unit walks at once, or joins an attack that waits for the end
 * of the turn; under civ-final everything happens at once. */
#include "civ_internal.h"

/* R11.2 */
static int32_t is_hostile(const struct civ_deed *deed, uint32_t what, uint32_t cell)
{
    if (civ_foreign_unit(deed->state, deed->seat, cell) < CIV_SEATS) {
        return 1;
    }
    uint32_t owner =
        civ_product_is(what, CIV_FIGHTS) ? civ_city_owner(deed->state, cell) : (uint32_t)CIV_SEATS;
    return owner < CIV_SEATS && owner != deed->seat;
}

static void tell_stayed(struct civ_deed *deed, uint32_t what, uint32_t cell)
{
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what,
                                                 (int32_t)cell };
        civ_tell(deed, CIV_E_STAYED, civ_only(deed->seat), arg);
    }
}

static void tell_attack(struct civ_deed *deed, uint32_t what, uint32_t from, uint32_t to)
{
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)what, (int32_t)from,
                                                 (int32_t)to };
        civ_tell(deed, CIV_E_ATTACK_ORDERED, civ_only(deed->seat), arg);
    }
}

static void add_target(struct civ_state *s, uint32_t cell)
{
    uint32_t known = civ_find_cell(s->target, s->table.target_count, cell);
    if (known == s->table.target_count) {
        s->target[known] = (uint16_t)cell;
        s->table.target_count++;
    }
}

/* The deferred way, for both kinds. The unit has not moved and has no attack. */
static void move_unit(struct civ_deed *deed, uint32_t what, uint16_t *unit, uint32_t step)
{
    uint32_t from = civ_cell_of(*unit);
    uint32_t to = civ_stepped(&deed->state->table, from, step);
    if (is_hostile(deed, what, to)) {
        *unit = (uint16_t)(from | step << CIV_ATTACK_SHIFT | CIV_MOVED);
        add_target(deed->state, to);
        tell_attack(deed, what, from, to);
        return;
    }
    *unit = (uint16_t)(to | CIV_MOVED);
    civ_tell_moved(deed, what, from, to);
}

void civ_move_worker(struct civ_deed *deed, uint32_t from, uint32_t step)
{
    struct civ_state *s = deed->state;
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *side = &s->side[deed->seat];
    uint32_t index = civ_pick_worker(s, deed->seat, from);
    if (step == 0) {
        RD_ASSERT(index < CIV_WORKERS_MAX);
        side->worker[index] = (uint16_t)(from | CIV_MOVED);
        tell_stayed(deed, CIV_WORKER, from);
    } else if (civ_ruleset_of(&s->table)->at_once) {
        civ_final_move_worker(deed, index, civ_stepped(&s->table, from, step));
    } else {
        move_unit(deed, CIV_WORKER, &side->worker[index], step);
    }
}

void civ_move_army(struct civ_deed *deed, uint32_t from, uint32_t step)
{
    struct civ_state *s = deed->state;
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *side = &s->side[deed->seat];
    uint32_t index = civ_pick_army(s, deed->seat, from);
    if (step == 0 && (s->table.defects & CIV_B3) == 0) {
        RD_ASSERT(index < CIV_ARMIES_MAX);
        side->army[index] = (uint16_t)(from | CIV_MOVED);
        tell_stayed(deed, CIV_ARMY, from);
    } else if (civ_ruleset_of(&s->table)->at_once) {
        civ_final_move_army(deed, index, civ_stepped(&s->table, from, step));
    } else {
        move_unit(deed, CIV_ARMY, &side->army[index], step);
    }
}
