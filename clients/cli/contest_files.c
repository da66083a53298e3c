#define _GNU_SOURCE /* NOLINT: realpath, flock, strptime */
#include "clients/cli/contest.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/file.h"
#include "host/nearest.h"
#include "host/text.h"

enum {
    TRIES = 100,
    TRY_MS = 100,
    FILE_MAX = 1 << 20,
    HASH_TEXT = 2 * crypto_hash_sha256_BYTES + 1
};

static const char name_letters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

/* ---- contest.conf ---- */

/* Keys with one value, the presets, and what they mean. */
static const struct {
    const char *key;
    size_t offset, size;
    const char *preset, *words;
} keys[] = {
#define KEY(name, preset, words)                                                                  \
    {                                                                                             \
#name, offsetof(struct contest, name), sizeof(((struct contest *)0)->name), preset, words \
    }
    KEY(title, "A contest", "what it is called"),
    KEY(game, "", "which game: redoubt games lists them"),
    KEY(maps, "", "maps in turn, with commas, or all; empty: the preset"),
    KEY(format, "round-robin", "of the ladder: round-robin or gauntlet, which can grow"),
    KEY(pairs, "4", "pairs of games at each table, of the ladder"),
    KEY(final_format, "round-robin", "of the final: any format of redoubt arena"),
    KEY(final_pairs, "10", "pairs of games at each table, of the final"),
    KEY(divisions, "", "which there are, with commas; empty: whatever people write"),
    KEY(opens, "", "when, for people"),
    KEY(closes, "",
        "when: at 2026-12-01 18:00, in UTC, the site freezes it by itself; or for people"),
    KEY(sandbox, "on", "on, auto or off; strangers' programs want on"),
    KEY(build_seconds, "60", "how long it may take to build an entrant"),
    KEY(jobs, "", "games at the same time; empty: one for each core"),
    KEY(most_pairs, "50", "pairs at each table after which a ladder that goes on has a rest"),
    KEY(upload_mb, "8", "what may be handed in through the site, in MiB"),
    KEY(kept_mb, "64", "and what it may be when it is built"),
    KEY(versions, "30", "how often somebody may hand in"),
    KEY(workers, "2", "how much of what was handed in is built at the same time"),
#undef KEY
};
enum { KEYS = sizeof keys / sizeof keys[0] };

void contest_write_conf(FILE *out, const char *game)
{
    fputs(
        "# A contest of Redoubt. Lines are key = value; # begins a comment. redoubt contest check\n"
        "# says whether all is well. " REDOUBT_DOCS "/contest.md explains it.\n\n",
        out);
    for (uint32_t i = 0; i < KEYS; i++) {
        const char *value = strcmp(keys[i].key, "game") == 0 ? game : keys[i].preset;
        fprintf(out, "# %s\n%s =%s%s\n", keys[i].words, keys[i].key, value[0] == '\0' ? "" : " ",
                value);
    }
    fputs(
        "\n# Options of the game and limits of programs; as many lines as you like.\n"
        "# set = turns=200\n# limit = turn_ms=1000\n\n"
        "# Those who take part: a name, then a folder or an archive (tar.gz, zip), then what you\n"
        "# like of team=NAME and division=NAME. Others come by redoubt contest enter.\n"
        "# entrant = ada bots/ada.tar.gz team=red division=students\n",
        out);
}

bool contest_name_is_fine(const char *name, struct rd_problem *problem)
{
    size_t length = strlen(name);
    if (length == 0 || length >= CONTEST_NAME - 4 || strspn(name, name_letters) != length ||
        name[0] == '-') {
        char shown[64];
        return rd_problem_at(
            problem, NULL, "'%s' is no name: it has 1 to %d letters, digits, - and _",
            rd_text_printable(name, length, shown, sizeof shown), CONTEST_NAME - 5);
    }
    return true;
}

static bool read_entry(struct contest *c, char *value, struct rd_problem *problem)
{
    char *rest = NULL, *name = strtok_r(value, " \t", &rest), *path = strtok_r(NULL, " \t", &rest);
    struct contest_entry *entry = &c->entry[c->entries];
    if (c->entries == CONTEST_ENTRANTS) {
        return rd_problem_at(problem, NULL, "at most %d entrants", CONTEST_ENTRANTS);
    }
    if (name == NULL || path == NULL) {
        return rd_problem_at(problem, NULL, "entrant = NAME FOLDER_OR_ARCHIVE [team=] [division=]");
    }
    snprintf(entry->name, sizeof entry->name, "%s", name);
    struct rd_text whole = rd_text_into(entry->path, sizeof entry->path);
    rd_text_add(&whole, "%s%s%s", path[0] == '/' ? "" : c->folder, path[0] == '/' ? "" : "/", path);
    for (char *word; (word = strtok_r(NULL, " \t", &rest)) != NULL;) {
        char *equals = strchr(word, '=');
        char *out = equals == NULL                       ? NULL
                    : strncmp(word, "team=", 5) == 0     ? entry->team
                    : strncmp(word, "division=", 9) == 0 ? entry->division
                                                         : NULL;
        if (out == NULL || !contest_name_is_fine(equals + 1, problem)) {
            return rd_problem_at(problem, NULL, "'%.40s' must be team=NAME or division=NAME", word);
        }
        snprintf(out, CONTEST_NAME, "%s", equals + 1);
    }
    c->entries++;
    return contest_name_is_fine(name, problem);
}

