/*
 * ApocaWarlords for the engines: what a position is worth, which orders are worth a try, and the
 * playbooks that both sides are expected to follow.
 *
 * A lead is counted in coins: money, what the houses will still pay, and damage to a base at a
 * price that grows as it falls.
 */
#include <string.h>

#include "bots/apoca_playbooks.h"
#include "bots/list.h"

enum {
    /* Turns of income that count for a house: all that are left, or what the less patient see. */
    PATIENT = 250,
    STEADY = 42,
    EAGER = 26,
    HASTY = 18,
    WORTH_BASE = 3, /* coins for a point of health, */
    WORTH_LAST = 5, /* more for each below LAST_HEALTH */
    LAST_HEALTH = 120,
    WORTH_UNIT = 10, /* the most a unit counts for, however blessed: what one costs. */
    WORTH_UNIT_BLESSED =
        10000,             /* To other levels than the expert blessings are as good as money. */
    WORTH_CHURCH_LEAD = 40 /* coins for each church that the opponent has more */
};

/* Worth of a standing tower in coins by its role, beside what it earns. */
static const uint8_t tower_worth[] = { [ROLE_EARNER] = 4,
                                       [ROLE_SHOOTER] = 5,
                                       [ROLE_SPLASHER] = 6,
                                       [ROLE_SPRAYER] = 8,
                                       [ROLE_BLESSER] = 6 };

/* Stages in short: houses, crossbows, cannons, miniguns and churches, or what is as good. */
enum { H = ROLE_EARNER, X = ROLE_SHOOTER, C = ROLE_SPLASHER, M = ROLE_SPRAYER, P = ROLE_BLESSER };

/* What several playbooks have in common. */
#define WISE .watch = 7, .emergency = 4, .sells = 1
/* clang-format off */
#define CHURCHES { { H, 7 }, { P, 6 }, { H, 10 }, { P, 12 }, { C, 4 }, { H, 14 } }
#define EARLY    { { H, 4 }, { P, 3 }, { H, 7 }, { P, 8 }, { H, 10 }, { M, 4 } }
#define GUNS     { { H, 5 }, { M, 2 }, { H, 8 }, { M, 4 }, { P, 3 }, { H, 12 }, { M, 8 } }
/* clang-format on */

enum {
    CALM,
    RUSH,
    RUSH_OPEN,
    EARLY_SHORT,
    EARLY_WEAK,
    EARLY_OPEN,
    CHURCHES_SHORT,
    CHURCHES_WEAK,
    CHURCHES_OPEN,
    GUNS_SHORT,
    GUNS_OPEN,
    HOARD,
    HOUSES_SHORT,
    HOUSES_OPEN,
    DEMONS,
    THEIR_HOUSES,
    THEIR_CHURCHES,
    THEIR_GUNS,
    THEIR_RUSH,
    THEIR_EARLY_CHURCHES
};

/* Plans for a whole game, ours and then those that others are expected to have. A calm player has
 * nothing but the reflex to defend: what a single order is worth shows best when nobody builds or
 * attacks after it, so that all levels think with it, and most of them with nothing else. */
