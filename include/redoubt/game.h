/*
 * redoubt/game.h - the one interface between the rulebooks and everything else.
 *
 * A GAME is a const table of facts and functions over two flat structs:
 *
 *     setup --init--> STATE --apply(seat, action, luck)--> STATE --> ... --> outcome
 *                       |
 *                       +--observe(seat)--> VIEW --encode--> tensors (learners)
 *                                             |----scene---> cells, tokens (clients)
 *                                             +----guess---> a possible STATE (search)
 *
 *   STATE  everything, hidden facts included. Lives in the host, the simulator and the
 *          tests. Never sent to a player.
 *   VIEW   what one seat is entitled to know. The only thing a client or a bot is given:
 *          hidden information is protected by this type, not by care.
 *
 * Both are plain old data: fixed-width integers, no pointers, no implicit padding, size a
 * multiple of 8. So copy is memcpy, undo is a copy, equality is memcmp, hash and save file
 * are generic, and a batch is an array. All memory is the caller's.
 *
 * The rules have no heap, no I/O, no changing globals, no clock, no recursion, no libc but
 * memcpy/memmove/memset/memcmp, and no float outside a fenced *_ieee.c file.
 *
 * THE LAWS at the end of this file are the contract. tests/laws runs them against every
 * registered game; a new game is done when it obeys them and its rulebook's examples pass.
 */
#ifndef REDOUBT_GAME_H
#define REDOUBT_GAME_H

#include "redoubt/base.h"
#include "redoubt/luck.h"

RD_PUBLIC_BEGIN

/* ---- verdicts: why something was refused, and by which rule ------------------------ */

enum rd_code {
    RD_OK = 0,
    RD_BAD_SETUP,     /* detail: index of the offending option; their number for the seats */
    RD_BAD_MAP,       /* detail: a cell where the trouble is, or RD_NO_CELL */
    RD_NOT_YOUR_TURN, /* the seat has nothing to decide now */
    RD_NO_SUCH_VERB,
    RD_BAD_ARG,       /* detail: index of the offending argument */
    RD_AGAINST_RULES, /* why: the reason, with its paragraph */
    RD_GAME_OVER
};

struct rd_verdict {
    uint16_t code;   /* enum rd_code */
    uint16_t why;    /* index into rd_game.refusals; 0 = the code says it all */
    uint16_t detail; /* see enum rd_code */
    uint16_t zero;
};

/* A reason to refuse, as people read it. Entry 0 of a table is never used. */
struct rd_refusal {
    const char *rule; /* "R5.2": the paragraph of RULES.md */
    const char *text; /* "you can't pay for that tower": no full stop */
};

static inline struct rd_verdict rd_verdict_of(enum rd_code code, uint32_t why, uint32_t detail)
{
    struct rd_verdict verdict;
    verdict.code = (uint16_t)code;
    verdict.why = (uint16_t)why;
    verdict.detail = (uint16_t)detail;
    verdict.zero = 0;
    return verdict;
}

/* ---- setup: who plays what, with which knobs, on which map -------------------------- */

/* One knob. From this table come forms, URLs, `--set key=value` and replay headers. */
struct rd_option {
    const char *key;   /* "turns" */
    const char *title; /* "Turn limit" */
    const char *help;  /* one sentence */
    int32_t min, max, preset;
    const char *const *choices; /* max-min+1 names, or NULL for a plain number */
};

struct rd_setup {
    uint8_t seats;
    uint8_t zero[3];
    uint32_t map_size; /* bytes at map: rd_game.map_size, or 0 without a map of one's own */
    int32_t option[RD_OPTIONS_MAX];
    const void *map; /* a flat map struct of the game, or NULL: the options choose the board */
};

/* ---- actions: one verb, up to three small arguments, eight bytes -------------------- */

enum rd_arg_type {
    RD_ARG_NONE = 0,
    RD_ARG_CELL,    /* y * stride + x of rd_game.cells; written [x,y] or "E4" */
    RD_ARG_UNIT,    /* written as a number, or by name where the arg has choices: see rd_arg */
    RD_ARG_SEAT,    /* 0 .. seats-1 */
    RD_ARG_AMOUNT,  /* a plain number; events may hold negative ones */
    RD_ARG_CHOICE,  /* written by name: choices[value] */
    RD_ARG_REFUSAL, /* events only: index into rd_game.refusals, written as its text */
    RD_ARG_STEP     /* verbs of games on squares only: 0 the cell of the argument before it, 1 to 4
                     * its neighbour to the east, north, west, south; written as that cell */
};

