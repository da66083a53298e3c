/* turn.h - the change of turns (turn.c) */
#ifndef FATE_TURN_H
#define FATE_TURN_H

#include "fate.h"
#include "frames.h"

void fate_begin_battle(struct fate_run *run);
void fate_end_turn(struct fate_run *run);
void fate_go_turn(struct fate_run *run, struct fate_frame *frame);
/* R13.8: a queue entry right after that of `after`, unless it has one. */
void fate_enqueue(struct fate_state *s, uint32_t unit, uint32_t after);

#endif
