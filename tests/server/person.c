#include "tests/server/person.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_MAX = 4096, QUIET = 12 };

static void read_mail(struct person *person)
{
    char *text;
    while ((text = world_receive(person->world, person->connection)) != NULL) {
        json_t *json = json_loads(text, 0, NULL);
        RD_ASSERT(json != NULL);
        if (json_object_get(json, "type") != NULL) {
            json_array_append_new(person->mail, json);
        } else {
            json_decref(person->answer);
            person->answer = json;
        }
        free(text);
    }
}

void person_settle(struct person *person)
{
    for (uint32_t quiet = 0; quiet < QUIET;) {
        quiet = world_step(person->world) ? 0 : quiet + 1;
    }
    read_mail(person);
}

static json_t *say(struct person *person, const char *fields)
{
    char text[COMMAND_MAX + 64];
    json_decref(person->answer);
    person->answer = NULL;
    snprintf(text, sizeof text, "{\"id\":\"%s-%u\",%s}", person->name, ++person->ids, fields);
    world_send(person->world, person->connection, text);
    person_settle(person);
    return person->answer;
}

static json_t *vsay(struct person *person, const char *format, va_list args)
{
    char fields[COMMAND_MAX];
    int length = vsnprintf(fields, sizeof fields, format, args);
    RD_ASSERT(length > 0 && (size_t)length < sizeof fields);
    return say(person, fields);
}

json_t *person_ask(struct person *person, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *answer = vsay(person, format, args);
    va_end(args);
    return answer;
}

bool person_can(struct person *person, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *answer = vsay(person, format, args);
    va_end(args);
    bool fine = json_is_true(json_object_get(answer, "ok"));
    if (!fine) {
        char *text = json_dumps(answer, 0);
        printf("# %s: %s\n", person->name, text == NULL ? "no answer" : text);
        free(text);
    }
    return fine;
}

bool person_refused(struct person *person, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    json_t *answer = vsay(person, format, args);
    va_end(args);
    const char *given = json_string_value(json_object_get(answer, "code"));
    if (given == NULL || strcmp(given, code) != 0) {
        printf("# %s: %s, not %s\n", person->name, given == NULL ? "no refusal" : given, code);
        return false;
    }
    return true;
}

void person_open(struct person *person, struct world *world, const char *name)
{
    memset(person, 0, sizeof *person);
    person->world = world;
    person->name = name;
    person->mail = json_array();
    person->connection = world_connect(world);
    json_t *answer = person_ask(person, "\"cmd\":\"hello\",\"version\":1,\"name\":\"%s\"", name);
    snprintf(person->token, sizeof person->token, "%s",
             json_string_value(json_object_get(answer, "token")));
    snprintf(person->player, sizeof person->player, "%s",
             json_string_value(json_object_get(answer, "player")));
}

void person_close(struct person *person)
{
    json_decref(person->mail);
    json_decref(person->answer);
}

void person_leave(struct person *person)
{
    world_break(person->world, person->connection);
    person->connection = 0;
}

void person_return(struct person *person)
{
    person->connection = world_connect(person->world);
    person_ask(person, "\"cmd\":\"hello\",\"version\":1,\"token\":\"%s\"", person->token);
}

const json_t *person_latest(struct person *person, const char *field)
{
    read_mail(person);
    for (size_t i = json_array_size(person->mail); i > 0; i--) {
        const json_t *found = json_object_get(json_array_get(person->mail, i - 1), field);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

const char *person_text(struct person *person, const char *field)
{
    const char *text = json_string_value(person_latest(person, field));
    return text == NULL ? "" : text;
}

void person_forget(struct person *person)
{
    read_mail(person);
    json_array_clear(person->mail);
}
