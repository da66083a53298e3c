#include "tests/server/sound.h"

#include <stdio.h>
#include <stdlib.h>

#include "server/core/state.h"

/* The first of these that is not so is the answer. */
#define AGREE(is, text)  \
    do {                 \
        if (!(is)) {     \
            return text; \
        }                \
    } while (0)

/* ---- connections ---- */

static uint32_t waits(const struct core *core, const struct connection *connection)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < core->waiting_count; i++) {
        times += core->waiting[i] == connection->id;
    }
    return times;
}

static uint32_t times_in_lobby(const struct core *core, const struct connection *connection)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < core->lobby_count; i++) {
        times += core->lobby[i] == connection;
    }
    return times;
}

/* Both name each other, once for each seat that is looked at. */
static bool is_watched_by(const struct match *match, const struct connection *connection)
{
    uint32_t times = 0, there = 0;
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        times += match->watcher[i].connection == connection;
    }
    for (uint32_t i = 0; i < connection->watches; i++) {
        there += connection->watched[i] == match;
    }
    return times == there;
}

static const char *look_at_connection(const struct core *core, const struct connection *connection)
{
    uint32_t queued = 0;
    const struct queued *last = NULL;
    for (const struct queued *one = connection->first; one != NULL; one = one->next) {
        last = one;
        queued++;
    }
    AGREE(queued == connection->queued, "commands of a connection are counted wrong");
    AGREE(queued == 0 || connection->last == last, "the last command is another one");
    AGREE(waits(core, connection) == connection->waiting, "who waits is not in the list of it");
    AGREE(times_in_lobby(core, connection) == connection->in_lobby,
          "who is in the lobby is not in the list of it");
    for (uint32_t i = 0; i < connection->watches; i++) {
        AGREE(is_watched_by(connection->watched[i], connection), "a watched match doesn't know it");
    }
    AGREE(connection->player == NULL ||
              core_player_by_id(core, connection->player->id) == connection->player,
          "a connection has a player whom nobody finds");
    return NULL;
}

static const char *look_at_connections(const struct core *core)
{
    uint32_t waiting = 0, lobby = 0, watches = 0, watchers = 0;
    for (size_t i = 0; i < core->connections.room; i++) {
        const struct connection *connection = core->connections.slot[i].value;
        const char *flaw = connection == NULL ? NULL : look_at_connection(core, connection);
        AGREE(flaw == NULL, flaw);
        waiting += connection != NULL && connection->waiting;
        lobby += connection != NULL && connection->in_lobby;
        watches += connection == NULL ? 0 : connection->watches;
    }
    for (uint32_t i = 0; i < core->match_count; i++) {
        watchers += core->match[i]->watcher_count;
    }
    AGREE(waiting == core->waiting_count, "somebody waits who is gone");
    AGREE(lobby == core->lobby_count, "somebody in the lobby is gone");
    AGREE(watches == watchers, "somebody watches who is gone");
    return NULL;
}

/* ---- players ---- */

static const struct player *root_of(const struct player *player)
{
    while (player != NULL && player->owner != NULL) {
        player = player->owner;
    }
    return player;
}

static const char *look_at_player(const struct core *core, const struct player *player)
{
    const struct player_index *index = &player->index;
    uint32_t made = 0, only_bots = 0;
    for (uint32_t i = 0; i < core->match_count; i++) {
        const struct match *match = core->match[i];
        bool mine = match->counted && root_of(match->maker) == player;
        made += mine;
        only_bots += mine && match->only_bots;
    }
    AGREE(core_player_by_id(core, player->id) == player, "nobody finds a player by the id");
    AGREE(made == index->made, "matches of a maker are counted wrong");
    AGREE(only_bots == index->only_bots, "matches without people are counted wrong");
    for (uint32_t i = 0; i < player->token_count; i++) {
        AGREE(hash_map_get(&core->tokens, token_key(player->token[i])) == player,
              "nobody finds a player by a token");
    }
    for (uint32_t i = 1; i < index->count; i++) {
        AGREE(index->match[i - 1]->serial < index->match[i]->serial,
              "matches of a player are not by age");
    }
    return NULL;
}

static const char *look_at_players(const struct core *core)
{
    size_t tokens = 0;
    for (uint32_t i = 0; i < core->player_count; i++) {
        const char *flaw = look_at_player(core, core->player[i]);
        AGREE(flaw == NULL, flaw);
        AGREE(core->player[i]->place == i + 1, "a player has another place");
        tokens += core->player[i]->token_count;
    }
    AGREE(core->players.count == core->player_count, "the table of players has others");
    AGREE(core->tokens.count == tokens, "the table of tokens has others");
    return NULL;
}

/* ---- matches ---- */

static bool is_at(const struct match_list *list, uint32_t place, const struct match *match)
{
    return place == 0 || (place <= list->count && list->match[place - 1] == match);
}

static const char *look_at_bots(const struct core *core, const struct match *match, size_t *tickets,
                                uint32_t *answers)
{
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        const struct bot_seat *bot = &match->bot[seat];
        AGREE(bot->ticket == 0 || hash_map_get(&core->tickets, bot->ticket) == match,
              "nobody finds the match of a question");
        *tickets += bot->ticket != 0;
        *answers += bot->answered;
    }
    return NULL;
}

static const char *look_at_match(const struct core *core, const struct match *match)
{
    AGREE(core_match_by_id(core, match->id) == match, "nobody finds a match by the id");
    AGREE(is_at(&core->listed, match->listed_place, match), "a listed match is elsewhere");
    AGREE(is_at(&core->unused, match->unused_place, match), "an unused match is elsewhere");
    AGREE(is_at(&core->awake, match->awake_place, match), "an awake match is elsewhere");
    AGREE(match->place == 0 || match->deadline != INT64_MAX, "a match without a deadline is due");
    AGREE(match->place == 0 || match->older == 0, "a match that can't go on is due");
    AGREE(match->place == 0 ||
              (match->place <= core->due_count && core->due[match->place - 1] == match),
          "a match that is due is elsewhere");
    return NULL;
}

