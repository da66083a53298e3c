/* JSON as text: read strictly, written compactly. See include/jansson.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_value.h"
#include "real.h"

/* ---- writing ------------------------------------------------------------------------------ */

struct writer {
    char *text;
    size_t size, room;
    bool ascii, failed;
};

static void put(struct writer *writer, const char *text, size_t size)
{
    if (writer->size + size >= writer->room) {
        size_t wanted = 2 * (writer->size + size) + 64;
        char *larger = realloc(writer->text, wanted);
        if (larger == NULL) {
            writer->failed = true;
            return;
        }
        writer->text = larger;
        writer->room = wanted;
    }
    memcpy(writer->text + writer->size, text, size);
    writer->size += size;
    writer->text[writer->size] = '\0';
}

static void put_text(struct writer *writer, const char *text)
{
    put(writer, text, strlen(text));
}

static void put_unit(struct writer *writer, uint32_t unit)
{
    char escape[8];
    put(writer, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", unit));
}

/* The letter at these bytes, which are UTF-8; *size is how many they are. */
static uint32_t letter_at(const unsigned char *at, size_t *size)
{
    *size = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    uint32_t letter = *size == 1 ? at[0] : at[0] & (0x7fu >> *size);
    for (size_t i = 1; i < *size; i++) {
        letter = letter << 6 | (at[i] & 0x3fu);
    }
    return letter;
}

static void put_letter(struct writer *writer, const char *at, size_t size, uint32_t letter)
{
    static const char plain[] = "\"\\\b\f\n\r\t", named[] = "\"\\bfnrt";
    const char *escape = letter < 0x80 && letter != 0 ? strchr(plain, (int)letter) : NULL;
    if (escape != NULL) {
        put(writer, "\\", 1);
        put(writer, &named[escape - plain], 1);
    } else if (letter < 0x20) {
        put_unit(writer, letter);
    } else if (letter > 0xffff && writer->ascii) {
        put_unit(writer, 0xd800 + ((letter - 0x10000) >> 10));
        put_unit(writer, 0xdc00 + ((letter - 0x10000) & 0x3ff));
    } else if (letter > 0x7e && writer->ascii) {
        put_unit(writer, letter);
    } else {
        put(writer, at, size);
    }
}

static void put_string(struct writer *writer, const char *text, size_t size)
{
    put(writer, "\"", 1);
    for (size_t i = 0; i < size;) {
        size_t letter_size;
        uint32_t letter = letter_at((const unsigned char *)text + i, &letter_size);
        put_letter(writer, text + i, letter_size, letter);
        i += letter_size;
    }
    put(writer, "\"", 1);
}

static void put_real(struct writer *writer, double value)
{
    char text[40];
    size_t size = rd_real_print(value, text, sizeof text);
    put(writer, text, size);
    if (memchr(text, '.', size) == NULL && memchr(text, 'e', size) == NULL) {
        put(writer, ".0", 2); /* so that it stays a real number when it is read */
    }
}

static void put_value(struct writer *writer, const json_t *json);

static void put_members(struct writer *writer, const json_t *json)
{
    const struct json_object *object = (const struct json_object *)json;
    put(writer, "{", 1);
    for (size_t i = 0; i < object->count; i++) {
        put(writer, ",", i > 0);
        put_string(writer, object->member[i].key, strlen(object->member[i].key));
        put(writer, ":", 1);
        put_value(writer, object->member[i].value);
    }
    put(writer, "}", 1);
}

static void put_items(struct writer *writer, const json_t *json)
{
    put(writer, "[", 1);
    for (size_t i = 0; i < json_array_size(json); i++) {
        put(writer, ",", i > 0);
        put_value(writer, json_array_get(json, i));
    }
    put(writer, "]", 1);
}

/* A case for each kind of value. */
static void put_value(struct writer *writer, const json_t *json)
{
    char number[24];
    switch (json->type) {
    case JSON_OBJECT:
        put_members(writer, json);
        break;
    case JSON_ARRAY:
        put_items(writer, json);
        break;
    case JSON_STRING:
        put_string(writer, json_string_value(json), json_string_length(json));
        break;
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%lld", json_integer_value(json));
        put_text(writer, number);
        break;
    case JSON_REAL:
        put_real(writer, json_real_value(json));
        break;
    default:
        put_text(writer, json->type == JSON_TRUE    ? "true"
                         : json->type == JSON_FALSE ? "false"
                                                    : "null");
    }
}

char *json_dumps(const json_t *json, size_t flags)
{
    struct writer writer = { .ascii = (flags & JSON_ENSURE_ASCII) != 0 };
    if (json == NULL) {
        return NULL;
    }
    put_value(&writer, json);
    if (writer.failed) {
        free(writer.text);
        return NULL;
    }
    return writer.text;
}

/* ---- reading -------------------------------------------------------------------------------- */

struct reader {
    const char *text;
    size_t size, at;
    bool unique; /* a key twice is a mistake */
    json_error_t *error;
};

/* Always NULL. The first mistake is the one that is told. */
static json_t *fail(struct reader *reader, enum json_error_code code, const char *what)
{
    json_error_t *error = reader->error;
    if (error->text[0] == '\0') {
        error->code = code;
        error->line = 1;
        error->column = 1;
        for (size_t i = 0; i < reader->at && i < reader->size; i++) {
            error->column = reader->text[i] == '\n' ? 1 : error->column + 1;
            error->line += reader->text[i] == '\n';
        }
        snprintf(error->text, sizeof error->text, "%s", what);
    }
    return NULL;
}

static char peek(struct reader *reader)
{
    while (reader->at < reader->size && reader->text[reader->at] != '\0' &&
           strchr(" \t\r\n", reader->text[reader->at]) != NULL) {
        reader->at++;
    }
    return reader->at < reader->size ? reader->text[reader->at] : '\0';
}

static bool take(struct reader *reader, char wanted)
{
    if (peek(reader) != wanted) {
        return false;
    }
    reader->at++;
    return true;
}

static json_t *read_word(struct reader *reader, const char *word, json_t *value)
{
    size_t size = strlen(word);
    if (reader->size - reader->at < size || strncmp(reader->text + reader->at, word, size) != 0) {
        return fail(reader, json_error_invalid_syntax, "invalid token");
    }
    reader->at += size;
    return value;
}

/* Four hexadecimal digits; UINT32_MAX if they are none. */
static uint32_t read_unit(struct reader *reader)
{
    uint32_t unit = 0;
    for (uint32_t i = 0; i < 4; i++) {
        char c = reader->at < reader->size ? reader->text[reader->at] : '\0';
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *found = c == '\0' ? NULL : strchr(digits + (c >= 'A' && c <= 'F' ? 16 : 0), c);
        if (found == NULL) {
            return UINT32_MAX;
        }
        unit = unit << 4 | ((uint32_t)(found - digits) & 15u);
        reader->at++;
    }
    return unit;
}

static size_t encode(uint32_t letter, char *out)
{
    if (letter < 0x80) {
        out[0] = (char)letter;
        return 1;
    }
    size_t size = letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    static const uint32_t first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (letter & 0x3f));
        letter >>= 6;
    }
    out[0] = (char)(first[size] | letter);
    return size;
}

