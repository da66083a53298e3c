/* What the rules of ApocaWarlords promise beyond the examples of the manual: every complaint
 * about a map, sealing, who is told what, and the corners that no shipped map has. */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "games/apoca/apoca_internal.h"

enum { ROWS_MAX = 8, LOG_MAX = 512 };

struct plan {
    const char *row[ROWS_MAX];
    uint8_t base[APOCA_SEATS][2];
    struct apoca_map_spawner spawner[3];
    uint8_t spawner_count;
};

/* Two straight lanes of 13 tiles, north and south of the bases. */
static const struct plan two_lanes = {
    { "rrrrrr   bbbbbb", "rOOOOOOOOOOOOOb", "rOrrrr   bbbbOb", "rOOOOOOOOOOOOOb",
      "rrrrrr   bbbbbb" },
    { { 1, 2 }, { 13, 2 } },
    { { 0 } },
    0,
};

static struct apoca_map map_of(const struct plan *plan)
{
    struct apoca_map map;
    memset(&map, 0, sizeof map);
    map.width = (uint8_t)strlen(plan->row[0]);
    for (; map.height < ROWS_MAX && plan->row[map.height] != NULL; map.height++) {
        for (uint32_t x = 0; x < map.width; x++) {
            const char *letters = " Orb";
            const char *found = strchr(letters, plan->row[map.height][x]);
            map.tile[map.height * APOCA_SIDE_MAX + x] = (uint8_t)(found - letters);
        }
    }
    memcpy(map.base, plan->base, sizeof map.base);
    memcpy(map.spawner, plan->spawner, sizeof plan->spawner);
    map.spawner_count = plan->spawner_count;
    return map;
}

static uint16_t cell(uint32_t x, uint32_t y)
{
    return (uint16_t)(y * APOCA_SIDE_MAX + x);
}

/* ---- maps ---- */

/* The only complaint about a map is this one, at this cell. */
#define CHECK_COMPLAINT(map, reason, where)                    \
    do {                                                       \
        struct rd_verdict complaint;                           \
        CHECK_EQ(apoca_game.check_map(map, &complaint, 1), 1); \
        CHECK_EQ(complaint.code, RD_BAD_MAP);                  \
        CHECK_EQ(complaint.why, reason);                       \
        CHECK_EQ(complaint.detail, where);                     \
    } while (0)

static void sizes_and_tiles_are_checked(void)
{
    struct apoca_map map = map_of(&two_lanes);
    CHECK_EQ(apoca_game.check_map(&map, NULL, 0), 0);
    map.width = 0;
    CHECK_COMPLAINT(&map, APOCA_MAP_SIZE, RD_NO_CELL);
    map.width = 65;
    CHECK_COMPLAINT(&map, APOCA_MAP_SIZE, RD_NO_CELL);
    map = map_of(&two_lanes);
    map.tile[cell(7, 0)] = 4;
    CHECK_COMPLAINT(&map, APOCA_MAP_TILE, cell(7, 0));
    map = map_of(&two_lanes);
    map.tile[cell(15, 0)] = APOCA_LAND_RED;
    CHECK_COMPLAINT(&map, APOCA_MAP_BEYOND, cell(15, 0));
}

static void counts_are_checked(void)
{
    struct apoca_map map = map_of(&two_lanes);
    uint32_t more = 257 - 28; /* path tiles it has */
    map.width = 64;
    map.height = 64;
    for (uint32_t i = 0; i < more; i++) {
        map.tile[cell(i % 64, 10 + i / 64)] = APOCA_PATH;
    }
    CHECK_COMPLAINT(&map, APOCA_MAP_PATHS, cell((more - 1) % 64, 10 + (more - 1) / 64));
    map = map_of(&two_lanes);
    map.width = 64;
    map.height = 64;
    for (uint32_t i = 0; i < 256; i++) {
        map.tile[cell(i % 64, 10 + i / 64)] = APOCA_LAND_BLUE;
    }
    struct rd_verdict said;
    CHECK_EQ(apoca_game.check_map(&map, &said, 1), 1);
    CHECK_EQ(said.why, APOCA_MAP_LANDS);
    map = map_of(&two_lanes);
    map.spawner_count = 17;
    for (uint32_t i = 0; i < APOCA_SPAWNERS_MAX; i++) {
        map.spawner[i].x = 1;
        map.spawner[i].y = 1;
    }
    CHECK_COMPLAINT(&map, APOCA_MAP_SPAWNERS, RD_NO_CELL);
}

