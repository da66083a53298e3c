/* The steps of ranged and melee orders: R6.5 to R6.9. */
#include "classic_internal.h"

void classic1_gather(struct classic1_turn *turn, uint32_t verb, enum classic1_sorting sorting,
                     struct classic1_turn_list *list)
{
    list->count = 0;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        const struct classic1_order *order = turn->secret[seat].order;
        for (uint32_t slot = 1; slot < turn->open->unit_count[seat]; slot++) {
            if (order[slot].verb != verb) {
                continue;
            }
            uint32_t key = sorting == CLASSIC_SEAT_FIRST ? seat << 16 | order[slot].priority
                                                         : order[slot].priority * 2u + seat;
            uint32_t place = list->count;
            for (; place > 0 && list->key[place - 1] > key; place--) {
                list->key[place] = list->key[place - 1];
                list->who[place] = list->who[place - 1];
            }
            list->key[place] = key;
            list->who[place] = (uint16_t)(seat * CLASSIC_UNITS_MAX + slot);
            list->count++;
        }
    }
}

/* Nobody walks before these steps, so the tile of a target still tells who it is: R5.7. */
static uint32_t target_of(struct classic1_turn *turn, uint32_t who)
{
    return classic1_who_at(turn, classic1_order_of(turn, who)->cell[0]);
}

static int32_t attackers_on(struct classic1_turn *turn, const struct classic1_turn_list *list,
                            uint32_t target)
{
    int32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        count += target_of(turn, list->who[i]) == target;
    }
    return count;
}

/* ---- arrows ---- */

static const struct classic1_kind *kind_of(const struct classic1_turn *turn, uint32_t who)
{
    RD_ASSERT(turn->unit[who].type < CLASSIC_TYPES);
    return &classic1_kinds[turn->unit[who].type];
}

/* R6.5 */
static void shoot(struct classic1_turn *turn, uint32_t shooter, uint32_t target)
{
    const struct classic1_kind *kind = kind_of(turn, target);
    struct classic1_blow shot = {
        CLASSIC_E_SHOT,
        shooter,
        target,
        { kind_of(turn, shooter)->ranged, 0, turn->unit[shooter].health },
        { kind->ranged != 0 ? kind->ranged : kind->melee, 0, CLASSIC_HEALTH_MAX }, /* unscaled */
    };
    classic1_strike(turn, &shot);
}

/* R6.6 */
static void shoot_back(struct classic1_turn *turn, uint32_t target, uint32_t shooter,
                       int32_t shooters)
{
    struct classic1_blow shot = {
        CLASSIC_E_SHOT_BACK,
        target,
        shooter,
        { kind_of(turn, target)->ranged, CLASSIC_CROWD_PENALTY * (shooters - 1),
          turn->unit[target].health },
        { kind_of(turn, shooter)->ranged, 0, CLASSIC_HEALTH_MAX },
    };
    classic1_strike(turn, &shot);
}

uint32_t classic1_ranged_step(struct classic1_turn *turn)
{
    struct classic1_turn_list list;
    classic1_gather(turn, CLASSIC_RANGED, CLASSIC_SEAT_FIRST, &list);
    if (list.count == 0) {
        return CLASSIC_PLAYING;
    }
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t shooter = list.who[i];
        uint32_t target = target_of(turn, shooter);
        RD_ASSERT(target != CLASSIC_NOBODY); /* nobody has died yet in this turn */
        shoot(turn, shooter, target);
        if (classic1_defends(turn, target) && kind_of(turn, target)->ranged != 0) {
            shoot_back(turn, target, shooter, attackers_on(turn, &list, target));
        }
    }
    return classic1_settle(turn);
}

/* ---- blades ---- */

/* All blows on one target and its answers: R6.7, R6.8. */
static void fight_over(struct classic1_turn *turn, const struct classic1_turn_list *list,
                       uint32_t target)
{
    int32_t penalty = CLASSIC_CROWD_PENALTY * (attackers_on(turn, list, target) - 1);
    struct classic1_strength defence = classic1_melee_strength(&turn->unit[target], penalty);
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t attacker = list->who[i];
        if (target_of(turn, attacker) != target) {
            continue;
        }
        struct classic1_strength attack = classic1_melee_strength(&turn->unit[attacker], 0);
        struct classic1_blow blow = { CLASSIC_E_STRUCK, attacker, target, attack, defence };
        classic1_strike(turn, &blow);
        if (classic1_defends(turn, target)) {
            struct classic1_blow answer = { CLASSIC_E_STRUCK_BACK, target, attacker, defence,
                                            attack };
            classic1_strike(turn, &answer);
        }
    }
}

/* The targets in the order first named, and whose tile an attacker may take. */
struct targets {
    uint32_t count;
    uint16_t who[CLASSIC_WHO_MAX];
};

static void name_targets(struct classic1_turn *turn, const struct classic1_turn_list *list,
                         struct targets *targets)
{
    uint8_t named[CLASSIC_WHO_MAX] = { 0 };
    targets->count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t target = target_of(turn, list->who[i]);
        if (target == CLASSIC_NOBODY) {
            classic1_note(turn, CLASSIC_E_TARGET_GONE, list->who[i],
                          classic1_order_of(turn, list->who[i])->cell[0]);
        } else if (!named[target]) {
            named[target] = 1;
            RD_ASSERT(targets->count < CLASSIC_WHO_MAX);
            targets->who[targets->count] = (uint16_t)target;
            targets->count++;
        }
    }
}

/* R6.9. The dead have lost their orders, so whoever still aims at the tile is alive. */
static void advance(struct classic1_turn *turn, const struct classic1_turn_list *list,
                    uint32_t target)
{
    uint32_t cell = turn->unit[target].cell;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t who = list->who[i];
        const struct classic1_order *order = classic1_order_of(turn, who);
        if (order->verb == CLASSIC_MELEE && order->cell[0] == cell) {
            uint32_t from = turn->unit[who].cell;
            RD_ASSERT(from < CLASSIC_CELLS);
            turn->at[from] = 0;
            classic1_tell_move(turn, CLASSIC_E_ADVANCED, who, from, cell);
            classic1_enter(turn, who, cell);
            return;
        }
    }
}

uint32_t classic1_melee_step(struct classic1_turn *turn)
{
    struct classic1_turn_list list;
    struct targets targets;
    classic1_gather(turn, CLASSIC_MELEE, CLASSIC_SEAT_FIRST, &list);
    if (list.count == 0) {
        return CLASSIC_PLAYING;
    }
    name_targets(turn, &list, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
        fight_over(turn, &list, targets.who[i]);
    }
    uint32_t ending = classic1_settle(turn);
    for (uint32_t i = 0; i < targets.count && ending == CLASSIC_PLAYING; i++) {
        if (turn->unit[targets.who[i]].health == 0) {
            advance(turn, &list, targets.who[i]);
        }
    }
    classic1_tell_notes(turn);
    return ending;
}
