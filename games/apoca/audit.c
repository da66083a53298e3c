/*
 * The invariants, one named check each. Safe on arbitrary bytes: whatever a check reads through
 * was found in range by an earlier one.
 *
 * Sums and strengths have limits far beyond what play can reach. They rise with the turn by what
 * one turn can add, so a state that keeps them keeps them to its end, and nothing overflows.
 */
#include "apoca_internal.h"

#include <stddef.h>
#include <string.h>

enum {
    PLENTY = 1000000,              /* more money, health or damage than any position needs */
    LOWEST_HEALTH = -100 * PLENTY, /* below what one turn can take from anybody */
    NUMBERS_MAX = 65535
};

static int32_t is_zero(const void *bytes, size_t size)
{
    static const uint8_t nothing[sizeof(((struct apoca_open *)NULL)->unit)]; /* the longest list */
    RD_ASSERT(size <= sizeof nothing);
    return memcmp(bytes, nothing, size) == 0;
}

static int32_t is_on_board(const struct apoca_open *open, uint32_t cell)
{
    return cell % APOCA_SIDE_MAX < open->width && cell / APOCA_SIDE_MAX < open->height;
}

static int32_t turns_left(const struct apoca_open *open)
{
    return open->turn_limit - open->turn;
}

/* The most that towers can add in one turn: to a purse, with one refund; to a unit. */
struct gains {
    int32_t money, strength;
};

static struct gains gains_in_a_turn(void)
{
    struct gains each = { 0, 0 };
    int32_t refund = 0;
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        const struct apoca_tower_kind *kind = &apoca_tower_kinds[type];
        each.money = kind->income > each.money ? kind->income : each.money;
        each.strength = kind->blessing > each.strength ? kind->blessing : each.strength;
        refund = kind->price > refund ? kind->price : refund;
    }
    struct gains all = { APOCA_TOWERS_MAX * each.money + refund, APOCA_TOWERS_MAX * each.strength };
    return all;
}

/* ---- the board ---- */

static const char *audit_cells(const struct apoca_open *open)
{
    if (open->width == 0 || open->width > APOCA_SIDE_MAX || open->height == 0 ||
        open->height > APOCA_SIDE_MAX) {
        return "the board has 1 to 64 columns and rows";
    }
    if (open->path_count > APOCA_PATH_MAX || open->land_count > APOCA_LAND_MAX ||
        open->spawner_count > APOCA_SPAWNERS_MAX) {
        return "too many tiles or spawners";
    }
    uint32_t off =
        !is_on_board(open, open->base[APOCA_RED]) || !is_on_board(open, open->base[APOCA_BLUE]);
    for (uint32_t i = 0; i < open->path_count; i++) {
        off |= !is_on_board(open, open->path_cell[i]);
    }
    for (uint32_t i = 0; i < open->land_count; i++) {
        off |= !is_on_board(open, open->land_cell[i]);
    }
    if (off) {
        return "a base or tile lies off the board";
    }
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        if (open->spawner[i].path >= open->path_count) {
            return "a spawner stands on no path tile";
        }
    }
    return NULL;
}

/* Make the map from the board, and the board from the map: nothing else would do. */
static const char *audit_board(const struct apoca_open *open, struct apoca_map *map)
{
    apoca_map_of_board(open, map);
    if (apoca_check_map(map, NULL, 0) != 0) {
        return "the map breaks R1.3";
    }
    struct apoca_open laid;
    apoca_lay_board(&laid, map);
    if (memcmp(&laid, open, offsetof(struct apoca_open, land_built)) != 0) {
        return "the lanes are not those of the map";
    }
    return NULL;
}

/* ---- clock, purse and numbers ---- */

static const char *audit_clock(const struct apoca_open *open)
{
    if (open->rules > APOCA_MEGAMINER) {
        return "no such ruleset";
    }
    if (open->turn_limit == 0 || open->turn_limit > APOCA_TURNS_MAX) {
        return "the turn limit is 1 to 1000";
    }
    if (open->turn > open->turn_limit) {
        return "more turns than the limit";
    }
    if (open->zero2 != 0 || !is_zero(open->zero3, sizeof open->zero3)) {
        return "padding is not zero";
    }
    return NULL;
}

