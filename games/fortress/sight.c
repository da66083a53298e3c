/* Sight: floods over the board, R2.4 and R14.1. */
#include "fortress_internal.h"

#include <string.h>

enum {
    STARTS_MAX = FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX + FORTRESS_WARDS_MAX,
    ABOVE = 2, /* empty rows above the board and below; an even row stays even */
    FLOOD_ROWS = ABOVE + FORTRESS_ROWS + ABOVE + 1
};

/* Those who start with so many steps to go. Index 0 sees only its own cell. */
struct starts {
    uint32_t count[FORTRESS_FLOOD_MAX + 1];
    uint16_t cell[FORTRESS_FLOOD_MAX + 1][STARTS_MAX];
};

static void clear_starts(struct starts *starts)
{
    memset(starts->count, 0, sizeof starts->count);
}

static void start_at(struct starts *starts, uint32_t steps, uint32_t cell)
{
    RD_ASSERT(steps <= FORTRESS_FLOOD_MAX);
    starts->cell[steps][starts->count[steps]] = (uint16_t)cell;
    starts->count[steps]++;
}

/* A flood of sight, a word for each row. */
struct sight_flood {
    uint64_t seen[FLOOD_ROWS];
    uint64_t
        clear[FLOOD_ROWS]; /* sight goes on from there: a blocker is seen, and hides the rest */
    uint32_t first, last;  /* rows with something seen; first > last: none */
};

/* A view: its board, and what of it is known; NULL: all. */
struct outside {
    const struct fortress_board *board;
    const struct fortress_set *known;
};

static void look_begin(const struct outside *out, int32_t over_trees, struct sight_flood *flood)
{
    const struct fortress_board *board = out->board;
    memset(flood->seen, 0, sizeof flood->seen);
    memset(flood->clear, 0, sizeof flood->clear);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t trees = over_trees ? 0 : board->forest.row[row];
        uint64_t known = out->known == NULL ? UINT64_MAX : out->known->row[row];
        uint64_t blocked = (board->mountain.row[row] | trees) & known;
        flood->clear[ABOVE + row] = board->valid.row[row] & ~blocked;
    }
    flood->first = FLOOD_ROWS;
    flood->last = 0;
}

static void look_from(struct sight_flood *flood, const uint16_t *cell, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = ABOVE + (cell[i] >> 6);
        uint64_t bit = UINT64_C(1) << (cell[i] & 63u);
        flood->seen[row] |= bit;
        flood->clear[row] |= bit; /* one always sees past one's own cell */
        flood->first = row < flood->first ? row : flood->first;
        flood->last = row > flood->last ? row : flood->last;
    }
}

/* One step, two rows at a time: odd ones lie half a cell to the right. What lies beyond the edge of
 * the board is seen too, and never left. */
static void look_step(struct sight_flood *flood)
{
    const uint64_t *clear = flood->clear;
    uint64_t *seen = flood->seen, before = 0;
    flood->first -= flood->first > ABOVE;
    flood->last += flood->last < ABOVE + FORTRESS_ROWS - 1;
    uint32_t row = flood->first & ~1u;
    uint64_t even = seen[row] & clear[row];
    for (; row <= flood->last; row += 2) {
        uint64_t odd = seen[row + 1] & clear[row + 1], after = seen[row + 2] & clear[row + 2];
        uint64_t to_even = before | odd, to_odd = even | after;
        seen[row] |= (even | to_even) << 1 | even >> 1 | to_even;
        seen[row + 1] |= (odd | to_odd) >> 1 | odd << 1 | to_odd;
        before = odd;
        even = after;
    }
}

static int32_t is_anybody(const struct starts *starts)
{
    uint32_t any = 0;
    for (uint32_t steps = 0; steps <= FORTRESS_FLOOD_MAX; steps++) {
        any |= starts->count[steps];
    }
    return any != 0;
}

/* The far-sighted start first; the others join when they have as many steps left. */
static void see_all(const struct outside *out, const struct starts *starts, int32_t over_trees,
                    struct fortress_set *seen)
{
    struct sight_flood flood;
    if (!is_anybody(starts)) {
        return;
    }
    look_begin(out, over_trees, &flood);
    for (uint32_t steps = FORTRESS_FLOOD_MAX;; steps--) {
        look_from(&flood, starts->cell[steps], starts->count[steps]);
        if (steps == 0) {
            break;
        }
        if (flood.first <= flood.last) {
            look_step(&flood);
        }
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        seen->row[row] |= flood.seen[ABOVE + row] & out->board->valid.row[row];
    }
}

static void flood(const struct outside *out, uint32_t cell, uint32_t steps, int32_t over_trees,
                  struct fortress_set *seen)
{
    struct starts starts;
    clear_starts(&starts);
    start_at(&starts, steps, cell);
    memset(seen, 0, sizeof *seen);
    see_all(out, &starts, over_trees, seen);
}

void fortress_flood(const struct fortress_board *board, uint32_t cell, uint32_t steps,
                    int32_t over_trees, struct fortress_set *seen)
{
    struct outside out = { board, NULL };
    flood(&out, cell, steps, over_trees, seen);
}

void fortress_shots(const struct fortress_state *s, uint32_t seat, uint32_t who,
                    struct fortress_set *set)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct outside out = { &s->board, &s->know[seat].explored };
    flood(&out, s->piece[who].cell, fortress_bow_range(s, seat, who), 0, set);
}

static void start_wards(const struct fortress_state *s, uint32_t seat, struct starts *over)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        const struct fortress_ward *ward = &s->ward[i];
        if (ward->vision != 0 && fortress_site_read(s->site[ward->cell]).owner == seat) {
            start_at(over, FORTRESS_WARD_SIGHT, ward->cell);
        }
    }
}

/* R9.3: who has just appeared sees only its own tile. */
static uint32_t sight_of(const struct fortress_piece *unit)
{
    RD_ASSERT(unit->type < FORTRESS_TYPES);
    return (unit->flags & FORTRESS_NEW) != 0 ? 0 : fortress_kinds[unit->type].sight;
}

void fortress_sight(const struct fortress_state *s, uint32_t seat, struct fortress_set *seen)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    const struct outside out = { &s->board, NULL };
    struct starts plain, over;
    clear_starts(&plain);
    clear_starts(&over);
    for (uint32_t slot = 0; slot < side->units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        uint32_t steps = sight_of(unit);
        if (unit->health > 0 && (unit->flags & FORTRESS_LOOKING_OUT) != 0) {
            start_at(&over, steps + 1, unit->cell);
        } else if (unit->health > 0) {
            start_at(&plain, steps, unit->cell);
        }
    }
    for (uint32_t i = 0; i < side->bought; i++) { /* R9.3: only its own tile */
        start_at(&plain, 0, s->piece[fortress_unit_who(seat, side->units + i)].cell);
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->health > 0) {
            start_at(&plain, fortress_kinds[piece->type].sight, piece->cell);
        }
    }
    start_wards(s, seat, &over);
    memset(seen, 0, sizeof *seen);
    see_all(&out, &plain, 0, seen);
    see_all(&out, &over, 1, seen);
}

void fortress_wizard_sight(const struct fortress_state *s, uint32_t seat, struct fortress_set *seen)
{
    const struct outside out = { &s->board, NULL };
    struct starts plain;
    clear_starts(&plain);
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        if (fortress_is(unit->type, FORTRESS_T_SEES_WARDS) && unit->health > 0) {
            start_at(&plain, sight_of(unit), unit->cell);
        }
    }
    memset(seen, 0, sizeof *seen);
    see_all(&out, &plain, 0, seen);
}
