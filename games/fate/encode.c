/* A view as int8 tensors. The board is never turned: north is north for both (R1.1). */
#include <string.h>

#include "board.h"
#include "fx.h"
#include "kinds.h"
#include "redoubt/packing.h"
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

/* Lists are of units: each has a cell of its own. */
#define ROWS(X)                                                                                   \
    X(UNITS, "HP of mine by rank, then of the other's", 18, FATE_CELLS, RD_PACK_LIST, FATE_UNITS) \
    X(HIDDEN, "mine that are hidden", 1, FATE_CELLS, RD_PACK_BIT, 0)                              \
    X(LAST_SEEN, "the other's, last seen", 1, FATE_CELLS, RD_PACK_U4, 0)                          \
    X(ACTIVE, "the active unit", 1, FATE_CELLS, RD_PACK_S2, 0)                                    \
    X(OPTIONS, "where my roll lets me go", 1, FATE_CELLS, RD_PACK_BIT, 0)                         \
    X(SLOTS, "spent slots", 1, FATE_CELLS, RD_PACK_U4, 0)                                         \
    X(HERO, "heroes", 1, FATE_CELLS, RD_PACK_LIST, FATE_UNITS)                                    \
    X(TOKENS, "caltrops, mires", TOKEN_PLANES, FATE_CELLS, RD_PACK_S2, 0)                         \
    X(EFFECTS, "effects, timers, six counters", 2 + FATE_CARDS_MAX, FATE_CELLS, RD_PACK_LIST,     \
      FATE_UNITS * (2 + FATE_CARDS_MAX))                                                          \
    X(GLOBALS, "globals", 1, FATE_GLOBALS, RD_PACK_S8, 0)
enum { PLANE_THEIRS = 9 }; /* of ROW_UNITS */
RD_PACK_NUMBERS(ROWS);
RD_STATIC_ASSERT((int)TENSOR_END == (int)FATE_TENSOR_SIZE, "every plane has a row");
const struct rd_packing fate_packing[] = RD_PACK_TABLE(ROWS);

RD_PACK_INLINE void put(struct rd_sheet out, uint32_t row, uint32_t plane, uint32_t cell,
                        int32_t value)
{
    rd_put(out, &fate_packing[row], plane, cell, value);
}

static int8_t saturate(uint32_t value)
{
    return (int8_t)(value > 127 ? 127 : value);
}

/* 0 to 8: the class, then turret and image. */
static uint32_t rank_of(uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
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
                        struct rd_sheet out)
{
    const struct fate_unit *u = &s->unit[unit];
    uint32_t at = u->at;
    if (u->hp == 0 || at >= FATE_CELLS) {
        return;
    }
    put(out, ROW_UNITS, (mine ? 0 : PLANE_THEIRS) + rank_of(unit), at, u->hp);
    put(out, ROW_HIDDEN, 0, at, mine && u->hidden);
    put(out, ROW_SLOTS, 0, at, u->slots);
    put(out, ROW_HERO, 0, at,
        fate_is_hero(u->kind) ? (int32_t)fate_pick_of(u->kind) - FATE_FIRST_HERO + 1 : 0);
    put(out, ROW_EFFECTS, 0, at, effects_of(s, unit));
    put(out, ROW_EFFECTS, 1, at, u->timer);
    for (uint32_t i = 0; i < FATE_CARDS_MAX; i++) {
        put(out, ROW_EFFECTS, 2 + i, at, u->charge[i]);
    }
    if (unit == s->active) {
        put(out, ROW_ACTIVE, 0, at, mine ? 1 : -1);
    }
}

static void encode_marks(const struct fate_state *s, uint32_t me, struct rd_sheet out)
{
    rd_put_bits(out, &fate_packing[ROW_OPTIONS], 0, 0, s->rolled[0]);
    rd_put_bits(out, &fate_packing[ROW_OPTIONS], 0, 64, s->rolled[1]);
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (fate_seat_of(i) != me && s->unit[i].known < FATE_CELLS) {
            put(out, ROW_LAST_SEEN, 0, s->unit[i].known, (int32_t)(1 + rank_of(i)));
        }
    }
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        uint32_t plane = fate_token_rows[token->kind].plane;
        if (token->at < FATE_CELLS && plane != FATE_NONE) {
            put(out, ROW_TOKENS, plane, token->at, fate_seat_of(token->by) == me ? 1 : -1);
        }
    }
}

static int8_t turns_until(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
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

static void encode_globals(const struct fate_view *v, uint32_t me, struct rd_sheet out)
{
    const struct fate_state *s = &v->known;
    int8_t first[FATE_GLOBALS], *global = first;
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
    RD_ASSERT(global == first + FATE_GLOBALS);
    rd_put_all(out, &fate_packing[ROW_GLOBALS], first);
}

static void draw(const struct fate_view *v, struct rd_sheet out)
{
    uint32_t me = v->seat == 1 ? 1 : 0; /* spectators look from P1's side */
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        encode_unit(&v->known, i, fate_seat_of(i) == me, out);
    }
    encode_marks(&v->known, me, out);
    encode_globals(v, me, out);
}

void fate_encode(const void *view, int8_t *tensor)
{
    const struct rd_sheet sheet = { .tensors = memset(tensor, 0, TENSOR_END) };
    draw(view, sheet);
}

void fate_pack(const void *view, uint32_t *packed)
{
    const struct rd_sheet sheet = { .packed = memset(packed, 0, (size_t)4 * WORD_END) };
    draw(view, sheet);
}
