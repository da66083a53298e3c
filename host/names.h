/*
 * host/names.h - events as people read them: names of pieces and sides instead of numbers.
 *
 * Whoever looks at a game keeps a struct rd_names and shows it every scene that comes along; then
 * rd_event_tell() says "your northern archer" where rd_event_print() says "9". The page does the
 * same in clients/web/src/game/play/stage.ts.
 */
#ifndef REDOUBT_HOST_NAMES_H
#define REDOUBT_HOST_NAMES_H

#include "redoubt/game.h"

enum { RD_NAMES_MAX = 4096 };

struct rd_named {
    uint16_t kind; /* 1 + the kind of its token; 0: nobody has seen it */
    uint8_t owner; /* as in the scene */
    uint8_t here;  /* in the latest scene */
    int16_t x, y;  /* where it was seen last */
};

struct rd_names {
    const struct rd_game *game;
    rd_seat viewer; /* RD_SPECTATOR: nobody's side is "yours" */
    struct rd_named unit[RD_NAMES_MAX];
};

void rd_names_open(struct rd_names *names, const struct rd_game *game, rd_seat viewer);
/* What is on the board now. Who was there before keeps its name: events tell of the dead. */
void rd_names_see(struct rd_names *names, const struct rd_scene *scene);

/* The event's sentence for the viewer. */
size_t rd_event_tell(const struct rd_names *names, const struct rd_event *event, char *out,
                     size_t size);

/* "your rider", "the enemy Kesh": whoever this token is, without its place. */
void rd_token_called(const struct rd_names *names, const struct rd_scene_token *token, char *out,
                     size_t size);

#endif
