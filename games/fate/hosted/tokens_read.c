/* What lies on cells, from JSON. Readers of lists have one form, here and in the other games: is
 * the list there, is it a list, then entry by entry. */

#include <string.h>

#include "games/fate/board.h"
#include "games/fate/kinds.h"
#include "games/fate/rules.h"
#include "games/fate/tokens.h"
#include "hosted.h"

uint32_t fate_layer_of(uint32_t token_kind)
{
    RD_ASSERT(token_kind < FATE_TOKEN_KINDS);
    for (uint32_t kind = 0; kind < FATE_KINDS; kind++) {
        for (uint32_t i = 0; i < fate_kinds[kind].card_count; i++) {
            if (fate_kinds[kind].card[i] == fate_token_rows[token_kind].card) {
                return kind;
            }
        }
    }
    return FATE_NONE;
}

/* Tokens outlive who is left out of the position because it is dead. */
static void remember_layer(struct fate_state *s, uint32_t unit, uint32_t hero)
{
    RD_ASSERT(unit < FATE_UNITS && hero < FATE_KINDS);
    struct fate_unit *u = &s->unit[unit];
    if (unit < FATE_CORE && u->hp == 0 && u->kind == fate_kinds[hero].class) {
        fate_make_unit(u, hero, s->numbers);
        u->hp = 0;
        s->heroes |= fate_bit(unit);
    }
}

/* A unit, or just the player. */
static bool read_by(const struct rd_field *item, struct fate_state *s, struct fate_token *token)
{
    struct rd_field field;
    const char *name;
    uint32_t hero = fate_layer_of(token->kind);
    if (!rd_field_need(item, "by", &field) || !rd_field_text(&field, &name)) {
        return false;
    }
    uint32_t seat = 0;
    while (seat < FATE_SEATS && strcmp(name, fate_seat_ids[seat]) != 0) {
        seat++;
    }
    if (seat < FATE_SEATS) {
        token->by = (uint8_t)(seat * FATE_CLASSES + fate_kinds[hero].class);
    } else if (!fate_unit_read(&field, &token->by)) {
        return false;
    }
    remember_layer(s, token->by, hero);
    return true;
}

static bool read_token(const struct rd_field *item, struct fate_state *s, struct fate_token *token)
{
    static const char *const keys[] = { "kind", "by", "at", "left", NULL };
    struct rd_field field;
    uint32_t kind;
    if (!rd_field_object(item, keys) || !rd_field_need(item, "kind", &field) ||
        !rd_field_choice(&field, fate_ground_names, &kind)) {
        return false;
    }
    token->kind = (uint8_t)kind;
    token->at = FATE_NONE;
    token->left = fate_token_rows[kind].turns;
    return read_by(item, s, token) &&
           (!rd_field_get(item, "at", &field) || json_is_null(field.json) ||
            fate_cell_read(&field, &token->at)) &&
           (!rd_field_get(item, "left", &field) ||
            fate_byte_read(&field, fate_token_rows[kind].turns, &token->left));
}

bool fate_tokens_read(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(state, "tokens", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FATE_TOKENS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!read_token(&item, s, &s->token[i])) {
            return false;
        }
    }
    s->token_count = (uint8_t)count;
    return true;
}
