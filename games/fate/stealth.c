/* Hiding, searching and being revealed. R9 */
#include "stealth.h"

#include "attack.h"
#include "board.h"
#include "events.h"
#include "frames.h"
#include "kinds.h"

void fate_reveal(struct fate_run *run, uint32_t unit, enum fate_reason reason)
{
    struct fate_unit *u = &run->s->unit[unit];
    if (!u->hidden) {
        return;
    }
    u->hidden = 0;
    u->timer = 0;
    u->known = FATE_NONE;
    FATE_TELL(run, FATE_E_REVEALED, RD_ALL_SEATS, (int32_t)unit, u->at, (int32_t)reason);
}

/* The marker stays where it was if it was hidden already. */
void fate_hide(struct fate_run *run, uint32_t unit)
{
    struct fate_unit *u = &run->s->unit[unit];
    if (!u->hidden) {
        u->hidden = 1;
        u->known = u->at;
        FATE_TELL(run, FATE_E_HID, RD_ALL_SEATS, (int32_t)unit);
    }
    u->timer = FATE_STEALTH_TURNS;
}

/* R9.1 */
void fate_stealth(struct fate_run *run, uint32_t unit)
{
    struct fate_unit *u = &run->s->unit[unit];
    u->slots |= FATE_S;
    FATE_TELL(run, FATE_E_TRIES, RD_ALL_SEATS, (int32_t)unit);
    if (u->hidden) {
        return;
    }
    uint32_t rolled = fate_roll_one(run, unit, FATE_WHY_STEALTH, fate_owner(unit));
    if (rolled >= fate_traits_of(run->s, unit)->hides) {
        fate_hide(run, unit);
    }
}

/* R9.8: what the dice of the last search were for stays with the searcher until its turn ends. */
void fate_search(struct fate_run *run, uint32_t unit, uint32_t slot)
{
    struct fate_state *s = run->s;
    uint32_t seat = fate_seat_of(unit);
    s->unit[unit].slots = (uint8_t)(s->unit[unit].slots | slot);
    s->sensed[seat] = 0;
    s->sensed_at[seat] = FATE_NONE;
    FATE_TELL(run, FATE_E_SEARCHED, RD_ALL_SEATS, (int32_t)unit, slot == FATE_M ? 0 : 1);
    uint32_t near = fate_within(s, fate_enemies(s, unit), s->unit[unit].at, 1);
    for (; near != 0; near &= near - 1) {
        uint32_t other = fate_lowest(near);
        if (!s->unit[other].hidden) {
            continue;
        }
        int32_t rolled = rd_luck_range(run->luck, 1, 6);
        s->sensed[seat] |= fate_bit(other);
        s->sensed_at[seat] = s->unit[unit].at;
        FATE_TELL(run, FATE_E_SEARCH_ROLL, RD_SEAT_BIT(seat), (int32_t)unit, (int32_t)other,
                  rolled);
        if (rolled >= 5) {
            fate_reveal(run, other, FATE_BY_SEARCH);
        }
    }
}
