/* What the host's readers need of it, for host.wasm. */
#ifndef REDOUBT_HOSTED_STRING_H
#define REDOUBT_HOSTED_STRING_H

#include "../../freestanding/string.h"

size_t strlen(const char *text);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t size);
char *strncpy(char *restrict to, const char *restrict from, size_t size);
char *strchr(const char *text, int letter);
char *strrchr(const char *text, int letter);
char *strstr(const char *text, const char *part);
size_t strspn(const char *text, const char *letters);
size_t strcspn(const char *text, const char *letters);
void *memchr(const void *bytes, int byte, size_t size);
char *strerror(int number);

#endif
