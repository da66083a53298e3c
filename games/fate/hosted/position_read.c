/* Positions from JSON. Everything is checked where it is read, so that a problem names its field.
 * Readers of lists have one form, here and in the other games: is the list there, is it a list,
 * then entry by entry. */

#include <string.h>

#include "games/fate/board.h"
#include "games/fate/kinds.h"
#include "games/fate/picks.h"
#include "games/fate/rules.h"
#include "hosted.h"

/* ---- small things ---- */

bool fate_byte_read(const struct rd_field *field, int64_t max, uint8_t *out)
{
    RD_ASSERT(max >= 0 && max <= UINT8_MAX);
    int64_t number;
    if (!rd_field_integer(field, 0, max, &number)) {
        return false;
    }
    *out = (uint8_t)number;
    return true;
}

bool fate_cell_read(const struct rd_field *field, uint8_t *cell)
{
    const char *text;
    if (!rd_field_text(field, &text)) {
        return false;
    }
    bool letter = (text[0] >= 'A' && text[0] <= 'I') || (text[0] >= 'a' && text[0] <= 'i');
    if (!letter || text[1] < '0' || text[1] > '8' || text[2] != '\0') {
        return rd_field_problem(field, "must be a cell from \"A0\" to \"I8\"");
    }
    uint32_t column = (uint32_t)(text[0] - (text[0] >= 'a' ? 'a' : 'A'));
    *cell = (uint8_t)((uint32_t)(text[1] - '0') * FATE_SIDE + column);
    return true;
}

bool fate_unit_read(const struct rd_field *field, uint8_t *unit)
{
    uint32_t choice;
    if (!rd_field_choice(field, fate_unit_names, &choice)) {
        return false;
    }
    *unit = (uint8_t)choice;
    return true;
}

bool fate_list_read(const struct rd_field *field, uint32_t most, uint8_t *list, uint8_t *count)
{
    size_t size;
    if (!rd_field_list(field, 0, most, &size)) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        struct rd_field item = rd_field_item(field, i);
        if (!fate_unit_read(&item, &list[i])) {
            return false;
        }
        for (size_t other = 0; other < i; other++) {
            if (list[other] == list[i]) {
                return rd_field_problem(&item, "%s stands twice", fate_unit_names[list[i]]);
            }
        }
    }
    *count = (uint8_t)size;
    return true;
}

