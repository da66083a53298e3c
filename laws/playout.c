#include "laws/playout.h"

#include <string.h>

#include "bots/bot.h"
#include "redoubt/hash.h"

enum { SETUP_TRIES = 1000, ANY_TIME_ONE_IN = 8 };

/* What the streams of luck that follow from a seed are for; 0 is the game's own. */
enum stream { STREAM_SETUP = 1, STREAM_CHOICES, STREAM_GUESSES };

static int32_t draw_option(const struct rd_option *option, struct rd_luck *luck)
{
    switch (rd_luck_range(luck, 0, 3)) {
    case 0:
        return option->min;
    case 1:
        return option->preset;
    case 2:
        return option->max;
    default:
        return rd_luck_range(luck, option->min, option->max);
    }
}

int playout_setup(const struct rd_game *game, struct rd_luck *luck, struct rd_setup *setup)
{
    for (uint32_t try = 0; try < SETUP_TRIES; try++) {
        rd_setup_presets(game, setup);
        setup->seats = (uint8_t)rd_luck_range(luck, game->seats_min, game->seats_max);
        for (uint32_t i = 0; game->options[i].key != NULL; i++) {
            setup->option[i] = draw_option(&game->options[i], luck);
        }
        if (game->check_setup(setup).code == RD_OK) {
            return 1;
        }
    }
    return 0;
}

rd_seat playout_seat(rd_seats to_act, uint32_t seats, struct rd_luck *luck)
{
    rd_seats eligible = to_act;
    if (rd_luck_range(luck, 1, ANY_TIME_ONE_IN) == 1) {
        eligible = (rd_seats)((1u << seats) - 1);
    }
    rd_seat among[RD_SEATS_MAX];
    int32_t count = 0;
    for (rd_seat seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((eligible & RD_SEAT_BIT(seat)) != 0) {
            among[count++] = seat;
        }
    }
    RD_ASSERT(count > 0);
    return among[rd_luck_range(luck, 0, count - 1)];
}

struct rd_action playout_action(const struct rd_game *game, const struct rd_action *legal,
                                uint32_t count, struct rd_luck *luck)
{
    /* No view and no seat: this bot looks at nothing but the list. */
    struct rd_bot_question question = {
        .game = game, .legal = legal, .legal_count = count, .luck = luck
    };
    return legal[rd_bot_find(game, "random")->choose(&question)];
}

void playout_begin(struct playout *p, const struct rd_game *game, uint64_t seed,
                   const struct rd_setup *setup)
{
    RD_ASSERT(game->state_size <= PLAYOUT_STATE_MAX);
    RD_ASSERT(game->view_size <= PLAYOUT_STATE_MAX);
    RD_ASSERT(game->legal_max <= PLAYOUT_LEGAL_MAX);
    RD_ASSERT(game->events_max <= PLAYOUT_EVENTS_MAX);
    RD_ASSERT(game->tensor_size <= PLAYOUT_TENSOR_MAX);
    memset(p, 0, sizeof *p);
    p->game = game;
    p->luck = rd_luck_from_seed(seed);
    p->chooser = rd_luck_from_key(seed, STREAM_CHOICES);
    p->log.event = p->event;
    p->log.cap = PLAYOUT_EVENTS_MAX;
    if (setup != NULL) {
        p->setup = *setup;
    } else {
        struct rd_luck luck = rd_luck_from_key(seed, STREAM_SETUP);
        int found = playout_setup(game, &luck, &p->setup);
        RD_ASSERT(found);
    }
    game->init(p->state, &p->setup, &p->luck);
}

int playout_step(struct playout *p)
{
    const struct rd_game *game = p->game;
    for (;;) {
        rd_seats to_act = game->to_act(p->state);
        if (to_act == 0) {
            return 0;
        }
        rd_seat seat = playout_seat(to_act, p->setup.seats, &p->chooser);
        uint32_t count = game->legal(p->state, seat, p->legal, PLAYOUT_LEGAL_MAX);
        if (count == 0) {
            continue; /* a seat that was asked out of turn */
        }
        p->seat = seat;
        p->action = playout_action(game, p->legal, count, &p->chooser);
        p->log.count = 0;
        game->apply(p->state, seat, p->action, &p->luck, &p->log);
        p->steps++;
        return 1;
    }
}

uint64_t playout_state_hash(const struct playout *p)
{
    return rd_hash(p->state, p->game->state_size);
}

/* ---- all that can be asked ------------------------------------------------------------------ */

static void add_to_hash(uint64_t *hash, const void *bytes, uint32_t size)
{
    uint64_t mix[2] = { *hash, rd_hash(bytes, size - size % 8) };
    uint64_t rest = 0;
    memcpy(&rest, (const uint8_t *)bytes + (size - size % 8), size % 8);
    mix[1] ^= rest;
    *hash = rd_hash(mix, sizeof mix);
}

static void hash_scene(uint64_t *hash, const struct rd_scene *scene)
{
    add_to_hash(hash, scene, offsetof(struct rd_scene, cell));
    add_to_hash(hash, scene->cell, scene->cell_count * (uint32_t)sizeof scene->cell[0]);
    add_to_hash(hash, scene->token, scene->token_count * (uint32_t)sizeof scene->token[0]);
    add_to_hash(hash, scene->counter, scene->counter_count * (uint32_t)sizeof scene->counter[0]);
    add_to_hash(hash, scene->mark, scene->mark_count * (uint32_t)sizeof scene->mark[0]);
}

static void hash_seat(uint64_t *hash, struct playout *p, rd_seat seat)
{
    const struct rd_game *game = p->game;
    game->observe(p->state, seat, p->view);
    add_to_hash(hash, p->view, game->view_size);
    game->encode(p->view, (int8_t *)p->tensor);
    add_to_hash(hash, p->tensor, game->tensor_size);
    game->scene(p->view, &p->scene);
    hash_scene(hash, &p->scene);
    if (seat == RD_SPECTATOR) {
        return;
    }
    struct rd_luck luck = rd_luck_from_key(p->steps, STREAM_GUESSES);
    game->guess(p->view, &luck, p->guess);
    add_to_hash(hash, p->guess, game->state_size);
    uint32_t count = game->legal(p->state, seat, p->legal, PLAYOUT_LEGAL_MAX);
    add_to_hash(hash, p->legal, count * (uint32_t)sizeof p->legal[0]);
}

uint64_t playout_answers_hash(struct playout *p)
{
    uint64_t hash = p->log.count;
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat < p->setup.seats || seat == RD_SPECTATOR) {
            hash_seat(&hash, p, seat);
        }
    }
    add_to_hash(&hash, p->event, p->log.count * (uint32_t)sizeof p->event[0]);
    struct rd_outcome outcome;
    p->game->outcome(p->state, &outcome);
    add_to_hash(&hash, &outcome, sizeof outcome);
    struct rd_turns turns = p->game->turns(p->state);
    add_to_hash(&hash, &turns, sizeof turns);
    uint8_t sound = p->game->audit(p->state) == NULL;
    add_to_hash(&hash, &sound, sizeof sound);
    return hash;
}
