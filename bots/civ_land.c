#include "bots/civ_land.h"

#include <string.h>

uint32_t civ_land_beside(const struct civ_land *l, uint32_t cell, uint32_t step)
{
    int32_t x = (int32_t)civ_x(cell) + civ_step[step][0];
    int32_t y = (int32_t)civ_y(cell) + civ_step[step][1];
    if (x < 0 || y < 0 || x >= (int32_t)l->size || y >= (int32_t)l->size) {
        return RD_NO_CELL;
    }
    return (uint32_t)(y * CIV_SIDE_MAX + x);
}

const struct civ_yield *civ_land_yield(const struct civ_land *l, uint32_t cell)
{
    return &civ_rulesets[l->rules].yield[civ_terrain_at(l->state->terrain, cell)];
}

/* Every tile within so many steps joins a set; those beyond the board do no harm. */
static void spread(uint64_t set[CIV_SIDE_MAX], uint32_t cell, int32_t reach)
{
    uint32_t x = civ_x(cell);
    for (int32_t dy = -reach; dy <= reach; dy++) {
        int32_t y = (int32_t)civ_y(cell) + dy;
        uint32_t wide = (uint32_t)(reach - (dy < 0 ? -dy : dy));
        if (y >= 0 && y < CIV_SIDE_MAX) {
            uint64_t row = (UINT64_C(2) << 2 * wide) - 1;
            set[y] |= x < wide ? row >> (wide - x) : row << (x - wide);
        }
    }
}

static void look_at_own(struct civ_land *l)
{
    const struct civ_side *own = l->own;
    for (uint32_t i = 0; i < own->cities; i++) {
        l->city[own->city[i]] = 1;
        spread(l->seen, own->city[i], CIV_SIGHT);
        spread(l->reached, own->city[i], CIV_REACH);
    }
    for (uint32_t i = 0; i < own->workers; i++) {
        civ_land_bump(&l->workers[civ_cell_of(own->worker[i])]);
        spread(l->seen, civ_cell_of(own->worker[i]), CIV_SIGHT);
    }
    for (uint32_t i = 0; i < own->armies; i++) {
        uint32_t cell = civ_cell_of(own->army[i]);
        civ_land_bump(&l->stack[cell]);
        uint32_t attack = civ_attack_of(own->army[i]);
        if ((own->army[i] & CIV_MOVED) == 0) {
            civ_land_bump(&l->armies[cell]);
        } else if (attack != 0) {
            civ_land_bump(&l->sent[civ_land_beside(l, cell, attack)]);
        }
        spread(l->seen, cell, CIV_SIGHT);
    }
}

static void look_at(struct civ_land *l, uint32_t seat)
{
    const struct civ_side *side = &l->state->side[seat];
    for (uint32_t i = 0; i < side->armies; i++) {
        uint32_t cell = civ_cell_of(side->army[i]);
        if (civ_land_sees(l, cell)) {
            civ_land_bump(&l->foes[cell]);
            l->whose[cell] = (uint8_t)seat;
        }
    }
    for (uint32_t i = 0; i < side->workers; i++) {
        uint32_t cell = civ_cell_of(side->worker[i]);
        if (civ_land_sees(l, cell)) {
            civ_land_bump(&l->folk[cell]);
            l->whose[cell] = (uint8_t)seat;
        }
    }
    for (uint32_t i = 0; i < side->cities; i++) {
        if (civ_land_sees(l, side->city[i])) {
            l->city[side->city[i]] = 2;
            l->whose[side->city[i]] = (uint8_t)seat;
        }
    }
}

static void count_food(struct civ_land *l)
{
    l->rations = l->meal * l->own->armies;
    l->food = -l->rations - l->meal * l->own->workers;
    for (uint32_t i = 0; i < l->own->cities; i++) {
        l->food += civ_land_yield(l, l->own->city[i])->food;
    }
    for (uint32_t i = 0; i < l->own->workers; i++) {
        uint32_t cell = civ_cell_of(l->own->worker[i]);
        l->food +=
            civ_land_reaches(l, cell) && l->city[cell] != 1 ? civ_land_yield(l, cell)->food : 0;
    }
}

void civ_land_look(struct civ_land *l, const struct rd_search_position *position,
                   const struct civ_playbook *playbook)
{
    memset(l, 0, sizeof *l);
    l->state = position->state;
    l->own = &l->state->side[position->seat];
    l->playbook = playbook;
    l->size = l->state->common.size;
    l->rules = l->state->common.rules;
    l->price = civ_rulesets[l->rules].cost;
    l->meal = civ_rulesets[l->rules].meal;
    l->seat = position->seat;
    l->production = l->own->production;
    look_at_own(l);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != l->seat) {
            look_at(l, seat);
        }
    }
    count_food(l);
}

void civ_land_give(struct civ_land *l, uint32_t verb, uint32_t first, uint32_t second)
{
    if (l->count + 1 < l->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        l->out[l->count++] = action;
    }
}

void civ_land_found(struct civ_land *l, uint32_t cell)
{
    civ_land_give(l, CIV_PRODUCE, CIV_CITY, cell);
    l->production -= l->price[CIV_CITY];
    l->city[cell] = 1;
    l->food += civ_land_yield(l, cell)->food;
    spread(l->seen, cell, CIV_SIGHT);
    spread(l->reached, cell, CIV_REACH);
}

void civ_land_raise(struct civ_land *l, uint32_t kind, uint32_t city)
{
    civ_land_give(l, CIV_PRODUCE, kind, city);
    l->production -= l->price[kind];
    l->food -= l->meal;
    if (civ_product_is(kind, CIV_HARVESTS)) {
        l->food++; /* it will bring some itself */
        civ_land_bump(&l->workers[city]);
    } else {
        l->rations += l->meal;
        civ_land_bump(&l->armies[city]);
        civ_land_bump(&l->stack[city]);
    }
}
