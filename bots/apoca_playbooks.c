#include "bots/apoca_playbooks.h"

#include <string.h>

enum {
    DEFENDER_SLACK = 2, /* lane tiles that a defender may be further out than an attacker */
    GATE_TILES = 3,     /* attackers of a base stand there until they are shot */
    GATE_WEIGHT = 6,
    PAYBACK_SLACK = 12,
    SALE_TURNS = 40 /* before the end in which towers are turned into money at the latest */
};

enum apoca_role apoca_role_of(uint32_t type)
{
    const struct apoca_tower_kind *kind = &apoca_tower_kinds[type];
    switch ((enum apoca_tower_trait)kind->traits) {
    case APOCA_EARNS:
        return ROLE_EARNER;
    case APOCA_SHOOTS:
        return kind->splash > 0 ? ROLE_SPLASHER : ROLE_SHOOTER;
    case APOCA_SPRAYS:
        return ROLE_SPRAYER;
    case APOCA_BLESSES:
        break;
    }
    return ROLE_BLESSER;
}

uint32_t apoca_tower_for(const struct apoca_open *open, uint32_t seat, enum apoca_role role)
{
    uint32_t best = APOCA_TOWER_TYPES;
    for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
        if (apoca_role_of(type) == role &&
            (best == APOCA_TOWER_TYPES || open->price[seat][type] < open->price[seat][best])) {
            best = type;
        }
    }
    RD_ASSERT(best < APOCA_TOWER_TYPES);
    return best;
}

static uint32_t range_of(uint32_t type)
{
    return apoca_tower_kinds[type].range;
}

static uint32_t owner_of(const struct apoca_open *open, uint32_t land)
{
    return (uint32_t)(open->land_blue[land / 64] >> (land % 64)) & 1u;
}

static int32_t is_free(const struct apoca_open *open, uint32_t land)
{
    return (open->land_built[land / 64] >> (land % 64) & 1u) == 0;
}

static int32_t distance2(uint32_t a, uint32_t b)
{
    int32_t dx = (int32_t)(a % APOCA_SIDE_MAX) - (int32_t)(b % APOCA_SIDE_MAX);
    int32_t dy = (int32_t)(a / APOCA_SIDE_MAX) - (int32_t)(b / APOCA_SIDE_MAX);
    return dx * dx + dy * dy;
}

/* Lane tiles between a path tile and the base of a seat. */
static uint32_t steps_to(const struct apoca_open *open, uint32_t lane, uint32_t path, uint32_t seat)
{
    return seat == APOCA_RED ? path - open->lane_first[lane]
                             : open->lane_first[lane + 1] - 1u - path;
}

/* ---- notes ---- */

static void note_lanes(const struct apoca_open *open, struct apoca_notes *notes)
{
    for (uint32_t lane = 0; lane < open->lane_count; lane++) {
        notes->length[lane] = (uint8_t)(open->lane_first[lane + 1] - open->lane_first[lane] - 1);
        notes->shortest =
            notes->length[lane] < notes->length[notes->shortest] ? (uint8_t)lane : notes->shortest;
        for (uint32_t path = open->lane_first[lane]; path < open->lane_first[lane + 1]; path++) {
            notes->lane_at[path] = (uint8_t)lane;
        }
    }
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
            uint32_t start = open->start[seat][d];
            if (start != APOCA_NONE && start < open->lane_first[open->lane_count]) {
                notes->lane_of[seat][d] = notes->lane_at[start];
                notes->dir_of[seat][notes->lane_at[start]] = (uint8_t)d;
            }
        }
    }
}

/* How much a tower on this land sees of a lane: most of all the tiles before the own base. */
static int32_t cover_of(const struct apoca_open *open, uint32_t land, uint32_t lane, int32_t range)
{
    uint32_t seat = owner_of(open, land);
    int32_t cover = 0;
    for (uint32_t path = open->lane_first[lane]; path < open->lane_first[lane + 1]; path++) {
        if (distance2(open->land_cell[land], open->path_cell[path]) <= range * range) {
            cover += steps_to(open, lane, path, seat) < GATE_TILES ? GATE_WEIGHT : 1;
        }
    }
    return cover;
}

