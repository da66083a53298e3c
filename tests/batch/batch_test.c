/* Batches of every game: the same as one game by hand, with any number of threads. */
#include "check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "redoubt/batch.h"
#include "redoubt/hash.h"

enum { GAMES = 6, STEPS = 60, SEED = 5 };

/* A batch with the arrays that its calls fill. */
struct table {
    const struct rd_game *game;
    struct rd_setup setup;
    struct rd_batch_plan plan;
    void *block;
    struct rd_batch *batch;
    uint32_t seats;
    struct rd_action *orders;
    float *reward;
    int32_t *score;
    uint8_t *terminated, *truncated, *to_act;
    uint32_t *illegal;
    uint64_t *hash;
};

static struct rd_batch_result result_of(const struct table *t)
{
    struct rd_batch_result result = { t->reward, t->terminated, t->truncated,
                                      t->to_act, t->illegal,    t->score };
    return result;
}

static void open_table(struct table *t, const struct rd_game *game, struct rd_batch_plan plan)
{
    memset(t, 0, sizeof *t);
    t->game = game;
    rd_setup_presets(game, &t->setup);
    t->plan = plan;
    t->plan.game = game;
    t->plan.setup = &t->setup;
    t->plan.seed = SEED;
    uint64_t size = rd_batch_size(&t->plan);
    t->block = aligned_alloc(RD_BATCH_ALIGN, size);
    t->batch = rd_batch_open(&t->plan, t->block, size);
    CHECK(t->batch != NULL);
    t->seats = rd_batch_seats(t->batch);
    size_t games = plan.games, cells = games * t->seats;
    t->orders = calloc(cells, sizeof *t->orders);
    t->reward = calloc(cells, sizeof *t->reward);
    t->score = calloc(cells, sizeof *t->score);
    t->terminated = calloc(games, 1);
    t->truncated = calloc(games, 1);
    t->to_act = calloc(games, 1);
    t->illegal = calloc(games, sizeof *t->illegal);
    t->hash = calloc(games, sizeof *t->hash);
}

static void close_table(struct table *t)
{
    rd_batch_close(t->batch);
    void *owned[] = { t->block,     t->orders, t->reward,  t->score, t->terminated,
                      t->truncated, t->to_act, t->illegal, t->hash };
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) {
        free(owned[i]);
    }
}

static rd_seats all_seats(const struct table *t)
{
    return (rd_seats)((1u << t->seats) - 1);
}

/* One step of random orders. */
static void play_step(struct table *t, uint64_t key)
{
    struct rd_batch_result result = result_of(t);
    CHECK_EQ(rd_batch_sample(t->batch, all_seats(t), key, t->orders), RD_BATCH_OK);
    CHECK_EQ(rd_batch_step(t->batch, t->orders, &result), RD_BATCH_OK);
}

static uint64_t hash_bytes(const void *bytes, size_t size)
{
    const uint64_t key[2] = { 1, 2 };
    return rd_siphash(key, bytes, size);
}

/* All that a learner is shown, in one number. */
static uint64_t all_shown(struct table *t)
{
    size_t tensors = (size_t)t->plan.games * t->seats * t->game->tensor_size, masks = 0;
    uint64_t sum = 0;
    int8_t *tensor = malloc(tensors);
    CHECK_EQ(rd_batch_observe(t->batch, all_seats(t), tensor), RD_BATCH_OK);
    sum = hash_bytes(tensor, tensors);
    free(tensor);
    for (uint32_t step = 0; step < RD_STEPS; step++) {
        masks = (size_t)t->plan.games * t->seats * rd_step_width(t->game->verbs, step);
        uint8_t *mask = malloc(masks);
        CHECK_EQ(rd_batch_masks(t->batch, all_seats(t), step, t->orders, mask), RD_BATCH_OK);
        sum = sum * 31 + hash_bytes(mask, masks);
        free(mask);
    }
    size_t cells = (size_t)t->plan.games * t->seats;
    sum = sum * 31 + hash_bytes(t->reward, cells * sizeof *t->reward);
    sum = sum * 31 + hash_bytes(t->score, cells * sizeof *t->score);
    return sum * 31 + hash_bytes(t->to_act, t->plan.games);
}

