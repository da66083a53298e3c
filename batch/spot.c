/* A game of a batch begins, goes on and ends; and what learners are shown of it. */
#include "batch/spot.h"

#include <string.h>

#include "redoubt/steps.h"

/* ---- beginning ------------------------------------------------------------------------------- */

static void begin(const struct terms *terms, struct spot spot)
{
    struct slot *slot = spot.slot;
    struct rd_luck luck = rd_luck_from_key(slot->key[0], slot->key[1]);
    rules_of(terms)->init(spot.state, terms->setup, &luck);
    slot->drawn = luck.drawn;
    slot->steps = slot->illegal = 0;
    slot->to_act = rules_of(terms)->to_act(spot.state);
    slot->ended = 0;
}

static void set_episode(struct slot *slot, uint64_t seed, uint32_t game, uint32_t episode)
{
    slot->episode = episode;
    slot->key[0] = seed;
    slot->key[1] = (uint64_t)game << 32 | episode;
}

void spot_reset(const struct terms *terms, struct spot spot, uint64_t seed)
{
    set_episode(spot.slot, seed, spot.game, 0);
    begin(terms, spot);
}

/* ---- orders ---------------------------------------------------------------------------------- */

uint32_t spot_refused(const struct terms *terms, struct spot spot, const struct rd_action *orders)
{
    rd_seats to_act = spot_to_act(spot);
    for (rd_seat seat = 0; seat < terms->seats; seat++) {
        if ((to_act & RD_SEAT_BIT(seat)) != 0 &&
            rules_of(terms)->judge(spot.state, seat, orders[seat]).code != RD_OK) {
            return seat;
        }
    }
    return NO_SEAT;
}

/* One order. The last of a phase changes what others may do, so the state is asked again: an order
 * whose seat is no longer to act is dropped, and so is one that another order has made illegal. */
static void order_of(const struct terms *terms, struct spot spot, rd_seat seat,
                     struct rd_action order, bool judged)
{
    const struct rd_game *rules = rules_of(terms);
    struct slot *slot = spot.slot;
    if (!judged && rules->judge(spot.state, seat, order).code != RD_OK) {
        slot->illegal += (terms->flags & RD_BATCH_NOOP) != 0;
        return;
    }
    struct rd_luck luck = rd_luck_from_key(slot->key[0], slot->key[1]);
    luck.drawn = slot->drawn;
    rules->apply(spot.state, seat, order, &luck, NULL);
    slot->drawn = luck.drawn;
    slot->to_act = rules->to_act(spot.state);
}

