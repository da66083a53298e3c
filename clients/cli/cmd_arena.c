/* redoubt arena - tournaments of bots, and tests of whether a new one is stronger. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/growth.h"
#include "arena/replay_page.h"
#include "arena/report.h"
#include "arena/sandbox.h"
#include "arena/tryout.h"
#include "clients/cli/arena_far.h"
#include "clients/cli/arena_watch.h"
#include "clients/cli/command.h"
#include "host/nearest.h"
#include "host/text.h"
#include "storage/pq.h"

enum { PATH_ROOM = 4096, SPRT_PAIRS = 20000, THREADS_ASKED_MAX = 256 };

struct wish {
    struct cli_wishes game;
    const char *game_id; /* of sprt */
    const char *maps;
    const char *format;
    const char *db, *csv, *html, *replays;
    uint32_t pairs, rounds, jobs;
    struct limits limits;
    struct sprt_wish sprt;
    const char *files[ENTRANTS_MAX];
    uint32_t file_count;
    bool json, quiet;
    struct arena_far far;
    bool serves; /* workers elsewhere play */
    bool alone;  /* each entrant is looked at by itself: any number will do */
};

/* ---- numbers ---- */

static bool read_count(const char *name, uint32_t max, uint32_t *out, struct rd_problem *problem)
{
    char *end;
    uint64_t value = strtoul(optarg, &end, 10);
    if (optarg[0] < '0' || optarg[0] > '9' || *end != '\0' || value < 1 || value > max) {
        return rd_problem_at(problem, name, "'%.40s' is not a number from 1 to %u", optarg, max);
    }
    *out = (uint32_t)value;
    return true;
}

static bool read_real(const char *name, double low, double high, double *out,
                      struct rd_problem *problem)
{
    char *end;
    *out = strtod(optarg, &end);
    if (end == optarg || *end != '\0' || !(*out >= low && *out <= high)) {
        return rd_problem_at(problem, name, "'%.40s' is not a number from %g to %g", optarg, low,
                             high);
    }
    return true;
}

/* ---- options ---- */

enum { OPT_ALPHA = 256, OPT_BETA, OPT_ELO0, OPT_ELO1, OPT_LEASE, OPT_WAIT, OPT_LISTEN, OPT_SECRET };

static bool take_number(struct wish *wish, int option, struct rd_problem *problem)
{
    switch (option) {
    case 'p':
        return read_count("--pairs", GROUPS_MAX, &wish->pairs, problem);
    case 'r':
        return read_count("--rounds", 10000, &wish->rounds, problem);
    case 'J':
        return read_count("--jobs", THREADS_ASKED_MAX, &wish->jobs, problem);
    case OPT_LEASE:
        return read_count("--lease", 3600, &wish->far.lease_s, problem);
    case OPT_WAIT:
        return read_count("--wait", 1000000, &wish->far.patience_s, problem);
    case OPT_ALPHA:
        return read_real("--alpha", 0.0001, 0.5, &wish->sprt.alpha, problem);
    case OPT_BETA:
        return read_real("--beta", 0.0001, 0.5, &wish->sprt.beta, problem);
    case OPT_ELO0:
        return read_real("--elo-null", -1000, 1000, &wish->sprt.elo[0], problem);
    default:
        return read_real("--elo-gain", -1000, 1000, &wish->sprt.elo[1], problem);
    }
}

static const char **text_option(struct wish *wish, int option)
{
    switch (option) {
    case 'f':
        return &wish->format;
    case 'S':
        return &wish->game.seed;
    case 'm':
        return &wish->maps;
    case 'd':
        return &wish->db;
    case 'c':
        return &wish->csv;
    case 'h':
        return &wish->html;
    case 'R':
        return &wish->replays;
    case 'g':
        return &wish->game_id;
    case OPT_LISTEN:
        return &wish->far.listen;
    case OPT_SECRET:
        return &wish->far.secret_file;
    default:
        return NULL;
    }
}

