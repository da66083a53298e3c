/* Positions of Classic that no order leads to, in which two numbers are wrong at once: audit
 * refuses each. One wrong number alone is what tests/laws/limits tries. */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "games/classic/classic.h"
#include "redoubt/game.h"

static const struct rd_game *game;

static void order(struct classic_state *s, rd_seat seat, uint16_t verb, uint16_t first,
                  uint16_t second)
{
    struct rd_luck luck = rd_luck_from_seed(0);
    struct rd_action action = { verb, { first, second } };
    CHECK_EQ(game->judge(s, seat, action).code, RD_OK);
    game->apply(s, seat, action, &luck, NULL);
    CHECK(game->audit(s) == NULL);
}

/* A new game in which P1 has bought one of the type, beside its base. */
static void open_shop(struct classic_state *s, uint16_t type)
{
    struct rd_luck luck = rd_luck_from_seed(0);
    struct rd_action legal[64];
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    game->init(s, &setup, &luck);
    s->open.gold[0] = 100;
    uint32_t count = game->legal(s, 0, legal, 64);
    CHECK(count > 0 && legal[0].verb == CLASSIC_BUY);
    order(s, 0, CLASSIC_BUY, type, legal[0].arg[1]);
}

static bool is_refused(const struct classic_state *s)
{
    return game->audit(s) != NULL;
}

/* A scout may walk at once; another unit may not, and a scout may do nothing else. */
static void what_was_bought_has_few_orders(void)
{
    struct classic_state s;
    open_shop(&s, CLASSIC_SCOUT);
    struct classic_order *first = &s.secret[0].order[s.open.unit_count[0]];
    uint16_t cell = (uint16_t)classic_bought_cell(s.secret[0].bought[0]);
    first->verb = CLASSIC_HEAL;
    CHECK(is_refused(&s));
    first->verb = 0;
    order(&s, 0, CLASSIC_MOVE, s.open.next_id[0], (uint16_t)(cell + 1));
    s.secret[0].bought[0] = (uint16_t)(cell + 4096 * CLASSIC_SOLDIER);
    s.secret[0].spent = classic_kinds[CLASSIC_SOLDIER].cost;
    CHECK(is_refused(&s));
    memset(first, 0, sizeof *first);
    s.secret[0].priority = 0;
    CHECK(!is_refused(&s)); /* a soldier without an order */
}

/* The gold that was spent is the price of all, and nobody spends more than there is. */
static void purchases_have_their_price(void)
{
    struct classic_state s;
    open_shop(&s, CLASSIC_SOLDIER);
    s.open.gold[0] = classic_kinds[CLASSIC_SOLDIER].cost;
    CHECK(!is_refused(&s));
    s.open.gold[0]--;
    CHECK(is_refused(&s));
    s.secret[0].spent--;
    CHECK(is_refused(&s));
    s.open.gold[0] = classic_kinds[CLASSIC_ARCHER].cost;
    s.secret[0].spent = classic_kinds[CLASSIC_ARCHER].cost;
    CHECK(is_refused(&s));
}

/* Two orders that count have two numbers, none above the last that was given. */
static void numbers_are_given_once(void)
{
    struct classic_state s;
    open_shop(&s, CLASSIC_SCOUT);
    uint16_t cell = (uint16_t)classic_bought_cell(s.secret[0].bought[0]);
    uint16_t id = s.open.next_id[0];
    order(&s, 0, CLASSIC_MOVE, id, (uint16_t)(cell + 1));
    struct classic_order *first = &s.secret[0].order[s.open.unit_count[0]];
    uint16_t number = first->priority;
    CHECK(number > 0);
    first->priority = (uint16_t)(s.secret[0].priority + 1);
    CHECK(is_refused(&s));
    s.secret[0].priority++;
    CHECK(!is_refused(&s));
    first->priority = 0;
    CHECK(is_refused(&s));
}

int main(void)
{
    game = rd_game_find("classic");
    RUN(what_was_bought_has_few_orders);
    RUN(purchases_have_their_price);
    RUN(numbers_are_given_once);
    return check_end();
}
