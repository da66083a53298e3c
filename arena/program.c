#include "arena/program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/text.h"
#include "redoubt/base.h"

enum { FAIR_TIMES = 5, WORDS_MAX = 2048, LAST_LINES = 5, LINE_SHOWN = 120 };

const char *seat_end_name(enum seat_end end)
{
    static const char *const names[SEAT_ENDS] = {
        [SEAT_FINE] = "fine",        [SEAT_FAULTS] = "too many faults",
        [SEAT_SLOW] = "out of time", [SEAT_FLOOD] = "flooded",
        [SEAT_GONE] = "gone",        [SEAT_NOT_STARTED] = "not started",
    };
    return names[end];
}

/* ---- the log ---- */

static void log_bytes(struct program *program, const char *bytes, size_t count)
{
    size_t room = PROGRAM_LOG_MAX - 1 - program->log_count;
    count = count < room ? count : room;
    if (program->log == NULL) {
        program->log = malloc(PROGRAM_LOG_MAX);
        RD_ASSERT(program->log != NULL);
    }
    memcpy(program->log + program->log_count, bytes, count);
    program->log_count += count;
    program->log[program->log_count] = '\0';
}

static void log_line(struct program *program, const char *words)
{
    char line[WORDS_MAX + 32];
    int length = snprintf(line, sizeof line, "[%u] %s\n", program->asked, words);
    log_bytes(program, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

void program_note(struct program *program, const char *format, ...)
{
    char words[WORDS_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    log_line(program, words);
}

/* ---- what costs what ---- */

static void remember(struct program *program, const char *words)
{
    log_line(program, words);
    if (program->why[0] == '\0') {
        snprintf(program->why, sizeof program->why, "%.*s", PROGRAM_WHY_MAX - 1, words);
    }
}

static enum program_answer lose_seat(struct program *program, enum seat_end end, const char *words)
{
    remember(program, words);
    program->end = end;
    return PROGRAM_SEAT_LOST;
}

enum program_answer program_fault(struct program *program, const char *format, ...)
{
    char words[WORDS_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    remember(program, words);
    program->faults++;
    if (program->faults > (uint32_t)program->limits.value[LIMIT_FAULTS]) {
        return lose_seat(program, SEAT_FAULTS, "that was one fault too many");
    }
    return PROGRAM_TURN_LOST;
}

/* ---- asking ---- */

static int32_t total_limit(const struct program *program)
{
    return program->limits.value[LIMIT_TOTAL_MS];
}

static enum program_answer late(struct program *program)
{
    program->owed++;
    if (total_limit(program) > 0 && program->used_ms >= total_limit(program)) {
        return lose_seat(program, SEAT_SLOW, "all its time is used up");
    }
    return program_fault(program, "no answer in time");
}

static bool is_blank(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr(" \t\v\f\r", line[i]) == NULL || line[i] == '\0') {
            return false;
        }
    }
    return true;
}

/* Until this time; answers that are owed and blank lines don't count. */
static enum process_event listen_until(struct program *program, int64_t until_ms, const char **line,
                                       size_t *length)
{
    if (program->hear != NULL) {
        return program->hear(program->hearer, program->process, until_ms);
    }
    for (;;) {
        enum process_event event = process_listen(program->process, until_ms, line, length);
        if (event != PROCESS_SAID) {
            return event;
        }
        if (is_blank(*line, *length)) {
            continue;
        }
        if (program->owed == 0) {
            return event;
        }
        program->owed--;
        log_line(program, "a late answer was dropped");
    }
}

/* As long as it has to wait for a core, the end moves. Looking costs something, so it is done only
 * when half of the time is gone; what was lost before then is lost. */
static enum process_event listen_fairly(struct program *program, int64_t until_ms,
                                        int64_t *credit_ms, const char **line, size_t *length)
{
    int64_t begun_ms = process_now_ms(), allowed_ms = until_ms - begun_ms;
    enum process_event event = listen_until(program, begun_ms + allowed_ms / 2, line, length);
    if (event != PROCESS_LATE) {
        return event;
    }
    int64_t looked_ms = process_now_ms();
    struct cores_look before = process_look(program->process);
    while (event == PROCESS_LATE) {
        event = listen_until(program, until_ms + *credit_ms, line, length);
        struct cores_look now = process_look(program->process);
        int64_t passed_ms = process_now_ms() - looked_ms;
        int64_t more_ms = cores_credit_us(&before, &now, 1000 * passed_ms) / 1000;
        int64_t most_ms = (FAIR_TIMES - 1) * allowed_ms;
        more_ms = more_ms < most_ms ? more_ms : most_ms;
        if (event != PROCESS_LATE || more_ms <= *credit_ms) {
            break;
        }
        *credit_ms = more_ms;
    }
    return event;
}

static enum program_answer hear(struct program *program, int64_t until_ms, const char **line,
                                size_t *length)
{
    int64_t begun_ms = process_now_ms();
    if (total_limit(program) > 0 && until_ms > begun_ms + total_limit(program) - program->used_ms) {
        until_ms = begun_ms + total_limit(program) - program->used_ms;
    }
    int64_t credit_ms = 0;
    enum process_event event = listen_fairly(program, until_ms, &credit_ms, line, length);
    program->used_ms += process_now_ms() - begun_ms - credit_ms;
    switch (event) {
    case PROCESS_SAID:
        return PROGRAM_ANSWERED;
    case PROCESS_LATE:
        return late(program);
    case PROCESS_GONE:
        return lose_seat(program, SEAT_GONE, "it has ended, or closed its output");
    case PROCESS_FLOOD:
    default:
        return lose_seat(program, SEAT_FLOOD, "it wrote more than it may");
    }
}

enum program_answer program_ask(struct program *program, const char *text, bool from_start,
                                const char **line, size_t *length)
{
    if (program->end != SEAT_FINE) {
        return PROGRAM_SEAT_LOST;
    }
    if (text != NULL) {
        process_send(program->process, text, strlen(text));
    }
    enum limit limit = from_start ? LIMIT_START_MS : LIMIT_TURN_MS;
    int64_t used_ms = program->used_ms;
    enum program_answer answer =
        hear(program, process_now_ms() + program->limits.value[limit], line, length);
    if (from_start) {
        program->ready_ms = process_now_ms() - program->began_ms;
    } else if (answer == PROGRAM_ANSWERED && program->answered++ == 0) {
        program->first_ms = program->used_ms - used_ms;
    }
    return answer;
}

enum program_answer program_more(struct program *program, int64_t begun_ms, const char **line,
                                 size_t *length)
{
    return hear(program, begun_ms + program->limits.value[LIMIT_TURN_MS], line, length);
}

/* ---- beginning and end ---- */

bool program_open(struct program *program, const struct limits *limits,
                  const struct process_plan *what)
{
    struct rd_problem problem = { "" };
    int32_t total_ms = limits->value[LIMIT_TOTAL_MS];
    struct process_plan plan = *what;
    plan.memory_mb = limits->value[LIMIT_MEMORY_MB];
    plan.output_mb = limits->value[LIMIT_OUTPUT_MB];
    plan.cpu_s = total_ms > 0 ? 2 * (total_ms / 1000) + 60 : 0;
    memset(program, 0, sizeof *program);
    program->limits = *limits;
    program->began_ms = process_now_ms();
    program->process = process_start(&plan, &problem);
    if (program->process == NULL) {
        lose_seat(program, SEAT_NOT_STARTED, problem.text);
    }
    return program->process != NULL;
}

static void log_errors(struct program *program)
{
    size_t length;
    uint64_t left_out;
    const char *text = process_errors(program->process, &length, &left_out);
    if (length > 0) {
        log_line(program, "standard error:");
        log_bytes(program, text, length);
        if (text[length - 1] != '\n') {
            log_bytes(program, "\n", 1);
        }
    }
    if (left_out > 0) {
        program_note(program, "%llu more bytes of standard error were not kept",
                     (unsigned long long)left_out);
    }
}

/* Where the last lines of a text begin. */
static size_t last_lines(const char *text, size_t length)
{
    size_t at = length;
    for (uint32_t lines = 0; at > 0; at--) {
        lines += text[at - 1] == '\n' && at < length;
        if (lines == LAST_LINES) {
            break;
        }
    }
    return at;
}

static void keep_last_words(struct program *program)
{
    size_t length;
    const char *text = process_last_errors(program->process, &length);
    struct rd_text words = rd_text_into(program->words, sizeof program->words);
    for (size_t at = last_lines(text, length); at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line = end == NULL ? length - at : (size_t)(end - text) - at;
        char shown[LINE_SHOWN];
        rd_text_printable(text + at, line, shown, sizeof shown);
        rd_text_add(&words, "%s%s", words.used == 0 ? "" : "\n", shown);
        at += line + 1;
    }
}

bool program_never_played(const struct program *program)
{
    return program->answered == 0 && program->why[0] != '\0';
}

void program_close(struct program *program)
{
    if (program->process == NULL) {
        return;
    }
    process_end(program->process, program->how, sizeof program->how);
    program->used = process_used(program->process);
    keep_last_words(program);
    log_errors(program);
    program_note(program, "%s", program->how);
    process_free(program->process);
    program->process = NULL;
}

void program_free(struct program *program)
{
    free(program->log);
    program->log = NULL;
}
