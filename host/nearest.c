#include "host/nearest.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "host/text.h"

enum { WORD_MAX = 32 };

static uint32_t least(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t least_of_two = a < b ? a : b;
    return least_of_two < c ? least_of_two : c;
}

/* Letters to insert, delete or replace, and neighbours to swap. Words longer than WORD_MAX are
 * nobody's typing error. */
static uint32_t edit_distance(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    if (length_a > WORD_MAX || length_b > WORD_MAX) {
        return WORD_MAX;
    }
    uint32_t row[3][WORD_MAX + 1] = { { 0 } }; /* this one, the one before, and that before it */
    for (uint32_t j = 0; j <= length_b; j++) {
        row[0][j] = j;
    }
    for (uint32_t i = 1; i <= length_a; i++) {
        uint32_t *now = row[i % 3], *before = row[(i + 2) % 3], *older = row[(i + 1) % 3];
        now[0] = i;
        for (uint32_t j = 1; j <= length_b; j++) {
            bool differ = a[i - 1] != b[j - 1];
            now[j] = least(before[j] + 1, now[j - 1] + 1, before[j - 1] + differ);
            if (i > 1 && j > 1 && differ && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                now[j] = least(now[j], older[j - 2] + 1, WORD_MAX);
            }
        }
    }
    return row[length_a % 3][length_b];
}

struct rd_nearest rd_nearest_to(const char *word)
{
    return (struct rd_nearest){ word, NULL, (uint32_t)strlen(word) / 4 + 2 };
}

void rd_nearest_try(struct rd_nearest *nearest, const char *name)
{
    const char *word = nearest->word;
    if (strcmp(word, name) == 0) { /* the word was right: something else was wrong */
        nearest->name = NULL;
        nearest->distance = 0;
        return;
    }
    bool beginning = word[0] != '\0' && strncmp(name, word, strlen(word)) == 0;
    uint32_t distance = beginning ? 0 : edit_distance(word, name);
    if (distance < nearest->distance && distance < strlen(name)) {
        nearest->name = name;
        nearest->distance = distance;
    }
}

const char *rd_nearest_ask(const struct rd_nearest *nearest, char out[RD_NEAREST_TEXT])
{
    struct rd_text text = rd_text_into(out, RD_NEAREST_TEXT);
    if (nearest->name != NULL) {
        rd_text_add(&text, " (did you mean %s?)", nearest->name);
    }
    return out;
}

const char *rd_nearest_of(const char *word, const char *const *names)
{
    struct rd_nearest nearest = rd_nearest_to(word);
    for (uint32_t i = 0; names[i] != NULL; i++) {
        rd_nearest_try(&nearest, names[i]);
    }
    return nearest.name;
}
