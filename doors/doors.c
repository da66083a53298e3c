/* The doors there are, for `redoubt match`, the arena and their help. */
#include "doors/megaminer.h"

const struct door *const doors[] = { &door_line, &door_megaminer, NULL };
