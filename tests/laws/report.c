/* A finding as people read it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/json_game.h"
#include "host/notation.h"
#include "run.h"

static void print_options(const struct trial_order *order)
{
    struct rd_setup setup;
    void *map = malloc(order->game->map_size + 1);
    if (trial_setup(order->game, order->finding->seed, &setup, map)) {
        bool own = setup.map != NULL;
        setup.map = NULL; /* the built-in one that it is a copy of stands in the options */
        setup.map_size = 0;
        json_t *options = rd_options_to_json(order->game, &setup);
        char *text = json_dumps(options, JSON_COMPACT | JSON_PRESERVE_ORDER);
        printf("#   options %s, %u seats%s\n", text, setup.seats,
               own ? ", as a map of one's own" : "");
        free(text);
        json_decref(options);
    }
    free(map);
}

static void print_step(const struct rd_game *game, const struct step *step)
{
    char text[RD_TEXT_MAX] = "resign";
    if (step->action.verb != RD_VERB_RESIGN) {
        rd_action_print(game, step->action, text, sizeof text);
    }
    printf("#     %u %s\n", step->seat, text);
}

void report_finding(const struct trial_order *order, uint32_t steps_before)
{
    const struct finding *finding = order->finding;
    printf("# %s breaks law %u, %s: %s\n", order->game->id, finding->law, laws[finding->law].name,
           finding->text);
    print_options(order);
    printf("#   seed %" PRIu64 "; of %u steps these %u are enough (seat, order):\n",
           order->finding->seed, steps_before, order->record->count);
    for (uint32_t i = 0; i < order->record->count; i++) {
        print_step(order->game, &order->record->step[i]);
    }
    printf("#   again: laws --game %s --seed %" PRIu64 " --games 1 --law %u\n", order->game->id,
           order->finding->seed, finding->law);
}
