#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/shell/chain.h"
#include "server/shell/mark.h"
#include "server/shell/schema.h"
#include "server/shell/storage.h"
#include "storage/sql.h"

enum {
    PATH_ROOM = 4096,
    SINGLES = 5,
    LOG_PAGES = 8192, /* 32 MB: a match's last page is copied once for many records */
    CARRY_ROUNDS = 2  /* the second has little to do, and leaves very little */
};

/* What belongs to no log: the kind of the record, and how it is written. */
static const struct {
    const char *kind, *sql;
} singles[SINGLES] = {
    { "player", "INSERT INTO player (id, at_ms, body) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (id) DO UPDATE SET body = excluded.body" },
    { "gone", "DELETE FROM player WHERE id = ?1" },
    { "time", "INSERT INTO fact (id, at_ms, body) VALUES (?1, ?2, ?3)"
              " ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body" },
    { "report", "INSERT INTO report (id, at_ms, body) VALUES (?1, ?2, ?3)"
                " ON CONFLICT (id) DO NOTHING" },
    { "stub", "INSERT INTO stub (id, at_ms, body) VALUES (?1, ?2, ?3)"
              " ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body" },
};

/* Of the write-ahead log: it grows; it is being carried over; all but its end has been. */
enum log_stage { LOG_GROWS, LOG_IN_HAND, LOG_CARRIED };

struct storage {
    sqlite3 *db;
    sqlite3 *reader;  /* for other threads than the one that writes */
    sqlite3 *carrier; /* for storage_carry */
    _Atomic enum log_stage log;
    int lock; /* held as long as the file is in use: no second server */
    int file; /* the database itself, locked too: a link to it is the same database */
    struct mark *mark;
    struct mark_loss loss;
    bool fresh; /* something was written since the log was last carried over */
    sqlite3_stmt *add_match, *add_record, *drop_stub, *link_of;
    sqlite3_stmt *single[SINGLES];
    int frames, frames_max; /* of the write-ahead log: after the latest commit, and allowed */
    char owner[STORAGE_OWNER_ROOM];
};

/* ---- opening ---- */

static bool make_folders(const char *path, struct rd_problem *problem)
{
    char folder[PATH_ROOM];
    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder) {
        return rd_problem_at(problem, NULL, "the path of the database is too long");
    }
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            return rd_problem_at(problem, folder, "can't be made: %s", strerror(errno));
        }
        *slash = '/';
    }
    return true;
}

static bool open_another(const char *path, int flags, sqlite3 **db, struct rd_problem *problem)
{
    if (sqlite3_open_v2(path, db, flags, NULL) != SQLITE_OK) {
        return rd_problem_at(problem, path, "%s", sqlite3_errmsg(*db));
    }
    sqlite3_busy_timeout(*db, 2000);
    return true;
}

static bool open_others(struct storage *storage, const char *path, struct rd_problem *problem)
{
    return open_another(path, SQLITE_OPEN_READONLY, &storage->reader, problem) &&
           open_another(path, SQLITE_OPEN_READWRITE, &storage->carrier, problem) &&
           sql_execute(storage->carrier, "PRAGMA synchronous = FULL", problem);
}

static bool prepare_singles(struct storage *storage, struct rd_problem *problem)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < SINGLES; i++) {
        fine = sql_prepare(storage->db, singles[i].sql, &storage->single[i], problem);
    }
    return fine;
}

static int count_frames(void *context, sqlite3 *db, const char *name, int frames)
{
    struct storage *storage = context;
    (void)db;
    (void)name;
    storage->frames = frames;
    return SQLITE_OK;
}

/* Hashes of passwords are nobody's business: a file that SQLite makes could be read by everybody.
 * What it makes beside it has the same rights. */
static bool make_private(const char *path, int flags, struct rd_problem *problem)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | flags, 0600);
    if (fd < 0) {
        return rd_problem_at(problem, path, "can't be opened: %s", strerror(errno));
    }
    close(fd);
    return true;
}

