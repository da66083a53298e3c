/* The shortest list of steps that still breaks the law. */
#include <string.h>
#include <sys/mman.h>

#include "run.h"

/* Trials that one shrinking may cost. */
enum { SHRINK_TRIALS_MAX = 3000 };

struct shrinking {
    struct trial_order order; /* replays `candidate` into `record` */
    struct record *best, *candidate, *record;
    uint32_t law;
    bool crashed;
    uint32_t trials;
};

static bool still_broken(struct shrinking *s)
{
    s->trials++;
    const struct finding *finding = s->order.finding;
    return run_guarded(&s->order, true) && finding->law == s->law && finding->crashed == s->crashed;
}

static void copy_record(struct record *to, const struct record *from)
{
    to->count = from->count;
    memcpy(to->step, from->step, from->count * sizeof from->step[0]);
}

/* Without the steps first .. first+count-1: if it still fails, that is the new best. What was
 * really played counts: steps that became illegal are gone too. */
static bool drop(struct shrinking *s, uint32_t first, uint32_t count)
{
    uint32_t rest = s->best->count - first - count;
    s->candidate->count = first + rest;
    memcpy(s->candidate->step, s->best->step, first * sizeof s->best->step[0]);
    memcpy(s->candidate->step + first, s->best->step + first + count,
           rest * sizeof s->best->step[0]);
    if (!still_broken(s)) {
        return false;
    }
    copy_record(s->best, s->record);
    return true;
}

/* One pass over the list from its end, in pieces of this size. */
static bool drop_pieces(struct shrinking *s, uint32_t size)
{
    bool dropped = false;
    for (uint32_t end = s->best->count; end > 0 && s->trials < SHRINK_TRIALS_MAX;) {
        uint32_t first = end > size ? end - size : 0;
        dropped = drop(s, first, end - first) || dropped;
        end = first < s->best->count ? first : s->best->count;
    }
    return dropped;
}

void shrink(const struct trial_order *order)
{
    struct finding original = *order->finding;
    struct shrinking s = { .order = *order,
                           .best = order->record,
                           .candidate = shared_room(sizeof(struct record)),
                           .record = shared_room(sizeof(struct record)),
                           .law = original.law,
                           .crashed = original.crashed };
    s.order.seed = original.seed;
    s.order.games = 1;
    s.order.law = original.law;
    s.order.replay = s.candidate;
    s.order.record = s.record;
    s.order.finding = shared_room(sizeof(struct finding));
    s.best->count = original.steps < s.best->count ? original.steps : s.best->count;
    if (drop(&s, s.best->count, 0)) { /* the whole list, to see that it fails again at all */
        uint32_t size = s.best->count / 2 > 0 ? s.best->count / 2 : 1;
        while (s.trials < SHRINK_TRIALS_MAX) {
            bool dropped = drop_pieces(&s, size);
            if (size == 1 && !dropped) {
                break;
            }
            size = size > 1 ? size / 2 : 1;
        }
        if (drop(&s, s.best->count, 0)) { /* for the words of the shortest list */
            memcpy(order->finding->text, s.order.finding->text, sizeof order->finding->text);
        }
    }
    munmap(s.candidate, sizeof(struct record));
    munmap(s.record, sizeof(struct record));
    munmap(s.order.finding, sizeof(struct finding));
}
