/* What a seat knows, as a view (R14.5, R14.6). */
#include "fortress_internal.h"

#include <string.h>

/* The cells of a list that are explored. */
static uint8_t copy_known(const uint16_t *from, uint32_t count, const struct fortress_set *explored,
                          uint16_t *to, const uint8_t *fact, uint8_t *fact_to)
{
    uint8_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (fortress_has(explored, from[i])) {
            to[kept] = from[i];
            fact_to[kept] = fact[i];
            kept++;
        }
    }
    return kept;
}

static void see_board(const struct fortress_state *s, const struct fortress_knowledge *know,
                      struct fortress_view *v)
{
    struct fortress_board *board = &v->board;
    board->valid = s->board.valid;
    board->forest = s->board.forest;
    board->mountain = s->board.mountain;
    board->river = s->board.river;
    board->lake = s->board.lake;
    fortress_mask(&board->forest, &know->explored);
    fortress_mask(&board->mountain, &know->explored);
    fortress_mask(&board->river, &know->explored);
    fortress_mask(&board->lake, &know->explored);
    board->mines = copy_known(s->board.mine, s->board.mines, &know->explored, board->mine,
                              know->mine, v->know.mine);
    board->camps = copy_known(s->board.camp, s->board.camps, &know->explored, board->camp,
                              know->camp, v->know.camp);
    board->lairs = copy_known(s->board.lair, s->board.lairs, &know->explored, board->lair,
                              know->dragon, v->know.dragon);
    v->know.explored = know->explored;
    v->know.visible = know->visible;
    memcpy(v->know.site, know->site, sizeof v->know.site);
}

/* ---- others ---- */

static void add_seen(const struct fortress_state *s, uint32_t who, int32_t in_sight,
                     struct fortress_view *v)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &s->piece[who];
    struct fortress_seen seen = { piece->id,
                                  piece->cell,
                                  in_sight ? piece->health : 0,
                                  piece->type,
                                  (uint8_t)fortress_owner(who),
                                  { 0 } };
    uint32_t place = v->seen_count++;
    while (place > 0 && v->seen[place - 1].id > seen.id) {
        v->seen[place] = v->seen[place - 1];
        place--;
    }
    v->seen[place] = seen;
}

static void see_range(const struct fortress_state *s, const struct fortress_knowledge *know,
                      uint32_t first, uint32_t count, struct fortress_view *v)
{
    for (uint32_t who = first; who < first + count; who++) {
        if (fortress_has(&know->visible, s->piece[who].cell)) {
            add_seen(s, who, 1, v);
        }
    }
}

static void see_others(const struct fortress_state *s, uint32_t seat, struct fortress_view *v)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    uint32_t other = 1 - seat;
    RD_ASSERT(other < FORTRESS_SEATS);
    see_range(s, know, fortress_unit_who(other, 0), s->side[other].units, v);
    see_range(s, know, FORTRESS_FIRST_NEUTRAL, s->neutrals, v);
    for (uint64_t left = know->structures; left != 0;) {
        uint32_t who = fortress_take_structure(other, &left);
        add_seen(s, who, fortress_has(&know->visible, s->piece[who].cell), v);
    }
}

/* R14.4: on visible, empty tiles when it is not long; or on all visible ones, if so chosen. */
static uint8_t respawn_shown(const struct fortress_state *s, uint32_t seat, uint32_t cell,
                             uint8_t respawn, uint32_t soon)
{
    int32_t shows =
        s->show_timers || (respawn <= soon && fortress_mobile_at(s, cell) == FORTRESS_NOBODY);
    return shows && fortress_sees(s, seat, cell) ? respawn : 0;
}

