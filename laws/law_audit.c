/* Law 9: audit() holds in play, and is a wall against everything else: what it lets through can be
 * played to its end. A crash in here is caught by the parent process. */
#include <string.h>

#include "laws/laws.h"
#include "laws/playout.h"

enum {
    MUTANTS = 32,     /* states made from the true one at each position looked at */
    MAPS = 8,         /* likewise, of its map */
    CHANGES_MAX = 4,  /* in one mutant */
    SHORT_PLAY = 60,  /* steps that most mutants are played on */
    LONG_ONE_IN = 64, /* mutants that are played to their end */
    OPTION_BYTES = 4  /* the most that a plain option fills */
};

void law_audit_step(struct trial *trial, const struct step *step)
{
    const char *flaw = trial->game->audit(trial->state);
    (void)step;
    if (flaw != NULL) {
        law_broken(trial, "the state fails audit: %s", flaw);
    }
}

/* Everything that reads a state must survive this one. */
static void look_at(struct trial *trial, const void *state, uint32_t seats)
{
    const struct rd_game *game = trial->game;
    struct rd_outcome outcome;
    game->outcome(state, &outcome);
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat < seats || seat == RD_SPECTATOR) {
            game->observe(state, seat, trial->view[0]);
            game->encode(trial->view[0], trial->tensor[0]);
            game->scene(trial->view[0], trial->scene[0]);
        }
        if (seat < seats) {
            struct rd_luck luck = law_luck(trial, 300);
            game->guess(trial->view[0], &luck, trial->spare[2]);
        }
    }
}

/* One random order of one seat; false when nobody has any. */
static bool step_on(struct trial *trial, void *state, struct rd_luck *luck)
{
    const struct rd_game *game = trial->game;
    rd_seats to_act = game->to_act(state);
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((to_act & RD_SEAT_BIT(seat)) == 0) {
            continue;
        }
        uint32_t count = game->legal(state, seat, trial->legal, game->legal_max);
        if (count == 0 || count > game->legal_max) {
            return !law_broken(trial,
                               "seat %u is to act with %u legal actions in a state that audit "
                               "lets through",
                               seat, count);
        }
        trial->heard.count = 0;
        game->apply(state, seat, playout_action(trial->game, trial->legal, count, luck), luck,
                    &trial->heard);
        return true;
    }
    return false;
}

/* Whatever passed audit is played on; every state on the way must pass too. */
static bool play_on(struct trial *trial, void *state, uint32_t steps, struct rd_luck *luck)
{
    struct rd_outcome outcome;
    trial->game->outcome(state, &outcome);
    if (outcome.seats > RD_SEATS_MAX) {
        return !law_broken(trial, "audit lets a game of %u seats through", outcome.seats);
    }
    look_at(trial, state, outcome.seats);
    for (uint32_t i = 0; i < steps && step_on(trial, state, luck); i++) {
        const char *flaw = trial->game->audit(state);
        if (flaw != NULL) {
            return !law_broken(
                trial, "a changed state passes audit and fails it %u steps later: %s", i + 1, flaw);
        }
        if (trial->heard.count > trial->game->events_max) {
            return !law_broken(trial, "a state that audit lets through logs %u events in one step",
                               trial->heard.count);
        }
    }
    look_at(trial, state, outcome.seats);
    return !trial->order.finding->broken;
}

/* Most bytes of most states are 0 and of no use: every other change is made to one that is not. */
static uint32_t draw_byte(const uint8_t *bytes, uint32_t size, struct rd_luck *luck)
{
    uint32_t at = (uint32_t)rd_luck_range(luck, 0, (int32_t)size - 1);
    bool used = rd_luck_range(luck, 0, 1) == 1;
    for (uint32_t i = 0; used && bytes[at] == 0 && i < size; i++) {
        at = (at + 1) % size;
    }
    return at;
}

static void change_bytes(uint8_t *bytes, uint32_t size, struct rd_luck *luck)
{
    int32_t changes = rd_luck_range(luck, 1, CHANGES_MAX);
    for (int32_t i = 0; i < changes; i++) {
        uint32_t at = draw_byte(bytes, size, luck);
        uint32_t from = (uint32_t)rd_luck_range(luck, 0, (int32_t)size - 1);
        switch (rd_luck_range(luck, 0, 4)) {
        case 0:
            bytes[at] = (uint8_t)(bytes[at] + 1);
            break;
        case 1:
            bytes[at] = (uint8_t)(bytes[at] - 1);
            break;
        case 2:
            bytes[at] = (uint8_t)(bytes[at] ^ 1u << rd_luck_range(luck, 0, 7));
            break;
        case 3:
            bytes[at] = (uint8_t)rd_luck_range(luck, 0, 255);
            break;
        default:
            bytes[at] = bytes[from];
            break;
        }
    }
}

static void fill_random(uint8_t *bytes, uint32_t size, struct rd_luck *luck)
{
    const uint64_t key[2] = { (uint64_t)rd_luck_range(luck, 0, INT32_MAX), 0 };
    for (uint32_t i = 0; i < size; i += 8) {
        uint64_t word = rd_siphash(key, &i, sizeof i);
        memcpy(bytes + i, &word, size - i < 8 ? size - i : 8);
    }
}

static bool states_of_noise(struct trial *trial, struct rd_luck *luck)
{
    uint32_t size = trial->game->state_size;
    for (uint32_t kind = 0; kind < 3; kind++) {
        memset(trial->spare[0], kind == 0 ? 0x00 : 0xff, size);
        if (kind == 2) {
            fill_random(trial->spare[0], size, luck);
        }
        if (trial->game->audit(trial->spare[0]) == NULL &&
            !play_on(trial, trial->spare[0], SHORT_PLAY, luck)) {
            return false;
        }
    }
    return true;
}

