/* What any storage must do. */
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/shell/schema.h"
#include "server/shell/storage.h"
#include "tests/check.h"

enum { PATH_ROOM = 4096 };

static char folder[PATH_ROOM];

static const char *path_of(const char *name)
{
    static char path[PATH_ROOM + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static struct core_record record(const char *id, uint32_t n, const char *kind, char *body)
{
    struct core_record record = { .n = n, .at_ms = 1000 + n, .body = body };
    snprintf(record.id, sizeof record.id, "%s", id);
    snprintf(record.kind, sizeof record.kind, "%s", kind);
    return record;
}

static bool write_some(struct storage *storage, struct core_record *records, uint32_t count)
{
    struct core_batch batch = { .id = 1, .record = records, .count = count };
    struct rd_problem problem = { "" };
    bool fine = storage_write(storage, &batch, &problem);
    CHECK_EQ(fine, problem.text[0] == '\0');
    return fine;
}

/* Everything that is there, as one line. */
static char seen[1000];

static void see(void *context, const struct core_record *record)
{
    size_t used = strlen(seen);
    CHECK(context == seen);
    snprintf(seen + used, sizeof seen - used, "%s/%u/%lld/%s/%s ", record->id, record->n,
             (long long)record->at_ms, record->kind, record->body);
}

static const char *contents(struct storage *storage)
{
    struct rd_problem problem = { "" };
    seen[0] = '\0';
    CHECK(storage_load(storage, see, seen, &problem));
    return seen;
}

static struct storage *open_fine(const char *name)
{
    struct rd_problem problem = { "" };
    struct storage *storage = storage_open(path_of(name), &problem);
    CHECK_TEXT(problem.text, "");
    CHECK(storage != NULL);
    return storage;
}

static void what_was_written_is_there(void)
{
    char one[] = "{\"a\":1}", two[] = "{\"b\":\"\xc3\xa4\"}", three[] = "{}";
    struct core_record first[] = { record("m2", 1, "created", one),
                                   record("p1", 0, "player", two) };
    struct core_record later[] = { record("m2", 2, "order", three),
                                   record("m1", 1, "created", three) };
    later[1].at_ms = 5000;
    struct storage *storage = open_fine("deep/er/a.db");
    CHECK_TEXT(contents(storage), "");
    CHECK(write_some(storage, first, 2));
    CHECK(write_some(storage, later, 2));
    const char *all = "p1/0/1000/player/{\"b\":\"\xc3\xa4\"} m2/1/1001/created/{\"a\":1} "
                      "m2/2/1002/order/{} m1/1/5000/created/{} ";
    CHECK_TEXT(contents(storage), all); /* players first, matches by age, logs in sequence */
    storage_close(storage);
    storage = open_fine("deep/er/a.db");
    CHECK_TEXT(contents(storage), all);
    struct core_record gone[] = { record("p1", 0, "gone", three) };
    CHECK(write_some(storage, gone, 1));
    CHECK_TEXT(contents(storage), strchr(all, ' ') + 1); /* but for the player */
    storage_close(storage);
}

static void a_batch_is_stored_whole_or_not_at_all(void)
{
    char body[] = "{}";
    struct core_record good[] = { record("m1", 1, "created", body) };
    struct core_record bad[] = { record("m1", 2, "order", body), record("p1", 0, "player", body),
                                 record("m1", 1, "created", body) }; /* that one is there */
    struct core_record orphan[] = { record("m9", 7, "order", body) };
    struct storage *storage = open_fine("b.db");
    CHECK(write_some(storage, good, 1));
    CHECK(!write_some(storage, bad, 3));
    CHECK(!write_some(storage, orphan, 1));
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} ");
    CHECK(write_some(storage, bad, 2));
    CHECK_TEXT(contents(storage), "p1/0/1000/player/{} m1/1/1001/created/{} m1/2/1002/order/{} ");
    storage_close(storage);
}

static void what_belongs_to_no_log_is_replaced(void)
{
    char one[] = "1", two[] = "2", body[] = "{}";
    struct core_record first[] = { record("p1", 0, "player", one), record("server", 0, "time", one),
                                   record("r1", 0, "report", one) };
    struct core_record again[] = { record("p1", 0, "player", two), record("server", 0, "time", two),
                                   record("r1", 0, "report", two) };
    struct core_record odd[] = { record("x1", 0, "odd", body) };
    struct storage *storage = open_fine("s.db");
    CHECK(write_some(storage, first, 3));
    CHECK(write_some(storage, again, 3));
    CHECK(!write_some(storage, odd, 1));
    CHECK_TEXT(contents(storage), "p1/0/1000/player/2 server/0/1000/time/2 ");
    storage_close(storage);
}

static void a_stub_stands_for_a_log_until_it_grows(void)
{
    char body[] = "{}", stub[] = "s";
    struct core_record log[] = { record("m1", 1, "created", body), record("m2", 1, "created", body),
                                 record("m1", 2, "order", body) };
    struct core_record sleep[] = { record("m1", 0, "stub", stub) };
    struct core_record more[] = { record("m1", 3, "order", body) };
    struct rd_problem problem = { "" };
    struct storage *storage = open_fine("t.db");
    CHECK(write_some(storage, log, 3));
    CHECK(write_some(storage, sleep, 1));
    CHECK_TEXT(contents(storage), "m1/0/1000/stub/s m2/1/1001/created/{} ");
    seen[0] = '\0';
    CHECK(storage_fetch(storage, "m1", see, seen, &problem));
    CHECK_TEXT(seen, "m1/1/1001/created/{} m1/2/1002/order/{} ");
    CHECK(write_some(storage, more, 1));
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} m1/2/1002/order/{} m1/3/1003/order/{} "
                                  "m2/1/1001/created/{} ");
    seen[0] = '\0';
    CHECK(storage_fetch(storage, "m9", see, seen, &problem));
    CHECK_TEXT(seen, "");
    storage_close(storage);
}

