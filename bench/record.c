/* Plays the games that are timed, and keeps their orders. */
#include "bench/record.h"

#include <stdlib.h>
#include <string.h>

#include "host/match.h"

enum {
    SEED = 1,
    ORDERS = 1 << 18, /* no further game is begun beyond this many */
    UNITS = 4096      /* numbers of units are below it */
};

/* A game under way. */
struct playing {
    struct bench_record *r;
    struct rd_luck luck, chooser;
    uint32_t turn;                /* done */
    uint32_t given[RD_SEATS_MAX]; /* orders this turn */
};

static bool add_order(struct bench_record *r, const struct bench_order *order)
{
    if (r->order_count == r->order_room) {
        uint32_t room = r->order_room == 0 ? 4096 : 2 * r->order_room;
        struct bench_order *larger = realloc(r->order, room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        r->order = larger;
        r->order_room = room;
    }
    r->order[r->order_count++] = *order;
    return true;
}

static bool give(struct playing *p, rd_seat seat, struct rd_action action, bool asks)
{
    const struct rd_game *game = p->r->game;
    struct bench_order order = { action, seat, 0, asks, 0 };
    game->apply(p->r->state, seat, action, &p->luck, NULL);
    p->given[seat]++;
    if (game->turns(p->r->state).done != p->turn) {
        p->turn = game->turns(p->r->state).done;
        memset(p->given, 0, sizeof p->given);
        order.turn_ended = 1;
    }
    return add_order(p->r, &order);
}

/* ---- room for factors ------------------------------------------------------------------------ */

bool bench_has_factors(const struct bench_record *r)
{
    return r->game->factors != NULL;
}

/* Asks for the factors that will be asked for again when it counts. */
static bool make_room_for_factors(struct bench_record *r, rd_seat seat)
{
    struct rd_factors *f = &r->factors;
    if (!bench_has_factors(r)) {
        return true;
    }
    rd_legal_factors(r->game, r->state, seat, NULL, f);
    if (f->factor_count > f->factor_cap) {
        free(f->factor);
        f->factor_cap = 2 * f->factor_count;
        f->factor = malloc(f->factor_cap * sizeof *f->factor);
    }
    if (f->word_count > f->word_cap) {
        free(f->word);
        f->word_cap = 2 * f->word_count;
        f->word = malloc(f->word_cap * sizeof *f->word);
    }
    return f->factor != NULL && f->word != NULL;
}

/* ---- one order from each list ---------------------------------------------------------------- */

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

static bool give_one(struct playing *p, rd_seat seat)
{
    struct bench_record *r = p->r;
    uint32_t count = r->game->legal(r->state, seat, r->legal, r->game->legal_max);
    uint32_t ender = p->given[seat] >= BENCH_ORDERS_MAX ? turn_ender(r, count) : count;
    if (ender == count) {
        r->game->observe(r->state, seat, r->views);
        struct rd_bot_question question = { r->game, r->views, seat, r->legal, count, &p->chooser };
        ender = rd_match_ask(r->bot, &question);
    }
    return make_room_for_factors(r, seat) && give(p, seat, r->legal[ender], true);
}

/* ---- a whole turn from one list ---- */

/* One order for each unit: any of its verbs, then any order of that verb. A list is sorted, so the
 * orders of a verb and a unit stand together. */
static void pick_orders(struct playing *p, uint32_t count, uint32_t pick[UNITS])
{
    const struct bench_record *r = p->r;
    uint32_t runs[UNITS] = { 0 };
    memset(pick, 0xff, UNITS * sizeof *pick);
    for (uint32_t first = 0, next; first < count; first = next) {
        struct rd_action stem = r->legal[first];
        for (next = first + 1; next < count && r->legal[next].verb == stem.verb &&
                               r->legal[next].arg[0] == stem.arg[0];) {
            next++;
        }
        uint32_t unit = stem.arg[0];
        if ((r->game->verbs[stem.verb].flags & RD_VERB_COMMANDS) != 0 &&
            rd_luck_range(&p->chooser, 0, (int32_t)runs[unit]++) == 0) {
            pick[unit] = (uint32_t)rd_luck_range(&p->chooser, (int32_t)first, (int32_t)next - 1);
        }
    }
}

static bool give_turn(struct playing *p, rd_seat seat)
{
    struct bench_record *r = p->r;
    uint32_t pick[UNITS];
    uint32_t count = r->game->legal(r->state, seat, r->legal, r->game->legal_max);
    uint32_t ender = turn_ender(r, count);
    bool asks = true;
    if (!make_room_for_factors(r, seat)) {
        return false;
    }
    pick_orders(p, count, pick);
    for (uint32_t unit = 0; unit < UNITS; unit++) {
        if (pick[unit] < count &&
            r->game->judge(r->state, seat, r->legal[pick[unit]]).code == RD_OK) {
            if (!give(p, seat, r->legal[pick[unit]], asks)) {
                return false;
            }
            asks = false;
        }
    }
    return give(p, seat, r->legal[ender], asks);
}

/* ---- games ----------------------------------------------------------------------------------- */

static rd_seat first_seat(rd_seats seats)
{
    rd_seat seat = 0;
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

static bool record_game(struct bench_record *r, const struct bench_plan *plan, uint64_t seed)
{
    const struct rd_game *game = r->game;
    const struct bench_crowd *crowd = r->crowd;
    struct bench_game *played = &r->played[r->game_count];
    struct playing p = { r, rd_luck_from_seed(seed), rd_luck_from_key(seed, 1), 0, { 0 } };
    game->init(r->state, plan->setup, &p.luck);
    if (crowd != NULL) {
        crowd->fill(r->state, plan->units);
    }
    played->luck = p.luck;
    played->first = r->order_count;
    memcpy(r->began + (size_t)r->game_count * game->state_size, r->state, game->state_size);
    p.turn = game->turns(r->state).done;
    bool fine = true, at_once = crowd != NULL && crowd->at_once;
    for (rd_seats seats; fine && (seats = game->to_act(r->state)) != 0;) {
        if (crowd != NULL && p.turn >= crowd->turns) {
            break;
        }
        rd_seat seat = first_seat(seats);
        fine = at_once ? give_turn(&p, seat) : give_one(&p, seat);
    }
    played->count = r->order_count - played->first;
    r->turns += p.turn;
    r->game_count++;
    return fine;
}

static bool make_room(struct bench_record *r)
{
    const struct rd_game *game = r->game;
    r->began = malloc((size_t)BENCH_GAMES * game->state_size);
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
    r->crowd = bench_crowd_of(plan->game);
    r->seats = plan->setup->seats;
    double begin = bench_cpu_seconds();
    bool fine = make_room(r);
    while (fine && r->game_count < BENCH_GAMES && r->order_count < ORDERS &&
           (r->game_count == 0 || bench_cpu_seconds() - begin < plan->seconds)) {
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
        free(record->factors.factor);
        free(record->factors.word);
        free(record);
    }
}