static bool take_option(struct wish *wish, int option, struct rd_problem *problem)
{
    const char **text = text_option(wish, option);
    if (text != NULL) {
        *text = optarg;
        return true;
    }
    switch (option) {
    case 's':
        return cli_wish(&wish->game, optarg, problem);
    case 'l':
        return limits_set(&wish->limits, optarg, problem);
    case 'x':
        return limits_set_sandbox(&wish->limits, optarg, problem);
    case 'F':
        if (wish->file_count == ENTRANTS_MAX) {
            return rd_problem_at(problem, "--files", "at most %d of them", ENTRANTS_MAX);
        }
        wish->files[wish->file_count++] = optarg;
        return true;
    case 'j':
        wish->json = true;
        return true;
    case 'q':
        wish->quiet = true;
        return true;
    default:
        return take_number(wish, option, problem);
    }
}

/* ---- the plan ---- */

static bool add_setup(struct tournament *t, const struct wish *wish, const char *id,
                      const char *map, struct rd_problem *problem)
{
    struct cli_game game;
    struct cli_wishes wishes = wish->game;
    char assignment[128];
    if (t->setups == SETUPS_MAX) {
        return rd_problem_at(problem, "--maps", "at most %d", SETUPS_MAX);
    }
    if (map[0] != '\0') {
        snprintf(assignment, sizeof assignment, "map=%s", map);
        if (!cli_wish(&wishes, assignment, problem)) {
            return false;
        }
    }
    if (!cli_game_as_wished(&game, id, &wishes, problem)) {
        return false;
    }
    snprintf(t->map[t->setups], sizeof t->map[0], "%s", map);
    t->setup[t->setups++] = game.chosen;
    memcpy(t->key, game.key, sizeof t->key);
    return true;
}

static const struct rd_option *map_option(const struct rd_game *game)
{
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        if (strcmp(game->options[i].key, "map") == 0 && game->options[i].choices != NULL) {
            return &game->options[i];
        }
    }
    return NULL;
}

static bool add_all_maps(struct tournament *t, const struct wish *wish, const char *id,
                         struct rd_problem *problem)
{
    const struct rd_game *game = cli_game_find(id, problem);
    const struct rd_option *option = game == NULL ? NULL : map_option(game);
    if (option == NULL) {
        return rd_problem_at(problem, "--maps", "%s has no list of maps", id);
    }
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        if (!add_setup(t, wish, id, option->choices[i], problem)) {
            return false;
        }
    }
    return true;
}

static bool add_setups(struct tournament *t, const struct wish *wish, const char *id,
                       struct rd_problem *problem)
{
    if (wish->maps == NULL) {
        return add_setup(t, wish, id, "", problem);
    }
    if (strcmp(wish->maps, "all") == 0) {
        return add_all_maps(t, wish, id, problem);
    }
    char list[PATH_ROOM], *rest = NULL;
    snprintf(list, sizeof list, "%s", wish->maps);
    for (char *map = strtok_r(list, ",", &rest); map != NULL; map = strtok_r(NULL, ",", &rest)) {
        if (strlen(map) >= sizeof t->map[0]) {
            return rd_problem_at(problem, "--maps", "'%.20s...' is too long a name", map);
        }
        if (!add_setup(t, wish, id, map, problem)) {
            return false;
        }
    }
    return t->setups > 0 || rd_problem_at(problem, "--maps", "which?");
}

/* Names are how people tell entrants apart. */
static bool names_differ(const struct tournament *t, struct rd_problem *problem)
{
    for (uint32_t i = 0; i < t->entrants; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (strcmp(t->entrant[i].name, t->entrant[j].name) == 0) {
                return rd_problem_at(problem, NULL,
                                     "two bots are called '%s'; NAME=BOT gives another name",
                                     t->entrant[i].name);
            }
        }
    }
    return true;
}

static bool read_format(struct tournament *t, const struct wish *wish, struct rd_problem *problem)
{
    const char *name = wish->format == NULL ? "round-robin" : wish->format;
    if (t->format == FORMAT_SPRT) {
        return true;
    }
    if (format_from_name(name, &t->format) && t->format != FORMAT_SPRT) {
        return true;
    }
    char list[128], shown[48], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(name);
    for (uint32_t i = 0; i < FORMAT_SPRT; i++) { /* the last, which is a command of its own */
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", format_name((enum format)i));
        rd_nearest_try(&nearest, format_name((enum format)i));
    }
    return rd_problem_at(problem, "--format", "there is no format \"%s\"%s; formats are %s",
                         rd_text_printable(name, strlen(name), shown, sizeof shown),
                         rd_nearest_ask(&nearest, ask), list);
}

