#include "server/shell/apart.h"

#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "host/list.h"
#include "server/shell/log.h"
#include "server/shell/postgres.h"

enum {
    TICK_MS = 300,   /* between two signs of life; a thinker takes it for gone after 3 s */
    IDLE_MS = 1000,  /* likewise, while there are no thinkers */
    AGAIN_MS = 1000, /* until the next try to reach the database */
    LATE_MS = 65000, /* the database gives back what nobody answers; this is if it lost it */
    ID_ROOM = 17
};

struct out {
    struct core_question *question;
    int64_t number; /* its ticket there: those of the core are its own business */
    int64_t sent_ms;
};

struct apart {
    struct apart_hooks hooks;
    char address[POSTGRES_ADDRESS], kind[CORE_KIND_ROOM];
    char me[ID_ROOM]; /* anew with each connection: what belongs to an old one is forgotten */
    struct pq pq;
    struct out *out; /* the thread's own, as all above */
    uint32_t outs, out_room;
    int64_t last, tick_ms;
    bool told;
    pthread_mutex_t lock; /* of what follows */
    struct core_question **offered;
    uint32_t offers, offer_room, room; /* room: questions that thinkers could begin now */
    bool stop;
    struct apart_counts counts;
    int bell; /* rings when there is an offer, and at the end */
    pthread_t thread;
};

/* ---- what comes back ---- */

static void count(struct apart *apart, uint64_t answers, uint64_t given_back, uint64_t wrong)
{
    pthread_mutex_lock(&apart->lock);
    apart->counts.answers += answers;
    apart->counts.given_back += given_back;
    apart->counts.wrong += wrong;
    apart->counts.out = apart->outs;
    pthread_mutex_unlock(&apart->lock);
}

static struct out take_out(struct apart *apart, uint32_t at)
{
    struct out out = apart->out[at];
    apart->out[at] = apart->out[--apart->outs];
    return out;
}

static void give_back(struct apart *apart, struct core_question *question)
{
    question->at_home = true;
    count(apart, 0, 1, 0);
    apart->hooks.give_back(apart->hooks.context, question);
}

static struct core_question *next_offer(struct apart *apart)
{
    struct core_question *question = NULL;
    pthread_mutex_lock(&apart->lock);
    if (apart->offers > 0) {
        question = apart->offered[--apart->offers];
    }
    pthread_mutex_unlock(&apart->lock);
    return question;
}

static void set_room(struct apart *apart, int64_t room)
{
    pthread_mutex_lock(&apart->lock);
    room -= apart->offers; /* which the database does not know yet */
    apart->room = room > 0 ? (uint32_t)room : 0;
    pthread_mutex_unlock(&apart->lock);
}

/* Nobody is asked any more: all is thought here. */
static void give_all_back(struct apart *apart)
{
    struct core_question *question;
    set_room(apart, 0);
    while (apart->outs > 0) {
        give_back(apart, take_out(apart, 0).question);
    }
    while ((question = next_offer(apart)) != NULL) {
        give_back(apart, question);
    }
}

/* The choice of a thinker, or "": it gave none in time. */
static void take_answer(struct apart *apart, struct out out, const char *choice, const char *by)
{
    char *end;
    unsigned long number = strtoul(choice, &end, 10);
    bool good = choice[0] != '\0' && *end == '\0' && number < out.question->legal_count;
    if (good) {
        count(apart, 1, 0, 0);
        apart->hooks.answered(apart->hooks.context, out.question, (uint32_t)number,
                              (uint64_t)(postgres_now_ms() - out.sent_ms) * 1000);
        return;
    }
    if (choice[0] != '\0') {
        count(apart, 0, 0, 1);
        server_log("wrong_answer", "thinker=%s", by);
    }
    give_back(apart, out.question);
}

/* ---- the database ---- */

static bool collect(struct apart *apart, struct rd_problem *problem)
{
    const char *const value[] = { apart->me };
    const struct libpq *lib = apart->pq.lib;
    pq_rows rows =
        pq_ask(&apart->pq, "SELECT which, choice, by FROM think_collect($1)", value, 1, problem);
    int there = rows == NULL ? 0 : lib->rows(rows);
    for (int row = 0; row < there; row++) {
        int64_t number = strtoll(lib->value(rows, row, 0), NULL, 10);
        for (uint32_t i = 0; i < apart->outs; i++) {
            if (apart->out[i].number == number) {
                take_answer(apart, take_out(apart, i), lib->value(rows, row, 1),
                            lib->value(rows, row, 2));
                break;
            }
        }
    }
    pq_clear(&apart->pq, rows);
    return rows != NULL;
}

