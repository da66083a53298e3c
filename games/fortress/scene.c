/* A view as cells, tokens, marks and counters that any client can draw. */
#include "fortress_internal.h"

#include <string.h>

enum terrain {
    TERRAIN_UNKNOWN,
    TERRAIN_PLAIN,
    TERRAIN_FOREST,
    TERRAIN_MOUNTAIN,
    TERRAIN_RIVER,
    TERRAIN_LAKE,
    TERRAIN_MINE,
    TERRAIN_CAMP,
    TERRAIN_LAIR
};
RD_STATIC_ASSERT((int)TERRAIN_MOUNTAIN == (int)FORTRESS_MOUNTAIN, "ground has the same numbers");
const char *const fortress_terrain_names[] = { "unknown", "plain", "forest", "mountain", "river",
                                               "lake",    "mine",  "camp",   "lair",     NULL };

enum mood {
    MOOD_NONE,
    MOOD_MOVE,
    MOOD_RANGED,
    MOOD_MELEE,
    MOOD_HEAL,
    MOOD_DEFEND,
    MOOD_LOOKOUT,
    MOOD_BUILD,
    MOOD_REPAIR,
    MOOD_SABOTAGE,
    MOOD_SPELL,
    MOOD_BOUGHT,
    MOOD_BUILDING,
    MOOD_DISABLED,
    MOOD_REMEMBERED,
    MOOD_COMING_BACK, /* nobody is there yet; the badge has the turns: R14.4 */
    MOOD_GIFT,        /* of a dragon, by enum fortress_reward: its colour, R15.7 */
    MOOD_GIFT_REMEMBERED = MOOD_GIFT + FORTRESS_REWARDS,
    MOODS = MOOD_GIFT_REMEMBERED + FORTRESS_REWARDS
};
/* clang-format off */
#define GIFTS(remembered) remembered "yellow, guards gold", remembered "red, guards melee strength", \
    remembered "blue, guards ranged strength", remembered "green, guards mana"
const char *const fortress_mood_names[] = {
    "waiting", "moving", "shooting", "striking", "healing", "defending", "looking out", "building", "repairing",
    "sabotaging", "casting", "bought", "under construction", "disabled", "remembered", "coming back",
    GIFTS(""), GIFTS("remembered, "), NULL
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof fortress_mood_names / sizeof fortress_mood_names[0] == MOODS + 1,
                 "every mood has a name");

/* Orders, then signs that are shown to those who ask for them. */
enum mark {
    MARK_MOVE,
    MARK_QUEUE,
    MARK_RANGED,
    MARK_MELEE,
    MARK_REPAIR,
    MARK_SPELL,
    MARK_ROAD_NET,
    MARK_RAIL_NET,
    MARK_CUT_OFF,
    MARK_THREAT
};
const char *const fortress_mark_names[] = {
    "move",         "queue",        "ranged",  "melee",      "repair", "spell",
    "road network", "rail network", "cut off", "threatened", NULL
};

enum counter {
    COUNTER_TURN,
    COUNTER_TURNS_LEFT,
    COUNTER_GOLD,
    COUNTER_MANA,
    COUNTER_MANA_CAP,
    COUNTER_MINES,
    COUNTER_UNITS,
    COUNTER_BASE,
    COUNTER_MELEE_GIFTS,
    COUNTER_RANGED_GIFTS,
    COUNTER_PRICE, /* of a unit, by enum fortress_type */
    COUNTER_STEP_PRICE = COUNTER_PRICE + FORTRESS_BOUGHT_TYPES, /* by enum fortress_structure */
    COUNTERS = COUNTER_STEP_PRICE + FORTRESS_STRUCTURES
};
/* A price is called by its token's name, and ends with what it is paid in. */
/* clang-format off */
const char *const fortress_counter_names[] = {
    "turn", "turns left", "gold", "mana", "mana cap", "mines", "units", "base health",
    "melee bonus", "ranged bonus",
#define ROW_UNIT(id, name, title, ...) title " price in gold",
#define ROW_WORK(id, name, title, ...) title " price in gold a step",
#include "units.def"
    NULL
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof fortress_counter_names / sizeof fortress_counter_names[0] == COUNTERS + 1,
                 "every counter has a name");
