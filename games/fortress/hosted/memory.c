/* What the seats have explored and remember: written where it is not what follows from the rest.
 * Readers of lists have one form, here and in the other games: is the list there, is it a list,
 * then entry by entry. */
#include <string.h>

#include "hosted.h"

/* ---- explored ---- */

static json_t *cells_json(const struct fortress_set *set, const struct fortress_board *board)
{
    if (memcmp(set, &board->valid, sizeof *set) == 0) {
        return json_string("all");
    }
    json_t *list = json_array();
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (fortress_has(set, cell)) {
            json_array_append_new(list, fortress_cell_json(cell));
        }
    }
    return list;
}

json_t *fortress_explored_json(const struct fortress_state *s)
{
    return json_pack("[o,o]", cells_json(&s->know[0].explored, &s->board),
                     cells_json(&s->know[1].explored, &s->board));
}

static bool read_cells(const struct rd_field *field, const struct fortress_board *board,
                       struct fortress_set *set)
{
    size_t count;
    if (json_is_string(field->json) && strcmp(json_string_value(field->json), "all") == 0) {
        *set = board->valid;
        return true;
    }
    memset(set, 0, sizeof *set);
    if (!rd_field_list(field, 0, FORTRESS_CELLS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(field, i);
        uint32_t cell;
        if (!fortress_cell_read(&item, board, &cell)) {
            return false;
        }
        fortress_add(set, cell);
    }
    return true;
}

bool fortress_explored_read(const struct rd_field *root, struct fortress_state *s)
{
    struct rd_field list;
    size_t count;
    s->know[0].explored = s->know[1].explored = s->board.valid;
    if (!rd_field_get(root, "explored", &list)) {
        return true;
    }
    if (!rd_field_list(&list, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(&list, 0), second = rd_field_item(&list, 1);
    return read_cells(&first, &s->board, &s->know[0].explored) &&
           read_cells(&second, &s->board, &s->know[1].explored);
}

/* ---- memory ---- */

static bool is_own_site(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    return s->site[cell] != 0 && fortress_site_read(s->site[cell]).owner == seat;
}

/* Always known: what is one's own, and the enemy's base once its cell is explored, while it
 * stands. */
static void fill_certain_memory(struct fortress_state *s, uint32_t seat)
{
    struct fortress_knowledge *know = &s->know[seat];
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (is_own_site(s, seat, cell)) {
            know->site[cell] = s->site[cell];
        }
    }
    for (uint32_t slot = 0; slot < s->side[1 - seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(1 - seat, slot)];
        if (piece->type == FORTRESS_BASE && piece->health > 0 &&
            fortress_has(&know->explored, piece->cell)) {
            know->structures |= UINT64_C(1) << slot;
        }
    }
}

static bool has_neutral(const struct fortress_state *s, uint32_t cell)
{
    uint32_t who = fortress_mobile_at(s, cell);
    return who != FORTRESS_NOBODY && who >= FORTRESS_FIRST_NEUTRAL;
}

/* Does the seat remember an archer, if nothing else is said? */
static bool usual_camp(const struct fortress_state *s, uint32_t seat, uint32_t camp)
{
    uint32_t cell = s->board.camp[camp];
    return has_neutral(s, cell) && fortress_has(&s->know[seat].explored, cell);
}

void fortress_usual_memory(struct fortress_state *s, uint32_t seat)
{
    struct fortress_knowledge *know = &s->know[seat];
    struct fortress_set nobody;
    memset(&nobody, 0, sizeof nobody);
    know->structures = 0;
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        bool known = fortress_has(&know->explored, cell);
        know->site[cell] = known ? fortress_site_seen(s->site[cell], seat, cell, &nobody) : 0;
    }
    for (uint32_t slot = 0; slot < s->side[1 - seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(1 - seat, slot)];
        bool known = piece->health > 0 && fortress_has(&know->explored, piece->cell);
        know->structures |= (uint64_t)known << slot;
    }
    for (uint32_t i = 0; i < s->board.mines; i++) {
        know->mine[i] = fortress_has(&know->explored, s->board.mine[i]) ? s->mine_owner[i] : 0;
    }
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        bool there =
            has_neutral(s, s->board.lair[i]) && fortress_has(&know->explored, s->board.lair[i]);
        know->dragon[i] = there ? (uint8_t)(1 + s->lair_reward[i]) : 0;
    }
    for (uint32_t i = 0; i < s->board.camps; i++) {
        know->camp[i] = usual_camp(s, seat, i);
    }
    fill_certain_memory(s, seat);
}

