/* What a seat knows of the heap: everything. */
#include "null.h"

#include <string.h>

#include "redoubt/packing.h"

void null_observe(const void *state, rd_seat seat, void *view)
{
    struct null_view *v = view;
    memset(v, 0, sizeof *v);
    memcpy(&v->state, state, sizeof v->state);
    v->seat = seat;
}

#define ROWS(X) X(HEAP, "heap", 1, 2, RD_PACK_S8, 0)
RD_PACK_NUMBERS(ROWS);
const struct rd_packing null_packing[] = RD_PACK_TABLE(ROWS);

static void draw(const struct null_view *v, struct rd_sheet out)
{
    rd_put(out, &null_packing[ROW_HEAP], 0, 0, (int32_t)v->state.heap);
    rd_put(out, &null_packing[ROW_HEAP], 0, 1, v->state.to_move == v->seat);
}

void null_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void null_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, sizeof *packed * WORD_END) };
    draw(view, sheet);
}

void null_scene(const void *view, struct rd_scene *scene)
{
    const struct null_view *v = view;
    scene->topology = RD_NO_BOARD;
    scene->columns = scene->rows = 0;
    scene->cell_count = scene->token_count = 0;
    scene->counter_count = 1;
    scene->mark_count = 0;
    struct rd_scene_counter heap = { (int32_t)v->state.heap, 0, 0, 0 };
    scene->counter[0] = heap;
}

void null_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct null_view *v = view;
    (void)luck; /* nothing is hidden, so nothing is guessed */
    memcpy(state, &v->state, sizeof v->state);
}
