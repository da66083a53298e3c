/* redoubt contest - a contest from an empty folder to published results. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "clients/cli/site.h"
#include "host/nearest.h"
#include "host/text.h"

struct wish {
    const char *team, *division, *why, *server;
    bool follow;
};

enum { INVITATIONS_MAX = 400 };

static int bad(const struct rd_problem *problem)
{
    cli_bad("contest", "%s", problem->text);
    return CLI_FAILED;
}

/* ---- new ---- */

static bool write_conf(const struct contest *c, const char *game, struct rd_problem *problem)
{
    char path[CONTEST_PATH];
    FILE *file = fopen(contest_path(c, path, "contest.conf"), "wxe");
    if (file != NULL) {
        contest_write_conf(file, game);
    }
    return (file != NULL && fclose(file) == 0) ||
           rd_problem_at(problem, NULL, "%.200s can't be written: %s", path, strerror(errno));
}

static int make_new(struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    struct contest *c = calloc(1, sizeof *c);
    (void)wish;
    RD_ASSERT(c != NULL);
    if (words != 2) {
        free(c);
        return cli_bad("contest", "which folder and which game? redoubt contest new DIR GAME");
    }
    snprintf(c->folder, sizeof c->folder, "%s", word[0]);
    c->lock = -1;
    c->state = json_pack("{s:s, s:{}}", "phase", "new", "entrants");
    int status = CLI_FINE;
    if (cli_game_find(word[1], &problem) == NULL) {
        status = cli_bad("contest", "%s", problem.text);
    } else if (mkdir(word[0], 0755) != 0) {
        status = cli_bad("contest", "%s can't be made: %s; name a folder that is not there yet",
                         word[0], strerror(errno));
    } else if (!contest_folder_is_fine(word[0], &problem)) {
        rmdir(word[0]);
        status = bad(&problem);
    } else if (!write_conf(c, word[1], &problem) || !contest_make_secret(c, &problem) ||
               !contest_save(c, &problem)) {
        status = bad(&problem);
    } else {
        printf("%s/contest.conf says what is played and by whom: edit it, then\n"
               "redoubt contest check %s\n"
               "%s/secret.json has the seed of the final, and may name secret maps: show it to "
               "nobody\n",
               word[0], word[0], word[0]);
    }
    contest_close(c);
    free(c);
    return status;
}

/* ---- what each of the others does with an open contest ---- */

static void tell_entry(const struct contest_entry *entry, bool fine,
                       const struct rd_problem *problem)
{
    printf("%-20s %s%s\n", entry->name, fine ? "accepted" : "refused: ", fine ? "" : problem->text);
    fflush(stdout);
}

static int check(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct limits limits;
    char tools[CONTEST_WORD];
    bool all = true;
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_setup(c, &chosen, &limits, &problem)) {
        return bad(&problem);
    }
    rd_chosen_close(&chosen);
    json_t *secret = contest_secret(c, &problem);
    bool maps = secret != NULL && contest_maps_try(c, secret, &problem);
    json_decref(secret);
    if (!maps) {
        return bad(&problem);
    }
    for (uint32_t i = 0; i < c->entries; i++) {
        struct rd_problem one = { "" };
        bool fine = contest_try(c, &c->entry[i], &one);
        tell_entry(&c->entry[i], fine, &one);
        all = all && fine;
    }
    if (c->closes[0] != '\0' && contest_closes(c) == 0) {
        printf("closes = %s is for people: a time as 2026-12-01 18:00 (UTC) is kept by the site\n",
               c->closes);
    }
    printf("%s\n", contest_tools(tools));
    printf("%s: %s, %u entrants in contest.conf, the contest is %s\n", c->title, c->game,
           c->entries, contest_phase(c));
    return all ? CLI_FINE : CLI_FAILED;
}

/* Those of contest.conf. True: all were accepted. */
static bool enter_all(struct contest *c)
{
    bool all = true;
    for (uint32_t i = 0; i < c->entries; i++) {
        struct rd_problem problem = { "" };
        bool fine = contest_enter(c, &c->entry[i], &problem);
        tell_entry(&c->entry[i], fine, &problem);
        all = all && fine;
    }
    return all;
}

/* As it is told to everybody, with what its map files hold. NULL: something is wrong with it. */
static json_t *seal_secret(const struct contest *c, struct rd_problem *problem)
{
    json_t *secret = contest_secret(c, problem);
    json_object_del(secret, "sha256");
    bool fine = secret != NULL && contest_maps_try(c, secret, problem) &&
                contest_maps_seal(c, secret, problem);
    json_decref(secret);
    return fine ? contest_secret(c, problem) : NULL;
}

