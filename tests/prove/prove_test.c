/* Every position of small boards: dice, packing and tables by themselves, counts that are known,
 * and games broken on purpose, each of which must be found. */
#include <stdlib.h>
#include <unistd.h>

#include "../check.h"
#include "games/classic/classic.h"
#include "games/classic/classic_internal.h"
#include "games/null/null.h"
#include "prove/dice.h"
#include "prove/openings.h"
#include "prove/pack.h"
#include "prove/run.h"
#include "prove/table.h"

/* ---- dice -------------------------------------------------------------------------------- */

enum { FIRST_DIE = 6, OTHER_VALUES = 5 };

/* A die; with a six, a second draw from -2 to 2. */
static void throw_some(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                       struct rd_event_log *log)
{
    int32_t *value = state;
    (void)seat, (void)action, (void)log;
    value[0] = rd_luck_range(luck, 1, FIRST_DIE);
    value[1] = value[0] == FIRST_DIE ? rd_luck_range(luck, -2, 2) : 0;
}

/* Thrown again while it shows a one. */
static void throw_again(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                        struct rd_event_log *log)
{
    int32_t *value = state;
    (void)seat, (void)action, (void)log;
    do {
        value[0] = rd_luck_range(luck, 1, 2);
        value[1]++;
    } while (value[0] == 1);
}

static void throw_wide(void *state, rd_seat seat, struct rd_action action, struct rd_luck *luck,
                       struct rd_event_log *log)
{
    int32_t *value = state;
    (void)seat, (void)action, (void)log;
    value[0] = rd_luck_range(luck, 0, PROVE_VALUES_MAX);
}

static struct prove_dice dice_of(const struct rd_game *game, const void *before, void *after)
{
    struct prove_dice dice = { .game = game, .before = before, .after = after };
    prove_dice_begin(&dice);
    return dice;
}

static void all_dice_are_tried_once(void)
{
    struct rd_game game = { .state_size = 8, .apply = throw_some };
    int32_t before[2] = { 0 }, after[2];
    uint32_t ways = 0, met = 0;
    struct prove_dice dice = dice_of(&game, before, after);
    while (prove_dice_next(&dice)) {
        uint32_t which = after[0] < FIRST_DIE ? (uint32_t)after[0] : (uint32_t)(8 + after[1] + 2);
        CHECK((met & 1u << which) == 0);
        met |= 1u << which;
        CHECK_EQ(dice.draws, after[0] == FIRST_DIE ? 2 : 1);
        ways++;
    }
    CHECK_EQ(ways, FIRST_DIE - 1 + OTHER_VALUES);
    CHECK(!dice.too_wide);
}

static void dice_thrown_again_are_cut(void)
{
    struct rd_game game = { .state_size = 8, .apply = throw_again };
    int32_t before[2] = { 0 }, after[2];
    uint32_t ways = 0;
    struct prove_dice dice = dice_of(&game, before, after);
    while (prove_dice_next(&dice)) {
        ways++;
        CHECK_EQ(after[1], dice.draws);
    }
    CHECK_EQ(ways, PROVE_DRAWS_MAX); /* one for each number of throws */
    CHECK_EQ(dice.too_long, 1);
}

static void draws_too_wide_to_try_are_counted(void)
{
    struct rd_game game = { .state_size = 8, .apply = throw_wide };
    int32_t before[2] = { 0 }, after[2];
    struct prove_dice dice = dice_of(&game, before, after);
    CHECK(!prove_dice_next(&dice));
    CHECK(dice.too_wide);
}

/* ---- packing and tables ---------------------------------------------------------------------- */

static void what_is_packed_comes_back(void)
{
    enum { SIZE = 64 };
    uint8_t opening[SIZE] = { 1, 2, 3 }, position[SIZE], back[SIZE], packed[SIZE * 2];
    memcpy(position, opening, SIZE);
    position[1] = 9;
    position[8] = 7;
    position[SIZE - 1] = 5;
    uint32_t count = prove_pack(opening, position, SIZE, packed);
    CHECK(count <= prove_pack_most(SIZE));
    CHECK_EQ(count, 3 * 3 + 3);
    memcpy(back, opening, SIZE);
    CHECK(prove_unpack(packed, count, back, SIZE));
    CHECK(memcmp(back, position, SIZE) == 0);
    CHECK_EQ(prove_pack(opening, opening, SIZE, packed), 0);
}

static void bad_packs_are_refused(void)
{
    uint8_t room[16] = { 0 };
    const uint8_t past_the_end[] = { 2, 0, 1, 9 }, cut[] = { 0, 0, 3, 9 }, short_head[] = { 0, 0 };
    CHECK(!prove_unpack(past_the_end, sizeof past_the_end, room, sizeof room));
    CHECK(!prove_unpack(cut, sizeof cut, room, sizeof room));
    CHECK(!prove_unpack(short_head, sizeof short_head, room, sizeof room));
}

