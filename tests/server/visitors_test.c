/* Who may come in, and how often. */
#include "server/shell/visitors.h"
#include "tests/check.h"

static uint32_t let_in(struct visitors *visitors, const char *address, uint32_t tries, int64_t ms,
                       uint64_t *last)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tries; i++) {
        uint64_t ticket;
        if (visitors_enter(visitors, address, ms, &ticket)) {
            count++;
            *last = ticket;
        }
    }
    return count;
}

static void so_many_at_once(void)
{
    struct visitors *visitors = visitors_open(5, 1000);
    uint64_t ticket = 0, other = 0;
    CHECK_EQ(let_in(visitors, "192.0.2.1", 20, 1000, &ticket), 5);
    CHECK_EQ(let_in(visitors, "192.0.2.2", 20, 1000, &other), 5);
    CHECK(ticket != other && ticket != 0);
    visitors_leave(visitors, ticket);
    visitors_leave(visitors, ticket);
    CHECK_EQ(let_in(visitors, "192.0.2.1", 20, 1000, &ticket), 2);
    CHECK_EQ(let_in(visitors, "::ffff:192.0.2.1", 20, 1000, &ticket), 0); /* the same */
    visitors_close(visitors);
}

static void so_many_in_a_minute(void)
{
    struct visitors *visitors = visitors_open(1000, 10);
    uint64_t ticket;
    CHECK_EQ(let_in(visitors, "192.0.2.1", 50, 1000, &ticket), 10);
    CHECK_EQ(let_in(visitors, "192.0.2.1", 50, 31000, &ticket), 5);
    CHECK_EQ(let_in(visitors, "192.0.2.1", 50, 3000, &ticket), 0); /* a clock set back */
    CHECK_EQ(let_in(visitors, "192.0.2.1", 50, 9000000, &ticket), 10);
    visitors_close(visitors);
}

static void a_network_is_one(void)
{
    struct visitors *visitors = visitors_open(3, 1000);
    uint64_t ticket;
    CHECK_EQ(let_in(visitors, "2001:db8:1:2::1", 2, 1000, &ticket), 2);
    CHECK_EQ(let_in(visitors, "2001:db8:1:2:ffff::9", 2, 1000, &ticket), 1);
    CHECK_EQ(let_in(visitors, "2001:db8:1:3::1", 2, 1000, &ticket), 2);
    CHECK_EQ(let_in(visitors, "no address", 9, 1000, &ticket), 3);
    CHECK_EQ(let_in(visitors, "another one", 9, 1000, &ticket), 0);
    visitors_close(visitors);
}

/* Whoever is given many networks of 64 bits has no more than a few households. */
static void wide_networks_are_bounded(void)
{
    struct visitors *visitors = visitors_open(3, 1000);
    uint64_t ticket, last = 0;
    char address[64];
    uint32_t in_56 = 0, in_48 = 0;
    for (uint32_t i = 0; i < 256; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", 0x4200 + i);
        in_56 += let_in(visitors, address, 3, 1000, &last);
    }
    for (uint32_t i = 0; i < 256; i++) {
        snprintf(address, sizeof address, "2001:db8:1:%x::1", i << 8);
        in_48 += let_in(visitors, address, 3, 1000, &ticket);
    }
    CHECK_EQ(in_56, 4 * 3);
    CHECK_EQ(in_56 + in_48, 16 * 3);
    CHECK_EQ(let_in(visitors, "2001:db8:2:1::1", 9, 1000, &ticket), 3); /* others are not meant */
    visitors_leave(visitors, last);
    CHECK_EQ(let_in(visitors, "2001:db8:1:4205::1", 9, 1000, &ticket), 1);
    visitors_close(visitors);
}

static void this_machine_is_not_limited(void)
{
    struct visitors *visitors = visitors_open(1, 1);
    uint64_t ticket = 7;
    CHECK_EQ(let_in(visitors, "127.0.0.1", 100, 1000, &ticket), 100);
    CHECK_EQ(ticket, 0);
    CHECK_EQ(let_in(visitors, "::1", 100, 1000, &ticket), 100);
    CHECK_EQ(let_in(visitors, "::ffff:127.8.9.1", 100, 1000, &ticket), 100);
    visitors_leave(visitors, 0);
    CHECK_EQ(visitors_count(visitors), 0);
    visitors_close(visitors);
}

/* Whoever has many addresses fills no memory for ever. */
static void addresses_without_connections_are_forgotten(void)
{
    struct visitors *visitors = visitors_open(10, 10);
    uint64_t ticket, stays = 0;
    char address[32];
    CHECK(visitors_enter(visitors, "198.51.100.1", 0, &stays));
    for (uint32_t i = 0; i < 20000; i++) {
        snprintf(address, sizeof address, "10.%u.%u.%u", i >> 16, (i >> 8) & 255, i & 255);
        CHECK(visitors_enter(visitors, address, i * 1000, &ticket));
        visitors_leave(visitors, ticket);
    }
    CHECK(visitors_count(visitors) < 3000);
    CHECK_EQ(let_in(visitors, "198.51.100.1", 20, 20000000, &ticket), 9); /* who is here is not */
    visitors_close(visitors);
}

int main(void)
{
    RUN(so_many_at_once);
    RUN(so_many_in_a_minute);
    RUN(a_network_is_one);
    RUN(wide_networks_are_bounded);
    RUN(this_machine_is_not_limited);
    RUN(addresses_without_connections_are_forgotten);
    return check_end();
}
