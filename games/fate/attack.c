/* Who may be attacked (R8.1), and the attack as a row of steps (R8.2 to R8.5, R13.6). */
#include "attack.h"

#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"
#include "fx.h"
#include "kinds.h"
#include "mirror.h"
#include "stealth.h"
#include "tokens.h"

/* ---- targets ---- */

uint32_t fate_sight(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    uint32_t sight = FATE_FAR;
    if (s->unit[unit].fx_count != 0 && (fate_fx_flags(s, unit) & FATE_FX_NEAR) != 0) {
        sight = 1;
    }
    for (uint32_t i = 0; i < s->token_count; i++) {
        uint32_t reach = fate_token_rows[s->token[i].kind].reach;
        if (reach != 0 && reach < sight && s->token[i].by != unit) {
            sight = reach;
        }
    }
    return sight;
}

static uint32_t on_line(uint32_t from, uint32_t to, uint32_t reach)
{
    uint32_t distance = fate_distance(from, to);
    return distance >= 1 && distance <= reach && fate_direction(from, to) != FATE_NONE;
}

/* Of the mask, the first of the blockers in each direction. */
static uint32_t first_on_lines(const struct fate_state *s, uint32_t from, uint32_t mask,
                               uint32_t blockers, uint32_t reach)
{
    RD_ASSERT(reach <= FATE_PATH_MAX);
    uint32_t nearest[FATE_DIRECTIONS], first[FATE_DIRECTIONS], found = 0;
    for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
        nearest[i] = reach + 1;
        first[i] = 0;
    }
    for (uint32_t left = blockers | mask; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        uint32_t direction = fate_direction(from, s->unit[other].at);
        uint32_t distance = fate_distance(from, s->unit[other].at);
        if (direction != FATE_NONE && distance < nearest[direction]) {
            nearest[direction] = distance;
            first[direction] = fate_bit(other) & mask;
        }
    }
    for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
        found |= first[i];
    }
    return found;
}

uint32_t fate_reachable(const struct fate_state *s, uint32_t unit, uint32_t mask, uint32_t blockers,
                        uint32_t pattern, uint32_t reach)
{
    RD_ASSERT(pattern <= FATE_ARROW && reach <= FATE_FAR);
    uint32_t from = s->unit[unit].at;
    if (pattern == FATE_ARROW) {
        return first_on_lines(s, from, mask, blockers, reach);
    }
    uint32_t near = fate_within(s, mask, from, reach);
    if (pattern != FATE_ON_LINES) {
        return near;
    }
    uint32_t found = 0;
    for (uint32_t left = near; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        found |= on_line(from, s->unit[other].at, reach) ? fate_bit(other) : 0;
    }
    return found;
}

/* R9.3, and marks for those who hunt them. */
static uint32_t may_be_named(const struct fate_state *s, uint32_t unit)
{
    uint32_t hunts = (fate_traits_of(s, unit)->flags & FATE_HUNTS) != 0;
    uint32_t enemies = fate_enemies(s, unit);
    for (uint32_t left = enemies; left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        if (s->unit[other].hidden && !(hunts && fate_has_fx(s, other, FATE_FX_MARK, unit))) {
            enemies &= ~fate_bit(other);
        }
    }
    return enemies;
}

uint32_t fate_targets(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    const struct fate_traits *traits = fate_traits_of(s, unit);
    uint32_t mask = may_be_named(s, unit);
    uint32_t sight = fate_sight(s, unit);
    mask = fate_reachable(s, unit, mask, mask, traits->pattern, traits->reach);
    return sight == FATE_FAR ? mask : fate_within(s, mask, s->unit[unit].at, sight);
}

uint32_t fate_arrow_stopped(struct fate_run *run, uint32_t unit, uint32_t target)
{
    RD_ASSERT(unit < FATE_UNITS && target < FATE_UNITS);
    struct fate_state *s = run->s;
    uint32_t from = s->unit[unit].at;
    uint32_t line = fate_direction(from, s->unit[target].at);
    uint32_t far = fate_distance(from, s->unit[target].at);
    for (uint32_t left = fate_enemies(s, unit); left != 0; left &= left - 1) {
        uint32_t other = fate_lowest(left);
        if (s->unit[other].hidden && fate_distance(from, s->unit[other].at) < far &&
            fate_direction(from, s->unit[other].at) == line) {
            s->stopped = (uint8_t)unit;
            s->stopped_for = (uint8_t)target;
            FATE_TELL(run, FATE_E_STOPPED, RD_ALL_SEATS, (int32_t)unit, (int32_t)target);
            return 1;
        }
    }
    return 0;
}

/* ---- the frame ---- */

struct fate_frame *fate_begin_attack(struct fate_run *run, uint32_t unit, uint32_t target,
                                     uint32_t flags, uint32_t card)
{
    RD_ASSERT(target < FATE_UNITS);
    struct fate_frame *attack = fate_push(run, FATE_F_ATTACK, unit, card);
    attack->target = (uint8_t)target;
    attack->victim = (uint8_t)target;
    attack->flags = (uint16_t)flags;
    return attack;
}

