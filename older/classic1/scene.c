/* A view as cells, tokens and counters that any client can draw. */
#include "classic_internal.h"

enum terrain { TERRAIN_PLAIN, TERRAIN_MINE };
const char *const classic1_terrain_names[] = { "plain", "mine", NULL };

/* What the owner has ordered; others see nothing special. */
enum mood { MOOD_NONE, MOOD_MOVE, MOOD_RANGED, MOOD_MELEE, MOOD_HEAL, MOOD_DEFEND, MOOD_BOUGHT };
const char *const classic1_mood_names[] = { "waiting", "moving",    "shooting", "striking",
                                            "healing", "defending", "bought",   NULL };

enum counter {
    COUNTER_TURN,
    COUNTER_TURNS_LEFT,
    COUNTER_GOLD,
    COUNTER_MINES,
    COUNTER_UNITS,
    COUNTER_BASE,
    COUNTER_PRICE, /* by enum classic1_type */
    COUNTERS = COUNTER_PRICE + CLASSIC_MOBILE_TYPES
};
/* clang-format off */
const char *const classic1_counter_names[] = {
    "turn", "turns left", "gold", "mines", "units", "base health",
#define ROW_UNIT(id, name, ...) name " price in gold",
#include "units.def"
    NULL
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof classic1_counter_names / sizeof classic1_counter_names[0] == COUNTERS + 1,
                 "every counter has a name");

/* What the owner has ordered, from tile to tile; then a sign for those who ask for it. */
enum mark { MARK_MOVE, MARK_RANGED, MARK_MELEE, MARK_THREAT };
const char *const classic1_mark_names[] = { "move", "shot", "strike", "threatened", NULL };

static uint32_t row_of(uint32_t cell)
{
    return cell / CLASSIC_COLUMNS;
}

/* Even rows lack their first cell. */
static uint16_t scene_cell(uint32_t cell)
{
    return (uint16_t)(cell - (row_of(cell) / 2 + 1));
}

static void draw_cells(const struct classic1_open *open, struct rd_scene *scene)
{
    scene->topology = RD_HEXES;
    scene->columns = CLASSIC_COLUMNS;
    scene->rows = CLASSIC_ROWS;
    scene->cell_count = 0;
    for (uint32_t cell = 0; cell < CLASSIC_CELLS; cell++) {
        if (!classic1_exists(cell)) {
            continue;
        }
        int32_t x = (int32_t)(cell % CLASSIC_COLUMNS) + CLASSIC_X0;
        struct rd_scene_cell drawn = { (int16_t)x, (int16_t)row_of(cell), TERRAIN_PLAIN, 0, 2, 0 };
        RD_ASSERT(scene_cell(cell) == scene->cell_count);
        RD_ASSERT(scene->cell_count < RD_CELLS_MAX);
        scene->cell[scene->cell_count] = drawn;
        scene->cell_count++;
    }
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        struct rd_scene_cell *mine = &scene->cell[scene_cell(classic1_mines[i])];
        mine->terrain = TERRAIN_MINE;
        mine->owner = open->mine[i];
    }
}

static uint8_t mood_of(const struct classic1_order *order)
{
    switch (order->verb) {
    case CLASSIC_MOVE:
        return MOOD_MOVE;
    case CLASSIC_RANGED:
        return MOOD_RANGED;
    case CLASSIC_MELEE:
        return MOOD_MELEE;
    case CLASSIC_HEAL:
        return MOOD_HEAL;
    case CLASSIC_DEFEND:
        return MOOD_DEFEND;
    default:
        return MOOD_NONE;
    }
}

static void draw_token(struct rd_scene *scene, const struct classic1_unit *unit, uint32_t seat,
                       uint8_t mood)
{
    struct rd_scene_token token = { .cell = scene_cell(unit->cell),
                                    .unit = unit->id,
                                    .kind = unit->type,
                                    .owner = (uint8_t)(seat + 1),
                                    .mood = mood,
                                    .health = unit->health,
                                    .health_max = CLASSIC_HEALTH_MAX,
                                    .badge = -1 };
    RD_ASSERT(scene->token_count < RD_TOKENS_MAX);
    scene->token[scene->token_count] = token;
    scene->token_count++;
}

static void draw_units(const struct classic1_view *view, struct rd_scene *scene)
{
    const struct classic1_open *open = &view->open;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        for (uint32_t slot = 0; slot < open->unit_count[seat]; slot++) {
            uint8_t mood = seat == view->seat ? mood_of(&view->own.order[slot]) : 0;
            draw_token(scene, &open->unit[seat][slot], seat, mood);
        }
    }
    for (uint32_t i = 0; i < view->own.bought_count; i++) {
        RD_ASSERT(view->seat < CLASSIC_SEATS);
        uint32_t slot = open->unit_count[view->seat] + i;
        uint8_t mood = mood_of(&view->own.order[slot]);
        struct classic1_unit unit = { (uint16_t)(open->next_id[view->seat] + CLASSIC_SEATS * i),
                                      (uint16_t)classic1_bought_cell(view->own.bought[i]),
                                      CLASSIC_HEALTH_MAX,
                                      (uint8_t)classic1_bought_type(view->own.bought[i]) };
        draw_token(scene, &unit, view->seat, mood == 0 ? MOOD_BOUGHT : mood);
    }
}