static bool has_record(void *context, const char *id, uint32_t n)
{
    struct storage *storage = context;
    sql_bind_text(storage->link_of, 1, id);
    sqlite3_bind_int64(storage->link_of, 2, n);
    bool there = sqlite3_step(storage->link_of) == SQLITE_ROW;
    sqlite3_reset(storage->link_of);
    return there;
}

uint64_t storage_loss(const struct storage *storage, const char **names)
{
    *names = storage->loss.names;
    return storage->loss.batches;
}

static bool open_database(struct storage *storage, const char *path, struct rd_problem *problem)
{
    if (sqlite3_open_v2(path, &storage->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK) {
        return sql_problem(storage->db, path, problem);
    }
    sqlite3_extended_result_codes(storage->db, 1);
    sqlite3_busy_timeout(storage->db, 2000); /* a backup may be reading */
    /* Our checkpoints (storage_tidy) in place of automatic ones. PRAGMA wal_autocheckpoint would
     * take the hook away. */
    sqlite3_wal_hook(storage->db, count_frames, storage);
    return sql_execute(storage->db, "PRAGMA journal_mode = WAL", problem) &&
           sql_execute(storage->db, "PRAGMA synchronous = FULL", problem) &&
           sql_execute(storage->db, "PRAGMA cache_size = -65536", problem) &&
           sql_execute(storage->db, "PRAGMA foreign_keys = ON", problem) &&
           sql_migrate(storage->db, schema_texts, problem) && open_others(storage, path, problem) &&
           prepare_singles(storage, problem) &&
           sql_prepare(storage->db, "DELETE FROM stub WHERE id = ?1", &storage->drop_stub,
                       problem) &&
           sql_prepare(storage->db, "INSERT INTO match (id, at_ms, owner) VALUES (?1, ?2, ?3)",
                       &storage->add_match, problem) &&
           sql_prepare(storage->db,
                       "INSERT INTO record (match, n, at_ms, kind, body, chain) SELECT ?1, ?2, ?3, "
                       "?4, ?5, ?7"
                       " WHERE EXISTS (SELECT 1 FROM match WHERE id = ?1 AND owner = ?6)",
                       &storage->add_record, problem) &&
           sql_prepare(storage->db, "SELECT chain FROM record WHERE match = ?1 AND n = ?2",
                       &storage->link_of, problem);
}

struct storage *storage_open(const char *path, struct rd_problem *problem)
{
    struct storage *storage = calloc(1, sizeof *storage);
    RD_ASSERT(storage != NULL);
    storage->lock = storage->file = -1;
    storage->frames_max = LOG_PAGES;
    if (make_folders(path, problem) && (storage->lock = sql_lock(path, "server", problem)) >= 0 &&
        make_private(path, 0, problem) &&
        (storage->file = sql_lock_file(path, "server", problem)) >= 0 &&
        open_database(storage, path, problem) &&
        sql_execute(storage->db, "UPDATE owner SET until_ms = 0", problem)) { /* we have the lock */
        storage->mark = mark_open(path, has_record, storage, &storage->loss);
        return storage;
    }
    storage_close(storage);
    return NULL;
}

void storage_close(struct storage *storage)
{
    if (storage == NULL) {
        return;
    }
    for (uint32_t i = 0; i < SINGLES; i++) {
        sqlite3_finalize(storage->single[i]);
    }
    sqlite3_finalize(storage->drop_stub);
    sqlite3_finalize(storage->add_match);
    sqlite3_finalize(storage->add_record);
    sqlite3_finalize(storage->link_of);
    mark_close(storage->mark);
    sqlite3_close(storage->reader);
    sqlite3_close(storage->carrier);
    sqlite3_close(storage->db);
    if (storage->file >= 0) { /* not before SQLite: its own locks would end with it */
        close(storage->file);
    }
    if (storage->lock >= 0) {
        close(storage->lock);
    }
    free(storage);
}

/* ---- writing ---- */

static bool write_single(struct storage *storage, const struct core_record *record,
                         struct rd_problem *problem)
{
    for (uint32_t i = 0; i < SINGLES; i++) {
        if (strcmp(singles[i].kind, record->kind) == 0) {
            sql_bind_text(storage->single[i], 1, record->id);
            sqlite3_bind_int64(storage->single[i], 2, record->at_ms);
            sql_bind_text(storage->single[i], 3, record->body);
            return sql_run(storage->db, storage->single[i], problem);
        }
    }
    return rd_problem_at(problem, record->id, "there is no place for records of this kind");
}

/* Of the record before this one; all 0 if there is none, or none with a link. */
static struct chain link_before(struct storage *storage, const struct core_record *record)
{
    struct chain chain = { { 0 } };
    if (record->n > 1) {
        sql_bind_text(storage->link_of, 1, record->id);
        sqlite3_bind_int64(storage->link_of, 2, record->n - 1);
        if (sqlite3_step(storage->link_of) == SQLITE_ROW &&
            sqlite3_column_bytes(storage->link_of, 0) == CHAIN_SIZE) {
            memcpy(chain.link, sqlite3_column_blob(storage->link_of, 0), CHAIN_SIZE);
        }
        sqlite3_reset(storage->link_of);
    }
    return chain;
}

static bool write_record(struct storage *storage, const struct core_record *record,
                         struct rd_problem *problem)
{
    if (record->n == 0) {
        return write_single(storage, record, problem);
    }
    if (record->n == 1) {
        sql_bind_text(storage->add_match, 1, record->id);
        sqlite3_bind_int64(storage->add_match, 2, record->at_ms);
        sql_bind_text(storage->add_match, 3, storage->owner);
        if (!sql_run(storage->db, storage->add_match, problem)) {
            return false;
        }
    }
    sql_bind_text(storage->add_record, 1, record->id);
    sqlite3_bind_int64(storage->add_record, 2, record->n);
    sqlite3_bind_int64(storage->add_record, 3, record->at_ms);
    sql_bind_text(storage->add_record, 4, record->kind);
    sql_bind_text(storage->add_record, 5, record->body);
    sql_bind_text(storage->add_record, 6, storage->owner);
    struct chain chain = link_before(storage, record);
    chain_add(&chain, record);
    sqlite3_bind_blob(storage->add_record, 7, chain.link, CHAIN_SIZE, SQLITE_TRANSIENT);
    sql_bind_text(storage->drop_stub, 1, record->id);
    return sql_run(storage->db, storage->add_record, problem) &&
           (sqlite3_changes(storage->db) == 1 ||
            rd_problem_at(problem, record->id, "another server plays this match")) &&
           sql_run(storage->db, storage->drop_stub, problem);
}

static bool set_owner(struct storage *storage, const char *owner, struct rd_problem *problem)
{
    return snprintf(storage->owner, sizeof storage->owner, "%s", owner) <
               (int)sizeof storage->owner ||
           rd_problem_at(problem, owner, "the name of a server has at most %d bytes",
                         STORAGE_OWNER_ROOM - 1);
}

/* One statement about the owner (?1) and two moments; those it doesn't name are not bound. */
static bool once(struct storage *storage, const char *sql, const int64_t numbers[2],
                 struct rd_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    if (!sql_prepare(storage->db, sql, &statement, problem)) {
        return false;
    }
    sql_bind_text(statement, 1, storage->owner);
    sqlite3_bind_int64(statement, 2, numbers[0]);
    sqlite3_bind_int64(statement, 3, numbers[1]);
    bool fine = sql_run(storage->db, statement, problem);
    sqlite3_finalize(statement);
    return fine;
}

bool storage_claim(struct storage *storage, const char *owner, int64_t now_ms, int64_t until_ms,
                   uint32_t *taken, struct rd_problem *problem)
{
    const int64_t when[2] = { now_ms, until_ms };
    bool fine =
        set_owner(storage, owner, problem) &&
        sql_execute(storage->db, "BEGIN IMMEDIATE", problem) &&
        once(storage,
             "INSERT INTO owner (id, until_ms) VALUES (?1, ?3)"
             " ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms",
             when, problem) &&
        once(storage,
             "UPDATE match SET owner = ?1 WHERE owner IN (SELECT DISTINCT m.owner FROM match AS m"
             " LEFT JOIN owner AS o ON o.id = m.owner WHERE m.owner <> ?1"
             " AND (o.until_ms IS NULL OR o.until_ms <= ?2))",
             when, problem);
    if (fine && taken != NULL) {
        *taken = (uint32_t)sqlite3_changes(storage->db);
    }
    fine =
        fine && once(storage, "DELETE FROM owner WHERE id <> ?1 AND until_ms <= ?2", when, problem);
    return sql_end(storage->db, fine, problem);
}

bool storage_write(struct storage *storage, const struct core_batch *batch,
                   struct rd_problem *problem)
{
    bool fine = sql_execute(storage->db, "BEGIN IMMEDIATE", problem);
    for (uint32_t i = 0; fine && i < batch->count; i++) {
        fine = write_record(storage, &batch->record[i], problem);
    }
    if (!sql_end(storage->db, fine, problem)) {
        return false;
    }
    storage->fresh = true;
    mark_set(storage->mark, batch);
    return true;
}

void storage_set_log(struct storage *storage, uint32_t pages)
{
    storage->frames_max = (int)pages;
}

/* The log begins anew when all of it is in the file and nobody reads it. While others write that
 * never comes about by itself, so the writer carries the last of it over: a few pages. */
bool storage_tidy(struct storage *storage)
{
    if (storage->log == LOG_CARRIED) {
        sqlite3_wal_checkpoint_v2(storage->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        storage->log = LOG_GROWS;
    } else if (storage->log == LOG_GROWS && storage->frames >= storage->frames_max) {
        storage->log = LOG_IN_HAND;
        return true;
    }
    return false;
}

bool storage_idle(struct storage *storage)
{
    bool some = storage->fresh && storage->log == LOG_GROWS;
    if (some) {
        storage->log = LOG_IN_HAND;
        storage->fresh = false;
    }
    return some;
}

void storage_carry(struct storage *storage)
{
    int status = SQLITE_OK; /* otherwise a backup reads, the disk is full: the next time, then */
    for (uint32_t round = 0; status == SQLITE_OK && round < CARRY_ROUNDS; round++) {
        status = sqlite3_wal_checkpoint_v2(storage->carrier, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL,
                                           NULL);
    }
    storage->log = LOG_CARRIED;
}

/* ---- reading ---- */

static void copy_column(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text == NULL ? "" : (const char *)text);
}

/* Does it follow from the one before it? What older programs wrote has no link. */
static bool is_whole(sqlite3_stmt *ask, struct core_record *record, struct chain *chain)
{
    if (record->n <= 1) {
        memset(chain, 0, sizeof *chain);
    }
    if (record->n == 0 || sqlite3_column_bytes(ask, 5) != CHAIN_SIZE) {
        return true;
    }
    chain_add(chain, record);
    bool same = memcmp(chain->link, sqlite3_column_blob(ask, 5), CHAIN_SIZE) == 0;
    memcpy(chain->link, sqlite3_column_blob(ask, 5), CHAIN_SIZE);
    return same;
}

/* Every row of a query: id, n, at_ms, kind, body, link. The statement is finalized. */
static bool each_row(sqlite3_stmt *ask, void (*each)(void *context, const struct core_record *),
                     void *context, struct rd_problem *problem)
{
    struct chain chain = { { 0 } };
    int step;
    while ((step = sqlite3_step(ask)) == SQLITE_ROW) {
        struct core_record record = { .n = (uint32_t)sqlite3_column_int64(ask, 1),
                                      .at_ms = sqlite3_column_int64(ask, 2) };
        copy_column(ask, 0, record.id, sizeof record.id);
        copy_column(ask, 3, record.kind, sizeof record.kind);
        const unsigned char *body = sqlite3_column_text(ask, 4);
        record.body = strdup(body == NULL ? "" : (const char *)body);
        RD_ASSERT(record.body != NULL);
        if (!is_whole(ask, &record, &chain)) {
            snprintf(record.kind, sizeof record.kind, "%s", CORE_DAMAGED);
        }
        each(context, &record);
        free(record.body);
    }
    bool fine = step == SQLITE_DONE ||
                sql_problem(sqlite3_db_handle(ask), "the database can't be read", problem);
    sqlite3_finalize(ask);
    return fine;
}

bool storage_load(struct storage *storage, void (*each)(void *context, const struct core_record *),
                  void *context, struct rd_problem *problem)
{
    static const char *const queries[] = {
        "SELECT id, 0, at_ms, 'player', body, NULL FROM player",
        "SELECT id, 0, at_ms, 'time', body, NULL FROM fact WHERE id = 'server'",
        "SELECT s.id, 0, s.at_ms, 'stub', s.body, NULL FROM stub AS s"
        " JOIN match AS m ON m.id = s.id WHERE m.owner = ?1",
        "SELECT r.match, r.n, r.at_ms, r.kind, r.body, r.chain FROM match AS m"
        " JOIN record AS r ON r.match = m.id"
        " WHERE m.owner = ?1 AND m.id NOT IN (SELECT id FROM stub) ORDER BY m.at_ms, m.id, r.n",
    };
    bool fine = true;
    for (uint32_t i = 0; fine && i < sizeof queries / sizeof queries[0]; i++) {
        sqlite3_stmt *ask = NULL;
        fine = sql_prepare(storage->db, queries[i], &ask, problem);
        sql_bind_text(ask, 1, storage->owner); /* where it is asked for */
        fine = fine && each_row(ask, each, context, problem);
    }
    return fine;
}

bool storage_fetch(struct storage *storage, const char *match,
                   void (*each)(void *context, const struct core_record *), void *context,
                   struct rd_problem *problem)
{
    sqlite3_stmt *ask = NULL;
    if (sqlite3_prepare_v2(
            storage->reader,
            "SELECT match, n, at_ms, kind, body, chain FROM record WHERE match = ?1 ORDER BY n", -1,
            &ask, NULL) != SQLITE_OK) {
        return rd_problem_at(problem, match, "%s", sqlite3_errmsg(storage->reader));
    }
    sql_bind_text(ask, 1, match);
    return each_row(ask, each, context, problem);
}

/* ---- beside a server ---- */

/* Only to read, and without its lock. */
static bool open_beside(struct storage *storage, const char *path, struct rd_problem *problem)
{
    memset(storage, 0, sizeof *storage);
    storage->lock = -1;
    bool fine = access(path, R_OK) == 0 ||
                rd_problem_at(problem, path, "can't be read: %s", strerror(errno));
    fine = fine && (sqlite3_open_v2(path, &storage->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                    sql_problem(storage->db, path, problem));
    if (fine) {
        sqlite3_busy_timeout(storage->db, 2000);
    }
    return fine;
}

bool storage_backup(const char *path, const char *to, struct rd_problem *problem)
{
    struct storage storage;
    sqlite3_stmt *copy = NULL;
    if (access(to, F_OK) == 0) {
        return rd_problem_at(problem, to, "is there already");
    }
    bool made = open_beside(&storage, path, problem) && make_private(to, O_EXCL, problem);
    bool fine = made && sql_prepare(storage.db, "VACUUM INTO ?1", &copy, problem);
    if (fine) {
        sql_bind_text(copy, 1, to);
        fine = sql_run(storage.db, copy, problem);
    }
    if (made && !fine) {
        unlink(to); /* half a copy is none */
    }
    sqlite3_finalize(copy);
    sqlite3_close(storage.db);
    return fine;
}

bool storage_changed(const char *path, int64_t *when, struct rd_problem *problem)
{
    char name[PATH_ROOM];
    struct stat about;
    snprintf(name, sizeof name, "%s.mark", path);
    if (stat(name, &about) != 0) {
        return rd_problem_at(problem, name, "can't be read: %s", strerror(errno));
    }
    *when = (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec;
    return true;
}

bool storage_reports(const char *path, void (*each)(void *context, const struct core_record *),
                     void *context, struct rd_problem *problem)
{
    struct storage storage;
    sqlite3_stmt *ask = NULL;
    bool fine =
        open_beside(&storage, path, problem) &&
        sql_prepare(storage.db,
                    "SELECT id, 0, at_ms, 'report', body, NULL FROM report ORDER BY at_ms, id",
                    &ask, problem) &&
        each_row(ask, each, context, problem);
    sqlite3_close(storage.db);
    return fine;
}
