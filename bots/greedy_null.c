/* Heap: whoever leaves a multiple of four can't lose. */
#include "bots/list.h"
#include "games/null/null.h"

uint32_t rd_bot_greedy_null_choose(const struct rd_bot_question *question)
{
    const struct null_view *view = question->view;
    for (uint32_t i = 0; i < question->legal_count; i++) {
        if ((view->state.heap - question->legal[i].arg[0]) % (NULL_TAKE_MAX + 1) == 0) {
            return i;
        }
    }
    return 0; /* lost if the other side knows it: drag it out */
}