static bool read_long(const struct rd_field *state, const char *key, uint32_t *out)
{
    struct rd_field field;
    int64_t number;
    if (!rd_field_get(state, key, &field)) {
        return true;
    }
    if (!rd_field_integer(&field, 1, UINT32_MAX, &number)) {
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

/* Left out: the first round in which there can have been so many turns. */
static bool read_turn(const struct rd_field *state, struct fate_state *s)
{
    if (!read_long(state, "turn", &s->turn)) {
        return false;
    }
    s->round = (s->turn - 1) / FATE_QUEUE_MAX + 1 + ((s->turn - 1) % FATE_QUEUE_MAX != 0);
    s->round = s->turn == 1 ? 1 : s->round;
    return read_long(state, "round", &s->round);
}

static bool read_choice(const struct rd_field *state, const char *key, const char *const *names,
                        uint8_t *out)
{
    struct rd_field field;
    uint32_t choice;
    if (!rd_field_get(state, key, &field)) {
        return true;
    }
    if (!rd_field_choice(&field, names, &choice)) {
        return false;
    }
    *out = (uint8_t)choice;
    return true;
}

/* ---- parts ---- */

static bool read_init(const struct rd_field *state, struct fate_state *s)
{
    static const char *const keys[] = { "P1", "P2", "winner", NULL };
    struct rd_field init, field;
    if (!rd_field_get(state, "init", &init)) {
        return true;
    }
    if (!rd_field_object(&init, keys)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        if (rd_field_get(&init, fate_seat_ids[seat], &field) &&
            !fate_byte_read(&field, 12, &s->initiative[seat])) {
            return false;
        }
    }
    return read_choice(&init, "winner", fate_seat_ids, &s->first);
}

static bool read_markers(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field all, markers, field;
    if (!rd_field_get(state, "lastKnown", &all)) {
        return true;
    }
    static const char *const keys[] = { "P1", "P2", NULL };
    if (!rd_field_object(&all, keys)) {
        return false;
    }
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        if (!rd_field_get(&all, fate_seat_ids[seat], &markers)) {
            continue;
        }
        if (!rd_field_object(&markers, fate_unit_names)) {
            return false;
        }
        for (uint32_t i = 0; i < FATE_UNITS; i++) {
            if (!rd_field_get(&markers, fate_unit_names[i], &field)) {
                continue;
            }
            if (fate_seat_of(i) == seat || !s->unit[i].hidden) {
                return rd_field_problem(&field, "only hidden enemies have a last known cell");
            }
            if (!fate_cell_read(&field, &s->unit[i].known)) {
                return false;
            }
        }
    }
    return true;
}

/* Left out: the living units by number. */
static bool read_queue(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field field;
    if (rd_field_get(state, "placed", &field) &&
        !fate_list_read(&field, FATE_CORE, s->placed, &s->placed_count)) {
        return false;
    }
    if (rd_field_get(state, "queue", &field)) {
        if (!fate_list_read(&field, FATE_QUEUE_MAX, s->queue, &s->queue_count)) {
            return false;
        }
    } else if (!fate_before_battle(s)) {
        for (uint32_t i = 0; i < FATE_UNITS; i++) {
            if (s->unit[i].hp != 0 && fate_traits_of(s, i)->reach != 0) {
                s->queue[s->queue_count++] = (uint8_t)i;
            }
        }
    }
    return true;
}

/* Left out: the first of the queue, and its owner. */
static bool read_active(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field field;
    bool has_index = rd_field_get(state, "qi", &field);
    if (has_index && !fate_byte_read(&field, FATE_QUEUE_MAX - 1, &s->queue_index)) {
        return false;
    }
    bool battle = s->phase == FATE_BATTLE && s->queue_index < s->queue_count;
    if (rd_field_get(state, "active", &field) && !json_is_null(field.json)) {
        if (!fate_unit_read(&field, &s->active)) {
            return false;
        }
        for (uint32_t i = 0; i < s->queue_count && !has_index; i++) {
            s->queue_index = s->queue[i] == s->active ? (uint8_t)i : s->queue_index;
        }
    } else if (battle) {
        s->active = s->queue[s->queue_index];
    }
    if (s->active < FATE_UNITS) {
        s->current = (uint8_t)fate_seat_of(s->active);
    }
    return read_choice(state, "cur", fate_seat_ids, &s->current);
}

static bool read_roll(const struct rd_field *state, struct fate_state *s)
{
    static const char *const keys[] = { "unit", "roll", "cells", NULL };
    struct rd_field pm, field;
    uint8_t unit;
    size_t count;
    if (!rd_field_get(state, "pm", &pm) || json_is_null(pm.json)) {
        return true;
    }
    if (!rd_field_object(&pm, keys) || !rd_field_need(&pm, "unit", &field) ||
        !fate_unit_read(&field, &unit)) {
        return false;
    }
    if (unit != s->active) {
        return rd_field_problem(&field, "only the active unit has rolled");
    }
    if (!rd_field_need(&pm, "roll", &field) || !fate_byte_read(&field, 6, &s->roll) ||
        !rd_field_need(&pm, "cells", &field) || !rd_field_list(&field, 0, FATE_CELLS, &count)) {
        return false;
    }
    struct fate_set set = { { 0, 0 } };
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&field, i);
        uint8_t cell = 0;
        if (!fate_cell_read(&item, &cell)) {
            return false;
        }
        fate_set_add(&set, cell);
    }
    s->rolled[0] = set.word[0];
    s->rolled[1] = set.word[1];
    return true;
}

