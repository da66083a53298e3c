#include "clients/cli/schema.h"

#include <stdbool.h>
#include <string.h>

#include "host/text.h"

enum { LINE_ROOM = 512, STEP_ROOM = 64 };

static const char draft[] = "https://json-schema.org/draft/2020-12/schema";

/* ---- views: a line is "path | types | words" ---- */

/* The next line that says something. */
static bool next_line(const char **at, char line[LINE_ROOM])
{
    while (**at != '\0') {
        size_t length = strcspn(*at, "\n");
        struct rd_text text = rd_text_into(line, LINE_ROOM);
        rd_text_add(&text, "%.*s", (int)length, *at);
        *at += length + ((*at)[length] == '\n');
        if (line[0] != '#' && line[0] != '\0') {
            return true;
        }
    }
    return false;
}

/* Cuts the line after " | " and returns what follows. */
static char *cut(char *line)
{
    char *bar = strstr(line, " | ");
    RD_ASSERT(bar != NULL); /* our own file */
    *bar = '\0';
    return bar + strlen(" | ");
}

static json_t *inner(json_t *schema, const char *key)
{
    json_t *value = json_object_get(schema, key);
    if (value == NULL) {
        value = json_object();
        json_object_set_new(schema, key, value);
    }
    return value;
}

/* The schema that one step of a path leads to: a name, "*" or "[]". */
static json_t *enter(json_t *schema, const char *step)
{
    if (strcmp(step, "[]") == 0) {
        return inner(schema, "items");
    }
    if (strcmp(step, "*") == 0) {
        return inner(schema, "additionalProperties");
    }
    return inner(inner(schema, "properties"), step);
}

/* Cuts the first step off a path. */
static bool next_step(const char **path, char step[STEP_ROOM])
{
    *path += **path == '.';
    size_t length = **path == '[' ? 2 : strcspn(*path, ".[?");
    struct rd_text text = rd_text_into(step, STEP_ROOM);
    rd_text_add(&text, "%.*s", (int)length, *path);
    *path += length;
    return length > 0;
}

static void set_types(json_t *schema, char *types)
{
    json_t *list = json_array();
    char *rest = NULL;
    for (char *type = strtok_r(types, " ", &rest); type != NULL;
         type = strtok_r(NULL, " ", &rest)) {
        json_array_append_new(list, json_string(type));
        if (strcmp(type, "object") == 0) {
            inner(schema, "properties");
            json_object_set_new(schema, "required", json_array());
            json_object_set_new(schema, "additionalProperties", json_false());
        }
    }
    if (json_array_size(list) == 1) {
        json_object_set(schema, "type", json_array_get(list, 0));
    } else {
        json_object_set(schema, "type", list);
    }
    json_decref(list);
}

static void add_field(json_t *root, char *line)
{
    char *types = cut(line), *words = cut(types);
    char step[STEP_ROOM];
    json_t *schema = root, *parent = root;
    const char *path = line;
    bool optional = strchr(line, '?') != NULL;
    for (char ahead[STEP_ROOM]; next_step(&path, ahead);) {
        parent = schema;
        memcpy(step, ahead, sizeof step);
        if (strcmp(step, "*") == 0 &&
            !json_is_object(json_object_get(schema, "additionalProperties"))) {
            json_object_del(schema, "additionalProperties");
        }
        schema = enter(schema, step);
    }
    json_object_set_new(schema, "description", json_string(words));
    set_types(schema, types);
    json_t *required = json_object_get(parent, "required");
    if (!optional && strcmp(step, "*") != 0 && strcmp(step, "[]") != 0 && required != NULL) {
        json_array_append_new(required, json_string(step));
    }
}

json_t *rd_view_schema(const struct rd_game *game)
{
    char line[LINE_ROOM], title[128], object[] = "object";
    struct rd_text text = rd_text_into(title, sizeof title);
    rd_text_add(&text, "What a seat of %s knows", game->title);
    json_t *root = json_pack("{s:s, s:s}", "$schema", draft, "title", title);
    set_types(root, object);
    for (const struct rd_embedded_text *each = rd_view_fields; each->name != NULL; each++) {
        const char *at = (const char *)each->text;
        while (strcmp(each->name, game->id) == 0 && next_line(&at, line)) {
            add_field(root, line);
        }
    }
    return root;
}

