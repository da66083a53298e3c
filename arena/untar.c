#include "arena/untar.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/text.h"

enum { NAME_ROOM = 512, PATH_ROOM = 4096 };

/* Places in a header of ustar. */
enum { NAME = 0, MODE = 100, SIZE = 124, SUM = 148, TYPE = 156, LINKED = 157, PREFIX = 345 };

void untar_begin(struct untar *tar, const char *folder)
{
    memset(tar, 0, sizeof *tar);
    tar->folder = folder;
}

static uint64_t octal(const unsigned char *at, size_t length)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length && at[i] >= '0' && at[i] <= '7'; i++) {
        value = value * 8 + (uint64_t)(at[i] - '0');
    }
    return value;
}

static bool sum_is_right(const unsigned char *block)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < UNTAR_BLOCK; i++) {
        sum += i >= SUM && i < SUM + 8 ? ' ' : block[i];
    }
    size_t blanks = 0;
    while (blanks < 7 && block[SUM + blanks] == ' ') {
        blanks++;
    }
    return sum == octal(block + SUM + blanks, 8 - blanks);
}

static void read_name(const unsigned char *block, char name[NAME_ROOM])
{
    struct rd_text text = rd_text_into(name, NAME_ROOM);
    if (block[PREFIX] != '\0') {
        rd_text_add(&text, "%.155s/", (const char *)block + PREFIX);
    }
    rd_text_add(&text, "%.100s", (const char *)block + NAME);
}

/* Below the folder, whatever the name says: no "/" in front, no ".." between. */
static bool stays_inside(const char *name)
{
    if (name[0] == '/' || name[0] == '\0') {
        return false;
    }
    for (const char *part = name; *part != '\0';) {
        size_t length = strcspn(part, "/");
        if (length == 2 && strncmp(part, "..", 2) == 0) {
            return false;
        }
        part += length + (part[length] == '/');
    }
    return true;
}

static bool refuse(struct rd_problem *problem, const char *name, const char *why)
{
    char shown[100];
    return rd_problem_at(problem, NULL, "%s: %s; plain files and folders may be handed in",
                         rd_text_printable(name, strlen(name), shown, sizeof shown), why);
}

/* Folders count as files: each takes a place on the disk. */
static bool has_room(struct untar *tar, uint64_t size, struct rd_problem *problem)
{
    tar->bytes += size;
    tar->files++;
    return (tar->files <= UNTAR_FILES_MAX && tar->bytes <= UNTAR_BYTES_MAX) ||
           rd_problem_at(problem, NULL, "too large: at most %d files and %d MiB", UNTAR_FILES_MAX,
                         UNTAR_BYTES_MAX >> 20);
}

static bool make_folder(const char *path, struct rd_problem *problem)
{
    return (mkdir(path, 0755) == 0 && chmod(path, 0755) == 0) || errno == EEXIST ||
           rd_problem_at(problem, NULL, "%.200s can't be made: %s", path, strerror(errno));
}

static bool begin_file(struct untar *tar, const char *path, const unsigned char *block,
                       struct rd_problem *problem)
{
    tar->left = octal(block + SIZE, 11);
    if (!has_room(tar, tar->left, problem)) {
        return false;
    }
    tar->file = fopen(path, "wbxe");
    if (tar->file == NULL) {
        return rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
    }
    bool may_run = (octal(block + MODE, 7) & S_IXUSR) != 0;
    chmod(path, may_run ? 0755 : 0644);
    return true;
}

static bool take_header(struct untar *tar, struct rd_problem *problem)
{
    char name[NAME_ROOM], path[PATH_ROOM];
    const unsigned char *block = tar->block;
    struct rd_text text = rd_text_into(path, sizeof path);
    if (block[0] == '\0') {
        tar->ended = true;
        return true;
    }
    if (!sum_is_right(block)) {
        return rd_problem_at(problem, NULL, "what came out is no archive");
    }
    read_name(block, name);
    if (!stays_inside(name)) {
        return refuse(problem, name, "the name leads out of the folder");
    }
    rd_text_add(&text, "%s/%s", tar->folder, name);
    switch (block[TYPE]) {
    case '5':
        return has_room(tar, 0, problem) && make_folder(path, problem);
    case '0':
    case '\0':
        return begin_file(tar, path, block, problem);
    case '1':
    case '2':
        return refuse(problem, name, "is a link");
    default:
        return refuse(problem, name, "is neither a file nor a folder");
    }
}

static bool close_file(struct untar *tar, struct rd_problem *problem)
{
    bool fine = ferror(tar->file) == 0;
    fine = fclose(tar->file) == 0 && fine;
    tar->file = NULL;
    return fine || rd_problem_at(problem, NULL, "a file can't be written: %s", strerror(errno));
}

static bool take_block(struct untar *tar, struct rd_problem *problem)
{
    if (tar->ended) {
        return true;
    }
    if (tar->file == NULL) {
        return take_header(tar, problem) &&
               (tar->file == NULL || tar->left > 0 || close_file(tar, problem));
    }
    size_t count = tar->left < UNTAR_BLOCK ? (size_t)tar->left : UNTAR_BLOCK;
    fwrite(tar->block, 1, count, tar->file);
    tar->left -= count;
    return tar->left > 0 || close_file(tar, problem);
}

bool untar_feed(struct untar *tar, const unsigned char *bytes, size_t count,
                struct rd_problem *problem)
{
    while (count > 0) {
        size_t room = UNTAR_BLOCK - tar->filled, taken = count < room ? count : room;
        memcpy(tar->block + tar->filled, bytes, taken);
        tar->filled += taken;
        bytes += taken;
        count -= taken;
        if (tar->filled == UNTAR_BLOCK) {
            tar->filled = 0;
            if (!take_block(tar, problem)) {
                return false;
            }
        }
    }
    return true;
}

bool untar_end(struct untar *tar, struct rd_problem *problem)
{
    bool cut = !tar->ended || tar->file != NULL;
    if (tar->file != NULL) {
        fclose(tar->file);
        tar->file = NULL;
    }
    return !cut || rd_problem_at(problem, NULL, "what came out was cut off");
}
