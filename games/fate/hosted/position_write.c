/* Positions and views as JSON. */

#include <stddef.h>

#include "games/fate/board.h"
#include "games/fate/cards.h"
#include "games/fate/fx.h"
#include "games/fate/kinds.h"
#include "games/fate/prompt.h"
#include "games/fate/rules.h"
#include "hosted.h"

const char *const fate_phase_names[] = { "placement", "battle", "ended", "picking", NULL };
const char *const fate_seat_ids[] = { "P1", "P2", NULL };
const char *const fate_frame_names[FATE_FRAME_KINDS + 1] = { "nothing", "turn", "move", "attack",
                                                             "volley",  "card", NULL };
#define BYTE(name, max, preset)                                  \
    {                                                            \
#name, offsetof(struct fate_frame, name), 1, max, preset \
    }
#define WORD(name)                                                 \
    {                                                              \
#name, offsetof(struct fate_frame, name), 2, UINT16_MAX, 0 \
    }
/* clang-format off */
const struct fate_frame_field fate_frame_fields[] = {
    BYTE(step, 255, 0),
    BYTE(unit, FATE_UNITS - 1, 0),
    BYTE(target, 255, FATE_NONE),
    BYTE(victim, 255, FATE_NONE),
    BYTE(card, 255, FATE_NO_CARD),
    BYTE(cursor, 255, 0),
    BYTE(result, 255, 0),
    BYTE(from, 255, FATE_NONE),
    BYTE(to, 255, FATE_NONE),
    BYTE(damage, 255, 0),
    BYTE(count, 255, 0),
    BYTE(crossed, 255, 0),
    WORD(flags),
    WORD(attack),
    WORD(defence),
    { "mask", offsetof(struct fate_frame, mask), 4, (1u << FATE_UNITS) - 1, 0 },
    { 0 },
};
/* clang-format on */

static json_t *cell_json(uint32_t cell)
{
    return cell < FATE_CELLS ? json_string(fate_option_names[FATE_SAY_CELL + cell]) : json_null();
}

static json_t *unit_id(uint32_t unit)
{
    return unit < FATE_UNITS ? json_string(fate_unit_names[unit]) : json_null();
}

static json_t *ids_json(const uint8_t *list, uint32_t count)
{
    RD_ASSERT(count <= FATE_QUEUE_MAX);
    json_t *json = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(json, unit_id(list[i]));
    }
    return json;
}

/* ---- units ---- */

/* Who reads it would take it for its second form, if nothing were said. */
static bool looks_formed(const struct fate_unit *u)
{
    bool formed = false;
    for (uint32_t i = 0; i < u->fx_count; i++) {
        formed = formed || (fate_fx_rows[u->fx[i].kind].flags & FATE_FX_FORM) != 0;
    }
    const struct fate_kind *kind = &fate_kinds[u->kind];
    for (uint32_t i = 0; i < kind->card_count; i++) {
        formed = formed || ((u->used >> i & 1u) != 0 && fate_hooks[kind->card[i]]->becomes != NULL);
    }
    return formed;
}

static json_t *slots_json(uint32_t slots)
{
    RD_ASSERT(slots <= FATE_ALL_SLOTS);
    char text[5];
    uint32_t used = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if ((slots >> i & 1u) != 0) {
            text[used++] = "MACS"[i];
        }
    }
    text[used] = '\0';
    return json_string(text);
}

static json_t *fx_json(const struct fate_unit *u)
{
    RD_ASSERT(u->fx_count <= FATE_FX_MAX);
    json_t *list = json_array();
    for (uint32_t i = 0; i < u->fx_count; i++) {
        json_array_append_new(list,
                              json_pack("{s:s, s:o, s:i}", "kind", fate_fx_names[u->fx[i].kind],
                                        "by", unit_id(u->fx[i].by), "left", (int)u->fx[i].left));
    }
    return list;
}

