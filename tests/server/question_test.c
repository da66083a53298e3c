/* Questions to bots as bytes: a thinker elsewhere answers what a bot here would, and bytes that are
 * not whole, or of other rules, are refused. */
#include <stdlib.h>
#include <string.h>

#include "host/match.h"
#include "older/older.h"
#include "server/core/question.h"
#include "tests/check.h"

enum { POSITIONS = 12, STEPS = 40, CUTS = 200, NOISES = 3000 };
enum { /* places in struct head of question.c */
       MARK = 0,
       RULES = 24,
       SEAT = 28,
       VIEW = 32,
       COUNT = 36,
       GAME = 40,
       BOT = 72,
       HEAD = 104,
       HEAD_TEXTS = GAME /* what lies behind the end of a text is not kept */
};

/* A position of a random game after so many orders, as somebody who is to act sees it. */
static struct core_question *question_after(const struct rd_game *game, uint32_t orders)
{
    struct rd_luck luck = rd_luck_from_seed(orders + 1);
    struct rd_setup setup;
    struct rd_action *legal = malloc(game->legal_max * sizeof *legal);
    void *state = calloc(1, game->state_size);
    uint32_t count = 0;
    rd_seat seat = 0;
    rd_setup_presets(game, &setup);
    game->init(state, &setup, &luck);
    for (uint32_t i = 0; i <= orders && game->to_act(state) != 0; i++) {
        for (seat = 0; (game->to_act(state) & RD_SEAT_BIT(seat)) == 0;) {
            seat++;
        }
        count = game->legal(state, seat, legal, game->legal_max);
        if (i < orders) {
            game->apply(state, seat, legal[rd_luck_range(&luck, 0, (int32_t)count - 1)], &luck,
                        NULL);
        }
    }
    struct core_question *question = calloc(1, sizeof *question);
    question->game = game;
    question->seat = seat;
    question->luck = rd_luck_from_key(1000 + orders, 77);
    question->view = calloc(1, game->view_size);
    game->observe(state, seat, question->view);
    question->legal = legal;
    question->legal_count = game->to_act(state) != 0 ? count : 0;
    free(state);
    return question;
}

static void check_same(struct core_question *question)
{
    struct rd_problem problem = { "" };
    size_t size, again_size;
    uint8_t *bytes = core_question_write(question, &size);
    struct core_question *read = core_question_read(bytes, size, &problem);
    CHECK_TEXT(problem.text, "");
    CHECK(read != NULL);
    if (read != NULL) {
        uint8_t *again = core_question_write(read, &again_size);
        CHECK(again_size == size && memcmp(again, bytes, size) == 0);
        CHECK_EQ(core_question_choose(read), core_question_choose(question));
        free(again);
    }
    core_question_free(read);
    free(bytes);
}

static void answers_are_the_same(void)
{
    static const char *const names[] = { "random", "greedy", "beginner", "casual" };
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        for (uint32_t at = 0; at < POSITIONS; at++) {
            struct core_question *question = question_after(rd_game_at(i), at * STEPS / POSITIONS);
            question->bot = rd_bot_find(question->game, names[at % 4]);
            if (question->bot == NULL) { /* a new game has no greedy one */
                question->bot = rd_bot_find(question->game, "random");
            }
            if (question->legal_count > 0) {
                check_same(question);
            }
            core_question_free(question);
        }
    }
}

/* Matches go on by rules that were kept, and so do their bots. */
static void kept_rules_are_known(void)
{
    for (uint32_t i = 0; rd_game_older(i) != NULL; i++) {
        struct core_question *question = question_after(rd_game_older(i), 5);
        question->bot = rd_bot_find(question->game, "casual");
        CHECK(question->legal_count > 0);
        check_same(question);
        core_question_free(question);
    }
}

static bool is_refused(const uint8_t *bytes, size_t size)
{
    struct rd_problem problem = { "" };
    uint8_t *exactly = malloc(size + 1); /* so that reading behind it is noticed */
    memcpy(exactly, bytes, size);
    exactly = realloc(exactly, size > 0 ? size : 1);
    struct core_question *read = core_question_read(exactly, size, &problem);
    bool refused = read == NULL && problem.text[0] != '\0';
    core_question_free(read);
    free(exactly);
    return refused;
}

static void pieces_are_refused(void)
{
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        struct core_question *question = question_after(rd_game_at(i), 3);
        question->bot = rd_bot_find(question->game, "random");
        size_t size;
        uint8_t *bytes = core_question_write(question, &size);
        for (uint32_t cut = 0; cut < CUTS; cut++) {
            CHECK(is_refused(bytes, size * cut / CUTS));
        }
        CHECK(is_refused(bytes, size - 1));
        bytes = realloc(bytes, size + 1);
        bytes[size] = 0;
        CHECK(is_refused(bytes, size + 1));
        free(bytes);
        core_question_free(question);
    }
}

