/* Records as the disk has them, damaged value by value: each is refused with a sentence, or read as
 * what it says, so that it is written the same again. */
#include <stdlib.h>
#include <string.h>

#include "server/core/state.h"
#include "tests/check.h"
#include "tests/server/person.h"
#include "tests/server/world_disk.h"

/* ---- something of everything ---- */

struct story {
    struct world world;
    struct person ada, bob;
    char match[32];
};

static void say(struct story *s, struct person *person, const char *rest)
{
    CHECK(person_can(person, "\"cmd\":%s,\"match\":\"%s\"", rest, s->match));
}

static void begin(struct story *s, const char *rest)
{
    CHECK(person_can(&s->ada, "\"cmd\":\"create\",\"seats\":[\"me\",\"open\"],%s", rest));
    snprintf(s->match, sizeof s->match, "%s",
             json_string_value(json_object_get(s->ada.answer, "match")));
    say(s, &s->bob, "\"join\"");
}

static void sign_up(struct person *person)
{
    CHECK(person_can(person, "\"cmd\":\"register\",\"name\":\"%s\",\"password\":\"12345678\"",
                     person->name));
}

static void tell(struct story *s)
{
    memset(s, 0, sizeof *s);
    world_open(&s->world, 11);
    person_open(&s->ada, &s->world, "Ada");
    person_open(&s->bob, &s->world, "Bob");
    begin(s, "\"game\":\"apoca\",\"clock\":{\"bank\":60},\"public\":true");
    say(s, &s->ada, "\"order\",\"text\":\"hire N\"");
    say(s, &s->ada, "\"undo\"");
    say(s, &s->ada, "\"say\",\"text\":\"Hello\"");
    say(s, &s->bob, "\"mute\",\"who\":0");
    say(s, &s->ada, "\"offer\",\"what\":\"pause\"");
    say(s, &s->bob, "\"decline\",\"what\":\"pause\"");
    say(s, &s->ada, "\"order\",\"text\":\"done\"");
    say(s, &s->bob, "\"order\",\"text\":\"done\"");
    say(s, &s->bob, "\"report\",\"who\":0,\"why\":\"rude\"");
    say(s, &s->bob, "\"resign\"");
    say(s, &s->ada, "\"offer\",\"what\":\"rematch\"");
    sign_up(&s->ada);
    sign_up(&s->bob);
    begin(s, "\"game\":\"classic\",\"rated\":true,\"public\":true");
    say(s, &s->ada, "\"order\",\"text\":\"done\"");
    say(s, &s->bob, "\"order\",\"text\":\"done\"");
    say(s, &s->bob, "\"resign\"");
    person_settle(&s->ada);
}

static void end_of_it(struct story *s)
{
    person_close(&s->ada);
    person_close(&s->bob);
    world_close(&s->world);
}

/* ---- reading it ---- */

/* All records before the one at `index` that it may rest on. */
static bool load_before(const struct world *world, uint32_t index, struct core *core)
{
    struct rd_problem problem = { "" };
    bool fine = true;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < world->disk_count; i++) {
            const struct core_record *record = &world->disk[i];
            bool player = strcmp(record->kind, "player") == 0;
            bool earlier = pass == 0 ? player && i != index
                                     : record->n > 0 && record->n < world->disk[index].n &&
                                           strcmp(record->id, world->disk[index].id) == 0;
            fine = fine && (!earlier || core_load(core, record, &problem));
        }
    }
    return fine;
}

/* A row of a player that is damaged loses a part: a rating, a token. */
static bool is_row(const struct core_record *record)
{
    return strcmp(record->kind, "player") == 0;
}

/* What was read, as it would be written. NULL: it is nothing that is written again so. */
static char *written_again(const struct core *core, const struct core_record *record)
{
    const struct match *match = core_match_by_id(core, record->id);
    if (is_row(record)) {
        return player_to_body(core_player_by_id(core, record->id));
    }
    return record->n > 1 && match != NULL && match->log_count == record->n
               ? entry_to_body(&match->log[record->n - 1])
               : NULL;
}

