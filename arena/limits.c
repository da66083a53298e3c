#include "arena/limits.h"

#include <stdlib.h>
#include <string.h>

#include "host/nearest.h"
#include "host/text.h"

static const struct {
    const char *name;
    int32_t min, max, preset;
} table[LIMITS] = {
    [LIMIT_START_MS] = { "start_ms", 1, 600000, 10000 },
    [LIMIT_TURN_MS] = { "turn_ms", 1, 600000, 1000 },
    [LIMIT_TOTAL_MS] = { "total_ms", 0, 86400000, 0 },
    [LIMIT_MEMORY_MB] = { "memory_mb", 16, 1 << 20, 1024 },
    [LIMIT_OUTPUT_MB] = { "output_mb", 1, 4096, 64 },
    [LIMIT_FAULTS] = { "faults", 0, 1000000, 10 },
};

struct limits limits_preset(void)
{
    struct limits limits = { .sandbox = SANDBOX_AUTO };
    for (uint32_t i = 0; i < LIMITS; i++) {
        limits.value[i] = table[i].preset;
    }
    return limits;
}

const char *limit_name(enum limit limit)
{
    return table[limit].name;
}

static bool unknown(const char *assignment, struct rd_problem *problem)
{
    char names[256], word[48], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(names, sizeof names);
    rd_text_printable(assignment, strcspn(assignment, "="), word, sizeof word);
    struct rd_nearest nearest = rd_nearest_to(word);
    for (uint32_t i = 0; i < LIMITS; i++) {
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", table[i].name);
        rd_nearest_try(&nearest, table[i].name);
    }
    return rd_problem_at(problem, "--limit", "must be NAME=NUMBER%s; the names are %s",
                         rd_nearest_ask(&nearest, ask), names);
}

bool limits_set(struct limits *limits, const char *assignment, struct rd_problem *problem)
{
    const char *equals = strchr(assignment, '=');
    for (uint32_t i = 0; equals != NULL && i < LIMITS; i++) {
        size_t length = strlen(table[i].name);
        if ((size_t)(equals - assignment) != length ||
            memcmp(assignment, table[i].name, length) != 0) {
            continue;
        }
        char *end;
        int64_t value = strtoll(equals + 1, &end, 10);
        if (end == equals + 1 || *end != '\0' || value < table[i].min || value > table[i].max) {
            return rd_problem_at(problem, "--limit", "%s must be a number from %d to %d",
                                 table[i].name, table[i].min, table[i].max);
        }
        limits->value[i] = (int32_t)value;
        return true;
    }
    return unknown(assignment, problem);
}

bool limits_set_sandbox(struct limits *limits, const char *word, struct rd_problem *problem)
{
    static const char *const words[] = { "auto", "on", "off" };
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i]) == 0) {
            limits->sandbox = (enum sandbox_wish)i;
            return true;
        }
    }
    return rd_problem_at(problem, "--sandbox", "must be auto, on or off");
}

size_t limits_print(const struct limits *limits, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    for (uint32_t i = 0; i < LIMITS; i++) {
        rd_text_add(&text, "%s%s=%d", i == 0 ? "" : " ", table[i].name, limits->value[i]);
    }
    return text.used;
}
