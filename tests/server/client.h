/*
 * tests/server/client.h - somebody who plays over a bad line, and believes nothing.
 *
 * It knows only what it was sent: it decodes its view, guesses a state from it and picks one of
 * the orders that are legal there. It checks that numbers have no gaps, that number n is always the
 * same text, and that a command that is sent again gets the answer it got before.
 */
#ifndef REDOUBT_TESTS_CLIENT_H
#define REDOUBT_TESTS_CLIENT_H

#include <jansson.h>

#include "host/json_numbers.h"
#include "server/core/hash_map.h"
#include "tests/server/world.h"

enum { PAST_MAX = 512 };

struct past {
    char id[32];
    char *text, *answer;
};

struct client {
    struct world *world;
    const char *name;
    uint64_t connection; /* 0: broken */
    char token[64];
    bool greeted, watching;
    uint32_t ids;
    char wanted[32]; /* a match that another server plays: asked for when it connects */
    /* The command that waits for its answer; sent again until it comes. */
    char *command;
    uint64_t command_sent; /* on which connection */
    char command_id[32], hello_id[32], watch_id[32];
    struct past past[PAST_MAX]; /* commands that were carried out */
    uint32_t past_count;
    /* The match. */
    char match[32], secret[32];
    rd_seat seat; /* RD_SPECTATOR: only watches */
    const struct rd_game *game;
    char tables[RD_TABLES_TEXT]; /* of it */
    uint32_t n, n_due;           /* the latest number, and the one that must come before going on */
    bool numbers; /* it watches and orders in numbers of the tables; set before it has a match */
    bool frames;  /* it asks for the steps of orders; set likewise */
    bool act, over, paused, clocked;
    bool sharing;       /* its share of the luck is waited for */
    char pace_step[32]; /* of a turn that all watch together; "": all of it may be shown */
    int64_t pace_turn;
    char *view_text;       /* the latest view as it came, until somebody looks at it */
    char *view_cut;        /* of the message at hand */
    void *view;            /* see client_look */
    struct hash_map *told; /* (match, seat, n) -> hash of the text, shared by all clients */
    uint64_t letter;       /* hash of the message at hand */
    uint32_t orders, undone, resent, refused, talked, late, framed, paced, shared; /* figures */
    uint64_t heard, letters; /* a fingerprint of all texts that came, and their number */
    char wrong[256];         /* what broke a promise; "": nothing */
};

void client_open(struct client *client, struct world *world, const char *name,
                 struct hash_map *told);
void client_close(struct client *client);

/* Leave the match, if any, for another one. */
void client_set_match(struct client *client, const char *match, rd_seat seat);
/* Connect if need be, read what came, send what is due. */
void client_act(struct client *client);
void client_break(struct client *client);
/* Nothing to say and nothing to wait for: a command may be given. */
bool client_idle(const struct client *client);
/* fields is the inside of a JSON object: "\"cmd\":\"list\"". */
void client_command(struct client *client, const char *fields);
/* Decodes the latest view; before, client->view may be NULL or old. */
void client_look(struct client *client);
bool client_sees(const struct client *client); /* a view has come */
/* The order as a field of a command, in the form that the client speaks. */
void client_order_field(const struct client *client, struct rd_action action, char *out,
                        size_t size);
/* A legal order at random, sometimes an undo, rarely the end. */
void client_order(struct client *client);
/* It has seen the step that all watch now. */
void client_ready(struct client *client);
/* It adds to the luck of a match: `,"seal":...` for create or join, and what opens it. */
void client_seal_field(char *out, size_t size);
void client_share(struct client *client);
/* Something around the board: an offer, a word, a pause. */
void client_talk(struct client *client);

#endif
