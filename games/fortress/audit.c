/*
 * The invariants, one named check each. Safe on arbitrary bytes: whatever a check reads through
 * was found in range by an earlier one.
 */
#include "fortress_internal.h"

#include <string.h>

/* Every audit has such a loop: rules have no C library, and games share no file but redoubt/. */
static int32_t is_zero(const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++) {
        any |= byte[i];
    }
    return any == 0;
}

/* ---- the board ---- */

static int32_t is_within(const struct fortress_set *set, const struct fortress_set *whole)
{
    uint64_t beyond = 0;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        beyond |= set->row[row] & ~whole->row[row];
    }
    return beyond == 0;
}

static const char *audit_ground(const struct fortress_board *board)
{
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t forest = board->forest.row[row], mountain = board->mountain.row[row];
        uint64_t river = board->river.row[row], lake = board->lake.row[row];
        uint64_t twice =
            (forest & (mountain | river | lake)) | (mountain & (river | lake)) | (river & lake);
        uint64_t any = forest | mountain | river | lake;
        if (twice != 0 || (any & ~board->valid.row[row]) != 0 ||
            board->valid.row[row] >> FORTRESS_COLUMNS != 0) {
            return "ground lies on cells, and only one sort on each";
        }
    }
    return NULL;
}

static const char *audit_list(const struct fortress_board *board, const uint16_t *cell,
                              uint32_t count, uint32_t most)
{
    if (count > most || !is_zero(cell + count, (most - count) * sizeof cell[0])) {
        return "too many mines, camps or lairs, or bytes behind them";
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!fortress_exists(board, cell[i]) ||
            fortress_ground_at(board, cell[i]) != FORTRESS_OPEN ||
            (i > 0 && cell[i] <= cell[i - 1])) {
            return "mines, camps and lairs are on open ground, in order";
        }
    }
    return NULL;
}

static const char *audit_board(const struct fortress_state *s)
{
    const struct fortress_board *board = &s->board;
    const char *flaw = audit_ground(board);
    if (flaw == NULL) {
        flaw = audit_list(board, board->mine, board->mines, FORTRESS_MINES_MAX);
    }
    if (flaw == NULL) {
        flaw = audit_list(board, board->camp, board->camps, FORTRESS_CAMPS_MAX);
    }
    if (flaw == NULL) {
        flaw = audit_list(board, board->lair, board->lairs, FORTRESS_LAIRS_MAX);
    }
    for (uint32_t i = 0; i < board->camps && flaw == NULL; i++) {
        for (uint32_t k = 0; k < board->lairs; k++) {
            flaw = board->camp[i] == board->lair[k] ? "a camp and a lair on one cell" : flaw;
        }
        if (fortress_mine_at(board, board->camp[i]) != FORTRESS_NOBODY) {
            flaw = "a camp and a mine on one cell";
        }
    }
    for (uint32_t i = 0; i < board->lairs && flaw == NULL; i++) {
        if (fortress_mine_at(board, board->lair[i]) != FORTRESS_NOBODY) {
            flaw = "a lair and a mine on one cell";
        }
    }
    return flaw != NULL || is_zero(board->zero, sizeof board->zero) ? flaw : "padding is not zero";
}

/* ---- numbers ---- */

static const char *audit_side(const struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    if (side->gold < 0 || side->gold > FORTRESS_GOLD_MAX || side->spent < 0 ||
        side->spent > side->gold || side->mana < 0 || side->mana > FORTRESS_MANA_MAX) {
        return "gold or mana is out of range";
    }
    for (uint32_t i = 0; i < FORTRESS_REWARDS; i++) {
        if (side->rewards[i] > (i == 0 ? 0 : FORTRESS_REWARDS_MAX)) {
            return "too many gifts of dragons";
        }
    }
    if (side->next_id % 2 == seat || side->next_id > 4 * FORTRESS_IDS) {
        return "the next id is odd for P1, even for P2";
    }
    if (side->units + side->bought > FORTRESS_UNITS_MAX || side->structures == 0 ||
        side->structures > FORTRESS_STRUCTURES_MAX || side->done > 1 ||
        side->priority > FORTRESS_PRIORITY_MAX) {
        return "a count or flag of a player is out of range";
    }
    return NULL;
}

