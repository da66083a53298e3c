/* redoubt bench - prints what bench/ measures. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "clients/cli/batches.h"
#include "clients/cli/command.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW_BUILD true
#endif
#endif
#if !defined(SLOW_BUILD)
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
#define SLOW_BUILD true
#else
#define SLOW_BUILD false
#endif
#endif

enum { BATCH_GAMES = 1024 };

static const char *const phase_titles[BENCH_PHASES] = {
    [BENCH_STEP] = "step only: apply",
    [BENCH_LEGAL] = "+ legal orders before each order *",
    [BENCH_VIEWS] = "+ views of all seats each turn: full",
    [BENCH_TENSORS] = "+ tensors of all seats each turn",
    [BENCH_LISTS] = "full with lists instead of factors",
};

static const char *const phase_keys[BENCH_PHASES] = {
    [BENCH_STEP] = "step",       [BENCH_LEGAL] = "legal", [BENCH_VIEWS] = "full",
    [BENCH_TENSORS] = "tensors", [BENCH_LISTS] = "lists",
};

static const char *phase_title(const struct rd_game *game, uint32_t phase)
{
    return phase == BENCH_LEGAL && game->factors != NULL ? "+ legal orders in factors each turn *"
                                                         : phase_titles[phase];
}

/* 2.31 M, 9.90 k, 512. */
static const char *short_number(double value, char out[16])
{
    if (value >= 1e6) {
        snprintf(out, 16, "%.*f M", value >= 1e8 ? 0 : value >= 1e7 ? 1 : 2, value / 1e6);
    } else if (value >= 1e3) {
        snprintf(out, 16, "%.*f k", value >= 1e5 ? 0 : value >= 1e4 ? 1 : 2, value / 1e3);
    } else {
        snprintf(out, 16, "%.0f", value);
    }
    return out;
}

/* One game, or a variant of it, as it was measured. */
struct result {
    struct bench_plan plan;
    struct bench_figures figures;
    bool usual; /* no options were set */
};

/* What is promised is promised for the usual options and the usual crowd. */
static const struct bench_gate *gate_of(const struct result *result)
{
    const struct bench_plan *plan = &result->plan;
    const struct bench_crowd *crowd = bench_crowd_of(plan->game);
    bool usual = result->usual && (crowd == NULL || crowd->units == plan->units);
    return usual ? bench_gate_of(plan->game) : NULL;
}

static void print_promise(double promise, double figure)
{
    char text[16];
    printf("   gate %s: %s", short_number(promise, text), figure >= promise ? "met" : "NOT MET");
}

static void print_figures(const struct result *result)
{
    char a[16], b[16];
    const struct bench_plan *plan = &result->plan;
    const struct bench_figures *f = &result->figures;
    const struct rd_game *game = plan->game;
    const struct bench_gate *gate = gate_of(result);
    printf("%s (%s): %u games of the bot %s, %llu turns, %llu orders\n", game->title, game->id,
           f->games, plan->bot->name, (unsigned long long)f->turns, (unsigned long long)f->orders);
    if (plan->units > 0) {
        printf("  %u units a seat at the beginning\n", plan->units);
    }
    printf("  warm-up %.2f s; the first, cold pass made %s turns/s\n\n", f->warm_up_s,
           short_number(f->first_turns_per_s, a));
    printf("  %-38s %10s %10s\n", "", "turns/s", "orders/s");
    for (uint32_t phase = 0; phase < BENCH_PHASES; phase++) {
        if (f->turns_per_s[phase] == 0) {
            continue;
        }
        printf("  %-38s %10s %10s", phase_title(game, phase),
               short_number(f->turns_per_s[phase], a), short_number(f->orders_per_s[phase], b));
        if (gate != NULL && phase == BENCH_STEP) {
            print_promise(gate->step_turns_per_s, f->turns_per_s[phase]);
        }
        if (gate != NULL && phase == BENCH_VIEWS) {
            print_promise(gate->full_turns_per_s, f->turns_per_s[phase]);
        }
        putchar('\n');
    }
    printf("  %-38s %10s copies/s\n", "clone: memcpy of a state", short_number(f->clones_per_s, a));
    printf("  %-38s %10u bytes", "size of a state", game->state_size);
    if (gate != NULL) {
        printf("        gate %u: %s", gate->state_bytes,
               game->state_size <= gate->state_bytes ? "met" : "NOT MET");
    }
    printf("\n  %-38s %10u bytes\n", "size of a view", game->view_size);
}

