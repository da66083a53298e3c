/*
 * bots/search.h - what the engines share: a question under thought, its budget, and playing on from
 * a position.
 *
 * All memory is the question's: rd_search_room() says how much. A node is one action carried out
 * while searching; an engine stops when its limit is reached, wherever it is.
 */
#ifndef REDOUBT_BOTS_SEARCH_H
#define REDOUBT_BOTS_SEARCH_H

#include "bots/heuristics.h"

enum {
    RD_SEARCH_CHOICES = 64,  /* answers compared by an engine */
    RD_SEARCH_HORIZONS = 4,  /* different horizons */
    RD_SEARCH_ORDERS = 256,  /* of one seat and turn, as a playbook gives them */
    RD_SEARCH_LEGAL = 16384, /* legal orders that are listed at most */
    RD_SURE = 1000000,       /* a won game; a lost one is minus that, an even one 0 */
    RD_TREE_NODES = 1024,    /* places for nodes of the tree */
    RD_TREE_CHOICES = 24     /* actions that one of them compares */
};

/* How hard and how well a level thinks. */
struct rd_level {
    uint32_t nodes;   /* for one question */
    uint32_t horizon; /* turns; 0 = the game's own */
    uint32_t further; /* turns by which RD_SEARCH_HORIZONS looks differ; the longest is the first */
    uint16_t first_playbook; /* of the game's own playbooks */
    uint16_t own_playbooks;  /* how many from there */
    uint16_t other_playbooks;
    uint16_t noise;   /* thousandths of a game by which an estimate may be off */
    uint8_t blunders; /* is inattentive */
    uint8_t engine;   /* enum rd_engine */
    uint8_t plans;    /* compared; 0 = as many as there is room for */
    uint8_t doubts;   /* expects others to err, once it has met each of their playbooks */
    uint8_t evolves;  /* varies the best plan with half of its nodes, or what is left of them */
    const struct rd_heuristics *heuristics; /* instead of the game's own, NULL = that */
};

enum rd_engine { RD_ENGINE_PORTFOLIO, RD_ENGINE_TREE, RD_ENGINE_PLANS };

struct rd_search {
    const struct rd_bot_question *question;
    const struct rd_heuristics *heuristics; /* NULL: none */
    struct rd_level level;
    uint32_t nodes, limit; /* spent, allowed */
    uint32_t playouts;     /* so far */
    uint32_t turn;         /* turns done when the question was asked */
    int32_t noted;         /* notes are taken at the first guess and kept */
    int32_t near;          /* looks ahead only until the seat's next turn begins, */
    int32_t lead;          /* and values what it gains on this */
    void *notes;
    void *root; /* a state that was guessed from the view */
    void *work; /* the one being played on in */
    void *view;
    struct rd_action *legal;  /* legal_max */
    struct rd_action *orders; /* RD_SEARCH_ORDERS */
    void *own;                /* an engine's own, rd_search_room()'s second part */
};

uint32_t rd_search_room(const struct rd_game *game);
void rd_search_open(struct rd_search *search, const struct rd_bot_question *question,
                    const struct rd_heuristics *heuristics, const struct rd_level *level);

/* Another position that fits the view. */
void rd_search_guess(struct rd_search *search, struct rd_luck *luck);
/* A copy of the root to play on in. */
void rd_search_restart(struct rd_search *search);
/* One action on the board in work. */
void rd_search_act(struct rd_search *search, rd_seat seat, struct rd_action action,
                   struct rd_luck *luck);

/* Play on from work by these playbooks until the horizon; -RD_SURE .. RD_SURE for the question's
 * seat.
 */
struct rd_playbooks {
    uint32_t own, other;
    const uint8_t *alternatives; /* others take up another of these now and then, or slip; */
    uint32_t alternative_count;  /* 0: they are sure of theirs */
};
int32_t rd_search_play_out(struct rd_search *search, struct rd_playbooks playbooks,
                           struct rd_luck *luck);
/* The value of the board in work, over or not. */
int32_t rd_search_value(const struct rd_search *search);
/* A lead as a value between -RD_SURE and RD_SURE. */
int32_t rd_search_squash(int32_t lead, int32_t scale);

/* Noise of the level; report. */
int32_t rd_search_error(const struct rd_search *search);
void rd_search_report(const struct rd_search *search, struct rd_action action, int32_t value,
                      uint32_t tries);

/* The engines: the index of the answer in question->legal. */
uint32_t rd_portfolio_choose(struct rd_search *search);
uint32_t rd_tree_choose(struct rd_search *search);
uint32_t rd_plans_choose(struct rd_search *search);
/* Bytes of search->own. levels.c: the most that an engine of the game's levels needs. */
uint32_t rd_tree_room(void);
uint32_t rd_plans_room(void);
uint32_t rd_levels_room(const struct rd_game *game);

/* Who asks the game's heuristics about the position that was guessed. */
static inline struct rd_search_position rd_search_position_of(const struct rd_search *s,
                                                              struct rd_luck *luck)
{
    struct rd_search_position position = { s->question->game, s->root, s->notes, s->question->seat,
                                           luck };
    return position;
}

/* The lowest of a set that is not empty. */
rd_seat rd_search_first(rd_seats seats);

#endif
