/* Moderators: what is reported reaches them, what they do holds, is written down and can be taken
 * back, and nobody else can do it. */
#include <stdlib.h>

#include "tests/check.h"
#include "tests/server/person.h"

enum { HOME = 77, ELSEWHERE = 78 };

struct scene {
    struct world world;
    struct person mod, ada, eve; /* a moderator, a player, and a guest who is rude */
    char match[32];
};

/* Something that whoever runs the server says. */
static bool host_can(struct world *world, const char *what, const char *player)
{
    char text[128];
    struct core_event event = { .kind = CORE_CONNECTED,
                                .connection = ++world->last_connection,
                                .host = true };
    world_event(world, event);
    snprintf(text, sizeof text, "{\"cmd\":\"%s\",\"id\":\"h%u\",\"player\":\"%s\"}", what,
             (unsigned)event.connection, player);
    world_send(world, event.connection, text);
    char *answer = NULL;
    while (answer == NULL && world_step(world)) {
        answer = world_receive(world, event.connection);
    }
    bool fine = answer != NULL && strstr(answer, "\"ok\":true") != NULL;
    free(answer);
    world_break(world, event.connection);
    return fine;
}

static void open_scene(struct scene *s)
{
    world_open(&s->world, 4);
    person_open(&s->mod, &s->world, "Mod");
    person_open(&s->ada, &s->world, "Ada");
    CHECK(person_can(&s->mod,
                     "\"cmd\":\"register\",\"name\":\"Mod\",\"password\":\"correct horse\""));
    CHECK(!host_can(&s->world, "appoint", s->ada.player)); /* a guest */
    CHECK(host_can(&s->world, "appoint", s->mod.player));
    s->world.address = HOME;
    person_open(&s->eve, &s->world, "Eve");
    s->world.address = 0;
    CHECK(person_can(
        &s->ada,
        "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":[\"me\",\"open\"],\"public\":true"));
    snprintf(s->match, sizeof s->match, "%s",
             json_string_value(json_object_get(s->ada.answer, "match")));
    CHECK(person_can(&s->eve, "\"cmd\":\"join\",\"match\":\"%s\"", s->match));
    CHECK(
        person_can(&s->eve, "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"you potato\"", s->match));
    CHECK(person_can(&s->ada, "\"cmd\":\"report\",\"match\":\"%s\",\"who\":1,\"why\":\"rude\"",
                     s->match));
}

static void close_scene(struct scene *s)
{
    person_close(&s->mod);
    person_close(&s->ada);
    person_close(&s->eve);
    world_close(&s->world);
}

/* One field of report n, the newest first. */
static const json_t *told(struct scene *s, size_t n, const char *field)
{
    CHECK(person_can(&s->mod, "\"cmd\":\"reports\""));
    return json_object_get(json_array_get(json_object_get(s->mod.answer, "reports"), n), field);
}

static const char *text(const json_t *json, const char *field)
{
    const char *found = json_string_value(field == NULL ? json : json_object_get(json, field));
    return found == NULL ? "" : found;
}

static bool sanction(struct scene *s, const char *what, const char *more)
{
    return person_can(
        &s->mod, "\"cmd\":\"sanction\",\"what\":\"%s\",\"player\":\"%s\",\"why\":\"because\"%s",
        what, s->eve.player, more);
}

static void reports_come_with_their_context(void)
{
    struct scene s;
    open_scene(&s);
    CHECK_TEXT(text(told(&s, 0, "why"), NULL), "rude");
    CHECK_TEXT(text(told(&s, 0, "by"), "name"), "Ada");
    CHECK_TEXT(text(told(&s, 0, "player"), "name"), "Eve");
    CHECK_TEXT(text(json_array_get(told(&s, 0, "chat"), 0), "text"), "you potato");
    CHECK_TEXT(text(told(&s, 1, "did"), NULL), "appoint"); /* by the host */
    world_restart(&s.world);
    person_return(&s.mod);
    CHECK_TEXT(text(told(&s, 0, "why"), NULL), "rude");
    CHECK_TEXT(text(told(&s, 1, "did"), NULL), "appoint");
    close_scene(&s);
}

static void others_can_do_nothing(void)
{
    struct scene s;
    open_scene(&s);
    CHECK(person_refused(&s.ada, "not_allowed", "\"cmd\":\"reports\""));
    CHECK(person_refused(&s.ada, "not_allowed",
                         "\"cmd\":\"sanction\",\"what\":\"ban\",\"player\":\"%s\",\"why\":\"\"",
                         s.eve.player));
    CHECK(person_refused(&s.mod, "not_allowed", /* only the host */
                         "\"cmd\":\"sanction\",\"what\":\"appoint\",\"player\":\"%s\",\"why\":\"\"",
                         s.mod.player));
    CHECK(person_refused(&s.mod, "not_allowed", /* no moderator */
                         "\"cmd\":\"sanction\",\"what\":\"ban\",\"player\":\"%s\",\"why\":\"\"",
                         s.mod.player));
    CHECK(host_can(&s.world, "dismiss", s.mod.player));
    CHECK(person_refused(&s.mod, "not_allowed", "\"cmd\":\"reports\""));
    close_scene(&s);
}

static void a_mute_is_taken_back(void)
{
    struct scene s;
    open_scene(&s);
    CHECK(sanction(&s, "mute", ""));
    CHECK(person_refused(&s.eve, "not_allowed", "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"x\"",
                         s.match));
    CHECK(sanction(&s, "unmute", ""));
    CHECK(person_can(&s.eve, "\"cmd\":\"say\",\"match\":\"%s\",\"text\":\"sorry\"", s.match));
    CHECK_TEXT(text(told(&s, 0, "did"), NULL), "unmute");
    CHECK_TEXT(text(told(&s, 1, "did"), NULL), "mute");
    CHECK_TEXT(text(told(&s, 1, "by"), "name"), "Mod");
    CHECK_TEXT(text(told(&s, 1, "why"), NULL), "because");
    for (uint32_t restarts = 0; restarts < 2; restarts++) {
        world_turn_rows(&s.world, "report");
        world_restart(&s.world); /* each was written down by itself */
        person_return(&s.mod);
        CHECK_TEXT(text(told(&s, 0, "did"), NULL), "unmute");
        CHECK_TEXT(text(told(&s, 1, "did"), NULL), "mute");
        CHECK_TEXT(text(told(&s, 2, "why"), NULL), "rude");
        CHECK_TEXT(text(told(&s, 3, "did"), NULL), "appoint");
    }
    close_scene(&s);
}

/* "": somebody new from there is let in. */
static const char *guest_from(struct scene *s, uint64_t address)
{
    static char code[32];
    s->world.address = address;
    uint64_t connection = world_connect(&s->world);
    s->world.address = 0;
    world_send(&s->world, connection,
               "{\"cmd\":\"hello\",\"id\":\"1\",\"version\":1,\"name\":\"Zoe\"}");
    char *answer = NULL;
    while (answer == NULL && world_step(&s->world)) {
        answer = world_receive(&s->world, connection);
    }
    json_t *json = json_loads(answer == NULL ? "{}" : answer, 0, NULL);
    snprintf(code, sizeof code, "%s", text(json, "code"));
    json_decref(json);
    free(answer);
    world_break(&s->world, connection);
    return code;
}

static void a_ban_may_close_an_address(void)
{
    struct scene s;
    open_scene(&s);
    CHECK_TEXT(guest_from(&s, HOME), "");
    CHECK(sanction(&s, "ban", ",\"address\":true"));
    CHECK_TEXT(guest_from(&s, HOME), "banned");
    CHECK_TEXT(guest_from(&s, ELSEWHERE), "");
    world_restart(&s.world);
    person_return(&s.mod);
    CHECK_TEXT(guest_from(&s, HOME), "banned"); /* after a restart, too */
    CHECK(json_is_true(json_object_get(told(&s, 0, "player"), "address")));
    CHECK(sanction(&s, "unban", ""));
    CHECK_TEXT(guest_from(&s, HOME), "");
    CHECK_TEXT(text(told(&s, 0, "did"), NULL), "unban");
    CHECK(person_refused(&s.mod, "not_allowed", /* this machine is no address */
                         "\"cmd\":\"sanction\",\"what\":\"ban\",\"player\":\"%s\",\"why\":\"\","
                         "\"address\":true",
                         s.ada.player));
    CHECK_TEXT(text(s.mod.answer, "why"), "address: nobody knows where this player came from");
    close_scene(&s);
}

/* The address from which somebody came last is closed, not the one before. */
static void a_ban_closes_where_somebody_came_from_last(void)
{
    struct scene s;
    open_scene(&s);
    s.world.address = ELSEWHERE;
    person_leave(&s.eve);
    person_return(&s.eve);
    s.world.address = 0;
    CHECK(sanction(&s, "ban", ",\"address\":true"));
    CHECK_TEXT(guest_from(&s, HOME), "");
    CHECK_TEXT(guest_from(&s, ELSEWHERE), "banned");
    close_scene(&s);
}

int main(void)
{
    RUN(reports_come_with_their_context);
    RUN(others_can_do_nothing);
    RUN(a_mute_is_taken_back);
    RUN(a_ban_may_close_an_address);
    RUN(a_ban_closes_where_somebody_came_from_last);
    return check_end();
}
