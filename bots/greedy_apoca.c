/*
 * ApocaWarlords: try an order, play on for a while, keep the order that ends best.
 *
 * The bot knows a handful of orders worth trying: each hire, the best place for each type of
 * tower, provoking, and doing nothing. It plays every one of them out under the real rules from
 * a state that fits its view, with both sides defending by reflex, and compares what is left:
 * bases, money, towers, units. Houses pay within that time, towers shoot at what really comes,
 * and a lane that nobody defends shows as damage to its base, so plans need no rules of thumb.
 *
 * A turn is asked order by order; nothing is remembered between questions. Its luck decides among
 * places and orders that are worth the same, so that two games need not be alike.
 */
#include <stdbool.h>
#include <string.h>

#include "bots/list.h"
#include "games/apoca/apoca.h"

enum {
    HORIZON = 30,     /* turns that an order is played out for, at least */
    ARRIVAL = 12,     /* and so many after a mercenary has walked the shortest lane */
    REFLEX_REACH = 7, /* lane tiles before the base at which an attacker calls for a defender */
    NEAR_BASE = 8,    /* lane tiles that count double for a tower's place */
    RAID_TURNS = 5,   /* how long a fierce side keeps sending mercenaries */
    CANDIDATES_MAX = APOCA_DIRECTIONS + APOCA_TOWER_TYPES + 2,
    /* Worth in tenths of a coin. */
    WORTH_MONEY = 10,
    WORTH_OWN_BASE = 12, /* a point of health */
    WORTH_OTHER_BASE = 8,
    WORTH_MERCENARY = 4, /* a point of health */
    WORTH_DEMON = 2,
    WORTH_GUN = 60,
    MARGIN = 10, /* an order must be that much better than none */
    WORTH_GAME = 5000
};

static int32_t cell_x(uint32_t cell)
{
    return (int32_t)(cell % APOCA_SIDE_MAX);
}

static int32_t cell_y(uint32_t cell)
{
    return (int32_t)(cell / APOCA_SIDE_MAX);
}

static int32_t distance2(uint32_t a, uint32_t b)
{
    int32_t dx = cell_x(a) - cell_x(b), dy = cell_y(a) - cell_y(b);
    return dx * dx + dy * dy;
}

static uint32_t lane_of(const struct apoca_open *open, uint32_t path)
{
    uint32_t lane = 0;
    while (lane + 1 < open->lane_count && path >= open->lane_first[lane + 1]) {
        lane++;
    }
    return lane;
}

/* Lane tiles between a path tile and the base of a seat. */
static int32_t steps_to_base(const struct apoca_open *open, uint32_t path, uint32_t seat)
{
    uint32_t lane = lane_of(open, path);
    return (int32_t)(seat == APOCA_RED ? path - open->lane_first[lane]
                                       : open->lane_first[lane + 1] - 1 - path);
}

static int32_t is_living(const struct apoca_unit *unit)
{
    return apoca_unit_mood(unit) != APOCA_DEAD;
}

/* Demons and mercenaries that walk towards this seat's base. */
static int32_t attacks(const struct apoca_unit *unit, uint32_t seat)
{
    return is_living(unit) && apoca_unit_heading(unit) != seat;
}

/* ---- both sides' reflex ---------------------------------------------------------------------- */

/* The tiles of a lane from which an attacker calls for a defender: the first, and how many more. */
struct stretch {
    uint32_t first, more;
};

static struct stretch near_base(const struct apoca_open *open, uint32_t seat, uint32_t direction)
{
    uint32_t lane = lane_of(open, open->start[seat][direction]);
    uint32_t first = open->lane_first[lane], last = open->lane_first[lane + 1] - 1u;
    uint32_t more = last - first < REFLEX_REACH ? last - first : REFLEX_REACH;
    return (struct stretch){ seat == APOCA_RED ? first : last - more, more };
}

