/* Orders: which are legal and why not (R9), and sealing them until both are done. */
#include "fortress_internal.h"

#include <string.h>

rd_seats fortress_to_act(const void *state)
{
    const struct fortress_state *s = state;
    if (s->ending != FORTRESS_PLAYING) {
        return 0;
    }
    return (rd_seats)((s->side[0].done ? 0u : 1u) | (s->side[1].done ? 0u : 2u));
}

/* What an order makes of a unit's task and plan. */
struct draft {
    struct fortress_task task;
    struct fortress_plan plan;
};

/* ---- moving ---- */

static struct fortress_leg leg_of(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                  uint32_t to)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_leg leg = { seat, s->piece[who].type, s->piece[who].cell,
                                to,   FORTRESS_WALKING,   UINT32_MAX };
    return leg;
}

/* R9.5: all of it must be walked this turn. If the cheapest path is refused, one who rides takes
 * the straight line to the end of it, unless that leaves the path that was drawn so far (R9.9). */
static struct rd_verdict judge_walk(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                    uint32_t drawn, struct draft *draft)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_plan line = draft->plan;
    struct fortress_walk walk = { &draft->plan, seat, seat, s->piece[who].type, 0 };
    if (fortress_affordable(s, &walk) < draft->plan.length) {
        walk.plan = &line;
        if (!fortress_is(walk.type, FORTRESS_T_RIDES) || !fortress_straighten(&line, drawn) ||
            fortress_affordable(s, &walk) < line.length) {
            return fortress_refuse(FORTRESS_MOVE_FAR);
        }
        draft->plan = line;
    }
    draft->task.verb = FORTRESS_MOVE;
    draft->plan.steps = draft->plan.length;
    return fortress_fine();
}

/* No way leads there this turn: move_to is good advice only where one leads there at all. */
static struct rd_verdict refuse_way(const struct fortress_state *s, struct fortress_leg leg)
{
    struct fortress_plan plan;
    if (fortress_cost(s, leg.seat, leg.type, leg.to) == FORTRESS_IMPASSABLE) {
        return fortress_refuse(FORTRESS_MOVE_MOUNTAIN);
    }
    memset(&plan, 0, sizeof plan);
    leg.cost_max = UINT32_MAX;
    return fortress_refuse(fortress_find_path(s, &leg, &plan) ? FORTRESS_MOVE_FAR
                                                              : FORTRESS_MOVE_NO_WAY);
}

static struct rd_verdict draft_move(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                    uint32_t to, struct draft *draft)
{
    struct fortress_leg leg = leg_of(s, seat, who, to);
    RD_ASSERT(leg.type < FORTRESS_TYPES);
    leg.cost_max = fortress_kinds[leg.type].move + (uint32_t)FORTRESS_COST_ONE;
    draft->plan.origin = (uint16_t)leg.from;
    if (!fortress_find_path(s, &leg, &draft->plan)) {
        return refuse_way(s, leg);
    }
    return judge_walk(s, seat, who, 0, draft);
}

static struct rd_verdict draft_move_to(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                       uint32_t to, struct draft *draft)
{
    struct fortress_leg leg = leg_of(s, seat, who, to);
    draft->plan.queue = FORTRESS_MOVE_TO;
    draft->plan.given = 1;
    draft->plan.origin = (uint16_t)leg.from;
    if (!fortress_find_path(s, &leg, &draft->plan)) {
        return refuse_way(s, leg);
    }
    return fortress_move_order(s, who, &draft->plan, &draft->task)
               ? fortress_fine()
               : fortress_refuse(FORTRESS_MOVE_NO_WAY);
}

/* ---- roads and rails ---- */

/* R9.8, once the path is found. */
static struct rd_verdict judge_tracks(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                      struct draft *draft)
{
    if (fortress_road_status(s, seat, draft->plan.origin, 1) == FORTRESS_INVALID) {
        return fortress_refuse(FORTRESS_TRACK_START);
    }
    if (draft->plan.queue == FORTRESS_ROAD_TO && !fortress_has_work(s, seat, &draft->plan)) {
        return fortress_refuse(FORTRESS_TRACK_NOTHING);
    }
    return fortress_track_order(s, who, &draft->plan, &draft->task)
               ? fortress_fine()
               : fortress_refuse(FORTRESS_TRACK_START);
}

