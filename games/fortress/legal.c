/* The legal orders, ascending: what judge() in orders.c lets through. */
#include "listing.h"

#include <string.h>

static uint32_t id_of(const struct fortress_listing *list, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    return list->s->piece[who].id;
}

/* ---- the beginning ---- */

static void insert_by_id(const struct fortress_state *s, uint16_t *who, uint32_t *count,
                         uint32_t one)
{
    uint32_t place = (*count)++;
    while (place > 0 && s->piece[who[place - 1]].id > s->piece[one].id) {
        who[place] = who[place - 1];
        place--;
    }
    who[place] = (uint16_t)one;
}

static void gather(struct fortress_listing *list)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[list->seat];
    list->units = list->casters = 0;
    for (uint32_t slot = 0; slot < side->units; slot++) {
        uint32_t who = fortress_unit_who(list->seat, slot);
        insert_by_id(s, list->unit, &list->units, who);
        fortress_add(&list->friends, s->piece[who].cell);
        if (fortress_is(s->piece[who].type, FORTRESS_T_CASTS)) {
            insert_by_id(s, list->caster, &list->casters, who);
        }
    }
    for (uint32_t i = 0; i < side->bought; i++) {
        fortress_add(&list->friends, s->piece[fortress_unit_who(list->seat, side->units + i)].cell);
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        uint32_t who = fortress_structure_who(list->seat, slot);
        if (s->piece[who].health > 0 && s->piece[who].id < FORTRESS_IDS) {
            insert_by_id(s, list->caster, &list->casters, who);
        }
        if (s->piece[who].health > 0) {
            fortress_add(&list->friends, s->piece[who].cell);
        }
    }
}

static void spy_range(struct fortress_listing *list, uint32_t first, uint32_t count)
{
    for (uint32_t who = first; who < first + count; who++) {
        uint32_t cell = list->s->piece[who].cell;
        if (fortress_sees(list->s, list->seat, cell)) {
            fortress_add(&list->foes, cell);
            fortress_add(&list->mobiles, cell);
        }
    }
}

static void spy(struct fortress_listing *list)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[list->seat];
    uint32_t other = 1 - list->seat;
    RD_ASSERT(other < FORTRESS_SEATS);
    spy_range(list, fortress_unit_who(other, 0), s->side[other].units);
    spy_range(list, FORTRESS_FIRST_NEUTRAL, s->neutrals);
    for (uint64_t left = know->structures; left != 0;) {
        uint32_t who = fortress_take_structure(other, &left);
        fortress_add(&list->foes, s->piece[who].cell);
    }
    fortress_ground_of(s, list->seat, 0, &list->ground[0]);
    fortress_ground_of(s, list->seat, 1, &list->ground[1]);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        list->firm.row[row] =
            s->board.valid.row[row] & ~(s->board.mountain.row[row] & know->explored.row[row]);
    }
}

/* ---- purchases ---- */

static int32_t cheapest(void)
{
    int32_t least = fortress_kinds[0].cost;
    for (uint32_t type = 1; type < FORTRESS_BOUGHT_TYPES; type++) {
        least = fortress_min(least, fortress_kinds[type].cost);
    }
    return least;
}

static void list_purchases(struct fortress_listing *list)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    int32_t gold = s->side[list->seat].gold - s->side[list->seat].spent;
    struct fortress_markets markets;
    if (gold < cheapest() || fortress_cannot_grow(s, list->seat) != 0) {
        return;
    }
    fortress_markets_of(s, list->seat, &markets);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t taken =
            list->mobiles.row[row] | list->ground[0].walls.row[row] | ~list->firm.row[row];
        markets.all.row[row] &= ~taken;
        markets.simple.row[row] &= ~taken;
    }
    const struct fortress_side *side = &s->side[list->seat];
    for (uint32_t slot = 0; slot < (uint32_t)side->units + side->bought; slot++) {
        uint32_t cell = s->piece[fortress_unit_who(list->seat, slot)].cell;
        fortress_remove(&markets.all, cell);
        fortress_remove(&markets.simple, cell);
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        markets.simple.row[row] |= markets.all.row[row];
    }
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES; type++) {
        if (gold >= fortress_kinds[type].cost) {
            fortress_list_cells(list, FORTRESS_BUY, type,
                                fortress_is_simple(type) ? &markets.simple : &markets.all);
        }
    }
}

static void list_undos(struct fortress_listing *list)
{
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_side *side = &list->s->side[list->seat];
    for (uint32_t i = 0; i < side->bought; i++) {
        uint32_t who = fortress_unit_who(list->seat, side->units + i);
        fortress_list_action(list, FORTRESS_UNDO_BUY, id_of(list, who), 0, 0);
    }
}

