/* Units from JSON: first where they stand, and when all else is known, what they were ordered.
 * Readers of lists have one form, here and in the other games: is the list there, is it a list,
 * then entry by entry. */
#include <stdlib.h>
#include <string.h>

#include "hosted.h"

struct entry {
    uint32_t owner; /* seat, or FORTRESS_NEUTRAL */
    struct fortress_piece piece;
    bool bought;
};

/* ---- one unit ---- */

static bool read_id(const struct rd_field *field, struct entry *entry)
{
    struct rd_field id;
    int64_t value;
    bool neutral = entry->owner == FORTRESS_NEUTRAL;
    if (!rd_field_need(field, "id", &id) ||
        !rd_field_integer(&id, neutral ? FORTRESS_NEUTRAL_ID + 1 : 1,
                          neutral ? FORTRESS_NEUTRAL_ID + FORTRESS_NEUTRAL_IDS : FORTRESS_IDS - 1,
                          &value)) {
        return false;
    }
    if (!neutral && value % 2 == entry->owner) {
        return rd_field_problem(&id, "ids of owner %u are %s", entry->owner,
                                entry->owner == 0 ? "odd" : "even");
    }
    entry->piece.id = (uint32_t)value;
    return true;
}

static bool read_owner(const struct rd_field *field, struct entry *entry)
{
    uint32_t owner;
    struct rd_field value;
    bool neutral = fortress_is(entry->piece.type, FORTRESS_T_NEUTRAL) != 0;
    if (!fortress_owner_read(field, neutral, &owner)) {
        return false;
    }
    if (neutral && owner != 0) {
        rd_field_get(field, "owner", &value);
        return rd_field_problem(&value, "camp archers and dragons belong to nobody: null");
    }
    entry->owner = neutral ? (uint32_t)FORTRESS_NEUTRAL : owner - 1;
    return true;
}

static bool read_state(const struct rd_field *field, const struct fortress_board *board,
                       struct entry *entry)
{
    struct rd_field at;
    uint32_t cell;
    int64_t health = FORTRESS_HEALTH_MAX, buff = 0;
    bool looking = false, spawned = false, fresh = false;
    int64_t least = entry->piece.type == FORTRESS_BASE ? 0 : 1;
    if (!rd_field_need(field, "at", &at) || !fortress_cell_read(&at, board, &cell) ||
        !fortress_number_read(field, "hp", least, FORTRESS_HEALTH_MAX, &health) ||
        !fortress_number_read(field, "buff", 0, 100, &buff) ||
        !fortress_flag_read(field, "looking_out", &looking) ||
        !fortress_flag_read(field, "spawned", &spawned) ||
        !fortress_flag_read(field, "new", &fresh) ||
        !fortress_flag_read(field, "bought", &entry->bought)) {
        return false;
    }
    entry->piece.cell = (uint16_t)cell;
    entry->piece.health = (uint8_t)health;
    entry->piece.buff = (uint8_t)buff;
    entry->piece.flags = (uint8_t)((looking ? FORTRESS_LOOKING_OUT : 0) |
                                   (spawned ? FORTRESS_SPAWNED : 0) | (fresh ? FORTRESS_NEW : 0));
    if (entry->bought && (!fortress_is(entry->piece.type, FORTRESS_T_BOUGHT) || health != 100)) {
        return rd_field_problem(field, "what was bought is a unit of full health");
    }
    return true;
}

static bool read_unit(const struct rd_field *field, const struct fortress_board *board,
                      struct entry *entry)
{
    static const char *const keys[] = { "id",        "owner", "type",        "at",      "hp",
                                        "buff",      "order", "bought",      "spawned", "standing",
                                        "structure", "queue", "looking_out", "new",     NULL };
    struct rd_field type;
    uint32_t kind;
    memset(entry, 0, sizeof *entry);
    if (!rd_field_object(field, keys) || !rd_field_need(field, "type", &type) ||
        !rd_field_choice(&type, fortress_type_names, &kind)) {
        return false;
    }
    entry->piece.type = (uint8_t)kind;
    return read_owner(field, entry) && read_id(field, entry) && read_state(field, board, entry);
}

