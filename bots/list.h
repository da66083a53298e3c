/* The built-in bots' choosers, for the list in bots.c. Names have the id of their game in them: a
 * module of one game leaves the others out, bindings/wasm/absent.c. */
#ifndef REDOUBT_BOTS_LIST_H
#define REDOUBT_BOTS_LIST_H

#include "bots/heuristics.h"

/* One chooser for each bot, all of the type of rd_bot.choose. */
uint32_t rd_bot_random_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_null_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_apoca_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_civ_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_classic_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_fate_choose(const struct rd_bot_question *question);
uint32_t rd_bot_greedy_fortress_choose(const struct rd_bot_question *question);

/* The plans of sparring_apoca.c, as styles of its bots. */
enum rd_sparring_apoca {
    RD_SPARRING_RUSH,
    RD_SPARRING_TURTLE,
    RD_SPARRING_CHURCH,
    RD_SPARRING_PROVOKE,
    RD_SPARRING_ECONOMY,
    RD_SPARRING_CRUSADE,
    RD_SPARRING_BASTION,
    RD_SPARRING_SIEGE
};

/* levels.c, sparring_apoca.c */
uint32_t rd_bot_level_choose(const struct rd_bot_question *question);
uint32_t rd_bot_sparring_apoca_choose(const struct rd_bot_question *question);
uint32_t rd_bot_sparring_apoca_memory(const struct rd_game *game);

extern const struct rd_heuristics rd_heuristics_apoca;
extern const struct rd_heuristics rd_heuristics_apoca_steady, rd_heuristics_apoca_eager,
    rd_heuristics_apoca_hasty; /* of the lower levels */
extern const struct rd_heuristics rd_heuristics_civ;
extern const struct rd_heuristics rd_heuristics_classic;
extern const struct rd_heuristics rd_heuristics_fate;
extern const struct rd_heuristics rd_heuristics_fortress;

#endif
