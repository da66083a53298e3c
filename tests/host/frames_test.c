/* Orders as each seat saw them, step by step: what a walk shows, what it leaves out, and what is
 * printed of it. */
#include "check.h"
#include "host/frames.h"
#include "host/json_frames.h"
#include "host/json_game.h"
#include "laws/playout.h"

enum { ORDERS = 4000 };

/* What the walks of one game came to. */
struct tally {
    uint32_t orders, frames, left_out, most;
};

/* The events of all frames are those of the order, in sequence; the last view is the one after it.
 */
static void check_walk(const struct rd_play *play, rd_seat seat, struct tally *tally)
{
    struct rd_shown shown = rd_play_shown(play);
    struct rd_frame_walk walk;
    uint32_t events = 0, frames = 0;
    void *view = calloc(1, play->game->view_size);
    rd_frame_walk_begin(&walk, &shown, seat);
    while (rd_frame_walk_next(&walk)) {
        uint32_t heard = 0;
        for (uint32_t i = walk.first; i < walk.last; i++) {
            heard += (play->log.event[i].seen_by & RD_SEAT_BIT(seat)) != 0;
        }
        CHECK(heard > 0 || memcmp(walk.view, walk.view_before, play->game->view_size) != 0);
        CHECK(walk.step == 0 || play->game->step_names[walk.step] != NULL);
        CHECK_EQ(walk.first, events);
        events = walk.last;
        frames++;
    }
    for (uint32_t i = events; i < play->log.count; i++) { /* nothing that it saw is missing */
        CHECK((play->log.event[i].seen_by & RD_SEAT_BIT(seat)) == 0);
    }
    play->game->observe(play->state, seat, view);
    CHECK(memcmp(walk.view, view, play->game->view_size) == 0);
    rd_frame_walk_end(&walk);
    free(view);
    tally->frames += frames;
    tally->left_out += play->frames.count >= frames ? play->frames.count + 1 - frames : 0;
    tally->most = frames > tally->most ? frames : tally->most;
}

/* The same lists as for the whole order, cut into pieces. */
static void check_json(const struct rd_play *play, rd_seat seat)
{
    struct rd_shown shown = rd_play_shown(play);
    json_t *frames = rd_frames_to_json(&shown, seat), *all = json_array(), *frame;
    json_t *events = rd_events_to_json(play->game, &play->log, seat);
    size_t i;
    json_array_foreach(frames, i, frame)
    {
        json_array_extend(all, json_object_get(frame, "events"));
        CHECK(json_is_object(json_object_get(frame, "view")));
    }
    CHECK(json_equal(all, events));
    json_decref(all);
    json_decref(events);
    json_decref(frames);
}

/* Two games with the same orders, one of which is asked for frames. */
static void play_both(const struct rd_game *game, struct tally *tally)
{
    struct rd_chosen chosen = { .game = game };
    struct rd_play plain, asked;
    struct rd_luck chooser = rd_luck_from_seed(5);
    struct rd_action *legal = calloc(game->legal_max, sizeof *legal);
    rd_setup_presets(game, &chosen.setup);
    rd_play_begin(&plain, &chosen, rd_luck_from_seed(5));
    rd_play_begin(&asked, &chosen, rd_luck_from_seed(5));
    rd_play_ask_frames(&asked);
    for (uint32_t i = 0; i < ORDERS && game->to_act(plain.state) != 0; i++) {
        rd_seat seat = playout_seat(game->to_act(plain.state), chosen.setup.seats, &chooser);
        uint32_t count = game->legal(plain.state, seat, legal, game->legal_max);
        if (count == 0) {
            continue;
        }
        struct rd_action action = playout_action(game, legal, count, &chooser);
        CHECK_EQ(rd_play_action(&plain, seat, action).code, RD_OK);
        CHECK_EQ(rd_play_action(&asked, seat, action).code, RD_OK);
        CHECK(memcmp(plain.state, asked.state, game->state_size) == 0);
        CHECK_EQ(plain.log.count, asked.log.count);
        CHECK_EQ(plain.frames.count, 0);
        tally->orders++;
        for (rd_seat eyes = 0; eyes < chosen.setup.seats; eyes++) {
            check_walk(&asked, eyes, tally);
        }
        check_walk(&asked, RD_SPECTATOR, tally);
        if (asked.frames.count > 0 && i % 16 == 0) {
            check_json(&asked, 0);
        }
    }
    rd_play_end(&plain);
    rd_play_end(&asked);
    free(legal);
}

