#include "arena/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/notation.h"

enum { NAME_WIDTH = 28, CROSS_SHOWN_MAX = 12, PATH_ROOM = 4096 };

static int by_hash(const void *a, const void *b)
{
    uint64_t x = ((const struct game *)a)->hash, y = ((const struct game *)b)->hash;
    return x < y ? -1 : x > y;
}

/* Without luck in the rules and in the bots, more pairs are the same games again. */
static uint32_t count_distinct(struct games *games)
{
    uint32_t distinct = 0;
    if (games->count > 0) {
        qsort(games->game, games->count, sizeof *games->game, by_hash);
    }
    for (uint32_t i = 0; i < games->count; i++) {
        distinct += i == 0 || games->game[i].hash != games->game[i - 1].hash;
    }
    return distinct;
}

struct report *report_make(const struct tournament *t, const struct games *games,
                           const char *replays)
{
    struct report *report = calloc(1, sizeof *report);
    RD_ASSERT(report != NULL);
    report->t = t;
    report->games = games;
    report->replays = replays;
    report->cross = calloc((size_t)t->entrants * t->entrants, sizeof *report->cross);
    RD_ASSERT(report->cross != NULL);
    struct games done = { NULL, 0, 0 };
    for (uint32_t i = 0; i < games->count; i++) {
        if (games->game[i].done) {
            games_add(&done, &games->game[i]);
        }
    }
    report->done = done.count;
    ratings_compute(t, &done, report->rating);
    schedule_places(t, &done, report->places);
    schedule_standings(t, &done, report->standing);
    report->champion = report->done == games->count ? schedule_champion(t, &done) : -1;
    cross_table(t, &done, report->cross);
    report->distinct = count_distinct(&done); /* sorts them: the last thing to be done */
    games_free(&done);
    if (t->format == FORMAT_SPRT) {
        report->sprt = sprt_look(t, games);
    }
    return report;
}

void report_free(struct report *report)
{
    if (report != NULL) {
        free(report->cross);
        free(report);
    }
}

const char *report_verdict(enum sprt_verdict verdict)
{
    static const char *const words[] = {
        [SPRT_GOES_ON] = "undecided",
        [SPRT_REJECTED] = "rejected: the new one is not stronger by that much",
        [SPRT_ACCEPTED] = "accepted: the new one is stronger",
    };
    return words[verdict];
}

const char *report_map(const struct tournament *t, uint32_t setup)
{
    return t->map[setup][0] != '\0' ? t->map[setup] : "all";
}

/* ---- text ---- */

static void text_swiss(const struct report *r, FILE *out)
{
    fputs("\nplaces go by points; a round that was sat out counts as won\n", out);
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct standing *s = &r->standing[r->places[i]];
        fprintf(out, "%3u  %-*.*s %7.1f points", i + 1, NAME_WIDTH, NAME_WIDTH,
                r->t->entrant[r->places[i]].name, s->points);
        fprintf(out, s->byes == 0 ? "\n" : ", sat out %u\n", s->byes);
    }
}

static void text_faults(const struct rating *rating, const char *name, FILE *out)
{
    fprintf(out, "     %s lost %u turns by faults, and its seat in %u games", name, rating->faults,
            rating->seats_lost);
    for (uint32_t end = SEAT_FINE + 1; end < SEAT_ENDS; end++) {
        if (rating->ends[end] > 0) {
            fprintf(out, "; %s %u", seat_end_name((enum seat_end)end), rating->ends[end]);
        }
    }
    fputc('\n', out);
}

/* What programs used, and what went wrong, by kind. */
static void text_programs(const struct report *r, FILE *out)
{
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct rating *rating = &r->rating[r->places[i]];
        double games = rating->games > 0 ? rating->games : 1;
        const char *name = r->t->entrant[r->places[i]].name;
        if (r->t->entrant[r->places[i]].door != NULL && rating->games > 0) {
            fprintf(out,
                    "     %s used %.0f ms for answers and %.0f ms of a core per game, %u KiB\n",
                    name, (double)rating->used_ms / games, (double)rating->cpu_ms / games,
                    rating->memory_kb);
        }
        if (rating->faults > 0 || rating->seats_lost > 0) {
            text_faults(rating, name, out);
        }
    }
}

