/*
 * arena/sandbox.h - what a program that plays can reach.
 *
 * With bubblewrap: no network, no capabilities, no other processes in sight; of the files only the
 * system's and the folders of the files that its command names, read-only (of a home, of /tmp and
 * their like only those files; no sockets, no other entrant that lies elsewhere), and a small /tmp
 * of its own; a filter of system calls; and if root starts it, a user who owns nothing. Without it
 * only the limits of the operating system (arena/process.h) are in force. Which of the two holds is
 * found out once, by trying.
 */
#ifndef REDOUBT_ARENA_SANDBOX_H
#define REDOUBT_ARENA_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena/limits.h"
#include "host/problem.h"

/* Can bubblewrap be used here? Tried at the first call, from one thread. */
bool sandbox_works(void);

/* Should programs run in it? False with a problem: it was asked for and can't be had. */
bool sandbox_decide(const struct limits *limits, bool *sandboxed, struct rd_problem *problem);

/* A program in the sandbox needs the filter of system calls (arena/call_filter.h) at this place. */
#define SANDBOX_FILTER      3
#define SANDBOX_FILTER_WORD "3"

struct sandbox_plan {
    const char *command;
    const char *folder; /* of its files, to be seen beside what the command names; or NULL */
    /* Something is built: it sees that folder, or file, and nothing that the command names, and
     * compilers wherever they are installed. */
    bool alone;
    bool sandboxed;
    bool has_net;       /* it is in a network of its own already */
    int32_t scratch_mb; /* of its /tmp; 0 = 64 */
};

/* A new list of words that runs a shell command, sandboxed or not. sandbox_words_free() it. */
char **sandbox_words(const struct sandbox_plan *plan);
/* The part of our environment that programs get: where things are and how to write. */
char **sandbox_environment(void);
void sandbox_words_free(char **words);

/* One sentence that says what is in force. */
size_t sandbox_statement(const struct limits *limits, bool sandboxed, char *out, size_t size);

#endif
