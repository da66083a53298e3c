/* Matches that nobody looks at. One is played on a real server; the others are copies of its log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/load/histogram.h"
#include "bench/load/line.h"
#include "bench/load/load.h"
#include "bench/load/players.h"
#include "bench/load/process.h"
#include "host/list.h"
#include "server/shell/storage.h"

enum {
    PATH_ROOM = 4096,
    ORDERS = 20,
    ORDERS_EVERY_US = 20000,
    TOGETHER = 200,
    ASKED = 300, /* lists and new matches among so many others */
    ASKED_MAX_S = 60
};

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

/* ---- lists and new matches among all the others ---- */

struct asking {
    const char *command; /* its fields */
    uint32_t sent, refused;
    char last_refusal[160];
    uint64_t sent_us;
    struct histogram took;
};

static void ask(struct line *line)
{
    struct asking *asking = line->user;
    char text[160];
    snprintf(text, sizeof text, "{\"id\":\"a%u\",%s}", asking->sent++, asking->command);
    asking->sent_us = now_us();
    line_send(line, text, strlen(text));
}

static void ask_opened(struct line *line)
{
    static const char hello[] = "{\"cmd\":\"hello\",\"id\":\"1\",\"version\":1,\"name\":\"Asker\"}";
    line_send(line, hello, sizeof hello - 1);
}

static void ask_answered(struct line *line, char *text, size_t size)
{
    struct asking *asking = line->user;
    (void)size;
    if (asking->sent > 0) {
        histogram_add(&asking->took, now_us() - asking->sent_us);
        if (strstr(text, "\"ok\":true") == NULL) {
            asking->refused++;
            snprintf(asking->last_refusal, sizeof asking->last_refusal, "%s", text);
        }
    }
    if (asking->sent < ASKED) {
        ask(line);
    }
}

static void ask_ended(struct line *line)
{
    struct asking *asking = line->user;
    asking->refused++;
    asking->sent = ASKED;
}

/* How long the half of them takes at most. */
static bool measure_asking(const char *title, const char *command, int port)
{
    struct asking asking = { .command = command };
    struct lines lines = { .opened = ask_opened, .message = ask_answered, .ended = ask_ended };
    struct line line = { .user = &asking };
    uint64_t limit = now_us() + ASKED_MAX_S * 1000000ull;
    lines_open(&lines);
    bool fine = line_connect(&lines, &line, port);
    while (fine && asking.took.total < ASKED && asking.refused == 0 && now_us() < limit) {
        lines_work(&lines, 10);
    }
    line_close(&line);
    lines_close(&lines);
    if (asking.took.total < ASKED || asking.refused > 0) {
        printf("  %s: only %u of %d were answered, %u refused: %s\n", title,
               (unsigned)asking.took.total, ASKED, asking.refused, asking.last_refusal);
        return false;
    }
    printf("  %s: p50 %.2f ms, p99 %.2f ms\n", title,
           (double)histogram_at(&asking.took, 0.5) / 1000,
           (double)histogram_at(&asking.took, 0.99) / 1000);
    return gate(title, (double)histogram_at(&asking.took, 0.5) / 1000, 2, true);
}

bool load_sleep(const struct plan *plan)
{
    static const char *const generous[] = { "--set", "per_second=1000000", "--set", "burst=1000000",
                                            "--set", "matches=10000000",   NULL };
    struct process server;
    char db[PATH_ROOM];
    snprintf(db, sizeof db, "%s/server-load-%d.db", plan->folder, (int)getpid());
    bool fine = play_one(plan, db) && multiply(db, plan->sleeping) &&
                process_start(&server, plan->program, db, generous);
    if (fine) {
        printf("  CPU time of the start %.1f s\n", process_cpu_s(server.pid));
        fine = gate("seconds until it serves again", server.ready_s, 10, true);
        fine = gate("GB of memory", (double)process_memory(server.pid) / 1e9, 1, true) && fine;
        fine = measure_asking("ms for a list among them", "\"cmd\":\"list\"", server.port) && fine;
        fine = measure_asking("ms for a new match among them",
                              "\"cmd\":\"create\",\"game\":\"null\",\"seats\":[\"me\",\"open\"]",
                              server.port) &&
               fine;
        process_stop(&server);
    }
    process_forget(db);
    return fine;
}
