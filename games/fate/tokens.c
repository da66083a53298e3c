/* What lies on cells, or over the whole board. The rows are in the files of their heroes. */
#include "tokens.h"

#include <string.h>

#include "events.h"
#include "frames.h"
#include "heroes/heroes.h"

/* clang-format off */
const struct fate_token_row fate_token_rows[FATE_TOKEN_KINDS] = {
#define GROUND(ID, name, card, secret, dies, most, reach, turns, plane, ...) \
    { FATE_##card, secret, dies, most, reach, turns, plane },
#include "units.def"
};
const struct fate_token_hooks *const fate_token_hooks[FATE_TOKEN_KINDS] = {
#define GROUND(ID, name, ...) &fate_##name##_token,
#include "units.def"
};
/* clang-format on */

static rd_seats told(const struct fate_token *token)
{
    return fate_token_rows[token->kind].secret ? fate_owner(token->by) : RD_ALL_SEATS;
}

static int32_t place_of(const struct fate_token *token, const struct fate_state *s)
{
    uint32_t at = token->at < FATE_CELLS ? token->at : s->unit[token->by].at;
    return at < FATE_CELLS ? (int32_t)at : 0;
}

void fate_drop_token(struct fate_run *run, uint32_t index)
{
    struct fate_state *s = run->s;
    struct fate_token token = s->token[index];
    s->token_count--;
    memmove(&s->token[index], &s->token[index + 1], (s->token_count - index) * sizeof s->token[0]);
    memset(&s->token[s->token_count], 0, sizeof s->token[0]);
    FATE_TELL(run, FATE_E_GONE, told(&token), token.kind, token.by);
}

void fate_add_token(struct fate_run *run, struct fate_token token)
{
    struct fate_state *s = run->s;
    uint32_t seat = fate_seat_of(token.by);
    uint32_t count = 0;
    uint32_t oldest = FATE_NONE;
    for (uint32_t i = s->token_count; i-- > 0;) {
        if (s->token[i].kind == token.kind && fate_seat_of(s->token[i].by) == seat) {
            count++;
            oldest = i;
        }
    }
    if (count >= fate_token_rows[token.kind].most) {
        fate_drop_token(run, oldest);
    }
    RD_ASSERT(s->token_count < FATE_TOKENS_MAX);
    s->token[s->token_count] = token;
    s->token_count++;
    FATE_TELL(run, FATE_E_LAID, told(&token), token.kind, token.by, place_of(&token, s));
}

uint32_t fate_token_at(const struct fate_state *s, uint32_t kind, uint32_t seat, uint32_t cell)
{
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        if (token->kind == kind && token->at == cell && fate_seat_of(token->by) == seat) {
            return i;
        }
    }
    return FATE_NONE;
}

void fate_tokens_die(struct fate_run *run, uint32_t by)
{
    for (uint32_t i = run->s->token_count; i-- > 0;) {
        const struct fate_token *token = &run->s->token[i];
        if (token->by == by && fate_token_rows[token->kind].dies_with) {
            fate_drop_token(run, i);
        }
    }
}
