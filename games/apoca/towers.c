/* What towers do, each once a turn in the order built (R7.1 to R7.10). */
#include "apoca_internal.h"

#include <string.h>

/* The disc of Minigun and Church, column by column: bit of its northernmost cell, and how far
 * north and south of the tower the column reaches. */
struct disc_column {
    uint8_t first_bit;
    uint8_t reach;
};

static const struct disc_column disc[2 * APOCA_DISC_RANGE + 1] = {
    { 0, 0 }, { 1, 2 }, { 6, 2 }, { 11, 3 }, { 18, 2 }, { 23, 2 }, { 28, 0 },
};

/* R7.3, R11.6: what a range reaches, whole and clipped: a row of the board after the other from the
 * northernmost, bit 0 is the westernmost column. */
enum { RANGE_MAX = 5, SPANS = 2 * RANGE_MAX + 1 };
static const uint16_t spans[RANGE_MAX + 1][2][SPANS] = {
    [3] = { { 0x08, 0x3e, 0x3e, 0x7f, 0x3e, 0x3e, 0x08 },
            { 0x08, 0x3e, 0x3e, 0x3f, 0x3e, 0x3e, 0x00 } },
    [5] = { { 0x020, 0x1fc, 0x3fe, 0x3fe, 0x3fe, 0x7ff, 0x3fe, 0x3fe, 0x3fe, 0x1fc, 0x020 },
            { 0x020, 0x1fc, 0x3fe, 0x3fe, 0x3fe, 0x3ff, 0x3fe, 0x3fe, 0x3fe, 0x1fc, 0x000 } },
};

int32_t apoca_reaches(const struct apoca_ruleset *rules, const struct apoca_tower_kind *kind,
                      int32_t dx, int32_t dy)
{
    int32_t range = kind->range;
    int32_t is_near = -range <= dx && dx <= range && -range <= dy && dy <= range;
    return is_near && spans[range][rules->clipped_range][range + dy] >> (range + dx) & 1;
}

/* Who stands where while towers act: nobody moves or is buried meanwhile, so one look is enough
 * for all of them. */
struct field {
    /* Bit x of row y, by the side that the unit there walks for. Rows beyond the board are empty.
     */
    uint64_t row[APOCA_SEATS][APOCA_SIDE_MAX + 2 * RANGE_MAX];
    uint8_t path_at[APOCA_SIDE_MAX * APOCA_SIDE_MAX]; /* only where a bit is set */
};

/* A tower at work. */
struct post {
    const struct field *field;
    const struct apoca_tower_kind *kind;
    uint32_t owner;
    int32_t x, y;
    int32_t name;
};

static void survey(const struct apoca_open *open, struct field *field)
{
    memset(field->row, 0, sizeof field->row);
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (apoca_is_alive(unit)) {
            uint32_t cell = open->path_cell[unit->path];
            uint64_t *row = field->row[apoca_unit_heading(unit)];
            row[RANGE_MAX + cell / APOCA_SIDE_MAX] |= UINT64_C(1) << (cell % APOCA_SIDE_MAX);
            field->path_at[cell] = unit->path;
        }
    }
}

static struct post post_of(const struct apoca_open *open, const struct field *field,
                           const struct apoca_tower *tower)
{
    uint32_t cell = open->land_cell[tower->land];
    struct post post = { field,
                         &apoca_tower_kinds[apoca_tower_type(tower)],
                         apoca_land_owner(open, tower->land),
                         (int32_t)(cell % APOCA_SIDE_MAX),
                         (int32_t)(cell / APOCA_SIDE_MAX),
                         apoca_tower_name(tower) };
    return post;
}

/* Those who walk for a side and stand in range in a row, the northernmost is 0: bit 0 is the
 * westernmost column of the range. */
static uint32_t in_row(const struct apoca_turn *t, const struct post *post, uint32_t heading,
                       uint32_t row)
{
    int32_t range = post->kind->range;
    int32_t west = post->x - range;
    RD_ASSERT(heading < APOCA_SEATS);
    uint64_t units = post->field->row[heading][RANGE_MAX + post->y - range + (int32_t)row];
    return (uint32_t)(west < 0 ? units << -west : units >> west) &
           spans[range][t->rules->clipped_range][row];
}

/* Index of the unit that stands on such a bit. */
static uint32_t target_on(const struct apoca_turn *t, const struct post *post, uint32_t row,
                          uint32_t bit)
{
    int32_t x = post->x - post->kind->range + (int32_t)bit;
    int32_t y = post->y - post->kind->range + (int32_t)row;
    return t->at[post->field->path_at[y * APOCA_SIDE_MAX + x]] - 1u;
}

/* R7.4: whoever walks for the other side, mercenary or demon. */
static int32_t is_hostile(const struct post *post, const struct apoca_unit *unit)
{
    return apoca_unit_heading(unit) != post->owner;
}

/* ---- Crossbow and Cannon ---- */

/* R7.5, larger is better in each, from the first to the last. */
struct merit {
    int32_t nearness, health, damage, scan;
};

