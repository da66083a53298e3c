/* The scene for people: prices, words without underscores, gold that agrees with the events, the
 * signs that are laid over the board for those who ask, and who lives in camps and lairs. */
#include <string.h>

#include "check.h"
#include "games/fortress/fortress_internal.h"

static struct fortress_state state;
static struct fortress_view view;
static struct rd_scene scene;
static struct rd_event events[8192];
static struct rd_luck luck;

static void begin(void)
{
    struct rd_setup setup;
    rd_setup_presets(&fortress_game, &setup);
    luck = rd_luck_from_seed(1);
    fortress_game.init(&state, &setup, &luck);
}

static void look(rd_seat seat)
{
    fortress_game.observe(&state, seat, &view);
    fortress_game.scene(&view, &scene);
}

/* The value of a counter, -1 if this scene has none of that name. */
static int32_t counter(const char *name, uint32_t owner)
{
    for (uint32_t i = 0; i < scene.counter_count; i++) {
        const struct rd_scene_counter *one = &scene.counter[i];
        if (one->owner == owner && strcmp(fortress_game.counter_names[one->name], name) == 0) {
            return one->value;
        }
    }
    return -1;
}

/* Do what the seat may do first of this verb; the events of it. */
static struct rd_event_log act(rd_seat seat, uint32_t verb)
{
    static struct rd_action legal[4096];
    struct rd_event_log log = { events, sizeof events / sizeof events[0], 0 };
    uint32_t count = fortress_game.legal(&state, seat, legal, 4096), i = 0;
    while (i < count && i < 4096 && legal[i].verb != verb) {
        i++;
    }
    CHECK(i < count);
    fortress_game.apply(&state, seat, legal[i], &luck, &log);
    return log;
}

/* The fact of the last event of this kind to this seat, -1 if there was none. */
static int32_t fact(const struct rd_event_log *log, uint32_t kind, rd_seat seat, const char *name)
{
    int32_t value = -1;
    for (uint32_t i = 0; i < log->count; i++) {
        for (uint32_t k = 0; log->event[i].kind == kind && k < RD_EVENT_ARGS_MAX; k++) {
            const char *known = fortress_game.events[kind].arg[k].name;
            int32_t named = known != NULL && strcmp(known, name) == 0;
            value = named && log->event[i].arg[0] == seat ? log->event[i].arg[k] : value;
        }
    }
    return value;
}

static void prices_are_those_of_the_tables(void)
{
    begin();
    look(1);
    CHECK_EQ(counter("archer price in gold", 2), 100);
    CHECK_EQ(counter("crystal miner price in gold", 2), 50);
    CHECK_EQ(counter("wizard price in gold", 2), 150);
    CHECK_EQ(counter("fortification price in gold a step", 2), 15);
    CHECK_EQ(counter("spawn tower price in gold a step", 2), 20);
    CHECK_EQ(counter("mana pump price in gold a step", 2), 10);
    CHECK_EQ(counter("archer price in gold", 1), -1);
    look(RD_SPECTATOR);
    CHECK_EQ(counter("archer price in gold", 2), -1);
}

/* What can be bought or built is a token, and its price begins with the token's name. */
static void prices_are_called_after_tokens(void)
{
    uint32_t prices = 0;
    for (uint32_t i = 0; fortress_game.counter_names[i] != NULL; i++) {
        const char *name = fortress_game.counter_names[i], *end = strstr(name, " price in gold");
        uint32_t found = 0;
        for (uint32_t k = 0; end != NULL && fortress_game.token_names[k] != NULL; k++) {
            size_t length = (size_t)(end - name);
            found += strlen(fortress_game.token_names[k]) == length &&
                     memcmp(fortress_game.token_names[k], name, length) == 0;
        }
        CHECK(end == NULL || found == 1);
        prices += end != NULL;
    }
    CHECK_EQ(prices, FORTRESS_BOUGHT_TYPES + FORTRESS_STRUCTURES);
}

static void no_name_has_an_underscore(void)
{
    const char *const *lists[] = { fortress_game.terrain_names, fortress_game.token_names,
                                   fortress_game.mood_names, fortress_game.counter_names,
                                   fortress_game.mark_names };
    for (uint32_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        for (uint32_t k = 0; lists[i][k] != NULL; k++) {
            CHECK(strchr(lists[i][k], '_') == NULL);
        }
    }
}

