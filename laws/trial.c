/* One random game from one seed, shown to the laws step by step. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/hearing.h"
#include "laws/laws.h"
#include "laws/playout.h"
#include "redoubt/packing.h"

/* What each stream of luck that follows from a seed is for. */
enum stream { STREAM_SETUP = 1, STREAM_CHOICES, STREAM_LAWS };

enum { OWN_MAP_ONE_IN = 4, RESIGN_ONE_IN = 8 };

bool law_broken(struct trial *trial, const char *format, ...)
{
    struct finding *finding = trial->order.finding;
    if (finding->broken) {
        return true;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(finding->text, sizeof finding->text, format, args);
    va_end(args);
    finding->broken = true;
    finding->steps = trial->order.record->count;
    return true;
}

static struct rd_luck stream(uint64_t seed, enum stream purpose)
{
    return rd_luck_from_key(seed, (uint64_t)purpose);
}

struct rd_luck trial_luck(uint64_t seed)
{
    return rd_luck_from_seed(seed);
}

struct rd_luck law_luck(const struct trial *trial, uint32_t number)
{
    uint64_t purpose =
        STREAM_LAWS + ((uint64_t)trial->order.finding->law << 8) + ((uint64_t)number << 16);
    return rd_luck_from_key(trial->position_hash, purpose);
}

/* ---- the setup ------------------------------------------------------------------------- */

/* The board that the options chose, handed over as a map of one's own. */
static void own_map(const struct rd_game *game, struct rd_setup *setup, void *map_room)
{
    void *state = malloc(game->state_size);
    struct rd_luck luck = rd_luck_from_seed(0);
    game->init(state, setup, &luck);
    rd_codec_of(game)->map_of_state(state, map_room);
    free(state);
    setup->map = map_room;
    setup->map_size = game->map_size;
    if (game->check_setup(setup).code != RD_OK) { /* more may be asked of a map than of a board */
        setup->map = NULL;
        setup->map_size = 0;
    }
}

bool trial_setup(const struct rd_game *game, uint64_t seed, struct rd_setup *setup, void *map_room)
{
    struct rd_luck luck = stream(seed, STREAM_SETUP);
    if (!playout_setup(game, &luck, setup)) {
        return false;
    }
    if (game->map_size > 0 && rd_luck_range(&luck, 1, OWN_MAP_ONE_IN) == 1) {
        own_map(game, setup, map_room);
    }
    return true;
}

/* ---- rooms ------------------------------------------------------------------------------- */

static void *room(size_t size)
{
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) {
        fputs("laws: out of memory\n", stderr);
        exit(2);
    }
    memset(memory, 0x5a, size);
    return memory;
}

static struct rd_frames frame_room(const struct rd_game *game)
{
    struct rd_frames frames = { .state_size = game->state_size };
    frames.cap = game->frames_max < FRAMES_KEPT ? game->frames_max : (uint32_t)FRAMES_KEPT;
    frames.frame = room(frames.cap * sizeof *frames.frame);
    frames.state = room((size_t)frames.cap * game->state_size);
    return frames;
}

static void open_rooms(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    trial->state = room(game->state_size);
    trial->before = room(game->state_size);
    trial->is_option = room(game->state_size);
    for (uint32_t i = 0; i < 3; i++) {
        trial->spare[i] = room(game->state_size);
        trial->view[i] = room(game->view_size);
    }
    for (uint32_t i = 0; i < 2; i++) {
        trial->tensor[i] = room(game->tensor_size);
        trial->packed[i] = room(rd_packed_size(game));
        trial->scene[i] = room(sizeof(struct rd_scene));
    }
    trial->legal = room(game->legal_max * sizeof *trial->legal);
    trial->legal_too = room(game->legal_max * sizeof *trial->legal_too);
    trial->log.cap = trial->heard.cap = trial->heard_too.cap = game->events_max;
    trial->log.event = room(game->events_max * sizeof *trial->log.event);
    trial->heard.event = room(game->events_max * sizeof *trial->heard.event);
    trial->heard_too.event = room(game->events_max * sizeof *trial->heard_too.event);
    trial->frames = frame_room(game);
    trial->frames_too = frame_room(game);
}