struct ranking {
    int32_t worth[APOCA_LAND_MAX];
    uint8_t land[APOCA_LAND_MAX];
    uint32_t count;
};

/* Keeps the best first; equals in the order given. */
static void rank(struct ranking *list, uint32_t land, int32_t worth)
{
    uint32_t place = list->count++;
    for (; place > 0 && list->worth[place - 1] < worth; place--) {
        list->worth[place] = list->worth[place - 1];
        list->land[place] = list->land[place - 1];
    }
    list->worth[place] = worth;
    list->land[place] = (uint8_t)land;
}

static void note_cover(const struct apoca_open *open, uint32_t range, struct apoca_notes *notes)
{
    for (uint32_t land = 0; land < open->land_count; land++) {
        for (uint32_t lane = 0; lane < open->lane_count; lane++) {
            notes->cover[land][lane][range] = (uint8_t)cover_of(open, land, lane, (int32_t)range);
        }
    }
}

static void note_guns(const struct apoca_open *open, uint32_t seat, uint32_t lane, uint32_t range,
                      struct apoca_notes *notes)
{
    struct ranking list;
    list.count = 0;
    for (uint32_t land = 0; land < open->land_count; land++) {
        int32_t cover = notes->cover[land][lane][range];
        if (cover > 0 && owner_of(open, land) == seat) {
            rank(&list, land, cover);
        }
    }
    uint32_t count = list.count < APOCA_PLACES ? list.count : APOCA_PLACES;
    memcpy(notes->gun_place[seat][lane][range], list.land, count);
    notes->gun_places[seat][lane][range] = (uint8_t)count;
}

/* What guns on a land see of all lanes, one of each type. */
static int32_t sight_of(const struct apoca_open *open, const struct apoca_notes *notes,
                        uint32_t land)
{
    int32_t sight = 0;
    for (uint32_t lane = 0; lane < open->lane_count; lane++) {
        for (uint32_t type = 0; type < APOCA_TOWER_TYPES; type++) {
            int32_t is_gun = (apoca_tower_kinds[type].traits & APOCA_GUN) != 0;
            sight += is_gun ? notes->cover[land][lane][range_of(type)] : 0;
        }
    }
    return sight;
}

/* Houses stand where a gun would see least. */
static void note_houses(const struct apoca_open *open, uint32_t seat, struct apoca_notes *notes)
{
    struct ranking list;
    list.count = 0;
    for (uint32_t land = 0; land < open->land_count; land++) {
        if (owner_of(open, land) == seat) {
            rank(&list, land, -sight_of(open, notes, land));
        }
    }
    memcpy(notes->house_place[seat], list.land, list.count);
    notes->house_places[seat] = (uint16_t)list.count;
}

static int32_t is_some_range(uint32_t range)
{
    uint32_t type = 0;
    while (type < APOCA_TOWER_TYPES && range_of(type) != range) {
        type++;
    }
    return type < APOCA_TOWER_TYPES;
}

static void note_range(const struct apoca_open *open, uint32_t range, struct apoca_notes *notes)
{
    note_cover(open, range, notes);
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        for (uint32_t lane = 0; lane < open->lane_count; lane++) {
            note_guns(open, seat, lane, range, notes);
        }
    }
}

void apoca_take_notes(const struct rd_search_position *position, void *notes)
{
    const struct apoca_state *state = position->state;
    struct apoca_notes *n = notes;
    memset(n, 0, sizeof *n);
    note_lanes(&state->open, n);
    for (uint32_t range = 1; range <= APOCA_RANGE_MAX; range++) {
        if (is_some_range(range)) {
            note_range(&state->open, range, n);
        }
    }
    for (uint32_t seat = 0; seat < APOCA_SEATS; seat++) {
        note_houses(&state->open, seat, n);
    }
}

