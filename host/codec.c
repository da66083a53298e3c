/* The codecs of the registered games, and of rules of earlier versions; games.def and older.def are
 * made from games/meson.build. A page reads positions of now only: its module names an empty list.
 */
#include "host/codec.h"

#if !defined(RD_OLDER_DEF)
#define RD_OLDER_DEF "older.def"
#endif

#define GAME(id)                           \
    extern const struct rd_game id##_game; \
    extern const struct rd_codec id##_codec;
#define OLDER(name) GAME(name)
#include "games.def"
#include RD_OLDER_DEF
#undef GAME

static const struct {
    const struct rd_game *game;
    const struct rd_codec *codec;
} codecs[] = {
#define GAME(id) { &id##_game, &id##_codec },
#include "games.def"
#include RD_OLDER_DEF
#undef GAME
#undef OLDER
};

/* By name and version: tests break copies of games. */
const struct rd_codec *rd_codec_of(const struct rd_game *game)
{
    for (size_t i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
        if (codecs[i].game->rules_version == game->rules_version &&
            rd_same_text(codecs[i].game->id, game->id)) {
            return codecs[i].codec;
        }
    }
    RD_ASSERT(0); /* the registry and this list are one file */
    return NULL;
}
