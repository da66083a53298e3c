#include "arena/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"

enum { COMBINATIONS_MAX = 1000000, SPRT_ROUND_GROUPS = 64 };

uint32_t schedule_preset_rounds(const struct tournament *t)
{
    return t->format == FORMAT_LADDER ? 2 * t->entrants
                                      : (uint32_t)ceil(log2(t->entrants > 1 ? t->entrants : 2)) + 1;
}

void games_add(struct games *games, const struct game *game)
{
    games->game = rd_grown(games->game, games->count, &games->room, sizeof *games->game);
    games->game[games->count++] = *game;
}

void games_free(struct games *games)
{
    free(games->game);
    memset(games, 0, sizeof *games);
}

/* ---- a round while it is put together ---- */

struct round {
    const struct tournament *t;
    struct games *games;
    uint32_t number, tables, groups;
};

static struct round next_round(const struct tournament *t, struct games *games)
{
    struct round round = { .t = t, .games = games };
    if (games->count > 0) {
        round.number = games->game[games->count - 1].round + 1;
        round.groups = games->game[games->count - 1].group + 1;
    }
    return round;
}

/* Everybody in every seat once, for each group. */
static void add_group(struct round *round, const uint16_t *players)
{
    uint32_t seats = tournament_seats(round->t);
    for (uint32_t rotation = 0; rotation < seats; rotation++) {
        struct game game = { .id = round->games->count + 1,
                             .round = round->number,
                             .table = round->tables,
                             .group = round->groups,
                             .rotation = rotation,
                             .setup = (uint16_t)(round->groups % round->t->setups),
                             .seats = (uint8_t)seats };
        for (uint32_t seat = 0; seat < seats; seat++) {
            game.entrant[seat] = players[(seat + rotation) % seats];
        }
        games_add(round->games, &game);
    }
    round->groups++;
}

static void add_table(struct round *round, const uint16_t *players, uint32_t groups)
{
    for (uint32_t i = 0; i < groups; i++) {
        add_group(round, players);
    }
    round->tables++;
}

/* ---- everybody against everybody, one against many ---- */

static uint32_t combinations(uint32_t of, uint32_t chosen)
{
    double count = 1;
    for (uint32_t i = 0; i < chosen; i++) {
        count = count * (of - i) / (i + 1);
    }
    return count > COMBINATIONS_MAX ? COMBINATIONS_MAX + 1 : (uint32_t)(count + 0.5);
}

/* The next ascending choice of `count` numbers below `limit`. False: that was the last. */
static bool next_choice(uint16_t *choice, uint32_t count, uint32_t limit)
{
    for (uint32_t i = count; i-- > 0;) {
        if (choice[i] + count - i < limit) {
            choice[i]++;
            for (uint32_t j = i + 1; j < count; j++) {
                choice[j] = (uint16_t)(choice[j - 1] + 1);
            }
            return true;
        }
    }
    return false;
}

static void by_number(uint16_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (uint16_t)i;
    }
}

/* A table as one number, whoever sits where. */
static uint64_t table_key(const uint16_t *players, uint32_t seats)
{
    uint16_t sorted[RD_SEATS_MAX];
    uint64_t key = 0;
    memcpy(sorted, players, seats * sizeof sorted[0]);
    for (uint32_t i = 1; i < seats; i++) {
        for (uint32_t j = i; j > 0 && sorted[j - 1] > sorted[j]; j--) {
            uint16_t moving = sorted[j];
            sorted[j] = sorted[j - 1];
            sorted[j - 1] = moving;
        }
    }
    for (uint32_t i = 0; i < seats; i++) {
        key = key * (ENTRANTS_MAX + 1) + sorted[i] + 1;
    }
    return key;
}

