/* What is to be done: a folder for each job, which moves from jobs to done. */
#define _GNU_SOURCE /* NOLINT: strdup */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "host/list.h"
#include "host/text.h"

enum { JOBS_MAX = 1000000, FREE_MB = 1024 };

static const char *const kind_names[JOB_KINDS] = {
    [JOB_UPLOAD] = "upload", [JOB_FIGHT] = "fight", [JOB_ORDER] = "order"
};

const char *job_path(const struct contest *c, const struct job *job, const char *file,
                     char out[CONTEST_PATH])
{
    return contest_path(c, out, "site/%s/%06u%s%s", job->done ? "done" : "jobs", job->number,
                        file[0] == '\0' ? "" : "/", file);
}

/* ---- one job as a file ---- */

static void take(const json_t *json, const char *key, char *out, size_t room)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, room, "%s", text == NULL ? "" : text);
}

static bool read_job(const struct contest *c, struct job *job)
{
    char path[CONTEST_PATH], kind[16];
    json_t *json = json_load_file(job_path(c, job, "job.json", path), 0, NULL);
    take(json, "kind", kind, sizeof kind);
    take(json, "who", job->who, sizeof job->who);
    take(json, "what", job->what, sizeof job->what);
    take(json, "whom", job->whom, sizeof job->whom);
    take(json, "why", job->why, sizeof job->why);
    json_decref(json);
    for (job->kind = JOB_FIGHT; job->kind < JOB_KINDS; job->kind++) {
        if (strcmp(kind_names[job->kind], kind) == 0) {
            return true;
        }
    }
    return false;
}

static bool write_bytes(const char *path, const char *bytes, size_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool fine = file >= 0 && fchmod(file, 0644) == 0; /* who builds it may be nobody's user */
    for (size_t at = 0; fine && at < size;) {
        ssize_t written = write(file, bytes + at, size - at);
        fine = written > 0 || (written < 0 && errno == EINTR);
        at += written > 0 ? (size_t)written : 0;
    }
    fine = fine && fsync(file) == 0;
    if (file >= 0) {
        fine = close(file) == 0 && fine;
    }
    return fine;
}

static bool write_job(const struct contest *c, const struct job *job, const char *folder,
                      const char *bytes, size_t size)
{
    char path[CONTEST_PATH];
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:I}", "kind", kind_names[job->kind], "who",
                             job->who, "what", job->what, "whom", job->whom, "why", job->why, "at",
                             (json_int_t)site_now_ms());
    bool fine = json != NULL && mkdir(contest_path(c, path, "%s", folder), 0755) == 0 &&
                (bytes == NULL ||
                 write_bytes(contest_path(c, path, "%s/%s", folder, job->what), bytes, size)) &&
                site_write_json(contest_path(c, path, "%s/job.json", folder), json);
    json_decref(json);
    return fine;
}

