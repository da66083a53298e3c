/* Events and refusals as sentences: the second half of notation.h. */
#include "host/notation.h"

#include <inttypes.h>
#include <string.h>

#include "host/text.h"

static const struct rd_arg *find_arg(const struct rd_event_kind *kind, const char *name,
                                     size_t length, uint32_t *index)
{
    for (*index = 0; *index < RD_EVENT_ARGS_MAX; (*index)++) {
        const struct rd_arg *arg = &kind->arg[*index];
        if (arg->type != RD_ARG_NONE && strlen(arg->name) == length &&
            memcmp(arg->name, name, length) == 0) {
            return arg;
        }
    }
    return NULL;
}

/* A value in parts of one: up to three decimals, rounded, without zeros at the end. */
static void add_parts(struct rd_text *text, int64_t value, int64_t parts)
{
    int64_t size = value < 0 ? -value : value;
    int64_t thousandths = (size * 1000 + parts / 2) / parts;
    int decimals = 3, rest = (int)(thousandths % 1000);
    for (; decimals > 0 && rest % 10 == 0; decimals--) {
        rest /= 10;
    }
    rd_text_add(text, "%s%" PRId64, value < 0 && thousandths > 0 ? "-" : "", thousandths / 1000);
    if (decimals > 0) {
        rd_text_add(text, ".%0*d", decimals, rest);
    }
}

/* Names that are written with underscores are words in a sentence. */
static void add_value(struct rd_text *text, const struct rd_game *game, const struct rd_arg *arg,
                      int64_t value)
{
    char name[RD_TEXT_MAX];
    rd_arg_print(game, arg, value, name, sizeof name);
    for (char *c = name; arg->type == RD_ARG_CHOICE && *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    rd_text_add(text, "%s", name);
}

/* As people read it: whole, health not below nothing, and luck, which is about one, as a
 * percentage. */
static void add_whole(struct rd_text *text, const struct rd_arg *arg, int64_t value)
{
    int64_t parts = (int64_t)arg->limit, half = value < 0 ? -(parts / 2) : parts / 2;
    bool share = strcmp(arg->name, "luck") == 0;
    if (share) {
        rd_text_add(text, "%" PRId64 " %%", (value * 100 + half) / parts);
    } else {
        rd_text_add(text, "%" PRId64, (value + half) / parts);
    }
}

/* One fact in the words of the tables. */
static void add_fact(struct rd_text *text, const struct rd_game *game, const struct rd_arg *arg,
                     int64_t value, bool whole)
{
    bool parts = arg->type == RD_ARG_AMOUNT && arg->limit > 1;
    if (whole && arg->role == RD_ROLE_HEALTH && value < 0) {
        value = 0;
    }
    if (parts && whole) {
        add_whole(text, arg, value);
    } else if (parts) {
        add_parts(text, value, arg->limit);
    } else {
        add_value(text, game, arg, value);
    }
}

/* Behind a name that says both already: the kind and the side. */
static const char *after_name(const char *at)
{
    static const char kind[] = " ({type})", side[] = " of {seat}";
    if (strncmp(at, kind, sizeof kind - 1) != 0) {
        return at;
    }
    at += sizeof kind - 1;
    return strncmp(at, side, sizeof side - 1) == 0 ? at + sizeof side - 1 : at;
}

size_t rd_event_word(const struct rd_game *game, const struct rd_event *event,
                     bool (*name)(const void *context, const struct rd_event *event, uint32_t index,
                                  struct rd_text *text),
                     const void *context, char *out, size_t size)
{
    const struct rd_event_kind *kind = &game->events[event->kind];
    struct rd_text text = rd_text_into(out, size);
    for (const char *at = kind->text; *at != '\0';) {
        size_t plain = strcspn(at, "{");
        rd_text_add_bytes(&text, at, plain);
        at += plain;
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        uint32_t index = 0;
        const struct rd_arg *arg =
            end == NULL ? NULL : find_arg(kind, at + 1, (size_t)(end - at - 1), &index);
        if (arg != NULL && name != NULL && name(context, event, index, &text)) {
            at = after_name(end + 1);
        } else if (arg != NULL) {
            add_fact(&text, game, arg, event->arg[index], name != NULL);
            at = end + 1;
        } else if (*at == '{') { /* a brace that names nothing stands for itself */
            rd_text_add_bytes(&text, at, 1);
            at++;
        }
    }
    return text.used;
}

size_t rd_event_print(const struct rd_game *game, const struct rd_event *event, char *out,
                      size_t size)
{
    return rd_event_word(game, event, NULL, NULL, out, size);
}

/* BAD_ARG without words of the game's own. */
static void add_bad_arg(struct rd_text *text, const struct rd_game *game, uint32_t index,
                        const struct rd_action *action)
{
    uint32_t verbs = rd_verb_count(game->verbs);
    if (action == NULL || action->verb >= verbs || index >= RD_ARGS_MAX ||
        game->verbs[action->verb].arg[index].type == RD_ARG_NONE) {
        rd_text_add(text, "an argument is out of its range");
        return;
    }
    char expected[RD_TEXT_MAX];
    const struct rd_arg *arg = &game->verbs[action->verb].arg[index];
    rd_arg_expected(game, arg, expected, sizeof expected);
    rd_text_add(text, "%s must be %s", arg->name, expected);
}

static void add_bad_setup(struct rd_text *text, const struct rd_game *game, uint32_t index)
{
    uint32_t count = 0;
    while (game->options[count].key != NULL) {
        count++;
    }
    if (index >= count) {
        rd_text_add(text, "seats must be %d to %d", game->seats_min, game->seats_max);
        return;
    }
    const struct rd_option *option = &game->options[index];
    if (option->choices == NULL) {
        rd_text_add(text, "%s must be %d to %d", option->key, (int)option->min, (int)option->max);
        return;
    }
    rd_text_add(text, "%s must be one of ", option->key);
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        rd_text_add(text, "%s%s", i == 0 ? "" : ", ", option->choices[i]);
    }
}