static int by_key(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The keys of all groups so far, sorted; to be freed. */
static uint64_t *keys_of(const struct games *games, uint32_t *count)
{
    uint64_t *keys = calloc((size_t)games->count + 1, sizeof *keys);
    RD_ASSERT(keys != NULL);
    *count = 0;
    for (uint32_t i = 0; i < games->count; i++) {
        if (games->game[i].rotation == 0) {
            keys[(*count)++] = table_key(games->game[i].entrant, games->game[i].seats);
        }
    }
    qsort(keys, *count, sizeof *keys, by_key);
    return keys;
}

/* How many are smaller than this. */
static uint32_t below(const uint64_t *keys, uint32_t count, uint64_t key)
{
    uint32_t low = 0;
    while (count > 0) {
        uint32_t half = count / 2;
        bool smaller = keys[low + half] < key;
        low = smaller ? low + half + 1 : low;
        count = smaller ? count - half - 1 : half;
    }
    return low;
}

/* In a gauntlet the first entrant plays all others: the version of it that plays. */
static uint16_t hero_of(const struct tournament *t)
{
    for (uint16_t i = 0; i < t->entrants; i++) {
        if (!t->entrant[i].retired && strcmp(t->entrant[i].spec, t->entrant[0].spec) == 0) {
            return i;
        }
    }
    return 0;
}

static bool has_hero(const struct tournament *t, const uint16_t *players)
{
    bool has = t->format != FORMAT_GAUNTLET;
    for (uint32_t i = 0; i < tournament_seats(t); i++) {
        has = has || players[i] == hero_of(t);
    }
    return has;
}

static uint32_t not_retired(const struct tournament *t, uint16_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->entrants; i++) {
        if (!t->entrant[i].retired) {
            list[count++] = (uint16_t)i;
        }
    }
    return count;
}

/* All choices that have fewer groups than they should: all of them at first, later those with a
 * newcomer, or all if more is asked for. */
static bool all_choices(struct round *round)
{
    const struct tournament *t = round->t;
    uint16_t choice[RD_SEATS_MAX] = { 0 }, players[RD_SEATS_MAX] = { 0 }, list[ENTRANTS_MAX];
    uint32_t seats = tournament_seats(t), before = round->games->count, keys_count;
    uint32_t active = not_retired(t, list);
    if (active < seats) {
        return false;
    }
    uint64_t *keys = keys_of(round->games, &keys_count);
    by_number(choice, seats);
    do {
        for (uint32_t i = 0; i < seats; i++) {
            players[i] = list[choice[i]];
        }
        uint64_t key = table_key(players, seats);
        uint32_t had = below(keys, keys_count, key + 1) - below(keys, keys_count, key);
        if (had < t->groups && has_hero(t, players)) {
            add_table(round, players, t->groups - had);
        }
    } while (next_choice(choice, seats, active));
    free(keys);
    return round->games->count > before;
}

/* ---- what has been won ---- */

struct tally {
    double points[ENTRANTS_MAX];
    uint32_t tables[ENTRANTS_MAX]; /* groups played */
};

static struct tally count_points(const struct games *games)
{
    struct tally tally = { { 0 }, { 0 } };
    for (uint32_t i = 0; i < games->count; i++) {
        const struct game *game = &games->game[i];
        for (uint32_t seat = 0; seat < game->seats; seat++) {
            tally.points[game->entrant[seat]] += game_score(game, seat);
            tally.tables[game->entrant[seat]] += game->rotation == 0;
        }
    }
    return tally;
}

/* Entrants by points, the earlier named first where they are equal. */
static void sort_by(const double *value, uint16_t *order, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint16_t moving = order[i];
        uint32_t place = i;
        for (; place > 0 && value[order[place - 1]] < value[moving]; place--) {
            order[place] = order[place - 1];
        }
        order[place] = moving;
    }
}

/* ---- swiss ---- */

static bool have_met(const struct games *games, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < games->count; i++) {
        const struct game *game = &games->game[i];
        bool has_a = false, has_b = false;
        for (uint32_t seat = 0; game->rotation == 0 && seat < game->seats; seat++) {
            has_a = has_a || game->entrant[seat] == a;
            has_b = has_b || game->entrant[seat] == b;
        }
        if (has_a && has_b) {
            return true;
        }
    }
    return false;
}