static int open_it(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct limits limits;
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_is_phase(c, "new")) {
        rd_problem_at(&problem, NULL, "it was opened before, and is %s now", contest_phase(c));
        return bad(&problem);
    }
    json_t *secret = contest_setup(c, &chosen, &limits, &problem) ? seal_secret(c, &problem) : NULL;
    if (secret == NULL) {
        return bad(&problem);
    }
    rd_chosen_close(&chosen);
    json_object_set(c->state, "commitment", json_object_get(secret, "sha256"));
    json_decref(secret);
    contest_set_phase(c, "open");
    if (!contest_save(c, &problem)) {
        return bad(&problem);
    }
    printf("open; tell everybody this SHA-256 of secret.json: %s\n",
           json_string_value(json_object_get(c->state, "commitment")));
    bool all = enter_all(c);
    return contest_publish(c, &problem) ? (all ? CLI_FINE : CLI_FAILED) : bad(&problem);
}

static int enter(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    struct contest_entry entry = { .name = "" };
    if (words != 2) {
        return cli_bad("contest", "redoubt contest enter DIR NAME FOLDER_OR_ARCHIVE");
    }
    if (!contest_name_is_fine(word[0], &problem) ||
        (wish->team != NULL && !contest_name_is_fine(wish->team, &problem))) {
        return cli_bad("contest", "%s", problem.text);
    }
    if (access(word[1], R_OK) != 0) {
        return cli_bad("contest", "%s can't be read: %s", word[1], strerror(errno));
    }
    if (!contest_is_phase(c, "open")) {
        rd_problem_at(&problem, NULL, "nobody can enter now: the contest is %s", contest_phase(c));
        return bad(&problem);
    }
    bool in_one = wish->division == NULL && contest_entrant(c, word[0], false) != NULL;
    if (!in_one &&
        !contest_division_is_fine(c, wish->division == NULL ? "" : wish->division, &problem)) {
        return cli_bad("contest", "%s", problem.text);
    }
    snprintf(entry.name, sizeof entry.name, "%s", word[0]);
    snprintf(entry.path, sizeof entry.path, "%s", word[1]);
    snprintf(entry.team, sizeof entry.team, "%s", wish->team == NULL ? "" : wish->team);
    snprintf(entry.division, sizeof entry.division, "%s",
             wish->division == NULL ? "" : wish->division);
    bool fine = contest_enter(c, &entry, &problem);
    tell_entry(&entry, fine, &problem);
    return fine ? CLI_FINE : CLI_FAILED;
}

/* withdraw, disable, enable: a word at an entrant. */
static int mark(struct contest *c, const char *key, const char *value, int words, char **word)
{
    struct rd_problem problem = { "" };
    json_t *entrant = words == 1 ? contest_entrant(c, word[0], false) : NULL;
    if (entrant == NULL) {
        return cli_bad("contest", "which entrant? %s does not take part",
                       words == 1 ? word[0] : "nobody was named, and nobody");
    }
    if (value == NULL) {
        json_object_del(entrant, key);
    } else {
        json_object_set_new(entrant, key, json_string(value));
    }
    /* Between the freeze and the end nothing new is shown. */
    bool shown = !contest_is_phase(c, "frozen") && !contest_is_phase(c, "final");
    return contest_save(c, &problem) && (!shown || contest_publish(c, &problem)) ? CLI_FINE
                                                                                 : bad(&problem);
}

static int withdraw(struct contest *c, struct wish *wish, int words, char **word)
{
    return mark(c, "withdrawn", wish->why == NULL ? "withdrawn" : wish->why, words, word);
}

static int disable(struct contest *c, struct wish *wish, int words, char **word)
{
    return mark(c, "disabled", wish->why == NULL ? "disabled" : wish->why, words, word);
}

static int enable(struct contest *c, struct wish *wish, int words, char **word)
{
    (void)wish;
    return mark(c, "disabled", NULL, words, word);
}

static int invite(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    char *end = NULL;
    unsigned long count = words == 1 ? strtoul(word[0], &end, 10) : 1;
    (void)wish;
    if (words > 1 || count < 1 || count > INVITATIONS_MAX || (end != NULL && *end != '\0')) {
        return cli_bad("contest", "how many? redoubt contest invite DIR [NUMBER up to %d]",
                       INVITATIONS_MAX);
    }
    return site_make_folders(c, &problem) && people_invite(c, (uint32_t)count, stdout, &problem)
               ? CLI_FINE
               : bad(&problem);
}

