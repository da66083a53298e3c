/*
 * A turn in Fortress Frontiers Classic.
 *
 * Arrows fly before anybody moves, and only an archer who defends answers them: whoever brings more
 * archers within two steps of the enemy wins the fight, and the base falls to three of them in a
 * turn. So fighters gather, march and shoot at one target until it falls; scouts see to the mines,
 * which decide who can afford it.
 */
#include "bots/classic_playbooks.h"

#include <string.h>

#include "bots/blow.h"

enum {
    FAR = 99,
    WOUNDED = 45, /* health below which a unit out of reach rests */
    NEAR = 3,     /* steps of an enemy who does not let one rest */
    REACH = 2     /* of arrows */
};

/* ---- a look at the board ---- */

static void count_type(struct classic_field *f, uint32_t type)
{
    f->count[type]++;
    f->scouts += classic_is(type, CLASSIC_T_SCOUT) ? 1u : 0u;
    f->soldiers += classic_is_blade(type) ? 1u : 0u;
    f->archers += classic_is(type, CLASSIC_T_SHOOTS) ? 1u : 0u;
}

static void add_piece(struct classic_field *f, struct classic_piece piece)
{
    uint32_t place = f->pieces++;
    piece.playbook = (uint8_t)classic_distance(piece.cell, classic_base_cells[f->other]);
    for (; place > 0 && f->piece[place - 1].playbook > piece.playbook; place--) {
        f->piece[place] = f->piece[place - 1];
    }
    f->piece[place] = piece;
}

/* Where a unit will be after its order. */
static uint32_t end_of(const struct classic_order *order, uint32_t cell)
{
    return order->verb == CLASSIC_MOVE ? order->cell[order->steps - 1u] : cell;
}

static int32_t blow_of(const struct classic_field *f, uint32_t type, uint32_t health, uint32_t slot)
{
    const struct classic_kind *kind = &classic_kinds[type];
    const struct classic_kind *foe = &classic_kinds[f->open->unit[f->other][slot].type];
    int32_t bow = classic_is(type, CLASSIC_T_SHOOTS);
    int32_t attack = bow ? kind->ranged : kind->melee;
    int32_t defence = bow && foe->ranged != 0 ? foe->ranged : foe->melee;
    return rd_bot_blow(attack * (100 + (int32_t)health) / 200, defence);
}

static void note_attack(struct classic_field *f, const struct classic_unit *unit,
                        const struct classic_order *order)
{
    uint32_t on = f->other_on[order->cell[0]];
    if ((order->verb == CLASSIC_RANGED || order->verb == CLASSIC_MELEE) && on != 0) {
        int32_t blow = blow_of(f, unit->type, unit->health, on - 1);
        f->left[on - 1] = (int16_t)(f->left[on - 1] - blow);
    }
}

static void look_at_own(struct classic_field *f)
{
    uint32_t count = f->open->unit_count[f->me];
    f->mine_on[classic_base_cells[f->me]] = 1;
    for (uint32_t slot = 1; slot < count; slot++) {
        const struct classic_unit *unit = &f->open->unit[f->me][slot];
        const struct classic_order *order = &f->own->order[slot];
        struct classic_piece piece = { unit->id, unit->cell, unit->health, unit->type, 0 };
        count_type(f, unit->type);
        note_attack(f, unit, order);
        if (order->verb == 0) {
            add_piece(f, piece);
        }
        f->mine_on[end_of(order, unit->cell)] = 1;
    }
    for (uint32_t i = 0; i < f->own->bought_count; i++) {
        uint32_t cell = classic_bought_cell(f->own->bought[i]);
        uint32_t type = classic_bought_type(f->own->bought[i]);
        struct classic_piece piece = { (uint16_t)(f->open->next_id[f->me] + CLASSIC_SEATS * i),
                                       (uint16_t)cell, CLASSIC_HEALTH_MAX, (uint8_t)type, 0 };
        count_type(f, type);
        if (classic_is(type, CLASSIC_T_AT_ONCE) && f->own->order[count + i].verb == 0) {
            add_piece(f, piece);
        }
        f->mine_on[end_of(&f->own->order[count + i], cell)] = 1;
    }
}

