#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server/shell/archive.h"
#include "server/shell/back.h"
#include "server/shell/chain.h"
#include "server/shell/mark.h"
#include "server/shell/rows.h"
#include "server/shell/schema.h"
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

struct file {
    struct storage base;
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

/* Everybody else knows the file by its first member. */
static struct file *file_of(struct storage *storage)
{
    return (struct file *)storage;
}

/* ---- opening ---- */

static bool open_another(const char *path, int flags, sqlite3 **db, struct rd_problem *problem)
{
    if (sqlite3_open_v2(path, db, flags, NULL) != SQLITE_OK) {
        return rd_problem_at(problem, path, "%s", sqlite3_errmsg(*db));
    }
    sqlite3_busy_timeout(*db, 2000);
    return true;
}

static bool open_others(struct file *file, const char *path, struct rd_problem *problem)
{
    return open_another(path, SQLITE_OPEN_READONLY, &file->reader, problem) &&
           open_another(path, SQLITE_OPEN_READWRITE, &file->carrier, problem) &&
           sql_execute(file->carrier, "PRAGMA synchronous = FULL", problem);
}

static bool prepare_singles(struct file *file, struct rd_problem *problem)
{
    bool fine = true;
    for (uint32_t i = 0; fine && i < SINGLES; i++) {
        fine = sql_prepare(file->db, singles[i].sql, &file->single[i], problem);
    }
    return fine;
}

static int count_frames(void *context, sqlite3 *db, const char *name, int frames)
{
    struct file *file = context;
    (void)db;
    (void)name;
    file->frames = frames;
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
    struct file *file = context;
    sql_bind_text(file->link_of, 1, id);
    sqlite3_bind_int64(file->link_of, 2, n);
    bool there = sqlite3_step(file->link_of) == SQLITE_ROW;
    sqlite3_reset(file->link_of);
    return there;
}

static uint64_t loss(const struct storage *storage, const char **names)
{
    const struct file *file = (const struct file *)storage;
    *names = file->loss.names;
    return file->loss.batches;
}

static bool open_database(struct file *file, const char *path, struct rd_problem *problem)
{
    if (sqlite3_open_v2(path, &file->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
        SQLITE_OK) {
        return sql_problem(file->db, path, problem);
    }
    sqlite3_extended_result_codes(file->db, 1);
    sqlite3_busy_timeout(file->db, 2000); /* a backup may be reading */
    /* Our checkpoints (storage_tidy) in place of automatic ones. PRAGMA wal_autocheckpoint would
     * take the hook away. */
    sqlite3_wal_hook(file->db, count_frames, file);
    return sql_execute(file->db, "PRAGMA journal_mode = WAL", problem) &&
           sql_execute(file->db, "PRAGMA synchronous = FULL", problem) &&
           sql_execute(file->db, "PRAGMA cache_size = -65536", problem) &&
           sql_execute(file->db, "PRAGMA foreign_keys = ON", problem) &&
           sql_migrate(file->db, schema_texts, problem) && open_others(file, path, problem) &&
           prepare_singles(file, problem) &&
           sql_prepare(file->db, "DELETE FROM stub WHERE id = ?1", &file->drop_stub, problem) &&
           sql_prepare(file->db, "INSERT INTO match (id, at_ms, owner) VALUES (?1, ?2, ?3)",
                       &file->add_match, problem) &&
           sql_prepare(file->db,
                       "INSERT INTO record (match, n, at_ms, kind, body, chain) SELECT ?1, ?2, ?3, "
                       "?4, ?5, ?7"
                       " WHERE EXISTS (SELECT 1 FROM match WHERE id = ?1 AND owner = ?6)",
                       &file->add_record, problem) &&
           sql_prepare(file->db, "SELECT chain FROM record WHERE match = ?1 AND n = ?2",
                       &file->link_of, problem);
}

static void close_file(struct storage *storage)
{
    struct file *file = file_of(storage);
    for (uint32_t i = 0; i < SINGLES; i++) {
        sqlite3_finalize(file->single[i]);
    }
    sqlite3_finalize(file->drop_stub);
    sqlite3_finalize(file->add_match);
    sqlite3_finalize(file->add_record);
    sqlite3_finalize(file->link_of);
    mark_close(file->mark);
    sqlite3_close(file->reader);
    sqlite3_close(file->carrier);
    sqlite3_close(file->db);
    if (file->file >= 0) { /* not before SQLite: its own locks would end with it */
        close(file->file);
    }
    if (file->lock >= 0) {
        close(file->lock);
    }
    free(file);
}

/* A file has one user at a time anyway. */
static struct storage *open_file(const char *path, bool alone, struct rd_problem *problem)
{
    struct file *file = calloc(1, sizeof *file);
    RD_ASSERT(file != NULL);
    (void)alone;
    file->base.back = &storage_sqlite;
    file->lock = file->file = -1;
    file->frames_max = LOG_PAGES;
    if (sql_make_folders(path, problem) && (file->lock = sql_lock(path, "server", problem)) >= 0 &&
        make_private(path, 0, problem) &&
        (file->file = sql_lock_file(path, "server", problem)) >= 0 &&
        open_database(file, path, problem) &&
        sql_execute(file->db, "UPDATE owner SET until_ms = 0", problem)) { /* we have the lock */
        file->mark = mark_open(path, has_record, file, &file->loss);
        return &file->base;
    }
    close_file(&file->base);
    return NULL;
}

/* ---- writing ---- */

static bool write_single(struct file *file, const struct core_record *record,
                         struct rd_problem *problem)
{
    for (uint32_t i = 0; i < SINGLES; i++) {
        if (strcmp(singles[i].kind, record->kind) == 0) {
            sql_bind_text(file->single[i], 1, record->id);
            sqlite3_bind_int64(file->single[i], 2, record->at_ms);
            sql_bind_text(file->single[i], 3, record->body);
            return sql_run(file->db, file->single[i], problem);
        }
    }
    return rd_problem_at(problem, record->id, "there is no place for records of this kind");
}

/* Of the record before this one; all 0 if there is none, or none with a link. */
static struct chain link_before(struct file *file, const struct core_record *record)
{
    struct chain chain = { { 0 } };
    if (record->n > 1) {
        sql_bind_text(file->link_of, 1, record->id);
        sqlite3_bind_int64(file->link_of, 2, record->n - 1);
        if (sqlite3_step(file->link_of) == SQLITE_ROW &&
            sqlite3_column_bytes(file->link_of, 0) == CHAIN_SIZE) {
            memcpy(chain.link, sqlite3_column_blob(file->link_of, 0), CHAIN_SIZE);
        }
        sqlite3_reset(file->link_of);
    }
    return chain;
}

static bool write_record(struct file *file, const struct core_record *record,
                         struct rd_problem *problem)
{
    if (record->n == 0) {
        return write_single(file, record, problem);
    }
    if (record->n == 1) {
        sql_bind_text(file->add_match, 1, record->id);
        sqlite3_bind_int64(file->add_match, 2, record->at_ms);
        sql_bind_text(file->add_match, 3, file->owner);
        if (!sql_run(file->db, file->add_match, problem)) {
            return false;
        }
    }
    sql_bind_text(file->add_record, 1, record->id);
    sqlite3_bind_int64(file->add_record, 2, record->n);
    sqlite3_bind_int64(file->add_record, 3, record->at_ms);
    sql_bind_text(file->add_record, 4, record->kind);
    sql_bind_text(file->add_record, 5, record->body);
    sql_bind_text(file->add_record, 6, file->owner);
    struct chain chain = link_before(file, record);
    chain_add(&chain, record);
    sqlite3_bind_blob(file->add_record, 7, chain.link, CHAIN_SIZE, SQLITE_TRANSIENT);
    sql_bind_text(file->drop_stub, 1, record->id);
    return sql_run(file->db, file->add_record, problem) &&
           (sqlite3_changes(file->db) == 1 ||
            rd_problem_at(problem, record->id, "another server plays this match")) &&
           sql_run(file->db, file->drop_stub, problem);
}

/* One statement about the owner (?1) and two moments; those it doesn't name are not bound. */
static bool once(struct file *file, const char *sql, const int64_t numbers[2],
                 struct rd_problem *problem)
{
    sqlite3_stmt *statement = NULL;
    if (!sql_prepare(file->db, sql, &statement, problem)) {
        return false;
    }
    sql_bind_text(statement, 1, file->owner);
    sqlite3_bind_int64(statement, 2, numbers[0]);
    sqlite3_bind_int64(statement, 3, numbers[1]);
    bool fine = sql_run(file->db, statement, problem);
    sqlite3_finalize(statement);
    return fine;
}

static int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool claim_file(struct storage *storage, const struct storage_claim *claim, uint32_t *taken,
                       struct rd_problem *problem)
{
    struct file *file = file_of(storage);
    const int64_t now_ms = wall_ms();
    const int64_t when[2] = { now_ms, now_ms + claim->lease_ms };
    snprintf(file->owner, sizeof file->owner, "%s", claim->owner);
    bool fine =
        sql_execute(file->db, "BEGIN IMMEDIATE", problem) &&
        once(file,
             "INSERT INTO owner (id, until_ms) VALUES (?1, ?3)"
             " ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms",
             when, problem) &&
        once(file,
             "UPDATE match SET owner = ?1 WHERE owner IN (SELECT DISTINCT m.owner FROM match AS m"
             " LEFT JOIN owner AS o ON o.id = m.owner WHERE m.owner <> ?1"
             " AND (o.until_ms IS NULL OR o.until_ms <= ?2))",
             when, problem);
    if (fine) {
        *taken = (uint32_t)sqlite3_changes(file->db);
    }
    fine = fine && once(file, "DELETE FROM owner WHERE id <> ?1 AND until_ms <= ?2", when, problem);
    return sql_end(file->db, fine, problem);
}

static bool write_batch(struct storage *storage, const struct core_batch *batch,
                        struct rd_problem *problem)
{
    struct file *file = file_of(storage);
    bool fine = sql_execute(file->db, "BEGIN IMMEDIATE", problem);
    for (uint32_t i = 0; fine && i < batch->count; i++) {
        fine = write_record(file, &batch->record[i], problem);
    }
    if (!sql_end(file->db, fine, problem)) {
        return false;
    }
    file->fresh = true;
    mark_set(file->mark, batch);
    return true;
}

static void set_log(struct storage *storage, uint32_t pages)
{
    file_of(storage)->frames_max = (int)pages;
}

/* The log begins anew when all of it is in the file and nobody reads it. While others write that
 * never comes about by itself, so the writer carries the last of it over: a few pages. */
static bool tidy(struct storage *storage)
{
    struct file *file = file_of(storage);
    if (file->log == LOG_CARRIED) {
        sqlite3_wal_checkpoint_v2(file->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        file->log = LOG_GROWS;
    } else if (file->log == LOG_GROWS && file->frames >= file->frames_max) {
        file->log = LOG_IN_HAND;
        return true;
    }
    return false;
}

static bool idle(struct storage *storage)
{
    struct file *file = file_of(storage);
    bool some = file->fresh && file->log == LOG_GROWS;
    if (some) {
        file->log = LOG_IN_HAND;
        file->fresh = false;
    }
    return some;
}

static void carry(struct storage *storage)
{
    struct file *file = file_of(storage);
    int status = SQLITE_OK; /* otherwise a backup reads, the disk is full: the next time, then */
    for (uint32_t round = 0; status == SQLITE_OK && round < CARRY_ROUNDS; round++) {
        status =
            sqlite3_wal_checkpoint_v2(file->carrier, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    }
    file->log = LOG_CARRIED;
}

/* ---- reading ---- */

static void copy_column(sqlite3_stmt *statement, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, column);
    snprintf(out, size, "%s", text == NULL ? "" : (const char *)text);
}

/* NULL: what older programs wrote has none. */
static const void *link_in(sqlite3_stmt *ask)
{
    return sqlite3_column_bytes(ask, 5) == CHAIN_SIZE ? sqlite3_column_blob(ask, 5) : NULL;
}

/* Every row of a query: id, n, at_ms, kind, body, link. The statement is finalized. */
static bool each_row(sqlite3_stmt *ask, storage_each_record each, void *context,
                     struct rd_problem *problem)
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
        if (!chain_follows(&chain, &record, link_in(ask))) {
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

static bool each_of(struct file *file, const char *const *queries, storage_each_record each,
                    void *context, struct rd_problem *problem)
{
    bool fine = true;
    for (; fine && *queries != NULL; queries++) {
        sqlite3_stmt *ask = NULL;
        fine = sql_prepare(file->db, *queries, &ask, problem);
        sql_bind_text(ask, 1, file->owner); /* where it is asked for */
        fine = fine && each_row(ask, each, context, problem);
    }
    return fine;
}

static bool load(struct storage *storage, storage_each_record each, void *context,
                 struct rd_problem *problem)
{
    static const char *const queries[] = {
        ROWS_AT_START,
        "SELECT s.id, 0, s.at_ms, 'stub', s.body, NULL FROM stub AS s"
        " JOIN match AS m ON m.id = s.id WHERE m.owner = ?1",
        ROWS_OF_LOGS(
            "r.chain") " JOIN record AS r ON r.match = m.id"
                       " WHERE m.owner = ?1 AND m.id NOT IN (SELECT id FROM stub)" ROWS_IN_SEQUENCE,
        NULL
    };
    return each_of(file_of(storage), queries, each, context, problem);
}

static bool everything(struct storage *storage, storage_each_record each, void *context,
                       struct rd_problem *problem)
{
    static const char *const queries[] = { ROWS_OF_EVERYTHING("r.chain"), NULL };
    return each_of(file_of(storage), queries, each, context, problem);
}

static bool fetch(struct storage *storage, const char *match, storage_each_record each,
                  void *context, struct rd_problem *problem)
{
    struct file *file = file_of(storage);
    sqlite3_stmt *ask = NULL;
    if (sqlite3_prepare_v2(
            file->reader,
            "SELECT match, n, at_ms, kind, body, chain FROM record WHERE match = ?1 ORDER BY n", -1,
            &ask, NULL) != SQLITE_OK) {
        return rd_problem_at(problem, match, "%s", sqlite3_errmsg(file->reader));
    }
    sql_bind_text(ask, 1, match);
    return each_row(ask, each, context, problem);
}

/* ---- beside a server ---- */

/* Only to read, and without its lock. */
static bool open_beside(struct file *file, const char *path, struct rd_problem *problem)
{
    memset(file, 0, sizeof *file);
    file->lock = -1;
    bool fine = access(path, R_OK) == 0 ||
                rd_problem_at(problem, path, "can't be read: %s", strerror(errno));
    fine = fine && (sqlite3_open_v2(path, &file->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                    sql_problem(file->db, path, problem));
    if (fine) {
        sqlite3_busy_timeout(file->db, 2000);
    }
    return fine;
}

static bool backup(const char *path, const char *to, struct rd_problem *problem)
{
    struct file file;
    sqlite3_stmt *copy = NULL;
    if (access(to, F_OK) == 0) {
        return rd_problem_at(problem, to, "is there already");
    }
    bool made = open_beside(&file, path, problem) && make_private(to, O_EXCL, problem);
    bool fine = made && sql_prepare(file.db, "VACUUM INTO ?1", &copy, problem);
    if (fine) {
        sql_bind_text(copy, 1, to);
        fine = sql_run(file.db, copy, problem);
    }
    if (made && !fine) {
        unlink(to); /* half a copy is none */
    }
    sqlite3_finalize(copy);
    sqlite3_close(file.db);
    return fine;
}

static bool changed(const char *path, int64_t *when, struct rd_problem *problem)
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

static bool look(const char *path, const char *question, storage_each_record each, void *context,
                 struct rd_problem *problem)
{
    struct file file;
    sqlite3_stmt *ask = NULL;
    bool fine = open_beside(&file, path, problem) &&
                sql_prepare(file.db, question, &ask, problem) &&
                each_row(ask, each, context, problem);
    sqlite3_close(file.db);
    return fine;
}

/* The mark knows records that are gone now: it begins anew. */
static bool retire(struct storage *storage, const char *path, int64_t before_ms, uint32_t *matches,
                   struct rd_problem *problem)
{
    struct file *file = file_of(storage);
    char name[PATH_ROOM];
    struct mark_loss none;
    if (!archive_finished(path, before_ms, matches, problem)) {
        return false;
    }
    if (*matches > 0) {
        snprintf(name, sizeof name, "%s.mark", path);
        mark_close(file->mark);
        unlink(name);
        file->mark = mark_open(path, has_record, file, &none);
    }
    return true;
}

/* Opening it is enough. */
static bool migrate(const char *path, struct rd_problem *problem)
{
    struct storage *storage = open_file(path, true, problem);
    if (storage != NULL) {
        close_file(storage);
    }
    return storage != NULL;
}

const struct storage_back storage_sqlite = {
    .open = open_file,
    .close = close_file,
    .loss = loss,
    .claim = claim_file,
    .load = load,
    .fetch = fetch,
    .everything = everything,
    .write = write_batch,
    .retire = retire,
    .set_log = set_log,
    .tidy = tidy,
    .idle = idle,
    .carry = carry,
    .migrate = migrate,
    .backup = backup,
    .changed = changed,
    .look = look,
};
