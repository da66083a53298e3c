/* Matches whose seats watch a turn together: which of its steps may be shown now. It is no part of
 * the log: it is told as it is at the moment, and after a restart everything may be shown. */
#include "server/core/pace.h"

#include <string.h>

#include "server/core/state.h"

enum { PACE_MS = 5000 /* the longest wait for one step */ };

/* 1 + the last row. */
static uint32_t step_end(const struct match *match)
{
    const char *const *names = match->chosen.game->step_names;
    uint32_t end = 1;
    while (names != NULL && names[end] != NULL) {
        end++;
    }
    return end;
}

static json_t *step_to_json(const struct match *match, bool numbers)
{
    uint32_t step = match->pace.step;
    if (step == 0) {
        return json_null();
    }
    return numbers ? json_integer(step) : json_string(match->chosen.game->step_names[step]);
}

/* Who sees everything some turns late sees it at their own pace. */
static void tell_one(struct core *core, const struct match *match, const struct watcher *to)
{
    if (match->terms.together && to->frames && !to->behind) {
        json_t *json = json_pack("{s:s, s:s, s:o, s:I, s:o}", "type", "pace", "match", match->id,
                                 "seat", viewer_to_json(to->viewer), "turn",
                                 (json_int_t)match->chosen.game->turns(match->now.state).done,
                                 "step", step_to_json(match, to->numbers));
        char *text = json_dumps(json, JSON_COMPACT);
        json_decref(json);
        RD_ASSERT(text != NULL);
        core_send(core, to->connection->id, text);
    }
}

static void tell_all(struct core *core, const struct match *match)
{
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        tell_one(core, match, &match->watcher[i]);
    }
}

void pace_send(struct core *core, const struct match *match, struct watcher to)
{
    tell_one(core, match, &to);
}

/* Seats that are waited for: of people who are shown steps now. Bots and who is away are ready. */
static rd_seats at_table(const struct match *match)
{
    rd_seats seats = 0;
    for (uint32_t i = 0; i < match->watcher_count; i++) {
        const struct watcher *watcher = &match->watcher[i];
        if (watcher->frames && !watcher->behind && watcher->viewer != RD_SPECTATOR) {
            seats |= (rd_seats)RD_SEAT_BIT(watcher->viewer);
        }
    }
    return seats & match_people(match, &match->now);
}

static bool all_ready(const struct match *match)
{
    rd_seats seats = at_table(match);
    for (uint32_t seat = 0; seat < RD_SEATS_MAX; seat++) {
        if ((seats & RD_SEAT_BIT(seat)) != 0 && match->pace.ready[seat] < match->pace.step) {
            return false;
        }
    }
    return true;
}

static void go_to(struct core *core, struct match *match, uint32_t step)
{
    match->pace.step = step < step_end(match) ? step : 0;
    match->pace.until_t = match->pace.step == 0 ? INT64_MAX : core->time + PACE_MS;
    tell_all(core, match);
}

void pace_look(struct core *core, struct match *match)
{
    uint32_t before = match->pace.step;
    while (match->pace.step != 0 && all_ready(match)) {
        go_to(core, match, match->pace.step + 1);
    }
    if (match->pace.step != before) {
        time_look(core, match);
    }
}

void pace_begin(struct core *core, struct match *match)
{
    if (match->terms.together) {
        memset(&match->pace, 0, sizeof match->pace);
        go_to(core, match, 1);
        pace_look(core, match);
    }
}

int64_t pace_deadline(const struct match *match)
{
    return match->pace.step == 0 ? INT64_MAX : match->pace.until_t;
}

void pace_run_out(struct core *core, struct match *match)
{
    go_to(core, match, match->pace.step + 1);
    pace_look(core, match);
}

/* The step that the command speaks of: its row, or the last one where it is null. False: answered.
 */
static bool read_step(struct core *core, struct request *request, const struct match *match,
                      uint32_t *step)
{
    struct rd_field field;
    int64_t row = (int64_t)step_end(match) - 1;
    bool fine = rd_field_need(&request->root, "step", &field);
    *step = (uint32_t)row;
    if (fine && json_is_string(field.json)) {
        fine = rd_field_choice(&field, match->chosen.game->step_names + 1, step);
        *step += 1;
    } else if (fine && !json_is_null(field.json)) {
        fine = rd_field_integer(&field, 1, row, &row);
        *step = (uint32_t)row;
    }
    if (!fine) {
        bad_message(core, request);
    }
    return fine;
}

enum step command_ready(struct core *core, struct request *request)
{
    enum step step;
    struct match *match = match_of(core, request, &step);
    struct rd_field field;
    int64_t turn = 0;
    rd_seat seat;
    uint32_t shown;
    if (match == NULL || !own_seat(core, request, match, &seat)) {
        return step;
    }
    if (!match->terms.together || match->chosen.game->step_names == NULL) {
        return refuse(core, request, "not_allowed",
                      "everybody watches this match at their own pace");
    }
    if (!rd_field_need(&request->root, "turn", &field) ||
        !rd_field_integer(&field, 0, UINT32_MAX, &turn)) {
        return bad_message(core, request);
    }
    if (!read_step(core, request, match, &shown)) {
        return step;
    }
    RD_ASSERT(seat < RD_SEATS_MAX);
    if (turn == match->chosen.game->turns(match->now.state).done &&
        match->pace.ready[seat] < shown) {
        match->pace.ready[seat] = shown;
    }
    answer_fine(core, request->connection->id, request->command, NULL);
    pace_look(core, match);
    return STEP_DONE;
}
