#include "arena/named.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/text.h"

static bool is_a(const char *path, mode_t kind)
{
    struct stat about;
    return stat(path, &about) == 0 && (about.st_mode & S_IFMT) == kind;
}

bool named_is_system(const char *path)
{
    static const char *const system[] = { "/usr/", "/bin/", "/sbin/", "/lib", "/etc/", "/dev/" };
    for (uint32_t i = 0; i < sizeof system / sizeof system[0]; i++) {
        if (strncmp(path, system[i], strlen(system[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool next_word(const char **at, char word[NAMED_PATH_ROOM])
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
        } else if (used < NAMED_PATH_ROOM - 1) {
            word[used++] = letter;
        }
    }
    word[used] = '\0';
    return used > 0 || **at != '\0';
}

bool named_find_program(const char *word, char named[NAMED_PATH_ROOM])
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        struct rd_text text = rd_text_into(named, NAMED_PATH_ROOM);
        rd_text_add(&text, "%.*s/%s", (int)length, path, word);
        if (named[0] == '/' && is_a(named, S_IFREG) && access(named, X_OK) == 0) {
            return true;
        }
        path += length + (path[length] == ':');
    }
    return false;
}

void named_each(const char *command,
                void (*visit)(void *context, enum named_kind kind, const char *word,
                              const char *path),
                void *context)
{
    char here[NAMED_PATH_ROOM], word[NAMED_PATH_ROOM], path[NAMED_PATH_ROOM];
    bool goes = false;
    if (getcwd(here, sizeof here) == NULL) {
        return;
    }
    for (const char *at = command; next_word(&at, word);) {
        struct rd_text text = rd_text_into(path, sizeof path);
        rd_text_add(&text, "%s%s%s", word[0] == '/' ? "" : here, word[0] == '/' ? "" : "/", word);
        if (goes && is_a(path, S_IFDIR)) {
            visit(context, NAMED_FOLDER, word, path);
        } else if (is_a(path, S_IFREG)) {
            visit(context, NAMED_FILE, word, path);
        } else if (strchr(word, '/') == NULL && named_find_program(word, path)) {
            visit(context, NAMED_PROGRAM, word, path);
        }
        goes = strcmp(word, "cd") == 0;
    }
}