static json_t *remembered_json(const struct fortress_state *s, uint32_t seat)
{
    const struct fortress_knowledge *know = &s->know[seat];
    json_t *list = json_array();
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (know->site[cell] != 0 && !fortress_has(&know->visible, cell)) {
            json_array_append_new(list, fortress_site_json(cell, know->site[cell]));
        }
    }
    for (uint64_t left = know->structures; left != 0;) {
        uint32_t who = fortress_take_structure(1 - seat, &left);
        const struct fortress_piece *piece = &s->piece[who];
        if (!fortress_has(&know->visible, piece->cell)) {
            json_array_append_new(list, json_pack("{s:o, s:s, s:i, s:I}", "at",
                                                  fortress_cell_json(piece->cell), "type",
                                                  fortress_type_names[piece->type], "owner",
                                                  (int)(1 - seat), "id", (json_int_t)piece->id));
        }
    }
    for (uint32_t i = 0; i < s->board.mines; i++) {
        if (know->mine[i] != 0 && !fortress_has(&know->visible, s->board.mine[i])) {
            json_array_append_new(
                list, json_pack("{s:o, s:s, s:o}", "at", fortress_cell_json(s->board.mine[i]),
                                "type", "mine", "owner", fortress_owner_json(know->mine[i])));
        }
    }
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        if (know->dragon[i] != 0 && !fortress_has(&know->visible, s->board.lair[i])) {
            json_array_append_new(list,
                                  json_pack("{s:o, s:s, s:s}", "at",
                                            fortress_cell_json(s->board.lair[i]), "type", "dragon",
                                            "reward", fortress_reward_names[know->dragon[i] - 1]));
        }
    }
    return list;
}

json_t *fortress_memory_json(const struct fortress_state *s)
{
    struct fortress_state usual = *s;
    bool same = true;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        fortress_usual_memory(&usual, seat);
        fortress_look(&usual, seat);
        /* Archers are remembered with their camps. */
        memcpy(usual.know[seat].camp, s->know[seat].camp, sizeof s->know[seat].camp);
        same = same && memcmp(&usual.know[seat], &s->know[seat], sizeof s->know[seat]) == 0;
    }
    return same ? NULL : json_pack("[o,o]", remembered_json(s, 0), remembered_json(s, 1));
}

void fortress_add_camp_memory(json_t *json, const struct fortress_state *s, uint32_t camp)
{
    json_t *seats = json_array();
    bool same = true;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        bool known = s->know[seat].camp[camp] != 0;
        same = same && known == usual_camp(s, seat, camp);
        if (known) {
            json_array_append_new(seats, json_integer((json_int_t)seat));
        }
    }
    if (!same) {
        json_object_set(json, "remembered", seats);
    }
    json_decref(seats);
}

/* ---- reading ---- */

/* A remembered tower that fell: it gets a slot of its own, in the order of ids. */
static bool add_fallen(const struct rd_field *entry, struct fortress_state *s, uint32_t seat,
                       uint32_t id, uint32_t cell)
{
    struct fortress_side *side = &s->side[seat];
    struct fortress_knowledge *know = &s->know[1 - seat];
    uint32_t slot = side->structures;
    if (slot == FORTRESS_STRUCTURES_MAX) {
        return rd_field_problem(entry, "too many bases and towers");
    }
    while (slot > 0 && s->piece[fortress_structure_who(seat, slot - 1)].id > id) {
        s->piece[fortress_structure_who(seat, slot)] =
            s->piece[fortress_structure_who(seat, slot - 1)];
        slot--;
    }
    struct fortress_piece piece = { id, (uint16_t)cell, 0, 0, FORTRESS_TOWER, 0, 0 };
    s->piece[fortress_structure_who(seat, slot)] = piece;
    side->structures++;
    uint64_t below = know->structures & ((UINT64_C(1) << slot) - 1);
    know->structures =
        below | (know->structures & ~((UINT64_C(1) << slot) - 1)) << 1 | UINT64_C(1) << slot;
    return true;
}

static bool read_structure(const struct rd_field *entry, struct fortress_state *s, uint32_t seat,
                           uint32_t cell)
{
    static const char *const keys[] = { "at", "type", "owner", "id", NULL };
    uint32_t owner;
    int64_t id = 0;
    if (!rd_field_object(entry, keys) || !fortress_owner_read(entry, false, &owner) ||
        !fortress_number_read(entry, "id", 1, UINT16_MAX, &id)) {
        return false;
    }
    if (owner != 2 - seat) {
        return rd_field_problem(entry, "only the other player's bases and towers are remembered");
    }
    for (uint32_t slot = 0; slot < s->side[1 - seat].structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(1 - seat, slot)];
        if (piece->cell == cell && (id == 0 || piece->id == id)) {
            s->know[seat].structures |= UINT64_C(1) << slot;
            return true;
        }
    }
    if (id == 0 || id % 2 == 1 - seat) {
        return rd_field_problem(entry, "needs the id that the fallen tower had");
    }
    return add_fallen(entry, s, 1 - seat, (uint32_t)id, cell);
}

static bool read_mine(const struct rd_field *entry, struct fortress_state *s, uint32_t seat,
                      uint32_t cell)
{
    uint32_t owner, mine = fortress_mine_at(&s->board, cell);
    if (mine == FORTRESS_NOBODY) {
        return rd_field_problem(entry, "there is no mine");
    }
    if (!fortress_owner_read(entry, true, &owner)) {
        return false;
    }
    s->know[seat].mine[mine] = (uint8_t)owner;
    return true;
}

