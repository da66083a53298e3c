#include "server/shell/memory.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LOOK_MS = 50, TRIM_MS = 1000, LEAST = 64 << 20, NEAR = 75, FULL = 90 /* percent */ };

static const uint64_t unlimited = UINT64_MAX;

/* ---- the budget ---- */

static bool read_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end == '\0' ? NULL : strchr(units, *end);
    uint32_t shift = unit == NULL ? 0 : 10 * (uint32_t)(unit - units + 1);
    bool whole = *end == '\0' || (unit != NULL && end[1] == '\0');
    if (text[0] < '0' || text[0] > '9' || !whole || number > (UINT64_MAX >> 1 >> shift)) {
        return false;
    }
    *bytes = (uint64_t)number << shift;
    return *bytes >= LEAST;
}

/* The first number of a file; "max" and what can't be read: no limit. */
static uint64_t number_in(const char *path)
{
    char line[64] = "";
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return unlimited;
    }
    bool some = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    return some && line[0] >= '0' && line[0] <= '9' ? strtoull(line, NULL, 10) : unlimited;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t space_limit(void)
{
    struct rlimit space;
    return getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY
               ? (uint64_t)space.rlim_cur
               : unlimited;
}

/* Of the control group that systemd or a container has put this process in. */
static uint64_t group_limit(void)
{
    char line[512] = "", path[640];
    FILE *file = fopen("/proc/self/cgroup", "re");
    uint64_t limit = least(number_in("/sys/fs/cgroup/memory.max"),
                           number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0) {
            snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", line + 3);
            limit = least(limit, number_in(path));
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return limit;
}

static uint64_t half_of_what_is_there(void)
{
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t half = least(least(machine, group_limit()), space_limit()) / 2;
    return half < LEAST ? LEAST : half;
}

bool memory_budget(const char *text, uint64_t *bytes, struct rd_problem *problem)
{
    if (text[0] == '\0') {
        *bytes = half_of_what_is_there();
        return true;
    }
    return read_size(text, bytes) ||
           rd_problem_at(problem, "memory", "must be a size of at least 64M, such as 512M or 2G");
}

/* ---- what is used ---- */

/* In percent of what may be used. */
static uint64_t used(uint64_t budget)
{
    uint64_t pages[2] = { 0 }, page = (uint64_t)sysconf(_SC_PAGESIZE), space = space_limit();
    char line[128] = "", *at = line;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL) {
        return 0;
    }
    bool some = fgets(line, sizeof line, file) != NULL;
    fclose(file);
    for (uint32_t i = 0; some && i < 2; i++) {
        pages[i] = strtoull(at, &at, 10);
    }
    uint64_t resident = pages[1] * page / (budget / 100);
    uint64_t mapped = space == unlimited ? 0 : pages[0] * page / (space / 100);
    return resident > mapped ? resident : mapped;
}

uint32_t memory_pressure(uint64_t budget, int64_t now_ms)
{
    static int64_t looked_ms, trimmed_ms;
    static uint32_t pressure;
    if (looked_ms != 0 && now_ms - looked_ms < LOOK_MS) {
        return pressure;
    }
    looked_ms = now_ms;
    uint64_t percent = used(budget);
    if (percent >= NEAR && now_ms - trimmed_ms >= TRIM_MS) { /* what is free goes back */
        trimmed_ms = now_ms;
        malloc_trim(0);
        percent = used(budget);
    }
    pressure = percent >= FULL ? 2 : percent >= NEAR ? 1 : 0;
    return pressure;
}
