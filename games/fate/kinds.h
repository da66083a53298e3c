/*
 * kinds.h - classes, heroes and summons (units.def, kinds.c)
 *
 * Rows of units.def make a unit:
 *
 *   struct fate_kind   a class, a hero or a summon: its numbers, its traits, the cards it has
 *   struct fate_card   an ability: what it costs as data, what it does as a few small functions
 *   effects, tokens    what lasts on a unit or lies on a cell
 *
 * The rest of the rules asks these rows and never which hero it is. What is special to a hero is
 * in one file in heroes/, see heroes/README.md.
 */
#ifndef FATE_KINDS_H
#define FATE_KINDS_H

#include "fate.h"

enum fate_pattern {
    FATE_BESIDE,   /* distance 1 */
    FATE_ON_LINES, /* up to reach on the eight lines, over units */
    FATE_AROUND,   /* up to reach, any offset */
    FATE_ARROW     /* the first visible enemy on a line, up to reach */
};

/* Ways to move, R7.4 and R7.6. */
enum fate_moves {
    FATE_RIDES = 1,  /* along row or column, or 1 across: a Rider */
    FATE_STEPS = 2,  /* 1 in any direction */
    FATE_DASHES = 4, /* 1 or 2 in one direction: an Assassin */
    FATE_JUMPS = 8,  /* by die, within 2 or anywhere: a Trickster */
    FATE_REELS = 16, /* by die, its way or to the sides of it: a Berserker */
    FATE_ROLLED = FATE_JUMPS | FATE_REELS
};

enum fate_trait_flag {
    FATE_DODGES = 1,    /* a double of its defence dice is a miss */
    FATE_STRIKES = 2,   /* a double of its attack dice is a hit */
    FATE_BACKSTABS = 4, /* 2 damage and a reveal when it hits from hiding */
    FATE_HUNTS = 8,     /* may attack hidden units that it has marked */
    FATE_STILL = 16     /* never searches: a summon */
};

struct fate_traits {
    uint8_t moves;   /* enum fate_moves */
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
    uint8_t book_hp; /* by the numbers of the book, R13.9; 0: hp */
    uint8_t card_count;
    uint8_t maker;      /* of a summon: the kind that makes it */
    uint8_t later_card; /* that it has only in its second form, or FATE_NO_CARD */
    struct fate_traits traits[FATE_FORMS]; /* by form */
    uint8_t card[FATE_CARDS_MAX + 1];      /* those of the class first; FATE_NO_CARD ends them */
};

extern const struct fate_kind fate_kinds[FATE_KINDS];

/* The class whose unit is the maker of a summon: FATE_IMAGE_CLASS is Pell's. */
enum fate_maker_class {
/* clang-format off */
#define HERO(number, ID, name, title, class, ...) FATE_##ID##_CLASS = FATE_##class,
#include "units.def"
#define SUMMON(number, ID, name, title, maker, ...) FATE_##ID##_CLASS = FATE_##maker##_CLASS,
#include "units.def"
    /* clang-format on */
};

static inline uint32_t fate_is_hero(uint32_t kind)
{
    return kind >= FATE_FIRST_HERO && kind < FATE_KINDS && fate_kinds[kind].class < FATE_CLASSES;
}

static inline const struct fate_kind *fate_kind_of(const struct fate_state *s, uint32_t unit)
{
    return &fate_kinds[s->unit[unit].kind];
}

/* Has it this card of its kind only in a form that it does not have yet? */
static inline uint32_t fate_card_sleeps(const struct fate_state *s, uint32_t unit, uint32_t card)
{
    return fate_kinds[s->unit[unit].kind].later_card == card && s->unit[unit].form == 0;
}

static inline const struct fate_traits *fate_traits_of(const struct fate_state *s, uint32_t unit)
{
    return &fate_kinds[s->unit[unit].kind].traits[s->unit[unit].form];
}

#endif
