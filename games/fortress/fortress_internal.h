/*
 * fortress_internal.h - the parts of the rules of Fortress Frontiers, for each other only.
 *
 * A turn is executed with one struct fortress_turn on the stack: the state it changes, who stands
 * where, and the log. The dead keep their slots, with health 0, until the Execution is over.
 */
#ifndef FORTRESS_INTERNAL_H
#define FORTRESS_INTERNAL_H

#include "fortress.h"
#include "redoubt/grid.h"

enum {
    FORTRESS_STRENGTH_ONE = 400, /* R1.2: strengths are in so many parts */
    FORTRESS_COST_ONE = 4,       /* R1.3: movement is in quarter points */
    FORTRESS_IMPASSABLE = 255,
    FORTRESS_TICKS_MAX = 20, /* R12.1 */
    FORTRESS_TRAP_DAMAGE = 30,
    FORTRESS_REPAIR_HEALTH = 30,
    FORTRESS_WARD_COST = 5,
    FORTRESS_WARD_SIGHT = 2,
    FORTRESS_SPELL_RANGE = 3,
    FORTRESS_MANA_CAP = 100, /* R13.9: for each pool and each gift */
    FORTRESS_REWARD_POINTS = 3,
    FORTRESS_HEALING = 4 /* flag of a piece, only while a turn is executed */
};

/* The farthest that a unit moves and shoots, in the sizes of arrays. */
union fortress_moves {
/* clang-format off */
#define ROW_UNIT(id, name, title, cost, melee, ranged, move, ...) uint8_t id[1 + (move)];
#include "units.def"
    /* clang-format on */
};
union fortress_ranges {
/* clang-format off */
#define ROW_UNIT(id, name, title, cost, melee, ranged, move, range, ...) uint8_t id[1 + (range)];
#include "units.def"
    /* clang-format on */
};
/* The longest flood of sight (R2.4): one step more to look out, or to shoot from a tower. */
union fortress_floods {
/* clang-format off */
#define ROW_UNIT(id, name, title, cost, melee, ranged, move, range, sight, ...) \
    uint8_t id##_shoots[2 + (range)], id##_looks_out[2 + (sight)];
#define ROW_BUILDING(id, name, title, melee, sight, ...) uint8_t id[1 + (sight)];
#define ROW_NEUTRAL(id, name, title, melee, ranged, range, ...) uint8_t id[1 + (range)];
#include "units.def"
    /* clang-format on */
    uint8_t ward[1 + FORTRESS_WARD_SIGHT];
};
enum {
    FORTRESS_MOVE_MAX = sizeof(union fortress_moves) - 1,
    FORTRESS_RANGE_MAX = sizeof(union fortress_ranges) - 1,
    FORTRESS_FLOOD_MAX = sizeof(union fortress_floods) - 1
};

/* R11.1, in the order in which they are told. */
enum fortress_modifier {
    FORTRESS_M_KIND,
    FORTRESS_M_SPELL,
    FORTRESS_M_CROWD,
    FORTRESS_M_WALL,
    FORTRESS_M_FORTIFICATION,
    FORTRESS_M_TOWER,
    FORTRESS_M_PHALANX,
    FORTRESS_M_GIFT,
    FORTRESS_M_GROUND,
    FORTRESS_M_HIDING,
    FORTRESS_MODIFIERS
};

extern const struct rd_event_kind fortress_events[];

/* ---- small things ---- */

static inline int32_t fortress_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline struct rd_verdict fortress_fine(void)
{
    return rd_verdict_of(RD_OK, 0, 0);
}

