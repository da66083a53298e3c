/*
 * listing.h - the legal orders of a seat on their way into a list or into factors: legal.c and
 * legal_paths.c find them, listing.c writes them down.
 */
#ifndef FORTRESS_LISTING_H
#define FORTRESS_LISTING_H

#include "needs.h"

/* Cells that can be walked to from each other. Lists of them are long, so they are written as whole
 * words: `cell` has what an action has where its cell is the second argument, verb, unit, cell and
 * 0 from the low end. Factors do without. */
struct fortress_region {
    int32_t known;
    struct fortress_set cells;
    uint32_t count;
    uint64_t cell[FORTRESS_CELLS];
};

struct fortress_listing {
    const struct fortress_state *s;
    uint32_t seat;
    struct rd_factors *factors; /* where orders go, or NULL: */
    struct rd_action *out;      /* then there */
    uint32_t cap, count;
    uint32_t units, all;
    uint16_t unit[FORTRESS_UNITS_MAX]; /* in play, by id */
    uint16_t any[FORTRESS_UNITS_MAX + FORTRESS_STRUCTURES_MAX];
    struct fortress_outlook outlook;
    struct fortress_ground ground[2];    /* for all, for woodsmen */
    struct fortress_set tracks;          /* where roads may lead */
    int32_t has_tracks;                  /* that was looked at */
    struct fortress_region walks, roads; /* the last ones: most units stand in the same */
    uint32_t walks_pace;              /* of those who walk so: pace_of() in legal_paths.c; or 0 */
    struct fortress_set walks_ground; /* theirs */
};

/* ---- listing.c; everything comes in ascending order ---- */

void fortress_list_action(struct fortress_listing *list, uint32_t verb, uint32_t first,
                          uint32_t second, uint32_t third);
/* Every cell of a set for one unit. */
void fortress_list_cells(struct fortress_listing *list, uint32_t verb, uint32_t id,
                         const struct fortress_set *set);
/* The cells of a region have been found: count them, as far as the list needs it. */
void fortress_region_found(const struct fortress_listing *list, struct fortress_region *region);
/* All of a region but the cell itself. */
void fortress_list_region(struct fortress_listing *list, uint32_t verb, uint32_t id, uint32_t from,
                          const struct fortress_region *region);

/* ---- legal.c ---- */

/* Has it all that is needed but a cell? */
int32_t fortress_list_meets(const struct fortress_listing *list, const struct fortress_need *need,
                            uint32_t verb, uint32_t who, uint32_t amount);

/* ---- legal_paths.c ---- */

void fortress_list_moves(struct fortress_listing *list);
void fortress_list_extensions(struct fortress_listing *list);
void fortress_list_far_moves(struct fortress_listing *list);
/* FORTRESS_ROAD_TO or FORTRESS_RAIL_TO */
void fortress_list_tracks(struct fortress_listing *list, uint32_t verb);

#endif
