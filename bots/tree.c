/*
 * Monte-Carlo tree search over what seats know.
 *
 * A node is a view: everything that looks the same to the seat that decides is one node, whatever
 * is hidden behind it. So one tree serves two purposes. Where seats act at the same time their
 * sealed orders are in nobody else's view, and each of them learns on its own: decoupled UCT.
 * Where facts are hidden, every run begins with another guess, and results meet in the nodes that
 * can't tell those guesses apart: information-set search.
 *
 * Other seats are taken to want what hurts the one that thinks.
 */
#include <string.h>

#include "bots/search.h"
#include "redoubt/hash.h"

enum {
    PATH_MAX_NODES = 64, /* decisions of one run inside the tree */
    PROBES = 8,          /* places at which a view may lie in the table */
    WIDEN = 3,           /* choices that a new node compares; one more for every so many visits */
    WIDEN_VISITS = 6,
    EXPLORE = RD_SURE * 7 / 10
};

struct tree_choice {
    int64_t sum; /* for the seat of the node */
    struct rd_action action;
    uint32_t visits;
    uint32_t zero;
};

struct tree_node {
    uint64_t hash; /* of the view; 0 = free */
    uint32_t visits, count;
    struct tree_choice choice[RD_TREE_CHOICES];
};

struct tree {
    struct tree_node node[RD_TREE_NODES];
};

struct step {
    struct tree_node *node;
    uint32_t choice;
    int32_t sign; /* +1: the seat that thinks */
};

struct run {
    struct rd_search *search;
    struct tree *tree;
    struct step step[PATH_MAX_NODES];
    uint32_t steps;
    struct rd_luck luck;
};

uint32_t rd_tree_room(void)
{
    return (uint32_t)sizeof(struct tree);
}

/* ---- whole numbers ---- */

static uint32_t square_root(uint64_t value)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= value) {
            root += bit;
        }
    }
    return (uint32_t)root;
}

/* ln(value) in 65536ths, between powers of two along a straight line. */
static uint64_t logarithm(uint32_t value)
{
    uint32_t whole = 31u - (uint32_t)__builtin_clz(value);
    uint64_t part = ((uint64_t)value << 16 >> whole) - 65536;
    return (((uint64_t)whole << 16) + part) * 45426 >> 16;
}

/* ---- nodes ---- */

static void add_choice(struct tree_node *node, struct rd_action action)
{
    if (node->count < RD_TREE_CHOICES) {
        struct tree_choice choice = { .action = action };
        node->choice[node->count++] = choice;
    }
}

/* Without heuristics: legal orders drawn evenly over the list, which has those of a verb together.
 */
static void open_node(struct run *run, struct tree_node *node, rd_seat seat)
{
    struct rd_search *s = run->search;
    const struct rd_game *game = s->question->game;
    uint32_t index[RD_TREE_CHOICES];
    uint32_t count = game->legal(s->work, seat, s->legal, game->legal_max);
    if (s->heuristics != NULL && s->heuristics->candidates != NULL) {
        struct rd_search_position position = { game, s->work, s->notes, seat, &run->luck };
        uint32_t found =
            s->heuristics->candidates(&position, s->legal, count, index, RD_TREE_CHOICES);
        for (uint32_t i = 0; i < found; i++) {
            add_choice(node, s->legal[index[i]]);
        }
        return;
    }
    uint32_t choices = count < RD_TREE_CHOICES ? count : RD_TREE_CHOICES;
    for (uint32_t i = 0; i < choices; i++) {
        uint32_t low = count * i / choices, high = count * (i + 1) / choices - 1;
        add_choice(node, s->legal[rd_luck_range(&run->luck, (int32_t)low, (int32_t)high)]);
    }
}

/* The node of what a seat sees; a fresh one has no visits; NULL: the table is full here. */
static struct tree_node *node_of(struct run *run, rd_seat seat)
{
    struct rd_search *s = run->search;
    const struct rd_game *game = s->question->game;
    game->observe(s->work, seat, s->view);
    uint64_t hash = rd_hash(s->view, game->view_size) + seat;
    hash = hash == 0 ? 1 : hash;
    for (uint32_t i = 0; i < PROBES; i++) {
        struct tree_node *node = &run->tree->node[(hash + i) % RD_TREE_NODES];
        if (node->hash == hash) {
            return node;
        }
        if (node->hash == 0) {
            node->hash = hash;
            node->visits = 0;
            node->count = 0;
            open_node(run, node, seat);
            return node;
        }
    }
    return NULL;
}

