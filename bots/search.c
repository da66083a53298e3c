#include "bots/search.h"

#include <string.h>

#include "bots/list.h"

enum {
    TAIL_NODES = 4000, /* actions after which a playout is cut off wherever it is */
    /* Often enough that no plan is fitted to one playbook of the others, seldom enough that a
       playbook is carried out; twice as often was worse in long games. */
    TURNS_TO_SWITCH = 4,
    TURNS_TO_SLIP = 8
};

/* ---- memory ---- */

static uint32_t rounded(uint32_t size)
{
    return (size + 15u) & ~15u;
}

struct parts {
    uint32_t notes, state, view, legal, orders, own;
};

static uint32_t legal_room(const struct rd_game *game)
{
    return game->legal_max < RD_SEARCH_LEGAL ? game->legal_max : (uint32_t)RD_SEARCH_LEGAL;
}

static struct parts parts_of(const struct rd_game *game)
{
    const struct rd_heuristics *heuristics = rd_heuristics_of(game);
    struct parts parts = {
        .notes = rounded(heuristics != NULL ? heuristics->notes_size : 0),
        .state = rounded(game->state_size),
        .view = rounded(game->view_size),
        .legal = rounded(legal_room(game) * (uint32_t)sizeof(struct rd_action)),
        .orders = rounded(RD_SEARCH_ORDERS * (uint32_t)sizeof(struct rd_action)),
        .own = rounded(rd_levels_room(game)),
    };
    return parts;
}

uint32_t rd_search_room(const struct rd_game *game)
{
    struct parts parts = parts_of(game);
    return parts.notes + 2 * parts.state + parts.view + parts.legal + parts.orders + parts.own;
}

static void *take_room(char **memory, uint32_t size)
{
    void *part = *memory;
    *memory += size;
    return part;
}

void rd_search_open(struct rd_search *search, const struct rd_bot_question *question,
                    const struct rd_heuristics *heuristics, const struct rd_level *level)
{
    const struct rd_game *game = question->game;
    struct parts parts = parts_of(game);
    char *memory = question->memory;
    RD_ASSERT(memory != NULL);
    memset(search, 0, sizeof *search);
    search->question = question;
    search->heuristics = heuristics;
    search->level = *level;
    search->limit = question->nodes != 0 ? question->nodes : level->nodes;
    search->notes = take_room(&memory, parts.notes);
    search->root = take_room(&memory, parts.state);
    search->work = take_room(&memory, parts.state);
    search->view = take_room(&memory, parts.view);
    search->legal = take_room(&memory, parts.legal);
    search->orders = take_room(&memory, parts.orders);
    search->own = take_room(&memory, parts.own);
}

/* ---- positions ---- */

void rd_search_guess(struct rd_search *search, struct rd_luck *luck)
{
    const struct rd_bot_question *q = search->question;
    const struct rd_heuristics *heuristics = search->heuristics;
    memset(search->root, 0, q->game->state_size);
    q->game->guess(q->view, luck, search->root);
    search->turn = q->game->turns(search->root).done;
    if (heuristics == NULL) {
        return;
    }
    if (heuristics->expect != NULL) {
        heuristics->expect(search->root, q->seat, luck);
    }
    if (search->level.blunders && heuristics->blunder_filter != NULL) {
        heuristics->blunder_filter(search->root, q->seat);
    }
    if (heuristics->prepare != NULL && !search->noted) {
        search->noted = 1;
        struct rd_search_position position = rd_search_position_of(search, luck);
        heuristics->prepare(&position, search->notes);
    }
}

void rd_search_restart(struct rd_search *search)
{
    memcpy(search->work, search->root, search->question->game->state_size);
}

void rd_search_act(struct rd_search *search, rd_seat seat, struct rd_action action,
                   struct rd_luck *luck)
{
    search->question->game->apply(search->work, seat, action, luck, NULL);
    search->nodes++;
}

/* ---- playing on ---- */

