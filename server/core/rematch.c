/* The same match again, with the seats moved on by one. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "server/core/state.h"

void chosen_copy(const struct rd_chosen *from, struct rd_chosen *to)
{
    *to = *from;
    if (from->map != NULL) {
        to->map = malloc(from->game->map_size);
        RD_ASSERT(to->map != NULL);
        memcpy(to->map, from->map, from->game->map_size);
        to->setup.map = to->map;
    }
}

/* Again means by the rules of now; its options may be none of theirs. */
static bool chosen_again(const struct rd_chosen *from, struct rd_chosen *to,
                         struct rd_problem *problem)
{
    const struct rd_game *now = rd_game_find(from->game->id);
    if (now == from->game) {
        chosen_copy(from, to);
        return true;
    }
    json_t *options = rd_options_to_json(from->game, &from->setup);
    rd_chosen_begin(to, now);
    bool fine =
        rd_chosen_set_json(to, options, RD_MAP_FILES_NO, problem) && rd_chosen_check(to, problem);
    json_decref(options);
    if (!fine) {
        rd_chosen_close(to);
    }
    return fine;
}

/* A seat holder keeps who it was, not what they were called. */
static struct match *swapped(const struct match *old)
{
    struct match *match = calloc(1, sizeof *match);
    uint32_t seats = match_seats(old);
    RD_ASSERT(match != NULL && seats > 0 && seats <= RD_SEATS_MAX);
    match->terms = old->terms;
    for (uint32_t seat = 0; seat < seats; seat++) {
        match->first[(seat + 1) % seats] = old->now.holder[seat];
    }
    return match;
}

/* Both records are in one batch: there is no rematch that nobody hears of. */
enum step rematch_make(struct core *core, struct request *request, struct match *old, rd_seat seat)
{
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    struct entry entry = { .kind = ENTRY_REMATCH, .seat = seat };
    if (core_is_full(core)) {
        return refuse(core, request, "full", "this server has no room for more matches");
    }
    if (!chosen_again(&old->chosen, &chosen, &problem)) {
        return refuse(core, request, "older_rules", "by the rules of now: %s", problem.text);
    }
    struct op op = { .match = swapped(old) }; /* the command belongs to the old match's log */
    store_group(core);
    store_match(core, &op, &chosen);
    entry.text = copied(op.match->id);
    enum step step = submit_entry(core, request, old, &entry);
    store_group_end(core);
    return step;
}
