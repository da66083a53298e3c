/* Who is there. It is no part of the log: it is told as it is at the moment, and never again. */
#include "server/core/pace.h"
#include "server/core/state.h"

void presence_begin(struct core *core, struct match *match)
{
    match->here = 0;
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        match->gone_t[seat] = core->time;
    }
}

static rd_seats watching(const struct match *match)
{
    rd_seats here = 0;
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        here |= match_seats_of(match, &match->now, match->watcher[i].connection->player);
    }
    return here;
}

static json_t *claim_after(const struct core *core, const struct match *match, uint32_t seat)
{
    RD_ASSERT(seat < RD_SEATS_MAX);
    bool person = match->now.holder[seat].kind == HOLDER_PERSON;
    if (!person || match->terms.claim_ms == 0 || (match->here & RD_SEAT_BIT(seat)) != 0) {
        return json_null();
    }
    int64_t wait = match->gone_t[seat] + match->terms.claim_ms - core->time;
    return json_integer(wait > 0 ? wait : 0);
}

void presence_send(struct core *core, const struct match *match, uint64_t connection)
{
    json_t *here = json_array(), *claim = json_array();
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        json_array_append_new(here, json_boolean((match->here & RD_SEAT_BIT(seat)) != 0));
        json_array_append_new(claim, claim_after(core, match, seat));
    }
    json_t *json = json_pack("{s:s, s:s, s:o, s:o}", "type", "presence", "match", match->id, "here",
                             here, "claim", claim);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    RD_ASSERT(text != NULL);
    core_send(core, connection, text);
}

static void tell_all(struct core *core, const struct match *match)
{
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        presence_send(core, match, match->watcher[i].connection->id);
    }
}

void presence_restart(struct core *core, struct match *match)
{
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        match->gone_t[seat] = core->time;
    }
    tell_all(core, match);
}

void presence_look(struct core *core, struct match *match)
{
    rd_seats before = match->here, after = watching(match);
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((before & ~after & RD_SEAT_BIT(seat)) != 0) {
            match->gone_t[seat] = core->time;
        }
    }
    match->here = after;
    if (before != after) {
        tell_all(core, match);
    }
    pace_look(core, match);
}
