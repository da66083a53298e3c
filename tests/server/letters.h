/* tests/server/letters.h - texts on their way between clients and servers. */
#ifndef REDOUBT_TESTS_LETTERS_H
#define REDOUBT_TESTS_LETTERS_H

#include <stdint.h>

struct letter {
    uint64_t connection;
    char *text; /* owned */
};

struct letters {
    struct letter *letter;
    uint32_t count, room;
};

/* Takes the text over. */
void letters_add(struct letters *list, uint64_t connection, char *text);
/* The text is the caller's from now on. */
char *letters_take(struct letters *list, uint32_t index);
/* The first text for this connection, to be freed; NULL: there is none. */
char *letters_receive(struct letters *list, uint64_t connection);
/* All for this connection are lost; for all connections, if it is 0. */
void letters_drop(struct letters *list, uint64_t connection);

#endif
