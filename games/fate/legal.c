/* The list of legal orders, ascending. */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "kinds.h"
#include "mirror.h"
#include "move.h"
#include "picks.h"
#include "prompt.h"
#include "rules.h"

/* Every game has such a list: an entry beyond the room is counted and not written, as legal()
 * wants. */
struct list {
    struct rd_action *out;
    uint32_t cap, count;
};

static void add(struct list *list, uint32_t verb, uint32_t first, uint32_t second)
{
    if (list->count < list->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        list->out[list->count] = action;
    }
    list->count++;
}

static void add_cells(struct list *list, uint32_t verb, struct fate_set cells)
{
    for (uint32_t cell = fate_set_next(&cells, 0); cell != FATE_NONE;
         cell = fate_set_next(&cells, cell + 1)) {
        add(list, verb, cell, 0);
    }
}

static void add_units(struct list *list, uint32_t verb, uint32_t mask)
{
    RD_ASSERT(mask >> FATE_UNITS == 0);
    for (; mask != 0; mask &= mask - 1) {
        add(list, verb, fate_lowest(mask), 0);
    }
}

static void add_placements(struct list *list, const struct fate_state *s)
{
    RD_ASSERT(s->current < FATE_SEATS && s->placed_count < FATE_CORE);
    uint32_t seat = s->current;
    uint32_t row = seat == 0 ? 0 : FATE_SIDE - 1u;
    for (uint32_t unit = seat * FATE_CLASSES; unit < (seat + 1) * FATE_CLASSES; unit++) {
        for (uint32_t column = FATE_HOME_FIRST; column <= FATE_HOME_LAST; column++) {
            uint32_t cell = row * FATE_SIDE + column;
            if (s->unit[unit].at == FATE_NONE && fate_unit_at(s, cell) == FATE_NONE) {
                add(list, FATE_V_PLACE, unit, cell);
            }
        }
    }
}

/* R4.4 */
static void add_picks(struct list *list, const struct fate_state *s)
{
    uint32_t bans = fate_is_banning(s);
    for (uint32_t pick = 0; pick < FATE_PICKS; pick++) {
        uint32_t kind = fate_picked_kind(pick);
        if ((bans ? fate_judge_ban(s, kind) : fate_judge_pick(s, kind)) == 0) {
            add(list, bans ? FATE_V_BAN : FATE_V_PICK, pick, 0);
        }
    }
}

static void add_answers(struct list *list, const struct fate_state *s)
{
    struct fate_options options = fate_prompt_options(s);
    for (uint32_t i = 0; i < 2; i++) {
        for (uint64_t left = options.word[i]; left != 0; left &= left - 1) {
            add(list, FATE_V_CHOOSE, 64 * i + (uint32_t)__builtin_ctzll(left), 0);
        }
    }
}

static void add_two(struct list *list, const struct fate_state *s, uint32_t unit, uint32_t verb,
                    const struct fate_hooks *hooks)
{
    RD_ASSERT(hooks->units != NULL && (hooks->targets != NULL || hooks->cells != NULL));
    for (uint32_t named = fate_nameable(s, unit, hooks->units(s, unit)); named != 0;
         named &= named - 1) {
        uint32_t first = fate_lowest(named);
        if (hooks->targets != NULL) {
            for (uint32_t left = fate_nameable(s, unit, hooks->targets(s, unit, first)); left != 0;
                 left &= left - 1) {
                add(list, verb, first, fate_lowest(left));
            }
            continue;
        }
        struct fate_set cells = hooks->cells(s, unit, first);
        for (uint32_t cell = fate_set_next(&cells, 0); cell != FATE_NONE;
             cell = fate_set_next(&cells, cell + 1)) {
            add(list, verb, first, cell);
        }
    }
}

static void add_card(struct list *list, const struct fate_state *s, uint32_t unit, uint32_t verb)
{
    RD_ASSERT(verb >= FATE_V_CARDS && verb < FATE_VERBS);
    uint32_t card = fate_verb_cards[verb - FATE_V_CARDS];
    const struct fate_hooks *hooks = fate_hooks[card];
    if (fate_card_closed(s, unit, card) != 0) {
        return;
    }
    switch ((enum fate_naming)fate_cards[card].names) {
    case FATE_NAMES_NOTHING:
        add(list, verb, 0, 0);
        return;
    case FATE_NAMES_UNIT:
        add_units(list, verb, fate_nameable(s, unit, hooks->units(s, unit)));
        return;
    case FATE_NAMES_CELL:
        add_cells(list, verb, hooks->cells(s, unit, FATE_NONE));
        return;
    case FATE_NAMES_NUMBER:
        for (uint32_t i = 1; i <= hooks->number(s, unit); i++) {
            add(list, verb, i, 0);
        }
        return;
    case FATE_NAMES_UNIT_CELL:
    case FATE_NAMES_TWO_UNITS:
    default:
        add_two(list, s, unit, verb, hooks);
        return;
    }
}

/* A unit has few cards: those of its kind that are ordered, by ascending verb. */
static void add_cards(struct list *list, const struct fate_state *s, uint32_t unit)
{
    const struct fate_kind *kind = fate_kind_of(s, unit);
    if (kind->card_count == 0) {
        return;
    }
    for (uint32_t verb = FATE_V_CARDS; verb < FATE_VERBS; verb++) {
        for (uint32_t i = 0; i < kind->card_count; i++) {
            if (kind->card[i] == fate_verb_cards[verb - FATE_V_CARDS]) {
                add_card(list, s, unit, verb);
            }
        }
    }
}

static void add_battle(struct list *list, const struct fate_state *s)
{
    RD_ASSERT(s->active < FATE_UNITS && s->unit[s->active].hp != 0);
    uint32_t unit = s->active;
    uint32_t slots = s->unit[unit].slots;
    const struct fate_traits *traits = fate_traits_of(s, unit);
    if (fate_judge_roll(s, unit) == 0) {
        add(list, FATE_V_ROLL_MOVE, 0, 0);
    }
    if ((slots & FATE_M) == 0) {
        add_cells(list, FATE_V_MOVE, fate_moves(s, unit));
    }
    if ((slots & FATE_A) == 0 && traits->reach != 0) {
        add_units(list, FATE_V_ATTACK, fate_targets(s, unit));
    }
    if ((slots & FATE_S) == 0 && traits->hides != 0) {
        add(list, FATE_V_STEALTH, 0, 0);
    }
    if ((traits->flags & FATE_STILL) == 0) {
        for (uint32_t i = 0; i < 2; i++) {
            if ((slots & (i == 0 ? FATE_M : FATE_C)) == 0) {
                add(list, FATE_V_SEARCH, i, 0);
            }
        }
    }
    add(list, FATE_V_END_TURN, 0, 0);
    add_cards(list, s, unit);
}

uint32_t fate_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    struct fate_state copy;
    const struct fate_state *s = fate_as_seen(state, seat, &copy);
    struct list list = { out, cap, 0 };
    if (seat >= FATE_SEATS || (fate_to_act(s) & RD_SEAT_BIT(seat)) == 0) {
        return 0;
    }
    if (s->phase == FATE_PICKING) {
        add_picks(&list, s);
    } else if (s->phase == FATE_PLACEMENT) {
        add_placements(&list, s);
    } else if (s->prompt != FATE_NO_CARD) {
        add_answers(&list, s);
    } else {
        add_battle(&list, s);
    }
    return list.count;
}
