/* Text as a map file of any game that takes maps: a problem, or a board to play on. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/codec.h"

enum { STEPS_MAX = 400, PROBLEMS_MAX = 8 };

/* Written as JSON or as a file and read again, a map is the same. */
static void check_written(const struct rd_game *game, const void *map)
{
    const struct rd_codec *codec = rd_codec_of(game);
    struct rd_problem problem = { "" };
    void *again = malloc(game->map_size);
    json_t *json = codec->map_to_json(map);
    FUZZ_MUST(codec->map_from_json(json, again, &problem));
    FUZZ_MUST(memcmp(map, again, game->map_size) == 0);
    json_decref(json);
    char *text = codec->write_map(map);
    FUZZ_MUST(codec->read_map(text, strlen(text), again, &problem));
    FUZZ_MUST(memcmp(map, again, game->map_size) == 0);
    free(text);
    free(again);
}

static void play_on(const struct rd_game *game, const void *map)
{
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1);
    void *state = malloc(game->state_size);
    rd_setup_presets(game, &setup);
    setup.map = map;
    setup.map_size = game->map_size;
    FUZZ_MUST(game->check_setup(&setup).code == RD_OK);
    game->init(state, &setup, &luck);
    FUZZ_MUST(game->audit(state) == NULL);
    fuzz_play_on(game, state, STEPS_MAX);
    free(state);
}

static void try_map(const struct rd_game *game, const uint8_t *data, size_t size)
{
    struct rd_problem problem = { "" };
    struct rd_verdict verdict[PROBLEMS_MAX];
    void *map = malloc(game->map_size);
    if (rd_codec_of(game)->read_map((const char *)data, size, map, &problem)) {
        check_written(game, map);
        if (game->check_map(map, verdict, PROBLEMS_MAX) == 0) {
            play_on(game, map);
        }
    } else {
        FUZZ_MUST(problem.text[0] != '\0');
    }
    free(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (rd_codec_of(rd_game_at(i))->read_map != NULL) {
            try_map(rd_game_at(i), data, size);
        }
    }
    return 0;
}
