/* What all laws stand on ("law 0"): the tables of a game are whole, and agree with each other. */
#include <string.h>

#include "laws/hearing.h"
#include "laws/laws.h"

uint32_t refusal_count(const struct rd_game *game)
{
    uint32_t count = 1; /* entry 0 is never used */
    while (game->refusals[count].text != NULL) {
        count++;
    }
    return count;
}

static bool is_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static bool is_rule(const char *rule)
{
    return is_text(rule) && rule[0] == 'R' && rule[1] >= '1' && rule[1] <= '9';
}

static bool facts_are_sound(struct trial *trial)
{
    const struct rd_game *g = trial->game;
    if (!is_text(g->id) || !is_text(g->title) || !is_text(g->summary) || g->rules_version == 0) {
        return !law_broken(trial, "id, title, summary or rules_version is missing");
    }
    if (g->seats_min == 0 || g->seats_min > g->seats_max || g->seats_max > RD_SEATS_MAX) {
        return !law_broken(trial, "%u to %u seats", g->seats_min, g->seats_max);
    }
    if (g->seats_preset != 0 &&
        (g->seats_preset < g->seats_min || g->seats_preset > g->seats_max)) {
        return !law_broken(trial, "%u seats are the preset", g->seats_preset);
    }
    if (g->state_size == 0 || g->state_size % 8 != 0 || g->view_size == 0 ||
        g->view_size % 8 != 0) {
        return !law_broken(trial, "sizes %u and %u are not multiples of 8", g->state_size,
                           g->view_size);
    }
    if ((g->map_size > 0) != (g->check_map != NULL) || g->legal_max == 0) {
        return !law_broken(trial, "map_size %u, legal_max %u", g->map_size, g->legal_max);
    }
    uint32_t names = 0;
    while (g->seat_names[names] != NULL) {
        names++;
    }
    return names >= g->seats_max || !law_broken(trial, "%u seat names", names);
}

/* ---- options -------------------------------------------------------------------------------- */

static bool refused_with(struct trial *trial, uint32_t option, int64_t value)
{
    struct rd_setup setup;
    if (value < INT32_MIN || value > INT32_MAX) {
        return true;
    }
    rd_setup_presets(trial->game, &setup);
    setup.option[option] = (int32_t)value;
    struct rd_verdict verdict = trial->game->check_setup(&setup);
    return (verdict.code == RD_BAD_SETUP && verdict.detail == option) ||
           !law_broken(trial, "%s = %d is not refused as option %u",
                       trial->game->options[option].key, (int32_t)value, option);
}

static bool option_is_sound(struct trial *trial, uint32_t index)
{
    const struct rd_option *o = &trial->game->options[index];
    if (!is_text(o->title) || !is_text(o->help) || o->min > o->preset || o->preset > o->max) {
        return !law_broken(trial, "option %s: title, help or range %d..%d with preset %d", o->key,
                           o->min, o->max, o->preset);
    }
    for (int64_t i = 0; o->choices != NULL && i <= (int64_t)o->max - o->min; i++) {
        if (!is_text(o->choices[i])) {
            return !law_broken(trial, "option %s has no name for choice %d", o->key, (int)i);
        }
    }
    return refused_with(trial, index, (int64_t)o->min - 1) &&
           refused_with(trial, index, (int64_t)o->max + 1) &&
           (o->min == INT32_MIN || refused_with(trial, index, INT32_MIN)) &&
           (o->max == INT32_MAX || refused_with(trial, index, INT32_MAX));
}

static bool setups_are_guarded(struct trial *trial)
{
    struct rd_setup setup;
    static const uint8_t some_bytes[8];
    rd_setup_presets(trial->game, &setup);
    if (trial->game->check_setup(&setup).code != RD_OK) {
        return !law_broken(trial, "the presets are refused");
    }
    setup.seats = (uint8_t)(trial->game->seats_max + 1);
    uint32_t too_many = trial->game->check_setup(&setup).code;
    setup.seats = (uint8_t)(trial->game->seats_min - 1);
    if (too_many == RD_OK || trial->game->check_setup(&setup).code == RD_OK) {
        return !law_broken(trial, "a wrong number of seats is accepted");
    }
    rd_setup_presets(trial->game, &setup);
    setup.map = some_bytes;
    setup.map_size = sizeof some_bytes;
    return trial->game->check_setup(&setup).code != RD_OK ||
           !law_broken(trial, "a map of a wrong size is accepted");
}

