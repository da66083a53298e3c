/* Grids against brute force: every cell of boards with origins and holes, in every shape. */
#include "check.h"
#include "redoubt/grid.h"
#include "redoubt/luck.h"

static const uint16_t shapes[] = { RD_GRID_SQUARE4, RD_GRID_SQUARE8, RD_GRID_HEX };
enum { SHAPES = 3 };

static void random_set(const struct rd_grid *grid, struct rd_luck *luck, int32_t percent,
                       uint64_t *set)
{
    rd_grid_set_clear(grid, set);
    for (uint32_t cell = 0; cell < (uint32_t)grid->columns * grid->rows; cell++) {
        if (rd_luck_range(luck, 0, 99) < percent) {
            rd_grid_set_add(grid, set, cell);
        }
    }
}

static struct rd_grid random_grid(struct rd_luck *luck, uint16_t shape, uint64_t *valid)
{
    struct rd_grid grid = { shape,
                            (uint8_t)rd_luck_range(luck, 1, 64),
                            (uint8_t)rd_luck_range(luck, 1, 24),
                            (int16_t)rd_luck_range(luck, -5, 5),
                            (int16_t)rd_luck_range(luck, -5, 5),
                            NULL };
    random_set(&grid, luck, 85, valid);
    grid.valid = rd_luck_range(luck, 0, 1) == 0 ? NULL : valid;
    return grid;
}

static int exists(const struct rd_grid *grid, uint32_t cell)
{
    return grid->valid == NULL || rd_grid_set_has(grid, grid->valid, cell);
}

/* The definition, without rows, words or shifts. */
static void slow_flood(const struct rd_grid *grid, uint32_t start, uint32_t steps,
                       const uint64_t *blockers, uint16_t *distance)
{
    uint16_t queue[RD_CELLS_MAX];
    uint32_t head = 0, tail = 0;
    for (uint32_t cell = 0; cell < (uint32_t)grid->columns * grid->rows; cell++) {
        distance[cell] = RD_NO_CELL;
    }
    distance[start] = 0;
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        uint32_t cell = queue[head++];
        int stuck = blockers != NULL && cell != start && rd_grid_set_has(grid, blockers, cell);
        if (distance[cell] == steps || stuck) {
            continue;
        }
        for (uint32_t d = 0; d < rd_grid_directions(grid); d++) {
            uint32_t next = rd_grid_walk(grid, cell, d, 1);
            if (next != RD_NO_CELL && distance[next] == RD_NO_CELL) {
                distance[next] = (uint16_t)(distance[cell] + 1);
                queue[tail++] = (uint16_t)next;
            }
        }
    }
}

static void cells_and_coordinates_agree(void)
{
    struct rd_luck luck = rd_luck_from_seed(1);
    for (int round = 0; round < 60; round++) {
        uint64_t valid[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, shapes[round % SHAPES], valid);
        for (uint32_t cell = 0; cell < (uint32_t)grid.columns * grid.rows; cell++) {
            int32_t x = rd_grid_x(&grid, cell), y = rd_grid_y(&grid, cell);
            CHECK_EQ((y - grid.y0) * grid.columns + (x - grid.x0), cell);
            CHECK_EQ(rd_grid_cell(&grid, x, y), exists(&grid, cell) ? cell : RD_NO_CELL);
        }
        CHECK_EQ(rd_grid_cell(&grid, grid.x0 - 1, grid.y0), RD_NO_CELL);
        CHECK_EQ(rd_grid_cell(&grid, grid.x0 + grid.columns, grid.y0), RD_NO_CELL);
        CHECK_EQ(rd_grid_cell(&grid, grid.x0, grid.y0 - 1), RD_NO_CELL);
        CHECK_EQ(rd_grid_cell(&grid, grid.x0, grid.y0 + grid.rows), RD_NO_CELL);
        CHECK_EQ(rd_grid_cell(&grid, INT32_MIN, INT32_MAX), RD_NO_CELL);
        CHECK_EQ(rd_grid_cell(&grid, INT32_MAX, INT32_MIN), RD_NO_CELL);
    }
}

