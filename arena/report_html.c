/* One page that needs nothing else: standings, rating plot, cross table, balance, links to replays.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/crew.h"
#include "arena/replay_page.h"
#include "arena/report.h"
#include "host/notation.h"

enum { PLOT_WIDTH = 640, ROW_HEIGHT = 22, NAME_ROOM = 220, PATH_ROOM = 4096 };

static const char style[] =
    "body{font:15px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;"
    "color:#222;background:#fff}table{border-collapse:collapse;margin:.5rem 0 1.5rem}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}"
    "th:first-child,td:first-child,.l{text-align:left}svg{max-width:100%;height:auto}"
    "small{white-space:nowrap}.wide{overflow-x:auto}pre,code{white-space:pre-wrap;overflow-wrap:"
    "anywhere}@media(max-width:40rem){body{margin:1rem "
    "auto}table{display:block;overflow-x:auto;white-space:nowrap}}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "th,td{border-color:#444}a{color:#8bf}svg text{fill:#ddd}}";

void report_put(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
    }
}

static const char *name_at(const struct report *r, uint32_t place)
{
    return r->t->entrant[r->places[place]].name;
}

static void standings(const struct report *r, FILE *out)
{
    fputs("<h2>Standings</h2><table><tr><th>Bot<th>Games<th>Wins<th>Draws<th>Losses<th>Score"
          "<th>Elo<th>95 %<th>Faults<th>Seats lost</tr>\n",
          out);
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct rating *rating = &r->rating[r->places[i]];
        fprintf(out, "<tr><td>%u. ", i + 1);
        report_put(name_at(r, i), out);
        fprintf(out,
                "<td>%u<td>%u<td>%u<td>%u<td>%.1f %%<td>%+.1f<td>%+.1f &hellip; %+.1f<td>%u<td>%u"
                "</tr>\n",
                rating->games, rating->wins, rating->draws, rating->losses,
                100 * rating->points / (rating->games > 0 ? rating->games : 1), rating->elo,
                rating->elo - rating->margin, rating->elo + rating->margin, rating->faults,
                rating->seats_lost);
    }
    fputs("</table>\n", out);
}

/* ---- the plot ---- */

struct scale {
    double low, high;
};

static struct scale find_scale(const struct report *r)
{
    struct scale scale = { -50, 50 };
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        scale.low = fmin(scale.low, r->rating[i].elo - r->rating[i].margin);
        scale.high = fmax(scale.high, r->rating[i].elo + r->rating[i].margin);
    }
    return scale;
}

static double x_of(const struct scale *scale, double elo)
{
    return NAME_ROOM +
           (PLOT_WIDTH - NAME_ROOM - 20) * (elo - scale->low) / (scale->high - scale->low);
}

static void plot_row(const struct report *r, const struct scale *scale, uint32_t place, FILE *out)
{
    const struct rating *rating = &r->rating[r->places[place]];
    double y = ROW_HEIGHT * (place + 1);
    fprintf(out, "<text x=\"0\" y=\"%.0f\">", y + 4);
    char name[32];
    snprintf(name, sizeof name, "%.30s", name_at(r, place));
    report_put(name, out);
    fprintf(out,
            "</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.0f\" y2=\"%.0f\" stroke=\"#48c\" "
            "stroke-width=\"2\"/><circle cx=\"%.1f\" cy=\"%.0f\" r=\"4\" fill=\"#48c\"/>\n",
            x_of(scale, rating->elo - rating->margin), x_of(scale, rating->elo + rating->margin), y,
            y, x_of(scale, rating->elo), y);
}

