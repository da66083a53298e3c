/* Units in orders as people name them. */
#include "host/unit_words.h"

#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"

enum { NO_UNIT = 0xffff, SHOWN_MAX = 4 };

bool rd_arg_is_unit(const struct rd_arg *arg)
{
    return arg->type == RD_ARG_UNIT ||
           (arg->type == RD_ARG_CHOICE && (arg->role == RD_ROLE_WHO || arg->role == RD_ROLE_WHOM));
}

const struct rd_arg *rd_unit_arg(const struct rd_game *game)
{
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
            if (rd_arg_is_unit(&verb->arg[i])) {
                return &verb->arg[i];
            }
        }
    }
    return NULL;
}

/* What is known of a position, and the units that one word of an order may mean. */
struct search {
    const struct rd_game *game;
    const struct rd_arg *arg;
    const char *word;
    struct rd_scene *scene;
    struct rd_action *legal;
    uint32_t legal_count;
    uint16_t found[SHOWN_MAX];
    uint32_t count; /* may exceed SHOWN_MAX */
    bool changed;   /* a word of the order is not what was typed */
};

static void look(struct search *s, const void *state, rd_seat seat)
{
    void *view = malloc(s->game->view_size);
    s->scene = calloc(1, sizeof *s->scene);
    s->legal = malloc((size_t)s->game->legal_max * sizeof *s->legal);
    RD_ASSERT(view != NULL && s->scene != NULL && s->legal != NULL);
    s->game->observe(state, seat, view);
    s->game->scene(view, s->scene);
    s->legal_count = s->game->legal(state, seat, s->legal, s->game->legal_max);
    free(view);
}

static void find(struct search *s, uint32_t unit)
{
    for (uint32_t i = 0; i < s->count && i < SHOWN_MAX; i++) {
        if (s->found[i] == unit) {
            return;
        }
    }
    if (s->count < SHOWN_MAX) {
        s->found[s->count] = (uint16_t)unit;
    }
    s->count++;
}

static const struct rd_scene_token *token_of(const struct search *s, uint32_t unit)
{
    for (uint32_t i = 0; i < s->scene->token_count; i++) {
        if (s->scene->token[i].unit == unit && unit != NO_UNIT) {
            return &s->scene->token[i];
        }
    }
    return NULL;
}

static bool cell_of(const struct search *s, const struct rd_scene_token *token, uint16_t *cell)
{
    const struct rd_scene_cell *at = &s->scene->cell[token->cell];
    return token->cell < s->scene->cell_count && rd_cell_at(&s->game->cells, at->x, at->y, cell);
}

static bool fits(const char *name, const char *word, bool whole)
{
    return whole ? rd_text_same(name, word) : rd_text_begins(name, word);
}

/* "rider" of "P1-rider", or "kesh" whose token says so; whole: not shortened. */
static bool is_called(const struct search *s, uint32_t unit, bool whole)
{
    const struct rd_scene_token *token = token_of(s, unit);
    if (token != NULL && fits(s->game->token_names[token->kind], s->word, whole)) {
        return true;
    }
    if (s->arg->type != RD_ARG_CHOICE || unit >= s->arg->limit) {
        return false;
    }
    const char *dash = strrchr(s->arg->choices[unit], '-');
    return dash != NULL && fits(dash + 1, s->word, whole);
}

static bool stands_on(const struct search *s, uint32_t unit, uint16_t cell)
{
    const struct rd_scene_token *token = token_of(s, unit);
    uint16_t at = 0;
    return token != NULL && cell_of(s, token, &at) && at == cell;
}

static bool is_meant(const struct search *s, uint32_t unit, bool whole)
{
    uint16_t cell = 0;
    return rd_cell_parse(&s->game->cells, s->word, &cell) ? stands_on(s, unit, cell)
                                                          : is_called(s, unit, whole);
}

static bool same_so_far(const struct rd_action *a, const struct rd_action *b, uint32_t arg)
{
    return a->verb == b->verb && memcmp(a->arg, b->arg, arg * sizeof a->arg[0]) == 0;
}

/* Those of the legal orders that begin like this one. */
static void find_legal(struct search *s, const struct rd_action *order, uint32_t arg, bool whole)
{
    for (uint32_t i = 0; i < s->legal_count && i < s->game->legal_max; i++) {
        uint32_t unit = s->legal[i].arg[arg];
        if (same_so_far(&s->legal[i], order, arg) && is_meant(s, unit, whole)) {
            find(s, unit);
        }
    }
}

