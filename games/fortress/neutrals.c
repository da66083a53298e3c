/* Camp archers and dragons: whom they attack, last breaths, return and rewards (R15). */
#include "fortress_internal.h"

#include <string.h>

enum {
    CLEAVE_MAX = 3,
    FIRE_MAX = 2,
    BLOWS_MAX = CLEAVE_MAX + FIRE_MAX,
    FIRE_WEIGHT = 5,
    FIRE_WEIGHT_CLEAVED = 2,
    NEUTRAL_REGEN = 10
};

/* ---- choosing, R15.2 and R15.3 ---- */

struct blows {
    uint32_t count;
    uint16_t whom[BLOWS_MAX];
    enum fortress_mode mode[BLOWS_MAX];
};

struct candidates {
    uint32_t count;
    uint16_t who[FORTRESS_WHO_MAX];
    int32_t weight[FORTRESS_WHO_MAX];
};

static void add_candidate(const struct fortress_state *s, uint32_t neutral, uint32_t who,
                          int32_t factor, struct candidates *list)
{
    RD_ASSERT(neutral < FORTRESS_WHO_MAX);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    int32_t distance = (int32_t)fortress_distance(s->piece[neutral].cell, s->piece[who].cell);
    int32_t weight = 12 * (400 - 3 * s->piece[who].health) / (distance + 1);
    RD_ASSERT(list->count < FORTRESS_WHO_MAX);
    list->who[list->count] = (uint16_t)who;
    list->weight[list->count] = weight * factor;
    list->count++;
}

/* One of them, by weight. There must be one. */
static uint32_t pick(struct fortress_turn *turn, const struct candidates *list)
{
    int32_t total = 0;
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        total += list->weight[i];
    }
    int32_t value = rd_luck_range(turn->luck, 0, total - 1);
    while (value >= list->weight[chosen]) {
        value -= list->weight[chosen];
        chosen++;
    }
    RD_ASSERT(chosen < list->count);
    return list->who[chosen];
}

static int32_t has_been_chosen(const struct blows *blows, uint32_t who)
{
    for (uint32_t i = 0; i < blows->count; i++) {
        if (blows->whom[i] == who) {
            return 1;
        }
    }
    return 0;
}

static void choose(struct blows *blows, uint32_t who, enum fortress_mode mode)
{
    RD_ASSERT(blows->count < BLOWS_MAX);
    blows->whom[blows->count] = (uint16_t)who;
    blows->mode[blows->count] = mode;
    blows->count++;
}

/* The candidates beside one of the blows from `first` on. */
static void keep_neighbours(const struct fortress_state *s, const struct candidates *all,
                            const struct blows *blows, uint32_t first, struct candidates *near)
{
    near->count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        int32_t beside = 0, chosen = 0;
        for (uint32_t k = first; k < blows->count; k++) {
            uint32_t cell = s->piece[blows->whom[k]].cell;
            beside |= fortress_distance(cell, s->piece[all->who[i]].cell) == 1;
            chosen |= blows->whom[k] == all->who[i];
        }
        if (beside && !chosen) {
            near->who[near->count] = all->who[i];
            near->weight[near->count] = all->weight[i];
            near->count++;
        }
    }
}

static void cleave(struct fortress_turn *turn, uint32_t who, const uint16_t *unit, uint32_t units,
                   struct blows *blows)
{
    const struct fortress_state *s = turn->s;
    struct candidates all, near;
    all.count = 0;
    for (uint32_t i = 0; i < units; i++) {
        if (fortress_distance(s->piece[who].cell, s->piece[unit[i]].cell) == 1) {
            add_candidate(s, who, unit[i], 1, &all);
        }
    }
    near = all;
    for (uint32_t i = 0; i < CLEAVE_MAX && near.count > 0; i++) {
        choose(blows, pick(turn, &near), FORTRESS_MELEE_BLOW);
        keep_neighbours(s, &all, blows, 0, &near);
    }
}

