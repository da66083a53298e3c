/* Evolution of plans, on a game that is made for it: two gardeners plant three beds each in turn,
 * and what a crop brings is the test's to say. Their plain way is poor; what is better has to be
 * bred. */
#include <stdlib.h>

#include "bots/list.h"
#include "bots/plans.h"
#include "check.h"

enum { BEDS = 3, CROPS = 1000, PLANT = 0, DONE, SEASONS = 8, BUDGET = 3000, PLAIN_CROP = 1 };
enum { SCALE = 20 };

struct garden {
    uint32_t done;              /* turns */
    uint32_t seat;              /* of a view: whose it is */
    uint16_t crop[2][BEDS + 1]; /* 1 + crop, 0: an empty bed; the last is spare */
    int32_t harvest[2];
};

/* What crops bring: to the gardener, when he or the other ends a turn. */
struct fruit {
    int32_t first, last; /* crops */
    int32_t own, reply;
    int32_t luck; /* give or take */
};
static struct fruit fruits[2];
static uint32_t budget = BUDGET;
static int32_t harvest_before;     /* of the gardener who is asked */
static uint16_t way_crop[3][BEDS]; /* by way; the third is the other gardener's */

/* ---- the game ---- */

static rd_seat mover(const struct garden *g)
{
    return (rd_seat)(g->done % 2);
}

static rd_seats to_act(const void *state)
{
    const struct garden *g = state;
    return (rd_seats)(g->done >= SEASONS ? 0u : RD_SEAT_BIT(mover(g)));
}

static uint32_t legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct garden *g = state;
    uint32_t count = 0;
    if (to_act(g) != RD_SEAT_BIT(seat)) {
        return 0;
    }
    for (uint32_t i = 0; i <= BEDS * CROPS; i++) {
        struct rd_action action = { PLANT, { (uint16_t)(i / CROPS), (uint16_t)(i % CROPS), 0 } };
        if (i == BEDS * CROPS) {
            action = (struct rd_action){ DONE, { 0 } };
        } else if (g->crop[seat][i / CROPS] != 0) {
            continue;
        }
        if (count < cap) {
            out[count] = action;
        }
        count++;
    }
    return count;
}

static struct rd_verdict judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct garden *g = state;
    int fine = to_act(g) == RD_SEAT_BIT(seat) &&
               (action.verb == DONE || (action.arg[0] < BEDS && g->crop[seat][action.arg[0]] == 0));
    return rd_verdict_of(fine ? RD_OK : RD_AGAINST_RULES, 0, 0);
}

static int32_t worth_of(uint32_t planted, int reply, struct rd_luck *luck)
{
    int32_t crop = (int32_t)planted - 1, worth = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const struct fruit *fruit = &fruits[i];
        if (planted != 0 && crop >= fruit->first && crop <= fruit->last) {
            worth += reply ? fruit->reply : fruit->own;
            worth += !reply && fruit->luck > 0 ? rd_luck_range(luck, -fruit->luck, fruit->luck) : 0;
        }
    }
    return worth;
}

static void apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                  struct rd_event_log *log)
{
    struct garden *g = state;
    (void)log;
    if (action.verb == PLANT) {
        g->crop[seat][action.arg[0]] = (uint16_t)(action.arg[1] + 1);
        return;
    }
    for (uint32_t bed = 0; bed < BEDS; bed++) {
        g->harvest[seat] += worth_of(g->crop[seat][bed], 0, luck);
        g->harvest[1 - seat] += worth_of(g->crop[1 - seat][bed], 1, luck);
        g->crop[1 - seat][bed] = 0; /* his beds are free for his next turn */
    }
    g->done++;
}

static void observe(const void *state, rd_seat seat, void *view)
{
    memcpy(view, state, sizeof(struct garden));
    ((struct garden *)view)->seat = seat;
}

static void guess(const void *view, struct rd_luck *luck, void *state)
{
    (void)luck;
    memcpy(state, view, sizeof(struct garden));
}

static void outcome(const void *state, struct rd_outcome *out)
{
    memset(out, 0, sizeof *out);
    out->seats = 2;
    out->over = to_act(state) == 0;
}

static struct rd_turns turns(const void *state)
{
    struct rd_turns told = { ((const struct garden *)state)->done, SEASONS };
    return told;
}

static const struct rd_verb verbs[] = {
    [PLANT] = { "plant",
                "",
                RD_VERB_COMMANDS,
                { { "bed", RD_ARG_UNIT, BEDS, NULL }, { "crop", RD_ARG_AMOUNT, CROPS, NULL } } },
    [DONE] = { "done", "", RD_VERB_ENDS_TURN, { { 0 } } },
    { 0 },
};

