/*
 * host/file.h - reading a file that somebody else wrote.
 */
#ifndef REDOUBT_HOST_FILE_H
#define REDOUBT_HOST_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "host/problem.h"

/* The whole of a plain file or pipe ("-": standard input) into memory that the caller frees;
 * *text gets a NUL after its *size bytes. More than max bytes, a folder, or a failing read is
 * a problem that starts with the path. */
bool rd_file_read(const char *path, size_t max, char **text, size_t *size,
                  struct rd_problem *problem);

#endif