void classic_playbook_look(struct classic_field *f, const struct rd_search_position *position,
                           const struct classic_playbook *playbook)
{
    const struct classic_state *s = position->state;
    memset(f, 0, sizeof *f);
    f->open = &s->open;
    f->own = &s->secret[position->seat];
    f->playbook = playbook;
    f->me = position->seat;
    f->other = 1u - position->seat;
    f->intruder_steps = FAR;
    for (uint32_t slot = 0; slot < s->open.unit_count[f->other]; slot++) {
        const struct classic_unit *unit = &s->open.unit[f->other][slot];
        uint32_t steps = classic_distance(unit->cell, classic_base_cells[f->me]);
        f->other_on[unit->cell] = (uint8_t)(1 + slot);
        f->left[slot] = unit->health;
        if (slot > 0 && steps < f->intruder_steps) {
            f->intruder_steps = steps;
            f->intruder = unit->cell;
        }
    }
    look_at_own(f);
}

static uint32_t nearest_enemy(const struct classic_field *f, uint32_t cell, uint32_t *at)
{
    uint32_t nearest = FAR;
    for (uint32_t slot = 1; slot < f->open->unit_count[f->other]; slot++) {
        uint32_t steps = classic_distance(cell, f->open->unit[f->other][slot].cell);
        if (steps < nearest) {
            nearest = steps;
            *at = f->open->unit[f->other][slot].cell;
        }
    }
    return nearest;
}

/* ---- striking ---- */

/* The wounded first; better to finish somebody off; best of all the base. Who focuses leaves out
 * those who will fall anyway. */
static int32_t worth_of_target(const struct classic_field *f, const struct classic_piece *piece,
                               uint32_t slot)
{
    const struct classic_unit *target = &f->open->unit[f->other][slot];
    int32_t blow = blow_of(f, piece->type, piece->health, slot);
    int32_t health = f->playbook->focuses ? f->left[slot] : target->health;
    if (health <= 0) {
        return 0;
    }
    int32_t worth = (CLASSIC_HEALTH_MAX - health) / 2 + (health <= blow ? 100 : 0);
    return worth + (target->type == CLASSIC_BASE ? 90 : 3 * classic_kinds[target->type].cost);
}

/* The slot of the best enemy within so many steps, or CLASSIC_NOBODY. */
static uint32_t best_target(const struct classic_field *f, const struct classic_piece *piece,
                            uint32_t reach)
{
    uint32_t best = CLASSIC_NOBODY;
    int32_t most = 0;
    for (uint32_t slot = 0; slot < f->open->unit_count[f->other]; slot++) {
        if (classic_distance(piece->cell, f->open->unit[f->other][slot].cell) <= reach) {
            int32_t worth = worth_of_target(f, piece, slot);
            if (worth > most) {
                most = worth;
                best = slot;
            }
        }
    }
    return best;
}

/* ---- going ---- */

static uint32_t mine_goal(const struct classic_field *f, const struct classic_piece *piece)
{
    uint32_t goal = RD_NO_CELL, nearest = FAR;
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        uint32_t steps = classic_distance(piece->cell, classic_mines[i]);
        if (f->open->mine[i] != f->me + 1 && !f->mine_on[classic_mines[i]] && steps < nearest) {
            nearest = steps;
            goal = classic_mines[i];
        }
    }
    return goal;
}

static uint32_t goal_of(const struct classic_field *f, const struct classic_piece *piece)
{
    uint32_t fighters = f->soldiers + f->archers;
    if (!classic_is(piece->type, CLASSIC_T_SCOUT) && f->intruder_steps <= f->playbook->guard) {
        return f->intruder;
    }
    uint32_t mine = classic_is(piece->type, CLASSIC_T_SCOUT) || fighters < f->playbook->muster
                        ? mine_goal(f, piece)
                        : (uint32_t)RD_NO_CELL;
    return mine == RD_NO_CELL ? classic_base_cells[f->other] : mine;
}

/* How good it is to end there. */
static int32_t worth_of_end(const struct classic_field *f, const struct classic_piece *piece,
                            uint32_t cell, uint32_t goal)
{
    uint32_t at = 0, enemy = nearest_enemy(f, cell, &at);
    int32_t worth = -10 * (int32_t)classic_distance(cell, goal);
    if (!classic_is_blade(piece->type) && enemy <= 1) {
        worth -= 15;
    }
    return worth;
}

static struct rd_action order_of(uint32_t verb, uint32_t id, uint32_t cell)
{
    struct rd_action action = { (uint16_t)verb, { (uint16_t)id, (uint16_t)cell, 0 } };
    return action;
}

