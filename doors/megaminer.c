#include "doors/megaminer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "games/apoca/hosted/megaminer_state.h"
#include "host/codec.h"
#include "host/text.h"

struct megaminer {
    struct program program;
    rd_seat seat;
    char (*names)[ENTRANT_NAME_MAX];
    bool introduced; /* its answer for turn 0 comes unasked */
    struct megaminer_turn turn;
};

/* ---- names ---- */

/* Free text, trimmed; what could disturb a terminal is not passed on. */
static void take_name(char out[ENTRANT_NAME_MAX], const char *line, size_t length)
{
    while (length > 0 && isspace((unsigned char)line[0])) {
        line++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        length--;
    }
    size_t kept = rd_text_fit(line, length, ENTRANT_NAME_MAX - 1);
    memcpy(out, line, kept);
    out[kept] = '\0';
    json_t *valid = json_string(out);
    if (valid == NULL || strlen(out) != kept || !rd_text_is_printable(out)) {
        rd_text_printable(line, length, out, ENTRANT_NAME_MAX);
    }
    json_decref(valid);
}

/* ---- messages ---- */

static char *message(const char *before, const struct apoca_open *open,
                     const char *const names[APOCA_SEATS], const char *after)
{
    char *state = apoca_megaminer_state(open, names, false);
    size_t room = strlen(before) + strlen(state) + strlen(after) + 2;
    char *text = malloc(room);
    RD_ASSERT(text != NULL);
    snprintf(text, room, "%s%s\n%s", before, state, after);
    free(state);
    return text;
}

static void meet(void *context, const void *view)
{
    static const char *const nameless[APOCA_SEATS] = { "", "" };
    static const char *const greeting[APOCA_SEATS] = { "--YOU ARE RED--\n", "--YOU ARE BLUE--\n" };
    static const char *const errors[APOCA_SEATS] = { "Agent 1 (Red) - ERROR",
                                                     "Agent 2 (Blue) - ERROR" };
    struct megaminer *agent = context;
    const struct apoca_view *v = view;
    const char *line;
    size_t length;
    char *name = agent->names[agent->seat];
    char *text = message(greeting[agent->seat], &v->open, nameless, "--END INITIAL GAME STATE--\n");
    /* A program that prints without flushing sends its name together with its first action, so
     * this may take as long as its first turn. */
    if (program_ask(&agent->program, text, true, &line, &length) == PROGRAM_ANSWERED) {
        take_name(name, line, length);
    } else {
        snprintf(name, ENTRANT_NAME_MAX, "%s", errors[agent->seat]);
    }
    free(text);
}

/* ---- turns ---- */

/* Only what the seat knows is needed, so a possible state will do. */
void megaminer_turn_read(struct megaminer_turn *turn, const struct rd_bot_question *question,
                         const char *line, size_t length)
{
    struct apoca_state state;
    struct rd_luck luck = *question->luck;
    json_t *text = json_stringn_nocheck(line, length);
    memset(turn, 0, sizeof *turn);
    question->game->guess(question->view, &luck, &state);
    rd_codec_of(question->game)->read_order(&state, question->seat, text, &turn->order);
    json_decref(text);
}

bool megaminer_turn_over(const struct megaminer_turn *turn)
{
    return turn->next == turn->order.count;
}

int32_t megaminer_turn_next(struct megaminer_turn *turn, const struct rd_bot_question *question)
{
    while (!megaminer_turn_over(turn)) {
        struct rd_action wanted = turn->order.action[turn->next++];
        for (uint32_t i = 0; i < question->legal_count; i++) {
            if (rd_action_compare(question->legal[i], wanted) == 0) {
                return (int32_t)i;
            }
        }
    }
    return RD_MATCH_PASS;
}

static void ask_for_turn(struct megaminer *agent, const struct rd_bot_question *question)
{
    const struct apoca_view *view = question->view;
    const char *const names[APOCA_SEATS] = { agent->names[APOCA_RED], agent->names[APOCA_BLUE] };
    const char *line;
    size_t length;
    char *text = NULL;
    agent->program.asked++;
    if (agent->introduced) {
        text = message("", &view->open, names, "--END OF TURN--\n");
    }
    agent->introduced = true;
    if (program_ask(&agent->program, text, false, &line, &length) == PROGRAM_ANSWERED) {
        megaminer_turn_read(&agent->turn, question, line, length);
        if (agent->turn.order.note[0] != '\0') {
            program_note(&agent->program, "%s", agent->turn.order.note);
        }
    }
    free(text);
}

/* A lost turn is nothing; a dead program plays on so, and never resigns. */
static int32_t choose(void *context, const struct rd_bot_question *question)
{
    struct megaminer *agent = context;
    if (megaminer_turn_over(&agent->turn)) {
        ask_for_turn(agent, question);
    }
    return megaminer_turn_next(&agent->turn, question);
}

/* ---- beginning and end ---- */

static struct rd_match_player open_agent(const struct seating *seating, const char *command)
{
    struct megaminer *agent = calloc(1, sizeof *agent);
    RD_ASSERT(agent != NULL);
    agent->seat = seating->seat;
    agent->names = seating->names;
    struct process_plan plan = { .command = command,
                                 .folder = seating->folder,
                                 .sandboxed = seating->sandboxed,
                                 .terminate = true };
    program_open(&agent->program, seating->limits, &plan);
    struct rd_match_player player = { agent, meet, choose, NULL };
    return player;
}

static struct program *program_of(void *context)
{
    return &((struct megaminer *)context)->program;
}

static void close_agent(void *context)
{
    struct megaminer *agent = context;
    program_free(&agent->program);
    free(agent);
}

const struct door door_megaminer = {
    .prefix = "megaminer",
    .summary = "an agent of MegaMiner 2025, unmodified",
    .game = "apoca",
    .option = "rules=megaminer",
    .open = open_agent,
    .program = program_of,
    .close = close_agent,
};
