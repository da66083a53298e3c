/* Files that were cut, damaged or made to harm: a clear message, the good part, no crash. */
#include <stdlib.h>
#include <zstd.h>

#include "check.h"
#include "host/replay_record.h"
#include "kit.h"

/* Every cut is played, so the time grows with the square of the turns, and short games do. */
enum { BLOCKS_MAX = 2048, CUT_TURNS = 8, CUT_TURNS_SOAK = 24 };

static bool is_soak;

/* ---- cut and flipped ---------------------------------------------------------------------- */

/* Blocks 1 .. n of a recording with a block a turn are its turns, so this many survive a cut. */
static uint32_t whole_turns(const size_t *offset, uint32_t blocks, size_t size)
{
    uint32_t whole = 0;
    for (uint32_t i = 1; i + 1 < blocks && offset[i + 1] <= size; i++) {
        whole++;
    }
    return whole;
}

static void check_cut(const struct recording *recording, const size_t *offset, uint32_t blocks,
                      size_t size)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    /* A copy of its own, so that a read past the end is noticed. */
    char *part = malloc(size);
    memcpy(part, recording->bytes, size);
    enum rd_replay_kind kind = kit_verify(part, size, &turns, &problem);
    free(part);
    CHECK_EQ(kind, RD_REPLAY_DAMAGED);
    CHECK(problem.text[0] != '\0');
    CHECK_EQ(turns, whole_turns(offset, blocks, size));
    if (turns > 0) {
        char expected[64];
        snprintf(expected, sizeof expected, "it can be read up to turn %u", turns);
        CHECK(strstr(problem.text, expected) != NULL);
    }
}

static void cut_at_every_byte(void)
{
    static size_t offset[BLOCKS_MAX];
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct rd_chosen chosen;
        struct recipe recipe = { .block_a_turn = true,
                                 .break_off = is_soak ? CUT_TURNS_SOAK : CUT_TURNS };
        kit_choose(&chosen, rd_game_at(g), 0);
        struct rd_replay_start start = kit_start(&chosen, 4);
        struct recording recording = kit_record(&start, &recipe);
        uint32_t blocks = kit_block_offsets(&recording, offset, BLOCKS_MAX);
        CHECK(blocks > 4);
        for (size_t size = 1; size < recording.size; size++) {
            check_cut(&recording, offset, blocks, size);
        }
        free(recording.bytes);
        rd_chosen_close(&chosen);
    }
}

static void every_bit_flipped(void)
{
    static size_t offset[BLOCKS_MAX];
    struct recording recording = kit_recording("null", 4, true);
    uint32_t blocks = kit_block_offsets(&recording, offset, BLOCKS_MAX);
    for (size_t at = 0; at < recording.size; at++) {
        for (uint32_t bit = 0; bit < 8; bit++) {
            struct rd_problem problem = { "" };
            uint32_t turns = 0;
            recording.bytes[at] = (char)(recording.bytes[at] ^ (1 << bit));
            CHECK_EQ(kit_verify(recording.bytes, recording.size, &turns, &problem),
                     RD_REPLAY_DAMAGED);
            CHECK(problem.text[0] != '\0');
            CHECK_EQ(turns, whole_turns(offset, blocks, at));
            recording.bytes[at] = (char)(recording.bytes[at] ^ (1 << bit));
        }
    }
    free(recording.bytes);
}