/* The best end within two steps that is free; its own tile if nothing is better. */
static uint32_t walk(const struct classic_field *f, const struct classic_piece *piece,
                     uint32_t goal)
{
    uint32_t best = piece->cell;
    int32_t most = worth_of_end(f, piece, piece->cell, goal);
    for (uint32_t first = 0; first < CLASSIC_DIRECTIONS; first++) {
        uint32_t beside = classic_step(piece->cell, first);
        for (uint32_t second = 0; beside != RD_NO_CELL && second <= CLASSIC_DIRECTIONS; second++) {
            uint32_t cell = second == CLASSIC_DIRECTIONS ? beside : classic_step(beside, second);
            if (cell == RD_NO_CELL || f->mine_on[cell] || f->other_on[cell]) {
                continue;
            }
            int32_t worth = worth_of_end(f, piece, cell, goal);
            if (worth > most) {
                most = worth;
                best = cell;
            }
        }
    }
    return best;
}

/* ---- one unit ---- */

static int32_t strike(struct classic_field *f, const struct classic_piece *piece,
                      struct rd_action *out)
{
    int32_t bow = classic_is(piece->type, CLASSIC_T_SHOOTS);
    uint32_t slot = classic_is(piece->type, CLASSIC_T_FIGHTER)
                        ? best_target(f, piece, bow ? REACH : 1)
                        : (uint32_t)CLASSIC_NOBODY;
    if (slot == CLASSIC_NOBODY) {
        return 0;
    }
    *out = order_of(bow ? CLASSIC_RANGED : CLASSIC_MELEE, piece->id,
                    f->open->unit[f->other][slot].cell);
    f->left[slot] = (int16_t)(f->left[slot] - blow_of(f, piece->type, piece->health, slot));
    return 1;
}

static struct rd_action order_for(struct classic_field *f, const struct classic_piece *piece)
{
    struct rd_action out;
    uint32_t at = 0;
    if (strike(f, piece, &out)) {
        return out;
    }
    if (piece->health < WOUNDED && nearest_enemy(f, piece->cell, &at) > NEAR) {
        return order_of(CLASSIC_HEAL, piece->id, 0);
    }
    uint32_t to = walk(f, piece, goal_of(f, piece));
    if (to == piece->cell) {
        return order_of(piece->health < CLASSIC_HEALTH_MAX && nearest_enemy(f, to, &at) > NEAR
                            ? CLASSIC_HEAL
                            : CLASSIC_DEFEND,
                        piece->id, 0);
    }
    f->mine_on[piece->cell] = 0;
    f->mine_on[to] = 1;
    return order_of(CLASSIC_MOVE, piece->id, to);
}

/* ---- a turn ---- */

static uint32_t wanted_type(const struct classic_field *f)
{
    uint32_t fighters = f->archers + f->soldiers;
    if (f->intruder_steps > f->playbook->guard &&
        (f->scouts < f->playbook->opening ||
         (f->scouts < f->playbook->scouts && f->scouts <= fighters))) {
        return classic_next_scout();
    }
    return classic_next_fighter(f->count, 4 * f->archers < f->playbook->archers * (fighters + 1));
}

uint32_t classic_playbook_place(const struct classic_field *f)
{
    uint32_t need =
        f->intruder_steps <= f->playbook->guard ? f->intruder : classic_base_cells[f->other];
    uint32_t best = RD_NO_CELL, least = FAR;
    for (uint32_t d = 0; d < CLASSIC_DIRECTIONS; d++) {
        uint32_t cell = classic_step(classic_base_cells[f->me], d);
        if (cell == RD_NO_CELL || f->mine_on[cell] || f->other_on[cell]) {
            continue;
        }
        uint32_t steps = classic_distance(cell, need);
        if (steps < least) {
            least = steps;
            best = cell;
        }
    }
    return best;
}

uint32_t classic_playbook_orders(const struct rd_search_position *position,
                                 const struct classic_playbook *playbook, struct rd_action *out,
                                 uint32_t cap)
{
    struct classic_field field;
    uint32_t count = 0;
    classic_playbook_look(&field, position, playbook);
    for (uint32_t i = 0; i < field.pieces && count + 1 < cap; i++) {
        out[count++] = order_for(&field, &field.piece[i]);
    }
    int32_t gold = field.open->gold[field.me] - field.own->spent;
    while (count + 1 < cap) {
        uint32_t type = wanted_type(&field), cell = classic_playbook_place(&field);
        if (cell == RD_NO_CELL || classic_kinds[type].cost > gold) {
            break;
        }
        out[count++] = order_of(CLASSIC_BUY, type, cell);
        gold -= classic_kinds[type].cost;
        field.mine_on[cell] = 1;
        count_type(&field, type);
    }
    out[count++] = order_of(CLASSIC_DONE, 0, 0);
    return count;
}