static void sync_folder(const char *path)
{
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

/* ---- the list ---- */

static void keep(struct jobs *jobs, const struct job *job)
{
    jobs->job = rd_grown(jobs->job, jobs->count, &jobs->room, sizeof *jobs->job);
    jobs->job[jobs->count++] = *job;
    jobs->last = job->number > jobs->last ? job->number : jobs->last;
}

/* A number as a name; 0: something else. */
static uint32_t number_of(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits >= 6 && digits < 9 && name[digits] == '\0' ? (uint32_t)strtoul(name, NULL, 10)
                                                             : 0;
}

static void load_folder(struct jobs *jobs, const struct contest *c, bool done)
{
    char path[CONTEST_PATH];
    DIR *folder = opendir(contest_path(c, path, done ? "site/done" : "site/jobs"));
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        struct job job = { .number = number_of(entry->d_name), .done = done };
        if (job.number > 0 && read_job(c, &job)) {
            keep(jobs, &job);
        } else if (!done && strncmp(entry->d_name, ".new", 4) == 0) {
            site_remove(contest_path(c, path, "site/jobs/%s", entry->d_name)); /* half-written */
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
}

static int by_number(const void *a, const void *b)
{
    const struct job *one = a, *two = b;
    return one->number < two->number ? -1 : one->number > two->number;
}

void jobs_load(struct jobs *jobs, const struct contest *c)
{
    memset(jobs, 0, sizeof *jobs);
    pthread_mutex_init(&jobs->lock, NULL);
    load_folder(jobs, c, false);
    load_folder(jobs, c, true);
    if (jobs->count > 0) {
        qsort(jobs->job, jobs->count, sizeof *jobs->job, by_number);
    }
}

/* Somebody else moves them. Under the lock. */
static void look(struct job *job, const struct contest *c)
{
    char path[CONTEST_PATH];
    if (!job->done) {
        job->done = true;
        job->done = access(job_path(c, job, "result.json", path), R_OK) == 0;
    }
}

static bool disk_has_room(const struct contest *c, size_t size)
{
    struct statvfs about;
    return statvfs(c->folder, &about) == 0 &&
           (uint64_t)about.f_bavail * about.f_frsize > (uint64_t)FREE_MB * (1 << 20) + size;
}

static bool write_new(struct jobs *jobs, const struct contest *c, struct job *job,
                      const char *bytes, size_t size)
{
    char fresh[CONTEST_PATH], path[CONTEST_PATH], name[48];
    job->number = jobs->last + 1;
    snprintf(name, sizeof name, "site/jobs/.new-%u", job->number);
    contest_path(c, fresh, "%s", name);
    site_remove(fresh);
    bool fine =
        write_job(c, job, name, bytes, size) && rename(fresh, job_path(c, job, "", path)) == 0;
    if (fine) {
        sync_folder(contest_path(c, path, "site/jobs"));
        keep(jobs, job);
    } else {
        site_remove(fresh);
    }
    return fine;
}

/* Under the lock. */
static bool somebody_waits(struct jobs *jobs, const struct contest *c, const char *who)
{
    bool waits = false;
    for (uint32_t i = jobs->count; i-- > 0 && !waits;) {
        if (strcmp(jobs->job[i].who, who) == 0) {
            look(&jobs->job[i], c);
            waits = !jobs->job[i].done;
        }
    }
    return waits;
}

uint32_t jobs_add(struct jobs *jobs, const struct contest *c, struct job *job, const char *bytes,
                  size_t size, struct rd_problem *problem)
{
    pthread_mutex_lock(&jobs->lock);
    bool waits = job->kind != JOB_ORDER && somebody_waits(jobs, c, job->who);
    bool room = jobs->last < JOBS_MAX && disk_has_room(c, size);
    bool fine = room && !waits && write_new(jobs, c, job, bytes, size);
    pthread_mutex_unlock(&jobs->lock);
    if (!fine) {
        rd_problem_at(problem, NULL, "%s",
                      waits  ? "what you handed in before is not done yet"
                      : room ? "it can't be written"
                             : "the disk of the contest is full");
        return 0;
    }
    return job->number;
}

uint32_t jobs_of(struct jobs *jobs, const struct contest *c, const char *who, struct job *out,
                 uint32_t max)
{
    uint32_t count = 0;
    pthread_mutex_lock(&jobs->lock);
    for (uint32_t i = jobs->count; i-- > 0 && count < max;) {
        if (strcmp(jobs->job[i].who, who) == 0) {
            look(&jobs->job[i], c);
            out[count++] = jobs->job[i];
        }
    }
    pthread_mutex_unlock(&jobs->lock);
    return count;
}

bool jobs_get(struct jobs *jobs, const struct contest *c, uint32_t number, struct job *out)
{
    bool found = false;
    pthread_mutex_lock(&jobs->lock);
    for (uint32_t i = jobs->count; i-- > 0 && !found;) {
        if (jobs->job[i].number == number) {
            look(&jobs->job[i], c);
            *out = jobs->job[i];
            found = true;
        }
    }
    pthread_mutex_unlock(&jobs->lock);
    return found;
}

uint32_t jobs_waiting(struct jobs *jobs, const struct contest *c, const char *who, uint32_t *all)
{
    uint32_t count = 0;
    *all = 0;
    pthread_mutex_lock(&jobs->lock);
    for (uint32_t i = 0; i < jobs->count; i++) {
        look(&jobs->job[i], c);
        *all += !jobs->job[i].done;
        count += !jobs->job[i].done && strcmp(jobs->job[i].who, who) == 0;
    }
    pthread_mutex_unlock(&jobs->lock);
    return count;
}

json_t *job_result(const struct contest *c, const struct job *job)
{
    char path[CONTEST_PATH];
    return job->done ? json_load_file(job_path(c, job, "result.json", path), 0, NULL) : NULL;
}

/* ---- doing them ---- */

static int by_urgency(const void *a, const void *b)
{
    const struct job *one = a, *two = b;
    return one->kind != two->kind ? (int)two->kind - (int)one->kind : by_number(a, b);
}

/* Whoever has the lock of its folder does it; a kill lets it go. */
static int lock_job(const struct contest *c, const struct job *job)
{
    char path[CONTEST_PATH];
    int folder = open(job_path(c, job, "", path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ours = folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0 &&
                access(job_path(c, job, "job.json", path), R_OK) == 0; /* else it is done */
    if (folder >= 0 && !ours) {
        close(folder);
        folder = -1;
    }
    return folder;
}

int job_take(const struct contest *c, bool orders, struct job *job)
{
    char path[CONTEST_PATH];
    struct jobs list = { .job = NULL };
    int lock = -1;
    DIR *folder = opendir(contest_path(c, path, "site/jobs"));
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        struct job each = { .number = number_of(entry->d_name) };
        if (each.number > 0 && read_job(c, &each) && (each.kind == JOB_ORDER) == orders) {
            keep(&list, &each);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    if (list.count > 0) {
        qsort(list.job, list.count, sizeof *list.job, by_urgency);
    }
    for (uint32_t i = 0; i < list.count && lock < 0; i++) {
        *job = list.job[i];
        lock = lock_job(c, job);
    }
    free(list.job);
    return lock;
}

bool job_finish(const struct contest *c, const struct job *job, json_t *result)
{
    char path[CONTEST_PATH], done[CONTEST_PATH];
    struct job after = *job;
    after.done = true;
    json_object_set_new(result, "at", json_integer(site_now_ms()));
    bool fine = site_write_json(job_path(c, job, "result.json", path), result);
    if (fine && job->kind == JOB_UPLOAD) { /* what was handed in is not kept: what was built is */
        unlink(job_path(c, job, job->what, path));
    }
    return fine && rename(job_path(c, job, "", path), job_path(c, &after, "", done)) == 0;
}
