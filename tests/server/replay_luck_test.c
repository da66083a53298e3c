/* What `redoubt replay --verify` says of where the luck came from. */
#include "clients/cli/replay_luck.h"

#include <stdlib.h>
#include <string.h>

#include "server/core/luck.h"
#include "tests/check.h"

static const char *const key = "0123456789abcdef0123456789abcdef";
static const char *const share = "00112233445566778899aabbccddeeff";

/* A header as the server writes it, with a share of seat 0. To be dropped. */
static json_t *honest(void)
{
    struct shares shares = { .share = { "" } };
    char commitment[LUCK_HASH_ROOM], seed[LUCK_KEY_ROOM];
    luck_seal(share, shares.seal[0]);
    CHECK(luck_open(&shares, 0, share));
    luck_commitment("m1", key, commitment);
    luck_mix("m1", key, &shares, 2, seed);
    return json_pack("{s:s, s:[{},{}], s:{s:s, s:s, s:s, s:[s,n], s:[s,n]}}", "seed", seed, "seats",
                     "luck", "match", "m1", "commitment", commitment, "key", key, "seals",
                     shares.seal[0], "shares", share);
}

static bool fits(json_t *header)
{
    struct rd_problem problem = { "" };
    bool fine = replay_luck_fits(header, &problem);
    CHECK(fine == (problem.text[0] == '\0'));
    json_decref(header);
    return fine;
}

static void what_is_honest_fits(void)
{
    CHECK(fits(honest()));
    CHECK(fits(json_pack("{s:s, s:[{},{}]}", "seed", "7", "seats"))); /* not of a server */
    char commitment[LUCK_HASH_ROOM];
    luck_commitment("m1", key, commitment);
    CHECK(fits(json_pack("{s:s, s:[{},{}], s:{s:s, s:s, s:s}}", "seed", key, "seats", "luck",
                         "match", "m1", "commitment", commitment, "key", key)));
}

static json_t *changed(const char *name, json_t *value)
{
    json_t *header = honest();
    json_object_set_new(strcmp(name, "seed") == 0 ? header : json_object_get(header, "luck"), name,
                        value);
    return header;
}

static void every_forgery_is_found(void)
{
    static const char *const names[] = { "seed", "match", "commitment", "key", NULL };
    for (uint32_t i = 0; names[i] != NULL; i++) {
        CHECK(!fits(changed(names[i], json_string(share))));
        CHECK(!fits(changed(names[i], json_integer(-1))));
    }
    CHECK(!fits(changed("shares", json_pack("[s,n]", key))));
    CHECK(!fits(changed("shares", json_pack("[n,n]"))));
    CHECK(!fits(changed("shares", json_pack("[s,s]", share, key))));
    CHECK(!fits(changed("seals", json_pack("[n,n]"))));
    CHECK(!fits(changed("seals", json_pack("[s,n]", "00"))));
    json_t *left_out = honest(); /* as if nobody had added anything, but by the mixed seed */
    json_object_del(json_object_get(left_out, "luck"), "shares");
    json_object_del(json_object_get(left_out, "luck"), "seals");
    CHECK(!fits(left_out));
}

int main(void)
{
    RUN(what_is_honest_fits);
    RUN(every_forgery_is_found);
    return check_end();
}
