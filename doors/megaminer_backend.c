/* What the tournament's backend printed, read and logged, with our rules behind it. */
#include <stdlib.h>
#include <string.h>

#include "doors/megaminer.h"
#include "games/apoca/hosted/megaminer_state.h"
#include "host/notation.h"

struct backend {
    const struct megaminer_backend *plan;
    struct rd_match_player inner[APOCA_SEATS];
    struct rd_match_player outer[APOCA_SEATS];
    char names[APOCA_SEATS][ENTRANT_NAME_MAX];
    bool header_due;
    struct megaminer_turn turn[APOCA_SEATS]; /* of people */
};

/* One of two seats, as a context. */
struct backend_seat {
    struct backend *backend;
    rd_seat seat;
};

/* ---- standard output ---- */

static void print_state(const struct backend *b, const struct apoca_open *open)
{
    const char *const names[APOCA_SEATS] = { b->names[APOCA_RED], b->names[APOCA_BLUE] };
    /* The winner on points was only found out after the last state had been printed. */
    bool on_points = open->health[APOCA_RED] > 0 && open->health[APOCA_BLUE] > 0;
    char *text = apoca_megaminer_state(open, names, on_points);
    fprintf(b->plan->out, "%s\n", text);
    free(text);
}

static void print_header(struct backend *b, const struct apoca_open *open)
{
    FILE *out = b->plan->out;
    b->header_due = false;
    fputs("--BEGIN INITIAL GAME STATE--\n", out);
    print_state(b, open);
    fprintf(out, "--END INITIAL GAME STATE--\n--RED TEAM NAME: %s--\n--BLUE TEAM NAME: %s--\n",
            b->names[APOCA_RED], b->names[APOCA_BLUE]);
    fflush(out);
}

static void log_turn(const struct backend *b, const struct apoca_open *open)
{
    fprintf(b->plan->log, "-- TURN: %d, REMAINING TURNS: %d, BLUE: $%d, RED: $%d --\n", open->turn,
            open->turn_limit - open->turn, (int)open->money[APOCA_BLUE],
            (int)open->money[APOCA_RED]);
}

/* ---- a person at standard input ---- */

/* False at the end of the input. */
static bool read_input(const struct backend *b, char **line, size_t *room)
{
    ssize_t length = getline(line, room, b->plan->in);
    while (length > 0 && strchr("\r\n", (*line)[length - 1]) != NULL) {
        (*line)[--length] = '\0';
    }
    return length >= 0;
}

static int32_t choose_for_person(struct backend *b, const struct rd_bot_question *question)
{
    struct megaminer_turn *turn = &b->turn[question->seat];
    char *line = NULL;
    size_t room = 0;
    if (megaminer_turn_over(turn) && read_input(b, &line, &room)) {
        megaminer_turn_read(turn, question, line, strlen(line));
        fprintf(b->plan->log, "%s%s", turn->order.note, turn->order.note[0] == '\0' ? "" : "\n");
    }
    free(line);
    return megaminer_turn_next(turn, question);
}

/* ---- the game ---- */

static void meet(void *context, const void *view)
{
    struct backend_seat *at_seat = context;
    struct rd_match_player *inner = &at_seat->backend->inner[at_seat->seat];
    if (inner->meet != NULL) {
        inner->meet(inner->context, view);
    }
}

static int32_t choose(void *context, const struct rd_bot_question *question)
{
    struct backend_seat *at_seat = context;
    struct backend *b = at_seat->backend;
    const struct apoca_view *view = question->view;
    struct rd_match_player *inner = &b->inner[at_seat->seat];
    if (b->header_due) {
        print_header(b, &view->open);
        log_turn(b, &view->open);
    }
    return inner->choose != NULL ? inner->choose(inner->context, question)
                                 : choose_for_person(b, question);
}

static void told(void *context, const struct rd_event_log *log)
{
    struct backend_seat *at_seat = context;
    char text[RD_TEXT_MAX];
    for (uint32_t i = 0; at_seat->seat == APOCA_RED && i < log->count; i++) {
        rd_event_print(&apoca_game, &log->event[i], text, sizeof text);
        fprintf(at_seat->backend->plan->log, "%s\n", text);
    }
}