static void add_cards(json_t *json, const struct fate_state *s, uint32_t unit)
{
    const struct fate_kind *kind = fate_kind_of(s, unit);
    const struct fate_unit *u = &s->unit[unit];
    json_t *counters = json_object();
    json_t *used = json_array();
    for (uint32_t i = 0; i < kind->card_count; i++) {
        uint32_t card = kind->card[i];
        if (fate_counts(card)) {
            json_object_set_new(counters, fate_card_names[card], json_integer(u->charge[i]));
        }
        if ((u->used >> i & 1u) != 0) {
            json_array_append_new(used, json_string(fate_card_names[card]));
        }
    }
    json_object_set_new(json, "ch", counters);
    if (json_array_size(used) > 0) {
        json_object_set(json, "used", used);
    }
    json_decref(used);
}

/* Auto Defence has a key of its own, whoever has it. */
static json_t *ad_json(const struct fate_state *s, uint32_t unit)
{
    uint32_t place = fate_card_place(s, unit, FATE_AUTO_DEFENCE);
    return place == FATE_NONE ? json_null() : json_integer(s->unit[unit].charge[place]);
}

static json_t *unit_json(const struct fate_state *s, uint32_t unit)
{
    RD_ASSERT(unit < FATE_UNITS);
    const struct fate_unit *u = &s->unit[unit];
    const struct fate_kind *kind = fate_kind_of(s, unit);
    json_t *json =
        json_pack("{s:i, s:o, s:i, s:i, s:i, s:o, s:o, s:I}", "hp", (int)u->hp, "at",
                  cell_json(u->at), "alive", u->hp != 0, "st", (int)u->hidden, "sl", (int)u->timer,
                  "slots", slots_json(u->slots), "ad", ad_json(s, unit), "own", (json_int_t)u->own);
    if (fate_is_hero(u->kind)) {
        json_object_set_new(json, "hero", json_string(kind->name));
        add_cards(json, s, unit);
    }
    if (u->max != fate_full_hp(u->kind, s->numbers)) {
        json_object_set_new(json, "max", json_integer(u->max));
    }
    if (u->damage != kind->damage) {
        json_object_set_new(json, "dmg", json_integer(u->damage));
    }
    if (u->fell != FATE_NONE) {
        json_object_set_new(json, "fell", cell_json(u->fell));
    }
    if (u->form != 0 || looks_formed(u)) {
        json_object_set_new(json, "form", json_integer(u->form));
    }
    if (u->fx_count != 0) {
        json_object_set_new(json, "fx", fx_json(u));
    }
    return json;
}

/* What is left of a unit that the viewer does not see. */
static json_t *unseen_json(const struct fate_state *s, uint32_t unit)
{
    const struct fate_unit *u = &s->unit[unit];
    json_t *json = json_pack("{s:n, s:n, s:i, s:i}", "hp", "at", "alive", 1, "st", 1);
    if (u->kind >= FATE_FIRST_HERO) {
        json_object_set_new(json, "hero", json_string(fate_kind_of(s, unit)->name));
    }
    return json;
}

static json_t *units_json(const struct fate_state *s, uint32_t viewer)
{
    json_t *json = json_object();
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &s->unit[i];
        if (i >= FATE_CORE && u->hp == 0 && u->own == 0) {
            continue;
        }
        uint32_t unseen = viewer != FATE_NONE && u->hidden && u->at == FATE_NONE;
        json_object_set_new(json, fate_unit_names[i], unseen ? unseen_json(s, i) : unit_json(s, i));
    }
    return json;
}

static json_t *last_known_json(const struct fate_state *s)
{
    json_t *json = json_object();
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        json_t *markers = json_object();
        for (uint32_t i = 0; i < FATE_UNITS; i++) {
            if (fate_seat_of(i) != seat && s->unit[i].known < FATE_CELLS) {
                json_object_set_new(markers, fate_unit_names[i], cell_json(s->unit[i].known));
            }
        }
        json_object_set_new(json, fate_seat_ids[seat], markers);
    }
    return json;
}

/* ---- what is going on ---- */

static void append_if(json_t *list, const struct fate_set *set, uint32_t cell)
{
    if (fate_set_has(set, cell)) {
        json_array_append_new(list, cell_json(cell));
    }
}

