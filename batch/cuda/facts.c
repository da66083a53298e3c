/* Prints what the kernels of each game are compiled with: constants that its table has. */
#include <stdio.h>

#include "redoubt/packing.h"

int main(void)
{
    printf("/* Made by batch/cuda/facts.c. */\n");
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        const struct rd_game *game = rd_game_at(i);
        printf("enum {\n    %s_STATE_SIZE = %u,\n    %s_VIEW_SIZE = %u,\n    %s_LEGAL_MAX = %u,\n"
               "    %s_HAS_FACTORS = %d,\n    %s_PACKED_SIZE = %u\n};\n",
               game->id, game->state_size, game->id, game->view_size, game->id, game->legal_max,
               game->id, game->factors != NULL, game->id, rd_packed_size(game));
    }
    return 0;
}
