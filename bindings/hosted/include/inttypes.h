/* Formats of the fixed-width types on wasm32, for host.wasm. */
#ifndef REDOUBT_HOSTED_INTTYPES_H
#define REDOUBT_HOSTED_INTTYPES_H

#include <stdint.h>

#define PRId32 "d"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRId64 "lld"
#define PRIu64 "llu"
#define PRIx64 "llx"

#endif