static void a_second_one_is_refused(void)
{
    struct rd_problem problem = { "" };
    struct storage *storage = open_fine("c.db");
    CHECK(storage_open(path_of("c.db"), &problem) == NULL);
    CHECK(strstr(problem.text, "another server") != NULL);
    storage_close(storage);
    storage_close(open_fine("c.db"));
}

static void what_is_no_database_of_ours_is_refused(void)
{
    struct rd_problem problem = { "" }, folder_problem = { "" };
    FILE *file = fopen(path_of("d.db"), "wb");
    CHECK(file != NULL);
    fputs("This is no database, but it is long enough to be looked at as if it were one. ", file);
    for (uint32_t i = 0; i < 100; i++) {
        fputs("And so on, and so on. ", file);
    }
    fclose(file);
    CHECK(storage_open(path_of("d.db"), &problem) == NULL);
    CHECK(problem.text[0] != '\0');
    CHECK(storage_open(path_of("d.db/e.db"), &folder_problem) == NULL);
    CHECK(folder_problem.text[0] != '\0');
}

static void a_newer_one_is_refused(void)
{
    struct rd_problem problem = { "" };
    storage_close(open_fine("f.db"));
    FILE *file = fopen(path_of("f.db"), "r+b");
    CHECK(file != NULL);
    fseek(file, 60, SEEK_SET); /* where SQLite keeps user_version, the high byte first */
    fputc(1, file);
    fclose(file);
    CHECK(storage_open(path_of("f.db"), &problem) == NULL);
    CHECK(strstr(problem.text, "newer") != NULL);
}

/* ---- who owns a match ---- */

static uint32_t claim(struct storage *storage, const char *owner, int64_t now, int64_t until)
{
    struct rd_problem problem = { "" };
    uint32_t taken = 99;
    CHECK(storage_claim(storage, owner, now, until, &taken, &problem));
    CHECK_TEXT(problem.text, "");
    return taken;
}

static void a_match_has_one_owner(void)
{
    char body[] = "{}";
    struct core_record first[] = { record("m1", 1, "created", body) };
    struct core_record next[] = { record("m1", 2, "order", body) };
    struct storage *storage = open_fine("o.db");
    CHECK_EQ(claim(storage, "a", 0, 1000), 0);
    CHECK(write_some(storage, first, 1));
    CHECK_EQ(claim(storage, "b", 500, 2000), 0); /* a is alive */
    CHECK_TEXT(contents(storage), "");
    CHECK(!write_some(storage, next, 1));
    CHECK_EQ(claim(storage, "a", 900, 1500), 0); /* renewed */
    CHECK_EQ(claim(storage, "b", 1200, 2000), 0);
    CHECK_EQ(claim(storage, "a", 1300, 1500), 0);
    CHECK(write_some(storage, next, 1));
    CHECK_EQ(claim(storage, "b", 1500, 2500), 1); /* a's time is over */
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} m1/2/1002/order/{} ");
    next[0].n = 3;
    CHECK(write_some(storage, next, 1));
    CHECK_EQ(claim(storage, "a", 1600, 2600), 0); /* it comes back, and has lost it */
    next[0].n = 4;
    CHECK(!write_some(storage, next, 1));
    storage_close(storage);
}

/* The file has one user at a time: who opens it need not wait for the time of a dead one. */
static void opening_ends_the_leases_of_others(void)
{
    char body[] = "{}";
    struct core_record first[] = { record("m1", 1, "created", body) };
    struct storage *storage = open_fine("p.db");
    claim(storage, "a", 0, 1000000);
    CHECK(write_some(storage, first, 1));
    storage_close(storage);
    storage = open_fine("p.db");
    CHECK_EQ(claim(storage, "b", 10, 1000), 1);
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} ");
    CHECK_EQ(claim(storage, "b", 20, 1000), 0);
    storage_close(storage);
}