struct counts {
    size_t tickets;
    uint32_t answers, live, waking, unrated, noticed, older, listed, unused, awake, due;
};

static void count(struct counts *counts, const struct match *match)
{
    counts->live += match->counted;
    counts->waking += match->waking;
    counts->unrated += match->to_be_rated;
    counts->noticed += match->notice_due;
    counts->older += match->older != 0;
    counts->listed += match->listed_place != 0;
    counts->unused += match->unused_place != 0;
    counts->awake += match->awake_place != 0;
    counts->due += match->place != 0;
}

/* Holes are closed when there are many of them, and as many as matches. */
static bool is_counted(const struct match_list *list, uint32_t count)
{
    return list->count - list->holes == count &&
           (list->holes < 64 || 2 * list->holes < list->count);
}

static const char *compare_counts(const struct core *core, const struct counts *counts)
{
    AGREE(core->tickets.count == counts->tickets, "questions to bots are counted wrong");
    AGREE(core->answer_count == counts->answers, "answers of bots are counted wrong");
    AGREE(core->live_count == counts->live, "live matches are counted wrong");
    AGREE(core->waking_count == counts->waking, "waking matches are counted wrong");
    AGREE(core->unrated_count == counts->unrated, "unrated matches are counted wrong");
    AGREE(core->noticed_count == counts->noticed, "news are counted wrong");
    AGREE(core->older_count == counts->older, "matches of older rules are counted wrong");
    AGREE(core->due_count == counts->due, "matches that are due are counted wrong");
    AGREE(is_counted(&core->listed, counts->listed), "listed matches are counted wrong");
    AGREE(is_counted(&core->unused, counts->unused), "unused matches are counted wrong");
    AGREE(is_counted(&core->awake, counts->awake), "awake matches are counted wrong");
    return NULL;
}

static const char *look_at_matches(const struct core *core)
{
    struct counts counts = { 0 };
    for (uint32_t i = 0; i < core->match_count; i++) {
        const struct match *match = core->match[i];
        const char *flaw = look_at_match(core, match);
        AGREE(flaw == NULL, flaw);
        flaw = look_at_bots(core, match, &counts.tickets, &counts.answers);
        AGREE(flaw == NULL, flaw);
        AGREE(match->serial <= core->last_serial &&
                  (i == 0 || match->serial > core->match[i - 1]->serial),
              "matches are not by age");
        count(&counts, match);
    }
    AGREE(core->matches.count == core->match_count, "the table of matches has others");
    for (uint32_t i = 1; i < core->due_count; i++) {
        AGREE(core->due[(i - 1) / 2]->deadline <= core->due[i]->deadline,
              "the first that is due is another one");
    }
    return compare_counts(core, &counts);
}

/* ---- what is under way ---- */

/* Passwords of players themselves: a new one, an old one, one that confirms. */
static bool holds_its_player(const struct hashing *hashing)
{
    return hashing->kind != HASHING_LOGIN && hashing->player != NULL;
}

static const char *look_at_hashing(const struct core *core)
{
    for (size_t i = 0; i < core->hashing.room; i++) {
        const struct hashing *hashing = core->hashing.slot[i].value;
        AGREE(hashing == NULL || !holds_its_player(hashing) || hashing->player->busy,
              "a player whose password is worked on may begin something else");
    }
    return NULL;
}

static const char *look_at_ops(const struct op_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct op *op = &list->op[i];
        AGREE(op->kind != OP_ENTRY || op->match->busy, "a match may go on before it is stored");
        AGREE(op->kind != OP_GONE || op->player->busy,
              "a guest may come back while it is forgotten");
    }
    return NULL;
}

static const char *look_at_underway(const struct core *core)
{
    const char *flaw = look_at_hashing(core);
    flaw = flaw == NULL ? look_at_ops(&core->gathered) : flaw;
    return flaw == NULL ? look_at_ops(&core->storing) : flaw;
}

/* ---- addresses ---- */

static const char *look_at_origins(const struct core *core)
{
    uint32_t hashes = 0;
    for (size_t i = 0; i < core->origins.room; i++) {
        const struct origin *origin = core->origins.slot[i].value;
        uint32_t live = 0;
        for (uint32_t k = 0; origin != NULL && k < core->match_count; k++) {
            live += core->match[k]->counted && core->match[k]->origin == origin->key;
        }
        AGREE(origin == NULL || origin->live == live, "matches of an address are counted wrong");
        hashes += origin == NULL ? 0 : origin->hashes;
    }
    AGREE(hashes == core->hashes_out + core->hash_count, "passwords are counted wrong");
    return NULL;
}

static const char *unsound(const struct core *core)
{
    const char *(*const look[])(const struct core *) = { look_at_connections, look_at_players,
                                                         look_at_matches, look_at_origins,
                                                         look_at_underway };
    const char *flaw = NULL;
    for (size_t i = 0; i < sizeof look / sizeof look[0] && flaw == NULL; i++) {
        flaw = look[i](core);
    }
    return flaw;
}

void sound_look(const struct core *core, uint32_t *looked)
{
    struct core_counts counts = core_count(core);
    uint32_t pause = (counts.connections + counts.players) / 8 + counts.matches / 4;
    const char *flaw = (*looked)++ % (1 + pause) == 0 ? unsound(core) : NULL;
    if (flaw != NULL) {
        printf("# the core is not sound: %s\n", flaw);
        fflush(stdout);
        abort();
    }
}
