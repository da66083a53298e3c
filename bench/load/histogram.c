#include "bench/load/histogram.h"

#include <stdio.h>

enum { QUARTERS = 4, BAR = 50 };

/* Class 4k + q holds what is below 2^k * (4 + q + 1) / 4 microseconds. */
static uint64_t upper(uint32_t class)
{
    return ((uint64_t)1 << (class / QUARTERS)) * (QUARTERS + class % QUARTERS + 1) / QUARTERS;
}

void histogram_add(struct histogram *histogram, uint64_t us)
{
    uint32_t class = 0;
    while (class < HISTOGRAM_CLASSES - 1 && upper(class) <= us) {
        class ++;
    }
    histogram->count[class]++;
    histogram->total++;
    histogram->sum_us += us;
    histogram->max_us = us > histogram->max_us ? us : histogram->max_us;
}

uint64_t histogram_at(const struct histogram *histogram, double share)
{
    uint64_t seen = 0;
    for (uint32_t class = 0; class < HISTOGRAM_CLASSES; class ++) {
        seen += histogram->count[class];
        if (histogram->total > 0 && (double)seen >= share * (double)histogram->total) {
            uint64_t end = upper(class);
            return end < histogram->max_us ? end : histogram->max_us;
        }
    }
    return histogram->max_us;
}

static void print_line(const struct histogram *histogram, uint32_t doubling)
{
    uint64_t count = 0;
    for (uint32_t quarter = 0; quarter < QUARTERS; quarter++) {
        count += histogram->count[doubling * QUARTERS + quarter];
    }
    if (count == 0) {
        return;
    }
    printf("  %10.3f ms %10llu ", (double)upper(doubling * QUARTERS + QUARTERS - 1) / 1000,
           (unsigned long long)count);
    for (uint64_t i = 0; i < (count * BAR + histogram->total - 1) / histogram->total; i++) {
        putchar('#');
    }
    putchar('\n');
}

void histogram_print(const struct histogram *histogram, const char *title)
{
    if (histogram->total == 0) {
        printf("%s: nothing was measured\n", title);
        return;
    }
    printf("%s: %llu, mean %.2f ms, p50 %.2f, p90 %.2f, p99 %.2f, p99.9 %.2f, max %.2f ms\n", title,
           (unsigned long long)histogram->total,
           (double)histogram->sum_us / 1000 / (double)histogram->total,
           (double)histogram_at(histogram, 0.5) / 1000, (double)histogram_at(histogram, 0.9) / 1000,
           (double)histogram_at(histogram, 0.99) / 1000,
           (double)histogram_at(histogram, 0.999) / 1000, (double)histogram->max_us / 1000);
    printf("  %13s %10s\n", "below", "");
    for (uint32_t doubling = 0; doubling < HISTOGRAM_CLASSES / QUARTERS; doubling++) {
        print_line(histogram, doubling);
    }
}
