#include "arena/sandbox.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/list.h"
#include "host/text.h"
#include "redoubt/base.h"

extern char **environ;

enum { PATH_ROOM = 4096 };

#define SCRATCH "67108864" /* bytes of each scratch folder: 64 MiB */

/*
 * No capabilities and a user of its own, also when root starts it. /proc is read-only as a whole:
 * root's files in /proc/sys ask for no capability, only for the owner.
 */
static const char *const bwrap[] = {
    "bwrap",
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--uid",
    "65534",
    "--gid",
    "65534",
    "--cap-drop",
    "ALL",
    "--die-with-parent",
    "--new-session",
    "--dev",
    "/dev",
    "--size",
    SCRATCH,
    "--tmpfs",
    "/dev/shm",
    "--remount-ro",
    "/dev",
    "--proc",
    "/proc",
    "--remount-ro",
    "/proc",
    "--size",
    SCRATCH,
    "--tmpfs",
    "/tmp",
    "--setenv",
    "HOME",
    "/tmp",
    NULL,
};

/* What belongs to the system and holds nobody's secrets; of /etc only what programs need to run. */
static const char *const seen[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/opt",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
};

struct words {
    char **word;
    uint32_t count, room;
};

static void add(struct words *words, const char *word)
{
    words->word = rd_grown(words->word, words->count, &words->room, sizeof(char *));
    words->word[words->count] = word == NULL ? NULL : strdup(word);
    RD_ASSERT(word == NULL || words->word[words->count] != NULL);
    words->count++;
}

/* ---- the folders of a program ---- */

static void see(struct words *words, const char *path)
{
    add(words, "--ro-bind-try");
    add(words, path);
    add(words, path);
}

/* The next word of a shell command, roughly: quotes hold together, what ends a command ends it. */
static bool next_word(const char **at, char word[PATH_ROOM])
{
    static const char apart[] = " \t\n;&|()<>=";
    size_t used = 0;
    char quote = '\0';
    *at += strspn(*at, apart);
    for (; **at != '\0' && (quote != '\0' || strchr(apart, **at) == NULL); (*at)++) {
        char letter = **at;
        if (letter == quote) {
            quote = '\0';
        } else if (quote == '\0' && (letter == '\'' || letter == '"')) {
            quote = letter;
        } else if (used < PATH_ROOM - 1) {
            word[used++] = letter;
        }
    }
    word[used] = '\0';
    return used > 0 || **at != '\0';
}

/* Cuts the last part of a path off. False: only the root would be left, or a home. */
static bool go_up(char *path)
{
    const char *home = getenv("HOME");
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) {
        return false;
    }
    *slash = '\0';
    return home == NULL || strcmp(path, home) != 0;
}

/* A file's folder; with what is beside `bin`, where interpreters keep their libraries. */
static void see_folder_of(struct words *words, char path[PATH_ROOM])
{
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) {
        return;
    }
    *slash = '\0';
    see(words, path);
    const char *last = strrchr(path, '/');
    if (last != NULL && strcmp(last, "/bin") == 0 && go_up(path)) {
        see(words, path);
    }
}

/* A file that a command names: where its name says it is, and where links lead. */
static void see_named(struct words *words, const char *folder, const char *word)
{
    char named[PATH_ROOM], real[PATH_ROOM];
    struct rd_text text = rd_text_into(named, sizeof named);
    rd_text_add(&text, "%s%s%s", word[0] == '/' ? "" : folder, word[0] == '/' ? "" : "/", word);
    if (realpath(named, real) != NULL) {
        see_folder_of(words, named);
        see_folder_of(words, real);
    }
}

static bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* A program that the shell finds by itself, in a folder of PATH: interpreters may lie outside /usr.
 */
static void see_found(struct words *words, const char *word)
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char named[PATH_ROOM];
        struct rd_text text = rd_text_into(named, sizeof named);
        rd_text_add(&text, "%.*s/%s", (int)length, path, word);
        if (named[0] == '/' && is_file(named) && access(named, X_OK) == 0) {
            see_named(words, "", named);
            return;
        }
        path += length + (path[length] == ':');
    }
}

