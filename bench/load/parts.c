/* play, echo, idle, hostile and bots. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/load/attack.h"
#include "bench/load/load.h"
#include "bench/load/players.h"
#include "bench/load/process.h"

/* Who has ended a turn waits for the other: to order once a second on average, one wants to order
 * more often. */
enum { PATH_ROOM = 4096, SEATING_S = 120, EVERY_US = 800000 };

#define OPTIONS "{\"turns\":300}"

/* What an event loop of ours and the server used together. */
struct usage {
    struct process server;
    char db[PATH_ROOM];
    double server_s, own_s, begun_s;
};

static bool start_on(struct usage *usage, const struct plan *plan, const char *db,
                     const char *const *more)
{
    snprintf(usage->db, sizeof usage->db, "%s", db);
    return process_start(&usage->server, plan->program, db, more);
}

static bool start(struct usage *usage, const struct plan *plan, const char *const *more)
{
    snprintf(usage->db, sizeof usage->db, "%s/server-load-%d.db", plan->folder, (int)getpid());
    process_forget(usage->db);
    return process_start(&usage->server, plan->program, usage->db, more);
}

static void stop(struct usage *usage)
{
    process_stop(&usage->server);
    process_forget(usage->db);
}

static void begin(struct usage *usage)
{
    usage->server_s = process_cpu_s(usage->server.pid);
    usage->own_s = own_cpu_s();
    usage->begun_s = (double)now_us() / 1e6;
}

static void end(struct usage *usage)
{
    double wall = (double)now_us() / 1e6 - usage->begun_s;
    usage->server_s = process_cpu_s(usage->server.pid) - usage->server_s;
    usage->own_s = own_cpu_s() - usage->own_s;
    printf("  %.1f s: the server used %.3f of a core, the clients %.2f; it has %.1f MB\n", wall,
           usage->server_s / wall, usage->own_s / wall,
           (double)process_memory(usage->server.pid) / 1e6);
}

/* ---- play ---- */

static bool seat_crowd(struct crowd *crowd, const struct plan *plan, int port)
{
    uint64_t begun = now_us(), limit = begun + SEATING_S * 1000000ull;
    crowd->game = plan->game;
    crowd->bot = rd_bot_find(plan->game, plan->bot);
    crowd->options = OPTIONS;
    crowd->every_us = EVERY_US;
    crowd->frames = plan->frames;
    bool fine = crowd_open(crowd, 2 * plan->matches, port);
    for (uint32_t i = 0; i < crowd->count; i++) {
        crowd->player[i].due_us = UINT64_MAX; /* nobody moves before all sit */
    }
    while (fine && !crowd_seated(crowd) && now_us() < limit) {
        crowd_play(crowd, now_us() + 50000);
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        crowd->player[i].due_us = now_us() + i * crowd->every_us / crowd->count;
    }
    printf("  %u sockets sat down in %.1f s\n", crowd->lines.open,
           (double)(now_us() - begun) / 1e6);
    if (!crowd_seated(crowd)) {
        printf("  NOT all of %u\n", crowd->count);
    }
    return fine && crowd_seated(crowd);
}

bool load_play(const struct plan *plan)
{
    struct usage usage = { .db = "" };
    struct crowd crowd = { .count = 0 };
    const char *const settings[] = { "--set", "connections=100000",
                                     plan->metrics == NULL ? NULL : "--set", plan->metrics, NULL };
    if (plan->db == NULL ? !start(&usage, plan, settings)
                         : !start_on(&usage, plan, plan->db, settings)) {
        return false;
    }
    uint64_t empty = process_memory(usage.server.pid);
    bool fine = seat_crowd(&crowd, plan, usage.server.port);
    if (fine) {
        crowd_play(&crowd, now_us() + 2000000); /* warm */
        crowd.counting = true;
        begin(&usage);
        crowd_play(&crowd, now_us() + (uint64_t)(plan->seconds * 1e6));
        end(&usage);
        printf("  a match with its two connections: %.1f KB\n",
               (double)(process_memory(usage.server.pid) - empty) / 1e3 / plan->matches);
        histogram_print(&crowd.acks, "  acknowledgements");
        printf("  refused %llu, closed by the server %llu, matches over %llu\n",
               (unsigned long long)crowd.refused, (unsigned long long)crowd.ended,
               (unsigned long long)crowd.matches_over);
        fine = gate("orders per second and seat",
                    (double)crowd.orders / plan->seconds / crowd.count, 1, false);
        fine = gate("p99 of an acknowledgement, ms", (double)histogram_at(&crowd.acks, 0.99) / 1000,
                    50, true) &&
               fine && crowd.ended == 0;
    }
    if (crowd.refused > 0) {
        printf("  the last refusal: %s\n", crowd.last_refusal);
    }
    crowd_close(&crowd);
    stop(&usage);
    return fine;
}

