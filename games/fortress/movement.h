/*
 * movement.h - one tick of movement: movement.c walks, contest.c fights.
 */
#ifndef FORTRESS_MOVEMENT_H
#define FORTRESS_MOVEMENT_H

#include "fortress_internal.h"

enum { FORTRESS_MOVERS_MAX = FORTRESS_FIRST_NEUTRAL };

struct fortress_movement {
    struct fortress_turn *turn;
    uint32_t count;
    uint16_t mover[FORTRESS_MOVERS_MAX]; /* by rank when the tick began */
    uint16_t dest[FORTRESS_MOVERS_MAX];  /* by who */
    uint16_t start[FORTRESS_MOVERS_MAX]; /* of a mover: its cell when the tick began */
    uint8_t hops[FORTRESS_MOVERS_MAX];
    uint8_t moved[FORTRESS_MOVERS_MAX];
    uint8_t won_contest[FORTRESS_MOVERS_MAX]; /* R12.4 */
    struct fortress_set wanted, contested; /* by one mover or more, by more, when the tick began */
    int32_t busy;                          /* somebody moved, fought, was trapped or stopped */
};

/* Those who want a cell, in order. */
struct fortress_group {
    uint32_t count;
    uint16_t who[FORTRESS_MOVERS_MAX];
};

/* movement.c */
int32_t fortress_is_moving(const struct fortress_movement *m, uint32_t who);
void fortress_halt(struct fortress_movement *m, uint32_t who);

/* contest.c: both return the winner, or FORTRESS_NOBODY */
void fortress_collide(struct fortress_movement *m, uint32_t x, uint32_t y);
uint32_t fortress_contest(struct fortress_movement *m, const struct fortress_group *group);
struct fortress_defence {
    uint32_t cell;
    uint32_t defender;
    uint32_t garrison; /* of a structure: who answers for it and defends after it */
};
uint32_t fortress_storm(struct fortress_movement *m, const struct fortress_group *group,
                        const struct fortress_defence *defence);

#endif
