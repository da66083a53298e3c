/*
 * Can the laws fail? Each mutant below is a good game with one thing broken; the law that forbids
 * it must find it, and shrinking must leave no more orders than it takes.
 */
#include <stdint.h>
#include <string.h>

#include "../check.h"
#include "broken.h"
#include "duel.h"
#include "games/null/null.h"
#include "redoubt/packing.h"
#include "run.h"

enum { GAMES = 300 };

/* ---- the heap, broken -------------------------------------------------------------------- */

static uint32_t calls; /* what no rule may have: memory of its own */

static void apply_remembers(void *state, rd_seat seat, struct rd_action action,
                            struct rd_luck *luck, struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->zero[0] = (uint8_t)++calls;
}

static void apply_minds_the_log(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->zero[0] = log == NULL;
}

static void apply_minds_its_address(void *state, rd_seat seat, struct rd_action action,
                                    struct rd_luck *luck, struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->zero[0] = (uint8_t)((uintptr_t)state >> 4);
}

static void apply_goes_back(void *state, rd_seat seat, struct rd_action action,
                            struct rd_luck *luck, struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->turn = s->turn == 3 ? 1 : s->turn;
}

static struct rd_turns turns_from_one(const void *state)
{
    struct rd_turns turns = null_turns(state);
    turns.done++;
    turns.limit = 0;
    return turns;
}

static void apply_goes_on(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                          struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->heap_max = (uint8_t)(s->ending == 0 ? s->turn : s->heap_max);
}

static void apply_talks(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                        struct rd_event_log *log)
{
    static const struct rd_event chatter = { .kind = NULL_TOOK, .seen_by = RD_ALL_SEATS };
    null_apply(state, seat, action, luck, log);
    if (action.arg[0] == 3) {
        rd_event_add(log, &chatter);
    }
}

static void apply_tells_no_kind(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log)
{
    null_apply(state, seat, action, luck, log);
    if (log != NULL) {
        log->event[0].kind = 7;
    }
}

static void apply_breaks_the_state(void *state, rd_seat seat, struct rd_action action,
                                   struct rd_luck *luck, struct rd_event_log *log)
{
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->winner = (uint8_t)(s->heap == 5);
}

static uint32_t legal_misses_one(const void *state, rd_seat seat, struct rd_action *out,
                                 uint32_t cap)
{
    uint32_t count = null_legal(state, seat, out, cap);
    return count > 2 ? count - 1 : count;
}

static uint32_t legal_descends(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    uint32_t count = null_legal(state, seat, out, cap);
    if (count > 1 && cap >= count) {
        struct rd_action swap = out[0];
        out[0] = out[1];
        out[1] = swap;
    }
    return count;
}

static uint32_t legal_counts_what_fits(const void *state, rd_seat seat, struct rd_action *out,
                                       uint32_t cap)
{
    uint32_t count = null_legal(state, seat, out, cap);
    return count < cap ? count : cap;
}

static uint32_t legal_overflows(const void *state, rd_seat seat, struct rd_action *out,
                                uint32_t cap)
{
    return null_legal(state, seat, out, out == NULL ? 0 : cap + (cap == 1));
}

static void factors_of_the_list(const void *state, rd_seat seat, uint32_t skip,
                                struct rd_factors *out)
{
    struct rd_action list[8];
    uint32_t count = null_legal(state, seat, list, 8);
    for (uint32_t i = 0; i < count && i < 8; i++) {
        if (i != skip) {
            rd_factor_put(out, null_game.verbs, list[i]);
        }
    }
}

static void factors_miss_one(const void *state, rd_seat seat, struct rd_factors *out)
{
    factors_of_the_list(state, seat, 1, out);
}

static void factors_without_values(const void *state, rd_seat seat, struct rd_factors *out)
{
    factors_of_the_list(state, seat, 8, out);
    if (out->factor_count > 0) {
        rd_factor_add(out, null_game.verbs, out->last.stem);
    }
}

static void factors_count_what_fits(const void *state, rd_seat seat, struct rd_factors *out)
{
    factors_of_the_list(state, seat, 8, out);
    out->word_count = out->word_count < out->word_cap ? out->word_count : out->word_cap;
}

