/* Upkeep: income, recovery, standing orders, neutrals that come back (R8). */
#include "fortress_internal.h"

#include <string.h>

enum {
    BASE_GOLD = 10,
    TOWER_GOLD = 5,
    MINE_GOLD = 10,
    MINER_GOLD = 15,
    RAIL_GOLD = 20,
    ROAD_GOLD = 10,
    CRYSTAL_MANA = 10,
    PUMP_MANA = 5,
    GIFT_MANA = 10
};

/* ---- income, R8.2 ---- */

/* No mobile unit of another side stands there. */
static int32_t controls(const struct fortress_turn *turn, uint32_t seat, uint32_t cell)
{
    uint32_t who = fortress_who_at(turn, cell);
    return who == FORTRESS_NOBODY || fortress_owner(who) == seat;
}

static int32_t structure_gold(const struct fortress_turn *turn, uint32_t seat)
{
    const struct fortress_state *s = turn->s;
    int32_t gold = 0;
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->health == 0 || (piece->flags & FORTRESS_SPAWNED) != 0) {
            continue;
        }
        if (piece->type == FORTRESS_TOWER) {
            gold += TOWER_GOLD;
        } else if (controls(turn, seat, piece->cell)) {
            gold += BASE_GOLD;
        }
    }
    return gold;
}

static int32_t mine_gold(const struct fortress_turn *turn, uint32_t seat, int32_t *mana)
{
    const struct fortress_state *s = turn->s;
    struct fortress_set road, rail;
    int32_t gold = 0, looked = 0;
    for (uint32_t i = 0; i < s->board.mines; i++) {
        uint32_t cell = s->board.mine[i], who = fortress_who_at(turn, cell);
        if (s->mine_owner[i] != seat + 1 || !controls(turn, seat, cell)) {
            continue;
        }
        if (!looked) {
            fortress_network(s, seat, FORTRESS_NET_ROAD, 1, &road);
            fortress_network(s, seat, FORTRESS_NET_RAIL, 1, &rail);
            looked = 1;
        }
        gold += MINE_GOLD;
        if (fortress_has(&rail, cell)) {
            gold += RAIL_GOLD;
        } else if (fortress_has(&road, cell)) {
            gold += ROAD_GOLD;
        }
        uint32_t type = who == FORTRESS_NOBODY ? FORTRESS_TYPES : s->piece[who].type;
        gold += fortress_is(type, FORTRESS_T_DIGS_GOLD) ? MINER_GOLD : 0;
        *mana += fortress_is(type, FORTRESS_T_DIGS_MANA) ? CRYSTAL_MANA : 0;
    }
    return gold;
}

/* R13.9 */
static int32_t pump_works(const struct fortress_turn *turn, uint32_t seat, uint32_t cell)
{
    const struct fortress_state *s = turn->s;
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    if (site.type != FORTRESS_PUMP || site.owner != seat || site.condition != FORTRESS_INTACT) {
        return 0;
    }
    uint32_t source = fortress_step(&s->board, cell, site.source);
    uint32_t at = fortress_step(&s->board, cell, site.pool);
    if (source == RD_NO_CELL || at == RD_NO_CELL) {
        return 0;
    }
    struct fortress_site pool = fortress_site_read(s->site[at]);
    uint32_t mine = fortress_mine_at(&s->board, source), base = fortress_who_on(turn, source);
    int32_t own = mine != FORTRESS_NOBODY ? s->mine_owner[mine] == seat + 1
                                          : base != FORTRESS_NOBODY && fortress_owner(base) == seat;
    return own && controls(turn, seat, source) && pool.type == FORTRESS_POOL &&
           pool.owner == seat && pool.condition == FORTRESS_INTACT;
}

static int32_t pump_mana(const struct fortress_turn *turn, uint32_t seat)
{
    const struct fortress_state *s = turn->s;
    int32_t mana = 0;
    struct fortress_set sites;
    fortress_sites_of(s->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        mana += pump_works(turn, seat, cell) ? PUMP_MANA : 0;
    }
    return mana;
}

static void earn(struct fortress_turn *turn, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &turn->s->side[seat];
    int32_t mana = GIFT_MANA * side->rewards[FORTRESS_REWARD_MANA];
    int32_t gold = structure_gold(turn, seat) + mine_gold(turn, seat, &mana);
    mana += pump_mana(turn, seat);
    side->gold = fortress_min(side->gold + gold, FORTRESS_GOLD_MAX);
    side->mana = fortress_min(side->mana + mana, fortress_mana_cap(turn->s, seat));
    struct fortress_report report = { FORTRESS_E_INCOME,
                                      0,
                                      RD_SEAT_BIT(seat),
                                      { (int32_t)seat, gold, mana, side->gold, side->mana } };
    fortress_tell(turn, &report);
}

/* ---- units, R8.4 ---- */

static void recover(struct fortress_turn *turn, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_piece *unit = &turn->s->piece[who];
    struct fortress_plan *plan = fortress_plan_of(turn->s, who);
    if ((unit->flags & FORTRESS_HEALING) != 0) {
        RD_ASSERT(unit->type < FORTRESS_TYPES);
        int32_t health =
            fortress_min(unit->health + fortress_kinds[unit->type].regen, FORTRESS_HEALTH_MAX);
        if (health > unit->health) {
            fortress_tell_owner(turn, FORTRESS_E_HEALED, who, health - unit->health, health);
        }
        unit->health = (uint8_t)health;
        unit->flags = (uint8_t)(unit->flags & ~FORTRESS_HEALING);
    }
    if ((unit->flags & FORTRESS_NEW) != 0) { /* R9.3: from now on it sees as its kind does */
        unit->flags = (uint8_t)(unit->flags & ~FORTRESS_NEW);
        turn->stale |= 1u << fortress_owner(who);
    }
    if (plan->standing == FORTRESS_HEAL_UNTIL_FULL && unit->health == FORTRESS_HEALTH_MAX) {
        plan->standing = 0;
    }
    plan->given = 0;
    if (plan->queue == 0) {
        fortress_path_clear(plan);
    }
}

static void refresh(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    memset(s->task, 0, sizeof s->task);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        s->side[seat].priority = 0;
        s->side[seat].done = 0;
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            s->piece[fortress_unit_who(seat, slot)].buff = 0;
            recover(turn, fortress_unit_who(seat, slot));
        }
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            s->piece[fortress_structure_who(seat, slot)].buff = 0;
        }
    }
}

void fortress_upkeep(struct fortress_turn *turn)
{
    struct fortress_report report = { FORTRESS_E_TURN, 0, 3, { (int32_t)turn->s->turn } };
    fortress_tell(turn, &report);
    fortress_clip_mana(turn->s);
    earn(turn, 0);
    earn(turn, 1);
    fortress_look_around(turn);
    refresh(turn);
    fortress_standing_orders(turn->s, turn);
    fortress_respawn_tick(turn);
    fortress_look_around(turn);
}