/* NAME=FOLDER */
static bool set_files(struct tournament *t, const char *assignment, struct rd_problem *problem)
{
    const char *equals = strchr(assignment, '=');
    size_t length = equals == NULL ? 0 : (size_t)(equals - assignment);
    for (uint32_t i = 0; equals != NULL && i < t->entrants; i++) {
        struct entrant *entrant = &t->entrant[i];
        if (strlen(entrant->name) == length && strncmp(entrant->name, assignment, length) == 0) {
            return entrant_set_folder(entrant, equals + 1, problem);
        }
    }
    return rd_problem_at(problem, "--files",
                         "'%.60s' must be NAME=FOLDER, with the name of a bot that takes part",
                         assignment);
}

/* What began with more may go on with one: the others lose what is left. growth.c looks closer. */
static bool has_begun(const char *db)
{
    return db != NULL && (pq_is_address(db) || access(db, F_OK) == 0);
}

static bool make_plan(struct tournament *t, struct wish *wish, const char *id, int bots, char **bot,
                      struct rd_problem *problem)
{
    const struct rd_game *game = cli_game_find(id, problem);
    const char *option =
        game == NULL ? NULL
                     : entrants_option(game, bot, bots, wish->game.set, wish->game.set_count);
    if (option != NULL) {
        fprintf(stderr, "redoubt arena: plays by %s, which these programs were written for\n",
                option);
    }
    if (game == NULL || (option != NULL && !cli_wish(&wish->game, option, problem)) ||
        !add_setups(t, wish, id, problem) || !read_format(t, wish, problem)) {
        return false;
    }
    if (bots > ENTRANTS_MAX) {
        return rd_problem_at(problem, NULL, "at most %d bots", ENTRANTS_MAX);
    }
    for (; t->entrants < (uint32_t)bots; t->entrants++) {
        if (!entrant_read(&t->entrant[t->entrants], t->setup[0].game, bot[t->entrants], problem)) {
            return false;
        }
    }
    t->rounds_preset = wish->rounds == 0;
    t->rounds = t->rounds_preset ? schedule_preset_rounds(t) : wish->rounds;
    for (uint32_t i = 0; i < wish->file_count; i++) {
        if (!set_files(t, wish->files[i], problem)) {
            return false;
        }
    }
    t->groups = wish->pairs > 0 ? wish->pairs : t->format == FORMAT_SPRT ? SPRT_PAIRS : 10;
    t->limits = wish->limits;
    t->sprt = wish->sprt;
    if (t->sprt.elo[0] >= t->sprt.elo[1]) {
        return rd_problem_at(problem, "--elo-null", "must be smaller than --elo-gain");
    }
    bool fits = wish->alone || (schedule_fits(t, problem) &&
                                (has_begun(wish->db) || schedule_fills_table(t, problem)));
    return fits && names_differ(t, problem);
}

/* ---- showing ---- */

static bool write_page(const char *path, const struct report *report,
                       void (*write)(const struct report *, FILE *), struct rd_problem *problem)
{
    if (path == NULL) {
        return true;
    }
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        write(report, file);
    }
    return (file != NULL && fclose(file) == 0) ||
           rd_problem_at(problem, path, "can't be written: %s", strerror(errno));
}

/* A program that gave no answer in any of its games is no bot, and scripts should notice. */
static bool all_played(const struct report *report)
{
    bool all = true;
    for (uint32_t i = 0; i < report->t->entrants; i++) {
        const struct rating *rating = &report->rating[i];
        if (rating->games > 0 && rating->silent == rating->games &&
            !report->t->entrant[i].retired) {
            cli_bad("arena", "%s never played: it gave no answer", report->t->entrant[i].name);
            all = false;
        }
    }
    return all;
}

/* Beside the file. */
static const char *replays_folder(const struct wish *wish, char out[PATH_ROOM])
{
    snprintf(out, PATH_ROOM, "%s.replays", pq_is_address(wish->db) ? "arena" : wish->db);
    return out;
}

