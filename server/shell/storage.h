/*
 * server/shell/storage.h - where records are kept. SQLite now; everything that knows so is in
 * storage_sqlite.c and server/schema.
 */
#ifndef REDOUBT_SERVER_STORAGE_H
#define REDOUBT_SERVER_STORAGE_H

#include <stdbool.h>

#include "host/problem.h"
#include "server/core/core.h"

struct storage;

/* Makes the file and its folders if need be, and brings it up to date. NULL with a problem: it
 * can't be opened, is newer than this program, or another server has it. */
struct storage *storage_open(const char *path, struct rd_problem *problem);
void storage_close(struct storage *storage); /* NULL is fine */
/* So many batches that were acknowledged are gone, and what they were about. */
uint64_t storage_loss(const struct storage *storage, const char **names);

/* From now on this is the server called owner, until then and no longer unless it claims again in
 * time: it has the matches it makes and those whose owner's time is over. SQLite's file has one
 * user at a time, so opening it ends everybody else's. *taken (may be NULL) is how many it took
 * over. */
enum { STORAGE_OWNER_ROOM = 40 };
bool storage_claim(struct storage *storage, const char *owner, int64_t now_ms, int64_t until_ms,
                   uint32_t *taken, struct rd_problem *problem);

/* What a start needs, of the matches it owns: players, the server's time, stubs of matches that
 * sleep, and of the other matches the logs, in the sequence they were made, each in its own
 * sequence. */
bool storage_load(struct storage *storage, void (*each)(void *context, const struct core_record *),
                  void *context, struct rd_problem *problem);

/* The log of one match in its sequence; none: no such match. While another thread writes, this one
 * may be called by a thread of its own. */
bool storage_fetch(struct storage *storage, const char *match,
                   void (*each)(void *context, const struct core_record *), void *context,
                   struct rd_problem *problem);

/* All of the batch, or none of it. True: it is on the disk and stays there. A record of a match
 * that somebody else owns is refused. */
bool storage_write(struct storage *storage, const struct core_batch *batch,
                   struct rd_problem *problem);

/* Both work beside a server that is using the file. A copy of all of it, in a file that is not
 * there yet; and what players reported, the oldest first: records of the kind "report". */
bool storage_backup(const char *path, const char *to, struct rd_problem *problem);
/* When something was last written: another moment, and something has changed. */
bool storage_changed(const char *path, int64_t *when, struct rd_problem *problem);
/* What is whole in a damaged database goes into a new one: matches with all of their records,
 * players, reports. tell is called for each match that is not. */
struct storage_saved {
    uint32_t matches, lost, players;
};
bool storage_salvage(const char *path, const char *to, void (*tell)(const char *match),
                     struct storage_saved *saved, struct rd_problem *problem);
bool storage_reports(const char *path, void (*each)(void *context, const struct core_record *),
                     void *context, struct rd_problem *problem);

/* What was written is carried over from the log of writes into the file now and then. By the thread
 * that writes, after a batch, when those who waited for it have been told: true if it is time for
 * storage_carry, which takes a while, and which another thread does beside the next batches. */
void storage_set_log(struct storage *storage, uint32_t pages); /* so long before it is time */
bool storage_tidy(struct storage *storage);
bool storage_idle(struct storage *storage); /* likewise, while nothing is written */
void storage_carry(struct storage *storage);

#endif
