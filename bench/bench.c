#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/match.h"

enum {
    SEED = 1,
    RECORD_GAMES = 64,
    RECORD_ORDERS = 1 << 18, /* no further game is begun beyond this many */
    CROWD_TURNS = 64,        /* of a game that begins with a crowd */
    ROUNDS = 5
};

struct order {
    struct rd_action action;
    rd_seat seat;
    uint8_t turn_ended; /* with this order */
    uint16_t zero;
};

struct recorded_game {
    struct rd_luck luck;   /* as it was after init */
    uint32_t first, count; /* in bench_record.order */
};

struct bench_record {
    const struct rd_game *game;
    const struct rd_bot *bot;
    uint8_t seats;
    uint8_t *began; /* the first state of each game, one after the other */
    struct recorded_game played[RECORD_GAMES];
    uint32_t game_count;
    struct order *order;
    uint32_t order_count, order_room;
    uint64_t turns;
    /* Scratch. */
    void *state;
    uint8_t *views;
    int8_t *tensor;
    struct rd_action *legal;
};

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- recording ------------------------------------------------------------------------------ */

static bool add_order(struct bench_record *r, struct rd_action action, rd_seat seat,
                      bool turn_ended)
{
    if (r->order_count == r->order_room) {
        uint32_t room = r->order_room == 0 ? 4096 : 2 * r->order_room;
        struct order *larger = realloc(r->order, room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        r->order = larger;
        r->order_room = room;
    }
    struct order order = { action, seat, turn_ended, 0 };
    r->order[r->order_count++] = order;
    return true;
}

static rd_seat first_seat(rd_seats seats)
{
    rd_seat seat = 0;
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

/* A seat that has given enough orders ends its turn, if there is an order that does. */
static uint32_t turn_ender(const struct bench_record *r, uint32_t legal_count)
{
    for (uint32_t i = 0; i < legal_count; i++) {
        if (r->game->verbs[r->legal[i].verb].flags & RD_VERB_ENDS_TURN) {
            return i;
        }
    }
    return legal_count;
}

static struct rd_action choose(struct bench_record *r, rd_seat seat, uint32_t given,
                               struct rd_luck *luck)
{
    uint32_t count = r->game->legal(r->state, seat, r->legal, r->game->legal_max);
    uint32_t ender = given >= BENCH_ORDERS_MAX ? turn_ender(r, count) : count;
    if (ender < count) {
        return r->legal[ender];
    }
    r->game->observe(r->state, seat, r->views);
    struct rd_bot_question question = { r->game, r->views, seat, r->legal, count, luck };
    return r->legal[rd_match_ask(r->bot, &question)];
}

static void begin_game(struct bench_record *r, const struct bench_plan *plan, struct rd_luck *luck)
{
    const struct bench_crowd *crowd = bench_crowd_of(plan->game);
    plan->game->init(r->state, plan->setup, luck);
    if (crowd != NULL) {
        crowd->fill(r->state, plan->units);
    }
}

static bool record_game(struct bench_record *r, const struct bench_plan *plan, uint64_t seed)
{
    const struct rd_game *game = r->game;
    struct recorded_game *played = &r->played[r->game_count];
    struct rd_luck luck = rd_luck_from_seed(seed), chooser = rd_luck_from_key(seed, 1);
    uint32_t turns_max = bench_crowd_of(game) != NULL ? CROWD_TURNS : UINT32_MAX;
    begin_game(r, plan, &luck);
    played->luck = luck;
    played->first = r->order_count;
    memcpy(r->began + (size_t)r->game_count * game->state_size, r->state, game->state_size);
    uint32_t given[RD_SEATS_MAX] = { 0 };
    uint32_t turn = game->turns(r->state).done;
    for (rd_seats seats; (seats = game->to_act(r->state)) != 0 && turn < turns_max;) {
        rd_seat seat = first_seat(seats);
        struct rd_action action = choose(r, seat, given[seat]++, &chooser);
        game->apply(r->state, seat, action, &luck, NULL);
        bool turn_ended = game->turns(r->state).done != turn;
        if (turn_ended) {
            turn = game->turns(r->state).done;
            memset(given, 0, sizeof given);
        }
        if (!add_order(r, action, seat, turn_ended)) {
            return false;
        }
    }
    played->count = r->order_count - played->first;
    r->turns += turn;
    r->game_count++;
    return true;
}

static bool make_room(struct bench_record *r)
{
    const struct rd_game *game = r->game;
    r->began = malloc((size_t)RECORD_GAMES * game->state_size);
    r->state = malloc(game->state_size);
    r->views = malloc((size_t)game->view_size * r->seats);
    r->tensor = malloc(game->tensor_size + 1);
    r->legal = malloc((game->legal_max + 1) * sizeof *r->legal);
    return r->began != NULL && r->state != NULL && r->views != NULL && r->tensor != NULL &&
           r->legal != NULL;
}

struct bench_record *bench_record(const struct bench_plan *plan)
{
    struct bench_record *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return NULL;
    }
    r->game = plan->game;
    r->bot = plan->bot;
    r->seats = plan->setup->seats;
    double begin = cpu_seconds();
    bool fine = make_room(r);
    while (fine && r->game_count < RECORD_GAMES && r->order_count < RECORD_ORDERS &&
           (r->game_count == 0 || cpu_seconds() - begin < plan->seconds)) {
        fine = record_game(r, plan, SEED + r->game_count);
    }
    if (!fine) {
        bench_forget(r);
        return NULL;
    }
    return r;
}

void bench_forget(struct bench_record *record)
{
    if (record != NULL) {
        free(record->began);
        free(record->order);
        free(record->state);
        free(record->views);
        free(record->tensor);
        free(record->legal);
        free(record);
    }
}

/* ---- timing -----------------------------------------------------------------------------------
 */

/* Every seat's view, and its tensors, as at the beginning of a turn. */
static void look(const struct bench_record *r, enum bench_phase phase)
{
    for (rd_seat seat = 0; seat < r->seats; seat++) {
        uint8_t *view = r->views + (size_t)seat * r->game->view_size;
        r->game->observe(r->state, seat, view);
        if (phase >= BENCH_TENSORS) {
            r->game->encode(view, r->tensor);
        }
    }
}

static void play_apply_only(const struct bench_record *r, const struct recorded_game *played)
{
    struct rd_luck luck = played->luck;
    const struct order *order = r->order + played->first;
    for (uint32_t i = 0; i < played->count; i++) {
        r->game->apply(r->state, order[i].seat, order[i].action, &luck, NULL);
    }
}

static void play_with_more(const struct bench_record *r, const struct recorded_game *played,
                           enum bench_phase phase)
{
    struct rd_luck luck = played->luck;
    const struct order *order = r->order + played->first;
    for (uint32_t i = 0; i < played->count; i++) {
        r->game->legal(r->state, order[i].seat, r->legal, r->game->legal_max);
        r->game->apply(r->state, order[i].seat, order[i].action, &luck, NULL);
        if (phase >= BENCH_VIEWS && order[i].turn_ended) {
            look(r, phase);
        }
    }
}

/* All recorded games once. */
static void pass(const struct bench_record *r, enum bench_phase phase)
{
    for (uint32_t i = 0; i < r->game_count; i++) {
        memcpy(r->state, r->began + (size_t)i * r->game->state_size, r->game->state_size);
        if (phase == BENCH_STEP) {
            play_apply_only(r, &r->played[i]);
        } else {
            play_with_more(r, &r->played[i], phase);
        }
    }
}

/* Passes per second of the best of several rounds. */
static double best_round(const struct bench_record *r, enum bench_phase phase, double seconds)
{
    double best = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double begin = cpu_seconds(), spent = 0;
        uint32_t passes = 0;
        do {
            pass(r, phase);
            passes++;
            spent = cpu_seconds() - begin;
        } while (spent < seconds / ROUNDS);
        best = passes / spent > best ? passes / spent : best;
    }
    return best;
}

