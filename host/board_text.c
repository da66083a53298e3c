/* Any scene as text. */
#include "host/board_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/notation.h"
#include "host/text.h"

enum { NAMES_MAX = 64, EMPTY = -1, TWO_SEATS = 2 };

/* Signs for terrain, by its number; a name that says so gets the sign it brings to mind. */
static const char *const plain_signs[] = { ".", ":", "-", "=", "+", ",",
                                           ";", "~", "^", "%", "&", "@" };
static const char *const fine_signs[] = {
    "·", ":", "░", "▒", "▪", ",", ";", "≈", "▲", "♣", "§", "▓"
};
enum { SIGNS = sizeof plain_signs / sizeof plain_signs[0] };
_Static_assert(sizeof fine_signs / sizeof fine_signs[0] == SIGNS, "one of each");

struct hint {
    const char *word;
    const char *plain, *fine;
};

static const struct hint hints[] = {
    { "void", " ", " " },     { "nothing", " ", " " }, { "forest", "%", "♣" },
    { "mountain", "^", "▲" }, { "water", "~", "≈" },   { "river", "~", "≈" },
    { "lake", "-", "≋" },     { "path", ".", "·" },    { "road", "=", "═" },
    { "plain", ".", "·" },    { "grass", ".", "·" },   { "mine", "$", "$" },
    { "camp", "!", "!" },     { "lair", "@", "@" },
};

static const char *const colours[] = { "31", "34", "32", "33", "35", "36", "37" };
_Static_assert(sizeof colours / sizeof colours[0] == RD_SEATS_MAX, "one a seat");

struct board {
    FILE *out;
    const struct rd_game *game;
    const struct rd_scene *scene;
    struct rd_board_style style;
    int32_t left, top;      /* smallest x and y */
    char letter[NAMES_MAX]; /* of each kind of token */
    int32_t *cell;          /* columns * rows: index into scene->cell, or EMPTY */
    int32_t *token;         /* of each scene cell: the last token on it, or EMPTY */
    bool *marked;           /* of each scene cell: highlighted */
};

/* ---- signs -------------------------------------------------------------------------------- */

static uint32_t count_names(const char *const *names)
{
    uint32_t count = 0;
    while (count < NAMES_MAX && names[count] != NULL) {
        count++;
    }
    return count;
}

static const char *terrain_sign(const struct board *board, uint8_t terrain)
{
    const char *name = board->game->terrain_names[terrain];
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        if (rd_text_same(name, hints[i].word)) {
            return board->style.unicode ? hints[i].fine : hints[i].plain;
        }
    }
    return board->style.unicode ? fine_signs[terrain % SIGNS] : plain_signs[terrain % SIGNS];
}

