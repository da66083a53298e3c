/* Finds the client library of PostgreSQL. */
#include "storage/libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct libpq functions;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_there, is_complete;

static bool find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found); /* ISO C has no cast from an object to a function */
    return found != NULL;
}

/* It stays open: a library with threads and exit handlers of its own is not closed again. */
static void load(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    is_there = is_complete = library != NULL;
#define X(result, member, name, arguments) \
    is_complete = is_complete && find(library, #name, &functions.member);
    LIBPQ_FUNCTIONS(X)
#undef X
}

const struct libpq *libpq_open(struct rd_problem *problem)
{
    pthread_once(&once, load);
    if (!is_there) {
        rd_problem_at(problem, "db",
                      "a database of PostgreSQL needs its client library libpq.so.5, which is not "
                      "here: apt install libpq5");
    } else if (!is_complete) {
        rd_problem_at(problem, "db",
                      "the client library libpq.so.5 is too old: version 14 or newer is needed");
    }
    return is_complete ? &functions : NULL;
}
