/* The five orders: which are legal, why not, and sealing them until both are done (R5.1). */
#include "apoca_internal.h"

#include <string.h>

rd_seats apoca_to_act(const void *state)
{
    const struct apoca_state *s = state;
    if (s->open.ending != APOCA_PLAYING) {
        return 0;
    }
    return (rd_seats)((s->secret[APOCA_RED].done ? 0u : 1u) |
                      (s->secret[APOCA_BLUE].done ? 0u : 2u));
}

uint32_t apoca_land_at(const struct apoca_open *open, uint32_t cell)
{
    uint32_t low = 0;
    uint32_t high = open->land_count; /* land_cell is ascending */
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (open->land_cell[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < open->land_count && open->land_cell[low] == cell ? low : (uint32_t)APOCA_NONE;
}

static int32_t is_own_land(const struct apoca_open *open, rd_seat seat, uint32_t land)
{
    return land != APOCA_NONE && apoca_land_owner(open, land) == seat;
}

static int32_t is_built(const struct apoca_open *open, uint32_t land)
{
    return (int32_t)(open->land_built[land / 64] >> (land % 64) & 1u);
}

static int32_t is_on_board(const struct apoca_open *open, uint32_t cell)
{
    return cell % APOCA_SIDE_MAX < open->width && cell / APOCA_SIDE_MAX < open->height;
}

static int32_t can_provoke(const struct apoca_state *s, rd_seat seat)
{
    /* R5.7: the refund of a destroy given before is at hand in time, and every refund is enough. */
    RD_ASSERT(seat < APOCA_SEATS);
    return s->open.money[seat] >= APOCA_PROVOKE_PRICE ||
           s->secret[seat].tower_verb == APOCA_DESTROY;
}

static struct rd_verdict refuse(enum apoca_refusal why)
{
    return rd_verdict_of(RD_AGAINST_RULES, why, 0);
}

static struct rd_verdict judge_hire(const struct apoca_open *open, rd_seat seat, uint32_t direction)
{
    RD_ASSERT(seat < APOCA_SEATS);
    if (open->start[seat][direction] == APOCA_NONE) { /* R5.3 */
        return refuse(APOCA_HIRE_NO_PATH);
    }
    if (open->money[seat] < APOCA_HIRE_PRICE) {
        return refuse(APOCA_HIRE_MONEY);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

static struct rd_verdict judge_build(const struct apoca_open *open, rd_seat seat, uint32_t type,
                                     uint32_t cell)
{
    if (!is_on_board(open, cell)) { /* R5.4, in this order */
        return rd_verdict_of(RD_BAD_ARG, APOCA_OFF_BOARD, 1);
    }
    uint32_t land = apoca_land_at(open, cell);
    if (!is_own_land(open, seat, land)) {
        return refuse(APOCA_BUILD_NOT_YOURS);
    }
    if (is_built(open, land)) {
        return refuse(APOCA_BUILD_TAKEN);
    }
    RD_ASSERT(seat < APOCA_SEATS);
    if (open->money[seat] < open->price[seat][type]) {
        return refuse(APOCA_BUILD_MONEY);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

static struct rd_verdict judge_destroy(const struct apoca_open *open, rd_seat seat, uint32_t cell)
{
    if (!is_on_board(open, cell)) { /* R5.6 */
        return rd_verdict_of(RD_BAD_ARG, APOCA_OFF_BOARD, 0);
    }
    uint32_t land = apoca_land_at(open, cell);
    if (!is_own_land(open, seat, land)) {
        return refuse(APOCA_DESTROY_NOT_YOURS);
    }
    if (!is_built(open, land)) {
        return refuse(APOCA_DESTROY_NOTHING);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

struct rd_verdict apoca_judge_order(const struct apoca_state *state, rd_seat seat,
                                    struct rd_action action)
{
    struct rd_verdict range = rd_action_in_range(apoca_verbs, action);
    if (range.code != RD_OK) {
        return range;
    }
    switch ((enum apoca_verb)action.verb) {
    case APOCA_HIRE:
        return judge_hire(&state->open, seat, action.arg[0]);
    case APOCA_BUILD:
        return judge_build(&state->open, seat, action.arg[0], action.arg[1]);
    case APOCA_DESTROY:
        return judge_destroy(&state->open, seat, action.arg[0]);
    case APOCA_PROVOKE:
        return can_provoke(state, seat) ? range : refuse(APOCA_PROVOKE_MONEY);
    case APOCA_DONE:
        break;
    }
    return range;
}

struct rd_verdict apoca_judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct apoca_state *s = state;
    if (s->open.ending != APOCA_PLAYING) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    if (seat >= APOCA_SEATS || s->secret[seat].done) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    return apoca_judge_order(s, seat, action);
}

/* ---- listing ---- */

struct listing {
    struct rd_action *out;
    uint32_t cap, count;
};

static void list_action(struct listing *list, uint32_t verb, uint32_t first)
{
    if (list->count < list->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, 0, 0 } };
        list->out[list->count] = action;
    }
    list->count++;
}

/* Cells of this set of lands, ascending; returns how many. */
static uint32_t cells_of(const struct apoca_open *open, const uint64_t *lands, uint16_t *cell)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < APOCA_LAND_MAX / 64; word++) {
        for (uint64_t left = lands[word]; left != 0; left &= left - 1) {
            cell[count] = open->land_cell[word * 64 + (uint32_t)__builtin_ctzll(left)];
            count++;
        }
    }
    return count;
}

/* Bit i: land i is this seat's, and built or not. */
static void own_lands(const struct apoca_open *open, rd_seat seat, int32_t built, uint64_t *lands)
{
    for (uint32_t word = 0; word < APOCA_LAND_MAX / 64; word++) {
        uint64_t blue = open->land_blue[word];
        uint32_t first = word * 64;
        uint32_t count = open->land_count > first ? open->land_count - first : 0;
        uint64_t exist = count >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
        uint64_t own = (seat == APOCA_BLUE ? blue : ~blue) & exist;
        lands[word] = own & (built ? open->land_built[word] : ~open->land_built[word]);
    }
}

/* The same order at each of these cells, which are its last argument. */
static void list_cells(struct listing *list, struct rd_action action, uint32_t cell_arg,
                       const uint16_t *cell, uint32_t count)
{
    uint32_t room = list->count < list->cap ? list->cap - list->count : 0;
    RD_ASSERT(cell_arg < RD_ARGS_MAX);
    for (uint32_t i = 0; i < count && i < room; i++) {
        action.arg[cell_arg] = cell[i];
        list->out[list->count + i] = action;
    }
    list->count += count;
}

static void list_builds(const struct apoca_open *open, rd_seat seat, struct listing *list)
{
    uint64_t lands[APOCA_LAND_MAX / 64];
    uint16_t cell[APOCA_LAND_MAX];
    own_lands(open, seat, 0, lands);
    uint32_t count = cells_of(open, lands, cell);
    RD_ASSERT(seat < APOCA_SEATS);
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        if (open->money[seat] >= open->price[seat][type]) {
            struct rd_action build = { APOCA_BUILD, { (uint16_t)type, 0, 0 } };
            list_cells(list, build, 1, cell, count);
        }
    }
}

static void list_destroys(const struct apoca_open *open, rd_seat seat, struct listing *list)
{
    uint64_t lands[APOCA_LAND_MAX / 64];
    uint16_t cell[APOCA_LAND_MAX];
    own_lands(open, seat, 1, lands);
    struct rd_action destroy = { APOCA_DESTROY, { 0, 0, 0 } };
    list_cells(list, destroy, 0, cell, cells_of(open, lands, cell));
}

uint32_t apoca_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct apoca_state *s = state;
    struct listing list = { out, cap, 0 };
    if (s->open.ending != APOCA_PLAYING || seat >= APOCA_SEATS || s->secret[seat].done) {
        return 0;
    }
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        if (judge_hire(&s->open, seat, d).code == RD_OK) {
            list_action(&list, APOCA_HIRE, d);
        }
    }
    list_builds(&s->open, seat, &list);
    list_destroys(&s->open, seat, &list);
    if (can_provoke(s, seat)) {
        list_action(&list, APOCA_PROVOKE, 0);
    }
    list_action(&list, APOCA_DONE, 0);
    return list.count;
}

