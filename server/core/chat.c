/* What people say to each other, and what they report to the host. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "host/text.h"
#include "server/core/state.h"

enum {
    LINES_MAX = 200,       /* of one player in a match */
    BURST_LINES = 5,       /* at once... */
    LINE_MS = 2000,        /* ...and one more after so long */
    REPORTS_MAX = 10,      /* of one player... */
    REPORTS_MS = 86400000, /* ...in a day */
    WHY_MAX = 500
};

static bool read_text(struct core *core, struct request *request, const char *key, size_t max,
                      const char **text)
{
    struct rd_field field;
    if (!rd_field_need(&request->root, key, &field) || !rd_field_text(&field, text)) {
        bad_message(core, request);
        return false;
    }
    if (**text == '\0' || strlen(*text) > max || !rd_text_is_printable(*text)) {
        refuse(core, request, "bad_message",
               "%s: must have 1 to %zu bytes and no control characters", key, max);
        return false;
    }
    return true;
}

/* ---- say ---- */

static uint32_t lines_of(const struct match *match, const struct player *player)
{
    uint32_t lines = 0;
    for (uint32_t i = 0; i < match->log_count; i++) {
        lines += match->log[i].kind == ENTRY_SAID && player_same(match->log[i].player, player);
    }
    return lines;
}

/* Not too fast? */
static bool may_speak(const struct core *core, struct player *player)
{
    int64_t from = player->spoken_t > core->time ? player->spoken_t : core->time;
    if (from + LINE_MS > core->time + (int64_t)BURST_LINES * LINE_MS) {
        return false;
    }
    player->spoken_t = from + LINE_MS;
    return true;
}

enum step command_say(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = fresh_match(core, request, &step);
    struct player *me = request->connection->player;
    struct entry entry = { .kind = ENTRY_SAID, .seat = RD_SPECTATOR };
    const char *text = NULL;
    bool seated = match != NULL && (match_seats_of(match, &match->now, me) != 0 ||
                                    json_object_get(request->root.json, "seat") != NULL);
    if (match == NULL || !read_text(core, request, "text", CHAT_MAX, &text) ||
        (seated && !own_seat(core, request, match, &entry.seat))) {
        return step;
    }
    if (me->muted) {
        return refuse(core, request, "not_allowed", "the host of this server has muted you");
    }
    if (!seated && !watch_has(request->connection, match)) {
        return refuse(core, request, "not_allowed", "watch the match first");
    }
    if (lines_of(match, me) >= LINES_MAX || !may_speak(core, me)) {
        return refuse(core, request, "rate", "that is too much talk; wait a little");
    }
    entry.text = copied(text);
    entry.card = malloc(sizeof *entry.card);
    RD_ASSERT(entry.card != NULL);
    *entry.card = card_of(me, &match->terms, match->chosen.game->id, match_seats(match));
    return submit_entry(core, request, match, &entry);
}

enum step command_mute(struct core *core, struct request *request)
{
    enum step step;
    struct rd_field on;
    struct entry entry = { .kind = ENTRY_MUTE, .what = 1 };
    struct match *match = seated_match(core, request, &entry.seat, &step);
    if (match == NULL || !read_seat(core, request, match, "who", &entry.who)) {
        return step;
    }
    if (rd_field_get(&request->root, "on", &on)) {
        if (!json_is_boolean(on.json)) {
            rd_field_problem(&on, "must be true or false");
            return bad_message(core, request);
        }
        entry.what = json_is_true(on.json);
    }
    RD_ASSERT(entry.who < RD_SEATS_MAX && entry.seat < RD_SEATS_MAX);
    if (entry.who == entry.seat) {
        return refuse(core, request, "not_allowed", "who: that is yourself");
    }
    return submit_entry(core, request, match, &entry);
}

/* ---- reports --------------------------------------------------------------------------------- */

static bool may_report(const struct core *core, struct player *player)
{
    if (core->time - player->reports_t >= REPORTS_MS) {
        player->reports_t = core->time;
        player->reports = 0;
    }
    return player->reports++ < REPORTS_MAX;
}

/* Made from the command, so that one that is sent again is the same report. */
static void report_id(const struct player *player, const char *command, char out[CORE_ID_MAX])
{
    uint8_t hash[crypto_generichash_BYTES_MIN];
    char text[CORE_ID_MAX + COMMAND_ROOM + 1];
    snprintf(text, sizeof text, "%s:%s", player->id, command);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text), NULL, 0);
    out[0] = 'r';
    sodium_bin2hex(out + 1, CORE_ID_MAX - 1, hash, 12);
}

enum step command_report(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = match_of(core, request, &step);
    struct player *me = request->connection->player;
    struct op op = { .kind = OP_REPORT, .connection = request->connection->id, .player = me };
    rd_seat who = 0;
    const char *why = NULL;
    if (match == NULL || !read_seat(core, request, match, "who", &who) ||
        !read_text(core, request, "why", WHY_MAX, &why)) {
        return step;
    }
    if (!may_report(core, me)) {
        return refuse(core, request, "rate", "that is enough for today");
    }
    snprintf(op.command, sizeof op.command, "%s", request->command);
    report_id(me, request->command, op.id);
    char *body = report_to_body(match, me, who, why);
    op.told = report_line(op.id, core->wall_ms, body);
    store_op(core, &op, "report", body);
    return STEP_UNDERWAY;
}