/* Somebody who sat out has the points of a game won by everybody who was there: all of a round. */
static void add_byes(const struct tournament *t, uint32_t rounds, struct tally *tally)
{
    double full = (double)t->groups * tournament_seats(t);
    for (uint32_t i = 0; i < t->entrants; i++) {
        uint32_t played = tally->tables[i] / t->groups;
        tally->points[i] += full * (rounds - played);
    }
}

/* Moves those who have to sit out behind the others: the last who has sat out least. */
static uint32_t seat_out(const struct tally *tally, uint16_t *order, uint32_t count, uint32_t seats)
{
    for (uint32_t left = count % seats; left > 0; left--, count--) {
        uint32_t who = count - 1;
        for (uint32_t i = count; i-- > 0;) {
            who = tally->tables[order[i]] > tally->tables[order[who]] ? i : who;
        }
        uint16_t moving = order[who];
        memmove(&order[who], &order[who + 1], (count - 1 - who) * sizeof order[0]);
        order[count - 1] = moving;
    }
    return count;
}

/* The first of the order that the players at the table have not met; else the first. */
static uint32_t find_partner(const struct games *games, const uint16_t *table, uint32_t sitting,
                             const uint16_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool met = false;
        for (uint32_t j = 0; j < sitting; j++) {
            met = met || have_met(games, table[j], order[i]);
        }
        if (!met) {
            return i;
        }
    }
    return 0;
}

static bool swiss(struct round *round)
{
    const struct tournament *t = round->t;
    uint32_t seats = tournament_seats(t);
    uint16_t order[ENTRANTS_MAX], table[RD_SEATS_MAX];
    if (round->number >= t->rounds) {
        return false;
    }
    struct tally tally = count_points(round->games);
    struct games past = *round->games;
    add_byes(t, round->number, &tally);
    by_number(order, t->entrants);
    sort_by(tally.points, order, t->entrants);
    uint32_t left = seat_out(&tally, order, t->entrants, seats);
    while (left >= seats) {
        for (uint32_t sitting = 0; sitting < seats; sitting++, left--) {
            past.game = round->games->game; /* adding a table may have moved the list */
            uint32_t who = find_partner(&past, table, sitting, order, left);
            table[sitting] = order[who];
            memmove(&order[who], &order[who + 1], (left - 1 - who) * sizeof order[0]);
        }
        add_table(round, table, t->groups);
    }
    return true;
}

/* ---- elimination ---- */

/* Losses of each, and the round of the last one, from the games alone. */
struct bracket {
    uint32_t losses[ENTRANTS_MAX];
    uint32_t out[ENTRANTS_MAX]; /* 1 + the round that was the last */
};

static void count_table(const struct game *first, const struct game *end, struct bracket *bracket)
{
    double points[2] = { 0, 0 };
    for (const struct game *game = first; game < end; game++) {
        for (uint32_t seat = 0; seat < 2; seat++) {
            points[game->entrant[seat] == first->entrant[1]] += game_score(game, seat);
        }
    }
    /* A tie goes to whoever was named earlier. */
    uint32_t a = first->entrant[0], b = first->entrant[1];
    bool a_wins = points[0] > points[1] || (points[0] == points[1] && a < b);
    uint32_t loser = a_wins ? b : a;
    bracket->losses[loser]++;
    bracket->out[loser] = first->round + 1;
}

static struct bracket count_losses(const struct games *games)
{
    struct bracket bracket = { { 0 }, { 0 } };
    for (uint32_t i = 0; i < games->count;) {
        uint32_t end = i;
        while (end < games->count && games->game[end].round == games->game[i].round &&
               games->game[end].table == games->game[i].table) {
            end++;
        }
        count_table(&games->game[i], games->game + end, &bracket);
        i = end;
    }
    return bracket;
}

/* First against last, second against last but one; an odd one in the middle rests, as in a bracket
 * where the best rest first: so the best is taken out before pairing. */
