/* Real numbers as text and back: the page does it, since every browser rounds them correctly. */
#ifndef REDOUBT_HOSTED_REAL_H
#define REDOUBT_HOSTED_REAL_H

#include <stddef.h>

/* The shortest text that reads back the same; returns its size, at most room. */
__attribute__((import_module("page"), import_name("print_real"))) size_t
rd_real_print(double value, char *out, size_t room);

/* The nearest number to these digits, which have the form of a JSON number. */
__attribute__((import_module("page"), import_name("read_real"))) double
rd_real_read(const char *text, size_t size);

#endif