static struct rd_verdict draft_tracks(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                      struct rd_action action, struct draft *draft)
{
    struct fortress_leg leg = leg_of(s, seat, who, action.arg[1]);
    if (!fortress_is(leg.type, FORTRESS_T_BUILDS)) {
        return fortress_refuse(FORTRESS_NOT_BUILDER);
    }
    leg.search = FORTRESS_TRACKS;
    draft->plan.queue = (uint8_t)action.verb;
    draft->plan.given = 1;
    draft->plan.origin = (uint16_t)leg.from;
    if (leg.from == leg.to || !fortress_find_path(s, &leg, &draft->plan)) {
        return fortress_refuse(FORTRESS_TRACK_NO_WAY);
    }
    return judge_tracks(s, seat, who, draft);
}

/* ---- lengthening a path, R9.9 ---- */

static struct rd_verdict draft_extend(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                      uint32_t to, struct draft *draft)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    RD_ASSERT(who < FORTRESS_SEATS * FORTRESS_UNITS_MAX);
    draft->plan = s->plan[who];
    draft->task = *task;
    struct fortress_plan *plan = &draft->plan;
    int32_t queued = plan->queue != 0 && plan->given;
    if (!queued && (task->verb != FORTRESS_MOVE || task->order == 0)) {
        return fortress_refuse(FORTRESS_EXTEND_NOTHING);
    }
    struct fortress_leg leg = leg_of(s, seat, who, to);
    uint32_t drawn = plan->length;
    leg.from = fortress_path_cell(plan, drawn);
    if (leg.from == to) {
        return fortress_refuse(FORTRESS_MOVE_NOWHERE);
    }
    if (fortress_is_wall(s, seat, seat, leg.from)) {
        return fortress_refuse(FORTRESS_EXTEND_PAST_TOWER);
    }
    if (plan->length >= FORTRESS_PATH_MAX) {
        return fortress_refuse(FORTRESS_EXTEND_LONG);
    }
    leg.search = plan->queue > FORTRESS_MOVE_TO ? FORTRESS_TRACKS : FORTRESS_WALKING;
    if (!queued) {
        RD_ASSERT(leg.type < FORTRESS_TYPES);
        leg.cost_max = fortress_kinds[leg.type].move + (uint32_t)FORTRESS_COST_ONE;
    }
    if (!fortress_find_path(s, &leg, plan)) {
        return leg.search == FORTRESS_WALKING ? refuse_way(s, leg)
                                              : fortress_refuse(FORTRESS_TRACK_NO_WAY);
    }
    if (!queued) {
        return judge_walk(s, seat, who, drawn, draft);
    }
    if (plan->queue != FORTRESS_MOVE_TO) {
        return judge_tracks(s, seat, who, draft);
    }
    return fortress_move_order(s, who, plan, &draft->task) ? fortress_fine()
                                                           : fortress_refuse(FORTRESS_MOVE_NO_WAY);
}

/* ---- attacks, repairs and spells ---- */

static int32_t on_own_tower(const struct fortress_state *s, uint32_t seat, uint32_t cell)
{
    uint32_t who = fortress_structure_at(s, cell);
    return who != FORTRESS_NOBODY && fortress_owner(who) == seat &&
           s->piece[who].type == FORTRESS_TOWER;
}

uint32_t fortress_bow_range(const struct fortress_state *s, uint32_t seat, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_piece *unit = &s->piece[who];
    RD_ASSERT(unit->type < FORTRESS_TYPES);
    return fortress_kinds[unit->type].range + (on_own_tower(s, seat, unit->cell) ? 1u : 0u);
}

uint32_t fortress_spell_range(const struct fortress_state *s, uint32_t who)
{
    uint32_t seat = fortress_owner(who);
    int32_t high = fortress_is_mobile(who) && on_own_tower(s, seat, s->piece[who].cell);
    return (uint32_t)FORTRESS_SPELL_RANGE + (high ? 1u : 0u);
}

uint32_t fortress_spell_cost(uint32_t verb, uint32_t amount)
{
    return verb == FORTRESS_SPELL_BUFF ? 5 * amount : fortress_spells[verb].mana;
}

uint32_t fortress_aim(const struct fortress_state *s, uint32_t seat, uint32_t verb, uint32_t cell)
{
    if (verb == FORTRESS_SPELL_HEAL || verb == FORTRESS_SPELL_BUFF) {
        uint32_t who = fortress_mobile_at(s, cell);
        if (who != FORTRESS_NOBODY && fortress_owner(who) == seat) {
            return who;
        }
        who = fortress_bought_at(s, seat, cell);
        if (who == FORTRESS_NOBODY) {
            who = fortress_structure_at(s, cell);
        }
        return who != FORTRESS_NOBODY && fortress_owner(who) == seat ? who
                                                                     : (uint32_t)FORTRESS_NOBODY;
    }
    uint32_t structure = fortress_known_structure(s, seat, cell);
    if (structure != FORTRESS_NOBODY && verb != FORTRESS_LIGHTNING) {
        return structure;
    }
    return fortress_known_foe(s, seat, cell);
}

