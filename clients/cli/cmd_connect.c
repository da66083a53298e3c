/* redoubt connect - a program takes seats on a server, as a player of its own. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/entrant.h"
#include "arena/sandbox.h"
#include "clients/cli/command.h"
#include "clients/cli/web_socket.h"
#include "host/json_game.h"
#include "host/text.h"
#include "server/core/luck.h"

enum {
    TABLES = 16,
    WORD = 256,
    NAME_MAX_BYTES = 40,
    LEGAL_MAX = 1 << 20,
    WAIT_MS = 500,
    GAMES_ASKED_MAX = 1000000,
    RATING_MAX = 10000
};

struct wish {
    const char *url, *bot, *game, *match, *name, *token, *speed, *account;
    uint32_t games, at_once;
    uint32_t rating_low, rating_high; /* of those against whom it plays; high 0: unrated matches */
    bool offer;
    struct cli_wishes set;
    struct limits limits;
};

/* A match that the program sits at. */
struct table {
    char match[WORD];
    bool sits, over;
    rd_seat seat;
    struct rd_chosen chosen;
    struct rd_match_player player; /* context NULL: it has not begun */
    struct rd_luck luck;
    int64_t decided; /* number of the last update that was answered */
    bool waits;      /* an order is on its way */
    uint32_t refused;
    char share[LUCK_KEY_ROOM]; /* what it adds to the luck of the match */
};

struct client {
    const struct wish *wish;
    struct web_socket *line;
    struct entrant entrant;
    bool sandboxed, greeted;
    char names[RD_SEATS_MAX][ENTRANT_NAME_MAX];
    char name[NAME_MAX_BYTES + 1], password[WORD]; /* "": it has no account */
    char prefix[17];
    uint64_t command; /* counts them: ids */
    struct table table[TABLES];
    uint32_t played;
};

/* ---- commands ---- */

/* Takes the reference. The id tells the table, so that an answer is known for what it answers. */
static bool command(struct client *c, json_t *json, const char *what, uint32_t table)
{
    char id[64];
    snprintf(id, sizeof id, "%s-%s-%u-%llu", c->prefix, what, table,
             (unsigned long long)c->command++);
    json_object_set_new(json, "cmd", json_string(what));
    json_object_set_new(json, "id", json_string(id));
    char *text = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    bool fine = web_socket_send(c->line, text);
    free(text);
    json_decref(json);
    return fine;
}

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

/* ---- who we are ---- */

/* The first line of a file, if there is one. */
static void read_word(const char *path, char word[WORD])
{
    FILE *file = path == NULL ? NULL : fopen(path, "re");
    if (file != NULL) {
        if (fgets(word, WORD, file) != NULL) {
            word[strcspn(word, "\n")] = '\0';
        }
        fclose(file);
    }
}

static void hello(struct client *c)
{
    static const char mark[] = " (bot)";
    char token[WORD] = "";
    read_word(c->wish->token, token);
    size_t kept = rd_text_fit(c->wish->name, strlen(c->wish->name), sizeof c->name - sizeof mark);
    snprintf(c->name, sizeof c->name, "%.*s%s", (int)kept, c->wish->name, mark);
    command(c,
            token[0] != '\0'
                ? json_pack("{s:i, s:s}", "version", 1, "token", token)
                : json_pack("{s:i, s:s, s:b}", "version", 1, "name", c->name, "program", 1),
            "hello", 0);
}

/* Its guest becomes an account. */
static bool sign_up(struct client *c)
{
    return command(c, json_pack("{s:s, s:s}", "name", c->name, "password", c->password), "register",
                   0);
}

/* The account is there, and the token of it was lost. */
static bool log_in(struct client *c)
{
    return command(
        c, json_pack("{s:i, s:s, s:s}", "version", 1, "name", c->name, "password", c->password),
        "login", 0);
}

