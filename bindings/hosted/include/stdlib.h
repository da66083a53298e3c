/* What the host's readers need of it, for host.wasm. */
#ifndef REDOUBT_HOSTED_STDLIB_H
#define REDOUBT_HOSTED_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *memory);

unsigned long long strtoull(const char *text, char **end, int base);
static inline char *getenv(const char *name)
{
    (void)name;
    return NULL; /* a page has no environment */
}

#endif
