/* For python_json_test.py: each line of standard input is a text in hexadecimal digits; the answer
 * is "no", or what was read at the keys a, b and action. */
#include <stdio.h>
#include <stdlib.h>

#include "games/apoca/hosted/python_json.h"

static const char *const keys[] = { "a", "b", "action", NULL };
static const char *const kinds[] = { "missing", "null", "bool", "integer",
                                     "float",   "text", "list", "object" };

static int digit(int character)
{
    return character <= '9' ? character - '0' : character - 'a' + 10;
}

static void show(const struct python_value *value)
{
    printf(" %s %d", kinds[value->kind], value->truth);
    if (value->kind == PYTHON_INTEGER && value->far) {
        printf(" far");
    } else if (value->kind == PYTHON_INTEGER) {
        printf(" %d", (int)value->integer);
    } else if (value->kind == PYTHON_TEXT) {
        printf(" %s", value->odd ? "odd" : value->text);
    }
    printf(",");
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    for (ssize_t got; (got = getline(&line, &room, stdin)) > 0;) {
        size_t size = (size_t)got / 2;
        char *bytes = malloc(size > 0 ? size : 1); /* as long as the text, for the sanitizer */
        for (size_t i = 0; i < size; i++) {
            bytes[i] = (char)(digit(line[2 * i]) * 16 + digit(line[2 * i + 1]));
        }
        struct python_value value[3];
        const char *wrong;
        if (python_object(bytes, size, keys, value, &wrong)) {
            printf("yes");
            for (size_t i = 0; i < 3; i++) {
                show(&value[i]);
            }
            printf("\n");
        } else {
            printf("no\n");
        }
        free(bytes);
    }
    free(line);
    return 0;
}
