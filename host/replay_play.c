/* Playing a replay again, and noticing where it goes otherwise. */
#include <inttypes.h>
#include <string.h>

#include "host/json_game.h"
#include "host/notation.h"
#include "host/order.h"
#include "host/replay.h"
#include "host/replay_header.h"
#include "host/text.h"
#include "redoubt/hash.h"

void rd_replay_start_play(const struct rd_replay_start *start, struct rd_play *play)
{
    struct rd_luck luck = rd_luck_from_key(start->key[0], start->key[1]);
    luck.drawn = start->drawn;
    rd_play_begin(play, start->chosen, luck);
    if (start->state != NULL) {
        memcpy(play->state, start->state, play->game->state_size);
        play->luck = luck; /* what init() drew is not part of this game */
    }
}

bool rd_replay_play_begin(struct rd_replay_play *play, struct rd_replay_reader *reader,
                          struct rd_problem *problem)
{
    memset(play, 0, sizeof *play);
    play->reader = reader;
    const struct rd_replay_start *start = rd_replay_started(reader, problem);
    if (start == NULL) {
        return false;
    }
    rd_replay_start_play(start, &play->play);
    play->turn = play->play.game->turns(play->play.state).done;
    return true;
}

void rd_replay_play_end(struct rd_replay_play *play)
{
    rd_play_end(&play->play);
}

static enum rd_replay_kind refused(const struct rd_replay_play *play,
                                   const struct rd_replay_item *item, struct rd_verdict verdict,
                                   struct rd_problem *problem)
{
    const struct rd_game *game = play->play.game;
    char seat[RD_TEXT_MAX], why[RD_TEXT_MAX];
    const char *rule = NULL;
    rd_seat_print(game, item->seat, seat, sizeof seat);
    rd_verdict_print(game, verdict, NULL, &rule, why, sizeof why);
    rd_problem_at(problem, NULL,
                  "turn %" PRIu32 ": the rules refuse order %" PRIu32 ", %.40s: %.80s (%.160s%s%s)",
                  play->turn + 1, play->order + 1, seat, play->said, why, rule == NULL ? "" : ", ",
                  rule == NULL ? "" : rule);
    return RD_REPLAY_DIFFERS;
}

static enum rd_replay_kind differs(const struct rd_replay_play *play, const char *how,
                                   struct rd_problem *problem)
{
    rd_problem_at(problem, NULL, "turn %" PRIu32 ": %s", play->turn + 1, how);
    return RD_REPLAY_DIFFERS;
}

static enum rd_replay_kind play_order(struct rd_replay_play *play,
                                      const struct rd_replay_item *item, struct rd_problem *problem)
{
    rd_order_print(play->play.game, play->play.state, item->action, play->said, sizeof play->said);
    struct rd_verdict verdict = rd_play_action(&play->play, item->seat, item->action);
    if (verdict.code != RD_OK) {
        return refused(play, item, verdict, problem);
    }
    play->order++;
    play->turn_due = play->play.game->turns(play->play.state).done != play->turn;
    return RD_REPLAY_ORDER;
}

static uint64_t hash_now(const struct rd_replay_play *play)
{
    return rd_hash(play->play.state, play->play.game->state_size);
}

static enum rd_replay_kind check_turn(struct rd_replay_play *play,
                                      const struct rd_replay_item *item, struct rd_problem *problem)
{
    if (item->turn != play->play.game->turns(play->play.state).done) {
        return differs(play, "it ends in the file, but not when played again", problem);
    }
    if (item->hash != hash_now(play)) {
        return differs(play, "the state differs from the recorded one", problem);
    }
    play->turn = item->turn;
    play->order = 0;
    play->turn_due = false;
    return RD_REPLAY_TURN;
}

static enum rd_replay_kind check_end(struct rd_replay_play *play, struct rd_problem *problem)
{
    const struct rd_game *game = play->play.game;
    const json_t *end = rd_replay_ending(play->reader);
    uint64_t hash = 0;
    struct rd_outcome outcome;
    game->outcome(play->play.state, &outcome);
    json_t *result = rd_outcome_to_json(game, &outcome);
    bool same_outcome = json_equal(result, json_object_get(end, "outcome")) != 0;
    json_decref(result);
    if (!rd_hex64_parse(json_string_value(json_object_get(end, "hash")), &hash) ||
        hash != hash_now(play) || json_integer_value(json_object_get(end, "turns")) != play->turn) {
        rd_problem_at(problem, NULL,
                      "after turn %" PRIu32 ": the last state differs from the recorded one",
                      play->turn);
        return RD_REPLAY_DIFFERS;
    }
    if (!same_outcome) {
        rd_problem_at(problem, NULL,
                      "after turn %" PRIu32 ": the result differs from the recorded one",
                      play->turn);
        return RD_REPLAY_DIFFERS;
    }
    return RD_REPLAY_END;
}

enum rd_replay_kind rd_replay_play_next(struct rd_replay_play *play, struct rd_replay_item *item,
                                        struct rd_problem *problem)
{
    enum rd_replay_kind kind = rd_replay_next(play->reader, item, problem);
    if (kind == RD_REPLAY_DAMAGED) {
        return kind;
    }
    if (play->turn_due && kind != RD_REPLAY_TURN) {
        return differs(play, "it ends when played again, but not in the file", problem);
    }
    if (kind == RD_REPLAY_ORDER) {
        return play_order(play, item, problem);
    }
    return kind == RD_REPLAY_TURN ? check_turn(play, item, problem) : check_end(play, problem);
}
