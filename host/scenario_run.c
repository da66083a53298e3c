/* Playing a scenario step by step and telling what happened. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/board_text.h"
#include "host/frames.h"
#include "host/json_frames.h"
#include "host/json_game.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/order.h"
#include "host/scenario.h"
#include "host/text.h"

enum { NO_SUCH_SEAT = 0xfe };

struct run {
    const struct rd_scenario *scenario;
    const struct rd_scenario_how *how;
    struct rd_play play;
    void *view; /* NULL: the whole truth is shown */
    json_t *refused, *why, *told, *rolls_used;
    uint32_t rolls_before; /* this step */
    struct rd_problem *problem;
};

/* One step as it was played. */
struct step {
    uint32_t index;
    int64_t seat_given;
    rd_seat seat;
    const json_t *json;
    struct rd_order order;
    struct rd_verdict verdict;
    struct rd_action action; /* the one that was refused */
    struct rd_problem words; /* a refusal that the order's reading already explained */
    char said[RD_TEXT_MAX];  /* the order as it is written */
};

static json_t *position_now(const struct run *run)
{
    const struct rd_codec *codec = rd_codec_of(run->play.game);
    if (run->view == NULL) {
        return codec->position(run->play.state);
    }
    run->play.game->observe(run->play.state, run->how->view_seat, run->view);
    return codec->view(run->view);
}

static void set_position(const struct run *run, json_t *line)
{
    json_object_set_new(line, run->view == NULL ? "position" : "view", position_now(run));
}

static rd_seat watching_seat(const struct run *run)
{
    return run->how->has_view ? run->how->view_seat : RD_EVERY_EVENT;
}

static rd_seat frame_seat(const struct run *run)
{
    return run->how->has_view ? run->how->view_seat : (rd_seat)RD_SPECTATOR;
}

static bool rolls_fit(const struct run *run, const char *when)
{
    uint32_t bad = run->play.luck.script_bad;
    if (bad == 0) {
        return true;
    }
    return rd_problem_at(run->problem, NULL,
                         "rolls[%" PRIu32 "]: %" PRId32 " is outside the range of its draw, %s",
                         bad - 1, run->scenario->rolls[bad - 1], when);
}

/* ---- lines -------------------------------------------------------------------------------- */

static void print_line(const struct run *run, json_t *line)
{
    if (run->how->label != NULL) {
        json_object_set_new(line, "scenario", json_string(run->how->label));
    }
    json_dumpf(line, run->how->out, JSON_COMPACT);
    fputc('\n', run->how->out);
}

static json_t *refusal_of(const struct run *run, const struct step *step)
{
    struct rd_outcome outcome;
    char why[RD_TEXT_MAX] = "";
    run->play.game->outcome(run->play.state, &outcome);
    if (step->verdict.why == 0 && step->verdict.code == RD_NOT_YOUR_TURN &&
        step->seat >= outcome.seats) {
        snprintf(why, sizeof why, "there is no seat %" PRId64 "; seats are 0 to %d",
                 step->seat_given, outcome.seats - 1);
    }
    bool read_badly = step->verdict.code == RD_BAD_ARG && step->verdict.why == 0;
    return rd_refusal_to_json(run->play.game, step->verdict, &step->action,
                              read_badly ? step->words.text : why);
}

static void note_refusal(struct run *run, const struct step *step)
{
    json_t *refusal = refusal_of(run, step);
    json_array_append_new(run->refused, json_integer(step->index));
    json_array_append(run->why, json_object_get(refusal, "why"));
    json_decref(refusal);
}

static json_t *step_line(const struct run *run, const struct step *step)
{
    bool fine = step->verdict.code == RD_OK;
    json_t *line = json_pack("{s:i, s:b}", "step", (int)step->index, "ok", (int)fine);
    if (fine) {
        json_object_set_new(line, "events",
                            rd_events_to_json(run->play.game, &run->play.log, watching_seat(run)));
        if (run->how->frames) {
            struct rd_shown shown = rd_play_shown(&run->play);
            json_object_set_new(line, "frames", rd_frames_to_json(&shown, frame_seat(run)));
        }
    } else {
        json_t *refusal = refusal_of(run, step);
        json_object_update(line, refusal);
        json_decref(refusal);
    }
    if (step->order.note[0] != '\0') {
        json_object_set_new(line, "note", json_string(step->order.note));
    }
    return line;
}

