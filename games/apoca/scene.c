/* A view as cells, tokens and counters that any client can draw. */
#include "apoca_internal.h"

const char *const apoca_terrain_names[] = { "void", "path", "red land", "blue land", NULL };

#define NAMES(ID, name, ...) name,
#define TOWER                NAMES
#define UNIT                 NAMES
const char *const apoca_token_names[] = { "base", "spawner",
#include "towers.def"
#include "units.def"
                                          NULL };
#undef TOWER
#undef UNIT
RD_STATIC_ASSERT(sizeof apoca_token_names / sizeof apoca_token_names[0] ==
                     APOCA_TOKEN_UNIT + APOCA_UNIT_KINDS + 1,
                 "every token has a name");

/* By enum apoca_mood; moving is what a unit does anyway. */
const char *const apoca_mood_names[] = { "moving", "fighting", "waiting", NULL };

enum counter {
    COUNTER_TURN,
    COUNTER_TURNS_LEFT,
    COUNTER_MONEY,
    COUNTER_HEALTH,
    COUNTER_SPENT,
    COUNTER_HIRE_PRICE,
    COUNTER_PROVOKE_PRICE,
    COUNTER_PRICE,
    COUNTER_QUEUE = COUNTER_PRICE + APOCA_TOWER_TYPES,
    COUNTERS = COUNTER_QUEUE + APOCA_DIRECTIONS
};
const char *const apoca_counter_names[] = { "turn",
                                            "turns left",
                                            "money",
                                            "health",
                                            "spent on towers",
                                            "hire price",
                                            "provoke price",
#define TOWER(ID, name, ...) name " price",
#include "towers.def"
#undef TOWER
                                            "waiting in the north",
                                            "waiting in the south",
                                            "waiting in the west",
                                            "waiting in the east",
                                            NULL };
RD_STATIC_ASSERT(sizeof apoca_counter_names / sizeof apoca_counter_names[0] == COUNTERS + 1,
                 "every counter has a name");

/* By direction: where mercenaries hired there walk (R5.3); then what a tower reaches (R7.3). */
enum mark { MARK_LANE, MARK_REACH = MARK_LANE + APOCA_DIRECTIONS };
const char *const apoca_mark_names[] = { "lane N", "lane S", "lane W", "lane E", "reach", NULL };

static uint16_t scene_cell(const struct apoca_open *open, uint32_t cell)
{
    return (uint16_t)(cell / APOCA_SIDE_MAX * open->width + cell % APOCA_SIDE_MAX);
}

static void draw_cells(const struct apoca_open *open, struct rd_scene *scene)
{
    scene->topology = RD_SQUARES;
    scene->columns = open->width;
    scene->rows = open->height;
    scene->cell_count = (uint16_t)(open->width * open->height);
    for (uint32_t i = 0; i < scene->cell_count; i++) {
        struct rd_scene_cell cell = {
            (int16_t)(i % open->width), (int16_t)(i / open->width), APOCA_VOID, 0, 2, 0
        };
        scene->cell[i] = cell;
    }
    for (uint32_t i = 0; i < open->path_count; i++) {
        scene->cell[scene_cell(open, open->path_cell[i])].terrain = APOCA_PATH;
    }
    for (uint32_t i = 0; i < open->land_count; i++) {
        uint32_t owner = apoca_land_owner(open, i);
        struct rd_scene_cell *cell = &scene->cell[scene_cell(open, open->land_cell[i])];
        cell->terrain = owner == APOCA_BLUE ? APOCA_LAND_BLUE : APOCA_LAND_RED;
        cell->owner = (uint8_t)(owner + 1);
    }
}

static struct rd_scene_token *add_token(struct rd_scene *scene, uint32_t kind, uint32_t cell,
                                        uint32_t owner)
{
    RD_ASSERT(scene->token_count < RD_TOKENS_MAX);
    struct rd_scene_token token = { .cell = (uint16_t)cell,
                                    .unit = 0xffff,
                                    .kind = (uint8_t)kind,
                                    .owner = (uint8_t)(owner + 1),
                                    .badge = -1 };
    struct rd_scene_token *place = &scene->token[scene->token_count];
    *place = token;
    scene->token_count++;
    return place;
}

static void draw_buildings(const struct apoca_open *open, struct rd_scene *scene)
{
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        struct rd_scene_token *token =
            add_token(scene, APOCA_TOKEN_BASE, scene_cell(open, open->base[seat]), seat);
        token->health = open->health[seat];
        token->health_max = APOCA_BASE_HEALTH;
    }
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        const struct apoca_spawner *spawner = &open->spawner[i];
        RD_ASSERT(spawner->path < APOCA_PATH_MAX);
        uint32_t cell = scene_cell(open, open->path_cell[spawner->path]);
        add_token(scene, APOCA_TOKEN_SPAWNER, cell, spawner->target)->badge = spawner->reload;
    }
    for (uint32_t i = 0; i < open->tower_count; i++) {
        const struct apoca_tower *tower = &open->tower[i];
        struct rd_scene_token *token = add_token(scene, APOCA_TOKEN_TOWER + apoca_tower_type(tower),
                                                 scene_cell(open, open->land_cell[tower->land]),
                                                 apoca_land_owner(open, tower->land));
        token->unit = tower->number;
        token->badge = (int32_t)apoca_tower_cooldown(tower);
    }
}

/* The health it began with follows from its damage: blessings raise both alike (R7.8), and so
 * does the rank of those that come stronger and stronger (R6.1). */
