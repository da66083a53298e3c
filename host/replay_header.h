/* host/replay_header.h - the header of a replay in JSON, both ways. Private to host/replay_*.c. */
#ifndef REDOUBT_HOST_REPLAY_HEADER_H
#define REDOUBT_HOST_REPLAY_HEADER_H

#include "host/replay.h"

/* May the seats' names be written? */
bool rd_replay_names_fit(const struct rd_replay_start *start, struct rd_problem *problem);

/* New reference. hash is that of the first state. */
json_t *rd_replay_header_make(const struct rd_replay_start *start, uint64_t hash);

/* The part that every reader needs, whatever the game: its name, its rules version, its seats. */
bool rd_replay_header_check(const json_t *header, struct rd_problem *problem);

/* A start that owns what it points to. */
struct rd_replay_begun {
    struct rd_chosen chosen;
    void *state;
    struct rd_replay_start start;
};

/* The rest, strictly, for a game that this program knows. rd_replay_begun_free in any case. */
bool rd_replay_header_read(const json_t *header, struct rd_replay_begun *begun,
                           struct rd_problem *problem);
void rd_replay_begun_free(struct rd_replay_begun *begun);

#endif
