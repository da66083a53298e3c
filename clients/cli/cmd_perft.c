/* redoubt perft - counts every sequence of orders to a depth, and the positions they lead to. A
 * changed count is a changed rule: the cheapest alarm there is. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "redoubt/hash.h"

enum {
    DEPTH_MAX = 32,
    SET_FIRST = 1 << 12,
    SET_LAST = 1 << 26, /* 512 MB of fingerprints for one depth; beyond it nothing new is counted */
    NODES_BETWEEN_LOOKS = 1 << 16
};

/* ---- a set of fingerprints -------------------------------------------------------------- */

struct set {
    uint64_t *slot; /* 0 = empty */
    uint32_t room, count;
    bool full; /* count is only a lower bound */
};

static bool set_insert(struct set *set, uint64_t hash)
{
    uint32_t at = (uint32_t)hash & (set->room - 1);
    while (set->slot[at] != 0 && set->slot[at] != hash) {
        at = (at + 1) & (set->room - 1);
    }
    bool fresh = set->slot[at] == 0;
    set->slot[at] = hash;
    return fresh;
}

static bool set_grow(struct set *set)
{
    struct set larger = { .room = set->room == 0 ? SET_FIRST : set->room * 2, .count = set->count };
    larger.slot = larger.room > SET_LAST ? NULL : calloc(larger.room, sizeof *larger.slot);
    if (larger.slot == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < set->room; i++) {
        if (set->slot[i] != 0) {
            set_insert(&larger, set->slot[i]);
        }
    }
    free(set->slot);
    *set = larger;
    return true;
}

static void set_add(struct set *set, uint64_t hash)
{
    if (set->full) {
        return;
    }
    if (set->count >= set->room / 2 && !set_grow(set)) {
        set->full = true;
        return;
    }
    set->count += set_insert(set, hash == 0 ? 1 : hash);
}

/* ---- the count --------------------------------------------------------------------------- */

/* One position on the way down: its orders, and how many of them have been tried. */
struct level {
    uint8_t *state;
    struct rd_action *legal;
    uint32_t legal_count, next;
    rd_seat seat;
    struct rd_luck luck;
    uint64_t sequences, over; /* positions reached at this depth; those where the game is over */
    struct set distinct;
};

struct perft {
    const struct rd_game *game;
    uint32_t depth;
    struct level level[DEPTH_MAX + 1];
    uint64_t nodes;
    bool watched; /* progress on stderr */
    time_t last_report;
};

static bool perft_open(struct perft *p)
{
    for (uint32_t d = 0; d <= p->depth; d++) {
        p->level[d].state = malloc(p->game->state_size);
        p->level[d].legal = malloc((p->game->legal_max + 1) * sizeof(struct rd_action));
        if (p->level[d].state == NULL || p->level[d].legal == NULL) {
            return false;
        }
    }
    return true;
}

static void perft_close(struct perft *p)
{
    for (uint32_t d = 0; d <= p->depth; d++) {
        free(p->level[d].state);
        free(p->level[d].legal);
        free(p->level[d].distinct.slot);
    }
}

/* Seats that act at the same time do so in the sequence of their numbers. */
static void arrive(struct perft *p, uint32_t depth)
{
    struct level *level = &p->level[depth];
    rd_seats seats = p->game->to_act(level->state);
    level->sequences++;
    level->over += seats == 0;
    level->next = 0;
    level->legal_count = 0;
    set_add(&level->distinct, rd_hash(level->state, p->game->state_size));
    if (seats != 0 && depth < p->depth) {
        level->seat = 0;
        while ((seats & RD_SEAT_BIT(level->seat)) == 0) {
            level->seat++;
        }
        level->legal_count =
            p->game->legal(level->state, level->seat, level->legal, p->game->legal_max);
    }
}

static void report_progress(struct perft *p)
{
    time_t now = time(NULL);
    if (!p->watched || now == p->last_report || ++p->nodes % NODES_BETWEEN_LOOKS != 0) {
        return;
    }
    p->last_report = now;
    fprintf(stderr, "\rdepth %u: %llu sequences, %u of %u first orders done ", p->depth,
            (unsigned long long)p->level[p->depth].sequences, p->level[0].next,
            p->level[0].legal_count);
}

static void perft_count(struct perft *p)
{
    uint32_t depth = 0;
    arrive(p, 0);
    for (;;) {
        struct level *level = &p->level[depth];
        if (level->next < level->legal_count) {
            struct level *below = &p->level[depth + 1];
            memcpy(below->state, level->state, p->game->state_size);
            below->luck = level->luck;
            p->game->apply(below->state, level->seat, level->legal[level->next++], &below->luck,
                           NULL);
            arrive(p, ++depth);
            report_progress(p);
        } else if (depth == 0) {
            break;
        } else {
            depth--;
        }
    }
    if (p->watched && p->last_report != 0) {
        fputs("\r\033[K", stderr);
    }
}

