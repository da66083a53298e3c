#include "prove/work.h"

#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "laws/hearing.h"
#include "prove/pack.h"
#include "redoubt/hash.h"

enum {
    ENDING_ORDERS_MAX = 2000, /* that a seat may need to end a turn when it wants nothing else */
    DEAR_ONE_IN =
        64 /* laws that play hostile bytes or write JSON look at one position in so many */
};

/* ---- the laws ----------------------------------------------------------------------------------
 */

static bool is_dear(uint32_t law)
{
    return law == LAW_NOTATION || law == LAW_AUDIT;
}

static bool laws_hold(struct prove_worker *worker, uint64_t print)
{
    struct trial *trial = &worker->trial;
    const struct finding *finding = &worker->finding;
    bool only_pairs = worker->space->wish->only_pairs;
    memcpy(trial->state, worker->position, trial->game->state_size);
    trial->position_hash = print;
    trial->luck = rd_luck_from_key(print, 0);
    worker->in_step = false;
    for (uint32_t law = 0; law < LAW_COUNT && !finding->broken; law++) {
        uint64_t one_in = is_dear(law) ? DEAR_ONE_IN : 1;
        if (laws[law].position != NULL && (print >> 8) % one_in == 0 && !only_pairs) {
            worker->finding.law = law;
            laws[law].position(trial);
        }
    }
    return !finding->broken;
}

/* trial->state is what the step led to, trial->log what was told. */
static bool step_laws_hold(struct prove_worker *worker, uint64_t print)
{
    struct trial *trial = &worker->trial;
    trial->position_hash = print;
    trial->luck_before = worker->dice.luck;
    for (uint32_t law = 0; law < LAW_COUNT && !worker->finding.broken; law++) {
        if (laws[law].step != NULL) {
            worker->finding.law = law;
            laws[law].step(trial, &worker->step);
        }
    }
    return !worker->finding.broken;
}

/* ---- every game can end ------------------------------------------------------------------------
 */

static rd_seat first_to_act(const struct rd_game *game, const void *state)
{
    return (rd_seat)__builtin_ctz(game->to_act(state));
}

