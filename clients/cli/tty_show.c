/* What the person at the keyboard sees: sentences first, a board where there is room for one. */
#include "clients/cli/tty.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/board_text.h"
#include "host/notation.h"
#include "host/text.h"

enum {
    LINE_MAX_BYTES = 2048,
    BOARD_MARGIN = 6,  /* columns beside the board for its coordinates */
    ORDERS_SHOWN = 64, /* of one turn */
    VALUES_SHOWN = 120 /* of one argument, before "and more" */
};

void tty_say(const struct tty *tty, const char *format, ...)
{
    char text[LINE_MAX_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    screen_wrap(&tty->screen, 0, 0, text);
}

static const char *style(const struct tty *tty, const char *sequence)
{
    return tty->screen.colours ? sequence : "";
}

#define BOLD   "\033[1m"
#define DIM    "\033[2m"
#define NORMAL "\033[0m"

void tty_clear(const struct tty *tty)
{
    if (tty->keyboard && tty->screen.terminal && !tty->plain) {
        fputs("\033[H\033[2J\033[3J", stdout);
    }
}

static const char *seat_name(const struct tty *tty, rd_seat seat, char out[RD_TEXT_MAX])
{
    rd_seat_print(tty->game, seat, out, RD_TEXT_MAX);
    return out;
}

/* ---- welcome ------------------------------------------------------------------------------ */

static void say_who_plays(const struct tty *tty)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    for (rd_seat seat = 0; seat < tty->wanted->chosen.setup.seats; seat++) {
        rd_text_add(&text, "%s%s is %s", seat == 0 ? "" : ", ", seat_name(tty, seat, name),
                    tty->bot[seat] != NULL ? "the bot " : tty->people == 1 ? "you" : "at the keyboard");
        if (tty->bot[seat] != NULL) {
            rd_text_add(&text, "%s", tty->bot[seat]->name);
        }
    }
    tty_say(tty, "%s.", line);
}

void tty_show_welcome(const struct tty *tty)
{
    printf("%s%s%s\n", style(tty, BOLD), tty->game->title, style(tty, NORMAL));
    tty_say(tty, "%s", tty->game->summary);
    say_who_plays(tty);
    tty_say(tty, "Type help to see what you can say, orders to see what you can order.");
}

/* ---- news ------------------------------------------------------------------------------------ */

static bool sees(const struct tty *tty, const struct tty_news *news)
{
    return (news->event.seen_by & RD_SEAT_BIT(tty->asked)) != 0;
}

static void show_one(const struct tty *tty, const struct tty_news *news)
{
    char sentence[LINE_MAX_BYTES], line[LINE_MAX_BYTES];
    rd_event_print(tty->game, &news->event, sentence, sizeof sentence);
    const char *rule = tty->game->events[news->event.kind].rule;
    snprintf(line, sizeof line, "%.1900s %s%s%s%s%s", sentence, style(tty, DIM), rule == NULL ? "" : "(",
             rule == NULL ? "" : rule, rule == NULL ? "" : ")", style(tty, NORMAL));
    fputs("  ", stdout);
    screen_wrap(&tty->screen, 2, 4, line);
}

void tty_show_news(struct tty *tty, bool all)
{
    uint32_t turn = UINT32_MAX;
    uint32_t first = all || tty->told[tty->asked] > tty->news_count ? 0 : tty->told[tty->asked];
    first = !all && tty->told[tty->asked] > tty->news_count ? tty->news_count : first;
    for (uint32_t i = first; i < tty->news_count; i++) {
        if (!sees(tty, &tty->news[i])) {
            continue;
        }
        if (tty->news[i].turn != turn) {
            turn = tty->news[i].turn;
            printf("%sTurn %u%s\n", style(tty, BOLD), turn + 1, style(tty, NORMAL));
        }
        show_one(tty, &tty->news[i]);
    }
    tty->told[tty->asked] = tty->news_count;
}

