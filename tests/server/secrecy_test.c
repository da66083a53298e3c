/*
 * Secrecy on the wire: secrecy_test [PAIRS [GAME]].
 *
 * Two servers play the same match, but for what Red can't know: Blue orders different things in
 * them, as many as it likes, takes some back, ends its turn in one and thinks in the other. As long
 * as the rules show Red and the spectators the same in both, what they are sent must be the same,
 * byte for byte: contents, sizes and numbers; and so must what a machine would be sent that thought
 * for a bot in Red's place. What the rules show is worked out apart from the
 * server, from the states themselves. When it differs in the end, the traffic must too, or this
 * test would prove nothing.
 */
#include <stdlib.h>

#include "host/frames.h"
#include "host/json_game.h"
#include "redoubt/hash.h"
#include "server/core/question.h"
#include "server/core/state.h"
#include "tests/check.h"
#include "tests/server/client.h"

enum {
    RED,
    BLUE,
    WATCHER,
    PEOPLE,
    PARTS = 24,
    VARIATIONS = 8,
    TRIES = 24,
    MATCHES_MAX = 10000,
    MATCHES_OF_A_SERVER = 400 /* it lets a player make 500 */
};

struct table_of_three {
    struct world world;
    struct client client[PEOPLE];
    struct hash_map told;
    /* What the rules have shown to Red and to a spectator since the match began. */
    uint64_t shown[PEOPLE], view[PEOPLE];
    uint32_t looked; /* after so many entries of the log */
};

static const struct rd_game *game;
static uint32_t all_seen;

/* Memory to work in: large enough for this game, and asked for once. */
static struct {
    struct rd_action *legal;
    void *state, *before, *after;
} desk;

static void open_desk(void)
{
    desk.legal = malloc(game->legal_max * sizeof *desk.legal);
    desk.state = malloc(game->state_size);
    desk.before = malloc(game->view_size);
    desk.after = malloc(game->view_size);
}

static void close_desk(void)
{
    free(desk.legal);
    free(desk.state);
    free(desk.before);
    free(desk.after);
}

/* ---- what the rules show -------------------------------------------------------------------- */

static struct match *match_at(const struct table_of_three *t)
{
    return core_match_by_id(t->world.core, t->client[RED].match);
}

static rd_seat viewer_of(uint32_t who)
{
    return who == WATCHER ? RD_SPECTATOR : RED;
}

/* May this one watch while the match runs? */
static bool is_there(uint32_t who)
{
    return who == RED || !game->spectators_see_all;
}

static void chain(uint64_t *sum, const void *bytes, size_t size)
{
    const uint64_t key[2] = { *sum, size };
    *sum = rd_siphash(key, bytes, size);
}

static void chain_event(uint64_t *sum, const struct rd_event *event, rd_seat viewer)
{
    struct rd_event seen = *event;
    seen.seen_by = 0; /* who else saw it is not shown */
    seen.cause = 0;
    if ((event->seen_by & RD_SEAT_BIT(viewer)) != 0) {
        chain(sum, &seen, sizeof seen);
    }
}

/* What was seen between the steps of the latest order. */
static void look_between(struct table_of_three *t, uint32_t who, const struct rd_play *play)
{
    struct rd_shown shown = rd_play_shown(play);
    struct rd_frame_walk walk;
    shown.after = match_at(t)->now.state;
    rd_frame_walk_begin(&walk, &shown, viewer_of(who));
    while (rd_frame_walk_next(&walk)) {
        chain(&t->shown[who], &walk.step, sizeof walk.step);
        chain(&t->shown[who], walk.view, game->view_size);
    }
    rd_frame_walk_end(&walk);
}

static void look(struct table_of_three *t, uint32_t who, const struct rd_event_log *log)
{
    rd_seat viewer = viewer_of(who);
    void *view = desk.before;
    game->observe(match_at(t)->now.state, viewer, view);
    uint64_t hash = rd_hash(view, game->view_size);
    if (hash != t->view[who]) {
        chain(&t->shown[who], &hash, sizeof hash);
    }
    t->view[who] = hash;
    for (uint32_t i = 0; i < log->count; i++) {
        chain_event(&t->shown[who], &log->event[i], viewer);
    }
}

