/* What the person at the keyboard sees: sentences first, a board where there is room for one. */
#include "clients/cli/tty.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"
#include "host/unit_words.h"

enum {
    LINE_MAX_BYTES = 2048,
    ORDERS_SHOWN = 64,     /* of one turn */
    VALUES_SHOWN = 120,    /* of one argument, before "and more" */
    ALTERNATIVES_MAX = 50, /* letters of "a|b|c" before a blank */
    HINT_TURNS = 3,        /* turns during which we say how to end one */
    NEWS_LINES_MIN = 8,
    BOARD_LINES = 10 /* around a board: coordinates, legend, prompt */
};

/* Functions with a format all begin and end so: C has no shorter way to pass arguments on. */
void tty_say(const struct tty *tty, const char *format, ...)
{
    char text[LINE_MAX_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    screen_wrap(&tty->screen, 0, 0, text);
}

const char *tty_style(const struct tty *tty, const char *sequence)
{
    return tty->screen.colours ? sequence : "";
}

void tty_clear(const struct tty *tty)
{
    if (tty->keyboard && tty->screen.terminal && !tty->plain) {
        fputs("\033[H\033[2J\033[3J", stdout);
    }
}

const char *tty_seat_name(const struct tty *tty, rd_seat seat, char out[RD_TEXT_MAX])
{
    rd_seat_print(tty->game, seat, out, RD_TEXT_MAX);
    return out;
}

/* "P1": a number and no name, where it is plain who that is. */
static bool is_numbered(const struct tty *tty, const char *name)
{
    return tty->people == 1 && name[0] == 'P' && isdigit((unsigned char)name[1]);
}

const char *tty_player_name(const struct tty *tty, rd_seat seat, char out[RD_TEXT_MAX])
{
    if (is_numbered(tty, tty_seat_name(tty, seat, out))) {
        bool person = tty->bot[seat] == NULL;
        snprintf(out, RD_TEXT_MAX, "%s%s", person ? "You" : "The bot ",
                 person ? "" : tty->bot[seat]->name);
    }
    return out;
}

/* ---- welcome ------------------------------------------------------------------------------ */

static void say_who_plays(const struct tty *tty)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    for (rd_seat seat = 0; seat < tty->wanted->chosen.setup.seats; seat++) {
        rd_text_add(&text, "%s%s is %s", seat == 0 ? "" : ", ", tty_seat_name(tty, seat, name),
                    tty->bot[seat] != NULL ? "the bot "
                    : tty->people == 1     ? "you"
                                           : "at the keyboard");
        if (tty->bot[seat] != NULL) {
            rd_text_add(&text, "%s", tty->bot[seat]->name);
        }
    }
    tty_say(tty, "%s.", line);
}

void tty_show_welcome(const struct tty *tty)
{
    printf("%s%s%s\n", tty_style(tty, TTY_BOLD), tty->game->title, tty_style(tty, TTY_NORMAL));
    tty_say(tty, "%s", tty->game->summary);
    say_who_plays(tty);
    tty_say(tty, "Type help to see what you can say, orders to see what you can order.");
}

/* ---- news ------------------------------------------------------------------------------------ */

static bool sees(const struct tty *tty, const struct tty_logged *logged)
{
    return (logged->event.seen_by & RD_SEAT_BIT(tty->asked)) != 0;
}

static void show_one(const struct tty *tty, const struct tty_logged *logged, uint32_t alike)
{
    char sentence[LINE_MAX_BYTES], line[LINE_MAX_BYTES + 128];
    const char *rule = tty->game->events[logged->event.kind].rule;
    rd_event_tell(&tty->names, &logged->event, sentence, sizeof sentence);
    struct rd_text text = rd_text_into(line, sizeof line);
    rd_text_add(&text, "%s", sentence);
    if (rule != NULL) {
        rd_text_add(&text, " %s(%s)%s", tty_style(tty, TTY_DIM), rule, tty_style(tty, TTY_NORMAL));
    }
    if (alike > 1) {
        rd_text_add(&text, " And %u more like this.", alike - 1);
    }
    fputs("  ", stdout);
    screen_wrap(&tty->screen, 2, 4, line);
}

