/*
 * batch/spot.h - one game of a batch, and all that can be done to it.
 *
 * Pure, as the rules are: the same source plays on the threads of this machine and on a card.
 */
#ifndef REDOUBT_BATCH_SPOT_H
#define REDOUBT_BATCH_SPOT_H

#include <stdbool.h>

#include "redoubt/batch.h"

/* One game, but for its state. Flat: it is saved as it is. */
struct slot {
    uint64_t key[2];
    uint64_t drawn;
    uint32_t episode;
    uint32_t steps;
    uint32_t illegal;
    rd_seats to_act;
    uint8_t ended; /* terminated or truncated, and not reset yet */
    uint8_t zero[2];
};
RD_STATIC_ASSERT(sizeof(struct slot) == 40, "flat, without padding");

/* What all games of a batch play. */
struct terms {
    const struct rd_game *game;
    const struct rd_setup *setup;
    uint32_t seats;
    uint32_t flags; /* enum rd_batch_flag */
    uint32_t steps; /* an episode is cut off after so many; 0: never */
};

/* In a module for a card the game is a constant, so that calls of it are direct ones. CARD is its
 * id. */
#if defined(CARD)
#define CARD_PASTE(id, name) id##_##name
#define CARD_NAME(id, name)  CARD_PASTE(id, name)
#define CARD_GAME            CARD_NAME(CARD, game)
#define CARD_ZEROES          true /* masks are 0 before a kernel sees them */
extern const struct rd_game CARD_GAME;
#else
#define CARD_ZEROES false
#endif

static inline const struct rd_game *rules_of(const struct terms *terms)
{
#if defined(CARD_GAME)
    (void)terms;
    return &CARD_GAME;
#else
    return terms->game;
#endif
}

/* Where a game lies. */
struct spot {
    uint32_t game; /* its number in the batch */
    struct slot *slot;
    void *state;
    void *final;        /* where its last episode ended; NULL: not kept */
    uint8_t *has_ended; /* there is such a state */
};

/* What a worker has for itself. */
struct desk {
    void *view;
    void *trial; /* a state that is looked at before it is played on */
    struct rd_action *legal;
    struct rd_factors factors;
};

/* What is asked for masks. */
struct mask_question {
    uint32_t step, width;
    struct rd_action chosen;
};

enum { NO_SEAT = 255 };

static inline rd_seats spot_to_act(struct spot spot)
{
    return spot.slot->ended ? 0 : spot.slot->to_act;
}

/* A walk over the seats that are asked for, as rd_batch_observe() and others do. */
struct asked {
    rd_seat seat[RD_SEATS_MAX];
    uint32_t count;
};
struct asked spot_asked(const struct terms *terms, rd_seats seats, rd_seats to_act);

/* Episode 0 of the seed. */
void spot_reset(const struct terms *terms, struct spot spot, uint64_t seed);
/* The lowest seat whose order is refused, or NO_SEAT. orders: of each seat. */
uint32_t spot_refused(const struct terms *terms, struct spot spot, const struct rd_action *orders);
/* result: of the whole batch. */
void spot_step(const struct terms *terms, struct spot spot, const struct rd_action *orders,
               const struct rd_batch_result *result);
void spot_look(const struct terms *terms, struct spot spot, const struct rd_batch_result *result);

/* Who looks, and where. */
struct glance {
    rd_seats seats;
    bool final;  /* where the last episode ended */
    bool packed; /* rather than tensors */
};

static inline size_t glance_bytes(const struct glance *glance, const struct rd_game *game)
{
    return glance->packed ? rd_packed_size(game) : game->tensor_size;
}

/* What rd_batch_observe() and others write for one game: the seats asked for, one after the other.
 */
void spot_observe(const struct terms *terms, struct spot spot, const struct desk *desk,
                  const struct glance *glance, void *out);
void spot_masks(const struct terms *terms, struct spot spot, struct desk *desk, rd_seats seats,
                uint32_t step, const struct rd_action *chosen, uint8_t *masks);
void spot_sample(const struct terms *terms, struct spot spot, struct desk *desk, rd_seats seats,
                 uint64_t key, struct rd_action *orders);

/* How legal orders are asked for, into a mask of zeros: batch/desk.c keeps factors,
 * batch/cuda/stream.c lets them pass by. */
void desk_mask(struct desk *desk, const struct terms *terms, const void *state, rd_seat seat,
               struct mask_question question, uint8_t *mask);
struct rd_action desk_sample(struct desk *desk, const struct terms *terms, const void *state,
                             rd_seat seat, struct rd_luck *luck);

/* Of a game that only lists: what both of them do. */
void spot_mask_of_list(const struct terms *terms, const void *state, rd_seat seat,
                       struct rd_action *list, struct mask_question question, uint8_t *mask);
struct rd_action spot_sample_of_list(const struct terms *terms, const void *state, rd_seat seat,
                                     struct rd_action *list, struct rd_luck *luck);

#endif