/* After every order that was taken: the server's workbench still has its events. */
static void look_all(struct table_of_three *t)
{
    if (match_at(t)->log_count == t->looked) {
        return;
    }
    t->looked = match_at(t)->log_count;
    const struct rd_play *play = &core_scratch(t->world.core, game)->play;
    bool order = match_at(t)->log[t->looked - 1].kind == ENTRY_ORDER;
    for (uint32_t who = RED; who < PEOPLE; who += 2) {
        if (is_there(who)) {
            look(t, who, &play->log);
        }
        if (is_there(who) && order) {
            look_between(t, who, play);
        }
    }
}

/* ---- the table ---- */

static void settle(struct table_of_three *t)
{
    for (uint32_t quiet = 0; quiet < 2;) {
        for (uint32_t i = 0; i < PEOPLE; i++) {
            client_act(&t->client[i]);
        }
        quiet = world_step(&t->world) ? 0 : quiet + 1;
    }
}

static void command(struct table_of_three *t, uint32_t who, const char *fields)
{
    client_command(&t->client[who], fields);
    settle(t);
}

static void open_table(struct table_of_three *t, uint64_t seed)
{
    static const char *const names[PEOPLE] = { "Red", "Blue", "Watcher" };
    world_open(&t->world, seed);
    t->world.frozen = true; /* time would tell how long Blue has thought, as it may */
    for (uint32_t i = 0; i < PEOPLE; i++) {
        client_open(&t->client[i], &t->world, names[i], &t->told);
    }
    settle(t);
}

static void close_table(struct table_of_three *t)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        CHECK_TEXT(t->client[i].wrong, "");
        client_close(&t->client[i]);
    }
    for (size_t i = 0; i < t->told.room; i++) {
        free(t->told.slot[i].value);
    }
    hash_map_free(&t->told);
    world_close(&t->world);
}

static void leave_match(struct table_of_three *t)
{
    char fields[64];
    for (uint32_t who = 0; who < PEOPLE; who++) {
        if (t->client[who].match[0] != '\0') {
            snprintf(fields, sizeof fields, "\"cmd\":\"leave\",\"match\":\"%s\"",
                     t->client[who].match);
            command(t, who, fields);
        }
    }
}

/* In names, or in numbers: nothing leaks in either, nor in the steps of an order. */
static void begin_match(struct table_of_three *t, bool numbers)
{
    char fields[256];
    leave_match(t);
    for (uint32_t who = 0; who < PEOPLE; who++) {
        t->client[who].numbers = numbers;
        t->client[who].frames = true;
    }
    snprintf(
        fields, sizeof fields,
        "\"cmd\":\"create\",\"game\":\"%s\",\"seats\":[\"me\",\"open\"],\"clock\":{\"turn\":60}",
        game->id);
    command(t, RED, fields);
    snprintf(fields, sizeof fields, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"",
             t->client[RED].match, t->client[RED].secret);
    command(t, BLUE, fields);
    if (is_there(WATCHER)) {
        client_set_match(&t->client[WATCHER], t->client[RED].match, RD_SPECTATOR);
    }
    settle(t);
    memset(t->shown, 0, sizeof t->shown);
    memset(t->view, 0, sizeof t->view);
    t->looked = 0;
    look_all(t);
}

static bool to_act(const struct table_of_three *t, uint32_t who)
{
    return (match_acting(match_at(t), &match_at(t)->now) & RD_SEAT_BIT(who)) != 0;
}

/* ---- orders ---- */

static bool ends_turn(struct rd_action action)
{
    return (game->verbs[action.verb].flags & RD_VERB_ENDS_TURN) != 0;
}

/* What anybody but Blue would be shown of this order, as one number; 0: nothing. Asked of the
 * rules, not of the server. */
