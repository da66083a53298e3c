/*
 * Rehearsing: an answer is an order now and a playbook afterwards. Each is played out under the
 * real rules against everything that others may do, from a position that fits the view, all with
 * the same luck; the weaker half is dropped, and the rest are rehearsed again.
 *
 * What others may do are the playbooks of the game's heuristics. An order is tried with the
 * playbook that seems best afterwards, which plays well for long, and with the plainest, which
 * hides least of what the order does.
 */
#include "bots/search.h"

enum {
    CAUTION = 1, /* eighths of an answer's worth that are the worst case */
    LATE = 30,   /* hundredths of a game by which an end at the horizon counts less */
    KEPT_PLAYBOOKS = 3
};

/* An order that may be the answer, and the playbook by which the turn goes on after it. */
struct choice {
    struct rd_action action;
    uint32_t playbook;
    uint32_t tries;
    int64_t sum;
    int64_t against[RD_PLAYBOOKS_MAX]; /* the sum's parts, by the playbook of the others */
};

struct rehearsal {
    struct rd_search *search;
    uint32_t count, others;
    uint32_t tested; /* how many there were before the weaker ones were dropped */
    struct choice choice[RD_SEARCH_CHOICES];
    uint8_t against[RD_PLAYBOOKS_MAX];
    uint64_t key[2]; /* of the luck that all plans share */
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- plans ---- */

static void add_choice(struct rehearsal *r, struct rd_action action, uint32_t playbook)
{
    const struct rd_search *s = r->search;
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->choice[i].playbook == playbook &&
            rd_action_compare(r->choice[i].action, action) == 0) {
            return;
        }
    }
    /* A level that overlooks something takes some illegal orders for legal ones, and some legal
     * ones for illegal. */
    const struct rd_bot_question *q = s->question;
    if (r->count < RD_SEARCH_CHOICES && rd_bot_index(q, action) < q->legal_count &&
        q->game->judge(s->root, q->seat, action).code == RD_OK) {
        struct choice choice = { .action = action, .playbook = playbook };
        r->choice[r->count++] = choice;
    }
}

/* What each of these playbooks would do now. */
static void add_playbooks(struct rehearsal *r, const uint8_t *playbooks, uint32_t count)
{
    struct rd_search *s = r->search;
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1]);
    struct rd_search_position position = rd_search_position_of(s, &luck);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t orders =
            s->heuristics->orders(&position, playbooks[i], s->orders, RD_SEARCH_ORDERS);
        uint32_t before = r->count;
        for (uint32_t k = 0; k < orders && r->count == before; k++) {
            add_choice(r, s->orders[k], playbooks[i]);
        }
    }
}

static void add_candidates(struct rehearsal *r, uint32_t playbook)
{
    struct rd_search *s = r->search;
    const struct rd_game *game = s->question->game;
    uint32_t index[RD_SEARCH_CHOICES];
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1]);
    struct rd_search_position position = rd_search_position_of(s, &luck);
    if (s->heuristics->candidates == NULL) {
        return;
    }
    uint32_t legal = game->legal(s->root, s->question->seat, s->legal, game->legal_max);
    uint32_t count = legal == 0 ? 0
                                : s->heuristics->candidates(&position, s->legal, legal, index,
                                                            RD_SEARCH_CHOICES);
    for (uint32_t i = 0; i < count; i++) {
        add_choice(r, s->legal[index[i]], playbook);
    }
}

static void expect_playbooks(struct rehearsal *r, const uint8_t *playbooks, uint32_t count)
{
    for (uint32_t i = 0; i < count && r->others < RD_PLAYBOOKS_MAX; i++) {
        r->against[r->others++] = playbooks[i];
    }
}

/* ---- playing them out ---- */

