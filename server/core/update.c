/* What a viewer is told, as text. Only views and events that the viewer sees go in here. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_numbers.h"
#include "server/core/base64.h"
#include "server/core/match.h"

enum { CHAT_SHOWN = 50 }; /* lines in a snapshot */

json_t *viewer_to_json(rd_seat viewer)
{
    return viewer == RD_SPECTATOR ? json_string("spectator") : json_integer(viewer);
}

json_t *turn_to_json(const struct match *match, const struct match_state *now)
{
    struct rd_turns turns = match->chosen.game->turns(now->state);
    return json_pack("[I,I]", (json_int_t)turns.done, (json_int_t)turns.limit);
}

/* ---- who sits where, and how it ended ---- */

static json_t *person_to_json(const struct seat_holder *holder)
{
    const struct player_card *card = &holder->card;
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:b}", "name", player_shown(holder->player, card), "who",
                  "person", "player", holder->player->id, "account", card->account);
    if (holder->player->program) {
        json_object_set_new(json, "program", json_true());
    }
    if (card->deviation > 0) {
        json_object_set_new(
            json, "rating",
            json_pack("{s:i, s:i}", "rating", card->rating, "deviation", card->deviation));
    }
    return json;
}

json_t *seats_to_json(const struct match *match, const struct match_state *now)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &now->holder[seat];
        json_t *json = holder->kind == HOLDER_PERSON ? person_to_json(holder)
                       : holder->kind == HOLDER_BOT
                           ? json_pack("{s:s, s:s}", "name", holder->bot->name, "who", "bot")
                           : json_pack("{s:s}", "who", holder->invited ? "invited" : "open");
        json_array_append_new(list, json);
    }
    return list;
}

/* The rules have no ending for it: the players made it. */
static json_t *draw_to_json(struct rd_outcome outcome, bool numbers)
{
    json_t *rank, *score;
    memset(outcome.rank, 1, sizeof outcome.rank);
    rd_ranks_to_json(&outcome, &rank, &score);
    return numbers ? json_pack("{s:o, s:o, s:n}", "rank", rank, "score", score, "ending")
                   : json_pack("{s:o, s:o, s:n, s:s}", "rank", rank, "score", score, "rule",
                               "reason", "Draw agreed");
}

json_t *outcome_to_json(const struct match *match, const struct match_state *now, bool numbers)
{
    struct rd_outcome outcome;
    match->chosen.game->outcome(now->state, &outcome);
    return now->ended == ENDED_ABORTED ? json_null()
           : now->ended == ENDED_DRAW  ? draw_to_json(outcome, numbers)
           : numbers                   ? rd_outcome_to_numbers(&outcome)
                                       : rd_outcome_to_json(match->chosen.game, &outcome);
}

static json_t *texts_to_json(const char *first, size_t room, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const char *text = first + i * room;
        json_array_append_new(list, text[0] == '\0' ? json_null() : json_string(text));
    }
    return list;
}

json_t *shares_to_json(const struct match *match, const struct match_state *now)
{
    const struct shares *shares = now->shares;
    uint32_t seats = match_seats(match);
    return shares == NULL
               ? NULL
               : json_pack("{s:o, s:o}", "seals",
                           texts_to_json(shares->seal[0], LUCK_HASH_ROOM, seats), "shares",
                           texts_to_json(shares->share[0], LUCK_KEY_ROOM, seats));
}

void luck_to_json(json_t *json, const struct match *match, const struct match_state *now)
{
    json_t *shares = shares_to_json(match, now);
    if (shares != NULL) {
        bool none = match_has_room(match, now) || match_over(match, now);
        json_object_set_new(shares, "wanted", seats_list(none ? 0 : luck_missing(now->shares)));
        json_object_set_new(json, "luck", shares);
    }
}

/* How it ended, and the key of its luck; nothing while it runs. */
void end_to_json(json_t *json, const struct match *match, const struct match_state *now)
{
    char key[33];
    if (!match_over(match, now)) {
        return;
    }
    key_to_text(match->key, key);
    json_object_set_new(json, "key", json_string(key));
    if (now->ended != ENDED_NOT) {
        json_object_set_new(json, "ended", json_string(ended_names[now->ended]));
    }
    if (now->rated_record != 0) {
        json_object_set_new(json, "ratings",
                            json_loads(match->log[now->rated_record - 1].text, 0, NULL));
    }
    if (now->rematch[0] != '\0') {
        json_object_set_new(json, "rematch", json_string(now->rematch));
    }
}

