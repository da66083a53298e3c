#include "arena/hub_files.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/crew.h"

enum { PATH_ROOM = 4096, BASE64 = sodium_base64_VARIANT_ORIGINAL };

/* File 0 is the replay, file 1 + seat the log of a program. */
static const char *name_of(uint32_t file, char out[16])
{
    snprintf(out, 16, file == 0 ? "replay" : "log%u", file - 1);
    return out;
}

static void path_of(const char *folder, const struct game *game, uint32_t file, char *out)
{
    char replay[PATH_ROOM - 32];
    crew_replay_path(folder, game, replay, sizeof replay);
    if (file == 0) {
        snprintf(out, PATH_ROOM, "%s", replay);
    } else {
        snprintf(out, PATH_ROOM, "%s.seat%u.log", replay, file - 1);
    }
}

/* ---- packing ---- */

static unsigned char *read_file(const char *path, size_t most, size_t *size)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return NULL;
    }
    unsigned char *bytes = malloc(most + 1);
    RD_ASSERT(bytes != NULL);
    *size = fread(bytes, 1, most + 1, file);
    fclose(file);
    if (*size > most) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static json_t *base64_of(const unsigned char *bytes, size_t size)
{
    size_t room = sodium_base64_encoded_len(size, BASE64);
    char *text = malloc(room);
    RD_ASSERT(text != NULL);
    sodium_bin2base64(text, room, bytes, size, BASE64);
    json_t *json = json_string(text);
    free(text);
    return json;
}

json_t *hub_files_pack(const char *folder, const struct game *game, size_t most)
{
    json_t *files = json_object();
    for (uint32_t i = 0; i <= game->seats; i++) {
        char path[PATH_ROOM], name[16];
        size_t size = 0;
        path_of(folder, game, i, path);
        unsigned char *bytes = read_file(path, most, &size);
        if (bytes != NULL) {
            json_object_set_new(files, name_of(i, name), base64_of(bytes, size));
            most -= size;
        }
        free(bytes);
        unlink(path);
    }
    return files;
}

/* ---- unpacking ---- */

/* Whole or not at all, whoever is killed in between. */
static bool write_file(const char *path, const unsigned char *bytes, size_t size,
                       struct rd_problem *problem)
{
    char half[PATH_ROOM + 8];
    snprintf(half, sizeof half, "%s.part", path);
    FILE *file = fopen(half, "wbe");
    bool fine = file != NULL && fwrite(bytes, 1, size, file) == size;
    fine = (file == NULL || fclose(file) == 0) && fine && rename(half, path) == 0;
    return fine || rd_problem_at(problem, path, "can't be written: %s", strerror(errno));
}

static bool unpack(const json_t *text, const char *path, struct rd_problem *problem)
{
    size_t room = json_string_length(text), size = 0;
    unsigned char *bytes = malloc(room + 1);
    RD_ASSERT(bytes != NULL);
    bool fine = sodium_base642bin(bytes, room, json_string_value(text), room, NULL, &size, NULL,
                                  BASE64) != 0 ||
                write_file(path, bytes, size, problem);
    free(bytes);
    return fine;
}

bool hub_files_unpack(const json_t *files, const char *folder, struct game *game,
                      struct rd_problem *problem)
{
    game->has_replay = false;
    for (uint32_t i = 0; folder != NULL && i <= game->seats; i++) {
        char path[PATH_ROOM], name[16];
        const json_t *text = json_object_get(files, name_of(i, name));
        if (!json_is_string(text)) {
            continue;
        }
        path_of(folder, game, i, path);
        if (!unpack(text, path, problem)) {
            return false;
        }
        game->has_replay = game->has_replay || (i == 0 && access(path, R_OK) == 0);
    }
    return true;
}
