/* Positions from JSON. Everything is checked where it is read, so that a problem names its field.
 */
#include <string.h>

#include "hosted.h"

enum { UNITS_MAX = CLASSIC_SEATS * CLASSIC_UNITS_MAX };

/* A unit as the list has it. */
struct entry {
    struct rd_field field;
    uint32_t id, owner, type, cell, health;
    bool bought;
};

struct reading {
    struct rd_field list; /* the parent of every entry's field */
    struct entry entry[UNITS_MAX];
    uint32_t count;
    struct classic1_state *state;
};

bool classic1_cell_read(const struct rd_field *field, uint32_t *cell)
{
    size_t count;
    int64_t x, y;
    if (!rd_field_list(field, 2, 2, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(field, 0), second = rd_field_item(field, 1);
    if (!rd_field_integer(&first, INT32_MIN, INT32_MAX, &x) ||
        !rd_field_integer(&second, INT32_MIN, INT32_MAX, &y)) {
        return false;
    }
    bool on = x >= CLASSIC_X0 && x < CLASSIC_X0 + CLASSIC_COLUMNS && y >= 0 && y < CLASSIC_ROWS;
    *cell = on ? (uint32_t)(y * CLASSIC_COLUMNS + x - CLASSIC_X0) : 0;
    return (on && classic1_exists(*cell)) ||
           rd_field_problem(field, "[%d,%d] is not on the board", (int)x, (int)y);
}

static bool read_flag(const struct rd_field *field, bool *out)
{
    *out = json_is_true(field->json);
    return json_is_boolean(field->json) || rd_field_problem(field, "must be true or false");
}

/* ---- units ---- */

static bool read_numbers(struct entry *entry)
{
    struct rd_field field;
    int64_t owner, id, health = CLASSIC_HEALTH_MAX;
    if (!rd_field_need(&entry->field, "owner", &field) || !rd_field_integer(&field, 0, 1, &owner) ||
        !rd_field_need(&entry->field, "id", &field) ||
        !rd_field_integer(&field, 1, CLASSIC_IDS - 1, &id)) {
        return false;
    }
    if (id % 2 == owner) {
        return rd_field_problem(&field, "ids of owner %d are %s", (int)owner,
                                owner == 0 ? "odd" : "even");
    }
    int64_t least = entry->type == CLASSIC_BASE ? 0 : 1;
    if (rd_field_get(&entry->field, "hp", &field) &&
        !rd_field_integer(&field, least, CLASSIC_HEALTH_MAX, &health)) {
        return false;
    }
    entry->owner = (uint32_t)owner;
    entry->id = (uint32_t)id;
    entry->health = (uint32_t)health;
    return true;
}

static bool read_place(struct entry *entry)
{
    struct rd_field field;
    if (!rd_field_need(&entry->field, "at", &field) || !classic1_cell_read(&field, &entry->cell)) {
        return false;
    }
    if (entry->type == CLASSIC_BASE && entry->cell != classic1_base_cells[entry->owner]) {
        return rd_field_problem(&field, "the base of seat %u stands at [%d,7]", entry->owner,
                                entry->owner == 0 ? -1 : 17);
    }
    return true;
}

static bool read_unit(struct entry *entry)
{
    static const char *const keys[] = {
        "id", "owner", "type", "at", "hp", "order", "bought", NULL
    };
    struct rd_field field;
    entry->bought = false;
    if (!rd_field_object(&entry->field, keys) || !rd_field_need(&entry->field, "type", &field) ||
        !rd_field_choice(&field, classic1_type_names, &entry->type) || !read_numbers(entry) ||
        !read_place(entry)) {
        return false;
    }
    if (rd_field_get(&entry->field, "bought", &field) && !read_flag(&field, &entry->bought)) {
        return false;
    }
    if (entry->bought && (entry->type == CLASSIC_BASE || entry->health != CLASSIC_HEALTH_MAX)) {
        return rd_field_problem(&field, "what was bought is a unit of full health");
    }
    return true;
}

/* Two seats may have bought the same tile; everything else needs a tile of its own. */
static bool fits_among(const struct reading *reading, const struct entry *entry)
{
    struct rd_field field;
    for (uint32_t i = 0; i < reading->count; i++) {
        const struct entry *other = &reading->entry[i];
        if (other->id == entry->id) {
            rd_field_get(&entry->field, "id", &field);
            return rd_field_problem(&field, "there are two units %u", entry->id);
        }
        bool rivals = other->bought && entry->bought && other->owner != entry->owner;
        if (other->cell == entry->cell && !rivals) {
            rd_field_get(&entry->field, "at", &field);
            return rd_field_problem(&field, "unit %u is there already", other->id);
        }
    }
    return true;
}

static bool read_list(struct reading *reading)
{
    size_t count;
    if (!rd_field_list(&reading->list, 0, UNITS_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct entry *entry = &reading->entry[reading->count];
        entry->field = rd_field_item(&reading->list, i);
        if (!read_unit(entry) || !fits_among(reading, entry)) {
            return false;
        }
        reading->count++;
    }
    return true;
}

/* The least id of this seat that nobody has. */
static uint32_t lowest_free_id(const struct reading *reading, uint32_t seat)
{
    for (uint32_t id = 1 + seat;; id += CLASSIC_SEATS) {
        bool free = true;
        for (uint32_t i = 0; i < reading->count; i++) {
            free = free && reading->entry[i].id != id;
        }
        if (free) {
            return id;
        }
    }
}

static bool place_base(const struct reading *reading, uint32_t seat)
{
    struct classic1_unit *base = &reading->state->open.unit[seat][0];
    base->id = (uint16_t)lowest_free_id(reading, seat);
    for (uint32_t i = 0; i < reading->count; i++) {
        const struct entry *entry = &reading->entry[i];
        if (entry->type == CLASSIC_BASE && entry->owner == seat) {
            base->id = (uint16_t)entry->id;
            base->health = (uint8_t)entry->health;
        } else if (entry->cell == classic1_base_cells[seat]) {
            return rd_field_problem(&entry->field, "the base of seat %u stands there", seat);
        }
    }
    return true;
}

/* The entry of this seat with the least id above `above`, bought or in play; NULL: none. */
static const struct entry *next_entry(const struct reading *reading, uint32_t seat, bool bought,
                                      uint32_t above)
{
    const struct entry *next = NULL;
    for (uint32_t i = 0; i < reading->count; i++) {
        const struct entry *entry = &reading->entry[i];
        if (entry->owner == seat && entry->bought == bought && entry->type != CLASSIC_BASE &&
            entry->id > above && (next == NULL || entry->id < next->id)) {
            next = entry;
        }
    }
    return next;
}

static bool place_units(const struct reading *reading, uint32_t seat)
{
    struct classic1_open *open = &reading->state->open;
    const struct entry *entry = next_entry(reading, seat, false, 0);
    uint32_t highest = open->unit[seat][0].id;
    for (; entry != NULL; entry = next_entry(reading, seat, false, entry->id)) {
        if (open->unit_count[seat] == CLASSIC_UNITS_MAX) {
            return rd_field_problem(&entry->field, "a player has at most %d units",
                                    CLASSIC_UNITS_MAX - 1);
        }
        struct classic1_unit unit = { (uint16_t)entry->id, (uint16_t)entry->cell,
                                      (uint8_t)entry->health, (uint8_t)entry->type };
        open->unit[seat][open->unit_count[seat]++] = unit;
        highest = entry->id > highest ? entry->id : highest;
    }
    open->next_id[seat] = (uint16_t)(highest + CLASSIC_SEATS);
    return true;
}

/* Bought as a player would: the gold comes back first. */
static bool place_purchases(const struct reading *reading, uint32_t seat)
{
    struct classic1_state *s = reading->state;
    struct rd_luck luck = rd_luck_from_seed(0); /* nothing is drawn before both are done */
    const struct entry *entry = next_entry(reading, seat, true, 0);
    if (entry != NULL && entry->id < s->open.next_id[seat]) {
        return rd_field_problem(&entry->field, "what was bought has an id above all others");
    }
    s->open.next_id[seat] = entry == NULL ? s->open.next_id[seat] : (uint16_t)entry->id;
    for (uint32_t id = s->open.next_id[seat]; entry != NULL; id += CLASSIC_SEATS) {
        struct rd_action buy = { CLASSIC_BUY, { (uint16_t)entry->type, (uint16_t)entry->cell, 0 } };
        s->open.gold[seat] += classic1_kinds[entry->type].cost;
        struct rd_verdict verdict = classic1_game.judge(s, (rd_seat)seat, buy);
        if (entry->id != id) {
            return rd_field_problem(&entry->field, "the next purchase of seat %u has id %u", seat,
                                    id);
        }
        if (verdict.code != RD_OK || s->open.gold[seat] > CLASSIC_GOLD_MAX) {
            return rd_field_problem(&entry->field, "can't have been bought: %s",
                                    verdict.why == 0 ? "the game is over, or the gold too much"
                                                     : classic1_refusals[verdict.why].text);
        }
        classic1_game.apply(s, (rd_seat)seat, buy, &luck, NULL);
        entry = next_entry(reading, seat, true, entry->id);
    }
    return true;
}

static bool read_orders(const struct reading *reading)
{
    for (uint32_t i = 0; i < reading->count; i++) {
        const struct entry *entry = &reading->entry[i];
        struct rd_field order;
        if (rd_field_get(&entry->field, "order", &order) &&
            !classic1_order_read(&order, entry->owner, entry->id, reading->state)) {
            return false;
        }
    }
    return true;
}

/* ---- the rest ---- */

static bool read_gold(const struct rd_field *root, struct classic1_open *open)
{
    static const char *const keys[] = { "gold", NULL };
    struct rd_field list, gold;
    size_t count;
    if (!rd_field_get(root, "players", &list)) {
        return true;
    }
    if (!rd_field_list(&list, CLASSIC_SEATS, CLASSIC_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        struct rd_field player = rd_field_item(&list, seat);
        int64_t amount = 0;
        if (!rd_field_object(&player, keys) ||
            (rd_field_get(&player, "gold", &gold) &&
             !rd_field_integer(&gold, 0, CLASSIC_GOLD_MAX, &amount))) {
            return false;
        }
        open->gold[seat] = (int32_t)amount;
    }
    return true;
}

static bool read_mine(const struct rd_field *field, struct classic1_open *open)
{
    static const char *const keys[] = { "at", "owner", NULL };
    struct rd_field at, owner;
    uint32_t cell;
    int64_t seat;
    if (!rd_field_object(field, keys) || !rd_field_need(field, "at", &at) ||
        !classic1_cell_read(&at, &cell)) {
        return false;
    }
    uint32_t mine = classic1_mine_at(cell);
    if (mine == CLASSIC_NOBODY) {
        return rd_field_problem(&at, "there is no mine");
    }
    if (!rd_field_get(field, "owner", &owner) || json_is_null(owner.json)) {
        return true;
    }
    if (!rd_field_integer(&owner, 0, 1, &seat)) {
        return false;
    }
    open->mine[mine] = (uint8_t)(seat + 1);
    return true;
}

static bool read_mines(const struct rd_field *root, struct classic1_open *open)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "mines", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, CLASSIC_MINES, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field mine = rd_field_item(&list, i);
        if (!read_mine(&mine, open)) {
            return false;
        }
    }
    return true;
}

static bool read_next_ids(const struct rd_field *root, struct classic1_state *s)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "next_id", &list)) {
        return true;
    }
    if (!rd_field_list(&list, CLASSIC_SEATS, CLASSIC_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        struct rd_field field = rd_field_item(&list, seat);
        uint32_t bought = s->secret[seat].bought_count;
        int64_t least = s->open.next_id[seat] + (int64_t)CLASSIC_SEATS * bought, next;
        if (!rd_field_integer(&field, least, bought > 0 ? least : CLASSIC_IDS + 1, &next)) {
            return false;
        }
        if (next % 2 == seat) {
            return rd_field_problem(&field, "ids of seat %u are %s", seat,
                                    seat == 0 ? "odd" : "even");
        }
        s->open.next_id[seat] = (uint16_t)(next - (int64_t)CLASSIC_SEATS * bought);
    }
    return true;
}

