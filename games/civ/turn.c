/* Turns and rounds (R5.1, R13.4). */
#include "civ_internal.h"

void civ_begin_turn(struct civ_deed *deed)
{
    RD_ASSERT(deed->seat < CIV_SEATS);
    struct civ_side *side = &deed->state->side[deed->seat];
    for (uint32_t i = 0; i < side->workers; i++) {
        side->worker[i] = (uint16_t)(side->worker[i] & ~CIV_MOVED);
    }
    for (uint32_t i = 0; i < side->armies; i++) {
        side->army[i] = (uint16_t)(side->army[i] & ~CIV_MOVED);
    }
    civ_harvest(deed);
    civ_eat(deed);
}

/* The seats that follow, round after round, until one is in play. Returns how many without a city
 * were passed; the game is over if the last round ended on the way. */
static uint32_t find_next(struct civ_deed *deed)
{
    struct civ_state *s = deed->state;
    uint32_t last_round =
        s->table.round_limit > 0 ? s->table.round_limit : (uint32_t)CIV_ROUNDS_END;
    uint32_t passed = 0;
    RD_ASSERT(civ_seats_in_play(s) > 0);
    RD_ASSERT(s->table.current < CIV_SEATS && s->table.round <= last_round);
    for (;;) {
        s->table.current++;
        if (s->table.current == CIV_SEATS) {
            s->table.current = 0;
            if (s->table.round == last_round) {
                civ_finish(deed, CIV_LIMIT, CIV_SEATS);
                return passed;
            }
            s->table.round++;
        }
        const struct civ_side *side = &s->side[s->table.current];
        if (side->standing == CIV_IN_PLAY) {
            return passed;
        }
        passed += side->cities == 0;
    }
}

void civ_pass_turn(struct civ_deed *deed)
{
    struct civ_state *s = deed->state;
    uint32_t passed = find_next(deed);
    if (s->table.ending != CIV_PLAYING) {
        return;
    }
    deed->seat = s->table.current;
    RD_ASSERT(s->side[deed->seat].standing == CIV_IN_PLAY);
    civ_look(deed);
    if (deed->log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { (int32_t)deed->seat, (int32_t)s->table.round };
        civ_tell(deed, CIV_E_TURN, RD_ALL_SEATS, arg);
    }
    uint32_t times = (s->table.defects & CIV_B7) != 0 ? passed + 1 : 1; /* R15.18 */
    for (uint32_t i = 0; i < times; i++) {
        civ_begin_turn(deed);
    }
}

void civ_end_turn(struct civ_deed *deed)
{
    struct civ_state *s = deed->state;
    if (!civ_ruleset_of(&s->table)->at_once) {
        civ_combat_stage(deed);
        civ_check_conquest(deed);
    }
    s->table.ended++;
    if (s->table.ending == CIV_PLAYING) {
        civ_pass_turn(deed);
    }
}