RD_STATIC_ASSERT((int)COUNTERS < (int)RD_COUNTERS_MAX, "a scene has room for every price");

struct drawing {
    const struct fortress_view *v;
    struct rd_scene *scene;
    uint16_t index[FORTRESS_CELLS]; /* of a cell in the scene */
};

/* ---- cells ---- */

static uint32_t light_of(const struct fortress_view *v, uint32_t cell)
{
    uint32_t explored = fortress_has(&v->know.explored, cell) ? 1 : 0;
    return fortress_has(&v->know.visible, cell) ? 2 : explored;
}

static void draw_cells(struct drawing *d)
{
    const struct fortress_board *board = &d->v->board;
    struct rd_scene *scene = d->scene;
    scene->topology = RD_HEXES;
    uint32_t left = FORTRESS_STRIDE, right = 0;
    scene->cell_count = 0;
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (!fortress_exists(board, cell)) {
            continue;
        }
        uint32_t light = light_of(d->v, cell);
        struct rd_scene_cell drawn = { (int16_t)fortress_x(cell),
                                       (int16_t)fortress_y(cell),
                                       (uint8_t)(light == 0 ? TERRAIN_UNKNOWN
                                                            : fortress_ground_at(board, cell)),
                                       0,
                                       (uint8_t)light,
                                       0 };
        uint32_t column = cell % FORTRESS_STRIDE;
        left = column < left ? column : left;
        right = column > right ? column : right;
        d->index[cell] = scene->cell_count;
        scene->cell[scene->cell_count] = drawn;
        scene->cell_count++;
    }
    scene->columns = (uint16_t)(right - left + 1);
    scene->rows = (uint16_t)(scene->cell[scene->cell_count - 1].y - scene->cell[0].y + 1);
    for (uint32_t i = 0; i < board->mines; i++) {
        struct rd_scene_cell *mine = &scene->cell[d->index[board->mine[i]]];
        mine->terrain = TERRAIN_MINE;
        mine->owner = d->v->know.mine[i];
    }
    for (uint32_t i = 0; i < board->camps; i++) {
        scene->cell[d->index[board->camp[i]]].terrain = TERRAIN_CAMP;
    }
    for (uint32_t i = 0; i < board->lairs; i++) {
        scene->cell[d->index[board->lair[i]]].terrain = TERRAIN_LAIR;
    }
}

/* ---- tokens ---- */

static void draw_token(struct drawing *d, struct rd_scene_token token, uint32_t cell)
{
    RD_ASSERT(d->scene->token_count < RD_TOKENS_MAX);
    RD_ASSERT(cell < FORTRESS_CELLS);
    token.cell = d->index[cell];
    d->scene->token[d->scene->token_count] = token;
    d->scene->token_count++;
}

static void draw_sites(struct drawing *d)
{
    static const uint8_t mood[] = { MOOD_BUILDING, MOOD_NONE, MOOD_DISABLED };
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (d->v->know.site[cell] == 0) {
            continue;
        }
        struct fortress_site site = fortress_site_read(d->v->know.site[cell]);
        struct rd_scene_token token = { .unit = 0xffff,
                                        .kind = (uint8_t)(FORTRESS_TYPES + site.type),
                                        .owner = (uint8_t)(site.owner + 1),
                                        .mood = mood[site.condition],
                                        .badge = site.left > 0 ? site.left : -1 };
        draw_token(d, token, cell);
    }
}

/* R14.3: whoever was last seen in a camp or lair; R14.4: when one will be there again. */
static void draw_home(struct drawing *d, uint32_t cell, uint32_t type, uint32_t mood,
                      uint32_t respawn)
{
    if (mood == MOOD_NONE && respawn == 0) {
        return;
    }
    struct rd_scene_token token = { .unit = 0xffff,
                                    .kind = (uint8_t)type,
                                    .mood = (uint8_t)(respawn > 0 ? MOOD_COMING_BACK : mood),
                                    .badge = respawn > 0 ? (int32_t)respawn : -1 };
    draw_token(d, token, cell);
}

