/*
 * server/shell/chain.h - each record of a log with a hash of itself and of the one before it, so
 * that a record that was changed or is missing is noticed.
 */
#ifndef REDOUBT_SERVER_CHAIN_H
#define REDOUBT_SERVER_CHAIN_H

#include "server/core/core.h"

enum { CHAIN_SIZE = 16 };

struct chain {
    uint8_t link[CHAIN_SIZE]; /* of the latest record; all 0 before the first one */
};

/* The next link. */
void chain_add(struct chain *chain, const struct core_record *record);
/* Does the record, read in its sequence and stored with this link, follow from the one before it?
 * NULL: what older programs wrote has no link. What belongs to no log follows from nothing. */
bool chain_follows(struct chain *chain, const struct core_record *record, const void *link);

#endif
