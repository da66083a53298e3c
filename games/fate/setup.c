/* How a game begins. R4 */
#include "fate_internal.h"

#include <string.h>

#include "heroes/heroes.h"

void fate_make_unit(struct fate_unit *unit, uint32_t kind)
{
    const struct fate_kind *row = fate_kinds[kind];
    memset(unit, 0, sizeof *unit);
    unit->kind = (uint8_t)kind;
    unit->at = FATE_NONE;
    unit->known = FATE_NONE;
    unit->fell = FATE_NONE;
    unit->hp = row->hp;
    unit->max = row->hp;
    unit->damage = row->damage;
    for (uint32_t i = 0; i < row->card_count; i++) {
        uint32_t sleeps = row->dormant >> i & 1u;
        unit->charge[i] = sleeps ? 0 : fate_cards[row->card[i]]->start;
    }
}

struct rd_verdict fate_check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&fate_game, setup);
}

/* R13.8: 0 is the base unit, then the heroes of the class in the order of kinds. */
static uint32_t picked_kind(uint32_t class, int32_t pick)
{
    return pick == 0 ? class : FATE_FIRST_HERO + 2 * class + (uint32_t)pick - 1;
}

void fate_lay(struct fate_state *s, const struct rd_setup *setup)
{
    memset(s, 0, sizeof *s);
    s->turn = 1;
    s->round = 1;
    s->rounds = (uint32_t)setup->option[FATE_OPT_ROUNDS];
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
            fate_make_unit(&s->unit[unit], picked_kind(class, pick));
            s->heroes |= pick == 0 ? 0 : fate_bit(unit);
        }
        for (uint32_t i = 0; i < 2; i++) {
            struct fate_unit *summon = &s->unit[FATE_CORE + 2 * seat + i];
            fate_make_unit(summon, FATE_TURRET + i);
            summon->hp = 0;
        }
    }
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
}