static bool keep_token(const struct client *c, const json_t *answer)
{
    const char *token = text_of(answer, "token");
    if (c->wish->token == NULL || token[0] == '\0') {
        return true;
    }
    int file = open(c->wish->token, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool fine = file >= 0 && dprintf(file, "%s\n", token) > 0;
    return file >= 0 && close(file) == 0 && fine;
}

/* ---- finding a table ---- */

static struct table *free_table(struct client *c)
{
    for (uint32_t i = 0; i < c->wish->at_once; i++) {
        if (c->table[i].match[0] == '\0') {
            return &c->table[i];
        }
    }
    return NULL;
}

static struct table *table_of(struct client *c, const char *match)
{
    for (uint32_t i = 0; i < TABLES && match[0] != '\0'; i++) {
        if (strcmp(c->table[i].match, match) == 0) {
            return &c->table[i];
        }
    }
    return NULL;
}

static uint32_t number_of(const struct client *c, const struct table *table)
{
    return (uint32_t)(table - c->table);
}

/* The seat adds to the luck: what it adds is told when all have sealed theirs. */
static void add_seal(struct table *table, json_t *json)
{
    uint8_t bytes[(LUCK_KEY_ROOM - 1) / 2];
    char seal[LUCK_HASH_ROOM];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(table->share, sizeof table->share, bytes, sizeof bytes);
    luck_seal(table->share, seal);
    json_object_set_new(json, "seal", json_string(seal));
}

static void open_share(struct client *c, struct table *table, const json_t *update)
{
    const json_t *wanted = json_object_get(json_object_get(update, "luck"), "wanted");
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        if (json_integer_value(json_array_get(wanted, i)) == (json_int_t)table->seat) {
            command(c,
                    json_pack("{s:s, s:i, s:s}", "match", table->match, "seat", (int)table->seat,
                              "share", table->share),
                    "share", number_of(c, table));
        }
    }
}

static void join(struct client *c, const char *match, const char *secret)
{
    struct table *table = table_of(c, match) == NULL ? free_table(c) : NULL;
    if (table == NULL || c->played >= c->wish->games) {
        return;
    }
    memset(table, 0, sizeof *table);
    snprintf(table->match, sizeof table->match, "%s", match);
    json_t *json = json_pack("{s:s}", "match", match);
    if (secret != NULL) {
        json_object_set_new(json, "secret", json_string(secret));
    }
    add_seal(table, json);
    command(c, json, "join", number_of(c, table));
}

/* ID, ID/SECRET, or the link with "/#/m/" in it. */
static void join_link(struct client *c, const char *link)
{
    char match[WORD];
    const char *rest = web_socket_match(link, match, sizeof match);
    join(c, match, *rest == '/' ? rest + 1 : NULL);
}

/* A public match of our own, with the other seats free for whoever comes. */
static bool offer(struct client *c, struct rd_problem *problem)
{
    struct cli_game game;
    struct table *table = free_table(c);
    if (table == NULL) {
        return true;
    }
    if (!cli_game_as_wished(&game, c->wish->game, &c->wish->set, problem)) {
        return false;
    }
    json_t *seats = json_pack("[s]", "me"),
           *options = rd_options_to_json(game.chosen.game, &game.chosen.setup);
    for (uint32_t seat = 1; seat < game.chosen.setup.seats; seat++) {
        json_array_append_new(seats, json_string("open"));
    }
    memset(table, 0, sizeof *table);
    snprintf(table->match, sizeof table->match, "?");
    json_t *json = json_pack("{s:s, s:o, s:o, s:b, s:s}", "game", c->wish->game, "options", options,
                             "seats", seats, "public", 1, "sides", "random");
    json_object_set_new(json, "rated", json_boolean(c->wish->rating_high > 0));
    add_seal(table, json);
    command(c, json, "create", number_of(c, table));
    cli_game_close(&game);
    return true;
}

/* Is everybody who sits there as strong as wished? */
static bool is_fit(const struct client *c, const json_t *line)
{
    size_t i;
    json_t *seat;
    json_array_foreach(json_object_get(line, "seats"), i, seat)
    {
        const json_t *rating = json_object_get(json_object_get(seat, "rating"), "rating");
        json_int_t number = json_integer_value(rating);
        if (rating != NULL && c->wish->rating_high > 0 &&
            (number < c->wish->rating_low || number > c->wish->rating_high)) {
            return false;
        }
    }
    return true;
}