/* ---- into the state ---- */

static bool add_structure(const struct rd_field *field, const struct entry *entry,
                          struct fortress_state *s)
{
    struct fortress_side *side = &s->side[entry->owner];
    uint32_t slot = side->structures;
    if (slot == FORTRESS_STANDING_MAX) {
        return rd_field_problem(field, "%s", fortress_refusals[FORTRESS_BUILD_TOWERS].text);
    }
    while (slot > 0 &&
           s->piece[fortress_structure_who(entry->owner, slot - 1)].id > entry->piece.id) {
        uint32_t who = fortress_structure_who(entry->owner, slot);
        s->piece[who] = s->piece[who - 1];
        slot--;
    }
    s->piece[fortress_structure_who(entry->owner, slot)] = entry->piece;
    side->structures++;
    return true;
}

static bool add_purchase(const struct rd_field *field, const struct entry *entry,
                         struct fortress_state *s)
{
    struct fortress_side *side = &s->side[entry->owner];
    uint32_t slot = side->units + (uint32_t)side->bought;
    if (slot >= FORTRESS_UNITS_MAX) {
        return rd_field_problem(field, "%s", fortress_refusals[FORTRESS_BUY_CROWD].text);
    }
    while (slot > side->units &&
           s->piece[fortress_unit_who(entry->owner, slot - 1)].id > entry->piece.id) {
        uint32_t who = fortress_unit_who(entry->owner, slot);
        s->piece[who] = s->piece[who - 1];
        slot--;
    }
    s->piece[fortress_unit_who(entry->owner, slot)] = entry->piece;
    side->bought++;
    int32_t cost = fortress_kinds[entry->piece.type].cost;
    side->gold += cost;
    side->spent += cost;
    return true;
}

/* Mobile units come before purchases in the list, as they are printed. */
static bool add_mobile(const struct rd_field *field, struct entry *entry, struct fortress_state *s)
{
    uint32_t who;
    entry->piece.rank =
        (uint16_t)(s->side[0].units + (uint32_t)s->side[1].units + s->neutrals + 1u);
    if (entry->owner == FORTRESS_NEUTRAL) {
        if (s->neutrals == FORTRESS_NEUTRALS_MAX) {
            return rd_field_problem(field, "too many camp archers and dragons");
        }
        who = FORTRESS_FIRST_NEUTRAL + s->neutrals++;
    } else {
        struct fortress_side *side = &s->side[entry->owner];
        if (side->bought > 0) {
            return rd_field_problem(field, "what was bought comes after the units in play");
        }
        if (side->units == FORTRESS_UNITS_MAX) {
            return rd_field_problem(field, "%s", fortress_refusals[FORTRESS_BUY_CROWD].text);
        }
        who = fortress_unit_who(entry->owner, side->units++);
    }
    s->piece[who] = entry->piece;
    return true;
}

static bool add_entry(const struct rd_field *field, struct entry *entry, struct fortress_state *s)
{
    if (fortress_is(entry->piece.type, FORTRESS_T_BUILDING)) {
        return add_structure(field, entry, s);
    }
    return entry->bought ? add_purchase(field, entry, s) : add_mobile(field, entry, s);
}

/* ---- those of the board that were left out ---- */

static bool has_id(const struct fortress_state *s, uint32_t id)
{
    for (uint32_t who = 0; who < FORTRESS_WHO_MAX; who++) {
        if (s->piece[who].id == id) {
            return true;
        }
    }
    return false;
}

static bool add_missing(const struct rd_field *root, struct fortress_state *s, uint32_t seat,
                        uint32_t cell, uint32_t type)
{
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(seat, slot)];
        if (piece->cell == cell || (type == FORTRESS_BASE && piece->type == FORTRESS_BASE)) {
            return piece->cell == cell ||
                   rd_field_problem(root, "the base of seat %u is not where the board has it",
                                    seat);
        }
    }
    struct entry entry = { seat, { 0 }, false };
    entry.piece.id = 1 + seat;
    while (has_id(s, entry.piece.id)) {
        entry.piece.id += FORTRESS_SEATS;
    }
    entry.piece.cell = (uint16_t)cell;
    entry.piece.health = FORTRESS_HEALTH_MAX;
    entry.piece.type = (uint8_t)type;
    return add_structure(root, &entry, s);
}

