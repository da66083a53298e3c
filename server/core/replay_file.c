/* Replays of matches that are over: written outside the core, and kept as long as the match is
 * awake.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/replay.h"
#include "server/core/state.h"

void core_replay_file_free(struct core_replay_file *replay)
{
    if (replay != NULL) {
        if (replay->chosen != NULL) {
            rd_chosen_close(replay->chosen);
        }
        free(replay->chosen);
        json_decref(replay->luck);
        free(replay->start);
        free(replay->order);
        free(replay->bytes);
        free(replay);
    }
}

/* ---- what is written ---- */

/* What was committed before the luck was known, and what it was made of. */
static json_t *luck_of(const struct match *match)
{
    char key[LUCK_KEY_ROOM];
    key_to_text(match->key, key);
    json_t *json = json_pack("{s:s, s:s, s:s}", "match", match->id, "commitment", match->commitment,
                             "key", key);
    json_t *shares = shares_to_json(match, &match->now);
    json_object_update(json, shares);
    json_decref(shares);
    return json;
}

static struct rd_replay_start start_of(const struct match *match, const struct rd_chosen *chosen)
{
    struct rd_replay_start start = { .chosen = chosen };
    luck_key_of(match, match->now.shares, start.key);
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct seat_holder *holder = &match->now.holder[seat];
        bool bot = holder->kind == HOLDER_BOT;
        snprintf(start.seat[seat].name, sizeof start.seat[seat].name, "%s",
                 bot ? holder->bot->name : player_shown(holder->player, &holder->card));
        start.seat[seat].who = bot ? RD_REPLAY_BOT : RD_REPLAY_PERSON;
    }
    return start;
}

static bool record_order(struct rd_replay_writer *writer, struct rd_play *play,
                         const struct given_order *order)
{
    bool fine = true;
    for (uint32_t i = 0; i < order->count; i++) {
        struct rd_verdict verdict = rd_play_action(play, order->seat, order->action[i]);
        RD_ASSERT(verdict.code == RD_OK); /* as it was in the match */
        fine = rd_replay_record(writer, order->seat, order->action[i], play->state) && fine;
    }
    return fine;
}

/* Orders that were taken back are not in it: nobody saw anything of them. */
static bool write_replay(const struct core_replay_file *replay, FILE *file)
{
    struct rd_problem problem = { "" };
    struct rd_replay_writer *writer = rd_replay_create(file, replay->start, &problem);
    struct rd_play play;
    bool fine = writer != NULL;
    rd_replay_start_play(replay->start, &play);
    for (uint32_t i = 0; fine && i < replay->orders; i++) {
        fine = record_order(writer, &play, &replay->order[i]);
    }
    fine = fine && rd_replay_finish(writer, play.state, &problem);
    rd_play_end(&play);
    rd_replay_close(writer);
    return fine;
}

void core_replay_file_make(struct core_replay_file *replay)
{
    FILE *file = open_memstream(&replay->bytes, &replay->size);
    RD_ASSERT(file != NULL);
    bool fine = write_replay(replay, file);
    fine = fclose(file) == 0 && fine;
    if (!fine) {
        free(replay->bytes);
        replay->bytes = NULL;
    }
}

/* ---- out and back ---- */

void replay_file_begin(struct core *core, struct match *match)
{
    if (match->replay_asked) {
        return;
    }
    struct core_replay_file *replay = calloc(1, sizeof *replay);
    RD_ASSERT(replay != NULL);
    replay->chosen = calloc(1, sizeof *replay->chosen);
    replay->start = malloc(sizeof *replay->start);
    replay->order = malloc((match->now.order_count + (size_t)1) * sizeof *replay->order);
    RD_ASSERT(replay->chosen != NULL && replay->start != NULL && replay->order != NULL);
    snprintf(replay->match, sizeof replay->match, "%s", match->id);
    chosen_copy(&match->chosen, replay->chosen);
    *replay->start = start_of(match, replay->chosen);
    replay->luck = luck_of(match);
    replay->start->luck = replay->luck;
    /* What was sealed when the match was given up stays sealed. */
    replay->orders =
        match->now.ended == ENDED_ABORTED ? match->now.base_orders : match->now.order_count;
    if (replay->orders > 0) {
        memcpy(replay->order, match->now.order, replay->orders * sizeof *replay->order);
    }
    match->replay_asked = true;
    sleep_touch(core, match); /* or it would be for nothing */
    core_add_effect(core, CORE_MAKE_REPLAY)->replay = replay;
}

void replay_file_done(struct core *core, struct core_replay_file *replay)
{
    struct match *match = core_match_by_id(core, replay->match);
    if (match == NULL || !match->replay_asked) {
        return;
    }
    match->replay_asked = false;
    match->no_replay = replay->bytes == NULL;
    match->replay = replay->bytes;
    match->replay_size = replay->size;
    replay->bytes = NULL;
}