static const struct apoca_playbook playbooks[] = {
    [CALM] = { .watch = 7 },
    [RUSH] = { { { H, 2 }, { P, 1 }, { H, 4 }, { P, 2 }, { H, 8 } },
               WISE,
               .aim = AIM_SHORT,
               .mass = 1 },
    [RUSH_OPEN] = { { { H, 4 }, { P, 2 }, { H, 8 }, { P, 4 } }, WISE, .aim = AIM_OPEN, .mass = 1 },
    [EARLY_SHORT] = { EARLY, WISE, .aim = AIM_SHORT, .start = 1, .mass = 2 },
    [EARLY_WEAK] = { EARLY, WISE, .aim = AIM_WEAK, .start = 1, .mass = 2 },
    [EARLY_OPEN] = { EARLY, WISE, .aim = AIM_OPEN, .start = 1, .mass = 2 },
    [CHURCHES_SHORT] = { CHURCHES, WISE, .aim = AIM_SHORT, .start = 2, .mass = 2 },
    [CHURCHES_WEAK] = { CHURCHES, WISE, .aim = AIM_WEAK, .start = 2, .mass = 2 },
    [CHURCHES_OPEN] = { CHURCHES, WISE, .aim = AIM_OPEN, .start = 4, .mass = 4 },
    [GUNS_SHORT] = { GUNS, WISE, .aim = AIM_SHORT, .start = 2, .mass = 3 },
    [GUNS_OPEN] = { GUNS, WISE, .aim = AIM_OPEN, .start = 4, .mass = 6 },
    [HOARD] = { { { H, 10 }, { M, 3 }, { H, 14 }, { M, 6 }, { P, 4 } },
                .watch = 9,
                .emergency = 2,
                .sells = 1 },
    [HOUSES_SHORT] = { { { H, 13 }, { P, 4 }, { M, 4 } },
                       WISE,
                       .aim = AIM_SHORT,
                       .start = 1,
                       .mass = 1 },
    [HOUSES_OPEN] = { { { H, 9 }, { P, 4 }, { H, 13 }, { M, 4 } },
                      WISE,
                      .aim = AIM_OPEN,
                      .start = 1,
                      .mass = 2 },
    [DEMONS] = { { { H, 6 }, { M, 3 }, { H, 9 }, { M, 6 }, { P, 4 }, { H, 14 } },
                 WISE,
                 .provoke = 20,
                 .provoke_at = 2 },
    [THEIR_HOUSES] = { { { H, 12 }, { X, 4 }, { C, 6 } },
                       .watch = 7,
                       .emergency = 4,
                       .aim = AIM_WEAK,
                       .start = 1,
                       .mass = 1 },
    [THEIR_CHURCHES] = { { { H, 7 }, { P, 12 }, { C, 4 }, { H, 12 } },
                         .watch = 7,
                         .emergency = 3,
                         .aim = AIM_SHORT,
                         .mass = 3 },
    [THEIR_GUNS] = { { { H, 7 }, { C, 4 }, { M, 3 }, { H, 12 }, { M, 8 } },
                     .watch = 8,
                     .emergency = 3,
                     .aim = AIM_OPEN,
                     .start = 2,
                     .mass = 6 },
    [THEIR_RUSH] = { { { H, 3 }, { C, 1 }, { H, 6 } },
                     .watch = 6,
                     .emergency = 3,
                     .aim = AIM_SHORT,
                     .mass = 1 },
    [THEIR_EARLY_CHURCHES] = { { { H, 3 }, { P, 2 }, { H, 5 }, { P, 6 }, { H, 10 } },
                               .watch = 5,
                               .emergency = 3,
                               .aim = AIM_WEAK,
                               .start = 1,
                               .mass = 1,
                               .sells = 1 },
};

static const uint8_t own_playbooks[] = { CALM,          RUSH,        RUSH_OPEN,      EARLY_SHORT,
                                         EARLY_WEAK,    EARLY_OPEN,  CHURCHES_SHORT, CHURCHES_WEAK,
                                         CHURCHES_OPEN, GUNS_SHORT,  GUNS_OPEN,      HOARD,
                                         HOUSES_SHORT,  HOUSES_OPEN, DEMONS };
static const uint8_t other_playbooks[] = { CALM,       THEIR_HOUSES, THEIR_CHURCHES,
                                           THEIR_GUNS, THEIR_RUSH,   THEIR_EARLY_CHURCHES };

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    RD_ASSERT(playbook < sizeof playbooks / sizeof playbooks[0]);
    return apoca_playbook_orders(position, &playbooks[playbook], out, cap);
}

/* ---- worth ---- */

static int32_t worth_of_base(int32_t health)
{
    int32_t low = health < LAST_HEALTH ? LAST_HEALTH - health : 0;
    return WORTH_BASE * health - WORTH_LAST * low;
}

