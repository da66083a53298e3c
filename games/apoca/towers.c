/* What towers do, each once a turn in the order built (R7.1 to R7.10). */
#include "apoca_internal.h"

#include <string.h>

/* The disc of towers that spray or bless, column by column: bit of its northernmost cell, and how
 * far north and south of the tower the column reaches. */
struct disc_column {
    uint8_t first_bit;
    uint8_t reach;
};

static const struct disc_column disc[2 * APOCA_DISC_RANGE + 1] = {
    { 0, 0 }, { 1, 2 }, { 6, 2 }, { 11, 3 }, { 18, 2 }, { 23, 2 }, { 28, 0 },
};

static uint32_t disc_bit(int32_t dx, int32_t dy)
{
    const struct disc_column *column = &disc[APOCA_DISC_RANGE + dx];
    return (uint32_t)(column->first_bit + column->reach + dy);
}

/* R7.3, R11.6: what a range reaches, whole and clipped: a row of the board after the other from
 * APOCA_RANGE_MAX rows north of the tower, bit 0 is so many columns to the west. */
enum { MIDDLE = APOCA_RANGE_MAX, SPANS = 2 * MIDDLE + 1 };
#define IN(r, clip, dx, dy)                               \
    ((dx) * (dx) + (dy) * (dy) <= (r) * (r) && (r) > 0 && \
             !((clip) && ((dx) == (r) || (dy) == (r)))    \
         ? 1 << (MIDDLE + (dx))                           \
         : 0)
#define ROW(r, clip, dy)                                                                     \
    (IN(r, clip, -5, dy) | IN(r, clip, -4, dy) | IN(r, clip, -3, dy) | IN(r, clip, -2, dy) | \
     IN(r, clip, -1, dy) | IN(r, clip, 0, dy) | IN(r, clip, 1, dy) | IN(r, clip, 2, dy) |    \
     IN(r, clip, 3, dy) | IN(r, clip, 4, dy) | IN(r, clip, 5, dy))
#define ROWS(r, clip)                                                                             \
    {                                                                                             \
        ROW(r, clip, -5), ROW(r, clip, -4), ROW(r, clip, -3), ROW(r, clip, -2), ROW(r, clip, -1), \
            ROW(r, clip, 0), ROW(r, clip, 1), ROW(r, clip, 2), ROW(r, clip, 3), ROW(r, clip, 4),  \
            ROW(r, clip, 5)                                                                       \
    }
#define BOTH(r)                \
    {                          \
        ROWS(r, 0), ROWS(r, 1) \
    }
static const uint16_t spans[APOCA_RANGE_MAX + 1][2][SPANS] = { BOTH(0), BOTH(1), BOTH(2),
                                                               BOTH(3), BOTH(4), BOTH(5) };
RD_STATIC_ASSERT(APOCA_RANGE_MAX == 5, "ROW, ROWS and spans go as far as the longest range");

int32_t apoca_reaches(const struct apoca_ruleset *rules, const struct apoca_tower_kind *kind,
                      int32_t dx, int32_t dy)
{
    int32_t is_near = -MIDDLE <= dx && dx <= MIDDLE && -MIDDLE <= dy && dy <= MIDDLE;
    return is_near && spans[kind->range][rules->clipped_range][MIDDLE + dy] >> (MIDDLE + dx) & 1;
}

/* Who stands where while towers act: nobody moves or is buried meanwhile, so one look is enough
 * for all of them. */
struct field {
    /* Bit x of row y, by the side that the unit there walks for. Rows beyond the board are empty.
     */
    uint64_t row[APOCA_SEATS][APOCA_SIDE_MAX + 2 * MIDDLE];
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
            row[MIDDLE + cell / APOCA_SIDE_MAX] |= UINT64_C(1) << (cell % APOCA_SIDE_MAX);
            field->path_at[cell] = unit->path;
        }
    }
}

static struct post post_of(const struct apoca_open *open, const struct field *field,
                           const struct apoca_tower *tower)
{
    uint32_t cell = open->land_cell[tower->land];
    struct post post = { field,
                         apoca_kind_of(tower),
                         apoca_land_owner(open, tower->land),
                         (int32_t)(cell % APOCA_SIDE_MAX),
                         (int32_t)(cell / APOCA_SIDE_MAX),
                         apoca_tower_name(tower) };
    return post;
}

/* Those who walk for a side and stand in range so many rows south of the tower: bit 0 is MIDDLE
 * columns to its west. */
static uint32_t in_row(const struct apoca_turn *t, const struct post *post, uint32_t heading,
                       int32_t dy)
{
    RD_ASSERT(heading < APOCA_SEATS);
    int32_t west = post->x - MIDDLE;
    uint64_t units = post->field->row[heading][MIDDLE + post->y + dy];
    return (uint32_t)(west < 0 ? units << -west : units >> west) &
           spans[post->kind->range][t->rules->clipped_range][MIDDLE + dy];
}

