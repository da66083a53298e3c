#include "arena/tournament.h"

#include <string.h>

#include "host/field.h"
#include "host/json_game.h"

static const char *const format_names[] = {
    "round-robin", "gauntlet", "swiss", "single", "double", "ladder", "sprt", NULL,
};

const char *format_name(enum format format)
{
    return format_names[format];
}

bool format_from_name(const char *name, enum format *format)
{
    for (uint32_t i = 0; format_names[i] != NULL; i++) {
        if (strcmp(format_names[i], name) == 0) {
            *format = (enum format)i;
            return true;
        }
    }
    return false;
}

void tournament_key(const struct tournament *t, uint32_t group, uint64_t key[2])
{
    uint32_t label[2] = { group, 0 };
    key[0] = rd_siphash(t->key, label, sizeof label);
    label[1] = 1;
    key[1] = rd_siphash(t->key, label, sizeof label);
}

double game_score(const struct game *game, uint32_t seat)
{
    uint32_t halves = 0;
    for (uint32_t other = 0; other < game->seats; other++) {
        if (other != seat) {
            halves += game->rank[seat] < game->rank[other]    ? 2u
                      : game->rank[seat] == game->rank[other] ? 1u
                                                              : 0u;
        }
    }
    return halves / (2.0 * (game->seats - 1));
}

/* ---- as JSON ---- */

static json_t *limits_json(const struct limits *limits)
{
    json_t *json = json_object();
    for (uint32_t i = 0; i < LIMITS; i++) {
        json_object_set_new(json, limit_name((enum limit)i), json_integer(limits->value[i]));
    }
    return json;
}

/* A word as the command line has it, or an object for what is more than that. */
static json_t *entrant_json(const struct entrant *entrant)
{
    if (entrant->files[0] == '\0' && entrant->folder[0] == '\0' && !entrant->retired) {
        return json_string(entrant->spec);
    }
    return json_pack("{s:s, s:s, s:s, s:i, s:b}", "bot", entrant->spec, "files", entrant->files,
                     "folder", entrant->folder, "version", (int)entrant->version, "retired",
                     (int)entrant->retired);
}

json_t *tournament_to_json(const struct tournament *t)
{
    const struct rd_game *game = t->setup[0].game;
    char seed[RD_SEED_TEXT_MAX];
    json_t *setups = json_array(), *maps = json_array(), *entrants = json_array();
    rd_seed_print(t->key, seed);
    for (uint32_t i = 0; i < t->setups; i++) {
        json_array_append_new(setups, rd_options_to_json(game, &t->setup[i].setup));
        json_array_append_new(maps, json_string(t->map[i]));
    }
    for (uint32_t i = 0; i < t->entrants; i++) {
        json_array_append_new(entrants, entrant_json(&t->entrant[i]));
    }
    return json_pack("{s:s, s:i, s:o, s:o, s:o, s:s, s:s, s:i, s:i, s:o, s:[f,f,f,f]}", "game",
                     game->id, "rules_version", (int)game->rules_version, "setups", setups, "maps",
                     maps, "entrants", entrants, "seed", seed, "format", format_name(t->format),
                     "rounds", (int)t->rounds, "groups", (int)t->groups, "limits",
                     limits_json(&t->limits), "sprt", t->sprt.elo[0], t->sprt.elo[1], t->sprt.alpha,
                     t->sprt.beta);
}

static bool read_setup(struct tournament *t, const char *id, const json_t *options,
                       const json_t *map, struct rd_problem *problem)
{
    struct rd_chosen *chosen = &t->setup[t->setups];
    const char *name = json_string_value(map);
    snprintf(t->map[t->setups], sizeof t->map[0], "%s", name == NULL ? "" : name);
    if (!rd_chosen_open(chosen, id, problem)) {
        return false;
    }
    t->setups++;
    return rd_chosen_set_json(chosen, options, RD_MAP_FILES_NO, problem) &&
           rd_chosen_check(chosen, problem);
}

