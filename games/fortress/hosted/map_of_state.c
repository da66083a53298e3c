/* The board of a position as a map: its ground, its bases and the first towers that still stand. */
#include <string.h>

#include "hosted.h"

static void put_list(struct fortress_map *map, const uint16_t *cell, uint32_t count, uint8_t tile)
{
    for (uint32_t i = 0; i < count; i++) {
        map->tile[cell[i]] = tile;
    }
}

static void put_side(const struct fortress_state *s, uint32_t seat, struct fortress_map *map)
{
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->type == FORTRESS_BASE) {
            map->base[seat] = piece->cell;
        } else if (piece->health > 0 && (piece->flags & FORTRESS_SPAWNED) == 0 &&
                   map->tower_count[seat] < FORTRESS_START_TOWERS) {
            map->tower[seat][map->tower_count[seat]++] = piece->cell;
        }
    }
}

void fortress_map_of_state(const void *state, void *map)
{
    const struct fortress_state *s = state;
    struct fortress_map *m = map;
    memset(m, 0, sizeof *m);
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (fortress_exists(&s->board, cell)) {
            m->tile[cell] = (uint8_t)fortress_ground_at(&s->board, cell);
        }
    }
    put_list(m, s->board.mine, s->board.mines, FORTRESS_MINE);
    put_list(m, s->board.camp, s->board.camps, FORTRESS_CAMP);
    put_list(m, s->board.lair, s->board.lairs, FORTRESS_LAIR);
    put_side(s, 0, m);
    put_side(s, 1, m);
}