static void bases_and_spawners_are_checked(void)
{
    struct apoca_map map = map_of(&two_lanes);
    map.base[APOCA_BLUE][0] = 15;
    CHECK_COMPLAINT(&map, APOCA_MAP_BASE_OFF, RD_NO_CELL);
    map.base[APOCA_BLUE][0] = 1;
    CHECK_COMPLAINT(&map, APOCA_MAP_BASES_MEET, RD_NO_CELL);
    map = map_of(&two_lanes);
    map.spawner_count = 1;
    map.spawner[0] = (struct apoca_map_spawner){ 15, 1, APOCA_RED, 0 };
    CHECK_COMPLAINT(&map, APOCA_MAP_SPAWNER_OFF, RD_NO_CELL);
    map.spawner[0] = (struct apoca_map_spawner){ 3, 2, APOCA_RED, 0 };
    CHECK_COMPLAINT(&map, APOCA_MAP_SPAWNER_LOST, cell(3, 2));
    map.spawner[0] = (struct apoca_map_spawner){ 3, 1, 2, 0 };
    CHECK_COMPLAINT(&map, APOCA_MAP_SPAWNER_TARGET, cell(3, 1));
    map.spawner[0] = (struct apoca_map_spawner){ 1, 2, APOCA_BLUE, 0 }; /* path, but no lane */
    CHECK_COMPLAINT(&map, APOCA_MAP_SPAWNER_LOST, cell(1, 2));
}

static void lanes_are_checked(void)
{
    struct rd_verdict said[8];
    struct apoca_map map = map_of(&two_lanes);
    map.tile[cell(6, 1)] = APOCA_VOID;
    CHECK_COMPLAINT(&map, APOCA_MAP_LANE_END, cell(5, 1));
    map = map_of(&two_lanes);
    map.tile[cell(12, 2)] = APOCA_PATH; /* a stub: Blue has three directions, Red two */
    CHECK_EQ(apoca_game.check_map(&map, said, 8), 1);
    CHECK_EQ(said[0].why, APOCA_MAP_UNEQUAL);
    map = map_of(&two_lanes);
    map.tile[cell(1, 3)] = APOCA_VOID;
    CHECK_EQ(apoca_game.check_map(&map, said, 8), 2);
    CHECK_EQ(said[0].why, APOCA_MAP_FEW_LANES);
    CHECK_EQ(said[0].detail, cell(1, 2));
    CHECK_EQ(said[1].why, APOCA_MAP_UNEQUAL);
    const struct plan meeting = {
        { "OOOOOOO", "O  O  O", "OOOOOOO" }, { { 0, 1 }, { 6, 1 } }, { { 0 } }, 0
    };
    map = map_of(&meeting);
    CHECK_EQ(apoca_game.check_map(&map, said, 8), 0); /* west and east go before south: no fork */
    map.tile[cell(4, 0)] = APOCA_VOID; /* now the first turns south and then west, R2.2 */
    CHECK_EQ(apoca_game.check_map(&map, said, 8), 2);
    CHECK_EQ(said[0].why, APOCA_MAP_LANE_END);
    CHECK_EQ(said[0].detail, cell(0, 2));
    CHECK_EQ(said[1].why, APOCA_MAP_LANES_MEET);
    CHECK_EQ(said[1].detail, cell(0, 2));
}

