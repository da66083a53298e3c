#include "arena/game_text.h"

#include <stdlib.h>

#include "host/text.h"

const char *game_seats_print(const struct game *game, char out[GAME_SEATS_TEXT])
{
    struct rd_text text = rd_text_into(out, GAME_SEATS_TEXT);
    for (uint32_t i = 0; i < game->seats; i++) {
        rd_text_add(&text, "%s%u", i == 0 ? "" : ",", game->entrant[i]);
    }
    return out;
}

bool game_seats_read(struct game *game, const char *text)
{
    for (char *end = NULL; game->seats < RD_SEATS_MAX; text = end + 1) {
        uint64_t number = strtoul(text, &end, 10);
        if (end == text || number >= ENTRANTS_MAX) {
            return false;
        }
        game->entrant[game->seats++] = (uint16_t)number;
        if (*end != ',') {
            return *end == '\0';
        }
    }
    return false;
}

static uint32_t number_of(const json_t *json, const char *key)
{
    return (uint32_t)json_integer_value(json_object_get(json, key));
}

static uint32_t entry_of(const json_t *json, const char *key, uint32_t index)
{
    return (uint32_t)json_integer_value(json_array_get(json_object_get(json, key), index));
}

/* ---- what is to be played ---- */

json_t *game_task_json(const struct game *game)
{
    char seats[GAME_SEATS_TEXT];
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:s}", "id", (json_int_t)game->id, "round",
                     (json_int_t)game->round, "table", (json_int_t)game->table, "group",
                     (json_int_t)game->group, "rotation", (json_int_t)game->rotation, "setup",
                     (json_int_t)game->setup, "seats", game_seats_print(game, seats));
}

bool game_task_read(struct game *game, const json_t *json)
{
    const char *seats = json_string_value(json_object_get(json, "seats"));
    *game = (struct game){ .id = number_of(json, "id"),
                           .round = number_of(json, "round"),
                           .table = number_of(json, "table"),
                           .group = number_of(json, "group"),
                           .rotation = number_of(json, "rotation"),
                           .setup = (uint16_t)number_of(json, "setup") };
    return seats != NULL && game->id >= 1 && game->id <= GAMES_MAX && game_seats_read(game, seats);
}

/* ---- how it ended ---- */

json_t *game_result_json(const struct game *game)
{
    char hash[RD_HEX64_TEXT];
    json_t *rank = json_array(), *end = json_array(), *faults = json_array();
    json_t *silent = json_array(), *used = json_array(), *cpu = json_array();
    json_t *memory = json_array();
    for (uint32_t i = 0; i < game->seats; i++) {
        json_array_append_new(rank, json_integer(game->rank[i]));
        json_array_append_new(end, json_integer(game->end[i]));
        json_array_append_new(faults, json_integer(game->faults[i]));
        json_array_append_new(silent, json_integer(game->silent[i]));
        json_array_append_new(used, json_integer(game->used_ms[i]));
        json_array_append_new(cpu, json_integer(game->cpu_ms[i]));
        json_array_append_new(memory, json_integer(game->memory_kb[i]));
    }
    json_t *json =
        json_pack("{s:o, s:o, s:o, s:i, s:I, s:I, s:s, s:I, s:b}", "rank", rank, "fate", end,
                  "faults", faults, "ending", (int)game->ending, "turns", (json_int_t)game->turns,
                  "orders", (json_int_t)game->orders, "hash", rd_hex64_print(game->hash, hash),
                  "cpu_us", (json_int_t)game->cpu_us, "replay", (int)game->has_replay);
    json_object_set_new(json, "silent", silent);
    json_object_set_new(json, "used_ms", used);
    json_object_set_new(json, "cpu_ms", cpu);
    json_object_set_new(json, "memory_kb", memory);
    return json;
}

bool game_result_read(struct game *game, const json_t *json)
{
    const char *hash = json_string_value(json_object_get(json, "hash"));
    bool fine = rd_hex64_parse(hash, &game->hash);
    for (uint32_t i = 0; fine && i < game->seats; i++) {
        game->rank[i] = (uint8_t)entry_of(json, "rank", i);
        game->end[i] = (uint8_t)entry_of(json, "fate", i);
        game->faults[i] = (uint16_t)entry_of(json, "faults", i);
        game->silent[i] = entry_of(json, "silent", i) != 0;
        game->used_ms[i] = entry_of(json, "used_ms", i);
        game->cpu_ms[i] = entry_of(json, "cpu_ms", i);
        game->memory_kb[i] = entry_of(json, "memory_kb", i);
        fine = game->rank[i] >= 1 && game->rank[i] <= game->seats && game->end[i] < SEAT_ENDS;
    }
    game->ending = (uint16_t)number_of(json, "ending");
    game->turns = number_of(json, "turns");
    game->orders = number_of(json, "orders");
    game->cpu_us = number_of(json, "cpu_us");
    game->has_replay = json_is_true(json_object_get(json, "replay"));
    game->done = true;
    return fine;
}
