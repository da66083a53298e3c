/* Fortress Frontiers for the engines: playbooks, and what a side is worth. */
#include <string.h>

#include "bots/fortress_playbooks.h"
#include "bots/list.h"

enum {
    INCOME_TURNS = 12, /* turns for which an income is counted */
    MINE_PAY = 10,     /* R8.2 */
    MINER_PAY = 15,
    WORTH_BASE = 8, /* of a point of its health */
    WORTH_LAST_BASE = 12,
    WORTH_TOWER = 1,
    WORTH_NEAR = 1, /* of a step of a fighter from home towards the enemy's base */
    CONTACT = 4,    /* steps between units that may meet within the turn */
    FAR_APART = 33, /* steps between the bases of a wide board */
    ATTENTION = 10  /* turns for which a beginner does not look at half of the board */
};

/* A playbook names the numbers that differ from 0. */
static const struct fortress_playbook playbooks[] = {
    { .scouts = 3,
      .miners = 6,
      .builders = 1,
      .archers = 2,
      .muster = 10,
      .hunters = 3,
      .guard = 8,
      .focuses = 1 },
    { .scouts = 2, .miners = 2, .archers = 2, .muster = 5, .guard = 5, .focuses = 1 },
    { .scouts = 3,
      .miners = 10,
      .builders = 1,
      .archers = 3,
      .muster = 16,
      .hunters = 3,
      .guard = 10,
      .focuses = 1 },
    { .scouts = 2, .miners = 4, .archers = 1, .muster = 7, .hunters = 2, .guard = 6, .focuses = 1 },
    /* What newcomers do: a lone scout, soldiers, and off they go one after the other. */
    { .scouts = 1, .miners = 1, .archers = 1, .muster = 3, .guard = 3 },
    /* And a little later: they have heard of miners, and wait for each other. */
    { .scouts = 2, .miners = 2, .archers = 2, .muster = 7, .guard = 5 },
    /* Grows by hunting rather than by miners, and each fighter strikes whom it likes. */
    { .scouts = 3,
      .miners = 2,
      .builders = 1,
      .archers = 3,
      .muster = 12,
      .hunters = 2,
      .guard = 10 },
};
enum { STEADY, RUSH, RICH, HUNT, SIMPLE, PLAIN, GROWING, FITTING, DRILLED, STANCES = 4 };
static const uint8_t own_playbooks[] = { SIMPLE,      PLAIN,       FITTING,    DRILLED,
                                         DRILLED + 1, DRILLED + 2, DRILLED + 3 };
static const uint8_t other_playbooks[] = { FITTING, RUSH };

/* What suits a board, small or wide. Growing pays where the enemy is far, but so late that no
 * rehearsal sees it: there the expert compares nothing. */
static const uint8_t stances[][STANCES] = { { HUNT, RICH, STEADY, RUSH },
                                            { RICH, RICH, RICH, RICH } };
static const uint8_t fitting[] = { HUNT, GROWING };

static uint32_t base_of(const struct fortress_state *s, uint32_t seat)
{
    uint32_t who = fortress_structure_who(seat, 0);
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        uint32_t one = fortress_structure_who(seat, slot);
        who = s->piece[one].type == FORTRESS_BASE ? one : who;
    }
    return who;
}

static uint32_t is_wide(const struct fortress_state *s)
{
    return fortress_distance(s->piece[base_of(s, 0)].cell, s->piece[base_of(s, 1)].cell) >=
           FAR_APART;
}

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    uint32_t wide = is_wide(position->state), plain = playbook;
    RD_ASSERT(playbook < DRILLED + STANCES);
    if (playbook >= FITTING) {
        plain = playbook == FITTING ? fitting[wide] : stances[wide][playbook - DRILLED];
    }
    struct fortress_playbook chosen = playbooks[plain];
    chosen.drilled = playbook >= DRILLED;
    return fortress_playbook_orders(position, &chosen, out, cap);
}

/* ---- worth ---- */

static int32_t worth_of_units(const struct fortress_state *s, uint32_t seat)
{
    uint32_t enemy = s->piece[base_of(s, 1 - seat)].cell;
    int32_t playbook = (int32_t)fortress_distance(s->piece[base_of(s, seat)].cell, enemy);
    int32_t worth = 0;
    for (uint32_t slot = 0; slot < (uint32_t)s->side[seat].units + s->side[seat].bought; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        worth += fortress_kinds[unit->type].cost * (40 + unit->health * 6 / 10) / 100;
        if (fortress_is(unit->type, FORTRESS_T_FIGHTER)) {
            int32_t steps = (int32_t)fortress_distance(unit->cell, enemy);
            worth += steps < playbook ? WORTH_NEAR * (playbook - steps) : 0;
        }
    }
    return worth;
}

static int32_t worth_of_land(const struct fortress_state *s, uint32_t seat)
{
    int32_t pay = 0;
    for (uint32_t i = 0; i < s->board.mines; i++) {
        pay += s->mine_owner[i] == seat + 1 ? MINE_PAY : 0;
    }
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(seat, slot)];
        for (uint32_t i = 0; i < s->board.mines && fortress_is(unit->type, FORTRESS_T_DIGS_GOLD);
             i++) {
            pay += s->board.mine[i] == unit->cell ? MINER_PAY : 0;
        }
    }
    return pay * INCOME_TURNS;
}

