/*
 * Nothing hidden shakes (R14.7): pairs of games that differ only in what P2 does far out of P1's
 * sight. P1 gives the same orders in both and must be told the same, and find the same in its view,
 * byte by byte: how long others moved, and how many of them, shows nowhere. Nor does it in the
 * frames of the turn, of which P1 is shown those in which it sees or hears something.
 */
#include "check.h"
#include "games/fortress/fortress_internal.h"
#include "host/frames.h"

enum {
    GAMES = 100,
    TURNS = 7,
    WEST = 12,    /* P1 stays to the west of this column */
    EAST = 25,    /* and P2 to the east of this one: nobody sees so far */
    COLUMNS = 44, /* of the board */
    ROWS = 13,
    UNITS = 9, /* of each side */
    TRIES = 60
};

struct world {
    struct fortress_state state;
    struct fortress_view view;
    struct rd_event events[8192];
    struct rd_event_log log; /* of the last turn, what P1 does not see taken out */
    struct fortress_state before;
    struct fortress_state shown[FORTRESS_FRAMES_MAX];
    struct rd_frame frame[FORTRESS_FRAMES_MAX];
    struct rd_frames frames;
};

static struct world quiet, busy; /* P2 does nothing; P2 moves about */
static struct rd_luck dice;      /* of the test */
static uint32_t told[FORTRESS_EVENTS], steps_unseen, frames_seen, frames_unseen;

static uint32_t draw(uint32_t low, uint32_t high)
{
    return (uint32_t)rd_luck_range(&dice, (int32_t)low, (int32_t)high);
}

/* ---- the board ---- */

static uint32_t cell_of(uint32_t column, uint32_t row)
{
    return fortress_cell((int32_t)column, (int32_t)row);
}

static void lay_map(struct fortress_map *map)
{
    memset(map, 0, sizeof *map);
    for (uint32_t row = 0; row < ROWS; row++) {
        for (uint32_t column = 0; column < COLUMNS; column++) {
            int32_t rock = row != ROWS / 2 && draw(0, 9) == 0;
            map->tile[cell_of(column, row)] = rock ? FORTRESS_MOUNTAIN : FORTRESS_OPEN;
        }
    }
    map->base[0] = (uint16_t)cell_of(0, ROWS / 2);
    map->base[1] = (uint16_t)cell_of(COLUMNS - 1, ROWS / 2);
}

static void add_unit(struct fortress_state *s, uint32_t seat, uint32_t type, uint32_t cell)
{
    struct fortress_side *side = &s->side[seat];
    if (fortress_mobile_at(s, cell) != FORTRESS_NOBODY || fortress_has(&s->board.mountain, cell)) {
        return;
    }
    struct fortress_piece unit = { side->next_id,
                                   (uint16_t)cell,
                                   (uint16_t)(1 + s->side[0].units + s->side[1].units),
                                   FORTRESS_HEALTH_MAX,
                                   (uint8_t)type,
                                   0,
                                   0 };
    s->piece[fortress_unit_who(seat, side->units)] = unit;
    side->units++;
    side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
}

/* A crowd on each side, those of P1 close together, and rails on which P2 comes far. */
static void begin(void)
{
    struct fortress_map map;
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1);
    struct fortress_state *s = &quiet.state;
    rd_setup_presets(&fortress_game, &setup);
    lay_map(&map);
    setup.map = &map;
    setup.map_size = sizeof map;
    fortress_game.init(s, &setup, &luck);
    for (uint32_t i = 0; i < UNITS; i++) {
        uint32_t kind = draw(0, FORTRESS_LAST_BOUGHT), other = draw(0, FORTRESS_LAST_BOUGHT);
        add_unit(s, 0, kind, cell_of(draw(2, 6), draw(4, 8)));
        add_unit(s, 1, other, cell_of(draw(EAST + 4, EAST + 10), draw(3, 9)));
    }
    for (uint32_t column = EAST; column < COLUMNS - 1; column++) {
        fortress_set_site(s, cell_of(column, ROWS / 2), FORTRESS_CODE_RAIL + 1);
    }
    for (uint32_t column = 1; column < WEST; column += draw(1, 2)) {
        fortress_set_site(s, cell_of(column, ROWS / 2), FORTRESS_CODE_ROAD);
    }
    fortress_look(s, 0);
    fortress_look(s, 1);
    CHECK(fortress_game.audit(s) == NULL);
    busy.state = *s;
}

/* ---- orders ---- */

/* Any order, legal or not. */
static struct rd_action draw_order(uint32_t seat, uint32_t first, uint32_t last)
{
    static const uint16_t verbs[] = { FORTRESS_MOVE,    FORTRESS_MOVE,    FORTRESS_MOVE,
                                      FORTRESS_MOVE,    FORTRESS_EXTEND,  FORTRESS_MOVE_TO,
                                      FORTRESS_ROAD_TO, FORTRESS_RAIL_TO, FORTRESS_DEFEND,
                                      FORTRESS_LOOKOUT, FORTRESS_BUY };
    struct rd_action action = { .verb = verbs[draw(0, sizeof verbs / sizeof verbs[0] - 1)] };
    uint32_t id = 1 + seat + FORTRESS_SEATS * draw(1, 2 * UNITS);
    uint32_t cell = cell_of(draw(first, last), draw(0, ROWS - 1));
    action.arg[0] = (uint16_t)(action.verb == FORTRESS_BUY ? draw(0, FORTRESS_LAST_BOUGHT) : id);
    action.arg[1] = (uint16_t)(fortress_verbs[action.verb].arg[1].name == NULL ? 0 : cell);
    return action;
}

