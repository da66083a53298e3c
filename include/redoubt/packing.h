/*
 * redoubt/packing.h - observations in few bytes: planes of bits, and lists of what stands on a
 * board.
 *
 * A game says with one table how its tensors are packed: a row for some planes that follow one
 * another. It draws what a seat sees by rd_put() on a sheet, which is the tensors or their packed
 * form: so both say the same. A packed view is an array of words of 32 bits, and its rows lie one
 * after the other.
 *
 * A plane is one of a tensor's first index; a tensor with one index only is a single plane. Cells
 * of a plane are in C order. Each plane of a dense form begins with a word of its own, cell c of it
 * at the bits c * width and on, the lowest bits first.
 */
#ifndef REDOUBT_PACKING_H
#define REDOUBT_PACKING_H

#include "redoubt/game.h"

RD_PUBLIC_BEGIN

enum rd_pack_form {
    RD_PACK_BIT, /* 0 or 1 */
    RD_PACK_U2,  /* 0 .. 3 */
    RD_PACK_S2,  /* -2 .. 1, as two's complement; so are the next ones with an S */
    RD_PACK_U4,
    RD_PACK_S4,
    RD_PACK_S8,
    /* `part` planes belong together, and a cell has values in one such group at most: a plane of
     * four bits (0: in none, 1: in the first group), then the planes of that group as RD_PACK_S8.
     */
    RD_PACK_ONE,
    /* What is not 0, in any order and no place twice: a word with the number of entries, then room
     * for `part` of them. An entry is its cell in 16 bits, its plane (of the row) in 8, its value
     * in 8. If there are more entries than room, the last ones are left out. */
    RD_PACK_LIST
};

/* Bits of a cell in a dense form. */
#define RD_PACK_WIDTH(form)                              \
    ((form) == RD_PACK_BIT                          ? 1u \
     : (form) == RD_PACK_U2 || (form) == RD_PACK_S2 ? 2u \
     : (form) == RD_PACK_U4 || (form) == RD_PACK_S4 ? 4u \
                                                    : 8u)
/* Words of a plane. */
#define RD_PACK_PLANE(cells, form) (((cells)*RD_PACK_WIDTH(form) + 31) / 32)
#define RD_PACK_WORDS(planes, cells, form, part)                                      \
    ((form) == RD_PACK_LIST ? 1 + (part)                                              \
     : (form) == RD_PACK_ONE                                                          \
         ? RD_PACK_PLANE(cells, RD_PACK_U4) + (part)*RD_PACK_PLANE(cells, RD_PACK_S8) \
         : (planes)*RD_PACK_PLANE(cells, form))

/* A game lists its rows once, as a macro ROWS(X) of X(ID, title, planes, cells, form, part). What
 * follows makes of it ROW_ID, the number of a row, TENSOR_ID and WORD_ID, where it begins, the sums
 * TENSOR_END and WORD_END, and the table. */
#define RD_PACK_ROW(ID, title, planes, cells, form, part) ROW_##ID,
#define RD_PACK_PLACE(ID, title, planes, cells, form, part) \
    TENSOR_##ID, TENSOR_##ID##_LAST = TENSOR_##ID + (int)((planes) * (cells)) - 1,
#define RD_PACK_WORD(ID, title, planes, cells, form, part) \
    WORD_##ID, WORD_##ID##_LAST = WORD_##ID + (int)(RD_PACK_WORDS(planes, cells, form, part)) - 1,
