/* Sabotage, repair and building, one after the other (R10.4, R13.3, R13.4, R13.7). */
#include "fortress_internal.h"

#include <string.h>

struct works {
    struct fortress_turn *turn;
    struct fortress_set wrecked; /* sabotaged in this step */
};

/* ---- sites come and go ---- */

static void forget_ward(struct fortress_state *s, uint32_t cell)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->ward_count; i++) {
        if (s->ward[i].cell != cell) {
            s->ward[kept] = s->ward[i];
            kept++;
        }
    }
    memset(&s->ward[kept], 0, (s->ward_count - kept) * sizeof s->ward[0]);
    s->ward_count = (uint16_t)kept;
}

static void blind_ward(struct fortress_state *s, uint32_t cell)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        if (s->ward[i].cell == cell) {
            s->ward[i].vision = 0; /* R13.10 */
        }
    }
}

static void put_site(struct fortress_state *s, uint32_t cell, const struct fortress_site *site)
{
    fortress_set_site(s, cell, fortress_site_code(site));
    if (site->type == FORTRESS_POOL) {
        fortress_clip_mana(s);
    }
}

static void remove_site(struct fortress_state *s, uint32_t cell)
{
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    fortress_set_site(s, cell, 0);
    if (site.type == FORTRESS_WARD) {
        forget_ward(s, cell);
    }
    if (site.type == FORTRESS_POOL) {
        fortress_clip_mana(s);
    }
}

static void tell_work(struct fortress_turn *turn, uint32_t kind, uint32_t who, uint32_t what,
                      int32_t left)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *unit = &turn->s->piece[who];
    struct fortress_report report = { kind,
                                      0,
                                      RD_SEAT_BIT(fortress_owner(who)),
                                      { (int32_t)unit->id, (int32_t)what, unit->cell, left } };
    fortress_tell(turn, &report);
}

/* ---- sabotage ---- */

static void sabotage(struct works *works, uint32_t who)
{
    struct fortress_turn *turn = works->turn;
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = s->piece[who].cell;
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    fortress_add(&works->wrecked, cell);
    if (site.type == FORTRESS_STRUCTURES) {
        fortress_tell_owner(turn, FORTRESS_E_SABOTAGE_NOTHING, who, (int32_t)cell, 0);
        return;
    }
    struct fortress_report report = { FORTRESS_E_SABOTAGED,
                                      0,
                                      (rd_seats)(RD_SEAT_BIT(fortress_owner(who)) |
                                                 RD_SEAT_BIT(site.owner)),
                                      { (int32_t)s->piece[who].id, site.type, (int32_t)cell } };
    fortress_tell(turn, &report);
    turn->stale = FORTRESS_STALE_ALL;
    if (site.condition == FORTRESS_INTACT) {
        site.condition = FORTRESS_DISABLED;
        put_site(s, cell, &site);
        blind_ward(s, cell);
    } else {
        remove_site(s, cell);
    }
}

/* ---- repair ---- */

static void repair(struct works *works, uint32_t who)
{
    struct fortress_turn *turn = works->turn;
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t seat = fortress_owner(who), cell = s->task[who].cell;
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    uint32_t tower = fortress_who_on(turn, cell);
    if (cell == s->piece[who].cell && site.type != FORTRESS_STRUCTURES && site.owner == seat &&
        site.condition == FORTRESS_DISABLED) {
        site.condition = FORTRESS_INTACT;
        turn->stale = FORTRESS_STALE_ALL;
        put_site(s, cell, &site);
        tell_work(turn, FORTRESS_E_REPAIRED, who, site.type, 0);
    } else if (tower != FORTRESS_NOBODY && fortress_owner(tower) == seat) {
        RD_ASSERT(tower < FORTRESS_WHO_MAX);
        struct fortress_piece *piece = &s->piece[tower];
        piece->health =
            (uint8_t)fortress_min(piece->health + FORTRESS_REPAIR_HEALTH, FORTRESS_HEALTH_MAX);
        fortress_tell_owner(turn, FORTRESS_E_MENDED, who, (int32_t)piece->id, piece->health);
    }
}

/* ---- building ---- */

static void end_work(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_plan *plan = fortress_plan_of(turn->s, who);
    plan->standing = plan->standing_what = 0;
}

static void give_up(struct fortress_turn *turn, uint32_t who, uint32_t kind)
{
    struct fortress_plan *plan = fortress_plan_of(turn->s, who);
    end_work(turn, who);
    fortress_drop_queue(plan);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    tell_work(turn, kind, who, turn->s->task[who].what, 0);
}

static uint32_t direction_to(uint32_t from, uint32_t to)
{
    uint32_t d = 0;
    while (d < FORTRESS_DIRECTIONS && fortress_beside(from, d) != to) {
        d++;
    }
    return d;
}

/* A pool drawing from this source, whoever's. */
static int32_t is_drained(const struct fortress_state *s, uint32_t source)
{
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t cell = fortress_step(&s->board, source, d);
        struct fortress_site site = { FORTRESS_STRUCTURES, 0, 0, 0, 0, 0 };
        if (cell != RD_NO_CELL) {
            site = fortress_site_read(s->site[cell]);
        }
        if (site.type == FORTRESS_POOL && fortress_beside(cell, site.source) == source) {
            return 1;
        }
    }
    return 0;
}

static int32_t is_pool(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    return site.type == FORTRESS_POOL && site.owner == seat && site.condition != FORTRESS_DISABLED;
}

