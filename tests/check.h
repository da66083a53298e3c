/*
 * tests/check.h - the smallest test harness that says what failed and where. TAP on stdout,
 * so that Meson counts every test. A test is a `static void name(void)`; RUN it from main. Each
 * test makes what it needs by itself and can be read alone: so tests of one file begin alike.
 */
#ifndef REDOUBT_TESTS_CHECK_H
#define REDOUBT_TESTS_CHECK_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One of each in a program, whatever its files: what a helper finds counts, too. */
__attribute__((weak)) int check_failures; /* in the test that runs now */
__attribute__((weak)) int check_tests, check_failed_tests;

#define CHECK(cond)                                                       \
    do {                                                                  \
        if (!(cond)) {                                                    \
            check_failures++;                                             \
            printf("# %s:%d: not true: %s\n", __FILE__, __LINE__, #cond); \
        }                                                                 \
    } while (0)

#define CHECK_EQ(got, want)                                                                   \
    do {                                                                                      \
        int64_t check_got = (int64_t)(got), check_want = (int64_t)(want);                     \
        if (check_got != check_want) {                                                        \
            check_failures++;                                                                 \
            printf("# %s:%d: %s is %" PRId64 ", not %" PRId64 "\n", __FILE__, __LINE__, #got, \
                   check_got, check_want);                                                    \
        }                                                                                     \
    } while (0)

#define CHECK_HEX(got, want)                                                                      \
    do {                                                                                          \
        uint64_t check_got = (got), check_want = (want);                                          \
        if (check_got != check_want) {                                                            \
            check_failures++;                                                                     \
            printf("# %s:%d: %s is 0x%016" PRIx64 ", not 0x%016" PRIx64 "\n", __FILE__, __LINE__, \
                   #got, check_got, check_want);                                                  \
        }                                                                                         \
    } while (0)

#define CHECK_TEXT(got, want)                                                       \
    do {                                                                            \
        const char *check_got = (got), *check_want = (want);                        \
        if (check_got == NULL || strcmp(check_got, check_want) != 0) {              \
            check_failures++;                                                       \
            printf("# %s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #got, \
                   check_got == NULL ? "(null)" : check_got, check_want);           \
        }                                                                           \
    } while (0)

static inline void check_report(const char *name)
{
    check_tests++;
    check_failed_tests += check_failures > 0;
    printf("%s %d - %s\n", check_failures > 0 ? "not ok" : "ok", check_tests, name);
    fflush(stdout);
    check_failures = 0;
}

#define RUN(test)            \
    do {                     \
        test();              \
        check_report(#test); \
    } while (0)

/* The last line of main: prints the plan and gives the exit status. */
static inline int check_end(void)
{
    printf("1..%d\n", check_tests);
    return check_failed_tests > 0;
}

#endif
