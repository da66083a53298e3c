/* What an order needs (R9.1 to R9.9, R13.2), and where that is found. */
#include "needs.h"

#include <string.h>

/* ---- the table: in the order in which an order is refused ---- */

/* clang-format off */
#define BUILDS { FORTRESS_N_TRAIT, FORTRESS_NOT_BUILDER, FORTRESS_T_BUILDS }
#define LOOKS_OUT { FORTRESS_N_TRAIT, FORTRESS_NOT_SCOUT, FORTRESS_T_LOOKS_OUT }
#define CASTS \
    { FORTRESS_N_TRAIT, FORTRESS_NOT_CASTER, FORTRESS_T_CASTS }, { FORTRESS_C_SPELL, FORTRESS_SPELL_FAR }, \
    { FORTRESS_C_SEEN, FORTRESS_SPELL_DARK }
#define MANA { FORTRESS_N_MANA, FORTRESS_SPELL_MANA }
#define OWN_WARD { FORTRESS_C_WARD, FORTRESS_NO_WARD }
#define WARD_MANA { FORTRESS_N_WARD_MANA, FORTRESS_WARD_MANA }
#define FROM_HERE { FORTRESS_N_TRACK_TILE, FORTRESS_TRACK_START }
#define WORK { FORTRESS_W_WORK, FORTRESS_TRACK_NOTHING }

const struct fortress_need fortress_needs[FORTRESS_VERBS][FORTRESS_NEEDS_MAX] = {
    [FORTRESS_BUY] = { /* R9.3, R4.2 */
        { FORTRESS_C_FIRM, FORTRESS_BUY_MOUNTAIN },
        { FORTRESS_C_VACANT, FORTRESS_BUY_TAKEN },
        { FORTRESS_C_NO_WALL, FORTRESS_BUY_ENEMY_TOWER },
        { FORTRESS_C_UNSOLD, FORTRESS_BUY_TWICE },
        { FORTRESS_C_MARKET, FORTRESS_BUY_PLACE },
        { FORTRESS_C_MARKET_OF_TYPE, FORTRESS_BUY_TYPE },
        { FORTRESS_N_PRICE, FORTRESS_BUY_GOLD },
        { FORTRESS_N_ROOM, FORTRESS_BUY_CROWD },
        { FORTRESS_N_NUMBER, FORTRESS_BUY_IDS } },
    /* R9.5, R9.9 */
    [FORTRESS_MOVE] = { { FORTRESS_W_ELSEWHERE, FORTRESS_MOVE_NOWHERE }, { FORTRESS_W_WALK, FORTRESS_MOVE_FAR } },
    [FORTRESS_MOVE_TO] = { { FORTRESS_W_ELSEWHERE, FORTRESS_MOVE_NOWHERE }, { FORTRESS_W_FAR, FORTRESS_MOVE_NO_WAY } },
    [FORTRESS_EXTEND] = {
        { FORTRESS_N_GIVEN, FORTRESS_EXTEND_NOTHING },
        { FORTRESS_W_ELSEWHERE, FORTRESS_MOVE_NOWHERE },
        { FORTRESS_N_OPEN_END, FORTRESS_EXTEND_PAST_TOWER },
        { FORTRESS_N_SHORT, FORTRESS_EXTEND_LONG } },
    /* R9.8 */
    [FORTRESS_ROAD_TO] = { BUILDS, { FORTRESS_W_ELSEWHERE, FORTRESS_TRACK_NO_WAY },
        { FORTRESS_W_TRACKS, FORTRESS_TRACK_NO_WAY }, FROM_HERE, WORK, { FORTRESS_N_TRACK_WORK, FORTRESS_TRACK_START } },
    [FORTRESS_RAIL_TO] = { BUILDS, { FORTRESS_W_ELSEWHERE, FORTRESS_TRACK_NO_WAY },
        { FORTRESS_W_TRACKS, FORTRESS_TRACK_NO_WAY }, FROM_HERE, { FORTRESS_N_TRACK_WORK, FORTRESS_TRACK_START } },
    /* R9.2 */
    [FORTRESS_RANGED] = { { FORTRESS_N_TRAIT, FORTRESS_NOT_RANGED, FORTRESS_T_SHOOTS },
        { FORTRESS_C_FOE, FORTRESS_NO_TARGET }, { FORTRESS_C_SHOT, FORTRESS_RANGED_FAR } },
    [FORTRESS_MELEE] = { { FORTRESS_C_BESIDE, FORTRESS_MELEE_FAR }, { FORTRESS_C_FOE, FORTRESS_NO_TARGET } },
    [FORTRESS_LOOKOUT] = { LOOKS_OUT },
    [FORTRESS_ALWAYS_LOOKOUT] = { LOOKS_OUT },
    [FORTRESS_BUILD] = { BUILDS }, /* and more, by what is built: build.c */
    [FORTRESS_REPAIR] = { BUILDS, { FORTRESS_C_AROUND, FORTRESS_REPAIR_FAR },
        { FORTRESS_C_WORN, FORTRESS_REPAIR_NOTHING } },
    [FORTRESS_SPELL_HEAL] = { CASTS, { FORTRESS_C_FRIEND, FORTRESS_SPELL_FRIEND }, MANA },
    [FORTRESS_SPELL_BUFF] = { CASTS, { FORTRESS_C_FRIEND, FORTRESS_SPELL_FRIEND }, MANA },
    [FORTRESS_FIREBALL] = { CASTS, { FORTRESS_C_FOE, FORTRESS_SPELL_FOE }, MANA },
    [FORTRESS_LIGHTNING] = { CASTS, { FORTRESS_C_FOE_UNIT, FORTRESS_SPELL_FOE }, MANA },
    [FORTRESS_CANCEL] = { { FORTRESS_N_BUSY, FORTRESS_CANCEL_NOTHING } },
    [FORTRESS_WARD_VISION] = { OWN_WARD, WARD_MANA },
    [FORTRESS_ALWAYS_VISION] = { OWN_WARD, WARD_MANA },
    [FORTRESS_STOP_VISION] = { OWN_WARD },
};