/* How many of each kind a stretch of news has for this seat. */
static uint32_t count_kinds(const struct tty *tty, uint32_t first, uint32_t end,
                            uint32_t count[TTY_KINDS_MAX])
{
    uint32_t lines = 0;
    memset(count, 0, TTY_KINDS_MAX * sizeof count[0]);
    for (uint32_t i = first; i < end; i++) {
        if (sees(tty, &tty->logged[i])) {
            count[tty->logged[i].event.kind % TTY_KINDS_MAX]++;
            lines++;
        }
    }
    return lines;
}

/* News must not push the board off the screen: the most frequent kinds shrink to one line each. */
static void choose_short(uint32_t lines, uint32_t room, const uint32_t count[TTY_KINDS_MAX],
                         bool shortened[TTY_KINDS_MAX])
{
    memset(shortened, 0, TTY_KINDS_MAX * sizeof shortened[0]);
    while (lines > room) {
        uint32_t most = TTY_KINDS_MAX;
        for (uint32_t kind = 0; kind < TTY_KINDS_MAX; kind++) {
            if (!shortened[kind] && count[kind] > 2 &&
                (most == TTY_KINDS_MAX || count[kind] > count[most])) {
                most = kind;
            }
        }
        if (most == TTY_KINDS_MAX) {
            return;
        }
        shortened[most] = true;
        lines -= count[most] - 1;
    }
}

/* One turn's news: from first to end. */
static void show_turn(const struct tty *tty, uint32_t first, uint32_t end, uint32_t room)
{
    uint32_t count[TTY_KINDS_MAX];
    bool shortened[TTY_KINDS_MAX], any = false;
    uint32_t lines = count_kinds(tty, first, end, count);
    choose_short(lines, room, count, shortened);
    if (lines > 0) {
        printf("%sTurn %u%s\n", tty_style(tty, TTY_BOLD),
               tty_turn_number(tty, tty->logged[first].turn), tty_style(tty, TTY_NORMAL));
    }
    for (uint32_t i = first; i < end; i++) {
        uint32_t kind = tty->logged[i].event.kind % TTY_KINDS_MAX;
        if (sees(tty, &tty->logged[i]) && count[kind] > 0) {
            show_one(tty, &tty->logged[i], shortened[kind] ? count[kind] : 1);
            count[kind] = shortened[kind] ? 0 : count[kind];
            any = any || shortened[kind];
        }
    }
    if (any) {
        printf("  %s(log tells all of it)%s\n", tty_style(tty, TTY_DIM),
               tty_style(tty, TTY_NORMAL));
    }
}

void tty_show_events(struct tty *tty, bool all)
{
    uint32_t *told = &tty->told[tty->asked];
    uint32_t room = all || tty->screen.rows == 0 ? UINT32_MAX : NEWS_LINES_MIN;
    uint32_t board = (uint32_t)tty->scene->rows + BOARD_LINES;
    if (!all && tty->screen.rows > board + NEWS_LINES_MIN) {
        room = tty->screen.rows - board;
    }
    for (uint32_t first = all ? 0 : *told; first < tty->logged_count;) {
        uint32_t end = first + 1;
        while (end < tty->logged_count && tty->logged[end].turn == tty->logged[first].turn) {
            end++;
        }
        show_turn(tty, first, end, room);
        first = end;
    }
    *told = tty->logged_count;
}

/* ---- orders ---- */