rd_seat rd_search_first(rd_seats seats)
{
    rd_seat seat = 0;
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

static void act_at_random(struct rd_search *search, rd_seat seat, struct rd_luck *luck)
{
    const struct rd_game *game = search->question->game;
    uint32_t room = legal_room(game);
    uint32_t count = game->legal(search->work, seat, search->legal, room);
    count = count < room ? count : room;
    struct rd_bot_question anything = {
        .game = game, .seat = seat, .legal = search->legal, .legal_count = count, .luck = luck
    };
    rd_search_act(search, seat, search->legal[rd_bot_random_choose(&anything)], luck);
}

/* The rest of a seat's turn by a playbook. One that never ends it has a random order given. */
static void finish_turn(struct rd_search *search, rd_seat seat, uint32_t playbook,
                        struct rd_luck *luck)
{
    const struct rd_game *game = search->question->game;
    struct rd_search_position position = { game, search->work, search->notes, seat, luck };
    uint32_t count =
        search->heuristics->orders(&position, playbook, search->orders, RD_SEARCH_ORDERS);
    uint32_t done = 0;
    for (uint32_t i = 0; i < count && (game->to_act(search->work) & RD_SEAT_BIT(seat)) != 0; i++) {
        if (game->judge(search->work, seat, search->orders[i]).code == RD_OK) {
            rd_search_act(search, seat, search->orders[i], luck);
            done++;
        }
    }
    if (done == 0) {
        act_at_random(search, seat, luck);
    }
}

static void play_other(struct rd_search *search, rd_seat seat, struct rd_playbooks *playbooks,
                       struct rd_luck *luck)
{
    uint32_t errs = playbooks->alternative_count != 0;
    if (errs && rd_luck_range(luck, 1, TURNS_TO_SWITCH) == 1) {
        playbooks->other =
            playbooks
                ->alternatives[rd_luck_range(luck, 0, (int32_t)playbooks->alternative_count - 1)];
    }
    if (errs && rd_luck_range(luck, 1, TURNS_TO_SLIP) == 1) {
        act_at_random(search, seat, luck);
    } else {
        finish_turn(search, seat, playbooks->other, luck);
    }
}

int32_t rd_search_squash(int32_t lead, int32_t scale)
{
    int64_t size = lead < 0 ? -(int64_t)lead : lead;
    int64_t value = (int64_t)RD_SURE * lead / (size + scale);
    return (int32_t)(value * 99 / 100); /* a real end weighs more */
}

/* In proportion: what is won or lost weighs the same however far ahead one is, or believes to be,
 * as enemies in the dark are not guessed. */
static int32_t value_of_gain(int32_t gain, int32_t scale)
{
    int32_t end = 2 * scale; /* what a real one weighs */
    gain = gain >= end ? end - 1 : gain <= -end ? 1 - end : gain;
    return (int32_t)((int64_t)gain * RD_SURE / end);
}

int32_t rd_search_value(const struct rd_search *search)
{
    const struct rd_bot_question *q = search->question;
    struct rd_outcome outcome;
    q->game->outcome(search->work, &outcome);
    if (outcome.over) {
        int32_t behind = 0, ahead = 0;
        for (uint32_t seat = 0; seat < outcome.seats; seat++) {
            behind += outcome.rank[seat] < outcome.rank[q->seat];
            ahead += outcome.rank[seat] > outcome.rank[q->seat];
        }
        return outcome.seats < 2 ? 0 : RD_SURE * (ahead - behind) / (outcome.seats - 1);
    }
    if (search->heuristics == NULL) {
        return 0;
    }
    int32_t lead = search->heuristics->evaluate(search->work, q->seat);
    return search->near ? value_of_gain(lead - search->lead, search->heuristics->scale)
                        : rd_search_squash(lead, search->heuristics->scale);
}

static int32_t is_far_enough(const struct rd_search *search, rd_seats to_act)
{
    uint32_t horizon = search->level.horizon;
    uint32_t turns = search->question->game->turns(search->work).done - search->turn;
    if (horizon == 0) {
        horizon = search->heuristics != NULL ? search->heuristics->horizon : 100;
    }
    return turns >= horizon ||
           (search->near && turns > 0 && (to_act & RD_SEAT_BIT(search->question->seat)) != 0);
}

int32_t rd_search_play_out(struct rd_search *search, struct rd_playbooks playbooks,
                           struct rd_luck *luck)
{
    const struct rd_game *game = search->question->game;
    uint32_t stop = search->nodes + TAIL_NODES;
    search->playouts++;
    while (search->nodes < stop) {
        rd_seats seats = game->to_act(search->work);
        if (seats == 0 || is_far_enough(search, seats)) {
            break;
        }
        rd_seat seat = rd_search_first(seats);
        if (search->heuristics == NULL) {
            act_at_random(search, seat, luck);
        } else if (seat == search->question->seat) {
            finish_turn(search, seat, playbooks.own, luck);
        } else {
            play_other(search, seat, &playbooks, luck);
        }
    }
    return rd_search_value(search);
}

/* ---- noise and reasons ---- */

int32_t rd_search_error(const struct rd_search *search)
{
    int32_t noise = (int32_t)search->level.noise * (RD_SURE / 500);
    return noise == 0 ? 0 : rd_luck_range(search->question->luck, -noise, noise);
}

/* Lines come best first; those that find no room are left out. */
void rd_search_report(const struct rd_search *search, struct rd_action action, int32_t value,
                      uint32_t tries)
{
    struct rd_bot_report *report = search->question->report;
    if (report == NULL || report->count == RD_BOT_LINES) {
        return;
    }
    struct rd_bot_line line = { .count = 1,
                                .estimate = 500 + value / (RD_SURE / 500),
                                .tries = tries };
    line.action[0] = action;
    report->line[report->count++] = line;
}
