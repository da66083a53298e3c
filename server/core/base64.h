/*
 * server/core/base64.h - bytes as text, RFC 4648 with padding. Views go out in it by the thousand a
 * second: a table and no branches, unlike what libsodium does for secrets.
 */
#ifndef REDOUBT_SERVER_BASE64_H
#define REDOUBT_SERVER_BASE64_H

#include <stddef.h>

static inline size_t base64_length(size_t size)
{
    return (size + 2) / 3 * 4;
}

/* Writes base64_length(size) characters and no 0; returns where they end. */
char *base64_write(char *out, const void *bytes, size_t size);

#endif
