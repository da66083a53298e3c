/*
 * Seeds that need a program to make them.
 *   seeds FOLDER         states in the middle of random games, for fuzz-state
 *   seeds REPLAY PLAIN   a replay with its blocks unpacked, for fuzz-replay
 */
#include <stdio.h>

#include "host/replay_block.h"
#include "laws/playout.h"

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

static int save_states(const char *folder)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        const struct rd_game *game = rd_game_at(i);
        for (uint32_t seed = 1; seed <= SEEDS; seed++) {
            struct rd_setup setup;
            rd_setup_presets(game, &setup);
            for (uint32_t k = 0; seed % 2 == 0 && game->options[k].key != NULL; k++) {
                setup.option[k] = game->options[k].max;
            }
            playout_begin(&now, game, seed, &setup);
            for (uint32_t step = 0; step < seed * 50 && playout_step(&now); step++) {
            }
            if (!save(folder, i, seed)) {
                return 0;
            }
        }
    }
    return 1;
}

static int save_plain(FILE *replay, FILE *out)
{
    struct rd_problem problem = { "" };
    struct rd_block_stream stream = { .file = replay };
    struct rd_block block;
    fputc('P', out);
    int fine = rd_block_read_head(&stream, &problem);
    while (fine && !rd_block_at_end(&stream) && rd_block_read(&stream, &block, &problem)) {
        fputc(block.type == RD_BLOCK_START ? 0 : block.type == RD_BLOCK_TURNS ? 1 : 2, out);
        fputc((int)(block.size & 0xff), out);
        fputc((int)(block.size >> 8 & 0xff), out);
        fwrite(block.bytes, 1, block.size, out);
    }
    rd_block_free(&stream);
    return fine && problem.text[0] == '\0';
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        return save_states(argv[1]) ? 0 : 1;
    }
    FILE *replay = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = replay != NULL ? fopen(argv[2], "wb") : NULL;
    if (out == NULL) {
        fputs("usage: seeds FOLDER | seeds REPLAY PLAIN\n", stderr);
        return 2;
    }
    int fine = save_plain(replay, out);
    fclose(replay);
    return fclose(out) == 0 && fine ? 0 : 1;
}