/* ---- the same as one game by hand --------------------------------------------------------------
 */

struct hand {
    void *state;
    struct rd_luck luck;
};

static void begin_by_hand(const struct table *t, struct hand *hand, uint64_t game, uint64_t episode)
{
    memset(hand->state, 0, t->game->state_size);
    hand->luck = rd_luck_from_key(SEED, game << 32 | episode);
    t->game->init(hand->state, &t->setup, &hand->luck);
}

static void step_by_hand(const struct table *t, struct hand *hand, const struct rd_action *orders)
{
    rd_seats begun = t->game->to_act(hand->state);
    for (rd_seat seat = 0; seat < t->seats; seat++) {
        if ((begun & t->game->to_act(hand->state) & RD_SEAT_BIT(seat)) != 0) {
            t->game->apply(hand->state, seat, orders[seat], &hand->luck, NULL);
        }
    }
}

static void plays_as_by_hand(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct table t;
        open_table(&t, rd_game_at(g), (struct rd_batch_plan){ .games = GAMES, .threads = 2 });
        struct hand hand = { .state = malloc(t.game->state_size) };
        const uint32_t which = GAMES - 1;
        begin_by_hand(&t, &hand, which, 0);
        for (uint32_t step = 0; step < STEPS; step++) {
            CHECK_EQ(rd_batch_hash(t.batch, t.hash), RD_BATCH_OK);
            CHECK_HEX(t.hash[which], rd_hash(hand.state, t.game->state_size));
            play_step(&t, step);
            step_by_hand(&t, &hand, t.orders + which * t.seats);
            CHECK_EQ(t.to_act[which], t.game->to_act(hand.state));
        }
        free(hand.state);
        close_table(&t);
    }
}

static void threads_change_nothing(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct rd_batch_plan plan = { .games = 9, .threads = 1, .flags = RD_BATCH_AUTO_RESET };
        struct table one, many;
        plan.steps = 25;
        open_table(&one, rd_game_at(g), plan);
        plan.threads = 4;
        open_table(&many, rd_game_at(g), plan);
        CHECK_EQ(rd_batch_threads(many.batch), 4);
        for (uint32_t step = 0; step < STEPS; step++) {
            play_step(&one, step);
            play_step(&many, step);
            if (step % 10 == 0) {
                CHECK_HEX(all_shown(&one), all_shown(&many));
            }
        }
        rd_batch_hash(one.batch, one.hash);
        rd_batch_hash(many.batch, many.hash);
        CHECK(memcmp(one.hash, many.hash, 9 * sizeof *one.hash) == 0);
        close_table(&one);
        close_table(&many);
    }
}

/* ---- steps and samples against the list -------------------------------------------------------
 */

struct lists {
    struct rd_action *legal;
    uint32_t count;
    struct rd_factors factors;
};

static void make_lists(const struct rd_game *game, const void *state, rd_seat seat,
                       struct lists *lists)
{
    struct rd_factors_room room = rd_factors_room(game);
    lists->legal = malloc(game->legal_max * sizeof *lists->legal);
    lists->factors = (struct rd_factors){ .factor_cap = room.factors, .word_cap = room.words };
    lists->factors.factor = malloc(room.factors * sizeof *lists->factors.factor);
    lists->factors.word = malloc(room.words * sizeof *lists->factors.word);
    rd_legal_factors(game, state, seat, lists->legal, &lists->factors);
    lists->count = game->legal(state, seat, lists->legal, game->legal_max);
}

static void drop_lists(struct lists *lists)
{
    free(lists->legal);
    free(lists->factors.factor);
    free(lists->factors.word);
}

