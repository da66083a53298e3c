#include "server/shell/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static atomic_bool silent;

void server_log_to_stderr(bool yes)
{
    atomic_store(&silent, !yes);
}

void server_log(const char *event, const char *format, ...)
{
    char line[1024], stamp[32];
    struct timespec now;
    struct tm parts;
    va_list args;
    if (atomic_load(&silent)) {
        return;
    }
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &parts);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &parts);
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(stderr, "%s.%03dZ event=%s %s\n", stamp, (int)(now.tv_nsec / 1000000), event, line);
}