static inline struct rd_verdict fortress_refuse(uint32_t why)
{
    return rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

static inline int32_t fortress_exists(const struct fortress_board *board, uint32_t cell)
{
    return cell < FORTRESS_CELLS && fortress_has(&board->valid, cell);
}

/* The neighbour in a direction if it exists, else RD_NO_CELL. */
static inline uint32_t fortress_step(const struct fortress_board *board, uint32_t cell,
                                     uint32_t direction)
{
    uint32_t next = fortress_beside(cell, direction);
    return fortress_exists(board, next) ? next : RD_NO_CELL;
}

/* ---- site.c ---- */

enum {
    FORTRESS_CODE_FORT = 5, /* intact, of P1; of P2 one more */
    FORTRESS_CODE_ROAD = 15,
    FORTRESS_CODE_RAIL_BEGUN = 19, /* six codes of rails under construction, then the intact ones */
    FORTRESS_CODE_RAIL = 25,
    FORTRESS_CODE_RAIL_END = 27,
    FORTRESS_CODE_TRAP = 45
};

/* 2 where it halves the cost of entering, 4 where it quarters it: R9.4. */
static inline uint32_t fortress_track(uint8_t code)
{
    if (code >= FORTRESS_CODE_RAIL && code < FORTRESS_CODE_RAIL_END) {
        return 4;
    }
    int32_t road = code == FORTRESS_CODE_ROAD || code == FORTRESS_CODE_ROAD + 1;
    return road || (code >= FORTRESS_CODE_RAIL_BEGUN && code < FORTRESS_CODE_RAIL) ? 2 : 1;
}

/* The cells that have a site, or where a seat knows of one. */
void fortress_sites_of(const uint8_t site[FORTRESS_CELLS], struct fortress_set *set);

/* ---- pieces.c: who is where ---- */

/* The mobile piece on a cell, purchases not counted; FORTRESS_NOBODY. */
uint32_t fortress_mobile_at(const struct fortress_state *s, uint32_t cell);
/* The living base or tower on a cell. */
uint32_t fortress_structure_at(const struct fortress_state *s, uint32_t cell);
/* What the seat bought for a cell. */
uint32_t fortress_bought_at(const struct fortress_state *s, uint32_t seat, uint32_t cell);
/* A living piece of the seat, purchases included. */
uint32_t fortress_own_by_id(const struct fortress_state *s, uint32_t seat, uint32_t id);
/* R8.2: owns nothing that others stand on. */
int32_t fortress_held_by_other(const struct fortress_state *s, uint32_t seat, uint32_t cell);
uint32_t fortress_mine_at(const struct fortress_board *board, uint32_t cell);
int32_t fortress_is_marked(const struct fortress_board *board, uint32_t cell); /* camp or lair */
uint32_t fortress_ground_at(const struct fortress_board *board, uint32_t cell);
/* Slots of the base and of living towers. */
uint32_t fortress_base_slot(const struct fortress_state *s, uint32_t seat);
uint32_t fortress_standing(const struct fortress_state *s, uint32_t seat);
struct rd_grid fortress_grid(const struct fortress_set *valid);

static inline struct fortress_plan *fortress_plan_of(struct fortress_state *s, uint32_t who)
{
    return &s->plan[who];
}

/* ---- sight.c, knowledge.c ---- */

void fortress_sight(const struct fortress_state *s, uint32_t seat, struct fortress_set *seen);
/* What the seat would see of the site there: 0 where it is hidden. wizards: what its wizards see.
 */
uint8_t fortress_site_seen(uint8_t code, uint32_t seat, uint32_t cell,
                           const struct fortress_set *wizards);
void fortress_wizard_sight(const struct fortress_state *s, uint32_t seat,
                           struct fortress_set *seen);
/* Sight anew, and everything that is seen with it: R14.1 to R14.3. */
void fortress_look(struct fortress_state *s, uint32_t seat);
/* The same after only some things have changed: bits of FORTRESS_STALE_... */
void fortress_look_again(struct fortress_state *s, uint32_t seat, uint32_t stale);
/* Changes a site; its owner knows at once. */
void fortress_set_site(struct fortress_state *s, uint32_t cell, uint8_t code);
/* An enemy structure that the seat knows of, in sight or remembered; or FORTRESS_NOBODY. */
uint32_t fortress_known_structure(const struct fortress_state *s, uint32_t seat, uint32_t cell);
/* A mobile piece that the seat sees there and does not own. */
uint32_t fortress_known_foe(const struct fortress_state *s, uint32_t seat, uint32_t cell);

static inline int32_t fortress_sees(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    return fortress_has(&s->know[seat].visible, cell);
}

/* ---- network.c ---- */

struct fortress_turn;

enum fortress_net { FORTRESS_NET_ROAD, FORTRESS_NET_RAIL };
/* R9.3 (starting towers are roots) and R13.8 (all towers are). */
void fortress_network(const struct fortress_state *s, uint32_t seat, enum fortress_net kind,
                      int32_t all_towers, struct fortress_set *reached);
/* Adds the seat's roads and rails that count in such a network. */
void fortress_add_tracks(const uint8_t site[FORTRESS_CELLS], uint32_t seat, enum fortress_net kind,
                         struct fortress_set *members);
int32_t fortress_mana_cap(const struct fortress_state *s, uint32_t seat);
void fortress_clip_mana(struct fortress_state *s);

/* ---- paths.c ---- */

uint32_t fortress_path_get(const struct fortress_plan *plan, uint32_t index);
void fortress_path_put(struct fortress_plan *plan, uint32_t index, uint32_t direction);
/* The cell after so many steps of the path. */
uint32_t fortress_path_cell(const struct fortress_plan *plan, uint32_t steps);
/* First index of a cell on the path, length + 1 if it is not on it. */
uint32_t fortress_path_index(const struct fortress_plan *plan, uint32_t cell);
void fortress_path_clear(struct fortress_plan *plan);
/* Makes the path the straight line to its end that goes on from the first `kept` steps; 0: there is
 * none. */
int32_t fortress_straighten(struct fortress_plan *plan, uint32_t kept);

/* Whose eyes: a seat, or FORTRESS_NEUTRAL for the truth. R9.4. */
uint32_t fortress_cost(const struct fortress_state *s, uint32_t eyes, uint32_t type, uint32_t cell);
/* What a walk has cost so far, R9.5: all of it is paid, and who rides may overdraw one point with
 * the last step of a straight line. */
struct fortress_purse {
    uint32_t type, spent;
    uint32_t straight; /* its only direction, or one of these: */
};
enum { FORTRESS_NOT_BEGUN = FORTRESS_DIRECTIONS, FORTRESS_BENT };

static inline int32_t fortress_overdraws(const struct fortress_purse *purse)
{
    return purse->straight != FORTRESS_BENT && fortress_is(purse->type, FORTRESS_T_RIDES);
}

/* Pays for the next step; 0: it cannot. */
static inline int32_t fortress_pay(struct fortress_purse *purse, uint32_t direction, uint32_t cost)
{
    uint32_t budget = fortress_kinds[purse->type].move;
    if (purse->spent > budget) {
        return 0;
    }
    if (purse->straight != direction) {
        purse->straight = purse->straight == FORTRESS_NOT_BEGUN ? direction : FORTRESS_BENT;
    }
    purse->spent += cost;
    return purse->spent <= budget ||
           (fortress_overdraws(purse) && purse->spent <= budget + FORTRESS_COST_ONE);
}

/* The dearest step that it can ever pay. */
static inline uint32_t fortress_step_max(uint32_t type)
{
    const struct fortress_kind *kind = &fortress_kinds[type];
    return kind->move + ((kind->traits & FORTRESS_T_RIDES) != 0 ? (uint32_t)FORTRESS_COST_ONE : 0u);
}

/* May a path go on past this cell? Not past an enemy base or tower. */
int32_t fortress_is_wall(const struct fortress_state *s, uint32_t eyes, uint32_t seat,
                         uint32_t cell);

enum fortress_search { FORTRESS_WALKING, FORTRESS_TRACKS };
struct fortress_leg {
    uint32_t seat, type;
    uint32_t from, to;
    enum fortress_search search;
    uint32_t cost_max; /* quarter points; UINT32_MAX: any */
};

/* ---- find_path.c ---- */

/* R9.5: appends the cheapest known way to the plan's path, as far as there is room. 0: there is
 * none. */
int32_t fortress_find_path(const struct fortress_state *s, const struct fortress_leg *leg,
                           struct fortress_plan *plan);

/* ---- straight.c ---- */

/* The same where the cheapest way has no detours. 0: it may have some, or there is none. */
int32_t fortress_straight_path(const struct fortress_state *s, const struct fortress_leg *leg,
                               struct fortress_plan *plan);

/* ---- reach.c: the same for many cells at once ---- */

/* What the seat knows about entering cells: step[k] costs 2^k quarter points. */
enum { FORTRESS_STEPS = 4 };
struct fortress_ground {
    struct fortress_set step[FORTRESS_STEPS];
    struct fortress_set walls; /* enemy bases and towers: entered, not left */
    uint32_t stride;           /* all steps cost a multiple of it */
};
void fortress_ground_of(const struct fortress_state *s, uint32_t seat, int32_t woodsman,
                        struct fortress_ground *ground);
/* The same without walls. */
void fortress_known_ground(const struct fortress_board *board,
                           const struct fortress_knowledge *know, int32_t woodsman,
                           struct fortress_ground *ground);

/* R9.5: what one of this type may enter at all. */
void fortress_walking_ground(const struct fortress_ground *ground, uint32_t type,
                             struct fortress_set *open);

/* The cells that are connected with one through the ground; `from` need not be part of it. */
void fortress_connected(const struct fortress_set *ground, uint32_t from,
                        struct fortress_set *reached);

enum { FORTRESS_REACH_COSTS = (FORTRESS_MOVE_MAX + 1) * FORTRESS_COST_ONE + 1 };
struct fortress_reach {
    struct fortress_set all; /* within cost_max */
    /* By cost, a multiple of the stride; only the rows first to last count. */
    struct fortress_set at[FORTRESS_REACH_COSTS];
    uint32_t cost_max, stride, first, last;
};
void fortress_reach_from(const struct fortress_ground *ground, uint32_t from, uint32_t cost_max,
                         struct fortress_reach *reach);

/* ---- overlay.c: what the owner of a view may lay over the board ---- */

/* R13.8, no cell twice: connected by rails, else by roads; roads, mines and rails of one's own that
 * are not. The base and towers begin both and count to the roads. */
struct fortress_networks {
    struct fortress_set rail, road, cut;
};
void fortress_known_networks(const struct fortress_view *v, struct fortress_networks *nets);

/* Cells that enemies in sight could strike, shoot at or storm this turn, and those that only
 * neutrals could. Spells are left out: nobody knows another's mana. */
struct fortress_threats {
    struct fortress_set enemy, wild;
};
void fortress_known_threats(const struct fortress_view *v, struct fortress_threats *threats);

/* R9.5: walking a path from an index on. The longest part that can be paid; total != 0: only all.
 */
struct fortress_walk {
    const struct fortress_plan *plan;
    uint32_t eyes, seat, type;
    uint32_t from;
};
uint32_t fortress_affordable(const struct fortress_state *s, const struct fortress_walk *walk);

/* ---- tracks.c: roads and rails tile by tile, R9.8 ---- */

enum fortress_status { FORTRESS_INVALID, FORTRESS_SKIP, FORTRESS_WORK };
enum fortress_status fortress_road_status(const struct fortress_state *s, uint32_t seat,
                                          uint32_t cell, int32_t first);
/* What a builder does for its queue where it stands; work that it can't pay is invalid. */
enum fortress_status fortress_track_status(const struct fortress_state *s, uint32_t who,
                                           uint32_t queue, int32_t first);
/* Is there anything to build for a road along the path? */
int32_t fortress_has_work(const struct fortress_state *s, uint32_t seat,
                          const struct fortress_plan *plan);
/* Where a road needs no work; a cell too many does no harm. */
void fortress_finished_ground(const struct fortress_state *s, uint32_t seat,
                              struct fortress_set *set);
/* The next order of a queue of tracks; 0: the queue ends. */
int32_t fortress_track_order(const struct fortress_state *s, uint32_t who,
                             struct fortress_plan *plan, struct fortress_task *task);
/* The cells that tracks may lead through, for searches. */
void fortress_track_ground(const struct fortress_state *s, uint32_t seat, struct fortress_set *set);

/* ---- queues.c: standing behaviour ---- */

/* The next stretch of Move To; 0: the queue ends. */
int32_t fortress_move_order(const struct fortress_state *s, uint32_t who,
                            struct fortress_plan *plan, struct fortress_task *task);
/* The next order of any queue. */
int32_t fortress_next_order(const struct fortress_state *s, uint32_t who,
                            struct fortress_plan *plan, struct fortress_task *task);
/* The order that a queue gave this turn, once more: what it cost, it had at Upkeep. */
int32_t fortress_queue_again(struct fortress_state *s, uint32_t who, struct fortress_plan *plan,
                             struct fortress_task *task);
/* R8.5: the orders that behaviour and queues give. */
void fortress_standing_orders(struct fortress_state *s, struct fortress_turn *turn);
void fortress_drop_queue(struct fortress_plan *plan);
/* One unit without a queue, R8.5 a to d. */
void fortress_order_by_behaviour(struct fortress_state *s, uint32_t who);

/* ---- build.c: what may be built, R13.2 ---- */

struct rd_verdict fortress_judge_build(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                       uint32_t structure, struct fortress_task *task);
uint32_t fortress_steps_of(const struct fortress_board *board, uint32_t structure, uint32_t cell);

/* ---- buying.c ---- */

/* Cells where the seat may buy: anything, or only the simple types. */
struct fortress_markets {
    struct fortress_set all, simple;
};
void fortress_markets_of(const struct fortress_state *s, uint32_t seat,
                         struct fortress_markets *markets);
void fortress_buy(struct fortress_state *s, uint32_t seat, uint32_t type, uint32_t cell,
                  struct rd_event_log *log);
void fortress_undo_buy(struct fortress_state *s, uint32_t seat, uint32_t who,
                       struct rd_event_log *log);
/* ---- orders.c, legal.c, needs.c ---- */

rd_seats fortress_to_act(const void *state);
struct rd_verdict fortress_judge(const void *state, rd_seat seat, struct rd_action action);
uint32_t fortress_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
void fortress_factors(const void *state, rd_seat seat, struct rd_factors *out);
void fortress_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                    struct rd_event_log *log);
void fortress_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                          struct rd_event_log *log, struct rd_frames *frames);
uint32_t fortress_spell_range(const struct fortress_state *s, uint32_t who);
/* R9.2: the cells that a unit can shoot at. What its owner has not explored hides nothing, so that
 * no shot tells what lies there. */