static uint32_t first_free(const struct apoca_open *open, const uint8_t *place, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (is_free(open, place[i])) {
            return place[i];
        }
    }
    return APOCA_NONE;
}

uint32_t apoca_gun_place(const struct apoca_open *open, const struct apoca_notes *notes,
                         uint32_t seat, uint32_t type, uint32_t lane)
{
    uint32_t range = range_of(type);
    return first_free(open, notes->gun_place[seat][lane][range],
                      notes->gun_places[seat][lane][range]);
}

uint32_t apoca_house_place(const struct apoca_open *open, const struct apoca_notes *notes,
                           uint32_t seat)
{
    return first_free(open, notes->house_place[seat], notes->house_places[seat]);
}

int32_t apoca_income_of(uint32_t type, int32_t turns)
{
    const struct apoca_tower_kind *kind = &apoca_tower_kinds[type];
    return kind->income * turns / (kind->cooldown + 1);
}

int32_t apoca_house_pays(const struct apoca_open *open, uint32_t seat)
{
    uint32_t house = apoca_tower_for(open, seat, ROLE_EARNER);
    const struct apoca_tower_kind *kind = &apoca_tower_kinds[house];
    int32_t left = open->turn_limit - open->turn;
    int32_t payback = open->price[seat][house] * (kind->cooldown + 1) / kind->income;
    return payback + PAYBACK_SLACK < left;
}

uint32_t apoca_spare_tower(const struct apoca_open *open, const struct apoca_notes *notes,
                           uint32_t seat, uint32_t type)
{
    uint32_t spare = APOCA_NONE;
    for (uint32_t i = 0; i < open->tower_count; i++) {
        uint32_t land = open->tower[i].land;
        if (owner_of(open, land) == seat && apoca_tower_type(&open->tower[i]) == type &&
            (spare == APOCA_NONE || sight_of(open, notes, land) < sight_of(open, notes, spare))) {
            spare = land;
        }
    }
    return spare;
}

static int32_t is_house(const struct apoca_open *open, uint32_t land)
{
    uint32_t i = 0;
    while (i < open->tower_count && open->tower[i].land != land) {
        i++;
    }
    return i < open->tower_count && apoca_role_of(apoca_tower_type(&open->tower[i])) == ROLE_EARNER;
}

uint32_t apoca_house_in_the_way(const struct apoca_open *open, const struct apoca_notes *notes,
                                uint32_t seat, uint32_t type, uint32_t lane)
{
    uint32_t range = range_of(type);
    for (uint32_t i = 0; i < notes->gun_places[seat][lane][range]; i++) {
        uint32_t land = notes->gun_place[seat][lane][range][i];
        if (is_free(open, land)) {
            return APOCA_NONE;
        }
        if (is_house(open, land)) {
            return land;
        }
    }
    return APOCA_NONE;
}

/* ---- a look at the board ---- */

struct look {
    uint32_t towers[ROLE_BLESSER + 1];    /* own, by role */
    uint32_t enemy_guns[APOCA_LANES_MAX]; /* what they see of each lane, for AIM_OPEN */
    int32_t alarm[APOCA_LANES_MAX];       /* attackers near the own base less defenders there */
    int32_t threat[APOCA_LANES_MAX];      /* attackers on the lane, wherever */
    uint32_t column;                      /* lane with an own mercenary fresh from the base, + 1 */
};

