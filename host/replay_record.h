/*
 * host/replay_record.h - one record of a block of turns: 16 bytes, little-endian. Private to
 * host/replay_*.c.
 *
 *     0  u8 kind: 1 order, 2 end of a turn
 *     order:  1 u8 seat   2 u16 verb   4 u16 argument, three of them   10 six bytes 0
 *     turn:   1 three bytes 0          4 u32 turns completed           8 u64 hash
 */
#ifndef REDOUBT_HOST_REPLAY_RECORD_H
#define REDOUBT_HOST_REPLAY_RECORD_H

#include "host/replay.h"
#include "host/replay_block.h"

enum { RD_RECORD_SIZE = 16, RD_RECORD_ORDER = 1, RD_RECORD_TURN = 2 };
RD_STATIC_ASSERT(RD_REPLAY_BLOCK_MAX % RD_RECORD_SIZE == 0, "a full block holds whole records");

void rd_record_store(uint8_t *record, const struct rd_replay_item *item);
/* False: no such record. */
bool rd_record_load(const uint8_t *record, struct rd_replay_item *item);

#endif
