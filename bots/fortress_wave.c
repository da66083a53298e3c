/*
 * How far it is to a cell in Fortress Frontiers: a wave from there over whole rows at once, only as
 * far as somebody asks.
 */
#include "bots/fortress_playbooks.h"

#include <string.h>

/* Cells that are so many steps from the goal; slow ones are left a step later than others. */
struct wave {
    struct fortress_set ground, slow, reached;
    struct fortress_set leave[2]; /* in the next step, and in the one after it */
};

static void begin_wave(struct wave *w, const struct fortress_board *board, uint32_t goal)
{
    memset(w, 0, sizeof *w);
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        w->ground.row[y] = board->valid.row[y] & ~board->mountain.row[y];
        w->slow.row[y] = board->forest.row[y] | board->river.row[y] | board->lake.row[y];
    }
    fortress_add(&w->reached, goal);
    fortress_add(&w->leave[fortress_has(&w->slow, goal)], goal);
}

/* False: nothing is left to come. */
static int32_t step_wave(struct wave *w, uint32_t steps, uint16_t *out)
{
    struct fortress_set leave = w->leave[0];
    uint64_t more = 0;
    w->leave[0] = w->leave[1];
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        uint64_t fresh = fortress_row_beside(leave.row, y, 0, FORTRESS_ROWS - 1) &
                         w->ground.row[y] & ~w->reached.row[y];
        w->reached.row[y] |= fresh;
        w->leave[0].row[y] |= fresh & ~w->slow.row[y];
        w->leave[1].row[y] = fresh & w->slow.row[y];
        more |= w->leave[0].row[y] | w->leave[1].row[y];
        for (; fresh != 0; fresh &= fresh - 1) {
            out[y * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(fresh)] = (uint16_t)steps;
        }
    }
    return more != 0;
}

static int32_t has_all(const struct wave *w, const struct fortress_set *cells)
{
    uint64_t missing = 0;
    for (uint32_t y = 0; y < FORTRESS_ROWS; y++) {
        missing |= cells->row[y] & ~w->reached.row[y];
    }
    return missing == 0;
}

void fortress_measure(const struct fortress_board *board, uint32_t goal,
                      const struct fortress_set *cells, uint16_t *steps)
{
    struct wave wave;
    begin_wave(&wave, board, goal);
    memset(steps, 0xff, FORTRESS_CELLS * sizeof steps[0]);
    steps[goal] = 0;
    for (uint32_t n = 1; !has_all(&wave, cells) && step_wave(&wave, n, steps); n++) {
    }
}
