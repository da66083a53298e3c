/* Bytes as a program at a seat prints them, line by line, in a short game against a bot: the line
 * protocol, or a MegaMiner agent. The first byte chooses the door and the game. What the program
 * hears goes nowhere: this file stands in for arena/program.c and arena/process.c. */
#include <stdlib.h>
#include <string.h>

#include "arena/entrant.h"
#include "doors/megaminer.h"
#include "fuzz.h"
#include "host/setup.h"

enum { TURNS = 12, ORDERS = 40, FAULTS = 20 };

/* What the program has still to say. */
static struct {
    const char *bytes;
    size_t size;
    char *line; /* in a block of its own so that a byte too many is noticed */
} voice;

/* ---- the program ---- */

bool program_open(struct program *program, const struct limits *limits,
                  const struct process_plan *what)
{
    (void)what;
    memset(program, 0, sizeof *program);
    program->limits = *limits;
    return true;
}

static enum program_answer next_line(const char **line, size_t *length)
{
    const char *end = memchr(voice.bytes, '\n', voice.size);
    size_t size = end == NULL ? voice.size : (size_t)(end - voice.bytes);
    if (voice.size == 0) {
        return PROGRAM_SEAT_LOST;
    }
    free(voice.line);
    voice.line = malloc(size + 1);
    FUZZ_MUST(voice.line != NULL);
    memcpy(voice.line, voice.bytes, size);
    voice.line[size] = '\0';
    voice.bytes += size + (end != NULL);
    voice.size -= size + (end != NULL);
    *line = voice.line;
    *length = size;
    return PROGRAM_ANSWERED;
}

enum program_answer program_ask(struct program *program, const char *text, bool from_start,
                                const char **line, size_t *length)
{
    (void)program, (void)text, (void)from_start;
    return next_line(line, length);
}

enum program_answer program_more(struct program *program, int64_t begun_ms, const char **line,
                                 size_t *length)
{
    (void)program, (void)begun_ms;
    return next_line(line, length);
}

enum program_answer program_fault(struct program *program, const char *format, ...)
{
    FUZZ_MUST(format != NULL);
    return ++program->faults > FAULTS ? PROGRAM_SEAT_LOST : PROGRAM_TURN_LOST;
}

void program_note(struct program *program, const char *format, ...)
{
    (void)program;
    FUZZ_MUST(format != NULL);
}

void program_free(struct program *program)
{
    (void)program;
    free(voice.line);
    voice.line = NULL;
}

void process_send(struct process *process, const char *bytes, size_t size)
{
    (void)process;
    FUZZ_MUST(bytes[size - 1] == '\n');
}

int64_t process_now_ms(void)
{
    return 0;
}

/* ---- the game ---- */

static bool goes_on(void *context, const void *state)
{
    const struct rd_game *game = context;
    return game->turns(state).done < TURNS;
}

static void play(const struct door *door, const struct rd_chosen *chosen)
{
    static char names[RD_SEATS_MAX][ENTRANT_NAME_MAX];
    struct rd_problem problem = { "" };
    struct rd_match_result result;
    struct rd_replay_start start = { .chosen = chosen, .key = { 1, 2 } };
    struct limits limits;
    memset(&limits, 0, sizeof limits);
    struct seating seating = { .chosen = chosen, .seed = 3, .limits = &limits, .names = names };
    struct rd_match_player player = door->open(&seating, "nobody");
    struct rd_match_plan plan = { .start = &start,
                                  .orders_cap = ORDERS,
                                  .on_turn = goes_on,
                                  .context = (void *)(uintptr_t)chosen->game };
    for (uint32_t seat = 0; seat < chosen->setup.seats; seat++) {
        plan.bot[seat] = rd_bot_find(chosen->game, "random");
    }
    plan.player[0] = &player;
    FUZZ_MUST(rd_match_play(&plan, &result, &problem));
    FUZZ_MUST(memchr(names[0], '\0', sizeof names[0]) != NULL);
    if (door->tell_end != NULL) {
        door->tell_end(player.context, &result.outcome);
    }
    door->close(player.context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    if (size < 1) {
        return 0;
    }
    bool is_old = (data[0] & 1) != 0;
    const char *id = is_old ? door_megaminer.game : fuzz_game(data[0] >> 1)->id;
    FUZZ_MUST(rd_chosen_open(&chosen, id, &problem));
    voice.bytes = (const char *)data + 1;
    voice.size = size - 1;
    play(is_old ? &door_megaminer : &door_line, &chosen);
    rd_chosen_close(&chosen);
    return 0;
}
