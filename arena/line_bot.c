/* The line protocol of docs/bot-protocol.md: a JSON object on each line, both ways. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/entrant.h"
#include "host/codec.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/text.h"
#include "redoubt/packing.h"

enum { PROTOCOL_VERSION = 1, EVENTS_KEPT = 4096 };

struct line_bot {
    struct program program;
    const struct rd_chosen *chosen;
    rd_seat seat;
    char (*names)[ENTRANT_NAME_MAX];
    bool wants_view, wants_legal, wants_events;
    bool wants_packed, wants_numbers; /* what learners read */
    json_t *events;                   /* since the last question */
    json_t *refused;                  /* why the last order was, or NULL */
    json_t *orders;                   /* given and not yet carried out, or NULL */
    size_t orders_next;
};

/* ---- sending ---- */

static char *line_of(json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    size_t length = text == NULL ? 0 : strlen(text);
    char *line = malloc(length + 2);
    RD_ASSERT(text != NULL && line != NULL);
    memcpy(line, text, length);
    line[length] = '\n';
    line[length + 1] = '\0';
    free(text);
    json_decref(message);
    return line;
}

static json_t *clock_json(const struct line_bot *bot)
{
    int64_t total = bot->program.limits.value[LIMIT_TOTAL_MS];
    json_t *left = total == 0 ? json_null() : json_integer(total - bot->program.used_ms);
    return json_pack("{s:i, s:o}", "turn_ms", (int)bot->program.limits.value[LIMIT_TURN_MS],
                     "total_ms", left);
}

static json_t *hello_json(const struct line_bot *bot, const struct seating *seating)
{
    const struct rd_game *game = seating->chosen->game;
    char seed[RD_HEX64_TEXT], name[RD_TEXT_MAX];
    rd_seat_print(game, seating->seat, name, sizeof name);
    return json_pack("{s:i, s:s, s:i, s:o, s:i, s:i, s:s, s:s, s:o}", "hello", PROTOCOL_VERSION,
                     "game", game->id, "rules_version", (int)game->rules_version, "options",
                     rd_options_to_json(game, &seating->chosen->setup), "seat", (int)seating->seat,
                     "seats", (int)seating->chosen->setup.seats, "seat_name", name, "seed",
                     rd_hex64_print(seating->seed, seed), "clock", clock_json(bot));
}

static json_t *legal_json(const struct rd_bot_question *question)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < question->legal_count; i++) {
        json_array_append_new(list, rd_action_to_json(question->game, question->legal[i]));
    }
    return list;
}

/* The verb and three arguments of each. */
static json_t *numbers_json(const struct rd_bot_question *question)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < question->legal_count; i++) {
        const struct rd_action *action = &question->legal[i];
        json_array_append_new(list, json_pack("[i, i, i, i]", action->verb, action->arg[0],
                                              action->arg[1], action->arg[2]));
    }
    return list;
}

static json_t *packed_json(const struct rd_bot_question *question)
{
    uint32_t size = rd_packed_size(question->game);
    uint32_t *words = malloc(size);
    json_t *list = json_array();
    RD_ASSERT(words != NULL);
    question->game->pack(question->view, words);
    for (uint32_t i = 0; i < size / sizeof *words; i++) {
        json_array_append_new(list, json_integer(words[i]));
    }
    free(words);
    return list;
}

static json_t *question_json(struct line_bot *bot, const struct rd_bot_question *question)
{
    json_t *json = json_pack("{s:I, s:o, s:I}", "ask", (json_int_t)bot->program.asked, "clock",
                             clock_json(bot), "legal_count", (json_int_t)question->legal_count);
    if (bot->wants_view) {
        json_object_set_new(json, "view", rd_codec_of(question->game)->view(question->view));
    }
    if (bot->wants_legal) {
        json_object_set_new(json, "legal", legal_json(question));
    }
    if (bot->wants_numbers) {
        json_object_set_new(json, "numbers", numbers_json(question));
    }
    if (bot->wants_packed) {
        json_object_set_new(json, "packed", packed_json(question));
    }
    if (bot->wants_events) {
        json_object_set(json, "events", bot->events);
        json_decref(bot->events);
        bot->events = json_array();
    }
    if (bot->refused != NULL) {
        json_object_set_new(json, "refused", bot->refused);
        bot->refused = NULL;
    }
    return json;
}

/* ---- orders ---- */

static int32_t index_of(const struct rd_bot_question *question, struct rd_action action)
{
    uint32_t index = rd_bot_index(question, action);
    return index < question->legal_count ? (int32_t)index : RD_MATCH_PASS;
}

