/*
 * bench/load/histogram.h - how long things took, in classes that are a quarter wide: small enough
 * to keep, fine enough for a percentile.
 */
#ifndef REDOUBT_LOAD_HISTOGRAM_H
#define REDOUBT_LOAD_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_CLASSES = 128 };

struct histogram {
    uint64_t count[HISTOGRAM_CLASSES];
    uint64_t total, sum_us, max_us;
};

void histogram_add(struct histogram *histogram, uint64_t us);
/* The upper end of the class that this share (0 to 1) of all lies below or in. 0: empty. */
uint64_t histogram_at(const struct histogram *histogram, double share);
/* One line for each doubling, with a bar. */
void histogram_print(const struct histogram *histogram, const char *title);

#endif
