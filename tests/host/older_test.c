/* Rules of earlier versions: they are found, the bots of the house play by them, and their
 * positions can be written and read. How they play is in tests/golden/older. */
#include "older/older.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "host/codec.h"
#include "tests/check.h"

enum { ORDERS = 60, NODES = 200 };

struct board {
    const struct rd_game *game;
    void *state, *view, *memory;
    struct rd_action *legal;
    struct rd_luck luck;
};

static void open_board(struct board *b, const struct rd_game *game)
{
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    b->game = game;
    b->state = calloc(1, game->state_size);
    b->view = malloc(game->view_size);
    b->memory = malloc(RD_BOT_MEMORY_MAX);
    b->legal = malloc(game->legal_max * sizeof *b->legal);
    b->luck = rd_luck_from_seed(5);
    game->init(b->state, &setup, &b->luck);
}

static void close_board(struct board *b)
{
    free(b->state);
    free(b->view);
    free(b->memory);
    free(b->legal);
}

/* The next order of whoever is to act, by this bot. */
static void play_one(struct board *b, const struct rd_bot *bot)
{
    rd_seat seat = 0;
    while ((b->game->to_act(b->state) & RD_SEAT_BIT(seat)) == 0) {
        seat++;
    }
    uint32_t count = b->game->legal(b->state, seat, b->legal, b->game->legal_max);
    b->game->observe(b->state, seat, b->view);
    struct rd_bot_question question = { .game = b->game,
                                        .view = b->view,
                                        .seat = seat,
                                        .legal = b->legal,
                                        .legal_count = count,
                                        .luck = &b->luck,
                                        .memory = b->memory,
                                        .nodes = NODES };
    uint32_t choice = rd_bot_answer(bot, &question);
    CHECK(choice < count);
    CHECK_EQ(b->game->judge(b->state, seat, b->legal[choice]).code, RD_OK);
    b->game->apply(b->state, seat, b->legal[choice], &b->luck, NULL);
}

/* They look into positions as they are laid out now: rules that are laid out otherwise need bots
 * of their own. */
static void bots_play_by_them(void)
{
    static const char *const names[] = { "random", "greedy", "beginner", "strong" };
    for (uint32_t i = 0; rd_game_older(i) != NULL; i++) {
        for (uint32_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            struct board b;
            const struct rd_game *now = rd_game_find(rd_game_older(i)->id);
            const struct rd_bot *bot = rd_bot_find(rd_game_older(i), names[n]);
            CHECK(bot != NULL);
            CHECK_EQ(rd_game_older(i)->state_size, now->state_size);
            CHECK_EQ(rd_game_older(i)->view_size, now->view_size);
            open_board(&b, rd_game_older(i));
            for (uint32_t k = 0; bot != NULL && k < ORDERS && b.game->to_act(b.state) != 0; k++) {
                play_one(&b, bot);
            }
            CHECK(b.game->audit(b.state) == NULL);
            close_board(&b);
        }
    }
}

static void positions_are_read_again(void)
{
    for (uint32_t i = 0; rd_game_older(i) != NULL; i++) {
        struct board b;
        struct rd_setup setup;
        struct rd_problem problem = { "" };
        open_board(&b, rd_game_older(i));
        for (uint32_t k = 0; k < ORDERS && b.game->to_act(b.state) != 0; k++) {
            play_one(&b, rd_bot_find(b.game, "greedy"));
        }
        const struct rd_codec *codec = rd_codec_of(b.game);
        json_t *json = codec->position(b.state);
        void *again = calloc(1, b.game->state_size);
        struct rd_luck luck = b.luck;
        rd_setup_presets(b.game, &setup);
        CHECK(codec->read_position(json, &setup, &luck, again, &problem));
        CHECK_TEXT(problem.text, "");
        CHECK(memcmp(again, b.state, b.game->state_size) == 0);
        json_decref(json);
        free(again);
        close_board(&b);
    }
}

static void versions_are_told_apart(void)
{
    const struct rd_game *now = rd_game_find("classic"), *then = rd_game_of("classic", 1);
    CHECK(rd_game_of("classic", now->rules_version) == now);
    CHECK(then != NULL && then != now);
    CHECK(rd_game_of("classic", now->rules_version + 1) == NULL);
    CHECK(rd_game_of("chess", 1) == NULL);
    CHECK(rd_codec_of(then) != rd_codec_of(now));
    for (uint32_t i = 0; rd_game_older(i) != NULL; i++) {
        const struct rd_game *game = rd_game_older(i);
        CHECK(rd_game_find(game->id) != NULL && rd_game_find(game->id) != game);
        CHECK(game->rules_version < rd_game_find(game->id)->rules_version);
        CHECK(rd_game_of(game->id, game->rules_version) == game);
        CHECK(rd_tables_hash(game) != rd_tables_hash(rd_game_find(game->id)));
    }
}

/* Whoever raises a rules_version keeps the rules of before with tools/keep-rules. The versions that
 * stand here were raised before rules were kept. */
static void the_rules_of_before_are_kept(void)
{
    static const struct {
        const char *game;
        uint32_t version;
    } first[] = { { "fortress", 2 }, { "fate", 3 }, { "classic", 1 } };
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        uint32_t from = 1;
        for (uint32_t k = 0; k < sizeof first / sizeof first[0]; k++) {
            from = strcmp(first[k].game, rd_game_at(i)->id) == 0 ? first[k].version : from;
        }
        for (uint32_t version = from; version < rd_game_at(i)->rules_version; version++) {
            CHECK(rd_game_of(rd_game_at(i)->id, version) != NULL);
        }
    }
}

int main(void)
{
    RUN(the_rules_of_before_are_kept);
    RUN(versions_are_told_apart);
    RUN(bots_play_by_them);
    RUN(positions_are_read_again);
    return check_end();
}
