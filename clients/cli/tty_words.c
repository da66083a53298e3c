/* What can be typed at the prompt. Orders come first; these words are for everything else. */
#include "clients/cli/markdown.h"
#include "clients/cli/tty.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/notation.h"
#include "host/order.h"
#include "host/rulebook.h"
#include "host/text.h"

enum { LINE_LIMIT = 4096, WORD_ROOM = 64, SMALL_BOARD = 16 /* rows */ };

struct word {
    const char *name, *usage, *help;
    bool at_end; /* also makes sense after the end of the game */
    void (*act)(struct tty *tty, const char *rest);
};

extern const struct word words[];

/* ---- reading ------------------------------------------------------------------------------- */

/* A line without its newline; false at the end of the input. An overlong line is cut. */
static bool read_line(char line[LINE_LIMIT])
{
    fflush(stdout);
    if (fgets(line, LINE_LIMIT, stdin) == NULL) {
        return false;
    }
    size_t length = strcspn(line, "\r\n");
    if (line[length] == '\0' && length == LINE_LIMIT - 1) {
        for (int c = 0; c != '\n' && c != EOF;) {
            c = getchar();
        }
    }
    line[length] = '\0';
    return true;
}

static bool says_yes(const char *line)
{
    line += strspn(line, " \t");
    return line[0] == 'y' || line[0] == 'Y';
}

static void leave(struct tty *tty)
{
    tty->leaving = true;
}

/* "there is no ..." as a sentence of its own. */
static void say_problem(const struct tty *tty, const struct rd_problem *problem)
{
    char first = problem->text[0];
    tty_say(tty, "%c%s.", first >= 'a' && first <= 'z' ? first - 'a' + 'A' : first,
            problem->text + 1);
}

static void say_goodbye(struct tty *tty)
{
    putchar('\n');
    tty_say(tty, tty_over(tty) ? "Good-bye." : "The game is left unfinished. Good-bye.");
    leave(tty);
}

/* The verb meant: itself, or else the only one that begins so. */
static uint16_t find_verb(const struct rd_game *game, const char *text)
{
    uint16_t found = RD_NO_VERB;
    uint32_t beginnings = 0;
    for (uint16_t v = 0; game->verbs[v].name != NULL; v++) {
        if (rd_text_same(game->verbs[v].name, text)) {
            return v;
        }
        if (rd_text_begins(game->verbs[v].name, text)) {
            found = v;
            beginnings++;
        }
    }
    return beginnings == 1 ? found : RD_NO_VERB;
}

/* ---- the words ------------------------------------------------------------------------------- */

static void help_order(const struct tty *tty, const struct rd_verb *verb)
{
    char usage[RD_TEXT_MAX];
    rd_verb_usage(verb, usage, sizeof usage);
    screen_entry(&tty->screen, usage, 20, verb->help);
}

static bool is_listed(const struct tty *tty, uint32_t count, uint16_t verb)
{
    for (uint32_t i = 0; i < count && i < tty->game->legal_max; i++) {
        if (tty->legal[i].verb == verb) {
            return true;
        }
    }
    return false;
}

/* Orders that are possible now with their help, and the names of the others. */
static void help_orders(struct tty *tty)
{
    char line[LINE_LIMIT];
    struct rd_text others = rd_text_into(line, sizeof line);
    const struct rd_game *game = tty->game;
    uint32_t count = game->legal(tty->play.state, tty->asked, tty->legal, game->legal_max);
    tty_say(tty,
            "Orders that are possible now. Names may be shortened, a unit may go by its cell; an "
            "order without its arguments lists what is possible.");
    for (uint16_t v = 0; game->verbs[v].name != NULL; v++) {
        if (is_listed(tty, count, v)) {
            help_order(tty, &game->verbs[v]);
        } else {
            rd_text_add(&others, "%s%s", others.used == 0 ? "" : ", ", game->verbs[v].name);
        }
    }
    if (others.used > 0) {
        tty_say(tty, "Other orders (help NAME explains one): %s.", line);
    }
}

/* "cost 100, melee 15. It is a unit that shoots": what the card of the page has too. */
static void say_numbers(const struct tty *tty, const struct rd_piece_card *card)
{
    char line[LINE_LIMIT];
    struct rd_text text = rd_text_into(line, sizeof line);
    for (uint32_t i = 0; tty->game->number_names != NULL && tty->game->number_names[i] != NULL;
         i++) {
        if (card->number[i] != 0) {
            rd_text_add(&text, "%s%s %d", text.used == 0 ? "" : ", ", tty->game->number_names[i],
                        card->number[i]);
        }
    }
    for (uint32_t i = 0; tty->game->trait_names != NULL && tty->game->trait_names[i] != NULL; i++) {
        if ((card->traits & (1u << i)) != 0) {
            rd_text_add(&text, "%s%s", text.used == 0 ? "" : "; ", tty->game->trait_names[i]);
        }
    }
    if (text.used > 0) {
        tty_say(tty, "  %s.", line);
    }
}

