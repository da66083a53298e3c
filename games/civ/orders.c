/* What a seat may order, in the order of checks that existing programs rely on (R8.1), and carrying
 * it out. */
#include "civ_internal.h"

#include <string.h>

rd_seats civ_to_act(const void *state)
{
    const struct civ_state *s = state;
    return (rd_seats)(s->common.ending != CIV_PLAYING ? 0u : RD_SEAT_BIT(s->common.current));
}

static struct rd_verdict refuse(enum civ_refusal why)
{
    return rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

static struct rd_verdict fine(void)
{
    return rd_verdict_of(RD_OK, 0, 0);
}

static int32_t is_current(const struct civ_state *s, rd_seat seat)
{
    return seat == s->common.current;
}

static struct rd_verdict not_current(void)
{
    return rd_verdict_of(RD_NOT_YOUR_TURN, CIV_NOT_CURRENT, 0);
}

/* ---- production and research ---------------------------------------------------------------- */

static struct rd_verdict judge_unit(const struct civ_side *side, uint32_t what, uint32_t cell)
{
    if (!civ_has_city(side, cell)) {
        return refuse(CIV_NO_CITY_HERE);
    }
    if (what == CIV_ARMY && side->armies == CIV_ARMIES_MAX) { /* R9.4 */
        return refuse(CIV_TOO_MANY_ARMIES);
    }
    if (what == CIV_WORKER && side->workers == CIV_WORKERS_MAX) {
        return refuse(CIV_TOO_MANY_WORKERS);
    }
    return fine();
}

static struct rd_verdict judge_city(const struct civ_state *s, rd_seat seat, uint32_t cell)
{
    struct civ_set seen;
    RD_ASSERT(seat < CIV_SEATS);
    civ_sight(&s->common, &s->side[seat], &seen);
    if (!civ_set_has(&seen, cell)) {
        return refuse(CIV_FOG);
    }
    if (civ_city_owner(s, cell) < CIV_SEATS) {
        return refuse(CIV_CITY_HERE);
    }
    /* R9.4: around foreign units it goes to their owner, as far as the seat can tell. */
    if (s->side[seat].cities == CIV_CITIES_MAX && civ_foreign_unit(s, seat, cell) == CIV_SEATS) {
        return refuse(CIV_TOO_MANY_CITIES);
    }
    return fine();
}

/* Verdicts are asked for in one form: what may be wrong, in the order that programs rely on. */
static struct rd_verdict judge_produce(const struct civ_state *s, rd_seat seat,
                                       struct rd_action action)
{
    uint32_t what = action.arg[0];
    uint32_t cell = action.arg[1];
    if (!civ_on_board(&s->common, cell)) {
        return rd_verdict_of(RD_BAD_ARG, CIV_OFF_BOARD, 1);
    }
    if (!is_current(s, seat)) {
        return not_current();
    }
    if (what >= CIV_PRODUCTS) {
        return rd_verdict_of(RD_BAD_ARG, CIV_NO_PRODUCT, 0);
    }
    RD_ASSERT(seat < CIV_SEATS);
    if (s->side[seat].production < civ_ruleset_of(&s->common)->cost[what]) {
        return refuse(CIV_NO_PRODUCTION);
    }
    return civ_product_is(what, CIV_STANDS) ? judge_city(s, seat, cell)
                                            : judge_unit(&s->side[seat], what, cell);
}

static struct rd_verdict judge_research(const struct civ_state *s, rd_seat seat, uint32_t what)
{
    if (!is_current(s, seat)) {
        return not_current();
    }
    if (what >= CIV_TECHNOLOGIES) {
        return rd_verdict_of(RD_BAD_ARG, CIV_NO_TECHNOLOGY, 0);
    }
    RD_ASSERT(seat < CIV_SEATS);
    if (s->side[seat].trade < CIV_RESEARCH_COST) {
        return refuse(CIV_NO_TRADE);
    }
    return s->side[seat].research[what] == CIV_RESEARCH_MAX ? refuse(CIV_TOO_MUCH_RESEARCH)
                                                            : fine();
}

/* ---- moves ---- */

/* R11.1: the first unit that has not moved; R15.7: the first, if it has not moved. */
static uint32_t pick(const uint16_t *list, uint32_t count, uint32_t cell, uint32_t first_only)
{
    if (!first_only) {
        return civ_find(list, 0, count, CIV_CELL_BITS | CIV_MOVED, cell);
    }
    uint32_t first = civ_find_cell(list, count, cell);
    return first < count && (list[first] & CIV_MOVED) == 0 ? first : count;
}

uint32_t civ_pick_worker(const struct civ_state *state, uint32_t seat, uint32_t cell)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &state->side[seat];
    return pick(side->worker, side->workers, cell, state->common.defects & CIV_B6);
}

uint32_t civ_pick_army(const struct civ_state *state, uint32_t seat, uint32_t cell)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &state->side[seat];
    return pick(side->army, side->armies, cell, state->common.defects & CIV_B6);
}

/* R15.11: armies of more than one seat on the target, the mover's own where they count. */
static int32_t is_mixed_stack(const struct civ_state *s, rd_seat seat, uint32_t to, uint32_t step)
{
    uint32_t owners = 0;
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        uint32_t counts = other != seat || step == 0 || (s->common.defects & CIV_B2) != 0;
        owners += counts && civ_has_army(&s->side[other], to);
    }
    return owners > 1;
}

