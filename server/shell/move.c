/* Everything from one place for records to another, and the comparison of both. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/shell/back.h"
#include "server/shell/chain.h"

enum { TOGETHER = 500, LEASE_MS = 60000 };

/* What goes by: the hash of all of it, and how much there is. */
struct reading {
    struct chain hash; /* of the records so far */
    struct storage_moved *count;
    char damaged[CORE_ID_MAX]; /* the first match that is; "": none */
};

static void read_one(void *context, const struct core_record *record)
{
    struct reading *reading = context;
    chain_add(&reading->hash, record);
    reading->count->matches += record->n == 1;
    reading->count->records += record->n > 0;
    reading->count->players += strcmp(record->kind, "player") == 0;
    if (strcmp(record->kind, CORE_DAMAGED) == 0 && reading->damaged[0] == '\0') {
        snprintf(reading->damaged, sizeof reading->damaged, "%s", record->id);
    }
}

static bool read_all(struct storage *storage, struct storage_moved *count, struct reading *reading,
                     struct rd_problem *problem)
{
    memset(count, 0, sizeof *count);
    memset(reading, 0, sizeof *reading);
    reading->count = count;
    return storage->back->everything(storage, read_one, reading, problem) &&
           (reading->damaged[0] == '\0' ||
            rd_problem_at(
                problem, reading->damaged,
                "this match is damaged; copy what is whole first: redoubt admin salvage"));
}

/* ---- writing ---- */

struct writing {
    struct reading reading;
    struct storage *to;
    struct core_batch batch;
    struct core_record record[TOGETHER];
    struct rd_problem *problem;
    bool fine;
};

static void write_gathered(struct writing *writing)
{
    writing->fine =
        writing->fine && (writing->batch.count == 0 ||
                          storage_write(writing->to, &writing->batch, writing->problem));
    for (uint32_t i = 0; i < writing->batch.count; i++) {
        free(writing->record[i].body);
    }
    writing->batch.count = 0;
}

static void write_one(void *context, const struct core_record *record)
{
    struct writing *writing = context;
    read_one(&writing->reading, record);
    if (writing->fine) {
        struct core_record *copy = &writing->record[writing->batch.count++];
        *copy = *record;
        copy->body = strdup(record->body);
        RD_ASSERT(copy->body != NULL);
    }
    if (writing->batch.count == TOGETHER) {
        write_gathered(writing);
    }
}

static bool write_all(struct storage *from, struct writing *writing)
{
    bool read = from->back->everything(from, write_one, writing, writing->problem);
    write_gathered(writing);
    return read && writing->fine;
}

/* ---- both ---- */

static bool is_empty(struct storage *storage, struct rd_problem *problem)
{
    struct storage_moved count;
    struct reading reading;
    return read_all(storage, &count, &reading, problem) &&
           ((count.records == 0 && count.players == 0) ||
            rd_problem_at(problem, NULL,
                          "there are %u matches and %u players already where all "
                          "shall go; only an empty database is filled",
                          count.matches, count.players));
}

static bool is_same(struct storage *to, const struct writing *writing, struct storage_moved *moved,
                    struct rd_problem *problem)
{
    struct reading again;
    if (!read_all(to, moved, &again, problem)) {
        return false;
    }
    sodium_bin2hex(moved->hash, sizeof moved->hash, again.hash.link, CHAIN_SIZE);
    return memcmp(again.hash.link, writing->reading.hash.link, CHAIN_SIZE) == 0 ||
           rd_problem_at(problem, NULL, "what was written is not what was read; don't use it");
}

bool storage_copy(struct storage *from, struct storage *to, struct storage_moved *moved,
                  struct rd_problem *problem)
{
    const struct storage_claim mine = { .owner = "redoubt admin", .lease_ms = LEASE_MS };
    struct storage_moved count = { 0 };
    struct writing *writing = calloc(1, sizeof *writing);
    RD_ASSERT(writing != NULL);
    writing->reading.count = &count;
    writing->to = to;
    writing->batch.record = writing->record;
    writing->problem = problem;
    writing->fine = true;
    bool fine = is_empty(to, problem) && storage_claim(to, &mine, NULL, problem) &&
                write_all(from, writing) && is_same(to, writing, moved, problem);
    free(writing);
    return fine;
}

bool storage_move(const char *from, const char *to, struct storage_moved *moved,
                  struct rd_problem *problem)
{
    struct storage_moved count;
    struct reading reading;
    struct storage *source = storage_open_alone(from, problem), *target = NULL;
    bool fine = source != NULL && read_all(source, &count, &reading, problem) &&
                (!storage_is_address(to) || storage_migrate(to, problem)) &&
                (target = storage_open_alone(to, problem)) != NULL &&
                storage_copy(source, target, moved, problem);
    storage_close(target);
    storage_close(source);
    return fine;
}
