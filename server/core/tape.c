/* Replays of matches that are over: written outside the core, and kept as long as the match is
 * awake.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/replay.h"
#include "server/core/state.h"

void core_tape_free(struct core_tape *tape)
{
    if (tape != NULL) {
        if (tape->chosen != NULL) {
            rd_chosen_close(tape->chosen);
        }
        free(tape->chosen);
        free(tape->start);
        free(tape->order);
        free(tape->bytes);
        free(tape);
    }
}

/* ---- what is written ---------------------------------------------------------------------------
 */

static struct rd_replay_start start_of(const struct match *match, const struct rd_chosen *chosen)
{
    struct rd_replay_start start = { .chosen = chosen, .key = { match->key[0], match->key[1] } };
    for (uint32_t seat = 0; seat < match_seats(match); seat++) {
        const struct chair *chair = &match->now.chair[seat];
        bool bot = chair->kind == CHAIR_BOT;
        snprintf(start.seat[seat].name, sizeof start.seat[seat].name, "%s",
                 bot ? chair->bot->name : chair->card.name);
        start.seat[seat].who = bot ? RD_REPLAY_BOT : RD_REPLAY_PERSON;
    }
    return start;
}

static bool record_order(struct rd_replay_writer *writer, struct rd_play *play,
                         const struct standing *order)
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
static bool write_replay(const struct core_tape *tape, FILE *file)
{
    struct rd_problem problem = { "" };
    struct rd_replay_writer *writer = rd_replay_create(file, tape->start, &problem);
    struct rd_play play;
    bool fine = writer != NULL;
    rd_replay_start_play(tape->start, &play);
    for (uint32_t i = 0; fine && i < tape->orders; i++) {
        fine = record_order(writer, &play, &tape->order[i]);
    }
    fine = fine && rd_replay_finish(writer, play.state, &problem);
    rd_play_end(&play);
    rd_replay_close(writer);
    return fine;
}

void core_tape_work(struct core_tape *tape)
{
    FILE *file = open_memstream(&tape->bytes, &tape->size);
    RD_ASSERT(file != NULL);
    bool fine = write_replay(tape, file);
    fine = fclose(file) == 0 && fine;
    if (!fine) {
        free(tape->bytes);
        tape->bytes = NULL;
    }
}

/* ---- out and back ------------------------------------------------------------------------------
 */

void tape_begin(struct core *core, struct match *match)
{
    if (match->taping) {
        return;
    }
    struct core_tape *tape = calloc(1, sizeof *tape);
    RD_ASSERT(tape != NULL);
    tape->chosen = calloc(1, sizeof *tape->chosen);
    tape->start = malloc(sizeof *tape->start);
    tape->order = malloc((match->now.order_count + (size_t)1) * sizeof *tape->order);
    RD_ASSERT(tape->chosen != NULL && tape->start != NULL && tape->order != NULL);
    snprintf(tape->match, sizeof tape->match, "%s", match->id);
    chosen_copy(&match->chosen, tape->chosen);
    *tape->start = start_of(match, tape->chosen);
    tape->orders = match->now.order_count;
    if (tape->orders > 0) {
        memcpy(tape->order, match->now.order, tape->orders * sizeof *tape->order);
    }
    match->taping = true;
    sleep_touch(core, match); /* or it would be for nothing */
    core_add_effect(core, CORE_TAPE)->tape = tape;
}

void tape_done(struct core *core, struct core_tape *tape)
{
    struct match *match = core_match_by_id(core, tape->match);
    if (match == NULL || !match->taping) {
        return;
    }
    match->taping = false;
    match->tapeless = tape->bytes == NULL;
    match->replay = tape->bytes;
    match->replay_size = tape->size;
    tape->bytes = NULL;
}