static void plot(const struct report *r, FILE *out)
{
    struct scale scale = find_scale(r);
    uint32_t height = ROW_HEIGHT * (r->t->entrants + 2);
    fprintf(out,
            "<h2>Ratings</h2><svg role=\"img\" aria-label=\"Ratings with 95 %% intervals\" "
            "viewBox=\"0 0 %d %u\" width=\"%d\" font-size=\"13\" fill=\"#222\">\n",
            PLOT_WIDTH, height, PLOT_WIDTH);
    double step = pow(10, floor(log10((scale.high - scale.low) / 2)));
    step = (scale.high - scale.low) / step > 8 ? 2 * step : step;
    int32_t first = (int32_t)ceil(scale.low / step), last = (int32_t)floor(scale.high / step);
    for (int32_t i = first; i <= last; i++) {
        double elo = i * step;
        fprintf(out,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"4\" y2=\"%u\" stroke=\"#999\" "
                "stroke-width=\"%s\"/><text x=\"%.1f\" y=\"%u\" text-anchor=\"middle\">%+.0f</text>"
                "\n",
                x_of(&scale, elo), x_of(&scale, elo), height - ROW_HEIGHT,
                fabs(elo) < step / 2 ? "1" : ".3", x_of(&scale, elo), height - 6, elo);
    }
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        plot_row(r, &scale, i, out);
    }
    fputs("</svg>\n", out);
}

/* ---- tables ---- */

static void cross(const struct report *r, FILE *out)
{
    uint32_t n = r->t->entrants;
    fputs("<h2>Cross table</h2><p>Score of the row against the column, with its 95 % interval and "
          "the "
          "number of games.</p><div class=wide><table><tr><th>",
          out);
    for (uint32_t j = 0; j < n; j++) {
        fprintf(out, "<th>%u", j + 1);
    }
    fputs("</tr>\n", out);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(out, "<tr><td>%u. ", i + 1);
        report_put(name_at(r, i), out);
        for (uint32_t j = 0; j < n; j++) {
            const struct cross *entry = &r->cross[r->places[i] * n + r->places[j]];
            if (entry->games == 0) {
                fputs("<td>", out);
                continue;
            }
            double score = entry->points / entry->games;
            fprintf(out,
                    "<td title=\"%.1f of %u\" style=\"background:hsl(%.0f 60%% 50%% / .35)\">"
                    "%.1f %%<br><small>%.0f &hellip; %.0f, %u</small>",
                    entry->points, entry->games, 120 * score, 100 * score, 100 * entry->low,
                    100 * entry->high, entry->games);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table></div>\n", out);
}

static void balance(const struct report *r, FILE *out)
{
    fputs("<h2>Balance</h2><table><tr><th>Map<th class=l>Seat<th>Games<th>Score<th>95 %</tr>\n",
          out);
    for (uint32_t setup = 0; setup < r->t->setups; setup++) {
        for (uint32_t seat = 0; seat < tournament_seats(r->t); seat++) {
            char name[RD_TEXT_MAX];
            struct seat_balance b = balance_of(r->games, setup, seat);
            rd_seat_print(r->t->setup[0].game, (rd_seat)seat, name, sizeof name);
            fputs("<tr><td>", out);
            report_put(report_map(r->t, setup), out);
            fputs("<td class=l>", out);
            report_put(name, out);
            fprintf(out, "<td>%u<td>%.1f %%<td>&plusmn; %.1f</tr>\n", b.games, 100 * b.mean,
                    100 * b.margin);
        }
    }
    fputs("</table>\n", out);
}

static void game_row(const struct report *r, const struct game *game, bool has_page, FILE *out)
{
    fputs("<tr><td>", out);
    if (game->has_replay && r->replays != NULL) {
        char path[PATH_ROOM], page[PATH_ROOM];
        crew_replay_path(r->replays, game, path, sizeof path);
        replay_page_path(path, page, sizeof page);
        if (has_page) {
            fputs("<a href=\"", out);
            report_put(page, out);
            fputs("\">look</a> ", out);
        }
        fputs("<a href=\"", out);
        report_put(path, out);
        fprintf(out, "\">%u</a>", game->id);
    } else {
        fprintf(out, "%u", game->id);
    }
    fprintf(out, "<td>%u<td class=l>", game->round + 1);
    report_put(report_map(r->t, game->setup), out);
    fputs("<td class=l>", out);
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        fprintf(out, "%s%u. ", seat == 0 ? "" : " &middot; ", game->rank[seat]);
        report_put(r->t->entrant[game->entrant[seat]].name, out);
    }
    fprintf(out, "<td>%u<td class=l>", game->turns);
    report_put(r->t->setup[0].game->endings[game->ending].reason, out);
    fputs("</tr>\n", out);
}

