/*
 * A turn in Fortress Frontiers: scouts take mines and lift the dark, miners and roads make mines
 * pay, the army is led in fortress_army.c, and gold that is left buys what the playbook wants next.
 *
 * Orders that all playbooks have in common come first, so that a search has to choose only where
 * they differ.
 */
#include "bots/fortress_playbooks.h"

#include <string.h>

enum {
    NONE = 0x7fffffff,
    DANGER = 3,      /* tiles around camps and lairs */
    DETOUR = 8,      /* tiles that a mine may be farther to be safer */
    APART = 4,       /* tiles between the goals of scouts */
    ROAD_GOLD = 40,  /* that must be there before work on a road begins */
    ROAD_MINES = 3,  /* mines that make a builder worth his pay */
    EARLY = 60,      /* turns in which scouts are replaced */
    LATE = 30,       /* turns before the last in which mines are taken for their number, */
    LATE_SCOUTS = 5, /* by so many */
    PURCHASES = 6    /* of a turn */
};

/* ---- looking around ---- */

uint32_t fortress_mirrored(const struct fortress_state *s, uint32_t cell)
{
    int32_t x_max = FORTRESS_X0, y_min = FORTRESS_ROWS, y_max = 0;
    for (int32_t y = 0; y < FORTRESS_ROWS; y++) {
        uint64_t row = s->board.valid.row[y];
        if (row != 0) {
            int32_t x = 63 - __builtin_clzll(row) + FORTRESS_X0;
            x_max = x > x_max ? x : x_max;
            y_min = y < y_min ? y : y_min;
            y_max = y;
        }
    }
    int32_t odd = fortress_y(cell) & 1;
    uint32_t there =
        fortress_cell(x_max - odd - fortress_x(cell), y_min + y_max - fortress_y(cell));
    return there < FORTRESS_CELLS && fortress_has(&s->board.valid, there) ? there : cell;
}

static uint32_t path_end(const struct fortress_plan *plan)
{
    uint32_t cell = plan->origin;
    for (uint32_t i = 0; i < plan->length; i++) {
        uint32_t bit = 3 * i, word = plan->path[bit / 8];
        word |= bit / 8 + 1 < FORTRESS_PATH_BYTES ? (uint32_t)plan->path[bit / 8 + 1] << 8 : 0;
        cell = fortress_beside(cell, word >> bit % 8 & 7u);
    }
    return cell;
}

static void add_foe(struct fortress_field *f, uint32_t who)
{
    const struct fortress_piece *piece = &f->s->piece[who];
    struct fortress_foe foe = { (uint16_t)who, piece->cell, piece->health, piece->type,
                                (uint8_t)fortress_owner(who) };
    f->foe[f->foes++] = foe;
}

static void look_at_others(struct fortress_field *f)
{
    const struct fortress_state *s = f->s;
    const struct fortress_knowledge *know = &s->know[f->me];
    for (uint32_t slot = 0; slot < s->side[f->other].units; slot++) {
        uint32_t who = fortress_unit_who(f->other, slot);
        if (fortress_has(&know->visible, s->piece[who].cell)) {
            add_foe(f, who);
        }
    }
    for (uint32_t i = 0; i < s->neutrals; i++) {
        add_foe(f, FORTRESS_FIRST_NEUTRAL + i); /* in the dark they are where they always are */
    }
    for (uint32_t slot = 0; slot < s->side[f->other].structures; slot++) {
        uint32_t who = fortress_structure_who(f->other, slot);
        if (s->piece[who].type == FORTRESS_BASE) {
            f->goal = s->piece[who].cell;
        }
        if (s->piece[who].health > 0 && (know->structures >> slot & 1u) != 0) {
            add_foe(f, who);
        }
    }
}

static void count_one(struct fortress_field *f, uint32_t type)
{
    int32_t fights = fortress_is(type, FORTRESS_T_FIGHTER);
    f->count[type]++;
    f->fighters += fights ? 1u : 0u;
    f->archers += fights && fortress_is(type, FORTRESS_T_SHOOTS) ? 1u : 0u;
}

