/* redoubt match - bots against each other, headless, as many games as wanted. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena/game_run.h"
#include "arena/sandbox.h"
#include "clients/cli/command.h"
#include "host/json_game.h"
#include "host/notation.h"
#include "host/text.h"

enum { SETS_MAX = 64, GAMES_MAX = 100000000, PATH_ROOM = 4096 };

/* What was asked for. */
struct wish {
    uint32_t games;
    bool swap, json, why;
    uint32_t think_ms;
    const char *replay, *seed;
    const char *set[SETS_MAX];
    uint32_t set_count;
    struct limits limits;
};

/* An entrant as the command line named it, whatever seats it sat in. */
struct side {
    struct entrant who;
    uint32_t wins, draws, losses;
    uint32_t answered; /* games in which the program gave an answer */
};

struct contest {
    struct wish wish;
    struct cli_game game;
    struct side side[RD_SEATS_MAX];
    uint32_t sides;
    bool sandboxed; /* programs are */
    uint32_t played;
    uint64_t turns;
    double began, last_sign; /* seconds */
    bool terminal;           /* somebody may be watching standard error */
};

/* ---- progress ------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool show_progress(void *context, const void *state)
{
    struct contest *c = context;
    double time = now();
    if (time - c->last_sign > 0.2 && time - c->began > 1) {
        struct rd_turns turns = c->game.chosen.game->turns(state);
        fprintf(stderr, "\rgame %u of %u, turn %u \033[K", c->played + 1, c->wish.games,
                turns.done);
        fflush(stderr);
        c->last_sign = time;
    }
    return true;
}

static void clear_progress(const struct contest *c)
{
    if (c->last_sign > 0) {
        fputs("\r\033[K", stderr);
    }
}

/* ---- one game ------------------------------------------------------------------------------- */

/* Who sits where in this game: with --swap everybody moves on by one seat a game. */
static uint32_t side_at(const struct contest *c, rd_seat seat)
{
    return c->wish.swap ? (seat + c->played) % c->sides : seat;
}

static void count_result(struct contest *c, const struct rd_match_result *result)
{
    const struct rd_outcome *outcome = &result->outcome;
    uint32_t best = 0;
    for (uint32_t seat = 0; seat < c->sides; seat++) {
        best += outcome->rank[seat] == 1;
    }
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        struct side *side = &c->side[side_at(c, seat)];
        side->wins += outcome->rank[seat] == 1 && best == 1;
        side->draws += outcome->rank[seat] == 1 && best > 1;
        side->losses += outcome->rank[seat] != 1;
    }
    c->turns += result->turns;
}

/* "Red (greedy) and Blue (random)": the seats of the first rank. */
static uint32_t best_text(const struct contest *c, const struct rd_outcome *outcome, char *out,
                          size_t room)
{
    uint32_t count = 0;
    out[0] = '\0';
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        if (outcome->rank[seat] == 1) {
            char name[RD_TEXT_MAX];
            size_t used = strlen(out);
            rd_seat_print(c->game.chosen.game, seat, name, sizeof name);
            snprintf(out + used, room - used, "%s%s (%s)", count == 0 ? "" : " and ", name,
                     c->side[side_at(c, seat)].who.name);
            count++;
        }
    }
    return count;
}

static void print_help_given(const struct contest *c, const struct game_run_result *table)
{
    const struct rd_match_result *result = &table->match;
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        char name[RD_TEXT_MAX];
        const struct game_run_seat *fared = &table->seat[seat];
        rd_seat_print(c->game.chosen.game, seat, name, sizeof name);
        if (fared->why[0] != '\0') {
            printf("        %s (%s) lost %u turns%s%s; first:\n", name, fared->name, fared->faults,
                   fared->end == SEAT_FINE ? "" : " and its seat: ",
                   fared->end == SEAT_FINE ? "" : seat_end_name(fared->end));
            game_run_tell(fared, "          ", stdout);
        }
        if (result->cut[seat] > 0) {
            printf("        %s (%s) gave %d orders without an end; %u turns were ended for it\n",
                   name, fared->name, RD_MATCH_ORDERS_PRESET, result->cut[seat]);
        }
        if (result->stuck[seat] > 0) {
            printf("        %s (%s) could not be brought to end its turn and resigned\n", name,
                   fared->name);
        }
    }
}

