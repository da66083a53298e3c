/* Positions and views as JSON: units by id, then purchases by id, then bases. */
#include "hosted.h"

json_t *classic1_cell_json(uint32_t cell)
{
    return json_pack("[i,i]", (int)(cell % CLASSIC_COLUMNS) + CLASSIC_X0,
                     (int)(cell / CLASSIC_COLUMNS));
}

static json_t *unit_json(const struct classic1_unit *unit, uint32_t seat,
                         const struct classic1_order *order)
{
    json_t *json = json_pack("{s:i, s:i, s:s, s:o, s:i}", "id", unit->id, "owner", (int)seat,
                             "type", classic1_type_names[unit->type], "at",
                             classic1_cell_json(unit->cell), "hp", unit->health);
    if (order != NULL && order->verb != 0) {
        json_object_set_new(json, "order", classic1_order_json(order));
    }
    return json;
}

/* Units of both seats, merged by id. */
static void append_units(json_t *list, const struct classic1_open *open,
                         const struct classic1_secret *const secret[CLASSIC_SEATS])
{
    uint32_t slot[CLASSIC_SEATS] = { 1, 1 };
    while (slot[0] < open->unit_count[0] || slot[1] < open->unit_count[1]) {
        bool first_left = slot[0] < open->unit_count[0];
        bool second_left = slot[1] < open->unit_count[1];
        uint32_t seat =
            first_left && (!second_left || open->unit[0][slot[0]].id < open->unit[1][slot[1]].id)
                ? 0
                : 1;
        uint32_t at = slot[seat]++;
        json_array_append_new(list,
                              unit_json(&open->unit[seat][at], seat,
                                        secret[seat] == NULL ? NULL : &secret[seat]->order[at]));
    }
}

static json_t *bought_json(const struct classic1_open *open, const struct classic1_secret *secret,
                           uint32_t seat, uint32_t index)
{
    struct classic1_unit unit = { (uint16_t)(open->next_id[seat] + CLASSIC_SEATS * index),
                                  (uint16_t)classic1_bought_cell(secret->bought[index]),
                                  CLASSIC_HEALTH_MAX,
                                  (uint8_t)classic1_bought_type(secret->bought[index]) };
    json_t *json = unit_json(&unit, seat, &secret->order[open->unit_count[seat] + index]);
    json_object_set_new(json, "bought", json_true());
    return json;
}

static uint32_t bought_count(const struct classic1_secret *secret)
{
    return secret == NULL ? 0 : secret->bought_count;
}

/* The purchases of both seats, merged by id. */
static void append_purchases(json_t *list, const struct classic1_open *open,
                             const struct classic1_secret *const secret[CLASSIC_SEATS])
{
    uint32_t index[CLASSIC_SEATS] = { 0, 0 };
    while (index[0] < bought_count(secret[0]) || index[1] < bought_count(secret[1])) {
        bool first_left = index[0] < bought_count(secret[0]);
        bool second_left = index[1] < bought_count(secret[1]);
        uint32_t first_id = open->next_id[0] + CLASSIC_SEATS * index[0];
        uint32_t second_id = open->next_id[1] + CLASSIC_SEATS * index[1];
        uint32_t seat = first_left && (!second_left || first_id < second_id) ? 0 : 1;
        json_array_append_new(list, bought_json(open, secret[seat], seat, index[seat]++));
    }
}

static json_t *units_json(const struct classic1_open *open,
                          const struct classic1_secret *const secret[CLASSIC_SEATS])
{
    json_t *list = json_array();
    append_units(list, open, secret);
    append_purchases(list, open, secret);
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        json_array_append_new(list, unit_json(&open->unit[seat][0], seat, NULL));
    }
    return list;
}

static json_t *owner_json(uint32_t owner)
{
    return owner == 0 ? json_null() : json_integer((json_int_t)owner - 1);
}

static json_t *mines_json(const struct classic1_open *open)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        json_array_append_new(list,
                              json_pack("{s:o, s:o}", "at", classic1_cell_json(classic1_mines[i]),
                                        "owner", owner_json(open->mine[i])));
    }
    return list;
}

/* The number after the highest id that is printed. */
static uint32_t default_next_id(const struct classic1_open *open, uint32_t seat, uint32_t bought)
{
    uint32_t highest = open->unit[seat][0].id;
    uint32_t last = open->unit_count[seat] - 1u;
    if (last > 0 && open->unit[seat][last].id > highest) {
        highest = open->unit[seat][last].id;
    }
    return bought > 0 ? open->next_id[seat] + CLASSIC_SEATS * bought : highest + CLASSIC_SEATS;
}

static uint32_t highest_priority(const struct classic1_secret *secret)
{
    uint32_t highest = 0;
    for (uint32_t slot = 0; slot < CLASSIC_UNITS_MAX; slot++) {
        if (secret->order[slot].priority > highest) {
            highest = secret->order[slot].priority;
        }
    }
    return highest;
}

/* What does not follow from the rest. */
static void add_counters(json_t *json, const struct classic1_open *open,
                         const struct classic1_secret *const secret[CLASSIC_SEATS])
{
    uint32_t next[CLASSIC_SEATS], priority[CLASSIC_SEATS] = { 0, 0 };
    bool done[CLASSIC_SEATS] = { false, false }, unusual_next = false, unusual_priority = false;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        uint32_t bought = bought_count(secret[seat]);
        next[seat] = open->next_id[seat] + CLASSIC_SEATS * bought;
        unusual_next = unusual_next || next[seat] != default_next_id(open, seat, bought);
        if (secret[seat] != NULL) {
            priority[seat] = secret[seat]->priority;
            done[seat] = secret[seat]->done != 0;
            unusual_priority = unusual_priority || priority[seat] != highest_priority(secret[seat]);
        }
    }
    if (unusual_next) {
        json_object_set_new(json, "next_id", json_pack("[i,i]", (int)next[0], (int)next[1]));
    }
    if (unusual_priority) {
        json_object_set_new(json, "priority",
                            json_pack("[i,i]", (int)priority[0], (int)priority[1]));
    }
    if (done[0] || done[1]) {
        json_object_set_new(json, "done", json_pack("[b,b]", (int)done[0], (int)done[1]));
    }
}

static void add_outcome(json_t *json, const struct classic1_open *open)
{
    if (open->ending == CLASSIC_PLAYING || classic1_fallen(open) != CLASSIC_PLAYING) {
        return; /* the bases tell */
    }
    uint32_t winner = classic1_ending_winner(open->ending);
    const struct rd_ending *ending = &classic1_endings[open->ending];
    json_object_set_new(json, "outcome",
                        json_pack("{s:[i,i], s:s, s:s}", "rank", winner == 1 ? 2 : 1,
                                  winner == 0 ? 2 : 1, "rule", ending->rule, "reason",
                                  ending->reason));
}

json_t *classic1_position_json(const struct classic1_open *open,
                               const struct classic1_secret *const secret[CLASSIC_SEATS])
{
    json_t *players = json_array();
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        int32_t spent = secret[seat] == NULL ? 0 : secret[seat]->spent;
        json_array_append_new(players, json_pack("{s:i}", "gold", (int)(open->gold[seat] - spent)));
    }
    json_t *json = json_pack("{s:i, s:o, s:o, s:o}", "turn", (int)open->turn, "players", players,
                             "units", units_json(open, secret), "mines", mines_json(open));
    add_counters(json, open, secret);
    if (open->trace != 0) {
        json_object_set_new(json, "trace", json_integer((json_int_t)open->trace));
    }
    add_outcome(json, open);
    return json;
}
