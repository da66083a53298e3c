/* attack.h - attacks, area attacks and what they do (attack.c, volley.c, harm.c) */
#ifndef FATE_ATTACK_H
#define FATE_ATTACK_H

#include "fate.h"
#include "frames.h"

enum fate_attack_flag {
    FATE_AT_NORMAL = 1, /* a normal attack, R14.1 */
    FATE_AT_PATH = 2,
    FATE_AT_SPENDS = 4, /* the slot A, when it is resolved */
    FATE_AT_HIT = 8,
    FATE_AT_AUTO = 16, /* Auto Defence answered it */
    FATE_AT_KILLED = 32
};
/* Order of the steps; a prompt is open only in those that may ask. */
enum fate_attack_step {
    FATE_A_DECLARE,
    FATE_A_BEFORE, /* A2 */
    FATE_A_ROLL,   /* A3 to A5 */
    FATE_A_REACT,  /* A6 */
    FATE_A_HARM,   /* A7 to A11 */
    FATE_A_AFTER,  /* A12 */
    FATE_A_OVER,
    FATE_A_STEPS
};
/* R8.1: enemies that the unit may attack by its own pattern. */
uint32_t fate_targets(const struct fate_state *s, uint32_t unit);
/* The same by a pattern, without the question whether they are enemies: of the mask, as the seat
 * sees them. */
uint32_t fate_reachable(const struct fate_state *s, uint32_t unit, uint32_t mask, uint32_t blockers,
                        uint32_t pattern, uint32_t reach);
/* Farthest that the unit may name a unit, by what lasts and lies around. */
uint32_t fate_sight(const struct fate_state *s, uint32_t unit);
struct fate_frame *fate_begin_attack(struct fate_run *run, uint32_t unit, uint32_t target,
                                     uint32_t flags, uint32_t card);
/* A2: cards of the target from the cursor on. 1: one asks. */
uint32_t fate_ask_defender(struct fate_run *run, struct fate_frame *frame);
void fate_go_attack(struct fate_run *run, struct fate_frame *frame);
/* R8.1: an arrow at the target meets a hidden enemy first: told, 1. */
uint32_t fate_arrow_stopped(struct fate_run *run, uint32_t unit, uint32_t target);

enum fate_volley_step {
    FATE_VO_CAST,
    FATE_VO_NEXT,
    FATE_VO_ASK,
    FATE_VO_ROLL,
    FATE_VO_OVER,
    FATE_VO_STEPS
};
/* R13.7, R10.2 */
struct fate_frame *fate_begin_volley(struct fate_run *run, uint32_t unit, uint32_t card,
                                     uint32_t targets, uint32_t damage);
void fate_go_volley(struct fate_run *run, struct fate_frame *frame);

/* R8.3: does the attack hit, by the totals and then by doubles? One that decides is told. */
uint32_t fate_dice_hit(struct fate_run *run, const struct fate_frame *frame);
/* Two dice of one side at once; a double is a chance for cards. */
void fate_roll_pair(struct fate_run *run, uint32_t unit, uint32_t why, uint8_t die[2]);
uint32_t fate_roll_one(struct fate_run *run, uint32_t unit, uint32_t why, rd_seats seen_by);
/* A8 to A11 of a hit; returns how many HP it took. */
uint32_t fate_hit(struct fate_run *run, struct fate_frame *frame, uint32_t victim);
/* R14.4: loss without a roll. killer may be FATE_NONE. */
void fate_lose(struct fate_run *run, uint32_t unit, uint32_t amount, uint32_t killer);
void fate_heal(struct fate_run *run, uint32_t unit, uint32_t amount);

#endif
