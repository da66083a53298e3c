/* Breaks every part of law 12 on purpose: the control of purity.py. */
#include <stdlib.h>

double impure_mean(const double *values, int count);

double impure_mean(const double *values, int count)
{
    static int calls = 1;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return count > 0 ? sum / count : (double)abs(calls++);
}
