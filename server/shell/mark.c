#include "server/shell/mark.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/text.h"
#include "redoubt/base.h"

enum { LINE = 512, PATH_ROOM = 4096 };

struct mark {
    int fd;
    uint64_t last;
};

/* Its number; 0: there is none in this place. what: behind it. */
static uint64_t read_line(const struct mark *mark, uint32_t place, char line[LINE + 1],
                          const char **what)
{
    ssize_t got = pread(mark->fd, line, LINE, (off_t)place * LINE);
    char *end;
    if (got != LINE || line[LINE - 1] != '\n') {
        return 0;
    }
    line[LINE - 1] = '\0';
    uint64_t number = strtoull(line, &end, 10);
    *what = end;
    return number % MARK_LINES == place ? number : 0;
}

struct search {
    bool (*has)(void *context, const char *id, uint32_t n);
    void *context;
    struct rd_text names;
};

/* Is something that the line tells of missing? The first of each match is named. */
static bool is_missing(struct search *search, const char *what, const char *names)
{
    char word[2 * CORE_ID_MAX], id[2 * CORE_ID_MAX];
    bool missing = false;
    for (int used = 0; sscanf(what, " %63s%n", word, &used) == 1; what += used) {
        size_t length = strcspn(word, ":");
        uint32_t n = word[length] == '\0' ? 0 : (uint32_t)strtoul(word + length + 1, NULL, 10);
        snprintf(id, sizeof id, "%.*s", (int)length, word);
        if (n == 0 || search->has(search->context, id, n)) {
            continue;
        }
        missing = true;
        if (strstr(names, id) == NULL) {
            rd_text_add(&search->names, "%s%s", names[0] == '\0' ? "" : " ", word);
        }
    }
    return missing;
}

static void find_loss(struct mark *mark, struct search *search, struct mark_loss *loss)
{
    char line[LINE + 1];
    const char *what = "";
    uint64_t first = mark->last > MARK_LINES ? mark->last - MARK_LINES + 1 : 1;
    for (uint64_t number = first; number <= mark->last; number++) {
        if (read_line(mark, (uint32_t)(number % MARK_LINES), line, &what) == number) {
            loss->batches += is_missing(search, what, loss->names);
        }
    }
}

struct mark *mark_open(const char *path, bool (*has)(void *context, const char *id, uint32_t n),
                       void *context, struct mark_loss *loss)
{
    char name[PATH_ROOM], line[LINE + 1];
    const char *what;
    struct search search = { has, context, rd_text_into(loss->names, sizeof loss->names) };
    struct mark *mark = calloc(1, sizeof *mark);
    RD_ASSERT(mark != NULL);
    loss->batches = 0;
    snprintf(name, sizeof name, "%s.mark", path);
    mark->fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (mark->fd < 0) {
        free(mark);
        return NULL;
    }
    for (uint32_t place = 0; place < MARK_LINES; place++) {
        uint64_t number = read_line(mark, place, line, &what);
        mark->last = number > mark->last ? number : mark->last;
    }
    find_loss(mark, &search, loss);
    if (loss->batches > 0) {
        int failed = ftruncate(mark->fd, 0);
        (void)failed; /* then it is told once more */
    }
    return mark;
}

void mark_close(struct mark *mark)
{
    if (mark != NULL) {
        close(mark->fd);
        free(mark);
    }
}

void mark_set(struct mark *mark, const struct core_batch *batch)
{
    char line[LINE + 1];
    if (mark == NULL) {
        return;
    }
    uint64_t number = ++mark->last;
    struct rd_text text = rd_text_into(line, sizeof line);
    rd_text_add(&text, "%llu", (unsigned long long)number);
    for (uint32_t i = 0; i < batch->count && text.used + (size_t)2 * CORE_ID_MAX < LINE; i++) {
        const struct core_record *record = &batch->record[i];
        rd_text_add(&text, " %s:%u", record->id, record->n);
    }
    size_t used = strlen(line);
    memset(line + used, ' ', LINE - used);
    line[LINE - 1] = '\n';
    ssize_t ignored = pwrite(mark->fd, line, LINE, (off_t)(number % MARK_LINES) * LINE);
    (void)ignored; /* no room: then it tells of what came before */
}