static void shoot(struct fortress_turn *turn, uint32_t who, const uint16_t *unit, uint32_t units,
                  struct blows *blows)
{
    const struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &s->piece[who];
    int32_t dragon = piece->type == FORTRESS_DRAGON;
    struct fortress_set reach;
    struct candidates all, near;
    uint32_t first = blows->count;
    all.count = 0;
    fortress_flood(&s->board, piece->cell, fortress_kinds[piece->type].range, 0, &reach);
    for (uint32_t i = 0; i < units; i++) {
        if (fortress_has(&reach, s->piece[unit[i]].cell)) {
            int32_t fire = has_been_chosen(blows, unit[i]) ? FIRE_WEIGHT_CLEAVED : FIRE_WEIGHT;
            add_candidate(s, who, unit[i], dragon ? fire : 1, &all);
        }
    }
    near = all;
    uint32_t most = dragon ? FIRE_MAX : 1;
    for (uint32_t i = 0; i < most && near.count > 0; i++) {
        choose(blows, pick(turn, &near), FORTRESS_RANGED_BLOW);
        keep_neighbours(s, &all, blows, first, &near);
    }
}

static void choose_targets(struct fortress_turn *turn, uint32_t who, struct blows *blows)
{
    uint16_t unit[FORTRESS_WHO_MAX];
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t units = fortress_players_near(turn->s, turn->s->piece[who].cell,
                                           fortress_kinds[FORTRESS_DRAGON].range, unit);
    blows->count = 0;
    if (turn->s->piece[who].type == FORTRESS_DRAGON) {
        cleave(turn, who, unit, units, blows);
    }
    shoot(turn, who, unit, units, blows);
}

static uint64_t neutral_damage(struct fortress_turn *turn, uint32_t who, const struct blows *blows,
                               uint32_t index)
{
    RD_ASSERT(index < BLOWS_MAX);
    int32_t melee = blows->mode[index] == FORTRESS_MELEE_BLOW;
    struct fortress_blow blow = { melee ? FORTRESS_E_CLEAVED : FORTRESS_E_BURNT,
                                  who,
                                  blows->whom[index],
                                  blows->mode[index],
                                  1,
                                  0 };
    return fortress_damage(turn, &blow);
}

/* ---- last breath ---- */

void fortress_death_attack(struct fortress_turn *turn, uint32_t who, struct fortress_batch *ranged,
                           struct fortress_batch *melee)
{
    struct blows blows;
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)turn->s->piece[who].id };
    fortress_tell_about(turn, FORTRESS_E_LAST_BREATH, who, arg);
    choose_targets(turn, who, &blows);
    for (uint32_t i = 0; i < blows.count; i++) {
        struct fortress_batch *batch = blows.mode[i] == FORTRESS_RANGED_BLOW ? ranged : melee;
        fortress_batch_add(batch, blows.whom[i], FORTRESS_NEUTRAL,
                           neutral_damage(turn, who, &blows, i));
    }
}

/* ---- the step, R15.4 ---- */

/* R11.4 d */
static void answer(struct fortress_turn *turn, uint32_t neutral, uint32_t target,
                   enum fortress_mode mode, struct fortress_batch *batch)
{
    int32_t ranged = mode == FORTRESS_RANGED_BLOW;
    uint32_t who = fortress_retaliator(turn, target, neutral, ranged);
    if (who == FORTRESS_NOBODY) {
        return;
    }
    int32_t bow = ranged && fortress_is(turn->s->piece[who].type, FORTRESS_T_SHOOTS);
    struct fortress_blow blow = {
        FORTRESS_E_ANSWERED, who, neutral, bow ? FORTRESS_RANGED_BLOW : FORTRESS_MELEE_BLOW, 1,
        who == target
    };
    fortress_batch_add(batch, neutral, fortress_owner(who), fortress_damage(turn, &blow));
}

/* Where living pieces of players are. */
static void crowd_of(const struct fortress_state *s, struct fortress_set *crowd)
{
    memset(crowd, 0, sizeof *crowd);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            fortress_add(crowd, s->piece[fortress_unit_who(seat, slot)].cell);
        }
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            fortress_add(crowd, s->piece[fortress_structure_who(seat, slot)].cell);
        }
    }
}

/* Is somebody in the rows and columns around? Mostly not, and then there is nobody to choose. */
static int32_t is_crowd_near(const struct fortress_set *crowd, uint32_t cell)
{
    uint32_t far = fortress_kinds[FORTRESS_DRAGON].range, row = cell >> 6, column = cell & 63u;
    uint64_t columns = ((UINT64_C(2) << 2 * far) - 1) << column >> far;
    uint64_t any = 0;
    for (uint32_t y = row > far ? row - far : 0; y <= row + far && y < FORTRESS_ROWS; y++) {
        any |= crowd->row[y];
    }
    return (any & columns) != 0;
}

