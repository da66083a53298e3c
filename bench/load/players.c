#include "bench/load/players.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "redoubt/base.h"

enum { SCAN_MS = 4, LATE_MAX = 10, BACKLOG = 64, COMMAND_ROOM = 1024 };

/* ---- commands ---- */

static void command(struct player *player, const char *rest)
{
    char text[COMMAND_ROOM];
    int size = snprintf(text, sizeof text, "{\"id\":\"%u\",%s}", ++player->commands, rest);
    player->asked = true;
    player->asked_us = now_us();
    line_send(&player->line, text, (size_t)size);
}

static void say_hello(struct line *line)
{
    struct player *player = line->user;
    player->stage = STAGE_HELLO;
    command(player, "\"cmd\":\"hello\",\"version\":1,\"name\":\"load\"");
}

static rd_seat seat_of(const struct player *player)
{
    return player->crowd->rival == NULL ? player->number % 2 : 0;
}

/* The odd one waits until the match of the even one is there. */
static void sit_down(struct player *player)
{
    char rest[COMMAND_ROOM - 32];
    if (seat_of(player) == 0) {
        const char *rival = player->crowd->rival;
        snprintf(rest, sizeof rest,
                 "\"cmd\":\"create\",\"game\":\"%s\",\"options\":%s,\"seats\":[\"me\",%s%s%s]",
                 player->crowd->game->id, player->crowd->options,
                 rival == NULL ? "" : "{\"bot\":\"", rival == NULL ? "\"open\"" : rival,
                 rival == NULL ? "" : "\"}");
    } else {
        const struct player *other = player - 1;
        if (other->match[0] == '\0' || strcmp(other->match, player->match) == 0) {
            return;
        }
        memcpy(player->match, other->match, sizeof player->match);
        snprintf(rest, sizeof rest, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"",
                 other->match, other->secret);
    }
    command(player, rest);
}

static void watch(struct player *player)
{
    char rest[COMMAND_ROOM - 32];
    snprintf(rest, sizeof rest, "\"cmd\":\"watch\",\"match\":\"%s\",\"frames\":%s", player->match,
             player->crowd->frames ? "true" : "false");
    command(player, rest);
}

/* ---- orders ---- */

static struct rd_action choose(struct player *player)
{
    struct crowd *crowd = player->crowd;
    const struct rd_game *game = crowd->game;
    size_t size = 0;
    rd_seat seat = seat_of(player);
    int failed =
        sodium_base642bin(crowd->bytes, game->view_size, player->view, strlen(player->view), NULL,
                          &size, NULL, sodium_base64_VARIANT_ORIGINAL);
    RD_ASSERT(failed == 0 && size == game->view_size);
    game->guess(crowd->bytes, &crowd->luck, crowd->state);
    uint32_t count = game->legal(crowd->state, seat, crowd->legal, game->legal_max);
    struct rd_bot_question question = { .game = game,
                                        .view = crowd->bytes,
                                        .seat = seat,
                                        .legal = crowd->legal,
                                        .legal_count = count,
                                        .luck = &crowd->luck,
                                        .memory = crowd->memory };
    RD_ASSERT(count > 0);
    return crowd->legal[rd_bot_answer(crowd->bot, &question)];
}

/* Who could not order for a while makes up for it, within limits. */
static void pay(struct player *player)
{
    uint64_t every = player->crowd->every_us, now = now_us(), late = LATE_MAX * every;
    player->due_us += every;
    player->due_us = player->due_us + late < now ? now - late : player->due_us;
}

static void order(struct player *player)
{
    char text[RD_TEXT_MAX], rest[COMMAND_ROOM - 32];
    rd_action_print(player->crowd->game, choose(player), text, sizeof text);
    snprintf(rest, sizeof rest, "\"cmd\":\"order\",\"match\":\"%s\",\"text\":\"%s\"", player->match,
             text);
    player->fresh = false;
    pay(player);
    command(player, rest);
}

static void next_match(struct player *player)
{
    player->over = player->act = player->fresh = false;
    player->stage = STAGE_SEAT;
    sit_down(player);
}

static void move(struct player *player, uint64_t now)
{
    if (player->line.fd < 0 || !player->line.open || player->asked) {
        return;
    }
    if (player->stage == STAGE_SEAT) {
        sit_down(player);
    } else if (player->stage == STAGE_PLAY && player->over) {
        next_match(player);
    } else if (player->stage == STAGE_PLAY && player->act && player->fresh &&
               now >= player->due_us) {
        order(player);
    }
}

/* ---- what comes ---- */

