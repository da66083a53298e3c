/* The doors there are, for `redoubt match`, the arena and their help. */
#include "arena/entrant.h"

const struct door *const doors[] = { &door_line, NULL };
