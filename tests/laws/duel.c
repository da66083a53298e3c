#include "duel.h"

#include <string.h>

#include "redoubt/packing.h"

static struct rd_verdict check_setup(const struct rd_setup *setup)
{
    return rd_setup_in_range(&duel_game, setup);
}

static void init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct duel_state *s = state;
    memset(s, 0, sizeof *s);
    s->open.seats = setup->seats;
    s->open.rounds = (uint8_t)setup->option[DUEL_ROUNDS];
    for (uint32_t seat = 0; seat < s->open.seats; seat++) {
        s->secret[seat].purse = (uint8_t)rd_luck_range(luck, 0, DUEL_PURSE_MAX);
    }
}

static rd_seats to_act(const void *state)
{
    const struct duel_state *s = state;
    rd_seats seats = 0;
    for (rd_seat seat = 0; s->open.ending == 0 && seat < s->open.seats; seat++) {
        if (!s->secret[seat].done) {
            seats = (rd_seats)(seats | RD_SEAT_BIT(seat));
        }
    }
    return seats;
}

static struct rd_verdict judge(const void *state, rd_seat seat, struct rd_action action)
{
    const struct duel_state *s = state;
    if (s->open.ending != 0) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    struct rd_verdict range = rd_action_in_range(duel_game.verbs, action);
    if (range.code != RD_OK || seat >= s->open.seats) {
        return range.code != RD_OK ? range : rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    if (action.verb == DUEL_TAKE_BACK) {
        return s->secret[seat].done ? rd_verdict_of(RD_OK, 0, 0)
                                    : rd_verdict_of(RD_AGAINST_RULES, DUEL_NOT_DONE, 0);
    }
    if (s->secret[seat].done) {
        return rd_verdict_of(RD_AGAINST_RULES, DUEL_ALREADY_DONE, 0);
    }
    if (action.verb == DUEL_BID && action.arg[0] > s->secret[seat].purse) {
        return rd_verdict_of(RD_AGAINST_RULES, DUEL_TOO_POOR, 0);
    }
    return rd_verdict_of(RD_OK, 0, 0);
}

static uint32_t legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < rd_action_count(duel_game.verbs); i++) {
        struct rd_action action = rd_action_from_index(duel_game.verbs, i);
        if (judge(state, seat, action).code == RD_OK) {
            if (count < cap) {
                out[count] = action;
            }
            count++;
        }
    }
    return count;
}

/* The seats with the highest bid; none if nobody bid. */
static uint32_t highest(const struct duel_state *s, rd_seat seats[])
{
    uint32_t best = 1, count = 0;
    for (rd_seat seat = 0; seat < s->open.seats; seat++) {
        if (s->secret[seat].bid > best) {
            best = s->secret[seat].bid;
            count = 0;
        }
        if (s->secret[seat].bid == best) {
            seats[count++] = seat;
        }
    }
    return count;
}

static void show(const struct duel_state *s, struct rd_frames *frames, uint32_t step,
                 const struct rd_event_log *log)
{
    if (rd_frame_open(frames, s) != NULL) {
        rd_frame_close(frames, step, log);
    }
}

static void resolve(struct duel_state *s, struct rd_luck *luck, struct rd_event_log *log,
                    struct rd_frames *frames)
{
    rd_seat best[DUEL_SEATS_MAX];
    uint32_t count = highest(s, best);
    if (count > 0) {
        rd_seat winner = best[rd_luck_range(luck, 0, (int32_t)count - 1)];
        int32_t price = s->secret[winner].bid - 1;
        s->secret[winner].purse = (uint8_t)(s->secret[winner].purse - price);
        struct rd_event paid = { .kind = DUEL_PAID,
                                 .seen_by = RD_SEAT_BIT(winner),
                                 .arg = { winner, price } };
        rd_event_add(log, &paid);
        show(s, frames, DUEL_PAYING, log);
        s->open.points[winner]++;
        struct rd_event scored = { .kind = DUEL_SCORED,
                                   .seen_by = RD_ALL_SEATS,
                                   .arg = { winner } };
        rd_event_add(log, &scored);
        show(s, frames, DUEL_SCORING, log);
    }
    for (uint32_t seat = 0; seat < s->open.seats; seat++) {
        s->secret[seat].bid = s->secret[seat].done = 0;
    }
    s->open.round++;
    s->open.ending = s->open.round == s->open.rounds ? DUEL_ROUNDS_OVER : 0;
}

