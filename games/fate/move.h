/* move.h - moves, and how else a unit comes to another cell (move.c) */
#ifndef FATE_MOVE_H
#define FATE_MOVE_H

#include "board.h"
#include "fate.h"
#include "frames.h"

enum fate_move_flag {
    FATE_MV_SPENDS = 1,  /* an M-move, R14.3 */
    FATE_MV_RIDES = 2,   /* with path attacks where the way is straight */
    FATE_MV_JUMPS = 4,   /* a teleport: only its destination counts */
    FATE_MV_STOPPED = 8, /* a token stopped it on the way */
    FATE_MV_HURT = 16,   /* it is revealed and loses 1 HP to `target` where it stops */
    FATE_MV_MET = 32,    /* R9.6: a hidden enemy was there */
    FATE_MV_QUIET = 64   /* no adjacency reveal */
};
/* Cells that the unit may be ordered to, roll or no roll. */
struct fate_set fate_moves(const struct fate_state *s, uint32_t unit);
/* Those of one way of moving, without looking who is there. */
struct fate_set fate_shape(const struct fate_state *s, uint32_t unit, uint32_t way, uint32_t roll);
/* Push the move. Its flags are its result. */
struct fate_frame *fate_begin_move(struct fate_run *run, uint32_t unit, uint32_t to,
                                   uint32_t flags);
/* For on_way(): end the move on the last truly empty cell up to number `index` (from 1) of its way,
 * or where it began. */
void fate_move_stop(struct fate_run *run, struct fate_frame *move, uint32_t index);
/* Cell number `index` (from 1) of the way, FATE_NONE past its end. */
uint32_t fate_playbook(const struct fate_frame *move, uint32_t index);
void fate_go_move(struct fate_run *run, struct fate_frame *frame);
/* R7.6 */
void fate_roll_move(struct fate_run *run, uint32_t unit);
/* R14.2: put a unit somewhere, by its owner's choice. 1 if it is there now. */
uint32_t fate_put(struct fate_run *run, uint32_t unit, uint32_t to);
/* R14.2: each is put where the other was. */
void fate_swap(struct fate_run *run, uint32_t a, uint32_t b);
/* R14.2: 1 if it was pushed at all. */
uint32_t fate_push_away(struct fate_run *run, uint32_t unit, uint32_t source, uint32_t steps);

#endif
