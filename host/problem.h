/*
 * host/problem.h - what was wrong with something a person, a file or a peer gave us.
 *
 * One sentence that names the place and says what would be right:
 * "units[3].at: [99,0] is not on the board". Caller-owned, no allocation.
 */
#ifndef REDOUBT_HOST_PROBLEM_H
#define REDOUBT_HOST_PROBLEM_H

#include <stdbool.h>

enum { RD_PROBLEM_MAX = 512 };

struct rd_problem {
    char text[RD_PROBLEM_MAX]; /* empty: nothing is wrong */
};

/* Keep the first problem only. Returns false, so that a reader can `return rd_problem_at(...)`.
 * field may be NULL or a path such as "state.Towers[2].x". */
bool rd_problem_at(struct rd_problem *problem, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
