/*
 * arena/program.h - a program at a seat: its clock, its faults, and what is written down about it.
 *
 * What a program does wrong costs it a turn or its seat, never the match:
 *
 *     late, or no order, or an order against the rules    a fault: the turn is lost
 *     more faults than allowed, all its time used up      the seat is lost
 *     gone, or flooding us                                the seat is lost
 *
 * Time in which a program had to wait for a core while others ran is not its own: it has that much
 * more, though no more than five times as long altogether.
 *
 * A program that was late answers late: that answer is dropped when it comes.
 */
#ifndef REDOUBT_ARENA_PROGRAM_H
#define REDOUBT_ARENA_PROGRAM_H

#include "arena/limits.h"
#include "arena/process.h"

/* How a seat fared, the worst last. */
enum seat_end {
    SEAT_FINE,
    SEAT_FAULTS,
    SEAT_SLOW,
    SEAT_FLOOD,
    SEAT_GONE,
    SEAT_NOT_STARTED,
    SEAT_ENDS
};
const char *seat_end_name(enum seat_end end); /* "fine", "too many faults", ... */

enum {
    PROGRAM_LOG_MAX = 1 << 18,
    PROGRAM_WHY_MAX = 200,
    PROGRAM_HOW_MAX = 64,
    PROGRAM_WORDS_MAX = 640 /* a few lines */
};

struct program {
    struct process *process; /* NULL: not started, or ended */
    struct limits limits;
    /* How to hear its answers where they are no lines; NULL: they are. PROCESS_SAID: it was one. */
    enum process_event (*hear)(void *context, struct process *process, int64_t until_ms);
    void *hearer; /* the context */
    enum seat_end end;
    char why[PROGRAM_WHY_MAX]; /* the first thing that cost it a turn or its seat */
    int64_t used_ms;           /* of its time for answers */
    uint32_t faults;
    uint32_t owed;     /* answers that will come too late */
    uint32_t answered; /* questions after the first contact */
    uint32_t asked;    /* questions so far: the number before each line of the log */
    int64_t began_ms;
    int64_t ready_ms; /* from the start to its first answer */
    int64_t first_ms; /* for its answer to the first question */
    /* After program_close(): */
    char how[PROGRAM_HOW_MAX];     /* it ended: "exit status 3" */
    char words[PROGRAM_WORDS_MAX]; /* the last lines of its standard error, without odd letters */
    struct process_use used;
    char *log; /* PROGRAM_LOG_MAX bytes at most, NUL at the end */
    size_t log_count;
};

enum program_answer { PROGRAM_ANSWERED, PROGRAM_TURN_LOST, PROGRAM_SEAT_LOST };

/* The plan has command, folder, sandboxed and terminate; the rest follows from the limits. False:
 * it could not be started, which costs the seat and no more. */
bool program_open(struct program *program, const struct limits *limits,
                  const struct process_plan *what);

/* Send (nothing for NULL) and wait for a line that is not blank. from_start: the time for the first
 * answer counts. The line stays valid until the next call. */
enum program_answer program_ask(struct program *program, const char *text, bool from_start,
                                const char **line, size_t *length);
/* One more line of the same answer, within what is left of its time; begun_ms is when it began. */
enum program_answer program_more(struct program *program, int64_t begun_ms, const char **line,
                                 size_t *length);

/* The answer was worth nothing. Costs the turn, or the seat if it was one fault too many. */
enum program_answer program_fault(struct program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line for its log. */
void program_note(struct program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Ends the process; standard error and the way it ended go to the log. */
void program_close(struct program *program);
void program_free(struct program *program);

/* Something went wrong before it gave any answer: it never played. */
bool program_never_played(const struct program *program);

#endif
