/* The playouts of the parity test, a line for each step. Compiled into every native program, and
 * into the module that node runs, which calls it through parity_* below. */
#include "bots/bot.h"
#include "laws/playout.h"

static struct playout now;

/* Bots that search are asked now and then, with a few nodes to think. */
enum { LEVELS_EVERY = 100, LEVELS_NODES = 150 };
static uint64_t bot_memory[RD_BOT_MEMORY_MAX / sizeof(uint64_t)];

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(name))) extern
#else
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#define EXPORT(name) static
#endif

EXPORT("parity_begin") uint32_t parity_begin(uint32_t game, uint32_t seed)
{
    if (rd_game_at(game) == NULL) {
        return 0;
    }
    playout_begin(&now, rd_game_at(game), seed, NULL);
    return 1;
}

EXPORT("parity_step") uint32_t parity_step(void)
{
    return (uint32_t)playout_step(&now);
}

EXPORT("parity_state") uint64_t parity_state(void)
{
    return playout_state_hash(&now);
}

/* What each level would do now, a choice after the other. */
static uint64_t ask_levels(void)
{
    static const char *const level[] = { "beginner", "casual", "strong", "expert" };
    const struct rd_game *game = now.game;
    rd_seats seats = game->to_act(now.state);
    rd_seat seat = 0;
    uint64_t choices = 0;
    if (now.steps % LEVELS_EVERY != 0 || seats == 0) {
        return 0;
    }
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    game->observe(now.state, seat, now.view);
    uint32_t count = game->legal(now.state, seat, now.legal, PLAYOUT_LEGAL_MAX);
    for (uint32_t i = 0; i < sizeof level / sizeof level[0]; i++) {
        struct rd_luck luck = rd_luck_from_key(now.steps, i);
        struct rd_bot_question question = { .game = game,
                                            .view = now.view,
                                            .seat = seat,
                                            .legal = now.legal,
                                            .legal_count = count,
                                            .luck = &luck,
                                            .memory = bot_memory,
                                            .nodes = LEVELS_NODES };
        choices =
            choices * UINT64_C(1000003) + rd_bot_answer(rd_bot_find(game, level[i]), &question) + 1;
    }
    return choices;
}

EXPORT("parity_answers") uint64_t parity_answers(void)
{
    uint64_t levels = ask_levels();
    return playout_answers_hash(&now) ^ levels;
}

#if !defined(__wasm__)
/* usage: GAME-NUMBER SEEDS STEPS */
int main(int argc, char **argv)
{
    uint32_t game = argc == 4 ? (uint32_t)strtoul(argv[1], NULL, 10) : UINT32_MAX;
    uint32_t seeds = argc == 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    uint32_t steps = argc == 4 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        if (!parity_begin(game, seed)) {
            return 2;
        }
        for (uint32_t step = 0; step < steps && (step == 0 || parity_step()); step++) {
            printf("%" PRIu32 " %" PRIu32 " %016" PRIx64 " %016" PRIx64 "\n", seed, step,
                   parity_state(), parity_answers());
        }
    }
    return 0;
}
#endif
