/*
 * limits - what audit() and read_position() let through, one change at a time.
 *
 * From a position, every number of the state is changed alone, and every value of its JSON is
 * damaged alone. The numbers that audit lets through are listed by the names they have in JSON and
 * compared with a file that people can read and hold against the rulebook; a law can't know that a
 * tower's cooldown ends at ten. Damaged JSON is either refused with a sentence, or read as a
 * position that passes audit and is written the same again.
 */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/codec.h"
#include "host/json_read.h"
#include "host/play.h"
#include "host/scenario.h"

enum {
    NAME_MAX_SIZE = 160,
    LINE_MAX_SIZE = 1024,
    LINES_MAX = 200000,
    ORDERS_OF_A_SEAT = 8000,
    MEANT_OF_A_VERB = 400,
    FEW_VALUES = 32,
    MAP_ONE_IN = 16, /* bytes of a map that are 0 */
    FAR_FROM_ALL = 32,
    LOOK_ONE_IN = 64
};

struct bench {
    const struct rd_game *game;
    const struct rd_codec *codec;
    const struct rd_setup *setup;
    const uint8_t *state;
    uint8_t *changed, *again;
    json_t *json; /* of the state */
    char *line[LINES_MAX];
    uint32_t lines, stuck; /* lines written; bytes that have no other value */
};

/* ---- names ---- */

/* Where two values differ first, as "units[].health": lists are alike whatever the index. */
static bool first_difference(const json_t *a, const json_t *b, char *name, size_t size)
{
    char inner[NAME_MAX_SIZE] = "";
    const char *key;
    json_t *value;
    if (json_equal(a, b)) {
        return false;
    }
    name[0] = '\0';
    if (json_is_array(a) && json_is_array(b)) {
        size_t i = 0;
        while (json_equal(json_array_get(a, i), json_array_get(b, i)) && i < json_array_size(a)) {
            i++;
        }
        first_difference(json_array_get(a, i), json_array_get(b, i), inner, sizeof inner);
        snprintf(name, size, "[]%s", inner);
    } else if (json_is_object(a) && json_is_object(b)) {
        json_object_foreach((json_t *)(uintptr_t)a, key, value)
        {
            if (first_difference(value, json_object_get(b, key), inner, sizeof inner)) {
                snprintf(name, size, ".%s%s", key, inner);
                return true;
            }
        }
        json_object_foreach((json_t *)(uintptr_t)b, key, value)
        {
            if (json_object_get(a, key) == NULL) {
                snprintf(name, size, ".%s", key);
                return true;
            }
        }
    }
    return true;
}

/* ---- what audit lets through ---- */

static bool passes(const struct bench *bench)
{
    return bench->game->audit(bench->changed) == NULL;
}

static bool byte_passes(const struct bench *bench, uint32_t at, uint32_t value)
{
    bench->changed[at] = (uint8_t)value;
    bool fine = passes(bench);
    bench->changed[at] = bench->state[at];
    return fine;
}

static bool number_passes(const struct bench *bench, uint32_t at, uint32_t size, int64_t value)
{
    for (uint32_t i = 0; i < size; i++) {
        bench->changed[at + i] = (uint8_t)(value >> 8 * i);
    }
    bool fine = passes(bench);
    memcpy(bench->changed + at, bench->state + at, size);
    return fine;
}

static int64_t number_at(const uint8_t *bytes, uint32_t size)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        value |= (uint64_t)bytes[i] << 8 * i;
    }
    return size == 4 ? (int32_t)value : (int64_t)value;
}

/* The last number that passes, in one direction from the one that is there. */
static int64_t last_that_passes(const struct bench *bench, uint32_t at, uint32_t size, int64_t way)
{
    int64_t low = size == 4 ? INT32_MIN : 0, high = size == 4 ? INT32_MAX : UINT16_MAX;
    int64_t last = number_at(bench->state + at, size), step = way;
    for (bool grows = true; step != 0;) {
        int64_t next = last + step;
        bool fine = next >= low && next <= high && number_passes(bench, at, size, next);
        last = fine ? next : last;
        grows = grows && fine;
        step = grows ? step * 2 : step / 2;
    }
    return last;
}