static void look_at_line(struct client *c, const json_t *line)
{
    if (is_fit(c, line) && json_integer_value(json_object_get(line, "free")) > 0 &&
        json_array_size(json_object_get(line, "mine")) == 0 && !c->wish->offer &&
        c->wish->match == NULL) {
        join(c, text_of(line, "match"), NULL);
    }
}

static bool begin(struct client *c, struct rd_problem *problem)
{
    if (c->wish->match != NULL) {
        join_link(c, c->wish->match);
        return true;
    }
    if (c->wish->offer) {
        return offer(c, problem);
    }
    json_t *json = json_pack("{s:b, s:b}", "free", 1, "rated", c->wish->rating_high > 0);
    if (c->wish->game != NULL) {
        json_object_set_new(json, "game", json_string(c->wish->game));
    }
    if (c->wish->speed != NULL) {
        json_object_set_new(json, "speed", json_string(c->wish->speed));
    }
    return command(c, json, "lobby", 0);
}

/* ---- playing ---- */

static bool sit_down(struct table *table, const json_t *answer, struct rd_problem *problem)
{
    if (!rd_chosen_open(&table->chosen, text_of(answer, "game"), problem)) {
        return false;
    }
    int64_t version = json_integer_value(json_object_get(answer, "rules_version"));
    if (version != table->chosen.game->rules_version) {
        return rd_problem_at(problem, NULL,
                             "the server plays version %d of the rules of %s, and this program "
                             "knows version %d: use the program of the server's release",
                             (int)version, table->chosen.game->id,
                             (int)table->chosen.game->rules_version);
    }
    if (!rd_chosen_set_json(&table->chosen, json_object_get(answer, "options"), RD_MAP_FILES_NO,
                            problem)) {
        return false;
    }
    table->seat = (rd_seat)json_integer_value(json_object_get(answer, "seat"));
    randombytes_buf(&table->luck, sizeof table->luck.key);
    return true;
}

static void start_program(struct client *c, struct table *table, const void *view)
{
    struct seating seating = { .chosen = &table->chosen,
                               .seat = table->seat,
                               .seed = table->luck.key[0],
                               .limits = &c->wish->limits,
                               .folder = c->entrant.folder,
                               .sandboxed = c->sandboxed,
                               .names = c->names };
    table->player = c->entrant.door->open(&seating, entrant_command(&c->entrant));
    if (table->player.meet != NULL) {
        table->player.meet(table->player.context, view);
    }
}

static void stand_up(struct client *c, struct table *table, const struct rd_outcome *outcome)
{
    const struct door *door = c->entrant.door;
    if (table->player.context != NULL) {
        struct program *program = door->program(table->player.context);
        if (door->tell_end != NULL) {
            door->tell_end(table->player.context, outcome);
        }
        program_close(program);
        if (program->why[0] != '\0') {
            fprintf(stderr, "redoubt connect: %s: %s; %s\n", c->entrant.name, program->why,
                    program->words);
        }
        door->close(table->player.context);
    }
    if (table->chosen.game != NULL) {
        rd_chosen_close(&table->chosen);
    }
    memset(table, 0, sizeof *table);
}

/* The first legal order that ends the turn, else the first. */
static struct rd_action passing(const struct rd_bot_question *question)
{
    for (uint32_t i = 0; i < question->legal_count; i++) {
        if ((question->game->verbs[question->legal[i].verb].flags & RD_VERB_ENDS_TURN) != 0) {
            return question->legal[i];
        }
    }
    return question->legal[0];
}

static void give_order(struct client *c, struct table *table, int32_t choice,
                       const struct rd_bot_question *question)
{
    json_t *json = json_pack("{s:s, s:i}", "match", table->match, "seat", (int)table->seat);
    table->waits = true;
    if (choice == RD_MATCH_RESIGN) {
        command(c, json, "resign", number_of(c, table));
        return;
    }
    struct rd_action action = choice == RD_MATCH_PASS ? passing(question) : question->legal[choice];
    json_object_set_new(json, "order", rd_action_to_json(question->game, action));
    command(c, json, "order", number_of(c, table));
}

