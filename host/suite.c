/* Cases for other implementations: unpacking, completing and answering them. */
#include "host/suite.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "host/json_read.h"
#include "host/scenario.h"

/* Made by tools/embed-packed. */
extern const unsigned char rd_suite_packed[];
extern const size_t rd_suite_packed_size;

json_t *rd_suite_load(void)
{
    size_t size = (size_t)ZSTD_getFrameContentSize(rd_suite_packed, rd_suite_packed_size);
    char *text = malloc(size);
    RD_ASSERT(text != NULL);
    size_t unpacked = ZSTD_decompress(text, size, rd_suite_packed, rd_suite_packed_size);
    RD_ASSERT(unpacked == size);
    json_t *suite = json_loadb(text, size, 0, NULL);
    RD_ASSERT(suite != NULL);
    free(text);
    return suite;
}

/* Keys of a case that only the suite has, or that play no part. */
static json_t *scenario_of(const json_t *json)
{
    static const char *const others[] = { "paragraphs", "rolls_used", "views" };
    json_t *scenario = json_copy((json_t *)(uintptr_t)json); /* shallow; the copy is ours */
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        json_object_del(scenario, others[i]);
    }
    return scenario;
}

/* ---- cases -------------------------------------------------------------------------------- */

/* Nothing was left out of it: how it begins, and what luck it takes. */
static bool complete(json_t *out, json_t *json, struct rd_problem *problem)
{
    struct rd_scenario scenario;
    struct rd_scenario_how how = { .begin = true };
    struct rd_scenario_result result;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, problem)) {
        return false;
    }
    bool fine = rd_scenario_run(&scenario, &how, &result, problem);
    if (fine) {
        bool given = json_object_get(json, "position") != NULL;
        if (given) {
            json_object_set(out, "position", result.begin);
        }
        /* A position may stand on a board that was drawn before it was laid over. */
        if (result.drawn == (given ? result.begin_drawn : scenario.drawn)) {
            json_object_del(out, "seed");
            json_object_del(out, "drawn");
        }
        if (scenario.roll_count > 0) {
            json_object_set(out, "rolls_used", result.rolls_used);
        }
        rd_scenario_result_close(&result);
    }
    rd_scenario_close(&scenario);
    return fine;
}

static bool must_begin(const json_t *json)
{
    return !json_is_false(json_object_get(json_object_get(json, "expect"), "begins"));
}

json_t *rd_suite_case(const json_t *packed, struct rd_problem *problem)
{
    json_t *out = json_deep_copy(packed);
    json_t *scenario = scenario_of(packed);
    json_t *expect = json_object_get(out, "expect");
    if (json_object_get(packed, "seed") == NULL) {
        json_object_set_new(out, "seed", json_string("0"));
    }
    json_object_del(out, "show");
    bool begins = must_begin(packed);
    if (begins ? complete(out, scenario, problem) : json_object_del(out, "seed") == 0) {
        if (begins && json_object_get(expect, "refused") == NULL) {
            json_object_set_new(expect, "refused", json_array());
        }
    } else {
        json_decref(out);
        out = NULL;
    }
    json_decref(scenario);
    return out;
}

/* ---- answers ------------------------------------------------------------------------------ */

/* A scenario reports the views that it has expectations of. */
static json_t *scenario_to_answer(const json_t *question)
{
    json_t *scenario = scenario_of(question), *views = json_object(), *viewer;
    size_t i;
    json_array_foreach(json_object_get(question, "views"), i, viewer)
    {
        if (json_is_string(viewer)) {
            json_object_set_new(views, json_string_value(viewer), json_object());
        }
    }
    json_object_set_new(scenario, "expect", json_pack("{s:o}", "views", views));
    return scenario;
}

static void take_result(json_t *answer, const struct rd_scenario_result *result)
{
    json_object_set(answer, "refused", result->refused);
    json_object_set(answer, "why", result->why);
    json_object_update(answer, result->final);
    json_object_del(answer, "final");
    json_object_set(answer, "views", result->views);
}

static bool answer_scenario(json_t *answer, json_t *json, struct rd_problem *problem)
{
    struct rd_scenario scenario;
    struct rd_scenario_how how = { 0 };
    struct rd_scenario_result result;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, problem)) {
        return false;
    }
    bool fine = rd_scenario_run(&scenario, &how, &result, problem);
    if (fine) {
        take_result(answer, &result);
        rd_scenario_result_close(&result);
    }
    rd_scenario_close(&scenario);
    return fine;
}

json_t *rd_suite_answer(const json_t *question)
{
    struct rd_problem problem = { "" };
    json_t *id = json_object_get(question, "id");
    json_t *answer = json_pack("{s:O?}", "id", id);
    json_t *scenario = json_is_object(question) ? scenario_to_answer(question) : json_null();
    if (!answer_scenario(answer, scenario, &problem)) {
        json_object_set_new(answer, "begins", json_false());
        json_object_set_new(answer, "why", json_string(problem.text));
    }
    json_decref(scenario);
    return answer;
}
