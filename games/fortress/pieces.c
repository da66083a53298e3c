/* Who is where, and what lies on a cell. */
#include "fortress_internal.h"

uint32_t fortress_mobile_at(const struct fortress_state *s, uint32_t cell)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            uint32_t who = fortress_unit_who(seat, slot);
            if (s->piece[who].cell == cell) {
                return who;
            }
        }
    }
    for (uint32_t i = 0; i < s->neutrals; i++) {
        if (s->piece[FORTRESS_FIRST_NEUTRAL + i].cell == cell) {
            return FORTRESS_FIRST_NEUTRAL + i;
        }
    }
    return FORTRESS_NOBODY;
}

uint32_t fortress_structure_at(const struct fortress_state *s, uint32_t cell)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            uint32_t who = fortress_structure_who(seat, slot);
            if (s->piece[who].cell == cell && s->piece[who].health > 0) {
                return who;
            }
        }
    }
    return FORTRESS_NOBODY;
}

uint32_t fortress_bought_at(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    for (uint32_t i = 0; i < s->side[seat].bought; i++) {
        uint32_t who = fortress_unit_who(seat, s->side[seat].units + i);
        if (s->piece[who].cell == cell) {
            return who;
        }
    }
    return FORTRESS_NOBODY;
}

uint32_t fortress_own_by_id(const struct fortress_state *s, uint32_t seat, uint32_t id)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    for (uint32_t slot = 0; slot < (uint32_t)side->units + side->bought; slot++) {
        uint32_t who = fortress_unit_who(seat, slot);
        if (s->piece[who].id == id) {
            return who;
        }
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        uint32_t who = fortress_structure_who(seat, slot);
        if (s->piece[who].id == id && s->piece[who].health > 0) {
            return who;
        }
    }
    return FORTRESS_NOBODY;
}

int32_t fortress_held_by_other(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    uint32_t who = fortress_mobile_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) != seat;
}

uint32_t fortress_mine_at(const struct fortress_board *board, uint32_t cell)
{
    for (uint32_t i = 0; i < board->mines; i++) {
        if (board->mine[i] == cell) {
            return i;
        }
    }
    return FORTRESS_NOBODY;
}

int32_t fortress_is_marked(const struct fortress_board *board, uint32_t cell)
{
    for (uint32_t i = 0; i < board->camps; i++) {
        if (board->camp[i] == cell) {
            return 1;
        }
    }
    for (uint32_t i = 0; i < board->lairs; i++) {
        if (board->lair[i] == cell) {
            return 1;
        }
    }
    return 0;
}

uint32_t fortress_ground_at(const struct fortress_board *board, uint32_t cell)
{
    const struct fortress_set *const set[] = { &board->forest, &board->mountain, &board->river,
                                               &board->lake };
    for (uint32_t i = 0; i < sizeof set / sizeof set[0]; i++) {
        if (fortress_has(set[i], cell)) {
            return FORTRESS_FOREST + i;
        }
    }
    return FORTRESS_OPEN;
}

uint32_t fortress_base_slot(const struct fortress_state *s, uint32_t seat)
{
    uint32_t slot = 0;
    while (slot + 1 < FORTRESS_STRUCTURES_MAX &&
           s->piece[fortress_structure_who(seat, slot)].type != FORTRESS_BASE) {
        slot++;
    }
    return slot;
}

uint32_t fortress_standing(const struct fortress_state *s, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        count += s->piece[fortress_structure_who(seat, slot)].health > 0;
    }
    return count;
}

struct rd_grid fortress_grid(const struct fortress_set *valid)
{
    struct rd_grid grid = {
        RD_GRID_HEX, FORTRESS_STRIDE, FORTRESS_ROWS, FORTRESS_X0, 0, valid->row
    };
    return grid;
}

/* ---- lists ---- */

void fortress_sort_by_rank(const struct fortress_state *s, uint16_t *who, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint16_t one = who[i];
        uint32_t place = i;
        while (place > 0 && s->piece[who[place - 1]].rank > s->piece[one].rank) {
            who[place] = who[place - 1];
            place--;
        }
        who[place] = one;
    }
}

static uint32_t add_living(const struct fortress_state *s, uint32_t first, uint32_t count,
                           uint16_t *who)
{
    uint32_t added = 0;
    for (uint32_t i = first; i < first + count; i++) {
        if (s->piece[i].health > 0) {
            who[added++] = (uint16_t)i;
        }
    }
    return added;
}

uint32_t fortress_ranked(const struct fortress_state *s, uint16_t who[FORTRESS_MOBILE_MAX])
{
    uint32_t count = add_living(s, 0, s->side[0].units, who);
    count += add_living(s, FORTRESS_UNITS_MAX, s->side[1].units, who + count);
    count += add_living(s, FORTRESS_FIRST_NEUTRAL, s->neutrals, who + count);
    fortress_sort_by_rank(s, who, count);
    return count;
}

uint32_t fortress_ranked_neutrals(const struct fortress_state *s,
                                  uint16_t who[FORTRESS_NEUTRALS_MAX])
{
    uint32_t count = add_living(s, FORTRESS_FIRST_NEUTRAL, s->neutrals, who);
    fortress_sort_by_rank(s, who, count);
    return count;
}

static uint32_t add_near(const struct fortress_state *s, uint32_t first, uint32_t count,
                         uint32_t cell, uint32_t distance, uint16_t *who)
{
    uint32_t added = 0;
    for (uint32_t i = first; i < first + count; i++) {
        if (s->piece[i].health > 0 && fortress_distance(cell, s->piece[i].cell) <= distance) {
            who[added++] = (uint16_t)i;
        }
    }
    return added;
}

uint32_t fortress_players_near(const struct fortress_state *s, uint32_t cell, uint32_t distance,
                               uint16_t who[FORTRESS_WHO_MAX])
{
    uint32_t count = 0;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        const struct fortress_side *side = &s->side[seat];
        uint32_t first = count;
        count += add_near(s, fortress_unit_who(seat, 0), side->units, cell, distance, who + count);
        fortress_sort_by_rank(s, who + first, count - first);
        count += add_near(s, fortress_structure_who(seat, 0), side->structures, cell, distance,
                          who + count);
    }
    return count;
}
