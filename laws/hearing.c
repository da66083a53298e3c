#include "laws/hearing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 128 };

static _Thread_local struct {
    const struct rd_game *game;
    const void *state;
    uint32_t seats;
    struct hearing *hearing; /* NULL: nobody asks */
    uint8_t told_to[KINDS_MAX];
    const struct sight_of_game *sight;
    void *view;         /* of the listener, at this moment */
    const void *before; /* the state before the order, or before the whole phase */
} room;

uint32_t __real_rd_event_add(struct rd_event_log *log, const struct rd_event *event);
uint32_t __wrap_rd_event_add(struct rd_event_log *log, const struct rd_event *event);

static enum sight unit_seen(int32_t unit)
{
    return room.sight == NULL ? UNSEEN : room.sight->unit(room.view, unit);
}

static bool cell_seen(int32_t cell)
{
    return room.sight != NULL && room.sight->cell(room.view, cell);
}

/* ---- whom an event is for ---- */

/* The seat that it names, else the owner of the unit that it is about. */
static bool is_owner(rd_seat listener, const struct rd_event *event)
{
    const struct rd_arg *arg = room.game->events[event->kind].arg;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].type == RD_ARG_SEAT) {
            return event->arg[i] == listener;
        }
    }
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].role == RD_ROLE_WHO) {
            return unit_seen(event->arg[i]) == OWN;
        }
    }
    return false;
}

/* Its own unit, or every unit in sight; of a way one end is enough. */
static bool is_watched(const struct rd_event *event)
{
    const struct rd_arg *arg = room.game->events[event->kind].arg;
    bool cells = false, cell_in_sight = false, all_units = true, own = false;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].type == RD_ARG_UNIT) {
            enum sight sight = unit_seen(event->arg[i]);
            all_units = all_units && sight != UNSEEN;
            own = own || sight == OWN;
        } else if (arg[i].type == RD_ARG_CELL) {
            cells = true;
            cell_in_sight = cell_in_sight || cell_seen(event->arg[i]);
        }
    }
    return cells ? own || cell_in_sight : all_units;
}

static bool all_cells_seen(const struct rd_event *event)
{
    const struct rd_arg *arg = room.game->events[event->kind].arg;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].type == RD_ARG_CELL && !cell_seen(event->arg[i])) {
            return false;
        }
    }
    return true;
}

static bool is_of_place(rd_seat listener, const struct rd_event *event)
{
    const struct rd_arg *arg = room.game->events[event->kind].arg;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX; i++) {
        if (arg[i].type == RD_ARG_SEAT && event->arg[i] == listener) {
            return true;
        }
    }
    if (all_cells_seen(event)) {
        return true;
    }
    room.game->observe(room.before, listener, room.view);
    return all_cells_seen(event);
}

static bool is_for(rd_seat listener, const struct rd_event *event)
{
    switch (room.told_to[event->kind]) {
    case TOLD_NOBODY:
        return false;
    case TOLD_OWNER:
    case TOLD_OWNER_WATCH:
        return is_owner(listener, event);
    case TOLD_PLAYERS:
        return listener != RD_SPECTATOR;
    case TOLD_SIGHT:
        return is_watched(event);
    case TOLD_PLACE:
        return is_of_place(listener, event);
    default:
        return true;
    }
}

static void add_to_sum(uint64_t *sum, const struct rd_event *event)
{
    uint64_t words[2] = { *sum, event->kind };
    *sum = rd_hash(words, sizeof words) ^ rd_hash(event->arg, sizeof event->arg);
}

static void listen(rd_seat listener, const struct rd_event *event)
{
    struct hearing *hearing = room.hearing;
    room.game->observe(room.state, listener, room.view);
    bool entitled = is_for(listener, event), told = (event->seen_by & RD_SEAT_BIT(listener)) != 0;
    uint32_t kind = room.told_to[event->kind];
    if (told && !entitled && !hearing->broken) {
        hearing->broken = true;
        snprintf(hearing->text, sizeof hearing->text,
                 "seat %u is told of %s, which is not for it (arguments %d, %d, %d, %d)", listener,
                 room.game->events[event->kind].name, event->arg[0], event->arg[1], event->arg[2],
                 event->arg[3]);
    }
    if (entitled && kind != TOLD_ANYBODY && kind != TOLD_OWNER) {
        add_to_sum(&hearing->watched[listener], event);
    }
}

static void (*change_event)(const struct rd_event_kind *kind, struct rd_event *event);

void hearing_change_events(void (*change)(const struct rd_event_kind *kind, struct rd_event *event))
{
    change_event = change;
}

static void all_listen(const struct rd_event *event)
{
    for (rd_seat listener = 0; listener < room.seats; listener++) {
        listen(listener, event);
    }
    if (!room.game->spectators_see_all) {
        listen(RD_SPECTATOR, event);
    }
}

uint32_t __wrap_rd_event_add(struct rd_event_log *log, const struct rd_event *event)
{
    if (room.hearing == NULL && change_event == NULL) {
        return __real_rd_event_add(log, event);
    }
    struct rd_event told = *event;
    if (change_event != NULL && room.game != NULL) {
        change_event(&room.game->events[event->kind], &told);
    }
    if (room.hearing != NULL && log != NULL && event->kind < KINDS_MAX &&
        room.told_to[event->kind] != TOLD_ANYBODY) {
        all_listen(&told);
    }
    return __real_rd_event_add(log, &told);
}

/* ---- begin and end ---- */

static void open_room(const struct rd_game *game)
{
    room.game = game;
    memset(room.told_to, 0, sizeof room.told_to);
    for (uint32_t i = 0; game->events[i].name != NULL && i < KINDS_MAX; i++) {
        room.told_to[i] = (uint8_t)told_to(game, game->events[i].name);
    }
    room.sight = told_sight(game);
    room.view = malloc(game->view_size);
    if (room.view == NULL) {
        fputs("laws: out of memory\n", stderr);
        exit(2);
    }
}

void hearing_begin(struct trial *trial, const void *before, const void *state,
                   struct hearing *hearing)
{
    if (room.game != trial->game) {
        open_room(trial->game);
    }
    memset(hearing, 0, sizeof *hearing);
    room.state = state;
    room.before = before;
    room.seats = trial->seats;
    room.hearing = hearing;
}

void hearing_end(void)
{
    room.hearing = NULL;
}

void hearing_close(void)
{
    free(room.view);
    room.view = NULL;
    room.game = NULL;
}
