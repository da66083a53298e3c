/* Paths: how they are kept, what they cost, and the cheapest known way (R9.4, R9.5, R9.9). */
#include "fortress_internal.h"

#include <string.h>

/* ---- directions, three bits each ---- */

uint32_t fortress_path_get(const struct fortress_plan *plan, uint32_t index)
{
    uint32_t bit = 3 * index;
    uint32_t word = plan->path[bit / 8];
    if (bit / 8 + 1 < FORTRESS_PATH_BYTES) {
        word |= (uint32_t)plan->path[bit / 8 + 1] << 8;
    }
    return word >> bit % 8 & 7u;
}

void fortress_path_put(struct fortress_plan *plan, uint32_t index, uint32_t direction)
{
    uint32_t bit = 3 * index;
    uint32_t word = direction << bit % 8;
    uint32_t mask = 7u << bit % 8;
    plan->path[bit / 8] = (uint8_t)((plan->path[bit / 8] & ~mask) | word);
    if (bit / 8 + 1 < FORTRESS_PATH_BYTES) {
        uint8_t *next = &plan->path[bit / 8 + 1];
        *next = (uint8_t)((*next & ~(mask >> 8)) | word >> 8);
    }
}

uint32_t fortress_path_cell(const struct fortress_plan *plan, uint32_t steps)
{
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; i < steps; i++) {
        cell = fortress_beside(cell, fortress_path_get(plan, i));
    }
    return cell;
}

uint32_t fortress_path_index(const struct fortress_plan *plan, uint32_t cell)
{
    uint32_t at = plan->origin;
    for (uint32_t i = 0; i < plan->length; i++) {
        if (at == cell) {
            return i;
        }
        at = fortress_beside(at, fortress_path_get(plan, i));
    }
    return at == cell ? plan->length : plan->length + 1u;
}

void fortress_path_clear(struct fortress_plan *plan)
{
    plan->length = plan->from = plan->steps = plan->works = 0;
    plan->origin = plan->expected = 0;
    memset(plan->path, 0, sizeof plan->path);
}

/* ---- costs ---- */

static uint32_t ground_cost(const struct fortress_board *board, uint32_t type, uint32_t cell)
{
    uint64_t bit = UINT64_C(1) << (cell & 63u);
    uint32_t row = cell >> 6;
    if ((board->mountain.row[row] & bit) != 0) {
        return FORTRESS_IMPASSABLE;
    }
    if ((board->forest.row[row] & bit) != 0) {
        return type == FORTRESS_SCOUT ? FORTRESS_COST_ONE : 2 * FORTRESS_COST_ONE;
    }
    return ((board->river.row[row] | board->lake.row[row]) & bit) != 0 ? 2 * FORTRESS_COST_ONE
                                                                       : FORTRESS_COST_ONE;
}

uint32_t fortress_cost(const struct fortress_state *s, uint32_t eyes, uint32_t type, uint32_t cell)
{
    if (eyes != FORTRESS_NEUTRAL && !fortress_has(&s->know[eyes].explored, cell)) {
        return FORTRESS_COST_ONE;
    }
    uint32_t cost = ground_cost(&s->board, type, cell);
    uint8_t site = eyes == FORTRESS_NEUTRAL ? s->site[cell] : s->know[eyes].site[cell];
    return cost == FORTRESS_IMPASSABLE ? cost : cost / fortress_track(site);
}

int32_t fortress_is_wall(const struct fortress_state *s, uint32_t eyes, uint32_t seat,
                         uint32_t cell)
{
    if (eyes != FORTRESS_NEUTRAL) {
        return fortress_known_structure(s, seat, cell) != FORTRESS_NOBODY;
    }
    uint32_t who = fortress_structure_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) != seat;
}

/* ---- the search: cells wait in one set for each cost, so they come out cheapest first. For a
 * single goal that cost has the least cost of the way that is still left added to it. ---- */

enum { WAITING = 16 /* more than the dearest step */, STEP_BITS = 12 };
RD_STATIC_ASSERT(FORTRESS_CELLS < 1 << STEP_BITS, "steps of a way fit beside its cost");

struct search {
    const struct fortress_state *s;
    const struct fortress_leg *leg;
    struct fortress_set walls;  /* reached and not left */
    struct fortress_set ground; /* where the way may lead */
    struct fortress_set waiting[WAITING];
    uint32_t key[FORTRESS_CELLS]; /* cost << STEP_BITS | steps */
    uint8_t first_row[WAITING];   /* of each waiting set: nobody waits above it */
    uint32_t stride;              /* no step to leg->from costs less; 0: there is no goal */
};