static uint32_t legal_for_nobody(const void *state, rd_seat seat, struct rd_action *out,
                                 uint32_t cap)
{
    const struct null_state *s = state;
    return s->heap == 2 ? 0 : null_legal(state, seat, out, cap);
}

static uint32_t legal_for_everybody(const void *state, rd_seat seat, struct rd_action *out,
                                    uint32_t cap)
{
    const struct null_state *s = state;
    (void)seat;
    return null_legal(state, s->to_move, out, cap);
}

static struct rd_verdict judge_allows_zero(const void *state, rd_seat seat, struct rd_action action)
{
    struct rd_verdict verdict = null_judge(state, seat, action);
    return verdict.code == RD_AGAINST_RULES && action.arg[0] == 0 ? rd_verdict_of(RD_OK, 0, 0)
                                                                  : verdict;
}

static struct rd_verdict judge_ignores_the_rest(const void *state, rd_seat seat,
                                                struct rd_action action)
{
    action.arg[2] = 0;
    return null_judge(state, seat, action);
}

static struct rd_verdict judge_trusts_seats(const void *state, rd_seat seat,
                                            struct rd_action action)
{
    return null_judge(state, seat & 1, action);
}

static struct rd_verdict judge_has_no_reason(const void *state, rd_seat seat,
                                             struct rd_action action)
{
    struct rd_verdict verdict = null_judge(state, seat, action);
    verdict.why = 0;
    return verdict;
}

static struct rd_verdict judge_explains_itself(const void *state, rd_seat seat,
                                               struct rd_action action)
{
    struct rd_verdict verdict = null_judge(state, seat, action);
    verdict.why = 1;
    return verdict;
}

static rd_seats to_act_never_ends(const void *state)
{
    const struct null_state *s = state;
    return (rd_seats)(1u << s->to_move);
}

static void outcome_ranks_nobody_first(const void *state, struct rd_outcome *outcome)
{
    null_outcome(state, outcome);
    outcome->rank[0] = outcome->rank[1] = outcome->over ? 2 : 0;
}

static void outcome_without_an_ending(const void *state, struct rd_outcome *outcome)
{
    null_outcome(state, outcome);
    outcome->ending = outcome->ending == NULL_RESIGNED ? 9 : outcome->ending;
}

static void init_leaves_padding(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct null_state *s = state;
    uint8_t kept = s->zero[2];
    null_init(state, setup, luck);
    s->zero[2] = kept;
}

static void observe_leaves_a_byte(const void *state, rd_seat seat, void *view)
{
    struct null_view *v = view;
    uint8_t kept = v->zero[6];
    null_observe(state, seat, view);
    v->zero[6] = kept;
}

static void guess_leaves_a_byte(const void *view, struct rd_luck *luck, void *state)
{
    struct null_state *s = state;
    uint8_t kept = s->zero[0];
    null_guess(view, luck, state);
    s->zero[0] = kept;
}

static const struct rd_packing short_list[] = { { "heap", 1, 2, RD_PACK_LIST, 1, 0, 0 }, { 0 } };

static void encode_leaves_a_byte(const void *view, int8_t *tensor)
{
    int8_t kept = tensor[1];
    null_encode(view, tensor);
    tensor[1] = kept;
}

static void pack_leaves_a_byte(const void *view, uint32_t *packed)
{
    uint32_t kept = *packed & 0xff000000;
    null_pack(view, packed);
    *packed |= kept;
}

static void pack_says_something_else(const void *view, uint32_t *packed)
{
    null_pack(view, packed);
    *packed ^= (*packed & 0xff) == 5 ? 0x100 : 0;
}

/* Of five stones on, as if a list had one entry more than it has room for. */
static void pack_has_no_room(const void *view, uint32_t *packed)
{
    packed[0] = 0;
    packed[1] = 0;
    rd_put((struct rd_sheet){ .packed = packed }, &short_list[0], 0, 0, 1);
    if (((const struct null_view *)view)->state.heap >= 5) {
        rd_put((struct rd_sheet){ .packed = packed }, &short_list[0], 0, 1, 1);
    }
}

