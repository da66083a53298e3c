#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/field.h"
#include "host/json_read.h"
#include "host/replay.h"
#include "host/replay_block.h"
#include "host/replay_header.h"
#include "host/replay_record.h"
#include "host/text.h"

struct rd_replay_reader {
    struct rd_block_stream stream;
    json_t *header, *ending;
    struct rd_replay_begun begun;
    struct rd_problem unplayable; /* why this program can't play it; empty: it can */
    struct rd_block block;        /* of turns, being given out */
    uint32_t next;                /* offset of its next record */
    bool over;                    /* the end or the damage was reported */
    bool any_turn, any_given;
    uint32_t turn, given; /* the last turn checked, and the last before this block */
    uint32_t orders_in_turn;
    uint64_t orders;
};

/* ---- the header ----------------------------------------------------------------------------- */

static json_t *json_of(const struct rd_block *block, struct rd_problem *problem)
{
    return rd_json_parse((const char *)block->bytes, block->size, problem);
}

static bool read_header(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    struct rd_block block;
    struct rd_problem detail = { "" };
    if (!rd_block_read_head(&reader->stream, problem) ||
        !rd_block_read(&reader->stream, &block, problem)) {
        return false;
    }
    if (block.type != RD_BLOCK_START) {
        return rd_problem_at(problem, NULL, "damaged: the first block is no header");
    }
    reader->header = json_of(&block, &detail);
    if (reader->header == NULL || !rd_replay_header_check(reader->header, &detail)) {
        return rd_problem_at(problem, NULL, "damaged: the header makes no sense: %s", detail.text);
    }
    if (!rd_replay_header_read(reader->header, &reader->begun, &reader->unplayable)) {
        rd_problem_at(&reader->unplayable, NULL, "the header makes no sense");
    }
    return true;
}

struct rd_replay_reader *rd_replay_open(FILE *file, struct rd_problem *problem)
{
    struct rd_replay_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        rd_problem_at(problem, NULL, "out of memory");
        return NULL;
    }
    reader->stream.file = file;
    if (!read_header(reader, problem)) {
        rd_replay_reader_close(reader);
        return NULL;
    }
    return reader;
}

void rd_replay_reader_close(struct rd_replay_reader *reader)
{
    if (reader != NULL) {
        rd_block_free(&reader->stream);
        rd_replay_begun_free(&reader->begun);
        json_decref(reader->header);
        json_decref(reader->ending);
        free(reader);
    }
}

const json_t *rd_replay_header(const struct rd_replay_reader *reader)
{
    return reader->header;
}

const json_t *rd_replay_ending(const struct rd_replay_reader *reader)
{
    return reader->ending;
}

const struct rd_replay_start *rd_replay_started(const struct rd_replay_reader *reader,
                                                struct rd_problem *problem)
{
    if (reader->unplayable.text[0] != '\0') {
        rd_problem_at(problem, NULL, "%s", reader->unplayable.text);
        return NULL;
    }
    return &reader->begun.start;
}

/* ---- blocks of turns ------------------------------------------------------------------------- */

static bool bad_block(const struct rd_replay_reader *reader, const char *why,
                      struct rd_problem *problem)
{
    return rd_problem_at(problem, NULL, "damaged: block %" PRIu32 " %s", reader->stream.number - 1,
                         why);
}

static bool check_turn(struct rd_replay_reader *reader, const struct rd_replay_item *item,
                       struct rd_problem *problem)
{
    if (reader->any_turn && item->turn <= reader->turn) {
        return bad_block(reader, "counts its turns backwards", problem);
    }
    reader->any_turn = true;
    reader->turn = item->turn;
    reader->orders_in_turn = 0;
    return true;
}

static bool check_order(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    reader->orders++;
    reader->orders_in_turn++;
    return reader->orders_in_turn <= RD_REPLAY_ORDERS_MAX ||
           bad_block(reader, "has more orders in a turn than a replay may have", problem);
}

