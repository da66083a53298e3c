/* Frames in updates: whoever asks can make every view of the order of them, and they are few bytes.
 */
#include <jansson.h>
#include <stdlib.h>

#include "host/frames.h"
#include "host/patch.h"
#include "laws/playout.h"
#include "redoubt/game.h"
#include "server/core/match.h"
#include "tests/check.h"
#include "tests/mend.h"

enum { ORDERS = 1500, BOT_ORDERS = 300, VIEWS_MAX = 512, MORE_PERCENT = 30, SHORT = 600 };

/* A match without a server around it, and what was sent of it. */
struct table {
    const struct rd_game *game;
    struct scratch scratch;
    struct match match;
    struct rd_luck chooser;
    const struct rd_bot *bot;     /* gives the orders; NULL: chance does */
    void *memory;                 /* of the bot */
    uint8_t *view, *patch, *kept; /* of the message at hand; VIEWS_MAX of them */
    size_t plain, framed;         /* bytes of all turns */
    uint32_t messages, frames;    /* those with frames, and how many they had */
};

/* ---- reading what was sent, by the words of docs/protocol.md ---- */

static uint8_t sign_value[256];

static void learn_signs(void)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (uint32_t i = 0; signs[i] != '\0'; i++) {
        sign_value[(uint8_t)signs[i]] = (uint8_t)i;
    }
}

static size_t decode(const char *text, uint8_t *out)
{
    size_t size = 0;
    for (; *text != '\0'; text += 4) {
        uint32_t three = 0;
        for (uint32_t i = 0; i < 4; i++) {
            three = three << 6 | sign_value[(uint8_t)text[i]];
        }
        out[size++] = (uint8_t)(three >> 16);
        out[size++] = (uint8_t)(three >> 8);
        out[size++] = (uint8_t)three;
        size -= (uint32_t)(text[3] == '=') + (uint32_t)(text[2] == '=');
    }
    return size;
}

/* ---- the match ---- */

static void open_table(struct table *t, const struct rd_game *game)
{
    struct rd_chosen chosen = { .game = game };
    struct entry created = { .kind = ENTRY_CREATED };
    struct update update;
    memset(t, 0, sizeof *t);
    t->game = game;
    t->chooser = rd_luck_from_seed(3);
    rd_setup_presets(game, &chosen.setup);
    t->view = calloc(1, game->view_size + 16);
    t->patch = calloc(2, game->view_size + 16);
    t->kept = calloc(VIEWS_MAX, game->view_size);
    scratch_open(&t->scratch, game);
    rd_play_ask_frames(&t->scratch.play);
    t->match.key[0] = 7;
    match_begin(&t->match, &chosen, &t->scratch);
    CHECK(match_state_apply(&t->match.now, &t->scratch, &created, &update));
}

static void close_table(struct table *t)
{
    match_state_close(&t->match.now);
    scratch_close(&t->scratch);
    free(t->view);
    free(t->patch);
    free(t->kept);
}

/* The views of the walk, which the message must have the steps of; returns their number. */
static size_t keep_views(struct table *t, rd_seat seat, const json_t *frames)
{
    size_t size = t->game->view_size, count = 0;
    struct rd_shown shown = rd_play_shown(&t->scratch.play);
    struct rd_frame_walk walk;
    shown.after = t->match.now.state;
    rd_frame_walk_begin(&walk, &shown, seat);
    while (rd_frame_walk_next(&walk) && count < VIEWS_MAX) {
        json_t *step = json_object_get(json_array_get(frames, count), "step");
        CHECK_EQ(json_integer_value(step), walk.step);
        memcpy(t->kept + size * count++, walk.view, size);
    }
    rd_frame_walk_end(&walk);
    return count;
}

/* What was sent makes the views of the walk, the last one first. */
static void compare(struct table *t, rd_seat seat, const json_t *message)
{
    size_t size = t->game->view_size;
    json_t *frames = json_object_get(message, "frames");
    size_t count = keep_views(t, seat, frames), events = 0;
    CHECK(count < VIEWS_MAX);
    if (frames == NULL) { /* the update is the only frame */
        CHECK(count <= 1);
        return;
    }
    CHECK_EQ(json_array_size(frames), count);
    decode(json_string_value(json_object_get(message, "view")), t->view);
    for (size_t i = count; i > 0; i--) {
        json_t *frame = json_array_get(frames, i - 1);
        const char *text = json_string_value(json_object_get(frame, "patch"));
        CHECK((text == NULL) == (i == count));
        if (text != NULL) {
            mend(t->view, t->patch, decode(text, t->patch));
        }
        CHECK(memcmp(t->view, t->kept + size * (i - 1), size) == 0);
        events += (size_t)json_integer_value(json_object_get(frame, "events"));
    }
    CHECK_EQ(json_array_size(json_object_get(message, "events")), events);
    t->messages++;
    t->frames += (uint32_t)count;
}

static void read_update(struct table *t, const struct update *update, rd_seat seat, bool turned)
{
    struct watcher plain = { .viewer = seat, .numbers = true }, framed = plain;
    framed.frames = true;
    char *before = update_text(&t->match, &t->match.now, &t->scratch, update, plain);
    char *text = update_text(&t->match, &t->match.now, &t->scratch, update, framed);
    CHECK((before == NULL) == (text == NULL));
    if (text != NULL) {
        json_t *message = json_loads(text, 0, NULL);
        CHECK(strstr(before, "\"frames\"") == NULL);
        compare(t, seat, message);
        json_decref(message);
        t->plain += turned ? strlen(before) : 0;
        t->framed += turned ? strlen(text) : 0;
    }
    free(before);
    free(text);
}

