/* A whole position that the seat of a view can't tell from the true one (R14.6). */
#include "fortress_internal.h"

#include <string.h>

enum { HIDDEN_MAX = 8, TRIES = 24, CAMP_SOON = 4, CAMP_LATE = 12, LAIR_SOON = 6, LAIR_LATE = 20 };

struct guessing {
    const struct fortress_view *v;
    struct fortress_state *s;
    struct rd_luck *luck;
    uint32_t seat, other;
    uint32_t rank; /* the last one given */
};

static uint32_t draw(struct guessing *g, uint32_t low, uint32_t high)
{
    return (uint32_t)rd_luck_range(g->luck, (int32_t)low, (int32_t)high);
}

/* How the game ended says that the other's base has fallen. */
static int32_t has_fallen(const struct guessing *g)
{
    uint32_t fell = g->other == 1 ? FORTRESS_BASE_2_FELL : FORTRESS_BASE_1_FELL;
    return g->v->ending == fell || g->v->ending == FORTRESS_BOTH_FELL;
}

/* ---- what is known for certain ---- */

static void copy_own(struct guessing *g)
{
    const struct fortress_view *v = g->v;
    struct fortress_state *s = g->s;
    uint32_t first = fortress_unit_who(g->seat, 0);
    uint32_t units = (uint32_t)v->own.units + v->own.bought;
    RD_ASSERT(g->seat < FORTRESS_SEATS);
    s->side[g->seat] = v->own;
    RD_ASSERT(first < FORTRESS_WHO_MAX);
    memcpy(&s->piece[first], v->unit, units * sizeof v->unit[0]);
    memcpy(&s->task[first], v->task, units * sizeof v->task[0]);
    RD_ASSERT(first < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    memcpy(&s->plan[first], v->plan, units * sizeof v->plan[0]);
    for (uint32_t i = 0; i < v->own.units; i++) {
        g->rank++;
        s->piece[first + i].rank = (uint16_t)g->rank;
    }
    uint32_t structure = fortress_structure_who(g->seat, 0);
    RD_ASSERT(structure < FORTRESS_WHO_MAX);
    memcpy(&s->piece[structure], v->structure, v->own.structures * sizeof v->structure[0]);
    memcpy(&s->task[structure], v->structure_task, v->own.structures * sizeof v->task[0]);
    memcpy(s->ward, v->ward, v->ward_count * sizeof s->ward[0]);
    s->ward_count = v->ward_count;
}

static void copy_sites(struct guessing *g)
{
    struct fortress_state *s = g->s;
    memcpy(s->site, g->v->know.site, sizeof s->site);
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (s->site[cell] == 0) {
            continue;
        }
        struct fortress_site site = fortress_site_read(s->site[cell]);
        if (site.owner == g->other) {
            s->know[g->other].site[cell] = s->site[cell];
        }
        if (site.owner == g->other && site.type == FORTRESS_WARD) {
            struct fortress_ward ward = { (uint16_t)cell, 0, 0, 0 };
            s->ward[s->ward_count] = ward;
            s->ward_count++;
        }
    }
}

