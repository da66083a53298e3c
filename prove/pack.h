/*
 * prove/pack.h - a position in few bytes: where it differs from the opening.
 *
 * For each word of eight bytes that differs: its number (two bytes), which of its bytes differ (a
 * bit each), and those bytes. There is one way to pack a position, so equal positions are equal
 * bytes.
 */
#ifndef REDOUBT_PROVE_PACK_H
#define REDOUBT_PROVE_PACK_H

#include <stdbool.h>
#include <stdint.h>

/* The most bytes that size bytes of a position become. */
uint32_t prove_pack_most(uint32_t size);
/* Returns how many bytes were written. size is a multiple of 8, at most 512 KB. */
uint32_t prove_pack(const void *opening, const void *position, uint32_t size, uint8_t *out);
/* position holds the opening before. False: these are not bytes that prove_pack made. */
bool prove_unpack(const uint8_t *bytes, uint32_t count, void *position, uint32_t size);
/* The fingerprint of a packed position. */
uint64_t prove_print(const uint8_t *bytes, uint32_t count);

#endif