static bool set_key(struct contest *c, const char *key, char *value, struct rd_problem *problem)
{
    struct rd_nearest nearest = rd_nearest_to(key);
    char ask[RD_NEAREST_TEXT];
    if (strcmp(key, "entrant") == 0) {
        return read_entry(c, value, problem);
    }
    if (strcmp(key, "set") == 0 && c->sets < CONTEST_LINES) {
        snprintf(c->set[c->sets++], CONTEST_WORD, "%s", value);
        return true;
    }
    if (strcmp(key, "limit") == 0 && c->limits < CONTEST_LINES) {
        snprintf(c->limit[c->limits++], CONTEST_NAME, "%s", value);
        return true;
    }
    for (uint32_t i = 0; i < KEYS; i++) {
        rd_nearest_try(&nearest, keys[i].key);
        if (strcmp(keys[i].key, key) == 0) {
            snprintf((char *)c + keys[i].offset, keys[i].size, "%s", value);
            return strlen(value) < keys[i].size ||
                   rd_problem_at(problem, NULL, "'%s' is too long", key);
        }
    }
    return rd_problem_at(problem, NULL, "there is no key '%.40s'%s", key,
                         rd_nearest_ask(&nearest, ask));
}

static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    for (size_t length = strlen(text); length > 0 && strchr(" \t\r", text[length - 1]) != NULL;) {
        text[--length] = '\0';
    }
    return text;
}

static bool read_line(struct contest *c, char *line, struct rd_problem *problem)
{
    line[strcspn(line, "#")] = '\0';
    char *text = trim(line), *equals = strchr(text, '=');
    if (text[0] == '\0') {
        return true;
    }
    if (equals == NULL) {
        return rd_problem_at(problem, NULL, "'%.40s' must be key = value", text);
    }
    *equals = '\0';
    return set_key(c, trim(text), trim(equals + 1), problem);
}

static bool read_conf(struct contest *c, struct rd_problem *problem)
{
    char path[CONTEST_PATH], *text, *rest = NULL, why[RD_PROBLEM_MAX];
    size_t size;
    uint32_t number = 1;
    if (!rd_file_read(contest_path(c, path, "contest.conf"), FILE_MAX, &text, &size, problem)) {
        return false;
    }
    bool fine = true;
    for (char *line = text; fine && line != NULL; line = rest, number++) {
        rest = strchr(line, '\n');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        fine = read_line(c, line, problem);
    }
    free(text);
    if (!fine) {
        snprintf(why, sizeof why, "%s", problem->text);
        problem->text[0] = '\0'; /* said again, with the line */
        rd_problem_at(problem, NULL, "contest.conf, line %u: %.300s", number - 1, why);
    }
    return fine;
}

/* ---- state.json ---- */

const char *contest_path(const struct contest *c, char out[CONTEST_PATH], const char *format, ...)
{
    char rest[CONTEST_PATH];
    va_list args;
    va_start(args, format);
    vsnprintf(rest, sizeof rest, format, args);
    va_end(args);
    struct rd_text text = rd_text_into(out, CONTEST_PATH);
    rd_text_add(&text, "%s/%s", c->folder, rest);
    return out;
}