/* ---- deeds ---- */

/* Is a foe in one of the rows around? */
static int32_t is_foe_near(const struct fortress_listing *list, uint32_t cell, uint32_t distance)
{
    uint32_t row = cell >> 6, first = row > distance ? row - distance : 0;
    uint64_t any = 0;
    for (row = first; row < FORTRESS_ROWS && row <= (cell >> 6) + distance; row++) {
        any |= list->foes.row[row];
    }
    return any != 0;
}

static void list_shots(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        const struct fortress_piece *unit = &list->s->piece[who];
        struct fortress_set set;
        if (!fortress_is(unit->type, FORTRESS_T_SHOOTS)) {
            continue;
        }
        uint32_t range = fortress_bow_range(list->s, list->seat, who);
        if (!is_foe_near(list, unit->cell, range)) {
            continue;
        }
        fortress_flood(&list->s->board, unit->cell, range, 0, &set);
        fortress_mask(&set, &list->foes);
        fortress_list_cells(list, FORTRESS_RANGED, unit->id, &set);
    }
}

/* The cell and its neighbours that exist, as a set. */
static void around(const struct fortress_board *board, uint32_t cell, struct fortress_set *set)
{
    memset(set, 0, sizeof *set);
    fortress_add(set, cell);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_step(board, cell, d);
        if (next != RD_NO_CELL) {
            fortress_add(set, next);
        }
    }
}

static void list_strikes(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        const struct fortress_piece *unit = &list->s->piece[list->unit[i]];
        struct fortress_set set;
        if (is_foe_near(list, unit->cell, 1)) {
            around(&list->s->board, unit->cell, &set);
            fortress_remove(&set, unit->cell);
            fortress_mask(&set, &list->foes);
            fortress_list_cells(list, FORTRESS_MELEE, unit->id, &set);
        }
    }
}

static void list_builds(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        int32_t builds = fortress_is(list->s->piece[who].type, FORTRESS_T_BUILDS);
        for (uint32_t type = 0; type < FORTRESS_STRUCTURES && builds; type++) {
            struct fortress_task task;
            if (fortress_judge_build(list->s, list->seat, who, type, &task).code == RD_OK) {
                fortress_list_action(list, FORTRESS_BUILD, id_of(list, who), type, 0);
            }
        }
    }
}

/* What judge() finds in order, for orders with few possible cells. */
static void list_judged(struct fortress_listing *list, uint32_t verb, uint32_t who,
                        const struct fortress_set *set)
{
    FORTRESS_EACH (cell, set) {
        struct rd_action action = { (uint16_t)verb,
                                    { (uint16_t)id_of(list, who), (uint16_t)cell, 0 } };
        if (fortress_judge(list->s, (rd_seat)list->seat, action).code == RD_OK) {
            fortress_list_action(list, verb, id_of(list, who), cell, 0);
        }
    }
}

static void list_repairs(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        struct fortress_set set;
        if (fortress_is(list->s->piece[who].type, FORTRESS_T_BUILDS)) {
            around(&list->s->board, list->s->piece[who].cell, &set);
            list_judged(list, FORTRESS_REPAIR, who, &set);
        }
    }
}

static void list_spell_at(struct fortress_listing *list, uint32_t verb, uint32_t who, uint32_t cell)
{
    uint32_t most = verb == FORTRESS_SPELL_BUFF ? 20 : 1;
    for (uint32_t i = 0; i < most; i++) {
        int32_t cost = (int32_t)fortress_spell_cost(verb, i + 1);
        if (list->s->side[list->seat].mana >= cost) {
            fortress_list_action(list, verb, id_of(list, who), cell, i);
        }
    }
}

static void list_spells_of(struct fortress_listing *list, uint32_t verb, uint32_t who,
                           const struct fortress_set *targets)
{
    const struct fortress_state *s = list->s;
    uint32_t range = fortress_spell_range(s, who);
    FORTRESS_EACH (cell, targets) {
        if (fortress_distance(s->piece[who].cell, cell) <= range) {
            list_spell_at(list, verb, who, cell);
        }
    }
}

static void list_spells(struct fortress_listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    struct fortress_set targets = verb == FORTRESS_LIGHTNING  ? list->mobiles
                                  : verb == FORTRESS_FIREBALL ? list->foes
                                                              : list->friends;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    if (s->side[list->seat].mana < 5) {
        return;
    }
    fortress_mask(&targets, &s->know[list->seat].visible);
    for (uint32_t i = 0; i < list->casters; i++) {
        list_spells_of(list, verb, list->caster[i], &targets);
    }
}

