/*
 * tests/server/sound.h - does what the core remembers twice agree? Lists against flags, counts
 * against what they count, tables against what they find.
 */
#ifndef REDOUBT_TESTS_SOUND_H
#define REDOUBT_TESTS_SOUND_H

#include "server/core/core.h"

/* Between two events: says what does not agree, and ends the test. The more there is to look at,
 * the seldomer it looks; looked: events so far. */
void sound_look(const struct core *core, uint32_t *looked);

#endif
