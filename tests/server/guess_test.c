/* Wrong passwords, and those who wait for one to be hashed. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

enum { PLACES = 4, AT_ONCE = 2, QUEUE = 64, MINUTE_MS = 60000 };

static const char *const pass = "correct horse";

static const char *log_in(struct person *person, const char *name, const char *password)
{
    const json_t *answer =
        person_ask(person, "\"cmd\":\"login\",\"version\":1,\"name\":\"%s\",\"password\":\"%s\"",
                   name, password);
    const char *code = json_string_value(json_object_get(answer, "code"));
    return code == NULL ? "fine" : code;
}

static const char *log_in_from(struct person *person, uint64_t address, const char *password)
{
    person->world->address = address;
    person->connection = world_connect(person->world);
    return log_in(person, "Ada", password);
}

static void open_ada(struct world *world, struct person *ada, uint64_t seed)
{
    world_open(world, seed);
    world->address = 1;
    person_open(ada, world, "Ada");
    CHECK(person_can(ada, "\"cmd\":\"register\",\"name\":\"Ada\",\"password\":\"%s\"", pass));
}

/* Where an owner logged in before, it still can when many have closed its name. */
static void the_last_four_places_stay_open(void)
{
    struct world world;
    struct person ada;
    open_ada(&world, &ada, 1);
    for (uint64_t place = 0; place <= PLACES; place++) {
        CHECK_TEXT(log_in_from(&ada, 10 + place, pass), "fine");
    }
    for (uint64_t i = 0; i < 100; i++) {
        CHECK_TEXT(log_in_from(&ada, 100 + i / 9, "12345678"), "bad_login");
    }
    CHECK_TEXT(log_in_from(&ada, 10, pass), "rate"); /* the first of five is forgotten */
    for (uint64_t place = 1; place <= PLACES; place++) {
        CHECK_TEXT(log_in_from(&ada, 10 + place, pass), "fine");
    }
    person_close(&ada);
    world_close(&world);
}

