/* Secret maps: names of built-in ones, or of files in the folder of the contest. What a file holds
 * is fixed by its hash in secret.json, whose own hash is told to everybody. */
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/report.h"
#include "clients/cli/site.h"
#include "host/file.h"
#include "host/text.h"

enum { MAP_FILE_MAX = 1 << 20, LIST_ROOM = 1024, MAPS_MAX = 64 };

struct map_list {
    char text[LIST_ROOM];
    const char *name[MAPS_MAX];
    uint32_t count;
};

static bool is_file(const char *name)
{
    return strchr(name, '.') != NULL;
}

static bool read_list(const json_t *secret, struct map_list *list, struct rd_problem *problem)
{
    const char *maps = json_string_value(json_object_get(secret, "maps"));
    char *rest = NULL;
    list->count = 0;
    if (maps == NULL || strlen(maps) >= LIST_ROOM) {
        return maps == NULL || rd_problem_at(problem, "secret.json", "maps is too long");
    }
    snprintf(list->text, sizeof list->text, "%s", maps);
    for (char *name = strtok_r(list->text, ",", &rest); name != NULL;
         name = strtok_r(NULL, ",", &rest)) {
        if (list->count == MAPS_MAX || name[0] == '.' || strpbrk(name, "/ \"<>&") != NULL) {
            return rd_problem_at(problem, "secret.json",
                                 "maps: at most %d names with commas, of built-in maps or of files "
                                 "in the folder of the contest",
                                 MAPS_MAX);
        }
        list->name[list->count++] = name;
    }
    return true;
}

static bool hash_file(const char *path, char out[SITE_HASH], struct rd_problem *problem)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char *text;
    size_t size;
    if (!rd_file_read(path, MAP_FILE_MAX, &text, &size, problem)) {
        return false;
    }
    crypto_hash_sha256(hash, (const unsigned char *)text, size);
    sodium_bin2hex(out, SITE_HASH, hash, sizeof hash);
    free(text);
    return true;
}

/* Can it be played? */
static bool try_map(const struct contest *c, const char *name, struct rd_problem *problem)
{
    struct rd_chosen chosen;
    struct limits limits;
    struct rd_problem why = { "" };
    char assignment[CONTEST_PATH + 8], path[CONTEST_PATH];
    if (!contest_setup(c, &chosen, &limits, problem)) {
        return false;
    }
    snprintf(assignment, sizeof assignment, "map=%s",
             is_file(name) ? contest_path(c, path, "%s", name) : name);
    bool fine = rd_chosen_set(&chosen, assignment, RD_MAP_FILES_YES, &why) &&
                rd_chosen_check(&chosen, &why);
    rd_chosen_close(&chosen);
    return fine || rd_problem_at(problem, "secret.json", "map %.64s: %.400s", name, why.text);
}

bool contest_maps_try(const struct contest *c, const json_t *secret, struct rd_problem *problem)
{
    struct map_list list;
    bool fine = read_list(secret, &list, problem);
    for (uint32_t i = 0; fine && i < list.count; i++) {
        fine = strcmp(list.name[i], "all") == 0 || try_map(c, list.name[i], problem);
    }
    return fine;
}

bool contest_maps_seal(const struct contest *c, json_t *secret, struct rd_problem *problem)
{
    struct map_list list;
    char path[CONTEST_PATH], hash[SITE_HASH];
    json_t *files = json_object();
    bool fine = read_list(secret, &list, problem);
    for (uint32_t i = 0; fine && i < list.count; i++) {
        if (is_file(list.name[i])) {
            fine = hash_file(contest_path(c, path, "%s", list.name[i]), hash, problem);
            json_object_set_new(files, list.name[i], json_string(hash));
        }
    }
    fine = fine &&
           (json_object_size(files) == 0 ||
            (json_object_set(secret, "files", files) == 0 &&
             site_write_json(contest_path(c, path, "secret.json"), secret)) ||
            rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno)));
    json_decref(files);
    return fine;
}

bool contest_maps_same(const struct contest *c, json_t *secret, struct rd_problem *problem)
{
    const char *name;
    json_t *told;
    json_object_foreach(json_object_get(secret, "files"), name, told)
    {
        char path[CONTEST_PATH], hash[SITE_HASH];
        if (!hash_file(contest_path(c, path, "%s", name), hash, problem)) {
            return false;
        }
        if (json_string_value(told) == NULL || strcmp(hash, json_string_value(told)) != 0) {
            return rd_problem_at(problem, NULL,
                                 "%.64s has changed since the contest was opened: put the file of "
                                 "then back",
                                 name);
        }
    }
    return true;
}

void contest_maps_publish(const struct contest *c, json_t *secret, FILE *out)
{
    const char *name;
    json_t *told;
    json_object_foreach(json_object_get(secret, "files"), name, told)
    {
        char path[CONTEST_PATH], *text;
        size_t size;
        struct rd_problem problem = { "" };
        if (!rd_file_read(contest_path(c, path, "%s", name), MAP_FILE_MAX, &text, &size,
                          &problem)) {
            continue;
        }
        FILE *file = fopen(contest_path(c, path, "public/%s", name), "we");
        if (file != NULL) {
            fwrite(text, 1, size, file);
            fclose(file);
        }
        free(text);
        fputs("<p>Map <a href=\"", out);
        report_put(name, out);
        fputs("\">", out);
        report_put(name, out);
        fputs("</a>, SHA-256 <code>", out);
        report_put(json_string_value(told), out);
        fputs("</code></p>\n", out);
    }
}
