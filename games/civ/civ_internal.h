/*
 * civ_internal.h - the parts of the rules of civ, for each other only.
 *
 * An order is carried out with one struct civ_context on the stack: the state it changes, who acts,
 * the log, and, only if there is a log, what each seat saw before it.
 */
#ifndef CIV_INTERNAL_H
#define CIV_INTERNAL_H

#include "civ.h"

/* ---- tables.c ---- */

extern const struct rd_verb civ_verbs[];
extern const struct rd_event_kind civ_events[];
extern const struct rd_refusal civ_refusals[];
extern const struct rd_ending civ_endings[];

static inline const struct civ_ruleset *civ_ruleset_of(const struct civ_common *common)
{
    return &civ_rulesets[common->rules];
}

/* ---- cells.c: cells, sets of cells, lists ---- */

struct civ_set {
    uint64_t row[CIV_SIDE_MAX];
};

static inline int32_t civ_set_has(const struct civ_set *set, uint32_t cell)
{
    return (int32_t)(set->row[civ_y(cell)] >> civ_x(cell) & 1u);
}

static inline void civ_set_add(struct civ_set *set, uint32_t cell)
{
    set->row[civ_y(cell)] |= UINT64_C(1) << civ_x(cell);
}

static inline int32_t civ_on_board(const struct civ_common *common, uint32_t cell)
{
    return cell < CIV_CELLS && civ_x(cell) < common->size && civ_y(cell) < common->size;
}

/* The bits of a row of the board. */
static inline uint64_t civ_row_bits(uint32_t size)
{
    return ~UINT64_C(0) >> (CIV_SIDE_MAX - size);
}

/* Where a step leads; RD_NO_CELL off the board. */
uint32_t civ_stepped(const struct civ_common *common, uint32_t cell, uint32_t step);
uint32_t civ_distance(uint32_t a, uint32_t b);

/* The cells of a list, units or cities. */
void civ_set_add_list(struct civ_set *set, const uint16_t *list, uint32_t count);
/* Everything within so many steps of a set. */
void civ_set_grow(struct civ_set *set, uint32_t size, uint32_t steps);
/* What a seat sees, R14.1. */
void civ_sight(const struct civ_common *common, const struct civ_side *side, struct civ_set *seen);

/* The first entry from `from` on that is value under this mask; count if there is none. */
uint32_t civ_find(const uint16_t *list, uint32_t from, uint32_t count, uint32_t mask,
                  uint32_t value);

static inline uint32_t civ_find_cell(const uint16_t *list, uint32_t count, uint32_t cell)
{
    return civ_find(list, 0, count, CIV_CELL_BITS, cell);
}

static inline int32_t civ_has_army(const struct civ_side *side, uint32_t cell)
{
    return civ_find_cell(side->army, side->armies, cell) < side->armies;
}

static inline int32_t civ_has_worker(const struct civ_side *side, uint32_t cell)
{
    return civ_find_cell(side->worker, side->workers, cell) < side->workers;
}

static inline int32_t civ_has_city(const struct civ_side *side, uint32_t cell)
{
    return civ_find_cell(side->city, side->cities, cell) < side->cities;
}

/* The seat whose city stands there, or CIV_SEATS. */
uint32_t civ_city_owner(const struct civ_state *state, uint32_t cell);
/* The lowest other seat with a unit there, or CIV_SEATS. */
uint32_t civ_foreign_unit(const struct civ_state *state, uint32_t seat, uint32_t cell);

void civ_add_city(struct civ_side *side, uint32_t cell);
void civ_add_worker(struct civ_side *side, uint32_t worker);
void civ_add_army(struct civ_side *side, uint32_t army, uint32_t health);
void civ_drop_city(struct civ_side *side, uint32_t index);
void civ_drop_worker(struct civ_side *side, uint32_t index);
/* Keep only the first so many. */
void civ_cut_workers(struct civ_side *side, uint32_t count);
void civ_cut_armies(struct civ_side *side, uint32_t count);
/* All workers on a tile; returns how many there were. */
uint32_t civ_drop_workers_at(struct civ_side *side, uint32_t cell);
/* Of the armies on a tile (and with this pending attack, 0xff: any) each loses so much health and
 * dies without. */
