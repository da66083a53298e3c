/* Who is told what: subscriptions, missed messages, and the list of matches. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/list.h"
#include "server/core/state.h"

/* ---- subscriptions
 * ---------------------------------------------------------------------------------- */

static void forget_watcher(struct match *match, uint32_t index)
{
    match->watcher_count--;
    memmove(match->watcher + index, match->watcher + index + 1,
            (match->watcher_count - index) * sizeof *match->watcher);
}

static void forget_watched(struct connection *connection, const struct match *match)
{
    for (uint32_t i = 0; i < connection->watches; i++) {
        if (connection->watched[i] == match) {
            connection->watched[i] = connection->watched[--connection->watches];
            return;
        }
    }
}

bool watch_has(const struct connection *connection, const struct match *match)
{
    for (uint32_t i = 0; i < connection->watches; i++) {
        if (connection->watched[i] == match) {
            return true;
        }
    }
    return false;
}

void watch_stop(struct core *core, struct connection *connection, struct match *match)
{
    for (uint32_t i = match->watcher_count; i > 0; i--) {
        if (match->watcher[i - 1].connection == connection) {
            forget_watcher(match, i - 1);
            forget_watched(connection, match);
        }
    }
    presence_look(core, match);
}

void watch_stop_all(struct core *core, struct connection *connection)
{
    while (connection->watches > 0) {
        watch_stop(core, connection, connection->watched[0]);
    }
}

void watch_check(struct core *core, struct match *match)
{
    for (uint32_t i = match->watcher_count; i > 0; i--) {
        struct watcher *watcher = &match->watcher[i - 1];
        if (watcher->viewer != RD_SPECTATOR &&
            !player_same(match->now.chair[watcher->viewer].player, watcher->connection->player)) {
            forget_watched(watcher->connection, match);
            forget_watcher(match, i - 1);
        }
    }
    presence_look(core, match);
}

void watch_recheck(struct core *core, struct connection *connection)
{
    for (uint32_t i = connection->watches; i > 0; i--) {
        if (i <= connection->watches) { /* the check may have ended several */
            watch_check(core, connection->watched[i - 1]);
        }
    }
}

void watch_tell(struct core *core, struct match *match, const struct news *news)
{
    struct bench *bench = core_bench(core, match->chosen.game);
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        char *text = news_update(match, &match->now, bench, news, match->watcher[i]);
        if (text != NULL) {
            core_send(core, match->watcher[i].connection->id, text);
        }
    }
}

/* False: this connection watches too much already. */
static bool watch_start(struct match *match, struct watcher watcher)
{
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        struct watcher *old = &match->watcher[i];
        if (old->connection == watcher.connection && old->viewer == watcher.viewer) {
            *old = watcher;
            return true;
        }
    }
    if (watcher.connection->watches == WATCHES_MAX) {
        return false;
    }
    watcher.connection->watched[watcher.connection->watches++] = match;
    match->watcher = rd_grown(match->watcher, match->watcher_count, &match->watcher_room,
                              sizeof *match->watcher);
    match->watcher[match->watcher_count++] = watcher;
    return true;
}

/* ---- what somebody missed
 * ----------------------------------------------------------------------------
 */

static void send_tail(struct core *core, const struct match *match, struct watcher to,
                      uint32_t since)
{
    struct bench *bench = core_bench(core, match->chosen.game);
    struct fold fold;
    struct news news;
    fold_open(&fold, match, bench);
    for (uint32_t i = 0; i < match->log_count; i++) {
        struct entry entry = match->log[i];
        RD_ASSERT(fold_apply(&fold, bench, &entry, &news)); /* as it did before */
        char *text =
            fold.told[to.viewer] > since ? news_update(match, &fold, bench, &news, to) : NULL;
        if (text != NULL) {
            core_send(core, to.connection->id, text);
        }
    }
    fold_close(&fold);
}

static void catch_up(struct core *core, const struct match *match, struct watcher to, int64_t since)
{
    int64_t latest = match->now.told[to.viewer];
    if (since == latest) {
        return;
    }
    if (since >= 0 && since < latest && latest - since <= TAIL_MAX) {
        send_tail(core, match, to, (uint32_t)since);
        return;
    }
    struct bench *bench = core_bench(core, match->chosen.game);
    core_send(core, to.connection->id, news_snapshot(match, &match->now, bench, to, core->time));
}

/* ---- watch
 * -------------------------------------------------------------------------------------------
 */

/* Whoever sees everything may not tell a player: guests are free, so only the end makes it safe. */
static bool may_spectate(const struct match *match)
{
    return !match->chosen.game->spectators_see_all || match_over(match, &match->now);
}

/* False: answered. */
static bool read_viewer(struct core *core, struct request *request, const struct match *match,
                        rd_seat *viewer)
{
    static const char *const words[] = { "spectator", NULL };
    const struct player *me = request->connection->player;
    struct rd_field field;
    int64_t number = RD_SPECTATOR;
    uint32_t word;
    *viewer = RD_SPECTATOR;
    if (!rd_field_get(&request->root, "seat", &field)) {
        match_seat_of(match, me, viewer);
        return true;
    }
    if (json_is_string(field.json)
            ? !rd_field_choice(&field, words, &word)
            : !rd_field_integer(&field, 0, (int64_t)match_seats(match) - 1, &number)) {
        bad_message(core, request);
        return false;
    }
    if (number != RD_SPECTATOR && !player_same(match->now.chair[number].player, me)) {
        refuse(core, request, "not_allowed", "seat: it is not yours");
        return false;
    }
    *viewer = (rd_seat)number;
    return true;
}

static json_t *watch_fields(const struct core *core, const struct match *match, rd_seat viewer)
{
    const struct rd_game *game = match->chosen.game;
    return json_pack("{s:s, s:o, s:I, s:s, s:I, s:o, s:s, s:o, s:I}", "match", match->id, "seat",
                     viewer_to_json(viewer), "n", (json_int_t)match->now.told[viewer], "game",
                     game->id, "rules_version", (json_int_t)game->rules_version, "options",
                     rd_options_to_json(game, &match->chosen.setup), "commitment",
                     match->commitment, "terms", terms_to_json(&match->terms), "time",
                     (json_int_t)core->time);
}

enum step command_watch(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = match_of(core, request, &step);
    struct watcher watcher = { .connection = request->connection };
    struct rd_field field;
    int64_t since = -1;
    if (match == NULL || !read_viewer(core, request, match, &watcher.viewer)) {
        return step;
    }
    if (watcher.viewer == RD_SPECTATOR && !may_spectate(match)) {
        return refuse(core, request, "not_allowed",
                      "spectators of this game see everything: watch when it is over");
    }
    if (rd_field_get(&request->root, "since", &field) &&
        !rd_field_integer(&field, 0, UINT32_MAX, &since)) {
        return bad_message(core, request);
    }
    if (rd_field_get(&request->root, "json", &field) && !json_is_boolean(field.json)) {
        rd_field_problem(&field, "must be true or false");
        return bad_message(core, request);
    }
    watcher.json = json_is_true(json_object_get(request->root.json, "json"));
    if (!watch_start(match, watcher)) {
        return refuse(core, request, "full", "a connection watches at most %d seats", WATCHES_MAX);
    }
    answer_fine(core, request->connection->id, request->command,
                watch_fields(core, match, watcher.viewer));
    catch_up(core, match, watcher, since);
    rd_seats before = match->here;
    presence_look(core, match);
    if (before == match->here) { /* otherwise everybody was told, this one included */
        presence_send(core, match, request->connection->id);
    }
    return STEP_DONE;
}