/* R9.9 */
const struct fortress_need fortress_longer_needs[FORTRESS_VERBS][FORTRESS_NEEDS_MAX] = {
    [FORTRESS_MOVE] = { { FORTRESS_W_WALK, FORTRESS_MOVE_FAR } },
    [FORTRESS_MOVE_TO] = { { FORTRESS_W_FAR, FORTRESS_MOVE_NO_WAY }, { FORTRESS_N_GOES_ON, FORTRESS_MOVE_NO_WAY } },
    [FORTRESS_ROAD_TO] = { { FORTRESS_W_TRACKS, FORTRESS_TRACK_NO_WAY }, FROM_HERE, WORK,
        { FORTRESS_N_GOES_ON, FORTRESS_TRACK_START } },
    [FORTRESS_RAIL_TO] = { { FORTRESS_W_TRACKS, FORTRESS_TRACK_NO_WAY }, FROM_HERE,
        { FORTRESS_N_GOES_ON, FORTRESS_TRACK_START } },
};
/* clang-format on */

/* ---- units and their owners ---- */

static int32_t gold_of(const struct fortress_outlook *o)
{
    RD_ASSERT(o->seat < FORTRESS_SEATS);
    return o->s->side[o->seat].gold - o->s->side[o->seat].spent;
}

static int32_t is_busy(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    return s->task[who].verb != 0 || (who < FORTRESS_FIRST_NEUTRAL &&
                                      (s->plan[who].standing != 0 || s->plan[who].queue != 0));
}

static int32_t meets_purchase(const struct fortress_outlook *o, uint32_t kind, uint32_t type)
{
    const struct fortress_side *side = &o->s->side[o->seat];
    RD_ASSERT(type < FORTRESS_TYPES);
    return kind == FORTRESS_N_PRICE  ? gold_of(o) >= fortress_kinds[type].cost
           : kind == FORTRESS_N_ROOM ? side->units + side->bought < FORTRESS_UNITS_MAX
                                     : side->next_id < FORTRESS_IDS;
}

/* What is asked of a path that was given before. */
static int32_t meets_extension(const struct fortress_outlook *o, uint32_t kind, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    const struct fortress_plan *plan = &o->s->plan[who];
    struct fortress_plan again = *plan;
    struct fortress_task task;
    switch (kind) {
    case FORTRESS_N_GIVEN:
        return fortress_lengthened(o->s, who) != 0;
    case FORTRESS_N_OPEN_END:
        return !fortress_is_wall(o->s, o->seat, o->seat, fortress_path_cell(plan, plan->length));
    case FORTRESS_N_GOES_ON:
        return fortress_next_order(o->s, who, &again, &task);
    default:
        return plan->length < FORTRESS_PATH_MAX;
    }
}