/* ---- the board --------------------------------------------------------------------------------- */

static void look(struct tty *tty)
{
    tty->game->observe(tty->play.state, tty->asked == TTY_NOBODY ? RD_SPECTATOR : tty->asked, tty->view);
    memset(tty->scene, 0, sizeof *tty->scene);
    tty->game->scene(tty->view, tty->scene);
}

static void say_counters(const struct tty *tty)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        const struct rd_scene_counter *counter = &tty->scene->counter[i];
        rd_text_add(&text, "%s", i == 0 ? "" : ", ");
        if (counter->owner != 0) {
            rd_text_add(&text, "%s ", seat_name(tty, (rd_seat)(counter->owner - 1), name));
        }
        rd_text_add(&text, "%s %d", tty->game->counter_names[counter->name], counter->value);
    }
    if (tty->scene->counter_count > 0) {
        tty_say(tty, "%s.", line);
    }
}

static void say_token(const struct tty *tty, const struct rd_scene_token *token)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    const struct rd_scene_cell *cell = &tty->scene->cell[token->cell];
    uint16_t number = 0;
    if (token->owner != 0) {
        rd_text_add(&text, "%s ", seat_name(tty, (rd_seat)(token->owner - 1), name));
    }
    rd_text_add(&text, "%s", tty->game->token_names[token->kind]);
    if (rd_cell_at(&tty->game->cells, cell->x, cell->y, &number)) {
        rd_cell_print(&tty->game->cells, number, name, sizeof name);
        rd_text_add(&text, " at %s", name);
    }
    if (token->health_max > 0) {
        rd_text_add(&text, ", health %d", token->health);
    }
    if (token->mood != 0) {
        rd_text_add(&text, ", %s", tty->game->mood_names[token->mood]);
    }
    if (token->badge >= 0) {
        rd_text_add(&text, ", %d", token->badge);
    }
    tty_say(tty, "%s.", line);
}

/* The position in sentences, for --plain and for terminals too narrow for the board. */
static void say_position(const struct tty *tty)
{
    say_counters(tty);
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        say_token(tty, &tty->scene->token[i]);
    }
}

static uint32_t board_width(const struct tty *tty)
{
    return 2u * tty->scene->columns + BOARD_MARGIN;
}

static void show_turn_line(const struct tty *tty)
{
    char name[RD_TEXT_MAX];
    struct rd_turns turns = tty->game->turns(tty->play.state);
    printf("\n%sTurn %u", style(tty, BOLD), turns.done + 1);
    if (turns.limit != 0) {
        printf(" of %u", turns.limit);
    }
    printf(": %s%s\n", seat_name(tty, tty->asked, name), style(tty, NORMAL));
}

void tty_show_board(struct tty *tty, const uint16_t *cells, uint32_t count)
{
    look(tty);
    if (!tty_over(tty)) {
        show_turn_line(tty);
    }
    if (tty->scene->topology == RD_NO_BOARD || tty->plain) {
        say_position(tty);
        return;
    }
    if (board_width(tty) > tty->screen.columns) {
        tty_say(tty, "(The board needs %u columns; in words:)", board_width(tty));
        say_position(tty);
        return;
    }
    struct rd_board_style board = { .colour = tty->screen.colours,
                                    .unicode = tty->screen.utf8,
                                    .no_legend = tty->legend_shown,
                                    .highlight = cells,
                                    .highlight_count = count };
    rd_board_print(stdout, tty->game, tty->scene, &board);
    tty->legend_shown = true;
}

/* ---- orders -------------------------------------------------------------------------------------- */

