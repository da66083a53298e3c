/* server/shell/schema.h - the files of server/schema, built into the program. */
#ifndef REDOUBT_SERVER_SCHEMA_H
#define REDOUBT_SERVER_SCHEMA_H

#include "host/embedded.h"

/* By number; each ended by a zero entry. */
extern const struct rd_embedded_text schema_texts[], postgres_texts[]; /* SQLite, PostgreSQL */

#endif