/* Most bytes can only be what they are: a few tries tell. */
static bool has_another(const struct bench *bench, uint32_t at)
{
    uint32_t is = bench->state[at];
    bool any = byte_passes(bench, at, is + 1) || byte_passes(bench, at, is - 1);
    for (uint32_t bit = 0; bit < 8 && !any; bit++) {
        any = byte_passes(bench, at, is ^ 1u << bit);
    }
    return any || (is != 0 && byte_passes(bench, at, 0));
}

/* "0 2-5": all values of the byte that pass; *other is one of them that it hasn't now. */
static void list_values(const struct bench *bench, uint32_t at, char *out, size_t size,
                        uint32_t *other)
{
    size_t length = 0;
    for (uint32_t value = 0, first = 0; value <= 256; value++) {
        bool fine = value < 256 && byte_passes(bench, at, value);
        if (fine && value != bench->state[at]) {
            *other = value;
        }
        if (!fine && first < value && length < size) {
            length += (size_t)snprintf(out + length, size - length,
                                       first + 1 < value ? " %u-%u" : " %u", first, value - 1);
        }
        first = fine ? first : value + 1;
    }
}

static void name_of(const struct bench *bench, uint32_t at, uint32_t other, char *name, size_t size)
{
    bench->changed[at] = (uint8_t)other;
    json_t *json = bench->codec->position(bench->changed);
    if (!first_difference(bench->json, json, name, size)) {
        snprintf(name, size, ".(an option)");
    }
    json_decref(json);
    bench->changed[at] = bench->state[at];
}

static void add_line(struct bench *bench, const char *text)
{
    if (bench->lines < LINES_MAX) {
        bench->line[bench->lines++] = strdup(text);
    }
}

/* A number of several bytes, from its lowest to its highest; nothing where all would do. */
static void list_wide(struct bench *bench, uint32_t at, uint32_t size, const char *name)
{
    char line[LINE_MAX_SIZE];
    int64_t low = last_that_passes(bench, at, size, -1),
            high = last_that_passes(bench, at, size, 1);
    if (high - low > UINT8_MAX && high - low < UINT16_MAX * (int64_t)(size == 4 ? UINT16_MAX : 1)) {
        snprintf(line, sizeof line, "%s, %u bits: %" PRId64 " to %" PRId64, name + 1, size * 8, low,
                 high);
        add_line(bench, line);
    }
}

static void look_at_byte(struct bench *bench, uint32_t at)
{
    char name[NAME_MAX_SIZE], values[LINE_MAX_SIZE / 2] = "", line[LINE_MAX_SIZE];
    uint32_t other = bench->state[at];
    if (!has_another(bench, at)) {
        bench->stuck++;
        return;
    }
    list_values(bench, at, values, sizeof values, &other);
    name_of(bench, at, other, name, sizeof name);
    snprintf(line, sizeof line, "%s:%s", name + 1, values);
    add_line(bench, line);
    if (at % 2 == 1) {
        list_wide(bench, at - 1, 2, name);
    } else if (at % 4 == 2) {
        list_wide(bench, at - 2, 4, name);
    }
}

/* Most of a state is room that nobody uses; one byte in so many of it is enough. */
static bool is_worth_a_look(const struct bench *bench, uint32_t at)
{
    uint32_t from = at > FAR_FROM_ALL ? at - FAR_FROM_ALL : 0, to = at + FAR_FROM_ALL;
    for (uint32_t i = from; i < to && i < bench->game->state_size; i++) {
        if (bench->state[i] != 0) {
            return true;
        }
    }
    return at % LOOK_ONE_IN == 0;
}

/* ---- what else is refused ---- */