static struct rd_action choose(struct table *t, rd_seat seat, uint32_t count)
{
    if (t->bot == NULL) {
        return playout_action(t->game, t->scratch.legal, count, &t->chooser);
    }
    t->game->observe(t->match.now.state, seat, t->view);
    struct rd_bot_question question = {
        t->game, t->view, seat, t->scratch.legal, count, &t->chooser, .memory = t->memory
    };
    return t->scratch.legal[rd_bot_answer(t->bot, &question)];
}

/* ---- who is told of an order: whoever hears something, sees something, or is to act now or was -
 */

struct eyes {
    rd_seats acting;
    uint8_t *view[RD_SEATS_MAX];
};

static void open_eyes(const struct table *t, struct eyes *eyes)
{
    eyes->acting = t->game->to_act(t->match.now.state);
    for (rd_seat seat = 0; seat < match_seats(&t->match); seat++) {
        eyes->view[seat] = calloc(1, t->game->view_size);
        t->game->observe(t->match.now.state, seat, eyes->view[seat]);
    }
}

static void check_told(const struct table *t, const struct eyes *before, rd_seat whose,
                       const struct update *update)
{
    const struct rd_event_log *log = &t->scratch.play.log;
    struct eyes after;
    open_eyes(t, &after);
    for (rd_seat seat = 0; seat < match_seats(&t->match); seat++) {
        bool hears = false;
        for (uint32_t i = 0; i < log->count; i++) {
            hears = hears || (log->event[i].seen_by & RD_SEAT_BIT(seat)) != 0;
        }
        bool sees = memcmp(before->view[seat], after.view[seat], t->game->view_size) != 0;
        bool acts = ((before->acting ^ after.acting) & RD_SEAT_BIT(seat)) != 0;
        CHECK_EQ(update->told[seat], seat == whose || hears || sees || acts);
        free(before->view[seat]);
        free(after.view[seat]);
    }
}

/* False: the match is over. */
static bool play_order(struct table *t)
{
    const struct match_state *now = &t->match.now;
    rd_seats acting = t->game->to_act(now->state);
    struct eyes before;
    struct entry order = { .kind = ENTRY_ORDER, .count = 1 };
    struct update update;
    if (acting == 0) {
        return false;
    }
    order.seat = t->bot != NULL ? (rd_seat)__builtin_ctz(acting)
                                : playout_seat(acting, match_seats(&t->match), &t->chooser);
    uint32_t count = t->game->legal(now->state, order.seat, t->scratch.legal, t->game->legal_max);
    if (count == 0) {
        return true;
    }
    order.action[0] = choose(t, order.seat, count);
    uint32_t turn = t->game->turns(now->state).done;
    open_eyes(t, &before);
    CHECK(match_state_apply(&t->match.now, &t->scratch, &order, &update));
    check_told(t, &before, order.seat, &update);
    bool turned = t->game->turns(now->state).done != turn;
    for (rd_seat seat = 0; seat < match_seats(&t->match); seat++) {
        read_update(t, &update, seat, turned);
    }
    return true;
}

static void measure(const struct rd_game *game, const char *bot, uint32_t orders)
{
    struct table t;
    uint32_t given = 0;
    open_table(&t, game);
    t.bot = bot == NULL ? NULL : rd_bot_find(game, bot);
    t.memory = malloc(t.bot == NULL ? 1 : rd_bot_memory(t.bot, game) + 1);
    while (given < orders && play_order(&t)) {
        given++;
    }
    printf("# %s, %s: %u orders, %u updates with %u frames, turns %zu bytes, with frames %zu\n",
           game->id, bot == NULL ? "by chance" : bot, given, t.messages, t.frames, t.plain,
           t.framed);
    CHECK(t.framed * 100 <= t.plain * (100 + MORE_PERCENT));
    free(t.memory);
    close_table(&t);
}

static void frames_make_every_view(void)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        measure(rd_game_at(i), NULL, ORDERS);
        if (rd_bot_find(rd_game_at(i), "greedy") != NULL) { /* who fights has more to show */
            measure(rd_game_at(i), "greedy", BOT_ORDERS);
        }
    }
}

static void patches_are_short_and_whole(void)
{
    struct rd_luck luck = rd_luck_from_seed(1);
    for (uint32_t round = 0; round < 3000; round++) {
        uint8_t a[SHORT], b[SHORT], again[SHORT], patch[2 * SHORT + 16];
        uint32_t last = SHORT; /* that differs */
        uint32_t often = 1 + (uint32_t)rd_luck_range(&luck, 0, 39);
        for (uint32_t i = 0; i < SHORT; i++) {
            a[i] = (uint8_t)rd_luck_range(&luck, 0, 255);
            b[i] = rd_luck_range(&luck, 0, (int32_t)often - 1) == 0
                       ? (uint8_t)rd_luck_range(&luck, 0, 255)
                       : a[i];
        }
        size_t size = rd_patch(a, b, SHORT, patch);
        CHECK(size <= rd_patch_max(SHORT));
        CHECK_EQ(rd_patch(b, b, SHORT, patch + size), 0);
        memcpy(again, a, SHORT);
        CHECK(rd_patch_apply(again, SHORT, patch, size));
        CHECK(memcmp(again, b, SHORT) == 0);
        while (last > 0 && a[last - 1] == b[last - 1]) {
            last--;
        }
        CHECK(size == 0 || !rd_patch_apply(again, last - 1, patch, size));  /* there is no room */
        CHECK(size == 0 || !rd_patch_apply(again, SHORT, patch, size - 1)); /* it ends too soon */
        mend(a, patch, size);
        CHECK(memcmp(a, b, SHORT) == 0);
    }
}

int main(void)
{
    learn_signs();
    RUN(patches_are_short_and_whole);
    RUN(frames_make_every_view);
    return check_end();
}
