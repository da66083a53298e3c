/* What can be read by HTTP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_tables.h"
#include "server/core/state.h"

static bool json_page(struct core_page *page, int status, json_t *json)
{
    page->status = status;
    page->type = "application/json";
    page->bytes = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(page->bytes != NULL);
    page->size = strlen(page->bytes);
    return true;
}

static bool error_page(struct core_page *page, int status, const char *code, const char *why)
{
    return json_page(page, status, json_pack("{s:b, s:s, s:s}", "ok", 0, "code", code, "why", why));
}

static bool has_replay(const struct match *match)
{
    return match_over(match, &match->now) && !match_open(match, &match->now);
}

void match_ending(json_t *json, const struct match *match)
{
    json_object_set_new(json, "outcome", outcome_to_json(match, &match->now, false));
    end_to_json(json, match, &match->now);
    if (has_replay(match)) {
        char path[CORE_ID_MAX + 32];
        snprintf(path, sizeof path, "/v1/matches/%s/replay", match->id);
        json_object_set_new(json, "replay", json_string(path));
    }
}

static bool match_page(const struct match *match, struct core_page *page)
{
    const struct rd_game *game = match->chosen.game;
    const struct match_state *now = &match->now;
    json_t *json = json_pack("{s:s, s:s, s:I, s:o, s:o, s:s, s:o, s:s, s:o}", "match", match->id,
                             "game", game->id, "rules_version", (json_int_t)game->rules_version,
                             "options", rd_options_to_json(game, &match->chosen.setup), "seats",
                             seats_to_json(match, now), "state", match_state_name(match, now),
                             "turn", turn_to_json(match, now), "commitment", match->commitment,
                             "terms", terms_to_json(&match->terms));
    eyes_to_json(json, match, now);
    luck_to_json(json, match, now);
    match_ending(json, match);
    return json_page(page, 200, json);
}

/* ---- the replay ---- */

static bool replay_page(struct core *core, struct match *match, struct core_page *page)
{
    if (!has_replay(match)) {
        return error_page(page, 409, "not_over", "the replay can be had when the match is over");
    }
    if (match->no_replay) {
        return error_page(page, 500, "replay", "the replay of this match can't be made");
    }
    if (match->replay == NULL) {
        replay_file_begin(core, match);
        return true; /* not yet */
    }
    page->status = 200;
    page->type = "application/octet-stream";
    page->bytes = malloc(match->replay_size);
    page->size = match->replay_size;
    RD_ASSERT(page->bytes != NULL);
    memcpy(page->bytes, match->replay, match->replay_size);
    snprintf(page->filename_room, sizeof page->filename_room, "%s.rdr", match->id);
    page->filename = page->filename_room;
    return true;
}

/* ---- players ---- */

json_t *player_ratings(const struct player *player)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < player->rating_count; i++) {
        const struct rating *rating = &player->rating[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:i, s:i, s:I}", "game", rating->game, "seats",
                                        rating->many ? "more" : "2", "rating", rating_shown(rating),
                                        "deviation", rating_deviation(rating), "games",
                                        (json_int_t)rating->games));
    }
    return list;
}

/* A line of the history; NULL: the player isn't in it, or it is nobody's business. */
static json_t *history_line(const struct match *match, const struct player *player)
{
    rd_seats seats = match->broken ? 0 : match_seats_of(match, &match->now, player);
    if (seats == 0 || !match->terms.is_public) {
        return NULL;
    }
    json_t *line = line_of(match);
    json_object_set_new(line, "mine", seats_list(seats));
    return line;
}

static bool player_page(struct core *core, const char *id, struct core_page *page)
{
    const struct player *player = core_player_by_id(core, id);
    if (player == NULL || player->owner != NULL) {
        return error_page(page, 404, "no_such_player", "there is no such player");
    }
    json_t *list = json_array();
    const struct player_index *own = index_of_player(core, player);
    for (uint32_t i = own->count; i > 0 && json_array_size(list) < LIST_MAX; i--) {
        json_t *line = history_line(own->match[i - 1], player);
        if (line != NULL) {
            json_array_append_new(list, line);
        }
    }
    json_t *json =
        json_pack("{s:s, s:s, s:b, s:o, s:o}", "player", player->id, "name", player->name,
                  "account", player->account, "ratings", player_ratings(player), "matches", list);
    if (player->program) {
        json_object_set_new(json, "program", json_true());
    }
    return json_page(page, 200, json);
}

