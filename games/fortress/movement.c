/* One tick of movement (R12.1 to R12.7), and cutting paths to what the truth allows (R9.6). */
#include "movement.h"

#include <string.h>

/* ---- orders ---- */

void fortress_stop(struct fortress_turn *turn, uint32_t who)
{
    if (who < FORTRESS_FIRST_NEUTRAL && turn->s->task[who].verb == FORTRESS_MOVE) {
        memset(&turn->s->task[who], 0, sizeof turn->s->task[who]);
    }
}

static int32_t has_step(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    return s->task[who].verb == FORTRESS_MOVE && s->plan[who].steps > 0;
}

void fortress_trim_moves(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    for (uint32_t who = 0; who < FORTRESS_FIRST_NEUTRAL; who++) {
        if (s->task[who].verb != FORTRESS_MOVE) {
            continue;
        }
        struct fortress_plan *plan = fortress_plan_of(s, who);
        struct fortress_plan cut = *plan;
        cut.length = (uint8_t)(plan->from + plan->steps);
        struct fortress_walk walk = { &cut, FORTRESS_NEUTRAL, fortress_owner(who),
                                      s->piece[who].type, plan->from };
        uint32_t steps = fortress_affordable(s, &walk);
        if (steps < plan->steps) {
            turn->trimmed[who] = (uint16_t)(1 + fortress_path_cell(plan, plan->from + steps));
            plan->steps = (uint8_t)steps;
        }
        if (steps == 0) {
            fortress_stop(turn, who);
        }
    }
}

int32_t fortress_is_moving(const struct fortress_movement *m, uint32_t who)
{
    if (who >= FORTRESS_MOVERS_MAX || !fortress_lives(m->turn, who) || m->moved[who]) {
        return 0;
    }
    return m->won_contest[who] || has_step(m->turn->s, who);
}

void fortress_halt(struct fortress_movement *m, uint32_t who)
{
    m->busy = 1;
    if (who < FORTRESS_MOVERS_MAX) {
        m->won_contest[who] = 0;
        fortress_stop(m->turn, who);
    }
}

/* ---- the tick's beginning: R12.1, R12.2 ---- */

static int32_t allows_hop(const struct fortress_turn *turn, uint32_t seat, uint32_t cell)
{
    const struct fortress_state *s = turn->s;
    uint32_t mine = fortress_mine_at(&s->board, cell);
    uint32_t structure = fortress_who_on(turn, cell);
    RD_ASSERT(cell < FORTRESS_CELLS);
    return fortress_track(s->site[cell]) > 1 ||
           (mine != FORTRESS_NOBODY && s->mine_owner[mine] == seat + 1) ||
           (structure != FORTRESS_NOBODY && fortress_owner(structure) == seat);
}

static int32_t may_hop(const struct fortress_turn *turn, uint32_t who, uint32_t over, uint32_t to)
{
    const struct fortress_state *s = turn->s;
    uint32_t seat = fortress_owner(who), worker = fortress_who_at(turn, over);
    if (worker == FORTRESS_NOBODY || fortress_owner(worker) != seat ||
        !fortress_is(s->piece[worker].type, FORTRESS_T_WORKER) || has_step(s, worker) ||
        turn->at[to] != 0) {
        return 0;
    }
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    return !turn->hopped[who] && allows_hop(turn, seat, s->piece[who].cell) &&
           allows_hop(turn, seat, over) && allows_hop(turn, seat, to);
}

static void set_out(struct fortress_movement *m, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    const struct fortress_plan *plan = &m->turn->s->plan[who];
    uint32_t cell = m->turn->s->piece[who].cell;
    uint32_t to = fortress_beside(cell, fortress_path_get(plan, plan->from));
    m->hops[who] = 0;
    if (plan->steps >= 2) {
        uint32_t far = fortress_beside(to, fortress_path_get(plan, plan->from + 1u));
        if (may_hop(m->turn, who, to, far)) {
            m->hops[who] = 1;
            to = far;
        }
    }
    m->dest[who] = (uint16_t)to;
    m->start[who] = (uint16_t)cell;
    if (fortress_has(&m->wanted, to)) {
        fortress_add(&m->contested, to);
    }
    fortress_add(&m->wanted, to);
}