/* Clients tell what a turn will bring from facts that are called like the counter. */
static void events_tell_the_gold_that_is_shown(void)
{
    begin();
    look(0);
    CHECK_EQ(counter("gold", 1), 50);
    struct rd_event_log log = act(0, FORTRESS_BUY); /* the cheapest that 50 gold pays */
    look(0);
    CHECK_EQ(counter("gold", 1), 0);
    CHECK_EQ(fact(&log, FORTRESS_E_BOUGHT, 0, "gold"), 0);
    act(0, FORTRESS_DONE);
    log = act(1, FORTRESS_DONE);
    look(0);
    CHECK_EQ(fact(&log, FORTRESS_E_INCOME, 0, "income"), 25);
    CHECK_EQ(fact(&log, FORTRESS_E_INCOME, 0, "gold"), counter("gold", 1));
    look(1);
    CHECK_EQ(fact(&log, FORTRESS_E_INCOME, 1, "gold"), counter("gold", 2));
}

/* How often the scene has this sign on a cell of the board; owner 9: anybody's. */
static uint32_t signs(const char *name, uint32_t cell, uint32_t owner)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < scene.mark_count; i++) {
        const struct rd_scene_mark *mark = &scene.mark[i];
        const struct rd_scene_cell *at = &scene.cell[mark->from];
        found += mark->from == mark->to && at->x == fortress_x(cell) && at->y == fortress_y(cell) &&
                 (owner == 9 || mark->owner == owner) &&
                 strcmp(fortress_game.mark_names[mark->name], name) == 0;
    }
    return found;
}

static uint32_t base_cell(uint32_t seat)
{
    return state.piece[fortress_structure_who(seat, fortress_base_slot(&state, seat))].cell;
}

static uint32_t far_east(uint32_t cell, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) {
        cell = fortress_beside(cell, 0);
    }
    return cell;
}

static uint8_t road_of(uint32_t seat)
{
    return (uint8_t)(FORTRESS_CODE_ROAD + seat);
}

/* R13.8: a road beside the base is connected, one far away is cut off; rails go before roads. */
static void networks_are_those_of_the_income(void)
{
    begin();
    uint32_t base = base_cell(0), road = fortress_beside(base, 0), rail = fortress_beside(base, 1);
    uint32_t lone = far_east(base, 10);
    fortress_set_site(&state, road, road_of(0));
    fortress_set_site(&state, rail, FORTRESS_CODE_RAIL);
    fortress_set_site(&state, lone, road_of(0));
    look(0);
    CHECK_EQ(signs("road network", road, 1), 1);
    CHECK_EQ(signs("rail network", rail, 1), 1);
    CHECK_EQ(signs("road network", rail, 9), 0);
    CHECK_EQ(signs("road network", base, 1), 1);
    CHECK_EQ(signs("cut off", lone, 1), 1);
    CHECK_EQ(signs("cut off", road, 9), 0);
    look(1);
    CHECK_EQ(signs("road network", road, 9) + signs("cut off", lone, 9), 0);
    look(RD_SPECTATOR);
    CHECK_EQ(signs("road network", base, 9), 0);
}

/* An enemy in sight: puts one into the view, as observe() would. */
static void show(uint32_t type, uint32_t owner, uint32_t cell, uint32_t health)
{
    struct fortress_seen seen = { .id = 1999,
                                  .cell = (uint16_t)cell,
                                  .health = (uint8_t)health,
                                  .type = (uint8_t)type,
                                  .owner = (uint8_t)owner };
    view.seen[view.seen_count] = seen;
    view.seen_count++;
    fortress_game.scene(&view, &scene);
}

/* On unknown ground, which costs a point: soldiers walk 2 steps, cavalry 3; arrows fly 2, fire 3.
 */
static void threats_are_what_enemies_in_sight_can_do(void)
{
    begin();
    uint32_t middle = far_east(base_cell(0), 16);
    look(0);
    CHECK_EQ(signs("threatened", middle, 9), 0);
    show(FORTRESS_SOLDIER, 1, middle, 100);
    CHECK_EQ(signs("threatened", far_east(middle, 2), 2), 1);
    CHECK_EQ(signs("threatened", far_east(middle, 3), 9), 0);
    look(0);
    show(FORTRESS_CAVALRY, 1, middle, 100);
    CHECK_EQ(signs("threatened", far_east(middle, 3), 2), 1);
    CHECK_EQ(signs("threatened", far_east(middle, 4), 9), 0);
    look(0);
    show(FORTRESS_DRAGON, FORTRESS_NEUTRAL, middle, 100);
    CHECK_EQ(signs("threatened", far_east(middle, 3), 0), 1);
    CHECK_EQ(signs("threatened", far_east(middle, 4), 9), 0);
    look(0);
    show(FORTRESS_TOWER, 1, middle, 100); /* towers do not strike */
    CHECK_EQ(signs("threatened", far_east(middle, 1), 9), 0);
    show(FORTRESS_ARCHER, 1, middle, 100); /* R9.2: one more from its own tower */
    CHECK_EQ(signs("threatened", far_east(middle, 3), 2), 1);
    look(0);
    show(FORTRESS_DRAGON, FORTRESS_NEUTRAL, middle, 0); /* only remembered */
    CHECK_EQ(signs("threatened", far_east(middle, 1), 9), 0);
}

