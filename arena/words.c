#include "arena/words.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "redoubt/base.h"

void words_add(struct words *words, const char *word)
{
    words->word = rd_grown(words->word, words->count, &words->room, sizeof(char *));
    words->word[words->count] = word == NULL ? NULL : strdup(word);
    RD_ASSERT(word == NULL || words->word[words->count] != NULL);
    words->count++;
}

void words_free(struct words *words)
{
    for (uint32_t i = 0; i < words->count; i++) {
        free(words->word[i]);
    }
    free(words->word);
}