/* R7.6: in the order of listing. */
static json_t *options_json(const struct fate_state *s)
{
    RD_ASSERT(s->active < FATE_UNITS);
    static const uint8_t around[] = { 3, 5, 0, 4, 2, 6, 1, 7 }; /* N NE E SE S SW W NW */
    struct fate_set set = { { s->rolled[0], s->rolled[1] } };
    json_t *list = json_array();
    uint32_t at = s->unit[s->active].at;
    if ((fate_traits_of(s, s->active)->moves & FATE_REELS) != 0) {
        for (uint32_t i = 0; i < FATE_DIRECTIONS; i++) {
            uint32_t cell = fate_walk(at, around[i], 1);
            append_if(list, &set, cell);
            fate_set_drop(&set, cell);
        }
        for (uint32_t i = 0; i < FATE_ORTHOGONAL; i++) {
            uint32_t cell = fate_walk(at, i, 2);
            append_if(list, &set, cell);
            fate_set_drop(&set, cell);
        }
    }
    for (uint32_t column = 0; column < FATE_SIDE; column++) {
        for (uint32_t row = 0; row < FATE_SIDE; row++) {
            append_if(list, &set, row * FATE_SIDE + column);
        }
    }
    return list;
}

static json_t *prompt_json(const struct fate_state *s, uint32_t viewer)
{
    RD_ASSERT(s->prompt < FATE_CARDS && s->prompt_unit < FATE_UNITS);
    uint32_t seat = fate_seat_of(s->prompt_unit);
    json_t *json =
        json_pack("{s:s, s:s}", "owner", fate_seat_ids[seat], "kind", fate_card_names[s->prompt]);
    if (viewer != FATE_NONE && viewer != seat) { /* R11.1 */
        return json;
    }
    struct fate_options options = fate_prompt_options(s);
    json_t *list = json_array();
    for (uint32_t i = 0; i < FATE_OPTIONS; i++) {
        if (fate_options_have(&options, i)) {
            json_array_append_new(list, json_string(fate_option_names[i]));
        }
    }
    json_object_set_new(json, "unit", unit_id(s->prompt_unit));
    json_object_set_new(json, "options", list);
    return json;
}

static uint32_t number_at(const struct fate_frame *frame, const struct fate_frame_field *field)
{
    RD_ASSERT(field->size <= sizeof(uint32_t));
    const uint8_t *at = (const uint8_t *)frame + field->offset;
    uint32_t value = 0;
    for (uint32_t i = 0; i < field->size; i++) {
        value |= (uint32_t)at[i] << 8 * i;
    }
    return value;
}

static void add_bytes(json_t *json, const char *key, const uint8_t *bytes, uint32_t count)
{
    json_t *list = json_array();
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) {
        any |= bytes[i];
        json_array_append_new(list, json_integer(bytes[i]));
    }
    if (any != 0) {
        json_object_set(json, key, list);
    }
    json_decref(list);
}

static json_t *frame_json(const struct fate_frame *frame)
{
    RD_ASSERT(frame->kind < FATE_FRAME_KINDS);
    json_t *json = json_pack("{s:s}", "what", fate_frame_names[frame->kind]);
    for (const struct fate_frame_field *field = fate_frame_fields; field->name != NULL; field++) {
        uint32_t value = number_at(frame, field);
        if (value != field->preset) {
            json_object_set_new(json, field->name, json_integer(value));
        }
    }
    add_bytes(json, "die", frame->die, sizeof frame->die);
    add_bytes(json, "list", frame->list, sizeof frame->list);
    return json;
}

static json_t *pending_json(const struct fate_state *s)
{
    RD_ASSERT(s->depth <= FATE_FRAMES_MAX);
    json_t *list = json_array();
    for (uint32_t i = 0; i < s->depth; i++) {
        json_array_append_new(list, frame_json(&s->frame[i]));
    }
    return list;
}

static json_t *sensed_json(const struct fate_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FATE_SEATS);
    json_t *ids = json_array();
    for (uint32_t left = s->sensed[seat]; left != 0; left &= left - 1) {
        json_array_append_new(ids, unit_id(fate_lowest(left)));
    }
    return json_pack("{s:s, s:o, s:o}", "by", fate_seat_ids[seat], "at",
                     cell_json(s->sensed_at[seat]), "units", ids);
}

