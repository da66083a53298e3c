/* Execution: what was ordered is carried out step by step (R7.2, R10.0, R10.1). */
#include "fortress_internal.h"

#include <string.h>

/* ---- standing on cells ---- */

void fortress_leave(struct fortress_turn *turn, uint32_t who)
{
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    uint32_t cell = turn->s->piece[who].cell;
    RD_ASSERT(cell < FORTRESS_CELLS);
    if (turn->at[cell] == 1 + who) {
        turn->at[cell] = 0;
    }
    turn->stale |= 1u << fortress_owner(who) | FORTRESS_STALE_PIECES;
}

void fortress_enter(struct fortress_turn *turn, uint32_t who, uint32_t cell)
{
    struct fortress_state *s = turn->s;
    uint32_t seat = fortress_owner(who);
    uint32_t mine = fortress_mine_at(&s->board, cell);
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    s->piece[who].cell = (uint16_t)cell;
    s->piece[who].rank = (uint16_t)turn->next_rank; /* R3.5 */
    turn->next_rank++;
    RD_ASSERT(cell < FORTRESS_CELLS);
    turn->at[cell] = (uint16_t)(1 + who);
    turn->stale |= 1u << seat | FORTRESS_STALE_PIECES;
    if (mine != FORTRESS_NOBODY && seat != FORTRESS_NEUTRAL && s->mine_owner[mine] != seat + 1) {
        struct fortress_report report = { FORTRESS_E_MINE,
                                          0,
                                          fortress_witnesses(turn, who, cell),
                                          { (int32_t)seat, (int32_t)cell } };
        RD_ASSERT(mine < FORTRESS_MINES_MAX);
        uint32_t loser = s->mine_owner[mine];
        if (loser != 0 && ((uint32_t)report.seats >> (loser - 1u) & 1u) == 0) {
            turn->lost_mine[mine] = (uint8_t)loser;
        }
        s->mine_owner[mine] = (uint8_t)(seat + 1);
        fortress_tell(turn, &report);
    }
}

void fortress_look_around(struct fortress_turn *turn)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS && turn->stale != 0; seat++) {
        fortress_look_again(turn->s, seat, turn->stale);
    }
    turn->stale = 0;
}

/* Everybody on its cell, or off it: that is less to write than the whole board. */
static void stand(struct fortress_turn *turn, int32_t up)
{
    const struct fortress_state *s = turn->s;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
            uint32_t who = fortress_unit_who(seat, slot);
            turn->at[s->piece[who].cell] = (uint16_t)(up ? 1 + who : 0);
        }
        for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
            uint32_t who = fortress_structure_who(seat, slot);
            if (s->piece[who].health > 0) {
                turn->on[s->piece[who].cell] = (uint16_t)(up ? 1 + who : 0);
            }
        }
    }
    for (uint32_t i = 0; i < s->neutrals; i++) {
        uint32_t who = FORTRESS_FIRST_NEUTRAL + i;
        turn->at[s->piece[who].cell] = (uint16_t)(up ? 1 + who : 0);
    }
}

static void stand_up(struct fortress_turn *turn)
{
    const struct fortress_state *s = turn->s;
    memset(turn->cause, 0, sizeof turn->cause);
    memset(turn->hopped, 0, sizeof turn->hopped);
    memset(turn->trimmed, 0, sizeof turn->trimmed);
    memset(turn->waited, 0, sizeof turn->waited);
    memset(turn->lost_mine, 0, sizeof turn->lost_mine);
    turn->trapped_count = 0;
    turn->stale = 0;
    turn->next_rank = (uint32_t)s->side[0].units + s->side[1].units + s->neutrals + 1u;
    stand(turn, 1);
}

void fortress_turn_begin(struct fortress_turn *turn, struct fortress_state *s, struct rd_luck *luck,
                         struct rd_event_log *log)
{
    turn->s = s;
    turn->luck = luck;
    turn->log = log;
    turn->frames = NULL;
    memset(turn->at, 0, sizeof turn->at);
    memset(turn->on, 0, sizeof turn->on);
    stand_up(turn);
}

/* ---- R10.0 ---- */

static void take_aim(struct fortress_turn *turn, uint32_t seat, uint32_t who)
{
    const struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    const struct fortress_task *task = &s->task[who];
    turn->target[who] = (uint16_t)fortress_aim(s, seat, task->verb, task->cell);
}