/* Index of the unit so far east and south of the tower. */
static uint32_t target_on(const struct apoca_turn *t, const struct post *post, int32_t dx,
                          int32_t dy)
{
    return t->at[post->field->path_at[(post->y + dy) * APOCA_SIDE_MAX + post->x + dx]] - 1u;
}

/* R7.4: whoever walks for the other side, mercenary or demon. */
static int32_t is_hostile(const struct post *post, const struct apoca_unit *unit)
{
    return apoca_unit_heading(unit) != post->owner;
}

/* ---- those that shoot ---- */

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
    int32_t range = post->kind->range;
    for (int32_t dy = -range; dy <= range; dy++) {
        for (uint32_t left = in_row(t, post, 1 - post->owner, dy); left != 0; left &= left - 1) {
            uint32_t i = target_on(t, post, __builtin_ctz(left) - MIDDLE, dy);
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
    if (apoca_unit_is(unit, APOCA_WILD) || is_hostile(post, unit)) {
        struct apoca_hit hit = { APOCA_E_SPLASH, shot, post->name };
        apoca_hurt(t, whom, post->kind->splash, hit);
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
    struct apoca_hit hit = { APOCA_E_SHOT, 0, post->name };
    uint32_t shot = apoca_hurt(t, target - 1, post->kind->damage, hit);
    if (post->kind->splash != 0) {
        splash(t, post, target - 1, shot);
    }
    return 1;
}

/* ---- those that spray or bless: everybody in the disc ---- */

/* The bits of those in range, hostile or own mercenaries; whom[bit] is the unit's index. */
static uint32_t in_disc(const struct apoca_turn *t, const struct post *post, int32_t hostile,
                        uint16_t whom[APOCA_DISC_BITS])
{
    uint32_t bits = 0;
    uint32_t heading = hostile ? 1 - post->owner : post->owner;
    int32_t range = post->kind->range;
    for (int32_t dy = -range; dy <= range; dy++) {
        for (uint32_t left = in_row(t, post, heading, dy); left != 0; left &= left - 1) {
            int32_t dx = __builtin_ctz(left) - MIDDLE;
            uint32_t i = target_on(t, post, dx, dy);
            if (hostile || apoca_unit_is(&t->open->unit[i], APOCA_HIRED)) {
                uint32_t bit = disc_bit(dx, dy);
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
    struct apoca_hit hit = { APOCA_E_SHOT, 0, post->name };
    for (uint32_t left = tower->aim; left != 0; left &= left - 1) {
        apoca_hurt(t, whom[__builtin_ctz(left)], post->kind->damage, hit);
    }
}

/* Returns whether there was anybody to bless. */
static int32_t bless(struct apoca_turn *t, const struct post *post, struct apoca_tower *tower)
{
    uint16_t whom[APOCA_DISC_BITS];
    tower->aim = in_disc(t, post, 0, whom);
    for (uint32_t left = tower->aim; left != 0; left &= left - 1) {
        struct apoca_unit *unit = &t->open->unit[whom[__builtin_ctz(left)]];
        unit->health += post->kind->blessing; /* R7.8: without a limit */
        unit->damage += post->kind->blessing;
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
    t->open->money[post->owner] += post->kind->income; /* R7.9 */
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { post->name, (int32_t)post->owner,
                                                 post->kind->income, t->open->money[post->owner] };
        apoca_tell(t, APOCA_E_INCOME, 0, arg);
    }
}

/* Returns whether the cooldown starts anew (R7.2; R11.7, R11.8). */
static int32_t activate(struct apoca_turn *t, const struct field *field, struct apoca_tower *tower)
{
    struct post post = post_of(t->open, field, tower);
    switch ((enum apoca_tower_trait)post.kind->traits) {
    case APOCA_EARNS:
        earn(t, &post);
        return 1;
    case APOCA_SHOOTS:
        return shoot(t, &post, tower) || !t->rules->shooters_hold;
    case APOCA_SPRAYS:
        spray(t, &post, tower);
        return 1;
    case APOCA_BLESSES:
        return bless(t, &post, tower) || !t->rules->blessers_hold;
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
    uint32_t count = 0;
    if ((apoca_kind_of(tower)->traits & APOCA_USES_DISC) == 0) {
        cell[0] = (uint16_t)(tower->aim - 1);
        return tower->aim != 0;
    }
    RD_ASSERT(tower->land < open->land_count);
    int32_t centre = open->land_cell[tower->land];
    for (int32_t dx = -APOCA_DISC_RANGE; dx <= APOCA_DISC_RANGE; dx++) {
        const struct disc_column *column = &disc[dx + APOCA_DISC_RANGE];
        for (int32_t dy = -column->reach; dy <= column->reach; dy++) {
            if (tower->aim >> disc_bit(dx, dy) & 1u) {
                cell[count] = (uint16_t)(centre + dy * APOCA_SIDE_MAX + dx);
                count++;
            }
        }
    }
    return count;
}
