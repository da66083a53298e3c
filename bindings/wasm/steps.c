/*
 * Legal orders step by step, for learners in rules.wasm: redoubt/steps.h over factors that lie in a
 * block of the caller's. The block is asked for as large as the tables allow (80 MB in Fortress);
 * what no position needs of it is never touched.
 */
#include "redoubt/steps.h"
#include "bindings/wasm/exports.h"
#include "redoubt/packing.h"

/* How the block begins; factors, words and a list of orders follow. */
struct block {
    struct rd_factors factors;
    struct rd_action *list;
};

EXPORT("factors_size") uint32_t wasm_factors_size(uint32_t index)
{
    const struct rd_game *game = game_at(index);
    struct rd_factors_room room = rd_factors_room(game);
    uint32_t list = game->factors == NULL ? game->legal_max : 0;
    return (uint32_t)sizeof(struct block) + 8 * (room.words + list) +
           room.factors * (uint32_t)sizeof(struct rd_factor);
}

/* The block, at a multiple of 8: how many legal orders the seat has. */
EXPORT("factors")
uint32_t wasm_factors(uint32_t index, const void *state, uint32_t seat, struct block *block)
{
    const struct rd_game *game = game_at(index);
    struct rd_factors_room room = rd_factors_room(game);
    struct rd_factors factors = { .factor_cap = room.factors, .word_cap = room.words };
    block->factors = factors;
    block->factors.word = (uint64_t *)(void *)(block + 1);
    block->factors.factor = (struct rd_factor *)(void *)(block->factors.word + room.words);
    block->list = (struct rd_action *)(void *)(block->factors.factor + room.factors);
    rd_legal_factors(game, state, (rd_seat)seat, block->list, &block->factors);
    return rd_factor_total(&block->factors);
}

EXPORT("step_width") uint32_t wasm_step_width(uint32_t index, uint32_t step)
{
    return rd_step_width(game_at(index)->verbs, step);
}

/* Into step_width() bytes. */
EXPORT("step_mask")
void wasm_step_mask(uint32_t index, const struct block *block, uint32_t step,
                    const struct rd_action *chosen, uint8_t *mask)
{
    rd_step_mask(&block->factors, step, *chosen, mask, wasm_step_width(index, step));
}

/* One of the orders, all equally likely. */
EXPORT("sample")
void wasm_sample(const struct block *block, struct rd_luck *luck, struct rd_action *action)
{
    int32_t last = (int32_t)rd_factor_total(&block->factors) - 1;
    *action = rd_factor_at(&block->factors, (uint32_t)rd_luck_range(luck, 0, last));
}

/* The packed form of what encode() says. */
EXPORT("packed_size") uint32_t wasm_packed_size(uint32_t index)
{
    return rd_packed_size(game_at(index));
}

EXPORT("pack") void wasm_pack(uint32_t index, const void *view, uint32_t *packed)
{
    game_at(index)->pack(view, packed);
}

EXPORT("unpack") void wasm_unpack(uint32_t index, const uint32_t *packed, int8_t *tensors)
{
    rd_unpack(game_at(index), packed, tensors);
}
