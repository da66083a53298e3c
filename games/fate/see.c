/* What a seat knows: the whole state with the secrets of others taken out. R11.1, R11.2 */
#include <string.h>

#include "board.h"
#include "cards.h"
#include "fx.h"
#include "mirror.h"
#include "rules.h"
#include "tokens.h"

/* A hidden unit: that it lives, what it is, and where it was last seen. Its HP reads as full. */
static void mask_unit(struct fate_unit *u)
{
    u->at = FATE_NONE;
    u->hp = u->max;
    u->timer = 0;
    u->slots = 0;
    u->fx_count = 0;
    memset(u->charge, 0, sizeof u->charge);
    memset(u->fx, 0, sizeof u->fx);
}

/* Marks and the like are known to who made them. */
static void mask_fx(struct fate_unit *u, rd_seat viewer)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < u->fx_count; i++) {
        uint32_t secret = (fate_fx_rows[u->fx[i].kind].flags & FATE_FX_SECRET) != 0;
        if (!secret || fate_seat_of(u->fx[i].by) == viewer) {
            u->fx[kept] = u->fx[i];
            kept++;
        }
    }
    RD_ASSERT(kept <= u->fx_count && u->fx_count <= FATE_FX_MAX);
    memset(&u->fx[kept], 0, (u->fx_count - kept) * sizeof u->fx[0]);
    u->fx_count = (uint8_t)kept;
}

static void mask_units(const struct fate_state *s, rd_seat viewer, struct fate_state *known)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        struct fate_unit *u = &known->unit[i];
        if (!fate_sees(s, viewer, i)) {
            mask_unit(u);
        }
        if (viewer == RD_SPECTATOR) {
            u->known = FATE_NONE;
        }
        if (u->fx_count != 0) {
            mask_fx(u, viewer);
        }
    }
}

static void mask_tokens(struct fate_state *known, rd_seat viewer)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < known->token_count; i++) {
        struct fate_token token = known->token[i];
        if (!fate_token_rows[token.kind].secret || fate_seat_of(token.by) == viewer) {
            known->token[kept] = token;
            kept++;
        }
    }
    RD_ASSERT(kept <= known->token_count);
    memset(&known->token[kept], 0, (known->token_count - kept) * sizeof known->token[0]);
    known->token_count = (uint8_t)kept;
}

static void mask_frames(struct fate_state *known, rd_seat viewer)
{
    for (uint32_t i = 0; i < known->depth; i++) {
        struct fate_frame *frame = &known->frame[i];
        if (frame->kind == FATE_F_CARD && fate_seat_of(frame->unit) != viewer &&
            (fate_cards[frame->card].flags & FATE_SECRET_CELL) != 0) {
            frame->to = FATE_NONE;
        }
    }
}

void fate_observe(const void *state, rd_seat seat, void *view)
{
    const struct fate_state *s = state;
    struct fate_view *v = view;
    struct fate_state *known = &v->known;
    RD_ASSERT(seat < FATE_SEATS || seat == RD_SPECTATOR);
    memcpy(known, s, sizeof *known);
    v->seat = seat;
    memset(v->zero, 0, sizeof v->zero);
    for (uint32_t other = 0; other < FATE_SEATS; other++) {
        if (other != seat && s->mirror[other] != 0) { /* R23.1 */
            fate_show_pair(known, other);
        }
    }
    mask_units(s, seat, known);
    mask_tokens(known, seat);
    mask_frames(known, seat);
    if (seat != s->current) { /* R7.6 */
        known->roll = 0;
        known->rolled[0] = known->rolled[1] = 0;
    }
    for (uint32_t other = 0; other < FATE_SEATS; other++) {
        if (other != seat) {
            known->sensed[other] = 0;
            known->sensed_at[other] = FATE_NONE;
        }
    }
}