static void prepare_units(struct fortress_turn *turn, uint32_t seat)
{
    struct fortress_state *s = turn->s;
    for (uint32_t slot = 0; slot < s->side[seat].units; slot++) {
        uint32_t who = fortress_unit_who(seat, slot);
        struct fortress_piece *unit = &s->piece[who];
        unit->flags = s->task[who].verb == FORTRESS_LOOKOUT ? FORTRESS_LOOKING_OUT : 0;
        if (s->task[who].verb == FORTRESS_HEAL) {
            unit->flags = FORTRESS_HEALING;
        }
        take_aim(turn, seat, who);
    }
    for (uint32_t slot = 0; slot < s->side[seat].structures; slot++) {
        take_aim(turn, seat, fortress_structure_who(seat, slot));
    }
}

static void prepare(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    turn->stale = FORTRESS_STALE_SIGHT; /* who looks out, and which wards see */
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        prepare_units(turn, seat);
    }
    for (uint32_t i = 0; i < s->ward_count; i++) {
        if (s->ward[i].vision <= s->turn) {
            s->ward[i].vision = 0;
        }
    }
    fortress_trim_moves(turn);
}

/* ---- R10.1 ---- */

static void appear(struct fortress_turn *turn, uint32_t who)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(who < FORTRESS_WHO_MAX);
    struct fortress_piece *unit = &s->piece[who];
    uint32_t seat = fortress_owner(who);
    RD_ASSERT(unit->cell < FORTRESS_CELLS);
    int32_t taken = turn->at[unit->cell] != 0;
    struct fortress_report report = { taken ? FORTRESS_E_REFUNDED : FORTRESS_E_APPEARED,
                                      0,
                                      RD_SEAT_BIT(seat),
                                      { (int32_t)seat, (int32_t)unit->id, unit->type,
                                        unit->cell } };
    if (!taken) {
        report.seats = fortress_witnesses(turn, who, unit->cell);
    }
    fortress_tell(turn, &report);
    if (taken) {
        RD_ASSERT(seat < FORTRESS_SEATS);
        RD_ASSERT(unit->type < FORTRESS_TYPES);
        s->side[seat].gold += fortress_kinds[unit->type].cost;
        unit->health = 0;
    } else {
        unit->flags = FORTRESS_NEW;
        fortress_enter(turn, who, unit->cell);
    }
}

/* Both players' purchases by id. */
static void purchases_appear(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    uint32_t next[FORTRESS_SEATS], end[FORTRESS_SEATS];
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        struct fortress_side *side = &s->side[seat];
        next[seat] = fortress_unit_who(seat, side->units);
        end[seat] = next[seat] + side->bought;
        side->gold -= side->spent;
        side->spent = 0;
    }
    while (next[0] < end[0] || next[1] < end[1]) {
        int32_t first =
            next[1] == end[1] || (next[0] < end[0] && s->piece[next[0]].id < s->piece[next[1]].id);
        uint32_t seat = first ? 0 : 1;
        s->side[seat].units++;
        s->side[seat].bought--;
        appear(turn, next[seat]);
        next[seat]++;
    }
}

static void open_eye(struct fortress_turn *turn, struct fortress_ward *ward)
{
    struct fortress_state *s = turn->s;
    RD_ASSERT(ward->cell < FORTRESS_CELLS);
    struct fortress_site site = fortress_site_read(s->site[ward->cell]);
    RD_ASSERT(site.owner < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[site.owner];
    int32_t pays = site.condition == FORTRESS_INTACT && side->mana >= FORTRESS_WARD_COST;
    if (pays) {
        side->mana -= FORTRESS_WARD_COST;
        ward->vision = (uint16_t)(s->turn + 1);
    } else if (side->mana < FORTRESS_WARD_COST) {
        ward->always = 0;
    }
    struct fortress_report report = { pays ? FORTRESS_E_WARD_SEES : FORTRESS_E_WARD_DARK,
                                      0,
                                      RD_SEAT_BIT(site.owner),
                                      { ward->cell, pays ? side->mana : 0 } };
    fortress_tell(turn, &report);
    turn->stale |= FORTRESS_STALE_SIGHT;
    ward->ordered = 0;
}

static void wards_open(struct fortress_turn *turn)
{
    struct fortress_state *s = turn->s;
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = 0; i < s->ward_count; i++) {
            if (s->ward[i].ordered && fortress_site_read(s->site[s->ward[i].cell]).owner == seat) {
                open_eye(turn, &s->ward[i]);
            }
        }
    }
}

static void spawn_step(struct fortress_turn *turn)
{
    purchases_appear(turn);
    wards_open(turn);
}

