/* MegaMiner lines as orders, R5.9: which parts are taken, which come to nothing, and that a
 * turn given as a line is resolved like the original would. */
#include "apoca_test.h"

static const struct rd_codec *codec;

enum { BOTH = -1 };

struct sample {
    int32_t rules; /* enum apoca_rules, or BOTH */
    const char *state;
    const char *line;
    const char *orders; /* of Red, as order_text() writes them */
    const char *note;   /* NULL: not compared */
};

#define POOR  "{\"RedTeamMoney\":4}"
#define HOUSE "\"Towers\":[{\"Type\":\"House\",\"x\":2,\"y\":2}]"
#define LOST  "the turn is lost: "

static const struct sample samples[] = {
    /* Every part, alone and together. */
    { BOTH, "{}", "{\"action\":\"nothing\",\"x\":0,\"y\":0}", "done", "" },
    { BOTH, "{}", "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"house\"}",
      "build house 2 2, done", "" },
    { BOTH, "{}", "{\"action\":\"nothing\",\"x\":0,\"y\":0,\"merc_direction\":\"S\"}",
      "hire S, done", "" },
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"minigun\",\"merc_direction\":\"N\","
      "\"provoke_demons\":true}",
      "hire N, build minigun 2 2, provoke, done", "" },
    { BOTH, "{" HOUSE "}", "{\"action\":\"destroy\",\"x\":2,\"y\":2}", "destroy 2 2, done", "" },
    /* Case and outer blanks. */
    { BOTH, "{}",
      "{\"action\":\" BUILD \",\"x\":2,\"y\":2,\"tower_type\":\"\\tHoUsE\\u00a0\","
      "\"merc_direction\":\" n\\n\"}",
      "hire N, build house 2 2, done", "" },
    { BOTH, "{}", "{\"action\":\"dance\",\"x\":2,\"y\":2,\"tower_type\":\"house\"}", "done", "" },
    { BOTH, "{}", "{\"action\":\"bui ld\",\"x\":2,\"y\":2,\"tower_type\":\"house\"}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":2,\"y\":2,\"merc_direction\":\"  \"}", "done", "" },
    { BOTH, "{}", "{\"Action\":\"build\",\"x\":2,\"y\":2}", "done",
      LOST "action, x and y must be there" },
    /* A part that comes to nothing leaves the others. */
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":99,\"y\":2,\"tower_type\":\"house\",\"merc_direction\":\"N\"}",
      "hire N, done", "build: x and y are not on the board" },
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":2,\"y\":-1,\"tower_type\":\"house\",\"merc_direction\":\"N\"}",
      "hire N, done", "build: x and y are not on the board" },
    { BOTH, "{}",
      "{\"action\":\"destroy\",\"x\":18446744073709551618,\"y\":2,\"merc_direction\":\"N\"}",
      "hire N, done", "destroy: x and y are not on the board" },
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":20,\"y\":2,\"tower_type\":\"house\",\"provoke_demons\":1}",
      "provoke, done", "build: x and y are not on the board" },
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"ballista\",\"merc_direction\":"
      "\"up\"}",
      "done", "hire: merc_direction must be N, S, W or E; build: tower_type must be {towers}" },
    { BOTH, "{}", "{\"action\":\"build\",\"x\":2,\"y\":2}", "done",
      "build: tower_type must be {towers}" },
    { BOTH, "{}", "{\"action\":\"build\",\"x\":9,\"y\":2,\"tower_type\":\"house\"}", "done", NULL },
    { BOTH, "{}", "{\"action\":\"build\",\"x\":1,\"y\":1,\"tower_type\":\"house\"}", "done", NULL },
    { BOTH, "{" HOUSE "}", "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"house\"}",
      "done", NULL },
    { BOTH, "{}", "{\"action\":\"destroy\",\"x\":2,\"y\":2}", "done", NULL },
    { BOTH, "{}", "{\"action\":\"nothing\",\"x\":0,\"y\":0,\"merc_direction\":\"W\"}", "done",
      NULL },
    /* Money. */
    { BOTH, POOR,
      "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"house\",\"merc_direction\":\"N\","
      "\"provoke_demons\":true}",
      "done", NULL },
    { BOTH, "{\"RedTeamMoney\":4," HOUSE "}",
      "{\"action\":\"destroy\",\"x\":2,\"y\":2,\"merc_direction\":\"N\",\"provoke_demons\":true}",
      "destroy 2 2, provoke, done", NULL },
    /* What counts as yes. */
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":\"no\"}", "provoke, done",
      "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":NaN}", "provoke, done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":[0]}", "provoke, done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":{\"a\":0}}", "provoke, done",
      "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":0.0}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":-0}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":\"\"}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":[]}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":{}}", "done", "" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"provoke_demons\":null}", "done", "" },
    /* Keys: unknown ones and escapes; the last of a kind counts. */
    { BOTH, "{}", "{\"\\u0061ction\":\"\",\"x\":0,\"y\":0,\"extra\":[{\"x\":1}]}", "done", "" },
    { BOTH, "{}",
      "{\"action\":7,\"x\":null,\"y\":0,\"merc_direction\":\"N\",\"merc_direction\":\"S\","
      "\"x\":1,\"action\":\"nothing\"}",
      "hire S, done", "" },
    /* Lost turns. */
    { BOTH, "{}", "", "done", LOST "not a JSON object (an empty line)" },
    { BOTH, "{}", "hello", "done", LOST "not a JSON object (no { at the beginning)" },
    { BOTH, "{}", "[]", "done", LOST "not a JSON object (no { at the beginning)" },
    { BOTH, "{}", "{\"action\":\"nothing\",\"x\":0,\"y\":0,\"merc_direction\":\"N\"", "done",
      LOST "not a JSON object (no } at the end)" },
    { BOTH, "{}", "{\"action\":\"nothing\",\"x\":0,\"y\":0,\"merc_direction\":\"N\"} {}", "done",
      LOST "not a JSON object (something after the end of the object)" },
    { BOTH, "{}", "{\"action\":\"nothing\",\"y\":0,\"merc_direction\":\"N\"}", "done",
      LOST "action, x and y must be there" },
    { BOTH, "{}", "{\"action\":null,\"x\":0,\"y\":0,\"merc_direction\":\"N\"}", "done",
      LOST "action must be text" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"merc_direction\":\"N\",\"tower_type\":null}",
      "done", LOST "tower_type must be text" },
    { BOTH, "{}", "{\"action\":\"\",\"x\":0,\"y\":0,\"merc_direction\":[\"N\"]}", "done",
      LOST "merc_direction must be text" },
    { BOTH, "{}",
      "{\"action\":\"build\",\"x\":2.0,\"y\":2,\"tower_type\":\"house\",\"merc_direction\":\"N\"}",
      "done", LOST "x and y must be whole numbers" },
    { BOTH, "{}",
      "{\"action\":\"destroy\",\"x\":2,\"y\":true,\"merc_direction\":\"N\",\"provoke_demons\":1}",
      "done", LOST "x and y must be whole numbers" },
    /* R11.14: where the rulesets differ. */
    { APOCA_SEED, "{}", "{\"action\":\"nothing\",\"x\":null,\"y\":\"q\",\"merc_direction\":\"N\"}",
      "done", LOST "x and y must be whole numbers" },
    { APOCA_MEGAMINER, "{}",
      "{\"action\":\"nothing\",\"x\":null,\"y\":\"q\",\"merc_direction\":\"N\"}", "hire N, done",
      "" },
};