/* Follows all masks from one step on. Checks that what they lead to is the list, in its order. */
struct climb {
    const struct rd_game *game;
    const struct lists *lists;
    uint32_t met, wrong;
};

static void climb(struct climb *c, uint32_t step, struct rd_action chosen)
{
    if (step == RD_STEPS) {
        c->wrong +=
            c->met >= c->lists->count || rd_action_compare(chosen, c->lists->legal[c->met]) != 0;
        c->met++;
        return;
    }
    uint32_t width = rd_step_width(c->game->verbs, step);
    uint8_t *mask = malloc(width);
    rd_step_mask(&c->lists->factors, step, chosen, mask, width);
    for (uint32_t value = 0; value < width; value++) {
        if (mask[value] != 0) {
            *(step == 0 ? &chosen.verb : &chosen.arg[step - 1]) = (uint16_t)value;
            climb(c, step + 1, chosen);
        }
    }
    free(mask);
}

/* A few hundred actions are followed by masks; of more, every one by its number. */
static void check_position(const struct rd_game *game, const void *state, rd_seat seat)
{
    struct lists lists;
    make_lists(game, state, seat, &lists);
    CHECK_EQ(rd_factor_total(&lists.factors), lists.count);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < lists.count; i += 1 + lists.count / 500) {
        wrong += rd_action_compare(rd_factor_at(&lists.factors, i), lists.legal[i]) != 0;
    }
    CHECK_EQ(wrong, 0);
    if (lists.count < 800) {
        struct climb c = { game, &lists, 0, 0 };
        climb(&c, 0, (struct rd_action){ 0, { 0 } });
        CHECK_EQ(c.wrong, 0);
        CHECK_EQ(c.met, lists.count);
    }
    drop_lists(&lists);
}

static void steps_lead_to_the_list(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct table t;
        open_table(&t, rd_game_at(g), (struct rd_batch_plan){ .games = 1, .threads = 1 });
        struct hand hand = { .state = malloc(t.game->state_size) };
        begin_by_hand(&t, &hand, 0, 0);
        for (uint32_t step = 0; step < 40 && t.game->to_act(hand.state) != 0; step++) {
            if (step % 4 == 0) {
                check_position(t.game, hand.state,
                               (rd_seat)__builtin_ctz(t.game->to_act(hand.state)));
            }
            play_step(&t, step);
            step_by_hand(&t, &hand, t.orders);
        }
        free(hand.state);
        close_table(&t);
    }
}

/* Masks of the batch, of the seat that is to act, are those that its factors say. */
static void masks_are_of_the_factors(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct table t;
        struct lists lists;
        open_table(&t, rd_game_at(g), (struct rd_batch_plan){ .games = 1, .threads = 1 });
        struct hand hand = { .state = malloc(t.game->state_size) };
        begin_by_hand(&t, &hand, 0, 0);
        for (uint32_t turn = 0; turn < 40 && t.game->to_act(hand.state) != 0; turn++) {
            rd_seat seat = (rd_seat)__builtin_ctz(t.game->to_act(hand.state));
            make_lists(t.game, hand.state, seat, &lists);
            struct rd_action chosen = lists.legal[turn * 7 % lists.count];
            for (uint32_t step = 0; step < RD_STEPS; step++) {
                uint32_t width = rd_step_width(t.game->verbs, step);
                uint8_t *want = malloc(width), *got = malloc(width);
                rd_step_mask(&lists.factors, step, chosen, want, width);
                CHECK_EQ(rd_batch_masks(t.batch, 0, step, &chosen, got), RD_BATCH_OK);
                CHECK(memcmp(want, got, width) == 0);
                free(want);
                free(got);
            }
            drop_lists(&lists);
            play_step(&t, turn);
            step_by_hand(&t, &hand, t.orders);
        }
        free(hand.state);
        close_table(&t);
    }
}

