/*
 * tests/server/person.h - somebody who says what the test tells them to, over a good line.
 */
#ifndef REDOUBT_TESTS_PERSON_H
#define REDOUBT_TESTS_PERSON_H

#include <jansson.h>

#include "tests/server/world.h"

struct person {
    struct world *world;
    uint64_t connection;
    uint32_t ids;
    const char *name;
    char token[64], player[32];
    json_t *mail;   /* a list of all messages but answers, the oldest first */
    json_t *answer; /* the latest */
};

/* Connects and says hello. */
void person_open(struct person *person, struct world *world, const char *name);
void person_close(struct person *person);
/* Hangs up, and comes back with the token. */
void person_leave(struct person *person);
void person_return(struct person *person);

/* Says a command, whose fields are a format of the inside of a JSON object, and waits for the
 * answer, which stays the person's. */
json_t *person_ask(struct person *person, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Likewise; must be fine, or must be refused with the code. */
bool person_can(struct person *person, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool person_refused(struct person *person, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Until nothing is under way any more; then reads the mail. */
void person_settle(struct person *person);
/* The latest message that has the field; NULL: none. */
const json_t *person_latest(struct person *person, const char *field);
/* A text or number of the latest message that has the field; "" or -1: none. */
const char *person_text(struct person *person, const char *field);
void person_forget(struct person *person); /* the mail */

#endif