static void pair_up(struct round *round, const uint16_t *alive, uint32_t count)
{
    uint32_t first = count % 2;
    for (uint32_t i = 0; i < count / 2; i++) {
        uint16_t table[2] = { alive[first + i], alive[count - 1 - i] };
        add_table(round, table, round->t->groups);
    }
}

static uint32_t alive_with(const struct bracket *bracket, uint32_t entrants, uint32_t losses,
                           uint16_t *alive)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < entrants; i++) {
        if (bracket->losses[i] == losses) {
            alive[count++] = (uint16_t)i;
        }
    }
    return count;
}

/* Who has lost `lives` times is out. Only those with as many losses meet, until one of each is
 * left. */
static bool elimination(struct round *round, uint32_t lives)
{
    struct bracket bracket = count_losses(round->games);
    uint16_t alive[2][ENTRANTS_MAX];
    uint32_t count[2] = { 0, 0 };
    for (uint32_t losses = 0; losses < lives; losses++) {
        count[losses] = alive_with(&bracket, round->t->entrants, losses, alive[losses]);
    }
    if (count[0] + count[1] < 2) {
        return false;
    }
    if (count[0] == 1 && count[1] == 1) {
        uint16_t final[2] = { alive[0][0], alive[1][0] };
        add_table(round, final, round->t->groups);
        return true;
    }
    pair_up(round, alive[0], count[0]);
    pair_up(round, alive[1], count[1]);
    return true;
}

/* ---- ladder ---- */

/* Who stands where after all rounds so far: at a table the better ones take the higher places. */
static void climb(const struct tournament *t, const struct games *games, uint16_t *order)
{
    uint32_t seats = tournament_seats(t), last = 0, at = 0;
    by_number(order, t->entrants);
    if (games->count > 0) {
        last = games->game[games->count - 1].round + 1;
    }
    for (uint32_t round = 0; round < last; round++) {
        struct games part = { games->game + at, 0, 0 };
        while (at < games->count && games->game[at].round == round) {
            part.count++;
            at++;
        }
        struct tally tally = count_points(&part);
        for (uint32_t i = round % seats; i + seats <= t->entrants; i += seats) {
            sort_by(tally.points, order + i, seats);
        }
    }
}

static bool ladder(struct round *round)
{
    const struct tournament *t = round->t;
    uint32_t seats = tournament_seats(t), before = round->games->count;
    uint16_t order[ENTRANTS_MAX];
    if (round->number >= t->rounds) {
        return false;
    }
    climb(t, round->games, order);
    for (uint32_t i = round->number % seats; i + seats <= t->entrants; i += seats) {
        add_table(round, order + i, t->groups);
    }
    return round->games->count > before;
}

/* ---- all of them ---- */

static bool sprt(struct round *round)
{
    static const uint16_t both[2] = { 0, 1 };
    uint32_t left =
        round->t->groups - (round->groups < round->t->groups ? round->groups : round->t->groups);
    for (uint32_t i = 0; i < left && i < SPRT_ROUND_GROUPS; i++) {
        add_group(round, both);
    }
    return left > 0;
}

bool schedule_next(const struct tournament *t, struct games *games)
{
    struct round round = next_round(t, games);
    switch (t->format) {
    case FORMAT_SWISS:
        return swiss(&round);
    case FORMAT_SINGLE:
        return elimination(&round, 1);
    case FORMAT_DOUBLE:
        return elimination(&round, 2);
    case FORMAT_LADDER:
        return ladder(&round);
    case FORMAT_SPRT:
        return sprt(&round);
    case FORMAT_ROUND_ROBIN:
    case FORMAT_GAUNTLET:
    case FORMATS:
    default:
        return all_choices(&round);
    }
}

uint32_t schedule_games(const struct tournament *t, const struct games *past)
{
    uint32_t seats = tournament_seats(t), games = t->groups * seats;
    switch (t->format) {
    case FORMAT_ROUND_ROBIN:
    case FORMAT_GAUNTLET:
        return past->count; /* all that are missing are made at once */
    case FORMAT_SWISS:
        return t->rounds * (t->entrants / seats) * games;
    case FORMAT_SINGLE:
        return (t->entrants - 1) * games;
    case FORMAT_SPRT:
        return games;
    case FORMAT_DOUBLE:
    case FORMAT_LADDER:
    case FORMATS:
    default:
        return 0;
    }
}

