/* Orders, cells, seats and units as text. Sentences are in sentence.c. */
#include "host/notation.h"

#include <inttypes.h>
#include <string.h>

#include "host/nearest.h"
#include "host/text.h"

enum { WORDS_MAX = RD_ARGS_MAX + 2, WORD_MAX = 64, LETTERS = 26 };

/* ---- cells ------------------------------------------------------------------------------ */

int32_t rd_cell_x(const struct rd_cells *cells, uint32_t cell)
{
    return (int32_t)(cell % cells->stride) + cells->x0;
}

int32_t rd_cell_y(const struct rd_cells *cells, uint32_t cell)
{
    return (int32_t)(cell / cells->stride) + cells->y0;
}

bool rd_cell_at(const struct rd_cells *cells, int64_t x, int64_t y, uint16_t *cell)
{
    if (x < cells->x0 || x >= (int64_t)cells->x0 + cells->stride || y < cells->y0 ||
        y >= (int64_t)cells->y0 + cells->rows) {
        return false;
    }
    *cell = (uint16_t)((y - cells->y0) * cells->stride + (x - cells->x0));
    return true;
}

/* A .. Z, AA .. AZ, BA ..: column 0 is A. */
static void add_column(struct rd_text *text, uint32_t column)
{
    if (column >= LETTERS) {
        rd_text_add(text, "%c", (char)('A' + column / LETTERS - 1));
    }
    rd_text_add(text, "%c", (char)('A' + column % LETTERS));
}

size_t rd_cell_print(const struct rd_cells *cells, int64_t cell, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    if (cell < 0 || cell >= (int64_t)cells->stride * cells->rows) {
        rd_text_add(&text, "nowhere");
    } else if (cells->style == RD_CELLS_LETTERS) {
        add_column(&text, (uint32_t)cell % cells->stride);
        rd_text_add(&text, "%" PRId32, rd_cell_y(cells, (uint32_t)cell));
    } else {
        rd_text_add(&text, "%" PRId32 ",%" PRId32, rd_cell_x(cells, (uint32_t)cell),
                    rd_cell_y(cells, (uint32_t)cell));
    }
    return text.used;
}

/* A whole number of at most nine digits; *text moves behind it. */
static bool take_number(const char **text, bool may_be_negative, int64_t *out)
{
    bool negative = may_be_negative && **text == '-';
    const char *at = *text + (negative ? 1 : 0);
    int64_t value = 0;
    const char *first = at;
    for (; *at >= '0' && *at <= '9' && at - first < 9; at++) {
        value = value * 10 + (*at - '0');
    }
    *text = at;
    *out = negative ? -value : value;
    return at > first;
}

static bool take_column(const char **text, int64_t *column)
{
    int64_t value = 0;
    const char *at = *text;
    for (; at - *text < 2; at++) {
        char c = *at >= 'a' && *at <= 'z' ? (char)(*at - 'a' + 'A') : *at;
        if (c < 'A' || c > 'Z') {
            break;
        }
        value = value * LETTERS + (c - 'A' + 1);
    }
    bool some = at > *text;
    *text = at;
    *column = value - 1;
    return some;
}

bool rd_cell_parse(const struct rd_cells *cells, const char *text, uint16_t *cell)
{
    int64_t x, y;
    if (cells->style == RD_CELLS_LETTERS) {
        if (!take_column(&text, &x)) {
            return false;
        }
        x += cells->x0;
    } else {
        if (!take_number(&text, true, &x) || *text != ',') {
            return false;
        }
        text++;
    }
    return take_number(&text, true, &y) && *text == '\0' && rd_cell_at(cells, x, y, cell);
}

/* ---- steps ------------------------------------------------------------------------------ */

static const int8_t step_xy[RD_STEPS][2] = { { 0, 0 }, { 1, 0 }, { 0, -1 }, { -1, 0 }, { 0, 1 } };

void rd_step_target(const struct rd_cells *cells, uint32_t from, uint32_t step, int32_t xy[2])
{
    xy[0] = rd_cell_x(cells, from) + step_xy[step][0];
    xy[1] = rd_cell_y(cells, from) + step_xy[step][1];
}

bool rd_step_to(const struct rd_cells *cells, uint32_t from, int64_t x, int64_t y, uint16_t *step)
{
    for (uint16_t i = 0; i < RD_STEPS; i++) {
        int32_t xy[2];
        rd_step_target(cells, from, i, xy);
        if (xy[0] == x && xy[1] == y) {
            *step = i;
            return true;
        }
    }
    return false;
}

