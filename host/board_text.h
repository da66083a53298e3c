/*
 * host/board_text.h - any scene as text: a board with coordinates on its edges, a legend of what
 * is on it, and the counters. Hex rows are shifted by half a cell.
 *
 * Every cell is two columns wide: a letter for what stands on it or a sign for its terrain, then
 * a mark. Of several tokens on a cell the last one in the scene is on top. With two seats,
 * capitals are the first seat's and small letters the second's.
 */
#ifndef REDOUBT_HOST_BOARD_TEXT_H
#define REDOUBT_HOST_BOARD_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "redoubt/game.h"

struct rd_board_style {
    bool colour;               /* ANSI colours for owners */
    bool unicode;              /* finer signs for terrain */
    bool narrow;               /* no row numbers on the right */
    bool no_board;             /* leave out the board itself */
    bool no_legend;            /* leave out what the signs mean */
    bool no_counters;          /* leave out the counters */
    const uint16_t *highlight; /* cell numbers (rd_game.cells) to mark with '*' */
    uint32_t highlight_count;
};

/* How many columns a board takes, with numbers on the right and without. */
uint32_t rd_board_width(const struct rd_scene *scene, bool narrow);

/* style may be NULL: plain ASCII with a legend. */
void rd_board_print(FILE *out, const struct rd_game *game, const struct rd_scene *scene,
                    const struct rd_board_style *style);

#endif
