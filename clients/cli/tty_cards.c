/* What units can do, as the signs of a scene tell it: "... left" for what the one whose turn it is
 * has not done yet, "ability NAME (KIND, SLOTS)" for its cards, each followed by a sign for every
 * charge that it has or lacks, and "in turn" for those who come next. */
#include "clients/cli/tty.h"

#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"
#include "host/unit_words.h"

enum { LINE_MAX_BYTES = 2048, NAME_MAX_BYTES = 64, NEXT_SHOWN = 5 };

static const char card_sign[] = "ability ", left_sign[] = " left";

struct card {
    char name[NAME_MAX_BYTES]; /* as its order is called, if it has one */
    char kind[NAME_MAX_BYTES]; /* "(active, A+C)" */
    const char *text;          /* what it does, or NULL: its order's help says it */
    uint32_t charges, most;
    bool used_up;
};

static const char *sign_of(const struct tty *tty, const struct rd_scene_mark *mark)
{
    return tty->game->mark_names[mark->name];
}

static bool is_on(const struct rd_scene_mark *mark, const struct rd_scene_token *token)
{
    return mark->from == token->cell && mark->to == token->cell && mark->owner == token->owner;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), size = strlen(end);
    return length >= size && strcmp(text + length - size, end) == 0;
}

/* "ability trample (active, A+C): what it does" in its parts. */
static struct card read_card(const char *sign)
{
    struct card card = { .text = strstr(sign, ": ") };
    const char *name = sign + strlen(card_sign);
    snprintf(card.name, sizeof card.name, "%.*s", (int)strcspn(name, " :"), name);
    const char *kind = name + strlen(card.name);
    if (strncmp(kind, " (", 2) == 0) {
        snprintf(card.kind, sizeof card.kind, "%.*s)", (int)strcspn(kind + 1, ")"), kind + 1);
    }
    card.text = card.text == NULL ? NULL : card.text + 2;
    return card;
}

/* The card whose sign is at *index or after it, and what belongs to it. False: there is none. */
static bool next_card(const struct tty *tty, const struct rd_scene_token *token, uint32_t *index,
                      struct card *card)
{
    bool found = false;
    for (; *index < tty->scene->mark_count; (*index)++) {
        const struct rd_scene_mark *mark = &tty->scene->mark[*index];
        const char *sign = sign_of(tty, mark);
        if (!is_on(mark, token)) {
            continue;
        }
        if (strncmp(sign, card_sign, strlen(card_sign)) == 0) {
            if (found) {
                return true;
            }
            *card = read_card(sign);
            found = true;
        } else if (found) {
            card->charges += strcmp(sign, "charge") == 0;
            card->most += strcmp(sign, "charge") == 0 || strcmp(sign, "charge missing") == 0;
            card->used_up = card->used_up || strcmp(sign, "used up") == 0;
        }
    }
    return found;
}

static void add_words(struct rd_text *text, const char *name)
{
    for (; *name != '\0'; name++) {
        rd_text_add(text, "%c", *name == '_' ? ' ' : *name);
    }
}

static void add_card(struct rd_text *text, const struct card *card)
{
    add_words(text, card->name);
    rd_text_add(text, " %s", card->kind);
    if (card->most > 0) {
        rd_text_add(text, " %u/%u", card->charges, card->most);
    }
    rd_text_add(text, "%s", card->used_up ? " used up" : "");
}

void tty_name_token(const struct tty *tty, const struct rd_scene_token *token, char *out,
                    size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    const struct rd_arg *arg = rd_unit_arg(tty->game);
    char name[RD_TEXT_MAX];
    const char *kind = tty->game->token_names[token->kind];
    if (arg == NULL || token->unit >= arg->limit) {
        rd_text_add(&text, "%s", kind);
        return;
    }
    rd_arg_print(tty->game, arg, token->unit, name, sizeof name);
    if (arg->type != RD_ARG_CHOICE) {
        rd_text_add(&text, "%s %s", kind, name);
    } else { /* P1-rider is a rider */
        rd_text_add(&text, "%s%s%s", name, ends_with(name, kind) ? "" : " ",
                    ends_with(name, kind) ? "" : kind);
    }
}

static const char *cell_text(const struct tty *tty, const struct rd_scene_token *token,
                             char out[RD_TEXT_MAX])
{
    const struct rd_scene_cell *cell = &tty->scene->cell[token->cell];
    uint16_t number = 0;
    out[0] = '\0';
    if (rd_cell_at(&tty->game->cells, cell->x, cell->y, &number)) {
        rd_cell_print(&tty->game->cells, number, out, RD_TEXT_MAX);
    }
    return out;
}

