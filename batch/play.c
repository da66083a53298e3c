/* Games of a batch begin, go on and end. */
#include "batch/block.h"

#include <string.h>

/* ---- beginning ------------------------------------------------------------------------------- */

void batch_begin(struct rd_batch *batch, uint32_t game)
{
    const struct rd_game *rules = batch->plan.game;
    struct slot *slot = &batch->slot[game];
    struct rd_luck luck = rd_luck_from_key(slot->key[0], slot->key[1]);
    void *state = batch_state(batch, game);
    rules->init(state, &batch->setup, &luck);
    slot->drawn = luck.drawn;
    slot->steps = slot->illegal = 0;
    slot->to_act = rules->to_act(state);
    slot->ended = 0;
}

static void set_episode(struct slot *slot, uint64_t seed, uint32_t game, uint32_t episode)
{
    slot->episode = episode;
    slot->key[0] = seed;
    slot->key[1] = (uint64_t)game << 32 | episode;
}

struct reset_job {
    struct rd_batch *batch;
    uint64_t seed;
    const uint8_t *which;
};

static void reset_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    const struct reset_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        if (job->which == NULL || job->which[game] != 0) {
            set_episode(&job->batch->slot[game], job->seed, game, 0);
            batch_begin(job->batch, game);
        }
    }
}

enum rd_batch_code rd_batch_reset(struct rd_batch *batch, uint64_t seed, const uint8_t *which)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct reset_job job = { batch, seed, which };
    pool_run(&batch->pool, reset_some, &job, batch->plan.games);
    batch_leave(batch);
    return RD_BATCH_OK;
}

/* ---- orders ---------------------------------------------------------------------------------- */

enum { NO_FAULT = UINT32_MAX, SEATS_OF_A_FAULT = 8 };

struct step_job {
    struct rd_batch *batch;
    const struct rd_action *orders;
    struct rd_batch_result result;
    _Atomic uint32_t fault; /* game * SEATS_OF_A_FAULT + seat: the lowest */
};

/* The lowest, whoever finds it first. RD_BATCH_GAMES_MAX * 8 fits. */
static void note_fault(struct step_job *job, uint32_t game, rd_seat seat)
{
    uint32_t mine = game * SEATS_OF_A_FAULT + seat, known = atomic_load(&job->fault);
    while (mine < known && !atomic_compare_exchange_weak(&job->fault, &known, mine)) {
    }
}

static void judge_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    const struct rd_batch *batch = job->batch;
    const struct rd_action *order = job->orders + (size_t)first * batch->setup.seats;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        rd_seats to_act = batch->slot[game].ended ? 0 : batch->slot[game].to_act;
        for (rd_seat seat = 0; seat < batch->setup.seats; seat++, order++) {
            if ((to_act & RD_SEAT_BIT(seat)) != 0 &&
                batch->plan.game->judge(batch_state(batch, game), seat, *order).code != RD_OK) {
                note_fault(job, game, seat);
            }
        }
    }
}

/* One order. The last of a phase changes what others may do, so the state is asked again: an order
 * whose seat is no longer to act is dropped, and so is one that another order has made illegal. */
static void order_of(struct rd_batch *batch, uint32_t game, rd_seat seat, struct rd_action order,
                     bool judged)
{
    const struct rd_game *rules = batch->plan.game;
    struct slot *slot = &batch->slot[game];
    void *state = batch_state(batch, game);
    if (!judged && rules->judge(state, seat, order).code != RD_OK) {
        slot->illegal += (batch->plan.flags & RD_BATCH_NOOP) != 0;
        return;
    }
    struct rd_luck luck = rd_luck_from_key(slot->key[0], slot->key[1]);
    luck.drawn = slot->drawn;
    rules->apply(state, seat, order, &luck, NULL);
    slot->drawn = luck.drawn;
    slot->to_act = rules->to_act(state);
}