static void add_other(struct guessing *g, const struct fortress_seen *seen, uint32_t health)
{
    struct fortress_state *s = g->s;
    RD_ASSERT(g->other < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[g->other];
    int32_t structure = fortress_is(seen->type, FORTRESS_T_BUILDING);
    struct fortress_piece piece = { seen->id, seen->cell, 0, (uint8_t)health, seen->type, 0, 0 };
    if (structure) {
        RD_ASSERT(g->seat < FORTRESS_SEATS);
        s->know[g->seat].structures |= UINT64_C(1) << side->structures;
        s->piece[fortress_structure_who(g->other, side->structures)] = piece;
        side->structures++;
    } else {
        g->rank++;
        piece.rank = (uint16_t)g->rank;
        s->piece[fortress_unit_who(g->other, side->units)] = piece;
        side->units++;
    }
    if (side->next_id <= seen->id) {
        side->next_id = (uint16_t)(seen->id + FORTRESS_SEATS);
    }
}

static void copy_others(struct guessing *g)
{
    const struct fortress_view *v = g->v;
    for (uint32_t i = 0; i < v->seen_count; i++) {
        const struct fortress_seen *seen = &v->seen[i];
        if (seen->owner != g->other) {
            continue;
        }
        uint32_t health = seen->health > 0 ? seen->health : (uint32_t)FORTRESS_HEALTH_MAX;
        int32_t fell = seen->type == FORTRESS_BASE && has_fallen(g);
        add_other(g, seen, fell ? 0 : health);
    }
    RD_ASSERT(g->other < FORTRESS_SEATS);
    g->s->side[g->other].gold = (int32_t)draw(g, 0, 200);
}

/* ---- neutrals ---- */

static void place_seen_neutrals(struct guessing *g)
{
    struct fortress_state *s = g->s;
    for (uint32_t i = 0; i < g->v->seen_count; i++) {
        const struct fortress_seen *seen = &g->v->seen[i];
        if (seen->owner != FORTRESS_NEUTRAL) {
            continue;
        }
        g->rank++;
        struct fortress_piece piece = {
            seen->id, seen->cell, (uint16_t)g->rank, seen->health, seen->type, 0, 0
        };
        s->piece[FORTRESS_FIRST_NEUTRAL + s->neutrals] = piece;
        s->neutrals++;
        s->next_neutral = seen->id - FORTRESS_NEUTRAL_ID;
    }
}

static void place_hidden_neutral(struct guessing *g, uint32_t cell, uint32_t type)
{
    g->rank++;
    fortress_place_neutral(g->s, cell, type, g->rank);
}

static int32_t is_empty_neutral(const struct guessing *g, uint32_t cell)
{
    uint32_t who = fortress_mobile_at(g->s, cell);
    return who == FORTRESS_NOBODY || fortress_owner(who) != FORTRESS_NEUTRAL;
}

/* What is shown; on a tile in sight 0 is the truth too if all numbers are shown. */
static uint8_t guess_respawn(struct guessing *g, int32_t seen, uint8_t shown, uint32_t soon,
                             uint32_t late)
{
    if (shown > 0 || (seen && g->v->show_timers)) {
        return shown;
    }
    return (uint8_t)draw(g, soon, late);
}

static void guess_camps(struct guessing *g)
{
    struct fortress_state *s = g->s;
    for (uint32_t i = 0; i < s->board.camps; i++) {
        uint32_t cell = s->board.camp[i];
        if (!fortress_has(&g->v->know.visible, cell)) {
            place_hidden_neutral(g, cell, FORTRESS_CAMP_ARCHER);
        } else if (is_empty_neutral(g, cell)) {
            s->camp_respawn[i] = guess_respawn(g, 1, g->v->camp_respawn[i], CAMP_SOON, CAMP_LATE);
        }
    }
}

static void guess_lairs(struct guessing *g)
{
    struct fortress_state *s = g->s;
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        uint32_t cell = s->board.lair[i];
        uint32_t dragon = g->v->know.dragon[i];
        s->lair_reward[i] = dragon > 0 ? (uint8_t)(dragon - 1) : 0;
        if (!fortress_has(&g->v->know.visible, cell) && dragon > 0) {
            place_hidden_neutral(g, cell, FORTRESS_DRAGON);
        } else if (is_empty_neutral(g, cell)) {
            int32_t seen = fortress_has(&g->v->know.visible, cell);
            s->lair_respawn[i] =
                guess_respawn(g, seen, g->v->lair_respawn[i], LAIR_SOON, LAIR_LATE);
        }
    }
}

/* ---- what nobody has seen ---- */

