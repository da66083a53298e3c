/*
 * clients/cli/markdown.h - the rulebooks' Markdown laid out for a terminal.
 *
 * Headings and **strong** words become bold where there are colours, paragraphs and lists are
 * wrapped to the width, tables are aligned (or told row by row where they are too wide), drawings
 * stay as they are, and the lines that link to examples are left out.
 */
#ifndef REDOUBT_CLI_MARKDOWN_H
#define REDOUBT_CLI_MARKDOWN_H

#include <stddef.h>

#include "clients/cli/screen.h"

void markdown_print(const struct screen *screen, const char *text, size_t size);

#endif