static void attack(struct fortress_turn *turn, uint32_t who, const struct fortress_set *crowd,
                   struct fortress_batch *hits, struct fortress_batch *answers)
{
    struct blows blows;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_piece *piece = &turn->s->piece[who];
    blows.count = 0;
    if (is_crowd_near(crowd, piece->cell)) {
        choose_targets(turn, who, &blows);
    }
    if (blows.count == 0) {
        piece->health = (uint8_t)fortress_min(piece->health + NEUTRAL_REGEN, FORTRESS_HEALTH_MAX);
    }
    for (uint32_t i = 0; i < blows.count; i++) {
        fortress_batch_add(hits, blows.whom[i], FORTRESS_NEUTRAL,
                           neutral_damage(turn, who, &blows, i));
        answer(turn, who, blows.whom[i], blows.mode[i], answers);
    }
}

static void apply(struct fortress_turn *turn, struct fortress_batch *batch)
{
    fortress_batch_sort(turn, batch);
    for (uint32_t i = 0; i < batch->count; i++) {
        const struct fortress_wound *wound = &batch->wound[i];
        fortress_hurt(turn, wound->who, wound->loss);
        if (turn->s->piece[wound->who].health == 0) {
            int32_t neutral = fortress_owner(wound->who) == FORTRESS_NEUTRAL;
            fortress_kill(turn, wound->who, fortress_credit(turn, wound, neutral));
        }
    }
}

void fortress_neutral_step(struct fortress_turn *turn)
{
    struct fortress_batch hits, answers;
    struct fortress_set crowd;
    uint16_t ranked[FORTRESS_NEUTRALS_MAX];
    uint32_t count = fortress_ranked_neutrals(turn->s, ranked);
    crowd_of(turn->s, &crowd);
    fortress_batch_begin(&hits);
    fortress_batch_begin(&answers);
    for (uint32_t i = 0; i < count; i++) {
        attack(turn, ranked[i], &crowd, &hits, &answers);
    }
    apply(turn, &hits);
    apply(turn, &answers);
}

/* ---- coming back, R15.6 ---- */

enum { CAMP_SOONEST = 8, CAMP_LATEST = 12, LAIR_SOONEST = 14, LAIR_LATEST = 20 };

/* The countdown of a camp or lair, NULL elsewhere. */
static uint8_t *respawn_at(struct fortress_state *s, uint32_t cell, int32_t *lair)
{
    for (uint32_t i = 0; i < s->board.camps; i++) {
        if (s->board.camp[i] == cell) {
            *lair = 0;
            return &s->camp_respawn[i];
        }
    }
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        if (s->board.lair[i] == cell) {
            *lair = 1;
            return &s->lair_respawn[i];
        }
    }
    return NULL;
}

int32_t fortress_respawn_runs(struct fortress_state *s, uint32_t cell)
{
    int32_t lair;
    const uint8_t *respawn = respawn_at(s, cell, &lair);
    return respawn != NULL && *respawn > 0;
}

void fortress_draw_respawn(struct fortress_turn *turn, uint32_t cell)
{
    int32_t lair = 0;
    uint8_t *respawn = respawn_at(turn->s, cell, &lair);
    RD_ASSERT(respawn != NULL);
    int32_t turns = lair ? rd_luck_range(turn->luck, LAIR_SOONEST, LAIR_LATEST)
                         : rd_luck_range(turn->luck, CAMP_SOONEST, CAMP_LATEST);
    *respawn = (uint8_t)turns;
    struct fortress_report report = { FORTRESS_E_RESPAWN_DRAWN, 0, 0, { (int32_t)cell, turns } };
    fortress_tell(turn, &report); /* R14.4: no player is told */
}

void fortress_place_neutral(struct fortress_state *s, uint32_t cell, uint32_t type, uint32_t rank)
{
    RD_ASSERT(s->neutrals < FORTRESS_NEUTRALS_MAX);
    s->next_neutral++;
    struct fortress_piece piece = { FORTRESS_NEUTRAL_ID + s->next_neutral,
                                    (uint16_t)cell,
                                    (uint16_t)rank,
                                    FORTRESS_HEALTH_MAX,
                                    (uint8_t)type,
                                    0,
                                    0 };
    s->piece[FORTRESS_FIRST_NEUTRAL + s->neutrals] = piece;
    s->neutrals++;
}