/* ---- the command ---- */

static void print_table(const struct perft *p)
{
    printf("%5s %20s %20s %14s\n", "depth", "sequences", "distinct positions", "games over");
    for (uint32_t d = 0; d <= p->depth; d++) {
        const struct level *level = &p->level[d];
        printf("%5u %20llu %19u%s %14llu\n", d, (unsigned long long)level->sequences,
               level->distinct.count, level->distinct.full ? "+" : " ",
               (unsigned long long)level->over);
    }
}

static void print_json(const struct perft *p)
{
    json_t *list = json_array();
    for (uint32_t d = 0; d <= p->depth; d++) {
        const struct level *level = &p->level[d];
        json_t *row = json_pack("{s:i, s:I, s:I, s:I}", "depth", (int)d, "sequences",
                                (json_int_t)level->sequences, "distinct",
                                (json_int_t)level->distinct.count, "over", (json_int_t)level->over);
        if (level->distinct.full) {
            json_object_set_new(row, "distinct_at_least", json_true());
        }
        json_array_append_new(list, row);
    }
    json_t *json = json_pack("{s:s, s:i, s:o}", "game", p->game->id, "rules_version",
                             (int)p->game->rules_version, "depths", list);
    json_dumpf(json, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(json);
}

static int count(const struct cli_game *chosen, uint32_t depth, bool json)
{
    struct perft *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return cli_bad("perft", "not enough memory");
    }
    p->game = chosen->chosen.game;
    p->depth = depth;
    p->watched = isatty(STDERR_FILENO) == 1;
    int status = CLI_FINE;
    if (perft_open(p)) {
        p->level[0].luck = rd_luck_from_key(chosen->key[0], chosen->key[1]);
        p->game->init(p->level[0].state, &chosen->chosen.setup, &p->level[0].luck);
        perft_count(p);
        if (json) {
            print_json(p);
        } else {
            print_table(p);
        }
    } else {
        status = cli_bad("perft", "not enough memory");
    }
    perft_close(p);
    free(p);
    return status;
}

static bool read_depth(const char *text, uint32_t *depth)
{
    *depth = (uint32_t)strtoul(text, NULL, 10);
    return text[0] != '\0' && strspn(text, "0123456789") == strlen(text) && strlen(text) <= 2 &&
           *depth <= DEPTH_MAX;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "set", required_argument, NULL, 's' },
                                           { "seed", required_argument, NULL, 'e' },
                                           { "json", no_argument, NULL, 'j' },
                                           { 0 } };
    const struct cli_options options = { "perft", longs, NULL };
    struct cli_wishes wishes = { .seed = "1" };
    struct rd_problem problem = { "" };
    bool json = false;
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        json = json || option == 'j';
        wishes.seed = option == 'e' ? optarg : wishes.seed;
        if (option == 's' && !cli_wish(&wishes, optarg, &problem)) {
            return cli_bad("perft", "%s", problem.text);
        }
    }
    uint32_t depth = 0;
    if (argc - optind != 2 || !read_depth(argv[optind + 1], &depth)) {
        return cli_bad("perft", "a game and a depth from 0 to %d: redoubt perft GAME DEPTH",
                       DEPTH_MAX);
    }
    struct cli_game chosen;
    if (!cli_game_as_wished(&chosen, argv[optind], &wishes, &problem)) {
        return cli_bad("perft", "%s", problem.text);
    }
    int status = count(&chosen, depth, json);
    cli_game_close(&chosen);
    return status;
}

const struct command command_perft = {
    .name = "perft",
    .summary = "count the order sequences and positions of a game",
    .help = "usage: redoubt perft GAME DEPTH [--set KEY=VALUE]... [--seed S] [--json]\n"
            "\n"
            "Plays every legal order from the first position, then every answer, and so on to\n"
            "DEPTH orders. Seats that act at the same time do so in the sequence of their\n"
            "numbers. Prints for each depth how many sequences of orders there are, how many\n"
            "different positions they lead to, and in how many the game is over. The luck is\n"
            "the same in all of them. Progress goes to the terminal.\n"
            "\n"
            "  --set KEY=VALUE   an option of the game; redoubt games GAME lists them\n"
            "  --seed S          the luck: a number, or 32 hexadecimal digits; default 1\n"
            "  --json            the table as JSON\n"
            "  --help            this text\n",
    .run = run,
};
