/*
 * net/form.h - what a form of a page sends, plain or with a file. Pure: bytes in, facts out. All
 * of it may be made by somebody who means no good.
 */
#ifndef REDOUBT_NET_FORM_H
#define REDOUBT_NET_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FORM_FIELDS_MAX = 16, FORM_NAME_ROOM = 32, FORM_VALUE_ROOM = 512 };

struct form {
    struct {
        char name[FORM_NAME_ROOM], value[FORM_VALUE_ROOM];
    } field[FORM_FIELDS_MAX];
    uint32_t fields;
    const char *file; /* the first file, among the bytes that were read; NULL: none */
    size_t file_size;
    char file_name[FORM_VALUE_ROOM]; /* as it was told: not to be trusted */
};

/* type: the Content-Type. False: it is no form, or one that makes no sense: fields that are too
 * long, too many, or hold a NUL. */
bool form_read(const char *type, const char *bytes, size_t size, struct form *form);

/* "": there is no such field. */
const char *form_value(const struct form *form, const char *name);

#endif