static bool read_dragon(const struct rd_field *entry, struct fortress_state *s, uint32_t seat,
                        uint32_t cell)
{
    struct rd_field field;
    uint32_t reward = FORTRESS_REWARD_GOLD;
    if (rd_field_get(entry, "reward", &field) &&
        !rd_field_choice(&field, fortress_reward_names, &reward)) {
        return false;
    }
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        if (s->board.lair[i] == cell) {
            s->know[seat].dragon[i] = (uint8_t)(1 + reward);
            return true;
        }
    }
    return rd_field_problem(entry, "there is no lair");
}

static bool read_entry(const struct rd_field *entry, struct fortress_state *s, uint32_t seat)
{
    static const char *const kinds[] = {
        "tower",       "base", "mine", "dragon",    "fortification", "road", "rail",
        "spawn_tower", "trap", "ward", "mana_pool", "mana_pump",     NULL
    };
    struct rd_field type, at;
    uint32_t kind, cell;
    uint8_t code;
    if (!json_is_object(entry->json)) {
        return rd_field_problem(entry,
                                "must be an object such as {\"at\":[4,5],\"type\":\"road\"}");
    }
    if (!rd_field_need(entry, "type", &type) || !rd_field_choice(&type, kinds, &kind) ||
        !rd_field_need(entry, "at", &at) || !fortress_cell_read(&at, &s->board, &cell)) {
        return false;
    }
    if (!fortress_has(&s->know[seat].explored, cell) && !is_own_site(s, seat, cell)) {
        return rd_field_problem(&at, "what is remembered was explored");
    }
    switch (kind) {
    case 0:
    case 1:
        return read_structure(entry, s, seat, cell);
    case 2:
        return read_mine(entry, s, seat, cell);
    case 3:
        return read_dragon(entry, s, seat, cell);
    default:
        if (!fortress_site_read_json(entry, &s->board, &cell, &code)) {
            return false;
        }
        s->know[seat].site[cell] = code;
        return true;
    }
}

static bool read_seat(const struct rd_field *list, struct fortress_state *s, uint32_t seat)
{
    size_t count;
    memset(s->know[seat].site, 0, sizeof s->know[seat].site);
    memset(s->know[seat].mine, 0, sizeof s->know[seat].mine);
    memset(s->know[seat].dragon, 0, sizeof s->know[seat].dragon);
    s->know[seat].structures = 0;
    if (!rd_field_list(list, 0, (size_t)2 * FORTRESS_CELLS, &count)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct rd_field entry = rd_field_item(list, i);
        if (!read_entry(&entry, s, seat)) {
            return false;
        }
    }
    fill_certain_memory(s, seat);
    return true;
}

/* The seats that remember an archer in a camp. */
static bool read_camp(const struct rd_field *seats, struct fortress_state *s, uint32_t camp)
{
    size_t count;
    if (!rd_field_list(seats, 0, FORTRESS_SEATS, &count)) {
        return false;
    }
    s->know[0].camp[camp] = s->know[1].camp[camp] = 0;
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(seats, i);
        int64_t seat;
        if (!rd_field_integer(&item, 0, FORTRESS_SEATS - 1, &seat)) {
            return false;
        }
        if (!fortress_has(&s->know[seat].explored, s->board.camp[camp])) {
            return rd_field_problem(&item, "what is remembered was explored");
        }
        s->know[seat].camp[camp] = 1;
    }
    return true;
}

/* Their cells were read with the features. */
static bool read_camps(const struct rd_field *root, struct fortress_state *s)
{
    struct rd_field list, at, seats;
    uint32_t cell;
    if (!rd_field_get(root, "camps", &list)) {
        return true;
    }
    for (size_t i = 0; i < json_array_size(list.json); i++) {
        struct rd_field entry = rd_field_item(&list, i);
        if (!rd_field_get(&entry, "remembered", &seats)) {
            continue;
        }
        if (!rd_field_need(&entry, "at", &at) || !fortress_cell_read(&at, &s->board, &cell)) {
            return false;
        }
        for (uint32_t camp = 0; camp < s->board.camps; camp++) {
            if (s->board.camp[camp] == cell && !read_camp(&seats, s, camp)) {
                return false;
            }
        }
    }
    return true;
}

bool fortress_memory_read(const struct rd_field *root, struct fortress_state *s)
{
    struct rd_field list;
    size_t count;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        fortress_usual_memory(s, seat);
    }
    if (rd_field_get(root, "memory", &list)) {
        if (!rd_field_list(&list, FORTRESS_SEATS, FORTRESS_SEATS, &count)) {
            return false;
        }
        struct rd_field first = rd_field_item(&list, 0), second = rd_field_item(&list, 1);
        if (!read_seat(&first, s, 0) || !read_seat(&second, s, 1)) {
            return false;
        }
    }
    if (!read_camps(root, s)) {
        return false;
    }
    fortress_look(s, 0);
    fortress_look(s, 1);
    return true;
}
