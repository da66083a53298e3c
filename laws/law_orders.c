/* Laws 2, 3 and 4: what a seat may do. */
#include <stdlib.h>
#include <string.h>

#include "laws/laws.h"

/* An action space of this size is walked through whole at every position looked at; a larger one at
 * one such position in WHOLE_ONE_IN, and a huge one so seldom that it costs no more. */
enum {
    WHOLE_MAX = 512,
    WHOLE_ONE_IN = 64,
    HUGE_SPACE = 1 << 16,
    SAMPLES = 64,
    MIXTURES = 256,
    NEIGHBOURS_MAX = 64
};

/* ---- law 2 ------------------------------------------------------------------------------ */

static bool is_listed(const struct rd_action *legal, uint32_t count, struct rd_action action)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int32_t order = rd_action_compare(legal[middle], action);
        if (order == 0) {
            return true;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return false;
}

static bool sound_verdict(struct trial *trial, struct rd_verdict verdict)
{
    if (verdict.code > RD_GAME_OVER || verdict.zero != 0) {
        return !law_broken(trial, "judge() returned code %u, zero %u", verdict.code, verdict.zero);
    }
    if (verdict.why >= trial->refusals) {
        return !law_broken(trial, "judge() gives reason %u of %u", verdict.why,
                           trial->refusals - 1);
    }
    if (verdict.code == RD_AGAINST_RULES && verdict.why == 0) {
        return !law_broken(trial, "judge() refuses by the rules and names none");
    }
    if (verdict.code == RD_OK && (verdict.why != 0 || verdict.detail != 0)) {
        return !law_broken(trial, "judge() allows an action and has a reason %u/%u", verdict.why,
                           verdict.detail);
    }
    if (verdict.code == RD_BAD_ARG && verdict.detail >= RD_ARGS_MAX) {
        return !law_broken(trial, "judge() blames argument %u", verdict.detail);
    }
    return true;
}

static bool judged_right(struct trial *trial, rd_seat seat, uint32_t legal_count,
                         struct rd_action action)
{
    struct rd_verdict verdict = trial->game->judge(trial->state, seat, action);
    bool listed = is_listed(trial->legal, legal_count, action);
    if ((verdict.code == RD_OK) != listed) {
        return !law_broken(trial,
                           "seat %u, action %u(%u,%u,%u): judge() says code %u, legal() %s it",
                           seat, action.verb, action.arg[0], action.arg[1], action.arg[2],
                           verdict.code, listed ? "lists" : "doesn't list");
    }
    return sound_verdict(trial, verdict);
}

static uint32_t values_of(const struct rd_verb *verb, uint32_t arg)
{
    return verb->arg[arg].type == RD_ARG_NONE ? 1 : verb->arg[arg].limit;
}

static bool judge_whole_verb(struct trial *trial, rd_seat seat, uint32_t legal_count, uint16_t verb)
{
    const struct rd_verb *about = &trial->game->verbs[verb];
    uint32_t second = values_of(about, 1), third = values_of(about, 2);
    struct rd_action action = { verb, { 0 } };
    for (uint32_t i = 0; i < values_of(about, 0); i++) {
        for (uint32_t k = 0; k < second * third; k++) {
            action.arg[0] = (uint16_t)i;
            action.arg[1] = (uint16_t)(k / third);
            action.arg[2] = (uint16_t)(k % third);
            if (!judged_right(trial, seat, legal_count, action)) {
                return false;
            }
        }
    }
    return true;
}

static bool judge_whole_space(struct trial *trial, rd_seat seat, uint32_t legal_count)
{
    uint32_t verbs = rd_verb_count(trial->game->verbs);
    for (uint32_t verb = 0; verb < verbs; verb++) {
        if (!judge_whole_verb(trial, seat, legal_count, (uint16_t)verb)) {
            return false;
        }
    }
    return true;
}

/* The action itself, each argument one more and one less, the verb beside it. */
static bool judge_around(struct trial *trial, rd_seat seat, uint32_t legal_count,
                         struct rd_action centre)
{
    bool fine = judged_right(trial, seat, legal_count, centre);
    for (uint32_t i = 0; fine && i < RD_ARGS_MAX; i++) {
        struct rd_action more = centre, less = centre;
        more.arg[i]++;
        less.arg[i]--;
        fine = judged_right(trial, seat, legal_count, more) &&
               judged_right(trial, seat, legal_count, less);
    }
    struct rd_action next = centre;
    next.verb++;
    return fine && judged_right(trial, seat, legal_count, next);
}

