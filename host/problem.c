#include "host/problem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool rd_problem_at(struct rd_problem *problem, const char *field, const char *format, ...)
{
    if (problem == NULL || problem->text[0] != '\0') {
        return false;
    }
    size_t used = 0;
    if (field != NULL && field[0] != '\0') {
        snprintf(problem->text, sizeof problem->text, "%.*s: ", RD_PROBLEM_MAX / 2, field);
        used = strlen(problem->text);
    }
    va_list args;
    va_start(args, format);
    vsnprintf(problem->text + used, sizeof problem->text - used, format, args);
    va_end(args);
    return false;
}
