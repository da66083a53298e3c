#include "arena/replay_page.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/report.h"
#include "host/board_text.h"
#include "host/notation.h"
#include "host/replay.h"

enum { TEXT_ROOM = 4 * RD_TEXT_MAX, PATH_ROOM = 4096 };

/* One turn is shown at a time: the one that the address names, else the beginning, which is the
 * last in the file so that any other can hide it. */
static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:1rem auto;max-width:70rem;padding:0 1rem;"
    "color:#222;background:#fff}section{display:none;flex-direction:column}section:target,#t0{"
    "display:flex}"
    "section:target~#t0{display:none}nav{order:-1}pre{font:14px/1.25 "
    "ui-monospace,monospace;overflow-x:auto}"
    "nav a,nav span{display:inline-block;padding:.5rem 1rem .5rem 0}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}a{color:#8bf}}";

struct page {
    struct rd_replay_play play;
    FILE *out;
    FILE *told; /* sentences of the turn that goes on */
    char *text;
    size_t size;
    uint32_t turn; /* written last */
    bool open;     /* and its section can still get a link */
};

static void begin_turn(struct page *page)
{
    page->told = open_memstream(&page->text, &page->size);
    RD_ASSERT(page->told != NULL);
}

static void tell(struct page *page)
{
    const struct rd_play *play = &page->play.play;
    char text[TEXT_ROOM];
    for (uint32_t i = 0; i < play->log.count && i < play->log.cap; i++) {
        rd_event_print(play->game, &play->log.event[i], text, sizeof text);
        fputs("<li>", page->told);
        report_put(text, page->told);
        fputs("</li>\n", page->told);
    }
}

static void put_board(const struct page *page)
{
    const struct rd_play *play = &page->play.play;
    const struct rd_board_style look = { .unicode = true };
    struct rd_scene *scene = calloc(1, sizeof *scene);
    void *view = calloc(1, play->game->view_size);
    char *text = NULL;
    size_t size = 0;
    FILE *board = open_memstream(&text, &size);
    RD_ASSERT(scene != NULL && view != NULL && board != NULL);
    play->game->observe(play->state, RD_SPECTATOR, view);
    play->game->scene(view, scene);
    rd_board_print(board, play->game, scene, &look);
    fclose(board);
    fputs("<pre>", page->out);
    report_put(text, page->out);
    fputs("</pre>\n", page->out);
    free(text);
    free(scene);
    free(view);
}

static void put_link(const struct page *page, uint32_t turn, const char *key, const char *word)
{
    fprintf(page->out, "<a href=\"#t%u\" accesskey=\"%s\">%s turn %u</a>", turn, key, word, turn);
}

/* A section stays open until it is known whether another turn follows. */
static void close_section(struct page *page, bool more)
{
    if (page->open && more) {
        put_link(page, page->turn + 1, "n", "&rsaquo;");
    }
    fputs(page->open ? "</nav></section>\n" : "", page->out);
    page->open = false;
}

static void put_section(struct page *page, uint32_t turn, const char *sentences)
{
    fprintf(page->out, "<section id=\"t%u\">", turn);
    put_board(page);
    fprintf(page->out, "<ol>%s</ol><nav><span>Turn %u</span>", sentences, turn);
    if (turn > 0) {
        put_link(page, turn - 1, "p", "&lsaquo;");
    }
    page->turn = turn;
    page->open = true;
}

static void end_turn(struct page *page)
{
    fclose(page->told);
    close_section(page, true);
    put_section(page, page->turn + 1, page->text);
    free(page->text);
    begin_turn(page);
}

static void put_head(const struct page *page)
{
    const json_t *header = rd_replay_header(page->play.reader), *seats;
    size_t i;
    const json_t *seat;
    fprintf(page->out,
            "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
            "content=\"width=device-width\"><title>%s</title><style>%s</style>\n<h1>%s</h1><p>",
            page->play.play.game->title, style, page->play.play.game->title);
    seats = json_object_get(header, "seats");
    json_array_foreach(seats, i, seat)
    {
        const char *name = json_string_value(json_object_get(seat, "name"));
        fputs(i == 0 ? "" : " &middot; ", page->out);
        report_put(name == NULL ? "?" : name, page->out);
    }
    fputs("</p>\n", page->out);
}

