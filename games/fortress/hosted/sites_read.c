/* Sites, mines, camps and lairs from JSON. Readers of lists have one form, here and in the other
 * games: is the list there, is it a list, then entry by entry. */
#include <string.h>

#include "hosted.h"

/* ---- one site ---- */

static bool read_direction(const struct rd_field *parent, const char *key,
                           const struct fortress_board *board, uint32_t cell, uint8_t *out)
{
    struct rd_field field;
    uint32_t there;
    if (!rd_field_need(parent, key, &field) || !fortress_cell_read(&field, board, &there)) {
        return false;
    }
    for (uint8_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        if (fortress_beside(cell, d) == there) {
            *out = d;
            return true;
        }
    }
    return rd_field_problem(&field, "must be a neighbour");
}

static bool read_progress(const struct rd_field *field, const struct fortress_board *board,
                          uint32_t cell, struct fortress_site *site)
{
    uint32_t steps = fortress_steps_of(board, site->type, cell);
    bool building = site->condition == FORTRESS_BUILDING;
    int64_t left = building ? (int64_t)steps - 1 : 0;
    if (!fortress_number_read(field, "left", building ? 1 : 0, building ? steps : 0, &left)) {
        return false;
    }
    site->left = (uint8_t)left;
    return true;
}

static bool read_sources(const struct rd_field *field, const struct fortress_board *board,
                         uint32_t cell, struct fortress_site *site)
{
    bool pump = site->type == FORTRESS_PUMP;
    if (!pump && site->type != FORTRESS_POOL) {
        return true;
    }
    return read_direction(field, "source", board, cell, &site->source) &&
           (!pump || read_direction(field, "pool", board, cell, &site->pool));
}

bool fortress_site_read_json(const struct rd_field *field, const struct fortress_board *board,
                             uint32_t *cell, uint8_t *code)
{
    static const char *const keys[] = { "type", "owner",  "at",     "state",  "left",    "source",
                                        "pool", "number", "always", "vision", "ordered", NULL };
    struct rd_field at, type, state;
    uint32_t kind, condition = FORTRESS_INTACT, owner;
    if (!rd_field_object(field, keys) || !rd_field_need(field, "type", &type) ||
        !rd_field_choice(&type, fortress_structure_names, &kind) ||
        !rd_field_need(field, "at", &at) || !fortress_cell_read(&at, board, cell) ||
        !fortress_owner_read(field, false, &owner)) {
        return false;
    }
    if (kind == FORTRESS_SPAWN_TOWER) {
        condition = FORTRESS_BUILDING;
    }
    if (rd_field_get(field, "state", &state) &&
        !rd_field_choice(&state, fortress_condition_names, &condition)) {
        return false;
    }
    struct fortress_site site = {
        (uint8_t)kind, (uint8_t)(owner - 1), (uint8_t)condition, 0, 0, 0
    };
    if (!read_progress(field, board, *cell, &site) || !read_sources(field, board, *cell, &site)) {
        return false;
    }
    *code = fortress_site_code(&site);
    return *code != 0 ||
           rd_field_problem(field, "there can be no such %s", fortress_structure_names[kind]);
}

/* ---- all sites ---- */

struct numbered {
    struct fortress_ward ward;
    int64_t number;
};

static bool read_ward(const struct rd_field *entry, const struct fortress_state *s, uint32_t cell,
                      uint32_t usual, struct numbered *out)
{
    int64_t vision = 0;
    bool always = false, ordered = false;
    out->number = usual;
    if (!fortress_number_read(entry, "number", 1, FORTRESS_WARDS_MAX, &out->number) ||
        !fortress_number_read(entry, "vision", 0, FORTRESS_TURNS_END + 1, &vision) ||
        !fortress_flag_read(entry, "always", &always) ||
        !fortress_flag_read(entry, "ordered", &ordered)) {
        return false;
    }
    /* What was paid in the Execution that ended the game would have lasted a turn longer. */
    bool last = s->ending != FORTRESS_PLAYING && vision == s->turn + 1;
    if (vision != 0 && vision != s->turn && !last) {
        struct rd_field field;
        rd_field_get(entry, "vision", &field);
        return rd_field_problem(&field, "a ward sees until the Execution of turn %u", s->turn);
    }
    struct fortress_ward ward = { (uint16_t)cell, (uint16_t)vision, always, ordered };
    out->ward = ward;
    return true;
}

