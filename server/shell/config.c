#include "server/shell/config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/file.h"
#include "host/nearest.h"
#include "host/text.h"
#include "redoubt/base.h"

enum { FILE_MAX = 65536, LINE_ROOM = CONFIG_TEXT + 128 };

enum kind { KIND_TEXT, KIND_NUMBER, KIND_SWITCH };

static const struct setting {
    const char *key;
    enum kind kind;
    size_t at;         /* in struct config */
    uint32_t min, max; /* a text: max is its room */
    const char *preset;
    const char *help;
} settings[] = {
#define TEXT(key, preset, help)                                                              \
    {                                                                                        \
#key, KIND_TEXT, offsetof(struct config, key), 0, sizeof(((struct config *)0)->key), \
            preset, help                                                                     \
    }
#define NUMBER(key, min, max, preset, help)                                     \
    {                                                                           \
#key, KIND_NUMBER, offsetof(struct config, key), min, max, preset, help \
    }
#define SWITCH(key, preset, help)                                           \
    {                                                                       \
#key, KIND_SWITCH, offsetof(struct config, key), 0, 1, preset, help \
    }
    TEXT(bind, "127.0.0.1", "where to listen; all: every interface"),
    NUMBER(port, 0, 65535, "7777", "the port; 0: any that is free"),
    TEXT(db, "",
         "the database: a file, or postgresql://USER@HOST/NAME; empty: "
         "$XDG_STATE_HOME/redoubt/redoubt.db"),
    TEXT(peer, "",
         "of several servers on one database of PostgreSQL, HOST:PORT where the others reach this "
         "one; empty: the machine's name and the port"),
    NUMBER(lease, 500, 600000, "1500",
           "and milliseconds of silence after which another one takes over"),
    TEXT(web, "", "the folder of the web client; empty: the one of this program"),
    TEXT(admin, "",
         "the socket of redoubt admin; empty: the database's name with .admin behind it"),
    TEXT(contest, "",
         "the folder of a contest whose site is shown below /contest; empty: there is none"),
    NUMBER(metrics_port, 0, 65535, "0",
           "figures for Prometheus at 127.0.0.1 and this port; 0: none"),
    SWITCH(log, "yes", "log lines on standard error"),
    TEXT(hosts, "",
         "names by which browsers reach this server, besides its addresses, localhost and the name "
         "of this machine; *: any"),
    SWITCH(
        forwarded, "no",
        "a proxy on this machine tells addresses in X-Forwarded-For; without it they are counted "
        "too, and the log says so"),
    TEXT(proxies, "",
         "addresses of other machines that bring visitors and tell their addresses in "
         "X-Forwarded-For: proxies, and servers on the same database"),
    NUMBER(connections, 1, 100000, "5000", "connections at once"),
    NUMBER(per_address, 1, 100000, "50", "connections at once from one address"),
    NUMBER(new_per_minute, 1, 1000000, "120", "new connections from one address in a minute"),
    NUMBER(matches, 1, 10000000, "100000",
           "matches that are open or running; one that nobody has played makes room for a new one"),
    NUMBER(per_player, 1, 1000000, "500", "of those, made by one player"),
    NUMBER(per_origin, 1, 10000000, "2000", "and made from one address"),
    NUMBER(unused_after, 60, 31536000, "1209600",
           "seconds until a match that nobody has played ends"),
    NUMBER(keep_days, 0, 36500, "0",
           "days that a finished match stays; then, at the next start, it goes into the database's "
           "name with .archive behind it; 0: for ever"),
    TEXT(memory, "",
         "what the server may use, as 512M; empty: half of what the machine or a limit leaves to "
         "it"),
    NUMBER(message, 1024, 1048576, "65536", "bytes of a message that is received"),
    NUMBER(queue, 1, 1000, "32", "commands of a connection that may wait"),
    NUMBER(burst, 1, 1000000, "60", "commands of a connection at once"),
    NUMBER(per_second, 1, 1000000, "20", "and on average in a second"),
    NUMBER(waiting, 65536, 1073741824, "4194304",
           "bytes that may wait for somebody who reads slowly"),
    NUMBER(silence, 5, 3600, "60",
           "seconds without a sign of life before a connection is asked for one"),
    NUMBER(handshake, 1, 600, "15", "seconds from connecting to a whole request"),
    NUMBER(sleep_after, 0, 31536000, "300",
           "seconds until a match that nobody looks at is kept on the disk only"),
    NUMBER(log_pages, 16, 1000000, "8192",
           "pages of 4 KB that are logged before they are carried over into the database"),
    NUMBER(thinkers, 0, 16, "0", "threads in which bots think; 0: one less than there are cores"),
#undef TEXT
#undef NUMBER
#undef SWITCH
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static char *place(struct config *config, const struct setting *setting)
{
    return (char *)config + setting->at;
}

/* ---- one setting ---- */

static bool set_number(struct config *config, const struct setting *setting, const char *value,
                       struct rd_problem *problem)
{
    char *end;
    unsigned long number = strtoul(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || number < setting->min ||
        number > setting->max) {
        return rd_problem_at(problem, setting->key, "must be a number from %u to %u", setting->min,
                             setting->max);
    }
    uint32_t fits = (uint32_t)number;
    memcpy(place(config, setting), &fits, sizeof fits);
    return true;
}

static bool set_switch(struct config *config, const struct setting *setting, const char *value,
                       struct rd_problem *problem)
{
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0) {
        return rd_problem_at(problem, setting->key, "must be yes or no");
    }
    memcpy(place(config, setting), &yes, sizeof yes);
    return true;
}

