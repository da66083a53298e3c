/* Reading a scenario and judging its result; scenario_run.c plays it. Readers of lists have one
 * form, here and in the other games: is the list there, is it a list, then entry by entry. */
#include "host/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "host/field.h"
#include "host/json_read.h"

static const char *const scenario_keys[] = { "id",         "title",      "note",  "game",
                                             "options",    "seed",       "drawn", "position",
                                             "rolls",      "show",       "steps", "expect",
                                             "paragraphs", "rolls_used", NULL };

/* The options and the position speak for themselves; we add where they stand. */
static bool problem_within(const char *field, const struct rd_problem *inner,
                           struct rd_problem *problem)
{
    size_t word = strcspn(inner->text, ": ");
    bool is_path = inner->text[word] == ':', is_item = inner->text[0] == '[';
    bool says_so = strncmp(inner->text, field, strlen(field)) == 0;
    const char *joint = says_so || is_item ? "" : is_path ? "." : ": ";
    return rd_problem_at(problem, NULL, "%s%s%s", says_so ? "" : field, joint, inner->text);
}

static bool read_game(struct rd_scenario *scenario, const struct rd_field *root,
                      enum rd_map_files files)
{
    struct rd_field field;
    const char *id;
    struct rd_problem inner = { "" };
    if (!rd_field_need(root, "game", &field) || !rd_field_text(&field, &id)) {
        return false;
    }
    if (!rd_chosen_open(&scenario->chosen, id, &inner)) {
        return problem_within("game", &inner, root->problem);
    }
    rd_field_get(root, "options", &field);
    if (!rd_chosen_set_json(&scenario->chosen, field.json, files, &inner) ||
        !rd_chosen_check(&scenario->chosen, &inner)) {
        return problem_within("options", &inner, root->problem);
    }
    if (rd_field_get(root, "seed", &field) &&
        !rd_seed_from_json(field.json, scenario->key, root->problem)) {
        return false;
    }
    int64_t drawn = 0;
    if (rd_field_get(root, "drawn", &field) && !rd_field_integer(&field, 0, INT64_MAX, &drawn)) {
        return false;
    }
    scenario->drawn = (uint64_t)drawn;
    return true;
}

static bool read_rolls(struct rd_scenario *scenario, const struct rd_field *root)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "rolls", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, RD_SCENARIO_ROLLS_MAX, &count)) {
        return false;
    }
    scenario->rolls = calloc(count + 1, sizeof *scenario->rolls);
    RD_ASSERT(scenario->rolls != NULL);
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        struct rd_field item = rd_field_item(&list, i);
        if (!rd_field_integer(&item, INT32_MIN, INT32_MAX, &value)) {
            return false;
        }
        scenario->rolls[i] = (int32_t)value;
    }
    scenario->roll_count = (uint32_t)count;
    return true;
}

static bool read_step(const struct rd_field *step)
{
    struct rd_field seat = rd_field_item(step, 0);
    if (!json_is_array(step->json) || json_array_size(step->json) != 2) {
        return rd_field_problem(step, "a step is a list of two: [SEAT, ORDER]");
    }
    if (!json_is_integer(seat.json)) {
        return rd_field_problem(&seat, "a seat is a whole number");
    }
    return true;
}

static bool read_steps(struct rd_scenario *scenario, const struct rd_field *root)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "steps", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, RD_SCENARIO_STEPS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!read_step(&item)) {
            return false;
        }
    }
    scenario->step_count = (uint32_t)count;
    return true;
}

