/* tests/mend.h - reads the patches of host/patch.h, by the words of docs/protocol.md. */
#ifndef REDOUBT_TESTS_MEND_H
#define REDOUBT_TESTS_MEND_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline size_t mend_number(const uint8_t **at)
{
    size_t value = 0;
    for (uint32_t shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (size_t)(byte & 127) << shift;
        if (byte < 128) {
            return value;
        }
    }
}

static inline void mend(uint8_t *view, const uint8_t *patch, size_t size)
{
    const uint8_t *end = patch + size;
    while (patch < end) {
        view += mend_number(&patch);
        size_t length = mend_number(&patch);
        memcpy(view, patch, length);
        view += length;
        patch += length;
    }
}

#endif