static const char *audit_purse(const struct apoca_open *open, uint32_t seat)
{
    int32_t most = PLENTY + open->turn * gains_in_a_turn().money;
    RD_ASSERT(seat < APOCA_SEATS);
    if (open->money[seat] < 0 || open->money[seat] > most) {
        return "nobody has that much money, or debts";
    }
    if (open->spent[seat] < 0 || open->spent[seat] > most - open->money[seat]) {
        return "more spent than ever earned";
    }
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        if (open->price[seat][type] < apoca_tower_kinds[type].price) {
            return "a tower costs less than its first price";
        }
        if (open->price[seat][type] > 2 * most) {
            return "a tower costs more than anybody could have paid";
        }
    }
    if (open->health[seat] > PLENTY || open->health[seat] < LOWEST_HEALTH) {
        return "a base has impossible health";
    }
    return NULL;
}

static const char *audit_made(const struct apoca_open *open)
{
    static const uint8_t most_in_a_turn[APOCA_MADE_COUNT] = {
        [APOCA_MADE_TOWERS] = APOCA_SEATS,
        [APOCA_MADE_UNITS + APOCA_MERCENARY] = APOCA_SEATS * APOCA_DIRECTIONS,
        [APOCA_MADE_UNITS + APOCA_DEMON] = APOCA_SPAWNERS_MAX,
    };
    for (uint32_t i = 0; i < APOCA_MADE_COUNT; i++) {
        if (open->made[i] + most_in_a_turn[i] * turns_left(open) > NUMBERS_MAX) {
            return "the names of units or towers would run out";
        }
    }
    return NULL;
}

/* ---- pieces ---- */

static const char *audit_spawners(const struct apoca_open *open)
{
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        const struct apoca_spawner *spawner = &open->spawner[i];
        if (spawner->reload > APOCA_RELOAD_FIRST) {
            return "a spawner fires within 10 turns";
        }
        /* The timer and a provoke may both add one in a turn. */
        if (spawner->queue + 2 * turns_left(open) > NUMBERS_MAX ||
            spawner->count + turns_left(open) > NUMBERS_MAX) {
            return "a spawner's demons can't be counted";
        }
    }
    size_t rest = sizeof open->spawner[0] * (APOCA_SPAWNERS_MAX - open->spawner_count);
    RD_ASSERT(open->spawner_count <= APOCA_SPAWNERS_MAX);
    return is_zero(&open->spawner[open->spawner_count], rest) ? NULL : "spawners past the last";
}

static const char *audit_aim(const struct apoca_open *open, const struct apoca_tower *tower,
                             const struct apoca_map *map)
{
    uint16_t cell[APOCA_DISC_BITS];
    const struct apoca_tower_kind *kind = apoca_kind_of(tower);
    uint32_t bits = (kind->traits & APOCA_USES_DISC) != 0 ? APOCA_DISC_BITS : 16;
    if (tower->aim >> bits != 0 || (kind->range == 0 && tower->aim != 0)) {
        return "a tower aims at nothing that can be";
    }
    int32_t x = open->land_cell[tower->land] % APOCA_SIDE_MAX;
    int32_t y = open->land_cell[tower->land] / APOCA_SIDE_MAX;
    int32_t range = kind->range;
    uint32_t count = apoca_tower_aims(open, tower, cell);
    for (uint32_t i = 0; i < count; i++) {
        int32_t dx = cell[i] % APOCA_SIDE_MAX - x; /* past the edge, a disc comes in again */
        int32_t dy = cell[i] / APOCA_SIDE_MAX - y;
        if (cell[i] >= sizeof map->tile || map->tile[cell[i]] != APOCA_PATH) {
            return "a tower aims off the path";
        }
        if (dx * dx + dy * dy > range * range) {
            return "a tower aims farther than it reaches";
        }
    }
    return NULL;
}