/* What a fact of an event is to those who show the event: a client asks for a role, never for the
 * name of a fact. An event has no role twice. Of a verb's arguments only a choice of units has a
 * role, WHO or WHOM: so that a client knows it for one. */
enum rd_role {
    RD_ROLE_NONE = 0, /* said in the sentence, and nothing more */
    RD_ROLE_SEAT,     /* a seat: whose doing it is, or whose thing */
    RD_ROLE_WHO,      /* a unit, or a choice of units: it acts, or it happens to it */
    RD_ROLE_WHOM,     /* likewise: the other one, to whom WHO does it */
    RD_ROLE_FROM,     /* a cell: here WHO has gone away, or something without a name */
    RD_ROLE_TO,       /* a cell: there it is now; WHOM, if any, has gone the other way */
    RD_ROLE_AT,       /* a cell: where it happens */
    RD_ROLE_DAMAGE,   /* an amount: the health that is lost */
    RD_ROLE_HEALTH,   /* an amount: the health left to WHOM, else to SEAT's base, else to WHO */
    RD_ROLE_GAIN,     /* an amount: what SEAT or WHO gets, of money or of health */
    RD_ROLE_MONEY,    /* an amount: the money that SEAT has now */
    RD_ROLE_WHY,      /* a refusal: why an order of SEAT has come to nothing */
    RD_ROLES
};

/* An argument of a verb or of an event. A RD_ARG_UNIT with choices is written as the prefix
 * choices[value >> 16] followed by the number value & 0xffff: "m3". */
struct rd_arg {
    const char *name;
    uint16_t type;  /* enum rd_arg_type */
    uint16_t limit; /* values of a verb's argument are 0 .. limit-1, over all setups; an amount of
                     * an event is in so many parts of one, 0 or 1 = whole */
    const char *const *choices;
    uint32_t role; /* enum rd_role */
};

enum rd_verb_flag {
    RD_VERB_ANY_TIME = 1,   /* may be legal for a seat that is not to act (withdraw, concede) */
    RD_VERB_ENDS_TURN = 2,  /* the seat has finished deciding: clients show it as the big button */
    RD_VERB_COMMANDS = 4,   /* the first argument is a unit of one's own, which is to do it */
    RD_VERB_TAKES_BACK = 8, /* undoes what was ordered, and does nothing of its own */
    RD_VERB_HOST = 16 /* only in games that have a host: clients hide it where it is not legal */
};

/* A game lists its verbs once. From this table come the text notation, the JSON, the flat
 * index and mask for learners, the prompts of the clients and the chapter on orders of the
 * manual. No game parses text. */
struct rd_verb {
    const char *name; /* "build" */
    const char *help; /* "Build a tower on a free tile of your territory." */
    uint32_t flags;   /* enum rd_verb_flag */
    struct rd_arg arg[RD_ARGS_MAX];
};

struct rd_action {
    uint16_t verb;
    uint16_t arg[RD_ARGS_MAX]; /* unused ones are 0 */
};
RD_STATIC_ASSERT(sizeof(struct rd_action) == 8, "an action is one register");

/* In replays and scenarios: the seat gave up, or its clock did. Executed by resign(). */
#define RD_VERB_RESIGN ((uint16_t)0xffff)

/* ---- legal actions in factors: masks that are small -------------------------------------- */

/*
 * A FACTOR is all legal actions of one stem: the verb and its arguments but the last, and a set of
 * values for that last one, bit v % 64 of word v / 64 for the value v. Learners choose step by step
 * (a unit, an order of it, a target) by masks of some hundred bytes, where the list may have tens
 * of thousands of actions. Factors are ascending, and so are their values: one after the other they
 * are the list.
 */
struct rd_factor {
    struct rd_action stem; /* the open argument is 0 */
    uint32_t first;        /* of its words in rd_factors.word */
    uint16_t words;        /* as many as the argument's limit asks for */
    uint16_t open;         /* index of the argument; a verb without any has the set { 0 } */
};
RD_STATIC_ASSERT(sizeof(struct rd_factor) == 16, "flat, without padding");

/* Caller-owned. A count above its cap: there was not enough room, and that much is needed. */
struct rd_factors {
    struct rd_factor *factor;
    uint64_t *word;
    uint32_t factor_cap, word_cap;
    uint32_t factor_count, word_count;
    struct rd_factor last; /* for those who add to them */
};

/* ---- events: what happened, why, and who saw it -------------------------------------- */

