/* What listeners of a match on one machine are told of its steps: the frames of the same orders
 * given plainly, however often they ask and whatever is taken back. */
#include "host/local_frames.h"

#include <stdlib.h>

#include "check.h"
#include "host/patch.h"
#include "laws/playout.h"
#include "mend.h"

enum { ORDERS = 300, FRAMES_MAX = 8192, VIEWERS = 2, UNDO_ONE_IN = 4, TELL_ONE_IN = 5 };

/* Frames as they must be told to one listener. */
struct wanted {
    uint32_t step[FRAMES_MAX], events[FRAMES_MAX], order[FRAMES_MAX];
    uint8_t *view; /* one after the other */
    uint32_t count;
};

struct table {
    struct rd_chosen chosen;
    struct rd_play play; /* the same orders, given plainly */
    void *kept;          /* its state before the latest order */
    struct rd_luck luck; /* and its luck */
    struct rd_local_match *match;
    struct rd_luck chooser;
    struct wanted wanted[VIEWERS];
    uint32_t orders, told, most, undone;
    struct rd_action *legal;
};

static rd_seat eyes(const struct table *table, uint32_t viewer)
{
    return viewer == 0 ? 0 : (rd_seat)(table->chosen.setup.seats - 1);
}

static void expect(struct table *table, uint32_t viewer)
{
    struct wanted *wanted = &table->wanted[viewer];
    struct rd_shown shown = rd_play_shown(&table->play);
    size_t size = shown.game->view_size;
    struct rd_frame_walk walk;
    rd_frame_walk_begin(&walk, &shown, eyes(table, viewer));
    while (rd_frame_walk_next(&walk)) {
        RD_ASSERT(wanted->count < FRAMES_MAX);
        wanted->step[wanted->count] = walk.step;
        wanted->events[wanted->count] = rd_frame_heard(&walk);
        wanted->order[wanted->count] = table->orders;
        wanted->view = realloc(wanted->view, (wanted->count + 1) * size);
        memcpy(wanted->view + wanted->count++ * size, walk.view, size);
    }
    rd_frame_walk_end(&walk);
}

/* Backwards from the view of now, as a client makes them. */
static void check_told(struct table *table, uint32_t viewer)
{
    struct wanted *wanted = &table->wanted[viewer];
    const struct rd_game *game = table->chosen.game;
    uint32_t count, events = 0, heard;
    const uint8_t *patches;
    uint8_t *view = malloc(game->view_size);
    const struct rd_local_frame *frame =
        rd_local_frames(table->match, eyes(table, viewer), &count, &patches);
    CHECK_EQ(count, wanted->count);
    game->observe(rd_local_state(table->match), eyes(table, viewer), view);
    for (uint32_t i = count; i-- > 0 && count == wanted->count;) {
        CHECK_EQ(frame[i].step, wanted->step[i]);
        CHECK_EQ(frame[i].events, wanted->events[i]);
        CHECK(i + 1 < count || frame[i].length == 0);
        mend(view, patches + frame[i].patch, frame[i].length);
        CHECK(memcmp(view, wanted->view + i * game->view_size, game->view_size) == 0);
        events += frame[i].events;
    }
    rd_local_tell(table->match, eyes(table, viewer), &heard);
    CHECK_EQ(events, heard);
    table->told += count;
    table->most = count > table->most ? count : table->most;
    wanted->count = 0;
    free(view);
}

static void take_back(struct table *table, rd_seat seat)
{
    if (!rd_local_undo(table->match, seat)) {
        return;
    }
    table->undone++;
    table->orders--;
    memcpy(table->play.state, table->kept, table->chosen.game->state_size);
    table->play.luck = table->luck;
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        struct wanted *wanted = &table->wanted[viewer];
        while (wanted->count > 0 && wanted->order[wanted->count - 1] == table->orders) {
            wanted->count--;
        }
    }
}

static void give_one(struct table *table)
{
    const struct rd_game *game = table->chosen.game;
    rd_seat seat =
        playout_seat(game->to_act(table->play.state), table->chosen.setup.seats, &table->chooser);
    uint32_t count = game->legal(table->play.state, seat, table->legal, game->legal_max);
    if (count == 0) {
        return;
    }
    struct rd_action action = playout_action(game, table->legal, count, &table->chooser);
    memcpy(table->kept, table->play.state, game->state_size);
    table->luck = table->play.luck;
    CHECK_EQ(rd_play_action(&table->play, seat, action).code, RD_OK);
    CHECK_EQ(rd_local_order(table->match, seat, action).code, RD_OK);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        expect(table, viewer);
    }
    table->orders++;
    if (rd_luck_range(&table->chooser, 1, UNDO_ONE_IN) == 1) {
        take_back(table, seat);
    }
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        if (rd_luck_range(&table->chooser, 1, TELL_ONE_IN) == 1) {
            check_told(table, viewer);
        }
    }
}

static void sit_down(struct table *table, const struct rd_game *game)
{
    table->chosen.game = game;
    table->chooser = rd_luck_from_seed(11);
    rd_setup_presets(game, &table->chosen.setup);
    rd_play_begin(&table->play, &table->chosen, rd_luck_from_seed(3));
    struct rd_local_plan plan = { .game = game,
                                  .state = table->play.state,
                                  .luck = table->play.luck,
                                  .listeners =
                                      RD_SEAT_BIT(eyes(table, 0)) | RD_SEAT_BIT(eyes(table, 1)) };
    table->match = rd_local_open(&plan);
    rd_play_ask_frames(&table->play);
    rd_local_ask_frames(table->match);
    table->kept = malloc(game->state_size);
    table->legal = calloc(game->legal_max, sizeof *table->legal);
}

static void play(const struct rd_game *game)
{
    struct table *table = calloc(1, sizeof *table);
    sit_down(table, game);
    for (uint32_t i = 0; i < ORDERS && game->to_act(table->play.state) != 0; i++) {
        give_one(table);
    }
    printf("# %s: %u orders, %u taken back, %u frames, at most %u at once\n", game->id,
           table->orders, table->undone, table->told, table->most);
    CHECK(table->told > 20 && (game->frames_max == 0 || table->most > 1));
    rd_local_close(table->match);
    rd_play_end(&table->play);
    for (uint32_t viewer = 0; viewer < VIEWERS; viewer++) {
        free(table->wanted[viewer].view);
    }
    free(table->kept);
    free(table->legal);
    free(table);
}

static void frames_are_those_of_the_orders(void)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        play(rd_game_at(i));
    }
}

int main(void)
{
    RUN(frames_are_those_of_the_orders);
    return check_end();
}
