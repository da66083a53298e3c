/* redoubt replay - shows, checks and exports a game that was kept. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/replay_page.h"
#include "clients/cli/command.h"
#include "clients/cli/replay_luck.h"
#include "clients/cli/screen.h"
#include "host/board_text.h"
#include "host/codec.h"
#include "host/frames.h"
#include "host/json_frames.h"
#include "host/json_game.h"
#include "host/notation.h"
#include "host/replay.h"
#include "host/text.h"
#include "older/older.h"

#define THE_END UINT32_MAX /* --at end */

struct wish {
    bool verify, json, board, log, frames, page;
    bool at_given;
    uint32_t at;
    const char *seat; /* NULL: everybody's eyes */
};

struct replay_job {
    struct wish wish;
    struct rd_replay_reader *reader;
    struct rd_replay_play play;
    struct rd_problem problem; /* of the file, or of the game in it */
    rd_seat seat;              /* of wish.seat, RD_EVERY_EVENT without */
};

/* Says what was wrong with the file, after everything that could be read was shown. */
static int finish(const struct replay_job *job)
{
    if (job->problem.text[0] == '\0') {
        return CLI_FINE;
    }
    cli_bad("replay", "%s", job->problem.text);
    return CLI_FAILED;
}

/* ---- the summary --------------------------------------------------------------------------- */

static const char *tame(const json_t *json, char out[RD_TEXT_MAX])
{
    const char *text = json_is_string(json) ? json_string_value(json) : "?";
    return rd_text_printable(text, strlen(text), out, RD_TEXT_MAX);
}

static void print_options(const json_t *header)
{
    json_t *options = json_object_get(header, "options");
    const char *key;
    json_t *value;
    fputs("Options  ", stdout);
    json_object_foreach(options, key, value)
    {
        char name[RD_TEXT_MAX], text[RD_TEXT_MAX];
        rd_text_printable(key, strlen(key), name, sizeof name);
        if (json_is_integer(value)) {
            printf(" %s=%" JSON_INTEGER_FORMAT, name, json_integer_value(value));
        } else if (json_is_string(value)) {
            printf(" %s=%s", name, tame(value, text));
        } else {
            printf(" %s=(its own)", name);
        }
    }
    puts(json_object_get(header, "position") != NULL ? "; began from a position" : "");
}

static void seat_title(const struct rd_game *game, size_t seat, char out[RD_TEXT_MAX])
{
    if (game != NULL) {
        rd_seat_print(game, (rd_seat)seat, out, RD_TEXT_MAX);
    } else {
        snprintf(out, RD_TEXT_MAX, "seat %zu", seat);
    }
}

static void print_seats(const struct rd_game *game, const json_t *header)
{
    const json_t *seats = json_object_get(header, "seats");
    for (size_t i = 0; i < json_array_size(seats); i++) {
        char title[RD_TEXT_MAX];
        seat_title(game, i, title);
        /* Names have been checked: nothing in them can upset a terminal. */
        printf("%-10s%s: %s (%s)\n", i == 0 ? "Seats" : "", title,
               json_string_value(json_object_get(json_array_get(seats, i), "name")),
               json_string_value(json_object_get(json_array_get(seats, i), "who")));
    }
}

static void print_result(const struct rd_game *game, const json_t *end)
{
    const json_t *outcome = json_object_get(end, "outcome"),
                 *rank = json_object_get(outcome, "rank");
    if (!json_is_object(outcome)) {
        puts("Result    none");
        return;
    }
    char best[RD_TEXT_MAX] = "", text[RD_TEXT_MAX], rule[RD_TEXT_MAX];
    struct rd_text list = rd_text_into(best, sizeof best);
    uint32_t count = 0;
    for (size_t i = 0; i < json_array_size(rank) && i < RD_SEATS_MAX; i++) {
        if (json_integer_value(json_array_get(rank, i)) == 1) {
            seat_title(game, i, text);
            rd_text_add(&list, "%s%s", count == 0 ? "" : " and ", text);
            count++;
        }
    }
    printf("Result    %s %s: %s (%s)\n", count == 1 ? "won by" : "draw between", best,
           tame(json_object_get(outcome, "reason"), text),
           tame(json_object_get(outcome, "rule"), rule));
}