/* ---- verbs, events and the rest ---- */

/* Arguments come first to last without a gap, each with a name of its own. */
static bool args_are_sound(struct trial *trial, const char *of, const struct rd_arg *arg,
                           uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (arg[i].type == RD_ARG_NONE) {
            continue;
        }
        if (!is_text(arg[i].name) || (i > 0 && arg[i - 1].type == RD_ARG_NONE) ||
            arg[i].type > RD_ARG_STEP) {
            return !law_broken(trial, "%s: argument %u has no name, no type or a gap before it", of,
                               i);
        }
        for (uint32_t k = 0; k < i; k++) {
            if (strcmp(arg[k].name, arg[i].name) == 0) {
                return !law_broken(trial, "%s: two arguments are called %s", of, arg[i].name);
            }
        }
    }
    return true;
}

/* A step on squares, from the cell before it. */
static bool step_is_sound(const struct rd_game *game, const struct rd_verb *verb, uint32_t index)
{
    return index > 0 && verb->arg[index - 1].type == RD_ARG_CELL && verb->arg[index].limit == 5 &&
           game->topology == RD_SQUARES && game->cells.style == RD_CELLS_XY;
}

static bool verb_is_sound(struct trial *trial, uint32_t index)
{
    const struct rd_verb *verb = &trial->game->verbs[index];
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(trial->game->verbs[i].name, verb->name) == 0) {
            return !law_broken(trial, "two verbs are called %s", verb->name);
        }
    }
    if ((verb->flags & RD_VERB_COMMANDS) != 0 && verb->arg[0].type != RD_ARG_UNIT) {
        return !law_broken(trial, "%s commands no unit", verb->name);
    }
    const struct rd_cells *cells = &trial->game->cells;
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        const struct rd_arg *arg = &verb->arg[i];
        if (arg->type == RD_ARG_NONE) {
            continue;
        }
        if (arg->limit == 0 || arg->type == RD_ARG_REFUSAL ||
            (arg->type == RD_ARG_CELL && arg->limit > cells->stride * cells->rows) ||
            (arg->type == RD_ARG_CHOICE && arg->choices == NULL) ||
            (arg->type == RD_ARG_STEP && !step_is_sound(trial->game, verb, i))) {
            return !law_broken(trial, "%s %s: limit %u of type %u", verb->name, arg->name,
                               arg->limit, arg->type);
        }
        for (uint32_t c = 0; arg->type == RD_ARG_CHOICE && c < arg->limit; c++) {
            if (!is_text(arg->choices[c])) {
                return !law_broken(trial, "%s %s: choice %u has no name", verb->name, arg->name, c);
            }
        }
    }
    for (uint32_t i = 0; i < RD_ARGS_MAX; i++) {
        const struct rd_arg *arg = &verb->arg[i];
        bool unit = arg->role == RD_ROLE_WHO || arg->role == RD_ROLE_WHOM;
        if (arg->role != RD_ROLE_NONE && !(unit && arg->type == RD_ARG_CHOICE)) {
            return !law_broken(trial, "%s %s: only a choice of units has a role", verb->name,
                               arg->name);
        }
    }
    return (is_text(verb->help) || !law_broken(trial, "%s has no help", verb->name)) &&
           args_are_sound(trial, verb->name, verb->arg, RD_ARGS_MAX);
}

/* Every {name} in the sentence is an argument. */
static bool sentence_is_sound(struct trial *trial, const struct rd_event_kind *kind)
{
    for (const char *open = strchr(kind->text, '{'); open != NULL; open = strchr(open + 1, '{')) {
        bool found = false;
        for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && kind->arg[i].type != RD_ARG_NONE; i++) {
            size_t length = strlen(kind->arg[i].name);
            found = found ||
                    (strncmp(open + 1, kind->arg[i].name, length) == 0 && open[1 + length] == '}');
        }
        if (!found) {
            return !law_broken(trial, "event %s: \"%s\" names no argument", kind->name, open);
        }
    }
    return true;
}

