/* Which place it is; what the places do alike is passed on. */
#include "server/shell/storage.h"

#include <stddef.h>
#include <string.h>

#include "server/shell/back.h"
#include "storage/pq.h"

bool storage_is_address(const char *path)
{
    return pq_is_address(path);
}

static const struct storage_back *back_of(const char *path)
{
    return storage_is_address(path) ? &storage_postgres : &storage_sqlite;
}

struct storage *storage_open(const char *path, struct rd_problem *problem)
{
    return back_of(path)->open(path, false, problem);
}

struct storage *storage_open_alone(const char *path, struct rd_problem *problem)
{
    return back_of(path)->open(path, true, problem);
}

void storage_close(struct storage *storage)
{
    if (storage != NULL) {
        storage->back->close(storage);
    }
}

uint64_t storage_loss(const struct storage *storage, const char **names)
{
    *names = "";
    return storage->back->loss == NULL ? 0 : storage->back->loss(storage, names);
}

const char *storage_address(const struct storage *storage)
{
    return storage->back->address == NULL ? NULL : storage->back->address(storage);
}

bool storage_claim(struct storage *storage, const struct storage_claim *claim, uint32_t *taken,
                   struct rd_problem *problem)
{
    uint32_t ignored = 0, *out = taken == NULL ? &ignored : taken;
    *out = 0;
    if (strlen(claim->owner) >= STORAGE_OWNER_ROOM) {
        return rd_problem_at(problem, claim->owner, "the name of a server has at most %d bytes",
                             STORAGE_OWNER_ROOM - 1);
    }
    return storage->back->claim(storage, claim, out, problem);
}

int64_t storage_until_ms(const struct storage *storage)
{
    return storage->back->until_ms == NULL ? INT64_MAX : storage->back->until_ms(storage);
}

bool storage_lost(const struct storage *storage)
{
    return storage->back->lost != NULL && storage->back->lost(storage);
}

void storage_give_up(struct storage *storage)
{
    if (storage->back->give_up != NULL) {
        storage->back->give_up(storage);
    }
}

bool storage_load(struct storage *storage, storage_each_record each, void *context,
                  struct rd_problem *problem)
{
    return storage->back->load(storage, each, context, problem);
}

bool storage_fetch(struct storage *storage, const char *match, storage_each_record each,
                   void *context, struct rd_problem *problem)
{
    return storage->back->fetch(storage, match, each, context, problem);
}

bool storage_write(struct storage *storage, const struct core_batch *batch,
                   struct rd_problem *problem)
{
    return storage->back->write(storage, batch, problem);
}

const uint32_t *storage_refused(const struct storage *storage, uint32_t *count)
{
    *count = 0;
    return storage->back->refused == NULL ? NULL : storage->back->refused(storage, count);
}

bool storage_hear(struct storage *storage, struct core_news *news, struct rd_problem *problem)
{
    return storage->back->hear == NULL || storage->back->hear(storage, news, problem);
}

void storage_set_log(struct storage *storage, uint32_t pages)
{
    if (storage->back->set_log != NULL) {
        storage->back->set_log(storage, pages);
    }
}

bool storage_tidy(struct storage *storage)
{
    return storage->back->tidy != NULL && storage->back->tidy(storage);
}

bool storage_idle(struct storage *storage)
{
    return storage->back->idle != NULL && storage->back->idle(storage);
}

void storage_carry(struct storage *storage)
{
    if (storage->back->carry != NULL) {
        storage->back->carry(storage);
    }
}

bool storage_retire(struct storage *storage, const char *path, int64_t before_ms, uint32_t *matches,
                    struct rd_problem *problem)
{
    *matches = 0;
    return storage->back->retire == NULL ||
           storage->back->retire(storage, path, before_ms, matches, problem);
}

bool storage_migrate(const char *path, struct rd_problem *problem)
{
    return back_of(path)->migrate(path, problem);
}

bool storage_backup(const char *path, const char *to, struct rd_problem *problem)
{
    return back_of(path)->backup(path, to, problem);
}

bool storage_changed(const char *path, int64_t *when, struct rd_problem *problem)
{
    return back_of(path)->changed(path, when, problem);
}

bool storage_reports(const char *path, storage_each_record each, void *context,
                     struct rd_problem *problem)
{
    return back_of(path)->look(
        path, "SELECT id, 0, at_ms, 'report', body, NULL FROM report ORDER BY at_ms, id", each,
        context, problem);
}

bool storage_beginnings(const char *path, storage_each_record each, void *context,
                        struct rd_problem *problem)
{
    return back_of(path)->look(path,
                               "SELECT match, n, at_ms, kind, body, NULL FROM record WHERE n = 1"
                               " ORDER BY at_ms, match",
                               each, context, problem);
}
