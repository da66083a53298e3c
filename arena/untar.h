/*
 * arena/untar.h - a tar archive (ustar), byte by byte, into a fresh folder. Whoever made the
 * archive is a stranger: only plain files and folders come out of it, only below the folder, and
 * only so many and so large. Links, devices, absolute names and ".." end it with a problem that
 * names them.
 */
#ifndef REDOUBT_ARENA_UNTAR_H
#define REDOUBT_ARENA_UNTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/problem.h"

enum { UNTAR_BLOCK = 512, UNTAR_FILES_MAX = 4000, UNTAR_BYTES_MAX = 256 << 20 };

struct untar {
    const char *folder;
    unsigned char block[UNTAR_BLOCK];
    size_t filled;  /* bytes of the block */
    FILE *file;     /* being written, or NULL */
    uint64_t left;  /* bytes of its content that are still to come */
    uint64_t bytes; /* written altogether */
    uint32_t files;
    bool ended; /* the block of zeros that ends an archive was there */
};

/* The folder is there and empty. */
void untar_begin(struct untar *tar, const char *folder);
/* False with a problem: nothing more is to be fed. */
bool untar_feed(struct untar *tar, const unsigned char *bytes, size_t count,
                struct rd_problem *problem);
/* Closes what is open. False with a problem: the archive was cut off. */
bool untar_end(struct untar *tar, struct rd_problem *problem);

#endif
