#include "arena/entrant.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/nearest.h"
#include "host/text.h"

/* None until somebody brings them: rooms above know which there are. */
static const struct door *const no_doors[] = { NULL };
static const struct door *const *doors = no_doors;

void entrant_doors(const struct door *const *list)
{
    doors = list;
}

static bool door_is_for(const struct door *door, const struct rd_game *game)
{
    return door->game == NULL || strcmp(door->game, game->id) == 0;
}

static bool unknown(const struct rd_game *game, const char *spec, struct rd_problem *problem)
{
    char list[RD_PROBLEM_MAX];
    struct rd_text text = rd_text_into(list, sizeof list);
    char ask[RD_NEAREST_TEXT];
    char word[ENTRANT_SPEC_MAX]; /* of "cmd:..." that which names the door */
    snprintf(word, sizeof word, "%.*s", (int)strcspn(spec, ":"), spec);
    struct rd_nearest nearest = rd_nearest_to(word);
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        const struct rd_bot *bot = rd_bot_at(i);
        if (bot->game == NULL || strcmp(bot->game, game->id) == 0) {
            rd_text_add(&text, "%s%s", text.used == 0 ? "" : ", ", bot->name);
            rd_nearest_try(&nearest, bot->name);
        }
    }
    for (uint32_t i = 0; doors[i] != NULL; i++) {
        if (door_is_for(doors[i], game)) {
            rd_text_add(&text, ", %s:COMMAND", doors[i]->prefix);
            rd_nearest_try(&nearest, doors[i]->prefix);
        }
    }
    return rd_problem_at(problem, NULL, "there is no bot '%.60s' for %s%s; the bots are %.300s",
                         spec, game->title, rd_nearest_ask(&nearest, ask), list);
}

/* "mine=..." gives a name of letters, digits, dots, dashes and underscores. */
static const char *split_name(const char *spec, char name[ENTRANT_NAME_MAX])
{
    size_t length = strspn(spec, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789._-");
    name[0] = '\0';
    if (length == 0 || length >= ENTRANT_NAME_MAX || spec[length] != '=') {
        return spec;
    }
    memcpy(name, spec, length);
    name[length] = '\0';
    return spec + length + 1;
}

static const struct door *find_door(const struct rd_game *game, const char *text)
{
    for (uint32_t i = 0; doors[i] != NULL; i++) {
        size_t length = strlen(doors[i]->prefix);
        if (strncmp(text, doors[i]->prefix, length) == 0 && text[length] == ':' &&
            door_is_for(doors[i], game)) {
            return doors[i];
        }
    }
    return NULL;
}

const char *entrants_option(const struct rd_game *game, char *const *word, int words,
                            const char *const *set, uint32_t sets)
{
    char name[ENTRANT_NAME_MAX];
    for (int i = 0; i < words; i++) {
        const struct door *door = find_door(game, split_name(word[i], name));
        if (door == NULL || door->option == NULL) {
            continue;
        }
        size_t key = strcspn(door->option, "=") + 1;
        for (uint32_t j = 0; j < sets; j++) {
            if (strncmp(set[j], door->option, key) == 0) {
                return NULL;
            }
        }
        return door->option;
    }
    return NULL;
}

bool entrant_read(struct entrant *entrant, const struct rd_game *game, const char *spec,
                  struct rd_problem *problem)
{
    memset(entrant, 0, sizeof *entrant);
    entrant->version = 1;
    if (strlen(spec) >= ENTRANT_SPEC_MAX) {
        return rd_problem_at(problem, NULL, "the name of a bot has at most %d letters",
                             ENTRANT_SPEC_MAX - 1);
    }
    snprintf(entrant->spec, sizeof entrant->spec, "%s", spec);
    const char *text = split_name(entrant->spec, entrant->name);
    entrant->door = find_door(game, text);
    entrant->bot = entrant->door == NULL ? rd_bot_find(game, text) : NULL;
    if (entrant->door == NULL && entrant->bot == NULL) {
        return unknown(game, text, problem);
    }
    if (entrant->name[0] == '\0') {
        rd_text_printable(text, strlen(text), entrant->name, sizeof entrant->name);
    }
    if (entrant->bot != NULL) {
        return true;
    }
    entrant->command_at = (uint32_t)(strchr(text, ':') + 1 - entrant->spec);
    const char *command = entrant_command(entrant);
    if (command[strspn(command, " \t")] == '\0') {
        return rd_problem_at(problem, NULL, "which program? %s:COMMAND", entrant->door->prefix);
    }
    return true;
}

void entrant_look(struct entrant *entrant)
{
    entrant->files[0] = '\0';
    if (entrant->door != NULL) {
        fingerprint_of(entrant_command(entrant), entrant->folder, entrant->files);
    }
}

void entrant_is_version(struct entrant *entrant, uint32_t version)
{
    char *at = strrchr(entrant->name, '@');
    if (entrant->version > 1 && at != NULL) {
        *at = '\0';
    }
    entrant->version = version;
    if (version > 1) {
        char behind[16];
        int length = snprintf(behind, sizeof behind, "@%u", version);
        size_t kept = rd_text_fit(entrant->name, strlen(entrant->name),
                                  sizeof entrant->name - 1 - (size_t)length);
        snprintf(entrant->name + kept, sizeof entrant->name - kept, "%s", behind);
    }
}

bool entrant_set_folder(struct entrant *entrant, const char *folder, struct rd_problem *problem)
{
    struct stat about;
    char real[PATH_MAX];
    if (realpath(folder, real) == NULL || stat(real, &about) != 0 || !S_ISDIR(about.st_mode) ||
        strlen(real) >= sizeof entrant->folder) {
        return rd_problem_at(problem, "--files",
                             "'%.200s' is no folder here; NAME=FOLDER says in which folder the "
                             "files of an entrant lie",
                             folder);
    }
    snprintf(entrant->folder, sizeof entrant->folder, "%s", real);
    return true;
}
