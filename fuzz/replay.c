/*
 * Bytes as a replay file: read as far as it is good, and played again.
 *
 * Checksums keep almost every changed file out, so that the code behind them would see nothing.
 * Bytes that begin with PLAIN are therefore a list of blocks as they are before packing, a type, a
 * 16-bit size and the bytes of each, and are packed first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/replay.h"
#include "host/replay_block.h"

enum { ITEMS_MAX = 200000, PLAIN = 'P', PLAIN_HEAD = 3 };

static struct rd_replay_reader *open_reader(FILE *file)
{
    struct rd_problem problem = { "" };
    rewind(file);
    struct rd_replay_reader *reader = rd_replay_open(file, &problem);
    FUZZ_MUST((reader == NULL) == (problem.text[0] != '\0'));
    return reader;
}

static void read_all(FILE *file)
{
    struct rd_replay_reader *reader = open_reader(file);
    struct rd_replay_item item;
    struct rd_problem problem = { "" };
    if (reader == NULL) {
        return;
    }
    FUZZ_MUST(rd_replay_header(reader) != NULL);
    for (uint32_t i = 0; i < ITEMS_MAX; i++) {
        enum rd_replay_kind kind = rd_replay_next(reader, &item, &problem);
        if (kind == RD_REPLAY_DAMAGED) {
            FUZZ_MUST(problem.text[0] != '\0');
            break;
        }
        if (kind == RD_REPLAY_END) {
            FUZZ_MUST(rd_replay_ending(reader) != NULL);
            break;
        }
    }
    rd_replay_reader_close(reader);
}

static void play_all(FILE *file)
{
    struct rd_replay_reader *reader = open_reader(file);
    struct rd_replay_play play;
    struct rd_replay_item item;
    struct rd_problem problem = { "" };
    if (reader == NULL) {
        return;
    }
    if (!rd_replay_play_begin(&play, reader, &problem)) {
        FUZZ_MUST(problem.text[0] != '\0');
        rd_replay_reader_close(reader);
        return;
    }
    bool playing = true;
    while (playing) {
        enum rd_replay_kind kind = rd_replay_play_next(&play, &item, &problem);
        playing = kind == RD_REPLAY_ORDER || kind == RD_REPLAY_TURN;
        FUZZ_MUST(playing || kind == RD_REPLAY_END || problem.text[0] != '\0');
        FUZZ_MUST(play.play.game->audit(play.play.state) == NULL);
    }
    rd_replay_play_end(&play);
    rd_replay_reader_close(reader);
}

static void try_file(FILE *file)
{
    read_all(file);
    play_all(file);
    fclose(file);
}

static void try_packed(uint8_t *data, size_t size)
{
    FILE *file = size == 0 ? NULL : fmemopen(data, size, "rb");
    if (file != NULL) {
        try_file(file);
    }
}

static void try_plain(uint8_t *data, size_t size)
{
    static const enum rd_block_type types[] = { RD_BLOCK_START, RD_BLOCK_TURNS, RD_BLOCK_END };
    char *packed = NULL;
    size_t packed_size = 0;
    struct rd_problem problem = { "" };
    struct rd_block_stream stream = { .file = open_memstream(&packed, &packed_size) };
    bool fine = rd_block_write_head(&stream, &problem);
    while (fine && size > PLAIN_HEAD) {
        uint32_t room = (uint32_t)size - PLAIN_HEAD;
        uint32_t length = rd_load16(data + 1) < room ? rd_load16(data + 1) : room;
        struct rd_block block = { types[data[0] % 3], length, data + PLAIN_HEAD };
        fine = rd_block_write(&stream, &block, &problem);
        data += PLAIN_HEAD + length;
        size -= PLAIN_HEAD + length;
    }
    rd_block_free(&stream);
    fclose(stream.file);
    try_packed((uint8_t *)packed, packed_size);
    free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    memcpy(copy, data, size);
    if (size > 0 && data[0] == PLAIN) {
        try_plain(copy + 1, size - 1);
    } else {
        try_packed(copy, size);
    }
    free(copy);
    return 0;
}
