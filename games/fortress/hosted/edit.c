/*
 * A position of Fortress Frontiers changed by an editor, in its own JSON.
 *
 * A change of the board begins the turn anew: orders, queues and memories may no longer fit, so
 * they go. What is explored stays; painting land explores it, painting the unknown hides it.
 */
#include <string.h>

#include "host/edit.h"
#include "hosted.h"

/* ---- what there is ---- */

static bool is_type(const json_t *unit, const char *type)
{
    const char *name = json_string_value(json_object_get(unit, "type"));
    return name != NULL && strcmp(name, type) == 0;
}

static bool is_owned(const json_t *entry, rd_seat seat)
{
    const json_t *owner = json_object_get(entry, "owner");
    return json_is_integer(owner) && json_integer_value(owner) == seat;
}

static bool is_structure(const json_t *unit)
{
    return is_type(unit, "base") || is_type(unit, "tower");
}

static json_t *base_of(const json_t *position, rd_seat seat)
{
    const json_t *units = json_object_get(position, "units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        json_t *unit = json_array_get(units, i);
        if (is_type(unit, "base") && is_owned(unit, seat)) {
            return unit;
        }
    }
    return NULL;
}

/* Takes units off a spot: those of the ground, or a tower. */
static void clear_units(json_t *position, struct rd_spot spot, bool structures)
{
    json_t *units = json_object_get(position, "units");
    for (size_t i = json_array_size(units); i > 0; i--) {
        const json_t *unit = json_array_get(units, i - 1);
        if (rd_stands_at(unit, spot) && is_structure(unit) == structures &&
            !is_type(unit, "base")) {
            json_array_remove(units, i - 1);
        }
    }
}

static void begin_turn_anew(json_t *position)
{
    static const char *const gone[] = { "memory", "priority", "done", "outcome", "next_id" };
    for (size_t i = 0; i < sizeof gone / sizeof gone[0]; i++) {
        json_object_del(position, gone[i]);
    }
    json_t *units = json_object_get(position, "units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        json_object_del(json_array_get(units, i), "order");
        json_object_del(json_array_get(units, i), "queue");
    }
}

/* ---- land ---- */

/* The rows of the board, and where the first character is. */
struct land {
    json_t *rows;
    struct rd_spot origin;
};

static struct land land_of(const json_t *position)
{
    const json_t *board = json_object_get(position, "board");
    const json_t *origin = json_object_get(board, "origin");
    struct land land = { json_object_get(board, "rows"),
                         { (int32_t)json_integer_value(json_array_get(origin, 0)),
                           (int32_t)json_integer_value(json_array_get(origin, 1)) } };
    return land;
}

/* The character of a tile, '\0' beyond the board. */
static char tile_at(const json_t *position, struct rd_spot spot)
{
    struct land land = land_of(position);
    int32_t x = spot.x - land.origin.x, y = spot.y - land.origin.y;
    const json_t *row = y < 0 ? NULL : json_array_get(land.rows, (size_t)y);
    if (x < 0 || !json_is_string(row) || (size_t)x >= json_string_length(row)) {
        return '\0';
    }
    char tile = json_string_value(row)[x];
    return tile == ' ' ? '\0' : tile;
}

static void set_tile(json_t *position, struct rd_spot spot, char tile)
{
    char row[FORTRESS_STRIDE + 1];
    struct land land = land_of(position);
    size_t y = (size_t)(spot.y - land.origin.y), x = (size_t)(spot.x - land.origin.x);
    const json_t *old = json_array_get(land.rows, y);
    size_t length = json_string_length(old);
    RD_ASSERT(x < length && length < sizeof row);
    memcpy(row, json_string_value(old), length);
    row[x] = tile;
    json_array_set_new(land.rows, y, json_stringn(row, length));
}

