/*
 * Would the laws notice if a game told a secret? Each mutant is a game with one thing given away,
 * in an event, a view or a verdict, and a law must find it. FATE has more in
 * tests/fate/leak_test.c.
 *
 *     laws-leaks [GAMES [GAME KIND]]
 *
 * With a game and a kind of event: is it noticed when that kind is told to everybody?
 */
#include <stdlib.h>
#include <string.h>

#include "../check.h"
#include "games/apoca/apoca_internal.h"
#include "games/civ/civ_internal.h"
#include "games/classic/classic_internal.h"
#include "games/fortress/fortress_internal.h"
#include "laws/hearing.h"
#include "run.h"

enum { GAMES = 100, STEPS = 1500, KINDS = 24 };

/* ---- events that are told to everybody ---- */

static const char *const *shouted; /* their kinds */

static void shout(const struct rd_event_kind *kind, struct rd_event *event)
{
    for (uint32_t i = 0; shouted[i] != NULL; i++) {
        if (strcmp(shouted[i], kind->name) == 0) {
            event->seen_by = RD_ALL_SEATS;
        }
    }
}

struct shouting {
    const char *game, *name;
    const char *kind[KINDS];
};

static const struct shouting shoutings[] = {
    { "apoca", "orders that come to nothing", { "order_skipped" } },
    { "apoca", "where a mercenary is hired", { "hired" } },
    { "apoca", "who waits for a start tile", { "mercenary_blocked" } },

    { "civ", "moves in the dark", { "moved" } },
    { "civ", "arrivals in the dark", { "arrived" } },
    { "civ", "what is built in the dark", { "built" } },
    { "civ", "attacks that are ordered", { "attack_ordered" } },
    { "civ", "what is harvested", { "harvested" } },
    { "civ", "what is eaten", { "fed" } },
    { "civ", "who stays", { "stayed" } },
    { "civ", "battles in the dark", { "battle", "struck" } },

    { "classic", "what came to nothing", { "blocked", "left_out", "target_gone", "refunded" } },
    { "classic", "who stays behind a friend", { "blocked" } },
    { "classic", "who was left out", { "left_out" } },
    { "classic", "attacks at nobody", { "target_gone" } },
    { "classic", "purchases paid back", { "refunded" } },
    { "classic", "purchases", { "bought" } },

    { "fate", "where a unit may go", { "move_options" } },
    { "fate", "a unit that can't go anywhere", { "move_blocked" } },
    { "fate", "answers", { "answered" } },
    { "fate", "moves of the hidden", { "moved" } },
    { "fate", "what is laid in the dark", { "token_laid" } },
    { "fate", "counters of cards", { "charged" } },

    { "fortress",
      "the owner's own events",
      { "trimmed", "waited", "stopped", "target_gone", "spell_lost", "queue_ended", "build_failed",
        "build_unpaid", "sabotage_nothing", "refunded" } },
    { "fortress", "where an order was trimmed", { "trimmed" } },
    { "fortress", "who waits", { "waited" } },
    { "fortress", "queues that end", { "queue_ended" } },
    { "fortress", "moves in the dark", { "moved" } },
    { "fortress", "wounds in the dark", { "hurt" } },
    { "fortress", "what a strength is made of", { "modifier", "strength" } },
    { "fortress", "purchases in the dark", { "appeared" } },
    { "fortress", "income", { "income" } },
};

/* ---- views that show too much ---- */

static void apoca_shows(const void *state, rd_seat seat, void *view, uint32_t what)
{
    const struct apoca_state *s = state;
    struct apoca_view *v = view;
    apoca_observe(state, seat, view);
    const struct apoca_secret *other = &s->secret[seat == 0];
    const uint32_t value[] = { (uint32_t)(other->queue[0] + other->queue[1] + other->queue[2]),
                               other->hire,
                               other->tower_type + (other->tower_verb != 0 ? 1u : 0u),
                               other->provoke,
                               other->tower_cell,
                               other->done };
    v->zero[0] = (uint8_t)value[what];
}

static void civ_shows(const void *state, rd_seat seat, void *view, uint32_t what)
{
    const struct civ_state *s = state;
    struct civ_view *v = view;
    civ_observe(state, seat, view);
    const struct civ_side *other = &s->side[seat == 0];
    uint32_t flags = 0;
    for (uint32_t i = 0; i < other->armies; i++) {
        flags += (uint32_t)(other->army[i] != civ_cell_of(other->army[i]));
    }
    const uint32_t value[] = { other->armies,
                               other->workers,
                               other->cities,
                               flags,
                               other->health[0],
                               s->common.target_count,
                               (uint32_t)rd_hash(s->terrain, sizeof s->terrain) };
    v->zero[0] = (uint8_t)value[what];
}