/* Hexes in the published order: E, NE, NW, W, SW, SE; and NE from (5,5) as the worked example. */
static void hexes_have_their_neighbours_in_order(void)
{
    static const int8_t even[6][2] = { { 1, 0 },  { 0, -1 }, { -1, -1 },
                                       { -1, 0 }, { -1, 1 }, { 0, 1 } };
    static const int8_t odd[6][2] = {
        { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { 0, 1 }, { 1, 1 }
    };
    static const int8_t line[4][2] = { { 6, 4 }, { 6, 3 }, { 7, 2 }, { 7, 1 } };
    const struct rd_grid grid = { RD_GRID_HEX, 37, 31, -1, 0, NULL };
    for (uint32_t d = 0; d < 6; d++) {
        uint32_t from_even = rd_grid_walk(&grid, rd_grid_cell(&grid, 8, 4), d, 1);
        uint32_t from_odd = rd_grid_walk(&grid, rd_grid_cell(&grid, 8, 5), d, 1);
        CHECK_EQ(from_even, rd_grid_cell(&grid, 8 + even[d][0], 4 + even[d][1]));
        CHECK_EQ(from_odd, rd_grid_cell(&grid, 8 + odd[d][0], 5 + odd[d][1]));
    }
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_EQ(rd_grid_walk(&grid, rd_grid_cell(&grid, 5, 5), 1, i + 1),
                 rd_grid_cell(&grid, line[i][0], line[i][1]));
    }
}

static void squares_have_their_neighbours_in_order(void)
{
    static const int8_t eight[8][2] = { { 1, 0 },  { 1, -1 }, { 0, -1 }, { -1, -1 },
                                        { -1, 0 }, { -1, 1 }, { 0, 1 },  { 1, 1 } };
    struct rd_grid grid = { RD_GRID_SQUARE8, 9, 9, 0, 0, NULL };
    for (uint32_t d = 0; d < 8; d++) {
        CHECK_EQ(rd_grid_walk(&grid, 40, d, 1),
                 rd_grid_cell(&grid, 4 + eight[d][0], 4 + eight[d][1]));
    }
    grid.shape = RD_GRID_SQUARE4;
    for (uint32_t d = 0; d < 4; d++) {
        const int8_t *way = eight[(size_t)2 * d];
        CHECK_EQ(rd_grid_walk(&grid, 40, d, 1), rd_grid_cell(&grid, 4 + way[0], 4 + way[1]));
    }
}

static void opposite_directions_lead_back(void)
{
    struct rd_luck luck = rd_luck_from_seed(2);
    for (int round = 0; round < 60; round++) {
        uint64_t valid[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, shapes[round % SHAPES], valid);
        uint32_t directions = rd_grid_directions(&grid);
        for (uint32_t cell = 0; cell < (uint32_t)grid.columns * grid.rows; cell++) {
            for (uint32_t d = 0; d < directions && exists(&grid, cell); d++) {
                uint32_t next = rd_grid_walk(&grid, cell, d, 1);
                uint32_t back = (d + directions / 2) % directions;
                CHECK(next == RD_NO_CELL || rd_grid_walk(&grid, next, back, 1) == cell);
            }
        }
    }
}

/* Without holes, the distance is the number of steps a flood needs. */
static void distances_are_what_a_walk_takes(void)
{
    for (uint32_t i = 0; i < SHAPES; i++) {
        const struct rd_grid grid = { shapes[i], 13, 11, -1, 3, NULL };
        uint16_t distance[13 * 11];
        for (uint32_t a = 0; a < 13 * 11; a++) {
            slow_flood(&grid, a, 1000, NULL, distance);
            for (uint32_t b = 0; b < 13 * 11; b++) {
                CHECK_EQ(rd_grid_distance(&grid, a, b), distance[b]);
            }
        }
    }
}

static void distances_span_the_largest_board(void)
{
    struct rd_grid grid = { RD_GRID_SQUARE4, 64, 64, -7, 9, NULL };
    CHECK_EQ(rd_grid_distance(&grid, 0, 4095), 126);
    grid.shape = RD_GRID_SQUARE8;
    CHECK_EQ(rd_grid_distance(&grid, 0, 4095), 63);
    grid.shape = RD_GRID_HEX;
    uint16_t distance[RD_CELLS_MAX];
    static const uint16_t corners[] = { 0, 63, 4032, 4095 };
    for (uint32_t i = 0; i < 4; i++) {
        slow_flood(&grid, corners[i], 1000, NULL, distance);
        for (uint32_t b = 0; b < RD_CELLS_MAX; b++) {
            CHECK_EQ(rd_grid_distance(&grid, corners[i], b), distance[b]);
        }
    }
}