static bool judge_neighbours(struct trial *trial, rd_seat seat, uint32_t legal_count)
{
    struct rd_luck luck = law_luck(trial, seat);
    uint32_t around = legal_count < NEIGHBOURS_MAX ? legal_count : NEIGHBOURS_MAX;
    for (uint32_t i = 0; i < around; i++) {
        uint32_t pick = legal_count <= NEIGHBOURS_MAX
                            ? i
                            : (uint32_t)rd_luck_range(&luck, 0, (int32_t)legal_count - 1);
        if (!judge_around(trial, seat, legal_count, trial->legal[pick])) {
            return false;
        }
    }
    return true;
}

static bool judge_samples(struct trial *trial, rd_seat seat, uint32_t legal_count)
{
    struct rd_luck luck = law_luck(trial, 10u + seat);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        uint32_t index = (uint32_t)rd_luck_range(&luck, 0, (int32_t)trial->action_count - 1);
        if (!judged_right(trial, seat, legal_count,
                          rd_action_from_index(trial->game->verbs, index))) {
            return false;
        }
    }
    return true;
}

/* The first order in the list of this verb or a later one. */
static uint32_t first_of(const struct trial *trial, uint32_t legal_count, uint32_t verb)
{
    uint32_t low = 0, high = legal_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (trial->legal[middle].verb < verb) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Something that a legal order names, each verb as likely as the others; else anything. */
static uint16_t draw_argument(const struct trial *trial, uint32_t legal_count,
                              const struct rd_arg *wanted, struct rd_luck *luck)
{
    const struct rd_verb *verbs = trial->game->verbs;
    int32_t verb_count = (int32_t)rd_verb_count(verbs);
    for (uint32_t tries = 0; tries < 8; tries++) {
        uint32_t verb = (uint32_t)rd_luck_range(luck, 0, verb_count - 1);
        uint32_t first = first_of(trial, legal_count, verb);
        uint32_t end = first_of(trial, legal_count, verb + 1);
        if (first == end) {
            continue;
        }
        uint32_t pick = (uint32_t)rd_luck_range(luck, (int32_t)first, (int32_t)end - 1);
        for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
            const struct rd_arg *arg = &verbs[verb].arg[i];
            if (arg->type == wanted->type && arg->limit == wanted->limit) {
                return trial->legal[pick].arg[i];
            }
        }
    }
    return (uint16_t)(wanted->limit > 0 ? rd_luck_range(luck, 0, wanted->limit - 1) : 0);
}

/* Any verb with units, cells and others that some legal order has: a space too large to be walked
 * through has its doubtful orders there. */
static bool judge_mixtures(struct trial *trial, rd_seat seat, uint32_t legal_count)
{
    const struct rd_verb *verbs = trial->game->verbs;
    struct rd_luck luck = law_luck(trial, 300u + seat);
    for (uint32_t i = 0; i < MIXTURES && legal_count > 0; i++) {
        struct rd_action action = { 0, { 0 } };
        action.verb = (uint16_t)rd_luck_range(&luck, 0, (int32_t)rd_verb_count(verbs) - 1);
        for (uint32_t k = 0; k < RD_ARGS_MAX; k++) {
            const struct rd_arg *arg = &verbs[action.verb].arg[k];
            if (arg->type != RD_ARG_NONE) {
                action.arg[k] = draw_argument(trial, legal_count, arg, &luck);
            }
        }
        if (!judged_right(trial, seat, legal_count, action)) {
            return false;
        }
    }
    return true;
}

/* Out of range in every way: no such verb, arguments at and past their limits, arguments where
 * none belong, and plain noise. None of these is ever legal. */