static void classic_shows(const void *state, rd_seat seat, void *view, uint32_t what)
{
    const struct classic_state *s = state;
    struct classic_view *v = view;
    classic_observe(state, seat, view);
    const struct classic_secret *other = &s->secret[seat == 0];
    const uint32_t value[] = { (uint32_t)other->spent, other->bought_count,      other->bought[0],
                               other->order[1].verb,   other->order[1].priority, other->done };
    v->zero[0] = (uint8_t)value[what];
}

static uint32_t fortress_hidden(const struct fortress_state *s, rd_seat seat)
{
    uint32_t hidden = 0;
    for (uint32_t slot = 0; slot < s->side[1 - seat].units; slot++) {
        uint32_t cell = s->piece[fortress_unit_who(1u - seat, slot)].cell;
        hidden += fortress_sees(s, seat, cell) ? 0u : 1u + cell;
    }
    return hidden;
}

static void fortress_shows(const void *state, rd_seat seat, void *view, uint32_t what)
{
    const struct fortress_state *s = state;
    struct fortress_view *v = view;
    fortress_observe(state, seat, view);
    if (seat >= FORTRESS_SEATS) {
        return;
    }
    const struct fortress_side *other = &s->side[1 - seat];
    const uint32_t value[] = { (uint32_t)other->gold,
                               fortress_hidden(s, seat),
                               s->lair_reward[0],
                               s->task[fortress_unit_who(1u - seat, 0)].verb,
                               other->bought,
                               other->next_id,
                               other->done };
    v->seen[FORTRESS_WHO_MAX - 1].zero[0] = (uint8_t)value[what];
}

static struct {
    void (*shows)(const void *state, rd_seat seat, void *view, uint32_t what);
    uint32_t what;
} shown;

static void observe_shows(const void *state, rd_seat seat, void *view)
{
    shown.shows(state, seat, view, shown.what);
}

static const struct {
    const char *game;
    void (*shows)(const void *state, rd_seat seat, void *view, uint32_t what);
    const char *name[8]; /* by what */
} showings[] = {
    { "apoca",
      apoca_shows,
      { "queues", "hires", "towers", "provocations", "tower places", "done" } },
    { "civ",
      civ_shows,
      { "armies", "workers", "cities", "flags", "health", "targets", "terrain in the dark" } },
    { "classic",
      classic_shows,
      { "gold spent", "how much is bought", "what is bought", "orders", "priorities", "done" } },
    { "fortress",
      fortress_shows,
      { "gold", "hidden units", "dragon's gift", "orders", "purchases", "numbers given", "done" } },
};

/* ---- the trial ---- */

static uint32_t games = GAMES;

static void must_be_caught(const struct rd_game *game, const char *what, const char *name,
                           uint32_t law)
{
    char title[200];
    struct trial_order order = { .game = game,
                                 .seed = 1,
                                 .games = games,
                                 .law = law,
                                 .steps = STEPS,
                                 .record = shared_room(sizeof(struct record)),
                                 .finding = shared_room(sizeof(struct finding)) };
    CHECK(run_guarded(&order, true));
    CHECK_EQ(order.finding->crashed, false);
    snprintf(title, sizeof title, "%s: %s %s", game->id, what, name);
    check_report(title);
    printf("# law %u, seed %u: %s\n", order.finding->law, (unsigned)order.finding->seed,
           order.finding->text);
}

static void events(void)
{
    hearing_change_events(shout);
    for (uint32_t i = 0; i < sizeof shoutings / sizeof shoutings[0]; i++) {
        shouted = shoutings[i].kind;
        must_be_caught(rd_game_find(shoutings[i].game), "everybody is told of", shoutings[i].name,
                       LAW_HEARSAY);
    }
    hearing_change_events(NULL);
}

/* A secret of a sealed phase is found by law 6 too; law 7 alone must do. */
static void views(void)
{
    for (uint32_t i = 0; i < sizeof showings / sizeof showings[0]; i++) {
        struct rd_game game = *rd_game_find(showings[i].game);
        game.observe = observe_shows;
        shown.shows = showings[i].shows;
        for (shown.what = 0; shown.what < 8 && showings[i].name[shown.what] != NULL; shown.what++) {
            must_be_caught(&game, "a view shows the other's", showings[i].name[shown.what],
                           LAW_SECRECY);
        }
    }
}

int main(int argc, char **argv)
{
    games = argc > 1 ? (uint32_t)atoi(argv[1]) : GAMES;
    if (argc > 3) {
        const char *kinds[2] = { argv[3], NULL };
        shouted = kinds;
        hearing_change_events(shout);
        must_be_caught(rd_game_find(argv[2]), "everybody is told of", argv[3], LAW_HEARSAY);
        return check_end();
    }
    events();
    views();
    return check_end();
}