static int summary(struct replay_job *job)
{
    const json_t *header = rd_replay_header(job->reader);
    char id[RD_TEXT_MAX], seed[RD_TEXT_MAX];
    const char *name = tame(json_object_get(header, "game"), id);
    json_int_t version = json_integer_value(json_object_get(header, "rules_version"));
    const struct rd_game *rules = rd_game_of(name, (uint64_t)version);
    const struct rd_game *game = rules == NULL ? rd_game_find(name) : rules;
    struct rd_problem unplayable = { "" };
    printf("%s (%s), rules version %" JSON_INTEGER_FORMAT "\n",
           game != NULL ? game->title : "Unknown game", id, version);
    print_options(header);
    print_seats(game, header);
    printf("Seed      %s\n", tame(json_object_get(header, "seed"), seed));
    struct rd_replay_item item;
    uint32_t turns = 0;
    uint64_t orders = 0;
    while (rd_replay_next(job->reader, &item, &job->problem) < RD_REPLAY_END) {
        turns = item.kind == RD_REPLAY_TURN ? item.turn : turns;
        orders += item.kind == RD_REPLAY_ORDER;
    }
    print_result(game, rd_replay_ending(job->reader));
    printf("Turns     %" PRIu32 ", with %" PRIu64 " orders\n", turns, orders);
    if (rd_replay_started(job->reader, &unplayable) == NULL) {
        printf("This program can't play it again: %s.\n", unplayable.text);
    }
    return finish(job);
}

/* ---- --verify -------------------------------------------------------------------------------- */

