/* A ladder that never stops: whoever is new plays everybody once before others play again, what is
 * played is published, and a change of who takes part ends what is on in good order. */
#define _GNU_SOURCE /* NOLINT: ftw */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/store.h"
#include "clients/cli/command.h"
#include "clients/cli/site.h"
#include "host/text.h"

enum { LOOK_MS = 100, PUBLISH_MS = 2000, WAIT_MS = 5000 };

struct ladder {
    struct contest contest;
    char folder[CONTEST_PATH];
    pid_t child;          /* redoubt arena, 0: none */
    bool told;            /* it was told to stop */
    char wish[SITE_HASH]; /* what is to be played, when we last began */
    uint32_t pairs, division;
    int64_t published_ms, not_before_ms;
    bool news; /* games that were not published */
};

/* ---- what is to be played ---- */

static bool is_on(const struct contest *c)
{
    return (contest_is_phase(c, "open") || contest_is_phase(c, "frozen")) &&
           !json_is_true(json_object_get(c->state, "paused"));
}

/* The same as long as the same programs are to play the same. */
static void wish_of(const struct contest *c, char out[SITE_HASH])
{
    const char *name;
    json_t *entrant;
    json_t *all = json_object();
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        json_t *division = json_object_get(entrant, "division");
        json_object_set_new(all, name,
                            json_pack("[i, O?]", (int)contest_version(entrant), division));
    }
    json_t *json = json_pack("{s:b, s:o, s:O?}", "on", (int)is_on(c), "all", all, "again",
                             json_object_get(c->state, "again"));
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    RD_ASSERT(text != NULL);
    site_hash(text, out);
    free(text);
    json_decref(json);
}

/* What earlier versions were built to: they play no more. */
static void forget_old(const struct contest *c)
{
    const char *name;
    json_t *entrant;
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        json_int_t plays = json_integer_value(json_object_get(entrant, "version"));
        json_int_t count = (json_int_t)json_array_size(json_object_get(entrant, "versions"));
        for (json_int_t i = 1; i <= count; i++) {
            char path[CONTEST_PATH];
            if (i != plays) {
                site_remove(contest_path(c, path, "entrants/%s/%lld", name, (long long)i));
            }
        }
    }
}

/* Games that the organiser wants again. */
static void take_back(const struct contest *c)
{
    size_t i;
    json_t *each;
    json_array_foreach(json_object_get(c->state, "again"), i, each)
    {
        struct rd_problem problem = { "" };
        char path[CONTEST_PATH];
        const char *part = json_string_value(json_object_get(each, "part"));
        contest_path(c, path, "%s.db", part == NULL ? "" : part);
        struct store *store = access(path, W_OK) == 0 ? store_open(path, false, &problem) : NULL;
        if (store != NULL) {
            store_again(store, json_integer_value(json_object_get(each, "by")),
                        (uint32_t)json_integer_value(json_object_get(each, "game")), &problem);
        }
        store_close(store);
    }
}

/* ---- the child ---- */

static void run_child(const struct ladder *l, char **words, pid_t parent)
{
    char path[CONTEST_PATH];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int log = open(contest_path(&l->contest, path, "site/ladder.log"),
                   O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (getppid() == parent && log >= 0) {
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        execv("/proc/self/exe", words);
    }
    _exit(127);
}

/* The next division, or the next pair of games at each table. False: all is played. */
static bool begin_next(struct ladder *l)
{
    static char division[CONTEST_ENTRANTS][CONTEST_NAME];
    const struct contest *c = &l->contest;
    uint32_t divisions = contest_divisions(c, division);
    uint32_t most = (uint32_t)strtoul(c->most_pairs, NULL, 10);
    for (; l->pairs <= most; l->pairs++, l->division = 0) {
        while (l->division < divisions) {
            struct words words = { NULL, 0, 0 };
            bool two = contest_ladder_words(c, division[l->division++], l->pairs, &words);
            pid_t parent = getpid();
            l->child = two ? fork() : 0;
            if (two && l->child == 0) {
                run_child(l, words.word, parent);
            }
            words_free(&words);
            if (two) {
                return l->child > 0;
            }
        }
    }
    return false;
}

static void end_child(struct ladder *l)
{
    int status;
    if (l->child > 0 && waitpid(l->child, &status, WNOHANG) == l->child) {
        bool fine = WIFEXITED(status) && WEXITSTATUS(status) <= 1;
        l->not_before_ms = fine ? 0 : site_now_ms() + WAIT_MS;
        l->child = 0;
        l->told = false;
        l->news = true;
    }
}

/* ---- the loop ---- */

static void publish(struct ladder *l)
{
    struct rd_problem problem = { "" };
    int64_t now = site_now_ms();
    bool due = now - l->published_ms >= PUBLISH_MS && (l->news || l->child > 0);
    if (due && contest_is_phase(&l->contest, "open")) {
        contest_publish(&l->contest, &problem);
        l->published_ms = site_now_ms();
        l->news = l->child > 0;
    }
}

static void begin_anew(struct ladder *l, const char *wish)
{
    snprintf(l->wish, sizeof l->wish, "%s", wish);
    l->pairs = 1;
    l->division = 0;
    forget_old(&l->contest);
    take_back(&l->contest);
}

/* At the time that contest.conf names. */
static void freeze_in_time(struct ladder *l)
{
    static struct contest changing;
    struct rd_problem problem = { "" };
    if (!contest_is_phase(&l->contest, "open") || !contest_is_due(&l->contest)) {
        return;
    }
    if (contest_open(&changing, l->folder, true, &problem) && contest_is_phase(&changing, "open")) {
        contest_set_phase(&changing, "frozen");
        if (contest_save(&changing, &problem)) {
            contest_publish(&changing, &problem);
            json_object_set(l->contest.state, "phase", json_object_get(changing.state, "phase"));
        }
    }
    contest_close(&changing);
}

static void step(struct ladder *l)
{
    char wish[SITE_HASH];
    freeze_in_time(l);
    end_child(l);
    wish_of(&l->contest, wish);
    bool changed = strcmp(wish, l->wish) != 0;
    if (changed && l->child > 0 && !l->told) {
        l->told = kill(l->child, SIGTERM) == 0;
    }
    if (changed && l->child == 0) {
        begin_anew(l, wish);
        l->news = true;
    }
    if (l->child == 0 && is_on(&l->contest) && site_now_ms() >= l->not_before_ms) {
        begin_next(l);
    }
    publish(l);
}

/* One at a time. */
static bool take_lock(const struct contest *c, struct rd_problem *problem)
{
    char path[CONTEST_PATH];
    int lock = open(contest_path(c, path, ".ladder.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) ||
           rd_problem_at(problem, NULL, "the ladder of this contest is played by somebody else");
}

int site_ladder(const char *folder)
{
    static struct ladder l;
    const struct timespec moment = { 0, LOOK_MS * 1000000L };
    struct rd_problem problem = { "" };
    if (!contest_open(&l.contest, folder, false, &problem) ||
        !site_make_folders(&l.contest, &problem) || !take_lock(&l.contest, &problem)) {
        contest_close(&l.contest);
        return cli_bad("contest", "%s", problem.text);
    }
    snprintf(l.folder, sizeof l.folder, "%s", l.contest.folder);
    for (;;) {
        step(&l);
        nanosleep(&moment, NULL);
        contest_close(&l.contest);
        while (!contest_open(&l.contest, l.folder, false, &problem)) {
            contest_close(&l.contest); /* contest.conf is being edited */
            nanosleep(&moment, NULL);
            problem.text[0] = '\0';
        }
    }
}