/* A defeat that comes late is the lesser one, and a victory is best soon: others err, too. */
static int32_t weighed_by_turn(const struct rd_search *s, int32_t value)
{
    uint32_t horizon = s->level.horizon != 0 ? s->level.horizon : s->heuristics->horizon;
    uint32_t turns = s->question->game->turns(s->work).done - s->turn;
    if (value != RD_SURE && value != -RD_SURE) {
        return value;
    }
    turns = least(turns, horizon);
    return value - value / 100 * (int32_t)(LATE * turns / horizon);
}

/* Sample n of every plan meets the same luck and the same plan of the others. */
static void rehearse(struct rehearsal *r, struct choice *choice)
{
    struct rd_search *s = r->search;
    struct rd_luck luck = rd_luck_from_key(r->key[0], r->key[1] + choice->tries);
    RD_ASSERT(r->others > 0);
    uint32_t index = choice->tries % r->others;
    struct rd_playbooks playbooks = { .own = choice->playbook,
                                      .other = r->against[index],
                                      .alternatives = r->against };
    /* Where nothing is left to luck the same plans would end the same again. */
    playbooks.alternative_count = s->level.doubts && choice->tries >= r->others ? r->others : 0;
    /* The first sample looks farthest ahead: it chooses playbooks, and those differ late. */
    uint32_t sight = RD_SEARCH_HORIZONS - 1 - choice->tries / r->others % RD_SEARCH_HORIZONS;
    uint32_t nearest = s->level.horizon;
    s->level.horizon += sight * s->level.further;
    rd_search_restart(s);
    rd_search_act(s, s->question->seat, choice->action, &luck);
    int32_t value = weighed_by_turn(s, rd_search_play_out(s, playbooks, &luck));
    s->level.horizon = nearest;
    choice->sum += value;
    choice->against[index] += value;
    choice->tries++;
}

/* Between what is to be expected and the worst that others may do. */
static int32_t worth(const struct rehearsal *r, const struct choice *choice)
{
    if (choice->tries == 0) {
        return -RD_SURE;
    }
    RD_ASSERT(r->others > 0);
    uint32_t rounds = choice->tries / r->others;
    int64_t mean = choice->sum / choice->tries, worst = mean;
    for (uint32_t i = 0; i < r->others && i < choice->tries; i++) {
        int64_t value = choice->against[i] / (int64_t)(rounds + (i < choice->tries % r->others));
        worst = value < worst ? value : worst;
    }
    return (int32_t)((mean * (8 - CAUTION) + worst * CAUTION) / 8);
}

/* The best first; equals stay as they were. */
static void sort_choices(struct rehearsal *r)
{
    for (uint32_t i = 1; i < r->count; i++) {
        struct choice choice = r->choice[i];
        uint32_t place = i;
        for (; place > 0 && worth(r, &r->choice[place - 1]) < worth(r, &choice); place--) {
            r->choice[place] = r->choice[place - 1];
        }
        r->choice[place] = choice;
    }
}

/* Each against so many more of the others; false when the budget ran out on the way. */
static int32_t rehearse_all(struct rehearsal *r, uint32_t samples, uint32_t limit)
{
    for (uint32_t n = 0; n < samples; n++) {
        for (uint32_t i = 0; i < r->count; i++) {
            if (r->search->nodes >= limit) {
                return 0;
            }
            rehearse(r, &r->choice[i]);
        }
    }
    return 1;
}

/* How often each can be played out in the next of so many rounds that share what is left. */
static uint32_t samples_in(const struct rehearsal *r, uint32_t rounds, uint32_t limit)
{
    const struct rd_search *s = r->search;
    uint32_t left = limit > s->nodes ? limit - s->nodes : 0;
    uint32_t price = s->nodes / (s->playouts == 0 ? 1 : s->playouts) + 1;
    uint32_t samples = left / rounds / r->count / price;
    return samples == 0 ? 1 : samples;
}