/* What the cheapest step costs that the seat knows of. */
static uint32_t cheapest_step(const struct fortress_knowledge *know)
{
    uint32_t best = 1;
    for (uint32_t first = 0; first < FORTRESS_CELLS; first += 8) {
        uint64_t eight;
        memcpy(&eight, &know->site[first], sizeof eight);
        for (; eight != 0; eight >>= 8) {
            uint32_t track = fortress_track((uint8_t)eight);
            best = track > best ? track : best;
        }
    }
    return FORTRESS_COST_ONE / best;
}

static void add_walls(const struct fortress_state *s, uint32_t seat, struct fortress_set *walls)
{
    memset(walls, 0, sizeof *walls);
    for (uint64_t left = s->know[seat].structures; left != 0; left &= left - 1) {
        uint32_t slot = (uint32_t)__builtin_ctzll(left);
        fortress_add(walls, s->piece[fortress_structure_who(1 - seat, slot)].cell);
    }
}

static void lay_ground(struct search *search)
{
    const struct fortress_state *s = search->s;
    const struct fortress_knowledge *know = &s->know[search->leg->seat];
    if (search->leg->search == FORTRESS_TRACKS) {
        fortress_track_ground(s, search->leg->seat, &search->ground);
        fortress_add(&search->ground, search->leg->from);
        return;
    }
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        search->ground.row[row] =
            s->board.valid.row[row] & ~(s->board.mountain.row[row] & know->explored.row[row]);
    }
}

static void search_begin(struct search *search, const struct fortress_state *s,
                         const struct fortress_leg *leg)
{
    search->s = s;
    search->leg = leg;
    add_walls(s, leg->seat, &search->walls);
    lay_ground(search);
    memset(search->waiting, 0, sizeof search->waiting);
    memset(search->key, 0xff, sizeof search->key);
    memset(search->first_row, FORTRESS_ROWS, sizeof search->first_row);
    search->stride = 0;
}

static uint32_t turn_of(const struct search *search, uint32_t cell, uint32_t key)
{
    uint32_t cost = key >> STEP_BITS;
    return search->stride == 0 ? cost
                               : cost + search->stride * fortress_distance(cell, search->leg->from);
}

static void wait_at(struct search *search, uint32_t cell, uint32_t key)
{
    uint32_t old = search->key[cell], place = turn_of(search, cell, key) % WAITING;
    if (old != UINT32_MAX) {
        fortress_remove(&search->waiting[turn_of(search, cell, old) % WAITING], cell);
    }
    search->key[cell] = key;
    fortress_add(&search->waiting[place], cell);
    if (cell >> 6 < search->first_row[place]) {
        search->first_row[place] = (uint8_t)(cell >> 6);
    }
}

static uint32_t step_key(const struct search *search, uint32_t cell)
{
    const struct fortress_leg *leg = search->leg;
    return fortress_cost(search->s, leg->seat, leg->type, cell) << STEP_BITS | 1u;
}

/* Takes the next cell with this cost out, or RD_NO_CELL. */
static uint32_t take(struct search *search, uint32_t cost)
{
    struct fortress_set *set = &search->waiting[cost % WAITING];
    uint32_t row = search->first_row[cost % WAITING];
    while (row < FORTRESS_ROWS && set->row[row] == 0) {
        row++;
    }
    search->first_row[cost % WAITING] = (uint8_t)row;
    if (row == FORTRESS_ROWS) {
        return RD_NO_CELL;
    }
    uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(set->row[row]);
    set->row[row] &= set->row[row] - 1;
    return cell;
}

/* Backwards from the goal: a step from a neighbour into this cell costs what this cell costs. */
static void spread_back(struct search *search, uint32_t cell)
{
    uint32_t key = search->key[cell] + step_key(search, cell);
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_beside(cell, d);
        int32_t open = next != RD_NO_CELL && fortress_has(&search->ground, next) &&
                       (!fortress_has(&search->walls, next) || next == search->leg->from);
        if (open && key < search->key[next]) {
            wait_at(search, next, key);
        }
    }
}

static int32_t search_back(struct search *search)
{
    const struct fortress_leg *leg = search->leg;
    if (!fortress_has(&search->ground, leg->to)) {
        return 0;
    }
    search->stride = cheapest_step(&search->s->know[leg->seat]);
    wait_at(search, leg->to, 0);
    uint32_t empty = 0, cost = turn_of(search, leg->to, 0);
    for (; cost <= leg->cost_max && empty < WAITING; cost++) {
        empty++;
        for (uint32_t cell = take(search, cost); cell != RD_NO_CELL; cell = take(search, cost)) {
            empty = 0;
            if (cell != leg->from) {
                spread_back(search, cell);
            }
        }
        if (search->key[leg->from] >> STEP_BITS == cost) {
            return 1; /* and so are all cells of ways as cheap */
        }
    }
    return 0;
}

