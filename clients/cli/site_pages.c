/* Pages for everybody: standings, games, the board for a projector. Plain HTML, no script. */
#define _GNU_SOURCE /* NOLINT: open, fstat */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/report.h"
#include "clients/cli/site.h"
#include "host/text.h"

enum { FILE_MAX = 16 << 20, BOARD_S = 5 };

static const char style[] =
    ":root{color-scheme:light dark}*{box-sizing:border-box}"
    "body{font:1rem/1.45 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:0 1rem 3rem;"
    "color:#1c1c1c;background:#fff}a{color:#0b57a4}"
    "nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.75rem 0;"
    "border-bottom:1px solid #999;margin-bottom:1rem}nav a,nav button{padding:.5rem 0}"
    "nav form{margin:0 0 0 auto}h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0 1rem}"
    "caption{text-align:left;font-weight:600;padding:.25rem 0}"
    "th,td{padding:.35rem .7rem;border-bottom:1px solid #aaa;text-align:left;"
    "font-variant-numeric:tabular-nums}td.n,th.n{text-align:right;white-space:nowrap}"
    "pre{background:#f2f2f2;padding:.75rem;overflow-x:auto;white-space:pre-wrap;"
    "overflow-wrap:anywhere;max-height:30rem}form{margin:.75rem 0}"
    "label{display:block;margin:.5rem 0 .15rem}input,select,button{font:inherit;padding:.45rem "
    ".6rem;"
    "max-width:100%}button{cursor:pointer}code{overflow-wrap:anywhere}"
    ".bad{border-left:.3rem solid #b3261e;padding:.5rem .75rem}"
    ".good{border-left:.3rem solid #1e7a34;padding:.5rem .75rem}"
    ".row{display:flex;flex-wrap:wrap;gap:1rem 3rem}"
    ".board{font-size:1.4rem;max-width:none}.board nav{font-size:1rem}"
    "nav button{padding:.5rem .7rem}"
    "@media(max-width:40rem){th,td{padding:.3rem .35rem}.board{font-size:1.1rem}td.s,th.s{display:"
    "none}}"
    "@media(prefers-color-scheme:dark){body{color:#e3e3e3;background:#161616}a{color:#8ec5ff}"
    "pre{background:#242424}th,td,nav{border-color:#555}}\n";

void page_style(struct visit *visit)
{
    visit->type = "text/css; charset=utf-8";
    fputs(style, visit->out);
}

void page_put(struct visit *visit, const char *text)
{
    report_put(text, visit->out);
}

void page_mark(struct visit *visit)
{
    char mark[SITE_HASH];
    visit_mark(visit, mark);
    fprintf(visit->out, "<input type=\"hidden\" name=\"mark\" value=\"%s\">", mark);
}

static void put_nav(struct visit *visit)
{
    fputs(
        "<nav aria-label=\"Contest\"><a href=\"/contest\">Standings</a><a href=\"/contest/games\">"
        "Games</a><a href=\"/contest/board\">Board</a><a href=\"/\">Play</a>",
        visit->out);
    if (visit->person.organiser) {
        fputs("<a href=\"/contest/organiser\">Organiser</a>", visit->out);
    } else if (visit->known) {
        fputs("<a href=\"/contest/me\">My program</a>", visit->out);
    } else {
        fputs("<a href=\"/contest/sign-in\">Take part</a>", visit->out);
    }
    if (visit->known) {
        fputs("<form method=\"post\" action=\"/contest/sign-out\">", visit->out);
        page_mark(visit);
        fputs("<button>Sign out ", visit->out);
        page_put(visit, visit->person.name);
        fputs("</button></form>", visit->out);
    }
    fputs("</nav>\n", visit->out);
}

void page_begin(struct visit *visit, const char *title)
{
    fputs(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><link rel=\"stylesheet\" "
        "href=\"/contest/style.css\"><title>",
        visit->out);
    page_put(visit, title);
    if (title != visit->contest->title) {
        fputs(" - ", visit->out);
        page_put(visit, visit->contest->title);
    }
    fprintf(visit->out, "</title></head><body%s>", visit->again_s > 0 ? " class=\"board\"" : "");
    put_nav(visit);
    fputs("<main><h1>", visit->out);
    page_put(visit, title);
    fputs("</h1>\n", visit->out);
}

