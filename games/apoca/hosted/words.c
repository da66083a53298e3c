/* The words of positions. */
#include "hosted.h"

const char *const apoca_word_team[] = { "r", "b", NULL };
const char *const apoca_word_victory[] = { "r", "b", "tie", NULL };
#define TOWER(ID, name, title, ...) title,
const char *const apoca_word_type[] = {
#include "games/apoca/towers.def"
    NULL
};
#undef TOWER
const char *const apoca_word_mood[] = { "moving", "fighting", "waiting", "dead", NULL };
#define UNIT(ID, name, title, letter, ...) (letter)[0],
const char apoca_word_unit[] = {
#include "games/apoca/units.def"
};
#undef UNIT
