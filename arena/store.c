/* Which place it is; all else is passed on. */
#include "arena/store.h"

#include <string.h>

#include "arena/game_text.h"
#include "arena/store_back.h"
#include "host/json_read.h"
#include "storage/pq.h"

struct store *store_open(const char *path, bool reading, struct rd_problem *problem)
{
    const struct store_back *back = pq_is_address(path) ? &store_postgres : &store_sqlite;
    return back->open(path, reading, problem);
}

void store_close(struct store *store)
{
    if (store != NULL) {
        store->back->close(store);
    }
}

char *store_plan(struct store *store)
{
    return store->back->plan(store);
}

bool store_set_plan(struct store *store, const char *plan, struct rd_problem *problem)
{
    return store->back->set_plan(store, plan, problem);
}

bool store_note_run(struct store *store, const char *in_force, struct rd_problem *problem)
{
    return store->back->note_run(store, in_force, problem);
}

char *store_last_run(struct store *store)
{
    return store->back->last_run(store);
}

bool store_begin(struct store *store, struct rd_problem *problem)
{
    return store->back->begin(store, problem);
}

bool store_end(struct store *store, bool fine, struct rd_problem *problem)
{
    return store->back->end(store, fine, problem);
}

bool store_is_away(const struct store *store)
{
    return store->back->is_away(store);
}

bool store_add(struct store *store, const struct game *game, uint32_t count,
               struct rd_problem *problem)
{
    return store->back->add(store, game, count, problem);
}

bool store_take(struct store *store, struct taking *taking, uint32_t count,
                struct rd_problem *problem)
{
    return store->back->take(store, taking, count, problem);
}

bool store_hold(struct store *store, const struct lease *lease, const uint32_t *id, uint32_t count,
                struct rd_problem *problem)
{
    return store->back->hold(store, lease, id, count, problem);
}

bool store_finish(struct store *store, const struct game *const *game, uint32_t count,
                  struct rd_problem *problem)
{
    return store->back->finish(store, game, count, problem);
}

bool store_drop(struct store *store, uint32_t id, bool dropped, struct rd_problem *problem)
{
    return store->back->drop(store, id, dropped, problem);
}

bool store_again(struct store *store, int64_t by, uint32_t id, struct rd_problem *problem)
{
    return store->back->again(store, by, id, problem);
}

bool store_load(struct store *store, struct games *games, struct rd_problem *problem)
{
    return store->back->load(store, games, problem);
}

char *store_list(const uint32_t *id, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++) {
        json_array_append_new(list, json_integer(id[i]));
    }
    char *text = json_dumps(list, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    json_decref(list);
    return text;
}

bool store_read_result(struct game *game, const char *text)
{
    struct rd_problem problem = { "" };
    if (text == NULL || strcmp(text, STORE_DROPPED) == 0) {
        game->dropped = text != NULL;
        return true;
    }
    json_t *json = rd_json_parse(text, strlen(text), &problem);
    bool fine = game_result_read(game, json);
    json_decref(json);
    return fine;
}