/* The types of facts that can have a role, as bits. */
static const uint32_t role_types[RD_ROLES] = {
    [RD_ROLE_NONE] = ~0u,
    [RD_ROLE_SEAT] = 1u << RD_ARG_SEAT,
    [RD_ROLE_WHO] = 1u << RD_ARG_UNIT | 1u << RD_ARG_CHOICE,
    [RD_ROLE_WHOM] = 1u << RD_ARG_UNIT | 1u << RD_ARG_CHOICE,
    [RD_ROLE_FROM] = 1u << RD_ARG_CELL,
    [RD_ROLE_TO] = 1u << RD_ARG_CELL,
    [RD_ROLE_AT] = 1u << RD_ARG_CELL,
    [RD_ROLE_DAMAGE] = 1u << RD_ARG_AMOUNT,
    [RD_ROLE_HEALTH] = 1u << RD_ARG_AMOUNT,
    [RD_ROLE_GAIN] = 1u << RD_ARG_AMOUNT,
    [RD_ROLE_MONEY] = 1u << RD_ARG_AMOUNT,
    [RD_ROLE_WHY] = 1u << RD_ARG_REFUSAL,
};

/* A role that makes no sense without another one: money is a seat's, WHOM is WHO's. */
static const uint32_t role_needs[RD_ROLES] = {
    [RD_ROLE_WHOM] = RD_ROLE_WHO,
    [RD_ROLE_FROM] = RD_ROLE_TO,
    [RD_ROLE_MONEY] = RD_ROLE_SEAT,
    [RD_ROLE_WHY] = RD_ROLE_SEAT,
};

/* Every role fits the type of its fact, comes once, and with the one that it needs. */
static bool roles_are_sound(struct trial *trial, const struct rd_event_kind *kind)
{
    uint32_t seen = 1u << RD_ROLE_NONE;
    for (uint32_t i = 0; i < RD_EVENT_ARGS_MAX && kind->arg[i].type != RD_ARG_NONE; i++) {
        const struct rd_arg *arg = &kind->arg[i];
        if (arg->role >= RD_ROLES || (role_types[arg->role] >> arg->type & 1) == 0) {
            return !law_broken(trial, "event %s: %s of type %u has the role %u", kind->name,
                               arg->name, arg->type, arg->role);
        }
        if (arg->role != RD_ROLE_NONE && (seen >> arg->role & 1) != 0) {
            return !law_broken(trial, "event %s: %s has the role of another fact", kind->name,
                               arg->name);
        }
        seen |= 1u << arg->role;
    }
    for (uint32_t role = 0; role < RD_ROLES; role++) {
        if ((seen >> role & 1) != 0 && (seen >> role_needs[role] & 1) == 0) {
            return !law_broken(trial, "event %s: role %u without role %u", kind->name, role,
                               role_needs[role]);
        }
    }
    return true;
}

static bool events_are_sound(struct trial *trial)
{
    const struct rd_event_kind *kind = trial->game->events;
    for (; kind->name != NULL; kind++) {
        if (!is_text(kind->text) || !is_rule(kind->rule)) {
            return !law_broken(trial, "event %s has no sentence or no rule", kind->name);
        }
        if (!args_are_sound(trial, kind->name, kind->arg, RD_EVENT_ARGS_MAX) ||
            !sentence_is_sound(trial, kind) || !roles_are_sound(trial, kind)) {
            return false;
        }
    }
    return true;
}

static bool reasons_are_sound(struct trial *trial)
{
    const struct rd_refusal *refusal = trial->game->refusals + 1;
    for (; refusal->text != NULL; refusal++) {
        size_t length = strlen(refusal->text);
        if (!is_rule(refusal->rule) || length == 0 || refusal->text[length - 1] == '.') {
            return !law_broken(trial, "refusal \"%s\" cites \"%s\"", refusal->text,
                               refusal->rule == NULL ? "" : refusal->rule);
        }
    }
    const struct rd_ending *ending = trial->game->endings + 1;
    for (; ending->reason != NULL; ending++) {
        if (!is_rule(ending->rule)) {
            return !law_broken(trial, "ending \"%s\" cites no rule", ending->reason);
        }
    }
    return true;
}

