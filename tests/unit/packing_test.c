/* Packed observations: every form says what it was given, nobody's bytes do harm, and every game
 * keeps to the bytes that it may have. */
#include "check.h"

#include <stdlib.h>

#include "redoubt/packing.h"

/* A game of nothing but a table, with cells that fill no word. */
#define ROWS(X)                          \
    X(BIT, "bit", 2, 77, RD_PACK_BIT, 0) \
    X(U2, "u2", 1, 77, RD_PACK_U2, 0)    \
    X(S2, "s2", 2, 77, RD_PACK_S2, 0)    \
    X(U4, "u4", 1, 77, RD_PACK_U4, 0)    \
    X(S4, "s4", 1, 77, RD_PACK_S4, 0)    \
    X(S8, "s8", 2, 77, RD_PACK_S8, 0)    \
    X(ONE, "one", 6, 77, RD_PACK_ONE, 2) \
    X(LIST, "list", 5, 77, RD_PACK_LIST, 40)
RD_PACK_NUMBERS(ROWS);
static const struct rd_packing rows[] = RD_PACK_TABLE(ROWS);
static const struct rd_game game = { .packing = rows };

enum { CELLS = 77 };

/* The least and the most of each row. */
static const struct {
    int32_t least, most;
} range[ROW_COUNT] = { { 0, 1 },  { 0, 3 },      { -2, 1 },     { 0, 15 },
                       { -8, 7 }, { -127, 127 }, { -127, 127 }, { -127, 127 } };

static void put_both(struct rd_sheet full, struct rd_sheet packed, uint32_t row,
                     const uint32_t place[2], int32_t value)
{
    rd_put(full, &rows[row], place[0], place[1], value);
    rd_put(packed, &rows[row], place[0], place[1], value);
}

/* Dense planes everywhere, some cells twice; the others once at some cells. */
static void draw_some(struct rd_sheet full, struct rd_sheet packed, struct rd_luck *luck)
{
    for (uint32_t row = 0; row < ROW_COUNT; row++) {
        uint32_t is_dense = rows[row].form < RD_PACK_ONE;
        for (uint32_t i = 0; i < (is_dense ? 200u : 15u); i++) {
            uint32_t place[2] = { (uint32_t)rd_luck_range(luck, 0, rows[row].planes - 1),
                                  is_dense ? (uint32_t)rd_luck_range(luck, 0, CELLS - 1) : i * 5 };
            int32_t value = rd_luck_range(luck, range[row].least, range[row].most);
            put_both(full, packed, row, place, value);
        }
    }
}

static uint32_t any_word(struct rd_luck *luck)
{
    return (uint32_t)rd_luck_range(luck, INT32_MIN, INT32_MAX);
}

static void every_form(void)
{
    static int8_t want[TENSOR_END], got[TENSOR_END], shared[TENSOR_END];
    static uint32_t words[WORD_END];
    struct rd_luck luck = rd_luck_from_seed(5);
    for (uint32_t round = 0; round < 300; round++) {
        struct rd_sheet full = { memset(want, 0, sizeof want), NULL };
        struct rd_sheet packed = { NULL, memset(words, 0, sizeof words) };
        uint64_t bits = (uint64_t)(any_word(&luck) >> 1) << 32 | any_word(&luck);
        rd_put_bits(full, &rows[ROW_BIT], round % 2, round % 14, bits);
        rd_put_bits(packed, &rows[ROW_BIT], round % 2, round % 14, bits);
        draw_some(full, packed, &luck);
        memset(got, 3, sizeof got);
        memset(shared, 4, sizeof shared);
        rd_unpack(&game, words, got);
        CHECK(memcmp(want, got, sizeof want) == 0);
        for (uint32_t part = 0; part < 7; part++) {
            rd_unpack_part(&game, words, shared, part, 7);
        }
        CHECK(memcmp(want, shared, sizeof want) == 0);
        CHECK_EQ(rd_pack_lost(&game, words), 0);
    }
    CHECK_EQ(rd_packed_size(&game), sizeof words);
}

static void a_full_list(void)
{
    static int8_t got[TENSOR_END];
    static uint32_t words[WORD_END + 1];
    struct rd_sheet packed = { NULL, words };
    words[WORD_END] = 0xa5a5a5a5;
    for (uint32_t cell = 0; cell < CELLS; cell++) {
        rd_put(packed, &rows[ROW_LIST], cell % 5, cell, 9);
    }
    rd_unpack(&game, words, got);
    CHECK_EQ(words[WORD_LIST], CELLS);
    CHECK_EQ(rd_pack_lost(&game, words), CELLS - 40);
    CHECK_EQ(got[TENSOR_LIST + 39 % 5 * CELLS + 39], 9);
    CHECK_EQ(got[TENSOR_LIST + 40 % 5 * CELLS + 40], 0);
    CHECK_HEX(words[WORD_END], 0xa5a5a5a5);
}

/* Whatever the words are, no byte beyond the tensors is written, and each of them is. */
static void anybodys_bytes(void)
{
    struct rd_luck luck = rd_luck_from_seed(6);
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        const struct rd_game *known = rd_game_at(i);
        uint32_t size = rd_packed_size(known), left = 0;
        uint32_t *words = malloc(size);
        int8_t *got[2] = { malloc(known->tensor_size), malloc(known->tensor_size) };
        for (uint32_t round = 0; round < 20; round++) {
            for (uint32_t w = 0; w < size / 4; w++) {
                words[w] = any_word(&luck);
            }
            memset(got[0], 1, known->tensor_size);
            memset(got[1], 2, known->tensor_size);
            rd_unpack(known, words, got[0]);
            rd_unpack(known, words, got[1]);
            left += memcmp(got[0], got[1], known->tensor_size) != 0;
        }
        CHECK_EQ(left, 0);
        free(words);
        free(got[0]);
        free(got[1]);
    }
}

static void values_that_fit(void)
{
    for (uint32_t row = 0; row < ROW_COUNT; row++) {
        uint32_t is_narrow = rows[row].form < RD_PACK_S8;
        CHECK(rd_pack_fits(rows[row].form, range[row].least));
        CHECK(rd_pack_fits(rows[row].form, range[row].most));
        CHECK_EQ(rd_pack_fits(rows[row].form, range[row].least - 1), !is_narrow);
        CHECK_EQ(rd_pack_fits(rows[row].form, range[row].most + 1), !is_narrow);
    }
}

static void bytes_of_games(void)
{
    static const struct {
        const char *id;
        uint32_t most;
    } limit[] = { { "apoca", 3000 },
                  { "fate", 3000 },
                  { "classic", 3000 },
                  { "fortress", 13000 },
                  { "civ", 13000 } };
    for (uint32_t i = 0; i < sizeof limit / sizeof limit[0]; i++) {
        const struct rd_game *known = rd_game_find(limit[i].id);
        CHECK(known != NULL && rd_packed_size(known) <= limit[i].most);
    }
}

int main(void)
{
    RUN(every_form);
    RUN(a_full_list);
    RUN(anybodys_bytes);
    RUN(values_that_fit);
    RUN(bytes_of_games);
    return check_end();
}
