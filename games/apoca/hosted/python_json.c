#include "python_json.h"

#include <string.h>

enum {
    DEPTH_MAX = 990,   /* Python gives up at its recursion limit, 1000 less a few frames */
    DIGITS_MAX = 4300, /* Python refuses to convert longer integers */
    FLOAT_ZERO = -324  /* decimal exponent at which a float becomes 0 */
};

/* What the next token may be. */
enum want {
    WANT_VALUE,
    WANT_VALUE_OR_END,
    WANT_KEY,
    WANT_KEY_OR_END,
    WANT_COMMA_OR_END,
    WANT_NOTHING
};

struct scan {
    const unsigned char *at, *end;
    const char *wrong;
    const char *const *keys;
    struct python_value *values;
    struct python_value *slot; /* where the value of the current top-level key goes, or NULL */
    enum want want;
    uint32_t depth;
    uint8_t is_object[DEPTH_MAX / 8 + 1]; /* bit i: level i is an object, else a list */
};

/* A string as it comes in, cut down to what comparing needs. */
struct sink {
    char *kept; /* PYTHON_TEXT_MAX characters */
    uint32_t length;
    bool trim; /* leave out outer white space and case */
    bool gap;  /* white space after the first character */
    bool odd, any;
};

static bool fail(struct scan *s, const char *wrong)
{
    s->wrong = wrong;
    return false;
}

/* ---- strings ------------------------------------------------------------------------------ */

/* str.isspace() of Python. */
static bool is_space(uint32_t code)
{
    return (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x20) || code == 0x85 ||
           code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
           code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

static void keep(struct sink *sink, uint32_t code)
{
    sink->any = true;
    if (sink->trim && is_space(code)) {
        sink->gap = sink->length > 0;
        return;
    }
    if (sink->gap || code < 0x20 || code >= 0x7f || sink->length + 1 == PYTHON_TEXT_MAX) {
        sink->odd = true;
        return;
    }
    bool upper = code >= 'A' && code <= 'Z';
    sink->kept[sink->length++] = (char)(sink->trim && upper ? code + ('a' - 'A') : code);
}

/* One character of several bytes. Overlong forms, surrogates and the like are no UTF-8. */
static bool read_utf8(struct scan *s, uint32_t *code)
{
    static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
    uint32_t first = *s->at++;
    uint32_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || (size_t)(s->end - s->at) < more) {
        return fail(s, "bytes that are not UTF-8");
    }
    *code = first & (0x3fu >> more);
    for (uint32_t i = 0; i < more; i++) {
        uint32_t byte = *s->at++;
        if ((byte & 0xc0u) != 0x80) {
            return fail(s, "bytes that are not UTF-8");
        }
        *code = *code << 6 | (byte & 0x3fu);
    }
    if (*code < least[more] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff)) {
        return fail(s, "bytes that are not UTF-8");
    }
    return true;
}

static bool read_hex(struct scan *s, uint32_t *code)
{
    if (s->end - s->at < 4) {
        return fail(s, "a cut \\u");
    }
    *code = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t byte = *s->at++;
        uint32_t letter = byte | 0x20u;
        if (byte >= '0' && byte <= '9') {
            *code = *code * 16 + (byte - '0');
        } else if (letter >= 'a' && letter <= 'f') {
            *code = *code * 16 + (letter - 'a' + 10);
        } else {
            return fail(s, "\\u without four hexadecimal digits");
        }
    }
    return true;
}

