#include "prove/openings.h"

#include <stdio.h>
#include <string.h>

#include "host/embedded.h"
#include "host/nearest.h"

/* Made by the build of prove/openings: "classic_duel" is the opening "duel" of Classic. */
extern const struct rd_embedded_text prove_opening_texts[];

/* The part of the name after the game's, or NULL if it is of another game. */
static const char *name_within(const struct rd_game *game, const char *name)
{
    size_t length = strlen(game->id);
    return strncmp(name, game->id, length) == 0 && name[length] == '_' ? name + length + 1 : NULL;
}

const char *prove_opening_name(const struct rd_game *game, uint32_t index)
{
    for (uint32_t i = 0; prove_opening_texts[i].name != NULL; i++) {
        const char *name = name_within(game, prove_opening_texts[i].name);
        if (name != NULL && index-- == 0) {
            return name;
        }
    }
    return NULL;
}

static bool list_them(const struct rd_game *game, const char *wrong, struct rd_problem *problem)
{
    char list[RD_PROBLEM_MAX / 2] = "", room[RD_NEAREST_TEXT];
    const char *name = NULL;
    struct rd_nearest nearest = rd_nearest_to(wrong);
    for (uint32_t i = 0; (name = prove_opening_name(game, i)) != NULL; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", name);
        rd_nearest_try(&nearest, name);
    }
    return rd_problem_at(problem, wrong,
                         "no opening of %s%s; there are: %s, or a scenario in a file", game->id,
                         rd_nearest_ask(&nearest, room), list);
}

json_t *prove_opening_load(const struct rd_game *game, const char *name, struct rd_problem *problem)
{
    for (uint32_t i = 0; prove_opening_texts[i].name != NULL; i++) {
        const char *own = name_within(game, prove_opening_texts[i].name);
        if (own != NULL && strcmp(own, name) == 0) {
            return json_loads((const char *)prove_opening_texts[i].text, 0, NULL);
        }
    }
    list_them(game, name, problem);
    return NULL;
}
