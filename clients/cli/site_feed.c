/* What the pages show, written whenever the contest is published: standings, tables, brackets, the
 * latest games, and the games of each entrant. */
#define _GNU_SOURCE /* NOLINT: access */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/report.h"
#include "clients/cli/site.h"
#include "host/text.h"

enum { GAMES_SHOWN = 200, OWN_SHOWN = 100 };

struct feed {
    const struct contest *c;
    json_t *parts, *own; /* own: {NAME: [games]} */
};

struct feed *feed_begin(const struct contest *c)
{
    char path[CONTEST_PATH];
    if (access(contest_path(c, path, "site/own"), W_OK) != 0) {
        return NULL;
    }
    struct feed *feed = calloc(1, sizeof *feed);
    RD_ASSERT(feed != NULL);
    feed->c = c;
    feed->parts = json_array();
    feed->own = json_object();
    return feed;
}

/* Whose program it is: "ada" of "ada.3". */
static const char *owner_of(const char *name, char out[CONTEST_NAME])
{
    snprintf(out, CONTEST_NAME, "%.*s", (int)strcspn(name, ".@"), name);
    return out;
}

static json_t *game_json(const struct report *r, const struct game *game)
{
    json_t *seats = json_array();
    for (uint32_t seat = 0; seat < game->seats; seat++) {
        json_array_append_new(seats,
                              json_pack("{s:s, s:i, s:i, s:s}", "name",
                                        r->t->entrant[game->entrant[seat]].name, "rank",
                                        (int)game->rank[seat], "faults", (int)game->faults[seat],
                                        "end", seat_end_name((enum seat_end)game->end[seat])));
    }
    return json_pack("{s:i, s:s, s:o, s:i, s:s, s:b}", "id", (int)game->id, "map",
                     report_map(r->t, game->setup), "seats", seats, "turns", (int)game->turns,
                     "ending", r->t->setup[0].game->endings[game->ending].reason, "replay",
                     (int)game->has_replay);
}

/* JSON has no infinity: who has played nobody has no interval. */
static double tame(double value)
{
    return value > -9999 && value < 9999 ? value : 9999;
}

static json_t *standings_json(const struct report *r)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->t->entrants; i++) {
        const struct entrant *entrant = &r->t->entrant[r->places[i]];
        const struct rating *rating = &r->rating[r->places[i]];
        if (!entrant->retired) {
            double games = rating->games > 0 ? rating->games : 1;
            json_array_append_new(
                list, json_pack("{s:s, s:i, s:f, s:f, s:f}", "name", entrant->name, "games",
                                (int)rating->games, "score", rating->points / games, "elo",
                                tame(rating->elo), "margin", tame(rating->margin)));
        }
    }
    return list;
}

