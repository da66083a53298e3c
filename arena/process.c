#include "arena/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/call_filter.h"
#include "arena/cgroup.h"
#include "arena/keeper.h"
#include "arena/private_net.h"
#include "arena/sandbox.h"
#include "redoubt/base.h"

enum {
    PIECE = 1 << 16,        /* bytes read at once */
    WAITING_MAX = 16 << 20, /* bytes on their way to a program that does not read */
    SCRATCHES_MB = 128,     /* of the sandbox: they count as memory of its group */
    PROCESSES_MORE = 256,   /* that all programs may start beyond those there are */
    /* Where each has a group of its own: all programs are one user, and a limit that counts them
     * together would let one that starts many keep its neighbours from starting any. */
    PROCESSES_MANY = 1 << 15
};

struct bytes {
    char *at;
    size_t count, room;
};

struct process {
    pid_t keeper;
    int input, output, errors, life, report; /* our ends; -1 = closed */
    int listener;                            /* where it calls, or -1 */
    bool owns_listener;
    struct bytes sending;
    struct bytes heard; /* what it said and nobody took */
    size_t taken;       /* bytes of heard that the last line used */
    struct bytes error_text;
    char error_tail[PROCESS_TAIL_MAX];
    size_t error_tail_count;
    uint64_t errors_left_out;
    uint64_t said, said_max; /* bytes */
    bool flooded;
    bool terminate; /* its input stays open until it is dead */
    struct keeper_report end;
};

/* ---- bytes ---- */

static void bytes_add(struct bytes *bytes, const char *more, size_t count)
{
    if (count == 0) {
        return;
    }
    if (bytes->count + count > bytes->room) {
        bytes->room = 2 * (bytes->count + count);
        bytes->at = realloc(bytes->at, bytes->room);
        RD_ASSERT(bytes->at != NULL);
    }
    memcpy(bytes->at + bytes->count, more, count);
    bytes->count += count;
}

static void bytes_drop(struct bytes *bytes, size_t count)
{
    memmove(bytes->at, bytes->at + count, bytes->count - count);
    bytes->count -= count;
}

static void close_end(int *end)
{
    if (*end >= 0) {
        close(*end);
        *end = -1;
    }
}

int64_t process_now_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void process_prepare(void)
{
    signal(SIGPIPE, SIG_IGN);
}

/* ---- starting ---- */

/* All tasks of the machine and some more: a limit that a fork bomb meets and nobody else does. */
static int32_t processes_allowed(void)
{
    char line[128] = ""; /* "0.20 0.18 0.12 1/80 11206": of 80 tasks one is running */
    FILE *load = fopen("/proc/loadavg", "re");
    const char *slash =
        load != NULL && fgets(line, sizeof line, load) != NULL ? strchr(line, '/') : NULL;
    int64_t total = slash == NULL ? 0 : strtoll(slash + 1, NULL, 10);
    if (load != NULL) {
        fclose(load);
    }
    bool known = total > 0 && total < INT32_MAX / 2;
    return known ? (int32_t)total + PROCESSES_MORE : 16 * PROCESSES_MORE;
}

enum { INPUT, OUTPUT, ERRORS, LIFE, REPORT, PIPES };

static bool open_pipes(int pipes[PIPES][2])
{
    memset(pipes, -1, sizeof(int[PIPES][2]));
    for (uint32_t i = 0; i < PIPES; i++) {
        if (pipe2(pipes[i], O_CLOEXEC) != 0) {
            return false;
        }
    }
    return true;
}

static void close_pipes(int pipes[PIPES][2])
{
    for (uint32_t i = 0; i < PIPES; i++) {
        close_end(&pipes[i][0]);
        close_end(&pipes[i][1]);
    }
}

static pid_t fork_keeper(const struct process_plan *plan, int pipes[PIPES][2], int net)
{
    struct sandbox_plan box = { .command = plan->command,
                                .folder = plan->folder,
                                .alone = plan->alone,
                                .sandboxed = plan->sandboxed,
                                .has_net = net >= 0,
                                .scratch_mb = plan->scratch_mb };
    char **words = sandbox_words(&box);
    char **environment = sandbox_environment();
    struct cgroup group;
    struct keeper keeper = { .input = pipes[INPUT][0],
                             .output = pipes[OUTPUT][1],
                             .errors = pipes[ERRORS][1],
                             .life = pipes[LIFE][0],
                             .report = pipes[REPORT][1],
                             .net = net,
                             .memory_mb = plan->memory_mb,
                             .cpu_s = plan->cpu_s,
                             .terminate = plan->terminate,
                             .filtered = plan->sandboxed && call_filter_exists(),
                             .group = &group,
                             .words = words,
                             .environment = environment };
    cgroup_make(&group, PROCESSES_MORE, plan->memory_mb + SCRATCHES_MB + plan->scratch_mb);
    keeper.processes = group.processes[0] != '\0' ? PROCESSES_MANY : processes_allowed();
    pid_t pid = fork();
    if (pid == 0) {
        keeper_run(&keeper);
    }
    if (pid < 0) {
        cgroup_remove(&group);
    }
    sandbox_words_free(words);
    sandbox_words_free(environment);
    return pid;
}

