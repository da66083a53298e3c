/* Questions to bots: asked, and written as bytes for a machine that thinks elsewhere. A question is
 * all that a thinker is given: what a seat sees, and no state. */
#include "server/core/question.h"

#include <stdlib.h>
#include <string.h>

#include "host/match.h"
#include "older/older.h"

void core_question_free(struct core_question *question)
{
    if (question != NULL) {
        free(question->view);
        free(question->legal);
        free(question);
    }
}

uint32_t core_question_choose(struct core_question *question)
{
    struct rd_bot_question asked = { question->game,  question->view,        question->seat,
                                     question->legal, question->legal_count, &question->luck };
    return rd_match_ask(question->bot, &asked);
}

struct rd_action core_question_answer(struct core_question *question)
{
    return question->legal[core_question_choose(question)];
}

bool core_question_is_long(const struct core_question *question)
{
    return rd_bot_memory(question->bot, question->game) > 0;
}

/* ---- as bytes ---- */

/* Flat like a view: both machines have the same program and the same order of bytes, see
 * core_question_kind. */
struct head {
    char mark[8];
    uint64_t key[2];
    uint32_t rules_version, seat, view_size, legal_count;
    char game[32], bot[32];
};

static const char mark[8] = "RDQ 1";

void core_question_kind(const char *version, char out[CORE_KIND_ROOM])
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    snprintf(out, CORE_KIND_ROOM, "%s, %s end first", version, first == 1 ? "little" : "big");
}

uint8_t *core_question_write(const struct core_question *question, size_t *size)
{
    struct head head;
    size_t legal = question->legal_count * sizeof *question->legal;
    memset(&head, 0, sizeof head);
    memcpy(head.mark, mark, sizeof mark);
    memcpy(head.key, question->luck.key, sizeof head.key);
    head.rules_version = question->game->rules_version;
    head.seat = question->seat;
    head.view_size = question->game->view_size;
    head.legal_count = question->legal_count;
    snprintf(head.game, sizeof head.game, "%s", question->game->id);
    snprintf(head.bot, sizeof head.bot, "%s", question->bot->name);
    *size = sizeof head + head.view_size + legal;
    uint8_t *bytes = malloc(*size);
    RD_ASSERT(bytes != NULL);
    memcpy(bytes, &head, sizeof head);
    memcpy(bytes + sizeof head, question->view, head.view_size);
    memcpy(bytes + sizeof head + head.view_size, question->legal, legal);
    return bytes;
}

static bool is_text(const char *text, size_t room)
{
    return memchr(text, '\0', room) != NULL;
}

static bool check_head(const struct head *head, struct core_question *out,
                       struct rd_problem *problem)
{
    if (memcmp(head->mark, mark, sizeof mark) != 0 || !is_text(head->game, sizeof head->game) ||
        !is_text(head->bot, sizeof head->bot)) {
        return rd_problem_at(problem, NULL, "this is no question");
    }
    out->game = rd_game_of(head->game, head->rules_version);
    if (out->game == NULL) {
        return rd_problem_at(problem, NULL, "this program does not have these rules");
    }
    out->bot = rd_bot_find(out->game, head->bot);
    if (out->bot == NULL) {
        return rd_problem_at(problem, NULL, "%s has no such bot", out->game->id);
    }
    return (head->view_size == out->game->view_size && head->seat < RD_SEATS_MAX &&
            head->legal_count > 0 && head->legal_count <= out->game->legal_max) ||
           rd_problem_at(problem, NULL, "a view of %s has another form here", out->game->id);
}

static void *copy_of(const uint8_t *bytes, size_t size)
{
    RD_ASSERT(size > 0);
    void *copy = malloc(size);
    RD_ASSERT(copy != NULL);
    memcpy(copy, bytes, size);
    return copy;
}

/* In ascending sequence, as bots rely on. */
static bool check_legal(const struct core_question *question, struct rd_problem *problem)
{
    for (uint32_t i = 1; i < question->legal_count; i++) {
        if (rd_action_compare(question->legal[i - 1], question->legal[i]) >= 0) {
            return rd_problem_at(problem, NULL, "the legal orders are out of sequence");
        }
    }
    return true;
}

struct core_question *core_question_read(const uint8_t *bytes, size_t size,
                                         struct rd_problem *problem)
{
    struct core_question found = { .ticket = 0 };
    struct head head;
    if (size < sizeof head) {
        rd_problem_at(problem, NULL, "this is no question");
        return NULL;
    }
    memcpy(&head, bytes, sizeof head);
    if (!check_head(&head, &found, problem)) {
        return NULL;
    }
    size_t legal = head.legal_count * sizeof *found.legal;
    if (size != sizeof head + head.view_size + legal) {
        rd_problem_at(problem, NULL, "the question is not whole");
        return NULL;
    }
    struct core_question *question = copy_of((const uint8_t *)&found, sizeof found);
    question->seat = (rd_seat)head.seat;
    question->luck = rd_luck_from_key(head.key[0], head.key[1]);
    question->view = copy_of(bytes + sizeof head, head.view_size);
    question->legal = copy_of(bytes + sizeof head + head.view_size, legal);
    question->legal_count = head.legal_count;
    if (!check_legal(question, problem)) {
        core_question_free(question);
        return NULL;
    }
    return question;
}
