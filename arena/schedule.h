/*
 * arena/schedule.h - who plays whom next. A pure function of the tournament and of the games of all
 * rounds before, so that a tournament that was broken off goes on as if nothing had happened.
 */
#ifndef REDOUBT_ARENA_SCHEDULE_H
#define REDOUBT_ARENA_SCHEDULE_H

#include "arena/tournament.h"

/* Games so far, all of them done. */
struct games {
    struct game *game;
    uint32_t count, room;
};

void games_add(struct games *games, const struct game *game);
void games_free(struct games *games);

/* Are there as many entrants as sit at a table? A tournament that has begun may go on with fewer.
 */
bool schedule_fills_table(const struct tournament *t, struct rd_problem *problem);
/* Does this number of entrants and seats fit the format? */
bool schedule_fits(const struct tournament *t, struct rd_problem *problem);
/* How many rounds it has when nobody says how many. */
uint32_t schedule_preset_rounds(const struct tournament *t);

/* Appends the games of the next round behind those of the rounds before. False: it is over. */
bool schedule_next(const struct tournament *t, struct games *games);

/* How many games there will be at most, as far as that is known; 0 = not known. */
uint32_t schedule_games(const struct tournament *t, const struct games *games);

/* Can more entrants, versions and pairs join when it has begun? */
bool schedule_grows(const struct tournament *t);

/* Of an elimination that is over: who is left. -1: it goes on, or is another format. */
int32_t schedule_champion(const struct tournament *t, const struct games *games);

/* What places are made of: points (in a swiss with those for sitting out), rounds sat out, and
 * tables lost. */
struct standing {
    double points;
    uint32_t byes, losses;
};
void schedule_standings(const struct tournament *t, const struct games *games,
                        struct standing standing[ENTRANTS_MAX]);

/* The order after the last round: places[0] is first. Points decide, in eliminations who lasted
 * longest, on a ladder who stands higher. */
void schedule_places(const struct tournament *t, const struct games *games,
                     uint16_t places[ENTRANTS_MAX]);

#endif
