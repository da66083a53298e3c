/* A view as int8 tensors. The board is never turned: north is north for both (R1.1). */
#include <string.h>

#include "board.h"
#include "fx.h"
#include "kinds.h"
#include "rules.h"
#include "tokens.h"

const struct rd_tensor fate_tensors[] = {
    { "board",
      "HP of my Rider, Spearman, Trickster, Assassin, Berserker, Archer, Knight, Turret and Image, "
      "then of the other's nine; 1 where mine is hidden; 1 + class where the other's hidden unit "
      "was "
      "last seen; the active unit, 1 mine, -1 the other's; 1 where my movement roll lets me go; "
      "spent slots (M 1, A 2, C 4, S 8); for a hero 1 and on, in the order of picks; my caltrops; "
      "mires, 1 mine, -1 the "
      "other's; lasting effects (root 1, held 2, dust 4, capped 8, marked by me 16); timers of my "
      "hidden units; the six counters of each unit.",
      { FATE_PLANES, FATE_SIDE, FATE_SIDE },
      0 },
    { "globals",
      "Phase; 1 if I am to act; 1 + card that asks; 1 if it asks me; my movement roll; round; "
      "rounds "
      "left of the limit (0 without one); 1 if it rains; 1 + unit whose arrow was stopped; 1 if I "
      "placed first; then for 14 units, mine first: 0 dead, 1 alive, 2 hidden; then the kind of "
      "each; 1 for each hero that is banned; then 14 "
      "times the turns "
      "until it acts, -1 if it never does. Saturating at 127.",
      { FATE_GLOBALS, 0, 0 },
      0 },
    { 0 },
};

/* How many planes the rows of tokens want. */
enum {
    TOKEN_PLANES = 0
/* clang-format off */
#define GROUND(ID, name, card, secret, dies, most, reach, turns, plane, ...) + ((plane) != FATE_NONE)
#include "units.def"
    /* clang-format on */
};

enum plane {
    PLANE_MINE,
    PLANE_THEIRS = 9,
    PLANE_HIDDEN = 18,
    PLANE_LAST_SEEN,
    PLANE_ACTIVE,
    PLANE_OPTIONS,
    PLANE_SLOTS,
    PLANE_HERO,
    PLANE_TOKENS, /* by the planes of their rows */
    PLANE_EFFECTS = PLANE_TOKENS + TOKEN_PLANES,
    PLANE_TIMERS,
    PLANE_COUNTERS,
    PLANE_END = PLANE_COUNTERS + FATE_CARDS_MAX
};
RD_STATIC_ASSERT((int)PLANE_END == (int)FATE_PLANES, "every plane has a name");

struct tensors {
    int8_t plane[FATE_PLANES][FATE_CELLS];
    int8_t global[FATE_GLOBALS];
};
RD_STATIC_ASSERT(sizeof(struct tensors) == FATE_TENSOR_SIZE, "one tensor after the other");

static int8_t saturate(uint32_t value)
{
    return (int8_t)(value > 127 ? 127 : value);
}

/* 0 to 8: the class, then turret and image. */
static uint32_t rank_of(uint32_t unit)
{
    return unit < FATE_CORE ? unit % FATE_CLASSES : FATE_CLASSES + (unit - FATE_CORE) % 2;
}

static int8_t effects_of(const struct fate_state *s, uint32_t unit)
{
    uint32_t flags = fate_fx_flags(s, unit);
    uint32_t bits =
        fate_has_fx(s, unit, FATE_FX_ROOT, FATE_NONE) | ((flags & FATE_FX_STOPS) != 0 ? 2u : 0u) |
        ((flags & FATE_FX_NEAR) != 0 ? 4u : 0u) | ((flags & FATE_FX_CAPS) != 0 ? 8u : 0u) |
        ((flags & FATE_FX_SHOWS) != 0 ? 16u : 0u);
    return (int8_t)bits;
}