/* The site changes it for moments; `run` and `final` keep it while they play. */
static bool take_lock(struct contest *c, struct rd_problem *problem)
{
    const struct timespec moment = { 0, TRY_MS * 1000000L };
    char path[CONTEST_PATH];
    c->lock = open(contest_path(c, path, ".lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool taken = c->lock >= 0 && flock(c->lock, LOCK_EX | LOCK_NB) == 0;
    for (int i = 0; i < TRIES && c->lock >= 0 && !taken; i++) {
        nanosleep(&moment, NULL);
        taken = flock(c->lock, LOCK_EX | LOCK_NB) == 0;
    }
    if (!taken) {
        return rd_problem_at(problem, NULL,
                             "somebody else is changing this contest now (%.200s is locked): wait "
                             "until that is done",
                             path);
    }
    return true;
}

/* Its path stands in commands between quotation marks. */
bool contest_folder_is_fine(const char *folder, struct rd_problem *problem)
{
    char *real = realpath(folder, NULL);
    bool fine = real == NULL || (strchr(real, '\'') == NULL && strlen(real) <= CONTEST_PATH / 2);
    free(real);
    return fine || rd_problem_at(problem, NULL,
                                 "the path of a contest has at most %d letters and no ': make it "
                                 "somewhere else",
                                 CONTEST_PATH / 2);
}

bool contest_open(struct contest *c, const char *folder, bool changing, struct rd_problem *problem)
{
    char path[CONTEST_PATH], *real = realpath(folder, NULL);
    memset(c, 0, sizeof *c);
    c->lock = -1;
    snprintf(c->folder, sizeof c->folder, "%s", real == NULL ? folder : real);
    free(real);
    for (uint32_t i = 0; i < KEYS; i++) {
        snprintf((char *)c + keys[i].offset, keys[i].size, "%s", keys[i].preset);
    }
    if (!contest_folder_is_fine(folder, problem)) {
        return false;
    }
    if (access(contest_path(c, path, "contest.conf"), R_OK) != 0) {
        return rd_problem_at(problem, NULL, "%.200s is no contest; redoubt contest new makes one",
                             folder);
    }
    if ((changing && !take_lock(c, problem)) || !read_conf(c, problem)) {
        return false;
    }
    c->state = json_load_file(contest_path(c, path, "state.json"), 0, NULL);
    if (!json_is_object(c->state)) {
        return rd_problem_at(problem, NULL, "%.200s can't be read", path);
    }
    return true;
}

bool contest_save(const struct contest *c, struct rd_problem *problem)
{
    char path[CONTEST_PATH], fresh[CONTEST_PATH];
    contest_path(c, path, "state.json");
    int file = open(contest_path(c, fresh, "state.json.new"),
                    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    bool fine = file >= 0 && json_dumpfd(c->state, file, JSON_INDENT(1)) == 0 && fsync(file) == 0;
    if (file >= 0) {
        fine = close(file) == 0 && fine;
    }
    return (fine && rename(fresh, path) == 0) ||
           rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
}

void contest_close(struct contest *c)
{
    json_decref(c->state);
    if (c->lock >= 0) {
        close(c->lock);
    }
}

const char *contest_phase(const struct contest *c)
{
    const char *phase = json_string_value(json_object_get(c->state, "phase"));
    return phase == NULL ? "new" : phase;
}

bool contest_is_phase(const struct contest *c, const char *phase)
{
    return strcmp(contest_phase(c), phase) == 0;
}

void contest_set_phase(struct contest *c, const char *phase)
{
    json_object_set_new(c->state, "phase", json_string(phase));
}

json_t *contest_entrant(struct contest *c, const char *name, bool make)
{
    json_t *all = json_object_get(c->state, "entrants");
    if (all == NULL) {
        json_object_set_new(c->state, "entrants", json_object());
        all = json_object_get(c->state, "entrants");
    }
    if (json_object_get(all, name) == NULL && make) {
        json_object_set_new(all, name, json_pack("{s:i, s:[]}", "version", 0, "versions"));
    }
    return json_object_get(all, name);
}

uint32_t contest_version(const json_t *entrant)
{
    bool out = json_object_get(entrant, "withdrawn") != NULL ||
               json_object_get(entrant, "disabled") != NULL;
    return out ? 0 : (uint32_t)json_integer_value(json_object_get(entrant, "version"));
}

uint32_t contest_divisions(const struct contest *c, char out[CONTEST_ENTRANTS][CONTEST_NAME])
{
    const char *name;
    json_t *entrant;
    uint32_t count = 0;
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        const char *division = json_string_value(json_object_get(entrant, "division"));
        division = division == NULL ? "" : division;
        bool known = false;
        for (uint32_t i = 0; i < count; i++) {
            known = known || strcmp(out[i], division) == 0;
        }
        if (!known && count < CONTEST_ENTRANTS) {
            snprintf(out[count++], CONTEST_NAME, "%s", division);
        }
    }
    return count;
}

const char *contest_db(const struct contest *c, bool final, const char *division,
                       char out[CONTEST_PATH])
{
    return contest_path(c, out, "%s%s%s.db", final ? "final" : "ladder",
                        division[0] == '\0' ? "" : "-", division);
}

bool contest_next_division(const struct contest *c, const char **at, char out[CONTEST_NAME])
{
    static const char between[] = ", ";
    const char *from = *at == NULL ? c->divisions : *at;
    from += strspn(from, between);
    size_t length = strcspn(from, between);
    snprintf(out, CONTEST_NAME, "%.*s", (int)length, from);
    *at = from + length;
    return length > 0;
}

bool contest_division_is_fine(const struct contest *c, const char *division,
                              struct rd_problem *problem)
{
    char each[CONTEST_NAME];
    const char *at = NULL;
    if (c->divisions[0] == '\0') {
        return division[0] == '\0' || contest_name_is_fine(division, problem);
    }
    while (contest_next_division(c, &at, each)) {
        if (strcmp(each, division) == 0) {
            return true;
        }
    }
    char shown[CONTEST_NAME];
    return rd_problem_at(problem, NULL, "there is no division '%s'; divisions are %s",
                         rd_text_printable(division, strlen(division), shown, sizeof shown),
                         c->divisions);
}

int64_t contest_closes(const struct contest *c)
{
    struct tm when = { .tm_isdst = 0 };
    const char *end = strptime(c->closes, "%Y-%m-%d %H:%M", &when);
    return end == NULL || *end != '\0' ? 0 : (int64_t)timegm(&when);
}

bool contest_is_due(const struct contest *c)
{
    int64_t closes = contest_closes(c);
    return closes > 0 && (int64_t)time(NULL) >= closes;
}

static bool final_has_begun(const struct contest *c)
{
    static char division[CONTEST_ENTRANTS][CONTEST_NAME];
    char path[CONTEST_PATH];
    bool begun = false;
    for (uint32_t i = contest_divisions(c, division); i-- > 0;) {
        begun = begun || access(contest_db(c, true, division[i], path), F_OK) == 0;
    }
    return begun;
}

bool contest_thaw(struct contest *c, struct rd_problem *problem)
{
    bool frozen = contest_is_phase(c, "frozen");
    if (!frozen || final_has_begun(c)) {
        return rd_problem_at(problem, NULL, "only a frozen contest can be thawed, and %s%s",
                             frozen ? "its final has begun" : "this one is ",
                             frozen ? "" : contest_phase(c));
    }
    if (contest_is_due(c)) {
        return rd_problem_at(problem, NULL,
                             "it closed at %s: write a later time into contest.conf first",
                             c->closes);
    }
    contest_set_phase(c, "open");
    return true;
}

/* ---- what is fixed before the games ---- */

static void hash_of(const char *text, size_t size, char out[HASH_TEXT])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)text, size);
    sodium_bin2hex(out, HASH_TEXT, hash, sizeof hash);
}