/* Dark ground from a drawn cell on; RD_NO_CELL if there is none. */
static uint32_t dark_cell(struct guessing *g, const struct fortress_set *seen)
{
    uint32_t start = draw(g, 0, FORTRESS_CELLS - 1);
    for (uint32_t i = 0; i < FORTRESS_CELLS; i++) {
        uint32_t cell = (start + i) % FORTRESS_CELLS;
        if (fortress_exists(&g->s->board, cell) && !fortress_has(seen, cell) &&
            !fortress_has(&g->s->board.mountain, cell) &&
            fortress_structure_at(g->s, cell) == FORTRESS_NOBODY &&
            fortress_mobile_at(g->s, cell) == FORTRESS_NOBODY) {
            return cell;
        }
    }
    return RD_NO_CELL;
}

static int32_t knows_base(const struct guessing *g)
{
    for (uint32_t i = 0; i < g->v->seen_count; i++) {
        if (g->v->seen[i].owner == g->other && g->v->seen[i].type == FORTRESS_BASE) {
            return 1;
        }
    }
    return 0;
}

/* Ids of structures ascend, so an unseen base has the highest. */
static void guess_base(struct guessing *g)
{
    struct fortress_state *s = g->s;
    RD_ASSERT(g->other < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[g->other];
    if (knows_base(g)) {
        return;
    }
    uint32_t cell = dark_cell(g, &g->v->know.explored);
    if (cell == RD_NO_CELL) {
        cell = dark_cell(g, &g->v->know.visible);
    }
    RD_ASSERT(cell != RD_NO_CELL);
    uint8_t health = has_fallen(g) ? 0 : FORTRESS_HEALTH_MAX;
    struct fortress_piece base = { side->next_id, (uint16_t)cell, 0, health, FORTRESS_BASE, 0, 0 };
    s->piece[fortress_structure_who(g->other, side->structures)] = base;
    side->structures++;
    side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
}

static void guess_units(struct guessing *g)
{
    struct fortress_state *s = g->s;
    RD_ASSERT(g->other < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[g->other];
    uint32_t count = draw(g, 0, HIDDEN_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = dark_cell(g, &g->v->know.visible);
        uint32_t type = draw(g, 0, FORTRESS_BOUGHT_TYPES - 1);
        uint32_t health = draw(g, 30, FORTRESS_HEALTH_MAX);
        if (cell == RD_NO_CELL || side->units >= FORTRESS_UNITS_MAX ||
            side->next_id >= FORTRESS_IDS) {
            return;
        }
        g->rank++;
        struct fortress_piece unit = {
            side->next_id, (uint16_t)cell, (uint16_t)g->rank, (uint8_t)health, (uint8_t)type, 0, 0
        };
        s->piece[fortress_unit_who(g->other, side->units)] = unit;
        side->units++;
        side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
    }
}

void fortress_guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct fortress_view *v = view;
    struct fortress_state *s = state;
    RD_ASSERT(v->seat < FORTRESS_SEATS);
    struct guessing g = { v, s, luck, v->seat, 1u - v->seat, 0 };
    memset(s, 0, sizeof *s);
    s->board = v->board;
    RD_ASSERT(g.seat < FORTRESS_SEATS);
    s->know[g.seat] = v->know;
    s->turn = v->turn;
    s->turn_limit = v->turn_limit;
    s->show_timers = v->show_timers;
    s->ending = v->ending;
    memcpy(s->mine_owner, v->know.mine, sizeof s->mine_owner);
    RD_ASSERT(g.other < FORTRESS_SEATS);
    s->side[g.other].next_id = (uint16_t)(1 + g.other);
    copy_own(&g);
    copy_sites(&g);
    copy_others(&g);
    guess_base(&g);
    place_seen_neutrals(&g);
    guess_camps(&g);
    guess_lairs(&g);
    if (s->ending == FORTRESS_PLAYING) {
        guess_units(&g);
    }
    for (uint32_t i = 0; i < s->board.mines; i++) { /* who owns a mine has been there */
        if (s->mine_owner[i] == g.other + 1) {
            fortress_add(&s->know[g.other].explored, s->board.mine[i]);
        }
    }
    fortress_look(s, g.other);
}
