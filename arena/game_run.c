#include "arena/game_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

struct table {
    const struct game_run_plan *plan;
    struct game_run_result *result;
    struct rd_replay_start start;
    struct rd_match_plan match;
    struct rd_match_player player[RD_SEATS_MAX];
    char names[RD_SEATS_MAX][ENTRANT_NAME_MAX];
    rd_seat seats;
};

static void sit_down(struct table *table, rd_seat seat)
{
    const struct game_run_plan *plan = table->plan;
    const struct entrant *entrant = plan->entrant[seat];
    snprintf(table->names[seat], sizeof table->names[seat], "%s", entrant->name);
    snprintf(table->start.seat[seat].name, sizeof table->start.seat[seat].name, "%s",
             entrant->name);
    table->start.seat[seat].who = entrant->bot != NULL ? RD_REPLAY_BOT : RD_REPLAY_PROGRAM;
    if (entrant->bot != NULL) {
        table->match.bot[seat] = entrant->bot;
        return;
    }
    struct seating seating = { .chosen = plan->chosen,
                               .seat = seat,
                               .seed = rd_match_bot_luck(plan->key, seat).key[0],
                               .limits = plan->limits,
                               .folder = entrant->folder,
                               .sandboxed = plan->sandboxed,
                               .names = table->names };
    table->player[seat] = entrant->door->open(&seating, entrant_command(entrant));
    table->match.player[seat] = &table->player[seat];
}

static void begin(struct table *table)
{
    table->start.chosen = table->plan->chosen;
    memcpy(table->start.key, table->plan->key, sizeof table->start.key);
    table->match.start = &table->start;
    table->match.on_turn = table->plan->on_turn;
    table->match.on_reasons = table->plan->on_reasons;
    table->match.think_ms = table->plan->think_ms;
    table->match.context = table->plan->context;
    table->seats = table->plan->chosen->setup.seats;
    for (rd_seat seat = 0; seat < table->seats; seat++) {
        sit_down(table, seat);
    }
}

/* FILE.rdr has the game, FILE.rdr.seat0.log what the program of seat 0 said and did wrong. */
static void keep_log(const struct table *table, rd_seat seat, const struct program *program)
{
    char path[PATH_ROOM];
    if (table->plan->replay == NULL || program->log_count == 0 ||
        snprintf(path, sizeof path, "%s.seat%u.log", table->plan->replay, seat) >=
            (int)sizeof path) {
        return;
    }
    FILE *file = fopen(path, "wbe");
    if (file != NULL) {
        fwrite(program->log, 1, program->log_count, file);
        fclose(file);
    }
}

static void stand_up(struct table *table, rd_seat seat)
{
    struct game_run_seat *report = &table->result->seat[seat];
    const struct door *door = table->plan->entrant[seat]->door;
    snprintf(report->name, sizeof report->name, "%s", table->names[seat]);
    if (door == NULL) {
        return;
    }
    void *context = table->player[seat].context;
    struct program *program = door->program(context);
    program_close(program);
    report->end = program->end;
    report->faults = program->faults;
    report->used_ms = program->used_ms;
    report->ready_ms = program->ready_ms;
    report->first_ms = program->first_ms;
    report->cpu_ms = program->used.cpu_ms;
    report->memory_kb = program->used.memory_kb;
    memcpy(report->why, program->why, sizeof report->why);
    memcpy(report->how, program->how, sizeof report->how);
    memcpy(report->words, program->words, sizeof report->words);
    report->never_played = program_never_played(program);
    keep_log(table, seat, program);
    door->close(context);
}

void game_run_tell(const struct game_run_seat *seat, const char *indent, FILE *out)
{
    if (seat->why[0] == '\0') {
        return;
    }
    fprintf(out, "%s%s\n", indent, seat->why);
    if (seat->end == SEAT_GONE || seat->end == SEAT_NOT_STARTED) {
        fprintf(out, "%sits end: %s\n", indent, seat->how);
    }
    for (const char *line = seat->words; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(out, "%s| %.*s\n", indent, (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static void part(struct table *table)
{
    for (rd_seat seat = 0; seat < table->seats; seat++) {
        const struct door *door = table->plan->entrant[seat]->door;
        if (door != NULL && door->tell_end != NULL) {
            door->tell_end(table->player[seat].context, &table->result->match.outcome);
        }
    }
    for (rd_seat seat = 0; seat < table->seats; seat++) {
        stand_up(table, seat);
    }
}

static bool play_recorded(struct table *table, struct rd_problem *problem)
{
    const char *path = table->plan->replay;
    FILE *file = fopen(path, "wbe");
    if (file == NULL) {
        return rd_problem_at(problem, NULL, "%s can't be written: %s", path, strerror(errno));
    }
    table->match.writer = rd_replay_create(file, &table->start, problem);
    bool fine =
        table->match.writer != NULL && rd_match_play(&table->match, &table->result->match, problem);
    rd_replay_close(table->match.writer);
    if (fclose(file) != 0 && fine) {
        fine = rd_problem_at(problem, NULL, "%s can't be written: %s", path, strerror(errno));
    }
    return fine;
}

bool game_run(const struct game_run_plan *plan, struct game_run_result *result,
              struct rd_problem *problem)
{
    struct table table = { .plan = plan, .result = result };
    memset(result, 0, sizeof *result);
    begin(&table);
    bool fine = plan->replay != NULL ? play_recorded(&table, problem)
                                     : rd_match_play(&table.match, &result->match, problem);
    part(&table);
    return fine;
}