static void append(char *out, size_t size, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, size - used, "%s", text);
}

/* "hire N, build house 2 2, done" */
static void order_text(const struct rd_order *order, char *out, size_t size)
{
    out[0] = '\0';
    for (uint32_t i = 0; i < order->count; i++) {
        const struct rd_verb *verb = &apoca_game.verbs[order->action[i].verb];
        append(out, size, i == 0 ? "" : ", ");
        append(out, size, verb->name);
        for (uint32_t a = 0; a < RD_ARGS_MAX && verb->arg[a].type != RD_ARG_NONE; a++) {
            uint32_t value = order->action[i].arg[a];
            char word[32];
            if (verb->arg[a].choices != NULL) {
                snprintf(word, sizeof word, " %s", verb->arg[a].choices[value]);
            } else {
                snprintf(word, sizeof word, " %u %u", value % APOCA_SIDE_MAX,
                         value / APOCA_SIDE_MAX);
            }
            append(out, size, word);
        }
    }
}

static bool read_line(const struct apoca_state *state, rd_seat seat, const char *line, size_t size,
                      struct rd_order *order)
{
    json_t *json = json_stringn_nocheck(line, size);
    bool fine = codec->read_order(state, seat, json, order);
    json_decref(json);
    return fine;
}

static void check_sample(const struct sample *sample, int32_t rules)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_order order;
    char text[256];
    CHECK(test_read(sample->state, rules, &state, &problem));
    CHECK(read_line(&state, APOCA_RED, sample->line, strlen(sample->line), &order));
    CHECK_EQ(order.verdict.code, RD_OK);
    order_text(&order, text, sizeof text);
    CHECK_TEXT(text, sample->orders);
    if (sample->note != NULL) {
        test_text(order.note, sample->note);
    } else {
        CHECK(strstr(order.note, "(R5.") != NULL);
    }
    for (uint32_t i = 0; i < order.count; i++) { /* and all of it can be given */
        struct rd_luck luck = rd_luck_from_seed(1);
        CHECK_EQ(apoca_game.judge(&state, APOCA_RED, order.action[i]).code, RD_OK);
        apoca_game.apply(&state, APOCA_RED, order.action[i], &luck, NULL);
    }
    CHECK_EQ(apoca_game.to_act(&state), RD_SEAT_BIT(APOCA_BLUE));
}

