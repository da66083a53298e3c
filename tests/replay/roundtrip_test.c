/* Whatever a match was, its replay plays the same: every game, many options, from positions,
 * on maps of one's own, resigned and broken off. */
#include <stdlib.h>

#include "check.h"
#include "host/codec.h"
#include "kit.h"
#include "redoubt/hash.h"

enum {
    SETUPS = 12,
    SETUPS_SOAK = 40,
    FEW_SETUPS = 2,
    POSITIONS = 5,
    FEW_TURNS = 20,
    LEGAL_ROOM = 65536
};
enum { SOME_TURNS = 100, SOME_TURNS_SOAK = 400 }; /* after so many a game is broken off */

static bool is_soak;
static uint32_t some_turns = SOME_TURNS;

/* Games with long lists of orders take long with sanitizers. */
static uint64_t setups_of(const struct rd_game *game)
{
    return game->legal_max > LEGAL_ROOM ? FEW_SETUPS : is_soak ? SETUPS_SOAK : SETUPS;
}

static uint64_t positions_of(const struct rd_game *game)
{
    return game->legal_max > LEGAL_ROOM && !is_soak ? 1 : POSITIONS;
}

static void check_verifies(const struct recording *recording, uint32_t turns)
{
    struct rd_problem problem = { "" };
    uint32_t played = 0;
    CHECK_EQ(kit_verify(recording->bytes, recording->size, &played, &problem), RD_REPLAY_END);
    CHECK_TEXT(problem.text, "");
    CHECK_EQ(played, turns);
}

/* Can the game go on for longer than a test should, or for ever? */
static bool may_last(const struct rd_replay_start *start)
{
    struct rd_play play;
    rd_replay_start_play(start, &play);
    uint32_t limit = play.game->turns(play.state).limit;
    rd_play_end(&play);
    return limit == 0 || limit > some_turns;
}

static void every_game_at_many_options(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        for (uint64_t seed = 0; seed < setups_of(rd_game_at(g)); seed++) {
            struct rd_chosen chosen;
            struct recipe recipe = { .block_a_turn = seed % 2 == 1 };
            kit_choose(&chosen, rd_game_at(g), seed);
            struct rd_replay_start start = kit_start(&chosen, seed);
            bool lasts = may_last(&start);
            recipe.break_off = lasts ? some_turns : 0;
            struct recording recording = kit_record(&start, &recipe);
            CHECK(recipe.result.outcome.over || lasts);
            check_verifies(&recording, recipe.result.turns);
            free(recording.bytes);
            rd_chosen_close(&chosen);
        }
    }
}

/* The first turns of a game with the presets. */
static struct recording beginning(const struct rd_game *game, uint64_t seed)
{
    struct rd_chosen chosen;
    struct recipe recipe = { .break_off = FEW_TURNS };
    kit_choose(&chosen, game, 0);
    struct rd_replay_start start = kit_start(&chosen, seed);
    struct recording recording = kit_record(&start, &recipe);
    rd_chosen_close(&chosen);
    return recording;
}

static void same_seed_same_bytes(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct recording a = beginning(rd_game_at(g), 5);
        struct recording b = beginning(rd_game_at(g), 5);
        struct recording c = beginning(rd_game_at(g), 6);
        CHECK(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
        CHECK(a.size != c.size || memcmp(a.bytes, c.bytes, a.size) != 0);
        free(a.bytes);
        free(b.bytes);
        free(c.bytes);
    }
}

/* Plays random games until one has a state in the middle, and goes on from there. */
static void play_on(const struct rd_game *game, uint64_t seed)
{
    struct rd_chosen chosen;
    struct recipe first = { .break_off = 3 }, second = { .block_a_turn = true };
    kit_choose(&chosen, game, 0);
    struct rd_replay_start start = kit_start(&chosen, seed);
    struct recording recording = kit_record(&start, &first);
    CHECK(!first.result.outcome.over);
    check_verifies(&recording, first.result.turns);

    FILE *file = fmemopen(recording.bytes, recording.size, "rb");
    struct rd_problem problem = { "" };
    struct rd_replay_reader *reader = rd_replay_open(file, &problem);
    struct rd_replay_play play;
    struct rd_replay_item item;
    CHECK(rd_replay_play_begin(&play, reader, &problem));
    while (rd_replay_play_next(&play, &item, &problem) < RD_REPLAY_END) {
    }
    start.state = play.play.state;
    start.drawn = play.play.luck.drawn;
    struct recording rest = kit_record(&start, &second);
    CHECK(second.result.outcome.over);
    CHECK(second.result.turns > first.result.turns);
    check_verifies(&rest, second.result.turns);
    free(rest.bytes);
    rd_replay_play_end(&play);
    rd_replay_reader_close(reader);
    fclose(file);
    free(recording.bytes);
    rd_chosen_close(&chosen);
}