static const char *audit_numbers(const struct fortress_state *s)
{
    if (s->turn == 0 || s->turn > FORTRESS_TURNS_END || s->turn_limit > FORTRESS_TURNS_MAX) {
        return "turns are 1 to 2000, their limit at most 1000";
    }
    if (s->ending >= FORTRESS_ENDINGS || s->neutrals > FORTRESS_NEUTRALS_MAX ||
        s->next_neutral > FORTRESS_NEUTRAL_IDS || s->ward_count > FORTRESS_WARDS_MAX) {
        return "a count is out of range";
    }
    for (uint32_t i = 0; i < FORTRESS_MINES_MAX; i++) {
        if (s->mine_owner[i] > (i < s->board.mines ? FORTRESS_SEATS : 0)) {
            return "a mine has an owner who doesn't play";
        }
    }
    for (uint32_t i = 0; i < FORTRESS_CAMPS_MAX; i++) {
        if (s->camp_respawn[i] > (i < s->board.camps ? 20 : 0)) {
            return "a camp's countdown is out of range";
        }
    }
    for (uint32_t i = 0; i < FORTRESS_LAIRS_MAX; i++) {
        if (s->lair_respawn[i] > (i < s->board.lairs ? 20 : 0) ||
            s->lair_reward[i] > (i < s->board.lairs ? FORTRESS_REWARDS - 1 : 0)) {
            return "a lair's countdown or gift is out of range";
        }
    }
    if (s->show_timers > 1) {
        return "an option is out of range";
    }
    return is_zero(s->zero, sizeof s->zero) ? NULL : "padding is not zero";
}

/* ---- pieces ---- */

struct census {
    const struct fortress_state *s;
    struct fortress_set mobile, structure; /* cells that are taken */
    uint8_t ranked[FORTRESS_MOBILE_MAX + 1];
    uint32_t mobiles;
};

static const char *audit_mobile(struct census *census, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &census->s->piece[who];
    if (!fortress_exists(&census->s->board, piece->cell) ||
        fortress_has(&census->s->board.mountain, piece->cell)) {
        return "a unit stands where it can't";
    }
    if (piece->health == 0 || piece->health > FORTRESS_HEALTH_MAX) {
        return "health is 1 to 100";
    }
    if (fortress_has(&census->mobile, piece->cell)) {
        return "two units on one tile";
    }
    if (piece->rank == 0 || piece->rank > census->mobiles || census->ranked[piece->rank]) {
        return "ranks are 1, 2, 3, ...";
    }
    fortress_add(&census->mobile, piece->cell);
    census->ranked[piece->rank] = 1;
    return NULL;
}

static const char *audit_id(const struct fortress_state *s, uint32_t seat, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t id = s->piece[who].id;
    if (id == 0 || id % 2 == seat || id >= s->side[seat].next_id) {
        return "ids are odd for P1, even for P2, and below the next one";
    }
    for (uint32_t slot = 0; slot < (uint32_t)s->side[seat].units + s->side[seat].bought; slot++) {
        uint32_t other = fortress_unit_who(seat, slot);
        if (other != who && s->piece[other].id == id) {
            return "two pieces have one id";
        }
    }
    return NULL;
}

static const char *audit_unit(struct census *census, uint32_t seat, uint32_t who)
{
    const struct fortress_state *s = census->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &s->piece[who];
    int32_t first = who == fortress_unit_who(seat, 0);
    const char *flaw = audit_mobile(census, who);
    if (flaw != NULL) {
        return flaw;
    }
    if (piece->type >= FORTRESS_BOUGHT_TYPES || piece->buff % 5 != 0 ||
        piece->buff > FORTRESS_HEALTH_MAX) {
        return "there is no such unit or spell";
    }
    int32_t allowed = fortress_is(piece->type, FORTRESS_T_LOOKS_OUT) ? FORTRESS_LOOKING_OUT : 0;
    if (s->ending != FORTRESS_PLAYING) {
        allowed |= FORTRESS_NEW;
    }
    if ((piece->flags & ~allowed) != 0 || piece->flags == (FORTRESS_NEW | FORTRESS_LOOKING_OUT)) {
        return "a unit has a flag that it can't have";
    }
    if (!first && piece[-1].rank > piece->rank) {
        return "units stand in the order of their ranks";
    }
    return piece->id >= FORTRESS_IDS ? "a unit's id is too high" : audit_id(s, seat, who);
}

