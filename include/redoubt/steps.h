/*
 * redoubt/steps.h - legal actions step by step: first the verb, then each argument, given what was
 * chosen before. For learners, whose masks stay small where the list of actions is long.
 *
 * All of it reads factors (game.h) that had room: rd_legal_factors() makes them.
 */
#ifndef REDOUBT_STEPS_H
#define REDOUBT_STEPS_H

#include "redoubt/game.h"

RD_PUBLIC_BEGIN

enum { RD_STEPS = 1 + RD_ARGS_MAX }; /* step 0 chooses the verb, step i the argument i - 1 */

/* Most factors that the game can have at once, and most words of them. */
struct rd_factors_room {
    uint32_t factors, words;
};
struct rd_factors_room rd_factors_room(const struct rd_game *game);

/* Values of this step are 0 .. width-1, over all verbs; 1 where no verb has such an argument. */
uint32_t rd_step_width(const struct rd_verb *verbs, uint32_t step);
/* mask[v] = 1 if some legal action begins with what was chosen in the steps before and has v in
 * this one, else 0; width bytes. What a verb does not have is 0. All 0: nothing legal begins so. */
void rd_step_mask(const struct rd_factors *factors, uint32_t step, struct rd_action chosen,
                  uint8_t *mask, uint32_t width);

/* How many actions there are, and the one of this number in the list. */
uint32_t rd_factor_total(const struct rd_factors *factors);
struct rd_action rd_factor_at(const struct rd_factors *factors, uint32_t index);

RD_PUBLIC_END

#endif
