/*
 * golden - games that must go as they went before.
 *
 *   golden --write FOLDER [GAME]   write hashes and playthroughs of every game, or of one
 *   golden --check FOLDER [GAME]   compare with what is there; TAP
 *   golden --older FOLDER          rules of earlier versions: as GAMEn.hashes.txt says
 *
 * GAME.hashes.txt has a line for each of some random games: how long it was and the hash of its
 * last state. A playthrough shows one game as people read it: orders, events as sentences, what
 * is legal, and the hashes of all views. There is one for every ruleset of a game (the choices
 * of an option called "rules"). A change here without a new rules_version breaks replays.
 *
 * A game without GAME.hashes.txt is still being made: it is skipped, by name.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/notation.h"
#include "laws/playout.h"
#include "older/older.h"
#include "redoubt/hash.h"

enum {
    SEEDS = 10,
    STEPS_MAX = 100000,
    STEPS_DEAR = 4000, /* of a game with so many legal orders that each step takes long */
    COSTLY_LISTS = 100000,
    SHOWN_TURNS = 24,
    FILE_NAME_MAX = 128
};

static struct playout game_now;

/* ---- writing ---- */

static void print_options(FILE *out, const struct rd_game *game, const struct rd_setup *setup)
{
    json_t *options = rd_options_to_json(game, setup);
    char *text = json_dumps(options, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fprintf(out, "%s", text);
    free(text);
    json_decref(options);
}

static void write_hashes(FILE *out, const struct rd_game *game)
{
    struct playout *p = &game_now;
    fputs("# game version seed orders hash of the last state, ending, options: made by "
          "tools/golden\n",
          out);
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        uint32_t steps_max = game->legal_max > COSTLY_LISTS ? STEPS_DEAR : STEPS_MAX;
        playout_begin(p, game, seed, NULL);
        while (p->steps < steps_max && playout_step(p)) {
        }
        struct rd_outcome outcome;
        game->outcome(p->state, &outcome);
        fprintf(out, "%s %" PRIu32 " %2" PRIu32 " %6" PRIu32 " %016" PRIx64 " %s ", game->id,
                game->rules_version, seed, p->steps, playout_state_hash(p),
                outcome.over ? game->endings[outcome.ending].rule : "-");
        print_options(out, game, &p->setup);
        fputc('\n', out);
    }
}

static void print_position(FILE *out, struct playout *p)
{
    const struct rd_game *game = p->game;
    fprintf(out, "    state %016" PRIx64 "; views", playout_state_hash(p));
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat < p->setup.seats || seat == RD_SPECTATOR) {
            game->observe(p->state, seat, p->view);
            fprintf(out, " %016" PRIx64, rd_hash(p->view, game->view_size));
        }
    }
    fputs("; legal", out);
    for (rd_seat seat = 0; seat < p->setup.seats; seat++) {
        fprintf(out, " %" PRIu32, game->legal(p->state, seat, p->legal, PLAYOUT_LEGAL_MAX));
    }
    fprintf(out, "; answers %016" PRIx64 "\n", playout_answers_hash(p));
}

static void print_step(FILE *out, const struct playout *p)
{
    char order[RD_TEXT_MAX], who[RD_TEXT_MAX];
    rd_action_print(p->game, p->action, order, sizeof order);
    rd_seat_print(p->game, p->seat, who, sizeof who);
    fprintf(out, "%s: %s\n", who, order);
    for (uint32_t i = 0; i < p->log.count; i++) {
        char sentence[2 * RD_TEXT_MAX];
        const struct rd_event *event = &p->log.event[i];
        rd_event_print(p->game, event, sentence, sizeof sentence);
        fprintf(out, "    %s [%s, seen by 0x%02x", sentence, p->game->events[event->kind].rule,
                event->seen_by);
        if (event->cause != 0) {
            fprintf(out, ", from %" PRIu32, event->cause);
        }
        fputs("]\n", out);
    }
}

static void print_outcome(FILE *out, const struct playout *p)
{
    struct rd_outcome outcome;
    p->game->outcome(p->state, &outcome);
    json_t *json = rd_outcome_to_json(p->game, &outcome);
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_PRESERVE_ORDER);
    fprintf(out, "outcome %s\n", text);
    free(text);
    json_decref(json);
}

static void write_playthrough(FILE *out, const struct rd_game *game, const struct rd_setup *setup)
{
    struct playout *p = &game_now;
    playout_begin(p, game, 1, setup);
    fprintf(out, "%s, rules version %" PRIu32 ", seed 1, options ", game->title,
            game->rules_version);
    print_options(out, game, setup);
    fputc('\n', out);
    print_position(out, p);
    uint32_t turns = 0;
    while (turns < SHOWN_TURNS && playout_step(p)) {
        print_step(out, p);
        uint32_t done = game->turns(p->state).done;
        if (done != turns) {
            fprintf(out, "-- turn %" PRIu32 " is over --\n", done);
            print_position(out, p);
        }
        turns = done;
    }
    print_outcome(out, p);
}

/* ---- files ---- */

