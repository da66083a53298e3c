/* The luck of a match is drawn by the server and its seats together, and can be checked. */
#include <stdlib.h>
#include <string.h>

#include "host/replay.h"
#include "server/core/luck.h"
#include "tests/check.h"
#include "tests/server/person.h"

static const char *const adas = "00112233445566778899aabbccddeeff";
static const char *const bobs = "ffeeddccbbaa99887766554433221100";

struct table {
    struct world world;
    struct person ada, bob;
    char match[32], secret[32];
};

static const char *seal_of(const char *share)
{
    static char seal[LUCK_HASH_ROOM];
    luck_seal(share, seal);
    return seal;
}

static void make(struct table *t, const char *seats, const char *more)
{
    CHECK(person_can(&t->ada, "\"cmd\":\"create\",\"game\":\"fate\",\"seats\":%s,\"seal\":\"%s\"%s",
                     seats, seal_of(adas), more));
    const json_t *answer = t->ada.answer;
    snprintf(t->match, sizeof t->match, "%s", json_string_value(json_object_get(answer, "match")));
    snprintf(t->secret, sizeof t->secret, "%s",
             json_string_value(json_object_get(answer, "secret")));
    CHECK(person_can(&t->ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t->match));
}

static void open_table(struct table *t, uint64_t seed)
{
    world_open(&t->world, seed);
    person_open(&t->ada, &t->world, "Ada");
    person_open(&t->bob, &t->world, "Bob");
}

static void close_table(struct table *t)
{
    person_close(&t->ada);
    person_close(&t->bob);
    world_close(&t->world);
}

static bool join(struct table *t, struct person *person, const char *more)
{
    return person_can(person, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"%s", t->match,
                      t->secret, more);
}

static bool join_sealed(struct table *t, const char *share)
{
    char more[LUCK_HASH_ROOM + 16];
    snprintf(more, sizeof more, ",\"seal\":\"%s\"", seal_of(share));
    return join(t, &t->bob, more);
}

static bool shares(struct table *t, struct person *person, const char *share)
{
    return person_can(person, "\"cmd\":\"share\",\"match\":\"%s\",\"share\":\"%s\"", t->match,
                      share);
}

static bool share_refused(struct table *t, struct person *person, const char *code,
                          const char *share)
{
    return person_refused(person, code, "\"cmd\":\"share\",\"match\":\"%s\",\"share\":\"%s\"",
                          t->match, share);
}

static bool resigns(struct table *t, struct person *person)
{
    return person_can(person, "\"cmd\":\"resign\",\"match\":\"%s\"", t->match);
}

static size_t wanted(struct person *person)
{
    person_settle(person);
    return json_array_size(json_object_get(person_latest(person, "luck"), "wanted"));
}

/* The header of its replay, which goes as recorded from its seed. */
static json_t *replayed(struct table *t)
{
    char path[80];
    struct core_page page;
    struct rd_problem problem = { "" };
    snprintf(path, sizeof path, "/v1/matches/%s/replay", t->match);
    CHECK(world_get(&t->world, path, &page) && page.status == 200);
    FILE *file = fmemopen(page.bytes, page.size, "rb");
    struct rd_replay_reader *reader = rd_replay_open(file, &problem);
    CHECK(reader != NULL && rd_replay_started(reader, &problem) != NULL); /* the first state too */
    CHECK_TEXT(problem.text, "");
    json_t *header = json_deep_copy(rd_replay_header(reader));
    rd_replay_reader_close(reader);
    fclose(file);
    free(page.bytes);
    return header;
}

static const char *text(const json_t *json, const char *key)
{
    const char *value = json_string_value(json_object_get(json, key));
    return value == NULL ? "" : value;
}

/* What the replay says of its luck against what was told before anybody could know it. */
static void check_luck(struct table *t, const char *commitment, const struct shares *known)
{
    char told[LUCK_HASH_ROOM], mixed[LUCK_KEY_ROOM], key[LUCK_KEY_ROOM];
    json_t *header = replayed(t);
    const json_t *luck = json_object_get(header, "luck");
    snprintf(key, sizeof key, "%s", text(luck, "key"));
    CHECK_TEXT(person_text(&t->ada, "key"), key);
    CHECK_TEXT(text(luck, "commitment"), commitment);
    luck_commitment(t->match, key, told);
    CHECK_TEXT(told, commitment);
    luck_mix(t->match, key, known, 2, mixed);
    CHECK_TEXT(text(header, "seed"), mixed);
    CHECK((strcmp(mixed, key) == 0) == (known == NULL));
    json_decref(header);
}