/* A list of step numbers; to may be NULL. */
static bool read_step_numbers(const struct rd_field *list, uint32_t step_count, bool *to)
{
    size_t count;
    if (!rd_field_list(list, 0, RD_SCENARIO_STEPS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t step;
        struct rd_field item = rd_field_item(list, i);
        if (step_count == 0) {
            return rd_field_problem(&item, "there are no steps");
        }
        if (!rd_field_integer(&item, 0, (int64_t)step_count - 1, &step)) {
            return false;
        }
        if (to != NULL) {
            to[step] = true;
        }
    }
    return true;
}

static bool read_show(struct rd_scenario *scenario, const struct rd_field *root)
{
    struct rd_field list;
    scenario->show = calloc((size_t)scenario->step_count + 1, sizeof *scenario->show);
    RD_ASSERT(scenario->show != NULL);
    return !rd_field_get(root, "show", &list) ||
           read_step_numbers(&list, scenario->step_count, scenario->show);
}

rd_seat rd_scenario_viewer(const struct rd_scenario *scenario, const char *key)
{
    if (strcmp(key, "spectator") == 0) {
        return RD_SPECTATOR;
    }
    bool is_seat = key[0] >= '0' && key[0] - '0' < scenario->chosen.setup.seats && key[1] == '\0';
    return (rd_seat)(is_seat ? key[0] - '0' : RD_SPECTATOR + 1);
}

static bool read_viewers(const struct rd_scenario *scenario, const struct rd_field *views)
{
    const char *key;
    json_t *view;
    if (!json_is_object(views->json)) {
        return rd_field_problem(views, "must be an object: seats and what they know");
    }
    json_object_foreach((json_t *)(uintptr_t)views->json, key, view)
    {
        if (rd_scenario_viewer(scenario, key) > RD_SPECTATOR) {
            return rd_field_problem(views, "its keys are \"0\" to \"%d\" and \"spectator\"",
                                    scenario->chosen.setup.seats - 1);
        }
    }
    return true;
}

static bool read_expect(const struct rd_scenario *scenario, const struct rd_field *root)
{
    struct rd_field expect, refused, views;
    if (!rd_field_get(root, "expect", &expect)) {
        return true;
    }
    if (!json_is_object(expect.json)) {
        return rd_field_problem(&expect, "must be an object: what the final line must have");
    }
    return (!rd_field_get(&expect, "refused", &refused) ||
            read_step_numbers(&refused, scenario->step_count, NULL)) &&
           (!rd_field_get(&expect, "views", &views) || read_viewers(scenario, &views));
}

bool rd_scenario_open(struct rd_scenario *scenario, json_t *json, enum rd_map_files files,
                      struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(json, "", problem);
    memset(scenario, 0, sizeof *scenario);
    scenario->json = json_incref(json);
    if (!json_is_object(json)) {
        rd_problem_at(problem, NULL, "a scenario is an object such as {\"game\":\"%s\"}",
                      rd_game_at(0)->id);
    } else if (rd_field_object(&root, scenario_keys) && read_game(scenario, &root, files) &&
               read_rolls(scenario, &root) && read_steps(scenario, &root) &&
               read_show(scenario, &root) && read_expect(scenario, &root)) {
        return true;
    }
    rd_scenario_close(scenario);
    return false;
}

void rd_scenario_close(struct rd_scenario *scenario)
{
    rd_chosen_close(&scenario->chosen);
    free(scenario->rolls);
    free(scenario->show);
    json_decref(scenario->json);
    memset(scenario, 0, sizeof *scenario);
}

bool rd_scenario_begin(const struct rd_scenario *scenario, struct rd_play *play,
                       struct rd_problem *problem)
{
    struct rd_luck luck = rd_luck_from_key(scenario->key[0], scenario->key[1]);
    struct rd_problem inner = { "" };
    const json_t *position = json_object_get(scenario->json, "position");
    luck.drawn = scenario->drawn;
    luck.script = scenario->rolls;
    luck.script_count = scenario->roll_count;
    if (position == NULL) {
        rd_play_begin(play, &scenario->chosen, luck);
        return true;
    }
    return rd_play_import(play, &scenario->chosen, luck, position, &inner) ||
           problem_within("position", &inner, problem);
}

/* ---- what was expected ------------------------------------------------------------------ */

static bool refused_as_expected(const json_t *want, const json_t *got, struct rd_problem *problem)
{
    char wanted[64], found[64];
    if (want == NULL ? json_array_size(got) == 0 : json_equal(want, got)) {
        return true;
    }
    json_t *none = json_array();
    rd_problem_at(problem, "refused", "wanted steps %s, got %s",
                  rd_json_quote(want == NULL ? none : want, wanted, sizeof wanted),
                  rd_json_quote(got, found, sizeof found));
    json_decref(none);
    return false;
}

/* Compare one part that is not in the final line. */
static bool part_as_expected(const json_t *expect, const char *key, const json_t *got,
                             struct rd_problem *problem)
{
    struct rd_problem inner = { "" };
    const json_t *want = json_object_get(expect, key);
    return want == NULL || rd_json_matches(want, got, &inner) ||
           problem_within(key, &inner, problem);
}

bool rd_scenario_as_expected(const struct rd_scenario *scenario,
                             const struct rd_scenario_result *result, struct rd_problem *problem)
{
    const json_t *expect = json_object_get(scenario->json, "expect");
    if (expect == NULL) {
        return rd_problem_at(problem, "expect", "is missing, so there is nothing to check");
    }
    if (!refused_as_expected(json_object_get(expect, "refused"), result->refused, problem) ||
        !part_as_expected(expect, "why", result->why, problem) ||
        !part_as_expected(expect, "told", result->told, problem) ||
        !part_as_expected(expect, "views", result->views, problem)) {
        return false;
    }
    if (json_object_get(expect, "rolls_left") != NULL && result->drawn != result->begin_drawn) {
        return rd_problem_at(problem, "rolls_left", "the rolls were not enough: others were drawn");
    }
    json_t *rest = json_copy((json_t *)(uintptr_t)expect); /* shallow; the copy is ours */
    json_object_del(rest, "refused");
    json_object_del(rest, "why");
    json_object_del(rest, "told");
    json_object_del(rest, "views");
    bool fine = rd_json_matches(rest, result->final, problem);
    json_decref(rest);
    return fine;
}