static void begin(struct fortress_movement *m, struct fortress_turn *turn)
{
    const struct fortress_state *s = turn->s;
    m->turn = turn;
    m->count = 0;
    m->busy = 0;
    memset(&m->wanted, 0, sizeof m->wanted);
    memset(&m->contested, 0, sizeof m->contested);
    memset(m->moved, 0, sizeof m->moved);
    memset(m->won_contest, 0, sizeof m->won_contest);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        uint32_t first = fortress_unit_who(seat, 0);
        for (uint32_t who = first; who < first + s->side[seat].units; who++) {
            if (has_step(s, who) && s->piece[who].health > 0) {
                m->mover[m->count++] = (uint16_t)who;
            }
        }
    }
    fortress_sort_by_rank(s, m->mover, m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        set_out(m, m->mover[i]);
    }
}

/* Those who still want the cell, in rank order. */
static void entrants_of(const struct fortress_movement *m, uint32_t cell,
                        struct fortress_group *group)
{
    group->count = 0;
    for (uint32_t i = 0; i < m->count && fortress_has(&m->wanted, cell); i++) {
        uint32_t who = m->mover[i];
        if (m->dest[who] == cell && fortress_is_moving(m, who)) {
            group->who[group->count] = (uint16_t)who;
            group->count++;
        }
    }
}

/* ---- walking ---- */

static void drop_steps(struct fortress_movement *m, uint32_t who)
{
    struct fortress_state *s = m->turn->s;
    struct fortress_plan *plan = fortress_plan_of(s, who);
    if (!has_step(s, who)) {
        return; /* it fought, and was let through all the same */
    }
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    uint32_t count = m->hops[who] ? 2 : 1;
    plan->from = (uint8_t)(plan->from + count);
    plan->steps = (uint8_t)(plan->steps - count);
    if (plan->steps == 0) {
        fortress_stop(m->turn, who);
    }
}

/* It has left its cell, or leaves it now. */
static void walk(struct fortress_movement *m, uint32_t who, uint32_t to, uint32_t kind)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    uint32_t from = m->turn->s->piece[who].cell;
    fortress_leave(m->turn, who);
    fortress_enter(m->turn, who, to);
    fortress_tell_way(m->turn, kind, who, from, to);
    m->moved[who] = 1;
    m->busy = 1;
}

static void walk_on(struct fortress_movement *m, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    int32_t hops = m->hops[who];
    walk(m, who, m->dest[who], hops ? FORTRESS_E_HOPPED : FORTRESS_E_MOVED);
    m->turn->hopped[who] = (uint8_t)(m->turn->hopped[who] | hops);
    drop_steps(m, who);
}

/* ---- swaps of enemies: R12.3 ---- */

static void resolve_swap(struct fortress_movement *m, uint32_t u, uint32_t v)
{
    RD_ASSERT(u < FORTRESS_WHO_MAX);
    RD_ASSERT(v < FORTRESS_WHO_MAX);
    uint32_t cell_u = m->turn->s->piece[u].cell, cell_v = m->turn->s->piece[v].cell;
    fortress_collide(m, u, v);
    if (fortress_lives(m->turn, u) && !fortress_lives(m->turn, v)) {
        walk(m, u, cell_v, FORTRESS_E_MOVED);
    } else if (fortress_lives(m->turn, v) && !fortress_lives(m->turn, u)) {
        walk(m, v, cell_u, FORTRESS_E_MOVED);
    }
}

static void resolve_swaps(struct fortress_movement *m)
{
    uint16_t pair[FORTRESS_MOVERS_MAX][2];
    uint32_t pairs = 0;
    const struct fortress_piece *piece = m->turn->s->piece;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t u = m->mover[i], v = fortress_who_at(m->turn, m->dest[u]);
        if (v != FORTRESS_NOBODY && fortress_is_moving(m, v) &&
            fortress_owner(u) != fortress_owner(v) && m->dest[v] == piece[u].cell &&
            piece[u].rank < piece[v].rank) {
            pair[pairs][0] = (uint16_t)u;
            pair[pairs][1] = (uint16_t)v;
            pairs++;
        }
    }
    for (uint32_t i = 0; i < pairs; i++) {
        resolve_swap(m, pair[i][0], pair[i][1]);
    }
}

