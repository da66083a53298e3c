/* Towers, mercenaries and demons of a position, each with the checks that name the field. Readers
 * of lists have one form, here and in the other games: is the list there, is it a list, then entry
 * by entry. */
#include <inttypes.h>

#include "hosted.h"

static bool read_coordinate(const struct rd_field *object, const char *key, uint32_t size,
                            uint32_t *out)
{
    struct rd_field field;
    int64_t value;
    if (!rd_field_need(object, key, &field) ||
        !rd_field_integer(&field, INT64_MIN, INT64_MAX, &value)) {
        return false;
    }
    if (value < 0 || value >= size) {
        return rd_field_problem(&field, "%" PRId64 " is not on the board, whose %s is 0 to %u",
                                value, key, size - 1);
    }
    *out = (uint32_t)value;
    return true;
}

bool apoca_place_read(const struct rd_field *object, uint32_t width, uint32_t height,
                      uint32_t *cell)
{
    uint32_t x = 0, y = 0;
    if (!read_coordinate(object, "x", width, &x) || !read_coordinate(object, "y", height, &y)) {
        return false;
    }
    *cell = y * APOCA_SIDE_MAX + x;
    return true;
}

/* "m12": the letter and a number without leading zeros. */
static bool parse_name(const char *text, char letter, uint32_t *number)
{
    if (text[0] != letter || text[1] == '\0' || (text[1] == '0' && text[2] != '\0')) {
        return false;
    }
    *number = 0;
    for (const char *digit = text + 1; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9' || *number > UINT16_MAX) {
            return false;
        }
        *number = *number * 10 + (uint32_t)(*digit - '0');
    }
    return *number < UINT16_MAX;
}

/* Names count upward in the list. Left out: the next one. */
static bool read_name(const struct rd_field *piece, char letter, uint32_t least, uint16_t *out)
{
    struct rd_field field;
    const char *text;
    uint32_t number = least;
    if (rd_field_get(piece, "Name", &field)) {
        if (!rd_field_text(&field, &text)) {
            return false;
        }
        if (!parse_name(text, letter, &number)) {
            return rd_field_problem(&field, "must be %c0, %c1, ...", letter, letter);
        }
        if (number < least) {
            return rd_field_problem(&field,
                                    "%c%u must come after %c%u: the list is in the order "
                                    "of names, and each is there once",
                                    letter, number, letter, least - 1);
        }
    }
    if (number >= UINT16_MAX) {
        return rd_field_problem(piece, "too many names");
    }
    *out = (uint16_t)number;
    return true;
}

/* A number that may be left out. */
static bool read_number(const struct rd_field *object, const char *key, int64_t min, int64_t max,
                        int32_t *out)
{
    struct rd_field field;
    int64_t value = *out;
    if (rd_field_get(object, key, &field) && !rd_field_integer(&field, min, max, &value)) {
        return false;
    }
    *out = (int32_t)value;
    return true;
}

/* ---- towers ---------------------------------------------------------------------------- */

static bool read_land(const struct rd_field *field, struct apoca_open *open, uint32_t *land)
{
    uint32_t cell, team;
    struct rd_field owner;
    if (!apoca_place_read(field, open->width, open->height, &cell)) {
        return false;
    }
    *land = apoca_land_at(open, cell);
    if (*land == APOCA_NONE) {
        return rd_field_problem(field, "[%d,%d] is nobody's territory", apoca_cell_x(cell),
                                apoca_cell_y(cell));
    }
    if (open->land_built[*land / 64] >> (*land % 64) & 1u) {
        return rd_field_problem(field, "two towers on [%d,%d]", apoca_cell_x(cell),
                                apoca_cell_y(cell));
    }
    open->land_built[*land / 64] |= UINT64_C(1) << (*land % 64);
    if (!rd_field_get(field, "Team", &owner)) {
        return true;
    }
    if (!rd_field_choice(&owner, apoca_word_team, &team)) {
        return false;
    }
    return team == apoca_land_owner(open, *land) ||
           rd_field_problem(&owner, "[%d,%d] is %s's territory", apoca_cell_x(cell),
                            apoca_cell_y(cell),
                            apoca_game.seat_names[apoca_land_owner(open, *land)]);
}