static void encode_as_the_short_list(const void *view, int8_t *tensor)
{
    tensor[0] = 1;
    tensor[1] = ((const struct null_view *)view)->state.heap >= 5;
}

static void scene_counts_the_unknown(const void *view, struct rd_scene *scene)
{
    null_scene(view, scene);
    scene->counter[0].name = 1;
}

static const char *audit_allows_all(const void *state)
{
    (void)state;
    return NULL;
}

static const char *audit_allows_many_stones(const void *state)
{
    struct null_state copy;
    memcpy(&copy, state, sizeof copy);
    copy.zero[3] = 0; /* lets through what nothing clears */
    return copy.heap > copy.heap_max ? NULL : null_audit(&copy);
}

/* Play never minds it, so only what is written down shows it. */
static const char *audit_forgets_a_byte(const void *state)
{
    struct null_state copy;
    memcpy(&copy, state, sizeof copy);
    copy.zero[3] = 0;
    return null_audit(&copy);
}

static const char *audit_is_too_strict(const void *state)
{
    const struct null_state *s = state;
    return s->turn == 2 ? "no" : null_audit(state);
}

/* ---- the duel, broken ----------------------------------------------------------------------- */

static void apply_counts_arrivals(void *state, rd_seat seat, struct rd_action action,
                                  struct rd_luck *luck, struct rd_event_log *log)
{
    struct duel_state *s = state;
    uint32_t done = 0;
    for (uint32_t i = 0; i < s->open.seats; i++) {
        done += s->secret[i].done;
    }
    uint32_t round = s->open.round;
    duel_game.apply(state, seat, action, luck, log);
    if (action.verb == DUEL_DONE && done > 0 && s->open.round > round &&
        s->secret[seat].purse > 0) {
        s->secret[seat].purse--; /* the last one pays for its slowness */
    }
}

static void apply_draws_early(void *state, rd_seat seat, struct rd_action action,
                              struct rd_luck *luck, struct rd_event_log *log)
{
    struct duel_state *s = state;
    duel_game.apply(state, seat, action, luck, log);
    if (action.verb == DUEL_BID && s->secret[seat].bid > 1) {
        s->secret[seat].bid = (uint8_t)(s->secret[seat].bid - rd_luck_range(luck, 0, 1));
    }
}

static void apply_shouts_bids(void *state, rd_seat seat, struct rd_action action,
                              struct rd_luck *luck, struct rd_event_log *log)
{
    duel_game.apply(state, seat, action, luck, log);
    if (log != NULL && log->count > 0 && log->event[0].kind == DUEL_SEALED) {
        log->event[0].seen_by = RD_ALL_SEATS;
    }
}

static void apply_shouts_prices(void *state, rd_seat seat, struct rd_action action,
                                struct rd_luck *luck, struct rd_event_log *log)
{
    duel_game.apply(state, seat, action, luck, log);
    for (uint32_t i = 0; log != NULL && i < log->count; i++) {
        if (log->event[i].kind == DUEL_PAID) {
            log->event[i].seen_by = RD_ALL_SEATS;
        }
    }
}

/* The losers' bids at the end of a round. */
static void apply_shouts_lost_bids(void *state, rd_seat seat, struct rd_action action,
                                   struct rd_luck *luck, struct rd_event_log *log)
{
    struct duel_state before;
    memcpy(&before, state, sizeof before);
    duel_game.apply(state, seat, action, luck, log);
    const struct duel_state *s = state;
    for (uint32_t i = 0; s->open.round > before.open.round && i < s->open.seats; i++) {
        struct rd_event bid = { .kind = DUEL_SEALED,
                                .seen_by = RD_ALL_SEATS,
                                .arg = { (int32_t)i, before.secret[i].bid } };
        rd_event_add(log, &bid);
    }
}

/* Lawful, and of no help in finding what others sealed. */
static void guess_nobody_did_anything(const void *view, struct rd_luck *luck, void *state)
{
    const struct duel_view *v = view;
    struct duel_state *s = state;
    duel_game.guess(view, luck, state);
    for (uint32_t i = 0; i < s->open.seats; i++) {
        s->secret[i].bid = i == v->seat ? s->secret[i].bid : 0;
    }
}