/* ---- parts of a message --------------------------------------------------------------------- */

json_t *seats_list(rd_seats seats)
{
    json_t *list = json_array();
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((seats & RD_SEAT_BIT(seat)) != 0) {
            json_array_append_new(list, json_integer(seat));
        }
    }
    return list;
}

void eyes_to_json(json_t *json, const struct match *match, const struct match_state *now)
{
    rd_seats agreed = 0;
    if (match->terms.delay == 0 || match->terms.rated) {
        return;
    }
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        if (now->holder[seat].agreed) {
            agreed |= RD_SEAT_BIT(seat);
        }
    }
    json_object_set_new(json, "eyes",
                        json_pack("{s:I, s:o, s:b}", "delay", (json_int_t)match->terms.delay,
                                  "agreed", seats_list(agreed), "shown",
                                  match_shows_eyes(match, now)));
}

static json_t *offers_to_json(const struct match_state *now)
{
    json_t *json = json_object();
    for (uint32_t what = 0; what < OFFERS; what++) {
        if (now->offered[what] != 0) {
            json_object_set_new(json, offer_names[what], seats_list(now->offered[what]));
        }
    }
    return json;
}

/* Its own clock as it is, those of others as everybody knows them. */
static json_t *clock_to_json(const struct match *match, const struct match_state *now,
                             rd_seat viewer, int64_t t)
{
    json_t *left = json_array(), *runs = json_array();
    for (rd_seat seat = 0; seat < match_seats(match); seat++) {
        const struct clocks *clocks = seat == viewer ? &now->clock : &now->shown;
        bool person = now->holder[seat].kind == HOLDER_PERSON;
        json_array_append_new(left,
                              person ? json_integer(clock_left(clocks, seat, t)) : json_null());
        json_array_append_new(runs,
                              json_boolean(person && clocks->seat[seat].runs && !clocks->paused));
    }
    return json_pack("{s:I, s:o, s:o}", "at", (json_int_t)t, "left", left, "runs", runs);
}

static json_t *line_to_json(const struct entry *entry)
{
    json_t *json =
        json_pack("{s:s, s:s, s:I}", "name", player_shown(entry->player, entry->card), "text",
                  player_is_forgotten(entry->player) ? FORGOTTEN_NAME : entry->text, "at",
                  (json_int_t)entry->at_ms);
    if (entry->seat == RD_SPECTATOR) {
        json_object_set_new(json, "room", json_string("watchers"));
    } else {
        json_object_set_new(json, "seat", json_integer(entry->seat));
    }
    return json;
}

/* The latest lines, the oldest first. */
json_t *chat_to_json(const struct match *match, const struct match_state *now, rd_seat viewer)
{
    json_t *list = json_array();
    for (uint32_t i = now->records; i > 0 && json_array_size(list) < CHAT_SHOWN; i--) {
        const struct entry *entry = &match->log[i - 1];
        if (entry->kind == ENTRY_SAID && match_state_hears(now, viewer, entry->seat)) {
            json_array_insert_new(list, 0, line_to_json(entry));
        }
    }
    return list;
}

static bool to_act(const struct match *match, const struct match_state *now, rd_seat viewer)
{
    return viewer != RD_SPECTATOR && (match_acting(match, now) & RD_SEAT_BIT(viewer)) != 0;
}

static json_t *head(const struct match *match, const struct match_state *now, const char *type,
                    rd_seat viewer, int64_t t)
{
    RD_ASSERT(viewer < VIEWERS);
    json_t *json = json_pack("{s:s, s:s, s:o, s:I, s:s, s:o, s:b}", "type", type, "match",
                             match->id, "seat", viewer_to_json(viewer), "n",
                             (json_int_t)now->told[viewer], "state", match_state_name(match, now),
                             "turn", turn_to_json(match, now), "act", to_act(match, now, viewer));
    if (clock_used(&match->terms.clock) && !match_open(match, now)) {
        json_object_set_new(json, "clock", clock_to_json(match, now, viewer, t));
    }
    if (now->clock.paused) {
        json_object_set_new(json, "paused", json_true());
    }
    if (now->held) {
        json_object_set_new(json, "held", json_true());
    }
    return json;
}