/* Drop the weaker half until so many are left: the fewer they are, the longer each is looked at. */
static void halve(struct rehearsal *r, uint32_t keep, uint32_t limit)
{
    uint32_t rounds = 1;
    while (r->count >> rounds > keep) {
        rounds++;
    }
    for (; r->count > keep; rounds -= rounds > 1) {
        if (!rehearse_all(r, samples_in(r, rounds, limit), limit)) {
            break;
        }
        sort_choices(r);
        uint32_t half = (r->count + 1) / 2;
        r->count = half > keep ? half : keep;
    }
    sort_choices(r);
}

/* ---- the question ---- */

/* Would every playbook do the same now? */
static int32_t all_plans_agree(const struct rehearsal *r)
{
    uint32_t same = 0;
    while (same < r->count && rd_action_compare(r->choice[same].action, r->choice[0].action) == 0) {
        same++;
    }
    return r->count > 0 && same == r->count;
}

/* The playbooks that go well now, best first; none if there is nothing to compare. */
static uint32_t find_playbooks(struct rehearsal *r, uint8_t best[KEPT_PLAYBOOKS])
{
    const struct rd_heuristics *k = r->search->heuristics;
    uint32_t count = 0;
    uint32_t first = r->search->level.first_playbook;
    add_playbooks(r, k->own_playbooks + first,
                  least(r->search->level.own_playbooks, k->own_count - first));
    if (k->candidates == NULL && all_plans_agree(r)) {
        return 0;
    }
    rehearse_all(r, r->others, r->search->limit / 3);
    sort_choices(r);
    for (; count < r->count && count < KEPT_PLAYBOOKS; count++) {
        best[count] = (uint8_t)r->choice[count].playbook;
    }
    if (count == 0) {
        best[count++] = k->own_playbooks[first];
    }
    return count;
}

/* The answer, then the others that lasted longest; each order once. */
static void tell_why(const struct rehearsal *r, uint32_t best)
{
    struct rd_action told[RD_BOT_LINES];
    uint32_t count = 0;
    for (uint32_t i = 0; i <= r->tested && count < RD_BOT_LINES; i++) {
        const struct choice *choice = &r->choice[i == 0 ? best : i - 1];
        uint32_t known = 0;
        while (known < count && rd_action_compare(told[known], choice->action) != 0) {
            known++;
        }
        if (known == count && choice->tries > 0) {
            told[count++] = choice->action;
            rd_search_report(r->search, choice->action, worth(r, choice), choice->tries);
        }
    }
}

static uint32_t answer(struct rehearsal *r)
{
    struct rd_search *s = r->search;
    uint32_t best = 0;
    int32_t most = 0;
    if (r->count == 0) {
        return s->question->legal_count - 1; /* it overlooks all that could be done */
    }
    for (uint32_t i = 0; i < r->count; i++) {
        int32_t value = worth(r, &r->choice[i]) + rd_search_error(s);
        if (i == 0 || value > most) {
            most = value;
            best = i;
        }
    }
    tell_why(r, best);
    return rd_bot_index(s->question, r->choice[best].action);
}

static void draw_key(struct rehearsal *r)
{
    struct rd_luck *luck = r->search->question->luck;
    r->key[0] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX);
    r->key[1] = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX) << 32;
    struct rd_luck fresh = rd_luck_from_key(r->key[0], r->key[1] - 1);
    rd_search_guess(r->search, &fresh);
}

uint32_t rd_portfolio_choose(struct rd_search *search)
{
    const struct rd_heuristics *k = search->heuristics;
    struct rehearsal r = { .search = search };
    uint8_t playbooks[KEPT_PLAYBOOKS];
    draw_key(&r);
    expect_playbooks(&r, k->other_playbooks, least(search->level.other_playbooks, k->other_count));
    uint32_t count = find_playbooks(&r, playbooks);
    if (count == 0) {
        return rd_bot_index(search->question, r.choice[0].action);
    }
    r.count = 0; /* everybody begins again, on equal terms */
    add_playbooks(&r, playbooks, count);
    add_candidates(&r, playbooks[0]);
    add_candidates(&r, k->own_playbooks[search->level.first_playbook]);
    r.tested = r.count;
    halve(&r, 1, search->limit);
    return answer(&r);
}
