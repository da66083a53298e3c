/* Cells, lines and distances; who stands where, and who sees whom. */
#include "board.h"

#include "fx.h"

/* ---- sets ---- */

uint32_t fate_set_next(const struct fate_set *set, uint32_t from)
{
    if (from < 64) {
        uint64_t low = set->word[0] & ~UINT64_C(0) << from;
        if (low != 0) {
            return (uint32_t)__builtin_ctzll(low);
        }
        from = 64;
    }
    uint64_t high = from >= FATE_CELLS ? 0 : set->word[1] & ~UINT64_C(0) << (from - 64);
    return high != 0 ? 64 + (uint32_t)__builtin_ctzll(high) : (uint32_t)FATE_NONE;
}

/* No library, no instruction of its own on every target: take the bits off one by one. */
uint32_t fate_set_count(const struct fate_set *set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2; i++) {
        for (uint64_t left = set->word[i]; left != 0; left &= left - 1) {
            count++;
        }
    }
    return count;
}

struct fate_set fate_set_and(struct fate_set a, struct fate_set b)
{
    a.word[0] &= b.word[0];
    a.word[1] &= b.word[1];
    return a;
}

struct fate_set fate_set_minus(struct fate_set a, struct fate_set b)
{
    a.word[0] &= ~b.word[0];
    a.word[1] &= ~b.word[1];
    return a;
}

/* ---- lines and distances ---- */

static const int8_t step_x[FATE_DIRECTIONS] = { 1, -1, 0, 0, 1, 1, -1, -1 };
static const int8_t step_y[FATE_DIRECTIONS] = { 0, 0, 1, -1, 1, -1, 1, -1 };

static int32_t size(int32_t value)
{
    return value < 0 ? -value : value;
}

uint32_t fate_distance(uint32_t a, uint32_t b)
{
    if (a >= FATE_CELLS || b >= FATE_CELLS) {
        return FATE_FAR;
    }
    int32_t dx = size((int32_t)fate_column(a) - (int32_t)fate_column(b));
    int32_t dy = size((int32_t)fate_row(a) - (int32_t)fate_row(b));
    return (uint32_t)(dx > dy ? dx : dy);
}

uint32_t fate_direction(uint32_t from, uint32_t to)
{
    if (from >= FATE_CELLS || to >= FATE_CELLS || from == to) {
        return FATE_NONE;
    }
    int32_t dx = (int32_t)fate_column(to) - (int32_t)fate_column(from);
    int32_t dy = (int32_t)fate_row(to) - (int32_t)fate_row(from);
    if (dx != 0 && dy != 0 && size(dx) != size(dy)) {
        return FATE_NONE;
    }
    int32_t sx = (dx > 0) - (dx < 0);
    int32_t sy = (dy > 0) - (dy < 0);
    for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
        if (step_x[i] == sx && step_y[i] == sy) {
            return i;
        }
    }
    return FATE_NONE;
}

uint32_t fate_walk(uint32_t from, uint32_t direction, uint32_t steps)
{
    if (from >= FATE_CELLS || direction >= FATE_DIRECTIONS || steps >= FATE_SIDE) {
        return FATE_NONE;
    }
    int32_t x = (int32_t)fate_column(from) + step_x[direction] * (int32_t)steps;
    int32_t y = (int32_t)fate_row(from) + step_y[direction] * (int32_t)steps;
    int32_t on = x >= 0 && x < FATE_SIDE && y >= 0 && y < FATE_SIDE;
    return on ? (uint32_t)(y * FATE_SIDE + x) : (uint32_t)FATE_NONE;
}

/* Nine bits of one row into the set. */
static void add_row(struct fate_set *set, uint32_t row, uint64_t bits)
{
    uint32_t shift = row * FATE_SIDE;
    if (shift < 64) {
        set->word[0] |= bits << shift;
        set->word[1] |= shift + FATE_SIDE > 64 ? bits >> (64 - shift) : 0;
    } else {
        set->word[1] |= bits << (shift - 64);
    }
}