static bool ask_room(struct apart *apart, struct rd_problem *problem)
{
    const char *const value[] = { apart->me, apart->kind };
    pq_rows rows = pq_ask(&apart->pq, "SELECT think_room($1, $2)", value, 2, problem);
    if (rows != NULL) {
        set_room(apart, strtoll(apart->pq.lib->value(rows, 0, 0), NULL, 10));
    }
    pq_clear(&apart->pq, rows);
    return rows != NULL;
}

static bool put(struct apart *apart, struct core_question *question, struct rd_problem *problem)
{
    static const char sql[] =
        "WITH put AS (INSERT INTO question (asker, ticket, kind, body) VALUES ($1, $2, $3, $4))"
        " SELECT pg_notify('redoubt_question', '')";
    static const int is_binary[] = { 0, 0, 0, 1 };
    char number[POSTGRES_NUMBER];
    size_t size;
    uint8_t *bytes = core_question_write(question, &size);
    const char *const value[] = { apart->me, postgres_number(++apart->last, number), apart->kind,
                                  (const char *)bytes };
    const int length[] = { 0, 0, 0, (int)size };
    const struct libpq *lib = apart->pq.lib;
    struct out out = { question, apart->last, postgres_now_ms() };
    apart->out = rd_grown(apart->out, apart->outs, &apart->out_room, sizeof *apart->out);
    apart->out[apart->outs++] = out;
    count(apart, 0, 0, 0);
    pq_rows rows =
        lib->execute_with(apart->pq.connection, sql, 4, NULL, value, length, is_binary, 0);
    bool fine = lib->result_status(rows) == PQ_TUPLES_OK || pq_problem(&apart->pq, rows, problem);
    pq_clear(&apart->pq, rows);
    free(bytes);
    return fine;
}

static bool has_room(struct apart *apart)
{
    pthread_mutex_lock(&apart->lock);
    bool room = apart->room > 0;
    apart->room -= room;
    pthread_mutex_unlock(&apart->lock);
    return room;
}

static struct core_question *take_waiting(struct apart *apart)
{
    struct core_question *question = NULL;
    if (has_room(apart)) {
        question = apart->hooks.take(apart->hooks.context);
        pthread_mutex_lock(&apart->lock);
        apart->room += question == NULL;
        pthread_mutex_unlock(&apart->lock);
    }
    return question;
}

static bool send_all(struct apart *apart, struct rd_problem *problem)
{
    struct core_question *question;
    bool fine = true;
    while (fine &&
           ((question = next_offer(apart)) != NULL || (question = take_waiting(apart)) != NULL)) {
        fine = put(apart, question, problem);
    }
    return fine;
}

/* A question that the database has lost: somebody has emptied its table. */
static void drop_late(struct apart *apart)
{
    for (uint32_t i = apart->outs; i-- > 0;) {
        if (postgres_now_ms() - apart->out[i].sent_ms > LATE_MS) {
            give_back(apart, take_out(apart, i).question);
        }
    }
}

