#include "arena/sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/call_filter.h"
#include "arena/cgroup.h"
#include "arena/named.h"
#include "arena/words.h"
#include "host/text.h"
#include "redoubt/base.h"

extern char **environ;

enum { PATH_ROOM = NAMED_PATH_ROOM };

#define SCRATCH "67108864" /* bytes of each scratch folder: 64 MiB */

/* What holds in both ways. /proc is read-only as a whole: root's files in /proc/sys ask for no
 * capability, only for the owner. */
static const char *const bwrap[] = {
    "bwrap",
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-uts",
    "--unshare-cgroup-try",
    "--die-with-parent",
    "--new-session",
    "--dev",
    "/dev",
    "--perms",
    "1777",
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
    "--setenv",
    "HOME",
    "/tmp",
    NULL,
};

/* No capabilities and a space of users of its own, also when root starts it: outside it is whoever
 * started it. */
static const char *const bwrap_for_all[] = {
    "--unshare-user", "--disable-userns", "--uid", "65534", "--gid",
    "65534",          "--cap-drop",       "ALL",   NULL,
};

/* Root can do better: the program becomes a user who owns nothing, outside too. */
static const char *const bwrap_for_root[] = {
    "--cap-drop", "ALL",       "--cap-add",   "CAP_SETUID", "--cap-add",
    "CAP_SETGID", "--cap-add", "CAP_SETPCAP", NULL,
};
static const char *const becoming_nobody[] = {
    "/usr/bin/setpriv",
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
    "--inh-caps=-all",
    "--bounding-set=-all",
    "--",
    NULL,
};

/* Tried once. */
enum box_kind { BOX_UNTRIED, BOX_NONE, BOX_USER, BOX_ROOT };
static enum box_kind kind_here(void);
static bool insisted; /* --sandbox on: rather not at all than as root */

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

/* ---- the folders of a program ---- */

/* Folders on the way, which bubblewrap would make for their owner only. */
static void open_the_way(struct words *words, const char *path)
{
    char folder[PATH_ROOM];
    for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        struct rd_text text = rd_text_into(folder, sizeof folder);
        rd_text_add(&text, "%.*s", (int)(slash - path), path);
        words_add(words, "--perms");
        words_add(words, "0755");
        words_add(words, "--dir");
        words_add(words, folder);
    }
}

static void see(struct words *words, const char *path)
{
    open_the_way(words, path);
    words_add(words, "--ro-bind-try");
    words_add(words, path);
    words_add(words, path);
}

/* A part of the system: where it is only another name, as /bin is for /usr/bin, it is so there too,
 * which costs no mount. */
static void see_system(struct words *words, const char *path)
{
    char target[PATH_ROOM];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length <= 0 || target[0] == '/') {
        see(words, path);
        return;
    }
    target[length] = '\0';
    words_add(words, "--symlink");
    words_add(words, target);
    words_add(words, path);
}

/* Is the folder this one, or does it lie around it? */
static bool holds(const char *folder, const char *path)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* A folder in which people keep all kinds of things: a home, what lies around one, those of the
 * machine. Of them a program sees only the files that its command names. */
static bool is_everybodys(const char *folder)
{
    static const char *const places[] = { "/root",  "/tmp",  "/var/tmp", "/var/lib",
                                          "/run",   "/etc",  "/srv",     "/mnt",
                                          "/media", "/boot", "/dev/shm" };
    const char *home = getenv("HOME");
    char real[PATH_ROOM], real_home[PATH_ROOM];
    if (realpath(folder, real) == NULL || strcmp(real, "/") == 0) {
        return true;
    }
    bool wide = home != NULL && realpath(home, real_home) != NULL && holds(real, real_home);
    wide = wide || (strncmp(real, "/home/", 6) == 0 && strchr(real + 6, '/') == NULL);
    for (uint32_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        wide = wide || holds(real, places[i]);
    }
    return wide;
}

