#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/replay.h"
#include "host/replay_block.h"
#include "host/replay_header.h"
#include "host/replay_record.h"
#include "host/text.h"
#include "redoubt/hash.h"

/* A block this full is written at the next end of a turn. Larger ones would pack a little
 * better, but more would be lost with a damaged one. */
enum { FULL_ENOUGH = RD_REPLAY_BLOCK_MAX / 4 };

struct rd_replay_writer {
    struct rd_block_stream stream;
    const struct rd_game *game;
    struct rd_problem problem; /* the first failure; nothing is written after it */
    uint32_t turn, orders_in_turn;
    uint64_t orders;
    uint32_t used; /* bytes of records */
    uint8_t records[RD_REPLAY_BLOCK_MAX];
};

static bool failed(const struct rd_replay_writer *writer)
{
    return writer->problem.text[0] != '\0';
}

static bool write_json(struct rd_replay_writer *writer, enum rd_block_type type, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    if (text == NULL) {
        return rd_problem_at(&writer->problem, NULL, "out of memory");
    }
    size_t size = strlen(text);
    bool fine = false;
    if (size > RD_REPLAY_JSON_MAX) {
        rd_problem_at(&writer->problem, NULL, "the first position is too large for a replay");
    } else {
        struct rd_block block = { type, (uint32_t)size, (uint8_t *)text };
        fine = rd_block_write(&writer->stream, &block, &writer->problem);
    }
    free(text);
    return fine;
}

static bool write_start(struct rd_replay_writer *writer, const struct rd_replay_start *start)
{
    struct rd_play play;
    if (!rd_replay_names_fit(start, &writer->problem)) {
        return false;
    }
    rd_replay_start_play(start, &play);
    writer->turn = writer->game->turns(play.state).done;
    uint64_t hash = rd_hash(play.state, writer->game->state_size);
    rd_play_end(&play);
    return rd_block_write_head(&writer->stream, &writer->problem) &&
           write_json(writer, RD_BLOCK_START, rd_replay_header_make(start, hash));
}

struct rd_replay_writer *rd_replay_create(FILE *file, const struct rd_replay_start *start,
                                          struct rd_problem *problem)
{
    struct rd_replay_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        rd_problem_at(problem, NULL, "out of memory");
        return NULL;
    }
    writer->stream.file = file;
    writer->game = start->chosen->game;
    if (!write_start(writer, start)) {
        rd_problem_at(problem, NULL, "%s", writer->problem.text);
        rd_replay_close(writer);
        return NULL;
    }
    return writer;
}

bool rd_replay_flush(struct rd_replay_writer *writer)
{
    if (failed(writer) || writer->used == 0) {
        return !failed(writer);
    }
    struct rd_block block = { RD_BLOCK_TURNS, writer->used, writer->records };
    writer->used = 0;
    return rd_block_write(&writer->stream, &block, &writer->problem);
}

static bool add(struct rd_replay_writer *writer, const struct rd_replay_item *item)
{
    if (writer->used == sizeof writer->records && !rd_replay_flush(writer)) {
        return false;
    }
    rd_record_store(writer->records + writer->used, item);
    writer->used += RD_RECORD_SIZE;
    return true;
}

static bool add_turn(struct rd_replay_writer *writer, const void *state)
{
    struct rd_replay_item turn = { .kind = RD_REPLAY_TURN,
                                   .turn = writer->game->turns(state).done,
                                   .hash = rd_hash(state, writer->game->state_size) };
    RD_ASSERT(turn.turn > writer->turn); /* law 5 */
    writer->turn = turn.turn;
    writer->orders_in_turn = 0;
    return add(writer, &turn) && (writer->used < FULL_ENOUGH || rd_replay_flush(writer));
}

bool rd_replay_record(struct rd_replay_writer *writer, rd_seat seat, struct rd_action action,
                      const void *state_after)
{
    if (failed(writer)) {
        return false;
    }
    if (writer->orders_in_turn == RD_REPLAY_ORDERS_MAX) {
        return rd_problem_at(&writer->problem, NULL, "more than %d orders in one turn",
                             RD_REPLAY_ORDERS_MAX);
    }
    struct rd_replay_item order = { .kind = RD_REPLAY_ORDER, .seat = seat, .action = action };
    writer->orders_in_turn++;
    writer->orders++;
    if (!add(writer, &order)) {
        return false;
    }
    bool turn_ended = writer->game->turns(state_after).done != writer->turn;
    return !turn_ended || add_turn(writer, state_after);
}

static json_t *ending(const struct rd_replay_writer *writer, const void *state)
{
    struct rd_outcome outcome;
    char hex[RD_HEX64_TEXT];
    writer->game->outcome(state, &outcome);
    rd_hex64_print(rd_hash(state, writer->game->state_size), hex);
    return json_pack("{s:I, s:I, s:s, s:o}", "turns", (json_int_t)writer->turn, "orders",
                     (json_int_t)writer->orders, "hash", hex, "outcome",
                     rd_outcome_to_json(writer->game, &outcome));
}

bool rd_replay_finish(struct rd_replay_writer *writer, const void *state,
                      struct rd_problem *problem)
{
    if (!rd_replay_flush(writer) || !write_json(writer, RD_BLOCK_END, ending(writer, state))) {
        return rd_problem_at(problem, NULL, "%s", writer->problem.text);
    }
    return true;
}

void rd_replay_close(struct rd_replay_writer *writer)
{
    if (writer != NULL) {
        rd_block_free(&writer->stream);
        free(writer);
    }
}