static const char *audit_purchases(const struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_side *side = &s->side[seat];
    int32_t spent = 0;
    struct fortress_set taken;
    memset(&taken, 0, sizeof taken);
    for (uint32_t i = 0; i < side->bought; i++) {
        uint32_t who = fortress_unit_who(seat, side->units + i);
        const struct fortress_piece *piece = &s->piece[who];
        if (piece->type >= FORTRESS_BOUGHT_TYPES || piece->health != FORTRESS_HEALTH_MAX ||
            piece->rank != 0 || piece->buff != 0 || piece->flags != 0 ||
            piece->id >= FORTRESS_IDS || (i > 0 && piece->id <= piece[-1].id)) {
            return "a purchase is not a new unit";
        }
        if (!fortress_exists(&s->board, piece->cell) ||
            fortress_has(&s->board.mountain, piece->cell) || fortress_has(&taken, piece->cell)) {
            return "a purchase is for no free tile";
        }
        const char *flaw = audit_id(s, seat, who);
        if (flaw != NULL) {
            return flaw;
        }
        fortress_add(&taken, piece->cell);
        spent += fortress_kinds[piece->type].cost;
    }
    return spent == side->spent ? NULL
                                : "the gold that was spent is not the price of the purchases";
}

/* R3.2: of what was there at the beginning nothing stands on a mine, camp or lair. */
static int32_t is_built_over(const struct fortress_board *board, const struct fortress_piece *piece)
{
    int32_t found = fortress_mine_at(board, piece->cell) != FORTRESS_NOBODY;
    for (uint32_t i = 0; i < board->camps; i++) {
        found |= board->camp[i] == piece->cell;
    }
    for (uint32_t i = 0; i < board->lairs; i++) {
        found |= board->lair[i] == piece->cell;
    }
    return found && (piece->flags & FORTRESS_SPAWNED) == 0;
}

static const char *audit_structure(struct census *census, uint32_t seat, uint32_t slot)
{
    const struct fortress_state *s = census->s;
    uint32_t who = fortress_structure_who(seat, slot);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &s->piece[who];
    int32_t base = piece->type == FORTRESS_BASE;
    int32_t known = (s->know[1 - seat].structures >> slot & 1u) != 0;
    if (!fortress_exists(&s->board, piece->cell) || fortress_has(&s->board.mountain, piece->cell) ||
        is_built_over(&s->board, piece)) {
        return "a base or tower stands where it can't";
    }
    if (!fortress_is(piece->type, FORTRESS_T_BUILDING) || piece->rank != 0 ||
        (piece->flags & ~(base ? 0 : FORTRESS_SPAWNED)) != 0 || piece->buff % 5 != 0 ||
        piece->buff > FORTRESS_HEALTH_MAX || piece->health > FORTRESS_HEALTH_MAX) {
        return "there is no such structure";
    }
    if (piece->health == 0 && !base && !known) {
        return "a fallen tower that nobody remembers";
    }
    if (base && piece->health > 0 && !known &&
        fortress_has(&s->know[1 - seat].explored, piece->cell)) {
        return "a player forgot a base"; /* bases stay where they are */
    }
    if (slot > 0 && piece->id <= piece[-1].id) {
        return "bases and towers stand in the order of their ids";
    }
    if (piece->health > 0 && fortress_has(&census->structure, piece->cell)) {
        return "two bases or towers on one tile";
    }
    if (piece->health > 0) {
        fortress_add(&census->structure, piece->cell);
    }
    return audit_id(s, seat, who);
}

static const char *audit_structures(struct census *census, uint32_t seat)
{
    const struct fortress_state *s = census->s;
    uint32_t bases = 0;
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const char *flaw = audit_structure(census, seat, slot);
        if (flaw != NULL) {
            return flaw;
        }
        bases += s->piece[fortress_structure_who(seat, slot)].type == FORTRESS_BASE;
    }
    return bases == 1 ? NULL : "every player has one base";
}

static const char *audit_neutral(struct census *census, uint32_t who)
{
    const struct fortress_state *s = census->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *piece = &s->piece[who];
    const char *flaw = audit_mobile(census, who);
    int32_t at_home = 0;
    for (uint32_t i = 0; i < s->board.camps && piece->type == FORTRESS_CAMP_ARCHER; i++) {
        at_home |= s->board.camp[i] == piece->cell && s->camp_respawn[i] == 0;
    }
    for (uint32_t i = 0; i < s->board.lairs && piece->type == FORTRESS_DRAGON; i++) {
        at_home |= s->board.lair[i] == piece->cell && s->lair_respawn[i] == 0;
    }
    if (flaw != NULL || !at_home || piece->buff != 0 || piece->flags != 0) {
        return flaw != NULL ? flaw : "a neutral is not at home";
    }
    if (piece->id <= FORTRESS_NEUTRAL_ID || piece->id - FORTRESS_NEUTRAL_ID > s->next_neutral ||
        (who > FORTRESS_FIRST_NEUTRAL && piece[-1].rank > piece->rank)) {
        return "a neutral's id or rank is wrong";
    }
    for (uint32_t i = FORTRESS_FIRST_NEUTRAL; i < who; i++) {
        if (s->piece[i].id == piece->id) {
            return "two neutrals have one id";
        }
    }
    return NULL;
}