static void add_towers(const struct apoca_open *open, int32_t sight, int32_t worth[APOCA_SEATS],
                       int32_t churches[APOCA_SEATS])
{
    int32_t left = open->turn_limit - open->turn;
    left = left > sight ? sight : left;
    for (uint32_t i = 0; i < open->tower_count; i++) {
        uint32_t land = open->tower[i].land, type = apoca_tower_type(&open->tower[i]);
        uint32_t seat = (uint32_t)(open->land_blue[land / 64] >> (land % 64)) & 1u;
        worth[seat] += tower_worth[apoca_role_of(type)] + apoca_income_of(type, left);
        churches[seat] += apoca_role_of(type) == ROLE_BLESSER;
    }
}

static void add_units(const struct apoca_open *open, int32_t dearest, int32_t worth[APOCA_SEATS])
{
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (apoca_unit_mood(unit) != APOCA_DEAD) {
            int32_t each =
                apoca_unit_is(unit, APOCA_WILD) ? unit->health / 5 : 2 + unit->health / 4;
            worth[apoca_unit_heading(unit)] += each < dearest ? each : dearest;
        }
    }
}

static int32_t judge(const void *state, rd_seat seat, int32_t sight, int32_t dearest)
{
    const struct apoca_open *open = &((const struct apoca_state *)state)->open;
    int32_t worth[APOCA_SEATS], churches[APOCA_SEATS] = { 0, 0 };
    for (uint32_t i = 0; i < APOCA_SEATS; i++) {
        worth[i] = open->money[i] + worth_of_base(open->health[i]);
    }
    add_towers(open, sight, worth, churches);
    add_units(open, dearest, worth);
    /* Blessings add up far beyond the turns that are looked ahead, so churches have to be answered
     * by churches; to begin that race costs more than it brings. */
    int32_t lag = churches[1 - seat] - churches[seat];
    return worth[seat] - worth[1 - seat] - (lag > 0 ? WORTH_CHURCH_LEAD * lag : 0);
}

static int32_t judge_patient(const void *state, rd_seat seat)
{
    return judge(state, seat, PATIENT, WORTH_UNIT);
}

static int32_t judge_steady(const void *state, rd_seat seat)
{
    return judge(state, seat, STEADY, WORTH_UNIT_BLESSED);
}

static int32_t judge_eager(const void *state, rd_seat seat)
{
    return judge(state, seat, EAGER, WORTH_UNIT_BLESSED);
}

static int32_t judge_near_future(const void *state, rd_seat seat)
{
    return judge(state, seat, HASTY, WORTH_UNIT_BLESSED);
}

/* ---- orders worth a try ---- */

struct pick {
    const struct rd_action *legal;
    uint32_t legal_count;
    uint32_t *out;
    uint32_t count, cap;
};

static void pick_action(struct pick *pick, struct rd_action action)
{
    for (uint32_t i = 0; i < pick->legal_count && pick->count < pick->cap; i++) {
        if (rd_action_compare(pick->legal[i], action) == 0) {
            pick->out[pick->count++] = i;
            return;
        }
    }
}

static void pick_build(struct pick *pick, const struct apoca_open *open, uint32_t type,
                       uint32_t land)
{
    struct rd_action build = { APOCA_BUILD, { (uint16_t)type, open->land_cell[land], 0 } };
    pick_action(pick, build);
}

static void pick_destroy(struct pick *pick, const struct apoca_open *open, uint32_t land)
{
    struct rd_action destroy = { APOCA_DESTROY, { open->land_cell[land], 0, 0 } };
    pick_action(pick, destroy);
}

