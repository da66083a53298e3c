/* The legal orders, ascending: for each verb, all that has what the table of needs asks for. */
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

/* Those who take orders: units, and units with bases and towers. */
static void gather(struct fortress_listing *list)
{
    const struct fortress_state *s = list->s;
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[list->seat];
    list->units = list->all = 0;
    for (uint32_t slot = 0; slot < side->units; slot++) {
        uint32_t who = fortress_unit_who(list->seat, slot);
        insert_by_id(s, list->unit, &list->units, who);
        insert_by_id(s, list->any, &list->all, who);
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        uint32_t who = fortress_structure_who(list->seat, slot);
        if (s->piece[who].health > 0 && s->piece[who].id < FORTRESS_IDS) {
            insert_by_id(s, list->any, &list->all, who);
        }
    }
}

/* ---- orders of the table of needs ---- */

static int32_t is_empty(const struct fortress_set *set, uint32_t first, uint32_t last)
{
    uint64_t any = 0;
    for (uint32_t row = first; row < FORTRESS_ROWS && row <= last; row++) {
        any |= set->row[row];
    }
    return any == 0;
}

/* Cells that will do, whoever is ordered. */
static void common_cells(struct fortress_listing *list, uint32_t verb, struct fortress_set *set)
{
    *set = list->s->board.valid;
    for (const struct fortress_need *need = fortress_needs[verb]; need->kind != FORTRESS_N_NONE;
         need++) {
        if (need->kind >= FORTRESS_C_FIRM && need->kind < FORTRESS_C_MARKET_OF_TYPE) {
            fortress_mask(set, fortress_cells(&list->outlook, need->kind));
        }
    }
}

/* Of these, those that will do for one. 0: none. */
static int32_t own_cells(struct fortress_listing *list, uint32_t verb, uint32_t who,
                         const struct fortress_set *common, struct fortress_set *set)
{
    struct fortress_set own;
    int32_t begun = 0;
    for (const struct fortress_need *need = fortress_needs[verb]; need->kind != FORTRESS_N_NONE;
         need++) {
        if (need->kind < FORTRESS_C_MARKET_OF_TYPE) {
            continue;
        }
        const struct fortress_set *left = begun ? set : common;
        uint32_t range = fortress_need_range(&list->outlook, need->kind, who);
        uint32_t row = range == UINT32_MAX ? 0 : list->s->piece[who].cell >> 6;
        if (range != UINT32_MAX && is_empty(left, row > range ? row - range : 0, row + range)) {
            return 0;
        }
        fortress_cells_of(&list->outlook, need->kind, who, begun ? &own : set);
        fortress_mask(set, begun ? &own : common);
        begun = 1;
    }
    return begun;
}

int32_t fortress_list_meets(const struct fortress_listing *list, const struct fortress_need *need,
                            uint32_t verb, uint32_t who, uint32_t amount)
{
    while (need->kind != FORTRESS_N_NONE &&
           (need->kind >= FORTRESS_C_FIRM ||
            fortress_meets(&list->outlook, need, verb, who, amount))) {
        need++;
    }
    return need->kind == FORTRESS_N_NONE;
}

static int32_t meets(const struct fortress_listing *list, uint32_t verb, uint32_t who,
                     uint32_t amount)
{
    return fortress_list_meets(list, fortress_needs[verb], verb, who, amount);
}

/* How many of the affordable_amounts of a verb one can afford: the first ones. */
static uint32_t affordable_amounts(const struct fortress_listing *list, uint32_t verb, uint32_t who)
{
    uint32_t count = 1;
    while (count < fortress_verbs[verb].arg[2].limit && meets(list, verb, who, count)) {
        count++;
    }
    return count;
}