/* Every cell of the board, as a list. */
static json_t *all_cells(const json_t *position)
{
    struct land land = land_of(position);
    json_t *list = json_array();
    for (size_t y = 0; y < json_array_size(land.rows); y++) {
        size_t length = json_string_length(json_array_get(land.rows, y));
        for (size_t x = 0; x < length; x++) {
            struct rd_spot spot = { land.origin.x + (int32_t)x, land.origin.y + (int32_t)y };
            if (tile_at(position, spot) != '\0') {
                json_array_append_new(list, json_pack("[i,i]", spot.x, spot.y));
            }
        }
    }
    return list;
}

/* What stays in sight is explored again when the position is read. */
static void explore(json_t *position, struct rd_spot spot, bool known)
{
    json_t *both = json_object_get(position, "explored");
    for (size_t seat = 0; seat < json_array_size(both); seat++) {
        if (json_is_string(json_array_get(both, seat))) {
            json_array_set_new(both, seat, all_cells(position));
        }
        json_t *cells = json_array_get(both, seat);
        rd_clear_spot(cells, spot);
        if (known) {
            json_array_append_new(cells, json_pack("[i,i]", spot.x, spot.y));
        }
    }
}

/* Camps and lairs are guarded, and their guards live nowhere else. */
static void lay(json_t *position, struct rd_spot spot, char tile)
{
    static const char *const features[] = { "mines", "camps", "lairs" };
    if (tile_at(position, spot) == tile) {
        return;
    }
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        rd_clear_spot(json_object_get(position, features[i]), spot);
    }
    json_t *units = json_object_get(position, "units");
    for (size_t i = json_array_size(units); i > 0; i--) {
        const json_t *unit = json_array_get(units, i - 1);
        if (rd_stands_at(unit, spot) && json_is_null(json_object_get(unit, "owner"))) {
            json_array_remove(units, i - 1);
        }
    }
    set_tile(position, spot, tile);
}

static bool paint(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                  struct rd_problem *problem)
{
    uint32_t terrain = 0; /* 0: unknown; the others as in fortress_tile_chars */
    if (!rd_edit_name(edit, fortress_game.terrain_names, &terrain, problem)) {
        return false;
    }
    if (terrain > 0) {
        lay(position, spot, fortress_tile_chars[terrain]);
    }
    explore(position, spot, terrain > 0);
    return true;
}

/* ---- units ---- */

/* The lowest id above all that this side uses: odd, even, or neutral. */
static json_int_t next_id(const json_t *units, const json_t *owner)
{
    bool neutral = json_is_null(owner);
    json_int_t id = neutral ? FORTRESS_NEUTRAL_ID + 1 : json_integer_value(owner) + 1;
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *unit = json_array_get(units, i);
        json_int_t used = json_integer_value(json_object_get(unit, "id"));
        if (json_equal(json_object_get(unit, "owner"), owner) && used >= id) {
            id = used + (neutral ? 1 : FORTRESS_SEATS);
        }
    }
    return id;
}

/* Purchases of this turn come last. */
static size_t end_of_units(const json_t *units)
{
    size_t end = 0;
    while (end < json_array_size(units) &&
           !json_is_true(json_object_get(json_array_get(units, end), "bought"))) {
        end++;
    }
    return end;
}

static void put_unit(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                     uint32_t type)
{
    bool structure = fortress_is(type, FORTRESS_T_BUILDING);
    bool neutral = fortress_is(type, FORTRESS_T_NEUTRAL);
    json_t *units = json_object_get(position, "units");
    if (neutral) {
        bool dragon = type == FORTRESS_DRAGON;
        lay(position, spot, fortress_tile_chars[dragon ? FORTRESS_LAIR : FORTRESS_CAMP]);
        rd_clear_spot(json_object_get(position, dragon ? "lairs" : "camps"), spot); /* no respawn */
    }
    clear_units(position, spot, structure);
    json_t *owner = neutral ? json_null() : json_integer(edit->owner);
    json_t *unit = json_pack("{s:I, s:O, s:s, s:[i,i], s:i}", "id", next_id(units, owner), "owner",
                             owner, "type", fortress_type_names[type], "at", spot.x, spot.y, "hp",
                             edit->amount > 0 ? edit->amount : FORTRESS_HEALTH_MAX);
    json_decref(owner);
    json_array_insert_new(units, end_of_units(units), unit);
}

