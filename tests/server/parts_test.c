/* The small parts of the core one by one: terms, clocks, deadlines, tables, codes. */
#include <stdlib.h>
#include <string.h>

#include "redoubt/luck.h"
#include "server/core/clock.h"
#include "server/core/hash_map.h"
#include "server/core/keys.h"
#include "server/core/rating.h"
#include "server/core/state.h"
#include "tests/check.h"

/* ---- terms ---- */

static bool read_terms(const char *text, struct terms *terms)
{
    struct rd_problem problem = { "" };
    json_t *json = json_loads(text, 0, NULL);
    struct rd_field root = rd_field_root(json, "", &problem);
    bool fine = terms_read(&root, rd_game_find("apoca"), terms);
    CHECK(json != NULL && fine == (problem.text[0] == '\0'));
    json_decref(json);
    return fine;
}

/* Terms as they are read, and written again. */
static void check_terms(const char *text, const char *want)
{
    struct terms terms;
    CHECK(read_terms(text, &terms));
    json_t *json = terms_to_json(&terms);
    char *again = json_dumps(json, JSON_COMPACT);
    CHECK_TEXT(again, want);
    free(again);
    json_decref(json);
}

#define TERMS(clock, timeout, claim, more)                                          \
    "{\"public\":false,\"rated\":false,\"clock\":" clock ",\"on_timeout\":" timeout \
    ",\"claim\":" claim "," more "}"
#define PLAIN "\"delay\":null,\"pace\":null"

static void terms_that_are_left_out_have_their_presets(void)
{
    struct terms terms;
    check_terms("{}", TERMS("null", "\"draft\"", "259200", PLAIN));
    check_terms("{\"clock\":{\"turn\":30}}", TERMS("{\"turn\":30}", "\"draft\"", "120", PLAIN));
    check_terms("{\"clock\":{\"days\":2}}", TERMS("{\"days\":2}", "\"draft\"", "null", PLAIN));
    check_terms("{\"clock\":{\"bank\":9,\"increment\":2}}",
                TERMS("{\"bank\":9,\"increment\":2}", "\"draft\"", "120", PLAIN));
    check_terms("{\"claim\":null}", TERMS("null", "\"draft\"", "null", PLAIN));
    check_terms("{\"claim\":7,\"on_timeout\":{\"bot\":\"random\"},\"delay\":3,\"pace\":"
                "\"together\"}",
                TERMS("null", "{\"bot\":\"random\"}", "7", "\"delay\":3,\"pace\":\"together\""));
    CHECK(read_terms("{}", &terms) && terms.claim_ms == INT64_C(3) * 86400 * 1000);
    CHECK(read_terms("{\"clock\":{\"turn\":30}}", &terms) && terms.claim_ms == 120000);
    CHECK(terms.clock.turn_ms == 30000 && !terms.clock.days);
    CHECK_TEXT(terms_speed(&terms), "live");
    CHECK(read_terms("{\"clock\":{\"days\":2}}", &terms) && terms.claim_ms == 0);
    CHECK(terms.clock.turn_ms == INT64_C(2) * 86400 * 1000 && terms.clock.days);
    CHECK_TEXT(terms_speed(&terms), "days");
    CHECK(read_terms("{\"public\":true,\"rated\":true,\"claim\":2592000}", &terms));
    CHECK(terms.is_public && terms.rated && terms.claim_ms == INT64_C(2592000000));
    CHECK_TEXT(terms_speed(&terms), "none");
}