struct rd_event_kind {
    const char *name; /* "unit_hit" */
    const char *text; /* "{who} hits {whom} for {damage}": a line of the game log */
    const char *rule; /* "R6.1" */
    struct rd_arg arg[RD_EVENT_ARGS_MAX];
};

struct rd_event {
    uint16_t kind;    /* index into rd_game.events */
    rd_seats seen_by; /* RD_SPECTATOR's bit included */
    uint8_t zero;
    uint32_t cause; /* 1 + index in this log of the event that led to it, 0 = none */
    int32_t arg[RD_EVENT_ARGS_MAX];
};

/* Caller-owned. count may exceed cap: then the first cap were kept. */
struct rd_event_log {
    struct rd_event *event;
    uint32_t cap, count;
};

/* ---- frames: what a position looked like after each step of a turn --------------------- */

struct rd_frame {
    uint32_t step; /* index into rd_game.step_names */
    uint32_t
        events; /* in the log when the step was over: those since the frame before are its own */
};

/* Caller-owned. count may exceed cap: then the first cap were kept. */
struct rd_frames {
    struct rd_frame *frame;
    void *state; /* room for cap states, one after the other: what observe() is asked about */
    uint32_t state_size; /* of rd_game */
    uint32_t cap, count;
    uint32_t zero;
};

/* ---- outcome -------------------------------------------------------------------------- */

/* How a game can end, as people read it. Entry 0 is never used. */
struct rd_ending {
    const char *rule;   /* "R8.1" */
    const char *reason; /* "Blue base destroyed" */
};

struct rd_outcome {
    uint8_t over;
    uint8_t seats;
    uint16_t ending;                 /* index into rd_game.endings, 0 while playing */
    uint8_t rank[RD_SEATS_MAX + 1];  /* 1 is best, ties share; 0 while playing */
    int32_t score[RD_SEATS_MAX + 1]; /* in the game's own points */
};

/* How far a game has come. A turn is what the rulebook calls one; replays keep a hash of
 * the state at the end of each, and clients count them. */
struct rd_turns {
    uint32_t done;  /* turns completed; never goes down */
    uint32_t limit; /* the game is over when done reaches it; 0 = no limit */
};

/* ---- scene: a view as data that any client can draw ------------------------------------ */

enum rd_topology { RD_NO_BOARD, RD_SQUARES, RD_HEXES };

struct rd_scene_cell {
    int16_t x, y;    /* neighbours follow from the topology (hexes: odd-r) */
    uint8_t terrain; /* index into rd_game.terrain_names */
    uint8_t owner;   /* seat + 1, 0 = nobody */
    uint8_t light;   /* 0 unknown, 1 remembered, 2 in sight */
    uint8_t zero;
};

struct rd_scene_token {
    uint16_t cell; /* index into rd_scene.cell */
    uint16_t unit; /* number in the game's own naming, 0xffff = none */
    uint8_t kind;  /* index into rd_game.token_names */
    uint8_t owner; /* seat + 1, 0 = nobody */
    uint8_t mood;  /* index into rd_game.mood_names, 0 = nothing special */
    uint8_t zero;
    int32_t health, health_max; /* health_max 0: the token has none */
    int32_t badge;              /* a number to show on it (cooldown, stack), -1 = none */
};

struct rd_scene_counter {
    int32_t value;
    uint8_t name; /* index into rd_game.counter_names */
    uint8_t owner;
    uint16_t zero;
};

/* A line from one cell to another, or a sign on one: an order that its owner has given, the way a
 * lane leads, what a tower reaches. */
struct rd_scene_mark {
    uint16_t from, to; /* index into rd_scene.cell; a sign has the same cell twice */
    uint8_t name;      /* index into rd_game.mark_names */
    uint8_t owner;     /* seat + 1, 0 = nobody */
    uint16_t zero;
};

/* Large (about 150 KB): keep one per client, not one per position. */
struct rd_scene {
    uint16_t topology, columns, rows;
    uint16_t cell_count, token_count, counter_count;
    struct rd_scene_cell cell[RD_CELLS_MAX];
    struct rd_scene_token token[RD_TOKENS_MAX];
    struct rd_scene_counter counter[RD_COUNTERS_MAX];
    uint32_t mark_count; /* in the order of drawing */
    struct rd_scene_mark mark[RD_MARKS_MAX];
};