/* R13.3: does the truth allow a new site? It is filled in for the first step. */
static int32_t may_begin(struct fortress_state *s, uint32_t who, struct fortress_site *site)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    uint32_t cell = s->piece[who].cell, seat = fortress_owner(who);
    struct fortress_task again = *task;
    RD_ASSERT(cell < FORTRESS_CELLS);
    if (s->site[cell] != 0) {
        return 0;
    }
    if (task->what == FORTRESS_POOL || task->what == FORTRESS_PUMP) {
        site->source = (uint8_t)direction_to(cell, task->cell);
    }
    if (task->what == FORTRESS_POOL) {
        return !is_drained(s, task->cell);
    }
    if (task->what == FORTRESS_PUMP) {
        site->pool = (uint8_t)direction_to(cell, task->pool);
        return is_pool(s, seat, task->pool);
    }
    RD_ASSERT(seat < FORTRESS_SEATS);
    int32_t *gold = &s->side[seat].gold;
    int32_t kept = *gold;
    *gold = FORTRESS_GOLD_MAX; /* that was looked at before */
    int32_t fine = fortress_judge_build(s, seat, who, task->what, &again).code == RD_OK;
    *gold = kept;
    return fine;
}

static void raise_tower(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t seat = fortress_owner(who), cell = s->piece[who].cell;
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    remove_site(s, cell);
    RD_ASSERT(side->structures < FORTRESS_STRUCTURES_MAX);
    uint32_t tower = fortress_structure_who(seat, side->structures);
    struct fortress_piece piece = { side->next_id,       (uint16_t)cell, 0,
                                    FORTRESS_HEALTH_MAX, FORTRESS_TOWER, 0,
                                    FORTRESS_SPAWNED };
    RD_ASSERT(tower < FORTRESS_WHO_MAX);
    s->piece[tower] = piece;
    memset(&s->task[tower], 0, sizeof s->task[tower]);
    side->structures++;
    side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
    RD_ASSERT(cell < FORTRESS_CELLS);
    turn->on[cell] = (uint16_t)(1 + tower);
    struct fortress_report report = { FORTRESS_E_TOWER_ROSE,
                                      0,
                                      fortress_witnesses(turn, tower, cell),
                                      { (int32_t)seat, (int32_t)piece.id, (int32_t)cell } };
    fortress_tell(turn, &report);
}

/* One step that has been paid. */
static void work_on(struct fortress_turn *turn, uint32_t who, struct fortress_site *site)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = s->piece[who].cell;
    RD_ASSERT(site->left > 0);
    site->left--;
    if (site->left > 0) {
        put_site(s, cell, site);
        tell_work(turn, FORTRESS_E_BUILT, who, site->type, site->left);
        return;
    }
    end_work(turn, who);
    tell_work(turn, FORTRESS_E_FINISHED, who, site->type, 0);
    if (site->type == FORTRESS_SPAWN_TOWER) {
        raise_tower(turn, who);
        return;
    }
    site->condition = FORTRESS_INTACT;
    put_site(s, cell, site);
}

static void add_ward(struct fortress_state *s, uint32_t cell)
{
    struct fortress_ward ward = { (uint16_t)cell, 0, 0, 0 };
    RD_ASSERT(s->ward_count < FORTRESS_WARDS_MAX);
    s->ward[s->ward_count] = ward;
    s->ward_count++;
}

/* The site that a step is for, or type FORTRESS_STRUCTURES if there can be none. */
static struct fortress_site site_for(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t seat = fortress_owner(who), cell = s->piece[who].cell, what = s->task[who].what;
    struct fortress_site none = { FORTRESS_STRUCTURES, 0, 0, 0, 0, 0 };
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[cell]);
    struct fortress_site fresh = { (uint8_t)what,
                                   (uint8_t)seat,
                                   FORTRESS_BUILDING,
                                   (uint8_t)fortress_steps_of(&s->board, what, cell),
                                   0,
                                   0 };
    if (site.type == what && site.owner == seat && site.condition == FORTRESS_BUILDING) {
        return site;
    }
    if (what == FORTRESS_RAIL) { /* the road becomes a rail under construction at once */
        int32_t road =
            site.type == FORTRESS_ROAD && site.owner == seat && site.condition == FORTRESS_INTACT;
        return road ? fresh : none;
    }
    return may_begin(s, who, &fresh) ? fresh : none;
}

static void build(struct works *works, uint32_t who)
{
    struct fortress_turn *turn = works->turn;
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = s->piece[who].cell, what = s->task[who].what;
    int32_t *gold = &s->side[fortress_owner(who)].gold;
    if (fortress_has(&works->wrecked, cell)) {
        return;
    }
    RD_ASSERT(what < FORTRESS_STRUCTURES);
    if (*gold < fortress_plans[what].gold) {
        give_up(turn, who, FORTRESS_E_BUILD_UNPAID);
        return;
    }
    struct fortress_site site = site_for(turn, who);
    if (site.type == FORTRESS_STRUCTURES) {
        give_up(turn, who, FORTRESS_E_BUILD_FAILED);
        return;
    }
    *gold -= fortress_plans[what].gold;
    turn->stale = FORTRESS_STALE_ALL;
    if (what == FORTRESS_WARD && s->site[cell] == 0) {
        add_ward(s, cell);
    }
    work_on(turn, who, &site);
}

void fortress_engineering_step(struct fortress_turn *turn)
{
    static const struct {
        uint8_t verb;
        void (*work)(struct works *, uint32_t);
    } order[] = { { FORTRESS_SABOTAGE, sabotage },
                  { FORTRESS_REPAIR, repair },
                  { FORTRESS_BUILD, build } };
    struct works works = { turn, { { 0 } } };
    uint16_t unit[FORTRESS_WHO_MAX];
    for (uint32_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
            uint32_t count = fortress_casters(turn->s, seat, order[i].verb, order[i].verb, unit);
            for (uint32_t k = 0; k < count; k++) {
                order[i].work(&works, unit[k]);
            }
        }
    }
}
