/* Moderators: accounts that the host has appointed. They read what players report and what was done
 * about it, mute and ban, by account and by address, and take it back. Everything that is done is
 * written down beside the reports, whoever did it. */
#include <sodium.h>
#include <string.h>

#include "server/core/accounts.h"

enum { REPORTS_KEPT = 200, REASON_MAX = 200 };

static const char *const moderation_names[MODERATIONS + 1] = { "mute",    "unmute",  "ban", "unban",
                                                               "appoint", "dismiss", NULL };

/* ---- what is remembered ---------------------------------------------------------------------- */

static json_int_t at_of(const json_t *line)
{
    return json_integer_value(json_object_get(line, "at"));
}

/* The oldest first. */
static void keep(struct core *core, json_t *line)
{
    core->reports = core->reports == NULL ? json_array() : core->reports;
    size_t place = json_array_size(core->reports);
    while (place > 0 && at_of(json_array_get(core->reports, place - 1)) > at_of(line)) {
        place--;
    }
    json_array_insert_new(core->reports, place, line);
    if (json_array_size(core->reports) > REPORTS_KEPT) {
        json_array_remove(core->reports, 0);
    }
}

json_t *report_line(const char *id, int64_t at_ms, const char *body)
{
    json_t *line = json_loads(body, 0, NULL);
    if (line != NULL) {
        json_object_set_new(line, "report", json_string(id));
        json_object_set_new(line, "at", json_integer(at_ms));
    }
    return line;
}

bool reports_load(struct core *core, const struct core_record *record)
{
    json_t *line = report_line(record->id, record->at_ms, record->body);
    if (json_is_object(line)) {
        keep(core, line);
    } else {
        json_decref(line);
    }
    return true;
}

void report_stored(struct core *core, struct op *op)
{
    keep(core, op->told);
    op->told = NULL;
    if (op->connection != 0) {
        answer_fine(core, op->connection, op->command, NULL);
    }
}

/* ---- addresses ------------------------------------------------------------------------------- */

void networks_add(struct core *core, struct player *player)
{
    if (player->closed_network != 0) {
        hash_map_put(&core->closed_networks, player->closed_network, player);
    }
}

void networks_drop(struct core *core, const struct player *player)
{
    uint64_t network = player->closed_network;
    if (network == 0 || hash_map_get(&core->closed_networks, network) != player) {
        return;
    }
    hash_map_remove(&core->closed_networks, network);
    for (uint32_t i = 0; i < core->player_count; i++) {
        if (core->player[i] != player && core->player[i]->closed_network == network) {
            networks_add(core, core->player[i]); /* closed because of somebody else too */
        }
    }
}

bool network_refuses(struct core *core, struct request *request)
{
    uint64_t network = request->connection->network;
    if (network == 0 || hash_map_get(&core->closed_networks, network) == NULL) {
        return false;
    }
    refuse(core, request, "banned",
           "the host of this server takes no new guests from this address");
    return true;
}

/* ---- what moderators do --------------------------------------------------------------------- */

/* What the player becomes. False: it can't be. */
static bool changed(const struct moderation *moderation, struct player *next)
{
    switch (moderation->what) {
    case MODERATION_MUTE:
    case MODERATION_UNMUTE:
        next->muted = moderation->what == MODERATION_MUTE;
        return true;
    case MODERATION_BAN:
        next->banned = true;
        next->closed_network = moderation->address ? next->network : 0;
        return !moderation->address || next->network != 0;
    case MODERATION_UNBAN:
        next->banned = false;
        next->closed_network = 0;
        return true;
    case MODERATION_APPOINT:
    case MODERATION_DISMISS:
        next->moderator = moderation->what == MODERATION_APPOINT;
        return next->account;
    case MODERATIONS:
        break;
    }
    return false;
}

static void write_down(struct core *core, struct request *request,
                       const struct moderation *moderation)
{
    const struct player *me = request->connection->player;
    struct op op = { .kind = OP_REPORT };
    json_t *json = json_pack("{s:s, s:s, s:s, s:b, s:s}", "by", me == NULL ? "host" : me->id, "did",
                             moderation_names[moderation->what], "player", moderation->player->id,
                             "address", moderation->address, "why", moderation->why);
    char *body = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(body != NULL);
    random_id(core, 'r', op.id);
    op.told = report_line(op.id, core->wall_ms, body);
    store_op(core, &op, "report", body);
}