/* How much a lane calls for a defender: attackers near the base less the defenders there are. */
static int32_t lane_alarm(const struct apoca_state *s, uint32_t seat, uint32_t direction)
{
    const struct apoca_open *open = &s->open;
    const struct stretch near = near_base(open, seat, direction);
    int32_t attackers = 0, defenders = s->secret[seat].queue[direction];
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (unit->path - near.first > near.more || !is_living(unit)) {
            continue;
        }
        if (apoca_unit_is(unit, APOCA_HIRED) && apoca_unit_team(unit) == seat) {
            defenders++;
        } else if (attacks(unit, seat)) {
            attackers += 1 + unit->health / 30;
        }
    }
    return attackers - defenders;
}

/* A side that only defends, or one that also sends whatever it can pay for down one lane. */
enum temper { CALM, FIERCE };

static void play_reflex(const struct rd_game *game, struct apoca_state *s, rd_seat seat,
                        enum temper temper)
{
    const struct rd_action done = { APOCA_DONE, { 0, 0, 0 } };
    struct rd_luck luck = rd_luck_from_seed(0); /* R10.1: nothing is drawn */
    int32_t most = 0;
    struct rd_action hire = done;
    for (uint16_t d = 0; d < APOCA_DIRECTIONS && s->open.money[seat] >= 10; d++) {
        int32_t alarm = s->open.start[seat][d] == APOCA_NONE ? 0 : lane_alarm(s, seat, d);
        alarm = alarm <= 0 && temper == FIERCE ? 1 : alarm;
        struct rd_action order = { APOCA_HIRE, { d, 0, 0 } };
        if (alarm > most && game->judge(s, seat, order).code == RD_OK) {
            most = alarm;
            hire = order;
        }
    }
    if (hire.verb == APOCA_HIRE) {
        game->apply(s, seat, hire, &luck, NULL);
    }
    game->apply(s, seat, done, &luck, NULL);
}

/* ---- what is left ---- */

static int32_t worth_of_towers(const struct apoca_open *open, uint32_t seat)
{
    int32_t worth = 0, left = open->turn_limit - open->turn;
    left = left > HORIZON ? HORIZON : left;
    for (uint32_t i = 0; i < open->tower_count; i++) {
        uint32_t land = open->tower[i].land;
        if ((open->land_blue[land / 64] >> (land % 64) & 1u) == seat) {
            const struct apoca_tower_kind *kind = apoca_kind_of(&open->tower[i]);
            worth += (kind->traits & APOCA_EARNS) != 0
                         ? WORTH_MONEY * kind->income * left / (kind->cooldown + 1)
                         : WORTH_GUN;
        }
    }
    return worth;
}

static int32_t worth_of_units(const struct apoca_open *open, uint32_t seat)
{
    int32_t worth = 0;
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (is_living(unit)) {
            int32_t each = apoca_unit_is(unit, APOCA_WILD) ? WORTH_DEMON : WORTH_MERCENARY;
            worth += attacks(unit, seat) ? -each * unit->health : each * unit->health;
        }
    }
    return worth;
}

static int32_t worth_of(const struct apoca_open *open, uint32_t seat)
{
    uint32_t other = 1 - seat;
    if (open->ending != APOCA_PLAYING) {
        int32_t sooner = APOCA_TURNS_MAX - open->turn;
        return open->winner == APOCA_TIE ? 0
               : open->winner == seat    ? WORTH_GAME + sooner
                                         : -WORTH_GAME - sooner;
    }
    return WORTH_MONEY * (open->money[seat] - open->money[other]) +
           WORTH_OWN_BASE * open->health[seat] - WORTH_OTHER_BASE * open->health[other] +
           worth_of_towers(open, seat) - worth_of_towers(open, other) + worth_of_units(open, seat);
}

/* Long enough to see what an attack does. */
static uint32_t horizon(const struct apoca_open *open)
{
    uint32_t shortest = APOCA_PATH_MAX;
    for (uint32_t lane = 0; lane < open->lane_count; lane++) {
        uint32_t length = (uint32_t)(open->lane_first[lane + 1] - open->lane_first[lane]);
        shortest = length < shortest ? length : shortest;
    }
    return shortest + ARRIVAL > HORIZON ? shortest + ARRIVAL : HORIZON;
}