static void look_at_units(const struct apoca_open *open, const struct apoca_notes *notes,
                          uint32_t seat, uint32_t watch, struct look *look)
{
    for (uint32_t i = 0; i < open->unit_count; i++) {
        const struct apoca_unit *unit = &open->unit[i];
        if (apoca_unit_mood(unit) == APOCA_DEAD) {
            continue;
        }
        uint32_t lane = notes->lane_at[unit->path];
        uint32_t steps = steps_to(open, lane, unit->path, seat);
        if (apoca_unit_heading(unit) != seat) {
            int32_t strength = 1 + unit->health / 30;
            look->threat[lane] += strength;
            look->alarm[lane] += steps <= watch ? strength : 0;
        } else if (apoca_unit_is(unit, APOCA_HIRED)) {
            look->alarm[lane] -= steps <= watch + DEFENDER_SLACK ? 1 + unit->health / 30 : 0;
            look->column = steps < 4 ? lane + 1 : look->column;
        }
    }
}

static void look_at_towers(const struct apoca_open *open, const struct apoca_notes *notes,
                           uint32_t seat, int32_t guns, struct look *look)
{
    for (uint32_t i = 0; i < open->tower_count; i++) {
        uint32_t type = apoca_tower_type(&open->tower[i]), land = open->tower[i].land;
        if (owner_of(open, land) == seat) {
            look->towers[apoca_role_of(type)]++;
        } else if (guns && (apoca_tower_kinds[type].traits & APOCA_GUN) != 0) {
            for (uint32_t lane = 0; lane < open->lane_count; lane++) {
                look->enemy_guns[lane] += notes->cover[land][lane][range_of(type)];
            }
        }
    }
}

static void look_at_board(const struct rd_search_position *position,
                          const struct apoca_playbook *playbook, struct look *look)
{
    const struct apoca_state *s = position->state;
    const struct apoca_notes *notes = position->notes;
    memset(look, 0, sizeof *look);
    if (playbook->stage[0].count > 0 || playbook->aim == AIM_OPEN) {
        look_at_towers(&s->open, notes, position->seat, playbook->aim == AIM_OPEN, look);
    }
    look_at_units(&s->open, notes, position->seat, playbook->watch, look);
    for (uint32_t d = 0; d < APOCA_DIRECTIONS; d++) {
        look->alarm[notes->lane_of[position->seat][d]] -= s->secret[position->seat].queue[d];
    }
}

/* ---- orders ---- */

/* What the turn still lacks, with the money that is left for it. */
struct draft {
    const struct rd_search_position *position;
    const struct apoca_playbook *playbook;
    const struct apoca_open *open;
    const struct apoca_notes *notes;
    const struct apoca_secret *own;
    struct look look;
    uint32_t stages; /* complete */
    int32_t money;
    struct rd_action *out;
    uint32_t count, cap;
};

static void give(struct draft *draft, uint32_t verb, uint32_t first, uint32_t second, int32_t price)
{
    if (draft->count < draft->cap) {
        struct rd_action action = { (uint16_t)verb, { (uint16_t)first, (uint16_t)second, 0 } };
        draft->out[draft->count++] = action;
        draft->money -= price;
    }
}

static int32_t build_at(struct draft *draft, uint32_t type, uint32_t land)
{
    int32_t price = draft->open->price[draft->position->seat][type];
    if (land == APOCA_NONE || price > draft->money) {
        return 0;
    }
    give(draft, APOCA_BUILD, type, draft->open->land_cell[land], price);
    return 1;
}

/* Stages that are complete, from the first one on. */
static uint32_t complete_stages(const struct draft *draft)
{
    const struct apoca_stage *stage = draft->playbook->stage;
    int32_t houses_pay = apoca_house_pays(draft->open, draft->position->seat);
    for (uint32_t i = 0; i < APOCA_STAGES && stage[i].count > 0; i++) {
        uint32_t role = stage[i].role;
        if (draft->look.towers[role] < stage[i].count && (role != ROLE_EARNER || houses_pay)) {
            return i;
        }
    }
    return APOCA_STAGES;
}

static uint32_t most_threatened(const struct draft *draft)
{
    uint32_t lane = draft->notes->shortest;
    for (uint32_t i = 0; i < draft->open->lane_count; i++) {
        lane = draft->look.threat[i] > draft->look.threat[lane] ? i : lane;
    }
    return lane;
}

