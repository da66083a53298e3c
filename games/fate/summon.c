/* Units that others make and that vanish with them. R13.8 */
#include "summon.h"

#include <string.h>

#include "board.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "rules.h"

uint32_t fate_summoner(const struct fate_state *s, uint32_t summon)
{
    RD_ASSERT(fate_is_summon(summon));
    uint32_t maker = fate_kind_of(s, summon)->maker;
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        if (s->unit[i].kind == maker && fate_seat_of(i) == fate_seat_of(summon)) {
            return i;
        }
    }
    return FATE_NONE;
}

void fate_summon(struct fate_run *run, uint32_t unit, uint32_t cell)
{
    RD_ASSERT(fate_is_summon(unit) && cell < FATE_CELLS && run->s->unit[unit].hp == 0);
    struct fate_unit *u = &run->s->unit[unit];
    uint32_t kind = u->kind;
    fate_make_unit(u, kind, run->s->numbers);
    u->at = (uint8_t)cell;
    FATE_TELL(run, FATE_E_SUMMONED, RD_ALL_SEATS, (int32_t)unit, (int32_t)cell);
}

void fate_unsummon(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(fate_is_summon(unit));
    struct fate_unit *u = &run->s->unit[unit];
    uint32_t kind = u->kind;
    fate_fx_dies(run, unit);
    fate_make_unit(u, kind, run->s->numbers);
    u->hp = 0;
    fate_part_pair(run->s, unit);
    FATE_TELL(run, FATE_E_UNSUMMONED, RD_ALL_SEATS, (int32_t)unit);
}
