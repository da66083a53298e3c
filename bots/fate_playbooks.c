/*
 * A turn in FATE. Where to end it and whom to strike on the way is decided together: a cell is as
 * good as the best blow that can be struck before or after going there, less what enemies are
 * likely to do to a unit that stands there, less the way that is still to go.
 *
 * Nobody here knows where hidden enemies are, even in a position that was guessed.
 */
#include "bots/fate_playbooks.h"

#include <string.h>

#include "bots/list.h"

enum {
    SURE = 64,        /* chances are in 64ths */
    EVEN = 32,        /* R8.2: ties are broken */
    AREA_CHANCE = 28, /* R10.2: a tie is a miss */
    FAR = 99,
    WORTH_HP = 10,
    PLAIN_GAIN = 10,    /* of any blow, to those who don't tell enemies apart */
    AUTO_ROLL = 8,      /* an attack of this total is worth an Auto Defence, */
    AUTO_LAST_ROLL = 6, /* or of this one if the hit would kill */
    AREA_REACH = 2,
    SEARCH_NEAR = 3 /* steps to where somebody hid */
};

/* What a unit of the class does in an average turn, in hundredths of a point of damage, and a
 * summon: measured, so no trait tells it. */
static const uint8_t blows[FATE_CLASSES + 1] = {
    [FATE_RIDER] = 120,    [FATE_SPEARMAN] = 50, [FATE_TRICKSTER] = 70, [FATE_ASSASSIN] = 75,
    [FATE_BERSERKER] = 95, [FATE_ARCHER] = 55,   [FATE_KNIGHT] = 115,   [FATE_CLASSES] = 40,
};

int32_t fate_worth_of(const struct fate_unit *unit, uint32_t class, uint32_t hp)
{
    int32_t life = blows[class] * 4 / 10;
    return hp == 0 ? 0 : WORTH_HP * (int32_t)hp + life / 2 + life * (int32_t)hp / (2 * unit->max);
}

/* ---- the board ---- */

/* One of the eight directions, 0 if they are on no line. */
static int32_t direction_of(uint32_t from, uint32_t to)
{
    int32_t dx = (int32_t)fate_column(to) - (int32_t)fate_column(from);
    int32_t dy = (int32_t)fate_row(to) - (int32_t)fate_row(from);
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy) {
        return 0;
    }
    return ((dx > 0) - (dx < 0)) + FATE_SIDE * ((dy > 0) - (dy < 0));
}

void fate_take_notes(const struct rd_search_position *position, void *notes)
{
    struct fate_notes *n = notes;
    (void)position;
    for (uint32_t from = 0; from < FATE_CELLS; from++) {
        for (uint32_t to = 0; to < FATE_CELLS; to++) {
            n->distance_of[from][to] = (uint8_t)fate_apart(from, to);
            n->line[from][to] = (int8_t)direction_of(from, to);
        }
    }
}

struct foe {
    uint8_t unit, at, class;
    uint8_t blow; /* what the one that acts has to expect of it: its own share, in hundredths */
    int32_t gain; /* of striking it */
};

struct table {
    const struct fate_state *s;
    const struct fate_notes *notes;
    const struct fate_playbook *playbook;
    uint32_t me, active, class;
    const struct fate_traits *traits; /* of the class that acts */
    const struct fate_unit *unit;
    uint32_t foes;
    struct foe foe[FATE_UNITS];
    uint32_t last_seen;          /* enemies whose place is known, or was, */
    uint8_t seen_at[FATE_UNITS]; /* and where */
};

static uint32_t distance_of(const struct table *t, uint32_t from, uint32_t to)
{
    return t->notes->distance_of[from][to];
}

static int32_t line_of(const struct table *t, uint32_t from, uint32_t to)
{
    return t->notes->line[from][to];
}

/* How likely a unit can attack a cell in its next turn, so far away: eighths. By how it moves and
 * how far it strikes; a rider's reach follows lines, not distance. */
static uint32_t reach_of(const struct table *t, uint32_t class, uint32_t from, uint32_t to)
{
    static const uint8_t jump_reach[FATE_SIDE] = { 8, 8, 8, 8, 8, 3, 3, 3, 3 };
    static const uint8_t reel_reach[FATE_SIDE] = { 8, 8, 5, 1 };
    const struct fate_traits *traits = fate_class_traits(class);
    uint32_t steps = distance_of(t, from, to);
    if ((traits->moves & FATE_RIDES) != 0) {
        int32_t dx = (int32_t)fate_column(from) - (int32_t)fate_column(to);
        int32_t dy = (int32_t)fate_row(from) - (int32_t)fate_row(to);
        return (dx >= -1 && dx <= 1) || (dy >= -1 && dy <= 1) ? 8 : 0;
    }
    if (traits->pattern == FATE_ARROW) {
        return 6;
    }
    if ((traits->moves & FATE_ROLLED) != 0) {
        return (traits->moves & FATE_JUMPS) != 0 ? jump_reach[steps] : reel_reach[steps];
    }
    uint32_t walks = (traits->moves & FATE_DASHES) != 0 ? 2 : (traits->moves & FATE_STEPS) != 0;
    return steps <= walks + traits->reach ? 8 : 0;
}

