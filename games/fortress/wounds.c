/* Losses of health: batches that are added up first, single blows, deaths and credit (R1.1, R11.6,
 * R11.7). */
#include "fortress_internal.h"

#include <string.h>

void fortress_batch_begin(struct fortress_batch *batch)
{
    batch->count = 0;
    memset(batch->index, 0xff, sizeof batch->index);
}

void fortress_batch_add(struct fortress_batch *batch, uint32_t whom, uint32_t side, uint64_t loss)
{
    RD_ASSERT(whom < FORTRESS_WHO_MAX);
    if (batch->index[whom] == FORTRESS_NOBODY) {
        RD_ASSERT(batch->count < FORTRESS_WHO_MAX);
        struct fortress_wound *fresh = &batch->wound[batch->count];
        memset(fresh, 0, sizeof *fresh);
        fresh->who = (uint16_t)whom;
        batch->index[whom] = (uint16_t)batch->count;
        batch->count++;
    }
    struct fortress_wound *wound = &batch->wound[batch->index[whom]];
    RD_ASSERT(side < 3);
    if (wound->by[side] == 0) {
        RD_ASSERT(wound->sides < 3);
        wound->side[wound->sides] = (uint8_t)side;
        wound->sides++;
    }
    wound->by[side] += loss;
    wound->loss += loss;
}

void fortress_batch_sort(const struct fortress_turn *turn, struct fortress_batch *batch)
{
    for (uint32_t i = 1; i < batch->count; i++) {
        struct fortress_wound one = batch->wound[i];
        uint32_t place = i, id = turn->s->piece[one.who].id;
        while (place > 0 && turn->s->piece[batch->wound[place - 1].who].id > id) {
            batch->wound[place] = batch->wound[place - 1];
            place--;
        }
        batch->wound[place] = one;
    }
    for (uint32_t i = 0; i < batch->count; i++) {
        batch->index[batch->wound[i].who] = (uint16_t)i;
    }
}

uint64_t fortress_batch_loss(const struct fortress_batch *batch, uint32_t whom)
{
    RD_ASSERT(whom < FORTRESS_WHO_MAX);
    uint32_t index = batch->index[whom];
    return index == FORTRESS_NOBODY ? 0 : batch->wound[index].loss;
}

void fortress_hurt(struct fortress_turn *turn, uint32_t whom, uint64_t loss)
{
    RD_ASSERT(whom < FORTRESS_WHO_MAX);
    struct fortress_piece *piece = &turn->s->piece[whom];
    uint32_t whole = fortress_whole(loss);
    piece->health = (uint8_t)(whole >= piece->health ? 0 : piece->health - whole);
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)piece->id,
                                             (int32_t)((loss * 1000 + (UINT64_C(1) << 31)) >> 32),
                                             piece->health };
    turn->cause[whom] = fortress_tell_about(turn, FORTRESS_E_HURT, whom, arg);
}

uint32_t fortress_credit(struct fortress_turn *turn, const struct fortress_wound *wound,
                         int32_t draw)
{
    uint8_t tied[3] = { 0 };
    uint32_t count = 0;
    uint64_t most = 0;
    for (uint32_t i = 0; i < wound->sides; i++) {
        uint64_t share = wound->by[wound->side[i]];
        if (share > most) {
            most = share;
            count = 0;
        }
        if (share == most) {
            tied[count] = wound->side[i];
            count++;
        }
    }
    RD_ASSERT(count > 0);
    return count > 1 && draw ? tied[rd_luck_range(turn->luck, 0, (int32_t)count - 1)] : tied[0];
}

void fortress_kill(struct fortress_turn *turn, uint32_t who, uint32_t credit)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_piece *piece = &s->piece[who];
    const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)piece->id, piece->type, piece->cell };
    turn->cause[who] = fortress_tell_about(turn, FORTRESS_E_DIED, who, arg);
    piece->health = 0;
    memset(&s->task[who], 0, sizeof s->task[who]);
    if (!fortress_is_mobile(who)) {
        RD_ASSERT(piece->cell < FORTRESS_CELLS);
        turn->on[piece->cell] = 0;
        turn->stale |= FORTRESS_STALE_SIGHT | FORTRESS_STALE_PIECES;
        return;
    }
    fortress_leave(turn, who);
    if (fortress_owner(who) == FORTRESS_NEUTRAL) {
        fortress_draw_respawn(turn, piece->cell);
        fortress_reward(turn, who, credit);
    }
}