/* A base without any path beside it, bad spawners and bad tiles: all are named at once. */
static void every_problem_is_listed(void)
{
    const struct plan wrong = { { "OOO", "rrr", "bbb" },
                                { { 1, 1 }, { 1, 2 } },
                                { { 9, 0, APOCA_RED, 0 }, { 0, 0, 3, 0 } },
                                2 };
    struct apoca_map map = map_of(&wrong);
    struct rd_verdict said[16];
    uint32_t count = apoca_game.check_map(&map, said, 16);
    uint32_t kinds = 0;
    CHECK(count <= 16);
    for (uint32_t i = 0; i < count; i++) {
        kinds |= 1u << said[i].why;
    }
    CHECK(kinds >> APOCA_MAP_FEW_LANES & 1u);
    CHECK(kinds >> APOCA_MAP_UNEQUAL & 1u);
    CHECK(kinds >> APOCA_MAP_LANE_END & 1u);
    CHECK(kinds >> APOCA_MAP_SPAWNER_OFF & 1u);
    CHECK(kinds >> APOCA_MAP_SPAWNER_TARGET & 1u);
}

/* ---- play ---- */

struct match {
    struct apoca_map map;
    struct apoca_state state;
    struct rd_event event[LOG_MAX];
    struct rd_event_log log;
};

static void begin(struct match *match, const struct plan *plan, int32_t rules, int32_t money)
{
    struct rd_setup setup;
    rd_setup_presets(&apoca_game, &setup);
    match->map = map_of(plan);
    setup.map = &match->map;
    setup.map_size = sizeof match->map;
    setup.option[APOCA_OPT_RULES] = rules;
    setup.option[APOCA_OPT_MONEY] = money;
    CHECK_EQ(apoca_game.check_setup(&setup).code, RD_OK);
    struct rd_luck luck = rd_luck_from_seed(1);
    apoca_game.init(&match->state, &setup, &luck);
    match->log = (struct rd_event_log){ match->event, LOG_MAX, 0 };
}

/* Gives the order and returns the reason against it; 0 = done. */
static uint32_t order(struct match *match, rd_seat seat, uint32_t verb, uint32_t a, uint32_t b)
{
    struct rd_action action = { (uint16_t)verb, { (uint16_t)a, (uint16_t)b, 0 } };
    struct rd_verdict verdict = apoca_game.judge(&match->state, seat, action);
    if (verdict.code != RD_OK) {
        return verdict.why;
    }
    struct rd_luck luck = rd_luck_from_seed(1);
    match->log.count = 0;
    apoca_game.apply(&match->state, seat, action, &luck, &match->log);
    CHECK_TEXT(apoca_game.audit(&match->state) == NULL ? "" : apoca_game.audit(&match->state), "");
    CHECK(match->log.count <= match->log.cap);
    return 0;
}

static void end_turn(struct match *match)
{
    CHECK_EQ(order(match, APOCA_BLUE, APOCA_DONE, 0, 0), 0);
    CHECK_EQ(order(match, APOCA_RED, APOCA_DONE, 0, 0), 0);
}

/* The first event of this kind in the last log, or NULL. */
static const struct rd_event *event_of(const struct match *match, enum apoca_event kind)
{
    for (uint32_t i = 0; i < match->log.count; i++) {
        if (match->event[i].kind == kind) {
            return &match->event[i];
        }
    }
    return NULL;
}

static void a_second_order_replaces_the_first(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 30);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_N, 0), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_S, 0), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_HOUSE, cell(2, 2)), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CROSSBOW, cell(3, 2)), 0);
    end_turn(&m);
    CHECK_EQ(m.state.open.money[APOCA_RED], 30 - 10 - 8);
    CHECK_EQ(m.state.open.tower_count, 1);
    CHECK_EQ(apoca_tower_type(&m.state.open.tower[0]), APOCA_CROSSBOW);
    CHECK_EQ(m.state.open.unit_count, 1);
    CHECK_EQ(m.state.open.path_cell[m.state.open.unit[0].path], cell(1, 3));
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CROSSBOW, cell(2, 2)), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_DESTROY, cell(3, 2), 0), 0);
    end_turn(&m); /* build and destroy are one kind */
    CHECK_EQ(m.state.open.tower_count, 0);
    CHECK_EQ(m.state.open.money[APOCA_RED], 12 + 8);
}

