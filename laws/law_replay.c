/* Law 1, and the half of law 10 that moves a game about in memory: the recorded steps are played
 * again under other circumstances and must lead through the same states. */
#include <string.h>

#include "laws/laws.h"

struct circumstances {
    const char *words;
    int fill;           /* what the memory held before init() */
    bool log;           /* events are asked for */
    uint32_t move_each; /* steps after which the state moves to another address, 0 = never */
};

static bool replays(struct trial *trial, const struct circumstances *how)
{
    const struct rd_game *game = trial->game;
    const struct record *record = trial->order.record;
    struct rd_luck luck = trial_luck(trial->order.seed);
    void *state = trial->spare[0], *other = trial->spare[1];
    memset(state, how->fill, game->state_size);
    game->init(state, &trial->setup, &luck);
    for (uint32_t i = 0; i < record->count; i++) {
        trial_do(game, state, &record->step[i], &luck, how->log ? &trial->heard : NULL);
        if (rd_hash(state, game->state_size) != record->step[i].hash) {
            return !law_broken(trial, "step %u leads to another state when played again %s", i,
                               how->words);
        }
        if (how->move_each != 0 && i % how->move_each == 0) {
            memcpy(other, state, game->state_size);
            memset(state, 0xee, game->state_size);
            void *swap = state;
            state = other;
            other = swap;
        }
    }
    if (luck.drawn != trial->luck.drawn) {
        return !law_broken(trial, "%u blocks of luck are drawn when played again %s, not %u",
                           (uint32_t)luck.drawn, how->words, (uint32_t)trial->luck.drawn);
    }
    return true;
}

void law_replay(struct trial *trial)
{
    const struct circumstances plain = { "in memory that was not empty", 0xaa, true, 0 };
    const struct circumstances silent = { "without a log", 0x00, false, 0 };
    if (replays(trial, &plain)) {
        replays(trial, &silent);
    }
}

void law_flatness_moved(struct trial *trial)
{
    const struct circumstances moved = { "at other addresses", 0x00, false, 7 };
    replays(trial, &moved);
}