/* "R5.2 text": a row of the game's table, or the code. */
static void print_reason(const struct bench *bench, const struct rd_verdict *verdict, char *out,
                         size_t size)
{
    const struct rd_refusal *why = &bench->game->refusals[verdict->why];
    if (verdict->code == RD_OK) {
        snprintf(out, size, "fine");
    } else if (verdict->why == 0) {
        snprintf(out, size, "code %u, %u", verdict->code, verdict->detail);
    } else {
        snprintf(out, size, "%s %s, code %u", why->rule, why->text, verdict->code);
    }
}

static uint32_t cells_of(const struct bench *bench)
{
    return (uint32_t)bench->game->cells.stride * bench->game->cells.rows;
}

/* Where a complaint about a map says that it is. */
static const char *place_of(const struct rd_verdict *verdict, uint32_t cells, uint32_t changed)
{
    if (verdict->detail == RD_NO_CELL) {
        return "nowhere";
    }
    return verdict->detail >= cells     ? "beyond the board"
           : verdict->detail == changed ? "in the cell of that number"
                                        : "in another cell";
}

/* All that check_map has against a map of which this byte was changed. */
static void list_complaints(struct bench *bench, const void *map, uint32_t changed)
{
    enum { COMPLAINTS_MAX = 8 };
    struct rd_verdict verdict[COMPLAINTS_MAX];
    char line[LINE_MAX_SIZE], reason[LINE_MAX_SIZE / 2];
    uint32_t count = bench->game->check_map(map, verdict, COMPLAINTS_MAX);
    snprintf(line, sizeof line, "the map has %u faults", count);
    add_line(bench, line);
    for (uint32_t i = 0; i < count && i < COMPLAINTS_MAX; i++) {
        print_reason(bench, &verdict[i], reason, sizeof reason);
        snprintf(line, sizeof line, "the map: %s, %s", reason,
                 place_of(&verdict[i], cells_of(bench), changed));
        add_line(bench, line);
    }
}

/* The map of the position, with each byte changed alone in a few ways. */
static void list_map_faults(struct bench *bench)
{
    uint32_t size = bench->game->map_size;
    uint8_t *map = calloc(1, size + 1);
    if (size == 0 || map == NULL) {
        free(map);
        return;
    }
    bench->codec->map_of_state(bench->state, map);
    list_complaints(bench, map, size);
    for (uint32_t at = 0; at < size; at++) {
        const uint8_t is = map[at], cells = (uint8_t)cells_of(bench);
        const uint8_t values[] = { 0, 1, 2, (uint8_t)(is + 1), (uint8_t)(is - 1), cells, 255 };
        for (uint32_t i = 0; i < sizeof values && (is != 0 || at % MAP_ONE_IN == 0); i++) {
            map[at] = values[i];
            list_complaints(bench, map, at);
        }
        map[at] = is;
    }
    free(map);
}

/* What judge() says to an order, by seat and verb. */
static void list_verdict(struct bench *bench, rd_seat seat, struct rd_action action)
{
    char line[LINE_MAX_SIZE], reason[LINE_MAX_SIZE / 2];
    struct rd_verdict verdict = bench->game->judge(bench->state, seat, action);
    print_reason(bench, &verdict, reason, sizeof reason);
    if (verdict.code == RD_BAD_ARG && verdict.why != 0) {
        snprintf(line, sizeof line, "seat %u, %s: %s of argument %u", seat,
                 bench->game->verbs[action.verb].name, reason, verdict.detail);
    } else {
        snprintf(line, sizeof line, "seat %u, %s: %s", seat, bench->game->verbs[action.verb].name,
                 reason);
    }
    add_line(bench, line);
}

/* Values that arguments of each type have in the legal orders of any seat: units that there are,
 * cells in reach. */
struct values {
    uint32_t count[RD_ARG_STEP + 1];
    uint16_t value[RD_ARG_STEP + 1][UINT16_MAX + 1];
    uint8_t known[RD_ARG_STEP + 1][UINT16_MAX + 1];
};