static double best_clone(const struct bench_record *r, double seconds)
{
    enum { AT_ONCE = 1000 };
    double best = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        double begin = cpu_seconds(), spent = 0, copies = 0;
        do {
            for (uint32_t i = 0; i < AT_ONCE; i++) {
                memcpy(r->state, r->began, r->game->state_size);
                __asm__ volatile("" ::: "memory"); /* or the compiler would copy only once */
            }
            copies += AT_ONCE;
            spent = cpu_seconds() - begin;
        } while (spent < seconds / ROUNDS);
        best = copies / spent > best ? copies / spent : best;
    }
    return best;
}

static void warm_up(const struct bench_record *r, double seconds, struct bench_figures *figures)
{
    double begin = cpu_seconds();
    pass(r, BENCH_STEP);
    figures->first_turns_per_s = (double)r->turns / (cpu_seconds() - begin);
    while (cpu_seconds() - begin < seconds) {
        pass(r, BENCH_TENSORS);
    }
    figures->warm_up_s = cpu_seconds() - begin;
}

struct bench_figures bench_measure(const struct bench_record *r, double seconds)
{
    struct bench_figures figures = { .games = r->game_count,
                                     .turns = r->turns,
                                     .orders = r->order_count };
    double share = seconds / (BENCH_PHASES + 2);
    warm_up(r, share, &figures);
    for (uint32_t phase = 0; phase < BENCH_PHASES; phase++) {
        double passes = best_round(r, (enum bench_phase)phase, share);
        figures.turns_per_s[phase] = passes * (double)r->turns;
        figures.orders_per_s[phase] = passes * r->order_count;
    }
    figures.clones_per_s = best_clone(r, share);
    return figures;
}