static void print_game(const struct contest *c, const struct game_run_result *table)
{
    const struct rd_match_result *result = &table->match;
    char best[RD_SEATS_MAX * RD_TEXT_MAX];
    const struct rd_ending *ending = &c->game.chosen.game->endings[result->outcome.ending];
    uint32_t count = best_text(c, &result->outcome, best, sizeof best);
    clear_progress(c);
    printf("%6u  %s %s, turn %u: %s (%s)\n", c->played + 1, count > 1 ? "draw:" : "won by", best,
           result->turns, ending->reason, ending->rule);
    print_help_given(c, table);
}

static json_t *seat_json(const struct game_run_seat *fared)
{
    return json_pack("{s:s, s:s, s:I, s:I, s:s, s:s, s:s}", "name", fared->name, "fate",
                     seat_end_name(fared->end), "faults", (json_int_t)fared->faults, "used_ms",
                     (json_int_t)fared->used_ms, "why", fared->why, "end", fared->how, "stderr",
                     fared->words);
}

static void print_game_json(const struct contest *c, const struct game_run_result *table,
                            const struct game_run_plan *plan)
{
    char seed[RD_SEED_TEXT_MAX], hash[RD_HEX64_TEXT];
    const struct rd_match_result *result = &table->match;
    rd_seed_print(plan->key, seed);
    json_t *bots = json_array(), *cut = json_array(), *programs = json_array();
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        json_array_append_new(bots, json_string(plan->entrant[seat]->name));
        json_array_append_new(cut, json_integer(result->cut[seat]));
        json_array_append_new(programs, plan->entrant[seat]->door == NULL
                                            ? json_null()
                                            : seat_json(&table->seat[seat]));
    }
    json_t *line =
        json_pack("{s:I, s:o, s:s, s:I, s:I, s:o, s:s, s:o, s:o}", "game",
                  (json_int_t)c->played + 1, "seats", bots, "seed", seed, "turns",
                  (json_int_t)result->turns, "orders", (json_int_t)result->orders, "outcome",
                  rd_outcome_to_json(c->game.chosen.game, &result->outcome), "hash",
                  rd_hex64_print(result->hash, hash), "turns_ended_for", cut, "programs", programs);
    if (plan->replay != NULL) {
        json_object_set_new(line, "replay", json_string(plan->replay));
    }
    clear_progress(c);
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

/* ---- where replays go ------------------------------------------------------------------------ */

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* FILE, a name with %d, or a folder. False: too long. */
static bool replay_path(const struct contest *c, char *out)
{
    const char *given = c->wish.replay, *mark = strstr(given, "%d");
    int length;
    if (mark != NULL) {
        length = snprintf(out, PATH_ROOM, "%.*s%u%s", (int)(mark - given), given, c->played + 1,
                          mark + 2);
    } else if (is_folder(given)) {
        length = snprintf(out, PATH_ROOM, "%s/%s-%06u.rdr", given, c->game.chosen.game->id,
                          c->played + 1);
    } else {
        length = snprintf(out, PATH_ROOM, "%s", given);
    }
    return length >= 0 && length < PATH_ROOM;
}

/* ---- all games ---- */

/* "expert (Red), 61204 nodes: build house 4,3 71 %; hire N 64 %" */
static void print_reasons(void *context, const struct rd_bot_question *question, uint32_t choice)
{
    const struct contest *c = context;
    const struct rd_bot_report *report = question->report;
    char name[RD_TEXT_MAX], order[RD_TEXT_MAX];
    if (report->count == 0) {
        return;
    }
    rd_seat_print(question->game, question->seat, name, sizeof name);
    rd_action_print(question->game, question->legal[choice], order, sizeof order);
    fprintf(stderr, "%s (%s), %u nodes: %s", name, c->side[side_at(c, question->seat)].who.name,
            report->nodes, order);
    for (uint32_t i = 0; i < report->count; i++) {
        const struct rd_bot_line *line = &report->line[i];
        rd_action_print(question->game, line->action[0], order, sizeof order);
        fprintf(stderr, "%s %s %d.%d %% of %u", i == 0 ? ":" : ";", order, line->estimate / 10,
                line->estimate % 10, line->tries);
    }
    fputc('\n', stderr);
}

