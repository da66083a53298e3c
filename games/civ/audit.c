/* The invariants, one named check each. Safe on arbitrary bytes: whatever a check reads through was
 * found in range by an earlier one. */
#include "civ_internal.h"

#include <string.h>

/* Nothing but zeros, eight bytes at a time where that is possible. */
static int32_t is_zero(const void *bytes, size_t size)
{
    static const uint8_t nothing[CIV_TARGETS_MAX * sizeof(uint16_t)]; /* the longest list */
    RD_ASSERT(size <= sizeof nothing);
    return memcmp(bytes, nothing, size) == 0;
}

/* ---- the table ------------------------------------------------------------------------------- */

static const char *audit_options(const struct civ_common *t)
{
    if (t->size < CIV_SIDE_MIN || t->size > CIV_SIDE_MAX || t->size % 2 != 0) {
        return "the size is not an even number from 8 to 64";
    }
    if (t->seats < 1 || t->seats > CIV_SEATS) {
        return "there are not 1 to 4 seats";
    }
    if (t->rules > CIV_FINAL) {
        return "the ruleset is unknown";
    }
    if (t->rules == CIV_FINAL && t->seats != CIV_SEATS) {
        return "civ-final has not 4 seats";
    }
    if (t->referee > 1 || (t->rules == CIV_BOOK && (t->referee != 0 || t->defects != 0))) {
        return "a switch of civ-final is set in civ";
    }
    if (t->round_limit > CIV_ROUNDS_MAX || t->zero != 0 || t->host > 1) {
        return "the round limit is above 1000 or a switch or a spare byte is";
    }
    return NULL;
}

static const char *audit_progress(const struct civ_common *t)
{
    uint32_t last = t->round_limit > 0 ? t->round_limit : (uint32_t)CIV_ROUNDS_END;
    if (t->round < 1 || t->round > last) {
        return "the round is not between 1 and the limit";
    }
    if (t->current >= t->seats) {
        return "the seat to act does not exist";
    }
    if (t->ending >= CIV_ENDINGS || t->winner > t->seats) {
        return "the ending or the winner is unknown";
    }
    int32_t won = t->ending == CIV_CONQUEST || t->ending == CIV_OTHERS_LEFT;
    if (won != (t->winner != 0)) {
        return "there is a winner without a victory, or none with one";
    }
    if (t->ending == CIV_CONQUEST && t->current + 1u != t->winner) {
        return "the winner is not the seat that acted last";
    }
    if (t->ending == CIV_LIMIT && (t->current != 0 || t->round != last)) {
        return "the limit is reached in another round than the last";
    }
    uint32_t places = (t->round - 1) * t->seats + t->current;
    places += t->ending == CIV_LIMIT ? t->seats : t->ending != CIV_PLAYING;
    if (t->ended > places) {
        return "more turns were ended than the rounds have";
    }
    return NULL;
}

/* ---- the board ---- */

/* The tiles of a row that have a terrain which does not exist. */
static uint64_t unknown_tiles(const struct civ_state *s, uint32_t y)
{
    uint64_t unknown = 0;
    for (uint32_t code = CIV_TERRAINS; code < 1u << CIV_TERRAIN_BITS; code++) {
        uint64_t tiles = ~UINT64_C(0);
        for (uint32_t bit = 0; bit < CIV_TERRAIN_BITS; bit++) {
            tiles &= (code >> bit & 1u) != 0 ? s->terrain[bit][y] : ~s->terrain[bit][y];
        }
        unknown |= tiles;
    }
    return unknown;
}

static const char *audit_board(const struct civ_state *s)
{
    for (uint32_t y = 0; y < CIV_SIDE_MAX; y++) {
        uint64_t board = y < s->common.size ? civ_row_bits(s->common.size) : 0;
        uint64_t all = s->terrain[0][y] | s->terrain[1][y] | s->terrain[2][y];
        if ((all & ~board) != 0) {
            return "there is terrain off the board";
        }
        if (unknown_tiles(s, y) != 0) {
            return "a tile has no known terrain";
        }
    }
    return NULL;
}

/* ---- one seat ---- */

static const char *audit_numbers(const struct civ_side *side)
{
    if (side->food < 0 || side->food > CIV_STOCK_MAX || side->production < 0 ||
        side->production > CIV_STOCK_MAX || side->trade < 0 || side->trade > CIV_STOCK_MAX) {
        return "a stock is negative or above 1000000000";
    }
    if (side->cities > CIV_CITIES_MAX || side->workers > CIV_WORKERS_MAX ||
        side->armies > CIV_ARMIES_MAX) {
        return "a list is longer than its limit";
    }
    if (!is_zero(&side->city[side->cities], sizeof side->city - side->cities * sizeof(uint16_t)) ||
        !is_zero(&side->worker[side->workers],
                 sizeof side->worker - side->workers * sizeof(uint16_t)) ||
        !is_zero(&side->army[side->armies], sizeof side->army - side->armies * sizeof(uint16_t)) ||
        !is_zero(&side->health[side->armies], sizeof side->health - side->armies) ||
        side->zero != 0) {
        return "there is something behind the end of a list";
    }
    return NULL;
}

