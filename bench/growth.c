/* Rows of the tables of growth. */
#include "bench/bench.h"

#include <string.h>

/* clang-format off */
static const struct bench_growth rows[] = {
    { "fortress", "5 units a seat",   5, { NULL } },
    { "fortress", "10 units a seat", 10, { NULL } },
    { "fortress", "20 units a seat", 20, { NULL } },
    { "fortress", "40 units a seat", 40, { NULL } },
    { "fortress", "80 units a seat", 80, { NULL } },
    { "fortress", "20 units, drawn board of 20 x 15", 20, { "map=procedural", "columns=20", "rows=15" } },
    { "fortress", "20 units, drawn board of 30 x 21", 20, { "map=procedural", "columns=30", "rows=21" } },
    { "fortress", "20 units, drawn board of 37 x 31", 20, { "map=procedural", "columns=37", "rows=31" } },
    { "fortress", "20 units, drawn board of 48 x 37", 20, { "map=procedural", "columns=48", "rows=37" } },
    { "fortress", "20 units, drawn board of 60 x 45", 20, { "map=procedural", "columns=60", "rows=45" } },
    { 0 },
};
/* clang-format on */

const struct bench_growth *bench_growth_of(const struct rd_game *game, uint32_t number)
{
    for (const struct bench_growth *row = rows; row->game != NULL; row++) {
        if (strcmp(row->game, game->id) == 0 && number-- == 0) {
            return row;
        }
    }
    return NULL;
}
