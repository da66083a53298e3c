/* Dice, damage, loss and death. */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "stealth.h"
#include "summon.h"
#include "tokens.h"

/* ---- dice ---- */

static uint32_t die(struct fate_run *run)
{
    return (uint32_t)rd_luck_range(run->luck, 1, 6);
}

void fate_roll_pair(struct fate_run *run, uint32_t unit, uint32_t why, uint8_t dice[2])
{
    RD_ASSERT(unit < FATE_UNITS && why < FATE_WHYS);
    dice[0] = (uint8_t)die(run);
    dice[1] = (uint8_t)die(run);
    FATE_TELL(run, FATE_E_ROLLED, RD_ALL_SEATS, (int32_t)unit, (int32_t)why, dice[0], dice[1]);
    if (dice[0] == dice[1] && fate_has_heroes(run->s)) {
        fate_tell_heroes(run, FATE_DOUBLE);
    }
}

uint32_t fate_roll_one(struct fate_run *run, uint32_t unit, uint32_t why, rd_seats seen_by)
{
    RD_ASSERT(unit < FATE_UNITS && why < FATE_WHYS);
    uint32_t rolled = die(run);
    FATE_TELL(run, FATE_E_DIE, seen_by, (int32_t)unit, (int32_t)why, (int32_t)rolled);
    return rolled;
}

/* ---- death ---- */

static void vanish_with(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(unit < FATE_CORE);
    uint32_t summons = fate_living(run->s) & (uint32_t)FATE_SUMMONS & fate_side(fate_seat_of(unit));
    for (; summons != 0; summons &= summons - 1) {
        uint32_t summon = fate_lowest(summons);
        if (fate_summoner(run->s, summon) == unit) {
            fate_unsummon(run, summon);
        }
    }
}

static void tell_death(struct fate_run *run, uint32_t dead)
{
    RD_ASSERT(dead < FATE_CORE && run->s->unit[dead].hp == 0);
    struct fate_state *s = run->s;
    for (uint32_t left = s->heroes & ~fate_bit(dead); left != 0; left &= left - 1) {
        uint32_t unit = fate_lowest(left);
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count && s->unit[unit].hp != 0; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            if (card->on_death != NULL) {
                card->on_death(run, unit, dead);
            }
        }
    }
}

/* A10 */
static uint32_t lives_on(struct fate_run *run, uint32_t unit)
{
    RD_ASSERT(run->s->unit[unit].hp == 0);
    const struct fate_kind *kind = fate_kind_of(run->s, unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        const struct fate_hooks *card = fate_hooks[kind->card[i]];
        if (card->survives != NULL && card->survives(run, unit)) {
            return 1;
        }
    }
    return 0;
}

/* A11. Slots and counters keep their last values; nobody reads them. */
static void die_now(struct fate_run *run, uint32_t unit)
{
    struct fate_unit *u = &run->s->unit[unit];
    RD_ASSERT(unit < FATE_CORE && u->hp == 0 && u->at < FATE_CELLS);
    u->fell = u->at;
    u->at = FATE_NONE;
    u->known = FATE_NONE;
    u->hidden = 0;
    u->timer = 0;
    FATE_TELL(run, FATE_E_DIED, RD_ALL_SEATS, (int32_t)unit);
    if (fate_has_heroes(run->s)) {
        fate_fx_dies(run, unit);
        fate_tokens_die(run, unit);
        vanish_with(run, unit);
        tell_death(run, unit);
    }
}

static void take(struct fate_run *run, uint32_t unit, uint32_t amount)
{
    RD_ASSERT(unit < FATE_UNITS);
    struct fate_unit *u = &run->s->unit[unit];
    u->hp = (uint8_t)(amount < u->hp ? u->hp - amount : 0);
    if (u->hp != 0 || lives_on(run, unit)) {
        return;
    }
    if ((fate_bit(unit) & (uint32_t)FATE_SUMMONS) != 0) { /* R13.8 */
        fate_unsummon(run, unit);
    } else {
        die_now(run, unit);
    }
}