static uint32_t both_alive(const struct fate_state *s, const struct fate_frame *attack)
{
    return s->unit[attack->unit].hp != 0 && s->unit[attack->target].hp != 0;
}

/* A0, A1 */
static void declare(struct fate_run *run, struct fate_frame *attack)
{
    RD_ASSERT(attack->target < FATE_UNITS && attack->victim < FATE_UNITS);
    struct fate_state *s = run->s;
    if (!both_alive(s, attack)) { /* R13.6: a queued attack is dropped */
        fate_pop(run, 0);
        return;
    }
    fate_tell_apart(run, attack->unit); /* it strikes: R23.1 */
    const struct fate_kind *kind = fate_kind_of(s, attack->unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        const struct fate_hooks *card = fate_hooks[kind->card[i]];
        if (card->on_declare != NULL) {
            card->on_declare(run, attack->unit, attack);
        }
    }
    if ((attack->flags & FATE_AT_NORMAL) != 0 && s->unit[attack->unit].fx_count != 0) {
        fate_end_fx_flagged(run, attack->unit, FATE_FX_MOVING, FATE_NONE);
    }
    fate_roll_pair(run, attack->unit, FATE_WHY_ATTACK, attack->die);
    attack->attack = (uint16_t)(attack->die[0] + attack->die[1]);
    attack->step = FATE_A_BEFORE;
}

/* A2. 1: asked. */
uint32_t fate_ask_defender(struct fate_run *run, struct fate_frame *frame)
{
    RD_ASSERT(frame->target < FATE_UNITS);
    const struct fate_kind *kind = fate_kind_of(run->s, frame->target);
    while (frame->cursor < kind->card_count) {
        const struct fate_hooks *card = fate_hooks[kind->card[frame->cursor]];
        frame->cursor++;
        if (card->before_defence != NULL && card->before_defence(run, frame->target, frame)) {
            return 1;
        }
    }
    return 0;
}

/* A3: flat modifiers. */
static uint32_t defence_bonus(const struct fate_state *s, const struct fate_frame *attack)
{
    uint32_t sum = 0;
    for (uint32_t left = s->heroes; left != 0; left &= left - 1) {
        uint32_t unit = fate_lowest(left);
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count && s->unit[unit].hp != 0; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            sum += card->defence_bonus == NULL ? 0 : card->defence_bonus(s, unit, attack);
        }
    }
    return sum;
}

enum { TIES_TOLD = 16 /* of one attack; beyond that only the totals tell */ };

/* A4, R8.2 */
static void break_ties(struct fate_run *run, struct fate_frame *attack)
{
    for (uint32_t ties = 0; attack->attack == attack->defence; ties++) {
        int32_t first = rd_luck_range(run->luck, 1, 6);
        int32_t second = rd_luck_range(run->luck, 1, 6);
        attack->attack = (uint16_t)(attack->attack + first);
        attack->defence = (uint16_t)(attack->defence + second);
        if (ties < TIES_TOLD) {
            FATE_TELL(run, FATE_E_TIE, RD_ALL_SEATS, attack->unit, attack->target, first, second);
        }
    }
    RD_ASSERT(attack->attack != attack->defence);
}

/* Did this side roll a double that means something to it? */
static uint32_t has_double(const struct fate_state *s, uint32_t unit, const uint8_t die[2],
                           uint32_t flag)
{
    return die[0] == die[1] && (fate_traits_of(s, unit)->flags & flag) != 0;
}

uint32_t fate_dice_hit(struct fate_run *run, const struct fate_frame *frame)
{
    RD_ASSERT(frame->unit < FATE_UNITS && frame->target < FATE_UNITS);
    uint32_t hit = frame->attack > frame->defence; /* a tie of a volley is a miss */
    uint32_t dodges = has_double(run->s, frame->target, &frame->die[2], FATE_DODGES);
    uint32_t strikes = has_double(run->s, frame->unit, &frame->die[0], FATE_STRIKES);
    if (strikes && (!hit || dodges)) {
        FATE_TELL(run, FATE_E_DOUBLE, RD_ALL_SEATS, frame->unit, FATE_DOUBLE_STRIKES);
    } else if (dodges && hit && !strikes) {
        FATE_TELL(run, FATE_E_DOUBLE, RD_ALL_SEATS, frame->target, FATE_DOUBLE_DODGES);
    }
    return strikes || (hit && !dodges);
}

/* A3 to A5 */
static void defend(struct fate_run *run, struct fate_frame *attack)
{
    struct fate_state *s = run->s;
    fate_roll_pair(run, attack->target, FATE_WHY_DEFENCE, &attack->die[2]);
    attack->defence = (uint16_t)(attack->die[2] + attack->die[3]);
    if (fate_has_heroes(s)) {
        attack->defence = (uint16_t)(attack->defence + defence_bonus(s, attack));
    }
    break_ties(run, attack);
    uint32_t hit = fate_dice_hit(run, attack);
    attack->flags = (uint16_t)(attack->flags | (hit ? FATE_AT_HIT : 0));
    attack->cursor = 0;
    attack->step = hit && fate_has_heroes(s) ? FATE_A_REACT : FATE_A_HARM;
}