/* What a piece is, as its card says; false: there is none of this name. */
static bool help_piece(const struct tty *tty, const char *name)
{
    for (const struct rd_piece_card *card = tty->game->pieces; card != NULL && card->name != NULL;
         card++) {
        if (rd_text_same(card->name, name) || rd_text_same(card->title, name)) {
            tty_say(tty, "%s: %s (%s)", card->title, card->text, card->rule);
            say_numbers(tty, card);
            return true;
        }
    }
    return false;
}

static void word_help(struct tty *tty, const char *rest)
{
    uint16_t verb = tty_over(tty) ? RD_NO_VERB : find_verb(tty->game, rest);
    if (rest[0] != '\0' && verb != RD_NO_VERB) {
        help_order(tty, &tty->game->verbs[verb]);
        return;
    }
    if (help_piece(tty, rest)) {
        return;
    }
    if (!tty_over(tty)) {
        help_orders(tty);
    }
    tty_say(tty, "Everything else:");
    for (const struct word *word = words; word->name != NULL; word++) {
        if (word->at_end || !tty_over(tty)) {
            screen_entry(&tty->screen, word->usage, 20, word->help);
        }
    }
}

static void word_orders(struct tty *tty, const char *rest)
{
    (void)rest;
    tty_show_possible(tty, RD_NO_VERB);
    tty_show_orders_given(tty);
}

static void word_units(struct tty *tty, const char *rest)
{
    (void)rest;
    tty_show_units(tty);
}

static void word_cards(struct tty *tty, const char *rest)
{
    tty_show_cards(tty, rest);
}

static void word_board(struct tty *tty, const char *rest)
{
    (void)rest;
    tty_forget_legend(tty);
    tty_show_board(tty, NULL, 0);
    if (!tty_over(tty)) {
        tty_show_orders_given(tty);
    }
}

static void word_log(struct tty *tty, const char *rest)
{
    (void)rest;
    if (tty->logged_count == 0) {
        tty_say(tty, "Nothing has happened yet.");
    }
    tty_show_events(tty, true);
}

static void word_undo(struct tty *tty, const char *rest)
{
    (void)rest;
    struct rd_problem problem = { "" };
    struct rd_action taken;
    char order[RD_TEXT_MAX];
    if (!tty_take_back(tty, &taken, &problem)) {
        tty_say(tty, "No: %s.", problem.text);
        return;
    }
    rd_order_print(tty->game, tty->play.state, taken, order, sizeof order);
    tty_say(tty, "Taken back: %s.", order);
    tty_show_orders_given(tty);
}

static void show_paragraph(struct tty *tty, const char *number)
{
    const char *rulebook = rd_rulebook_of(tty->game);
    struct rd_excerpt excerpt;
    if (rulebook != NULL && rd_rulebook_find(rulebook, number, &excerpt)) {
        markdown_print(&tty->screen, excerpt.text, excerpt.size);
    } else {
        tty_say(tty,
                "There is no paragraph %s; they are numbered like R2.1, and R2 is a whole chapter.",
                number);
    }
}

static void word_rules(struct tty *tty, const char *rest)
{
    const char *rulebook = rd_rulebook_of(tty->game);
    if (rest[0] != '\0') {
        show_paragraph(tty, rest);
    } else if (rulebook != NULL) {
        struct screen paged = tty->screen;
        paged.terminal = paged.terminal && tty->keyboard;
        screen_page_begin(&paged);
        markdown_print(&paged, rulebook, strlen(rulebook));
        screen_page_end(&paged);
    }
}

static void word_why(struct tty *tty, const char *rest)
{
    (void)rest;
    char why[RD_PROBLEM_MAX];
    const char *rule = NULL;
    if (tty->verdict.code == RD_OK) {
        tty_say(tty, "Nothing was refused.");
        return;
    }
    rd_verdict_print(tty->game, tty->verdict, &tty->refused, &rule, why, sizeof why);
    if (rule == NULL) {
        tty_say(tty, "Because %s.", why);
        return;
    }
    tty_say(tty, "Because %s. The rule:", why);
    show_paragraph(tty, rule);
}

