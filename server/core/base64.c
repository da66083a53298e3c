#include "server/core/base64.h"

#include <stdint.h>

static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *write_three(char *out, uint32_t three)
{
    out[0] = signs[three >> 18 & 63];
    out[1] = signs[three >> 12 & 63];
    out[2] = signs[three >> 6 & 63];
    out[3] = signs[three & 63];
    return out + 4;
}

char *base64_write(char *out, const void *bytes, size_t size)
{
    const uint8_t *in = bytes;
    for (; size >= 3; size -= 3, in += 3) {
        out = write_three(out, (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2]);
    }
    if (size > 0) {
        out = write_three(out, (uint32_t)in[0] << 16 | (size == 2 ? (uint32_t)in[1] << 8 : 0));
        out[-1] = '=';
        out[-2] = size == 2 ? out[-2] : '=';
    }
    return out;
}
