/* redoubt suite - the worked cases of all games, for those who wrote an implementation of their
 * own. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clients/cli/command.h"
#include "host/json_read.h"
#include "host/json_tables.h"
#include "host/nearest.h"
#include "host/rulebook.h"
#include "host/suite.h"

enum { PATH_SIZE = 4096, COLUMNS = 110, INDENT = 2 };

/* ---- JSON for people ------------------------------------------------------------------------ */

static void print_json(FILE *out, const json_t *value, size_t indent);

static void print_members(FILE *out, const json_t *value, size_t indent)
{
    json_t *object = (json_t *)(uintptr_t)value; /* jansson iterates over no const object */
    const char *key, *between = "";
    json_t *member;
    json_object_foreach(object, key, member)
    {
        fprintf(out, "%s\n%*s\"%s\": ", between, (int)(indent + INDENT), "", key);
        print_json(out, member, indent + INDENT);
        between = ",";
    }
}

static void print_items(FILE *out, const json_t *list, size_t indent)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        fprintf(out, "%s\n%*s", i == 0 ? "" : ",", (int)(indent + INDENT), "");
        print_json(out, json_array_get(list, i), indent + INDENT);
    }
}

/* On one line what fits, each part on its own line what does not. */
static void print_json(FILE *out, const json_t *value, size_t indent)
{
    char *line = json_dumps(value, JSON_ENCODE_ANY);
    RD_ASSERT(line != NULL);
    bool fits = strlen(line) + indent <= COLUMNS;
    if (fits || !(json_is_object(value) || json_is_array(value))) {
        fputs(line, out);
    } else if (json_is_object(value)) {
        fputc('{', out);
        print_members(out, value, indent);
        fprintf(out, "\n%*s}", (int)indent, "");
    } else {
        fputc('[', out);
        print_items(out, value, indent);
        fprintf(out, "\n%*s]", (int)indent, "");
    }
    free(line);
}

/* ---- files ---------------------------------------------------------------------------------- */

/* The export is made beside its folder and renamed at the end, so that no part of one is left. */
struct export
{
    char made[PATH_SIZE];
    json_t *suite;
    json_t *index; /* suite.json */
};

static bool failed_at(struct rd_problem *problem, const char *path)
{
    return rd_problem_at(problem, path, "%s", strerror(errno != 0 ? errno : EIO));
}

static bool make_folder(const struct export *export, const char *name, struct rd_problem *problem)
{
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%s", export->made, name);
    return mkdir(path, 0777) == 0 || failed_at(problem, path);
}

static FILE *open_file(const struct export *export, const char *name, struct rd_problem *problem)
{
    char path[PATH_SIZE + 128];
    snprintf(path, sizeof path, "%s/%s", export->made, name);
    errno = 0;
    FILE *file = fopen(path, "wx");
    if (file == NULL) {
        failed_at(problem, path);
    }
    return file;
}

static bool close_file(FILE *file, const char *name, struct rd_problem *problem)
{
    errno = 0;
    bool fine = ferror(file) == 0;
    return (fclose(file) == 0 && fine) || failed_at(problem, name);
}

static bool write_json(const struct export *export, const char *name, const json_t *value,
                       struct rd_problem *problem)
{
    FILE *file = open_file(export, name, problem);
    if (file == NULL) {
        return false;
    }
    print_json(file, value, 0);
    fputc('\n', file);
    return close_file(file, name, problem);
}

static bool write_text(const struct export *export, const char *name, const char *text,
                       struct rd_problem *problem)
{
    FILE *file = open_file(export, name, problem);
    if (file == NULL) {
        return false;
    }
    fputs(text, file);
    return close_file(file, name, problem);
}

/* A folder and all that is in it; folders lie two deep at most. */
static void remove_all(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char inner[PATH_SIZE + 512];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
            continue;
        }
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (unlink(inner) != 0) {
            remove_all(inner);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    rmdir(path);
}