/* Heap begins with three orders, and a thousand games ask at once. */
static void samples_are_uniform(void)
{
    enum { MANY = 3000 };
    struct table t;
    uint32_t seen[4] = { 0 };
    open_table(&t, rd_game_find("null"), (struct rd_batch_plan){ .games = MANY, .threads = 2 });
    CHECK_EQ(rd_batch_sample(t.batch, 1, 77, t.orders), RD_BATCH_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        seen[t.orders[i].arg[0] % 4]++;
    }
    CHECK_EQ(seen[0], 0);
    for (uint32_t stones = 1; stones < 4; stones++) {
        CHECK(seen[stones] > 900 && seen[stones] < 1100);
    }
    close_table(&t);
}

/* ---- ends ---------------------------------------------------------------------------------------
 */

static void ends_are_kept(void)
{
    struct table t;
    open_table(&t, rd_game_find("null"),
               (struct rd_batch_plan){ .games = 1, .threads = 1, .flags = RD_BATCH_AUTO_RESET });
    struct hand hand = { .state = malloc(t.game->state_size) };
    void *view = malloc(t.game->view_size);
    int8_t want[64], got[64];
    begin_by_hand(&t, &hand, 0, 0);
    CHECK_EQ(rd_batch_observe_final(t.batch, 2, got), RD_BATCH_OK);
    CHECK_EQ(got[0], 0);
    for (uint32_t step = 0; t.game->to_act(hand.state) != 0; step++) {
        CHECK_EQ(t.terminated[0], 0);
        play_step(&t, step);
        step_by_hand(&t, &hand, t.orders);
    }
    CHECK_EQ(t.terminated[0], 1);
    CHECK_EQ((int32_t)(t.reward[0] + t.reward[1]), 0);
    CHECK_EQ((int32_t)(t.reward[0] * t.reward[1]), -1);
    struct rd_outcome outcome;
    t.game->outcome(hand.state, &outcome);
    CHECK_EQ(t.reward[0] > 0, outcome.rank[0] == 1);
    t.game->observe(hand.state, 1, view);
    t.game->encode(view, want);
    CHECK_EQ(rd_batch_observe_final(t.batch, 2, got), RD_BATCH_OK);
    CHECK(memcmp(want, got, t.game->tensor_size) == 0);
    begin_by_hand(&t, &hand, 0, 1); /* the next episode has a key of its own */
    rd_batch_hash(t.batch, t.hash);
    CHECK_HEX(t.hash[0], rd_hash(hand.state, t.game->state_size));
    CHECK_EQ(t.to_act[0], t.game->to_act(hand.state));
    free(view);
    free(hand.state);
    close_table(&t);
}

/* Dice of FATE, so that a wrong key is seen. */
static void episodes_have_their_own_luck(void)
{
    enum { LONG = 40 };
    struct rd_batch_plan plan = { .games = 2, .threads = 1, .flags = RD_BATCH_AUTO_RESET };
    struct table t;
    plan.steps = LONG;
    open_table(&t, rd_game_find("fate"), plan);
    struct hand hand = { .state = malloc(t.game->state_size) };
    for (uint32_t step = 0; step < 3 * LONG; step++) {
        if (step % LONG == 0) {
            begin_by_hand(&t, &hand, 1, step / LONG);
        }
        rd_batch_hash(t.batch, t.hash);
        CHECK_HEX(t.hash[1], rd_hash(hand.state, t.game->state_size));
        play_step(&t, step);
        step_by_hand(&t, &hand, t.orders + t.seats);
    }
    free(hand.state);
    close_table(&t);
}

/* Nothing legal begins with taking no stones; an argument that a verb has not is 0. */
static void masks_of_what_is_not_legal(void)
{
    struct table t;
    uint8_t mask[1] = { 9 };
    open_table(&t, rd_game_find("null"), (struct rd_batch_plan){ .games = 1, .threads = 1 });
    CHECK_EQ(rd_batch_masks(t.batch, 1, 2, t.orders, mask), RD_BATCH_OK);
    CHECK_EQ(mask[0], 0);
    t.orders[0].arg[0] = 2;
    CHECK_EQ(rd_batch_masks(t.batch, 1, 2, t.orders, mask), RD_BATCH_OK);
    CHECK_EQ(mask[0], 1);
    close_table(&t);
}

