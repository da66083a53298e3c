/*
 * server/shell/files.h - the files of the web client, all in memory: what was not there at the
 * start can't be asked for, and no path from outside ever touches the disk.
 */
#ifndef REDOUBT_SERVER_FILES_H
#define REDOUBT_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/problem.h"

struct file {
    char *path; /* "/index.html" */
    const char
        *coding; /* "br", "gzip": the bytes are packed, as x.br or x.gz lay beside x; or NULL */
    char *bytes;
    size_t size;
    const char *type;  /* "text/html; charset=utf-8" */
    const char *cache; /* the value of Cache-Control */
    char etag[40];     /* with its quotation marks */
};

struct files;

/* Of a folder and those in it. NULL with a problem; a folder without index.html is one. */
struct files *files_load(const char *folder, struct rd_problem *problem);
void files_free(struct files *files); /* NULL is fine */
/* "/" is "/index.html". codings: bits of HTTP_BROTLI and HTTP_GZIP; the smallest form that they
 * allow and that is there. NULL: there is no such file; files may be NULL. */
const struct file *files_find(const struct files *files, const char *path, uint32_t codings);

#endif