static bool set_text(struct config *config, const struct setting *setting, const char *value,
                     struct rd_problem *problem)
{
    if (strlen(value) >= setting->max) {
        return rd_problem_at(problem, setting->key, "has at most %u bytes", setting->max - 1);
    }
    memcpy(place(config, setting), value, strlen(value) + 1);
    return true;
}

static bool no_such_setting(const char *key, struct rd_problem *problem)
{
    char list[RD_PROBLEM_MAX - 160], shown[48], ask[RD_NEAREST_TEXT];
    struct rd_text text = rd_text_into(list, sizeof list);
    struct rd_nearest nearest = rd_nearest_to(key);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        rd_text_add(&text, "%s%s", i == 0 ? "" : ", ", settings[i].key);
        rd_nearest_try(&nearest, settings[i].key);
    }
    return rd_problem_at(problem, rd_text_printable(key, strlen(key), shown, sizeof shown),
                         "there is no such setting%s; there are %s", rd_nearest_ask(&nearest, ask),
                         list);
}

bool config_set(struct config *config, const char *key, const char *value,
                struct rd_problem *problem)
{
    static bool (*const setters[])(struct config *, const struct setting *, const char *,
                                   struct rd_problem *) = {
        [KIND_TEXT] = set_text, [KIND_NUMBER] = set_number, [KIND_SWITCH] = set_switch
    };
    for (uint32_t i = 0; i < SETTINGS; i++) {
        if (strcmp(settings[i].key, key) == 0) {
            return setters[settings[i].kind](config, &settings[i], value, problem);
        }
    }
    return no_such_setting(key, problem);
}

void config_presets(struct config *config)
{
    struct rd_problem problem = { "" };
    memset(config, 0, sizeof *config);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        bool fine = config_set(config, settings[i].key, settings[i].preset, &problem);
        RD_ASSERT(fine);
    }
}

/* ---- lines ---- */

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text)) {
        text++;
    }
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1])) {
        text[--length] = '\0';
    }
    return text;
}

bool config_assign(struct config *config, const char *assignment, struct rd_problem *problem)
{
    char line[LINE_ROOM];
    if (snprintf(line, sizeof line, "%s", assignment) >= (int)sizeof line) {
        return rd_problem_at(problem, NULL, "a setting has at most %d bytes", LINE_ROOM - 1);
    }
    char *equals = strchr(line, '=');
    if (equals == NULL) {
        return rd_problem_at(problem, NULL, "a setting is written key=value");
    }
    *equals = '\0';
    return config_set(config, trimmed(line), trimmed(equals + 1), problem);
}

/* Of two lines with one key the second would count, and whoever wrote the first would not know. */
static bool is_new(const char *line, bool known[SETTINGS], struct rd_problem *problem)
{
    size_t length = strcspn(line, " \t=");
    for (uint32_t i = 0; i < SETTINGS; i++) {
        bool same =
            strlen(settings[i].key) == length && strncmp(settings[i].key, line, length) == 0;
        if (same && known[i]) {
            return rd_problem_at(problem, settings[i].key, "is set in an earlier line already");
        }
        known[i] = known[i] || same;
    }
    return true;
}

static bool read_line(struct config *config, char *line, bool known[SETTINGS],
                      struct rd_problem *problem)
{
    char *text = trimmed(line);
    return text[0] == '\0' || text[0] == '#' ||
           (is_new(text, known, problem) && config_assign(config, text, problem));
}

bool config_read(struct config *config, const char *path, struct rd_problem *problem)
{
    char *bytes = NULL;
    size_t size = 0;
    bool fine = rd_file_read(path, FILE_MAX, &bytes, &size, problem);
    bool known[SETTINGS] = { false };
    uint32_t number = 1;
    for (char *line = bytes; fine && line < bytes + size; number++) {
        struct rd_problem wrong = { "" };
        size_t length = 0, left = size - (size_t)(line - bytes);
        while (length < left && line[length] != '\n') {
            length++;
        }
        char *copy = strndup(line, length);
        RD_ASSERT(copy != NULL);
        fine = read_line(config, copy, known, &wrong) ||
               rd_problem_at(problem, path, "line %u: %s", number, wrong.text);
        free(copy);
        line += length + 1;
    }
    free(bytes);
    return fine;
}

/* ---- the file ---- */

bool config_find(char *out, size_t size)
{
    const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (xdg != NULL && xdg[0] == '/') {
        snprintf(out, size, "%s/redoubt/server.conf", xdg);
    } else if (home != NULL && home[0] == '/') {
        snprintf(out, size, "%s/.config/redoubt/server.conf", home);
    } else {
        out[0] = '\0';
    }
    if (out[0] != '\0' && access(out, R_OK) == 0) {
        return true;
    }
    snprintf(out, size, "/etc/redoubt/server.conf");
    return access(out, R_OK) == 0;
}

void config_print(const struct config *config, FILE *out)
{
    for (uint32_t i = 0; i < SETTINGS; i++) {
        const struct setting *setting = &settings[i];
        const char *at = (const char *)config + setting->at;
        uint32_t number = 0;
        fprintf(out, "# %s\n%s = ", setting->help, setting->key);
        if (setting->kind == KIND_TEXT) {
            fprintf(out, "%s\n\n", at);
        } else if (setting->kind == KIND_SWITCH) {
            bool yes;
            memcpy(&yes, at, sizeof yes);
            fprintf(out, "%s\n\n", yes ? "yes" : "no");
        } else {
            memcpy(&number, at, sizeof number);
            fprintf(out, "%u\n\n", number);
        }
    }
}