static struct rd_verdict judge_ranged(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                      uint32_t at)
{
    struct fortress_set reach;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    RD_ASSERT(s->piece[who].type < FORTRESS_TYPES);
    if (!fortress_is(s->piece[who].type, FORTRESS_T_SHOOTS)) {
        return fortress_refuse(FORTRESS_NOT_RANGED);
    }
    if (fortress_aim(s, seat, FORTRESS_RANGED, at) == FORTRESS_NOBODY) {
        return fortress_refuse(FORTRESS_NO_TARGET);
    }
    fortress_flood(&s->board, s->piece[who].cell, fortress_bow_range(s, seat, who), 0, &reach);
    return fortress_has(&reach, at) ? fortress_fine() : fortress_refuse(FORTRESS_RANGED_FAR);
}

static struct rd_verdict judge_melee(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                     uint32_t at)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    if (fortress_distance(s->piece[who].cell, at) != 1) {
        return fortress_refuse(FORTRESS_MELEE_FAR);
    }
    return fortress_aim(s, seat, FORTRESS_MELEE, at) == FORTRESS_NOBODY
               ? fortress_refuse(FORTRESS_NO_TARGET)
               : fortress_fine();
}

static struct rd_verdict judge_repair(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                      uint32_t at)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t distance = fortress_distance(s->piece[who].cell, at);
    if (!fortress_is(s->piece[who].type, FORTRESS_T_BUILDS)) {
        return fortress_refuse(FORTRESS_NOT_BUILDER);
    }
    if (distance > 1) {
        return fortress_refuse(FORTRESS_REPAIR_FAR);
    }
    RD_ASSERT(at < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[at]);
    if (distance == 0 && site.type != FORTRESS_STRUCTURES && site.owner == seat &&
        site.condition == FORTRESS_DISABLED) {
        return fortress_fine();
    }
    uint32_t tower = fortress_structure_at(s, at);
    int32_t worn = tower != FORTRESS_NOBODY && fortress_owner(tower) == seat &&
                   s->piece[tower].health < FORTRESS_HEALTH_MAX;
    return worn ? fortress_fine() : fortress_refuse(FORTRESS_REPAIR_NOTHING);
}

static struct rd_verdict judge_spell(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                     struct rd_action action)
{
    uint32_t at = action.arg[1];
    int32_t friendly = action.verb == FORTRESS_SPELL_HEAL || action.verb == FORTRESS_SPELL_BUFF;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    if (!fortress_is(s->piece[who].type, FORTRESS_T_CASTS)) {
        return fortress_refuse(FORTRESS_NOT_CASTER);
    }
    if (fortress_distance(s->piece[who].cell, at) > fortress_spell_range(s, who)) {
        return fortress_refuse(FORTRESS_SPELL_FAR);
    }
    if (!fortress_sees(s, seat, at)) {
        return fortress_refuse(FORTRESS_SPELL_DARK);
    }
    if (fortress_aim(s, seat, action.verb, at) == FORTRESS_NOBODY) {
        return fortress_refuse(friendly ? FORTRESS_SPELL_FRIEND : FORTRESS_SPELL_FOE);
    }
    uint32_t cost = fortress_spell_cost(action.verb, action.arg[2] + 1u);
    RD_ASSERT(seat < FORTRESS_SEATS);
    return s->side[seat].mana < (int32_t)cost ? fortress_refuse(FORTRESS_SPELL_MANA)
                                              : fortress_fine();
}

/* ---- any order to a unit ---- */

/* R9.1: the behaviour that this order does not end. */
static uint32_t kept_behaviour(uint32_t verb)
{
    switch (verb) {
    case FORTRESS_HEAL:
        return FORTRESS_HEAL_UNTIL_FULL;
    case FORTRESS_DEFEND:
        return FORTRESS_ALWAYS_DEFEND;
    case FORTRESS_LOOKOUT:
        return FORTRESS_ALWAYS_LOOKOUT;
    default:
        return 0;
    }
}