/* In some games a seat gives up, as often early as late. */
static uint32_t draw_resignation(struct rd_luck *luck)
{
    int32_t magnitude = rd_luck_range(luck, 0, 12);
    int32_t at = rd_luck_range(luck, 0, 1 << magnitude);
    return rd_luck_range(luck, 1, RESIGN_ONE_IN) == 1 ? (uint32_t)at : UINT32_MAX;
}

void trial_prepare(struct trial *trial, const struct trial_order *order)
{
    memset(trial, 0, sizeof *trial);
    trial->order = *order;
    trial->game = order->game;
    trial->map = room(order->game->map_size);
    order->record->count = 0;
    order->finding->law = LAW_TABLES;
    order->finding->seed = order->seed;
    order->finding->broken = false;
    trial->action_count = rd_action_count(order->game->verbs);
    trial->refusals = refusal_count(order->game);
    open_rooms(trial);
}

bool trial_open(struct trial *trial, const struct trial_order *order)
{
    trial_prepare(trial, order);
    if (!trial_setup(order->game, order->seed, &trial->setup, trial->map)) {
        law_broken(trial, "check_setup refuses every combination of options that was tried");
        return false;
    }
    trial->seats = trial->setup.seats;
    trial->luck = trial_luck(order->seed);
    trial->chooser = stream(order->seed, STREAM_CHOICES);
    trial->resign_at = draw_resignation(&trial->chooser);
    trial->game->init(trial->state, &trial->setup, &trial->luck);
    return true;
}

void trial_close(struct trial *trial)
{
    void *rooms[] = { trial->map,
                      trial->state,
                      trial->before,
                      trial->is_option,
                      trial->spare[0],
                      trial->spare[1],
                      trial->spare[2],
                      trial->view[0],
                      trial->view[1],
                      trial->view[2],
                      trial->tensor[0],
                      trial->tensor[1],
                      trial->packed[0],
                      trial->packed[1],
                      trial->scene[0],
                      trial->scene[1],
                      trial->legal,
                      trial->legal_too,
                      trial->log.event,
                      trial->heard.event,
                      trial->heard_too.event,
                      trial->frames.frame,
                      trial->frames.state,
                      trial->frames_too.frame,
                      trial->frames_too.state };
    for (uint32_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        free(rooms[i]);
    }
    hearing_close();
}

/* ---- showing the laws around --------------------------------------------------------------- */

static bool wanted(struct trial *trial, uint32_t law)
{
    if (trial->order.law != LAW_ALL && trial->order.law != law) {
        return false;
    }
    if (trial->order.finding->broken) { /* keep the name of the law that is */
        return false;
    }
    trial->order.finding->law = law;
    return true;
}

static void show_position(struct trial *trial, bool always)
{
    const struct trial_order *order = &trial->order;
    uint32_t thin = order->thin == 0 ? 1 : 1 + order->record->count / order->thin;
    for (uint32_t law = 0; law < LAW_COUNT; law++) {
        if (laws[law].position == NULL || !wanted(trial, law)) {
            continue;
        }
        /* The low bits choose the position, so the law mixes its number into high ones. */
        uint64_t pick = (trial->position_hash ^ law) * UINT64_C(0x9e3779b97f4a7c15) >> 33;
        if (always || pick % (laws[law].one_in * thin) == 0) {
            laws[law].position(trial);
        }
    }
}

static void show_step(struct trial *trial, const struct step *step)
{
    for (uint32_t law = 0; law < LAW_COUNT; law++) {
        if (laws[law].step != NULL && wanted(trial, law)) {
            laws[law].step(trial, step);
        }
    }
}

static void show_table(struct trial *trial)
{
    for (uint32_t law = 0; law < LAW_COUNT; law++) {
        if (laws[law].table != NULL && wanted(trial, law)) {
            laws[law].table(trial);
        }
    }
}

static void show_whole(struct trial *trial)
{
    for (uint32_t law = 0; law < LAW_COUNT; law++) {
        if (laws[law].whole != NULL && wanted(trial, law)) {
            laws[law].whole(trial);
        }
    }
}

/* ---- playing --------------------------------------------------------------------------------- */

void trial_do(const struct rd_game *game, void *state, const struct step *step,
              struct rd_luck *luck, struct rd_event_log *log)
{
    if (log != NULL) {
        log->count = 0;
    }
    if (step->action.verb == RD_VERB_RESIGN) {
        game->resign(state, step->seat, log);
    } else {
        game->apply(state, step->seat, step->action, luck, log);
    }
}