/* A line has a direction exactly when walking that way arrives. */
static void lines_are_walks_in_one_direction(void)
{
    for (uint32_t i = 0; i < SHAPES; i++) {
        const struct rd_grid grid = { shapes[i], 12, 11, -1, -2, NULL };
        for (uint32_t a = 0; a < 12 * 11; a++) {
            uint32_t direction[12 * 11];
            for (uint32_t b = 0; b < 12 * 11; b++) {
                direction[b] = RD_GRID_NO_DIRECTION;
            }
            for (uint32_t d = 0; d < rd_grid_directions(&grid); d++) {
                uint32_t cell = rd_grid_walk(&grid, a, d, 1);
                for (; cell != RD_NO_CELL; cell = rd_grid_walk(&grid, cell, d, 1)) {
                    direction[cell] = d;
                }
            }
            for (uint32_t b = 0; b < 12 * 11; b++) {
                CHECK_EQ(rd_grid_line(&grid, a, b), direction[b]);
            }
        }
    }
}

static void a_walk_ends_at_the_edge_and_at_holes(void)
{
    uint64_t valid[3] = { 0x1f, 0x1b, 0x1f }; /* (2,1) is missing */
    const struct rd_grid grid = { RD_GRID_SQUARE4, 5, 3, 0, 0, valid };
    CHECK_EQ(rd_grid_walk(&grid, 0, 0, 4), 4);
    CHECK_EQ(rd_grid_walk(&grid, 0, 0, 5), RD_NO_CELL);
    CHECK_EQ(rd_grid_walk(&grid, 5, 0, 1), 6);
    CHECK_EQ(rd_grid_walk(&grid, 5, 0, 3), RD_NO_CELL);
    CHECK_EQ(rd_grid_walk(&grid, 5, 0, 0), 5);
}

static void sets_hold_what_was_added(void)
{
    struct rd_luck luck = rd_luck_from_seed(3);
    for (int round = 0; round < 60; round++) {
        uint64_t unused[RD_GRID_ROWS_MAX], set[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, RD_GRID_HEX, unused);
        random_set(&grid, &luck, round, set);
        uint32_t count = 0, next = rd_grid_set_next(&grid, set, 0);
        for (uint32_t cell = 0; cell < (uint32_t)grid.columns * grid.rows; cell++) {
            if (rd_grid_set_has(&grid, set, cell)) {
                CHECK_EQ(next, cell);
                count++;
                next = rd_grid_set_next(&grid, set, cell + 1);
            }
        }
        CHECK_EQ(next, RD_NO_CELL);
        CHECK_EQ(rd_grid_set_count(&grid, set), count);
        for (uint32_t cell = 0; cell < (uint32_t)grid.columns * grid.rows; cell++) {
            rd_grid_set_remove(&grid, set, cell);
        }
        CHECK_EQ(rd_grid_set_count(&grid, set), 0);
    }
}

static void floods_match_brute_force(void)
{
    struct rd_luck luck = rd_luck_from_seed(4);
    for (int round = 0; round < 400; round++) {
        uint64_t valid[RD_GRID_ROWS_MAX], blockers[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, shapes[round % SHAPES], valid);
        random_set(&grid, &luck, rd_luck_range(&luck, 0, 50), blockers);
        const uint64_t *in_the_way = round % 5 == 0 ? NULL : blockers;
        int32_t last = grid.columns * grid.rows - 1;
        uint32_t start = rd_grid_set_next(&grid, valid, (uint32_t)rd_luck_range(&luck, 0, last));
        uint32_t steps = (uint32_t)(round % 7 == 0 ? 5000 : rd_luck_range(&luck, 0, 6));
        if (start == RD_NO_CELL) {
            continue;
        }
        uint16_t fast[RD_CELLS_MAX], slow[RD_CELLS_MAX];
        rd_grid_flood_distances(&grid, start, steps, in_the_way, fast);
        slow_flood(&grid, start, steps, in_the_way, slow);
        CHECK(memcmp(fast, slow, sizeof slow[0] * grid.columns * grid.rows) == 0);
    }
}

/* Of many starts at once, and in place. */
static void a_flood_from_many_is_the_union(void)
{
    struct rd_luck luck = rd_luck_from_seed(5);
    for (int round = 0; round < 100; round++) {
        uint64_t valid[RD_GRID_ROWS_MAX], blockers[RD_GRID_ROWS_MAX];
        uint64_t starts[RD_GRID_ROWS_MAX], want[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, shapes[round % SHAPES], valid);
        random_set(&grid, &luck, 30, blockers);
        random_set(&grid, &luck, 3, starts);
        rd_grid_set_clear(&grid, want);
        uint32_t steps = (uint32_t)rd_luck_range(&luck, 0, 4);
        for (uint32_t cell = 0; cell < (uint32_t)grid.columns * grid.rows; cell++) {
            uint16_t slow[RD_CELLS_MAX];
            if (!rd_grid_set_has(&grid, starts, cell) || !exists(&grid, cell)) {
                continue;
            }
            slow_flood(&grid, cell, steps, blockers, slow);
            for (uint32_t to = 0; to < (uint32_t)grid.columns * grid.rows; to++) {
                if (slow[to] != RD_NO_CELL) {
                    rd_grid_set_add(&grid, want, to);
                }
            }
        }
        rd_grid_flood(&grid, starts, steps, blockers, starts);
        CHECK(memcmp(starts, want, sizeof want[0] * grid.rows) == 0);
    }
}

