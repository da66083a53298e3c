/* Who may hand in: by an invitation, or by an account of the server. */
#define _GNU_SOURCE /* NOLINT: renameat2 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "clients/cli/web_socket.h"
#include "host/text.h"

enum { CODE_BYTES = 10, KEY_BYTES = 16, PEOPLE_MAX = 400, CODES_MAX = 1000, ANSWER_MS = 5000 };

static const char organiser_name[] = "organiser";

/* ---- their files ---- */

/* Names that differ in case only are the same; they have plain letters. */
static char lower(char sign)
{
    return (char)(sign >= 'A' && sign <= 'Z' ? sign + 32 : sign);
}

static const char *person_path(const struct contest *c, const char *name, char out[CONTEST_PATH])
{
    char low[CONTEST_NAME];
    size_t length = strnlen(name, sizeof low - 1);
    for (size_t i = 0; i < length; i++) {
        low[i] = lower(name[i]);
    }
    low[length] = '\0';
    return contest_path(c, out, "site/people/%s.json", low);
}

static void take(const json_t *json, const char *key, char *out, size_t room)
{
    const char *text = json_string_value(json_object_get(json, key));
    snprintf(out, room, "%s", text == NULL ? "" : text);
}

bool person_read(const struct contest *c, const char *name, struct person *person)
{
    char path[CONTEST_PATH];
    struct rd_problem problem = { "" };
    memset(person, 0, sizeof *person);
    json_t *json = contest_name_is_fine(name, &problem)
                       ? json_load_file(person_path(c, name, path), 0, NULL)
                       : NULL;
    take(json, "name", person->name, sizeof person->name);
    take(json, "team", person->team, sizeof person->team);
    take(json, "division", person->division, sizeof person->division);
    take(json, "key", person->key, sizeof person->key);
    take(json, "account", person->account, sizeof person->account);
    take(json, "quarantined", person->quarantined, sizeof person->quarantined);
    person->organiser = json_is_true(json_object_get(json, "organiser"));
    json_decref(json);
    return person->name[0] != '\0';
}

static json_t *person_json(const struct person *person)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b}", "name", person->name, "team",
                     person->team, "division", person->division, "key", person->key, "account",
                     person->account, "quarantined", person->quarantined, "organiser",
                     (int)person->organiser);
}

bool person_write(const struct contest *c, const struct person *person)
{
    char path[CONTEST_PATH];
    json_t *json = person_json(person);
    bool fine = json != NULL && site_write_json(person_path(c, person->name, path), json);
    json_decref(json);
    return fine;
}

/* Only if nobody has the name. */
static bool person_create(const struct contest *c, const struct person *person)
{
    char path[CONTEST_PATH], fresh[CONTEST_PATH];
    json_t *json = person_json(person);
    contest_path(c, fresh, "site/people/.fresh");
    bool fine = json != NULL && site_write_json(fresh, json) &&
                link(fresh, person_path(c, person->name, path)) == 0;
    json_decref(json);
    return fine;
}

/* ---- keys ---- */