/* A line for each phase: its figures, and how many of the usual orders that is. */
static void print_variant(const char *title, const struct bench_figures *f,
                          const struct bench_figures *usual)
{
    char a[16], b[16];
    printf("\n  The same with %s\n", title);
    for (uint32_t phase = 0; phase < BENCH_LISTS; phase++) {
        printf("  %-38s %10s %10s   %.0f %% of the orders above\n", phase_titles[phase],
               short_number(f->turns_per_s[phase], a), short_number(f->orders_per_s[phase], b),
               100 * f->orders_per_s[phase] / usual->orders_per_s[phase]);
    }
}

static bool compares(const struct bench_anchor *anchor, const struct rd_game *game)
{
    return anchor->game == NULL || strcmp(anchor->game, game->id) == 0;
}

static void print_anchors(const struct rd_game *game, const struct bench_figures *f)
{
    static const char *const against[] = { "step", "full", "clone" };
    puts("\n  Other systems, measured on another machine: compare ratios, not figures.");
    printf("  %-42s %10s  %-19s %s\n", "", "theirs/s", "of", "ours/theirs");
    for (const struct bench_anchor *anchor = bench_anchors; anchor->who != NULL; anchor++) {
        char text[16];
        if (compares(anchor, game)) {
            printf("  %-42s %10s  %-19s %7.2f  (%s)\n", anchor->who,
                   short_number(anchor->per_s, text), anchor->what, bench_ratio(anchor, f),
                   against[anchor->against]);
        }
    }
}

static json_t *rates_json(const double rates[BENCH_PHASES])
{
    json_t *json = json_object();
    for (uint32_t phase = 0; phase < BENCH_PHASES; phase++) {
        if (rates[phase] != 0) {
            json_object_set_new(json, phase_keys[phase], json_real(rates[phase]));
        }
    }
    return json;
}

static json_t *variant_json(const char *title, const struct bench_figures *f)
{
    return json_pack("{s:s, s:o, s:o}", "with", title, "turns_per_s", rates_json(f->turns_per_s),
                     "orders_per_s", rates_json(f->orders_per_s));
}

static json_t *figures_json(const struct result *result)
{
    const struct bench_plan *plan = &result->plan;
    const struct bench_figures *f = &result->figures;
    const struct rd_game *game = plan->game;
    json_t *ratios = json_array();
    for (const struct bench_anchor *anchor = bench_anchors; anchor->who != NULL; anchor++) {
        if (compares(anchor, game)) {
            json_array_append_new(ratios, json_pack("{s:s, s:s, s:f, s:f}", "who", anchor->who,
                                                    "what", anchor->what, "per_s", anchor->per_s,
                                                    "ratio", bench_ratio(anchor, f)));
        }
    }
    json_t *json =
        json_pack("{s:s, s:i, s:I, s:I, s:f, s:f}", "game", game->id, "games", (int)f->games,
                  "turns", (json_int_t)f->turns, "orders", (json_int_t)f->orders, "warm_up_s",
                  f->warm_up_s, "first_turns_per_s", f->first_turns_per_s);
    if (plan->units > 0) {
        json_object_set_new(json, "units", json_integer(plan->units));
    }
    json_object_set_new(json, "turns_per_s", rates_json(f->turns_per_s));
    json_object_set_new(json, "orders_per_s", rates_json(f->orders_per_s));
    json_object_set_new(json, "clones_per_s", json_real(f->clones_per_s));
    json_object_set_new(json, "state_bytes", json_integer(game->state_size));
    json_object_set_new(json, "view_bytes", json_integer(game->view_size));
    json_object_set_new(json, "ratios", ratios);
    const struct bench_gate *gate = gate_of(result);
    if (gate != NULL) {
        json_object_set_new(json, "gate",
                            json_pack("{s:f, s:f, s:i, s:b}", "step", gate->step_turns_per_s,
                                      "full", gate->full_turns_per_s, "state_bytes",
                                      (int)gate->state_bytes, "met",
                                      bench_gate_met(gate, game, f)));
    }
    return json;
}

