/* A view as cells, tokens and counters that any client can draw. Units of one kind and owner on a
 * tile are one token; its badge says how many they are. */
#include "civ_internal.h"

#include <string.h>

#define TERRAIN(ID, name, ...) name,
const char *const civ_terrain_names[] = {
#include "terrains.def"
    [CIV_HIDDEN] = "hidden", NULL
};
#undef TERRAIN

#define PRODUCT(ID, name, ...) [CIV_TOKEN_OF(CIV_##ID)] = (name),
const char *const civ_token_names[] = {
#include "products.def"
    [CIV_PRODUCTS] = NULL
};
#undef PRODUCT

enum mood { MOOD_READY, MOOD_MOVED, MOOD_ATTACKING };
const char *const civ_mood_names[] = { "ready", "moved", "attacking", NULL };

enum counter {
    COUNTER_ROUND,
    COUNTER_ROUNDS_LEFT,
    COUNTER_PRICE, /* by enum civ_product */
    COUNTER_RESEARCH = COUNTER_PRICE + CIV_PRODUCTS,
    COUNTER_FOOD,
    COUNTER_PRODUCTION,
    COUNTER_TRADE,
    COUNTER_OFFENSE,
    COUNTER_DEFENSE,
    COUNTER_SEEN, /* by token */
    COUNTER_FOOD_AHEAD = COUNTER_SEEN + CIV_PRODUCTS,
    COUNTERS
};
#define PRODUCT(ID, name, plural, ...)                        \
    [COUNTER_PRICE + CIV_##ID] = name " price in production", \
                     [COUNTER_SEEN + CIV_TOKEN_OF(CIV_##ID)] = plural " in sight",
const char *const civ_counter_names[] = {
#include "products.def"
    [COUNTER_ROUND] = "round",
    [COUNTER_ROUNDS_LEFT] = "rounds left",
    [COUNTER_RESEARCH] = "research price in trade",
    [COUNTER_FOOD] = "food",
    [COUNTER_PRODUCTION] = "production",
    [COUNTER_TRADE] = "trade",
    [COUNTER_OFFENSE] = "offense researched",
    [COUNTER_DEFENSE] = "defense researched",
    [COUNTER_FOOD_AHEAD] = "food after the next meals",
    [COUNTERS] = NULL,
};
#undef PRODUCT

/* What a tile yields: a sign for each food, production and trade, for those who ask for them. */
enum mark { MARK_FOOD, MARK_PRODUCTION, MARK_TRADE };
const char *const civ_mark_names[] = { "food", "production", "trade", NULL };

static uint16_t scene_cell(const struct civ_view *v, uint32_t cell)
{
    return (uint16_t)(civ_y(cell) * v->common.size + civ_x(cell));
}

static void draw_cells(const struct civ_view *v, struct rd_scene *scene)
{
    uint32_t size = v->common.size;
    scene->topology = RD_SQUARES;
    scene->columns = (uint16_t)size;
    scene->rows = (uint16_t)size;
    scene->cell_count = (uint16_t)(size * size);
    for (uint32_t i = 0; i < scene->cell_count; i++) {
        uint32_t x = i % size;
        uint32_t y = i / size;
        RD_ASSERT(y < CIV_SIDE_MAX);
        uint32_t seen = (uint32_t)(v->seen[y] >> x & 1u);
        uint32_t terrain = seen ? civ_terrain_at(v->terrain, y * CIV_SIDE_MAX + x) : CIV_HIDDEN;
        struct rd_scene_cell cell = {
            (int16_t)x, (int16_t)y, (uint8_t)terrain, 0, (uint8_t)(seen ? 2 : 0), 0
        };
        scene->cell[i] = cell;
    }
}

/* NULL when the scene is full: more stacks than a scene has room for are not drawn. */
static struct rd_scene_token *add_token(struct rd_scene *scene, uint32_t kind, uint32_t cell,
                                        uint32_t seat)
{
    if (scene->token_count == RD_TOKENS_MAX) {
        return NULL;
    }
    struct rd_scene_token token = { .cell = (uint16_t)cell,
                                    .unit = 0xffff,
                                    .kind = (uint8_t)kind,
                                    .owner = (uint8_t)(seat + 1),
                                    .badge = -1 };
    struct rd_scene_token *place = &scene->token[scene->token_count];
    *place = token;
    scene->token_count++;
    return place;
}

/* Stacks of one list: where on the board is the token of a tile? 0 = none yet. */
struct stacks {
    uint32_t what; /* enum civ_product */
    uint32_t seat;
    uint16_t token[CIV_CELLS];
};

static void draw_unit(const struct civ_view *v, struct rd_scene *scene, struct stacks *stacks,
                      uint32_t unit, uint32_t health)
{
    uint32_t cell = civ_cell_of(unit);
    uint32_t mood = civ_attack_of(unit) != 0  ? MOOD_ATTACKING
                    : (unit & CIV_MOVED) != 0 ? MOOD_MOVED
                                              : MOOD_READY;
    RD_ASSERT(cell < CIV_CELLS);
    if (stacks->token[cell] == 0) {
        struct rd_scene_token *token =
            add_token(scene, CIV_TOKEN_OF(stacks->what), scene_cell(v, cell), stacks->seat);
        if (token != NULL) {
            stacks->token[cell] = scene->token_count;
            token->mood = (uint8_t)mood;
            token->badge = 1;
            token->health = (int32_t)health;
            token->health_max = civ_product_is(stacks->what, CIV_FIGHTS) ? CIV_HEALTH : 0;
        }
        return;
    }
    struct rd_scene_token *token = &scene->token[stacks->token[cell] - 1];
    token->badge++;
    token->health = (int32_t)health > token->health ? (int32_t)health : token->health;
    if (mood == MOOD_READY || (token->mood != MOOD_READY && mood == MOOD_ATTACKING)) {
        token->mood = (uint8_t)mood; /* somebody can still move, somebody will attack */
    }
}

static void draw_side(const struct civ_view *v, struct rd_scene *scene, uint32_t seat)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &v->side[seat];
    struct stacks stacks = { .what = CIV_WORKER, .seat = seat };
    for (uint32_t i = 0; i < side->workers; i++) {
        draw_unit(v, scene, &stacks, side->worker[i], 0);
    }
    memset(stacks.token, 0, sizeof stacks.token);
    stacks.what = CIV_ARMY;
    for (uint32_t i = 0; i < side->armies; i++) {
        draw_unit(v, scene, &stacks, side->army[i], side->health[i]);
    }
}

static void draw_cities(const struct civ_view *v, struct rd_scene *scene)
{
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &v->side[seat];
        for (uint32_t i = 0; i < side->cities; i++) {
            uint16_t cell = scene_cell(v, side->city[i]);
            RD_ASSERT(cell < RD_CELLS_MAX);
            add_token(scene, CIV_TOKEN_OF(CIV_CITY), cell, seat);
            scene->cell[cell].owner = (uint8_t)(seat + 1);
        }
    }
}

static void add_signs(struct rd_scene *scene, uint32_t name, uint32_t cell, uint32_t times)
{
    for (uint32_t i = 0; i < times && scene->mark_count < RD_MARKS_MAX; i++) {
        struct rd_scene_mark sign = { (uint16_t)cell, (uint16_t)cell, (uint8_t)name, 0, 0 };
        scene->mark[scene->mark_count] = sign;
        scene->mark_count++;
    }
}

/* R6.1, of tiles in sight. There is room for what a seat sees; spectators see too much. */
static void draw_yields(const struct civ_view *v, struct rd_scene *scene)
{
    const struct civ_ruleset *rules = civ_ruleset_of(&v->common);
    for (uint32_t i = 0; i < scene->cell_count && v->seat < CIV_SEATS; i++) {
        if (scene->cell[i].light == 2) {
            RD_ASSERT(scene->cell[i].terrain < CIV_TERRAINS);
            const struct civ_yield *yield = &rules->yield[scene->cell[i].terrain];
            add_signs(scene, MARK_FOOD, i, yield->food);
            add_signs(scene, MARK_PRODUCTION, i, yield->production);
            add_signs(scene, MARK_TRADE, i, yield->trade);
        }
    }
}

static void add_counter(struct rd_scene *scene, uint32_t name, uint32_t owner, int32_t value)
{
    RD_ASSERT(scene->counter_count < RD_COUNTERS_MAX);
    struct rd_scene_counter counter = { value, (uint8_t)name, (uint8_t)owner, 0 };
    scene->counter[scene->counter_count] = counter;
    scene->counter_count++;
}

static void draw_counters(const struct civ_view *v, struct rd_scene *scene)
{
    add_counter(scene, COUNTER_ROUND, 0, (int32_t)v->common.round);
    if (v->common.round_limit > 0) {
        add_counter(scene, COUNTER_ROUNDS_LEFT, 0,
                    (int32_t)(v->common.round_limit - v->common.round));
    }
    for (uint32_t what = 0; what < CIV_PRODUCTS; what++) {
        add_counter(scene, COUNTER_PRICE + what, 0, civ_ruleset_of(&v->common)->cost[what]);
    }
    add_counter(scene, COUNTER_RESEARCH, 0, CIV_RESEARCH_COST);
    for (uint32_t seat = 0; seat < v->common.seats; seat++) {
        const struct civ_side *side = &v->side[seat];
        add_counter(scene, COUNTER_FOOD, seat + 1, side->food);
        add_counter(scene, COUNTER_PRODUCTION, seat + 1, side->production);
        add_counter(scene, COUNTER_TRADE, seat + 1, side->trade);
        add_counter(scene, COUNTER_OFFENSE, seat + 1, side->research[CIV_OFFENSE]);
        add_counter(scene, COUNTER_DEFENSE, seat + 1, side->research[CIV_DEFENSE]);
        add_counter(scene, COUNTER_SEEN + CIV_TOKEN_OF(CIV_CITY), seat + 1, side->cities);
        add_counter(scene, COUNTER_SEEN + CIV_TOKEN_OF(CIV_WORKER), seat + 1, side->workers);
        add_counter(scene, COUNTER_SEEN + CIV_TOKEN_OF(CIV_ARMY), seat + 1, side->armies);
    }
    if (v->seat < v->common.seats) { /* R7.1: below 0 somebody starves */
        add_counter(scene, COUNTER_FOOD_AHEAD, v->seat + 1u, civ_food_ahead(v));
    }
}

void civ_scene(const void *view, struct rd_scene *scene)
{
    const struct civ_view *v = view;
    scene->token_count = 0;
    scene->counter_count = 0;
    scene->mark_count = 0;
    draw_cells(v, scene);
    draw_cities(v, scene);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        draw_side(v, scene, seat);
    }
    draw_yields(v, scene);
    draw_counters(v, scene);
}
