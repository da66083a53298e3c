/*
 * host/replay_block.h - the container under a replay: a head of 16 bytes, then blocks that are
 * compressed and check-summed one by one. It knows nothing of games. Private to host/replay_*.c.
 */
#ifndef REDOUBT_HOST_REPLAY_BLOCK_H
#define REDOUBT_HOST_REPLAY_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/bytes.h"
#include "host/problem.h"

enum { RD_BLOCK_HEAD_SIZE = 24, RD_FILE_HEAD_SIZE = 16 };

/* Four letters, as they lie in the file. */
enum rd_block_type {
    RD_BLOCK_START = 0x44414548, /* "HEAD" */
    RD_BLOCK_TURNS = 0x4e525554, /* "TURN" */
    RD_BLOCK_END = 0x53444e45    /* "ENDS" */
};

struct rd_block {
    uint32_t type; /* enum rd_block_type */
    uint32_t size;
    uint8_t *bytes; /* unpacked */
};

/* Where we are in the file, and buffers that grow only within the limits of the format. */
struct rd_block_stream {
    FILE *file;
    uint64_t offset; /* of the next block */
    uint32_t number; /* of the next block */
    uint8_t *stored; /* a block as it lies in the file, its head first */
    size_t stored_room;
    uint8_t *raw;
    size_t raw_room;
};

/* The most bytes a block of this type may unpack to; 0 for an unknown type. */
uint32_t rd_block_limit(uint32_t type);

bool rd_block_write_head(struct rd_block_stream *stream, struct rd_problem *problem);
bool rd_block_write(struct rd_block_stream *stream, const struct rd_block *block,
                    struct rd_problem *problem);

bool rd_block_read_head(struct rd_block_stream *stream, struct rd_problem *problem);
/* The bytes stay valid until the next call. The checksum has been compared. */
bool rd_block_read(struct rd_block_stream *stream, struct rd_block *block,
                   struct rd_problem *problem);
/* Nothing follows. Takes no byte away. */
bool rd_block_at_end(struct rd_block_stream *stream);

void rd_block_free(struct rd_block_stream *stream);

#endif
