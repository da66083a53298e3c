/*
 * server/shell/storage.h - where records are kept: a file of SQLite, or a database of PostgreSQL
 * where the path is an address (postgresql://...). Everything that knows so is in
 * storage_sqlite.c, storage_postgres.c and server/schema.
 */
#ifndef REDOUBT_SERVER_STORAGE_H
#define REDOUBT_SERVER_STORAGE_H

#include <stdbool.h>

#include "host/problem.h"
#include "server/core/core.h"

struct storage;
typedef void (*storage_each_record)(void *context, const struct core_record *record);

bool storage_is_address(const char *path); /* of PostgreSQL */

/* A file and its folders are made if need be, and it is brought up to date; tables of PostgreSQL
 * must be there: storage_migrate. NULL with a problem: it can't be opened, is newer than this
 * program, or another server has the file. */
struct storage *storage_open(const char *path, struct rd_problem *problem);
/* Likewise, and no server may be using it. */
struct storage *storage_open_alone(const char *path, struct rd_problem *problem);
void storage_close(struct storage *storage); /* NULL is fine */
/* Of PostgreSQL, for other connections; NULL: it is a file. */
const char *storage_address(const struct storage *storage);
/* So many batches that were acknowledged are gone, and what they were about. */
uint64_t storage_loss(const struct storage *storage, const char **names);

/* ---- whose matches they are ---- */

/* From now on this is the server called owner, so long and no longer unless it claims again in
 * time: it has the matches it makes and those whose owner's time is over. SQLite's file has one
 * user at a time, so opening it ends everybody else's. The time is that of the database's clock. */
enum { STORAGE_OWNER_ROOM = 128 };
struct storage_claim {
    const char *owner;
    int64_t lease_ms;
};
/* taken: matches that it took over; it may be NULL. */
bool storage_claim(struct storage *storage, const struct storage_claim *claim, uint32_t *taken,
                   struct rd_problem *problem);
/* How long the lease lasts for certain, by CLOCK_MONOTONIC. Beyond that others may be playing these
 * matches: until it is renewed, nothing of them may be told. For any thread, as the next two. */
int64_t storage_until_ms(const struct storage *storage);
/* Another server has taken over. Nothing is written any more, and this one has to stop. */
bool storage_lost(const struct storage *storage);
/* Nothing is waited for any more: the server stops. */
void storage_give_up(struct storage *storage);

/* ---- reading and writing ---- */

/* What a start needs, of the matches it owns: players, the server's time, stubs of matches that
 * sleep, and of the other matches the logs, in the sequence they were made, each in its own
 * sequence. */
bool storage_load(struct storage *storage, storage_each_record each, void *context,
                  struct rd_problem *problem);

/* The log of one match in its sequence; none: no such match. While another thread writes, this one
 * may be called by a thread of its own. */
bool storage_fetch(struct storage *storage, const char *match, storage_each_record each,
                   void *context, struct rd_problem *problem);

/* All of the batch, or none of it. True: it is on the disk and stays there. A record of a match
 * that somebody else owns is refused. */
bool storage_write(struct storage *storage, const struct core_batch *batch,
                   struct rd_problem *problem);

/* Of the latest batch: groups of records that were left out, because another server had changed
 * before what they change. */
const uint32_t *storage_refused(const struct storage *storage, uint32_t *count);

/* By the thread that writes: what other servers have stored since it was loaded, or this was last
 * called, and matches whose server's time is over, which are this one's from now on. */
bool storage_hear(struct storage *storage, struct core_news *news, struct rd_problem *problem);

/* Before it is loaded: matches that were over before then go into path.archive, where the place is
 * the file at path; any other keeps them. */
bool storage_retire(struct storage *storage, const char *path, int64_t before_ms, uint32_t *matches,
                    struct rd_problem *problem);

/* ---- beside a server ---- */

/* These work beside a server that is using it. A copy of all of it, in a file that is not there
 * yet; and what players reported, the oldest first: records of the kind "report". */
bool storage_backup(const char *path, const char *to, struct rd_problem *problem);
bool storage_reports(const char *path, storage_each_record each, void *context,
                     struct rd_problem *problem);
/* The first record of every match, the oldest first. */
bool storage_beginnings(const char *path, storage_each_record each, void *context,
                        struct rd_problem *problem);
/* When something was last written: another moment, and something has changed. */
bool storage_changed(const char *path, int64_t *when, struct rd_problem *problem);
/* The tables of PostgreSQL are made or brought up to date; no server may be using them. */
bool storage_migrate(const char *path, struct rd_problem *problem);

/* What is whole in a damaged file goes into a new one: matches with all of their records, players,
 * reports. tell is called for each match that is not. */
struct storage_saved {
    uint32_t matches, lost, players;
};
bool storage_salvage(const char *path, const char *to, void (*tell)(const char *match),
                     struct storage_saved *saved, struct rd_problem *problem);

/* Everything, from one place to another that is empty, and read again: the hash is of both. No
 * server may be using either. */
struct storage_moved {
    uint32_t matches, records, players;
    char hash[33];
};
bool storage_move(const char *from, const char *to, struct storage_moved *moved,
                  struct rd_problem *problem);

/* ---- a file's log of writes ---- */

/* What was written is carried over from the log of writes into the file now and then. By the thread
 * that writes, after a batch, when those who waited for it have been told: true if it is time for
 * storage_carry, which takes a while, and which another thread does beside the next batches. */
void storage_set_log(struct storage *storage, uint32_t pages); /* so long before it is time */
bool storage_tidy(struct storage *storage);
bool storage_idle(struct storage *storage); /* likewise, while nothing is written */
void storage_carry(struct storage *storage);

#endif
