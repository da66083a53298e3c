/* What any storage must do: a file, and with an address as argument the same on PostgreSQL. */
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
static const char *address; /* NULL: in files */

static const char *path_of(const char *name)
{
    static char path[PATH_ROOM + 64];
    if (address == NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
    } else { /* a schema for each */
        snprintf(path, sizeof path, "%s&options=-csearch_path%%3D%s", address, name);
    }
    return path;
}

static void make_schema(const char *name)
{
    char command[2 * PATH_ROOM];
    snprintf(command, sizeof command,
             "psql --no-psqlrc -qc 'SET client_min_messages = warning; CREATE SCHEMA IF NOT EXISTS "
             "%s' '%s'",
             name, address);
    CHECK_EQ(system(command), 0);
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
    if (strcmp(record->kind, "time") == 0 && record->at_ms == 0) {
        return; /* PostgreSQL's own, which goes on meanwhile */
    }
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

/* As it was left. */
static struct storage *open_again(const char *name)
{
    struct rd_problem problem = { "" };
    struct storage *storage = storage_open(path_of(name), &problem);
    CHECK_TEXT(problem.text, "");
    CHECK(storage != NULL);
    return storage;
}

static uint32_t claim(struct storage *storage, const char *owner, int64_t lease_ms)
{
    struct rd_problem problem = { "" };
    uint32_t taken;
    const struct storage_claim claim = { .owner = owner, .lease_ms = lease_ms };
    CHECK(storage_claim(storage, &claim, &taken, &problem));
    CHECK_TEXT(problem.text, "");
    return taken;
}

enum { LONG_MS = 3600000 };

/* One that is not there yet, with a lease. */
static struct storage *open_fine(const char *name)
{
    struct rd_problem problem = { "" };
    if (address != NULL) {
        make_schema(name);
        CHECK(storage_migrate(path_of(name), &problem));
        CHECK_TEXT(problem.text, "");
    }
    struct storage *storage = open_again(name);
    claim(storage, "us", LONG_MS);
    return storage;
}

static void what_was_written_is_there(void)
{
    const char *name = address == NULL ? "deep/er/a.db" : "a";
    char one[] = "{\"a\":1}", two[] = "{\"b\":\"\xc3\xa4\"}", three[] = "{}";
    struct core_record first[] = { record("m2", 1, "created", one),
                                   record("p1", 0, "player", two) };
    struct core_record later[] = { record("m2", 2, "order", three),
                                   record("m1", 1, "created", three) };
    later[1].at_ms = 5000;
    struct storage *storage = open_fine(name);
    CHECK_TEXT(contents(storage), "");
    CHECK(write_some(storage, first, 2));
    CHECK(write_some(storage, later, 2));
    const char *all = "p1/0/1000/player/{\"b\":\"\xc3\xa4\"} m2/1/1001/created/{\"a\":1} "
                      "m2/2/1002/order/{} m1/1/5000/created/{} ";
    CHECK_TEXT(contents(storage), all); /* players first, matches by age, logs in sequence */
    storage_close(storage);
    storage = open_again(name);
    claim(storage, "us", LONG_MS);
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
    struct storage *storage = open_fine("b");
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
    struct storage *storage = open_fine("s");
    CHECK(write_some(storage, first, 3));
    CHECK(write_some(storage, again, 3));
    CHECK(!write_some(storage, odd, 1));
    CHECK_TEXT(contents(storage),
               "p1/0/1000/player/2 server/0/1000/time/2 r1/0/1000/report/1 "); /* the first stays */
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
    struct storage *storage = open_fine("t");
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

/* A lease of no time is over at once, one of an hour is not. */
static void a_match_has_one_owner(void)
{
    char body[] = "{}";
    struct core_record first[] = { record("m1", 1, "created", body) };
    struct core_record next[] = { record("m1", 2, "order", body) };
    struct storage *storage = open_fine("o");
    claim(storage, "a", LONG_MS);
    CHECK(write_some(storage, first, 1));
    CHECK_EQ(claim(storage, "b", LONG_MS), 0); /* a is alive */
    CHECK_TEXT(contents(storage), "");
    CHECK(!write_some(storage, next, 1));
    storage_close(storage);
}

static void whose_time_is_over_is_taken_over(void)
{
    char body[] = "{}";
    struct core_record first[] = { record("m1", 1, "created", body) };
    struct core_record next[] = { record("m1", 2, "order", body) };
    struct storage *storage = open_fine("t2");
    claim(storage, "a", LONG_MS);
    CHECK(write_some(storage, first, 1));
    CHECK_EQ(claim(storage, "a", 0), 0);
    CHECK_EQ(claim(storage, "b", LONG_MS), 1);
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} ");
    CHECK(write_some(storage, next, 1));
    next[0].n = 3;
    CHECK_EQ(claim(storage, "a", LONG_MS), 0); /* it comes back, and has lost it */
    CHECK(!write_some(storage, next, 1));
    storage_close(storage);
}

/* The file has one user at a time: who opens it need not wait for the time of a dead one. */
static void opening_ends_the_leases_of_others(void)
{
    char body[] = "{}";
    struct core_record first[] = { record("m1", 1, "created", body) };
    struct storage *storage = open_fine("p.db");
    claim(storage, "a", LONG_MS);
    CHECK(write_some(storage, first, 1));
    storage_close(storage);
    storage = open_again("p.db");
    CHECK_EQ(claim(storage, "b", LONG_MS), 1);
    CHECK_TEXT(contents(storage), "m1/1/1001/created/{} ");
    CHECK_EQ(claim(storage, "b", LONG_MS), 0);
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
    struct storage *storage = open_again("v1.db");
    CHECK_EQ(claim(storage, "a", LONG_MS), 1);
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
    storage = open_again("full.db");
    claim(storage, "us", LONG_MS);
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

/* ---- several servers, on PostgreSQL only ---- */

static void an_old_number_is_refused(void)
{
    char body[] = "{}";
    struct core_record log[] = { record("m1", 1, "created", body) };
    struct core_record next[] = { record("m1", 2, "order", body) };
    struct core_record alone[] = { record("p1", 0, "player", body) };
    struct core_record new_one[] = { record("m2", 1, "created", body) };
    struct storage *old = open_fine("fence"), *new = open_again("fence");
    CHECK(write_some(old, log, 1));
    claim(old, "us", 0);
    CHECK_EQ(claim(new, "them", LONG_MS), 1);
    CHECK(!write_some(old, next, 1));
    CHECK(storage_lost(old));
    CHECK(!write_some(old, alone, 1));
    CHECK(!write_some(old, new_one, 1));
    CHECK(write_some(new, next, 1));
    CHECK(!storage_lost(new));
    CHECK_TEXT(contents(new), "m1/1/1001/created/{} m1/2/1002/order/{} ");
    storage_close(old);
    storage_close(new);
}

static void a_guest_goes_while_nobody_else_plays(void)
{
    char body[] = "{}";
    struct core_record guest[] = { record("p1", 0, "player", body) };
    struct core_record gone[] = { record("p1", 0, "gone", body), record("r1", 0, "report", body) };
    uint32_t refused;
    struct storage *one = open_fine("guest"), *two = open_again("guest");
    CHECK(write_some(one, guest, 1));
    claim(two, "them", LONG_MS);
    gone[0].group = 7;
    gone[1].group = 8;
    CHECK(write_some(one, gone, 2)); /* without the first of them */
    CHECK_EQ(storage_refused(one, &refused)[0], 7);
    CHECK_EQ(refused, 1);
    CHECK_TEXT(contents(one), "p1/0/1000/player/{} r1/0/1000/report/{} ");
    storage_close(two);
    claim(one, "us", LONG_MS);
    gone[1].n = 0;
    snprintf(gone[1].id, sizeof gone[1].id, "r2");
    CHECK(write_some(one, gone, 2));
    CHECK_TEXT(contents(one), "r1/0/1000/report/{} r2/0/1000/report/{} ");
    storage_close(one);
}

/* A server that was started anew need not wait for its former self, which ends if it is still
 * there. */
static void one_name_is_one_server(void)
{
    char body[] = "{}";
    struct core_record log[] = { record("m1", 1, "created", body) };
    struct core_record next[] = { record("m1", 2, "order", body) };
    struct storage *old = open_fine("name"), *new = open_again("name");
    CHECK(write_some(old, log, 1));
    CHECK_EQ(claim(new, "us", LONG_MS), 1);
    CHECK(write_some(new, next, 1));
    next[0].n = 3;
    CHECK(!write_some(old, next, 1));
    CHECK(storage_lost(old));
    storage_close(old);
    storage_close(new);
}

static void end_all_connections(void)
{
    char command[2 * PATH_ROOM];
    snprintf(command, sizeof command,
             "psql --no-psqlrc -Atqc 'SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
             " WHERE pid <> pg_backend_pid() AND application_name = '\\''redoubt'\\' '%s' "
             ">/dev/null",
             address);
    CHECK_EQ(system(command), 0);
}

static void a_broken_connection_is_mended(void)
{
    char body[] = "{}";
    struct rd_problem problem = { "" };
    struct core_record log[] = { record("m1", 1, "created", body) };
    struct storage *storage = open_fine("broken");
    for (uint32_t n = 1; n <= 3; n++) {
        log[0].n = n;
        CHECK(write_some(storage, log, 1));
        end_all_connections();
    }
    seen[0] = '\0';
    CHECK(storage_fetch(storage, "m1", see, seen, &problem));
    CHECK_TEXT(seen, "m1/1/1001/created/{} m1/2/1001/created/{} m1/3/1001/created/{} ");
    end_all_connections();
    CHECK_EQ(claim(storage, "us", LONG_MS), 0);
    storage_close(storage);
}

static void a_lease_ends_when_it_says(void)
{
    struct storage *storage = open_fine("until");
    int64_t long_one = storage_until_ms(storage);
    claim(storage, "us", LONG_MS / 2);
    CHECK(storage_until_ms(storage) < long_one - LONG_MS / 4);
    char body[] = "{}";
    struct core_record log[] = { record("m1", 1, "created", body) };
    int64_t before = storage_until_ms(storage);
    CHECK(write_some(storage, log, 1)); /* a batch renews it */
    CHECK(storage_until_ms(storage) >= before);
    storage_close(storage);
}

static void tables_are_changed_while_nobody_uses_them(void)
{
    struct rd_problem problem = { "" }, alone = { "" };
    struct storage *storage = open_fine("tables");
    CHECK(!storage_migrate(path_of("tables"), &problem));
    CHECK(strstr(problem.text, "a server is using this database") != NULL);
    CHECK(storage_open_alone(path_of("tables"), &alone) == NULL);
    storage_close(storage);
    storage = storage_open_alone(path_of("tables"), &alone);
    CHECK(storage != NULL);
    storage_close(storage);
}

/* ---- from one place to another ---- */

static void write_all_kinds(struct storage *storage)
{
    char a[] = "{\"a\":\"\\u0000 \xc3\xa4 \\\\ '\"}", b[] = "";
    struct core_record log[] = { record("m2", 1, "created", a), record("p1", 0, "player", a),
                                 record("m1", 1, "created", b), record("m2", 2, "order", b),
                                 record("m2", 3, "order", a),   record("server", 0, "time", b),
                                 record("r1", 0, "report", a),  record("m1", 0, "stub", a) };
    CHECK(write_some(storage, log, 8));
}

/* To a file, and back to where it came from. */
static void everything_can_be_moved(void)
{
    struct rd_problem problem = { "" }, full = { "" };
    struct storage_moved there, back;
    char from[PATH_ROOM], file[2 * PATH_ROOM], to[PATH_ROOM];
    struct storage *storage = open_fine("move_from");
    write_all_kinds(storage);
    storage_close(storage);
    snprintf(from, sizeof from, "%s", path_of("move_from"));
    snprintf(file, sizeof file, "%s/moved.db", folder);
    if (address != NULL) {
        make_schema("move_to");
    }
    snprintf(to, sizeof to, "%s", path_of("move_to"));
    CHECK(storage_move(from, file, &there, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(there.matches, 2);
    CHECK_EQ(there.records, 4);
    CHECK_EQ(there.players, 1);
    CHECK(storage_move(file, to, &back, &problem));
    CHECK_TEXT(problem.text, "");
    CHECK_TEXT(there.hash, back.hash);
    CHECK(!storage_move(from, to, &back, &full));
    CHECK(strstr(full.text, "only an empty database") != NULL);
    storage = open_again("move_to");
    claim(storage, "b", LONG_MS);
    char next_body[] = "{}";
    struct core_record next[] = { record("m2", 4, "order", next_body) };
    CHECK(write_some(storage, next, 1));
    const char *all = contents(storage);
    CHECK(strstr(all, "m1/0/1000/stub/{\"a\"") != NULL && strstr(all, "m2/4/1004/order") != NULL);
    CHECK(strstr(all, "damaged") == NULL);
    storage_close(storage);
}

int main(int argc, char **argv)
{
    const char *base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/redoubt-storage-XXXXXX", base == NULL ? "/tmp" : base);
    const char *made = mkdtemp(folder);
    RD_ASSERT(made != NULL);
    address = argc > 1 ? argv[1] : NULL;
    RUN(what_was_written_is_there);
    RUN(a_batch_is_stored_whole_or_not_at_all);
    RUN(what_belongs_to_no_log_is_replaced);
    RUN(a_stub_stands_for_a_log_until_it_grows);
    RUN(a_match_has_one_owner);
    RUN(whose_time_is_over_is_taken_over);
    RUN(everything_can_be_moved);
    if (address == NULL) {
        RUN(a_second_one_is_refused);
        RUN(what_is_no_database_of_ours_is_refused);
        RUN(a_newer_one_is_refused);
        RUN(opening_ends_the_leases_of_others);
        RUN(a_file_of_version_1_is_brought_up_to_date);
        RUN(a_full_disk_loses_nothing);
        RUN(the_log_of_writes_does_not_grow_without_end);
    } else {
        RUN(an_old_number_is_refused);
        RUN(a_guest_goes_while_nobody_else_plays);
        RUN(one_name_is_one_server);
        RUN(a_broken_connection_is_mended);
        RUN(a_lease_ends_when_it_says);
        RUN(tables_are_changed_while_nobody_uses_them);
    }
    char command[PATH_ROOM + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_EQ(system(command), 0);
    return check_end();
}