/* The folders of all files that the command names, and those it goes to; of none, the folder we are
 * in. */
static void see_own(struct words *words, const char *command)
{
    char folder[PATH_ROOM], word[PATH_ROOM];
    bool any = false, goes = false;
    if (getcwd(folder, sizeof folder) == NULL) {
        return;
    }
    for (const char *at = command; next_word(&at, word);) {
        if (is_file(word)) {
            any = any || strncmp(word, "/usr/", 5) != 0;
            see_named(words, folder, word);
        } else if (goes && word[0] == '/' && is_folder(word)) {
            any = true;
            see(words, word);
        } else if (strchr(word, '/') == NULL) {
            see_found(words, word);
        }
        goes = strcmp(word, "cd") == 0;
    }
    if (!any && strcmp(folder, "/") != 0) {
        see(words, folder);
    }
    add(words, "--dir");
    add(words, folder);
    add(words, "--chdir");
    add(words, folder);
}

char **sandbox_words(const char *command, bool sandboxed)
{
    struct words words = { NULL, 0, 0 };
    for (uint32_t i = 0; sandboxed && bwrap[i] != NULL; i++) {
        add(&words, bwrap[i]);
    }
    for (uint32_t i = 0; sandboxed && i < sizeof seen / sizeof seen[0]; i++) {
        see(&words, seen[i]);
    }
    if (sandboxed) {
        see_own(&words, command);
        add(&words, "--remount-ro");
        add(&words, "/");
    }
    add(&words, "/bin/sh");
    add(&words, "-c");
    add(&words, command);
    add(&words, NULL);
    return words.word;
}

/* ---- what it inherits ---- */

char **sandbox_environment(void)
{
    static const char *const kept[] = { "PATH=", "HOME=",  "LANG=",  "LC_",  "USER=",
                                        "TZ=",   "PYTHON", "PYENV_", "NODE", "LD_LIBRARY_PATH=" };
    struct words words = { NULL, 0, 0 };
    for (char **entry = environ; *entry != NULL; entry++) {
        for (uint32_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
            if (strncmp(*entry, kept[i], strlen(kept[i])) == 0) {
                add(&words, *entry);
            }
        }
    }
    add(&words, NULL);
    return words.word;
}

void sandbox_words_free(char **words)
{
    for (uint32_t i = 0; words != NULL && words[i] != NULL; i++) {
        free(words[i]);
    }
    free(words);
}

static bool try_it(void)
{
    posix_spawn_file_actions_t quiet;
    char **words = sandbox_words("exit 0", true);
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, words[0], &quiet, NULL, words, environ) == 0) {
        waitpid(pid, &status, 0);
    }
    posix_spawn_file_actions_destroy(&quiet);
    sandbox_words_free(words);
    return status == 0;
}

bool sandbox_works(void)
{
    static enum { UNTRIED, WORKS, FAILS } known = UNTRIED;
    if (known == UNTRIED) {
        known = try_it() ? WORKS : FAILS;
    }
    return known == WORKS;
}

bool sandbox_decide(const struct limits *limits, bool *sandboxed, struct rd_problem *problem)
{
    *sandboxed = limits->sandbox != SANDBOX_OFF && sandbox_works();
    if (limits->sandbox == SANDBOX_ON && !*sandboxed) {
        return rd_problem_at(problem, "--sandbox",
                             "bubblewrap does not work here: is bwrap installed, and may users "
                             "make namespaces?");
    }
    return true;
}

size_t sandbox_statement(const struct limits *limits, bool sandboxed, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    char numbers[256];
    limits_print(limits, numbers, sizeof numbers);
    rd_text_add(&text, "programs run %s, with limits %s",
                sandboxed
                    ? "in a sandbox (bubblewrap: no network, no rights, of the files only the "
                      "system and the folders of the files that their command names, "
                      "read-only; a /tmp of their own with 64 MiB)"
                    : "without a sandbox (they can read and write what you can)",
                numbers);
    return text.used;
}
