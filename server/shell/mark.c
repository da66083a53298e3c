#include "server/shell/mark.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/text.h"
#include "redoubt/base.h"

enum { LINES = 256, LINE = 512, PATH_ROOM = 4096 };

struct mark {
    int fd;
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
    return number % LINES == place ? number : 0;
}

/* The lines of what is missing, the first one first. */
static void tell_loss(const struct mark *mark, uint64_t have, uint64_t last, struct mark_loss *loss)
{
    char line[LINE + 1];
    const char *what;
    struct rd_text names = rd_text_into(loss->names, sizeof loss->names);
    uint64_t first = last - have > LINES ? last - LINES + 1 : have + 1;
    loss->batches = last - have;
    for (uint64_t number = first; number <= last; number++) {
        if (read_line(mark, (uint32_t)(number % LINES), line, &what) == number) {
            rd_text_add(&names, "%.*s", (int)strcspn(what, "\n"), what);
        }
    }
    char *end = loss->names + strlen(loss->names);
    while (end > loss->names && end[-1] == ' ') {
        *--end = '\0';
    }
}

struct mark *mark_open(const char *path, uint64_t batches, struct mark_loss *loss)
{
    char name[PATH_ROOM], line[LINE + 1];
    const char *what;
    uint64_t last = 0;
    struct mark *mark = malloc(sizeof *mark);
    RD_ASSERT(mark != NULL);
    memset(loss, 0, sizeof *loss);
    snprintf(name, sizeof name, "%s.mark", path);
    mark->fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (mark->fd < 0) {
        free(mark);
        return NULL;
    }
    for (uint32_t place = 0; place < LINES; place++) {
        uint64_t number = read_line(mark, place, line, &what);
        last = number > last ? number : last;
    }
    if (last > batches) {
        tell_loss(mark, batches, last, loss);
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

void mark_set(struct mark *mark, uint64_t number, const struct core_batch *batch)
{
    char line[LINE + 1];
    if (mark == NULL) {
        return;
    }
    struct rd_text text = rd_text_into(line, sizeof line);
    rd_text_add(&text, "%llu", (unsigned long long)number);
    for (uint32_t i = 0; i < batch->count && text.used + 2 * CORE_ID_MAX < LINE; i++) {
        const struct core_record *record = &batch->record[i];
        rd_text_add(&text, " %s:%u", record->id, record->n);
    }
    size_t used = strlen(line);
    memset(line + used, ' ', LINE - used);
    line[LINE - 1] = '\n';
    ssize_t ignored = pwrite(mark->fd, line, LINE, (off_t)(number % LINES) * LINE);
    (void)ignored; /* no room: then it tells of what came before */
}