static void an_empty_file(void)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    CHECK_EQ(kit_verify("", 0, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK_TEXT(problem.text, "not a replay: the file is empty");
}

static void another_file(void)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    const char text[] = "{\"game\":\"null\"}";
    CHECK_EQ(kit_verify(text, sizeof text, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK_TEXT(problem.text, "not a replay: it does not begin like one");
}

static void bytes_behind_the_end(void)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    struct recording recording = kit_recording("null", 4, false);
    char *longer = malloc(recording.size + 1);
    memcpy(longer, recording.bytes, recording.size);
    longer[recording.size] = 0;
    CHECK_EQ(kit_verify(longer, recording.size + 1, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "something follows the end") != NULL);
    CHECK(turns > 0);
    free(longer);
    free(recording.bytes);
}

/* A block that is missing or comes twice has a right checksum; its number tells. */
static void blocks_out_of_order(void)
{
    static size_t offset[BLOCKS_MAX];
    struct recording recording = kit_recording("null", 4, true);
    kit_block_offsets(&recording, offset, BLOCKS_MAX);
    memmove(recording.bytes + offset[2], recording.bytes + offset[3], recording.size - offset[3]);
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    CHECK_EQ(
        kit_verify(recording.bytes, recording.size - (offset[3] - offset[2]), &turns, &problem),
        RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "missing or out of order") != NULL);
    CHECK_EQ(turns, 1);
    free(recording.bytes);
}

/* ---- whole, but not true ---- */

/* Rewrites a recording, verifies it and hands back the problem. */
static struct rd_problem problem_after(kit_change change, void *context,
                                       enum rd_replay_kind expected)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    struct recording recording = kit_recording("null", 4, true);
    struct recording other = kit_rewrite(&recording, change, context);
    CHECK_EQ(kit_verify(other.bytes, other.size, &turns, &problem), expected);
    free(other.bytes);
    free(recording.bytes);
    return problem;
}

/* Block 3 of the heap game is turn 3: an order and the end of the turn. */
static void change_hash(void *context, uint32_t number, struct rd_block *block)
{
    (void)context;
    if (number == 3) {
        block->bytes[RD_RECORD_SIZE + 8] ^= 1;
    }
}

static void wrong_hash_names_the_turn(void)
{
    struct rd_problem problem = problem_after(change_hash, NULL, RD_REPLAY_DIFFERS);
    CHECK_TEXT(problem.text, "turn 3: the state differs from the recorded one");
}

static void change_stones(void *context, uint32_t number, struct rd_block *block)
{
    const uint16_t *stones = context;
    if (number == 3) {
        rd_store(block->bytes + 4, *stones, 2);
    }
}

static void refused_order_is_named(void)
{
    uint16_t stones = 0;
    struct rd_problem problem = problem_after(change_stones, &stones, RD_REPLAY_DIFFERS);
    CHECK_TEXT(problem.text,
               "turn 3: the rules refuse order 1, First: take 0 (take at least one stone, and no "
               "more than there are, R2.1)");
}

static void order_out_of_range(void)
{
    uint16_t stones = 0xfffe;
    struct rd_problem problem = problem_after(change_stones, &stones, RD_REPLAY_DIFFERS);
    CHECK(strstr(problem.text, "turn 3: the rules refuse order 1, First: verb 0 with 65534") !=
          NULL);
}

static void change_seat(void *context, uint32_t number, struct rd_block *block)
{
    const uint8_t *seat = context;
    if (number == 3) {
        block->bytes[1] = *seat;
    }
}

static void seats_that_are_not_there(void)
{
    uint8_t seat = 6;
    struct rd_problem problem = problem_after(change_seat, &seat, RD_REPLAY_DIFFERS);
    CHECK(strstr(problem.text, "turn 3: the rules refuse order 1, seat 6") != NULL);
    seat = 7;
    problem = problem_after(change_seat, &seat, RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "neither order nor turn; it can be read up to turn 2") != NULL);
}

static void resign_without_a_seat(void *context, uint32_t number, struct rd_block *block)
{
    (void)context;
    if (number == 3) {
        block->bytes[1] = 5;
        rd_store(block->bytes + 2, RD_VERB_RESIGN, 2);
    }
}

static void nobody_resigns(void)
{
    struct rd_problem problem = problem_after(resign_without_a_seat, NULL, RD_REPLAY_DIFFERS);
    CHECK(strstr(problem.text, "turn 3: the rules refuse order 1, seat 5: resign") != NULL);
}

static void drop_turn_end(void *context, uint32_t number, struct rd_block *block)
{
    (void)context;
    if (number == 3) {
        block->size = RD_RECORD_SIZE;
    }
}