void page_end(struct visit *visit)
{
    fputs("</main></body></html>\n", visit->out);
}

json_t *page_shown(const struct visit *visit)
{
    char path[CONTEST_PATH];
    return json_load_file(contest_path(visit->contest, path, "site/shown.json"), 0, NULL);
}

static const char *text_in(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

static double number_in(const json_t *json, const char *key)
{
    return json_number_value(json_object_get(json, key));
}

/* ---- standings ---- */

static void put_part_title(struct visit *visit, const json_t *part)
{
    fputs(strcmp(text_in(part, "title"), "final") == 0 ? "Final" : "Ladder", visit->out);
    if (text_in(part, "division")[0] != '\0') {
        fputs(", division ", visit->out);
        page_put(visit, text_in(part, "division"));
    }
}

static void put_teams(struct visit *visit, const json_t *teams)
{
    size_t place;
    json_t *each;
    if (json_array_size(teams) == 0) {
        return;
    }
    fputs("<div class=\"wide\"><table><caption>Teams</caption><thead><tr><th class=\"n\" "
          "scope=\"col\">Place<th scope=\"col\">Team<th class=\"n\" scope=\"col\">Members<th "
          "class=\"n\" scope=\"col\">Mean score</tr></thead><tbody>\n",
          visit->out);
    json_array_foreach(teams, place, each)
    {
        fprintf(visit->out, "<tr><td class=\"n\">%zu<td>", place + 1);
        page_put(visit, text_in(each, "team"));
        fprintf(visit->out, "<td class=\"n\">%.0f<td class=\"n\">%.1f %%</tr>\n",
                number_in(each, "members"), 100 * number_in(each, "score"));
    }
    fputs("</tbody></table></div>\n", visit->out);
}

static void put_champion(struct visit *visit, const json_t *part)
{
    fputs("<p>Champion: <strong>", visit->out);
    page_put(visit, text_in(part, "champion"));
    fprintf(visit->out, "</strong>%s</p>\n",
            json_is_true(json_object_get(part, "alone")) ? ", without a game: nobody else was left."
                                                         : "");
}

static void put_table(struct visit *visit, const json_t *part)
{
    size_t place;
    json_t *each;
    fputs("<div class=\"wide\"><table><caption>", visit->out);
    put_part_title(visit, part);
    fprintf(visit->out,
            ", %.0f games</caption><thead><tr><th class=\"n\" scope=\"col\">Place<th scope=\"col\">"
            "Name<th class=\"n\" scope=\"col\">Games<th class=\"n s\" scope=\"col\">Score<th "
            "class=\"n\" "
            "scope=\"col\">Rating, 95 %%</tr></thead><tbody>\n",
            number_in(part, "games"));
    json_array_foreach(json_object_get(part, "standings"), place, each)
    {
        fprintf(visit->out, "<tr><td class=\"n\">%zu<td>", place + 1);
        page_put(visit, text_in(each, "name"));
        fprintf(visit->out,
                "<td class=\"n\">%.0f<td class=\"n s\">%.1f %%<td class=\"n\">%+.0f &plusmn; "
                "%.0f</tr>\n",
                number_in(each, "games"), 100 * number_in(each, "score"), number_in(each, "elo"),
                number_in(each, "margin"));
    }
    fputs("</tbody></table></div>\n", visit->out);
}

static void put_standings(struct visit *visit, const json_t *part)
{
    if (json_is_true(json_object_get(part, "alone"))) {
        fputs("<h2>", visit->out);
        put_part_title(visit, part);
        fputs("</h2>\n", visit->out);
    } else {
        put_table(visit, part);
    }
    if (text_in(part, "champion")[0] != '\0') {
        put_champion(visit, part);
    }
    put_teams(visit, json_object_get(part, "teams"));
}

static void put_phase(struct visit *visit)
{
    const struct contest *c = visit->contest;
    const char *phase = contest_phase(c);
    bool paused = json_is_true(json_object_get(c->state, "paused"));
    fputs("<p>", visit->out);
    page_put(visit, c->game);
    fprintf(visit->out, "; the contest is <strong>%s</strong>.%s%s", phase,
            paused ? " The ladder has a pause." : "",
            strcmp(phase, "frozen") == 0
                ? " Nobody enters any more, and the standings stay as they are until the end."
                : "");
    if (c->opens[0] != '\0' && strcmp(phase, "new") == 0) {
        fputs(" It opens ", visit->out);
        page_put(visit, c->opens);
        fputs(".", visit->out);
    }
    if (c->closes[0] != '\0') {
        fputs(" It closes ", visit->out);
        page_put(visit, c->closes);
        fputs(contest_closes(c) > 0 ? " UTC." : ".", visit->out);
    }
    fputs("</p>\n", visit->out);
}

static void put_without_program(struct visit *visit)
{
    const char *name;
    json_t *entrant;
    fputs("<h2>Who takes part</h2><ul>", visit->out);
    json_object_foreach(json_object_get(visit->contest->state, "entrants"), name, entrant)
    {
        const char *out = text_in(entrant, "disabled"), *left = text_in(entrant, "withdrawn");
        fputs("<li>", visit->out);
        page_put(visit, name);
        if (text_in(entrant, "team")[0] != '\0') {
            fputs(", team ", visit->out);
            page_put(visit, text_in(entrant, "team"));
        }
        fprintf(visit->out, ", version %.0f", number_in(entrant, "version"));
        if (out[0] != '\0' || left[0] != '\0') {
            fputs(": ", visit->out);
            page_put(visit, out[0] != '\0' ? out : left);
        }
        fputs("</li>\n", visit->out);
    }
    fputs("</ul>\n", visit->out);
}

void page_standings(struct visit *visit)
{
    json_t *shown = page_shown(visit), *part;
    size_t i;
    page_begin(visit, visit->contest->title);
    put_phase(visit);
    json_array_foreach(json_object_get(shown, "parts"), i, part)
    {
        put_standings(visit, part);
    }
    if (json_array_size(json_object_get(shown, "parts")) == 0) {
        fputs("<p>No games yet.</p>", visit->out);
    }
    put_without_program(visit);
    fputs("<p>SHA-256 of the file with seed and maps of the final, which is opened at the end: "
          "<code>",
          visit->out);
    page_put(visit, text_in(visit->contest->state, "commitment"));
    fputs("</code></p><p><a href=\"/contest/public/\">All tables</a>, <a "
          "href=\"/contest/public/results.json\">as JSON</a></p>",
          visit->out);
    page_end(visit);
    json_decref(shown);
}

/* ---- games ---- */

static void put_game(struct visit *visit, const json_t *game)
{
    size_t seat;
    json_t *each;
    fputs("<tr><td>", visit->out);
    if (json_is_true(json_object_get(game, "replay"))) {
        fputs("<a href=\"/#/replay/contest.", visit->out);
        page_put(visit, text_in(game, "part"));
        fprintf(visit->out, ".%.0f\">", number_in(game, "id"));
        page_put(visit, text_in(game, "part"));
        fprintf(visit->out, " %.0f</a>", number_in(game, "id"));
    } else {
        fprintf(visit->out, "%.0f", number_in(game, "id"));
    }
    fputs("<td>", visit->out);
    page_put(visit, text_in(game, "map"));
    fputs("<td>", visit->out);
    json_array_foreach(json_object_get(game, "seats"), seat, each)
    {
        fprintf(visit->out, "%s%.0f. ", seat == 0 ? "" : ", ", number_in(each, "rank"));
        page_put(visit, text_in(each, "name"));
    }
    fprintf(visit->out, "<td class=\"n\">%.0f<td>", number_in(game, "turns"));
    page_put(visit, text_in(game, "ending"));
    fputs("</tr>\n", visit->out);
}

void page_games(struct visit *visit)
{
    json_t *shown = page_shown(visit), *part, *game;
    size_t i, j;
    page_begin(visit, "Games");
    fputs("<p>The latest games; each can be looked at turn by turn.</p>", visit->out);
    json_array_foreach(json_object_get(shown, "parts"), i, part)
    {
        if (json_object_get(part, "list") == NULL) {
            continue; /* won without a game */
        }
        fputs("<div class=\"wide\"><table><caption>", visit->out);
        put_part_title(visit, part);
        fputs(
            "</caption><thead><tr><th scope=\"col\">Game<th scope=\"col\">Map<th "
            "scope=\"col\">Ranks "
            "by seat<th class=\"n\" scope=\"col\">Turns<th scope=\"col\">End</tr></thead><tbody>\n",
            visit->out);
        json_array_foreach(json_object_get(part, "list"), j, game)
        {
            put_game(visit, game);
        }
        fputs("</tbody></table></div>\n", visit->out);
    }
    page_end(visit);
    json_decref(shown);
}

/* ---- the board ---- */

static void put_cross(struct visit *visit, const json_t *part)
{
    const json_t *names = json_object_get(part, "standings");
    size_t i, j;
    json_t *row, *cell;
    fputs(
        "<div class=\"wide\"><table><caption>Everybody against everybody</caption><thead><tr><td>",
        visit->out);
    for (j = 0; j < json_array_size(names); j++) {
        fprintf(visit->out, "<th class=\"n\" scope=\"col\">%zu", j + 1);
    }
    fputs("</tr></thead><tbody>\n", visit->out);
    json_array_foreach(json_object_get(part, "cross"), i, row)
    {
        fprintf(visit->out, "<tr><th scope=\"row\">%zu ", i + 1);
        page_put(visit, text_in(json_array_get(names, i), "name"));
        json_array_foreach(row, j, cell)
        {
            fputs("<td class=\"n\">", visit->out);
            if (json_is_array(cell)) {
                fprintf(visit->out, "%.0f %%",
                        100 * json_number_value(json_array_get(cell, 0)) /
                            json_number_value(json_array_get(cell, 1)));
            }
        }
        fputs("</tr>\n", visit->out);
    }
    fputs("</tbody></table></div>\n", visit->out);
}

static void put_rounds(struct visit *visit, const json_t *part)
{
    size_t i, j;
    json_t *round, *table, *points;
    const char *name;
    fputs("<div class=\"row\">", visit->out);
    json_array_foreach(json_object_get(part, "rounds"), i, round)
    {
        fprintf(visit->out, "<section><h2>Round %zu</h2>", i + 1);
        json_array_foreach(round, j, table)
        {
            fputs("<table>", visit->out);
            json_object_foreach(table, name, points)
            {
                fputs("<tr><td>", visit->out);
                page_put(visit, name);
                fprintf(visit->out, "<td class=\"n\">%.1f</tr>", json_number_value(points));
            }
            fputs("</table>", visit->out);
        }
        fputs("</section>\n", visit->out);
    }
    fputs("</div>", visit->out);
}

void page_board(struct visit *visit)
{
    json_t *shown = page_shown(visit), *part;
    size_t i;
    visit->again_s = BOARD_S;
    page_begin(visit, visit->contest->title);
    put_phase(visit);
    json_array_foreach(json_object_get(shown, "parts"), i, part)
    {
        put_standings(visit, part);
        if (json_object_get(part, "rounds") != NULL) {
            put_rounds(visit, part);
        } else if (json_object_get(part, "cross") != NULL) {
            put_cross(visit, part);
        }
    }
    page_end(visit);
    json_decref(shown);
}

/* ---- files ---- */

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".json", "application/json" },
        { ".csv", "text/csv; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
    };
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end != NULL && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i][0], end) == 0) {
            return types[i][1];
        }
    }
    return "application/octet-stream";
}

