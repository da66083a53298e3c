#include "prove/perft.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "prove/pack.h"

enum { FIRST_ROOM = 1 << 12, ITEMS_BETWEEN_LOOKS = 1 << 10 };

/* A position of a level, with all that lead to it. */
struct item {
    uint64_t at; /* of its bytes */
    uint64_t drawn;
    uint64_t sequences;
    uint64_t print; /* of bytes and luck */
    uint32_t size;
    uint32_t zero;
};

struct level {
    struct item *item;
    uint64_t count, room;
    uint8_t *bytes;
    uint64_t used, bytes_room;
    uint64_t *slot; /* 1 + index into item, 0 = empty; twice as many as there is room for items */
};

/* ---- a level --------------------------------------------------------------------------------- */

static void level_close(struct level *level)
{
    free(level->item);
    free(level->bytes);
    free(level->slot);
    memset(level, 0, sizeof *level);
}

static uint64_t *slot_of(const struct level *level, uint64_t print)
{
    uint64_t mask = level->room * 2 - 1, at = print & mask;
    while (level->slot[at] != 0 && level->item[level->slot[at] - 1].print != print) {
        at = (at + 1) & mask;
    }
    return &level->slot[at];
}

static bool more_items(struct level *level)
{
    uint64_t room = level->room == 0 ? FIRST_ROOM : level->room * 2;
    struct item *item = realloc(level->item, room * sizeof *item);
    level->item = item != NULL ? item : level->item;
    uint64_t *slot = item != NULL ? calloc(room * 2, sizeof *slot) : NULL;
    if (slot == NULL) {
        return false;
    }
    free(level->slot);
    level->slot = slot;
    level->room = room;
    for (uint64_t i = 0; i < level->count; i++) {
        *slot_of(level, item[i].print) = i + 1;
    }
    return true;
}

static bool more_bytes(struct level *level, uint32_t size)
{
    if (level->bytes != NULL && level->used + size <= level->bytes_room) {
        return true;
    }
    uint64_t room = level->bytes_room * 2 + size + FIRST_ROOM;
    uint8_t *bytes = realloc(level->bytes, room);
    level->bytes = bytes != NULL ? bytes : level->bytes;
    level->bytes_room = bytes != NULL ? room : level->bytes_room;
    return bytes != NULL;
}

static uint64_t level_memory(const struct level *level)
{
    return level->room * (sizeof *level->item + 2 * sizeof *level->slot) + level->bytes_room;
}

enum added { ADDED, NO_MEMORY, TOO_MANY };

/* One more way to a position. Whether the position is new whatever the luck is asked with luck 0.
 */
static enum added level_add(struct level *level, const uint8_t *bytes, const struct item *new_item)
{
    if (level->count == level->room && !more_items(level)) {
        return NO_MEMORY;
    }
    uint64_t *slot = slot_of(level, new_item->print);
    if (*slot != 0) {
        struct item *there = &level->item[*slot - 1];
        bool fits = there->sequences <= UINT64_MAX - new_item->sequences;
        there->sequences += fits ? new_item->sequences : 0;
        return fits ? ADDED : TOO_MANY;
    }
    if (!more_bytes(level, new_item->size)) {
        return NO_MEMORY;
    }
    memcpy(level->bytes + level->used, bytes, new_item->size);
    level->item[level->count] = *new_item;
    level->item[level->count].at = level->used;
    level->used += new_item->size;
    level->count++;
    *slot = level->count;
    return ADDED;
}

/* ---- counting ---------------------------------------------------------------------------- */

struct work {
    struct prove_perft *perft;
    uint8_t *state, *next, *packed;
    struct rd_action *legal;
    struct level now, later;
    double began;
};

static double now_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static enum added keep(struct work *work, uint64_t drawn, uint64_t sequences)
{
    const struct prove_perft *perft = work->perft;
    struct item item = { .drawn = drawn, .sequences = sequences };
    item.size = prove_pack(perft->beginning, work->next, perft->game->state_size, work->packed);
    item.print = prove_print(work->packed, item.size) ^ drawn * UINT64_C(0x9e3779b97f4a7c15);
    return level_add(&work->later, work->packed, &item);
}

