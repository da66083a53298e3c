/*
 * server/shell/worker.h - a thread for what takes long and is asked for rarely: hashing passwords,
 * reading the logs of matches that wake up, and writing replays.
 */
#ifndef REDOUBT_SERVER_WORKER_H
#define REDOUBT_SERVER_WORKER_H

#include "server/shell/mailbox.h"
#include "server/shell/storage.h"

struct worker;

struct worker *worker_open(struct storage *storage, struct mailbox *mailbox);
/* Finishes the job at hand; those that wait are dropped. NULL is fine. */
void worker_close(struct worker *worker);

/* All are taken over, and come back in an event whose receiver frees them. */
void worker_hash(struct worker *worker, struct core_hash *hash);
void worker_fetch(struct worker *worker, struct core_fetch *fetch);
void worker_make_replay(struct worker *worker, struct core_replay_file *replay);

#endif
