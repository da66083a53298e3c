/* The rules of earlier versions that this build has. older.def is made from games/meson.build. They
 * are copies of what the game was, made by tools/keep-rules and never edited: so they repeat much
 * of what it is now. */
#include "older/older.h"

#define OLDER(name) extern const struct rd_game name##_game;
#include "older.def"
#undef OLDER

static const struct rd_game *const kept[] = {
#define OLDER(name) &name##_game,
#include "older.def"
#undef OLDER
    NULL
};

const struct rd_game *rd_game_older(uint32_t index)
{
    return index < sizeof kept / sizeof kept[0] ? kept[index] : NULL;
}

const struct rd_game *rd_game_of(const char *id, uint64_t rules_version)
{
    const struct rd_game *now = rd_game_find(id);
    if (now != NULL && now->rules_version == rules_version) {
        return now;
    }
    for (uint32_t i = 0; kept[i] != NULL; i++) {
        if (kept[i]->rules_version == rules_version && rd_same_text(kept[i]->id, id)) {
            return kept[i];
        }
    }
    return NULL;
}