static json_t *final_line(const struct run *run)
{
    struct rd_outcome outcome;
    const struct rd_luck *luck = &run->play.luck;
    run->play.game->outcome(run->play.state, &outcome);
    json_t *line = json_pack("{s:b, s:b, s:o, s:i}", "final", 1, "over", (int)outcome.over,
                             "outcome", rd_outcome_to_json(run->play.game, &outcome), "rolls_left",
                             (int)(luck->script_count - luck->script_next));
    set_position(run, line);
    return line;
}

/* ---- what was told ----------------------------------------------------------------------------
 */

/* An event as a scenario expects it: who heard it, what, and after which event of its step. */
static json_t *told_line(const json_t *event)
{
    char line[2 * RD_TEXT_MAX];
    struct rd_text text = rd_text_into(line, sizeof line);
    const json_t *seats = json_object_get(event, "seen_by"),
                 *cause = json_object_get(event, "cause");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        rd_text_add(&text, json_is_integer(seat) ? "%d" : "s", (int)json_integer_value(seat));
    }
    rd_text_add(&text, ": %s", json_string_value(json_object_get(event, "text")));
    if (cause != NULL) {
        rd_text_add(&text, " (after %d)", (int)json_integer_value(cause));
    }
    return json_string(line);
}

static void note_told(struct run *run)
{
    json_t *events = rd_events_to_json(run->play.game, &run->play.log, RD_EVERY_EVENT);
    for (size_t i = 0; i < json_array_size(events); i++) {
        json_array_append_new(run->told, told_line(json_array_get(events, i)));
    }
    json_decref(events);
}

/* ---- pictures ------------------------------------------------------------------------------- */

static void draw_view(const struct run *run, const void *view)
{
    struct rd_scene *scene = calloc(1, sizeof *scene);
    RD_ASSERT(scene != NULL);
    run->play.game->scene(view, scene);
    rd_board_print(run->how->out, run->play.game, scene, NULL);
    free(scene);
}

static void draw_board(const struct run *run)
{
    const struct rd_game *game = run->play.game;
    void *view = calloc(1, game->view_size);
    RD_ASSERT(view != NULL);
    game->observe(run->play.state, frame_seat(run), view);
    draw_view(run, view);
    free(view);
}

/* ---- sentences ------------------------------------------------------------------------------ */

static void explain_events(FILE *out, const json_t *events)
{
    for (size_t i = 0; i < json_array_size(events); i++) {
        const json_t *event = json_array_get(events, i);
        fprintf(out, "    %s (%s)\n", json_string_value(json_object_get(event, "text")),
                json_string_value(json_object_get(event, "rule")));
    }
}

static void explain_frame(const struct run *run, const struct rd_frame_walk *walk)
{
    FILE *out = run->how->out;
    const struct rd_event_log *log = &run->play.log;
    if (walk->step != 0) {
        fprintf(out, "    %s:\n", run->play.game->step_names[walk->step]);
    }
    for (uint32_t i = walk->first; i < walk->last && i < log->cap; i++) {
        char text[4 * RD_TEXT_MAX];
        if ((log->event[i].seen_by & RD_SEAT_BIT(walk->seat)) != 0) {
            rd_event_print(run->play.game, &log->event[i], text, sizeof text);
            fprintf(out, "    %s%s (%s)\n", walk->step != 0 ? "    " : "", text,
                    run->play.game->events[log->event[i].kind].rule);
        }
    }
    if (run->how->draw && run->how->each) {
        draw_view(run, walk->view);
    }
}

static void explain_frames(const struct run *run)
{
    struct rd_frame_walk walk;
    struct rd_shown shown = rd_play_shown(&run->play);
    rd_frame_walk_begin(&walk, &shown, frame_seat(run));
    while (rd_frame_walk_next(&walk)) {
        explain_frame(run, &walk);
    }
    rd_frame_walk_end(&walk);
}

