/* Matches that nobody looks at. One is played on a real server; the others are copies of its log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/load/load.h"
#include "bench/load/players.h"
#include "bench/load/process.h"
#include "host/list.h"
#include "server/shell/storage.h"

enum { PATH_ROOM = 4096, ORDERS = 20, ORDERS_EVERY_US = 20000, TOGETHER = 200 };

struct copied {
    struct core_record *record;
    uint32_t count, room;
};

static void keep_record(void *context, const struct core_record *record)
{
    struct copied *copied = context;
    copied->record = rd_grown(copied->record, copied->count, &copied->room, sizeof *copied->record);
    struct core_record *copy = &copied->record[copied->count++];
    *copy = *record;
    copy->body = strdup(record->body);
    RD_ASSERT(copy->body != NULL);
}

/* The one match, which sleeps since its server was stopped. */
static void keep_stub(void *context, const struct core_record *record)
{
    if (strcmp(record->kind, "stub") == 0) {
        keep_record(context, record);
    }
}

static bool play_one(const struct plan *plan, const char *db)
{
    struct process server;
    struct crowd crowd = { .game = plan->game,
                           .bot = rd_bot_find(plan->game, plan->bot),
                           .options = "{}",
                           .every_us = ORDERS_EVERY_US };
    static const char *const generous[] = { "--set", "per_second=1000", NULL };
    if (!process_start(&server, plan->program, db, generous)) {
        return false;
    }
    bool fine = crowd_open(&crowd, 2, server.port);
    crowd.counting = true;
    while (fine && crowd.orders < ORDERS && crowd.ended == 0) {
        crowd_play(&crowd, now_us() + 10000);
    }
    crowd_close(&crowd);
    process_stop(&server);
    return fine && crowd.ended == 0;
}

/* Many matches in a batch: one sync for each would take longer than everything else. */
static bool write_copies(struct storage *storage, const struct copied *copied, uint32_t count)
{
    struct core_record *records = calloc((size_t)copied->count * TOGETHER, sizeof *records);
    struct rd_problem problem = { "" };
    bool fine = records != NULL;
    for (uint32_t i = 0; fine && i < count; i += TOGETHER) {
        struct core_batch batch = { .record = records };
        for (uint32_t match = i; match < i + TOGETHER && match < count; match++) {
            for (uint32_t r = 0; r < copied->count; r++) {
                struct core_record *record = &records[batch.count++];
                *record = copied->record[r];
                snprintf(record->id, sizeof record->id, "m%015x", match);
            }
        }
        fine = storage_write(storage, &batch, &problem);
    }
    if (!fine) {
        printf("  %s\n", problem.text);
    }
    free(records);
    return fine;
}

static bool multiply(const char *db, uint32_t count)
{
    struct rd_problem problem = { "" };
    struct copied stub = { NULL, 0, 0 }, copied = { NULL, 0, 0 };
    char own[STORAGE_OWNER_ROOM] = "";
    struct storage *storage = storage_open(db, &problem);
    gethostname(own, sizeof own - 1); /* as the server calls itself */
    const struct storage_claim claim = { .owner = own };
    bool fine = storage != NULL && storage_claim(storage, &claim, NULL, &problem) &&
                storage_load(storage, keep_stub, &stub, &problem) && stub.count == 1 &&
                storage_fetch(storage, stub.record[0].id, keep_record, &copied, &problem);
    if (fine) {
        printf("  %u matches of %u records each\n", count, copied.count);
        keep_record(&copied, &stub.record[0]); /* behind its log */
    } else {
        printf("  the match can't be copied: %s\n",
               problem.text[0] == '\0' ? "its server left no stub of it" : problem.text);
    }
    fine = fine && write_copies(storage, &copied, count);
    for (uint32_t i = 0; i < copied.count; i++) {
        free(copied.record[i].body);
    }
    for (uint32_t i = 0; i < stub.count; i++) {
        free(stub.record[i].body);
    }
    free(copied.record);
    free(stub.record);
    storage_close(storage);
    return fine;
}

bool load_sleep(const struct plan *plan)
{
    struct process server;
    char db[PATH_ROOM];
    snprintf(db, sizeof db, "%s/server-load-%d.db", plan->folder, (int)getpid());
    bool fine = play_one(plan, db) && multiply(db, plan->sleeping) &&
                process_start(&server, plan->program, db, NULL);
    if (fine) {
        printf("  CPU time of the start %.1f s\n", process_cpu_s(server.pid));
        fine = gate("seconds until it serves again", server.ready_s, 10, true);
        fine = gate("GB of memory", (double)process_memory(server.pid) / 1e9, 1, true) && fine;
        process_stop(&server);
    }
    process_forget(db);
    return fine;
}
