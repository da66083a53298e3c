#include "server/shell/visitors.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "redoubt/base.h"
#include "redoubt/hash.h"
#include "redoubt/luck.h"
#include "server/core/hash_map.h"

enum { MINUTE_MS = 60000, FORGET_EVERY = 1024 /* new addresses */ };

struct visitor {
    uint64_t key;
    uint64_t network;   /* its bytes, of those who came last */
    uint64_t wider;     /* of the network that it is in; 0: none */
    uint32_t share;     /* it may have as much as so many households */
    uint32_t here;      /* connections */
    int64_t purse;      /* thousandths of connections that it may make */
    int64_t counted_ms; /* when the purse was filled last */
};

struct visitors {
    struct hash_map by_address;
    uint64_t secret[2]; /* so that nobody chooses addresses that collide */
    uint32_t at_once, per_minute, added;
};

struct visitors *visitors_open(uint32_t at_once, uint32_t per_minute)
{
    struct visitors *visitors = calloc(1, sizeof *visitors);
    RD_ASSERT(visitors != NULL);
    visitors->at_once = at_once;
    visitors->per_minute = per_minute;
    randombytes_buf(visitors->secret, sizeof visitors->secret);
    return visitors;
}

void visitors_close(struct visitors *visitors)
{
    if (visitors == NULL) {
        return;
    }
    for (size_t i = 0; i < visitors->by_address.room; i++) {
        free(visitors->by_address.slot[i].value);
    }
    hash_map_free(&visitors->by_address);
    free(visitors);
}

uint32_t visitors_count(const struct visitors *visitors)
{
    return (uint32_t)visitors->by_address.count;
}

/* ---- addresses ---- */

/* An IPv6 network of 64 bits is what one household gets; of 56 and of 48 bits, what one may get who
 * asks for more, so those are counted too. */
static const struct {
    uint32_t bytes, share;
} networks[] = { { 8, 1 }, { 7, 4 }, { 6, 16 } };
enum { NETWORKS = sizeof networks / sizeof networks[0] };

/* The bytes that count, and how many of them can be counted by fewer. False: it is this machine. */
static bool network_of(const char *address, uint8_t out[8], uint32_t *levels)
{
    static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
    static const uint8_t own[16] = { [15] = 1 };
    uint8_t bytes[16] = { 0 };
    memset(out, 0, 8);
    *levels = 1;
    if (inet_pton(AF_INET, address, bytes) == 1) {
        memcpy(out, bytes, 4);
        return bytes[0] != 127;
    }
    if (inet_pton(AF_INET6, address, bytes) != 1) {
        return true; /* no address at all: they share one place */
    }
    if (memcmp(bytes, mapped, sizeof mapped) == 0) {
        memcpy(out, bytes + 12, 4);
        return out[0] != 127;
    }
    memcpy(out, bytes, 8);
    *levels = NETWORKS;
    return memcmp(bytes, own, sizeof own) != 0;
}

bool visitors_is_proxy(const char *proxies, const char *address)
{
    static const char mapped[] = "::ffff:"; /* IPv4 at a door for both */
    size_t beginning = sizeof mapped - 1;
    address += strncmp(address, mapped, beginning) == 0 ? beginning : 0;
    size_t length = strlen(address);
    for (const char *at = proxies; at != NULL && *at != '\0';) {
        size_t word = strcspn(at, " ,");
        if (word == length && word > 0 && strncmp(at, address, word) == 0) {
            return true;
        }
        at += word + (at[word] != '\0');
    }
    return false;
}

/* ---- coming and going ---- */

static void fill_purse(const struct visitors *visitors, struct visitor *visitor, int64_t now_ms)
{
    int64_t rate = (int64_t)visitors->per_minute * visitor->share, full = rate * 1000;
    int64_t passed = now_ms - visitor->counted_ms;
    passed = passed < 0 ? 0 : passed > MINUTE_MS ? MINUTE_MS : passed;
    visitor->purse += passed * rate * 1000 / MINUTE_MS;
    visitor->purse = visitor->purse > full ? full : visitor->purse;
    visitor->counted_ms = now_ms;
}

/* Who is gone and has a full purse is as good as new. */
static void forget_some(struct visitors *visitors, int64_t now_ms)
{
    struct hash_map kept = { NULL, 0, 0 };
    for (size_t i = 0; i < visitors->by_address.room; i++) {
        struct visitor *visitor = visitors->by_address.slot[i].value;
        if (visitor != NULL && visitor->here == 0 && now_ms - visitor->counted_ms > MINUTE_MS) {
            free(visitor);
        } else if (visitor != NULL) {
            hash_map_put(&kept, visitor->key, visitor);
        }
    }
    hash_map_free(&visitors->by_address);
    visitors->by_address = kept;
}

static struct visitor *meet(struct visitors *visitors, uint64_t key, uint32_t share, int64_t now_ms)
{
    struct visitor *visitor = hash_map_get(&visitors->by_address, key);
    if (visitor != NULL) {
        return visitor;
    }
    visitor = calloc(1, sizeof *visitor);
    RD_ASSERT(visitor != NULL);
    visitor->key = key;
    visitor->share = share;
    visitor->purse = (int64_t)visitors->per_minute * share * 1000;
    visitor->counted_ms = now_ms;
    hash_map_put(&visitors->by_address, key, visitor);
    return visitor;
}

/* Of the first bytes, with their number so that networks of different sizes differ. */
static uint64_t key_of(const struct visitors *visitors, const uint8_t network[8], uint32_t bytes)
{
    uint8_t part[9] = { 0 };
    memcpy(part, network, bytes);
    part[8] = (uint8_t)bytes;
    uint64_t key = rd_siphash(visitors->secret, part, sizeof part);
    return key + (key == 0);
}

bool visitors_enter(struct visitors *visitors, const char *address, int64_t now_ms,
                    uint64_t *ticket)
{
    struct visitor *met[NETWORKS];
    uint8_t network[8];
    uint32_t levels;
    bool room = true;
    *ticket = 0;
    if (!network_of(address, network, &levels)) {
        return true;
    }
    if (++visitors->added % FORGET_EVERY == 0) {
        forget_some(visitors, now_ms);
    }
    for (uint32_t i = 0; i < levels; i++) {
        met[i] =
            meet(visitors, key_of(visitors, network, networks[i].bytes), networks[i].share, now_ms);
        fill_purse(visitors, met[i], now_ms);
        room = room && met[i]->here < visitors->at_once * met[i]->share && met[i]->purse >= 1000;
    }
    for (uint32_t i = 0; room && i < levels; i++) {
        met[i]->purse -= 1000;
        met[i]->here++;
        met[i]->wider = i + 1 < levels ? met[i + 1]->key : 0;
    }
    memcpy(&met[0]->network, network, sizeof network);
    *ticket = room ? met[0]->key : 0;
    return room;
}

uint64_t visitors_network(const struct visitors *visitors, uint64_t ticket)
{
    const struct visitor *visitor =
        ticket == 0 ? NULL : hash_map_get(&visitors->by_address, ticket);
    return visitor == NULL ? 0 : visitor->network;
}

void visitors_leave(struct visitors *visitors, uint64_t ticket)
{
    while (ticket != 0) {
        struct visitor *visitor = hash_map_get(&visitors->by_address, ticket);
        if (visitor == NULL || visitor->here == 0) {
            return;
        }
        visitor->here--;
        ticket = visitor->wider;
    }
}
