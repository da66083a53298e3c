/* What the rules of civ promise beyond the examples of the manual: limits of the lists, who is told
 * what, strengths of doubles, and games as large as they get. */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "games/civ/civ_ieee.h"
#include "games/civ/civ_internal.h"

enum { LOG_MAX = 32768, NOT_TOLD = -100000 };

static struct civ_state state;
static struct rd_event events[LOG_MAX];
static struct rd_event_log event_log = { events, LOG_MAX, 0 };

/* A meadow of 8 x 8, four corner cities, nothing else. */
static void begin(int32_t rules)
{
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1);
    struct civ_map map;
    rd_setup_presets(&civ_game, &setup);
    setup.option[CIV_OPT_RULES] = rules;
    setup.option[CIV_OPT_SIZE] = 8;
    setup.option[CIV_OPT_MAP_SEED] = 1;
    civ_game.init(&state, &setup, &luck);
    memset(&map, 0, sizeof map);
    map.size = 8;
    for (uint32_t i = 0; i < 64; i++) {
        map.terrain[i / 8 * CIV_SIDE_MAX + i % 8] = CIV_GRASSLAND;
    }
    civ_lay_board(state.terrain, &map);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        state.side[seat].food = 100000;
        state.side[seat].production = 100000;
        state.side[seat].trade = 100000;
    }
}

static uint32_t at(uint32_t x, uint32_t y)
{
    return y * CIV_SIDE_MAX + x;
}

static struct rd_action action_of(uint32_t verb, uint32_t first, uint32_t second)
{
    struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
    return action;
}

/* The reason to refuse it, 0 = accepted and done. */
static uint32_t order(rd_seat seat, struct rd_action action)
{
    struct rd_verdict verdict = civ_game.judge(&state, seat, action);
    event_log.count = 0;
    if (verdict.code == RD_OK) {
        civ_game.apply(&state, seat, action, NULL, &event_log);
        const char *flaw = civ_game.audit(&state);
        if (flaw != NULL) {
            CHECK_TEXT(flaw, "nothing");
        }
    }
    return verdict.code == RD_OK ? 0 : verdict.why;
}

static const struct rd_event *find_event(uint32_t kind)
{
    for (uint32_t i = 0; i < event_log.count; i++) {
        if (events[i].kind == kind) {
            return &events[i];
        }
    }
    return NULL;
}

/* ---- limits, R9.4 and R12.3 ---- */

static void lists_have_limits(void)
{
    begin(CIV_BOOK);
    struct civ_side *own = &state.side[0];
    for (uint32_t i = 0; i < CIV_ARMIES_MAX - 1; i++) {
        civ_add_army(own, at(3, 3), 50);
    }
    for (uint32_t i = 0; i < CIV_WORKERS_MAX - 1; i++) {
        civ_add_worker(own, at(4, 4));
    }
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_ARMY, 0)), 0);
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_ARMY, 0)), CIV_TOO_MANY_ARMIES);
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_ARMY, 1)), CIV_NO_CITY_HERE);
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_WORKER, 0)), 0);
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_WORKER, 0)), CIV_TOO_MANY_WORKERS);
    own->production = 9;
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_WORKER, 0)), CIV_NO_PRODUCTION);
}

/* 256 own cities on a larger board: one more only for somebody else. */
static void cities_have_a_limit_of_their_own(void)
{
    static struct rd_action legal[20000];
    begin(CIV_BOOK);
    state.common.size = 32;
    memset(state.terrain, 0, sizeof state.terrain);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        civ_drop_city(&state.side[seat], 0);
        civ_add_city(&state.side[seat], at(31, 31 - seat));
    }
    for (uint32_t i = 1; i < CIV_CITIES_MAX; i++) {
        civ_add_city(&state.side[0], at(i % 32, i / 32));
    }
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_CITY, at(5, 9))), CIV_TOO_MANY_CITIES);
    civ_add_worker(&state.side[2], at(5, 9));
    uint32_t count = civ_game.legal(&state, 0, legal, 20000);
    uint32_t cities = 0;
    for (uint32_t i = 0; i < count; i++) {
        cities += legal[i].verb == CIV_PRODUCE && legal[i].arg[0] == CIV_CITY;
    }
    CHECK_EQ(cities, 1);
    CHECK_EQ(order(0, action_of(CIV_PRODUCE, CIV_CITY, at(5, 9))), 0);
    CHECK_EQ(state.side[0].cities, CIV_CITIES_MAX);
    CHECK_EQ(state.side[2].cities, 2);
}

