/* What programs can be made of on this machine: those who hand in want to know beforehand. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clients/cli/contest.h"
#include "host/text.h"

/* What arena/workshop.sh looks for. */
static const struct {
    const char *language, *tool;
} tools[] = {
    { "C", "cc" },      { "C++", "c++" },    { "Python", "python3" }, { "JavaScript", "node" },
    { "Perl", "perl" }, { "Java", "javac" }, { "Rust", "rustc" },     { "Go", "go" },
};
enum { TOOLS = sizeof tools / sizeof tools[0] };

static bool is_installed(const char *tool)
{
    const char *at = getenv("PATH");
    while (at != NULL && at[0] != '\0') {
        char path[CONTEST_PATH];
        size_t length = strcspn(at, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, at, tool);
        if (access(path, X_OK) == 0) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

static void add_list(struct rd_text *text, bool installed)
{
    uint32_t count = 0;
    for (size_t i = 0; i < TOOLS; i++) {
        if (is_installed(tools[i].tool) == installed) {
            rd_text_add(text, "%s%s", count++ == 0 ? "" : ", ", tools[i].language);
            if (!installed) {
                rd_text_add(text, " (%s)", tools[i].tool);
            }
        }
    }
    rd_text_add(text, "%s", count == 0 ? "nothing" : "");
}

const char *contest_tools(char out[CONTEST_WORD])
{
    struct rd_text text = rd_text_into(out, CONTEST_WORD);
    rd_text_add(&text, "languages here: ");
    add_list(&text, true);
    rd_text_add(&text, "; not installed: ");
    add_list(&text, false);
    return out;
}