/* Questions are no records: nobody waits until they are on the disk. */
static bool reach(struct apart *apart, struct rd_problem *problem)
{
    uint8_t random[ID_ROOM / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(apart->me, sizeof apart->me, random, sizeof random);
    apart->tick_ms = 0;
    return pq_open(&apart->pq, apart->address, problem) &&
           pq_run(&apart->pq, "SET synchronous_commit = off; LISTEN redoubt_answer", problem);
}

/* ---- the thread ---- */

static bool is_stopped(struct apart *apart)
{
    pthread_mutex_lock(&apart->lock);
    bool stop = apart->stop;
    pthread_mutex_unlock(&apart->lock);
    return stop;
}

/* True: the database has said something. */
static bool wait(struct apart *apart, int64_t ms)
{
    const struct libpq *lib = apart->pq.lib;
    bool open = pq_is_alive(&apart->pq), heard = false;
    struct pollfd door[2] = { { .fd = apart->bell, .events = POLLIN },
                              { .fd = open ? lib->socket(apart->pq.connection) : -1,
                                .events = POLLIN } };
    poll(door, 2, (int)(ms > 0 ? ms : 0));
    if ((door[0].revents & POLLIN) != 0) {
        uint64_t rung;
        ssize_t ignored = read(apart->bell, &rung, sizeof rung);
        (void)ignored;
    }
    if (door[1].revents != 0) {
        heard = true;
        lib->consume(apart->pq.connection);
        for (struct pq_notice *notice; (notice = lib->notice(apart->pq.connection)) != NULL;) {
            lib->free_memory(notice);
        }
    }
    return heard;
}

/* What is to be done now. heard: there may be answers. */
static bool work(struct apart *apart, bool heard, struct rd_problem *problem)
{
    bool tick = postgres_now_ms() >= apart->tick_ms;
    if (tick) {
        bool idle = apart->outs == 0 && apart_count(apart).room == 0;
        apart->tick_ms = postgres_now_ms() + (idle ? IDLE_MS : TICK_MS);
        drop_late(apart);
    }
    return ((!tick && !heard) || (collect(apart, problem) && ask_room(apart, problem))) &&
           send_all(apart, problem);
}

static void give_up(struct apart *apart, const struct rd_problem *problem)
{
    pq_close(&apart->pq);
    give_all_back(apart);
    if (!apart->told) {
        server_log("thinkers_unreachable", "why=\"%s\"", problem->text);
        apart->told = true;
    }
    wait(apart, AGAIN_MS);
}

/* What is still asked goes with its asker: see think_room. */
static void forget(struct apart *apart)
{
    const char *const value[] = { apart->me };
    struct rd_problem ignored = { "" };
    if (pq_is_alive(&apart->pq)) {
        pq_clear(&apart->pq,
                 pq_ask(&apart->pq, "DELETE FROM asker WHERE id = $1", value, 1, &ignored));
    }
    pq_close(&apart->pq);
}

static void *talk(void *context)
{
    struct apart *apart = context;
    bool heard = false;
    while (!is_stopped(apart)) {
        struct rd_problem problem = { "" };
        if ((!pq_is_alive(&apart->pq) && !reach(apart, &problem)) ||
            !work(apart, heard, &problem)) {
            give_up(apart, &problem);
            continue;
        }
        apart->told = false;
        heard = wait(apart, apart->tick_ms - postgres_now_ms());
    }
    forget(apart);
    return NULL;
}

/* ---- for other threads ---- */

static void ring(struct apart *apart)
{
    const uint64_t once = 1;
    ssize_t ignored = write(apart->bell, &once, sizeof once);
    (void)ignored;
}

bool apart_offer(struct apart *apart, struct core_question *question)
{
    pthread_mutex_lock(&apart->lock);
    bool taken = apart->room > 0 && !question->at_home && core_question_is_long(question);
    if (taken) {
        apart->room--;
        apart->offered = rd_grown(apart->offered, apart->offers, &apart->offer_room,
                                  sizeof(struct core_question *));
        apart->offered[apart->offers++] = question;
    }
    pthread_mutex_unlock(&apart->lock);
    if (taken) {
        ring(apart);
    }
    return taken;
}

struct apart_counts apart_count(struct apart *apart)
{
    pthread_mutex_lock(&apart->lock);
    struct apart_counts counts = apart->counts;
    counts.room = apart->room;
    pthread_mutex_unlock(&apart->lock);
    return counts;
}

struct apart *apart_open(const char *address, const struct apart_hooks *hooks)
{
    struct apart *apart = calloc(1, sizeof *apart);
    RD_ASSERT(apart != NULL);
    apart->hooks = *hooks;
    snprintf(apart->address, sizeof apart->address, "%s", address);
    core_question_kind("redoubt " REDOUBT_VERSION, apart->kind);
    apart->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    RD_ASSERT(apart->bell >= 0);
    pthread_mutex_init(&apart->lock, NULL);
    int failed = pthread_create(&apart->thread, NULL, talk, apart);
    RD_ASSERT(failed == 0);
    return apart;
}

void apart_close(struct apart *apart)
{
    if (apart == NULL) {
        return;
    }
    pthread_mutex_lock(&apart->lock);
    apart->stop = true;
    pthread_mutex_unlock(&apart->lock);
    ring(apart);
    pthread_join(apart->thread, NULL);
    for (uint32_t i = 0; i < apart->outs; i++) {
        core_question_free(apart->out[i].question);
    }
    for (uint32_t i = 0; i < apart->offers; i++) {
        core_question_free(apart->offered[i]);
    }
    free(apart->out);
    free(apart->offered);
    pthread_mutex_destroy(&apart->lock);
    close(apart->bell);
    free(apart);
}