void fortress_shots(const struct fortress_state *s, uint32_t seat, uint32_t who,
                    struct fortress_set *set);
uint32_t fortress_bow_range(const struct fortress_state *s, uint32_t seat, uint32_t who);
uint32_t fortress_spell_cost(uint32_t verb, uint32_t amount);
/* R9.9: the verb of the path that a unit was given this turn and that can be lengthened, or 0. */
uint32_t fortress_lengthened(const struct fortress_state *s, uint32_t who);
/* Whom an attack or spell at that cell is aimed at, as the seat knows it. */
uint32_t fortress_aim(const struct fortress_state *s, uint32_t seat, uint32_t verb, uint32_t cell);

/* ---- a turn under way ---- */

struct fortress_turn {
    struct fortress_state *s;
    struct rd_luck *luck;
    struct rd_event_log *log; /* NULL: nobody listens */
    struct rd_frames *frames; /* NULL: nobody asks */
    uint32_t next_rank;
    uint32_t stale; /* what has to be looked at again: bits of FORTRESS_STALE_... */
    uint32_t cause[FORTRESS_WHO_MAX];       /* the last event that hurt it */
    uint16_t target[FORTRESS_WHO_MAX];      /* of attacks, spells and repairs */
    uint16_t at[FORTRESS_CELLS];            /* 1 + mobile piece there */
    uint16_t on[FORTRESS_CELLS];            /* 1 + living structure there */
    uint8_t hopped[FORTRESS_FIRST_NEUTRAL]; /* this turn: R12.2 */
    /* 1 + a cell, 0 = no: where a path was cut, and before what a mover waited first. */
    uint16_t trimmed[FORTRESS_FIRST_NEUTRAL], waited[FORTRESS_FIRST_NEUTRAL];
    /* What owners are told when movement is over: R14.7. 1 + who lost a mine out of sight, and who
     * sprang a trap out of its owner's sight. */
    uint8_t lost_mine[FORTRESS_MINES_MAX];
    uint16_t trapped[FORTRESS_FIRST_NEUTRAL];
    uint32_t trapped_count;
};