/* What is legal follows from the view: in any state that the seat can't tell from the true one. */
static void decide(struct client *c, struct table *table, const void *view)
{
    const struct rd_game *game = table->chosen.game;
    void *state = calloc(1, game->state_size);
    struct rd_luck guess = table->luck;
    RD_ASSERT(state != NULL);
    game->guess(view, &guess, state);
    uint32_t count = game->legal(state, table->seat, NULL, 0);
    struct rd_action *legal = count == 0 || count > LEGAL_MAX ? NULL : calloc(count, sizeof *legal);
    if (legal != NULL) {
        game->legal(state, table->seat, legal, count);
        struct rd_bot_question question = { .game = game,
                                            .view = view,
                                            .seat = table->seat,
                                            .legal = legal,
                                            .legal_count = count,
                                            .luck = &table->luck };
        give_order(c, table, table->player.choose(table->player.context, &question), &question);
    }
    free(legal);
    free(state);
}

/* Over only by an ending of the rules: not where the players agreed, or nobody won. */
static void read_outcome(const struct rd_game *game, const json_t *json, uint32_t seats,
                         struct rd_outcome *outcome)
{
    const json_t *rank = json_object_get(json, "rank"), *score = json_object_get(json, "score");
    memset(outcome, 0, sizeof *outcome);
    for (uint16_t i = 1; game->endings[i].reason != NULL; i++) {
        if (strcmp(game->endings[i].reason, text_of(json, "reason")) == 0) {
            outcome->ending = i;
            outcome->over = 1;
        }
    }
    outcome->seats = (uint8_t)seats;
    for (uint32_t i = 0; i < seats; i++) {
        outcome->rank[i] = (uint8_t)json_integer_value(json_array_get(rank, i));
        outcome->score[i] = (int32_t)json_integer_value(json_array_get(score, i));
    }
}

static void finish(struct client *c, struct table *table, const json_t *update)
{
    struct rd_outcome outcome;
    const json_t *json = json_object_get(update, "outcome");
    const json_t *rank = json_object_get(json, "rank");
    read_outcome(table->chosen.game, json, (uint32_t)json_array_size(rank), &outcome);
    printf("%s: over, place %d: %s\n", table->match,
           (int)json_integer_value(json_array_get(rank, table->seat)), text_of(json, "reason"));
    fflush(stdout);
    command(c, json_pack("{s:s}", "match", table->match), "leave", number_of(c, table));
    stand_up(c, table, &outcome);
    c->played++;
}

