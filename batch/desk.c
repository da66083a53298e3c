/* Legal orders on this machine: factors are kept, and read. */
#include "batch/spot.h"
#include "redoubt/steps.h"

void desk_mask(struct desk *desk, const struct terms *terms, const void *state, rd_seat seat,
               struct mask_question question, uint8_t *mask)
{
    if (terms->game->factors == NULL) {
        spot_mask_of_list(terms, state, seat, desk->legal, question, mask);
        return;
    }
    rd_legal_factors(terms->game, state, seat, NULL, &desk->factors);
    rd_step_mask(&desk->factors, question.step, question.chosen, mask, question.width);
}

/* Factors know how many they are without being listed. */
struct rd_action desk_sample(struct desk *desk, const struct terms *terms, const void *state,
                             rd_seat seat, struct rd_luck *luck)
{
    if (terms->game->factors == NULL) {
        return spot_sample_of_list(terms, state, seat, desk->legal, luck);
    }
    rd_legal_factors(terms->game, state, seat, NULL, &desk->factors);
    uint32_t count = rd_factor_total(&desk->factors);
    return rd_factor_at(&desk->factors, (uint32_t)rd_luck_range(luck, 0, (int32_t)count - 1));
}
