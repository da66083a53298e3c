/*
 * arena/named.h - which files a shell command is about: the files that it names, the folders it
 * goes to, and the programs that the shell finds for it. A rough reading: quotes hold words
 * together, what ends a command ends a word. It decides what a program sees in the sandbox, and
 * whether a program has changed since it last played.
 */
#ifndef REDOUBT_ARENA_NAMED_H
#define REDOUBT_ARENA_NAMED_H

#include <stdbool.h>

enum { NAMED_PATH_ROOM = 4096 };

enum named_kind {
    NAMED_FILE,   /* a file, by its path */
    NAMED_FOLDER, /* a folder that the command goes to with cd */
    NAMED_PROGRAM /* found in a folder of PATH */
};

/* Each in its sequence. `word` is as the command has it, `path` begins with a slash. */
void named_each(const char *command,
                void (*visit)(void *context, enum named_kind kind, const char *word,
                              const char *path),
                void *context);

/* What the shell would find in PATH. */
bool named_find_program(const char *word, char path[NAMED_PATH_ROOM]);

/* Belongs to the system: nobody's own. */
bool named_is_system(const char *path);

#endif