static const char *audit_pieces(const struct fortress_state *s)
{
    struct census census;
    memset(&census, 0, sizeof census);
    census.s = s;
    census.mobiles = (uint32_t)s->side[0].units + s->side[1].units + s->neutrals;
    const char *flaw = NULL;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS && flaw == NULL; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units && flaw == NULL; slot++) {
            flaw = audit_unit(&census, seat, fortress_unit_who(seat, slot));
        }
        flaw = flaw == NULL ? audit_purchases(s, seat) : flaw;
        flaw = flaw == NULL ? audit_structures(&census, seat) : flaw;
    }
    for (uint32_t i = 0; i < s->neutrals && flaw == NULL; i++) {
        flaw = audit_neutral(&census, FORTRESS_FIRST_NEUTRAL + i);
    }
    return flaw;
}

/* Slots that nobody uses. */
static const char *audit_rest(const struct fortress_state *s)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        uint32_t units = s->side[seat].units, all = units + s->side[seat].bought;
        uint32_t first = fortress_unit_who(seat, 0), tower = fortress_structure_who(seat, 0);
        uint32_t structures = s->side[seat].structures;
        if (!is_zero(&s->piece[first + all], (FORTRESS_UNITS_MAX - all) * sizeof s->piece[0]) ||
            !is_zero(&s->task[first + units], (FORTRESS_UNITS_MAX - units) * sizeof s->task[0]) ||
            !is_zero(&s->plan[first + units], (FORTRESS_UNITS_MAX - units) * sizeof s->plan[0]) ||
            !is_zero(&s->piece[tower + structures],
                     (FORTRESS_STRUCTURES_MAX - structures) * sizeof s->piece[0]) ||
            !is_zero(&s->task[tower + structures],
                     (FORTRESS_STRUCTURES_MAX - structures) * sizeof s->task[0])) {
            return "bytes behind a list are not zero";
        }
    }
    uint32_t end = FORTRESS_FIRST_NEUTRAL + s->neutrals;
    RD_ASSERT(end <= FORTRESS_WHO_MAX);
    if (!is_zero(&s->piece[end], (FORTRESS_NEUTRALS_MAX - s->neutrals) * sizeof s->piece[0]) ||
        !is_zero(&s->task[FORTRESS_FIRST_NEUTRAL], FORTRESS_NEUTRALS_MAX * sizeof s->task[0]) ||
        !is_zero(&s->ward[s->ward_count],
                 (FORTRESS_WARDS_MAX - s->ward_count) * sizeof s->ward[0])) {
        return "bytes behind the neutrals or wards are not zero";
    }
    return NULL;
}

/* ---- sites ---- */

static const char *audit_wards(const struct fortress_state *s)
{
    uint32_t own[FORTRESS_SEATS] = { 0, 0 };
    struct fortress_set listed;
    memset(&listed, 0, sizeof listed);
    for (uint32_t i = 0; i < s->ward_count; i++) {
        const struct fortress_ward *ward = &s->ward[i];
        if (!fortress_exists(&s->board, ward->cell) || fortress_has(&listed, ward->cell)) {
            return "a ward is listed twice or off the board";
        }
        struct fortress_site site = fortress_site_read(s->site[ward->cell]);
        int32_t intact = site.condition == FORTRESS_INTACT;
        /* An eye that was opened in the Execution that ended the game is paid for the next one. */
        int32_t paid = ward->vision == s->turn ||
                       (s->ending != FORTRESS_PLAYING && ward->vision == s->turn + 1u);
        if (site.type != FORTRESS_WARD || ward->always > 1 || ward->ordered > 1 ||
            (ward->vision != 0 && (!paid || !intact)) || (ward->ordered && !intact)) {
            return "a ward does what it can't";
        }
        fortress_add(&listed, ward->cell);
        own[site.owner]++;
    }
    return own[0] > FORTRESS_WARDS_OWN || own[1] > FORTRESS_WARDS_OWN ? "too many wards" : NULL;
}

/* Its own works a seat knows wherever they are, others' where it has been. */
static int32_t may_know(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    RD_ASSERT(seat < FORTRESS_SEATS && cell < FORTRESS_CELLS);
    return fortress_has(&s->know[seat].explored, cell) ||
           (fortress_has(&s->board.valid, cell) && s->know[seat].site[cell] == s->site[cell] &&
            fortress_site_read(s->site[cell]).owner == seat);
}

