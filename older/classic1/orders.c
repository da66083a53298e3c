/* Which orders are legal and why not (R5), and sealing them until both are done. */
#include "classic_internal.h"

#include <string.h>

rd_seats classic1_to_act(const void *state)
{
    const struct classic1_state *s = state;
    if (s->open.ending != CLASSIC_PLAYING) {
        return 0;
    }
    return (rd_seats)((s->secret[0].done ? 0u : 1u) | (s->secret[1].done ? 0u : 2u));
}

/* ---- one's own units, bought ones included ---- */

/* What an order is about: a unit in play, or one bought this turn. */
struct piece {
    uint32_t slot;
    uint32_t cell, type;
    uint32_t bought;
};

static uint32_t own_slot(const struct classic1_state *s, rd_seat seat, uint32_t id)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    uint32_t first_new = s->open.next_id[seat];
    if (id < first_new) {
        return classic1_slot_in_play(&s->open, seat, id);
    }
    uint32_t index = (id - first_new) / CLASSIC_SEATS;
    int32_t exists = (id - first_new) % CLASSIC_SEATS == 0 && index < s->secret[seat].bought_count;
    return exists ? s->open.unit_count[seat] + index : (uint32_t)CLASSIC_NOBODY;
}

static struct piece piece_in(const struct classic1_state *s, rd_seat seat, uint32_t slot)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    uint32_t count = s->open.unit_count[seat];
    struct piece piece = { slot, 0, 0, slot >= count };
    if (piece.bought) {
        uint16_t bought = s->secret[seat].bought[slot - count];
        piece.cell = classic1_bought_cell(bought);
        piece.type = classic1_bought_type(bought);
    } else {
        piece.cell = s->open.unit[seat][slot].cell;
        piece.type = s->open.unit[seat][slot].type;
    }
    return piece;
}

static struct rd_verdict fine(void)
{
    return rd_verdict_of(RD_OK, 0, 0);
}

static struct rd_verdict refuse(enum classic1_refusal why)
{
    return rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

/* The unit of an order to a unit, or why it can't be ordered. */
static struct rd_verdict judge_unit(const struct classic1_state *s, rd_seat seat,
                                    struct rd_action action, struct piece *piece)
{
    uint32_t id = action.arg[0];
    uint32_t slot = own_slot(s, seat, id);
    if (slot == CLASSIC_NOBODY) {
        int32_t enemy = classic1_slot_in_play(&s->open, 1u - seat, id) != CLASSIC_NOBODY;
        return enemy ? refuse(CLASSIC_NOT_YOURS)
                     : rd_verdict_of(RD_BAD_ARG, CLASSIC_NO_SUCH_UNIT, 0);
    }
    if (slot == 0) {
        return refuse(CLASSIC_BASE_ORDERED);
    }
    *piece = piece_in(s, seat, slot);
    int32_t walks = action.verb == CLASSIC_MOVE || action.verb == CLASSIC_EXTEND;
    if (piece->bought && action.verb != CLASSIC_CANCEL &&
        !(walks && classic1_is(piece->type, CLASSIC_T_AT_ONCE))) { /* R5.3 */
        return refuse(CLASSIC_JUST_BOUGHT);
    }
    return fine();
}

/* ---- each verb ---- */

static int32_t is_taken(const struct classic1_open *open, uint32_t cell)
{
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
            if (open->unit[seat][slot].cell == cell) {
                return 1;
            }
        }
    }
    return 0;
}

static int32_t is_bought(const struct classic1_secret *secret, uint32_t cell)
{
    for (uint32_t i = 0; i < secret->bought_count; i++) {
        if (classic1_bought_cell(secret->bought[i]) == cell) {
            return 1;
        }
    }
    return 0;
}

uint32_t classic1_cannot_grow(const struct classic1_open *open,
                              const struct classic1_secret *secret, uint32_t seat)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    if (open->unit_count[seat] + secret->bought_count >= CLASSIC_UNITS_MAX) {
        return CLASSIC_BUY_CROWD;
    }
    uint32_t id = open->next_id[seat] + (uint32_t)CLASSIC_SEATS * secret->bought_count;
    return id >= CLASSIC_IDS ? CLASSIC_BUY_IDS : 0;
}