void person_new_key(struct person *person, char key[SITE_KEY_ROOM])
{
    unsigned char bytes[KEY_BYTES];
    char hex[2 * KEY_BYTES + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    snprintf(key, SITE_KEY_ROOM, "%s.%s", person->name, hex);
    site_hash(key, person->key);
}

bool person_of_key(const struct contest *c, const char *key, struct person *person)
{
    char name[CONTEST_NAME], hash[SITE_HASH];
    const char *point = strchr(key, '.');
    if (point == NULL || (size_t)(point - key) >= sizeof name || strlen(key) >= SITE_KEY_ROOM) {
        return false;
    }
    memcpy(name, key, (size_t)(point - key));
    name[point - key] = '\0';
    site_hash(key, hash);
    return person_read(c, name, person) && strlen(person->key) == SITE_HASH - 1 &&
           sodium_memcmp(person->key, hash, SITE_HASH - 1) == 0;
}

/* ---- invitations ---- */

bool people_invite(const struct contest *c, uint32_t count, FILE *out, struct rd_problem *problem)
{
    for (uint32_t i = 0; i < count && i < CODES_MAX; i++) {
        unsigned char bytes[CODE_BYTES];
        char code[2 * CODE_BYTES + 1], hash[SITE_HASH], path[CONTEST_PATH];
        randombytes_buf(bytes, sizeof bytes);
        sodium_bin2hex(code, sizeof code, bytes, sizeof bytes);
        site_hash(code, hash);
        int file = open(contest_path(c, path, "site/invitations/%s", hash),
                        O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 || close(file) != 0) {
            return rd_problem_at(problem, NULL, "%.200s can't be written: %s", path,
                                 strerror(errno));
        }
        fprintf(out, "%s\n", code);
    }
    return true;
}

/* Each code is good once: whoever takes the file away has it. */
static bool use_code(const struct contest *c, const char *code)
{
    char hash[SITE_HASH], path[CONTEST_PATH];
    site_hash(code, hash);
    return unlink(contest_path(c, path, "site/invitations/%s", hash)) == 0;
}

static bool code_is_there(const struct contest *c, const char *code)
{
    char hash[SITE_HASH], path[CONTEST_PATH];
    site_hash(code, hash);
    return access(contest_path(c, path, "site/invitations/%s", hash), F_OK) == 0;
}

static bool is_same(const char *a, const char *b)
{
    for (; *a != '\0' && lower(*a) == lower(*b); a++, b++) {
    }
    return *a == *b;
}

/* Entrants of contest.conf and of the command line have no person. */
static bool is_taken(const struct contest *c, const char *name)
{
    const char *each;
    json_t *entrant;
    json_object_foreach(json_object_get(c->state, "entrants"), each, entrant)
    {
        if (is_same(each, name)) {
            return true;
        }
    }
    for (uint32_t i = 0; i < c->entries; i++) {
        if (is_same(c->entry[i].name, name)) {
            return true;
        }
    }
    return is_same(name, organiser_name) || is_same(name, "random");
}

static uint32_t count_people(const struct contest *c)
{
    char path[CONTEST_PATH];
    uint32_t count = 0;
    DIR *folder = opendir(contest_path(c, path, "site/people"));
    while (folder != NULL && readdir(folder) != NULL) {
        count++;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return count;
}

/* One at a time. */
bool person_join(const struct contest *c, const char *code, struct person *person,
                 struct rd_problem *problem)
{
    if (!contest_name_is_fine(person->name, problem) ||
        (person->team[0] != '\0' && !contest_name_is_fine(person->team, problem)) ||
        !contest_division_is_fine(c, person->division, problem)) {
        return false;
    }
    if (code != NULL && !code_is_there(c, code)) {
        return rd_problem_at(problem, NULL, "there is no such invitation, or it was used before");
    }
    if (count_people(c) >= PEOPLE_MAX) {
        return rd_problem_at(problem, NULL, "the contest is full");
    }
    if (is_taken(c, person->name) || !person_create(c, person)) {
        return rd_problem_at(problem, NULL, "the name %s is taken", person->name);
    }
    if (code != NULL && !use_code(c, code)) {
        char path[CONTEST_PATH]; /* somebody was faster by the blink of an eye */
        unlink(person_path(c, person->name, path));
        return rd_problem_at(problem, NULL, "the invitation was used before");
    }
    return true;
}

/* ---- accounts of the server ---- */

bool person_of_account(const struct contest *c, const char *account, struct person *person)
{
    char path[CONTEST_PATH];
    bool found = false;
    DIR *folder = opendir(contest_path(c, path, "site/people"));
    for (struct dirent *entry; !found && folder != NULL && (entry = readdir(folder)) != NULL;) {
        char name[CONTEST_NAME];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(entry->d_name, "."), entry->d_name);
        found = person_read(c, name, person) && strcmp(person->account, account) == 0;
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return found;
}

/* The answer to a command, or NULL. */
static json_t *ask(struct web_socket *line, json_t *command)
{
    char *text = json_dumps(command, JSON_COMPACT);
    bool broken = false, sent = text != NULL && web_socket_send(line, text);
    free(text);
    json_decref(command);
    const char *said = sent ? web_socket_receive(line, ANSWER_MS, &broken) : NULL;
    return said == NULL ? NULL : json_loads(said, 0, NULL);
}

bool people_ask_server(const char *url, const char *account, const char *password,
                       struct rd_problem *problem)
{
    struct web_socket *line = url[0] == '\0' ? NULL : web_socket_open(url, NULL, problem);
    if (line == NULL) {
        problem->text[0] = '\0';
        return rd_problem_at(problem, NULL, "accounts can't be looked up here: use an invitation");
    }
    json_t *command = json_pack("{s:s, s:s, s:i, s:s, s:s}", "cmd", "login", "id", "1", "version",
                                1, "name", account, "password", password);
    json_t *answer = command == NULL ? NULL : ask(line, command);
    bool fine = json_is_true(json_object_get(answer, "ok"));
    const char *why = json_string_value(json_object_get(answer, "why"));
    if (fine) { /* the token is not needed any more */
        json_decref(ask(line, json_pack("{s:s, s:s}", "cmd", "logout", "id", "2")));
    } else {
        rd_problem_at(problem, NULL, "the server says: %s", why == NULL ? "nothing" : why);
    }
    json_decref(answer);
    web_socket_close(line);
    return fine;
}

/* ---- the organiser ---- */

bool people_organiser(const struct contest *c, struct rd_problem *problem)
{
    struct person person;
    char path[CONTEST_PATH], key[SITE_KEY_ROOM];
    contest_path(c, path, "site/organiser.key");
    if (person_read(c, organiser_name, &person) && access(path, R_OK) == 0) {
        return true;
    }
    memset(&person, 0, sizeof person);
    snprintf(person.name, sizeof person.name, "%s", organiser_name);
    person.organiser = true;
    person_new_key(&person, key);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool fine = file >= 0 && dprintf(file, "%s\n", key) > 0 && person_write(c, &person);
    if (file >= 0) {
        fine = close(file) == 0 && fine;
    }
    return fine ||
           rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
}
