/* Any verb with the same chance, then any of its actions: uniform play over all actions would
 * spend its time on the verb with the most arguments and hardly ever say done. */
#include "bots/bot.h"
#include "bots/list.h"

static uint32_t verbs_present(const struct rd_bot_question *q)
{
    uint32_t count = 1;
    for (uint32_t i = 1; i < q->legal_count; i++) {
        count += q->legal[i].verb != q->legal[i - 1].verb;
    }
    return count;
}

uint32_t rd_bot_random_choose(const struct rd_bot_question *question)
{
    RD_ASSERT(question->legal_count > 0);
    int32_t skip = rd_luck_range(question->luck, 0, (int32_t)verbs_present(question) - 1);
    uint32_t first = 0;
    for (; skip > 0; skip--) {
        uint16_t verb = question->legal[first].verb;
        while (question->legal[first].verb == verb) {
            first++;
        }
    }
    uint32_t last = first;
    while (last + 1 < question->legal_count &&
           question->legal[last + 1].verb == question->legal[first].verb) {
        last++;
    }
    return (uint32_t)rd_luck_range(question->luck, (int32_t)first, (int32_t)last);
}
