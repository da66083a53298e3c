#include "host/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rd_audit_or_stop(const struct rd_game *game, const void *state)
{
    const char *broken = game->audit(state);
    if (broken != NULL) {
        fprintf(stderr, "redoubt: bug in %s: its rules made a position where %s\n", game->id,
                broken);
        RD_ASSERT(0);
    }
}

enum { FRAMES_AT_FIRST = 32 /* turns with more are rare, and get more room when they come */ };

static void open_play(struct rd_play *play, const struct rd_game *game, struct rd_luck luck,
                      uint32_t actions)
{
    RD_ASSERT(actions <= RD_ORDER_ACTIONS_MAX);
    play->game = game;
    play->luck = luck;
    play->state = calloc(1, game->state_size);
    play->spare = calloc(1, game->state_size);
    play->log.cap = game->events_max * actions;
    play->log.count = 0;
    play->log.event = malloc(play->log.cap * sizeof *play->log.event + 1u);
    RD_ASSERT(play->state != NULL && play->spare != NULL && play->log.event != NULL);
    memset(&play->frames, 0, sizeof play->frames);
    play->before = NULL;
    play->asks = false;
}

void rd_play_begin(struct rd_play *play, const struct rd_chosen *chosen, struct rd_luck luck)
{
    RD_ASSERT(chosen->game->check_setup(&chosen->setup).code == RD_OK);
    open_play(play, chosen->game, luck, RD_ORDER_ACTIONS_MAX);
    play->game->init(play->state, &chosen->setup, &play->luck);
    rd_audit_or_stop(play->game, play->state);
}

void rd_play_from(struct rd_play *play, const struct rd_game *game, const void *state,
                  uint32_t actions)
{
    open_play(play, game, rd_luck_from_seed(0), actions);
    memcpy(play->state, state, game->state_size);
}

bool rd_play_import(struct rd_play *play, const struct rd_chosen *chosen, struct rd_luck luck,
                    const json_t *position, struct rd_problem *problem)
{
    const struct rd_codec *codec = rd_codec_of(chosen->game);
    open_play(play, chosen->game, luck, RD_ORDER_ACTIONS_MAX);
    if (!codec->read_position(position, &chosen->setup, &play->luck, play->state, problem)) {
        rd_play_end(play);
        return false;
    }
    rd_audit_or_stop(play->game, play->state);
    return true;
}

void rd_play_end(struct rd_play *play)
{
    free(play->state);
    free(play->spare);
    free(play->log.event);
    free(play->frames.frame);
    free(play->frames.state);
    free(play->before);
    memset(play, 0, sizeof *play);
}

static void make_room(struct rd_frames *frames, uint32_t cap)
{
    frames->cap = cap;
    frames->frame = realloc(frames->frame, cap * sizeof *frames->frame + 1u);
    frames->state = realloc(frames->state, (size_t)cap * frames->state_size + 1u);
    RD_ASSERT(frames->frame != NULL && frames->state != NULL);
}

void rd_play_ask_frames(struct rd_play *play)
{
    uint32_t most = play->game->frames_max;
    play->asks = true;
    if (play->before != NULL) {
        return;
    }
    play->before = malloc(play->game->state_size);
    RD_ASSERT(play->before != NULL);
    memcpy(play->before, play->state, play->game->state_size);
    play->frames.state_size = play->game->state_size;
    make_room(&play->frames, most < FRAMES_AT_FIRST ? most : (uint32_t)FRAMES_AT_FIRST);
}

void rd_play_skip_frames(struct rd_play *play)
{
    play->asks = false;
}

/* What was kept of the latest order is forgotten. */
static void begin_order(struct rd_play *play)
{
    play->log.count = 0;
    play->frames.count = 0;
    if (play->asks) {
        memcpy(play->before, play->state, play->game->state_size);
    }
}

struct rd_verdict rd_judge(const struct rd_game *game, const void *state, rd_seat seat,
                           struct rd_action action)
{
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    if (action.verb != RD_VERB_RESIGN) {
        struct rd_verdict verdict = game->judge(state, seat, action);
        RD_ASSERT(verdict.code != RD_OK || seat < outcome.seats);
        return verdict;
    }
    if (outcome.over) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    return rd_verdict_of(seat < outcome.seats ? RD_OK : RD_NOT_YOUR_TURN, 0, 0);
}

uint32_t rd_order_that_ends(const struct rd_game *game, const struct rd_action *legal,
                            uint32_t count)
{
    uint32_t index = 0;
    while (index < count && (game->verbs[legal[index].verb].flags & RD_VERB_ENDS_TURN) == 0) {
        index++;
    }
    return index;
}

/* If there is too little room for its frames, it is carried out once more: that changes nothing. */
static void apply_steps(struct rd_play *play, rd_seat seat, struct rd_action action)
{
    const struct rd_game *game = play->game;
    struct rd_frames *frames = &play->frames;
    struct rd_luck luck = play->luck;
    uint32_t events = play->log.count, count = frames->count;
    void *state = malloc(game->state_size);
    RD_ASSERT(state != NULL);
    memcpy(state, play->state, game->state_size);
    game->apply_steps(play->state, seat, action, &play->luck, &play->log, frames);
    if (frames->count > frames->cap) {
        make_room(frames, frames->count);
        memcpy(play->state, state, game->state_size);
        play->luck = luck;
        play->log.count = events;
        frames->count = count;
        game->apply_steps(play->state, seat, action, &play->luck, &play->log, frames);
    }
    RD_ASSERT(frames->count <= frames->cap);
    free(state);
}

static void apply(struct rd_play *play, rd_seat seat, struct rd_action action)
{
    if (!play->asks || play->game->apply_steps == NULL) {
        play->game->apply(play->state, seat, action, &play->luck, &play->log);
    } else {
        apply_steps(play, seat, action);
    }
}

static struct rd_verdict judge_and_apply(struct rd_play *play, rd_seat seat,
                                         struct rd_action action)
{
    struct rd_verdict verdict = rd_judge(play->game, play->state, seat, action);
    if (verdict.code != RD_OK) {
        return verdict;
    }
    if (action.verb == RD_VERB_RESIGN) {
        play->game->resign(play->state, seat, &play->log);
    } else {
        apply(play, seat, action);
    }
    RD_ASSERT(play->log.count <= play->log.cap);
    rd_audit_or_stop(play->game, play->state);
    return verdict;
}

struct rd_verdict rd_play_action(struct rd_play *play, rd_seat seat, struct rd_action action)
{
    begin_order(play);
    return judge_and_apply(play, seat, action);
}

struct rd_verdict rd_play_order(struct rd_play *play, rd_seat seat, const struct rd_order *order,
                                uint32_t *refused)
{
    struct rd_luck luck_before = play->luck;
    struct rd_verdict verdict = order->verdict;
    RD_ASSERT(order->count <= RD_ORDER_ACTIONS_MAX);
    begin_order(play);
    if (refused != NULL) {
        *refused = 0;
    }
    if (verdict.code != RD_OK) {
        return verdict;
    }
    memcpy(play->spare, play->state, play->game->state_size);
    for (uint32_t i = 0; i < order->count; i++) {
        verdict = judge_and_apply(play, seat, order->action[i]);
        if (verdict.code != RD_OK) {
            memcpy(play->state, play->spare, play->game->state_size);
            play->luck = luck_before;
            play->log.count = play->frames.count = 0;
            if (refused != NULL) {
                *refused = i;
            }
            return verdict;
        }
    }
    return verdict;
}
