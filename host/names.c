#include "host/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"
#include "host/unit_words.h"

void rd_names_open(struct rd_names *names, const struct rd_game *game, rd_seat viewer)
{
    memset(names, 0, sizeof *names);
    names->game = game;
    names->viewer = viewer;
}

void rd_names_see(struct rd_names *names, const struct rd_scene *scene)
{
    for (uint32_t i = 0; i < RD_NAMES_MAX; i++) {
        names->unit[i].here = 0;
    }
    for (uint32_t i = 0; i < scene->token_count; i++) {
        const struct rd_scene_token *token = &scene->token[i];
        if (token->unit < RD_NAMES_MAX) {
            const struct rd_scene_cell *cell = &scene->cell[token->cell];
            struct rd_named *unit = &names->unit[token->unit];
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

static void add_owned(const struct rd_names *names, uint32_t owner, const char *compass,
                      const char *kind, struct rd_text *text)
{
    char side[RD_TEXT_MAX];
    bool mine = owner == names->viewer + 1u, enemy = owner != 0 && !mine && is_duel(names);
    rd_text_add(text, "%s%s%s%s",
                mine    ? "your "
                : enemy ? "the enemy "
                        : "the ",
                compass, compass[0] == '\0' ? "" : " ", kind);
    if (owner != 0 && !mine && !enemy) {
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

static void add_unit(const struct rd_names *names, const struct rd_named *unit,
                     struct rd_text *text)
{
    uint32_t count;
    uint16_t cell;
    char at[RD_TEXT_MAX];
    const struct rd_named *other = alike(names, unit, &count);
    const char *compass = unit->here && count == 1 ? direction(unit, other) : "";
    add_owned(names, unit->owner, compass, names->game->token_names[unit->kind - 1], text);
    if (unit->here && count > 1 && rd_cell_at(&names->game->cells, unit->x, unit->y, &cell)) {
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

static bool name_fact(const void *context, const struct rd_event *event, uint32_t index,
                      struct rd_text *text)
{
    const struct rd_names *names = context;
    const struct rd_arg *arg = &names->game->events[event->kind].arg[index];
    int32_t value = event->arg[index];
    if (arg->type == RD_ARG_SEAT) {
        return add_side(names, (rd_seat)value, text);
    }
    bool by_number = arg->type == RD_ARG_UNIT && arg->choices == NULL;
    bool called = arg->type == RD_ARG_CHOICE && value >= 0 && value < (int32_t)arg->limit &&
                  strncmp(arg->choices[value], "P", 1) == 0;
    if ((by_number || called) && value >= 0 && value < RD_NAMES_MAX &&
        names->unit[value].kind != 0 && (by_number || rd_arg_is_unit(arg))) {
        add_unit(names, &names->unit[value], text);
        return true;
    }
    if (arg->type == RD_ARG_UNIT) {
        return add_unknown(names, event, text);
    }
    return called && add_called(names, arg->choices[value], text);
}

size_t rd_event_tell(const struct rd_names *names, const struct rd_event *event, char *out,
                     size_t size)
{
    size_t used = rd_event_word(names->game, event, name_fact, names, out, size);
    if (size > 0 && out[0] >= 'a' && out[0] <= 'z') {
        out[0] = (char)(out[0] - 'a' + 'A');
    }
    return used;
}