/* A tensor of the observation: encode() fills them one after the other, in int8. */
struct rd_tensor {
    const char *name;
    const char *help;  /* what its planes are, and their scale */
    uint16_t shape[3]; /* planes, rows, columns; trailing zeros are left out */
    uint16_t zero;
};

/* How planes of tensors that follow one another are packed: packing.h. */
struct rd_packing {
    const char *title;
    uint16_t planes;
    uint16_t cells;  /* of each plane */
    uint16_t form;   /* enum rd_pack_form */
    uint16_t part;   /* of RD_PACK_ONE and RD_PACK_LIST */
    uint32_t tensor; /* its first byte of the tensors */
    uint32_t word;   /* its first word of the packed form */
};

/* How a cell number becomes a name. */
enum rd_cell_style { RD_CELLS_XY = 0, RD_CELLS_LETTERS /* "E4": column letter, row digit */ };

struct rd_cells {
    uint16_t stride; /* cell = (y - y0) * stride + (x - x0); the same for every board size */
    uint16_t rows;   /* so cells are 0 .. stride*rows-1 */
    int16_t x0, y0;
    uint16_t style; /* enum rd_cell_style */
    uint16_t zero;
};

/* ---- pieces: what stands on a board, as a card that any client can show ------------------ */

enum { RD_PIECE_NUMBERS_MAX = 12 };

/* One kind of unit, building or ground. Everything that a client says about a kind comes from
 * here: no client repeats a price or a list of fighters. */
struct rd_piece_card {
    const char *name;  /* "crystal_miner": as orders, events and positions write it */
    const char *title; /* "crystal miner": as in rd_game.token_names or terrain_names */
    const char *text;  /* a sentence or two for people */
    const char *rule;  /* "R4.1": the paragraph that tells more */
    uint32_t traits;   /* bit i: it is or can what rd_game.trait_names[i] says */
    int32_t number[RD_PIECE_NUMBERS_MAX]; /* by rd_game.number_names; 0 = not worth showing */
};

/* ---- the game --------------------------------------------------------------------------- */

struct rd_game {
    /* Who am I? */
    const char *id; /* "apoca": folder, URL, replay header */
    const char *title;
    const char *summary;    /* one sentence */
    uint32_t rules_version; /* +1 whenever any replay would play differently */

    /* How big can I get? */
    uint8_t seats_min, seats_max, seats_preset; /* preset 0: the fewest */
    uint8_t topology;                           /* enum rd_topology */
    /* observe() shows a spectator what is hidden from the seats: not for eyes that could tell a
     * player while the game goes on. Otherwise a spectator knows no more than any seat (law 7). */
    uint8_t spectators_see_all;
    uint8_t zero[3];
    uint32_t state_size, view_size; /* bytes, multiples of 8 */
    uint32_t map_size;              /* bytes of a map of one's own, 0 = takes none */
    uint32_t legal_max;             /* most actions legal at once for one seat */
    uint32_t events_max;            /* most events of one apply */
    uint32_t tensor_size;           /* bytes that encode() writes */
    struct rd_cells cells;

    /* Tables. Each ends with a zero entry (NULL in lists of names). */
    const struct rd_option *options;
    const struct rd_verb *verbs;
    const struct rd_event_kind *events;
    const struct rd_refusal *refusals; /* from index 1 */
    const struct rd_ending *endings;   /* from index 1 */
    const struct rd_tensor *tensors;
    const char *const *seat_names; /* "Red", "Blue" */
    const char *const *terrain_names;
    const char *const *token_names;
    const char *const *mood_names;
    const char *const *counter_names;
    const char *const *mark_names; /* NULL: its scenes have no marks */
    /* A card for each token, and for each terrain that wants one; NULL: no cards. */
    const struct rd_piece_card *pieces;
    const char *const *trait_names;  /* of cards, 32 at most: "fighter", "can build" */
    const char *const *number_names; /* of cards: "cost", "melee" */

    /* Begin. check_setup first; init of a refused setup is a bug. check_map lists what is
     * wrong with a map (at most cap verdicts, code RD_BAD_MAP) and returns how many
     * problems there are; NULL where map_size is 0. */
    uint32_t (*check_map)(const void *map, struct rd_verdict *out, uint32_t cap);
    struct rd_verdict (*check_setup)(const struct rd_setup *setup);
    void (*init)(void *state, const struct rd_setup *setup, struct rd_luck *luck);

    /* Which seats still have to act? One bit: a turn. Several: they act at the same time, in
     * any order, each sealed from the others until the last has acted. A turn of many
     * orders ends with a verb such as "done", which clears the bit. None: the game is over. */
    rd_seats (*to_act)(const void *state);