static int32_t full_health(const struct apoca_open *open, const struct apoca_unit *unit)
{
    const struct apoca_unit_row *kind = &apoca_unit_kinds[apoca_unit_kind(unit)];
    const struct apoca_strength *first = &kind->first[open->rules];
    int32_t more = unit->damage - first->damage;
    if (kind->more.damage > 0) {
        more = kind->more.health * (more / kind->more.damage);
    }
    int32_t full = first->health + more;
    return full > unit->health ? full : unit->health;
}

/* The dead of this turn are not on the board any more; events tell of them. */
static void draw_units(const struct apoca_open *open, struct rd_scene *scene)
{
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (!apoca_is_alive(unit)) {
            continue;
        }
        struct rd_scene_token *token =
            add_token(scene, APOCA_TOKEN_UNIT + apoca_unit_kind(unit),
                      scene_cell(open, open->path_cell[unit->path]), apoca_unit_team(unit));
        token->unit = unit->number;
        token->mood = (uint8_t)apoca_unit_mood(unit);
        token->health = unit->health;
        token->health_max = full_health(open, unit);
        token->badge = unit->damage;
    }
}

static void add_counter(struct rd_scene *scene, uint32_t name, uint32_t owner, int32_t value)
{
    RD_ASSERT(scene->counter_count < RD_COUNTERS_MAX);
    struct rd_scene_counter counter = { value, (uint8_t)name, (uint8_t)owner, 0 };
    scene->counter[scene->counter_count] = counter;
    scene->counter_count++;
}

static void add_mark(const struct apoca_open *open, struct rd_scene *scene, uint32_t name,
                     uint32_t seat, uint32_t from, uint32_t to)
{
    if (scene->mark_count == RD_MARKS_MAX) {
        return; /* the reach of towers beyond any sensible number is not drawn */
    }
    struct rd_scene_mark mark = { scene_cell(open, from), scene_cell(open, to), (uint8_t)name,
                                  (uint8_t)(seat + 1), 0 };
    scene->mark[scene->mark_count] = mark;
    scene->mark_count++;
}

/* Step by step from beside the base to the lane's other end. */
static void draw_lane(const struct apoca_open *open, struct rd_scene *scene, uint32_t seat,
                      uint32_t direction)
{
    RD_ASSERT(seat < APOCA_SEATS);
    uint32_t at = open->start[seat][direction];
    if (at == APOCA_NONE) {
        return;
    }
    uint32_t lane = apoca_lane_of(open, at);
    uint32_t last = seat == APOCA_RED ? open->lane_first[lane + 1] - 1u : open->lane_first[lane];
    while (at != last) {
        uint32_t next = seat == APOCA_RED ? at + 1 : at - 1;
        RD_ASSERT(next < APOCA_PATH_MAX);
        add_mark(open, scene, MARK_LANE + direction, seat, open->path_cell[at],
                 open->path_cell[next]);
        at = next;
    }
}

/* The road tiles that a tower reaches. */
static void draw_reach(const struct apoca_open *open, struct rd_scene *scene,
                       const struct apoca_tower *tower)
{
    const struct apoca_tower_kind *kind = apoca_kind_of(tower);
    uint32_t post = open->land_cell[tower->land];
    for (uint32_t i = 0; kind->range > 0 && i < open->path_count; i++) {
        uint32_t cell = open->path_cell[i];
        int32_t dx = (int32_t)(cell % APOCA_SIDE_MAX) - (int32_t)(post % APOCA_SIDE_MAX);
        int32_t dy = (int32_t)(cell / APOCA_SIDE_MAX) - (int32_t)(post / APOCA_SIDE_MAX);
        if (apoca_reaches(&apoca_rulesets[open->rules], kind, dx, dy)) {
            add_mark(open, scene, MARK_REACH, apoca_land_owner(open, tower->land), post, cell);
        }
    }
}

static void draw_marks(const struct apoca_open *open, struct rd_scene *scene)
{
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
            draw_lane(open, scene, seat, d);
        }
    }
    for (uint32_t i = 0; i < open->tower_count; i++) {
        draw_reach(open, scene, &open->tower[i]);
    }
}

static void draw_counters(const struct apoca_view *view, struct rd_scene *scene)
{
    const struct apoca_open *open = &view->open;
    add_counter(scene, COUNTER_TURN, 0, open->turn);
    add_counter(scene, COUNTER_TURNS_LEFT, 0, open->turn_limit - open->turn);
    add_counter(scene, COUNTER_HIRE_PRICE, 0, APOCA_HIRE_PRICE);
    add_counter(scene, COUNTER_PROVOKE_PRICE, 0, APOCA_PROVOKE_PRICE);
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        add_counter(scene, COUNTER_MONEY, seat + 1, open->money[seat]);
        add_counter(scene, COUNTER_HEALTH, seat + 1, open->health[seat]);
        add_counter(scene, COUNTER_SPENT, seat + 1, open->spent[seat]);
        for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
            add_counter(scene, COUNTER_PRICE + type, seat + 1, open->price[seat][type]);
        }
    }
    if (view->seat < APOCA_SEATS) {
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
            add_counter(scene, COUNTER_QUEUE + d, view->seat + 1u, view->own.queue[d]);
        }
    }
}

void apoca_scene(const void *view, struct rd_scene *scene)
{
    const struct apoca_view *v = view;
    scene->token_count = 0;
    scene->counter_count = 0;
    scene->mark_count = 0;
    draw_cells(&v->open, scene);
    draw_buildings(&v->open, scene);
    draw_units(&v->open, scene);
    draw_counters(v, scene);
    draw_marks(&v->open, scene);
}