static void observe_shows_readiness(const void *state, rd_seat seat, void *view)
{
    const struct duel_state *s = state;
    struct duel_view *v = view;
    duel_game.observe(state, seat, view);
    v->open.zero[0] = s->secret[0].done;
}

static void observe_shows_a_purse(const void *state, rd_seat seat, void *view)
{
    const struct duel_state *s = state;
    struct duel_view *v = view;
    duel_game.observe(state, seat, view);
    v->zero[0] = s->secret[1].purse;
}

static void observe_lets_spectators_tell(const void *state, rd_seat seat, void *view)
{
    if (seat == RD_SPECTATOR) {
        observe_shows_a_purse(state, seat, view);
    } else {
        duel_game.observe(state, seat, view);
    }
}

static uint32_t poorest(const struct duel_state *s)
{
    uint32_t purse = DUEL_PURSE_MAX;
    for (uint32_t i = 0; i < s->open.seats; i++) {
        purse = s->secret[i].purse < purse ? s->secret[i].purse : purse;
    }
    return purse;
}

static struct rd_verdict judge_by_the_poorest(const void *state, rd_seat seat,
                                              struct rd_action action)
{
    struct rd_verdict verdict = duel_game.judge(state, seat, action);
    return verdict.code == RD_OK && action.verb == DUEL_BID && action.arg[0] > poorest(state)
               ? rd_verdict_of(RD_AGAINST_RULES, DUEL_TOO_POOR, 0)
               : verdict;
}

static uint32_t legal_by_the_poorest(const void *state, rd_seat seat, struct rd_action *out,
                                     uint32_t cap)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < rd_action_count(duel_game.verbs); i++) {
        struct rd_action action = rd_action_from_index(duel_game.verbs, i);
        if (judge_by_the_poorest(state, seat, action).code == RD_OK) {
            if (count < cap) {
                out[count] = action;
            }
            count++;
        }
    }
    return count;
}

static struct rd_verdict judge_tells_too_much(const void *state, rd_seat seat,
                                              struct rd_action action)
{
    struct rd_verdict verdict = duel_game.judge(state, seat, action);
    if (verdict.why == DUEL_TOO_POOR) {
        verdict.detail = (uint16_t)poorest(state);
    }
    return verdict;
}

static struct rd_verdict judge_depends_on_others(const void *state, rd_seat seat,
                                                 struct rd_action action)
{
    const struct duel_state *s = state;
    struct rd_verdict verdict = duel_game.judge(state, seat, action);
    return verdict.code == RD_OK && action.verb == DUEL_BID && s->secret[1 - (seat & 1)].done
               ? rd_verdict_of(RD_AGAINST_RULES, DUEL_ALREADY_DONE, 0)
               : verdict;
}

static void guess_is_too_rich(const void *view, struct rd_luck *luck, void *state)
{
    const struct duel_view *v = view;
    struct duel_state *s = state;
    duel_game.guess(view, luck, state);
    s->secret[1 - (v->seat & 1)].purse = DUEL_PURSE_MAX + 1;
}

/* ---- the list ---- */

static const struct rd_verb twin_verbs[] = {
    { "take", "Take.", 0, { { "stones", RD_ARG_AMOUNT, 4, NULL } } },
    { "take", "Take.", 0, { { "stones", RD_ARG_AMOUNT, 4, NULL } } },
    { 0 },
};

/* ---- cards of a stone, each with one thing wrong ------------------------------------------ */

static const char *const stone[] = { "stone", NULL };
static const char *const heavy[] = { "heavy", NULL };
static const char *const weight[] = { "weight", NULL };

#define CARD(...)        \
    {                    \
        { __VA_ARGS__ }, \
        {                \
            0            \
        }                \
    }
