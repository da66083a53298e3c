/* Law 7: from its view a seat can't tell a guess from the truth, nor does legality tell it. */
#include <string.h>

#include "laws/laws.h"

enum { GUESSES = 3, VERDICTS = 32 };

static bool same_legal(struct trial *trial, rd_seat seat, const void *guess)
{
    const struct rd_game *game = trial->game;
    uint32_t truly = game->legal(trial->state, seat, trial->legal, game->legal_max);
    uint32_t guessed = game->legal(guess, seat, trial->legal_too, game->legal_max);
    if (truly > game->legal_max) {
        return true; /* law 3 */
    }
    uint32_t same = 0;
    while (same < truly && same < guessed &&
           rd_action_compare(trial->legal[same], trial->legal_too[same]) == 0) {
        same++;
    }
    if (same == truly && same == guessed) {
        return true;
    }
    const struct rd_action *first = same < truly ? &trial->legal[same] : &trial->legal_too[same];
    return !law_broken(trial,
                       "seat %u has %u legal actions in truth, %u in a guess, or others, from "
                       "%u(%u,%u,%u) on",
                       seat, truly, guessed, first->verb, first->arg[0], first->arg[1],
                       first->arg[2]);
}

/* A refusal must not tell a secret either: the same words whatever is hidden. */
static bool same_verdicts(struct trial *trial, rd_seat seat, const void *guess, uint32_t number)
{
    struct rd_luck luck = law_luck(trial, 100 + number * 8 + seat);
    for (uint32_t i = 0; i < VERDICTS; i++) {
        uint32_t index = (uint32_t)rd_luck_range(&luck, 0, (int32_t)trial->action_count - 1);
        struct rd_action action = rd_action_from_index(trial->game->verbs, index);
        struct rd_verdict truly = trial->game->judge(trial->state, seat, action);
        struct rd_verdict guessed = trial->game->judge(guess, seat, action);
        if (memcmp(&truly, &guessed, sizeof truly) != 0) {
            return !law_broken(
                trial, "seat %u is told %u/%u/%u about action %u in truth, %u/%u/%u in a guess",
                seat, truly.code, truly.why, truly.detail, index, guessed.code, guessed.why,
                guessed.detail);
        }
    }
    return true;
}

/* What a seat doesn't know it must not learn from somebody who only watches. */
static bool same_for_spectators(struct trial *trial, rd_seat seat, const void *guess)
{
    const struct rd_game *game = trial->game;
    if (game->spectators_see_all) {
        return true;
    }
    game->observe(trial->state, RD_SPECTATOR, trial->view[1]);
    game->observe(guess, RD_SPECTATOR, trial->view[2]);
    if (memcmp(trial->view[1], trial->view[2], game->view_size) != 0) {
        return !law_broken(trial, "a spectator sees what is hidden from seat %u", seat);
    }
    return true;
}

static bool guess_is_possible(struct trial *trial, rd_seat seat, uint32_t number)
{
    const struct rd_game *game = trial->game;
    void *guess = trial->spare[0];
    struct rd_luck luck = law_luck(trial, number * 8 + seat);
    game->guess(trial->view[0], &luck, guess);
    const char *flaw = game->audit(guess);
    if (flaw != NULL) {
        return !law_broken(trial, "what seat %u guesses fails audit: %s", seat, flaw);
    }
    game->observe(guess, seat, trial->view[1]);
    if (memcmp(trial->view[0], trial->view[1], game->view_size) != 0) {
        return !law_broken(trial, "seat %u could tell its guess from the truth: its view differs",
                           seat);
    }
    return same_for_spectators(trial, seat, guess) && same_legal(trial, seat, guess) &&
           same_verdicts(trial, seat, guess, number);
}

void law_secrecy(struct trial *trial)
{
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        trial->game->observe(trial->state, seat, trial->view[0]);
        for (uint32_t number = 0; number < GUESSES; number++) {
            if (!guess_is_possible(trial, seat, number)) {
                return;
            }
        }
    }
}