/* Bits 0 and 1, FORTRESS_STALE_SIGHT: that seat may see more or less of the board.
 * FORTRESS_STALE_PIECES, the bit of the neutrals: pieces or mines may look different.
 * FORTRESS_STALE_SITES: sites may. */
enum {
    FORTRESS_STALE_SIGHT = 3,
    FORTRESS_STALE_PIECES = 4,
    FORTRESS_STALE_SITES = 8,
    FORTRESS_STALE_ALL = 15
};

static inline uint32_t fortress_who_at(const struct fortress_turn *turn, uint32_t cell)
{
    return turn->at[cell] == 0 ? (uint32_t)FORTRESS_NOBODY : turn->at[cell] - 1u;
}

static inline uint32_t fortress_who_on(const struct fortress_turn *turn, uint32_t cell)
{
    return turn->on[cell] == 0 ? (uint32_t)FORTRESS_NOBODY : turn->on[cell] - 1u;
}

static inline int32_t fortress_lives(const struct fortress_turn *turn, uint32_t who)
{
    return who != FORTRESS_NOBODY && turn->s->piece[who].health > 0;
}

static inline int32_t fortress_defends(const struct fortress_turn *turn, uint32_t who)
{
    return who < FORTRESS_FIRST_NEUTRAL && turn->s->task[who].verb == FORTRESS_DEFEND;
}

