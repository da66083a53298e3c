#include "host/local_match.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/local_frames.h"
#include "host/match.h"
#include "host/play.h"
#include "host/replay_record.h"
#include "host/reveal.h"
#include "redoubt/hash.h"

enum { VIEWERS = RD_SEATS_MAX + 1 };

/* An order that can perhaps be taken back. */
struct draft {
    struct rd_action action;
    rd_seat seat;
    uint32_t events; /* that had happened before it */
};

/* Events are numbered through the whole match, and so are their causes, from 1 on. Those that every
 * listener was told are dropped. */
struct events {
    struct rd_event *event;
    uint32_t count, room;
    uint32_t first;         /* number of the first one here, from 0 on */
    uint32_t told[VIEWERS]; /* events that a listener was told, or that happened before it */
    struct rd_event *out;   /* the latest answer */
    uint32_t out_room;
    uint32_t *place; /* for each event here, 1 + its place in the answer, 0 = unseen */
    uint32_t place_room;
};

struct rd_local_match {
    const struct rd_game *game;
    struct rd_play play;
    rd_seats listeners;
    const struct rd_bot *bot[RD_SEATS_MAX];
    struct rd_luck bot_luck[RD_SEATS_MAX];
    rd_seat bot_seat; /* the bot that ordered last, */
    uint32_t given;   /* and its orders in this turn */
    struct events events;
    struct rd_local_track track[VIEWERS];
    uint8_t *record; /* RD_RECORD_SIZE bytes each */
    uint32_t record_count, record_room;
    uint32_t orders; /* among them */
    void *base;      /* the state before the first draft */
    void *scratch;   /* another, to try something */
    void *view;      /* what a bot is shown */
    struct draft
        *draft; /* the latest orders; no dice were rolled and no turn has ended since base */
    uint32_t draft_count, draft_room;
    uint32_t asked; /* so many of them are known to have shown nothing */
};

/* ---- opening -------------------------------------------------------------------------------- */

static void *state_room(uint32_t size)
{
    void *memory = calloc(1, size);
    RD_ASSERT(memory != NULL);
    return memory;
}

struct rd_local_match *rd_local_open(const struct rd_local_plan *plan)
{
    struct rd_local_match *match = state_room(sizeof *match);
    match->game = plan->game;
    rd_play_from(&match->play, plan->game, plan->state, 1);
    match->play.luck = plan->luck;
    match->listeners = plan->listeners;
    match->bot_seat = RD_SEATS_MAX;
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        match->bot[seat] = plan->bot[seat];
        match->bot_luck[seat] = rd_match_bot_luck(plan->luck.key, seat);
    }
    match->base = state_room(plan->game->state_size);
    match->scratch = state_room(plan->game->state_size);
    match->view = state_room(plan->game->view_size);
    return match;
}

void rd_local_close(struct rd_local_match *match)
{
    if (match == NULL) {
        return;
    }
    rd_play_end(&match->play);
    free(match->events.event);
    free(match->events.out);
    free(match->events.place);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        rd_local_track_close(&match->track[viewer]);
    }
    free(match->record);
    free(match->base);
    free(match->scratch);
    free(match->view);
    free(match->draft);
    free(match);
}

const void *rd_local_state(const struct rd_local_match *match)
{
    return match->play.state;
}

const struct rd_luck *rd_local_luck(const struct rd_local_match *match)
{
    return &match->play.luck;
}

/* ---- records and events --------------------------------------------------------------------- */

static void add_record(struct rd_local_match *match, const struct rd_replay_item *item)
{
    match->record =
        rd_grown(match->record, match->record_count, &match->record_room, RD_RECORD_SIZE);
    rd_record_store(match->record + (size_t)RD_RECORD_SIZE * match->record_count++, item);
}

static uint32_t turns_done(const struct rd_local_match *match)
{
    return match->game->turns(match->play.state).done;
}

