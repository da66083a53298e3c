/*
 * host/local_match.h - a match of people and bots on one machine: whose turn it is, what each of
 * them is told, what may be taken back, and the record of all that was ordered.
 *
 * The page plays its own matches and its replays through this (bindings/wasm/match.c). Who calls
 * has the clock: bots are asked order by order. Nothing here reads or writes files.
 */
#ifndef REDOUBT_HOST_LOCAL_MATCH_H
#define REDOUBT_HOST_LOCAL_MATCH_H

#include <stdbool.h>

#include "bots/bot.h"
#include "redoubt/game.h"

struct rd_local_plan {
    const struct rd_game *game;
    const void *state;   /* where it begins; it has passed its audit, and is copied */
    struct rd_luck luck; /* of the match; the luck of its bots follows from the key */
    rd_seats listeners;  /* who will be told events, RD_SPECTATOR included */
    const struct rd_bot *bot[RD_SEATS_MAX]; /* NULL: a person */
};

struct rd_local_match;

struct rd_local_match *rd_local_open(const struct rd_local_plan *plan);
void rd_local_close(struct rd_local_match *match); /* NULL is fine */

/* They stay where they are until the match is closed. */
const void *rd_local_state(const struct rd_local_match *match);
const struct rd_luck *rd_local_luck(const struct rd_local_match *match);

/* The people who have something to decide. */
rd_seats rd_local_people(const struct rd_local_match *match);

/* An action of any seat, RD_VERB_RESIGN included. Refused: nothing changed. */
struct rd_verdict rd_local_order(struct rd_local_match *match, rd_seat seat,
                                 struct rd_action action);

/* ---- bots --------------------------------------------------------------------------------- */

/* The bot that is to decide now; RD_SEATS_MAX: none. Bots wait until every person is done, so that
 * a person's orders can be taken back until then. */
rd_seat rd_local_bot_due(const struct rd_local_match *match);

/* What bots write on: one for all matches of a game. */
struct rd_local_scratch {
    struct rd_action *legal; /* rd_game.legal_max of them */
    void *memory;            /* as much as the bots need */
};
/* One order of the bot that is due; `instead` (may be NULL) decides in its place. After
 * RD_MATCH_ORDERS_PRESET orders its turn is ended for it. */
void rd_local_play_bot(struct rd_local_match *match, const struct rd_bot *instead,
                       const struct rd_local_scratch *scratch);

/* ---- undo ----------------------------------------------------------------------------------- */

/* May the seat take back the latest order? It must be the seat's own, roll no dice, end no turn and
 * have shown nothing that was hidden: host/reveal.h. */
bool rd_local_undoable(struct rd_local_match *match, rd_seat seat);
/* False: it may not. */
bool rd_local_undo(struct rd_local_match *match, rd_seat seat);
/* Which orders can be taken back: the number (from 0) of the first of this seat, and what the seat
 * saw before it. Without any: the number of all orders, and what it sees now. */
uint32_t rd_local_drafts(struct rd_local_match *match, rd_seat seat, void *view);

/* ---- what is told and kept ------------------------------------------------------------------ */

/* The events that this listener sees and was not told before; causes count within them, 0 for one
 * that it wasn't told now. Valid until the next call. */
const struct rd_event *rd_local_tell(struct rd_local_match *match, rd_seat listener,
                                     uint32_t *count);

/* How it was at the end of a step. As on the wire each frame but the last has a patch, which makes
 * its view of the next one (host/patch.h): who has the view of now has them all. */
struct rd_local_frame {
    uint32_t step;   /* index into rd_game.step_names; 0: what came after the last step */
    uint32_t events; /* so many that the listener sees belong to it */
    uint32_t patch;  /* where its bytes begin */
    uint32_t length; /* of the patch */
};

/* From now on frames are kept for every listener; who has not been told all events yet is told more
 * events than frames. */
void rd_local_ask_frames(struct rd_local_match *match);
/* The frames of what happened since the listener was told, as many events in all as
 * rd_local_tell() gives at the same moment; *patches are their bytes. Valid until the next order or
 * undo. */
const struct rd_local_frame *rd_local_frames(struct rd_local_match *match, rd_seat listener,
                                             uint32_t *count, const uint8_t **patches);

/* The orders and the ends of turns, as records of a replay: host/replay_record.h. */
const uint8_t *rd_local_records(const struct rd_local_match *match, uint32_t *count);

#endif
