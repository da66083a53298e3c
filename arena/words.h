/* arena/words.h - the words of a command that is put together piece by piece. */
#ifndef REDOUBT_ARENA_WORDS_H
#define REDOUBT_ARENA_WORDS_H

#include <stdint.h>

/* All 0 is an empty list. */
struct words {
    char **word;
    uint32_t count, room;
};

/* Adds a copy; NULL ends the list as execv wants it. */
void words_add(struct words *words, const char *word);
void words_free(struct words *words);

#endif