/* Heal, defend and look out; a repeating form stands right after its plain one. */
static void draft_rest(const struct fortress_state *s, uint32_t who, uint32_t verb,
                       struct draft *draft)
{
    int32_t repeats = verb == FORTRESS_HEAL_UNTIL_FULL || verb == FORTRESS_ALWAYS_DEFEND ||
                      verb == FORTRESS_ALWAYS_LOOKOUT;
    uint32_t plain = repeats ? verb - 1 : verb;
    uint8_t kept = (uint8_t)kept_behaviour(plain);
    draft->task.verb = (uint8_t)plain;
    draft->task.order = 1;
    draft->plan.standing = repeats || s->plan[who].standing == kept ? kept : 0;
}

static int32_t is_idle(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    return s->task[who].verb == 0 && (who >= FORTRESS_FIRST_NEUTRAL ||
                                      (s->plan[who].standing == 0 && s->plan[who].queue == 0));
}

static struct rd_verdict draft_way(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                   struct rd_action action, struct draft *draft)
{
    uint32_t to = action.arg[1];
    if (action.verb == FORTRESS_EXTEND) {
        return draft_extend(s, seat, who, to, draft);
    }
    if (action.verb == FORTRESS_ROAD_TO || action.verb == FORTRESS_RAIL_TO) {
        return draft_tracks(s, seat, who, action, draft);
    }
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    if (s->piece[who].cell == to) {
        return fortress_refuse(FORTRESS_MOVE_NOWHERE);
    }
    return action.verb == FORTRESS_MOVE ? draft_move(s, seat, who, to, draft)
                                        : draft_move_to(s, seat, who, to, draft);
}

static struct rd_verdict draft_deed(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                    struct rd_action action, struct draft *draft)
{
    uint32_t at = action.arg[1];
    draft->task.verb = (uint8_t)action.verb;
    draft->task.cell = (uint16_t)at;
    draft->task.order = 1;
    switch (action.verb) {
    case FORTRESS_RANGED:
        return judge_ranged(s, seat, who, at);
    case FORTRESS_MELEE:
        return judge_melee(s, seat, who, at);
    case FORTRESS_REPAIR:
        return judge_repair(s, seat, who, at);
    default:
        draft->task.what = action.verb == FORTRESS_SPELL_BUFF ? (uint8_t)(action.arg[2] + 1) : 0;
        return judge_spell(s, seat, who, action);
    }
}

static struct rd_verdict draft_build(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                     uint32_t structure, struct draft *draft)
{
    draft->task.verb = FORTRESS_BUILD;
    draft->task.order = 1;
    draft->plan.standing = FORTRESS_BUILD;
    draft->plan.standing_what = (uint8_t)structure;
    return fortress_judge_build(s, seat, who, structure, &draft->task);
}

static struct rd_verdict draft_order(const struct fortress_state *s, uint32_t seat, uint32_t who,
                                     struct rd_action action, struct draft *draft)
{
    memset(draft, 0, sizeof *draft);
    switch ((enum fortress_verb)action.verb) {
    case FORTRESS_MOVE:
    case FORTRESS_EXTEND:
    case FORTRESS_MOVE_TO:
    case FORTRESS_ROAD_TO:
    case FORTRESS_RAIL_TO:
        return draft_way(s, seat, who, action, draft);
    case FORTRESS_RANGED:
    case FORTRESS_MELEE:
    case FORTRESS_REPAIR:
    case FORTRESS_SPELL_HEAL:
    case FORTRESS_SPELL_BUFF:
    case FORTRESS_FIREBALL:
    case FORTRESS_LIGHTNING:
        return draft_deed(s, seat, who, action, draft);
    case FORTRESS_LOOKOUT:
    case FORTRESS_ALWAYS_LOOKOUT:
        if (!fortress_is(s->piece[who].type, FORTRESS_T_LOOKS_OUT)) {
            return fortress_refuse(FORTRESS_NOT_SCOUT);
        }
        draft_rest(s, who, action.verb, draft);
        break;
    case FORTRESS_HEAL:
    case FORTRESS_HEAL_UNTIL_FULL:
    case FORTRESS_DEFEND:
    case FORTRESS_ALWAYS_DEFEND:
        draft_rest(s, who, action.verb, draft);
        break;
    case FORTRESS_BUILD:
        return draft_build(s, seat, who, action.arg[1], draft);
    case FORTRESS_CANCEL:
        return is_idle(s, who) ? fortress_refuse(FORTRESS_CANCEL_NOTHING) : fortress_fine();
    case FORTRESS_SABOTAGE:
        draft->task.verb = FORTRESS_SABOTAGE;
        draft->task.order = 1;
        break;
    case FORTRESS_BUY:
    case FORTRESS_UNDO_BUY:
    case FORTRESS_WARD_VISION:
    case FORTRESS_ALWAYS_VISION:
    case FORTRESS_STOP_VISION:
    case FORTRESS_DONE:
    case FORTRESS_UNDONE:
    case FORTRESS_VERBS:
        break;
    }
    return fortress_fine();
}

