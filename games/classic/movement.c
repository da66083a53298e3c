/* One tick of movement: R7.1 to R7.9. */
#include "classic_internal.h"

#include <string.h>

/* Those who want the same tile, by priority. */
struct group {
    uint32_t count;
    uint16_t who[CLASSIC_WHO_MAX];
};

/* R7.1: it has a step left and has not acted in this tick. */
static int32_t is_unresolved(struct classic_turn *turn, uint32_t who)
{
    const struct classic_order *order = classic_order_of(turn, who);
    return order->verb == CLASSIC_MOVE && order->steps > 0 && !turn->acted[who];
}

static uint32_t next_cell(struct classic_turn *turn, uint32_t who)
{
    return classic_order_of(turn, who)->cell[0];
}

static void end_order(struct classic_turn *turn, uint32_t who)
{
    RD_ASSERT(who < CLASSIC_WHO_MAX);
    turn->acted[who] = 1;
    classic_order_of(turn, who)->verb = 0;
}

static void drop_step(struct classic_turn *turn, uint32_t who)
{
    struct classic_order *order = classic_order_of(turn, who);
    RD_ASSERT(who < CLASSIC_WHO_MAX);
    turn->acted[who] = 1;
    order->cell[0] = order->cell[1];
    RD_ASSERT(order->steps > 0);
    order->steps--;
    if (order->steps == 0) {
        order->verb = 0;
    }
}

/* Into an empty tile. */
static void walk_into(struct classic_turn *turn, uint32_t who, uint32_t to)
{
    uint32_t from = turn->unit[who].cell;
    RD_ASSERT(from < CLASSIC_CELLS);
    turn->at[from] = 0;
    classic_tell_move(turn, CLASSIC_E_MOVED, who, from, to);
    classic_enter(turn, who, to);
}

/* ---- swaps and rings ---- */

/* R7.3, R7.4: follow unresolved steps from the tile that `who` wants; if they lead to its own tile,
 * ring has all who turn, `who` first. Otherwise it is empty. */
static void find_ring(struct classic_turn *turn, uint32_t who, struct group *ring)
{
    uint32_t home = turn->unit[who].cell;
    uint32_t mover = who;
    ring->count = 0;
    for (uint32_t i = 0; i < CLASSIC_WHO_MAX; i++) {
        ring->who[i] = (uint16_t)mover;
        uint32_t to = next_cell(turn, mover);
        if (to == home) {
            ring->count = i + 1;
            return;
        }
        mover = classic_who_at(turn, to);
        if (mover == CLASSIC_NOBODY || !is_unresolved(turn, mover)) {
            return;
        }
    }
}

static void tell_turning(struct classic_turn *turn, const struct group *ring)
{
    if (turn->log == NULL) {
        return;
    }
    const struct classic_unit *first = &turn->unit[ring->who[0]];
    if (ring->count == 2) {
        const struct classic_unit *second = &turn->unit[ring->who[1]];
        const int32_t arg[RD_EVENT_ARGS_MAX] = { first->id, second->id, first->cell, second->cell };
        classic_tell(turn->log, CLASSIC_E_SWAPPED, 0, arg);
        return;
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t who = ring->who[i];
        classic_tell_move(turn, CLASSIC_E_TURNED, who, turn->unit[who].cell, next_cell(turn, who));
    }
}

/* Every tile of the ring gets a new unit, so none needs to be emptied first. */
static void turn_ring(struct classic_turn *turn, const struct group *ring)
{
    tell_turning(turn, ring);
    for (uint32_t i = 0; i < ring->count; i++) {
        classic_enter(turn, ring->who[i], next_cell(turn, ring->who[i]));
        drop_step(turn, ring->who[i]);
    }
}

/* ---- fights ---- */