/* A6: the defender's side, then the attacker's. 1: asked. */
static uint32_t ask_before_hit(struct fate_run *run, struct fate_frame *attack)
{
    RD_ASSERT(attack->target < FATE_UNITS);
    struct fate_state *s = run->s;
    uint32_t defender = fate_seat_of(attack->target);
    while (attack->cursor < 2 * FATE_UNITS) {
        uint32_t seat = attack->cursor < FATE_UNITS ? defender : 1 - defender;
        /* As at every moment at which cards may ask. The cursor tells where to go on after an
         * answer. */
        uint32_t unit = attack->cursor % FATE_UNITS;
        attack->cursor++;
        if ((s->heroes & fate_side(seat) & fate_bit(unit)) == 0 || s->unit[unit].hp == 0) {
            continue;
        }
        const struct fate_kind *kind = fate_kind_of(s, unit);
        for (uint32_t i = 0; i < kind->card_count; i++) {
            const struct fate_hooks *card = fate_hooks[kind->card[i]];
            if (card->before_hit != NULL && card->before_hit(run, unit, attack)) {
                return 1;
            }
        }
    }
    return 0;
}

static uint32_t why_missed(const struct fate_state *s, const struct fate_frame *attack)
{
    if ((attack->flags & FATE_AT_AUTO) != 0) {
        return FATE_MISS_AUTO;
    }
    uint32_t dodged = attack->attack > attack->defence &&
                      (fate_traits_of(s, attack->target)->flags & FATE_DODGES) != 0;
    return dodged ? FATE_MISS_DODGE : FATE_MISS_DICE;
}

/* A7 to A11, R8.4 */
static void harm(struct fate_run *run, struct fate_frame *attack)
{
    RD_ASSERT(attack->victim < FATE_UNITS);
    struct fate_state *s = run->s;
    fate_reveal(run, attack->target, FATE_BY_ATTACKED);
    if ((attack->flags & FATE_AT_HIT) != 0 && s->unit[attack->victim].hp != 0) {
        uint32_t damage = fate_hit(run, attack, attack->victim);
        uint32_t left = s->unit[attack->victim].hp;
        attack->flags = (uint16_t)(attack->flags | (left == 0 ? FATE_AT_KILLED : 0));
        FATE_TELL(run, FATE_E_HIT, RD_ALL_SEATS, attack->unit, attack->victim, attack->attack,
                  attack->defence, (int32_t)damage, (int32_t)left);
    } else {
        FATE_TELL(run, FATE_E_MISSED, RD_ALL_SEATS, attack->unit, attack->target, attack->attack,
                  attack->defence, (int32_t)why_missed(s, attack), s->unit[attack->target].hp);
    }
    attack->cursor = 0;
    attack->step = FATE_A_AFTER;
}

/* A12: the attacker's cards, then those of whom it met. 1: one asked or began something. */
static uint32_t ask_after(struct fate_run *run, struct fate_frame *attack)
{
    RD_ASSERT(attack->unit < FATE_UNITS && attack->victim < FATE_UNITS);
    struct fate_state *s = run->s;
    const uint32_t who[2] = { attack->unit, attack->victim };
    while (attack->cursor < 2 * FATE_CARDS_MAX) {
        uint32_t unit = who[attack->cursor / FATE_CARDS_MAX];
        uint32_t place = attack->cursor % FATE_CARDS_MAX;
        const struct fate_kind *kind = fate_kind_of(s, unit);
        attack->cursor++;
        if (place >= kind->card_count || s->unit[unit].hp == 0) {
            continue;
        }
        const struct fate_hooks *card = fate_hooks[kind->card[place]];
        if (card->after_attack != NULL && card->after_attack(run, unit, attack)) {
            return 1;
        }
    }
    return 0;
}

/* A13 */
static void finish(struct fate_run *run, struct fate_frame *attack)
{
    struct fate_unit *u = &run->s->unit[attack->unit];
    if ((attack->flags & FATE_AT_SPENDS) != 0 && u->hp != 0) {
        u->slots |= FATE_A;
    }
    fate_pop(run, attack->flags);
}

void fate_go_attack(struct fate_run *run, struct fate_frame *attack)
{
    RD_ASSERT(attack == fate_top(run->s));
    switch ((enum fate_attack_step)attack->step) {
    case FATE_A_DECLARE:
        declare(run, attack);
        return;
    case FATE_A_BEFORE:
        if (!fate_ask_defender(run, attack)) {
            attack->step = (attack->flags & FATE_AT_AUTO) != 0 ? FATE_A_HARM : FATE_A_ROLL;
        }
        return;
    case FATE_A_ROLL:
        defend(run, attack);
        return;
    case FATE_A_REACT:
        if (!ask_before_hit(run, attack)) {
            attack->step = FATE_A_HARM;
        }
        return;
    case FATE_A_HARM:
        harm(run, attack);
        return;
    case FATE_A_AFTER:
        if (!fate_has_heroes(run->s) || !ask_after(run, attack)) {
            attack->step = FATE_A_OVER;
        }
        return;
    case FATE_A_OVER:
    case FATE_A_STEPS:
    default:
        finish(run, attack);
        return;
    }
}
