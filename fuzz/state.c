/* Bytes as a state: audit refuses them, or they can be played to their end. The first byte chooses
 * the game. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { STEPS_MAX = 3000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    const struct rd_game *game = fuzz_game(data[0]);
    size_t given = size - 1 < game->state_size ? size - 1 : game->state_size;
    void *state = calloc(1, game->state_size);
    memcpy(state, data + 1, given);
    if (game->audit(state) == NULL) {
        fuzz_play_on(game, state, STEPS_MAX);
    }
    free(state);
    return 0;
}
