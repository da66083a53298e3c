/*
 * server/shell/mark.h - how far the database came, kept in a file of its own. SQLite drops whatever
 * comes behind a damaged place of its log of writes without a word; the mark tells that it was
 * there.
 *
 * The file has a ring of lines, one for each of the latest batches, written when the batch is on
 * the disk and not synced: it survives the program, and after a power failure it may know less,
 * never more.
 */
#ifndef REDOUBT_SERVER_MARK_H
#define REDOUBT_SERVER_MARK_H

#include "server/core/core.h"

enum { MARK_NAMES = 1024 };

struct mark_loss {
    uint64_t batches;       /* that were acknowledged and are gone */
    char names[MARK_NAMES]; /* of whatever they were about, as far as the ring goes back */
};

struct mark;
/* Beside the database at path, which has so many batches. What is missing is in *loss, and is not
 * missed a second time. NULL: it can't be opened; the server works without. */
struct mark *mark_open(const char *path, uint64_t batches, struct mark_loss *loss);
void mark_close(struct mark *mark); /* NULL is fine */
void mark_set(struct mark *mark, uint64_t number,
              const struct core_batch *batch); /* NULL is fine */

#endif
