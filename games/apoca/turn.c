/* One turn, step by step (R4.1). */
#include "apoca_internal.h"

#include <string.h>

/* Step 5: the dead of the last turn leave the list, and so do banished demons. Then everybody
 * who is left has a place in turn->at. */
static void clear_the_field(struct apoca_turn *t, int32_t banished, uint32_t cause)
{
    struct apoca_open *open = t->open;
    uint32_t kept = 0;
    RD_ASSERT(open->unit_count <= APOCA_UNITS_MAX);
    t->mercenaries = 0;
    memset(t->at, 0, sizeof t->at[0] * open->lane_first[APOCA_LANES_MAX]);
    for (uint32_t i = 0; i < open->unit_count; i++) {
        struct apoca_unit unit = open->unit[i];
        uint32_t is_wild = apoca_unit_is(&unit, APOCA_WILD);
        if (!apoca_is_alive(&unit)) {
            continue;
        }
        if (banished && is_wild) {
            if (t->log != NULL) {
                const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(&unit),
                                                         open->path_cell[unit.path] };
                apoca_tell(t, APOCA_E_VANISHED, cause, arg);
            }
            continue;
        }
        RD_ASSERT(kept < APOCA_UNITS_MAX);
        open->unit[kept] = unit;
        kept++;
        t->at[unit.path] = (uint16_t)kept;
        t->mercenaries += !is_wild;
    }
    RD_ASSERT(kept <= open->unit_count && t->mercenaries <= kept);
    memset(&open->unit[kept], 0, (open->unit_count - kept) * sizeof open->unit[0]);
    open->unit_count = (uint16_t)kept;
}

/* R5.7: what the provoking came to. Returns the event that tells of it. */
static uint32_t tell_provoking(const struct apoca_turn *t, uint32_t provokers)
{
    if (t->log == NULL || provokers == 0) {
        return 0;
    }
    const int32_t none[RD_EVENT_ARGS_MAX] = { 0 };
    return apoca_tell(t, provokers == 1 ? APOCA_E_PROVOKED : APOCA_E_BANISHED, 0, none);
}

static void show(const struct apoca_turn *t, const struct apoca_state *state, uint32_t step)
{
    if (rd_frame_open(t->frames, state) != NULL) {
        rd_frame_close(t->frames, step, t->log);
    }
}

/* Steps 6 to 8. Returns the ending, if a base fell. */
static uint32_t play_out(struct apoca_turn *t, const struct apoca_state *state, uint32_t provokers)
{
    for (uint32_t kind = 0; kind < APOCA_UNIT_KINDS; kind++) {
        apoca_units_act(t, kind);
        apoca_remove_dead(t);
        show(t, state, APOCA_STEP_UNITS + kind);
        uint32_t ending = apoca_base_check(t->open);
        if (ending != APOCA_PLAYING) {
            return ending;
        }
    }
    apoca_spawn_mercenaries(t);
    apoca_spawn_demons(t, provokers == 1);
    show(t, state, APOCA_STEP_SPAWNS);
    apoca_towers_act(t);
    apoca_remove_dead(t);
    return APOCA_PLAYING;
}

void apoca_resolve(struct apoca_state *state, struct rd_event_log *log, struct rd_frames *frames)
{
    struct apoca_turn t;
    RD_ASSERT(state->open.ending == APOCA_PLAYING);
    RD_ASSERT(state->open.turn < state->open.turn_limit);
    t.open = &state->open;
    t.secret = state->secret;
    t.rules = &apoca_rulesets[state->open.rules];
    t.log = log;
    t.frames = frames;
    t.any_dead = 0;
    uint32_t provokers = apoca_execute_orders(&t);
    RD_ASSERT(provokers <= APOCA_SEATS);
    uint32_t cause = tell_provoking(&t, provokers);
    clear_the_field(&t, provokers == APOCA_SEATS, cause);
    show(&t, state, APOCA_STEP_ORDERS);
    uint32_t ending = play_out(&t, state, provokers);
    t.open->turn++; /* R9.1: also when the game just ended */
    if (ending == APOCA_PLAYING) {
        show(&t, state, APOCA_STEP_TOWERS);
    }
    if (ending == APOCA_PLAYING && t.open->turn == t.open->turn_limit) { /* R8.4 */
        ending = apoca_tie_break(t.open);
    }
    if (ending != APOCA_PLAYING) {
        apoca_end(t.open, ending, log);
    }
}
