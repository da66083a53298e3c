#include "arena/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/call_filter.h"
#include "arena/cgroup.h"
#include "arena/private_net.h"
#include "arena/process.h"
#include "arena/sandbox.h"

enum {
    NOT_RUN = 127,    /* as shells have it */
    LOOK_MS = 50,     /* how often ended processes are waited for while the program plays */
    ROUNDS_MAX = 5000 /* of killing, a millisecond each */
};

/* ---- becoming the program -------------------------------------------------------------------- */

static void limit(int what, uint64_t value)
{
    struct rlimit limit = { value, value };
    setrlimit(what, &limit);
}

static void set_limits(const struct keeper *keeper)
{
    limit(RLIMIT_DATA, (uint64_t)keeper->memory_mb << 20);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, (uint64_t)64 << 20);
    limit(RLIMIT_NOFILE, 256);
    limit(RLIMIT_NPROC, (uint64_t)keeper->processes);
    if (keeper->cpu_s > 0) {
        limit(RLIMIT_CPU, (uint64_t)keeper->cpu_s);
    }
}

static void default_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become(const struct keeper *keeper)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    default_signals();
    if (keeper->net >= 0 && !private_net_enter(keeper->net)) {
        _exit(NOT_RUN);
    }
    if (dup2(keeper->input, STDIN_FILENO) < 0 || dup2(keeper->output, STDOUT_FILENO) < 0 ||
        dup2(keeper->errors, STDERR_FILENO) < 0) {
        _exit(NOT_RUN);
    }
    close_range(STDERR_FILENO + 1, ~0u, 0);
    int filter = keeper->filtered ? call_filter_open(keeper->net >= 0) : -1;
    if (keeper->filtered && filter != SANDBOX_FILTER && dup2(filter, SANDBOX_FILTER) < 0) {
        _exit(NOT_RUN);
    }
    cgroup_enter(keeper->group);
    set_limits(keeper);
    execvpe(keeper->words[0], keeper->words, keeper->environment);
    _exit(NOT_RUN);
}

/* ---- ending it ---- */

static void rest(int32_t ms)
{
    struct timespec time = { ms / 1000, (ms % 1000) * 1000000L };
    nanosleep(&time, NULL);
}

/* Everybody who has died. False: nobody is left. */
static bool reap(pid_t program, int *status)
{
    int how;
    pid_t pid;
    while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
        if (pid == program) {
            *status = how;
        }
    }
    return pid == 0 || errno != ECHILD;
}

/* Those whose parents died have become our children. */
static void kill_children(void)
{
    char list[4096];
    int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, list, sizeof list - 1);
    pid_t pid = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (list[i] >= '0' && list[i] <= '9') {
            pid = pid * 10 + (list[i] - '0');
        } else if (pid > 1) {
            kill(pid, SIGKILL);
            pid = 0;
        }
    }
    if (file >= 0) {
        close(file);
    }
}

/* True: it ended by itself within this time. */
static bool wait_for(pid_t program, int *status, int32_t ms)
{
    for (; ms > 0 && *status < 0; ms--) {
        if (!reap(program, status) || *status >= 0) {
            break;
        }
        rest(1);
    }
    return *status >= 0;
}

static void end_program(const struct keeper *keeper, pid_t program, int *status)
{
    reap(program, status);
    if (keeper->terminate || !wait_for(program, status, PROCESS_GRACE_MS)) {
        kill(-program, SIGTERM);
        wait_for(program, status, PROCESS_GRACE_MS);
    }
    for (uint32_t round = 0; round < ROUNDS_MAX && reap(program, status); round++) {
        kill(-program, SIGKILL);
        kill_children();
        rest(1);
    }
}

static void wait_for_end(int life, pid_t program, int *status)
{
    struct pollfd alive = { .fd = life, .events = POLLIN };
    while (poll(&alive, 1, LOOK_MS) <= 0) {
        reap(program, status);
    }
}

static struct keeper_report sum_up(int status)
{
    struct rusage used;
    struct keeper_report report = { .status = status };
    if (getrusage(RUSAGE_CHILDREN, &used) == 0) {
        report.cpu_ms = (uint32_t)(1000 * (used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                                   (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000);
        report.memory_kb = (uint32_t)used.ru_maxrss;
    }
    return report;
}

_Noreturn void keeper_run(const struct keeper *keeper)
{
    int status = -1;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t program = fork();
    if (program == 0) {
        become(keeper);
    }
    /* Copies of other programs' pipes would keep those open. */
    int life = dup2(keeper->life, STDIN_FILENO), report = dup2(keeper->report, STDOUT_FILENO);
    close_range(STDERR_FILENO, ~0u, 0);
    setsid(); /* Ctrl-C is for the arena, which then closes life */
    default_signals();
    if (program > 0) {
        wait_for_end(life, program, &status);
        end_program(keeper, program, &status);
    }
    struct keeper_report words = sum_up(status);
    uint32_t peak_kb = cgroup_peak_kb(keeper->group);
    words.memory_kb = peak_kb > 0 ? peak_kb : words.memory_kb;
    cgroup_remove(keeper->group);
    while (write(report, &words, sizeof words) < 0 && errno == EINTR) {
    }
    _exit(0);
}