/* ---- older files, full disks ---- */

static void a_file_of_version_1_is_brought_up_to_date(void)
{
    sqlite3 *db = NULL;
    CHECK_EQ(sqlite3_open(path_of("v1.db"), &db), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db, (const char *)schema_texts[0].text, NULL, NULL, NULL), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(db,
                          "PRAGMA user_version = 1;"
                          "INSERT INTO player VALUES ('p1', 7, '{\"name\":\"Ada\"}');"
                          "INSERT INTO match VALUES ('m1', 8, 'only', 0);"
                          "INSERT INTO record VALUES ('m1', 1, 8, 'created', '{}');"
                          "INSERT INTO record VALUES ('m1', 2, 9, 'order', '{}');",
                          NULL, NULL, NULL),
             SQLITE_OK);
    sqlite3_close(db);
    struct storage *storage = open_fine("v1.db");
    CHECK_EQ(claim(storage, "a", 0, 1000), 1);
    CHECK_TEXT(contents(storage),
               "p1/0/7/player/{\"name\":\"Ada\"} m1/1/8/created/{} m1/2/9/order/{} ");
    char body[] = "{}";
    struct core_record next[] = { record("m1", 3, "order", body) };
    CHECK(write_some(storage, next, 1));
    storage_close(storage);
}

static void count_records(void *context, const struct core_record *record)
{
    uint32_t *count = context;
    *count += record->n > 0;
}

/* The limit on the size of files stands for a disk without room. */
static void a_full_disk_loses_nothing(void)
{
    char body[1000];
    struct rlimit before, small = { 300000, 300000 };
    struct rd_problem problem = { "" };
    struct core_record next[] = { record("m1", 1, "created", body) };
    struct storage *storage = open_fine("full.db");
    uint32_t kept = 0, refused = 0, found = 0;
    memset(body, 'x', sizeof body - 1);
    body[sizeof body - 1] = '\0';
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    for (uint32_t i = 0; i < 1000 && refused < 5; i++) {
        bool fine = write_some(storage, next, 1);
        kept += fine;
        refused += !fine;
        next[0].n = kept + 1;
    }
    CHECK(kept > 10 && refused == 5);
    CHECK(storage_load(storage, count_records, &found, &problem)); /* still readable */
    CHECK_EQ(found, kept);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(write_some(storage, next, 1)); /* room again */
    storage_close(storage);
    found = 0;
    storage = open_fine("full.db");
    CHECK(storage_load(storage, count_records, &found, &problem));
    CHECK_EQ(found, kept + 1);
    storage_close(storage);
}

static long size_of(const char *name)
{
    struct stat about;
    return stat(path_of(name), &about) == 0 ? (long)about.st_size : -1;
}

/* The log of writes is carried over into the file now and then, and used again from its start. */
static void the_log_of_writes_does_not_grow_without_end(void)
{
    enum { EACH = 1 << 20, WRITES = 120 };
    char *body = malloc(EACH);
    struct storage *storage = open_fine("long.db");
    struct core_record next[] = { record("m1", 1, "created", body) };
    RD_ASSERT(body != NULL);
    memset(body, 'x', EACH - 1);
    body[EACH - 1] = '\0';
    for (uint32_t i = 0; i < WRITES; i++) {
        next[0].n = i + 1;
        CHECK(write_some(storage, next, 1));
        if (storage_tidy(storage)) {
            storage_carry(storage);
        }
    }
    CHECK(size_of("long.db-wal") < 60l * EACH);
    CHECK(size_of("long.db") > 60l * EACH);
    storage_close(storage);
    free(body);
}

int main(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/redoubt-storage-XXXXXX", base == NULL ? "/tmp" : base);
    const char *made = mkdtemp(folder);
    RD_ASSERT(made != NULL);
    RUN(what_was_written_is_there);
    RUN(a_batch_is_stored_whole_or_not_at_all);
    RUN(what_belongs_to_no_log_is_replaced);
    RUN(a_stub_stands_for_a_log_until_it_grows);
    RUN(a_second_one_is_refused);
    RUN(what_is_no_database_of_ours_is_refused);
    RUN(a_newer_one_is_refused);
    RUN(a_match_has_one_owner);
    RUN(opening_ends_the_leases_of_others);
    RUN(a_file_of_version_1_is_brought_up_to_date);
    RUN(a_full_disk_loses_nothing);
    RUN(the_log_of_writes_does_not_grow_without_end);
    char command[PATH_ROOM + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_EQ(system(command), 0);
    return check_end();
}
