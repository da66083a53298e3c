/* The four functions that the rules import. Compile with -ffreestanding: otherwise a compiler may
 * see memcpy in the loop of memcpy, and call it. */
#define REDOUBT_DEFINES_MEM
#include <stdint.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    for (size_t i = 0; i < size; i++) {
        out[i] = in[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    uint8_t *out = to;
    const uint8_t *in = from;
    if ((uintptr_t)out <= (uintptr_t)in) {
        return memcpy(to, from, size);
    }
    for (size_t i = size; i > 0; i--) {
        out[i - 1] = in[i - 1];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    uint8_t *out = to;
    for (size_t i = 0; i < size; i++) {
        out[i] = (uint8_t)byte;
    }
    return to;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const uint8_t *a = left, *b = right;
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}
