/* The games this build knows. games.def is made from games/meson.build, the one list. */
#include "redoubt/game.h"

#define GAME(id) extern const struct rd_game id##_game;
#include "games.def"
#undef GAME

static const struct rd_game *const games[] = {
#define GAME(id) &id##_game,
#include "games.def"
#undef GAME
    NULL
};

const struct rd_game *rd_game_at(uint32_t index)
{
    return index < sizeof games / sizeof games[0] ? games[index] : NULL;
}

const struct rd_game *rd_game_find(const char *id)
{
    RD_ASSERT(id != NULL);
    for (uint32_t i = 0; games[i] != NULL; i++) {
        if (rd_same_text(games[i]->id, id)) {
            return games[i];
        }
    }
    return NULL;
}
