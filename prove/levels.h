/*
 * prove/levels.h - the files of a run: packed positions, level by level.
 *
 * A level has a file for each worker that wrote it, named level-0003-1. An item is its fingerprint,
 * its length and its bytes.
 */
#ifndef REDOUBT_PROVE_LEVELS_H
#define REDOUBT_PROVE_LEVELS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/problem.h"

enum { PROVE_FILES_MAX = 64 };

struct prove_item {
    uint64_t print;
    const uint8_t *bytes; /* in the file, valid until the level is closed */
    uint32_t count;
};

struct prove_writer {
    FILE *file;
    uint64_t size;
};

/* size: so much of the file is kept, what lies after it is dropped. */
bool prove_writer_open(struct prove_writer *writer, const char *folder, uint32_t depth,
                       uint32_t number, uint64_t size, struct rd_problem *problem);
bool prove_writer_add(struct prove_writer *writer, const struct prove_item *item);
/* What was added is in the file, and survives a power failure. */
bool prove_writer_sync(struct prove_writer *writer);
void prove_writer_close(struct prove_writer *writer);

struct prove_reader {
    const uint8_t *map[PROVE_FILES_MAX];
    uint64_t size[PROVE_FILES_MAX], at[PROVE_FILES_MAX];
    pthread_mutex_t lock;
};

bool prove_reader_open(struct prove_reader *reader, const char *folder, uint32_t depth,
                       struct rd_problem *problem);
/* The next item, for any thread; false: there is none. */
bool prove_reader_next(struct prove_reader *reader, struct prove_item *item);
void prove_reader_close(struct prove_reader *reader);
/* The files of all levels. */
void prove_levels_remove(const char *folder);

#endif
