/*
 * host/nearest.h - "did you mean": the name that a person probably meant, by the letters that
 * differ.
 *
 *     struct rd_nearest nearest = rd_nearest_to(word);
 *     rd_nearest_try(&nearest, "apoca"); ... one call for each name there is
 *     printf("no game %s%s", word, rd_nearest_ask(&nearest, room));
 */
#ifndef REDOUBT_HOST_NEAREST_H
#define REDOUBT_HOST_NEAREST_H

#include <stdint.h>

struct rd_nearest {
    const char *word;  /* as it was typed */
    const char *name;  /* the best name so far; NULL: none is near */
    uint32_t distance; /* a name must be nearer than this to be better */
};

/* The word must live as long as the result. */
struct rd_nearest rd_nearest_to(const char *word);
/* A name that is the word itself leaves nothing to ask. */
void rd_nearest_try(struct rd_nearest *nearest, const char *name);

/* " (did you mean greedy?)", or nothing when no name is near. Returns out. */
enum { RD_NEAREST_TEXT = 64 };
const char *rd_nearest_ask(const struct rd_nearest *nearest, char out[RD_NEAREST_TEXT]);

/* All at once: the nearest of a list that ends with NULL, or NULL. */
const char *rd_nearest_of(const char *word, const char *const *names);

#endif
