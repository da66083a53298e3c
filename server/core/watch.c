/* Who is told what: subscriptions, missed messages, and the list of matches. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_numbers.h"
#include "host/list.h"
#include "server/core/pace.h"
#include "server/core/state.h"

/* ---- subscriptions ---- */

static void forget_watcher(struct match *match, uint32_t index)
{
    RD_ASSERT(index < match->watcher_count);
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

/* May who watches go on doing so? */
static bool still_may(const struct match *match, const struct watcher *watcher)
{
    const struct player *player = watcher->connection->player;
    if (watcher->behind) {
        return match_over(match, &match->now) || (match_shows_eyes(match, &match->now) &&
                                                  match_seats_of(match, &match->now, player) == 0);
    }
    return watcher->viewer == RD_SPECTATOR || match_over(match, &match->now) ||
           player_same(match->now.holder[watcher->viewer].player, player);
}

void watch_check(struct core *core, struct match *match)
{
    for (uint32_t i = match->watcher_count; i > 0; i--) {
        if (!still_may(match, &match->watcher[i - 1])) {
            forget_watched(match->watcher[i - 1].connection, match);
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

/* Frames cost time: they are made only where somebody watches who asked for them. */
void watch_ask_frames(struct core *core, const struct match *match, bool behind)
{
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        if (match->watcher[i].behind == behind && match->watcher[i].frames) {
            rd_play_ask_frames(&scratch->play);
        }
    }
}

static void tell(struct core *core, struct match *match, const struct match_state *now,
                 const struct update *update, bool behind)
{
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        if (match->watcher[i].behind == behind) {
            char *text = update_text(match, now, scratch, update, match->watcher[i]);
            if (text != NULL) {
                core_send(core, match->watcher[i].connection->id, text);
            }
        }
    }
    rd_play_skip_frames(&scratch->play);
}

/* What happened so many turns ago comes out now. */
static void catch_up_behind(struct core *core, struct match *match)
{
    struct match_state *behind = match->behind;
    RD_ASSERT(behind != NULL && behind->records <= match->log_count);
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    uint32_t turn = match->chosen.game->turns(match->now.state).done;
    bool over = match_over(match, &match->now);
    while (behind->records < match->log_count &&
           (over || match->log[behind->records].turn + match->terms.delay <= turn)) {
        struct entry entry = match->log[behind->records];
        struct update update;
        watch_ask_frames(core, match, true);
        bool fine = match_state_apply(behind, scratch, &entry, &update);
        RD_ASSERT(fine); /* as it did before */
        tell(core, match, behind, &update, true);
    }
}

static void open_behind(struct core *core, struct match *match)
{
    RD_ASSERT(!match->asleep);
    if (match->behind == NULL) {
        match->behind = malloc(sizeof *match->behind);
        RD_ASSERT(match->behind != NULL);
        match_state_open(match->behind, match, core_scratch(core, match->chosen.game));
        catch_up_behind(core, match);
    }
}

void watch_tell(struct core *core, struct match *match, const struct update *update)
{
    tell(core, match, &match->now, update, false);
    if (match->behind != NULL) {
        catch_up_behind(core, match);
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
    RD_ASSERT(watcher.connection->watches < WATCHES_MAX);
    watcher.connection->watched[watcher.connection->watches++] = match;
    match->watcher = rd_grown(match->watcher, match->watcher_count, &match->watcher_room,
                              sizeof *match->watcher);
    match->watcher[match->watcher_count++] = watcher;
    return true;
}

/* ---- what somebody missed ---- */

/* Where to go on from to make the messages after this number again. False: it would take too long.
 */
static bool open_before(struct core *core, const struct match *match,
                        const struct match_state *until, struct watcher to, uint32_t since,
                        struct match_state *now)
{
    RD_ASSERT(to.viewer < VIEWERS);
    for (uint32_t i = 0; i < MARKS && match->mark[i] != NULL; i++) {
        const struct match_state *mark = match->mark[i];
        if (mark->told[to.viewer] <= since && mark->records <= until->records) {
            match_state_copy(now, mark);
            return true;
        }
    }
    if (until->records > TAIL_RECORDS) {
        return false;
    }
    match_state_open(now, match, core_scratch(core, match->chosen.game));
    return true;
}

/* False: nothing was sent. */
static bool send_tail(struct core *core, const struct match *match, const struct match_state *until,
                      struct watcher to, uint32_t since)
{
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    struct match_state now;
    struct update update;
    if (!open_before(core, match, until, to, since, &now)) {
        return false;
    }
    RD_ASSERT(to.viewer < VIEWERS);
    if (to.frames) {
        rd_play_ask_frames(&scratch->play);
    }
    for (uint32_t i = now.records; i < until->records; i++) {
        struct entry entry = match->log[i];
        bool fine = match_state_apply(&now, scratch, &entry, &update);
        RD_ASSERT(fine); /* as it did before */
        char *text =
            now.told[to.viewer] > since ? update_text(match, &now, scratch, &update, to) : NULL;
        if (text != NULL) {
            core_send(core, to.connection->id, text);
        }
    }
    rd_play_skip_frames(&scratch->play);
    RD_ASSERT(now.records == until->records && now.told[to.viewer] == until->told[to.viewer]);
    match_state_close(&now);
    return true;
}

static void catch_up(struct core *core, const struct match *match, struct watcher to, int64_t since)
{
    const struct match_state *now = to.behind ? match->behind : &match->now;
    RD_ASSERT(now != NULL && !match->asleep);
    RD_ASSERT(to.viewer < VIEWERS);
    int64_t latest = now->told[to.viewer];
    if (since == latest) {
        return;
    }
    if (since >= 0 && since < latest && latest - since <= TAIL_MAX &&
        send_tail(core, match, now, to, (uint32_t)since)) {
        return;
    }
    bool past = to.behind && now->records > 0;
    int64_t t = past ? match->log[now->records - 1].t : core->time;
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    core_send(core, to.connection->id, snapshot_text(match, now, scratch, to, t));
}

/* ---- watch ---- */

static bool read_viewer(struct request *request, const struct match *match, rd_seat *viewer)
{
    static const char *const words[] = { "spectator", NULL };
    struct rd_field field;
    int64_t number = RD_SPECTATOR;
    uint32_t word;
    *viewer = RD_SPECTATOR;
    if (!rd_field_get(&request->root, "seat", &field)) {
        match_seat_of(match, request->connection->player, viewer);
        return true;
    }
    bool fine = json_is_string(field.json)
                    ? rd_field_choice(&field, words, &word)
                    : rd_field_integer(&field, 0, (int64_t)match_seats(match) - 1, &number);
    *viewer = (rd_seat)number;
    return fine;
}

/* What was sealed when a match was given up stays sealed: they may meet again. */
static bool is_open_to_all(const struct match *match)
{
    return match_over(match, &match->now) && match->now.ended != ENDED_ABORTED;
}

static const char *why_not(const struct match *match, rd_seat viewer)
{
    if (match->now.ended == ENDED_ABORTED) {
        return "the match was given up: what its seats had sealed stays so";
    }
    if (match->terms.delay > 0 && !match->terms.rated) {
        return "seat: not all who play have agreed that others see what they see";
    }
    return viewer == RD_SPECTATOR ? "spectators of this game see everything: watch when it is over"
                                  : "seat: it is not yours";
}

/* Whoever sees what others don't might tell a player: guests are free. So only the end makes it
 * safe, or a delay that all players agreed to. False: answered. */
static bool may_watch(struct core *core, struct request *request, const struct match *match,
                      struct watcher *watcher)
{
    const struct player *me = request->connection->player;
    bool mine = watcher->viewer != RD_SPECTATOR &&
                player_same(match->now.holder[watcher->viewer].player, me);
    bool shared = watcher->viewer == RD_SPECTATOR && !match->chosen.game->spectators_see_all;
    if (mine || shared || is_open_to_all(match)) {
        return true;
    }
    watcher->behind =
        match_shows_eyes(match, &match->now) && match_seats_of(match, &match->now, me) == 0;
    if (!watcher->behind) {
        refuse(core, request, "not_allowed", "%s", why_not(match, watcher->viewer));
    }
    return watcher->behind;
}

static json_t *watch_fields(struct core *core, const struct match *match, struct watcher watcher)
{
    const struct match_state *now = watcher.behind ? match->behind : &match->now;
    const struct rd_game *game = match->chosen.game;
    const char *tables = scratch_tables(core_scratch(core, game));
    RD_ASSERT(watcher.viewer < VIEWERS);
    json_t *fields = json_pack(
        "{s:s, s:o, s:I, s:s, s:I, s:s, s:o, s:s, s:o, s:I}", "match", match->id, "seat",
        viewer_to_json(watcher.viewer), "n", (json_int_t)now->told[watcher.viewer], "game",
        game->id, "rules_version", (json_int_t)game->rules_version, "tables", tables, "options",
        rd_options_to_json(game, &match->chosen.setup), "commitment", match->commitment, "terms",
        terms_to_json(&match->terms), "time", (json_int_t)core->time);
    luck_to_json(fields, match, now);
    return fields;
}

static bool read_wish(struct request *request, const char *key, bool *wish)
{
    struct rd_field field;
    if (!rd_field_get(&request->root, key, &field)) {
        return true;
    }
    *wish = json_is_true(field.json);
    return json_is_boolean(field.json) || rd_field_problem(&field, "must be true or false");
}

/* False: answered. */
static bool read_watch(struct core *core, struct request *request, const struct match *match,
                       struct watcher *watcher, int64_t *since)
{
    static const char *const forms[] = { "names", "numbers", NULL };
    uint32_t form = 0;
    struct rd_field field;
    bool fine = read_viewer(request, match, &watcher->viewer);
    if (fine && rd_field_get(&request->root, "since", &field)) {
        fine = rd_field_integer(&field, 0, UINT32_MAX, since);
    }
    fine = fine && read_wish(request, "json", &watcher->json) &&
           read_wish(request, "frames", &watcher->frames);
    if (fine && rd_field_get(&request->root, "form", &field)) {
        fine = rd_field_choice(&field, forms, &form);
        watcher->numbers = form == 1;
    }
    if (!fine) {
        bad_message(core, request);
    }
    return fine && may_watch(core, request, match, watcher);
}

enum step command_watch(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = match_of(core, request, &step);
    struct watcher watcher = { .connection = request->connection };
    int64_t since = -1;
    if (match == NULL || !read_watch(core, request, match, &watcher, &since)) {
        return step;
    }
    if (watcher.behind) {
        open_behind(core, match);
    }
    if (!watch_start(match, watcher)) {
        return refuse(core, request, "full", "a connection watches at most %d seats", WATCHES_MAX);
    }
    answer_fine(core, request->connection->id, request->command,
                watch_fields(core, match, watcher));
    catch_up(core, match, watcher, since);
    rd_seats before = match->here;
    presence_look(core, match);
    if (before == match->here) { /* otherwise everybody was told, this one included */
        presence_send(core, match, request->connection->id);
    }
    pace_send(core, match, watcher);
    return STEP_DONE;
}