/* Of this seat's units on the board, as its opponent sees them if he must. */
static uint32_t in_play(const struct fate_state *s, uint32_t unit)
{
    return s->unit[unit].hp != 0 && s->unit[unit].at < FATE_CELLS;
}

/* Of mine that it can reach, beside the one that acts. */
static uint32_t others_in_reach(const struct table *t, uint32_t class, uint32_t at)
{
    const struct fate_state *s = t->s;
    uint32_t count = 0;
    for (uint32_t k = t->me * FATE_CLASSES; k < (t->me + 1) * FATE_CLASSES; k++) {
        uint32_t target = k != t->active && in_play(s, k) && !s->unit[k].hidden;
        count += target && reach_of(t, class, at, s->unit[k].at) >= 4;
    }
    return count;
}

/* ---- striking ---- */

struct blow {
    int32_t gain;
    struct rd_action order;
};

static int32_t chance_of(const struct table *t, const struct foe *foe)
{
    const struct fate_unit *u = &t->s->unit[foe->unit];
    if (fate_base_guards(u)) {
        return EVEN / 2;
    }
    uint32_t dodges = fate_class_traits(foe->class)->flags & FATE_DODGES;
    return EVEN - (dodges ? EVEN / 6 : 0) + ((t->traits->flags & FATE_STRIKES) != 0 ? EVEN / 6 : 0);
}

static int32_t gain_of(const struct table *t, uint32_t unit, int32_t chance, uint32_t damage)
{
    const struct fate_unit *u = &t->s->unit[unit];
    uint32_t class = fate_class_of(unit), left = u->hp > damage ? u->hp - damage : 0;
    return chance * (fate_worth_of(u, class, u->hp) - fate_worth_of(u, class, left)) / SURE;
}

static uint32_t damage_of(const struct table *t)
{
    uint32_t ambush =
        (t->traits->flags & FATE_BACKSTABS) != 0 && t->unit->hidden && t->unit->damage < 2;
    return t->unit->damage + ambush;
}

static void add_foe(struct table *t, uint32_t unit)
{
    uint32_t class = fate_class_of(unit), at = t->s->unit[unit].at;
    struct foe foe = { (uint8_t)unit, (uint8_t)at, (uint8_t) class, 0, PLAIN_GAIN };
    foe.blow = (uint8_t)(blows[class] / (1 + others_in_reach(t, class, at)));
    if (t->playbook->focuses) {
        foe.gain = gain_of(t, unit, chance_of(t, &foe), damage_of(t));
    }
    t->foe[t->foes++] = foe;
}

static void lay_table(struct table *t, const struct rd_search_position *position,
                      const struct fate_playbook *playbook)
{
    t->s = position->state;
    t->notes = position->notes;
    t->playbook = playbook;
    t->me = position->seat;
    t->active = t->s->active;
    t->class = fate_class_of(t->active);
    t->traits = fate_class_traits(t->class);
    t->unit = &t->s->unit[t->active];
    t->foes = t->last_seen = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &t->s->unit[i];
        uint32_t at = u->hidden ? u->known : u->at;
        if (fate_seat_of(i) == t->me || u->hp == 0 || at >= FATE_CELLS) {
            continue;
        }
        t->seen_at[t->last_seen++] = (uint8_t)at;
        if (!u->hidden) {
            add_foe(t, i);
        }
    }
}

/* R8.1: the pattern of the class, from a cell where the unit might stand. */
static uint32_t strikes(const struct table *t, uint32_t from, const struct foe *foe)
{
    uint32_t d = distance_of(t, from, foe->at);
    int32_t line = line_of(t, from, foe->at);
    switch ((enum fate_pattern)t->traits->pattern) {
    case FATE_ON_LINES:
        return d <= t->traits->reach && line != 0;
    case FATE_AROUND:
        return d <= t->traits->reach;
    case FATE_ARROW:
        for (uint32_t i = 0; i < t->foes && line != 0; i++) {
            if (distance_of(t, from, t->foe[i].at) < d && line_of(t, from, t->foe[i].at) == line) {
                return 0;
            }
        }
        return line != 0;
    case FATE_BESIDE:
    default:
        return d == 1;
    }
}

static int32_t gain_of_area(const struct table *t, uint32_t from)
{
    int32_t gain = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &t->s->unit[i];
        uint32_t known = fate_seat_of(i) == t->me || !u->hidden;
        if (i != t->active && in_play(t->s, i) && known &&
            distance_of(t, from, u->at) <= AREA_REACH) {
            int32_t one = gain_of(t, i, AREA_CHANCE, 1);
            gain += fate_seat_of(i) == t->me ? -one : one;
        }
    }
    return gain;
}

