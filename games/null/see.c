/* What a seat knows of the heap: everything. */
#include "null.h"

#include <string.h>

void null_observe(const void *state, rd_seat seat, void *view)
{
    struct null_view *v = view;
    memset(v, 0, sizeof *v);
    memcpy(&v->state, state, sizeof v->state);
    v->seat = seat;
}

void null_encode(const void *view, int8_t *tensor)
{
    const struct null_view *v = view;
    tensor[0] = (int8_t)v->state.heap;
    tensor[1] = v->state.to_move == v->seat;
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
