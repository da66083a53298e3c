/* A bot for any game of Redoubt, to begin with, in plain C without libraries: any legal order. It
 * asks not to be sent the view and the list, and picks by number. See docs/bot-protocol.md.
 *
 *     cc -O2 -o mybot clients/kits/bot.c && redoubt match apoca cmd:./mybot random
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT: its name is what it is */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text behind "key": on the top level of our messages; NULL if it is not there. */
static const char *value_of(const char *line, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(line, quoted);
    return at == NULL ? NULL : at + strlen(quoted);
}

static uint64_t state = 1;

static uint32_t below(uint32_t limit)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % limit);
}

static void answer(const char *line)
{
    uint32_t count = (uint32_t)strtoul(value_of(line, "legal_count"), NULL, 10);
    printf("{\"choose\":%u}\n", below(count)); /* put your own ideas here */
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* a line is sent when it is complete */
    while (getline(&line, &room, stdin) > 0) {
        if (value_of(line, "hello") != NULL) {
            state = strtoull(value_of(line, "seed") + 1, NULL, 16);
            puts("{\"ready\":true,\"name\":\"Kit in C\",\"want\":[]}");
        } else if (value_of(line, "ask") != NULL) {
            answer(line);
        } else if (value_of(line, "end") != NULL) {
            break;
        }
    }
    free(line);
    return 0;
}
