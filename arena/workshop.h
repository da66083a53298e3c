/*
 * arena/workshop.h - what somebody hands in, a folder or an archive, becomes a folder that can be
 * played: unpacked, built and packed again within the sandbox, so that nothing in it can reach
 * anything of ours; what comes out is read by arena/untar.h.
 *
 * How it is built: by its file `build`, else by what its files are (C, C++, Java, Rust, Go, a
 * Makefile). How it is started: by its file `run`, else by what there is to start.
 */
#ifndef REDOUBT_ARENA_WORKSHOP_H
#define REDOUBT_ARENA_WORKSHOP_H

#include <stdbool.h>
#include <stdint.h>

#include "host/problem.h"

enum { WORKSHOP_LOG = 1 << 16 };

struct workshop_plan {
    const char *source; /* a folder, or a file: tar, tar.gz, tar.xz, tar.bz2, zip, or one program */
    const char *target; /* a fresh folder; it holds `run` afterwards */
    bool sandboxed;
    int32_t seconds; /* for all of it */
};

/* False with a problem for its author; what is in the target then is worth nothing. The log, which
 * ends with NUL, has what was said while it was built. */
bool workshop_make(const struct workshop_plan *plan, char log[WORKSHOP_LOG],
                   struct rd_problem *problem);

#endif
