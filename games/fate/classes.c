/* The seven classes of the base game as rows, with the two cards they have. R2, R10 */
#include "attack.h"
#include "board.h"
#include "cards.h"
#include "frames.h"
#include "heroes/heroes.h"
#include "kinds.h"
#include "prompt.h"

/* clang-format off */
#define BASE(name_, title_, class_, hp_, damage_, ...) \
    .name = name_, .title = title_, .class = class_, .hp = hp_, .damage = damage_, .traits = { __VA_ARGS__ }

const struct fate_kind fate_rider = {
    BASE("rider", "Rider", FATE_RIDER, 6, 1, FATE_RIDER_TRAITS)
};
const struct fate_kind fate_spearman = {
    BASE("spearman", "Spearman", FATE_SPEARMAN, 5, 1, FATE_SPEARMAN_TRAITS)
};
const struct fate_kind fate_trickster = {
    BASE("trickster", "Trickster", FATE_TRICKSTER, 4, 1, FATE_TRICKSTER_TRAITS),
    .card_count = 1, .card = { FATE_AREA_ATTACK }
};
const struct fate_kind fate_assassin = {
    BASE("assassin", "Assassin", FATE_ASSASSIN, 4, 1, FATE_ASSASSIN_TRAITS)
};
const struct fate_kind fate_berserker = {
    BASE("berserker", "Berserker", FATE_BERSERKER, 8, 2, FATE_BERSERKER_TRAITS),
    .card_count = 1, .card = { FATE_AUTO_DEFENCE }
};
const struct fate_kind fate_archer = {
    BASE("archer", "Archer", FATE_ARCHER, 5, 1, FATE_ARCHER_TRAITS)
};
const struct fate_kind fate_knight = {
    BASE("knight", "Knight", FATE_KNIGHT, 6, 2, FATE_KNIGHT_TRAITS)
};
/* Summons: nothing of theirs is a class's. */
const struct fate_kind fate_turret = {
    .name = "turret", .title = "Turret", .class = FATE_CLASSES, .hp = 2, .tuned_hp = 1, .damage = 1,
    .maker = FATE_GAUGE, .traits = { { .pattern = FATE_ARROW, .reach = FATE_PATH_MAX, .flags = FATE_STILL } }
};
const struct fate_kind fate_image = {
    .name = "image", .title = "Image", .class = FATE_CLASSES, .hp = 1,
    .maker = FATE_PELL, .traits = { { .flags = FATE_STILL } }
};
/* clang-format on */

/* ---- Auto Defence, R10.1 ---- */

static uint32_t offer_auto(struct fate_run *run, uint32_t unit, struct fate_frame *frame)
{
    (void)frame;
    if (fate_cannot_pay(run->s, unit, FATE_AUTO_DEFENCE) != 0) {
        return 0;
    }
    fate_ask(run, unit, FATE_AUTO_DEFENCE);
    return 1;
}

static uint32_t auto_asks(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    uint32_t attack = top->kind == FATE_F_ATTACK && top->step == FATE_A_BEFORE;
    uint32_t volley = top->kind == FATE_F_VOLLEY && top->step == FATE_VO_ASK;
    return (attack || volley) && top->target == unit &&
           fate_cannot_pay(s, unit, FATE_AUTO_DEFENCE) == 0;
}

static struct fate_options auto_options(const struct fate_state *s, uint32_t unit,
                                        const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_AUTO | 1u << FATE_SAY_ROLL, 0 } };
    (void)s;
    (void)unit;
    (void)top;
    return options;
}

static void answer_auto(struct fate_run *run, uint32_t unit, struct fate_frame *top,
                        uint32_t option)
{
    if (option == FATE_SAY_AUTO) {
        fate_pay(run, unit, FATE_AUTO_DEFENCE);
        top->flags |= FATE_AT_AUTO;
    }
}

enum { AUTO_MAX = 6 };

/* A second life may need less. */
static uint32_t auto_limit(const struct fate_state *s, uint32_t unit)
{
    uint32_t guard = fate_traits_of(s, unit)->guard;
    return guard != 0 ? guard : (uint32_t)AUTO_MAX;
}

const struct fate_card fate_auto_defence = {
    .title = "Auto Defence",
    .id = FATE_AUTO_DEFENCE,
    .kind = FATE_PASSIVE,
    .cost = AUTO_MAX,
    .max = AUTO_MAX,
    .start = AUTO_MAX,
    .limit = auto_limit,
    .gain = 1,
    .flags = FATE_COUNTS | FATE_RESETS,
    .asks = auto_asks,
    .options = auto_options,
    .answer = answer_auto,
    .before_defence = offer_auto,
};

/* ---- the Trickster's area attack, R10.2 ---- */

enum { AREA_RADIUS = 2, AREA_DAMAGE = 1 };

static void use_area(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX])
{
    struct fate_state *s = run->s;
    (void)arg;
    uint32_t targets = fate_within(s, fate_living(s), s->unit[unit].at, AREA_RADIUS);
    fate_begin_volley(run, unit, FATE_AREA_ATTACK, targets, AREA_DAMAGE);
}

const struct fate_card fate_area_attack = {
    .title = "Area attack",
    .id = FATE_AREA_ATTACK,
    .kind = FATE_ACTIVE,
    .slots = FATE_A | FATE_C,
    .flags = FATE_UNGUARDED,
    .names = FATE_NAMES_NOTHING,
    .use = use_area,
};