/* ---- turn.c ---- */

void fortress_turn_begin(struct fortress_turn *turn, struct fortress_state *s, struct rd_luck *luck,
                         struct rd_event_log *log);
/* The steps of R10, in their order; their names are in tables.c. */
enum fortress_step {
    FORTRESS_STEP_SPAWNS = 1,
    FORTRESS_STEP_SPELLS,
    FORTRESS_STEP_ATTACKS,
    FORTRESS_STEP_ENGINEERING,
    FORTRESS_STEP_MOVEMENT, /* each tick, and once more what became of the orders to move */
    FORTRESS_STEP_NEUTRALS,
    FORTRESS_STEP_UPKEEP,
    FORTRESS_STEP_COUNT
};
enum { FORTRESS_FRAMES_MAX = FORTRESS_STEP_COUNT - 1 + FORTRESS_TICKS_MAX + 2 };
extern const char *const fortress_step_names[FORTRESS_STEP_COUNT + 1];
void fortress_execute(struct fortress_state *s, struct rd_luck *luck, struct rd_event_log *log,
                      struct rd_frames *frames);
/* Puts a mobile piece on a cell: fresh rank, mine. It has left its old one. */
void fortress_enter(struct fortress_turn *turn, uint32_t who, uint32_t cell);
void fortress_leave(struct fortress_turn *turn, uint32_t who);
/* Both seats look again, as far as anything has changed. */
void fortress_look_around(struct fortress_turn *turn);
/* removal.c: the dead leave their slots. */
void fortress_compact(struct fortress_state *s);