static void learn_values(struct values *values, const struct rd_verb *verbs,
                         const struct rd_action *legal, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < RD_ARGS_MAX; k++) {
            uint32_t type = verbs[legal[i].verb].arg[k].type;
            uint16_t value = legal[i].arg[k];
            if (!values->known[type][value]) {
                values->known[type][value] = 1;
                values->value[type][values->count[type]++] = value;
            }
        }
    }
}

/* One of them; now and then any, and always where there are few. */
static uint16_t draw_value(const struct values *values, const struct rd_arg *arg,
                           struct rd_luck *luck)
{
    enum { ANY_ONE_IN = 16 };
    uint32_t count = values->count[arg->type];
    if (arg->type == RD_ARG_NONE) {
        return 0;
    }
    if (count == 0 || arg->limit <= FEW_VALUES || rd_luck_range(luck, 1, ANY_ONE_IN) == 1) {
        return (uint16_t)rd_luck_range(luck, 0, arg->limit - 1);
    }
    uint16_t value = values->value[arg->type][rd_luck_range(luck, 0, (int32_t)count - 1)];
    return value < arg->limit ? value : 0;
}

/* Orders as a player might mean them: a unit that is there, a cell that somebody can reach. Nearly
 * all of them come as far as the last things that judge() asks. */
static void list_meant_orders(struct bench *bench, const struct values *values, rd_seat seat)
{
    const struct rd_verb *verbs = bench->game->verbs;
    for (uint16_t verb = 0; verbs[verb].name != NULL; verb++) {
        struct rd_luck luck = rd_luck_from_key(seat, verb);
        for (uint32_t i = 0; i < MEANT_OF_A_VERB; i++) {
            struct rd_action action = { verb, { 0 } };
            for (uint32_t k = 0; k < RD_ARGS_MAX; k++) {
                action.arg[k] = draw_value(values, &verbs[verb].arg[k], &luck);
            }
            list_verdict(bench, seat, action);
        }
    }
}

/* Orders from the whole space of each verb, in steps, so that no verb has more than a few thousand;
 * all that are legal; and some that are nearly so. */
static void list_verdicts(struct bench *bench)
{
    const struct rd_verb *verb = bench->game->verbs;
    uint32_t count = rd_action_count(verb);
    uint32_t stride = (count / ORDERS_OF_A_SEAT + 1) | 1; /* odd: not the same arguments always */
    struct rd_action *legal = calloc(bench->game->legal_max, sizeof *legal);
    struct values *values = calloc(1, sizeof *values);
    for (rd_seat seat = 0; seat <= bench->setup->seats && legal != NULL && values != NULL; seat++) {
        for (uint32_t i = 0; i < count; i += stride) {
            list_verdict(bench, seat, rd_action_from_index(verb, i));
        }
        uint32_t most = bench->game->legal(bench->state, seat, legal, bench->game->legal_max);
        for (uint32_t i = 0; i < most; i++) {
            list_verdict(bench, seat, legal[i]);
        }
        learn_values(values, verb, legal, most);
    }
    for (rd_seat seat = 0; seat < bench->setup->seats && values != NULL; seat++) {
        list_meant_orders(bench, values, seat);
    }
    free(values);
    free(legal);
}

/* ---- the lists ---- */

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What callers make room for. Whether it is enough is for the laws; here it can't change unseen. */
static void write_room(const struct rd_game *game, FILE *out)
{
    fprintf(out,
            "(room): %u legal orders, %u events, %u frames; seats %u to %u; spectators see %s\n",
            game->legal_max, game->events_max, game->frames_max, game->seats_min, game->seats_max,
            game->spectators_see_all ? "all" : "what everybody sees");
}

