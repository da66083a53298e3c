#include "host/json_numbers.h"

#include <inttypes.h>
#include <stdio.h>

#include "host/json_game.h"

void rd_tables_name(const struct rd_game *game, char out[RD_TABLES_TEXT])
{
    snprintf(out, RD_TABLES_TEXT, "%016" PRIx64, rd_tables_hash(game));
}

bool rd_action_from_numbers(const json_t *json, struct rd_action *action,
                            struct rd_problem *problem)
{
    uint16_t number[1 + RD_ARGS_MAX];
    bool fine = json_array_size(json) == 1 + RD_ARGS_MAX;
    for (size_t i = 0; fine && i < 1 + RD_ARGS_MAX; i++) {
        const json_t *one = json_array_get(json, i);
        json_int_t value = json_integer_value(one);
        fine = json_is_integer(one) && value >= 0 && value <= UINT16_MAX;
        number[i] = (uint16_t)value;
    }
    if (!fine) {
        return rd_problem_at(problem, NULL,
                             "an order in numbers is a verb and three arguments, 0 to 65535 each");
    }
    action->verb = number[0];
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        action->arg[i] = number[1 + i];
    }
    return true;
}

static json_t *event_to_numbers(const struct rd_game *game, const struct rd_event *event)
{
    const struct rd_arg *arg = game->events[event->kind].arg;
    json_t *list = json_pack("[i,I]", event->kind, (json_int_t)event->cause);
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && arg[i].type != RD_ARG_NONE; i++) {
        json_array_append_new(list, json_integer(event->arg[i]));
    }
    return list;
}

json_t *rd_events_to_numbers(const struct rd_game *game, const struct rd_event_log *log,
                             rd_seat seat)
{
    json_t *list = json_array();
    struct rd_event event;
    for (uint32_t i = 0; i < log->count && i < log->cap; i++) {
        if (rd_event_seen(log, seat, i, &event)) {
            json_array_append_new(list, event_to_numbers(game, &event));
        }
    }
    return list;
}

json_t *rd_outcome_to_numbers(const struct rd_outcome *outcome)
{
    json_t *rank, *score;
    if (!outcome->over) {
        return json_null();
    }
    rd_ranks_to_json(outcome, &rank, &score);
    return json_pack("{s:o, s:o, s:i}", "rank", rank, "score", score, "ending", outcome->ending);
}

json_t *rd_verdict_to_numbers(struct rd_verdict verdict)
{
    return json_pack("[i,i,i]", verdict.code, verdict.why, verdict.detail);
}
