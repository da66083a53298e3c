/*
 * fate_internal.h - the parts of the rules of FATE, for each other only.
 *
 * Three kinds of rows make a unit:
 *
 *   struct fate_kind   a class, a hero or a summon: its numbers, its traits, the cards it has
 *   struct fate_card   an ability: what it costs as data, what it does as a few small functions
 *   fx and token rows  what lasts on a unit or lies on a cell
 *
 * The rest of the rules asks these rows and never which hero it is. A hero is one file in heroes/,
 * see heroes/README.md.
 *
 * A command pushes frames (struct fate_frame) and fate_go() takes one step of the top frame after
 * the other until none is left or a prompt is open. There is no recursion, and a state between two
 * commands holds all that a reaction interrupted.
 */
#ifndef FATE_INTERNAL_H
#define FATE_INTERNAL_H

#include "fate.h"

/* ---- a command under way ---- */

struct fate_run {
    struct fate_state *s;
    struct rd_luck *luck;
    struct rd_event_log *log; /* or NULL */
    uint32_t deed;            /* event that what follows comes from: a move, a card, a turn */
    uint32_t blow;            /* the roll of the attack under way */
};

/* ---- sets of cells (board.c) ---- */

struct fate_set {
    uint64_t word[2]; /* bit c % 64 of word c / 64 */
};

static inline void fate_set_add(struct fate_set *set, uint32_t cell)
{
    if (cell < FATE_CELLS) {
        set->word[cell >> 6] |= UINT64_C(1) << (cell & 63u);
    }
}

static inline void fate_set_drop(struct fate_set *set, uint32_t cell)
{
    if (cell < FATE_CELLS) {
        set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
    }
}

static inline uint32_t fate_set_has(const struct fate_set *set, uint32_t cell)
{
    return cell < FATE_CELLS ? (uint32_t)(set->word[cell >> 6] >> (cell & 63u)) & 1u : 0;
}

static inline uint32_t fate_set_empty(const struct fate_set *set)
{
    return (set->word[0] | set->word[1]) == 0;
}

/* The lowest cell that is at least `from`, or FATE_NONE. */
uint32_t fate_set_next(const struct fate_set *set, uint32_t from);
uint32_t fate_set_count(const struct fate_set *set);
struct fate_set fate_set_and(struct fate_set a, struct fate_set b);
struct fate_set fate_set_minus(struct fate_set a, struct fate_set b);

/* Chebyshev, R1.2. Far away if one of them is not on the board. */
uint32_t fate_distance(uint32_t a, uint32_t b);
/* Direction 0 to 7 (E W S N SE NE SW NW) of the straight line, or FATE_NONE. */
uint32_t fate_direction(uint32_t from, uint32_t to);
/* The cell so many steps away in a direction, or FATE_NONE. */
uint32_t fate_walk(uint32_t from, uint32_t direction, uint32_t steps);
enum { FATE_DIRECTIONS = 8, FATE_ORTHOGONAL = 4 /* the first four */, FATE_FAR = 99 };
/* Cells at distance 1 to radius. */
struct fate_set fate_disc(uint32_t cell, uint32_t radius);

/* ---- who is where and who sees whom (board.c) ---- */

static inline uint32_t fate_bit(uint32_t unit)
{
    return UINT32_C(1) << unit;
}

