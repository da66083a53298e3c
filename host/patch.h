/*
 * host/patch.h - how bytes differ from others of the same size, in few bytes.
 *
 * A patch is a row of runs. Each is two numbers and some bytes: so many bytes are the same, so many
 * differ, and those are they. A number is written seven bits to a byte, the lowest first, with the
 * highest bit set in all bytes but its last. What comes after the last run is the same.
 */
#ifndef REDOUBT_HOST_PATCH_H
#define REDOUBT_HOST_PATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No patch is longer. */
static inline size_t rd_patch_max(size_t size)
{
    return 2 * size + 16;
}

/* What makes `to` of `from`; returns its length. */
size_t rd_patch(const void *from, const void *to, size_t size, uint8_t *patch);

/* Makes `to` where `from` is. False: it is no patch for so many bytes, and some may be changed. */
bool rd_patch_apply(void *bytes, size_t size, const uint8_t *patch, size_t length);

#endif
