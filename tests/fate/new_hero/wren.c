/* Wren Lightfoot, Archer: hard to hit. R29 */
#include "../cards.h"
#include "../frames.h"
#include "heroes.h"

/* ---- Light Feet, R29.1 ---- */

static uint32_t light_feet(const struct fate_state *s, uint32_t unit,
                           const struct fate_frame *attack)
{
    (void)s;
    return attack->target == unit;
}

const struct fate_hooks fate_light_feet = {
    .defence_bonus = light_feet,
};
