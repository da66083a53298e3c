/* Matches that nobody looks at sleep: what lists and deadlines need stays in memory, the rest is on
 * the disk. Whoever asks for one waits until its log has been read again. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/state.h"

enum {
    SCAN_MS = 10000,       /* so often the core looks for matches that may sleep */
    SHORT_MS = 500,        /* likewise when memory is short, and so long they must have rested */
    SCAN_MAX = 1000,       /* and puts so many to sleep at once */
    PIECE = 32,            /* records that are played again before others are served */
    FAR_MS = 5 * 60 * 1000 /* a clock that runs out sooner keeps a match awake */
};

/* ---- falling asleep ---- */

/* Nothing of it is only in memory. */
static bool is_at_rest(const struct match *match)
{
    bool rest = !match->asleep && !match->busy && !match->broken && !match->to_be_rated &&
                !match->notice_due && !match->replay_asked && !bots_are_needed(match);
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
    RD_ASSERT(!match->asleep && !match->busy && match->watcher_count == 0);
    json_t *line = line_of(match);
    match->line = json_dumps(line, JSON_COMPACT);
    json_decref(line);
    RD_ASSERT(match->line != NULL);
    match->is_over = match_over(match, &match->now);
    match->free_seats = (uint8_t)free_seats(match);
    match->asleep = true;
    core->asleep_count++;
    RD_ASSERT(core->asleep_count <= core->match_count);
    match_forget(match);
    index_match(core, match);
}

static void write_stub(struct core *core, struct match *match, enum op_kind kind)
{
    struct op op = { .kind = kind, .match = match };
    match->busy = kind == OP_SLEEP;
    store_op(core, &op, "stub", stub_to_body(match, &match->log[0], core->time));
}

void sleep_stored(struct core *core, struct match *match)
{
    RD_ASSERT(match->busy && !match->asleep);
    match->busy = false;
    match->stub_records = match->log_count;
    if (may_sleep(core, match)) {
        fall_asleep(core, match);
    }
}

static bool is_idle(const struct core *core, const struct match *match)
{
    int64_t after = (int64_t)core->config.limits.sleep_after * 1000;
    after = core->pressure > 0 && after > SHORT_MS ? SHORT_MS : after;
    return core->time - match->touched_t >= after;
}

