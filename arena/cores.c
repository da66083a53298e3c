#include "arena/cores.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PROCESSES_MAX = 64, TEXT_ROOM = 1024, PATH_ROOM = 96 };

/* Processes that are still to be looked at: a tree without recursion. */
struct family {
    pid_t pid[PROCESSES_MAX];
    uint32_t count;
};

static bool read_text(const char *path, char text[TEXT_ROOM])
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, TEXT_ROOM - 1);
    if (file >= 0) {
        close(file);
    }
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

static void add_children(struct family *family, const char *text)
{
    char *end;
    for (int64_t pid; (pid = strtoll(text, &end, 10)) > 0 && end != text; text = end) {
        if (family->count < PROCESSES_MAX) {
            family->pid[family->count++] = (pid_t)pid;
        }
    }
}

static void look_at_thread(pid_t process, const char *thread, struct family *family,
                           struct cores_look *look)
{
    char path[PATH_ROOM], text[TEXT_ROOM];
    char *end;
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/schedstat", (int)process, thread);
    if (read_text(path, text)) {
        int64_t ran = strtoll(text, &end, 10) / 1000, waited = strtoll(end, NULL, 10) / 1000;
        look->ran_us += ran;
        look->waited_us = waited > look->waited_us ? waited : look->waited_us;
    }
    snprintf(path, sizeof path, "/proc/%d/task/%.16s/children", (int)process, thread);
    if (read_text(path, text)) {
        add_children(family, text);
    }
}

struct cores_look cores_look(pid_t process)
{
    struct family family = { .pid = { process }, .count = 1 };
    struct cores_look look = { 0, 0 };
    for (uint32_t i = 0; i < family.count; i++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "/proc/%d/task", (int)family.pid[i]);
        DIR *folder = opendir(path);
        for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
            if (entry->d_name[0] != '.') {
                look_at_thread(family.pid[i], entry->d_name, &family, &look);
            }
        }
        if (folder != NULL) {
            closedir(folder);
        }
    }
    return look;
}

int64_t cores_credit_us(const struct cores_look *before, const struct cores_look *after,
                        int64_t wall_us)
{
    int64_t ran = after->ran_us - before->ran_us, waited = after->waited_us - before->waited_us;
    int64_t idle = wall_us - (ran > 0 ? ran : 0);
    int64_t credit = waited < idle ? waited : idle;
    return credit < 0 ? 0 : credit;
}