static int verify(struct replay_job *job)
{
    struct rd_replay_item item;
    enum rd_replay_kind kind = RD_REPLAY_DAMAGED;
    if (rd_replay_play_begin(&job->play, job->reader, &job->problem)) {
        do {
            kind = rd_replay_play_next(&job->play, &item, &job->problem);
        } while (kind < RD_REPLAY_END);
    }
    uint32_t turns = job->play.turn;
    const json_t *header = rd_replay_header(job->reader);
    bool fine = kind == RD_REPLAY_END && replay_luck_fits(header, &job->problem);
    if (job->wish.json) {
        json_t *json = json_pack("{s:b, s:I, s:s*}", "verified", fine, "turns", (json_int_t)turns,
                                 "problem", fine ? NULL : job->problem.text);
        json_dumpf(json, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(json);
    } else if (fine) {
        printf("verified: %" PRIu32 " turns go as recorded\n", turns);
        replay_luck_print(header);
    }
    return finish(job);
}

/* ---- --at ---- */

static void print_board(const struct replay_job *job)
{
    const struct rd_game *game = job->play.play.game;
    struct screen screen = screen_open();
    struct rd_board_style style = { .colour = screen.colours, .unicode = screen.utf8 };
    struct rd_scene *scene = calloc(1, sizeof *scene);
    void *view = calloc(1, game->view_size);
    if (scene != NULL && view != NULL) {
        game->observe(job->play.play.state, job->seat == RD_EVERY_EVENT ? RD_SPECTATOR : job->seat,
                      view);
        game->scene(view, scene);
        rd_board_print(stdout, game, scene, &style);
    }
    free(scene);
    free(view);
}

static json_t *position_json(const struct replay_job *job)
{
    const struct rd_game *game = job->play.play.game;
    const struct rd_codec *codec = rd_codec_of(game);
    if (job->seat == RD_EVERY_EVENT) {
        return codec->position(job->play.play.state);
    }
    void *view = calloc(1, game->view_size);
    RD_ASSERT(view != NULL);
    game->observe(job->play.play.state, job->seat, view);
    json_t *json = codec->view(view);
    free(view);
    return json;
}

static void print_position(const struct replay_job *job)
{
    if (job->wish.board) {
        print_board(job);
        return;
    }
    json_t *json = position_json(job);
    json_dumpf(json, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(json);
}

static int position_at(struct replay_job *job)
{
    struct rd_replay_item item;
    enum rd_replay_kind kind = RD_REPLAY_TURN;
    uint32_t first = job->play.turn;
    if (job->wish.at < first) {
        return cli_bad("replay", "--at: the game began after turn %" PRIu32, first);
    }
    while (job->play.turn < job->wish.at && kind < RD_REPLAY_END) {
        kind = rd_replay_play_next(&job->play, &item, &job->problem);
    }
    if (kind == RD_REPLAY_DIFFERS || (kind == RD_REPLAY_DAMAGED && job->wish.at != THE_END)) {
        return finish(job);
    }
    if (kind == RD_REPLAY_END && job->wish.at != THE_END) {
        return cli_bad("replay",
                       "--at: there are only %" PRIu32 " turns; --at end shows the last position",
                       job->play.turn);
    }
    print_position(job);
    return finish(job);
}

/* The game is about to be played: through whose eyes, and with its steps? */
static int watch(struct replay_job *job)
{
    const struct rd_game *game = job->play.play.game;
    uint8_t seats = rd_replay_started(job->reader, NULL)->chosen->setup.seats;
    job->seat = RD_EVERY_EVENT;
    if (job->wish.seat != NULL) {
        if (!rd_seat_parse(game, job->wish.seat, true, &job->seat, &job->problem)) {
            return cli_bad("replay", "--seat: %s", job->problem.text);
        }
        if (job->seat >= seats && job->seat != RD_SPECTATOR) {
            return cli_bad("replay", "--seat: there are only %d seats in this game", seats);
        }
    }
    if (job->wish.frames) {
        rd_play_ask_frames(&job->play.play);
    }
    return CLI_FINE;
}

/* ---- --log ---- */

static bool sees(const struct replay_job *job, const struct rd_event *event)
{
    return job->seat == RD_EVERY_EVENT || (event->seen_by & RD_SEAT_BIT(job->seat)) != 0;
}

/* Once before the first thing that a turn tells. */
static void print_title(const struct replay_job *job, bool *titled)
{
    if (!*titled) {
        printf("Turn %" PRIu32 "\n", job->play.turn + 1);
        *titled = true;
    }
}

static void print_event(const struct replay_job *job, uint32_t index, const char *indent)
{
    const struct rd_play *play = &job->play.play;
    char text[4 * RD_TEXT_MAX];
    rd_event_print(play->game, &play->log.event[index], text, sizeof text);
    printf("%s%s\n", indent, text);
}

static void print_events(const struct replay_job *job, bool *titled)
{
    const struct rd_play *play = &job->play.play;
    for (uint32_t i = 0; i < play->log.count && i < play->log.cap; i++) {
        if (sees(job, &play->log.event[i])) {
            print_title(job, titled);
            print_event(job, i, "  ");
        }
    }
}

/* Whoever sees frames is a seat or a spectator. */
static rd_seat frame_seat(const struct replay_job *job)
{
    return job->seat == RD_EVERY_EVENT ? (rd_seat)RD_SPECTATOR : job->seat;
}

/* The same by the steps in which something was heard. */
static void print_frames(const struct replay_job *job, bool *titled)
{
    const struct rd_play *play = &job->play.play;
    struct rd_shown shown = rd_play_shown(play);
    struct rd_frame_walk walk;
    rd_frame_walk_begin(&walk, &shown, frame_seat(job));
    while (rd_frame_walk_next(&walk)) {
        bool named = walk.step == 0;
        for (uint32_t i = walk.first; i < walk.last && i < play->log.cap; i++) {
            if ((play->log.event[i].seen_by & RD_SEAT_BIT(walk.seat)) == 0) {
                continue;
            }
            print_title(job, titled);
            if (!named) {
                printf("  %s:\n", play->game->step_names[walk.step]);
                named = true;
            }
            print_event(job, i, walk.step == 0 ? "  " : "    ");
        }
    }
    rd_frame_walk_end(&walk);
}

static int game_log(struct replay_job *job)
{
    struct rd_replay_item item;
    bool titled = false;
    enum rd_replay_kind kind = RD_REPLAY_TURN;
    while (kind < RD_REPLAY_END) {
        kind = rd_replay_play_next(&job->play, &item, &job->problem);
        if (kind == RD_REPLAY_ORDER && job->wish.frames) {
            print_frames(job, &titled);
        } else if (kind == RD_REPLAY_ORDER) {
            print_events(job, &titled);
        }
        titled = titled && kind != RD_REPLAY_TURN;
    }
    if (kind == RD_REPLAY_END) {
        print_result(job->play.play.game, rd_replay_ending(job->reader));
    }
    return finish(job);
}

/* ---- --json: the whole game as one document, written turn by turn ---- */

static void dump_new(json_t *json)
{
    json_dumpf(json, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(json);
}

static json_t *turn_json(json_t *steps, const struct rd_replay_item *item)
{
    char hash[24];
    if (item == NULL) { /* a turn that the game or the file broke off */
        return json_pack("{s:o}", "steps", steps);
    }
    snprintf(hash, sizeof hash, "%016" PRIx64, item->hash);
    return json_pack("{s:I, s:o, s:s}", "turn", (json_int_t)item->turn, "steps", steps, "hash",
                     hash);
}

static json_t *step_json(const struct replay_job *job, const struct rd_replay_item *item)
{
    const struct rd_play *play = &job->play.play;
    json_t *json = json_pack("{s:i, s:o, s:s, s:o}", "seat", item->seat, "order",
                             rd_action_to_json(play->game, item->action), "text", job->play.said,
                             "events", rd_events_to_json(play->game, &play->log, RD_EVERY_EVENT));
    if (job->wish.frames) {
        struct rd_shown shown = rd_play_shown(play);
        json_object_set_new(json, "frames", rd_frames_to_json(&shown, frame_seat(job)));
    }
    return json;
}

/* Returns whether the end was reached. */
static bool export_turns(struct replay_job *job)
{
    struct rd_replay_item item;
    const char *between = "\n";
    json_t *steps = json_array();
    enum rd_replay_kind kind = RD_REPLAY_TURN;
    while (kind < RD_REPLAY_END) {
        kind = rd_replay_play_next(&job->play, &item, &job->problem);
        if (kind == RD_REPLAY_ORDER) {
            json_array_append_new(steps, step_json(job, &item));
        } else if (kind == RD_REPLAY_TURN || json_array_size(steps) > 0) {
            fputs(between, stdout);
            dump_new(turn_json(steps, kind == RD_REPLAY_TURN ? &item : NULL));
            steps = json_array();
            between = ",\n";
        }
    }
    json_decref(steps);
    return kind == RD_REPLAY_END;
}

static int export(struct replay_job *job)
{
    bool begun = rd_replay_play_begin(&job->play, job->reader, &job->problem);
    int status = begun ? watch(job) : CLI_FINE;
    if (status != CLI_FINE) {
        return status;
    }
    fputs("{\"header\":", stdout);
    json_dumpf(rd_replay_header(job->reader), stdout, JSON_COMPACT);
    fputs(",\n\"turns\":[", stdout);
    bool whole = false;
    if (begun) {
        whole = export_turns(job);
    }
    fputs("],\n\"end\":", stdout);
    if (whole) {
        json_dumpf(rd_replay_ending(job->reader), stdout, JSON_COMPACT);
    } else {
        fputs("null,\n\"problem\":", stdout);
        dump_new(json_string(job->problem.text));
    }
    fputs("}\n", stdout);
    return finish(job);
}

/* ---- the command line ---- */

/* Those that need the game played, which may not be possible. */
static int shown_by_playing(struct replay_job *job)
{
    if (!rd_replay_play_begin(&job->play, job->reader, &job->problem)) {
        return finish(job);
    }
    int status = watch(job);
    if (status != CLI_FINE) {
        return status;
    }
    return job->wish.log ? game_log(job) : position_at(job);
}

static int show(struct replay_job *job, const char *path)
{
    const struct wish *wish = &job->wish;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        return cli_bad("replay", "%s can't be opened: %s", path, strerror(errno));
    }
    int status;
    job->reader = wish->page ? NULL : rd_replay_open(file, &job->problem);
    if (wish->page) {
        replay_page_write(file, stdout, &job->problem);
        status = finish(job);
    } else if (job->reader == NULL) {
        status = cli_bad("replay", "%s: %s", path, job->problem.text);
    } else if (wish->verify) {
        status = verify(job);
    } else if (wish->log || wish->at_given) {
        status = shown_by_playing(job);
    } else {
        status = wish->json ? export(job) : summary(job);
    }
    rd_replay_play_end(&job->play);
    rd_replay_reader_close(job->reader);
    if (file != stdin) {
        fclose(file);
    }
    return status;
}

static bool read_at(struct wish *wish, const char *text)
{
    wish->at_given = true;
    wish->at = strcmp(text, "end") == 0 ? THE_END : (uint32_t)strtoul(text, NULL, 10);
    return wish->at == THE_END ||
           (text[0] != '\0' && strlen(text) <= 9 && strspn(text, "0123456789") == strlen(text));
}

static bool take_option(struct wish *wish, int option)
{
    switch (option) {
    case 'v':
        wish->verify = true;
        return true;
    case 'a':
        return read_at(wish, optarg);
    case 's':
        wish->seat = optarg;
        return true;
    case 'j':
        wish->json = true;
        return true;
    case 'b':
        wish->board = true;
        return true;
    case 'f':
        wish->frames = true;
        return true;
    case 'h':
        wish->page = true;
        return true;
    default:
        wish->log = true;
        return true;
    }
}

/* One thing at a time; --board and --seat alone mean the last position. */
static bool is_sensible(struct wish *wish)
{
    if (!wish->at_given && !wish->log && (wish->board || (wish->seat != NULL && !wish->json))) {
        read_at(wish, "end");
    }
    return wish->verify + wish->log + wish->at_given + wish->page <= 1 &&
           !(wish->page && (wish->json || wish->seat != NULL || wish->frames)) &&
           !(wish->log && (wish->json || wish->board)) && !(wish->board && wish->json) &&
           !(wish->verify && wish->seat != NULL) &&
           !(wish->json && wish->seat != NULL && !wish->at_given && !wish->frames) &&
           !(wish->frames && (wish->verify || wish->at_given || !(wish->log || wish->json)));
}

static int run(int argc, char **argv)
{
    static const struct option longs[] = { { "verify", no_argument, NULL, 'v' },
                                           { "at", required_argument, NULL, 'a' },
                                           { "seat", required_argument, NULL, 's' },
                                           { "json", no_argument, NULL, 'j' },
                                           { "board", no_argument, NULL, 'b' },
                                           { "log", no_argument, NULL, 'l' },
                                           { "frames", no_argument, NULL, 'f' },
                                           { "page", no_argument, NULL, 'h' },
                                           { 0 } };
    const struct cli_options options = { "replay", longs, NULL };
    struct replay_job job = { .wish = { .at = 0 } };
    for (int option; (option = cli_option(&options, argc, argv)) != -1;) {
        if (option == '?') {
            return CLI_USAGE;
        }
        if (!take_option(&job.wish, option)) {
            return cli_bad("replay", "--at: '%.40s' is neither a turn's number nor 'end'", optarg);
        }
    }
    if (argc - optind != 1) {
        return cli_bad("replay", "one file at a time: redoubt replay FILE");
    }
    if (!is_sensible(&job.wish)) {
        return cli_bad("replay", "these options don't go together; see redoubt replay --help");
    }
    return show(&job, argv[optind]);
}

const struct command command_replay = {
    .name = "replay",
    .summary = "show, check or export a game that was kept",
    .help =
        "usage: redoubt replay FILE [--verify [--json] | --log [--frames] [--seat SEAT] |\n"
        "                           --json [--frames [--seat SEAT]] |\n"
        "                           --at TURN [--seat SEAT] [--board] | --page]\n"
        "\n"
        "Without options: the game, its options, who played and how it ended.\n"
        "\n"
        "  --verify      play it again; names the first turn that differs from the file, and "
        "checks\n"
        "                where the luck of a match on a server came from\n"
        "  --at TURN     the position after that many turns, or the last one for 'end', as\n"
        "                JSON\n"
        "  --board       with --at: as a board\n"
        "  --log         what happened, in sentences\n"
        "  --seat SEAT   through the eyes of a seat (number or name) or of a 'spectator'\n"
        "  --json        the whole game as one JSON document: header, turns with orders and\n"
        "                events, result\n"
        "  --frames      with --log or --json: by the steps that every order is carried out in,\n"
        "                as a seat or a spectator saw them\n"
        "  --page        a page that needs nothing else: board and sentences, turn by turn\n"
        "  --help        this text\n"
        "\n"
        "FILE may be - for standard input. The status is 0 when all is well, 1 when the file\n"
        "is damaged (what can be read is shown) or does not verify, 2 when it is no replay.\n",
    .run = run,
};