static void draw_mark(struct rd_scene *scene, uint32_t name, uint32_t seat, uint32_t from,
                      uint32_t to)
{
    struct rd_scene_mark mark = { scene_cell(from), scene_cell(to), (uint8_t)name,
                                  (uint8_t)(seat + 1), 0 };
    RD_ASSERT(scene->mark_count < RD_MARKS_MAX);
    scene->mark[scene->mark_count] = mark;
    scene->mark_count++;
}

static void draw_order(struct rd_scene *scene, const struct classic1_order *order, uint32_t seat,
                       uint32_t cell)
{
    if (order->verb == CLASSIC_RANGED || order->verb == CLASSIC_MELEE) {
        uint32_t name = order->verb == CLASSIC_RANGED ? MARK_RANGED : MARK_MELEE;
        draw_mark(scene, name, seat, cell, order->cell[0]);
        return;
    }
    for (uint32_t i = 0; order->verb == CLASSIC_MOVE && i < order->steps; i++) {
        draw_mark(scene, MARK_MOVE, seat, i == 0 ? cell : order->cell[i - 1], order->cell[i]);
    }
}

static void draw_orders(const struct classic1_view *view, struct rd_scene *scene)
{
    uint32_t units = view->seat < CLASSIC_SEATS ? view->open.unit_count[view->seat] : 0;
    for (uint32_t slot = 0; slot < units; slot++) {
        draw_order(scene, &view->own.order[slot], view->seat,
                   view->open.unit[view->seat][slot].cell);
    }
    for (uint32_t i = 0; i < view->own.bought_count; i++) {
        draw_order(scene, &view->own.order[units + i], view->seat,
                   classic1_bought_cell(view->own.bought[i]));
    }
}

/* Tiles that an enemy could shoot at, strike or walk into this turn. */
static void draw_threats(const struct classic1_view *view, struct rd_scene *scene)
{
    uint32_t enemy = 1u - view->seat;
    for (uint32_t cell = 0; cell < CLASSIC_CELLS && view->seat < CLASSIC_SEATS; cell++) {
        int32_t threatened = 0;
        for (uint32_t slot = 0; slot < view->open.unit_count[enemy]; slot++) {
            RD_ASSERT(enemy < CLASSIC_SEATS);
            const struct classic1_unit *unit = &view->open.unit[enemy][slot];
            RD_ASSERT(unit->type < CLASSIC_TYPES);
            uint32_t arrows = classic1_is(unit->type, CLASSIC_T_SHOOTS) ? CLASSIC_ARROW_REACH : 0;
            uint32_t reach = arrows > CLASSIC_STEPS_MAX ? arrows : CLASSIC_STEPS_MAX;
            threatened |= !classic1_is(unit->type, CLASSIC_T_BUILDING) && classic1_exists(cell) &&
                          classic1_distance(unit->cell, cell) <= reach;
        }
        if (threatened) {
            draw_mark(scene, MARK_THREAT, enemy, cell, cell);
        }
    }
}

static void draw_counter(struct rd_scene *scene, uint32_t name, uint32_t owner, int32_t value)
{
    struct rd_scene_counter counter = { value, (uint8_t)name, (uint8_t)owner, 0 };
    RD_ASSERT(scene->counter_count < RD_COUNTERS_MAX);
    scene->counter[scene->counter_count] = counter;
    scene->counter_count++;
}

static void draw_counters(const struct classic1_view *view, struct rd_scene *scene)
{
    const struct classic1_open *open = &view->open;
    draw_counter(scene, COUNTER_TURN, 0, (int32_t)open->turn);
    if (open->turn_limit != 0) {
        int32_t left = open->turn_limit - (int32_t)open->turn;
        draw_counter(scene, COUNTER_TURNS_LEFT, 0, left > 0 ? left : 0);
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        int32_t mines = 0;
        for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
            mines += open->mine[i] == seat + 1;
        }
        int32_t spent = seat == view->seat ? view->own.spent : 0;
        draw_counter(scene, COUNTER_GOLD, seat + 1, open->gold[seat] - spent);
        draw_counter(scene, COUNTER_MINES, seat + 1, mines);
        draw_counter(scene, COUNTER_UNITS, seat + 1, open->unit_count[seat] - 1);
        draw_counter(scene, COUNTER_BASE, seat + 1, classic1_base_health(open, seat));
    }
    for (uint32_t type = 0; type < CLASSIC_MOBILE_TYPES && view->seat < CLASSIC_SEATS; type++) {
        draw_counter(scene, COUNTER_PRICE + type, view->seat + 1u, classic1_kinds[type].cost);
    }
}

void classic1_scene(const void *view, struct rd_scene *scene)
{
    const struct classic1_view *v = view;
    scene->token_count = 0;
    scene->counter_count = 0;
    scene->mark_count = 0;
    draw_cells(&v->open, scene);
    draw_units(v, scene);
    draw_orders(v, scene);
    draw_threats(v, scene);
    draw_counters(v, scene);
}