static struct rd_verdict judge_buy(const struct classic1_state *s, rd_seat seat, uint32_t type,
                                   uint32_t cell)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    const struct classic1_secret *secret = &s->secret[seat];
    if (!classic1_exists(cell)) { /* R5.2, in this order */
        return rd_verdict_of(RD_BAD_ARG, CLASSIC_OFF_BOARD, 1);
    }
    if (is_taken(&s->open, cell)) {
        return refuse(CLASSIC_BUY_TAKEN);
    }
    if (!s->open.free_placement && classic1_distance(cell, classic1_base_cells[seat]) != 1) {
        return refuse(CLASSIC_BUY_PLACE);
    }
    if (is_bought(secret, cell)) {
        return refuse(CLASSIC_BUY_TWICE);
    }
    RD_ASSERT(type < CLASSIC_TYPES);
    if (s->open.gold[seat] - secret->spent < classic1_kinds[type].cost) {
        return refuse(CLASSIC_BUY_GOLD);
    }
    uint32_t why = classic1_cannot_grow(&s->open, secret, seat);
    return why == 0 ? fine() : refuse((enum classic1_refusal)why);
}

/* R5.4 */
static struct rd_verdict judge_move(const struct piece *piece, uint32_t to)
{
    if (!classic1_exists(to)) {
        return rd_verdict_of(RD_BAD_ARG, CLASSIC_OFF_BOARD, 1);
    }
    uint32_t steps = classic1_distance(piece->cell, to);
    if (steps == 0) {
        return refuse(CLASSIC_MOVE_NOWHERE);
    }
    return steps > CLASSIC_STEPS_MAX ? refuse(CLASSIC_MOVE_FAR) : fine();
}

/* R5.5 */
static struct rd_verdict judge_extend(const struct classic1_order *order, uint32_t to)
{
    if (!classic1_exists(to)) {
        return rd_verdict_of(RD_BAD_ARG, CLASSIC_OFF_BOARD, 1);
    }
    if (order->verb != CLASSIC_MOVE) {
        return refuse(CLASSIC_EXTEND_NOTHING);
    }
    if (order->steps == CLASSIC_STEPS_MAX) {
        return refuse(CLASSIC_EXTEND_LONG);
    }
    return classic1_distance(order->cell[0], to) == 1 ? fine() : refuse(CLASSIC_EXTEND_FAR);
}

/* R5.6, R5.7 */
static struct rd_verdict judge_attack(const struct classic1_open *open, rd_seat seat,
                                      const struct piece *piece, struct rd_action action)
{
    uint32_t at = action.arg[1];
    int32_t ranged = action.verb == CLASSIC_RANGED;
    if (!classic1_exists(at)) {
        return rd_verdict_of(RD_BAD_ARG, CLASSIC_OFF_BOARD, 1);
    }
    if (ranged && !classic1_is(piece->type, CLASSIC_T_SHOOTS)) {
        return refuse(CLASSIC_RANGED_ARCHERS);
    }
    if (!ranged && !classic1_is(piece->type, CLASSIC_T_FIGHTER)) {
        return refuse(CLASSIC_MELEE_SCOUT);
    }
    uint8_t standing[CLASSIC_CELLS];
    classic1_fill(open, standing);
    RD_ASSERT(at < CLASSIC_CELLS);
    if (standing[at] == 0) {
        return refuse(CLASSIC_NO_TARGET);
    }
    if (classic1_seat_of(standing[at] - 1u) == seat) {
        return refuse(CLASSIC_FRIENDLY_FIRE);
    }
    if (classic1_distance(piece->cell, at) > (ranged ? CLASSIC_ARROW_REACH : 1u)) {
        return refuse(ranged ? CLASSIC_RANGED_FAR : CLASSIC_MELEE_FAR);
    }
    return fine();
}

static struct rd_verdict judge_order(const struct classic1_state *s, rd_seat seat,
                                     struct rd_action action)
{
    struct piece piece = { 0, 0, 0, 0 };
    struct rd_verdict verdict = judge_unit(s, seat, action, &piece);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    RD_ASSERT(piece.slot < CLASSIC_UNITS_MAX);
    RD_ASSERT(seat < CLASSIC_SEATS);
    const struct classic1_order *order = &s->secret[seat].order[piece.slot];
    switch ((enum classic1_verb)action.verb) {
    case CLASSIC_MOVE:
        return judge_move(&piece, action.arg[1]);
    case CLASSIC_EXTEND:
        return judge_extend(order, action.arg[1]);
    case CLASSIC_RANGED:
    case CLASSIC_MELEE:
        return judge_attack(&s->open, seat, &piece, action);
    case CLASSIC_CANCEL:
        return order->verb != 0 ? fine() : refuse(CLASSIC_CANCEL_NOTHING);
    case CLASSIC_HEAL:
    case CLASSIC_DEFEND:
    case CLASSIC_BUY:
    case CLASSIC_DONE:
    case CLASSIC_UNDONE:
    case CLASSIC_VERBS:
        break;
    }
    return verdict;
}

