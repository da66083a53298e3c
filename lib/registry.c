/* The games this build knows. games.def is made from games/meson.build, the one list; a module of
 * one game has a list of its own. */
#include "redoubt/game.h"

#if !defined(RD_GAMES_DEF)
#define RD_GAMES_DEF "games.def"
#endif

#define GAME(id) extern const struct rd_game id##_game;
#include RD_GAMES_DEF
#undef GAME

static const struct rd_game *const games[] = {
#define GAME(id) &id##_game,
#include RD_GAMES_DEF
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