static void frames_of_every_game(void)
{
    uint32_t shown_in_steps = 0;
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        const struct rd_game *game = rd_game_at(i);
        struct tally tally = { 0 };
        play_both(game, &tally);
        printf("# %s: %u orders, %u frames, %u left out, at most %u\n", game->id, tally.orders,
               tally.frames, tally.left_out, tally.most);
        CHECK(game->frames_max > 0 || tally.most <= 1);
        shown_in_steps += tally.most > 1;
    }
    CHECK(shown_in_steps >= 4); /* in civ nobody attacks by chance: its examples do */
}

/* ---- an order of more steps than there is room for at first ---- */

static const char *const step_names[] = { NULL, "counting", NULL };
static const struct rd_verb verbs[] = { { .name = "count" }, { 0 } };
static const struct rd_event_kind kinds[] = { { .name = "counted" }, { 0 } };
enum { LONG = 100 };

static void count_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                        struct rd_event_log *log, struct rd_frames *frames)
{
    uint64_t *s = state;
    (void)action;
    for (uint32_t i = 0; i < LONG; i++) {
        struct rd_event event = { .seen_by = i % 2 == 0 ? RD_ALL_SEATS : 0, .arg = { seat } };
        *s += (uint64_t)rd_luck_range(luck, 1, 6);
        rd_event_add(log, &event);
        if (rd_frame_open(frames, s) != NULL) {
            rd_frame_close(frames, 1, log);
        }
    }
}

static void count_at_once(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                          struct rd_event_log *log)
{
    count_steps(state, seat, action, luck, log, NULL);
}

/* Counts in tens: so most steps change nothing that is seen. */
static void see_tens(const void *state, rd_seat seat, void *view)
{
    const uint64_t *s = state;
    uint64_t *v = view;
    (void)seat;
    *v = *s / 10;
}

static struct rd_verdict allow(const void *state, rd_seat seat, struct rd_action action)
{
    (void)state;
    (void)seat;
    (void)action;
    return rd_verdict_of(RD_OK, 0, 0);
}

static void still_playing(const void *state, struct rd_outcome *outcome)
{
    (void)state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = 2;
}

static const char *sound(const void *state)
{
    (void)state;
    return NULL;
}

/* In the order of struct rd_game, which every game fills: so their tables look alike. */
static const struct rd_game counting = { .id = "counting",
                                         .state_size = 8,
                                         .view_size = 8,
                                         .events_max = LONG,
                                         .verbs = verbs,
                                         .events = kinds,
                                         .apply = count_at_once,
                                         .observe = see_tens,
                                         .judge = allow,
                                         .outcome = still_playing,
                                         .audit = sound,
                                         .step_names = step_names,
                                         .frames_max = LONG,
                                         .apply_steps = count_steps };

static void long_turns_get_more_room(void)
{
    uint64_t start = 0;
    struct rd_play plain, asked;
    const struct rd_action action = { 0 };
    struct tally tally = { 0 };
    rd_play_from(&plain, &counting, &start, 1);
    rd_play_from(&asked, &counting, &start, 1);
    rd_play_ask_frames(&asked);
    for (uint32_t i = 0; i < 3; i++) {
        rd_play_action(&plain, 0, action);
        rd_play_action(&asked, 0, action);
        CHECK(memcmp(plain.state, asked.state, 8) == 0);
        CHECK_EQ(plain.luck.drawn, asked.luck.drawn);
        CHECK_EQ(asked.log.count, LONG);
        CHECK_EQ(asked.frames.count, LONG);
        check_walk(&asked, 0, &tally);
    }
    CHECK(tally.frames > 3 * LONG / 2 - 1); /* every second step is told */
    CHECK(tally.left_out > LONG / 2);       /* of the others most are not seen */
    rd_play_end(&plain);
    rd_play_end(&asked);
}

int main(void)
{
    RUN(frames_of_every_game);
    RUN(long_turns_get_more_room);
    return check_end();
}