/* ---- the unit whose turn it is ---- */

static void add_left(const struct tty *tty, const struct rd_scene_token *token,
                     struct rd_text *text)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tty->scene->mark_count; i++) {
        const struct rd_scene_mark *mark = &tty->scene->mark[i];
        const char *sign = sign_of(tty, mark);
        if (is_on(mark, token) && ends_with(sign, left_sign)) {
            rd_text_add(text, "%s%.*s", count == 0 ? ", left: " : ", ",
                        (int)(strlen(sign) - strlen(left_sign)), sign);
            count++;
        }
    }
    rd_text_add(text, "%s", count == 0 ? ", nothing left" : "");
}

static void add_cards(const struct tty *tty, const struct rd_scene_token *token,
                      struct rd_text *text)
{
    const char *between = ". Cards: ";
    struct card card;
    for (uint32_t i = 0; next_card(tty, token, &i, &card);) {
        rd_text_add(text, "%s", between);
        add_card(text, &card);
        between = "; ";
    }
}

static const struct rd_scene_token *token_on(const struct tty *tty, uint16_t cell, uint8_t owner)
{
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        const struct rd_scene_token *token = &tty->scene->token[i];
        if (token->cell == cell && token->owner == owner && token->health_max > 0) {
            return token;
        }
    }
    return NULL;
}

/* The first of those "in turn" acts, the others follow. */
void tty_show_acting(const struct tty *tty)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX], cell[RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    uint32_t count = 0;
    for (uint32_t i = 0; i < tty->scene->mark_count && count <= NEXT_SHOWN; i++) {
        const struct rd_scene_mark *mark = &tty->scene->mark[i];
        const struct rd_scene_token *token = strcmp(sign_of(tty, mark), "in turn") == 0
                                                 ? token_on(tty, mark->to, mark->owner)
                                                 : NULL;
        if (token == NULL) {
            continue;
        }
        rd_token_called(&tty->names, token, name, sizeof name);
        if (count == 0 && name[0] >= 'a' && name[0] <= 'z') {
            name[0] = (char)(name[0] - 'a' + 'A');
        }
        rd_text_add(&text, "%s%s", count < 2 ? "" : ", ", name);
        if (count == 0) {
            rd_text_add(&text, " at %s acts", cell_text(tty, token, cell));
            add_left(tty, token, &text);
            add_cards(tty, token, &text);
            rd_text_add(&text, ". Then: ");
        }
        count++;
    }
    if (count > 1) {
        tty_say(tty, "%s.", line);
    }
}

/* ---- all cards, with what they do ---- */

static bool is_asked_for(const struct tty *tty, const struct rd_scene_token *token,
                         const char *which)
{
    char name[RD_TEXT_MAX], cell[RD_TEXT_MAX];
    tty_name_token(tty, token, name, sizeof name);
    return which[0] == '\0' || rd_text_same(which, cell_text(tty, token, cell)) ||
           rd_text_begins(name, which) ||
           rd_text_begins(tty->game->token_names[token->kind], which);
}

static void show_cards_of(const struct tty *tty, const struct rd_scene_token *token)
{
    char line[LINE_MAX_BYTES], name[RD_TEXT_MAX], cell[RD_TEXT_MAX];
    struct card card;
    tty_name_token(tty, token, name, sizeof name);
    printf("%s%s at %s%s\n", tty_style(tty, TTY_BOLD), name, cell_text(tty, token, cell),
           tty_style(tty, TTY_NORMAL));
    for (uint32_t i = 0; next_card(tty, token, &i, &card);) {
        struct rd_text text = rd_text_into(line, sizeof line);
        uint16_t verb = rd_verb_find(tty->game, card.name);
        add_card(&text, &card);
        rd_text_add(&text, ": %s",
                    card.text != NULL    ? card.text
                    : verb == RD_NO_VERB ? ""
                                         : tty->game->verbs[verb].help);
        fputs("  ", stdout);
        screen_wrap(&tty->screen, 2, 4, line);
    }
}

void tty_show_cards(struct tty *tty, const char *which)
{
    uint32_t shown = 0;
    tty_look(tty);
    for (uint32_t i = 0; i < tty->scene->token_count; i++) {
        const struct rd_scene_token *token = &tty->scene->token[i];
        uint32_t from = 0;
        struct card card;
        if (next_card(tty, token, &from, &card) && is_asked_for(tty, token, which)) {
            show_cards_of(tty, token);
            shown++;
        }
    }
    if (shown == 0) {
        tty_say(tty, which[0] == '\0' ? "No unit that you see has cards."
                                      : "No unit that you see goes by that and has cards.");
    }
}
