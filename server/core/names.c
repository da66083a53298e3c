#include "server/core/names.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "redoubt/base.h"

enum { LOOKS_MAX = 3, MARKS_MAX = 2 /* on one letter */, RARE = 0x20000, RARE_END = 0x32400 };

struct look {
    uint32_t sign, as[LOOKS_MAX];
};

#include "server/core/name_table.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The sign at *text, which moves on. Names are UTF-8: the parser of JSON lets nothing else in. */
static uint32_t next_sign(const char **text)
{
    const unsigned char *at = (const unsigned char *)*text;
    uint32_t more = at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 1 : at[0] < 0xf0 ? 2 : 3;
    uint32_t sign = more == 0 ? at[0] : at[0] & (0x3fU >> more);
    uint32_t i = 1;
    for (; i <= more && (at[i] & 0xc0) == 0x80; i++) {
        sign = sign << 6 | (at[i] & 0x3f);
    }
    *text += i;
    return sign;
}

/* table: first and last of each range, in sequence. */
static bool is_in(const uint32_t *table, size_t count, uint32_t sign)
{
    size_t low = 0, high = count / 2;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table[2 * middle + 1] < sign) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count / 2 && table[2 * low] <= sign;
}

static bool is_refused(uint32_t sign)
{
    return sign < RARE ? is_in(refused_signs, COUNT(refused_signs), sign) : sign >= RARE_END;
}

static bool is_mark(uint32_t sign)
{
    return is_in(marks, COUNT(marks), sign);
}

bool name_is_fine(const char *name, unsigned room)
{
    size_t length = strlen(name);
    char skeleton[SKELETON_ROOM];
    uint32_t on_top = 0;
    if (length == 0 || length >= room || name[0] == ' ' || name[length - 1] == ' ') {
        return false;
    }
    for (const char *at = name; *at != '\0';) {
        uint32_t sign = next_sign(&at);
        on_top = is_mark(sign) ? on_top + 1 : 0;
        if (is_refused(sign) || on_top > MARKS_MAX) {
            return false;
        }
    }
    name_skeleton(name, skeleton);
    return skeleton[0] != '\0';
}

/* ---- skeletons ---- */

static const struct look *look_of(uint32_t sign)
{
    size_t low = 0, high = COUNT(looks);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (looks[middle].sign < sign) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < COUNT(looks) && looks[low].sign == sign ? &looks[low] : NULL;
}

static size_t write_sign(char *out, uint32_t sign)
{
    uint32_t more = sign < 0x80 ? 0 : sign < 0x800 ? 1 : sign < 0x10000 ? 2 : 3;
    out[0] = (char)(more == 0 ? sign : (0xf00U >> more & 0xff) | sign >> 6 * more);
    for (uint32_t i = 1; i <= more; i++) {
        out[i] = (char)(0x80 | (sign >> 6 * (more - i) & 0x3f));
    }
    return more + 1;
}

/* Two letters that are drawn like one. */
static void join_pairs(char *text)
{
    static const char pairs[][3] = { "rnm", "vvw" };
    char *to = text;
    for (const char *at = text; *at != '\0'; to++) {
        uint32_t i = 0;
        while (i < COUNT(pairs) && (at[0] != pairs[i][0] || at[1] != pairs[i][1])) {
            i++;
        }
        *to = i < COUNT(pairs) ? pairs[i][2] : *at;
        at += i < COUNT(pairs) ? 2 : 1;
    }
    *to = '\0';
}

void name_skeleton(const char *name, char out[SKELETON_ROOM])
{
    size_t used = 0;
    for (const char *at = name; *at != '\0' && used + (size_t)4 * LOOKS_MAX < SKELETON_ROOM;) {
        uint32_t sign = next_sign(&at);
        const struct look *look = look_of(sign);
        if (look == NULL && sign != ' ' && !is_mark(sign)) {
            used += write_sign(out + used, sign);
        }
        for (uint32_t i = 0; look != NULL && i < LOOKS_MAX && look->as[i] != 0; i++) {
            used += write_sign(out + used, look->as[i]);
        }
    }
    out[used] = '\0';
    join_pairs(out);
}
