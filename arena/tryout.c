#include "arena/tryout.h"

#include <string.h>

/* False breaks the game off: after a turn, or when enough of it was played. */
static bool go_on(void *context, const void *state)
{
    const int64_t *until_ms = context;
    (void)state;
    return process_now_ms() < *until_ms;
}

bool tryout_run(const struct entrant *entrant, const struct tryout_plan *what,
                struct game_run_result *result, struct rd_problem *problem)
{
    struct entrant other;
    int64_t until_ms = what->kind == TRYOUT_TURN ? 0 : process_now_ms() + TRYOUT_MS;
    struct game_run_plan plan = { .chosen = what->chosen,
                                  .key = { 1, 1 },
                                  .limits = what->limits,
                                  .sandboxed = what->sandboxed,
                                  .replay = what->replay,
                                  .on_turn = go_on,
                                  .context = &until_ms };
    if (!entrant_read(&other, what->chosen->game, "random", problem)) {
        return false;
    }
    for (uint32_t seat = 0; seat < what->chosen->setup.seats; seat++) {
        plan.entrant[seat] = seat == 0 ? entrant : &other;
    }
    return game_run(&plan, result, problem);
}

bool tryout_passed(const struct game_run_result *result)
{
    return result->seat[0].why[0] == '\0' && !result->seat[0].never_played;
}

void tryout_tell(const struct entrant *entrant, const struct game_run_result *result, FILE *out)
{
    const struct game_run_seat *seat = &result->seat[0];
    if (tryout_passed(result)) {
        fprintf(out, "%-20s plays: ready in %lld ms as '%s', first answer in %lld ms, %u KiB\n",
                entrant->name, (long long)seat->ready_ms, seat->name, (long long)seat->first_ms,
                seat->memory_kb);
        return;
    }
    fprintf(out, "%-20s %s:\n", entrant->name,
            seat->never_played ? "does not play: it gave no answer" : "plays with faults");
    game_run_tell(seat, "    ", out);
}

json_t *tryout_json(const struct entrant *entrant, const struct game_run_result *result)
{
    const struct game_run_seat *seat = &result->seat[0];
    return json_pack("{s:s, s:b, s:b, s:s, s:I, s:I, s:I, s:I, s:I, s:s, s:s, s:s}", "name",
                     entrant->name, "passed", (int)tryout_passed(result), "never_played",
                     (int)seat->never_played, "calls_itself", seat->name, "ready_ms",
                     (json_int_t)seat->ready_ms, "first_ms", (json_int_t)seat->first_ms, "faults",
                     (json_int_t)seat->faults, "cpu_ms", (json_int_t)seat->cpu_ms, "memory_kb",
                     (json_int_t)seat->memory_kb, "why", seat->why, "end", seat->how, "stderr",
                     seat->words);
}