static void what_is_over_stays_so(void)
{
    struct table t;
    open_table(&t, rd_game_find("apoca"),
               (struct rd_batch_plan){ .games = 2, .threads = 1, .steps = 3 });
    for (uint32_t step = 0; step < 3; step++) {
        CHECK_EQ(t.truncated[0], 0);
        play_step(&t, step);
    }
    CHECK_EQ(t.truncated[0], 1);
    CHECK_EQ(t.terminated[0], 0);
    CHECK_EQ(t.to_act[0], 0);
    rd_batch_hash(t.batch, t.hash);
    uint64_t before = t.hash[0];
    play_step(&t, 3);
    rd_batch_hash(t.batch, t.hash);
    CHECK_HEX(t.hash[0], before);
    const uint8_t which[2] = { 1, 0 };
    CHECK_EQ(rd_batch_reset(t.batch, SEED, which), RD_BATCH_OK);
    struct rd_batch_result result = result_of(&t);
    CHECK_EQ(rd_batch_look(t.batch, &result), RD_BATCH_OK);
    CHECK_EQ(t.to_act[0], 3);
    CHECK_EQ(t.truncated[1], 1);
    close_table(&t);
}

/* ---- saves --------------------------------------------------------------------------------------
 */

static void saved_games_play_on(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct table t;
        uint64_t first[GAMES];
        open_table(&t, rd_game_at(g), (struct rd_batch_plan){ .games = GAMES, .threads = 2 });
        uint32_t size = rd_batch_save_size(t.batch);
        uint8_t *all = malloc((size_t)size * GAMES), *one = malloc(size);
        for (uint32_t step = 0; step < 3; step++) {
            play_step(&t, step);
        }
        CHECK_EQ(rd_batch_save_all(t.batch, all), RD_BATCH_OK);
        CHECK_EQ(rd_batch_save(t.batch, 2, one), RD_BATCH_OK);
        CHECK(memcmp(one, all + 2 * (size_t)size, size) == 0);
        play_step(&t, 3);
        rd_batch_hash(t.batch, first);
        CHECK_EQ(rd_batch_load_all(t.batch, all), RD_BATCH_OK);
        play_step(&t, 3);
        rd_batch_hash(t.batch, t.hash);
        CHECK(memcmp(t.hash, first, sizeof first) == 0);
        CHECK_EQ(rd_batch_load(t.batch, 0, one), RD_BATCH_OK);
        CHECK_EQ(rd_batch_load(t.batch, 1, one), RD_BATCH_OK);
        rd_batch_hash(t.batch, t.hash);
        CHECK_HEX(t.hash[0], t.hash[1]);
        memset(one + 40, 0xa5, size - 40);
        CHECK_EQ(rd_batch_load(t.batch, 1, one), RD_BATCH_BAD_SAVE);
        memcpy(all + (size_t)size * 5, one, size);
        CHECK_EQ(rd_batch_load_all(t.batch, all), RD_BATCH_BAD_SAVE);
        rd_batch_hash(t.batch, first);
        CHECK(memcmp(t.hash, first, sizeof first) == 0);
        CHECK_EQ(rd_batch_load(t.batch, GAMES, one), RD_BATCH_BAD_CALL);
        free(all);
        free(one);
        close_table(&t);
    }
}

/* ---- bad use ------------------------------------------------------------------------------------
 */

