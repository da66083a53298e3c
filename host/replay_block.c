#include "host/replay_block.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "host/replay.h"
#include "redoubt/luck.h"

/* The first byte is no text, and the line ends would be changed by a transfer that takes the
 * file for text: such a file is not mistaken for a replay. */
static const uint8_t magic[8] = { 0x89, 'R', 'D', 'R', '\r', '\n', 0x1a, '\n' };

/* The letters "redoubt replay 1": any fixed key would do for a checksum. */
static const uint64_t sum_key[2] = { UINT64_C(0x207462756f646572), UINT64_C(0x312079616c706572) };

/* Where the numbers of a block's head lie. */
enum { SUM_AT = 0, TYPE_AT = 8, NUMBER_AT = 12, PACKED_AT = 16, SIZE_AT = 20 };

enum { PACK_LEVEL = 9 };

/* ---- buffers ------------------------------------------------------------------------------ */

uint32_t rd_block_limit(uint32_t type)
{
    switch (type) {
    case RD_BLOCK_START:
    case RD_BLOCK_END:
        return RD_REPLAY_JSON_MAX;
    case RD_BLOCK_TURNS:
        return RD_REPLAY_BLOCK_MAX;
    default:
        return 0;
    }
}

static bool make_room(uint8_t **buffer, size_t *room, size_t size, struct rd_problem *problem)
{
    if (size <= *room) {
        return true;
    }
    uint8_t *larger = realloc(*buffer, size);
    if (larger == NULL) {
        return rd_problem_at(problem, NULL, "out of memory");
    }
    *buffer = larger;
    *room = size;
    return true;
}

void rd_block_free(struct rd_block_stream *stream)
{
    free(stream->stored);
    free(stream->raw);
}

/* The checksum covers all that follows it, so that a size or a type that changed is noticed
 * like any other byte. */
