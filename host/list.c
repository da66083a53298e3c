#include "host/list.h"

#include <stdlib.h>

#include "redoubt/base.h"

void *rd_grown(void *list, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room) {
        return list;
    }
    *room = *room == 0 ? 8 : 2 * *room;
    void *larger = realloc(list, *room * size);
    RD_ASSERT(larger != NULL);
    return larger;
}
