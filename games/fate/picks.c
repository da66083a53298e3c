/* Who leads which class: bans and picks before the placement. R4.4 to R4.6 */
#include "picks.h"

#include "board.h"
#include "events.h"
#include "frames.h"
#include "kinds.h"
#include "refusals.h"
#include "rules.h"

enum { BANS = 4, POOL_LEFT = 2 /* of a class, after every ban: the base unit and a hero */ };

static uint32_t bits(uint32_t mask)
{
    uint32_t count = 0;
    for (; mask != 0; mask &= mask - 1) {
        count++;
    }
    return count;
}

static uint32_t bans_done(const struct fate_state *s)
{
    return bits(s->banned);
}

/* Picks; one of the mirror's is for both sides. */
static uint32_t picks_done(const struct fate_state *s)
{
    return bits(s->chosen) / (s->mode == FATE_MODE_MIRROR ? 2 : 1);
}

uint32_t fate_is_banning(const struct fate_state *s)
{
    return s->mode == FATE_MODE_DRAFT && bans_done(s) < BANS;
}

/* Whose choice is next. */
static uint32_t chooser(const struct fate_state *s)
{
    static const uint8_t bans[BANS] = { 0, 1, 1, 0 };
    uint32_t count = picks_done(s);
    if (fate_is_banning(s)) {
        return bans[bans_done(s)];
    }
    return s->mode == FATE_MODE_STANDARD ? (count ^ count / 2) & 1u : count & 1u;
}

static uint32_t unit_of(uint32_t seat, uint32_t kind)
{
    return seat * FATE_CLASSES + fate_kinds[kind].class;
}

static uint32_t is_chosen(const struct fate_state *s, uint32_t unit)
{
    return s->chosen >> unit & 1u;
}

/* R4.5: banned, or somebody has it. */
static uint32_t is_taken(const struct fate_state *s, uint32_t kind)
{
    uint32_t taken = s->banned >> kind & 1u;
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        uint32_t unit = unit_of(seat, kind);
        taken |= is_chosen(s, unit) && s->unit[unit].kind == kind;
    }
    return taken;
}

/* How many of the class are not banned. */
static uint32_t pool(const struct fate_state *s, uint32_t class)
{
    uint32_t count = 0;
    for (uint32_t kind = 0; kind < FATE_KINDS; kind++) {
        count += fate_kinds[kind].class == class && (s->banned >> kind & 1u) == 0;
    }
    return count;
}

uint32_t fate_judge_ban(const struct fate_state *s, uint32_t kind)
{
    if (!fate_is_banning(s)) {
        return FATE_R_NO_BAN;
    }
    if (kind < FATE_FIRST_HERO) {
        return FATE_R_BAN_BASE;
    }
    if (is_taken(s, kind)) {
        return FATE_R_TAKEN;
    }
    return pool(s, fate_kinds[kind].class) > POOL_LEFT ? 0 : FATE_R_SCARCE;
}

uint32_t fate_judge_pick(const struct fate_state *s, uint32_t kind)
{
    if (fate_is_banning(s)) {
        return FATE_R_BANS_FIRST;
    }
    if (is_chosen(s, unit_of(s->current, kind))) {
        return FATE_R_FILLED;
    }
    if (s->mode == FATE_MODE_STANDARD && fate_kinds[kind].class != picks_done(s) / 2) {
        return FATE_R_OTHER_CLASS;
    }
    return s->mode == FATE_MODE_DRAFT && is_taken(s, kind) ? FATE_R_TAKEN : 0;
}

static void go_on(struct fate_run *run)
{
    struct fate_state *s = run->s;
    if (bits(s->chosen) < FATE_CORE) {
        s->current = (uint8_t)chooser(s);
        return;
    }
    s->phase = FATE_PLACEMENT;
    s->current = s->first;
    s->mode = FATE_MODE_CLASSIC; /* nothing is left to choose */
    s->banned = 0;
    s->chosen = 0;
    fate_settle_numbers(s);
}

void fate_ban(struct fate_run *run, uint32_t kind)
{
    FATE_TELL(run, FATE_E_BANNED, RD_ALL_SEATS, run->s->current, (int32_t)fate_pick_of(kind));
    run->s->banned |= UINT32_C(1) << kind;
    go_on(run);
}

