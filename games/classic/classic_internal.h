/*
 * classic_internal.h - the parts of the rules of Fortress Frontiers Classic, for each other only.
 *
 * A turn is executed with one struct classic_turn on the stack: the state it changes, who stands
 * where, the losses of the batch under way, and the log. A unit is then named by its number
 * `who`: seat * 120 + slot. The dead keep their slots until the Execution is over.
 */
#ifndef CLASSIC_INTERNAL_H
#define CLASSIC_INTERNAL_H

#include "classic.h"

enum {
    CLASSIC_WHO_MAX = CLASSIC_SEATS * CLASSIC_UNITS_MAX,
    CLASSIC_INCOME = 5, /* R4.2 */
    CLASSIC_MINE_INCOME = 2,
    CLASSIC_STRENGTH_ONE = 200, /* R6.3: strengths are in so many parts */
    CLASSIC_LUCK_ONE = 1024,
    CLASSIC_LUCK_LEAST = 768,
    CLASSIC_LUCK_SPAN = 512,
    CLASSIC_CROWD_PENALTY = 2, /* R6.6, R6.7: for each attacker after the first */
    CLASSIC_ARROW_REACH = 2
};

/* ---- tables.c ---- */

extern const struct rd_option classic_options[];
extern const struct rd_verb classic_verbs[];
extern const struct rd_event_kind classic_events[];
extern const struct rd_refusal classic_refusals[];
extern const struct rd_ending classic_endings[];

/* ---- a turn under way ---- */

/* Something that only its owner is told, at the end of a tick: R9.2. */
struct classic_note {
    uint16_t kind; /* enum classic_event; 0 = none */
    uint16_t cell;
};

struct classic_turn {
    struct classic_open *open;
    struct classic_secret *secret;
    struct rd_luck *luck;
    struct rd_event_log *log;
    struct rd_frames *frames;  /* NULL: nobody asks */
    struct classic_unit *unit; /* of both seats, by who */
    uint16_t wounded[CLASSIC_WHO_MAX];
    uint32_t wounded_count;
    uint8_t at[CLASSIC_CELLS]; /* 1 + who stands there, 0 = nobody */
    uint8_t acted[CLASSIC_WHO_MAX];
    uint8_t is_wounded[CLASSIC_WHO_MAX];
    uint64_t loss[CLASSIC_WHO_MAX]; /* of the batch, in 2^-32 health; valid for the wounded */
    /* Only with a log. */
    uint32_t cause[CLASSIC_WHO_MAX]; /* the last blow against a unit in this batch */
    struct classic_note note[CLASSIC_WHO_MAX];
};
RD_STATIC_ASSERT(CLASSIC_WHO_MAX < 255, "who fits into a byte beside nobody");

static inline uint32_t classic_seat_of(uint32_t who)
{
    return who >= CLASSIC_UNITS_MAX;
}

static inline struct classic_order *classic_order_of(struct classic_turn *turn, uint32_t who)
{
    uint32_t seat = classic_seat_of(who);
    return &turn->secret[seat].order[who - seat * CLASSIC_UNITS_MAX];
}

static inline uint32_t classic_who_at(const struct classic_turn *turn, uint32_t cell)
{
    return turn->at[cell] == 0 ? (uint32_t)CLASSIC_NOBODY : turn->at[cell] - 1u;
}

static inline int32_t classic_defends(struct classic_turn *turn, uint32_t who)
{
    return classic_order_of(turn, who)->verb == CLASSIC_DEFEND;
}

/* Everybody watched this: it becomes part of the trace, R9.2. */
static inline void classic_watch(struct classic_turn *turn, uint32_t what, uint32_t who,
                                 uint32_t whom)
{
    uint32_t act = what << 18 ^ who << 9 ^ whom;
    turn->open->trace = (turn->open->trace ^ act) * UINT32_C(0x01000193);
}

/* ---- board.c ---- */

/* The cells within two steps, ascending, without the cell itself; returns how many. */
uint32_t classic_disc(uint32_t cell, uint16_t disc[CLASSIC_DISC]);
/* The same as differences to the cell, CLASSIC_DISC of them, and a bit for each that exists. A
 * difference is where the second argument of an action lies in its eight bytes. */
const uint64_t *classic_disc_actions(uint32_t cell, uint32_t *on_board);
/* The neighbours, ascending; returns how many. */
uint32_t classic_around(uint32_t cell, uint16_t beside[CLASSIC_DIRECTIONS]);
/* R5.4: the first step from a cell to another one within two steps; `avoid` is never passed. */
uint16_t classic_first_step(uint32_t from, uint32_t to, uint32_t avoid);
/* Index into classic_mines, or CLASSIC_NOBODY. */
uint32_t classic_mine_at(uint32_t cell);
void classic_fill(const struct classic_open *open, uint8_t at[CLASSIC_CELLS]);
/* Slot of an id that was in play when the turn began, or CLASSIC_NOBODY. */
uint32_t classic_slot_in_play(const struct classic_open *open, uint32_t seat, uint32_t id);
int32_t classic_base_health(const struct classic_open *open, uint32_t seat);

/* ---- setup.c ---- */

struct rd_verdict classic_check_setup(const struct rd_setup *setup);
/* An empty board with two bases of full health, before the first Upkeep. */
void classic_lay(struct classic_state *state, const struct rd_setup *setup);
void classic_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);

/* ---- orders.c, legal.c ---- */

