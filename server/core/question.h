/*
 * server/core/question.h - a question to a bot (struct core_question) as bytes, for a machine that
 * thinks elsewhere. They hold what the seat sees, its legal orders, the bot and its luck, and
 * nothing else: what a seat can't know is not in them. See docs/decisions/0120-thinkers-apart.md.
 */
#ifndef REDOUBT_SERVER_QUESTION_H
#define REDOUBT_SERVER_QUESTION_H

#include "server/core/core.h"

enum { CORE_KIND_ROOM = 96 };

/* The index of the bot's answer among the legal orders: this is what takes time. */
uint32_t core_question_choose(struct core_question *question);
/* The bot searches, so that it is worth a way to another machine. */
bool core_question_is_long(const struct core_question *question);

/* What asker and thinker must have in common: the version of the program and the order of bytes. */
void core_question_kind(const char *version, char out[CORE_KIND_ROOM]);
/* The ticket stays with whoever asks. To be freed. */
uint8_t *core_question_write(const struct core_question *question, size_t *size);
/* NULL with a problem. What is in a view is not looked at: whoever asks is believed that far. */
struct core_question *core_question_read(const uint8_t *bytes, size_t size,
                                         struct rd_problem *problem);

#endif
