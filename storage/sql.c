#include "storage/sql.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, TRIES = 50, TRY_MS = 20 };

bool sql_problem(sqlite3 *db, const char *doing, struct rd_problem *problem)
{
    return rd_problem_at(problem, NULL, "%s: %s", doing, sqlite3_errmsg(db));
}

bool sql_make_folders(const char *path, struct rd_problem *problem)
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

/* Children of a user who was just killed may hold it for the blink of an eye. */
static bool take_lock(int fd)
{
    const struct timespec moment = { 0, TRY_MS * 1000000L };
    bool taken = flock(fd, LOCK_EX | LOCK_NB) == 0;
    for (int i = 0; i < TRIES && !taken && errno == EWOULDBLOCK; i++) {
        nanosleep(&moment, NULL);
        taken = flock(fd, LOCK_EX | LOCK_NB) == 0;
    }
    return taken;
}

int sql_lock(const char *path, const char *user, struct rd_problem *problem)
{
    char name[PATH_ROOM];
    if (snprintf(name, sizeof name, "%s.lock", path) >= (int)sizeof name) {
        rd_problem_at(problem, NULL, "the path of the database is too long");
        return -1;
    }
    int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        rd_problem_at(problem, name, "can't be opened: %s", strerror(errno));
    } else if (!take_lock(fd)) {
        rd_problem_at(problem, path, "another %s is using it", user);
        close(fd);
        fd = -1;
    }
    return fd;
}

int sql_lock_file(const char *path, const char *user, struct rd_problem *problem)
{
    struct stat about;
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &about) != 0) {
        rd_problem_at(problem, path, "can't be opened: %s", strerror(errno));
    } else if (!take_lock(fd)) {
        rd_problem_at(problem, path, "another %s is using it", user);
    } else if (about.st_nlink > 1) {
        rd_problem_at(problem, path,
                      "has a second name (a hard link), whose log of writes would be missed");
    } else {
        return fd;
    }
    if (fd >= 0) {
        close(fd);
    }
    return -1;
}

/* ---- statements ---- */

bool sql_execute(sqlite3 *db, const char *sql, struct rd_problem *problem)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           sql_problem(db, "the database refuses", problem);
}

bool sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out, struct rd_problem *problem)
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK ||
           sql_problem(db, "the database is not what it should be", problem);
}

bool sql_run(sqlite3 *db, sqlite3_stmt *statement, struct rd_problem *problem)
{
    bool fine = sqlite3_step(statement) == SQLITE_DONE ||
                sql_problem(db, "the database refuses a record", problem);
    sqlite3_reset(statement);
    return fine;
}

void sql_bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

bool sql_end(sqlite3 *db, bool fine, struct rd_problem *problem)
{
    fine = fine && sql_execute(db, "COMMIT", problem);
    if (!fine && sqlite3_get_autocommit(db) == 0) {
        struct rd_problem ignored = { "" }; /* the first one counts */
        sql_execute(db, "ROLLBACK", &ignored);
    }
    return fine;
}

/* ---- versions ---- */

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *ask = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &ask, NULL) == SQLITE_OK &&
        sqlite3_step(ask) == SQLITE_ROW) {
        version = sqlite3_column_int(ask, 0);
    }
    sqlite3_finalize(ask);
    return version;
}

/* From a version to the next, or not at all. */
static bool step_up(sqlite3 *db, const struct rd_embedded_text *step, int version,
                    struct rd_problem *problem)
{
    char note[64];
    snprintf(note, sizeof note, "PRAGMA user_version = %d", version + 1);
    bool fine = sql_execute(db, "BEGIN IMMEDIATE", problem) &&
                sql_execute(db, (const char *)step[version].text, problem) &&
                sql_execute(db, note, problem);
    return sql_end(db, fine, problem);
}

bool sql_migrate(sqlite3 *db, const struct rd_embedded_text *step, struct rd_problem *problem)
{
    int version = version_of(db), newest = 0;
    while (step[newest].name != NULL) {
        newest++;
    }
    if (version < 0) {
        return sql_problem(db, "this is no database", problem);
    }
    if (version > newest) {
        return rd_problem_at(problem, NULL, "the database is of a newer version of this program");
    }
    while (version < newest && step_up(db, step, version, problem)) {
        version++;
    }
    return version == newest;
}
