/* The names in the tables of all games as TypeScript types, so that a page that spells one wrong
 * does not compile: what clients/web/generate.mjs puts into generated/names.ts. */
#include <stdio.h>

#include "redoubt/game.h"

static const char *prefix; /* of the next name in a list */

static void print_name(const char *name)
{
    printf("%s\"", prefix);
    for (const char *c = name; *c != '\0'; c++) {
        printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    printf("\"");
    prefix = " | ";
}

static void begin(const char *key)
{
    printf("    %s: ", key);
    prefix = "";
}

static void end(void)
{
    printf("%s;\n", prefix[0] == '\0' ? "never" : "");
}

static void print_names(const char *key, const char *const *names)
{
    begin(key);
    for (uint32_t i = 0; names != NULL && names[i] != NULL; i++) {
        print_name(names[i]);
    }
    end();
}

/* One loop for each table: their rows are of different structs. */
static void print_tables(const struct rd_game *game)
{
    begin("verb");
    for (uint32_t i = 0; game->verbs[i].name != NULL; i++) {
        print_name(game->verbs[i].name);
    }
    end();
    begin("event");
    for (uint32_t i = 0; game->events[i].name != NULL; i++) {
        print_name(game->events[i].name);
    }
    end();
    begin("refusal");
    for (uint32_t i = 1; game->refusals[i].text != NULL; i++) {
        print_name(game->refusals[i].text);
    }
    end();
    begin("ending");
    for (uint32_t i = 1; game->endings[i].reason != NULL; i++) {
        print_name(game->endings[i].reason);
    }
    end();
}

int main(void)
{
    const struct rd_game *game;
    printf("export interface Names {\n");
    for (uint32_t i = 0; (game = rd_game_at(i)) != NULL; i++) {
        printf("  %s: {\n", game->id);
        print_tables(game);
        print_names("terrain", game->terrain_names);
        print_names("token", game->token_names);
        print_names("mood", game->mood_names);
        print_names("counter", game->counter_names);
        print_names("mark", game->mark_names);
        printf("  };\n");
    }
    printf("}\n");
    return 0;
}