/* The best place of each gun for each lane; and if a house stands on a better one, its end. */
static void pick_guns(struct pick *pick, const struct apoca_open *open,
                      const struct apoca_notes *notes, uint32_t seat)
{
    for (uint32_t lane = 0; lane < open->lane_count; lane++) {
        for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
            uint32_t land = apoca_role_of(type) == ROLE_EARNER
                                ? (uint32_t)APOCA_NONE
                                : apoca_gun_place(open, notes, seat, type, lane);
            if (land != APOCA_NONE) {
                pick_build(pick, open, type, land);
            }
        }
        uint32_t best = apoca_tower_for(open, seat, ROLE_SPRAYER);
        uint32_t house = apoca_house_in_the_way(open, notes, seat, best, lane);
        if (house != APOCA_NONE && open->money[seat] >= APOCA_RICH) {
            pick_destroy(pick, open, house);
        }
    }
}

/* A house; where the land is full, the end of a gun that may make room for one. */
static void pick_house(struct pick *pick, const struct apoca_open *open,
                       const struct apoca_notes *notes, uint32_t seat)
{
    uint32_t land = apoca_house_place(open, notes, seat);
    uint32_t house = apoca_tower_for(open, seat, ROLE_EARNER);
    if (land != APOCA_NONE) {
        pick_build(pick, open, house, land);
        return;
    }
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        uint32_t spare = apoca_spare_tower(open, notes, seat, type);
        if (spare != APOCA_NONE && apoca_role_of(type) != ROLE_EARNER &&
            apoca_house_pays(open, seat) && open->money[seat] >= open->price[seat][house]) {
            pick_destroy(pick, open, spare);
        }
    }
}

static uint32_t candidates(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t legal_count, uint32_t *out, uint32_t cap)
{
    const struct apoca_state *s = position->state;
    const struct apoca_notes *notes = position->notes;
    const struct apoca_secret *own = &s->secret[position->seat];
    struct pick pick = { legal, legal_count, out, 0, cap };
    pick_action(&pick, legal[legal_count - 1]); /* done */
    for (uint32_t i = 0; i < legal_count && pick.count < cap; i++) {
        if ((legal[i].verb == APOCA_HIRE && own->hire == 0) ||
            (legal[i].verb == APOCA_PROVOKE && own->provoke == 0)) {
            out[pick.count++] = i;
        }
    }
    if (own->tower_verb == 0) {
        pick_house(&pick, &s->open, notes, position->seat);
        pick_guns(&pick, &s->open, notes, position->seat);
    }
    return pick.count;
}

/* ---- inattention ---- */

enum { ATTENTION = 25 }; /* turns for which a beginner forgets a lane, before forgetting the next */

static void blunder_filter(void *state, rd_seat seat)
{
    struct apoca_open *open = &((struct apoca_state *)state)->open;
    uint32_t lane = ((uint32_t)open->turn / ATTENTION + seat) % open->lane_count;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < open->unit_count; i++) {
        uint32_t path = open->unit[i].path;
        if (path < open->lane_first[lane] || path >= open->lane_first[lane + 1]) {
            open->unit[kept++] = open->unit[i];
        }
    }
    memset(&open->unit[kept], 0, (open->unit_count - kept) * sizeof open->unit[0]);
    open->unit_count = (uint16_t)kept;
}

/* The same for all levels, except how far off a house's income may be to be seen. */
#define HEURISTICS(JUDGE)                                                                       \
    {                                                                                           \
        .game = "apoca", .notes_size = sizeof(struct apoca_notes), .prepare = apoca_take_notes, \
        .orders = orders, RD_PLAYBOOK_LISTS(own_playbooks, other_playbooks),                    \
        .candidates = candidates, .evaluate = (JUDGE), .scale = 400, .horizon = 10,             \
        .blunder_filter = blunder_filter,                                                       \
    }

const struct rd_heuristics rd_heuristics_apoca = HEURISTICS(judge_patient);
const struct rd_heuristics rd_heuristics_apoca_steady = HEURISTICS(judge_steady);
const struct rd_heuristics rd_heuristics_apoca_eager = HEURISTICS(judge_eager);
const struct rd_heuristics rd_heuristics_apoca_hasty = HEURISTICS(judge_near_future);
