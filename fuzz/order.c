/* Text as an order, in JSON and in notation. The first byte chooses the game, the second the seat.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/order.h"
#include "host/play.h"
#include "host/setup.h"

/* What was understood must survive being written down. */
static void check_written(const struct rd_game *game, struct rd_action action)
{
    char text[RD_TEXT_MAX];
    struct rd_action again;
    struct rd_problem problem = { "" };
    FUZZ_MUST(rd_action_print(game, action, text, sizeof text) < sizeof text);
    if (action.verb != RD_VERB_RESIGN) {
        FUZZ_MUST(rd_action_parse(game, text, &again, &problem));
        FUZZ_MUST(rd_action_compare(action, again) == 0);
    }
}

static void try_json(struct rd_play *play, rd_seat seat, const char *text, size_t size)
{
    struct rd_problem problem = { "" };
    struct rd_order order;
    json_t *json = rd_json_parse(text, size, &problem);
    FUZZ_MUST((json == NULL) == (problem.text[0] != '\0'));
    if (json == NULL) {
        return;
    }
    enum rd_reading reading =
        rd_order_from_json(play->game, play->state, seat, json, &order, &problem);
    FUZZ_MUST(reading == RD_READ_FINE || problem.text[0] != '\0');
    if (reading == RD_READ_FINE) {
        FUZZ_MUST(order.count <= RD_ORDER_ACTIONS_MAX);
        for (uint32_t i = 0; i < order.count; i++) {
            check_written(play->game, order.action[i]);
        }
        rd_play_order(play, seat, &order, NULL);
    }
    json_decref(json);
}

static void try_notation(struct rd_play *play, rd_seat seat, const char *text)
{
    struct rd_problem problem = { "" };
    struct rd_action action;
    if (!rd_order_parse(play->game, play->state, seat, text, &action, &problem)) {
        FUZZ_MUST(problem.text[0] != '\0');
        return;
    }
    check_written(play->game, action);
    rd_play_action(play, seat, action);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct rd_play play;
    if (size < 2) {
        return 0;
    }
    char *text = malloc(size - 1);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = '\0';
    FUZZ_MUST(rd_chosen_open(&chosen, fuzz_game(data[0])->id, &problem));
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    try_json(&play, data[1], text, size - 2);
    try_notation(&play, data[1], text);
    rd_play_end(&play);
    rd_chosen_close(&chosen);
    free(text);
    return 0;
}
