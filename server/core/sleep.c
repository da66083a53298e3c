/* Matches that nobody looks at sleep: what lists and deadlines need stays in memory, the rest is on
 * the disk. Whoever asks for one waits until its log has been read again. */
#include <stdlib.h>
#include <string.h>

#include "server/core/state.h"

enum {
    SCAN_MS = 10000,       /* so often the core looks for matches that may sleep */
    SCAN_MAX = 1000,       /* and puts so many to sleep at once */
    FAR_MS = 5 * 60 * 1000 /* a clock that runs out sooner keeps a match awake */
};

/* ---- falling asleep ----------------------------------------------------------------------------
 */

/* Nothing of it is only in memory. */
static bool is_at_rest(const struct match *match)
{
    bool rest = !match->asleep && !match->busy && !match->broken && !match->to_be_rated &&
                !bots_are_needed(match);
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        rest = rest && match->bot[seat].ticket == 0 && !match->bot[seat].answered;
    }
    return rest;
}

static bool may_sleep(const struct core *core, const struct match *match)
{
    return is_at_rest(match) && match->watcher_count == 0 &&
           (match->place == 0 || match->deadline - core->time > FAR_MS);
}

/* Its stub is on the disk. */
static void fall_asleep(struct core *core, struct match *match)
{
    json_t *line = line_of(match);
    match->line = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    RD_ASSERT(match->line != NULL);
    match->is_over = match_over(match, &match->now);
    match->free_seats = (uint8_t)free_seats(match);
    match->asleep = true;
    core->asleep_count++;
    match_forget(match);
}

static void write_stub(struct core *core, struct match *match, enum op_kind kind)
{
    struct op op = { .kind = kind, .match = match };
    match->busy = kind == OP_SLEEP;
    store_op(core, &op, "stub", stub_to_body(match, core->time));
}

void sleep_stored(struct core *core, struct match *match)
{
    match->busy = false;
    match->stub_records = match->log_count;
    if (may_sleep(core, match)) {
        fall_asleep(core, match);
    }
}

static bool is_idle(const struct core *core, const struct match *match)
{
    return core->time - match->touched_t >= (int64_t)core->config.limits.sleep_after * 1000;
}

void sleep_scan(struct core *core)
{
    bool at_once = core->config.limits.sleep_after == 0;
    if ((core->time - core->scanned_t < SCAN_MS && !at_once) || core->retry_ms != 0) {
        return;
    }
    core->scanned_t = core->time;
    uint32_t count = 0;
    for (uint32_t i = 0; i < core->match_count && count < SCAN_MAX; i++) {
        struct match *match = core->match[i];
        if (!match->asleep && is_idle(core, match) && may_sleep(core, match)) {
            count++;
            if (match->stub_records == match->log_count) {
                fall_asleep(core, match);
            } else {
                write_stub(core, match, OP_SLEEP);
            }
        }
    }
}

/* The server is about to stop: next time it need not play these logs again. */
void sleep_rest(struct core *core)
{
    for (uint32_t i = 0; i < core->match_count; i++) {
        struct match *match = core->match[i];
        if (is_at_rest(match) && match->stub_records != match->log_count) {
            write_stub(core, match, OP_STUB);
        }
    }
}

/* ---- waking up ---------------------------------------------------------------------------------
 */

void sleep_wake(struct core *core, struct match *match)
{
    if (!match->waking) {
        struct core_fetch *fetch = calloc(1, sizeof *fetch);
        RD_ASSERT(fetch != NULL);
        snprintf(fetch->match, sizeof fetch->match, "%s", match->id);
        match->waking = true;
        core_add_effect(core, CORE_FETCH)->fetch = fetch;
    }
}

/* Everything that was dropped, from the beginning that was read again. */
static void transplant(struct match *match, struct match *beginning)
{
    match->chosen = beginning->chosen;
    match->now = beginning->now;
    match->now.match = match;
    memcpy(match->commitment, beginning->commitment, sizeof match->commitment);
    memcpy(match->first, beginning->first, sizeof match->first);
    memset(&beginning->chosen, 0, sizeof beginning->chosen);
    memset(&beginning->now, 0, sizeof beginning->now);
    match_free(beginning);
}

static bool read_beginning(struct core *core, struct match *match, const struct core_fetch *fetch)
{
    struct rd_problem problem = { "" };
    struct entry entry;
    struct match *beginning =
        fetch->log.count == 0 ? NULL
                              : match_from_record(&fetch->log.record[0], core, &entry, &problem);
    if (beginning == NULL) {
        return false;
    }
    transplant(match, beginning);
    return core_replay(core, match, &entry, &problem);
}

static bool read_rest(struct core *core, struct match *match, const struct core_fetch *fetch)
{
    bool fine = true;
    for (uint32_t i = 1; fine && i < fetch->log.count; i++) {
        struct rd_problem problem = { "" };
        struct entry entry;
        fine = entry_from_record(&fetch->log.record[i], core, &entry, &problem) &&
               core_replay(core, match, &entry, &problem);
    }
    return fine;
}

static void get_up(struct core *core, struct match *match, const struct core_fetch *fetch)
{
    free(match->line);
    match->line = NULL;
    match->asleep = false;
    core->asleep_count--;
    if (!read_beginning(core, match, fetch) || !read_rest(core, match, fetch)) {
        core->broken_count += !match->broken;
        match->broken = true;
        return;
    }
    match->stub_records = match->log_count;
    sleep_touch(core, match);
    time_look(core, match);
    ratings_look(core, match);
    bots_poke(core, match);
}

void sleep_fetched(struct core *core, const struct core_fetch *fetch)
{
    struct match *match = core_match_by_id(core, fetch->match);
    if (match == NULL || !match->asleep) {
        return;
    }
    match->waking = false;
    if (fetch->ok) {
        get_up(core, match, fetch);
    } else {
        match->unreadable = true; /* those who wait are told so, and may try again */
        time_failed(core, match);
    }
    commands_pump_all(core);
    match->unreadable = false;
}

void sleep_touch(struct core *core, struct match *match)
{
    match->touched_t = core->time;
}
