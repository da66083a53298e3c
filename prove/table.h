/*
 * prove/table.h - two hash tables that many threads fill at once.
 *
 * SEEN holds a fingerprint of 64 bits for every position that was met. Two positions are taken for
 * one if their fingerprints are equal: prove_seen_doubt says how likely that is.
 *
 * PAIRS holds facts about classes: all members of a class must have the same fact. So each new
 * member is compared with all that came before, without keeping them.
 */
#ifndef REDOUBT_PROVE_TABLE_H
#define REDOUBT_PROVE_TABLE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prove_seen {
    uint64_t *slot; /* 0 = empty */
    uint64_t room;  /* a power of two */
    uint64_t count;
};

/* Memory is taken from the system as it is used. False: the system refuses so many bytes. */
bool prove_seen_open(struct prove_seen *seen, uint64_t bytes);
void prove_seen_close(struct prove_seen *seen);
/* True: it was not there. */
bool prove_seen_add(struct prove_seen *seen, uint64_t print);
bool prove_seen_is_full(const struct prove_seen *seen);
/* The chance that two of the positions were taken for one. */
double prove_seen_doubt(const struct prove_seen *seen);

enum { PROVE_LOCKS = 64 };

struct prove_class {
    uint64_t key; /* 0 = empty */
    uint32_t fact;
    uint32_t members;
};

struct prove_pairs {
    struct prove_class *slot;
    uint64_t room; /* a power of two */
    uint64_t count[PROVE_LOCKS];
    pthread_mutex_t lock[PROVE_LOCKS];
};

bool prove_pairs_open(struct prove_pairs *pairs, uint64_t bytes);
void prove_pairs_close(struct prove_pairs *pairs);

enum prove_answer { PROVE_SAME, PROVE_DIFFERS, PROVE_NO_ROOM };

/* One more member of a class, with its fact; *before gets how many it was compared with. No room: a
 * new class is left out, and so are all its members. */
enum prove_answer prove_pairs_add(struct prove_pairs *pairs, uint64_t key, uint64_t fact,
                                  uint32_t *before);

#endif
