/* Orders: which are legal and why not (R9), and sealing them until both are done. */
#include "needs.h"

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

/* ---- ways: R9.5, R9.8, R9.9 ---- */

uint32_t fortress_lengthened(const struct fortress_state *s, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    const struct fortress_task *task = &s->task[who];
    const struct fortress_plan *plan = &s->plan[who];
    if (plan->queue != 0 && plan->given) {
        return plan->queue;
    }
    return task->verb == FORTRESS_MOVE && task->order != 0 ? FORTRESS_MOVE : 0;
}

/* R9.5: all of it must be walked this turn. If the cheapest path is refused, one who rides takes
 * the straight line to the end of it, unless that leaves the path that was drawn so far (R9.9). */
static int32_t walks(const struct fortress_state *s, uint32_t seat, uint32_t who, uint32_t drawn,
                     struct fortress_plan *plan)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_walk walk = { plan, seat, seat, s->piece[who].type, 0 };
    return fortress_affordable(s, &walk) == plan->length ||
           (fortress_is(walk.type, FORTRESS_T_RIDES) && fortress_straighten(plan, drawn) &&
            fortress_affordable(s, &walk) == plan->length);
}

/* Appends a way to the path. 0: there is none of this kind. */
static int32_t finds_way(const struct fortress_state *s, uint32_t kind, uint32_t who, uint32_t to,
                         struct fortress_plan *plan)
{
    uint32_t seat = fortress_owner(who), drawn = plan->length;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t type = s->piece[who].type;
    RD_ASSERT(type < FORTRESS_TYPES);
    struct fortress_leg leg = {
        seat, type, fortress_path_cell(plan, drawn), to, FORTRESS_WALKING, UINT32_MAX
    };
    if (kind == FORTRESS_W_TRACKS) {
        leg.search = FORTRESS_TRACKS;
    } else if (kind == FORTRESS_W_WALK) {
        leg.cost_max = fortress_kinds[type].move + (uint32_t)FORTRESS_COST_ONE;
    }
    return fortress_find_path(s, &leg, plan) &&
           (kind != FORTRESS_W_WALK || walks(s, seat, who, drawn, plan));
}

/* One need of a way, which the draft gets by the way. */
static int32_t leads(const struct fortress_outlook *o, const struct fortress_need *need,
                     uint32_t way, uint32_t who, uint32_t to, struct fortress_plan *plan)
{
    switch (need->kind) {
    case FORTRESS_W_ELSEWHERE:
        return fortress_path_cell(plan, plan->length) != to;
    case FORTRESS_W_WALK:
    case FORTRESS_W_FAR:
    case FORTRESS_W_TRACKS:
        return finds_way(o->s, need->kind, who, to, plan);
    case FORTRESS_W_WORK:
        return fortress_has_work(o->s, o->seat, plan);
    default:
        return fortress_meets(o, need, way, who, 0);
    }
}

static uint32_t missing_on_way(const struct fortress_outlook *o, const struct fortress_need *need,
                               uint32_t way, uint32_t who, uint32_t to, struct fortress_plan *plan)
{
    while (need->kind != FORTRESS_N_NONE && leads(o, need, way, who, to, plan)) {
        need++;
    }
    return need->why;
}

/* No way leads there this turn: move_to is good advice only where one leads there at all. */
static uint32_t why_no_way(const struct fortress_outlook *o, uint32_t why, uint32_t who,
                           uint32_t from, uint32_t to)
{
    struct fortress_plan plan;
    struct fortress_leg leg = { o->seat, o->s->piece[who].type, from,
                                to,      FORTRESS_WALKING,      UINT32_MAX };
    if (why != FORTRESS_MOVE_FAR && why != FORTRESS_MOVE_NO_WAY) {
        return why;
    }
    if (fortress_cost(o->s, o->seat, leg.type, to) == FORTRESS_IMPASSABLE) {
        return FORTRESS_MOVE_MOUNTAIN;
    }
    memset(&plan, 0, sizeof plan);
    return fortress_find_path(o->s, &leg, &plan) ? why : FORTRESS_MOVE_NO_WAY;
}

static struct rd_verdict draft_way(const struct fortress_outlook *o, uint32_t who,
                                   struct rd_action action, struct draft *draft)
{
    RD_ASSERT(who < FORTRESS_FIRST_NEUTRAL);
    uint32_t way = action.verb, to = action.arg[1], why;
    if (way == FORTRESS_EXTEND) {
        way = fortress_lengthened(o->s, who);
        draft->plan = o->s->plan[who];
        draft->task = o->s->task[who];
    } else {
        draft->plan.origin = o->s->piece[who].cell;
        draft->plan.queue = way == FORTRESS_MOVE ? 0 : (uint8_t)way;
        draft->plan.given = way != FORTRESS_MOVE;
    }
    uint32_t from = fortress_path_cell(&draft->plan, draft->plan.length);
    why = missing_on_way(o, fortress_needs[action.verb], way, who, to, &draft->plan);
    if (why == 0 && action.verb == FORTRESS_EXTEND) {
        why = missing_on_way(o, fortress_longer_needs[way], way, who, to, &draft->plan);
    }
    if (why != 0) {
        return fortress_refuse(why_no_way(o, why, who, from, to));
    }
    if (way == FORTRESS_MOVE) {
        draft->task.verb = FORTRESS_MOVE;
        draft->plan.steps = draft->plan.length;
        return fortress_fine();
    }
    int32_t fine = fortress_next_order(o->s, who, &draft->plan, &draft->task);
    RD_ASSERT(fine);
    return fortress_fine();
}

