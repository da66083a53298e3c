/* The games of a contest: redoubt arena plays them, a tournament for each division. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/words.h"
#include "clients/cli/contest.h"
#include "host/text.h"

static void add_pair(struct words *words, const char *option, const char *value)
{
    if (value != NULL && value[0] != '\0') {
        words_add(words, option);
        words_add(words, value);
    }
}

/* ---- who plays ---- */

static const char *door_of(const json_t *entrant, uint32_t number)
{
    const json_t *version = json_array_get(json_object_get(entrant, "versions"), number - 1);
    const char *door = json_string_value(json_object_get(version, "door"));
    return door == NULL ? "cmd" : door;
}

/* Later versions have their number behind the name: ada, ada.2, ... */
void contest_spec(const struct contest *c, const char *name, const json_t *entrant,
                  char out[ENTRANT_SPEC_MAX])
{
    char behind[16] = "";
    uint32_t number = contest_version(entrant);
    if (number > 1) {
        snprintf(behind, sizeof behind, ".%u", number);
    }
    struct rd_text text = rd_text_into(out, ENTRANT_SPEC_MAX);
    rd_text_add(&text, "%s%s=%s:cd '%s/entrants/%s/%u' && exec sh ./run", name, behind,
                door_of(entrant, number), c->folder, name, number);
}

static bool plays_in(const json_t *entrant, const char *division)
{
    const char *theirs = json_string_value(json_object_get(entrant, "division"));
    return strcmp(theirs == NULL ? "" : theirs, division) == 0 && contest_version(entrant) > 0;
}

const char *contest_alone(const struct contest *c, const char *division)
{
    const char *name, *found = NULL;
    char db[CONTEST_PATH];
    json_t *entrant;
    uint32_t count = 0;
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        if (plays_in(entrant, division)) {
            found = name;
            count++;
        }
    }
    bool played = access(contest_db(c, true, division, db), F_OK) == 0;
    return count == 1 && !played ? found : NULL;
}

/* How many sit at a table. */
static uint32_t seats_of(const struct contest *c)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct limits limits;
    if (!contest_setup(c, &chosen, &limits, &problem)) {
        return 2;
    }
    uint32_t seats = chosen.setup.seats;
    rd_chosen_close(&chosen);
    return seats;
}

static uint32_t add_entrants(struct words *words, const struct contest *c, const char *division)
{
    const char *name;
    json_t *entrant;
    uint32_t count = 0;
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        if (plays_in(entrant, division)) {
            char spec[ENTRANT_SPEC_MAX];
            contest_spec(c, name, entrant, spec);
            words_add(words, spec);
            count++;
        }
    }
    return count;
}

/* ---- what is played ---- */

static void add_rules(struct words *words, const struct contest *c)
{
    for (uint32_t i = 0; i < c->sets; i++) {
        add_pair(words, "--set", c->set[i]);
    }
    for (uint32_t i = 0; i < c->limits; i++) {
        add_pair(words, "--limit", c->limit[i]);
    }
    add_pair(words, "--sandbox", c->sandbox);
    add_pair(words, "--jobs", c->jobs);
    words_add(words, "--quiet");
}

static void add_final(struct words *words, const struct contest *c, const json_t *secret)
{
    const char *maps = json_string_value(json_object_get(secret, "maps"));
    add_pair(words, "--format", c->final_format);
    add_pair(words, "--pairs", c->final_pairs);
    add_pair(words, "--seed", json_string_value(json_object_get(secret, "seed")));
    add_pair(words, "--maps", maps == NULL || maps[0] == '\0' ? c->maps : maps);
}

static void add_ladder(struct words *words, const struct contest *c)
{
    add_pair(words, "--format", c->format);
    add_pair(words, "--pairs", c->pairs);
    add_pair(words, "--maps", c->maps);
}

/* Our own program; if we die, it does, and its keepers end the rest. */
static int run_self(const struct contest *c, struct words *words, bool at_home)
{
    int status = -1;
    fflush(stdout);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent && (!at_home || chdir(c->folder) == 0)) {
            execv("/proc/self/exe", words->word);
        }
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static uint32_t begin_words(struct words *words, const struct contest *c, bool final,
                            const char *division)
{
    char db[CONTEST_PATH];
    words_add(words, "redoubt");
    words_add(words, "arena");
    words_add(words, "run");
    words_add(words, c->game);
    uint32_t count = add_entrants(words, c, division);
    add_pair(words, "--db", contest_db(c, final, division, db));
    add_rules(words, c);
    return count;
}

bool contest_ladder_words(const struct contest *c, const char *division, uint32_t pairs,
                          struct words *words)
{
    char number[16];
    snprintf(number, sizeof number, "%u", pairs);
    memset(words, 0, sizeof *words);
    uint32_t count = begin_words(words, c, false, division);
    add_pair(words, "--format", c->format);
    add_pair(words, "--pairs", number);
    add_pair(words, "--maps", c->maps);
    words_add(words, NULL);
    return count >= seats_of(c);
}

enum play { PLAY_ALL, PLAY_NOTHING, PLAY_IMPOSSIBLE };

/* A final that has begun goes on with whoever is left. */
static enum play how_to_play(const struct contest *c, bool final, const char *division,
                             uint32_t count, struct rd_problem *problem)
{
    char db[CONTEST_PATH];
    uint32_t seats = seats_of(c);
    bool begun = final && access(contest_db(c, true, division, db), F_OK) == 0;
    if (count >= seats || (begun && count > 0)) {
        return PLAY_ALL;
    }
    if (final && count > 1) {
        rd_problem_at(
            problem, NULL,
            "%u take part in the final, and %u sit at a table: change set in contest.conf", count,
            seats);
        return PLAY_IMPOSSIBLE;
    }
    if (final && count == 1) {
        printf("  %s is alone, and wins without a game\n", contest_alone(c, division));
    } else {
        printf("  nothing is played: %u sit at a table\n", seats);
    }
    return PLAY_NOTHING;
}

static bool play_division(const struct contest *c, bool final, const char *division,
                          const json_t *secret, struct rd_problem *problem)
{
    struct words words = { NULL, 0, 0 };
    uint32_t count = begin_words(&words, c, final, division);
    if (final) {
        add_final(&words, c, secret);
    } else {
        add_ladder(&words, c);
    }
    words_add(&words, NULL);
    printf("%s%s%s: %u entrant%s\n", final ? "final" : "ladder", division[0] == '\0' ? "" : " of ",
           division, count, count == 1 ? "" : "s");
    bool at_home = json_object_get(secret, "files") != NULL; /* where its map files are */
    enum play play = how_to_play(c, final, division, count, problem);
    int status = play == PLAY_ALL ? run_self(c, &words, at_home) : 0;
    words_free(&words);
    if (play == PLAY_IMPOSSIBLE) {
        return false;
    }
    return status == 0 || status == 1 || /* 1: one of them never played, which was said */
           rd_problem_at(problem, NULL, "the games of the %s could not be played",
                         final ? "final" : "ladder");
}

bool contest_play(const struct contest *c, bool final, struct rd_problem *problem)
{
    static char division[CONTEST_ENTRANTS][CONTEST_NAME];
    uint32_t divisions = contest_divisions(c, division);
    json_t *secret = final ? contest_secret(c, problem) : NULL;
    bool fine = !final || secret != NULL;
    for (uint32_t i = 0; fine && i < divisions; i++) {
        fine = play_division(c, final, division[i], secret, problem);
    }
    json_decref(secret);
    return fine;
}