/* R7.5, R7.6 */
static uint32_t charge(struct classic_turn *turn, uint32_t who, uint32_t whom)
{
    uint32_t from = turn->unit[who].cell;
    uint32_t to = turn->unit[whom].cell;
    int32_t head_on = is_unresolved(turn, whom) && next_cell(turn, whom) == from;
    struct classic_strength attack = classic_melee_strength(&turn->unit[who], 0);
    struct classic_strength defence = classic_melee_strength(&turn->unit[whom], 0);
    struct classic_blow blow = { CLASSIC_E_CHARGED, who, whom, attack, defence };
    classic_strike(turn, &blow);
    if (head_on || classic_defends(turn, whom)) {
        struct classic_blow answer = { CLASSIC_E_CHARGE_ANSWERED, whom, who, defence, attack };
        classic_strike(turn, &answer);
    }
    end_order(turn, who);
    if (head_on) {
        end_order(turn, whom);
    }
    uint32_t ending = classic_settle(turn);
    if (ending != CLASSIC_PLAYING) {
        return ending;
    }
    int32_t alive = turn->unit[who].health > 0;
    int32_t holds = turn->unit[whom].health > 0;
    if (alive && !holds) {
        walk_into(turn, who, to);
    } else if (!alive && holds && head_on) {
        walk_into(turn, whom, from);
    }
    return CLASSIC_PLAYING;
}

/* R7.2 to R7.6: one mover whose turn it is. */
static uint32_t move_one(struct classic_turn *turn, uint32_t who)
{
    uint32_t to = next_cell(turn, who);
    uint32_t holder = classic_who_at(turn, to);
    if (holder == CLASSIC_NOBODY) {
        walk_into(turn, who, to);
        drop_step(turn, who);
        return CLASSIC_PLAYING;
    }
    int32_t friendly = classic_seat_of(holder) == classic_seat_of(who);
    struct group ring;
    find_ring(turn, who, &ring);
    if (ring.count >= (friendly ? 2u : 3u)) {
        turn_ring(turn, &ring);
        return CLASSIC_PLAYING;
    }
    if (!friendly) {
        return charge(turn, who, holder);
    }
    classic_note(turn, CLASSIC_E_BLOCKED, who, to);
    end_order(turn, who);
    return CLASSIC_PLAYING;
}

/* ---- an empty tile that several want ---- */

/* R7.8: each strikes with the strength of its health, at one who defends as with full health. */
static void meet(struct classic_turn *turn, uint32_t first, uint32_t second)
{
    const uint32_t pair[CLASSIC_SEATS] = { first, second };
    for (uint32_t i = 0; i < CLASSIC_SEATS; i++) { /* R10.1: the loss of P1's unit comes first */
        uint32_t whom = pair[i];
        uint32_t who = pair[1 - i];
        RD_ASSERT(turn->unit[whom].type < CLASSIC_TYPES);
        struct classic_strength unscaled = { classic_kinds[turn->unit[whom].type].melee, 0,
                                             CLASSIC_HEALTH_MAX };
        struct classic_blow blow = { CLASSIC_E_CONTESTED, who, whom,
                                     classic_melee_strength(&turn->unit[who], 0), unscaled };
        classic_strike(turn, &blow);
    }
    classic_settle(turn);
}

/* Those from `next` on stay where they are. */
static void stop_queue(struct classic_turn *turn, const struct group *queue, uint32_t next,
                       uint32_t cell)
{
    for (uint32_t i = next; i < queue->count; i++) {
        classic_note(turn, CLASSIC_E_LEFT_OUT, queue->who[i], cell);
        end_order(turn, queue->who[i]);
    }
}

/* R7.8, R7.9: the front of a queue enters, and every order in the queue ends. */
static void take_tile(struct classic_turn *turn, const struct group *queue, uint32_t front,
                      uint32_t cell)
{
    RD_ASSERT(front < CLASSIC_WHO_MAX);
    walk_into(turn, queue->who[front], cell);
    end_order(turn, queue->who[front]);
    stop_queue(turn, queue, front + 1, cell);
}

/* R7.9: only friends want the tile. The first of them enters and goes on, the others stop. */
static void enter_first(struct classic_turn *turn, const struct group *movers, uint32_t cell)
{
    walk_into(turn, movers->who[0], cell);
    drop_step(turn, movers->who[0]);
    stop_queue(turn, movers, 1, cell);
}