/* The numbers given so far: at least the highest that is in use. */
static bool read_priorities(const struct rd_field *root, struct classic1_state *s)
{
    struct rd_field list;
    size_t count;
    bool given = rd_field_get(root, "priority", &list);
    if (given && !rd_field_list(&list, CLASSIC_SEATS, CLASSIC_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        int64_t number = 0;
        for (uint32_t slot = 0; slot < CLASSIC_UNITS_MAX; slot++) {
            uint32_t used = s->secret[seat].order[slot].priority;
            number = used > number ? used : number;
        }
        if (given) {
            struct rd_field field = rd_field_item(&list, seat);
            if (!rd_field_integer(&field, number, CLASSIC_PRIORITY_MAX, &number)) {
                return false;
            }
        }
        s->secret[seat].priority = (uint16_t)number;
    }
    return true;
}

static bool read_done(const struct rd_field *root, struct classic1_state *s)
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, "done", &list)) {
        return true;
    }
    if (!rd_field_list(&list, CLASSIC_SEATS, CLASSIC_SEATS, &count)) {
        return false;
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        struct rd_field field = rd_field_item(&list, seat);
        bool done;
        if (!read_flag(&field, &done)) {
            return false;
        }
        s->secret[seat].done = done ? 1 : 0;
    }
    if (s->secret[0].done && s->secret[1].done) {
        return rd_field_problem(&list, "both are done, so these are not the orders of a turn");
    }
    return true;
}

