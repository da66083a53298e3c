#define _DEFAULT_SOURCE /* NOLINT: flock */
/* What everybody may see: a page that needs nothing else, and the same as JSON and CSV. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/crew.h"
#include "arena/replay_page.h"
#include "arena/report.h"
#include "clients/cli/site.h"
#include "host/text.h"

enum { FILE_NAME = 2 * CONTEST_NAME };

/* A tournament of the contest, read for showing. */
struct shown {
    struct tournament *t;
    struct games games;
    struct report *report;
    char replays[CONTEST_PATH];
};

static bool open_shown(struct shown *s, const char *db)
{
    struct rd_problem problem = { "" };
    memset(s, 0, sizeof *s);
    struct store *store = access(db, R_OK) == 0 ? store_open(db, true, &problem) : NULL;
    char *text = store == NULL ? NULL : store_plan(store);
    json_t *plan = text == NULL ? NULL : json_loads(text, 0, NULL);
    s->t = calloc(1, sizeof *s->t);
    RD_ASSERT(s->t != NULL);
    if (plan != NULL && tournament_from_json(s->t, plan, &problem) &&
        store_load(store, &s->games, &problem)) {
        struct rd_text path = rd_text_into(s->replays, sizeof s->replays);
        rd_text_add(&path, "%s.replays", strrchr(db, '/') + 1);
        s->report = report_make(s->t, &s->games, s->replays);
    }
    json_decref(plan);
    free(text);
    store_close(store);
    return s->report != NULL;
}

static void close_shown(struct shown *s)
{
    report_free(s->report);
    games_free(&s->games);
    tournament_close(s->t);
    free(s->t);
}