/* ---- the export -------------------------------------------------------------------------------
 */

static void set_if(json_t *out, const char *key, const json_t *from)
{
    json_t *value = json_object_get(from, key);
    if (value != NULL) {
        json_object_set(out, key, value);
    }
}

/* The same keys in the same sequence in every case. */
static json_t *in_sequence(const json_t *one)
{
    static const char *const keys[] = { "id",         "game",  "paragraphs", "title",    "note",
                                        "options",    "seed",  "drawn",      "position", "rolls",
                                        "rolls_used", "steps", "expect" };
    json_t *out = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        set_if(out, keys[i], one);
    }
    return out;
}

/* {"R9.4": [cases], ...} of one game. NULL with a problem. */
static json_t *cases_of(const struct export *export, const char *game, struct rd_problem *problem)
{
    json_t *groups = json_object(), *packed;
    size_t i;
    json_array_foreach(json_object_get(export->suite, "cases"), i, packed)
    {
        if (strcmp(json_string_value(json_object_get(packed, "game")), game) != 0) {
            continue;
        }
        json_t *paragraphs = json_object_get(packed, "paragraphs");
        const char *paragraph = json_string_value(json_array_get(paragraphs, 0));
        struct rd_problem inner = { "" };
        json_t *one = rd_suite_case(packed, &inner);
        if (one == NULL) {
            rd_problem_at(problem, json_string_value(json_object_get(packed, "id")), "%s",
                          inner.text);
            json_decref(groups);
            return NULL;
        }
        if (json_object_get(groups, paragraph) == NULL) {
            json_object_set_new(groups, paragraph, json_array());
        }
        json_array_append_new(json_object_get(groups, paragraph), in_sequence(one));
        json_decref(one);
    }
    return groups;
}

static bool write_groups(const struct export *export, json_t *groups, json_t *row,
                         struct rd_problem *problem)
{
    const char *id = json_string_value(json_object_get(row, "id")), *paragraph;
    json_t *files = json_array(), *cases;
    json_int_t count = 0;
    json_object_set_new(row, "files", files);
    json_object_foreach(groups, paragraph, cases)
    {
        char name[64];
        snprintf(name, sizeof name, "%s/cases/%s.json", id, paragraph);
        if (!write_json(export, name, cases, problem)) {
            return false;
        }
        json_array_append_new(files, json_string(name));
        count += (json_int_t)json_array_size(cases);
    }
    json_object_set_new(row, "cases", json_integer(count));
    return true;
}

/* Where the next link to an example or a folder of cases begins; NULL: there is none. */
static const char *next_link(const char *text)
{
    const char *example = strstr(text, "](examples/"), *folder = strstr(text, "](adjudication");
    return example == NULL || (folder != NULL && folder < example) ? folder : example;
}

/* A rulebook whose links to examples lead to the cases of their paragraphs. */
static void print_rulebook(FILE *out, const char *text)
{
    static const char one[] = "](examples/R";
    for (const char *link; (link = next_link(text)) != NULL;) {
        fprintf(out, "%.*s](cases", (int)(link - text), text);
        if (strncmp(link, one, sizeof one - 1) == 0) {
            const char *number = link + sizeof one - 2; /* with its R */
            fprintf(out, "/%.*s.json", (int)strcspn(number, "-"), number);
        }
        text = link + strcspn(link, ")");
    }
    fputs(text, out);
}

static bool write_rulebook(const struct export *export, const struct rd_game *game,
                           struct rd_problem *problem)
{
    char name[64];
    snprintf(name, sizeof name, "%s/rules.md", game->id);
    FILE *file = open_file(export, name, problem);
    if (file == NULL) {
        return false;
    }
    print_rulebook(file, rd_rulebook_of(game));
    return close_file(file, name, problem);
}