static uint64_t trace(const struct match_state *now, struct rd_action action)
{
    static struct rd_event events[1024];
    struct rd_event_log log = { events, sizeof events / sizeof events[0], 0 };
    struct rd_luck luck = now->luck;
    void *state = desk.state, *before = desk.before, *after = desk.after;
    uint64_t sum = 0;
    memcpy(state, now->state, game->state_size);
    game->apply(state, BLUE, action, &luck, &log);
    for (uint32_t who = RED; who < PEOPLE; who += 2) {
        game->observe(now->state, viewer_of(who), before);
        game->observe(state, viewer_of(who), after);
        if (is_there(who) && memcmp(before, after, game->view_size) != 0) {
            chain(&sum, after, game->view_size);
        }
        for (uint32_t i = 0; is_there(who) && i < log.count && i < log.cap; i++) {
            chain_event(&sum, &events[i], viewer_of(who));
        }
    }
    return sum;
}

/* Any verb is as likely as any other, however many ways there are to use it. */
static struct rd_action pick(const struct rd_action *legal, uint32_t count, struct rd_luck *luck)
{
    uint32_t verbs = 0, wanted = legal[0].verb, first = 0, same = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool fresh = i == 0 || legal[i].verb != legal[i - 1].verb; /* they are sorted */
        if (fresh && rd_luck_range(luck, 0, (int32_t)verbs++) == 0) {
            wanted = legal[i].verb;
            first = i;
        }
    }
    while (first + same < count && legal[first + same].verb == wanted) {
        same++;
    }
    return legal[first + (uint32_t)rd_luck_range(luck, 0, (int32_t)same - 1)];
}

static const struct rd_action *list_legal(const struct table_of_three *t, uint32_t who,
                                          uint32_t *count)
{
    *count = game->legal(match_at(t)->now.state, (rd_seat)who, desk.legal, game->legal_max);
    return desk.legal;
}

/* Any order that ends the turn, or that doesn't. False: there is none, or it was not found. */
enum kind { KIND_PLAIN, KIND_END };
static bool choose(const struct table_of_three *t, uint32_t who, struct rd_luck *luck,
                   enum kind kind, struct rd_action *chosen)
{
    uint32_t count = 0;
    const struct rd_action *legal = list_legal(t, who, &count);
    bool found = false;
    for (uint32_t i = 0; i < (kind == KIND_END ? count : TRIES) && count > 0 && !found; i++) {
        *chosen = kind == KIND_END ? legal[i] : pick(legal, count, luck);
        found = ends_turn(*chosen) == (kind == KIND_END);
    }
    return found;
}

/* An order in the second match that looks the same as that one in the first, but is another. */
static bool choose_alike(const struct table_of_three *t, struct rd_luck *luck, uint64_t wanted,
                         struct rd_action other, struct rd_action *chosen)
{
    uint32_t count = 0;
    const struct rd_action *legal = list_legal(t, BLUE, &count);
    bool found = false;
    for (uint32_t i = 0; i < TRIES && count > 0 && !found; i++) {
        *chosen = i % 2 == 0 ? pick(legal, count, luck)
                             : legal[(uint32_t)rd_luck_range(luck, 0, (int32_t)count - 1)];
        found = !ends_turn(*chosen) && rd_action_compare(*chosen, other) != 0 &&
                trace(&match_at(t)->now, *chosen) == wanted;
    }
    return found;
}

static void order(struct table_of_three *t, uint32_t who, struct rd_action action)
{
    struct client *client = &t->client[who];
    char fields[512], text[256];
    client_order_field(client, action, text, sizeof text);
    snprintf(fields, sizeof fields, "\"cmd\":\"order\",\"match\":\"%s\",%s", client->match, text);
    command(t, who, fields);
    look_all(t);
}

static bool give(struct table_of_three *t, uint32_t who, struct rd_luck *luck, enum kind kind)
{
    struct rd_action chosen;
    if (t->client[who].over || !to_act(t, who) || !choose(t, who, luck, kind, &chosen)) {
        return false;
    }
    order(t, who, chosen);
    return true;
}