/* ---- cycles: R12.4 ---- */

/* The mover that stands where this one wants to go, or FORTRESS_NOBODY. */
static uint32_t next_in_line(const struct fortress_movement *m, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    uint32_t next = fortress_who_at(m->turn, m->dest[who]);
    return next != FORTRESS_NOBODY && fortress_is_moving(m, next) ? next
                                                                  : (uint32_t)FORTRESS_NOBODY;
}

/* Does nobody of another side want the cell that this mover wants? Friends don't matter: they will
 * find it taken, and wait. */
static int32_t is_uncontested(const struct fortress_movement *m, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_MOVERS_MAX);
    uint32_t cell = m->dest[who], rivals = 0;
    struct fortress_group group;
    if (!fortress_has(&m->contested, cell)) {
        return 1;
    }
    entrants_of(m, cell, &group);
    for (uint32_t i = 0; i < group.count; i++) {
        rivals += fortress_owner(group.who[i]) != fortress_owner(who);
    }
    return rivals == 0;
}

/* Everybody in it goes one step on; the first member has the lowest rank. */
static void turn_ring(struct fortress_movement *m, const struct fortress_group *ring)
{
    for (uint32_t i = 0; i < ring->count; i++) {
        fortress_leave(m->turn, ring->who[i]);
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        uint32_t who = ring->who[(i + ring->count - 1) % ring->count];
        walk(m, who, m->dest[who], FORTRESS_E_TURNED);
        drop_steps(m, who);
    }
}

/* The ring that a mover is part of, from this one on. 0: there is none, or rivals want a tile of
 * it.
 */
static int32_t find_ring(const struct fortress_movement *m, uint32_t first,
                         struct fortress_group *ring)
{
    uint8_t met[FORTRESS_MOVERS_MAX] = { 0 };
    uint32_t who = first;
    ring->count = 0;
    /* Who stands behind a ring comes to it, and never back to himself. */
    while (who != FORTRESS_NOBODY && !met[who] && fortress_is_moving(m, who) &&
           is_uncontested(m, who)) {
        met[who] = 1;
        ring->who[ring->count] = (uint16_t)who;
        ring->count++;
        who = next_in_line(m, who);
    }
    return ring->count > 0 && who == first;
}

/* By rank, so each begins with its member of the lowest rank. */
static void turn_free_rings(struct fortress_movement *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        struct fortress_group ring;
        if (find_ring(m, m->mover[i], &ring)) {
            turn_ring(m, &ring);
        }
    }
}

/* Fights for the tiles of a ring, from the first member's tile on. */
static void contest_ring(struct fortress_movement *m, uint32_t first)
{
    uint16_t tile[FORTRESS_MOVERS_MAX];
    uint32_t tiles = 0, who = first;
    do {
        tile[tiles] = m->turn->s->piece[who].cell;
        tiles++;
        who = fortress_who_at(m->turn, m->dest[who]);
    } while (who != first);
    for (uint32_t i = 0; i < tiles; i++) {
        struct fortress_group group;
        entrants_of(m, tile[i], &group);
        if (group.count < 2) {
            continue;
        }
        uint32_t winner = fortress_contest(m, &group);
        if (winner != FORTRESS_NOBODY) {
            m->won_contest[winner] = 1;
        }
    }
}

static void contest_rings(struct fortress_movement *m)
{
    uint16_t walked[FORTRESS_MOVERS_MAX] = { 0 }; /* 1 + number of the walk */
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t who = m->mover[i];
        while (who != FORTRESS_NOBODY && fortress_is_moving(m, who) && walked[who] == 0) {
            walked[who] = (uint16_t)(1 + i);
            who = next_in_line(m, who);
        }
        if (who != FORTRESS_NOBODY && fortress_is_moving(m, who) && walked[who] == 1 + i) {
            contest_ring(m, who);
        }
    }
}

/* ---- sinks: R12.6 ---- */

