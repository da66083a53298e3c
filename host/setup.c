#include "host/setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "host/codec.h"
#include "host/field.h"
#include "host/file.h"
#include "host/json_read.h"
#include "host/nearest.h"
#include "host/notation.h"
#include "host/text.h"

enum { MAP_FILE_MAX = 1 << 20, KEY_MAX = 64, PATH_TEXT_MAX = 1024 };

void rd_chosen_begin(struct rd_chosen *chosen, const struct rd_game *game)
{
    memset(chosen, 0, sizeof *chosen);
    chosen->game = game;
    rd_setup_presets(game, &chosen->setup);
}

bool rd_chosen_open(struct rd_chosen *chosen, const char *id, struct rd_problem *problem)
{
    const struct rd_game *game = rd_game_find(id);
    memset(chosen, 0, sizeof *chosen);
    if (game == NULL) {
        char shown[KEY_MAX], names[RD_TEXT_MAX], ask[RD_NEAREST_TEXT];
        struct rd_text list = rd_text_into(names, sizeof names);
        struct rd_nearest nearest = rd_nearest_to(id);
        for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
            rd_text_add(&list, "%s%s", i == 0 ? "" : ", ", rd_game_at(i)->id);
            rd_nearest_try(&nearest, rd_game_at(i)->id);
        }
        return rd_problem_at(problem, NULL, "there is no game \"%s\"%s; games are %s",
                             rd_text_printable(id, strlen(id), shown, sizeof shown),
                             rd_nearest_ask(&nearest, ask), names);
    }
    rd_chosen_begin(chosen, game);
    return true;
}

static void drop_map(struct rd_chosen *chosen)
{
    free(chosen->map);
    chosen->map = NULL;
    chosen->setup.map = NULL;
    chosen->setup.map_size = 0;
}

void rd_chosen_close(struct rd_chosen *chosen)
{
    drop_map(chosen);
    chosen->game = NULL;
}

/* ---- maps -------------------------------------------------------------------------------- */

/* Room for a map of one's own; the caller fills it. */
static void *make_map(struct rd_chosen *chosen)
{
    drop_map(chosen);
    chosen->map = calloc(1, chosen->game->map_size);
    RD_ASSERT(chosen->map != NULL);
    chosen->setup.map = chosen->map;
    chosen->setup.map_size = chosen->game->map_size;
    return chosen->map;
}

void rd_maps_folder(const struct rd_game *game, char *out, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct rd_text text = rd_text_into(out, size);
    if (data != NULL && data[0] == '/') { /* the specification ignores relative ones */
        rd_text_add(&text, "%s/redoubt/maps/%s", data, game->id);
    } else if (home != NULL && home[0] != '\0') {
        rd_text_add(&text, "%s/.local/share/redoubt/maps/%s", home, game->id);
    }
}

static bool is_path(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return strchr(text, '/') != NULL ||
           (length > tail && strcmp(text + length - tail, ending) == 0);
}

static bool load_map(struct rd_chosen *chosen, const char *path, struct rd_problem *problem)
{
    char *text;
    size_t size;
    struct rd_problem inner = { "" };
    if (!rd_file_read(path, MAP_FILE_MAX, &text, &size, &inner)) {
        return rd_problem_at(problem, "map", "%s", inner.text);
    }
    bool fine = rd_codec_of(chosen->game)->read_map(text, size, make_map(chosen), &inner);
    free(text);
    if (!fine) {
        drop_map(chosen);
        return rd_problem_at(problem, "map", "%s: %s", path, inner.text);
    }
    return true;
}

static int32_t find_option(const struct rd_game *game, const char *key)
{
    for (int32_t i = 0; game->options[i].key != NULL; i++) {
        if (strcmp(game->options[i].key, key) == 0) {
            return i;
        }
    }
    return -1;
}