static void insert_ward(struct numbered *list, uint32_t count, const struct numbered *one)
{
    uint32_t place = count;
    while (place > 0 && list[place - 1].number > one->number) {
        list[place] = list[place - 1];
        place--;
    }
    list[place] = *one;
}

bool fortress_sites_read(const struct rd_field *root, struct fortress_state *s)
{
    struct numbered wards[FORTRESS_WARDS_MAX];
    struct rd_field list;
    size_t count;
    uint32_t ward_count = 0;
    if (!rd_field_get(root, "buildables", &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FORTRESS_CELLS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(&list, i);
        uint32_t cell;
        uint8_t code;
        if (!fortress_site_read_json(&entry, &s->board, &cell, &code)) {
            return false;
        }
        if (s->site[cell] != 0) {
            return rd_field_problem(&entry, "something is built there already");
        }
        s->site[cell] = code;
        if (fortress_site_read(code).type == FORTRESS_WARD) {
            struct numbered one;
            if (ward_count == FORTRESS_WARDS_MAX) {
                return rd_field_problem(&entry, "too many wards");
            }
            if (!read_ward(&entry, s, cell, ward_count + 1, &one)) {
                return false;
            }
            insert_ward(wards, ward_count++, &one);
        }
    }
    for (uint32_t i = 0; i < ward_count; i++) {
        s->ward[i] = wards[i].ward;
    }
    s->ward_count = (uint16_t)ward_count;
    return true;
}

/* ---- mines, camps, lairs ---- */

/* The index of the entry's cell in a list of the board. */
static bool read_index(const struct rd_field *entry, const struct fortress_state *s,
                       const uint16_t *cell, uint32_t count, uint32_t *index)
{
    struct rd_field at;
    uint32_t there;
    if (!rd_field_need(entry, "at", &at) || !fortress_cell_read(&at, &s->board, &there)) {
        return false;
    }
    for (*index = 0; *index < count; ++*index) {
        if (cell[*index] == there) {
            return true;
        }
    }
    return rd_field_problem(&at, "the board has none there");
}

static bool read_mine(const struct rd_field *entry, struct fortress_state *s)
{
    static const char *const keys[] = { "at", "owner", NULL };
    uint32_t index, owner;
    if (!rd_field_object(entry, keys) ||
        !read_index(entry, s, s->board.mine, s->board.mines, &index) ||
        !fortress_owner_read(entry, true, &owner)) {
        return false;
    }
    s->mine_owner[index] = (uint8_t)owner;
    return true;
}

static bool read_camp(const struct rd_field *entry, struct fortress_state *s)
{
    static const char *const keys[] = { "at", "respawn", "remembered", NULL };
    uint32_t index;
    int64_t respawn = 0;
    if (!rd_field_object(entry, keys) ||
        !read_index(entry, s, s->board.camp, s->board.camps, &index) ||
        !fortress_number_read(entry, "respawn", 0, 20, &respawn)) {
        return false;
    }
    s->camp_respawn[index] = (uint8_t)respawn;
    return true;
}

static bool read_lair(const struct rd_field *entry, struct fortress_state *s)
{
    static const char *const keys[] = { "at", "respawn", "reward", NULL };
    struct rd_field field;
    uint32_t index, reward = FORTRESS_REWARD_GOLD;
    int64_t respawn = 0;
    if (!rd_field_object(entry, keys) ||
        !read_index(entry, s, s->board.lair, s->board.lairs, &index) ||
        !fortress_number_read(entry, "respawn", 0, 20, &respawn) ||
        (rd_field_get(entry, "reward", &field) &&
         !rd_field_choice(&field, fortress_reward_names, &reward))) {
        return false;
    }
    s->lair_respawn[index] = (uint8_t)respawn;
    s->lair_reward[index] = (uint8_t)reward;
    return true;
}

static bool read_list(const struct rd_field *root, const char *key, struct fortress_state *s,
                      bool (*read)(const struct rd_field *, struct fortress_state *))
{
    struct rd_field list;
    size_t count;
    if (!rd_field_get(root, key, &list)) {
        return true;
    }
    if (!rd_field_list(&list, 0, FORTRESS_MINES_MAX, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(&list, i);
        if (!read(&entry, s)) {
            return false;
        }
    }
    return true;
}

bool fortress_features_read(const struct rd_field *root, struct fortress_state *s)
{
    return read_list(root, "mines", s, read_mine) && read_list(root, "camps", s, read_camp) &&
           read_list(root, "lairs", s, read_lair);
}