static void record_order(struct rd_local_match *match, rd_seat seat, struct rd_action action,
                         bool turn_ended)
{
    struct rd_replay_item order = { .kind = RD_REPLAY_ORDER, .seat = seat, .action = action };
    add_record(match, &order);
    match->orders++;
    if (turn_ended) {
        struct rd_replay_item end = { .kind = RD_REPLAY_TURN,
                                      .turn = turns_done(match),
                                      .hash = rd_hash(match->play.state, match->game->state_size) };
        add_record(match, &end);
    }
}

const uint8_t *rd_local_records(const struct rd_local_match *match, uint32_t *count)
{
    *count = match->record_count;
    return match->record;
}

static uint32_t events_so_far(const struct rd_local_match *match)
{
    return match->events.first + match->events.count;
}

static void keep_events(struct rd_local_match *match)
{
    struct events *events = &match->events;
    uint32_t before = events_so_far(match);
    for (uint32_t i = 0; match->listeners != 0 && i < match->play.log.count; i++) {
        events->event =
            rd_grown(events->event, events->count, &events->room, sizeof *events->event);
        struct rd_event *event = &events->event[events->count++];
        *event = match->play.log.event[i];
        event->cause += event->cause == 0 ? 0 : before;
    }
}

static bool listens(const struct rd_local_match *match, uint32_t viewer)
{
    return (match->listeners & RD_SEAT_BIT(viewer)) != 0;
}

void rd_local_ask_frames(struct rd_local_match *match)
{
    rd_play_ask_frames(&match->play);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (listens(match, viewer)) {
            rd_local_track_open(&match->track[viewer], match->game, match->play.state,
                                (rd_seat)viewer);
        }
    }
}

/* Of the latest order. */
static void keep_frames(struct rd_local_match *match)
{
    struct rd_shown shown;
    if (!match->play.asks) {
        return;
    }
    shown = rd_play_shown(&match->play);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (listens(match, viewer)) {
            rd_local_track_add(&match->track[viewer], &shown, (rd_seat)viewer, match->orders);
        }
    }
}

/* Orders from match->orders on have not been given. */
static void cut_frames(struct rd_local_match *match)
{
    for (uint32_t viewer = 0; viewer < VIEWERS && match->play.asks; viewer++) {
        if (listens(match, viewer)) {
            rd_local_track_cut(&match->track[viewer], match->game, match->play.state,
                               (rd_seat)viewer, match->orders);
        }
    }
}

const struct rd_local_frame *rd_local_frames(struct rd_local_match *match, rd_seat listener,
                                             uint32_t *count, const uint8_t **patches)
{
    RD_ASSERT(listener < VIEWERS);
    struct rd_local_track *track = &match->track[listener];
    *count = track->told ? 0 : track->count;
    *patches = track->patches;
    track->told = true;
    return track->frame;
}

/* What happened after the first so many has not happened. */
static void cut_events(struct rd_local_match *match, uint32_t number)
{
    struct events *events = &match->events;
    events->count = number > events->first ? number - events->first : 0;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (events->told[viewer] > events_so_far(match)) {
            events->told[viewer] = events_so_far(match);
        }
    }
}

static void forget_told_events(struct rd_local_match *match)
{
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (listens(match, viewer) && match->events.told[viewer] < events_so_far(match)) {
            return;
        }
    }
    match->events.first = events_so_far(match);
    match->events.count = 0;
}

/* The event as the listener is told it, behind those it is told already. */
static void tell_one(struct events *events, uint32_t from, uint32_t index, uint32_t *count)
{
    const struct rd_event *event = &events->event[index];
    events->out = rd_grown(events->out, *count, &events->out_room, sizeof *events->out);
    struct rd_event *out = &events->out[*count];
    *out = *event;
    bool known = event->cause > events->first + from; /* else it was told before */
    out->cause = known ? events->place[event->cause - 1 - events->first] : 0;
    events->place[index] = ++*count;
}