static void a_turn_without_end(void)
{
    struct rd_problem problem = problem_after(drop_turn_end, NULL, RD_REPLAY_DIFFERS);
    CHECK_TEXT(problem.text, "turn 3: it ends when played again, but not in the file");
}

static void drop_order(void *context, uint32_t number, struct rd_block *block)
{
    (void)context;
    if (number == 3) {
        memmove(block->bytes, block->bytes + RD_RECORD_SIZE, RD_RECORD_SIZE);
        block->size = RD_RECORD_SIZE;
    }
}

static void an_end_without_turn(void)
{
    struct rd_problem problem = problem_after(drop_order, NULL, RD_REPLAY_DIFFERS);
    CHECK_TEXT(problem.text, "turn 3: it ends in the file, but not when played again");
}

static void turns_backwards(void *context, uint32_t number, struct rd_block *block)
{
    (void)context;
    if (number == 3) {
        rd_store(block->bytes + RD_RECORD_SIZE + 4, 2, 4);
    }
}

static void turns_must_go_up(void)
{
    struct rd_problem problem = problem_after(turns_backwards, NULL, RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "backwards; it can be read up to turn 2") != NULL);
}

static void half_record(void *context, uint32_t number, struct rd_block *block)
{
    const uint32_t *size = context;
    if (number == 3) {
        block->size = *size;
    }
}

static void records_must_be_whole(void)
{
    uint32_t size = RD_RECORD_SIZE + 3;
    struct rd_problem problem = problem_after(half_record, &size, RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "not made of whole records") != NULL);
    size = 0;
    problem = problem_after(half_record, &size, RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "not made of whole records") != NULL);
}

/* Replaces the first occurrence of a text in the JSON blocks of a type. */
struct swap {
    uint32_t type;
    const char *from, *to;
    bool done;
    char out[4096];
};

static void swap_text(void *context, uint32_t number, struct rd_block *block)
{
    struct swap *swap = context;
    const char *bytes = (const char *)block->bytes;
    uint32_t length = (uint32_t)strlen(swap->from), at = 0;
    (void)number;
    if (block->type != swap->type) {
        return;
    }
    while (at + length <= block->size && memcmp(bytes + at, swap->from, length) != 0) {
        at++;
    }
    if (at + length > block->size) {
        return;
    }
    int size = snprintf(swap->out, sizeof swap->out, "%.*s%s%.*s", (int)at, bytes, swap->to,
                        (int)(block->size - at - length), bytes + at + length);
    block->bytes = (uint8_t *)swap->out;
    block->size = (uint32_t)size;
    swap->done = true;
}

static void check_swap(struct swap swap, enum rd_replay_kind expected, const char *message)
{
    struct rd_problem problem = problem_after(swap_text, &swap, expected);
    CHECK(swap.done);
    CHECK(strstr(problem.text, message) != NULL);
    if (strstr(problem.text, message) == NULL) {
        printf("# %s -> %s: %s\n", swap.from, swap.to, problem.text);
    }
}

