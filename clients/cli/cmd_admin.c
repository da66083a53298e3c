/* redoubt admin - looks after a server that runs on this machine: through its socket, or in its
 * file. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "host/nearest.h"
#include "host/text.h"
#include "older/older.h"
#include "server/shell/serve.h"
#include "server/shell/storage.h"

enum { PATH_ROOM = 4096, CHUNK = 65536, WAIT_S = 30 };

struct errand {
    struct config config;
    char db[PATH_ROOM], socket[PATH_ROOM];
    const char *state; /* of list */
    bool json;
    bool follow; /* of backup, as the next two */
    uint32_t every, keep;
};

/* ---- the socket ---- */

static int connect_to(const char *path, struct rd_problem *problem)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct timeval limit = { .tv_sec = WAIT_S };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (strlen(path) < sizeof address.sun_path) {
        memcpy(address.sun_path, path, strlen(path) + 1);
    }
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        rd_problem_at(problem, path,
                      "no server can be reached there: %s; --db names the file of another",
                      strerror(errno));
        if (fd >= 0) {
            close(fd);
        }
        return -1;
    }
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return fd;
}

static bool send_all(int fd, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        ssize_t sent = send(fd, text, left, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        text += sent;
        left -= (size_t)sent;
    }
    return true;
}

/* One line, as JSON. NULL: it didn't come. */
static json_t *read_answer(int fd)
{
    char *line = NULL;
    size_t used = 0;
    bool whole = false;
    while (!whole) {
        char *larger = realloc(line, used + CHUNK);
        RD_ASSERT(larger != NULL);
        line = larger;
        ssize_t got = recv(fd, line + used, CHUNK, 0);
        if (got <= 0) {
            break;
        }
        whole = memchr(line + used, '\n', (size_t)got) != NULL;
        used += (size_t)got;
    }
    json_t *json = whole ? json_loadb(line, used, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    free(line);
    return json;
}

/* Takes the request. The answer if it was fine, else NULL and a problem. */
static json_t *ask(const struct errand *errand, json_t *request, struct rd_problem *problem)
{
    json_t *answer = NULL;
    json_object_set_new(request, "id", json_string("admin"));
    char *text = json_dumps(request, JSON_COMPACT);
    json_decref(request);
    int fd = connect_to(errand->socket, problem);
    if (fd >= 0) {
        if (send_all(fd, text) && send_all(fd, "\n")) {
            answer = read_answer(fd);
        }
        close(fd);
    }
    free(text);
    if (fd >= 0 && answer == NULL) {
        rd_problem_at(problem, NULL, "the server did not answer");
    } else if (answer != NULL && !json_is_true(json_object_get(answer, "ok"))) {
        const char *why = json_string_value(json_object_get(answer, "why"));
        rd_problem_at(problem, NULL, "%s", why == NULL ? "refused" : why);
        json_decref(answer);
        answer = NULL;
    }
    return answer;
}

/* ---- printing ---- */

static void print_json(const json_t *json)
{
    json_dumpf(json, stdout, JSON_INDENT(1));
    putchar('\n');
}

static const char *text_of(const json_t *json, const char *key)
{
    const char *text = json_string_value(json_object_get(json, key));
    return text == NULL ? "" : text;
}

static void print_time(json_int_t at_ms)
{
    time_t seconds = (time_t)(at_ms / 1000);
    struct tm parts;
    char text[32];
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    fputs(text, stdout);
}

static void print_match(const json_t *match)
{
    const json_t *turn = json_object_get(match, "turn"), *seats = json_object_get(match, "seats");
    printf("%-18s %-8s %-8s turn %-4lld ", text_of(match, "match"), text_of(match, "game"),
           text_of(match, "state"), (long long)json_integer_value(json_array_get(turn, 0)));
    print_time(json_integer_value(json_object_get(match, "at")));
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *name = text_of(seat, "name");
        printf("%s %s", i == 0 ? " " : ",", name[0] == '\0' ? text_of(seat, "who") : name);
    }
    putchar('\n');
}

