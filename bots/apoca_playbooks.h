/* Playbooks of ApocaWarlords: plain plans with a few numbers, for sparring partners and for the
 * future that a search imagines. */
#ifndef REDOUBT_BOTS_APOCA_PLAYBOOKS_H
#define REDOUBT_BOTS_APOCA_PLAYBOOKS_H

#include "bots/heuristics.h"
#include "games/apoca/apoca.h"

enum {
    APOCA_PLACES = 48,
    APOCA_STAGES = 8,
    APOCA_RICH = 60 /* coins left over with which a gun is worth more than a house */
};

/* Where to send an attack. */
enum apoca_aim {
    AIM_NOWHERE,
    AIM_FIRST,
    AIM_SECOND,
    AIM_THIRD,
    AIM_FOURTH,
    AIM_SHORT,
    AIM_WEAK,   /* where fewest come from */
    AIM_SPREAD, /* another lane in every turn */
    AIM_OPEN    /* where fewest guns stand */
};

/* What towers are good for. Plans ask for a role and never for a tower by name, so that a new row
 * in towers.def takes part in them. */
enum apoca_role {
    ROLE_EARNER,
    ROLE_SHOOTER,  /* at single units, */
    ROLE_SPLASHER, /* and at those beside them */
    ROLE_SPRAYER,
    ROLE_BLESSER
};
enum apoca_role apoca_role_of(uint32_t type);
/* The tower of a role with the lowest price now; prices differ only where there are several. */
uint32_t apoca_tower_for(const struct apoca_open *open, uint32_t seat, enum apoca_role role);

/* So many towers of a role stand before the next stage is begun. */
struct apoca_stage {
    uint8_t role; /* enum apoca_role */
    uint8_t count;
};

struct apoca_playbook {
    struct apoca_stage
        stage[APOCA_STAGES]; /* as many as have a count; houses only while they pay */
    uint8_t aim;             /* enum apoca_aim */
    uint8_t start;           /* stages that are complete before the attack begins */
    uint8_t mass;            /* mercenaries' pay that is saved up for a column */
    uint8_t watch;           /* lane tiles before the base at which attackers call for defenders */
    uint8_t emergency;       /* strength of such attackers at which guns go before all, 0 = never */
    uint8_t provoke;         /* money from which it provokes in every turn, 0 = never, */
    uint8_t provoke_at;      /* once so many stages are complete */
    uint8_t sells;           /* its towers, at the very end */
};

/* Filled once a question. */
struct apoca_notes {
    uint8_t lane_of[APOCA_SEATS][APOCA_DIRECTIONS]; /* of a hire */
    uint8_t dir_of[APOCA_SEATS][APOCA_LANES_MAX];
    uint8_t length[APOCA_LANES_MAX];
    uint8_t lane_at[APOCA_PATH_MAX];
    uint8_t shortest;
    /* Lands from best to worst, built on or not: against a lane, by the range of a tower; and for
     * houses, which are all towers that earn. */
    uint8_t gun_place[APOCA_SEATS][APOCA_LANES_MAX][APOCA_RANGE_MAX + 1][APOCA_PLACES];
    uint8_t gun_places[APOCA_SEATS][APOCA_LANES_MAX][APOCA_RANGE_MAX + 1];
    uint8_t house_place[APOCA_SEATS][APOCA_LAND_MAX];
    uint16_t house_places[APOCA_SEATS];
    /* What a tower of a range sees of a lane from a land; 0 for ranges that no tower has. */
    uint8_t cover[APOCA_LAND_MAX][APOCA_LANES_MAX][APOCA_RANGE_MAX + 1];
};

void apoca_take_notes(const struct rd_search_position *position, void *notes);
/* The best free land for a tower beside a lane; APOCA_NONE if there is none. */
uint32_t apoca_gun_place(const struct apoca_open *open, const struct apoca_notes *notes,
                         uint32_t seat, uint32_t type, uint32_t lane);
/* The best free land for a house; APOCA_NONE if there is none. */
uint32_t apoca_house_place(const struct apoca_open *open, const struct apoca_notes *notes,
                           uint32_t seat);
/* Coins that a tower brings in so many turns, R7.2. */
int32_t apoca_income_of(uint32_t type, int32_t turns);
/* Will a house bring more than it costs? */
int32_t apoca_house_pays(const struct apoca_open *open, uint32_t seat);
/* The own tower of a type that sees least, as its land; APOCA_NONE if there is none. */
uint32_t apoca_spare_tower(const struct apoca_open *open, const struct apoca_notes *notes,
                           uint32_t seat, uint32_t type);
/* The own house on better land for such a tower than any that is free; APOCA_NONE if none is. */
uint32_t apoca_house_in_the_way(const struct apoca_open *open, const struct apoca_notes *notes,
                                uint32_t seat, uint32_t type, uint32_t lane);
uint32_t apoca_playbook_orders(const struct rd_search_position *position,
                               const struct apoca_playbook *playbook, struct rd_action *out,
                               uint32_t cap);

#endif