/* Blue does something in one, and something else that looks alike in the other; or nothing, where
 * that looks alike. False: nothing of the kind was found. */
static bool give_alike(struct table_of_three *t, struct rd_luck *luck)
{
    struct rd_action one, other;
    for (uint32_t tries = 0; tries < TRIES / 4 && to_act(&t[0], BLUE) && to_act(&t[1], BLUE);
         tries++) {
        if (!choose(&t[0], BLUE, luck, KIND_PLAIN, &one)) {
            return false;
        }
        uint64_t looks = trace(&match_at(&t[0])->now, one);
        bool alone = looks == 0 && rd_luck_range(luck, 0, 1) == 0;
        if (looks != 0 && tries < TRIES / 8) {
            continue; /* rather something that nobody sees at all */
        }
        if (alone || choose_alike(&t[1], luck, looks, one, &other)) {
            order(&t[0], BLUE, one);
            if (!alone) {
                order(&t[1], BLUE, other);
            }
            return true;
        }
    }
    return false;
}

/* False: it was refused. */
static bool undo(struct table_of_three *t, uint32_t who)
{
    char fields[128];
    uint32_t before = match_at(t)->log_count;
    snprintf(fields, sizeof fields, "\"cmd\":\"undo\",\"match\":\"%s\"", t->client[who].match);
    command(t, who, fields);
    look_all(t);
    return match_at(t)->log_count > before;
}

/* ---- pairs ---- */

struct figures {
    uint32_t pairs, seen, matches, questions;
};

/* Dice that were rolled in one only would make the two part later. */
static bool same_luck(const struct table_of_three *t)
{
    return match_at(&t[0])->now.luck.drawn == match_at(&t[1])->now.luck.drawn;
}

static bool same_state(const struct table_of_three *t)
{
    return memcmp(match_at(&t[0])->now.state, match_at(&t[1])->now.state, game->state_size) == 0;
}

static bool shown_same(const struct table_of_three *t)
{
    return t[0].shown[RED] == t[1].shown[RED] && t[0].shown[WATCHER] == t[1].shown[WATCHER];
}

/* What a bot in Red's place would be sent to a machine that thinks for it. NULL: Red is not to act.
 */
static uint8_t *question_to_red(const struct table_of_three *t, size_t *size)
{
    *size = 0;
    if (t->client[RED].over || !to_act(t, RED)) {
        return NULL;
    }
    struct core_question *question =
        bots_question(t->world.core, match_at(t), RED, rd_bot_find(game, "casual"));
    uint8_t *bytes = core_question_write(question, size);
    core_question_free(question);
    return bytes;
}

static void compare_questions(const struct table_of_three *t, struct figures *figures)
{
    size_t size, other_size;
    uint8_t *bytes = question_to_red(&t[0], &size), *other = question_to_red(&t[1], &other_size);
    CHECK_EQ(size, other_size);
    CHECK(bytes == NULL || other == NULL || memcmp(bytes, other, size) == 0);
    figures->questions += bytes != NULL;
    free(bytes);
    free(other);
}

/* The two matches differ, Red is shown the same, and is sent the same. False: it is not shown the
 * same any more. */
static bool compare(const struct table_of_three *t, struct figures *figures)
{
    if (!shown_same(t)) {
        bool sent = t[0].client[RED].heard != t[1].client[RED].heard ||
                    t[0].client[WATCHER].heard != t[1].client[WATCHER].heard;
        CHECK(sent); /* what is shown is sent */
        figures->seen++;
        return false;
    }
    bool differ =
        memcmp(match_at(&t[0])->now.state, match_at(&t[1])->now.state, game->state_size) != 0;
    figures->pairs += differ;
    for (uint32_t who = RED; who < PEOPLE; who += 2) {
        CHECK_EQ(t[0].client[who].letters, t[1].client[who].letters);
        CHECK_HEX(t[0].client[who].heard, t[1].client[who].heard);
    }
    compare_questions(t, figures);
    return true;
}

