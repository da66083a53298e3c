/* The random bot: what it is about first, then the verb, then the arguments. */
#include "bots/bot.h"
#include "check.h"

enum { BUY, MOVE, REST, CANCEL, DONE, DRAWS = 6000 };

#define UNIT                          \
    {                                 \
        "unit", RD_ARG_UNIT, 50, NULL \
    }
#define CELL                          \
    {                                 \
        "to", RD_ARG_CELL, 1000, NULL \
    }
static const struct rd_verb verbs[] = {
    [BUY] = { "buy", "", 0, { CELL } },
    [MOVE] = { "move", "", RD_VERB_COMMANDS, { UNIT, CELL } },
    [REST] = { "rest", "", RD_VERB_COMMANDS, { UNIT } },
    [CANCEL] = { "cancel", "", RD_VERB_TAKES_BACK, { UNIT } },
    [DONE] = { "done", "", RD_VERB_ENDS_TURN, { { 0 } } },
    { 0 },
};
static const struct rd_game game = { .id = "drill", .verbs = verbs };

/* Two units of which one can go to a hundred places and the other to one, a third that rests. */
static struct rd_action legal[256];
static uint32_t legal_count;

static void add(uint32_t verb, uint32_t first, uint32_t second)
{
    legal[legal_count++] =
        (struct rd_action){ (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
}

static void list_orders(void)
{
    legal_count = 0;
    for (uint32_t cell = 0; cell < 20; cell++) {
        add(BUY, cell, 0);
    }
    for (uint32_t cell = 0; cell < 100; cell++) {
        add(MOVE, 3, cell);
    }
    add(MOVE, 8, 500);
    for (uint32_t unit = 3; unit <= 13; unit += 5) {
        add(REST, unit, 0);
    }
    for (uint32_t unit = 3; unit <= 13; unit += 5) {
        add(CANCEL, unit, 0);
    }
    add(DONE, 0, 0);
}

static uint32_t draw(struct rd_luck *luck)
{
    struct rd_bot_question question = {
        .game = &game, .legal = legal, .legal_count = legal_count, .luck = luck
    };
    uint32_t choice = rd_bot_answer(rd_bot_find(&game, "random"), &question);
    CHECK(choice < legal_count);
    return choice;
}

/* How many of the draws, about. */
static int is_about(uint32_t count, uint32_t wanted)
{
    return count > wanted * 9 / 10 && count < wanted * 11 / 10;
}

static void topics_have_the_same_chance(void)
{
    uint32_t verb[DONE + 1] = { 0 }, move[50] = { 0 }, rest[50] = { 0 };
    struct rd_luck luck = rd_luck_from_seed(1);
    list_orders();
    for (uint32_t i = 0; i < DRAWS; i++) {
        struct rd_action action = legal[draw(&luck)];
        verb[action.verb]++;
        move[action.arg[0]] += action.verb == MOVE;
        rest[action.arg[0]] += action.verb == REST;
    }
    /* Six topics: to buy, three units, to take back, to be done. */
    CHECK(is_about(verb[BUY], DRAWS / 6));
    CHECK(is_about(move[3] + rest[3], DRAWS / 6));
    CHECK(is_about(move[8] + rest[8], DRAWS / 6));
    CHECK(is_about(rest[13], DRAWS / 6));
    CHECK(is_about(verb[CANCEL], DRAWS / 6));
    CHECK(is_about(verb[DONE], DRAWS / 6));
    /* A unit points at something, or not. */
    CHECK(is_about(move[3], DRAWS / 12));
    CHECK(is_about(move[8], DRAWS / 12));
}

static void every_order_comes(void)
{
    uint32_t seen[256] = { 0 }, missing = 0;
    struct rd_luck luck = rd_luck_from_seed(2);
    list_orders();
    for (uint32_t i = 0; i < 4 * DRAWS; i++) {
        seen[draw(&luck)]++;
    }
    for (uint32_t i = 0; i < legal_count; i++) {
        missing += seen[i] == 0;
    }
    CHECK_EQ(missing, 0);
}

static void one_order_is_enough(void)
{
    struct rd_luck luck = rd_luck_from_seed(3);
    for (uint32_t verb = BUY; verb <= DONE; verb++) {
        legal_count = 0;
        add(verb, verb == DONE ? 0 : 7, 0);
        CHECK_EQ(draw(&luck), 0);
    }
}

int main(void)
{
    RUN(topics_have_the_same_chance);
    RUN(every_order_comes);
    RUN(one_order_is_enough);
    return check_end();
}