/* Does the seat know of a piece of somebody else with this id? */
static int32_t knows_other(const struct fortress_state *s, uint32_t seat, uint32_t id)
{
    uint32_t other = 1 - seat;
    for (uint32_t slot = 0; slot < s->side[other].units; slot++) {
        const struct fortress_piece *unit = &s->piece[fortress_unit_who(other, slot)];
        if (unit->id == id) {
            return fortress_sees(s, seat, unit->cell);
        }
    }
    for (uint64_t left = s->know[seat].structures; left != 0;) {
        uint32_t who = fortress_take_structure(other, &left);
        if (s->piece[who].id == id) {
            return 1;
        }
    }
    return 0;
}

static int32_t has_cell(uint32_t verb)
{
    return fortress_verbs[verb].arg[1].type == RD_ARG_CELL;
}

/* R9.1: the checks that every order to a unit passes first. */
static struct rd_verdict judge_unit(const struct fortress_state *s, uint32_t seat,
                                    struct rd_action action, uint32_t *who)
{
    *who = fortress_own_by_id(s, seat, action.arg[0]);
    if (*who == FORTRESS_NOBODY) {
        return knows_other(s, seat, action.arg[0]) ? fortress_refuse(FORTRESS_NOT_YOURS)
                                                   : rd_verdict_of(RD_BAD_ARG, FORTRESS_NO_UNIT, 0);
    }
    int32_t bought =
        fortress_is_mobile(*who) && *who >= fortress_unit_who(seat, s->side[seat].units);
    if (bought != (action.verb == FORTRESS_UNDO_BUY)) {
        return fortress_refuse(bought ? FORTRESS_NEW_UNIT : FORTRESS_NOT_BOUGHT);
    }
    int32_t spell = action.verb >= FORTRESS_SPELL_HEAL && action.verb <= FORTRESS_CANCEL;
    if (!fortress_is_mobile(*who) && !spell) {
        return fortress_refuse(FORTRESS_STRUCTURE_ORDERED);
    }
    if (has_cell(action.verb) && !fortress_exists(&s->board, action.arg[1])) {
        return rd_verdict_of(RD_BAD_ARG, FORTRESS_OFF_BOARD, 1);
    }
    return fortress_fine();
}

/* ---- wards ---- */

static struct fortress_ward *ward_at(struct fortress_state *s, uint32_t cell)
{
    for (uint32_t i = 0; i < s->ward_count; i++) {
        if (s->ward[i].cell == cell) {
            return &s->ward[i];
        }
    }
    return NULL;
}

static struct rd_verdict judge_ward(const struct fortress_state *s, uint32_t seat,
                                    struct rd_action action)
{
    if (!fortress_exists(&s->board, action.arg[0])) {
        return rd_verdict_of(RD_BAD_ARG, FORTRESS_OFF_BOARD, 0);
    }
    struct fortress_site site = fortress_site_read(s->site[action.arg[0]]);
    if (site.type != FORTRESS_WARD || site.owner != seat || site.condition != FORTRESS_INTACT) {
        return fortress_refuse(FORTRESS_NO_WARD);
    }
    RD_ASSERT(seat < FORTRESS_SEATS);
    int32_t poor = s->side[seat].mana < FORTRESS_WARD_COST;
    return poor && action.verb != FORTRESS_STOP_VISION ? fortress_refuse(FORTRESS_WARD_MANA)
                                                       : fortress_fine();
}

static void seal_ward(struct fortress_state *s, struct rd_action action)
{
    struct fortress_ward *ward = ward_at(s, action.arg[0]);
    RD_ASSERT(ward != NULL);
    ward->ordered = action.verb != FORTRESS_STOP_VISION;
    if (action.verb != FORTRESS_WARD_VISION) {
        ward->always = action.verb == FORTRESS_ALWAYS_VISION;
    }
}

/* ---- any action ---- */