static void the_match_begins_when_all_shares_are_open(void)
{
    struct table t;
    char commitment[LUCK_HASH_ROOM];
    struct shares known = { .share = { "" } };
    open_table(&t, 1);
    make(&t, "[\"me\",\"open\"]", ",\"clock\":{\"bank\":60}");
    snprintf(commitment, sizeof commitment, "%s", text(t.ada.answer, "commitment"));
    CHECK(share_refused(&t, &t.ada, "not_begun", adas)); /* Bob could choose knowing it */
    CHECK(join_sealed(&t, bobs));
    CHECK_EQ(wanted(&t.ada), 2);
    CHECK_TEXT(person_text(&t.ada, "state"), "open");
    CHECK(person_latest(&t.ada, "clock") == NULL);
    CHECK(person_refused(&t.ada, "not_begun", "\"cmd\":\"resign\",\"match\":\"%s\"", t.match));
    CHECK(person_refused(&t.bob, "not_begun",
                         "\"cmd\":\"offer\",\"what\":\"draw\",\"match\":\"%s\"", t.match));
    CHECK(share_refused(&t, &t.ada, "not_allowed", bobs));
    CHECK(share_refused(&t, &t.ada, "not_allowed", "0011"));
    CHECK(shares(&t, &t.ada, adas));
    CHECK_EQ(wanted(&t.ada), 1);
    CHECK(share_refused(&t, &t.ada, "not_allowed", adas)); /* once */
    CHECK_TEXT(person_text(&t.ada, "state"), "open");
    CHECK(shares(&t, &t.bob, bobs));
    CHECK_EQ(wanted(&t.ada), 0);
    CHECK_TEXT(person_text(&t.ada, "state"), "running");
    CHECK(person_latest(&t.ada, "clock") != NULL);
    CHECK(person_latest(&t.ada, "key") == NULL);
    CHECK(resigns(&t, &t.bob));
    person_settle(&t.ada);
    memcpy(known.share[0], adas, LUCK_KEY_ROOM);
    memcpy(known.share[1], bobs, LUCK_KEY_ROOM);
    check_luck(&t, commitment, &known);
    close_table(&t);
}

static void who_does_not_seal_adds_nothing(void)
{
    struct table t;
    char commitment[LUCK_HASH_ROOM];
    struct shares known = { .share = { "" } };
    open_table(&t, 2);
    make(&t, "[\"me\",\"open\"]", "");
    snprintf(commitment, sizeof commitment, "%s", text(t.ada.answer, "commitment"));
    CHECK(join(&t, &t.bob, ""));
    CHECK_EQ(wanted(&t.ada), 1);
    CHECK(share_refused(&t, &t.bob, "not_allowed", bobs));
    CHECK(shares(&t, &t.ada, adas));
    CHECK(resigns(&t, &t.bob));
    person_settle(&t.ada);
    memcpy(known.share[0], adas, LUCK_KEY_ROOM);
    check_luck(&t, commitment, &known);
    close_table(&t);
}

static void without_seals_it_is_as_before(void)
{
    struct table t;
    char commitment[LUCK_HASH_ROOM];
    open_table(&t, 3);
    CHECK(person_can(&t.ada,
                     "\"cmd\":\"create\",\"game\":\"fate\",\"seats\":[\"me\",{\"bot\":\"random\"}"
                     "]"));
    snprintf(t.match, sizeof t.match, "%s", text(t.ada.answer, "match"));
    CHECK(person_can(&t.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t.match));
    snprintf(commitment, sizeof commitment, "%s", text(t.ada.answer, "commitment"));
    CHECK(person_latest(&t.ada, "luck") == NULL);
    CHECK(resigns(&t, &t.ada));
    person_settle(&t.ada);
    check_luck(&t, commitment, NULL);
    close_table(&t);
}

/* What the first position is drawn from too. */
static void the_board_is_drawn_anew(void)
{
    struct table t;
    char before[4096], after[4096];
    open_table(&t, 4);
    CHECK(person_can(&t.ada,
                     "\"cmd\":\"create\",\"game\":\"civ\",\"seats\":[\"me\",{\"bot\":\"random\"}],"
                     "\"seal\":\"%s\"",
                     seal_of(adas)));
    snprintf(t.match, sizeof t.match, "%s", text(t.ada.answer, "match"));
    CHECK(person_can(&t.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t.match));
    snprintf(before, sizeof before, "%s", person_text(&t.ada, "view"));
    CHECK_EQ(wanted(&t.ada), 1);
    CHECK(shares(&t, &t.ada, adas));
    person_settle(&t.ada);
    snprintf(after, sizeof after, "%s", person_text(&t.ada, "view"));
    CHECK(before[0] != '\0' && after[0] != '\0' && strcmp(before, after) != 0);
    close_table(&t);
}