void trial_do_steps(const struct rd_game *game, void *state, const struct step *step,
                    struct rd_luck *luck, struct rd_event_log *log, struct rd_frames *frames)
{
    RD_ASSERT(step->action.verb != RD_VERB_RESIGN);
    log->count = frames->count = 0;
    game->apply_steps(state, step->seat, step->action, luck, log, frames);
}

/* False when the game is over, or a law is so broken that there is no next step. */
static bool draw_step(struct trial *trial, struct step *step)
{
    const struct rd_game *game = trial->game;
    for (;;) {
        rd_seats to_act = game->to_act(trial->state);
        if (to_act == 0 || to_act >> trial->seats != 0) {
            return false;
        }
        step->seat = playout_seat(to_act, trial->seats, &trial->chooser);
        if (trial->order.record->count == trial->resign_at) {
            step->action = (struct rd_action){ RD_VERB_RESIGN, { 0 } };
            return true;
        }
        uint32_t count = game->legal(trial->state, step->seat, trial->legal, game->legal_max);
        if (count > 0 && count <= game->legal_max) {
            step->action = playout_action(game, trial->legal, count, &trial->chooser);
            return true;
        }
        if ((to_act & RD_SEAT_BIT(step->seat)) != 0) {
            return false; /* laws 3 and 4 say what is wrong here */
        }
    }
}

static bool still_legal(const struct trial *trial, const struct step *step)
{
    if (step->action.verb == RD_VERB_RESIGN) {
        return trial->game->to_act(trial->state) != 0;
    }
    return trial->game->judge(trial->state, step->seat, step->action).code == RD_OK;
}

static bool next_step(struct trial *trial, struct step *step, uint32_t *replayed)
{
    const struct record *replay = trial->order.replay;
    if (replay == NULL) {
        return draw_step(trial, step);
    }
    while (*replayed < replay->count) {
        *step = replay->step[(*replayed)++];
        if (still_legal(trial, step)) {
            return true;
        }
    }
    return false;
}

static void take_step(struct trial *trial, struct step *step)
{
    struct record *record = trial->order.record;
    memcpy(trial->before, trial->state, trial->game->state_size);
    trial->luck_before = trial->luck;
    trial->order.finding->law = LAW_AUDIT; /* whatever passes audit can be played */
    record->step[record->count] = *step;
    record->count++;
    hearing_begin(trial, trial->before, trial->state, &trial->hearing);
    trial_do(trial->game, trial->state, step, &trial->luck, &trial->log);
    hearing_end();
    step->hash = rd_hash(trial->state, trial->game->state_size);
    record->step[record->count - 1].hash = step->hash;
    trial->position_hash = step->hash;
}

uint32_t trial_steps_max(const struct trial *trial, const void *state)
{
    const struct rd_game *game = trial->game;
    int32_t short_of_time = game->turns(state).limit == 0 || game->legal_max > COSTLY_LISTS;
    uint32_t most = short_of_time ? STEPS_WITHOUT_LIMIT : STEPS_MAX, wanted = trial->order.steps;
    return wanted > 0 && wanted < most ? wanted : most;
}

void trial_run(struct trial *trial)
{
    bool playing_random = trial->order.replay == NULL;
    const bool *broken = &trial->order.finding->broken;
    struct step step = { 0 };
    uint32_t replayed = 0, steps_max = trial_steps_max(trial, trial->state);
    trial->position_hash = rd_hash(trial->state, trial->game->state_size);
    show_table(trial);
    if (playing_random) {
        show_position(trial, true);
    }
    while (!*broken && next_step(trial, &step, &replayed)) {
        if (trial->order.record->count == steps_max) {
            if (steps_max < STEPS_MAX) {
                break;
            }
            trial->order.finding->law = LAW_END;
            law_broken(trial, "no end in sight after %d steps", STEPS_MAX);
            return;
        }
        take_step(trial, &step);
        if (playing_random) {
            show_step(trial, &step);
            show_position(trial, false);
        }
    }
    if (!playing_random && trial->order.record->count > 0) {
        show_step(trial, &trial->order.record->step[trial->order.record->count - 1]);
    }
    show_position(trial, true);
    if (!trial->order.placed) {
        show_whole(trial);
    }
}