static void explain_step(const struct run *run, const struct step *step, const json_t *line)
{
    FILE *out = run->how->out;
    char who[RD_TEXT_MAX];
    rd_seat_print(run->play.game, step->seat, who, sizeof who);
    fprintf(out, "%" PRIu32 ". %s: %s\n", step->index, who, step->said);
    const json_t *frames = json_object_get(line, "frames");
    if (frames == NULL) {
        explain_events(out, json_object_get(line, "events"));
    } else {
        explain_frames(run);
    }
    const char *why = json_string_value(json_object_get(line, "why"));
    const char *rule = json_string_value(json_object_get(line, "rule"));
    if (why != NULL) {
        fprintf(out, "    refused: %s%s%s%s\n", why, rule == NULL ? "" : " (",
                rule == NULL ? "" : rule, rule == NULL ? "" : ")");
    }
    if (step->order.note[0] != '\0') {
        fprintf(out, "    note: %s\n", step->order.note);
    }
}

static void explain_end(const struct run *run)
{
    const struct rd_game *game = run->play.game;
    FILE *out = run->how->out;
    struct rd_outcome outcome;
    game->outcome(run->play.state, &outcome);
    if (!outcome.over) {
        fprintf(out, "The game goes on.\n");
        return;
    }
    const struct rd_ending *ending = &game->endings[outcome.ending];
    fprintf(out, "The game is over: %s (%s).\n", ending->reason, ending->rule);
    for (rd_seat seat = 0; seat < outcome.seats; seat++) {
        char who[RD_TEXT_MAX];
        rd_seat_print(game, seat, who, sizeof who);
        fprintf(out, "    %s: rank %d, score %" PRId32 "\n", who, outcome.rank[seat],
                outcome.score[seat]);
    }
}

/* ---- the run ---- */

static void tell_step(const struct run *run, const struct step *step)
{
    if (run->how->out == NULL) {
        return;
    }
    json_t *line = step_line(run, step);
    bool show = run->how->each || run->scenario->show[step->index];
    if (run->how->explain) {
        explain_step(run, step, line);
    } else {
        if (show) {
            set_position(run, line);
        }
        print_line(run, line);
    }
    if (show && run->how->draw && !run->how->frames) { /* else the last frame has drawn it */
        draw_board(run);
    }
    json_decref(line);
}

static void read_numbers(const struct run *run, uint32_t index, struct step *step)
{
    const json_t *steps = json_object_get(run->scenario->json, "steps");
    const json_t *pair = json_array_get(steps, index);
    memset(step, 0, sizeof *step);
    step->index = index;
    step->seat_given = json_integer_value(json_array_get(pair, 0));
    step->seat = step->seat_given >= 0 && step->seat_given < RD_SEATS_MAX
                     ? (rd_seat)step->seat_given
                     : (rd_seat)NO_SUCH_SEAT;
    step->json = json_array_get(pair, 1);
}

/* Before it is carried out: the position says how it is written. */
static void print_order_text(const struct run *run, struct step *step)
{
    const struct rd_play *play = &run->play;
    if (json_is_object(step->json) && step->order.count == 1 && step->words.text[0] == '\0') {
        rd_order_print(play->game, play->state, step->order.action[0], step->said,
                       sizeof step->said);
    } else {
        rd_json_quote(step->json, step->said, sizeof step->said);
    }
}

static bool play_step(struct run *run, uint32_t index, struct step *step)
{
    char when[48];
    uint32_t refused;
    read_numbers(run, index, step);
    enum rd_reading reading = rd_order_from_json(run->play.game, run->play.state, step->seat,
                                                 step->json, &step->order, &step->words);
    if (reading == RD_READ_MALFORMED) {
        return rd_problem_at(run->problem, NULL, "steps[%" PRIu32 "]: %s", index, step->words.text);
    }
    print_order_text(run, step);
    step->verdict = rd_play_order(&run->play, step->seat, &step->order, &refused);
    step->action = step->order.action[refused];
    snprintf(when, sizeof when, "in steps[%" PRIu32 "]", index);
    return rolls_fit(run, when);
}