/* After the backslash. Halves of a surrogate pair stay two: neither is part of any word. */
static bool read_escape(struct scan *s, uint32_t *code)
{
    static const char plain[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (s->at == s->end) {
        return fail(s, "an open string");
    }
    uint32_t byte = *s->at++;
    if (byte == 'u') {
        return read_hex(s, code);
    }
    const char *known = byte == 0 ? NULL : strchr(plain, (int)byte);
    if (known == NULL) {
        return fail(s, "an unknown escape");
    }
    *code = (unsigned char)meant[known - plain];
    return true;
}

/* After the opening quote. */
static bool read_string(struct scan *s, struct sink *sink)
{
    while (s->at < s->end && *s->at != '"') {
        uint32_t code = *s->at;
        if (code >= 0x80) {
            if (!read_utf8(s, &code)) {
                return false;
            }
        } else {
            s->at++;
            if (code < 0x20) {
                return fail(s, "a control character in a string");
            }
            if (code == '\\' && !read_escape(s, &code)) {
                return false;
            }
        }
        keep(sink, code);
    }
    if (s->at == s->end) {
        return fail(s, "an open string");
    }
    s->at++;
    return true;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static bool at_digit(const struct scan *s)
{
    return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

/* A number while it is read. The value of a float matters only as far as being 0. */
struct number {
    int64_t integer;  /* stops growing beyond 32 bits */
    int64_t digits;   /* before the point */
    int64_t exponent; /* of ten, of the first digit that is not 0 */
    uint32_t leading; /* that digit; 0 = all are */
};

static void take_digit(struct scan *s, struct number *n, int64_t places_after_point)
{
    uint32_t digit = (uint32_t)(*s->at++ - '0');
    if (places_after_point == 0) {
        n->digits++;
        n->integer = n->integer > UINT32_MAX ? n->integer : n->integer * 10 + digit;
        n->exponent += n->leading != 0;
    }
    if (n->leading == 0 && digit != 0) {
        n->leading = digit;
        n->exponent = -places_after_point;
    }
}

static void take_exponent(struct scan *s, struct number *n)
{
    int64_t exponent = 0;
    bool negative = *s->at == '-';
    s->at += *s->at == '-' || *s->at == '+';
    while (at_digit(s)) {
        exponent = exponent > UINT32_MAX ? exponent : exponent * 10 + (*s->at - '0');
        s->at++;
    }
    n->exponent += negative ? -exponent : exponent;
}

/* What follows the e of an exponent: a digit, perhaps after a sign. */
static bool at_exponent(const struct scan *s)
{
    if (s->at == s->end || (*s->at | 0x20) != 'e') {
        return false;
    }
    struct scan ahead = { .at = s->at + 1, .end = s->end };
    if (ahead.at < ahead.end && (*ahead.at == '-' || *ahead.at == '+')) {
        ahead.at++;
    }
    return at_digit(&ahead);
}

static bool read_number(struct scan *s, bool negative, struct python_value *value)
{
    struct number n = { 0, 0, 0, 0 };
    bool is_float = false;
    if (*s->at == '0') {
        take_digit(s, &n, 0);
    } else {
        while (at_digit(s)) {
            take_digit(s, &n, 0);
        }
    }
    if (s->end - s->at >= 2 && s->at[0] == '.' && s->at[1] >= '0' && s->at[1] <= '9') {
        is_float = true;
        s->at++;
        for (int64_t place = 1; at_digit(s); place++) {
            take_digit(s, &n, place);
        }
    }
    if (at_exponent(s)) {
        is_float = true;
        s->at++;
        take_exponent(s, &n);
    }
    if (!is_float && n.digits > DIGITS_MAX) {
        return fail(s, "an integer of more than 4300 digits");
    }
    bool underflow = n.exponent < FLOAT_ZERO || (n.exponent == FLOAT_ZERO && n.leading < 3);
    value->kind = is_float ? PYTHON_FLOAT : PYTHON_INTEGER;
    value->truth = n.leading != 0 && !(is_float && underflow);
    value->far = n.integer > INT32_MAX;
    value->integer = value->far ? 0 : (int32_t)(negative ? -n.integer : n.integer);
    return true;
}

/* ---- values --------------------------------------------------------------------------------- */

static bool take_word(struct scan *s, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0) {
        return false;
    }
    s->at += length;
    return true;
}

static bool read_word(struct scan *s, struct python_value *value)
{
    static const struct {
        const char *word;
        enum python_kind kind;
        bool truth;
    } words[] = {
        { "null", PYTHON_NULL, false },     { "true", PYTHON_BOOL, true },
        { "false", PYTHON_BOOL, false },    { "NaN", PYTHON_FLOAT, true },
        { "Infinity", PYTHON_FLOAT, true }, { "-Infinity", PYTHON_FLOAT, true },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (take_word(s, words[i].word)) {
            value->kind = words[i].kind;
            value->truth = words[i].truth;
            return true;
        }
    }
    bool negative = *s->at == '-';
    s->at += negative;
    return at_digit(s) ? read_number(s, negative, value) : fail(s, "no JSON value");
}

static bool read_scalar(struct scan *s, struct python_value *value)
{
    if (*s->at != '"') {
        return read_word(s, value);
    }
    struct sink sink = { .kept = value->text, .trim = true };
    s->at++;
    if (!read_string(s, &sink)) {
        return false;
    }
    value->kind = PYTHON_TEXT;
    value->truth = sink.any;
    value->odd = sink.odd;
    return true;
}

static bool in_object(const struct scan *s)
{
    uint32_t level = s->depth - 1;
    return (s->is_object[level / 8] & 1u << (level % 8)) != 0;
}

static bool open_level(struct scan *s, bool object)
{
    if (s->depth == DEPTH_MAX) {
        return fail(s, "lists or objects too deep within each other");
    }
    uint32_t bit = 1u << (s->depth % 8);
    uint8_t *byte = &s->is_object[s->depth / 8];
    *byte = (uint8_t)(object ? *byte | bit : *byte & ~bit);
    s->depth++;
    s->want = object ? WANT_KEY_OR_END : WANT_VALUE_OR_END;
    return true;
}

static bool read_value(struct scan *s)
{
    struct python_value value = { .kind = PYTHON_MISSING };
    if (s->depth == 2 && s->slot != NULL) {
        s->slot->truth = true; /* the list at this key is not empty */
    }
    if (s->depth == 0 && *s->at != '{') {
        return fail(s, "no { at the beginning");
    }
    if (*s->at != '{' && *s->at != '[') {
        s->want = s->depth == 0 ? WANT_NOTHING : WANT_COMMA_OR_END;
        if (!read_scalar(s, &value)) {
            return false;
        }
    } else {
        bool object = *s->at++ == '{';
        value.kind = object ? PYTHON_OBJECT : PYTHON_LIST;
        if (!open_level(s, object)) {
            return false;
        }
    }
    bool opened = value.kind == PYTHON_OBJECT || value.kind == PYTHON_LIST;
    if (s->slot != NULL && s->depth - (opened ? 1u : 0u) == 1) {
        *s->slot = value;
    }
    return true;
}

static void skip_blanks(struct scan *s)
{
    while (s->at < s->end &&
           (*s->at == ' ' || *s->at == '\t' || *s->at == '\n' || *s->at == '\r')) {
        s->at++;
    }
}

static bool read_key(struct scan *s)
{
    char text[PYTHON_TEXT_MAX] = "";
    struct sink sink = { .kept = text };
    if (*s->at != '"') {
        return fail(s, "a key that is no string");
    }
    s->at++;
    if (!read_string(s, &sink)) {
        return false;
    }
    skip_blanks(s);
    if (s->at == s->end || *s->at != ':') {
        return fail(s, "a key without a colon");
    }
    s->at++;
    if (s->depth == 1) {
        s->slot = NULL;
        for (size_t i = 0; !sink.odd && s->keys[i] != NULL; i++) {
            if (strcmp(s->keys[i], text) == 0) {
                s->slot = &s->values[i];
            }
        }
    } else if (s->depth == 2 && s->slot != NULL) {
        s->slot->truth = true; /* the object at this key is not empty */
    }
    s->want = WANT_VALUE;
    return true;
}

static void close_level(struct scan *s)
{
    s->at++;
    s->depth--;
    s->want = s->depth == 0 ? WANT_NOTHING : WANT_COMMA_OR_END;
}

/* One token, blanks before it gone. */
static bool step(struct scan *s)
{
    bool may_end =
        s->want == WANT_VALUE_OR_END || s->want == WANT_KEY_OR_END || s->want == WANT_COMMA_OR_END;
    if (may_end && *s->at == (in_object(s) ? '}' : ']')) {
        close_level(s);
        return true;
    }
    switch (s->want) {
    case WANT_VALUE:
    case WANT_VALUE_OR_END:
        return read_value(s);
    case WANT_KEY:
    case WANT_KEY_OR_END:
        return read_key(s);
    case WANT_COMMA_OR_END:
        if (*s->at != ',') {
            return fail(s, "no comma between two values");
        }
        s->at++;
        s->want = in_object(s) ? WANT_KEY : WANT_VALUE;
        return true;
    case WANT_NOTHING:
    default:
        return fail(s, "something after the end of the object");
    }
}

bool python_object(const char *bytes, size_t size, const char *const *keys,
                   struct python_value *values, const char **wrong)
{
    struct scan s = { .at = (const unsigned char *)bytes,
                      .end = (const unsigned char *)bytes + size,
                      .keys = keys,
                      .values = values,
                      .want = WANT_VALUE };
    for (size_t i = 0; keys[i] != NULL; i++) {
        memset(&values[i], 0, sizeof values[i]);
    }
    for (skip_blanks(&s); s.at < s.end; skip_blanks(&s)) {
        if (!step(&s)) {
            *wrong = s.wrong;
            return false;
        }
    }
    *wrong = s.depth > 0 ? "no } at the end" : "an empty line";
    return s.want == WANT_NOTHING;
}
