/* What a seat knows (R14.1 to R14.4). */
#include "civ_internal.h"

#include <string.h>

/* Stocks, strengths and who is out: never hidden, R14.2. */
static void copy_open(struct civ_side *to, const struct civ_side *from)
{
    to->food = from->food;
    to->production = from->production;
    to->trade = from->trade;
    memcpy(to->research, from->research, sizeof to->research);
    to->status = from->status;
    to->out = from->out;
}

static void copy_lists(struct civ_side *to, const struct civ_side *from)
{
    to->cities = from->cities;
    to->workers = from->workers;
    to->armies = from->armies;
    memcpy(to->city, from->city, from->cities * sizeof to->city[0]);
    memcpy(to->worker, from->worker, from->workers * sizeof to->worker[0]);
    memcpy(to->army, from->army, from->armies * sizeof to->army[0]);
    memcpy(to->health, from->health, from->armies);
}

/* Of somebody else's lists what stands on tiles in sight, without flags, R14.3. */
static void copy_seen(struct civ_side *to, const struct civ_side *from, const struct civ_set *seen)
{
    for (uint32_t i = 0; i < from->cities; i++) {
        if (civ_set_has(seen, from->city[i])) {
            civ_add_city(to, from->city[i]);
        }
    }
    for (uint32_t i = 0; i < from->workers; i++) {
        uint32_t cell = civ_cell_of(from->worker[i]);
        if (civ_set_has(seen, cell)) {
            civ_add_worker(to, cell);
        }
    }
    for (uint32_t i = 0; i < from->armies; i++) {
        uint32_t cell = civ_cell_of(from->army[i]);
        if (civ_set_has(seen, cell)) {
            civ_add_army(to, cell, from->health[i]);
        }
    }
}

static void see_board(const struct civ_state *s, const struct civ_set *seen, struct civ_view *v)
{
    memcpy(v->seen, seen->row, sizeof v->seen);
    for (uint32_t bit = 0; bit < CIV_TERRAIN_BITS; bit++) {
        for (uint32_t y = 0; y < s->common.size; y++) {
            v->terrain[bit][y] = s->terrain[bit][y] & seen->row[y];
        }
    }
}

static void see_everything(struct civ_set *seen, uint32_t size)
{
    memset(seen, 0, sizeof *seen);
    for (uint32_t y = 0; y < size; y++) {
        seen->row[y] = civ_row_bits(size);
    }
}

void civ_observe(const void *state, rd_seat seat, void *view)
{
    const struct civ_state *s = state;
    struct civ_view *v = view;
    struct civ_set seen;
    int32_t all = seat == RD_SPECTATOR; /* R14.4 */
    RD_ASSERT(seat < CIV_SEATS || all);
    if (all) {
        see_everything(&seen, s->common.size);
    } else {
        civ_sight(&s->common, &s->side[seat], &seen);
    }
    memset(v, 0, sizeof *v);
    v->common = s->common;
    v->seat = seat;
    see_board(s, &seen, v);
    for (uint32_t other = 0; other < CIV_SEATS; other++) {
        copy_open(&v->side[other], &s->side[other]);
        if (all || other == seat) {
            copy_lists(&v->side[other], &s->side[other]);
        } else {
            copy_seen(&v->side[other], &s->side[other], &seen);
        }
    }
    if (all || seat == s->common.current) {
        memcpy(v->target, s->target, s->common.target_count * sizeof v->target[0]);
    } else {
        v->common.target_count = 0;
    }
}
