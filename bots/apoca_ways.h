/* Ways to play ApocaWarlords: plain plans with a few numbers, for sparring partners and for the
 * future that a search imagines. */
#ifndef REDOUBT_BOTS_APOCA_WAYS_H
#define REDOUBT_BOTS_APOCA_WAYS_H

#include "bots/knowledge.h"
#include "games/apoca/apoca.h"

enum { APOCA_PLACES = 48 };

/* Where to send an attack. */
enum apoca_aim {
    AIM_NOWHERE,
    AIM_FIRST,
    AIM_SECOND,
    AIM_THIRD,
    AIM_FOURTH,
    AIM_SHORT,
    AIM_WEAK,
    AIM_SPREAD
};

struct apoca_way {
    const char *name;
    uint8_t houses;   /* before anything else is built; more later, while they pay */
    uint8_t later;    /* houses after the guns */
    uint8_t gun;      /* enum apoca_tower_type; APOCA_HOUSE = none */
    uint8_t guns;     /* wanted */
    uint8_t churches; /* wanted beside the attacked lane */
    uint8_t aim;      /* enum apoca_aim */
    uint8_t start;    /* houses that stand before the attack begins */
    uint8_t mass;     /* mercenaries' pay that is saved up for a column */
    uint8_t provoke;  /* money from which it provokes in every turn, 0 = never */
    uint8_t careless; /* hires no defenders */
    uint8_t sells;    /* its towers, at the very end */
};

/* Filled once a question. */
struct apoca_notes {
    uint8_t lane_of[APOCA_SEATS][APOCA_DIRECTIONS]; /* of a hire */
    uint8_t dir_of[APOCA_SEATS][APOCA_LANES_MAX];
    uint8_t length[APOCA_LANES_MAX];
    uint8_t lane_at[APOCA_PATH_MAX];
    uint8_t shortest;
    uint8_t zero[3];
    /* Lands from best to worst: against a lane, by the towers' two ranges; and for houses. */
    uint8_t gun_place[APOCA_SEATS][APOCA_LANES_MAX][2][APOCA_PLACES];
    uint8_t gun_places[APOCA_SEATS][APOCA_LANES_MAX][2];
    uint8_t house_place[APOCA_SEATS][APOCA_LAND_MAX];
    uint16_t house_places[APOCA_SEATS];
};

void apoca_take_notes(const struct rd_mind *mind, void *notes);
uint32_t apoca_way_orders(const struct rd_mind *mind, const struct apoca_way *way,
                          struct rd_action *out, uint32_t cap);

#endif