/* Lines that are the same are written once, with their number. */
static void write_limits(struct bench *bench, FILE *out)
{
    qsort(bench->line, bench->lines, sizeof bench->line[0], compare_lines);
    write_room(bench->game, out);
    fprintf(out, "(only one value): %u bytes\n", bench->stuck);
    for (uint32_t i = 0, same = 1; i < bench->lines; i += same) {
        for (same = 1;
             i + same < bench->lines && strcmp(bench->line[i], bench->line[i + same]) == 0;
             same++) {
        }
        fprintf(out, same > 1 ? "%s (%u times)\n" : "%s\n", bench->line[i], same);
    }
}

static void list_limits(struct bench *bench, FILE *out)
{
    for (uint32_t at = 0; at < bench->game->state_size; at++) {
        if (is_worth_a_look(bench, at)) {
            look_at_byte(bench, at);
        }
    }
    list_map_faults(bench);
    list_verdicts(bench);
    write_limits(bench, out);
    for (uint32_t i = 0; i < bench->lines; i++) {
        free(bench->line[i]);
    }
}

/* Line by line, so that the first that differs is shown. */
static bool is_as_written(char *now, const char *path)
{
    char before[LINE_MAX_SIZE];
    bool same = true;
    FILE *file = fopen(path, "r");
    char *line = file == NULL ? NULL : strtok(now, "\n");
    while (file != NULL && same && fgets(before, sizeof before, file) != NULL) {
        before[strcspn(before, "\n")] = '\0';
        same = line != NULL && strcmp(line, before) == 0;
        if (!same) {
            printf("# was \"%s\", is \"%s\"\n", before, line == NULL ? "(the end)" : line);
        }
        line = strtok(NULL, "\n");
    }
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL && same && line == NULL;
}

/* ---- damaged JSON ---- */

/* What a value is replaced by; NULL: it is taken away. */
static json_t *damage(uint32_t kind, const json_t *value)
{
    switch (kind) {
    case 0:
        return NULL;
    case 1:
        return json_null();
    case 2:
        return json_true();
    case 3:
        return json_string("");
    case 4:
        return json_string("nobody");
    case 5:
        return json_array();
    case 6:
        return json_object();
    case 7:
        return json_real(0.5);
    case 8:
        return json_integer(INT64_MAX);
    case 9:
        return json_integer(INT64_MIN);
    case 10:
        return json_integer(70000);
    case 11:
        return json_pack("[O, O]", value, value);
    case 12:
        return json_integer(json_integer_value(value) + 1);
    case 13:
        return json_integer(json_integer_value(value) - 1);
    default:
        return json_pack("{s:i}", "nobody", 1);
    }
}

enum { DAMAGES = 15 };

static bool is_refused_or_right(struct bench *bench, const json_t *position)
{
    struct rd_problem problem = { "" };
    struct rd_luck luck = rd_luck_from_seed(0), same = luck;
    uint32_t size = bench->game->state_size;
    if (!bench->codec->read_position(position, bench->setup, &luck, bench->changed, &problem)) {
        return problem.text[0] != '\0';
    }
    if (bench->game->audit(bench->changed) != NULL) {
        return false;
    }
    json_t *json = bench->codec->position(bench->changed);
    bool fine = bench->codec->read_position(json, bench->setup, &same, bench->again, &problem) &&
                memcmp(bench->changed, bench->again, size) == 0;
    json_decref(json);
    return fine;
}

static bool survives_damage(struct bench *bench, json_t *whole, json_t *value);

/* Every kind of damage to one member of a list or object of the whole. */
static bool member_survives(struct bench *bench, json_t *whole, json_t *parent, const char *key,
                            size_t index)
{
    json_t *value = key != NULL ? json_object_get(parent, key) : json_array_get(parent, index);
    bool fine = survives_damage(bench, whole, value);
    json_incref(value);
    for (uint32_t kind = 0; kind < DAMAGES && fine; kind++) {
        json_t *bad = damage(kind, value);
        if (key != NULL) {
            bad == NULL ? json_object_del(parent, key) : json_object_set_new(parent, key, bad);
        } else {
            bad == NULL ? json_array_remove(parent, index) : json_array_set_new(parent, index, bad);
        }
        fine = is_refused_or_right(bench, whole);
        if (!fine) {
            char text[LINE_MAX_SIZE];
            printf("# damage %u to %s of %s\n", kind, key != NULL ? key : "a list",
                   rd_json_quote(parent, text, sizeof text));
        }
        if (key != NULL) {
            json_object_set(parent, key, value);
        } else {
            bad == NULL ? json_array_insert(parent, index, value)
                        : json_array_set(parent, index, value);
        }
    }
    json_decref(value);
    return fine;
}

