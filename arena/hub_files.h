/*
 * arena/hub_files.h - a replay and the logs of its programs, on their way from a worker. Private to
 * hub.c and worker.c.
 */
#ifndef REDOUBT_ARENA_HUB_FILES_H
#define REDOUBT_ARENA_HUB_FILES_H

#include "arena/tournament.h"

/* The files of a game in this folder, which are removed: {"replay": ..., "log0": ...} in base64.
 * Together at most `most` bytes; what is larger is left out. New reference. */
json_t *hub_files_pack(const char *folder, const struct game *game, size_t most);

/* Writes them into a folder; game->has_replay says whether there is one. False with a problem: the
 * disk refuses. */
bool hub_files_unpack(const json_t *files, const char *folder, struct game *game,
                      struct rd_problem *problem);

#endif
