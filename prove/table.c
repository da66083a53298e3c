#include "prove/table.h"

#include <sys/mman.h>

#include "redoubt/base.h"

/* The largest power of two of entries that fits. */
static uint64_t entries_for(uint64_t bytes, size_t entry)
{
    uint64_t room = 1024;
    while (room * 2 * entry <= bytes) {
        room *= 2;
    }
    return room;
}

static void *take(uint64_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* ---- positions ---- */

bool prove_seen_open(struct prove_seen *seen, uint64_t bytes)
{
    seen->room = entries_for(bytes, sizeof *seen->slot);
    seen->count = 0;
    seen->slot = take(seen->room * sizeof *seen->slot);
    return seen->slot != NULL;
}

void prove_seen_close(struct prove_seen *seen)
{
    if (seen->slot != NULL) {
        munmap(seen->slot, seen->room * sizeof *seen->slot);
    }
    seen->slot = NULL;
}

bool prove_seen_add(struct prove_seen *seen, uint64_t print)
{
    uint64_t wanted = print == 0 ? 1 : print, at = wanted & (seen->room - 1);
    for (;;) {
        uint64_t there = __atomic_load_n(&seen->slot[at], __ATOMIC_RELAXED);
        if (there == 0 && __atomic_compare_exchange_n(&seen->slot[at], &there, wanted, false,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            __atomic_add_fetch(&seen->count, 1, __ATOMIC_RELAXED);
            return true;
        }
        if (there == wanted) {
            return false;
        }
        at = (at + 1) & (seen->room - 1);
    }
}

bool prove_seen_is_full(const struct prove_seen *seen)
{
    return __atomic_load_n(&seen->count, __ATOMIC_RELAXED) > seen->room / 4 * 3;
}

double prove_seen_doubt(const struct prove_seen *seen)
{
    double count = (double)seen->count;
    return count * count / 2 / 18446744073709551616.0;
}

/* ---- classes ---- */

bool prove_pairs_open(struct prove_pairs *pairs, uint64_t bytes)
{
    pairs->room = entries_for(bytes, sizeof *pairs->slot);
    for (uint32_t i = 0; i < PROVE_LOCKS; i++) {
        pairs->count[i] = 0;
        pthread_mutex_init(&pairs->lock[i], NULL);
    }
    pairs->slot = take(pairs->room * sizeof *pairs->slot);
    return pairs->slot != NULL;
}

void prove_pairs_close(struct prove_pairs *pairs)
{
    if (pairs->slot != NULL) {
        munmap(pairs->slot, pairs->room * sizeof *pairs->slot);
    }
    for (uint32_t i = 0; i < PROVE_LOCKS; i++) {
        pthread_mutex_destroy(&pairs->lock[i]);
    }
    pairs->slot = NULL;
}

/* Each lock has a part of the table of its own, so that no search leaves it. */
enum prove_answer prove_pairs_add(struct prove_pairs *pairs, uint64_t key, uint64_t fact,
                                  uint32_t *before)
{
    uint64_t wanted = key == 0 ? 1 : key, part = pairs->room / PROVE_LOCKS;
    uint64_t which = wanted % PROVE_LOCKS, at = (wanted / PROVE_LOCKS) & (part - 1);
    struct prove_class *first = &pairs->slot[which * part];
    enum prove_answer answer = PROVE_SAME;
    RD_ASSERT(before != NULL);
    *before = 0;
    pthread_mutex_lock(&pairs->lock[which]);
    while (first[at].key != 0 && first[at].key != wanted) {
        at = (at + 1) & (part - 1);
    }
    if (first[at].key == wanted) {
        answer = first[at].fact == (uint32_t)fact ? PROVE_SAME : PROVE_DIFFERS;
        *before = first[at].members;
        first[at].members += first[at].members < UINT32_MAX;
    } else if (pairs->count[which] > part / 4 * 3) {
        answer = PROVE_NO_ROOM;
    } else {
        first[at] = (struct prove_class){ wanted, (uint32_t)fact, 1 };
        pairs->count[which]++;
    }
    pthread_mutex_unlock(&pairs->lock[which]);
    return answer;
}
