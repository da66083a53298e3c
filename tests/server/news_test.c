/* One of several servers hears what another has stored: its lists and its lobby show the matches of
 * the other, who is banned there is banned here, and what is played there is played only there. */
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/server/person.h"

struct two {
    struct world there, here;
    struct person ada, eve; /* who plays there, who looks here */
    char match[32];
};

static void open_two(struct two *two, uint64_t seed)
{
    world_open_together(&two->there, seed);
    world_open_together(&two->here, seed + 100);
    person_open(&two->ada, &two->there, "Ada");
    person_open(&two->eve, &two->here, "Eve");
    CHECK(person_can(&two->eve, "\"cmd\":\"lobby\""));
}

static void close_two(struct two *two)
{
    person_close(&two->ada);
    person_close(&two->eve);
    world_close(&two->there);
    world_close(&two->here);
}

/* All rows that are no log's, as they are stored there now. */
static void hear(struct two *two)
{
    struct core_news *news = calloc(1, sizeof *news);
    struct core_event event = { .kind = CORE_NEWS, .news = news };
    person_settle(&two->ada);
    for (uint32_t i = 0; i < two->there.disk_count; i++) {
        const struct core_record *record = &two->there.disk[i];
        if (record->n == 0 && strcmp(record->kind, "time") != 0 &&
            strcmp(record->kind, "stub") != 0) {
            core_batch_add(&news->heard, record);
        }
    }
    news->asked = two->here.asked;
    person_forget(&two->eve);
    world_event(&two->here, event);
    core_news_free(news);
    person_settle(&two->eve);
}

static const char *line_text(const struct two *two, const char *field)
{
    const json_t *line = NULL, *message;
    size_t i;
    json_array_foreach(two->eve.mail, i, message)
    {
        const json_t *one = json_object_get(message, "line");
        line = one != NULL ? one : line;
    }
    const char *text = json_string_value(json_object_get(line, field));
    return text == NULL ? "" : text;
}

static void make_there(struct two *two, const char *more)
{
    CHECK(person_can(&two->ada,
                     "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":[\"me\",\"open\"]%s", more));
    snprintf(two->match, sizeof two->match, "%s",
             json_string_value(json_object_get(two->ada.answer, "match")));
}

/* How many matches Eve can list, and how the newest stands. */
static size_t listed(struct two *two, const char **state)
{
    CHECK(person_can(&two->eve, "\"cmd\":\"list\""));
    const json_t *matches = json_object_get(two->eve.answer, "matches");
    const char *text = json_string_value(json_object_get(json_array_get(matches, 0), "state"));
    *state = text == NULL ? "" : text;
    return json_array_size(matches);
}

static void a_lobby_shows_what_is_played_elsewhere(void)
{
    struct two two;
    struct person bob;
    const char *state;
    open_two(&two, 1);
    person_open(&bob, &two.there, "Bob");
    make_there(&two, ",\"public\":true");
    hear(&two);
    CHECK_TEXT(line_text(&two, "match"), two.match);
    CHECK_TEXT(line_text(&two, "state"), "open");
    CHECK(listed(&two, &state) == 1 && strcmp(state, "open") == 0);
    CHECK(person_can(&bob, "\"cmd\":\"join\",\"match\":\"%s\"", two.match));
    hear(&two);
    CHECK_TEXT(line_text(&two, "state"), "running");
    CHECK(listed(&two, &state) == 1 && strcmp(state, "running") == 0);
    CHECK(person_refused(&two.eve, "elsewhere", "\"cmd\":\"join\",\"match\":\"%s\"", two.match));
    CHECK(person_refused(&two.eve, "elsewhere", "\"cmd\":\"watch\",\"match\":\"%s\"", two.match));
    CHECK(person_can(&bob, "\"cmd\":\"resign\",\"match\":\"%s\"", two.match));
    hear(&two);
    CHECK_TEXT(person_text(&two.eve, "gone"), two.match);
    CHECK_EQ(listed(&two, &state), 0);
    make_there(&two, "");
    hear(&two);
    CHECK_TEXT(line_text(&two, "match"), ""); /* it is not public */
    person_close(&bob);
    close_two(&two);
}

/* Old news change nothing, and what is heard twice is told again at most. */
static void news_may_come_twice(void)
{
    struct two two;
    const char *state;
    open_two(&two, 2);
    make_there(&two, ",\"public\":true");
    hear(&two);
    uint32_t players = core_count(two.here.core).players;
    hear(&two);
    CHECK_EQ(core_count(two.here.core).players, players);
    CHECK_EQ(core_count(two.here.core).matches, 1);
    CHECK_EQ(listed(&two, &state), 1);
    close_two(&two);
}

/* Who logs in waits for the latest news, and is then who she is there. */
static void an_account_is_good_at_each_server(void)
{
    struct two two;
    struct person again;
    open_two(&two, 3);
    CHECK(person_can(&two.ada, "\"cmd\":\"register\",\"name\":\"Ada\",\"password\":\"12345678\""));
    make_there(&two, "");
    person_open(&again, &two.here, "Guest");
    CHECK(person_ask(&again, "\"cmd\":\"login\",\"version\":1,\"name\":\"Ada\",\"password\":"
                             "\"12345678\"") == NULL);
    hear(&two);
    person_settle(&again);
    CHECK(person_can(&again, "\"cmd\":\"list\""));
    const json_t *line = json_array_get(json_object_get(again.answer, "matches"), 0);
    CHECK_TEXT(json_string_value(json_object_get(line, "match")), two.match);
    CHECK_EQ(json_array_size(json_object_get(line, "mine")), 1);
    person_close(&again);
    close_two(&two);
}

int main(void)
{
    RUN(a_lobby_shows_what_is_played_elsewhere);
    RUN(news_may_come_twice);
    RUN(an_account_is_good_at_each_server);
    return check_end();
}
