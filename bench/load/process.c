#include "bench/load/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/load/line.h"

enum { PATH_ROOM = 4096 };

static void become_server(const char *program, const char *db, const char *const *more, int out)
{
    const char *args[PROCESS_ARGS] = { program, "serve", "--port", "0", "--db", db, "--quiet" };
    uint32_t count = 7;
    for (; more != NULL && *more != NULL && count < PROCESS_ARGS - 1; more++) {
        args[count++] = *more;
    }
    dup2(out, STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it must not outlive a measurement that was broken off */
    union {                           /* execv changes nothing */
        const char **given;
        char *const *wanted;
    } list = { args };
    execv(program, list.wanted);
    perror(program);
    _exit(127);
}

static int read_port(int in)
{
    char text[128] = "";
    size_t used = 0;
    ssize_t got;
    while (strchr(text, '\n') == NULL && used < sizeof text - 1 &&
           (got = read(in, text + used, sizeof text - 1 - used)) > 0) {
        used += (size_t)got;
        text[used] = '\0';
    }
    const char *colon = strrchr(text, ':');
    return colon == NULL ? 0 : atoi(colon + 1);
}

bool process_start(struct process *process, const char *program, const char *db,
                   const char *const *more)
{
    int ends[2];
    uint64_t begun = now_us();
    if (pipe(ends) != 0) {
        return false;
    }
    process->pid = fork();
    if (process->pid == 0) {
        close(ends[0]);
        become_server(program, db, more, ends[1]);
    }
    close(ends[1]);
    process->port = read_port(ends[0]);
    process->ready_s = (double)(now_us() - begun) / 1e6;
    close(ends[0]);
    return process->port > 0;
}

void process_stop(struct process *process)
{
    int status = 0;
    kill(process->pid, SIGTERM);
    waitpid(process->pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "the server ended with status %d\n", status);
    }
}

double process_cpu_s(pid_t pid)
{
    char path[64], text[1024] = "";
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return 0;
    }
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = '\0';
    const char *rest = strrchr(text, ')');
    if (rest != NULL) {
        sscanf(rest + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
    }
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

uint64_t process_memory(pid_t pid)
{
    char path[64], line[256];
    unsigned long long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "RssAnon: %llu", &kib) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return (uint64_t)kib * 1024;
}

void process_forget(const char *db)
{
    static const char *const endings[] = { "", "-wal", "-shm", ".lock", ".admin", ".mark" };
    char path[PATH_ROOM + 16];
    for (uint32_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(path, sizeof path, "%s%s", db, endings[i]);
        unlink(path);
    }
}