static bool read_cell_pair(const struct rd_field *pair, const struct apoca_open *open,
                           uint32_t *cell)
{
    size_t count;
    int64_t x, y;
    if (!rd_field_list(pair, 2, 2, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(pair, 0), second = rd_field_item(pair, 1);
    if (!rd_field_integer(&first, INT64_MIN, INT64_MAX, &x) ||
        !rd_field_integer(&second, INT64_MIN, INT64_MAX, &y)) {
        return false;
    }
    if (x < 0 || x >= open->width || y < 0 || y >= open->height) {
        return rd_field_problem(pair, "[%" PRId64 ",%" PRId64 "] is not on the board", x, y);
    }
    *cell = (uint32_t)(y * APOCA_SIDE_MAX + x);
    return true;
}

/* A tower and what it aimed at, while they are read. */
struct aimer {
    const struct apoca_open *open;
    uint32_t type, cell;
    uint32_t aim;
};

static bool is_path(const struct apoca_open *open, uint32_t cell)
{
    uint32_t path = 0;
    while (path < open->path_count && open->path_cell[path] != cell) {
        path++;
    }
    return path < open->path_count;
}

/* The bit of a cell that is in range of a Minigun or Church in struct apoca_tower.aim. */
static uint32_t disc_bit(int dx, int dy)
{
    const int range = APOCA_DISC_RANGE;
    uint32_t bit = 1;
    for (int x = -range; x <= dx; x++) { /* R7.3: by x, then y */
        for (int y = -range; y <= range && (x < dx || y < dy); y++) {
            bit <<= x * x + y * y <= range * range;
        }
    }
    return bit;
}

static bool read_target(const struct rd_field *pair, struct aimer *aimer)
{
    uint32_t cell = 0;
    if (!read_cell_pair(pair, aimer->open, &cell)) {
        return false;
    }
    int dx = apoca_cell_x(cell) - apoca_cell_x(aimer->cell);
    int dy = apoca_cell_y(cell) - apoca_cell_y(aimer->cell);
    int range = apoca_tower_kinds[aimer->type].range;
    if (dx * dx + dy * dy > range * range) {
        return rd_field_problem(pair, "is out of the tower's range");
    }
    if (!is_path(aimer->open, cell)) {
        return rd_field_problem(pair, "is no path tile");
    }
    if ((apoca_tower_kinds[aimer->type].traits & APOCA_USES_DISC) == 0) {
        aimer->aim = cell + 1;
        return true;
    }
    uint32_t bit = disc_bit(dx, dy);
    if (bit <= aimer->aim) {
        return rd_field_problem(pair, "must come by x, then y, each cell once");
    }
    aimer->aim |= bit;
    return true;
}

static bool read_targets(const struct rd_field *field, struct aimer *aimer)
{
    const struct apoca_tower_kind *kind = &apoca_tower_kinds[aimer->type];
    size_t targets_max = (kind->traits & APOCA_USES_DISC) != 0 ? APOCA_DISC_BITS : kind->range > 0;
    struct rd_field list;
    size_t count;
    if (!rd_field_get(field, "Targets", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, targets_max, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field pair = rd_field_item(&list, i);
        if (!read_target(&pair, aimer)) {
            return false;
        }
    }
    return true;
}

static bool read_tower(const struct rd_field *field, struct apoca_open *open)
{
    static const char *const keys[] = { "Name", "Type",    "Team",     "x",
                                        "y",    "Targets", "Cooldown", NULL };
    struct apoca_tower *tower = &open->tower[open->tower_count];
    uint32_t least = open->tower_count == 0 ? 0 : tower[-1].number + 1u;
    struct aimer aimer = { .open = open };
    struct rd_field type;
    uint32_t land;
    int32_t cooldown = 0;
    if (!rd_field_object(field, keys) || !read_name(field, 't', least, &tower->number) ||
        !rd_field_need(field, "Type", &type) ||
        !rd_field_choice(&type, apoca_word_type, &aimer.type) || !read_land(field, open, &land)) {
        return false;
    }
    aimer.cell = open->land_cell[land];
    if (!read_targets(field, &aimer) ||
        !read_number(field, "Cooldown", 0, apoca_tower_kinds[aimer.type].cooldown, &cooldown)) {
        return false;
    }
    tower->aim = aimer.aim;
    tower->land = (uint8_t)land;
    tower->type_and_clock = (uint8_t)(aimer.type * 16 + (uint32_t)cooldown);
    open->tower_count++;
    return true;
}

bool apoca_towers_read(const struct rd_field *list, struct apoca_open *open)
{
    size_t count;
    if (!rd_field_list(list, 0, open->land_count, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field tower = rd_field_item(list, i);
        if (!read_tower(&tower, open)) {
            return false;
        }
    }
    return true;
}

/* ---- units ------------------------------------------------------------------------------ */

static bool read_path(const struct rd_field *field, const struct apoca_open *open, uint32_t *path)
{
    uint32_t cell, lanes_end = open->lane_first[open->lane_count];
    if (!apoca_place_read(field, open->width, open->height, &cell)) {
        return false;
    }
    for (*path = 0; *path < lanes_end; (*path)++) {
        if (open->path_cell[*path] == cell) {
            return true;
        }
    }
    return rd_field_problem(field, "[%d,%d] is on no lane", apoca_cell_x(cell), apoca_cell_y(cell));
}

static bool is_free(const struct apoca_open *open, uint32_t path)
{
    for (uint32_t i = 0; i < open->unit_count; i++) {
        if (open->unit[i].path == path && apoca_is_alive(&open->unit[i])) {
            return false;
        }
    }
    return true;
}

/* What a unit left without numbers has: that of a new mercenary or of a spawner's first demon. */
static void new_strength(const struct apoca_open *open, uint32_t kind, struct apoca_unit *unit)
{
    const struct apoca_strength *first = &apoca_unit_kinds[kind].first[open->rules];
    unit->health = first->health;
    unit->damage = first->damage;
}

static bool read_mood(const struct rd_field *field, uint32_t kind, int32_t health, uint32_t *mood)
{
    struct rd_field state;
    *mood = APOCA_MOVING;
    if (!rd_field_get(field, "State", &state)) {
        *mood = health > 0 ? APOCA_MOVING : APOCA_DEAD;
        return true;
    }
    if (!rd_field_choice(&state, apoca_word_mood, mood)) {
        return false;
    }
    if ((apoca_unit_kinds[kind].traits & APOCA_WILD) != 0 && *mood == APOCA_WAITING) {
        return rd_field_problem(&state, "demons never wait");
    }
    return (*mood == APOCA_DEAD) == (health <= 0) ||
           rd_field_problem(&state, "a unit is dead if its health is 0 or less, and only then");
}

static bool read_unit(const struct rd_field *field, uint32_t kind, uint32_t least,
                      struct apoca_open *open)
{
    static const char *const keys[] = {
        "Name", "Team", "x", "y", "Health", "Damage", "State", NULL
    };
    struct apoca_unit unit = { 0 };
    struct rd_field team_field;
    uint32_t team, path, mood;
    new_strength(open, kind, &unit);
    if (!rd_field_object(field, keys) ||
        !read_name(field, apoca_word_unit[kind], least, &unit.number) ||
        !rd_field_need(field, "Team", &team_field) ||
        !rd_field_choice(&team_field, apoca_word_team, &team) || !read_path(field, open, &path) ||
        !read_number(field, "Health", INT32_MIN, INT32_MAX, &unit.health) ||
        !read_number(field, "Damage", 0, INT32_MAX, &unit.damage) ||
        !read_mood(field, kind, unit.health, &mood)) {
        return false;
    }
    if (mood != APOCA_DEAD && !is_free(open, path)) {
        return rd_field_problem(field, "another unit stands on [%d,%d]",
                                apoca_cell_x(open->path_cell[path]),
                                apoca_cell_y(open->path_cell[path]));
    }
    unit.path = (uint8_t)path;
    unit.traits = apoca_traits(kind, team, mood);
    open->unit[open->unit_count++] = unit;
    return true;
}

bool apoca_units_read(const struct rd_field *list, uint32_t kind, struct apoca_open *open)
{
    size_t count;
    if (!rd_field_list(list, 0, (size_t)(APOCA_UNITS_MAX - open->unit_count), &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field unit = rd_field_item(list, i);
        uint32_t least = i == 0 ? 0 : open->unit[open->unit_count - 1].number + 1u;
        if (!read_unit(&unit, kind, least, open)) {
            return false;
        }
    }
    return true;
}