static void terms_have_bounds(void)
{
    static const char *const fine[] = { "{\"clock\":{\"bank\":1}}",
                                        "{\"clock\":{\"bank\":86400,\"increment\":86400}}",
                                        "{\"clock\":{\"turn\":1}}",
                                        "{\"clock\":{\"turn\":86400}}",
                                        "{\"clock\":{\"days\":1}}",
                                        "{\"clock\":{\"days\":60}}",
                                        "{\"claim\":1}",
                                        "{\"delay\":1}",
                                        "{\"delay\":100}",
                                        "{\"delay\":null}",
                                        "{\"pace\":null}",
                                        "{\"on_timeout\":\"draft\"}",
                                        "{\"clock\":{\"bank\":1,\"increment\":0}}" };
    static const char *const wrong[] = { "{\"clock\":{\"bank\":0}}",
                                         "{\"clock\":{\"bank\":86401}}",
                                         "{\"clock\":{\"bank\":1,\"increment\":86401}}",
                                         "{\"clock\":{\"bank\":1,\"increment\":-1}}",
                                         "{\"clock\":{\"bank\":1,\"turn\":1}}",
                                         "{\"clock\":{\"turn\":1,\"days\":1}}",
                                         "{\"clock\":{\"bank\":1,\"days\":1}}",
                                         "{\"clock\":{\"turn\":1,\"increment\":1}}",
                                         "{\"clock\":{\"days\":1,\"increment\":1}}",
                                         "{\"clock\":{}}",
                                         "{\"clock\":{\"increment\":1}}",
                                         "{\"clock\":{\"turn\":0}}",
                                         "{\"clock\":{\"turn\":86401}}",
                                         "{\"clock\":{\"days\":0}}",
                                         "{\"clock\":{\"days\":61}}",
                                         "{\"clock\":{\"hours\":1}}",
                                         "{\"clock\":5}",
                                         "{\"claim\":0}",
                                         "{\"claim\":2592001}",
                                         "{\"claim\":\"soon\"}",
                                         "{\"delay\":0}",
                                         "{\"delay\":101}",
                                         "{\"pace\":\"apart\"}",
                                         "{\"on_timeout\":\"resign\"}",
                                         "{\"on_timeout\":{\"bot\":\"nobody\"}}",
                                         "{\"on_timeout\":{}}",
                                         "{\"on_timeout\":{\"bot\":\"random\",\"level\":1}}",
                                         "{\"on_timeout\":{\"bot\":1}}",
                                         "{\"public\":1}",
                                         "{\"rated\":\"yes\"}" };
    struct terms terms;
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        CHECK(read_terms(fine[i], &terms));
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!read_terms(wrong[i], &terms));
    }
}

/* ---- clocks ---- */

static void a_bank_runs_and_grows(void)
{
    const struct clock_terms terms = { .bank_ms = 1000, .increment_ms = 50 };
    struct clocks clocks;
    rd_seat seat = 9;
    clocks_open(&clocks, &terms);
    CHECK(clock_used(&terms));
    CHECK_EQ(clocks_deadline(&clocks, &seat), INT64_MAX);
    clock_begin(&clocks, &terms, 1, 100);
    clock_begin(&clocks, &terms, 2, 90);
    CHECK_EQ(clocks_deadline(&clocks, &seat), 1090);
    CHECK_EQ(seat, 2);
    CHECK_EQ(clock_left(&clocks, 1, 50), 1000); /* not before it began */
    CHECK_EQ(clock_left(&clocks, 1, 400), 700);
    CHECK_EQ(clock_left(&clocks, 0, 400), 1000);
    CHECK_EQ(clock_left(&clocks, 1, 1100), 0);
    CHECK_EQ(clock_left(&clocks, 1, 9999), 0);
    clock_complete(&clocks, &terms, 1, 400);
    CHECK_EQ(clock_left(&clocks, 1, 5000), 750);
    CHECK_EQ(clock_left_before(&clocks, 1, 600), 500); /* as if it had gone on */
    clock_take_up(&clocks, 1);
    CHECK_EQ(clock_left(&clocks, 1, 600), 500);
    clock_late(&clocks, 2);
    CHECK_EQ(clock_left(&clocks, 2, 90), 0);
    clock_begin(&clocks, &terms, 2, 2000); /* who was late has a little time for each decision */
    CHECK_EQ(clock_left(&clocks, 2, 2000), CLOCK_GRACE_MS);
}

static void a_turn_has_its_own_time(void)
{
    const struct clock_terms terms = { .turn_ms = 300 }, none = { 0 };
    struct clocks clocks;
    clocks_open(&clocks, &terms);
    CHECK(clock_used(&terms) && !clock_used(&none));
    clock_begin(&clocks, &terms, 0, 0);
    clock_complete(&clocks, &terms, 0, 200);
    CHECK_EQ(clock_left(&clocks, 0, 200), 100);
    clock_late(&clocks, 0);
    clock_begin(&clocks, &terms, 0, 500);
    CHECK_EQ(clock_left(&clocks, 0, 600), 200);
}

