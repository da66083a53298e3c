/* Matches that nobody looks at take no room, and nobody notices that they did. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

struct night {
    struct world world;
    struct person ada, bob;
    char match[32];
};

static void open_night(struct night *n, uint64_t seed, const char *more)
{
    world_open(&n->world, seed);
    person_open(&n->ada, &n->world, "Ada");
    person_open(&n->bob, &n->world, "Bob");
    CHECK(person_can(&n->ada,
                     "\"cmd\":\"create\",\"game\":\"apoca\",\"public\":true,"
                     "\"options\":{\"turns\":9,\"map\":\"duel\"},\"seats\":[\"me\",\"open\"]%s",
                     more));
    snprintf(n->match, sizeof n->match, "%s",
             json_string_value(json_object_get(n->ada.answer, "match")));
    CHECK(person_can(&n->bob, "\"cmd\":\"join\",\"match\":\"%s\"", n->match));
    CHECK(person_can(&n->ada, "\"cmd\":\"watch\",\"match\":\"%s\"", n->match));
}

static void close_night(struct night *n)
{
    person_close(&n->ada);
    person_close(&n->bob);
    world_close(&n->world);
}

static bool order(struct night *n, struct person *person, const char *text)
{
    return person_can(person, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"%s\"", n->match, text);
}

static uint32_t asleep(const struct night *n)
{
    return core_count(n->world.core).asleep;
}

static char *snapshot(struct night *n, struct person *person)
{
    person_forget(person);
    CHECK(person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\"", n->match));
    for (size_t i = 0; i < json_array_size(person->mail); i++) {
        json_t *message = json_array_get(person->mail, i);
        if (json_object_get(message, "view") != NULL) {
            return json_dumps(message, JSON_COMPACT);
        }
    }
    return NULL;
}

static char *list(struct person *person)
{
    return json_dumps(json_object_get(person_ask(person, "\"cmd\":\"list\""), "matches"),
                      JSON_COMPACT);
}

static void a_match_sleeps_and_is_the_same_afterwards(void)
{
    struct night n;
    open_night(&n, 1, "");
    CHECK(order(&n, &n.ada, "hire N") && order(&n, &n.ada, "done") && order(&n, &n.bob, "done"));
    CHECK(order(&n, &n.ada, "hire S"));
    char *before = snapshot(&n, &n.ada), *listed = list(&n.ada);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 0); /* somebody watches */
    person_leave(&n.ada);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 1);
    CHECK(world_restart(&n.world)); /* from the stub alone */
    CHECK_EQ(asleep(&n), 1);
    person_return(&n.ada);
    char *listed_again = list(&n.ada);
    CHECK_TEXT(listed_again, listed);
    CHECK_EQ(asleep(&n), 1); /* a look at the list wakes nobody */
    char *after = snapshot(&n, &n.ada);
    CHECK_TEXT(after, before);
    CHECK_EQ(asleep(&n), 0);
    CHECK(person_can(&n.ada, "\"cmd\":\"undo\",\"match\":\"%s\"", n.match));
    CHECK(order(&n, &n.ada, "done"));
    free(before);
    free(after);
    free(listed);
    free(listed_again);
    close_night(&n);
}

/* Five minutes after the last thing that happened, looked for every ten seconds. */
static void a_match_sleeps_when_it_has_rested(void)
{
    struct night n;
    open_night(&n, 8, "");
    CHECK(n.world.timer_ms > n.world.now_ms); /* or it would be woken without end */
    for (uint32_t i = 0; i < 40; i++) {       /* so that the server is older than the rest */
        world_wait(&n.world, 10000);
    }
    CHECK(order(&n, &n.ada, "done"));
    person_leave(&n.ada);
    for (uint32_t i = 0; i < 29; i++) {
        world_wait(&n.world, 10000);
        CHECK_EQ(asleep(&n), 0);
    }
    world_wait(&n.world, 30000);
    CHECK_EQ(asleep(&n), 1);
    close_night(&n);
}