/* "5,3", on the board or beside it. */
static bool parse_step(const struct rd_cells *cells, uint32_t from, const char *text,
                       uint16_t *step)
{
    int64_t x, y;
    if (!take_number(&text, true, &x) || *text != ',') {
        return false;
    }
    text++;
    return take_number(&text, true, &y) && *text == '\0' && rd_step_to(cells, from, x, y, step);
}

/* ---- names ------------------------------------------------------------------------------ */

/* "north" for the choice N. */
static bool is_wind(const char *name, const char *text)
{
    static const char *const winds[] = { "north", "east", "south", "west" };
    for (uint32_t i = 0; i < sizeof winds / sizeof winds[0]; i++) {
        if (rd_text_same(winds[i], text) && name[1] == '\0' && rd_text_begins(winds[i], name)) {
            return true;
        }
    }
    return false;
}

/* The one of count names that text means: itself, or the only one that it begins. -1: none. */
static int32_t find_name(const char *const *names, uint32_t count, const char *text)
{
    int32_t found = -1;
    uint32_t beginnings = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(names[i], text) == 0) {
            return (int32_t)i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (rd_text_same(names[i], text) || is_wind(names[i], text)) {
            return (int32_t)i;
        }
        if (text[0] != '\0' && rd_text_begins(names[i], text)) {
            found = (int32_t)i;
            beginnings++;
        }
    }
    return beginnings == 1 ? found : -1;
}

uint16_t rd_verb_find(const struct rd_game *game, const char *name)
{
    for (uint16_t v = 0; game->verbs[v].name != NULL; v++) {
        if (strcmp(game->verbs[v].name, name) == 0) {
            return v;
        }
    }
    return strcmp(name, "resign") == 0 ? RD_VERB_RESIGN : RD_NO_VERB;
}

uint16_t rd_verb_meant(const struct rd_game *game, const char *word)
{
    const char *names[128];
    uint32_t count = rd_verb_count(game->verbs);
    RD_ASSERT(count < 127);
    for (uint32_t v = 0; v < count; v++) {
        names[v] = game->verbs[v].name;
    }
    names[count] = "resign";
    int32_t found = find_name(names, count + 1, word);
    if (found < 0) {
        return RD_NO_VERB;
    }
    return (uint32_t)found == count ? RD_VERB_RESIGN : (uint16_t)found;
}

size_t rd_verbs_print(const struct rd_game *game, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    for (uint32_t v = 0; game->verbs[v].name != NULL; v++) {
        rd_text_add(&text, "%s, ", game->verbs[v].name);
    }
    rd_text_add(&text, "resign");
    return text.used;
}

static uint32_t seats_named(const struct rd_game *game)
{
    uint32_t count = 0;
    while (count < game->seats_max && game->seat_names[count] != NULL) {
        count++;
    }
    return count;
}

size_t rd_seat_print(const struct rd_game *game, rd_seat seat, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    if (seat == RD_SPECTATOR) {
        rd_text_add(&text, "spectator");
    } else if (seat < seats_named(game)) {
        rd_text_add(&text, "%s", game->seat_names[seat]);
    } else {
        rd_text_add(&text, "seat %u", seat);
    }
    return text.used;
}

bool rd_seat_parse(const struct rd_game *game, const char *text, bool spectator, rd_seat *seat,
                   struct rd_problem *problem)
{
    const char *rest = text;
    int64_t number;
    if (take_number(&rest, false, &number) && *rest == '\0' && number < game->seats_max) {
        *seat = (rd_seat)number;
        return true;
    }
    if (spectator && rd_text_same(text, "spectator")) {
        *seat = RD_SPECTATOR;
        return true;
    }
    int32_t found = find_name(game->seat_names, seats_named(game), text);
    if (found >= 0) {
        *seat = (rd_seat)found;
        return true;
    }
    char shown[WORD_MAX], names[RD_TEXT_MAX];
    struct rd_text list = rd_text_into(names, sizeof names);
    rd_text_add_names(&list, game->seat_names);
    return rd_problem_at(problem, NULL, "there is no seat \"%s\"; seats are 0 to %d (%s)%s",
                         rd_text_printable(text, strlen(text), shown, sizeof shown),
                         game->seats_max - 1, names, spectator ? " and spectator" : "");
}

/* ---- arguments ---------------------------------------------------------------------------- */

static bool is_named_unit(const struct rd_arg *arg)
{
    return arg->type == RD_ARG_UNIT && arg->choices != NULL;
}

