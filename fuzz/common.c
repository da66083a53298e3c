#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "laws/playout.h"
#include "redoubt/hash.h"

_Noreturn void fuzz_stop(const char *file, int line, const char *cond)
{
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, cond);
    abort();
}

const struct rd_game *fuzz_game(uint8_t byte)
{
    uint32_t count = 0;
    while (rd_game_at(count) != NULL) {
        count++;
    }
    return rd_game_at(byte % count);
}

static struct rd_action legal[PLAYOUT_LEGAL_MAX];
static struct rd_event events[PLAYOUT_EVENTS_MAX];
static struct rd_scene scene;

/* Views, tensors, scenes and guesses of every seat; what a guess shows is what the truth shows. */
static void ask_everything(const struct rd_game *game, const void *state, uint32_t seats)
{
    void *view = malloc(game->view_size), *again = malloc(game->view_size);
    void *guess = malloc(game->state_size);
    int8_t *tensor = malloc(game->tensor_size + 1);
    struct rd_luck luck = rd_luck_from_seed(1);
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat >= seats && seat != RD_SPECTATOR) {
            continue;
        }
        game->observe(state, seat, view);
        game->encode(view, tensor);
        game->scene(view, &scene);
        if (seat != RD_SPECTATOR) {
            game->guess(view, &luck, guess);
            FUZZ_MUST(game->audit(guess) == NULL);
            game->observe(guess, seat, again);
            FUZZ_MUST(memcmp(view, again, game->view_size) == 0);
        }
    }
    free(view);
    free(again);
    free(guess);
    free(tensor);
}

void fuzz_play_on(const struct rd_game *game, void *state, uint32_t steps)
{
    struct rd_luck luck = rd_luck_from_seed(rd_hash(state, game->state_size));
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    FUZZ_MUST(outcome.seats >= game->seats_min && outcome.seats <= game->seats_max);
    FUZZ_MUST(game->legal_max <= PLAYOUT_LEGAL_MAX && game->events_max <= PLAYOUT_EVENTS_MAX);
    ask_everything(game, state, outcome.seats);
    for (uint32_t i = 0; i < steps && game->to_act(state) != 0; i++) {
        rd_seat seat = playout_seat(game->to_act(state), outcome.seats, &luck);
        uint32_t count = game->legal(state, seat, legal, game->legal_max);
        FUZZ_MUST(count <= game->legal_max);
        FUZZ_MUST(count > 0 || (game->to_act(state) & RD_SEAT_BIT(seat)) == 0);
        if (count == 0) {
            continue;
        }
        struct rd_event_log log = { events, game->events_max, 0 };
        game->apply(state, seat, playout_action(game, legal, count, &luck), &luck, &log);
        FUZZ_MUST(log.count <= game->events_max);
        FUZZ_MUST(game->audit(state) == NULL);
    }
    ask_everything(game, state, outcome.seats);
}