static void encode_unit(const struct fate_state *s, uint32_t unit, uint32_t mine,
                        struct tensors *out)
{
    const struct fate_unit *u = &s->unit[unit];
    uint32_t at = u->at;
    if (u->hp == 0 || at >= FATE_CELLS) {
        return;
    }
    out->plane[(mine ? PLANE_MINE : PLANE_THEIRS) + rank_of(unit)][at] = (int8_t)u->hp;
    out->plane[PLANE_HIDDEN][at] = (int8_t)(mine && u->hidden);
    out->plane[PLANE_SLOTS][at] = (int8_t)u->slots;
    out->plane[PLANE_HERO][at] =
        (int8_t)(fate_is_hero(u->kind) ? fate_pick_of(u->kind) - FATE_FIRST_HERO + 1 : 0);
    out->plane[PLANE_EFFECTS][at] = effects_of(s, unit);
    out->plane[PLANE_TIMERS][at] = (int8_t)u->timer;
    for (uint32_t i = 0; i < FATE_CARDS_MAX; i++) {
        out->plane[PLANE_COUNTERS + i][at] = saturate(u->charge[i]);
    }
    if (unit == s->active) {
        out->plane[PLANE_ACTIVE][at] = mine ? 1 : -1;
    }
}

static void encode_marks(const struct fate_state *s, uint32_t me, struct tensors *out)
{
    struct fate_set rolled = { { s->rolled[0], s->rolled[1] } };
    for (uint32_t cell = fate_set_next(&rolled, 0); cell != FATE_NONE;
         cell = fate_set_next(&rolled, cell + 1)) {
        out->plane[PLANE_OPTIONS][cell] = 1;
    }
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (fate_seat_of(i) != me && s->unit[i].known < FATE_CELLS) {
            out->plane[PLANE_LAST_SEEN][s->unit[i].known] = (int8_t)(1 + rank_of(i));
        }
    }
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        uint32_t plane = fate_token_rows[token->kind].plane;
        if (token->at < FATE_CELLS && plane != FATE_NONE) {
            out->plane[PLANE_TOKENS + plane][token->at] = fate_seat_of(token->by) == me ? 1 : -1;
        }
    }
}

static int8_t turns_until(const struct fate_state *s, uint32_t unit)
{
    uint32_t turns = 0;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        uint32_t next = s->queue[(s->queue_index + i) % s->queue_count];
        if (next == unit) {
            return s->unit[unit].hp == 0 ? -1 : saturate(turns);
        }
        turns += s->unit[next].hp != 0;
    }
    return -1;
}

static void encode_globals(const struct fate_view *v, uint32_t me, int8_t *global)
{
    const struct fate_state *s = &v->known;
    uint32_t rains = 0;
    for (uint32_t i = 0; i < s->token_count; i++) {
        rains |= s->token[i].kind == FATE_RAIN;
    }
    *global++ = (int8_t)s->phase;
    *global++ = (int8_t)((uint32_t)fate_to_act(s) >> me & 1u);
    *global++ = (int8_t)(s->prompt == FATE_NO_CARD ? 0 : s->prompt + 1);
    *global++ = (int8_t)(s->prompt != FATE_NO_CARD && fate_seat_of(s->prompt_unit) == me);
    *global++ = (int8_t)s->roll;
    *global++ = saturate(s->round);
    *global++ = saturate(s->rounds == 0 ? 0 : s->rounds - s->round + 1);
    *global++ = (int8_t)rains;
    *global++ = (int8_t)(s->stopped == FATE_NONE ? 0 : s->stopped + 1);
    *global++ = (int8_t)(s->first == me);
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        const struct fate_unit *u = &s->unit[(i + me * FATE_CLASSES) % FATE_CORE];
        *global++ = (int8_t)(u->hp == 0 ? 0 : 1 + u->hidden);
    }
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        *global++ = (int8_t)s->unit[(i + me * FATE_CLASSES) % FATE_CORE].kind;
    }
    for (uint32_t pick = FATE_FIRST_HERO; pick < FATE_PICKS; pick++) {
        *global++ = (int8_t)(s->banned >> fate_picked_kind(pick) & 1u);
    }
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        *global++ = turns_until(s, (i + me * FATE_CLASSES) % FATE_CORE);
    }
}

void fate_encode(const void *view, int8_t *tensor)
{
    const struct fate_view *v = view;
    uint32_t me = v->seat == 1 ? 1 : 0; /* spectators look from P1's side */
    struct tensors out;
    memset(&out, 0, sizeof out);
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        encode_unit(&v->known, i, fate_seat_of(i) == me, &out);
    }
    encode_marks(&v->known, me, &out);
    encode_globals(v, me, out.global);
    memcpy(tensor, &out, sizeof out);
}