static const char *audit_tower(const struct apoca_open *open, const struct apoca_tower *tower)
{
    uint32_t type = apoca_tower_type(tower);
    if (type >= APOCA_TOWER_TYPES ||
        apoca_tower_cooldown(tower) > apoca_tower_kinds[type].cooldown) {
        return "no such tower, or no such cooldown";
    }
    if (tower->land >= open->land_count) {
        return "a tower stands on no territory";
    }
    if (tower->number >= open->made[APOCA_MADE_TOWERS]) {
        return "a tower that was never built";
    }
    return NULL;
}

static const char *audit_towers(const struct apoca_open *open, const struct apoca_map *map)
{
    uint64_t built[APOCA_LAND_MAX / 64] = { 0 };
    if (open->tower_count > APOCA_TOWERS_MAX) {
        return "too many towers";
    }
    for (uint32_t i = 0; i < open->tower_count; i++) {
        const struct apoca_tower *tower = &open->tower[i];
        const char *broken = audit_tower(open, tower);
        if (broken == NULL) {
            broken = audit_aim(open, tower, map);
        }
        if (broken != NULL) {
            return broken;
        }
        uint64_t bit = UINT64_C(1) << (tower->land % 64);
        if (built[tower->land / 64] & bit) {
            return "two towers on one tile";
        }
        built[tower->land / 64] |= bit;
        if (i > 0 && tower->number <= open->tower[i - 1].number) {
            return "towers are in the order built";
        }
    }
    if (memcmp(built, open->land_built, sizeof built) != 0) {
        return "towers and built tiles don't match";
    }
    size_t rest = sizeof open->tower[0] * (APOCA_TOWERS_MAX - open->tower_count);
    return is_zero(&open->tower[open->tower_count], rest) ? NULL : "towers past the last";
}

static const char *audit_unit(const struct apoca_open *open, const struct apoca_unit *unit)
{
    int32_t most = PLENTY + open->turn * gains_in_a_turn().strength;
    uint32_t mood = apoca_unit_mood(unit);
    uint32_t kind = apoca_unit_kind(unit);
    if (mood > APOCA_DEAD || (mood == APOCA_WAITING && apoca_unit_is(unit, APOCA_WILD))) {
        return "no such mood";
    }
    if ((mood == APOCA_DEAD) != (unit->health <= 0)) {
        return "the dead have no health, the living have";
    }
    if (unit->health > most || unit->health < LOWEST_HEALTH || unit->damage > most ||
        unit->damage < 0) {
        return "a unit has impossible strength";
    }
    if (unit->path >= open->lane_first[APOCA_LANES_MAX]) {
        return "a unit stands off the lanes";
    }
    RD_ASSERT(APOCA_MADE_UNITS + kind < APOCA_MADE_COUNT);
    return unit->number < open->made[APOCA_MADE_UNITS + kind] ? NULL : "a unit that never appeared";
}

static const char *audit_units(const struct apoca_open *open)
{
    uint8_t taken[APOCA_PATH_MAX] = { 0 };
    if (open->unit_count > APOCA_UNITS_MAX) {
        return "too many units";
    }
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        const char *broken = audit_unit(open, unit);
        if (broken != NULL) {
            return broken;
        }
        if (apoca_is_alive(unit) && taken[unit->path]) {
            return "two units on one tile";
        }
        taken[unit->path] |= (uint8_t)apoca_is_alive(unit);
        if (i == 0) {
            continue;
        }
        const struct apoca_unit *before = &open->unit[i - 1];
        if (apoca_unit_kind(before) > apoca_unit_kind(unit) ||
            (apoca_unit_kind(before) == apoca_unit_kind(unit) && before->number >= unit->number)) {
            return "units are in the order of appearing, mercenaries first";
        }
    }
    size_t rest = sizeof open->unit[0] * (APOCA_UNITS_MAX - open->unit_count);
    return is_zero(&open->unit[open->unit_count], rest) ? NULL : "units past the last";
}

/* ---- orders and endings ---- */

