/* Writes legal orders down: as a list, or in factors. */
#include "listing.h"

#include <string.h>

void fortress_list_action(struct fortress_listing *list, uint32_t verb, uint32_t first,
                          uint32_t second, uint32_t third)
{
    struct rd_action action = { (uint16_t)verb,
                                { (uint16_t)first, (uint16_t)second, (uint16_t)third } };
    if (list->factors != NULL) {
        rd_factor_put(list->factors, fortress_verbs, action);
        return;
    }
    if (list->count < list->cap) {
        list->out[list->count] = action;
    }
    list->count++;
}

/* A set of cells is the words of a factor as it is. */
static void put_cells(struct fortress_listing *list, uint32_t verb, uint32_t id,
                      const struct fortress_set *set)
{
    struct rd_action stem = { (uint16_t)verb, { (uint16_t)id, 0, 0 } };
    uint64_t any = 0;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        any |= set->row[row];
    }
    uint64_t *words = any != 0 ? rd_factor_add(list->factors, fortress_verbs, stem) : NULL;
    if (words != NULL) {
        memcpy(words, set->row, sizeof set->row);
    }
}
RD_STATIC_ASSERT(FORTRESS_STRIDE == 64, "bit and word of a cell in a set and in a factor");

void fortress_list_cells(struct fortress_listing *list, uint32_t verb, uint32_t id,
                         const struct fortress_set *set)
{
    if (list->factors != NULL) {
        put_cells(list, verb, id, set);
        return;
    }
    FORTRESS_EACH (cell, set) {
        fortress_list_action(list, verb, id, cell, 0);
    }
}

/* ---- regions ---- */

void fortress_region_found(const struct fortress_listing *list, struct fortress_region *region)
{
    region->known = 1;
    region->count = 0;
    if (list->factors != NULL) {
        return;
    }
    FORTRESS_EACH (cell, &region->cells) {
        region->cell[region->count] = (uint64_t)cell << 32;
        region->count++;
    }
}

static void write_run(uint64_t stem, const uint64_t *restrict cell, struct rd_action *restrict out,
                      uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t action = stem | cell[i];
        memcpy(&out[i], &action, sizeof action);
    }
}
RD_STATIC_ASSERT(sizeof(struct rd_action) == sizeof(uint64_t), "an action is a word");

static void list_run(struct fortress_listing *list, uint32_t verb, uint32_t id,
                     const uint64_t *cell, uint32_t count)
{
    uint32_t room = list->count < list->cap ? list->cap - list->count : 0;
    uint32_t fit = count < room ? count : room;
    if (fit > 0) {
        write_run(verb | (uint64_t)id << 16, cell, list->out + list->count, fit);
    }
    list->count += count;
}

void fortress_list_region(struct fortress_listing *list, uint32_t verb, uint32_t id, uint32_t from,
                          const struct fortress_region *region)
{
    if (list->factors != NULL) {
        struct fortress_set cells = region->cells;
        fortress_remove(&cells, from);
        put_cells(list, verb, id, &cells);
        return;
    }
    uint32_t low = 0, high = region->count;
    while (low < high) { /* where `from` is in the list */
        uint32_t middle = (low + high) / 2;
        if (region->cell[middle] >> 32 < from) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    uint32_t next = low < region->count && region->cell[low] >> 32 == from ? low + 1 : low;
    list_run(list, verb, id, region->cell, low);
    list_run(list, verb, id, region->cell + next, region->count - next);
}