static int ours(int end)
{
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
    return end;
}

/* The keeper; *listener gets the socket of a private network, if the program is to have one. */
static pid_t start_keeper(const struct process_plan *plan, int pipes[PIPES][2], int *listener)
{
    int net[2] = { -1, -1 };
    bool own_net = plan->calls && plan->sandboxed;
    if (!open_pipes(pipes) ||
        (own_net && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, net) != 0)) {
        return -1;
    }
    pid_t pid = fork_keeper(plan, pipes, net[1]);
    close_end(&net[1]);
    *listener = pid > 0 && own_net ? private_net_take(net[0]) : -1;
    close_end(&net[0]);
    return pid;
}

struct process *process_start(const struct process_plan *plan, struct rd_problem *problem)
{
    int pipes[PIPES][2], listener;
    pid_t pid = start_keeper(plan, pipes, &listener);
    if (pid < 0) {
        rd_problem_at(problem, NULL, "'%.200s' can't be started: %s", plan->command,
                      strerror(errno));
        close_pipes(pipes);
        return NULL;
    }
    struct process *process = calloc(1, sizeof *process);
    RD_ASSERT(process != NULL);
    process->keeper = pid;
    process->end.status = -1;
    process->owns_listener = plan->calls && plan->sandboxed;
    process->listener = process->owns_listener ? listener : plan->calls ? plan->listener : -1;
    process->input = ours(pipes[INPUT][1]);
    process->output = ours(pipes[OUTPUT][0]);
    process->errors = ours(pipes[ERRORS][0]);
    process->life = pipes[LIFE][1];
    process->report = pipes[REPORT][0];
    process->said_max = (uint64_t)plan->output_mb << 20;
    process->terminate = plan->terminate;
    close(pipes[INPUT][0]);
    close(pipes[OUTPUT][1]);
    close(pipes[ERRORS][1]);
    close(pipes[LIFE][0]);
    close(pipes[REPORT][1]);
    return process;
}

/* ---- talking ---- */

void process_send(struct process *process, const char *bytes, size_t size)
{
    if (process->input >= 0 && process->sending.count + size <= WAITING_MAX) {
        bytes_add(&process->sending, bytes, size);
    }
}

static void push(struct process *process)
{
    ssize_t sent = write(process->input, process->sending.at, process->sending.count);
    if (sent > 0) {
        bytes_drop(&process->sending, (size_t)sent);
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
        close_end(&process->input); /* it no longer listens; what it says still counts */
    }
}

/* Bytes read, 0 for none now; the end is closed after the last. */
static size_t pull(int *end, char piece[PIECE])
{
    ssize_t size = read(*end, piece, PIECE);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        close_end(end);
    }
    return size > 0 ? (size_t)size : 0;
}

static void keep_tail(struct process *process, const char *piece, size_t size)
{
    if (size > PROCESS_TAIL_MAX) {
        piece += size - PROCESS_TAIL_MAX;
        size = PROCESS_TAIL_MAX;
    }
    size_t room = PROCESS_TAIL_MAX - size, count = process->error_tail_count;
    size_t kept = count < room ? count : room;
    memmove(process->error_tail, process->error_tail + count - kept, kept);
    memcpy(process->error_tail + kept, piece, size);
    process->error_tail_count = kept + size;
}

static void pull_errors(struct process *process, char piece[PIECE])
{
    size_t size = pull(&process->errors, piece);
    keep_tail(process, piece, size);
    size_t room = PROCESS_ERRORS_MAX - process->error_text.count;
    size_t kept = size < room ? size : room;
    bytes_add(&process->error_text, piece, kept);
    process->errors_left_out += size - kept;
}

static void pull_output(struct process *process, char piece[PIECE])
{
    size_t size = pull(&process->output, piece);
    process->said += size;
    process->flooded = process->flooded || process->said > process->said_max ||
                       process->heard.count + size > (size_t)2 * PROCESS_LINE_MAX;
    if (!process->flooded) {
        bytes_add(&process->heard, piece, size);
    }
}

enum { ENDS = 3 };

static int no_longer(int64_t wait_ms)
{
    return wait_ms < 0 ? 0 : wait_ms > 1000 ? 1000 : (int)wait_ms;
}

static void fill_ends(const struct process *process, struct pollfd ends[ENDS])
{
    ends[0] = (struct pollfd){ .fd = process->output, .events = POLLIN };
    ends[1] = (struct pollfd){ .fd = process->errors, .events = POLLIN };
    ends[2] = (struct pollfd){ .fd = process->sending.count > 0 ? process->input : -1,
                               .events = POLLOUT };
}

/* What poll() found. */
static void use_ends(struct process *process, const struct pollfd ends[ENDS])
{
    char piece[PIECE];
    if (ends[1].revents != 0) {
        pull_errors(process, piece);
    }
    if (ends[0].revents != 0) {
        pull_output(process, piece);
    }
    if (ends[2].revents != 0) {
        push(process);
    }
}