static void take(struct fate_run *run, uint32_t seat, uint32_t kind)
{
    struct fate_state *s = run->s;
    uint32_t unit = unit_of(seat, kind);
    fate_make_unit(&s->unit[unit], kind, s->numbers);
    s->chosen |= fate_bit(unit);
    s->heroes |= fate_is_hero(kind) ? fate_bit(unit) : 0;
    FATE_TELL(run, FATE_E_PICKED, RD_ALL_SEATS, (int32_t)unit, (int32_t)fate_pick_of(kind));
}

void fate_pick(struct fate_run *run, uint32_t kind)
{
    uint32_t seat = run->s->current;
    uint32_t both = run->s->mode == FATE_MODE_MIRROR;
    take(run, seat, kind);
    if (both) {
        take(run, 1 - seat, kind);
    }
    go_on(run);
}

void fate_begin_picks(struct fate_state *s, uint32_t mode)
{
    s->mode = (uint8_t)mode;
    if (mode != FATE_MODE_CLASSIC) {
        s->phase = FATE_PICKING;
        s->current = (uint8_t)chooser(s);
    }
}

/* ---- what can be true of them ---- */

static uint32_t bans_are_sound(const struct fate_state *s)
{
    uint32_t heroes = 0;
    for (uint32_t kind = 0; kind < FATE_KINDS; kind++) {
        heroes |= fate_is_hero(kind) ? UINT32_C(1) << kind : 0;
    }
    uint32_t fine = (s->banned & ~heroes) == 0 && bans_done(s) <= BANS &&
                    (s->mode == FATE_MODE_DRAFT || s->banned == 0) &&
                    (!fate_is_banning(s) || s->chosen == 0);
    for (uint32_t class = 0; class < FATE_CLASSES; class ++) {
        fine = fine && pool(s, class) >= POOL_LEFT;
    }
    return fine;
}

/* Of the standard mode: all classes before this one, and of it the first half. */
static uint32_t standard_is_sound(const struct fate_state *s)
{
    uint32_t count = picks_done(s);
    uint32_t whole = (UINT32_C(1) << count / 2) - 1;
    uint32_t half = count % 2 == 0 ? 0 : UINT32_C(1) << count / 2;
    uint32_t early = count / 2 % 2; /* the seat that chooses first for this class */
    uint32_t side[FATE_SEATS] = { whole, whole };
    side[early] |= half;
    return s->chosen == (side[0] | side[1] << FATE_CLASSES);
}

static uint32_t draft_is_sound(const struct fate_state *s)
{
    uint32_t all = (1u << FATE_CLASSES) - 1;
    uint32_t first = bits(s->chosen & all), second = bits(s->chosen >> FATE_CLASSES);
    uint32_t fine = first == second || first == second + 1;
    for (uint32_t class = 0; class < FATE_CLASSES; class ++) {
        uint32_t one = s->unit[class].kind, other = s->unit[class + FATE_CLASSES].kind;
        uint32_t mine = is_chosen(s, class), yours = is_chosen(s, class + FATE_CLASSES);
        fine = fine && !(mine && yours && one == other) && !(mine && (s->banned >> one & 1u)) &&
               !(yours && (s->banned >> other & 1u));
    }
    return fine;
}

static uint32_t mirror_is_sound(const struct fate_state *s)
{
    uint32_t fine = (s->chosen & 0x7f) == s->chosen >> FATE_CLASSES;
    for (uint32_t class = 0; class < FATE_CLASSES; class ++) {
        fine = fine && s->unit[class].kind == s->unit[class + FATE_CLASSES].kind;
    }
    return fine;
}

uint32_t fate_picks_are_sound(const struct fate_state *s)
{
    if (s->phase != FATE_PICKING) {
        return s->mode == FATE_MODE_CLASSIC && s->banned == 0 && s->chosen == 0;
    }
    uint32_t fine = s->chosen >> FATE_CORE == 0 && bits(s->chosen) < FATE_CORE &&
                    bans_are_sound(s) && s->placed_count == 0;
    for (uint32_t i = 0; i < FATE_CORE; i++) {
        fine = fine && s->unit[i].at == FATE_NONE &&
               (is_chosen(s, i) || s->unit[i].kind == i % FATE_CLASSES);
    }
    if (!fine || s->current != chooser(s)) {
        return 0;
    }
    switch ((enum fate_mode)s->mode) {
    case FATE_MODE_STANDARD:
        return standard_is_sound(s);
    case FATE_MODE_DRAFT:
        return draft_is_sound(s);
    case FATE_MODE_MIRROR:
        return mirror_is_sound(s);
    case FATE_MODE_CLASSIC:
    case FATE_MODES:
    default:
        return 0;
    }
}