static bool read_outcome(const struct rd_field *root, struct classic1_open *open)
{
    static const char *const keys[] = { "rank", "rule", "reason", NULL };
    struct rd_field outcome, reason;
    const char *text;
    open->ending = (uint8_t)classic1_fallen(open);
    if (!rd_field_get(root, "outcome", &outcome) || json_is_null(outcome.json)) {
        return true;
    }
    if (!rd_field_object(&outcome, keys) || !rd_field_need(&outcome, "reason", &reason) ||
        !rd_field_text(&reason, &text)) {
        return false;
    }
    uint32_t ending = CLASSIC_ENDINGS - 1;
    while (ending > 0 && strcmp(classic1_endings[ending].reason, text) != 0) {
        ending--;
    }
    if (ending == 0) {
        return rd_field_problem(&reason, "\"%.60s\" is no way for a game to end", text);
    }
    open->ending = (uint8_t)ending;
    return true;
}

static bool read_clock(const struct rd_field *root, struct classic1_open *open)
{
    struct rd_field field;
    int64_t turn = 1, trace = 0;
    if ((rd_field_get(root, "turn", &field) &&
         !rd_field_integer(&field, 1, CLASSIC_TURNS_END, &turn)) ||
        (rd_field_get(root, "trace", &field) && !rd_field_integer(&field, 0, UINT32_MAX, &trace))) {
        return false;
    }
    open->turn = (uint32_t)turn;
    open->trace = (uint32_t)trace;
    return true;
}