const struct rd_event *rd_local_tell(struct rd_local_match *match, rd_seat listener,
                                     uint32_t *count)
{
    struct events *events = &match->events;
    RD_ASSERT(listener < VIEWERS);
    uint32_t told = events->told[listener];
    uint32_t from = told > events->first ? told - events->first : 0;
    *count = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        events->place = rd_grown(events->place, i, &events->place_room, sizeof *events->place);
        events->place[i] = 0;
        if (i >= from && (events->event[i].seen_by & RD_SEAT_BIT(listener)) != 0) {
            tell_one(events, from, i, count);
        }
    }
    events->told[listener] = events_so_far(match);
    forget_told_events(match);
    return events->out;
}

/* ---- ordering ------------------------------------------------------------------------------- */

static bool is_person(const struct rd_local_match *match, rd_seat seat)
{
    return match->bot[seat] == NULL;
}

rd_seats rd_local_people(const struct rd_local_match *match)
{
    rd_seats people = match->game->to_act(match->play.state);
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        if (!is_person(match, seat)) {
            people &= (rd_seats)~RD_SEAT_BIT(seat);
        }
    }
    return people;
}

static void add_draft(struct rd_local_match *match, rd_seat seat, struct rd_action action,
                      uint32_t events)
{
    match->draft =
        rd_grown(match->draft, match->draft_count, &match->draft_room, sizeof *match->draft);
    match->draft[match->draft_count++] = (struct draft){ action, seat, events };
}

static void forget_drafts(struct rd_local_match *match)
{
    match->draft_count = match->asked = 0;
}

/* No draft ends a turn, so the state before the first of them will do as the one before the order.
 * Nobody else looks on at this screen. */
static bool is_final(const struct rd_local_match *match, rd_seat seat, struct rd_action action,
                     bool dice)
{
    struct rd_given given = { .game = match->game,
                              .seat = seat,
                              .before = match->base,
                              .now = match->play.state,
                              .dice = dice };
    return rd_order_is_final(&given) || action.verb == RD_VERB_RESIGN || !is_person(match, seat);
}

struct rd_verdict rd_local_order(struct rd_local_match *match, rd_seat seat,
                                 struct rd_action action)
{
    struct rd_play *play = &match->play;
    struct rd_verdict verdict = rd_judge(match->game, play->state, seat, action);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    if (match->draft_count == 0) {
        memcpy(match->base, play->state, match->game->state_size);
    }
    struct rd_luck luck = play->luck;
    uint32_t turn = turns_done(match), events = events_so_far(match);
    verdict = rd_play_action(play, seat, action);
    RD_ASSERT(verdict.code == RD_OK);
    bool turn_ended = turns_done(match) != turn;
    keep_frames(match);
    record_order(match, seat, action, turn_ended);
    keep_events(match);
    if (is_final(match, seat, action, memcmp(&luck, &play->luck, sizeof luck) != 0)) {
        forget_drafts(match);
    } else {
        add_draft(match, seat, action, events);
    }
    return verdict;
}

/* ---- bots ----------------------------------------------------------------------------------- */

rd_seat rd_local_bot_due(const struct rd_local_match *match)
{
    rd_seats acting = match->game->to_act(match->play.state);
    if (acting == 0 || rd_local_people(match) != 0) {
        return RD_SEATS_MAX;
    }
    return (rd_seat)__builtin_ctz(acting);
}

static uint32_t bot_choice(struct rd_local_match *match, const struct rd_bot *bot,
                           const struct rd_local_scratch *scratch, rd_seat seat)
{
    const struct rd_game *game = match->game;
    uint32_t count = game->legal(match->play.state, seat, scratch->legal, game->legal_max);
    RD_ASSERT(count > 0 && count <= game->legal_max); /* laws 3 and 4 */
    uint32_t end = rd_order_that_ends(game, scratch->legal, count);
    if (match->given >= RD_MATCH_ORDERS_PRESET && end < count) {
        return end;
    }
    game->observe(match->play.state, seat, match->view);
    struct rd_bot_question question = { game,
                                        match->view,
                                        seat,
                                        scratch->legal,
                                        count,
                                        &match->bot_luck[seat],
                                        .memory = scratch->memory };
    return rd_bot_answer(bot, &question);
}

