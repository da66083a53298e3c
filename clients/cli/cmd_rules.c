/* redoubt rules - the rulebook of a game, or one paragraph of it. */
#include <stdio.h>
#include <string.h>

#include "clients/cli/command.h"
#include "clients/cli/markdown.h"
#include "clients/cli/screen.h"
#include "host/rulebook.h"

static void print_excerpt(struct rd_excerpt excerpt, bool markdown)
{
    struct screen screen = screen_open();
    if (markdown) {
        printf("%.*s\n", (int)excerpt.size, excerpt.text);
        return;
    }
    screen_page_begin(&screen);
    markdown_print(&screen, excerpt.text, excerpt.size);
    screen_page_end(&screen);
}

static int show(const char *id, const char *number, bool markdown)
{
    struct rd_problem problem = { "" };
    const struct rd_game *game = cli_game_find(id, &problem);
    if (game == NULL) {
        return cli_bad("rules", "%s", problem.text);
    }
    const char *rulebook = rd_rulebook_of(game);
    if (rulebook == NULL) {
        return cli_bad("rules", "%s has no rulebook in this build", game->id);
    }
    struct rd_excerpt excerpt = { rulebook, strlen(rulebook) };
    if (number != NULL && !rd_rulebook_find(rulebook, number, &excerpt)) {
        return cli_bad("rules",
                       "%s has no paragraph '%s'; they are numbered like R2.1, and R2 is a whole "
                       "chapter",
                       game->id, number);
    }
    print_excerpt(excerpt, markdown);
    return CLI_FINE;
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "markdown", no_argument, NULL, 'm' }, { 0 } };
    const struct cli_options options = { "rules", longs, NULL };
    bool markdown = false;
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        markdown = true;
    }
    int count = argc - optind;
    if (count < 1 || count > 2) {
        return cli_bad("rules", "which rulebook? redoubt rules GAME [PARAGRAPH]");
    }
    return show(argv[optind], count == 2 ? argv[optind + 1] : NULL, markdown);
}

const struct command command_rules = {
    .name = "rules",
    .summary = "read a rulebook, or one paragraph of it",
    .help = "usage: redoubt rules GAME [PARAGRAPH] [--markdown]\n"
            "\n"
            "Prints the rulebook, through $PAGER on a terminal. Paragraphs have numbers, which\n"
            "refused orders and the game log cite: redoubt rules null R2.1 prints one of them,\n"
            "redoubt rules null R2 a whole chapter.\n"
            "\n"
            "  --markdown   the text as it was written, not laid out for the terminal\n"
            "  --help       this text\n",
    .run = run,
};
