/* Actions as numbers: the mixed-radix index, the mask and the order of legal(). */
#include "redoubt/game.h"

#include <string.h>

uint32_t rd_verb_count(const struct rd_verb *verbs)
{
    uint32_t count = 0;
    while (verbs[count].name != NULL) {
        count++;
    }
    return count;
}

static uint32_t arg_radix(const struct rd_arg *arg)
{
    return arg->type == RD_ARG_NONE ? 1 : arg->limit;
}

/* How many actions the verb can make. */
static uint32_t verb_span(const struct rd_verb *verb)
{
    uint32_t span = 1;
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        uint32_t radix = arg_radix(&verb->arg[i]);
        RD_ASSERT(radix > 0);
        RD_ASSERT(span <= UINT32_MAX / radix);
        span *= radix;
    }
    return span;
}

uint32_t rd_action_count(const struct rd_verb *verbs)
{
    uint32_t count = 0;
    for (uint32_t v = 0; verbs[v].name != NULL; v++) {
        uint32_t span = verb_span(&verbs[v]);
        RD_ASSERT(span <= UINT32_MAX - count);
        count += span;
    }
    return count;
}

struct rd_verdict rd_action_in_range(const struct rd_verb *verbs, struct rd_action action)
{
    uint32_t verb =
        0; /* the table is read no farther than it must be: this is asked for each order */
    while (verb < action.verb && verbs[verb].name != NULL) {
        verb++;
    }
    if (verbs[verb].name == NULL) {
        return rd_verdict_of(RD_NO_SUCH_VERB, 0, 0);
    }
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        if (action.arg[i] >= arg_radix(&verbs[action.verb].arg[i])) {
            return rd_verdict_of(RD_BAD_ARG, 0, i);
        }
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

uint32_t rd_action_index(const struct rd_verb *verbs, struct rd_action action)
{
    RD_ASSERT(rd_action_in_range(verbs, action).code == RD_OK);
    uint32_t base = 0;
    for (uint32_t v = 0; v < action.verb; v++) {
        base += verb_span(&verbs[v]);
    }
    uint32_t offset = 0;
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        offset = offset * arg_radix(&verbs[action.verb].arg[i]) + action.arg[i];
    }
    return base + offset;
}

struct rd_action rd_action_from_index(const struct rd_verb *verbs, uint32_t index)
{
    RD_ASSERT(index < rd_action_count(verbs));
    struct rd_action action = { 0, { 0 } };
    while (index >= verb_span(&verbs[action.verb])) {
        index -= verb_span(&verbs[action.verb]);
        action.verb++;
    }
    for (uint32_t i = RD_ARGS_MAX; i-- > 0;) {
        uint32_t radix = arg_radix(&verbs[action.verb].arg[i]);
        action.arg[i] = (uint16_t)(index % radix);
        index /= radix;
    }
    return action;
}

int32_t rd_action_compare(struct rd_action a, struct rd_action b)
{
    if (a.verb != b.verb) {
        return a.verb < b.verb ? -1 : 1;
    }
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        if (a.arg[i] != b.arg[i]) {
            return a.arg[i] < b.arg[i] ? -1 : 1;
        }
    }
    return 0;
}

void rd_action_mask(const struct rd_game *game, const void *state, rd_seat seat,
                    struct rd_action *scratch, uint8_t *mask)
{
    uint32_t actions = rd_action_count(game->verbs);
    memset(mask, 0, actions / 8 + (actions % 8 != 0));
    uint32_t count = game->legal(state, seat, scratch, game->legal_max);
    RD_ASSERT(count <= game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = rd_action_index(game->verbs, scratch[i]);
        mask[index / 8] = (uint8_t)(mask[index / 8] | (1u << (index % 8)));
    }
}
