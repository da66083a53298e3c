/*
 * arena/report.h - what a tournament shows: standings, cross table, balance of maps and seats; as
 * text, JSON, CSV and one HTML page that needs nothing else.
 */
#ifndef REDOUBT_ARENA_REPORT_H
#define REDOUBT_ARENA_REPORT_H

#include <stdio.h>

#include "arena/rating.h"
#include "arena/runner.h"

enum { REPORT_GAMES = 2000 /* the page lists so many, the first */ };

struct report {
    const struct tournament *t;
    const struct games *games;
    const char *replays; /* the folder as links should name it, or NULL */
    uint32_t pages;      /* so many of the first games have a page (replay_page.h) there */
    uint32_t done;
    uint32_t distinct; /* of these, as told by their last states */
    uint16_t places[ENTRANTS_MAX];
    struct rating rating[ENTRANTS_MAX];
    struct cross *cross;
    struct standing standing[ENTRANTS_MAX];
    int32_t champion;     /* of an elimination that is over, else -1 */
    const char *in_force; /* when programs last played, or NULL */
    struct sprt sprt;     /* of FORMAT_SPRT */
};

struct report *report_make(const struct tournament *t, const struct games *games,
                           const char *replays);
void report_free(struct report *report);

/* figures may be NULL. */
void report_text(const struct report *report, const struct run_figures *figures, FILE *out);
json_t *report_json(const struct report *report, const struct run_figures *figures);
void report_csv(const struct report *report, FILE *out);  /* a line for each game */
void report_html(const struct report *report, FILE *out); /* report_html.c */

/* A part of that page: how ratings came to be (report_time.c). */
void report_time(const struct report *report, FILE *out);

/* Text of others within a page. */
void report_put(const char *text, FILE *out);

/* "accepted: the new one is stronger", ... */
const char *report_verdict(enum sprt_verdict verdict);
/* The map of a setup, or "all" without one. */
const char *report_map(const struct tournament *t, uint32_t setup);

#endif