static void draw_homes(struct drawing *d)
{
    const struct fortress_view *v = d->v;
    for (uint32_t i = 0; i < v->board.camps; i++) {
        uint32_t cell = v->board.camp[i];
        int32_t known = v->know.camp[i] != 0 && !fortress_has(&v->know.visible, cell);
        draw_home(d, cell, FORTRESS_CAMP_ARCHER, known ? MOOD_REMEMBERED : MOOD_NONE,
                  v->camp_respawn[i]);
    }
    for (uint32_t i = 0; i < v->board.lairs; i++) {
        uint32_t cell = v->board.lair[i], dragon = v->know.dragon[i];
        int32_t known = dragon != 0 && !fortress_has(&v->know.visible, cell);
        draw_home(d, cell, FORTRESS_DRAGON, known ? MOOD_GIFT_REMEMBERED + dragon - 1 : MOOD_NONE,
                  v->lair_respawn[i]);
    }
}

static uint32_t mood_of_seen(const struct fortress_view *v, const struct fortress_seen *seen)
{
    uint32_t mood = seen->health == 0 ? MOOD_REMEMBERED : MOOD_NONE;
    for (uint32_t i = 0; i < v->board.lairs && seen->owner == FORTRESS_NEUTRAL; i++) {
        if (v->board.lair[i] == seen->cell && v->know.dragon[i] != 0) {
            mood = MOOD_GIFT + v->know.dragon[i] - 1u;
        }
    }
    return mood;
}

static void draw_seen(struct drawing *d)
{
    for (uint32_t i = 0; i < d->v->seen_count; i++) {
        const struct fortress_seen *seen = &d->v->seen[i];
        struct rd_scene_token token = {
            .unit = (uint16_t)(seen->owner == FORTRESS_NEUTRAL ? 0xffff : seen->id),
            .kind = seen->type,
            .owner = (uint8_t)(seen->owner == FORTRESS_NEUTRAL ? 0 : seen->owner + 1),
            .mood = (uint8_t)mood_of_seen(d->v, seen),
            .health = seen->health,
            .health_max = seen->health == 0 ? 0 : FORTRESS_HEALTH_MAX,
            .badge = -1
        };
        draw_token(d, token, seen->cell);
    }
}

static uint8_t mood_of(const struct fortress_task *task)
{
    static const uint8_t mood[FORTRESS_VERBS] = {
        [FORTRESS_MOVE] = MOOD_MOVE,         [FORTRESS_RANGED] = MOOD_RANGED,
        [FORTRESS_MELEE] = MOOD_MELEE,       [FORTRESS_HEAL] = MOOD_HEAL,
        [FORTRESS_DEFEND] = MOOD_DEFEND,     [FORTRESS_LOOKOUT] = MOOD_LOOKOUT,
        [FORTRESS_BUILD] = MOOD_BUILD,       [FORTRESS_REPAIR] = MOOD_REPAIR,
        [FORTRESS_SABOTAGE] = MOOD_SABOTAGE, [FORTRESS_SPELL_HEAL] = MOOD_SPELL,
        [FORTRESS_SPELL_BUFF] = MOOD_SPELL,  [FORTRESS_FIREBALL] = MOOD_SPELL,
        [FORTRESS_LIGHTNING] = MOOD_SPELL
    };
    RD_ASSERT(task->verb < FORTRESS_VERBS);
    return mood[task->verb];
}

static void draw_own_piece(struct drawing *d, const struct fortress_piece *piece, uint8_t mood)
{
    struct rd_scene_token token = { .unit = (uint16_t)piece->id,
                                    .kind = piece->type,
                                    .owner = (uint8_t)(d->v->seat + 1),
                                    .mood = mood,
                                    .health = piece->health,
                                    .health_max = FORTRESS_HEALTH_MAX,
                                    .badge = -1 };
    draw_token(d, token, piece->cell);
}

static void draw_own(struct drawing *d)
{
    const struct fortress_view *v = d->v;
    for (uint32_t i = 0; i < v->own.structures; i++) {
        draw_own_piece(d, &v->structure[i], mood_of(&v->structure_task[i]));
    }
    for (uint32_t i = 0; i < (uint32_t)v->own.units + v->own.bought; i++) {
        draw_own_piece(d, &v->unit[i], i < v->own.units ? mood_of(&v->task[i]) : MOOD_BOUGHT);
    }
}

