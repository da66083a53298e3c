/*
 * host/text.h - text put together in a buffer of fixed size, snprintf's way: what does not fit is
 * cut, the buffer always ends with NUL, and `used` counts as if everything had fitted.
 */
#ifndef REDOUBT_HOST_TEXT_H
#define REDOUBT_HOST_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rd_text {
    char *out;
    size_t size, used;
};

/* size may be 0: then nothing is written, only counted. */
struct rd_text rd_text_into(char *out, size_t size);
void rd_text_add(struct rd_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void rd_text_add_bytes(struct rd_text *text, const char *bytes, size_t count);

/* The names of a NULL-terminated list: "house, cannon, church". */
void rd_text_add_names(struct rd_text *text, const char *const *names);

/* Text from outside for use in a message: short, and without control or non-ASCII bytes. Returns
 * out. */
const char *rd_text_printable(const char *bytes, size_t count, char *out, size_t size);

/* Nothing in it moves a cursor or rings a bell: no control characters of ASCII or of Latin-1 in
 * UTF-8. */
bool rd_text_is_printable(const char *text);

/* How many of `length` bytes of UTF-8 fit into `room` without a part of a character at the end. */
size_t rd_text_fit(const char *bytes, size_t length, size_t room);

/* The words of a text, between blanks. False: too many, or too long ones. */
enum { RD_WORDS_MAX = 4, RD_WORD_ROOM = 64 };
struct rd_words {
    char word[RD_WORDS_MAX][RD_WORD_ROOM];
    uint32_t count;
};
bool rd_words_of(const char *text, struct rd_words *words);

/* 64 bits as 16 hexadecimal digits, since JSON numbers lose the low ones in many readers. */
enum { RD_HEX64_TEXT = 17 };
const char *rd_hex64_print(uint64_t value, char out[RD_HEX64_TEXT]);
bool rd_hex64_parse(const char *text, uint64_t *value); /* NULL is none */

/* Upper and lower case of ASCII letters alike. */
bool rd_text_same(const char *a, const char *b);
bool rd_text_begins(const char *text, const char *beginning);

#endif