/* Seats that act at the same time do so in the sequence of their numbers. */
static enum added play_on(struct work *work, const struct item *item)
{
    const struct rd_game *game = work->perft->game;
    enum added added = ADDED;
    memcpy(work->state, work->perft->beginning, game->state_size);
    prove_unpack(work->now.bytes + item->at, item->size, work->state, game->state_size);
    rd_seats to_act = game->to_act(work->state);
    if (to_act == 0) {
        return ADDED;
    }
    rd_seat seat = (rd_seat)__builtin_ctz(to_act);
    uint32_t count = game->legal(work->state, seat, work->legal, game->legal_max);
    for (uint32_t i = 0; i < count && added == ADDED; i++) {
        struct rd_luck luck = work->perft->luck;
        luck.drawn = item->drawn;
        memcpy(work->next, work->state, game->state_size);
        game->apply(work->next, seat, work->legal[i], &luck, NULL);
        added = keep(work, luck.drawn, item->sequences);
    }
    return added;
}

static int by_value(const void *a, const void *b)
{
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* Positions are counted without their luck. */
static bool count_positions(const struct level *level, uint64_t *out)
{
    uint64_t *print = malloc((level->count + 1) * sizeof *print);
    if (print == NULL) {
        return false;
    }
    for (uint64_t i = 0; i < level->count; i++) {
        print[i] = prove_print(level->bytes + level->item[i].at, level->item[i].size);
    }
    qsort(print, level->count, sizeof *print, by_value);
    *out = level->count > 0;
    for (uint64_t i = 1; i < level->count; i++) {
        *out += print[i] != print[i - 1];
    }
    free(print);
    return true;
}

/* What the level came to; false: a number is too large, or memory too small. */
static bool add_up(struct work *work, struct prove_perft_level *out)
{
    const struct rd_game *game = work->perft->game;
    const struct level *level = &work->now;
    for (uint64_t i = 0; i < level->count; i++) {
        const struct item *item = &level->item[i];
        if (out->sequences > UINT64_MAX - item->sequences) {
            return false;
        }
        memcpy(work->state, work->perft->beginning, game->state_size);
        prove_unpack(level->bytes + item->at, item->size, work->state, game->state_size);
        out->sequences += item->sequences;
        out->over += game->to_act(work->state) == 0 ? item->sequences : 0;
    }
    return count_positions(level, &out->positions);
}

static const char *trouble(struct work *work, enum added added)
{
    const struct prove_perft *perft = work->perft;
    if (added != ADDED) {
        return added == TOO_MANY ? "numbers" : "memory";
    }
    if (perft->seconds > 0 && now_seconds() - work->began >= perft->seconds) {
        return "time";
    }
    return level_memory(&work->later) > perft->memory ? "memory" : NULL;
}

static const char *next_level(struct work *work)
{
    const struct prove_perft *perft = work->perft;
    for (uint64_t i = 0; i < work->now.count; i++) {
        const char *why = trouble(work, play_on(work, &work->now.item[i]));
        if (why != NULL) {
            return why;
        }
        if (perft->progress != NULL && i % ITEMS_BETWEEN_LOOKS == 0) {
            fprintf(perft->progress, "\rdepth %u: %llu of %llu positions \033[K",
                    perft->reached + 1, (unsigned long long)i, (unsigned long long)work->now.count);
            fflush(perft->progress);
        }
    }
    level_close(&work->now);
    work->now = work->later;
    memset(&work->later, 0, sizeof work->later);
    return NULL;
}

static void count_levels(struct work *work)
{
    struct prove_perft *perft = work->perft;
    perft->why = NULL;
    for (uint32_t depth = 0; perft->why == NULL; depth++) {
        memset(&perft->level[depth], 0, sizeof perft->level[depth]);
        if (!add_up(work, &perft->level[depth])) {
            perft->why = "numbers";
            break;
        }
        perft->reached = depth;
        if (perft->level[depth].over == perft->level[depth].sequences) {
            perft->why = "over";
        } else {
            perft->why = depth == perft->depth ? "depth" : next_level(work);
        }
    }
}

bool prove_perft(struct prove_perft *perft)
{
    const struct rd_game *game = perft->game;
    struct work work = { .perft = perft, .began = now_seconds() };
    RD_ASSERT(perft->depth <= PROVE_PERFT_MAX);
    work.state = malloc(game->state_size);
    work.next = malloc(game->state_size);
    work.packed = malloc(prove_pack_most(game->state_size) + 1);
    work.legal = malloc((game->legal_max + 1) * sizeof *work.legal);
    bool fine =
        work.state != NULL && work.next != NULL && work.packed != NULL && work.legal != NULL;
    if (fine) {
        memcpy(work.next, perft->beginning, game->state_size);
        fine = keep(&work, perft->luck.drawn, 1) == ADDED;
        work.now = work.later;
        memset(&work.later, 0, sizeof work.later);
    }
    if (fine) {
        count_levels(&work);
    }
    level_close(&work.now);
    level_close(&work.later);
    free(work.state);
    free(work.next);
    free(work.packed);
    free(work.legal);
    return fine;
}