/* The one verb without arguments that ends a turn, if there is just one and it is legal now. */
static const char *turn_ender(const struct tty *tty)
{
    struct rd_action end = { RD_NO_VERB, { 0 } };
    for (uint16_t v = 0; tty->game->verbs[v].name != NULL; v++) {
        if ((tty->game->verbs[v].flags & RD_VERB_ENDS_TURN) != 0) {
            if (end.verb != RD_NO_VERB || tty->game->verbs[v].arg[0].type != RD_ARG_NONE) {
                return NULL;
            }
            end.verb = v;
        }
    }
    bool legal =
        end.verb != RD_NO_VERB && tty->game->judge(tty->play.state, tty->asked, end).code == RD_OK;
    return legal ? tty->game->verbs[end.verb].name : NULL;
}

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
    bool final = tty->order_count > tty->turn_orders;
    const char *ender = tty->turn < HINT_TURNS ? turn_ender(tty) : NULL;
    tty_say(tty, "Orders so far: %s.%s%s%s",
            count > 0 ? line
            : final   ? "none that can be taken back"
                      : "none",
            ender == NULL ? "" : " Say ", ender == NULL ? "" : ender,
            ender == NULL ? "" : " to end your turn.");
}

/* "P2-rider(D4)": where a unit stands, if this seat sees it. */
static void add_where(const struct tty *tty, uint16_t unit, char *out, size_t length)
{
    const struct rd_scene *scene = tty->scene;
    struct rd_text text = rd_text_into(out + length, RD_TEXT_MAX - length);
    for (uint32_t i = 0; i < scene->token_count; i++) {
        const struct rd_scene_cell *cell = &scene->cell[scene->token[i].cell];
        uint16_t number = 0;
        if (scene->token[i].unit == unit &&
            rd_cell_at(&tty->game->cells, cell->x, cell->y, &number)) {
            char at[RD_TEXT_MAX];
            rd_cell_print(&tty->game->cells, number, at, sizeof at);
            rd_text_add(&text, "(%s)", at);
            return;
        }
    }
}

