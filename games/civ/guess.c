/* A whole position that a seat can't tell from the true one: what it does not see is filled in. */
#include "civ_internal.h"

#include <string.h>

/* Boards that grow look alike in every corner (R3.5), so a tile is likely what its images are. */
static uint32_t image(uint32_t cell, uint32_t size, uint32_t number)
{
    uint32_t x = civ_x(cell);
    uint32_t y = civ_y(cell);
    x = (number & 1u) != 0 ? size - 1 - x : x;
    y = (number & 2u) != 0 ? size - 1 - y : y;
    return (number & 4u) != 0 ? x * CIV_SIDE_MAX + y : y * CIV_SIDE_MAX + x;
}

static int32_t is_seen(const struct civ_view *v, uint32_t cell)
{
    return (int32_t)(v->seen[civ_y(cell)] >> civ_x(cell) & 1u);
}

static uint32_t guess_tile(const struct civ_view *v, uint32_t cell, struct rd_luck *luck)
{
    for (uint32_t number = 1; number < 8; number++) {
        uint32_t other = image(cell, v->common.size, number);
        if (is_seen(v, other)) {
            return civ_terrain_at(v->terrain, other);
        }
    }
    return (uint32_t)rd_luck_range(luck, 0, CIV_TERRAINS - 1);
}

static void guess_board(const struct civ_view *v, struct rd_luck *luck, struct civ_state *s)
{
    for (uint32_t y = 0; y < v->common.size; y++) {
        uint64_t hidden = civ_row_bits(v->common.size) & ~v->seen[y];
        for (; hidden != 0; hidden &= hidden - 1) {
            uint32_t x = (uint32_t)__builtin_ctzll(hidden);
            uint64_t code = guess_tile(v, y * CIV_SIDE_MAX + x, luck);
            for (uint32_t bit = 0; bit < CIV_TERRAIN_BITS; bit++) {
                s->terrain[bit][y] |= (code >> bit & 1u) << x;
            }
        }
    }
}

/* Tiles out of sight without a city. */
static uint32_t count_free(const struct civ_set *free_tiles, uint32_t size)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < size; y++) {
        for (uint64_t left = free_tiles->row[y]; left != 0; left &= left - 1) {
            count++;
        }
    }
    return count;
}

static uint32_t nth_free(const struct civ_set *free_tiles, uint32_t n)
{
    for (uint32_t y = 0;; y++) {
        for (uint64_t left = free_tiles->row[y]; left != 0; left &= left - 1) {
            if (n == 0) {
                return y * CIV_SIDE_MAX + (uint32_t)__builtin_ctzll(left);
            }
            n--;
        }
    }
}

/* A city that must be somewhere: in the seat's own corner if that may be, else anywhere. */
static uint32_t guess_city(const struct civ_view *v, uint32_t seat, struct civ_set *free_tiles,
                           struct rd_luck *luck)
{
    uint32_t home = (seat / 2 * CIV_SIDE_MAX + seat % 2) * (v->common.size - 1u);
    uint32_t count = count_free(free_tiles, v->common.size);
    RD_ASSERT(count > 0); /* the true city stands on one of them */
    int32_t drawn = rd_luck_range(luck, 0, (int32_t)count - 1);
    uint32_t cell = civ_set_has(free_tiles, home) ? home : nth_free(free_tiles, (uint32_t)drawn);
    free_tiles->row[civ_y(cell)] &= ~(UINT64_C(1) << civ_x(cell));
    return cell;
}

/* A garrison: nobody leaves a city alone for long. */
static void guess_units(struct civ_side *side, uint32_t cell, struct rd_luck *luck)
{
    int32_t workers = rd_luck_range(luck, 0, 2);
    int32_t armies = rd_luck_range(luck, 0, 2);
    for (int32_t i = 0; i < workers && side->workers < CIV_WORKERS_MAX; i++) {
        civ_add_worker(side, cell);
    }
    for (int32_t i = 0; i < armies && side->armies < CIV_ARMIES_MAX; i++) {
        civ_add_army(side, cell, CIV_HEALTH);
    }
}

static void guess_sides(const struct civ_view *v, struct rd_luck *luck, struct civ_state *s)
{
    struct civ_set free_tiles = { { 0 } };
    for (uint32_t y = 0; y < v->common.size; y++) {
        free_tiles.row[y] = civ_row_bits(v->common.size) & ~v->seen[y];
    }
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        struct civ_side *side = &s->side[seat];
        if (seat != v->seat && side->status == CIV_IN_PLAY && side->cities == 0) {
            uint32_t cell = guess_city(v, seat, &free_tiles, luck);
            civ_add_city(side, cell);
            guess_units(side, cell, luck);
        }
    }
}

void civ_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct civ_view *v = view;
    struct civ_state *s = state;
    RD_ASSERT(v->seat < CIV_SEATS);
    s->common = v->common;
    memcpy(s->terrain, v->terrain, sizeof s->terrain);
    memcpy(s->side, v->side, sizeof s->side);
    memcpy(s->target, v->target, sizeof s->target);
    guess_board(v, luck, s);
    guess_sides(v, luck, s);
}
