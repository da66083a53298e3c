/* Cards: what they cost, who may use them on what. What they do is in the files of their owners. */
#include "cards.h"

#include "board.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "refusals.h"
#include "stealth.h"

uint32_t fate_card_place(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    const struct fate_kind *kind = fate_kind_of(s, unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        if (kind->card[i] == card) {
            return fate_card_sleeps(s, unit, card) ? (uint32_t)FATE_NONE : i;
        }
    }
    return FATE_NONE;
}

/* The card whose counter pays. */
static uint32_t purse_of(uint32_t card)
{
    return fate_cards[card].pays == 0 ? card : fate_cards[card].pays - 1u;
}

uint8_t *fate_counter(struct fate_state *s, uint32_t unit, uint32_t card)
{
    uint32_t place = fate_card_place(s, unit, purse_of(card));
    RD_ASSERT(place < FATE_CARDS_MAX);
    return &s->unit[unit].charge[place];
}

uint32_t fate_charges(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    uint32_t place = fate_card_place(s, unit, purse_of(card));
    return place == FATE_NONE ? 0 : s->unit[unit].charge[place];
}

void fate_gain(struct fate_run *run, uint32_t unit, uint32_t card, uint32_t amount)
{
    uint8_t *counter = fate_counter(run->s, unit, card);
    uint32_t most = fate_card_max(run->s, unit, card);
    uint32_t value = *counter + amount;
    value = value > most ? most : value;
    RD_ASSERT(fate_counts(card) && value <= UINT8_MAX);
    if (value == *counter) {
        return;
    }
    *counter = (uint8_t)value;
    FATE_TELL(run, FATE_E_CHARGED, fate_who_knows_true_unit(run->s, unit), (int32_t)unit,
              (int32_t)card, (int32_t)value);
}

struct fate_price fate_price_of(uint32_t card, uint32_t numbers)
{
    RD_ASSERT(card < FATE_CARDS);
    const struct fate_card *row = &fate_cards[card];
    const struct fate_price price = { row->cost, row->max, row->start };
    return numbers == FATE_BOOK && row->book.max != 0 ? row->book : price;
}

uint32_t fate_card_max(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    const struct fate_hooks *hooks = fate_hooks[card];
    return hooks->limit == NULL ? fate_price_of(card, s->numbers).max : hooks->limit(s, unit);
}

void fate_take_form(struct fate_state *s, uint32_t unit, uint32_t form)
{
    RD_ASSERT(form < FATE_FORMS);
    s->unit[unit].form = (uint8_t)form;
    const struct fate_kind *kind = fate_kind_of(s, unit);
    for (uint32_t place = 0; place < kind->card_count; place++) {
        uint8_t *counter = &s->unit[unit].charge[place];
        uint32_t most = fate_card_max(s, unit, kind->card[place]);
        *counter = *counter > most ? (uint8_t)most : *counter;
    }
}

static uint32_t cost_of(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    const struct fate_card *row = &fate_cards[card];
    return (row->flags & FATE_RESETS) != 0 ? fate_card_max(s, unit, card)
                                           : fate_price_of(card, s->numbers).cost;
}

uint32_t fate_cannot_pay(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    const struct fate_card *row = &fate_cards[card];
    uint32_t place = fate_card_place(s, unit, card);
    if (place == FATE_NONE) {
        return FATE_R_NO_CARD;
    }
    if ((row->flags & FATE_ONCE) != 0 && (s->unit[unit].used >> place & 1u) != 0) {
        return FATE_R_ONCE;
    }
    uint32_t cost = cost_of(s, unit, card);
    return cost > 0 && fate_charges(s, unit, card) < cost ? FATE_R_CHARGES : 0;
}

void fate_pay(struct fate_run *run, uint32_t unit, uint32_t card)
{
    const struct fate_card *row = &fate_cards[card];
    struct fate_unit *u = &run->s->unit[unit];
    u->slots |= row->slots;
    uint32_t cost = fate_price_of(card, run->s->numbers).cost;
    if ((row->flags & FATE_RESETS) != 0) {
        *fate_counter(run->s, unit, card) = 0;
    } else if (cost > 0) {
        uint8_t *counter = fate_counter(run->s, unit, card);
        RD_ASSERT(*counter >= cost);
        *counter = (uint8_t)(*counter - cost);
    }
    if ((row->flags & FATE_ONCE) != 0) {
        uint32_t place = fate_card_place(run->s, unit, card);
        RD_ASSERT(place < FATE_CARDS_MAX);
        u->used = (uint8_t)(u->used | 1u << place);
    }
    rd_seats told = fate_in_pair(run->s, unit) ? fate_owner(unit) : RD_ALL_SEATS;
    FATE_TELL(run, FATE_E_USED, told, (int32_t)unit, (int32_t)card);
}

/* ---- orders ---- */

static const uint8_t slot_refusals[] = { FATE_R_SLOT_M, FATE_R_SLOT_A, FATE_R_SLOT_C,
                                         FATE_R_SLOT_S };

uint32_t fate_spent(const struct fate_state *s, uint32_t unit, uint32_t slots)
{
    RD_ASSERT(slots <= FATE_ALL_SLOTS);
    uint32_t spent = s->unit[unit].slots & slots;
    return spent == 0 ? 0 : slot_refusals[fate_lowest(spent)];
}

