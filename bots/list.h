/* The built-in bots' choosers, for the list in bots.c. */
#ifndef REDOUBT_BOTS_LIST_H
#define REDOUBT_BOTS_LIST_H

#include "bots/bot.h"

uint32_t rd_bot_random_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_null_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_apoca_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_civ_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_classic_choose(const struct rd_bot_question *question);

#endif