static bool read_sensed(const struct rd_field *item, struct fate_state *s)
{
    static const char *const keys[] = { "by", "at", "units", NULL };
    struct rd_field field;
    uint32_t seat;
    uint8_t list[FATE_UNITS], count = 0;
    if (!rd_field_object(item, keys) || !rd_field_need(item, "by", &field) ||
        !rd_field_choice(&field, fate_seat_ids, &seat) || !rd_field_need(item, "at", &field) ||
        !fate_cell_read(&field, &s->sensed_at[seat]) || !rd_field_need(item, "units", &field) ||
        !fate_list_read(&field, FATE_UNITS, list, &count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        s->sensed[seat] |= fate_bit(list[i]);
    }
    return true;
}

static bool read_knowledge(const struct rd_field *state, struct fate_state *s)
{
    static const char *const keys[] = { "unit", "target", NULL };
    struct rd_field list, field;
    size_t count;
    if (rd_field_get(state, "sensed", &list)) {
        if (!rd_field_list(&list, 0, FATE_SEATS, &count)) {
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            struct rd_field item = rd_field_item(&list, i);
            if (!read_sensed(&item, s)) {
                return false;
            }
        }
    }
    if (rd_field_get(state, "stopped", &list)) {
        if (!rd_field_object(&list, keys) || !rd_field_need(&list, "unit", &field) ||
            !fate_unit_read(&field, &s->stopped) || !rd_field_need(&list, "target", &field) ||
            !fate_unit_read(&field, &s->stopped_for)) {
            return false;
        }
    }
    if (!rd_field_get(state, "mirror", &list)) {
        return true;
    }
    if (!rd_field_list(&list, FATE_SEATS, FATE_SEATS, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(&list, 0), second = rd_field_item(&list, 1);
    return fate_byte_read(&first, 1, &s->mirror[0]) && fate_byte_read(&second, 1, &s->mirror[1]);
}

static bool read_names(const struct rd_field *state, const char *key, const char *const *names,
                       uint32_t *mask)
{
    struct rd_field list;
    size_t count;
    uint32_t choice;
    if (!rd_field_get(state, key, &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FATE_KINDS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        if (!rd_field_choice(&item, names, &choice)) {
            return false;
        }
        *mask |= UINT32_C(1) << choice;
    }
    return true;
}

static bool read_picks(const struct rd_field *state, struct fate_state *s)
{
    return read_choice(state, "mode", fate_game_options[FATE_OPT_MODE].choices, &s->mode) &&
           read_names(state, "banned", fate_kind_names, &s->banned) &&
           read_names(state, "chosen", fate_unit_names, &s->chosen);
}

static bool read_ending(const struct rd_field *state, struct fate_state *s)
{
    const char *names[FATE_ENDINGS + 1];
    struct rd_field field;
    uint32_t choice;
    if (s->phase != FATE_ENDED) {
        return true;
    }
    for (uint32_t i = 0; i < FATE_ENDINGS; i++) {
        names[i] = i == FATE_PLAYING ? "playing" : fate_endings[i].reason;
    }
    names[FATE_ENDINGS] = NULL;
    if (!rd_field_need(state, "ending", &field) || !rd_field_choice(&field, names, &choice)) {
        return false;
    }
    s->ending = (uint8_t)choice;
    return true;
}

static bool read_state(const struct rd_field *state, struct fate_state *s)
{
    static const char *const keys[] = { "phase",  "cur",     "turn",    "round",   "active",
                                        "qi",     "queue",   "placed",  "init",    "lastKnown",
                                        "units",  "pm",      "prompt",  "pending", "tokens",
                                        "sensed", "stopped", "mirror",  "ending",  "mode",
                                        "banned", "chosen",  "numbers", NULL };
    s->phase = FATE_BATTLE;
    return rd_field_object(state, keys) &&
           read_choice(state, "phase", fate_phase_names, &s->phase) && read_turn(state, s) &&
           read_init(state, s) && fate_units_read(state, s) && read_markers(state, s) &&
           read_queue(state, s) && read_active(state, s) && read_roll(state, s) &&
           fate_tokens_read(state, s) && read_knowledge(state, s) && fate_pending_read(state, s) &&
           read_picks(state, s) && read_ending(state, s);
}

bool fate_position_read(const json_t *position, const struct rd_setup *setup, struct rd_luck *luck,
                        void *state, struct rd_problem *problem)
{
    static const char *const keys[] = { "state", NULL };
    struct rd_field root = rd_field_root(position, "", problem), field;
    struct rd_setup as_said = *setup;
    struct fate_state *s = state;
    uint8_t numbers = FATE_BOOK; /* R13.9: a position that does not say is by the book */
    (void)luck;
    if (!rd_field_object(&root, keys) || !rd_field_need(&root, "state", &field) ||
        !read_choice(&field, "numbers", fate_game_options[FATE_OPT_NUMBERS].choices, &numbers)) {
        return false;
    }
    as_said.option[FATE_OPT_NUMBERS] = numbers;
    fate_lay(s, &as_said);
    if (!read_state(&field, s)) {
        return false;
    }
    fate_settle_numbers(s);
    const char *flaw = fate_audit(s);
    return flaw == NULL || rd_field_problem(&field, "%s", flaw);
}
