/* Moves: where a unit may go (R7), how it gets there, and what being put or pushed means (R14.2).
 */
#include "move.h"

#include "attack.h"
#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "stealth.h"
#include "tokens.h"

/* ---- shapes ---- */

static const uint8_t east = 0, west = 1, south = 2, north = 3, south_east = 4, north_east = 5,
                     south_west = 6, north_west = 7;

static void add_steps(struct fate_set *set, uint32_t from, uint32_t direction, uint32_t most)
{
    for (uint32_t i = 1; i <= most; i++) {
        fate_set_add(set, fate_walk(from, direction, i));
    }
}

static struct fate_set rider_shape(const struct fate_state *s, uint32_t unit)
{
    struct fate_set set = { { 0, 0 } };
    uint32_t wide = (fate_fx_flags(s, unit) & FATE_FX_WIDE) != 0;
    for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
        add_steps(&set, s->unit[unit].at, i, i < FATE_ORTHOGONAL || wide ? FATE_PATH_MAX : 1);
    }
    return set;
}

/* R7.6 */
static struct fate_set berserker_shape(uint32_t at, uint32_t roll)
{
    RD_ASSERT(roll <= 6);
    static const uint8_t arc[4][3] = { { north, north_east, north_west },
                                       { south, south_east, south_west },
                                       { west, north_west, south_west },
                                       { east, north_east, south_east } };
    struct fate_set set = { { 0, 0 } };
    if (roll >= 5) {
        set = fate_disc(at, 1);
        for (uint32_t i = 0; i < FATE_ORTHOGONAL && roll == 6; i++) {
            fate_set_add(&set, fate_walk(at, i, 2));
        }
        return set;
    }
    for (uint32_t i = 0; i < 3 && roll >= 1; i++) {
        fate_set_add(&set, fate_walk(at, arc[roll - 1][i], 1));
    }
    return set;
}

struct fate_set fate_shape(const struct fate_state *s, uint32_t unit, uint32_t way, uint32_t roll)
{
    RD_ASSERT(unit < FATE_UNITS && roll <= 6);
    struct fate_set set = { { 0, 0 } };
    uint32_t at = s->unit[unit].at;
    switch ((enum fate_moves)way) {
    case FATE_RIDES:
        return rider_shape(s, unit);
    case FATE_JUMPS:
        return roll == 0 ? set : fate_disc(at, roll <= 4 ? 2 : FATE_SIDE);
    case FATE_REELS:
        return berserker_shape(at, roll);
    case FATE_DASHES:
        for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
            add_steps(&set, at, i, 2);
        }
        return set;
    case FATE_STEPS:
        return fate_disc(at, 1);
    case FATE_ROLLED:
    default:
        return set;
    }
}

struct fate_set fate_moves(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    struct fate_set set = { { 0, 0 } };
    uint32_t moves = fate_traits_of(s, unit)->moves;
    if ((fate_fx_flags(s, unit) & FATE_FX_STOPS) != 0) {
        moves &= FATE_JUMPS; /* its roll knew */
    }
    if ((moves & FATE_ROLLED) != 0) {
        set.word[0] = s->rolled[0];
        set.word[1] = s->rolled[1];
    }
    for (uint32_t left = moves & ~(uint32_t)FATE_ROLLED; left != 0; left &= left - 1) {
        struct fate_set more = fate_shape(s, unit, left & (0u - left), 0);
        set.word[0] |= more.word[0];
        set.word[1] |= more.word[1];
    }
    return fate_set_and(set, fate_looks_empty(s, fate_seat_of(unit)));
}