static const struct rd_piece_card cards[][2] = {
    CARD("stone", "stone", "Whoever takes the last one wins.", "R1.1", 1, { 5 }), /* a good one */
    CARD(NULL, NULL, NULL, NULL, 0, { 0 }),
    CARD("stone", "stone", "", "R1.1", 1, { 5 }),
    CARD("stone", "stone", "Whoever takes the last one wins.", "1.1", 1, { 5 }),
    CARD("stone", "pebble", "Whoever takes the last one wins.", "R1.1", 1, { 5 }),
    CARD("stone", "stone", "Whoever takes the last one wins.", "R1.1", 2, { 5 }),
    CARD("stone", "stone", "Whoever takes the last one wins.", "R1.1", 1, { 5, 6 }),
};
static const struct rd_piece_card twin_cards[] = {
    { "stone", "stone", "Whoever takes the last one wins.", "R1.1", 1, { 5 } },
    { "pebble", "stone", "Whoever takes the last one wins.", "R1.1", 1, { 5 } },
    { 0 },
};

static struct rd_game with_cards(const struct rd_game *game, const struct rd_piece_card *pieces)
{
    struct rd_game more = *game;
    more.token_names = stone;
    more.trait_names = heavy;
    more.number_names = weight;
    more.pieces = pieces;
    return more;
}

/* Events of the heap game, with roles that are wrong in one way each. */
#define WRONG_ROLES(first, second, third)                           \
    {                                                               \
        { "took",                                                   \
          "{seat} takes {stones}, {left} left.",                    \
          "R2.1",                                                   \
          { { "seat", RD_ARG_SEAT, 2, NULL, first },                \
            { "stones", RD_ARG_AMOUNT, 0, NULL, second },           \
            { "left", RD_ARG_AMOUNT, 0, NULL, third } } },          \
            { "gave_up",                                            \
              "{seat} gives up.",                                   \
              "R3.2",                                               \
              { { "seat", RD_ARG_SEAT, 2, NULL, RD_ROLE_SEAT } } }, \
            { 0 },                                                  \
    }
static const struct rd_event_kind unfit_roles[] =
    WRONG_ROLES(RD_ROLE_AT, RD_ROLE_NONE, RD_ROLE_NONE);
static const struct rd_event_kind twin_roles[] =
    WRONG_ROLES(RD_ROLE_SEAT, RD_ROLE_MONEY, RD_ROLE_MONEY);
static const struct rd_event_kind lonely_roles[] =
    WRONG_ROLES(RD_ROLE_NONE, RD_ROLE_MONEY, RD_ROLE_NONE);
static const struct rd_event_kind unknown_roles[] =
    WRONG_ROLES(RD_ROLE_SEAT, RD_ROLES, RD_ROLE_NONE);
static const struct rd_verb verbs_with_roles[] = {
    { "take", "Take.", 0, { { "stones", RD_ARG_AMOUNT, 4, NULL, RD_ROLE_WHO } } },
    { 0 },
};

struct mutant {
    const char *name;
    uint32_t law;
    uint32_t steps; /* that its shrunk list may have */
    struct rd_game game;
};

enum { MUTANTS_MAX = 90 };
static struct mutant mutants[MUTANTS_MAX];
static uint32_t mutant_count;

struct rd_game *mutate(const char *name, uint32_t law, uint32_t steps, const struct rd_game *base)
{
    RD_ASSERT(mutant_count < MUTANTS_MAX);
    struct mutant *mutant = &mutants[mutant_count++];
    mutant->name = name;
    mutant->law = law;
    mutant->steps = steps;
    mutant->game = *base;
    return &mutant->game;
}

static void list_card_mutants(void)
{
    static const char *const wrong[] = { "a good card",
                                         "a token without a card",
                                         "a card without a text",
                                         "a card without a rule",
                                         "a card of no token",
                                         "a trait without a name",
                                         "a number without a name" };
    for (uint32_t i = 1; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct rd_game game = with_cards(&null_game, cards[i]);
        mutate(wrong[i], LAW_TABLES, 0, &game);
    }
    struct rd_game twins = with_cards(&null_game, twin_cards);
    mutate("two cards of one token", LAW_TABLES, 0, &twins);
}

/* Here and in broken_frames.c: a line for each way to break a game, and the law that has to notice.
 */