static void add_cell_range(struct rd_text *text, const struct rd_cells *cells)
{
    uint32_t last = (uint32_t)cells->stride * cells->rows - 1;
    if (cells->style == RD_CELLS_LETTERS) {
        char from[16], to[16];
        rd_cell_print(cells, 0, from, sizeof from);
        rd_cell_print(cells, last, to, sizeof to);
        rd_text_add(text, "a cell from %s to %s", from, to);
        return;
    }
    rd_text_add(text, "a cell x,y with x from %d to %" PRId32 " and y from %d to %" PRId32,
                cells->x0, rd_cell_x(cells, last), cells->y0, rd_cell_y(cells, last));
}

size_t rd_arg_expected(const struct rd_game *game, const struct rd_arg *arg, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    if (arg->type == RD_ARG_CELL) {
        add_cell_range(&text, &game->cells);
    } else if (arg->type == RD_ARG_STEP) {
        rd_text_add(&text, "that cell or one beside it");
    } else if (arg->type == RD_ARG_CHOICE) {
        rd_text_add(&text, "one of ");
        for (uint32_t i = 0; i < arg->limit; i++) {
            rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", arg->choices[i]);
        }
    } else if (is_named_unit(arg)) {
        rd_text_add(&text, "a unit from %s0 to %s%d", arg->choices[0], arg->choices[0],
                    arg->limit - 1);
    } else {
        const char *what = arg->type == RD_ARG_SEAT   ? "a seat"
                           : arg->type == RD_ARG_UNIT ? "a unit"
                                                      : "a whole number";
        rd_text_add(&text, "%s from 0 to %d", what, arg->limit - 1);
    }
    return text.used;
}

bool rd_unit_parse(const struct rd_arg *arg, const char *text, uint16_t *unit)
{
    RD_ASSERT(is_named_unit(arg));
    const char *rest = text + strlen(arg->choices[0]);
    int64_t number;
    if (!rd_text_begins(text, arg->choices[0]) || !take_number(&rest, false, &number) ||
        *rest != '\0' || number >= arg->limit) {
        return false;
    }
    *unit = (uint16_t)number;
    return true;
}

size_t rd_arg_print(const struct rd_game *game, const struct rd_arg *arg, int64_t value, char *out,
                    size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    switch ((enum rd_arg_type)arg->type) {
    case RD_ARG_CELL:
        return rd_cell_print(&game->cells, value, out, size);
    case RD_ARG_SEAT:
        if (value < 0 || value > RD_SPECTATOR) {
            rd_text_add(&text, "nobody");
            return text.used;
        }
        return rd_seat_print(game, (rd_seat)value, out, size);
    case RD_ARG_CHOICE:
        if (value >= 0 && (arg->limit == 0 || value < arg->limit)) {
            rd_text_add(&text, "%s", arg->choices[value]);
            return text.used;
        }
        break;
    case RD_ARG_UNIT:
        if (is_named_unit(arg) && value >= 0) {
            rd_text_add(&text, "%s%d", arg->choices[value >> 16], (int)(value & 0xffff));
            return text.used;
        }
        break;
    case RD_ARG_REFUSAL:
        rd_text_add(&text, "%s", value > 0 ? game->refusals[value].text : "no reason");
        return text.used;
    case RD_ARG_STEP: /* rd_action_arg_print() knows from where */
    case RD_ARG_AMOUNT:
    case RD_ARG_NONE:
    default:
        break;
    }
    rd_text_add(&text, "%" PRId64, value);
    return text.used;
}

size_t rd_action_arg_print(const struct rd_game *game, const struct rd_action *action, uint32_t arg,
                           char *out, size_t size)
{
    struct rd_arg how = game->verbs[action->verb].arg[arg];
    if (how.type == RD_ARG_STEP) {
        struct rd_text text = rd_text_into(out, size);
        int32_t xy[2];
        rd_step_target(&game->cells, action->arg[arg - 1], action->arg[arg], xy);
        rd_text_add(&text, "%" PRId32 ",%" PRId32, xy[0], xy[1]);
        return text.used;
    }
    if (how.type == RD_ARG_SEAT) {
        how.type = RD_ARG_AMOUNT; /* a seat's name may have blanks; its number can't */
    }
    return rd_arg_print(game, &how, action->arg[arg], out, size);
}

bool rd_arg_parse(const struct rd_game *game, const struct rd_arg *arg, const char *word,
                  uint16_t *out)
{
    if (arg->type == RD_ARG_CELL) {
        return rd_cell_parse(&game->cells, word, out) && *out < arg->limit;
    }
    if (is_named_unit(arg)) {
        return rd_unit_parse(arg, word, out);
    }
    if (arg->type == RD_ARG_CHOICE) {
        int32_t found = find_name(arg->choices, arg->limit, word);
        *out = (uint16_t)(found < 0 ? 0 : found);
        return found >= 0;
    }
    rd_seat seat = 0;
    if (arg->type == RD_ARG_SEAT && rd_seat_parse(game, word, false, &seat, NULL)) {
        *out = seat;
        return seat < arg->limit;
    }
    int64_t number;
    bool fine = take_number(&word, false, &number) && *word == '\0' && number < arg->limit;
    *out = (uint16_t)(fine ? number : 0);
    return fine;
}