/* Cuts the last part of a path off. False: only the root would be left, or a home. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (slash == NULL || slash == path) {
        return false;
    }
    *slash = '\0';
    return !is_everybodys(path);
}

/* Folders with a `bin` in which others keep secrets, as cargo keeps the word with which it
 * publishes: what is shown of them beside it. */
static const struct {
    const char *name, *shown;
} with_secrets[] = { { "/.local", "lib" }, { "/.cargo", "" } };

/* What lies beside a folder `bin`. */
static void see_beside(struct words *words, const char *path)
{
    const char *last = strrchr(path, '/');
    char part[PATH_ROOM];
    for (size_t i = 0; i < sizeof with_secrets / sizeof with_secrets[0]; i++) {
        if (last == NULL || strcmp(last, with_secrets[i].name) != 0) {
            continue;
        }
        if (with_secrets[i].shown[0] != '\0') {
            struct rd_text text = rd_text_into(part, sizeof part);
            rd_text_add(&text, "%s/%s", path, with_secrets[i].shown);
            see(words, part);
        }
        return;
    }
    see(words, path);
}

/* A file's folder; with what is beside `bin`, where interpreters keep their libraries, and beside
 * `shims`, where pyenv and its like keep what they start. */
static void see_folder_of(struct words *words, char path[PATH_ROOM])
{
    char file[PATH_ROOM];
    struct rd_text whole = rd_text_into(file, sizeof file);
    rd_text_add(&whole, "%s", path);
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return;
    }
    *slash = '\0';
    if (is_everybodys(path)) {
        see(words, file);
        return;
    }
    see(words, path);
    const char *last = strrchr(path, '/');
    if (last == NULL || (strcmp(last, "/bin") != 0 && strcmp(last, "/shims") != 0) ||
        !go_up(path)) {
        return;
    }
    see_beside(words, path);
}

/* A file that a command names: where its name says it is, and where links lead. */
static void see_named(struct words *words, const char *path)
{
    char named[PATH_ROOM], real[PATH_ROOM];
    struct rd_text text = rd_text_into(named, sizeof named);
    rd_text_add(&text, "%s", path);
    if (realpath(named, real) != NULL) {
        see_folder_of(words, named);
        see_folder_of(words, real);
    }
}

struct own {
    struct words *words;
    const char *here;
    bool any;
    char closed[PATH_ROOM]; /* what others than its owner may not read of it; "": nothing */
};

static void look_whether_closed(struct own *own, const char *path)
{
    struct stat about;
    mode_t needed = S_IROTH;
    if (stat(path, &about) == 0) {
        needed |= S_ISDIR(about.st_mode) ? S_IXOTH : 0;
        if ((about.st_mode & needed) != needed && own->closed[0] == '\0') {
            struct rd_text text = rd_text_into(own->closed, sizeof own->closed);
            rd_text_add(&text, "%s", path);
        }
    }
}

static void see_folder(struct own *own, const char *path)
{
    if (!is_everybodys(path)) {
        see(own->words, path);
        look_whether_closed(own, path);
    }
}

/* Where the program is: it has to be there, though nothing of it may be seen. */
static void be_in(struct words *words, const char *path)
{
    open_the_way(words, path);
    words_add(words, "--perms");
    words_add(words, "0755");
    words_add(words, "--dir");
    words_add(words, path);
}

static void see_one(void *context, enum named_kind kind, const char *word, const char *path)
{
    struct own *own = context;
    char folder[PATH_ROOM];
    (void)word;
    if (kind == NAMED_FOLDER) {
        see_folder(own, path);
        be_in(own->words, path);
        own->any = true;
        return;
    }
    see_named(own->words, path);
    if (kind == NAMED_FILE && !named_is_system(path)) {
        struct rd_text text = rd_text_into(folder, sizeof folder);
        rd_text_add(&text, "%.*s", (int)(strrchr(path, '/') - path), path);
        if (!is_everybodys(folder)) {
            look_whether_closed(own, folder);
        }
        look_whether_closed(own, path);
        own->any = true;
    }
}

