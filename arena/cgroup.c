#include "arena/cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"

/* Where our groups are made: below the group that we are in ourselves. */
static struct {
    bool tried, is_new; /* version 2 */
    char processes[CGROUP_PATH_ROOM], memory[CGROUP_PATH_ROOM];
} parents;

static bool write_text(const char *folder, const char *file, const char *text)
{
    char path[CGROUP_PATH_ROOM + 64];
    struct rd_text name = rd_text_into(path, sizeof path);
    rd_text_add(&name, "%s/%s", folder, file);
    int out = open(path, O_WRONLY | O_CLOEXEC);
    bool fine = out >= 0 && write(out, text, strlen(text)) == (ssize_t)strlen(text);
    if (out >= 0) {
        close(out);
    }
    return fine;
}

static bool exists(const char *folder, const char *file)
{
    char path[CGROUP_PATH_ROOM + 64];
    struct rd_text name = rd_text_into(path, sizeof path);
    rd_text_add(&name, "%s/%s", folder, file);
    return access(path, F_OK) == 0;
}

/* A folder of ours with a name that nobody else has. */
static bool make_below(const char *parent, char out[CGROUP_PATH_ROOM])
{
    static atomic_uint count;
    struct rd_text name = rd_text_into(out, CGROUP_PATH_ROOM);
    rd_text_add(&name, "%s/redoubt-%d-%u", parent, (int)getpid(), atomic_fetch_add(&count, 1));
    if (parent[0] == '\0' || mkdir(out, 0755) != 0) {
        out[0] = '\0';
        return false;
    }
    return true;
}

/* True: a group made there has the file that limits. */
static bool can_limit(const char *parent, const char *file)
{
    char trial[CGROUP_PATH_ROOM];
    bool fine = make_below(parent, trial) && exists(trial, file) && exists(trial, "cgroup.procs");
    if (trial[0] != '\0') {
        rmdir(trial);
    }
    return fine;
}

/* A line "4:memory:/path" of /proc/self/cgroup; in version 2 "0::/path". */
static void take_line(char *line)
{
    char *kind = strchr(line, ':'), *path = kind == NULL ? NULL : strchr(kind + 1, ':');
    if (path == NULL) {
        return;
    }
    *path++ = '\0';
    path[strcspn(path, "\n")] = '\0';
    const char *place = strcmp(path, "/") == 0 ? "" : path;
    struct rd_text text;
    if (strcmp(kind + 1, "pids") == 0) {
        text = rd_text_into(parents.processes, sizeof parents.processes);
        rd_text_add(&text, "/sys/fs/cgroup/pids%s", place);
    } else if (strcmp(kind + 1, "memory") == 0) {
        text = rd_text_into(parents.memory, sizeof parents.memory);
        rd_text_add(&text, "/sys/fs/cgroup/memory%s", place);
    } else if (kind[1] == '\0' && access("/sys/fs/cgroup/cgroup.controllers", F_OK) == 0) {
        parents.is_new = true;
        text = rd_text_into(parents.processes, sizeof parents.processes);
        rd_text_add(&text, "/sys/fs/cgroup%s", place);
        memcpy(parents.memory, parents.processes, sizeof parents.memory);
    }
}

/* In version 2 a group that gives its controllers on may hold no process itself: so whoever runs
 * us must have delegated the group and put us into one below. Then its parent is the place. */
static void find_place_of_version_2(void)
{
    char *slash = strrchr(parents.processes, '/');
    if (!can_limit(parents.processes, "pids.max") && slash != NULL) {
        *slash = '\0';
        memcpy(parents.memory, parents.processes, sizeof parents.memory);
    }
}

static void try_them(void)
{
    char line[CGROUP_PATH_ROOM];
    FILE *file = fopen("/proc/self/cgroup", "re");
    parents.tried = true;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        take_line(line);
    }
    if (file != NULL) {
        fclose(file);
    }
    if (parents.is_new) {
        find_place_of_version_2();
    }
    if (!can_limit(parents.processes, "pids.max")) {
        parents.processes[0] = '\0';
    }
    if (!can_limit(parents.memory, parents.is_new ? "memory.max" : "memory.limit_in_bytes")) {
        parents.memory[0] = '\0';
    }
}

struct cgroup_kinds cgroup_kinds(void)
{
    if (!parents.tried) {
        try_them();
    }
    struct cgroup_kinds kinds = { parents.processes[0] != '\0', parents.memory[0] != '\0' };
    return kinds;
}

void cgroup_make(struct cgroup *group, int32_t processes, int32_t memory_mb)
{
    char number[32];
    memset(group, 0, sizeof *group);
    if (make_below(parents.processes, group->processes)) {
        snprintf(number, sizeof number, "%d", processes);
        write_text(group->processes, "pids.max", number);
    }
    if (parents.is_new && parents.memory[0] != '\0') {
        memcpy(group->memory, group->processes, sizeof group->memory);
    } else {
        make_below(parents.memory, group->memory);
    }
    if (group->memory[0] != '\0') {
        snprintf(number, sizeof number, "%lld", (long long)memory_mb << 20);
        write_text(group->memory, parents.is_new ? "memory.max" : "memory.limit_in_bytes", number);
        write_text(group->memory, parents.is_new ? "memory.swap.max" : "memory.swappiness", "0");
    }
}

void cgroup_enter(const struct cgroup *group)
{
    if (group->processes[0] != '\0') {
        write_text(group->processes, "cgroup.procs", "0");
    }
    if (group->memory[0] != '\0' && strcmp(group->memory, group->processes) != 0) {
        write_text(group->memory, "cgroup.procs", "0");
    }
}

uint32_t cgroup_peak_kb(const struct cgroup *group)
{
    char path[CGROUP_PATH_ROOM + 64], text[32] = "";
    struct rd_text name = rd_text_into(path, sizeof path);
    rd_text_add(&name, "%s/%s", group->memory,
                parents.is_new ? "memory.peak" : "memory.max_usage_in_bytes");
    int file = group->memory[0] == '\0' ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) {
        close(file);
    }
    return size > 0 ? (uint32_t)(strtoull(text, NULL, 10) >> 10) : 0;
}

/* The last process may be gone a moment before its group is empty. */
static void remove_folder(const char *path)
{
    struct timespec moment = { 0, 1000000 };
    for (uint32_t tries = 0; path[0] != '\0' && rmdir(path) != 0 && errno == EBUSY && tries < 500;
         tries++) {
        nanosleep(&moment, NULL);
    }
}

void cgroup_remove(const struct cgroup *group)
{
    remove_folder(group->processes);
    if (strcmp(group->memory, group->processes) != 0) {
        remove_folder(group->memory);
    }
}
