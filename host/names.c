#include "host/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"
#include "host/unit_words.h"

enum { NOBODY = 0xffff }; /* the number of a token that is no unit */

void rd_names_open(struct rd_names *names, const struct rd_game *game, rd_seat viewer)
{
    memset(names, 0, sizeof *names);
    names->game = game;
    names->viewer = viewer;
}

/* Does the card of this piece have this trait? */
static bool has_trait(const struct rd_game *game, const char *piece, const char *trait)
{
    uint32_t bit = 0;
    if (game->pieces == NULL || game->trait_names == NULL) {
        return false;
    }
    while (game->trait_names[bit] != NULL && strcmp(game->trait_names[bit], trait) != 0) {
        bit++;
    }
    for (const struct rd_piece_card *card = game->pieces; card->name != NULL; card++) {
        if (strcmp(card->name, piece) == 0) {
            return game->trait_names[bit] != NULL && (card->traits & (1u << bit)) != 0;
        }
    }
    return false;
}

/* Where numbers of units have a letter before them, "m3": the letters, or NULL. */
static const char *const *letters_of(const struct rd_game *game)
{
    for (const struct rd_event_kind *kind = game->events; kind->name != NULL; kind++) {
        for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && kind->arg[i].type != RD_ARG_NONE; i++) {
            if (kind->arg[i].type == RD_ARG_UNIT && kind->arg[i].choices != NULL) {
                return kind->arg[i].choices;
            }
        }
    }
    return NULL;
}

/* A card's trait or a name with this letter: a minigun is a tower, so that its letter is a t. */
static uint32_t letter_of(const struct rd_game *game, const char *const *letters, const char *piece)
{
    for (uint32_t i = 0; letters[i] != NULL; i++) {
        for (uint32_t t = 0; game->trait_names != NULL && game->trait_names[t] != NULL; t++) {
            if (rd_text_begins(game->trait_names[t], letters[i]) &&
                has_trait(game, piece, game->trait_names[t])) {
                return i;
            }
        }
    }
    uint32_t found = 0;
    while (letters[found] != NULL && !rd_text_begins(piece, letters[found])) {
        found++;
    }
    return letters[found] == NULL ? 0 : found;
}

/* The row of a unit in rd_names: letters make its number another one. */
static uint32_t row_of(const char *const *letters, uint32_t letter, uint32_t number)
{
    uint32_t count = 1;
    while (letters != NULL && letters[count] != NULL) {
        count++;
    }
    return number * count + letter;
}

void rd_names_see(struct rd_names *names, const struct rd_scene *scene)
{
    const char *const *letters = letters_of(names->game);
    for (uint32_t i = 0; i < RD_NAMES_MAX; i++) {
        names->unit[i].here = 0;
    }
    for (uint32_t i = 0; i < scene->token_count; i++) {
        const struct rd_scene_token *token = &scene->token[i];
        const char *kind = names->game->token_names[token->kind];
        uint32_t letter = letters == NULL ? 0 : letter_of(names->game, letters, kind);
        uint32_t row = row_of(letters, letter, token->unit);
        if (row < RD_NAMES_MAX && token->unit != NOBODY) {
            const struct rd_scene_cell *cell = &scene->cell[token->cell];
            struct rd_named *unit = &names->unit[row];
            unit->kind = (uint16_t)(token->kind + 1);
            unit->owner = token->owner;
            unit->here = 1;
            unit->x = cell->x;
            unit->y = cell->y;
        }
    }
}

/* Of a game for two, for whoever plays: the other one needs no name. */
static bool is_duel(const struct rd_names *names)
{
    return names->game->seats_max == 2 && names->viewer < names->game->seats_max;
}

static bool add_side(const struct rd_names *names, rd_seat seat, struct rd_text *text)
{
    bool mine = seat == names->viewer;
    if (!mine && !is_duel(names)) {
        return false;
    }
    rd_text_add(text, "%s", mine ? "your side" : "the other side");
    return true;
}

static void add_name(const struct rd_game *game, const char *name, struct rd_text *text)
{
    /* of somebody, not of a kind */
    bool capital = has_trait(game, name, "hero") && name[0] >= 'a' && name[0] <= 'z';
    if (capital) {
        rd_text_add(text, "%c%s", name[0] - 'a' + 'A', name + 1);
    } else {
        rd_text_add(text, "%s", name);
    }
}

