/*
 * laws/hearing.h - what the listeners of an order could watch while it was carried out.
 *
 * A view after an order does not show everything that happened in sight: who came and went again,
 * who struck whom. So whoever asks whether an event gave something away must know what its listener
 * saw at that moment. Programs with the laws are linked so that rd_event_add() passes through here:
 * at every event the view of every listener is made of the state as it is then.
 *
 * That gives two things. An event whose kind is not for everybody (told.c) is checked at once:
 * is its listener the owner, does its view show the place? And what was watched is added up in a
 * number for each listener, by what its view shows, never by whom the game told. Each thread
 * listens for itself; while nobody listens an event passes through at once.
 */
#ifndef REDOUBT_LAWS_HEARING_H
#define REDOUBT_LAWS_HEARING_H

#include "laws/laws.h"

/* For whom events of a kind are. */
enum told_to {
    TOLD_ANYBODY = 0, /* nothing known: only comparing two worlds can show what it gives away */
    TOLD_NOBODY,      /* no player */
    TOLD_OWNER,       /* the seat that it names, or the owner of the unit that it is about */
    TOLD_OWNER_WATCH, /* the same; and it is part of something that the owner watches */
    TOLD_PLAYERS,     /* every player, each has a part in it: that is watching */
    TOLD_SIGHT,       /* who has a unit in it or sees its place: that is watching */
    TOLD_PLACE /* the seats that it names, and who sees all its cells or did before the order:
                * that is watching too, also when sight is lost by what happens */
};

enum sight { UNSEEN, SEEN, OWN };

/* What the views of a game show. */
struct sight_of_game {
    const char *game;
    enum sight (*unit)(const void *view, int32_t unit);
    bool (*cell)(const void *view, int32_t cell);
    bool fog; /* cells come into sight and go out of it again */
};

/* told.c. Of the kind of a registered game, or of a game made of one. */
enum told_to told_to(const struct rd_game *game, const char *kind);
const struct sight_of_game *told_sight(const struct rd_game *game); /* NULL: none is asked for */
bool told_rows_are_known(struct trial *trial);

/* From now until hearing_end() all events come from this state, which was like `before`. Does
 * nothing for games that have no kinds in told.c. */
void hearing_begin(struct trial *trial, const void *before, const void *state,
                   struct hearing *hearing);
void hearing_end(void);
/* For tests of the law: every event passes through this before it is told. NULL: as it is. */
void hearing_change_events(void (*change)(const struct rd_event_kind *kind,
                                          struct rd_event *event));
/* The trial is over. */
void hearing_close(void);

#endif
