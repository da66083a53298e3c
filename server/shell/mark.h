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

#include <stdbool.h>

#include "server/core/core.h"

enum { MARK_NAMES = 1024, MARK_LINES = 256 };

struct mark_loss {
    uint64_t batches;       /* that were acknowledged and are gone, of the latest MARK_LINES */
    char names[MARK_NAMES]; /* of whatever they were about, as far as the ring goes back */
};

struct mark;
/* Beside the database at path, of which has() knows whether a record is there. What is missing is
 * in *loss, and is not missed a second time. NULL: it can't be opened; the server works without. */
struct mark *mark_open(const char *path, bool (*has)(void *context, const char *id, uint32_t n),
                       void *context, struct mark_loss *loss);
void mark_close(struct mark *mark);                               /* NULL is fine */
void mark_set(struct mark *mark, const struct core_batch *batch); /* NULL is fine */

#endif
