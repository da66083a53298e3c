/* Legal orders on this machine: factors are kept, and read. */
#include "batch/spot.h"
#include "redoubt/steps.h"

void desk_mask(struct desk *desk, const struct terms *terms, const void *state, rd_seat seat,
               struct mask_question question, uint8_t *mask)
{
    const struct rd_game *rules = rules_of(terms);
    rd_legal_factors(rules, state, seat, desk->legal, &desk->factors);
    rd_step_mask(&desk->factors, question.step, question.chosen, mask, question.width);
}

/* Factors know how many they are without being listed; a game that only lists is asked for that. */
struct rd_action desk_sample(struct desk *desk, const struct terms *terms, const void *state,
                             rd_seat seat, struct rd_luck *luck)
{
    const struct rd_game *rules = rules_of(terms);
    if (rules->factors == NULL) {
        uint32_t count = rules->legal(state, seat, desk->legal, rules->legal_max);
        return desk->legal[rd_luck_range(luck, 0, (int32_t)count - 1)];
    }
    rd_legal_factors(rules, state, seat, NULL, &desk->factors);
    uint32_t count = rd_factor_total(&desk->factors);
    return rd_factor_at(&desk->factors, (uint32_t)rd_luck_range(luck, 0, (int32_t)count - 1));
}
