#include "host/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rd_text rd_text_into(char *out, size_t size)
{
    struct rd_text text = { out, size, 0 };
    if (size > 0) {
        out[0] = '\0';
    }
    return text;
}

void rd_text_add(struct rd_text *text, const char *format, ...)
{
    size_t room = text->used < text->size ? text->size - text->used : 0;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(room > 0 ? text->out + text->used : NULL, room, format, args);
    va_end(args);
    text->used += length > 0 ? (size_t)length : 0;
}

void rd_text_add_bytes(struct rd_text *text, const char *bytes, size_t count)
{
    if (text->used + 1 < text->size) {
        size_t room = text->size - text->used - 1;
        size_t kept = count < room ? count : room;
        memcpy(text->out + text->used, bytes, kept);
        text->out[text->used + kept] = '\0';
    }
    text->used += count;
}

void rd_text_add_names(struct rd_text *text, const char *const *names)
{
    for (size_t i = 0; names[i] != NULL; i++) {
        rd_text_add(text, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
}

const char *rd_text_printable(const char *bytes, size_t count, char *out, size_t size)
{
    size_t used = 0, read = 0;
    for (; read < count && used + 4 < size; read++) {
        unsigned char byte = (unsigned char)bytes[read];
        out[used++] = (byte < 0x20 || byte >= 0x7f) ? '?' : (char)byte;
    }
    if (read < count) {
        memcpy(out + used, "...", 3);
        used += 3;
    }
    out[used] = '\0';
    return out;
}

size_t rd_text_fit(const char *bytes, size_t length, size_t room)
{
    size_t kept = length < room ? length : room;
    while (kept < length && kept > 0 && ((unsigned char)bytes[kept] & 0xc0) == 0x80) {
        kept--;
    }
    return kept;
}

bool rd_text_is_printable(const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        bool c1 = byte == 0xc2 && (unsigned char)text[1] < 0xa0;
        if (byte < 0x20 || byte == 0x7f || c1) {
            return false;
        }
    }
    return true;
}

const char *rd_hex64_print(uint64_t value, char out[RD_HEX64_TEXT])
{
    snprintf(out, RD_HEX64_TEXT, "%016" PRIx64, value);
    return out;
}

bool rd_hex64_parse(const char *text, uint64_t *value)
{
    if (text == NULL || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) {
        return false;
    }
    *value = strtoull(text, NULL, 16);
    return true;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool rd_text_begins(const char *text, const char *beginning)
{
    while (*beginning != '\0' && lower(*text) == lower(*beginning)) {
        text++;
        beginning++;
    }
    return *beginning == '\0';
}

bool rd_text_same(const char *a, const char *b)
{
    return rd_text_begins(a, b) && strlen(a) == strlen(b);
}

bool rd_words_of(const char *text, struct rd_words *words)
{
    const char *const blanks = " \t\r\n";
    words->count = 0;
    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        size_t length = strcspn(text, blanks);
        if (words->count == RD_WORDS_MAX || length >= RD_WORD_ROOM) {
            return false;
        }
        memcpy(words->word[words->count], text, length);
        words->word[words->count++][length] = '\0';
        text += length;
    }
    return true;
}