/* A front that fought and lives has done what it could. */
static void stand_down(struct classic_turn *turn, uint32_t who, uint32_t cell)
{
    if (turn->unit[who].health > 0) {
        classic_note(turn, CLASSIC_E_LEFT_OUT, who, cell);
        end_order(turn, who);
    }
}

static void contest(struct classic_turn *turn, const struct group *movers, uint32_t cell)
{
    struct group queue[CLASSIC_SEATS];
    uint32_t next[CLASSIC_SEATS] = { 0, 0 };
    queue[0].count = queue[1].count = 0;
    for (uint32_t i = 0; i < movers->count; i++) {
        struct group *own = &queue[classic_seat_of(movers->who[i])];
        RD_ASSERT(own->count < CLASSIC_WHO_MAX);
        own->who[own->count] = movers->who[i];
        own->count++;
    }
    if (queue[0].count == 0 || queue[1].count == 0) {
        enter_first(turn, movers, cell);
        return;
    }
    while (next[0] < queue[0].count && next[1] < queue[1].count) {
        uint32_t front[CLASSIC_SEATS] = { queue[0].who[next[0]], queue[1].who[next[1]] };
        meet(turn, front[0], front[1]);
        for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
            uint32_t other = 1 - seat;
            if (turn->unit[front[seat]].health > 0 && turn->unit[front[other]].health == 0 &&
                next[other] + 1 == queue[other].count) {
                take_tile(turn, &queue[seat], next[seat], cell);
                return;
            }
        }
        for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
            stand_down(turn, front[seat], cell);
            next[seat]++;
        }
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        if (next[seat] < queue[seat].count) {
            take_tile(turn, &queue[seat], next[seat], cell);
        }
    }
}

/* ---- the tick ---- */

static uint32_t move_group(struct classic_turn *turn, const struct group *wanted, uint32_t cell)
{
    struct group movers;
    movers.count = 0;
    for (uint32_t i = 0; i < wanted->count; i++) {
        if (is_unresolved(turn, wanted->who[i])) {
            RD_ASSERT(movers.count < CLASSIC_WHO_MAX);
            movers.who[movers.count] = wanted->who[i];
            movers.count++;
        }
    }
    if (movers.count > 1 && turn->at[cell] == 0) {
        contest(turn, &movers, cell);
        return CLASSIC_PLAYING;
    }
    uint32_t ending = CLASSIC_PLAYING;
    for (uint32_t i = 0; i < movers.count && ending == CLASSIC_PLAYING; i++) { /* R7.7 */
        if (is_unresolved(turn, movers.who[i])) {
            ending = move_one(turn, movers.who[i]);
        }
    }
    return ending;
}

uint32_t classic_tick(struct classic_turn *turn)
{
    struct classic_turn_list list;
    uint16_t wanted[CLASSIC_WHO_MAX];
    uint32_t ending = CLASSIC_PLAYING;
    classic_gather(turn, CLASSIC_MOVE, CLASSIC_PRIORITY_FIRST, &list);
    if (list.count == 0) {
        return CLASSIC_PLAYING;
    }
    memset(turn->acted, 0, sizeof turn->acted);
    for (uint32_t i = 0; i < list.count; i++) { /* as the tick begins */
        wanted[i] = (uint16_t)next_cell(turn, list.who[i]);
    }
    for (uint32_t i = 0; i < list.count && ending == CLASSIC_PLAYING; i++) {
        uint16_t cell = wanted[i];
        struct group group;
        group.count = 0;
        for (uint32_t k = i; k < list.count && cell != RD_NO_CELL; k++) {
            if (wanted[k] == cell) {
                RD_ASSERT(group.count < CLASSIC_WHO_MAX);
                group.who[group.count] = list.who[k];
                group.count++;
                wanted[k] = RD_NO_CELL; /* in a group now */
            }
        }
        if (group.count > 0) {
            ending = move_group(turn, &group, cell);
        }
    }
    classic_tell_notes(turn);
    return ending;
}
