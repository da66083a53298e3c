/*
 * Matches within the module: host/local_match.h for a JavaScript client. A match is a number, 0 for
 * none; it lives in memory of the module's own heap, from which alloc() gives too. Whoever opens
 * matches takes all memory from alloc(), and none from memory_start() on.
 */
#include "bindings/hosted/include/stdlib.h"
#include "bindings/wasm/exports.h"
#include "host/local_match.h"

EXPORT("alloc") void *wasm_alloc(size_t size)
{
    return malloc(size);
}

EXPORT("release") void wasm_release(void *memory)
{
    free(memory);
}

static const struct rd_bot *bot_at(int32_t bot, const struct rd_game *game)
{
    const struct rd_bot *found = bot < 0 ? NULL : rd_bot_at((uint32_t)bot);
    RD_ASSERT(bot < 0 || found != NULL);
    RD_ASSERT(bot < 0 || rd_bot_memory(found, game) <= sizeof wasm_bot_memory);
    return found;
}

/* State and luck are copied; a script of the luck stays the caller's. bots: RD_SEATS_MAX numbers of
 * bots, -1 for a person. listeners: a set of seats who will be told events. */
EXPORT("match_open")
struct rd_local_match *wasm_match_open(uint32_t index, const void *state,
                                       const struct rd_luck *luck, const int32_t *bots,
                                       uint32_t listeners)
{
    struct rd_local_plan plan = {
        .game = game_at(index), .state = state, .luck = *luck, .listeners = (rd_seats)listeners
    };
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        plan.bot[seat] = bot_at(bots[seat], plan.game);
    }
    return rd_local_open(&plan);
}

EXPORT("match_close") void wasm_match_close(struct rd_local_match *match)
{
    rd_local_close(match);
}

EXPORT("match_state") const void *wasm_match_state(const struct rd_local_match *match)
{
    return rd_local_state(match);
}

EXPORT("match_luck") const struct rd_luck *wasm_match_luck(const struct rd_local_match *match)
{
    return rd_local_luck(match);
}

EXPORT("match_people") uint32_t wasm_match_people(const struct rd_local_match *match)
{
    return rd_local_people(match);
}

EXPORT("match_order")
uint32_t wasm_match_order(struct rd_local_match *match, uint32_t seat,
                          const struct rd_action *action, struct rd_verdict *verdict)
{
    *verdict = rd_local_order(match, (rd_seat)seat, *action);
    return verdict->code;
}

/* The seat of the bot that is to decide; -1: none. */
EXPORT("match_bot_due") int32_t wasm_match_bot_due(const struct rd_local_match *match)
{
    rd_seat seat = rd_local_bot_due(match);
    return seat == RD_SEATS_MAX ? -1 : seat;
}

/* instead: the number of another bot that decides for it, -1: nobody. legal: room for all legal
 * actions of the game. */
EXPORT("match_play_bot")
void wasm_match_play_bot(struct rd_local_match *match, uint32_t index, int32_t instead,
                         struct rd_action *legal)
{
    const struct rd_local_scratch scratch = { legal, wasm_bot_memory };
    rd_local_play_bot(match, bot_at(instead, game_at(index)), &scratch);
}

EXPORT("match_undoable") uint32_t wasm_match_undoable(struct rd_local_match *match, uint32_t seat)
{
    return rd_local_undoable(match, (rd_seat)seat);
}

EXPORT("match_undo") uint32_t wasm_match_undo(struct rd_local_match *match, uint32_t seat)
{
    return rd_local_undo(match, (rd_seat)seat);
}

EXPORT("match_drafts")
uint32_t wasm_match_drafts(struct rd_local_match *match, uint32_t seat, void *view)
{
    return rd_local_drafts(match, (rd_seat)seat, view);
}

EXPORT("match_tell")
const struct rd_event *wasm_match_tell(struct rd_local_match *match, uint32_t listener,
                                       uint32_t *count)
{
    return rd_local_tell(match, (rd_seat)listener, count);
}

EXPORT("match_ask_frames") void wasm_match_ask_frames(struct rd_local_match *match)
{
    rd_local_ask_frames(match);
}

EXPORT("match_frames")
const struct rd_local_frame *wasm_match_frames(struct rd_local_match *match, uint32_t listener,
                                               const uint8_t **patches, uint32_t *count)
{
    return rd_local_frames(match, (rd_seat)listener, count, patches);
}

EXPORT("match_records")
const uint8_t *wasm_match_records(const struct rd_local_match *match, uint32_t *count)
{
    return rd_local_records(match, count);
}