int32_t fortress_meets_more(const struct fortress_outlook *o, uint32_t kind, uint32_t verb,
                            uint32_t who, uint32_t amount)
{
    const struct fortress_state *s = o->s;
    switch (kind) {
    case FORTRESS_N_BUSY:
        return is_busy(s, who);
    case FORTRESS_N_MANA:
        return s->side[o->seat].mana >= (int32_t)fortress_spell_cost(verb, amount + 1);
    case FORTRESS_N_WARD_MANA:
        return s->side[o->seat].mana >= FORTRESS_WARD_COST;
    case FORTRESS_N_PRICE:
    case FORTRESS_N_ROOM:
    case FORTRESS_N_NUMBER:
        return meets_purchase(o, kind, who);
    case FORTRESS_N_GIVEN:
    case FORTRESS_N_OPEN_END:
    case FORTRESS_N_SHORT:
    case FORTRESS_N_GOES_ON:
        return meets_extension(o, kind, who);
    case FORTRESS_N_TRACK_TILE:
        return fortress_road_status(s, o->seat, s->piece[who].cell, 1) != FORTRESS_INVALID;
    default:
        RD_ASSERT(kind == FORTRESS_N_TRACK_WORK);
        return fortress_track_status(s, who, verb, 1) != FORTRESS_INVALID;
    }
}

/* ---- cells, whoever is ordered ---- */

static void add_pieces(const struct fortress_state *s, uint32_t first, uint32_t count,
                       struct fortress_set *set)
{
    for (uint32_t who = first; who < first + count; who++) {
        fortress_add(set, s->piece[who].cell);
    }
}

static void add_foe_units(const struct fortress_outlook *o, struct fortress_set *set)
{
    uint32_t other = 1 - o->seat;
    RD_ASSERT(other < FORTRESS_SEATS);
    add_pieces(o->s, fortress_unit_who(other, 0), o->s->side[other].units, set);
    add_pieces(o->s, FORTRESS_FIRST_NEUTRAL, o->s->neutrals, set);
    fortress_mask(set, &o->s->know[o->seat].visible);
}

static void add_walls(const struct fortress_outlook *o, struct fortress_set *set)
{
    for (uint64_t left = o->s->know[o->seat].structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - o->seat, &left);
        fortress_add(set, o->s->piece[who].cell);
    }
}

static void add_own_structures(const struct fortress_outlook *o, struct fortress_set *set)
{
    for (uint32_t slot = 0; slot < o->s->side[o->seat].structures; slot++) {
        const struct fortress_piece *piece = &o->s->piece[fortress_structure_who(o->seat, slot)];
        if (piece->health > 0) {
            fortress_add(set, piece->cell);
        }
    }
}

static void add_own_wards(const struct fortress_outlook *o, struct fortress_set *set)
{
    for (uint32_t i = 0; i < o->s->ward_count; i++) {
        struct fortress_site site = fortress_site_read(o->s->site[o->s->ward[i].cell]);
        if (site.owner == o->seat && site.condition == FORTRESS_INTACT) {
            fortress_add(set, o->s->ward[i].cell);
        }
    }
}

/* All that exists but these. */
static void invert(const struct fortress_board *board, struct fortress_set *set)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        set->row[row] = board->valid.row[row] & ~set->row[row];
    }
}

static void make_markets(struct fortress_outlook *o, struct fortress_set *set)
{
    fortress_markets_of(o->s, o->seat, &o->markets);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        set->row[row] = o->markets.all.row[row] | o->markets.simple.row[row];
    }
}

static void make_cells(struct fortress_outlook *o, uint32_t kind, struct fortress_set *set)
{
    const struct fortress_state *s = o->s;
    const struct fortress_side *side = &s->side[o->seat];
    uint32_t first = fortress_unit_who(o->seat, 0), bought = first + side->units;
    memset(set, 0, sizeof *set);
    switch (kind) {
    case FORTRESS_C_FIRM:
        *set = s->board.mountain;
        fortress_mask(set, &s->know[o->seat].explored);
        invert(&s->board, set);
        break;
    case FORTRESS_C_VACANT:
        add_pieces(s, first, side->units, set);
        add_foe_units(o, set);
        invert(&s->board, set);
        break;
    case FORTRESS_C_NO_WALL:
        add_walls(o, set);
        invert(&s->board, set);
        break;
    case FORTRESS_C_UNSOLD:
        add_pieces(s, bought, side->bought, set);
        invert(&s->board, set);
        break;
    case FORTRESS_C_MARKET:
        make_markets(o, set);
        break;
    case FORTRESS_C_FOE:
        add_foe_units(o, set);
        add_walls(o, set);
        break;
    case FORTRESS_C_FOE_UNIT:
        add_foe_units(o, set);
        break;
    case FORTRESS_C_FRIEND:
        add_pieces(s, first, (uint32_t)side->units + side->bought, set);
        add_own_structures(o, set);
        break;
    case FORTRESS_C_WARD:
    default:
        RD_ASSERT(kind == FORTRESS_C_WARD);
        add_own_wards(o, set);
        break;
    }
}

