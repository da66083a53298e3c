/* Sparring partners of ApocaWarlords: one plain plan each, played without looking ahead. */
#include <string.h>

#include "bots/apoca_ways.h"
#include "bots/list.h"

enum { ORDERS = 8 };

/* By rd_bot.style. None of them is a way that the search expects. */
static const struct apoca_way plans[] = {
    { "rush", .houses = 4, .later = 6, .aim = AIM_SHORT, .start = 4, .mass = 1 },
    { "turtle", .houses = 8, .later = 15, .gun = APOCA_CANNON, .guns = 12, .aim = AIM_WEAK,
      .start = 14, .mass = 30 },
    { "church", .houses = 6, .later = 8, .churches = 4, .aim = AIM_FIRST, .start = 6, .mass = 5 },
    { "provoke", .houses = 7, .later = 12, .gun = APOCA_MINIGUN, .guns = 5, .provoke = 10 },
    { "economy", .houses = 14, .later = 18, .gun = APOCA_CROSSBOW, .guns = 6, .aim = AIM_SPREAD,
      .start = 12, .mass = 20, .sells = 1 },
};

uint32_t rd_bot_sparring_apoca_memory(const struct rd_game *game)
{
    return game->state_size + (uint32_t)sizeof(struct apoca_notes);
}

uint32_t rd_bot_sparring_apoca_choose(const struct rd_bot_question *question)
{
    struct rd_action order[ORDERS];
    char *memory = question->memory;
    void *state = memory, *notes = memory + question->game->state_size;
    RD_ASSERT(question->bot->style < sizeof plans / sizeof plans[0]);
    memset(state, 0, question->game->state_size);
    question->game->guess(question->view, question->luck, state);
    struct rd_mind mind = { question->game, state, notes, question->seat, question->luck };
    apoca_take_notes(&mind, notes);
    uint32_t count = apoca_way_orders(&mind, &plans[question->bot->style], order, ORDERS);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < question->legal_count; k++) {
            if (rd_action_compare(question->legal[k], order[i]) == 0) {
                return k;
            }
        }
    }
    return question->legal_count - 1;
}
