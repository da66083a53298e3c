/*
 * apoca_internal.h - the parts of the rules of ApocaWarlords, for each other only.
 *
 * A turn is resolved with one struct apoca_turn on the stack: the state it changes, who stands
 * where, and the log. Steps take it in the order of R4.1.
 */
#ifndef APOCA_INTERNAL_H
#define APOCA_INTERNAL_H

#include "apoca.h"

/* ---- tables.c ---- */

/* What tells the two rulesets apart, R11.2 to R11.13. */
struct apoca_ruleset {
    uint8_t queue_collapses;    /* R11.2: one spawn empties the queue */
    uint8_t reload;             /* R11.3: after firing */
    uint8_t tandem;             /* R11.4: columns walk together */
    uint8_t plain_base_damage;  /* R11.5: blessings don't count against a base */
    uint8_t clipped_range;      /* R11.6: without the outermost cell east and south */
    uint8_t shooters_hold;      /* R11.7: no target, no new cooldown */
    uint8_t blessers_hold;      /* R11.8: likewise */
    uint8_t splash_returns;     /* R11.9: at a lane's end the target is hit again */
    uint8_t standing_prices;    /* R11.10: spending is what stands, at base prices */
    uint8_t corpses_count;      /* R11.11 */
    uint8_t blue_aims_by_index; /* R11.13 */
};

enum { APOCA_RELOAD_FIRST = 10 /* R3.1 */ };

extern const struct apoca_ruleset apoca_rulesets[];
extern const char *const apoca_tower_names[]; /* by enum apoca_tower_type */
extern const struct rd_verb apoca_verbs[];
extern const struct rd_event_kind apoca_events[];
extern const struct rd_refusal apoca_refusals[];
extern const struct rd_ending apoca_endings[];
extern const int8_t apoca_step[APOCA_DIRECTIONS][2]; /* R1.2: x, y */

/* ---- a turn under way ---- */

struct apoca_turn {
    struct apoca_open *open;
    struct apoca_secret *secret;
    const struct apoca_ruleset *rules;
    struct rd_event_log *log;
    struct rd_frames *frames;            /* NULL: nobody asks */
    uint32_t mercenaries;                /* the demons come after so many units */
    uint32_t any_dead;                   /* somebody has lost the last of its health */
    uint16_t at[APOCA_PATH_MAX];         /* 1 + index of the living unit on a path tile */
    uint32_t felled_by[APOCA_UNITS_MAX]; /* event that took a unit's last health; with a log */
};

/* events.c. Only with a log: callers test it first, so that play without one pays nothing. */
uint32_t apoca_tell(const struct apoca_turn *turn, uint32_t kind, uint32_t cause,
                    const int32_t arg[RD_EVENT_ARGS_MAX]);
uint32_t apoca_tell_seats(struct rd_event_log *log, uint32_t kind, rd_seats seen_by,
                          const int32_t arg[RD_EVENT_ARGS_MAX]);
int32_t apoca_unit_name(const struct apoca_unit *unit);
int32_t apoca_tower_name(const struct apoca_tower *tower);

/* ---- small questions ---- */

static inline uint32_t apoca_lane_of(const struct apoca_open *open, uint32_t path)
{
    /* Lanes that don't exist begin where the last one ends, which no unit reaches. */
    return (uint32_t)(path >= open->lane_first[1]) + (path >= open->lane_first[2]) +
           (path >= open->lane_first[3]);
}

static inline uint32_t apoca_land_owner(const struct apoca_open *open, uint32_t land)
{
    return (uint32_t)(open->land_blue[land / 64] >> (land % 64)) & 1u;
}

static inline int32_t apoca_is_alive(const struct apoca_unit *unit)
{
    return apoca_unit_mood(unit) != APOCA_DEAD;
}

static inline void apoca_set_mood(struct apoca_unit *unit, uint32_t mood)
{
    unit->traits = (uint8_t)((unit->traits & 3u) | mood << 2);
}

/* board.c */
uint32_t apoca_check_map(const void *map, struct rd_verdict *out, uint32_t cap);
void apoca_lay_board(struct apoca_open *open, const struct apoca_map *map);

/* setup.c */
extern const struct rd_option apoca_options[];
struct rd_verdict apoca_check_setup(const struct rd_setup *setup);
void apoca_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);

/* orders.c */
rd_seats apoca_to_act(const void *state);
uint32_t apoca_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
struct rd_verdict apoca_judge(const void *state, rd_seat seat, struct rd_action action);
/* Of a seat that has not said done: the order alone, against the position. */
struct rd_verdict apoca_judge_order(const struct apoca_state *state, rd_seat seat,
                                    struct rd_action action);
void apoca_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                 struct rd_event_log *log);
void apoca_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                       struct rd_event_log *log, struct rd_frames *frames);
/* Index of a cell in land_cell, or APOCA_NONE. */
uint32_t apoca_land_at(const struct apoca_open *open, uint32_t cell);
void apoca_clear_orders(struct apoca_secret *secret);