static int32_t obeys(const struct world *world, uint32_t seat, struct rd_action action)
{
    return fortress_game.judge(&world->state, (rd_seat)seat, action).code == RD_OK;
}

static void apply(struct world *world, uint32_t seat, struct rd_action action)
{
    struct rd_luck luck = rd_luck_from_seed(2);
    struct rd_event_log log = { world->events, sizeof world->events / sizeof world->events[0], 0 };
    struct rd_frames frames = {
        world->frame, world->shown, sizeof world->shown[0], FORTRESS_FRAMES_MAX, 0, 0
    };
    world->before = world->state;
    fortress_game.apply_steps(&world->state, (rd_seat)seat, action, &luck, &log, &frames);
    CHECK(log.count <= log.cap && frames.count <= frames.cap);
    world->frames = frames;
    world->log = log;
}

/* ---- what P1 knows then ---- */

/* Keeps the events that P1 sees, with causes among them. */
static void listen(struct world *world)
{
    uint32_t place[sizeof world->events / sizeof world->events[0] + 1] = { 0 }, seen = 0;
    for (uint32_t i = 0; i < world->log.count; i++) {
        struct rd_event event = world->events[i];
        steps_unseen += event.kind == FORTRESS_E_MOVED && (event.seen_by & 1u) == 0;
        if ((event.seen_by & 1u) == 0) {
            continue;
        }
        event.cause = place[event.cause];
        event.seen_by = 0; /* whether P2 and spectators see it is not told */
        world->events[seen] = event;
        seen++;
        place[1 + i] = seen;
        told[event.kind]++;
    }
    world->log.count = seen;
}

/* A path that is cut would tell of ground that nobody has seen: R9.6. */
static int32_t is_without_orders(const struct world *world, uint32_t index)
{
    static const struct fortress_task none[FORTRESS_WHO_MAX];
    const struct fortress_state *s = rd_frame_state(&world->frames, index);
    uint32_t ways = 0;
    for (uint32_t who = 0; who < FORTRESS_FIRST_NEUTRAL; who++) {
        ways += s->plan[who].length > 0 || s->plan[who].steps > 0;
    }
    return memcmp(s->task, none, sizeof none) == 0 && ways == 0;
}

static void orders_under_way_are_not_shown(const struct world *world)
{
    for (uint32_t i = 0; i < world->frames.count; i++) {
        CHECK(world->frame[i].step == FORTRESS_STEP_UPKEEP || is_without_orders(world, i));
    }
}

/* Walks through both turns, as P1 saw them, as long as they are the same. */
static int32_t frames_are_same_to_p1(void)
{
    struct rd_shown one = { &fortress_game, &quiet.before, &quiet.state, &quiet.log,
                            &quiet.frames };
    struct rd_shown other = { &fortress_game, &busy.before, &busy.state, &busy.log, &busy.frames };
    struct rd_frame_walk a, b;
    int32_t same = 1, more = 1;
    rd_frame_walk_begin(&a, &one, 0);
    rd_frame_walk_begin(&b, &other, 0);
    while (same && more) {
        more = rd_frame_walk_next(&a);
        same = rd_frame_walk_next(&b) == more && a.step == b.step &&
               memcmp(a.view, b.view, sizeof(struct fortress_view)) == 0;
        frames_seen += more ? 1 : 0;
    }
    orders_under_way_are_not_shown(&quiet);
    orders_under_way_are_not_shown(&busy);
    frames_unseen += busy.frames.count > quiet.frames.count;
    rd_frame_walk_end(&a);
    rd_frame_walk_end(&b);
    return same;
}

static int32_t is_same_to_p1(void)
{
    if (!frames_are_same_to_p1()) {
        return 0;
    }
    listen(&quiet);
    listen(&busy);
    fortress_game.observe(&quiet.state, 0, &quiet.view);
    fortress_game.observe(&busy.state, 0, &busy.view);
    return quiet.log.count == busy.log.count &&
           memcmp(quiet.events, busy.events, quiet.log.count * sizeof quiet.events[0]) == 0 &&
           memcmp(&quiet.view, &busy.view, sizeof quiet.view) == 0;
}

static int32_t play_turn(void)
{
    const struct rd_action done = { .verb = FORTRESS_DONE };
    for (uint32_t i = 0; i < TRIES; i++) {
        struct rd_action own = draw_order(0, 0, WEST), other = draw_order(1, EAST, COLUMNS - 1);
        int32_t legal = obeys(&quiet, 0, own);
        CHECK_EQ(obeys(&busy, 0, own), legal);
        if (legal) {
            apply(&quiet, 0, own);
            apply(&busy, 0, own);
        }
        if (obeys(&busy, 1, other)) {
            apply(&busy, 1, other);
        }
    }
    apply(&quiet, 0, done);
    apply(&busy, 0, done);
    apply(&quiet, 1, done);
    apply(&busy, 1, done);
    return is_same_to_p1();
}

