/*
 * clients/cli/site.h - the site of a contest: what strangers see of it, and what they hand in.
 *
 * Programs share the folder of the contest, and nothing else:
 *
 *     pages    redoubt contest pages: reads requests, which the server hands over as open sockets;
 *              writes jobs, whole or not at all
 *     work     redoubt contest work: takes one job after the other, builds, tries, plays; several
 *              at the same time
 *     orders   redoubt contest orders: does what the organiser wants, who never waits for others
 *     ladder   redoubt contest run --follow: plays, and writes what is shown
 *
 *     site/door              the socket at which the server hands over
 *     site/secret            for the marks in forms
 *     site/organiser.key     with which the organiser signs in
 *     site/people/ada.json   who may hand in
 *     site/invitations/HASH  a code that nobody has used yet
 *     site/jobs/000007       waits to be done: job.json, and what was handed in
 *     site/done/000007       was done: job.json, result.json, what is to be shown of it
 *     site/shown.json        standings and games as of the last time they were published
 *     site/own/ada.json      her games as of then
 *
 * What is written appears by a rename, so that a kill leaves the old or the new.
 */
#ifndef REDOUBT_CLI_SITE_H
#define REDOUBT_CLI_SITE_H

#include <pthread.h>

#include "clients/cli/contest.h"
#include "net/form.h"
#include "net/http.h"

enum {
    SITE_KEY_ROOM = 80, /* "ada.0123..." */
    SITE_HASH = 65,
    SITE_WHY = 200,
    SITE_ADDRESS = 64,
    SITE_FILE_NAME = 65
};

/* ---- site_files.c: files that are there or not ---- */

/* Makes site/ and what is in it. */
bool site_make_folders(const struct contest *c, struct rd_problem *problem);
/* As a rename: the old or the new. */
bool site_write_json(const char *path, const json_t *json);
void site_hash(const char *text, char out[SITE_HASH]);
void site_remove(const char *path); /* a folder and all in it */
int64_t site_now_ms(void);          /* since 1970 */

/* ---- site_people.c ---- */

struct person {
    char name[CONTEST_NAME], team[CONTEST_NAME], division[CONTEST_NAME];
    char key[SITE_HASH];        /* the hash of it */
    char account[CONTEST_WORD]; /* of the server; "": came by an invitation */
    char quarantined[SITE_WHY];
    bool organiser;
};

bool person_read(const struct contest *c, const char *name, struct person *person);
bool person_write(const struct contest *c, const struct person *person);
/* A new key, "ada.0123...", which is shown once. */
void person_new_key(struct person *person, char key[SITE_KEY_ROOM]);
/* Whose key is it? */
bool person_of_key(const struct contest *c, const char *key, struct person *person);
/* Takes part from now on. False with a problem: the name is taken, the code is used up. */
bool person_join(const struct contest *c, const char *code, struct person *person,
                 struct rd_problem *problem);
/* The one who came with an account of the server. */
bool person_of_account(const struct contest *c, const char *account, struct person *person);
/* Codes, each for one. */
bool people_invite(const struct contest *c, uint32_t count, FILE *out, struct rd_problem *problem);
/* The organiser's key, made if there is none; told in site/organiser.key. */
bool people_organiser(const struct contest *c, struct rd_problem *problem);
/* Does the server know this account? Asks it, with the password. */
bool people_ask_server(const char *url, const char *account, const char *password,
                       struct rd_problem *problem);

/* ---- site_jobs.c ---- */

/* The later ones are done first. */
enum job_kind { JOB_FIGHT, JOB_UPLOAD, JOB_ORDER, JOB_KINDS };

struct job {
    uint32_t number;
    enum job_kind kind;
    char who[CONTEST_NAME];
    char what[SITE_FILE_NAME]; /* the file; against whom; the order */
    char whom[CONTEST_NAME];   /* of an order */
    char why[SITE_WHY];
    bool done;
};

/* All there are, read when the pages begin. */
struct jobs {
    pthread_mutex_t lock;
    struct job *job;
    uint32_t count, room, last;
};

void jobs_load(struct jobs *jobs, const struct contest *c);
/* Written whole, on the disk; its number, 0 with a problem. bytes may be NULL. */
uint32_t jobs_add(struct jobs *jobs, const struct contest *c, struct job *job, const char *bytes,
                  size_t size, struct rd_problem *problem);
/* Of this person, the latest first; how many. */
uint32_t jobs_of(struct jobs *jobs, const struct contest *c, const char *who, struct job *out,
                 uint32_t max);
bool jobs_get(struct jobs *jobs, const struct contest *c, uint32_t number, struct job *out);
/* How many of the person wait, and how many in all. */
uint32_t jobs_waiting(struct jobs *jobs, const struct contest *c, const char *who, uint32_t *all);
/* The folder of a job. */
const char *job_path(const struct contest *c, const struct job *job, const char *file,
                     char out[CONTEST_PATH]);