static void word_save(struct tty *tty, const char *rest)
{
    struct rd_problem problem = { "" };
    char path[LINE_LIMIT];
    time_t now = time(NULL);
    char stamp[32];
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime(&now));
    if (rest[0] != '\0') {
        snprintf(path, sizeof path, "%s", rest);
    } else {
        snprintf(path, sizeof path, "%s-%s.rdr", tty->game->id, stamp);
    }
    if (tty_save(tty, path, &problem)) {
        tty_say(tty, "Saved as %s. To look at it again: redoubt replay %s", path, path);
    } else {
        tty_say(tty, "Not saved: %s.", problem.text);
    }
}

static void word_resign(struct tty *tty, const char *rest)
{
    (void)rest;
    struct rd_action action = { RD_VERB_RESIGN, { 0 } };
    char line[LINE_LIMIT];
    if (tty->keyboard) {
        fputs("Give up this game? (y/n) ", stdout);
        if (!read_line(line)) {
            say_goodbye(tty);
            return;
        }
        if (!says_yes(line)) {
            tty_say(tty, "The game goes on.");
            return;
        }
    }
    tty_give(tty, action);
}

static void word_quit(struct tty *tty, const char *rest)
{
    (void)rest;
    say_goodbye(tty);
}

const struct word words[] = {
    { "orders", "orders", "List what you can order now, and what you have ordered.", false,
      word_orders },
    { "undo", "undo", "Take back your latest order of this turn.", false, word_undo },
    { "board", "board", "Show the board again, with its legend. An empty line does it too.", true,
      word_board },
    { "units", "units", "What stands on the board: how orders name it, where, its health.", true,
      word_units },
    { "cards", "cards [WHO]", "What units can do beyond their class, where they have cards.", true,
      word_cards },
    { "log", "log", "Everything you have seen happen.", true, word_log },
    { "why", "why", "Explain the latest refusal with its rule.", false, word_why },
    { "rules", "rules [R2.1]", "The rulebook, one paragraph or one chapter of it.", true,
      word_rules },
    { "save", "save [FILE]", "Keep the game so far as a replay.", true, word_save },
    { "resign", "resign", "Give up.", false, word_resign },
    { "help", "help [NAME]", "This list, or what an order is for or a piece can do.", true,
      word_help },
    { "quit", "quit", "Leave.", true, word_quit },
    { 0 },
};

/* ---- understanding a line ---- */

/* The word meant: itself, or else the only one that begins so. */
static const struct word *find_word(const char *text, bool whole)
{
    const struct word *found = NULL;
    for (const struct word *word = words; word->name != NULL; word++) {
        if (rd_text_same(word->name, text)) {
            return word;
        }
        if (!whole && rd_text_begins(word->name, text)) {
            found = found == NULL ? word : words; /* words[] itself marks: more than one */
        }
    }
    return found == words && !rd_text_begins(words->name, text) ? NULL : found;
}

/* Does the same stand on the same cells, as healthy as before? What it is about to do is no matter.
 */
static bool looks_the_same(const struct rd_scene *a, const struct rd_scene *b)
{
    bool same = a->token_count == b->token_count;
    for (uint32_t i = 0; same && i < a->token_count; i++) {
        const struct rd_scene_token *one = &a->token[i], *other = &b->token[i];
        same = one->cell == other->cell && one->kind == other->kind && one->owner == other->owner &&
               one->health == other->health;
    }
    return same;
}

/* Where seats act one after the other, an order that changed something to look at is followed by
 * the board, if that is not large; else the list of orders is enough. */
static void show_what_came(struct tty *tty)
{
    struct rd_scene *before = malloc(sizeof *before);
    RD_ASSERT(before != NULL);
    *before = *tty->scene;
    tty_show_events(tty, false);
    tty_look(tty);
    bool alone = tty->game->to_act(tty->play.state) == RD_SEAT_BIT(tty->asked);
    if (!alone || tty->scene->rows > SMALL_BOARD || looks_the_same(before, tty->scene)) {
        tty_show_orders_given(tty);
    } else {
        tty_show_board(tty, NULL, 0);
    }
    tty_show_answers(tty);
    free(before);
}