struct civ_losses {
    uint32_t struck, dead;
};
struct civ_losses civ_strike(struct civ_side *side, uint32_t cell, uint32_t attack,
                             uint32_t damage);

/* ---- an order under way ---- */

struct civ_context {
    struct civ_state *state;
    uint32_t seat;
    struct rd_event_log *log;      /* NULL: nobody listens */
    struct rd_frames *frames;      /* NULL: nobody asks */
    struct civ_set saw[CIV_SEATS]; /* set only with a log */
};

void civ_context_begin(struct civ_context *context, struct civ_state *state, uint32_t seat,
                       struct rd_event_log *log);
/* Look around again: for what comes after. */
void civ_look(struct civ_context *context);
/* events.c: who sees a cell; the spectator always does. */
rd_seats civ_witnesses(const struct civ_context *context, uint32_t cell);
/* Only with a log: callers test it first, so that play without one pays nothing. */
uint32_t civ_tell(struct civ_context *context, uint32_t kind, rd_seats seen_by,
                  const int32_t arg[RD_EVENT_ARGS_MAX]);
uint32_t civ_tell_because(struct civ_context *context, uint32_t kind, rd_seats seen_by,
                          uint32_t cause, const int32_t arg[RD_EVENT_ARGS_MAX]);
rd_seats civ_only(uint32_t seat); /* and the spectator */
void civ_tell_moved(struct civ_context *context, uint32_t what, uint32_t from, uint32_t to);
/* So many of the actor's units at `from` fell in an attack on `to`. Who sees only that they are
 * gone hears only that; returned are those who see the attack. Only with a log. */
rd_seats civ_tell_fallen(struct civ_context *context, uint32_t what, uint32_t from, uint32_t to,
                         uint32_t count);

/* ---- board.c ---- */
uint32_t civ_check_map(const void *map, struct rd_verdict *out, uint32_t cap);
void civ_lay_board(uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX], const struct civ_map *map);

/* ---- civ_combat_ieee.c: R15.8 and R15.9 ---- */
struct civ_blow {
    uint32_t offense, defense;                /* researches of who deals and of who takes it */
    uint32_t terrain_dealing, terrain_taking; /* enum civ_terrain */
    uint32_t home_dealing, home_taking;       /* an own city stands on the tile */
    uint32_t armies;
};
/* Of one attacker to each of `armies` defenders, and of `armies` defenders to the attacker. */
uint32_t civ_final_attack(const struct civ_blow *blow);
uint32_t civ_final_defence(const struct civ_blow *blow);

/* ---- setup.c ---- */
extern const struct rd_option civ_options[];
struct rd_verdict civ_check_setup(const struct rd_setup *setup);
void civ_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);

/* ---- orders.c ---- */
rd_seats civ_to_act(const void *state);
struct rd_verdict civ_judge(const void *state, rd_seat seat, struct rd_action action);
/* A move to a tile that no step leads to: the reason to refuse it. */
struct rd_verdict civ_judge_far(const struct civ_state *state, rd_seat seat, uint32_t verb,
                                uint32_t from, int32_t to_is_on_board);
void civ_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
               struct rd_event_log *log);
void civ_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                     struct rd_event_log *log, struct rd_frames *frames);
/* The steps of the end of a turn, R5.1; their names are in tables.c. */
enum civ_turn_step {
    CIV_STEP_ATTACK = 1, /* one group, R11.3 */
    CIV_STEP_TURN,       /* the next seat's turn begins */
    CIV_TURN_STEPS
};
enum { CIV_FRAMES_MAX = CIV_TARGETS_MAX + 1 };
extern const char *const civ_step_names[CIV_TURN_STEPS + 1];
/* turn.c: a step is over. */
void civ_show(const struct civ_context *context, uint32_t step);
/* The unit that a move from this tile takes, R11.1; the length of the list if there is none. */
uint32_t civ_pick_worker(const struct civ_state *state, uint32_t seat, uint32_t cell);
uint32_t civ_pick_army(const struct civ_state *state, uint32_t seat, uint32_t cell);