/* ---- orders ---- */

static void draw_mark(struct drawing *d, uint32_t name, uint32_t from, uint32_t to)
{
    RD_ASSERT(from < FORTRESS_CELLS);
    RD_ASSERT(to < FORTRESS_CELLS);
    struct rd_scene_mark mark = { d->index[from], d->index[to], (uint8_t)name,
                                  (uint8_t)(d->v->seat + 1), 0 };
    RD_ASSERT(d->scene->mark_count < RD_MARKS_MAX);
    d->scene->mark[d->scene->mark_count] = mark;
    d->scene->mark_count++;
}

static void draw_aim(struct drawing *d, const struct fortress_task *task, uint32_t cell)
{
    switch (task->verb) {
    case FORTRESS_RANGED:
        draw_mark(d, MARK_RANGED, cell, task->cell);
        break;
    case FORTRESS_MELEE:
        draw_mark(d, MARK_MELEE, cell, task->cell);
        break;
    case FORTRESS_REPAIR:
        draw_mark(d, MARK_REPAIR, cell, task->cell);
        break;
    case FORTRESS_SPELL_HEAL:
    case FORTRESS_SPELL_BUFF:
    case FORTRESS_FIREBALL:
    case FORTRESS_LIGHTNING:
        draw_mark(d, MARK_SPELL, cell, task->cell);
        break;
    default:
        break;
    }
}

static void draw_way(struct drawing *d, const struct fortress_plan *plan, uint32_t cell)
{
    uint32_t at = cell;
    for (uint32_t i = 0; i < plan->steps; i++) {
        uint32_t next = fortress_beside(at, fortress_path_get(plan, plan->from + i));
        draw_mark(d, MARK_MOVE, at, next);
        at = next;
    }
}

/* The way that a queue still has to go after this turn; as far as there is room for it. */
static void draw_queue(struct drawing *d, const struct fortress_plan *plan)
{
    struct rd_scene *scene = d->scene;
    for (uint32_t i = plan->from + (uint32_t)plan->steps; i < plan->length; i++) {
        uint32_t at = fortress_path_cell(plan, i), next = fortress_path_cell(plan, i + 1);
        struct rd_scene_mark mark = { d->index[at], d->index[next], MARK_QUEUE,
                                      (uint8_t)(d->v->seat + 1), 0 };
        if (scene->mark_count < RD_MARKS_MAX) {
            scene->mark[scene->mark_count] = mark;
            scene->mark_count++;
        }
    }
}

static void draw_orders(struct drawing *d)
{
    const struct fortress_view *v = d->v;
    for (uint32_t i = 0; i < v->own.units; i++) {
        draw_aim(d, &v->task[i], v->unit[i].cell);
        if (v->task[i].verb == FORTRESS_MOVE || v->plan[i].queue != 0) {
            draw_way(d, &v->plan[i], v->unit[i].cell);
        }
    }
    for (uint32_t i = 0; i < v->own.structures; i++) {
        draw_aim(d, &v->structure_task[i], v->structure[i].cell);
    }
    for (uint32_t i = 0; i < v->own.units; i++) {
        if (v->plan[i].queue != 0) {
            draw_queue(d, &v->plan[i]);
        }
    }
}

/* ---- signs ---- */

/* A scene is never too full for orders; signs of a board without end would be left out. */
static void draw_signs(struct drawing *d, const struct fortress_set *set, uint32_t name,
                       uint32_t owner)
{
    struct rd_scene *scene = d->scene;
    FORTRESS_EACH (cell, set) {
        struct rd_scene_mark sign = { d->index[cell], d->index[cell], (uint8_t)name, (uint8_t)owner,
                                      0 };
        if (scene->mark_count < RD_MARKS_MAX) {
            scene->mark[scene->mark_count] = sign;
            scene->mark_count++;
        }
    }
}

