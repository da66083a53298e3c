/* What a seat knows: what it sees now, and what it remembers (R14.2, R14.3). */
#include "fortress_internal.h"

#include <string.h>

uint8_t fortress_site_seen(uint8_t code, uint32_t seat, uint32_t cell,
                           const struct fortress_set *wizards)
{
    struct fortress_site site = fortress_site_read(code);
    if (code == 0 || site.owner == seat) {
        return code;
    }
    if (site.type == FORTRESS_TRAP && site.condition == FORTRESS_INTACT) {
        return 0;
    }
    int32_t hidden = site.type == FORTRESS_WARD && site.condition != FORTRESS_DISABLED;
    return hidden && !fortress_has(wizards, cell) ? 0 : code;
}

static int32_t is_hidden_ward(uint8_t code, uint32_t seat)
{
    struct fortress_site site = fortress_site_read(code);
    return site.type == FORTRESS_WARD && site.owner != seat && site.condition != FORTRESS_DISABLED;
}

/* Wards that only a wizard can show, in sight. What wizards see is part of what their side sees, so
 * it does not matter elsewhere. */
static int32_t is_ward_hiding(const struct fortress_state *s, uint32_t seat)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        uint32_t cell = s->ward[i].cell;
        if (fortress_sees(s, seat, cell) && is_hidden_ward(s->site[cell], seat)) {
            return 1;
        }
    }
    return 0;
}

static void look_at_site(struct fortress_state *s, uint32_t seat, uint32_t cell,
                         const struct fortress_set *wizards)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_knowledge *know = &s->know[seat];
    if (fortress_has(&know->visible, cell)) {
        RD_ASSERT(cell < FORTRESS_CELLS);
        know->site[cell] = fortress_site_seen(s->site[cell], seat, cell, wizards);
    } else if (is_hidden_ward(know->site[cell], seat) && !fortress_has(wizards, cell)) {
        know->site[cell] = 0; /* only a wizard showed it */
    }
}

static void look_at_all_sites(struct fortress_state *s, uint32_t seat,
                              const struct fortress_set *wizards)
{
    struct fortress_set there, known;
    fortress_sites_of(s->site, &there);
    RD_ASSERT(seat < FORTRESS_SEATS);
    fortress_sites_of(s->know[seat].site, &known);
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        known.row[row] |= there.row[row] & s->know[seat].visible.row[row];
    }
    FORTRESS_EACH (cell, &known) {
        look_at_site(s, seat, cell, wizards);
    }
}

/* Where nothing was built or wrecked, only cells that come into sight can tell something new, and
 * wards, which a wizard may see now or no longer. */
static void look_at_new_sites(struct fortress_state *s, uint32_t seat,
                              const struct fortress_set *wizards, const struct fortress_set *before)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    struct fortress_set fresh;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        fresh.row[row] = know->visible.row[row] & ~before->row[row];
    }
    FORTRESS_EACH (cell, &fresh) {
        if ((s->site[cell] | know->site[cell]) != 0) {
            look_at_site(s, seat, cell, wizards);
        }
    }
    for (uint32_t i = 0; i < s->ward_count; i++) {
        look_at_site(s, seat, s->ward[i].cell, wizards);
    }
}

static void look_at_mines(struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_knowledge *know = &s->know[seat];
    for (uint32_t i = 0; i < s->board.mines; i++) {
        /* R14.5: a seat always knows which mines are its own. */
        int32_t own = s->mine_owner[i] == seat + 1 || know->mine[i] == seat + 1;
        if (own || fortress_has(&know->visible, s->board.mine[i])) {
            know->mine[i] = s->mine_owner[i];
        }
    }
}

static int32_t has_neutral(const struct fortress_state *s, uint32_t cell)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < s->neutrals; i++) {
        const struct fortress_piece *piece = &s->piece[FORTRESS_FIRST_NEUTRAL + i];
        found |= piece->cell == cell && piece->health > 0;
    }
    return found != 0;
}

/* Who lives there, if the cell is in sight. */
static void look_at_homes(struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_knowledge *know = &s->know[seat];
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        if (fortress_has(&know->visible, s->board.lair[i])) {
            int32_t there = has_neutral(s, s->board.lair[i]);
            know->dragon[i] = there ? (uint8_t)(1 + s->lair_reward[i]) : 0;
        }
    }
    for (uint32_t i = 0; i < s->board.camps; i++) {
        if (fortress_has(&know->visible, s->board.camp[i])) {
            know->camp[i] = (uint8_t)has_neutral(s, s->board.camp[i]);
        }
    }
}

static void look_at_structures(struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_knowledge *know = &s->know[seat];
    for (uint32_t slot = 0; slot < s->side[1 - seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(1 - seat, slot)];
        if (fortress_has(&know->visible, piece->cell)) {
            know->structures &= ~(UINT64_C(1) << slot);
            know->structures |= (uint64_t)(piece->health > 0) << slot;
        }
    }
}

void fortress_look_again(struct fortress_state *s, uint32_t seat, uint32_t stale)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_knowledge *know = &s->know[seat];
    struct fortress_set before = know->visible, wizards;
    memset(&wizards, 0, sizeof wizards);
    if ((stale >> seat & 1u) != 0) {
        fortress_sight(s, seat, &know->visible);
        for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
            know->explored.row[row] |= know->visible.row[row];
        }
    }
    if (is_ward_hiding(s, seat)) {
        fortress_wizard_sight(s, seat, &wizards);
    }
    if ((stale & FORTRESS_STALE_SITES) != 0) {
        look_at_all_sites(s, seat, &wizards);
    } else {
        look_at_new_sites(s, seat, &wizards, &before);
    }
    look_at_mines(s, seat);
    look_at_homes(s, seat);
    look_at_structures(s, seat);
}

void fortress_look(struct fortress_state *s, uint32_t seat)
{
    fortress_look_again(s, seat, FORTRESS_STALE_ALL);
}

void fortress_set_site(struct fortress_state *s, uint32_t cell, uint8_t code)
{
    RD_ASSERT(cell < FORTRESS_CELLS);
    struct fortress_site before = fortress_site_read(s->site[cell]);
    struct fortress_site after = fortress_site_read(code);
    s->site[cell] = code;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) { /* R14.5 */
        if ((before.type != FORTRESS_STRUCTURES && before.owner == seat) ||
            (after.type != FORTRESS_STRUCTURES && after.owner == seat)) {
            s->know[seat].site[cell] = code;
        }
    }
}

uint32_t fortress_known_structure(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    for (uint64_t left = s->know[seat].structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - seat, &left);
        if (s->piece[who].cell == cell) {
            return who;
        }
    }
    return FORTRESS_NOBODY;
}

uint32_t fortress_known_foe(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    if (!fortress_sees(s, seat, cell)) {
        return FORTRESS_NOBODY;
    }
    uint32_t who = fortress_mobile_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) != seat ? who : (uint32_t)FORTRESS_NOBODY;
}
