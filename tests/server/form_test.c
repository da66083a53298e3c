/* Forms as pages send them, whole, cut at every byte, and with any byte changed. */
#include <stdlib.h>
#include <string.h>

#include "net/form.h"
#include "net/http.h"
#include "tests/check.h"

static const char parts[] = "multipart/form-data; boundary=\"b-1\"";
static const char body[] =
    "--b-1\r\nContent-Disposition: form-data; name=\"mark\"\r\n\r\n12\r\n"
    "--b-1\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.py\"\r\n"
    "Content-Type: text/plain\r\n\r\nprint()\r\n--b-2\r\n\r\n"
    "\r\n--b-1\r\nContent-Disposition: form-data; name=\"last\"\r\n\r\n\r\n--b-1--\r\n";

static bool read_text(const char *type, const char *text, struct form *form)
{
    return form_read(type, text, strlen(text), form);
}

static void pairs(void)
{
    static const char plain[] = "application/x-www-form-urlencoded; charset=utf-8";
    struct form form;
    CHECK(read_text(plain, "name=a+b%26c&empty=&alone&&name=second", &form));
    CHECK_EQ(form.fields, 4);
    CHECK_TEXT(form_value(&form, "name"), "a b&c");
    CHECK_TEXT(form_value(&form, "empty"), "");
    CHECK_TEXT(form_value(&form, "nothing"), "");
    CHECK(read_text(plain, "", &form) && form.fields == 0);
    CHECK(!read_text(plain, "a=%4", &form));
    CHECK(!read_text(plain, "a=%zz", &form));
    CHECK(!read_text(plain, "a=%00b", &form)); /* a NUL would end it early */
    CHECK(!read_text(plain, "a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a&a", &form));
    char large[FORM_VALUE_ROOM + 8] = "a=";
    memset(large + 2, 'x', FORM_VALUE_ROOM);
    CHECK(!read_text(plain, large, &form));
    large[FORM_VALUE_ROOM + 1] = '\0';
    CHECK(read_text(plain, large, &form));
    CHECK(!read_text("text/plain", "a=b", &form));
}

static void files(void)
{
    struct form form;
    CHECK(read_text(parts, body, &form));
    CHECK_EQ(form.fields, 2);
    CHECK_TEXT(form_value(&form, "mark"), "12");
    CHECK_TEXT(form_value(&form, "last"), "");
    CHECK_TEXT(form.file_name, "a.py");
    CHECK(form.file != NULL && form.file_size == strlen("print()\r\n--b-2\r\n\r\n"));
    CHECK(memcmp(form.file, "print()\r\n--b-2", 14) == 0);
    CHECK(!read_text("multipart/form-data", body, &form));
    CHECK(!read_text("multipart/form-data; boundary=", body, &form));
    CHECK(!read_text("multipart/form-data; boundary=other", body, &form));
    CHECK(!read_text(parts, "--b-1\r\n\r\n\r\n--b-1--", &form)); /* a part without a name */
    CHECK(!read_text(parts,
                     "--b-1\r\nContent-Disposition: form-data; filename=\"x\"\r\n\r\n\r\n--b-1--",
                     &form));
}

/* In a block of its own, so that a byte too many is noticed. */
static bool read_copy(const char *from, size_t size, struct form *form)
{
    char *bytes = malloc(size + (size == 0));
    CHECK(bytes != NULL);
    memcpy(bytes, from, size);
    bool fine = form_read(parts, bytes, size, form);
    CHECK(!fine || form->file == NULL ||
          (form->file >= bytes && form->file + form->file_size <= bytes + size));
    free(bytes);
    return fine;
}

static void cut(void)
{
    struct form form;
    size_t whole = strlen(body);
    for (size_t size = 0; size < whole - 2; size++) {
        CHECK(!read_copy(body, size, &form));
    }
    CHECK(read_copy(body, whole, &form));
}

static void changed(void)
{
    static const char signs[] = { '\0', '\r', '\n', '-', '"', ';', 'b', (char)0xff };
    char copy[sizeof body];
    struct form form;
    for (size_t at = 0; at < sizeof body - 1; at++) {
        for (size_t i = 0; i < sizeof signs; i++) {
            memcpy(copy, body, sizeof copy);
            copy[at] = signs[i];
            read_copy(copy, sizeof body - 1, &form);
        }
    }
}

int main(void)
{
    RUN(pairs);
    RUN(files);
    RUN(cut);
    RUN(changed);
    return check_end();
}
