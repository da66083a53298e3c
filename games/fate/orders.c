/* Which orders are legal and why not (R6.2), and carrying them out. */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "move.h"
#include "picks.h"
#include "prompt.h"
#include "refusals.h"
#include "rules.h"
#include "stealth.h"
#include "turn.h"

rd_seats fate_to_act(const void *state)
{
    const struct fate_state *s = state;
    if (s->phase == FATE_ENDED) {
        return 0;
    }
    return RD_SEAT_BIT(s->prompt == FATE_NO_CARD ? s->current : fate_seat_of(s->prompt_unit));
}

static struct rd_verdict refuse(uint32_t why)
{
    return why == 0 ? rd_verdict_of(RD_OK, 0, 0) : rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

/* ---- judging ---- */

/* R4.2 */
static uint32_t judge_place(const struct fate_state *s, uint32_t unit, uint32_t cell)
{
    uint32_t seat = s->current;
    if (unit >= FATE_CORE || fate_seat_of(unit) != seat) {
        return FATE_R_NOT_YOURS;
    }
    if (s->unit[unit].at != FATE_NONE) {
        return FATE_R_PLACED;
    }
    if (fate_row(cell) != (seat == 0 ? 0u : FATE_SIDE - 1u) ||
        fate_column(cell) < FATE_HOME_FIRST || fate_column(cell) > FATE_HOME_LAST) {
        return FATE_R_PLACE_ROW;
    }
    return fate_unit_at(s, cell) == FATE_NONE ? 0 : FATE_R_PLACE_TAKEN;
}

/* R7.6 */
uint32_t fate_judge_roll(const struct fate_state *s, uint32_t unit)
{
    uint32_t rolled = fate_traits_of(s, unit)->moves & (uint32_t)FATE_ROLLED;
    if (rolled == 0) {
        return FATE_R_NO_ROLL;
    }
    uint32_t held = (fate_fx_flags(s, unit) & FATE_FX_STOPS) != 0;
    uint32_t why = fate_spent(s, unit, FATE_M);
    return why == 0 && held && rolled != FATE_JUMPS ? (uint32_t)FATE_R_HELD : why;
}

/* R7.1 */
static uint32_t judge_move(const struct fate_state *s, uint32_t unit, uint32_t to)
{
    RD_ASSERT(unit < FATE_UNITS && to < FATE_CELLS);
    uint32_t moves = fate_traits_of(s, unit)->moves;
    uint32_t why = fate_spent(s, unit, FATE_M);
    if (why != 0) {
        return why;
    }
    if ((fate_fx_flags(s, unit) & FATE_FX_STOPS) != 0 && moves != FATE_JUMPS) {
        return FATE_R_HELD;
    }
    if (s->roll == 0 && moves != 0 && (moves & ~(uint32_t)FATE_ROLLED) == 0) {
        return FATE_R_ROLL_FIRST;
    }
    struct fate_set cells = fate_moves(s, unit);
    return fate_set_has(&cells, to) ? 0 : FATE_R_CANT_GO;
}

/* R8.1 */
static uint32_t judge_attack(const struct fate_state *s, uint32_t unit, uint32_t target)
{
    RD_ASSERT(unit < FATE_UNITS && target < FATE_UNITS);
    uint32_t why = fate_spent(s, unit, FATE_A);
    if (why != 0) {
        return why;
    }
    if (fate_traits_of(s, unit)->reach == 0) {
        return FATE_R_CANT_ATTACK;
    }
    if ((fate_targets(s, unit) >> target & 1u) != 0) {
        return 0;
    }
    return fate_seat_of(target) == fate_seat_of(unit) ? FATE_R_OWN_UNIT
           : s->unit[target].hp == 0                  ? FATE_R_DEAD
           : s->unit[target].hidden                   ? FATE_R_HIDDEN
                                                      : FATE_R_OUT_OF_REACH;
}

/* R9.1 */
static uint32_t judge_stealth(const struct fate_state *s, uint32_t unit)
{
    return fate_traits_of(s, unit)->hides == 0 ? (uint32_t)FATE_R_CANT_HIDE
                                               : fate_spent(s, unit, FATE_S);
}

static uint32_t slot_of_search(uint32_t arg)
{
    RD_ASSERT(arg <= 1);
    return arg == 0 ? FATE_M : FATE_C;
}

/* R9.8 */
static uint32_t judge_search(const struct fate_state *s, uint32_t unit, uint32_t arg)
{
    return (fate_traits_of(s, unit)->flags & FATE_STILL) != 0
               ? (uint32_t)FATE_R_CANT_SEARCH
               : fate_spent(s, unit, slot_of_search(arg));
}

static uint32_t judge_choice(const struct fate_state *s, uint32_t option)
{
    RD_ASSERT(option < FATE_OPTIONS);
    struct fate_options options = fate_prompt_options(s);
    return fate_options_have(&options, option) ? 0 : FATE_R_NO_OPTION;
}

/* R4.4 */
static uint32_t judge_choosing(const struct fate_state *s, struct rd_action action)
{
    switch (action.verb) {
    case FATE_V_BAN:
        return fate_judge_ban(s, fate_picked_kind(action.arg[0]));
    case FATE_V_PICK:
        return fate_judge_pick(s, fate_picked_kind(action.arg[0]));
    default:
        return FATE_R_PICKING;
    }
}

static struct rd_verdict judge_battle(const struct fate_state *s, struct rd_action action)
{
    RD_ASSERT(s->active < FATE_UNITS);
    uint32_t unit = s->active;
    switch (action.verb) {
    case FATE_V_PLACE:
        return refuse(FATE_R_NOT_PLACING);
    case FATE_V_ROLL_MOVE:
        return refuse(fate_judge_roll(s, unit));
    case FATE_V_MOVE:
        return refuse(judge_move(s, unit, action.arg[0]));
    case FATE_V_ATTACK:
        return refuse(judge_attack(s, unit, action.arg[0]));
    case FATE_V_STEALTH:
        return refuse(judge_stealth(s, unit));
    case FATE_V_SEARCH:
        return refuse(judge_search(s, unit, action.arg[0]));
    case FATE_V_CHOOSE:
        return refuse(FATE_R_NO_PROMPT);
    case FATE_V_END_TURN:
        return refuse(0);
    case FATE_V_BAN:
    case FATE_V_PICK:
        return refuse(FATE_R_NOT_PICKING);
    default:
        return fate_judge_card(s, unit, fate_verb_cards[action.verb - FATE_V_CARDS], action);
    }
}

struct rd_verdict fate_judge(const void *state, rd_seat seat, struct rd_action action)
{
    struct fate_state copy;
    const struct fate_state *s = fate_as_seen(state, seat, &copy);
    if (s->phase == FATE_ENDED) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    if (seat >= FATE_SEATS || (fate_to_act(s) & RD_SEAT_BIT(seat)) == 0) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    struct rd_verdict verdict = rd_action_in_range(fate_verbs, action);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    if (s->phase == FATE_PICKING) {
        return refuse(judge_choosing(s, action));
    }
    if (s->phase == FATE_PLACEMENT) {
        return refuse(action.verb == FATE_V_PLACE ? judge_place(s, action.arg[0], action.arg[1])
                                                  : (uint32_t)FATE_R_PLACING);
    }
    if (s->prompt != FATE_NO_CARD) {
        return refuse(action.verb == FATE_V_CHOOSE ? judge_choice(s, action.arg[0])
                                                   : (uint32_t)FATE_R_PROMPT_OPEN);
    }
    return judge_battle(s, action);
}

/* ---- carrying out ---- */

static void place(struct fate_run *run, uint32_t unit, uint32_t cell)
{
    RD_ASSERT(run->s->placed_count < FATE_CORE && cell < FATE_CELLS);
    struct fate_state *s = run->s;
    s->unit[unit].at = (uint8_t)cell;
    s->placed[s->placed_count] = (uint8_t)unit;
    s->placed_count++;
    s->current = (uint8_t)(1 - s->current);
    FATE_TELL(run, FATE_E_PLACED, RD_ALL_SEATS, (int32_t)unit, (int32_t)cell);
    if (s->placed_count == FATE_CORE) {
        fate_begin_battle(run);
    }
}

/* R8.1, R8.4: the slot is spent when the attack is resolved. */
static void attack(struct fate_run *run, uint32_t unit, uint32_t target)
{
    RD_ASSERT(unit < FATE_UNITS && target < FATE_UNITS);
    uint32_t arrow = fate_traits_of(run->s, unit)->pattern == FATE_ARROW;
    if (arrow && fate_arrow_stopped(run, unit, target)) {
        run->s->unit[unit].slots |= FATE_A;
        return;
    }
    fate_begin_attack(run, unit, target, FATE_AT_NORMAL | FATE_AT_SPENDS, FATE_NO_CARD);
}

uint32_t fate_move_flags(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    uint32_t jumps = fate_traits_of(s, unit)->moves & FATE_JUMPS;
    return FATE_MV_SPENDS | FATE_MV_RIDES | (jumps ? FATE_MV_JUMPS : 0u);
}

/* R23.1: what one of a pair may do without being told from the other. */
static uint32_t keeps_pair(const struct fate_state *s, struct rd_action action)
{
    if (action.verb == FATE_V_ROLL_MOVE || action.verb == FATE_V_END_TURN ||
        action.verb == FATE_V_CHOOSE) {
        return 1;
    }
    if (action.verb < FATE_V_CARDS) {
        return 0;
    }
    const struct fate_hooks *card = fate_hooks[fate_verb_cards[action.verb - FATE_V_CARDS]];
    return card->keeps_pair != NULL && card->keeps_pair(s, s->active, action.arg);
}

static void carry_out(struct fate_run *run, struct rd_action action)
{
    struct fate_state *s = run->s;
    uint32_t unit = s->active;
    switch (action.verb) {
    case FATE_V_PLACE:
        place(run, action.arg[0], action.arg[1]);
        return;
    case FATE_V_ROLL_MOVE:
        fate_roll_move(run, unit);
        return;
    case FATE_V_MOVE:
        fate_begin_move(run, unit, action.arg[0], fate_move_flags(s, unit));
        return;
    case FATE_V_ATTACK:
        attack(run, unit, action.arg[0]);
        return;
    case FATE_V_STEALTH:
        fate_stealth(run, unit);
        return;
    case FATE_V_SEARCH:
        fate_search(run, unit, slot_of_search(action.arg[0]));
        return;
    case FATE_V_CHOOSE:
        fate_answer(run, action.arg[0]);
        return;
    case FATE_V_END_TURN:
        fate_end_turn(run);
        return;
    case FATE_V_BAN:
        fate_ban(run, fate_picked_kind(action.arg[0]));
        return;
    case FATE_V_PICK:
        fate_pick(run, fate_picked_kind(action.arg[0]));
        return;
    default:
        fate_use_card(run, unit, fate_verb_cards[action.verb - FATE_V_CARDS], action);
        return;
    }
}

/* R23.1: the rules are given the units that the seat means, not the ones that it names. */
static struct rd_action with_units_meant(const struct fate_state *s, rd_seat seat,
                                         struct rd_action action)
{
    for (uint32_t i = 0; i < fate_units_named(action.verb); i++) {
        action.arg[i] = (uint16_t)fate_true_name(s, seat, action.arg[i]);
    }
    return action;
}

void fate_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                      struct rd_event_log *log, struct rd_frames *frames)
{
    struct fate_run run = { state, luck, log, 0, 0, frames };
    RD_ASSERT(fate_judge(state, seat, action).code == RD_OK);
    action = with_units_meant(state, seat, action);
    if (fate_has_heroes(run.s) && run.s->phase == FATE_BATTLE && !keeps_pair(run.s, action)) {
        fate_tell_apart(&run, run.s->active);
    }
    carry_out(&run, action);
    fate_go(&run);
    fate_settle(&run);
}

void fate_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                struct rd_event_log *log)
{
    fate_apply_steps(state, seat, action, luck, log, NULL);
}
