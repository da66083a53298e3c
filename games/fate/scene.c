/* A view as cells, tokens, counters and marks that any client can draw. */
#include "board.h"
#include "cards.h"
#include "kinds.h"
#include "mirror.h"
#include "rules.h"
#include "slot_words.h"

enum terrain { TERRAIN_PLAIN, TERRAIN_HOME };
const char *const fate_terrain_names[] = { "plain", "home", NULL };

/* By enum fate_kind_id, then what lies on cells, by enum fate_token_id. */
const char *const fate_token_names[FATE_KINDS + FATE_TOKEN_KINDS + 1] = {
/* clang-format off */
#define CLASS(ID, name, ...) [FATE_##ID] = #name,
#define HERO(number, ID, name, ...) [FATE_##ID] = #name,
#define SUMMON(number, ID, name, ...) [FATE_##ID] = #name,
#define GROUND(ID, name, ...) [FATE_KINDS + FATE_##ID] = #name,
#include "units.def"
    /* clang-format on */
};

enum mood { MOOD_NONE, MOOD_ACTIVE, MOOD_HIDDEN, MOOD_ASKED };
const char *const fate_mood_names[] = { "waiting", "acting", "hidden", "asked", NULL };

enum counter {
    COUNTER_ROUND,
    COUNTER_ROUNDS_LEFT,
    COUNTER_TURN,
    COUNTER_UNITS,
    COUNTER_HP,
    COUNTER_ROLL
};
const char *const fate_counter_names[] = { "round", "rounds left", "turn", "units",
                                           "HP",    "move roll",   NULL };

/* Slots, R6.1, in the order of enum fate_slot. */
enum { SLOTS = 4 };
enum mark {
    MARK_OPTION,
    MARK_LAST_SEEN,
    MARK_STOPPED,
    MARK_IN_TURN,
    MARK_SLOT,
    MARK_CHARGE = MARK_SLOT + SLOTS, /* these three follow the card that they belong to */
    MARK_MISSING,
    MARK_USED_UP,
    MARK_CARD /* by enum fate_card_id */
};
/* After the cards: "asks CARD: question | answer: what it does | ...", for the owner of the unit
 * that is asked. */
