/* A view is most of the work of an order: each viewer's is made once, however many look on. The
 * games that the server finds are copies that count (meson.build wraps the two functions that find
 * them). */
#include <stdlib.h>

#include "redoubt/game.h"
#include "tests/check.h"
#include "tests/server/person.h"

const struct rd_game *__real_rd_game_at(uint32_t index);
const struct rd_game *__wrap_rd_game_at(uint32_t index);
const struct rd_game *__wrap_rd_game_find(const char *id);

enum { GAMES_MAX = 16, VIEWERS = RD_SPECTATOR + 1 };

static struct rd_game counting[GAMES_MAX];
static void (*real_observe)(const void *state, rd_seat viewer, void *view); /* of apoca */
static uint32_t observed[VIEWERS];

static void observe(const void *state, rd_seat viewer, void *view)
{
    CHECK(viewer < VIEWERS);
    observed[viewer]++;
    real_observe(state, viewer, view);
}

const struct rd_game *__wrap_rd_game_at(uint32_t index)
{
    const struct rd_game *game = __real_rd_game_at(index);
    if (game == NULL) {
        return NULL;
    }
    CHECK(index < GAMES_MAX);
    if (counting[index].id == NULL) {
        counting[index] = *game;
        if (strcmp(game->id, "apoca") == 0) {
            real_observe = game->observe;
            counting[index].observe = observe;
        }
    }
    return &counting[index];
}

const struct rd_game *__wrap_rd_game_find(const char *id)
{
    for (uint32_t i = 0; __wrap_rd_game_at(i) != NULL; i++) {
        if (strcmp(__wrap_rd_game_at(i)->id, id) == 0) {
            return __wrap_rd_game_at(i);
        }
    }
    return NULL;
}

struct stage {
    struct world world;
    struct person ada, bob, eve, fay;
    char match[32];
};

static void watch(struct stage *s, struct person *person, const char *seat)
{
    CHECK(person_can(person, "\"cmd\":\"watch\",\"match\":\"%s\",\"seat\":%s", s->match, seat));
}

static void open_stage(struct stage *s, const char *other)
{
    world_open(&s->world, 1);
    person_open(&s->ada, &s->world, "Ada");
    person_open(&s->bob, &s->world, "Bob");
    person_open(&s->eve, &s->world, "Eve");
    person_open(&s->fay, &s->world, "Fay");
    CHECK(person_can(&s->ada,
                     "\"cmd\":\"create\",\"public\":true,\"seats\":[\"me\",%s],"
                     "\"game\":\"apoca\",\"options\":{\"turns\":20,\"map\":\"duel\"}",
                     other));
    snprintf(s->match, sizeof s->match, "%s",
             json_string_value(json_object_get(s->ada.answer, "match")));
}

static void close_stage(struct stage *s)
{
    person_close(&s->ada);
    person_close(&s->bob);
    person_close(&s->eve);
    person_close(&s->fay);
    world_close(&s->world);
}

static void count_anew(void)
{
    memset(observed, 0, sizeof observed);
}

static void done(struct stage *s, struct person *person)
{
    CHECK(person_can(person, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"done\"", s->match));
    person_settle(person);
}

static void expect_each(uint32_t times)
{
    CHECK_EQ(observed[0], times);
    CHECK_EQ(observed[1], times);
    CHECK_EQ(observed[RD_SPECTATOR], times);
}

static void an_order_observes_each_viewer_once(void)
{
    struct stage s;
    open_stage(&s, "\"open\"");
    CHECK(person_can(&s.bob, "\"cmd\":\"join\",\"match\":\"%s\"", s.match));
    watch(&s, &s.ada, "0");
    watch(&s, &s.bob, "1");
    watch(&s, &s.eve, "\"spectator\"");
    watch(&s, &s.fay, "\"spectator\"");
    for (uint32_t turn = 0; turn < 3; turn++) {
        count_anew();
        done(&s, &s.ada);
        expect_each(1);
        count_anew();
        done(&s, &s.bob); /* the turn is carried out: all four are told */
        expect_each(1);
    }
    close_stage(&s);
}

/* The bot's question has the view that was made for its order. */
static void a_bot_is_asked_with_the_same_view(void)
{
    struct stage s;
    open_stage(&s, "{\"bot\":\"greedy\"}");
    watch(&s, &s.ada, "0");
    person_settle(&s.ada);
    count_anew();
    done(&s, &s.ada);
    CHECK(observed[0] > 0);
    CHECK_EQ(observed[1], observed[0]);
    CHECK_EQ(observed[RD_SPECTATOR], observed[0]);
    close_stage(&s);
}

int main(void)
{
    RUN(an_order_observes_each_viewer_once);
    RUN(a_bot_is_asked_with_the_same_view);
    return check_end();
}
