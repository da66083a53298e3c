/*
 * Every row of a class, a hero or a summon: what kinds.c and tokens.c put into their tables, and
 * the traits of the classes, which heroes start from.
 */
#ifndef FATE_HEROES_H
#define FATE_HEROES_H

#include "../fate_internal.h"

/* R2.1: moves, pattern, reach, hides from, flags */
#define FATE_RIDER_TRAITS                     \
    {                                         \
        1 << FATE_RIDER, FATE_BESIDE, 1, 0, 0 \
    }
#define FATE_SPEARMAN_TRAITS                                 \
    {                                                        \
        1 << FATE_SPEARMAN, FATE_ON_LINES, 2, 0, FATE_DODGES \
    }
#define FATE_TRICKSTER_TRAITS                     \
    {                                             \
        1 << FATE_TRICKSTER, FATE_AROUND, 2, 0, 0 \
    }
#define FATE_ASSASSIN_TRAITS                                  \
    {                                                         \
        1 << FATE_ASSASSIN, FATE_BESIDE, 1, 5, FATE_BACKSTABS \
    }
#define FATE_BERSERKER_TRAITS                     \
    {                                             \
        1 << FATE_BERSERKER, FATE_BESIDE, 1, 0, 0 \
    }
#define FATE_ARCHER_TRAITS                                \
    {                                                     \
        1 << FATE_ARCHER, FATE_ARROW, FATE_PATH_MAX, 6, 0 \
    }
#define FATE_KNIGHT_TRAITS                                \
    {                                                     \
        1 << FATE_KNIGHT, FATE_BESIDE, 1, 0, FATE_STRIKES \
    }

/* classes.c */
extern const struct fate_kind fate_rider, fate_spearman, fate_trickster, fate_assassin,
    fate_berserker, fate_archer, fate_knight, fate_turret, fate_image;
extern const struct fate_card fate_auto_defence, fate_area_attack;

#endif