static void put_result(const struct page *page)
{
    const json_t *outcome = json_object_get(rd_replay_ending(page->play.reader), "outcome");
    const char *reason = json_string_value(json_object_get(outcome, "reason"));
    if (reason != NULL) {
        fputs("<p>", page->out);
        report_put(reason, page->out);
        fputs("</p>\n", page->out);
    }
}

/* What happened after the last whole turn is one more. */
static bool put_turns(struct page *page, struct rd_problem *problem)
{
    struct rd_replay_item item;
    enum rd_replay_kind kind = RD_REPLAY_TURN;
    begin_turn(page);
    while (kind < RD_REPLAY_END) {
        kind = rd_replay_play_next(&page->play, &item, problem);
        if (kind == RD_REPLAY_ORDER) {
            tell(page);
        } else if (kind == RD_REPLAY_TURN) {
            end_turn(page);
        }
    }
    if (ftell(page->told) > 0) {
        end_turn(page);
    }
    close_section(page, false);
    fclose(page->told);
    free(page->text);
    return kind == RD_REPLAY_END;
}

/* The beginning, from which one can go to the end. */
static void put_beginning(struct page *page)
{
    uint32_t end = page->turn;
    put_section(page, 0, "");
    if (end > 0) {
        put_link(page, end, "e", "&raquo;");
    }
    page->turn = 0;
    close_section(page, end > 0);
}

bool replay_page_write(FILE *replay, FILE *out, struct rd_problem *problem)
{
    struct page page = { .out = out };
    struct rd_replay_reader *reader = rd_replay_open(replay, problem);
    bool fine = reader != NULL && rd_replay_play_begin(&page.play, reader, problem);
    if (fine) {
        struct rd_play first;
        rd_play_from(&first, page.play.play.game, page.play.play.state, 1);
        put_head(&page);
        fine = put_turns(&page, problem);
        put_result(&page);
        memcpy(page.play.play.state, first.state, first.game->state_size);
        put_beginning(&page);
        rd_play_end(&first);
        rd_replay_play_end(&page.play);
    }
    rd_replay_reader_close(reader);
    return fine;
}

/* ---- beside the replay ---- */

void replay_page_path(const char *replay, char *out, size_t size)
{
    size_t length = strlen(replay);
    bool named = length > 4 && strcmp(replay + length - 4, ".rdr") == 0;
    snprintf(out, size, "%.*s.html", (int)(named ? length - 4 : length), replay);
}

static size_t size_of(const char *path, const char *than)
{
    struct stat page, replay;
    bool young = stat(path, &page) == 0 && stat(than, &replay) == 0 &&
                 page.st_mtim.tv_sec >= replay.st_mtim.tv_sec;
    return young ? (size_t)page.st_size : 0;
}

size_t replay_page_make(const char *replay)
{
    char path[PATH_ROOM], fresh[PATH_ROOM + 8];
    struct rd_problem problem = { "" };
    replay_page_path(replay, path, sizeof path);
    size_t size = size_of(path, replay);
    if (size > 0) {
        return size;
    }
    snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *in = fopen(replay, "rbe"), *out = in == NULL ? NULL : fopen(fresh, "we");
    bool fine = out != NULL && replay_page_write(in, out, &problem);
    if (in != NULL) {
        fclose(in);
    }
    fine = out != NULL && fclose(out) == 0 && fine;
    if (!fine || rename(fresh, path) != 0) {
        unlink(fresh);
        return 0;
    }
    return size_of(path, replay);
}

uint32_t replay_pages_make(const struct games *games, const char *folder)
{
    char path[PATH_ROOM];
    size_t all = 0;
    uint32_t made = 0;
    for (uint32_t i = 0; i < games->count && made < PAGES_MAX && all < (size_t)PAGES_MB << 20;
         i++) {
        if (!games->game[i].done) {
            continue;
        }
        crew_replay_path(folder, &games->game[i], path, sizeof path);
        size_t size = games->game[i].has_replay ? replay_page_make(path) : 0;
        if (size == 0) {
            break;
        }
        all += size;
        made++;
    }
    return made;
}