static void what_does_not_fit_is_lost(void)
{
    begin(CIV_BOOK);
    for (uint32_t i = 0; i < CIV_ARMIES_MAX - 1; i++) {
        civ_add_army(&state.side[0], at(3, 3), 50);
    }
    civ_add_army(&state.side[0], at(6, 0), 100);
    for (uint32_t i = 0; i < 3; i++) { /* beside its city, not in it */
        civ_add_army(&state.side[1], at(7, 1), 60);
        civ_add_worker(&state.side[1], at(7, 2));
    }
    CHECK_EQ(order(0, action_of(CIV_MOVE_ARMY, at(6, 0), 1)), 0);
    CHECK_EQ(order(0, action_of(CIV_END_TURN, 0, 0)), 0);
    CHECK_EQ(state.side[0].armies, CIV_ARMIES_MAX);
    CHECK_EQ(state.side[0].workers, 3);
    CHECK_EQ(state.side[1].armies + state.side[1].workers + state.side[1].cities, 0);
    CHECK(find_event(CIV_E_CONVERT_LOST) != NULL);
    CHECK(find_event(CIV_E_ELIMINATED) != NULL);
}

static void stocks_and_research_have_a_limit(void)
{
    begin(CIV_FINAL);
    state.side[1].production = CIV_STOCK_MAX - 1;
    state.side[1].trade = CIV_STOCK_MAX;
    CHECK_EQ(order(0, action_of(CIV_END_TURN, 0, 0)), 0);
    CHECK_EQ(state.side[1].production, CIV_STOCK_MAX);
    CHECK_EQ(order(1, action_of(CIV_END_TURN, 0, 0)), 0);
    state.side[2].research[CIV_OFFENSE] = CIV_RESEARCH_MAX;
    CHECK_EQ(order(2, action_of(CIV_RESEARCH, CIV_OFFENSE, 0)), CIV_TOO_MUCH_RESEARCH);
    CHECK_EQ(order(2, action_of(CIV_RESEARCH, CIV_DEFENSE, 0)), 0);
}

/* ---- who is told what, R14.1 to R14.3 ---- */

static void only_the_owner_hears_of_an_attack_order(void)
{
    begin(CIV_BOOK);
    civ_add_army(&state.side[0], at(3, 3), 100);
    civ_add_army(&state.side[1], at(4, 3), 100);
    CHECK_EQ(order(0, action_of(CIV_MOVE_ARMY, at(3, 3), 1)), 0);
    const struct rd_event *told = find_event(CIV_E_ATTACK_ORDERED);
    CHECK(told != NULL && told->seen_by == (RD_SEAT_BIT(0) | RD_SEAT_BIT(RD_SPECTATOR)));
    static struct civ_view view;
    civ_game.observe(&state, 1, &view);
    CHECK_EQ(view.common.target_count, 0);
    CHECK_EQ(view.side[0].army[0], at(3, 3));
    civ_game.observe(&state, RD_SPECTATOR, &view);
    CHECK_EQ(view.common.target_count, 1);
    CHECK_EQ(view.target[0], at(4, 3));
}

static void a_battle_has_both_damages(void)
{
    begin(CIV_BOOK);
    state.side[0].research[CIV_OFFENSE] = 1;
    civ_add_army(&state.side[0], at(3, 3), 100);
    civ_add_army(&state.side[0], at(4, 2), 100);
    civ_add_army(&state.side[1], at(4, 3), 100);
    CHECK_EQ(order(0, action_of(CIV_MOVE_ARMY, at(3, 3), 1)), 0);
    CHECK_EQ(order(0, action_of(CIV_MOVE_ARMY, at(4, 2), 4)), 0);
    CHECK_EQ(order(0, action_of(CIV_END_TURN, 0, 0)), 0);
    const struct rd_event *battle = find_event(CIV_E_BATTLE), *struck = find_event(CIV_E_STRUCK);
    CHECK(battle != NULL && struck != NULL);
    CHECK_EQ(battle->arg[2], 2);
    CHECK_EQ(battle->arg[3], 1);
    CHECK_EQ(struck[0].arg[0], 1); /* the defender: 100 * 13 * 2 / (10 * 1) */
    CHECK_EQ(struck[0].arg[3], 260);
    CHECK_EQ(struck[0].arg[4], 1);
    CHECK_EQ(struck[1].arg[0], 0);
    CHECK_EQ(struck[1].arg[3], 50);
    CHECK_EQ(struck[1].cause, 1 + (uint32_t)(battle - events));
    CHECK_EQ((battle->seen_by & RD_SEAT_BIT(2)) != 0, 0);
}