/* Its declared folder, the folders of all files that the command names, and those it goes to; of
 * none, the folder we are in. */
static void see_own(struct own *own, const struct sandbox_plan *plan)
{
    if (plan->folder != NULL && plan->folder[0] != '\0') {
        see(own->words, plan->folder);
        look_whether_closed(own, plan->folder);
        own->any = true;
    }
    if (!plan->alone) {
        named_each(plan->command, see_one, own);
    }
    if (!own->any) {
        see_folder(own, own->here);
    }
    be_in(own->words, own->here);
    words_add(own->words, "--chdir");
    words_add(own->words, own->here);
}

/* Compilers that somebody has installed for himself, as rustup does in the home. */
static void see_tools(struct words *words)
{
    static const char *const tools[] = { "rustc", "cargo", "go" };
    const char *home = getenv("HOME"), *rustup = getenv("RUSTUP_HOME");
    char path[PATH_ROOM];
    struct rd_text text = rd_text_into(path, sizeof path);
    rd_text_add(&text, "%s%s",
                rustup != NULL ? rustup
                : home == NULL ? ""
                               : home,
                rustup != NULL ? "" : "/.rustup");
    for (uint32_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
        char found[PATH_ROOM];
        if (named_find_program(tools[i], found) && !named_is_system(found)) {
            see_named(words, found);
        }
    }
    if (access(path, X_OK) == 0) {
        see(words, path);
        words_add(words, "--setenv");
        words_add(words, "RUSTUP_HOME");
        words_add(words, path);
    }
}

/* Settings of Java lie in /etc, by version. */
static void see_java(struct words *words)
{
    glob_t found;
    if (glob("/etc/java-*-openjdk", 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++) {
            see(words, found.gl_pathv[i]);
        }
        globfree(&found);
    }
}

static void add_all(struct words *words, const char *const *list)
{
    for (; *list != NULL; list++) {
        words_add(words, *list);
    }
}

/* bubblewrap in one of two ways, before the parts that are the same. As root without a user space
 * of its own, so that inside the program becomes another user; that user can read only what is open
 * to all. */
static void add_bwrap(struct words *words, const struct words *own, bool as_nobody,
                      const struct sandbox_plan *plan)
{
    char size[32];
    int32_t scratch_mb = plan->scratch_mb > 0 ? plan->scratch_mb : 64;
    snprintf(size, sizeof size, "%lld", (long long)scratch_mb << 20);
    add_all(words, bwrap);
    if (!plan->has_net) {
        words_add(words, "--unshare-net");
    }
    add_all(words,
            (const char *const[]){ "--perms", "1777", "--size", size, "--tmpfs", "/tmp", NULL });
    add_all(words, as_nobody ? bwrap_for_root : bwrap_for_all);
    if (call_filter_exists()) {
        words_add(words, "--seccomp");
        words_add(words, SANDBOX_FILTER_WORD);
    }
    bool owns_system = geteuid() == 0 && !as_nobody; /* root's files, as those in /opt may be */
    for (uint32_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        if (!owns_system || strcmp(seen[i], "/opt") != 0) {
            see_system(words, seen[i]);
        }
    }
    see_java(words);
    for (uint32_t i = 0; i < own->count; i++) {
        words_add(words, own->word[i]);
    }
    words_add(words, "--remount-ro");
    words_add(words, "/");
    add_all(words, as_nobody ? becoming_nobody : (const char *const[]){ NULL });
}

/* In place of a program that could only run as root: why it does not. */
static char **words_of_refusal(const char *closed)
{
    static const char script[] =
        "echo \"others may not read $0: chmod -R o+rX it; programs that root starts become a user "
        "who owns nothing, and --sandbox on insists on it\" >&2; exit 126";
    struct words words = { NULL, 0, 0 };
    add_all(&words, (const char *const[]){ "/bin/sh", "-c", script, closed, NULL });
    words_add(&words, NULL);
    return words.word;
}