/* One argument's value as it would be typed. */
static const char *value_text(const struct tty *tty, const struct rd_action *action, uint32_t arg,
                              char *out)
{
    size_t length = rd_action_arg_print(tty->game, action, arg, out, RD_TEXT_MAX);
    if (rd_arg_is_unit(&tty->game->verbs[action->verb].arg[arg])) {
        add_where(tty, action->arg[arg], out, length);
    }
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

/* Steps are typed as cells, so from two places they are never the same. */
static bool same_rest(const struct tty *tty, struct group a, struct group b)
{
    bool same = a.count == b.count && tty->game->verbs[a.first->verb].arg[1].type != RD_ARG_STEP;
    for (uint32_t i = 0; same && i < a.count; i++) {
        same = memcmp(&a.first[i].arg[1], &b.first[i].arg[1],
                      (RD_ARGS_MAX - 1) * sizeof(uint16_t)) == 0;
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
            rd_text_add(text, "%s%s", arg == 1 ? "" : " ",
                        value_text(tty, &group.first[i], arg, value));
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
        rd_text_add(&text, "%s %s", tty->game->verbs[action->verb].name,
                    value_text(tty, group.first, 0, value));
        i += group.count;
        while (i < count && same_rest(tty, group, group_at(action + i, count - i))) {
            bool room = text.used < ALTERNATIVES_MAX; /* a line may be broken at the blank */
            rd_text_add(&text, "%s%s", room ? "|" : "| ", value_text(tty, action + i, 0, value));
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

uint16_t tty_only_verb(struct tty *tty)
{
    const struct rd_game *game = tty->game;
    tty->legal_count = game->legal(tty->play.state, tty->asked, tty->legal, game->legal_max);
    for (uint32_t i = 1; i < tty->legal_count; i++) {
        if (tty->legal[i].verb != tty->legal[0].verb) {
            return RD_NO_VERB;
        }
    }
    return tty->legal_count > 0 && game->verbs[tty->legal[0].verb].arg[0].type != RD_ARG_NONE
               ? tty->legal[0].verb
               : RD_NO_VERB;
}

/* A sign of the scene, "asks CARD: question | answer: what it does | ...", for whoever is asked. */
static void show_question(const struct tty *tty)
{
    static const char asks[] = "asks ";
    for (uint32_t i = 0; i < tty->scene->mark_count; i++) {
        const struct rd_scene_mark *mark = &tty->scene->mark[i];
        const char *sign = tty->game->mark_names[mark->name];
        if (mark->owner != tty->asked + 1 || strncmp(sign, asks, strlen(asks)) != 0) {
            continue;
        }
        sign = strchr(sign, ':') + 2;
        for (size_t size; *sign != '\0'; sign += size) {
            size = strcspn(sign, "|");
            tty_say(tty, "%.*s", (int)size, sign);
            size += strspn(sign + size, "| ");
        }
    }
}

void tty_show_answers(struct tty *tty)
{
    if (tty_only_verb(tty) != RD_NO_VERB) {
        show_question(tty);
        tty_say(tty, "Now possible:");
        show_verb(tty, tty->legal, tty->legal_count);
    }
}

/* Legal orders of this seat that begin so, in tty->legal; how many. */
static uint32_t list_beginning(struct tty *tty, const uint16_t *arg, uint32_t args)
{
    uint32_t kept = 0;
    uint32_t count =
        tty->game->legal(tty->play.state, tty->asked, tty->legal, tty->game->legal_max);
    for (uint32_t i = 0; i < count; i++) {
        if (args == 0 || memcmp(tty->legal[i].arg, arg, args * sizeof *arg) == 0) {
            tty->legal[kept++] = tty->legal[i];
        }
    }
    return kept;
}

void tty_show_possible(struct tty *tty, uint16_t verb)
{
    tty_show_beginning(tty, verb, NULL, 0);
}

void tty_show_beginning(struct tty *tty, uint16_t verb, const uint16_t *arg, uint32_t args)
{
    tty_look(tty);
    uint32_t count = list_beginning(tty, arg, args), shown = 0;
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

/* ---- the end ---- */

/* "P1 has no unit left" as the person at the keyboard says it: "your side has ...". */
static void add_reason(const struct tty *tty, const char *reason, struct rd_text *text)
{
    char name[RD_TEXT_MAX];
    for (const char *at = reason; *at != '\0'; at++) {
        bool told = is_numbered(tty, at) && is_numbered(tty, tty_seat_name(tty, 0, name));
        if (told) {
            bool person = tty->bot[at[1] - '1'] == NULL;
            rd_text_add(text, "%s", person ? "your side" : "the other side");
            at++;
        } else {
            rd_text_add(text, "%c", *at);
        }
    }
}

static void say_winners(const struct tty *tty, const struct rd_outcome *outcome)
{
    char line[LINE_MAX_BYTES], why[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    uint32_t winners = 0;
    for (rd_seat seat = 0; seat < outcome->seats; seat++) {
        if (outcome->rank[seat] == 1) {
            rd_text_add(&text, "%s%s", winners == 0 ? "" : " and ",
                        tty_player_name(tty, seat, name));
            winners++;
        }
    }
    const struct rd_ending *ending = &tty->game->endings[outcome->ending];
    rd_text_add(&text, "%s", winners == 1 && strcmp(line, "You") != 0 ? " wins" : " win");
    struct rd_text reason = rd_text_into(why, sizeof why);
    add_reason(tty, ending->reason, &reason);
    tty_say(tty, "%s: %s (%s).", winners == outcome->seats ? "A draw" : line, why, ending->rule);
}

void tty_show_end(struct tty *tty)
{
    struct rd_outcome outcome;
    tty->game->outcome(tty->play.state, &outcome);
    if (tty->asked != TTY_NOBODY) {
        tty_show_events(tty, false);
    }
    tty_show_board(tty, NULL, 0);
    printf("\n%sThe game is over after %u turns.%s\n", tty_style(tty, TTY_BOLD),
           tty->game->turns(tty->play.state).done, tty_style(tty, TTY_NORMAL));
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