/* The best that can be struck from there. */
static struct blow best_blow(const struct table *t, uint32_t from)
{
    struct blow best = { 0, { FATE_V_END_TURN, { 0, 0, 0 } } };
    if ((t->unit->slots & FATE_A) != 0) {
        return best;
    }
    for (uint32_t i = 0; i < t->foes; i++) {
        const struct foe *foe = &t->foe[i];
        if (foe->gain > best.gain && strikes(t, from, foe)) {
            struct rd_action order = { FATE_V_ATTACK, { foe->unit, 0, 0 } };
            best.gain = foe->gain;
            best.order = order;
        }
    }
    if (fate_base_has(t->unit, FATE_FOR_STRIKE_AROUND) && (t->unit->slots & FATE_C) == 0) {
        int32_t gain = gain_of_area(t, from);
        if (gain > best.gain) {
            struct rd_action order = { FATE_V_AREA_ATTACK, { 0, 0, 0 } };
            best.gain = gain;
            best.order = order;
        }
    }
    return best;
}

/* ---- going ---- */

/* R7.5: everybody in the way is attacked. */
static int32_t gain_of_ride(const struct table *t, uint32_t to)
{
    uint32_t from = t->unit->at;
    int32_t line = line_of(t, from, to), gain = 0;
    if ((t->traits->moves & FATE_RIDES) == 0 || !t->playbook->rides ||
        (fate_row(from) != fate_row(to) && fate_column(from) != fate_column(to))) {
        return 0;
    }
    for (uint32_t i = 0; i < t->foes; i++) {
        const struct foe *foe = &t->foe[i];
        if (line_of(t, from, foe->at) == line &&
            distance_of(t, from, foe->at) < distance_of(t, from, to)) {
            gain += gain_of(t, foe->unit, chance_of(t, foe), t->unit->damage);
        }
    }
    return gain;
}

/* What is likely to be lost by standing there for a round. */
static int32_t danger_at(const struct table *t, uint32_t cell)
{
    int32_t harm = 0; /* expected damage in 800ths */
    for (uint32_t i = 0; i < t->foes; i++) {
        const struct foe *foe = &t->foe[i];
        harm += (int32_t)(reach_of(t, foe->class, foe->at, cell) * foe->blow);
    }
    harm = t->unit->hidden ? harm / 4 : harm;
    int32_t worth = fate_worth_of(t->unit, t->class, t->unit->hp);
    return harm * worth / (800 * t->unit->hp);
}

static int32_t way_to_go(const struct table *t, uint32_t cell)
{
    uint32_t nearest = FAR;
    for (uint32_t i = 0; i < t->last_seen; i++) {
        uint32_t steps = distance_of(t, cell, t->seen_at[i]);
        nearest = steps < nearest ? steps : nearest;
    }
    uint32_t there = nearest == FAR || nearest <= 1 || t->traits->pattern == FATE_ARROW;
    return there ? 0 : (int32_t)nearest - 1;
}

/* Danger, which takes long to find out, only makes it less: it is left out below the bar. */
static int32_t worth_of_cell(const struct table *t, uint32_t cell, int32_t now, int32_t bar)
{
    int32_t later = best_blow(t, cell).gain;
    int32_t worth = (later > now ? later : now) + gain_of_ride(t, cell);
    worth -= t->playbook->approach * way_to_go(t, cell);
    return worth <= bar ? worth : worth - danger_at(t, cell) * t->playbook->caution / 8;
}

void fate_playbook_cells(const struct rd_search_position *position,
                         const struct fate_playbook *playbook, const struct rd_action *move,
                         uint32_t count, int32_t *worth)
{
    struct table t;
    lay_table(&t, position, playbook);
    int32_t now = best_blow(&t, t.unit->at).gain;
    for (uint32_t i = 0; i < count; i++) {
        worth[i] = worth_of_cell(&t, move[i].arg[0], now, INT32_MIN);
    }
}

/* ---- answers, and cards of heroes ---- */

/* What greedy takes of these. */
static struct rd_action greedy_among(const struct rd_search_position *position,
                                     const struct rd_action *legal, uint32_t count)
{
    struct fate_view view = { .seat = (uint8_t)position->seat };
    struct rd_bot_question question = { .game = position->game,
                                        .view = &view,
                                        .seat = position->seat,
                                        .legal = legal,
                                        .legal_count = count,
                                        .luck = position->luck };
    memcpy(&view.known, position->state, sizeof view.known);
    return legal[rd_bot_greedy_fate_choose(&question)];
}