/* Seat 2 sees where the worker was, not what it met: it hears that it left. */
static void who_sees_half_hears_half(void)
{
    begin(CIV_FINAL);
    civ_add_worker(&state.side[0], at(4, 4));
    civ_add_army(&state.side[1], at(5, 4), 100);
    civ_add_army(&state.side[2], at(1, 4), 100);
    CHECK_EQ(order(0, action_of(CIV_MOVE_WORKER, at(4, 4), 1)), 0);
    const struct rd_event *left = find_event(CIV_E_LEFT), *died = find_event(CIV_E_WORKERS_KILLED);
    CHECK(left != NULL && left->seen_by == RD_SEAT_BIT(2));
    CHECK(died != NULL && (died->seen_by & RD_SEAT_BIT(2)) == 0);
    CHECK(died != NULL && (died->seen_by & RD_SEAT_BIT(1)) != 0);
}

/* ---- doubles, R15.5 and R15.9 ---- */

static void strengths_add_up_like_doubles(void)
{
    static const double ladder[] = { 1.0,
                                     1.1,
                                     1.2000000000000002,
                                     1.3000000000000003,
                                     1.4000000000000004,
                                     1.5000000000000004,
                                     1.6000000000000005 };
    for (uint32_t i = 0; i < sizeof ladder / sizeof ladder[0]; i++) {
        double strength = civ_final_strength(i);
        CHECK(memcmp(&strength, &ladder[i], sizeof strength) == 0);
    }
}

static void blows_are_truncated_doubles(void)
{
    struct civ_blow blow = { .offense = 2,
                             .defense = 1,
                             .terrain_dealing = CIV_FOREST,
                             .terrain_taking = CIV_GRASSLAND,
                             .armies = 2 };
    CHECK_EQ(civ_final_attack(&blow), 81);
    struct civ_blow walls = { .terrain_dealing = CIV_MOUNTAINS,
                              .terrain_taking = CIV_HILLS,
                              .home_dealing = 1,
                              .armies = 2 };
    CHECK_EQ(civ_final_defence(&walls), 400);
    struct civ_blow huge = { .offense = CIV_RESEARCH_MAX,
                             .terrain_dealing = CIV_MOUNTAINS,
                             .home_dealing = 1,
                             .armies = CIV_ARMIES_MAX };
    CHECK_EQ(civ_final_defence(&huge), 1000); /* deadly is enough */
}

/* ---- the largest games ---- */

static void crowd(uint32_t size)
{
    state.common.size = (uint8_t)size;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        struct civ_side *side = &state.side[seat];
        side->food = CIV_STOCK_MAX;
        for (uint32_t i = 0; i < CIV_ARMIES_MAX; i++) {
            civ_add_army(side, at((i * 7 + seat * 16) % size, i / 16 % size), 100);
            civ_add_worker(side, at((i * 5 + seat * 16) % size, i / 16 % size));
        }
    }
}

