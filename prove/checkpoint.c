#include "prove/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The bytes of the struct, with a word before that says which form they have. A checkpoint serves
 * the program that wrote it, on the same machine. */
static const char form[8] = "rdprove2";

bool prove_checkpoint_write(const struct prove_checkpoint *checkpoint, const char *folder,
                            struct rd_problem *problem)
{
    char path[4096], fresh[4096];
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    snprintf(fresh, sizeof fresh, "%s/checkpoint.new", folder);
    FILE *file = fopen(fresh, "wb");
    bool fine = file != NULL && fwrite(form, sizeof form, 1, file) == 1 &&
                fwrite(checkpoint, sizeof *checkpoint, 1, file) == 1 && fflush(file) == 0 &&
                fsync(fileno(file)) == 0;
    if (file != NULL) {
        fine = fclose(file) == 0 && fine;
    }
    if (!fine || rename(fresh, path) != 0) {
        return rd_problem_at(problem, path, "%s", strerror(errno));
    }
    return true;
}

bool prove_checkpoint_read(struct prove_checkpoint *checkpoint, const char *folder,
                           uint64_t opening, bool *found, struct rd_problem *problem)
{
    char path[4096], head[sizeof form];
    snprintf(path, sizeof path, "%s/checkpoint", folder);
    FILE *file = fopen(path, "rb");
    *found = false;
    if (file == NULL) {
        return errno == ENOENT || rd_problem_at(problem, path, "%s", strerror(errno));
    }
    bool whole = fread(head, sizeof head, 1, file) == 1 && memcmp(head, form, sizeof form) == 0 &&
                 fread(checkpoint, sizeof *checkpoint, 1, file) == 1;
    fclose(file);
    *found = whole && checkpoint->opening == opening && checkpoint->depth < PROVE_DEPTH_MAX;
    return true;
}
