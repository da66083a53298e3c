/*
 * storage/sql.h - what every SQLite file of ours needs: one user at a time, a schema with versions,
 * statements, and a message for whatever goes wrong. The server's and the arena's files are made of
 * it.
 */
#ifndef REDOUBT_STORAGE_SQL_H
#define REDOUBT_STORAGE_SQL_H

#include <sqlite3.h>
#include <stdbool.h>

#include "host/embedded.h"
#include "host/problem.h"

/* "doing: what SQLite says". Always false. */
bool sql_problem(sqlite3 *db, const char *doing, struct rd_problem *problem);

/* The folders that lead to the file, where they are missing. */
bool sql_make_folders(const char *path, struct rd_problem *problem);

/* Holds path with .lock behind it until the descriptor is closed, so that there is no second
 * program of the kind called user. -1 with a problem. */
int sql_lock(const char *path, const char *user, struct rd_problem *problem);

/* Locks the database itself, so that another name of it or a lock that was deleted lets nobody in.
 * It must stay open until SQLite has closed it. -1 with a problem. */
int sql_lock_file(const char *path, const char *user, struct rd_problem *problem);

bool sql_execute(sqlite3 *db, const char *sql, struct rd_problem *problem);
/* A statement that is used again and again. Who opens a file prepares its statements in one row,
 * and finalizes them in another: so openings of files look alike. */
bool sql_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out, struct rd_problem *problem);
/* One that gives no rows; it can be used again. */
bool sql_run(sqlite3 *db, sqlite3_stmt *statement, struct rd_problem *problem);
void sql_bind_text(sqlite3_stmt *statement, int index, const char *text); /* not copied */

/* After BEGIN: what is fine is committed, what failed half-way is undone. True: committed. */
bool sql_end(sqlite3 *db, bool fine, struct rd_problem *problem);

/* The texts in their sequence, from the version that the file has; ended by a zero entry. */
bool sql_migrate(sqlite3 *db, const struct rd_embedded_text *step, struct rd_problem *problem);

#endif
