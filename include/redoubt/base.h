/*
 * redoubt/base.h - what every other header stands on: limits, seats, assertions.
 *
 * Freestanding: only <stddef.h> and <stdint.h>, so the rules compile without a C library
 * for x86-64, wasm32 and nvptx64 alike.
 */
#ifndef REDOUBT_BASE_H
#define REDOUBT_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "state bytes are the save format: little-endian targets only"
#endif

#if defined(__cplusplus)
#define RD_STATIC_ASSERT(cond, text) static_assert(cond, text)
#define RD_C_BEGIN                   extern "C" {
#define RD_C_END                     }
#else
#define RD_STATIC_ASSERT(cond, text) _Static_assert(cond, text)
#define RD_C_BEGIN
#define RD_C_END
#endif

/* Around what other programs may call: names of C, and the only ones that libredoubt.so shows. */
#if defined(__ELF__)
#define RD_PUBLIC_BEGIN RD_C_BEGIN _Pragma("GCC visibility push(default)")
#define RD_PUBLIC_END   _Pragma("GCC visibility pop") RD_C_END
#else
#define RD_PUBLIC_BEGIN RD_C_BEGIN
#define RD_PUBLIC_END   RD_C_END
#endif

/*
 * RD_ASSERT is for bugs in our code: it stays on in release builds and stops the process.
 * It is never the answer to what a player, a bot, a file or the network sent; that answer
 * is a struct rd_verdict.
 */
#define RD_ASSERT(cond) ((cond) ? (void)0 : __builtin_trap())

/* Everything has a limit, and each is checked at compile time where it is used. */
enum {
    RD_SEATS_MAX = 7,      /* players in one game; the eighth bit is for spectators */
    RD_OPTIONS_MAX = 32,   /* knobs in a setup */
    RD_ARGS_MAX = 3,       /* arguments of an action */
    RD_EVENT_ARGS_MAX = 6, /* facts in an event */
    RD_CELLS_MAX = 4096,   /* board cells: 64 x 64 */
    RD_TOKENS_MAX = 4096,  /* things standing on cells in a scene */
    RD_COUNTERS_MAX = 64,  /* named numbers in a scene */
    RD_MARKS_MAX = 4096    /* lines and signs on the cells of a scene */
};

typedef uint8_t rd_seat;  /* 0 .. seats-1, or RD_SPECTATOR where that is allowed */
typedef uint8_t rd_seats; /* set of seats: bit s is seat s */

/* Somebody who watches and has no seat. observe() takes it, events may be seen by it. */
#define RD_SPECTATOR ((rd_seat)7)
RD_STATIC_ASSERT(RD_SEATS_MAX <= 7, "rd_seats holds one bit per seat and one for spectators");

#define RD_SEAT_BIT(seat) ((rd_seats)(1u << (seat)))
#define RD_ALL_SEATS      ((rd_seats)0xff)

#define RD_NO_CELL ((uint16_t)0xffff) /* cells are 0 .. RD_CELLS_MAX-1 */

/* Are two names the same? The rules have no C library to ask. */
static inline int rd_same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

#endif