/* ---- echo ---- */

enum { ECHOES = 50, WINDOW = 16 };
#define ECHO "{\"cmd\":\"list\",\"id\":\"echo-sized\"}"

struct echo {
    struct lines lines;
    struct line line[ECHOES];
    uint32_t greeted;
    uint64_t answers, refused;
};

static void echo_opened(struct line *line)
{
    static const char hello[] = "{\"cmd\":\"hello\",\"id\":\"1\",\"version\":1,\"name\":\"echo\"}";
    line_send(line, hello, sizeof hello - 1);
}

static void echo_message(struct line *line, char *text, size_t size)
{
    struct echo *echo = line->user;
    uint32_t more = 1;
    (void)size;
    if (strstr(text, "\"token\"") != NULL) {
        echo->greeted++;
        more = WINDOW;
    } else {
        echo->answers++;
        echo->refused += strstr(text, "\"ok\":true") == NULL;
    }
    for (uint32_t i = 0; i < more; i++) {
        line_send(line, ECHO, sizeof ECHO - 1);
    }
}

static void echo_ended(struct line *line)
{
    struct echo *echo = line->user;
    echo->refused++;
}

static void echo_until(struct echo *echo, uint64_t until)
{
    while (now_us() < until) {
        lines_work(&echo->lines, 10);
    }
}

bool load_echo(const struct plan *plan)
{
    static const char *const generous[] = { "--set", "per_second=1000000", "--set", "burst=1000000",
                                            NULL };
    struct usage usage = { .db = "" };
    struct echo echo = { .greeted = 0 };
    if (!start(&usage, plan, generous)) {
        return false;
    }
    lines_open(&echo.lines);
    echo.lines.opened = echo_opened;
    echo.lines.message = echo_message;
    echo.lines.ended = echo_ended;
    for (uint32_t i = 0; i < ECHOES; i++) {
        echo.line[i].user = &echo;
        line_connect(&echo.lines, &echo.line[i], usage.server.port);
    }
    echo_until(&echo, now_us() + 1000000); /* warm */
    echo.answers = 0;
    begin(&usage);
    echo_until(&echo, now_us() + (uint64_t)(plan->seconds * 1e6));
    uint64_t answers = echo.answers;
    end(&usage);
    printf("  %llu messages of %d bytes and their answers, %llu refused\n",
           (unsigned long long)answers, (int)sizeof ECHO - 1, (unsigned long long)echo.refused);
    bool fine = gate("messages per second of the server's CPU time",
                     (double)answers / usage.server_s, 100000, false) &&
                echo.refused == 0;
    for (uint32_t i = 0; i < ECHOES; i++) {
        line_close(&echo.line[i]);
    }
    lines_close(&echo.lines);
    stop(&usage);
    return fine;
}

/* ---- idle ---- */

static void idle_message(struct line *line, char *text, size_t size)
{
    uint32_t *greeted = line->user;
    (void)size;
    *greeted += strstr(text, "\"token\"") != NULL;
}

static void idle_ended(struct line *line)
{
    (void)line;
}

bool load_idle(const struct plan *plan)
{
    struct usage usage = { .db = "" };
    struct lines lines = { .opened = echo_opened, .message = idle_message, .ended = idle_ended };
    uint32_t count = 2 * plan->matches, greeted = 0;
    struct line *line = calloc(count, sizeof *line);
    if (line == NULL || !start(&usage, plan, NULL)) {
        free(line);
        return false;
    }
    uint64_t before = process_memory(usage.server.pid), limit = now_us() + 60000000;
    lines_open(&lines);
    for (uint32_t i = 0; i < count; i++) {
        line[i].user = &greeted;
        line_connect(&lines, &line[i], usage.server.port);
        lines_work(&lines, 0);
    }
    while (greeted < count && now_us() < limit) {
        lines_work(&lines, 10);
    }
    usleep(500000);
    uint64_t after = process_memory(usage.server.pid);
    begin(&usage);
    usleep(2000000);
    end(&usage);
    printf("  %u connections that said hello: %.1f MB before, %.1f MB with them\n", greeted,
           (double)before / 1e6, (double)after / 1e6);
    bool fine =
        gate("bytes of a connection", (double)(after - before) / (greeted + 1e-9), 16384, true) &&
        greeted == count;
    for (uint32_t i = 0; i < count; i++) {
        line_close(&line[i]);
    }
    lines_close(&lines);
    free(line);
    stop(&usage);
    return fine;
}

/* ---- hostile ---- */

enum { HALF_OPEN = 1000 };

