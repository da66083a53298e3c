#include "bots/bot.h"
#include "bots/list.h"

static const struct rd_bot bots[] = {
    { "random", NULL, "Plays any legal order; a punching bag and a test.", rd_bot_random_choose },
    { "greedy", "null", "Leaves a multiple of four stones.", rd_bot_greedy_null_choose },
    { "greedy", "apoca", "Plays each order out for thirty turns and keeps the best.",
      rd_bot_greedy_apoca_choose },
    { "greedy", "civ", "Feeds its people, spreads out and attacks what it beats.",
      rd_bot_greedy_civ_choose },
    { "greedy", "classic", "Buys, takes mines, gangs up on the weak and marches on the base.",
      rd_bot_greedy_classic_choose },
};

const struct rd_bot *rd_bot_at(uint32_t index)
{
    return index < sizeof bots / sizeof bots[0] ? &bots[index] : NULL;
}

const struct rd_bot *rd_bot_find(const struct rd_game *game, const char *name)
{
    const struct rd_bot *general = NULL;
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        if (!rd_same_text(rd_bot_at(i)->name, name)) {
            continue;
        }
        if (rd_bot_at(i)->game == NULL) {
            general = rd_bot_at(i);
        } else if (rd_same_text(rd_bot_at(i)->game, game->id)) {
            return rd_bot_at(i);
        }
    }
    return general;
}