static void a_provoke_may_count_on_a_refund(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 10);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CROSSBOW, cell(2, 2)), 0);
    end_turn(&m);
    CHECK_EQ(m.state.open.money[APOCA_RED], 2);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_PROVOKE, 0, 0), APOCA_PROVOKE_MONEY);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_DESTROY, cell(2, 2), 0), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_PROVOKE, 0, 0), 0);
    end_turn(&m);
    CHECK_EQ(m.state.open.money[APOCA_RED], 2 + 8 - 5);
    CHECK(event_of(&m, APOCA_E_PROVOKED) != NULL);
}

/* R9.2: the direction of a hire and a skipped order are told to their owner alone. */
static void secrets_are_told_to_their_owner(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 20);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_N, 0), 0);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_MINIGUN, cell(2, 2)), 0);
    end_turn(&m);
    const struct rd_event *hired = event_of(&m, APOCA_E_HIRED);
    const struct rd_event *recruited = event_of(&m, APOCA_E_RECRUITED);
    const struct rd_event *skipped = event_of(&m, APOCA_E_SKIPPED);
    CHECK(hired != NULL && hired->seen_by == RD_SEAT_BIT(APOCA_RED));
    CHECK(recruited != NULL && recruited->seen_by == (RD_ALL_SEATS ^ RD_SEAT_BIT(APOCA_RED)));
    CHECK(skipped != NULL && skipped->seen_by == RD_SEAT_BIT(APOCA_RED));
    CHECK(skipped != NULL && skipped->arg[2] == APOCA_SKIP_BUILD);
    CHECK_EQ(m.state.open.money[APOCA_RED], 10);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_N, 0), 0);
    end_turn(&m); /* the first one moved one tile, and blocks none */
    CHECK_EQ(m.state.secret[APOCA_RED].queue[APOCA_N], 0);
    CHECK_EQ(m.state.open.unit_count, 2);
}

/* Mercenaries stand before demons in the list, whoever came first. */
static void new_mercenaries_are_listed_before_demons(void)
{
    struct plan plan = two_lanes;
    plan.spawner_count = 1;
    plan.spawner[0] = (struct apoca_map_spawner){ 7, 1, APOCA_RED, 0 };
    struct match m;
    begin(&m, &plan, APOCA_SEED, 30);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_PROVOKE, 0, 0), 0);
    end_turn(&m);
    CHECK_EQ(apoca_unit_kind(&m.state.open.unit[0]), APOCA_DEMON);
    CHECK_EQ(order(&m, APOCA_BLUE, APOCA_HIRE, APOCA_S, 0), 0);
    end_turn(&m);
    CHECK_EQ(m.state.open.unit_count, 2);
    CHECK_EQ(apoca_unit_kind(&m.state.open.unit[0]), APOCA_MERCENARY);
    CHECK_EQ(apoca_unit_kind(&m.state.open.unit[1]), APOCA_DEMON);
    CHECK_EQ(m.state.open.path_cell[m.state.open.unit[1].path], cell(6, 1));
}

/* Put units where play would take long to bring them. */
static void place(struct match *match, uint32_t kind, uint32_t team, uint32_t path, int32_t health)
{
    struct apoca_open *open = &match->state.open;
    uint32_t made = APOCA_MADE_UNITS + kind;
    struct apoca_unit unit = { open->made[made], (uint8_t)path,
                               apoca_traits(kind, team, APOCA_MOVING), health, 10 };
    open->unit[open->unit_count] = unit;
    open->unit_count++;
    open->made[made]++;
}

/* A death names the blow that caused it; a splash names the shot. */
static void events_name_their_cause(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 100);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CANNON, cell(5, 2)), 0);
    end_turn(&m);
    m.state.open.tower[0].type_and_clock = APOCA_CANNON << 4; /* ready */
    place(&m, APOCA_MERCENARY, APOCA_BLUE, 5, 4);
    place(&m, APOCA_DEMON, APOCA_RED, 7, 5); /* walks up behind it */
    end_turn(&m);
    const struct rd_event *shot = event_of(&m, APOCA_E_SHOT);
    const struct rd_event *died = event_of(&m, APOCA_E_DIED);
    CHECK(shot != NULL);
    CHECK(died != NULL && died->cause != 0);
    if (shot != NULL && died != NULL && died->cause != 0) {
        CHECK_EQ(&m.event[died->cause - 1] - shot, 0);
    }
}

