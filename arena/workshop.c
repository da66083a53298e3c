#include "arena/workshop.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/process.h"
#include "arena/untar.h"
#include "host/embedded.h"
#include "host/text.h"
#include "redoubt/base.h"

extern const struct rd_embedded_text workshop_script[];

enum {
    COMMAND_ROOM = 1 << 15,
    MEMORY_MB = 3072,
    OUTPUT_MB = 400,
    SCRATCH_MB = 512,
    STAGE_ROOM = 40
};

struct progress {
    struct untar tar;
    char stage[STAGE_ROOM]; /* what is being done */
    bool complete;
};

/* A word for the shell. */
static void add_quoted(struct rd_text *text, const char *word)
{
    rd_text_add(text, "'");
    for (; *word != '\0'; word++) {
        rd_text_add(text, *word == '\'' ? "'\\''" : "%c", *word);
    }
    rd_text_add(text, "'");
}

/* sh -c SCRIPT sh SOURCE, and no file of the command but the source. */
static bool make_command(const char *source, char real[PATH_MAX], char *command,
                         struct rd_problem *problem)
{
    struct rd_text text = rd_text_into(command, COMMAND_ROOM);
    if (realpath(source, real) == NULL) {
        return rd_problem_at(problem, NULL, "%.200s is not there", source);
    }
    rd_text_add(&text, "exec sh -c ");
    add_quoted(&text, (const char *)workshop_script[0].text);
    rd_text_add(&text, " sh ");
    add_quoted(&text, real);
    return text.used < COMMAND_ROOM || rd_problem_at(problem, NULL, "the name is too long");
}

static bool take_line(struct progress *progress, const char *line, size_t length,
                      struct rd_problem *problem)
{
    static unsigned char bytes[PROCESS_LINE_MAX];
    size_t count;
    if (length == 1 && line[0] == '.') {
        progress->complete = true;
        return true;
    }
    if (length > 6 && strncmp(line, "stage ", 6) == 0) {
        rd_text_printable(line + 6, length - 6, progress->stage, sizeof progress->stage);
        return true;
    }
    if (sodium_base642bin(bytes, sizeof bytes, line, length, NULL, &count, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0) {
        return rd_problem_at(problem, NULL, "what came out is no archive");
    }
    return untar_feed(&progress->tar, bytes, count, problem);
}

/* Last words of tools that only say that something was wrong before. */
static const char *const empty_words[] = { "tar: Exiting with failure",
                                           "tar: Error is not recoverable",
                                           "tar: Child returned",
                                           "compilation terminated",
                                           "See <file:",
                                           "make: ***" };

static bool says_nothing(const char *line, size_t length)
{
    bool nothing = strspn(line, " \t\r") >= length;
    for (size_t i = 0; i < sizeof empty_words / sizeof empty_words[0]; i++) {
        nothing = nothing || strncmp(line, empty_words[i], strlen(empty_words[i])) == 0;
    }
    return nothing;
}

static bool is_error(const char *line, size_t length)
{
    static const char mark[] = "error: ";
    const char *found = strstr(line, mark);
    return found != NULL && found < line + length;
}

/* The line that says best what was wrong: the first error of a compiler, or else the last words. */
static void last_words(const char *log, char *out, size_t size)
{
    const char *best = log;
    size_t best_length = 0;
    for (const char *line = log; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (!says_nothing(line, length)) {
            best = line;
            best_length = length;
        }
        if (is_error(line, length)) {
            break;
        }
        line += length + (line[length] == '\n');
    }
    rd_text_printable(best, best_length, out, size);
}

/* What it said, as one text: a zero in it must not hide what comes after. */
static void copy_log(const struct process *process, char log[WORKSHOP_LOG])
{
    uint64_t left_out;
    size_t length;
    const char *text = process_errors(process, &length, &left_out);
    length = length < WORKSHOP_LOG ? length : WORKSHOP_LOG - 1;
    for (size_t i = 0; i < length; i++) {
        log[i] = text[i];
        if (text[i] == '\0') {
            log[i] = '?';
        }
    }
    log[length] = '\0';
}

static bool listen(struct progress *progress, struct process *process, int64_t until_ms,
                   struct rd_problem *problem)
{
    const char *line;
    size_t length;
    while (!progress->complete) {
        switch (process_listen(process, until_ms, &line, &length)) {
        case PROCESS_SAID:
            if (!take_line(progress, line, length, problem)) {
                return false;
            }
            break;
        case PROCESS_LATE:
            return rd_problem_at(problem, NULL, "it took too long until it was %s",
                                 progress->stage);
        case PROCESS_FLOOD:
            return rd_problem_at(problem, NULL, "what came out is too large");
        case PROCESS_GONE:
        default:
            return rd_problem_at(problem, NULL, "it can't be %s", progress->stage);
        }
    }
    return untar_end(&progress->tar, problem);
}

bool workshop_make(const struct workshop_plan *plan, char log[WORKSHOP_LOG],
                   struct rd_problem *problem)
{
    char *command = malloc(COMMAND_ROOM), real[PATH_MAX], how[64], words[120],
         first[RD_PROBLEM_MAX];
    RD_ASSERT(command != NULL);
    struct progress progress = { .stage = "unpacked" };
    struct process_plan what = { .command = command,
                                 .folder = real,
                                 .alone = true,
                                 .sandboxed = plan->sandboxed,
                                 .memory_mb = MEMORY_MB,
                                 .output_mb = OUTPUT_MB,
                                 .scratch_mb = SCRATCH_MB,
                                 .cpu_s = 2 * plan->seconds };
    struct process *process = NULL;
    log[0] = '\0';
    untar_begin(&progress.tar, plan->target);
    if (make_command(plan->source, real, command, problem)) {
        process = process_start(&what, problem);
    }
    free(command);
    if (process == NULL) {
        return false;
    }
    bool fine =
        listen(&progress, process, process_now_ms() + 1000 * (int64_t)plan->seconds, problem);
    process_end(process, how, sizeof how);
    copy_log(process, log);
    process_free(process);
    struct rd_problem closing = { "" };
    untar_end(&progress.tar, &closing);
    last_words(log, words, sizeof words);
    if (!fine && words[0] != '\0') {
        snprintf(first, sizeof first, "%s", problem->text);
        problem->text[0] = '\0'; /* said again, with the last words */
        rd_problem_at(problem, NULL, "%.200s: %s", first, words);
    }
    return fine;
}