static void find_seen(struct search *s, bool whole)
{
    for (uint32_t i = 0; i < s->scene->token_count; i++) {
        uint32_t unit = s->scene->token[i].unit;
        if (unit < s->arg->limit && is_meant(s, unit, whole)) {
            find(s, unit);
        }
    }
}

static bool list_meanings(const struct search *s, struct rd_problem *problem)
{
    char list[RD_TEXT_MAX], name[RD_TEXT_MAX], at[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(list, sizeof list);
    for (uint32_t i = 0; i < s->count && i < SHOWN_MAX; i++) {
        const struct rd_scene_token *token = token_of(s, s->found[i]);
        uint16_t cell = 0;
        rd_arg_print(s->game, s->arg, s->found[i], name, sizeof name);
        rd_text_add(&text, "%s%s", i == 0 ? "" : " or ", name);
        if (token != NULL && cell_of(s, token, &cell)) {
            rd_cell_print(&s->game->cells, cell, at, sizeof at);
            rd_text_add(&text, " at %s", at);
        }
    }
    return rd_problem_at(problem, NULL, "%s: \"%s\" may be %s%s", s->arg->name, s->word, list,
                         s->count > SHOWN_MAX ? " or another" : "");
}

/* The value that the word means; false with count 0: none, else: several. */
static bool resolve(struct search *s, const struct rd_action *order, uint32_t arg, uint16_t *value)
{
    for (uint32_t i = 0; i < 4 && s->count == 0; i++) { /* legal ones first, then whole words */
        if (i < 2) {
            find_legal(s, order, arg, i == 0);
        } else {
            find_seen(s, i == 2);
        }
    }
    *value = s->found[0];
    return s->count == 1;
}

/* ---- the whole order ---- */

/* One argument, and its word in the verb table's form. False: several units. */
static bool rewrite(struct search *s, const void *state, rd_seat seat, char word[RD_WORD_ROOM],
                    struct rd_action *order, uint32_t arg)
{
    s->arg = &s->game->verbs[order->verb].arg[arg];
    s->word = word;
    s->count = 0;
    if (rd_arg_parse(s->game, s->arg, word, &order->arg[arg]) || !rd_arg_is_unit(s->arg)) {
        return true;
    }
    char *bracket = strchr(word, '('); /* "P2-rider(D4)", as lists show it */
    if (bracket != NULL) {
        *bracket = '\0';
        s->changed = true;
    }
    if (rd_arg_parse(s->game, s->arg, word, &order->arg[arg])) {
        return true;
    }
    if (s->scene == NULL) {
        look(s, state, seat);
    }
    if (!resolve(s, order, arg, &order->arg[arg])) {
        return s->count == 0;
    }
    rd_arg_print(s->game, s->arg, order->arg[arg], word, RD_WORD_ROOM);
    s->changed = true;
    return true;
}

bool rd_units_in_words(const struct rd_game *game, const void *state, rd_seat seat,
                       const char *text, char out[RD_TEXT_MAX], struct rd_problem *problem)
{
    struct search s = { .game = game };
    struct rd_words words;
    struct rd_action order = { 0, { 0 } };
    struct rd_text plain = rd_text_into(out, RD_TEXT_MAX);
    bool fine = true;
    bool some = rd_words_of(text, &words) && words.count > 1;
    order.verb = some ? rd_verb_meant(game, words.word[0]) : RD_NO_VERB;
    if (order.verb == RD_NO_VERB || order.verb == RD_VERB_RESIGN || seat >= RD_SPECTATOR) {
        return true;
    }
    for (uint32_t i = 0; fine && i + 1 < words.count && i < RD_ARGS_MAX; i++) {
        if (game->verbs[order.verb].arg[i].type == RD_ARG_NONE) {
            break;
        }
        fine = rewrite(&s, state, seat, words.word[i + 1], &order, i) || list_meanings(&s, problem);
    }
    for (uint32_t i = 0; s.changed && i < words.count; i++) {
        rd_text_add(&plain, "%s%s", i == 0 ? "" : " ", words.word[i]);
    }
    free(s.scene);
    free(s.legal);
    return fine;
}