static struct rd_action answer(const struct rd_search_position *position,
                               const struct rd_action *legal, uint32_t count)
{
    const struct fate_state *s = position->state;
    if (legal[0].arg[0] != FATE_SAY_AUTO) {
        return greedy_among(position, legal, count);
    }
    const struct fate_frame *attack = &s->frame[s->depth - 1];
    uint32_t mortal = s->unit[s->prompt_unit].hp <= s->unit[attack->unit].damage;
    uint32_t guards = attack->attack >= (mortal ? AUTO_LAST_ROLL : AUTO_ROLL);
    return legal[guards ? 0 : 1];
}

/* Cards come after all other verbs but the end of the turn, which is left in to compare with. */
static uint32_t wants_card(const struct rd_search_position *position, const struct rd_action *legal,
                           uint32_t count, struct rd_action *out)
{
    const struct fate_state *s = position->state;
    uint32_t first = 0;
    while (first < count && legal[first].verb != FATE_V_END_TURN) {
        first++;
    }
    if (s->unit[s->active].kind < FATE_FIRST_HERO || first + 1 >= count) {
        return 0;
    }
    *out = greedy_among(position, legal + first, count - first);
    return out->verb != FATE_V_END_TURN;
}

/* ---- a turn ---- */

struct goal {
    struct rd_action move; /* the end of the turn if it is best to stay */
    int32_t worth;
};

static struct goal best_cell(const struct table *t, const struct rd_action *legal, uint32_t count,
                             int32_t now)
{
    struct goal best = { { FATE_V_END_TURN, { 0, 0, 0 } },
                         worth_of_cell(t, t->unit->at, now, INT32_MIN) };
    for (uint32_t i = 0; i < count; i++) {
        if (legal[i].verb != FATE_V_MOVE) {
            continue;
        }
        int32_t worth = worth_of_cell(t, legal[i].arg[0], now, best.worth);
        if (worth > best.worth) {
            best.worth = worth;
            best.move = legal[i];
        }
    }
    return best;
}

static uint32_t somebody_hid_near(const struct table *t)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &t->s->unit[i];
        if (fate_seat_of(i) != t->me && u->hp != 0 && u->hidden && u->known < FATE_CELLS &&
            distance_of(t, t->unit->at, u->known) <= SEARCH_NEAR) {
            return 1;
        }
    }
    return 0;
}

/* Those that can't be done are passed over by whoever carries them out. */
static uint32_t end_turn(const struct table *t, struct rd_action *out)
{
    static const struct rd_action hide = { FATE_V_STEALTH, { 0, 0, 0 } },
                                  search = { FATE_V_SEARCH, { 1, 0, 0 } },
                                  end = { FATE_V_END_TURN, { 0, 0, 0 } };
    uint32_t count = 0;
    if (t->playbook->hides && !t->unit->hidden && t->traits->hides != 0) {
        out[count++] = hide;
    }
    if (somebody_hid_near(t)) {
        out[count++] = search;
    }
    out[count++] = end;
    return count;
}

static uint32_t play_unit(const struct rd_search_position *position,
                          const struct fate_playbook *playbook, const struct rd_action *legal,
                          uint32_t count, struct rd_action *out)
{
    const struct fate_state *s = position->state;
    struct table t;
    if (legal[0].verb == FATE_V_ROLL_MOVE && s->roll == 0) {
        out[0] = legal[0];
        return 1;
    }
    if (wants_card(position, legal, count, out)) {
        return 1;
    }
    lay_table(&t, position, playbook);
    struct blow blow = best_blow(&t, t.unit->at);
    struct goal goal = best_cell(&t, legal, count, blow.gain);
    uint32_t stays = goal.move.verb == FATE_V_END_TURN;
    if (blow.gain > 0 && (stays || blow.gain >= best_blow(&t, goal.move.arg[0]).gain)) {
        out[0] = blow.order;
        if (position->game->judge(position->state, position->seat, blow.order).code == RD_OK) {
            return 1;
        }
    }
    if (!stays) {
        out[0] = goal.move;
        return 1;
    }
    return end_turn(&t, out);
}

uint32_t fate_playbook_orders(const struct rd_search_position *position,
                              const struct fate_playbook *playbook, struct rd_action *out,
                              uint32_t cap)
{
    const struct fate_state *s = position->state;
    struct rd_action legal[FATE_LEGAL_ROOM];
    uint32_t count = position->game->legal(s, position->seat, legal, FATE_LEGAL_ROOM);
    RD_ASSERT(count > 0 && count <= FATE_LEGAL_ROOM && cap >= 3);
    if (s->phase != FATE_BATTLE) {
        out[0] = greedy_among(position, legal, count);
        return 1;
    }
    if (s->prompt != FATE_NO_CARD) {
        out[0] = answer(position, legal, count);
        return 1;
    }
    return play_unit(position, playbook, legal, count, out);
}