void tty_show_orders_given(const struct tty *tty)
{
    struct rd_action standing[ORDERS_SHOWN];
    uint32_t count = tty_standing_orders(tty, standing, ORDERS_SHOWN);
    char line[LINE_MAX_BYTES], order[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    for (uint32_t i = 0; i < count; i++) {
        rd_action_print(tty->game, standing[i], order, sizeof order);
        rd_text_add(&text, "%s%s", i == 0 ? "" : "; ", order);
    }
    tty_say(tty, "Orders so far: %s.", count == 0 ? "none" : line);
}

/* One argument's value as it would be typed. */
static const char *value_text(const struct tty *tty, const struct rd_action *action, uint32_t arg, char *out)
{
    struct rd_arg how = tty->game->verbs[action->verb].arg[arg];
    how.type = how.type == RD_ARG_SEAT ? RD_ARG_AMOUNT : how.type;
    rd_arg_print(tty->game, &how, action->arg[arg], out, RD_TEXT_MAX);
    return out;
}

static uint32_t args_of(const struct rd_verb *verb)
{
    uint32_t count = 0;
    while (count < RD_ARGS_MAX && verb->arg[count].type != RD_ARG_NONE) {
        count++;
    }
    return count;
}

/* Actions that share their verb and their first argument stand together in the list. */
struct group {
    const struct rd_action *first;
    uint32_t count;
};

static struct group group_at(const struct rd_action *action, uint32_t left)
{
    struct group group = { action, 1 };
    while (group.count < left && action[group.count].verb == action->verb &&
           action[group.count].arg[0] == action->arg[0]) {
        group.count++;
    }
    return group;
}

static bool same_rest(struct group a, struct group b)
{
    bool same = a.count == b.count;
    for (uint32_t i = 0; same && i < a.count; i++) {
        same = memcmp(&a.first[i].arg[1], &b.first[i].arg[1], (RD_ARGS_MAX - 1) * sizeof(uint16_t)) == 0;
    }
    return same;
}

/* The rest of a group's orders: what follows the first argument. */
static void add_rest(const struct tty *tty, struct rd_text *text, struct group group)
{
    char value[RD_TEXT_MAX];
    uint32_t args = args_of(&tty->game->verbs[group.first->verb]);
    for (uint32_t i = 0; i < group.count && i < VALUES_SHOWN; i++) {
        rd_text_add(text, "%s", i == 0 ? "" : args > 2 ? "; " : " ");
        for (uint32_t arg = 1; arg < args; arg++) {
            rd_text_add(text, "%s%s", arg == 1 ? "" : " ", value_text(tty, &group.first[i], arg, value));
        }
    }
    if (group.count > VALUES_SHOWN) {
        rd_text_add(text, " and %u more", group.count - VALUES_SHOWN);
    }
}

/* "build house cannon: 3,1 4,1": first arguments that can be followed by the same go together. */
static void show_groups(const struct tty *tty, const struct rd_action *action, uint32_t count)
{
    char line[LINE_MAX_BYTES * 4], value[RD_TEXT_MAX];
    for (uint32_t i = 0; i < count;) {
        struct group group = group_at(action + i, count - i);
        struct rd_text text = rd_text_into(line, sizeof line);
        rd_text_add(&text, "%s %s", tty->game->verbs[action->verb].name, value_text(tty, group.first, 0, value));
        i += group.count;
        while (i < count && same_rest(group, group_at(action + i, count - i))) {
            rd_text_add(&text, "|%s", value_text(tty, action + i, 0, value));
            i += group.count;
        }
        rd_text_add(&text, "  ");
        add_rest(tty, &text, group);
        fputs("  ", stdout);
        screen_wrap(&tty->screen, 2, 6, line);
    }
}

static void show_values(const struct tty *tty, const struct rd_action *action, uint32_t count)
{
    char line[LINE_MAX_BYTES], value[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    rd_text_add(&text, "%s", tty->game->verbs[action->verb].name);
    bool has_args = args_of(&tty->game->verbs[action->verb]) > 0;
    for (uint32_t i = 0; has_args && i < count && i < VALUES_SHOWN; i++) {
        rd_text_add(&text, " %s", value_text(tty, action + i, 0, value));
    }
    if (count > VALUES_SHOWN) {
        rd_text_add(&text, " and %u more", count - VALUES_SHOWN);
    }
    fputs("  ", stdout);
    screen_wrap(&tty->screen, 2, 6, line);
}

static void show_verb(const struct tty *tty, const struct rd_action *action, uint32_t count)
{
    if (args_of(&tty->game->verbs[action->verb]) > 1) {
        show_groups(tty, action, count);
    } else {
        show_values(tty, action, count);
    }
}

/* Mark the cells that orders of this verb can name. */
static void show_cells(struct tty *tty, const struct rd_action *action, uint32_t count)
{
    static uint16_t cells[RD_CELLS_MAX];
    uint32_t marked = 0, arg = 0;
    const struct rd_verb *verb = &tty->game->verbs[action->verb];
    while (arg < RD_ARGS_MAX && verb->arg[arg].type != RD_ARG_CELL) {
        arg++;
    }
    if (arg == RD_ARGS_MAX || tty->plain) {
        return;
    }
    for (uint32_t i = 0; i < count && marked < RD_CELLS_MAX; i++) {
        cells[marked++] = action[i].arg[arg];
    }
    tty_show_board(tty, cells, marked);
}

void tty_show_possible(struct tty *tty, uint16_t verb)
{
    const struct rd_game *game = tty->game;
    uint32_t count = game->legal(tty->play.state, tty->asked, tty->legal, game->legal_max), shown = 0;
    for (uint32_t i = 0; i < count;) {
        const struct rd_action *first = &tty->legal[i];
        uint32_t same = 1;
        while (i + same < count && first[same].verb == first->verb) {
            same++;
        }
        i += same;
        if (verb != RD_NO_VERB && verb != first->verb) {
            continue;
        }
        if (verb != RD_NO_VERB) {
            show_cells(tty, first, same);
        }
        show_verb(tty, first, same);
        shown++;
    }
    if (shown == 0) {
        tty_say(tty, "None of these orders is possible now.");
    }
}

void tty_show_refusal(const struct tty *tty)
{
    char why[LINE_MAX_BYTES];
    const char *rule = NULL;
    rd_verdict_print(tty->game, tty->verdict, &tty->refused, &rule, why, sizeof why);
    if (rule == NULL) {
        tty_say(tty, "Refused: %s.", why);
    } else {
        tty_say(tty, "Refused: %s (%s; why shows that rule).", why, rule);
    }
}

/* ---- the end --------------------------------------------------------------------------------------- */

static void say_winners(const struct tty *tty, const struct rd_outcome *outcome)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    uint32_t winners = 0;
    for (rd_seat seat = 0; seat < outcome->seats; seat++) {
        if (outcome->rank[seat] == 1) {
            rd_text_add(&text, "%s%s", winners == 0 ? "" : " and ", seat_name(tty, seat, name));
            winners++;
        }
    }
    const struct rd_ending *ending = &tty->game->endings[outcome->ending];
    tty_say(tty, "%s: %s (%s).", winners == outcome->seats ? "A draw" : strcat(line, winners == 1 ? " wins" : " win"),
            ending->reason, ending->rule);
}

void tty_show_end(struct tty *tty)
{
    struct rd_outcome outcome;
    tty->game->outcome(tty->play.state, &outcome);
    if (tty->asked != TTY_NOBODY) {
        tty_show_news(tty, false);
    }
    tty_show_board(tty, NULL, 0);
    printf("\n%sThe game is over after %u turns.%s\n", style(tty, BOLD), tty->game->turns(tty->play.state).done,
           style(tty, NORMAL));
    say_winners(tty, &outcome);
    if (tty->people == 1 && tty->asked != TTY_NOBODY) {
        bool best = outcome.rank[tty->asked] == 1;
        bool shared = best;
        for (rd_seat seat = 0; seat < outcome.seats; seat++) {
            shared = shared && outcome.rank[seat] == 1;
        }
        tty_say(tty, "%s", shared ? "Nobody lost." : best ? "You won." : "You lost.");
    }
}
