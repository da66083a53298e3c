/*
 * arena/process.h - a program that plays: started, fed, listened to and ended.
 *
 * Every program has a keeper, a small process between it and us. When we end the program, or when
 * we die ourselves, the keeper ends it and everything it has started, whatever signals they ignore
 * and wherever they hide. Nothing here blocks longer than it is told to.
 *
 * One thread at a time may use a process. SIGPIPE must be ignored: process_prepare().
 */
#ifndef REDOUBT_ARENA_PROCESS_H
#define REDOUBT_ARENA_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/cores.h"
#include "host/problem.h"

enum {
    PROCESS_LINE_MAX = 1 << 20,   /* bytes of a line */
    PROCESS_ERRORS_MAX = 1 << 16, /* bytes of standard error that are kept */
    PROCESS_TAIL_MAX = 1024,      /* and of its end */
    ATTEND_MAX = 80,              /* others for whom process_attend() waits */
    PROCESS_GRACE_MS = 200        /* between the end of its input, SIGTERM and SIGKILL */
};

struct process;

struct process_plan {
    const char *command; /* for /bin/sh */
    const char *folder;  /* of its files, or NULL: see arena/sandbox.h */
    bool alone;          /* it sees that folder only, nothing that the command names */
    bool sandboxed;
    int32_t memory_mb, output_mb;
    int32_t scratch_mb; /* of the /tmp in the sandbox; 0 = 64 */
    int32_t cpu_s;      /* 0 = no limit */
    bool terminate;     /* SIGTERM ends it at once; otherwise it may end by itself first */
    /* For a program that asks, and we answer, over a socket at 127.0.0.1. In the sandbox it has a
     * network of its own for that, in which the port is PRIVATE_NET_PORT. */
    int listener; /* not sandboxed: who listens. Borrowed */
    bool calls;
};

enum process_event {
    PROCESS_SAID, /* a line */
    PROCESS_LATE, /* nothing until then */
    PROCESS_GONE, /* it closed its output */
    PROCESS_FLOOD /* a line too long, or too much altogether */
};

/* Once, before the first program is started. */
void process_prepare(void);
int64_t process_now_ms(void); /* a clock that only goes forward */

struct process *process_start(const struct process_plan *plan, struct rd_problem *problem);

/* Of a program that calls: where it does, for as long as the process is there. -1: nowhere. */
int process_listener(const struct process *process);
/* For one that calls: waits for its ends and for others, so long at the most. What it writes to
 * standard output is dropped. PROCESS_SAID: look at the others. */
struct pollfd;
enum process_event process_attend(struct process *process, struct pollfd *others, uint32_t count,
                                  int64_t wait_ms);

/* Puts bytes on their way. They go out while we listen. */
void process_send(struct process *process, const char *bytes, size_t size);

/* The next line without its end, until this time at the latest. It stays valid until the next
 * call. Standard error is drained meanwhile. */
enum process_event process_listen(struct process *process, int64_t until_ms, const char **line,
                                  size_t *length);

/* The last of what it wrote to standard error. Valid as long as the process. */
const char *process_last_errors(const struct process *process, size_t *length);

/* What it wrote to standard error so far: the beginning of it, and how much was left out. */
const char *process_errors(const struct process *process, size_t *length, uint64_t *left_out);

/* How long it had to wait for a core, see arena/cores.h. */
struct cores_look process_look(const struct process *process);

/* What it used, all its processes together; after process_end(). */
struct process_use {
    uint32_t cpu_ms, memory_kb;
};
struct process_use process_used(const struct process *process);

/* Close, end, reap: afterwards no process of it is left. `how` gets a few words on its end. */
void process_end(struct process *process, char *how, size_t size);
/* The rest of standard error is read first. */
void process_free(struct process *process);

#endif