static void positions_are_new_once(void)
{
    struct prove_seen seen;
    CHECK(prove_seen_open(&seen, 1 << 16));
    for (uint64_t i = 0; i < 1000; i++) {
        CHECK(prove_seen_add(&seen, i * seen.room)); /* all want the same place */
        CHECK(!prove_seen_add(&seen, i * seen.room));
    }
    CHECK_EQ(seen.count, 1000);
    CHECK(!prove_seen_is_full(&seen));
    prove_seen_close(&seen);
}

static void members_of_a_class_are_compared(void)
{
    struct prove_pairs pairs;
    uint32_t before = 9;
    CHECK(prove_pairs_open(&pairs, 1 << 16));
    CHECK_EQ(prove_pairs_add(&pairs, 5, 77, &before), PROVE_SAME);
    CHECK_EQ(before, 0);
    CHECK_EQ(prove_pairs_add(&pairs, 5, 77, &before), PROVE_SAME);
    CHECK_EQ(before, 1);
    CHECK_EQ(prove_pairs_add(&pairs, 6, 78, &before), PROVE_SAME);
    CHECK_EQ(prove_pairs_add(&pairs, 5, 78, &before), PROVE_DIFFERS);
    uint32_t refused = 0;
    for (uint64_t key = 10; key < 10000; key++) {
        refused += prove_pairs_add(&pairs, key, key, &before) == PROVE_NO_ROOM;
    }
    CHECK(refused > 0);
    CHECK_EQ(prove_pairs_add(&pairs, 5, 77, &before), PROVE_SAME); /* old classes are there still */
    prove_pairs_close(&pairs);
}

/* ---- runs -------------------------------------------------------------------------------- */

static char folder[] = "/tmp/redoubt-prove-XXXXXX";

static void empty_folder(void)
{
    char command[sizeof folder + 32];
    snprintf(command, sizeof command, "rm -rf '%s'/*", folder);
    CHECK_EQ(system(command), 0);
}

static struct prove_wish wish_for(const struct rd_game *game)
{
    struct prove_wish wish = { .game = game, .folder = folder, .memory = 1 << 24, .workers = 2 };
    return wish;
}

static struct prove_result *prove(json_t *scenario, const struct prove_wish *wish)
{
    struct prove_result *result = calloc(1, sizeof *result);
    struct rd_problem problem = { "" };
    bool fine = prove_run(scenario, wish, result, &problem);
    CHECK(fine);
    CHECK_TEXT(problem.text, "");
    return result;
}

static void forget(struct prove_result *result, json_t *scenario)
{
    json_decref(result->scenario);
    json_decref(scenario);
    free(result);
}

/* Of the heap every position is known: after d orders it has lost d to 3 d stones. */
static void the_heap_is_counted_right(void)
{
    enum { HEAP = 9 };
    json_t *scenario = json_pack("{s:s, s:{s:i}}", "game", "null", "options", "heap", HEAP);
    struct prove_wish wish = wish_for(NULL);
    empty_folder();
    struct prove_result *result = prove(scenario, &wish);
    CHECK(result->complete);
    CHECK(!result->broken);
    CHECK_EQ(result->depth, HEAP);
    for (int d = 0; d <= HEAP; d++) {
        int positions = 0, transitions = 0, over = 0;
        for (int left = 0; left <= HEAP; left++) {
            if (HEAP - left >= d && HEAP - left <= 3 * d) {
                positions++;
                transitions += left < 3 ? left : 3;
                over += left == 0;
            }
        }
        CHECK_EQ(result->level[d].positions, positions);
        CHECK_EQ(result->level[d].transitions, transitions);
        CHECK_EQ(result->level[d].over, over);
    }
    forget(result, scenario);
}

static json_t *opening(const char *game, const char *name)
{
    struct rd_problem problem = { "" };
    json_t *scenario = prove_opening_load(rd_game_find(game), name, &problem);
    CHECK(scenario != NULL);
    return scenario;
}

static void a_run_in_parts_counts_the_same(void)
{
    struct prove_wish wish = wish_for(NULL);
    wish.only_pairs = true;
    empty_folder();
    json_t *scenario = opening("civ", "first");
    struct prove_result *whole = prove(scenario, &wish);
    CHECK(whole->complete);
    empty_folder();
    struct prove_result *part = NULL;
    uint32_t runs = 0;
    do {
        free(part);
        runs++;
        wish.depth = runs;
        part = prove(scenario, &wish);
    } while (!part->complete && runs < 100);
    CHECK(runs > 3);
    for (uint32_t i = 0; i <= whole->depth; i++) {
        CHECK_EQ(part->level[i].positions, whole->level[i].positions);
        CHECK_EQ(part->level[i].transitions, whole->level[i].transitions);
        CHECK_EQ(part->level[i].over, whole->level[i].over);
    }
    CHECK_EQ(part->positions, whole->positions);
    free(part);
    forget(whole, scenario);
}

