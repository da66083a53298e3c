/*
 * bots/bot.h - a player made of code. It is given a view, never a state.
 *
 * A bot answers one question at a time: which of these legal actions now? A turn of many
 * orders is asked for order by order; the view shows what was already ordered. Bots are
 * pure like the rules: no heap, no clock, chance only from luck. What a search needs to write
 * on is the caller's memory, and how long it may think is a number of nodes, so the same
 * question has the same answer everywhere. See docs/decisions/0015-search-bots.md.
 */
#ifndef REDOUBT_BOTS_BOT_H
#define REDOUBT_BOTS_BOT_H

#include "redoubt/game.h"

enum { RD_BOT_LINES = 3, RD_BOT_LINE_ACTIONS = 4, RD_BOT_MEMORY_MAX = 1 << 20 };

/* One way to go on, as the bot sees it. */
struct rd_bot_line {
    struct rd_action action[RD_BOT_LINE_ACTIONS]; /* the first is an answer to the question */
    uint32_t count;
    int32_t estimate; /* thousandths: 0 = surely lost, 500 = even, 1000 = surely won */
    uint32_t tries;   /* how often it was played out */
};

/* Why? The best lines, best first; the first begins with the answer. */
struct rd_bot_report {
    struct rd_bot_line line[RD_BOT_LINES];
    uint32_t count; /* 0: this bot has no reasons to give */
    uint32_t nodes; /* spent on the answer */
};

struct rd_bot_question {
    const struct rd_game *game;
    const void *view; /* of seat */
    rd_seat seat;
    const struct rd_action *legal; /* ascending, at least one */
    uint32_t legal_count;
    struct rd_luck *luck; /* the bot's own, not the match's */
    /* The rest may be left 0 for bots that need no memory. */
    void *memory;   /* rd_bot_memory() bytes, of whatever content; aligned for any type */
    uint32_t nodes; /* actions it may try out; as many again for a report; 0 = its own */
    struct rd_bot_report *report; /* filled if not NULL */
    const struct rd_bot *bot;     /* set by rd_bot_answer() */
};

struct rd_bot {
    const char *name;    /* "greedy" */
    const char *game;    /* id of the only game it plays, NULL = any */
    const char *summary; /* one sentence */
    /* The index of the chosen action in question->legal. Ask through rd_bot_answer(). */
    uint32_t (*choose)(const struct rd_bot_question *question);
    /* Bytes of question->memory for this game; NULL = none. */
    uint32_t (*memory)(const struct rd_game *game);
    uint32_t style; /* whatever choose() makes of it: a level, a way to play */
};

/* bots/bots.c. Find by name for a game (a game's own bot goes before a general one); list all. */
const struct rd_bot *rd_bot_find(const struct rd_game *game, const char *name);
const struct rd_bot *rd_bot_at(uint32_t index); /* NULL past the end */

uint32_t rd_bot_memory(const struct rd_bot *bot, const struct rd_game *game);
/* The index of the bot's choice in question->legal; question->bot need not be set. */
uint32_t rd_bot_answer(const struct rd_bot *bot, const struct rd_bot_question *question);

/* Among question->legal: the first that is not below an action; and the index of the action itself,
 * legal_count if it is not there. */
uint32_t rd_bot_lower_bound(const struct rd_bot_question *question, struct rd_action action);
uint32_t rd_bot_index(const struct rd_bot_question *question, struct rd_action action);

#endif