/* Who sits where, with the ids that ban takes. */
static void print_seats(const json_t *match)
{
    const json_t *players = json_object_get(match, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const json_t *seat = json_array_get(json_object_get(match, "seats"), i);
        const char *id = json_string_value(json_array_get(players, i));
        bool banned = json_is_true(json_array_get(json_object_get(match, "banned"), i));
        bool muted = json_is_true(json_array_get(json_object_get(match, "muted"), i));
        printf("seat %zu: %-18s %s%s%s\n", i, id == NULL ? text_of(seat, "who") : id,
               text_of(seat, "name"), banned ? ", banned" : "", muted ? ", muted" : "");
    }
}

static void print_answer(const struct errand *errand, json_t *answer)
{
    const json_t *matches = json_object_get(answer, "matches");
    json_object_del(answer, "re");
    if (errand->json) {
        print_json(answer);
    } else if (matches != NULL) {
        for (size_t i = 0; i < json_array_size(matches); i++) {
            print_match(json_array_get(matches, i));
        }
    } else if (json_object_get(answer, "game") != NULL) {
        print_match(answer);
        print_seats(answer);
        printf("%lld records, watched by %lld%s\n",
               (long long)json_integer_value(json_object_get(answer, "records")),
               (long long)json_integer_value(json_object_get(answer, "watched_by")),
               json_is_true(json_object_get(answer, "held"))     ? ", paused: held by the host"
               : json_is_true(json_object_get(answer, "paused")) ? ", paused"
                                                                 : "");
    } else {
        puts("done");
    }
}

/* ---- the file ---- */

static void print_report(void *context, const struct core_record *record)
{
    json_t *list = context, *body = json_loads(record->body, 0, NULL);
    json_t *line = json_pack("{s:s, s:I}", "report", record->id, "at", (json_int_t)record->at_ms);
    json_object_update(line, body);
    json_decref(body);
    json_array_append_new(list, line);
}

/* ---- a damaged file ---- */

static void print_lost(const char *match)
{
    printf("lost: match %s\n", match);
}

static bool salvage(const struct errand *errand, const char *to, struct rd_problem *problem)
{
    struct storage_saved saved;
    if (!storage_salvage(errand->db, to, print_lost, &saved, problem)) {
        return false;
    }
    printf("saved %u matches and %u players; %u matches are not whole\n", saved.matches,
           saved.players, saved.lost);
    return true;
}

/* A report, or what was done about a player. */
static void print_case(const json_t *line)
{
    if (json_object_get(line, "did") == NULL) {
        printf("  match %s  against %s", text_of(line, "match"), text_of(line, "player"));
    } else {
        printf("  %s of %s%s", text_of(line, "did"), text_of(line, "player"),
               json_is_true(json_object_get(line, "address")) ? " and the address" : "");
    }
    printf("  by %s: %s\n", text_of(line, "by"), text_of(line, "why"));
}

static bool show_reports(const struct errand *errand, struct rd_problem *problem)
{
    json_t *list = json_array();
    bool fine = storage_reports(errand->db, print_report, list, problem);
    if (fine && errand->json) {
        print_json(list);
    }
    for (size_t i = 0; fine && !errand->json && i < json_array_size(list); i++) {
        const json_t *line = json_array_get(list, i);
        print_time(json_integer_value(json_object_get(line, "at")));
        print_case(line);
    }
    json_decref(list);
    return fine;
}

/* ---- rules ---- */

/* {"game","rules_version","matches","played"} for each version of each game there is. */
static void count_rules(void *context, const struct core_record *record)
{
    json_t *list = context, *body = json_loads(record->body, 0, NULL), *line = NULL;
    const char *game = text_of(body, "game");
    json_int_t version = json_integer_value(json_object_get(body, "rules_version"));
    for (size_t i = 0; i < json_array_size(list) && line == NULL; i++) {
        json_t *one = json_array_get(list, i);
        bool same = strcmp(text_of(one, "game"), game) == 0 &&
                    json_integer_value(json_object_get(one, "rules_version")) == version;
        line = same ? one : NULL;
    }
    if (line == NULL) {
        line = json_pack("{s:s, s:I, s:i, s:b}", "game", game, "rules_version", version, "matches",
                         0, "played", rd_game_of(game, (uint64_t)version) != NULL);
        json_array_append_new(list, line);
    }
    json_object_set_new(line, "matches",
                        json_integer(json_integer_value(json_object_get(line, "matches")) + 1));
    json_decref(body);
}