void rd_view_fields_table(const struct rd_game *game, FILE *out)
{
    char line[LINE_ROOM];
    fprintf(out, "# The view of %s\n\n| field | type | what it says |\n|---|---|---|\n",
            game->title);
    for (const struct rd_embedded_text *each = rd_view_fields; each->name != NULL; each++) {
        const char *at = (const char *)each->text;
        while (strcmp(each->name, game->id) == 0 && next_line(&at, line)) {
            char *types = cut(line), *words = cut(types);
            fprintf(out, "| `%s` | %s | %s |\n", line, types, words);
        }
    }
    fputs("\n`?`: not always there. `*`: any name. `[]`: each of a list.\n", out);
}

/* ---- orders ---- */

static json_t *pair_schema(const char *words)
{
    return json_pack("{s:s, s:{s:s}, s:i, s:i, s:s}", "type", "array", "items", "type", "integer",
                     "minItems", 2, "maxItems", 2, "description", words);
}

/* What arguments mean whose type does not say it, by their names. */
static const struct {
    const char *name, *words;
} arg_words[] = {
    { "type", "Of what kind it is to be." },
    { "structure", "What is built there." },
    { "mana", "How much mana is spent on it." },
    { "dir", "On which side: north, south, west or east." },
    { "what", "What it is to be." },
    { "unit", "Which unit, as the view names it." },
    { "target", "To whom it is done: a unit, as the view names it." },
    { "slot", "What it takes the place of in this turn: the move or the action." },
    { "option", "What is chosen, of what is asked." },
    { "hero", "Which hero." },
    { "n", "How much." },
    { "stones", "How many stones." },
};

static json_t *explained(json_t *schema, const struct rd_arg *arg)
{
    const char *words = arg->type == RD_ARG_CHOICE ? "One of these words." : "A number.";
    for (size_t i = 0; i < sizeof arg_words / sizeof arg_words[0]; i++) {
        words = strcmp(arg_words[i].name, arg->name) == 0 ? arg_words[i].words : words;
    }
    json_object_set_new(schema, "description", json_string(words));
    return schema;
}

static json_t *choices_schema(const struct rd_arg *arg)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < arg->limit; i++) {
        json_array_append_new(list, json_string(arg->choices[i]));
    }
    return json_pack("{s:o}", "enum", list);
}

static json_t *arg_schema(const struct rd_game *game, const struct rd_arg *arg)
{
    switch (arg->type) {
    case RD_ARG_STEP:
        return pair_schema("A tile beside the one before.");
    case RD_ARG_CELL:
        return game->cells.style == RD_CELLS_LETTERS
                   ? json_pack("{s:s, s:s}", "type", "string", "description", "A cell, as C5.")
                   : pair_schema("A tile: its two coordinates.");
    case RD_ARG_CHOICE:
        return explained(choices_schema(arg), arg);
    case RD_ARG_UNIT:
        return json_pack("{s:s, s:s}", "type", arg->choices != NULL ? "string" : "integer",
                         "description", "A unit, as the view names it.");
    default:
        return explained(json_pack("{s:s, s:i}", "type", "integer", "minimum", 0), arg);
    }
}

static json_t *verb_schema(const struct rd_game *game, const struct rd_verb *verb)
{
    json_t *properties =
        json_pack("{s:{s:s, s:s}}", "verb", "const", verb->name, "description", "Which order.");
    json_t *required = json_pack("[s]", "verb");
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        json_object_set_new(properties, verb->arg[i].name, arg_schema(game, &verb->arg[i]));
        json_array_append_new(required, json_string(verb->arg[i].name));
    }
    return json_pack("{s:s, s:s, s:o, s:o, s:b}", "description", verb->help, "type", "object",
                     "properties", properties, "required", required, "additionalProperties", 0);
}

json_t *rd_orders_schema(const struct rd_game *game)
{
    char title[128];
    struct rd_text text = rd_text_into(title, sizeof title);
    rd_text_add(&text, "An order of %s", game->title);
    json_t *list = json_array();
    uint32_t count = rd_verb_count(game->verbs);
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(list, verb_schema(game, &game->verbs[i]));
    }
    static const char resign[] = "resign";
    json_array_append_new(list, json_pack("{s:s, s:s, s:{s:{s:s, s:s}}, s:[s], s:b}", "description",
                                          "Give the seat up.", "type", "object", "properties",
                                          "verb", "const", resign, "description", "Which order.",
                                          "required", "verb", "additionalProperties", 0));
    return json_pack("{s:s, s:s, s:o}", "$schema", draft, "title", title, "oneOf", list);
}