static void paused_clocks_stand(void)
{
    const struct clock_terms terms = { .bank_ms = 1000 };
    struct clocks clocks;
    rd_seat seat = 9;
    clocks_open(&clocks, &terms);
    clock_begin(&clocks, &terms, 0, 0);
    clocks_pause(&clocks, 100);
    CHECK_EQ(clock_left(&clocks, 0, 700), 900);
    CHECK_EQ(clocks_deadline(&clocks, &seat), INT64_MAX);
    clocks_resume(&clocks, 600);
    CHECK_EQ(clock_left(&clocks, 0, 700), 800);
    CHECK_EQ(clocks_deadline(&clocks, &seat), 1500);
    CHECK_EQ(seat, 0);
}

/* ---- deadlines ---- */

enum { MATCHES = 40, CHANGES = 4000 };

static int64_t earliest(const struct match *match)
{
    int64_t first = INT64_MAX;
    for (uint32_t i = 0; i < MATCHES; i++) {
        first = match[i].deadline < first ? match[i].deadline : first;
    }
    return first;
}

static void the_first_deadline_is_the_first(void)
{
    struct core *core = calloc(1, sizeof *core);
    struct match *match = calloc(MATCHES, sizeof *match);
    struct rd_luck luck = rd_luck_from_seed(1);
    uint32_t due = 0;
    for (uint32_t i = 0; i < MATCHES; i++) {
        match[i].deadline = INT64_MAX;
    }
    CHECK(deadline_first(core) == NULL);
    for (uint32_t i = 0; i < CHANGES; i++) {
        struct match *one = &match[rd_luck_range(&luck, 0, MATCHES - 1)];
        bool never = rd_luck_range(&luck, 0, 3) == 0;
        due += (one->deadline == INT64_MAX) - (uint32_t)never;
        deadline_set(core, one, never ? INT64_MAX : rd_luck_range(&luck, 0, 50));
        const struct match *first = deadline_first(core);
        if (core->due_count != due ||
            (first == NULL ? INT64_MAX : first->deadline) != earliest(match)) {
            CHECK_EQ(i, CHANGES);
            break;
        }
    }
    free(core->due);
    free(match);
    free(core);
}

/* ---- tables ---- */

static void a_table_finds_what_was_put(void)
{
    enum { KEYS = 64 };
    static char thing[2];
    void *is[KEYS] = { NULL };
    struct hash_map map = { NULL, 0, 0 };
    struct rd_luck luck = rd_luck_from_seed(2);
    size_t count = 0;
    CHECK(hash_map_get(&map, 5) == NULL && hash_map_remove(&map, 5) == NULL);
    for (uint32_t i = 0; i < CHANGES; i++) {
        /* Keys that lie close together, and some that end up in the same slots. */
        uint32_t key = (uint32_t)rd_luck_range(&luck, 0, KEYS - 1);
        uint64_t name = (uint64_t)key << (key % 4 * 16);
        CHECK(hash_map_get(&map, name) == is[key]);
        count -= is[key] != NULL;
        if (rd_luck_range(&luck, 0, 2) == 0) {
            CHECK(hash_map_remove(&map, name) == is[key]);
            is[key] = NULL;
        } else {
            is[key] = &thing[rd_luck_range(&luck, 0, 1)];
            hash_map_put(&map, name, is[key]);
        }
        count += is[key] != NULL;
        CHECK_EQ(map.count, count);
        CHECK(hash_map_get(&map, name) == is[key]);
    }
    CHECK_EQ(map.room, 128); /* at most half of it is taken */
    hash_map_free(&map);
    CHECK_EQ(map.count, 0);
}

/* ---- codes ---- */