/* Before an update, by the program that is to be the new one. */
static bool show_rules(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    json_t *list = json_array();
    (void)argument;
    bool fine = storage_beginnings(errand->db, count_rules, list, problem);
    if (fine && errand->json) {
        print_json(list);
    }
    for (size_t i = 0; fine && !errand->json && i < json_array_size(list); i++) {
        const json_t *line = json_array_get(list, i);
        printf("%-8s version %-3lld %6lld matches  %s\n", text_of(line, "game"),
               (long long)json_integer_value(json_object_get(line, "rules_version")),
               (long long)json_integer_value(json_object_get(line, "matches")),
               json_is_true(json_object_get(line, "played"))
                   ? "this program plays them"
                   : "kept: this program can't play them on");
    }
    json_decref(list);
    return fine;
}

/* ---- copies without end ---- */

/* Their names are moments, so the oldest is the first one. */
static int is_copy(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return strncmp(entry->d_name, "redoubt-", 8) == 0 && length > 3 &&
           strcmp(entry->d_name + length - 3, ".db") == 0;
}

static void drop_oldest(const char *folder, uint32_t keep)
{
    struct dirent **entry = NULL;
    char path[2 * PATH_ROOM];
    int count = scandir(folder, &entry, is_copy, alphasort);
    for (int i = 0; i < count; i++) {
        if (i + (int)keep < count) {
            snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
            unlink(path);
        }
        free(entry[i]);
    }
    free(entry);
}

/* Under another name until it is whole. */
static bool copy_once(const struct errand *errand, const char *folder, struct rd_problem *problem)
{
    char part[PATH_ROOM], path[PATH_ROOM + 64], stamp[32];
    time_t now = time(NULL);
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%S", &parts);
    if (snprintf(part, sizeof part, "%s/.part", folder) >= (int)sizeof part) {
        return rd_problem_at(problem, folder, "the path is too long");
    }
    snprintf(path, sizeof path, "%s/redoubt-%s.db", folder, stamp);
    unlink(part);
    if (!storage_backup(errand->db, part, problem)) {
        return false;
    }
    if (rename(part, path) != 0) {
        return rd_problem_at(problem, path, "can't be written: %s", strerror(errno));
    }
    printf("%s\n", path);
    fflush(stdout);
    drop_oldest(folder, errand->keep);
    return true;
}

static bool follow(const struct errand *errand, const char *folder, struct rd_problem *problem)
{
    int64_t copied = -1;
    bool fine = true;
    while (fine) {
        int64_t now = 0;
        fine = storage_changed(errand->db, &now, problem);
        if (fine && now != copied) {
            fine = copy_once(errand, folder, problem);
            copied = now;
        }
        if (fine) {
            sleep(errand->every);
        }
    }
    return false;
}

/* ---- PostgreSQL ---- */

static bool migrate(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    (void)argument;
    return storage_migrate(errand->db, problem) && puts("the tables are up to date") >= 0;
}

static bool move(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    struct storage_moved moved;
    (void)errand;
    if (!storage_move(argument[0], argument[1], &moved, problem)) {
        return false;
    }
    printf("moved %u matches with %u records, and %u players; both sides have the hash %s\n",
           moved.matches, moved.records, moved.players, moved.hash);
    return true;
}

/* ---- the command ---- */

static bool do_reports(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    (void)argument;
    return show_reports(errand, problem);
}

static bool do_backup(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    return errand->follow ? follow(errand, argument[0], problem)
                          : storage_backup(errand->db, argument[0], problem);
}

static bool do_salvage(const struct errand *errand, char **argument, struct rd_problem *problem)
{
    return salvage(errand, argument[0], problem);
}

