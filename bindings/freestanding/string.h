/* All of <string.h> that the rules may use, for targets without a C library: see mem.c. */
#ifndef REDOUBT_FREESTANDING_STRING_H
#define REDOUBT_FREESTANDING_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *left, const void *right, size_t size);

/* Freestanding compilers don't know these by name; as builtins, small copies stay inline. */
#if !defined(REDOUBT_DEFINES_MEM)
#define memcpy(to, from, size)    __builtin_memcpy(to, from, size)
#define memmove(to, from, size)   __builtin_memmove(to, from, size)
#define memset(to, byte, size)    __builtin_memset(to, byte, size)
#define memcmp(left, right, size) __builtin_memcmp(left, right, size)
#endif

#endif
