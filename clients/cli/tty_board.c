/* The position as the seat at the keyboard sees it: a board with the figures beside it where there
 * is room, else below it; sentences for --plain and for terminals too narrow for a board. */
#include "clients/cli/tty.h"

#include <stdlib.h>
#include <string.h>

#include "host/board_text.h"
#include "host/text.h"

enum { LINE_MAX_BYTES = 2048, FIGURE_ROWS_MAX = RD_COUNTERS_MAX + 1, GAP = 2 };

void tty_look(struct tty *tty)
{
    tty->game->observe(tty->play.state, tty->asked == TTY_NOBODY ? RD_SPECTATOR : tty->asked,
                       tty->view);
    memset(tty->scene, 0, sizeof *tty->scene);
    tty->game->scene(tty->view, tty->scene);
    rd_seat viewer = tty->asked == TTY_NOBODY ? RD_SPECTATOR : tty->asked;
    if (tty->names.game == NULL || tty->names.viewer != viewer) {
        rd_names_open(&tty->names, tty->game, viewer);
    }
    rd_names_see(&tty->names, tty->scene);
}

/* ---- in words -------------------------------------------------------------------------------- */

/* Prices are many and seldom change: one that was told is left out until it does. */
static bool is_old_price(struct tty *tty, const struct rd_scene_counter *counter)
{
    if (strstr(tty->game->counter_names[counter->name], " price") == NULL || tty->plain) {
        return false;
    }
    int32_t *told = &tty->told_price[counter->name][counter->owner % (RD_SEATS_MAX + 1)];
    bool old = *told == counter->value + 1;
    *told = counter->value + 1;
    return old;
}

/* "Red: money 30, health 200." for one owner; 0: what belongs to nobody. */
static void say_counters_of(struct tty *tty, uint8_t owner)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    const char *between = "";
    if (owner != 0) {
        rd_text_add(&text, "%s: ", tty_seat_name(tty, (rd_seat)(owner - 1), name));
    }
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        const struct rd_scene_counter *counter = &tty->scene->counter[i];
        if (counter->owner == owner && !is_old_price(tty, counter)) {
            rd_text_add(&text, "%s%s %d", between, tty->game->counter_names[counter->name],
                        counter->value);
            between = ", ";
        }
    }
    if (between[0] != '\0') {
        tty_say(tty, "%s.", line);
    }
}

static void say_counters(struct tty *tty)
{
    for (uint8_t owner = 0; owner <= RD_SEATS_MAX; owner++) {
        say_counters_of(tty, owner);
    }
}

static void say_token(const struct tty *tty, const struct rd_scene_token *token)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX], who[RD_TEXT_MAX] = "";
    struct rd_text text = rd_text_into(line, sizeof line);
    const struct rd_scene_cell *cell = &tty->scene->cell[token->cell];
    uint16_t number = 0;
    tty_name_token(tty, token, name, sizeof name);
    if (token->owner != 0) {
        tty_seat_name(tty, (rd_seat)(token->owner - 1), who);
    }
    bool told = who[0] == '\0' || rd_text_begins(name, who); /* P1-rider is P1's */
    rd_text_add(&text, "%s%s%s", told ? "" : who, told ? "" : " ", name);
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
        rd_text_add(&text, ", shows %d", token->badge);
    }
    tty_say(tty, "%s.", line);
}

static void say_tokens(const struct tty *tty)
{
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        say_token(tty, &tty->scene->token[i]);
    }
}

void tty_show_units(struct tty *tty)
{
    tty_look(tty);
    say_tokens(tty);
}

static void say_position(struct tty *tty)
{
    say_counters(tty);
    say_tokens(tty);
}

/* ---- figures as a table ---- */

struct figures {
    char row[FIGURE_ROWS_MAX][96];
    uint32_t count, width;
};

static uint32_t longest_name(const struct tty *tty)
{
    uint32_t longest = 0;
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        uint32_t width = screen_width_of(tty->game->counter_names[tty->scene->counter[i].name]);
        longest = width > longest ? width : longest;
    }
    return longest;
}

static const struct rd_scene_counter *find_counter(const struct rd_scene *scene, uint8_t name,
                                                   uint32_t owner)
{
    for (uint32_t i = 0; i < scene->counter_count; i++) {
        if (scene->counter[i].name == name && scene->counter[i].owner == owner) {
            return &scene->counter[i];
        }
    }
    return NULL;
}

