/* Units, from JSON. Readers of lists have one form, here and in the other games: is the list there,
 * is it a list, then entry by entry. */

#include <string.h>

#include "games/fate/board.h"
#include "games/fate/cards.h"
#include "games/fate/fx.h"
#include "games/fate/kinds.h"
#include "games/fate/picks.h"
#include "games/fate/rules.h"
#include "hosted.h"

/* "hero", and the numbers that follow from the kind until the rest says otherwise. */
static bool read_kind(const struct rd_field *unit, uint32_t index, uint32_t numbers,
                      struct fate_unit *u)
{
    struct rd_field field;
    const char *name;
    if (!rd_field_get(unit, "hero", &field)) {
        return true;
    }
    if (!rd_field_text(&field, &name)) {
        return false;
    }
    for (uint32_t kind = 0; kind < FATE_KINDS; kind++) {
        bool base = kind < FATE_FIRST_HERO && strcmp(name, "base") == 0;
        if (index < FATE_CORE && fate_kinds[kind].class == index % FATE_CLASSES &&
            (base || (kind >= FATE_FIRST_HERO && strcmp(name, fate_kinds[kind].name) == 0))) {
            fate_make_unit(u, kind, numbers);
            return true;
        }
    }
    return rd_field_problem(&field, "there is no such hero of this class");
}

/* More than a hero's card says is then the most that it can have. */
static bool read_hp(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field field, max;
    bool fixed = rd_field_get(unit, "max", &max) || u->kind < FATE_FIRST_HERO;
    if (rd_field_get(unit, "hp", &field) &&
        !fate_byte_read(&field, fixed ? u->max : FATE_HP_MAX, &u->hp)) {
        return false;
    }
    u->max = u->hp > u->max ? u->hp : u->max;
    return true;
}

static bool read_numbers(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field field;
    int64_t own;
    if ((rd_field_get(unit, "max", &field) && !fate_byte_read(&field, FATE_HP_MAX, &u->max)) ||
        (rd_field_get(unit, "dmg", &field) && !fate_byte_read(&field, 9, &u->damage)) ||
        (rd_field_get(unit, "form", &field) && !fate_byte_read(&field, FATE_FORMS - 1, &u->form))) {
        return false;
    }
    u->hp = u->max;
    if (!read_hp(unit, u)) {
        return false;
    }
    if (rd_field_get(unit, "own", &field)) {
        if (!rd_field_integer(&field, 0, UINT32_MAX, &own)) {
            return false;
        }
        u->own = (uint32_t)own;
    }
    if ((rd_field_get(unit, "st", &field) && !fate_byte_read(&field, 1, &u->hidden)) ||
        (rd_field_get(unit, "sl", &field) &&
         !fate_byte_read(&field, FATE_STEALTH_TURNS, &u->timer))) {
        return false;
    }
    return true;
}

static bool read_place(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field field;
    uint8_t alive = u->hp != 0;
    if (rd_field_get(unit, "at", &field) && !json_is_null(field.json) &&
        !fate_cell_read(&field, &u->at)) {
        return false;
    }
    if (rd_field_get(unit, "alive", &field)) {
        if (!fate_byte_read(&field, 1, &alive)) {
            return false;
        }
        struct rd_field hp;
        if (!alive && !rd_field_get(unit, "hp", &hp)) {
            u->hp = 0;
        }
        if (alive != (u->hp != 0)) {
            return rd_field_problem(&field, "does not fit hp");
        }
    }
    if (rd_field_get(unit, "fell", &field) && !fate_cell_read(&field, &u->fell)) {
        return false;
    }
    return true;
}

static bool read_slots(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field field;
    const char *text;
    if (!rd_field_get(unit, "slots", &field)) {
        return true;
    }
    if (!rd_field_text(&field, &text)) {
        return false;
    }
    for (; *text != '\0'; text++) {
        const char *at = strchr("MACS", *text);
        if (at == NULL) {
            return rd_field_problem(&field, "has letters of MACS, for the spent slots");
        }
        u->slots = (uint8_t)(u->slots | 1u << (at - "MACS"));
    }
    return true;
}

static uint32_t place_of(const struct fate_unit *u, const char *name)
{
    RD_ASSERT(u->kind < FATE_KINDS);
    const struct fate_kind *kind = &fate_kinds[u->kind];
    for (uint32_t i = 0; i < kind->card_count; i++) {
        if (strcmp(fate_card_names[kind->card[i]], name) == 0) {
            return i;
        }
    }
    return FATE_NONE;
}

static bool read_counters(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field all, field;
    if (rd_field_get(unit, "ad", &field) && !json_is_null(field.json)) {
        uint32_t place = place_of(u, "auto_defence");
        if (place == FATE_NONE) {
            return rd_field_problem(&field, "it has no Auto Defence");
        }
        if (!fate_byte_read(&field, 255, &u->charge[place])) {
            return false;
        }
    }
    if (!rd_field_get(unit, "ch", &all)) {
        return true;
    }
    if (!rd_field_object(&all, fate_card_names)) {
        return false;
    }
    for (uint32_t card = 0; card < FATE_CARDS; card++) {
        if (!rd_field_get(&all, fate_card_names[card], &field)) {
            continue;
        }
        uint32_t place = place_of(u, fate_card_names[card]);
        if (place == FATE_NONE || !fate_counts(card)) {
            return rd_field_problem(&field, "it has no such counter");
        }
        if (!fate_byte_read(&field, 255, &u->charge[place])) {
            return false;
        }
    }
    return true;
}