static void apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                        struct rd_event_log *log, struct rd_frames *frames)
{
    struct duel_state *s = state;
    struct rd_verdict verdict = judge(state, seat, action);
    RD_ASSERT(verdict.code == RD_OK);
    if (action.verb == DUEL_BID) {
        s->secret[seat].bid = (uint8_t)(action.arg[0] + 1);
        struct rd_event sealed = { .kind = DUEL_SEALED,
                                   .seen_by = RD_SEAT_BIT(seat),
                                   .arg = { seat, action.arg[0] } };
        rd_event_add(log, &sealed);
        return;
    }
    s->secret[seat].done = action.verb == DUEL_DONE;
    if (to_act(s) == 0) {
        resolve(s, luck, log, frames);
    }
}

static void apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                  struct rd_event_log *log)
{
    apply_steps(state, seat, action, luck, log, NULL);
}

static void resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct duel_state *s = state;
    RD_ASSERT(s->open.ending == 0);
    s->open.ending = DUEL_RESIGNED;
    s->open.quitter = (uint8_t)(seat + 1);
    struct rd_event gave_up = { .kind = DUEL_GAVE_UP, .seen_by = RD_ALL_SEATS, .arg = { seat } };
    rd_event_add(log, &gave_up);
}

static void observe(const void *state, rd_seat seat, void *view)
{
    const struct duel_state *s = state;
    struct duel_view *v = view;
    memset(v, 0, sizeof *v);
    v->open = s->open;
    v->seat = seat;
    if (seat < s->open.seats) {
        v->own = s->secret[seat];
    }
}

static void encode(const void *view, int8_t *tensor)
{
    const struct duel_view *v = view;
    tensor[0] = (int8_t)v->own.purse;
    tensor[1] = (int8_t)v->own.bid;
}

/* A list, so that one may be too short for what it should hold. */
#define ROWS(X) X(BIDS, "purse and bid", 1, 2, RD_PACK_LIST, 2)
RD_PACK_NUMBERS(ROWS);
static const struct rd_packing packing[] = RD_PACK_TABLE(ROWS);

static void pack(const void *view, uint32_t *packed)
{
    const struct duel_view *v = view;
    const struct rd_sheet sheet = { .packed = memset(packed, 0, 4 * WORD_END) };
    rd_put(sheet, &packing[ROW_BIDS], 0, 0, v->own.purse);
    rd_put(sheet, &packing[ROW_BIDS], 0, 1, v->own.bid);
}

static void scene(const void *view, struct rd_scene *scene)
{
    const struct duel_view *v = view;
    memset(scene, 0, offsetof(struct rd_scene, cell));
    scene->counter_count = 1;
    scene->mark_count = 0;
    struct rd_scene_counter purse = { v->own.purse, 0,
                                      (uint8_t)(v->seat < v->open.seats ? v->seat + 1 : 0), 0 };
    scene->counter[0] = purse;
}

static void guess(const void *view, struct rd_luck *luck, void *state)
{
    const struct duel_view *v = view;
    struct duel_state *s = state;
    memset(s, 0, sizeof *s);
    s->open = v->open;
    for (uint32_t seat = 0; seat < s->open.seats; seat++) {
        struct duel_secret *secret = &s->secret[seat];
        secret->purse = (uint8_t)rd_luck_range(luck, 0, DUEL_PURSE_MAX);
        secret->bid = (uint8_t)rd_luck_range(luck, 0, secret->purse + 1);
    }
    s->secret[v->seat] = v->own;
}

static void outcome(const void *state, struct rd_outcome *outcome)
{
    const struct duel_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = s->open.seats;
    outcome->over = s->open.ending != 0;
    outcome->ending = s->open.ending;
    for (uint32_t seat = 0; outcome->over && seat < s->open.seats; seat++) {
        outcome->score[seat] = seat + 1u == s->open.quitter ? -1 : s->open.points[seat];
    }
    for (uint32_t seat = 0; outcome->over && seat < s->open.seats; seat++) {
        outcome->rank[seat] = 1;
        for (uint32_t other = 0; other < s->open.seats; other++) {
            outcome->rank[seat] =
                (uint8_t)(outcome->rank[seat] + (outcome->score[other] > outcome->score[seat]));
        }
    }
}

static struct rd_turns turns(const void *state)
{
    const struct duel_state *s = state;
    struct rd_turns turns = { s->open.round, s->open.rounds };
    return turns;
}

static const char *audit_secret(const struct duel_secret *secret)
{
    if (secret->purse > DUEL_PURSE_MAX || secret->bid > secret->purse + 1 || secret->done > 1) {
        return "a purse, a bid or a done out of range";
    }
    return secret->zero != 0 ? "padding is not zero" : NULL;
}