void sleep_scan(struct core *core)
{
    bool at_once = core->config.limits.sleep_after == 0;
    int64_t pause = core->pressure > 0 ? SHORT_MS : SCAN_MS;
    if ((core->time - core->scanned_t < pause && !at_once) || core->retry_ms != 0) {
        return;
    }
    core->scanned_t = core->time;
    uint32_t count = 0;
    for (uint32_t i = core->awake.count; i > 0 && count < SCAN_MAX; i--) { /* some leave it */
        struct match *match = i <= core->awake.count ? core->awake.match[i - 1] : NULL;
        if (match != NULL && is_idle(core, match) && may_sleep(core, match)) {
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

/* ---- waking up ---- */

void sleep_wake(struct core *core, struct match *match)
{
    RD_ASSERT(match->asleep);
    if (!match->waking) {
        struct core_fetch *fetch = calloc(1, sizeof *fetch);
        RD_ASSERT(fetch != NULL);
        snprintf(fetch->match, sizeof fetch->match, "%s", match->id);
        match->waking = true;
        core->waking_count++;
        core_add_effect(core, CORE_FETCH)->fetch = fetch;
    }
}

/* A log that is played again, on a match of its own so that nobody sees half of it. */
struct wake_work {
    struct match *half; /* NULL before the first record */
    struct core_batch log;
    uint32_t at;
    struct rd_problem problem; /* of the record that can't be played */
};

void wake_work_free(struct wake_work *wake_work)
{
    if (wake_work != NULL) {
        match_free(wake_work->half);
        core_records_free(&wake_work->log);
        free(wake_work);
    }
}

/* The next record. False: it can't be played. */
static bool wake_step(struct core *core, struct wake_work *wake_work)
{
    RD_ASSERT(wake_work->at < wake_work->log.count);
    const struct core_record *record = &wake_work->log.record[wake_work->at++];
    struct rd_problem *problem = &wake_work->problem;
    struct entry entry;
    if (wake_work->half == NULL) {
        wake_work->half = match_from_record(record, core, &entry, problem);
        return wake_work->half != NULL && core_play_entry(core, wake_work->half, &entry, problem);
    }
    return entry_from_record(record, core, &entry, problem) &&
           core_play_entry(core, wake_work->half, &entry, problem);
}

/* Everything that was dropped, from the match that was read again. */
static void transplant(struct match *match, struct match *half)
{
    struct match empty = { .chosen = { .game = half->chosen.game } };
    RD_ASSERT(match->log == NULL && half->log_count > 0);
    match->chosen = half->chosen;
    match->now = half->now;
    match->now.match = match;
    match->log = half->log;
    match->log_count = half->log_count;
    match->log_room = half->log_room;
    match->played = half->played;
    memcpy(match->commitment, half->commitment, sizeof match->commitment);
    memcpy(match->first, half->first, sizeof match->first);
    for (uint32_t i = 0; i < MARKS; i++) {
        match->mark[i] = half->mark[i];
        if (match->mark[i] != NULL) {
            match->mark[i]->match = match;
        }
    }
    *half = empty; /* it has nothing any more */
}

static void stays_asleep(struct core *core, struct match *match, uint32_t older)
{
    match->waking = false;
    RD_ASSERT(core->waking_count > 0);
    core->waking_count--;
    wake_work_free(match->wake_work);
    match->wake_work = NULL;
    older_mark(match, older);
    core->older_count++;
    deadline_set(core, match, INT64_MAX);
    index_match(core, match);
    commands_pump_all(core);
}

/* Whoever runs the server reads it in the log. */
static void tell_broken(struct core *core, const struct match *match)
{
    char words[RD_PROBLEM_MAX + 80];
    snprintf(words, sizeof words, "match=%s n=%u why=\"%s\"", match->id, match->wake_work->at,
             match->wake_work->problem.text);
    core_add_effect(core, CORE_TELL_BROKEN)->text = copied(words);
}

/* Those who wait for it are told, or go on. */
static void is_up(struct core *core, struct match *match, bool fine)
{
    RD_ASSERT(match->asleep && match->wake_work != NULL);
    const struct core_batch *log = &match->wake_work->log;
    uint32_t older = fine || log->count == 0 ? 0 : older_version(&log->record[0]);
    if (older != 0) { /* an older program wrote its stub */
        stays_asleep(core, match, older);
        return;
    }
    free(match->line);
    match->line = NULL;
    match->asleep = match->waking = false;
    RD_ASSERT(core->waking_count > 0);
    core->waking_count--;
    RD_ASSERT(core->asleep_count > 0);
    core->asleep_count--;
    if (fine) {
        transplant(match, match->wake_work->half);
        match->stub_records = match->log_count;
        sleep_touch(core, match);
        time_look(core, match);
        ratings_look(core, match);
        bots_ask_if_due(core, match);
    } else {
        core->broken_count += match->wake_work->half == NULL || !match->wake_work->half->broken;
        match->broken = true;
        tell_broken(core, match);
    }
    index_match(core, match);
    wake_work_free(match->wake_work);
    match->wake_work = NULL;
    commands_pump_all(core);
}

/* A long log takes its time; others are served in between. */
void sleep_go_on(struct core *core)
{
    if (core->wake_work_count == 0) {
        return;
    }
    struct match *match = core->wake_work[0];
    struct wake_work *wake_work = match->wake_work;
    bool fine = wake_work->log.count > 0;
    for (uint32_t i = 0; fine && i < PIECE && wake_work->at < wake_work->log.count; i++) {
        fine = wake_step(core, wake_work);
    }
    core->wake_work_count--;
    memmove(core->wake_work, core->wake_work + 1, core->wake_work_count * sizeof(struct match *));
    if (fine && wake_work->at < wake_work->log.count) {
        core->wake_work[core->wake_work_count++] = match; /* behind the others */
    } else {
        is_up(core, match, fine);
    }
}

static void begin_waking(struct core *core, struct match *match, struct core_fetch *fetch)
{
    RD_ASSERT(match->asleep && match->wake_work == NULL);
    match->wake_work = calloc(1, sizeof *match->wake_work);
    RD_ASSERT(match->wake_work != NULL);
    match->wake_work->log = fetch->log;
    memset(&fetch->log, 0, sizeof fetch->log);
    core->wake_work = rd_grown(core->wake_work, core->wake_work_count, &core->wake_work_room,
                               sizeof(struct match *));
    core->wake_work[core->wake_work_count++] = match;
    sleep_go_on(core); /* most are short */
}

void sleep_fetched(struct core *core, struct core_fetch *fetch)
{
    struct match *match = core_match_by_id(core, fetch->match);
    if (match == NULL || !match->waking || match->wake_work != NULL) {
        return;
    }
    if (fetch->ok) {
        begin_waking(core, match, fetch);
        return;
    }
    match->waking = false;
    RD_ASSERT(core->waking_count > 0);
    core->waking_count--;
    match->unreadable = true; /* those who wait are told so, and may try again */
    match->unreadable_t = core->time + RETRY_MS;
    time_failed(core, match);
    commands_pump_all(core);
    match->unreadable = false;
}

void sleep_adopt(struct core *core, struct match *match, struct core_batch *log)
{
    struct core_fetch fetch = { .ok = true, .log = *log };
    memset(log, 0, sizeof *log);
    match->waking = true;
    core->waking_count++;
    begin_waking(core, match, &fetch);
}

void sleep_touch(struct core *core, struct match *match)
{
    match->touched_t = core->time;
}