/* A plain file; false: there is none, or a later one. until_ms 0: whenever it was written. */
static bool put_file(struct visit *visit, const char *path, int64_t until_ms)
{
    struct stat about;
    char bytes[65536];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    bool fine = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
                about.st_size <= FILE_MAX;
    int64_t written_ms =
        fine ? (int64_t)about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1000000 : 0;
    fine = fine && (until_ms == 0 || written_ms <= until_ms);
    for (ssize_t got = 1; fine && got > 0;) {
        got = read(file, bytes, sizeof bytes);
        fwrite(bytes, 1, got > 0 ? (size_t)got : 0, visit->out);
    }
    if (file >= 0) {
        close(file);
    }
    return fine;
}

/* A name without folders that does not begin with a point. */
static bool is_plain_name(const char *name)
{
    return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL;
}

/* "ladder-one.12" is game 12 of the ladder of the division one; "job.7.1" the first of a job. Games
 * that were not published are not there. */
static bool replay_path(struct visit *visit, const char *name, char path[CONTEST_PATH])
{
    struct rd_problem problem = { "" };
    char part[2 * CONTEST_NAME];
    const char *point = strrchr(name, '.');
    size_t length = point == NULL ? 0 : (size_t)(point - name);
    if (length == 0 || length >= sizeof part ||
        strspn(point + 1, "0123456789") != strlen(point + 1) || strlen(point + 1) > 8) {
        return false;
    }
    snprintf(part, sizeof part, "%.*s", (int)length, name);
    bool ladder = strcmp(part, "ladder") == 0 || strcmp(part, "final") == 0;
    const char *dash = strchr(part, '-');
    if (!ladder && dash != NULL) {
        ladder = (strncmp(part, "ladder-", 7) == 0 || strncmp(part, "final-", 6) == 0) &&
                 contest_name_is_fine(dash + 1, &problem);
    }
    contest_path(visit->contest, path, "%s.db.replays/%06lu.rdr", part,
                 strtoul(point + 1, NULL, 10));
    return ladder;
}