/* ---- the steps ---- */

/* R14.7: who lost a mine or a trap out of its sight is told when movement is over, and does not see
 * it in a frame before. */
static void hide_losses(const struct fortress_turn *turn, struct fortress_state *frame)
{
    const struct fortress_board *board = &frame->board;
    for (uint32_t i = 0; i < board->mines; i++) {
        uint32_t loser = turn->lost_mine[i];
        if (loser != 0 && !fortress_has(&frame->know[loser - 1].visible, board->mine[i])) {
            frame->know[loser - 1].mine[i] = (uint8_t)loser;
        }
    }
    for (uint32_t i = 0; i < turn->trapped_count; i++) {
        uint32_t cell = turn->s->piece[turn->trapped[i]].cell;
        uint32_t owner = 1 - fortress_owner(turn->trapped[i]);
        struct fortress_site site = fortress_site_read(frame->site[cell]);
        RD_ASSERT(site.type == FORTRESS_TRAP && site.owner == owner);
        site.condition = FORTRESS_INTACT;
        if (!fortress_has(&frame->know[owner].visible, cell)) {
            frame->know[owner].site[cell] = fortress_site_code(&site);
        }
    }
}

/* In a frame the dead are gone, who stay in their slots until the turn is over. So are the orders
 * that are being carried out: a path that is cut (R9.6) would tell of ground that nobody has seen.
 */
static void show(struct fortress_turn *turn, uint32_t step)
{
    struct fortress_state *frame = rd_frame_open(turn->frames, turn->s);
    if (frame == NULL) {
        return;
    }
    hide_losses(turn, frame);
    fortress_compact(frame);
    memset(frame->task, 0, sizeof frame->task);
    for (uint32_t who = 0; who < FORTRESS_FIRST_NEUTRAL; who++) {
        const struct fortress_plan kept = { .standing = frame->plan[who].standing,
                                            .standing_what = frame->plan[who].standing_what };
        frame->plan[who] = kept;
    }
    rd_frame_close(turn->frames, step, turn->log);
}

/* Looks, shows the step, and says whether the game is over: R16.1. */
static int32_t is_decided(struct fortress_turn *turn, uint32_t step)
{
    fortress_look_around(turn);
    show(turn, step);
    return fortress_fallen(turn->s) != FORTRESS_PLAYING;
}

static uint32_t play_out(struct fortress_turn *turn)
{
    void (*const step[])(struct fortress_turn *) = { spawn_step, fortress_spell_step,
                                                     fortress_attack_step,
                                                     fortress_engineering_step };
    for (uint32_t i = 0; i < sizeof step / sizeof step[0]; i++) {
        step[i](turn);
        if (is_decided(turn, FORTRESS_STEP_SPAWNS + i)) {
            return fortress_fallen(turn->s);
        }
    }
    int32_t more = 1;
    for (uint32_t tick = 0; more; tick++) {
        more = fortress_tick(turn, tick);
        if (is_decided(turn, FORTRESS_STEP_MOVEMENT)) {
            return fortress_fallen(turn->s);
        }
    }
    fortress_end_moves(turn);
    show(turn, FORTRESS_STEP_MOVEMENT);
    fortress_neutral_step(turn);
    if (is_decided(turn, FORTRESS_STEP_NEUTRALS)) {
        return fortress_fallen(turn->s);
    }
    const struct fortress_state *s = turn->s;
    int32_t last = (s->turn_limit != 0 && s->turn >= s->turn_limit) ||
                   s->turn >= FORTRESS_TURNS_END; /* R16.3 */
    return last ? fortress_decide_by_limit(s) : (uint32_t)FORTRESS_PLAYING;
}

void fortress_execute(struct fortress_state *s, struct rd_luck *luck, struct rd_event_log *log,
                      struct rd_frames *frames)
{
    struct fortress_turn turn;
    fortress_turn_begin(&turn, s, luck, log);
    turn.frames = frames;
    prepare(&turn);
    uint32_t ending = play_out(&turn);
    fortress_tell_unseen(&turn); /* of a game that ended on the way */
    stand(&turn, 0);
    fortress_compact(s);
    if (ending != FORTRESS_PLAYING) {
        fortress_end(s, ending, log);
        return;
    }
    s->turn++;
    stand_up(&turn);
    fortress_upkeep(&turn);
    if (rd_frame_open(frames, s) != NULL) { /* all is as it will be */
        rd_frame_close(frames, FORTRESS_STEP_UPKEEP, log);
    }
}