/* The text of a field: {"match":"m7q...". False: there is none. */
static bool field(const char *text, const char *name, char *out, size_t size)
{
    const char *at = strstr(text, name);
    if (at == NULL) {
        return false;
    }
    at += strlen(name);
    size_t length = strcspn(at, "\"");
    if (length >= size) {
        return false;
    }
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

static void count_answer(struct player *player, const char *text, bool fine)
{
    struct crowd *crowd = player->crowd;
    if (!fine) {
        crowd->refused++;
        snprintf(crowd->last_refusal, sizeof crowd->last_refusal, "%s", text);
    }
    if (crowd->counting && player->stage == STAGE_PLAY) {
        histogram_add(&crowd->acks, now_us() - player->asked_us);
        crowd->orders += fine;
    }
}

static void take_answer(struct player *player, const char *text)
{
    bool fine = strstr(text, "\"ok\":true") != NULL;
    player->asked = false;
    count_answer(player, text, fine);
    if (player->stage == STAGE_PLAY) {
        player->fresh = player->fresh || !fine;
        return;
    }
    if (!fine) {
        return;
    }
    if (player->stage == STAGE_HELLO) {
        player->stage = STAGE_SEAT;
    } else if (player->stage == STAGE_SEAT) {
        if (seat_of(player) == 0) {
            bool told = field(text, "\"match\":\"", player->match, sizeof player->match) &&
                        field(text, "\"secret\":\"", player->secret, sizeof player->secret);
            RD_ASSERT(told);
        }
        player->stage = STAGE_WATCH;
        watch(player);
    } else {
        player->stage = STAGE_PLAY;
    }
}

static void take_view(struct player *player, const char *text)
{
    const char *at = strstr(text, "\"view\":\"");
    if (at == NULL) {
        return;
    }
    at += strlen("\"view\":\"");
    size_t length = strcspn(at, "\"");
    player->view = realloc(player->view, length + 1);
    RD_ASSERT(player->view != NULL);
    memcpy(player->view, at, length);
    player->view[length] = '\0';
    player->fresh = true;
    player->act = strstr(text, "\"act\":true") != NULL;
    if (strstr(text, "\"state\":\"over\"") != NULL && !player->over) {
        player->over = true;
        player->crowd->matches_over++;
    }
}

static void take_message(struct line *line, char *text, size_t size)
{
    struct player *player = line->user;
    (void)size;
    if (strncmp(text, "{\"re\":", 6) == 0) {
        take_answer(player, text);
    } else if (strstr(text, player->match) != NULL) {
        take_view(player, text);
    }
}

static void take_end(struct line *line)
{
    struct player *player = line->user;
    player->crowd->ended++;
}

/* ---- the crowd ---- */

bool crowd_open(struct crowd *crowd, uint32_t players, int port)
{
    lines_open(&crowd->lines);
    crowd->lines.opened = say_hello;
    crowd->lines.message = take_message;
    crowd->lines.ended = take_end;
    crowd->count = players;
    crowd->player = calloc(crowd->count, sizeof *crowd->player);
    crowd->bytes = malloc(crowd->game->view_size);
    crowd->state = malloc(crowd->game->state_size);
    crowd->legal = calloc(crowd->game->legal_max, sizeof *crowd->legal);
    crowd->memory = malloc(rd_bot_memory(crowd->bot, crowd->game) + 1); /* never 0 bytes */
    RD_ASSERT(crowd->player != NULL && crowd->bytes != NULL && crowd->state != NULL &&
              crowd->legal != NULL && crowd->memory != NULL);
    crowd->luck = rd_luck_from_key(1, 2);
    for (uint32_t i = 0; i < crowd->count; i++) {
        struct player *player = &crowd->player[i];
        player->crowd = crowd;
        player->number = i;
        player->line.user = player;
        player->line.fd = -1;
        if (!line_connect(&crowd->lines, &player->line, port)) {
            return false;
        }
        while (crowd->lines.open + BACKLOG <= i && crowd->ended == 0) {
            lines_work(&crowd->lines, SCAN_MS);
        }
    }
    return true;
}

bool crowd_seated(const struct crowd *crowd)
{
    uint32_t seated = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        seated += crowd->player[i].stage == STAGE_PLAY;
    }
    return seated == crowd->count;
}

void crowd_play(struct crowd *crowd, uint64_t until_us)
{
    uint64_t scan = 0;
    for (uint64_t now = now_us(); now < until_us; now = now_us()) {
        for (uint32_t i = 0; now >= scan && i < crowd->count; i++) {
            move(&crowd->player[i], now);
        }
        scan = now >= scan ? now + SCAN_MS * 1000 : scan;
        lines_work(&crowd->lines, SCAN_MS);
    }
}

void crowd_close(struct crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i++) {
        line_close(&crowd->player[i].line);
        free(crowd->player[i].view);
    }
    free(crowd->player);
    free(crowd->bytes);
    free(crowd->state);
    free(crowd->legal);
    free(crowd->memory);
    lines_close(&crowd->lines);
}
