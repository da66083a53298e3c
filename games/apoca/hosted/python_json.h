/*
 * python_json.h - the top level of one JSON object, as Python's json module would read it.
 *
 * MegaMiner programs are written in Python, and what they print was read by Python's parser for
 * years. It takes NaN and Infinity, lone surrogates, duplicate keys (the last one counts) and
 * numbers of any size, so a strict parser would lose turns that these programs may keep. This
 * one agrees with it, needs no memory of its own, does not recurse, and takes any bytes.
 *
 * The caller names the keys that matter; the rest is only checked for form.
 */
#ifndef APOCA_PYTHON_JSON_H
#define APOCA_PYTHON_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum python_kind {
    PYTHON_MISSING,
    PYTHON_NULL,
    PYTHON_BOOL,
    PYTHON_INTEGER,
    PYTHON_FLOAT,
    PYTHON_TEXT,
    PYTHON_LIST,
    PYTHON_OBJECT
};

enum { PYTHON_TEXT_MAX = 16 };

struct python_value {
    enum python_kind kind;
    bool truth;                 /* bool(value) in Python */
    bool far;                   /* integer: beyond 32 bits */
    int32_t integer;            /* unless far */
    bool odd;                   /* text: has more than kept can hold; it equals no word */
    char text[PYTHON_TEXT_MAX]; /* text: without outer white space, in lower case, NUL at the end */
};

/* false: this is no JSON object; *wrong says why. values[i] belongs to keys[i]; keys ends with
 * NULL, and each is shorter than PYTHON_TEXT_MAX. */
bool python_object(const char *bytes, size_t size, const char *const *keys,
                   struct python_value *values, const char **wrong);

#endif
