/*
 * Secrecy on the wire: secrecy_test [PAIRS].
 *
 * Two matches go the same way for some turns. Then the opponent orders different things in them, as
 * many as it likes, takes some back, and doesn't end its turn. What the other player and a
 * spectator are sent must be the same in both, byte for byte. When the turn is resolved it must
 * differ, or this test would prove nothing.
 */
#include <stdlib.h>

#include "host/json_game.h"
#include "tests/check.h"
#include "tests/server/client.h"

enum { RED, BLUE, WATCHER, PEOPLE };

struct table_of_three {
    struct world world;
    struct client client[PEOPLE];
    struct table told;
};

static void settle(struct table_of_three *t)
{
    for (uint32_t quiet = 0; quiet < 3;) {
        for (uint32_t i = 0; i < PEOPLE; i++) {
            client_act(&t->client[i]);
        }
        quiet = world_step(&t->world) ? 0 : quiet + 1;
    }
}

static void sit_down(struct table_of_three *t, uint64_t seed)
{
    static const char *const names[PEOPLE] = { "Red", "Blue", "Watcher" };
    char fields[256];
    world_open(&t->world, seed);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        client_open(&t->client[i], &t->world, names[i], &t->told);
    }
    settle(t);
    client_command(&t->client[RED],
                   "\"cmd\":\"create\",\"game\":\"apoca\",\"options\":{\"map\":\"duel\"},"
                   "\"seats\":[\"me\",\"open\"]");
    settle(t);
    snprintf(fields, sizeof fields, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"",
             t->client[RED].match, t->client[RED].secret);
    client_command(&t->client[BLUE], fields);
    settle(t);
    client_set_match(&t->client[WATCHER], t->client[RED].match, RD_SPECTATOR);
    settle(t);
}

static void get_up(struct table_of_three *t)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        CHECK_TEXT(t->client[i].wrong, "");
        client_close(&t->client[i]);
    }
    for (size_t i = 0; i < t->told.room; i++) {
        free(t->told.slot[i].value);
    }
    table_free(&t->told);
    world_close(&t->world);
}

/* A legal order that ends the turn, or one that doesn't. */
static void give(struct table_of_three *t, uint32_t who, struct rd_luck *luck, bool end)
{
    struct client *client = &t->client[who];
    const struct rd_game *game = client->game;
    void *state = malloc(game->state_size);
    struct rd_action *legal = malloc(game->legal_max * sizeof *legal), chosen = { 0 };
    uint32_t fitting = 0;
    char fields[512];
    game->guess(client->view, luck, state);
    uint32_t count = game->legal(state, client->seat, legal, game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        bool ends = (game->verbs[legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0;
        if (ends == end && rd_luck_range(luck, 0, (int32_t)fitting++) == 0) {
            chosen = legal[i];
        }
    }
    CHECK(fitting > 0);
    json_t *order = rd_action_to_json(game, chosen);
    char *text = json_dumps(order, JSON_COMPACT);
    snprintf(fields, sizeof fields, "\"cmd\":\"order\",\"match\":\"%s\",\"order\":%s",
             client->match, text);
    client_command(client, fields);
    settle(t);
    free(text);
    json_decref(order);
    free(legal);
    free(state);
}

static void undo(struct table_of_three *t, uint32_t who)
{
    char fields[128];
    snprintf(fields, sizeof fields, "\"cmd\":\"undo\",\"match\":\"%s\"", t->client[who].match);
    client_command(&t->client[who], fields);
    settle(t);
}

static void play_turns(struct table_of_three *t, struct rd_luck *luck, int32_t turns)
{
    for (int32_t turn = 0; turn < turns; turn++) {
        for (uint32_t who = RED; who <= BLUE; who++) {
            for (int32_t orders = rd_luck_range(luck, 0, 2); orders > 0; orders--) {
                give(t, who, luck, false);
            }
            give(t, who, luck, true);
        }
    }
}

/* The turn that nobody ends. */
static void half_a_turn(struct table_of_three *t, struct rd_luck *red, struct rd_luck *blue)
{
    for (int32_t orders = rd_luck_range(blue, 0, 3); orders > 0; orders--) {
        give(t, BLUE, blue, false);
    }
    give(t, RED, red, false);
    for (int32_t orders = rd_luck_range(blue, 0, 2); orders > 0; orders--) {
        give(t, BLUE, blue, false);
        undo(t, BLUE);
    }
    give(t, RED, red, true);
    undo(t, RED);
    give(t, RED, red, true);
    give(t, BLUE, blue, false);
}

static uint32_t differing;

static void compare_pair(uint64_t seed)
{
    struct table_of_three *t = calloc(2, sizeof *t);
    for (uint32_t i = 0; i < 2; i++) {
        struct rd_luck common = rd_luck_from_seed(seed), red = rd_luck_from_seed(seed + 1000000);
        struct rd_luck blue = rd_luck_from_seed(2 * seed + 2000000 + i);
        sit_down(&t[i], seed);
        play_turns(&t[i], &common, (int32_t)(seed % 4));
        half_a_turn(&t[i], &red, &blue);
    }
    CHECK(memcmp(t[0].client[BLUE].view, t[1].client[BLUE].view,
                 t[0].client[BLUE].game->view_size) != 0 ||
          t[0].client[BLUE].letters != t[1].client[BLUE].letters);
    for (uint32_t who = RED; who < PEOPLE; who += 2) {
        CHECK_EQ(t[0].client[who].letters, t[1].client[who].letters);
        CHECK_HEX(t[0].client[who].heard, t[1].client[who].heard);
        CHECK(t[0].client[who].letters > 3);
    }
    for (uint32_t i = 0; i < 2; i++) {
        struct rd_luck luck = rd_luck_from_seed(seed);
        give(&t[i], BLUE, &luck, true);
    }
    differing += t[0].client[RED].heard != t[1].client[RED].heard;
    get_up(&t[0]);
    get_up(&t[1]);
    free(t);
}

int main(int argc, char **argv)
{
    uint64_t pairs = argc > 1 ? strtoull(argv[1], NULL, 10) : 60;
    for (uint64_t seed = 1; seed <= pairs && check_failures == 0; seed++) {
        compare_pair(seed);
    }
    printf("# %llu pairs, %u differ once the turn is resolved\n", (unsigned long long)pairs,
           differing);
    CHECK(differing * 2 > pairs);
    check_report("sealed orders change nothing that others are sent");
    return check_end();
}
