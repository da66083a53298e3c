#include "arena/marks.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS = 3 };

static bool some_turns(void *context, const void *state)
{
    uint32_t *turns = context;
    (void)state;
    return ++*turns < TURNS;
}

/* The bot in all seats. */
static json_t *mark_of_bot(const struct tournament *t, const struct entrant *entrant,
                           struct rd_problem *problem)
{
    char text[RD_HEX64_TEXT];
    uint32_t turns = 0;
    struct game_run_result result;
    struct game_run_plan plan = {
        .chosen = &t->setup[0], .limits = &t->limits, .on_turn = some_turns, .context = &turns
    };
    tournament_key(t, 0, plan.key);
    for (uint32_t seat = 0; seat < tournament_seats(t); seat++) {
        plan.entrant[seat] = entrant;
    }
    return game_run(&plan, &result, problem) ? json_string(rd_hex64_print(result.match.hash, text))
                                             : NULL;
}

/* Of who plays no more nothing need be there. */
static json_t *mark_of_program(const struct entrant *entrant)
{
    struct entrant now = *entrant;
    if (entrant->retired) {
        return json_string("");
    }
    entrant_look(&now);
    return json_string(now.files);
}

/* Many entrants may be the same bot. */
static json_t *known_mark(const struct tournament *t, uint32_t index, const json_t *list)
{
    for (uint32_t i = 0; i < index; i++) {
        if (t->entrant[i].bot == t->entrant[index].bot) {
            return json_incref(json_array_get(list, i));
        }
    }
    return NULL;
}

json_t *marks_json(const struct tournament *t, struct rd_problem *problem)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < t->entrants; i++) {
        const struct entrant *entrant = &t->entrant[i];
        json_t *mark = entrant->bot == NULL ? mark_of_program(entrant) : known_mark(t, i, list);
        mark = mark == NULL ? mark_of_bot(t, entrant, problem) : mark;
        if (mark == NULL) {
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, mark);
    }
    return list;
}

void marks_ticket(const json_t *plan, const json_t *marks, const char *version,
                  char out[RD_HEX64_TEXT])
{
    static const uint64_t key[2] = { 0x7265646f756274, 0x7469636b6574 };
    json_t *all = json_pack("[O, O, s]", plan, marks, version);
    char *text = json_dumps(all, JSON_COMPACT | JSON_SORT_KEYS);
    RD_ASSERT(text != NULL);
    rd_hex64_print(rd_siphash(key, text, strlen(text)), out);
    free(text);
    json_decref(all);
}