static uint64_t checksum(const uint8_t *stored, size_t packed)
{
    return rd_siphash(sum_key, stored + TYPE_AT, RD_BLOCK_HEAD_SIZE - TYPE_AT + packed);
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool put(struct rd_block_stream *stream, const uint8_t *bytes, size_t size,
                struct rd_problem *problem)
{
    errno = 0;
    if (fwrite(bytes, 1, size, stream->file) != size || fflush(stream->file) != 0) {
        return rd_problem_at(problem, NULL, "the replay can't be written: %s",
                             errno != 0 ? strerror(errno) : "the file took no more");
    }
    stream->offset += size;
    return true;
}

bool rd_block_write_head(struct rd_block_stream *stream, struct rd_problem *problem)
{
    uint8_t head[RD_FILE_HEAD_SIZE] = { 0 };
    memcpy(head, magic, sizeof magic);
    rd_store(head + 8, RD_REPLAY_FORMAT, 4);
    return put(stream, head, sizeof head, problem);
}

bool rd_block_write(struct rd_block_stream *stream, const struct rd_block *block,
                    struct rd_problem *problem)
{
    RD_ASSERT(block->size <= rd_block_limit(block->type));
    size_t bound = ZSTD_compressBound(block->size);
    if (!make_room(&stream->stored, &stream->stored_room, RD_BLOCK_HEAD_SIZE + bound, problem)) {
        return false;
    }
    size_t packed = ZSTD_compress(stream->stored + RD_BLOCK_HEAD_SIZE, bound, block->bytes,
                                  block->size, PACK_LEVEL);
    if (ZSTD_isError(packed)) {
        return rd_problem_at(problem, NULL, "the replay can't be compressed: %s",
                             ZSTD_getErrorName(packed));
    }
    rd_store(stream->stored + TYPE_AT, block->type, 4);
    rd_store(stream->stored + NUMBER_AT, stream->number, 4);
    rd_store(stream->stored + PACKED_AT, packed, 4);
    rd_store(stream->stored + SIZE_AT, block->size, 4);
    rd_store(stream->stored + SUM_AT, checksum(stream->stored, packed), 8);
    stream->number++;
    return put(stream, stream->stored, RD_BLOCK_HEAD_SIZE + packed, problem);
}

/* ---- reading ------------------------------------------------------------------------------ */

bool rd_block_read_head(struct rd_block_stream *stream, struct rd_problem *problem)
{
    uint8_t head[RD_FILE_HEAD_SIZE] = { 0 };
    size_t got = fread(head, 1, sizeof head, stream->file);
    if (ferror(stream->file)) {
        return rd_problem_at(problem, NULL, "can't be read: %s", strerror(errno));
    }
    if (got == 0) {
        return rd_problem_at(problem, NULL, "not a replay: the file is empty");
    }
    if (memcmp(head, magic, got < sizeof magic ? got : sizeof magic) != 0) {
        return rd_problem_at(problem, NULL, "not a replay: it does not begin like one");
    }
    if (got < sizeof head) {
        return rd_problem_at(problem, NULL, "cut short: only the first %zu bytes are there", got);
    }
    uint32_t version = rd_load32(head + 8);
    if (version > RD_REPLAY_FORMAT) {
        return rd_problem_at(problem, NULL,
                             "written by a newer version of redoubt: format %" PRIu32
                             ", and this one reads up to %d",
                             version, RD_REPLAY_FORMAT);
    }
    if (version != RD_REPLAY_FORMAT || rd_load32(head + 12) != 0) {
        return rd_problem_at(problem, NULL, "damaged: the first 16 bytes make no sense");
    }
    stream->offset = sizeof head;
    return true;
}

static bool cut_short(const struct rd_block_stream *stream, struct rd_problem *problem)
{
    if (ferror(stream->file)) {
        return rd_problem_at(problem, NULL, "can't be read: %s", strerror(errno));
    }
    return rd_problem_at(problem, NULL,
                         "cut short: block %" PRIu32 ", which begins at byte %" PRIu64
                         ", is not complete",
                         stream->number, stream->offset);
}

static bool damaged(const struct rd_block_stream *stream, const char *why,
                    struct rd_problem *problem)
{
    return rd_problem_at(problem, NULL,
                         "damaged: block %" PRIu32 ", which begins at byte %" PRIu64 ", %s",
                         stream->number, stream->offset, why);
}

/* The head of a block: sizes within their limits before anything is allocated. */
static bool read_block_head(struct rd_block_stream *stream, uint8_t *head,
                            struct rd_problem *problem)
{
    if (fread(head, 1, RD_BLOCK_HEAD_SIZE, stream->file) != RD_BLOCK_HEAD_SIZE) {
        return cut_short(stream, problem);
    }
    uint32_t limit = rd_block_limit(rd_load32(head + TYPE_AT));
    if (limit == 0) {
        return damaged(stream, "is of an unknown type", problem);
    }
    if (rd_load32(head + NUMBER_AT) != stream->number) {
        return damaged(stream, "has another number: blocks are missing or out of order", problem);
    }
    if (rd_load32(head + SIZE_AT) > limit ||
        rd_load32(head + PACKED_AT) > ZSTD_compressBound(limit)) {
        return damaged(stream, "claims to be larger than a block can be", problem);
    }
    return true;
}

static bool unpack(struct rd_block_stream *stream, size_t packed, uint32_t size,
                   struct rd_problem *problem)
{
    const uint8_t *from = stream->stored + RD_BLOCK_HEAD_SIZE;
    /* The buffer is as large as the head says, so a frame that grows beyond it just fails. */
    if (ZSTD_findFrameCompressedSize(from, packed) != packed ||
        ZSTD_decompress(stream->raw, size, from, packed) != size) {
        return damaged(stream, "does not unpack to the size it claims", problem);
    }
    return true;
}

bool rd_block_read(struct rd_block_stream *stream, struct rd_block *block,
                   struct rd_problem *problem)
{
    uint8_t head[RD_BLOCK_HEAD_SIZE];
    if (!read_block_head(stream, head, problem)) {
        return false;
    }
    size_t packed = rd_load32(head + PACKED_AT);
    uint32_t size = rd_load32(head + SIZE_AT);
    if (!make_room(&stream->stored, &stream->stored_room, RD_BLOCK_HEAD_SIZE + packed, problem) ||
        !make_room(&stream->raw, &stream->raw_room, (size_t)size + 1, problem)) {
        return false;
    }
    memcpy(stream->stored, head, sizeof head);
    if (fread(stream->stored + RD_BLOCK_HEAD_SIZE, 1, packed, stream->file) != packed) {
        return cut_short(stream, problem);
    }
    if (checksum(stream->stored, packed) != rd_load64(head + SUM_AT)) {
        return damaged(stream, "does not match its checksum", problem);
    }
    if (!unpack(stream, packed, size, problem)) {
        return false;
    }
    block->type = rd_load32(head + TYPE_AT);
    block->size = size;
    block->bytes = stream->raw;
    stream->offset += RD_BLOCK_HEAD_SIZE + packed;
    stream->number++;
    return true;
}

bool rd_block_at_end(struct rd_block_stream *stream)
{
    int byte = fgetc(stream->file);
    if (byte == EOF) {
        return !ferror(stream->file);
    }
    ungetc(byte, stream->file);
    return false;
}