/* Rows and columns in the order of the standings: null, or [points, games]. */
static json_t *cross_json(const struct report *r)
{
    uint32_t n = r->t->entrants;
    json_t *rows = json_array();
    for (uint32_t i = 0; i < n; i++) {
        if (r->t->entrant[r->places[i]].retired) {
            continue;
        }
        json_t *row = json_array();
        for (uint32_t j = 0; j < n; j++) {
            const struct cross *entry = &r->cross[r->places[i] * n + r->places[j]];
            if (!r->t->entrant[r->places[j]].retired) {
                json_array_append_new(
                    row, entry->games == 0 ? json_null()
                                           : json_pack("[f, i]", entry->points, (int)entry->games));
            }
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

/* ---- brackets: the tables of each round, with the points of those who sit there ---- */

static json_t *item(json_t *array, size_t at, json_t *(*make)(void))
{
    while (json_array_size(array) <= at) {
        json_array_append_new(array, make());
    }
    return json_array_get(array, at);
}

static void add_points(json_t *table, const char *name, double points)
{
    double before = json_number_value(json_object_get(table, name));
    json_object_set_new(table, name, json_real(before + points));
}

static json_t *rounds_json(const struct report *r)
{
    json_t *rounds = json_array();
    for (uint32_t i = 0; i < r->games->count; i++) {
        const struct game *game = &r->games->game[i];
        json_t *round = item(rounds, game->round, json_array);
        json_t *table = item(round, game->table, json_object);
        for (uint32_t seat = 0; seat < game->seats; seat++) {
            add_points(table, r->t->entrant[game->entrant[seat]].name,
                       game->done ? game_score(game, seat) : 0);
        }
    }
    return rounds;
}

static bool has_rounds(enum format format)
{
    return format == FORMAT_SWISS || format == FORMAT_SINGLE || format == FORMAT_DOUBLE;
}

/* ---- games ---- */

/* Into a list that is not full; the game is written down when the first list wants it. */
static void add_game(json_t *list, size_t max, const struct report *r, const struct game *game,
                     const char *part, json_t **json)
{
    if (json_array_size(list) >= max) {
        return;
    }
    if (*json == NULL) {
        *json = game_json(r, game);
        json_object_set_new(*json, "part", json_string(part));
    }
    json_array_append(list, *json);
}

static json_t *list_of(json_t *own, const char *entrant)
{
    char owner[CONTEST_NAME];
    owner_of(entrant, owner);
    if (json_object_get(own, owner) == NULL) {
        json_object_set_new(own, owner, json_array());
    }
    return json_object_get(own, owner);
}

/* Newest first; each owner has the list of theirs. */
static json_t *games_json(struct feed *feed, const struct report *r, const char *part)
{
    json_t *shown = json_array();
    for (uint32_t i = r->games->count; i-- > 0;) {
        const struct game *game = &r->games->game[i];
        json_t *json = NULL;
        if (!game->done) {
            continue;
        }
        add_game(shown, GAMES_SHOWN, r, game, part, &json);
        for (uint32_t seat = 0; seat < game->seats; seat++) {
            json_t *list = list_of(feed->own, r->t->entrant[game->entrant[seat]].name);
            if (seat == 0 || json_array_get(list, json_array_size(list) - 1) != json ||
                json == NULL) {
                add_game(list, OWN_SHOWN, r, game, part, &json);
            }
        }
        json_decref(json);
    }
    return shown;
}

void feed_add(struct feed *feed, bool final, const char *division, const struct report *r,
              json_t *teams)
{
    char part[2 * CONTEST_NAME];
    if (feed == NULL) {
        return;
    }
    snprintf(part, sizeof part, "%s%s%s", final ? "final" : "ladder",
             division[0] == '\0' ? "" : "-", division);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:i, s:o, s:o, s:o}", "part", part, "title",
                  final ? "final" : "ladder", "division", division, "format",
                  format_name(r->t->format), "games", (int)r->done, "standings", standings_json(r),
                  "cross", cross_json(r), "list", games_json(feed, r, part));
    if (has_rounds(r->t->format)) {
        json_object_set_new(json, "rounds", rounds_json(r));
    }
    if (r->champion >= 0) {
        json_object_set_new(json, "champion", json_string(r->t->entrant[r->champion].name));
    }
    json_object_set(json, "teams", teams);
    json_array_append_new(feed->parts, json);
}

void feed_alone(struct feed *feed, const char *division, const char *winner)
{
    if (feed != NULL) {
        json_array_append_new(feed->parts, json_pack("{s:s, s:s, s:i, s:[], s:s, s:b}", "title",
                                                     "final", "division", division, "games", 0,
                                                     "standings", "champion", winner, "alone", 1));
    }
}

/* The list of all games first: whoever sees one in her own may look at it. */
bool feed_end(struct feed *feed)
{
    char path[CONTEST_PATH];
    const char *name;
    json_t *list;
    if (feed == NULL) {
        return true;
    }
    json_t *json = json_pack("{s:I, s:s, s:s, s:O}", "at", (json_int_t)site_now_ms(), "title",
                             feed->c->title, "phase", contest_phase(feed->c), "parts", feed->parts);
    bool fine =
        json != NULL && site_write_json(contest_path(feed->c, path, "site/shown.json"), json);
    json_object_foreach(feed->own, name, list)
    {
        fine = fine && site_write_json(contest_path(feed->c, path, "site/own/%s.json", name), list);
    }
    json_decref(json);
    json_decref(feed->parts);
    json_decref(feed->own);
    free(feed);
    return fine;
}