/* The bytes of the view; NULL: there is none, or it has another size. To be freed. */
static void *view_of(const struct table *table, const json_t *update)
{
    const char *text = text_of(update, "view");
    size_t size = 0, room = strlen(text);
    if (room == 0 || table->chosen.game == NULL) {
        return NULL;
    }
    unsigned char *view = calloc(1, room + table->chosen.game->view_size);
    RD_ASSERT(view != NULL);
    if (sodium_base642bin(view, room, text, room, NULL, &size, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size != table->chosen.game->view_size) {
        free(view);
        return NULL;
    }
    return view;
}

static void take_update(struct client *c, const json_t *update)
{
    struct table *table = table_of(c, text_of(update, "match"));
    int64_t n = json_integer_value(json_object_get(update, "n"));
    if (table == NULL || table->chosen.game == NULL) {
        return;
    }
    if (strcmp(text_of(update, "state"), "over") == 0) {
        finish(c, table, update);
        return;
    }
    open_share(c, table, update);
    size_t seats = json_array_size(json_object_get(update, "seats"));
    if (seats > 0 && seats <= RD_SEATS_MAX) {
        table->chosen.setup.seats = (uint8_t)seats;
    }
    void *view = strcmp(text_of(update, "state"), "running") == 0 ? view_of(table, update) : NULL;
    if (view != NULL && table->player.context == NULL) {
        start_program(c, table, view);
    }
    if (view != NULL && json_is_true(json_object_get(update, "act")) && n > table->decided) {
        table->decided = n;
        decide(c, table, view);
    }
    free(view);
}

/* ---- answers ---- */

static struct table *table_of_answer(struct client *c, const json_t *answer, char what[16])
{
    const char *re = text_of(answer, "re");
    size_t length = strlen(c->prefix);
    what[0] = '\0';
    if (strncmp(re, c->prefix, length) != 0 || re[length] != '-') {
        return NULL;
    }
    const char *word = re + length + 1;
    size_t letters = strcspn(word, "-");
    snprintf(what, 16, "%.*s", (int)(letters < 16 ? letters : 15), word);
    uint64_t number = word[letters] == '-' ? strtoul(word + letters + 1, NULL, 10) : TABLES;
    if (number < TABLES) {
        return &c->table[number];
    }
    return NULL;
}

static bool take_refusal(struct client *c, struct table *table, const char *what,
                         const json_t *answer, struct rd_problem *problem)
{
    if (strcmp(what, "hello") == 0 && c->password[0] != '\0' &&
        strcmp(text_of(answer, "code"), "name_taken") == 0) {
        return log_in(c);
    }
    if (strcmp(what, "hello") == 0 || strcmp(what, "register") == 0 || strcmp(what, "login") == 0 ||
        strcmp(what, "create") == 0 || strcmp(what, "lobby") == 0 ||
        (strcmp(what, "join") == 0 && c->wish->match != NULL)) {
        return rd_problem_at(problem, NULL, "%s was refused: %s", what, text_of(answer, "why"));
    }
    if (strcmp(what, "join") == 0) {
        memset(table, 0, sizeof *table); /* somebody else was faster */
    } else if (strcmp(what, "order") == 0 && ++table->refused > 3) {
        fprintf(stderr, "redoubt connect: %s: %s\n", table->match, text_of(answer, "why"));
        command(c, json_pack("{s:s, s:i}", "match", table->match, "seat", (int)table->seat),
                "resign", number_of(c, table));
    } else if (strcmp(what, "order") == 0) {
        table->decided = 0; /* look at it anew */
        command(c, json_pack("{s:s, s:i}", "match", table->match, "seat", (int)table->seat),
                "watch", number_of(c, table));
    }
    return true;
}

static void print_codes(const json_t *answer)
{
    size_t i;
    json_t *code, *codes = json_object_get(answer, "codes");
    if (json_array_size(codes) > 0) {
        printf("an account; codes for a lost password, shown once:");
        json_array_foreach(codes, i, code)
        {
            printf(" %s", json_string_value(code));
        }
        printf("\n");
    }
}

/* It has said hello, signed up or logged in. */
static bool be_somebody(struct client *c, const json_t *answer, struct rd_problem *problem)
{
    if (!keep_token(c, answer)) {
        return rd_problem_at(problem, "--token", "can't be written: %s", strerror(errno));
    }
    if (c->password[0] != '\0' && !json_is_true(json_object_get(answer, "account"))) {
        return sign_up(c);
    }
    print_codes(answer);
    printf("here as %s\n", text_of(answer, "name"));
    fflush(stdout);
    return begin(c, problem);
}

static bool take_answer(struct client *c, const json_t *answer, struct rd_problem *problem)
{
    char what[16];
    struct table *table = table_of_answer(c, answer, what);
    if (table == NULL) {
        return true;
    }
    if (!json_is_true(json_object_get(answer, "ok"))) {
        return take_refusal(c, table, what, answer, problem);
    }
    if (strcmp(what, "hello") == 0 || strcmp(what, "register") == 0 || strcmp(what, "login") == 0) {
        return be_somebody(c, answer, problem);
    }
    if (strcmp(what, "create") == 0 || strcmp(what, "join") == 0) {
        snprintf(table->match, sizeof table->match, "%s", text_of(answer, "match"));
        printf("%s: %s\n", table->match,
               strcmp(what, "join") == 0 ? "joined" : text_of(answer, "link"));
        fflush(stdout);
        return command(c, json_pack("{s:s}", "match", table->match), "watch", number_of(c, table));
    }
    if (strcmp(what, "watch") == 0 && table->chosen.game == NULL) {
        return sit_down(table, answer, problem);
    }
    if (strcmp(what, "lobby") == 0) {
        size_t index;
        json_t *line;
        json_array_foreach(json_object_get(answer, "matches"), index, line)
        {
            look_at_line(c, line);
        }
    }
    return true;
}

static bool take_message(struct client *c, const char *text, struct rd_problem *problem)
{
    json_t *message = json_loads(text, 0, NULL);
    const char *type = text_of(message, "type");
    bool fine = true;
    if (json_object_get(message, "re") != NULL) {
        fine = take_answer(c, message, problem);
    } else if (strcmp(type, "update") == 0 || strcmp(type, "snapshot") == 0) {
        take_update(c, message);
    } else if (strcmp(type, "lobby") == 0) {
        look_at_line(c, json_object_get(message, "line"));
    }
    json_decref(message);
    return fine;
}

/* ---- the whole ---- */

static bool play(struct client *c, struct rd_problem *problem)
{
    bool fine = true, broken = false;
    hello(c);
    while (fine && !broken && c->played < c->wish->games) {
        const char *text = web_socket_receive(c->line, WAIT_MS, &broken);
        fine = text == NULL || take_message(c, text, problem);
        if (fine && c->wish->offer && c->played > 0 && c->played < c->wish->games) {
            fine = offer(c, problem);
        }
    }
    for (uint32_t i = 0; i < TABLES; i++) {
        struct rd_outcome none = { 0 };
        stand_up(c, &c->table[i], &none);
    }
    return fine && (!broken || rd_problem_at(problem, NULL,
                                             "the server has closed the line; the "
                                             "same command with --token goes on"));
}

static const char **text_option(struct wish *wish, int option)
{
    switch (option) {
    case 'g':
        return &wish->game;
    case 'm':
        return &wish->match;
    case 'n':
        return &wish->name;
    case 't':
        return &wish->token;
    case 'p':
        return &wish->speed;
    case 'c':
        return &wish->account;
    default:
        return NULL;
    }
}

static bool take_number(const char *name, uint32_t max, uint32_t *out, struct rd_problem *problem)
{
    uint64_t value = strtoul(optarg, NULL, 10);
    *out = (uint32_t)value;
    return (value >= 1 && value <= max) ||
           rd_problem_at(problem, name, "'%.20s' is not a number from 1 to %u", optarg, max);
}

/* "1200-1800" */
static bool take_rating(struct wish *wish, struct rd_problem *problem)
{
    char *end = optarg;
    uint64_t low = strtoul(optarg, &end, 10), high = *end == '-' ? strtoul(end + 1, &end, 10) : 0;
    wish->rating_low = (uint32_t)low;
    wish->rating_high = (uint32_t)high;
    return (*end == '\0' && low <= high && high > 0 && high <= RATING_MAX) ||
           rd_problem_at(problem, "--rating", "'%.20s' is no range like 1200-1800", optarg);
}

static bool take_option(struct wish *wish, int option, struct rd_problem *problem)
{
    const char **text = text_option(wish, option);
    if (text != NULL) {
        *text = optarg;
        return true;
    }
    switch (option) {
    case 'G':
        return take_number("--games", GAMES_ASKED_MAX, &wish->games, problem);
    case 'a':
        return take_number("--at-once", TABLES, &wish->at_once, problem);
    case 'r':
        return take_rating(wish, problem);
    case 's':
        return cli_wish(&wish->set, optarg, problem);
    case 'l':
        return limits_set(&wish->limits, optarg, problem);
    case 'o':
        wish->offer = true;
        return true;
    default:
        return limits_set_sandbox(&wish->limits, optarg, problem);
    }
}

static bool prepare(struct client *c, struct rd_problem *problem)
{
    const struct wish *wish = c->wish;
    char statement[1024], match[WORD];
    unsigned char random[8];
    const struct rd_game *game = cli_game_find(wish->game == NULL ? "null" : wish->game, problem);
    if (game == NULL || !entrant_read(&c->entrant, game, wish->bot, problem)) {
        return false;
    }
    if (c->entrant.door == NULL) {
        return rd_problem_at(problem, NULL, "a program is wanted: cmd:COMMAND");
    }
    if (wish->offer && wish->game == NULL) {
        return rd_problem_at(problem, "--offer", "needs --game GAME");
    }
    read_word(wish->account, c->password);
    if (wish->account != NULL && c->password[0] == '\0') {
        return rd_problem_at(problem, "--account", "%.200s has no password in its first line",
                             wish->account);
    }
    if (wish->rating_high > 0 && wish->account == NULL && wish->token == NULL) {
        return rd_problem_at(problem, "--rating", "needs an account: --account FILE");
    }
    process_prepare();
    if (!sandbox_decide(&wish->limits, &c->sandboxed, problem)) {
        return false;
    }
    sandbox_statement(&wish->limits, c->sandboxed, statement, sizeof statement);
    fprintf(stderr, "redoubt connect: %s\n", statement);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(c->prefix, sizeof c->prefix, random, sizeof random);
    web_socket_match(wish->match == NULL ? "" : wish->match, match, sizeof match);
    c->line = web_socket_open(wish->url, match, problem);
    return c->line != NULL;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "game", required_argument, NULL, 'g' },    { "match", required_argument, NULL, 'm' },
        { "offer", no_argument, NULL, 'o' },         { "set", required_argument, NULL, 's' },
        { "speed", required_argument, NULL, 'p' },   { "games", required_argument, NULL, 'G' },
        { "at-once", required_argument, NULL, 'a' }, { "name", required_argument, NULL, 'n' },
        { "token", required_argument, NULL, 't' },   { "limit", required_argument, NULL, 'l' },
        { "sandbox", required_argument, NULL, 'x' }, { "account", required_argument, NULL, 'c' },
        { "rating", required_argument, NULL, 'r' },  { 0 }
    };
    const struct cli_options options = { "connect", longs, NULL };
    struct wish wish = { .name = "A program", .games = 1, .at_once = 1, .limits = limits_preset() };
    struct rd_problem problem = { "" };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!take_option(&wish, option, &problem)) {
            return cli_bad("connect", "%s", problem.text);
        }
    }
    if (argc - optind != 2) {
        return cli_bad("connect",
                       "which server and which program? redoubt connect URL cmd:./mybot");
    }
    wish.url = argv[optind];
    wish.bot = argv[optind + 1];
    struct client *c = calloc(1, sizeof *c);
    RD_ASSERT(c != NULL);
    c->wish = &wish;
    int status = CLI_FINE;
    if (!prepare(c, &problem)) {
        status = cli_bad("connect", "%s", problem.text);
    } else if (!play(c, &problem)) {
        cli_bad("connect", "%s", problem.text);
        status = CLI_FAILED;
    }
    web_socket_close(c->line);
    free(c);
    return status;
}