    /* Write the legal actions in ascending order (verb, then arguments); return how many
     * there are, which may exceed cap. out may be NULL when cap is 0. */
    uint32_t (*legal)(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);

    /* The same in factors, added to those that are there. NULL: rd_legal_factors() makes them of
     * the list. */
    void (*factors)(const void *state, rd_seat seat, struct rd_factors *out);

    /* May seat do this now, and if not, why not? Safe for any seat and any action. */
    struct rd_verdict (*judge)(const void *state, rd_seat seat, struct rd_action action);

    /* Do it. An action that judge() refuses is a bug of the caller. In a simultaneous phase
     * the action is sealed into the state and the last seat's resolves it. log may be NULL. */
    void (*apply)(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                  struct rd_event_log *log);

    /* The seat gives up, or its clock did. Allowed at any time until the game is over. */
    void (*resign)(void *state, rd_seat seat, struct rd_event_log *log);

    /* What does this seat (or RD_SPECTATOR) know? Writes every byte of the view. */
    void (*observe)(const void *state, rd_seat seat, void *view);

    /* For learners and clients. They take a view: they cannot peek. */
    void (*encode)(const void *view, int8_t *tensor);
    void (*scene)(const void *view, struct rd_scene *scene);

    /* For search, and for clients that hold only a view: a state that the seat of this view
     * can't tell from the true one, hidden facts drawn from luck. Not for spectators. */
    void (*guess)(const void *view, struct rd_luck *luck, void *state);

    void (*outcome)(const void *state, struct rd_outcome *outcome);
    struct rd_turns (*turns)(const void *state);

    /* NULL if every invariant holds, else the broken one in a few words. Safe on arbitrary
     * bytes: it guards loading and fuzzing. */
    const char *(*audit)(const void *state);

    /* Members since 1.1. The steps that a turn is carried out in, from index 1; NULL: the orders of
     * this game have none, and the two members that follow are 0. */
    const char *const *step_names;
    uint32_t frames_max; /* most steps of one apply_steps */
    uint32_t zero_too;

    /* apply(), and after each step a frame. Neither log nor frames are emptied first; without
     * frames (NULL) it is apply(), with them it needs a log. What is left to do after the last step
     * has no frame: that is the state after the order. */
    void (*apply_steps)(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                        struct rd_event_log *log, struct rd_frames *frames);

    /* Members since 1.2. The same observation as encode() in fewer bytes: pack() writes
     * rd_packed_size() of them, see packing.h. */
    const struct rd_packing *packing; /* its rows; ends with a zero row */
    void (*pack)(const void *view, uint32_t *packed);
};

/* ---- what every game gets for free -------------------------------------------------------- */

/* lib/registry.c. The list of games is written in one place, games/meson.build. */
const struct rd_game *rd_game_find(const char *id);
const struct rd_game *rd_game_at(uint32_t index); /* NULL past the end */

/* lib/setup.c. Every option and the seats at their presets, no map of one's own. */
void rd_setup_presets(const struct rd_game *game, struct rd_setup *setup);
/* RD_BAD_SETUP for a seat count or an option out of range: the generic half of check_setup. */
struct rd_verdict rd_setup_in_range(const struct rd_game *game, const struct rd_setup *setup);

/* lib/action.c. Mixed-radix number of an action, for policy heads and masks. */
uint32_t rd_verb_count(const struct rd_verb *verbs);
uint32_t rd_action_count(const struct rd_verb *verbs);
uint32_t rd_action_index(const struct rd_verb *verbs, struct rd_action action);
struct rd_action rd_action_from_index(const struct rd_verb *verbs, uint32_t index);
/* RD_OK if the verb exists, its arguments are below their limits and the unused ones 0. */
struct rd_verdict rd_action_in_range(const struct rd_verb *verbs, struct rd_action action);
/* Ascending order of legal(): negative, 0 or positive. */
int32_t rd_action_compare(struct rd_action a, struct rd_action b);
/* Bit i of mask (rd_action_count bits, rounded up to bytes) = action i is legal for seat. The
 * scratch array has room for legal_max actions. */
void rd_action_mask(const struct rd_game *game, const void *state, rd_seat seat,
                    struct rd_action *scratch, uint8_t *mask);

/* lib/factors.c. The legal actions of a seat in factors. The scratch array has room for legal_max
 * actions, or is NULL if the game makes factors itself. */