static bool read_entrant(struct entrant *entrant, const struct rd_game *game, const json_t *json,
                         struct rd_problem *problem)
{
    const json_t *bot = json_is_object(json) ? json_object_get(json, "bot") : json;
    const char *spec = json_string_value(bot);
    const char *files = json_string_value(json_object_get(json, "files"));
    const char *folder = json_string_value(json_object_get(json, "folder"));
    if (!entrant_read(entrant, game, spec == NULL ? "" : spec, problem)) {
        return false;
    }
    snprintf(entrant->files, sizeof entrant->files, "%s", files == NULL ? "" : files);
    snprintf(entrant->folder, sizeof entrant->folder, "%s", folder == NULL ? "" : folder);
    entrant->retired = json_is_true(json_object_get(json, "retired"));
    json_int_t version = json_integer_value(json_object_get(json, "version"));
    entrant_is_version(entrant, version >= 1 && version <= ENTRANTS_MAX ? (uint32_t)version : 1);
    return true;
}

static bool read_lists(struct tournament *t, const json_t *json, struct rd_problem *problem)
{
    const char *id = json_string_value(json_object_get(json, "game"));
    const json_t *setups = json_object_get(json, "setups"), *maps = json_object_get(json, "maps");
    const json_t *entrants = json_object_get(json, "entrants");
    if (id == NULL || json_array_size(setups) == 0 || json_array_size(setups) > SETUPS_MAX ||
        json_array_size(entrants) < 2 || json_array_size(entrants) > ENTRANTS_MAX) {
        return rd_problem_at(problem, NULL, "the plan of the tournament can't be read");
    }
    for (size_t i = 0; i < json_array_size(setups); i++) {
        if (!read_setup(t, id, json_array_get(setups, i), json_array_get(maps, i), problem)) {
            return false;
        }
    }
    int64_t version = json_integer_value(json_object_get(json, "rules_version"));
    if (version != t->setup[0].game->rules_version) {
        return rd_problem_at(problem, NULL,
                             "the tournament was begun with version %d of the rules, and this "
                             "program has version %d",
                             (int)version, (int)t->setup[0].game->rules_version);
    }
    for (; t->entrants < json_array_size(entrants); t->entrants++) {
        if (!read_entrant(&t->entrant[t->entrants], t->setup[0].game,
                          json_array_get(entrants, t->entrants), problem)) {
            return false;
        }
    }
    return true;
}

static bool read_numbers(struct tournament *t, const json_t *json, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(json, "", problem), field;
    const char *format = json_string_value(json_object_get(json, "format"));
    const json_t *sprt = json_object_get(json, "sprt"), *limits = json_object_get(json, "limits");
    int64_t rounds, groups;
    if (!rd_field_need(&root, "rounds", &field) ||
        !rd_field_integer(&field, 0, GROUPS_MAX, &rounds) ||
        !rd_field_need(&root, "groups", &field) ||
        !rd_field_integer(&field, 1, GROUPS_MAX, &groups)) {
        return false;
    }
    if (format == NULL || !format_from_name(format, &t->format)) {
        return rd_problem_at(problem, "format", "is unknown");
    }
    t->rounds = (uint32_t)rounds;
    t->groups = (uint32_t)groups;
    t->limits = limits_preset();
    for (uint32_t i = 0; i < LIMITS; i++) {
        const json_t *value = json_object_get(limits, limit_name((enum limit)i));
        if (json_is_integer(value)) {
            t->limits.value[i] = (int32_t)json_integer_value(value);
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        t->sprt.elo[i] = json_number_value(json_array_get(sprt, i));
    }
    t->sprt.alpha = json_number_value(json_array_get(sprt, 2));
    t->sprt.beta = json_number_value(json_array_get(sprt, 3));
    return rd_seed_from_json(json_object_get(json, "seed"), t->key, problem);
}

bool tournament_from_json(struct tournament *t, const json_t *json, struct rd_problem *problem)
{
    memset(t, 0, sizeof *t);
    if (read_lists(t, json, problem) && read_numbers(t, json, problem)) {
        return true;
    }
    tournament_close(t);
    return false;
}

void tournament_close(struct tournament *t)
{
    for (uint32_t i = 0; i < t->setups; i++) {
        rd_chosen_close(&t->setup[i]);
    }
    t->setups = 0;
}