/* R7.6: the roll stays until the unit has moved or its turn is over. */
void fate_roll_move(struct fate_run *run, uint32_t unit)
{
    struct fate_state *s = run->s;
    uint32_t moves = fate_traits_of(s, unit)->moves;
    uint32_t held = (fate_fx_flags(s, unit) & FATE_FX_STOPS) != 0;
    if (s->roll == 0) {
        s->roll = (uint8_t)fate_roll_one(run, unit, FATE_WHY_MOVE, fate_owner(unit));
        struct fate_set set = { { 0, 0 } };
        for (uint32_t left = moves & FATE_ROLLED; left != 0; left &= left - 1) {
            struct fate_set more = fate_shape(s, unit, left & (0u - left), s->roll);
            set.word[0] |= more.word[0];
            set.word[1] |= more.word[1];
        }
        set = fate_set_and(set, fate_looks_empty(s, fate_seat_of(unit)));
        if (held && s->roll <= 4) { /* R16.4 */
            set.word[0] = set.word[1] = 0;
        }
        s->rolled[0] = set.word[0];
        s->rolled[1] = set.word[1];
    }
    struct fate_set offered = fate_moves(s, unit);
    RD_ASSERT(s->roll >= 1 && s->roll <= 6);
    if (fate_set_empty(&offered)) {
        FATE_TELL(run, FATE_E_BLOCKED, fate_owner(unit), (int32_t)unit, s->roll);
    } else {
        FATE_TELL(run, FATE_E_OPTIONS, fate_owner(unit), (int32_t)unit, s->roll,
                  (int32_t)fate_set_count(&offered));
    }
}

static void forget_roll(struct fate_state *s, uint32_t unit)
{
    if (unit == s->active) {
        s->roll = 0;
        s->rolled[0] = s->rolled[1] = 0;
    }
}

/* ---- the way ---- */

static uint32_t way_length(const struct fate_frame *move)
{
    if (move->from == move->to) {
        return 0;
    }
    return (move->flags & FATE_MV_JUMPS) != 0 ? 1 : fate_distance(move->from, move->to);
}

uint32_t fate_playbook(const struct fate_frame *move, uint32_t index)
{
    RD_ASSERT(move->from < FATE_CELLS && move->to < FATE_CELLS);
    if (index == 0 || index > way_length(move)) {
        return FATE_NONE;
    }
    return (move->flags & FATE_MV_JUMPS) != 0
               ? move->to
               : fate_walk(move->from, fate_direction(move->from, move->to), index);
}

void fate_move_stop(struct fate_run *run, struct fate_frame *move, uint32_t index)
{
    uint32_t stop = move->from;
    for (uint32_t i = index; i >= 1; i--) {
        uint32_t cell = fate_playbook(move, i);
        if (cell < FATE_CELLS && fate_unit_at(run->s, cell) == FATE_NONE) {
            stop = cell;
            break;
        }
    }
    move->to = (uint8_t)stop;
    RD_ASSERT(stop < FATE_CELLS);
    move->flags |= FATE_MV_STOPPED;
}

struct fate_frame *fate_begin_move(struct fate_run *run, uint32_t unit, uint32_t to, uint32_t flags)
{
    RD_ASSERT(to < FATE_CELLS);
    struct fate_frame *move = fate_push(run, FATE_F_MOVE, unit, FATE_NO_CARD);
    move->from = run->s->unit[unit].at;
    RD_ASSERT(move->from < FATE_CELLS);
    move->to = (uint8_t)to;
    move->flags = (uint16_t)flags;
    return move;
}

/* R7.5: everybody in the way, as they stand before the move. */
static void list_path(const struct fate_state *s, struct fate_frame *move)
{
    uint32_t direction = fate_direction(move->from, move->to);
    uint32_t wide = (fate_fx_flags(s, move->unit) & FATE_FX_WIDE) != 0;
    uint32_t moves = fate_traits_of(s, move->unit)->moves;
    uint32_t rides = (moves & FATE_RIDES) != 0;
    if ((move->flags & FATE_MV_RIDES) == 0 || !rides || direction == FATE_NONE ||
        (direction >= FATE_ORTHOGONAL && !wide)) {
        return;
    }
    uint32_t enemies = fate_enemies(s, move->unit) & ~move->mask;
    uint32_t length = way_length(move);
    move->count = 0;
    for (uint32_t i = 1; i <= length && i <= FATE_PATH_MAX; i++) {
        uint32_t other = fate_unit_at(s, fate_playbook(move, i));
        if (other != FATE_NONE && (enemies >> other & 1u) != 0) {
            RD_ASSERT(move->count < FATE_PATH_MAX);
            move->list[move->count] = (uint8_t)other;
            move->count++;
        }
    }
}