static void add_plain(struct rd_text *text, const struct rd_game *game, struct rd_verdict verdict,
                      const struct rd_action *action)
{
    char verbs[RD_TEXT_MAX];
    switch ((enum rd_code)verdict.code) {
    case RD_BAD_SETUP:
        add_bad_setup(text, game, verdict.detail);
        return;
    case RD_BAD_MAP:
        rd_text_add(text,
                    game->map_size == 0 ? "this game takes no map" : "the map can't be played");
        return;
    case RD_NOT_YOUR_TURN:
        rd_text_add(text, "this seat has nothing to decide now");
        return;
    case RD_NO_SUCH_VERB:
        rd_verbs_print(game, verbs, sizeof verbs);
        rd_text_add(text, "there is no such order; orders are %s", verbs);
        return;
    case RD_BAD_ARG:
        add_bad_arg(text, game, verdict.detail, action);
        return;
    case RD_AGAINST_RULES:
        rd_text_add(text, "the rules don't allow that now");
        return;
    case RD_GAME_OVER:
        rd_text_add(text, "the game is over");
        return;
    case RD_OK:
    default:
        rd_text_add(text, "that is fine");
        return;
    }
}

size_t rd_verdict_print(const struct rd_game *game, struct rd_verdict verdict,
                        const struct rd_action *action, const char **rule, char *out, size_t size)
{
    struct rd_text text = rd_text_into(out, size);
    if (rule != NULL) {
        *rule = verdict.why == 0 ? NULL : game->refusals[verdict.why].rule;
    }
    if (verdict.why != 0) {
        rd_text_add(&text, "%s", game->refusals[verdict.why].text);
    } else {
        add_plain(&text, game, verdict, action);
    }
    return text.used;
}
