/* Texts into memory; files there are none, for host.wasm. */
#ifndef REDOUBT_HOSTED_STDIO_H
#define REDOUBT_HOSTED_STDIO_H

#include <stdarg.h>
#include <stddef.h>

typedef struct rd_no_file FILE;
#define stderr ((FILE *)0)

int vsnprintf(char *out, size_t size, const char *format, va_list values)
    __attribute__((format(printf, 3, 0)));
int snprintf(char *out, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static inline FILE *fopen(const char *path, const char *mode)
{
    (void)path;
    (void)mode;
    return NULL;
}
static inline int fclose(FILE *file)
{
    (void)file;
    return 0;
}
/* Nobody reads it. */
static inline __attribute__((format(printf, 2, 3))) int fprintf(FILE *file, const char *format, ...)
{
    (void)file;
    (void)format;
    return 0;
}

#endif