char **sandbox_words(const struct sandbox_plan *plan)
{
    struct words words = { NULL, 0, 0 }, shown = { NULL, 0, 0 };
    char here[PATH_ROOM];
    struct own own = { .words = &shown, .here = here };
    if (plan->sandboxed && getcwd(here, sizeof here) != NULL) {
        see_own(&own, plan);
        if (plan->alone) {
            see_tools(&shown);
        }
        bool root = kind_here() == BOX_ROOT;
        if (root && insisted && own.closed[0] != '\0') {
            words_free(&shown);
            return words_of_refusal(own.closed);
        }
        add_bwrap(&words, &shown, root && own.closed[0] == '\0', plan);
    }
    words_free(&shown);
    words_add(&words, "/bin/sh");
    words_add(&words, "-c");
    words_add(&words, plan->command);
    words_add(&words, NULL);
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
                words_add(&words, *entry);
            }
        }
    }
    words_add(&words, NULL);
    return words.word;
}

void sandbox_words_free(char **words)
{
    for (uint32_t i = 0; words != NULL && words[i] != NULL; i++) {
        free(words[i]);
    }
    free(words);
}

/* Does it work to start nothing in this way? */
static bool try_it(bool as_nobody)
{
    struct words words = { NULL, 0, 0 }, nothing = { NULL, 0, 0 };
    posix_spawn_file_actions_t quiet;
    pid_t pid;
    int status = -1, filter = call_filter_open(false);
    const struct sandbox_plan plan = { .sandboxed = true };
    add_bwrap(&words, &nothing, as_nobody, &plan);
    words_add(&words, "/bin/true");
    words_add(&words, NULL);
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (filter >= 0) {
        posix_spawn_file_actions_adddup2(&quiet, filter, SANDBOX_FILTER);
    }
    if (posix_spawnp(&pid, words.word[0], &quiet, NULL, words.word, environ) == 0) {
        waitpid(pid, &status, 0);
    }
    if (filter >= 0) {
        close(filter);
    }
    posix_spawn_file_actions_destroy(&quiet);
    sandbox_words_free(words.word);
    return status == 0;
}

static enum box_kind kind_here(void)
{
    static enum box_kind known = BOX_UNTRIED;
    if (known == BOX_UNTRIED) {
        bool root = geteuid() == 0 && access(becoming_nobody[0], X_OK) == 0;
        known = root && try_it(true) ? BOX_ROOT : try_it(false) ? BOX_USER : BOX_NONE;
    }
    return known;
}

bool sandbox_works(void)
{
    return kind_here() != BOX_NONE;
}

bool sandbox_decide(const struct limits *limits, bool *sandboxed, struct rd_problem *problem)
{
    *sandboxed = limits->sandbox != SANDBOX_OFF && sandbox_works();
    insisted = limits->sandbox == SANDBOX_ON;
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
    struct cgroup_kinds groups = cgroup_kinds();
    char numbers[256];
    limits_print(limits, numbers, sizeof numbers);
    rd_text_add(
        &text, "programs run %s%s%s%s%s, with limits %s",
        sandboxed ? "in a sandbox (bubblewrap: no network, no rights, of the files only the "
                    "system and the folders of the files that their command names, "
                    "read-only; a /tmp of their own with 64 MiB"
                  : "without a sandbox (they can read and write what you can",
        sandboxed && call_filter_exists() ? "; a filter of system calls" : "",
        sandboxed && kind_here() == BOX_ROOT ? insisted ? "; as user 65534"
                                                        : "; as user 65534 where their folder is "
                                                          "open to all"
                                             : "",
        groups.processes || groups.memory ? "; together limited by cgroup:" : "",
        groups.processes && groups.memory ? " processes and memory)"
        : groups.processes                ? " processes)"
        : groups.memory                   ? " memory)"
                                          : ")",
        numbers);
    return text.used;
}