static bool check_records(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    const struct rd_block *block = &reader->block;
    if (block->size == 0 || block->size % RD_RECORD_SIZE != 0) {
        return bad_block(reader, "is not made of whole records", problem);
    }
    for (uint32_t at = 0; at < block->size; at += RD_RECORD_SIZE) {
        struct rd_replay_item item;
        if (!rd_record_load(block->bytes + at, &item)) {
            return bad_block(reader, "has a record that is neither order nor turn", problem);
        }
        bool fine = item.kind == RD_REPLAY_TURN ? check_turn(reader, &item, problem)
                                                : check_order(reader, problem);
        if (!fine) {
            return false;
        }
    }
    return true;
}

static bool check_end(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    struct rd_field root = rd_field_root(reader->ending, "end", problem), turns, orders, hash;
    int64_t turn_count = 0, order_count = 0;
    uint64_t value = 0;
    if (!rd_field_need(&root, "turns", &turns) ||
        !rd_field_integer(&turns, 0, UINT32_MAX, &turn_count) ||
        !rd_field_need(&root, "orders", &orders) ||
        !rd_field_integer(&orders, 0, INT64_MAX, &order_count) ||
        !rd_field_need(&root, "hash", &hash)) {
        return false;
    }
    if (!rd_hex64_parse(json_string_value(hash.json), &value)) {
        return rd_field_problem(&hash, "must be 16 hexadecimal digits");
    }
    if ((uint64_t)order_count != reader->orders ||
        (reader->any_turn && (uint32_t)turn_count != reader->turn)) {
        return rd_problem_at(problem, "end", "counts other turns or orders than the file has");
    }
    return true;
}

static bool read_end(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    struct rd_problem detail = { "" };
    reader->ending = json_of(&reader->block, &detail);
    if (reader->ending == NULL || !check_end(reader, &detail)) {
        json_decref(reader->ending);
        reader->ending = NULL;
        return rd_problem_at(problem, NULL, "damaged: the last block makes no sense: %s",
                             detail.text);
    }
    return rd_block_at_end(&reader->stream) ||
           rd_problem_at(problem, NULL, "damaged: something follows the end of the game");
}

/* The next block; read_end() if it is the last. */
static bool read_block(struct rd_replay_reader *reader, struct rd_problem *problem)
{
    if (rd_block_at_end(&reader->stream)) {
        return rd_problem_at(problem, NULL,
                             "without an end: the game was still running, or the file was cut "
                             "short at byte %" PRIu64,
                             reader->stream.offset);
    }
    if (!rd_block_read(&reader->stream, &reader->block, problem)) {
        return false;
    }
    reader->next = 0;
    switch (reader->block.type) {
    case RD_BLOCK_TURNS:
        return check_records(reader, problem);
    case RD_BLOCK_END:
        return read_end(reader, problem);
    default:
        return bad_block(reader, "is a second header", problem);
    }
}

/* What is good of a damaged file: all that was given out so far. */
static enum rd_replay_kind give_up(struct rd_replay_reader *reader, const char *why,
                                   struct rd_problem *problem)
{
    reader->over = true;
    if (reader->any_given) {
        rd_problem_at(problem, NULL, "%s; it can be read up to turn %" PRIu32, why, reader->given);
    } else {
        rd_problem_at(problem, NULL, "%s; no whole turn can be read", why);
    }
    return RD_REPLAY_DAMAGED;
}

enum rd_replay_kind rd_replay_next(struct rd_replay_reader *reader, struct rd_replay_item *item,
                                   struct rd_problem *problem)
{
    memset(item, 0, sizeof *item);
    item->kind = RD_REPLAY_END;
    if (reader->over) {
        return item->kind;
    }
    if (reader->next >= reader->block.size) {
        struct rd_problem why = { "" };
        reader->any_given = reader->any_turn;
        reader->given = reader->turn;
        if (!read_block(reader, &why)) {
            item->kind = give_up(reader, why.text, problem);
            return item->kind;
        }
    }
    if (reader->block.type == RD_BLOCK_END) {
        reader->over = true;
        return item->kind;
    }
    bool fine = rd_record_load(reader->block.bytes + reader->next, item);
    RD_ASSERT(fine); /* checked with its block */
    reader->next += RD_RECORD_SIZE;
    return item->kind;
}
