/* What is built on a cell, in one byte: kind, ways to its sources, condition and owner as the
 * digits of a number. */
#include "fortress_internal.h"

#include <string.h>

enum { PLAYBOOKS_POOL = FORTRESS_DIRECTIONS, PLAYBOOKS_PUMP = 2 * FORTRESS_DIRECTIONS };

/* A pump's pool lies beside its source: one direction before it or one after it. */
struct digits {
    uint8_t steps;  /* so many conditions of building */
    uint8_t others; /* intact, disabled: none of a spawn tower */
    uint8_t ways;
    uint8_t first; /* its first code */
};

/* The steps that there is room for; a track over a river takes one more. */
enum {
    ROOM_FORTIFICATION = 2,
    ROOM_ROAD = 2,
    ROOM_RAIL = 2,
    ROOM_SPAWN_TOWER = 6,
    ROOM_TRAP = 2,
    ROOM_WARD = 2,
    ROOM_POOL = 3,
    ROOM_PUMP = 3
};
/* clang-format off */
#define ROW_WORK(id, name, title, steps, ...) \
    RD_STATIC_ASSERT((steps) >= 1 && (steps) <= ROOM_##id, \
                     "the code of a site has room for its steps");
#include "units.def"
/* clang-format on */

/* R13.1 */
static const struct digits digits[FORTRESS_STRUCTURES] = {
    [FORTRESS_FORTIFICATION] = { ROOM_FORTIFICATION, 2, 1, 1 },
    [FORTRESS_ROAD] = { ROOM_ROAD + 1, 2, 1, 9 },
    [FORTRESS_RAIL] = { ROOM_RAIL + 1, 2, 1, 19 },
    [FORTRESS_SPAWN_TOWER] = { ROOM_SPAWN_TOWER, 0, 1, 29 },
    [FORTRESS_TRAP] = { ROOM_TRAP, 2, 1, 41 },
    [FORTRESS_WARD] = { ROOM_WARD, 2, 1, 49 },
    [FORTRESS_POOL] = { ROOM_POOL, 2, PLAYBOOKS_POOL, 57 },
    [FORTRESS_PUMP] = { ROOM_PUMP, 2, PLAYBOOKS_PUMP, 117 },
};
RD_STATIC_ASSERT(117 + 2 * 5 * PLAYBOOKS_PUMP == FORTRESS_SITE_CODES, "the codes are used up");

static uint32_t turned(uint32_t direction, uint32_t by)
{
    return (direction + by) % FORTRESS_DIRECTIONS;
}

struct fortress_site fortress_site_read(uint8_t code)
{
    struct fortress_site site = { FORTRESS_STRUCTURES, 0, 0, 0, 0, 0 };
    if (code == 0 || code >= FORTRESS_SITE_CODES) {
        return site;
    }
    uint32_t type = FORTRESS_STRUCTURES - 1;
    while (code < digits[type].first) {
        type--;
    }
    RD_ASSERT(type < FORTRESS_STRUCTURES);
    const struct digits *row = &digits[type];
    uint32_t rest = code - row->first;
    uint32_t conditions = row->steps + row->others;
    uint32_t way = row->ways > 1 ? rest / 2 / conditions : 0; /* few kinds need the division */
    uint32_t condition = rest / 2 - way * conditions;
    site.type = (uint8_t)type;
    site.owner = (uint8_t)(rest % 2);
    if (condition < row->steps) {
        site.left = (uint8_t)(condition + 1);
    } else {
        site.condition = (uint8_t)(FORTRESS_INTACT + condition - row->steps);
    }
    site.source = (uint8_t)(way % FORTRESS_DIRECTIONS);
    if (type == FORTRESS_PUMP) {
        site.pool = (uint8_t)turned(site.source, way < FORTRESS_DIRECTIONS ? 1 : 5);
    }
    return site;
}

uint8_t fortress_site_code(const struct fortress_site *site)
{
    if (site->type >= FORTRESS_STRUCTURES || site->owner >= FORTRESS_SEATS) {
        return 0;
    }
    const struct digits *row = &digits[site->type];
    uint32_t conditions = row->steps + row->others;
    uint32_t condition = site->condition == FORTRESS_BUILDING
                             ? site->left - 1u
                             : row->steps + site->condition - (uint32_t)FORTRESS_INTACT;
    uint32_t way = row->ways > 1 ? site->source : 0;
    if (site->type == FORTRESS_PUMP && site->pool != turned(site->source, 1)) {
        way += FORTRESS_DIRECTIONS;
    }
    if (condition >= conditions || way >= row->ways ||
        (site->condition == FORTRESS_BUILDING && condition >= row->steps)) {
        return 0;
    }
    uint8_t code = (uint8_t)(row->first + (way * conditions + condition) * 2 + site->owner);
    struct fortress_site again = fortress_site_read(code);
    return again.pool == (site->type == FORTRESS_PUMP ? site->pool : 0) ? code : 0;
}

/* A bit for each of eight bytes that is not 0. */
static uint64_t used_bits(uint64_t eight)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    uint64_t high_bits = (((eight & low) + low) | eight) & ~low;
    return (high_bits >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

enum { ROW_WORDS = FORTRESS_STRIDE / 8, BLOCK_ROWS = 3 };
RD_STATIC_ASSERT(FORTRESS_ROWS % BLOCK_ROWS == 0, "whole blocks");

static uint64_t word_of(const uint8_t *site, uint32_t index)
{
    uint64_t word;
    memcpy(&word, &site[8 * (size_t)index], sizeof word);
    return word;
}

static uint64_t any_of(const uint8_t *site, uint32_t words)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < words; i++) {
        any |= word_of(site, i);
    }
    return any;
}

static uint64_t used_cells(const uint8_t row[FORTRESS_STRIDE])
{
    uint64_t cells = 0;
    for (uint32_t i = 0; i < ROW_WORDS; i++) {
        uint64_t word = word_of(row, i);
        cells |= word != 0 ? used_bits(word) << 8 * i : 0;
    }
    return cells;
}

/* Most rows have no site, so they are looked at in blocks first. */
void fortress_sites_of(const uint8_t site[FORTRESS_CELLS], struct fortress_set *set)
{
    memset(set, 0, sizeof *set);
    for (uint32_t first = 0; first < FORTRESS_ROWS; first += BLOCK_ROWS) {
        if (any_of(&site[(size_t)first * FORTRESS_STRIDE], BLOCK_ROWS * ROW_WORDS) == 0) {
            continue;
        }
        for (uint32_t row = first; row < first + BLOCK_ROWS; row++) {
            set->row[row] = used_cells(&site[(size_t)row * FORTRESS_STRIDE]);
        }
    }
}