static void orders_of(const struct step_job *job, uint32_t game)
{
    struct rd_batch *batch = job->batch;
    struct slot *slot = &batch->slot[game];
    const struct rd_action *order = job->orders + (size_t)game * batch->setup.seats;
    rd_seats begun = slot->to_act;
    bool judged = (batch->plan.flags & RD_BATCH_NOOP) == 0; /* all were, before anything happened */
    for (rd_seat seat = 0; seat < batch->setup.seats; seat++) {
        if ((begun & slot->to_act & RD_SEAT_BIT(seat)) != 0) {
            order_of(batch, game, seat, order[seat], judged);
            judged = false;
        }
    }
    slot->steps++;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Of one seat at the end: 1 for who beats all others, -1 for who is beaten by all. */
static float reward_of(const struct rd_outcome *outcome, rd_seat seat)
{
    int32_t sum = 0;
    for (rd_seat other = 0; other < outcome->seats; other++) {
        sum += outcome->rank[other] > outcome->rank[seat];
        sum -= outcome->rank[other] < outcome->rank[seat];
    }
    return outcome->seats < 2 ? 0.0f : (float)sum / (float)(outcome->seats - 1);
}

static void tell_seats(const struct rd_batch *batch, const struct rd_batch_result *result,
                       uint32_t game, bool rewarded)
{
    struct rd_outcome outcome;
    size_t first = (size_t)game * batch->setup.seats;
    memset(&outcome, 0, sizeof outcome);
    if (rewarded || result->score != NULL) {
        batch->plan.game->outcome(batch_state(batch, game), &outcome);
    }
    for (rd_seat seat = 0; seat < batch->setup.seats; seat++) {
        if (result->reward != NULL) {
            result->reward[first + seat] = rewarded ? reward_of(&outcome, seat) : 0.0f;
        }
        if (result->score != NULL) {
            result->score[first + seat] = outcome.score[seat];
        }
    }
}

static void put(uint8_t *array, uint32_t game, uint8_t value)
{
    if (array != NULL) {
        array[game] = value;
    }
}

/* Keeps the end, and begins the next episode. */
static void go_on(struct rd_batch *batch, uint32_t game)
{
    struct slot *slot = &batch->slot[game];
    size_t size = batch->plan.game->state_size;
    memcpy(batch->final + game * size, batch_state(batch, game), size);
    batch->has_ended[game] = 1;
    set_episode(slot, slot->key[0], (uint32_t)(slot->key[1] >> 32), slot->episode + 1);
    batch_begin(batch, game);
}

static void tell_game(struct rd_batch *batch, const struct rd_batch_result *result, uint32_t game,
                      bool stepped)
{
    struct slot *slot = &batch->slot[game];
    bool over = slot->to_act == 0;
    bool cut_off = !over && batch->plan.steps > 0 && slot->steps >= batch->plan.steps;
    tell_seats(batch, result, game, stepped && over);
    put(result->terminated, game, over);
    put(result->truncated, game, cut_off);
    if (result->illegal != NULL) {
        result->illegal[game] = slot->illegal;
    }
    slot->ended = over || cut_off;
    if (stepped && slot->ended && (batch->plan.flags & RD_BATCH_AUTO_RESET) != 0) {
        go_on(batch, game);
    }
    put(result->to_act, game, slot->ended ? 0 : slot->to_act);
}

static void step_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        bool plays = !job->batch->slot[game].ended;
        if (plays) {
            orders_of(job, game);
        }
        tell_game(job->batch, &job->result, game, plays);
    }
}

static void look_at_some(void *argument, uint32_t worker, uint32_t first, uint32_t end)
{
    struct step_job *job = argument;
    (void)worker;
    for (uint32_t game = first; game < end; game++) {
        tell_game(job->batch, &job->result, game, false);
    }
}

/* ---- steps ----------------------------------------------------------------------------------- */

static enum rd_batch_code refuse(struct rd_batch *batch, const struct step_job *job)
{
    uint32_t fault = atomic_load(&job->fault);
    struct rd_batch_fault told = { .game = fault / SEATS_OF_A_FAULT,
                                   .seat = fault % SEATS_OF_A_FAULT };
    told.order = job->orders[(size_t)told.game * batch->setup.seats + told.seat];
    told.verdict =
        batch->plan.game->judge(batch_state(batch, told.game), (rd_seat)told.seat, told.order);
    batch->fault = told;
    return RD_BATCH_ILLEGAL;
}

enum rd_batch_code rd_batch_step(struct rd_batch *batch, const struct rd_action *orders,
                                 const struct rd_batch_result *result)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct step_job job = { .batch = batch, .orders = orders, .fault = NO_FAULT };
    if (result != NULL) {
        job.result = *result;
    }
    if ((batch->plan.flags & RD_BATCH_NOOP) == 0) {
        pool_run(&batch->pool, judge_some, &job, batch->plan.games);
    }
    if (atomic_load(&job.fault) != NO_FAULT) {
        code = refuse(batch, &job);
    } else {
        pool_run(&batch->pool, step_some, &job, batch->plan.games);
    }
    batch_leave(batch);
    return code;
}

enum rd_batch_code rd_batch_look(struct rd_batch *batch, const struct rd_batch_result *result)
{
    enum rd_batch_code code = batch_enter(batch);
    if (code != RD_BATCH_OK) {
        return code;
    }
    struct step_job job = { .batch = batch, .result = *result, .fault = NO_FAULT };
    pool_run(&batch->pool, look_at_some, &job, batch->plan.games);
    batch_leave(batch);
    return RD_BATCH_OK;
}

struct rd_batch_fault rd_batch_fault(const struct rd_batch *batch)
{
    return batch->fault;
}