/* What can be said before the verb is looked at. */
static struct rd_verdict judge_seat(const struct fortress_state *s, rd_seat seat,
                                    struct rd_action action)
{
    if (s->ending != FORTRESS_PLAYING) {
        return rd_verdict_of(RD_GAME_OVER, 0, 0);
    }
    if (seat >= FORTRESS_SEATS) {
        return rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0);
    }
    struct rd_verdict verdict = rd_action_in_range(fortress_verbs, action);
    if (verdict.code == RD_OK && action.verb == FORTRESS_UNDONE) {
        return s->side[seat].done ? verdict : fortress_refuse(FORTRESS_UNDONE_NOT_DONE);
    }
    return s->side[seat].done ? rd_verdict_of(RD_NOT_YOUR_TURN, 0, 0) : verdict;
}

static struct rd_verdict judge(const struct fortress_state *s, rd_seat seat,
                               struct rd_action action, uint32_t *who, struct draft *draft)
{
    struct rd_verdict verdict = judge_seat(s, seat, action);
    if (verdict.code != RD_OK || action.verb >= FORTRESS_DONE) {
        return verdict;
    }
    if (action.verb == FORTRESS_BUY) {
        return fortress_judge_buy(s, seat, action.arg[0], action.arg[1]);
    }
    if (action.verb >= FORTRESS_WARD_VISION) {
        return judge_ward(s, seat, action);
    }
    verdict = judge_unit(s, seat, action, who);
    return verdict.code == RD_OK ? draft_order(s, seat, *who, action, draft) : verdict;
}

struct rd_verdict fortress_judge(const void *state, rd_seat seat, struct rd_action action)
{
    struct draft draft;
    uint32_t who;
    return judge(state, seat, action, &who, &draft);
}

/* ---- sealing ---- */

/* R9.1: the orders that stand get the numbers from 1 on, in the order they had. */
static void number_anew(struct fortress_state *s, uint32_t seat)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    uint32_t last = 0;
    for (side->priority = 0;; side->priority++) {
        struct fortress_task *next = NULL;
        for (uint32_t slot = 0; slot < side->units; slot++) {
            struct fortress_task *task = &s->task[fortress_unit_who(seat, slot)];
            int32_t numbered = task->verb == FORTRESS_MOVE || task->verb == FORTRESS_RANGED ||
                               task->verb == FORTRESS_MELEE;
            if (numbered && task->order > last && (next == NULL || task->order < next->order)) {
                next = task;
            }
        }
        if (next == NULL) {
            return;
        }
        last = next->order;
        next->order = (uint16_t)(side->priority + 1);
    }
}

static void seal_order(struct fortress_state *s, uint32_t who, struct rd_action action,
                       const struct draft *draft)
{
    uint32_t seat = fortress_owner(who);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    s->task[who] = draft->task;
    if (fortress_is_mobile(who)) {
        *fortress_plan_of(s, who) = draft->plan;
    }
    if (action.verb == FORTRESS_MOVE || action.verb == FORTRESS_RANGED ||
        action.verb == FORTRESS_MELEE) {
        s->task[who].order = 0;
        RD_ASSERT(seat < FORTRESS_SEATS);
        if (s->side[seat].priority == FORTRESS_PRIORITY_MAX) {
            number_anew(s, seat);
        }
        s->side[seat].priority++;
        s->task[who].order = s->side[seat].priority;
    }
}

static void seal(struct fortress_state *s, rd_seat seat, struct rd_action action,
                 struct rd_event_log *log)
{
    struct draft draft;
    uint32_t who = FORTRESS_NOBODY;
    struct rd_verdict verdict = judge(s, seat, action, &who, &draft);
    RD_ASSERT(verdict.code == RD_OK);
    switch (action.verb) {
    case FORTRESS_BUY:
        fortress_buy(s, seat, action.arg[0], action.arg[1], log);
        break;
    case FORTRESS_UNDO_BUY:
        fortress_undo_buy(s, seat, who, log);
        break;
    case FORTRESS_WARD_VISION:
    case FORTRESS_ALWAYS_VISION:
    case FORTRESS_STOP_VISION:
        seal_ward(s, action);
        break;
    case FORTRESS_DONE:
    case FORTRESS_UNDONE:
        s->side[seat].done = action.verb == FORTRESS_DONE;
        break;
    default:
        seal_order(s, who, action, &draft);
        break;
    }
}

void fortress_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                    struct rd_event_log *log)
{
    struct fortress_state *s = state;
    seal(s, seat, action, log);
    if (s->side[0].done && s->side[1].done) {
        fortress_execute(s, luck, log);
    }
}