/* The order that ends the seat's turn, else the first one. */
static struct rd_action ending_order(struct prove_worker *worker, const void *state, rd_seat seat)
{
    const struct rd_game *game = worker->space->game;
    uint32_t count = game->legal(state, seat, worker->legal, game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        if ((game->verbs[worker->legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0) {
            return worker->legal[i];
        }
    }
    return worker->legal[0];
}

/* From here a turn can end. It leads to a position in which the same holds; so where there is a
 * limit of turns, the game can end. Where there is none, the game itself must. */
static bool can_end(struct prove_worker *worker)
{
    const struct rd_game *game = worker->space->game;
    void *state = worker->trial.spare[0];
    struct rd_luck luck = rd_luck_from_seed(0);
    struct rd_turns turns = game->turns(worker->position);
    memcpy(state, worker->position, game->state_size);
    worker->in_step = false;
    worker->finding.law = LAW_END;
    for (uint32_t i = 0; i < ENDING_ORDERS_MAX; i++) {
        if (game->to_act(state) == 0 || (turns.limit > 0 && game->turns(state).done > turns.done)) {
            return true;
        }
        rd_seat seat = first_to_act(game, state);
        game->apply(state, seat, ending_order(worker, state, seat), &luck, NULL);
    }
    law_broken(&worker->trial, "no end within %d orders of seats that only want to end their turns",
               (int)ENDING_ORDERS_MAX);
    return false;
}

/* ---- pairs of positions with equal views ----------------------------------------------------- */

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t mixed = (a ^ (b + UINT64_C(0x9e3779b97f4a7c15))) * UINT64_C(0xbf58476d1ce4e5b9);
    return mixed ^ mixed >> 29;
}

/* As rd_hash, and four times as fast: four sums that do not wait for each other. rd_hash itself
 * stands in replays and golden files, so it stays as it is. */
static uint64_t bytes_print(const void *bytes, uint32_t size)
{
    enum { LANES = 4 };
    const uint8_t *byte = bytes;
    uint64_t lane[LANES] = { 1, 2, 3, 4 }, word[LANES];
    uint32_t at = 0;
    for (; at + sizeof word <= size; at += (uint32_t)sizeof word) {
        memcpy(word, byte + at, sizeof word);
        for (uint32_t i = 0; i < LANES; i++) {
            lane[i] = (lane[i] ^ word[i]) * UINT64_C(0x9fb21c651e98df25);
            lane[i] ^= lane[i] >> 32;
        }
    }
    uint64_t sum = size > at ? rd_hash(byte + at, size - at) : 0;
    for (uint32_t i = 0; i < LANES; i++) {
        sum = mix(sum, lane[i]);
    }
    return sum;
}

static uint64_t view_print(struct prove_worker *worker, const void *state, rd_seat seat)
{
    const struct rd_game *game = worker->space->game;
    void *view = worker->trial.view[0];
    game->observe(state, seat, view);
    return mix(bytes_print(view, game->view_size), seat);
}

static uint64_t legal_print(struct prove_worker *worker, rd_seat seat)
{
    const struct rd_game *game = worker->space->game;
    uint32_t count = game->legal(worker->position, seat, worker->legal, game->legal_max);
    return bytes_print(worker->legal, count * (uint32_t)sizeof *worker->legal);
}

/* A fact of 32 bits: of two different prints one pair in four thousand million looks equal. */
static bool fact_is_same(struct prove_worker *worker, struct prove_pairs *pairs, uint64_t key,
                         uint64_t fact, uint64_t *compared)
{
    uint32_t before = 0;
    enum prove_answer answer = prove_pairs_add(pairs, key, fact >> 32, &before);
    *compared += answer == PROVE_SAME ? before : 0;
    worker->counts.no_room += answer == PROVE_NO_ROOM;
    return answer != PROVE_DIFFERS;
}

/* Positions that a seat can't tell apart have the same legal orders for it. */
static bool views_keep_secrets(struct prove_worker *worker)
{
    struct prove_space *space = worker->space;
    worker->finding.law = LAW_SECRECY;
    worker->in_step = false;
    for (rd_seat seat = 0; seat < space->setup.seats; seat++) {
        uint64_t key = view_print(worker, worker->position, seat);
        worker->view_print[seat] = key;
        if (!fact_is_same(worker, &space->views, key, legal_print(worker, seat),
                          &worker->counts.view_pairs)) {
            law_broken(&worker->trial,
                       "seat %u has other legal orders here than in a position that it can't tell "
                       "from this one",
                       seat);
            return false;
        }
    }
    return true;
}

static uint64_t heard_print(const struct rd_event_log *log, rd_seat seat)
{
    uint64_t print = 1;
    for (uint32_t i = 0; i < log->count && i < log->cap; i++) {
        const struct rd_event *event = &log->event[i];
        if ((event->seen_by & RD_SEAT_BIT(seat)) != 0) {
            print = mix(print, event->kind);
            for (uint32_t k = 0; k < RD_EVENT_ARGS_MAX; k++) {
                print = mix(print, (uint32_t)event->arg[k]);
            }
        }
    }
    return print;
}

/* The same order and dice in positions that a seat can't tell apart, before, after and by what it
 * could watch meanwhile: it heard the same events. */
static bool events_keep_secrets(struct prove_worker *worker)
{
    struct prove_space *space = worker->space;
    const struct prove_dice *dice = &worker->dice;
    uint64_t order = 0;
    memcpy(&order, &dice->action, sizeof order);
    for (uint32_t i = 0; i < dice->draws; i++) {
        order = mix(order, (uint32_t)dice->script[i]);
    }
    for (rd_seat seat = 0; seat < space->setup.seats; seat++) {
        uint64_t after = view_print(worker, worker->trial.state, seat);
        uint64_t watched = worker->trial.hearing.watched[seat];
        uint64_t key = mix(mix(mix(worker->view_print[seat], order), after), watched);
        if (!fact_is_same(worker, &space->heard, key, heard_print(&worker->trial.log, seat),
                          &worker->counts.heard_pairs)) {
            worker->finding.law = LAW_HEARSAY;
            law_broken(&worker->trial,
                       "seat %u hears other events here than in a position that it can't tell from "
                       "this one",
                       seat);
            return false;
        }
    }
    return true;
}

/* ---- playing on --------------------------------------------------------------------------------
 */

/* Once more, and each event is listened to: it leads to the same position, at another address, with
 * or without a log. */
static bool plays_again(struct prove_worker *worker)
{
    struct trial *trial = &worker->trial;
    const struct prove_dice *dice = &worker->dice;
    struct rd_luck luck = dice->luck, silent = dice->luck;
    void *again = trial->spare[0];
    memcpy(again, worker->position, trial->game->state_size);
    trial->log.count = 0;
    hearing_begin(trial, worker->position, again, &trial->hearing);
    trial->game->apply(again, dice->seat, dice->action, &luck, &trial->log);
    hearing_end();
    bool same = memcmp(again, trial->state, trial->game->state_size) == 0;
    memcpy(again, worker->position, trial->game->state_size);
    trial->game->apply(again, dice->seat, dice->action, &silent, NULL);
    same = same && memcmp(again, trial->state, trial->game->state_size) == 0;
    worker->finding.law = LAW_REPLAY;
    return same || !law_broken(trial, "the same order and dice lead to two positions");
}

/* A position that was not met before is kept for the next level. */
static void keep(struct prove_worker *worker, const struct prove_item *item)
{
    if (!prove_writer_add(&worker->out, item)) {
        worker->counts.left_out++; /* the disk is full */
    }
}

static bool arrive(struct prove_worker *worker)
{
    struct prove_space *space = worker->space;
    struct prove_item item = { .bytes = worker->packed };
    item.count =
        prove_pack(space->opening, worker->trial.state, space->game->state_size, worker->packed);
    item.print = prove_print(item.bytes, item.count);
    worker->counts.transitions++;
    worker->step = (struct step){ .action = worker->dice.action, .seat = worker->dice.seat };
    worker->in_step = true;
    bool fresh = prove_seen_add(&space->seen, item.print);
    if (!plays_again(worker) || !events_keep_secrets(worker) ||
        (fresh && !step_laws_hold(worker, item.print))) {
        return false;
    }
    if (fresh) {
        keep(worker, &item);
    }
    return true;
}

static bool try_order(struct prove_worker *worker, struct rd_action action)
{
    struct prove_dice *dice = &worker->dice;
    dice->action = action;
    prove_dice_begin(dice);
    while (prove_dice_next(dice)) {
        if (!arrive(worker)) {
            return false;
        }
    }
    worker->counts.left_out += dice->too_wide;
    worker->counts.long_rolls += dice->too_long;
    return true;
}

static bool play_on(struct prove_worker *worker)
{
    const struct rd_game *game = worker->space->game;
    struct prove_dice *dice = &worker->dice;
    dice->seat = first_to_act(game, worker->position);
    memcpy(worker->trial.before, worker->position, game->state_size);
    uint32_t count = game->legal(worker->position, dice->seat, worker->legal, game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        if (!try_order(worker, worker->legal[i])) {
            return false;
        }
    }
    return true;
}

bool prove_worker_take(struct prove_worker *worker, const struct prove_item *item)
{
    struct prove_space *space = worker->space;
    uint32_t size = space->game->state_size;
    memcpy(worker->position, space->opening, size);
    bool packed = prove_unpack(item->bytes, item->count, worker->position, size);
    RD_ASSERT(packed);
    worker->counts.positions++;
    if (!laws_hold(worker, item->print) || !views_keep_secrets(worker)) {
        return false;
    }
    if (space->game->to_act(worker->position) == 0) {
        worker->counts.over++;
        return true;
    }
    return can_end(worker) && play_on(worker);
}

/* ---- rooms and reports ----------------------------------------------------------------------- */

bool prove_worker_open(struct prove_worker *worker, struct prove_space *space)
{
    const struct rd_game *game = space->game;
    worker->space = space;
    worker->record = calloc(1, sizeof *worker->record);
    worker->legal = malloc((game->legal_max + 1) * sizeof *worker->legal);
    worker->position = malloc(game->state_size);
    worker->packed = malloc(prove_pack_most(game->state_size) + 1);
    if (worker->record == NULL || worker->legal == NULL || worker->position == NULL ||
        worker->packed == NULL) {
        return false;
    }
    struct trial_order order = { .game = game,
                                 .law = LAW_ALL,
                                 .placed = true,
                                 .record = worker->record,
                                 .finding = &worker->finding };
    trial_prepare(&worker->trial, &order);
    worker->trial.setup = space->setup;
    worker->trial.seats = space->setup.seats;
    worker->dice = (struct prove_dice){ .game = game,
                                        .before = worker->position,
                                        .after = worker->trial.state,
                                        .log = &worker->trial.log };
    return true;
}

void prove_worker_close(struct prove_worker *worker)
{
    if (worker->trial.game != NULL) {
        trial_close(&worker->trial);
    }
    prove_writer_close(&worker->out);
    free(worker->record);
    free(worker->legal);
    free(worker->position);
    free(worker->packed);
}

json_t *prove_worker_scenario(const struct prove_worker *worker, const json_t *opening)
{
    const struct rd_game *game = worker->space->game;
    json_t *scenario = json_pack("{s:s, s:O?, s:o, s:[]}", "game", game->id, "options",
                                 json_object_get(opening, "options"), "position",
                                 rd_codec_of(game)->position(worker->position), "steps");
    if (worker->in_step) {
        json_t *rolls = json_array();
        for (uint32_t i = 0; i < worker->dice.draws; i++) {
            json_array_append_new(rolls, json_integer(worker->dice.script[i]));
        }
        json_object_set_new(scenario, "rolls", rolls);
        json_array_append_new(
            json_object_get(scenario, "steps"),
            json_pack("[i, o]", worker->step.seat, rd_action_to_json(game, worker->step.action)));
    }
    return scenario;
}