static int32_t worth_of_side(const struct fortress_state *s, uint32_t seat)
{
    const struct fortress_side *side = &s->side[seat];
    int32_t health = s->piece[base_of(s, seat)].health;
    int32_t worth = side->gold - side->spent + WORTH_BASE * health;
    worth += health < 50 ? WORTH_LAST_BASE * (health - 50) : 0;
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        worth += WORTH_TOWER * s->piece[fortress_structure_who(seat, slot)].health;
    }
    for (uint32_t i = FORTRESS_REWARD_MELEE; i < FORTRESS_REWARDS; i++) {
        worth += 300 * side->rewards[i];
    }
    return worth + worth_of_units(s, seat) + worth_of_land(s, seat);
}

static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct fortress_state *s = state;
    return worth_of_side(s, seat) - worth_of_side(s, 1u - seat);
}

/* ---- what is worth a try ---- */

static uint32_t is_near(const struct fortress_state *s, uint32_t seat, uint32_t who, uint32_t cell)
{
    const struct fortress_piece *foe = &s->piece[who];
    return fortress_has(&s->know[seat].visible, foe->cell) &&
           fortress_distance(foe->cell, cell) <= CONTACT;
}

static uint32_t meets_somebody(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    uint32_t meets = 0;
    for (uint32_t slot = 0; slot < s->side[1 - seat].units && !meets; slot++) {
        meets = is_near(s, seat, fortress_unit_who(1 - seat, slot), cell);
    }
    for (uint32_t i = 0; i < s->neutrals && !meets; i++) {
        meets = is_near(s, seat, FORTRESS_FIRST_NEUTRAL + i, cell);
    }
    return meets;
}

static uint32_t is_fight_verb(uint32_t verb)
{
    return verb == FORTRESS_MOVE || verb == FORTRESS_MELEE || verb == FORTRESS_RANGED ||
           verb == FORTRESS_DEFEND || verb == FORTRESS_HEAL;
}

/* What units may do who meet somebody: whom to strike, from where, or to get away. If those are too
 * many, each is as likely to be among them. */
static uint32_t candidates(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    const struct fortress_state *s = position->state;
    uint8_t meets[FORTRESS_IDS];
    uint32_t count = 0;
    memset(meets, 0, sizeof meets);
    for (uint32_t slot = 0; slot < s->side[position->seat].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(position->seat, slot)];
        meets[unit->id] = (uint8_t)meets_somebody(s, position->seat, unit->cell);
    }
    for (uint32_t i = 0; i < legal_count; i++) {
        if (is_fight_verb(legal[i].verb) && meets[legal[i].arg[0]]) {
            uint32_t place =
                count < cap ? count : (uint32_t)rd_luck_range(position->luck, 0, (int32_t)count);
            if (place < cap) {
                out[place] = i;
            }
            count++;
        }
    }
    return count < cap ? count : cap;
}

/* ---- what a player expects, and what he overlooks ---- */

/* A base that was never seen stands where the half turn of the board puts one's own. */
static void expect(void *state, rd_seat seat, struct rd_luck *luck)
{
    struct fortress_state *s = state;
    uint32_t who = base_of(s, 1u - seat);
    uint32_t slot = who - fortress_structure_who(1u - seat, 0);
    uint32_t there = fortress_mirrored(s, s->piece[base_of(s, seat)].cell);
    (void)luck;
    if ((s->know[seat].structures >> slot & 1u) == 0 &&
        !fortress_has(&s->know[seat].explored, there)) {
        s->piece[who].cell = (uint16_t)there;
    }
}

/* Enemies in one half of the board are not noticed. */
static void blunder_filter(void *state, rd_seat seat)
{
    struct fortress_state *s = state;
    uint32_t other = 1u - seat, first = fortress_unit_who(other, 0), kept = 0;
    int32_t middle = fortress_y(s->piece[base_of(s, seat)].cell);
    uint32_t south = s->turn / ATTENTION % 2;
    for (uint32_t slot = 0; slot < s->side[other].units; slot++) {
        uint32_t is_south = fortress_y(s->piece[first + slot].cell) > middle;
        if (is_south != south) {
            s->piece[first + kept] = s->piece[first + slot];
            s->task[first + kept] = s->task[first + slot];
            s->plan[first + kept] = s->plan[first + slot];
            kept++;
        }
    }
    memset(&s->piece[first + kept], 0, (s->side[other].units - kept) * sizeof s->piece[0]);
    memset(&s->task[first + kept], 0, (s->side[other].units - kept) * sizeof s->task[0]);
    memset(&s->plan[first + kept], 0, (s->side[other].units - kept) * sizeof s->plan[0]);
    s->side[other].units = (uint8_t)kept;
}

/* In the order of struct rd_heuristics, as the tables of the other games. */
const struct rd_heuristics rd_heuristics_fortress = {
    .game = "fortress",
    .orders = orders,
    RD_PLAYBOOK_LISTS(own_playbooks, other_playbooks),
    .candidates = candidates,
    .evaluate = evaluate,
    .scale = 500,
    .horizon = 8,
    .expect = expect,
    .blunder_filter = blunder_filter,
};
