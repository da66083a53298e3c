/* States in the middle of random games, as seeds for fuzz-state. usage: seeds FOLDER */
#include <stdio.h>

#include "playout.h"

enum { SEEDS = 4 };

static struct playout now;

static int save(const char *folder, uint32_t index, uint32_t seed)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s-%u", folder, now.game->id, seed);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        return 0;
    }
    fputc((int)index, file);
    fwrite(now.state, 1, now.game->state_size, file);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    for (uint32_t i = 0; argc == 2 && rd_game_at(i) != NULL; i++) {
        for (uint32_t seed = 1; seed <= SEEDS; seed++) {
            struct rd_setup setup;
            rd_setup_presets(rd_game_at(i), &setup);
            for (uint32_t k = 0; k < RD_OPTIONS_MAX && seed % 2 == 0; k++) {
                if (rd_game_at(i)->options[k].key == NULL) {
                    break;
                }
                setup.option[k] = rd_game_at(i)->options[k].max;
            }
            playout_begin(&now, rd_game_at(i), seed, &setup);
            for (uint32_t step = 0; step < seed * 50 && playout_step(&now); step++) {
            }
            if (!save(argv[1], i, seed)) {
                return 1;
            }
        }
    }
    return argc == 2 ? 0 : 2;
}
