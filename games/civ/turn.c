/* Turns and rounds (R5.1, R13.4). */
#include "civ_internal.h"

void civ_show(const struct civ_context *context, uint32_t step)
{
    if (rd_frame_open(context->frames, context->state) != NULL) {
        rd_frame_close(context->frames, step, context->log);
    }
}

void civ_begin_turn(struct civ_context *context)
{
    RD_ASSERT(context->seat < CIV_SEATS);
    struct civ_side *side = &context->state->side[context->seat];
    for (uint32_t i = 0; i < side->workers; i++) {
        side->worker[i] = (uint16_t)(side->worker[i] & ~CIV_MOVED);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        side->army[i] = (uint16_t)(side->army[i] & ~CIV_MOVED);
    }
    civ_harvest(context);
    civ_eat(context);
}

/* The seats that follow, round after round, until one is in play. Returns how many without a city
 * were passed; the game is over if the last round ended on the way. */
static uint32_t find_next(struct civ_context *context)
{
    struct civ_state *s = context->state;
    uint32_t last_round =
        s->common.round_limit > 0 ? s->common.round_limit : (uint32_t)CIV_ROUNDS_END;
    uint32_t passed = 0;
    RD_ASSERT(civ_seats_in_play(s) > 0);
    RD_ASSERT(s->common.current < CIV_SEATS && s->common.round <= last_round);
    for (;;) {
        s->common.current++;
        if (s->common.current == CIV_SEATS) {
            s->common.current = 0;
            if (s->common.round == last_round) {
                civ_finish(context, CIV_LIMIT, CIV_SEATS);
                return passed;
            }
            s->common.round++;
        }
        const struct civ_side *side = &s->side[s->common.current];
        if (side->status == CIV_IN_PLAY) {
            return passed;
        }
        passed += side->cities == 0;
    }
}

void civ_pass_turn(struct civ_context *context)
{
    struct civ_state *s = context->state;
    uint32_t passed = find_next(context);
    if (s->common.ending != CIV_PLAYING) {
        return;
    }
    context->seat = s->common.current;
    RD_ASSERT(s->side[context->seat].status == CIV_IN_PLAY);
    civ_look(context);
    if (context->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)context->seat, (int32_t)s->common.round };
        civ_tell(context, CIV_E_TURN, RD_ALL_SEATS, arg);
    }
    uint32_t times = (s->common.defects & CIV_B7) != 0 ? passed + 1 : 1; /* R15.18 */
    for (uint32_t i = 0; i < times; i++) {
        civ_begin_turn(context);
    }
}

void civ_end_turn(struct civ_context *context)
{
    struct civ_state *s = context->state;
    if (!civ_ruleset_of(&s->common)->at_once) {
        civ_combat_stage(context);
        civ_check_conquest(context);
    }
    s->common.ended++;
    if (s->common.ending == CIV_PLAYING) {
        civ_pass_turn(context);
        civ_show(context, CIV_STEP_TURN);
    }
}