static void text_standings(const struct report *r, FILE *out)
{
    fprintf(out, "%3s  %-*s %7s %6s %6s %6s %6s  %7s  %s\n", "", NAME_WIDTH, "bot", "games", "wins",
            "draws", "losses", "score", "Elo", "95 %");
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct rating *rating = &r->rating[r->places[i]];
        double games = rating->games > 0 ? rating->games : 1;
        fprintf(out, "%3u  %-*.*s %7u %6u %6u %6u %5.1f%%  %+7.1f  %+.1f .. %+.1f\n", i + 1,
                NAME_WIDTH, NAME_WIDTH, r->t->entrant[r->places[i]].name, rating->games,
                rating->wins, rating->draws, rating->losses, 100 * rating->points / games,
                rating->elo, rating->elo - rating->margin, rating->elo + rating->margin);
    }
    if (r->t->format == FORMAT_SWISS) {
        text_swiss(r, out);
    }
    if (r->champion >= 0) {
        fprintf(out, "\nchampion: %s\n", r->t->entrant[r->champion].name);
    }
    text_programs(r, out);
}

static void text_cross(const struct report *r, FILE *out)
{
    uint32_t n = r->t->entrants;
    if (n < 3 || n > CROSS_SHOWN_MAX) {
        return;
    }
    fprintf(out, "\nscore of the row against the column, in %%\n%-*s", NAME_WIDTH + 5, "");
    for (uint32_t j = 0; j < n; j++) {
        fprintf(out, "%7u", j + 1);
    }
    fputc('\n', out);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(out, "%3u  %-*.*s", i + 1, NAME_WIDTH, NAME_WIDTH,
                r->t->entrant[r->places[i]].name);
        for (uint32_t j = 0; j < n; j++) {
            const struct cross *entry = &r->cross[r->places[i] * n + r->places[j]];
            if (entry->games == 0) {
                fprintf(out, "%7s", i == j ? "" : "-");
            } else {
                fprintf(out, "%7.1f", 100 * entry->points / entry->games);
            }
        }
        fputc('\n', out);
    }
}

static void text_balance(const struct report *r, FILE *out)
{
    const struct rd_game *game = r->t->setup[0].game;
    fprintf(out, "\n%-20s %-12s %7s  %7s\n", "map", "seat", "games", "score");
    for (uint32_t setup = 0; setup < r->t->setups; setup++) {
        for (uint32_t seat = 0; seat < tournament_seats(r->t); seat++) {
            char name[RD_TEXT_MAX];
            struct seat_balance balance = balance_of(r->games, setup, seat);
            rd_seat_print(game, (rd_seat)seat, name, sizeof name);
            fprintf(out, "%-20s %-12s %7u  %6.1f%% +- %.1f\n", report_map(r->t, setup), name,
                    balance.games, 100 * balance.mean, 100 * balance.margin);
        }
    }
}

static void text_sprt(const struct report *r, FILE *out)
{
    const struct sprt *s = &r->sprt;
    fprintf(
        out,
        "%s\nLLR %.2f of %.2f .. %.2f, hypotheses %+.1f and %+.1f Elo\n"
        "pairs %u: 0 points %u, 1/2 %u, 1 %u, 3/2 %u, 2 %u\nElo %+.1f, 95 %% %+.1f .. %+.1f\n\n",
        report_verdict(s->verdict), s->llr, s->lower, s->upper, r->t->sprt.elo[0],
        r->t->sprt.elo[1], s->groups, s->result[0], s->result[1], s->result[2], s->result[3],
        s->result[4], s->elo, s->low, s->high);
}