void rd_local_play_bot(struct rd_local_match *match, const struct rd_bot *instead,
                       const struct rd_local_scratch *scratch)
{
    rd_seat seat = rd_local_bot_due(match);
    RD_ASSERT(seat < RD_SEATS_MAX);
    if (seat != match->bot_seat) {
        match->bot_seat = seat;
        match->given = 0;
    }
    const struct rd_bot *bot = instead != NULL ? instead : match->bot[seat];
    uint32_t turn = turns_done(match), choice = bot_choice(match, bot, scratch, seat);
    struct rd_verdict verdict = rd_local_order(match, seat, scratch->legal[choice]);
    RD_ASSERT(verdict.code == RD_OK); /* law 2 */
    match->given = turns_done(match) == turn ? match->given + 1 : 0;
}

/* ---- undo ----------------------------------------------------------------------------------- */

/* No dice are rolled for a draft: any luck will do. */
static void apply_draft(const struct rd_local_match *match, const struct draft *draft, void *state)
{
    struct rd_luck luck = match->play.luck;
    match->game->apply(state, draft->seat, draft->action, &luck, NULL);
}

static bool shows_something(const struct rd_local_match *match, uint32_t index, const void *before)
{
    const struct draft *draft = &match->draft[index];
    struct rd_given given = {
        .game = match->game, .seat = draft->seat, .before = before, .now = match->play.state
    };
    struct rd_order order = { .count = 1, .action = { draft->action } };
    uint32_t number = match->orders - match->draft_count + index;
    return rd_may_undo(&given, &order, rd_reveal_luck(match->play.luck.key, number)) !=
           RD_UNDO_FINE;
}

/* Drops the drafts up to the last one that has shown its seat something. Nobody asks while a saved
 * game is loaded. */
static void drop_final_drafts(struct rd_local_match *match)
{
    uint32_t dropped = 0;
    if (match->asked == match->draft_count) {
        return;
    }
    memcpy(match->scratch, match->base, match->game->state_size);
    for (uint32_t i = 0; i < match->draft_count; i++) {
        bool final = i >= match->asked && shows_something(match, i, match->scratch);
        apply_draft(match, &match->draft[i], match->scratch);
        if (final) {
            memcpy(match->base, match->scratch, match->game->state_size);
            dropped = i + 1;
        }
    }
    match->draft_count -= dropped;
    match->asked = match->draft_count;
    memmove(match->draft, match->draft + dropped, match->draft_count * sizeof *match->draft);
}

bool rd_local_undoable(struct rd_local_match *match, rd_seat seat)
{
    drop_final_drafts(match);
    return match->draft_count > 0 && match->draft[match->draft_count - 1].seat == seat;
}

bool rd_local_undo(struct rd_local_match *match, rd_seat seat)
{
    if (!rd_local_undoable(match, seat)) {
        return false;
    }
    match->asked = --match->draft_count;
    cut_events(match, match->draft[match->draft_count].events);
    match->record_count--;
    match->orders--;
    memcpy(match->play.state, match->base, match->game->state_size);
    for (uint32_t i = 0; i < match->draft_count; i++) {
        apply_draft(match, &match->draft[i], match->play.state);
    }
    cut_frames(match);
    return true;
}

uint32_t rd_local_drafts(struct rd_local_match *match, rd_seat seat, void *view)
{
    uint32_t first = 0;
    drop_final_drafts(match);
    memcpy(match->scratch, match->base, match->game->state_size);
    while (first < match->draft_count && match->draft[first].seat != seat) {
        apply_draft(match, &match->draft[first++], match->scratch);
    }
    bool none = first == match->draft_count;
    match->game->observe(none ? match->play.state : match->scratch, seat, view);
    return match->orders - match->draft_count + first;
}