static uint32_t pick_choice(const struct tree_node *node)
{
    uint32_t wide = WIDEN + node->visits / WIDEN_VISITS, best = 0;
    int64_t most = INT64_MIN;
    uint64_t log = node->visits > 1 ? logarithm(node->visits) : 0;
    for (uint32_t i = 0; i < node->count && i < wide; i++) {
        const struct tree_choice *choice = &node->choice[i];
        if (choice->visits == 0) {
            return i;
        }
        int64_t bonus = (int64_t)EXPLORE * square_root((log << 16) / choice->visits) >> 16;
        int64_t value = choice->sum / choice->visits + bonus;
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}

/* ---- runs ---- */

/* Down the tree, until a node that is new. */
static void descend(struct run *run)
{
    struct rd_search *s = run->search;
    const struct rd_game *game = s->question->game;
    run->steps = 0;
    for (rd_seats seats; (seats = game->to_act(s->work)) != 0 && run->steps < PATH_MAX_NODES;) {
        /* The one that was asked begins, even if others act at the same time. */
        rd_seat seat = run->steps == 0 ? s->question->seat : rd_search_first(seats);
        struct tree_node *node = node_of(run, seat);
        if (node == NULL || node->count == 0) {
            return;
        }
        uint32_t choice = pick_choice(node);
        if (game->judge(s->work, seat, node->choice[choice].action).code != RD_OK) {
            return; /* two views with one hash, or a guess that the rules tell apart */
        }
        struct step step = { node, choice, seat == s->question->seat ? 1 : -1 };
        int32_t fresh = node->visits == 0;
        run->step[run->steps++] = step;
        rd_search_act(s, seat, node->choice[choice].action, &run->luck);
        if (fresh) {
            return;
        }
    }
}

static struct rd_playbooks draw_playbooks(struct run *run)
{
    const struct rd_heuristics *k = run->search->heuristics;
    struct rd_playbooks playbooks = { .own = 0 };
    if (k != NULL) {
        playbooks.own = k->own_playbooks[rd_luck_range(&run->luck, 0, (int32_t)k->own_count - 1)];
        playbooks.other =
            k->other_playbooks[rd_luck_range(&run->luck, 0, (int32_t)k->other_count - 1)];
    }
    return playbooks;
}

static void run_once(struct run *run)
{
    struct rd_search *s = run->search;
    rd_search_guess(s, &run->luck);
    rd_search_restart(s);
    descend(run);
    int32_t value = rd_search_play_out(s, draw_playbooks(run), &run->luck);
    for (uint32_t i = 0; i < run->steps; i++) {
        struct step *step = &run->step[i];
        step->node->visits++;
        step->node->choice[step->choice].visits++;
        step->node->choice[step->choice].sum += (int64_t)value * step->sign;
    }
}

/* The answer, then what was tried most beside it. */
static void tell_why(const struct run *run, const struct tree_node *root, uint32_t best)
{
    uint32_t told[RD_BOT_LINES], count = 0, next = best;
    while (count < RD_BOT_LINES && next < root->count) {
        const struct tree_choice *choice = &root->choice[next];
        rd_search_report(run->search, choice->action, (int32_t)(choice->sum / choice->visits),
                         choice->visits);
        told[count++] = next;
        next = root->count;
        for (uint32_t i = 0; i < root->count; i++) {
            uint32_t known = 0;
            while (known < count && told[known] != i) {
                known++;
            }
            if (known == count && root->choice[i].visits > 0 &&
                (next == root->count || root->choice[i].visits > root->choice[next].visits)) {
                next = i;
            }
        }
    }
}

/* The choice that was tried most; noise of the level counts by what the choices are worth. */
static uint32_t answer(struct run *run, const struct tree_node *root)
{
    struct rd_search *s = run->search;
    uint32_t best = 0;
    int64_t most = INT64_MIN;
    for (uint32_t i = 0; i < root->count; i++) {
        const struct tree_choice *choice = &root->choice[i];
        if (choice->visits == 0) {
            continue;
        }
        int32_t mean = (int32_t)(choice->sum / choice->visits);
        int64_t value = s->level.noise > 0 ? mean + rd_search_error(s) : (int64_t)choice->visits;
        if (value > most) {
            most = value;
            best = i;
        }
    }
    tell_why(run, root, best);
    return rd_bot_index(s->question, root->choice[best].action);
}

uint32_t rd_tree_choose(struct rd_search *search)
{
    struct run run = { .search = search, .tree = search->own };
    const struct tree_node *root = NULL;
    struct rd_luck *luck = search->question->luck;
    uint64_t key = (uint64_t)(uint32_t)rd_luck_range(luck, 0, INT32_MAX);
    memset(run.tree, 0, sizeof *run.tree);
    for (uint64_t i = 0; search->nodes < search->limit || root == NULL; i++) {
        run.luck = rd_luck_from_key(key, i);
        run_once(&run);
        RD_ASSERT(run.steps > 0);
        root = run.step[0].node;
    }
    return answer(&run, root);
}