static bool on_turn(void *context, const void *state)
{
    struct backend *b = context;
    const struct apoca_state *s = state;
    char *line = NULL;
    size_t room = 0;
    print_state(b, &s->open);
    fflush(b->plan->out);
    fputc('\n', b->plan->log);
    if (s->open.ending == APOCA_PLAYING) {
        log_turn(b, &s->open);
    }
    while (b->plan->visualizer && read_input(b, &line, &room) &&
           strcmp(line, "--NEXT TURN--") != 0) {
    }
    free(line);
    return true;
}

/* The file as one word for the shell. */
static char *python_command(const char *file)
{
    size_t room = 4 * strlen(file) + 32;
    char *command = malloc(room);
    RD_ASSERT(command != NULL);
    size_t used = (size_t)snprintf(command, room, "exec python3 '");
    for (; *file != '\0'; file++) {
        const char quote[] = "'\\''";
        const char *piece = *file == '\'' ? quote : (const char[]){ *file, '\0' };
        used += (size_t)snprintf(command + used, room - used, "%s", piece);
    }
    snprintf(command + used, room - used, "'");
    return command;
}

static void sit_down(struct backend *b, rd_seat seat)
{
    static const char *const people[APOCA_SEATS] = { "Human Player (Red)", "Human Player (Blue)" };
    const struct megaminer_backend *plan = b->plan;
    if (plan->agent[seat] == NULL) {
        snprintf(b->names[seat], ENTRANT_NAME_MAX, "%s", people[seat]);
        return;
    }
    char *command = python_command(plan->agent[seat]);
    struct seating seating = { .chosen = plan->chosen,
                               .seat = seat,
                               .limits = plan->limits,
                               .sandboxed = plan->sandboxed,
                               .names = b->names };
    b->inner[seat] = door_megaminer.open(&seating, command);
    free(command);
}

/* True: it played, or a person did. */
static bool stand_up(struct backend *b, rd_seat seat, struct rd_problem *problem)
{
    void *context = b->inner[seat].context;
    if (context == NULL) {
        return true;
    }
    struct program *program = door_megaminer.program(context);
    program_close(program);
    fprintf(b->plan->log, "%s:\n%s", b->names[seat], program->log_count > 0 ? program->log : "");
    bool played =
        !program_never_played(program) ||
        rd_problem_at(problem, b->plan->agent[seat], "never played: %s (%s)%s%s", program->why,
                      program->how, program->words[0] == '\0' ? "" : "\n", program->words);
    door_megaminer.close(context);
    return played;
}

static void print_winner(const struct backend *b, const struct rd_match_result *result)
{
    static const char *const colours[APOCA_SEATS] = { "RED", "BLUE" };
    if (result->outcome.rank[APOCA_RED] == result->outcome.rank[APOCA_BLUE]) {
        fputs("--WINNER: TIE--\n", b->plan->out);
        return;
    }
    uint32_t winner = result->outcome.rank[APOCA_RED] == 1 ? APOCA_RED : APOCA_BLUE;
    fprintf(b->plan->out, "--WINNER: %s (%s)--\n", b->names[winner], colours[winner]);
}

bool megaminer_backend_run(const struct megaminer_backend *plan, struct rd_problem *problem)
{
    struct backend b = { .plan = plan, .header_due = true };
    struct rd_replay_start start = { .chosen = plan->chosen }; /* R10.1: nothing is drawn */
    struct backend_seat at_seat[APOCA_SEATS] = { { &b, APOCA_RED }, { &b, APOCA_BLUE } };
    struct rd_match_plan match = { .start = &start, .on_turn = on_turn, .context = &b };
    struct rd_match_result result;
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        struct rd_match_player outer = { &at_seat[seat], meet, choose, told };
        sit_down(&b, seat);
        b.outer[seat] = outer;
        match.player[seat] = &b.outer[seat];
    }
    bool fine = rd_match_play(&match, &result, problem);
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        fine = stand_up(&b, seat, problem) && fine;
    }
    if (fine) {
        print_winner(&b, &result);
    }
    return fine;
}