struct request {
    const char *game; /* NULL: all of them */
    const char *bot;
    double seconds;
    uint32_t units; /* 0: as usual */
    struct cli_wishes wishes;
    struct batches batches; /* 0 games: they are left out */
    bool json, gate;
};

/* What is measured, and for how long. */
struct trial {
    const struct rd_game *game;
    const char *bot;
    double seconds;
    uint32_t units;
    const struct cli_wishes *wishes;
};

/* False: what is wrong was said. */
static bool measure(const struct trial *trial, struct result *result)
{
    struct rd_problem problem = { "" };
    struct cli_game chosen;
    const struct rd_game *game = trial->game;
    if (!cli_game_as_wished(&chosen, game->id, trial->wishes, &problem)) {
        cli_bad("bench", "%s", problem.text);
        return false;
    }
    const struct bench_crowd *crowd = bench_crowd_of(game);
    result->plan = (struct bench_plan){ game, &chosen.chosen.setup, rd_bot_find(game, trial->bot),
                                        trial->seconds,
                                        crowd == NULL      ? 0
                                        : trial->units > 0 ? trial->units
                                                           : crowd->units };
    result->usual = trial->wishes->set_count == 0;
    struct bench_record *record = bench_record(&result->plan);
    if (record == NULL) {
        cli_bad("bench", "not enough memory to record games of %s", game->id);
    } else {
        result->figures = bench_measure(record, trial->seconds);
        bench_forget(record);
    }
    result->plan.setup = NULL; /* it goes with what was chosen */
    cli_game_close(&chosen);
    return record != NULL;
}

static struct cli_wishes wishes_of(const char *const set[BENCH_SETS_MAX])
{
    struct cli_wishes wishes = { .set_count = 0 };
    for (uint32_t i = 0; i < BENCH_SETS_MAX && set[i] != NULL; i++) {
        wishes.set[wishes.set_count++] = set[i];
    }
    return wishes;
}

static bool measure_variant(const struct bench_variant *variant, const struct trial *usual,
                            struct result *result)
{
    struct cli_wishes wishes = wishes_of(variant->set);
    struct trial trial = *usual;
    trial.wishes = &wishes;
    return measure(&trial, result);
}

/* A row for each size, in less time: of interest is how they compare. Adds to the JSON or prints.
 */
static void bench_growth(const struct trial *usual, json_t *json)
{
    enum { PART = 4 };
    char step[16], orders[16], full[16];
    const struct bench_growth *row;
    json_t *list = json_array();
    for (uint32_t i = 0; (row = bench_growth_of(usual->game, i)) != NULL; i++) {
        struct cli_wishes wishes = wishes_of(row->set);
        struct trial trial = { usual->game, usual->bot, usual->seconds / PART, row->units,
                               &wishes };
        struct result result;
        if (!measure(&trial, &result)) {
            break;
        }
        const struct bench_figures *f = &result.figures;
        json_array_append_new(list, variant_json(row->title, f));
        if (json == NULL) {
            printf("%s  %-38s %10s %10s %10s\n",
                   i == 0 ? "\n  Growth                                     step/s   orders/s     "
                            "full/s\n"
                          : "",
                   row->title, short_number(f->turns_per_s[BENCH_STEP], step),
                   short_number(f->orders_per_s[BENCH_STEP], orders),
                   short_number(f->turns_per_s[BENCH_VIEWS], full));
        }
    }
    if (json != NULL && json_array_size(list) > 0) {
        json_object_set(json, "growth", list);
    }
    json_decref(list);
}

static void bench_batches(const struct rd_game *game, const struct request *request, json_t *json)
{
    struct rd_problem problem = { "" };
    struct cli_game chosen;
    if (request->batches.games > 0 &&
        cli_game_as_wished(&chosen, game->id, &request->wishes, &problem)) {
        batches_measure(&chosen.chosen, &request->batches, json);
        cli_game_close(&chosen);
    }
}