static void headers_with_wrong_facts(void)
{
    static const struct {
        const char *from, *to, *message;
    } lies[] = {
        { "\"rules_version\":1", "\"rules_version\":9", "version 9 of the rules of Heap" },
        { "\"rules_version\":1", "\"rules_version\":-1", "rules_version" },
        { "\"game\":\"null\"", "\"game\":\"bull\"", "no game called 'bull'" },
        { "\"game\":\"null\"", "\"game\":\"\\u001b[2J\"", "game: must be shorter" },
        { "\"take\"", "\"rake\"", "other numbers than in this program" },
        { "\"heap\":21", "\"heap\":99", "heap" },
        { "\"heap\":21", "\"heap\":20", "the first position differs" },
        { "\"heap\":21", "\"pile\":21", "pile" },
        { "\"options\"", "\"optiens\"", "options: is missing" },
        { "\"who\":\"bot\"", "\"who\":\"rat\"", "seats[0].who" },
        { "\"name\":\"r", "\"nome\":\"r", "seats[0].name" },
        { "ndom 0", "ndom \\u0007", "seats[0].name: must be shorter" },
        { "ndom 0", "ndom \\u009b2J", "seats[0].name: must be shorter" },
        { "\"seats\":[", "\"seats\":[{\"name\":\"x\",\"who\":\"bot\"},", "seats" },
        { "\"seed\":\"0", "\"seed\":\"x", "seed" },
        { "\"drawn\":0", "\"drawn\":x", "header makes no sense" },
        { "\"drawn\":0", "\"drawn\":-1", "drawn" },
        { "\"drawn\":0", "\"drawn\":0,\"position\":7", "position" },
        { "\"drawn\":0", "\"drawn\":0,\"position\":{\"heap\":65}", "heap" },
        { "\"drawn\":0", "\"drawn\":0,\"position\":{\"heap\":5}", "the first position differs" },
        { "\"hash\":\"", "\"hesh\":\"", "hash: is missing" },
        { "\"hash\":\"", "\"hash\":\"0", "hash: must be 16" },
        { "{\"game\"", "[\"game\"", "header makes no sense" },
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        check_swap((struct swap){ RD_BLOCK_START, lies[i].from, lies[i].to, false, "" },
                   RD_REPLAY_DAMAGED, lies[i].message);
    }
}

static void ends_with_wrong_facts(void)
{
    static const struct {
        enum rd_replay_kind kind;
        const char *from, *to, *message;
    } lies[] = {
        { RD_REPLAY_DIFFERS, "\"rank\":[", "\"rank\":[3,", "the result differs" },
        { RD_REPLAY_DIFFERS, "\"outcome\":", "\"outcome\":null,\"x\":", "the result differs" },
        { RD_REPLAY_DAMAGED, "\"orders\":", "\"orders\":7", "counts other turns or orders" },
        { RD_REPLAY_DAMAGED, "\"turns\":", "\"turns\":1", "counts other turns or orders" },
        { RD_REPLAY_DAMAGED, "\"turns\":", "\"turns\":99999999999", "end.turns" },
        { RD_REPLAY_DAMAGED, "\"hash\":\"", "\"hash\":\"x", "end.hash: must be 16" },
        { RD_REPLAY_DIFFERS,
          "\"hash\":", "\"hash\":\"0123456789abcdef\",\"x\":", "the last state differs" },
        { RD_REPLAY_DAMAGED, "{", "", "the last block makes no sense" },
    };
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        check_swap((struct swap){ RD_BLOCK_END, lies[i].from, lies[i].to, false, "" }, lies[i].kind,
                   lies[i].message);
    }
}

/* ---- made to harm ---- */

/* A block by the letter of docs/replay-format.md, with whatever numbers and bytes we like. */
static size_t seal(char *out, const char *type, uint32_t claim, const void *packed, uint32_t size)
{
    uint64_t key[2];
    memcpy(key, "redoubt replay 1", sizeof key);
    memcpy(out + 8, type, 4);
    rd_store((uint8_t *)out + 12, 0, 4);
    rd_store((uint8_t *)out + 16, size, 4);
    rd_store((uint8_t *)out + 20, claim, 4);
    memcpy(out + 24, packed, size);
    rd_store((uint8_t *)out, rd_siphash(key, out + 8, 16 + size), 8);
    return 24 + size;
}

static struct rd_problem problem_of_block(const char *type, uint32_t claim, const void *packed,
                                          uint32_t size)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    struct recording recording = kit_recording("null", 4, false);
    char *file = malloc(16 + 24 + (size_t)size);
    memcpy(file, recording.bytes, 16);
    size_t length = seal(file + 16, type, claim, packed, size);
    CHECK_EQ(kit_verify(file, 16 + length, &turns, &problem), RD_REPLAY_DAMAGED);
    free(file);
    free(recording.bytes);
    return problem;
}

