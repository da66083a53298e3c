/* host/json_frames.h - the frames of an order as JSON. */
#ifndef REDOUBT_HOST_JSON_FRAMES_H
#define REDOUBT_HOST_JSON_FRAMES_H

#include <jansson.h>

#include "host/frames.h"

/* All of them: [{"step":"attacks","events":[...],"view":{...}}, ...], the last one perhaps without
 * a step. A cause is the number of an event of the order, among those that the seat saw. */
json_t *rd_frames_to_json(const struct rd_shown *shown, rd_seat seat);

#endif
