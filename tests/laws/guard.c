/* Trials in a child process: whatever they do to themselves, we live to tell. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"

void *shared_room(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("laws: mmap");
        exit(2);
    }
    return memory;
}

static void run_here(const struct trial_order *order)
{
    struct trial_order one = *order;
    for (uint32_t i = 0; i < order->games && !order->finding->broken; i++) {
        struct trial trial;
        one.seed = order->seed + i;
        if (trial_open(&trial, &one)) {
            trial_run(&trial);
        }
        trial_close(&trial);
    }
}

static void silence(void)
{
    if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL) {
        _exit(2);
    }
}

/* A build that measures coverage (tools/coverage) writes down its counts in exit(). Others need not
 * look for leaks in every child. */
#ifdef REDOUBT_COVERAGE
#define END_CHILD exit
#else
#define END_CHILD _exit
#endif

bool run_guarded(const struct trial_order *order, bool quiet)
{
    struct finding *finding = order->finding;
    finding->broken = finding->crashed = false;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        perror("laws: fork");
        exit(2);
    }
    if (child == 0) {
        if (quiet) {
            silence();
        }
        run_here(order);
        fflush(NULL);
        END_CHILD(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        finding->broken = finding->crashed = true;
        finding->steps = order->record->count;
        snprintf(finding->text, sizeof finding->text, "the program stopped (%s %d)",
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    }
    return finding->broken;
}