/* The steps of R4.1, in their order; their names are in tables.c. */
enum apoca_steps {
    APOCA_STEP_ORDERS = 1, /* steps 2 to 5 */
    APOCA_STEP_UNITS,      /* steps 6 and 7: each kind by itself */
    APOCA_STEP_SPAWNS = APOCA_STEP_UNITS + APOCA_UNIT_KINDS,
    APOCA_STEP_TOWERS,
    APOCA_STEP_COUNT
};
enum { APOCA_FRAMES_MAX = APOCA_STEP_COUNT - 1 };
extern const char *const apoca_step_names[APOCA_STEP_COUNT + 1];

/* turn.c: both are done. */
void apoca_resolve(struct apoca_state *state, struct rd_event_log *log, struct rd_frames *frames);

/* purchases.c: steps 2 to 4 of R4.1. Returns how many players provoked. */
uint32_t apoca_execute_orders(struct apoca_turn *turn);

/* units.c */
struct apoca_hit { /* who hurts somebody, and what the log says of it */
    uint32_t kind; /* enum apoca_event with the facts who, whom, damage, health */
    uint32_t cause;
    int32_t who;
};
/* Takes health from a unit; returns the event. */
uint32_t apoca_hurt(struct apoca_turn *turn, uint32_t whom, int32_t damage, struct apoca_hit hit);
void apoca_strike_unit(struct apoca_turn *turn, const struct apoca_unit *who, uint32_t whom);
void apoca_strike_base(struct apoca_turn *turn, const struct apoca_unit *who);
/* A unit that has left its tile enters another one, or the same again. */
void apoca_arrive(struct apoca_turn *turn, uint32_t index, uint32_t to);
void apoca_stay(const struct apoca_turn *turn, const struct apoca_unit *unit);
void apoca_units_act(struct apoca_turn *turn, uint32_t kind);
void apoca_remove_dead(struct apoca_turn *turn);

/* units_megaminer.c: the units first .. end-1 of one kind. */
void apoca_act_in_tandem(struct apoca_turn *turn, uint32_t first, uint32_t end);

/* spawn.c */
void apoca_spawn_mercenaries(struct apoca_turn *turn);
void apoca_spawn_demons(struct apoca_turn *turn, int32_t provoked);

/* towers.c */
void apoca_towers_act(struct apoca_turn *turn);
/* Is the tile so far east and south of a tower in its range? */
int32_t apoca_reaches(const struct apoca_ruleset *rules, const struct apoca_tower_kind *kind,
                      int32_t dx, int32_t dy);

/* ending.c */
uint32_t apoca_base_check(const struct apoca_open *open);
uint32_t apoca_tie_break(const struct apoca_open *open);
void apoca_end(struct apoca_open *open, uint32_t ending, struct rd_event_log *log);
void apoca_resign(void *state, rd_seat seat, struct rd_event_log *log);
void apoca_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns apoca_turns(const void *state);

/* cards.c */
extern const struct rd_piece_card apoca_pieces[];
extern const char *const apoca_trait_names[];
extern const char *const apoca_number_names[];

/* see.c, encode.c, scene.c */
/* What the table in game.c names. Every game has these, with the types that struct rd_game asks
 * for. */
void apoca_observe(const void *state, rd_seat seat, void *view);
void apoca_guess(const void *view, struct rd_luck *luck, void *state);
extern const struct rd_tensor apoca_tensors[];
enum {
    APOCA_STRENGTH_PLANES = 4, /* health and damage, for me and against me */
    APOCA_PATH_PLANES = 4 + APOCA_STRENGTH_PLANES * APOCA_UNIT_KINDS,
    APOCA_LAND_PLANES = 6,
    APOCA_SPAWNER_PLANES = 6,
    APOCA_GLOBALS = 3 + APOCA_SEATS * (5 + APOCA_TOWER_TYPES) + APOCA_DIRECTIONS + 5,
    APOCA_TENSOR_SIZE = APOCA_PATH_PLANES * APOCA_PATH_MAX + APOCA_LAND_PLANES * APOCA_LAND_MAX +
                        APOCA_SPAWNER_PLANES * APOCA_SPAWNERS_MAX + APOCA_GLOBALS
};
void apoca_encode(const void *view, int8_t *tensor);
extern const struct rd_packing apoca_packing[];
void apoca_pack(const void *view, uint32_t *packed);
extern const char *const apoca_terrain_names[];
/* The base, the spawner, then the rows of towers.def and those of units.def. */
enum apoca_token {
    APOCA_TOKEN_BASE,
    APOCA_TOKEN_SPAWNER,
    APOCA_TOKEN_TOWER,
    APOCA_TOKEN_UNIT = APOCA_TOKEN_TOWER + APOCA_TOWER_TYPES
};
extern const char *const apoca_token_names[];
extern const char *const apoca_mood_names[];
extern const char *const apoca_counter_names[];
extern const char *const apoca_mark_names[];
void apoca_scene(const void *view, struct rd_scene *scene);

/* audit.c */
const char *apoca_audit(const void *state);

#endif
