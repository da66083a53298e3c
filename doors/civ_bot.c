#include "doors/civ_bot.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena/private_net.h"
#include "doors/civ_peers.h"
#include "host/text.h"

enum { COMMAND_ROOM = ENTRANT_SPEC_MAX + 128, LINES_MOST = ATTEND_MAX - 1, REFRESH_MS = 1 };

struct civ_bot {
    struct program program;
    rd_seat seat;
    char (*names)[ENTRANT_NAME_MAX];
    struct civ_door door; /* what it is shown: its view, as a state that fits it */
    struct civ_peers lines;
    int listener; /* -1: in a network of its own */
    const struct rd_bot_question *question;
    int32_t choice; /* its order, when the lines are held */
};

/* ---- one request ---- */

static void answer(void *context, const struct request *request, struct answer *answer)
{
    struct civ_bot *bot = context;
    civ_door_answer(&bot->door, request, request->head.path, civ_clock_ms(CLOCK_MONOTONIC),
                    civ_clock_ms(CLOCK_REALTIME), answer);
}

/* An order: judged by what the seat knows, which has the same result as the truth. */
static struct rd_verdict take(void *context, struct rd_action action)
{
    struct civ_bot *bot = context;
    const struct rd_bot_question *question = bot->question;
    uint32_t index = rd_bot_index(question, action);
    if (index == question->legal_count) {
        return rd_judge(question->game, bot->door.play.state, bot->seat, action);
    }
    bot->choice = (int32_t)index;
    bot->lines.held = true; /* what it asks next is answered when this has happened */
    return (struct rd_verdict){ RD_OK, 0 };
}

/* ---- its turn ---- */

static void show(struct civ_bot *bot, const struct rd_bot_question *question)
{
    struct rd_luck luck = *question->luck;
    question->game->guess(question->view, &luck, bot->door.play.state);
    bot->question = question;
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        if (seat != bot->seat && bot->names[seat][0] != '\0') {
            snprintf(bot->door.name[seat], CIV_NAME_MAX, "%s", bot->names[seat]);
        }
    }
}

static void take_name(struct civ_bot *bot)
{
    const char *name = bot->door.name[bot->seat];
    if (strncmp(name, "Unnamed", 7) != 0 && name[0] != '\0') {
        rd_text_printable(name, strlen(name), bot->names[bot->seat], ENTRANT_NAME_MAX);
    }
}

/* Until it has given an order; before the game, until it has asked anything. */
static enum process_event hear(void *context, struct process *process, int64_t until_ms)
{
    struct civ_bot *bot = context;
    struct pollfd ends[LINES_MOST + 1];
    while (!(bot->question == NULL ? bot->lines.peers > 0 : bot->lines.held)) {
        int64_t left_ms = until_ms - process_now_ms();
        if (left_ms <= 0) {
            return PROCESS_LATE;
        }
        uint32_t count = civ_peers_wait(&bot->lines, ends);
        enum process_event event = process_attend(process, ends, count + 1, left_ms);
        if (event != PROCESS_SAID) {
            return event;
        }
        civ_peers_serve(&bot->lines, ends, count);
    }
    return PROCESS_SAID;
}

/* There it is when it has opened a line: what it asks there is answered in its turn. */
static void meet(void *context, const void *view)
{
    struct civ_bot *bot = context;
    const char *line;
    size_t length;
    (void)view;
    bot->lines.held = true;
    program_ask(&bot->program, NULL, true, &line, &length);
}

static int32_t choose(void *context, const struct rd_bot_question *question)
{
    struct civ_bot *bot = context;
    const char *line;
    size_t length;
    bot->program.asked++;
    show(bot, question);
    civ_peers_go_on(&bot->lines);
    enum program_answer heard = program_ask(&bot->program, NULL, false, &line, &length);
    bot->lines.held = true;
    take_name(bot);
    return heard == PROGRAM_ANSWERED    ? bot->choice
           : heard == PROGRAM_TURN_LOST ? RD_MATCH_PASS
                                        : RD_MATCH_RESIGN;
}

/* ---- beginning and end ---- */

static void open_door(struct civ_bot *bot, const struct seating *seating, const char *key)
{
    struct civ_door_wish wish = { .chosen = seating->chosen,
                                  .refresh_ms = REFRESH_MS,
                                  .take = take,
                                  .context = bot,
                                  .seat = seating->seat };
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) { /* some know the keys of then by heart */
        snprintf(wish.keys[seat], CIV_KEY_MAX, "secret%u", seat);
    }
    snprintf(wish.keys[seating->seat], CIV_KEY_MAX, "%s", key);
    civ_door_open(&bot->door, &wish, civ_clock_ms(CLOCK_MONOTONIC));
}

/* In the sandbox nobody else can call; elsewhere the key must not be known. */
static struct rd_match_player open_bot(const struct seating *seating, const char *command)
{
    char key[RD_HEX64_TEXT], words[COMMAND_ROOM];
    int port = PRIVATE_NET_PORT;
    struct civ_bot *bot = calloc(1, sizeof *bot);
    RD_ASSERT(bot != NULL);
    bot->seat = seating->seat;
    bot->names = seating->names;
    bot->listener = seating->sandboxed ? -1 : private_net_here(&port);
    bot->lines.most = LINES_MOST;
    bot->lines.answer = answer;
    bot->lines.context = bot;
    snprintf(key, sizeof key, "secret%u", seating->seat);
    if (!seating->sandboxed) {
        rd_hex64_print(seating->seed, key);
    }
    open_door(bot, seating, key);
    struct rd_text text = rd_text_into(words, sizeof words);
    rd_text_add(&text, "%s http://127.0.0.1:%d/ %s", command, port, key);
    struct process_plan plan = { .command = words,
                                 .folder = seating->folder,
                                 .sandboxed = seating->sandboxed,
                                 .terminate = true,
                                 .calls = true,
                                 .listener = bot->listener };
    if (program_open(&bot->program, seating->limits, &plan)) {
        bot->lines.listener = process_listener(bot->program.process);
    }
    bot->program.hear = hear;
    bot->program.hearer = bot;
    struct rd_match_player player = { bot, meet, choose, NULL };
    return player;
}

static struct program *program_of(void *context)
{
    return &((struct civ_bot *)context)->program;
}

static void close_bot(void *context)
{
    struct civ_bot *bot = context;
    civ_peers_leave(&bot->lines);
    if (bot->listener >= 0) {
        close(bot->listener);
    }
    civ_door_close(&bot->door);
    program_free(&bot->program);
    free(bot);
}

const struct door door_civ = {
    .prefix = "civ-http",
    .summary = "a bot of the civ contest, unmodified",
    .game = "civ",
    .option = "rules=civ-final",
    .open = open_bot,
    .program = program_of,
    .close = close_bot,
};