static void add_owned(const struct rd_names *names, uint32_t owner, const char *compass,
                      const char *kind, struct rd_text *text)
{
    char side[RD_TEXT_MAX];
    bool wild = has_trait(names->game, kind, "wild"); /* it is against somebody, and nobody's */
    bool mine = !wild && owner == names->viewer + 1u;
    bool enemy = !wild && owner != 0 && !mine && is_duel(names);
    rd_text_add(text, "%s%s%s",
                mine    ? "your "
                : enemy ? "the enemy "
                        : "the ",
                compass, compass[0] == '\0' ? "" : " ");
    add_name(names->game, kind, text);
    if (owner != 0 && !wild && !mine && !enemy) {
        rd_seat_print(names->game, (rd_seat)(owner - 1), side, sizeof side);
        rd_text_add(text, " of %s", side);
    }
}

/* The other one on the board that could be meant, or NULL; *count: how many there are. */
static const struct rd_named *alike(const struct rd_names *names, const struct rd_named *unit,
                                    uint32_t *count)
{
    const struct rd_named *found = NULL;
    *count = 0;
    for (uint32_t i = 0; i < RD_NAMES_MAX; i++) {
        const struct rd_named *other = &names->unit[i];
        if (other != unit && other->here && other->kind == unit->kind &&
            other->owner == unit->owner) {
            found = other;
            (*count)++;
        }
    }
    return found;
}

static const char *direction(const struct rd_named *unit, const struct rd_named *other)
{
    int dx = unit->x - other->x, dy = unit->y - other->y;
    return abs(dx) >= abs(dy) ? dx > 0 ? "eastern" : "western" : dy > 0 ? "southern" : "northern";
}

/* Does the sentence say where whoever acts was, and speak of nobody else? */
static bool is_told_of_one(const struct rd_event_kind *kind)
{
    bool place = false;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && kind->arg[i].type != RD_ARG_NONE; i++) {
        if (kind->arg[i].role == RD_ROLE_WHOM) {
            return false;
        }
        place = place || kind->arg[i].role == RD_ROLE_AT || kind->arg[i].role == RD_ROLE_FROM;
    }
    return place;
}

/* Does the sentence name the tile anyway on which this unit stands? */
static bool is_told(const struct rd_names *names, const struct rd_event *event,
                    const struct rd_named *unit)
{
    const struct rd_event_kind *kind = &names->game->events[event->kind];
    uint16_t cell;
    if (is_told_of_one(kind)) {
        return true;
    }
    if (!rd_cell_at(&names->game->cells, unit->x, unit->y, &cell)) {
        return false;
    }
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && kind->arg[i].type != RD_ARG_NONE; i++) {
        char place[RD_TEXT_MAX];
        snprintf(place, sizeof place, "{%s}", kind->arg[i].name);
        if (kind->arg[i].type == RD_ARG_CELL && event->arg[i] == cell &&
            strstr(kind->text, place) != NULL) {
            return true;
        }
    }
    return false;
}

static void add_unit(const struct rd_names *names, const struct rd_event *event,
                     const struct rd_named *unit, struct rd_text *text)
{
    uint32_t count;
    uint16_t cell;
    char at[RD_TEXT_MAX];
    const struct rd_named *other = alike(names, unit, &count);
    bool plain = !unit->here || is_told(names, event, unit);
    const char *compass = !plain && count == 1 ? direction(unit, other) : "";
    add_owned(names, unit->owner, compass, names->game->token_names[unit->kind - 1], text);
    if (!plain && count > 1 && rd_cell_at(&names->game->cells, unit->x, unit->y, &cell)) {
        rd_cell_print(&names->game->cells, cell, at, sizeof at);
        rd_text_add(text, " at %s", at);
    }
}

/* "P1-rider": a unit that a game calls by side and kind. */
static bool add_called(const struct rd_names *names, const char *name, struct rd_text *text)
{
    if (name[0] != 'P' || !isdigit((unsigned char)name[1]) || name[2] != '-') {
        return false;
    }
    add_owned(names, (uint32_t)(name[1] - '0'), "", name + 3, text);
    return true;
}