static const struct rd_game garden = {
    .id = "garden",
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(struct garden),
    .view_size = sizeof(struct garden),
    .legal_max = BEDS * CROPS + 1,
    .verbs = verbs,
    .to_act = to_act,
    .legal = legal,
    .judge = judge,
    .apply = apply,
    .observe = observe,
    .guess = guess,
    .outcome = outcome,
    .turns = turns,
};

/* ---- what is known of it ---- */

static uint32_t orders(const struct rd_search_position *position, uint32_t playbook,
                       struct rd_action *out, uint32_t cap)
{
    const struct garden *g = position->state;
    uint32_t count = 0;
    for (uint32_t bed = 0; bed < BEDS && count + 1 < cap; bed++) {
        if (g->crop[position->seat][bed] == 0) {
            out[count++] =
                (struct rd_action){ PLANT, { (uint16_t)bed, way_crop[playbook][bed], 0 } };
        }
    }
    out[count++] = (struct rd_action){ DONE, { 0 } };
    return count;
}

static int32_t evaluate(const void *state, rd_seat seat)
{
    const struct garden *g = state;
    return g->harvest[seat] - g->harvest[1 - seat];
}

static const uint8_t own_playbooks[] = { 0, 1 }, other_playbooks[] = { 2 };
/* In the order of struct rd_heuristics, as the tables of the other games. */
static struct rd_heuristics heuristics = { .game = "garden",
                                           .orders = orders,
                                           .own_playbooks = own_playbooks,
                                           .other_playbooks = other_playbooks,
                                           .own_count = 2,
                                           .other_count = 1,
                                           .evaluate = evaluate,
                                           .scale = SCALE,
                                           .horizon = 4 };

static uint32_t crop_777_in_the_middle(const struct rd_search_position *position,
                                       const struct rd_action *list, uint32_t count, uint32_t *out,
                                       uint32_t cap)
{
    uint32_t found = 0;
    (void)position;
    for (uint32_t i = 0; i < count && found < cap; i++) {
        if (list[i].verb == PLANT && list[i].arg[0] == 1 && list[i].arg[1] == 777) {
            out[found++] = i;
        }
    }
    return found;
}

static uint32_t nothing(const struct rd_search_position *position, const struct rd_action *list,
                        uint32_t count, uint32_t *out, uint32_t cap)
{
    (void)position, (void)list, (void)count, (void)out, (void)cap;
    return 0;
}

/* ---- asking ---- */

static void plant_plainly(void)
{
    memset(fruits, 0, sizeof fruits);
    for (uint32_t playbook = 0; playbook < 3; playbook++) {
        for (uint32_t bed = 0; bed < BEDS; bed++) {
            way_crop[playbook][bed] = PLAIN_CROP;
        }
    }
}

/* The first order of a gardener's first turn. */
static struct rd_action ask(uint32_t evolves, uint32_t playbooks, uint64_t seed, uint32_t *nodes)
{
    struct garden state = { .harvest = { harvest_before } }, view;
    struct rd_level level = { .nodes = budget,
                              .engine = RD_ENGINE_PLANS,
                              .own_playbooks = (uint16_t)playbooks,
                              .other_playbooks = 1,
                              .evolves = (uint8_t)evolves };
    struct rd_luck luck = rd_luck_from_seed(seed);
    struct rd_action *list = calloc(garden.legal_max, sizeof *list);
    void *memory = malloc(rd_search_room(&garden)), *pool = malloc(rd_plans_room());
    struct rd_search search;
    observe(&state, 0, &view);
    struct rd_bot_question question = { .game = &garden,
                                        .view = &view,
                                        .legal = list,
                                        .legal_count = legal(&state, 0, list, garden.legal_max),
                                        .luck = &luck,
                                        .memory = memory };
    rd_search_open(&search, &question, &heuristics, &level);
    search.own = pool; /* the room of a game without levels is another engine's */
    struct rd_action answer = list[rd_plans_choose(&search)];
    *nodes = search.nodes;
    free(list);
    free(memory);
    free(pool);
    return answer;
}

static int is_plain(struct rd_action order)
{
    return order.verb == PLANT && order.arg[0] == 0 && order.arg[1] == PLAIN_CROP;
}

/* ---- tests ---- */

static void what_is_better_is_bred(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 9, 0, 0 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rd_action order = ask(1, 1, seed, &nodes);
        CHECK_EQ(order.verb, PLANT);
        CHECK(order.arg[1] >= 500);
        CHECK(nodes > BUDGET / 2 && nodes < BUDGET + 100);
    }
    CHECK(is_plain(ask(0, 1, 1, &nodes)));
    CHECK_EQ(nodes, 0);
}

