/*
 * Strengths and damage of civ-final in IEEE doubles, R15.5, R15.8 and R15.9: evaluated strictly
 * from left to right, without contraction, truncated towards zero. Fenced like civ_noise_ieee.c;
 * states hold only the number of researches, and what comes out is a whole number again.
 */
#include "civ_ieee.h"

#include "civ_internal.h"

#include <float.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "doubles must be rounded to double precision after every operation"
#endif

enum { DEADLY = 1000 }; /* more than any army has */

double civ_final_strength(uint32_t researches)
{
    double strength = 1.0;
    for (uint32_t i = 0; i < researches; i++) {
        strength += 0.1;
    }
    return strength;
}

static double ground(uint32_t terrain, uint32_t home)
{
    RD_ASSERT(terrain < CIV_TERRAINS);
    double factor = (double)civ_terrain_kinds[terrain].ground * 0.5; /* exact */
    if (home != 0) {
        factor = factor * 1.5;
    }
    return factor;
}

static uint32_t truncated(double damage)
{
    return damage >= DEADLY ? DEADLY : (uint32_t)damage;
}

static double strength_ratio(const struct civ_blow *blow)
{
    return civ_final_strength(blow->offense) / civ_final_strength(blow->defense);
}

static double ground_ratio(const struct civ_blow *blow)
{
    return ground(blow->terrain_dealing, blow->home_dealing) /
           ground(blow->terrain_taking, blow->home_taking);
}

uint32_t civ_final_attack(const struct civ_blow *blow)
{
    double share = 1.0 / (double)blow->armies;
    double damage = strength_ratio(blow) * share;
    damage = damage * ground_ratio(blow);
    damage = damage * 100.0;
    return truncated(damage);
}

uint32_t civ_final_defence(const struct civ_blow *blow)
{
    double damage = strength_ratio(blow) * (double)blow->armies;
    damage = damage * ground_ratio(blow);
    damage = damage * 100.0;
    return truncated(damage);
}