static const char *audit_standing(const struct civ_state *s, uint32_t seat)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &s->side[seat];
    if (side->status > CIV_RESIGNED) {
        return "a seat's status is unknown";
    }
    if (side->status != CIV_RESIGNED && (side->status == CIV_IN_PLAY) != (side->cities > 0)) {
        return "a seat without a city is in play, or one with a city is not";
    }
    if (side->out > s->common.ended || (side->status == CIV_IN_PLAY && side->out != 0)) {
        return "a seat left the game at a time that has not come";
    }
    if (seat >= s->common.seats &&
        (side->status != CIV_ELIMINATED || side->out != 0 || side->food != 0 ||
         side->production != 0 || side->trade != 0 || side->workers != 0 || side->armies != 0 ||
         side->research[CIV_OFFENSE] != 0 || side->research[CIV_DEFENSE] != 0)) {
        return "a seat that does not play owns something";
    }
    return NULL;
}

/* ---- pieces ---- */

static const char *audit_cities(const struct civ_state *s, uint32_t seat, struct civ_set *cities)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &s->side[seat];
    for (uint32_t i = 0; i < side->cities; i++) {
        uint32_t cell = side->city[i];
        if (!civ_on_board(&s->common, cell)) {
            return "a city is off the board";
        }
        if (civ_set_has(cities, cell)) {
            return "two cities stand on one tile";
        }
        civ_set_add(cities, cell);
    }
    return NULL;
}

/* A pending attack is one of the seat to act, in civ, and its target is listed. */
static const char *audit_attack(const struct civ_state *s, uint32_t seat, uint32_t unit,
                                const struct civ_set *targets, struct civ_set *attacked)
{
    uint32_t step = civ_attack_of(unit);
    if (step == 0) {
        return NULL;
    }
    if (seat != s->common.current || step >= CIV_STEPS || (unit & CIV_MOVED) == 0) {
        return "a unit attacks that can't have been told to";
    }
    uint32_t target = civ_stepped(&s->common, civ_cell_of(unit), step);
    if (target == RD_NO_CELL || !civ_set_has(targets, target)) {
        return "a unit attacks a tile that is no target";
    }
    civ_set_add(attacked, target);
    return NULL;
}

static const char *audit_units(const struct civ_state *s, uint32_t seat,
                               const struct civ_set *targets, struct civ_set *attacked)
{
    RD_ASSERT(seat < CIV_SEATS);
    const struct civ_side *side = &s->side[seat];
    uint32_t count = (uint32_t)side->workers + side->armies;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t is_worker = i < side->workers;
        uint32_t unit = is_worker ? side->worker[i] : side->army[i - side->workers];
        if (!civ_on_board(&s->common, civ_cell_of(unit))) {
            return "a unit is off the board";
        }
        if (!is_worker &&
            (side->health[i - side->workers] < 1 || side->health[i - side->workers] > CIV_HEALTH)) {
            return "an army has not 1 to 100 hit points";
        }
        const char *flaw = audit_attack(s, seat, unit, targets, attacked);
        if (flaw != NULL) {
            return flaw;
        }
    }
    return NULL;
}

static const char *audit_targets(const struct civ_state *s, struct civ_set *targets)
{
    uint32_t count = s->common.target_count;
    if (count > CIV_TARGETS_MAX ||
        !is_zero(&s->target[count], sizeof s->target - count * sizeof s->target[0])) {
        return "there are targets behind the end of their list";
    }
    if (count > 0 && (s->common.rules != CIV_BOOK || s->common.ending != CIV_PLAYING)) {
        return "attacks are pending where none can be";
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!civ_on_board(&s->common, s->target[i]) || civ_set_has(targets, s->target[i])) {
            return "a target is off the board or listed twice";
        }
        civ_set_add(targets, s->target[i]);
    }
    return NULL;
}

static const char *audit_pieces(const struct civ_state *s)
{
    struct civ_set cities = { { 0 } };
    struct civ_set targets = { { 0 } };
    struct civ_set attacked = { { 0 } };
    const char *flaw = audit_targets(s, &targets);
    for (uint32_t seat = 0; seat < CIV_SEATS && flaw == NULL; seat++) {
        flaw = audit_cities(s, seat, &cities);
        if (flaw == NULL) {
            flaw = audit_units(s, seat, &targets, &attacked);
        }
    }
    if (flaw == NULL && memcmp(&targets, &attacked, sizeof targets) != 0) {
        flaw = "nobody attacks a target";
    }
    return flaw;
}

/* ---- all of it ---- */

static const char *audit_players(const struct civ_state *s)
{
    uint32_t in_play = civ_seats_in_play(s);
    RD_ASSERT(s->common.current < CIV_SEATS);
    int32_t current_plays = s->side[s->common.current].status == CIV_IN_PLAY;
    if (s->common.ending == CIV_PLAYING && !current_plays) {
        return "the seat to act is out of the game";
    }
    if (s->common.ending == CIV_ALL_LEFT && in_play > 0) {
        return "nobody is left, and somebody is";
    }
    if (s->common.winner != 0 &&
        (in_play != 1 || s->side[s->common.winner - 1].status != CIV_IN_PLAY)) {
        return "the winner is not the only seat in play";
    }
    if (s->common.ending == CIV_CONQUEST && s->common.seats == 1) {
        return "there was nobody to conquer";
    }
    return NULL;
}

const char *civ_audit(const void *state)
{
    const struct civ_state *s = state;
    const char *flaw = audit_options(&s->common);
    if (flaw == NULL) {
        flaw = audit_progress(&s->common);
    }
    if (flaw == NULL) {
        flaw = audit_board(s);
    }
    for (uint32_t seat = 0; seat < CIV_SEATS && flaw == NULL; seat++) {
        flaw = audit_numbers(&s->side[seat]);
        if (flaw == NULL) {
            flaw = audit_standing(s, seat);
        }
    }
    if (flaw == NULL) {
        flaw = audit_pieces(s);
    }
    return flaw == NULL ? audit_players(s) : flaw;
}