static const char *audit_sites(const struct fortress_state *s)
{
    uint32_t wards = 0,
             towers[FORTRESS_SEATS] = { fortress_standing(s, 0), fortress_standing(s, 1) };
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
            uint8_t known = s->know[seat].site[cell];
            if (known >= FORTRESS_SITE_CODES || (known != 0 && !may_know(s, seat, cell))) {
                return "a seat knows of something that can't be, or where it never was";
            }
        }
        if (s->site[cell] == 0) {
            continue;
        }
        struct fortress_site site = fortress_site_read(s->site[cell]);
        if (s->site[cell] >= FORTRESS_SITE_CODES || !fortress_has(&s->board.valid, cell)) {
            return "something is built that can't be";
        }
        if (s->know[site.owner].site[cell] != s->site[cell]) {
            return "a player doesn't know what it built";
        }
        wards += site.type == FORTRESS_WARD;
        towers[site.owner] += site.type == FORTRESS_SPAWN_TOWER;
    }
    if (wards != s->ward_count) {
        return "wards are not listed";
    }
    return towers[0] > FORTRESS_STANDING_MAX || towers[1] > FORTRESS_STANDING_MAX
               ? "too many bases and towers"
               : audit_wards(s);
}

/* ---- knowledge ---- */

static const char *audit_knowledge(const struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    const struct fortress_knowledge *know = &s->know[seat];
    struct fortress_state again = *s;
    if (!is_within(&know->explored, &s->board.valid) ||
        !is_within(&know->visible, &know->explored)) {
        return "a seat sees beyond the board";
    }
    if (know->structures >> s->side[1 - seat].structures != 0) {
        return "a seat remembers a tower that never was";
    }
    for (uint32_t i = 0; i < FORTRESS_MINES_MAX; i++) {
        int32_t known = i < s->board.mines && fortress_has(&know->explored, s->board.mine[i]);
        if (know->mine[i] > (known ? FORTRESS_SEATS : 0)) {
            return "a seat knows of a mine that it has not seen";
        }
    }
    for (uint32_t i = 0; i < FORTRESS_LAIRS_MAX; i++) {
        int32_t known = i < s->board.lairs && fortress_has(&know->explored, s->board.lair[i]);
        if (know->dragon[i] > (known ? FORTRESS_REWARDS : 0)) {
            return "a seat knows of a dragon that it has not seen";
        }
    }
    for (uint32_t i = 0; i < FORTRESS_CAMPS_MAX; i++) {
        int32_t known = i < s->board.camps && fortress_has(&know->explored, s->board.camp[i]);
        if (know->camp[i] > (known ? 1 : 0)) {
            return "a seat knows of an archer that it has not seen";
        }
    }
    fortress_look(&again, seat);
    return memcmp(&again.know[seat], know, sizeof *know) == 0 ? NULL
                                                              : "a seat doesn't know what it sees";
}

/* ---- the ending ---- */

static const char *audit_ending(const struct fortress_state *s)
{
    uint32_t fallen = fortress_fallen(s);
    if (fallen != FORTRESS_PLAYING || s->ending == FORTRESS_BOTH_FELL ||
        s->ending == FORTRESS_BASE_1_FELL || s->ending == FORTRESS_BASE_2_FELL) {
        return s->ending == fallen ? NULL : "the ending is not what the bases say";
    }
    if (s->ending != FORTRESS_PLAYING &&
        (!is_zero(s->task, sizeof s->task) || !is_zero(s->plan, sizeof s->plan) ||
         s->side[0].bought + s->side[1].bought + s->side[0].done + s->side[1].done > 0 ||
         s->side[0].priority + s->side[1].priority > 0)) {
        return "there are orders after the end";
    }
    return NULL;
}

const char *fortress_audit(const void *state)
{
    const struct fortress_state *s = state;
    const char *flaw = audit_board(s);
    flaw = flaw == NULL ? audit_numbers(s) : flaw;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS && flaw == NULL; seat++) {
        flaw = audit_side(s, seat);
    }
    flaw = flaw == NULL ? audit_pieces(s) : flaw;
    flaw = flaw == NULL ? audit_rest(s) : flaw;
    flaw = flaw == NULL ? audit_sites(s) : flaw;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS && flaw == NULL; seat++) {
        flaw = audit_knowledge(s, seat);
        flaw = flaw == NULL ? fortress_audit_orders(s, seat) : flaw;
    }
    flaw = flaw == NULL ? audit_ending(s) : flaw;
    if (flaw != NULL) {
        return flaw;
    }
    return s->side[0].done && s->side[1].done ? "both are done and nothing happens" : NULL;
}
