/* What every game gets for free: action numbers, setups, the registry, event logs, hashes. */
#include "check.h"
#include "redoubt/game.h"
#include "redoubt/hash.h"

/* ---- actions -------------------------------------------------------------------------------- */

static const struct rd_verb verbs[] = {
    { .name = "wait" },
    { .name = "move",
      .arg = { { "unit", RD_ARG_UNIT, 5, NULL }, { "to", RD_ARG_CELL, 4096, NULL } } },
    { .name = "trade",
      .arg = { { "what", RD_ARG_CHOICE, 3, NULL },
               { "to", RD_ARG_SEAT, 7, NULL },
               { "price", RD_ARG_AMOUNT, 101, NULL } } },
    { .name = "end" },
    { 0 },
};

static void actions_are_counted(void)
{
    CHECK_EQ(rd_verb_count(verbs), 4);
    CHECK_EQ(rd_action_count(verbs), 1 + 5 * 4096 + 3 * 7 * 101 + 1);
    CHECK_EQ(rd_verb_count(verbs + 4), 0);
    CHECK_EQ(rd_action_count(verbs + 4), 0);
}

/* Every index there and back; and ascending indices are ascending actions. */
static void indices_go_there_and_back_in_order(void)
{
    struct rd_action before = { 0, { 0 } };
    for (uint32_t index = 0; index < rd_action_count(verbs); index++) {
        struct rd_action action = rd_action_from_index(verbs, index);
        CHECK_EQ(rd_action_in_range(verbs, action).code, RD_OK);
        CHECK_EQ(rd_action_index(verbs, action), index);
        if (index > 0) {
            CHECK(rd_action_compare(before, action) < 0);
            CHECK(rd_action_compare(action, before) > 0);
        }
        CHECK_EQ(rd_action_compare(action, action), 0);
        before = action;
    }
}

static int is_verdict(struct rd_verdict verdict, uint32_t code, uint32_t detail)
{
    return verdict.code == code && verdict.why == 0 && verdict.detail == detail &&
           verdict.zero == 0;
}