bool schedule_grows(const struct tournament *t)
{
    return t->format == FORMAT_ROUND_ROBIN || t->format == FORMAT_GAUNTLET;
}

bool schedule_fills_table(const struct tournament *t, struct rd_problem *problem)
{
    uint32_t seats = tournament_seats(t);
    return t->entrants >= seats ||
           rd_problem_at(problem, NULL, "%u bot%s named, and %u sit at a table", t->entrants,
                         t->entrants == 1 ? " was" : "s were", seats);
}

bool schedule_fits(const struct tournament *t, struct rd_problem *problem)
{
    uint32_t seats = tournament_seats(t);
    bool pairs_only =
        t->format == FORMAT_SINGLE || t->format == FORMAT_DOUBLE || t->format == FORMAT_SPRT;
    if (seats < 2) {
        return rd_problem_at(problem, NULL, "nobody to play against: give it two seats or more");
    }
    if (pairs_only && seats != 2) {
        return rd_problem_at(problem, "--format", "%s is for two seats, and %u sit at a table",
                             format_name(t->format), seats);
    }
    double tables = combinations(t->entrants, seats);
    if (tables * t->groups * seats > GAMES_MAX) {
        return rd_problem_at(problem, NULL, "these would be more than %d games", GAMES_MAX);
    }
    return true;
}

int32_t schedule_champion(const struct tournament *t, const struct games *games)
{
    struct bracket bracket = count_losses(games);
    uint32_t lives = t->format == FORMAT_SINGLE ? 1 : t->format == FORMAT_DOUBLE ? 2 : 0;
    int32_t champion = -1;
    for (uint32_t i = 0; i < t->entrants; i++) {
        if (bracket.losses[i] < lives) {
            if (champion >= 0) {
                return -1;
            }
            champion = (int32_t)i;
        }
    }
    return champion >= 0 && t->entrant[champion].retired ? -1 : champion;
}

void schedule_standings(const struct tournament *t, const struct games *games,
                        struct standing standing[ENTRANTS_MAX])
{
    struct tally tally = count_points(games);
    bool knockout = t->format == FORMAT_SINGLE || t->format == FORMAT_DOUBLE;
    struct bracket bracket = { { 0 }, { 0 } };
    uint32_t rounds = games->count > 0 ? games->game[games->count - 1].round + 1 : 0;
    if (knockout) {
        bracket = count_losses(games);
    }
    if (t->format == FORMAT_SWISS) {
        add_byes(t, rounds, &tally);
    }
    for (uint32_t i = 0; i < t->entrants; i++) {
        uint32_t played = tally.tables[i] / t->groups;
        standing[i].points = tally.points[i];
        standing[i].byes = t->format == FORMAT_SWISS && played < rounds ? rounds - played : 0;
        standing[i].losses = bracket.losses[i];
    }
}

void schedule_places(const struct tournament *t, const struct games *games,
                     uint16_t places[ENTRANTS_MAX])
{
    struct tally tally = count_points(games);
    by_number(places, t->entrants);
    if (t->format == FORMAT_LADDER) {
        climb(t, games, places);
        return;
    }
    if (t->format == FORMAT_SINGLE || t->format == FORMAT_DOUBLE) {
        struct bracket bracket = count_losses(games);
        uint32_t lives = t->format == FORMAT_SINGLE ? 1 : 2;
        for (uint32_t i = 0; i < t->entrants; i++) {
            tally.points[i] = bracket.losses[i] < lives ? GAMES_MAX : bracket.out[i];
        }
    } else if (t->format == FORMAT_SWISS && games->count > 0) {
        add_byes(t, games->game[games->count - 1].round + 1, &tally);
    }
    sort_by(tally.points, places, t->entrants);
}