/* Whatever can be read or written now, waiting for it at most so long. */
static void exchange(struct process *process, int64_t wait_ms)
{
    struct pollfd ends[ENDS];
    fill_ends(process, ends);
    if (poll(ends, ENDS, no_longer(wait_ms)) > 0) {
        use_ends(process, ends);
    }
}

int process_listener(const struct process *process)
{
    return process->listener;
}

enum process_event process_attend(struct process *process, struct pollfd *others, uint32_t count,
                                  int64_t wait_ms)
{
    struct pollfd all[ENDS + ATTEND_MAX];
    RD_ASSERT(count <= ATTEND_MAX);
    fill_ends(process, all);
    memcpy(all + ENDS, others, count * sizeof *others);
    if (process->output >= 0 && poll(all, ENDS + count, no_longer(wait_ms)) > 0) {
        use_ends(process, all);
        memcpy(others, all + ENDS, count * sizeof *others);
        process->heard.count = 0;
    }
    return process->flooded ? PROCESS_FLOOD : process->output < 0 ? PROCESS_GONE : PROCESS_SAID;
}

static bool take_line(struct process *process, const char **line, size_t *length)
{
    struct bytes *heard = &process->heard;
    char *end = heard->count == 0 ? NULL : memchr(heard->at, '\n', heard->count);
    if (end == NULL && (process->output >= 0 || heard->count == 0)) {
        return false;
    }
    *line = heard->at;
    *length = end == NULL ? heard->count : (size_t)(end - heard->at);
    process->taken = *length + (end != NULL);
    if (*length > 0 && heard->at[*length - 1] == '\r') {
        --*length;
    }
    return true;
}

enum process_event process_listen(struct process *process, int64_t until_ms, const char **line,
                                  size_t *length)
{
    if (process->taken > 0) {
        bytes_drop(&process->heard, process->taken);
        process->taken = 0;
    }
    for (bool last = false;;) {
        if (process->flooded || process->heard.count > 2 * (size_t)PROCESS_LINE_MAX) {
            return PROCESS_FLOOD;
        }
        if (take_line(process, line, length)) {
            return *length <= PROCESS_LINE_MAX ? PROCESS_SAID : PROCESS_FLOOD;
        }
        if (process->output < 0) {
            return PROCESS_GONE;
        }
        if (process->heard.count > PROCESS_LINE_MAX) {
            return PROCESS_FLOOD;
        }
        if (last) {
            return PROCESS_LATE;
        }
        int64_t left = until_ms - process_now_ms();
        last = left <= 0;
        exchange(process, left);
    }
}

const char *process_last_errors(const struct process *process, size_t *length)
{
    *length = process->error_tail_count;
    return process->error_tail;
}

const char *process_errors(const struct process *process, size_t *length, uint64_t *left_out)
{
    *length = process->error_text.count;
    *left_out = process->errors_left_out;
    return process->error_text.at == NULL ? "" : process->error_text.at;
}

/* ---- ending ---- */

static void tell_end(int status, char *how, size_t size)
{
    if (status < 0) {
        snprintf(how, size, "could not be started");
    } else if (WIFSIGNALED(status)) {
        snprintf(how, size, "ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else {
        snprintf(how, size, "exit status %d", WEXITSTATUS(status));
    }
}

/* While the keeper works, somebody must go on reading: a program may hang in a write. */
static void wait_for_report(struct process *process)
{
    char piece[PIECE];
    for (bool reported = false; !reported;) {
        struct pollfd ends[3] = { { .fd = process->report, .events = POLLIN },
                                  { .fd = process->errors, .events = POLLIN },
                                  { .fd = process->output, .events = POLLIN } };
        if (poll(ends, 3, -1) < 0) {
            continue;
        }
        if (ends[1].revents != 0) {
            pull_errors(process, piece);
        }
        if (ends[2].revents != 0) {
            pull(&process->output, piece); /* too late to matter */
        }
        if (ends[0].revents != 0) {
            ssize_t size = read(process->report, &process->end, sizeof process->end);
            reported = size >= 0 || errno != EINTR;
        }
    }
    for (uint32_t i = 0; i < 64 && process->errors >= 0; i++) {
        pull_errors(process, piece); /* all writers are dead: this ends */
    }
}

struct cores_look process_look(const struct process *process)
{
    return cores_look(process->keeper);
}

struct process_use process_used(const struct process *process)
{
    struct process_use use = { process->end.cpu_ms, process->end.memory_kb };
    return use;
}

void process_end(struct process *process, char *how, size_t size)
{
    if (!process->terminate) {
        exchange(process, 0); /* the last words for it */
        close_end(&process->input);
    }
    close_end(&process->life);
    wait_for_report(process);
    tell_end(process->end.status, how, size);
    close_end(&process->input);
    close_end(&process->output);
    close_end(&process->errors);
    close_end(&process->report);
    if (process->owns_listener) {
        close_end(&process->listener);
    }
    while (waitpid(process->keeper, NULL, 0) < 0 && errno == EINTR) {
    }
}

void process_free(struct process *process)
{
    if (process != NULL) {
        free(process->sending.at);
        free(process->heard.at);
        free(process->error_text.at);
        free(process);
    }
}
