/* What a seat may take back where its own orders bring hidden facts to light. */
#include <stdlib.h>

#include "server/core/match.h"
#include "tests/check.h"
#include "tests/host/fog.h"

enum { MATCHES = 40, LOG_MAX = 16 };

/* One match of fog without a server around it. */
struct cellar {
    struct scratch scratch;
    struct match match;
    struct entry log[LOG_MAX];
    uint32_t count;
};

static void follow(struct cellar *c, struct entry entry)
{
    struct update update;
    CHECK(match_state_apply(&c->match.now, &c->scratch, &entry, &update));
    c->log[c->count++] = entry;
}

static void open_cellar(struct cellar *c, uint64_t seed)
{
    struct rd_chosen chosen = { .game = &fog_game };
    struct entry created = { .kind = ENTRY_CREATED };
    memset(c, 0, sizeof *c);
    rd_setup_presets(&fog_game, &chosen.setup);
    scratch_open(&c->scratch, &fog_game);
    c->match.key[0] = seed;
    match_begin(&c->match, &chosen, &c->scratch);
    follow(c, created);
}

static void close_cellar(struct cellar *c)
{
    match_state_close(&c->match.now);
    scratch_close(&c->scratch);
}

static void give(struct cellar *c, rd_seat seat, enum fog_verb verb)
{
    struct entry order = { .kind = ENTRY_ORDER, .seat = seat, .count = 1 };
    order.action[0].verb = (uint16_t)verb;
    order.action[0].arg[0] = verb == FOG_NOTE;
    follow(c, order);
}

static enum rd_undo ask(struct cellar *c, rd_seat seat)
{
    uint64_t hash;
    return match_state_try_undo(&c->match.now, &c->scratch, seat, c->match.key, &hash);
}

static void take_back(struct cellar *c, rd_seat seat)
{
    struct entry undo = { .kind = ENTRY_UNDO, .seat = seat };
    CHECK_EQ(ask(c, seat), RD_UNDO_FINE);
    follow(c, undo);
}

static void what_shows_nothing_is_taken_back(void)
{
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct cellar c;
        open_cellar(&c, seed);
        CHECK_EQ(ask(&c, 0), RD_UNDO_FINAL);
        give(&c, 0, FOG_NOTE);
        give(&c, 1, FOG_WALK); /* sealed from seat 0 */
        give(&c, 0, FOG_DONE);
        take_back(&c, 0);
        take_back(&c, 0);
        CHECK_EQ(ask(&c, 0), RD_UNDO_FINAL);
        close_cellar(&c);
    }
}

/* Does a walk stay, and does everything before it? */
static bool walk_stays(struct cellar *c)
{
    give(c, 0, FOG_NOTE);
    give(c, 0, FOG_WALK);
    give(c, 0, FOG_DONE);
    take_back(c, 0); /* what came after it shows nothing */
    enum rd_undo answer = ask(c, 0);
    CHECK_EQ(ask(c, 0), answer); /* no second chance */
    CHECK(answer != RD_UNDO_FINAL);
    return answer == RD_UNDO_REVEALED;
}

static void what_was_seen_stays(void)
{
    uint32_t stayed = 0;
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct cellar c;
        open_cellar(&c, seed);
        stayed += walk_stays(&c);
        close_cellar(&c);
    }
    CHECK(stayed >= MATCHES * 8 / 10); /* 1 in 16: every guess agreed with the truth */
}

static void dice_stay(void)
{
    struct cellar c;
    open_cellar(&c, 1);
    give(&c, 0, FOG_NOTE);
    give(&c, 0, FOG_DIG);
    CHECK_EQ(ask(&c, 0), RD_UNDO_FINAL);
    close_cellar(&c);
}

static void a_turn_that_is_over_stays(void)
{
    struct cellar c;
    open_cellar(&c, 1);
    give(&c, 0, FOG_DONE);
    give(&c, 1, FOG_DONE);
    CHECK_EQ(ask(&c, 0), RD_UNDO_FINAL);
    CHECK_EQ(ask(&c, 1), RD_UNDO_FINAL);
    close_cellar(&c);
}

/* The same log gives the same answers; what others order between changes none. */
static void answers_follow_from_the_log(void)
{
    for (uint64_t seed = 1; seed <= MATCHES; seed++) {
        struct cellar c, again;
        open_cellar(&c, seed);
        bool stays = walk_stays(&c);
        open_cellar(&again, seed);
        for (uint32_t i = 1; i < c.count; i++) {
            follow(&again, c.log[i]);
        }
        give(&again, 1, FOG_WALK);
        CHECK_EQ(ask(&again, 0) == RD_UNDO_REVEALED, stays);
        close_cellar(&c);
        close_cellar(&again);
    }
}

/* A log that was damaged names a seat that no array has. */
static void a_claim_of_nobody_is_refused(void)
{
    struct cellar c;
    struct entry claim = { .kind = ENTRY_CLAIM, .seat = 200, .who = 1 };
    struct update update;
    open_cellar(&c, 1);
    CHECK(!match_state_apply(&c.match.now, &c.scratch, &claim, &update));
    claim.seat = 0;
    CHECK(match_state_apply(&c.match.now, &c.scratch, &claim, &update));
    CHECK(update.told[0]);
    close_cellar(&c);
}

/* Likewise of who hears whom no longer. */
static void a_mute_of_nobody_is_refused(void)
{
    static const rd_seat wrong[][2] = { { 200, 1 }, { 0, 200 }, { 0, 0 }, { 200, 200 } };
    struct cellar c;
    struct entry mute = { .kind = ENTRY_MUTE, .what = 1 };
    struct update update;
    open_cellar(&c, 1);
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mute.seat = wrong[i][0];
        mute.who = wrong[i][1];
        CHECK(!match_state_apply(&c.match.now, &c.scratch, &mute, &update));
    }
    mute.seat = 0;
    mute.who = 1;
    CHECK(match_state_apply(&c.match.now, &c.scratch, &mute, &update));
    CHECK_EQ(c.match.now.muted[0], 2);
    close_cellar(&c);
}

int main(void)
{
    RUN(what_shows_nothing_is_taken_back);
    RUN(what_was_seen_stays);
    RUN(dice_stay);
    RUN(a_turn_that_is_over_stays);
    RUN(answers_follow_from_the_log);
    RUN(a_claim_of_nobody_is_refused);
    RUN(a_mute_of_nobody_is_refused);
    return check_end();
}