static bool play_game(struct contest *c, struct rd_problem *problem)
{
    char path[PATH_ROOM] = "";
    struct game_run_result result;
    /* Every game has a key of its own, and the first has the one given: `--seed` with the key of
     * a later game plays that game alone. */
    struct game_run_plan plan = { .chosen = &c->game.chosen,
                                  .key = { c->game.key[0], c->game.key[1] + c->played },
                                  .limits = &c->wish.limits,
                                  .sandboxed = c->sandboxed,
                                  .on_turn = c->terminal ? show_progress : NULL,
                                  .on_reasons = c->wish.why ? print_reasons : NULL,
                                  .think_ms = c->wish.think_ms,
                                  .context = c };
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        plan.entrant[seat] = &c->side[side_at(c, seat)].who;
    }
    if (c->wish.replay != NULL && !replay_path(c, path)) {
        return rd_problem_at(problem, "--replay", "the name is too long");
    }
    plan.replay = path[0] != '\0' ? path : NULL;
    if (!game_run(&plan, &result, problem)) {
        return false;
    }
    count_result(c, &result.match);
    for (rd_seat seat = 0; seat < c->sides; seat++) {
        c->side[side_at(c, seat)].answered += !result.seat[seat].never_played;
    }
    if (c->wish.json) {
        print_game_json(c, &result, &plan);
    } else {
        print_game(c, &result);
    }
    return true;
}

/* ---- the summary ---- */

struct interval {
    double low, high;
};

/* Wilson's score interval at 95 %: honest for few games and for rates near 0 and 1. */
static struct interval wilson(uint32_t wins, uint32_t games)
{
    const double z = 1.959964, n = games, p = wins / n;
    double middle = p + z * z / (2 * n), spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    double low = (middle - spread) / (1 + z * z / n), high = (middle + spread) / (1 + z * z / n);
    struct interval interval = { low < 0 ? 0 : low, high > 1 ? 1 : high };
    return interval;
}

static void print_summary(const struct contest *c, double seconds)
{
    printf("\n%-20s %8s %8s %8s %9s   %s\n", "bot", "wins", "draws", "losses", "win rate",
           "95 % interval");
    for (uint32_t i = 0; i < c->sides; i++) {
        const struct side *e = &c->side[i];
        struct interval interval = wilson(e->wins, c->played);
        char name[RD_TEXT_MAX];
        snprintf(name, sizeof name, "%u %s", i + 1, e->who.name);
        printf("%-20s %8u %8u %8u %7.1f %%   %.1f .. %.1f %%\n", name, e->wins, e->draws, e->losses,
               100.0 * e->wins / c->played, 100 * interval.low, 100 * interval.high);
    }
    printf("\n%u %s, %.1f turns on average, %.1f games/s\n", c->played,
           c->played == 1 ? "game" : "games", (double)c->turns / c->played, c->played / seconds);
}

static void print_summary_json(const struct contest *c, double seconds)
{
    json_t *bots = json_array();
    for (uint32_t i = 0; i < c->sides; i++) {
        const struct side *e = &c->side[i];
        struct interval interval = wilson(e->wins, c->played);
        json_array_append_new(bots, json_pack("{s:s, s:I, s:I, s:I, s:f, s:[f,f]}", "bot",
                                              e->who.name, "wins", (json_int_t)e->wins, "draws",
                                              (json_int_t)e->draws, "losses", (json_int_t)e->losses,
                                              "win_rate", (double)e->wins / c->played,
                                              "interval_95", interval.low, interval.high));
    }
    json_t *line = json_pack("{s:b, s:I, s:f, s:f, s:o}", "summary", 1, "games",
                             (json_int_t)c->played, "mean_turns", (double)c->turns / c->played,
                             "games_per_s", c->played / seconds, "bots", bots);
    json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(line);
}

/* A program that gave no answer in any game is no bot, and scripts should notice. */
static bool all_played(const struct contest *c)
{
    bool all = true;
    for (uint32_t i = 0; i < c->sides; i++) {
        if (c->side[i].answered == 0) {
            cli_bad("match", "%s never played: it gave no answer", c->side[i].who.name);
            all = false;
        }
    }
    return all;
}

