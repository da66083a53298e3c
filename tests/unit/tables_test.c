/* The hash of a game's tables: another one for every change that would give a number another
 * meaning. */
#include "check.h"
#include "redoubt/game.h"

/* A game as small as it can be, whose every cell can be changed. */
struct copy {
    const char *choices[3];
    struct rd_verb verbs[3];
    struct rd_event_kind events[3];
    struct rd_refusal refusals[3];
    struct rd_ending endings[3];
    const char *steps[4];
    struct rd_game game;
};

static void make(struct copy *copy)
{
    const struct copy fresh = {
        .choices = { "north", "south", NULL },
        .verbs = { { .name = "go", .arg = { { "where", RD_ARG_CHOICE, 2, NULL } } },
                   { .name = "wait" } },
        .events = { { .name = "went",
                      .arg = { { "seat", RD_ARG_SEAT, 2, NULL, RD_ROLE_SEAT },
                               { "at", RD_ARG_CELL, 9, NULL, RD_ROLE_AT } } },
                    { .name = "waited" } },
        .refusals = { { 0 }, { "R1.1", "not there" } },
        .endings = { { 0 }, { "R2.1", "nobody is left" } },
        .steps = { NULL, "walking", NULL, NULL },
        .game = { .id = "small",
                  .rules_version = 1,
                  .view_size = 16,
                  .cells = { 3, 3, 0, 0, 0, 0 } },
    };
    *copy = fresh;
    copy->verbs[0].arg[0].choices = copy->choices;
    copy->game.verbs = copy->verbs;
    copy->game.events = copy->events;
    copy->game.refusals = copy->refusals;
    copy->game.endings = copy->endings;
    copy->game.step_names = copy->steps;
}

static void rename_verb(struct copy *c)
{
    c->verbs[1].name = "rest";
}
static void rename_arg(struct copy *c)
{
    c->verbs[0].arg[0].name = "to";
}
static void retype_arg(struct copy *c)
{
    c->verbs[0].arg[0].type = RD_ARG_AMOUNT;
}
static void widen_arg(struct copy *c)
{
    c->events[0].arg[1].limit = 10;
}
static void rename_choice(struct copy *c)
{
    c->choices[1] = "west";
}
static void swap_choices(struct copy *c)
{
    c->choices[0] = "south";
    c->choices[1] = "north";
}
static void drop_choices(struct copy *c)
{
    c->verbs[0].arg[0].choices = NULL;
}
static void add_verb(struct copy *c)
{
    c->verbs[2] = c->verbs[1];
    c->verbs[1].name = "look";
}
static void rename_event(struct copy *c)
{
    c->events[0].name = "moved";
}
static void change_role(struct copy *c)
{
    c->events[0].arg[1].role = RD_ROLE_TO;
}
static void drop_fact(struct copy *c)
{
    c->events[0].arg[1].type = RD_ARG_NONE;
}
static void reword_refusal(struct copy *c)
{
    c->refusals[1].text = "not here";
}
static void recite_refusal(struct copy *c)
{
    c->refusals[1].rule = "R1.2";
}
static void reword_ending(struct copy *c)
{
    c->endings[1].reason = "all are gone";
}
static void drop_ending(struct copy *c)
{
    c->endings[1].reason = NULL;
}
static void rename_step(struct copy *c)
{
    c->steps[1] = "going";
}
static void add_step(struct copy *c)
{
    c->steps[2] = "resting";
}
static void drop_steps(struct copy *c)
{
    c->game.step_names = NULL;
}
static void new_rules(struct copy *c)
{
    c->game.rules_version = 2;
}
static void grow_view(struct copy *c)
{
    c->game.view_size = 24;
}
static void widen_board(struct copy *c)
{
    c->game.cells.stride = 4;
}
static void rename_game(struct copy *c)
{
    c->game.id = "smaller";
}

static void (*const changes[])(struct copy *) = {
    rename_verb,   rename_arg,     retype_arg,     widen_arg,   rename_choice, swap_choices,
    drop_choices,  add_verb,       rename_event,   change_role, drop_fact,     new_rules,
    grow_view,     reword_refusal, recite_refusal, drop_ending, widen_board,   rename_game,
    reword_ending, rename_step,    add_step,       drop_steps,
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static void every_change_shows(void)
{
    struct copy copy;
    uint64_t hash[CHANGES + 1];
    make(&copy);
    hash[CHANGES] = rd_tables_hash(&copy.game);
    for (uint32_t i = 0; i < CHANGES; i++) {
        make(&copy);
        CHECK_HEX(rd_tables_hash(&copy.game), hash[CHANGES]);
        changes[i](&copy);
        hash[i] = rd_tables_hash(&copy.game);
        for (uint32_t k = 0; k < i; k++) {
            CHECK(hash[i] != hash[k]);
        }
        CHECK(hash[i] != hash[CHANGES]);
    }
}

static void every_game_has_another(void)
{
    const struct rd_game *game, *other;
    for (uint32_t i = 0; (game = rd_game_at(i)) != NULL; i++) {
        for (uint32_t k = 0; k < i; k++) {
            other = rd_game_at(k);
            CHECK(rd_tables_hash(game) != rd_tables_hash(other));
        }
    }
}

int main(void)
{
    RUN(every_change_shows);
    RUN(every_game_has_another);
    return check_end();
}