/* What the viewer sees; in JSON too where that was asked for. */
static const void *add_view(json_t *json, const struct match *match, const struct match_state *now,
                            struct scratch *scratch, struct watcher to)
{
    const struct rd_game *game = match->chosen.game;
    const void *view = bench_view(scratch, now, to.viewer);
    if (to.json) {
        json_object_set_new(json, "position", rd_codec_of(game)->view(view));
    }
    return view;
}

static char *append(char *out, const char *bytes, size_t size)
{
    memcpy(out, bytes, size);
    return out + size;
}

/* The view goes in as text: it is most of the message, and JSON would copy it byte by byte. */
static char *with_view(const char *object, const void *view, size_t size)
{
    static const char key[] = ",\"view\":\"";
    size_t length = strlen(object) - 1; /* without its last brace */
    char *text = malloc(length + sizeof key + base64_length(size) + sizeof "\"}");
    RD_ASSERT(text != NULL);
    char *end = append(text, object, length);
    end = append(end, key, sizeof key - 1);
    end = base64_write(end, view, size);
    memcpy(end, "\"}", sizeof "\"}");
    return text;
}

/* Outcome, and the key once the match is over; as text, and the JSON is gone. view: NULL for none.
 */
static char *finish(json_t *json, const struct match *match, const struct match_state *now,
                    struct watcher to, const void *view)
{
    json_object_set_new(json, "outcome", outcome_to_json(match, now, to.numbers));
    end_to_json(json, match, now);
    if (match_over(match, now)) {
        luck_to_json(json, match, now); /* whoever saw the beginning can check it now */
    }
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    if (view == NULL) {
        return text;
    }
    char *whole = with_view(text, view, match->chosen.game->view_size);
    free(text);
    return whole;
}

/* ---- messages ---- */

static void add_changes(json_t *json, const struct match *match, const struct match_state *now,
                        const struct update *update, rd_seat viewer)
{
    if (update->undone == viewer) {
        json_object_set_new(json, "undone", json_true());
    }
    if (update->seats) {
        json_object_set_new(json, "seats", seats_to_json(match, now));
        luck_to_json(json, match, now);
    }
    if (update->offers) {
        json_object_set_new(json, "offers", offers_to_json(now));
    }
    RD_ASSERT(viewer < VIEWERS);
    if (update->late[viewer] != 0) {
        json_object_set_new(json, "late", seats_list(update->late[viewer]));
    }
    if (update->entry->kind == ENTRY_SAID) {
        json_object_set_new(json, "chat", json_pack("[o]", line_to_json(update->entry)));
    }
    if (update->entry->kind == ENTRY_MUTE && update->entry->seat == viewer) {
        RD_ASSERT(viewer < RD_SEATS_MAX);
        json_object_set_new(json, "muted", seats_list(now->muted[viewer]));
    }
}

char *update_text(const struct match *match, const struct match_state *now, struct scratch *scratch,
                  const struct update *update, struct watcher to)
{
    RD_ASSERT(to.viewer < VIEWERS);
    if (!update->told[to.viewer]) {
        return NULL;
    }
    json_t *json = head(match, now, update->note ? "note" : "update", to.viewer, update->entry->t);
    if (!update->note) {
        const struct rd_game *game = match->chosen.game;
        const struct rd_event_log *log = &scratch->play.log;
        json_object_set_new(json, "events",
                            to.numbers ? rd_events_to_numbers(game, log, to.viewer)
                                       : rd_events_to_json(game, log, to.viewer));
    }
    json_t *frames = to.frames && update->order ? frames_to_json(now, scratch, to) : NULL;
    if (frames != NULL) {
        json_object_set_new(json, "frames", frames);
    }
    add_changes(json, match, now, update, to.viewer);
    const void *view = update->note ? NULL : add_view(json, match, now, scratch, to);
    return finish(json, match, now, to, view);
}

char *snapshot_text(const struct match *match, const struct match_state *now,
                    struct scratch *scratch, struct watcher to, int64_t t)
{
    json_t *json = head(match, now, "snapshot", to.viewer, t);
    json_object_set_new(json, "seats", seats_to_json(match, now));
    luck_to_json(json, match, now);
    json_object_set_new(json, "offers", offers_to_json(now));
    json_object_set_new(json, "chat", chat_to_json(match, now, to.viewer));
    if (to.viewer < RD_SEATS_MAX && now->muted[to.viewer] != 0) {
        json_object_set_new(json, "muted", seats_list(now->muted[to.viewer]));
    }
    return finish(json, match, now, to, add_view(json, match, now, scratch, to));
}