/* Does it hold what the body holds? A value of another type reads as the preset, as does one that
 * is left out. */
static bool says_the_same(const json_t *again, const json_t *body)
{
    const char *key;
    json_t *value;
    bool same = json_typeof(again) != json_typeof(body) || json_equal(again, body);
    if (json_is_array(again) && json_is_array(body)) {
        same = json_array_size(again) == json_array_size(body);
        for (size_t i = 0; same && i < json_array_size(body); i++) {
            same = says_the_same(json_array_get(again, i), json_array_get(body, i));
        }
    } else if (json_is_object(again) && json_is_object(body)) {
        same = true;
        json_object_foreach((json_t *)(uintptr_t)body, key, value)
        {
            const json_t *other = json_object_get(again, key);
            same = same && (other == NULL || says_the_same(other, value));
        }
    }
    return same;
}

/* whole: it is as it was. */
static bool is_refused_or_right(const struct world *world, uint32_t index, const json_t *body,
                                bool whole, bool *refused)
{
    struct core_config config = { .limits = core_limits_preset, .server = "x" };
    struct core *core = core_open(&config);
    struct core_record record = world->disk[index];
    struct rd_problem problem = { "" };
    record.body = json_dumps(body, JSON_COMPACT);
    bool fine = load_before(world, index, core);
    bool read = core_load(core, &record, &problem);
    *refused = !read;
    char *again = read ? written_again(core, &record) : NULL;
    json_t *json = again == NULL ? NULL : json_loads(again, 0, NULL);
    bool same = json == NULL || (whole             ? json_equal(json, body)
                                 : is_row(&record) ? true
                                                   : says_the_same(json, body));
    fine = fine && (read ? same : problem.text[0] != '\0');
    if (!fine) {
        printf("# %s %u: %s\n# again: %s\n", record.kind, (unsigned)record.n, record.body,
               again == NULL ? problem.text : again);
    }
    json_decref(json);
    free(again);
    free(record.body);
    core_close(core);
    return fine;
}

/* ---- damage ---- */

/* A list of lists with one more of its first, which is longer by one too. */
static json_t *longer(const json_t *list)
{
    json_t *more = json_deep_copy(list);
    json_array_append(json_array_get(more, 0), json_array_get(json_array_get(list, 0), 0));
    json_array_append(more, json_array_get(list, 0));
    return more;
}

/* NULL: the value is taken away. */
static json_t *damaged(uint32_t kind, const json_t *value)
{
    switch (kind) {
    case 0:
        return NULL;
    case 1:
        return json_null();
    case 2:
        return json_string("nobody");
    case 3:
        return json_array();
    case 4:
        return json_object();
    case 5:
        return json_real(0.5);
    case 6:
        return json_integer(INT32_MAX);
    case 7:
        return json_integer(-1);
    case 8:
        return json_integer(json_integer_value(value) + 1);
    case 9:
        return json_is_array(json_array_get(value, 0)) ? longer(value) : json_integer(3);
    case 10: /* an older version of the rules, too */
        return json_integer(json_integer_value(value) - 1);
    case 11:
        return json_pack("[O, O]", value, value);
    default:
        return json_is_true(value) ? json_false() : json_true();
    }
}

enum { DAMAGES = 13 };

struct tally {
    uint32_t tried, refused, wrong;
};

