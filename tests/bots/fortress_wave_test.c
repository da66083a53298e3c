/* How far it is in Fortress Frontiers: the wave of rows against a plain walk from cell to cell. */
#include "bots/fortress_playbooks.h"
#include "check.h"
#include "redoubt/luck.h"

enum { WIDTH = 20, HEIGHT = FORTRESS_ROWS, BOARDS = 30 };

static struct fortress_board board;
static struct fortress_set cells;
static uint16_t steps[FORTRESS_CELLS], plain[FORTRESS_CELLS];

static void begin_board(uint32_t width, uint32_t height)
{
    memset(&board, 0, sizeof board);
    memset(&cells, 0, sizeof cells);
    for (uint32_t i = 0; i < width * height; i++) {
        fortress_add(&board.valid, fortress_cell((int32_t)(i % width), (int32_t)(i / width)));
    }
}

static int32_t is_slow(uint32_t cell)
{
    return fortress_has(&board.forest, cell) || fortress_has(&board.river, cell) ||
           fortress_has(&board.lake, cell);
}

/* By way of a neighbour, if that is shorter than what is known. True: it was. */
static int32_t shorten(uint32_t cell)
{
    uint32_t least = plain[cell];
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t next = fortress_beside(cell, d);
        if (next != RD_NO_CELL && plain[next] != FORTRESS_FAR) {
            uint32_t playbook = plain[next] + (is_slow(next) ? 2u : 1u);
            least = playbook < least ? playbook : least;
        }
    }
    int32_t shorter = least < plain[cell];
    plain[cell] = (uint16_t)least;
    return shorter;
}

/* Until no way gets shorter any more. */
static void walk(uint32_t goal)
{
    memset(plain, 0xff, sizeof plain);
    plain[goal] = 0;
    for (int32_t more = 1; more;) {
        more = 0;
        for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
            if (fortress_has(&board.valid, cell) && !fortress_has(&board.mountain, cell)) {
                more |= shorten(cell);
            }
        }
    }
}

static void scatter(struct rd_luck *luck, struct fortress_set *set, int32_t percent)
{
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (fortress_has(&board.valid, cell) && rd_luck_range(luck, 0, 99) < percent) {
            fortress_add(set, cell);
        }
    }
}

static uint32_t any_cell(struct rd_luck *luck)
{
    return fortress_cell(rd_luck_range(luck, 0, WIDTH - 1), rd_luck_range(luck, 0, HEIGHT - 1));
}

static void boards_of_all_grounds(void)
{
    for (int32_t n = 0; n < BOARDS; n++) {
        struct rd_luck luck = rd_luck_from_key((uint64_t)n, 5);
        begin_board(WIDTH, HEIGHT);
        scatter(&luck, &board.mountain, n % 3 * 15);
        scatter(&luck, &board.forest, n % 4 * 10);
        scatter(&luck, &board.river, n % 5 * 6);
        scatter(&luck, &board.lake, n % 2 * 5);
        uint32_t goal = any_cell(&luck);
        walk(goal);
        fortress_measure(&board, goal, &board.valid, steps);
        CHECK(memcmp(steps, plain, sizeof steps) == 0);
    }
}

/* In the first row. */
static uint32_t at(int32_t x)
{
    return fortress_cell(x, 0);
}

static void a_row_of_woods(void)
{
    begin_board(6, 1);
    fortress_add(&board.forest, at(2));
    fortress_add(&board.river, at(3));
    fortress_measure(&board, at(0), &board.valid, steps);
    static const uint16_t want[] = { 0, 1, 2, 4, 6, 7 };
    for (int32_t x = 0; x < 6; x++) {
        CHECK_EQ(steps[at(x)], want[x]);
    }
}

static void no_way_over_mountains(void)
{
    begin_board(6, 1);
    fortress_add(&board.mountain, at(3));
    fortress_measure(&board, at(0), &board.valid, steps);
    CHECK_EQ(steps[at(2)], 2);
    CHECK_EQ(steps[at(3)], FORTRESS_FAR);
    CHECK_EQ(steps[at(4)], FORTRESS_FAR);
}

static void no_farther_than_asked(void)
{
    for (int32_t n = 0; n < BOARDS; n++) {
        struct rd_luck luck = rd_luck_from_key((uint64_t)n, 6);
        begin_board(WIDTH, HEIGHT);
        scatter(&luck, &board.forest, 30);
        uint32_t goal = any_cell(&luck), asked = any_cell(&luck);
        fortress_add(&cells, asked);
        walk(goal);
        fortress_measure(&board, goal, &cells, steps);
        for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
            CHECK_EQ(steps[cell], plain[cell] <= plain[asked] ? plain[cell] : FORTRESS_FAR);
        }
    }
}

int main(void)
{
    RUN(boards_of_all_grounds);
    RUN(a_row_of_woods);
    RUN(no_way_over_mountains);
    RUN(no_farther_than_asked);
    return check_end();
}
