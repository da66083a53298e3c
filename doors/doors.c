#include "doors/doors.h"

#include "doors/civ_bot.h"
#include "doors/megaminer.h"

void doors_use(void)
{
    static const struct door *const all[] = { &door_line, &door_megaminer, &door_civ, NULL };
    entrant_doors(all);
}