#define RD_PACK_ENTRY(ID, title, planes, cells, form, part) \
    { title, planes, cells, form, part, TENSOR_##ID, WORD_##ID },
#define RD_PACK_NUMBERS(ROWS)                \
    enum { ROWS(RD_PACK_ROW) ROW_COUNT };    \
    enum { ROWS(RD_PACK_PLACE) TENSOR_END }; \
    enum { ROWS(RD_PACK_WORD) WORD_END }
#define RD_PACK_TABLE(ROWS) \
    {                       \
        ROWS(RD_PACK_ENTRY) \
        {                   \
            0               \
        }                   \
    }

/* Bytes that pack() writes: a multiple of 4. */
uint32_t rd_packed_size(const struct rd_game *game);

/* The row is a constant where a game puts a value, and nothing is left of the questions about it.
 */
#define RD_PACK_INLINE static inline __attribute__((always_inline))

/* What a game draws on: one of the two, all zeros at first. */
struct rd_sheet {
    int8_t *tensors;
    uint32_t *packed;
};

static inline int8_t rd_pack_saturated(int32_t value)
{
    return (int8_t)(value > 127 ? 127 : value < -127 ? -127 : value);
}

/* Of a dense plane that begins at this word. */
RD_PACK_INLINE void rd_pack_cell(uint32_t *plane, uint32_t width, uint32_t cell, uint32_t value)
{
    uint32_t shift = cell * width % 32;
    uint32_t mask = width == 32 ? ~0u : (1u << width) - 1;
    uint32_t *word = &plane[cell * width / 32];
    *word = (*word & ~(mask << shift)) | (value & mask) << shift;
}

RD_PACK_INLINE void rd_pack_entry(const struct rd_packing *row, uint32_t *list, uint32_t plane,
                                  uint32_t cell, int8_t value)
{
    uint32_t count = list[0]++;
    if (count < row->part) {
        list[1 + count] = cell | plane << 16 | (uint32_t)(uint8_t)value << 24;
    }
}

RD_PACK_INLINE void rd_pack_one(const struct rd_packing *row, uint32_t *at, uint32_t plane,
                                uint32_t cell, int8_t value)
{
    uint32_t group = plane / row->part, in_group = plane % row->part;
    uint32_t *values = at + RD_PACK_PLANE(row->cells, RD_PACK_U4);
    rd_pack_cell(at, 4, cell, 1 + group);
    rd_pack_cell(values + (size_t)in_group * RD_PACK_PLANE(row->cells, RD_PACK_S8), 8, cell,
                 (uint32_t)value);
}

/* Does the value fit into the row's form? */
static inline int rd_pack_fits(uint32_t form, int32_t value)
{
    switch (form) {
    case RD_PACK_BIT:
        return value == 0 || value == 1;
    case RD_PACK_U2:
    case RD_PACK_U4:
        return value >= 0 && (uint32_t)value >> RD_PACK_WIDTH(form) == 0;
    case RD_PACK_S2:
        return value >= -2 && value <= 1;
    case RD_PACK_S4:
        return value >= -8 && value <= 7;
    default:
        return 1;
    }
}

/* One value; what is beyond -127 .. 127 is brought back to it. A place of a list or of RD_PACK_ONE
 * is written once, and 0 is nothing there. */
RD_PACK_INLINE void rd_put(struct rd_sheet sheet, const struct rd_packing *row, uint32_t plane,
                           uint32_t cell, int32_t value)
{
    int8_t number = rd_pack_saturated(value);
    RD_ASSERT(plane < row->planes && cell < row->cells && rd_pack_fits(row->form, number));
    if (sheet.tensors != NULL) {
        sheet.tensors[row->tensor + plane * row->cells + cell] = number;
        return;
    }
    uint32_t *at = sheet.packed + row->word;
    if (row->form < RD_PACK_ONE) {
        uint32_t width = RD_PACK_WIDTH(row->form);
        rd_pack_cell(at + (size_t)plane * RD_PACK_PLANE(row->cells, row->form), width, cell,
                     (uint32_t)number);
    } else if (number != 0 && row->form == RD_PACK_LIST) {
        rd_pack_entry(row, at, plane, cell, number);
    } else if (number != 0) {
        rd_pack_one(row, at, plane, cell, number);
    }
}

/* Up to 64 cells of a plane of RD_PACK_BIT, from this one on: bit i of the word is cell + i. */
static inline void rd_put_bits(struct rd_sheet sheet, const struct rd_packing *row, uint32_t plane,
                               uint32_t cell, uint64_t bits)
{
    RD_ASSERT(row->form == RD_PACK_BIT && plane < row->planes);
    RD_ASSERT(cell < row->cells && (cell + 64 <= row->cells || bits >> (row->cells - cell) == 0));
    if (sheet.tensors != NULL) {
        int8_t *at = sheet.tensors + row->tensor + (size_t)plane * row->cells + cell;
        for (; bits != 0; bits &= bits - 1) {
            at[__builtin_ctzll(bits)] = 1;
        }
        return;
    }
    uint32_t *at =
        sheet.packed + row->word + (size_t)plane * RD_PACK_PLANE(row->cells, RD_PACK_BIT);
    for (uint32_t word = cell / 32, shift = cell % 32; bits != 0; word++, shift = 0) {
        at[word] |= (uint32_t)(bits << shift);
        bits >>= 32 - shift;
    }
}

/* All of a row that is one plane of RD_PACK_S8: the same bytes in both. */
static inline void rd_put_all(struct rd_sheet sheet, const struct rd_packing *row,
                              const int8_t *values)
{
    RD_ASSERT(row->form == RD_PACK_S8 && row->planes == 1);
    void *to = sheet.tensors != NULL ? (void *)(sheet.tensors + row->tensor)
                                     : (void *)(sheet.packed + row->word);
    __builtin_memcpy(to, values, row->cells);
}

/* The tensors of a packed view: those that encode() would have written, unless a list had more
 * entries than room. */
void rd_unpack(const struct rd_game *game, const uint32_t *packed, int8_t *tensors);
/* The share of one of several who unpack the same view together: each has a part of its own. */
void rd_unpack_part(const struct rd_game *game, const uint32_t *packed, int8_t *tensors,
                    uint32_t part, uint32_t parts);
/* How many entries of lists were left out for want of room. */
uint32_t rd_pack_lost(const struct rd_game *game, const uint32_t *packed);
/* A form in a word: "bit", "list". */
const char *rd_pack_form_name(enum rd_pack_form form);

RD_PUBLIC_END

#endif