/* R9.9: of ways of one cost and length the one that begins with the lowest direction. */
static void walk_down(const struct search *search, struct fortress_plan *plan)
{
    uint32_t cell = search->leg->from;
    while (cell != search->leg->to && plan->length < FORTRESS_PATH_MAX) {
        uint32_t direction = 0, next;
        for (;; direction++) {
            RD_ASSERT(direction < FORTRESS_DIRECTIONS);
            next = fortress_beside(cell, direction);
            if (next != RD_NO_CELL && search->key[next] != UINT32_MAX &&
                (!fortress_has(&search->walls, next) || next == search->leg->to) &&
                search->key[next] + step_key(search, next) == search->key[cell]) {
                break;
            }
        }
        fortress_path_put(plan, plan->length, direction);
        plan->length++;
        cell = next;
    }
}

int32_t fortress_find_way(const struct fortress_state *s, const struct fortress_leg *leg,
                          struct fortress_plan *plan)
{
    struct search search;
    search_begin(&search, s, leg);
    if (!search_back(&search)) {
        return 0;
    }
    if (plan != NULL) {
        walk_down(&search, plan);
    }
    return 1;
}

/* ---- the ways to all cells at once ---- */

struct tree {
    struct search search;
    uint8_t from[FORTRESS_CELLS]; /* direction of the last step */
};

static uint32_t parent(const struct tree *tree, uint32_t cell)
{
    return fortress_beside(cell, (tree->from[cell] + 3u) % FORTRESS_DIRECTIONS);
}

/* R9.9: of two ways to a cell with as many steps, does the new one begin with the lower direction?
 */
static int32_t begins_lower(const struct tree *tree, uint32_t cell, uint32_t before,
                            uint32_t direction)
{
    uint32_t a = before, b = parent(tree, cell);
    uint32_t last_a = direction, last_b = tree->from[cell];
    while (a != b) {
        last_a = tree->from[a];
        last_b = tree->from[b];
        a = parent(tree, a);
        b = parent(tree, b);
    }
    return last_a < last_b;
}

static void spread(struct tree *tree, uint32_t cell)
{
    struct search *search = &tree->search;
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_beside(cell, d);
        if (next == RD_NO_CELL || !fortress_has(&search->ground, next)) {
            continue;
        }
        uint32_t key = search->key[cell] + step_key(search, next);
        if (key < search->key[next]) {
            wait_at(search, next, key);
            tree->from[next] = (uint8_t)d;
        } else if (key == search->key[next] && begins_lower(tree, next, cell, d)) {
            tree->from[next] = (uint8_t)d;
        }
    }
}

void fortress_idle_ways(const struct fortress_state *s, const struct fortress_leg *leg,
                        struct fortress_set *idle)
{
    struct tree tree;
    uint32_t empty = 0;
    search_begin(&tree.search, s, leg);
    memset(idle, 0, sizeof *idle);
    wait_at(&tree.search, leg->from, 0);
    for (uint32_t cost = 0; empty < WAITING; cost++) {
        empty++;
        for (uint32_t cell = take(&tree.search, cost); cell != RD_NO_CELL;
             cell = take(&tree.search, cost)) {
            int32_t first = cell == leg->from;
            empty = 0;
            if ((first || fortress_has(idle, parent(&tree, cell))) &&
                fortress_road_status(s, leg->seat, cell, first) != FORTRESS_WORK) {
                fortress_add(idle, cell);
            }
            spread(&tree, cell);
        }
    }
}

/* ---- walking it ---- */

/* R9.5: cavalry may overdraw one point with the last step of a straight line. */
uint32_t fortress_affordable(const struct fortress_state *s, const struct fortress_walk *walk)
{
    uint32_t budget = fortress_kinds[walk->type].move;
    uint32_t cell = fortress_path_cell(walk->plan, walk->from);
    uint32_t total = 0, steps = 0, first = 0;
    int32_t straight = walk->type == FORTRESS_CAVALRY;
    for (uint32_t i = walk->from; i < walk->plan->length && total <= budget; i++) {
        uint32_t direction = fortress_path_get(walk->plan, i);
        uint32_t next = fortress_step(&s->board, cell, direction);
        uint32_t cost = next == RD_NO_CELL ? (uint32_t)FORTRESS_IMPASSABLE
                                           : fortress_cost(s, walk->eyes, walk->type, next);
        first = steps == 0 ? direction : first;
        straight = straight && direction == first;
        total += cost;
        if (total > budget && (!straight || total > budget + FORTRESS_COST_ONE)) {
            break;
        }
        steps++;
        cell = next;
        if (fortress_is_wall(s, walk->eyes, walk->seat, cell)) {
            break;
        }
    }
    return steps;
}