static struct merit merit_of(const struct apoca_turn *t, const struct post *post,
                             const struct apoca_unit *unit)
{
    uint32_t lane = apoca_lane_of(t->open, unit->path);
    RD_ASSERT(lane < APOCA_LANES_MAX);
    int32_t index = (int32_t)unit->path - t->open->lane_first[lane];
    int32_t last = (int32_t)t->open->lane_first[lane + 1] - 1 - t->open->lane_first[lane];
    int32_t blue = t->rules->blue_aims_by_index ? index : index - last; /* R11.13 */
    uint32_t cell = t->open->path_cell[unit->path];
    struct merit merit = {
        .nearness = post->owner == APOCA_RED ? -index : blue,
        .health = unit->health,
        .damage = unit->damage,
        .scan = -(int32_t)(cell % APOCA_SIDE_MAX * APOCA_SIDE_MAX + cell / APOCA_SIDE_MAX),
    };
    return merit;
}

static int32_t is_better(const struct merit *a, const struct merit *b)
{
    if (a->nearness != b->nearness) {
        return a->nearness > b->nearness;
    }
    if (a->health != b->health) {
        return a->health > b->health;
    }
    if (a->damage != b->damage) {
        return a->damage > b->damage;
    }
    return a->scan > b->scan;
}

/* 1 + index of the unit to shoot at, or 0. */
static uint32_t choose_target(const struct apoca_turn *t, const struct post *post)
{
    uint32_t chosen = 0;
    struct merit best = { 0, 0, 0, 0 };
    for (uint32_t row = 0; row < 2u * post->kind->range + 1; row++) {
        for (uint32_t left = in_row(t, post, 1 - post->owner, row); left != 0; left &= left - 1) {
            uint32_t i = target_on(t, post, row, (uint32_t)__builtin_ctz(left));
            struct merit merit = merit_of(t, post, &t->open->unit[i]);
            if (chosen == 0 || is_better(&merit, &best)) {
                chosen = i + 1;
                best = merit;
            }
        }
    }
    return chosen;
}

static void splash_unit(struct apoca_turn *t, const struct post *post, uint32_t whom, uint32_t shot)
{
    RD_ASSERT(whom < APOCA_UNITS_MAX);
    const struct apoca_unit *unit = &t->open->unit[whom];
    if (apoca_unit_kind(unit) == APOCA_DEMON || is_hostile(post, unit)) {
        struct apoca_deed deed = { APOCA_E_SPLASH, shot, post->name };
        apoca_hurt(t, whom, post->kind->splash, deed);
    }
}

/* R7.7: the tiles before and behind the target in its lane. */
static void splash(struct apoca_turn *t, const struct post *post, uint32_t target, uint32_t shot)
{
    RD_ASSERT(target < APOCA_UNITS_MAX);
    int32_t path = t->open->unit[target].path;
    uint32_t lane = apoca_lane_of(t->open, (uint32_t)path);
    RD_ASSERT(lane < APOCA_LANES_MAX);
    int32_t first = t->open->lane_first[lane];
    int32_t last = (int32_t)t->open->lane_first[lane + 1] - 1;
    int32_t ahead = apoca_unit_heading(&t->open->unit[target]) == 0 ? 1 : -1;
    for (int32_t side = 0; side < 2; side++) {
        int32_t tile = side == 0 ? path + ahead : path - ahead;
        if (tile < first || tile > last) {
            if (t->rules->splash_returns) { /* R11.9 */
                splash_unit(t, post, target, shot);
            }
        } else if (t->at[tile] != 0) {
            splash_unit(t, post, t->at[tile] - 1u, shot);
        }
    }
}

/* Returns whether there was anybody to shoot at. */
static int32_t shoot(struct apoca_turn *t, const struct post *post, struct apoca_tower *tower)
{
    uint32_t target = choose_target(t, post);
    if (target == 0) {
        return 0;
    }
    RD_ASSERT(target <= t->open->unit_count);
    tower->aim = 1u + t->open->path_cell[t->open->unit[target - 1].path];
    struct apoca_deed deed = { APOCA_E_SHOT, 0, post->name };
    uint32_t shot = apoca_hurt(t, target - 1, post->kind->damage, deed);
    if (post->kind->splash != 0) {
        splash(t, post, target - 1, shot);
    }
    return 1;
}

/* ---- Minigun and Church: everybody in the disc ---- */

/* The bits of those in range, hostile or own mercenaries; whom[bit] is the unit's index. */
static uint32_t in_disc(const struct apoca_turn *t, const struct post *post, int32_t hostile,
                        uint16_t whom[APOCA_DISC_BITS])
{
    uint32_t bits = 0;
    uint32_t heading = hostile ? 1 - post->owner : post->owner;
    for (uint32_t row = 0; row < 2 * APOCA_DISC_RANGE + 1; row++) {
        for (uint32_t left = in_row(t, post, heading, row); left != 0; left &= left - 1) {
            uint32_t column = (uint32_t)__builtin_ctz(left);
            uint32_t i = target_on(t, post, row, column);
            if (hostile || apoca_unit_kind(&t->open->unit[i]) == APOCA_MERCENARY) {
                uint32_t north = APOCA_DISC_RANGE - disc[column].reach;
                uint32_t bit = disc[column].first_bit + row - north;
                bits |= UINT32_C(1) << bit;
                whom[bit] = (uint16_t)i;
            }
        }
    }
    return bits;
}

