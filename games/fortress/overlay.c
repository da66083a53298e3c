/* What a client can lay over the board for whoever asks: networks (R13.8), and cells that enemies
 * in sight could attack this turn. From a view alone, by the rules' own ways, so that no client has
 * to know them. */
#include "fortress_internal.h"

#include <string.h>

/* ---- networks ---- */

/* All that a network can lead through; roots: the base and the towers. */
static void own_places(const struct fortress_view *v, struct fortress_set *roots,
                       struct fortress_set *all)
{
    memset(roots, 0, sizeof *roots);
    for (uint32_t i = 0; i < v->own.structures; i++) {
        if (v->structure[i].health > 0) {
            fortress_add(roots, v->structure[i].cell);
        }
    }
    *all = *roots;
    for (uint32_t i = 0; i < v->board.mines; i++) {
        if (v->know.mine[i] == v->seat + 1u) {
            fortress_add(all, v->board.mine[i]);
        }
    }
}

static void connect(const struct fortress_view *v, enum fortress_net kind,
                    struct fortress_set *reached, struct fortress_set *all)
{
    own_places(v, reached, all);
    fortress_add_tracks(v->know.site, v->seat, kind, all);
    struct rd_grid grid = fortress_grid(all);
    rd_grid_flood(&grid, reached->row, FORTRESS_CELLS, NULL, reached->row);
}

void fortress_known_networks(const struct fortress_view *v, struct fortress_networks *nets)
{
    struct fortress_set roots, rails, all;
    own_places(v, &roots, &all);
    connect(v, FORTRESS_NET_RAIL, &nets->rail, &rails);
    connect(v, FORTRESS_NET_ROAD, &nets->road, &all);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t rail = nets->rail.row[row];
        nets->road.row[row] &= ~(rail & ~roots.row[row]);
        nets->cut.row[row] = all.row[row] & ~rail & ~nets->road.row[row];
    }
}

/* ---- threats ---- */

static void join(struct fortress_set *set, const struct fortress_set *more)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        set->row[row] |= more->row[row];
    }
}

/* R9.2: does it stand in a tower of its own? */
static uint32_t on_tower(const struct fortress_view *v, const struct fortress_seen *who)
{
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *other = &v->seen[i];
        if (other->type == FORTRESS_TOWER && other->owner == who->owner &&
            other->cell == who->cell) {
            return 1;
        }
    }
    return 0;
}

/* Blades beside it, arrows or fire as far as they fly, and whomever it could storm: R12.6. */
static void add_threat(const struct fortress_view *v, const struct fortress_ground ground[2],
                       const struct fortress_seen *who, struct fortress_set *set)
{
    RD_ASSERT(who->type < FORTRESS_TYPES);
    const struct fortress_kind *kind = &fortress_kinds[who->type];
    struct fortress_set near;
    if (kind->range > 0) {
        fortress_flood(&v->board, who->cell, kind->range + on_tower(v, who), 0, &near);
        join(set, &near);
    }
    if (kind->move > 0) {
        struct fortress_reach reach;
        fortress_flood(&v->board, who->cell, 1, 0, &near);
        join(set, &near);
        fortress_reach_from(&ground[fortress_is(who->type, FORTRESS_T_WOODSMAN)], who->cell,
                            kind->move, &reach);
        join(set, &reach.all);
    }
}

static void block_known_walls(const struct fortress_view *v, struct fortress_ground *ground)
{
    for (uint32_t i = 0; i < v->own.structures; i++) {
        if (v->structure[i].health > 0) {
            fortress_add(&ground->walls, v->structure[i].cell);
        }
    }
}

void fortress_known_threats(const struct fortress_view *v, struct fortress_threats *threats)
{
    struct fortress_ground ground[2];
    memset(threats, 0, sizeof *threats);
    for (int32_t woodsman = 0; woodsman < 2; woodsman++) {
        fortress_known_ground(&v->board, &v->know, woodsman, &ground[woodsman]);
        block_known_walls(v, &ground[woodsman]);
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *who = &v->seen[i];
        if (who->health > 0) {
            int32_t wild = who->owner == FORTRESS_NEUTRAL;
            add_threat(v, ground, who, wild ? &threats->wild : &threats->enemy);
        }
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        threats->wild.row[row] &= ~threats->enemy.row[row];
    }
}
