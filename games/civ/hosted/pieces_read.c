/* Players with their lists, and the attacks under way, from JSON. Readers of lists have one form,
 * here and in the other games: is the list there, is it a list, then entry by entry. */
#include <string.h>

#include "games/civ/civ_ieee.h"
#include "hosted.h"

static bool read_stock(const struct rd_field *player, const char *key, int32_t *out)
{
    struct rd_field field;
    int64_t value = 0;
    if (rd_field_get(player, key, &field) && !rd_field_integer(&field, 0, CIV_STOCK_MAX, &value)) {
        return false;
    }
    *out = (int32_t)value;
    return true;
}

/* ---- strengths ---- */

/* R2.1: 10, 13, 16, ... */
static bool read_tenths(const struct rd_field *field, uint16_t *researches)
{
    int64_t tenths;
    if (!rd_field_integer(field, 10, 10 + 3 * (int64_t)CIV_RESEARCH_MAX, &tenths)) {
        return false;
    }
    *researches = (uint16_t)((tenths - 10) / 3);
    return tenths % 3 == 1 || rd_field_problem(field, "%d is not 10 and some times 3", (int)tenths);
}

/* R15.5: a number of the ladder, exactly. */
static bool read_double(const struct rd_field *field, uint16_t *researches)
{
    if (!json_is_number(field->json)) {
        return rd_field_problem(field, "must be a number such as 1.0 or 1.1");
    }
    double given = json_number_value(field->json), rung = civ_final_strength(0);
    uint32_t count = 0;
    while (rung < given && count < CIV_RESEARCH_MAX) {
        count++;
        rung += 0.1; /* as civ_final_strength() does */
    }
    *researches = (uint16_t)count;
    return (rung == given && civ_final_strength(count) == given) ||
           rd_field_problem(field, "%.17g is not 1.0 with 0.1 added some times", given);
}

static bool read_strengths(const struct rd_field *player, uint32_t rules, uint16_t *research)
{
    for (uint32_t what = 0; what < CIV_TECHNOLOGIES; what++) {
        struct rd_field field;
        if (rd_field_get(player, civ_strength_key[rules][what], &field) &&
            !(rules == CIV_FINAL ? read_double(&field, &research[what])
                                 : read_tenths(&field, &research[what]))) {
            return false;
        }
    }
    return true;
}

/* ---- lists ---- */

/* Numbers of a list entry from index 2 on. */
static bool read_number(const struct rd_field *entry, size_t index, int64_t min, int64_t max,
                        int64_t *out)
{
    struct rd_field field = rd_field_item(entry, index);
    return rd_field_integer(&field, min, max, out);
}

static bool read_place(const struct rd_field *entry, uint32_t size, uint32_t *cell)
{
    int64_t x, y;
    if (!read_number(entry, 0, 0, size - 1, &x) || !read_number(entry, 1, 0, size - 1, &y)) {
        return false;
    }
    *cell = (uint32_t)(y * CIV_SIDE_MAX + x);
    return true;
}

bool civ_cell_read(const struct rd_field *field, uint32_t size, uint32_t *cell)
{
    size_t two;
    return rd_field_list(field, 2, 2, &two) && read_place(field, size, cell);
}