static void lines_become_orders(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        for (int32_t rules = APOCA_SEED; rules <= APOCA_MEGAMINER; rules++) {
            if (samples[i].rules == BOTH || samples[i].rules == rules) {
                check_sample(&samples[i], rules);
            }
        }
    }
}

static void a_line_comes_first_or_not_at_all(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_order order;
    CHECK(test_read("{\"Orders\":[[{\"verb\":\"hire\",\"dir\":\"N\"}],[{\"verb\":\"done\"}]]}",
                    APOCA_SEED, &state, &problem));
    CHECK(read_line(&state, APOCA_RED, "x", 1, &order));
    CHECK_EQ(order.verdict.code, RD_AGAINST_RULES);
    CHECK_EQ(order.count, 0);
    CHECK_TEXT(apoca_game.refusals[order.verdict.why].rule, "R5.9");
    CHECK(read_line(&state, APOCA_BLUE, "x", 1, &order));
    CHECK_EQ(order.verdict.code, RD_NOT_YOUR_TURN);
    CHECK(read_line(&state, 9, "x", 1, &order));
    CHECK_EQ(order.verdict.code, RD_NOT_YOUR_TURN);
    apoca_game.resign(&state, APOCA_RED, NULL);
    CHECK(read_line(&state, APOCA_RED, "x", 1, &order));
    CHECK_EQ(order.verdict.code, RD_GAME_OVER);
}

static void other_orders_are_not_lines(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_order order;
    CHECK(test_read("{}", APOCA_SEED, &state, &problem));
    json_t *json = json_pack("{s:s}", "verb", "done");
    CHECK(!codec->read_order(&state, APOCA_RED, json, &order));
    json_decref(json);
}

/* Bytes that no JSON text has: a lost turn each, and nothing worse. */
static void any_bytes_are_a_turn(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_luck luck = rd_luck_from_seed(5);
    const char *valid = "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"house\",\"merc_"
                        "direction\":\"N\",\"provoke_demons\":[1e5,{\"a\":\"\\ud800\"}]}";
    CHECK(test_read("{}", APOCA_SEED, &state, &problem));
    for (uint32_t round = 0; round < 20000; round++) {
        char bytes[160];
        size_t size = strlen(valid);
        memcpy(bytes, valid, size);
        for (int32_t changes = rd_luck_range(&luck, 0, 4); changes > 0; changes--) {
            bytes[rd_luck_range(&luck, 0, (int32_t)size - 1)] = (char)rd_luck_range(&luck, 0, 255);
        }
        size = (size_t)rd_luck_range(&luck, 0, 9) == 0
                   ? (size_t)rd_luck_range(&luck, 0, (int32_t)size)
                   : size;
        char *exact = malloc(size + 1); /* the sanitizer sees a read past the end */
        memcpy(exact, bytes, size);
        exact[size] = '\0';
        struct rd_order order;
        CHECK(read_line(&state, APOCA_RED, exact, size, &order));
        CHECK_EQ(order.verdict.code, RD_OK);
        CHECK(order.count >= 1 && order.action[order.count - 1].verb == APOCA_DONE);
        free(exact);
    }
}

/* Section by section, R5.2: money goes to the mercenary first, then the tower, then provoking. */
static void lines_are_resolved_part_by_part(void)
{
    struct apoca_state state;
    struct rd_problem problem;
    struct rd_luck luck = rd_luck_from_seed(1);
    const char *red = "{\"action\":\"build\",\"x\":2,\"y\":2,\"tower_type\":\"minigun\","
                      "\"merc_direction\":\"N\",\"provoke_demons\":true}";
    CHECK(test_read("{}", APOCA_SEED, &state, &problem));
    for (rd_seat seat = 0; seat < APOCA_SEATS; seat++) {
        struct rd_order order;
        CHECK(read_line(&state, seat, seat == APOCA_RED ? red : "junk",
                        strlen(seat == APOCA_RED ? red : "junk"), &order));
        for (uint32_t i = 0; i < order.count; i++) {
            apoca_game.apply(&state, seat, order.action[i], &luck, NULL);
        }
    }
    CHECK_EQ(state.open.turn, 1);
    CHECK_EQ(state.open.money[APOCA_RED], 0);
    CHECK_EQ(state.open.money[APOCA_BLUE], 30);
    CHECK_EQ(state.open.tower_count, 1);
    CHECK_EQ(state.open.unit_count, 1);
    CHECK_EQ(state.open.spawner[0].queue, 0); /* no coin was left to provoke with */
}

int main(void)
{
    codec = rd_codec_of(&apoca_game);
    RUN(lines_become_orders);
    RUN(a_line_comes_first_or_not_at_all);
    RUN(other_orders_are_not_lines);
    RUN(any_bytes_are_a_turn);
    RUN(lines_are_resolved_part_by_part);
    return check_end();
}