static void text_figures(const struct run_figures *f, FILE *out)
{
    double games = f->engine_s + f->programs_s;
    games = games > 0 ? games : 1;
    fprintf(out,
            "\n%u games in %.1f s, %.1f games/s, %u threads, CPU use %.0f %%, "
            "overhead %.1f %% of the time of games and programs\n",
            f->played, f->seconds, f->games_per_s, f->threads, 100 * f->cpu_use,
            100 * (f->cpu_s - f->engine_s) / games);
}

void report_text(const struct report *report, const struct run_figures *figures, FILE *out)
{
    if (report->t->format == FORMAT_SPRT) {
        text_sprt(report, out);
    }
    text_standings(report, out);
    text_cross(report, out);
    text_balance(report, out);
    if (report->distinct * 4 < report->done) {
        fprintf(out,
                "\nonly %u of %u games differ: where nothing is left to luck, more pairs teach "
                "nothing, and intervals are too small\n",
                report->distinct, report->done);
    }
    if (figures != NULL) {
        text_figures(figures, out);
    }
}

/* ---- JSON ---- */

/* What a program is, what it used, and what went wrong; and what its place is made of. */
static void add_program_json(const struct report *r, uint32_t who, json_t *row)
{
    const struct entrant *entrant = &r->t->entrant[who];
    const struct rating *rating = &r->rating[who];
    json_t *ends = json_object();
    for (uint32_t end = 0; end < SEAT_ENDS; end++) {
        if (rating->ends[end] > 0) {
            json_object_set_new(ends, seat_end_name((enum seat_end)end),
                                json_integer(rating->ends[end]));
        }
    }
    json_object_set_new(row, "fates", ends);
    if (r->t->format == FORMAT_SWISS) {
        json_object_set_new(row, "swiss_points", json_real(r->standing[who].points));
        json_object_set_new(row, "byes", json_integer(r->standing[who].byes));
    }
    if (entrant->door != NULL) {
        json_object_set_new(row, "files", json_string(entrant->files));
        json_object_set_new(row, "version", json_integer(entrant->version));
        json_object_set_new(row, "retired", json_boolean(entrant->retired));
        json_object_set_new(row, "used_ms", json_integer((json_int_t)rating->used_ms));
        json_object_set_new(row, "cpu_ms", json_integer((json_int_t)rating->cpu_ms));
        json_object_set_new(row, "memory_kb", json_integer(rating->memory_kb));
    }
}

static json_t *standings_json(const struct report *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        uint32_t who = r->places[i];
        const struct rating *rating = &r->rating[who];
        json_t *against = json_array();
        for (uint32_t j = 0; j < r->t->entrants; j++) {
            const struct cross *entry = &r->cross[who * r->t->entrants + j];
            if (entry->games > 0) {
                json_array_append_new(against, json_pack("{s:i, s:f, s:I, s:[f,f]}", "entrant",
                                                         (int)j, "points", entry->points, "games",
                                                         (json_int_t)entry->games, "score_95",
                                                         entry->low, entry->high));
            }
        }
        json_t *row = json_pack(
            "{s:i, s:i, s:s, s:s, s:I, s:f, s:I, s:I, s:I, s:f, s:[f,f], s:I, s:I, "
            "s:o}",
            "place", (int)i + 1, "entrant", (int)who, "name", r->t->entrant[who].name, "bot",
            r->t->entrant[who].spec, "games", (json_int_t)rating->games, "points", rating->points,
            "wins", (json_int_t)rating->wins, "draws", (json_int_t)rating->draws, "losses",
            (json_int_t)rating->losses, "elo", rating->elo, "elo_95", rating->elo - rating->margin,
            rating->elo + rating->margin, "faults", (json_int_t)rating->faults, "seats_lost",
            (json_int_t)rating->seats_lost, "against", against);
        add_program_json(r, who, row);
        json_array_append_new(list, row);
    }
    return list;
}