/* The result, or NULL. New reference. */
json_t *job_result(const struct contest *c, const struct job *job);
/* Without a list, for who does them: the first order that waits, or the first of all others,
 * uploads before fights. It is taken, as long as what is returned is open; -1: there is none. */
int job_take(const struct contest *c, bool orders, struct job *job);
bool job_finish(const struct contest *c, const struct job *job, json_t *result);

/* ---- site_rate.c: how much of what anybody may ask for ---- */

enum rate {
    RATE_PAGES,
    RATE_SIGN_IN,
    RATE_UPLOADS,
    RATE_FIGHTS,
    RATE_UPLOADS_FROM, /* an address: a class or a firm may have one for all */
    RATE_FIGHTS_FROM,
    RATES
};
/* False: too much of it, by this name or address. "" is not limited. */
bool rate_take(enum rate rate, const char *who);
/* What was taken before the call and turned out to be no harm. */
void rate_give_back(enum rate rate, const char *who);

/* ---- site_visit.c: one request and its answer ---- */

struct site {
    char folder[CONTEST_PATH], server[CONTEST_WORD];
    unsigned char secret[32];
    struct jobs jobs;
};

struct visit {
    struct site *site;
    struct contest *contest; /* as it is now */
    int fd;
    char *bytes; /* what has been read; query and body lie there */
    size_t size;
    struct http_request head;
    char address[SITE_ADDRESS]; /* "": this machine */
    struct person person;
    bool believed;       /* it comes from this machine or by a proxy, which tells of the visitor */
    bool known, by_page; /* signed in, with a cookie */
    char key[SITE_KEY_ROOM];
    struct form form;
    int64_t until_ms;
    /* The answer: */
    FILE *out;
    int status;
    const char *type, *policy;
    char more[512];   /* headers, each with its line end */
    uint32_t again_s; /* the page asks for itself again; 0: not */
};

/* Reads the body. False: it was answered that it is none that is taken. */
bool visit_read_body(struct visit *visit, size_t max, int64_t wait_ms);
/* The mark of the forms on the pages of who is signed in. */
void visit_mark(const struct visit *visit, char out[SITE_HASH]);
/* A form with the right mark, from a page of ours. False: answered. */
bool visit_read_form(struct visit *visit, size_t max, int64_t wait_ms);
void visit_fail(struct visit *visit, int status, const char *why);
void visit_go(struct visit *visit, const char *path); /* another page */
/* Did it come by TLS? A proxy says so, and browsers say it where a form is from. */
bool visit_is_secure(const struct visit *visit);
/* Is somebody signed in? If not, it is answered. */
bool visit_wants_person(struct visit *visit);
bool visit_wants_organiser(struct visit *visit);

/* The whole of it, to the end; frees everything. */
/* believed: what the head says of where it comes from is true. */
void visit_run(struct site *site, int fd, bool believed, const char *bytes, size_t size);

/* ---- the pages ---- */

void page_begin(struct visit *visit, const char *title);
void page_end(struct visit *visit);
void page_put(struct visit *visit, const char *text); /* as text of others */
void page_mark(struct visit *visit);                  /* the hidden field of a form */
json_t *page_shown(const struct visit *visit);        /* site/shown.json, or NULL */

/* site_pages.c: for everybody */
void page_standings(struct visit *visit);
void page_games(struct visit *visit);
void page_board(struct visit *visit);
void page_public(struct visit *visit);
void page_replay(struct visit *visit);
void page_file_of_game(struct visit *visit); /* as the tables name them */
void page_style(struct visit *visit);
/* site_people_pages.c */
void page_sign_in(struct visit *visit);
void page_do_sign_in(struct visit *visit);
void page_do_sign_up(struct visit *visit);
void page_do_sign_out(struct visit *visit);
/* site_mine.c */
void page_mine(struct visit *visit);
void page_job(struct visit *visit);
void page_errors(struct visit *visit);
void page_do_upload(struct visit *visit);
void page_do_fight(struct visit *visit);
/* The replay of a game of a job, "job-7.1", if it is theirs. */
bool mine_replay_path(struct visit *visit, const char *name, char path[CONTEST_PATH]);
/* site_organiser.c */
void page_organiser(struct visit *visit);
void page_export(struct visit *visit);
void page_do_order(struct visit *visit);

/* ---- the programs ---- */

int site_keep(const char *folder, const char *server); /* all, started again when they end */
int site_pages(const char *folder, const char *server);
int site_work(const char *folder, bool only_orders); /* the orders, or all other jobs */
int site_ladder(const char *folder);                 /* run --follow */

/* site_feed.c: site/shown.json and site/own, of what contest_publish shows; nothing if there is no
 * site. */
struct report;
struct feed;
struct feed *feed_begin(const struct contest *c);
void feed_add(struct feed *feed, bool final, const char *division, const struct report *report,
              json_t *teams);
void feed_alone(struct feed *feed, const char *division, const char *winner); /* without a game */
bool feed_end(struct feed *feed);

#endif
