/* Area attacks: one roll of the attacker against each unit in the area. R10.2, R13.7 */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "kinds.h"
#include "mirror.h"
#include "stealth.h"

/* What a volley counts in its list. */
enum { AFFECTED, REVEALED, DAMAGED };

struct fate_frame *fate_begin_volley(struct fate_run *run, uint32_t unit, uint32_t card,
                                     uint32_t targets, uint32_t damage)
{
    RD_ASSERT(card < FATE_CARDS && targets >> FATE_UNITS == 0);
    struct fate_frame *volley = fate_push(run, FATE_F_VOLLEY, unit, card);
    volley->mask = targets & ~fate_bit(unit);
    volley->damage = (uint8_t)damage;
    volley->crossed = (uint8_t)fate_crossed_pairs(run->s); /* who is next stays so: R10.2 */
    return volley;
}

static void cast(struct fate_run *run, struct fate_frame *volley)
{
    if (volley->mask == 0) {
        volley->step = FATE_VO_OVER;
        return;
    }
    fate_roll_pair(run, volley->unit, FATE_WHY_AREA, volley->die);
    volley->attack = (uint16_t)(volley->die[0] + volley->die[1]);
    volley->step = FATE_VO_NEXT;
}

static void next(struct fate_run *run, struct fate_frame *volley)
{
    volley->mask &= fate_living(run->s);
    RD_ASSERT(volley->mask >> FATE_UNITS == 0);
    if (volley->mask == 0) {
        volley->step = FATE_VO_OVER;
        return;
    }
    volley->target = (uint8_t)fate_first_met(volley->mask, volley->crossed);
    volley->victim = volley->target;
    volley->mask &= ~fate_bit(volley->target);
    volley->flags = 0;
    volley->cursor = 0;
    volley->step = FATE_VO_ASK;
}

static void strike(struct fate_run *run, struct fate_frame *volley)
{
    RD_ASSERT(volley->card < FATE_CARDS && volley->target < FATE_UNITS);
    const struct fate_hooks *card = fate_hooks[volley->card];
    uint32_t damage = fate_hit(run, volley, volley->target);
    volley->list[DAMAGED]++;
    FATE_TELL(run, FATE_E_AREA_HIT, RD_ALL_SEATS, volley->unit, volley->target, volley->attack,
              volley->defence, (int32_t)damage, run->s->unit[volley->target].hp);
    if (card->volley_hit != NULL && run->s->unit[volley->target].hp != 0) {
        card->volley_hit(run, volley->unit, volley->target);
    }
}

static void defend(struct fate_run *run, struct fate_frame *volley)
{
    RD_ASSERT(volley->target < FATE_UNITS);
    struct fate_state *s = run->s;
    uint32_t safe = (volley->flags & FATE_AT_AUTO) != 0;
    volley->defence = 0;
    if (!safe) {
        fate_roll_pair(run, volley->target, FATE_WHY_DEFENCE, &volley->die[2]);
        volley->defence = (uint16_t)(volley->die[2] + volley->die[3]);
    }
    volley->list[AFFECTED]++;
    volley->list[REVEALED] = (uint8_t)(volley->list[REVEALED] + s->unit[volley->target].hidden);
    fate_reveal(run, volley->target, FATE_BY_AREA);
    if (!safe && fate_dice_hit(run, volley)) {
        strike(run, volley);
    } else {
        FATE_TELL(run, FATE_E_AREA_MISSED, RD_ALL_SEATS, volley->unit, volley->target,
                  volley->attack, volley->defence, s->unit[volley->target].hp);
    }
    volley->step = FATE_VO_NEXT;
}

static void finish(struct fate_run *run, struct fate_frame *volley)
{
    RD_ASSERT(volley->card < FATE_CARDS);
    const struct fate_hooks *card = fate_hooks[volley->card];
    FATE_TELL(run, FATE_E_AREA_OVER, RD_ALL_SEATS, volley->unit, volley->list[AFFECTED],
              volley->list[REVEALED], volley->list[DAMAGED]);
    if (card->volley_over != NULL) {
        card->volley_over(run, volley);
    }
    fate_pop(run, volley->list[DAMAGED]);
}

void fate_go_volley(struct fate_run *run, struct fate_frame *volley)
{
    RD_ASSERT(volley == fate_top(run->s));
    /* One case for each step of the frame: every kind of frame is carried out so (frames.h). */
    switch ((enum fate_volley_step)volley->step) {
    case FATE_VO_CAST:
        cast(run, volley);
        return;
    case FATE_VO_NEXT:
        next(run, volley);
        return;
    case FATE_VO_ASK: /* R10.1: not against the area attack of the class */
        if ((fate_cards[volley->card].flags & FATE_UNGUARDED) != 0 ||
            !fate_ask_defender(run, volley)) {
            volley->step = FATE_VO_ROLL;
        }
        return;
    case FATE_VO_ROLL:
        defend(run, volley);
        return;
    case FATE_VO_OVER:
    case FATE_VO_STEPS:
    default:
        finish(run, volley);
        return;
    }
}
