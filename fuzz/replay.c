/* Bytes as a replay file: read as far as it is good, and played again. */
#include <stdio.h>

#include "fuzz.h"
#include "host/replay.h"

enum { ITEMS_MAX = 200000 };

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
    rd_replay_shut(reader);
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
        rd_replay_shut(reader);
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
    rd_replay_shut(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* fmemopen takes no const pointer; a file opened for reading only does not write to it. */
    union {
        const uint8_t *given;
        void *taken;
    } bytes = { .given = data };
    FILE *file = size == 0 ? NULL : fmemopen(bytes.taken, size, "rb");
    if (file == NULL) {
        return 0;
    }
    read_all(file);
    play_all(file);
    fclose(file);
    return 0;
}
