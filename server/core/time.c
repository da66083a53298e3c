/* The server's own time, what is due in it, and the timer of the shell. */
#include <stdlib.h>

#include "server/core/pace.h"
#include "server/core/state.h"

enum {
    GAP_MS = 60000,  /* longer silence: the process was stopped */
    BEAT_MS = 20000, /* as long as clocks run the core is woken so often */
    KEEP_MS = 30000, /* and its time is stored so often */
    WAKE_MAX = 32    /* matches that are woken at once because they are due */
};

void time_advance(struct core *core, int64_t now_ms, int64_t wall_ms)
{
    int64_t passed = now_ms - core->now_ms;
    if (passed > 0 && passed <= GAP_MS) {
        core->time += passed;
    }
    core->now_ms = now_ms;
    core->wall_ms = wall_ms;
}

/* Nobody has sat down, or nobody has played: after a while it will not go on any more. */
static bool is_waiting(const struct match *match)
{
    return !match_over(match, &match->now) &&
           (match_open(match, &match->now) || (!match->played && !clock_used(&match->terms.clock)));
}

static int64_t patience(const struct core *core, const struct match *match)
{
    return match->leaving ? 0 : (int64_t)core->config.limits.unused_after * 1000;
}

/* When something is to happen by itself. */
static int64_t moment_of(const struct core *core, const struct match *match, rd_seat *seat)
{
    return is_waiting(match) ? match->log[match->log_count - 1].t + patience(core, match)
                             : clocks_deadline(&match->now.clock, seat);
}

void time_look(struct core *core, struct match *match)
{
    rd_seat seat;
    int64_t first = match->busy || match->broken ? INT64_MAX : moment_of(core, match, &seat);
    int64_t shown = pace_deadline(match);
    first = shown < first ? shown : first;
    deadline_set(core, match, first < match->retry_t ? match->retry_t : first);
}

/* ---- time-outs ------------------------------------------------------------------------------ */

/* What stands in for the rest of a decision. */
static void choose_default(struct core *core, const struct match *match, struct entry *entry)
{
    if (match->terms.stand_in == NULL) {
        entry->count = 1;
        entry->action[0] = bots_default(core, match, entry->seat);
    }
}

static void run_out(struct core *core, struct match *match)
{
    struct op op = { .kind = OP_ENTRY, .match = match, .entry = { .kind = ENTRY_LATE } };
    struct entry *entry = &op.entry;
    if (match->asleep) {
        if (core->waking_count < WAKE_MAX) {
            sleep_wake(core, match);
        } else { /* people come first */
            deadline_set(core, match, core->time + RETRY_MS);
        }
        return;
    }
    if (pace_deadline(match) <= core->time) {
        pace_run_out(core, match);
        time_look(core, match);
        return;
    }
    if (match->watcher_count > 0 && is_waiting(match)) {
        deadline_set(core, match, core->time + KEEP_MS); /* somebody waits for the other */
        return;
    }
    if (match->busy || match->broken || moment_of(core, match, &entry->seat) > core->time) {
        time_look(core, match);
        return;
    }
    if (is_waiting(match)) {
        entry->kind = ENTRY_ABORT;
        entry->seat = RD_SPECTATOR;
        submit_own(core, &op);
        return;
    }
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    RD_ASSERT(entry->seat < match->chosen.setup.seats);
    choose_default(core, match, entry);
    struct rd_order order = { .count = entry->count, .action = { entry->action[0] } };
    struct rd_verdict verdict =
        match_state_try_order(&match->now, scratch, entry->seat, &order, &entry->hash);
    RD_ASSERT(verdict.code == RD_OK);
    submit_own(core, &op);
}

void time_failed(struct core *core, struct match *match)
{
    match->retry_t = core->time + RETRY_MS;
    if (match->asleep) {
        deadline_set(core, match, match->retry_t); /* it is woken again, for nothing perhaps */
    } else {
        time_look(core, match);
    }
}

/* ---- the timer ---- */

static void keep_time(struct core *core)
{
    struct op op = { .kind = OP_TIME };
    if (core->due_count > 0 && core->time - core->kept_time >= KEEP_MS) {
        core->kept_time = core->time;
        store_op(core, &op, "time", time_to_body(core->time));
    }
}

/* The earliest moment at which something is to be done, in the shell's time. */
static int64_t next_moment(const struct core *core)
{
    const struct match *first = deadline_first(core);
    int64_t next = core->wake_work_count > 0 ? core->now_ms
                   : core->retry_ms == 0     ? INT64_MAX
                                             : core->retry_ms;
    if (core->asleep_count + core->broken_count < core->match_count) { /* some may sleep soon */
        next = core->now_ms + BEAT_MS < next ? core->now_ms + BEAT_MS : next;
    }
    if (core->waiting_count > 0) { /* nobody waits long without a word */
        int64_t wait = BUSY_MS - commands_waited(core);
        wait = wait < 1 ? 1 : wait;
        next = core->now_ms + wait < next ? core->now_ms + wait : next;
    }
    if (first != NULL) {
        int64_t wait = first->deadline - core->time;
        wait = wait < 0 ? 0 : wait > BEAT_MS ? BEAT_MS : wait;
        next = core->now_ms + wait < next ? core->now_ms + wait : next;
    }
    return next;
}

static void set_timer(struct core *core)
{
    int64_t next = next_moment(core);
    bool stale = core->timer_ms <= core->now_ms || core->timer_ms > next;
    if (next != INT64_MAX && stale) {
        core->timer_ms = next;
        core_add_effect(core, CORE_SET_TIMER)->at_ms = next;
    }
}

void time_pass(struct core *core)
{
    for (struct match *match = deadline_first(core); match != NULL && match->deadline <= core->time;
         match = deadline_first(core)) {
        deadline_set(core, match, INT64_MAX);
        RD_ASSERT(match->place == 0);
        run_out(core, match);
    }
    keep_time(core);
    set_timer(core);
}