static bool tensors_are_sound(struct trial *trial)
{
    uint32_t total = 0;
    for (const struct rd_tensor *tensor = trial->game->tensors; tensor->name != NULL; tensor++) {
        uint32_t size = 1;
        for (uint32_t i = 0; i < 3; i++) {
            size *= tensor->shape[i] == 0 ? 1 : tensor->shape[i];
        }
        total += size;
        if (!is_text(tensor->help) || tensor->shape[0] == 0) {
            return !law_broken(trial, "tensor %s has no help or no shape", tensor->name);
        }
    }
    return total == trial->game->tensor_size ||
           !law_broken(trial, "the tensors hold %u bytes, tensor_size is %u", total,
                       trial->game->tensor_size);
}

/* ---- cards ---------------------------------------------------------------------------------- */

static uint32_t count_names(const char *const *names)
{
    uint32_t count = 0;
    while (names != NULL && names[count] != NULL) {
        count++;
    }
    return count;
}

static bool is_name_in(const char *const *names, const char *name)
{
    for (uint32_t i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool card_is_sound(struct trial *trial, const struct rd_piece_card *card)
{
    const struct rd_game *game = trial->game;
    uint32_t traits = count_names(game->trait_names), numbers = count_names(game->number_names);
    if (!is_text(card->title) || !is_rule(card->rule)) {
        return !law_broken(trial, "the card of %s has no title or no rule", card->name);
    }
    if (!is_text(card->text) || card->text[strlen(card->text) - 1] != '.') {
        return !law_broken(trial, "the card of %s has no sentence for people", card->name);
    }
    if (!is_name_in(game->token_names, card->title) &&
        !is_name_in(game->terrain_names, card->title)) {
        return !law_broken(trial, "the card of %s: no token or terrain is called \"%s\"",
                           card->name, card->title);
    }
    if (traits < 32 && card->traits >> traits != 0) {
        return !law_broken(trial, "the card of %s has a trait without a name", card->name);
    }
    for (uint32_t i = numbers; i < RD_PIECE_NUMBERS_MAX; i++) {
        if (card->number[i] != 0) {
            return !law_broken(trial, "the card of %s: number %u has no name", card->name, i);
        }
    }
    for (const struct rd_piece_card *other = game->pieces; other != card; other++) {
        if (strcmp(other->name, card->name) == 0 || strcmp(other->title, card->title) == 0) {
            return !law_broken(trial, "two cards are called %s or \"%s\"", card->name, card->title);
        }
    }
    return true;
}

static bool pieces_are_sound(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    const struct rd_piece_card *card = game->pieces;
    if (card == NULL) {
        return true;
    }
    if (count_names(game->trait_names) > 32 ||
        count_names(game->number_names) > RD_PIECE_NUMBERS_MAX) {
        return !law_broken(trial, "more names of traits or numbers than a card has room for");
    }
    for (; card->name != NULL; card++) {
        if (!card_is_sound(trial, card)) {
            return false;
        }
    }
    for (uint32_t i = 0; game->token_names[i] != NULL; i++) {
        card = game->pieces;
        while (card->name != NULL && strcmp(card->title, game->token_names[i]) != 0) {
            card++;
        }
        if (card->name == NULL) {
            return !law_broken(trial, "the token \"%s\" has no card", game->token_names[i]);
        }
    }
    return true;
}

void law_tables(struct trial *trial)
{
    if (!facts_are_sound(trial) || !setups_are_guarded(trial) || !events_are_sound(trial) ||
        !reasons_are_sound(trial) || !tensors_are_sound(trial) || !pieces_are_sound(trial) ||
        !told_rows_are_known(trial)) {
        return;
    }
    for (uint32_t i = 0; trial->game->options[i].key != NULL; i++) {
        if (i >= RD_OPTIONS_MAX || !option_is_sound(trial, i)) {
            return;
        }
    }
    for (uint32_t i = 0; trial->game->verbs[i].name != NULL; i++) {
        if (!verb_is_sound(trial, i)) {
            return;
        }
    }
}