static bool write_tables(const struct export *export, const struct rd_game *game,
                         struct rd_problem *problem)
{
    char name[64];
    json_t *tables = rd_game_to_json(game);
    json_object_del(tables, "bots"); /* no part of the rules */
    snprintf(name, sizeof name, "%s/tables.json", game->id);
    bool fine = write_json(export, name, tables, problem);
    json_decref(tables);
    return fine;
}

static bool export_game(struct export *export, const struct rd_game *game,
                        struct rd_problem *problem)
{
    char name[64];
    json_t *groups = cases_of(export, game->id, problem);
    if (groups == NULL || json_object_size(groups) == 0) {
        json_decref(groups);
        return groups != NULL; /* a game without cases is none of the suite */
    }
    json_t *row = json_pack("{s:s, s:s, s:i}", "id", game->id, "title", game->title,
                            "rules_version", (int)game->rules_version);
    json_array_append_new(json_object_get(export->index, "games"), row);
    snprintf(name, sizeof name, "%s/cases", game->id);
    bool fine = make_folder(export, game->id, problem) && make_folder(export, name, problem) &&
                write_groups(export, groups, row, problem) && write_tables(export, game, problem) &&
                write_rulebook(export, game, problem);
    json_decref(groups);
    return fine;
}

static json_int_t count_cases(const json_t *games)
{
    json_int_t count = 0;
    for (size_t i = 0; i < json_array_size(games); i++) {
        count += json_integer_value(json_object_get(json_array_get(games, i), "cases"));
    }
    return count;
}

static bool write_all(struct export *export, struct rd_problem *problem)
{
    const char *name;
    json_t *text, *games = json_array();
    export->index = json_pack("{s:i, s:s, s:s, s:i, s:o}", "suite", RD_SUITE_VERSION, "redoubt",
                              REDOUBT_VERSION, "license", "MIT", "cases", 0, "games", games);
    json_object_foreach(json_object_get(export->suite, "files"), name, text)
    {
        if (!write_text(export, name, json_string_value(text), problem)) {
            return false;
        }
    }
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (!export_game(export, rd_game_at(i), problem)) {
            return false;
        }
    }
    json_object_set_new(export->index, "cases", json_integer(count_cases(games)));
    return write_json(export, "suite.json", export->index, problem);
}

/* A folder may be there already if nothing is in it. */
static bool is_free(const char *path, struct rd_problem *problem)
{
    struct stat what;
    if (stat(path, &what) != 0) {
        return errno == ENOENT || failed_at(problem, path);
    }
    DIR *folder = S_ISDIR(what.st_mode) ? opendir(path) : NULL;
    uint32_t entries = 0;
    while (folder != NULL && readdir(folder) != NULL) {
        entries++;
    }
    if (folder == NULL) {
        return rd_problem_at(problem, path, "is no folder; give the name of a new one");
    }
    closedir(folder);
    return entries <= 2 || /* . and .. */
           rd_problem_at(problem, path, "is not empty; give the name of a new folder");
}

static bool begin_export(struct export *export, const char *path, struct rd_problem *problem)
{
    mode_t mask = umask(0);
    umask(mask);
    snprintf(export->made, sizeof export->made, "%s.XXXXXX", path);
    if (mkdtemp(export->made) == NULL) {
        export->made[0] = '\0';
        return failed_at(problem, path);
    }
    return chmod(export->made, 0777 & ~mask) == 0 || failed_at(problem, export->made);
}

static bool export_to(struct export *export, const char *path, struct rd_problem *problem)
{
    return begin_export(export, path, problem) && write_all(export, problem) &&
           (rename(export->made, path) == 0 || failed_at(problem, path));
}