static void try_values(const struct world *world, uint32_t index, json_t *body, json_t *part,
                       struct tally *tally)
{
    size_t count = json_is_array(part) ? json_array_size(part) : json_object_size(part);
    char *keys[64];
    size_t known = 0;
    const char *key;
    json_t *value;
    json_object_foreach(part, key, value)
    {
        keys[known++] = strdup(key);
    }
    for (size_t i = 0; i < count; i++) {
        value = json_is_array(part) ? json_array_get(part, i) : json_object_get(part, keys[i]);
        json_incref(value);
        if (json_is_array(value) || json_is_object(value)) {
            try_values(world, index, body, value, tally);
        }
        for (uint32_t kind = 0; kind < DAMAGES; kind++) {
            json_t *bad = damaged(kind, value);
            bool refused;
            if (json_is_array(part)) {
                bad == NULL ? json_array_remove(part, i) : json_array_set_new(part, i, bad);
            } else {
                bad == NULL ? json_object_del(part, keys[i])
                            : json_object_set_new(part, keys[i], bad);
            }
            tally->wrong += !is_refused_or_right(world, index, body, false, &refused);
            tally->refused += refused;
            tally->tried++;
            if (json_is_array(part)) {
                bad == NULL ? json_array_insert(part, i, value) : json_array_set(part, i, value);
            } else {
                json_object_set(part, keys[i], value);
            }
        }
        json_decref(value);
    }
    for (size_t i = 0; i < known; i++) {
        free(keys[i]);
    }
}

static void damaged_records_are_refused_or_right(void)
{
    struct story s;
    struct tally tally = { 0 };
    tell(&s);
    for (uint32_t i = 0; i < s.world.disk_count; i++) {
        bool refused;
        json_t *body = json_loads(s.world.disk[i].body, 0, NULL);
        CHECK(is_refused_or_right(&s.world, i, body, true, &refused) && !refused);
        try_values(&s.world, i, body, body, &tally);
        json_decref(body);
    }
    printf("# %u records, %u damages, %u refused\n", s.world.disk_count, tally.tried,
           tally.refused);
    CHECK_EQ(tally.wrong, 0);
    end_of_it(&s);
}

/* ---- matches of rules that this server does not have ---- */

/* As if every match had been made by version 999 of its rules; stubs: they say so, too. */
static void make_older(struct world *world, bool stubs)
{
    for (uint32_t i = 0; i < world->disk_count; i++) {
        struct core_record *record = &world->disk[i];
        json_t *body = json_loads(record->body, 0, NULL);
        if (json_object_get(body, "rules_version") != NULL && (stubs || record->n > 0)) {
            json_object_set_new(body, "rules_version", json_integer(999));
            free(record->body);
            record->body = json_dumps(body, JSON_COMPACT);
        }
        json_decref(body);
    }
}

static const char *text_of(const json_t *line, size_t seat, const char *field)
{
    const json_t *holder = json_array_get(json_object_get(line, "seats"), seat);
    const char *text = json_string_value(json_object_get(holder, field));
    return text == NULL ? "" : text;
}