static void put_replay(struct visit *visit, const char *name)
{
    char path[CONTEST_PATH];
    json_t *shown = page_shown(visit);
    int64_t at = json_integer_value(json_object_get(shown, "at"));
    json_decref(shown);
    bool there = mine_replay_path(visit, name, path)
                     ? put_file(visit, path, 0)
                     : at > 0 && replay_path(visit, name, path) && put_file(visit, path, at);
    if (!there) {
        visit_fail(visit, 404, "there is no such replay");
        return;
    }
    visit->type = "application/octet-stream";
}

void page_replay(struct visit *visit)
{
    put_replay(visit, visit->head.path + strlen("/contest/replay/"));
}

/* "ladder.db.replays/000012.rdr" is "ladder.12". */
static void put_file_of_game(struct visit *visit, const char *part)
{
    static const char folder[] = ".db.replays/", end[] = ".rdr";
    char name[3 * CONTEST_NAME];
    const char *at = strstr(part, folder);
    size_t length = at == NULL ? 0 : strlen(at);
    bool fits = length > sizeof folder + sizeof end && strcmp(at + length - 4, end) == 0 &&
                snprintf(name, sizeof name, "%.*s.%.*s", (int)(at - part), part,
                         (int)(length - (sizeof folder - 1) - (sizeof end - 1)),
                         at + sizeof folder - 1) < (int)sizeof name;
    if (fits) {
        put_replay(visit, name);
    } else {
        visit_fail(visit, 404, "there is no such page");
    }
}