/* ---- attacks, repairs and spells ---- */

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

static uint32_t cell_argument(uint32_t verb)
{
    return fortress_verbs[verb].arg[0].type == RD_ARG_CELL ? 0 : 1;
}

/* What the order needs and has not: a refusal, 0 = nothing. */
static uint32_t missing(struct fortress_outlook *o, uint32_t who, struct rd_action action)
{
    uint32_t cell = action.arg[cell_argument(action.verb)];
    struct fortress_set set;
    for (const struct fortress_need *need = fortress_needs[action.verb];
         need->kind != FORTRESS_N_NONE; need++) {
        int32_t met;
        if (need->kind < FORTRESS_C_FIRM) {
            met = fortress_meets(o, need, action.verb, who, action.arg[2]);
        } else if (need->kind < FORTRESS_C_MARKET_OF_TYPE) {
            met = fortress_has(fortress_cells(o, need->kind), cell);
        } else {
            fortress_cells_of(o, need->kind, who, &set);
            met = fortress_has(&set, cell);
        }
        if (!met) {
            return need->why;
        }
    }
    return 0;
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

/* An order that has all that it needs. */
static void draft_other_order(const struct fortress_state *s, uint32_t who, struct rd_action action,
                              struct draft *draft)
{
    switch (action.verb) {
    case FORTRESS_LOOKOUT:
    case FORTRESS_ALWAYS_LOOKOUT:
    case FORTRESS_HEAL:
    case FORTRESS_HEAL_UNTIL_FULL:
    case FORTRESS_DEFEND:
    case FORTRESS_ALWAYS_DEFEND:
        draft_rest(s, who, action.verb, draft);
        return;
    case FORTRESS_CANCEL:
        return;
    default:
        draft->task.verb = (uint8_t)action.verb;
        draft->task.cell = action.arg[1];
        draft->task.order = 1;
        draft->task.what = action.verb == FORTRESS_SPELL_BUFF ? (uint8_t)(action.arg[2] + 1) : 0;
        return;
    }
}

static struct rd_verdict draft_order(struct fortress_outlook *o, uint32_t who,
                                     struct rd_action action, struct draft *draft)
{
    memset(draft, 0, sizeof *draft);
    switch (action.verb) {
    case FORTRESS_MOVE:
    case FORTRESS_EXTEND:
    case FORTRESS_MOVE_TO:
    case FORTRESS_ROAD_TO:
    case FORTRESS_RAIL_TO:
        return draft_way(o, who, action, draft);
    case FORTRESS_BUILD:
        return draft_build(o->s, o->seat, who, action.arg[1], draft);
    default:
        break;
    }
    uint32_t why = missing(o, who, action);
    if (why != 0) {
        return fortress_refuse(why);
    }
    if (action.verb != FORTRESS_BUY && action.verb < FORTRESS_WARD_VISION) {
        draft_other_order(o->s, who, action, draft);
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
    return fortress_is_mobile(*who) || fortress_is_spell(action.verb)
               ? fortress_fine()
               : fortress_refuse(FORTRESS_STRUCTURE_ORDERED);
}

static struct rd_verdict judge_cell(const struct fortress_state *s, struct rd_action action)
{
    uint32_t which = cell_argument(action.verb);
    return fortress_verbs[action.verb].arg[which].type != RD_ARG_CELL ||
                   fortress_exists(&s->board, action.arg[which])
               ? fortress_fine()
               : rd_verdict_of(RD_BAD_ARG, FORTRESS_OFF_BOARD, which);
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
    struct fortress_outlook outlook;
    struct rd_verdict verdict = judge_seat(s, seat, action);
    if (verdict.code != RD_OK || action.verb >= FORTRESS_DONE) {
        return verdict;
    }
    if (action.verb == FORTRESS_BUY) {
        *who = action.arg[0];
    } else if (action.verb < FORTRESS_WARD_VISION) {
        verdict = judge_unit(s, seat, action, who);
    }
    verdict = verdict.code == RD_OK ? judge_cell(s, action) : verdict;
    fortress_outlook_begin(&outlook, s, seat);
    return verdict.code == RD_OK ? draft_order(&outlook, *who, action, draft) : verdict;
}

struct rd_verdict fortress_judge(const void *state, rd_seat seat, struct rd_action action)
{
    struct draft draft;
    uint32_t who = FORTRESS_NOBODY;
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

void fortress_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                          struct rd_event_log *log, struct rd_frames *frames)
{
    struct fortress_state *s = state;
    seal(s, seat, action, log);
    if (s->side[0].done && s->side[1].done) {
        fortress_execute(s, luck, log, frames);
    }
}

void fortress_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                    struct rd_event_log *log)
{
    fortress_apply_steps(state, seat, action, luck, log, NULL);
}