static void a_splash_names_its_shot(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 100);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CANNON, cell(2, 2)), 0);
    end_turn(&m);
    m.state.open.tower[0].type_and_clock = APOCA_CANNON << 4;
    place(&m, APOCA_DEMON, APOCA_RED, 0, 90); /* at the base, and one behind it */
    place(&m, APOCA_DEMON, APOCA_RED, 1, 90);
    end_turn(&m);
    const struct rd_event *shot = event_of(&m, APOCA_E_SHOT);
    const struct rd_event *splash = event_of(&m, APOCA_E_SPLASH);
    CHECK(shot != NULL && splash != NULL);
    CHECK(splash != NULL && splash->cause == 1 + (uint32_t)(shot - m.event));
}

/* R11.4 at a lane's very end, where no shipped map puts a spawner: the demon there sees itself
 * and stays, and those that come up behind it fight it instead of entering its tile. */
static void nobody_enters_the_last_tile_twice(void)
{
    struct match m;
    begin(&m, &two_lanes, APOCA_MEGAMINER, 30);
    place(&m, APOCA_DEMON, APOCA_BLUE, 12, 90);
    place(&m, APOCA_DEMON, APOCA_BLUE, 11, 90);
    place(&m, APOCA_DEMON, APOCA_BLUE, 10, 90);
    end_turn(&m);
    const struct apoca_unit *unit = m.state.open.unit;
    CHECK_EQ(unit[0].path, 12);
    CHECK_EQ(apoca_unit_mood(&unit[0]), APOCA_MOVING);
    CHECK_EQ(unit[0].health, 80);
    CHECK_EQ(unit[1].path, 11);
    CHECK_EQ(apoca_unit_mood(&unit[1]), APOCA_FIGHTING);
    CHECK_EQ(unit[1].health, 80);
    CHECK_EQ(unit[2].path, 10);
    CHECK_EQ(m.state.open.health[APOCA_BLUE], 200);
}

/* On a board that is its own mirror image, both players are told the same. */
static void both_seats_see_alike(void)
{
    static int8_t red[16384], blue[16384];
    struct match m;
    begin(&m, &two_lanes, APOCA_SEED, 30);
    CHECK(apoca_game.tensor_size <= sizeof red);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_S, 0), 0);
    CHECK_EQ(order(&m, APOCA_BLUE, APOCA_HIRE, APOCA_S, 0), 0);
    end_turn(&m);
    struct apoca_view view;
    apoca_game.observe(&m.state, APOCA_RED, &view);
    apoca_game.encode(&view, red);
    apoca_game.observe(&m.state, APOCA_BLUE, &view);
    apoca_game.encode(&view, blue);
    uint32_t path_size = (uint32_t)apoca_game.tensors[0].shape[0] * apoca_game.tensors[0].shape[1];
    CHECK(memcmp(red, blue, path_size) == 0);
    const int8_t *own_health = red + 3 * APOCA_PATH_MAX;
    CHECK_EQ(own_health[13], 25); /* my S lane follows the 13 tiles of my N lane */
    CHECK_EQ(own_health[0], 0);
}

static uint32_t marks_called(const struct rd_scene *scene, const char *name, uint32_t owner)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->mark_count; i++) {
        const struct rd_scene_mark *mark = &scene->mark[i];
        CHECK(mark->from < scene->cell_count && mark->to < scene->cell_count);
        count += mark->owner == owner && strcmp(apoca_game.mark_names[mark->name], name) == 0;
    }
    return count;
}

/* Lanes of 13 tiles have 12 steps for either side. A cannon at 3,0 reaches road tiles at a distance
 * of at most 3 (R7.3): five in the row below it, Red's base, and 3,3. */