static bool judge_nonsense(struct trial *trial, rd_seat seat, uint32_t legal_count)
{
    const struct rd_verb *verbs = trial->game->verbs;
    uint32_t verb_count = rd_verb_count(verbs);
    for (uint32_t v = 0; v <= verb_count; v++) {
        for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
            struct rd_action action = { (uint16_t)v, { 0 } };
            action.arg[i] =
                v < verb_count && verbs[v].arg[i].type != RD_ARG_NONE ? verbs[v].arg[i].limit : 1;
            struct rd_action far = action;
            far.arg[i] = 0xffff;
            if (!judged_right(trial, seat, legal_count, action) ||
                !judged_right(trial, seat, legal_count, far)) {
                return false;
            }
        }
    }
    struct rd_luck luck = law_luck(trial, 100u + seat);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct rd_action noise;
        noise.verb = (uint16_t)rd_luck_range(&luck, 0, i % 2 == 0 ? 0xffff : (int32_t)verb_count);
        for (uint32_t k = 0; k < RD_ARGS_MAX; k++) {
            noise.arg[k] = (uint16_t)rd_luck_range(&luck, 0, 0xffff);
        }
        if (!judged_right(trial, seat, legal_count, noise)) {
            return false;
        }
    }
    return true;
}

/* Seats that don't exist may ask; the answer is no. */
static void judge_unknown_seats(struct trial *trial)
{
    uint32_t count = trial->game->legal(trial->state, 0, trial->legal, trial->game->legal_max);
    for (uint32_t seat = trial->seats; seat <= 0xff; seat += seat < 8 ? 1 : 61) {
        for (uint32_t i = 0; i < count && i < SAMPLES; i++) {
            struct rd_verdict verdict =
                trial->game->judge(trial->state, (rd_seat)seat, trial->legal[i]);
            if (verdict.code == RD_OK) {
                law_broken(trial, "judge() lets seat %u act where there are %u", seat,
                           trial->seats);
                return;
            }
        }
    }
}

void law_judge(struct trial *trial)
{
    struct rd_luck luck = law_luck(trial, 200);
    int32_t one_in = WHOLE_ONE_IN * (int32_t)(1 + trial->action_count / HUGE_SPACE);
    bool whole = trial->action_count <= WHOLE_MAX || rd_luck_range(&luck, 1, one_in) == 1;
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        uint32_t count =
            trial->game->legal(trial->state, seat, trial->legal, trial->game->legal_max);
        if (count > trial->game->legal_max) {
            return; /* law 3 */
        }
        bool fine =
            whole ? judge_whole_space(trial, seat, count) : judge_samples(trial, seat, count);
        if (!fine || !judge_neighbours(trial, seat, count) || !judge_mixtures(trial, seat, count) ||
            !judge_nonsense(trial, seat, count)) {
            return;
        }
    }
    judge_unknown_seats(trial);
}

/* ---- law 3 --------------------------------------------------------------------------------- */

/* The count doesn't depend on the room given, and what was written is the beginning of the list. */
static bool order_with_less_room(struct trial *trial, rd_seat seat, uint32_t count)
{
    const struct rd_action guard = { 0xabcd, { 0xabcd, 0xabcd, 0xabcd } };
    uint32_t cap = count / 2;
    for (uint32_t i = 0; i < count; i++) {
        trial->legal_too[i] = guard;
    }
    if (trial->game->legal(trial->state, seat, NULL, 0) != count ||
        trial->game->legal(trial->state, seat, trial->legal_too, cap) != count) {
        return !law_broken(trial, "seat %u: legal() counts otherwise with less room", seat);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct rd_action *want = i < cap ? &trial->legal[i] : &guard;
        if (memcmp(&trial->legal_too[i], want, sizeof *want) != 0) {
            return !law_broken(trial, "seat %u: legal() with room for %u differs at entry %u", seat,
                               cap, i);
        }
    }
    return true;
}

/* Asks for factors with room for so many; false: out of memory or of room. */
static bool ask_factors(const struct trial *trial, rd_seat seat, struct rd_factors *factors)
{
    factors->factor = calloc(factors->factor_cap + 1, sizeof *factors->factor);
    factors->word = calloc(factors->word_cap + 1, sizeof *factors->word);
    if (factors->factor == NULL || factors->word == NULL) {
        return false;
    }
    rd_legal_factors(trial->game, trial->state, seat, trial->legal_too, factors);
    return factors->factor_count <= factors->factor_cap && factors->word_count <= factors->word_cap;
}

static void drop_factors(struct rd_factors *factors)
{
    free(factors->factor);
    free(factors->word);
}