static void codes_open_once(void)
{
    struct account_keys keys, again;
    uint8_t random[RECOVERY_CODES][10];
    uint32_t index = 99;
    memset(&keys, 0, sizeof keys);
    for (uint32_t i = 0; i < sizeof random; i++) {
        random[i / 10][i % 10] = (uint8_t)(37 * i + 1);
    }
    json_t *codes = keys_new_codes(&keys, random);
    CHECK_EQ(json_array_size(codes), RECOVERY_CODES);
    CHECK_TEXT(json_string_value(json_array_get(codes, 0)), "aeve-y6ex-zmrs-ikkq");
    for (uint32_t i = 0; i < RECOVERY_CODES; i++) {
        const char *text = json_string_value(json_array_get(codes, i));
        CHECK_EQ(strlen(text), 19);
        CHECK(keys_find_code(&keys, text, &index));
        CHECK_EQ(index, i);
    }
    CHECK(keys_find_code(&keys, " AEVE y6ex-zmrsikkq-", &index) && index == 0);
    CHECK(!keys_find_code(&keys, "aeve-y6ex-zmrs-ikkr", &index));
    CHECK(!keys_find_code(&keys, "aeve-y6ex-zmrs-ikk", &index));
    CHECK(!keys_find_code(&keys, "aeve-y6ex-zmrs-ikkqa", &index));
    CHECK(!keys_find_code(&keys, "aeve_y6ex-zmrs-ikkq", &index));
    CHECK(!keys_find_code(NULL, "aeve-y6ex-zmrs-ikkq", &index));
    keys_drop_code(&keys, 2);
    CHECK_EQ(keys.recovery_count, RECOVERY_CODES - 1);
    CHECK(!keys_find_code(&keys, json_string_value(json_array_get(codes, 2)), &index));
    CHECK(keys_find_code(&keys, json_string_value(json_array_get(codes, 1)), &index) && index == 1);
    CHECK(keys_find_code(&keys, json_string_value(json_array_get(codes, 7)), &index) && index == 6);
    keys.second = SECOND_ON;
    keys.used = 77;
    memset(keys.secret, 0xa5, sizeof keys.secret);
    json_t *json = keys_to_json(&keys);
    CHECK(keys_from_json(json, &again));
    CHECK_EQ(again.recovery_count, RECOVERY_CODES - 1);
    CHECK(memcmp(again.recovery, keys.recovery, (RECOVERY_CODES - 1) * (size_t)RECOVERY_HASH) == 0);
    CHECK(again.second == SECOND_ON && again.used == 77 && again.secret[TOTP_SECRET - 1] == 0xa5);
    json_array_append_new(json_object_get(json, "codes"), json_string("00"));
    CHECK(!keys_from_json(json, &again)); /* too short */
    json_decref(json);
    json_decref(codes);
}

/* ---- ratings ---- */

/* Who has not played for long is less certain, but no less than somebody new. */
static void a_rating_grows_uncertain_by_the_week(void)
{
    const int64_t week_ms = INT64_C(7) * 86400 * 1000;
    struct rating one[2] = { rating_fresh("x", false), rating_fresh("x", false) }, two[2];
    rating_match(one, (const uint8_t[]){ 1, 2 }, 2, 5000);
    CHECK(one[0].games == 1 && one[0].at_ms == 5000 && rating_shown(&one[0]) == 1662);
    CHECK_EQ(rating_deviation(&one[0]), 290);
    one[0].glicko.deviation = one[1].glicko.deviation = 30;
    one[0].glicko.volatility = one[1].glicko.volatility = 0.06;
    memcpy(two, one, sizeof two);
    rating_match(one, (const uint8_t[]){ 1, 1 }, 2, 5000);
    rating_match(two, (const uint8_t[]){ 1, 1 }, 2, 5000 + 100 * week_ms);
    CHECK_EQ(rating_deviation(&one[0]), 32);
    CHECK_EQ(rating_deviation(&two[0]), 107);
    CHECK_EQ(rating_shown(&one[0]), 1660);
    CHECK_EQ(rating_shown(&two[0]), 1640);
    CHECK_EQ(rating_shown(&one[1]) + rating_shown(&one[0]), 3000);
    two[1].glicko.deviation = 0.2;
    CHECK_EQ(rating_deviation(&two[1]), 1);
}

int main(void)
{
    RUN(terms_that_are_left_out_have_their_presets);
    RUN(terms_have_bounds);
    RUN(a_bank_runs_and_grows);
    RUN(a_turn_has_its_own_time);
    RUN(paused_clocks_stand);
    RUN(the_first_deadline_is_the_first);
    RUN(a_table_finds_what_was_put);
    RUN(codes_open_once);
    RUN(a_rating_grows_uncertain_by_the_week);
    return check_end();
}