static int play_all(struct contest *c)
{
    struct rd_problem problem = { "" };
    c->terminal = isatty(STDERR_FILENO);
    c->began = now();
    for (; c->played < c->wish.games; c->played++) {
        if (!play_game(c, &problem)) {
            clear_progress(c);
            cli_bad("match", "%s", problem.text);
            return CLI_FAILED;
        }
    }
    double seconds = now() - c->began;
    seconds = seconds > 1e-9 ? seconds : 1e-9;
    if (c->wish.json) {
        print_summary_json(c, seconds);
    } else {
        print_summary(c, seconds);
    }
    return all_played(c) ? CLI_FINE : CLI_FAILED;
}

/* ---- the command line ---- */

/* Programs are somebody else's code: say what keeps them in bounds. */
static bool prepare_programs(struct contest *c, struct rd_problem *problem)
{
    bool any = false;
    for (uint32_t i = 0; i < c->sides; i++) {
        any = any || c->side[i].who.door != NULL;
    }
    if (!any) {
        return true;
    }
    process_prepare();
    if (!sandbox_decide(&c->wish.limits, &c->sandboxed, problem)) {
        return false;
    }
    char statement[RD_PROBLEM_MAX];
    sandbox_statement(&c->wish.limits, c->sandboxed, statement, sizeof statement);
    fprintf(stderr, "redoubt match: %s\n", statement);
    return true;
}

static bool open_contest(struct contest *c, int words, char **word, struct rd_problem *problem)
{
    const struct rd_game *game = c->game.chosen.game;
    uint32_t bots = (uint32_t)words - 1;
    if (bots >= game->seats_min && bots <= game->seats_max) {
        c->game.chosen.setup.seats = (uint8_t)bots;
    }
    const char *option = entrants_option(game, word + 1, words - 1, c->wish.set, c->wish.set_count);
    if (option != NULL) {
        fprintf(stderr, "redoubt match: plays by %s, which these programs were written for\n",
                option);
        if (!cli_game_set(&c->game, option, problem)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < c->wish.set_count; i++) {
        if (!cli_game_set(&c->game, c->wish.set[i], problem)) {
            return false;
        }
    }
    if (bots != c->game.chosen.setup.seats) {
        return rd_problem_at(problem, NULL, "%u bots were named, and %u sit at this game of %s",
                             bots, c->game.chosen.setup.seats, game->title);
    }
    for (c->sides = 0; c->sides < bots; c->sides++) {
        if (!entrant_read(&c->side[c->sides].who, game, word[c->sides + 1], problem)) {
            return false;
        }
    }
    return (c->wish.seed == NULL || cli_game_seed(&c->game, c->wish.seed, problem)) &&
           rd_chosen_check(&c->game.chosen, problem) && prepare_programs(c, problem);
}

static bool check_replay_name(const struct wish *wish, struct rd_problem *problem)
{
    if (wish->replay != NULL && wish->games > 1 && strstr(wish->replay, "%d") == NULL &&
        !is_folder(wish->replay)) {
        return rd_problem_at(problem, "--replay",
                             "'%.200s' is one file for %u games; name a folder that exists, or a "
                             "file with %%d in its name",
                             wish->replay, wish->games);
    }
    return true;
}

static bool take_option(struct wish *wish, int option, struct rd_problem *problem)
{
    switch (option) {
    case 'n':
        wish->games = (uint32_t)strtoul(optarg, NULL, 10);
        if (strspn(optarg, "0123456789") != strlen(optarg) || strlen(optarg) > 9 ||
            wish->games < 1 || wish->games > GAMES_MAX) {
            return rd_problem_at(problem, "--games", "'%.40s' is not a number from 1 to %d", optarg,
                                 GAMES_MAX);
        }
        return true;
    case 's':
        if (wish->set_count == SETS_MAX) {
            return rd_problem_at(problem, "--set", "at most %d of them", SETS_MAX);
        }
        wish->set[wish->set_count++] = optarg;
        return true;
    case 'S':
        wish->seed = optarg;
        return true;
    case 'r':
        wish->replay = optarg;
        return true;
    case 'j':
        wish->json = true;
        return true;
    case 'y':
        wish->why = true;
        return true;
    case 't':
        wish->think_ms = (uint32_t)strtoul(optarg, NULL, 10);
        if (strspn(optarg, "0123456789") != strlen(optarg) || strlen(optarg) > 6 ||
            wish->think_ms < 1) {
            return rd_problem_at(problem, "--think", "'%.40s' is not a number from 1 to 999999",
                                 optarg);
        }
        return true;
    case 'l':
        return limits_set(&wish->limits, optarg, problem);
    case 'x':
        return limits_set_sandbox(&wish->limits, optarg, problem);
    default:
        wish->swap = true;
        return true;
    }
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "games", required_argument, NULL, 'n' },
                                           { "set", required_argument, NULL, 's' },
                                           { "seed", required_argument, NULL, 'S' },
                                           { "replay", required_argument, NULL, 'r' },
                                           { "json", no_argument, NULL, 'j' },
                                           { "swap", no_argument, NULL, 'w' },
                                           { "why", no_argument, NULL, 'y' },
                                           { "think", required_argument, NULL, 't' },
                                           { "limit", required_argument, NULL, 'l' },
                                           { "sandbox", required_argument, NULL, 'x' },
                                           { 0 } };
    const struct cli_options options = { "match", longs, NULL };
    struct contest contest = { .wish = { .games = 1, .limits = limits_preset() } };
    struct rd_problem problem = { "" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!take_option(&contest.wish, option, &problem)) {
            return cli_bad("match", "%s", problem.text);
        }
    }
    if (argc - optind < 2) {
        return cli_bad("match", "which game, and which bots? redoubt match GAME BOT BOT...");
    }
    if (!check_replay_name(&contest.wish, &problem) ||
        !cli_game_open(&contest.game, argv[optind], &problem)) {
        return cli_bad("match", "%s", problem.text);
    }
    int status = open_contest(&contest, argc - optind, argv + optind, &problem)
                     ? play_all(&contest)
                     : cli_bad("match", "%s", problem.text);
    cli_game_close(&contest.game);
    return status;
}