static uint32_t enter_or_fight(struct fortress_movement *m, uint32_t cell,
                               const struct fortress_group *group)
{
    const struct fortress_turn *turn = m->turn;
    uint32_t structure = fortress_who_on(turn, cell), there = fortress_who_at(turn, cell);
    int32_t stays = there != FORTRESS_NOBODY && !fortress_is_moving(m, there);
    int32_t stormed = 0;
    for (uint32_t i = 0; i < group->count && structure != FORTRESS_NOBODY; i++) {
        stormed |= fortress_owner(group->who[i]) != fortress_owner(structure);
    }
    struct fortress_defence defence = { cell, there, FORTRESS_NOBODY };
    if (stormed) {
        int32_t garrison = stays && fortress_owner(there) == fortress_owner(structure);
        defence.defender = structure;
        defence.garrison = garrison ? there : (uint32_t)FORTRESS_NOBODY;
    }
    return stormed || stays ? fortress_storm(m, group, &defence) : fortress_contest(m, group);
}

/* One tile, and then those from which its entrants came. */
static void settle_tile(struct fortress_movement *m, uint32_t cell, uint16_t *work, uint32_t *count)
{
    struct fortress_group group;
    entrants_of(m, cell, &group);
    for (uint32_t i = 0; i < group.count; i++) {
        work[*count] = m->turn->s->piece[group.who[i]].cell;
        ++*count;
    }
    if (group.count == 0) {
        return;
    }
    uint32_t winner = enter_or_fight(m, cell, &group);
    if (winner == FORTRESS_NOBODY) {
        return;
    }
    uint32_t there = fortress_who_at(m->turn, cell);
    if (there == FORTRESS_NOBODY) {
        walk_on(m, winner);
    } else if (!fortress_is_moving(m, there)) {
        fortress_halt(m, winner);
    }
}

static void settle_sinks(struct fortress_movement *m)
{
    struct fortress_set listed, done;
    uint16_t sink[FORTRESS_MOVERS_MAX];
    uint32_t sinks = 0;
    memset(&listed, 0, sizeof listed);
    memset(&done, 0, sizeof done);
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t who = m->mover[i], cell = m->dest[who];
        if (!fortress_is_moving(m, who) || fortress_has(&listed, cell) ||
            next_in_line(m, who) != FORTRESS_NOBODY) {
            continue;
        }
        fortress_add(&listed, cell);
        sink[sinks] = (uint16_t)cell;
        sinks++;
    }
    for (uint32_t i = 0; i < sinks; i++) {
        uint16_t work[FORTRESS_MOVERS_MAX + 1];
        uint32_t count = 1;
        work[0] = sink[i];
        for (uint32_t k = 0; k < count; k++) {
            if (!fortress_has(&done, work[k])) {
                fortress_add(&done, work[k]);
                settle_tile(m, work[k], work, &count);
            }
        }
    }
}

/* ---- the tick's end: R12.7 ---- */

int32_t fortress_spring_trap(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = s->piece[who].cell;
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    if (site.type != FORTRESS_TRAP || site.condition != FORTRESS_INTACT ||
        site.owner == fortress_owner(who)) {
        return 0;
    }
    struct fortress_report report = { FORTRESS_E_TRAPPED,
                                      0,
                                      fortress_witnesses(turn, who, cell),
                                      { (int32_t)s->piece[who].id, (int32_t)cell } };
    turn->cause[who] = fortress_tell(turn, &report);
    if (((uint32_t)report.seats >> site.owner & 1u) == 0) {
        RD_ASSERT(turn->trapped_count < FORTRESS_FIRST_NEUTRAL);
        turn->trapped[turn->trapped_count] = (uint16_t)who;
        turn->trapped_count++;
    }
    site.condition = FORTRESS_DISABLED;
    fortress_set_site(s, cell, fortress_site_code(&site));
    turn->stale |= FORTRESS_STALE_SITES;
    fortress_stop(turn, who);
    fortress_hurt(turn, who, (uint64_t)FORTRESS_TRAP_DAMAGE << 32);
    if (s->piece[who].health == 0) {
        fortress_kill(turn, who, site.owner);
    }
    return 1;
}

/* Those who came to another cell and live, by rank. */
static void newcomers(const struct fortress_movement *m, struct fortress_group *group)
{
    group->count = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t who = m->mover[i];
        if (fortress_lives(m->turn, who) && m->turn->s->piece[who].cell != m->start[who]) {
            group->who[group->count] = (uint16_t)who;
            group->count++;
        }
    }
    fortress_sort_by_rank(m->turn->s, group->who, group->count);
}