static void list_rule_mutants(void)
{
    const struct rd_game *heap = &null_game;
    mutate("tensors of another size", LAW_TABLES, 0, heap)->tensor_size = 3;
    mutate("a seat in the role of a cell", LAW_TABLES, 0, heap)->events = unfit_roles;
    mutate("two facts in one role", LAW_TABLES, 0, heap)->events = twin_roles;
    mutate("money of nobody", LAW_TABLES, 0, heap)->events = lonely_roles;
    mutate("a role that there isn't", LAW_TABLES, 0, heap)->events = unknown_roles;
    mutate("a verb with an amount of units", LAW_TABLES, 0, heap)->verbs = verbs_with_roles;
    mutate("rules with a memory", LAW_REPLAY, 1, heap)->apply = apply_remembers;
    mutate("rules that mind the log", LAW_REPLAY, 1, heap)->apply = apply_minds_the_log;
    mutate("legal misses an action", LAW_JUDGE, 0, heap)->legal = legal_misses_one;
    mutate("judge allows too much", LAW_JUDGE, 0, heap)->judge = judge_allows_zero;
    mutate("judge ignores an argument", LAW_JUDGE, 0, heap)->judge = judge_ignores_the_rest;
    mutate("judge lets strangers play", LAW_JUDGE, 0, heap)->judge = judge_trusts_seats;
    mutate("judge gives no reason", LAW_JUDGE, 0, heap)->judge = judge_has_no_reason;
    mutate("judge allows with a reason", LAW_JUDGE, 0, heap)->judge = judge_explains_itself;
    mutate("legal out of order", LAW_ORDER, 0, heap)->legal = legal_descends;
    mutate("legal counts what fits", LAW_ORDER, 0, heap)->legal = legal_counts_what_fits;
    mutate("legal writes past its room", LAW_ORDER, 0, heap)->legal = legal_overflows;
    mutate("factors miss an action", LAW_ORDER, 0, heap)->factors = factors_miss_one;
    mutate("a factor without values", LAW_ORDER, 0, heap)->factors = factors_without_values;
    mutate("factors count what fits", LAW_ORDER, 0, heap)->factors = factors_count_what_fits;
    mutate("more legal actions than promised", LAW_ORDER, 0, heap)->legal_max = 2;
    mutate("nothing legal for the seat to act", LAW_PROGRESS, 32, heap)->legal = legal_for_nobody;
    mutate("legal actions for idle seats", LAW_PROGRESS, 0, heap)->legal = legal_for_everybody;
    mutate("seats to act after the end", LAW_END, 32, heap)->to_act = to_act_never_ends;
    mutate("a turn before the first", LAW_END, 0, heap)->turns = turns_from_one;
    mutate("turns go down", LAW_END, 3, heap)->apply = apply_goes_back;
    mutate("play past the turn limit", LAW_END, 1, heap)->apply = apply_goes_on;
    mutate("nobody comes first", LAW_END, 32, heap)->outcome = outcome_ranks_nobody_first;
    mutate("an ending out of the table", LAW_END, 1, heap)->outcome = outcome_without_an_ending;
    mutate("two verbs of one name", LAW_NOTATION, 0, heap)->verbs = twin_verbs;
    mutate("a state that fails audit", LAW_AUDIT, 32, heap)->apply = apply_breaks_the_state;
    mutate("audit allows everything", LAW_AUDIT, 0, heap)->audit = audit_allows_all;
    mutate("audit allows a little too much", LAW_AUDIT, 0, heap)->audit = audit_allows_many_stones;
    mutate("audit forgets a byte", LAW_AUDIT, 1, heap)->audit = audit_forgets_a_byte;
    mutate("audit refuses good states", LAW_AUDIT, 2, heap)->audit = audit_is_too_strict;
    mutate("init leaves padding", LAW_FLATNESS, 0, heap)->init = init_leaves_padding;
    mutate("observe leaves a byte", LAW_FLATNESS, 0, heap)->observe = observe_leaves_a_byte;
    mutate("guess leaves a byte", LAW_FLATNESS, 0, heap)->guess = guess_leaves_a_byte;
    mutate("encode leaves a byte", LAW_FLATNESS, 0, heap)->encode = encode_leaves_a_byte;
    mutate("pack leaves a byte", LAW_FLATNESS, 0, heap)->pack = pack_leaves_a_byte;
    mutate("pack says something else", LAW_FLATNESS, 1, heap)->pack = pack_says_something_else;
    struct rd_game *full = mutate("a list without room", LAW_FLATNESS, 0, heap);
    full->packing = short_list;
    full->pack = pack_has_no_room;
    full->encode = encode_as_the_short_list;
    mutate("a scene that names the unknown", LAW_FLATNESS, 0, heap)->scene =
        scene_counts_the_unknown;
    mutate("a state that minds its address", LAW_FLATNESS, 1, heap)->apply =
        apply_minds_its_address;
    mutate("more events than promised", LAW_HEARSAY, 2, heap)->apply = apply_talks;
    mutate("an event of no kind", LAW_HEARSAY, 1, heap)->apply = apply_tells_no_kind;
}