rd_seats classic_to_act(const void *state);
struct rd_verdict classic_judge(const void *state, rd_seat seat, struct rd_action action);
uint32_t classic_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
void classic_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                   struct rd_event_log *log);
void classic_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                         struct rd_event_log *log, struct rd_frames *frames);
/* May the seat buy anything at all, gold and place aside? 0, or a refusal. */
uint32_t classic_cannot_grow(const struct classic_open *open, const struct classic_secret *secret,
                             uint32_t seat);

/* ---- turn.c ---- */

/* The steps of R6.1, in their order; their names are in tables.c. */
enum classic_step {
    CLASSIC_STEP_PURCHASES = 1,
    CLASSIC_STEP_RANGED,
    CLASSIC_STEP_MELEE,
    CLASSIC_STEP_MOVEMENT, /* each tick */
    CLASSIC_STEP_UPKEEP,
    CLASSIC_STEP_COUNT
};
enum { CLASSIC_FRAMES_MAX = CLASSIC_STEP_COUNT - 2 + CLASSIC_STEPS_MAX };
extern const char *const classic_step_names[CLASSIC_STEP_COUNT + 1];
void classic_execute(struct classic_state *state, struct rd_luck *luck, struct rd_event_log *log,
                     struct rd_frames *frames);
/* A unit that stands nowhere now enters a tile, and takes the mine there: R7.10. */
void classic_enter(struct classic_turn *turn, uint32_t who, uint32_t cell);

/* ---- upkeep.c ---- */

/* R4.2, R4.3; orders and purchases are gone after it. */
void classic_upkeep(struct classic_state *state, struct rd_event_log *log);
void classic_clear_orders(struct classic_secret *secret);

/* ---- blow.c: one damage figure, and batches of them ---- */

/* A strength and what it was made of, R6.3. */
struct classic_strength {
    int32_t points;  /* of the type */
    int32_t penalty; /* for further attackers */
    int32_t health;  /* the factor's health; 100 where it doesn't count */
};

struct classic_blow {
    uint32_t event; /* enum classic_event */
    uint32_t who, whom;
    struct classic_strength attack, defence;
};

struct classic_strength classic_melee_strength(const struct classic_unit *unit, int32_t penalty);
void classic_strike(struct classic_turn *turn, const struct classic_blow *blow);
/* R6.4. Returns the ending, CLASSIC_PLAYING if both bases stand. */
uint32_t classic_settle(struct classic_turn *turn);

/* ---- combat.c: the two steps of attacks; each returns the ending ---- */

uint32_t classic_ranged_step(struct classic_turn *turn);
uint32_t classic_melee_step(struct classic_turn *turn);

/* Units with an order of this verb, sorted by key = priority and seat; returns how many. */
struct classic_turn_list {
    uint32_t count;
    uint16_t who[CLASSIC_WHO_MAX];
    uint32_t key[CLASSIC_WHO_MAX];
};
enum classic_sorting { CLASSIC_SEAT_FIRST, CLASSIC_PRIORITY_FIRST };
void classic_gather(struct classic_turn *turn, uint32_t verb, enum classic_sorting sorting,
                    struct classic_turn_list *list);

/* ---- movement.c: a tick. Returns the ending ---- */

uint32_t classic_tick(struct classic_turn *turn);

/* ---- events.c: only with a log ---- */

uint32_t classic_tell(struct rd_event_log *log, uint32_t kind, uint32_t cause,
                      const int32_t arg[RD_EVENT_ARGS_MAX]);
uint32_t classic_tell_seat(struct rd_event_log *log, uint32_t kind, uint32_t seat,
                           const int32_t arg[RD_EVENT_ARGS_MAX]);
void classic_tell_notes(struct classic_turn *turn);
/* Who, from where, to where. */
void classic_tell_move(struct classic_turn *turn, uint32_t kind, uint32_t who, uint32_t from,
                       uint32_t to);
/* For the owner alone, at the end of the step or tick. */
static inline void classic_note(struct classic_turn *turn, uint32_t kind, uint32_t who,
                                uint32_t cell)
{
    if (turn->log != NULL) {
        turn->note[who].kind = (uint16_t)kind;
        turn->note[who].cell = (uint16_t)cell;
    }
}

/* ---- ending.c ---- */

uint32_t classic_fallen(const struct classic_open *open);
uint32_t classic_decide_by_limit(const struct classic_open *open);
void classic_end(struct classic_state *state, uint32_t ending, struct rd_event_log *log);
void classic_resign(void *state, rd_seat seat, struct rd_event_log *log);
void classic_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns classic_turns(const void *state);

/* ---- see.c, encode.c, scene.c, audit.c ---- */

/* What the table in game.c names. Every game has these, with the types that struct rd_game asks
 * for. */
void classic_observe(const void *state, rd_seat seat, void *view);
void classic_guess(const void *view, struct rd_luck *luck, void *state);
enum {
    CLASSIC_BOARD_PLANES = 2 + CLASSIC_SEATS * CLASSIC_TYPES + 7,
    CLASSIC_GLOBALS = 4 + CLASSIC_SEATS * (4 + CLASSIC_MOBILE_TYPES) + 2,
    CLASSIC_TENSOR_SIZE = CLASSIC_BOARD_PLANES * CLASSIC_CELLS + CLASSIC_GLOBALS
};
extern const struct rd_tensor classic_tensors[];
void classic_encode(const void *view, int8_t *tensor);
extern const struct rd_packing classic_packing[];
void classic_pack(const void *view, uint32_t *packed);
extern const char *const classic_terrain_names[];
extern const char *const classic_mark_names[];
extern const char *const classic_mood_names[];
extern const char *const classic_counter_names[];
void classic_scene(const void *view, struct rd_scene *scene);
const char *classic_audit(const void *state);

#endif
