/* Cells, sets of cells and the lists of pieces. Everything here is linear in the length of a list
 * or in the rows of the board. */
#include "civ_internal.h"

#include <string.h>

/* ---- cells --------------------------------------------------------------------------------- */

uint32_t civ_stepped(const struct civ_common *common, uint32_t cell, uint32_t step)
{
    RD_ASSERT(step < CIV_STEPS);
    int32_t x = (int32_t)civ_x(cell) + civ_step[step][0];
    int32_t y = (int32_t)civ_y(cell) + civ_step[step][1];
    if (x < 0 || y < 0 || x >= common->size || y >= common->size) {
        return RD_NO_CELL;
    }
    return (uint32_t)(y * CIV_SIDE_MAX + x);
}

static uint32_t apart(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

uint32_t civ_distance(uint32_t a, uint32_t b)
{
    return apart(civ_x(a), civ_x(b)) + apart(civ_y(a), civ_y(b));
}

/* ---- sets ------------------------------------------------------------------------------------ */

void civ_set_add_list(struct civ_set *set, const uint16_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        civ_set_add(set, civ_cell_of(list[i]));
    }
}

static void grow_once(struct civ_set *set, uint32_t size, uint64_t board)
{
    uint64_t above = 0;
    for (uint32_t y = 0; y < size; y++) {
        uint64_t here = set->row[y];
        uint64_t below = y + 1 < size ? set->row[y + 1] : 0;
        set->row[y] = (here | here << 1 | here >> 1 | above | below) & board;
        above = here;
    }
}

void civ_set_grow(struct civ_set *set, uint32_t size, uint32_t steps)
{
    uint64_t board = civ_row_bits(size);
    for (uint32_t i = 0; i < steps; i++) {
        grow_once(set, size, board);
    }
}

void civ_sight(const struct civ_common *common, const struct civ_side *side, struct civ_set *seen)
{
    memset(seen, 0, sizeof *seen);
    civ_set_add_list(seen, side->city, side->cities);
    civ_set_add_list(seen, side->worker, side->workers);
    civ_set_add_list(seen, side->army, side->armies);
    civ_set_grow(seen, common->size, CIV_SIGHT);
}

/* ---- looking into lists ---- */

/* Four entries at a time: a list is long, and every order looks through some. */
uint32_t civ_find(const uint16_t *list, uint32_t from, uint32_t count, uint32_t mask,
                  uint32_t value)
{
    const uint64_t each = UINT64_C(0x0001000100010001);
    uint64_t masks = each * mask;
    uint64_t values = each * value;
    uint32_t i = from;
    for (; i + 4 <= count; i += 4) {
        uint64_t four;
        memcpy(&four, &list[i], sizeof four);
        uint64_t differ = (four & masks) ^ values;
        if (((differ - each) & ~differ & each << 15) != 0) { /* some entry does not */
            break;
        }
    }
    while (i < count && (list[i] & mask) != value) {
        i++;
    }
    return i;
}

uint32_t civ_city_owner(const struct civ_state *state, uint32_t cell)
{
    uint32_t seat = 0;
    while (seat < CIV_SEATS && !civ_has_city(&state->side[seat], cell)) {
        seat++;
    }
    return seat;
}

uint32_t civ_foreign_unit(const struct civ_state *state, uint32_t seat, uint32_t cell)
{
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        const struct civ_side *side = &state->side[other];
        if (other != seat && (civ_has_army(side, cell) || civ_has_worker(side, cell))) {
            return other;
        }
    }
    return CIV_SEATS;
}

/* ---- changing lists ---- */

void civ_add_city(struct civ_side *side, uint32_t cell)
{
    RD_ASSERT(side->cities < CIV_CITIES_MAX);
    side->city[side->cities] = (uint16_t)cell;
    side->cities++;
}

void civ_add_worker(struct civ_side *side, uint32_t worker)
{
    RD_ASSERT(side->workers < CIV_WORKERS_MAX);
    side->worker[side->workers] = (uint16_t)worker;
    side->workers++;
}

void civ_add_army(struct civ_side *side, uint32_t army, uint32_t health)
{
    RD_ASSERT(side->armies < CIV_ARMIES_MAX);
    side->army[side->armies] = (uint16_t)army;
    side->health[side->armies] = (uint8_t)health;
    side->armies++;
}

/* Close the gap at index and clear the last entry. */
static void close_gap(uint16_t *list, uint32_t index, uint32_t count)
{
    memmove(&list[index], &list[index + 1], (count - index - 1) * sizeof list[0]);
    list[count - 1] = 0;
}

void civ_drop_city(struct civ_side *side, uint32_t index)
{
    close_gap(side->city, index, side->cities);
    RD_ASSERT(side->cities > 0);
    side->cities--;
}

void civ_drop_worker(struct civ_side *side, uint32_t index)
{
    close_gap(side->worker, index, side->workers);
    RD_ASSERT(side->workers > 0);
    side->workers--;
}

void civ_cut_workers(struct civ_side *side, uint32_t count)
{
    RD_ASSERT(count <= side->workers);
    memset(&side->worker[count], 0, (side->workers - count) * sizeof side->worker[0]);
    side->workers = (uint16_t)count;
}

void civ_cut_armies(struct civ_side *side, uint32_t count)
{
    RD_ASSERT(count <= side->armies);
    memset(&side->army[count], 0, (side->armies - count) * sizeof side->army[0]);
    memset(&side->health[count], 0, side->armies - count);
    side->armies = (uint16_t)count;
}

uint32_t civ_drop_workers_at(struct civ_side *side, uint32_t cell)
{
    uint32_t before = side->workers;
    uint32_t kept = civ_find_cell(side->worker, before, cell);
    for (uint32_t i = kept; i < before; i++) {
        if (civ_cell_of(side->worker[i]) != cell) {
            RD_ASSERT(kept < CIV_WORKERS_MAX);
            side->worker[kept] = side->worker[i];
            kept++;
        }
    }
    civ_cut_workers(side, kept);
    return before - kept;
}

struct civ_losses civ_strike(struct civ_side *side, uint32_t cell, uint32_t attack, uint32_t damage)
{
    struct civ_losses losses = { 0, 0 };
    uint32_t kept = civ_find_cell(side->army, side->armies, cell);
    for (uint32_t i = kept; i < side->armies; i++) {
        uint32_t army = side->army[i];
        uint32_t health = side->health[i];
        if (civ_cell_of(army) == cell && (attack == 0xff || civ_attack_of(army) == attack)) {
            losses.struck++;
            if (health <= damage) {
                losses.dead++;
                continue;
            }
            health -= damage;
        }
        RD_ASSERT(kept < CIV_ARMIES_MAX);
        side->army[kept] = (uint16_t)army;
        side->health[kept] = (uint8_t)health;
        kept++;
    }
    civ_cut_armies(side, kept);
    return losses;
}