static void list_secret_mutants(void)
{
    struct rd_game plain = duel_game; /* its steps would not have what is broken in apply */
    plain.step_names = NULL;
    plain.frames_max = 0;
    plain.apply_steps = NULL;
    const struct rd_game *duel = &plain;
    mutate("the last to act is punished", LAW_SEALING, 0, duel)->apply = apply_counts_arrivals;
    mutate("dice while sealing", LAW_SEALING, 0, duel)->apply = apply_draws_early;
    mutate("a view shows who is done", LAW_SEALING, 0, duel)->observe = observe_shows_readiness;
    mutate("orders refused once others are done", LAW_SEALING, 0, duel)->judge =
        judge_depends_on_others;
    mutate("a view shows a purse", LAW_SECRECY, 0, duel)->observe = observe_shows_a_purse;
    mutate("a spectator sees a purse", LAW_SECRECY, 0, duel)->observe =
        observe_lets_spectators_tell;
    struct rd_game *poorest_rules = mutate("legality tells a secret", LAW_SECRECY, 0, duel);
    poorest_rules->judge = judge_by_the_poorest;
    poorest_rules->legal = legal_by_the_poorest;
    mutate("a refusal tells a secret", LAW_SECRECY, 0, duel)->judge = judge_tells_too_much;
    mutate("an impossible guess", LAW_SECRECY, 0, duel)->guess = guess_is_too_rich;
    mutate("sealed orders are heard", LAW_HEARSAY, 1, duel)->apply = apply_shouts_bids;
    struct rd_game *lost_bids = mutate("lost bids are heard", LAW_HEARSAY, 1, duel);
    lost_bids->apply = apply_shouts_lost_bids;
    lost_bids->guess = guess_nobody_did_anything;
    lost_bids->events_max = 2 + DUEL_SEATS_MAX;
    mutate("hidden prices are heard", LAW_HEARSAY, 6, duel)->apply = apply_shouts_prices;
}

static struct trial_order new_order(const struct rd_game *game, uint32_t law)
{
    struct trial_order order = { .game = game,
                                 .seed = 1,
                                 .games = GAMES,
                                 .law = law,
                                 .record = shared_room(sizeof(struct record)),
                                 .finding = shared_room(sizeof(struct finding)) };
    return order;
}

static void check_mutant(const struct mutant *mutant)
{
    struct trial_order order = new_order(&mutant->game, mutant->law);
    bool caught = run_guarded(&order, true);
    CHECK(caught);
    if (caught) {
        CHECK_EQ(order.finding->law, mutant->law);
        shrink(&order);
        CHECK(order.record->count <= mutant->steps);
        printf("# law %u: %s (%u steps)\n", mutant->law, order.finding->text, order.record->count);
    }
    check_report(mutant->name);
}

static void check_unbroken(const struct rd_game *game)
{
    struct trial_order order = new_order(game, LAW_ALL);
    if (run_guarded(&order, false)) {
        CHECK(!order.finding->broken);
        shrink(&order);
        report_finding(&order, order.finding->steps);
    }
    check_report(game->id);
}

int main(void)
{
    check_unbroken(&null_game);
    check_unbroken(&duel_game);
    struct rd_game carded = with_cards(&null_game, cards[0]);
    check_unbroken(&carded);
    list_rule_mutants();
    list_card_mutants();
    list_secret_mutants();
    list_frame_mutants();
    for (uint32_t i = 0; i < mutant_count; i++) {
        check_mutant(&mutants[i]);
    }
    return check_end();
}
