/* What somebody hands in: built in the sandbox, tried in a game, kept as a version. */
#define _XOPEN_SOURCE 700 /* NOLINT: nftw */
#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/process.h"
#include "arena/sandbox.h"
#include "arena/tryout.h"
#include "arena/workshop.h"
#include "clients/cli/contest.h"
#include "host/text.h"

enum { FILES_OPEN = 16, SECONDS_MAX = 3600, VERSIONS_MAX = 500 };

bool contest_setup(const struct contest *c, struct rd_chosen *chosen, struct limits *limits,
                   struct rd_problem *problem)
{
    *limits = limits_preset();
    if (!limits_set_sandbox(limits, c->sandbox, problem)) {
        return false;
    }
    for (uint32_t i = 0; i < c->limits; i++) {
        if (!limits_set(limits, c->limit[i], problem)) {
            return false;
        }
    }
    if (!rd_chosen_open(chosen, c->game, problem)) {
        return false;
    }
    bool fine = true;
    for (uint32_t i = 0; fine && i < c->sets; i++) {
        fine = rd_chosen_set(chosen, c->set[i], RD_MAP_FILES_YES, problem);
    }
    fine = fine && rd_chosen_check(chosen, problem);
    if (!fine) {
        rd_chosen_close(chosen);
    }
    return fine;
}

/* ---- folders ---- */

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about;
    (void)kind;
    (void)place;
    return remove(path);
}

static void remove_folder(const char *path)
{
    nftw(path, remove_one, FILES_OPEN, FTW_DEPTH | FTW_PHYS);
}

static bool make_folder(const char *path, struct rd_problem *problem)
{
    return (mkdir(path, 0755) == 0 && chmod(path, 0755) == 0) || errno == EEXIST ||
           rd_problem_at(problem, NULL, "%.200s can't be made: %s", path, strerror(errno));
}

static bool write_log(const char *folder, const char *log)
{
    char path[CONTEST_PATH];
    struct rd_text text = rd_text_into(path, sizeof path);
    rd_text_add(&text, "%s.log", folder);
    FILE *file = fopen(path, "we");
    if (file != NULL) {
        fputs(log, file);
    }
    return file != NULL && fclose(file) == 0;
}

/* Beside the folder lie the game that was tried, and what the program said in it. */
static const char *const tried[] = { ".rdr", ".rdr.seat0.log" };
enum { TRIED = sizeof tried / sizeof tried[0] };

static void remove_built(const struct contest_built *built)
{
    char path[CONTEST_PATH + 16];
    remove_folder(built->folder);
    for (size_t i = 0; i < TRIED; i++) {
        snprintf(path, sizeof path, "%s%s", built->folder, tried[i]);
        unlink(path);
    }
}

static void move_tried(const char *from, const char *to)
{
    char here[CONTEST_PATH + 16], there[CONTEST_PATH + 16];
    for (size_t i = 0; i < TRIED; i++) {
        snprintf(here, sizeof here, "%s%s", from, tried[i]);
        snprintf(there, sizeof there, "%s%s", to, tried[i]);
        unlink(there);
        if (access(here, F_OK) == 0 && rename(here, there) != 0) {
            unlink(here);
        }
    }
}

/* ---- the tryout ---- */

/* A program of ours in a folder, through this door: NAME=cmd:cd 'FOLDER' && exec sh ./run */
static bool read_entrant(struct entrant *entrant, const struct rd_game *game, const char *name,
                         const char *door, const char *folder, struct rd_problem *problem)
{
    char spec[ENTRANT_SPEC_MAX];
    struct rd_text text = rd_text_into(spec, sizeof spec);
    rd_text_add(&text, "%s=%s:cd '%s' && exec sh ./run", name, door, folder);
    return entrant_read(entrant, game, spec, problem);
}

static bool keeps_seat(const struct game_run_result *result)
{
    return !result->seat[0].never_played && result->seat[0].end == SEAT_FINE;
}

static void tell_fault(const struct game_run_result *result, struct rd_problem *problem)
{
    const struct game_run_seat *seat = &result->seat[0];
    const char *last = strrchr(seat->words, '\n');
    rd_problem_at(
        problem, NULL, "in its game against random: %s%s%s%s%s", seat->why,
        seat->end == SEAT_GONE ? "; " : "", seat->end == SEAT_GONE ? seat->how : "",
        seat->words[0] == '\0' ? "" : "; last words: ", last == NULL ? seat->words : last + 1);
}

