/* server/shell/archive.h - finished matches leave the database: see archive.c. */
#ifndef REDOUBT_SERVER_ARCHIVE_H
#define REDOUBT_SERVER_ARCHIVE_H

#include "server/shell/storage.h"

/* Of the file at path, which this program has open and has not loaded yet: what was over before
 * then goes into path.archive. */
bool archive_finished(const char *path, int64_t before_ms, uint32_t *matches,
                      struct rd_problem *problem);

#endif