static void games(const struct report *r, FILE *out)
{
    uint32_t shown = 0;
    fputs("<h2>Games</h2><table><tr><th>Game<th>Round<th class=l>Map<th class=l>Ranks by seat"
          "<th>Turns<th class=l>End</tr>\n",
          out);
    for (uint32_t i = 0; i < r->games->count && shown < REPORT_GAMES; i++) {
        if (r->games->game[i].done) {
            game_row(r, &r->games->game[i], shown < r->pages, out);
            shown++;
        }
    }
    fputs("</table>\n", out);
    if (shown < r->done) {
        fprintf(out, "<p>The first %u of %u games.</p>\n", shown, r->done);
    }
}

static void programs(const struct report *r, FILE *out)
{
    fputs("<h2>Programs</h2><table><tr><th>Bot<th>Answers, ms per game<th>Core, ms per game"
          "<th>Memory, KiB<th class=l>Files<th class=l>How games went<th class=l>Command</tr>\n",
          out);
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct entrant *entrant = &r->t->entrant[r->places[i]];
        const struct rating *rating = &r->rating[r->places[i]];
        double played = rating->games > 0 ? rating->games : 1;
        fputs("<tr><td>", out);
        report_put(entrant->name, out);
        fprintf(out, "<td>%.0f<td>%.0f<td>%u<td class=l>%s<td class=l>",
                (double)rating->used_ms / played, (double)rating->cpu_ms / played,
                rating->memory_kb, entrant->files);
        for (uint32_t end = 0; end < SEAT_ENDS; end++) {
            if (rating->ends[end] > 0) {
                fprintf(out, "%s %u ", seat_end_name((enum seat_end)end), rating->ends[end]);
            }
        }
        fputs("<td class=l><code>", out);
        report_put(entrant->spec, out);
        fputs("</code></tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* What was agreed on, so that the page says how it came about. */
static void about(const struct report *r, FILE *out)
{
    json_t *plan = tournament_to_json(r->t);
    json_object_del(plan, "entrants");
    char *text = json_dumps(plan, JSON_INDENT(1));
    char day[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(day, sizeof day, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &parts));
    fprintf(out, "<h2>About</h2><p>Written on %s.</p>", day);
    if (r->in_force != NULL) {
        fputs("<p>When programs last played: ", out);
        report_put(r->in_force, out);
        fputs("</p>", out);
    }
    fputs("<details><summary>Options, seed and limits</summary><pre>", out);
    report_put(text == NULL ? "" : text, out);
    fputs("</pre></details>\n", out);
    free(text);
    json_decref(plan);
}

void report_html(const struct report *report, FILE *out)
{
    const struct rd_game *game = report->t->setup[0].game;
    fprintf(out,
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width\"><title>%s: %s</title><style>%s</style>\n<h1>%s, %s</h1>"
            "\n<p>%u games, of which %u differ; %u bots.</p>\n",
            game->title, format_name(report->t->format), style, game->title,
            format_name(report->t->format), report->done, report->distinct, report->t->entrants);
    if (report->t->format == FORMAT_SPRT) {
        fprintf(out,
                "<p><b>%s</b>. LLR %.2f of %.2f &hellip; %.2f; Elo %+.1f, 95 %%: %+.1f &hellip; "
                "%+.1f.</p>\n",
                report_verdict(report->sprt.verdict), report->sprt.llr, report->sprt.lower,
                report->sprt.upper, report->sprt.elo, report->sprt.low, report->sprt.high);
    }
    if (report->champion >= 0) {
        fputs("<p>Champion: <b>", out);
        report_put(report->t->entrant[report->champion].name, out);
        fputs("</b></p>\n", out);
    }
    standings(report, out);
    plot(report, out);
    report_time(report, out);
    cross(report, out);
    balance(report, out);
    games(report, out);
    programs(report, out);
    about(report, out);
}