static inline uint32_t fate_lowest(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

enum {
    FATE_SUMMONS = 0xf << FATE_CORE,
    FATE_SIDE_1 = 0x7f | 3 << FATE_CORE,
    FATE_SIDE_2 = 0x7f << FATE_CLASSES | 12 << FATE_CORE
};

static inline uint32_t fate_side(uint32_t seat)
{
    return seat == 0 ? FATE_SIDE_1 : FATE_SIDE_2;
}

uint32_t fate_living(const struct fate_state *s);
/* R14.1: other living units of the same owner without summons; living enemies with them. */
uint32_t fate_allies(const struct fate_state *s, uint32_t unit);
uint32_t fate_enemies(const struct fate_state *s, uint32_t unit);
/* Those of the mask at distance 1 to radius of a cell. */
uint32_t fate_within(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius);
/* Those of the mask at distance 0 to radius of a cell: an area. */
uint32_t fate_in_area(const struct fate_state *s, uint32_t mask, uint32_t cell, uint32_t radius);
/* R9.11: does the seat see where the unit is? */
uint32_t fate_sees(const struct fate_state *s, uint32_t seat, uint32_t unit);
/* Of the mask, those that the seat sees. */
uint32_t fate_seen(const struct fate_state *s, uint32_t seat, uint32_t mask);
/* The living unit on a cell, or FATE_NONE. */
uint32_t fate_unit_at(const struct fate_state *s, uint32_t cell);
/* Of the mask, those that nobody has to look for. */
uint32_t fate_unhidden(const struct fate_state *s, uint32_t mask);
struct fate_set fate_cells_of(const struct fate_state *s, uint32_t mask);
/* R14.1: cells without a living unit that this seat sees. */
struct fate_set fate_looks_empty(const struct fate_state *s, uint32_t seat);

/* ---- kinds (kinds.c, classes.c, heroes/) ---- */

enum fate_pattern {
    FATE_BESIDE,   /* distance 1 */
    FATE_ON_LINES, /* up to reach on the eight lines, over units */
    FATE_AROUND,   /* up to reach, any offset */
    FATE_ARROW     /* the first visible enemy on a line, up to reach */
};

enum fate_trait_flag {
    FATE_DODGES = 1,    /* a double of its defence dice is a miss */
    FATE_STRIKES = 2,   /* a double of its attack dice is a hit */
    FATE_BACKSTABS = 4, /* 2 damage and a reveal when it hits from hiding */
    FATE_HUNTS = 8,     /* may attack hidden units that it has marked */
    FATE_STILL = 16     /* never searches: a summon */
};

struct fate_traits {
    uint8_t moves;   /* ways to move: bits by enum fate_class */
    uint8_t pattern; /* enum fate_pattern */
    uint8_t reach;
    uint8_t hides; /* stealth succeeds from this die on; 0 = it can't hide */
    uint8_t flags; /* enum fate_trait_flag */
    uint8_t guard; /* most of Auto Defence, 0 = what its card says */
};

enum { FATE_FORMS = 2 };

struct fate_kind {
    const char *name;  /* "ilse" */
    const char *title; /* "Ilse Longwatch" */
    uint8_t class;     /* enum fate_class; FATE_CLASSES of a summon */
    uint8_t hp, damage;
    uint8_t tuned_hp; /* 0: hp */
    uint8_t card_count;
    uint8_t maker;                         /* of a summon: the kind that makes it */
    uint8_t dormant;                       /* cards that it has only in a later form, by place */
    struct fate_traits traits[FATE_FORMS]; /* by form */
    uint8_t card[FATE_CARDS_MAX];          /* enum fate_card_id, those of the class first */
};

extern const struct fate_kind *const fate_kinds[FATE_KINDS]; /* NULL: not in play yet */

static inline const struct fate_kind *fate_kind_of(const struct fate_state *s, uint32_t unit)
{
    return fate_kinds[s->unit[unit].kind];
}

static inline const struct fate_traits *fate_traits_of(const struct fate_state *s, uint32_t unit)
{
    return &fate_kinds[s->unit[unit].kind]->traits[s->unit[unit].form];
}

/* ---- cards (cards.c, heroes/) ---- */

enum fate_card_flag {
    FATE_COUNTS = 1,       /* has a counter of its own */
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

/* A set of answers to a prompt, bits by enum fate_option. */
struct fate_options {
    uint64_t word[2];
};

struct fate_price {
    uint8_t cost, max, start;
};

struct fate_card {
    const char *title;
    uint8_t id;    /* enum fate_card_id */
    uint8_t kind;  /* enum fate_card_kind */
    uint8_t slots; /* enum fate_slot */
    uint8_t cost, max, start, gain;
    struct fate_price tuned; /* max 0: as above */
    uint8_t pays;            /* 1 + the card whose counter it spends, 0 = its own */
    uint8_t flags;           /* enum fate_card_flag */
    uint8_t names;           /* enum fate_naming */
    uint8_t refusal;         /* enum fate_refusal: why what was named is wrong */

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

extern const struct fate_card *const fate_cards[FATE_CARDS]; /* NULL: not in play yet */
/* The card that a verb from FATE_V_CARDS on orders. */
extern const uint8_t fate_verb_cards[FATE_VERBS - FATE_V_CARDS];

/* Place of a card in the list of a unit's kind, or FATE_NONE: it does not have it now. */
uint32_t fate_card_place(const struct fate_state *s, uint32_t unit, uint32_t card);
/* The counter that pays for a card. */
uint8_t *fate_counter(struct fate_state *s, uint32_t unit, uint32_t card);
uint32_t fate_charges(const struct fate_state *s, uint32_t unit, uint32_t card);
struct fate_price fate_price_of(uint32_t card, uint32_t numbers);
uint32_t fate_card_max(const struct fate_state *s, uint32_t unit, uint32_t card);
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
struct rd_verdict fate_judge_card(const struct fate_state *s, uint32_t unit, uint32_t card,
                                  struct rd_action action);
void fate_use_card(struct fate_run *run, uint32_t unit, uint32_t card, struct rd_action action);

/* ---- what lasts (fx.c) ---- */

enum fate_fx_flag {
    FATE_FX_CAPS = 1,         /* hits on it do at most 1 */
    FATE_FX_STOPS = 2,        /* no M-moves, no roll for one: R16.4 */
    FATE_FX_NEAR = 4,         /* may name no unit at distance above 1 */
    FATE_FX_WIDE = 8,         /* rides diagonals of any length */
    FATE_FX_SHOWS = 16,       /* the owner of `by` sees it while hidden */
    FATE_FX_SECRET = 32,      /* only the owner of `by` knows of it */
    FATE_FX_MOVING = 64,      /* ends when the unit moves or makes a normal attack */
    FATE_FX_TILL_START = 128, /* ends at the start of the next turn of `by` */
    FATE_FX_TILL_END = 256,   /* ends at the end of the turn of `by` */
    FATE_FX_COUNTED = 512,    /* `left` falls at each turn start of `by`; ends at 0 */
    FATE_FX_FORM = 1024       /* who has it is in its second form */
};

struct fate_fx_row {
    const char *name;
    uint16_t flags;
    uint8_t card;  /* that makes it */
    uint8_t turns; /* of `left` when it begins */
};

extern const struct fate_fx_row fate_fx_rows[FATE_FX_KINDS];

uint32_t fate_fx_flags(const struct fate_state *s, uint32_t unit);
/* Of this kind and from this unit (FATE_NONE: from anybody)? */
uint32_t fate_has_fx(const struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by);
/* NULL: it has none of this kind from this unit. */
struct fate_fx *fate_find_fx(struct fate_state *s, uint32_t unit, uint32_t kind, uint32_t by);
/* One of a kind and source at most: it becomes the newest. */
void fate_add_fx(struct fate_run *run, uint32_t unit, struct fate_fx fx);
void fate_end_fx(struct fate_run *run, uint32_t unit, uint32_t kind, uint32_t by);
/* Everything with one of these flags on the unit; by FATE_NONE: from anybody. */
void fate_end_fx_flagged(struct fate_run *run, uint32_t unit, uint32_t flags, uint32_t by);
/* R13.4 step 1, the end of a turn of `by`, and its death. */
void fate_fx_turn_starts(struct fate_run *run, uint32_t by);
void fate_fx_turn_ends(struct fate_run *run, uint32_t by);
void fate_fx_dies(struct fate_run *run, uint32_t by);

/* ---- what lies on cells (tokens.c) ---- */

struct fate_token_row {
    const char *name;
    uint8_t secret;    /* only the owner sees it */
    uint8_t dies_with; /* goes when its unit dies */
    uint8_t most;      /* of one owner; a new one pushes out the oldest */
    uint8_t reach;     /* 0, or nobody but its unit attacks farther */
    uint8_t turns;     /* of `left` when it is laid, 0 = it does not count */
    uint8_t card;      /* whose hooks these are: enum fate_card_id */
    /* Somebody is about to move: asked once, if there is any of this kind, in the order of kinds.
     * May stop it, see fate_move_stop(). */
    void (*on_way)(struct fate_run *run, struct fate_frame *move);
    /* At the start of a unit's turn, R13.4 step 3. */
    void (*at_start)(struct fate_run *run, uint32_t index, uint32_t unit);
};

extern const struct fate_token_row *const fate_token_rows[FATE_TOKEN_KINDS]; /* NULL: not yet */
void fate_add_token(struct fate_run *run, struct fate_token token);
void fate_drop_token(struct fate_run *run, uint32_t index);
/* First of the kind that the seat owns on the cell, or FATE_NONE. */
uint32_t fate_token_at(const struct fate_state *s, uint32_t kind, uint32_t seat, uint32_t cell);
void fate_tokens_die(struct fate_run *run, uint32_t by);

/* ---- frames (frames.c) ---- */

void fate_go(struct fate_run *run);
struct fate_frame *fate_push(struct fate_run *run, enum fate_frame_kind kind, uint32_t unit,
                             uint32_t card);
/* Take the top frame off; the one below learns the result. */
void fate_pop(struct fate_run *run, uint32_t result);
static inline struct fate_frame *fate_top(struct fate_state *s)
{
    return &s->frame[s->depth - 1];
}
/* The order is carried out and nothing is pending: Rally, a dead active unit, Rally again. */
void fate_settle(struct fate_run *run);

/* ---- prompts (prompt.c) ---- */

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

/* ---- bans and picks (picks.c) ---- */

/* No unit has been placed yet, or not all of them. */
static inline uint32_t fate_before_battle(const struct fate_state *s)
{
    return s->phase == FATE_PLACEMENT || s->phase == FATE_PICKING;
}

void fate_begin_picks(struct fate_state *s, uint32_t mode);
uint32_t fate_is_banning(const struct fate_state *s);
/* 0, or a refusal. */
uint32_t fate_judge_ban(const struct fate_state *s, uint32_t kind);
uint32_t fate_judge_pick(const struct fate_state *s, uint32_t kind);
void fate_ban(struct fate_run *run, uint32_t kind);
void fate_pick(struct fate_run *run, uint32_t kind);
uint32_t fate_picks_are_sound(const struct fate_state *s);

/* ---- moves (move.c) ---- */

enum fate_move_flag {
    FATE_MV_SPENDS = 1,  /* an M-move, R14.3 */
    FATE_MV_RIDES = 2,   /* with path attacks where the way is straight */
    FATE_MV_JUMPS = 4,   /* a teleport: only its destination counts */
    FATE_MV_STOPPED = 8, /* a token stopped it on the way */
    FATE_MV_HURT = 16,   /* it is revealed and loses 1 HP to `target` where it stops */
    FATE_MV_MET = 32,    /* R9.6: a hidden enemy was there */
    FATE_MV_QUIET = 64   /* no adjacency reveal */
};
/* Cells that the unit may be ordered to, roll or no roll. */
struct fate_set fate_moves(const struct fate_state *s, uint32_t unit);
/* Those of one way of moving, without looking who is there. */
struct fate_set fate_shape(const struct fate_state *s, uint32_t unit, uint32_t class,
                           uint32_t roll);
/* Push the move. Its flags are its result. */
struct fate_frame *fate_begin_move(struct fate_run *run, uint32_t unit, uint32_t to,
                                   uint32_t flags);
/* For on_way(): end the move on the last truly empty cell up to number `index` (from 1) of its way,
 * or where it began. */
void fate_move_stop(struct fate_run *run, struct fate_frame *move, uint32_t index);
/* Cell number `index` (from 1) of the way, FATE_NONE past its end. */
uint32_t fate_way(const struct fate_frame *move, uint32_t index);
void fate_go_move(struct fate_run *run, struct fate_frame *frame);
/* R7.6 */
void fate_roll_move(struct fate_run *run, uint32_t unit);
/* R14.2: put a unit somewhere, by its owner's choice. 1 if it is there now. */
uint32_t fate_put(struct fate_run *run, uint32_t unit, uint32_t to);
/* R14.2: each is put where the other was. */
void fate_swap(struct fate_run *run, uint32_t a, uint32_t b);
/* R14.2: 1 if it was pushed at all. */
uint32_t fate_push_away(struct fate_run *run, uint32_t unit, uint32_t source, uint32_t steps);

/* ---- attacks (attack.c, volley.c, harm.c) ---- */

enum fate_attack_flag {
    FATE_AT_NORMAL = 1, /* a normal attack, R14.1 */
    FATE_AT_PATH = 2,
    FATE_AT_SPENDS = 4, /* the slot A, when it is resolved */
    FATE_AT_HIT = 8,
    FATE_AT_AUTO = 16, /* Auto Defence answered it */
    FATE_AT_KILLED = 32
};
/* Order of the steps; a prompt is open only in those that may ask. */
enum fate_attack_step {
    FATE_A_DECLARE,
    FATE_A_BEFORE, /* A2 */
    FATE_A_ROLL,   /* A3 to A5 */
    FATE_A_REACT,  /* A6 */
    FATE_A_HARM,   /* A7 to A11 */
    FATE_A_AFTER,  /* A12 */
    FATE_A_OVER,
    FATE_A_STEPS
};
/* R8.1: enemies that the unit may attack by its own pattern. */
uint32_t fate_targets(const struct fate_state *s, uint32_t unit);
/* The same by a pattern, without the question whether they are enemies: of the mask, as the seat
 * sees them. */
uint32_t fate_reachable(const struct fate_state *s, uint32_t unit, uint32_t mask, uint32_t blockers,
                        uint32_t pattern, uint32_t reach);
/* Farthest that the unit may name a unit, by what lasts and lies around. */
uint32_t fate_sight(const struct fate_state *s, uint32_t unit);
struct fate_frame *fate_begin_attack(struct fate_run *run, uint32_t unit, uint32_t target,
                                     uint32_t flags, uint32_t card);
/* A2: cards of the target from the cursor on. 1: one asks. */
uint32_t fate_ask_defender(struct fate_run *run, struct fate_frame *frame);
void fate_go_attack(struct fate_run *run, struct fate_frame *frame);
/* R8.1: an arrow at the target meets a hidden enemy first: told, 1. */
uint32_t fate_arrow_stopped(struct fate_run *run, uint32_t unit, uint32_t target);

enum fate_volley_step {
    FATE_VO_CAST,
    FATE_VO_NEXT,
    FATE_VO_ASK,
    FATE_VO_ROLL,
    FATE_VO_OVER,
    FATE_VO_STEPS
};
/* R13.7, R10.2 */
struct fate_frame *fate_begin_volley(struct fate_run *run, uint32_t unit, uint32_t card,
                                     uint32_t targets, uint32_t damage);
void fate_go_volley(struct fate_run *run, struct fate_frame *frame);

/* Two dice of one side at once; a double is a chance for cards. */
void fate_roll_pair(struct fate_run *run, uint32_t unit, uint32_t why, uint8_t die[2]);
uint32_t fate_roll_one(struct fate_run *run, uint32_t unit, uint32_t why, rd_seats seen_by);
/* A8 to A11 of a hit; returns how many HP it took. */
uint32_t fate_hit(struct fate_run *run, struct fate_frame *frame, uint32_t victim);
/* R14.4: loss without a roll. killer may be FATE_NONE. */
void fate_lose(struct fate_run *run, uint32_t unit, uint32_t amount, uint32_t killer);
void fate_heal(struct fate_run *run, uint32_t unit, uint32_t amount);

/* ---- stealth (stealth.c) ---- */

enum fate_reason {
    FATE_BY_SEARCH,
    FATE_BY_AREA,
    FATE_BY_STEP,
    FATE_BY_ADJACENCY,
    FATE_BY_ATTACKED,
    FATE_BY_ATTACK,
    FATE_BY_TIMER,
    FATE_BY_ABILITY,
    FATE_REASONS
};
/* R9.10; nothing happens to one that is not hidden. */
void fate_reveal(struct fate_run *run, uint32_t unit, enum fate_reason reason);
/* R9.2 */
void fate_hide(struct fate_run *run, uint32_t unit);
void fate_stealth(struct fate_run *run, uint32_t unit);
void fate_search(struct fate_run *run, uint32_t unit, uint32_t slot);

/* ---- turns (turn.c) ---- */

void fate_begin_battle(struct fate_run *run);
void fate_end_turn(struct fate_run *run);
void fate_go_turn(struct fate_run *run, struct fate_frame *frame);
/* R13.8: a queue entry right after that of `after`, unless it has one. */
void fate_enqueue(struct fate_state *s, uint32_t unit, uint32_t after);

/* ---- summons (summon.c) ---- */

void fate_summon(struct fate_run *run, uint32_t unit, uint32_t cell);
uint32_t fate_summoner(const struct fate_state *s, uint32_t summon);
void fate_unsummon(struct fate_run *run, uint32_t unit);

static inline uint32_t fate_is_summon(uint32_t unit)
{
    return unit >= FATE_CORE && unit < FATE_UNITS;
}

/* The unit number of a summon of this kind, on the side of a unit. */
static inline uint32_t fate_summon_of(uint32_t unit, uint32_t kind)
{
    return FATE_CORE + 2 * fate_seat_of(unit) + (kind - FATE_TURRET);
}

/* ---- a unit and its likeness (mirror.c) ---- */

enum fate_pair { FATE_NO_PAIR, FATE_AS_SHOWN, FATE_CROSSED };
uint32_t fate_in_pair(const struct fate_state *s, uint32_t unit);
/* Whom the others take it for: the original if it is one of a pair, else itself. */
uint32_t fate_passes_for(const struct fate_state *s, uint32_t unit);
uint32_t fate_shown_hp(const struct fate_state *s, uint32_t unit);
uint32_t fate_true_cell(const struct fate_state *s, uint32_t unit);
/* Who is told of its charges and uses. */
rd_seats fate_privy(const struct fate_state *s, uint32_t unit);
/* Something meets this one of a pair, and the two are told apart. Returns who it really is. */
uint32_t fate_reality(struct fate_run *run, uint32_t unit);
/* The same for a set of enemies; images, on which effects do nothing, are left out. */
uint32_t fate_real_units(struct fate_run *run, uint32_t mask);
void fate_make_pair(struct fate_run *run, uint32_t unit);
/* The cells of the two are true: make them what the others believe. */
void fate_show_pair(struct fate_state *s, uint32_t seat);
void fate_settle_pair(struct fate_state *s, uint32_t unit, uint32_t true_cell);
void fate_cross_pair(struct fate_state *s, uint32_t seat);
void fate_part_pair(struct fate_state *s, uint32_t seat);
uint32_t fate_pair_is_sound(const struct fate_state *s, uint32_t seat);
/* The state with a seat's own pair where it really is; a copy only if that differs. */
const struct fate_state *fate_as_owner(const struct fate_state *s, uint32_t seat,
                                       struct fate_state *copy);

/* ---- events (events.c): only with a log. Cells and units of somebody hidden are for its side ----
 */

uint32_t fate_tell(struct fate_run *run, uint32_t kind, rd_seats seen_by,
                   const int32_t arg[RD_EVENT_ARGS_MAX]);
#define FATE_TELL(run, kind, seen_by, ...) \
    ((run)->log == NULL                    \
         ? 0u                              \
         : fate_tell((run), (kind), (seen_by), (const int32_t[RD_EVENT_ARGS_MAX]){ __VA_ARGS__ }))
/* Everybody who sees the unit now; its owner always. */
rd_seats fate_witnesses(const struct fate_state *s, uint32_t unit);
static inline rd_seats fate_owner(uint32_t unit)
{
    return RD_SEAT_BIT(fate_seat_of(unit));
}

/* ---- the interface of game.h ---- */

enum { FATE_OPT_ROUNDS, FATE_OPT_MODE, FATE_OPT_NUMBERS, FATE_OPT_HEROES /* one a core unit */ };
extern const struct rd_option fate_game_options[];
extern const struct rd_verb fate_verbs[];
extern const struct rd_event_kind fate_events[];
extern const struct rd_refusal fate_refusals[];
extern const struct rd_ending fate_endings[];

struct rd_verdict fate_check_setup(const struct rd_setup *setup);
void fate_lay(struct fate_state *s, const struct rd_setup *setup);
/* A unit of this kind as it begins, not yet on the board. */
void fate_make_unit(struct fate_unit *unit, uint32_t kind, uint32_t numbers);
void fate_settle_numbers(struct fate_state *s);
/* HP of a kind as it begins. */
uint32_t fate_full_hp(uint32_t kind, uint32_t numbers);
void fate_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);
/* A refusal, 0 = it may roll for a move. */
uint32_t fate_judge_roll(const struct fate_state *s, uint32_t unit);
/* Of a move by order. */
uint32_t fate_move_flags(const struct fate_state *s, uint32_t unit);
rd_seats fate_to_act(const void *state);
struct rd_verdict fate_judge(const void *state, rd_seat seat, struct rd_action action);
uint32_t fate_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
void fate_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                struct rd_event_log *log);
void fate_resign(void *state, rd_seat seat, struct rd_event_log *log);
void fate_over(struct fate_run *run, uint32_t ending);
void fate_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns fate_turns(const void *state);
void fate_observe(const void *state, rd_seat seat, void *view);
void fate_guess(const void *view, struct rd_luck *luck, void *state);
const char *fate_audit(const void *state);

enum {
    FATE_PLANES = 34,
    FATE_GLOBALS = 66,
    FATE_TENSOR_SIZE = FATE_PLANES * FATE_CELLS + FATE_GLOBALS
};
extern const struct rd_tensor fate_tensors[];
void fate_encode(const void *view, int8_t *tensor);
extern const char *const fate_terrain_names[];
extern const char *const fate_token_names[];
extern const char *const fate_mood_names[];
extern const char *const fate_counter_names[];
extern const char *const fate_mark_names[];
void fate_scene(const void *view, struct rd_scene *scene);

/* ---- words (tables.c) ---- */

enum fate_refusal {
    FATE_R_NOT_PLACING = 1,
    FATE_R_PLACING,
    FATE_R_NO_PROMPT,
    FATE_R_PROMPT_OPEN,
    FATE_R_NOT_YOURS,
    FATE_R_PLACED,
    FATE_R_PLACE_ROW,
    FATE_R_PLACE_TAKEN,
    FATE_R_SLOT_M,
    FATE_R_SLOT_A,
    FATE_R_SLOT_C,
    FATE_R_SLOT_S,
    FATE_R_NO_ROLL,
    FATE_R_ROLL_FIRST,
    FATE_R_CANT_GO,
    FATE_R_HELD,
    FATE_R_CANT_ATTACK,
    FATE_R_OWN_UNIT,
    FATE_R_DEAD,
    FATE_R_HIDDEN,
    FATE_R_OUT_OF_REACH,
    FATE_R_CANT_HIDE,
    FATE_R_CANT_SEARCH,
    FATE_R_NO_OPTION,
    FATE_R_NO_CARD,
    FATE_R_CHARGES,
    FATE_R_ONCE,
    FATE_R_SOW_CALTROPS,
    FATE_R_THICKET_RISING,
    FATE_R_PILLION,
    FATE_R_FULL_CIRCUIT,
    FATE_R_TRAMPLE,
    FATE_R_BULWARK_STANDS,
    FATE_R_TRIAL_OF_STEEL,
    FATE_R_GIVE_THE_ORDER,
    FATE_R_ARROWFALL,
    FATE_R_UNFOLD_TURRET,
    FATE_R_MIRROR_IMAGE,
    FATE_R_SWITCH,
    FATE_R_SHATTER,
    FATE_R_LANTERN_PATH,
    FATE_R_BLACK_THREAD,
    FATE_R_BORROWED_HAND,
    FATE_R_LAST_SIGNATURE,
    FATE_R_AXE_THROW,
    FATE_R_IN_FURY,
    FATE_R_NO_FURY,
    FATE_R_MEND,
    FATE_R_PICKING,
    FATE_R_NOT_PICKING,
    FATE_R_NO_BAN,
    FATE_R_BAN_BASE,
    FATE_R_SCARCE,
    FATE_R_BANS_FIRST,
    FATE_R_TAKEN,
    FATE_R_FILLED,
    FATE_R_OTHER_CLASS,
    FATE_R_MISFIT,
    FATE_REFUSALS
};

/* Why dice were rolled. */
enum fate_why {
    FATE_WHY_ATTACK,
    FATE_WHY_DEFENCE,
    FATE_WHY_AREA,
    FATE_WHY_TIE,
    FATE_WHY_MOVE,
    FATE_WHY_STEALTH,
    FATE_WHY_CARD,
    FATE_WHYS
};

enum fate_event {
    FATE_E_BANNED,
    FATE_E_PICKED,
    FATE_E_PLACED,
    FATE_E_BATTLE,
    FATE_E_ROUND,
    FATE_E_TURN,
    FATE_E_CHARGED,
    FATE_E_ROLLED,
    FATE_E_DIE,
    FATE_E_TIE,
    FATE_E_OPTIONS,
    FATE_E_BLOCKED,
    FATE_E_MOVED,
    FATE_E_SOMETHING,
    FATE_E_REVEALED,
    FATE_E_TRIES,
    FATE_E_HID,
    FATE_E_SEARCHED,
    FATE_E_SEARCH_ROLL,
    FATE_E_HIT,
    FATE_E_MISSED,
    FATE_E_STOPPED,
    FATE_E_AREA_HIT,
    FATE_E_AREA_MISSED,
    FATE_E_AREA_OVER,
    FATE_E_LOST,
    FATE_E_DIED,
    FATE_E_USED,
    FATE_E_ASKED,
    FATE_E_ANSWERED,
    FATE_E_LASTS,
    FATE_E_LAPSED,
    FATE_E_LAID,
    FATE_E_GONE,
    FATE_E_PUT,
    FATE_E_PUSHED,
    FATE_E_HEALED,
    FATE_E_CHANGED,
    FATE_E_SUMMONED,
    FATE_E_UNSUMMONED,
    FATE_E_APART,
    FATE_E_WON,
    FATE_E_DRAWN,
    FATE_E_CONCEDED,
    FATE_EVENTS
};

enum fate_miss { FATE_MISS_DICE, FATE_MISS_DODGE, FATE_MISS_AUTO, FATE_MISSES };

#endif