/* One game; adds to the list or prints. Returns false if its gate was missed. */
static bool bench_one(const struct rd_game *game, const struct request *request, json_t *list)
{
    struct result result, other;
    const struct bench_variant *variant = bench_variant_of(game);
    const struct trial trial = { game, request->bot, request->seconds, request->units,
                                 &request->wishes };
    if (!measure(&trial, &result)) {
        return false;
    }
    bool more = variant != NULL && result.usual && measure_variant(variant, &trial, &other);
    const struct bench_gate *gate = gate_of(&result);
    if (request->json) {
        json_t *json = figures_json(&result);
        if (more) {
            json_object_set_new(json, "variant", variant_json(variant->title, &other.figures));
        }
        if (gate != NULL) {
            bench_growth(&trial, json);
        }
        bench_batches(game, request, json);
        json_array_append_new(list, json);
    } else {
        print_figures(&result);
        fflush(stdout); /* growth takes its time */
        if (more) {
            print_variant(variant->title, &other.figures, &result.figures);
        }
        if (gate != NULL) {
            bench_growth(&trial, NULL);
        }
        bench_batches(game, request, NULL);
        if (gate != NULL) {
            print_anchors(game, &result.figures);
        }
        putchar('\n');
    }
    fflush(stdout);
    return gate == NULL || bench_gate_met(gate, game, &result.figures);
}

/* CLI_FINE, or what is wrong was said. */
static int check_request(const struct request *request, const struct rd_game *only)
{
    struct rd_problem problem = { "" };
    if (only != NULL && rd_bot_find(only, request->bot) == NULL) {
        cli_no_such_bot(only, request->bot, false, &problem);
        return cli_bad("bench", "%s", problem.text);
    }
    const struct bench_crowd *crowd = only == NULL ? NULL : bench_crowd_of(only);
    if (request->units > 0 && crowd == NULL) {
        return cli_bad("bench", "--units is for games that begin with a crowd: "
                                "redoubt bench civ --units N");
    }
    if (request->units > 0 && request->units > crowd->units_max) {
        return cli_bad("bench", "--units: must be 1 to %u", crowd->units_max);
    }
    if (request->wishes.set_count > 0 && only == NULL) {
        return cli_bad("bench", "--set is for one game: redoubt bench GAME --set KEY=VALUE");
    }
    struct cli_game chosen;
    if (only != NULL && !cli_game_as_wished(&chosen, only->id, &request->wishes, &problem)) {
        return cli_bad("bench", "%s", problem.text);
    }
    if (only != NULL) {
        cli_game_close(&chosen);
    }
    return CLI_FINE;
}

/* One game, or every one that has such a bot. */
static bool bench_games(const struct request *request, const struct rd_game *only, json_t *list)
{
    bool met = true;
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (only == rd_game_at(i) ||
            (only == NULL && rd_bot_find(rd_game_at(i), request->bot) != NULL)) {
            met = bench_one(rd_game_at(i), request, list) && met;
        }
    }
    return met;
}