/* The rules answer for a state that the seat can't tell from the true one: with the same reason. */
static json_t *why_refused(const struct rd_bot_question *question, struct rd_action action)
{
    struct rd_luck luck = *question->luck;
    void *state = calloc(1, question->game->state_size);
    RD_ASSERT(state != NULL);
    question->game->guess(question->view, &luck, state);
    struct rd_verdict verdict = question->game->judge(state, question->seat, action);
    free(state);
    return rd_refusal_to_json(question->game, verdict, &action, NULL);
}

/* True: *choice is what the order means. False: bot->refused says why it means nothing. */
static bool read_order(struct line_bot *bot, const struct rd_bot_question *question,
                       const json_t *json, int32_t *choice)
{
    struct rd_problem problem = { "" };
    struct rd_action action;
    if (rd_action_from_json(question->game, json, &action, NULL, &problem) != RD_READ_FINE) {
        bot->refused = json_pack("{s:s, s:s}", "code", "no_order", "why", problem.text);
        return false;
    }
    if (action.verb == RD_VERB_RESIGN) {
        *choice = RD_MATCH_RESIGN;
        return true;
    }
    *choice = index_of(question, action);
    if (*choice == RD_MATCH_PASS) {
        bot->refused = why_refused(question, action);
        return false;
    }
    return true;
}

static void forget_orders(struct line_bot *bot)
{
    json_decref(bot->orders);
    bot->orders = NULL;
}

static bool ends_turn(const struct rd_bot_question *question, int32_t choice)
{
    return choice >= 0 &&
           (question->game->verbs[question->legal[choice].verb].flags & RD_VERB_ENDS_TURN) != 0;
}

/* The next of several orders given at once. False: there is none that is still good. */
static bool next_order(struct line_bot *bot, const struct rd_bot_question *question,
                       int32_t *choice)
{
    if (bot->orders == NULL || bot->orders_next >= json_array_size(bot->orders)) {
        forget_orders(bot);
        return false;
    }
    if (!read_order(bot, question, json_array_get(bot->orders, bot->orders_next++), choice)) {
        forget_orders(bot);
        return false;
    }
    if (ends_turn(question, *choice)) {
        forget_orders(bot);
    }
    return true;
}

/* ---- answers ---- */

static void note_log(struct line_bot *bot, const json_t *answer)
{
    const char *text = json_string_value(json_object_get(answer, "log"));
    if (text != NULL) {
        program_note(&bot->program, "log: %s", text);
    }
}

static bool is_only_log(const json_t *answer)
{
    return json_object_size(answer) == 1 && json_object_get(answer, "log") != NULL;
}

/* A line that is no log message, as an object. NULL with *lost set. */
static json_t *read_answer(struct line_bot *bot, enum program_answer heard, const char *line,
                           size_t length, enum program_answer *lost)
{
    int64_t begun_ms = process_now_ms();
    while (heard == PROGRAM_ANSWERED) {
        struct rd_problem problem = { "" };
        json_t *answer = rd_json_parse(line, length, &problem);
        if (!json_is_object(answer)) {
            char shown[80];
            json_decref(answer);
            *lost =
                program_fault(&bot->program, "'%s' is no JSON object: %s",
                              rd_text_printable(line, length, shown, sizeof shown), problem.text);
            return NULL;
        }
        note_log(bot, answer);
        if (!is_only_log(answer)) {
            return answer;
        }
        json_decref(answer);
        heard = program_more(&bot->program, begun_ms, &line, &length);
    }
    *lost = heard;
    return NULL;
}

static bool fault(struct line_bot *bot, int32_t *choice, const char *what)
{
    const char *why = json_string_value(json_object_get(bot->refused, "why"));
    enum program_answer cost =
        program_fault(&bot->program, "%s: %s", what, why == NULL ? "no order" : why);
    *choice = cost == PROGRAM_SEAT_LOST ? RD_MATCH_RESIGN : RD_MATCH_PASS;
    return true;
}

