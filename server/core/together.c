/* One of several servers on one database, each with matches of its own. What they share is in the
 * tables: rows of players, which are counted so that nobody writes over what it has not seen, and a
 * notice of each match, for the lists of the others. Each hears what the others have stored. See
 * docs/decisions/0123-every-server-plays.md. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/state.h"

/* ---- what others have stored ---- */

bool news_wait(struct core *core, struct request *request)
{
    if (!core->config.together) {
        return false;
    }
    if (request->asked == 0) {
        request->asked = ++core->news_asked;
        core_add_effect(core, CORE_ASK_NEWS)->asked = request->asked;
    }
    return core->news_heard < request->asked;
}

/* True: some token of it has ended. */
static bool hear_player(struct core *core, const struct core_record *record)
{
    struct rd_problem ignored = { "" };
    struct player *next = calloc(1, sizeof *next), *known = core_player(core, record->id);
    RD_ASSERT(next != NULL);
    bool fine = player_from_body(record, next, &ignored);
    next->version = record->version;
    if (!fine || (known != NULL && next->version <= known->version)) {
        player_free(next);
        return false;
    }
    if (known == NULL) {
        core_add_player(core, next);
        return false;
    }
    players_renew(core, known, next);
    admin_ban_stored(core, known);
    return true;
}

static void hear_notice(struct core *core, const struct core_record *record)
{
    struct rd_problem ignored = { "" };
    struct match *match = core_match_by_id(core, record->id);
    if (match == NULL) {
        match = core_load(core, record, &ignored) ? core_match_by_id(core, record->id) : NULL;
        if (match != NULL) {
            core_start_match(core, match);
        }
    } else if (match->elsewhere && stub_refresh(record, core, match)) {
        index_match(core, match);
    } else {
        match = NULL; /* it is this server's own by now */
    }
    if (match != NULL) {
        lobby_tell(core, match);
    }
}

static void hear(struct core *core, const struct core_batch *heard)
{
    bool ended = false;
    for (uint32_t i = 0; i < heard->count; i++) { /* matches name players */
        if (strcmp(heard->record[i].kind, "player") == 0) {
            ended = hear_player(core, &heard->record[i]) || ended;
        }
    }
    players_settle(core);
    for (uint32_t i = 0; i < heard->count; i++) {
        if (strcmp(heard->record[i].kind, "notice") == 0) {
            hear_notice(core, &heard->record[i]);
        } else if (strcmp(heard->record[i].kind, "report") == 0) {
            reports_load(core, &heard->record[i]);
        } else if (strcmp(heard->record[i].kind, "wrong") == 0) {
            guess_heard(core, &heard->record[i]);
        }
    }
    if (ended) {
        account_close_ended(core, 0);
    }
}

/* ---- matches whose server is gone ---- */

static void take_known(struct core *core, struct match *match, struct core_batch *log)
{
    match->elsewhere = false;
    presence_begin(core, match);
    sleep_touch(core, match);
    if (log->record[0].n > 0) {
        sleep_adopt(core, match, log);
    } else if (stub_refresh(&log->record[0], core, match)) {
        int64_t deadline = match->deadline;
        deadline_set(core, match, deadline);
        index_match(core, match);
    }
}

/* It was made, and its server died before it told of it. */
static void take_unknown(struct core *core, const struct core_batch *log)
{
    struct rd_problem ignored = { "" };
    for (uint32_t i = 0; i < log->count; i++) {
        core_load(core, &log->record[i], &ignored);
    }
    struct match *match = core_match_by_id(core, log->record[0].id);
    if (match != NULL) {
        core_start_match(core, match);
        bots_ask_if_due(core, match);
        lobby_tell(core, match);
    }
}

static void take(struct core *core, struct core_batch *log)
{
    struct match *match = core_match_by_id(core, log->record[0].id);
    if (match == NULL) {
        take_unknown(core, log);
    } else if (match->elsewhere) {
        take_known(core, match, log);
    }
}

/* Records of one match stand one behind the other. */
static void take_all(struct core *core, const struct core_batch *taken)
{
    for (uint32_t i = 0; i < taken->count;) {
        struct core_batch log = { .id = 0 };
        const char *id = taken->record[i].id;
        for (; i < taken->count && strcmp(taken->record[i].id, id) == 0; i++) {
            core_batch_add(&log, &taken->record[i]);
        }
        take(core, &log);
        core_records_free(&log);
    }
}

void news_heard(struct core *core, struct core_news *news)
{
    core->others = news->others;
    hear(core, &news->heard);
    take_all(core, &news->taken);
    core->news_heard = news->asked > core->news_heard ? news->asked : core->news_heard;
    notices_pump(core);
    commands_pump_all(core);
}

/* ---- what others shall hear ---- */

void notice_mark(struct core *core, struct match *match)
{
    if (!core->config.together || match->notice_due || match->broken) {
        return;
    }
    match->notice_due = true;
    core->noticed =
        rd_grown(core->noticed, core->noticed_count, &core->noticed_room, sizeof(struct match *));
    core->noticed[core->noticed_count++] = match;
}

/* Whoever is given its id may ask another server for it at once. */
void notice_first(struct core *core, const struct op *op)
{
    struct op notice = { .kind = OP_STUB, .match = op->match }; /* nobody tries it again */
    if (core->config.together) {
        store_op(core, &notice, "notice", stub_to_body(op->match, &op->entry, core->time));
    }
}

void notices_pump(struct core *core)
{
    for (uint32_t i = 0; core->retry_ms == 0 && i < core->noticed_count; i++) {
        struct match *match = core->noticed[i];
        struct op op = { .kind = OP_NOTICE, .match = match };
        RD_ASSERT(!match->asleep && match->notice_due);
        match->notice_due = false;
        store_op(core, &op, "notice", stub_to_body(match, &match->log[0], core->time));
    }
    core->noticed_count = core->retry_ms == 0 ? 0 : core->noticed_count;
}

/* ---- visitors of a match that another server has ---- */

bool core_is_elsewhere(const struct core *core, const char *id)
{
    const struct match *match = core_match_by_id(core, id);
    return match != NULL && match->elsewhere;
}

enum step refuse_elsewhere(struct core *core, struct request *request, const struct match *match)
{
    return refuse(core, request, "elsewhere",
                  "another server plays this match: connect anew, with ?match=%s behind the path",
                  match->id);
}
