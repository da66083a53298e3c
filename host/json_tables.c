/* What a game's tables say, as JSON. */
#include "host/json_tables.h"

#include <stdbool.h>
#include <string.h>

#include "bots/bot.h"

static json_t *names_json(const char *const *names)
{
    json_t *list = json_array();
    for (uint32_t i = 0; names[i] != NULL; i++) {
        json_array_append_new(list, json_string(names[i]));
    }
    return list;
}

static json_t *option_json(const struct rd_option *option)
{
    json_t *json = json_pack("{s:s, s:s, s:s}", "key", option->key, "title", option->title, "help",
                             option->help);
    if (option->choices == NULL) {
        json_object_set_new(json, "min", json_integer(option->min));
        json_object_set_new(json, "max", json_integer(option->max));
        json_object_set_new(json, "preset", json_integer(option->preset));
        return json;
    }
    json_t *choices = json_array();
    for (int32_t i = 0; i <= option->max - option->min; i++) {
        json_array_append_new(choices, json_string(option->choices[i]));
    }
    json_object_set_new(json, "choices", choices);
    json_object_set_new(json, "preset", json_string(option->choices[option->preset - option->min]));
    return json;
}

static const char *type_name(uint16_t type)
{
    static const char *const names[] = { "none",   "cell",   "unit",    "seat",
                                         "amount", "choice", "refusal", "step" };
    RD_ASSERT(type < sizeof names / sizeof names[0]);
    return names[type];
}

static json_t *verb_json(const struct rd_verb *verb)
{
    json_t *arguments = json_array();
    for (uint32_t i = 0; i < RD_ARGS_MAX && verb->arg[i].type != RD_ARG_NONE; i++) {
        const struct rd_arg *arg = &verb->arg[i];
        json_t *json = json_pack("{s:s, s:s}", "name", arg->name, "type", type_name(arg->type));
        if (arg->type == RD_ARG_CHOICE) {
            json_t *choices = json_array();
            for (uint16_t c = 0; c < arg->limit; c++) {
                json_array_append_new(choices, json_string(arg->choices[c]));
            }
            json_object_set_new(json, "choices", choices);
        }
        json_array_append_new(arguments, json);
    }
    return json_pack("{s:s, s:s, s:o, s:b, s:b}", "name", verb->name, "help", verb->help,
                     "arguments", arguments, "any_time", (verb->flags & RD_VERB_ANY_TIME) != 0,
                     "ends_turn", (verb->flags & RD_VERB_ENDS_TURN) != 0);
}

static bool plays(const struct rd_bot *bot, const struct rd_game *game)
{
    return bot->game == NULL || strcmp(bot->game, game->id) == 0;
}

static json_t *bots_json(const struct rd_game *game)
{
    json_t *list = json_array();
    for (uint32_t i = 0; rd_bot_at(i) != NULL; i++) {
        const struct rd_bot *bot = rd_bot_at(i);
        if (plays(bot, game)) {
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "name", bot->name, "summary", bot->summary));
        }
    }
    return list;
}

static json_t *piece_json(const struct rd_game *game, const struct rd_piece_card *card)
{
    json_t *traits = json_array(), *numbers = json_object();
    for (uint32_t i = 0; game->trait_names[i] != NULL; i++) {
        if ((card->traits >> i & 1u) != 0) {
            json_array_append_new(traits, json_string(game->trait_names[i]));
        }
    }
    for (uint32_t i = 0; game->number_names[i] != NULL; i++) {
        if (card->number[i] != 0) {
            json_object_set_new(numbers, game->number_names[i], json_integer(card->number[i]));
        }
    }
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o}", "name", card->name, "title", card->title,
                     "text", card->text, "rule", card->rule, "traits", traits, "numbers", numbers);
}

static json_t *pieces_json(const struct rd_game *game)
{
    json_t *list = json_array();
    for (const struct rd_piece_card *card = game->pieces; card != NULL && card->name != NULL;
         card++) {
        json_array_append_new(list, piece_json(game, card));
    }
    return list;
}

json_t *rd_game_to_json(const struct rd_game *game)
{
    json_t *options = json_array(), *verbs = json_array();
    for (const struct rd_option *option = game->options; option->key != NULL; option++) {
        json_array_append_new(options, option_json(option));
    }
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        json_array_append_new(verbs, verb_json(verb));
    }
    json_t *json = json_pack("{s:s, s:s, s:s, s:i, s:[i,i], s:o, s:o, s:o, s:o}", "id", game->id,
                             "title", game->title, "summary", game->summary, "rules_version",
                             (int)game->rules_version, "seats", (int)game->seats_min,
                             (int)game->seats_max, "seat_names", names_json(game->seat_names),
                             "options", options, "verbs", verbs, "bots", bots_json(game));
    json_object_set_new(json, "pieces", pieces_json(game));
    json_object_set_new(json, "own_maps", json_boolean(game->map_size > 0));
    return json;
}

json_t *rd_games_to_json(void)
{
    json_t *list = json_array();
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        json_array_append_new(list, rd_game_to_json(rd_game_at(i)));
    }
    return list;
}
