#include "host/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FIRST_CHUNK = 1 << 16 };

static const char *name_of(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool too_large(const char *path, size_t max, struct rd_problem *problem)
{
    return rd_problem_at(problem, name_of(path), "is larger than %zu bytes, the most that is read",
                         max);
}

/* Refuse early what would only be refused after reading it. */
static bool looks_readable(FILE *file, const char *path, size_t max, struct rd_problem *problem)
{
    struct stat info;
    if (fstat(fileno(file), &info) != 0) {
        return rd_problem_at(problem, name_of(path), "%s", strerror(errno));
    }
    if (S_ISDIR(info.st_mode)) {
        return rd_problem_at(problem, name_of(path), "is a folder, not a file");
    }
    if (S_ISREG(info.st_mode) && info.st_size > 0 && (uintmax_t)info.st_size > max) {
        return too_large(path, max, problem);
    }
    return true;
}

static bool grow(char **text, size_t *room, size_t max)
{
    size_t wanted = *room == 0 ? FIRST_CHUNK : *room * 2;
    if (wanted > max + 2) {
        wanted = max + 2; /* one byte too many shows that there is more, one is for NUL */
    }
    char *larger = realloc(*text, wanted);
    if (larger != NULL) {
        *text = larger;
        *room = wanted;
    }
    return larger != NULL;
}

static bool read_all(FILE *file, const char *path, size_t max, char **text, size_t *size,
                     struct rd_problem *problem)
{
    size_t room = 0, got = 1;
    while (got > 0 && *size <= max) {
        if (*size + 1 >= room && !grow(text, &room, max)) {
            return rd_problem_at(problem, name_of(path), "out of memory");
        }
        got = fread(*text + *size, 1, room - 1 - *size, file);
        *size += got;
    }
    if (ferror(file)) {
        return rd_problem_at(problem, name_of(path), "%s", strerror(errno));
    }
    if (*size > max) {
        return too_large(path, max, problem);
    }
    (*text)[*size] = '\0';
    return true;
}

bool rd_file_read(const char *path, size_t max, char **text, size_t *size,
                  struct rd_problem *problem)
{
    *text = NULL;
    *size = 0;
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (file == NULL) {
        return rd_problem_at(problem, path, "%s", strerror(errno));
    }
    bool fine =
        looks_readable(file, path, max, problem) && read_all(file, path, max, text, size, problem);
    if (!is_stdin) {
        fclose(file);
    }
    if (!fine) {
        free(*text);
        *text = NULL;
        *size = 0;
    }
    return fine;
}
