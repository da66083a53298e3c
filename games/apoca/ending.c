/* How a game ends: fallen bases, the tie-break list, resignation (R8.1 to R8.5). */
#include "apoca_internal.h"

#include <string.h>

/* What a player has to show when the bases don't decide, in the order of R8.3. */
enum criterion { MONEY, TOWERS, SPENDING, MERCENARIES, VIGOUR, CRITERIA };

struct worth {
    int64_t of[CRITERIA];
};

static struct worth worth_of(const struct apoca_open *open, uint32_t seat)
{
    RD_ASSERT(open->rules <= APOCA_MEGAMINER);
    const struct apoca_ruleset *rules = &apoca_rulesets[open->rules];
    struct worth worth = { { 0 } };
    RD_ASSERT(seat < APOCA_SEATS);
    worth.of[MONEY] = open->money[seat];
    int64_t standing = 0;
    for (uint32_t i = 0; i < open->tower_count; i++) {
        const struct apoca_tower *tower = &open->tower[i];
        if (apoca_land_owner(open, tower->land) == seat) {
            worth.of[TOWERS]++;
            standing += apoca_kind_of(tower)->price;
        }
    }
    worth.of[SPENDING] = rules->standing_prices ? standing : open->spent[seat]; /* R11.10 */
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        int32_t counts = apoca_is_alive(unit) || rules->corpses_count; /* R11.11 */
        if (apoca_unit_is(unit, APOCA_HIRED) && apoca_unit_team(unit) == seat && counts) {
            worth.of[MERCENARIES]++;
            worth.of[VIGOUR] += unit->health;
        }
    }
    return worth;
}

uint32_t apoca_tie_break(const struct apoca_open *open)
{
    struct worth red = worth_of(open, APOCA_RED);
    struct worth blue = worth_of(open, APOCA_BLUE);
    for (uint32_t i = 0; i < CRITERIA; i++) {
        if (red.of[i] != blue.of[i]) {
            return APOCA_RED_MONEY + 2 * i + (red.of[i] < blue.of[i]);
        }
    }
    return APOCA_TIED;
}

uint32_t apoca_base_check(const struct apoca_open *open)
{
    int32_t red_fell = open->health[APOCA_RED] <= 0;
    int32_t blue_fell = open->health[APOCA_BLUE] <= 0;
    if (red_fell && blue_fell) { /* R8.2 */
        return apoca_tie_break(open);
    }
    if (red_fell || blue_fell) { /* R8.1 */
        return red_fell ? APOCA_RED_BASE_FELL : APOCA_BLUE_BASE_FELL;
    }
    return APOCA_PLAYING;
}

static void tell_end(const struct apoca_open *open, struct rd_event_log *log)
{
    for (int32_t seat = 0; seat < APOCA_SEATS; seat++) {
        if (open->health[seat] <= 0) {
            const int32_t arg[RD_EVENT_ARGS_MAX] = { seat };
            apoca_tell_seats(log, APOCA_E_BASE_FELL, RD_ALL_SEATS, arg);
        }
    }
    if (open->ending >= APOCA_RED_MONEY && open->ending <= APOCA_BLUE_VIGOUR) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { open->winner,
                                                 (open->ending - APOCA_RED_MONEY) / 2 };
        apoca_tell_seats(log, APOCA_E_TIE_BROKEN, RD_ALL_SEATS, arg);
    }
    if (open->ending == APOCA_TIED) {
        const int32_t none[RD_EVENT_ARGS_MAX] = { 0 };
        apoca_tell_seats(log, APOCA_E_TIED, RD_ALL_SEATS, none);
    }
}

void apoca_end(struct apoca_open *open, uint32_t ending, struct rd_event_log *log)
{
    RD_ASSERT(open->ending == APOCA_PLAYING);
    RD_ASSERT(ending > APOCA_PLAYING);
    RD_ASSERT(ending < APOCA_ENDINGS);
    open->ending = (uint8_t)ending;
    open->winner = (uint8_t)apoca_ending_winner(ending);
    if (log != NULL) {
        tell_end(open, log);
    }
}

void apoca_resign(void *state, rd_seat seat, struct rd_event_log *log)
{
    struct apoca_state *s = state;
    RD_ASSERT(seat < APOCA_SEATS);
    if (log != NULL) {
        const int32_t arg[RD_EVENT_ARGS_MAX] = { seat };
        apoca_tell_seats(log, APOCA_E_RESIGNED, RD_ALL_SEATS, arg);
    }
    apoca_end(&s->open, seat == APOCA_RED ? APOCA_RED_RESIGNED : APOCA_BLUE_RESIGNED, log);
    for (uint32_t i = 0; i < APOCA_SEATS; i++) { /* R8.5: the turn under way is not played */
        apoca_clear_orders(&s->secret[i]);
    }
}

void apoca_outcome(const void *state, struct rd_outcome *outcome)
{
    const struct apoca_state *s = state;
    memset(outcome, 0, sizeof *outcome);
    outcome->seats = APOCA_SEATS;
    if (s->open.ending == APOCA_PLAYING) {
        return;
    }
    outcome->over = 1;
    outcome->ending = s->open.ending;
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        int32_t lost = s->open.winner == 1 - seat;
        outcome->rank[seat] = lost ? 2 : 1;
        outcome->score[seat] = s->open.winner == seat;
    }
}

struct rd_turns apoca_turns(const void *state)
{
    const struct apoca_state *s = state;
    struct rd_turns turns = { s->open.turn, s->open.turn_limit };
    return turns;
}
