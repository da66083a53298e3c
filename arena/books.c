#include "arena/books.h"

#include <string.h>
#include <time.h>

#include "arena/rating.h"

double books_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

bool books_open(struct books *books, const struct tournament *t, struct store *store,
                struct games *games, struct rd_problem *problem)
{
    *books =
        (struct books){ .tournament = t, .store = store, .games = games, .began = books_seconds() };
    if (!store_load(store, games, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < games->count; i++) {
        books->before += games->game[i].done || games->game[i].dropped;
    }
    books->done = books->before;
    books->stored = games->count;
    return true;
}

void books_note(struct books *books, const struct game *game)
{
    struct game *kept = &books->games->game[game->id - 1];
    if (kept->done || kept->dropped) {
        return;
    }
    *kept = *game;
    books->done++;
    books->engine_us += game->cpu_us;
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        books->programs_us += 1000 * (uint64_t)game->cpu_ms[seat];
    }
}

static bool is_decided(const struct books *books)
{
    const struct tournament *t = books->tournament;
    return t->format == FORMAT_SPRT && sprt_look(t, books->games).verdict != SPRT_GOES_ON;
}

bool books_go_on(struct books *books, bool *over, struct rd_problem *problem)
{
    struct games *games = books->games;
    *over = is_decided(books);
    if (!*over && books->done == games->count) {
        *over = !schedule_next(books->tournament, games);
    }
    if (books->stored < games->count && !*over) {
        uint32_t new = games->count - books->stored;
        if (!store_add(books->store, games->game + books->stored, new, problem)) {
            return false;
        }
        books->stored = games->count;
    }
    return true;
}

void books_progress(const struct books *books, struct progress *progress)
{
    const struct games *games = books->games;
    *progress = (struct progress){ .done = books->done,
                                   .planned = schedule_games(books->tournament, games),
                                   .before = books->before,
                                   .seconds = books_seconds() - books->began };
    if (games->count > 0) {
        progress->round = games->game[games->count - 1].round + 1;
    }
    progress->games_per_s =
        (books->done - books->before) / (progress->seconds > 0 ? progress->seconds : 1);
}