static void draw_overlays(struct drawing *d)
{
    uint32_t seat = d->v->seat;
    struct fortress_networks nets;
    struct fortress_threats threats;
    if (seat >= FORTRESS_SEATS) {
        return;
    }
    fortress_known_networks(d->v, &nets);
    draw_signs(d, &nets.road, MARK_ROAD_NET, seat + 1);
    draw_signs(d, &nets.rail, MARK_RAIL_NET, seat + 1);
    draw_signs(d, &nets.cut, MARK_CUT_OFF, seat + 1);
    fortress_known_threats(d->v, &threats);
    draw_signs(d, &threats.enemy, MARK_THREAT, 2 - seat);
    draw_signs(d, &threats.wild, MARK_THREAT, 0);
}

/* ---- counters ---- */

static void draw_counter(struct drawing *d, uint32_t name, uint32_t owner, int32_t value)
{
    struct rd_scene_counter counter = { value, (uint8_t)name, (uint8_t)owner, 0 };
    RD_ASSERT(d->scene->counter_count < RD_COUNTERS_MAX);
    d->scene->counter[d->scene->counter_count] = counter;
    d->scene->counter_count++;
}

static int32_t mana_cap(const struct fortress_view *v)
{
    int32_t pools = v->own.rewards[FORTRESS_REWARD_MANA];
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (v->know.site[cell] != 0) {
            struct fortress_site site = fortress_site_read(v->know.site[cell]);
            pools += site.type == FORTRESS_POOL && site.owner == v->seat &&
                     site.condition == FORTRESS_INTACT;
        }
    }
    return pools * FORTRESS_MANA_CAP;
}

static void draw_own_counters(struct drawing *d)
{
    const struct fortress_view *v = d->v;
    uint32_t owner = v->seat + 1u;
    int32_t mines = 0;
    for (uint32_t i = 0; i < v->board.mines; i++) {
        mines += v->know.mine[i] == owner;
    }
    draw_counter(d, COUNTER_GOLD, owner, v->own.gold - v->own.spent);
    draw_counter(d, COUNTER_MANA, owner, v->own.mana);
    draw_counter(d, COUNTER_MANA_CAP, owner, mana_cap(v));
    draw_counter(d, COUNTER_MINES, owner, mines);
    draw_counter(d, COUNTER_UNITS, owner, v->own.units);
    draw_counter(d, COUNTER_MELEE_GIFTS, owner,
                 v->own.rewards[FORTRESS_REWARD_MELEE] * FORTRESS_REWARD_POINTS);
    draw_counter(d, COUNTER_RANGED_GIFTS, owner,
                 v->own.rewards[FORTRESS_REWARD_RANGED] * FORTRESS_REWARD_POINTS);
    for (uint32_t i = 0; i < v->own.structures; i++) {
        if (v->structure[i].type == FORTRESS_BASE) {
            draw_counter(d, COUNTER_BASE, owner, v->structure[i].health);
        }
    }
}

static void draw_prices(struct drawing *d)
{
    uint32_t owner = d->v->seat + 1u;
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        draw_counter(d, COUNTER_PRICE + type, owner, fortress_kinds[type].cost);
    }
    for (uint32_t type = 0; type < FORTRESS_STRUCTURES; type++) {
        draw_counter(d, COUNTER_STEP_PRICE + type, owner, fortress_plans[type].gold);
    }
}

static void draw_counters(struct drawing *d)
{
    const struct fortress_view *v = d->v;
    draw_counter(d, COUNTER_TURN, 0, (int32_t)v->turn);
    if (v->turn_limit != 0) {
        int32_t left = v->turn_limit - (int32_t)v->turn;
        draw_counter(d, COUNTER_TURNS_LEFT, 0, left > 0 ? left : 0);
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *seen = &v->seen[i];
        if (seen->type == FORTRESS_BASE && seen->health > 0) {
            draw_counter(d, COUNTER_BASE, seen->owner + 1u, seen->health);
        }
    }
    if (v->seat < FORTRESS_SEATS) {
        draw_own_counters(d);
        draw_prices(d);
    }
}

void fortress_scene(const void *view, struct rd_scene *scene)
{
    struct drawing d;
    d.v = view;
    d.scene = scene;
    scene->token_count = 0;
    scene->counter_count = 0;
    scene->mark_count = 0;
    draw_cells(&d);
    draw_sites(&d);
    draw_homes(&d);
    draw_seen(&d);
    draw_own(&d);
    draw_orders(&d);
    draw_overlays(&d);
    draw_counters(&d);
}
