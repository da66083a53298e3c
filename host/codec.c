/* The codecs of the registered games; games.def is made from games/meson.build. */
#include "host/codec.h"

#include <string.h>

#define GAME(id) extern const struct rd_codec id##_codec;
#include "games.def"
#undef GAME

static const struct rd_codec *const codecs[] = {
#define GAME(id) &id##_codec,
#include "games.def"
#undef GAME
};

const struct rd_codec *rd_codec_of(const struct rd_game *game)
{
    for (size_t i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
        if (strcmp(codecs[i]->game, game->id) == 0) {
            return codecs[i];
        }
    }
    RD_ASSERT(0); /* the registry and this list are one file */
    return NULL;
}
