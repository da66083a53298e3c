/* Playbooks of civ: how production is spent, and when armies march. */
#ifndef REDOUBT_BOTS_CIV_PLAYBOOKS_H
#define REDOUBT_BOTS_CIV_PLAYBOOKS_H

#include "bots/heuristics.h"
#include "games/civ/civ.h"

struct civ_playbook {
    uint8_t workers; /* for a city, as long as food lasts */
    uint8_t armies;  /* for four cities */
    uint8_t muster;  /* armies that gather before they march far */
    uint8_t reserve; /* production kept back for four cities, to build defenders at once */
    uint8_t spread;  /* how much new land counts for a city's place */
    uint8_t reach;   /* steps from a city to which workers are sent */
    uint8_t shrewd;  /* knows what land and strikes bring for what they cost */
};

uint32_t civ_playbook_orders(const struct rd_search_position *position,
                             const struct civ_playbook *playbook, struct rd_action *out,
                             uint32_t cap);

#endif
