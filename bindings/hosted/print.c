/* snprintf for host.wasm: d i u x c s g and %, with width, zeros, precision, l, ll, z and h. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "real.h"

enum { DIGITS_MAX = 24, REAL_TEXT_MAX = 40 };

struct sink {
    char *out;
    size_t size, length; /* length counts what had no room too */
};

struct spec {
    int width, precision; /* precision -1: none */
    int zeros, left, longs;
};

static void put(struct sink *sink, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++, sink->length++) {
        if (sink->length + 1 < sink->size) {
            sink->out[sink->length] = text[i];
        }
    }
}

static void fill(struct sink *sink, char letter, int count)
{
    for (; count > 0; count--) {
        put(sink, &letter, 1);
    }
}

static void put_padded(struct sink *sink, const struct spec *spec, const char *text, size_t size)
{
    int missing = spec->width - (int)size;
    fill(sink, ' ', spec->left ? 0 : missing);
    put(sink, text, size);
    fill(sink, ' ', spec->left ? missing : 0);
}

static void put_number(struct sink *sink, const struct spec *spec, uint64_t value, int negative,
                       uint32_t base)
{
    char digits[DIGITS_MAX];
    size_t at = DIGITS_MAX;
    do {
        digits[--at] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    int missing = spec->width - (int)(DIGITS_MAX - at) - negative;
    if (spec->zeros && !spec->left) {
        put(sink, "-", (size_t)negative);
        fill(sink, '0', missing);
        put(sink, digits + at, DIGITS_MAX - at);
        return;
    }
    if (negative) {
        digits[--at] = '-';
    }
    put_padded(sink, spec, digits + at, DIGITS_MAX - at);
}

/* A number of the format, or the next argument for a '*'. */
static int read_number(const char **format, va_list *values)
{
    int number = 0;
    if (**format == '*') {
        (*format)++;
        return va_arg(*values, int);
    }
    for (; **format >= '0' && **format <= '9'; (*format)++) {
        number = number * 10 + (**format - '0');
    }
    return number;
}

static struct spec read_spec(const char **format, va_list *values)
{
    struct spec spec = { 0, -1, 0, 0, 0 };
    for (; **format == '0' || **format == '-'; (*format)++) {
        spec.zeros |= **format == '0';
        spec.left |= **format == '-';
    }
    spec.width = read_number(format, values);
    if (**format == '.') {
        (*format)++;
        spec.precision = read_number(format, values);
    }
    for (; strchr("hlz", **format) != NULL && **format != '\0'; (*format)++) {
        spec.longs += **format == 'l'; /* size_t, long and int are alike on wasm32 */
    }
    return spec;
}

static void put_signed(struct sink *sink, const struct spec *spec, va_list *values)
{
    int64_t value = spec->longs > 1 ? va_arg(*values, long long) : va_arg(*values, int);
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    put_number(sink, spec, size, value < 0, 10);
}

static void put_unsigned(struct sink *sink, const struct spec *spec, va_list *values, uint32_t base)
{
    uint64_t value =
        spec->longs > 1 ? va_arg(*values, unsigned long long) : va_arg(*values, unsigned);
    put_number(sink, spec, value, 0, base);
}

static void put_text(struct sink *sink, const struct spec *spec, const char *text)
{
    size_t size = 0;
    while ((spec->precision < 0 || size < (size_t)spec->precision) && text[size] != '\0') {
        size++;
    }
    put_padded(sink, spec, text, size);
}

static void put_one(struct sink *sink, char kind, const struct spec *spec, va_list *values)
{
    char text[REAL_TEXT_MAX];
    switch (kind) {
    case 'd':
    case 'i':
        put_signed(sink, spec, values);
        break;
    case 'u':
    case 'x':
        put_unsigned(sink, spec, values, kind == 'x' ? 16 : 10);
        break;
    case 'c':
        text[0] = (char)va_arg(*values, int);
        put_padded(sink, spec, text, 1);
        break;
    case 's':
        put_text(sink, spec, va_arg(*values, const char *));
        break;
    case 'g':
        put_padded(sink, spec, text, rd_real_print(va_arg(*values, double), text, sizeof text));
        break;
    default:
        put(sink, &kind, 1); /* "%%" */
    }
}

int vsnprintf(char *out, size_t size, const char *format, va_list given)
{
    struct sink sink = { out, size, 0 };
    va_list values;
    va_copy(values, given);
    while (*format != '\0') {
        if (*format != '%') {
            put(&sink, format, 1);
            format++;
            continue;
        }
        format++;
        struct spec spec = read_spec(&format, &values);
        put_one(&sink, *format, &spec, &values);
        format += *format != '\0';
    }
    va_end(values);
    if (size > 0) {
        out[sink.length < size ? sink.length : size - 1] = '\0';
    }
    return (int)sink.length;
}

int snprintf(char *out, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(out, size, format, values);
    va_end(values);
    return length;
}
