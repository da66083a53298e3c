/* Keys are made by the page, not here, for host.wasm. */
#ifndef REDOUBT_HOSTED_RANDOM_H
#define REDOUBT_HOSTED_RANDOM_H

#include <stddef.h>

typedef ptrdiff_t ssize_t;

static inline ssize_t getrandom(void *out, size_t size, unsigned flags)
{
    (void)out;
    (void)size;
    (void)flags;
    return -1;
}

#endif
