/* arena/schema.h - the files of arena/schema, built into the program. */
#ifndef REDOUBT_ARENA_SCHEMA_H
#define REDOUBT_ARENA_SCHEMA_H

#include "host/embedded.h"

extern const struct rd_embedded_text arena_schema[];   /* by number; ended by a zero entry */
extern const struct rd_embedded_text arena_postgres[]; /* the same, for PostgreSQL */

#endif
