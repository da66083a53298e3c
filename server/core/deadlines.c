/* Which match has something due first: a heap of matches by their deadlines. */
#include "host/list.h"
#include "server/core/state.h"

static void put_at(struct core *core, uint32_t index, struct match *match)
{
    RD_ASSERT(index < core->due_count);
    core->due[index] = match;
    match->place = index + 1;
}

static void wake_step(struct core *core, uint32_t index)
{
    RD_ASSERT(index < core->due_count);
    struct match *match = core->due[index];
    while (index > 0 && core->due[(index - 1) / 2]->deadline > match->deadline) {
        put_at(core, index, core->due[(index - 1) / 2]);
        index = (index - 1) / 2;
    }
    put_at(core, index, match);
}

static void sink(struct core *core, uint32_t index)
{
    RD_ASSERT(index < core->due_count);
    struct match *match = core->due[index];
    for (uint32_t child = 2 * index + 1; child < core->due_count; child = 2 * index + 1) {
        child += child + 1 < core->due_count &&
                 core->due[child + 1]->deadline < core->due[child]->deadline;
        if (core->due[child]->deadline >= match->deadline) {
            break;
        }
        put_at(core, index, core->due[child]);
        index = child;
    }
    put_at(core, index, match);
}

static void take_out(struct core *core, struct match *match)
{
    uint32_t index = match->place - 1;
    RD_ASSERT(index < core->due_count && core->due[index] == match);
    struct match *last = core->due[--core->due_count];
    match->place = 0;
    if (last != match) {
        put_at(core, index, last);
        wake_step(core, index);
        sink(core, last->place - 1);
    }
}

void deadline_set(struct core *core, struct match *match, int64_t t)
{
    if (match->place != 0) {
        take_out(core, match);
    }
    RD_ASSERT(match->place == 0);
    match->deadline = t;
    if (t != INT64_MAX) {
        core->due = rd_grown(core->due, core->due_count, &core->due_room, sizeof(struct match *));
        put_at(core, core->due_count++, match);
        wake_step(core, core->due_count - 1);
    }
}

struct match *deadline_first(const struct core *core)
{
    return core->due_count > 0 ? core->due[0] : NULL;
}
