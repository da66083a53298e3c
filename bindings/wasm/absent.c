/* In a module of one game: nothing in the place of the bots of all others, so that the list of bots
 * stays one list and nobody fetches what can't play here. RD_ABSENT_DEF names the games that are
 * left out; bots/list.h has the names. */
#include "bots/list.h"

static uint32_t absent(const struct rd_bot_question *question)
{
    RD_ASSERT(question == NULL); /* nobody finds a bot of a game that isn't here */
    return 0;
}

#define GAME(id)                                                                    \
    uint32_t rd_bot_greedy_##id##_choose(const struct rd_bot_question *question);   \
    uint32_t rd_bot_greedy_##id##_choose(const struct rd_bot_question *question)    \
    {                                                                               \
        return absent(question);                                                    \
    }                                                                               \
    uint32_t rd_bot_sparring_##id##_choose(const struct rd_bot_question *question); \
    uint32_t rd_bot_sparring_##id##_choose(const struct rd_bot_question *question)  \
    {                                                                               \
        return absent(question);                                                    \
    }                                                                               \
    uint32_t rd_bot_sparring_##id##_memory(const struct rd_game *game);             \
    uint32_t rd_bot_sparring_##id##_memory(const struct rd_game *game)              \
    {                                                                               \
        (void)game;                                                                 \
        return 0;                                                                   \
    }                                                                               \
    extern const struct rd_knowledge rd_knowledge_##id;                             \
    const struct rd_knowledge rd_knowledge_##id = { .game = "" };
#include RD_ABSENT_DEF