/* ---- orders -------------------------------------------------------------------------------- */

size_t rd_action_print(const struct rd_game *game, struct rd_action action, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    if (action.verb == RD_VERB_RESIGN) {
        rd_text_add(&text, "resign");
        return text.used;
    }
    RD_ASSERT(rd_action_in_range(game->verbs, action).code == RD_OK);
    const struct rd_verb *verb = &game->verbs[action.verb];
    rd_text_add(&text, "%s", verb->name);
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        char value[RD_TEXT_MAX];
        rd_action_arg_print(game, &action, i, value, sizeof value);
        rd_text_add(&text, " %s", value);
    }
    return text.used;
}

size_t rd_verb_usage(const struct rd_verb *verb, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    rd_text_add(&text, "%s", verb->name);
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        rd_text_add(&text, " ");
        for (const char *c = verb->arg[i].name; *c != '\0'; c++) {
            rd_text_add(&text, "%c", *c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
        }
    }
    return text.used;
}

struct words {
    char word[WORDS_MAX][WORD_MAX];
    uint32_t count; /* may exceed WORDS_MAX */
};

static void split(const char *text, struct words *words)
{
    const char *const blanks = " \t\r\n";
    words->count = 0;
    for (;;) {
        text += strspn(text, blanks);
        size_t length = strcspn(text, blanks);
        if (length == 0) {
            return;
        }
        if (words->count < WORDS_MAX) {
            rd_text_printable(text, length, words->word[words->count], WORD_MAX);
        }
        words->count++;
        text += length;
    }
}

static bool parse_args(const struct rd_game *game, const struct words *words,
                       struct rd_action *action, struct rd_problem *problem)
{
    const struct rd_verb *verb = &game->verbs[action->verb];
    char usage[RD_TEXT_MAX], expected[RD_TEXT_MAX];
    rd_verb_usage(verb, usage, sizeof usage);
    uint32_t i = 0;
    for (; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        rd_arg_expected(game, &verb->arg[i], expected, sizeof expected);
        if (i + 1 >= words->count) {
            return rd_problem_at(problem, NULL, "%s: %s is missing, %s", usage, verb->arg[i].name,
                                 expected);
        }
        const char *word = words->word[i + 1];
        bool fine = verb->arg[i].type == RD_ARG_STEP
                        ? parse_step(&game->cells, action->arg[i - 1], word, &action->arg[i])
                        : rd_arg_parse(game, &verb->arg[i], word, &action->arg[i]);
        if (!fine) {
            return rd_problem_at(problem, NULL, "%s: \"%s\" is not %s", verb->arg[i].name, word,
                                 expected);
        }
    }
    if (words->count > i + 1) {
        return rd_problem_at(problem, NULL, "%s: \"%s\" is too much", usage, words->word[i + 1]);
    }
    return true;
}

/* All orders where they are few; else the one that was probably meant. */
static bool no_such_order(const struct rd_game *game, const char *word, const char *verbs,
                          struct rd_problem *problem)
{
    char ask[RD_NEAREST_TEXT];
    struct rd_nearest nearest = rd_nearest_to(word);
    if (strlen(verbs) < RD_TEXT_MAX - 1) {
        return rd_problem_at(problem, NULL, "there is no order \"%s\"; orders are %s", word, verbs);
    }
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        rd_nearest_try(&nearest, verb->name);
    }
    return rd_problem_at(problem, NULL, "there is no order \"%s\"%s", word,
                         rd_nearest_ask(&nearest, ask));
}

bool rd_action_parse(const struct rd_game *game, const char *text, struct rd_action *action,
                     struct rd_problem *problem)
{
    const struct rd_action none = { 0, { 0 } };
    struct words words;
    char verbs[RD_TEXT_MAX];
    rd_verbs_print(game, verbs, sizeof verbs);
    split(text, &words);
    *action = none;
    if (words.count == 0) {
        return rd_problem_at(problem, NULL, "an order is one of %s", verbs);
    }
    action->verb = rd_verb_meant(game, words.word[0]);
    if (action->verb == RD_NO_VERB) {
        return no_such_order(game, words.word[0], verbs, problem);
    }
    if (action->verb == RD_VERB_RESIGN) {
        return words.count == 1 ||
               rd_problem_at(problem, NULL, "resign: \"%s\" is too much", words.word[1]);
    }
    return parse_args(game, &words, action, problem);
}
