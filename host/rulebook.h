/*
 * host/rulebook.h - the games' RULES.md, built into the program.
 *
 * Paragraphs are numbered: one begins with a line "**R5.4** ..." and goes on until the next
 * paragraph or heading; a chapter is a heading "## R5 ..." with all of its paragraphs.
 */
#ifndef REDOUBT_HOST_RULEBOOK_H
#define REDOUBT_HOST_RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "host/embedded.h"
#include "redoubt/game.h"

/* By rd_game.id. */
extern const struct rd_embedded_text rd_rulebooks[];

/* A stretch of a rulebook; points into it. */
struct rd_excerpt {
    const char *text;
    size_t size;
};

/* The whole rulebook as Markdown, or NULL for a game that has none. */
const char *rd_rulebook_of(const struct rd_game *game);

/* Paragraph "R5.4" or chapter "R5", whichever the number names (the R may be small or left out). */
bool rd_rulebook_find(const char *rulebook, const char *number, struct rd_excerpt *out);

#endif