/* One that is ordered, by its number in orders. */
static void list_for(struct fortress_listing *list, uint32_t verb, uint32_t who, uint32_t id,
                     const struct fortress_set *common)
{
    const struct rd_arg *arg = fortress_verbs[verb].arg;
    struct fortress_set set;
    if (!meets(list, verb, who, 0)) {
        return;
    }
    if (arg[1].type == RD_ARG_NONE) {
        fortress_list_action(list, verb, id, 0, 0);
        return;
    }
    if (!own_cells(list, verb, who, common, &set)) {
        return;
    }
    if (arg[2].type == RD_ARG_NONE) {
        fortress_list_cells(list, verb, id, &set);
        return;
    }
    uint32_t count = affordable_amounts(list, verb, who);
    FORTRESS_EACH (cell, &set) {
        for (uint32_t i = 0; i < count; i++) {
            fortress_list_action(list, verb, id, cell, i);
        }
    }
}

/* An order to one of those who take it. */
static void list_verb(struct fortress_listing *list, uint32_t verb)
{
    int32_t spell = fortress_is_spell(verb);
    const uint16_t *whom = spell ? list->any : list->unit;
    uint32_t count = spell ? list->all : list->units;
    struct fortress_set common;
    if (fortress_verbs[verb].arg[1].type == RD_ARG_CELL) {
        common_cells(list, verb, &common);
        if (is_empty(&common, 0, FORTRESS_ROWS - 1)) {
            return;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        list_for(list, verb, whom[i], id_of(list, whom[i]), &common);
    }
}

static void list_purchases(struct fortress_listing *list)
{
    struct fortress_set common;
    int32_t any = 0;
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES && !any; type++) {
        any = meets(list, FORTRESS_BUY, type, 0);
    }
    if (any) {
        common_cells(list, FORTRESS_BUY, &common);
    }
    for (uint32_t type = 0; type < FORTRESS_BOUGHT_TYPES && any; type++) {
        list_for(list, FORTRESS_BUY, type, type, &common);
    }
}

static void list_wards(struct fortress_listing *list, uint32_t verb)
{
    struct fortress_set common;
    if (meets(list, verb, 0 /* nobody is ordered */, 0) && list->s->ward_count > 0) {
        common_cells(list, verb, &common);
        FORTRESS_EACH (cell, &common) {
            fortress_list_action(list, verb, cell, 0, 0);
        }
    }
}

/* ---- the others ---- */

static void list_undos(struct fortress_listing *list)
{
    RD_ASSERT(list->seat < FORTRESS_SEATS);
    const struct fortress_side *side = &list->s->side[list->seat];
    for (uint32_t i = 0; i < side->bought; i++) {
        uint32_t who = fortress_unit_who(list->seat, side->units + i);
        fortress_list_action(list, FORTRESS_UNDO_BUY, id_of(list, who), 0, 0);
    }
}

static void list_builds(struct fortress_listing *list)
{
    for (uint32_t i = 0; i < list->units; i++) {
        uint32_t who = list->unit[i];
        int32_t builds = meets(list, FORTRESS_BUILD, who, 0);
        for (uint32_t type = 0; type < FORTRESS_STRUCTURES && builds; type++) {
            struct fortress_task task;
            if (fortress_judge_build(list->s, list->seat, who, type, &task).code == RD_OK) {
                fortress_list_action(list, FORTRESS_BUILD, id_of(list, who), type, 0);
            }
        }
    }
}

static void list_units(struct fortress_listing *list)
{
    fortress_list_moves(list);
    fortress_list_extensions(list);
    fortress_list_far_moves(list);
    for (uint32_t verb = FORTRESS_RANGED; verb <= FORTRESS_ALWAYS_LOOKOUT; verb++) {
        list_verb(list, verb);
    }
    list_builds(list);
    fortress_list_tracks(list, FORTRESS_ROAD_TO);
    fortress_list_tracks(list, FORTRESS_RAIL_TO);
    for (uint32_t verb = FORTRESS_REPAIR; verb <= FORTRESS_CANCEL; verb++) {
        list_verb(list, verb);
    }
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
    fortress_outlook_begin(&list->outlook, list->s, list->seat);
    fortress_ground_of(list->s, list->seat, 0, &list->ground[0]);
    fortress_ground_of(list->s, list->seat, 1, &list->ground[1]);
    gather(list);
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