/* A start that joins after one step of three gets two. */
static void late_starts_see_less_far(void)
{
    struct rd_luck luck = rd_luck_from_seed(6);
    for (int round = 0; round < 100; round++) {
        uint64_t valid[RD_GRID_ROWS_MAX], blockers[RD_GRID_ROWS_MAX];
        uint64_t far[RD_GRID_ROWS_MAX], near[RD_GRID_ROWS_MAX];
        struct rd_grid grid = random_grid(&luck, shapes[round % SHAPES], valid);
        random_set(&grid, &luck, 30, blockers);
        random_set(&grid, &luck, 2, far);
        random_set(&grid, &luck, 2, near);
        struct rd_flood flood;
        rd_flood_begin(&grid, &flood);
        rd_flood_start(&grid, &flood, far);
        rd_flood_step(&grid, &flood, blockers);
        rd_flood_start(&grid, &flood, near);
        rd_flood_step(&grid, &flood, blockers);
        rd_flood_step(&grid, &flood, blockers);
        rd_grid_flood(&grid, far, 3, blockers, far);
        rd_grid_flood(&grid, near, 2, blockers, near);
        for (uint32_t r = 0; r < grid.rows; r++) {
            CHECK_HEX(flood.reached[r], far[r] | near[r]);
        }
    }
}

/* Due east behind one forest: out of sight with two steps, seen around it with three. */
static void sight_goes_round_a_forest(void)
{
    const struct rd_grid grid = { RD_GRID_HEX, 9, 9, 0, 0, NULL };
    uint64_t forest[9] = { 0 }, unit[9] = { 0 }, seen[9];
    uint32_t behind = rd_grid_cell(&grid, 5, 4);
    rd_grid_set_add(&grid, unit, rd_grid_cell(&grid, 3, 4));
    rd_grid_set_add(&grid, forest, rd_grid_cell(&grid, 4, 4));
    rd_grid_set_add(&grid, forest, rd_grid_cell(&grid, 3, 4)); /* its own tile never blocks */
    rd_grid_flood(&grid, unit, 2, forest, seen);
    CHECK(rd_grid_set_has(&grid, seen, rd_grid_cell(&grid, 4, 4)));
    CHECK(!rd_grid_set_has(&grid, seen, behind));
    rd_grid_flood(&grid, unit, 3, forest, seen);
    CHECK(rd_grid_set_has(&grid, seen, behind));
}

static void a_flood_says_when_it_is_over(void)
{
    const struct rd_grid grid = { RD_GRID_SQUARE8, 64, 64, 0, 0, NULL };
    struct rd_flood flood;
    uint64_t corner[64] = { 1 };
    rd_flood_begin(&grid, &flood);
    CHECK_EQ(rd_flood_step(&grid, &flood, NULL), 0);
    rd_flood_start(&grid, &flood, corner);
    for (int i = 0; i < 63; i++) {
        CHECK_EQ(rd_flood_step(&grid, &flood, NULL), 1);
    }
    CHECK_EQ(rd_flood_step(&grid, &flood, NULL), 0);
    CHECK_EQ(rd_grid_set_count(&grid, flood.reached), 4096);
}

int main(void)
{
    RUN(cells_and_coordinates_agree);
    RUN(hexes_have_their_neighbours_in_order);
    RUN(squares_have_their_neighbours_in_order);
    RUN(opposite_directions_lead_back);
    RUN(distances_are_what_a_walk_takes);
    RUN(distances_span_the_largest_board);
    RUN(lines_are_walks_in_one_direction);
    RUN(a_walk_ends_at_the_edge_and_at_holes);
    RUN(sets_hold_what_was_added);
    RUN(floods_match_brute_force);
    RUN(a_flood_from_many_is_the_union);
    RUN(late_starts_see_less_far);
    RUN(sight_goes_round_a_forest);
    RUN(a_flood_says_when_it_is_over);
    return check_end();
}