/* ---- trying ---- */

static int32_t worth_against(const struct rd_bot_question *q, const struct apoca_state *start,
                             struct rd_action order, enum temper temper)
{
    enum temper tempers[APOCA_SEATS] = { temper, temper };
    tempers[q->seat] = CALM;
    const struct rd_game *game = q->game;
    const struct rd_action done = { APOCA_DONE, { 0, 0, 0 } };
    struct rd_luck luck = rd_luck_from_seed(0);
    struct apoca_state s;
    uint32_t turns = horizon(&start->open);
    memcpy(&s, start, sizeof s);
    game->apply(&s, q->seat, order, &luck, NULL);
    if (order.verb != APOCA_DONE) {
        game->apply(&s, q->seat, done, &luck, NULL);
    }
    if (game->to_act(&s) == RD_SEAT_BIT(1 - q->seat)) {
        play_reflex(game, &s, (rd_seat)(1 - q->seat), temper);
    }
    for (uint32_t turn = 1; turn < turns && s.open.ending == APOCA_PLAYING; turn++) {
        bool raid = turn < RAID_TURNS;
        play_reflex(game, &s, APOCA_RED, raid ? tempers[APOCA_RED] : CALM);
        play_reflex(game, &s, APOCA_BLUE, raid ? tempers[APOCA_BLUE] : CALM);
    }
    return worth_of(&s.open, q->seat);
}

static int32_t worth_after(const struct rd_bot_question *q, const struct apoca_state *start,
                           struct rd_action order)
{
    return worth_against(q, start, order, CALM) + worth_against(q, start, order, FIERCE);
}

/* ---- where to build ---- */

/* What each lane tile is worth covering: more near the base, less where guns stand already. */
struct cover {
    int32_t weight[APOCA_PATH_MAX];
};

static void weigh_tiles(const struct apoca_open *open, uint32_t seat, struct cover *cover)
{
    uint32_t end = open->lane_first[open->lane_count];
    memset(cover, 0, sizeof *cover);
    for (uint32_t path = 0; path < end; path++) {
        cover->weight[path] = steps_to_base(open, path, seat) < NEAR_BASE ? 24 : 12;
    }
    for (uint32_t i = 0; i < open->tower_count; i++) {
        const struct apoca_tower_kind *kind = apoca_kind_of(&open->tower[i]);
        uint32_t land = open->tower[i].land;
        if ((open->land_blue[land / 64] >> (land % 64) & 1u) != seat ||
            (kind->traits & APOCA_GUN) == 0) {
            continue;
        }
        int32_t reach2 = kind->range * kind->range;
        for (uint32_t path = 0; path < end; path++) {
            if (distance2(open->land_cell[land], open->path_cell[path]) <= reach2) {
                cover->weight[path] = cover->weight[path] * 3 / 4;
            }
        }
    }
}

/* A lane that nobody attacks needs fewer guns. */
static void weigh_threats(const struct apoca_open *open, uint32_t seat, struct cover *cover)
{
    int32_t threat[APOCA_LANES_MAX] = { 1, 1, 1, 1 };
    for (uint32_t i = 0; i < open->spawner_count; i++) {
        threat[lane_of(open, open->spawner[i].path)] += open->spawner[i].target == seat ? 4 : 0;
    }
    for (uint32_t i = 0; i < open->unit_count; i++) {
        threat[lane_of(open, open->unit[i].path)] += attacks(&open->unit[i], seat) ? 2 : 0;
    }
    for (uint32_t path = 0; path < open->lane_first[open->lane_count]; path++) {
        cover->weight[path] *= threat[lane_of(open, path)];
    }
}