static void see_respawns(const struct fortress_state *s, uint32_t seat, struct fortress_view *v)
{
    enum { CAMP_SOON = 3, LAIR_SOON = 5 };
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_set *explored = &s->know[seat].explored;
    for (uint32_t i = 0, k = 0; i < s->board.camps; i++) {
        uint32_t cell = s->board.camp[i];
        v->camp_respawn[k] = respawn_shown(s, seat, cell, s->camp_respawn[i], CAMP_SOON);
        k += fortress_has(explored, cell) ? 1u : 0u;
    }
    for (uint32_t i = 0, k = 0; i < s->board.lairs; i++) {
        uint32_t cell = s->board.lair[i];
        v->lair_respawn[k] = respawn_shown(s, seat, cell, s->lair_respawn[i], LAIR_SOON);
        k += fortress_has(explored, cell) ? 1u : 0u;
    }
}

/* ---- one's own ---- */

static void see_own(const struct fortress_state *s, uint32_t seat, struct fortress_view *v)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    uint32_t units = (uint32_t)side->units + side->bought, first = fortress_unit_who(seat, 0);
    v->own = *side;
    v->own.structures = 0;
    RD_ASSERT(first < FORTRESS_WHO_MAX);
    memcpy(v->unit, &s->piece[first], units * sizeof v->unit[0]);
    memcpy(v->task, &s->task[first], units * sizeof v->task[0]);
    RD_ASSERT(first < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    memcpy(v->plan, &s->plan[first], units * sizeof v->plan[0]);
    for (uint32_t i = 0; i < side->units; i++) {
        v->unit[i].rank = 0; /* its place among the others would tell about them */
    }
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        uint32_t who = fortress_structure_who(seat, slot);
        if (s->piece[who].health > 0 || s->piece[who].type == FORTRESS_BASE) {
            v->structure[v->own.structures] = s->piece[who];
            v->structure_task[v->own.structures] = s->task[who];
            v->own.structures++;
        }
    }
    for (uint32_t i = 0; i < s->ward_count; i++) {
        if (fortress_site_read(s->site[s->ward[i].cell]).owner == seat) {
            v->ward[v->ward_count] = s->ward[i];
            v->ward_count++;
        }
    }
}

/* ---- spectators ---- */

/* The truth without what was ordered this turn. */
static void see_everything(const struct fortress_state *s, struct fortress_view *v)
{
    struct fortress_knowledge all;
    memset(&all, 0, sizeof all);
    all.explored = all.visible = s->board.valid;
    memcpy(all.site, s->site, sizeof all.site);
    memcpy(all.mine, s->mine_owner, sizeof all.mine);
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        int32_t there = fortress_mobile_at(s, s->board.lair[i]) >= FORTRESS_FIRST_NEUTRAL &&
                        s->lair_respawn[i] == 0;
        all.dragon[i] = there ? (uint8_t)(1 + s->lair_reward[i]) : 0;
    }
    for (uint32_t i = 0; i < s->board.camps; i++) {
        uint32_t who = fortress_mobile_at(s, s->board.camp[i]);
        all.camp[i] = who != FORTRESS_NOBODY && who >= FORTRESS_FIRST_NEUTRAL;
    }
    see_board(s, &all, v);
    memcpy(v->camp_respawn, s->camp_respawn, sizeof v->camp_respawn);
    memcpy(v->lair_respawn, s->lair_respawn, sizeof v->lair_respawn);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        see_range(s, &all, fortress_unit_who(seat, 0), s->side[seat].units, v);
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            uint32_t who = fortress_structure_who(seat, slot);
            if (s->piece[who].health > 0) {
                add_seen(s, who, 1, v);
            }
        }
    }
    see_range(s, &all, FORTRESS_FIRST_NEUTRAL, s->neutrals, v);
}

void fortress_observe(const void *state, rd_seat seat, void *view)
{
    const struct fortress_state *s = state;
    struct fortress_view *v = view;
    RD_ASSERT(seat < FORTRESS_SEATS || seat == RD_SPECTATOR);
    memset(v, 0, sizeof *v);
    v->turn = s->turn;
    v->turn_limit = s->turn_limit;
    v->show_timers = s->show_timers;
    v->ending = s->ending;
    v->seat = seat;
    if (seat == RD_SPECTATOR) {
        see_everything(s, v);
        return;
    }
    see_board(s, &s->know[seat], v);
    see_others(s, seat, v);
    see_respawns(s, seat, v);
    see_own(s, seat, v);
}