static void tell_moved(struct fate_run *run, uint32_t unit, uint32_t kind, uint32_t from,
                       uint32_t to)
{
    if (run->log == NULL) {
        return;
    }
    rd_seats seen = fate_witnesses(run->s, unit);
    FATE_TELL(run, kind, seen, (int32_t)unit, (int32_t)from, (int32_t)to);
    if (seen != RD_ALL_SEATS) {
        FATE_TELL(run, FATE_E_SOMETHING, (rd_seats)~seen, (int32_t)fate_seat_of(unit));
    }
}

static uint32_t hidden_enemy_at(const struct fate_state *s, uint32_t unit, uint32_t cell)
{
    uint32_t other = fate_unit_at(s, cell);
    return other != FATE_NONE && fate_seat_of(other) != fate_seat_of(unit) ? other
                                                                           : (uint32_t)FATE_NONE;
}

/* ---- the frame ---- */

enum step { BEGIN, REACTIONS, ADJACENCY, PATH, OVER };

static void meet_tokens(struct fate_run *run, struct fate_frame *move)
{
    for (uint32_t kind = 0; kind < FATE_TOKEN_KINDS; kind++) {
        if (fate_token_hooks[kind]->on_way != NULL) {
            fate_token_hooks[kind]->on_way(run, move);
        }
    }
}

/* Somebody whose move came to nothing: others must not be able to tell. A caltrop tells where it
 * is, so nobody has to be told that it tried. */
static void stay(struct fate_run *run, struct fate_frame *move)
{
    rd_seats seen = fate_witnesses(run->s, move->unit);
    if (seen != RD_ALL_SEATS && (move->flags & FATE_MV_HURT) == 0) {
        FATE_TELL(run, FATE_E_SOMETHING, (rd_seats)~seen, (int32_t)fate_seat_of(move->unit));
    }
}

static void arrive(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move->to < FATE_CELLS && move->to != move->from);
    struct fate_unit *u = &run->s->unit[move->unit];
    list_path(run->s, move);
    u->at = move->to;
    tell_moved(run, move->unit, FATE_E_MOVED, move->from, move->to);
    if (u->fx_count != 0) {
        fate_end_fx_flagged(run, move->unit, FATE_FX_MOVING, FATE_NONE);
    }
}

/* R7.3, R9.6, and R14.3 for what tokens do. */
static void set_out(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move->unit < FATE_UNITS && move->to < FATE_CELLS);
    struct fate_state *s = run->s;
    if ((move->flags & FATE_MV_SPENDS) != 0) {
        s->unit[move->unit].slots |= FATE_M;
        forget_roll(s, move->unit);
    }
    if (s->token_count > 0) {
        meet_tokens(run, move);
    }
    uint32_t met = (move->flags & FATE_MV_STOPPED) != 0 ? (uint32_t)FATE_NONE
                                                        : hidden_enemy_at(s, move->unit, move->to);
    uint32_t moved = met == FATE_NONE && move->to != move->from;
    move->step = moved ? REACTIONS : OVER;
    if (met != FATE_NONE) {
        move->flags |= FATE_MV_MET;
        fate_reveal(run, met, FATE_BY_STEP);
    }
    if (moved) {
        arrive(run, move);
    } else {
        stay(run, move);
    }
    if ((move->flags & FATE_MV_HURT) != 0) {
        fate_reveal(run, move->unit, FATE_BY_ABILITY);
        fate_lose(run, move->unit, 1, move->target);
    }
}

/* R13.6-like hooks of the other side, unit by unit. 1: one of them asked. */
static uint32_t ask_reactions(struct fate_run *run, struct fate_frame *move)
{
    struct fate_state *s = run->s;
    uint32_t others = s->heroes & fate_side(1 - fate_seat_of(move->unit));
    while (move->cursor < FATE_UNITS) {
        /* As at every moment at which cards may ask. The cursor tells where to go on after an
         * answer. */
        uint32_t unit = move->cursor;
        move->cursor++;
        if ((others >> unit & 1u) == 0 || s->unit[unit].hp == 0) {
            continue;
        }
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            if (card->on_move_end != NULL && card->on_move_end(run, unit, move)) {
                return 1;
            }
        }
    }
    return 0;
}

/* R7.7 */
static void reveal_neighbours(struct fate_run *run, uint32_t unit)
{
    struct fate_state *s = run->s;
    uint32_t near = fate_within(s, fate_enemies(s, unit), s->unit[unit].at, 1);
    for (; near != 0; near &= near - 1) {
        fate_reveal(run, fate_lowest(near), FATE_BY_ADJACENCY);
    }
}

