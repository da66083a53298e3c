/* server/shell/loading.h - what is stored, read into the core at the start. */
#ifndef REDOUBT_SERVER_LOADING_H
#define REDOUBT_SERVER_LOADING_H

#include "server/core/core.h"
#include "server/shell/storage.h"

/* What can't be read is named in the log. False with a problem: the database can't be read. */
bool load_all(struct storage *storage, struct core *core, struct rd_problem *problem);

#endif
