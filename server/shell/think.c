#include "server/shell/think.h"

#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/core/question.h"
#include "server/shell/postgres.h"

enum {
    TICK_MS = 300,   /* between two signs of life; the database knows it for 2 s */
    AGAIN_MS = 1000, /* until the next try to reach the database */
    NONE = -1,
    NAME_ROOM = 33,
    ASKER_ROOM = 65
};

/* One thread, and what it thinks about. */
struct desk {
    struct thinkers *all;
    enum { DESK_FREE, DESK_THINKING, DESK_DONE } is;
    struct core_question *question;
    char asker[ASKER_ROOM], ticket[POSTGRES_NUMBER];
    uint32_t choice;
    pthread_t thread;
};

struct thinkers {
    const struct think_plan *plan;
    char me[NAME_ROOM], kind[CORE_KIND_ROOM], other[CORE_KIND_ROOM];
    struct pq pq;
    struct desk desk[THINK_THREADS_MAX];
    uint32_t threads;
    uint64_t answers;
    int64_t tick_ms;
    bool told;            /* that the database is away */
    pthread_mutex_t lock; /* of the desks */
    pthread_cond_t more;
    bool stop;
    int bell; /* rings when an answer is there */
};

/* ---- thinking ---- */

static void *think(void *context)
{
    struct desk *desk = context;
    struct thinkers *all = desk->all;
    const uint64_t once = 1;
    pthread_mutex_lock(&all->lock);
    while (!all->stop) {
        if (desk->is != DESK_THINKING) {
            pthread_cond_wait(&all->more, &all->lock);
            continue;
        }
        pthread_mutex_unlock(&all->lock);
        uint32_t choice = core_question_choose(desk->question);
        pthread_mutex_lock(&all->lock);
        desk->choice = choice;
        desk->is = DESK_DONE;
        ssize_t ignored = write(all->bell, &once, sizeof once);
        (void)ignored;
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

static void clear(struct desk *desk)
{
    core_question_free(desk->question);
    desk->question = NULL;
    desk->is = DESK_FREE;
}

static struct desk *find_desk(struct thinkers *all, int is)
{
    struct desk *found = NULL;
    pthread_mutex_lock(&all->lock);
    for (uint32_t i = 0; i < all->threads && found == NULL; i++) {
        found = (int)all->desk[i].is == is ? &all->desk[i] : NULL;
    }
    pthread_mutex_unlock(&all->lock);
    return found;
}

static uint32_t free_desks(struct thinkers *all)
{
    uint32_t count = 0;
    pthread_mutex_lock(&all->lock);
    for (uint32_t i = 0; i < all->threads; i++) {
        count += all->desk[i].is == DESK_FREE;
    }
    pthread_mutex_unlock(&all->lock);
    return count;
}

/* ---- questions ---- */

/* choice: NONE if it can't be thought about here; then whoever asked does it. */
static bool answer(struct thinkers *all, const char *asker, const char *ticket, int64_t choice,
                   struct rd_problem *problem)
{
    char number[POSTGRES_NUMBER];
    const char *const value[] = { all->me, asker, ticket, postgres_number(choice, number) };
    pq_rows rows = pq_ask(&all->pq, "SELECT think_answer($1, $2, $3, $4)", value, 4, problem);
    all->answers += rows != NULL && all->pq.lib->value(rows, 0, 0)[0] == 't';
    pq_clear(&all->pq, rows);
    return rows != NULL;
}

/* An answer that nobody can be given is lost: the question goes to somebody else. */
static bool answer_all(struct thinkers *all, struct rd_problem *problem)
{
    bool fine = true;
    for (struct desk *desk; fine && (desk = find_desk(all, DESK_DONE)) != NULL;) {
        fine = answer(all, desk->asker, desk->ticket, desk->choice, problem);
        clear(desk);
    }
    return fine;
}

static struct core_question *read_question(const char *hex, struct rd_problem *problem)
{
    size_t size = 0, digits = strlen(hex);
    uint8_t *bytes = malloc(digits / 2 + 1);
    RD_ASSERT(bytes != NULL);
    struct core_question *question = NULL;
    if (sodium_hex2bin(bytes, digits / 2, hex, digits, NULL, &size, NULL) == 0) {
        question = core_question_read(bytes, size, problem);
    }
    free(bytes);
    return question;
}

static void begin(struct thinkers *all, struct core_question *question, const char *asker,
                  const char *ticket)
{
    struct desk *desk = find_desk(all, DESK_FREE);
    if (desk == NULL) { /* more than were asked for */
        core_question_free(question);
        return;
    }
    snprintf(desk->asker, sizeof desk->asker, "%s", asker);
    snprintf(desk->ticket, sizeof desk->ticket, "%s", ticket);
    pthread_mutex_lock(&all->lock);
    desk->question = question;
    desk->is = DESK_THINKING;
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
}

static bool take_one(struct thinkers *all, const struct pg_result *rows, int row,
                     struct rd_problem *problem)
{
    struct rd_problem why = { "this is no question" };
    const struct libpq *lib = all->pq.lib;
    const char *asker = lib->value(rows, row, 0), *ticket = lib->value(rows, row, 1);
    struct core_question *question = read_question(lib->value(rows, row, 2), &why);
    if (question == NULL) {
        all->plan->on_word(why.text);
        return answer(all, asker, ticket, NONE, problem);
    }
    begin(all, question, asker, ticket);
    return true;
}

static bool take(struct thinkers *all, struct rd_problem *problem)
{
    char many[POSTGRES_NUMBER];
    const char *const value[] = { all->me, postgres_number(free_desks(all), many) };
    if (many[0] == '0') {
        return true;
    }
    pq_rows rows =
        pq_ask(&all->pq, "SELECT whose, which, bytes FROM think_take($1, $2)", value, 2, problem);
    bool fine = rows != NULL;
    for (int row = 0; fine && row < all->pq.lib->rows(rows); row++) {
        fine = take_one(all, rows, row, problem);
    }
    pq_clear(&all->pq, rows);
    return fine;
}

/* ---- the database ---- */

/* Servers of another version get no answers from here; that they are there is said once. */
static void tell_other(struct thinkers *all, const char *other)
{
    char sentence[3 * CORE_KIND_ROOM];
    if (strcmp(all->other, other) != 0 && other[0] != '\0') {
        snprintf(sentence, sizeof sentence,
                 "a server asks for %s, and this is %s: use the same version", other, all->kind);
        all->plan->on_word(sentence);
    }
    snprintf(all->other, sizeof all->other, "%s", other);
}

static bool is_there(struct thinkers *all, struct rd_problem *problem)
{
    char threads[POSTGRES_NUMBER];
    const char *const value[] = { all->me, all->kind, postgres_number(all->threads, threads) };
    pq_rows rows = pq_ask(&all->pq, "SELECT think_here($1, $2, $3)", value, 3, problem);
    if (rows != NULL) {
        tell_other(all, all->pq.lib->value(rows, 0, 0));
    }
    pq_clear(&all->pq, rows);
    all->tick_ms = postgres_now_ms() + TICK_MS;
    return rows != NULL;
}

static bool reach(struct thinkers *all, struct rd_problem *problem)
{
    return pq_open(&all->pq, all->plan->address, problem) &&
           postgres_is_good_place(&all->pq, problem) &&
           postgres_has_session(&all->pq, all->plan->address, problem) &&
           pq_run(&all->pq, "SET synchronous_commit = off; LISTEN redoubt_question", problem) &&
           is_there(all, problem);
}

static bool is_stopped(const struct thinkers *all)
{
    return all->plan->stop != NULL && *all->plan->stop != 0;
}

/* Until an answer is there, the database says something, or it is time for a sign of life. */
static void wait(struct thinkers *all, int64_t ms)
{
    const struct libpq *lib = all->pq.lib;
    struct pollfd door[2] = { { .fd = all->bell, .events = POLLIN },
                              { .fd = pq_is_alive(&all->pq) ? lib->socket(all->pq.connection) : -1,
                                .events = POLLIN } };
    poll(door, 2, (int)(ms > 0 ? ms : 0));
    uint64_t rung;
    ssize_t ignored = read(all->bell, &rung, sizeof rung);
    (void)ignored;
    if (door[1].revents != 0) {
        lib->consume(all->pq.connection);
        for (struct pq_notice *notice; (notice = lib->notice(all->pq.connection)) != NULL;) {
            lib->free_memory(notice);
        }
    }
}

static bool work(struct thinkers *all, struct rd_problem *problem)
{
    return (pq_is_alive(&all->pq) || reach(all, problem)) && answer_all(all, problem) &&
           (postgres_now_ms() < all->tick_ms || is_there(all, problem)) && take(all, problem);
}

static void serve(struct thinkers *all)
{
    while (!is_stopped(all)) {
        struct rd_problem problem = { "" };
        bool fine = work(all, &problem);
        if (!fine) {
            pq_close(&all->pq);
        }
        if (fine == all->told) {
            all->plan->on_word(fine ? "the database is there again" : problem.text);
            all->told = !fine;
        }
        wait(all, fine ? all->tick_ms - postgres_now_ms() : AGAIN_MS);
    }
}

/* ---- beginning and end ---- */

static void leave(struct thinkers *all)
{
    const char *const value[] = { all->me };
    struct rd_problem ignored = { "" };
    if (pq_is_alive(&all->pq)) {
        pq_clear(&all->pq, pq_ask(&all->pq, "SELECT think_leave($1)", value, 1, &ignored));
    }
    pq_close(&all->pq);
}

static void name_self(struct thinkers *all)
{
    uint8_t random[NAME_ROOM / 2];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(all->me, sizeof all->me, random, sizeof random);
    core_question_kind("redoubt " REDOUBT_VERSION, all->kind);
}

static void open_desks(struct thinkers *all)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t wanted = all->plan->threads == 0 ? (uint32_t)cores : all->plan->threads;
    all->threads = wanted < THINK_THREADS_MAX ? wanted : THINK_THREADS_MAX;
    all->bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    RD_ASSERT(all->bell >= 0);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->more, NULL);
    for (uint32_t i = 0; i < all->threads; i++) {
        all->desk[i].all = all;
        int failed = pthread_create(&all->desk[i].thread, NULL, think, &all->desk[i]);
        RD_ASSERT(failed == 0);
    }
}

static void close_desks(struct thinkers *all)
{
    pthread_mutex_lock(&all->lock);
    all->stop = true;
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
    for (uint32_t i = 0; i < all->threads; i++) {
        pthread_join(all->desk[i].thread, NULL);
        core_question_free(all->desk[i].question);
    }
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->more);
    close(all->bell);
}

bool think_run(const struct think_plan *plan, uint64_t *answers, struct rd_problem *problem)
{
    struct thinkers *all = calloc(1, sizeof *all);
    RD_ASSERT(all != NULL);
    all->plan = plan;
    bool fine =
        sodium_init() >= 0 || rd_problem_at(problem, NULL, "the system gives no random numbers");
    if (fine) {
        name_self(all);
        open_desks(all);
        fine = reach(all, problem);
        if (fine) {
            plan->on_word("ready");
            serve(all);
        }
        leave(all);
        close_desks(all);
    }
    *answers = all->answers;
    free(all);
    return fine;
}