const struct command command_connect = {
    .name = "connect",
    .summary = "let a program play on a server",
    .help =
        "usage: redoubt connect URL cmd:COMMAND [OPTIONS]\n"
        "\n"
        "A program that plays in redoubt match takes seats on a server, in the sandbox and with\n"
        "the limits that it has there. URL is http://HOST:PORT. Without --match and --offer it\n"
        "takes free seats of unrated public matches as they come.\n"
        "\n"
        "  --match LINK     this match: its id, id/secret, or its link\n"
        "  --offer          make a public match and wait for others; needs --game\n"
        "  --game GAME      only this game\n"
        "  --set KEY=VALUE  of --offer: an option of the game; may be given often\n"
        "  --speed WORD     only matches with this clock: live, days or none\n"
        "  --rating LOW-HIGH rated matches, against those with such a rating; with an account\n"
        "  --games N        end after so many (1)\n"
        "  --at-once N      sit at so many tables at the same time (1, at most 16)\n"
        "  --name NAME      what it is called; \"(bot)\" is put behind it\n"
        "  --account FILE   it has an account, made the first time; the password is in FILE\n"
        "  --token FILE     where it keeps who it is, so that it is the same player next time\n"
        "  --limit NAME=N   what the program may use, see redoubt match\n"
        "  --sandbox WHEN   auto, on, off\n"
        "  --help           this text\n",
    .run = run,
};
