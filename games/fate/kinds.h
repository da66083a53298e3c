/*
 * kinds.h - classes, heroes and summons (kinds.c, classes.c, heroes/)
 *
 * Three kinds of rows make a unit:
 *
 *   struct fate_kind   a class, a hero or a summon: its numbers, its traits, the cards it has
 *   struct fate_card   an ability: what it costs as data, what it does as a few small functions
 *   fx and token rows  what lasts on a unit or lies on a cell
 *
 * The rest of the rules asks these rows and never which hero it is. A hero is one file in heroes/,
 * see heroes/README.md.
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

#endif
