/* cards.h - abilities (cards.c, heroes/) */
#ifndef FATE_CARDS_H
#define FATE_CARDS_H

#include "board.h"
#include "fate.h"
#include "frames.h"
#include "prompt.h"

enum fate_card_flag {
    FATE_RESETS = 2,       /* using it sets the counter to 0 */
    FATE_ONCE = 4,         /* once per game */
    FATE_REVEALS = 8,      /* a hidden user is revealed; the others are quiet */
    FATE_COMMAND = 16,     /* a bonus of a command aura: they never stack */
    FATE_SECRET_CELL = 32, /* `to` of its frame is for the owner's eyes only */
    FATE_UNGUARDED = 64,   /* no Auto Defence is offered against its volley */
    FATE_MOVES = 128       /* it is an M-move, so who is held can't use it */
};

/* What an order names: the arguments of its verb. */
enum fate_naming {
    FATE_NAMES_NOTHING,
    FATE_NAMES_UNIT,      /* units() */
    FATE_NAMES_CELL,      /* cells() */
    FATE_NAMES_UNIT_CELL, /* units(), then cells() */
    FATE_NAMES_TWO_UNITS, /* units(), then targets() */
    FATE_NAMES_NUMBER     /* 1 to number() */
};

/* What an order is for: bots ask this and not for names. */
enum fate_purpose {
    FATE_FOR_HELP,           /* good whenever it can be had */
    FATE_FOR_STRIKE_UNIT,    /* harms the unit that is named first */
    FATE_FOR_STRIKE_THROUGH, /* the first unit harms the second */
    FATE_FOR_STRIKE_AREA,    /* harms whoever is on the cell and beside it */
    FATE_FOR_STRIKE_AROUND,  /* harms everybody around its user, friends too */
    FATE_FOR_MEET_AROUND,    /* does something to enemies around its user */
    FATE_FOR_RIDE,           /* goes to the cell through enemies */
    FATE_FOR_LAY,            /* leaves something on the cell, better near enemies */
    FATE_FOR_BRING,          /* puts units elsewhere */
    FATE_FOR_HEAL,
    FATE_FOR_RAGE, /* more damage for health */
    FATE_FOR_CALM  /* the end of it */
};

struct fate_price {
    uint8_t cost, max, start;
};

/* A row of units.def. */
struct fate_card {
    const char *title;
    uint8_t kind;  /* enum fate_card_kind */
    uint8_t slots; /* enum fate_slot */
    uint8_t cost, max, start, gain;
    struct fate_price book; /* R13.9; max 0: as above */
    uint8_t pays;           /* 1 + the card whose counter it spends, 0 = its own */
    uint8_t flags;          /* enum fate_card_flag */
    uint8_t names;          /* enum fate_naming */
    uint8_t purpose;        /* enum fate_purpose */
    uint8_t refusal;        /* enum fate_refusal: why what was named is wrong */
};

/* What a card does: each hook may be NULL. They are in the files of their owners. A card that asks
 * a question offers it, knows it again and lists its answers; so these functions of two heroes look
 * alike, and differ in the question. */
struct fate_hooks {
    /* -- orders: what a player may do with it, by that player's knowledge alone (R11.4) -- */
    uint32_t (*forbids)(const struct fate_state *s, uint32_t unit); /* a refusal, 0 = none */
    uint32_t (*units)(const struct fate_state *s, uint32_t unit);   /* that may be named first */
    uint32_t (*targets)(const struct fate_state *s, uint32_t unit, uint32_t named);
    struct fate_set (*cells)(const struct fate_state *s, uint32_t unit, uint32_t named);
    uint32_t (*number)(const struct fate_state *s, uint32_t unit);
    uint32_t (*limit)(const struct fate_state *s, uint32_t unit); /* NULL: max */
    /* Of a unit that is one of a pair (mirror.c): does this leave the two alike? NULL = no. */
    uint32_t (*keeps_pair)(const struct fate_state *s, uint32_t unit,
                           const uint16_t arg[RD_ARGS_MAX]);
    void (*use)(struct fate_run *run, uint32_t unit, const uint16_t arg[RD_ARGS_MAX]);
    /* What the user of a card that works once is from then on. */
    void (*becomes)(struct fate_unit *user, uint32_t numbers);

    /* -- prompts: fate_ask() opens one, the top frame stays; answer() may change it or push -- */
    uint32_t (*asks)(const struct fate_state *s, uint32_t unit, const struct fate_frame *top);
    struct fate_options (*options)(const struct fate_state *s, uint32_t unit,
                                   const struct fate_frame *top);
    void (*answer)(struct fate_run *run, uint32_t unit, struct fate_frame *top, uint32_t option);

    /* -- a frame of its own, FATE_F_CARD: one step of it, and what must be true of it -- */
    void (*go)(struct fate_run *run, struct fate_frame *frame);
    uint32_t (*sound)(const struct fate_state *s, const struct fate_frame *frame);