/* Of a long list the first and last members stand for all. */
static bool survives_damage(struct bench *bench, json_t *whole, json_t *value)
{
    enum { ENDS = 3 };
    bool fine = true;
    if (json_is_array(value)) {
        size_t size = json_array_size(value);
        for (size_t i = 0; i < size && fine; i++) {
            if (i < ENDS || i + ENDS >= size) {
                fine = member_survives(bench, whole, value, NULL, i);
            }
        }
    } else if (json_is_object(value)) {
        const char *key = json_object_iter_key(json_object_iter(value));
        char *keys[256];
        size_t count = 0;
        json_t *member;
        json_object_foreach(value, key, member)
        {
            if (count < sizeof keys / sizeof keys[0]) {
                keys[count++] = strdup(key);
            }
        }
        for (size_t i = 0; i < count; i++) {
            fine = fine && member_survives(bench, whole, value, keys[i], 0);
            free(keys[i]);
        }
    }
    return fine;
}

/* ---- the program ---- */

static bool open_bench(struct bench *bench, const struct rd_scenario *scenario,
                       const struct rd_play *play)
{
    uint32_t size = play->game->state_size;
    bench->game = play->game;
    bench->codec = rd_codec_of(play->game);
    bench->setup = &scenario->chosen.setup;
    bench->state = play->state;
    bench->changed = malloc(size);
    bench->again = malloc(size);
    bench->json = bench->codec->position(play->state);
    if (bench->changed == NULL || bench->again == NULL) {
        return false;
    }
    memcpy(bench->changed, play->state, size);
    return true;
}

static bool check_limits(struct bench *bench, const char *path, bool write)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = write ? fopen(path, "w") : open_memstream(&text, &size);
    if (out == NULL) {
        printf("# %s: %s\n", path, strerror(errno));
        return false;
    }
    list_limits(bench, out);
    bool fine = fclose(out) == 0 && (write || is_as_written(text, path));
    free(text);
    return fine;
}

static int check(struct bench *bench, const char *path, bool write)
{
    bool limits = check_limits(bench, path, write);
    printf("%s 1 - audit lets through what %s says\n", limits ? "ok" : "not ok", path);
    bool damaged = survives_damage(bench, bench->json, bench->json);
    printf("%s 2 - damaged JSON is refused or a position\n1..2\n", damaged ? "ok" : "not ok");
    return limits && damaged ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct rd_problem problem = { "" };
    struct rd_scenario scenario;
    struct rd_play play;
    bool write = argc == 4 && strcmp(argv[3], "--write") == 0;
    struct bench *bench = calloc(1, sizeof *bench);
    json_t *json = argc >= 3 ? rd_json_load(argv[1], &problem) : NULL;
    if (bench == NULL || json == NULL ||
        !rd_scenario_open(&scenario, json, RD_MAP_FILES_NO, &problem) ||
        !rd_scenario_begin(&scenario, &play, &problem)) {
        fprintf(stderr, "usage: limits SCENARIO.json LIMITS.txt [--write]\n%s\n", problem.text);
        return 2;
    }
    int status = open_bench(bench, &scenario, &play) ? check(bench, argv[2], write) : 2;
    json_decref(bench->json);
    free(bench->changed);
    free(bench->again);
    free(bench);
    rd_play_end(&play);
    rd_scenario_close(&scenario);
    json_decref(json);
    return status;
}
