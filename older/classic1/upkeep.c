/* Upkeep, the first part of a turn: R4.2, R4.3. */
#include "classic_internal.h"

#include <string.h>

void classic1_clear_orders(struct classic1_secret *secret)
{
    memset(secret, 0, sizeof *secret);
}

static void pay(struct classic1_open *open, uint32_t seat, struct rd_event_log *log)
{
    int32_t income = CLASSIC_INCOME;
    for (uint32_t i = 0; i < CLASSIC_MINES; i++) {
        income += open->mine[i] == seat + 1 ? CLASSIC_MINE_INCOME : 0;
    }
    RD_ASSERT(seat < CLASSIC_SEATS);
    int32_t room = CLASSIC_GOLD_MAX - open->gold[seat];
    open->gold[seat] += income < room ? income : room;
    if (log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)seat, income, open->gold[seat] };
        classic1_tell(log, CLASSIC_E_INCOME, 0, arg);
    }
}

static void recover(struct classic1_unit *unit, struct rd_event_log *log)
{
    RD_ASSERT(unit->type < CLASSIC_TYPES);
    int32_t gained = classic1_kinds[unit->type].regen;
    if (gained > CLASSIC_HEALTH_MAX - unit->health) {
        gained = CLASSIC_HEALTH_MAX - unit->health;
    }
    unit->health = (uint8_t)(unit->health + gained);
    if (log != NULL && gained > 0) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { unit->id, gained, unit->health };
        classic1_tell(log, CLASSIC_E_HEALED, 0, arg);
    }
}

void classic1_upkeep(struct classic1_state *state, struct rd_event_log *log)
{
    struct classic1_open *open = &state->open;
    if (log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)open->turn };
        classic1_tell(log, CLASSIC_E_TURN, 0, arg);
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        pay(open, seat, log);
    }
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        for (uint32_t slot = 1; slot < open->unit_count[seat]; slot++) {
            if (state->secret[seat].order[slot].verb == CLASSIC_HEAL) {
                recover(&open->unit[seat][slot], log);
            }
        }
        classic1_clear_orders(&state->secret[seat]);
    }
}
