/*
 * Every row of a class, a hero or a summon: what kinds.c and tokens.c put into their tables, and
 * the traits of the classes, which heroes start from.
 */
#ifndef FATE_HEROES_H
#define FATE_HEROES_H

#include "../cards.h"
#include "../kinds.h"
#include "../tokens.h"

/* R2.1 */
#define FATE_RIDER_TRAITS                                            \
    {                                                                \
        .moves = 1 << FATE_RIDER, .pattern = FATE_BESIDE, .reach = 1 \
    }
#define FATE_SPEARMAN_TRAITS                                                                    \
    {                                                                                           \
        .moves = 1 << FATE_SPEARMAN, .pattern = FATE_ON_LINES, .reach = 2, .flags = FATE_DODGES \
    }
#define FATE_TRICKSTER_TRAITS                                            \
    {                                                                    \
        .moves = 1 << FATE_TRICKSTER, .pattern = FATE_AROUND, .reach = 2 \
    }
#define FATE_ASSASSIN_TRAITS                                                         \
    {                                                                                \
        .moves = 1 << FATE_ASSASSIN, .pattern = FATE_BESIDE, .reach = 1, .hides = 5, \
        .flags = FATE_BACKSTABS                                                      \
    }
#define FATE_BERSERKER_TRAITS                                            \
    {                                                                    \
        .moves = 1 << FATE_BERSERKER, .pattern = FATE_BESIDE, .reach = 1 \
    }
#define FATE_ARCHER_TRAITS                                                                   \
    {                                                                                        \
        .moves = 1 << FATE_ARCHER, .pattern = FATE_ARROW, .reach = FATE_PATH_MAX, .hides = 6 \
    }
#define FATE_KNIGHT_TRAITS                                                                   \
    {                                                                                        \
        .moves = 1 << FATE_KNIGHT, .pattern = FATE_BESIDE, .reach = 1, .flags = FATE_STRIKES \
    }

/* classes.c */
extern const struct fate_kind fate_rider, fate_spearman, fate_trickster, fate_assassin,
    fate_berserker, fate_archer, fate_knight, fate_turret, fate_image;
extern const struct fate_card fate_auto_defence, fate_area_attack;

/* brannoch.c */
extern const struct fate_kind fate_brannoch;
extern const struct fate_card fate_bristle, fate_sow_caltrops, fate_thicket_rising;
extern const struct fate_token_row fate_caltrop_row;

/* ilse.c */
extern const struct fate_kind fate_ilse;
extern const struct fate_card fate_long_arm, fate_steady_line, fate_interpose, fate_no_further;

/* tamsin.c */
extern const struct fate_kind fate_tamsin;
extern const struct fate_card fate_pillion, fate_wide_gallop, fate_full_circuit;

/* kesh.c */
extern const struct fate_kind fate_kesh;
extern const struct fate_card fate_run_them_ragged, fate_trample, fate_dust_wall;

/* odwin.c */
extern const struct fate_kind fate_odwin;
extern const struct fate_card fate_raise_bulwark, fate_trial_of_steel;

/* ruska.c */
extern const struct fate_kind fate_ruska;
extern const struct fate_card fate_banner, fate_give_the_order, fate_rally;

/* nettle.c */
extern const struct fate_kind fate_nettle;
extern const struct fate_card fate_true_fletch, fate_arrowfall, fate_flare;

/* gauge.c */
extern const struct fate_kind fate_gauge;
extern const struct fate_card fate_unfold_turret, fate_recoil_step, fate_walker_frame;
/* pell.c */
extern const struct fate_kind fate_pell;
extern const struct fate_card fate_mirror_image, fate_switch, fate_laughing_glass, fate_shatter;
/* sedge.c */
extern const struct fate_kind fate_sedge;
extern const struct fate_card fate_mire, fate_lantern_path, fate_drowning_rain;
/* vesper.c */
extern const struct fate_kind fate_vesper;
extern const struct fate_card fate_smoke_skinned, fate_black_thread, fate_vanish;
/* quill.c */
extern const struct fate_kind fate_quill;
extern const struct fate_card fate_borrowed_hand, fate_slip_the_knife, fate_last_signature;
/* hroka.c */
extern const struct fate_kind fate_hroka;
extern const struct fate_card fate_axe_throw, fate_ember_fury, fate_bank_the_fire;
/* grum.c */
extern const struct fate_kind fate_grum;
extern const struct fate_card fate_second_breath, fate_blood_price, fate_mend, fate_spiteful_sweep;
extern const struct fate_token_row fate_mire_row, fate_rain_row;

#endif
