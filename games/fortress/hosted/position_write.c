/* Positions as JSON. */
#include <string.h>

#include "hosted.h"

/* ---- sites ---- */

json_t *fortress_site_json(uint32_t cell, uint8_t code)
{
    struct fortress_site site = fortress_site_read(code);
    json_t *json = json_pack("{s:s, s:i, s:o, s:s}", "type", fortress_structure_names[site.type],
                             "owner", (int)site.owner, "at", fortress_cell_json(cell), "state",
                             fortress_condition_names[site.condition]);
    if (site.condition == FORTRESS_BUILDING) {
        json_object_set_new(json, "left", json_integer(site.left));
    }
    if (site.type == FORTRESS_POOL || site.type == FORTRESS_PUMP) {
        json_object_set_new(json, "source", fortress_cell_json(fortress_beside(cell, site.source)));
    }
    if (site.type == FORTRESS_PUMP) {
        json_object_set_new(json, "pool", fortress_cell_json(fortress_beside(cell, site.pool)));
    }
    return json;
}

void fortress_add_ward(json_t *json, const struct fortress_ward *ward, uint32_t number)
{
    if (number != 0) {
        json_object_set_new(json, "number", json_integer(number));
    }
    if (ward->always) {
        json_object_set_new(json, "always", json_true());
    }
    if (ward->vision != 0) {
        json_object_set_new(json, "vision", json_integer(ward->vision));
    }
    if (ward->ordered && !ward->always) {
        json_object_set_new(json, "ordered", json_true());
    }
}

static json_t *sites_json(const struct fortress_state *s)
{
    json_t *list = json_array();
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        if (s->site[cell] == 0) {
            continue;
        }
        json_t *json = fortress_site_json(cell, s->site[cell]);
        for (uint32_t i = 0; i < s->ward_count; i++) {
            if (s->ward[i].cell == cell) {
                fortress_add_ward(json, &s->ward[i], i + 1);
            }
        }
        json_array_append_new(list, json);
    }
    return list;
}

/* ---- units ---- */

static void add_plan(json_t *json, const struct fortress_task *task,
                     const struct fortress_plan *plan)
{
    static const char *const standing[FORTRESS_VERBS] = {
        [FORTRESS_HEAL_UNTIL_FULL] = "heal_until_full",
        [FORTRESS_ALWAYS_DEFEND] = "always_defend",
        [FORTRESS_ALWAYS_LOOKOUT] = "always_lookout",
        [FORTRESS_BUILD] = "auto_build",
    };
    if (plan != NULL && plan->standing != 0) {
        json_object_set_new(json, "standing", json_string(standing[plan->standing]));
    }
    if (plan != NULL && plan->standing == FORTRESS_BUILD) {
        json_object_set_new(json, "structure",
                            json_string(fortress_structure_names[plan->standing_what]));
    }
    if (plan != NULL && plan->queue != 0) {
        json_object_set_new(json, "queue", fortress_queue_json(plan));
    }
    if (task != NULL && task->order != 0) {
        json_object_set_new(json, "order", fortress_order_json(task, plan));
    }
}

void fortress_add_unit(json_t *list, const struct fortress_piece *piece, uint32_t owner,
                       const struct fortress_task *task, const struct fortress_plan *plan)
{
    json_t *json =
        json_pack("{s:I, s:o, s:s, s:o, s:i}", "id", (json_int_t)piece->id, "owner",
                  owner == FORTRESS_NEUTRAL ? json_null() : json_integer((json_int_t)owner), "type",
                  fortress_type_names[piece->type], "at", fortress_cell_json(piece->cell), "hp",
                  (int)piece->health);
    if (piece->buff != 0) {
        json_object_set_new(json, "buff", json_integer(piece->buff));
    }
    if ((piece->flags & FORTRESS_LOOKING_OUT) != 0) {
        json_object_set_new(json, "looking_out", json_true());
    }
    if ((piece->flags & FORTRESS_SPAWNED) != 0) {
        json_object_set_new(json, "spawned", json_true());
    }
    if ((piece->flags & FORTRESS_NEW) != 0) {
        json_object_set_new(json, "new", json_true());
    }
    add_plan(json, task, plan);
    json_array_append_new(list, json);
}

static void add_purchases(json_t *list, const struct fortress_state *s)
{
    uint32_t next[FORTRESS_SEATS] = { 0, 0 };
    for (;;) {
        uint32_t best = FORTRESS_NOBODY;
        for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
            uint32_t who = fortress_unit_who(seat, s->side[seat].units + next[seat]);
            if (next[seat] < s->side[seat].bought &&
                (best == FORTRESS_NOBODY || s->piece[who].id < s->piece[best].id)) {
                best = who;
            }
        }
        if (best == FORTRESS_NOBODY) {
            return;
        }
        uint32_t owner = best >= FORTRESS_UNITS_MAX ? 1 : 0;
        next[owner]++;
        fortress_add_unit(list, &s->piece[best], owner, NULL, NULL);
        json_object_set_new(json_array_get(list, json_array_size(list) - 1), "bought", json_true());
    }
}

