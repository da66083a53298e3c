/* Networks of roads, rails, mines, base and towers (R9.3, R13.8), and the mana cap (R13.9). */
#include "fortress_internal.h"

#include <string.h>

static int32_t counts(struct fortress_site site, uint32_t seat, enum fortress_net kind)
{
    if (site.owner != seat || site.condition == FORTRESS_DISABLED) {
        return 0;
    }
    if (site.type == FORTRESS_RAIL) {
        return kind == FORTRESS_NET_ROAD || site.condition == FORTRESS_INTACT;
    }
    return site.type == FORTRESS_ROAD && kind == FORTRESS_NET_ROAD &&
           site.condition == FORTRESS_INTACT;
}

void fortress_add_tracks(const uint8_t site[FORTRESS_CELLS], uint32_t seat, enum fortress_net kind,
                         struct fortress_set *members)
{
    struct fortress_set sites;
    fortress_sites_of(site, &sites);
    FORTRESS_EACH (cell, &sites) {
        if (counts(fortress_site_read(site[cell]), seat, kind)) {
            fortress_add(members, cell);
        }
    }
}

void fortress_network(const struct fortress_state *s, uint32_t seat, enum fortress_net kind,
                      int32_t all_towers, struct fortress_set *reached)
{
    struct fortress_set members;
    memset(&members, 0, sizeof members);
    memset(reached, 0, sizeof *reached);
    fortress_add_tracks(s->site, seat, kind, &members);
    for (uint32_t i = 0; i < s->board.mines; i++) {
        if (s->mine_owner[i] == seat + 1) {
            fortress_add(&members, s->board.mine[i]);
        }
    }
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->health == 0) {
            continue;
        }
        fortress_add(&members, piece->cell);
        if (all_towers || (piece->flags & FORTRESS_SPAWNED) == 0) {
            fortress_add(reached, piece->cell);
        }
    }
    struct rd_grid grid = fortress_grid(&members);
    rd_grid_flood(&grid, reached->row, FORTRESS_CELLS, NULL, reached->row);
}

int32_t fortress_mana_cap(const struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    int32_t pools = s->side[seat].rewards[FORTRESS_REWARD_MANA];
    struct fortress_set sites;
    fortress_sites_of(s->site, &sites);
    FORTRESS_EACH (cell, &sites) {
        struct fortress_site site = fortress_site_read(s->site[cell]);
        pools +=
            site.type == FORTRESS_POOL && site.owner == seat && site.condition == FORTRESS_INTACT;
    }
    return pools * FORTRESS_MANA_CAP;
}

void fortress_clip_mana(struct fortress_state *s)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        if (s->side[seat].mana > 0) {
            s->side[seat].mana = fortress_min(s->side[seat].mana, fortress_mana_cap(s, seat));
        }
    }
}