static int32_t understand(struct line_bot *bot, const struct rd_bot_question *question,
                          const json_t *answer)
{
    int32_t choice = RD_MATCH_PASS;
    const json_t *index = json_object_get(answer, "choose");
    json_t *order = json_object_get(answer, "order"), *orders = json_object_get(answer, "orders");
    if (json_is_true(json_object_get(answer, "pass"))) {
        return RD_MATCH_PASS;
    }
    if (json_is_integer(index) && json_integer_value(index) >= 0 &&
        json_integer_value(index) < question->legal_count) {
        return (int32_t)json_integer_value(index);
    }
    if (json_is_array(orders) && json_array_size(orders) > 0) {
        bot->orders = json_incref(orders);
        bot->orders_next = 0;
        if (next_order(bot, question, &choice)) {
            return choice;
        }
    } else if (order != NULL && read_order(bot, question, order, &choice)) {
        return choice;
    }
    if (bot->refused == NULL) {
        bot->refused = json_pack("{s:s, s:s}", "code", "no_order", "why",
                                 "an answer has order, orders, choose (a number of the list "
                                 "legal) or pass");
    }
    fault(bot, &choice, "the turn is lost");
    return choice;
}

static int32_t choose(void *context, const struct rd_bot_question *question)
{
    struct line_bot *bot = context;
    enum program_answer lost = PROGRAM_SEAT_LOST;
    const char *line;
    size_t length;
    int32_t choice;
    if (next_order(bot, question, &choice)) {
        return choice;
    }
    bot->program.asked++;
    char *text = line_of(question_json(bot, question));
    enum program_answer heard = program_ask(&bot->program, text, false, &line, &length);
    free(text);
    json_t *answer = read_answer(bot, heard, line, length, &lost);
    if (answer == NULL) {
        return lost == PROGRAM_SEAT_LOST ? RD_MATCH_RESIGN : RD_MATCH_PASS;
    }
    choice = understand(bot, question, answer);
    json_decref(answer);
    return choice;
}

/* ---- the rest of a match ---- */

static bool wants(const json_t *ready, const char *what, bool preset)
{
    const json_t *list = json_object_get(ready, "want");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));
        if (word != NULL && strcmp(word, what) == 0) {
            return true;
        }
    }
    return json_is_array(list) ? false : preset;
}

static void meet(void *context, const void *view)
{
    struct line_bot *bot = context;
    enum program_answer lost = PROGRAM_SEAT_LOST;
    const char *line, *name;
    size_t length;
    (void)view;
    enum program_answer heard = program_ask(&bot->program, NULL, true, &line, &length);
    json_t *ready = read_answer(bot, heard, line, length, &lost);
    bot->wants_view = wants(ready, "view", true);
    bot->wants_legal = wants(ready, "legal", true);
    bot->wants_events = wants(ready, "events", false);
    bot->wants_numbers = wants(ready, "numbers", false);
    bot->wants_packed = wants(ready, "packed", false);
    name = json_string_value(json_object_get(ready, "name"));
    if (name != NULL) {
        rd_text_printable(name, strlen(name), bot->names[bot->seat], ENTRANT_NAME_MAX);
    }
    json_decref(ready);
}

static void told(void *context, const struct rd_event_log *log)
{
    struct line_bot *bot = context;
    if (bot->wants_events && json_array_size(bot->events) < EVENTS_KEPT) {
        json_t *more = rd_events_to_json(bot->chosen->game, log, bot->seat);
        json_array_extend(bot->events, more);
        json_decref(more);
    }
}

static struct rd_match_player open(const struct seating *seating, const char *command)
{
    struct line_bot *bot = calloc(1, sizeof *bot);
    RD_ASSERT(bot != NULL);
    bot->chosen = seating->chosen;
    bot->seat = seating->seat;
    bot->names = seating->names;
    bot->events = json_array();
    struct process_plan plan = { .command = command,
                                 .folder = seating->folder,
                                 .sandboxed = seating->sandboxed };
    if (program_open(&bot->program, seating->limits, &plan)) {
        char *hello = line_of(hello_json(bot, seating));
        process_send(bot->program.process, hello, strlen(hello));
        free(hello);
    }
    struct rd_match_player player = { bot, meet, choose, told };
    return player;
}

static struct program *program_of(void *context)
{
    return &((struct line_bot *)context)->program;
}

static void tell_end(void *context, const struct rd_outcome *outcome)
{
    struct line_bot *bot = context;
    if (bot->program.process != NULL) {
        char *text =
            line_of(json_pack("{s:o}", "end", rd_outcome_to_json(bot->chosen->game, outcome)));
        process_send(bot->program.process, text, strlen(text));
        free(text);
    }
}

static void close_bot(void *context)
{
    struct line_bot *bot = context;
    json_decref(bot->events);
    json_decref(bot->refused);
    forget_orders(bot);
    program_free(&bot->program);
    free(bot);
}

const struct door door_line = {
    .prefix = "cmd",
    .summary = "a program that speaks our line protocol",
    .open = open,
    .program = program_of,
    .tell_end = tell_end,
    .close = close_bot,
};