/* ---- upkeep.c ---- */

/* Everybody stands on its cell, and nothing has happened yet. */
void fortress_upkeep(struct fortress_turn *turn);

/* ---- blow.c: strengths and damage, R11.1, R11.2 ---- */

enum fortress_mode { FORTRESS_RANGED_BLOW, FORTRESS_MELEE_BLOW };

/* Parts of a strength, in 1/400. */
struct fortress_strength {
    int32_t part[FORTRESS_MODIFIERS]; /* KIND to WALL are scaled with health */
    int32_t health;                   /* that it is scaled with */
    int32_t total;
};

struct fortress_blow {
    uint32_t event; /* enum fortress_event */
    uint32_t who, whom;
    enum fortress_mode mode;
    int32_t attackers; /* n: R11.1 */
    int32_t counter;   /* strength of a simple counter, R11.2: who answers whom */
};
/* In 2^-32 health. Tells the blow; it becomes the cause of what happens to `whom`. */
uint64_t fortress_damage(struct fortress_turn *turn, const struct fortress_blow *blow);

/* ---- wounds.c: batches, deaths, credit ---- */

struct fortress_wound {
    uint64_t loss;
    uint64_t by[3]; /* of it, by side */
    uint16_t who;
    uint8_t side[3]; /* in the order of their first contribution */
    uint8_t sides;
};