static bool read_units(const struct rd_field *root, struct reading *reading)
{
    reading->count = 0;
    if (rd_field_get(root, "units", &reading->list) && !read_list(reading)) {
        return false;
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        if (!place_base(reading, seat) || !place_units(reading, seat)) {
            return false;
        }
    }
    return true;
}

bool classic1_position_read(const json_t *position, const struct rd_setup *setup,
                            struct rd_luck *luck, void *state, struct rd_problem *problem)
{
    static const char *const keys[] = { "turn", "players",  "units", "mines",   "next_id",
                                        "done", "priority", "trace", "outcome", NULL };
    struct rd_field root = rd_field_root(position, "", problem);
    struct classic1_state *s = state;
    struct reading reading = { .state = s };
    (void)luck;
    classic1_lay(s, setup);
    if (!rd_field_object(&root, keys) || !read_clock(&root, &s->open) ||
        !read_gold(&root, &s->open) || !read_mines(&root, &s->open) ||
        !read_units(&root, &reading) || !read_outcome(&root, &s->open) ||
        !place_purchases(&reading, 0) || !place_purchases(&reading, 1) || !read_orders(&reading) ||
        !read_next_ids(&root, s) || !read_priorities(&root, s) || !read_done(&root, s)) {
        return false;
    }
    const char *broken = classic1_game.audit(s);
    return broken == NULL || rd_field_problem(&root, "%s", broken);
}