/* The same orders in both, of whoever is to act. */
static void go_on(struct table_of_three *t, uint64_t seed, uint64_t more)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    for (int32_t orders = rd_luck_range(&luck, 0, 5 + (int32_t)more); orders > 0; orders--) {
        uint32_t who = to_act(&t[0], RED) && rd_luck_range(&luck, 0, 1) == 0 ? RED : BLUE;
        bool end = rd_luck_range(&luck, 0, 2) == 0;
        struct rd_luck same = luck;
        for (uint32_t i = 0; i < 2; i++) {
            luck = same;
            if (end || !give(&t[i], who, &luck, KIND_PLAIN)) {
                give(&t[i], who, &luck, KIND_END);
            }
        }
    }
}

/* Blue does what it likes, in each of the two something else. False: Red was shown it. */
static bool vary(struct table_of_three *t, uint64_t seed, struct figures *figures)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    bool alike = true;
    for (uint32_t round = 0; round < VARIATIONS && alike && give_alike(t, &luck); round++) {
        if (rd_luck_range(&luck, 0, 3) == 0) {
            undo(&t[rd_luck_range(&luck, 0, 1)], BLUE);
        }
        for (uint32_t i = 0; i < 2 && round == 2; i++) {
            struct rd_luck red = rd_luck_from_seed(seed + round);
            give(&t[i], RED, &red, KIND_PLAIN);
        }
        alike = compare(t, figures);
    }
    return alike;
}

static void take_back(struct table_of_three *t)
{
    for (uint32_t i = 0; i < 2; i++) {
        for (uint32_t undos = 0; undos < 2 * VARIATIONS && undo(&t[i], BLUE); undos++) {
        }
    }
}

/* Blue is done in one, and Red in both; in the end both turns are over. */
static void end_turn(struct table_of_three *t, uint64_t seed, struct figures *figures)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    bool together = to_act(&t[0], RED) && to_act(&t[0], BLUE);
    for (uint32_t i = 0; together && i < 2; i++) {
        give(&t[i], RED, &luck, KIND_END);
        undo(&t[i], RED);
        if (i == 0) {
            give(&t[i], BLUE, &luck, KIND_END);
        }
    }
    if (!compare(t, figures)) {
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        give(&t[i], BLUE, &luck, KIND_END);
        if (together) {
            give(&t[i], RED, &luck, KIND_END);
        }
    }
    compare(t, figures);
}

/* The two differ for good: everybody goes on as before, the same orders as far as there are the
 * same. False: Red was shown the difference. */
static bool pass_on(struct table_of_three *t, uint64_t seed, struct figures *figures)
{
    for (uint32_t i = 0; i < 2; i++) {
        struct rd_luck luck = rd_luck_from_seed(seed);
        give(&t[i], BLUE, &luck, KIND_END);
        for (uint32_t orders = 0; orders < 2; orders++) {
            give(&t[i], RED, &luck, KIND_PLAIN);
        }
        give(&t[i], RED, &luck, KIND_END);
    }
    return compare(t, figures);
}

/* From one position after another something that Red can't know is done, and undone if it can be.
 */
static void compare_match(struct table_of_three *t, uint64_t seed, struct figures *figures)
{
    bool alike = true; /* to Red */
    uint32_t first = figures->pairs;
    for (uint64_t part = 0; part < PARTS && alike && !t[0].client[RED].over; part++) {
        uint64_t luck = PARTS * seed + part;
        if (same_state(t) && same_luck(t)) {
            go_on(t, luck, figures->pairs == first ? part : 0);
            CHECK(compare(t, figures));
        } else {
            alike = pass_on(t, luck, figures);
        }
        alike = alike && vary(t, luck, figures);
        if (alike && !same_state(t)) {
            take_back(t);
            alike = compare(t, figures);
        }
    }
    if (alike && !t[0].client[RED].over) {
        alike = vary(t, seed, figures);
    }
    if (alike) {
        end_turn(t, seed, figures);
    }
}