struct rd_verdict classic1_judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct classic1_state *s = state;
    if (s->open.ending != CLASSIC_PLAYING) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    if (seat >= CLASSIC_SEATS) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    struct rd_verdict verdict = rd_action_in_range(classic1_verbs, action);
    if (verdict.code == RD_OK && action.verb == CLASSIC_UNDONE) { /* R5.11 */
        return s->secret[seat].done ? verdict : refuse(CLASSIC_UNDONE_NOT_DONE);
    }
    if (s->secret[seat].done) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    if (verdict.code != RD_OK || action.verb == CLASSIC_DONE) {
        return verdict;
    }
    return action.verb == CLASSIC_BUY ? judge_buy(s, seat, action.arg[0], action.arg[1])
                                      : judge_order(s, seat, action);
}

/* ---- sealing ---- */

static void seal_purchase(struct classic1_state *s, rd_seat seat, struct rd_action action,
                          struct rd_event_log *log)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    struct classic1_secret *secret = &s->secret[seat];
    uint32_t type = action.arg[0];
    uint32_t index = secret->bought_count;
    RD_ASSERT(index < CLASSIC_UNITS_MAX);
    secret->bought[index] = (uint16_t)(type << 12 | action.arg[1]);
    secret->bought_count++;
    RD_ASSERT(type < CLASSIC_TYPES);
    secret->spent += classic1_kinds[type].cost;
    if (log != NULL) {
        int32_t id = s->open.next_id[seat] + CLASSIC_SEATS * (int32_t)index;
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat, id, (int32_t)type, action.arg[1],
                                                 s->open.gold[seat] - secret->spent };
        classic1_tell_seat(log, CLASSIC_E_BOUGHT, seat, arg);
    }
}

/* R5.1: the orders that stand get the numbers from 1 on, in the order they had. */
static void number_anew(struct classic1_secret *secret)
{
    uint32_t last = 0;
    for (secret->priority = 0;; secret->priority++) {
        struct classic1_order *next = NULL;
        for (uint32_t slot = 1; slot < CLASSIC_UNITS_MAX; slot++) {
            struct classic1_order *order = &secret->order[slot];
            if (order->priority > last && (next == NULL || order->priority < next->priority)) {
                next = order;
            }
        }
        if (next == NULL) {
            return;
        }
        last = next->priority;
        next->priority = (uint16_t)(secret->priority + 1);
    }
}

/* R5.1: a new order takes the place of the old one, and a new number. */
static void seal_order(struct classic1_state *s, rd_seat seat, struct rd_action action)
{
    RD_ASSERT(seat < CLASSIC_SEATS);
    struct classic1_secret *secret = &s->secret[seat];
    uint32_t slot = own_slot(s, seat, action.arg[0]);
    RD_ASSERT(slot < CLASSIC_UNITS_MAX);
    struct classic1_order *order = &secret->order[slot];
    if (action.verb == CLASSIC_EXTEND) { /* the number stays */
        order->cell[1] = action.arg[1];
        order->steps = CLASSIC_STEPS_MAX;
        return;
    }
    memset(order, 0, sizeof *order);
    if (action.verb == CLASSIC_CANCEL) {
        return;
    }
    order->verb = (uint8_t)action.verb;
    if (action.verb == CLASSIC_HEAL || action.verb == CLASSIC_DEFEND) {
        return;
    }
    if (secret->priority == CLASSIC_PRIORITY_MAX) {
        number_anew(secret);
    }
    secret->priority++;
    order->priority = secret->priority;
    order->cell[0] = action.arg[1];
    if (action.verb == CLASSIC_MOVE) {
        uint32_t from = piece_in(s, seat, slot).cell;
        uint16_t first = classic1_first_step(from, action.arg[1], classic1_base_cells[1 - seat]);
        RD_ASSERT(first != RD_NO_CELL);
        order->steps = first == action.arg[1] ? 1 : CLASSIC_STEPS_MAX;
        order->cell[0] = first;
        order->cell[1] = order->steps == 1 ? 0 : action.arg[1];
    }
}

void classic1_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                    struct rd_event_log *log)
{
    struct classic1_state *s = state;
    RD_ASSERT(classic1_judge(state, seat, action).code == RD_OK);
    switch ((enum classic1_verb)action.verb) {
    case CLASSIC_BUY:
        seal_purchase(s, seat, action, log);
        break;
    case CLASSIC_DONE:
        s->secret[seat].done = 1;
        break;
    case CLASSIC_UNDONE:
        s->secret[seat].done = 0;
        break;
    case CLASSIC_MOVE:
    case CLASSIC_EXTEND:
    case CLASSIC_RANGED:
    case CLASSIC_MELEE:
    case CLASSIC_HEAL:
    case CLASSIC_DEFEND:
    case CLASSIC_CANCEL:
    case CLASSIC_VERBS:
        seal_order(s, seat, action);
        break;
    }
    if (s->secret[0].done && s->secret[1].done) {
        classic1_execute(s, luck, log);
    }
}
