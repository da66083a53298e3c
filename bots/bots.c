#include "bots/bot.h"
#include "bots/list.h"
#include "bots/search.h"

#define PLAIN(NAME, GAME, SUMMARY, CHOOSE)                               \
    {                                                                    \
        .name = NAME, .game = GAME, .summary = SUMMARY, .choose = CHOOSE \
    }
#define LEVEL(NUMBER, NAME, SUMMARY)                                                               \
    {                                                                                              \
        .name = NAME, .summary = SUMMARY, .choose = rd_bot_level_choose, .memory = rd_search_room, \
        .style = NUMBER                                                                            \
    }
#define SPARRING(PLAN, NAME, SUMMARY)                                                              \
    {                                                                                              \
        .name = NAME, .game = "apoca", .summary = SUMMARY, .choose = rd_bot_sparring_apoca_choose, \
        .memory = rd_bot_sparring_apoca_memory, .style = RD_SPARRING_##PLAN                        \
    }

static const struct rd_bot bots[] = {
    PLAIN("random", NULL, "Plays any legal order; a punching bag and a test.",
          rd_bot_random_choose),
    PLAIN("greedy", "null", "Leaves a multiple of four stones.", rd_bot_greedy_null_choose),
    PLAIN("greedy", "apoca", "Plays each order out for thirty turns and keeps the best.",
          rd_bot_greedy_apoca_choose),
    PLAIN("greedy", "civ", "Feeds its people, spreads out and attacks what it beats.",
          rd_bot_greedy_civ_choose),
    PLAIN("greedy", "classic", "Buys, takes mines, gangs up on the weak and marches on the base.",
          rd_bot_greedy_classic_choose),
    PLAIN("greedy", "fate", "Strikes the weak, hides what can hide, and closes in.",
          rd_bot_greedy_fate_choose),
    PLAIN("greedy", "fortress", "Takes mines, lays roads, gathers an army and marches on the base.",
          rd_bot_greedy_fortress_choose),
    LEVEL(0, "beginner", "Looks a few turns ahead, and never at everything."),
    LEVEL(1, "casual", "Knows how to play, and sometimes misjudges."),
    LEVEL(2, "strong", "Plans ahead against several ways to answer."),
    LEVEL(3, "expert", "The best that the house has."),
    SPARRING(RUSH, "rush", "Sparring: four houses, then everybody down the shortest lane."),
    SPARRING(TURTLE, "turtle", "Sparring: houses and a nest of cannons, a column late."),
    SPARRING(CHURCH, "church", "Sparring: blessed columns down one lane."),
    SPARRING(PROVOKE, "provoke", "Sparring: miniguns, and demons for everybody."),
    SPARRING(ECONOMY, "economy", "Sparring: houses first, last and always."),
    SPARRING(CRUSADE, "crusade", "Sparring: ten houses, then churches and blessed columns."),
    SPARRING(BASTION, "bastion", "Sparring: houses, churches, and guns of every kind."),
    SPARRING(SIEGE, "siege", "Sparring: churches early, down the shortest lane."),
};

const struct rd_bot *rd_bot_at(uint32_t index)
{
    return index < sizeof bots / sizeof bots[0] ? &bots[index] : NULL;
}

static const struct rd_bot *find_named(const struct rd_game *game, const char *name)
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

/* A search that needs more memory than callers give does not play this game: the game's own bot
 * does. */
const struct rd_bot *rd_bot_find(const struct rd_game *game, const char *name)
{
    const struct rd_bot *bot = find_named(game, name);
    uint32_t fits = bot == NULL || rd_bot_memory(bot, game) <= RD_BOT_MEMORY_MAX;
    return fits ? bot : find_named(game, "greedy");
}

uint32_t rd_bot_memory(const struct rd_bot *bot, const struct rd_game *game)
{
    return bot->memory == NULL ? 0 : bot->memory(game);
}

uint32_t rd_bot_answer(const struct rd_bot *bot, const struct rd_bot_question *question)
{
    struct rd_bot_question asked = *question;
    asked.bot = bot;
    if (asked.report != NULL) {
        asked.report->count = 0;
        asked.report->nodes = 0;
    }
    RD_ASSERT(asked.memory != NULL || rd_bot_memory(bot, asked.game) == 0);
    uint32_t choice = bot->choose(&asked);
    RD_ASSERT(choice < asked.legal_count);
    return choice;
}

uint32_t rd_bot_lower_bound(const struct rd_bot_question *question, struct rd_action action)
{
    uint32_t low = 0, high = question->legal_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (rd_action_compare(question->legal[middle], action) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t rd_bot_index(const struct rd_bot_question *question, struct rd_action action)
{
    uint32_t at = rd_bot_lower_bound(question, action), count = question->legal_count;
    return at < count && rd_action_compare(question->legal[at], action) == 0 ? at : count;
}
