#include "net/form.h"

#include <string.h>
#include <strings.h>

#include "net/http.h"

enum { BOUNDARY_MAX = 70 /* as the standard says */, PART_HEAD_MAX = 2048 };

struct piece {
    const char *at;
    size_t size;
};

/* Where the word begins in the bytes; NULL: nowhere. */
static const char *find(struct piece in, const char *word, size_t size)
{
    for (size_t i = 0; in.size >= size && i <= in.size - size; i++) {
        const char *next = memchr(in.at + i, word[0], in.size - size + 1 - i);
        if (next == NULL) {
            return NULL;
        }
        if (memcmp(next, word, size) == 0) {
            return next;
        }
        i = (size_t)(next - in.at);
    }
    return NULL;
}

/* False: it does not fit, or holds a NUL. */
static bool copy(struct piece from, char *out, size_t room)
{
    if (from.size >= room || (from.size > 0 && memchr(from.at, '\0', from.size) != NULL)) {
        return false;
    }
    if (from.size > 0) {
        memcpy(out, from.at, from.size);
    }
    out[from.size] = '\0';
    return true;
}

static bool add_field(struct form *form, struct piece name, struct piece value)
{
    if (form->fields == FORM_FIELDS_MAX ||
        !copy(name, form->field[form->fields].name, FORM_NAME_ROOM) ||
        !copy(value, form->field[form->fields].value, FORM_VALUE_ROOM)) {
        return false;
    }
    form->fields++;
    return true;
}

/* ---- name=value&name=value ---- */

/* Percent and plus; false: it does not fit. */
static bool decode(struct piece from, char *out, size_t room, size_t *used)
{
    for (size_t i = 0; i < from.size; i++) {
        char sign = from.at[i];
        if (sign == '%') {
            int high = i + 2 < from.size ? http_hex_digit(from.at[i + 1]) : -1;
            int low = high < 0 ? -1 : http_hex_digit(from.at[i + 2]);
            if (low < 0) {
                return false;
            }
            sign = (char)(high * 16 + low);
            i += 2;
        } else if (sign == '+') {
            sign = ' ';
        }
        if (*used == room) {
            return false;
        }
        out[(*used)++] = sign;
    }
    return true;
}

static bool read_pair(struct form *form, struct piece pair)
{
    char name[FORM_NAME_ROOM], value[FORM_VALUE_ROOM];
    size_t name_size = 0, value_size = 0;
    const char *equals = memchr(pair.at, '=', pair.size);
    struct piece left = { pair.at, equals == NULL ? pair.size : (size_t)(equals - pair.at) };
    struct piece right = { left.at + left.size, 0 };
    if (equals != NULL) {
        right.at++;
        right.size = pair.size - left.size - 1;
    }
    return decode(left, name, sizeof name, &name_size) &&
           decode(right, value, sizeof value, &value_size) &&
           add_field(form, (struct piece){ name, name_size }, (struct piece){ value, value_size });
}

static bool read_pairs(struct form *form, struct piece rest)
{
    while (rest.size > 0) {
        const char *stop = memchr(rest.at, '&', rest.size);
        struct piece pair = { rest.at, stop == NULL ? rest.size : (size_t)(stop - rest.at) };
        if (pair.size > 0 && !read_pair(form, pair)) {
            return false;
        }
        size_t used = pair.size + (stop != NULL);
        rest.at += used;
        rest.size -= used;
    }
    return true;
}

/* ---- parts with heads, as forms with files are sent ---- */

/* The boundary of "multipart/form-data; boundary=...", with two lines before it. */
static bool read_boundary(const char *type, char out[BOUNDARY_MAX + 3])
{
    const char *at = strstr(type, "boundary=");
    if (at == NULL) {
        return false;
    }
    at += strlen("boundary=");
    bool quoted = *at == '"';
    at += quoted;
    size_t length = strcspn(at, quoted ? "\"" : "; \t");
    out[0] = out[1] = '-';
    return length > 0 && length <= BOUNDARY_MAX &&
           copy((struct piece){ at, length }, out + 2, BOUNDARY_MAX + 1);
}

/* name="..." of a head; the quotation mark must not be part of a longer name. */
static bool read_quoted(struct piece head, const char *name, char *out, size_t room)
{
    size_t length = strlen(name);
    for (const char *at; (at = find(head, name, length)) != NULL;) {
        struct piece rest = { at + length, head.size - (size_t)(at - head.at) - length };
        bool whole = at > head.at && (at[-1] == ' ' || at[-1] == ';');
        const char *end = whole ? memchr(rest.at, '"', rest.size) : NULL;
        if (end != NULL) {
            return copy((struct piece){ rest.at, (size_t)(end - rest.at) }, out, room);
        }
        head = rest;
    }
    out[0] = '\0';
    return true;
}

static bool take_part(struct form *form, struct piece head, struct piece text)
{
    char name[FORM_NAME_ROOM] = "", file[FORM_VALUE_ROOM] = "";
    if (!read_quoted(head, "name=\"", name, sizeof name) || name[0] == '\0' ||
        !read_quoted(head, "filename=\"", file, sizeof file)) {
        return false;
    }
    if (find(head, "filename=\"", strlen("filename=\"")) == NULL) {
        return add_field(form, (struct piece){ name, strlen(name) }, text);
    }
    if (form->file == NULL) {
        form->file = text.at;
        form->file_size = text.size;
        memcpy(form->file_name, file, sizeof file);
    }
    return true;
}

static struct piece behind(struct piece all, const char *at)
{
    return (struct piece){ at, all.size - (size_t)(at - all.at) };
}

static bool read_parts(struct form *form, const char *boundary, struct piece rest)
{
    char line[BOUNDARY_MAX + 5] = "\r\n";
    size_t length = strlen(boundary);
    memcpy(line + 2, boundary, length + 1);
    if (rest.size < length || memcmp(rest.at, boundary, length) != 0) {
        return false;
    }
    rest = behind(rest, rest.at + length);
    while (rest.size >= 2 && memcmp(rest.at, "--", 2) != 0) {
        const char *head_end = find(rest, "\r\n\r\n", 4);
        if (memcmp(rest.at, "\r\n", 2) != 0 || head_end == NULL ||
            head_end - rest.at > PART_HEAD_MAX) {
            return false;
        }
        struct piece head = { rest.at + 2,
                              (size_t)(head_end - rest.at) - (head_end == rest.at ? 0 : 2) };
        rest = behind(rest, head_end + 4);
        const char *end = find(rest, line, length + 2);
        if (end == NULL || head_end == head.at - 2 ||
            !take_part(form, head, (struct piece){ rest.at, (size_t)(end - rest.at) })) {
            return false;
        }
        rest = behind(rest, end + length + 2);
    }
    return rest.size >= 2;
}

/* ---- both ---- */

bool form_read(const char *type, const char *bytes, size_t size, struct form *form)
{
    static const char plain[] = "application/x-www-form-urlencoded",
                      parts[] = "multipart/form-data";
    char boundary[BOUNDARY_MAX + 3];
    memset(form, 0, sizeof *form);
    if (strncasecmp(type, plain, sizeof plain - 1) == 0) {
        return read_pairs(form, (struct piece){ bytes, size });
    }
    return strncasecmp(type, parts, sizeof parts - 1) == 0 && read_boundary(type, boundary) &&
           read_parts(form, boundary, (struct piece){ bytes, size });
}

const char *form_value(const struct form *form, const char *name)
{
    for (uint32_t i = 0; i < form->fields; i++) {
        if (strcmp(form->field[i].name, name) == 0) {
            return form->field[i].value;
        }
    }
    return "";
}