enum step moderate(struct core *core, struct request *request, const struct moderation *moderation)
{
    if (moderation->player->busy) {
        return STEP_BLOCKED;
    }
    struct op op = request_op(request, ACCOUNT_BANNED, moderation->player);
    if (!changed(moderation, op.next)) {
        player_free(op.next);
        return refuse(core, request, "not_allowed",
                      moderation->what == MODERATION_BAN
                          ? "address: nobody knows where this player came from"
                          : "player: only accounts can be moderators");
    }
    store_group(core);
    store_account(core, &op);
    write_down(core, request, moderation);
    store_group_end(core);
    return STEP_UNDERWAY;
}

/* ---- commands -------------------------------------------------------------------------------- */

static bool is_moderator(struct core *core, struct request *request)
{
    const struct player *me = request->connection->player;
    if (me->moderator && me->account) {
        return true;
    }
    refuse(core, request, "not_allowed", "only for moderators");
    return false;
}

static json_t *who_is(const struct core *core, const json_t *id)
{
    const char *text = json_string_value(id);
    const struct player *player = text == NULL ? NULL : core_player_by_id(core, text);
    return player == NULL
               ? json_pack("{s:o}", "name", text == NULL ? json_null() : json_string(text))
               : json_pack("{s:s, s:s, s:b, s:b, s:b, s:b, s:b}", "player", player->id, "name",
                           player->name, "account", player->account, "muted", player->muted,
                           "banned", player->banned, "address", player->closed_network != 0,
                           "moderator", player->moderator);
}

/* The newest first, with who it is about as they are now. */
enum step command_reports(struct core *core, struct request *request)
{
    json_t *list = json_array();
    if (!is_moderator(core, request)) {
        json_decref(list);
        return STEP_DONE;
    }
    for (size_t i = json_array_size(core->reports); i > 0; i--) {
        const json_t *kept = json_array_get(core->reports, i - 1);
        json_t *line = json_copy((json_t *)(uintptr_t)kept);
        json_object_set_new(line, "by", who_is(core, json_object_get(kept, "by")));
        if (json_object_get(kept, "player") != NULL) {
            json_object_set_new(line, "player", who_is(core, json_object_get(kept, "player")));
        }
        json_array_append_new(list, line);
    }
    return answer_fine(core, request->connection->id, request->command,
                       json_pack("{s:o}", "reports", list));
}

static bool read_moderation(struct core *core, struct request *request,
                            struct moderation *moderation)
{
    struct rd_field field;
    const char *id = NULL;
    uint32_t what = 0;
    const json_t *address = json_object_get(request->root.json, "address");
    if (!rd_field_need(&request->root, "what", &field) ||
        !rd_field_choice(&field, moderation_names, &what) ||
        !rd_field_need(&request->root, "player", &field) || !rd_field_text(&field, &id) ||
        !rd_field_need(&request->root, "why", &field) || !rd_field_text(&field, &moderation->why)) {
        bad_message(core, request);
        return false;
    }
    moderation->what = (enum moderation_kind)what;
    moderation->address = json_is_true(address);
    moderation->player = core_player(core, id);
    if (moderation->player == NULL) {
        refuse(core, request, "no_such_player", "player: nobody has this id");
    }
    return moderation->player != NULL;
}

enum step command_sanction(struct core *core, struct request *request)
{
    struct moderation moderation = { .why = "" };
    if (!is_moderator(core, request) || !read_moderation(core, request, &moderation)) {
        return STEP_DONE;
    }
    if (moderation.what >= MODERATION_APPOINT || moderation.player->moderator ||
        strlen(moderation.why) > REASON_MAX) {
        return refuse(core, request, "not_allowed",
                      strlen(moderation.why) > REASON_MAX
                          ? "why: is too long"
                          : "only the host decides about moderators");
    }
    return moderate(core, request, &moderation);
}
