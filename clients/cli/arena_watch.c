#include "clients/cli/arena_watch.h"

#include <stdio.h>

#include "arena/rating.h"

static void print_left(double seconds)
{
    uint32_t left = (uint32_t)seconds;
    fprintf(stderr, ", %u:%02u:%02u left", left / 3600, left / 60 % 60, left % 60);
}

void arena_watch(void *context, const struct progress *p, const struct games *games)
{
    struct arena_watcher *w = context;
    double pause = w->terminal ? 0.5 : 10;
    if (w->quiet || p->seconds - w->last < pause) {
        return;
    }
    w->last = p->seconds;
    fprintf(stderr, "%s%u", w->terminal ? "\r" : "", p->done);
    if (p->planned > 0) {
        fprintf(stderr, " of %u", p->planned);
    }
    fprintf(stderr, " games, round %u, %.1f games/s", p->round, p->games_per_s);
    if (p->planned > p->done && p->games_per_s > 0) {
        print_left((p->planned - p->done) / p->games_per_s);
    }
    if (w->t->format == FORMAT_SPRT) {
        struct sprt sprt = sprt_look(w->t, games);
        fprintf(stderr, ", LLR %.2f (%.2f .. %.2f)", sprt.llr, sprt.lower, sprt.upper);
    }
    fputs(w->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

void arena_watch_end(const struct arena_watcher *w)
{
    if (w->terminal && w->last > 0) {
        fputs("\r\033[K", stderr);
    }
}