bool fortress_units_read(const struct rd_field *root, const struct fortress_map *map,
                         struct fortress_state *s)
{
    struct rd_field list;
    size_t count = 0;
    if (rd_field_get(root, "units", &list) && !rd_field_list(&list, 0, FORTRESS_WHO_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field field = rd_field_item(&list, i);
        struct entry entry;
        if (!read_unit(&field, &s->board, &entry)) {
            return false;
        }
        if (has_id(s, entry.piece.id)) {
            return rd_field_problem(&field, "there are two units %u", entry.piece.id);
        }
        if (!add_entry(&field, &entry, s)) {
            return false;
        }
    }
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
            if (!add_missing(root, s, seat, map->tower[seat][i], FORTRESS_TOWER)) {
                return false;
            }
        }
        if (!add_missing(root, s, seat, map->base[seat], FORTRESS_BASE)) {
            return false;
        }
    }
    return true;
}

/* ---- orders ---- */

static bool read_standing(const struct rd_field *field, struct fortress_plan *plan)
{
    static const char *const names[] = { "heal_until_full", "always_defend", "always_lookout",
                                         "auto_build", NULL };
    static const uint8_t verbs[] = { FORTRESS_HEAL_UNTIL_FULL, FORTRESS_ALWAYS_DEFEND,
                                     FORTRESS_ALWAYS_LOOKOUT, FORTRESS_BUILD };
    struct rd_field standing, what;
    uint32_t choice, structure = 0;
    if (!rd_field_get(field, "standing", &standing)) {
        return true;
    }
    if (!rd_field_choice(&standing, names, &choice)) {
        return false;
    }
    if (verbs[choice] == FORTRESS_BUILD &&
        (!rd_field_need(field, "structure", &what) ||
         !rd_field_choice(&what, fortress_structure_names, &structure))) {
        return false;
    }
    plan->standing = verbs[choice];
    plan->standing_what = (uint8_t)structure;
    return true;
}

static bool read_orders_of(const struct rd_field *field, struct fortress_state *s, uint32_t who)
{
    struct rd_field order, queue;
    bool has_order = rd_field_get(field, "order", &order);
    bool has_queue = rd_field_get(field, "queue", &queue);
    if (!fortress_is_mobile(who)) {
        return !has_order || fortress_order_read(&order, s, who);
    }
    struct fortress_plan *plan = fortress_plan_of(s, who);
    if (!read_standing(field, plan)) {
        return false;
    }
    uint8_t standing = plan->standing, what = plan->standing_what;
    if (has_order) {
        bool fine = fortress_order_read(&order, s, who);
        if (plan->standing != FORTRESS_BUILD || s->task[who].verb != FORTRESS_BUILD) {
            plan->standing = standing;
            plan->standing_what = what;
        }
        return fine;
    }
    if (has_queue) {
        return fortress_queue_read(&queue, s, who);
    }
    fortress_order_by_behaviour(s, who);
    return true;
}

/* The piece of an entry that was read before. */
static uint32_t who_of(const struct rd_field *field, const struct fortress_state *s)
{
    json_int_t id = json_integer_value(json_object_get(field->json, "id"));
    for (uint32_t who = 0; who < FORTRESS_WHO_MAX; who++) {
        if ((json_int_t)s->piece[who].id == id) {
            return who;
        }
    }
    return FORTRESS_NOBODY;
}

bool fortress_unit_orders_read(const struct rd_field *root, struct fortress_state *s)
{
    struct rd_field list;
    size_t count = 0;
    if (!rd_field_get(root, "units", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FORTRESS_WHO_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field field = rd_field_item(&list, i);
        uint32_t who = who_of(&field, s), seat = fortress_owner(who);
        if (seat == FORTRESS_NEUTRAL) {
            continue;
        }
        if (fortress_is_mobile(who) && who >= fortress_unit_who(seat, s->side[seat].units)) {
            continue; /* bought */
        }
        if (!read_orders_of(&field, s, who)) {
            return false;
        }
    }
    return true;
}
