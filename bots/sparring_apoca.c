/* Sparring partners of ApocaWarlords: one plain plan each, played without looking ahead. */
#include <string.h>

#include "bots/apoca_playbooks.h"
#include "bots/list.h"

enum { ORDERS = 8 };

/* The stages of a playbook in short: houses, crossbows, cannons, miniguns and churches. */
enum { H = ROLE_EARNER, X = ROLE_SHOOTER, C = ROLE_SPLASHER, M = ROLE_SPRAYER, P = ROLE_BLESSER };

/* By rd_bot.style. None of them is a playbook that the search expects. */
/* A plan names the numbers that differ from 0. */
static const struct apoca_playbook plans[] = {
    [RD_SPARRING_RUSH] = { { { H, 4 }, { H, 6 } },
                           .watch = 8,
                           .emergency = 3,
                           .aim = AIM_SHORT,
                           .start = 1,
                           .mass = 1 },
    [RD_SPARRING_TURTLE] = { { { H, 8 }, { C, 12 }, { H, 15 } },
                             .watch = 8,
                             .emergency = 3,
                             .aim = AIM_WEAK,
                             .start = 2,
                             .mass = 30 },
    [RD_SPARRING_CHURCH] = { { { H, 6 }, { P, 4 }, { H, 8 } },
                             .watch = 8,
                             .emergency = 3,
                             .aim = AIM_FIRST,
                             .start = 1,
                             .mass = 5 },
    [RD_SPARRING_PROVOKE] = { { { H, 7 }, { M, 5 }, { H, 12 } },
                              .watch = 8,
                              .emergency = 3,
                              .provoke = 10 },
    [RD_SPARRING_ECONOMY] = { { { H, 14 }, { X, 6 }, { H, 18 } },
                              .watch = 8,
                              .emergency = 3,
                              .aim = AIM_SPREAD,
                              .start = 1,
                              .mass = 20,
                              .sells = 1 },
    [RD_SPARRING_CRUSADE] = { { { H, 10 }, { P, 12 }, { C, 5 }, { H, 14 }, { M, 9 } },
                              .watch = 7,
                              .emergency = 4,
                              .aim = AIM_WEAK,
                              .mass = 3,
                              .sells = 1 },
    [RD_SPARRING_BASTION] = { { { H, 10 }, { P, 8 }, { H, 11 }, { M, 4 }, { C, 9 }, { X, 9 } },
                              .watch = 8,
                              .emergency = 6,
                              .aim = AIM_THIRD,
                              .mass = 9,
                              .sells = 1 },
    [RD_SPARRING_SIEGE] = { { { H, 8 }, { P, 10 }, { X, 6 }, { H, 12 }, { C, 8 } },
                            .watch = 6,
                            .emergency = 5,
                            .aim = AIM_SHORT,
                            .mass = 9,
                            .sells = 1 },
};

uint32_t rd_bot_sparring_apoca_memory(const struct rd_game *game)
{
    return game->state_size + (uint32_t)sizeof(struct apoca_notes);
}

uint32_t rd_bot_sparring_apoca_choose(const struct rd_bot_question *question)
{
    struct rd_action order[ORDERS];
    char *memory = question->memory;
    void *state = memory, *notes = memory + question->game->state_size;
    RD_ASSERT(question->bot->style < sizeof plans / sizeof plans[0]);
    memset(state, 0, question->game->state_size);
    question->game->guess(question->view, question->luck, state);
    struct rd_search_position position = { question->game, state, notes, question->seat,
                                           question->luck };
    apoca_take_notes(&position, notes);
    uint32_t count = apoca_playbook_orders(&position, &plans[question->bot->style], order, ORDERS);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < question->legal_count; k++) {
            if (rd_action_compare(question->legal[k], order[i]) == 0) {
                return k;
            }
        }
    }
    return question->legal_count - 1;
}