static bool is_first_of_its_name(const struct rd_scene *scene, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++) {
        if (scene->counter[i].name == scene->counter[index].name) {
            return false;
        }
    }
    return true;
}

/* A column is as wide as the seat's name and its longest figure, and a blank. */
static int column_width(const struct tty *tty, rd_seat seat)
{
    char text[RD_TEXT_MAX];
    uint32_t widest = screen_width_of(tty_seat_name(tty, seat, text));
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        uint32_t owner = tty->scene->counter[i].owner;
        if (owner == seat + 1u || (owner == 0 && seat == 0)) {
            uint32_t width =
                (uint32_t)snprintf(text, sizeof text, "%d", tty->scene->counter[i].value);
            widest = width > widest ? width : widest;
        }
    }
    return (int)widest + 1;
}

static void add_row(const struct tty *tty, struct figures *figures, uint8_t name,
                    uint32_t name_width)
{
    struct rd_text text = rd_text_into(figures->row[figures->count++], sizeof figures->row[0]);
    const struct rd_scene_counter *common = find_counter(tty->scene, name, 0);
    rd_text_add(&text, "%-*s", (int)name_width, tty->game->counter_names[name]);
    if (common != NULL) {
        rd_text_add(&text, "%*d", column_width(tty, 0), common->value);
    }
    for (rd_seat seat = 0; common == NULL && seat < tty->wanted->chosen.setup.seats; seat++) {
        const struct rd_scene_counter *own = find_counter(tty->scene, name, seat + 1u);
        if (own != NULL) {
            rd_text_add(&text, "%*d", column_width(tty, seat), own->value);
        } else {
            rd_text_add(&text, "%*s", column_width(tty, seat), "");
        }
    }
}

static void make_figures(const struct tty *tty, struct figures *figures)
{
    char name[RD_TEXT_MAX];
    uint32_t name_width = longest_name(tty);
    struct rd_text head = rd_text_into(figures->row[0], sizeof figures->row[0]);
    figures->count = 1;
    rd_text_add(&head, "%*s", (int)name_width, "");
    for (rd_seat seat = 0; seat < tty->wanted->chosen.setup.seats; seat++) {
        rd_text_add(&head, "%*s", column_width(tty, seat), tty_seat_name(tty, seat, name));
    }
    figures->width = (uint32_t)head.used;
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        if (is_first_of_its_name(tty->scene, i)) {
            add_row(tty, figures, tty->scene->counter[i].name, name_width);
        }
    }
}

/* ---- board and figures side by side ---- */

static uint32_t widest_line(const char *text)
{
    uint32_t widest = 0;
    while (*text != '\0') {
        char line[LINE_MAX_BYTES];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        uint32_t width = screen_width_of(line);
        widest = width > widest ? width : widest;
        text += length + (text[length] == '\n');
    }
    return widest;
}

static void print_beside(const char *board, uint32_t width, const struct figures *figures)
{
    for (uint32_t row = 0; *board != '\0' || row < figures->count; row++) {
        char line[LINE_MAX_BYTES];
        size_t length = strcspn(board, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, board);
        board += length + (board[length] == '\n');
        if (row < figures->count) {
            printf("%s%*s%s\n", line, (int)(width + GAP - screen_width_of(line)), "",
                   figures->row[row]);
        } else {
            printf("%s\n", line);
        }
    }
}

/* What rd_board_print prints, freed by the caller. */
static char *print_to_memory(const struct tty *tty, const struct rd_board_style *style)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    RD_ASSERT(memory != NULL);
    rd_board_print(memory, tty->game, tty->scene, style);
    fclose(memory);
    RD_ASSERT(text != NULL);
    return text;
}

static bool something_new(const struct tty *tty)
{
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        const struct rd_scene_token *token = &tty->scene->token[i];
        if (token->owner <= RD_SEATS_MAX && !tty->explained[token->kind][token->owner]) {
            return true;
        }
    }
    return false;
}