/* A game against random through each door that there is for the game, until one fits. */
static bool try_it(const struct contest *c, const char *name, const char *folder, char door[16],
                   struct rd_problem *problem)
{
    char replay[CONTEST_PATH + 8];
    static const char *const names[] = { "cmd", "megaminer", "civ-http", NULL };
    struct rd_chosen chosen;
    struct limits limits;
    struct game_run_result result;
    bool sandboxed, played = false;
    if (!contest_setup(c, &chosen, &limits, problem)) {
        return false;
    }
    bool boxed = sandbox_decide(&limits, &sandboxed, problem);
    snprintf(replay, sizeof replay, "%s.rdr", folder);
    struct tryout_plan what = { &chosen, &limits, sandboxed, TRYOUT_GAME, replay };
    for (uint32_t i = 0; boxed && names[i] != NULL; i++) {
        struct entrant entrant;
        struct rd_problem other = { "" };
        if (!read_entrant(&entrant, chosen.game, name, names[i], folder, &other)) {
            continue;
        }
        if (!tryout_run(&entrant, &what, &result, problem)) {
            break;
        }
        if (tryout_passed(&result)) {
            snprintf(door, 16, "%s", names[i]);
            played = true;
            break;
        }
        if (i == 0) { /* faults that do not cost the seat are forgiven, unless another door fits */
            played = keeps_seat(&result);
            snprintf(door, 16, "%s", names[i]);
            tell_fault(&result, problem);
        }
    }
    rd_chosen_close(&chosen);
    return played;
}

/* ---- both ---- */

static int32_t build_seconds(const struct contest *c)
{
    int64_t seconds = strtoll(c->build_seconds, NULL, 10);
    return seconds < 1 || seconds > SECONDS_MAX ? 60 : (int32_t)seconds;
}

static int64_t size_of_all;

static int add_size(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)path;
    (void)kind;
    (void)place;
    size_of_all += about->st_size;
    return 0;
}

/* What is kept of an entrant must not fill the disk of all others. */
static bool is_small(const struct contest *c, const char *folder, struct rd_problem *problem)
{
    int64_t most = strtoll(c->kept_mb, NULL, 10) << 20;
    size_of_all = 0;
    nftw(folder, add_size, FILES_OPEN, FTW_PHYS);
    return size_of_all <= most ||
           rd_problem_at(problem, NULL,
                         "what was built has %lld MiB, and %s are kept: hand in less, "
                         "or let the file build remove what is not needed",
                         (long long)(size_of_all >> 20), c->kept_mb);
}

static bool build(const struct contest *c, const struct contest_entry *entry,
                  struct contest_built *built, struct rd_problem *problem)
{
    struct limits limits = limits_preset();
    struct workshop_plan plan = { .source = entry->path,
                                  .target = built->folder,
                                  .seconds = build_seconds(c) };
    char path[CONTEST_PATH];
    remove_built(built); /* of somebody who was killed */
    process_prepare();
    return limits_set_sandbox(&limits, c->sandbox, problem) &&
           sandbox_decide(&limits, &plan.sandboxed, problem) &&
           make_folder(contest_path(c, path, "entrants"), problem) &&
           make_folder(built->folder, problem) && workshop_make(&plan, built->log, problem) &&
           is_small(c, built->folder, problem) &&
           try_it(c, entry->name, built->folder, built->door, problem);
}

bool contest_try(const struct contest *c, const struct contest_entry *entry,
                 struct rd_problem *problem)
{
    struct contest_built *built = calloc(1, sizeof *built);
    RD_ASSERT(built != NULL);
    contest_path(c, built->folder, "entrants/.check-%s", entry->name);
    bool fine = build(c, entry, built, problem);
    remove_built(built);
    free(built);
    return fine;
}

static void note(json_t *entrant, uint32_t number, const char *files, const char *door,
                 const char *refused)
{
    json_t *version = json_pack("{s:i, s:s}", "number", (int)number, "files", files);
    if (refused == NULL) {
        json_object_set_new(version, "door", json_string(door));
        json_object_set_new(entrant, "version", json_integer(number));
    } else {
        json_object_set_new(version, "refused", json_string(refused));
    }
    json_array_append_new(json_object_get(entrant, "versions"), version);
}

static void set_words(json_t *entrant, const struct contest_entry *entry)
{
    if (entry->team[0] != '\0') {
        json_object_set_new(entrant, "team", json_string(entry->team));
    }
    if (entry->division[0] != '\0') {
        json_object_set_new(entrant, "division", json_string(entry->division));
    }
}

/* What was handed in before, in whichever version, is not built again. */
static bool is_known(const json_t *entrant, const char *source)
{
    const char *known = json_string_value(json_object_get(entrant, "source"));
    return known != NULL && strcmp(known, source) == 0;
}

static void fingerprint_source(const char *path, char out[FINGERPRINT_TEXT])
{
    struct stat about;
    char command[CONTEST_PATH + 8];
    struct rd_text text = rd_text_into(command, sizeof command);
    rd_text_add(&text, "'%s'", path);
    bool folder = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    fingerprint_of(command, folder ? path : "", out);
}