void rd_legal_factors(const struct rd_game *game, const void *state, rd_seat seat,
                      struct rd_action *scratch, struct rd_factors *out);
/* One more factor, with an empty set: its words, or NULL if they do not fit. */
uint64_t *rd_factor_add(struct rd_factors *factors, const struct rd_verb *verbs,
                        struct rd_action stem);
/* One more action: part of the last factor if it has the same stem. Ascending. */
void rd_factor_put(struct rd_factors *factors, const struct rd_verb *verbs,
                   struct rd_action action);
/* The actions of factors that had room, one after the other; returns how many, which may exceed
 * cap.
 */
uint32_t rd_factor_list(const struct rd_factors *factors, struct rd_action *out, uint32_t cap);

/* lib/tables.c. What the numbers of actions, events, refusals, endings and cells mean, and how
 * large a view is, in one number: two programs that talk in numbers compare theirs first. */
uint64_t rd_tables_hash(const struct rd_game *game);

/* lib/event.c. Append, or only count when the log is full; log may be NULL. Returns the id to use
 * as a later event's cause. */
uint32_t rd_event_add(struct rd_event_log *log, const struct rd_event *event);

/* lib/frame.c. For games: a step is over. NULL if nobody asks (frames is NULL) or there is no more
 * room; else a copy of the state, in which the game may tidy up what is only done after the turn
 * (the dead still have their slots). Then rd_frame_close keeps it, unless neither the state nor the
 * log has changed since the frame before. */
void *rd_frame_open(struct rd_frames *frames, const void *state);
void rd_frame_close(struct rd_frames *frames, uint32_t step, const struct rd_event_log *log);
/* For those who asked: the state of a frame. */
const void *rd_frame_state(const struct rd_frames *frames, uint32_t index);

/*
 * THE LAWS (tests/laws runs each on every game, over random playouts at option extremes;
 * fuzz/ runs them over hostile bytes)
 *
 *  1 Replay    setup + luck + actions give the same state bytes: twice, on every target
 *              (gcc, clang, wasm32, nvptx64), at every optimisation level.
 *  2 Judge     judge() is RD_OK exactly for the actions legal() lists.
 *  3 Order     legal() is strictly ascending; its count is <= legal_max. Its factors are the
 *              same actions in the same order, and none of them is empty.
 *  4 Progress  a seat to act has a legal action; other seats have none, except verbs marked
 *              RD_VERB_ANY_TIME.
 *  5 End       to_act() is empty exactly when outcome.over; turns.done never goes down, and
 *              the game is over when it reaches turns.limit.
 *  6 Sealing   in a simultaneous phase the order of the seats' apply() does not matter, and
 *              no other seat's view changes before the last one acts.
 *  7 Secrecy   observe(guess(view)) == view, byte for byte; and the two states have the same
 *              legal actions for that seat: legality never tells a secret. An order that
 *              hidden facts foil is legal, and fails in an event. Unless spectators_see_all,
 *              their spectators' views are the same too.
 *  8 Notation  parse(print(a)) == a; json and index likewise. A position read from its own
 *              json is the same state.
 *  9 Audit     holds after init and after every apply; garbage is refused, and whatever
 *              passes audit can be played to its end, and is the same when written as json and
 *              read again.
 * 10 Flatness  state and view bytes not written by the game stay 0; a state moved by memcpy
 *              plays on the same; observe() writes every byte of the view. pack() says what
 *              encode() says: unpacked it is the same.
 * 11 Hearsay   an event is seen only by seats whose view may show its facts: playing on from
 *              guess(view), a seat sees the same events until hidden facts or dice come
 *              into play; what a rulebook keeps for owners or witnesses is seen by them alone
 *              (laws/told.c); an apply never logs more than events_max.
 * 12 Purity    the archive imports only memcpy, memmove, memset and memcmp, and defines no
 *              writable data (checked with nm on the build).
 * 13 Frames    apply_steps() is apply(): the same state, luck and events, whether or not frames are
 *              asked for. There are at most frames_max, each of a step that has a name; none
 *              repeats the one before without an event; their events follow each other. What a
 *              seat is shown of a frame is observe() of it: a whole view, that a scene can be
 *              made of, and that shows no secret: observe(guess(view)) == view. Two worlds that
 *              a seat can't tell apart before an order, in its frames and after it, tell it the
 *              same events in each. Places and health that its events tell are those that
 *              its view shows. audit() need not hold: nobody plays on from a frame.
 */

RD_PUBLIC_END

#endif