/* ---- legal.c ---- */
uint32_t civ_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);

/* ---- produce.c ---- */
void civ_produce(struct civ_context *context, uint32_t what, uint32_t cell);
void civ_research(struct civ_context *context, uint32_t what);

/* ---- move.c ---- */
void civ_move_worker(struct civ_context *context, uint32_t from, uint32_t step);
void civ_move_army(struct civ_context *context, uint32_t from, uint32_t step);

/* ---- combat.c: R11.2 to R11.5 ---- */
void civ_combat_stage(struct civ_context *context);
void civ_clear_attacks(struct civ_state *state);
/* Foreign workers on a tile die. */
void civ_kill_workers(struct civ_context *context, uint32_t cell);
/* Of the actor's own, in an attack: only the telling. */
void civ_tell_workers_fallen(struct civ_context *context, uint32_t from, uint32_t to,
                             uint32_t lost);

/* ---- final.c: fights of civ-final, R15.6 to R15.15 ---- */
void civ_final_move_worker(struct civ_context *context, uint32_t index, uint32_t to);
void civ_final_move_army(struct civ_context *context, uint32_t index, uint32_t to);

/* ---- capture.c ---- */
/* The city of seat `from` on this tile becomes the actor's, R12.1 to R12.3. */
void civ_capture(struct civ_context *context, uint32_t from, uint32_t cell);
/* A seat may have lost its last city, or got one again. */
void civ_settle_status(struct civ_context *context, uint32_t seat);

/* ---- turn.c ---- */
void civ_begin_turn(struct civ_context *context);
void civ_end_turn(struct civ_context *context);
/* On to the next seat in play, or to the end. */
void civ_pass_turn(struct civ_context *context);

/* ---- host.c: R16.2 and R16.3 ---- */
void civ_begin_again(struct civ_context *context);
void civ_new_map(struct civ_context *context, struct rd_luck *luck);

/* ---- harvest.c: R6.1 to R7.1 ---- */
void civ_harvest(struct civ_context *context);
void civ_eat(struct civ_context *context);
/* Food of the seat of this view after its next harvest and meals if nothing changes. Below 0: units
 * starve. Not for spectators. */
int32_t civ_food_ahead(const struct civ_view *view);

/* ---- ending.c ---- */
uint32_t civ_seats_in_play(const struct civ_state *state);
/* R13.2: ends the game if one seat is left. */
void civ_check_conquest(struct civ_context *context);
void civ_finish(struct civ_context *context, uint32_t ending, uint32_t winner);
void civ_resign(void *state, rd_seat seat, struct rd_event_log *log);
void civ_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns civ_turns(const void *state);

/* ---- see.c, guess.c, encode.c, scene.c, audit.c ---- */
void civ_observe(const void *state, rd_seat seat, void *view);
void civ_guess(const void *view, struct rd_luck *luck, void *state);
extern const struct rd_tensor civ_tensors[];
enum {
    CIV_MY_PLANES = 7,
    CIV_OTHER_PLANES = 4,
    CIV_PLANES = 2 + CIV_TERRAINS + CIV_MY_PLANES + (CIV_SEATS - 1) * CIV_OTHER_PLANES,
    CIV_GLOBALS = 64,
    CIV_TENSOR_SIZE = CIV_PLANES * CIV_CELLS + CIV_GLOBALS
};
void civ_encode(const void *view, int8_t *tensor);
extern const struct rd_packing civ_packing[];
void civ_pack(const void *view, uint32_t *packed);
extern const char *const civ_terrain_names[];
/* Drawn in this order, so that units stand above cities: the rows of products.def from the end. */
#define CIV_TOKEN_OF(product) (CIV_PRODUCTS - 1 - (product))
extern const char *const civ_token_names[];
extern const char *const civ_mood_names[];
extern const char *const civ_counter_names[];
extern const char *const civ_mark_names[];
void civ_scene(const void *view, struct rd_scene *scene);
/* cards.c */
extern const struct rd_piece_card civ_pieces[];
extern const char *const civ_trait_names[];
extern const char *const civ_number_names[];
const char *civ_audit(const void *state);

#endif