/* Old guesses are thrown away every ten minutes, those of the last ten are not. */
static void guesses_count_for_ten_minutes(void)
{
    struct world world;
    struct person ada, eve;
    open_ada(&world, &ada, 2);
    person_open(&eve, &world, "Eve");
    for (uint32_t i = 0; i < 8; i++) {
        world_wait(&world, MINUTE_MS);
    }
    for (uint32_t i = 0; i < 10; i++) {
        CHECK_TEXT(log_in(&eve, "Ada", "12345678"), "bad_login");
    }
    for (uint32_t i = 0; i < 9; i++) {
        world_wait(&world, MINUTE_MS);
        CHECK_TEXT(log_in(&eve, "Ada", pass), "rate");
    }
    world_wait(&world, MINUTE_MS);
    CHECK_TEXT(log_in(&eve, "Ada", pass), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

/* To the millisecond, in a world where nothing takes time. */
static void ten_minutes_are_ten_minutes(void)
{
    struct world world;
    struct person ada, eve;
    open_ada(&world, &ada, 4);
    person_open(&eve, &world, "Eve");
    world.frozen = true;
    for (uint32_t i = 0; i < 10; i++) {
        CHECK_TEXT(log_in(&eve, "Ada", "12345678"), "bad_login");
    }
    for (uint32_t i = 0; i < 9; i++) { /* longer pauses of the machine don't count */
        world_wait(&world, MINUTE_MS);
    }
    world_wait(&world, MINUTE_MS - 1);
    CHECK_TEXT(log_in(&eve, "Ada", pass), "rate");
    world_wait(&world, 1);
    CHECK_TEXT(log_in(&eve, "Ada", pass), "fine");
    person_close(&ada);
    person_close(&eve);
    world_close(&world);
}

static void ask_for_a_hash(struct person *person, uint64_t address)
{
    person->world->address = address;
    person->connection = world_connect(person->world);
    world_send(person->world, person->connection,
               "{\"cmd\":\"login\",\"id\":\"f\",\"version\":1,\"name\":\"Nobody\",\"password\":"
               "\"12345678\"}");
    world_wait(person->world, 1);
}

/* 1: it was said to be full, 2: the password was wrong. 0: nothing yet. */
static uint32_t answer_of(const struct person *person)
{
    uint32_t found = 0;
    for (char *text; (text = world_receive(person->world, person->connection)) != NULL;
         free(text)) {
        found = strstr(text, "\"full\"") != NULL ? 1 : found;
        found = strstr(text, "\"bad_login\"") != NULL ? 2 : found;
    }
    return found;
}

/* As many wait as can, four of each address: who had a hash of late makes room for who had none. */
static void whoever_had_most_makes_room(void)
{
    enum { ALL = AT_ONCE + QUEUE };
    struct world world;
    struct person ada, all[ALL + 2];
    open_ada(&world, &ada, 3);
    CHECK_TEXT(log_in_from(&ada, 50, pass), "fine");
    world.hold_hashes = true;
    for (uint32_t i = 0; i < ALL; i++) { /* those of 50 are the last of them */
        person_open(&all[i], &world, "Guest");
        ask_for_a_hash(&all[i], i < ALL - 2 ? 100 + i / PLACES : 50);
        CHECK_EQ(answer_of(&all[i]), 0);
    }
    person_open(&all[ALL], &world, "Guest");
    ask_for_a_hash(&all[ALL], 200);
    CHECK_EQ(answer_of(&all[ALL]), 0);
    CHECK_EQ(answer_of(&all[ALL - 1]), 1);
    CHECK_EQ(answer_of(&all[ALL - 2]), 0);
    person_open(&all[ALL + 1], &world, "Guest");
    ask_for_a_hash(&all[ALL + 1], 50); /* nobody had more of late */
    CHECK_EQ(answer_of(&all[ALL + 1]), 1);
    uint32_t hashes = 0;
    while (world_hash(&world)) {
        world_wait(&world, 1);
        hashes++;
    }
    CHECK_EQ(hashes, ALL);
    CHECK_EQ(answer_of(&all[ALL]), 2);
    for (uint32_t i = 0; i < ALL + 2; i++) {
        person_close(&all[i]);
    }
    person_close(&ada);
    world_close(&world);
}

static const char *answer_code(struct person *person)
{
    static char code[32];
    snprintf(code, sizeof code, "nothing");
    for (char *text; (text = world_receive(person->world, person->connection)) != NULL;
         free(text)) {
        json_t *json = json_loads(text, 0, NULL);
        const char *found = json_string_value(json_object_get(json, "code"));
        snprintf(code, sizeof code, "%s", found == NULL ? "fine" : found);
        json_decref(json);
    }
    return code;
}

/* Hashing takes memory, and there may be none: nothing is kept of the try. */
static void without_memory_nothing_has_happened(void)
{
    struct world world;
    struct person eve;
    world_open(&world, 20);
    person_open(&eve, &world, "Eve");
    world.hold_hashes = true;
    world_send(&world, eve.connection,
               "{\"cmd\":\"register\",\"id\":\"r\",\"name\":\"Eve\",\"password\":\"12345678\"}");
    world_wait(&world, 1);
    CHECK_EQ(world.hashes, 1);
    struct core_hash *hash = world.hash[--world.hashes];
    struct core_event failed = { .kind = CORE_HASHED, .hash = hash };
    hash->ok = false;
    world_event(&world, failed);
    core_hash_free(hash);
    CHECK_TEXT(answer_code(&eve), "full");
    world.hold_hashes = false;
    CHECK(person_can(&eve, "\"cmd\":\"register\",\"name\":\"Eve\",\"password\":\"12345678\""));
    CHECK_TEXT(log_in(&eve, "Eve", "12345678"), "fine");
    CHECK(world.hashes == 0);
    person_close(&eve);
    world_close(&world);
}

/* A server that is closed meanwhile keeps no memory: the tables are full enough to tell. */
static void whoever_waits_is_forgotten_at_the_end(void)
{
    enum { SOME = 40 };
    for (uint64_t seed = 10; seed < 14; seed++) {
        struct world world;
        struct person ada, some[SOME];
        open_ada(&world, &ada, seed);
        world.hold_hashes = true;
        for (uint32_t i = 0; i < SOME; i++) {
            person_open(&some[i], &world, "Guest");
            ask_for_a_hash(&some[i], 100 + i);
        }
        CHECK_EQ(world.hashes, AT_ONCE);
        for (uint32_t i = 0; i < SOME; i++) {
            person_close(&some[i]);
        }
        person_close(&ada);
        world_close(&world);
    }
}

int main(void)
{
    RUN(the_last_four_places_stay_open);
    RUN(guesses_count_for_ten_minutes);
    RUN(ten_minutes_are_ten_minutes);
    RUN(without_memory_nothing_has_happened);
    RUN(whoever_waits_is_forgotten_at_the_end);
    RUN(whoever_had_most_makes_room);
    return check_end();
}
