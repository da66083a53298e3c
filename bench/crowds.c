/* Boards that are full from the beginning. */
#include "bench/bench.h"

#include <string.h>

#include "games/civ/civ.h"
#include "games/fortress/fortress_internal.h"

/* A tile of the seat's quarter of the board: tile 0 is its corner, the others follow in rows. */
static uint16_t civ_tile(const struct civ_state *state, uint32_t seat, uint32_t number)
{
    uint32_t last = state->common.size - 1u, half = state->common.size / 2u;
    uint32_t x = number % half, y = number / half % half;
    x = seat % 2 == 0 ? x : last - x;
    y = seat / 2 == 0 ? y : last - y;
    return (uint16_t)(y * CIV_SIDE_MAX + x);
}

/* A city for every eight units, and as many workers as armies; nobody goes hungry. */
static void civ_fill(void *state, uint32_t units)
{
    struct civ_state *s = state;
    for (uint32_t seat = 0; seat < s->common.seats; seat++) {
        struct civ_side *side = &s->side[seat];
        side->food = CIV_STOCK_MAX / 2;
        for (uint32_t i = 1; i <= units / 8; i++) {
            side->city[side->cities++] = civ_tile(s, seat, 2 * i);
        }
        for (uint32_t i = 0; i < units; i++) {
            uint16_t cell = civ_tile(s, seat, 5 * i + 1);
            if (i % 2 == 0) {
                side->worker[side->workers++] = cell;
            } else {
                side->health[side->armies] = CIV_HEALTH;
                side->army[side->armies++] = cell;
            }
        }
    }
    RD_ASSERT(civ_game.audit(s) == NULL);
}

/* The next free cell on the seat's half of the board, column by column from its base's end. */
static uint32_t fortress_tile(const struct fortress_state *s, uint32_t seat, uint32_t *number)
{
    for (;; ++*number) {
        uint32_t column = *number / FORTRESS_ROWS * 2, y = *number % FORTRESS_ROWS;
        uint32_t last = FORTRESS_COLUMNS - 1;
        uint32_t cell = y * FORTRESS_STRIDE + (seat == 0 ? column : last - column);
        if (column < FORTRESS_COLUMNS && y % 3 == 0 && fortress_exists(&s->board, cell) &&
            !fortress_has(&s->board.mountain, cell) &&
            fortress_mobile_at(s, cell) == FORTRESS_NOBODY) {
            return cell;
        }
        RD_ASSERT(*number < FORTRESS_CELLS);
    }
}

/* Units of all types, and gold to build with. */
static void fortress_fill(void *state, uint32_t units)
{
    struct fortress_state *s = state;
    uint32_t rank = s->neutrals;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct fortress_side *side = &s->side[seat];
        uint32_t number = 0;
        for (uint32_t i = 0; i < units; i++) {
            struct fortress_piece unit = { side->next_id,
                                           (uint16_t)fortress_tile(s, seat, &number),
                                           (uint16_t)++rank,
                                           FORTRESS_HEALTH_MAX,
                                           (uint8_t)(i % FORTRESS_BOUGHT_TYPES),
                                           0,
                                           0 };
            s->piece[fortress_unit_who(seat, side->units)] = unit;
            side->units++;
            side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
        }
        side->gold = 500;
    }
    fortress_look(s, 0);
    fortress_look(s, 1);
    RD_ASSERT(fortress_game.audit(s) == NULL);
}

static const struct bench_crowd crowds[] = {
    { "civ", 50, 1000, 64, false, civ_fill },
    { "fortress", 20, FORTRESS_UNITS_MAX, 16, true, fortress_fill },
    { 0 },
};

const struct bench_crowd *bench_crowd_of(const struct rd_game *game)
{
    for (const struct bench_crowd *crowd = crowds; crowd->game != NULL; crowd++) {
        if (strcmp(crowd->game, game->id) == 0) {
            return crowd;
        }
    }
    return NULL;
}
