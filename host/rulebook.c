#include "host/rulebook.h"

#include <stdio.h>
#include <string.h>

const char *rd_rulebook_of(const struct rd_game *game)
{
    for (const struct rd_embedded_text *book = rd_rulebooks; book->name != NULL; book++) {
        if (strcmp(book->name, game->id) == 0) {
            return (const char *)book->text;
        }
    }
    return NULL;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end == NULL ? line + strlen(line) : end + 1;
}

static bool begins(const char *line, const char *opening)
{
    return strncmp(line, opening, strlen(opening)) == 0;
}

static bool is_heading(const char *line)
{
    return begins(line, "# ") || begins(line, "## ") || begins(line, "### ");
}

static const char *find_line(const char *from, const char *opening)
{
    for (const char *line = from; *line != '\0'; line = next_line(line)) {
        if (begins(line, opening)) {
            return line;
        }
    }
    return NULL;
}

static struct rd_excerpt trimmed(const char *begin, const char *end)
{
    while (end > begin && (end[-1] == '\n' || end[-1] == ' ')) {
        end--;
    }
    struct rd_excerpt excerpt = { begin, (size_t)(end - begin) };
    return excerpt;
}

static struct rd_excerpt paragraph_at(const char *begin)
{
    const char *end = next_line(begin);
    while (*end != '\0' && !begins(end, "**R") && !is_heading(end)) {
        end = next_line(end);
    }
    return trimmed(begin, end);
}

static struct rd_excerpt chapter_at(const char *begin)
{
    const char *end = next_line(begin);
    while (*end != '\0' && !begins(end, "# ") && !begins(end, "## ")) {
        end = next_line(end);
    }
    return trimmed(begin, end);
}

bool rd_rulebook_find(const char *rulebook, const char *number, struct rd_excerpt *out)
{
    if (number[0] == 'R' || number[0] == 'r') {
        number++;
    }
    if (number[0] == '\0' || strspn(number, "0123456789.") != strlen(number) ||
        strlen(number) > 12) {
        return false;
    }
    char opening[32];
    snprintf(opening, sizeof opening, "**R%s**", number);
    const char *line = find_line(rulebook, opening);
    if (line != NULL) {
        *out = paragraph_at(line);
        return true;
    }
    snprintf(opening, sizeof opening, "## R%s ", number);
    line = find_line(rulebook, opening);
    if (line != NULL) {
        *out = chapter_at(line);
    }
    return line != NULL;
}