static void settle_in(struct fortress_movement *m)
{
    struct fortress_turn *turn = m->turn;
    struct fortress_group group;
    newcomers(m, &group);
    for (uint32_t i = 0; i < group.count; i++) {
        m->busy |= fortress_spring_trap(turn, group.who[i]);
    }
    for (uint32_t i = 0; i < group.count; i++) {
        uint32_t cell = turn->s->piece[group.who[i]].cell;
        if (fortress_lives(turn, group.who[i]) && fortress_respawn_runs(turn->s, cell)) {
            fortress_draw_respawn(turn, cell);
        }
    }
}

/* Are orders to move left that would not only be repeated? */
static int32_t go_on(struct fortress_movement *m)
{
    struct fortress_turn *turn = m->turn;
    int32_t left = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t who = m->mover[i];
        RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
        if (!fortress_lives(turn, who) || !has_step(turn->s, who)) {
            continue;
        }
        left = 1;
        if (!m->moved[who] && turn->waited[who] == 0) {
            turn->waited[who] = (uint16_t)(1 + m->dest[who]);
        }
    }
    return left && m->busy;
}

int32_t fortress_tick(struct fortress_turn *turn, uint32_t number)
{
    struct fortress_movement m;
    begin(&m, turn);
    if (number < FORTRESS_TICKS_MAX && m.count > 0) {
        resolve_swaps(&m);
        turn_free_rings(&m);
        contest_rings(&m);
        turn_free_rings(&m);
        settle_sinks(&m);
        settle_in(&m);
    }
    return go_on(&m);
}

/* R14.7: what became of the orders to move is told once and at the end, in an order that has
 * nothing to do with ticks: else waiting would tell how long others moved out of sight. Who stops
 * did not only wait. */
static void tell_moves_over(struct fortress_turn *turn, uint32_t who)
{
    const struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    if (turn->trimmed[who] != 0) {
        fortress_tell_owner(turn, FORTRESS_E_TRIMMED, who, turn->trimmed[who] - 1, 0);
    }
    if (has_step(s, who)) {
        const struct fortress_plan *plan = &s->plan[who];
        uint32_t cell = s->piece[who].cell;
        uint32_t to = fortress_beside(cell, fortress_path_get(plan, plan->from));
        fortress_tell_owner(turn, FORTRESS_E_STOPPED, who, (int32_t)cell, (int32_t)to);
    } else if (turn->waited[who] != 0) {
        fortress_tell_owner(turn, FORTRESS_E_WAITED, who, turn->waited[who] - 1, 0);
    }
}

/* R14.7: out of sight, so not when it happened. By cell: a unit that was trapped stays there. */
void fortress_tell_unseen(struct fortress_turn *turn)
{
    const struct fortress_state *s = turn->s;
    for (uint32_t i = 0; i < s->board.mines; i++) {
        uint32_t loser = turn->lost_mine[i], owner = s->mine_owner[i];
        if (loser != 0 && owner != loser) {
            fortress_tell_late(turn, FORTRESS_E_MINE, loser - 1, (int32_t)owner - 1,
                               s->board.mine[i]);
        }
        turn->lost_mine[i] = 0;
    }
    while (turn->trapped_count > 0) {
        uint32_t first = 0;
        for (uint32_t i = 1; i < turn->trapped_count; i++) {
            RD_ASSERT(i < FORTRESS_FIRST_NEUTRAL);
            first =
                s->piece[turn->trapped[i]].cell < s->piece[turn->trapped[first]].cell ? i : first;
        }
        const struct fortress_piece *who = &s->piece[turn->trapped[first]];
        fortress_tell_late(turn, FORTRESS_E_TRAPPED, 1 - fortress_owner(turn->trapped[first]),
                           (int32_t)who->id, who->cell);
        turn->trapped_count--;
        turn->trapped[first] = turn->trapped[turn->trapped_count];
    }
}

void fortress_end_moves(struct fortress_turn *turn)
{
    const struct fortress_state *s = turn->s;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            uint32_t who = fortress_unit_who(seat, slot);
            if (fortress_lives(turn, who)) {
                tell_moves_over(turn, who);
                fortress_stop(turn, who);
            }
        }
    }
    fortress_tell_unseen(turn);
}