static json_t *units_json(const struct fortress_state *s)
{
    json_t *list = json_array();
    uint16_t ranked[FORTRESS_MOBILE_MAX];
    uint32_t count = fortress_ranked(s, ranked);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t who = ranked[i];
        bool neutral = who >= FORTRESS_FIRST_NEUTRAL;
        fortress_add_unit(list, &s->piece[who], fortress_owner(who), &s->task[who],
                          neutral ? NULL : &s->plan[who]);
    }
    add_purchases(list, s);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            uint32_t who = fortress_structure_who(seat, slot);
            if (s->piece[who].health > 0 || s->piece[who].type == FORTRESS_BASE) {
                fortress_add_unit(list, &s->piece[who], seat, &s->task[who], NULL);
            }
        }
    }
    return list;
}

/* ---- the rest ---- */

static json_t *player_json(const struct fortress_side *side)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "gold", (int)(side->gold - side->spent), "mana",
                     (int)side->mana, "melee_bonus",
                     side->rewards[FORTRESS_REWARD_MELEE] * FORTRESS_REWARD_POINTS, "ranged_bonus",
                     side->rewards[FORTRESS_REWARD_RANGED] * FORTRESS_REWARD_POINTS, "mana_rewards",
                     (int)side->rewards[FORTRESS_REWARD_MANA]);
}

static void add_features(json_t *json, const struct fortress_state *s)
{
    json_t *mines = json_array(), *camps = json_array(), *lairs = json_array();
    for (uint32_t i = 0; i < s->board.mines; i++) {
        json_array_append_new(mines,
                              json_pack("{s:o, s:o}", "at", fortress_cell_json(s->board.mine[i]),
                                        "owner", fortress_owner_json(s->mine_owner[i])));
    }
    for (uint32_t i = 0; i < s->board.camps; i++) {
        json_t *camp = json_pack("{s:o, s:i}", "at", fortress_cell_json(s->board.camp[i]),
                                 "respawn", (int)s->camp_respawn[i]);
        fortress_add_camp_memory(camp, s, i);
        json_array_append_new(camps, camp);
    }
    for (uint32_t i = 0; i < s->board.lairs; i++) {
        json_array_append_new(lairs, json_pack("{s:o, s:i, s:s}", "at",
                                               fortress_cell_json(s->board.lair[i]), "respawn",
                                               (int)s->lair_respawn[i], "reward",
                                               fortress_reward_names[s->lair_reward[i]]));
    }
    json_object_set_new(json, "mines", mines);
    json_object_set_new(json, "camps", camps);
    json_object_set_new(json, "lairs", lairs);
}

json_t *fortress_outcome_json(uint32_t ending)
{
    uint32_t winner = fortress_ending_winner(ending);
    return json_pack("{s:[i,i], s:s, s:s}", "rank", winner == 1 ? 2 : 1, winner == 0 ? 2 : 1,
                     "rule", fortress_endings[ending].rule, "reason",
                     fortress_endings[ending].reason);
}

static void add_counters(json_t *json, const struct fortress_state *s)
{
    uint32_t usual[FORTRESS_SEATS + 1];
    fortress_usual_next_ids(s, usual);
    if (usual[0] != s->side[0].next_id || usual[1] != s->side[1].next_id ||
        usual[FORTRESS_NEUTRAL] != s->next_neutral) {
        json_object_set_new(json, "next_id",
                            json_pack("[i,i,i]", (int)s->side[0].next_id, (int)s->side[1].next_id,
                                      (int)(FORTRESS_NEUTRAL_ID + s->next_neutral + 1)));
    }
    if (s->side[0].priority != 0 || s->side[1].priority != 0) {
        json_object_set_new(json, "priority",
                            json_pack("[i,i]", (int)s->side[0].priority, (int)s->side[1].priority));
    }
    if (s->side[0].done || s->side[1].done) {
        json_object_set_new(json, "done",
                            json_pack("[b,b]", (int)s->side[0].done, (int)s->side[1].done));
    }
    if (s->ending != FORTRESS_PLAYING && fortress_fallen(s) == FORTRESS_PLAYING) {
        json_object_set_new(json, "outcome", fortress_outcome_json(s->ending));
    }
}

json_t *fortress_position_json(const void *state)
{
    const struct fortress_state *s = state;
    struct fortress_map map;
    fortress_map_of_state(s, &map);
    json_t *json =
        json_pack("{s:i, s:o, s:[o,o], s:o, s:o}", "turn", (int)s->turn, "board",
                  fortress_map_json(&map), "players", player_json(&s->side[0]),
                  player_json(&s->side[1]), "units", units_json(s), "buildables", sites_json(s));
    add_features(json, s);
    json_object_set_new(json, "explored", fortress_explored_json(s));
    json_t *memory = fortress_memory_json(s);
    if (memory != NULL) {
        json_object_set_new(json, "memory", memory);
    }
    add_counters(json, s);
    return json;
}
