/*
 * redoubt-strength - how strong is one built-in bot against another? Paired games: the same map and
 * the same luck, once from every seat. Prints one line for each pair of names and map, with an
 * interval; made for tools/strength, which prints the tables of docs/bots.md.
 *
 * In a game of more than two seats A sits alone among Bs.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/bot.h"

enum { SETS_MAX = 16, JOBS_MAX = 64, MAPS_MAX = 64, ORDERS_CAP = 2000 };

struct wish {
    const struct rd_game *game;
    const struct rd_bot *bot[2];
    struct rd_setup setup;
    uint32_t pairs, jobs, nodes;
    uint32_t seconds; /* 0: no limit */
    uint64_t seed;
    uint32_t map_option, maps; /* maps 0: the setup has the only one */
    int each_map, tell;
};

/* Of A, over the games of a pair: a point for a win, half of one for a draw. */
struct score {
    double sum, squares; /* of the means of pairs */
    uint32_t pairs, games, wins, draws;
    double slowest; /* milliseconds A took for a turn, at most */
    double spent;   /* milliseconds of A, in all */
    uint64_t turns;
};

struct table {
    void *state, *view, *memory;
    struct rd_action *legal;
};

static double milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * (double)time.tv_sec + (double)time.tv_nsec / 1e6;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *room(size_t size)
{
    void *memory = calloc(1, size + 16);
    if (memory == NULL) {
        fputs("redoubt-strength: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void lay(struct table *table, const struct wish *wish)
{
    uint32_t a = rd_bot_memory(wish->bot[0], wish->game),
             b = rd_bot_memory(wish->bot[1], wish->game);
    table->state = room(wish->game->state_size);
    table->view = room(wish->game->view_size);
    table->memory = room(a > b ? a : b);
    table->legal = room(wish->game->legal_max * sizeof *table->legal);
}

static rd_seat first_of(rd_seats seats)
{
    rd_seat seat = 0;
    while ((seats & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    return seat;
}

static void act(const struct wish *wish, struct table *table, rd_seat seat, uint32_t who,
                struct rd_luck *luck)
{
    const struct rd_game *game = wish->game;
    uint32_t count = game->legal(table->state, seat, table->legal, game->legal_max);
    game->observe(table->state, seat, table->view);
    struct rd_bot_question question = { game,
                                        table->view,
                                        seat,
                                        table->legal,
                                        count,
                                        &luck[1 + seat],
                                        .memory = table->memory,
                                        .nodes = who == 0 ? wish->nodes : 0 };
    uint32_t choice = rd_bot_answer(wish->bot[who], &question);
    game->apply(table->state, seat, table->legal[choice], &luck[0], NULL);
}

/* What the end is worth to A: 1, 0.5 or 0. */
static double verdict(const struct wish *wish, const void *state, rd_seat a_seat,
                      struct score *score)
{
    struct rd_outcome outcome;
    wish->game->outcome(state, &outcome);
    uint32_t best = 0;
    for (uint32_t i = 0; i < outcome.seats; i++) {
        best += outcome.rank[i] == 1;
    }
    int won = outcome.over && outcome.rank[a_seat] == 1;
    score->games++;
    score->wins += won && best == 1;
    score->draws += !outcome.over || (won && best > 1);
    return !outcome.over ? 0.5 : !won ? 0 : best == 1 ? 1 : 0.5;
}

/* One game with A in this seat: 1, 0.5 or 0. */
static double play(const struct wish *wish, struct table *table, const struct rd_setup *setup,
                   uint64_t key, rd_seat a_seat, struct score *score)
{
    const struct rd_game *game = wish->game;
    struct rd_luck luck[RD_SEATS_MAX + 1];
    for (uint32_t i = 0; i <= RD_SEATS_MAX; i++) {
        luck[i] = rd_luck_from_key(wish->seed, key * 16 + i);
    }
    memset(table->state, 0, game->state_size);
    game->init(table->state, setup, &luck[0]);
    double turn_ms = 0;
    uint32_t turn = 0, given = 0;
    for (rd_seats seats; (seats = game->to_act(table->state)) != 0;) {
        rd_seat seat = first_of(seats);
        uint32_t who = seat == a_seat ? 0 : 1;
        double before = milliseconds();
        act(wish, table, seat, who, luck);
        turn_ms += who == 0 ? milliseconds() - before : 0;
        uint32_t done = game->turns(table->state).done;
        given = done == turn ? given + 1 : 0;
        if (done != turn || game->to_act(table->state) == 0) {
            score->slowest = turn_ms > score->slowest ? turn_ms : score->slowest;
            score->spent += turn_ms;
            turn_ms = 0;
            turn = done;
        }
        if (given > ORDERS_CAP * setup->seats) {
            break; /* nobody ends the turn: a draw */
        }
    }
    score->turns += turn;
    return verdict(wish, table->state, a_seat, score);
}

static const char *map_name(const struct wish *wish, uint32_t map)
{
    const struct rd_option *option = &wish->game->options[wish->map_option];
    return wish->maps == 0 || option->choices == NULL ? "-" : option->choices[map];
}

static void play_pair(const struct wish *wish, struct table *table, uint32_t pair, uint32_t map,
                      struct score *score)
{
    struct rd_setup setup = wish->setup;
    double sum = 0;
    if (wish->maps > 0) {
        setup.option[wish->map_option] = (int32_t)map;
    }
    for (rd_seat seat = 0; seat < setup.seats; seat++) {
        uint64_t turns = score->turns;
        double points = play(wish, table, &setup, pair, seat, score);
        sum += points;
        if (wish->tell) {
            fprintf(stderr, "%s pair %u seat %u: %.1f after %u turns\n", map_name(wish, map), pair,
                    seat, points, (unsigned)(score->turns - turns));
        }
    }
    sum /= setup.seats;
    score->sum += sum;
    score->squares += sum * sum;
    score->pairs++;
}

/* Every job plays its share and writes its scores, one for each map, to a pipe. */
static void work(const struct wish *wish, uint32_t job, int out)
{
    static struct score score[MAPS_MAX];
    struct table table;
    uint32_t maps = wish->maps > 0 ? wish->maps : 1;
    lay(&table, wish);
    double end = wish->seconds > 0 ? now() + wish->seconds : INFINITY;
    for (uint32_t pair = job; pair < wish->pairs && now() < end; pair += wish->jobs) {
        play_pair(wish, &table, pair, pair % maps, &score[pair % maps]);
    }
    const char *from = (const char *)score;
    for (size_t left = sizeof score; left > 0;) {
        ssize_t sent = write(out, from, left);
        if (sent <= 0) {
            exit(1);
        }
        from += sent;
        left -= (size_t)sent;
    }
    exit(0);
}

/* Field by field, as sums of counts are everywhere. */
static void add(struct score *to, const struct score *from)
{
    to->sum += from->sum;
    to->squares += from->squares;
    to->pairs += from->pairs;
    to->games += from->games;
    to->wins += from->wins;
    to->draws += from->draws;
    to->turns += from->turns;
    to->spent += from->spent;
    to->slowest = from->slowest > to->slowest ? from->slowest : to->slowest;
}

static void collect(int in, struct score score[MAPS_MAX])
{
    static struct score part[MAPS_MAX];
    char *to = (char *)part;
    for (size_t left = sizeof part; left > 0;) {
        ssize_t got = read(in, to, left);
        if (got <= 0) {
            fputs("redoubt-strength: a job gave up\n", stderr);
            exit(1);
        }
        to += got;
        left -= (size_t)got;
    }
    for (uint32_t i = 0; i < MAPS_MAX; i++) {
        add(&score[i], &part[i]);
    }
}

static void run_jobs(const struct wish *wish, struct score score[MAPS_MAX])
{
    int in[JOBS_MAX];
    for (uint32_t job = 0; job < wish->jobs; job++) {
        int ends[2];
        if (pipe(ends) != 0) {
            perror("redoubt-strength");
            exit(1);
        }
        pid_t child = fork();
        if (child == 0) {
            work(wish, job, ends[1]);
        }
        if (child < 0) {
            perror("redoubt-strength");
            exit(1);
        }
        close(ends[1]);
        in[job] = ends[0];
    }
    for (uint32_t job = 0; job < wish->jobs; job++) {
        collect(in[job], score);
        close(in[job]);
    }
    while (wait(NULL) > 0) {
    }
}

/* The spread of a mean of pairs; never less than what one more surprise would make. */
static double spread(const struct score *score)
{
    double n = score->pairs, mean = score->sum / n;
    double variance = n > 1 ? (score->squares - n * mean * mean) / (n - 1) : 0.25;
    double least = 0.25 / (n + 1) / (n + 1);
    return 1.959964 * sqrt((variance > 0 ? variance : 0) / n + least);
}

static void print_score(const struct wish *wish, const struct score *score, const char *map)
{
    double mean = score->sum / score->pairs, half = spread(score);
    printf("%-8s %-9s %-9s %-12s %6.1f %% +- %4.1f  (%u won, %u drawn of %u; %.0f turns, %.2f ms a "
           "turn, %.0f at most)\n",
           wish->game->id, wish->bot[0]->name, wish->bot[1]->name, map, 100 * mean, 100 * half,
           score->wins, score->draws, score->games, (double)score->turns / score->games,
           score->spent / (double)score->turns, score->slowest);
    fflush(stdout);
}

/* ---- the command line ---- */

static int fail(const char *text, const char *word)
{
    fprintf(stderr, "redoubt-strength: %s '%s'\n", text, word);
    exit(2);
}

static int32_t option_value(const struct rd_option *option, const char *text)
{
    for (int32_t i = option->min; option->choices != NULL && i <= option->max; i++) {
        if (strcmp(option->choices[i - option->min], text) == 0) {
            return i;
        }
    }
    char *end;
    long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || option->choices != NULL) {
        fail("there is no such choice:", text);
    }
    return (int32_t)value;
}

static void set(struct wish *wish, const char *text)
{
    const char *equals = strchr(text, '=');
    size_t length = equals != NULL ? (size_t)(equals - text) : 0;
    if (length == 5 && strncmp(text, "seats", 5) == 0) {
        wish->setup.seats = (uint8_t)atoi(equals + 1);
        return;
    }
    for (uint32_t i = 0; length > 0 && wish->game->options[i].key != NULL; i++) {
        const struct rd_option *option = &wish->game->options[i];
        if (strlen(option->key) == length && strncmp(option->key, text, length) == 0) {
            wish->setup.option[i] = option_value(option, equals + 1);
            wish->maps = i == wish->map_option ? 0 : wish->maps;
            return;
        }
    }
    fail("the game has no such option:", text);
}

/* Where the choices of a map are all its own boards, the games go round them. */
static void find_maps(struct wish *wish)
{
    for (uint32_t i = 0; wish->game->options[i].key != NULL; i++) {
        const struct rd_option *option = &wish->game->options[i];
        if (strcmp(option->key, "map") == 0 && option->choices != NULL && option->min == 0 &&
            option->max < MAPS_MAX) {
            wish->map_option = i;
            wish->maps = (uint32_t)option->max + 1;
        }
    }
}

static uint32_t number(const char *text)
{
    char *end;
    unsigned long value = text == NULL ? 0 : strtoul(text, &end, 10);
    if (value == 0 || *end != '\0' || value > 100000000) {
        fail("not a number from 1:", text == NULL ? "" : text);
    }
    return (uint32_t)value;
}

static void read_words(struct wish *wish, int argc, char **argv)
{
    for (int i = 4; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--each-map") == 0) {
            wish->each_map = 1;
            continue;
        }
        if (strcmp(argv[i], "--tell") == 0) {
            wish->tell = 1;
            continue;
        }
        if (strcmp(argv[i], "--pairs") == 0) {
            wish->pairs = number(next);
        } else if (strcmp(argv[i], "--nodes") == 0) {
            wish->nodes = number(next);
        } else if (strcmp(argv[i], "--seconds") == 0) {
            wish->seconds = number(next);
        } else if (strcmp(argv[i], "--jobs") == 0) {
            wish->jobs = number(next);
        } else if (strcmp(argv[i], "--seed") == 0) {
            wish->seed = number(next);
        } else if (strcmp(argv[i], "--set") == 0 && next != NULL) {
            set(wish, next);
        } else {
            fail("what is", argv[i]);
        }
        i++;
    }
    wish->jobs = wish->jobs > JOBS_MAX ? JOBS_MAX : wish->jobs;
}

static const char help[] = "usage: redoubt-strength GAME A B [OPTION]...\n"
                           "\n"
                           "How many points has bot A against bot B, in paired games?\n"
                           "\n"
                           "  --pairs N        pairs of games, each from every seat (20)\n"
                           "  --jobs N         processes (1)\n"
                           "  --seed N         of maps and luck (1)\n"
                           "  --set KEY=VALUE  an option of the game\n"
                           "  --each-map       a line for every map, not one for all\n"
                           "  --seconds N      begin no further pair after so many seconds\n"
                           "  --nodes N        A's budget for an order, instead of its own\n"
                           "  --tell           a line for each game on standard error\n"
                           "  --help           this text\n";

int main(int argc, char **argv)
{
    static struct score score[MAPS_MAX], all;
    struct wish wish = { .pairs = 20, .jobs = 1, .seed = 1 };
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    if (argc < 4) {
        fail("give a game and two bots, or --help; too few words after", argv[argc - 1]);
    }
    wish.game = rd_game_find(argv[1]);
    if (wish.game == NULL) {
        fail("there is no game", argv[1]);
    }
    for (int i = 0; i < 2; i++) {
        wish.bot[i] = rd_bot_find(wish.game, argv[2 + i]);
        if (wish.bot[i] == NULL) {
            fail("there is no bot", argv[2 + i]);
        }
    }
    rd_setup_presets(wish.game, &wish.setup);
    find_maps(&wish);
    read_words(&wish, argc, argv);
    if (wish.game->check_setup(&wish.setup).code != RD_OK) {
        fail("these options can't be played:", argv[1]);
    }
    run_jobs(&wish, score);
    for (uint32_t i = 0; i < MAPS_MAX; i++) {
        if (wish.each_map && score[i].pairs > 0) {
            print_score(&wish, &score[i], map_name(&wish, i));
        }
        add(&all, &score[i]);
    }
    print_score(&wish, &all, "all");
    return 0;
}