static void from_a_position(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        for (uint64_t seed = 1; seed <= positions_of(rd_game_at(g)); seed++) {
            play_on(rd_game_at(g), seed);
        }
    }
}

static void on_a_map_of_ones_own(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        const struct rd_game *game = rd_game_at(g);
        if (game->map_size == 0) {
            continue;
        }
        struct rd_chosen chosen;
        struct rd_play play;
        struct recipe recipe = { .seed = 1 };
        kit_choose(&chosen, game, 0);
        struct rd_replay_start start = kit_start(&chosen, 9);
        rd_replay_start_play(&start, &play);
        chosen.map = malloc(game->map_size);
        rd_codec_of(game)->map_of_state(play.state, chosen.map);
        chosen.setup.map = chosen.map;
        chosen.setup.map_size = game->map_size;
        CHECK_EQ(game->check_setup(&chosen.setup).code, RD_OK);
        struct recording recording = kit_record(&start, &recipe);
        check_verifies(&recording, recipe.result.turns);
        free(recording.bytes);
        rd_play_end(&play);
        rd_chosen_close(&chosen);
    }
}

/* A resignation in the middle of a turn: no turn ends with it, the end still agrees. */
static void resigned(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        struct rd_chosen chosen;
        struct rd_problem problem = { "" };
        struct recording recording = { NULL, 0 };
        kit_choose(&chosen, rd_game_at(g), 0);
        struct rd_replay_start start = kit_start(&chosen, 2);
        FILE *file = open_memstream(&recording.bytes, &recording.size);
        struct rd_replay_writer *writer = rd_replay_create(file, &start, &problem);
        struct rd_play play;
        struct rd_action resign = { RD_VERB_RESIGN, { 0 } };
        rd_replay_start_play(&start, &play);
        CHECK_EQ(rd_play_action(&play, 1, resign).code, RD_OK);
        CHECK(rd_replay_record(writer, 1, resign, play.state));
        CHECK(rd_replay_finish(writer, play.state, &problem));
        rd_replay_close(writer);
        fclose(file);
        check_verifies(&recording, play.game->turns(play.state).done);
        free(recording.bytes);
        rd_play_end(&play);
        rd_chosen_close(&chosen);
    }
}

/* An order that changes nothing much and may be given again: false if the game has none. */
static bool idle_order(const struct rd_play *play, struct rd_action *out)
{
    static struct rd_action legal[LEGAL_ROOM];
    RD_ASSERT(play->game->legal_max <= LEGAL_ROOM);
    uint32_t count = play->game->legal(play->state, 0, legal, play->game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        if ((play->game->verbs[legal[i].verb].flags & RD_VERB_ENDS_TURN) == 0) {
            *out = legal[i];
            return true;
        }
    }
    return false;
}

/* Records an idle order again and again; returns how often. */
static uint32_t order_idly(struct rd_replay_writer *writer, struct rd_play *play, uint32_t times)
{
    struct rd_action order;
    uint32_t given = 0;
    while (given < times && idle_order(play, &order)) {
        CHECK_EQ(rd_play_action(play, 0, order).code, RD_OK);
        if (!rd_replay_record(writer, 0, order, play->state)) {
            break;
        }
        given++;
    }
    return given;
}

/* A turn of more orders than a block holds is split; one of more than a replay allows is refused.
 */