static bool is_factor_empty(const struct rd_factors *factors, const struct rd_factor *factor)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < factor->words; i++) {
        any |= factors->word[factor->first + i];
    }
    return any == 0;
}

static bool factors_make_the_list(struct trial *trial, rd_seat seat, uint32_t count,
                                  const struct rd_factors *factors)
{
    for (uint32_t i = 0; i < factors->factor_count; i++) {
        if (is_factor_empty(factors, &factors->factor[i])) {
            return !law_broken(trial, "seat %u: factor %u is empty", seat, i);
        }
    }
    uint32_t listed = rd_factor_list(factors, trial->legal_too, trial->game->legal_max);
    if (listed != count ||
        memcmp(trial->legal, trial->legal_too, count * sizeof *trial->legal) != 0) {
        return !law_broken(trial, "seat %u: its factors make %u actions, not the %u of legal()",
                           seat, listed, count);
    }
    return true;
}

/* Words and factors are counted without any room, fill exactly so much, and with less room are
 * counted the same while nothing is written past it. */
static bool order_in_factors(struct trial *trial, rd_seat seat, uint32_t count)
{
    struct rd_factors none = { .factor_cap = 0 };
    ask_factors(trial, seat, &none);
    struct rd_factors all = { .factor_cap = none.factor_count, .word_cap = none.word_count };
    bool fine = (ask_factors(trial, seat, &all) && all.factor_count == all.factor_cap &&
                 all.word_count == all.word_cap) ||
                !law_broken(trial, "seat %u: its factors are counted otherwise with room", seat);
    fine = fine && factors_make_the_list(trial, seat, count, &all);
    struct rd_factors half = { .factor_cap = none.factor_count, .word_cap = none.word_count / 2 };
    ask_factors(trial, seat, &half);
    if (fine && (half.word_count != all.word_count || half.factor_count != all.factor_count ||
                 half.word[half.word_cap] != 0)) {
        fine = !law_broken(trial, "seat %u: factors with less room write past it, or count", seat);
    }
    drop_factors(&none);
    drop_factors(&all);
    drop_factors(&half);
    return fine;
}

void law_order(struct trial *trial)
{
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        uint32_t count =
            trial->game->legal(trial->state, seat, trial->legal, trial->game->legal_max);
        if (count > trial->game->legal_max) {
            law_broken(trial, "seat %u has %u legal actions, more than legal_max = %u", seat, count,
                       trial->game->legal_max);
            return;
        }
        for (uint32_t i = 1; i < count; i++) {
            if (rd_action_compare(trial->legal[i - 1], trial->legal[i]) >= 0) {
                law_broken(trial, "seat %u: legal() entry %u is not above entry %u", seat, i,
                           i - 1);
                return;
            }
        }
        if (!order_with_less_room(trial, seat, count) || !order_in_factors(trial, seat, count)) {
            return;
        }
    }
}

/* ---- law 4 ----------------------------------------------------------------------------------- */

static bool idle_seat_is_idle(struct trial *trial, rd_seat seat, uint32_t count, bool over)
{
    const struct rd_verb *verbs = trial->game->verbs;
    for (uint32_t i = 0; i < count && i < trial->game->legal_max; i++) {
        if (over || (verbs[trial->legal[i].verb].flags & RD_VERB_ANY_TIME) == 0) {
            return !law_broken(trial, "seat %u is not to act%s and may still %s", seat,
                               over ? ", the game is over," : "", verbs[trial->legal[i].verb].name);
        }
    }
    return true;
}

void law_progress(struct trial *trial)
{
    rd_seats to_act = trial->game->to_act(trial->state);
    if (to_act >> trial->seats != 0) {
        law_broken(trial, "to_act() is 0x%02x where there are %u seats", to_act, trial->seats);
        return;
    }
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        uint32_t count =
            trial->game->legal(trial->state, seat, trial->legal, trial->game->legal_max);
        if ((to_act & RD_SEAT_BIT(seat)) != 0) {
            if (count == 0) {
                law_broken(trial, "seat %u is to act and has no legal action", seat);
                return;
            }
        } else if (!idle_seat_is_idle(trial, seat, count, to_act == 0)) {
            return;
        }
    }
}
