/* Text as a scenario file: refused with a problem, or played. */
#include <stdio.h>

#include "fuzz.h"
#include "host/json_read.h"
#include "host/scenario.h"

static void play(json_t *json)
{
    static FILE *nowhere;
    struct rd_scenario scenario;
    struct rd_problem problem = { "" };
    if (nowhere == NULL) {
        nowhere = fopen("/dev/null", "w");
        FUZZ_MUST(nowhere != NULL);
    }
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, &problem)) {
        FUZZ_MUST(problem.text[0] != '\0');
        return;
    }
    struct rd_scenario_how how = { .out = nowhere, .each = true };
    struct rd_scenario_result result;
    if (rd_scenario_run(&scenario, &how, &result, &problem)) {
        struct rd_problem difference = { "" };
        bool expected = rd_scenario_as_expected(&scenario, &result, &difference);
        FUZZ_MUST(expected || difference.text[0] != '\0');
        rd_scenario_result_close(&result);
    } else {
        FUZZ_MUST(problem.text[0] != '\0');
    }
    rd_scenario_close(&scenario);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_problem problem = { "" };
    json_t *file = rd_json_parse((const char *)data, size, &problem);
    FUZZ_MUST((file == NULL) == (problem.text[0] != '\0'));
    if (file == NULL) {
        return 0;
    }
    if (json_is_array(file)) {
        for (size_t i = 0; i < json_array_size(file) && i < 4; i++) {
            play(json_array_get(file, i));
        }
    } else {
        play(file);
    }
    json_decref(file);
    return 0;
}