static void add_knowledge(json_t *json, const struct fate_state *s)
{
    json_t *sensed = json_array();
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        if (s->sensed[seat] != 0) {
            json_array_append_new(sensed, sensed_json(s, seat));
        }
    }
    if (json_array_size(sensed) > 0) {
        json_object_set(json, "sensed", sensed);
    }
    json_decref(sensed);
    if (s->stopped != FATE_NONE) {
        json_object_set_new(json, "stopped",
                            json_pack("{s:o, s:o}", "unit", unit_id(s->stopped), "target",
                                      unit_id(s->stopped_for)));
    }
    if ((s->mirror[0] | s->mirror[1]) != 0) {
        json_object_set_new(json, "mirror",
                            json_pack("[i,i]", (int)s->mirror[0], (int)s->mirror[1]));
    }
}

static json_t *tokens_json(const struct fate_state *s)
{
    RD_ASSERT(s->token_count <= FATE_TOKENS_MAX);
    json_t *list = json_array();
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *token = &s->token[i];
        json_t *json = json_pack("{s:s, s:o, s:o}", "kind", fate_ground_names[token->kind], "by",
                                 unit_id(token->by), "at", cell_json(token->at));
        if (token->left != 0) {
            json_object_set_new(json, "left", json_integer(token->left));
        }
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *names_json(uint32_t mask, const char *const *names)
{
    json_t *list = json_array();
    for (; mask != 0; mask &= mask - 1) {
        json_array_append_new(list, json_string(names[fate_lowest(mask)]));
    }
    return list;
}

static void add_pending(json_t *json, const struct fate_state *s, uint32_t viewer)
{
    if (s->roll != 0) {
        json_object_set_new(json, "pm",
                            json_pack("{s:o, s:i, s:o}", "unit", unit_id(s->active), "roll",
                                      (int)s->roll, "cells", options_json(s)));
    }
    if (s->prompt != FATE_NO_CARD) {
        json_object_set_new(json, "prompt", prompt_json(s, viewer));
    }
    if (s->depth != 0 && viewer == FATE_NONE) {
        json_object_set_new(json, "pending", pending_json(s));
    }
    if (s->token_count != 0) {
        json_object_set_new(json, "tokens", tokens_json(s));
    }
    add_knowledge(json, s);
    if (s->heroes != 0 || s->phase == FATE_PICKING) {
        json_object_set_new(json, "numbers",
                            json_string(fate_game_options[FATE_OPT_NUMBERS].choices[s->numbers]));
    }
    if (s->phase == FATE_PICKING) {
        json_object_set_new(json, "mode",
                            json_string(fate_game_options[FATE_OPT_MODE].choices[s->mode]));
        json_object_set_new(json, "banned", names_json(s->banned, fate_kind_names));
        json_object_set_new(json, "chosen", names_json(s->chosen, fate_unit_names));
    }
    if (s->ending != FATE_PLAYING) {
        json_object_set_new(json, "ending", json_string(fate_endings[s->ending].reason));
    }
}

json_t *fate_position_json(const struct fate_state *s, uint32_t viewer)
{
    RD_ASSERT(s->phase <= FATE_PICKING && s->current < FATE_SEATS && s->first < FATE_SEATS);
    json_t *init = json_pack("{s:i, s:i, s:s}", "P1", (int)s->initiative[0], "P2",
                             (int)s->initiative[1], "winner", fate_seat_ids[s->first]);
    json_t *state = json_pack(
        "{s:s, s:s, s:I, s:I, s:o, s:i, s:o, s:o, s:o, s:o, s:o}", "phase",
        fate_phase_names[s->phase], "cur", fate_seat_ids[s->current], "turn", (json_int_t)s->turn,
        "round", (json_int_t)s->round, "active", unit_id(s->active), "qi", (int)s->queue_index,
        "queue", ids_json(s->queue, s->queue_count), "placed", ids_json(s->placed, s->placed_count),
        "init", init, "lastKnown", last_known_json(s), "units", units_json(s, viewer));
    add_pending(state, s, viewer);
    return json_pack("{s:o}", "state", state);
}
