/*
 * server/core/clock.h - how much time each seat has. Private to server/core.
 *
 * Times are milliseconds of the server's own time, which stands still while the server does. A
 * clock is a function of the log: it moves only when an entry is applied, at the entry's time, and
 * what is left in between is worked out from that.
 */
#ifndef REDOUBT_SERVER_CLOCK_H
#define REDOUBT_SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "redoubt/base.h"

enum { CLOCK_GRACE_MS = 10000 }; /* at least, for every decision after a time-out */

/* Either a bank for the whole match, or so much for every decision; all 0: no clock. */
struct clock_terms {
    int64_t bank_ms, increment_ms;
    int64_t turn_ms;
    bool days; /* turn_ms was given in days */
};

struct seat_clock {
    int64_t left, since; /* it had so much left at that time */
    int64_t before;      /* what was left when the decision before began, for taking it back */
    bool runs;
    bool late; /* its time has run out at least once */
};

struct clocks {
    struct seat_clock seat[RD_SEATS_MAX];
    bool paused;
    int64_t paused_at;
};

bool clock_used(const struct clock_terms *terms);
void clocks_open(struct clocks *clocks, const struct clock_terms *terms);

/* A decision begins, is completed, or is taken up again as if it had never been completed. */
void clock_begin(struct clocks *clocks, const struct clock_terms *terms, rd_seat seat, int64_t t);
void clock_complete(struct clocks *clocks, const struct clock_terms *terms, rd_seat seat,
                    int64_t t);
void clock_take_up(struct clocks *clocks, rd_seat seat);
/* Its time is over. */
void clock_late(struct clocks *clocks, rd_seat seat);
void clocks_pause(struct clocks *clocks, int64_t t);
void clocks_resume(struct clocks *clocks, int64_t t);

/* What is left; never below 0. */
int64_t clock_left(const struct clocks *clocks, rd_seat seat, int64_t t);
/* What would be left if the decision before were taken up again; 0 or less: it is too late. */
int64_t clock_left_before(const struct clocks *clocks, rd_seat seat, int64_t t);
/* The first time that a seat's clock runs out, and whose; INT64_MAX: none runs. */
int64_t clocks_deadline(const struct clocks *clocks, rd_seat *seat);

#endif