/* What the set-up or the last step took of the rolls. */
static void count_rolls(struct run *run)
{
    uint32_t next = run->play.luck.script_next;
    json_array_append_new(run->rolls_used, json_integer(next - run->rolls_before));
    run->rolls_before = next;
}

static bool play_steps(struct run *run)
{
    struct step *step = malloc(sizeof *step);
    bool fine = rolls_fit(run, "in the set-up"), stopped = false;
    RD_ASSERT(step != NULL);
    count_rolls(run);
    for (uint32_t i = 0; fine && !stopped && i < run->scenario->step_count; i++) {
        fine = play_step(run, i, step);
        if (!fine) {
            break;
        }
        count_rolls(run);
        if (step->verdict.code != RD_OK) {
            note_refusal(run, step);
            stopped = run->how->strict;
        } else if (run->told != NULL) {
            note_told(run);
        }
        tell_step(run, step);
    }
    free(step);
    return fine;
}

static json_t *tell_end(const struct run *run)
{
    json_t *line = final_line(run);
    if (run->how->out != NULL && run->how->explain) {
        if (run->how->draw) {
            draw_board(run);
        }
        explain_end(run);
    } else if (run->how->out != NULL) {
        print_line(run, line);
    }
    return line;
}

/* The views that the scenario has expectations of. */
static json_t *views_of(const struct run *run)
{
    const struct rd_game *game = run->play.game;
    json_t *expect = json_object_get(run->scenario->json, "expect"), *wanted;
    json_t *views = json_object();
    const char *key;
    void *view = calloc(1, game->view_size);
    RD_ASSERT(view != NULL);
    json_object_foreach(json_object_get(expect, "views"), key, wanted)
    {
        game->observe(run->play.state, rd_scenario_viewer(run->scenario, key), view);
        json_object_set_new(views, key, rd_codec_of(game)->view(view));
    }
    free(view);
    return views;
}

bool rd_scenario_run(const struct rd_scenario *scenario, const struct rd_scenario_how *how,
                     struct rd_scenario_result *result, struct rd_problem *problem)
{
    struct run run = { .scenario = scenario, .how = how, .problem = problem };
    memset(result, 0, sizeof *result);
    if (!rd_scenario_begin(scenario, &run.play, problem)) {
        return false;
    }
    result->begin = how->begin ? rd_codec_of(run.play.game)->position(run.play.state) : NULL;
    result->begin_drawn = run.play.luck.drawn;
    if (how->frames) {
        rd_play_ask_frames(&run.play);
    }
    if (how->has_view) {
        run.view = calloc(1, run.play.game->view_size);
        RD_ASSERT(run.view != NULL);
    }
    if (how->out != NULL && how->explain && how->label != NULL) {
        fprintf(how->out, "%s\n", how->label);
    }
    run.refused = json_array();
    run.why = json_array();
    const json_t *expect = json_object_get(scenario->json, "expect");
    run.told = json_object_get(expect, "told") == NULL ? NULL : json_array();
    run.rolls_used = json_array();
    bool fine = play_steps(&run);
    if (fine) {
        result->final = tell_end(&run);
        result->refused = json_incref(run.refused);
        result->why = json_incref(run.why);
        result->told = json_incref(run.told);
        result->views = views_of(&run);
        result->rolls_used = json_incref(run.rolls_used);
        result->drawn = run.play.luck.drawn;
    }
    json_decref(run.refused);
    json_decref(run.rolls_used);
    json_decref(run.why);
    json_decref(run.told);
    free(run.view);
    rd_play_end(&run.play);
    if (!fine) {
        rd_scenario_result_close(result);
    }
    return fine;
}

void rd_scenario_result_close(struct rd_scenario_result *result)
{
    json_decref(result->final);
    json_decref(result->refused);
    json_decref(result->why);
    json_decref(result->told);
    json_decref(result->views);
    json_decref(result->rolls_used);
    json_decref(result->begin);
    memset(result, 0, sizeof *result);
}
