/* bindings/wasm/exports.h - what the files of the module share. */
#ifndef REDOUBT_BINDINGS_WASM_EXPORTS_H
#define REDOUBT_BINDINGS_WASM_EXPORTS_H

#include "bots/bot.h"
#include "redoubt/game.h"

#define EXPORT(name) __attribute__((export_name(name))) extern

/* The game with this number: there is one. */
static inline const struct rd_game *game_at(uint32_t index)
{
    const struct rd_game *game = rd_game_at(index);
    RD_ASSERT(game != NULL);
    return game;
}

/* What bots write on while they think; of whatever content between two questions. */
extern uint64_t wasm_bot_memory[RD_BOT_MEMORY_MAX / sizeof(uint64_t)];

#endif