/* Entries of a legend stand three blanks apart; a line is broken only between them. */
static void print_entries(const struct tty *tty, const char *text)
{
    uint32_t column = 0;
    while (*text != '\0') {
        char entry[LINE_MAX_BYTES];
        const char *gap = strstr(text, "   ");
        size_t line = strcspn(text, "\n");
        size_t length = gap == NULL || (size_t)(gap - text) > line ? line : (size_t)(gap - text);
        snprintf(entry, sizeof entry, "%.*s", (int)length, text);
        uint32_t width = screen_width_of(entry);
        if (column > 0) {
            bool fits = column + 3 + width < tty->screen.columns;
            fputs(fits ? "   " : "\n", stdout);
            column = fits ? column + 3 : 0;
        }
        fputs(entry, stdout);
        column += width;
        text += length;
        if (*text == '\n') {
            putchar('\n');
            column = 0;
            text++;
        } else {
            text += strspn(text, " ");
        }
    }
}

static void explain_badges(const struct tty *tty)
{
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        if (tty->scene->token[i].badge >= 0) {
            tty_say(tty, "(a digit behind a sign: its cooldown, its charges, or how many)");
            return;
        }
    }
}

static void print_legend(struct tty *tty, struct rd_board_style style)
{
    if (!something_new(tty)) {
        return;
    }
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        const struct rd_scene_token *token = &tty->scene->token[i];
        if (token->owner <= RD_SEATS_MAX) {
            tty->explained[token->kind][token->owner] = true;
        }
    }
    style.no_board = true;
    style.no_legend = false;
    char *legend = print_to_memory(tty, &style);
    print_entries(tty, legend);
    free(legend);
    explain_badges(tty);
}

void tty_forget_legend(struct tty *tty)
{
    memset(tty->explained, 0, sizeof tty->explained);
    memset(tty->told_price, 0, sizeof tty->told_price);
}

/* What a sign on the board can't say of those who belong to nobody: a dragon's colour, who is only
 * remembered, and when one comes back. */
static void say_neutrals(const struct tty *tty)
{
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        if (tty->scene->token[i].owner == 0 && tty->scene->token[i].mood != 0) {
            say_token(tty, &tty->scene->token[i]);
        }
    }
}

static void draw(struct tty *tty, const uint16_t *cells, uint32_t count)
{
    struct rd_board_style style = { .colour = tty->screen.colours,
                                    .unicode = tty->screen.utf8,
                                    .narrow =
                                        rd_board_width(tty->scene, false) > tty->screen.columns,
                                    .no_legend = true,
                                    .no_counters = true,
                                    .highlight = cells,
                                    .highlight_count = count };
    struct figures figures = { .count = 0 };
    char *board = print_to_memory(tty, &style);
    make_figures(tty, &figures);
    uint32_t width = widest_line(board);
    if (width + GAP + figures.width <= tty->screen.columns) {
        print_beside(board, width, &figures);
        print_legend(tty, style);
    } else {
        fputs(board, stdout);
        print_legend(tty, style);
        say_counters(tty);
    }
    say_neutrals(tty);
    free(board);
}

uint32_t tty_turn_number(const struct tty *tty, uint32_t done)
{
    uint32_t completed = tty->game->turns(tty->play.state).done;
    for (uint32_t i = 0; i < tty->scene->counter_count; i++) {
        const struct rd_scene_counter *counter = &tty->scene->counter[i];
        if (counter->owner == 0 && strcmp(tty->game->counter_names[counter->name], "turn") == 0) {
            return done + (uint32_t)counter->value - completed;
        }
    }
    return done;
}

static void show_turn_line(const struct tty *tty)
{
    char name[RD_TEXT_MAX];
    struct rd_turns turns = tty->game->turns(tty->play.state);
    printf("\n%sTurn %u", tty_style(tty, TTY_BOLD), tty_turn_number(tty, turns.done));
    if (turns.limit != 0) {
        printf(", %u left", turns.limit - turns.done);
    }
    bool you = strcmp(tty_player_name(tty, tty->asked, name), "You") == 0;
    printf("%s%s%s\n", you ? "" : ": ", you ? "" : name, tty_style(tty, TTY_NORMAL));
}

void tty_show_board(struct tty *tty, const uint16_t *cells, uint32_t count)
{
    tty_look(tty);
    if (!tty_over(tty)) {
        show_turn_line(tty);
    }
    uint32_t needed = rd_board_width(tty->scene, true);
    if (tty->scene->topology == RD_NO_BOARD || tty->plain) {
        say_position(tty);
    } else if (needed > tty->screen.columns) {
        tty_say(tty, "(The board needs %u columns; in words:)", needed);
        say_position(tty);
    } else {
        draw(tty, cells, count);
    }
    if (!tty_over(tty)) {
        tty_show_acting(tty);
    }
}
