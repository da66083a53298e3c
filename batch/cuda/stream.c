/*
 * Legal orders on a card: factors pass by one at a time, and none is kept but the last. A thread of
 * a card has no room for what a worker of this machine keeps (80 MB in Fortress Frontiers).
 *
 * These are the functions of lib/factors.c under the same names, for a program without that file;
 * rd_factors.factor points to the struct stream below.
 */
#include "batch/spot.h"

#include <string.h>

enum { WORDS_MAX = 1024 /* of one factor: values are below 65,536 */ };

enum purpose { FOR_MASK, FOR_COUNT, FOR_MEMBER };

struct stream {
    enum purpose purpose;
    struct mask_question question;
    uint8_t *mask;
    uint32_t left;          /* FOR_MEMBER: orders before it; FOR_COUNT: orders so far */
    struct rd_action found; /* FOR_MEMBER */
    bool is_found;
    struct rd_factor factor; /* the last one */
    uint64_t word[STREAM_WORDS];
};
RD_STATIC_ASSERT(STREAM_WORDS <= WORDS_MAX, "no argument has more values");

/* ---- what is made of one factor -------------------------------------------------------------- */

static uint32_t bits_of(uint64_t word)
{
    return (uint32_t)__builtin_popcountll(word);
}

static bool goes_on(const struct stream *stream)
{
    const struct rd_factor *factor = &stream->factor;
    const struct rd_action *chosen = &stream->question.chosen;
    if (stream->question.step > 0 && factor->stem.verb != chosen->verb) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < stream->question.step; i++) {
        uint32_t value = chosen->arg[i];
        bool fits = i == factor->open ? value / 64 < factor->words &&
                                            (stream->word[value / 64] >> value % 64 & 1) != 0
                                      : factor->stem.arg[i] == value;
        if (!fits) {
            return false;
        }
    }
    return true;
}

static void mark(struct stream *stream)
{
    const struct rd_factor *factor = &stream->factor;
    uint32_t step = stream->question.step;
    if (!goes_on(stream)) {
        return;
    }
    if (step != factor->open + 1u) {
        stream->mask[step == 0 ? factor->stem.verb : factor->stem.arg[step - 1]] = 1;
        return;
    }
    for (uint32_t w = 0; w < factor->words; w++) {
        for (uint64_t left = stream->word[w]; left != 0; left &= left - 1) {
            stream->mask[64 * w + (uint32_t)__builtin_ctzll(left)] = 1;
        }
    }
}

static void take_member(struct stream *stream)
{
    for (uint32_t w = 0; w < stream->factor.words && !stream->is_found; w++) {
        uint64_t left = stream->word[w];
        uint32_t here = bits_of(left);
        if (stream->left >= here) {
            stream->left -= here;
            continue;
        }
        while (stream->left-- > 0) {
            left &= left - 1;
        }
        stream->found = stream->factor.stem;
        stream->found.arg[stream->factor.open] =
            (uint16_t)(64 * w + (uint32_t)__builtin_ctzll(left));
        stream->is_found = true;
    }
}

static void finish_factor(struct stream *stream)
{
    if (stream->factor.words == 0) {
        return; /* before the first */
    }
    if (stream->purpose == FOR_MASK) {
        mark(stream);
    } else if (stream->purpose == FOR_MEMBER) {
        take_member(stream);
    } else {
        for (uint32_t w = 0; w < stream->factor.words; w++) {
            stream->left += bits_of(stream->word[w]);
        }
    }
}

/* ---- in the place of lib/factors.c ----------------------------------------------------------- */

static uint32_t open_argument(const struct rd_verb *verb)
{
    uint32_t open = RD_ARGS_MAX - 1;
    while (open > 0 && verb->arg[open].type == RD_ARG_NONE) {
        open--;
    }
    return open;
}

uint64_t *rd_factor_add(struct rd_factors *factors, const struct rd_verb *verbs,
                        struct rd_action stem)
{
    struct stream *stream = (struct stream *)(void *)factors->factor;
    const struct rd_verb *verb = &verbs[stem.verb];
    uint32_t open = open_argument(verb);
    uint32_t limit = verb->arg[open].type == RD_ARG_NONE ? 1 : verb->arg[open].limit;
    struct rd_factor factor = { stem, 0, (uint16_t)((limit + 63) / 64), (uint16_t)open };
    RD_ASSERT(factor.words <= STREAM_WORDS);
    finish_factor(stream);
    stream->factor = factor;
    memset(stream->word, 0, factor.words * sizeof stream->word[0]);
    return stream->word;
}

void rd_factor_put(struct rd_factors *factors, const struct rd_verb *verbs, struct rd_action action)
{
    struct stream *stream = (struct stream *)(void *)factors->factor;
    uint32_t open = open_argument(&verbs[action.verb]);
    uint32_t value = action.arg[open];
    action.arg[open] = 0;
    if (stream->factor.words == 0 || memcmp(&stream->factor.stem, &action, sizeof action) != 0) {
        rd_factor_add(factors, verbs, action);
    }
    stream->word[value / 64] |= UINT64_C(1) << value % 64;
}

/* ---- questions ------------------------------------------------------------------------------- */

static void ask(struct stream *stream, const struct terms *terms, const void *state, rd_seat seat)
{
    struct rd_factors factors;
    memset(&factors, 0, sizeof factors);
    factors.factor = (struct rd_factor *)(void *)stream;
    stream->factor.words = 0;
    rules_of(terms)->factors(state, seat, &factors);
    finish_factor(stream);
}

void desk_mask(struct desk *desk, const struct terms *terms, const void *state, rd_seat seat,
               struct mask_question question, uint8_t *mask)
{
    struct stream stream;
    if (rules_of(terms)->factors == NULL) {
        spot_mask_of_list(terms, state, seat, desk->legal, question, mask);
        return;
    }
    stream.purpose = FOR_MASK;
    stream.question = question;
    stream.mask = mask;
    ask(&stream, terms, state, seat);
}

struct rd_action desk_sample(struct desk *desk, const struct terms *terms, const void *state,
                             rd_seat seat, struct rd_luck *luck)
{
    if (rules_of(terms)->factors == NULL) {
        return spot_sample_of_list(terms, state, seat, desk->legal, luck);
    }
    struct stream stream;
    stream.purpose = FOR_COUNT;
    stream.left = 0;
    ask(&stream, terms, state, seat);
    stream.left = (uint32_t)rd_luck_range(luck, 0, (int32_t)stream.left - 1);
    stream.purpose = FOR_MEMBER;
    stream.is_found = false;
    ask(&stream, terms, state, seat);
    return stream.found;
}