static void a_clock_wakes_its_match(void)
{
    struct night n;
    open_night(&n, 2, ",\"clock\":{\"days\":1}");
    person_leave(&n.ada);
    world_wait(&n.world, 3600000);
    CHECK_EQ(asleep(&n), 1);
    CHECK(world_restart(&n.world));
    for (uint32_t hours = 0; hours < 23; hours++) {
        world_wait(&n.world, 3600000);
    }
    person_return(&n.ada);
    CHECK(person_can(&n.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", n.match));
    CHECK_EQ(json_integer_value(json_array_get(person_latest(&n.ada, "turn"), 0)), 1);
    close_night(&n);
}

static void the_disk_may_fail(void)
{
    struct night n;
    open_night(&n, 3, "");
    person_leave(&n.ada);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 1);
    n.world.faulty = true;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 200 && refused == 0; i++) {
        person_return(&n.ada);
        json_t *answer = person_ask(&n.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", n.match);
        const char *code = json_string_value(json_object_get(answer, "code"));
        refused += code != NULL && strcmp(code, "storage") == 0;
        person_leave(&n.ada);
        world_wait(&n.world, 400000);
    }
    CHECK(refused > 0);
    n.world.faulty = false;
    person_return(&n.ada);
    CHECK(person_can(&n.ada, "\"cmd\":\"watch\",\"match\":\"%s\"", n.match));
    close_night(&n);
}

static void a_stop_in_order_leaves_stubs(void)
{
    struct night n;
    struct core_event rest = { .kind = CORE_REST };
    open_night(&n, 4, "");
    world_event(&n.world, rest);
    person_settle(&n.ada);
    CHECK(world_restart(&n.world));
    CHECK_EQ(asleep(&n), 1);
    person_return(&n.ada);
    person_return(&n.bob);
    CHECK(order(&n, &n.ada, "done") && order(&n, &n.bob, "done"));
    CHECK_EQ(asleep(&n), 0);
    CHECK(world_restart(&n.world));
    CHECK_EQ(asleep(&n), 0); /* the log has grown: the stub was gone */
    close_night(&n);
}

static void pages_ask_for_it(void)
{
    struct night n;
    struct core_page page;
    char path[80];
    open_night(&n, 5, "");
    snprintf(path, sizeof path, "/v1/matches/%s", n.match);
    person_leave(&n.ada);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 1);
    CHECK(core_get(n.world.core, path, &page, &n.world.effects));
    CHECK_EQ(page.status, 0); /* not yet */
    CHECK(world_get(&n.world, path, &page));
    CHECK(page.status == 200 && strstr(page.bytes, n.match) != NULL);
    free(page.bytes);
    CHECK_EQ(asleep(&n), 0);
    snprintf(path, sizeof path, "/v1/players/%s", n.ada.player);
    CHECK(world_get(&n.world, path, &page));
    CHECK(page.status == 200 && strstr(page.bytes, n.match) != NULL);
    free(page.bytes);
    close_night(&n);
}

/* Of a long log only so much is played again at once: others are served in between. */
static void it_wakes_piece_by_piece(void)
{
    struct night n;
    uint32_t listed = 0;
    open_night(&n, 6, "");
    for (uint32_t i = 0; i < 100; i++) {
        CHECK(order(&n, &n.ada, "done"));
        CHECK(person_can(&n.ada, "\"cmd\":\"undo\",\"match\":\"%s\"", n.match));
    }
    CHECK(order(&n, &n.ada, "done") && order(&n, &n.bob, "done"));
    person_leave(&n.ada);
    person_leave(&n.bob);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 1);
    person_return(&n.ada);
    char text[128];
    snprintf(text, sizeof text, "{\"id\":\"w\",\"cmd\":\"watch\",\"match\":\"%s\"}", n.match);
    world_send(&n.world, n.ada.connection, text);
    for (uint32_t steps = 0; steps < 1000 && asleep(&n) == 1; steps++) {
        world_step(&n.world);
        listed += n.world.woken > 0 && asleep(&n) == 1;
    }
    CHECK(listed >= 3); /* a few events came while it woke up */
    CHECK_EQ(asleep(&n), 0);
    person_settle(&n.ada);
    CHECK_EQ(json_integer_value(json_array_get(person_latest(&n.ada, "turn"), 0)), 1);
    close_night(&n);
}

/* Somebody came while it was written down that the match sleeps: that is written once. */
static void what_is_written_down_is_not_written_again(void)
{
    struct night n;
    open_night(&n, 9, "");
    CHECK(order(&n, &n.ada, "done"));
    person_leave(&n.ada);
    n.world.hold_writes = true;
    world_wait(&n.world, 400000);
    CHECK(n.world.writing != NULL && n.world.stubs == 0);
    CHECK(person_can(&n.bob, "\"cmd\":\"watch\",\"match\":\"%s\"", n.match));
    n.world.hold_writes = false;
    person_settle(&n.bob);
    CHECK_EQ(n.world.stubs, 1);
    CHECK_EQ(asleep(&n), 0);
    person_leave(&n.bob);
    world_wait(&n.world, 400000);
    CHECK_EQ(asleep(&n), 1);
    CHECK_EQ(n.world.stubs, 1);
    close_night(&n);
}

int main(void)
{
    RUN(a_match_sleeps_and_is_the_same_afterwards);
    RUN(a_match_sleeps_when_it_has_rested);
    RUN(a_clock_wakes_its_match);
    RUN(the_disk_may_fail);
    RUN(a_stop_in_order_leaves_stubs);
    RUN(pages_ask_for_it);
    RUN(it_wakes_piece_by_piece);
    RUN(what_is_written_down_is_not_written_again);
    return check_end();
}