struct fate_set fate_disc(uint32_t cell, uint32_t radius)
{
    struct fate_set set = { { 0, 0 } };
    if (cell >= FATE_CELLS) {
        return set;
    }
    uint32_t x = fate_column(cell);
    uint32_t y = fate_row(cell);
    uint32_t left = x > radius ? x - radius : 0;
    uint32_t right = x + radius < FATE_SIDE ? x + radius : FATE_SIDE - 1;
    uint32_t top = y > radius ? y - radius : 0;
    uint32_t bottom = y + radius < FATE_SIDE ? y + radius : FATE_SIDE - 1;
    uint64_t bits = ((UINT64_C(2) << right) - 1) & ~UINT64_C(0) << left;
    for (uint32_t row = top; row <= bottom; row++) {
        add_row(&set, row, bits);
    }
    fate_set_drop(&set, cell);
    return set;
}

/* ---- who is where ---- */

uint32_t fate_living(const struct fate_state *s)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        mask |= (uint32_t)(s->unit[i].hp != 0) << i;
    }
    return mask;
}

uint32_t fate_allies(const struct fate_state *s, uint32_t unit)
{
    uint32_t side = fate_side(fate_seat_of(unit)) & ~(uint32_t)FATE_SUMMONS;
    return fate_living(s) & side & ~fate_bit(unit);
}

uint32_t fate_enemies(const struct fate_state *s, uint32_t unit)
{
    return fate_living(s) & fate_side(1 - fate_seat_of(unit));
}

uint32_t fate_within(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius)
{
    uint32_t near = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = fate_lowest(left);
        uint32_t distance = fate_distance(cell, s->unit[i].at);
        near |= distance >= 1 && distance <= radius ? fate_bit(i) : 0;
    }
    return near;
}

uint32_t fate_in_area(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius)
{
    uint32_t in = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = fate_lowest(left);
        in |= fate_distance(cell, s->unit[i].at) <= radius ? fate_bit(i) : 0;
    }
    return in;
}

uint32_t fate_unit_at(const struct fate_state *s, uint32_t cell)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (s->unit[i].at == cell && s->unit[i].hp != 0) {
            return i;
        }
    }
    return FATE_NONE;
}

uint32_t fate_unhidden(const struct fate_state *s, uint32_t mask)
{
    uint32_t open = mask;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = fate_lowest(left);
        open &= s->unit[i].hidden ? ~fate_bit(i) : ~UINT32_C(0);
    }
    return open;
}

struct fate_set fate_cells_of(const struct fate_state *s, uint32_t mask)
{
    struct fate_set set = { { 0, 0 } };
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        fate_set_add(&set, s->unit[fate_lowest(left)].at);
    }
    return set;
}

/* ---- who sees whom ---- */

uint32_t fate_sees(const struct fate_state *s, uint32_t seat, uint32_t unit)
{
    const struct fate_unit *u = &s->unit[unit];
    if (!u->hidden || fate_seat_of(unit) == seat) {
        return 1;
    }
    for (uint32_t i = 0; i < u->fx_count; i++) {
        if ((fate_fx_rows[u->fx[i].kind].flags & FATE_FX_SHOWS) != 0 &&
            fate_seat_of(u->fx[i].by) == seat) {
            return 1;
        }
    }
    return 0;
}

uint32_t fate_seen(const struct fate_state *s, uint32_t seat, uint32_t mask)
{
    uint32_t seen = mask;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t i = fate_lowest(left);
        seen &= fate_sees(s, seat, i) ? ~UINT32_C(0) : ~fate_bit(i);
    }
    return seen;
}

struct fate_set fate_looks_empty(const struct fate_state *s, uint32_t seat)
{
    const struct fate_set board = { { ~UINT64_C(0), (UINT64_C(1) << (FATE_CELLS - 64)) - 1 } };
    return fate_set_minus(board, fate_cells_of(s, fate_seen(s, seat, fate_living(s))));
}
