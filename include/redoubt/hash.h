/*
 * redoubt/hash.h - one 64-bit fingerprint for flat structs, the same on every target.
 *
 * For replays, parity tests and transposition tables. Not a defence against someone who
 * builds collisions on purpose; commitments use rd_siphash or libsodium.
 */
#ifndef REDOUBT_HASH_H
#define REDOUBT_HASH_H

#include "redoubt/base.h"

RD_PUBLIC_BEGIN

/* size is a multiple of 8, as the size of every state and view is. */
uint64_t rd_hash(const void *bytes, uint32_t size);

RD_PUBLIC_END

#endif