/* ---- paths ---- */

/* What is known of it; its replay can't be made. */
static bool older_page(const struct match *match, bool replay, struct core_page *page)
{
    char why[RD_PROBLEM_MAX];
    older_sentence(match, why, sizeof why);
    if (replay) {
        return error_page(page, 410, "older_rules", why);
    }
    json_t *json = line_of(match);
    RD_ASSERT(json != NULL);
    json_object_set_new(json, "rules_version", json_integer(match->older));
    json_object_set_new(json, "why", json_string(why));
    return json_page(page, 200, json);
}

static bool match_pages(struct core *core, const char *rest, struct core_page *page)
{
    char id[CORE_ID_MAX];
    size_t length = strcspn(rest, "/");
    bool replay = strcmp(rest + length, "/replay") == 0;
    if (length >= sizeof id || (!replay && rest[length] != '\0')) {
        return false;
    }
    memcpy(id, rest, length);
    id[length] = '\0';
    struct match *match = core_match_by_id(core, id);
    if (match == NULL) {
        return error_page(page, 404, "no_such_match", "there is no such match");
    }
    if (match->broken) {
        return error_page(page, 500, "broken",
                          "the record of this match can't be played by this server");
    }
    if (match->older != 0) {
        return older_page(match, replay, page);
    }
    if (match->elsewhere) { /* it has moved since the request came */
        return error_page(page, 503, "elsewhere", "another server plays this match; try it again");
    }
    if (match->asleep && !match->waking && core->time < match->unreadable_t) {
        return error_page(page, 503, "storage", "the server could not read its disk; try it again");
    }
    if (match->asleep) {
        sleep_wake(core, match);
        return true; /* not yet */
    }
    return replay ? replay_page(core, match, page) : match_page(match, page);
}

static bool health_page(const struct core *core, struct core_page *page)
{
    if (core->storage_bad) {
        return error_page(page, 503, "storage", "the disk refuses to be written");
    }
    return json_page(page, 200, json_pack("{s:b}", "ok", 1));
}

static bool text_page(const char *text, struct core_page *page)
{
    page->status = 200;
    page->type = "application/json";
    page->bytes = copied(text);
    page->size = strlen(page->bytes);
    return true;
}

/* It is long, and always the same: made once. */
static bool games_page(struct core *core, struct core_page *page)
{
    if (core->games == NULL) {
        json_t *json = rd_games_to_json();
        core->games = json_dumps(json, JSON_COMPACT);
        json_decref(json);
        RD_ASSERT(core->games != NULL);
    }
    return text_page(core->games, page);
}

static bool ranking_page(struct core *core, const char *game, struct core_page *page)
{
    const char *text = ranking_text(core, game);
    return text != NULL ? text_page(text, page)
                        : error_page(page, 404, "no_such_game", "there is no such game");
}

static bool get(struct core *core, const char *path, struct core_page *page)
{
    static const char matches[] = "/v1/matches/", players[] = "/v1/players/",
                      rankings[] = "/v1/rankings/";
    memset(page, 0, sizeof *page);
    if (strcmp(path, "/healthz") == 0) {
        return health_page(core, page);
    }
    if (strcmp(path, "/v1/games") == 0) {
        return games_page(core, page);
    }
    if (strncmp(path, matches, sizeof matches - 1) == 0) {
        return match_pages(core, path + sizeof matches - 1, page);
    }
    if (strncmp(path, players, sizeof players - 1) == 0) {
        return player_page(core, path + sizeof players - 1, page);
    }
    if (strncmp(path, rankings, sizeof rankings - 1) == 0) {
        return ranking_page(core, path + sizeof rankings - 1, page);
    }
    return false;
}

bool core_get(struct core *core, const char *path, struct core_page *page,
              struct core_effects *effects)
{
    core->effects = effects;
    bool found = get(core, path, page);
    core->effects = NULL;
    return found;
}
