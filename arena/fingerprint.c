#include "arena/fingerprint.h"

#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena/named.h"
#include "host/text.h"

enum { DEPTH_MAX = 32, PIECE = 1 << 16 };

struct sum {
    crypto_generichash_state state;
    bool any;
};

static void add_text(struct sum *sum, const char *text)
{
    crypto_generichash_update(&sum->state, (const unsigned char *)text, strlen(text) + 1);
}

static void add_file(struct sum *sum, const char *name, const char *path)
{
    static const char *const may_run[] = { "file", "program" };
    unsigned char piece[PIECE];
    struct stat about;
    FILE *file = fopen(path, "rbe");
    if (file == NULL || fstat(fileno(file), &about) != 0) {
        memset(&about, 0, sizeof about);
    }
    add_text(sum, name);
    add_text(sum, may_run[(about.st_mode & S_IXUSR) != 0]);
    for (size_t size; file != NULL && (size = fread(piece, 1, sizeof piece, file)) > 0;) {
        crypto_generichash_update(&sum->state, piece, size);
    }
    if (file != NULL) {
        fclose(file);
    }
    add_text(sum, "");
    sum->any = true;
}

static int counts(const struct dirent *entry)
{
    static const char *const left_out[] = { ".", "..", "__pycache__", ".git" };
    for (uint32_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        if (strcmp(entry->d_name, left_out[i]) == 0) {
            return 0;
        }
    }
    return 1;
}

static void add_folder(struct sum *sum, const char *name, const char *path, uint32_t depth)
{
    struct dirent **list = NULL;
    int count = depth < DEPTH_MAX ? scandir(path, &list, counts, alphasort) : 0;
    add_text(sum, name);
    for (int i = 0; i < count; i++) {
        char inner[NAMED_PATH_ROOM];
        struct stat about;
        struct rd_text text = rd_text_into(inner, sizeof inner);
        rd_text_add(&text, "%s/%s", path, list[i]->d_name);
        if (lstat(inner, &about) == 0 && S_ISDIR(about.st_mode)) {
            add_folder(sum, list[i]->d_name, inner, depth + 1);
        } else if (stat(inner, &about) == 0 && S_ISREG(about.st_mode)) {
            add_file(sum, list[i]->d_name, inner);
        }
        free(list[i]);
    }
    free(list);
}

static void add_named(void *context, enum named_kind kind, const char *word, const char *path)
{
    struct sum *sum = context;
    if (named_is_system(path)) {
        return;
    }
    if (kind == NAMED_FILE) { /* its own name: from where it was named changes nothing */
        add_file(sum, strrchr(path, '/') + 1, path);
    } else if (kind == NAMED_FOLDER) {
        add_folder(sum, word, path, 0);
    }
}

void fingerprint_of(const char *command, const char *folder, char out[FINGERPRINT_TEXT])
{
    unsigned char hash[FINGERPRINT_TEXT / 2];
    struct sum sum = { .any = false };
    crypto_generichash_init(&sum.state, NULL, 0, crypto_generichash_BYTES_MIN);
    if (folder != NULL && folder[0] != '\0') {
        add_folder(&sum, "", folder, 0);
    } else {
        named_each(command, add_named, &sum);
    }
    unsigned char whole[crypto_generichash_BYTES_MIN];
    crypto_generichash_final(&sum.state, whole, sizeof whole);
    memcpy(hash, whole, sizeof hash);
    out[0] = '\0';
    if (sum.any) {
        sodium_bin2hex(out, FINGERPRINT_TEXT, hash, sizeof hash);
    }
}