static bool read_cities(const struct rd_field *list, uint32_t size, struct civ_side *side)
{
    size_t count;
    if (!rd_field_list(list, 0, CIV_CITIES_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(list, i);
        uint32_t cell;
        if (!civ_cell_read(&entry, size, &cell)) {
            return false;
        }
        civ_add_city(side, cell);
    }
    return true;
}

static bool read_workers(const struct rd_field *list, uint32_t size, struct civ_side *side)
{
    size_t count, numbers;
    if (!rd_field_list(list, 0, CIV_WORKERS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(list, i);
        uint32_t cell;
        int64_t moved = 0;
        if (!rd_field_list(&entry, 2, 3, &numbers) || !read_place(&entry, size, &cell) ||
            (numbers > 2 && !read_number(&entry, 2, 0, 1, &moved))) {
            return false;
        }
        civ_add_worker(side, cell | (moved ? CIV_MOVED : 0));
    }
    return true;
}

static bool read_armies(const struct rd_field *list, uint32_t size, struct civ_side *side)
{
    size_t count, numbers;
    if (!rd_field_list(list, 0, CIV_ARMIES_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(list, i);
        uint32_t cell;
        int64_t health = CIV_HEALTH, moved = 0;
        if (!rd_field_list(&entry, 2, 4, &numbers) || !read_place(&entry, size, &cell) ||
            (numbers > 2 && !read_number(&entry, 2, 1, CIV_HEALTH, &health)) ||
            (numbers > 3 && !read_number(&entry, 3, 0, 1, &moved))) {
            return false;
        }
        civ_add_army(side, cell | (moved ? CIV_MOVED : 0), (uint32_t)health);
    }
    return true;
}

static bool read_lists(const struct rd_field *player, uint32_t size, struct civ_side *side)
{
    struct rd_field list;
    return (!rd_field_get(player, "cities", &list) || read_cities(&list, size, side)) &&
           (!rd_field_get(player, "workers", &list) || read_workers(&list, size, side)) &&
           (!rd_field_get(player, "armies", &list) || read_armies(&list, size, side));
}

/* ---- one player ---- */

static bool read_standing(const struct rd_field *player, const struct civ_common *common,
                          struct civ_side *side)
{
    struct rd_field field;
    int64_t out = 0;
    side->status = side->cities > 0 ? CIV_IN_PLAY : CIV_ELIMINATED;
    if (rd_field_get(player, "resigned", &field)) {
        if (!json_is_boolean(field.json)) {
            return rd_field_problem(&field, "must be true or false");
        }
        side->status = json_is_true(field.json) ? CIV_RESIGNED : side->status;
    }
    if (rd_field_get(player, "out", &field)) {
        if (side->status == CIV_IN_PLAY) {
            return rd_field_problem(&field, "is for a player without a city, or who resigned");
        }
        if (!rd_field_integer(&field, 0, common->ended, &out)) {
            return false;
        }
    }
    side->out = (uint32_t)out;
    return true;
}

bool civ_player_read(const struct rd_field *field, const struct civ_common *common,
                     struct civ_side *side)
{
    const char *const *strength = civ_strength_key[common->rules];
    const char *const keys[] = { "food",      "production", "trade",   strength[0],
                                 strength[1], "cities",     "workers", "armies",
                                 "out",       "resigned",   NULL };
    memset(side, 0, sizeof *side);
    return rd_field_object(field, keys) && read_stock(field, "food", &side->food) &&
           read_stock(field, "production", &side->production) &&
           read_stock(field, "trade", &side->trade) &&
           read_strengths(field, common->rules, side->research) &&
           read_lists(field, common->size, side) && read_standing(field, common, side);
}

/* ---- attacks ---- */

static uint32_t step_between(const struct civ_common *common, uint32_t from, uint32_t to)
{
    uint32_t step = CIV_STEPS - 1;
    while (step > 0 && civ_stepped(common, from, step) != to) {
        step--;
    }
    return step;
}

/* Indices of units that attack the target; each was told to once. */
static bool read_attackers(const struct rd_field *list, const struct civ_common *common,
                           uint32_t target, uint16_t *unit, uint32_t units)
{
    size_t count;
    if (!rd_field_list(list, 0, units, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(list, i);
        int64_t index;
        if (!rd_field_integer(&entry, 0, (int64_t)units - 1, &index)) {
            return false;
        }
        uint32_t step = step_between(common, civ_cell_of(unit[index]), target);
        if (step == 0 || civ_attack_of(unit[index]) != 0) {
            return rd_field_problem(&entry, "unit %d is not beside its target, or attacks already",
                                    (int)index);
        }
        unit[index] = (uint16_t)(civ_cell_of(unit[index]) | step << CIV_ATTACK_SHIFT | CIV_MOVED);
    }
    return true;
}

static bool read_attack(const struct rd_field *entry, struct civ_state *s)
{
    struct civ_side *side = &s->side[s->common.current];
    size_t three;
    uint32_t target;
    if (!rd_field_list(entry, 3, 3, &three)) {
        return false;
    }
    struct rd_field cell = rd_field_item(entry, 0), armies = rd_field_item(entry, 1);
    struct rd_field workers = rd_field_item(entry, 2);
    if (!civ_cell_read(&cell, s->common.size, &target) ||
        !read_attackers(&armies, &s->common, target, side->army, side->armies) ||
        !read_attackers(&workers, &s->common, target, side->worker, side->workers)) {
        return false;
    }
    if (json_array_size(armies.json) + json_array_size(workers.json) == 0) {
        return rd_field_problem(entry, "nobody attacks there");
    }
    if (civ_find_cell(s->target, s->common.target_count, target) < s->common.target_count) {
        return rd_field_problem(&cell, "is a target twice");
    }
    s->target[s->common.target_count] = (uint16_t)target;
    s->common.target_count++;
    return true;
}

bool civ_attacks_read(const struct rd_field *field, struct civ_state *state)
{
    size_t count;
    if (!rd_field_list(field, 0, CIV_TARGETS_MAX, &count)) {
        return false;
    }
    if (count > 0 && state->common.rules != CIV_BOOK) {
        return rd_field_problem(field, "in civ-final no attack waits for the end of the turn");
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(field, i);
        if (!read_attack(&entry, state)) {
            return false;
        }
    }
    return true;
}