static uint32_t attacked_lane(const struct draft *draft)
{
    uint32_t lanes = draft->open->lane_count;
    switch ((enum apoca_aim)draft->playbook->aim) {
    case AIM_FIRST:
    case AIM_SECOND:
    case AIM_THIRD:
    case AIM_FOURTH:
        return (draft->playbook->aim - (uint32_t)AIM_FIRST) % lanes;
    case AIM_SPREAD:
        return draft->open->turn % lanes;
    case AIM_WEAK: {
        uint32_t lane = draft->notes->shortest;
        for (uint32_t i = 0; i < lanes; i++) {
            lane = draft->look.threat[i] < draft->look.threat[lane] ? i : lane;
        }
        return lane;
    }
    case AIM_OPEN: {
        uint32_t lane = draft->notes->shortest;
        for (uint32_t i = 0; i < lanes; i++) {
            lane = draft->look.enemy_guns[i] < draft->look.enemy_guns[lane] ? i : lane;
        }
        return lane;
    }
    case AIM_NOWHERE:
        return most_threatened(draft);
    case AIM_SHORT:
        break;
    }
    return draft->notes->shortest;
}

/* R5.6, R8.3: at the very end a refund is worth more than a tower, one a turn. */
static uint32_t tower_for_sale(const struct draft *draft)
{
    const struct apoca_open *open = draft->open;
    uint32_t best = APOCA_NONE, count = 0;
    int32_t most = 0, left = open->turn_limit - open->turn;
    for (uint32_t i = 0; i < open->tower_count; i++) {
        const struct apoca_tower_kind *kind = apoca_kind_of(&open->tower[i]);
        if (owner_of(open, open->tower[i].land) != draft->position->seat) {
            continue;
        }
        int32_t is_due = (int32_t)apoca_tower_cooldown(&open->tower[i]) < left;
        int32_t gain = kind->price - (is_due ? kind->income : 0);
        count++;
        if (gain > most) {
            most = gain;
            best = open->tower[i].land;
        }
    }
    return left <= (int32_t)count ? best : (uint32_t)APOCA_NONE;
}

static uint32_t gun_place(const struct draft *draft, uint32_t type, uint32_t lane)
{
    return apoca_gun_place(draft->open, draft->notes, draft->position->seat, type, lane);
}

/* With so much money one more house brings nothing, but its land can be used for a gun. */
static int32_t make_room(struct draft *draft, uint32_t type, uint32_t lane)
{
    uint32_t seat = draft->position->seat, land = APOCA_NONE;
    if (draft->money >= APOCA_RICH + draft->open->price[seat][type]) {
        land = apoca_house_in_the_way(draft->open, draft->notes, seat, type, lane);
    }
    if (land != APOCA_NONE) {
        give(draft, APOCA_DESTROY, draft->open->land_cell[land], 0, 0);
    }
    return land != APOCA_NONE;
}

/* Attackers before the base that a defender alone won't stop: the best gun that can be paid. */
static int32_t draft_emergency(struct draft *draft)
{
    static const uint8_t guns[] = { ROLE_SPRAYER, ROLE_SPLASHER, ROLE_SHOOTER };
    uint32_t lane = 0, seat = draft->position->seat;
    for (uint32_t i = 1; i < draft->open->lane_count; i++) {
        lane = draft->look.alarm[i] > draft->look.alarm[lane] ? i : lane;
    }
    if (draft->playbook->emergency == 0 || draft->look.alarm[lane] < draft->playbook->emergency) {
        return 0;
    }
    for (uint32_t i = 0; i < sizeof guns; i++) {
        uint32_t type = apoca_tower_for(draft->open, seat, guns[i]);
        if (build_at(draft, type, gun_place(draft, type, lane))) {
            return 1;
        }
    }
    return make_room(draft, apoca_tower_for(draft->open, seat, guns[0]), lane);
}

