#include "clients/cli/arena_far.h"

#include <stdio.h>
#include <string.h>

#include "clients/cli/command.h"

enum { SECRET_MIN = 8, SECRET_ROOM = 200 };

/* The first line of a file. */
static bool read_secret(const char *path, char out[SECRET_ROOM], struct rd_problem *problem)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return rd_problem_at(problem, "--secret", "%.200s can't be read", path);
    }
    char *line = fgets(out, SECRET_ROOM, file);
    fclose(file);
    out[line == NULL ? 0 : strcspn(out, "\r\n")] = '\0';
    for (const char *at = out; *at != '\0'; at++) {
        if (*at <= ' ' || *at > '~') {
            return rd_problem_at(problem, "--secret", "must be one word of plain letters");
        }
    }
    return strlen(out) >= SECRET_MIN ||
           rd_problem_at(problem, "--secret",
                         "must have at least %d letters; this makes one: head "
                         "-c 18 /dev/urandom | base64 > FILE",
                         SECRET_MIN);
}

static void say(void *context, const char *sentence)
{
    (void)context;
    fprintf(stderr, "redoubt arena: %s\n", sentence);
}

static void tell_address(void *context, const char *address)
{
    (void)context;
    fprintf(stderr, "redoubt arena: workers may come: redoubt arena work http://%s\n", address);
    fflush(stderr);
}

bool arena_far_serve(const struct arena_far *far, struct hub_plan *plan, struct games *games,
                     struct rd_problem *problem)
{
    char secret[SECRET_ROOM];
    struct hub_figures figures = { 0 };
    if (far->secret_file != NULL && !read_secret(far->secret_file, secret, problem)) {
        return false;
    }
    plan->version = REDOUBT_VERSION;
    plan->listen = far->listen;
    plan->secret = far->secret_file == NULL ? NULL : secret;
    plan->lease_ms = far->lease_s * 1000;
    plan->on_open = tell_address;
    plan->on_word = say;
    bool fine = hub_run(plan, games, &figures, problem);
    if (fine) {
        fprintf(stderr, "redoubt arena: %u games in %.1f s by %u workers, %u calls\n",
                figures.played, figures.seconds, figures.workers, figures.calls);
    }
    return fine;
}

int arena_far_work(const struct arena_far *far, struct worker_plan *plan)
{
    char secret[SECRET_ROOM];
    struct rd_problem problem = { "" };
    struct worker_figures figures = { 0 };
    if (far->secret_file != NULL && !read_secret(far->secret_file, secret, &problem)) {
        return cli_bad("arena", "%s", problem.text);
    }
    plan->version = REDOUBT_VERSION;
    plan->secret = far->secret_file == NULL ? NULL : secret;
    plan->patience_s = far->patience_s;
    plan->on_word = say;
    bool fine = worker_run(plan, &figures, &problem);
    fprintf(stderr, "redoubt arena: played %u games here\n", figures.played);
    if (!fine) {
        cli_bad("arena", "%s", problem.text);
    }
    return fine ? CLI_FINE : CLI_FAILED;
}