/* The choices of the option called "rules"; 0 where there is none. */
static uint32_t ruleset_count(const struct rd_game *game, uint32_t *option)
{
    for (uint32_t i = 0; game->options[i].key != NULL; i++) {
        if (strcmp(game->options[i].key, "rules") == 0 && game->options[i].choices != NULL) {
            *option = i;
            return (uint32_t)(game->options[i].max - game->options[i].min + 1);
        }
    }
    return 0;
}

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, mode);
    if (file == NULL) {
        fprintf(stderr, "golden: %s: %s\n", path, strerror(errno));
    }
    return file;
}

/* One text as it is now, and the file that keeps it. */
struct text {
    char name[FILE_NAME_MAX];
    char *now;
    size_t size;
};

/* The first line that differs, or 0. */
static uint32_t compare(const struct text *text, FILE *kept)
{
    FILE *now = fmemopen(text->now, text->size, "r");
    char want[4096], got[4096];
    for (uint32_t line = 1;; line++) {
        char *kept_line = fgets(want, sizeof want, kept), *now_line = fgets(got, sizeof got, now);
        if (kept_line == NULL || now_line == NULL || strcmp(want, got) != 0) {
            fclose(now);
            if (kept_line == NULL && now_line == NULL) {
                return 0;
            }
            printf("# kept: %s# now:  %s", kept_line == NULL ? "nothing\n" : want,
                   now_line == NULL ? "nothing\n" : got);
            return line;
        }
    }
}

static bool check_text(const char *folder, const struct text *text, uint32_t number)
{
    FILE *kept = open_in(folder, text->name, "r");
    uint32_t line = kept == NULL ? 1 : compare(text, kept);
    if (kept != NULL) {
        fclose(kept);
    }
    if (line != 0) {
        printf("# %s:%" PRIu32
               " differs; if it should, raise rules_version and run `make golden`\n",
               text->name, line);
    }
    printf("%s %" PRIu32 " - %s\n", line == 0 ? "ok" : "not ok", number, text->name);
    return line == 0;
}

static bool write_text(const char *folder, const struct text *text)
{
    FILE *file = open_in(folder, text->name, "w");
    if (file == NULL) {
        return false;
    }
    bool fine = fwrite(text->now, 1, text->size, file) == text->size;
    fine = fclose(file) == 0 && fine;
    printf("%s\n", text->name);
    return fine;
}

struct task {
    const char *folder;
    bool check;
    uint32_t texts;
    bool fine;
};

static void finish_text(struct task *task, struct text *text)
{
    task->texts++;
    bool fine =
        task->check ? check_text(task->folder, text, task->texts) : write_text(task->folder, text);
    task->fine = task->fine && fine;
    free(text->now);
}

static void do_playthrough(struct task *task, const struct rd_game *game,
                           const struct rd_setup *setup, const char *suffix)
{
    struct text text;
    snprintf(text.name, sizeof text.name, "%s%s%s.playthrough.txt", game->id,
             suffix[0] == '\0' ? "" : "-", suffix);
    FILE *out = open_memstream(&text.now, &text.size);
    write_playthrough(out, game, setup);
    fclose(out);
    finish_text(task, &text);
}

static void do_hashes(struct task *task, const struct rd_game *game, const char *name)
{
    struct text text;
    snprintf(text.name, sizeof text.name, "%s.hashes.txt", name);
    FILE *out = open_memstream(&text.now, &text.size);
    write_hashes(out, game);
    fclose(out);
    finish_text(task, &text);
}

static bool is_kept(const char *folder, const struct rd_game *game)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.hashes.txt", folder, game->id);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    fclose(file);
    return true;
}

static void do_game(struct task *task, const struct rd_game *game)
{
    if (task->check && !is_kept(task->folder, game)) {
        task->texts++;
        printf("ok %" PRIu32 " - %s # SKIP nothing is kept of it yet: make golden\n", task->texts,
               game->id);
        return;
    }
    do_hashes(task, game, game->id);
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    uint32_t option = 0, count = ruleset_count(game, &option);
    for (uint32_t i = 0; i < count; i++) {
        setup.option[option] = game->options[option].min + (int32_t)i;
        do_playthrough(task, game, &setup, game->options[option].choices[i]);
    }
    if (count == 0) {
        do_playthrough(task, game, &setup, "");
    }
}

/* Kept rules are as they were: nobody writes their hashes anew. */
static int check_older(const char *folder)
{
    struct task task = { folder, true, 0, true };
    for (uint32_t i = 0; rd_game_older(i) != NULL; i++) {
        char name[FILE_NAME_MAX / 2];
        const struct rd_game *game = rd_game_older(i);
        snprintf(name, sizeof name, "%s%" PRIu32, game->id, game->rules_version);
        do_hashes(&task, game, name);
    }
    printf("1..%" PRIu32 "\n", task.texts);
    return task.fine ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--older") == 0) {
        return check_older(argv[2]);
    }
    bool enough = argc == 3 || (argc == 4 && rd_game_find(argv[3]) != NULL);
    bool check = enough && strcmp(argv[1], "--check") == 0;
    if (!check && !(enough && strcmp(argv[1], "--write") == 0)) {
        fputs("usage: golden --check|--write FOLDER [GAME], golden --older FOLDER\n", stderr);
        return 2;
    }
    struct task task = { argv[2], check, 0, true };
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (argc == 3 || rd_game_at(i) == rd_game_find(argv[3])) {
            do_game(&task, rd_game_at(i));
        }
    }
    if (check) {
        printf("1..%" PRIu32 "\n", task.texts);
    }
    return task.fine ? 0 : 1;
}