static const char *audit_orders(const struct apoca_state *s, rd_seat seat)
{
    RD_ASSERT(seat < APOCA_SEATS);
    const struct apoca_secret *own = &s->secret[seat];
    struct rd_action hire = { APOCA_HIRE, { (uint16_t)(own->hire - 1), 0, 0 } };
    struct rd_action build = { APOCA_BUILD, { own->tower_type, own->tower_cell, 0 } };
    struct rd_action destroy = { APOCA_DESTROY, { own->tower_cell, 0, 0 } };
    struct rd_action provoke = { APOCA_PROVOKE, { 0, 0, 0 } };
    int32_t legal = own->tower_verb == 0 ? own->tower_type == 0 && own->tower_cell == 0 : 0;
    if (own->tower_verb == APOCA_BUILD) {
        legal = apoca_judge_order(s, seat, build).code == RD_OK;
    } else if (own->tower_verb == APOCA_DESTROY) {
        legal = own->tower_type == 0 && apoca_judge_order(s, seat, destroy).code == RD_OK;
    }
    if (own->hire != 0) {
        legal = legal && apoca_judge_order(s, seat, hire).code == RD_OK;
    }
    if (own->provoke != 0) {
        legal = legal && apoca_judge_order(s, seat, provoke).code == RD_OK;
    }
    if (!legal || own->provoke > 1 || own->done > 1) {
        return "a sealed order is not legal";
    }
    return own->zero == 0 ? NULL : "padding is not zero";
}

static const char *audit_queues(const struct apoca_state *s, rd_seat seat)
{
    RD_ASSERT(seat < APOCA_SEATS);
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        uint32_t waiting = s->secret[seat].queue[d];
        if (waiting != 0 && s->open.start[seat][d] == APOCA_NONE) {
            return "mercenaries wait where no path begins";
        }
        if ((int32_t)waiting + turns_left(&s->open) > NUMBERS_MAX) {
            return "a queue can't be counted";
        }
    }
    return NULL;
}

/* The ending that the position itself calls for; resigning is nobody's to foretell. */
static uint32_t ending_due(const struct apoca_open *open)
{
    uint32_t due = apoca_base_check(open);
    return due == APOCA_PLAYING && open->turn == open->turn_limit ? apoca_tie_break(open) : due;
}

static const char *audit_ending(const struct apoca_state *s)
{
    const struct apoca_open *open = &s->open;
    struct apoca_secret idle[APOCA_SEATS];
    memcpy(idle, s->secret, sizeof idle);
    memset(idle[APOCA_RED].queue, 0, sizeof idle[APOCA_RED].queue);
    memset(idle[APOCA_BLUE].queue, 0, sizeof idle[APOCA_BLUE].queue);
    if (open->ending >= APOCA_ENDINGS || open->winner != apoca_ending_winner(open->ending)) {
        return "the winner is not the ending's";
    }
    int32_t resigned = open->ending == APOCA_RED_RESIGNED || open->ending == APOCA_BLUE_RESIGNED;
    if (ending_due(open) != (resigned ? (uint32_t)APOCA_PLAYING : open->ending)) {
        return "the game should have ended otherwise, or not yet";
    }
    if (open->ending != APOCA_PLAYING && !is_zero(idle, sizeof idle)) {
        return "orders after the end";
    }
    if (s->secret[APOCA_RED].done && s->secret[APOCA_BLUE].done) {
        return "both are done, so the turn should be played";
    }
    return NULL;
}

static const char *audit_open(const struct apoca_open *open, struct apoca_map *map)
{
    const char *broken = audit_cells(open);
    broken = broken != NULL ? broken : audit_board(open, map);
    broken = broken != NULL ? broken : audit_clock(open);
    broken = broken != NULL ? broken : audit_purse(open, APOCA_RED);
    broken = broken != NULL ? broken : audit_purse(open, APOCA_BLUE);
    broken = broken != NULL ? broken : audit_made(open);
    broken = broken != NULL ? broken : audit_spawners(open);
    broken = broken != NULL ? broken : audit_towers(open, map);
    return broken != NULL ? broken : audit_units(open);
}

const char *apoca_audit(const void *state)
{
    const struct apoca_state *s = state;
    struct apoca_map map;
    const char *broken = audit_open(&s->open, &map);
    for (rd_seat seat = 0; seat < APOCA_SEATS && broken == NULL; seat++) {
        broken = audit_queues(s, seat);
        broken = broken != NULL ? broken : audit_orders(s, seat);
    }
    return broken != NULL ? broken : audit_ending(s);
}