static void scenes_show_lanes_and_reach(void)
{
    static struct rd_scene scene;
    struct match m;
    struct apoca_view view;
    begin(&m, &two_lanes, APOCA_SEED, 30);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_BUILD, APOCA_CANNON, 3), 0);
    end_turn(&m);
    apoca_game.observe(&m.state, APOCA_RED, &view);
    apoca_game.scene(&view, &scene);
    CHECK_EQ(marks_called(&scene, "lane N", 1), 12);
    CHECK_EQ(marks_called(&scene, "lane S", 2), 12);
    CHECK_EQ(marks_called(&scene, "lane E", 1), 0);
    CHECK_EQ(marks_called(&scene, "reach", 1), 7);
    CHECK_EQ(marks_called(&scene, "reach", 2), 0);
}

/* R7.3 and R11.6 in so many words: what towers shoot at is read from a table. */
static void ranges_are_discs(void)
{
    for (int32_t i = 0; i <= APOCA_RANGE_MAX * 13 * 13 + 168; i++) {
        const struct apoca_tower_kind any = { .range = (uint8_t)(i / (13 * 13)) }, *kind = &any;
        int32_t dx = i % 13 - 6, dy = i / 13 % 13 - 6, range = kind->range;
        int is_tip = (dx == range && dy == 0) || (dx == 0 && dy == range);
        int is_in = range > 0 && dx * dx + dy * dy <= range * range;
        CHECK_EQ(apoca_reaches(&apoca_rulesets[APOCA_SEED], kind, dx, dy), is_in);
        CHECK_EQ(apoca_reaches(&apoca_rulesets[APOCA_MEGAMINER], kind, dx, dy), is_in && !is_tip);
    }
}

static void resigning_ends_the_turn_under_way(void)
{
    struct match m;
    struct rd_outcome outcome;
    begin(&m, &two_lanes, APOCA_SEED, 30);
    CHECK_EQ(order(&m, APOCA_RED, APOCA_HIRE, APOCA_N, 0), 0);
    apoca_game.resign(&m.state, APOCA_RED, NULL);
    CHECK(apoca_game.audit(&m.state) == NULL);
    CHECK_EQ(apoca_game.to_act(&m.state), 0);
    apoca_game.outcome(&m.state, &outcome);
    CHECK_EQ(outcome.rank[APOCA_BLUE], 1);
    CHECK_EQ(outcome.rank[APOCA_RED], 2);
    CHECK_TEXT(apoca_game.endings[outcome.ending].reason, "Red resigned");
    CHECK_EQ(m.state.open.money[APOCA_RED], 30);
}

/* Prose that can't be made from the rows. */
static void words_have_the_numbers_of_the_rows(void)
{
    char want[80];
    snprintf(want, sizeof want, "Pay %d for a mercenary", APOCA_HIRE_PRICE);
    CHECK(strncmp(apoca_verbs[APOCA_HIRE].help, want, strlen(want)) == 0);
    snprintf(want, sizeof want, "Pay %d: ", APOCA_PROVOKE_PRICE);
    CHECK(strncmp(apoca_verbs[APOCA_PROVOKE].help, want, strlen(want)) == 0);
    snprintf(want, sizeof want, "a mercenary costs %d, ", APOCA_HIRE_PRICE);
    CHECK(strncmp(apoca_refusals[APOCA_HIRE_MONEY].text, want, strlen(want)) == 0);
}

int main(void)
{
    RUN(sizes_and_tiles_are_checked);
    RUN(counts_are_checked);
    RUN(bases_and_spawners_are_checked);
    RUN(lanes_are_checked);
    RUN(every_problem_is_listed);
    RUN(a_second_order_replaces_the_first);
    RUN(a_provoke_may_count_on_a_refund);
    RUN(secrets_are_told_to_their_owner);
    RUN(new_mercenaries_are_listed_before_demons);
    RUN(events_name_their_cause);
    RUN(a_splash_names_its_shot);
    RUN(nobody_enters_the_last_tile_twice);
    RUN(both_seats_see_alike);
    RUN(scenes_show_lanes_and_reach);
    RUN(ranges_are_discs);
    RUN(words_have_the_numbers_of_the_rows);
    RUN(resigning_ends_the_turn_under_way);
    return check_end();
}
