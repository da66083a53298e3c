#include "host/replay_record.h"

#include <string.h>

void rd_record_store(uint8_t *record, const struct rd_replay_item *item)
{
    memset(record, 0, RD_RECORD_SIZE);
    if (item->kind == RD_REPLAY_TURN) {
        record[0] = RD_RECORD_TURN;
        rd_store(record + 4, item->turn, 4);
        rd_store(record + 8, item->hash, 8);
        return;
    }
    record[0] = RD_RECORD_ORDER;
    record[1] = item->seat;
    rd_store(record + 2, item->action.verb, 2);
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        rd_store(record + 4 + (size_t)2 * i, item->action.arg[i], 2);
    }
}

static bool load_order(const uint8_t *record, struct rd_replay_item *item)
{
    static const uint8_t zero[6];
    item->kind = RD_REPLAY_ORDER;
    item->seat = record[1];
    item->action.verb = (uint16_t)rd_load16(record + 2);
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        item->action.arg[i] = (uint16_t)rd_load16(record + 4 + (size_t)2 * i);
    }
    return item->seat < RD_SEATS_MAX && memcmp(record + 10, zero, sizeof zero) == 0;
}

bool rd_record_load(const uint8_t *record, struct rd_replay_item *item)
{
    memset(item, 0, sizeof *item);
    if (record[0] == RD_RECORD_ORDER) {
        return load_order(record, item);
    }
    item->kind = RD_REPLAY_TURN;
    item->turn = rd_load32(record + 4);
    item->hash = rd_load64(record + 8);
    return record[0] == RD_RECORD_TURN && record[1] == 0 && rd_load16(record + 2) == 0;
}