static void actions_out_of_range_are_named(void)
{
    static const struct {
        struct rd_action action;
        uint32_t code, detail;
    } cases[] = {
        { { 4, { 0, 0, 0 } }, RD_NO_SUCH_VERB, 0 },
        { { RD_VERB_RESIGN, { 0, 0, 0 } }, RD_NO_SUCH_VERB, 0 },
        { { 1, { 5, 0, 0 } }, RD_BAD_ARG, 0 },
        { { 1, { 4, 4096, 0 } }, RD_BAD_ARG, 1 },
        { { 1, { 4, 4095, 1 } }, RD_BAD_ARG, 2 }, /* the third is unused */
        { { 1, { 4, 4095, 0 } }, RD_OK, 0 },
        { { 2, { 2, 6, 100 } }, RD_OK, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rd_verdict verdict = rd_action_in_range(verbs, cases[i].action);
        CHECK(is_verdict(verdict, cases[i].code, cases[i].detail));
    }
}

/* A game that allows what the "state" lists. */
static uint32_t listed_legal(const void *state, rd_seat seat, struct rd_action *out, uint32_t cap)
{
    const struct rd_action *list = state;
    for (uint32_t i = 0; i < 3 && i < cap; i++) {
        out[i] = list[i];
    }
    return seat == 0 ? 3 : 0;
}

static void a_mask_has_the_bits_of_the_legal_actions(void)
{
    static const struct rd_action list[3] = { { 0, { 0 } }, { 1, { 4, 4095, 0 } }, { 3, { 0 } } };
    const struct rd_game game = { .verbs = verbs, .legal_max = 3, .legal = listed_legal };
    uint8_t mask[(1 + 5 * 4096 + 3 * 7 * 101 + 1 + 7) / 8 + 1];
    struct rd_action scratch[3];
    memset(mask, 0xa5, sizeof mask);
    rd_action_mask(&game, list, 0, scratch, mask);
    for (uint32_t i = 0; i < rd_action_count(verbs); i++) {
        int want = i == 0 || i == 5 * 4096 || i == rd_action_count(verbs) - 1;
        CHECK_EQ(mask[i / 8] >> (i % 8) & 1, want);
    }
    CHECK_EQ(mask[sizeof mask - 1], 0xa5); /* not one byte too far */
    rd_action_mask(&game, list, 1, scratch, mask);
    for (uint32_t i = 0; i + 1 < sizeof mask; i++) {
        CHECK_EQ(mask[i], 0);
    }
}

/* Stems of no argument, one and two; and the same counts without room. */
static void factors_have_the_legal_actions(void)
{
    static const struct rd_action list[] = { { 0, { 0 } },         { 1, { 4, 63, 0 } },
                                             { 1, { 4, 64, 0 } },  { 1, { 4, 4095, 0 } },
                                             { 2, { 1, 6, 0 } },   { 2, { 1, 6, 100 } },
                                             { 2, { 2, 6, 100 } }, { 3, { 0 } } };
    enum { ACTIONS = sizeof list / sizeof list[0], FACTORS = 5, WORDS = 1 + 64 + 2 + 2 + 1 };
    struct rd_factor factor[FACTORS];
    uint64_t word[WORDS + 1];
    struct rd_factors factors = { factor, word, FACTORS, WORDS, 0, 0, { { 0 }, 0, 0, 0 } };
    struct rd_factors none = { 0 };
    struct rd_action again[ACTIONS];
    memset(word, 0xa5, sizeof word);
    for (uint32_t i = 0; i < ACTIONS; i++) {
        rd_factor_put(&factors, verbs, list[i]);
        rd_factor_put(&none, verbs, list[i]);
    }
    CHECK_EQ(factors.factor_count, FACTORS);
    CHECK_EQ(factors.word_count, WORDS);
    CHECK_EQ(none.factor_count, FACTORS);
    CHECK_EQ(none.word_count, WORDS);
    CHECK_EQ(factor[1].stem.arg[0], 4);
    CHECK_EQ(factor[1].open, 1);
    CHECK_EQ(factor[1].words, 64);
    CHECK_EQ(word[factor[1].first + 1], 1);
    CHECK_EQ(factor[2].stem.arg[1], 6);
    CHECK_EQ(factor[2].open, 2);
    CHECK_EQ(rd_factor_list(&factors, again, 2), ACTIONS);
    CHECK_EQ(rd_factor_list(&factors, again, ACTIONS), ACTIONS);
    CHECK(memcmp(again, list, sizeof list) == 0);
    CHECK_EQ(word[WORDS], UINT64_C(0xa5a5a5a5a5a5a5a5)); /* not one word too far */
}

static void factors_are_made_of_the_list(void)
{
    static const struct rd_action list[3] = { { 0, { 0 } }, { 1, { 4, 4095, 0 } }, { 3, { 0 } } };
    const struct rd_game game = { .verbs = verbs, .legal_max = 3, .legal = listed_legal };
    struct rd_factor factor[3];
    uint64_t word[66];
    struct rd_factors factors = { factor, word, 3, 66, 7, 7, { { 0 }, 0, 0, 0 } };
    struct rd_action scratch[3];
    rd_legal_factors(&game, list, 0, scratch, &factors);
    CHECK_EQ(factors.factor_count, 3);
    CHECK_EQ(factors.word_count, 66);
    CHECK_EQ(word[64], UINT64_C(1) << 63);
    CHECK_EQ(rd_factor_list(&factors, scratch, 3), 3);
    CHECK(memcmp(scratch, list, sizeof list) == 0);
    rd_legal_factors(&game, list, 1, scratch, &factors);
    CHECK_EQ(factors.factor_count, 0);
}

/* ---- setups --------------------------------------------------------------------------------- */

static const struct rd_option options[] = {
    { "size", "Size", "", 8, 64, 32, NULL },
    { "luck", "Luck", "", -5, 5, 0, NULL },
    { 0 },
};
static const struct rd_game with_map = {
    .options = options, .seats_min = 2, .seats_max = 4, .map_size = 16
};
static const struct rd_game without_map = { .options = options, .seats_min = 2, .seats_max = 4 };

static void presets_are_in_range(void)
{
    struct rd_setup setup;
    memset(&setup, 0xff, sizeof setup);
    rd_setup_presets(&with_map, &setup);
    CHECK_EQ(setup.seats, 2);
    CHECK_EQ(setup.option[0], 32);
    CHECK_EQ(setup.option[1], 0);
    CHECK_EQ(setup.option[RD_OPTIONS_MAX - 1], 0);
    CHECK(setup.map == NULL);
    CHECK_EQ(setup.map_size, 0);
    CHECK_EQ(rd_setup_in_range(&with_map, &setup).code, RD_OK);
    struct rd_game full = with_map;
    full.seats_preset = 4;
    rd_setup_presets(&full, &setup);
    CHECK_EQ(setup.seats, 4);
}

static void each_option_and_the_seats_have_limits(void)
{
    static const struct {
        int32_t size, luck, seats;
        uint32_t code, detail;
    } cases[] = {
        { 8, -5, 2, RD_OK, 0 },         { 64, 5, 4, RD_OK, 0 },
        { 7, 0, 2, RD_BAD_SETUP, 0 },   { 65, 0, 2, RD_BAD_SETUP, 0 },
        { 32, -6, 2, RD_BAD_SETUP, 1 }, { 32, 6, 2, RD_BAD_SETUP, 1 },
        { 32, 0, 1, RD_BAD_SETUP, 2 },  { 32, 0, 5, RD_BAD_SETUP, 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rd_setup setup;
        rd_setup_presets(&without_map, &setup);
        setup.option[0] = cases[i].size;
        setup.option[1] = cases[i].luck;
        setup.seats = (uint8_t)cases[i].seats;
        struct rd_verdict verdict = rd_setup_in_range(&without_map, &setup);
        CHECK(is_verdict(verdict, cases[i].code, cases[i].detail));
    }
}

static void a_map_must_have_the_right_size(void)
{
    uint64_t map[2] = { 0 };
    struct rd_setup setup;
    rd_setup_presets(&with_map, &setup);
    setup.map = map;
    setup.map_size = 8;
    CHECK(is_verdict(rd_setup_in_range(&with_map, &setup), RD_BAD_MAP, RD_NO_CELL));
    setup.map_size = 16;
    CHECK(is_verdict(rd_setup_in_range(&with_map, &setup), RD_OK, 0));
    CHECK(is_verdict(rd_setup_in_range(&without_map, &setup), RD_BAD_MAP, RD_NO_CELL));
    setup.map_size = 0;
    CHECK(is_verdict(rd_setup_in_range(&without_map, &setup), RD_BAD_MAP, RD_NO_CELL));
}

/* ---- the registry --------------------------------------------------------------------------- */

static void games_are_found_by_name(void)
{
    uint32_t count = 0;
    for (; rd_game_at(count) != NULL; count++) {
        CHECK(rd_game_find(rd_game_at(count)->id) == rd_game_at(count)); /* so ids differ */
    }
    CHECK(count >= 1);
    CHECK(rd_game_at(count + 1) == NULL);
    CHECK(rd_game_at(UINT32_MAX) == NULL);
    CHECK(rd_game_find("null") != NULL);
    CHECK(rd_game_find("nul") == NULL);
    CHECK(rd_game_find("nullx") == NULL);
    CHECK(rd_game_find("") == NULL);
}

/* ---- events --------------------------------------------------------------------------------- */

static void a_log_keeps_what_fits_and_counts_the_rest(void)
{
    struct rd_event kept[3];
    memset(kept, 0, sizeof kept);
    struct rd_event_log log = { kept, 2, 0 };
    for (uint16_t i = 0; i < 5; i++) {
        struct rd_event event = { .kind = i, .cause = i, .arg = { i } };
        CHECK_EQ(rd_event_add(&log, &event), i + 1);
    }
    CHECK_EQ(log.count, 5);
    CHECK_EQ(kept[0].kind, 0);
    CHECK_EQ(kept[1].kind, 1);
    CHECK_EQ(kept[1].cause, 1);
    CHECK_EQ(kept[2].kind, 0); /* untouched */
    CHECK_EQ(rd_event_add(NULL, &kept[0]), 0);
}

/* ---- frames ---- */

static void frames_keep_what_is_new_and_fits(void)
{
    uint64_t state = 7, room[3] = { 0 };
    struct rd_frame list[3];
    struct rd_event event = { .kind = 1 };
    struct rd_event_log log = { NULL, 0, 0 };
    struct rd_frames frames = { list, room, sizeof state, 3, 0, 0 };
    for (uint32_t i = 0; i < 2; i++) { /* the second time nothing has happened */
        CHECK(rd_frame_open(&frames, &state) == &room[i]);
        rd_frame_close(&frames, 4, &log);
        CHECK_EQ(frames.count, 1);
    }
    rd_event_add(&log, &event);
    uint64_t *copy = rd_frame_open(&frames, &state); /* the same state, but something was told */
    CHECK(copy == &room[1]);
    rd_frame_close(&frames, 5, &log);
    state = 8;
    copy = rd_frame_open(&frames, &state); /* the other way round; the game tidies up in the copy */
    *copy = 9;
    rd_frame_close(&frames, 6, &log);
    CHECK(rd_frame_open(&frames, &state) == NULL); /* no more room: only counted */
    CHECK_EQ(frames.count, 4);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQ(list[i].step, 4 + i);
        CHECK_EQ(list[i].events, i > 0);
        CHECK(rd_frame_state(&frames, i) == &room[i]);
    }
    CHECK_EQ(room[1], 7);
    CHECK_EQ(room[2], 9);
    CHECK(rd_frame_open(NULL, &state) == NULL);
}

/* ---- hashes --------------------------------------------------------------------------------- */

/* Fixed for ever: replays hold them. */
static void hashes_never_change(void)
{
    uint64_t words[4] = { 0, 1, UINT64_C(0x0123456789abcdef), UINT64_MAX };
    CHECK_HEX(rd_hash(words, 0), UINT64_C(0x9ca066f1a4ab2eea));
    CHECK_HEX(rd_hash(words, 8), UINT64_C(0x8de2a41edfcc19f8));
    CHECK_HEX(rd_hash(words, 16), UINT64_C(0xa4b4a6e4b9accb20));
    CHECK_HEX(rd_hash(words, 32), UINT64_C(0x883de2d457b4cef7));
}

/* Each single bit changes about half of the 64 bits of the hash. */
static void every_bit_counts(void)
{
    uint64_t words[8];
    memset(words, 0x5a, sizeof words);
    uint64_t before = rd_hash(words, sizeof words);
    uint32_t turned = 0;
    for (uint32_t bit = 0; bit < 512; bit++) {
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
        uint64_t difference = rd_hash(words, sizeof words) ^ before;
        words[bit / 64] ^= UINT64_C(1) << bit % 64;
        uint32_t bits = 0;
        for (; difference != 0; difference &= difference - 1) {
            bits++;
        }
        CHECK(bits >= 10 && bits <= 54);
        turned += bits;
    }
    CHECK(turned > 512 * 31 && turned < 512 * 33);
}

/* Changes in two neighbouring words don't cancel, not even in their top bits. */
static void two_changes_do_not_cancel(void)
{
    uint64_t words[2] = { 7, 9 };
    uint64_t before = rd_hash(words, sizeof words);
    for (uint32_t a = 0; a < 64; a++) {
        for (uint32_t b = 0; b < 64; b++) {
            uint64_t changed[2] = { words[0] ^ UINT64_C(1) << a, words[1] ^ UINT64_C(1) << b };
            CHECK(rd_hash(changed, sizeof changed) != before);
            changed[1] ^= UINT64_C(1) << (b + 32) % 64;
            CHECK(rd_hash(changed, sizeof changed) != before);
        }
    }
}

int main(void)
{
    RUN(actions_are_counted);
    RUN(indices_go_there_and_back_in_order);
    RUN(actions_out_of_range_are_named);
    RUN(a_mask_has_the_bits_of_the_legal_actions);
    RUN(factors_have_the_legal_actions);
    RUN(factors_are_made_of_the_list);
    RUN(presets_are_in_range);
    RUN(each_option_and_the_seats_have_limits);
    RUN(a_map_must_have_the_right_size);
    RUN(games_are_found_by_name);
    RUN(a_log_keeps_what_fits_and_counts_the_rest);
    RUN(frames_keep_what_is_new_and_fits);
    RUN(hashes_never_change);
    RUN(every_bit_counts);
    RUN(two_changes_do_not_cancel);
    return check_end();
}