static int run_ladder(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    bool frozen = contest_is_phase(c, "frozen");
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_is_phase(c, "open") && !frozen) {
        rd_problem_at(&problem, NULL,
                      "the ladder is played while the contest is open or frozen, and it is %s",
                      contest_phase(c));
        return bad(&problem);
    }
    if (!frozen) {
        enter_all(c); /* contest.conf may have more, or other files */
    }
    /* What is shown stays as it was while it is frozen. */
    return contest_play(c, false, &problem) && (frozen || contest_publish(c, &problem))
               ? CLI_FINE
               : bad(&problem);
}

static int freeze(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_is_phase(c, "open")) {
        rd_problem_at(&problem, NULL, "only an open contest can be frozen, and this one is %s",
                      contest_phase(c));
        return bad(&problem);
    }
    contest_set_phase(c, "frozen");
    if (!contest_save(c, &problem) || !contest_publish(c, &problem)) {
        return bad(&problem);
    }
    puts("frozen: nobody enters any more, and the standings that are shown stay as they are");
    return CLI_FINE;
}

static int thaw(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_thaw(c, &problem) || !contest_save(c, &problem) || !contest_publish(c, &problem)) {
        return bad(&problem);
    }
    puts("open again");
    return CLI_FINE;
}

static int final(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_is_phase(c, "frozen") && !contest_is_phase(c, "final")) {
        rd_problem_at(&problem, NULL,
                      "the final is played when the contest is frozen, and it is %s",
                      contest_phase(c));
        return bad(&problem);
    }
    if (!contest_play(c, true, &problem)) {
        return bad(&problem);
    }
    contest_set_phase(c, "final");
    return contest_save(c, &problem) ? CLI_FINE : bad(&problem);
}

static int publish(struct contest *c, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    (void)wish;
    (void)words;
    (void)word;
    if (!contest_is_phase(c, "final") && !contest_is_phase(c, "published")) {
        rd_problem_at(&problem, NULL,
                      "results are published after the final, and the contest is %s",
                      contest_phase(c));
        return bad(&problem);
    }
    contest_set_phase(c, "published");
    if (!contest_publish(c, &problem) || !contest_save(c, &problem)) {
        return bad(&problem);
    }
    printf("%s/public/index.html\n", c->folder);
    return CLI_FINE;
}

static int show(struct contest *c, struct wish *wish, int words, char **word)
{
    (void)wish;
    (void)words;
    (void)word;
    json_dumpf(c->state, stdout, JSON_INDENT(1));
    putchar('\n');
    return CLI_FINE;
}

/* ---- the command line ---- */

static const struct part {
    const char *name;
    bool changing;
    int (*run)(struct contest *, struct wish *, int, char **);
} parts[] = {
    { "check", false, check },      { "open", true, open_it },    { "enter", true, enter },
    { "withdraw", true, withdraw }, { "disable", true, disable }, { "enable", true, enable },
    { "run", true, run_ladder },    { "freeze", true, freeze },   { "thaw", true, thaw },
    { "final", true, final },       { "publish", true, publish }, { "show", false, show },
    { "invite", false, invite },
};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* Those of the site, which read the contest again and again; so does run --follow. */
static const char *const programs[] = { "site", "pages", "work", "orders" };
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

static int no_part(const char *name)
{
    char ask[RD_NEAREST_TEXT], known[256];
    struct rd_nearest nearest = rd_nearest_to(name);
    struct rd_text text = rd_text_into(known, sizeof known);
    rd_text_add(&text, "new");
    rd_nearest_try(&nearest, "new");
    for (uint32_t i = 0; i < PARTS; i++) {
        rd_text_add(&text, ", %s", parts[i].name);
        rd_nearest_try(&nearest, parts[i].name);
    }
    for (uint32_t i = 0; i < PROGRAMS; i++) {
        rd_text_add(&text, ", %s", programs[i]);
        rd_nearest_try(&nearest, programs[i]);
    }
    return cli_bad("contest", "say what to do%s: %s", rd_nearest_ask(&nearest, ask), known);
}

static int run_part(const struct part *part, struct wish *wish, int words, char **word)
{
    struct rd_problem problem = { "" };
    if (words < 1) {
        return cli_bad("contest", "which contest? redoubt contest %s DIR", part->name);
    }
    struct contest *c = calloc(1, sizeof *c);
    RD_ASSERT(c != NULL);
    int status = contest_open(c, word[0], part->changing, &problem)
                     ? part->run(c, wish, words - 1, word + 1)
                     : cli_bad("contest", "%s", problem.text);
    contest_close(c);
    free(c);
    return status;
}

