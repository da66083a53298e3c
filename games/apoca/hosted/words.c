/* The words of positions. */
#include "hosted.h"

const char *const apoca_word_team[] = { "r", "b", NULL };
const char *const apoca_word_victory[] = { "r", "b", "tie", NULL };
const char *const apoca_word_type[] = { "House", "Crossbow", "Cannon", "Minigun", "Church", NULL };
const char *const apoca_word_mood[] = { "moving", "fighting", "waiting", "dead", NULL };
const char apoca_word_unit[] = { 'm', 'd' };