/* 64 MiB of zeros in a few KB, whatever size the block claims. */
static void blocks_that_unpack_to_far_too_much(void)
{
    static const uint32_t claims[] = {
        0, 1, 1000, RD_REPLAY_JSON_MAX, RD_REPLAY_JSON_MAX + 1, 64u << 20, UINT32_MAX
    };
    size_t full = (size_t)64 << 20, room = ZSTD_compressBound(full);
    char *zeros = calloc(1, full), *packed = malloc(room);
    size_t size = ZSTD_compress(packed, room, zeros, full, 3);
    CHECK(!ZSTD_isError(size) && size < 100000);
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        struct rd_problem problem = problem_of_block("HEAD", claims[i], packed, (uint32_t)size);
        bool told = strstr(problem.text, "larger than a block can be") != NULL ||
                    strstr(problem.text, "does not unpack to the size it claims") != NULL;
        CHECK(told);
    }
    free(zeros);
    free(packed);
}

static void two_compressed_frames_in_a_block(void)
{
    char packed[256];
    size_t one = ZSTD_compress(packed, 128, "{}", 2, 3);
    size_t two = ZSTD_compress(packed + one, 128, "{}", 2, 3);
    struct rd_problem problem = problem_of_block("HEAD", 4, packed, (uint32_t)(one + two));
    CHECK(strstr(problem.text, "does not unpack") != NULL);
}