static void look_at_own(struct fortress_field *f)
{
    const struct fortress_state *s = f->s;
    const struct fortress_side *side = &s->side[f->me];
    for (uint32_t slot = 0; slot < side->structures; slot++) {
        const struct fortress_piece *piece = &s->piece[fortress_structure_who(f->me, slot)];
        f->base = piece->type == FORTRESS_BASE ? piece->cell : f->base;
    }
    for (uint32_t slot = 0; slot < (uint32_t)side->units + side->bought; slot++) {
        const struct fortress_piece *unit = fortress_unit(f, slot);
        const struct fortress_plan *plan = &s->plan[fortress_unit_who(f->me, slot)];
        count_one(f, unit->type);
        f->end[slot] = (uint16_t)(plan->length > 0 ? path_end(plan) : unit->cell);
        fortress_add(&f->taken, plan->length > 0 ? f->end[slot] : unit->cell);
    }
    for (uint32_t i = 0; i < s->board.mines; i++) {
        f->mines += s->know[f->me].mine[i] == f->me + 1;
    }
    f->gold = side->gold - side->spent;
}

static void look(struct fortress_field *f, const struct rd_search_position *position,
                 const struct fortress_playbook *playbook)
{
    f->position = position;
    f->s = position->state;
    f->playbook = playbook;
    f->me = position->seat;
    f->other = 1u - position->seat;
    f->base = f->goal = f->fighters = f->archers = f->mines = f->foes = f->orders = 0;
    memset(f->count, 0, sizeof f->count);
    memset(&f->taken, 0, sizeof f->taken);
    look_at_own(f);
    look_at_others(f);
}

/* ---- giving orders ---- */

int32_t fortress_give(struct fortress_field *f, uint32_t verb, uint32_t first, uint32_t second)
{
    struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
    if (f->orders + 1 >= f->cap ||
        f->position->game->judge(f->s, f->position->seat, action).code != RD_OK) {
        return 0;
    }
    f->out[f->orders++] = action;
    return 1;
}

int32_t fortress_is_busy(const struct fortress_field *f, uint32_t slot)
{
    uint32_t who = fortress_unit_who(f->me, slot);
    return f->s->task[who].order != 0 || f->s->plan[who].given || f->s->plan[who].queue != 0;
}

static int32_t is_claimed(const struct fortress_field *f, uint32_t slot, uint32_t cell,
                          uint32_t within)
{
    for (uint32_t i = 0; i < f->s->side[f->me].units; i++) {
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): look_at_own sets it for all units */
        if (i != slot && fortress_distance(f->end[i], cell) <= within) {
            return 1;
        }
    }
    return 0;
}

static int32_t is_dangerous(const struct fortress_field *f, uint32_t cell)
{
    for (uint32_t i = 0; i < f->foes; i++) {
        if (f->foe[i].owner == FORTRESS_NEUTRAL &&
            fortress_distance(cell, f->foe[i].cell) <= DANGER) {
            return 1;
        }
    }
    return 0;
}

/* ---- scouts, miners and builders ---- */

/* The mine that a unit should go to: not the own ones to take, the own ones to work. */
static uint32_t wanted_mine(const struct fortress_field *f, uint32_t slot, int32_t own)
{
    const struct fortress_board *board = &f->s->board;
    uint32_t best = NONE, distance = NONE;
    for (uint32_t k = 0; k < board->mines; k++) {
        int32_t mine = f->s->know[f->me].mine[k] == f->me + 1;
        if (mine != own || is_claimed(f, slot, board->mine[k], 0)) {
            continue;
        }
        uint32_t d = fortress_distance(fortress_unit(f, slot)->cell, board->mine[k]);
        d += is_dangerous(f, board->mine[k]) ? DETOUR : 0;
        if (d < distance) {
            distance = d;
            best = board->mine[k];
        }
    }
    return best;
}

