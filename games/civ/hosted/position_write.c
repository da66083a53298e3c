/* Positions and views as JSON: the same shape, less what a seat may not know. */
#include "games/civ/civ_ieee.h"
#include "hosted.h"

static json_t *cell_json(uint32_t cell)
{
    return json_pack("[i,i]", (int)civ_x(cell), (int)civ_y(cell));
}

/* A list of columns, R1.1. seen NULL: everything is. */
static json_t *board_json(const uint64_t terrain[CIV_TERRAIN_BITS][CIV_SIDE_MAX], uint32_t size,
                          const uint64_t *seen)
{
    json_t *columns = json_array();
    for (uint32_t x = 0; x < size; x++) {
        json_t *column = json_array();
        for (uint32_t y = 0; y < size; y++) {
            bool known = seen == NULL || (seen[y] >> x & 1u) != 0;
            int code =
                known ? (int)civ_terrain_at(terrain, y * CIV_SIDE_MAX + x) : CIV_BOARD_HIDDEN;
            json_array_append_new(column, json_integer(code));
        }
        json_array_append_new(columns, column);
    }
    return columns;
}

/* ---- players ---- */

static json_t *cities_json(const struct civ_side *side)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < side->cities; i++) {
        json_array_append_new(list, cell_json(side->city[i]));
    }
    return list;
}

/* [x,y,moved], or [x,y] where nobody may know whether it moved, R14.3. */
static json_t *workers_json(const struct civ_side *side, bool flags)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < side->workers; i++) {
        json_t *worker = cell_json(civ_cell_of(side->worker[i]));
        if (flags) {
            json_array_append_new(worker, json_integer((side->worker[i] & CIV_MOVED) != 0));
        }
        json_array_append_new(list, worker);
    }
    return list;
}

static json_t *armies_json(const struct civ_side *side, bool flags)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < side->armies; i++) {
        json_t *army = cell_json(civ_cell_of(side->army[i]));
        json_array_append_new(army, json_integer(side->health[i]));
        if (flags) {
            json_array_append_new(army, json_integer((side->army[i] & CIV_MOVED) != 0));
        }
        json_array_append_new(list, army);
    }
    return list;
}

static json_t *strength_json(uint32_t rules, uint32_t researches)
{
    return rules == CIV_FINAL ? json_real(civ_final_strength(researches))
                              : json_integer(10 + 3 * (json_int_t)researches);
}

static json_t *player_json(const struct civ_common *common, const struct civ_side *side, bool flags)
{
    const char *const *key = civ_strength_key[common->rules];
    json_t *json = json_pack("{s:i, s:i, s:i}", "food", (int)side->food, "production",
                             (int)side->production, "trade", (int)side->trade);
    for (uint32_t what = 0; what < CIV_TECHNOLOGIES; what++) {
        json_object_set_new(json, key[what], strength_json(common->rules, side->research[what]));
    }
    json_object_set_new(json, "cities", cities_json(side));
    json_object_set_new(json, "workers", workers_json(side, flags));
    json_object_set_new(json, "armies", armies_json(side, flags));
    if (side->status != CIV_IN_PLAY) {
        json_object_set_new(json, "out", json_integer(side->out));
    }
    if (side->status == CIV_RESIGNED) {
        json_object_set_new(json, "resigned", json_true());
    }
    return json;
}

/* ---- attacks ---- */

/* The indices in a list of the units that attack this target. */
static json_t *attackers_json(const struct civ_common *common, const uint16_t *unit, uint32_t count,
                              uint32_t target)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        uint32_t step = civ_attack_of(unit[i]);
        if (step != 0 && civ_stepped(common, civ_cell_of(unit[i]), step) == target) {
            json_array_append_new(list, json_integer(i));
        }
    }
    return list;
}

static void put_attacks(json_t *state, const struct civ_common *common, const struct civ_side *side,
                        const uint16_t *target)
{
    json_t *pending = json_array(), *attacks = json_array();
    for (uint32_t i = 0; i < common->target_count; i++) {
        json_t *armies = attackers_json(common, side->army, side->armies, target[i]);
        json_t *workers = attackers_json(common, side->worker, side->workers, target[i]);
        json_array_append_new(pending,
                              json_pack("[o,i]", cell_json(target[i]),
                                        (int)(json_array_size(armies) + json_array_size(workers))));
        json_array_append_new(attacks, json_pack("[o,o,o]", cell_json(target[i]), armies, workers));
    }
    json_object_set_new(state, "pending", pending);
    json_object_set_new(state, "attacks", attacks);
}

/* ---- the whole ---- */

/* flags: the seats whose moved flags are shown. */
static json_t *state_json(const struct civ_common *common, const struct civ_side *side,
                          rd_seats flags)
{
    json_t *players = json_array();
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        bool shown = (flags & RD_SEAT_BIT(seat)) != 0;
        json_array_append_new(players, player_json(common, &side[seat], shown));
    }
    json_t *winner = common->winner == 0 ? json_null() : json_integer(common->winner - 1);
    json_t *state =
        json_pack("{s:i, s:I, s:b, s:o, s:I, s:o}", "current", (int)common->current, "round",
                  (json_int_t)common->round, "over", common->ending != CIV_PLAYING, "winner",
                  winner, "turn", (json_int_t)common->ended, "players", players);
    if (common->ending != CIV_PLAYING) {
        json_object_set_new(state, "ending", json_string(civ_ending_word[common->ending]));
    }
    return state;
}

static json_t *whole_json(const struct civ_common *common, json_t *board, json_t *state)
{
    return json_pack("{s:i, s:o, s:o}", "size", (int)common->size, "board", board, "state", state);
}

json_t *civ_position_json(const struct civ_state *s)
{
    json_t *state = state_json(&s->common, s->side, RD_ALL_SEATS);
    if (s->common.rules == CIV_BOOK) {
        put_attacks(state, &s->common, &s->side[s->common.current], s->target);
    }
    return whole_json(&s->common, board_json(s->terrain, s->common.size, NULL), state);
}

json_t *civ_view_json(const struct civ_view *v)
{
    rd_seats flags = (rd_seats)(v->seat == RD_SPECTATOR ? RD_ALL_SEATS : RD_SEAT_BIT(v->seat));
    json_t *state = state_json(&v->common, v->side, flags);
    if (v->common.rules == CIV_BOOK && (v->seat == RD_SPECTATOR || v->seat == v->common.current)) {
        put_attacks(state, &v->common, &v->side[v->common.current], v->target);
    }
    return whole_json(&v->common, board_json(v->terrain, v->common.size, v->seen), state);
}