static int show_results(const struct wish *wish, const struct tournament *t,
                        const struct games *games, const struct run_figures *figures,
                        struct store *store)
{
    struct rd_problem problem = { "" };
    char replays[PATH_ROOM];
    struct report *report = report_make(t, games, replays_folder(wish, replays));
    char *in_force = store_last_run(store);
    report->in_force = in_force;
    report->pages = wish->html == NULL ? 0 : replay_pages_make(games, replays);
    if (wish->json) {
        json_t *json = report_json(report, figures);
        json_dumpf(json, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(json);
    } else {
        report_text(report, figures, stdout);
    }
    bool fine = write_page(wish->csv, report, report_csv, &problem) &&
                write_page(wish->html, report, report_html, &problem);
    bool all = all_played(report);
    report_free(report);
    free(in_force);
    if (!fine) {
        cli_bad("arena", "%s", problem.text);
    }
    return fine && all ? CLI_FINE : CLI_FAILED;
}

/* ---- run and sprt ---- */

/* What is in force is said, and kept with the results. */
static bool prepare_programs(const struct tournament *t, struct store *store, bool *sandboxed,
                             struct rd_problem *problem)
{
    bool any = false;
    char statement[1024];
    for (uint32_t i = 0; i < t->entrants; i++) {
        any = any || t->entrant[i].door != NULL;
    }
    *sandboxed = false;
    if (!any) {
        return true;
    }
    process_prepare();
    if (!sandbox_decide(&t->limits, sandboxed, problem)) {
        return false;
    }
    sandbox_statement(&t->limits, *sandboxed, statement, sizeof statement);
    fprintf(stderr, "redoubt arena: %s\n", statement);
    return store == NULL || store_note_run(store, statement, problem);
}

static void tell_growth(const struct growth *growth)
{
    for (const char *line = growth->told; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(stderr, "redoubt arena: %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Each program that has not played here yet gives its first order; who can't is told of at once. */
static bool try_newcomers(const struct tournament *t, const struct growth *growth, bool sandboxed,
                          struct rd_problem *problem)
{
    struct tryout_plan what = { &t->setup[0], &t->limits, sandboxed, TRYOUT_TURN, NULL };
    for (uint32_t i = growth->first_new; i < t->entrants; i++) {
        struct game_run_result result;
        if (t->entrant[i].door == NULL) {
            continue;
        }
        if (!tryout_run(&t->entrant[i], &what, &result, problem)) {
            return false;
        }
        if (!tryout_passed(&result)) {
            tryout_tell(&t->entrant[i], &result, stderr);
        }
    }
    return true;
}

/* "all", "none", or a number: those of every n-th group. */
static bool read_replays(const struct wish *wish, struct run_plan *plan, const char *folder,
                         struct rd_problem *problem)
{
    const char *word = wish->replays == NULL ? "all" : wish->replays;
    char *end;
    uint64_t every = strtoul(word, &end, 10);
    plan->replays = folder;
    plan->replays_every = 1;
    if (strcmp(word, "none") == 0) {
        plan->replays = NULL;
    } else if (strcmp(word, "all") != 0) {
        if (*end != '\0' || every < 1 || every > GAMES_MAX) {
            return rd_problem_at(problem, "--replays",
                                 "must be all, none, or a number: those of "
                                 "every so many pairs");
        }
        plan->replays_every = (uint32_t)every;
    }
    return true;
}

/* SIGTERM: games that are on are played to their end, and no more are begun. */
static volatile sig_atomic_t stopping;

static void on_stop(int number)
{
    (void)number;
    stopping = 1;
}

static bool play_here(struct tournament *t, struct run_plan *plan, const struct growth *growth,
                      struct games *games, struct run_figures *figures, struct rd_problem *problem)
{
    struct arena_watcher *watcher = plan->context;
    if (!prepare_programs(t, plan->store, &plan->sandboxed, problem)) {
        return false;
    }
    tell_growth(growth);
    if (!try_newcomers(t, growth, plan->sandboxed, problem)) {
        return false;
    }
    signal(SIGTERM, on_stop);
    watcher->began = true;
    return runner_run(plan, games, figures, problem);
}

/* Only hands out the games. */
static bool play_far(const struct wish *wish, const struct run_plan *plan,
                     const struct growth *growth, struct games *games, struct rd_problem *problem)
{
    struct hub_plan hub = { .tournament = plan->tournament,
                            .store = plan->store,
                            .replays = plan->replays,
                            .replays_every = plan->replays_every,
                            .on_progress = plan->on_progress,
                            .context = plan->context,
                            .stop = plan->stop };
    tell_growth(growth);
    signal(SIGTERM, on_stop);
    return arena_far_serve(&wish->far, &hub, games, problem);
}

static int play_on(struct tournament *t, const struct wish *wish, struct store *store)
{
    struct rd_problem problem = { "" };
    struct arena_watcher watcher = { t, isatty(STDERR_FILENO) != 0, wish->quiet, wish->serves, 0 };
    struct run_plan plan = { .tournament = t,
                             .store = store,
                             .threads = wish->jobs,
                             .on_progress = arena_watch,
                             .context = &watcher,
                             .stop = &stopping };
    struct run_figures figures;
    struct games games = { NULL, 0, 0 };
    struct growth growth;
    char folder[PATH_ROOM];
    if (!read_replays(wish, &plan, replays_folder(wish, folder), &problem) ||
        !growth_agree(t, wish->game.seed != NULL, store, &growth, &problem)) {
        return cli_bad("arena", "%s", problem.text);
    }
    bool fine = wish->serves ? play_far(wish, &plan, &growth, &games, &problem)
                             : play_here(t, &plan, &growth, &games, &figures, &problem);
    arena_watch_end(&watcher);
    int status = watcher.began ? CLI_FAILED : CLI_USAGE;
    if (fine) {
        status = show_results(wish, t, &games, wish->serves ? NULL : &figures, store);
    } else {
        cli_bad("arena", "%s", problem.text);
    }
    games_free(&games);
    return status;
}

static int play(struct wish *wish, struct tournament *t, const char *id, int bots, char **bot)
{
    struct rd_problem problem = { "" };
    if (!make_plan(t, wish, id, bots, bot, &problem)) {
        tournament_close(t);
        return cli_bad("arena", "%s", problem.text);
    }
    struct store *store = store_open(wish->db, false, &problem);
    int status = store == NULL ? cli_bad("arena", "%s", problem.text) : play_on(t, wish, store);
    store_close(store);
    tournament_close(t);
    return status;
}

static int run_tournament(struct wish *wish, struct tournament *t, int words, char **word)
{
    if (words < 2) {
        return cli_bad("arena", "which game, and which bots? redoubt arena run GAME BOT BOT...");
    }
    wish->db = wish->db == NULL ? "arena.db" : wish->db;
    return play(wish, t, word[0], words - 1, word + 1);
}

static int run_sprt(struct wish *wish, struct tournament *t, int words, char **word)
{
    if (words != 2) {
        return cli_bad("arena", "which two bots? redoubt arena sprt OLD NEW [--game GAME]");
    }
    t->format = FORMAT_SPRT;
    wish->db = wish->db == NULL ? "sprt.db" : wish->db;
    return play(wish, t, wish->game_id, 2, word);
}

static int serve(struct wish *wish, struct tournament *t, int words, char **word)
{
    wish->serves = true;
    if (words > 0 && strcmp(word[0], "run") == 0) {
        return run_tournament(wish, t, words - 1, word + 1);
    }
    if (words > 0 && strcmp(word[0], "sprt") == 0) {
        return run_sprt(wish, t, words - 1, word + 1);
    }
    return cli_bad("arena", "serve what? redoubt arena serve run GAME BOT BOT..., or redoubt arena "
                            "serve sprt OLD NEW");
}

static int work(struct wish *wish, struct tournament *t, int words, char **word)
{
    (void)t;
    if (words != 1) {
        return cli_bad("arena", "for whom? redoubt arena work http://HOST:PORT");
    }
    struct worker_plan plan = { .url = word[0],
                                .threads = wish->jobs,
                                .sandbox = wish->limits.sandbox,
                                .files = wish->files,
                                .file_count = wish->file_count,
                                .stop = &stopping };
    signal(SIGTERM, on_stop);
    return arena_far_work(&wish->far, &plan);
}

static int show(struct wish *wish, struct tournament *t, int words, char **word)
{
    struct rd_problem problem = { "" };
    struct games games = { NULL, 0, 0 };
    if (words != 1) {
        return cli_bad("arena", "which tournament? redoubt arena show FILE");
    }
    wish->db = word[0];
    struct store *store = store_open(wish->db, true, &problem);
    char *text = store == NULL ? NULL : store_plan(store);
    json_t *plan = text == NULL ? NULL : json_loads(text, 0, NULL);
    int status = CLI_USAGE;
    if (plan == NULL) {
        rd_problem_at(&problem, wish->db, "there is no tournament in it");
    } else if (tournament_from_json(t, plan, &problem)) {
        if (store_load(store, &games, &problem)) {
            status = show_results(wish, t, &games, NULL, store);
        }
        tournament_close(t);
    }
    if (status == CLI_USAGE) {
        cli_bad("arena", "%s", problem.text);
    }
    games_free(&games);
    json_decref(plan);
    free(text);
    store_close(store);
    return status;
}

/* check GAME BOT...: nothing is kept. */
static int check(struct wish *wish, struct tournament *t, int words, char **word)
{
    struct rd_problem problem = { "" };
    bool sandboxed, all = true, fine = true;
    if (words < 2) {
        return cli_bad("arena", "which game, and which bots? redoubt arena check GAME BOT...");
    }
    wish->alone = true;
    if (!make_plan(t, wish, word[0], words - 1, word + 1, &problem) ||
        !prepare_programs(t, NULL, &sandboxed, &problem)) {
        tournament_close(t);
        return cli_bad("arena", "%s", problem.text);
    }
    struct tryout_plan what = { &t->setup[0], &t->limits, sandboxed, TRYOUT_TURN, NULL };
    json_t *list = json_array();
    for (uint32_t i = 0; fine && i < t->entrants; i++) {
        struct game_run_result result;
        fine = tryout_run(&t->entrant[i], &what, &result, &problem);
        all = all && fine && tryout_passed(&result);
        if (fine && wish->json) {
            json_array_append_new(list, tryout_json(&t->entrant[i], &result));
        } else if (fine) {
            tryout_tell(&t->entrant[i], &result, stdout);
        }
    }
    if (fine && wish->json) {
        json_dumpf(list, stdout, JSON_INDENT(1));
        putchar('\n');
    } else if (!fine) {
        cli_bad("arena", "%s", problem.text);
    }
    json_decref(list);
    tournament_close(t);
    return all ? CLI_FINE : CLI_FAILED;
}

static int dispatch(struct wish *wish, int words, char **word)
{
    static const struct {
        const char *name;
        int (*run)(struct wish *, struct tournament *, int, char **);
    } parts[] = {
        { "run", run_tournament }, { "sprt", run_sprt }, { "show", show },
        { "check", check },        { "serve", serve },   { "work", work },
    };
    enum { PARTS = sizeof parts / sizeof parts[0] };
    uint32_t part = 0;
    while (words > 0 && part < PARTS && strcmp(parts[part].name, word[0]) != 0) {
        part++;
    }
    if (words == 0 || part == PARTS) {
        char ask[RD_NEAREST_TEXT];
        struct rd_nearest nearest = rd_nearest_to(words == 0 ? "" : word[0]);
        for (uint32_t i = 0; i < PARTS; i++) {
            rd_nearest_try(&nearest, parts[i].name);
        }
        return cli_bad(
            "arena", "run, sprt, show, check, serve or work?%s redoubt arena --help explains them",
            rd_nearest_ask(&nearest, ask));
    }
    struct tournament *t = calloc(1, sizeof *t);
    RD_ASSERT(t != NULL);
    int status = parts[part].run(wish, t, words - 1, word + 1);
    free(t);
    return status;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "format", required_argument, NULL, 'f' },
                                           { "pairs", required_argument, NULL, 'p' },
                                           { "rounds", required_argument, NULL, 'r' },
                                           { "set", required_argument, NULL, 's' },
                                           { "seed", required_argument, NULL, 'S' },
                                           { "maps", required_argument, NULL, 'm' },
                                           { "db", required_argument, NULL, 'd' },
                                           { "jobs", required_argument, NULL, 'J' },
                                           { "replays", required_argument, NULL, 'R' },
                                           { "limit", required_argument, NULL, 'l' },
                                           { "sandbox", required_argument, NULL, 'x' },
                                           { "game", required_argument, NULL, 'g' },
                                           { "files", required_argument, NULL, 'F' },
                                           { "elo-null", required_argument, NULL, OPT_ELO0 },
                                           { "elo-gain", required_argument, NULL, OPT_ELO1 },
                                           { "alpha", required_argument, NULL, OPT_ALPHA },
                                           { "beta", required_argument, NULL, OPT_BETA },
                                           { "json", no_argument, NULL, 'j' },
                                           { "csv", required_argument, NULL, 'c' },
                                           { "html", required_argument, NULL, 'h' },
                                           { "quiet", no_argument, NULL, 'q' },
                                           { "listen", required_argument, NULL, OPT_LISTEN },
                                           { "secret", required_argument, NULL, OPT_SECRET },
                                           { "lease", required_argument, NULL, OPT_LEASE },
                                           { "wait", required_argument, NULL, OPT_WAIT },
                                           { 0 } };
    const struct cli_options options = { "arena", longs, NULL };
    struct wish wish = { .game_id = "apoca",
                         .limits = limits_preset(),
                         .far = { "127.0.0.1:7790", NULL, 15, 600 },
                         .sprt = { { 0, 10 }, 0.05, 0.05 } };
    struct rd_problem problem = { "" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!take_option(&wish, option, &problem)) {
            return cli_bad("arena", "%s", problem.text);
        }
    }
    return dispatch(&wish, argc - optind, argv + optind);
}

const struct command command_arena = {
    .name = "arena",
    .summary = "tournaments of bots, with ratings",
    .help =
        "usage: redoubt arena run GAME BOT BOT... [OPTIONS]\n"
        "       redoubt arena sprt OLD NEW [--game GAME] [OPTIONS]\n"
        "       redoubt arena check GAME BOT... [OPTIONS]\n"
        "       redoubt arena show FILE [--json] [--csv FILE] [--html FILE]\n"
        "       redoubt arena serve run GAME BOT BOT... [OPTIONS], or serve sprt OLD NEW\n"
        "       redoubt arena work http://HOST:PORT [--jobs N] [--secret FILE]\n"
        "\n"
        "run plays a tournament on all cores; the same command goes on with one that was broken\n"
        "off. Games come in pairs with the same map and luck and the seats changed (with more\n"
        "seats: everybody in every seat). sprt plays NEW against OLD until it is clear whether\n"
        "NEW is stronger. check starts each program, waits for its name and its first order, and\n"
        "shows its last words if that goes wrong. show prints what is known of a tournament, also\n"
        "while it runs. More bots and more pairs may join a round robin or a gauntlet later: the\n"
        "same command with them plays what is missing. A program whose files have changed is a\n"
        "new version (NAME@2) and plays everybody again; the games of the old one are kept.\n"
        "serve hands out the games of a tournament to workers on any machines, and plays none; "
        "work\n"
        "plays games for such a one. BOT is what redoubt match takes.\n"
        "\n"
        "  --format WORD    round-robin, gauntlet (the first against all others), swiss, single\n"
        "                   or double (elimination), ladder\n"
        "  --pairs N        pairs at each table, in each round (10); of sprt at most (20000)\n"
        "  --rounds N       of swiss and ladder\n"
        "  --set KEY=VALUE  an option of the game; may be given often\n"
        "  --seed SEED      the same seed plays the same tournament\n"
        "  --maps LIST      maps to play in turn: names with commas, or all\n"
        "  --db FILE        where it is kept (arena.db, of sprt sprt.db); replays in "
        "FILE.replays;\n"
        "                   or postgresql://..., with replays in arena.replays\n"
        "  --listen ADDRESS of serve: HOST:PORT for workers (127.0.0.1:7790)\n"
        "  --secret FILE    a word that serve and work know; needed from other machines\n"
        "  --lease S        of serve: a worker not heard of for so long gives its games back (15)\n"
        "  --wait S         of work: how long nobody may answer (600)\n"
        "  --files NAME=DIR the folder of a program's files, where they are more than what its\n"
        "                   command names; may be given often\n"
        "  --jobs N         games at the same time (one for each core)\n"
        "  --replays WORD   all, none, or N: those of every N-th pair\n"
        "  --limit NAME=N   what a program may use, see redoubt match\n"
        "  --sandbox WHEN   auto, on, off\n"
        "  --game GAME      of sprt (apoca)\n"
        "  --elo-null X     sprt: NEW is stronger by no more than this (0)\n"
        "  --elo-gain X     sprt: or by this at least (10)\n"
        "  --alpha X        sprt: chance to accept wrongly (0.05)\n"
        "  --beta X         sprt: chance to reject wrongly (0.05)\n"
        "  --json           results as JSON instead of text\n"
        "  --csv FILE       all games, a line each\n"
        "  --html FILE      a page with standings, ratings, cross table and links to replays\n"
        "  --quiet          no progress on standard error\n"
        "  --help           this text\n",
    .run = run,
};