/* The nearest cell in the dark to which nobody else goes. */
static uint32_t dark_cell(const struct fortress_field *f, uint32_t slot)
{
    const struct fortress_set *explored = &f->s->know[f->me].explored;
    uint32_t best = NONE, distance = NONE, from = fortress_unit(f, slot)->cell;
    for (uint32_t row = 0; row < FORTRESS_ROWS; row++) {
        uint64_t left = f->s->board.valid.row[row] & ~explored->row[row];
        for (; left != 0; left &= left - 1) {
            uint32_t cell = row * FORTRESS_STRIDE + (uint32_t)__builtin_ctzll(left);
            uint32_t d = fortress_distance(from, cell);
            if (d < distance && !is_dangerous(f, cell) && !is_claimed(f, slot, cell, APART)) {
                distance = d;
                best = cell;
            }
        }
    }
    return best;
}

static void go(struct fortress_field *f, uint32_t slot, uint32_t cell)
{
    if (cell != NONE && fortress_give(f, FORTRESS_MOVE_TO, fortress_unit(f, slot)->id, cell)) {
        f->end[slot] = (uint16_t)cell;
    }
}

static void order_scout(struct fortress_field *f, uint32_t slot)
{
    uint32_t mine = wanted_mine(f, slot, 0);
    go(f, slot, mine != NONE ? mine : dark_cell(f, slot));
}

static void order_miner(struct fortress_field *f, uint32_t slot)
{
    for (uint32_t k = 0; k < f->s->board.mines; k++) {
        if (f->s->board.mine[k] == fortress_unit(f, slot)->cell) {
            return; /* at work */
        }
    }
    uint32_t mine = wanted_mine(f, slot, 1);
    go(f, slot, mine != NONE ? mine : wanted_mine(f, slot, 0));
}

static int32_t has_road(const struct fortress_field *f, uint32_t mine)
{
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS; d++) {
        uint32_t cell = fortress_beside(mine, d);
        if (cell == RD_NO_CELL) {
            continue;
        }
        struct fortress_site site = fortress_site_read(f->s->know[f->me].site[cell]);
        if ((site.type == FORTRESS_ROAD || site.type == FORTRESS_RAIL) && site.owner == f->me) {
            return 1;
        }
    }
    return 0;
}

/* A road to a tile beside the nearest of my mines that has none. */
static void order_builder(struct fortress_field *f, uint32_t slot)
{
    const struct fortress_board *board = &f->s->board;
    const struct fortress_piece *unit = fortress_unit(f, slot);
    uint32_t best = NONE, distance = NONE;
    for (uint32_t k = 0; k < board->mines && f->gold >= ROAD_GOLD; k++) {
        uint32_t d = fortress_distance(board->mine[k], unit->cell);
        if (f->s->know[f->me].mine[k] == f->me + 1 && d < distance &&
            !has_road(f, board->mine[k])) {
            distance = d;
            best = board->mine[k];
        }
    }
    for (uint32_t d = 0; d < FORTRESS_DIRECTIONS && best != NONE; d++) {
        uint32_t cell = fortress_beside(best, d);
        if (cell != RD_NO_CELL && fortress_distance(cell, unit->cell) < distance &&
            fortress_give(f, FORTRESS_ROAD_TO, unit->id, cell)) {
            return;
        }
    }
}

static void order_workers(struct fortress_field *f)
{
    for (uint32_t slot = 0; slot < f->s->side[f->me].units; slot++) {
        if (fortress_is_busy(f, slot)) {
            continue;
        }
        uint32_t type = fortress_unit(f, slot)->type;
        if (fortress_is(type, FORTRESS_T_LOOKS_OUT)) {
            order_scout(f, slot);
        } else if (fortress_is(type, FORTRESS_T_DIGS_GOLD)) {
            order_miner(f, slot);
        } else if (fortress_is(type, FORTRESS_T_BUILDS)) {
            order_builder(f, slot);
        }
    }
}

/* ---- buying ---- */

/* At the turn limit, mines count where bases and towers are whole: who is drilled minds that. */
static uint32_t wanted_scouts(const struct fortress_field *f)
{
    uint32_t limit = f->s->turn_limit, turn = f->s->turn;
    uint32_t late = f->playbook->drilled && limit != 0 && turn + LATE >= limit ? LATE_SCOUTS : 0;
    return turn < EARLY && f->playbook->scouts > late ? f->playbook->scouts : late;
}

