/* The short way to write what the active unit does: "K E4-E5", "A x P2-rider". R6.3 */

#include <string.h>

#include "games/fate/board.h"
#include "host/notation.h"
#include "host/text.h"
#include "hosted.h"

/* By class, then turret and image. A hero goes by its class. */
static const char *const letters[] = { "R", "S", "T", "As", "B", "A", "K", "Tu", "Im" };

static const char *letter_of(uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    return letters[unit < FATE_CORE ? unit % FATE_CLASSES : FATE_CLASSES + (unit - FATE_CORE) % 2];
}

size_t fate_print_short(const void *state, struct rd_action action, char *out, size_t size)
{
    const struct fate_state *s = state;
    struct rd_text text = rd_text_into(out, size);
    if (s->active >= FATE_UNITS || s->prompt != FATE_NO_CARD) {
        return 0;
    }
    if (action.verb == FATE_V_MOVE) {
        uint32_t from = s->unit[s->active].at;
        rd_text_add(&text, "%s ", letter_of(s->active));
        rd_text_add(&text, "%s-", fate_option_names[FATE_SAY_CELL + from]);
        rd_text_add(&text, "%s", fate_option_names[FATE_SAY_CELL + action.arg[0]]);
    } else if (action.verb == FATE_V_ATTACK) {
        rd_text_add(&text, "%s x %s", letter_of(s->active), fate_unit_names[action.arg[0]]);
    }
    return text.used;
}

/* "E4-E5" */
static bool read_way(const char *word, uint16_t way[2])
{
    char from[RD_WORD_ROOM];
    const char *dash = strchr(word, '-');
    if (dash == NULL) {
        return false;
    }
    memcpy(from, word, (size_t)(dash - word));
    from[dash - word] = '\0';
    return rd_cell_parse(&fate_game.cells, from, &way[0]) &&
           rd_cell_parse(&fate_game.cells, dash + 1, &way[1]);
}

/* Whoever does not own the active unit learns nothing of it: judge() sends that player away. */
static bool fits(const struct fate_state *s, rd_seat seat, const char *letter, const uint16_t *way,
                 struct rd_problem *problem)
{
    if (s->active >= FATE_UNITS || fate_seat_of(s->active) != seat) {
        return true;
    }
    if (!rd_text_same(letter, letter_of(s->active))) {
        return rd_problem_at(problem, NULL, "it is the turn of %s (%s)", fate_unit_names[s->active],
                             letter_of(s->active));
    }
    uint32_t at = s->unit[s->active].at;
    if (way != NULL && way[0] != at) {
        return rd_problem_at(problem, NULL, "%s stands on %s", fate_unit_names[s->active],
                             fate_option_names[FATE_SAY_CELL + at]);
    }
    return true;
}

static bool is_letter(const char *word)
{
    for (uint32_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (rd_text_same(letters[i], word)) {
            return true;
        }
    }
    return false;
}

bool fate_expand_short(const void *state, rd_seat seat, const char *text, char *out, size_t size,
                       struct rd_problem *problem)
{
    struct rd_text plain = rd_text_into(out, size);
    struct rd_words words;
    uint16_t way[2];
    if (!rd_words_of(text, &words) || words.count < 2 || !is_letter(words.word[0])) {
        return false;
    }
    if (words.count == 2 && read_way(words.word[1], way)) {
        rd_text_add(&plain, "move %s", fate_option_names[FATE_SAY_CELL + way[1]]);
        return fits(state, seat, words.word[0], way, problem);
    }
    if (words.count == 3 && rd_text_same(words.word[1], "x")) {
        rd_text_add(&plain, "attack %s", words.word[2]);
        return fits(state, seat, words.word[0], NULL, problem);
    }
    return false;
}
