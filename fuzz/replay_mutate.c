/*
 * How libFuzzer changes a replay: half the time any byte of the file, half the time a byte inside a
 * block, which is then packed and check-summed again. Without this the checksums would turn
 * away everything before it reached the reader of headers, the records and the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/replay.h"
#include "host/replay_block.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static uint32_t count_blocks(FILE *file)
{
    struct rd_block_stream stream = { .file = file };
    struct rd_block block;
    rewind(file);
    bool good = rd_block_read_head(&stream, NULL);
    while (good && !rd_block_at_end(&stream)) {
        good = rd_block_read(&stream, &block, NULL);
    }
    rd_block_free(&stream);
    return stream.number;
}

/* Copies the good blocks and changes one of them. The file so made may be too long. */
static size_t change_inside(FILE *file, uint32_t chosen, char **out)
{
    static uint8_t room[RD_REPLAY_JSON_MAX];
    size_t size = 0;
    struct rd_block_stream from = { .file = file }, to = { .file = open_memstream(out, &size) };
    struct rd_block block;
    rewind(file);
    bool good =
        to.file != NULL && rd_block_read_head(&from, NULL) && rd_block_write_head(&to, NULL);
    while (good && !rd_block_at_end(&from) && rd_block_read(&from, &block, NULL)) {
        if (from.number - 1 == chosen) {
            memcpy(room, block.bytes, block.size);
            block.size = (uint32_t)LLVMFuzzerMutate(room, block.size, rd_block_limit(block.type));
            block.bytes = room;
        }
        good = rd_block_write(&to, &block, NULL);
    }
    if (to.file != NULL) {
        fclose(to.file);
    }
    rd_block_free(&from);
    rd_block_free(&to);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    FILE *file = size == 0 || seed % 2 == 0 ? NULL : fmemopen(data, size, "rb");
    uint32_t blocks = file == NULL ? 0 : count_blocks(file);
    char *changed = NULL;
    size_t changed_size = blocks == 0 ? 0 : change_inside(file, seed / 2 % blocks, &changed);
    if (file != NULL) {
        fclose(file);
    }
    if (changed_size == 0 || changed_size > max_size) {
        free(changed);
        return LLVMFuzzerMutate(data, size, max_size);
    }
    memcpy(data, changed, changed_size);
    free(changed);
    return changed_size;
}
