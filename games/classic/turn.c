/* Execution: purchases appear, then the steps of R6.1 one after the other. */
#include "classic_internal.h"

#include <string.h>

void classic_enter(struct classic_turn *turn, uint32_t who, uint32_t cell)
{
    uint32_t seat = classic_seat_of(who);
    uint32_t mine = classic_mine_at(cell);
    turn->unit[who].cell = (uint16_t)cell;
    RD_ASSERT(cell < CLASSIC_CELLS);
    turn->at[cell] = (uint8_t)(1 + who);
    classic_watch(turn, CLASSIC_E_MOVED, who, cell);
    if (mine != CLASSIC_NOBODY && turn->open->mine[mine] != seat + 1) { /* R7.10 */
        RD_ASSERT(mine < CLASSIC_MINES);
        turn->open->mine[mine] = (uint8_t)(seat + 1);
        if (turn->log != NULL) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, (int32_t)cell };
            classic_tell(turn->log, CLASSIC_E_MINE, 0, arg);
        }
    }
}

/* ---- purchases, R6.2 ---- */

struct purchase {
    uint32_t seat, slot; /* the slot of its order */
    uint32_t cell, type;
    uint16_t id;
};

/* Everybody sees who appears; what came to nothing is told to its owner alone, R9.2. */
static void tell_purchase(struct classic_turn *turn, uint32_t kind, const struct purchase *p)
{
    if (turn->log == NULL) {
        return;
    }
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)p->seat, p->id, (int32_t)p->type,
                                             (int32_t)p->cell };
    if (kind == CLASSIC_E_APPEARED) {
        classic_tell(turn->log, kind, 0, arg);
    } else {
        classic_tell_seat(turn->log, kind, p->seat, arg);
    }
}

static void appear(struct classic_turn *turn, const struct purchase *p)
{
    struct classic_open *open = turn->open;
    RD_ASSERT(p->seat < CLASSIC_SEATS);
    uint32_t slot = open->unit_count[p->seat];
    struct classic_unit unit = { p->id, (uint16_t)p->cell, CLASSIC_HEALTH_MAX, (uint8_t)p->type };
    open->unit[p->seat][slot] = unit;
    open->unit_count[p->seat]++;
    RD_ASSERT(slot < CLASSIC_UNITS_MAX);
    RD_ASSERT(p->slot < CLASSIC_UNITS_MAX);
    turn->secret[p->seat].order[slot] = turn->secret[p->seat].order[p->slot];
    tell_purchase(turn, CLASSIC_E_APPEARED, p);
    classic_enter(turn, p->seat * CLASSIC_UNITS_MAX + slot, p->cell);
}

static void purchases_appear(struct classic_turn *turn, uint32_t seat)
{
    struct classic_open *open = turn->open;
    RD_ASSERT(seat < CLASSIC_SEATS);
    struct classic_secret *secret = &turn->secret[seat];
    uint32_t first_slot = open->unit_count[seat];
    open->gold[seat] -= secret->spent;
    for (uint32_t i = 0; i < secret->bought_count; i++) {
        struct purchase p = { seat, first_slot + i, classic_bought_cell(secret->bought[i]),
                              classic_bought_type(secret->bought[i]), open->next_id[seat] };
        open->next_id[seat] = (uint16_t)(open->next_id[seat] + CLASSIC_SEATS);
        RD_ASSERT(p.cell < CLASSIC_CELLS);
        if (turn->at[p.cell] == 0) {
            appear(turn, &p);
        } else { /* P1 bought it too */
            RD_ASSERT(p.type < CLASSIC_TYPES);
            open->gold[seat] += classic_kinds[p.type].cost;
            tell_purchase(turn, CLASSIC_E_REFUNDED, &p);
        }
    }
}

/* ---- afterwards ---- */

static void remove_dead(struct classic_open *open, struct classic_secret *secret, uint32_t seat)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    struct classic_unit *unit = open->unit[seat];
    struct classic_order *order = secret->order;
    uint32_t kept = 1; /* a fallen base stays in its slot */
    for (uint32_t slot = 1; slot < open->unit_count[seat]; slot++) {
        if (unit[slot].health > 0) {
            unit[kept] = unit[slot];
            order[kept] = order[slot];
            kept++;
        }
    }
    memset(&unit[kept], 0, (CLASSIC_UNITS_MAX - kept) * sizeof unit[0]);
    memset(&order[kept], 0, (CLASSIC_UNITS_MAX - kept) * sizeof order[0]);
    open->unit_count[seat] = (uint16_t)kept;
}

/* Until the turn is over the dead stay in their slots, and what was bought and paid stays written
 * down: in a frame the dead are gone, and what was bought is a unit. */
static void settle(struct classic_state *frame, uint32_t seat)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    struct classic_secret *secret = &frame->secret[seat];
    remove_dead(&frame->open, secret, seat);
    memset(secret->bought, 0, sizeof secret->bought);
    secret->bought_count = 0;
    secret->spent = 0;
}

static void show(const struct classic_turn *turn, const struct classic_state *state, uint32_t step)
{
    struct classic_state *frame = rd_frame_open(turn->frames, state);
    if (frame != NULL) {
        for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
            settle(frame, seat);
        }
        rd_frame_close(turn->frames, step, turn->log);
    }
}

static uint32_t play_out(struct classic_turn *turn, const struct classic_state *state)
{
    uint32_t ending = classic_ranged_step(turn);
    show(turn, state, CLASSIC_STEP_RANGED);
    if (ending == CLASSIC_PLAYING) {
        ending = classic_melee_step(turn);
        show(turn, state, CLASSIC_STEP_MELEE);
    }
    for (uint32_t tick = 0; tick < CLASSIC_STEPS_MAX && ending == CLASSIC_PLAYING; tick++) {
        ending = classic_tick(turn);
        show(turn, state, CLASSIC_STEP_MOVEMENT);
    }
    const struct classic_open *open = turn->open;
    int32_t last = (open->turn_limit != 0 && open->turn >= open->turn_limit) ||
                   open->turn >= CLASSIC_TURNS_END;
    if (ending == CLASSIC_PLAYING && last) { /* R8.3 */
        ending = classic_decide_by_limit(open);
    }
    return ending;
}

void classic_execute(struct classic_state *state, struct rd_luck *luck, struct rd_event_log *log,
                     struct rd_frames *frames)
{
    struct classic_turn turn;
    turn.open = &state->open;
    turn.secret = state->secret;
    turn.luck = luck;
    turn.log = log;
    turn.frames = frames;
    turn.unit = state->open.unit[0];
    turn.wounded_count = 0;
    memset(turn.is_wounded, 0, sizeof turn.is_wounded);
    if (log != NULL) {
        memset(turn.note, 0, sizeof turn.note);
    }
    state->open.trace = 0;
    classic_fill(&state->open, turn.at);
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        purchases_appear(&turn, seat);
    }
    show(&turn, state, CLASSIC_STEP_PURCHASES);
    uint32_t ending = play_out(&turn, state);
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        remove_dead(&state->open, &state->secret[seat], seat);
    }
    if (ending != CLASSIC_PLAYING) {
        classic_end(state, ending, log);
        return;
    }
    state->open.turn++;
    classic_upkeep(state, log);
    show(&turn, state, CLASSIC_STEP_UPKEEP);
}