const struct fortress_set *fortress_cells(struct fortress_outlook *o, uint32_t kind)
{
    uint32_t which = kind - FORTRESS_C_FIRM;
    RD_ASSERT(which < FORTRESS_SHARED_SETS);
    if (kind == FORTRESS_C_SEEN) {
        return &o->s->know[o->seat].visible;
    }
    if ((o->made >> which & 1u) == 0) {
        make_cells(o, kind, &o->shared[which]);
        o->made |= 1u << which;
    }
    return &o->shared[which];
}

/* ---- cells, by who is ordered ---- */

static int32_t on_own_tower(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    uint32_t who = fortress_structure_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) == seat &&
           s->piece[who].type == FORTRESS_TOWER;
}

uint32_t fortress_bow_range(const struct fortress_state *s, uint32_t seat, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *unit = &s->piece[who];
    RD_ASSERT(unit->type < FORTRESS_TYPES);
    return fortress_kinds[unit->type].range + (on_own_tower(s, seat, unit->cell) ? 1u : 0u);
}

uint32_t fortress_spell_range(const struct fortress_state *s, uint32_t who)
{
    uint32_t seat = fortress_owner(who);
    int32_t high = fortress_is_mobile(who) && on_own_tower(s, seat, s->piece[who].cell);
    return (uint32_t)FORTRESS_SPELL_RANGE + (high ? 1u : 0u);
}

uint32_t fortress_need_range(const struct fortress_outlook *o, uint32_t kind, uint32_t who)
{
    switch (kind) {
    case FORTRESS_C_BESIDE:
    case FORTRESS_C_AROUND:
        return 1;
    case FORTRESS_C_SHOT:
        return fortress_bow_range(o->s, o->seat, who);
    case FORTRESS_C_SPELL:
        return fortress_spell_range(o->s, who);
    default:
        return UINT32_MAX;
    }
}

/* Whatever lies between. Cells that do not exist are no harm: nobody is there. */
static void fill_disc(uint32_t cell, uint32_t range, struct fortress_set *set)
{
    uint32_t row = cell >> 6, first = row > range ? row - range : 0;
    memset(set, 0, sizeof *set);
    for (uint32_t y = first; y < FORTRESS_ROWS && y <= row + range; y++) {
        uint32_t away = y > row ? y - row : row - y;
        uint32_t width = 2 * range - away; /* and one more */
        /* Rows that lie half a cell to the right begin half of the way later. */
        int32_t left =
            (int32_t)(cell & 63u) - (int32_t)(range - away / 2) + (int32_t)(away & (row & 1u));
        RD_ASSERT(away <= range && width < 63);
        uint64_t run = (UINT64_C(2) << width) - 1;
        set->row[y] = left >= 0 ? run << left : run >> -left;
    }
}

/* R9.2: one's own site that is disabled, where the builder stands; bases and towers near it. */
static void add_damaged(const struct fortress_outlook *o, uint32_t who, struct fortress_set *set)
{
    const struct fortress_state *s = o->s;
    uint32_t here = s->piece[who].cell;
    RD_ASSERT(here < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[here]);
    if (site.type != FORTRESS_STRUCTURES && site.owner == o->seat &&
        site.condition == FORTRESS_DISABLED) {
        fortress_add(set, here);
    }
    for (uint32_t slot = 0; slot < s->side[o->seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(o->seat, slot)];
        if (piece->health > 0 && piece->health < FORTRESS_HEALTH_MAX) {
            fortress_add(set, piece->cell);
        }
    }
}

void fortress_cells_of(struct fortress_outlook *o, uint32_t kind, uint32_t who,
                       struct fortress_set *set)
{
    const struct fortress_state *s = o->s;
    uint32_t range = fortress_need_range(o, kind, who);
    switch (kind) {
    case FORTRESS_C_MARKET_OF_TYPE:
        *set = *fortress_cells(o, FORTRESS_C_MARKET);
        if (!fortress_is(who, FORTRESS_T_BY_ROAD)) {
            *set = o->markets.all;
        }
        break;
    case FORTRESS_C_SHOT:
        fortress_shots(s, o->seat, who, set);
        break;
    case FORTRESS_C_WORN:
        memset(set, 0, sizeof *set);
        add_damaged(o, who, set);
        break;
    default:
        fill_disc(s->piece[who].cell, range, set);
        if (kind == FORTRESS_C_BESIDE) {
            fortress_remove(set, s->piece[who].cell);
        }
        break;
    }
}