/* ---- sealing ---- */

void apoca_clear_orders(struct apoca_secret *secret)
{
    secret->hire = 0;
    secret->tower_verb = 0;
    secret->tower_type = 0;
    secret->provoke = 0;
    secret->tower_cell = 0;
    secret->done = 0;
}

/* R5.1: one of a kind; a later one takes the place of an earlier one. */
static void seal(struct apoca_secret *secret, struct rd_action action)
{
    switch ((enum apoca_verb)action.verb) {
    case APOCA_HIRE:
        secret->hire = (uint8_t)(1 + action.arg[0]);
        break;
    case APOCA_BUILD:
        secret->tower_verb = APOCA_BUILD;
        secret->tower_type = (uint8_t)action.arg[0];
        secret->tower_cell = action.arg[1];
        break;
    case APOCA_DESTROY:
        secret->tower_verb = APOCA_DESTROY;
        secret->tower_type = 0;
        secret->tower_cell = action.arg[0];
        break;
    case APOCA_PROVOKE:
        secret->provoke = 1;
        break;
    case APOCA_DONE:
        secret->done = 1;
        break;
    }
}

void apoca_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                       struct rd_event_log *log, struct rd_frames *frames)
{
    struct apoca_state *s = state;
    (void)luck; /* R10.1 */
    RD_ASSERT(apoca_judge(state, seat, action).code == RD_OK);
    RD_ASSERT(seat < APOCA_SEATS);
    seal(&s->secret[seat], action);
    if (s->secret[APOCA_RED].done && s->secret[APOCA_BLUE].done) {
        apoca_resolve(s, log, frames);
    }
}

void apoca_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                 struct rd_event_log *log)
{
    apoca_apply_steps(state, seat, action, luck, log, NULL);
}