/* Somebody of whom only this event is known: what it says of the kind; false: nothing. */
static bool add_unknown(const struct rd_names *names, const struct rd_event *event,
                        struct rd_text *text)
{
    const struct rd_arg *arg = names->game->events[event->kind].arg;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && arg[i].type != RD_ARG_NONE; i++) {
        if (arg[i].type == RD_ARG_CHOICE && strcmp(arg[i].name, "type") == 0) {
            char kind[RD_TEXT_MAX];
            rd_arg_print(names->game, &arg[i], event->arg[i], kind, sizeof kind);
            for (char *c = kind; *c != '\0'; c++) {
                *c = *c == '_' ? ' ' : *c;
            }
            rd_text_add(text, "%s %s", strchr("aeiou", kind[0]) != NULL ? "an" : "a", kind);
            return true;
        }
    }
    return false;
}

/* The only kind of piece whose numbers have this letter: somebody who came and died unseen. */
static bool add_lettered(const struct rd_names *names, uint32_t letter, struct rd_text *text)
{
    const char *const *letters = letters_of(names->game);
    const char *only = NULL;
    for (const struct rd_piece_card *card = names->game->pieces; card != NULL && card->name != NULL;
         card++) {
        bool walks = rd_text_begins(card->name, letters[letter]);
        if (walks && letter_of(names->game, letters, card->name) == letter) {
            only = card->name;
        }
    }
    if (only != NULL) {
        rd_text_add(text, "a %s", only);
    }
    return only != NULL;
}

/* "for the north side": the tables have one letter. */
static bool add_wind(const char *name, struct rd_text *text)
{
    static const char *const winds[] = { "north", "east", "south", "west" };
    for (uint32_t i = 0; i < sizeof winds / sizeof winds[0]; i++) {
        if (name[0] != '\0' && name[1] == '\0' && rd_text_begins(winds[i], name)) {
            rd_text_add(text, "%s", winds[i]);
            return true;
        }
    }
    return false;
}

static bool name_fact(const void *context, const struct rd_event *event, uint32_t index,
                      struct rd_text *text)
{
    const struct rd_names *names = context;
    const struct rd_arg *arg = &names->game->events[event->kind].arg[index];
    int32_t value = event->arg[index];
    if (arg->type == RD_ARG_SEAT) {
        return add_side(names, (rd_seat)value, text);
    }
    bool chosen = arg->type == RD_ARG_CHOICE && value >= 0 && value < (int32_t)arg->limit;
    if (chosen && add_wind(arg->choices[value], text)) {
        return true;
    }
    bool by_number = arg->type == RD_ARG_UNIT, lettered = by_number && arg->choices != NULL;
    bool called = chosen && strncmp(arg->choices[value], "P", 1) == 0;
    uint32_t row =
        lettered ? row_of(arg->choices, (uint32_t)value >> 16, value & 0xffff) : (uint32_t)value;
    bool said_whose = strncmp(names->game->events[event->kind].text, "{seat}", 6) == 0;
    if (lettered && said_whose && add_unknown(names, event, text)) {
        return true; /* "your side builds a house" */
    }
    if ((by_number || called) && row < RD_NAMES_MAX && names->unit[row].kind != 0 &&
        (by_number || rd_arg_is_unit(arg))) {
        add_unit(names, event, &names->unit[row], text);
        return true;
    }
    if (arg->type == RD_ARG_UNIT) {
        return lettered ? add_lettered(names, (uint32_t)value >> 16, text)
                        : add_unknown(names, event, text);
    }
    return called && add_called(names, arg->choices[value], text);
}

/* "a army" is no English: names come after the sentence was written. Returns how many letters were
 * added. */
static size_t mend_articles(char *out, size_t size)
{
    size_t added = 0;
    for (char *at = out; *at != '\0'; at++) {
        size_t rest = strlen(at);
        bool alone = (*at == 'a' || *at == 'A') && at[1] == ' ' && (at == out || at[-1] == ' ');
        bool room = (size_t)(at - out) + rest + 2 <= size;
        if (alone && room && at[2] != '\0' && strchr("aeio", at[2]) != NULL) {
            memmove(at + 2, at + 1, rest);
            at[1] = 'n';
            added++;
        }
    }
    return added;
}

size_t rd_event_tell(const struct rd_names *names, const struct rd_event *event, char *out,
                     size_t size)
{
    size_t used = rd_event_word(names->game, event, name_fact, names, out, size);
    if (size > 0 && out[0] >= 'a' && out[0] <= 'z') {
        out[0] = (char)(out[0] - 'a' + 'A');
    }
    return size > 0 ? used + mend_articles(out, size) : used;
}

void rd_token_called(const struct rd_names *names, const struct rd_scene_token *token, char *out,
                     size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    add_owned(names, token->owner, "", names->game->token_names[token->kind], &text);
}
