/* What the tests of ApocaWarlords' JSON share: a small map, and a position from text. */
#ifndef REDOUBT_TESTS_APOCA_TEST_H
#define REDOUBT_TESTS_APOCA_TEST_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games/apoca/apoca.h"
#include "host/codec.h"
#include "host/json_read.h"

/* Two straight lanes of 13 tiles, north and south of the bases at (1,2) and (13,2). */
#define TEST_MAP                                                            \
    "{\"FloorTiles\":[\"rrrrrr   bbbbbb\",\"rOOOOOOOOOOOOOb\","             \
    "\"rOrrrr   bbbbOb\",\"rOOOOOOOOOOOOOb\",\"rrrrrr   bbbbbb\"],"         \
    "\"PlayerBaseR\":{\"x\":1,\"y\":2},\"PlayerBaseB\":{\"x\":13,\"y\":2}," \
    "\"DemonSpawners\":[{\"x\":7,\"y\":1,\"initial_target\":\"r\"}]}"

static inline struct rd_setup test_setup(int32_t rules)
{
    struct rd_setup setup;
    rd_setup_presets(&apoca_game, &setup);
    setup.option[APOCA_OPT_RULES] = rules;
    return setup;
}

/* Reads {"map":TEST_MAP,"state":state}, or the text itself if it begins with '!'. */
static inline bool test_read(const char *text, int32_t rules, struct apoca_state *state,
                             struct rd_problem *problem)
{
    static char whole[65536];
    const struct rd_codec *codec = rd_codec_of(&apoca_game);
    struct rd_setup setup = test_setup(rules);
    struct rd_luck luck = rd_luck_from_seed(1);
    snprintf(whole, sizeof whole, text[0] == '!' ? "%s%s" : "{\"map\":" TEST_MAP ",\"state\":%s%s}",
             text[0] == '!' ? text + 1 : text, "");
    problem->text[0] = '\0';
    json_t *json = rd_json_parse(whole, strlen(whole), problem);
    bool fine = json != NULL && codec->read_position(json, &setup, &luck, state, problem);
    json_decref(json);
    return fine;
}

/* A wanted text may end with "{towers}": the names of all towers, whichever there are. */
static inline void test_text(const char *got, const char *want)
{
    const char *mark = strstr(want, "{towers}");
    if (mark == NULL) {
        CHECK_TEXT(got, want);
        return;
    }
    CHECK(strncmp(got, want, (size_t)(mark - want)) == 0);
    const char *const *towers = apoca_game.verbs[APOCA_BUILD].arg[0].choices;
    for (const char *at = got; *towers != NULL; towers++) {
        at = strstr(at, *towers + 1); /* House or house */
        CHECK(at != NULL);
        if (at == NULL) {
            return;
        }
    }
}

#endif
