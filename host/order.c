/* Orders as they are written in a position. */
#include "host/order.h"

#include "host/codec.h"
#include "host/notation.h"
#include "host/text.h"
#include "host/unit_words.h"

static size_t print_numbers(struct rd_action action, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    rd_text_add(&text, "verb %u with %u, %u, %u", action.verb, action.arg[0], action.arg[1],
                action.arg[2]);
    return text.used;
}

size_t rd_order_print(const struct rd_game *game, const void *state, struct rd_action action,
                      char *out, size_t size)
{
    const struct rd_codec *codec = rd_codec_of(game);
    size_t length = 0;
    if (action.verb == RD_VERB_RESIGN) {
        return rd_action_print(game, action, out, size);
    }
    if (rd_action_in_range(game->verbs, action).code != RD_OK) {
        return print_numbers(action, out, size);
    }
    if (codec != NULL && codec->print_short != NULL) {
        length = codec->print_short(state, action, out, size);
    }
    return length != 0 ? length : rd_action_print(game, action, out, size);
}

/* The order in the words of the verb table: the text itself, unless it is in the short form. */
static const char *in_words(const struct rd_game *game, const void *state, rd_seat seat,
                            const char *text, char plain[RD_TEXT_MAX], struct rd_problem *misfit)
{
    const struct rd_codec *codec = rd_codec_of(game);
    bool is_short = codec != NULL && codec->expand_short != NULL &&
                    codec->expand_short(state, seat, text, plain, RD_TEXT_MAX, misfit);
    return is_short ? plain : text;
}

bool rd_order_parse(const struct rd_game *game, const void *state, rd_seat seat, const char *text,
                    struct rd_action *action, struct rd_problem *problem)
{
    struct rd_problem misfit = { "" };
    char plain[RD_TEXT_MAX], named[RD_TEXT_MAX];
    const char *words = in_words(game, state, seat, text, plain, &misfit);
    if (misfit.text[0] != '\0') {
        return rd_problem_at(problem, NULL, "%s", misfit.text);
    }
    return rd_units_in_words(game, state, seat, words, named, problem) &&
           rd_action_parse(game, named[0] != '\0' ? named : words, action, problem);
}

bool rd_order_is_short(const struct rd_game *game, const void *state, rd_seat seat,
                       const char *text)
{
    struct rd_problem misfit = { "" };
    char plain[RD_TEXT_MAX];
    return in_words(game, state, seat, text, plain, &misfit) == plain || misfit.text[0] != '\0';
}