static bool put_base(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                     struct rd_problem *problem)
{
    json_t *base = base_of(position, edit->owner);
    json_t *bases = json_object_get(json_object_get(position, "board"), "bases");
    if (base == NULL) {
        return rd_problem_at(problem, "units", "have no base of seat %u", (unsigned)edit->owner);
    }
    json_object_set_new(base, "at", json_pack("[i,i]", spot.x, spot.y));
    json_object_set_new(base, "hp",
                        json_integer(edit->amount > 0 ? edit->amount : FORTRESS_HEALTH_MAX));
    json_array_set_new(bases, edit->owner, json_pack("[i,i]", spot.x, spot.y));
    return true;
}

/* ---- works ---- */

static json_t *spot_json(uint32_t cell)
{
    return json_pack("[i,i]", (int)fortress_x(cell), (int)fortress_y(cell));
}

static struct rd_spot spot_of(uint32_t cell)
{
    return (struct rd_spot){ fortress_x(cell), fortress_y(cell) };
}

/* R13.1: what a pool or pump of this seat can drink from. */
static bool is_source(const json_t *position, uint32_t cell, rd_seat seat)
{
    return cell != RD_NO_CELL && (tile_at(position, spot_of(cell)) == '$' ||
                                  rd_stands_at(base_of(position, seat), spot_of(cell)));
}

static bool is_pool(const json_t *position, uint32_t cell, rd_seat seat)
{
    const json_t *sites = json_object_get(position, "buildables");
    for (size_t i = 0; cell != RD_NO_CELL && i < json_array_size(sites); i++) {
        const json_t *site = json_array_get(sites, i);
        if (is_type(site, "mana_pool") && is_owned(site, seat) &&
            rd_stands_at(site, spot_of(cell))) {
            return true;
        }
    }
    return false;
}

static bool join_pool(const json_t *position, const struct rd_edit *edit, json_t *site)
{
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t source = fortress_beside(edit->cell, d);
        if (is_source(position, source, edit->owner)) {
            return json_object_set_new(site, "source", spot_json(source)) == 0;
        }
    }
    return false;
}

/* A source and a pool beside the pump and beside each other. */
static bool join_pump(const json_t *position, const struct rd_edit *edit, json_t *site)
{
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        for (uint32_t side = 1; side < FORTRESS_DIRECTIONS; side += FORTRESS_DIRECTIONS - 2) {
            uint32_t source = fortress_beside(edit->cell, d);
            uint32_t pool = fortress_beside(edit->cell, (d + side) % FORTRESS_DIRECTIONS);
            if (is_source(position, source, edit->owner) && is_pool(position, pool, edit->owner)) {
                return json_object_set_new(site, "source", spot_json(source)) == 0 &&
                       json_object_set_new(site, "pool", spot_json(pool)) == 0;
            }
        }
    }
    return false;
}

static bool has_structure(const json_t *position, struct rd_spot spot)
{
    const json_t *units = json_object_get(position, "units");
    for (size_t i = 0; i < json_array_size(units); i++) {
        const json_t *unit = json_array_get(units, i);
        if (is_structure(unit) && rd_stands_at(unit, spot)) {
            return true;
        }
    }
    return false;
}

/* R13.1, R13.2: the refusal of a work on this tile, 0 = none. */
static uint32_t ground_refusal(const json_t *position, struct rd_spot spot, uint32_t type)
{
    uint8_t tile = FORTRESS_VOID;
    uint32_t like = type == FORTRESS_RAIL ? (uint32_t)FORTRESS_ROAD : type;
    fortress_tile_of(tile_at(position, spot), &tile);
    if (tile >= FORTRESS_MINE || has_structure(position, spot)) {
        return FORTRESS_BUILD_TILE;
    }
    return (fortress_plans[like].ground >> tile & 1u) != 0 ? 0 : FORTRESS_BUILD_GROUND;
}

