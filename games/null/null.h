/*
 * null - the smallest legal game, and the pattern for a new one: a heap of stones, two seats
 * in turn, take one to three, the last stone wins.
 */
#ifndef NULL_GAME_H
#define NULL_GAME_H

#include "redoubt/game.h"

enum { NULL_HEAP_MAX = 64, NULL_TAKE_MAX = 3, NULL_SEATS = 2 };
enum null_verb { NULL_TAKE };
enum null_refusal { NULL_TOO_MANY = 1 };
enum null_ending { NULL_LAST_STONE = 1, NULL_RESIGNED };
enum null_event { NULL_TOOK, NULL_GAVE_UP };
enum null_option { NULL_HEAP };

struct null_state {
    uint32_t heap;    /* stones left */
    uint32_t turn;    /* turns completed */
    uint8_t to_move;  /* the seat whose turn it is */
    uint8_t ending;   /* enum null_ending, 0 while playing */
    uint8_t winner;   /* meaningful with an ending */
    uint8_t heap_max; /* stones at the beginning: what the turn limit follows from */
    uint8_t zero[4];
};
RD_STATIC_ASSERT(sizeof(struct null_state) == 16, "flat, without padding");

/* Nothing is hidden: a view is the state and whose eyes it is seen through. */
struct null_view {
    struct null_state state;
    uint8_t seat;
    uint8_t zero[7];
};
RD_STATIC_ASSERT(sizeof(struct null_view) == 24, "flat, without padding");

/* rules.c */
struct rd_verdict null_check_setup(const struct rd_setup *setup);
void null_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);
rd_seats null_to_act(const void *state);
uint32_t null_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
struct rd_verdict null_judge(const void *state, rd_seat seat, struct rd_action action);
void null_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                struct rd_event_log *log);
void null_resign(void *state, rd_seat seat, struct rd_event_log *log);
void null_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns null_turns(const void *state);

/* see.c */
void null_observe(const void *state, rd_seat seat, void *view);
void null_encode(const void *view, int8_t *tensor);
extern const struct rd_packing null_packing[];
void null_pack(const void *view, uint32_t *packed);
void null_scene(const void *view, struct rd_scene *scene);
void null_guess(const void *view, struct rd_luck *luck, void *state);

/* audit.c */
const char *null_audit(const void *state);

extern const struct rd_game null_game;

#endif
