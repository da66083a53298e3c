/* The programs of the site: the one that takes requests, and the one that keeps all of them going.
 */
#define _GNU_SOURCE /* NOLINT: accept4 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "clients/cli/site.h"
#include "host/text.h"
#include "net/handover.h"

enum {
    SERVERS = 8, /* that hand over at the same time: one, and others while it ends */
    VISITS = 64, /* at once */
    PACKET = 1 << 17,
    STACK = 1 << 20,
    WORKERS_MAX = 16,
    PROGRAMS = 3 + WORKERS_MAX,
    AGAIN_MS = 500 /* before a program that ended is started again */
};

/* ---- pages ---- */

static pthread_mutex_t visits_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t visits;

struct handed {
    struct site *site;
    int fd;
    bool believed;
    size_t size;
    char bytes[];
};

static void *visit_thread(void *context)
{
    struct handed *handed = context;
    visit_run(handed->site, handed->fd, handed->believed, handed->bytes, handed->size);
    free(handed);
    pthread_mutex_lock(&visits_lock);
    visits--;
    pthread_mutex_unlock(&visits_lock);
    return NULL;
}

static bool take_place(void)
{
    pthread_mutex_lock(&visits_lock);
    bool fine = visits < VISITS;
    visits += fine;
    pthread_mutex_unlock(&visits_lock);
    return fine;
}