/* Sizes that the file does not have. */
static void sizes_beyond_the_limits(void)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    struct recording recording = kit_recording("null", 4, false);
    rd_store((uint8_t *)recording.bytes + 16 + 16, UINT32_MAX, 4);
    CHECK_EQ(kit_verify(recording.bytes, recording.size, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "larger than a block can be") != NULL);
    problem.text[0] = '\0';
    rd_store((uint8_t *)recording.bytes + 16 + 16, RD_REPLAY_JSON_MAX, 4);
    CHECK_EQ(kit_verify(recording.bytes, recording.size, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK(strstr(problem.text, "cut short") != NULL);
    free(recording.bytes);
}

static void unknown_block(void)
{
    struct rd_problem problem = problem_of_block("WHAT", 0, "", 0);
    CHECK(strstr(problem.text, "unknown type") != NULL);
}

static void no_header(void)
{
    char packed[64], record[RD_RECORD_SIZE] = { 1 };
    size_t size = ZSTD_compress(packed, sizeof packed, record, sizeof record, 3);
    struct rd_problem problem = problem_of_block("TURN", sizeof record, packed, (uint32_t)size);
    CHECK(strstr(problem.text, "the first block is no header") != NULL);
}

/* As deep as the header may be long. */
static void a_header_nested_too_deep(void)
{
    char *deep = malloc(RD_REPLAY_JSON_MAX), *packed = malloc(RD_REPLAY_JSON_MAX);
    memset(deep, '[', RD_REPLAY_JSON_MAX);
    size_t size = ZSTD_compress(packed, RD_REPLAY_JSON_MAX, deep, RD_REPLAY_JSON_MAX, 3);
    struct rd_problem problem =
        problem_of_block("HEAD", RD_REPLAY_JSON_MAX, packed, (uint32_t)size);
    CHECK(strstr(problem.text, "header makes no sense") != NULL);
    free(deep);
    free(packed);
}

static void newer_format(void)
{
    struct rd_problem problem = { "" };
    uint32_t turns = 0;
    struct recording recording = kit_recording("null", 4, false);
    recording.bytes[8] = 2;
    CHECK_EQ(kit_verify(recording.bytes, recording.size, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK_TEXT(problem.text, "written by a newer version of redoubt: format 2, and this one "
                             "reads up to 1");
    free(recording.bytes);
}

/* A block of as many orders as fit. */
static void fill_with_orders(void *context, uint32_t number, struct rd_block *block)
{
    static uint8_t orders[RD_REPLAY_BLOCK_MAX];
    (void)context;
    if (number == 0 || block->type != RD_BLOCK_TURNS) {
        return;
    }
    for (uint32_t at = 0; at < sizeof orders; at += RD_RECORD_SIZE) {
        struct rd_replay_item take = { .kind = RD_REPLAY_ORDER };
        rd_record_store(orders + at, &take);
    }
    block->bytes = orders;
    block->size = sizeof orders;
}

static void endless_turn(void)
{
    struct rd_chosen chosen;
    struct recipe recipe = { .block_a_turn = true };
    kit_choose(&chosen, rd_game_find("null"), 0);
    chosen.setup.option[0] = 64; /* enough turns, and so blocks, for too many orders */
    struct rd_replay_start start = kit_start(&chosen, 3);
    struct recording recording = kit_record(&start, &recipe);
    struct recording filled = kit_rewrite(&recording, fill_with_orders, NULL);
    FILE *file = fmemopen(filled.bytes, filled.size, "rb");
    struct rd_problem problem = { "" };
    struct rd_replay_reader *reader = rd_replay_open(file, &problem);
    struct rd_replay_item item;
    uint64_t orders = 0;
    while (rd_replay_next(reader, &item, &problem) == RD_REPLAY_ORDER) {
        orders++;
    }
    CHECK_EQ(item.kind, RD_REPLAY_DAMAGED);
    CHECK_EQ(orders, RD_REPLAY_ORDERS_MAX);
    CHECK(strstr(problem.text, "more orders in a turn") != NULL);
    rd_replay_reader_close(reader);
    fclose(file);
    free(filled.bytes);
    free(recording.bytes);
    rd_chosen_close(&chosen);
}

/* The header stays readable when the game can't be played. */
static void other_rules_still_show(void)
{
    struct swap swap = { RD_BLOCK_START, "\"rules_version\":1", "\"rules_version\":2", false, "" };
    struct rd_problem problem = { "" };
    struct recording recording = kit_recording("null", 4, false);
    struct recording other = kit_rewrite(&recording, swap_text, &swap);
    FILE *file = fmemopen(other.bytes, other.size, "rb");
    struct rd_replay_reader *reader = rd_replay_open(file, &problem);
    struct rd_replay_item item;
    CHECK(reader != NULL);
    CHECK(rd_replay_started(reader, &problem) == NULL);
    CHECK(strstr(problem.text, "this program plays version 1") != NULL);
    CHECK_TEXT(json_string_value(json_object_get(rd_replay_header(reader), "game")), "null");
    while (rd_replay_next(reader, &item, &problem) < RD_REPLAY_END) {
    }
    CHECK_EQ(item.kind, RD_REPLAY_END);
    CHECK(json_is_object(json_object_get(rd_replay_ending(reader), "outcome")));
    rd_replay_reader_close(reader);
    fclose(file);
    free(other.bytes);
    free(recording.bytes);
}

/* usage: replay_damage [--soak] */
int main(int argc, char **argv)
{
    is_soak = argc == 2 && strcmp(argv[1], "--soak") == 0;
    RUN(cut_at_every_byte);
    RUN(every_bit_flipped);
    RUN(an_empty_file);
    RUN(another_file);
    RUN(bytes_behind_the_end);
    RUN(blocks_out_of_order);
    RUN(wrong_hash_names_the_turn);
    RUN(refused_order_is_named);
    RUN(order_out_of_range);
    RUN(seats_that_are_not_there);
    RUN(nobody_resigns);
    RUN(a_turn_without_end);
    RUN(an_end_without_turn);
    RUN(turns_must_go_up);
    RUN(records_must_be_whole);
    RUN(headers_with_wrong_facts);
    RUN(ends_with_wrong_facts);
    RUN(blocks_that_unpack_to_far_too_much);
    RUN(two_compressed_frames_in_a_block);
    RUN(sizes_beyond_the_limits);
    RUN(unknown_block);
    RUN(no_header);
    RUN(a_header_nested_too_deep);
    RUN(newer_format);
    RUN(endless_turn);
    RUN(other_rules_still_show);
    return check_end();
}
