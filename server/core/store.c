/* The way of a command to the disk and back. One batch is under way at a time; what comes meanwhile
 * is the next one. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/pace.h"
#include "server/core/state.h"

void core_records_free(struct core_batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        free(batch->record[i].body);
    }
    free(batch->record);
}

void core_batch_free(struct core_batch *batch)
{
    if (batch != NULL) {
        core_records_free(batch);
        free(batch);
    }
}

void core_batch_add(struct core_batch *batch, const struct core_record *record)
{
    batch->record = rd_grown(batch->record, batch->count, &batch->room, sizeof *batch->record);
    batch->record[batch->count] = *record;
    batch->record[batch->count++].body = copied(record->body);
}

void core_news_free(struct core_news *news)
{
    if (news != NULL) {
        core_records_free(&news->heard);
        core_records_free(&news->taken);
        free(news);
    }
}

void core_fetch_add(struct core_fetch *fetch, const struct core_record *record)
{
    core_batch_add(&fetch->log, record);
}

void core_fetch_free(struct core_fetch *fetch)
{
    if (fetch != NULL) {
        core_records_free(&fetch->log);
        free(fetch);
    }
}

static struct core_record *next_record(struct core *core)
{
    if (core->batch == NULL) {
        core->batch = calloc(1, sizeof *core->batch);
        RD_ASSERT(core->batch != NULL);
        core->batch->id = ++core->last_batch;
    }
    struct core_batch *batch = core->batch;
    batch->record = rd_grown(batch->record, batch->count, &batch->room, sizeof *batch->record);
    return &batch->record[batch->count++];
}

void store_group(struct core *core)
{
    core->last_group += core->grouped == 0;
    core->grouped++;
}

void store_group_end(struct core *core)
{
    RD_ASSERT(core->grouped > 0);
    core->grouped--;
}

/* Of a player: the next change of its row. */
static uint64_t version_of(const struct op *op)
{
    return op->kind == OP_PLAYER ? 1 : op->kind == OP_ACCOUNT ? op->next->version : 0;
}

void store_op(struct core *core, const struct op *op, const char *kind, char *body)
{
    struct core_record *record = next_record(core);
    bool logged = op->kind == OP_CREATE || op->kind == OP_ENTRY;
    RD_ASSERT(!logged || op->match != NULL);
    RD_ASSERT(op->kind != OP_ENTRY || !op->match->busy);
    RD_ASSERT(body != NULL);
    const char *id = op->id[0] != '\0'    ? op->id
                     : op->match != NULL  ? op->match->id
                     : op->player != NULL ? op->player->id
                                          : "server";
    memset(record, 0, sizeof *record);
    snprintf(record->id, sizeof record->id, "%s", id);
    snprintf(record->kind, sizeof record->kind, "%s", kind);
    record->n = logged ? op->match->log_count + 1 : 0;
    record->at_ms = core->wall_ms;
    record->body = body;
    core->last_group += core->grouped == 0;
    record->group = core->last_group;
    record->version = version_of(op);
    struct op_list *list = &core->gathered;
    list->op = rd_grown(list->op, list->count, &list->room, sizeof *list->op);
    list->op[list->count] = *op;
    list->op[list->count++].group = core->last_group;
    if (op->kind == OP_ENTRY) {
        op->match->busy = true;
        deadline_set(core, op->match, INT64_MAX);
    }
}

void store_flush(struct core *core)
{
    if (core->batch == NULL || core->storing.count > 0) {
        return;
    }
    struct op_list empty = core->storing;
    core->storing = core->gathered;
    core->gathered = empty;
    core_add_effect(core, CORE_STORE)->batch = core->batch;
    core->batch = NULL;
}

static bool list_has(const struct op_list *list, const struct player *player, const char *command)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->op[i].player == player && strcmp(list->op[i].command, command) == 0) {
            return true;
        }
    }
    return false;
}

bool store_has(const struct core *core, const struct player *player, const char *command)
{
    return list_has(&core->storing, player, command) || list_has(&core->gathered, player, command);
}

/* ---- it is on disk: now it happens ---- */