static void spray(struct apoca_turn *t, const struct post *post, struct apoca_tower *tower)
{
    uint16_t whom[APOCA_DISC_BITS];
    tower->aim = in_disc(t, post, 1, whom);
    struct apoca_deed deed = { APOCA_E_SHOT, 0, post->name };
    for (uint32_t left = tower->aim; left != 0; left &= left - 1) {
        apoca_hurt(t, whom[__builtin_ctz(left)], post->kind->damage, deed);
    }
}

/* Returns whether there was anybody to bless. */
static int32_t bless(struct apoca_turn *t, const struct post *post, struct apoca_tower *tower)
{
    uint16_t whom[APOCA_DISC_BITS];
    tower->aim = in_disc(t, post, 0, whom);
    for (uint32_t left = tower->aim; left != 0; left &= left - 1) {
        struct apoca_unit *unit = &t->open->unit[whom[__builtin_ctz(left)]];
        unit->health += APOCA_BLESSING; /* R7.8: without a limit */
        unit->damage += APOCA_BLESSING;
        if (t->log != NULL) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { post->name, apoca_unit_name(unit),
                                                     unit->health, unit->damage };
            apoca_tell(t, APOCA_E_BLESSED, 0, arg);
        }
    }
    return tower->aim != 0;
}

static void earn(struct apoca_turn *t, const struct post *post)
{
    RD_ASSERT(post->owner < APOCA_SEATS);
    t->open->money[post->owner] += APOCA_HOUSE_INCOME; /* R7.9 */
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { post->name, (int32_t)post->owner,
                                                 APOCA_HOUSE_INCOME, t->open->money[post->owner] };
        apoca_tell(t, APOCA_E_INCOME, 0, arg);
    }
}

/* Returns whether the cooldown starts anew (R7.2; R11.7, R11.8). */
static int32_t activate(struct apoca_turn *t, const struct field *field, struct apoca_tower *tower)
{
    struct post post = post_of(t->open, field, tower);
    switch ((enum apoca_tower_type)apoca_tower_type(tower)) {
    case APOCA_HOUSE:
        earn(t, &post);
        break;
    case APOCA_CROSSBOW:
    case APOCA_CANNON:
        return shoot(t, &post, tower) || !t->rules->shooters_hold;
    case APOCA_MINIGUN:
        spray(t, &post, tower);
        break;
    case APOCA_CHURCH:
        return bless(t, &post, tower) || !t->rules->church_holds;
    case APOCA_TOWER_TYPES:
        break;
    }
    return 1;
}

void apoca_towers_act(struct apoca_turn *turn)
{
    struct field field;
    RD_ASSERT(turn->open->tower_count <= APOCA_TOWERS_MAX);
    survey(turn->open, &field);
    for (uint32_t i = 0; i < turn->open->tower_count; i++) {
        struct apoca_tower *tower = &turn->open->tower[i];
        tower->aim = 0;
        if (apoca_tower_cooldown(tower) > 0) {
            RD_ASSERT(tower->type_and_clock > 0);
            tower->type_and_clock--;
        } else if (activate(turn, &field, tower)) {
            uint32_t type = apoca_tower_type(tower);
            RD_ASSERT(type < APOCA_TOWER_TYPES);
            tower->type_and_clock = (uint8_t)(type << 4 | apoca_tower_kinds[type].cooldown);
        }
    }
}

uint32_t apoca_tower_aims(const struct apoca_open *open, const struct apoca_tower *tower,
                          uint16_t cell[APOCA_DISC_BITS])
{
    uint32_t type = apoca_tower_type(tower);
    uint32_t count = 0;
    if (type != APOCA_MINIGUN && type != APOCA_CHURCH) {
        cell[0] = (uint16_t)(tower->aim - 1);
        return tower->aim != 0;
    }
    RD_ASSERT(tower->land < open->land_count);
    int32_t centre = open->land_cell[tower->land];
    for (int32_t dx = -APOCA_DISC_RANGE; dx <= APOCA_DISC_RANGE; dx++) {
        const struct disc_column *column = &disc[dx + APOCA_DISC_RANGE];
        for (int32_t dy = -column->reach; dy <= column->reach; dy++) {
            uint32_t bit = (uint32_t)(column->first_bit + column->reach + dy);
            if (tower->aim >> bit & 1u) {
                cell[count] = (uint16_t)(centre + dy * APOCA_SIDE_MAX + dx);
                count++;
            }
        }
    }
    return count;
}