static const char *audit(const void *state)
{
    static const struct duel_state nothing;
    const struct duel_state *s = state;
    const struct duel_open *o = &s->open;
    uint32_t points = 0;
    if (o->seats < 2 || o->seats > DUEL_SEATS_MAX || o->rounds == 0 ||
        o->rounds > DUEL_ROUNDS_MAX) {
        return "seats or rounds out of range";
    }
    for (uint32_t seat = 0; seat < DUEL_SEATS_MAX; seat++) {
        const char *flaw = audit_secret(&s->secret[seat]);
        if (flaw != NULL) {
            return flaw;
        }
        if (seat >= o->seats &&
            (o->points[seat] != 0 ||
             memcmp(&s->secret[seat], &nothing.secret[0], sizeof nothing.secret[0]) != 0)) {
            return "an empty seat has something";
        }
        points += o->points[seat];
    }
    if (points > o->round || o->round > o->rounds ||
        memcmp(o->zero, nothing.open.zero, sizeof o->zero) != 0) {
        return "more points than rounds";
    }
    if (o->ending > DUEL_RESIGNED || (o->ending == DUEL_RESIGNED) != (o->quitter != 0) ||
        o->quitter > o->seats || (o->round == o->rounds) != (o->ending == DUEL_ROUNDS_OVER)) {
        return "the ending does not fit";
    }
    return o->ending == 0 && to_act(s) == 0 ? "all are done and nothing happened" : NULL;
}

static const struct rd_option options[] = {
    { "rounds", "Rounds", "How many points there are to win.", 1, DUEL_ROUNDS_MAX, 5, NULL },
    { 0 },
};

static const struct rd_verb verbs[] = {
    [DUEL_BID] = { "bid",
                   "Seal a bid.",
                   0,
                   { { "coins", RD_ARG_AMOUNT, DUEL_PURSE_MAX + 1, NULL } } },
    [DUEL_DONE] = { "done", "Wait for the others.", RD_VERB_ENDS_TURN, { { 0 } } },
    [DUEL_TAKE_BACK] = { "back", "Think again.", RD_VERB_ANY_TIME, { { 0 } } },
    { 0 },
};

static const struct rd_event_kind events[] = {
    [DUEL_SEALED] = { "sealed",
                      "{seat} bids {coins}.",
                      "R2",
                      { { "seat", RD_ARG_SEAT, 0, NULL }, { "coins", RD_ARG_AMOUNT, 0, NULL } } },
    [DUEL_PAID] = { "paid",
                    "{seat} pays {coins}.",
                    "R2",
                    { { "seat", RD_ARG_SEAT, 0, NULL }, { "coins", RD_ARG_AMOUNT, 0, NULL } } },
    [DUEL_SCORED] = { "scored", "{seat} scores.", "R2", { { "seat", RD_ARG_SEAT, 0, NULL } } },
    [DUEL_GAVE_UP] = { "gave_up", "{seat} gives up.", "R3", { { "seat", RD_ARG_SEAT, 0, NULL } } },
    { 0 },
};

static const struct rd_refusal refusals[] = {
    [DUEL_TOO_POOR] = { "R2", "your purse is too light" },
    [DUEL_NOT_DONE] = { "R2", "you are not done" },
    [DUEL_ALREADY_DONE] = { "R2", "you are done" },
    { 0 },
};

static const struct rd_ending endings[] = {
    [DUEL_ROUNDS_OVER] = { "R3", "all rounds played" },
    [DUEL_RESIGNED] = { "R3", "resigned" },
    { 0 },
};

static const struct rd_tensor tensors[] = { { "own", "purse; bid", { 2, 0, 0 }, 0 }, { 0 } };
static const char *const seat_names[] = { "North", "East", "South", "West", NULL };
static const char *const counter_names[] = { "purse", NULL };
static const char *const step_names[] = { NULL, "paying", "scoring", NULL };
static const char *const no_names[] = { NULL };

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
const struct rd_game duel_game = {
    .id = "duel",
    .title = "Duel of purses",
    .summary = "Bid in secret for points.",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = DUEL_SEATS_MAX,
    .topology = RD_NO_BOARD,
    .state_size = sizeof(struct duel_state),
    .view_size = sizeof(struct duel_view),
    .legal_max = DUEL_PURSE_MAX + 2,
    .events_max = 2,
    .tensor_size = 2,
    .cells = { 1, 1, 0, 0, RD_CELLS_XY, 0 },
    .options = options,
    .verbs = verbs,
    .events = events,
    .refusals = refusals,
    .endings = endings,
    .tensors = tensors,
    .seat_names = seat_names,
    .terrain_names = no_names,
    .token_names = no_names,
    .mood_names = no_names,
    .counter_names = counter_names,
    .check_setup = check_setup,
    .init = init,
    .to_act = to_act,
    .legal = legal,
    .judge = judge,
    .apply = apply,
    .resign = resign,
    .observe = observe,
    .encode = encode,
    .scene = scene,
    .guess = guess,
    .outcome = outcome,
    .turns = turns,
    .audit = audit,
    .step_names = step_names,
    .frames_max = 2,
    .apply_steps = apply_steps,
    .packing = packing,
    .pack = pack,
};