static void come_back(struct fortress_turn *turn, uint32_t cell, uint32_t type)
{
    struct fortress_state *s = turn->s;
    fortress_place_neutral(s, cell, type, turn->next_rank);
    turn->next_rank++;
    uint32_t who = FORTRESS_FIRST_NEUTRAL + s->neutrals - 1u;
    RD_ASSERT(cell < FORTRESS_CELLS);
    turn->at[cell] = (uint16_t)(1 + who);
    turn->stale |= FORTRESS_STALE_PIECES;
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)s->piece[who].id, (int32_t)type,
                                             (int32_t)cell };
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    turn->cause[who] = 0;
    fortress_tell_about(turn, FORTRESS_E_RESPAWNED, who, arg);
}

/* By column, then row. */
static void sort_by_column(const uint16_t *cell, uint32_t count, uint8_t *order)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = i;
        uint32_t key = (uint32_t)(cell[i] % FORTRESS_STRIDE) << 16 | cell[i];
        while (place > 0 && ((uint32_t)(cell[order[place - 1]] % FORTRESS_STRIDE) << 16 |
                             cell[order[place - 1]]) > key) {
            order[place] = order[place - 1];
            place--;
        }
        order[place] = (uint8_t)i;
    }
}

static void tick_one(struct fortress_turn *turn, uint32_t cell, uint8_t *respawn, uint32_t type,
                     uint8_t *reward)
{
    if (*respawn == 0) {
        return;
    }
    RD_ASSERT(cell < FORTRESS_CELLS);
    if (turn->at[cell] != 0) {
        fortress_draw_respawn(turn, cell);
        return;
    }
    --*respawn;
    if (*respawn == 0 && turn->s->next_neutral < FORTRESS_NEUTRAL_IDS) {
        if (reward != NULL) {
            *reward = (uint8_t)rd_luck_range(turn->luck, 0, FORTRESS_REWARDS - 1);
        }
        come_back(turn, cell, type);
    }
}

void fortress_respawn_tick(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    uint8_t
        order[FORTRESS_CAMPS_MAX > FORTRESS_LAIRS_MAX ? FORTRESS_CAMPS_MAX : FORTRESS_LAIRS_MAX];
    const uint32_t camps = s->board.camps, lairs = s->board.lairs;
    sort_by_column(s->board.camp, camps, order);
    for (uint32_t i = 0; i < camps; i++) {
        tick_one(turn, s->board.camp[order[i]], &s->camp_respawn[order[i]], FORTRESS_CAMP_ARCHER,
                 NULL);
    }
    sort_by_column(s->board.lair, lairs, order);
    for (uint32_t i = 0; i < lairs; i++) {
        tick_one(turn, s->board.lair[order[i]], &s->lair_respawn[order[i]], FORTRESS_DRAGON,
                 &s->lair_reward[order[i]]);
    }
}

/* ---- rewards, R15.7 ---- */

static void earn(struct fortress_side *side, int32_t gold)
{
    side->gold = fortress_min(side->gold + gold, FORTRESS_GOLD_MAX);
}

static void give_dragon_gift(struct fortress_turn *turn, uint32_t cell, uint32_t seat)
{
    struct fortress_state *s = turn->s;
    uint32_t lair = 0;
    while (lair < s->board.lairs && s->board.lair[lair] != cell) {
        lair++;
    }
    RD_ASSERT(lair < s->board.lairs);
    uint32_t reward = s->lair_reward[lair];
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    if (reward == FORTRESS_REWARD_GOLD) {
        earn(side, 1000);
    } else if (side->rewards[reward] < FORTRESS_REWARDS_MAX) {
        side->rewards[reward]++;
    }
    struct fortress_report report = {
        FORTRESS_E_DRAGON_GIFT, 0, RD_SEAT_BIT(seat), { (int32_t)seat, (int32_t)reward }
    };
    fortress_tell(turn, &report);
}

void fortress_reward(struct fortress_turn *turn, uint32_t who, uint32_t credit)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &turn->s->piece[who];
    if (piece->type == FORTRESS_DRAGON) {
        if (credit < FORTRESS_SEATS) {
            give_dragon_gift(turn, piece->cell, credit);
        }
        return;
    }
    int32_t gold = 150 + 5 * rd_luck_range(turn->luck, 0, 20);
    if (credit < FORTRESS_SEATS) {
        earn(&turn->s->side[credit], gold);
        struct fortress_report report = {
            FORTRESS_E_CAMP_GOLD, 0, RD_SEAT_BIT(credit), { (int32_t)credit, gold }
        };
        fortress_tell(turn, &report);
    }
}