static int run_program(const char *name, const struct wish *wish, const char *folder)
{
    const char *server = wish->server == NULL ? "" : wish->server;
    return strcmp(name, "site") == 0     ? site_keep(folder, server)
           : strcmp(name, "pages") == 0  ? site_pages(folder, server)
           : strcmp(name, "work") == 0   ? site_work(folder, false)
           : strcmp(name, "orders") == 0 ? site_work(folder, true)
                                         : site_ladder(folder);
}

static bool is_program(const char *name, const struct wish *wish)
{
    for (uint32_t i = 0; i < PROGRAMS; i++) {
        if (strcmp(name, programs[i]) == 0) {
            return true;
        }
    }
    return strcmp(name, "run") == 0 && wish->follow;
}

static void take_option(struct wish *wish, int option)
{
    switch (option) {
    case 't':
        wish->team = optarg;
        break;
    case 'd':
        wish->division = optarg;
        break;
    case 's':
        wish->server = optarg;
        break;
    case 'f':
        wish->follow = true;
        break;
    default:
        wish->why = optarg;
    }
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = {
        { "team", required_argument, NULL, 't' }, { "division", required_argument, NULL, 'd' },
        { "why", required_argument, NULL, 'w' },  { "server", required_argument, NULL, 's' },
        { "follow", no_argument, NULL, 'f' },     { 0 }
    };
    const struct cli_options options = { "contest", longs, NULL };
    struct wish wish = { NULL, NULL, NULL, NULL, false };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        take_option(&wish, option);
    }
    int words = argc - optind;
    char **word = argv + optind;
    if (words > 0 && strcmp(word[0], "new") == 0) {
        return make_new(&wish, words - 1, word + 1);
    }
    if (words == 2 && is_program(word[0], &wish)) {
        return run_program(word[0], &wish, word[1]);
    }
    for (uint32_t i = 0; words > 0 && i < PARTS; i++) {
        if (strcmp(parts[i].name, word[0]) == 0) {
            return run_part(&parts[i], &wish, words - 1, word + 1);
        }
    }
    return no_part(words > 0 ? word[0] : "");
}

const struct command command_contest = {
    .name = "contest",
    .summary = "a contest of programs, from an empty folder to results",
    .help =
        "usage: redoubt contest new DIR GAME\n"
        "       redoubt contest check|open|run|freeze|thaw|final|publish|show DIR\n"
        "       redoubt contest enter DIR NAME FOLDER_OR_ARCHIVE [--team T] [--division D]\n"
        "       redoubt contest withdraw|disable|enable DIR NAME [--why WORDS]\n"
        "       redoubt contest invite DIR [NUMBER]\n"
        "       redoubt contest site|work|orders|pages DIR [--server URL]\n"
        "       redoubt contest run DIR --follow\n"
        "\n"
        "A contest is a folder with one file that you write, contest.conf: game, maps, format,\n"
        "limits, entrants. What is handed in is unpacked and built in the sandbox, plays a game\n"
        "against random, and is kept as a version; what is no good costs its author a message and\n"
        "nobody else anything.\n"
        "\n"
        "  new      makes the folder\n"
        "  check    builds and tries all entrants, and changes nothing\n"
        "  open     takes entrants from now on; prints the hash of secret.json, the seed (and\n"
        "           maps, if you name some there) of the final, to be told beforehand\n"
        "  enter    an entrant, or a new version of it\n"
        "  run      plays what is missing of the ladder; as often as you like\n"
        "  freeze   nobody enters any more, and the standings that are shown stay\n"
        "  thaw     opens it again, as long as the final has not begun\n"
        "  final    plays the final, with the seed and the maps of secret.json\n"
        "  publish  writes DIR/public: index.html, results.json, tables of games as CSV,\n"
        "           secret.json\n"
        "  show     what is known of it, as JSON\n"
        "  invite   prints codes; with each somebody may sign up on the site\n"
        "  site     the site, for redoubt serve --set contest=DIR, which starts it: keeps "
        "programs\n"
        "           going, pages (takes requests), work (builds what is handed in, and plays\n"
        "           fights; as often as workers says), orders (what the organiser wants) and\n"
        "           run --follow (the ladder, without end)\n"
        "\n"
        "Killed at any moment, the same command goes on, and no game counts twice.\n"
        "\n"
        "  --team NAME      of enter: members are also counted together\n"
        "  --division NAME  of enter: those of a division play each other only\n"
        "  --why WORDS      of disable and withdraw: what is shown\n"
        "  --follow         of run: does not end, and publishes as it goes\n"
        "  --server URL     of site: the server whose accounts may sign up\n"
        "  --help           this text\n",
    .run = run,
};