/* "build house": how the order may go on. False: it is wrong so far, or lacks nothing. */
static bool show_rest(struct tty *tty, const char *line)
{
    char word[WORD_ROOM];
    uint16_t arg[RD_ARGS_MAX], verb = RD_NO_VERB;
    uint32_t given = 0;
    for (const char *at = line + strspn(line, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        size_t length = strcspn(at, " \t");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        at += length;
        if (given > RD_ARGS_MAX) {
            return false;
        }
        verb = given == 0 ? find_verb(tty->game, word) : verb;
        if (verb == RD_NO_VERB ||
            (given > 0 && !rd_arg_parse(tty->game, &tty->game->verbs[verb].arg[given - 1], word,
                                        &arg[given - 1]))) {
            return false;
        }
        given++;
    }
    bool lacks = given > 1 && given <= RD_ARGS_MAX &&
                 tty->game->verbs[verb].arg[given - 1].type != RD_ARG_NONE;
    if (lacks) {
        tty_show_beginning(tty, verb, arg, given - 1);
    }
    return lacks;
}

static void give_order(struct tty *tty, const char *line)
{
    struct rd_problem problem = { "" };
    struct rd_action action;
    if (!rd_order_parse(tty->game, tty->play.state, tty->asked, line, &action, &problem)) {
        if (!show_rest(tty, line)) {
            say_problem(tty, &problem);
        }
        return;
    }
    rd_seats before = tty->game->to_act(tty->play.state);
    uint32_t turn = tty->game->turns(tty->play.state).done;
    struct rd_verdict verdict = tty_give(tty, action);
    if (verdict.code != RD_OK) {
        tty->verdict = verdict;
        tty->refused = action;
        tty_show_refusal(tty);
        tty_show_answers(tty);
        return;
    }
    if (tty->game->to_act(tty->play.state) == before &&
        tty->game->turns(tty->play.state).done == turn) {
        show_what_came(tty);
    }
}

/* "choose accept" for "accept", where nothing but the answer to a question is possible. */
static const char *as_answer(struct tty *tty, const char *line, char out[LINE_LIMIT])
{
    uint16_t verb = tty_only_verb(tty);
    if (verb == RD_NO_VERB || tty->game->verbs[verb].arg[1].type != RD_ARG_NONE) {
        return line;
    }
    snprintf(out, LINE_LIMIT, "%s %.*s", tty->game->verbs[verb].name, WORD_ROOM, line);
    struct rd_action action;
    return rd_action_parse(tty->game, out, &action, NULL) ? out : line;
}

static void understand(struct tty *tty, char *line)
{
    char first[WORD_ROOM], answer[LINE_LIMIT];
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    snprintf(first, sizeof first, "%.*s", (int)length, line);
    const char *rest = line + length + strspn(line + length, " \t");
    if (first[0] == '\0') {
        word_board(tty, "");
        return;
    }
    if (!tty_over(tty) && rd_order_is_short(tty->game, tty->play.state, tty->asked, line)) {
        give_order(tty, line);
        return;
    }
    uint16_t verb = tty_over(tty) ? RD_NO_VERB : find_verb(tty->game, first);
    bool exact_verb = verb != RD_NO_VERB && rd_text_same(tty->game->verbs[verb].name, first);
    const struct word *word = exact_verb ? NULL : find_word(first, verb != RD_NO_VERB);
    if (word != NULL && (word->at_end || !tty_over(tty))) {
        word->act(tty, rest);
    } else if (verb != RD_NO_VERB && rest[0] == '\0' &&
               tty->game->verbs[verb].arg[0].type != RD_ARG_NONE) {
        tty_show_possible(tty, verb);
    } else if (tty_over(tty)) {
        tty_say(tty, "The game is over: save, log, board, rules or quit.");
    } else {
        give_order(tty, verb == RD_NO_VERB ? as_answer(tty, line, answer) : line);
    }
}

static void prompt(struct tty *tty)
{
    char line[LINE_LIMIT], name[RD_TEXT_MAX];
    printf("%s> ", tty->asked == TTY_NOBODY ? "spectator" : tty_player_name(tty, tty->asked, name));
    if (!read_line(line)) {
        say_goodbye(tty);
        return;
    }
    if (!tty->keyboard) {
        puts(line); /* a transcript should show what was said */
    }
    understand(tty, line);
}

void tty_ask(struct tty *tty)
{
    prompt(tty);
}

void tty_hand_over(struct tty *tty, rd_seat seat)
{
    char line[LINE_LIMIT], name[RD_TEXT_MAX];
    rd_seat_print(tty->game, seat, name, sizeof name);
    if (!tty->keyboard) {
        return;
    }
    tty_clear(tty);
    printf("The keyboard goes to %s. Press Enter when you are ready. ", name);
    if (!read_line(line)) {
        say_goodbye(tty);
        return;
    }
    tty_clear(tty);
}

void tty_ask_after_end(struct tty *tty)
{
    tty_say(tty, "save keeps it as a replay, log tells it all again, quit leaves.");
    while (!tty->leaving) {
        prompt(tty);
    }
}
