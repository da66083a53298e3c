/*
 * The kernels of one game. tools/build-ptx makes a module of this, of the rules of that game and of
 * batch/spot.c; a test makes a program of it that plays on this machine as one thread of a card.
 *
 * CARD: the id of the game. What its table has there is a constant here: card_facts.h.
 */
#include "batch/cuda/job.h"

#include <string.h>

#include "card_facts.h"
#include "redoubt/hash.h"

#define CARD_STATE_SIZE  CARD_NAME(CARD, STATE_SIZE)
#define CARD_VIEW_SIZE   CARD_NAME(CARD, VIEW_SIZE)
#define CARD_LEGAL_MAX   CARD_NAME(CARD, LEGAL_MAX)
#define CARD_HAS_FACTORS CARD_NAME(CARD, HAS_FACTORS)

/* Lists of orders lie in card_job.desks, one thread's after another's: threads of a warp write at
 * different places of theirs, and memory of a thread's own is laid out for those that write at the
 * same. A game that makes factors is never asked for a list. */
enum { DESK_SIZE = CARD_HAS_FACTORS ? 0 : 8 * CARD_LEGAL_MAX };

enum { PACKED_WORDS = CARD_NAME(CARD, PACKED_SIZE) / 4 };

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel)) void
enum { LANES = 32 };

static uint32_t my_thread(void)
{
    return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
           __nvvm_read_ptx_sreg_tid_x();
}

static uint32_t all_threads(void)
{
    return __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}

static void note_lowest(uint32_t *fault, uint32_t mine)
{
    __nvvm_atom_min_gen_ui((unsigned int *)fault, mine);
}

static uint32_t my_lane(void)
{
    return __nvvm_read_ptx_sreg_tid_x() % LANES;
}

/* No thread of the warp goes on before all are here, and have seen what the others wrote. */
static void warp_meets(void)
{
    __nvvm_bar_warp_sync(0xffffffff);
}

/* CARD_TILE_BYTES of each warp, that a launch asks for. */
extern __attribute__((address_space(3))) uint32_t card_tile[];

/* Every thread has words of its own. They go out in pieces of eight words, which is what the memory
 * takes at once, four pieces side by side, by way of memory that the warp shares. */
static void write_together(const uint32_t *mine, uint32_t *out, uint64_t stride, uint32_t games)
{
    enum { PIECE = CARD_TILE_WORDS, ROW = PIECE + 1, PIECES = LANES / PIECE };
    uint32_t lane = my_lane(), in_piece = lane % PIECE;
    uint32_t warp = __nvvm_read_ptx_sreg_tid_x() / LANES;
    __attribute__((address_space(3))) uint32_t *tile = card_tile + warp * (LANES * ROW);
    for (uint32_t base = 0; base < PACKED_WORDS; base += PIECE) {
        for (uint32_t i = 0; i < PIECE; i++) {
            tile[lane * ROW + i] = base + i < PACKED_WORDS && lane < games ? mine[base + i] : 0;
        }
        warp_meets();
        for (uint32_t game = lane / PIECE; game < games; game += PIECES) {
            if (base + in_piece < PACKED_WORDS) {
                out[game * stride + base + in_piece] = tile[game * ROW + in_piece];
            }
        }
        warp_meets();
    }
}
#else
#define KERNEL __attribute__((visibility("default"))) void
enum { LANES = 1 };

static uint32_t my_thread(void)
{
    return 0;
}

static uint32_t all_threads(void)
{
    return 1;
}

static void note_lowest(uint32_t *fault, uint32_t mine)
{
    *fault = mine < *fault ? mine : *fault;
}

static uint32_t my_lane(void)
{
    return 0;
}

static void warp_meets(void)
{
}

static void write_together(const uint32_t *mine, uint32_t *out, uint64_t stride, uint32_t games)
{
    (void)stride;
    (void)games;
    memcpy(out, mine, PACKED_WORDS * sizeof *out);
}
#endif

#define X(name) KERNEL card_##name(struct card_job job);
CARD_KERNELS(X)
#undef X

/* ---- a game at hand -------------------------------------------------------------------------- */

/* What a thread has for itself. On a card the words of this lie side by side for the threads of a
 * warp, so that they are read together. */
struct hand {
    struct terms terms;
    struct spot spot;
    uint64_t state[CARD_STATE_SIZE / 8];
};

static void copy_in(const struct card_job *job, uint32_t game, uint64_t *to)
{
    const uint64_t *from = job->state + (uint64_t)game * (CARD_STATE_SIZE / 8);
    uint64_t stride = 1;
    if (job->layout == CARD_COLUMNS) {
        from = job->state + game;
        stride = job->games;
    }
    for (uint32_t i = 0; i < CARD_STATE_SIZE / 8; i++) {
        to[i] = from[i * stride];
    }
}

