#include "prove/resume.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "prove/pack.h"
#include "redoubt/hash.h"

/* ---- saving ---- */

/* While all threads are still. */
static void gather(struct prove_under_way *run)
{
    struct prove_checkpoint *at = &run->at;
    const struct prove_pairs *views = &run->space.views;
    for (uint32_t i = 0; i < run->space.wish->workers; i++) {
        prove_add_counts(&at->level[at->depth], &run->worker[i].counts);
        memset(&run->worker[i].counts, 0, sizeof run->worker[i].counts);
        at->written[i] = run->worker[i].out.size;
    }
    memcpy(at->read, run->reader.at, sizeof at->read);
    /* Of all threads, and this command has no other work. */
    at->processor_seconds = run->processor_before + (double)clock() / CLOCKS_PER_SEC;
    at->positions = run->space.seen.count;
    at->view_classes = 0;
    for (uint32_t i = 0; i < PROVE_LOCKS; i++) {
        at->view_classes += views->count[i];
    }
}

bool prove_save(struct prove_under_way *run, struct rd_problem *problem)
{
    gather(run);
    for (uint32_t i = 0; i < run->space.wish->workers; i++) {
        if (!prove_writer_sync(&run->worker[i].out)) {
            return rd_problem_at(problem, run->space.wish->folder, "can't write: %s",
                                 strerror(errno));
        }
    }
    return prove_checkpoint_write(&run->at, run->space.wish->folder, problem);
}

/* ---- going on ---- */

/* Positions that were met before: their fingerprints stand in the files. */
static bool read_back(struct prove_under_way *run, struct rd_problem *problem)
{
    for (uint32_t depth = 0; depth <= run->at.depth + 1; depth++) {
        struct prove_item item;
        if (!prove_reader_open(&run->reader, run->space.wish->folder, depth, problem)) {
            return false;
        }
        if (depth == run->at.depth + 1) { /* only what the checkpoint knows of */
            for (uint32_t i = 0; i < PROVE_FILES_MAX; i++) {
                uint64_t known = run->at.written[i];
                run->reader.size[i] = known < run->reader.size[i] ? known : run->reader.size[i];
            }
        }
        while (prove_reader_next(&run->reader, &item)) {
            prove_seen_add(&run->space.seen, item.print);
        }
        prove_reader_close(&run->reader);
    }
    return true;
}

static bool write_opening(struct prove_under_way *run, struct rd_problem *problem)
{
    struct prove_writer writer;
    struct prove_item item = { prove_print(NULL, 0), NULL, 0 };
    uint8_t none = 0;
    item.bytes = &none;
    prove_seen_add(&run->space.seen, item.print);
    bool fine = prove_writer_open(&writer, run->space.wish->folder, 0, 0, 0, problem) &&
                prove_writer_add(&writer, &item) && prove_writer_sync(&writer);
    prove_writer_close(&writer);
    return fine ||
           rd_problem_at(problem, run->space.wish->folder, "can't write: %s", strerror(errno));
}

bool prove_resume(struct prove_under_way *run, struct rd_problem *problem)
{
    const struct prove_space *space = &run->space;
    bool found = false;
    uint64_t opening =
        rd_hash(space->opening, space->game->state_size) ^ space->game->rules_version;
    if (!prove_checkpoint_read(&run->at, space->wish->folder, opening, &found, problem)) {
        return false;
    }
    if (found) {
        return read_back(run, problem);
    }
    memset(&run->at, 0, sizeof run->at);
    run->at.opening = opening;
    prove_levels_remove(space->wish->folder);
    return write_opening(run, problem);
}