struct fortress_batch {
    uint32_t count;
    uint16_t index[FORTRESS_WHO_MAX]; /* into wound, FORTRESS_NOBODY = none */
    struct fortress_wound wound[FORTRESS_WHO_MAX];
};

void fortress_batch_begin(struct fortress_batch *batch);
void fortress_batch_add(struct fortress_batch *batch, uint32_t whom, uint32_t side, uint64_t loss);
void fortress_batch_sort(const struct fortress_turn *turn, struct fortress_batch *batch);
uint64_t fortress_batch_loss(const struct fortress_batch *batch, uint32_t whom);
static inline uint32_t fortress_whole(uint64_t loss)
{
    return (uint32_t)((loss + UINT64_C(0xffffffff)) >> 32); /* floor(health - loss) */
}
/* Takes the loss off its health and tells it; it is not buried yet. */
void fortress_hurt(struct fortress_turn *turn, uint32_t whom, uint64_t loss);
/* The side that gets the credit, R11.7. */
uint32_t fortress_credit(struct fortress_turn *turn, const struct fortress_wound *wound,
                         int32_t draw);
/* R11.6: off the board. A neutral's killer is rewarded. */
void fortress_kill(struct fortress_turn *turn, uint32_t who, uint32_t credit);

/* ---- spells.c, attacks.c, engineering.c, movement.c, neutrals.c ---- */

/* Pieces of a seat by id that have an order of one of these verbs; returns how many. */
uint32_t fortress_casters(const struct fortress_state *s, uint32_t seat, uint32_t first_verb,
                          uint32_t last_verb, uint16_t *who);
/* Takes the mana; 0: the spell is lost. */
int32_t fortress_pay_spell(struct fortress_turn *turn, uint32_t who);
/* R11.4: who answers for this target, or FORTRESS_NOBODY. */
uint32_t fortress_retaliator(const struct fortress_turn *turn, uint32_t target, uint32_t attacker,
                             int32_t ranged);
void fortress_spell_step(struct fortress_turn *turn);
void fortress_attack_step(struct fortress_turn *turn);
void fortress_engineering_step(struct fortress_turn *turn);
/* R9.6 */
void fortress_trim_moves(struct fortress_turn *turn);
/* One tick; 0: it was the last one. */
int32_t fortress_tick(struct fortress_turn *turn, uint32_t number);
/* After the last tick: the orders that are left end, and their owners are told; then what the
 * other side did out of sight to mines and traps. */
void fortress_end_moves(struct fortress_turn *turn);
void fortress_tell_unseen(struct fortress_turn *turn);
void fortress_stop(struct fortress_turn *turn, uint32_t who);
/* A unit that has just come to a cell: an enemy trap there, R12.7. Returns whether it sprang. */
int32_t fortress_spring_trap(struct fortress_turn *turn, uint32_t who);

void fortress_neutral_step(struct fortress_turn *turn);
/* R15.5: the dying neutral's attack, into two batches (they may be the same one). */
void fortress_death_attack(struct fortress_turn *turn, uint32_t who, struct fortress_batch *ranged,
                           struct fortress_batch *melee);
/* R15.6 */
void fortress_respawn_tick(struct fortress_turn *turn);
void fortress_draw_respawn(struct fortress_turn *turn, uint32_t cell);
int32_t fortress_respawn_runs(struct fortress_state *s, uint32_t cell);
void fortress_reward(struct fortress_turn *turn, uint32_t who, uint32_t credit);
void fortress_place_neutral(struct fortress_state *s, uint32_t cell, uint32_t type, uint32_t rank);

/* All mobile pieces in play in rank order; returns how many. */
uint32_t fortress_ranked(const struct fortress_state *s, uint16_t who[FORTRESS_MOBILE_MAX]);
uint32_t fortress_ranked_neutrals(const struct fortress_state *s,
                                  uint16_t who[FORTRESS_NEUTRALS_MAX]);
