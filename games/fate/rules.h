/* rules.h - what game.h asks of a game: tables, setup, orders, views (game.c names them all) */
#ifndef FATE_RULES_H
#define FATE_RULES_H

#include "fate.h"
#include "frames.h"

enum { FATE_OPT_ROUNDS, FATE_OPT_MODE, FATE_OPT_NUMBERS, FATE_OPT_HEROES /* one a core unit */ };
extern const struct rd_option fate_game_options[];
extern const struct rd_verb fate_verbs[];
extern const struct rd_event_kind fate_events[];
extern const struct rd_refusal fate_refusals[];
extern const struct rd_ending fate_endings[];

struct rd_verdict fate_check_setup(const struct rd_setup *setup);
void fate_lay(struct fate_state *s, const struct rd_setup *setup);
/* A unit of this kind as it begins, not yet on the board. */
void fate_make_unit(struct fate_unit *unit, uint32_t kind, uint32_t numbers);
void fate_settle_numbers(struct fate_state *s);
/* HP of a kind as it begins. */
uint32_t fate_full_hp(uint32_t kind, uint32_t numbers);
void fate_init(void *state, const struct rd_setup *setup, struct rd_luck *luck);
/* A refusal, 0 = it may roll for a move. */
uint32_t fate_judge_roll(const struct fate_state *s, uint32_t unit);
/* Of a move by order. */
uint32_t fate_move_flags(const struct fate_state *s, uint32_t unit);
rd_seats fate_to_act(const void *state);
struct rd_verdict fate_judge(const void *state, rd_seat seat, struct rd_action action);
uint32_t fate_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap);
void fate_apply(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                struct rd_event_log *log);
void fate_apply_steps(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                      struct rd_event_log *log, struct rd_frames *frames);
extern const char *const fate_step_names[FATE_FRAME_KINDS + 1];
void fate_resign(void *state, rd_seat seat, struct rd_event_log *log);
void fate_over(struct fate_run *run, uint32_t ending);
void fate_outcome(const void *state, struct rd_outcome *outcome);
struct rd_turns fate_turns(const void *state);
void fate_observe(const void *state, rd_seat seat, void *view);
/* What the table in game.c names. Every game has these, with the types that struct rd_game asks
 * for. */
void fate_guess(const void *view, struct rd_luck *luck, void *state);
const char *fate_audit(const void *state);

enum {
    FATE_PLANES = 34,
    FATE_GLOBALS = 10 + 3 * FATE_CORE + FATE_HEROES,
    FATE_TENSOR_SIZE = FATE_PLANES * FATE_CELLS + FATE_GLOBALS
};
extern const struct rd_tensor fate_tensors[];
void fate_encode(const void *view, int8_t *tensor);
extern const struct rd_packing fate_packing[];
void fate_pack(const void *view, uint32_t *packed);
extern const char *const fate_terrain_names[];
extern const char *const fate_token_names[];
extern const char *const fate_mood_names[];
extern const char *const fate_counter_names[];
extern const char *const fate_mark_names[];
extern const struct rd_piece_card fate_pieces[];
extern const char *const fate_trait_names[];
extern const char *const fate_number_names[];
void fate_scene(const void *view, struct rd_scene *scene);

#endif