static bool put_site(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                     uint32_t type, struct rd_problem *problem)
{
    json_t *sites = json_object_get(position, "buildables");
    json_t *site = json_pack("{s:s, s:i, s:[i,i]}", "type", fortress_structure_names[type], "owner",
                             edit->owner, "at", spot.x, spot.y);
    rd_clear_spot(sites, spot);
    uint32_t why = ground_refusal(position, spot, type);
    if (type == FORTRESS_POOL && !join_pool(position, edit, site)) {
        why = FORTRESS_BUILD_SOURCE;
    } else if (type == FORTRESS_PUMP && !join_pump(position, edit, site)) {
        why = FORTRESS_BUILD_PUMP;
    }
    json_array_append_new(sites, site);
    return why == 0 || rd_problem_at(problem, "cell", "%s", fortress_refusals[why].text);
}

static bool put(json_t *position, const struct rd_edit *edit, struct rd_spot spot,
                struct rd_problem *problem)
{
    uint32_t kind = 0;
    if (!rd_edit_name(edit, fortress_game.token_names, &kind, problem)) {
        return false;
    }
    bool neutral = fortress_is(kind, FORTRESS_T_NEUTRAL);
    if (!neutral && !rd_edit_owner(edit, FORTRESS_SEATS, problem)) {
        return false;
    }
    if (kind == FORTRESS_BASE) {
        return put_base(position, edit, spot, problem);
    }
    if (kind >= FORTRESS_TYPES) {
        return put_site(position, edit, spot, kind - FORTRESS_TYPES, problem);
    }
    put_unit(position, edit, spot, kind);
    return true;
}

static bool clear(json_t *position, struct rd_spot spot, struct rd_problem *problem)
{
    for (rd_seat seat = 0; seat < FORTRESS_SEATS; seat++) {
        if (rd_stands_at(base_of(position, seat), spot)) {
            return rd_problem_at(problem, "cell", "a side has its base: put it elsewhere instead");
        }
        json_t *towers = json_object_get(json_object_get(position, "board"), "towers");
        rd_clear_spot(json_array_get(towers, seat), spot);
    }
    clear_units(position, spot, false);
    clear_units(position, spot, true);
    rd_clear_spot(json_object_get(position, "buildables"), spot);
    return true;
}

/* ---- numbers ---- */

static bool count(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    static const char *const known[] = { "turn",         "gold",        "mana", "melee bonus",
                                         "ranged bonus", "base health", NULL };
    uint32_t which = 0;
    if (!rd_edit_name(edit, known, &which, problem)) {
        return false;
    }
    if (rd_edit_counter(position, "turn", "turn", edit)) {
        return true;
    }
    if (!rd_edit_owner(edit, FORTRESS_SEATS, problem)) {
        return false;
    }
    json_t *player = json_array_get(json_object_get(position, "players"), edit->owner);
    return rd_edit_counter(player, "gold", "gold", edit) ||
           rd_edit_counter(player, "mana", "mana", edit) ||
           rd_edit_counter(player, "melee_bonus", "melee bonus", edit) ||
           rd_edit_counter(player, "ranged_bonus", "ranged bonus", edit) ||
           rd_edit_counter(base_of(position, edit->owner), "hp", "base health", edit);
}

bool fortress_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    struct rd_spot spot = rd_edit_spot(&fortress_game, edit);
    if (edit->kind == RD_EDIT_COUNTER) {
        return count(position, edit, problem);
    }
    if (tile_at(position, spot) == '\0') {
        return rd_problem_at(problem, "cell", "is not on the board");
    }
    begin_turn_anew(position);
    if (edit->kind == RD_EDIT_CLEAR) {
        return clear(position, spot, problem);
    }
    return edit->kind == RD_EDIT_PUT ? put(position, edit, spot, problem)
                                     : paint(position, edit, spot, problem);
}
