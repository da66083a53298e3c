#include "prove/levels.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct head {
    uint64_t print;
    uint32_t count;
    uint32_t zero;
};

static void name_file(char *out, size_t size, const char *folder, uint32_t depth, uint32_t number)
{
    snprintf(out, size, "%s/level-%04u-%u", folder, depth, number);
}

/* ---- writing ---- */

bool prove_writer_open(struct prove_writer *writer, const char *folder, uint32_t depth,
                       uint32_t number, uint64_t size, struct rd_problem *problem)
{
    char path[4096];
    name_file(path, sizeof path, folder, depth, number);
    writer->size = size;
    writer->file = fopen(path, size == 0 ? "wb" : "r+b");
    if (writer->file == NULL || ftruncate(fileno(writer->file), (off_t)size) != 0 ||
        fseeko(writer->file, (off_t)size, SEEK_SET) != 0) {
        return rd_problem_at(problem, path, "%s", strerror(errno));
    }
    return true;
}

bool prove_writer_add(struct prove_writer *writer, const struct prove_item *item)
{
    struct head head = { item->print, item->count, 0 };
    writer->size += sizeof head + item->count;
    return fwrite(&head, sizeof head, 1, writer->file) == 1 &&
           fwrite(item->bytes, 1, item->count, writer->file) == item->count;
}

bool prove_writer_sync(struct prove_writer *writer)
{
    return fflush(writer->file) == 0 && fdatasync(fileno(writer->file)) == 0;
}

void prove_writer_close(struct prove_writer *writer)
{
    if (writer->file != NULL) {
        fclose(writer->file);
    }
    writer->file = NULL;
}

/* ---- reading ---- */

static bool map_file(struct prove_reader *reader, uint32_t number, const char *path,
                     struct rd_problem *problem)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0 && errno == ENOENT) {
        return true; /* there are as many files as there were workers */
    }
    if (file < 0 || fstat(file, &about) != 0) {
        return rd_problem_at(problem, path, "%s", strerror(errno));
    }
    reader->size[number] = (uint64_t)about.st_size;
    if (about.st_size > 0) {
        void *map = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
        reader->map[number] = map == MAP_FAILED ? NULL : map;
    }
    close(file);
    return reader->size[number] == 0 || reader->map[number] != NULL ||
           rd_problem_at(problem, path, "can't be mapped: %s", strerror(errno));
}

bool prove_reader_open(struct prove_reader *reader, const char *folder, uint32_t depth,
                       struct rd_problem *problem)
{
    memset(reader, 0, sizeof *reader);
    pthread_mutex_init(&reader->lock, NULL);
    for (uint32_t i = 0; i < PROVE_FILES_MAX; i++) {
        char path[4096];
        name_file(path, sizeof path, folder, depth, i);
        if (!map_file(reader, i, path, problem)) {
            prove_reader_close(reader);
            return false;
        }
    }
    return true;
}

static bool next_of_file(struct prove_reader *reader, uint32_t i, struct prove_item *item)
{
    struct head head;
    uint64_t left = reader->size[i] - reader->at[i];
    if (left < sizeof head) {
        return false;
    }
    memcpy(&head, reader->map[i] + reader->at[i], sizeof head);
    if (left - sizeof head < head.count) {
        return false; /* cut off in the middle of an item */
    }
    item->print = head.print;
    item->count = head.count;
    item->bytes = reader->map[i] + reader->at[i] + sizeof head;
    reader->at[i] += sizeof head + head.count;
    return true;
}

bool prove_reader_next(struct prove_reader *reader, struct prove_item *item)
{
    bool found = false;
    pthread_mutex_lock(&reader->lock);
    for (uint32_t i = 0; i < PROVE_FILES_MAX && !found; i++) {
        found = next_of_file(reader, i, item);
    }
    pthread_mutex_unlock(&reader->lock);
    return found;
}

void prove_reader_close(struct prove_reader *reader)
{
    for (uint32_t i = 0; i < PROVE_FILES_MAX; i++) {
        if (reader->map[i] != NULL) {
            munmap((void *)(uintptr_t)reader->map[i], reader->size[i]);
        }
    }
    pthread_mutex_destroy(&reader->lock);
    memset(reader, 0, sizeof *reader);
}

void prove_levels_remove(const char *folder)
{
    DIR *list = opendir(folder);
    const struct dirent *entry = NULL;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if (strncmp(entry->d_name, "level-", 6) == 0) {
            unlinkat(dirfd(list), entry->d_name, 0);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
}
