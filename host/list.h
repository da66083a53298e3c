/* host/list.h - lists that grow. */
#ifndef REDOUBT_HOST_LIST_H
#define REDOUBT_HOST_LIST_H

#include <stddef.h>
#include <stdint.h>

/* The list, with room for one more behind the count there are. */
void *rd_grown(void *list, uint32_t count, uint32_t *room, size_t size);

#endif