    /* -- turns, for its owner -- */
    void (*at_start)(struct fate_run *run, uint32_t unit); /* R13.4 step 7; may ask */
    void (*at_end)(struct fate_run *run, uint32_t unit);

    /* -- attacks, R13.6. Those that may ask return 1 if they did or pushed a frame -- */
    void (*on_declare)(struct fate_run *run, uint32_t unit,
                       const struct fate_frame *attack); /* A0 */
    uint32_t (*before_defence)(struct fate_run *run, uint32_t unit,
                               struct fate_frame *attack); /* A2 */
    uint32_t (*defence_bonus)(const struct fate_state *s, uint32_t unit,
                              const struct fate_frame *attack); /* A3, of any unit */
    uint32_t (*before_hit)(struct fate_run *run, uint32_t unit,
                           struct fate_frame *attack); /* A6, any */
    uint32_t (*damage_bonus)(const struct fate_state *s, uint32_t unit,
                             const struct fate_frame *attack); /* A8, of any unit */
    uint32_t (*after_attack)(struct fate_run *run, uint32_t unit,
                             struct fate_frame *attack); /* A12 */
    void (*on_dealt)(struct fate_run *run, uint32_t unit,
                     uint32_t victim);                         /* after a hit's damage */
    uint32_t (*survives)(struct fate_run *run, uint32_t unit); /* A10: 1 if it lives on */

    /* -- whatever happens to anybody -- */
    void (*on_death)(struct fate_run *run, uint32_t unit, uint32_t dead);
    void (*on_double)(struct fate_run *run, uint32_t unit);
    uint32_t (*on_move_end)(struct fate_run *run, uint32_t unit, struct fate_frame *move);
    void (*on_settled)(struct fate_run *run, uint32_t unit); /* the command is over */

    /* -- area attacks of this card, R13.7 -- */
    void (*volley_hit)(struct fate_run *run, uint32_t unit, uint32_t victim);
    void (*volley_over)(struct fate_run *run, const struct fate_frame *volley);
};

extern const struct fate_card fate_cards[FATE_CARDS];
extern const struct fate_hooks *const fate_hooks[FATE_CARDS];

/* Calls on_settled, or on_double, of every card whose unit is a hero and alive. */
enum fate_moment { FATE_SETTLED, FATE_DOUBLE };
void fate_tell_heroes(struct fate_run *run, enum fate_moment moment);

/* Has it a counter of its own? */
static inline uint32_t fate_counts(uint32_t card)
{
    return fate_cards[card].max != 0;
}

/* The card that a verb from FATE_V_CARDS on orders. */
extern const uint8_t fate_verb_cards[FATE_VERBS - FATE_V_CARDS];

/* Place of a card in the list of a unit's kind, or FATE_NONE: it does not have it now. */
uint32_t fate_card_place(const struct fate_state *s, uint32_t unit, uint32_t card);
/* The counter that pays for a card. */
uint8_t *fate_counter(struct fate_state *s, uint32_t unit, uint32_t card);
uint32_t fate_charges(const struct fate_state *s, uint32_t unit, uint32_t card);
struct fate_price fate_price_of(uint32_t card, uint32_t numbers);
uint32_t fate_card_max(const struct fate_state *s, uint32_t unit, uint32_t card);
/* Another of its forms: counters keep what they may have in it. */
void fate_take_form(struct fate_state *s, uint32_t unit, uint32_t form);
void fate_gain(struct fate_run *run, uint32_t unit, uint32_t card, uint32_t amount);
/* Has it the charges, and is it not used up? 0, or a refusal. */
uint32_t fate_cannot_pay(const struct fate_state *s, uint32_t unit, uint32_t card);
/* Slots, charges, once per game; tells ability_used. */
void fate_pay(struct fate_run *run, uint32_t unit, uint32_t card);
/* Of the mask, those that the user of a card may name at all: R18.3. */
uint32_t fate_nameable(const struct fate_state *s, uint32_t unit, uint32_t mask);
/* Visible enemies at distance 1. */
uint32_t fate_beside(const struct fate_state *s, uint32_t unit);
/* A refusal if one of these slots is spent. */
uint32_t fate_spent(const struct fate_state *s, uint32_t unit, uint32_t slots);
/* Why the card can't be ordered now whatever it names: a refusal, 0 = it can. */
uint32_t fate_card_closed(const struct fate_state *s, uint32_t unit, uint32_t card);
/* How many units an order names: its first arguments. */
uint32_t fate_units_named(uint32_t verb);
struct rd_verdict fate_judge_card(const struct fate_state *s, uint32_t unit, uint32_t card,
                                  struct rd_action action);
void fate_use_card(struct fate_run *run, uint32_t unit, uint32_t card, struct rd_action action);

#endif
