#include "arena/sandbox.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/list.h"
#include "host/text.h"
#include "redoubt/base.h"

extern char **environ;

enum { WORDS_MAX = 48, PATH_ROOM = 4096 };

/* The folder we are in stays in sight when it lies under /tmp. */
static const char *const bwrap[] = {
    "bwrap",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--tmpfs",
    "/run",
    NULL,
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

char **sandbox_words(const char *command, bool sandboxed)
{
    struct words words = { NULL, 0, 0 };
    char folder[PATH_ROOM];
    for (uint32_t i = 0; sandboxed && bwrap[i] != NULL; i++) {
        add(&words, bwrap[i]);
    }
    if (sandboxed && getcwd(folder, sizeof folder) != NULL) {
        add(&words, "--ro-bind");
        add(&words, folder);
        add(&words, folder);
        add(&words, "--chdir");
        add(&words, folder);
    }
    add(&words, "/bin/sh");
    add(&words, "-c");
    add(&words, command);
    add(&words, NULL);
    return words.word;
}

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
                sandboxed ? "in a sandbox (bubblewrap: no network, read-only files, /tmp of their "
                            "own)"
                          : "without a sandbox (they can read and write what you can)",
                numbers);
    return text.used;
}
