/* The worked cases of the rulebooks as bytes, for a target that has no host: where each begins, its
 * luck, its orders as numbers, and what came of every one of them here. A line of JSON for each.
 *
 * usage: cases FILE.json... */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_read.h"
#include "host/scenario.h"
#include "host/text.h"
#include "redoubt/hash.h"

static uint32_t game_number(const struct rd_game *game)
{
    uint32_t index = 0;
    while (rd_game_at(index) != game) {
        index++;
    }
    return index;
}

static json_t *hex_json(uint64_t value)
{
    char text[RD_HEX64_TEXT];
    return json_string(rd_hex64_print(value, text));
}

static json_t *bytes_json(const uint8_t *bytes, size_t size)
{
    char *text = malloc(2 * size + 1);
    RD_ASSERT(text != NULL);
    for (size_t i = 0; i < size; i++) {
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
    json_t *json = json_string(text);
    free(text);
    return json;
}

static json_t *luck_json(const struct rd_luck *luck)
{
    json_t *rolls = json_array();
    for (uint32_t i = luck->script_next; i < luck->script_count; i++) {
        json_array_append_new(rolls, json_integer(luck->script[i]));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "key0", hex_json(luck->key[0]), "key1",
                     hex_json(luck->key[1]), "drawn", hex_json(luck->drawn), "rolls", rolls);
}

static json_t *actions_json(const struct rd_order *order)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < order->count; i++) {
        const struct rd_action *action = &order->action[i];
        json_array_append_new(list, json_pack("[i, i, i, i]", action->verb, action->arg[0],
                                              action->arg[1], action->arg[2]));
    }
    return list;
}

/* What every seat and a spectator know now, as one number. */
static uint64_t views_hash(const struct rd_play *play)
{
    const struct rd_game *game = play->game;
    void *view = malloc(game->view_size);
    uint64_t sum = 0;
    RD_ASSERT(view != NULL);
    for (rd_seat seat = 0; seat <= game->seats_max; seat++) {
        struct rd_outcome outcome;
        game->outcome(play->state, &outcome);
        if (seat < outcome.seats || seat == game->seats_max) {
            game->observe(play->state, seat < outcome.seats ? seat : (rd_seat)RD_SPECTATOR, view);
            sum = sum * 31 + rd_hash(view, game->view_size);
        }
    }
    free(view);
    return sum;
}

/* NULL: the order can't be said in numbers, so that it never reaches the rules. */
static json_t *step_json(struct rd_play *play, const json_t *pair)
{
    struct rd_order order;
    struct rd_problem words = { "" };
    int64_t seat = json_integer_value(json_array_get(pair, 0));
    memset(&order, 0, sizeof order);
    if (seat < 0 || seat >= RD_SEATS_MAX ||
        rd_order_from_json(play->game, play->state, (rd_seat)seat, json_array_get(pair, 1), &order,
                           &words) == RD_READ_MALFORMED ||
        order.verdict.code != RD_OK || order.count == 0) {
        return NULL;
    }
    struct rd_verdict verdict = rd_play_order(play, (rd_seat)seat, &order, NULL);
    uint32_t events = verdict.code == RD_OK ? play->log.count : 0;
    return json_pack("{s:i, s:o, s:i, s:i, s:o, s:i, s:o, s:o}", "seat", (int)seat, "actions",
                     actions_json(&order), "code", verdict.code, "why", verdict.why, "state",
                     hex_json(rd_hash(play->state, play->game->state_size)), "events", (int)events,
                     "log", hex_json(rd_hash(play->log.event, events * sizeof(struct rd_event))),
                     "views", hex_json(views_hash(play)));
}

static bool print_case(json_t *json, struct rd_problem *problem)
{
    struct rd_scenario scenario;
    struct rd_play play;
    if (!rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, problem)) {
        return false;
    }
    bool fine = rd_scenario_begin(&scenario, &play, problem);
    if (fine) {
        json_t *steps = json_array();
        json_t *line =
            json_pack("{s:i, s:O?, s:o, s:o}", "game", (int)game_number(play.game), "title",
                      json_object_get(json, "title"), "state",
                      bytes_json(play.state, play.game->state_size), "luck", luck_json(&play.luck));
        for (uint32_t i = 0; i < scenario.step_count; i++) {
            json_t *step = step_json(&play, json_array_get(json_object_get(json, "steps"), i));
            if (step != NULL) {
                json_array_append_new(steps, step);
            }
        }
        json_object_set_new(line, "steps", steps);
        json_dumpf(line, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(line);
        rd_play_end(&play);
    }
    rd_scenario_close(&scenario);
    return fine;
}

static bool print_file(const char *path, struct rd_problem *problem)
{
    json_t *file = rd_json_load(path, problem);
    bool fine = file != NULL;
    size_t count = json_is_array(file) ? json_array_size(file) : 1;
    for (size_t i = 0; fine && i < count; i++) {
        fine = print_case(json_is_array(file) ? json_array_get(file, i) : file, problem);
    }
    json_decref(file);
    return fine;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct rd_problem problem = { "" };
        if (!print_file(argv[i], &problem)) {
            fprintf(stderr, "cases: %s: %s\n", argv[i], problem.text);
            return 1;
        }
    }
    return 0;
}