static bool letter_taken(const struct board *board, uint32_t count, char letter)
{
    for (uint32_t i = 0; i < count; i++) {
        if (board->letter[i] == letter) {
            return true;
        }
    }
    return false;
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static const struct rd_piece_card *card_of(const struct rd_game *game, const char *token)
{
    for (const struct rd_piece_card *card = game->pieces; card != NULL && card->name != NULL;
         card++) {
        if (rd_text_same(card->title, token)) {
            return card;
        }
    }
    return NULL;
}

/* A kind whose card has the name of another kind among its traits goes by that one's letter: a hero
 * by its class. NAMES_MAX: it has one of its own. */
static uint32_t class_of(const struct rd_game *game, uint32_t kind)
{
    const struct rd_piece_card *card = card_of(game, game->token_names[kind]);
    for (uint32_t other = 0; card != NULL && other < kind; other++) {
        for (uint32_t left = card->traits; left != 0; left &= left - 1) {
            const char *trait = game->trait_names[__builtin_ctz(left)];
            if (rd_text_same(game->token_names[other], trait)) {
                return other;
            }
        }
    }
    return NAMES_MAX;
}

static char free_letter(const struct board *board, uint32_t kind)
{
    for (const char *c = board->game->token_names[kind]; *c != '\0'; c++) {
        char letter = upper(*c);
        if (letter >= 'A' && letter <= 'Z' && !letter_taken(board, kind, letter)) {
            return letter;
        }
    }
    return '?';
}

/* Each kind gets its class's letter, or the first one of its name that no kind before it has. */
static void choose_letters(struct board *board)
{
    uint32_t count = count_names(board->game->token_names);
    for (uint32_t kind = 0; kind < count; kind++) {
        uint32_t class = class_of(board->game, kind);
        board->letter[kind] = class < NAMES_MAX ? board->letter[class] : free_letter(board, kind);
    }
}

static char token_sign(const struct board *board, const struct rd_scene_token *token)
{
    char letter = token->kind < NAMES_MAX ? board->letter[token->kind] : '?';
    bool small = board->game->seats_max <= TWO_SEATS && token->owner == TWO_SEATS;
    return small && letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* ---- preparing ------------------------------------------------------------------------------ */

static void find_corner(struct board *board)
{
    const struct rd_scene *scene = board->scene;
    board->left = scene->cell_count > 0 ? INT32_MAX : 0;
    board->top = board->left;
    for (uint32_t i = 0; i < scene->cell_count; i++) {
        board->left = scene->cell[i].x < board->left ? scene->cell[i].x : board->left;
        board->top = scene->cell[i].y < board->top ? scene->cell[i].y : board->top;
    }
}

static bool is_highlighted(const struct board *board, const struct rd_scene_cell *cell)
{
    uint16_t number;
    if (!rd_cell_at(&board->game->cells, cell->x, cell->y, &number)) {
        return false;
    }
    for (uint32_t i = 0; i < board->style.highlight_count; i++) {
        if (board->style.highlight[i] == number) {
            return true;
        }
    }
    return false;
}

static void place_cells(struct board *board)
{
    const struct rd_scene *scene = board->scene;
    size_t places = (size_t)scene->columns * scene->rows;
    for (size_t i = 0; i < places; i++) {
        board->cell[i] = EMPTY;
    }
    for (uint32_t i = 0; i < scene->cell_count; i++) {
        int32_t x = scene->cell[i].x - board->left, y = scene->cell[i].y - board->top;
        board->token[i] = EMPTY;
        board->marked[i] = is_highlighted(board, &scene->cell[i]);
        if (x < scene->columns && y < scene->rows) {
            board->cell[y * scene->columns + x] = (int32_t)i;
        }
    }
    for (uint32_t i = 0; i < scene->token_count; i++) {
        if (scene->token[i].cell < scene->cell_count) {
            board->token[scene->token[i].cell] = (int32_t)i;
        }
    }
}

/* ---- drawing -------------------------------------------------------------------------------- */

static void colour_on(const struct board *board, uint8_t owner, bool bright)
{
    if (board->style.colour && owner > 0 && owner <= RD_SEATS_MAX) {
        fprintf(board->out, "\033[%s%sm", bright ? "1;" : "", colours[owner - 1]);
    }
}

static void colour_off(const struct board *board, uint8_t owner)
{
    if (board->style.colour && owner > 0 && owner <= RD_SEATS_MAX) {
        fputs("\033[0m", board->out);
    }
}

/* The mark behind the sign: chosen cells, then a small badge, then an owner's number. */
static char mark_of(const struct board *board, bool marked, const struct rd_scene_token *token)
{
    if (marked) {
        return '*';
    }
    if (token == NULL) {
        return ' ';
    }
    if (board->game->seats_max > TWO_SEATS) {
        return token->owner > 0 ? (char)('0' + token->owner - 1) : ' ';
    }
    return token->badge >= 0 && token->badge <= 9 ? (char)('0' + token->badge) : ' ';
}

static void draw_cell(const struct board *board, int32_t index)
{
    if (index == EMPTY) {
        fputs("  ", board->out);
        return;
    }
    const struct rd_scene_cell *cell = &board->scene->cell[index];
    const struct rd_scene_token *token =
        board->token[index] == EMPTY ? NULL : &board->scene->token[board->token[index]];
    uint8_t owner = token != NULL ? token->owner : cell->owner;
    char mark = mark_of(board, board->marked[index], token);
    colour_on(board, owner, token != NULL);
    if (token != NULL) {
        fputc(token_sign(board, token), board->out);
    } else if (cell->light == 0) {
        fputc('?', board->out);
    } else {
        fputs(terrain_sign(board, cell->terrain), board->out);
    }
    fputc(mark, board->out);
    colour_off(board, owner);
}

static bool has_letters(const struct board *board)
{
    return board->game->cells.style == RD_CELLS_LETTERS;
}

/* Column numbers, tens above ones, or letters. */
static void draw_columns(const struct board *board)
{
    uint32_t columns = board->scene->columns;
    int32_t last = board->left + (int32_t)columns - 1;
    if (!has_letters(board) && (last > 9 || board->left < 0)) {
        fputs("     ", board->out);
        for (int32_t x = board->left; x <= last; x++) {
            int tens = x > 0 && x % 10 == 0 ? '0' + x / 10 % 10 : ' ';
            fprintf(board->out, "%c ", x < 0 ? '-' : tens);
        }
        fputc('\n', board->out);
    }
    fputs("     ", board->out);
    for (int32_t x = board->left; x <= last; x++) {
        if (has_letters(board)) {
            fprintf(board->out, "%c ", (char)('A' + (x - board->game->cells.x0) % 26));
        } else {
            fprintf(board->out, "%d ", (x < 0 ? -x : x) % 10);
        }
    }
    fputc('\n', board->out);
}

static void draw_board(const struct board *board)
{
    const struct rd_scene *scene = board->scene;
    draw_columns(board);
    for (int32_t row = 0; row < scene->rows; row++) {
        int32_t y = board->top + row;
        bool hexes = scene->topology == RD_HEXES;
        bool shifted = hexes && (y & 1) != 0;
        fprintf(board->out, "%3" PRId32 "  %s", y, shifted ? " " : "");
        for (int32_t column = 0; column < scene->columns; column++) {
            draw_cell(board, board->cell[row * scene->columns + column]);
        }
        if (board->style.narrow) {
            fputc('\n', board->out);
        } else {
            fprintf(board->out, "%s %" PRId32 "\n", hexes && !shifted ? " " : "", y);
        }
    }
    draw_columns(board);
}

uint32_t rd_board_width(const struct rd_scene *scene, bool narrow)
{
    enum { LEFT = 5, RIGHT = 3 };
    uint32_t shift = scene->topology == RD_HEXES;
    return LEFT + 2u * scene->columns + shift + (narrow ? 0 : RIGHT);
}

/* ---- the legend ----------------------------------------------------------------------------- */

static void owner_text(const struct board *board, uint8_t owner, char *out, size_t size)
{
    if (owner == 0) {
        rd_text_into(out, size);
    } else {
        rd_seat_print(board->game, (rd_seat)(owner - 1), out, size);
    }
}

static bool terrain_present(const struct board *board, uint32_t terrain)
{
    for (uint32_t i = 0; i < board->scene->cell_count; i++) {
        if (board->scene->cell[i].terrain == terrain && board->scene->cell[i].light > 0) {
            return true;
        }
    }
    return false;
}

static void draw_terrain_legend(const struct board *board)
{
    uint32_t count = count_names(board->game->terrain_names);
    const char *between = "";
    for (uint32_t terrain = 0; terrain < count; terrain++) {
        const char *sign = terrain_sign(board, (uint8_t)terrain);
        if (terrain_present(board, terrain) && sign[0] != ' ') {
            fprintf(board->out, "%s%s %s", between, sign, board->game->terrain_names[terrain]);
            between = "   ";
        }
    }
    fputs(between[0] == '\0' ? "" : "\n", board->out);
}

static bool token_present(const struct board *board, uint32_t kind, uint8_t owner)
{
    for (uint32_t i = 0; i < board->scene->token_count; i++) {
        if (board->scene->token[i].kind == kind && board->scene->token[i].owner == owner) {
            return true;
        }
    }
    return false;
}

static void draw_token_legend(const struct board *board)
{
    uint32_t count = count_names(board->game->token_names);
    const char *between = "";
    for (uint32_t kind = 0; kind < count; kind++) {
        for (uint8_t owner = 0; owner <= board->game->seats_max; owner++) {
            if (!token_present(board, kind, owner)) {
                continue;
            }
            char who[RD_TEXT_MAX];
            const struct rd_scene_token token = { .kind = (uint8_t)kind, .owner = owner };
            owner_text(board, owner, who, sizeof who);
            fputs(between, board->out);
            colour_on(board, owner, true);
            fputc(token_sign(board, &token), board->out);
            colour_off(board, owner);
            fprintf(board->out, " %s%s%s", who, who[0] == '\0' ? "" : " ",
                    board->game->token_names[kind]);
            between = "   ";
        }
    }
    fputs(between[0] == '\0' ? "" : "\n", board->out);
}

static void draw_counters(const struct board *board)
{
    const struct rd_scene *scene = board->scene;
    for (uint8_t owner = 0; owner <= board->game->seats_max; owner++) {
        char who[RD_TEXT_MAX];
        const char *between = ": ";
        bool any = false;
        owner_text(board, owner, who, sizeof who);
        for (uint32_t i = 0; i < scene->counter_count; i++) {
            const struct rd_scene_counter *counter = &scene->counter[i];
            if (counter->owner != owner) {
                continue;
            }
            if (!any) {
                colour_on(board, owner, true);
                fputs(who, board->out);
                colour_off(board, owner);
            }
            fprintf(board->out, "%s%s %" PRId32, any || owner > 0 ? between : "",
                    board->game->counter_names[counter->name], counter->value);
            any = true;
            between = ", ";
        }
        fputs(any ? "\n" : "", board->out);
    }
}

void rd_board_print(FILE *out, const struct rd_game *game, const struct rd_scene *scene,
                    const struct rd_board_style *style)
{
    struct board board = { .out = out, .game = game, .scene = scene };
    size_t places = (size_t)scene->columns * scene->rows;
    if (style != NULL) {
        board.style = *style;
    }
    if (scene->topology != RD_NO_BOARD && places > 0) {
        board.cell = calloc(places, sizeof *board.cell);
        board.token = calloc((size_t)scene->cell_count + 1, sizeof *board.token);
        board.marked = calloc((size_t)scene->cell_count + 1, sizeof *board.marked);
        RD_ASSERT(board.cell != NULL && board.token != NULL && board.marked != NULL);
        choose_letters(&board);
        find_corner(&board);
        place_cells(&board);
        if (!board.style.no_board) {
            draw_board(&board);
        }
        if (!board.style.no_legend) {
            draw_terrain_legend(&board);
            draw_token_legend(&board);
        }
        free(board.cell);
        free(board.token);
        free(board.marked);
    }
    if (!board.style.no_counters) {
        draw_counters(&board);
    }
}
