#include "kit.h"

#include <stdlib.h>
#include <string.h>

static int32_t draw_option(const struct rd_option *option, struct rd_luck *luck)
{
    switch (rd_luck_range(luck, 0, 3)) {
    case 0:
        return option->min;
    case 1:
        return option->max;
    case 2:
        return rd_luck_range(luck, option->min, option->max);
    default:
        return option->preset;
    }
}

void kit_choose(struct rd_chosen *chosen, const struct rd_game *game, uint64_t seed)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    bool opened = rd_chosen_open(chosen, game->id, NULL);
    RD_ASSERT(opened);
    struct rd_setup presets = chosen->setup;
    for (uint32_t i = 0; seed != 0 && game->options[i].key != NULL; i++) {
        chosen->setup.option[i] = draw_option(&game->options[i], &luck);
    }
    if (game->check_setup(&chosen->setup).code != RD_OK) {
        chosen->setup = presets;
    }
}

struct rd_replay_start kit_start(const struct rd_chosen *chosen, uint64_t seed)
{
    struct rd_replay_start start = { .chosen = chosen, .key = { seed, ~seed } };
    for (uint32_t seat = 0; seat < chosen->setup.seats; seat++) {
        snprintf(start.seat[seat].name, sizeof start.seat[seat].name, "r\xc3\xa4ndom %u", seat);
        start.seat[seat].who = RD_REPLAY_BOT;
    }
    return start;
}

struct watcher {
    struct rd_replay_writer *writer;
    const struct rd_game *game;
    const struct recipe *recipe;
};

static bool on_turn(void *context, const void *state)
{
    const struct watcher *watcher = context;
    if (watcher->recipe->block_a_turn) {
        rd_replay_flush(watcher->writer);
    }
    uint32_t last = watcher->recipe->break_off;
    return last == 0 || watcher->game->turns(state).done < last;
}

struct recording kit_record(const struct rd_replay_start *start, struct recipe *recipe)
{
    struct recording recording = { NULL, 0 };
    struct rd_problem problem = { "" };
    FILE *file = open_memstream(&recording.bytes, &recording.size);
    RD_ASSERT(file != NULL);
    struct rd_replay_writer *writer = rd_replay_create(file, start, &problem);
    RD_ASSERT(writer != NULL);
    struct watcher watcher = { writer, start->chosen->game, recipe };
    struct rd_match_plan plan = {
        .start = start, .orders_cap = 50, .writer = writer, .on_turn = on_turn, .context = &watcher
    };
    for (uint32_t seat = 0; seat < start->chosen->setup.seats; seat++) {
        plan.bot[seat] = rd_bot_find(start->chosen->game, "random");
    }
    bool fine = rd_match_play(&plan, &recipe->result, &problem);
    RD_ASSERT(fine);
    rd_replay_close(writer);
    fclose(file);
    return recording;
}

struct recording kit_recording(const char *game, uint64_t seed, bool block_a_turn)
{
    struct rd_chosen chosen;
    struct recipe recipe = { .block_a_turn = block_a_turn };
    kit_choose(&chosen, rd_game_find(game), 0);
    struct rd_replay_start start = kit_start(&chosen, seed);
    struct recording recording = kit_record(&start, &recipe);
    rd_chosen_close(&chosen);
    return recording;
}

static FILE *open_bytes(const char *bytes, size_t size)
{
    /* fmemopen takes a pointer that it could write through; "rb" does not. */
    FILE *file = fmemopen((void *)(uintptr_t)bytes, size, "rb");
    RD_ASSERT(file != NULL);
    return file;
}

enum rd_replay_kind kit_verify(const char *bytes, size_t size, uint32_t *turns,
                               struct rd_problem *problem)
{
    FILE *file = open_bytes(bytes, size);
    struct rd_replay_reader *reader = rd_replay_open(file, problem);
    struct rd_replay_play play;
    struct rd_replay_item item;
    enum rd_replay_kind kind = RD_REPLAY_DAMAGED;
    *turns = 0;
    if (reader != NULL && rd_replay_play_begin(&play, reader, problem)) {
        do {
            kind = rd_replay_play_next(&play, &item, problem);
        } while (kind < RD_REPLAY_END);
        *turns = play.turn;
        rd_replay_play_end(&play);
    }
    rd_replay_reader_close(reader);
    fclose(file);
    return kind;
}

struct recording kit_rewrite(const struct recording *recording, kit_change change, void *context)
{
    struct recording out = { NULL, 0 };
    struct rd_problem problem = { "" };
    struct rd_block_stream from = { .file = open_bytes(recording->bytes, recording->size) };
    struct rd_block_stream to = { .file = open_memstream(&out.bytes, &out.size) };
    bool fine = rd_block_read_head(&from, &problem) && rd_block_write_head(&to, &problem);
    while (fine && !rd_block_at_end(&from)) {
        struct rd_block block;
        fine = rd_block_read(&from, &block, &problem);
        if (fine && change != NULL) {
            change(context, from.number - 1, &block);
        }
        fine = fine && rd_block_write(&to, &block, &problem);
    }
    RD_ASSERT(fine);
    fclose(from.file);
    fclose(to.file);
    rd_block_free(&from);
    rd_block_free(&to);
    return out;
}

uint32_t kit_block_offsets(const struct recording *recording, size_t *offset, uint32_t max)
{
    struct rd_problem problem = { "" };
    struct rd_block_stream from = { .file = open_bytes(recording->bytes, recording->size) };
    bool fine = rd_block_read_head(&from, &problem);
    uint32_t count = 0;
    while (fine && !rd_block_at_end(&from)) {
        struct rd_block block;
        RD_ASSERT(count < max);
        offset[count++] = (size_t)from.offset;
        fine = rd_block_read(&from, &block, &problem);
    }
    RD_ASSERT(fine);
    fclose(from.file);
    rd_block_free(&from);
    return count;
}