static const struct action {
    const char *name;
    const char *key; /* of its argument in the request; NULL: it takes none */
    /* Done with the database, and not through the server. */
    bool (*act)(const struct errand *errand, char **argument, struct rd_problem *problem);
    int arguments;
} actions[] = {
    { "list", NULL, NULL, 0 },          { "show", "match", NULL, 1 },
    { "pause", "match", NULL, 1 },      { "resume", "match", NULL, 1 },
    { "end", "match", NULL, 1 },        { "ban", "player", NULL, 1 },
    { "unban", "player", NULL, 1 },     { "mute", "player", NULL, 1 },
    { "unmute", "player", NULL, 1 },    { "reports", NULL, do_reports, 0 },
    { "appoint", "player", NULL, 1 },   { "dismiss", "player", NULL, 1 },
    { "rules", NULL, show_rules, 0 },   { "backup", NULL, do_backup, 1 },
    { "salvage", NULL, do_salvage, 1 }, { "move", NULL, move, 2 },
    { "migrate", NULL, migrate, 0 },
};
enum { ACTIONS = sizeof actions / sizeof actions[0] };

static bool act(const struct errand *errand, const struct action *action, char **argument,
                struct rd_problem *problem)
{
    if (action->act != NULL) {
        return action->act(errand, argument, problem);
    }
    json_t *request = json_pack("{s:s}", "cmd", action->name);
    if (action->key != NULL) {
        json_object_set_new(request, action->key, json_string(argument[0]));
    } else if (errand->state != NULL) {
        json_object_set_new(request, "state", json_string(errand->state));
    }
    json_t *answer = ask(errand, request, problem);
    if (answer != NULL) {
        print_answer(errand, answer);
        json_decref(answer);
    }
    return answer != NULL;
}

/* The file and the socket of the server that the settings mean. */
static bool find_server(struct errand *errand, struct rd_problem *problem)
{
    if (errand->config.db[0] == '\0') {
        if (!server_default_db(errand->db, sizeof errand->db)) {
            return rd_problem_at(problem, NULL, "there is no HOME; give --db FILE");
        }
    } else {
        snprintf(errand->db, sizeof errand->db, "%s", errand->config.db);
    }
    if (errand->config.admin[0] == '\0') {
        server_admin_path(errand->db, errand->socket, sizeof errand->socket);
    } else {
        snprintf(errand->socket, sizeof errand->socket, "%s", errand->config.admin);
    }
    return true;
}

static bool read_count(const char *text, uint32_t *count)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    *count = (uint32_t)number;
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number >= 1 && number <= 100000;
}

static bool take_options(struct errand *errand, int argc, char **argv, struct rd_problem *problem)
{
    static const struct option longs[] = {
        { "config", required_argument, NULL, 'c' }, { "db", required_argument, NULL, 'd' },
        { "state", required_argument, NULL, 's' },  { "json", no_argument, NULL, 'j' },
        { "follow", no_argument, NULL, 'f' },       { "every", required_argument, NULL, 'e' },
        { "keep", required_argument, NULL, 'k' },   { 0 }
    };
    static const struct cli_options about = { "admin", longs, NULL };
    const char *file = NULL, *db = NULL, *every = "60", *keep = "24";
    char path[PATH_ROOM];
    for (int option; (option = cli_option(&about, argc, argv)) != -1;) {
        if (option == '?') {
            return false;
        }
        file = option == 'c' ? optarg : file;
        db = option == 'd' ? optarg : db;
        errand->state = option == 's' ? optarg : errand->state;
        errand->json = errand->json || option == 'j';
        errand->follow = errand->follow || option == 'f';
        every = option == 'e' ? optarg : every;
        keep = option == 'k' ? optarg : keep;
    }
    if (!read_count(every, &errand->every) || !read_count(keep, &errand->keep)) {
        return rd_problem_at(problem, NULL, "--every and --keep take a number from 1 to 100000");
    }
    config_presets(&errand->config);
    if (file == NULL && db == NULL && config_find(path, sizeof path)) {
        file = path;
    }
    return (file == NULL || config_read(&errand->config, file, problem)) &&
           (db == NULL || config_set(&errand->config, "db", db, problem)) &&
           find_server(errand, problem);
}

static const struct action *find_action(const char *name)
{
    for (uint32_t i = 0; name != NULL && i < ACTIONS; i++) {
        if (strcmp(actions[i].name, name) == 0) {
            return &actions[i];
        }
    }
    return NULL;
}

