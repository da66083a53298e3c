#include "server/shell/files.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/file.h"
#include "host/list.h"
#include "net/http.h"
#include "redoubt/base.h"

enum { FILE_MAX = 16 << 20, FILES_MAX = 2000, DEPTH_MAX = 8, PATH_ROOM = 4096 };

struct files {
    struct file *file;
    uint32_t count, room;
};

static const struct {
    const char *ending, *type;
} types[] = {
    { ".html", "text/html; charset=utf-8" },
    { ".js", "text/javascript; charset=utf-8" },
    { ".mjs", "text/javascript; charset=utf-8" },
    { ".css", "text/css; charset=utf-8" },
    { ".json", "application/json" },
    { ".map", "application/json" },
    { ".wasm", "application/wasm" },
    { ".svg", "image/svg+xml" },
    { ".png", "image/png" },
    { ".jpg", "image/jpeg" },
    { ".webp", "image/webp" },
    { ".ico", "image/x-icon" },
    { ".woff2", "font/woff2" },
    { ".ogg", "audio/ogg" },
    { ".webmanifest", "application/manifest+json" },
    { ".txt", "text/plain; charset=utf-8" },
    { ".md", "text/markdown; charset=utf-8" },
};

static const char *type_of(const char *path)
{
    for (uint32_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        size_t length = strlen(path), ending = strlen(types[i].ending);
        if (length > ending && strcmp(path + length - ending, types[i].ending) == 0) {
            return types[i].type;
        }
    }
    return "application/octet-stream";
}

/* Names below /assets/ carry a hash of their contents, so what they name never changes. */
static const char *cache_of(const char *path)
{
    return strncmp(path, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable" : "no-cache";
}

/* Packed forms, the smallest first. Each ending has three letters. */
static const struct form {
    const char *ending, *coding;
    uint32_t bit;
} forms[] = {
    { ".br", "br", HTTP_BROTLI },
    { ".gz", "gzip", HTTP_GZIP },
};
enum { FORMS = sizeof forms / sizeof forms[0], FORM_ENDING = 3 };

/* "/app.js.gz" is a form of "/app.js": it has that name and its type. */
static struct file named(const char *name)
{
    struct file file = { .coding = NULL };
    size_t length = strlen(name), plain = length;
    for (uint32_t i = 0; i < FORMS && length > FORM_ENDING; i++) {
        if (strcmp(name + length - FORM_ENDING, forms[i].ending) == 0) {
            file.coding = forms[i].coding;
            plain = length - FORM_ENDING;
        }
    }
    file.path = strndup(name, plain);
    RD_ASSERT(file.path != NULL);
    file.type = type_of(file.path);
    file.cache = cache_of(file.path);
    return file;
}

static bool add_file(struct files *files, const char *path, const char *name,
                     struct rd_problem *problem)
{
    uint8_t hash[16];
    if (files->count == FILES_MAX) {
        return rd_problem_at(problem, path, "there are more than %d files", FILES_MAX);
    }
    struct file file = named(name);
    if (!rd_file_read(path, FILE_MAX, &file.bytes, &file.size, problem)) {
        free(file.path);
        return false;
    }
    crypto_generichash(hash, sizeof hash, (const unsigned char *)file.bytes, file.size, NULL, 0);
    file.etag[0] = '"';
    sodium_bin2hex(file.etag + 1, sizeof file.etag - 2, hash, sizeof hash);
    file.etag[1 + 2 * sizeof hash] = '"';
    files->file = rd_grown(files->file, files->count, &files->room, sizeof *files->file);
    files->file[files->count++] = file;
    return true;
}

/* Folders that are still to be read, instead of recursion. name is the path that browsers use. */
struct folder {
    char *name;
    uint32_t depth;
};

struct folders {
    struct folder *folder;
    uint32_t count, room;
};

static void push(struct folders *folders, const char *name, uint32_t depth)
{
    struct folder folder = { strdup(name), depth };
    RD_ASSERT(folder.name != NULL);
    folders->folder =
        rd_grown(folders->folder, folders->count, &folders->room, sizeof *folders->folder);
    folders->folder[folders->count++] = folder;
}

static bool add_entry(struct files *files, struct folders *folders, const char *root,
                      const struct folder *in, const char *entry, struct rd_problem *problem)
{
    char name[PATH_ROOM], path[2 * PATH_ROOM];
    struct stat about;
    if (entry[0] == '.') {
        return true;
    }
    if (snprintf(name, sizeof name, "%s/%s", in->name, entry) >= PATH_ROOM ||
        snprintf(path, sizeof path, "%s%s", root, name) >= 2 * PATH_ROOM ||
        stat(path, &about) != 0) {
        return rd_problem_at(problem, root, "a file in it can't be read");
    }
    if (S_ISDIR(about.st_mode) && in->depth < DEPTH_MAX) {
        push(folders, name, in->depth + 1);
    }
    return !S_ISREG(about.st_mode) || add_file(files, path, name, problem);
}

static bool read_folder(struct files *files, struct folders *folders, const char *root,
                        const struct folder *folder, struct rd_problem *problem)
{
    char path[2 * PATH_ROOM];
    snprintf(path, sizeof path, "%s%s", root, folder->name);
    DIR *stream = opendir(path);
    if (stream == NULL) {
        return rd_problem_at(problem, path, "can't be read: %s", strerror(errno));
    }
    bool fine = true;
    for (struct dirent *entry; fine && (entry = readdir(stream)) != NULL;) {
        fine = add_entry(files, folders, root, folder, entry->d_name, problem);
    }
    closedir(stream);
    return fine;
}

struct files *files_load(const char *root, struct rd_problem *problem)
{
    struct files *files = calloc(1, sizeof *files);
    struct folders folders = { NULL, 0, 0 };
    bool fine = true;
    RD_ASSERT(files != NULL);
    push(&folders, "", 0);
    while (folders.count > 0) {
        struct folder folder = folders.folder[--folders.count];
        fine = fine && read_folder(files, &folders, root, &folder, problem);
        free(folder.name);
    }
    free(folders.folder);
    if (fine && files_find(files, "/", 0) == NULL) {
        fine = rd_problem_at(problem, root, "there is no index.html in it");
    }
    if (!fine) {
        files_free(files);
        return NULL;
    }
    return files;
}

void files_free(struct files *files)
{
    if (files == NULL) {
        return;
    }
    for (uint32_t i = 0; i < files->count; i++) {
        free(files->file[i].path);
        free(files->file[i].bytes);
    }
    free(files->file);
    free(files);
}

/* coding: one of those in forms, or NULL */
static const struct file *find_form(const struct files *files, const char *path, const char *coding)
{
    for (uint32_t i = 0; files != NULL && i < files->count; i++) {
        const struct file *file = &files->file[i];
        if (file->coding == coding && strcmp(file->path, path) == 0) {
            return file;
        }
    }
    return NULL;
}

const struct file *files_find(const struct files *files, const char *path, uint32_t codings)
{
    const char *wanted = strcmp(path, "/") == 0 ? "/index.html" : path;
    const struct file *found = NULL;
    for (uint32_t i = 0; i < FORMS && found == NULL; i++) {
        found = (codings & forms[i].bit) != 0 ? find_form(files, wanted, forms[i].coding) : NULL;
    }
    return found != NULL ? found : find_form(files, wanted, NULL);
}