/* The next tower of the playbook's stages, if it can be paid. */
static void draft_stage(struct draft *draft)
{
    uint32_t seat = draft->position->seat;
    if (draft->stages == APOCA_STAGES) {
        return;
    }
    const struct apoca_stage *stage = &draft->playbook->stage[draft->stages];
    uint32_t type = apoca_tower_for(draft->open, seat, stage->role);
    if (stage->role == ROLE_EARNER) {
        build_at(draft, type, apoca_house_place(draft->open, draft->notes, seat));
        return;
    }
    uint32_t number = draft->look.towers[stage->role];
    uint32_t lane = stage->role == ROLE_BLESSER ? attacked_lane(draft)
                    : number % 2 == 0           ? most_threatened(draft)
                                                : number / 2 % draft->open->lane_count;
    if (!build_at(draft, type, gun_place(draft, type, lane))) {
        make_room(draft, type, lane);
    }
}

static void draft_tower(struct draft *draft)
{
    if (draft->own->tower_verb != 0) {
        return;
    }
    if (draft->playbook->sells && draft->open->turn + SALE_TURNS > draft->open->turn_limit) {
        uint32_t land = tower_for_sale(draft);
        if (land != APOCA_NONE) {
            give(draft, APOCA_DESTROY, draft->open->land_cell[land], 0, 0);
        }
        return;
    }
    if (!draft_emergency(draft)) {
        draft_stage(draft);
    }
}

static void draft_defender(struct draft *draft)
{
    int32_t most = 0;
    uint32_t seat = draft->position->seat, lane = 0;
    for (uint32_t i = 0; i < draft->open->lane_count; i++) {
        if (draft->look.alarm[i] > most) {
            most = draft->look.alarm[i];
            lane = i;
        }
    }
    if (most > 0) {
        give(draft, APOCA_HIRE, draft->notes->dir_of[seat][lane], 0, APOCA_HIRE_PRICE);
    }
}

static void draft_attacker(struct draft *draft)
{
    const struct apoca_playbook *playbook = draft->playbook;
    if (playbook->aim == AIM_NOWHERE || draft->stages < playbook->start) {
        return;
    }
    uint32_t lane = attacked_lane(draft);
    int32_t saved = draft->money / APOCA_HIRE_PRICE;
    if (saved >= playbook->mass || draft->look.column == lane + 1) {
        give(draft, APOCA_HIRE, draft->notes->dir_of[draft->position->seat][lane], 0,
             APOCA_HIRE_PRICE);
    }
}

uint32_t apoca_playbook_orders(const struct rd_search_position *position,
                               const struct apoca_playbook *playbook, struct rd_action *out,
                               uint32_t cap)
{
    const struct apoca_state *s = position->state;
    struct draft draft = { .position = position,
                           .playbook = playbook,
                           .open = &s->open,
                           .notes = position->notes,
                           .own = &s->secret[position->seat],
                           .money = s->open.money[position->seat],
                           .out = out,
                           .cap = cap };
    look_at_board(position, playbook, &draft.look);
    draft.stages = complete_stages(&draft);
    if (draft.own->hire != 0) {
        draft.money -= APOCA_HIRE_PRICE;
    } else if (draft.money >= APOCA_HIRE_PRICE) {
        draft_defender(&draft);
    }
    uint32_t hired = draft.count;
    draft_tower(&draft);
    if (hired == 0 && draft.own->hire == 0 && draft.money >= APOCA_HIRE_PRICE) {
        draft_attacker(&draft);
    }
    if (playbook->provoke != 0 && draft.stages >= playbook->provoke_at && draft.own->provoke == 0 &&
        draft.money >= playbook->provoke) {
        give(&draft, APOCA_PROVOKE, 0, 0, APOCA_PROVOKE_PRICE);
    }
    give(&draft, APOCA_DONE, 0, 0, 0);
    return draft.count;
}
