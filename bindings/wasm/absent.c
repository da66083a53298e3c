/* In a module of one game: nothing in the place of the bots of all others, so that the list of bots
 * stays one list and nobody fetches what can't play here. RD_ABSENT_DEF is made out of bots/list.h
 * by bindings/meson.build. */
#include "bots/list.h"

/* Nobody finds a bot of a game that isn't here. */
#define CHOOSER(name)                                     \
    uint32_t name(const struct rd_bot_question *question) \
    {                                                     \
        RD_ASSERT(question == NULL);                      \
        return 0;                                         \
    }
#define MEMORY(name)                          \
    uint32_t name(const struct rd_game *game) \
    {                                         \
        RD_ASSERT(game != NULL);              \
        return 0;                             \
    }
#define HEURISTICS(name) const struct rd_heuristics name = { .game = "" };
#include RD_ABSENT_DEF
