/* What the server knows of a player, for that player, and the end of it. */
#include <stdlib.h>
#include <string.h>

#include "server/core/accounts.h"

enum { EXPORT_MAX = 1000 }; /* matches in one answer */

/* ---- all of it ---- */

static json_t *keys_told(const struct player *player)
{
    const struct account_keys *keys = player->keys;
    return json_pack("{s:i, s:b}", "codes", keys == NULL ? 0 : (int)keys->recovery_count,
                     "second_factor", keys != NULL && keys->second == SECOND_ON);
}

static json_t *guests_of(const struct core *core, const struct player *account)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < core->player_count; i++) {
        const struct player *guest = core->player[i];
        if (guest->owner == account) {
            json_array_append_new(
                list, json_pack("{s:s, s:s}", "player", guest->id, "name", guest->name));
        }
    }
    return list;
}

/* The newest first, from before the match of this id on. */
static json_t *matches_of(struct core *core, const struct player *me, const char *before,
                          bool *more)
{
    const struct player_index *own = index_of_player(core, me);
    json_t *list = json_array();
    bool begun = before == NULL;
    *more = false;
    for (uint32_t i = own->count; i > 0; i--) {
        const struct match *match = own->match[i - 1];
        if (begun && json_array_size(list) == EXPORT_MAX) {
            *more = true;
            break;
        }
        if (begun && !match->broken) {
            json_t *line = line_of(match);
            json_object_set_new(line, "mine", seats_list(match_seats_of(match, &match->now, me)));
            json_array_append_new(list, line);
        }
        begun = begun || strcmp(match->id, before) == 0;
    }
    return list;
}

enum step command_export(struct core *core, struct request *request)
{
    const struct player *me = request->connection->player;
    struct rd_field field;
    const char *before = NULL;
    bool more = false;
    if (rd_field_get(&request->root, "before", &field) && !rd_field_text(&field, &before)) {
        return bad_message(core, request);
    }
    json_t *matches = matches_of(core, me, before, &more);
    return answer_fine(core, request->connection->id, request->command,
                       json_pack("{s:s, s:s, s:b, s:I, s:i, s:o, s:o, s:o, s:o, s:b}", "player",
                                 me->id, "name", me->name, "account", me->account, "made",
                                 (json_int_t)me->made_ms, "sessions", (int)me->token_count, "keys",
                                 keys_told(me), "guests", guests_of(core, me), "ratings",
                                 player_ratings(me), "matches", matches, "more", more));
}

/* ---- the end of it ---- */

static uint32_t unfinished(struct core *core, const struct player *me)
{
    const struct player_index *own = index_of_player(core, me);
    uint32_t count = 0;
    for (uint32_t i = 0; i < own->count; i++) {
        const struct match *match = own->match[i];
        bool over = match->asleep || match->broken ? match->is_over || match->broken
                                                   : match_over(match, &match->now);
        count += !over && match_seats_of(match, &match->now, me) != 0;
    }
    return count;
}

enum step command_forget(struct core *core, struct request *request)
{
    struct player *me = request->connection->player;
    uint32_t count = unfinished(core, me);
    if (count > 0) {
        return refuse(core, request, "not_allowed",
                      "%u of your matches are not over: resign, abort or leave them first", count);
    }
    if (me->account) {
        return ask_password(core, request, CONFIRM_FORGET);
    }
    if (me->busy) {
        return STEP_BLOCKED;
    }
    forget_player(core, request->connection->id, request->command, me);
    return STEP_UNDERWAY;
}

static void forget_row(struct core *core, uint64_t connection, const char *command,
                       struct player *player)
{
    struct op op = player_op(connection, command, ACCOUNT_FORGOTTEN, player);
    struct player *next = op.next;
    snprintf(next->name, sizeof next->name, "%s", FORGOTTEN_NAME);
    next->forgotten = true;
    next->account = false;
    next->token_count = next->rating_count = 0;
    next->last_command[0] = '\0';
    free(next->password);
    free(next->keys);
    next->password = NULL;
    next->keys = NULL;
    store_account(core, &op);
}

/* Its row stays, without anything in it that tells who it was: matches name its id. So do the rows
 * of the guests that it was before. */
void forget_player(struct core *core, uint64_t connection, const char *command,
                   struct player *player)
{
    store_group(core);
    for (uint32_t i = 0; i < core->player_count; i++) {
        struct player *guest = core->player[i];
        if (guest->owner == player && !guest->busy) {
            forget_row(core, 0, command, guest);
        }
    }
    forget_row(core, connection, command, player);
    store_group_end(core);
}