static void others_are_refused(void)
{
    static const struct {
        size_t at;
        uint8_t value;
    } wrong[] = { { MARK, 'X' },      { RULES, 250 }, { SEAT, 200 },
                  { SEAT + 3, 1 },    { VIEW, 1 },    { VIEW + 3, 255 },
                  { COUNT + 3, 255 }, { GAME, 'X' },  { BOT, 'X' } };
    struct core_question *question = question_after(rd_game_find("apoca"), 3);
    question->bot = rd_bot_find(question->game, "greedy");
    size_t size;
    uint8_t *bytes = core_question_write(question, &size);
    CHECK(!is_refused(bytes, size));
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        uint8_t before = bytes[wrong[i].at];
        bytes[wrong[i].at] = wrong[i].value;
        CHECK(is_refused(bytes, size));
        bytes[wrong[i].at] = before;
    }
    memset(bytes + GAME, 'x', BOT - GAME); /* without an end */
    CHECK(is_refused(bytes, size));
    free(bytes);
    bytes = core_question_write(question, &size);
    memset(bytes + HEAD + question->game->view_size, 0,
           2 * sizeof *question->legal); /* twice the same */
    CHECK(is_refused(bytes, size));
    free(bytes);
    core_question_free(question);
}

/* A bot's memory is made for so many and no more. */
static void too_many_are_refused(void)
{
    struct core_question *question = question_after(rd_game_find("null"), 1);
    uint32_t most = question->game->legal_max;
    question->bot = rd_bot_find(question->game, "greedy");
    free(question->legal);
    question->legal = calloc(most + 1, sizeof *question->legal);
    for (uint32_t i = 0; i <= most; i++) {
        question->legal[i].verb = 1;
        question->legal[i].arg[0] = (uint16_t)i;
    }
    for (uint32_t more = 0; more < 2; more++) {
        size_t size;
        question->legal_count = most + more;
        uint8_t *bytes = core_question_write(question, &size);
        CHECK(is_refused(bytes, size) == (more == 1));
        free(bytes);
    }
    core_question_free(question);
}

/* A few bytes of the head are anything: refused, or another question, which is written as it was
 * read. */
static void noise_is_harmless(void)
{
    struct rd_luck luck = rd_luck_from_seed(7);
    uint32_t read_well = 0;
    struct core_question *question = question_after(rd_game_find("apoca"), 3);
    question->bot = rd_bot_find(question->game, "greedy");
    size_t size, again_size;
    uint8_t *bytes = core_question_write(question, &size);
    for (uint32_t i = 0; i < NOISES; i++) {
        struct rd_problem problem = { "" };
        uint8_t *noisy = malloc(size);
        memcpy(noisy, bytes, size);
        for (int32_t changes = rd_luck_range(&luck, 1, 3); changes > 0; changes--) {
            noisy[rd_luck_range(&luck, 0, HEAD - 1)] = (uint8_t)rd_luck_range(&luck, 0, 255);
        }
        struct core_question *read = core_question_read(noisy, size, &problem);
        CHECK((read == NULL) == (problem.text[0] != '\0'));
        uint8_t *again = read == NULL ? NULL : core_question_write(read, &again_size);
        CHECK(again == NULL || (again_size == size && memcmp(again, noisy, HEAD_TEXTS) == 0));
        read_well += read != NULL;
        core_question_free(read);
        free(again);
        free(noisy);
    }
    CHECK(read_well > 0);
    free(bytes);
    core_question_free(question);
}

static void nobody_else_fits(void)
{
    char one[CORE_KIND_ROOM], other[CORE_KIND_ROOM];
    core_question_kind("redoubt 1.0.0", one);
    core_question_kind("redoubt 1.0.1", other);
    CHECK(strcmp(one, other) != 0);
}

static void only_searches_leave(void)
{
    struct core_question *question = question_after(rd_game_find("apoca"), 3);
    question->bot = rd_bot_find(question->game, "random");
    CHECK(!core_question_is_long(question));
    question->bot = rd_bot_find(question->game, "expert");
    CHECK(core_question_is_long(question));
    core_question_free(question);
}

int main(void)
{
    RUN(answers_are_the_same);
    RUN(kept_rules_are_known);
    RUN(pieces_are_refused);
    RUN(others_are_refused);
    RUN(too_many_are_refused);
    RUN(noise_is_harmless);
    RUN(nobody_else_fits);
    RUN(only_searches_leave);
    return check_end();
}