static json_t *balance_json(const struct report *r)
{
    json_t *list = json_array();
    for (uint32_t setup = 0; setup < r->t->setups; setup++) {
        for (uint32_t seat = 0; seat < tournament_seats(r->t); seat++) {
            struct seat_balance b = balance_of(r->games, setup, seat);
            json_array_append_new(list, json_pack("{s:s, s:i, s:I, s:f, s:f}", "map",
                                                  report_map(r->t, setup), "seat", (int)seat,
                                                  "games", (json_int_t)b.games, "score", b.mean,
                                                  "margin_95", b.margin));
        }
    }
    return list;
}

/* JSON has no infinite numbers. */
static json_t *finite_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *sprt_json(const struct report *r)
{
    static const char *const verdicts[] = { "undecided", "rejected", "accepted" };
    const struct sprt *s = &r->sprt;
    json_t *pairs = json_array();
    for (uint32_t i = 0; i < PAIR_RESULTS; i++) {
        json_array_append_new(pairs, json_integer(s->result[i]));
    }
    return json_pack("{s:s, s:f, s:[f,f], s:[f,f], s:o, s:o, s:[o,o]}", "verdict",
                     verdicts[s->verdict], "llr", s->llr, "bounds", s->lower, s->upper,
                     "hypotheses", r->t->sprt.elo[0], r->t->sprt.elo[1], "pairs", pairs, "elo",
                     finite_json(s->elo), "elo_95", finite_json(s->low), finite_json(s->high));
}

json_t *report_json(const struct report *report, const struct run_figures *figures)
{
    json_t *json =
        json_pack("{s:o, s:I, s:I, s:o, s:o}", "tournament", tournament_to_json(report->t), "games",
                  (json_int_t)report->done, "distinct", (json_int_t)report->distinct, "standings",
                  standings_json(report), "balance", balance_json(report));
    if (report->t->format == FORMAT_SPRT) {
        json_object_set_new(json, "sprt", sprt_json(report));
    }
    if (report->champion >= 0) {
        json_object_set_new(json, "champion",
                            json_string(report->t->entrant[report->champion].name));
    }
    if (report->in_force != NULL) {
        json_object_set_new(json, "in_force", json_string(report->in_force));
    }
    if (figures != NULL) {
        json_object_set_new(json, "run",
                            json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:i}", "games",
                                      (json_int_t)figures->played, "seconds", figures->seconds,
                                      "games_per_s", figures->games_per_s, "cpu_s", figures->cpu_s,
                                      "engine_s", figures->engine_s, "cpu_use", figures->cpu_use,
                                      "threads", (int)figures->threads));
    }
    return json;
}

/* ---- CSV ---- */

static void csv_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (const char[]){ *text, '\0' }, out);
    }
    fputc('"', out);
}

static void csv_game(const struct report *r, const struct game *game, FILE *out)
{
    const struct rd_game *rules = r->t->setup[0].game;
    fprintf(out, "%u,%u,%u,%u,", game->id, game->round + 1, game->table + 1, game->group + 1);
    csv_text(report_map(r->t, game->setup), out);
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        fputc(',', out);
        csv_text(r->t->entrant[game->entrant[seat]].name, out);
        fprintf(out, ",%u,%u,", game->rank[seat], game->faults[seat]);
        csv_text(seat_end_name((enum seat_end)game->end[seat]), out);
    }
    fprintf(out, ",%u,%u,", game->turns, game->orders);
    csv_text(rules->endings[game->ending].reason, out);
    fprintf(out, ",%016llx\n", (unsigned long long)game->hash);
}

void report_csv(const struct report *report, FILE *out)
{
    fputs("game,round,table,group,map", out);
    for (uint32_t seat = 0; seat < tournament_seats(report->t); seat++) {
        fprintf(out, ",bot%u,rank%u,faults%u,fate%u", seat, seat, seat, seat);
    }
    fputs(",turns,orders,ending,hash\n", out);
    for (uint32_t i = 0; i < report->games->count; i++) {
        if (report->games->game[i].done) {
            csv_game(report, &report->games->game[i], out);
        }
    }
}
