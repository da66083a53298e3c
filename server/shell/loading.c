#include "server/shell/loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/shell/log.h"

/* Stubs stand for logs that need not be read. One that is damaged stands for nothing: then the log
 * itself is read, so that no match is lost with it. */
struct loading {
    struct core *core;
    char (*stub)[CORE_ID_MAX]; /* damaged ones */
    uint32_t stubs, room;
};

static void load_record(void *context, const struct core_record *record)
{
    struct loading *l = context;
    struct rd_problem problem = { "" };
    if (core_load(l->core, record, &problem)) {
        return;
    }
    server_log("broken_record", "match=%s n=%u why=\"%s\"", record->id, record->n, problem.text);
    if (record->n == 0 && strcmp(record->kind, "stub") == 0) {
        l->stub = rd_grown(l->stub, l->stubs, &l->room, sizeof *l->stub);
        snprintf(l->stub[l->stubs++], CORE_ID_MAX, "%s", record->id);
    }
}

bool load_all(struct storage *storage, struct core *core, struct rd_problem *problem)
{
    struct loading l = { .core = core };
    bool fine = storage_load(storage, load_record, &l, problem);
    for (uint32_t i = 0; fine && i < l.stubs; i++) {
        fine = storage_fetch(storage, l.stub[i], load_record, &l, problem);
    }
    free(l.stub);
    return fine;
}