static bool read_used(const struct rd_field *unit, struct fate_unit *u)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(unit, "used", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FATE_CARDS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        const char *name;
        if (!rd_field_text(&item, &name)) {
            return false;
        }
        uint32_t place = place_of(u, name);
        if (place == FATE_NONE) {
            return rd_field_problem(&item, "it has no such card");
        }
        u->used = (uint8_t)(u->used | 1u << place);
    }
    return true;
}

/* Without "form" it follows from the cards that are used up, and so do the numbers that it brings.
 */
static void infer_form(const struct rd_field *unit, uint32_t numbers, struct fate_unit *u)
{
    RD_ASSERT(numbers < FATE_NUMBERS && u->kind < FATE_KINDS);
    const struct fate_kind *kind = &fate_kinds[u->kind];
    struct rd_field field;
    if (rd_field_get(unit, "form", &field)) {
        return;
    }
    for (uint32_t i = 0; i < kind->card_count; i++) {
        const struct fate_hooks *card = fate_hooks[kind->card[i]];
        if (((uint32_t)u->used >> i & 1u) != 0 && card->becomes != NULL) {
            card->becomes(u, numbers);
        }
    }
}

/* By its own name, or by that of the card that makes it. */
static bool read_fx_kind(const struct rd_field *item, uint8_t *kind)
{
    struct rd_field field;
    const char *name;
    uint32_t choice;
    if (!rd_field_need(item, "kind", &field) || !rd_field_text(&field, &name)) {
        return false;
    }
    for (uint32_t i = FATE_FX_NOTHING + 1; i < FATE_FX_KINDS; i++) {
        if (fate_fx_rows[i].card < FATE_CARDS &&
            strcmp(name, fate_card_names[fate_fx_rows[i].card]) == 0) {
            *kind = (uint8_t)i;
            return true;
        }
    }
    if (!rd_field_choice(&field, fate_fx_names, &choice)) {
        return false;
    }
    *kind = (uint8_t)choice;
    return true;
}

static bool read_fx(const struct rd_field *unit, struct fate_unit *u)
{
    static const char *const keys[] = { "kind", "by", "left", NULL };
    struct rd_field list, field;
    size_t count;
    bool form_said = rd_field_get(unit, "form", &field);
    if (!rd_field_get(unit, "fx", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FATE_FX_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(&list, i);
        struct fate_fx *fx = &u->fx[i];
        if (!rd_field_object(&item, keys) || !read_fx_kind(&item, &fx->kind) ||
            !rd_field_need(&item, "by", &field) || !fate_unit_read(&field, &fx->by)) {
            return false;
        }
        fx->left = fate_fx_rows[fx->kind].turns;
        if (rd_field_get(&item, "left", &field) && !fate_byte_read(&field, 255, &fx->left)) {
            return false;
        }
        if (!form_said && (fate_fx_rows[fx->kind].flags & FATE_FX_FORM) != 0) {
            u->form = 1;
        }
    }
    u->fx_count = (uint8_t)count;
    return true;
}

static bool read_unit(const struct rd_field *unit, uint32_t index, uint32_t numbers,
                      struct fate_unit *u)
{
    static const char *const keys[] = { "hp", "at",   "alive", "st",   "sl",  "slots",
                                        "ad", "own",  "hero",  "max",  "dmg", "form",
                                        "ch", "used", "fx",    "fell", NULL };
    if (!rd_field_object(unit, keys) || !read_kind(unit, index, numbers, u) ||
        !read_used(unit, u)) {
        return false;
    }
    infer_form(unit, numbers, u);
    return read_numbers(unit, u) && read_place(unit, u) && read_slots(unit, u) &&
           read_counters(unit, u) && read_fx(unit, u);
}

/* A unit that is left out is dead, or waits to be placed. Who it is without "hero" say the options.
 */
bool fate_units_read(const struct rd_field *state, struct fate_state *s)
{
    struct rd_field units, unit;
    if (!rd_field_need(state, "units", &units) || !rd_field_object(&units, fate_unit_names)) {
        return false;
    }
    s->heroes = 0;
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        struct fate_unit *u = &s->unit[i];
        bool listed = rd_field_get(&units, fate_unit_names[i], &unit);
        if (!listed) {
            u->hp = fate_before_battle(s) && i < FATE_CORE ? u->hp : 0;
        } else if (!read_unit(&unit, i, s->numbers, u)) {
            return false;
        }
        s->heroes |= i < FATE_CORE && fate_is_hero(u->kind) ? fate_bit(i) : 0;
    }
    return true;
}
