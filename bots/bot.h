/*
 * bots/bot.h - a player made of code. It is given a view, never a state.
 *
 * A bot answers one question at a time: which of these legal actions now? A turn of many
 * orders is asked for order by order; the view shows what was already ordered. Bots are
 * pure like the rules: no heap, no clock, chance only from luck.
 */
#ifndef REDOUBT_BOTS_BOT_H
#define REDOUBT_BOTS_BOT_H

#include "redoubt/game.h"

struct rd_bot_question {
    const struct rd_game *game;
    const void *view; /* of seat */
    rd_seat seat;
    const struct rd_action *legal; /* ascending, at least one */
    uint32_t legal_count;
    struct rd_luck *luck; /* the bot's own, not the match's */
};

struct rd_bot {
    const char *name;    /* "greedy" */
    const char *game;    /* id of the only game it plays, NULL = any */
    const char *summary; /* one sentence */
    /* The index of the chosen action in question->legal. */
    uint32_t (*choose)(const struct rd_bot_question *question);
};

/* bots/bots.c. Find by name for a game (a game's own bot goes before a general one); list all. */
const struct rd_bot *rd_bot_find(const struct rd_game *game, const char *name);
const struct rd_bot *rd_bot_at(uint32_t index); /* NULL past the end */

#endif
