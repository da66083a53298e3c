/*
 * cases - the laws in the positions of worked cases, and a few random orders on from there.
 *
 * Random games seldom come where three armies meet on a tile or a hero strikes his own image. The
 * rulebook's examples begin in such places.
 *
 *   cases [--games N] FILE.json|FOLDER...      N short games from each case, 2 if not said
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_read.h"
#include "host/scenario.h"
#include "laws/laws.h"

enum { STEPS = 8, GAMES = 2 };

struct place {
    struct trial trial;
    struct record record;
    struct finding finding;
};

/* Hostile bytes and JSON cost a hundred times more than the rest, and meet random positions enough.
 */
static bool looks_here(uint32_t law)
{
    return law != LAW_AUDIT && law != LAW_NOTATION &&
           (laws[law].position != NULL || laws[law].step != NULL);
}

/* Rooms for the game, made once: they are large. */
static struct trial *trial_of(struct place *place, const struct rd_game *game)
{
    struct trial *trial = &place->trial;
    struct trial_order order = { .game = game,
                                 .games = 1,
                                 .steps = STEPS,
                                 .placed = true,
                                 .record = &place->record,
                                 .finding = &place->finding };
    if (trial->game != game) {
        if (trial->game != NULL) {
            trial_close(trial);
        }
        trial_prepare(trial, &order);
    }
    return trial;
}

static bool law_holds(struct place *place, const struct rd_scenario *scenario,
                      const struct rd_play *play, uint32_t law, uint64_t seed)
{
    struct trial *trial = trial_of(place, play->game);
    trial->order.law = law;
    trial->order.seed = seed;
    trial->setup = scenario->chosen.setup;
    trial->seats = trial->setup.seats;
    trial->luck = trial_luck(seed);
    trial->chooser = rd_luck_from_key(seed, law);
    trial->resign_at = STEPS;
    place->record.count = 0;
    place->finding.broken = false;
    memcpy(trial->state, play->state, play->game->state_size);
    trial_run(trial);
    return !place->finding.broken;
}

static bool case_holds(struct place *place, json_t *json, const char *name, uint32_t games)
{
    struct rd_scenario scenario;
    struct rd_play play;
    struct rd_problem problem = { "" };
    bool holds = true;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, &problem)) {
        printf("# %s: %s\n", name, problem.text);
        return false;
    }
    holds = rd_scenario_begin(&scenario, &play, &problem);
    for (uint64_t seed = 0; holds && seed < games; seed++) {
        for (uint32_t law = 0; holds && law < LAW_COUNT; law++) {
            holds = !looks_here(law) || law_holds(place, &scenario, &play, law, seed);
        }
    }
    if (!holds) {
        printf("# %s, %s: law %u: %s\n", name, json_string_value(json_object_get(json, "title")),
               place->finding.law, problem.text[0] ? problem.text : place->finding.text);
    } else {
        rd_play_end(&play);
    }
    rd_scenario_close(&scenario);
    return holds;
}

/* A file has one case or a list of them. */
static bool file_holds(struct place *place, const char *path, uint32_t games)
{
    struct rd_problem problem = { "" };
    json_t *json = rd_json_load(path, &problem);
    bool holds = json != NULL;
    if (!holds) {
        printf("# %s\n", problem.text);
    } else if (!json_is_array(json)) {
        holds = case_holds(place, json, path, games);
    }
    for (size_t i = 0; json_is_array(json) && i < json_array_size(json); i++) {
        holds = case_holds(place, json_array_get(json, i), path, games) && holds;
    }
    json_decref(json);
    return holds;
}

static int is_json(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

/* A file, or every *.json of a folder. */
static bool path_holds(struct place *place, const char *path, uint32_t games)
{
    struct dirent **entry = NULL;
    int count = scandir(path, &entry, is_json, alphasort);
    bool holds = count != 0;
    if (count < 0) {
        return file_holds(place, path, games);
    }
    for (int i = 0; i < count; i++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s", path, entry[i]->d_name);
        holds = file_holds(place, file, games) && holds;
        free(entry[i]);
    }
    free(entry);
    return holds;
}

int main(int argc, char **argv)
{
    struct place *place = calloc(1, sizeof *place);
    uint32_t games = GAMES;
    bool holds = place != NULL;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "--games") == 0) {
        games = (uint32_t)strtoul(argv[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < argc && place != NULL; i++) {
        holds = path_holds(place, argv[i], games) && holds;
    }
    printf("%s 1 - the laws hold in the positions of worked cases\n1..1\n",
           holds ? "ok" : "not ok");
    if (place != NULL && place->trial.game != NULL) {
        trial_close(&place->trial);
    }
    free(place);
    return holds && argc > first ? 0 : 1;
}