static size_t count_accepted(const json_t *entrant)
{
    size_t i, count = 0;
    json_t *version;
    json_array_foreach(json_object_get(entrant, "versions"), i, version)
    {
        count += json_object_get(version, "refused") == NULL;
    }
    return count;
}

/* All that were accepted take places in the tournament. The last ones are kept for those who have
 * none, so that nobody can hand in so often that others find no place. */
static bool has_room(const struct contest *c, const json_t *entrant, struct rd_problem *problem)
{
    const char *name;
    json_t *each;
    size_t all = 0, mine = json_array_size(json_object_get(entrant, "versions"));
    json_object_foreach(json_object_get(c->state, "entrants"), name, each)
    {
        all += count_accepted(each);
    }
    all += count_accepted(entrant) > 0 ? CONTEST_ENTRANTS : 0;
    size_t most = (size_t)strtoul(c->versions, NULL, 10);
    return (mine < most ||
            rd_problem_at(problem, NULL, "that would be more than %zu versions", most)) &&
           (all < VERSIONS_MAX || rd_problem_at(problem, NULL, "the contest has no room for more"));
}

void contest_build(const struct contest *c, const struct contest_entry *entry,
                   struct contest_built *built)
{
    struct rd_problem problem = { "" };
    const json_t *entrant = json_object_get(json_object_get(c->state, "entrants"), entry->name);
    memset(built, 0, sizeof *built);
    contest_path(c, built->folder, "entrants/.new-%s", entry->name);
    fingerprint_source(entry->path, built->source);
    built->known = is_known(entrant, built->source);
    if (!built->known) {
        built->fine = has_room(c, entrant, &problem) && build(c, entry, built, &problem);
        snprintf(built->why, sizeof built->why, "%s", problem.text);
    }
}

/* The files go to their place. */
static bool move_in(const struct contest *c, const struct contest_built *built, const char *name,
                    uint32_t number, struct rd_problem *problem)
{
    char path[CONTEST_PATH];
    struct rd_problem other = { "" };
    make_folder(contest_path(c, path, "entrants/%s", name), &other);
    contest_path(c, path, "entrants/%s/%u", name, number);
    write_log(path, built->log);
    move_tried(built->folder, path);
    if (!built->fine) {
        return rd_problem_at(problem, NULL, "%s", built->why);
    }
    remove_folder(path); /* of somebody who was killed before the state was written */
    return rename(built->folder, path) == 0 ||
           rd_problem_at(problem, NULL, "%.200s can't be made: %s", path, strerror(errno));
}

/* What came out is what plays now. */
static bool plays_already(const json_t *entrant, const char *files)
{
    uint32_t number = contest_version(entrant);
    const json_t *last =
        number == 0 ? NULL : json_array_get(json_object_get(entrant, "versions"), number - 1);
    const char *theirs = json_string_value(json_object_get(last, "files"));
    return theirs != NULL && strcmp(theirs, files) == 0;
}

bool contest_take(struct contest *c, const struct contest_entry *entry, struct contest_built *built,
                  struct rd_problem *problem)
{
    char files[FINGERPRINT_TEXT] = "";
    struct rd_problem other = { "" };
    json_t *entrant = contest_entrant(c, entry->name, true);
    uint32_t number = (uint32_t)json_array_size(json_object_get(entrant, "versions")) + 1;
    set_words(entrant, entry);
    if (built->known || is_known(entrant, built->source)) {
        const json_t *last = json_array_get(json_object_get(entrant, "versions"), number - 2);
        const char *refused = json_string_value(json_object_get(last, "refused"));
        built->number = number - 1;
        remove_built(built);
        return refused == NULL || rd_problem_at(problem, NULL, "%s", refused);
    }
    fingerprint_of("", built->folder, files);
    if (built->fine && plays_already(entrant, files)) { /* only the archive is another */
        built->number = contest_version(entrant);
        built->known = true;
        remove_built(built);
        return true;
    }
    bool fine = move_in(c, built, entry->name, number, problem);
    remove_built(built);
    built->number = number;
    note(entrant, number, files, built->door, fine ? NULL : problem->text);
    json_object_set_new(entrant, "source", json_string(built->source));
    return contest_save(c, fine ? problem : &other) && fine;
}

bool contest_enter(struct contest *c, const struct contest_entry *entry, struct rd_problem *problem)
{
    struct contest_built *built = calloc(1, sizeof *built);
    RD_ASSERT(built != NULL);
    contest_build(c, entry, built);
    bool fine = contest_take(c, entry, built, problem);
    free(built);
    return fine;
}