static int bench(const struct request *request)
{
    struct rd_problem problem = { "" };
    const struct rd_game *only =
        request->game == NULL ? NULL : cli_game_find(request->game, &problem);
    if (request->game != NULL && only == NULL) {
        return cli_bad("bench", "%s", problem.text);
    }
    int status = check_request(request, only);
    if (status != CLI_FINE) {
        return status;
    }
    if (SLOW_BUILD) {
        fputs("redoubt bench: this build is not optimised or has sanitizers: the figures are low\n",
              stderr);
    }
    json_t *list = json_array();
    bool met = bench_games(request, only, list);
    if (request->json) {
        json_dumpf(list, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
        putchar('\n');
    } else {
        puts("One core, CPU time, the best of five rounds. At most four orders a turn and seat.\n"
             "* In fortress once a turn: each unit then gets any of them. Factors are the same set "
             "of\n"
             "  orders, as masks instead of a list.");
    }
    json_decref(list);
    return request->gate && !met ? CLI_FAILED : CLI_FINE;
}

static bool read_seconds(const char *text, double *seconds)
{
    char *end = NULL;
    *seconds = strtod(text, &end);
    return end != text && *end == '\0' && *seconds >= 0.01 && *seconds <= 3600;
}

static bool read_units(const char *text, uint32_t *units)
{
    char *end = NULL;
    unsigned long number = strtoul(text, &end, 10);
    *units = (uint32_t)number;
    return text[0] >= '1' && text[0] <= '9' && *end == '\0' && number <= 1000000;
}

static bool read_games(const char *text, uint32_t *games)
{
    char *end = NULL;
    unsigned long number = strtoul(text, &end, 10);
    *games = (uint32_t)number;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number <= RD_BATCH_GAMES_MAX;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "seconds", required_argument, NULL, 's' },
                                           { "units", required_argument, NULL, 'u' },
                                           { "games", required_argument, NULL, 'n' },
                                           { "kernels", required_argument, NULL, 'k' },
                                           { "json", no_argument, NULL, 'j' },
                                           { "gate", no_argument, NULL, 'g' },
                                           { "bot", required_argument, NULL, 'b' },
                                           { "set", required_argument, NULL, 'o' },
                                           { 0 } };
    const struct cli_options options = { "bench", longs, NULL };
    struct request request = { .seconds = 6, .bot = "random", .batches.games = BATCH_GAMES };
    struct rd_problem problem = { "" };
    bool bad_units = false;
    request.batches.kernels = batches_kernels();
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        request.json = request.json || option == 'j';
        request.gate = request.gate || option == 'g';
        request.bot = option == 'b' ? optarg : request.bot;
        request.batches.kernels = option == 'k' ? optarg : request.batches.kernels;
        if (option == 'n' && !read_games(optarg, &request.batches.games)) {
            return cli_bad("bench", "--games: must be a whole number from 0 to %d",
                           RD_BATCH_GAMES_MAX);
        }
        if (option == 'o' && !cli_wish(&request.wishes, optarg, &problem)) {
            return cli_bad("bench", "%s", problem.text);
        }
        bad_units = bad_units || (option == 'u' && !read_units(optarg, &request.units));
        if (option == 's' && !read_seconds(optarg, &request.seconds)) {
            return cli_bad("bench", "--seconds: '%s' must be a number from 0.01 to 3600", optarg);
        }
    }
    if (bad_units) {
        return cli_bad("bench", "--units: must be a whole number");
    }
    if (argc - optind > 1) {
        return cli_bad("bench", "one game at a time: redoubt bench [GAME]");
    }
    request.game = argc > optind ? argv[optind] : NULL;
    request.batches.seconds = request.seconds / 2;
    return bench(&request);
}

const struct command command_bench = {
    .name = "bench",
    .summary = "measure how fast the rules are",
    .help =
        "usage: redoubt bench [GAME] [--set KEY=VALUE]... [--seconds S] [--bot NAME] [--units N]\n"
        "                     [--games N] [--kernels DIR] [--gate] [--json]\n"
        "\n"
        "Records whole games of random legal orders, then times applying them again: alone,\n"
        "with the legal orders before each order (of fortress once a turn, and each unit gets\n"
        "one of them), with the views of all seats once a turn (the full figure), with tensors;\n"
        "and copies of a state. The legal orders are a list; those of fortress are masks, factor\n"
        "by factor, and the full figure with a list stands beside. One core, CPU time, the best\n"
        "of five rounds, after a warm-up. Then the figures of other systems, and the gate: what\n"
        "the game promises on one quiet core with its presets. Of fate the cost of heroes is\n"
        "measured too, of fortress how speed changes with units and with the board. Last come\n"
        "batches of games, on one core, on all, and on a card if there is one: steps, orders "
        "drawn,\n"
        "masks of verbs and of their first arguments, views, packed views, and of those tensors.\n"
        "\n"
        "  --set KEY=VALUE   an option of the game; redoubt games GAME lists them\n"
        "  --seconds S       CPU seconds for each measurement, default 6\n"
        "  --bot NAME        who plays the recorded games, default random\n"
        "  --units N         civ, fortress: units of each seat at the beginning\n"
        "  --games N         of a batch, default 1024; 0: no batches\n"
        "  --kernels DIR     for a card: the folder of rules-GAME.ptx, which `ninja -C build\n"
        "                    kernels` makes; default: batch/cuda beside redoubt\n"
        "  --gate            exit with status 1 if a gate is missed\n"
        "  --json            the figures as JSON\n"
        "  --help            this text\n",
    .run = run,
};