static void unknown_action(const char *name)
{
    char list[160], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(name);
    for (uint32_t i = 0; i < ACTIONS; i++) {
        rd_text_add(&text, "%s%s", i == 0 ? "" : i + 1 < ACTIONS ? ", " : " or ", actions[i].name);
        rd_nearest_try(&nearest, actions[i].name);
    }
    cli_bad("admin", "say what to do%s: %s", rd_nearest_ask(&nearest, ask), list);
}

static int run(int argc, char **argv)
{
    struct errand *errand = calloc(1, sizeof *errand);
    struct rd_problem problem = { "" };
    RD_ASSERT(errand != NULL);
    int status = CLI_USAGE;
    bool fine = take_options(errand, argc, argv, &problem);
    const struct action *action = find_action(argc > optind ? argv[optind] : NULL);
    if (!fine) {
        status = problem.text[0] == '\0' ? CLI_USAGE : cli_bad("admin", "%s", problem.text);
    } else if (action == NULL) {
        unknown_action(argc > optind ? argv[optind] : "");
    } else if (argc - optind != 1 + action->arguments) {
        static const char *const needs[] = { "%s takes nothing more",
                                             "%s needs one thing: see redoubt admin --help",
                                             "%s needs two things: see redoubt admin --help" };
        cli_bad("admin", needs[action->arguments], action->name);
    } else if (!act(errand, action, argv + optind + 1, &problem)) {
        cli_bad("admin", "%s", problem.text);
        status = CLI_FAILED;
    } else {
        status = CLI_FINE;
    }
    free(errand);
    return status;
}

const struct command command_admin = {
    .name = "admin",
    .summary = "look after a server on this machine",
    .help =
        "usage: redoubt admin [--config FILE] [--db FILE] [--json] list [--state STATE]\n"
        "       redoubt admin [...] show|pause|resume|end MATCH\n"
        "       redoubt admin [...] ban|unban|mute|unmute|appoint|dismiss PLAYER\n"
        "       redoubt admin [...] reports|rules\n"
        "       redoubt admin [...] backup FILE\n"
        "       redoubt admin [...] backup --follow FOLDER [--every SECONDS] [--keep COPIES]\n"
        "       redoubt admin [...] salvage FILE\n"
        "       redoubt admin move FROM TO\n"
        "       redoubt admin --db ADDRESS migrate\n"
        "\n"
        "Talks to the server that uses the database, through a socket that only its user may\n"
        "open. list has the newest matches first; show tells who sits where, by the ids that\n"
        "ban takes. end stops a match without a result; pause stops its clocks and orders\n"
        "until resume: players can't resume it. Who is banned can't log in any more, who is\n"
        "muted can't say anything. Who is appointed is a moderator, who sees reports and may ban\n"
        "and mute in the page, until it is dismissed. The server logs what it is told. reports,\n"
        "rules and backup read the file, whether a server is using it or not; backup makes a copy\n"
        "that is whole. rules counts the matches of each version of the rules, and says which\n"
        "of them this program plays: ask the new program before an update. With --follow backup\n"
        "goes on making copies in a folder whenever something has changed, until it is stopped.\n"
        "salvage copies what is whole in a damaged database, which no server may be using, into a\n"
        "new one, and names the matches that are not.\n"
        "move copies everything from a file to PostgreSQL (postgresql://USER@HOST/NAME) or back,\n"
        "into a database that is empty, and compares both; no server may be using them. migrate\n"
        "makes the tables in PostgreSQL, or brings them up to date while no server uses them.\n"
        "\n"
        "  --config FILE   the settings of the server; by default those it finds itself\n"
        "  --db FILE       its database, instead; or an address, postgresql://...\n"
        "  --state STATE   only matches that are open, running, over, broken, or of older\n"
        "                  rules\n"
        "  --follow        copies again and again, into a folder\n"
        "  --every SECONDS at most so often, 60 by default\n"
        "  --keep COPIES   so many are kept, 24 by default; older ones are deleted\n"
        "  --json          the answer as JSON\n"
        "  --help          this text\n",
    .run = run,
};
