/* A position of FATE changed by an editor, in its own JSON. Editors have one form in all games: one
 * case for each kind of edit (host/codec.h). */
#include <string.h>

#include "games/fate/kinds.h"
#include "games/fate/rules.h"
#include "games/fate/summon.h"
#include "games/fate/tokens.h"
#include "host/edit.h"
#include "hosted.h"

/* Who stands on a cell that goes by this name, or NULL. */
static const char *stands_on(json_t *units, const char *cell)
{
    const char *id;
    json_t *unit;
    json_object_foreach(units, id, unit)
    {
        const char *at = json_string_value(json_object_get(unit, "at"));
        if (at != NULL && strcmp(at, cell) == 0) {
            return id;
        }
    }
    return NULL;
}

/* What hangs on who is there and whose turn it was: the reader finds it anew. */
static void forget_turns(json_t *state)
{
    static const char *const lost[] = { "queue",   "qi",     "turn",   "round",   "cur",
                                        "placed",  "pm",     "prompt", "pending", "sensed",
                                        "stopped", "mirror", NULL };
    for (uint32_t i = 0; lost[i] != NULL; i++) {
        json_object_del(state, lost[i]);
    }
    json_t *units = json_object_get(state, "units");
    const char *active = json_string_value(json_object_get(state, "active"));
    if (active == NULL || json_object_get(units, active) == NULL) {
        json_object_del(state, "active");
    }
}

/* Edited positions are battles: who waits to be placed is left out. */
static void begin_battle(json_t *state)
{
    json_t *units = json_object_get(state, "units");
    const char *phase = json_string_value(json_object_get(state, "phase"));
    if (phase != NULL && strcmp(phase, "battle") == 0) {
        return;
    }
    json_object_set_new(state, "phase", json_string("battle"));
    json_object_del(state, "ending");
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        if (json_is_null(json_object_get(json_object_get(units, fate_unit_names[i]), "at"))) {
            json_object_del(units, fate_unit_names[i]);
        }
    }
}

static void take_away(json_t *state, const char *id)
{
    const char *seat;
    json_t *markers;
    json_object_del(json_object_get(state, "units"), id);
    json_object_foreach(json_object_get(state, "lastKnown"), seat, markers)
    {
        json_object_del(markers, id);
    }
}

static void clear(json_t *state, const char *cell)
{
    const char *id = stands_on(json_object_get(state, "units"), cell);
    json_t *tokens = json_object_get(state, "tokens");
    if (id != NULL) {
        char copy[32]; /* the key goes with its entry */
        strncpy(copy, id, sizeof copy - 1);
        copy[sizeof copy - 1] = '\0';
        take_away(state, copy);
    }
    for (size_t i = json_array_size(tokens); i-- > 0;) {
        const char *at = json_string_value(json_object_get(json_array_get(tokens, i), "at"));
        if (at != NULL && strcmp(at, cell) == 0) {
            json_array_remove(tokens, i);
        }
    }
}

static void put_unit(json_t *state, const struct rd_edit *edit, uint32_t kind, const char *cell)
{
    RD_ASSERT(kind < FATE_KINDS && edit->owner < FATE_SEATS);
    bool summon = fate_kinds[kind].class == FATE_CLASSES;
    uint32_t first = (uint32_t)edit->owner * FATE_CLASSES;
    uint32_t unit = summon ? fate_summon_of(first, kind) : first + fate_kinds[kind].class;
    json_t *json = json_pack("{s:s}", "at", cell);
    if (edit->amount > 0) {
        json_object_set_new(json, "hp", json_integer(edit->amount));
    }
    if (!summon) {
        json_object_set_new(json, "hero",
                            json_string(fate_is_hero(kind) ? fate_kinds[kind].name : "base"));
    }
    if (json_object_get(state, "numbers") == NULL) { /* nobody is a hero yet: as in play */
        json_object_set_new(state, "numbers",
                            json_string(fate_game_options[FATE_OPT_NUMBERS].choices[FATE_TUNED]));
    }
    take_away(state, fate_unit_names[unit]);
    json_object_set_new(json_object_get(state, "units"), fate_unit_names[unit], json);
}

/* What lies there belongs to the unit whose class has such a card. */
static void put_token(json_t *state, const struct rd_edit *edit, uint32_t kind, const char *cell)
{
    RD_ASSERT(kind < FATE_TOKEN_KINDS && edit->owner < FATE_SEATS);
    uint32_t class = fate_kinds[fate_layer_of(kind)].class;
    json_t *tokens = json_object_get(state, "tokens");
    if (tokens == NULL) {
        tokens = json_array();
        json_object_set_new(state, "tokens", tokens);
    }
    json_t *json = json_pack("{s:s, s:s}", "kind", fate_ground_names[kind], "by",
                             fate_unit_names[(uint32_t)edit->owner * FATE_CLASSES + class]);
    if (fate_token_rows[kind].plane == FATE_NONE) { /* it lies nowhere */
        if (edit->amount > 0) {
            json_object_set_new(json, "left", json_integer(edit->amount));
        }
    } else {
        json_object_set_new(json, "at", json_string(cell));
    }
    json_array_append_new(tokens, json);
}

static bool put(json_t *state, const struct rd_edit *edit, const char *cell,
                struct rd_problem *problem)
{
    uint32_t kind = 0;
    if (!rd_edit_name(edit, fate_game.token_names, &kind, problem) ||
        !rd_edit_owner(edit, FATE_SEATS, problem)) {
        return false;
    }
    begin_battle(state);
    if (kind < FATE_KINDS) {
        const char *there = stands_on(json_object_get(state, "units"), cell);
        if (there != NULL) {
            clear(state, cell);
        }
        put_unit(state, edit, kind, cell);
        forget_turns(state);
    } else {
        put_token(state, edit, kind - FATE_KINDS, cell);
    }
    return true;
}

static bool count(json_t *state, const struct rd_edit *edit, struct rd_problem *problem)
{
    static const char *const known[] = { "round", "turn", NULL };
    uint32_t which = 0;
    return rd_edit_name(edit, known, &which, problem) &&
           rd_edit_counter(state, known[which], known[which], edit);
}

bool fate_edit(json_t *position, const struct rd_edit *edit, struct rd_problem *problem)
{
    json_t *state = json_object_get(position, "state");
    const char *cell =
        fate_option_names[FATE_SAY_CELL + (edit->cell < FATE_CELLS ? edit->cell : 0)];
    switch (edit->kind) {
    case RD_EDIT_PUT:
        return put(state, edit, cell, problem);
    case RD_EDIT_CLEAR:
        begin_battle(state);
        clear(state, cell);
        forget_turns(state);
        return true;
    case RD_EDIT_TERRAIN:
        return rd_problem_at(problem, "cell", "this board is always the same");
    case RD_EDIT_COUNTER:
    default:
        return count(state, edit, problem);
    }
}