/* Estimates are not that good. */
static void what_is_little_better_is_left(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 1, 0, 0 };
    heuristics.scale = SCALE + SCALE / 4; /* 1 where 25 are much: just not enough */
    for (uint64_t seed = 1; seed <= 10; seed++) {
        CHECK(is_plain(ask(1, 1, seed, &nodes)));
    }
    heuristics.scale = SCALE;
    CHECK(!is_plain(ask(1, 1, 1, &nodes)));
}

/* Who believes to be far ahead may be wrong about that, and not about what an order brings. */
static void what_is_gained_counts_however_far_one_is_ahead(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 1, 0, 0 };
    for (int32_t lead = -100 * SCALE; lead <= 100 * SCALE; lead += 100 * SCALE) {
        harvest_before = lead;
        CHECK(!is_plain(ask(1, 1, 1, &nodes)));
    }
    harvest_before = 0;
}

/* One order of three thousand is seldom hit by chance, unless somebody knows it is worth a try. */
static void what_is_worth_a_try_is_tried(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 777, 777, 9, 0, 0 };
    heuristics.candidates = crop_777_in_the_middle;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        CHECK_EQ(ask(1, 1, seed, &nodes).arg[1], 777);
    }
    heuristics.candidates = nothing;
    CHECK(is_plain(ask(1, 1, 1, &nodes)));
    CHECK_EQ(nodes, 0);
    heuristics.candidates = NULL;
}

static void what_the_others_answer_counts(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 9, -30, 0 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        CHECK(is_plain(ask(1, 1, seed, &nodes)));
    }
}

/* A hundred children or so a question, all the same but for luck, of which none may win often. */
static void luck_is_not_bred(void)
{
    uint32_t nodes, fooled = 0;
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 0, 0, 30 };
    for (uint64_t seed = 1; seed <= 60; seed++) {
        fooled += !is_plain(ask(1, 1, seed, &nodes));
    }
    printf("# fooled in %u of 60\n", fooled);
    CHECK(fooled <= 6);
}

/* One crop of a thousand is seldom hit by chance: it comes from the other parent, for its bed. */
static void orders_come_from_other_plans(void)
{
    uint32_t nodes, by_chance = 0;
    plant_plainly();
    way_crop[1][2] = 777;
    fruits[0] = (struct fruit){ 777, 777, 9, 0, 0 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        CHECK_EQ(ask(1, 2, seed, &nodes).arg[1], 777);
        by_chance += !is_plain(ask(1, 1, seed, &nodes));
    }
    CHECK(by_chance <= 3);
}

/* What one bed is given is tried in the others. */
static void orders_come_from_other_units(void)
{
    uint32_t nodes;
    plant_plainly();
    way_crop[0][0] = 777;
    fruits[0] = (struct fruit){ 777, 777, 9, 0, 0 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rd_action order = ask(1, 1, seed, &nodes);
        CHECK_EQ(order.arg[1], 777);
        CHECK(order.arg[0] != 0);
    }
}

/* A child needs eleven samples at least, and so does its parent. */
static void what_can_not_be_told_is_not_begun(void)
{
    uint32_t nodes;
    plant_plainly();
    fruits[0] = (struct fruit){ 0, 0, 9, 0, 0 };
    fruits[1] = (struct fruit){ 2, 999, 9, 0, 0 };
    budget = 4 * 22 - 1; /* a plan of four orders */
    CHECK(is_plain(ask(1, 1, 1, &nodes)));
    CHECK_EQ(nodes, 0);
    budget = 4 * 22; /* the other's four orders come as a surprise */
    CHECK(is_plain(ask(1, 1, 1, &nodes)));
    CHECK_EQ(nodes, 8);
    budget = 8 * 30;
    CHECK(!is_plain(ask(1, 1, 1, &nodes)));
    budget = BUDGET;
}

static void the_same_question_has_the_same_answer(void)
{
    uint32_t nodes[2];
    plant_plainly();
    fruits[0] = (struct fruit){ 500, 999, 9, 0, 30 };
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rd_action one = ask(1, 2, seed, &nodes[0]), two = ask(1, 2, seed, &nodes[1]);
        CHECK_EQ(rd_action_compare(one, two), 0);
        CHECK_EQ(nodes[0], nodes[1]);
    }
}

int main(void)
{
    RUN(what_is_better_is_bred);
    RUN(what_is_little_better_is_left);
    RUN(what_is_gained_counts_however_far_one_is_ahead);
    RUN(what_is_worth_a_try_is_tried);
    RUN(what_the_others_answer_counts);
    RUN(luck_is_not_bred);
    RUN(orders_come_from_other_plans);
    RUN(orders_come_from_other_units);
    RUN(what_can_not_be_told_is_not_begun);
    RUN(the_same_question_has_the_same_answer);
    return check_end();
}
