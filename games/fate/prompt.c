/* Prompts: one card asks, the owner of its unit answers, and the top frame goes on. R13.5 */
#include "prompt.h"

#include "board.h"
#include "cards.h"
#include "events.h"
#include "frames.h"

void fate_ask(struct fate_run *run, uint32_t unit, uint32_t card)
{
    RD_ASSERT(fate_hooks[card]->options != NULL && fate_hooks[card]->answer != NULL);
    RD_ASSERT(run->s->prompt == FATE_NO_CARD && run->s->depth > 0);
    run->s->prompt = (uint8_t)card;
    run->s->prompt_unit = (uint8_t)unit;
    FATE_TELL(run, FATE_E_ASKED, RD_ALL_SEATS, (int32_t)fate_seat_of(unit), (int32_t)card);
}

struct fate_options fate_prompt_options(const struct fate_state *s)
{
    RD_ASSERT(s->prompt < FATE_CARDS && s->depth > 0);
    struct fate_options options =
        fate_hooks[s->prompt]->options(s, s->prompt_unit, &s->frame[s->depth - 1]);
    /* Units as answers would have to pass through fate_true_name(). */
    RD_ASSERT((options.word[0] >> FATE_SAY_UNIT & ((UINT64_C(1) << FATE_UNITS) - 1)) == 0);
    return options;
}

void fate_answer(struct fate_run *run, uint32_t option)
{
    struct fate_state *s = run->s;
    uint32_t card = s->prompt, unit = s->prompt_unit;
    RD_ASSERT(card < FATE_CARDS && unit < FATE_UNITS && option < FATE_OPTIONS);
    s->prompt = FATE_NO_CARD;
    s->prompt_unit = FATE_NONE;
    FATE_TELL(run, FATE_E_ANSWERED, fate_owner(unit), (int32_t)unit, (int32_t)card,
              (int32_t)option);
    fate_hooks[card]->answer(run, unit, fate_top(s), option);
}

struct fate_options fate_yes_or_no(const struct fate_state *s, uint32_t unit,
                                   const struct fate_frame *top)
{
    struct fate_options options = { { 1u << FATE_SAY_ACCEPT | 1u << FATE_SAY_DECLINE, 0 } };
    (void)s;
    (void)unit;
    (void)top;
    return options;
}

uint32_t fate_asks_at_start(const struct fate_state *s, uint32_t unit, const struct fate_frame *top)
{
    return top->kind == FATE_F_TURN && top->unit == unit && s->active == unit;
}

void fate_options_add(struct fate_options *options, uint32_t option)
{
    RD_ASSERT(option < FATE_OPTIONS);
    options->word[option >> 6] |= UINT64_C(1) << (option & 63u);
}

void fate_options_add_cells(struct fate_options *options, struct fate_set cells)
{
    for (uint32_t cell = fate_set_next(&cells, 0); cell != FATE_NONE;
         cell = fate_set_next(&cells, cell + 1)) {
        fate_options_add(options, FATE_SAY_CELL + cell);
    }
}