static void illegal_orders(void)
{
    struct table t;
    open_table(&t, rd_game_find("apoca"), (struct rd_batch_plan){ .games = 4, .threads = 2 });
    rd_batch_sample(t.batch, 3, 1, t.orders);
    rd_batch_hash(t.batch, t.hash);
    uint64_t before = t.hash[0];
    t.orders[2 * 2 + 1] = (struct rd_action){ 1, { 2, 4000, 0 } };
    t.orders[3 * 2] = (struct rd_action){ 900, { 0 } };
    CHECK_EQ(rd_batch_step(t.batch, t.orders, NULL), RD_BATCH_ILLEGAL);
    struct rd_batch_fault fault = rd_batch_fault(t.batch);
    CHECK_EQ(fault.game, 2);
    CHECK_EQ(fault.seat, 1);
    CHECK_EQ(fault.order.arg[1], 4000);
    CHECK(fault.verdict.code != RD_OK);
    rd_batch_hash(t.batch, t.hash);
    CHECK_HEX(t.hash[0], before);
    close_table(&t);

    open_table(&t, rd_game_find("apoca"),
               (struct rd_batch_plan){ .games = 4, .threads = 2, .flags = RD_BATCH_NOOP });
    struct rd_batch_result result = result_of(&t);
    rd_batch_sample(t.batch, 3, 1, t.orders);
    t.orders[2 * 2 + 1] = (struct rd_action){ 900, { 0 } };
    CHECK_EQ(rd_batch_step(t.batch, t.orders, &result), RD_BATCH_OK);
    CHECK_EQ(t.illegal[2], 1);
    CHECK_EQ(t.illegal[1], 0);
    rd_batch_hash(t.batch, t.hash);
    CHECK(t.hash[0] != before);
    close_table(&t);
}

static void bad_calls(void)
{
    struct table t;
    open_table(&t, rd_game_find("null"), (struct rd_batch_plan){ .games = 1 });
    int8_t tensor[8];
    CHECK_EQ(rd_batch_observe(t.batch, 4, tensor), RD_BATCH_BAD_CALL);
    CHECK_EQ(rd_batch_observe_final(t.batch, 1, tensor), RD_BATCH_BAD_CALL);
    CHECK_EQ(rd_batch_masks(t.batch, 1, RD_STEPS, t.orders, NULL), RD_BATCH_BAD_CALL);
    CHECK_EQ(rd_batch_masks(t.batch, 1, 1, NULL, NULL), RD_BATCH_BAD_CALL);
    CHECK_EQ(rd_batch_scene(t.batch, 1, 0, NULL), RD_BATCH_BAD_CALL);
    uint64_t size = rd_batch_size(&t.plan);
    CHECK(rd_batch_open(&t.plan, (uint8_t *)t.block + 8, size) == NULL);
    CHECK(rd_batch_open(&t.plan, t.block, size - 1) == NULL);
    t.plan.games = 0;
    CHECK_EQ(rd_batch_size(&t.plan), 0);
    t.plan.games = 1;
    t.setup.seats = 9;
    CHECK_EQ(rd_batch_size(&t.plan), 0);
    close_table(&t);
}

static void a_child_is_refused(void)
{
    struct table t;
    open_table(&t, rd_game_find("null"), (struct rd_batch_plan){ .games = 4, .threads = 2 });
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        enum rd_batch_code code = rd_batch_step(t.batch, t.orders, NULL);
        rd_batch_close(t.batch);
        _exit(code == RD_BATCH_FORKED ? 0 : 1);
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
    close_table(&t);
}

int main(void)
{
    RUN(plays_as_by_hand);
    RUN(threads_change_nothing);
    RUN(steps_lead_to_the_list);
    RUN(masks_are_of_the_factors);
    RUN(samples_are_uniform);
    RUN(ends_are_kept);
    RUN(episodes_have_their_own_luck);
    RUN(masks_of_what_is_not_legal);
    RUN(what_is_over_stays_so);
    RUN(saved_games_play_on);
    RUN(illegal_orders);
    RUN(bad_calls);
    RUN(a_child_is_refused);
    return check_end();
}