/* ---- what passes can be written down ---- */

/* Words in which one option and little else decides bytes, such as a limit of turns. A position
 * leaves them to the setup. */
static void find_options(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    uint8_t *first = trial->spare[1], *other = trial->spare[2];
    struct rd_luck luck = rd_luck_from_seed(0), same = luck;
    memset(trial->is_option, 0, game->state_size);
    game->init(first, &trial->setup, &luck);
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        const struct rd_option *option = &game->options[i];
        struct rd_setup setup = trial->setup;
        setup.option[i] = setup.option[i] == option->min ? option->min + 1 : option->min;
        if (option->min == option->max || game->check_setup(&setup).code != RD_OK) {
            continue;
        }
        luck = same;
        game->init(other, &setup, &luck);
        uint32_t differ = 0;
        for (uint32_t k = 0; k < game->state_size; k++) {
            differ += first[k] != other[k];
        }
        for (uint32_t k = 0; differ <= OPTION_BYTES && k < game->state_size; k++) {
            if (first[k] != other[k]) {
                memset(trial->is_option + k / OPTION_BYTES * OPTION_BYTES, 1, OPTION_BYTES);
            }
        }
    }
    trial->options_known = true;
}

/* JSON has a place for every byte that may differ, and reads no less than audit lets through. */
static bool can_be_written(struct trial *trial, const void *changed)
{
    const struct rd_game *game = trial->game;
    const struct rd_codec *codec = rd_codec_of(game);
    struct rd_problem problem = { "" };
    struct rd_luck luck = law_luck(trial, 301);
    uint8_t *state = trial->spare[1], *again = trial->spare[2];
    if (!trial->options_known) {
        find_options(trial);
    }
    memcpy(state, changed, game->state_size);
    for (uint32_t i = 0; i < game->state_size; i++) {
        state[i] = trial->is_option[i] ? ((const uint8_t *)trial->state)[i] : state[i];
    }
    if (game->audit(state) != NULL) {
        return true;
    }
    json_t *written = codec->position(state);
    bool read = codec->read_position(written, &trial->setup, &luck, again, &problem);
    json_decref(written);
    if (!read) {
        return !law_broken(trial, "a changed state passes audit, and its JSON is refused: %s",
                           problem.text);
    }
    for (uint32_t i = 0; i < game->state_size; i++) {
        if (again[i] != state[i]) {
            return !law_broken(trial,
                               "a changed state passes audit, and its JSON does not say that "
                               "byte %u is %u",
                               i, state[i]);
        }
    }
    return true;
}

static bool states_nearby(struct trial *trial, struct rd_luck *luck)
{
    for (uint32_t i = 0; i < MUTANTS; i++) {
        memcpy(trial->spare[0], trial->state, trial->game->state_size);
        change_bytes(trial->spare[0], trial->game->state_size, luck);
        bool whole = rd_luck_range(luck, 1, LONG_ONE_IN) == 1;
        if (trial->game->audit(trial->spare[0]) != NULL) {
            continue;
        }
        if (rd_game_find(trial->game->id) != NULL && !can_be_written(trial, trial->spare[0])) {
            return false;
        }
        uint32_t steps = whole ? trial_steps_max(trial, trial->spare[0]) : SHORT_PLAY;
        if (!play_on(trial, trial->spare[0], steps, luck)) {
            return false;
        }
    }
    return true;
}

/* A map that check_map has nothing against must be playable. */
static bool try_map(struct trial *trial, struct rd_luck *luck)
{
    const struct rd_game *game = trial->game;
    struct rd_setup setup = trial->setup;
    struct rd_verdict verdict[2] = { { 0 }, { .code = 0xabcd } };
    uint32_t problems = game->check_map(trial->map, verdict, 1);
    setup.map = trial->map;
    setup.map_size = game->map_size;
    if (verdict[1].code != 0xabcd || (problems > 0 && verdict[0].code != RD_BAD_MAP)) {
        return !law_broken(trial, "check_map() writes past its room, or not RD_BAD_MAP");
    }
    if ((problems == 0) != (game->check_setup(&setup).code == RD_OK)) {
        return !law_broken(trial, "check_map() finds %u problems, check_setup() says %u", problems,
                           game->check_setup(&setup).code);
    }
    if (problems > 0) {
        return true;
    }
    game->init(trial->spare[0], &setup, luck);
    const char *flaw = game->audit(trial->spare[0]);
    if (flaw != NULL) {
        return !law_broken(trial, "a changed map is accepted, and its beginning fails audit: %s",
                           flaw);
    }
    return play_on(trial, trial->spare[0], SHORT_PLAY, luck);
}

static bool maps_nearby(struct trial *trial, struct rd_luck *luck)
{
    for (uint32_t i = 0; i < MAPS; i++) {
        rd_codec_of(trial->game)->map_of_state(trial->state, trial->map);
        if (i == 0) {
            fill_random(trial->map, trial->game->map_size, luck);
        } else if (i > 1) {
            change_bytes(trial->map, trial->game->map_size, luck);
        }
        if (!try_map(trial, luck)) {
            return false;
        }
    }
    return true;
}

void law_audit_garbage(struct trial *trial)
{
    struct rd_luck luck = law_luck(trial, 0);
    law_audit_step(trial, NULL);
    if (trial->order.finding->broken) {
        return;
    }
    if (states_of_noise(trial, &luck) && states_nearby(trial, &luck) && trial->game->map_size > 0 &&
        trial->setup.map == NULL) {
        maps_nearby(trial, &luck);
    }
}