/* ---- the rest ---- */

/* Orders that need nothing but a unit. */
static void list_plain(struct fortress_listing *list, uint32_t verb)
{
    int32_t high = verb == FORTRESS_LOOKOUT || verb == FORTRESS_ALWAYS_LOOKOUT;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        if (!high || fortress_is(list->s->piece[who].type, FORTRESS_T_LOOKS_OUT)) {
            fortress_list_action(list, verb, id_of(list, who), 0, 0);
        }
    }
}

static void list_cancels(struct fortress_listing *list)
{
    const struct fortress_state *s = list->s;
    uint16_t busy[FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        if (s->task[who].verb != 0 || s->plan[who].standing != 0 || s->plan[who].queue != 0) {
            insert_by_id(s, busy, &count, who);
        }
    }
    for (uint32_t slot = 0; slot < s->side[list->seat].structures; slot++) {
        uint32_t who = fortress_structure_who(list->seat, slot);
        if (s->task[who].verb != 0) {
            insert_by_id(s, busy, &count, who);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        fortress_list_action(list, FORTRESS_CANCEL, id_of(list, busy[i]), 0, 0);
    }
}

static void list_wards(struct fortress_listing *list, uint32_t verb)
{
    const struct fortress_state *s = list->s;
    struct fortress_set own;
    if (verb != FORTRESS_STOP_VISION && s->side[list->seat].mana < FORTRESS_WARD_COST) {
        return;
    }
    memset(&own, 0, sizeof own);
    for (uint32_t i = 0; i < s->ward_count; i++) {
        struct fortress_site site = fortress_site_read(s->site[s->ward[i].cell]);
        if (site.owner == list->seat && site.condition == FORTRESS_INTACT) {
            fortress_add(&own, s->ward[i].cell);
        }
    }
    FORTRESS_EACH (cell, &own) {
        fortress_list_action(list, verb, cell, 0, 0);
    }
}

static void list_units(struct fortress_listing *list)
{
    fortress_list_moves(list);
    fortress_list_extensions(list);
    fortress_list_far_moves(list);
    list_shots(list);
    list_strikes(list);
    for (uint32_t verb = FORTRESS_HEAL; verb <= FORTRESS_ALWAYS_LOOKOUT; verb++) {
        list_plain(list, verb);
    }
    list_builds(list);
    fortress_list_tracks(list, FORTRESS_ROAD_TO);
    fortress_list_tracks(list, FORTRESS_RAIL_TO);
    list_repairs(list);
    list_plain(list, FORTRESS_SABOTAGE);
    for (uint32_t verb = FORTRESS_SPELL_HEAL; verb <= FORTRESS_LIGHTNING; verb++) {
        list_spells(list, verb);
    }
    list_cancels(list);
}

static void list_all(struct fortress_listing *list)
{
    if (list->s->ending != FORTRESS_PLAYING || list->seat >= FORTRESS_SEATS) {
        return;
    }
    if (list->s->side[list->seat].done) {
        fortress_list_action(list, FORTRESS_UNDONE, 0, 0, 0);
        return;
    }
    list->walks.known = list->roads.known = list->has_tracks = 0;
    list->walks_pace = 0;
    memset(&list->foes, 0, sizeof list->foes);
    memset(&list->mobiles, 0, sizeof list->mobiles);
    memset(&list->friends, 0, sizeof list->friends);
    gather(list);
    spy(list);
    list_purchases(list);
    list_undos(list);
    list_units(list);
    for (uint32_t verb = FORTRESS_WARD_VISION; verb <= FORTRESS_STOP_VISION; verb++) {
        list_wards(list, verb);
    }
    fortress_list_action(list, FORTRESS_DONE, 0, 0, 0);
}

static void list_into(struct fortress_listing *list, struct rd_factors *factors,
                      struct rd_action *out, uint32_t cap)
{
    list->factors = factors;
    list->out = out;
    list->cap = cap;
    list->count = 0;
}

uint32_t fortress_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    struct fortress_listing list;
    list_into(&list, NULL, out, cap);
    list.s = state;
    list.seat = seat;
    list_all(&list);
    return list.count;
}

void fortress_factors(const void *state, rd_seat seat, struct rd_factors *out)
{
    struct fortress_listing list;
    list_into(&list, out, NULL, 0);
    list.s = state;
    list.seat = seat;
    list_all(&list);
}
