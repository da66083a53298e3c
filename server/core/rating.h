/*
 * server/core/rating.h - how strong somebody is, and how sure that is. Pure functions.
 *
 * Two players: Glicko-2 (M. Glickman), every match a rating period of its own, tau = 0.5. More:
 * Plackett-Luce after Weng and Lin, as OpenSkill has it.
 */
#ifndef REDOUBT_SERVER_RATING_H
#define REDOUBT_SERVER_RATING_H

#include <stdbool.h>
#include <stdint.h>

/* Glicko-2, on the scale that people know. */
struct glicko {
    double rating, deviation, volatility;
};
extern const struct glicko glicko_fresh;

struct glicko_game {
    struct glicko opponent;
    double score; /* 1 won, 0.5 drawn, 0 lost */
};
struct glicko glicko_after(struct glicko self, const struct glicko_game *game, uint32_t games);
/* Nothing was heard of the player for so many periods: less is known. */
struct glicko glicko_idle(struct glicko self, double periods);

/* Plackett-Luce. */
struct skill {
    double mu, sigma;
};
extern const struct skill skill_fresh;

/* All players of one match; rank 1 is best, ties share. */
void skill_after(struct skill *player, const uint8_t *rank, uint32_t players);

/* The rating of one player in one game. */
struct rating {
    char game[16];
    bool many; /* more than two seats */
    struct glicko glicko;
    struct skill skill;
    int64_t at_ms; /* of the latest match */
    uint32_t games;
};
struct rating rating_fresh(const char *game, bool many);
/* All players of one match, who have their ratings for it. */
void rating_match(struct rating *rating, const uint8_t *rank, uint32_t players, int64_t at_ms);
/* On one scale for both: 1500 and 350 at first. */
int32_t rating_shown(const struct rating *rating);
int32_t rating_deviation(const struct rating *rating);

#endif