/* From here on they are alike again. */
static void align(struct table_of_three *t)
{
    for (uint32_t who = 0; who < PEOPLE; who++) {
        struct client *a = &t[0].client[who], *b = &t[1].client[who];
        a->ids = b->ids = a->ids > b->ids ? a->ids : b->ids;
        b->heard = a->heard;
        b->letters = a->letters;
    }
}

static void compare_game(uint32_t pairs)
{
    struct figures figures = { 0 };
    struct table_of_three *t = calloc(2, sizeof *t);
    open_desk();
    open_table(&t[0], 1);
    open_table(&t[1], 1);
    while ((figures.pairs < pairs || figures.matches < 2 /* one in each form */) &&
           figures.matches < MATCHES_MAX && check_failures == 0) {
        uint64_t seed = 1000 + figures.matches++;
        if (figures.matches % MATCHES_OF_A_SERVER == 0) {
            for (uint32_t i = 0; i < 2; i++) {
                close_table(&t[i]);
                open_table(&t[i], seed);
            }
        }
        begin_match(&t[0], seed % 2 == 0);
        begin_match(&t[1], seed % 2 == 0);
        compare_match(t, seed, &figures);
        align(t);
    }
    printf("# %s: %u pairs in %u matches, %u came to be seen\n", game->id, figures.pairs,
           figures.matches, figures.seen);
    CHECK(figures.pairs >= pairs && figures.questions > 0);
    all_seen += figures.seen;
    close_table(&t[0]);
    close_table(&t[1]);
    free(t);
    close_desk();
    check_report(game->id);
}

/* ---- games that hide nothing ---- */

enum { OPEN_ORDERS = 200 };

/* Does what a seat knows tell the whole state? Then a guess is the truth. */
static bool tells_all(const void *state, uint8_t seats)
{
    bool same = true;
    for (rd_seat seat = 0; same && seat < seats; seat++) {
        struct rd_luck luck = rd_luck_from_seed(seat);
        game->observe(state, seat, desk.before);
        memset(desk.state, 0, game->state_size);
        game->guess(desk.before, &luck, desk.state);
        same = memcmp(state, desk.state, game->state_size) == 0;
    }
    return same;
}

/* A random game: was there never anything that a seat did not know? */
static bool never_hid_anything(void *state, uint64_t seed)
{
    struct rd_luck luck = rd_luck_from_seed(seed);
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    memset(state, 0, game->state_size);
    game->init(state, &setup, &luck);
    bool open = tells_all(state, setup.seats);
    for (uint32_t i = 0; open && i < OPEN_ORDERS && game->to_act(state) != 0; i++) {
        rd_seats acting = game->to_act(state);
        rd_seat seat = 0;
        while ((acting & RD_SEAT_BIT(seat)) == 0) {
            seat++;
        }
        uint32_t count = game->legal(state, seat, desk.legal, game->legal_max);
        uint32_t choice = (uint32_t)rd_luck_range(&luck, 0, (int32_t)count - 1);
        game->apply(state, seat, desk.legal[choice], &luck, NULL);
        open = tells_all(state, setup.seats);
    }
    return open;
}

static bool is_open(void)
{
    void *state = malloc(game->state_size);
    open_desk();
    bool open = true;
    for (uint64_t seed = 1; open && seed <= 3; seed++) {
        open = never_hid_anything(state, seed);
    }
    close_desk();
    free(state);
    return open;
}

/* If one of these were taken for open, its view would tell too much. */
static bool has_secrets(void)
{
    static const char *const names[] = { "apoca", "civ", "classic", "fate", "fortress" };
    for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(game->id, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

int main(int argc, char **argv)
{
    uint32_t pairs = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    for (uint32_t i = 0; (game = rd_game_at(i)) != NULL; i++) {
        if (argc > 2 && strcmp(argv[2], game->id) != 0) {
            continue;
        }
        bool open = is_open();
        CHECK(!(open && has_secrets()));
        if (open) {
            printf("# %s hides nothing\n", game->id);
        } else {
            compare_game(pairs);
        }
    }
    CHECK(all_seen > 0 || argc > 2); /* it can tell a difference */
    check_report("what is shown is sent");
    return check_end();
}