static void bots_wait_for_it(void)
{
    struct table t;
    open_table(&t, 5);
    make(&t, "[{\"bot\":\"random\"},\"me\"]", "");
    world_wait(&t.world, 5000);
    person_settle(&t.ada);
    CHECK_EQ(json_array_size(t.ada.mail), 2); /* the snapshot, and who is here */
    CHECK(shares(&t, &t.ada, adas));
    world_wait(&t.world, 5000);
    person_settle(&t.ada);
    CHECK(json_array_size(t.ada.mail) > 3);
    close_table(&t);
}

static void it_outlives_restarts_and_sleep(void)
{
    struct table t;
    char commitment[LUCK_HASH_ROOM];
    struct shares known = { .share = { "" } };
    open_table(&t, 6);
    t.world.sleep_after = 1;
    make(&t, "[\"me\",\"open\"]", "");
    snprintf(commitment, sizeof commitment, "%s", text(t.ada.answer, "commitment"));
    CHECK(join_sealed(&t, bobs));
    CHECK(shares(&t, &t.bob, bobs));
    CHECK(world_restart(&t.world));
    person_return(&t.bob);
    person_return(&t.ada);
    world_wait(&t.world, 60000);
    CHECK(person_can(&t.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t.match));
    CHECK_EQ(wanted(&t.ada), 1);
    CHECK(shares(&t, &t.ada, adas));
    CHECK(world_restart(&t.world));
    person_return(&t.ada);
    CHECK(person_can(&t.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t.match));
    CHECK_EQ(wanted(&t.ada), 0);
    CHECK(resigns(&t, &t.ada));
    person_settle(&t.ada);
    memcpy(known.share[0], adas, LUCK_KEY_ROOM);
    memcpy(known.share[1], bobs, LUCK_KEY_ROOM);
    check_luck(&t, commitment, &known);
    close_table(&t);
}

static void who_gets_up_takes_the_seal_along(void)
{
    struct table t;
    open_table(&t, 7);
    CHECK(person_can(&t.ada,
                     "\"cmd\":\"create\",\"game\":\"civ\",\"seats\":[\"open\",\"me\",\"open\"],"
                     "\"seal\":\"%s\"",
                     seal_of(adas)));
    snprintf(t.match, sizeof t.match, "%s", text(t.ada.answer, "match"));
    snprintf(t.secret, sizeof t.secret, "%s", text(t.ada.answer, "secret"));
    CHECK(person_can(&t.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", t.match));
    CHECK(join_sealed(&t, bobs));
    CHECK(person_can(&t.bob, "\"cmd\":\"leave\",\"match\":\"%s\"", t.match));
    person_settle(&t.ada);
    const json_t *seals = json_object_get(person_latest(&t.ada, "luck"), "seals");
    CHECK(json_is_null(json_array_get(seals, 0)));
    CHECK_TEXT(json_string_value(json_array_get(seals, 1)), seal_of(adas));
    close_table(&t);
}

/* A share that never comes keeps nobody. */
static void who_waits_may_end_it(void)
{
    struct table t;
    open_table(&t, 8);
    make(&t, "[\"me\",\"open\"]", "");
    CHECK(join(&t, &t.bob, ""));
    CHECK(person_can(&t.bob, "\"cmd\":\"abort\",\"match\":\"%s\"", t.match));
    person_settle(&t.ada);
    CHECK_TEXT(person_text(&t.ada, "ended"), "aborted");
    CHECK_EQ(wanted(&t.ada), 0);
    CHECK(share_refused(&t, &t.ada, "over", adas));
    close_table(&t);
}

static void bad_seals_are_refused(void)
{
    struct table t;
    open_table(&t, 9);
    const char *create = "\"cmd\":\"create\",\"game\":\"fate\",\"seats\":[\"me\",\"open\"]";
    CHECK(person_refused(&t.ada, "bad_setup", "%s,\"seal\":\"12\"", create));
    CHECK(person_refused(&t.ada, "bad_setup", "%s,\"seal\":7", create));
    CHECK(person_refused(&t.ada, "bad_setup",
                         "\"cmd\":\"create\",\"game\":\"fate\",\"seats\":[\"open\",\"open\"],"
                         "\"seal\":\"%s\"",
                         seal_of(adas)));
    make(&t, "[\"me\",\"open\"]", "");
    CHECK(person_refused(&t.bob, "bad_message",
                         "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\",\"seal\":\"AA\"",
                         t.match, t.secret));
    close_table(&t);
}

int main(void)
{
    RUN(the_match_begins_when_all_shares_are_open);
    RUN(who_does_not_seal_adds_nothing);
    RUN(without_seals_it_is_as_before);
    RUN(the_board_is_drawn_anew);
    RUN(bots_wait_for_it);
    RUN(it_outlives_restarts_and_sleep);
    RUN(who_gets_up_takes_the_seal_along);
    RUN(who_waits_may_end_it);
    RUN(bad_seals_are_refused);
    return check_end();
}
