/* Orders, taking them back, giving up. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/notation.h"
#include "server/core/state.h"

/* Which of the player's seats is meant? False: answered. */
static bool own_seat(struct core *core, struct request *request, const struct match *match,
                     rd_seat *seat)
{
    const struct player *me = request->connection->player;
    struct rd_field field;
    int64_t number = 0;
    if (!rd_field_get(&request->root, "seat", &field)) {
        if (!match_seat_of(match, me, seat)) {
            refuse(core, request, "not_allowed", "you have no seat in this match");
            return false;
        }
        return true;
    }
    if (!rd_field_integer(&field, 0, (int64_t)match_seats(match) - 1, &number)) {
        bad_message(core, request);
        return false;
    }
    if (match->now.chair[number].player != me) {
        refuse(core, request, "not_allowed", "seat: it is not yours");
        return false;
    }
    *seat = (rd_seat)number;
    return true;
}

/* A match that this player may act in now. NULL: *step says what to do. */
static struct match *ready_match(struct core *core, struct request *request, rd_seat *seat,
                                 enum step *step)
{
    struct match *match = match_of(core, request);
    *step = STEP_DONE;
    if (match == NULL) {
        return NULL;
    }
    if (match->busy) {
        *step = STEP_BLOCKED;
        return NULL;
    }
    const struct entry *before =
        match_find_command(match, request->connection->player, request->command);
    if (before != NULL) {
        answer_again(core, request, match, before);
        return NULL;
    }
    if (!own_seat(core, request, match, seat)) {
        return NULL;
    }
    if (match_open(match, &match->now)) {
        refuse(core, request, "not_begun", "the match begins when no seat is open");
        return NULL;
    }
    return match;
}

static enum step refuse_order(struct core *core, struct request *request, const struct match *match,
                              struct rd_verdict verdict, const struct rd_order *order)
{
    json_t *json = json_pack("{s:s, s:b}", "re", request->command, "ok", 0);
    json_t *refusal = rd_refusal_to_json(
        match->chosen.game, verdict, order->count == 1 ? &order->action[0] : NULL,
        request->problem.text[0] != '\0' ? request->problem.text : order->note);
    json_object_update(json, refusal);
    json_decref(refusal);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    core_send(core, request->connection->id, text);
    return STEP_DONE;
}

static enum step try_order(struct core *core, struct request *request, struct match *match,
                           rd_seat seat, const struct rd_order *order)
{
    struct bench *bench = core_bench(core, match->chosen.game);
    struct entry entry = { .kind = ENTRY_ORDER, .seat = seat, .count = (uint8_t)order->count };
    struct rd_verdict verdict = fold_try_order(&match->now, bench, seat, order, &entry.hash);
    if (verdict.code != RD_OK) {
        return refuse_order(core, request, match, verdict, order);
    }
    memcpy(entry.action, order->action, sizeof entry.action);
    entry.note = order->note[0] != '\0' ? copied(order->note) : NULL;
    return submit_entry(core, request, match, &entry);
}

/* In JSON or in the notation of the terminal. False: it can't be read, the problem says why. */
static bool read_order(struct request *request, const struct match *match, rd_seat seat,
                       struct rd_order *order)
{
    const struct rd_game *game = match->chosen.game;
    struct rd_field json, text;
    bool has_json = rd_field_get(&request->root, "order", &json);
    bool has_text = rd_field_get(&request->root, "text", &text);
    const char *words = NULL;
    memset(order, 0, sizeof *order);
    if (has_json == has_text) {
        return rd_problem_at(&request->problem, NULL, "give either order or text");
    }
    if (has_json) {
        return rd_order_from_json(game, match->now.state, seat, json.json, order,
                                  &request->problem) != RD_READ_MALFORMED;
    }
    order->count = 1;
    return rd_field_text(&text, &words) &&
           rd_action_parse(game, words, &order->action[0], &request->problem);
}

enum step command_order(struct core *core, struct request *request)
{
    rd_seat seat = 0;
    enum step step;
    struct rd_order order;
    struct match *match = ready_match(core, request, &seat, &step);
    if (match == NULL) {
        return step;
    }
    if (!read_order(request, match, seat, &order)) {
        return bad_message(core, request);
    }
    return try_order(core, request, match, seat, &order);
}

enum step command_resign(struct core *core, struct request *request)
{
    rd_seat seat = 0;
    enum step step;
    struct rd_order order = { .count = 1, .action = { { .verb = RD_VERB_RESIGN } } };
    struct match *match = ready_match(core, request, &seat, &step);
    return match == NULL ? step : try_order(core, request, match, seat, &order);
}

enum step command_undo(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_UNDO };
    struct match *match = ready_match(core, request, &entry.seat, &step);
    if (match == NULL) {
        return step;
    }
    struct bench *bench = core_bench(core, match->chosen.game);
    switch (fold_try_undo(&match->now, bench, entry.seat, match->key, &entry.hash)) {
    case UNDO_NOTHING:
        return refuse(
            core, request, "nothing_to_undo",
            "no order of yours can be taken back: there is none, or others saw its effect");
    case UNDO_REVEALED:
        return refuse(
            core, request, "nothing_to_undo",
            "your latest order can't be taken back, nor those before it: it may have shown "
            "you something that was hidden");
    case UNDO_FINE:
        break;
    }
    return submit_entry(core, request, match, &entry);
}