void page_file_of_game(struct visit *visit)
{
    put_file_of_game(visit, visit->head.path + strlen("/contest/"));
}

/* "final.db.replays/000012.html": what is written beside published replays. */
static bool is_page_of_game(const char *name)
{
    static const char folder[] = ".db.replays/", end[] = ".html";
    const char *at = strstr(name, folder), *slash = strchr(name, '/');
    const char *number = at == NULL ? "" : at + sizeof folder - 1;
    size_t digits = strspn(number, "0123456789");
    return at != NULL && name[0] != '.' && slash == number - 1 && digits > 0 && digits < 9 &&
           strcmp(number + digits, end) == 0;
}

void page_public(struct visit *visit)
{
    const char *name = visit->head.path + strlen("/contest/public/");
    char path[CONTEST_PATH];
    bool page = is_page_of_game(name);
    if (strchr(name, '/') != NULL && !page) {
        put_file_of_game(visit, name);
        return;
    }
    name = name[0] == '\0' ? "index.html" : name;
    if ((!page && !is_plain_name(name)) ||
        !put_file(visit, contest_path(visit->contest, path, "public/%s", name), 0)) {
        visit_fail(visit, 404, "there is no such page");
        return;
    }
    visit->type = type_of(name);
    /* The page needs nothing else, and so has its style within. */
    visit->policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action "
                    "'none'; frame-ancestors 'none'";
}
