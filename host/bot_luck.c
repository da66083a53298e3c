#include "host/match.h"
#include "redoubt/luck.h"

/* One-way, so that a bot that sees all its own luck learns nothing of the key. */
struct rd_luck rd_match_bot_luck(const uint64_t key[2], rd_seat seat)
{
    uint8_t label[5] = { 'b', 'o', 't', seat, 0 };
    uint64_t first = rd_siphash(key, label, sizeof label);
    label[4] = 1;
    return rd_luck_from_key(first, rd_siphash(key, label, sizeof label));
}