void fortress_sort_by_rank(const struct fortress_state *s, uint16_t *who, uint32_t count);
/* Pieces of players that are not farther from a cell, in the order of R3.5: PlayerUnits(). */
uint32_t fortress_players_near(const struct fortress_state *s, uint32_t cell, uint32_t distance,
                               uint16_t who[FORTRESS_WHO_MAX]);

/* ---- events.c ---- */

/* Tells those who may know (R14.7). Returns the id as a cause. */
struct fortress_report {
    uint32_t kind, cause;
    rd_seats seats; /* of the two players; spectators always hear */
    int32_t arg[RD_EVENT_ARGS_MAX];
};
uint32_t fortress_tell(struct fortress_turn *turn, const struct fortress_report *report);
/* The same to one seat, when others have heard of it before. */
void fortress_tell_late(struct fortress_turn *turn, uint32_t kind, uint32_t seat, int32_t a,
                        int32_t b);
/* The seats that own a piece or see the cell. */
rd_seats fortress_witnesses(const struct fortress_turn *turn, uint32_t who, uint32_t cell);
uint32_t fortress_tell_about(struct fortress_turn *turn, uint32_t kind, uint32_t who,
                             const int32_t arg[RD_EVENT_ARGS_MAX]);
void fortress_tell_way(struct fortress_turn *turn, uint32_t kind, uint32_t who, uint32_t from,
                       uint32_t to);
/* Only its owner hears of it. */
/* Why a queue ends before its goal; the words are in tables.c. */
enum fortress_queue_end {
    FORTRESS_FELL_SHORT,
    FORTRESS_WAY_BLOCKED,
    FORTRESS_WORK_UNDONE,
    FORTRESS_CANNOT_BUILD,
    FORTRESS_QUEUE_ENDS
};
void fortress_tell_owner(struct fortress_turn *turn, uint32_t kind, uint32_t who, int32_t a,
                         int32_t b);

/* ---- ending.c ---- */

uint32_t fortress_fallen(const struct fortress_state *s);
uint32_t fortress_decide_by_limit(const struct fortress_state *s);
void fortress_end(struct fortress_state *s, uint32_t ending, struct rd_event_log *log);
void fortress_resign(void *state, rd_seat seat, struct rd_event_log *log);
void fortress_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns fortress_turns(const void *state);
void fortress_clear_orders(struct fortress_state *s);

/* ---- setup.c ---- */

struct rd_verdict fortress_check_setup(const struct rd_setup *setup);
void fortress_lay_board(struct fortress_state *s, const struct fortress_map *map);
void fortress_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);

/* ---- see.c, guess.c, encode.c, scene.c, audit.c ---- */

/* What the table in game.c names. Every game has these, with the types that struct rd_game asks
 * for. */
void fortress_observe(const void *state, rd_seat seat, void *view);
void fortress_guess(const void *view, struct rd_luck *luck, void *state);
enum {
    /* 13 of the ground and what is built, the pieces by type, 3 of purchases and orders. */
    FORTRESS_BOARD_PLANES = 13 + FORTRESS_OWNED_TYPES + FORTRESS_TYPES + 3,
    FORTRESS_GLOBALS = 16,
    FORTRESS_TENSOR_SIZE =
        FORTRESS_BOARD_PLANES * FORTRESS_ROWS * FORTRESS_COLUMNS + FORTRESS_GLOBALS
};
extern const struct rd_tensor fortress_tensors[];
void fortress_encode(const void *view, int8_t *tensor);
extern const struct rd_packing fortress_packing[];
void fortress_pack(const void *view, uint32_t *packed);
extern const char *const fortress_terrain_names[];
extern const char *const fortress_token_names[]; /* kinds.c */
extern const char *const fortress_mood_names[];
extern const char *const fortress_counter_names[];
extern const char *const fortress_mark_names[];
void fortress_scene(const void *view, struct rd_scene *scene);
const char *fortress_audit(const void *state);
/* audit_orders.c */
const char *fortress_audit_orders(const struct fortress_state *s, uint32_t seat);

#endif
