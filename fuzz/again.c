/* The kept corpus of a harness, tried again without libFuzzer. TAP: a line for each file. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/file.h"

enum { FILE_MAX = 16 * 1024 * 1024, PATH_SIZE = 1024 };

static int is_plain(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool try_file(const char *path, uint32_t number)
{
    char *text = NULL;
    size_t size = 0;
    struct rd_problem problem = { "" };
    printf("# %s\n", path);
    fflush(stdout);
    if (!rd_file_read(path, FILE_MAX, &text, &size, &problem)) {
        printf("# %s\nnot ok %u - %s\n", problem.text, number, path);
        return false;
    }
    /* In memory of just this size, so that a sanitizer sees the first byte read past it. */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    memcpy(exact, text, size);
    free(text);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    printf("ok %u - %s\n", number, path);
    return true;
}

int main(int argc, char **argv)
{
    struct dirent **entries = NULL;
    int count = argc == 2 ? scandir(argv[1], &entries, is_plain, alphasort) : -1;
    bool fine = count > 0;
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%s/%s", argv[1], entries[i]->d_name);
        fine = try_file(path, (uint32_t)i + 1) && fine;
        free(entries[i]);
    }
    free(entries);
    if (count <= 0) {
        printf("Bail out! usage: again FOLDER (with files in it)\n");
        return 2;
    }
    printf("1..%d\n", count);
    return fine ? 0 : 1;
}
