/*
 * host.wasm - the host's readers of positions and scenarios for a page: rules.wasm plays, this
 * module reads and writes what people write. One function: a question in JSON gets an answer in
 * JSON.
 *
 *   {"op":"begin","scenario":{...}}      ->
 * {"ok":true,"game","editable","options","seats","state","drawn",
 *                                            "position","orders":[[SEAT,VERB,A,B,C],...],"refused":[...]}
 *   {"op":"edit","scenario":{...},"edit":{"kind":"put","name":"army","cell":3,"owner":0,"amount":50}}
 *                                        -> the same, for the changed position
 *   {"op":"position","game":ID,"state":HEX} -> {"ok":true,"position":{...}}
 *
 * or {"ok":false,"why":"units[3].at: ..."}. A state is told in hexadecimal digits; orders are those
 * steps of the scenario that the rules accepted, by number, refused the indices of the others.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/field.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/scenario.h"

#define EXPORT(name) __attribute__((export_name(name))) extern

EXPORT("alloc") void *hosted_alloc(size_t size)
{
    return malloc(size);
}

EXPORT("release") void hosted_release(void *memory)
{
    free(memory);
}

/* ---- states as text ------------------------------------------------------------------------ */

static json_t *state_to_json(const void *state, size_t size)
{
    const uint8_t *bytes = state;
    char *text = malloc(2 * size + 1);
    RD_ASSERT(text != NULL);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    json_t *json = json_stringn(text, 2 * size);
    free(text);
    return json;
}

static int32_t digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool state_from_json(const struct rd_field *field, const struct rd_game *game,
                            uint8_t *state)
{
    const char *text;
    if (!rd_field_text(field, &text)) {
        return false;
    }
    if (strlen(text) != 2 * (size_t)game->state_size) {
        return rd_field_problem(field, "is no state of this game");
    }
    for (size_t i = 0; i < game->state_size; i++) {
        int32_t high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return rd_field_problem(field, "has letters that are no hexadecimal digits");
        }
        state[i] = (uint8_t)(high << 4 | low);
    }
    const char *broken = game->audit(state);
    return broken == NULL || rd_field_problem(field, "%s", broken);
}

/* ---- begin ----------------------------------------------------------------------------------- */

struct told {
    json_t *orders, *refused;
};

static void tell_order(const struct told *told, rd_seat seat, const struct rd_order *order)
{
    for (uint32_t i = 0; i < order->count; i++) {
        const struct rd_action *action = &order->action[i];
        json_array_append_new(told->orders,
                              json_pack("[i,i,i,i,i]", seat, action->verb, action->arg[0],
                                        action->arg[1], action->arg[2]));
    }
}

static bool play_step(struct rd_play *play, const json_t *steps, size_t index,
                      const struct told *told, struct rd_problem *problem)
{
    const json_t *step = json_array_get(steps, index);
    json_int_t given = json_integer_value(json_array_get(step, 0));
    rd_seat seat = (rd_seat)(given >= 0 && given < RD_SEATS_MAX ? given : RD_SEATS_MAX);
    struct rd_order order;
    struct rd_problem words = { "" };
    memset(&order, 0, sizeof order);
    if (rd_order_from_json(play->game, play->state, seat, json_array_get(step, 1), &order,
                           &words) == RD_READ_MALFORMED) {
        return rd_problem_at(problem, NULL, "steps[%zu]: %s", index, words.text);
    }
    if (rd_play_order(play, seat, &order, NULL).code == RD_OK) {
        tell_order(told, seat, &order);
    } else {
        json_array_append_new(told->refused, json_integer((json_int_t)index));
    }
    return true;
}

static json_t *tell_begin(const struct rd_scenario *scenario, struct rd_play *play,
                          struct rd_problem *problem)
{
    const struct rd_game *game = play->game;
    char drawn[24];
    snprintf(drawn, sizeof drawn, "%" PRIu64, play->luck.drawn);
    json_t *answer = json_pack("{s:b, s:s, s:b, s:o, s:i, s:o, s:s, s:o}", "ok", 1, "game",
                               game->id, "editable", (int)(rd_codec_of(game)->edit != NULL),
                               "options", rd_options_to_json(game, &scenario->chosen.setup),
                               "seats", scenario->chosen.setup.seats, "state",
                               state_to_json(play->state, game->state_size), "drawn", drawn,
                               "position", rd_codec_of(game)->position(play->state));
    struct told told = { json_array(), json_array() };
    json_object_set_new(answer, "orders", told.orders);
    json_object_set_new(answer, "refused", told.refused);
    const json_t *steps = json_object_get(scenario->json, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++) {
        if (!play_step(play, steps, i, &told, problem)) {
            json_decref(answer);
            return NULL;
        }
    }
    return answer;
}

static json_t *begin_scenario(json_t *json, struct rd_problem *problem)
{
    struct rd_scenario scenario;
    struct rd_play play;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, problem)) {
        return NULL;
    }
    json_t *answer = NULL;
    if (rd_scenario_begin(&scenario, &play, problem)) {
        answer = tell_begin(&scenario, &play, problem);
        rd_play_end(&play);
    }
    rd_scenario_close(&scenario);
    return answer;
}

static json_t *op_begin(const struct rd_field *question)
{
    struct rd_field scenario;
    if (!rd_field_need(question, "scenario", &scenario)) {
        return NULL;
    }
    return begin_scenario((json_t *)(uintptr_t)scenario.json, question->problem);
}

