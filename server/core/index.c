/* Where to find a match without looking through all of them: those of a player, those that a lobby
 * shows, those that are awake, those that nobody has played yet. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/state.h"

enum { CANDIDATES = 256 /* of either end, when one has to go */ };

/* ---- lists in which each knows its place ---- */

static void add(struct match_list *list, struct match *match, uint32_t *place)
{
    RD_ASSERT(*place == 0);
    list->match = rd_grown(list->match, list->count, &list->room, sizeof(struct match *));
    list->match[list->count++] = match;
    *place = list->count;
}

/* Leaves a hole, so that the others keep their sequence. */
static void take_out(struct match_list *list, uint32_t *place)
{
    RD_ASSERT(*place > 0 && *place <= list->count && list->match[*place - 1] != NULL);
    list->match[*place - 1] = NULL;
    list->holes++;
    *place = 0;
}

/* Closes the holes when they are half of it. offset: of the place in struct match. */
static void tighten(struct match_list *list, size_t offset)
{
    uint32_t kept = 0;
    if (list->holes < 64 || 2 * list->holes < list->count) {
        return;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        struct match *match = list->match[i];
        if (match != NULL) {
            list->match[kept++] = match;
            memcpy((char *)match + offset, &kept, sizeof kept);
        }
    }
    list->count = kept;
    list->holes = 0;
}

static void put(struct match_list *list, struct match *match, size_t offset, bool in)
{
    uint32_t place;
    memcpy(&place, (const char *)match + offset, sizeof place);
    if (in && place == 0) {
        add(list, match, &place);
    } else if (!in && place != 0) {
        take_out(list, &place);
    }
    memcpy((char *)match + offset, &place, sizeof place);
    tighten(list, offset);
}

/* ---- of a player ---- */

static const struct player *root_of(const struct player *player)
{
    while (player != NULL && player->owner != NULL) {
        player = player->owner;
    }
    return player;
}

static struct player_index *index_of(struct core *core, const struct player *player)
{
    const struct player *root = root_of(player);
    struct player *found = root == NULL ? NULL : core_player(core, root->id);
    return found == NULL ? NULL : &found->index;
}

const struct player_index *index_of_player(const struct core *core, const struct player *player)
{
    static const struct player_index none = { NULL, 0, 0, 0, 0 };
    const struct player *root = root_of(player);
    const struct player *found = root == NULL ? NULL : core_player_by_id(core, root->id);
    return found == NULL ? &none : &found->index;
}

/* By age; nearly always the youngest. */
static void note(struct player_index *index, struct match *match)
{
    uint32_t at = index->count;
    while (at > 0 && index->match[at - 1]->serial > match->serial) {
        at--;
    }
    if (at > 0 && index->match[at - 1] == match) {
        return;
    }
    index->match = rd_grown(index->match, index->count, &index->room, sizeof(struct match *));
    memmove(index->match + at + 1, index->match + at, (index->count - at) * sizeof(struct match *));
    index->match[at] = match;
    index->count++;
}

static void note_seats(struct core *core, struct match *match)
{
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &match->now.holder[seat];
        struct player_index *index =
            holder->kind == HOLDER_PERSON ? index_of(core, holder->player) : NULL;
        if (index != NULL) {
            note(index, match);
        }
    }
}

void index_adopt(struct core *core, struct player *guest)
{
    struct player_index *to = index_of(core, guest);
    if (to == NULL || to == &guest->index) {
        return;
    }
    for (uint32_t i = 0; i < guest->index.count; i++) {
        note(to, guest->index.match[i]);
    }
    to->made += guest->index.made;
    to->only_bots += guest->index.only_bots;
    free(guest->index.match);
    memset(&guest->index, 0, sizeof guest->index);
}

/* ---- all of it ---- */

static bool is_over(const struct match *match)
{
    return match->asleep ? match->is_over : match_over(match, &match->now);
}

static void count(struct core *core, struct match *match, bool live)
{
    struct player_index *maker = index_of(core, match->maker);
    if (live == match->counted) {
        return;
    }
    RD_ASSERT(live || core->live_count > 0);
    core->live_count += live ? 1 : UINT32_MAX;
    match->counted = live;
    if (maker != NULL) {
        RD_ASSERT(live || maker->made > 0);
        maker->made += live ? 1 : UINT32_MAX;
        maker->only_bots += !match->only_bots ? 0 : live ? 1 : UINT32_MAX;
    }
    origin_count(core, match->origin, live);
}

bool index_is_listed(const struct match *match)
{
    return !match->broken && match->terms.is_public && !is_over(match);
}

void index_match(struct core *core, struct match *match)
{
    /* One that broke while it woke up has no position to be asked. */
    bool live = !match->broken && !is_over(match);
    count(core, match, live);
    put(&core->listed, match, offsetof(struct match, listed_place), index_is_listed(match));
    put(&core->unused, match, offsetof(struct match, unused_place),
        live && !match->played && !match->elsewhere);
    put(&core->awake, match, offsetof(struct match, awake_place), !match->asleep && !match->broken);
    if (!match->broken) {
        note_seats(core, match);
    }
}

bool core_is_full(const struct core *core)
{
    return core->live_count >= core->config.limits.matches;
}

/* ---- room for others ---- */

static uint32_t weight_of(const struct core *core, const struct match *match)
{
    uint32_t made = index_of_player(core, match->maker)->made;
    uint32_t there = origin_live(core, match->origin);
    return made > there ? made : there;
}

static bool may_go(const struct match *match)
{
    return match != NULL && match->watcher_count == 0 && !match->leaving;
}

/* The one whose maker has most; of several the oldest. */
static struct match *one_to_go(const struct core *core)
{
    const struct match_list *list = &core->unused;
    struct match *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        bool near_end = i < CANDIDATES || i + CANDIDATES >= list->count;
        struct match *match = near_end && may_go(list->match[i]) ? list->match[i] : NULL;
        uint32_t weight = match == NULL ? 0 : weight_of(core, match);
        if (match != NULL && (best == NULL || weight > most)) {
            best = match;
            most = weight;
        }
        if (i == CANDIDATES && list->count > 2 * CANDIDATES) {
            i = list->count - CANDIDATES - 1;
        }
    }
    return best;
}

bool index_make_room(struct core *core)
{
    struct match *match = one_to_go(core);
    if (match == NULL) {
        return false;
    }
    match->leaving = true;
    deadline_set(core, match, core->time); /* and time_pass ends it */
    return true;
}

void index_free(struct core *core)
{
    free(core->listed.match);
    free(core->unused.match);
    free(core->awake.match);
}