/* No Further binds cards that move as well, R16.4. */
static uint32_t held(const struct fate_state *s, uint32_t unit, const struct fate_card *row)
{
    return (row->flags & FATE_MOVES) != 0 && (fate_fx_flags(s, unit) & FATE_FX_STOPS) != 0;
}

uint32_t fate_card_closed(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    RD_ASSERT(unit < FATE_UNITS && card < FATE_CARDS);
    const struct fate_card *row = &fate_cards[card];
    const struct fate_hooks *hooks = fate_hooks[card];
    if (hooks->use == NULL || fate_card_place(s, unit, card) == FATE_NONE) {
        return FATE_R_NO_CARD;
    }
    uint32_t why = fate_spent(s, unit, row->slots);
    if (why == 0) {
        why = fate_cannot_pay(s, unit, card);
    }
    if (why == 0 && hooks->forbids != NULL) {
        why = hooks->forbids(s, unit);
    }
    return why == 0 && held(s, unit, row) ? (uint32_t)FATE_R_HELD : why;
}

/* R18.3: cells and areas are free, units are not. */
uint32_t fate_nameable(const struct fate_state *s, uint32_t unit, uint32_t mask)
{
    RD_ASSERT(mask >> FATE_UNITS == 0);
    uint32_t near = s->unit[unit].fx_count != 0 && (fate_fx_flags(s, unit) & FATE_FX_NEAR) != 0;
    return near ? fate_in_area(s, mask, s->unit[unit].at, 1) : mask;
}

uint32_t fate_beside(const struct fate_state *s, uint32_t unit)
{
    uint32_t seen = fate_enemies(s, unit);
    for (uint32_t left = seen; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        seen &= s->unit[other].hidden ? ~fate_bit(other) : ~UINT32_C(0);
    }
    return fate_within(s, seen, s->unit[unit].at, 1);
}

static uint32_t named_unit(uint32_t mask, uint32_t unit)
{
    return unit < FATE_UNITS && (mask >> unit & 1u) != 0;
}

uint32_t fate_units_named(uint32_t verb)
{
    static const uint8_t units[] = { [FATE_NAMES_UNIT] = 1,
                                     [FATE_NAMES_UNIT_CELL] = 1,
                                     [FATE_NAMES_TWO_UNITS] = 2,
                                     [FATE_NAMES_NUMBER] = 0 };
    RD_ASSERT(verb < FATE_VERBS);
    if (verb < FATE_V_CARDS) {
        return verb == FATE_V_ATTACK || verb == FATE_V_PLACE;
    }
    return units[fate_cards[fate_verb_cards[verb - FATE_V_CARDS]].names];
}

/* Is what the order names among what the card allows? */
static uint32_t names_allowed_target(const struct fate_state *s, uint32_t unit, uint32_t card,
                                     const uint16_t arg[RD_ARGS_MAX])
{
    const struct fate_hooks *hooks = fate_hooks[card];
    struct fate_set cells;
    switch ((enum fate_naming)fate_cards[card].names) {
    case FATE_NAMES_UNIT:
        return named_unit(fate_nameable(s, unit, hooks->units(s, unit)), arg[0]);
    case FATE_NAMES_CELL:
        cells = hooks->cells(s, unit, FATE_NONE);
        return fate_set_has(&cells, arg[0]);
    case FATE_NAMES_UNIT_CELL:
        if (!named_unit(fate_nameable(s, unit, hooks->units(s, unit)), arg[0])) {
            return 0;
        }
        cells = hooks->cells(s, unit, arg[0]);
        return fate_set_has(&cells, arg[1]);
    case FATE_NAMES_TWO_UNITS:
        return named_unit(fate_nameable(s, unit, hooks->units(s, unit)), arg[0]) &&
               named_unit(fate_nameable(s, unit, hooks->targets(s, unit, arg[0])), arg[1]);
    case FATE_NAMES_NUMBER:
        return arg[0] >= 1 && arg[0] <= hooks->number(s, unit);
    case FATE_NAMES_NOTHING:
    default:
        return 1;
    }
}

struct rd_verdict fate_judge_card(const struct fate_state *s, uint32_t unit, uint32_t card,
                                  struct rd_action action)
{
    uint32_t why = fate_card_closed(s, unit, card);
    if (why == 0 && !names_allowed_target(s, unit, card, action.arg)) {
        why = fate_cards[card].refusal;
    }
    return why == 0 ? rd_verdict_of(RD_OK, 0, 0) : rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

/* R13.3: paid at declaration, before any die. */
void fate_use_card(struct fate_run *run, uint32_t unit, uint32_t card, struct rd_action action)
{
    RD_ASSERT(fate_card_place(run->s, unit, card) != FATE_NONE);
    RD_ASSERT(card < FATE_CARDS && fate_hooks[card]->use != NULL);
    fate_pay(run, unit, card);
    if ((fate_cards[card].flags & FATE_REVEALS) != 0) {
        fate_reveal(run, unit, FATE_BY_ABILITY);
    }
    fate_hooks[card]->use(run, unit, action.arg);
}

/* ---- what all heroes are told ---- */

void fate_tell_heroes(struct fate_run *run, enum fate_moment moment)
{
    struct fate_state *s = run->s;
    for (uint32_t left = s->heroes; left != 0; left &= left - 1) {
        uint32_t unit = fate_lowest(left);
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count && s->unit[unit].hp != 0; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            void (*tell)(struct fate_run *, uint32_t) =
                moment == FATE_SETTLED ? card->on_settled : card->on_double;
            if (tell != NULL) {
                tell(run, unit);
            }
        }
    }
}