/* Behind "\u": a letter, or the two halves of one. 0 with an error if it is neither. */
static size_t read_escaped_letter(struct reader *reader, char *out)
{
    uint32_t letter = read_unit(reader);
    if (letter >= 0xd800 && letter < 0xdc00 && reader->size - reader->at > 6 &&
        reader->text[reader->at] == '\\' && reader->text[reader->at + 1] == 'u') {
        reader->at += 2;
        uint32_t low = read_unit(reader);
        bool pair = low >= 0xdc00 && low < 0xe000;
        letter = pair ? 0x10000 + ((letter - 0xd800) << 10) + (low - 0xdc00) : UINT32_MAX;
    }
    if (letter == 0) {
        fail(reader, json_error_null_character, "\\u0000 is not allowed");
        return 0;
    }
    if (letter == UINT32_MAX || (letter >= 0xd800 && letter < 0xe000)) {
        fail(reader, json_error_invalid_syntax, "invalid Unicode escape");
        return 0;
    }
    return encode(letter, out);
}

static size_t read_escape(struct reader *reader, char *out)
{
    static const char named[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    char c = reader->at < reader->size ? reader->text[reader->at] : '\0';
    reader->at++;
    const char *found = c == '\0' ? NULL : strchr(named, c);
    if (found != NULL) {
        out[0] = plain[found - named];
        return 1;
    }
    if (c == 'u') {
        return read_escaped_letter(reader, out);
    }
    fail(reader, json_error_invalid_syntax, "invalid escape");
    return 0;
}

/* The text behind a quotation mark, to be freed; NULL with an error. */
static char *read_text(struct reader *reader, size_t *size)
{
    const char *end = memchr(reader->text + reader->at, '"', reader->size - reader->at);
    size_t room = reader->size - reader->at + 1;
    if (end != NULL && memchr(reader->text + reader->at, '\\',
                              (size_t)(end - reader->text) - reader->at) == NULL) {
        room = (size_t)(end - reader->text) - reader->at + 1; /* the usual case: no escapes */
    }
    char *out = malloc(room);
    for (*size = 0; out != NULL && reader->at < reader->size; reader->at++) {
        char c = reader->text[reader->at];
        if (c == '"') {
            reader->at++;
            out[*size] = '\0';
            if (json_is_utf8(out, *size)) {
                return out;
            }
            fail(reader, json_error_invalid_utf8, "unable to decode byte");
            break;
        }
        if ((unsigned char)c < 0x20) {
            fail(reader, json_error_invalid_syntax, "control character");
            break;
        }
        if (c != '\\') {
            out[(*size)++] = c;
            continue;
        }
        reader->at++;
        size_t letter = read_escape(reader, out + *size);
        if (letter == 0) {
            break;
        }
        *size += letter;
        reader->at--; /* the loop goes on by one */
    }
    fail(reader, json_error_invalid_syntax, "premature end of input");
    free(out);
    return NULL;
}

static size_t skip_digits(struct reader *reader)
{
    size_t from = reader->at;
    while (reader->at < reader->size && reader->text[reader->at] >= '0' &&
           reader->text[reader->at] <= '9') {
        reader->at++;
    }
    return reader->at - from;
}

static bool skip_letter(struct reader *reader, const char *letters)
{
    bool there = reader->at < reader->size && reader->text[reader->at] != '\0' &&
                 strchr(letters, reader->text[reader->at]) != NULL;
    reader->at += there;
    return there;
}

static json_t *read_integer(struct reader *reader, size_t from)
{
    bool negative = reader->text[from] == '-';
    unsigned long long most = negative ? 1ull << 63 : (1ull << 63) - 1;
    unsigned long long size = strtoull(reader->text + from + negative, NULL, 10);
    if (size > most) {
        return fail(reader, json_error_numeric_overflow, "too big integer");
    }
    return json_integer(negative ? (json_int_t)(0 - size) : (json_int_t)size);
}

static json_t *read_number(struct reader *reader)
{
    size_t from = reader->at;
    bool real = false;
    skip_letter(reader, "-");
    size_t first = reader->at, digits = skip_digits(reader);
    bool fine = digits > 0 && (digits == 1 || reader->text[first] != '0');
    if (skip_letter(reader, ".")) {
        real = true;
        fine = fine && skip_digits(reader) > 0;
    }
    if (skip_letter(reader, "eE")) {
        real = true;
        skip_letter(reader, "+-");
        fine = fine && skip_digits(reader) > 0;
    }
    if (!fine) {
        return fail(reader, json_error_invalid_syntax, "invalid token");
    }
    if (!real) {
        return read_integer(reader, from);
    }
    double value = rd_real_read(reader->text + from, reader->at - from);
    return value - value == 0 ? json_real(value)
                              : fail(reader, json_error_numeric_overflow, "real number overflow");
}

static json_t *read_value(struct reader *reader);

/* One "key": value. */
static bool read_member(struct reader *reader, json_t *object)
{
    size_t size = 0;
    if (!take(reader, '"')) {
        fail(reader, json_error_invalid_syntax, "string or '}' expected");
        return false;
    }
    char *key = read_text(reader, &size);
    if (key == NULL) {
        return false;
    }
    bool twice = reader->unique && json_object_get(object, key) != NULL;
    json_t *value = NULL;
    if (twice) {
        fail(reader, json_error_duplicate_key, "duplicate object key");
    } else if (!take(reader, ':')) {
        fail(reader, json_error_invalid_syntax, "':' expected");
    } else {
        value = read_value(reader);
    }
    bool fine = value != NULL && json_object_set_new(object, key, value) == 0;
    free(key);
    if (!fine) {
        fail(reader, json_error_unknown, "too many keys in one object");
    }
    return fine;
}

static bool read_item(struct reader *reader, json_t *array)
{
    json_t *value = read_value(reader);
    return value != NULL && json_array_append_new(array, value) == 0;
}

/* What stands between two brackets, separated by commas. */
static json_t *read_parts(struct reader *reader, json_t *whole, char end,
                          bool (*read)(struct reader *, json_t *))
{
    if (take(reader, end)) {
        return whole;
    }
    do {
        if (!read(reader, whole)) {
            json_decref(whole);
            return NULL;
        }
    } while (take(reader, ','));
    if (take(reader, end)) {
        return whole;
    }
    json_decref(whole);
    return fail(reader, json_error_invalid_syntax, end == '}' ? "'}' expected" : "']' expected");
}

static json_t *read_string(struct reader *reader)
{
    size_t size = 0;
    char *text = read_text(reader, &size);
    json_t *json = text == NULL ? NULL : json_stringn(text, size);
    free(text);
    return json;
}

static json_t *read_value(struct reader *reader)
{
    char c = peek(reader);
    if (c == '{' || c == '[' || c == '"') {
        reader->at++;
    }
    switch (c) {
    case '{':
        return read_parts(reader, json_object(), '}', read_member);
    case '[':
        return read_parts(reader, json_array(), ']', read_item);
    case '"':
        return read_string(reader);
    case 't':
        return read_word(reader, "true", json_true());
    case 'f':
        return read_word(reader, "false", json_false());
    case 'n':
        return read_word(reader, "null", json_null());
    default:
        return read_number(reader);
    }
}

json_t *json_loadb(const char *text, size_t size, size_t flags, json_error_t *error)
{
    struct reader reader = { text, size, 0, (flags & JSON_REJECT_DUPLICATES) != 0, error };
    memset(error, 0, sizeof *error);
    json_t *json = read_value(&reader);
    if (json != NULL && peek(&reader) == '\0' && reader.at == size) {
        return json;
    }
    json_decref(json);
    return fail(&reader, json_error_invalid_syntax, "end of file expected");
}