enum {
    MARK_QUESTION = MARK_CARD + FATE_CARDS,
#define QUESTION(ID, question, answers) QUESTION_##ID,
    QUESTIONS_BEGIN = -1,
#include "questions.def"
    QUESTIONS
};
RD_STATIC_ASSERT(MARK_QUESTION + QUESTIONS <= UINT8_MAX, "a mark keeps its name in a byte");
/* By enum fate_card_id: 1 + its question, or 0. */
static const uint8_t question_of[FATE_CARDS] = {
#define QUESTION(ID, question, answers) [FATE_##ID] = 1 + QUESTION_##ID,
#include "questions.def"
};
/* "ability NAME (KIND, SLOTS)", whose sentence the verb of that name has, or with its own. */
/* clang-format off */
const char *const fate_mark_names[] = {
    [MARK_OPTION] = "option",
    [MARK_LAST_SEEN] = "last seen",
    [MARK_STOPPED] = "stopped",
    [MARK_IN_TURN] = "in turn",
    [MARK_SLOT] = "move left",
    "attack left",
    "action left",
    "stealth left",
    [MARK_CHARGE] = "charge",
    [MARK_MISSING] = "charge missing",
    [MARK_USED_UP] = "used up",
#define CARD_WORDS(name, kind, slots) "ability " #name " (" #kind SLOTS_##slots ")"
#define ABILITY(ID, name, title, kind, rule, slots, price, flags, text) \
    [MARK_CARD + FATE_##ID] = CARD_WORDS(name, kind, slots) ": " text,
#define ORDER_ALWAYS(ID, name, title, kind, rule, slots, ...) \
    [MARK_CARD + FATE_##ID] = CARD_WORDS(name, kind, slots),
#define ORDER(ID, name, title, kind, rule, slots, ...) \
    [MARK_CARD + FATE_##ID] = CARD_WORDS(name, kind, slots),
#include "units.def"
#define QUESTION(ID, question, answers) [MARK_QUESTION + QUESTION_##ID] = "asks " #ID ": " question answers,
#include "questions.def"
    [MARK_QUESTION + QUESTIONS] = NULL,
};
/* clang-format on */
RD_STATIC_ASSERT(sizeof fate_mark_names / sizeof fate_mark_names[0] ==
                     MARK_QUESTION + QUESTIONS + 1,
                 "every mark has a name");

static void draw_cells(struct rd_scene *scene)
{
    scene->topology = RD_SQUARES;
    scene->columns = FATE_SIDE;
    scene->rows = FATE_SIDE;
    scene->cell_count = FATE_CELLS;
    for (uint32_t cell = 0; cell < FATE_CELLS; cell++) {
        uint32_t row = fate_row(cell);
        uint32_t column = fate_column(cell);
        uint32_t home = (row == 0 || row == FATE_SIDE - 1) && column >= FATE_HOME_FIRST &&
                        column <= FATE_HOME_LAST;
        struct rd_scene_cell drawn = { (int16_t)column,
                                       (int16_t)row,
                                       home ? TERRAIN_HOME : TERRAIN_PLAIN,
                                       (uint8_t)(home ? 1 + (row != 0) : 0),
                                       2,
                                       0 };
        scene->cell[cell] = drawn;
    }
}

static void draw_token(struct rd_scene *scene, struct rd_scene_token token)
{
    RD_ASSERT(token.kind < FATE_KINDS + FATE_TOKEN_KINDS);
    RD_ASSERT(scene->token_count < RD_TOKENS_MAX);
    scene->token[scene->token_count] = token;
    scene->token_count++;
}

/* Auto Defence and the like: the first counter of the unit. */
static int32_t badge_of(const struct fate_state *s, uint32_t unit)
{
    const struct fate_kind *kind = fate_kind_of(s, unit);
    for (uint32_t i = 0; i < kind->card_count; i++) {
        if (fate_counts(kind->card[i]) && !fate_card_sleeps(s, unit, kind->card[i])) {
            return s->unit[unit].charge[i];
        }
    }
    return -1;
}

static void draw_units(const struct fate_state *s, rd_seat seat, struct rd_scene *scene)
{
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        const struct fate_unit *u = &s->unit[i];
        if (u->hp == 0 || u->at >= FATE_CELLS) {
            continue;
        }
        uint8_t mood = s->prompt_unit == i ? MOOD_ASKED
                       : s->active == i    ? MOOD_ACTIVE
                       : u->hidden         ? MOOD_HIDDEN
                                           : MOOD_NONE;
        struct rd_scene_token token = { .cell = u->at,
                                        .unit = (uint16_t)i,
                                        .kind = u->kind,
                                        .owner = (uint8_t)(fate_seat_of(i) + 1),
                                        .mood = mood,
                                        .health = u->hp,
                                        .health_max = u->max,
                                        .badge = fate_in_pair(s, i) && fate_seat_of(i) != seat
                                                     ? -1
                                                     : badge_of(s, i) };
        draw_token(scene, token);
    }
    for (uint32_t i = 0; i < s->token_count; i++) {
        const struct fate_token *lies = &s->token[i];
        if (lies->at < FATE_CELLS) {
            struct rd_scene_token token = { .cell = lies->at,
                                            .unit = 0xffff,
                                            .kind = (uint8_t)(FATE_KINDS + lies->kind),
                                            .owner = (uint8_t)(fate_seat_of(lies->by) + 1),
                                            .badge = -1 };
            draw_token(scene, token);
        }
    }
}

static void draw_mark(struct rd_scene *scene, uint32_t name, uint32_t from, uint32_t to,
                      uint32_t seat)
{
    RD_ASSERT(name < MARK_QUESTION + QUESTIONS && from < FATE_CELLS && to < FATE_CELLS);
    struct rd_scene_mark mark = { (uint16_t)from, (uint16_t)to, (uint8_t)name, (uint8_t)(seat + 1),
                                  0 };
    RD_ASSERT(scene->mark_count < RD_MARKS_MAX);
    scene->mark[scene->mark_count] = mark;
    scene->mark_count++;
}

/* R5: whoever is seen to come next, from the unit whose turn it is on. */
static void draw_queue(const struct fate_state *s, struct rd_scene *scene)
{
    for (uint32_t i = 0; i < s->queue_count; i++) {
        uint32_t unit = s->queue[(s->queue_index + i) % s->queue_count];
        if (s->unit[unit].hp != 0 && s->unit[unit].at < FATE_CELLS) {
            uint32_t cell = s->unit[unit].at;
            draw_mark(scene, MARK_IN_TURN, cell, cell, fate_seat_of(unit));
        }
    }
}

/* R6.1: what the unit whose turn it is has not spent yet, as far as that is known. */
static void draw_slots(const struct fate_view *v, struct rd_scene *scene)
{
    const struct fate_state *s = &v->known;
    if (s->active >= FATE_UNITS || s->unit[s->active].at >= FATE_CELLS ||
        (fate_in_pair(s, s->active) && fate_seat_of(s->active) != v->seat)) {
        return;
    }
    uint32_t cell = s->unit[s->active].at;
    for (uint32_t slot = 0; slot < SLOTS; slot++) {
        if ((s->unit[s->active].slots >> slot & 1u) == 0) {
            draw_mark(scene, MARK_SLOT + slot, cell, cell, fate_seat_of(s->active));
        }
    }
}

/* R13.3: a sign for each charge that the card has, and for each that it lacks of its most. */
static void draw_charges(const struct fate_state *s, uint32_t unit, uint32_t card,
                         struct rd_scene *scene)
{
    RD_ASSERT(card < FATE_CARDS);
    const struct fate_card *row = &fate_cards[card];
    uint32_t purse = row->pays == 0 ? card : row->pays - 1u;
    uint32_t cell = s->unit[unit].at;
    uint32_t most = fate_counts(purse) ? fate_card_max(s, unit, purse) : 0;
    for (uint32_t i = 0; i < most; i++) {
        uint32_t name = i < fate_charges(s, unit, card) ? MARK_CHARGE : MARK_MISSING;
        draw_mark(scene, name, cell, cell, fate_seat_of(unit));
    }
}

/* R13.1: what each unit can do, as far as that is known. */
static void draw_cards(const struct fate_view *v, uint32_t unit, struct rd_scene *scene)
{
    const struct fate_state *s = &v->known;
    if (s->unit[unit].hp == 0 || s->unit[unit].at >= FATE_CELLS ||
        (fate_in_pair(s, unit) && fate_seat_of(unit) != v->seat)) {
        return;
    }
    const struct fate_kind *kind = fate_kind_of(s, unit);
    uint32_t cell = s->unit[unit].at;
    for (uint32_t i = 0; i < kind->card_count; i++) {
        uint32_t card = kind->card[i];
        if (fate_card_sleeps(s, unit, card)) {
            continue;
        }
        draw_mark(scene, MARK_CARD + card, cell, cell, fate_seat_of(unit));
        draw_charges(s, unit, card, scene);
        if ((s->unit[unit].used >> i & 1u) != 0) {
            draw_mark(scene, MARK_USED_UP, cell, cell, fate_seat_of(unit));
        }
    }
}

/* R13.5: what its owner is asked. */
static void draw_question(const struct fate_view *v, struct rd_scene *scene)
{
    const struct fate_state *s = &v->known;
    if (s->prompt >= FATE_CARDS || question_of[s->prompt] == 0 || s->prompt_unit >= FATE_UNITS ||
        fate_seat_of(s->prompt_unit) != v->seat || s->unit[s->prompt_unit].at >= FATE_CELLS) {
        return;
    }
    uint32_t cell = s->unit[s->prompt_unit].at;
    draw_mark(scene, MARK_QUESTION + question_of[s->prompt] - 1u, cell, cell, v->seat);
}

static void draw_marks(const struct fate_view *v, struct rd_scene *scene)
{
    const struct fate_state *s = &v->known;
    struct fate_set rolled = { { s->rolled[0], s->rolled[1] } };
    for (uint32_t cell = fate_set_next(&rolled, 0); cell != FATE_NONE;
         cell = fate_set_next(&rolled, cell + 1)) {
        draw_mark(scene, MARK_OPTION, cell, cell, s->current);
    }
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        uint32_t known = s->unit[i].known;
        if (known < FATE_CELLS && fate_seat_of(i) != v->seat) {
            draw_mark(scene, MARK_LAST_SEEN, known, known, fate_seat_of(i));
        }
    }
    if (s->stopped < FATE_UNITS && s->unit[s->stopped].at < FATE_CELLS &&
        s->unit[s->stopped_for].at < FATE_CELLS) {
        draw_mark(scene, MARK_STOPPED, s->unit[s->stopped].at, s->unit[s->stopped_for].at,
                  fate_seat_of(s->stopped));
    }
    draw_question(v, scene);
    draw_queue(s, scene);
    draw_slots(v, scene);
    for (uint32_t i = 0; i < FATE_UNITS; i++) {
        draw_cards(v, i, scene);
    }
}

static void draw_counter(struct rd_scene *scene, uint32_t name, uint32_t owner, uint32_t value)
{
    struct rd_scene_counter counter = { (int32_t)value, (uint8_t)name, (uint8_t)owner, 0 };
    RD_ASSERT(scene->counter_count < RD_COUNTERS_MAX);
    scene->counter[scene->counter_count] = counter;
    scene->counter_count++;
}

/* HP of hidden units of the other side is not counted: nobody knows it. */
static void draw_counters(const struct fate_state *s, struct rd_scene *scene)
{
    draw_counter(scene, COUNTER_ROUND, 0, s->round);
    if (s->rounds != 0) {
        draw_counter(scene, COUNTER_ROUNDS_LEFT, 0, s->rounds - s->round);
    }
    draw_counter(scene, COUNTER_TURN, 0, s->turn);
    if (s->roll != 0) {
        draw_counter(scene, COUNTER_ROLL, s->current + 1u, s->roll);
    }
    for (uint32_t seat = 0; seat < FATE_SEATS; seat++) {
        uint32_t units = 0;
        uint32_t hp = 0;
        for (uint32_t i = seat * FATE_CLASSES; i < (seat + 1) * FATE_CLASSES; i++) {
            uint32_t unknown = s->unit[i].hidden && s->unit[i].at == FATE_NONE;
            units += s->unit[i].hp != 0;
            hp += unknown ? 0 : s->unit[i].hp;
        }
        draw_counter(scene, COUNTER_UNITS, seat + 1, units);
        draw_counter(scene, COUNTER_HP, seat + 1, hp);
    }
}

void fate_scene(const void *view, struct rd_scene *scene)
{
    const struct fate_view *v = view;
    scene->token_count = 0;
    scene->counter_count = 0;
    scene->mark_count = 0;
    draw_cells(scene);
    draw_units(&v->known, v->seat, scene);
    draw_marks(v, scene);
    draw_counters(&v->known, scene);
}
