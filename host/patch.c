#include "host/patch.h"

#include <string.h>

enum { GAP = 3 /* so few bytes that are the same don't end a run: another would cost as much */ };

static uint8_t *put_number(uint8_t *out, size_t number)
{
    for (; number >= 128; number >>= 7) {
        *out++ = (uint8_t)(number & 127) | 128;
    }
    *out++ = (uint8_t)number;
    return out;
}

static size_t same_bytes(const uint8_t *a, const uint8_t *b, size_t size)
{
    size_t i = 0;
    while (i < size && a[i] == b[i]) {
        i++;
    }
    return i;
}

/* How many bytes the run has that begins here. */
static size_t run_length(const uint8_t *a, const uint8_t *b, size_t size)
{
    size_t length = 0;
    for (;;) {
        size_t same = same_bytes(a + length, b + length, size - length);
        if (length + same == size || (length > 0 && same >= GAP)) {
            return length;
        }
        length += same + 1;
    }
}

size_t rd_patch(const void *from, const void *to, size_t size, uint8_t *patch)
{
    const uint8_t *a = from, *b = to;
    uint8_t *out = patch;
    size_t at = 0, same = same_bytes(a, b, size);
    while (at + same < size) {
        at += same;
        size_t length = run_length(a + at, b + at, size - at);
        out = put_number(put_number(out, same), length);
        memcpy(out, b + at, length);
        out += length;
        at += length;
        same = same_bytes(a + at, b + at, size - at);
    }
    return (size_t)(out - patch);
}

/* False: it doesn't end, or is too large to be one of ours. */
static bool take_number(const uint8_t **patch, const uint8_t *end, size_t *number)
{
    *number = 0;
    for (uint32_t shift = 0; *patch < end && shift < 28; shift += 7) {
        uint8_t byte = *(*patch)++;
        *number |= (size_t)(byte & 127) << shift;
        if (byte < 128) {
            return true;
        }
    }
    return false;
}

bool rd_patch_apply(void *bytes, size_t size, const uint8_t *patch, size_t length)
{
    uint8_t *to = bytes;
    const uint8_t *end = patch + length;
    size_t at = 0, same = 0, run = 0;
    while (patch < end) {
        if (!take_number(&patch, end, &same) || !take_number(&patch, end, &run) ||
            same > size - at || run > size - at - same || run > (size_t)(end - patch)) {
            return false;
        }
        at += same;
        memcpy(to + at, patch, run);
        patch += run;
        at += run;
    }
    return true;
}