static void every_opening_begins(void)
{
    for (uint32_t g = 0; rd_game_at(g) != NULL; g++) {
        const char *name = NULL;
        for (uint32_t i = 0; (name = prove_opening_name(rd_game_at(g), i)) != NULL; i++) {
            struct prove_wish wish = wish_for(NULL);
            wish.depth = 1;
            empty_folder();
            json_t *scenario = opening(rd_game_at(g)->id, name);
            struct prove_result *result = prove(scenario, &wish);
            CHECK(!result->broken);
            CHECK_EQ(result->level[0].positions, 1);
            CHECK(result->level[0].transitions > 0);
            forget(result, scenario);
        }
    }
}

/* ---- games broken on purpose -------------------------------------------------------------------
 */

static uint32_t legal_that_knows_secrets(const void *state, rd_seat seat, struct rd_action *out,
                                         uint32_t cap)
{
    const struct classic_state *s = state;
    uint32_t count = classic_legal(state, seat, out, cap);
    bool other_has_orders = false;
    for (uint32_t i = 0; i < CLASSIC_UNITS_MAX; i++) {
        other_has_orders = other_has_orders || s->secret[1 - seat].order[i].verb != 0;
    }
    return other_has_orders && count > 1 ? count - 1 : count;
}

static void apply_that_tells(void *state, rd_seat seat, struct rd_action action,
                             struct rd_luck *luck, struct rd_event_log *log)
{
    const struct classic_state *s = state;
    uint32_t secret = 0; /* how many orders the other has given */
    for (uint32_t i = 0; i < CLASSIC_UNITS_MAX; i++) {
        secret += s->secret[1].order[i].verb;
    }
    classic_apply(state, seat, action, luck, log);
    if (seat == 1 && s->open.ending != 0 && log != NULL && log->count > 0) {
        log->event[0].arg[0] += (int32_t)secret;
    }
}

static void apply_that_ends_nothing(void *state, rd_seat seat, struct rd_action action,
                                    struct rd_luck *luck, struct rd_event_log *log)
{
    if ((classic_game.verbs[action.verb].flags & RD_VERB_ENDS_TURN) == 0) {
        classic_apply(state, seat, action, luck, log);
    }
}

static void apply_that_remembers(void *state, rd_seat seat, struct rd_action action,
                                 struct rd_luck *luck, struct rd_event_log *log)
{
    static uint32_t calls;
    struct null_state *s = state;
    null_apply(state, seat, action, luck, log);
    s->zero[0] = (uint8_t)__atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
}

static void must_break(const struct rd_game *game, const char *name, uint32_t law, const char *word)
{
    struct prove_wish wish = wish_for(game);
    wish.only_pairs = true; /* so that only what is asked about can find it */
    json_t *scenario = strcmp(game->id, "null") == 0 ? json_pack("{s:s}", "game", "null")
                                                     : opening(game->id, name);
    empty_folder();
    wish.depth = 6;
    struct prove_result *result = prove(scenario, &wish);
    CHECK(result->broken);
    CHECK_EQ(result->finding.law, law);
    CHECK(strstr(result->finding.text, word) != NULL);
    CHECK(result->scenario != NULL);
    printf("# %s\n", result->finding.text);
    forget(result, scenario);
}

/* What is broken in apply() is not in its steps. */
static struct rd_game without_steps(const struct rd_game *game)
{
    struct rd_game plain = *game;
    plain.step_names = NULL;
    plain.frames_max = 0;
    plain.apply_steps = NULL;
    return plain;
}

static void orders_that_tell_a_secret_are_found(void)
{
    struct rd_game broken = classic_game;
    broken.legal = legal_that_knows_secrets;
    must_break(&broken, "first", LAW_SECRECY, "can't tell");
}

static void events_that_tell_a_secret_are_found(void)
{
    struct rd_game broken = without_steps(&classic_game);
    broken.apply = apply_that_tells;
    must_break(&broken, "first", LAW_HEARSAY, "hears other events");
}

static void games_that_cannot_end_are_found(void)
{
    struct rd_game broken = without_steps(&classic_game);
    broken.apply = apply_that_ends_nothing;
    must_break(&broken, "first", LAW_END, "no end within");
}

static void rules_with_a_memory_are_found(void)
{
    struct rd_game broken = null_game;
    broken.apply = apply_that_remembers;
    must_break(&broken, "", LAW_REPLAY, "two positions");
}

int main(void)
{
    if (mkdtemp(folder) == NULL) {
        return 2;
    }
    RUN(all_dice_are_tried_once);
    RUN(dice_thrown_again_are_cut);
    RUN(draws_too_wide_to_try_are_counted);
    RUN(what_is_packed_comes_back);
    RUN(bad_packs_are_refused);
    RUN(positions_are_new_once);
    RUN(members_of_a_class_are_compared);
    RUN(the_heap_is_counted_right);
    RUN(a_run_in_parts_counts_the_same);
    RUN(every_opening_begins);
    RUN(orders_that_tell_a_secret_are_found);
    RUN(events_that_tell_a_secret_are_found);
    RUN(games_that_cannot_end_are_found);
    RUN(rules_with_a_memory_are_found);
    empty_folder();
    rmdir(folder);
    return check_end();
}
