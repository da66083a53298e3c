/* Orders, taking them back, giving up. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_numbers.h"
#include "host/notation.h"
#include "host/order.h"
#include "server/core/state.h"

/* A match that this player may act in now. NULL: *step says what to do. */
static struct match *ready_match(struct core *core, struct request *request, rd_seat *seat,
                                 enum step *step)
{
    request->early = true;
    struct match *match = seated_match(core, request, seat, step);
    if (match == NULL) {
        return NULL;
    }
    const struct match_state *now = &match->now;
    if (now->ended != ENDED_NOT) {
        refuse(core, request, "game_over", "the match is over");
        return NULL;
    }
    return has_begun(core, request, match) ? match : NULL;
}

/* Pauses and clocks. False: answered. */
static bool in_time(struct core *core, struct request *request, const struct match *match,
                    rd_seat seat)
{
    const struct clocks *clocks = &match->now.clock;
    if (clocks->paused) {
        refuse(core, request, "paused",
               match->now.held ? "the host of this server has paused the match; wait until the "
                                 "host resumes it"
                               : "the match is paused; resume it first");
        return false;
    }
    RD_ASSERT(seat < RD_SEATS_MAX);
    if (clocks->seat[seat].runs && clock_left(clocks, seat, core->time) == 0) {
        refuse(core, request, "time", "your time for this decision is over");
        return false;
    }
    return true;
}

/* Is the order given as numbers of the tables? */
static bool in_numbers(const struct request *request)
{
    struct rd_field order;
    return rd_field_get(&request->root, "order", &order) && json_is_array(order.json);
}

/* Numbers of other tables would mean something else. False: answered. */
static bool same_tables(struct core *core, struct request *request, const struct match *match)
{
    const char *ours = scratch_tables(core_scratch(core, match->chosen.game));
    struct rd_field field;
    const char *theirs = NULL;
    if (!in_numbers(request)) {
        return true;
    }
    if (!rd_field_need(&request->root, "tables", &field) || !rd_field_text(&field, &theirs)) {
        bad_message(core, request);
        return false;
    }
    if (strcmp(ours, theirs) != 0) {
        refuse(core, request, "other_tables",
               "these numbers are of other rules than this server has: load the page again");
        return false;
    }
    return true;
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
    if (in_numbers(request)) {
        json_object_set_new(json, "verdict", rd_verdict_to_numbers(verdict));
    }
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    core_send(core, request->connection->id, text);
    return STEP_DONE;
}

static enum step try_order(struct core *core, struct request *request, struct match *match,
                           rd_seat seat, const struct rd_order *order)
{
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    struct entry entry = { .kind = ENTRY_ORDER, .seat = seat, .count = (uint8_t)order->count };
    struct rd_verdict verdict =
        match_state_try_order(&match->now, scratch, seat, order, &entry.hash);
    if (verdict.code != RD_OK) {
        return refuse_order(core, request, match, verdict, order);
    }
    memcpy(entry.action, order->action, sizeof entry.action);
    entry.note = order->note[0] != '\0' ? copied(order->note) : NULL;
    return submit_entry(core, request, match, &entry);
}

/* In JSON, in numbers or in the notation of the terminal. False: it can't be read, the problem says
 * why. */
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
    if (in_numbers(request)) {
        order->count = 1;
        return rd_action_from_numbers(json.json, &order->action[0], &request->problem);
    }
    if (has_json) {
        return rd_order_from_json(game, match->now.state, seat, json.json, order,
                                  &request->problem) != RD_READ_MALFORMED;
    }
    order->count = 1;
    return rd_field_text(&text, &words) && rd_order_parse(game, match->now.state, seat, words,
                                                          &order->action[0], &request->problem);
}

enum step command_order(struct core *core, struct request *request)
{
    rd_seat seat = 0;
    enum step step;
    struct rd_order order;
    struct match *match = ready_match(core, request, &seat, &step);
    if (match == NULL || !in_time(core, request, match, seat) ||
        !same_tables(core, request, match)) {
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
    if (match != NULL && match->terms.rated && !match_begun_by_all(match)) {
        struct entry entry = { .kind = ENTRY_ABORT, .seat = seat };
        return submit_entry(core, request, match, &entry); /* nobody wins what was not played */
    }
    return match == NULL ? step : try_order(core, request, match, seat, &order);
}

/* A decision that is taken up again has cost time since. */
static bool may_take_up(const struct core *core, const struct match *match, rd_seat seat)
{
    const struct match_state *now = &match->now;
    bool acts = (match_acting(match, now) & RD_SEAT_BIT(seat)) != 0;
    return (now->stand_in & RD_SEAT_BIT(seat)) == 0 &&
           (acts || !clock_used(&match->terms.clock) ||
            clock_left_before(&now->clock, seat, core->time) > 0);
}

enum step command_undo(struct core *core, struct request *request)
{
    enum step step;
    struct entry entry = { .kind = ENTRY_UNDO };
    struct match *match = ready_match(core, request, &entry.seat, &step);
    if (match == NULL || !in_time(core, request, match, entry.seat)) {
        return step;
    }
    if (!may_take_up(core, match, entry.seat)) {
        return refuse(core, request, "time", "your time for this decision is over");
    }
    struct scratch *scratch = core_scratch(core, match->chosen.game);
    switch (match_state_try_undo(&match->now, scratch, entry.seat, match->key, &entry.hash)) {
    case RD_UNDO_FINAL:
        return refuse(
            core, request, "nothing_to_undo",
            "no order of yours can be taken back: there is none, or others saw its effect");
    case RD_UNDO_REVEALED:
        return refuse(
            core, request, "nothing_to_undo",
            "your latest order can't be taken back, nor those before it: it may have shown "
            "you something that was hidden");
    case RD_UNDO_FINE:
        break;
    }
    return submit_entry(core, request, match, &entry);
}
