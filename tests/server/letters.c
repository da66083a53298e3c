#include "tests/server/letters.h"

#include <stdlib.h>
#include <string.h>

#include "host/list.h"

void letters_add(struct letters *list, uint64_t connection, char *text)
{
    list->letter = rd_grown(list->letter, list->count, &list->room, sizeof *list->letter);
    struct letter letter = { connection, text };
    list->letter[list->count++] = letter;
}

char *letters_take(struct letters *list, uint32_t index)
{
    char *text = list->letter[index].text;
    list->count--;
    memmove(list->letter + index, list->letter + index + 1,
            (list->count - index) * sizeof *list->letter);
    return text;
}

char *letters_receive(struct letters *list, uint64_t connection)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->letter[i].connection == connection) {
            return letters_take(list, i);
        }
    }
    return NULL;
}

void letters_drop(struct letters *list, uint64_t connection)
{
    for (uint32_t i = list->count; i > 0; i--) {
        if (connection == 0 || list->letter[i - 1].connection == connection) {
            free(letters_take(list, i - 1));
        }
    }
}