static void orders_of(const struct terms *terms, struct spot spot, const struct rd_action *orders)
{
    rd_seats begun = spot.slot->to_act;
    bool judged = (terms->flags & RD_BATCH_NOOP) == 0; /* all were, before anything happened */
    for (rd_seat seat = 0; seat < terms->seats; seat++) {
        if ((begun & spot.slot->to_act & RD_SEAT_BIT(seat)) != 0) {
            order_of(terms, spot, seat, orders[seat], judged);
            judged = false;
        }
    }
    spot.slot->steps++;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Of one seat at the end: 1 for who beats all others, -1 for who is beaten by all. */
static float reward_of(const struct rd_outcome *outcome, rd_seat seat)
{
    int32_t sum = 0;
    for (rd_seat other = 0; other < outcome->seats; other++) {
        sum += outcome->rank[other] > outcome->rank[seat];
        sum -= outcome->rank[other] < outcome->rank[seat];
    }
    return outcome->seats < 2 ? 0.0f : (float)sum / (float)(outcome->seats - 1);
}

static void tell_seats(const struct terms *terms, struct spot spot,
                       const struct rd_batch_result *result, bool rewarded)
{
    struct rd_outcome outcome;
    size_t first = (size_t)spot.game * terms->seats;
    memset(&outcome, 0, sizeof outcome);
    if (rewarded || result->score != NULL) {
        rules_of(terms)->outcome(spot.state, &outcome);
    }
    for (rd_seat seat = 0; seat < terms->seats; seat++) {
        if (result->reward != NULL) {
            result->reward[first + seat] = rewarded ? reward_of(&outcome, seat) : 0.0f;
        }
        if (result->score != NULL) {
            result->score[first + seat] = outcome.score[seat];
        }
    }
}

static void put(uint8_t *array, uint32_t game, uint8_t value)
{
    if (array != NULL) {
        array[game] = value;
    }
}

/* Keeps the end, and begins the next episode. */
static void go_on(const struct terms *terms, struct spot spot)
{
    memcpy(spot.final, spot.state, rules_of(terms)->state_size);
    *spot.has_ended = 1;
    set_episode(spot.slot, spot.slot->key[0], spot.game, spot.slot->episode + 1);
    begin(terms, spot);
}

static void tell(const struct terms *terms, struct spot spot, const struct rd_batch_result *result,
                 bool stepped)
{
    struct slot *slot = spot.slot;
    bool over = slot->to_act == 0;
    bool cut_off = !over && terms->steps > 0 && slot->steps >= terms->steps;
    tell_seats(terms, spot, result, stepped && over);
    put(result->terminated, spot.game, over);
    put(result->truncated, spot.game, cut_off);
    if (result->illegal != NULL) {
        result->illegal[spot.game] = slot->illegal;
    }
    slot->ended = over || cut_off;
    if (stepped && slot->ended && (terms->flags & RD_BATCH_AUTO_RESET) != 0) {
        go_on(terms, spot);
    }
    put(result->to_act, spot.game, slot->ended ? 0 : slot->to_act);
}

void spot_step(const struct terms *terms, struct spot spot, const struct rd_action *orders,
               const struct rd_batch_result *result)
{
    bool plays = !spot.slot->ended;
    if (plays) {
        orders_of(terms, spot, orders);
    }
    tell(terms, spot, result, plays);
}

void spot_look(const struct terms *terms, struct spot spot, const struct rd_batch_result *result)
{
    tell(terms, spot, result, false);
}

/* ---- what is shown --------------------------------------------------------------------------- */

struct asked spot_asked(const struct terms *terms, rd_seats seats, rd_seats to_act)
{
    struct asked asked = { { 0 }, 0 };
    if (seats == 0) {
        asked.seat[0] = to_act == 0 ? 0 : (rd_seat)__builtin_ctz(to_act);
        asked.count = 1;
        return asked;
    }
    for (rd_seat seat = 0; seat < terms->seats; seat++) {
        if ((seats & RD_SEAT_BIT(seat)) != 0) {
            asked.seat[asked.count++] = seat;
        }
    }
    return asked;
}

void spot_observe(const struct terms *terms, struct spot spot, const struct desk *desk,
                  const struct glance *glance, void *out)
{
    const struct rd_game *rules = rules_of(terms);
    size_t each = glance_bytes(glance, rules);
    struct asked asked = spot_asked(terms, glance->seats, glance->final ? 0 : spot_to_act(spot));
    if (glance->final && !*spot.has_ended) {
        memset(out, 0, asked.count * each);
        return;
    }
    for (uint32_t i = 0; i < asked.count; i++) {
        void *here = (uint8_t *)out + i * each;
        rules->observe(glance->final ? spot.final : spot.state, asked.seat[i], desk->view);
        if (glance->packed) {
            rules->pack(desk->view, here);
        } else {
            rules->encode(desk->view, here);
        }
    }
}

static bool begins_so(const struct mask_question *question, struct rd_action action)
{
    if (question->step > 0 && action.verb != question->chosen.verb) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < question->step; i++) {
        if (action.arg[i] != question->chosen.arg[i]) {
            return false;
        }
    }
    return true;
}

void spot_mask_of_list(const struct terms *terms, const void *state, rd_seat seat,
                       struct rd_action *list, struct mask_question question, uint8_t *mask)
{
    const struct rd_game *rules = rules_of(terms);
    uint32_t count = rules->legal(state, seat, list, rules->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        if (begins_so(&question, list[i])) {
            mask[question.step == 0 ? list[i].verb : list[i].arg[question.step - 1]] = 1;
        }
    }
}

struct rd_action spot_sample_of_list(const struct terms *terms, const void *state, rd_seat seat,
                                     struct rd_action *list, struct rd_luck *luck)
{
    const struct rd_game *rules = rules_of(terms);
    uint32_t count = rules->legal(state, seat, list, rules->legal_max);
    return list[rd_luck_range(luck, 0, (int32_t)count - 1)];
}

void spot_masks(const struct terms *terms, struct spot spot, struct desk *desk, rd_seats seats,
                uint32_t step, const struct rd_action *chosen, uint8_t *masks)
{
    rd_seats to_act = spot_to_act(spot);
    struct asked asked = spot_asked(terms, seats, to_act);
    struct mask_question question = { .step = step };
    question.width = rd_step_width(rules_of(terms)->verbs, step);
    for (uint32_t i = 0; i < asked.count; i++, masks += question.width) {
        if (chosen != NULL) {
            question.chosen = chosen[i];
        }
        if (!CARD_ZEROES) {
            memset(masks, 0, question.width);
        }
        if ((to_act & RD_SEAT_BIT(asked.seat[i])) != 0) {
            desk_mask(desk, terms, spot.state, asked.seat[i], question, masks);
        }
    }
}

void spot_sample(const struct terms *terms, struct spot spot, struct desk *desk, rd_seats seats,
                 uint64_t key, struct rd_action *orders)
{
    rd_seats to_act = spot_to_act(spot);
    struct asked asked = spot_asked(terms, seats, to_act);
    memset(orders, 0, asked.count * sizeof *orders);
    for (uint32_t i = 0; i < asked.count; i++) {
        rd_seat seat = asked.seat[i];
        if ((to_act & RD_SEAT_BIT(seat)) != 0) {
            struct rd_luck luck = rd_luck_from_key(key, (uint64_t)spot.game << 8 | seat);
            orders[i] = desk_sample(desk, terms, spot.state, seat, &luck);
        }
    }
}
