/* slot_words.h - the slots of a row of units.def as they are written after the kind of a card */
#ifndef FATE_SLOT_WORDS_H
#define FATE_SLOT_WORDS_H

#define SLOTS_NO_SLOT ""
#define SLOTS_M       ", M"
#define SLOTS_C       ", C"
#define SLOTS_S       ", S"
#define SLOTS_A_C     ", A+C"
#define SLOTS_M_C     ", M+C"

#endif