static void copy_out(const struct card_job *job, uint32_t game, const uint64_t *from)
{
    uint64_t *to = job->state + (uint64_t)game * (CARD_STATE_SIZE / 8);
    uint64_t stride = 1;
    if (job->layout == CARD_COLUMNS) {
        to = job->state + game;
        stride = job->games;
    }
    for (uint32_t i = 0; i < CARD_STATE_SIZE / 8; i++) {
        to[i * stride] = from[i];
    }
}

static void take(struct hand *hand, const struct card_job *job, uint32_t game, bool reads)
{
    hand->terms = job->terms;
    hand->spot.game = game;
    hand->spot.slot = &job->slot[game];
    hand->spot.final = job->final + (uint64_t)game * CARD_STATE_SIZE;
    hand->spot.has_ended = &job->has_ended[game];
    hand->spot.state = job->state + (uint64_t)game * (CARD_STATE_SIZE / 8);
    if (job->layout != CARD_ROWS) {
        hand->spot.state = hand->state;
        if (reads) {
            copy_in(job, game, hand->state);
        }
    }
}

static void put_back(const struct hand *hand, const struct card_job *job)
{
    if (job->layout != CARD_ROWS) {
        copy_out(job, hand->spot.game, hand->state);
    }
}

static struct desk desk_with(const struct card_job *job, void *view)
{
    struct desk desk;
    memset(&desk, 0, sizeof desk);
    desk.view = view;
    desk.legal = (struct rd_action *)(void *)(job->desks + (uint64_t)my_thread() * DESK_SIZE);
    return desk;
}

static uint32_t asked_count(const struct card_job *job)
{
    return job->seats == 0 ? 1 : (uint32_t)__builtin_popcount(job->seats);
}

#define EACH_GAME(job, game) \
    for (uint32_t game = my_thread(); game < (job)->games; game += all_threads())

/* ---- kernels --------------------------------------------------------------------------------- */

KERNEL card_facts(struct card_job job)
{
    struct card_facts *facts = job.out;
    if (my_thread() == 0) {
        facts->state_size = CARD_GAME.state_size;
        facts->view_size = CARD_GAME.view_size;
        facts->legal_max = CARD_GAME.legal_max;
        facts->tensor_size = CARD_GAME.tensor_size;
        facts->packed_size = 4 * PACKED_WORDS;
        facts->rules_version = CARD_GAME.rules_version;
        facts->desk_size = DESK_SIZE;
        facts->tables = 0;
    }
}

KERNEL card_reset(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        if (job.which == NULL || job.which[game] != 0) {
            struct hand hand;
            take(&hand, &job, game, false);
            spot_reset(&hand.terms, hand.spot, job.seed);
            put_back(&hand, &job);
        }
    }
}

KERNEL card_judge(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        take(&hand, &job, game, true);
        uint32_t seat =
            spot_refused(&hand.terms, hand.spot, job.orders + (uint64_t)game * job.terms.seats);
        if (seat != NO_SEAT) {
            note_lowest(job.fault, game * 8 + seat);
        }
    }
}

KERNEL card_step(struct card_job job)
{
    if (job.fault != NULL && *job.fault != UINT32_MAX) {
        return; /* judged just before, and refused: nothing happens in any game */
    }
    EACH_GAME(&job, game)
    {
        struct hand hand;
        take(&hand, &job, game, true);
        spot_step(&hand.terms, hand.spot, job.orders + (uint64_t)game * job.terms.seats,
                  &job.result);
        put_back(&hand, &job);
    }
}

KERNEL card_look(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        take(&hand, &job, game, true);
        spot_look(&hand.terms, hand.spot, &job.result);
    }
}

/* ---- views: each thread of a warp packs one, all of them write each ---- */

/* What a warp writes: the views of some games that follow each other. */
struct sheaf {
    uint32_t games; /* as many threads have one, the first ones */
    uint64_t first; /* number of the first view among all that are written */
    uint64_t stride;
};

static void pack_one(const struct card_job *job, uint32_t game, rd_seats seat, uint32_t *packed)
{
    struct hand hand;
    uint64_t view[CARD_VIEW_SIZE / 8];
    const struct glance glance = { seat, job->is_final, true };
    take(&hand, job, game, !job->is_final);
    struct desk desk = desk_with(job, view);
    spot_observe(&hand.terms, hand.spot, &desk, &glance, packed);
}

/* Packed views of the warp's own, side by side in job.scratch, as tensors. */
static void unpack_sheaf(const struct card_job *job, const struct sheaf *sheaf,
                         const uint32_t *packed)
{
    for (uint32_t i = 0; i < sheaf->games; i++) {
        uint64_t view = sheaf->first + i * sheaf->stride;
        rd_unpack_part(&CARD_GAME, packed + i * PACKED_WORDS,
                       (int8_t *)job->out + view * CARD_GAME.tensor_size, my_lane(), LANES);
    }
}