/* ---- position ---- */

static const struct rd_game *game_of(const struct rd_field *object)
{
    struct rd_field field;
    const char *id = NULL;
    if (!rd_field_need(object, "game", &field) || !rd_field_text(&field, &id)) {
        return NULL;
    }
    const struct rd_game *game = rd_game_find(id);
    if (game == NULL) {
        rd_field_problem(&field, "there is no such game");
    }
    return game;
}

static json_t *op_position(const struct rd_field *question)
{
    const struct rd_game *game = game_of(question);
    struct rd_field field;
    if (game == NULL || !rd_field_need(question, "state", &field)) {
        return NULL;
    }
    uint8_t *state = malloc(game->state_size);
    RD_ASSERT(state != NULL);
    json_t *answer = NULL;
    if (state_from_json(&field, game, state)) {
        answer = json_pack("{s:b, s:o}", "ok", 1, "position", rd_codec_of(game)->position(state));
    }
    free(state);
    return answer;
}

/* ---- edit ---- */

static const char *const edit_keys[] = { "kind", "name", "cell", "owner", "amount", NULL };
static const char *const kind_names[] = { "put", "clear", "terrain", "counter", NULL };

static bool read_amount(const struct rd_field *object, const char *key, int64_t min, int64_t max,
                        int64_t *out)
{
    struct rd_field field;
    return !rd_field_get(object, key, &field) || rd_field_integer(&field, min, max, out);
}

static bool read_edit(const struct rd_field *field, const struct rd_game *game,
                      struct rd_edit *edit)
{
    struct rd_field kind, name;
    uint32_t index = 0;
    int64_t cell = 0, owner = RD_SEATS_MAX, amount = 0;
    int64_t cells = (int64_t)game->cells.stride * game->cells.rows;
    if (!rd_field_object(field, edit_keys) || !rd_field_need(field, "kind", &kind) ||
        !rd_field_choice(&kind, kind_names, &index) ||
        !read_amount(field, "cell", 0, cells > 0 ? cells - 1 : 0, &cell) ||
        !read_amount(field, "owner", 0, RD_SEATS_MAX, &owner) ||
        !read_amount(field, "amount", INT32_MIN, INT32_MAX, &amount)) {
        return false;
    }
    *edit = (struct rd_edit){ (enum rd_edit_kind)index, "", (uint32_t)cell, (rd_seat)owner,
                              (int32_t)amount };
    return !rd_field_get(field, "name", &name) || rd_field_text(&name, &edit->name);
}

/* The scenario with its position changed; new reference. */
static json_t *edited(const struct rd_field *scenario, const struct rd_edit *edit,
                      const struct rd_game *game, struct rd_problem *problem)
{
    json_t *begun = begin_scenario((json_t *)(uintptr_t)scenario->json, problem);
    if (begun == NULL) {
        return NULL;
    }
    json_t *position = json_object_get(begun, "position");
    json_t *copy = json_deep_copy(scenario->json);
    json_object_set(copy, "position", position);
    bool fine = rd_codec_of(game)->edit(position, edit, problem);
    json_decref(begun);
    if (!fine) {
        json_decref(copy);
        return NULL;
    }
    return copy;
}

static json_t *op_edit(const struct rd_field *question)
{
    struct rd_field scenario, field;
    struct rd_edit edit;
    if (!rd_field_need(question, "scenario", &scenario) ||
        !rd_field_need(question, "edit", &field)) {
        return NULL;
    }
    const struct rd_game *game = game_of(&scenario);
    if (game == NULL || !read_edit(&field, game, &edit)) {
        return NULL;
    }
    if (rd_codec_of(game)->edit == NULL) {
        rd_problem_at(question->problem, NULL,
                      "positions of this game are edited as text: the board can't do it yet");
        return NULL;
    }
    json_t *changed = edited(&scenario, &edit, game, question->problem);
    json_t *answer = changed == NULL ? NULL : begin_scenario(changed, question->problem);
    json_decref(changed);
    return answer;
}

/* ---- questions and answers ---- */

static json_t *answer_of(const json_t *json, struct rd_problem *problem)
{
    static const char *const ops[] = { "begin", "position", "edit", NULL };
    static json_t *(*const functions[])(const struct rd_field *) = { op_begin, op_position,
                                                                     op_edit };
    struct rd_field question = rd_field_root(json, "", problem), op;
    uint32_t index = 0;
    if (!json_is_object(json)) {
        rd_problem_at(problem, NULL, "a question is an object");
        return NULL;
    }
    if (!rd_field_need(&question, "op", &op) || !rd_field_choice(&op, ops, &index)) {
        return NULL;
    }
    return functions[index](&question);
}

/* text is ended by a zero byte behind its size. The answer is the caller's to release. */
EXPORT("answer") char *hosted_answer(const char *text, size_t size)
{
    struct rd_problem problem = { "" };
    json_t *json = rd_json_parse(text, size, &problem);
    json_t *answer = json == NULL ? NULL : answer_of(json, &problem);
    if (answer == NULL) {
        answer = json_pack("{s:b, s:s}", "ok", 0, "why", problem.text);
    }
    char *out = json_dumps(answer, JSON_COMPACT);
    json_decref(answer);
    json_decref(json);
    return out;
}