/* R14.4: not an attack, so nothing shields from it. */
void fate_lose(struct fate_run *run, uint32_t unit, uint32_t amount, uint32_t killer)
{
    RD_ASSERT(unit < FATE_UNITS && (killer < FATE_UNITS || killer == FATE_NONE));
    fate_tell_apart(run, unit);
    struct fate_unit *u = &run->s->unit[unit];
    if (u->hp == 0) {
        return;
    }
    uint32_t left = amount < u->hp ? u->hp - amount : 0;
    FATE_TELL(run, FATE_E_LOST, fate_witnesses(run->s, unit), (int32_t)unit, (int32_t)amount,
              (int32_t)left, killer < FATE_UNITS ? (int32_t)killer : (int32_t)unit);
    take(run, unit, amount);
}

void fate_heal(struct fate_run *run, uint32_t unit, uint32_t amount)
{
    struct fate_unit *u = &run->s->unit[unit];
    uint32_t lacks = u->hp < u->max ? (uint32_t)(u->max - u->hp) : 0;
    uint32_t gain = amount < lacks ? amount : lacks;
    if (u->hp == 0 || gain == 0) {
        return;
    }
    u->hp = (uint8_t)(u->hp + gain);
    RD_ASSERT(u->hp <= u->max);
    FATE_TELL(run, FATE_E_HEALED, fate_witnesses(run->s, unit), (int32_t)unit, (int32_t)gain,
              u->hp);
}

/* ---- hits ---- */

/* A8: each source once, and of the command auras only one. */
static uint32_t bonuses(const struct fate_state *s, const struct fate_frame *frame)
{
    uint32_t sum = 0;
    uint32_t command = 0;
    for (uint32_t left = s->heroes; left != 0; left &= left - 1) {
        uint32_t unit = fate_lowest(left);
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count && s->unit[unit].hp != 0; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            if (card->damage_bonus == NULL) {
                continue;
            }
            uint32_t bonus = card->damage_bonus(s, unit, frame);
            if ((fate_cards[kind->card[i]].flags & FATE_COMMAND) != 0) {
                command = bonus > command ? bonus : command;
            } else {
                sum += bonus;
            }
        }
    }
    return sum + command;
}

static uint32_t base_damage(const struct fate_state *s, const struct fate_frame *frame)
{
    RD_ASSERT(frame->unit < FATE_UNITS);
    const struct fate_unit *u = &s->unit[frame->unit];
    uint32_t stabs = u->hidden && (fate_traits_of(s, frame->unit)->flags & FATE_BACKSTABS) != 0;
    return frame->damage != 0 ? frame->damage : stabs ? 2u : u->damage;
}

static void tell_dealt(struct fate_run *run, uint32_t unit, uint32_t victim)
{
    const struct fate_kind *kind = fate_kind_of(run->s, unit);
    for (uint32_t i = 0; i < kind->card_count && run->s->unit[unit].hp != 0; i++) {
        const struct fate_hooks *card = fate_hooks[kind->card[i]];
        if (card->on_dealt != NULL) {
            card->on_dealt(run, unit, victim);
        }
    }
}

/* A8 to A11, R8.4 */
uint32_t fate_hit(struct fate_run *run, struct fate_frame *frame, uint32_t victim)
{
    RD_ASSERT(frame->kind == FATE_F_ATTACK || frame->kind == FATE_F_VOLLEY);
    struct fate_state *s = run->s;
    fate_tell_apart(run, victim);
    uint32_t damage = base_damage(s, frame);
    if (fate_has_heroes(s)) {
        damage += bonuses(s, frame);
    }
    if (damage > 1 && (fate_fx_flags(s, victim) & FATE_FX_CAPS) != 0) {
        damage = 1;
    }
    if (frame->kind == FATE_F_ATTACK &&
        (fate_traits_of(s, frame->unit)->flags & FATE_BACKSTABS) != 0) {
        fate_reveal(run, frame->unit, FATE_BY_ATTACK);
    }
    uint32_t had = s->unit[victim].hp;
    take(run, victim, damage);
    if (fate_has_heroes(s)) {
        tell_dealt(run, frame->unit, victim);
    }
    return damage < had ? damage : had; /* more would tell of bonuses that nobody sees */
}