const struct command command_match = {
    .name = "match",
    .summary = "let bots play each other",
    .help =
        "usage: redoubt match GAME BOT BOT... [--games N] [--set KEY=VALUE] [--seed SEED]\n"
        "                     [--swap] [--replay FILE] [--limit NAME=N] [--sandbox WHEN] [--json]\n"
        "                     [--why] [--think MS]\n"
        "\n"
        "Plays GAME between bots, one for each seat; prints a line for each game and a table of\n"
        "the results. A BOT is the name of a built-in one (redoubt games GAME lists them) or a\n"
        "program: cmd:COMMAND speaks the line protocol of\n" REDOUBT_DOCS "/bot-protocol.md,\n"
        "megaminer:COMMAND is an agent of MegaMiner 2025 (apoca with rules=megaminer),\n"
        "civ-http:COMMAND a bot of the civ contest (civ with rules=civ-final).\n"
        "NAME=BOT calls it NAME.\n"
        "\n"
        "  --games N        play N games (1)\n"
        "  --set KEY=VALUE  an option of the game; may be given often\n"
        "  --seed SEED      a number or 32 hexadecimal digits: the same seed plays the same\n"
        "                   games. The game after it has the next key, and so on\n"
        "  --swap           everybody moves on by one seat after each game\n"
        "  --replay FILE    keep the game; for several games a folder, or a name with %d\n"
        "  --limit NAME=N   what a program may use: start_ms, turn_ms, total_ms, memory_mb,\n"
        "                   output_mb, faults\n"
        "  --sandbox WHEN   bubblewrap around programs: auto (if it works here), on, off\n"
        "  --json           a JSON object on each line: the games, then the summary\n"
        "  --why            before each order of a built-in bot that searches: the best it found,\n"
        "                   with its chances; on standard error\n"
        "  --think MS       let those bots think so long about an order, instead of so many\n"
        "                   nodes; such games can't be repeated\n"
        "  --help           this text\n"
        "\n"
        "A program that is late or talks nonsense loses its turn, and after too many of these,\n"
        "or when it ends or floods, its seat; the last lines of its standard error are shown.\n"
        "Its log lies beside the replay: FILE.seat0.log. When a program never gave an answer,\n"
        "the exit status is 1.\n"
        "The win rate counts games won alone; its interval is Wilson's at 95 %. A bot that\n"
        "gives 1000 orders without ending its turn has the turn ended for it.\n",
    .run = run,
};