/* ---- the page ---- */

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><style>body{font:15px/1.4 system-ui,sans-serif;margin:2rem "
    "auto;max-width:70rem;padding:0 1rem;color:#222;background:#fff}table{border-collapse:"
    "collapse;margin:.5rem 0 1.5rem}th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;"
    "text-align:left}code{overflow-wrap:anywhere}@media(max-width:40rem){body{margin:1rem auto}"
    "table{display:block;overflow-x:auto;white-space:nowrap}}@media(prefers-color-scheme:dark){"
    "body{color:#ddd;"
    "background:#181818}th,td{"
    "border-color:#444}a{color:#8bf}}</style>\n";

static const char *text_in(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

static void put_entrants(const struct contest *c, FILE *out)
{
    const char *name;
    json_t *entrant;
    fputs("<h2>Entrants</h2><table><tr><th>Name<th>Team<th>Division<th>Version<th>Files<th></tr>\n",
          out);
    json_object_foreach(json_object_get(c->state, "entrants"), name, entrant)
    {
        uint32_t number = (uint32_t)json_integer_value(json_object_get(entrant, "version"));
        const json_t *version =
            number == 0 ? NULL : json_array_get(json_object_get(entrant, "versions"), number - 1);
        fputs("<tr><td>", out);
        report_put(name, out);
        fputs("<td>", out);
        report_put(text_in(entrant, "team"), out);
        fputs("<td>", out);
        report_put(text_in(entrant, "division"), out);
        fprintf(out, "<td>%u<td><code>%s</code><td>", number, text_in(version, "files"));
        report_put(json_object_get(entrant, "withdrawn") != NULL  ? "withdrawn"
                   : json_object_get(entrant, "disabled") != NULL ? text_in(entrant, "disabled")
                   : number == 0                                  ? "no version was accepted"
                                                                  : "",
                   out);
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

static void put_champion(const char *name, const char *how, FILE *out)
{
    fputs("<p>Champion: <strong>", out);
    report_put(name, out);
    fprintf(out, "</strong>%s.</p>\n", how);
}

static void put_standings(const char *title, const char *division, const struct shown *s, FILE *out)
{
    const struct report *r = s->report;
    fprintf(out, "<h2>%s ", title);
    report_put(division, out);
    fprintf(out,
            "</h2><p>%u games. <a href=\"%s%s%s.html\">Cross table, ratings, all games</a></p>"
            "<table><tr><th>Place<th>Name<th>Games<th>Score<th>Elo<th>95 %%</tr>\n",
            r->done, title, division[0] == '\0' ? "" : "-", division);
    uint32_t place = 1;
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct rating *rating = &r->rating[r->places[i]];
        if (r->t->entrant[r->places[i]].retired) {
            continue;
        }
        fprintf(out, "<tr><td>%u<td>", place++);
        report_put(r->t->entrant[r->places[i]].name, out);
        fprintf(out, "<td>%u<td>%.1f %%<td>%+.0f<td>%+.0f &hellip; %+.0f</tr>\n", rating->games,
                100 * rating->points / (rating->games > 0 ? rating->games : 1), rating->elo,
                rating->elo - rating->margin, rating->elo + rating->margin);
    }
    fputs("</table>\n", out);
    if (r->champion >= 0) {
        put_champion(r->t->entrant[r->champion].name, "", out);
    }
}

/* ---- teams ---- */

static const char *team_of(const struct contest *c, const char *entrant)
{
    char bare[ENTRANT_NAME_MAX];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(entrant, "."), entrant);
    return text_in(json_object_get(json_object_get(c->state, "entrants"), bare), "team");
}

static json_t *find_team(json_t *teams, const char *name)
{
    size_t i;
    json_t *team;
    json_array_foreach(teams, i, team)
    {
        if (strcmp(text_in(team, "team"), name) == 0) {
            return team;
        }
    }
    team = json_pack("{s:s, s:i, s:f}", "team", name, "members", 0, "score", 0.0);
    json_array_append_new(teams, team);
    return team;
}

static void add_member(json_t *teams, const char *name, double score)
{
    json_t *team = find_team(teams, name);
    json_int_t members = json_integer_value(json_object_get(team, "members"));
    double sum = json_number_value(json_object_get(team, "score")) * (double)members + score;
    json_object_set_new(team, "members", json_integer(members + 1));
    json_object_set_new(team, "score", json_real(sum / (double)(members + 1)));
}

/* The best first. */
static json_t *sorted_teams(json_t *teams)
{
    json_t *sorted = json_array(), *team;
    size_t i, at;
    json_array_foreach(teams, i, team)
    {
        double score = json_number_value(json_object_get(team, "score"));
        for (at = 0; at < json_array_size(sorted); at++) {
            if (json_number_value(json_object_get(json_array_get(sorted, at), "score")) < score) {
                break;
            }
        }
        json_array_insert(sorted, at, team);
    }
    json_decref(teams);
    return sorted;
}

/* A team has the mean of its members: [{"team":, "members":, "score":}]. */
static json_t *teams_json(const struct contest *c, const struct shown *s)
{
    json_t *teams = json_array();
    for (uint32_t i = 0; i < s->t->entrants; i++) {
        const char *team = team_of(c, s->t->entrant[i].name);
        const struct rating *rating = &s->report->rating[i];
        if (team[0] != '\0' && rating->games > 0 && !s->t->entrant[i].retired) {
            add_member(teams, team, rating->points / rating->games);
        }
    }
    return sorted_teams(teams);
}

static void put_teams(const json_t *teams, FILE *out)
{
    size_t i;
    json_t *team;
    if (json_array_size(teams) == 0) {
        return;
    }
    fputs("<table><tr><th>Team<th>Members<th>Mean score</tr>\n", out);
    json_array_foreach(teams, i, team)
    {
        fputs("<tr><td>", out);
        report_put(text_in(team, "team"), out);
        fprintf(out, "<td>%lld<td>%.1f %%</tr>\n",
                (long long)json_integer_value(json_object_get(team, "members")),
                100 * json_number_value(json_object_get(team, "score")));
    }
    fputs("</table>\n", out);
}

/* Whoever reads a page while it is written sees the one before. One at a time: see take_turn(). */
static FILE *begin_file(const struct contest *c)
{
    char fresh[CONTEST_PATH];
    return fopen(contest_path(c, fresh, "public/.fresh"), "we");
}

static bool end_file(const struct contest *c, FILE *file, const char *name)
{
    char fresh[CONTEST_PATH], path[CONTEST_PATH];
    bool fine = file != NULL && ferror(file) == 0;
    return (file == NULL || fclose(file) == 0) && fine &&
           rename(contest_path(c, fresh, "public/.fresh"),
                  contest_path(c, path, "public/%s", name)) == 0;
}

static bool write_file(const struct contest *c, const char *name,
                       void (*write)(const struct report *, FILE *), const struct report *report)
{
    FILE *file = begin_file(c);
    if (file != NULL) {
        write(report, file);
    }
    return end_file(c, file, name);
}

/* The same file under another name; what was played again is another file. */
static void share_file(const char *from, const char *to)
{
    struct stat ours, theirs;
    if (stat(from, &ours) != 0 || (stat(to, &theirs) == 0 && ours.st_ino == theirs.st_ino)) {
        return;
    }
    unlink(to);
    if (link(from, to) != 0 && errno != EEXIST) {
        fprintf(stderr, "redoubt contest: %s can't be made: %s\n", to, strerror(errno));
    }
}

/* The replays that the page links lie beside it, so that the folder can be put on any server. */
static void share_replays(const struct contest *c, const struct shown *s)
{
    char folder[CONTEST_PATH], own[CONTEST_PATH], from[CONTEST_PATH + 32], to[CONTEST_PATH + 32];
    uint32_t shared = 0;
    contest_path(c, own, "%s", s->replays);
    mkdir(contest_path(c, folder, "public/%s", s->replays), 0755);
    for (uint32_t i = 0; i < s->games.count && shared < REPORT_GAMES; i++) {
        const struct game *game = &s->games.game[i];
        shared += game->done;
        if (game->done && game->has_replay) {
            crew_replay_path(folder, game, to, sizeof to);
            crew_replay_path(own, game, from, sizeof from);
            share_file(from, to);
        }
    }
}

static const char *file_name(char out[FILE_NAME], bool final, const char *division, const char *end)
{
    struct rd_text text = rd_text_into(out, FILE_NAME);
    rd_text_add(&text, "%s%s%s.%s", final ? "final" : "ladder", division[0] == '\0' ? "" : "-",
                division, end);
    return out;
}

/* Who is left alone has won, in whatever format. */
static void crown_survivor(struct report *r)
{
    uint32_t left = 0, last = 0;
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        if (!r->t->entrant[i].retired) {
            left++;
            last = i;
        }
    }
    if (left == 1) {
        r->champion = (int32_t)last;
    }
}

/* Whoever had nobody to play against has won. */
static void put_alone(const struct contest *c, const char *division, FILE *out, json_t *results,
                      struct feed *feed)
{
    const char *winner = contest_alone(c, division);
    fputs("<h2>final ", out);
    report_put(division, out);
    fputs("</h2>\n", out);
    put_champion(winner, ", without a game: nobody else was left", out);
    json_array_append_new(results, json_pack("{s:s, s:s, s:i, s:s}", "part", "final", "division",
                                             division, "games", 0, "champion", winner));
    feed_alone(feed, division, winner);
}

/* The standings of one tournament on the page, its own page, and its part of the JSON. */
static void put_part(const struct contest *c, bool final, const char *division, FILE *out,
                     json_t *results, struct feed *feed)
{
    struct shown s;
    char db[CONTEST_PATH], name[FILE_NAME];
    const char *title = final ? "final" : "ladder";
    if (open_shown(&s, contest_db(c, final, division, db))) {
        if (final) {
            crown_survivor(s.report);
        }
        put_standings(title, division, &s, out);
        json_t *teams = teams_json(c, &s);
        put_teams(teams, out);
        share_replays(c, &s);
        if (final) {
            char folder[CONTEST_PATH];
            s.report->pages =
                replay_pages_make(&s.games, contest_path(c, folder, "public/%s", s.replays));
        }
        write_file(c, file_name(name, final, division, "html"), report_html, s.report);
        write_file(c, file_name(name, final, division, "csv"), report_csv, s.report);
        json_t *part = report_json(s.report, NULL);
        json_object_set_new(part, "part", json_string(title));
        json_object_set_new(part, "division", json_string(division));
        json_object_set(part, "teams", teams);
        json_array_append_new(results, part);
        feed_add(feed, final, division, s.report, teams);
        json_decref(teams);
    } else if (final && contest_alone(c, division) != NULL) {
        put_alone(c, division, out, results, feed);
    }
    close_shown(&s);
}

static void put_secret(const struct contest *c, FILE *out)
{
    struct rd_problem problem = { "" };
    fprintf(out,
            "<h2>Fixed beforehand</h2><p>SHA-256 of <code>secret.json</code>, which holds seed "
            "and maps of the final: <code>%s</code></p>\n",
            text_in(c->state, "commitment"));
    json_t *secret = contest_is_phase(c, "final") || contest_is_phase(c, "published")
                         ? contest_secret(c, &problem)
                         : NULL;
    if (secret != NULL) {
        fprintf(out,
                "<p>It was opened at the end: <a href=\"secret.json\">secret.json</a>; "
                "<code>sha256sum secret.json</code> must print the same. Seed "
                "<code>%s</code>.</p>\n",
                text_in(secret, "seed"));
        contest_maps_publish(c, secret, out);
    }
    json_decref(secret);
}

static bool copy_secret(const struct contest *c)
{
    char from[CONTEST_PATH], text[4096];
    FILE *in = fopen(contest_path(c, from, "secret.json"), "re"), *out = begin_file(c);
    bool fine = in != NULL && out != NULL;
    for (size_t size; fine && (size = fread(text, 1, sizeof text, in)) > 0;) {
        fine = fwrite(text, 1, size, out) == size;
    }
    if (in != NULL) {
        fclose(in);
    }
    return end_file(c, out, "secret.json") && fine;
}

/* One after the other: the ladder and the command line may both publish. */
static int take_turn(const struct contest *c)
{
    char path[CONTEST_PATH];
    int lock = open(contest_path(c, path, ".publish.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock >= 0) {
        flock(lock, LOCK_EX);
    }
    return lock;
}

static void put_time(const char *what, const char *when, const char *zone, FILE *out)
{
    if (when[0] != '\0') {
        fprintf(out, " %s ", what);
        report_put(when, out);
        fprintf(out, "%s.", zone);
    }
}

static void put_page(const struct contest *c, bool opened, FILE *out, json_t *results)
{
    static char division[CONTEST_ENTRANTS][CONTEST_NAME];
    uint32_t divisions = contest_divisions(c, division);
    fprintf(out, "%s<title>", head);
    report_put(c->title, out);
    fputs("</title><h1>", out);
    report_put(c->title, out);
    fprintf(out, "</h1><p>%s; the contest is %s.", c->game, contest_phase(c));
    put_time("Opens", c->opens, "", out);
    put_time("Closes", c->closes, contest_closes(c) > 0 ? " UTC" : "", out);
    fputs("</p>\n", out);
    struct feed *feed = feed_begin(c);
    for (uint32_t part = opened ? 2 : 1; part-- > 0;) {
        for (uint32_t i = 0; i < divisions; i++) {
            put_part(c, part == 1, division[i], out, results, feed);
        }
    }
    feed_end(feed);
    put_entrants(c, out);
    put_secret(c, out);
}

/* The state without what is its author's business only: with which words a version was refused. */
static json_t *state_told(const struct contest *c)
{
    const char *name;
    json_t *told = json_deep_copy(c->state), *entrant, *version;
    size_t i;
    json_object_foreach(json_object_get(told, "entrants"), name, entrant)
    {
        json_array_foreach(json_object_get(entrant, "versions"), i, version)
        {
            if (json_object_get(version, "refused") != NULL) {
                json_object_set_new(version, "refused", json_true());
            }
        }
    }
    return told;
}

static bool put_results(const struct contest *c, json_t *results)
{
    FILE *file = begin_file(c);
    json_t *all = json_pack("{s:s, s:s, s:o, s:O}", "title", c->title, "game", c->game, "contest",
                            state_told(c), "results", results);
    bool fine = file != NULL && json_dumpf(all, file, JSON_INDENT(1)) == 0;
    json_decref(all);
    return end_file(c, file, "results.json") && fine;
}

static bool publish(const struct contest *c)
{
    char path[CONTEST_PATH], fresh[CONTEST_PATH];
    bool opened = contest_is_phase(c, "final") || contest_is_phase(c, "published");
    mkdir(contest_path(c, path, "public"), 0755);
    FILE *out = fopen(contest_path(c, fresh, "public/.index.html"), "we");
    if (out == NULL) {
        return false;
    }
    json_t *results = json_array();
    put_page(c, opened, out, results);
    bool fine = put_results(c, results);
    json_decref(results);
    return fclose(out) == 0 && fine && (!opened || copy_secret(c)) &&
           rename(fresh, contest_path(c, path, "public/index.html")) == 0;
}

/* It was frozen while we waited for our turn: what we know may be more than what is to be shown. */
static bool is_too_late(const struct contest *c)
{
    char path[CONTEST_PATH];
    json_t *now = json_load_file(contest_path(c, path, "state.json"), 0, NULL);
    bool late = contest_is_phase(c, "open") && strcmp(text_in(now, "phase"), "frozen") == 0;
    json_decref(now);
    return late;
}

bool contest_publish(const struct contest *c, struct rd_problem *problem)
{
    int lock = take_turn(c);
    bool fine = is_too_late(c) || publish(c) ||
                rd_problem_at(problem, NULL, "%.200s/public can't be written: %s", c->folder,
                              strerror(errno));
    if (lock >= 0) {
        close(lock);
    }
    return fine;
}

bool contest_export(const struct contest *c, bool final, const char *division, bool csv, FILE *out)
{
    struct shown s;
    char db[CONTEST_PATH];
    bool there = open_shown(&s, contest_db(c, final, division, db));
    if (there && csv) {
        report_csv(s.report, out);
    } else if (there) {
        json_t *json = report_json(s.report, NULL);
        json_dumpf(json, out, JSON_INDENT(1));
        json_decref(json);
    }
    close_shown(&s);
    return there;
}