/* Everybody attacks whatever is east of it: nothing overflows, nothing is lost count of. */
static void full_lists_can_be_played(void)
{
    static struct rd_action legal[20000];
    static struct rd_scene scene;
    static struct civ_view view;
    begin(CIV_BOOK);
    crowd(64);
    CHECK(civ_game.audit(&state) == NULL);
    for (uint32_t turn = 0; turn < 8; turn++) {
        rd_seat seat = state.common.current;
        uint32_t count = civ_game.legal(&state, seat, legal, 20000);
        CHECK(count <= civ_game.legal_max);
        for (uint32_t i = 0; i < count; i++) {
            if (legal[i].verb >= CIV_MOVE_WORKER && legal[i].arg[1] == 1 + turn % 4 &&
                civ_game.judge(&state, seat, legal[i]).code == RD_OK) {
                civ_game.apply(&state, seat, legal[i], NULL, NULL);
            }
        }
        CHECK_EQ(order(seat, action_of(CIV_END_TURN, 0, 0)), 0);
        CHECK(event_log.count <= civ_game.events_max);
        civ_game.observe(&state, RD_SPECTATOR, &view);
        civ_game.scene(&view, &scene);
        CHECK(scene.token_count <= RD_TOKENS_MAX);
    }
}

/* R6.1: a sign for each food, production and trade of a tile in sight, none in the dark. */
static void scenes_show_what_tiles_yield(void)
{
    static struct civ_view view;
    static struct rd_scene scene;
    uint32_t wrong = 0;
    begin(0);
    civ_game.observe(&state, 0, &view);
    civ_game.scene(&view, &scene);
    for (uint32_t cell = 0; cell < scene.cell_count; cell++) {
        uint32_t signs[3] = { 0, 0, 0 };
        for (uint32_t i = 0; i < scene.mark_count; i++) {
            signs[scene.mark[i].name] += scene.mark[i].from == cell;
        }
        const struct civ_yield *want = &civ_ruleset_of(&state.common)->yield[CIV_GRASSLAND];
        uint32_t lit = scene.cell[cell].light == 2;
        wrong += signs[0] != lit * want->food || signs[1] != lit * want->production ||
                 signs[2] != lit * want->trade;
    }
    CHECK_EQ(wrong, 0);
    CHECK(scene.mark_count > 0);
    CHECK_TEXT(civ_game.mark_names[2], "trade");
}

/* What the seat is told of its food after the next harvest and meals, R6.1 and R7.1. */
static int32_t food_ahead(rd_seat seat)
{
    static struct civ_view view;
    static struct rd_scene scene;
    civ_game.observe(&state, seat, &view);
    civ_game.scene(&view, &scene);
    for (uint32_t i = 0; i < scene.counter_count; i++) {
        if (strcmp(civ_game.counter_names[scene.counter[i].name], "food after the next meals") ==
            0) {
            CHECK_EQ(scene.counter[i].owner, seat + 1);
            return scene.counter[i].value;
        }
    }
    return NOT_TOLD;
}

/* The first seat with so many armies and so much food: what it was told, then a round. */
static int32_t foreseen_round(uint32_t armies, int32_t food)
{
    begin(0);
    struct civ_side *side = &state.side[0];
    for (uint32_t i = 0; i < armies; i++) {
        side->army[i] = side->city[0];
        side->health[i] = CIV_HEALTH;
    }
    side->armies = (uint16_t)armies;
    side->food = food;
    int32_t ahead = food_ahead(0);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        CHECK_EQ(order((rd_seat)seat, action_of(CIV_END_TURN, 0, 0)), 0);
    }
    return ahead;
}

static void scenes_foresee_hunger(void)
{
    int32_t enough = foreseen_round(3, 7);
    CHECK(enough >= 0);
    CHECK_EQ(state.side[0].food, enough);
    CHECK_EQ(state.side[0].armies, 3);
    int32_t short_of = foreseen_round(3, 2);
    CHECK_EQ(short_of, enough - 5);
    CHECK(short_of < 0);
    CHECK(state.side[0].armies < 3);
    CHECK_EQ(food_ahead(RD_SPECTATOR), NOT_TOLD);
}

int main(void)
{
    RUN(lists_have_limits);
    RUN(cities_have_a_limit_of_their_own);
    RUN(what_does_not_fit_is_lost);
    RUN(stocks_and_research_have_a_limit);
    RUN(only_the_owner_hears_of_an_attack_order);
    RUN(a_battle_has_both_damages);
    RUN(who_sees_half_hears_half);
    RUN(strengths_add_up_like_doubles);
    RUN(blows_are_truncated_doubles);
    RUN(full_lists_can_be_played);
    RUN(scenes_show_what_tiles_yield);
    RUN(scenes_foresee_hunger);
    return check_end();
}
