/* The systems we compare ourselves with, and what we promise. Figures of others were measured on
 * two shared vCPUs of an AMD EPYC (gcc 12, one pinned core, best of five). */
#include "bench/bench.h"

#include <string.h>

static const struct bench_gate gates[] = {
    { "apoca", 2.0e6, 0.5e6, 8192 },
    { "civ", 0.2e6, 0.05e6, 65536 },
    { "classic", 1.0e6, 0.3e6, 4096 },
    { "fortress", 50e3, 20e3, 32768 },
    { "fate", 2.0e6, 0.8e6, 2048 }, /* some five million orders a second, and two million */
    { 0 },
};

/* clang-format off */
const struct bench_anchor bench_anchors[] = {
    { "apoca", "original ApocaWarlords backend (Python)",  "turns in process",    24100,  BENCH_AGAINST_STEP },
    { "apoca", "the same with one state JSON a turn",      "turns",               9900,   BENCH_AGAINST_FULL },
    { NULL,    "pomcpp (C++, 4 players, 1,004-byte state)", "steps",              4.2e6,  BENCH_AGAINST_STEP },
    { NULL,    "PufferLib Ocean chess (C)",                "steps",               2.3e6,  BENCH_AGAINST_STEP },
    { NULL,    "PufferLib Ocean moba 5v5 (C)",             "agent steps",         1.05e6, BENCH_AGAINST_STEP },
    { NULL,    "OpenSpiel chess (C++)",                    "moves + observation", 0.25e6, BENCH_AGAINST_FULL },
    { NULL,    "OpenSpiel dark chess (C++)",               "moves + observation", 0.12e6, BENCH_AGAINST_FULL },
    { NULL,    "OpenSpiel Clone(), the fastest game",      "copies",              35e6,   BENCH_AGAINST_CLONE },
    { NULL,    "OpenSpiel Clone(), the slowest game",      "copies",              0.4e6,  BENCH_AGAINST_CLONE },
    { NULL,    "memcpy of 1 KB",                           "copies",              100e6,  BENCH_AGAINST_CLONE },
    { NULL,    "memcpy of 4 KB",                           "copies",              23e6,   BENCH_AGAINST_CLONE },
    { NULL,    "memcpy of 16 KB",                          "copies",              4.4e6,  BENCH_AGAINST_CLONE },
    { 0 },
};
/* clang-format on */

const struct bench_gate *bench_gate_of(const struct rd_game *game)
{
    for (const struct bench_gate *gate = gates; gate->game != NULL; gate++) {
        if (strcmp(gate->game, game->id) == 0) {
            return gate;
        }
    }
    return NULL;
}

bool bench_gate_met(const struct bench_gate *gate, const struct rd_game *game,
                    const struct bench_figures *figures)
{
    return figures->turns_per_s[BENCH_STEP] >= gate->step_turns_per_s &&
           figures->turns_per_s[BENCH_VIEWS] >= gate->full_turns_per_s &&
           game->state_size <= gate->state_bytes;
}

double bench_ratio(const struct bench_anchor *anchor, const struct bench_figures *figures)
{
    double ours = anchor->against == BENCH_AGAINST_STEP   ? figures->turns_per_s[BENCH_STEP]
                  : anchor->against == BENCH_AGAINST_FULL ? figures->turns_per_s[BENCH_VIEWS]
                                                          : figures->clones_per_s;
    return ours / anchor->per_s;
}