static void unseen_movement_shows_nowhere(void)
{
    uint32_t different = 0;
    for (uint32_t game = 0; game < GAMES; game++) {
        dice = rd_luck_from_seed(game);
        begin();
        int32_t same = 1;
        for (uint32_t turn = 0; turn < TURNS && same; turn++) {
            same = play_turn();
        }
        different += !same;
    }
    CHECK_EQ(different, 0);
}

/* ---- what P1 loses out of sight ---- */

/* P1 has a mine, a trap and a column of soldiers on the march; a scout of P2 so many steps from the
 * mine, and one from the trap. */
static void begin_raid(struct world *world, uint32_t to_mine, uint32_t to_trap)
{
    struct fortress_map map;
    struct rd_setup setup;
    struct rd_luck luck = rd_luck_from_seed(1);
    struct fortress_state *s = &world->state;
    uint32_t mine = cell_of(30, 2), trap = cell_of(30, 9);
    struct fortress_site site = { FORTRESS_TRAP, 0, FORTRESS_INTACT, 0, 0, 0 };
    rd_setup_presets(&fortress_game, &setup);
    lay_map(&map);
    for (uint32_t column = 0; column < COLUMNS; column++) {
        map.tile[cell_of(column, 2)] = map.tile[cell_of(column, 9)] = FORTRESS_OPEN;
    }
    map.tile[mine] = FORTRESS_MINE;
    setup.map = &map;
    setup.map_size = sizeof map;
    fortress_game.init(s, &setup, &luck);
    add_unit(s, 0, FORTRESS_SCOUT, cell_of(1, ROWS / 2));
    add_unit(s, 1, FORTRESS_SCOUT, cell_of(30 + to_mine, 2));
    add_unit(s, 1, FORTRESS_SCOUT, cell_of(30 + to_trap, 9));
    fortress_add(&s->know[0].explored, mine);
    fortress_add(&s->know[0].explored, trap);
    s->mine_owner[0] = 1;
    fortress_set_site(s, trap, fortress_site_code(&site));
    fortress_look(s, 0);
    fortress_look(s, 1);
    CHECK(fortress_game.audit(s) == NULL);
}

static void raid(struct world *world)
{
    const struct rd_action done = { .verb = FORTRESS_DONE };
    uint16_t own = (uint16_t)world->state.piece[fortress_unit_who(0, 0)].id;
    const uint16_t other = (uint16_t)world->state.piece[fortress_unit_who(1, 0)].id;
    const struct rd_action walk = { FORTRESS_MOVE, { own, (uint16_t)cell_of(4, ROWS / 2), 0 } };
    const struct rd_action rob = { FORTRESS_MOVE, { other, (uint16_t)cell_of(30, 2), 0 } };
    const struct rd_action step = { FORTRESS_MOVE,
                                    { (uint16_t)(other + 2), (uint16_t)cell_of(30, 9), 0 } };
    apply(world, 0, walk);
    apply(world, 1, rob);
    apply(world, 1, step);
    apply(world, 0, done);
    apply(world, 1, done);
}

/* In which tick a mine is lost or a trap is sprung in the dark does not show either. */
static void losses_out_of_sight_tell_no_tick(void)
{
    static const uint8_t steps[][2] = { { 1, 1 }, { 1, 3 }, { 2, 1 }, { 3, 1 }, { 3, 3 } };
    for (uint32_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        dice = rd_luck_from_seed(7);
        begin_raid(&quiet, 1, 1);
        dice = rd_luck_from_seed(7);
        begin_raid(&busy, steps[i][0], steps[i][1]);
        raid(&quiet);
        raid(&busy);
        uint32_t mines = told[FORTRESS_E_MINE], traps = told[FORTRESS_E_TRAPPED];
        CHECK(is_same_to_p1());
        CHECK_EQ(told[FORTRESS_E_MINE] - mines, 2); /* once in each */
        CHECK_EQ(told[FORTRESS_E_TRAPPED] - traps, 2);
    }
}

/* All that this is about has come about. */
static void waiting_trimming_and_stopping_came_about(void)
{
    CHECK(steps_unseen > 100);
    CHECK(frames_seen > 1000);
    CHECK(frames_unseen > 100); /* turns in which P2 went on moving alone */
    CHECK(told[FORTRESS_E_MOVED] > 100);
    CHECK(told[FORTRESS_E_WAITED] > 0);
    CHECK(told[FORTRESS_E_TRIMMED] > 0);
    CHECK(told[FORTRESS_E_STOPPED] > 0);
    CHECK(told[FORTRESS_E_TURNED] > 0);
}

int main(void)
{
    RUN(unseen_movement_shows_nowhere);
    RUN(losses_out_of_sight_tell_no_tick);
    RUN(waiting_trimming_and_stopping_came_about);
    return check_end();
}