/* The token of nobody on a cell, in words: its mood, and its badge if it has one. */
static const char *token_at(uint32_t cell, uint32_t kind)
{
    static char words[128];
    uint32_t found = 0;
    snprintf(words, sizeof words, "nobody");
    for (uint32_t i = 0; i < scene.token_count; i++) {
        const struct rd_scene_token *token = &scene.token[i];
        const struct rd_scene_cell *at = &scene.cell[token->cell];
        if (fortress_cell(at->x, at->y) == cell && token->kind == kind) {
            snprintf(words, sizeof words, "%s %d %d", fortress_game.mood_names[token->mood],
                     token->health, token->badge);
            found += token->owner == 0 && token->unit == 0xffff;
        }
    }
    CHECK(found <= 1);
    return words;
}

static void show_cell(uint32_t cell, int32_t explored, int32_t visible)
{
    fortress_remove(&state.know[0].explored, cell);
    fortress_remove(&state.know[0].visible, cell);
    if (explored) {
        fortress_add(&state.know[0].explored, cell);
    }
    if (visible) {
        fortress_add(&state.know[0].visible, cell);
    }
    look(0);
}

/* R14.3, R15.7: in sight with its colour, remembered with it, unknown not at all. */
static void dragons_show_their_colour(void)
{
    static const char *const seen[] = { "yellow, guards gold 100 -1",
                                        "red, guards melee strength 100 -1",
                                        "blue, guards ranged strength 100 -1",
                                        "green, guards mana 100 -1" };
    static const char *const remembered[] = { "remembered, yellow, guards gold 0 -1",
                                              "remembered, red, guards melee strength 0 -1",
                                              "remembered, blue, guards ranged strength 0 -1",
                                              "remembered, green, guards mana 0 -1" };
    begin();
    uint32_t lair = state.board.lair[0];
    show_cell(lair, 0, 0);
    CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), "nobody");
    for (uint32_t reward = 0; reward < FORTRESS_REWARDS; reward++) {
        state.know[0].dragon[0] = (uint8_t)(1 + reward);
        show_cell(lair, 1, 1);
        CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), seen[reward]);
        show_cell(lair, 1, 0);
        CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), remembered[reward]);
    }
    state.know[0].dragon[0] = 0;
    look(0);
    CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), "nobody");
}

static void archers_are_remembered(void)
{
    begin();
    uint32_t camp = state.board.camp[0];
    state.know[0].camp[0] = 1;
    show_cell(camp, 1, 0);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "remembered 0 -1");
    show_cell(camp, 1, 1);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "waiting 100 -1");
    state.know[0].camp[0] = 0;
    show_cell(camp, 1, 0);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "nobody");
}

/* Nobody lives there any more. */
static void clear_out(void)
{
    begin();
    memset(&state.piece[FORTRESS_FIRST_NEUTRAL], 0, state.neutrals * sizeof state.piece[0]);
    state.neutrals = 0;
}

/* R14.4: three turns and five, on empty tiles in sight; with the option always. */
static void turns_to_come_back_are_shown(void)
{
    clear_out();
    uint32_t camp = state.board.camp[0], lair = state.board.lair[0];
    state.camp_respawn[0] = 4;
    state.lair_respawn[0] = 6;
    show_cell(camp, 1, 1);
    show_cell(lair, 1, 1);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "nobody");
    CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), "nobody");
    state.show_timers = 1;
    look(0);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "coming back 0 4");
    CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), "coming back 0 6");
    state.show_timers = 0;
    state.camp_respawn[0] = 3;
    state.lair_respawn[0] = 5;
    look(0);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "coming back 0 3");
    CHECK_TEXT(token_at(lair, FORTRESS_DRAGON), "coming back 0 5");
    show_cell(camp, 1, 0);
    CHECK_TEXT(token_at(camp, FORTRESS_CAMP_ARCHER), "nobody");
}

int main(void)
{
    RUN(prices_are_those_of_the_tables);
    RUN(prices_are_called_after_tokens);
    RUN(no_name_has_an_underscore);
    RUN(events_tell_the_gold_that_is_shown);
    RUN(networks_are_those_of_the_income);
    RUN(threats_are_what_enemies_in_sight_can_do);
    RUN(dragons_show_their_colour);
    RUN(archers_are_remembered);
    RUN(turns_to_come_back_are_shown);
    return check_end();
}