static int export_suite(const char *wish)
{
    char path[PATH_SIZE - 64];
    struct rd_problem problem = { "" };
    snprintf(path, sizeof path, "%s", wish);
    for (size_t end = strlen(path); end > 1 && path[end - 1] == '/'; end--) {
        path[end - 1] = '\0';
    }
    if (strlen(wish) >= sizeof path || path[0] == '\0') {
        return cli_bad("suite", "the name of the folder is too %s", path[0] ? "long" : "short");
    }
    const char *last = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    if (strcmp(last, ".") == 0 || strcmp(last, "..") == 0) {
        return cli_bad("suite", "%s: give the name of a new folder", path);
    }
    if (!is_free(path, &problem)) {
        return cli_bad("suite", "%s", problem.text);
    }
    struct export export = { .suite = rd_suite_load() };
    bool fine = export_to(&export, path, &problem);
    if (fine) {
        printf("%s: %d cases of %zu games. Next: python3 %s/check.py --help\n", path,
               (int)json_integer_value(json_object_get(export.index, "cases")),
               json_array_size(json_object_get(export.index, "games")), path);
    } else if (export.made[0] != '\0') {
        remove_all(export.made);
    }
    json_decref(export.index);
    json_decref(export.suite);
    if (!fine) {
        cli_bad("suite", "%s", problem.text);
    }
    return fine ? CLI_FINE : CLI_FAILED;
}

/* ---- answers ------------------------------------------------------------------------------------
 */

static void answer_line(const char *line, size_t size)
{
    struct rd_problem problem = { "" };
    json_t *question = rd_json_parse(line, size, &problem);
    json_t *answer = question != NULL ? rd_suite_answer(question)
                                      : json_pack("{s:n, s:s}", "id", "error", problem.text);
    json_dumpf(answer, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(answer);
    json_decref(question);
}

static int answer_all(void)
{
    char *line = NULL;
    size_t room = 0;
    for (ssize_t size; (size = getline(&line, &room, stdin)) > 0;) {
        answer_line(line, (size_t)size);
    }
    free(line);
    return ferror(stdin) != 0 || ferror(stdout) != 0 ? CLI_FAILED : CLI_FINE;
}

/* ---- the command --------------------------------------------------------------------------------
 */

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { 0 } };
    static const char *const parts[] = { "export", "answer", NULL };
    const struct cli_options options = { "suite", longs, NULL };
    if (cli_option(&options, argc, argv) != -1) {
        return CLI_USAGE;
    }
    int count = argc - optind;
    const char *part = count > 0 ? argv[optind] : "";
    if (strcmp(part, "export") == 0 && count == 2) {
        return export_suite(argv[optind + 1]);
    }
    if (strcmp(part, "answer") == 0 && count == 1) {
        return answer_all();
    }
    const char *nearest = rd_nearest_of(part, parts);
    if (nearest != NULL && strcmp(nearest, part) != 0) {
        return cli_bad("suite", "did you mean '%s'? redoubt suite --help lists what there is",
                       nearest);
    }
    return cli_bad("suite", "redoubt suite export FOLDER, or redoubt suite answer");
}

const struct command command_suite = {
    .name = "suite",
    .summary = "export the worked cases of all games, to judge other implementations",
    .help = "usage: redoubt suite export FOLDER\n"
            "       redoubt suite answer\n"
            "\n"
            "export writes all worked cases of the rulebooks into a new folder, as plain JSON:\n"
            "positions, orders, dice, what must come of them, and the paragraph. With them go\n"
            "check.py, which judges a program by them, the rulebooks, the tables of units and\n"
            "orders, and README.md, which explains all of it. Also:\n" REDOUBT_DOCS "/suite.md\n"
            "\n"
            "answer is this program under test: it reads questions as check.py asks them, one\n"
            "JSON line each, and prints an answer for each.\n"
            "\n"
            "  python3 FOLDER/check.py redoubt suite answer\n"
            "\n"
            "  --help   this text\n"
            "\n"
            "Exit status: 0 fine; 1 the folder could not be written, and nothing is left of it;\n"
            "2 bad usage, or a folder that is not empty.\n",
    .run = run,
};
