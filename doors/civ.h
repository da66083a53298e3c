/*
 * doors/civ.h - the HTTP interface of an older civ server, for bots that must run unmodified.
 *
 * Behind every path there is an ordinary game: its rules, its luck, its replay. Everything but the
 * sockets (civ_serve.c) is pure: a request and the time go in, an answer comes out. docs/doors.md
 * says where we answer better than the original.
 */
#ifndef REDOUBT_DOORS_CIV_H
#define REDOUBT_DOORS_CIV_H

#include <jansson.h>
#include <stdio.h>

#include "doors/request.h"
#include "games/civ/civ.h"
#include "host/embedded.h"
#include "host/play.h"
#include "host/replay.h"

enum { CIV_KEY_MAX = 128, CIV_NAME_MAX = 256 };

/* Below CIV_OBSERVER: a seat. */
enum civ_who { CIV_SEAT_0, CIV_OBSERVER = CIV_SEATS, CIV_ADMIN, CIV_KEYS, CIV_NOBODY = CIV_KEYS };

struct civ_door_wish {
    const struct rd_chosen *chosen;
    uint64_t key[2];
    char keys[CIV_KEYS][CIV_KEY_MAX]; /* of the players, the observer, the admin */
    bool waits;                       /* for the admin to start it */
    bool strict;                      /* the original's words where ours are kinder */
    int32_t refresh_ms;               /* what /api/info advises */
    int64_t turn_ms;                  /* 0 = no clock */
    const char *replay;               /* a file for the end of the game, or NULL */
    /* For one seat's eyes, with what it knows as the state: its orders are not carried out but
     * taken. NULL: the whole game is here. */
    struct rd_verdict (*take)(void *context, struct rd_action action);
    void *context;
    rd_seat seat; /* and whichever player's key is shown, it is this one's */
};

struct civ_order {
    rd_seat seat;
    struct rd_action action;
};

struct civ_door {
    struct civ_door_wish wish;
    struct rd_play play;
    char name[CIV_SEATS][CIV_NAME_MAX];
    bool started;
    bool begun; /* it was started before: the beginning of the first turn is the game's own */
    int64_t turn_began_ms;
    struct civ_order *order; /* all that were carried out: the replay */
    uint32_t orders, order_room;
};

struct answer {
    int status;
    const char *type;
    char *body; /* owned */
    size_t size;
};

void civ_door_open(struct civ_door *door, const struct civ_door_wish *wish, int64_t now_ms);
void civ_door_close(struct civ_door *door);

/* path is the request's without the prefix of its game. unix_ms only dates error messages. */
void civ_door_answer(struct civ_door *door, const struct request *request, const char *path,
                     int64_t now_ms, int64_t unix_ms, struct answer *answer);
/* Ends the turn of a seat whose time is up. When to look again; INT64_MAX: no need. */
int64_t civ_door_tick(struct civ_door *door, int64_t now_ms);

/* The game so far, with the names as they are now. */
bool civ_door_write_replay(const struct civ_door *door, FILE *file, struct rd_problem *problem);
bool civ_door_over(const struct civ_door *door);

/* civ_text.c: what observers are told. Each appends to a stream. */
void civ_text_board(FILE *out, const struct civ_view *view);
void civ_text_places(FILE *out, const struct civ_view *view, const char *route);
void civ_text_resources(FILE *out, const struct civ_view *view);
void civ_text_players(FILE *out, const struct civ_view *view, const struct civ_door *door);

/* civ_viewer/, built in: "page", "style" and "script". */
extern const struct rd_embedded_text civ_viewer_texts[];
/* And what older pages show: tools/embed-tiles makes them of civ_viewer/tiles.txt. */
struct civ_picture {
    const char *path, *type;
    const unsigned char *bytes;
    size_t size;
};
extern const struct civ_picture civ_pictures[];

/* civ_serve.c: until SIGTERM or Ctrl-C. */
struct civ_serve_wish {
    const char *bind; /* NULL: every interface */
    int port;         /* 0: any that is free */
    struct civ_door *door;
    uint32_t doors; /* at /, /1, /2, ... ; the first is at / and at /1 */
    void (*ready)(void *context, int port);
    void *context;
};
bool civ_serve(const struct civ_serve_wish *wish, struct rd_problem *problem);

#endif