static void matches_of_other_rules_are_only_listed(void)
{
    struct world world;
    struct person ada;
    world_open(&world, 12);
    person_open(&ada, &world, "Ada");
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"apoca\",\"public\":true,\"seats\":"
                           "[\"me\",\"open\"]"));
    char *open = strdup(json_string_value(json_object_get(ada.answer, "match")));
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"apoca\",\"seats\":"
                           "[{\"bot\":\"random\"},\"me\"]"));
    person_settle(&ada);
    make_older(&world, true);
    CHECK(world_restart(&world));
    CHECK_EQ(core_count(world.core).older, 2);
    CHECK_EQ(core_count(world.core).broken, 0);
    person_return(&ada);
    CHECK(person_can(&ada, "\"cmd\":\"list\""));
    const json_t *lines = json_object_get(ada.answer, "matches");
    CHECK_EQ(json_array_size(lines), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *line = json_array_get(lines, i);
        bool first = strcmp(json_string_value(json_object_get(line, "match")), open) == 0;
        CHECK_TEXT(text_of(line, first ? 0 : 1, "name"), "Ada");
        CHECK_TEXT(text_of(line, first ? 0 : 1, "who"), "person");
        CHECK_TEXT(text_of(line, first ? 0 : 1, "player"), ada.player);
        CHECK_TEXT(text_of(line, first ? 1 : 0, "who"), first ? "open" : "bot");
        CHECK_EQ(json_integer_value(json_object_get(line, "older_rules")), 999);
        CHECK_TEXT(json_string_value(json_object_get(line, "state")), "over");
        CHECK(json_is_true(json_object_get(line, "public")) == first);
        CHECK_EQ(json_array_size(json_object_get(line, "mine")), 1);
    }
    CHECK(!json_is_true(
        json_object_get(person_ask(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", open), "ok")));
    CHECK(strstr(json_string_value(json_object_get(ada.answer, "why")), "version 999") != NULL);
    free(open);
    person_close(&ada);
    world_close(&world);
}

/* Its stub doesn't tell: it is seen when it should wake up. */
static void a_match_of_other_rules_goes_on_sleeping(void)
{
    struct world world;
    struct person ada;
    world_open(&world, 13);
    person_open(&ada, &world, "Ada");
    CHECK(person_can(&ada, "\"cmd\":\"create\",\"game\":\"apoca\",\"public\":true,\"seats\":"
                           "[\"me\",\"open\"]"));
    char *match = strdup(json_string_value(json_object_get(ada.answer, "match")));
    person_leave(&ada);
    world_wait(&world, 400000);
    CHECK_EQ(core_count(world.core).asleep, 1);
    make_older(&world, false);
    CHECK(world_restart(&world));
    CHECK_EQ(core_count(world.core).older, 0);
    person_return(&ada);
    CHECK(!json_is_true(
        json_object_get(person_ask(&ada, "\"cmd\":\"watch\",\"match\":\"%s\"", match), "ok")));
    CHECK(strstr(json_string_value(json_object_get(ada.answer, "why")), "version 999") != NULL);
    CHECK_EQ(core_count(world.core).older, 1);
    CHECK_EQ(core_count(world.core).asleep, 1);
    world_wait(&world, 1000);
    free(match);
    person_close(&ada);
    world_close(&world);
}

/* ---- ratings that can't be ---- */

static struct rating read_rating(const char *glicko, const char *skill)
{
    char body[400];
    struct core_record record = { .id = "p1", .kind = "player", .body = body };
    struct player *player = calloc(1, sizeof *player);
    struct rd_problem problem = { "" };
    snprintf(
        body, sizeof body,
        "{\"name\":\"Ada\",\"tokens\":[],\"ratings\":[{\"game\":\"civ\",\"many\":true,\"glicko\":"
        "%s,\"skill\":%s,\"at\":77,\"games\":3}]}",
        glicko, skill);
    CHECK(player_from_body(&record, player, &problem));
    CHECK_EQ(player->rating_count, 1);
    struct rating rating = player->rating[0];
    CHECK(rating.many && rating.at_ms == 77 && rating.games == 3);
    CHECK_TEXT(rating.game, "civ");
    player_free(player);
    return rating;
}

static void ratings_that_can_not_be_are_fresh(void)
{
    static const char *const wrong[][2] = {
        { "[1600,0,0.06]", "[30,4]" },   { "[1600,100,0]", "[30,4]" },
        { "[1600,100,0.06]", "[30,0]" }, { "[1600,-1,0.06]", "[30,4]" },
        { "[1600,100]", "[30,4]" },      { "[1600,100,0.06]", "[30]" },
        { "[1600,100,-1]", "[30,-4]" },  { "null", "null" },
    };
    struct rating rating = read_rating("[1600,100,0.05]", "[30,4]");
    CHECK(rating.glicko.rating > 1599 && rating.glicko.deviation < 101);
    CHECK(rating.glicko.volatility < 0.06 && rating.skill.mu > 29 && rating.skill.sigma < 5);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rating = read_rating(wrong[i][0], wrong[i][1]);
        CHECK(memcmp(&rating.glicko, &glicko_fresh, sizeof glicko_fresh) == 0);
        CHECK(memcmp(&rating.skill, &skill_fresh, sizeof skill_fresh) == 0);
    }
}

int main(void)
{
    RUN(damaged_records_are_refused_or_right);
    RUN(matches_of_other_rules_are_only_listed);
    RUN(a_match_of_other_rules_goes_on_sleeping);
    RUN(ratings_that_can_not_be_are_fresh);
    return check_end();
}
