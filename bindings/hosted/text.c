/* The functions on texts that the host's readers use, for host.wasm. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t strlen(const char *text)
{
    size_t size = 0;
    while (text[size] != '\0') {
        size++;
    }
    return size;
}

int strncmp(const char *left, const char *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char a = (unsigned char)left[i], b = (unsigned char)right[i];
        if (a != b || a == 0) {
            return a - b;
        }
    }
    return 0;
}

int strcmp(const char *left, const char *right)
{
    return strncmp(left, right, SIZE_MAX);
}

/* Pads with zeros, and ends with none where there is no room: as the standard has it. */
char *strncpy(char *restrict to, const char *restrict from, size_t size)
{
    size_t i = 0;
    for (; i < size && from[i] != '\0'; i++) {
        to[i] = from[i];
    }
    for (; i < size; i++) {
        to[i] = '\0';
    }
    return to;
}

/* Only the const of the parameter is given up, as the standard has it. */
static char *unconst(const char *text)
{
    return (char *)(uintptr_t)text;
}

char *strchr(const char *text, int letter)
{
    for (;; text++) {
        if (*text == (char)letter) {
            return unconst(text);
        }
        if (*text == '\0') {
            return NULL;
        }
    }
}

char *strrchr(const char *text, int letter)
{
    char *found = NULL;
    for (;; text++) {
        if (*text == (char)letter) {
            found = unconst(text);
        }
        if (*text == '\0') {
            return found;
        }
    }
}

char *strstr(const char *text, const char *part)
{
    size_t size = strlen(part);
    for (; strncmp(text, part, size) != 0; text++) {
        if (*text == '\0') {
            return NULL;
        }
    }
    return unconst(text);
}

static size_t span(const char *text, const char *letters, int wanted)
{
    size_t size = 0;
    while (text[size] != '\0' && (strchr(letters, text[size]) != NULL) == wanted) {
        size++;
    }
    return size;
}

size_t strspn(const char *text, const char *letters)
{
    return span(text, letters, 1);
}

size_t strcspn(const char *text, const char *letters)
{
    return span(text, letters, 0);
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++) {
        if (at[i] == (unsigned char)byte) {
            return (void *)(uintptr_t)(at + i);
        }
    }
    return NULL;
}

char *strerror(int number)
{
    static char text[] = "there are no files here";
    (void)number;
    return text;
}

static uint32_t digit_of(char letter)
{
    if (letter >= '0' && letter <= '9') {
        return (uint32_t)(letter - '0');
    }
    uint32_t small = (uint32_t)letter | 0x20u;
    return small >= 'a' && small <= 'z' ? small - 'a' + 10 : UINT32_MAX;
}

/* Without signs, blanks and prefixes: callers have looked at the digits. Too large: the largest. */
unsigned long long strtoull(const char *text, char **end, int base)
{
    unsigned long long value = 0;
    const char *at = text;
    for (; digit_of(*at) < (uint32_t)base; at++) {
        unsigned long long digit = digit_of(*at);
        int over = value > (UINT64_MAX - digit) / (unsigned)base;
        value = over ? UINT64_MAX : value * (unsigned)base + digit;
    }
    if (end != NULL) {
        *end = unconst(at);
    }
    return value;
}
