/*
 * laws - do the registered games obey the laws of redoubt/game.h?
 *
 * Prints TAP: one line for each game and law. See --help.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

/* Games between two looks at whether to say how far we are. */
enum { BATCH = 500 };

struct wish {
    const struct rd_game *game; /* NULL: all */
    uint32_t games;
    uint64_t seed;
    uint32_t law;
    uint32_t steps;
    uint32_t thin;
};

static const char usage[] =
    "usage: laws [--game ID] [--games N] [--seed S] [--law K] [--steps N] [--thin N]\n"
    "Play N random games of each registered game (or one), from seed S on, and check the laws of\n"
    "include/redoubt/game.h (or law K; 0 checks the tables; 12 is tests/laws/purity.py).\n"
    "With --steps a game is followed for at most N orders: more games in the same time.\n"
    "Late in long games laws look at fewer positions: half as many after N orders (--thin, 1000),\n"
    "a third after twice as many; with 0 as many as at first.\n"
    "A broken law is shown with the fewest orders that lead to it.\n";

static bool read_number(const char *text, uint64_t max, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > max) {
        return false;
    }
    *out = value;
    return true;
}

static bool read_option(struct wish *wish, const char *name, const char *value)
{
    uint64_t number = 0;
    if (strcmp(name, "--game") == 0) {
        wish->game = rd_game_find(value);
        return wish->game != NULL;
    }
    if (strcmp(name, "--games") == 0 && read_number(value, 1000000000, &number)) {
        wish->games = (uint32_t)number;
        return true;
    }
    if (strcmp(name, "--seed") == 0) {
        return read_number(value, UINT64_MAX, &wish->seed);
    }
    if (strcmp(name, "--law") == 0 && read_number(value, LAW_COUNT - 1, &number)) {
        wish->law = (uint32_t)number;
        return true;
    }
    if (strcmp(name, "--steps") == 0 && read_number(value, STEPS_MAX - 1, &number)) {
        wish->steps = (uint32_t)number;
        return true;
    }
    if (strcmp(name, "--thin") == 0 && read_number(value, STEPS_MAX, &number)) {
        wish->thin = (uint32_t)number;
        return true;
    }
    return false;
}

static bool read_wish(struct wish *wish, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 >= argc || !read_option(wish, argv[i], argv[i + 1])) {
            fprintf(stderr, "laws: %s %s is no good\n%s", argv[i], i + 1 < argc ? argv[i + 1] : "",
                    usage);
            return false;
        }
    }
    return true;
}

static bool find_any(struct trial_order *order, const struct wish *wish)
{
    for (uint32_t played = 0; played < wish->games; played += BATCH) {
        order->seed = wish->seed + played;
        order->games = wish->games - played < BATCH ? wish->games - played : BATCH;
        if (run_guarded(order, false)) {
            return true;
        }
        if (isatty(STDERR_FILENO)) {
            fprintf(stderr, "\r%s: %u of %u games ", order->game->id, played + order->games,
                    wish->games);
        }
    }
    return false;
}

static void print_verdicts(const struct trial_order *order, const struct wish *wish, bool broken,
                           uint32_t *test)
{
    for (uint32_t law = 0; law < LAW_COUNT; law++) {
        if (law != LAW_PURITY && (wish->law == LAW_ALL || wish->law == law)) {
            bool fine = !broken || order->finding->law != law;
            printf("%s %u - %s: law %u, %s\n", fine ? "ok" : "not ok", ++*test, order->game->id,
                   law, laws[law].name);
        }
    }
}

static bool check_game(const struct wish *wish, const struct rd_game *game, uint32_t *test)
{
    struct trial_order order = { .game = game,
                                 .law = wish->law,
                                 .steps = wish->steps,
                                 .thin = wish->thin,
                                 .record = shared_room(sizeof(struct record)),
                                 .finding = shared_room(sizeof(struct finding)) };
    bool broken = find_any(&order, wish);
    if (broken) {
        uint32_t steps = order.finding->steps;
        shrink(&order);
        report_finding(&order, steps);
    } else {
        printf("# %s: %u games, seeds from %" PRIu64 "\n", game->id, wish->games, wish->seed);
    }
    print_verdicts(&order, wish, broken, test);
    return !broken;
}

int main(int argc, char **argv)
{
    struct wish wish = { NULL, 200, 1, LAW_ALL, 0, 1000 };
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!read_wish(&wish, argc, argv)) {
        return 2;
    }
    bool fine = true;
    uint32_t test = 0;
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (wish.game == NULL || wish.game == rd_game_at(i)) {
            fine = check_game(&wish, rd_game_at(i), &test) && fine;
        }
    }
    printf("1..%u\n", test);
    return fine ? 0 : 1;
}
