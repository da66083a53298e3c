/* tokens.h - what lies on cells (tokens.c) */
#ifndef FATE_TOKENS_H
#define FATE_TOKENS_H

#include "fate.h"
#include "frames.h"

/* A row of units.def. */
struct fate_token_row {
    uint8_t card;      /* whose hooks these are: enum fate_card_id */
    uint8_t secret;    /* only the owner sees it */
    uint8_t dies_with; /* goes when its unit dies */
    uint8_t most;      /* of one owner; a new one pushes out the oldest */
    uint8_t reach;     /* 0, or nobody but its unit attacks farther */
    uint8_t turns;     /* of `left` when it is laid, 0 = it does not count */
    uint8_t plane;     /* of the tensor, among those of tokens; FATE_NONE: it has no cell */
};

/* In the hero's file, as fate_<name>_token. */
struct fate_token_hooks {
    /* Somebody is about to move: asked once, if there is any of this kind, in the order of kinds.
     * May stop it, see fate_move_stop(). */
    void (*on_way)(struct fate_run *run, struct fate_frame *move);
    /* At the start of a unit's turn, R13.4 step 3. */
    void (*at_start)(struct fate_run *run, uint32_t index, uint32_t unit);
};

extern const struct fate_token_row fate_token_rows[FATE_TOKEN_KINDS];
extern const struct fate_token_hooks *const fate_token_hooks[FATE_TOKEN_KINDS];
void fate_add_token(struct fate_run *run, struct fate_token token);
void fate_drop_token(struct fate_run *run, uint32_t index);
/* First of the kind that the seat owns on the cell, or FATE_NONE. */
uint32_t fate_token_at(const struct fate_state *s, uint32_t kind, uint32_t seat, uint32_t cell);
void fate_tokens_die(struct fate_run *run, uint32_t by);

#endif
