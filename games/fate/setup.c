/* How a game begins. R4 */
#include <string.h>

#include "board.h"
#include "cards.h"
#include "kinds.h"
#include "picks.h"
#include "rules.h"
#include "summon.h"

uint32_t fate_full_hp(uint32_t kind, uint32_t numbers)
{
    const struct fate_kind *row = &fate_kinds[kind];
    return numbers == FATE_BOOK && row->book_hp != 0 ? row->book_hp : row->hp;
}

void fate_make_unit(struct fate_unit *unit, uint32_t kind, uint32_t numbers)
{
    const struct fate_kind *row = &fate_kinds[kind];
    memset(unit, 0, sizeof *unit);
    unit->kind = (uint8_t)kind;
    unit->at = FATE_NONE;
    unit->known = FATE_NONE;
    unit->fell = FATE_NONE;
    unit->max = (uint8_t)fate_full_hp(kind, numbers);
    unit->hp = unit->max;
    unit->damage = row->damage;
    for (uint32_t i = 0; i < row->card_count; i++) {
        uint32_t sleeps = row->card[i] == row->later_card;
        unit->charge[i] = sleeps ? 0 : fate_price_of(row->card[i], numbers).start;
    }
}

struct rd_verdict fate_check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&fate_game, setup);
}

/* R13.8: 0 is the base unit, then the heroes of the class in the order of kinds. */
static uint32_t picked_kind(uint32_t class, int32_t pick)
{
    uint32_t kind = class;
    for (int32_t left = pick; left > 0; left--) {
        do {
            kind++;
            RD_ASSERT(kind < FATE_KINDS);
        } while (!fate_is_hero(kind) || fate_kinds[kind].class != class);
    }
    return kind;
}

/* Summons that are not there, as they would begin. */
static void lay_summons(struct fate_state *s)
{
    for (uint32_t i = FATE_CORE; i < FATE_UNITS; i++) {
        if (s->unit[i].hp == 0) {
            fate_make_unit(&s->unit[i], fate_summon_kind(i), s->numbers);
            s->unit[i].hp = 0;
        }
    }
}

/* A game without heroes is the same by either numbers, and so are its bytes. */
void fate_settle_numbers(struct fate_state *s)
{
    if (s->phase != FATE_PICKING && s->heroes == 0 && s->numbers != FATE_BOOK) {
        s->numbers = FATE_BOOK;
        lay_summons(s);
    }
}

void fate_lay(struct fate_state *s, const struct rd_setup *setup)
{
    memset(s, 0, sizeof *s);
    s->turn = 1;
    s->round = 1;
    s->rounds = (uint32_t)setup->option[FATE_OPT_ROUNDS];
    s->numbers = (uint8_t)setup->option[FATE_OPT_NUMBERS];
    s->active = FATE_NONE;
    s->stopped = FATE_NONE;
    s->stopped_for = FATE_NONE;
    s->prompt = FATE_NO_CARD;
    s->prompt_unit = FATE_NONE;
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        s->sensed_at[seat] = FATE_NONE;
        for (uint32_t class = 0; class < FATE_CLASSES; class ++) {
            uint32_t unit = seat * FATE_CLASSES + class;
            int32_t pick = setup->option[FATE_OPT_MODE] == FATE_MODE_CLASSIC
                               ? setup->option[FATE_OPT_HEROES + unit]
                               : 0;
            fate_make_unit(&s->unit[unit], picked_kind(class, pick), s->numbers);
            s->heroes |= pick == 0 ? 0 : fate_bit(unit);
        }
    }
    lay_summons(s);
}

/* R4.1 */
static void roll_initiative(struct fate_state *s, struct rd_luck *luck)
{
    do {
        for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
            int32_t first = rd_luck_range(luck, 1, 6);
            int32_t second = rd_luck_range(luck, 1, 6);
            s->initiative[seat] = (uint8_t)(first + second);
        }
    } while (s->initiative[0] == s->initiative[1]);
    s->first = s->initiative[1] > s->initiative[0];
    s->current = s->first;
}

void fate_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    fate_lay(state, setup);
    roll_initiative(state, luck);
    fate_begin_picks(state, (uint32_t)setup->option[FATE_OPT_MODE]);
    fate_settle_numbers(state);
}