static void carry_out_entry(struct core *core, struct op *op)
{
    struct match *match = op->match;
    struct update update;
    bool was_over = match_over(match, &match->now);
    uint32_t turn = match->chosen.game->turns(match->now.state).done;
    watch_ask_frames(core, match, false);
    bool fine =
        match_state_apply(&match->now, core_scratch(core, match->chosen.game), &op->entry, &update);
    RD_ASSERT(fine); /* it was tried, and nothing else happened to this match since */
    match_add_entry(match, &op->entry);
    RD_ASSERT(match->now.records == match->log_count);
    match_keep_mark(match);
    match->busy = false;
    match->retry_t = 0;
    match->stub_records = 0;
    sleep_touch(core, match);
    match->played = match->played || (op->entry.kind == ENTRY_ORDER && op->entry.player != NULL);
    index_match(core, match);
    answer_entry(core, op, &op->entry);
    if (update.seats) {
        watch_check(core, match);
    }
    watch_tell(core, match, &update);
    if (match->chosen.game->turns(match->now.state).done != turn) {
        pace_begin(core, match);
    }
    if (update.seats || update.entry->kind == ENTRY_RESUME) {
        presence_restart(core, match);
    }
    if ((update.seats && op->entry.kind != ENTRY_CREATED) ||
        match_over(match, &match->now) != was_over) {
        notice_mark(core, match);
    }
    if (update.seats || match_over(match, &match->now) != was_over) {
        lobby_tell(core, match);
    }
    time_look(core, match);
    ratings_look(core, match);
    bots_ask_if_due(core, match);
}

/* A case for each kind, as wherever kinds differ. */
static void carry_out(struct core *core, struct op *op)
{
    switch (op->kind) {
    case OP_PLAYER:
        op->player->version = 1;
        core_add_player(core, op->player);
        welcome(core, op);
        break;
    case OP_GONE:
        players_forget(core, op->player);
        break;
    case OP_CREATE:
        core_add_match(core, op->match);
        if (op->player != NULL) { /* nobody in particular makes a rematch */
            core_note_creation(core, op->match, op->player->id, op->command);
        }
        carry_out_entry(core, op);
        break;
    case OP_ENTRY:
        carry_out_entry(core, op);
        break;
    case OP_ACCOUNT:
        account_stored(core, op);
        break;
    case OP_REPORT:
        report_stored(core, op);
        break;
    case OP_WRONG:
    case OP_TIME:
    case OP_STUB:
    case OP_NOTICE:
        break;
    case OP_SLEEP:
        sleep_stored(core, op->match);
        break;
    }
}

/* ---- it is not: nothing happened ---- */

void store_retry(struct core *core)
{
    if (core->retry_ms == 0) {
        core->retry_ms = core->now_ms + RETRY_MS;
    }
}

/* Nobody waits for an answer: it is tried again. */
static void try_later(struct core *core, const struct op *op)
{
    if (op->entry.kind == ENTRY_LATE || op->entry.kind == ENTRY_ABORT) {
        time_failed(core, op->match);
    } else if (op->entry.kind == ENTRY_RATED) {
        store_retry(core);
    } else {
        bots_failed(core, op->match, op->entry.seat);
    }
}

static void give_up(struct core *core, struct op *op)
{
    if (op->connection != 0) {
        answer_refused(
            core, op->connection, op->command, "storage",
            "the server could not write this to its disk; try it again with the same id");
    }
    if (op->kind == OP_PLAYER) {
        player_free(op->player);
    } else if (op->kind == OP_GONE) {
        op->player->busy = op->player->going = false;
    } else if (op->kind == OP_ACCOUNT) {
        account_failed(core, op->player, op->account == ACCOUNT_REGISTER ? op->next->name : NULL);
        player_free(op->next);
        json_decref(op->told);
        op->told = NULL;
    } else if (op->kind == OP_REPORT) {
        json_decref(op->told);
        op->told = NULL;
    } else if (op->kind == OP_CREATE) {
        match_free(op->match);
    } else if (op->kind == OP_NOTICE) {
        notice_mark(core, op->match);
        store_retry(core);
    } else if (op->kind == OP_SLEEP) {
        op->match->busy = false;
        store_retry(core);
    } else if (op->kind == OP_ENTRY) {
        op->match->busy = false;
        time_look(core, op->match);
        if (op->connection == 0) {
            try_later(core, op);
        }
    }
    entry_drop(&op->entry);
}

/* Another server had changed something of it before. */
static bool is_refused(const struct core_event *event, const struct op *op)
{
    bool found = false;
    for (uint32_t i = 0; i < event->refused_count; i++) {
        found = found || event->refused[i] == op->group;
    }
    return found;
}

void store_done(struct core *core, const struct core_event *event)
{
    if (core->storing.count == 0 || event->batch + (core->batch != NULL) != core->last_batch) {
        return; /* nothing that we wait for */
    }
    struct op_list done = core->storing;
    memset(&core->storing, 0, sizeof core->storing);
    core->storage_bad = !event->ok;
    for (uint32_t i = 0; i < done.count; i++) {
        struct connection *connection = hash_map_get(&core->connections, done.op[i].connection);
        if (event->ok && !is_refused(event, &done.op[i])) {
            carry_out(core, &done.op[i]);
        } else {
            give_up(core, &done.op[i]);
        }
        if (connection != NULL) {
            connection->underway = false;
        }
    }
    free(done.op);
    commands_pump_all(core);
    bots_pump(core);
    ratings_pump(core);
    notices_pump(core);
}
