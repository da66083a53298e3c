/* Legal actions in factors: a stem, and a set of values for the last argument of its verb. */
#include "redoubt/game.h"

#include <string.h>

/* The last argument that the verb has, or the first where it has none. */
static uint32_t open_argument(const struct rd_verb *verb)
{
    uint32_t open = RD_ARGS_MAX - 1;
    while (open > 0 && verb->arg[open].type == RD_ARG_NONE) {
        open--;
    }
    return open;
}

/* Is all that was added so far there? The counts go on, so what comes after a gap is not. */
static int32_t is_room(const struct rd_factors *factors)
{
    return factors->factor_count <= factors->factor_cap && factors->word_count <= factors->word_cap;
}

uint64_t *rd_factor_add(struct rd_factors *factors, const struct rd_verb *verbs,
                        struct rd_action stem)
{
    const struct rd_verb *verb = &verbs[stem.verb];
    uint32_t open = open_argument(verb), first = factors->word_count;
    uint32_t limit = verb->arg[open].type == RD_ARG_NONE ? 1 : verb->arg[open].limit;
    struct rd_factor factor = { stem, first, (uint16_t)((limit + 63) / 64), (uint16_t)open };
    RD_ASSERT(stem.arg[open] == 0);
    factors->last = factor;
    factors->factor_count++;
    factors->word_count += factor.words;
    if (!is_room(factors)) {
        return NULL;
    }
    factors->factor[factors->factor_count - 1] = factor;
    memset(&factors->word[first], 0, factor.words * sizeof factors->word[0]);
    return &factors->word[first];
}

void rd_factor_put(struct rd_factors *factors, const struct rd_verb *verbs, struct rd_action action)
{
    int32_t is_continued_by = factors->factor_count > 0 && factors->last.stem.verb == action.verb;
    uint32_t open = is_continued_by ? factors->last.open : open_argument(&verbs[action.verb]);
    uint32_t value = action.arg[open];
    action.arg[open] = 0;
    if (!is_continued_by || memcmp(&factors->last.stem, &action, sizeof action) != 0) {
        rd_factor_add(factors, verbs, action);
    }
    if (is_room(factors)) {
        factors->word[factors->last.first + value / 64] |= UINT64_C(1) << value % 64;
    }
}

void rd_legal_factors(const struct rd_game *game, const void *state, rd_seat seat,
                      struct rd_action *scratch, struct rd_factors *out)
{
    out->factor_count = out->word_count = 0;
    if (game->factors != NULL) {
        game->factors(state, seat, out);
        return;
    }
    uint32_t count = game->legal(state, seat, scratch, game->legal_max);
    RD_ASSERT(count <= game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        rd_factor_put(out, game->verbs, scratch[i]);
    }
}

/* Adds the actions of one word of a factor. */
static uint32_t list_word(const struct rd_factor *factor, uint32_t index, uint64_t word,
                          struct rd_action *out, uint32_t cap)
{
    uint32_t count = 0;
    for (uint64_t left = word; left != 0; left &= left - 1) {
        struct rd_action action = factor->stem;
        action.arg[factor->open] = (uint16_t)(64 * index + (uint32_t)__builtin_ctzll(left));
        if (count < cap) {
            out[count] = action;
        }
        count++;
    }
    return count;
}

uint32_t rd_factor_list(const struct rd_factors *factors, struct rd_action *out, uint32_t cap)
{
    uint32_t count = 0;
    RD_ASSERT(is_room(factors));
    for (uint32_t i = 0; i < factors->factor_count; i++) {
        const struct rd_factor *factor = &factors->factor[i];
        for (uint32_t w = 0; w < factor->words; w++) {
            uint32_t room = count < cap ? cap - count : 0;
            count += list_word(factor, w, factors->word[factor->first + w],
                               room > 0 ? out + count : NULL, room);
        }
    }
    return count;
}
