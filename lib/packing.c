/* Packed views as tensors again. The bytes may come from anywhere: what no game would have written
 * is left out. */
#include "redoubt/packing.h"

#include <string.h>

/* Whose share of a plane is written: cells part, part + parts and so on. */
struct share {
    int8_t *tensors;
    uint32_t part, parts;
};

static uint32_t bits_of(const uint32_t *plane, uint32_t width, uint32_t cell)
{
    return plane[cell * width / 32] >> cell * width % 32 & ((1u << width) - 1);
}

/* ---- alone: eight cells at once -------------------------------------------------------------- */

/* Eight values of so many bits, one to a byte. */
static uint64_t spread(uint64_t bits, uint32_t width)
{
    if (width == 1) {
        bits = (bits | bits << 28) & UINT64_C(0x0000000f0000000f);
        bits = (bits | bits << 14) & UINT64_C(0x0003000300030003);
        return (bits | bits << 7) & UINT64_C(0x0101010101010101);
    }
    if (width == 2) {
        bits = (bits | bits << 24) & UINT64_C(0x000000ff000000ff);
        bits = (bits | bits << 12) & UINT64_C(0x000f000f000f000f);
        return (bits | bits << 6) & UINT64_C(0x0303030303030303);
    }
    bits = (bits | bits << 16) & UINT64_C(0x0000ffff0000ffff);
    bits = (bits | bits << 8) & UINT64_C(0x00ff00ff00ff00ff);
    return (bits | bits << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

/* The bit of the sign, in each byte, into all bits above it. */
static uint64_t with_signs(uint64_t bytes, uint32_t width)
{
    uint64_t signs = bytes & UINT64_C(0x0101010101010101) << (width - 1);
    return bytes | signs * ((0xffu << width & 0xff) >> (width - 1));
}

/* As many as there are whole eights of, 8 bits of a cell at most: how many cells those are. */
static uint32_t unpack_eights(const uint32_t *plane, uint32_t form, uint32_t cells, int8_t *out)
{
    uint32_t width = RD_PACK_WIDTH(form), cell = 0;
    if (width == 8) {
        memcpy(out, plane, cells);
        return cells;
    }
    for (; cell + 8 <= cells; cell += 8) {
        uint32_t word = plane[cell * width / 32] >> cell * width % 32;
        uint64_t bytes = spread(word & (uint32_t)((UINT64_C(1) << 8 * width) - 1), width);
        if (form == RD_PACK_S2 || form == RD_PACK_S4) {
            bytes = with_signs(bytes, width);
        }
        memcpy(out + cell, &bytes, sizeof bytes);
    }
    return cell;
}

/* ---- each its share -------------------------------------------------------------------------- */

static void unpack_plane(const struct share *share, const uint32_t *plane, uint32_t form,
                         uint32_t cells, int8_t *out)
{
    uint32_t width = RD_PACK_WIDTH(form);
    int32_t sign = form == RD_PACK_S2 || form == RD_PACK_S4 ? 1 << (width - 1) : 0;
    uint32_t first = share->parts == 1 ? unpack_eights(plane, form, cells, out) : share->part;
    for (uint32_t cell = first; cell < cells; cell += share->parts) {
        out[cell] = (int8_t)(((int32_t)bits_of(plane, width, cell) ^ sign) - sign);
    }
}

static void unpack_nothing(const struct share *share, const struct rd_packing *row)
{
    if (share->parts == 1) {
        memset(share->tensors + row->tensor, 0, (size_t)row->planes * row->cells);
        return;
    }
    for (uint32_t plane = 0; plane < row->planes; plane++) {
        int8_t *out = share->tensors + row->tensor + (size_t)plane * row->cells;
        for (uint32_t cell = share->part; cell < row->cells; cell += share->parts) {
            out[cell] = 0;
        }
    }
}

static void unpack_one(const struct share *share, const struct rd_packing *row, const uint32_t *at)
{
    const uint32_t *values = at + RD_PACK_PLANE(row->cells, RD_PACK_U4);
    for (uint32_t cell = share->part; cell < row->cells; cell += share->parts) {
        uint32_t group = bits_of(at, 4, cell);
        if (group == 0 || group * row->part > row->planes) {
            continue;
        }
        for (uint32_t i = 0; i < row->part; i++) {
            uint32_t plane = (group - 1) * row->part + i;
            share->tensors[row->tensor + plane * row->cells + cell] = (int8_t)bits_of(
                values + (size_t)i * RD_PACK_PLANE(row->cells, RD_PACK_S8), 8, cell);
        }
    }
}

static void unpack_list(const struct share *share, const struct rd_packing *row, const uint32_t *at)
{
    uint32_t count = at[0] < row->part ? at[0] : row->part;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t entry = at[1 + i], cell = entry & 0xffff, plane = entry >> 16 & 0xff;
        if (cell % share->parts == share->part && cell < row->cells && plane < row->planes) {
            share->tensors[row->tensor + plane * row->cells + cell] = (int8_t)(entry >> 24);
        }
    }
}

static void unpack_row(const struct share *share, const struct rd_packing *row, const uint32_t *at)
{
    if (row->form >= RD_PACK_ONE) {
        unpack_nothing(share, row);
    }
    if (row->form == RD_PACK_ONE) {
        unpack_one(share, row, at);
    } else if (row->form == RD_PACK_LIST) {
        unpack_list(share, row, at);
    } else {
        for (uint32_t plane = 0; plane < row->planes; plane++) {
            unpack_plane(share, at + (size_t)plane * RD_PACK_PLANE(row->cells, row->form),
                         row->form, row->cells,
                         share->tensors + row->tensor + (size_t)plane * row->cells);
        }
    }
}

void rd_unpack_part(const struct rd_game *game, const uint32_t *packed, int8_t *tensors,
                    uint32_t part, uint32_t parts)
{
    struct share share = { tensors, part, parts };
    for (const struct rd_packing *row = game->packing; row->title != NULL; row++) {
        unpack_row(&share, row, packed + row->word);
    }
}

void rd_unpack(const struct rd_game *game, const uint32_t *packed, int8_t *tensors)
{
    rd_unpack_part(game, packed, tensors, 0, 1);
}

uint32_t rd_packed_size(const struct rd_game *game)
{
    uint32_t words = 0;
    for (const struct rd_packing *row = game->packing; row->title != NULL; row++) {
        words = row->word + RD_PACK_WORDS((uint32_t)row->planes, (uint32_t)row->cells, row->form,
                                          (uint32_t)row->part);
    }
    return 4 * words;
}

uint32_t rd_pack_lost(const struct rd_game *game, const uint32_t *packed)
{
    uint32_t lost = 0;
    for (const struct rd_packing *row = game->packing; row->title != NULL; row++) {
        if (row->form == RD_PACK_LIST && packed[row->word] > row->part) {
            lost += packed[row->word] - row->part;
        }
    }
    return lost;
}

const char *rd_pack_form_name(enum rd_pack_form form)
{
    /* No pointers: clang would make distances of them, which PTX can't say. */
    static const char names[][5] = {
        [RD_PACK_BIT] = "bit", [RD_PACK_U2] = "u2", [RD_PACK_S2] = "s2",   [RD_PACK_U4] = "u4",
        [RD_PACK_S4] = "s4",   [RD_PACK_S8] = "s8", [RD_PACK_ONE] = "one", [RD_PACK_LIST] = "list",
    };
    return (uint32_t)form < sizeof names / sizeof names[0] ? names[form] : "";
}
