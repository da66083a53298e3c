/* Who appears: mercenaries from the queues (R6.5), demons from the spawners (R6.6). */
#include "apoca_internal.h"

#include <string.h>

/* Make room at an index for a new unit; those after it move up one place. */
static struct apoca_unit *insert_unit(struct apoca_turn *t, uint32_t index)
{
    struct apoca_open *open = t->open;
    RD_ASSERT(open->unit_count < APOCA_UNITS_MAX);
    RD_ASSERT(index <= open->unit_count);
    struct apoca_unit *place = &open->unit[index];
    memmove(place + 1, place, (open->unit_count - index) * sizeof *place);
    open->unit_count++;
    for (uint32_t i = index + 1; i < open->unit_count; i++) {
        if (apoca_is_alive(&open->unit[i])) {
            t->at[open->unit[i].path] = (uint16_t)(i + 1);
        }
    }
    return place;
}

static void tell_appeared(const struct apoca_turn *t, enum apoca_event kind,
                          const struct apoca_unit *unit)
{
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { apoca_unit_name(unit),
                                                 (int32_t)apoca_unit_team(unit),
                                                 t->open->path_cell[unit->path], unit->health,
                                                 unit->damage };
        apoca_tell(t, kind, 0, arg);
    }
}

/* R6.1: the nth of its spawner, from 0; a mercenary is always the first. */
static void set_strength(const struct apoca_turn *t, uint32_t n, struct apoca_unit *unit)
{
    const struct apoca_unit_row *kind = &apoca_unit_kinds[apoca_unit_kind(unit)];
    unit->health = kind->first[t->open->rules].health + kind->more.health * (int32_t)n;
    unit->damage = kind->first[t->open->rules].damage + kind->more.damage * (int32_t)n;
}

static void add_mercenary(struct apoca_turn *t, uint32_t seat, uint32_t start)
{
    RD_ASSERT(seat < APOCA_SEATS && t->mercenaries <= t->open->unit_count);
    struct apoca_unit *unit = insert_unit(t, t->mercenaries);
    unit->number = t->open->made[APOCA_MADE_UNITS + APOCA_MERCENARY];
    unit->path = (uint8_t)start;
    unit->traits = apoca_traits(APOCA_MERCENARY, seat, APOCA_MOVING);
    set_strength(t, 0, unit);
    t->open->made[APOCA_MADE_UNITS + APOCA_MERCENARY]++;
    t->mercenaries++;
    RD_ASSERT(start < APOCA_PATH_MAX);
    t->at[start] = (uint16_t)t->mercenaries;
    tell_appeared(t, APOCA_E_MERCENARY, unit);
}

/* A queue is its owner's secret, and so is that it waits (R9.2). */
static void tell_queue_waits(const struct apoca_turn *t, uint32_t seat, uint32_t direction)
{
    if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, (int32_t)direction,
                                                 t->secret[seat].queue[direction] };
        apoca_tell_seats(t->log, APOCA_E_MERCENARY_BLOCKED, RD_SEAT_BIT(seat), arg);
    }
}

static void spawn_from_queue(struct apoca_turn *t, uint32_t seat, uint32_t direction)
{
    RD_ASSERT(direction < APOCA_DIRECTIONS);
    RD_ASSERT(seat < APOCA_SEATS);
    uint16_t *queue = &t->secret[seat].queue[direction];
    if (*queue == 0) {
        return;
    }
    uint32_t start = t->open->start[seat][direction];
    RD_ASSERT(start < APOCA_PATH_MAX);
    if (t->at[start] != 0) {
        tell_queue_waits(t, seat, direction);
        return;
    }
    *queue = t->rules->queue_collapses ? 0 : (uint16_t)(*queue - 1); /* R11.2 */
    add_mercenary(t, seat, start);
}

void apoca_spawn_mercenaries(struct apoca_turn *turn)
{
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
            spawn_from_queue(turn, seat, d);
        }
    }
}

static void add_demon(struct apoca_turn *t, struct apoca_spawner *spawner)
{
    struct apoca_unit *unit = insert_unit(t, t->open->unit_count);
    unit->number = t->open->made[APOCA_MADE_UNITS + APOCA_DEMON];
    unit->path = (uint8_t)spawner->path;
    unit->traits = apoca_traits(APOCA_DEMON, spawner->target, APOCA_MOVING);
    RD_ASSERT(spawner->path < APOCA_PATH_MAX);
    set_strength(t, spawner->count, unit);
    t->open->made[APOCA_MADE_UNITS + APOCA_DEMON]++;
    t->at[spawner->path] = t->open->unit_count;
    RD_ASSERT(spawner->queue > 0 && spawner->target < APOCA_SEATS);
    spawner->queue--;
    spawner->count++;
    tell_appeared(t, APOCA_E_DEMON, unit);
}

static void tick_spawner(struct apoca_turn *t, struct apoca_spawner *spawner, int32_t provoked)
{
    if (spawner->reload == 0) {
        spawner->queue++;
        spawner->reload = t->rules->reload; /* R11.3 */
    } else {
        spawner->reload--;
    }
    if (provoked) { /* R5.7 */
        spawner->queue++;
    }
    if (spawner->queue == 0) {
        return;
    }
    RD_ASSERT(spawner->path < APOCA_PATH_MAX);
    if (t->at[spawner->path] == 0) {
        add_demon(t, spawner);
    } else if (t->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { t->open->path_cell[spawner->path],
                                                 spawner->queue };
        apoca_tell(t, APOCA_E_DEMON_BLOCKED, 0, arg);
    }
}

void apoca_spawn_demons(struct apoca_turn *turn, int32_t provoked)
{
    RD_ASSERT(turn->open->spawner_count <= APOCA_SPAWNERS_MAX);
    for (uint32_t i = 0; i < turn->open->spawner_count; i++) {
        tick_spawner(turn, &turn->open->spawner[i], provoked);
    }
}
