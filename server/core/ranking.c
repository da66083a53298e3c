/* Who is strongest in a game: a page that is made anew every few seconds at most, since all players
 * are looked through for it. */
#include <stdlib.h>
#include <string.h>

#include "server/core/state.h"

enum {
    RANKED_MAX = 50, /* players of one list */
    KEPT_MS = 10000, /* so long a page is as good as a new one */
    SURE = 2         /* deviations: almost surely somebody is at least as strong as that */
};

struct place {
    const struct player *player;
    const struct rating *rating;
};

/* What a player is at least; luck in a few games is no strength. */
static int32_t sure_strength(const struct rating *rating)
{
    return rating_shown(rating) - SURE * rating_deviation(rating);
}

/* By that, and then by id, so that the sequence is always the same. */
static bool comes_before(const struct place *a, const struct place *b)
{
    int32_t mine = sure_strength(a->rating), other = sure_strength(b->rating);
    return mine != other ? mine > other : strcmp(a->player->id, b->player->id) < 0;
}

static void insert(struct place list[RANKED_MAX], uint32_t *count, struct place new)
{
    uint32_t at = *count;
    while (at > 0 && comes_before(&new, &list[at - 1])) {
        at--;
    }
    if (at == RANKED_MAX) {
        return;
    }
    *count += *count < RANKED_MAX;
    memmove(list + at + 1, list + at, (*count - at - 1) * sizeof *list);
    list[at] = new;
}

static uint32_t best_of(const struct core *core, const char *game, bool many,
                        struct place list[RANKED_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < core->player_count; i++) {
        const struct player *player = core->player[i];
        bool hidden = !player->account || player->banned || player_is_forgotten(player);
        for (uint32_t r = 0; r < player->rating_count && !hidden; r++) {
            const struct rating *rating = &player->rating[r];
            if (rating->many == many && strcmp(rating->game, game) == 0) {
                insert(list, &count, (struct place){ player, rating });
            }
        }
    }
    return count;
}

static json_t *list_to_json(const struct core *core, const char *game, bool many)
{
    struct place list[RANKED_MAX];
    uint32_t count = best_of(core, game, many, list);
    json_t *json = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const struct rating *rating = list[i].rating;
        json_array_append_new(
            json, json_pack("{s:s, s:s, s:i, s:i, s:I}", "player", list[i].player->id, "name",
                            list[i].player->name, "rating", rating_shown(rating), "deviation",
                            rating_deviation(rating), "games", (json_int_t)rating->games));
    }
    return json;
}

static char *made_anew(const struct core *core, const char *game)
{
    json_t *json = json_pack("{s:s, s:o, s:o}", "game", game, "2", list_to_json(core, game, false),
                             "more", list_to_json(core, game, true));
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    return text;
}

const char *ranking_text(struct core *core, const char *id)
{
    const struct rd_game *game;
    for (uint32_t i = 0; i < RANKINGS_MAX && (game = rd_game_at(i)) != NULL; i++) {
        if (strcmp(game->id, id) != 0) {
            continue;
        }
        struct ranking *kept = &core->ranking[i];
        if (kept->text == NULL || core->time >= kept->until_t) {
            free(kept->text);
            kept->text = made_anew(core, game->id);
            kept->until_t = core->time + KEPT_MS;
        }
        return kept->text;
    }
    return NULL;
}
