/* prompt.h - questions to a player and their answers (prompt.c) */
#ifndef FATE_PROMPT_H
#define FATE_PROMPT_H

#include "board.h"
#include "fate.h"
#include "frames.h"

/* A set of answers to a prompt, bits by enum fate_option. */
struct fate_options {
    uint64_t word[2];
};

void fate_ask(struct fate_run *run, uint32_t unit, uint32_t card);
void fate_answer(struct fate_run *run, uint32_t option);
struct fate_options fate_prompt_options(const struct fate_state *s);
static inline uint32_t fate_options_have(const struct fate_options *options, uint32_t option)
{
    return (uint32_t)(options->word[option >> 6] >> (option & 63u)) & 1u;
}
/* A prompt with `accept` and `decline`. */
struct fate_options fate_yes_or_no(const struct fate_state *s, uint32_t unit,
                                   const struct fate_frame *top);
/* Is this a prompt at the start of the unit's own turn? */
uint32_t fate_asks_at_start(const struct fate_state *s, uint32_t unit,
                            const struct fate_frame *top);
void fate_options_add(struct fate_options *options, uint32_t option);
void fate_options_add_cells(struct fate_options *options, struct fate_set cells);

#endif