static struct histogram measure(struct crowd *crowd, double seconds)
{
    memset(&crowd->acks, 0, sizeof crowd->acks);
    crowd->counting = true;
    crowd_play(crowd, now_us() + (uint64_t)(seconds * 1e6));
    crowd->counting = false;
    return crowd->acks;
}

bool load_hostile(const struct plan *plan)
{
    static const char *const short_patience[] = { "--set", "handshake=2", "--set", "waiting=262144",
                                                  NULL };
    struct usage usage = { .db = "" };
    struct crowd crowd = { .count = 0 };
    struct plan small = *plan;
    small.matches = plan->matches / 20 + 1;
    if (!start(&usage, plan, short_patience)) {
        return false;
    }
    bool fine = seat_crowd(&crowd, &small, usage.server.port);
    if (fine) {
        struct histogram calm = measure(&crowd, plan->seconds);
        pid_t attackers = attack_start(usage.server.port, HALF_OPEN);
        crowd_play(&crowd, now_us() + 2000000);
        begin(&usage);
        struct histogram under = measure(&crowd, plan->seconds);
        end(&usage);
        attack_stop(attackers);
        histogram_print(&calm, "  acknowledgements in peace");
        histogram_print(&under, "  acknowledgements under attack");
        double before = (double)histogram_at(&calm, 0.99),
               after = (double)histogram_at(&under, 0.99);
        fine = gate("p99 under attack, as a multiple of p99 in peace or of the floor",
                    after / (before > plan->floor_us ? before : plan->floor_us), 2, true) &&
               crowd.ended == 0;
        printf("  of the good ones %llu were thrown out\n", (unsigned long long)crowd.ended);
    }
    crowd_close(&crowd);
    stop(&usage);
    return fine;
}

/* ---- bots ---- */

enum { RIVALS = 50, WARMING_S = 2 };

/* In a process of its own: reading for the one crowd must not wait for the other. Tells through
 * the pipe how many orders it got in. */
static void play_rivals(const struct plan *plan, int port, int tell)
{
    struct crowd rivals = { .game = plan->game,
                            .bot = rd_bot_find(plan->game, "random"),
                            .options = OPTIONS,
                            .rival = plan->rival,
                            .every_us = EVERY_US / 10 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (crowd_open(&rivals, RIVALS, port)) {
        crowd_play(&rivals, now_us() + WARMING_S * 1000000);
        rivals.counting = true;
        crowd_play(&rivals, now_us() + (uint64_t)(plan->seconds * 1e6));
    }
    _exit(write(tell, &rivals.orders, sizeof rivals.orders) != sizeof rivals.orders);
}

static pid_t start_rivals(const struct plan *plan, int port, int *hear)
{
    int ends[2];
    int failed = pipe(ends);
    RD_ASSERT(failed == 0);
    pid_t pid = fork();
    if (pid == 0) {
        play_rivals(plan, port, ends[1]);
    }
    close(ends[1]);
    *hear = ends[0];
    return pid;
}

static uint64_t end_rivals(pid_t pid, int hear)
{
    uint64_t orders = 0;
    bool heard = read(hear, &orders, sizeof orders) == sizeof orders;
    close(hear);
    waitpid(pid, NULL, 0);
    return heard ? orders : 0;
}

bool load_bots(const struct plan *plan)
{
    struct usage usage = { .db = "" };
    struct crowd crowd = { .count = 0 };
    struct plan small = *plan;
    int hear;
    small.matches = plan->matches / 20 + 1;
    if (!start(&usage, plan, NULL)) {
        return false;
    }
    bool fine = seat_crowd(&crowd, &small, usage.server.port);
    if (fine) {
        struct histogram calm = measure(&crowd, plan->seconds);
        pid_t rivals = start_rivals(plan, usage.server.port, &hear);
        crowd_play(&crowd, now_us() + WARMING_S * 1000000);
        begin(&usage);
        struct histogram busy = measure(&crowd, plan->seconds);
        end(&usage);
        uint64_t orders = end_rivals(rivals, hear);
        histogram_print(&calm, "  acknowledgements without bots");
        histogram_print(&busy, "  acknowledgements while bots think");
        printf("  %u matches against the bot %s got %llu orders in\n", RIVALS, plan->rival,
               (unsigned long long)orders);
        double before = (double)histogram_at(&calm, 0.99),
               after = (double)histogram_at(&busy, 0.99);
        fine = gate("p99 while bots think, as a multiple of p99 without or of the floor",
                    after / (before > plan->floor_us ? before : plan->floor_us), 2, true) &&
               orders > 0;
    }
    crowd_close(&crowd);
    stop(&usage);
    return fine;
}