static void long_turns(void)
{
    static const uint32_t lengths[] = { 10000, RD_REPLAY_ORDERS_MAX, RD_REPLAY_ORDERS_MAX + 1 };
    for (uint32_t n = 0; rd_game_at(n / 3) != NULL; n++) {
        const struct rd_game *game = rd_game_at(n / 3);
        uint32_t times = lengths[n % 3];
        if (game->legal_max > LEGAL_ROOM) {
            continue; /* so many questions about long lists would take minutes */
        }
        struct rd_chosen chosen;
        struct rd_problem problem = { "" };
        struct recording recording = { NULL, 0 };
        struct rd_play play;
        kit_choose(&chosen, game, 0);
        struct rd_replay_start start = kit_start(&chosen, 2);
        FILE *file = open_memstream(&recording.bytes, &recording.size);
        struct rd_replay_writer *writer = rd_replay_create(file, &start, &problem);
        rd_replay_start_play(&start, &play);
        uint32_t given = order_idly(writer, &play, times);
        bool fits = given == times || given == 0; /* 0: every order of this game ends a turn */
        CHECK_EQ(fits, given == 0 || times <= RD_REPLAY_ORDERS_MAX);
        CHECK_EQ(rd_replay_finish(writer, play.state, &problem), fits);
        CHECK_EQ(strstr(problem.text, "more than 65536 orders in one turn") != NULL, !fits);
        rd_replay_close(writer);
        fclose(file);
        if (fits) {
            check_verifies(&recording, 0);
        }
        free(recording.bytes);
        rd_play_end(&play);
        rd_chosen_close(&chosen);
    }
}

/* What a server keeps while people play: no end yet, readable to the last flush. */
static void still_running(void)
{
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    struct recording recording = { NULL, 0 };
    kit_choose(&chosen, rd_game_find("null"), 0);
    struct rd_replay_start start = kit_start(&chosen, 2);
    FILE *file = open_memstream(&recording.bytes, &recording.size);
    struct rd_replay_writer *writer = rd_replay_create(file, &start, &problem);
    struct rd_play play;
    rd_replay_start_play(&start, &play);
    for (rd_seat seat = 0; seat < 2; seat++) {
        struct rd_action take = { 0, { 3, 0, 0 } };
        CHECK_EQ(rd_play_action(&play, seat, take).code, RD_OK);
        CHECK(rd_replay_record(writer, seat, take, play.state));
        CHECK(rd_replay_flush(writer));
    }
    uint32_t turns = 0;
    CHECK_EQ(kit_verify(recording.bytes, recording.size, &turns, &problem), RD_REPLAY_DAMAGED);
    CHECK_EQ(turns, 2);
    CHECK(strstr(problem.text, "still running") != NULL);
    CHECK(strstr(problem.text, "up to turn 2") != NULL);
    rd_replay_close(writer);
    fclose(file);
    free(recording.bytes);
    rd_play_end(&play);
    rd_chosen_close(&chosen);
}

static void names_must_be_utf8(void)
{
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    kit_choose(&chosen, rd_game_find("null"), 0);
    struct rd_replay_start start = kit_start(&chosen, 2);
    snprintf(start.seat[0].name, sizeof start.seat[0].name, "\xff");
    FILE *file = tmpfile();
    CHECK(rd_replay_create(file, &start, &problem) == NULL);
    CHECK(strstr(problem.text, "UTF-8") != NULL);
    fclose(file);
    rd_chosen_close(&chosen);
}

static void full_disk(void)
{
    FILE *file = fopen("/dev/full", "wb");
    if (file == NULL) {
        return;
    }
    struct rd_chosen chosen;
    struct rd_problem problem = { "" };
    kit_choose(&chosen, rd_game_find("null"), 0);
    struct rd_replay_start start = kit_start(&chosen, 2);
    CHECK(rd_replay_create(file, &start, &problem) == NULL);
    CHECK(strstr(problem.text, "can't be written") != NULL);
    fclose(file);
    rd_chosen_close(&chosen);
}

/* usage: replay_roundtrip [--soak] */
int main(int argc, char **argv)
{
    is_soak = argc == 2 && strcmp(argv[1], "--soak") == 0;
    some_turns = is_soak ? SOME_TURNS_SOAK : SOME_TURNS;
    RUN(every_game_at_many_options);
    RUN(same_seed_same_bytes);
    RUN(from_a_position);
    RUN(on_a_map_of_ones_own);
    RUN(resigned);
    RUN(long_turns);
    RUN(still_running);
    RUN(names_must_be_utf8);
    RUN(full_disk);
    return check_end();
}
