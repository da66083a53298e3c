/* Sight: floods over the board, R2.4 and R14.1. */
#include "fortress_internal.h"

#include <string.h>

/* Everything that stops sight; a flood keeps a blocker and does not leave it. */
static void blockers_of(const struct fortress_board *board, int32_t over_trees,
                        struct fortress_set *set)
{
    *set = board->mountain;
    for (uint32_t row = 0; row < FORTRESS_ROWS && !over_trees; row++) {
        set->row[row] |= board->forest.row[row];
    }
}

void fortress_flood(const struct fortress_board *board, uint32_t cell, uint32_t steps,
                    int32_t over_trees, struct fortress_set *seen)
{
    struct rd_grid grid = fortress_grid(&board->valid);
    struct fortress_set blockers;
    blockers_of(board, over_trees, &blockers);
    memset(seen, 0, sizeof *seen);
    fortress_add(seen, cell);
    rd_grid_flood(&grid, seen->row, steps, blockers.row, seen->row);
}

enum { SIGHT_MAX = 4 };

/* Who starts with so many steps to go. Index 0 sees only its own cell. */
struct starts {
    struct fortress_set at[SIGHT_MAX + 1];
    uint32_t used; /* bit r: at[r] has members */
};

static void start_at(struct starts *starts, uint32_t steps, uint32_t cell)
{
    if ((starts->used >> steps & 1u) == 0) {
        starts->used |= 1u << steps;
        memset(&starts->at[steps], 0, sizeof starts->at[steps]);
    }
    fortress_add(&starts->at[steps], cell);
}

/* The far-sighted start first; the others join when they have as many steps left. */
static void flood_all(const struct fortress_board *board, const struct starts *starts,
                      int32_t over_trees, struct fortress_set *seen)
{
    struct rd_grid grid = fortress_grid(&board->valid);
    struct fortress_set blockers;
    struct rd_flood flood;
    if (starts->used == 0) {
        return;
    }
    blockers_of(board, over_trees, &blockers);
    rd_flood_begin(&grid, &flood);
    for (uint32_t steps = SIGHT_MAX;; steps--) {
        if ((starts->used >> steps & 1u) != 0) {
            rd_flood_start(&grid, &flood, starts->at[steps].row);
        }
        if (steps == 0) {
            break;
        }
        rd_flood_step(&grid, &flood, blockers.row);
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        seen->row[row] |= flood.reached[row];
    }
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

void fortress_sight(const struct fortress_state *s, uint32_t seat, struct fortress_set *seen)
{
    const struct fortress_side *side = &s->side[seat];
    struct starts plain, over;
    plain.used = over.used = 0;
    for (uint32_t slot = 0; slot < side->units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        uint32_t steps = fortress_kinds[unit->type].sight;
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
    flood_all(&s->board, &plain, 0, seen);
    flood_all(&s->board, &over, 1, seen);
}

void fortress_wizard_sight(const struct fortress_state *s, uint32_t seat, struct fortress_set *seen)
{
    struct starts plain;
    plain.used = 0;
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        if (unit->type == FORTRESS_WIZARD && unit->health > 0) {
            start_at(&plain, fortress_kinds[FORTRESS_WIZARD].sight, unit->cell);
        }
    }
    memset(seen, 0, sizeof *seen);
    flood_all(&s->board, &plain, 0, seen);
}
