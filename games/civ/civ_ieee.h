/*
 * civ_ieee.h - the one place where doubles are spoken of: the strengths of civ-final, R15.5. For
 * the hosted side and the fenced file itself; the other files of the rules are compiled without
 * floats.
 */
#ifndef CIV_IEEE_H
#define CIV_IEEE_H

#include "redoubt/base.h"

/* 1.0 and so many times 0.1, each sum rounded. */
double civ_final_strength(uint32_t researches);

#endif
