/*
 * host/embedded.h - texts that tools/embed-text builds into the program: rulebooks, schemas, pages.
 */
#ifndef REDOUBT_HOST_EMBEDDED_H
#define REDOUBT_HOST_EMBEDDED_H

/* UTF-8, ended by a 0. A table of them ends with a zero entry. */
struct rd_embedded_text {
    const char *name;
    const unsigned char *text;
};

#endif