static uint32_t wanted_type(const struct fortress_field *f)
{
    const struct fortress_playbook *playbook = f->playbook;
    uint32_t wanted = playbook->miners < f->mines ? playbook->miners : f->mines;
    uint32_t miners = fortress_count_with(f->count, FORTRESS_T_DIGS_GOLD);
    if (fortress_count_with(f->count, FORTRESS_T_LOOKS_OUT) < wanted_scouts(f)) {
        return fortress_cheapest_with(FORTRESS_T_LOOKS_OUT);
    }
    if (miners < wanted && miners <= f->fighters) {
        return fortress_cheapest_with(FORTRESS_T_DIGS_GOLD);
    }
    if (f->mines >= ROAD_MINES &&
        fortress_count_with(f->count, FORTRESS_T_BUILDS) < playbook->builders) {
        return fortress_cheapest_with(FORTRESS_T_BUILDS);
    }
    return fortress_next_fighter(f->count, 4 * f->archers < playbook->archers * (f->fighters + 1));
}

/* The own mine nearest to home that lacks a miner, else the enemy. */
static uint32_t destination_of(const struct fortress_field *f, uint32_t type)
{
    const struct fortress_board *board = &f->s->board;
    uint32_t best = f->goal, distance = NONE;
    for (uint32_t k = 0; k < board->mines; k++) {
        int32_t own = f->s->know[f->me].mine[k] == f->me + 1;
        uint32_t d = fortress_distance(f->base, board->mine[k]);
        if (own == fortress_is(type, FORTRESS_T_DIGS_GOLD) && d < distance &&
            !is_claimed(f, NONE, board->mine[k], 0)) {
            distance = d;
            best = board->mine[k];
        }
    }
    return fortress_is(type, FORTRESS_T_BUILDS)    ? f->base
           : fortress_is(type, FORTRESS_T_FIGHTER) ? f->goal
                                                   : best;
}

/* Beside the base or a tower, where it has the shortest way. */
static int32_t buy(struct fortress_field *f, uint32_t type)
{
    uint32_t to = destination_of(f, type), best = NONE, distance = NONE;
    for (uint32_t slot = 0; slot < f->s->side[f->me].structures; slot++) {
        const struct fortress_piece *tower = &f->s->piece[fortress_structure_who(f->me, slot)];
        for (uint32_t d = 0; d <= FORTRESS_DIRECTIONS && tower->health > 0; d++) {
            uint32_t cell =
                d == FORTRESS_DIRECTIONS ? tower->cell : fortress_beside(tower->cell, d);
            struct rd_action order = { FORTRESS_BUY, { (uint16_t)type, (uint16_t)cell, 0 } };
            if (cell != RD_NO_CELL && fortress_distance(cell, to) < distance &&
                !fortress_has(&f->taken, cell) &&
                f->position->game->judge(f->s, f->position->seat, order).code == RD_OK) {
                distance = fortress_distance(cell, to);
                best = cell;
            }
        }
    }
    if (best == NONE || !fortress_give(f, FORTRESS_BUY, type, best)) {
        return 0;
    }
    fortress_add(&f->taken, best);
    return 1;
}

static void order_purchases(struct fortress_field *f)
{
    for (uint32_t i = 0; i < PURCHASES; i++) {
        uint32_t type = wanted_type(f);
        if (f->gold < fortress_kinds[type].cost || !buy(f, type)) {
            return;
        }
        f->gold -= fortress_kinds[type].cost;
        count_one(f, type);
    }
}

uint32_t fortress_playbook_orders(const struct rd_search_position *position,
                                  const struct fortress_playbook *playbook, struct rd_action *out,
                                  uint32_t cap)
{
    struct fortress_field f;
    f.out = out;
    f.cap = cap;
    look(&f, position, playbook);
    order_workers(&f);
    fortress_order_army(&f);
    order_purchases(&f);
    struct rd_action done = { FORTRESS_DONE, { 0, 0, 0 } };
    out[f.orders++] = done;
    return f.orders;
}
