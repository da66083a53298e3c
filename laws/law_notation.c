/* Law 8: an action survives being written down, as text, as JSON and as a number. */
#include <stdlib.h>
#include <string.h>

#include "host/json_game.h"
#include "host/json_read.h"
#include "host/notation.h"
#include "host/order.h"
#include "laws/laws.h"

enum {
    WHOLE_MAX = 512,
    WHOLE_ONE_IN = 512,
    HUGE_SPACE = 1 << 16,
    SAMPLES = 64,
    HUGE_MASK = 1 << 23, /* bits: such masks take longer than all the rest */
    MASK_ONE_IN = 16
};

static bool same(struct rd_action a, struct rd_action b)
{
    return rd_action_compare(a, b) == 0;
}

static bool text_survives(struct trial *trial, struct rd_action action)
{
    char text[RD_TEXT_MAX];
    struct rd_action read = { 0, { 0 } };
    struct rd_problem problem = { "" };
    size_t length = rd_action_print(trial->game, action, text, sizeof text);
    if (length == 0 || length >= sizeof text) {
        return !law_broken(trial, "an order is %zu characters long", length);
    }
    if (!rd_action_parse(trial->game, text, &read, &problem)) {
        return !law_broken(trial, "\"%s\" is not understood: %s", text, problem.text);
    }
    return same(read, action) || !law_broken(trial, "\"%s\" is read as another order", text);
}

static bool json_survives(struct trial *trial, struct rd_action action)
{
    json_t *written = rd_action_to_json(trial->game, action);
    char *text = json_dumps(written, JSON_COMPACT);
    json_decref(written);
    struct rd_problem problem = { "" };
    struct rd_action read = { 0, { 0 } };
    json_t *again = rd_json_parse(text, strlen(text), &problem);
    enum rd_reading reading = again == NULL
                                  ? RD_READ_MALFORMED
                                  : rd_action_from_json(trial->game, again, &read, NULL, &problem);
    json_decref(again);
    bool fine = reading == RD_READ_FINE && same(read, action);
    if (!fine) {
        law_broken(trial, "the order %s is read back as something else: %s", text, problem.text);
    }
    free(text);
    return fine;
}

static bool index_survives(struct trial *trial, struct rd_action action)
{
    uint32_t index = rd_action_index(trial->game->verbs, action);
    return (index < trial->action_count &&
            same(rd_action_from_index(trial->game->verbs, index), action)) ||
           !law_broken(trial, "action number %u is another action", index);
}

static bool survives(struct trial *trial, struct rd_action action)
{
    return index_survives(trial, action) && text_survives(trial, action) &&
           json_survives(trial, action);
}

/* Legal or not: everything that the verb table allows to be said. */
void law_notation_table(struct trial *trial)
{
    struct rd_luck luck = law_luck(trial, (uint32_t)trial->order.seed);
    uint32_t one_in = WHOLE_ONE_IN * (1 + trial->action_count / HUGE_SPACE);
    bool whole = trial->action_count <= WHOLE_MAX || trial->order.seed % one_in == 0;
    uint32_t count = whole ? trial->action_count : SAMPLES;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index =
            whole ? i : (uint32_t)rd_luck_range(&luck, 0, (int32_t)trial->action_count - 1);
        if (!survives(trial, rd_action_from_index(trial->game->verbs, index))) {
            return;
        }
    }
}

/* The mask is the list in another form. */
static bool mask_agrees(struct trial *trial, rd_seat seat, uint32_t count)
{
    uint32_t bytes = (trial->action_count + 7) / 8, bits = 0;
    uint8_t *mask = malloc(bytes);
    rd_action_mask(trial->game, trial->state, seat, trial->legal_too, mask);
    bool fine = true;
    for (uint32_t i = 0; i < bytes; i += (uint32_t)sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, mask + i, bytes - i < sizeof word ? bytes - i : sizeof word);
        bits += (uint32_t)__builtin_popcountll(word);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = rd_action_index(trial->game->verbs, trial->legal[i]);
        fine = fine && (mask[index / 8] >> index % 8 & 1) != 0;
    }
    free(mask);
    return (fine && bits == count) ||
           !law_broken(trial, "the mask of seat %u has other actions", seat);
}

/* A position in JSON is the whole truth: read again, it is the same state. */
static bool position_survives(struct trial *trial)
{
    const struct rd_codec *codec = rd_codec_of(trial->game);
    struct rd_problem problem = { "" };
    struct rd_luck luck = law_luck(trial, 2);
    json_t *written = codec->position(trial->state);
    char *text = json_dumps(written, JSON_COMPACT);
    json_decref(written);
    json_t *again = rd_json_parse(text, strlen(text), &problem);
    free(text);
    bool read = again != NULL &&
                codec->read_position(again, &trial->setup, &luck, trial->spare[0], &problem);
    json_decref(again);
    if (!read) {
        return !law_broken(trial, "the position is refused when read again: %s", problem.text);
    }
    return memcmp(trial->spare[0], trial->state, trial->game->state_size) == 0 ||
           !law_broken(trial, "the position is another one when read again");
}

/* As the position lets it be written, which may be shorter. */
static bool writing_survives(struct trial *trial, rd_seat seat, struct rd_action action)
{
    char text[RD_TEXT_MAX];
    struct rd_action read = { 0, { 0 } };
    struct rd_problem problem = { "" };
    rd_order_print(trial->game, trial->state, action, text, sizeof text);
    return (rd_order_parse(trial->game, trial->state, seat, text, &read, &problem) &&
            same(read, action)) ||
           !law_broken(trial, "\"%s\" is not read as it was written: %s", text, problem.text);
}

void law_notation(struct trial *trial)
{
    struct rd_luck luck = law_luck(trial, 1);
    bool registered = rd_game_find(trial->game->id) != NULL; /* others have no codec */
    if (registered && !position_survives(trial)) {
        return;
    }
    for (rd_seat seat = 0; seat < trial->seats; seat++) {
        uint32_t count =
            trial->game->legal(trial->state, seat, trial->legal, trial->game->legal_max);
        if (count == 0 || count > trial->game->legal_max) {
            continue;
        }
        bool masked = trial->action_count < HUGE_MASK || rd_luck_range(&luck, 1, MASK_ONE_IN) == 1;
        if (masked && !mask_agrees(trial, seat, count)) {
            return;
        }
        for (uint32_t i = 0; i < SAMPLES / 8; i++) {
            int32_t pick = rd_luck_range(&luck, 0, (int32_t)count - 1);
            struct rd_action action = trial->legal[pick];
            if (!survives(trial, action) ||
                (registered && !writing_survives(trial, seat, action))) {
                return;
            }
        }
    }
}