static int32_t place_score(const struct apoca_open *open, const struct cover *cover, uint32_t type,
                           uint32_t cell)
{
    int32_t score = 0;
    /* A tower that only earns stands where a gun would see least. */
    int32_t is_house = (apoca_tower_kinds[type].traits & APOCA_EARNS) != 0;
    int32_t range = is_house ? APOCA_RANGE_MAX : apoca_tower_kinds[type].range;
    for (uint32_t path = 0; path < open->lane_first[open->lane_count]; path++) {
        score += distance2(cell, open->path_cell[path]) <= range * range ? cover->weight[path] : 0;
    }
    return is_house ? -score : score;
}

/* ---- the question ---- */

struct candidates {
    uint32_t index[CANDIDATES_MAX]; /* in question->legal */
    uint32_t count;
};

static void add_candidate(struct candidates *list, uint32_t index)
{
    RD_ASSERT(list->count < CANDIDATES_MAX);
    list->index[list->count++] = index;
}

/* The chosen one of those that are equally good, when one more turns up. */
static uint32_t one_of(struct rd_luck *luck, uint32_t *equals, uint32_t chosen, uint32_t another)
{
    *equals += 1;
    return rd_luck_range(luck, 1, (int32_t)*equals) == 1 ? another : chosen;
}

static void add_builds(const struct rd_bot_question *q, struct candidates *list)
{
    const struct apoca_view *view = q->view;
    struct cover cover;
    int32_t best[APOCA_TOWER_TYPES];
    uint32_t place[APOCA_TOWER_TYPES], equals[APOCA_TOWER_TYPES];
    weigh_tiles(&view->open, q->seat, &cover);
    weigh_threats(&view->open, q->seat, &cover);
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        place[type] = q->legal_count;
    }
    for (uint32_t i = 0; i < q->legal_count; i++) {
        if (q->legal[i].verb != APOCA_BUILD) {
            continue;
        }
        uint32_t type = q->legal[i].arg[0];
        int32_t score = place_score(&view->open, &cover, type, q->legal[i].arg[1]);
        if (place[type] == q->legal_count || score > best[type]) {
            best[type] = score;
            place[type] = i;
            equals[type] = 1;
        } else if (score == best[type]) {
            place[type] = one_of(q->luck, &equals[type], place[type], i);
        }
    }
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        if (place[type] < q->legal_count) {
            add_candidate(list, place[type]);
        }
    }
}

/* One of each kind of order that this turn has not got yet; done comes first. */
static void gather(const struct rd_bot_question *q, struct candidates *list)
{
    const struct apoca_view *view = q->view;
    list->count = 0;
    RD_ASSERT(q->legal[q->legal_count - 1].verb == APOCA_DONE);
    add_candidate(list, q->legal_count - 1);
    for (uint32_t i = 0; i < q->legal_count; i++) {
        uint32_t verb = q->legal[i].verb;
        if ((verb == APOCA_HIRE && view->own.hire == 0) ||
            (verb == APOCA_PROVOKE && view->own.provoke == 0)) {
            add_candidate(list, i);
        }
    }
    if (view->own.tower_verb == 0) {
        add_builds(q, list);
    }
}

uint32_t rd_bot_greedy_apoca_choose(const struct rd_bot_question *question)
{
    struct candidates list;
    struct apoca_state start;
    struct rd_luck luck = rd_luck_from_seed(0); /* the same guess for every order of a turn */
    gather(question, &list);
    if (list.count == 1) {
        return list.index[0];
    }
    question->game->guess(question->view, &luck, &start);
    uint32_t chosen = list.index[0], equals = 1;
    int32_t most = worth_after(question, &start, question->legal[chosen]) + MARGIN;
    for (uint32_t i = 1; i < list.count; i++) {
        int32_t worth = worth_after(question, &start, question->legal[list.index[i]]);
        if (worth > most) {
            most = worth;
            chosen = list.index[i];
            equals = 1;
        } else if (worth == most) {
            chosen = one_of(question->luck, &equals, chosen, list.index[i]);
        }
    }
    return chosen;
}
