/* Files of the site: each is there whole, or not at all. */
#define _GNU_SOURCE /* NOLINT: nftw, renameat */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "host/text.h"

enum { FILES_OPEN = 16 };

bool site_make_folders(const struct contest *c, struct rd_problem *problem)
{
    static const char *const names[] = { "site",      "site/people", "site/invitations",
                                         "site/jobs", "site/done",   "site/own" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[CONTEST_PATH];
        bool outer = i == 0; /* the server may reach the socket in it, nobody may list it */
        if (mkdir(contest_path(c, path, "%s", names[i]), outer ? 0711 : 0700) != 0 &&
            errno != EEXIST) {
            return rd_problem_at(problem, NULL, "%.200s can't be made: %s", path, strerror(errno));
        }
    }
    return true;
}

bool site_write_json(const char *path, const json_t *json)
{
    char fresh[CONTEST_PATH];
    struct rd_text text = rd_text_into(fresh, sizeof fresh);
    rd_text_add(&text, "%s.new", path);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool fine = file >= 0 && json_dumpfd(json, file, JSON_COMPACT) == 0 && fsync(file) == 0;
    if (file >= 0) {
        fine = close(file) == 0 && fine;
    }
    return fine && rename(fresh, path) == 0;
}

void site_hash(const char *text, char out[SITE_HASH])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(out, SITE_HASH, hash, sizeof hash);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

void site_remove(const char *path)
{
    nftw(path, remove_one, FILES_OPEN, FTW_DEPTH | FTW_PHYS);
}

int64_t site_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