/* The set of seats that are asked for, one at a time: of an empty set, that one. */
static rd_seats seat_asked(const struct card_job *job, uint32_t i)
{
    rd_seats seats = job->seats;
    for (; i > 0; i--) {
        seats &= (rd_seats)(seats - 1);
    }
    return (rd_seats)(seats & -seats);
}

#define EACH_SHEAF(job, begin)                                                        \
    for (uint32_t begin = my_thread() - my_lane(), last = (job)->games; begin < last; \
         begin += all_threads())

static void observe_all(const struct card_job *job, bool is_packed)
{
    uint32_t seats = asked_count(job);
    uint32_t packed[PACKED_WORDS];
    uint32_t *scratch = job->scratch + (uint64_t)(my_thread() - my_lane()) * PACKED_WORDS;
    EACH_SHEAF(job, begin)
    {
        uint32_t left = job->games - begin, game = begin + my_lane();
        for (uint32_t i = 0; i < seats; i++) {
            struct sheaf sheaf = { left < LANES ? left : LANES, (uint64_t)begin * seats + i,
                                   seats };
            if (game < job->games) {
                pack_one(job, game, seat_asked(job, i), packed);
            }
            if (is_packed) {
                write_together(packed, (uint32_t *)job->out + sheaf.first * PACKED_WORDS,
                               sheaf.stride * PACKED_WORDS, sheaf.games);
            } else {
                write_together(packed, scratch, PACKED_WORDS, sheaf.games);
                unpack_sheaf(job, &sheaf, scratch);
            }
            warp_meets();
        }
    }
}

KERNEL card_observe(struct card_job job)
{
    observe_all(&job, false);
}

KERNEL card_pack(struct card_job job)
{
    observe_all(&job, true);
}

/* games: how many views; a warp for each. */
KERNEL card_unpack(struct card_job job)
{
    for (uint32_t view = my_thread() / LANES; view < job.games; view += all_threads() / LANES) {
        rd_unpack_part(&CARD_GAME, job.views + (uint64_t)view * PACKED_WORDS,
                       (int8_t *)job.out + (uint64_t)view * CARD_GAME.tensor_size, my_lane(),
                       LANES);
    }
}

KERNEL card_masks(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        uint64_t place = (uint64_t)game * asked_count(&job);
        take(&hand, &job, game, true);
        struct desk desk = desk_with(&job, NULL);
        spot_masks(&hand.terms, hand.spot, &desk, job.seats, job.step,
                   job.orders == NULL ? NULL : job.orders + place,
                   (uint8_t *)job.out + place * job.width);
    }
}

KERNEL card_sample(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        take(&hand, &job, game, true);
        struct desk desk = desk_with(&job, NULL);
        spot_sample(&hand.terms, hand.spot, &desk, job.seats, job.seed,
                    (struct rd_action *)job.out + (uint64_t)game * asked_count(&job));
    }
}

/* Random play of so many steps in one launch, as that many times card_sample() with the keys that
 * follow and card_step(). out: the orders that were given, of each game. */
KERNEL card_playout(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        struct rd_action orders[RD_SEATS_MAX];
        uint32_t given = 0;
        take(&hand, &job, game, true);
        struct desk desk = desk_with(&job, NULL);
        rd_seats all = (rd_seats)((1u << job.terms.seats) - 1);
        for (uint32_t i = 0; i < job.step; i++) {
            given += (uint32_t)__builtin_popcount(spot_to_act(hand.spot));
            spot_sample(&hand.terms, hand.spot, &desk, all, job.seed + i, orders);
            spot_step(&hand.terms, hand.spot, orders, &job.result);
        }
        put_back(&hand, &job);
        ((uint32_t *)job.out)[game] = given;
    }
}

/* ---- games as bytes: what batch/save.c writes ---- */

enum { SLOT_WORDS = sizeof(struct slot) / 8, SAVE_WORDS = SLOT_WORDS + CARD_STATE_SIZE / 8 };

#define EACH_SAVE(job, i) for (uint32_t i = my_thread(); i < (job)->width; i += all_threads())

KERNEL card_save(struct card_job job)
{
    EACH_SAVE(&job, i)
    {
        uint64_t *save = (uint64_t *)job.out + (uint64_t)i * SAVE_WORDS;
        memcpy(save, &job.slot[job.step + i], sizeof(struct slot));
        copy_in(&job, job.step + i, save + SLOT_WORDS);
    }
}

KERNEL card_load(struct card_job job)
{
    EACH_SAVE(&job, i)
    {
        const uint64_t *save = (const uint64_t *)job.out + (uint64_t)i * SAVE_WORDS;
        memcpy(&job.slot[job.step + i], save, sizeof(struct slot));
        copy_out(&job, job.step + i, save + SLOT_WORDS);
    }
}

KERNEL card_hash(struct card_job job)
{
    EACH_GAME(&job, game)
    {
        struct hand hand;
        take(&hand, &job, game, true);
        ((uint64_t *)job.out)[game] = rd_hash(hand.spot.state, CARD_STATE_SIZE);
    }
}