static int32_t find_choice(const struct rd_option *option, const char *name)
{
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        if (strcmp(option->choices[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static void add_choices(struct rd_text *text, const struct rd_option *option,
                        struct rd_nearest *nearest)
{
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        rd_text_add(text, "%s%s", i == 0 ? "" : ", ", option->choices[i]);
        rd_nearest_try(nearest, option->choices[i]);
    }
}

static bool no_such_map(const struct rd_chosen *chosen, const char *name, const char *folder,
                        struct rd_problem *problem)
{
    char shown[KEY_MAX], list[RD_PROBLEM_MAX / 2], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(name);
    int32_t option = find_option(chosen->game, "map");
    if (option >= 0) {
        rd_text_add(&text, "; maps are ");
        add_choices(&text, &chosen->game->options[option], &nearest);
    }
    if (folder[0] != '\0') {
        rd_text_add(&text, ", and the files in %s", folder);
    }
    return rd_problem_at(problem, "map", "there is no map \"%s\"%s%s",
                         rd_text_printable(name, strlen(name), shown, sizeof shown),
                         rd_nearest_ask(&nearest, ask), list);
}

/* A map that the game does not list itself. */
static bool find_map_file(struct rd_chosen *chosen, const char *name, enum rd_map_files files,
                          struct rd_problem *problem)
{
    char folder[PATH_TEXT_MAX / 2] = "", path[PATH_TEXT_MAX];
    if (chosen->game->map_size == 0 || files == RD_MAP_FILES_NO) {
        return no_such_map(chosen, name, "", problem);
    }
    const char *ending = rd_codec_of(chosen->game)->map_ending;
    if (is_path(name, ending)) {
        return load_map(chosen, name, problem);
    }
    rd_maps_folder(chosen->game, folder, sizeof folder);
    struct rd_text text = rd_text_into(path, sizeof path);
    rd_text_add(&text, "%s/%s%s", folder, name, ending);
    FILE *there = folder[0] == '\0' || text.used >= sizeof path ? NULL : fopen(path, "rb");
    if (there == NULL) {
        return no_such_map(chosen, name, folder, problem);
    }
    fclose(there);
    return load_map(chosen, path, problem);
}

static bool set_map(struct rd_chosen *chosen, const char *name, enum rd_map_files files,
                    struct rd_problem *problem)
{
    int32_t option = find_option(chosen->game, "map");
    if (option >= 0) {
        int32_t choice = find_choice(&chosen->game->options[option], name);
        if (choice >= 0) {
            drop_map(chosen);
            chosen->setup.option[option] = chosen->game->options[option].min + choice;
            return true;
        }
    }
    return find_map_file(chosen, name, files, problem);
}

/* ---- options ------------------------------------------------------------------------------- */

static bool unknown_option(const struct rd_game *game, const char *key, struct rd_problem *problem)
{
    char shown[KEY_MAX], list[RD_TEXT_MAX], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(key);
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", game->options[i].key);
        rd_nearest_try(&nearest, game->options[i].key);
    }
    if (game->seats_min != game->seats_max) {
        rd_text_add(&text, "%sseats", text.used > 0 ? ", " : "");
        rd_nearest_try(&nearest, "seats");
    }
    return rd_problem_at(problem, NULL, "%s has no option \"%s\"%s; options are %s", game->id,
                         rd_text_printable(key, strlen(key), shown, sizeof shown),
                         rd_nearest_ask(&nearest, ask), text.used > 0 ? list : "none");
}

struct range {
    int64_t min, max;
};

/* Of a plain number: an option without choices, or (option < 0) the seats. */
static struct range range_of(const struct rd_game *game, int32_t option)
{
    struct range range = { game->seats_min, game->seats_max };
    if (option >= 0) {
        range.min = game->options[option].min;
        range.max = game->options[option].max;
    }
    return range;
}

static bool not_in_range(const char *key, const char *shown, struct range range,
                         struct rd_problem *problem)
{
    return rd_problem_at(problem, key, "%s is not a whole number from %" PRId64 " to %" PRId64,
                         shown, range.min, range.max);
}

static bool set_number(struct rd_chosen *chosen, int32_t option, const char *key, int64_t value,
                       struct rd_problem *problem)
{
    struct range range = range_of(chosen->game, option);
    if (value < range.min || value > range.max) {
        char shown[32];
        snprintf(shown, sizeof shown, "%" PRId64, value);
        return not_in_range(key, shown, range, problem);
    }
    if (option >= 0) {
        chosen->setup.option[option] = (int32_t)value;
    } else {
        chosen->setup.seats = (uint8_t)value;
    }
    return true;
}

static bool set_choice(struct rd_chosen *chosen, int32_t index, const char *name,
                       struct rd_problem *problem)
{
    const struct rd_option *option = &chosen->game->options[index];
    int32_t choice = find_choice(option, name);
    if (choice < 0) {
        char shown[KEY_MAX], list[RD_PROBLEM_MAX / 2], ask[RD_NEAREST_TEXT];
        struct rd_text text = rd_text_into(list, sizeof list);
        struct rd_nearest nearest = rd_nearest_to(name);
        add_choices(&text, option, &nearest);
        return rd_problem_at(problem, option->key, "\"%s\"%s is not one of %s",
                             rd_text_printable(name, strlen(name), shown, sizeof shown),
                             rd_nearest_ask(&nearest, ask), list);
    }
    chosen->setup.option[index] = option->min + choice;
    return true;
}

static bool parse_number(const char *text, int64_t *out)
{
    bool negative = text[0] == '-';
    const char *first = text + (negative ? 1 : 0), *at = first;
    int64_t value = 0;
    for (; *at >= '0' && *at <= '9' && at - first < 18; at++) {
        value = value * 10 + (*at - '0');
    }
    *out = negative ? -value : value;
    return at > first && *at == '\0';
}

bool rd_chosen_set(struct rd_chosen *chosen, const char *assignment, enum rd_map_files files,
                   struct rd_problem *problem)
{
    const char *equals = strchr(assignment, '=');
    char key[KEY_MAX];
    if (equals == NULL || equals == assignment) {
        return rd_problem_at(problem, NULL, "\"%s\" is not KEY=VALUE",
                             rd_text_printable(assignment, strlen(assignment), key, sizeof key));
    }
    rd_text_printable(assignment, (size_t)(equals - assignment), key, sizeof key);
    const char *value = equals + 1;
    if (strcmp(key, "map") == 0) {
        return set_map(chosen, value, files, problem);
    }
    int32_t option = find_option(chosen->game, key);
    if (option < 0 && strcmp(key, "seats") != 0) {
        return unknown_option(chosen->game, key, problem);
    }
    if (option >= 0 && chosen->game->options[option].choices != NULL) {
        return set_choice(chosen, option, value, problem);
    }
    int64_t number;
    if (!parse_number(value, &number)) {
        char tame[KEY_MAX], shown[KEY_MAX + 2];
        snprintf(shown, sizeof shown, "\"%s\"",
                 rd_text_printable(value, strlen(value), tame, sizeof tame));
        return not_in_range(key, shown, range_of(chosen->game, option), problem);
    }
    return set_number(chosen, option, key, number, problem);
}

static bool set_map_json(struct rd_chosen *chosen, const struct rd_field *field,
                         enum rd_map_files files)
{
    const char *name;
    if (!json_is_object(field->json)) {
        return rd_field_text(field, &name) && set_map(chosen, name, files, field->problem);
    }
    if (chosen->game->map_size == 0) {
        return rd_field_problem(field, "%s takes no map", chosen->game->id);
    }
    struct rd_problem inner = { "" };
    if (!rd_codec_of(chosen->game)->map_from_json(field->json, make_map(chosen), &inner)) {
        drop_map(chosen);
        return rd_field_problem(field, "%s", inner.text);
    }
    return true;
}

/* An option (or, below 0, the seats) from the value that the field has. */
static bool set_value(struct rd_chosen *chosen, int32_t option, const struct rd_field *field)
{
    const char *name;
    int64_t number;
    if (option >= 0 && chosen->game->options[option].choices != NULL) {
        return rd_field_text(field, &name) && set_choice(chosen, option, name, field->problem);
    }
    const char *key = option >= 0 ? chosen->game->options[option].key : "seats";
    return rd_field_integer(field, INT64_MIN, INT64_MAX, &number) &&
           set_number(chosen, option, key, number, field->problem);
}

/* The first option from number `from` on whose key begins with the group's name and a dot. */
static int32_t next_in_group(const struct rd_game *game, const char *group, int32_t from)
{
    size_t length = strlen(group);
    for (int32_t i = from; game->options[i].key != NULL; i++) {
        if (strncmp(game->options[i].key, group, length) == 0 &&
            game->options[i].key[length] == '.') {
            return i;
        }
    }
    return -1;
}

static bool set_group(struct rd_chosen *chosen, const struct rd_field *field)
{
    size_t members = 0, count;
    for (int32_t i = next_in_group(chosen->game, field->key, 0); i >= 0;
         i = next_in_group(chosen->game, field->key, i + 1)) {
        members++;
    }
    if (!rd_field_list(field, members, members, &count)) {
        return false;
    }
    int32_t option = next_in_group(chosen->game, field->key, 0);
    for (size_t i = 0; i < count; i++) {
        struct rd_field item = rd_field_item(field, i);
        if (!set_value(chosen, option, &item)) {
            return false;
        }
        option = next_in_group(chosen->game, field->key, option + 1);
    }
    return true;
}

static bool set_json(struct rd_chosen *chosen, const struct rd_field *field,
                     enum rd_map_files files)
{
    const char *key = field->key;
    if (strcmp(key, "map") == 0 &&
        (chosen->game->map_size > 0 || find_option(chosen->game, key) >= 0)) {
        return set_map_json(chosen, field, files);
    }
    int32_t option = find_option(chosen->game, key);
    if (option < 0 && json_is_array(field->json) && next_in_group(chosen->game, key, 0) >= 0) {
        return set_group(chosen, field);
    }
    if (option < 0 && strcmp(key, "seats") != 0) {
        return unknown_option(chosen->game, key, field->problem);
    }
    return set_value(chosen, option, field);
}

bool rd_chosen_set_json(struct rd_chosen *chosen, const json_t *options, enum rd_map_files files,
                        struct rd_problem *problem)
{
    if (options == NULL) {
        return true;
    }
    struct rd_field root = rd_field_root(options, "", problem);
    if (!json_is_object(options)) {
        return rd_problem_at(problem, NULL, "options are an object such as {\"KEY\":VALUE}");
    }
    /* jansson has no iterator over a const object; this loop changes nothing. */
    json_t *object = (json_t *)(uintptr_t)options;
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        struct rd_field field = { value, &root, key, 0, problem };
        if (!set_json(chosen, &field, files)) {
            return false;
        }
    }
    return true;
}

/* ---- checks ---------------------------------------------------------------------------------- */

void rd_setup_verdict(const struct rd_game *game, struct rd_verdict verdict,
                      struct rd_problem *problem)
{
    char why[RD_PROBLEM_MAX / 2], place[RD_TEXT_MAX] = "";
    const char *rule;
    rd_verdict_print(game, verdict, NULL, &rule, why, sizeof why);
    if (verdict.code == RD_BAD_MAP && verdict.detail != RD_NO_CELL) {
        char cell[RD_TEXT_MAX / 2];
        rd_cell_print(&game->cells, verdict.detail, cell, sizeof cell);
        snprintf(place, sizeof place, " (at %s)", cell);
    }
    rd_problem_at(problem, verdict.code == RD_BAD_MAP ? "map" : "options", "%s%s%s%s",
                  rule == NULL ? "" : rule, rule == NULL ? "" : " ", why, place);
}

bool rd_chosen_check(const struct rd_chosen *chosen, struct rd_problem *problem)
{
    const struct rd_game *game = chosen->game;
    struct rd_verdict verdict;
    if (chosen->setup.map != NULL && game->check_map(chosen->setup.map, &verdict, 1) > 0) {
        rd_setup_verdict(game, verdict, problem);
        return false;
    }
    verdict = game->check_setup(&chosen->setup);
    if (verdict.code != RD_OK) {
        rd_setup_verdict(game, verdict, problem);
        return false;
    }
    return true;
}

/* ---- luck ---- */

static bool bad_seed(const char *text, struct rd_problem *problem)
{
    char shown[KEY_MAX];
    return rd_problem_at(problem, "seed",
                         "\"%s\" is neither a whole number below 2^64 nor 32 hexadecimal digits",
                         rd_text_printable(text, strlen(text), shown, sizeof shown));
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool parse_key(const char *text, uint64_t key[2])
{
    key[0] = key[1] = 0;
    for (uint32_t i = 0; i < 32; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0) {
            return false;
        }
        key[i / 16] = key[i / 16] << 4 | (uint64_t)digit;
    }
    return true;
}

bool rd_seed_parse(const char *text, uint64_t key[2], struct rd_problem *problem)
{
    if (strlen(text) == RD_SEED_TEXT_MAX - 1) {
        return parse_key(text, key) || bad_seed(text, problem);
    }
    uint64_t seed = 0;
    for (const char *c = text; *c != '\0'; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (*c < '0' || *c > '9' || seed > (UINT64_MAX - digit) / 10) {
            return bad_seed(text, problem);
        }
        seed = seed * 10 + digit;
    }
    if (text[0] == '\0') {
        return bad_seed(text, problem);
    }
    struct rd_luck luck = rd_luck_from_seed(seed);
    memcpy(key, luck.key, sizeof luck.key);
    return true;
}

bool rd_seed_from_json(const json_t *json, uint64_t key[2], struct rd_problem *problem)
{
    if (json_is_string(json)) {
        return rd_seed_parse(json_string_value(json), key, problem);
    }
    if (!json_is_integer(json) || json_integer_value(json) < 0) {
        char shown[KEY_MAX];
        return bad_seed(rd_json_quote(json, shown, sizeof shown), problem);
    }
    struct rd_luck luck = rd_luck_from_seed((uint64_t)json_integer_value(json));
    memcpy(key, luck.key, sizeof luck.key);
    return true;
}

void rd_seed_print(const uint64_t key[2], char out[RD_SEED_TEXT_MAX])
{
    struct rd_luck plain = rd_luck_from_seed(key[0]);
    if (memcmp(plain.key, key, sizeof plain.key) == 0) {
        snprintf(out, RD_SEED_TEXT_MAX, "%" PRIu64, key[0]);
    } else {
        snprintf(out, RD_SEED_TEXT_MAX, "%016" PRIx64 "%016" PRIx64, key[0], key[1]);
    }
}

bool rd_seed_fresh(uint64_t key[2], struct rd_problem *problem)
{
    if (getrandom(key, 2 * sizeof key[0], 0) != (ssize_t)(2 * sizeof key[0])) {
        return rd_problem_at(problem, NULL, "the system gave no random numbers: %s",
                             strerror(errno));
    }
    return true;
}