/* R7.5: the next one in the way. */
static void attack_next(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move->count <= FATE_PATH_MAX);
    if (move->cursor >= move->count) {
        move->step = OVER;
        return;
    }
    uint32_t target = move->list[move->cursor];
    move->cursor++;
    struct fate_frame *attack =
        fate_begin_attack(run, move->unit, target, FATE_AT_PATH, FATE_NO_CARD);
    attack->from = move->from;
}

void fate_go_move(struct fate_run *run, struct fate_frame *move)
{
    RD_ASSERT(move == fate_top(run->s));
    uint32_t alive = run->s->unit[move->unit].hp != 0;
    switch (alive || move->step == BEGIN ? (enum step)move->step : OVER) {
    case BEGIN:
        set_out(run, move);
        return;
    case REACTIONS:
        if (!fate_has_heroes(run->s) || !ask_reactions(run, move)) {
            move->step = ADJACENCY;
        }
        return;
    case ADJACENCY:
        if ((move->flags & FATE_MV_QUIET) == 0) {
            reveal_neighbours(run, move->unit);
        }
        move->cursor = 0;
        move->step = PATH;
        return;
    case PATH:
        attack_next(run, move);
        return;
    case OVER:
    default:
        fate_pop(run, move->flags);
        return;
    }
}

/* ---- put and pushed, R14.2 ---- */

uint32_t fate_put(struct fate_run *run, uint32_t unit, uint32_t to)
{
    RD_ASSERT(unit < FATE_UNITS && to < FATE_CELLS);
    struct fate_state *s = run->s;
    fate_tell_apart(run, unit); /* an ally puts it somewhere: R23.1 */
    uint32_t met = fate_unit_at(s, to);
    if (met != FATE_NONE) {
        fate_reveal(run, met, FATE_BY_STEP);
        return 0;
    }
    uint32_t from = s->unit[unit].at;
    s->unit[unit].at = (uint8_t)to;
    tell_moved(run, unit, FATE_E_PUT, from, to);
    return 1;
}

void fate_swap(struct fate_run *run, uint32_t a, uint32_t b)
{
    RD_ASSERT(a < FATE_UNITS && b < FATE_UNITS && a != b);
    struct fate_unit *first = &run->s->unit[a];
    struct fate_unit *second = &run->s->unit[b];
    uint8_t from = first->at, to = second->at;
    first->at = to;
    second->at = from;
    tell_moved(run, a, FATE_E_PUT, from, to);
    tell_moved(run, b, FATE_E_PUT, to, from);
}

/* R14.2: the direction is the sign of both differences. */
static uint32_t away(uint32_t source, uint32_t from)
{
    RD_ASSERT(source < FATE_CELLS && from < FATE_CELLS);
    int32_t dx = (int32_t)fate_column(from) - (int32_t)fate_column(source);
    int32_t dy = (int32_t)fate_row(from) - (int32_t)fate_row(source);
    int32_t x = (int32_t)fate_column(from) + (dx > 0) - (dx < 0);
    int32_t y = (int32_t)fate_row(from) + (dy > 0) - (dy < 0);
    int32_t on = x >= 0 && x < FATE_SIDE && y >= 0 && y < FATE_SIDE;
    return on ? (uint32_t)(y * FATE_SIDE + x) : (uint32_t)FATE_NONE;
}

uint32_t fate_push_away(struct fate_run *run, uint32_t unit, uint32_t source, uint32_t steps)
{
    RD_ASSERT(unit < FATE_UNITS && source < FATE_UNITS && steps < FATE_SIDE);
    struct fate_state *s = run->s;
    uint32_t from = s->unit[unit].at;
    uint32_t at = from;
    uint32_t behind = s->unit[source].at;
    for (uint32_t i = 0; i < steps && at < FATE_CELLS && behind < FATE_CELLS; i++) {
        uint32_t next = away(behind, at);
        if (next == FATE_NONE || next == at || fate_unit_at(s, next) != FATE_NONE) {
            break;
        }
        at = next;
    }
    if (at == from) {
        return 0;
    }
    s->unit[unit].at = (uint8_t)at;
    tell_moved(run, unit, FATE_E_PUSHED, from, at);
    return 1;
}