bool contest_make_secret(struct contest *c, struct rd_problem *problem)
{
    unsigned char seed[16], salt[16];
    char path[CONTEST_PATH], seed_text[33], salt_text[33], hash[HASH_TEXT], text[512];
    randombytes_buf(seed, sizeof seed);
    randombytes_buf(salt, sizeof salt);
    sodium_bin2hex(seed_text, sizeof seed_text, seed, sizeof seed);
    sodium_bin2hex(salt_text, sizeof salt_text, salt, sizeof salt);
    int length = snprintf(text, sizeof text,
                          "{\n \"maps\": \"\",\n \"salt\": \"%s\",\n \"seed\": \"%s\"\n}\n",
                          salt_text, seed_text);
    int file =
        open(contest_path(c, path, "secret.json"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool fine = file >= 0 && write(file, text, (size_t)length) == length;
    if (file < 0 || close(file) != 0 || !fine) {
        return rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
    }
    hash_of(text, (size_t)length, hash);
    return true;
}

json_t *contest_secret(const struct contest *c, struct rd_problem *problem)
{
    char path[CONTEST_PATH], hash[HASH_TEXT], *text;
    size_t size;
    if (!rd_file_read(contest_path(c, path, "secret.json"), FILE_MAX, &text, &size, problem)) {
        return NULL;
    }
    hash_of(text, size, hash);
    json_t *secret = json_loads(text, 0, NULL);
    free(text);
    const char *told = json_string_value(json_object_get(c->state, "commitment"));
    if (!json_is_object(secret) || (told != NULL && strcmp(told, hash) != 0)) {
        rd_problem_at(problem, NULL,
                      "secret.json has changed since its hash was told: the hash is %.64s, and "
                      "%.64s was told; put the file of then back",
                      hash, told == NULL ? "none" : told);
        json_decref(secret);
        return NULL;
    }
    if (told != NULL && !contest_maps_same(c, secret, problem)) {
        json_decref(secret);
        return NULL;
    }
    json_object_set_new(secret, "sha256", json_string(hash));
    return secret;
}