static int32_t is_refused_stack(const struct civ_state *s, rd_seat seat, uint32_t to, uint32_t step)
{
    uint32_t defects = s->common.defects;
    return (defects & CIV_B4) != 0 && (step != 0 || (defects & CIV_B3) != 0) &&
           is_mixed_stack(s, seat, to, step);
}

/* Is the tile on the board, and anybody on it? */
static struct rd_verdict judge_places(const struct civ_state *s, rd_seat seat, uint32_t verb,
                                      uint32_t from, int32_t to_is_on_board)
{
    const struct civ_side *side = &s->side[seat % CIV_SEATS];
    if (!is_current(s, seat)) {
        return not_current();
    }
    if (!civ_on_board(&s->common, from)) {
        return rd_verdict_of(RD_BAD_ARG, CIV_FROM_OFF_BOARD, 0);
    }
    if (!to_is_on_board) {
        return rd_verdict_of(RD_BAD_ARG, CIV_TO_OFF_BOARD, 1);
    }
    if (verb == CIV_MOVE_WORKER && !civ_has_worker(side, from)) {
        return refuse(CIV_NO_WORKER);
    }
    if (verb == CIV_MOVE_ARMY && !civ_has_army(side, from)) {
        return refuse(CIV_NO_ARMY);
    }
    return fine();
}

static struct rd_verdict judge_move(const struct civ_state *s, rd_seat seat,
                                    struct rd_action action)
{
    uint32_t from = action.arg[0];
    uint32_t step = action.arg[1];
    uint32_t to = RD_NO_CELL;
    if (step < CIV_STEPS && civ_on_board(&s->common, from)) {
        to = civ_stepped(&s->common, from, step);
    }
    struct rd_verdict verdict = judge_places(s, seat, action.verb, from, to != RD_NO_CELL);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    if (action.verb == CIV_MOVE_WORKER) {
        RD_ASSERT(seat < CIV_SEATS);
        return civ_pick_worker(s, seat, from) < s->side[seat].workers ? verdict
                                                                      : refuse(CIV_WORKER_MOVED);
    }
    if (civ_pick_army(s, seat, from) == s->side[seat].armies) {
        return refuse(CIV_ARMY_MOVED);
    }
    return is_refused_stack(s, seat, to, step) ? refuse(CIV_MIXED_STACK) : verdict;
}

/* ---- any order ---- */

/* What comes before everything else. */
static struct rd_verdict judge_seat(const struct civ_state *s, rd_seat seat)
{
    if (s->common.ending != CIV_PLAYING) {
        return rd_verdict_of(RD_GAME_OVER, CIV_NO_GAME, 0);
    }
    if (seat >= CIV_SEATS) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, CIV_NO_PLAYER, 0);
    }
    return fine();
}

struct rd_verdict civ_judge_far(const struct civ_state *state, rd_seat seat, uint32_t verb,
                                uint32_t from, int32_t to_is_on_board)
{
    struct rd_verdict verdict = judge_seat(state, seat);
    if (verdict.code == RD_OK) {
        verdict = judge_places(state, seat, verb, from, to_is_on_board);
    }
    return verdict.code == RD_OK ? refuse(CIV_TOO_FAR) : verdict;
}

static struct rd_verdict judge_order(const struct civ_state *s, rd_seat seat,
                                     struct rd_action action)
{
    switch (action.verb) {
    case CIV_PRODUCE:
        return judge_produce(s, seat, action);
    case CIV_RESEARCH:
        return judge_research(s, seat, action.arg[0]);
    case CIV_MOVE_WORKER:
    case CIV_MOVE_ARMY:
        return judge_move(s, seat, action);
    case CIV_BEGIN_AGAIN:
    case CIV_NEW_MAP:
        return !is_current(s, seat) ? not_current() : s->common.host ? fine() : refuse(CIV_NO_HOST);
    default:
        return is_current(s, seat) ? fine() : not_current();
    }
}

struct rd_verdict civ_judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct civ_state *s = state;
    struct rd_verdict verdict = judge_seat(s, seat);
    if (verdict.code == RD_OK) {
        verdict = judge_order(s, seat, action);
    }
    return verdict.code == RD_OK ? rd_action_in_range(civ_verbs, action) : verdict;
}

void civ_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                     struct rd_event_log *log, struct rd_frames *frames)
{
    struct civ_context context;
    RD_ASSERT(civ_judge(state, seat, action).code == RD_OK);
    civ_context_begin(&context, state, seat, log);
    context.frames = frames;
    switch ((enum civ_verb)action.verb) {
    case CIV_PRODUCE:
        civ_produce(&context, action.arg[0], action.arg[1]);
        break;
    case CIV_RESEARCH:
        civ_research(&context, action.arg[0]);
        break;
    case CIV_MOVE_WORKER:
        civ_move_worker(&context, action.arg[0], action.arg[1]);
        break;
    case CIV_MOVE_ARMY:
        civ_move_army(&context, action.arg[0], action.arg[1]);
        break;
    case CIV_END_TURN:
        civ_end_turn(&context);
        break;
    case CIV_BEGIN_AGAIN:
        civ_begin_again(&context);
        break;
    case CIV_NEW_MAP:
        civ_new_map(&context, luck);
        break;
    }
}

void civ_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
               struct rd_event_log *log)
{
    civ_apply_steps(state, seat, action, luck, log, NULL);
}
