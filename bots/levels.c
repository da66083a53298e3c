/* The four levels of every game: a row each. */
#include <string.h>

#include "bots/list.h"
#include "bots/search.h"

enum { LEVELS = 4 };

struct ladder {
    const struct rd_heuristics *heuristics;
    struct rd_level level[LEVELS]; /* beginner, casual, strong, expert */
};

/* A game that nobody has written heuristics for: the tree, with random play behind it. */
static const struct rd_level plain[LEVELS] = {
    { .nodes = 300, .horizon = 10, .noise = 100, .engine = RD_ENGINE_TREE },
    { .nodes = 2000, .horizon = 30, .noise = 20, .engine = RD_ENGINE_TREE },
    { .nodes = 6000, .horizon = 60, .engine = RD_ENGINE_TREE },
    { .nodes = 20000, .horizon = 100, .engine = RD_ENGINE_TREE },
};

/* A level that compares plans: by so many of the game's own playbooks from the first on, against so
 * many of those that others may play. With one plan it plays by the first playbook and compares
 * nothing. */
#define PLANS(FIRST, OWN, OTHER)                                                  \
    .engine = RD_ENGINE_PLANS, .first_playbook = (FIRST), .own_playbooks = (OWN), \
    .other_playbooks = (OTHER)

static const struct ladder ladders[] = {
    { &rd_heuristics_apoca,
      /* A level names the numbers that differ from 0. */
      { { .nodes = 1000,
          .horizon = 6,
          .own_playbooks = 1,
          .other_playbooks = 1,
          .noise = 120,
          .blunders = 1,
          .heuristics = &rd_heuristics_apoca_hasty },
        { .nodes = 2000,
          .own_playbooks = 1,
          .other_playbooks = 1,
          .noise = 100,
          .heuristics = &rd_heuristics_apoca_eager },
        { .nodes = 2000,
          .own_playbooks = 1,
          .other_playbooks = 1,
          .noise = 80,
          .heuristics = &rd_heuristics_apoca_steady },
        { .nodes = 60000,
          .horizon = 12,
          .further = 12,
          .own_playbooks = 15,
          .other_playbooks = 6,
          .doubts = 1 } } },
    { &rd_heuristics_civ,
      { { .nodes = 100, .horizon = 4, .blunders = 1, .plans = 1, PLANS(0, 1, 1) },
        { .nodes = 300, .horizon = 8, .plans = 1, PLANS(1, 1, 1) },
        { .nodes = 1000, .horizon = 20, .plans = 1, PLANS(2, 1, 1) },
        { .nodes = 400, .horizon = 40, .plans = 1, .evolves = 1, PLANS(3, 1, 1) } } },
    { &rd_heuristics_classic,
      { { .nodes = 200, .horizon = 2, .blunders = 1, .plans = 1, PLANS(0, 1, 1) },
        { .nodes = 400, .horizon = 3, .plans = 1, PLANS(1, 1, 1) },
        { .nodes = 600,
          .horizon = 4,
          .first_playbook = 2,
          .own_playbooks = 1,
          .other_playbooks = 1 },
        { .nodes = 2400,
          .horizon = 4,
          .first_playbook = 1,
          .own_playbooks = 1,
          .other_playbooks = 1 } } },
    { &rd_heuristics_fate,
      { { .nodes = 200, .horizon = 4, .blunders = 1, .plans = 1, PLANS(0, 1, 1) },
        { .nodes = 600, .horizon = 7, .plans = 1, PLANS(1, 1, 1) },
        { .nodes = 1000, .horizon = 12, .plans = 1, PLANS(2, 1, 2) },
        { .nodes = 60000, .horizon = 14, PLANS(2, 1, 2) } } },
    { &rd_heuristics_fortress,
      { { .nodes = 200, .horizon = 2, .blunders = 1, .plans = 1, PLANS(0, 1, 1) },
        { .nodes = 400, .horizon = 3, .plans = 1, PLANS(1, 1, 1) },
        { .nodes = 600, .horizon = 4, .plans = 1, PLANS(2, 1, 1) },
        { .nodes = 800, .horizon = 4, .evolves = 1, PLANS(3, 4, 2) } } },
};

static const struct ladder *ladder_of(const struct rd_game *game)
{
    for (uint32_t i = 0; i < sizeof ladders / sizeof ladders[0]; i++) {
        if (rd_same_text(ladders[i].heuristics->game, game->id)) {
            return &ladders[i];
        }
    }
    return NULL;
}

const struct rd_heuristics *rd_heuristics_of(const struct rd_game *game)
{
    const struct ladder *ladder = ladder_of(game);
    return ladder == NULL ? NULL : ladder->heuristics;
}

static uint32_t think(struct rd_search *search)
{
    switch ((enum rd_engine)search->level.engine) {
    case RD_ENGINE_TREE:
        return rd_tree_choose(search);
    case RD_ENGINE_PLANS:
        return rd_plans_choose(search);
    case RD_ENGINE_PORTFOLIO:
        break;
    }
    return rd_portfolio_choose(search);
}

static uint32_t room_of(uint32_t engine)
{
    switch ((enum rd_engine)engine) {
    case RD_ENGINE_TREE:
        return rd_tree_room();
    case RD_ENGINE_PLANS:
        return rd_plans_room();
    case RD_ENGINE_PORTFOLIO:
        break;
    }
    return 0;
}

uint32_t rd_levels_room(const struct rd_game *game)
{
    const struct ladder *ladder = ladder_of(game);
    uint32_t most = 0;
    for (uint32_t i = 0; i < LEVELS; i++) {
        uint32_t room = room_of(ladder != NULL ? ladder->level[i].engine : plain[i].engine);
        most = room > most ? room : most;
    }
    return most;
}

uint32_t rd_bot_level_choose(const struct rd_bot_question *question)
{
    struct rd_search search;
    const struct ladder *ladder = ladder_of(question->game);
    uint32_t level = question->bot->style;
    RD_ASSERT(level < LEVELS);
    if (question->legal_count == 1) {
        return 0;
    }
    const struct rd_level *row = ladder != NULL ? &ladder->level[level] : &plain[level];
    const struct rd_heuristics *heuristics = row->heuristics;
    if (heuristics == NULL && ladder != NULL) {
        heuristics = ladder->heuristics;
    }
    rd_search_open(&search, question, heuristics, row);
    uint32_t choice = think(&search);
    if (question->report != NULL) {
        question->report->nodes = search.nodes;
    }
    return choice;
}