/* The first byte says how far its head is believed. */
static void begin_visit(struct site *site, int fd, const char *packet, size_t size)
{
    static const char busy[] = "HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n"
                               "content-length: 0\r\nconnection: close\r\n\r\n";
    pthread_attr_t kind;
    pthread_t thread;
    struct handed *handed = take_place() ? malloc(sizeof *handed + size - 1) : NULL;
    if (handed == NULL) {
        ssize_t ignored = send(fd, busy, sizeof busy - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        (void)ignored;
        close(fd);
        return;
    }
    handed->site = site;
    handed->fd = fd;
    handed->believed = packet[0] == HANDOVER_BELIEVED;
    handed->size = size - 1;
    memcpy(handed->bytes, packet + 1, size - 1);
    pthread_attr_init(&kind);
    pthread_attr_setdetachstate(&kind, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&kind, STACK);
    if (pthread_create(&thread, &kind, visit_thread, handed) != 0) {
        close(fd);
        free(handed);
        pthread_mutex_lock(&visits_lock);
        visits--;
        pthread_mutex_unlock(&visits_lock);
    }
    pthread_attr_destroy(&kind);
}

/* A connection with what was read of it. False: the server has gone. */
static bool take_handed(struct site *site, int from)
{
    static char bytes[PACKET];
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } about;
    struct iovec part = { bytes, sizeof bytes };
    struct msghdr message = { .msg_iov = &part,
                              .msg_iovlen = 1,
                              .msg_control = about.room,
                              .msg_controllen = sizeof about.room };
    ssize_t got = recvmsg(from, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
    const struct cmsghdr *rights = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (rights != NULL && rights->cmsg_type == SCM_RIGHTS) {
        int fd;
        memcpy(&fd, CMSG_DATA(rights), sizeof fd);
        begin_visit(site, fd, bytes, (size_t)got);
    }
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* The name of the folder may be longer than that of a socket. */
static int open_door(const struct contest *c, struct rd_problem *problem)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    char path[CONTEST_PATH];
    int folder = open(contest_path(c, path, "site"), O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/door", folder);
    unlink(contest_path(c, path, "site/door"));
    bool fine = folder >= 0 && fd >= 0 &&
                bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
                chmod(path, 0666) == 0 && /* the server is another user where systemd starts it */
                listen(fd, SERVERS) == 0;
    if (!fine) {
        rd_problem_at(problem, NULL, "%.200s can't be opened: %s", path, strerror(errno));
    }
    if (folder >= 0) {
        close(folder);
    }
    if (!fine && fd >= 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Marks in forms stay good when the program starts again. */
static bool read_secret(const struct contest *c, struct site *site, struct rd_problem *problem)
{
    char path[CONTEST_PATH];
    int file = open(contest_path(c, path, "site/secret"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool fine = file >= 0;
    if (fine && read(file, site->secret, sizeof site->secret) != (ssize_t)sizeof site->secret) {
        randombytes_buf(site->secret, sizeof site->secret);
        fine = pwrite(file, site->secret, sizeof site->secret, 0) == (ssize_t)sizeof site->secret;
    }
    if (file >= 0) {
        close(file);
    }
    return fine ||
           rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
}

static _Noreturn void serve(struct site *site, int door)
{
    struct pollfd end[1 + SERVERS] = { { .fd = door, .events = POLLIN } };
    nfds_t ends = 1;
    for (;;) {
        if (poll(end, ends, -1) < 0) {
            continue;
        }
        for (nfds_t i = ends; i-- > 1;) {
            if (end[i].revents != 0 && !take_handed(site, end[i].fd)) {
                close(end[i].fd);
                end[i] = end[--ends];
            }
        }
        int server = end[0].revents == 0 ? -1 : accept4(door, NULL, NULL, SOCK_CLOEXEC);
        if (server >= 0 && ends == 1 + SERVERS) {
            close(server);
        } else if (server >= 0) {
            end[ends++] = (struct pollfd){ .fd = server, .events = POLLIN };
        }
    }
}

int site_pages(const char *folder, const char *server)
{
    static struct site site;
    static struct contest c;
    struct rd_problem problem = { "" };
    int door = -1;
    if (contest_open(&c, folder, false, &problem) && site_make_folders(&c, &problem) &&
        people_organiser(&c, &problem) && read_secret(&c, &site, &problem)) {
        door = open_door(&c, &problem);
    }
    if (door < 0) {
        contest_close(&c);
        return cli_bad("contest", "%s", problem.text);
    }
    snprintf(site.folder, sizeof site.folder, "%s", c.folder);
    snprintf(site.server, sizeof site.server, "%s", server);
    jobs_load(&site.jobs, &c);
    contest_close(&c);
    serve(&site, door);
}

/* ---- all of them ---- */

static pid_t start(char *const words[])
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) {
            execv("/proc/self/exe", words);
        }
        _exit(127);
    }
    return pid;
}

/* Only one at a time. */
static bool take_lock(const struct contest *c, struct rd_problem *problem)
{
    char path[CONTEST_PATH];
    int lock = open(contest_path(c, path, "site/.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) ||
           rd_problem_at(problem, NULL, "the site of this contest is open already");
}

static _Noreturn void keep_all(char *words[PROGRAMS][8], uint32_t programs)
{
    const struct timespec moment = { 0, AGAIN_MS * 1000000L };
    pid_t pid[PROGRAMS] = { 0 };
    for (;;) {
        for (uint32_t i = 0; i < programs; i++) {
            pid[i] = pid[i] > 0 ? pid[i] : start(words[i]);
        }
        pid_t ended = waitpid(-1, NULL, 0);
        for (uint32_t i = 0; i < programs; i++) {
            pid[i] = pid[i] == ended ? 0 : pid[i];
        }
        nanosleep(&moment, NULL);
    }
}

/* How many builds there are at the same time, from contest.conf. */
static uint32_t count_workers(const struct contest *c)
{
    uint64_t wanted = strtoul(c->workers, NULL, 10);
    return wanted < 1 ? 1 : wanted > WORKERS_MAX ? WORKERS_MAX : (uint32_t)wanted;
}

int site_keep(const char *folder, const char *server)
{
    static struct contest c;
    struct rd_problem problem = { "" };
    char place[CONTEST_PATH], url[CONTEST_WORD], path[CONTEST_PATH];
    if (!contest_open(&c, folder, false, &problem) || !site_make_folders(&c, &problem) ||
        !take_lock(&c, &problem)) {
        contest_close(&c);
        return cli_bad("contest", "%s", problem.text);
    }
    snprintf(place, sizeof place, "%s", c.folder);
    snprintf(url, sizeof url, "%s", server);
    fprintf(stderr, "the site of %s; the organiser's key is in %s\n", c.title,
            contest_path(&c, path, "site/organiser.key"));
    uint32_t workers = count_workers(&c);
    contest_close(&c);
    char *words[PROGRAMS][8] = {
        { "redoubt", "contest", "pages", place, "--server", url, NULL },
        { "redoubt", "contest", "orders", place, NULL },
        { "redoubt", "contest", "run", place, "--follow", NULL },
    };
    for (uint32_t i = 0; i < workers; i++) {
        memcpy(words[3 + i], (char *[8]){ "redoubt", "contest", "work", place, NULL },
               sizeof words[3 + i]);
    }
    keep_all(words, 3 + workers);
}
