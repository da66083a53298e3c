/* Law 10: no byte is left to chance, and looking changes nothing. */
#include <string.h>

#include "laws/laws.h"
#include "redoubt/packing.h"

/* Two fills that differ in every bit: a byte the game doesn't write can't be equal in both. */
enum { FILL_A = 0x00, FILL_B = 0xff };

void law_flatness_table(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    const int fill[2] = { FILL_A, FILL_B };
    for (uint32_t i = 0; i < 2; i++) {
        struct rd_luck luck = trial_luck(trial->order.seed);
        memset(trial->spare[i], fill[i], game->state_size);
        game->init(trial->spare[i], &trial->setup, &luck);
    }
    if (memcmp(trial->spare[0], trial->spare[1], game->state_size) != 0) {
        law_broken(trial, "init() leaves bytes of the state unwritten");
    }
}

/* Where two rooms differ first; size if they don't. */
static uint32_t first_difference(const void *a, const void *b, uint32_t size)
{
    const uint8_t *left = a, *right = b;
    uint32_t i = memcmp(a, b, size) == 0 ? size : 0;
    while (i < size && left[i] == right[i]) {
        i++;
    }
    return i;
}

static bool observe_writes_all(struct trial *trial, const void *state, rd_seat seat)
{
    const struct rd_game *game = trial->game;
    memset(trial->view[0], FILL_A, game->view_size);
    memset(trial->view[1], FILL_B, game->view_size);
    game->observe(state, seat, trial->view[0]);
    game->observe(state, seat, trial->view[1]);
    uint32_t at = first_difference(trial->view[0], trial->view[1], game->view_size);
    return at == game->view_size ||
           !law_broken(trial, "observe() leaves byte %u of the view of seat %u unwritten", at,
                       seat);
}

static bool encode_writes_all(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    memset(trial->tensor[0], FILL_A, game->tensor_size);
    memset(trial->tensor[1], FILL_B, game->tensor_size);
    game->encode(trial->view[0], trial->tensor[0]);
    game->encode(trial->view[0], trial->tensor[1]);
    uint32_t at = first_difference(trial->tensor[0], trial->tensor[1], game->tensor_size);
    return at == game->tensor_size || !law_broken(trial, "encode() leaves byte %u unwritten", at);
}

/* What is packed is what encode() has written to the first tensor, in no more bytes. */
static bool pack_is_sound(struct trial *trial)
{
    const struct rd_game *game = trial->game;
    uint32_t size = rd_packed_size(game);
    memset(trial->packed[0], FILL_A, size);
    memset(trial->packed[1], FILL_B, size);
    game->pack(trial->view[0], trial->packed[0]);
    game->pack(trial->view[0], trial->packed[1]);
    uint32_t at = first_difference(trial->packed[0], trial->packed[1], size);
    if (at != size) {
        return !law_broken(trial, "pack() leaves byte %u unwritten", at);
    }
    uint32_t lost = rd_pack_lost(game, trial->packed[0]);
    if (lost != 0) {
        return !law_broken(trial, "a packed list has no room for %u entries", lost);
    }
    memset(trial->tensor[1], FILL_B, game->tensor_size);
    rd_unpack(game, trial->packed[0], trial->tensor[1]);
    at = first_difference(trial->tensor[0], trial->tensor[1], game->tensor_size);
    return at == game->tensor_size ||
           !law_broken(trial, "byte %u of the tensors is %d, and %d when it was packed", at,
                       trial->tensor[0][at], trial->tensor[1][at]);
}

static bool guess_writes_all(struct trial *trial, rd_seat seat)
{
    const struct rd_game *game = trial->game;
    struct rd_luck luck_a = law_luck(trial, seat), luck_b = luck_a;
    memset(trial->spare[0], FILL_A, game->state_size);
    memset(trial->spare[1], FILL_B, game->state_size);
    game->guess(trial->view[0], &luck_a, trial->spare[0]);
    game->guess(trial->view[0], &luck_b, trial->spare[1]);
    uint32_t at = first_difference(trial->spare[0], trial->spare[1], game->state_size);
    return at == game->state_size || !law_broken(trial, "guess() leaves byte %u unwritten", at);
}

/* ---- scenes -------------------------------------------------------------------------------- */

static uint32_t name_count(const char *const *names)
{
    uint32_t count = 0;
    while (names[count] != NULL) {
        count++;
    }
    return count;
}

static bool cells_are_sound(struct trial *trial, const struct rd_scene *scene)
{
    uint32_t terrains = name_count(trial->game->terrain_names);
    for (uint32_t i = 0; i < scene->cell_count; i++) {
        const struct rd_scene_cell *cell = &scene->cell[i];
        if (cell->terrain >= terrains || cell->owner > trial->seats || cell->light > 2 ||
            cell->zero != 0) {
            return !law_broken(trial, "scene cell %u: terrain %u, owner %u, light %u", i,
                               cell->terrain, cell->owner, cell->light);
        }
    }
    return true;
}

static bool tokens_are_sound(struct trial *trial, const struct rd_scene *scene)
{
    uint32_t kinds = name_count(trial->game->token_names);
    uint32_t moods = name_count(trial->game->mood_names);
    for (uint32_t i = 0; i < scene->token_count; i++) {
        const struct rd_scene_token *token = &scene->token[i];
        if (token->cell >= scene->cell_count || token->kind >= kinds ||
            token->owner > trial->seats || (token->mood != 0 && token->mood >= moods) ||
            token->zero != 0) {
            return !law_broken(trial, "scene token %u: cell %u, kind %u, owner %u, mood %u", i,
                               token->cell, token->kind, token->owner, token->mood);
        }
    }
    return true;
}

static bool counters_are_sound(struct trial *trial, const struct rd_scene *scene)
{
    uint32_t names = name_count(trial->game->counter_names);
    for (uint32_t i = 0; i < scene->counter_count; i++) {
        const struct rd_scene_counter *counter = &scene->counter[i];
        if (counter->name >= names || counter->owner > trial->seats || counter->zero != 0) {
            return !law_broken(trial, "scene counter %u: name %u, owner %u", i, counter->name,
                               counter->owner);
        }
    }
    return true;
}

static bool marks_are_sound(struct trial *trial, const struct rd_scene *scene)
{
    uint32_t names = trial->game->mark_names == NULL ? 0 : name_count(trial->game->mark_names);
    for (uint32_t i = 0; i < scene->mark_count; i++) {
        const struct rd_scene_mark *mark = &scene->mark[i];
        if (mark->from >= scene->cell_count || mark->to >= scene->cell_count ||
            mark->name >= names || mark->owner > trial->seats || mark->zero != 0) {
            return !law_broken(trial, "scene mark %u: from %u to %u, name %u, owner %u", i,
                               mark->from, mark->to, mark->name, mark->owner);
        }
    }
    return true;
}

static bool scene_parts_equal(const struct rd_scene *a, const struct rd_scene *b)
{
    return memcmp(a, b, offsetof(struct rd_scene, cell)) == 0 &&
           memcmp(a->cell, b->cell, a->cell_count * sizeof a->cell[0]) == 0 &&
           memcmp(a->token, b->token, a->token_count * sizeof a->token[0]) == 0 &&
           memcmp(a->counter, b->counter, a->counter_count * sizeof a->counter[0]) == 0 &&
           a->mark_count == b->mark_count &&
           memcmp(a->mark, b->mark, a->mark_count * sizeof a->mark[0]) == 0;
}

static bool scene_is_sound(struct trial *trial)
{
    struct rd_scene *scene = trial->scene[0], *again = trial->scene[1];
    memset(scene, FILL_A, sizeof *scene);
    memset(again, FILL_B, sizeof *again);
    trial->game->scene(trial->view[0], scene);
    trial->game->scene(trial->view[0], again);
    if (scene->cell_count > RD_CELLS_MAX || scene->token_count > RD_TOKENS_MAX ||
        scene->counter_count > RD_COUNTERS_MAX || scene->mark_count > RD_MARKS_MAX ||
        scene->topology != trial->game->topology) {
        return !law_broken(trial,
                           "scene of topology %u: %u cells, %u tokens, %u counters, %u marks",
                           scene->topology, scene->cell_count, scene->token_count,
                           scene->counter_count, scene->mark_count);
    }
    if (!scene_parts_equal(scene, again)) {
        return !law_broken(trial, "scene() leaves bytes of what it counts unwritten");
    }
    return cells_are_sound(trial, scene) && tokens_are_sound(trial, scene) &&
           counters_are_sound(trial, scene) && marks_are_sound(trial, scene);
}

bool view_is_sound(struct trial *trial, const void *state, rd_seat seat)
{
    return observe_writes_all(trial, state, seat) && scene_is_sound(trial);
}

void law_flatness(struct trial *trial)
{
    memcpy(trial->spare[2], trial->state, trial->game->state_size);
    for (rd_seat seat = 0; seat <= RD_SPECTATOR; seat++) {
        if (seat >= trial->seats && seat != RD_SPECTATOR) {
            continue;
        }
        if (!view_is_sound(trial, trial->state, seat) || !encode_writes_all(trial) ||
            !pack_is_sound(trial) || (seat != RD_SPECTATOR && !guess_writes_all(trial, seat))) {
            return;
        }
    }
    struct rd_outcome outcome;
    trial->game->outcome(trial->state, &outcome);
    trial->game->audit(trial->state);
    if (memcmp(trial->spare[2], trial->state, trial->game->state_size) != 0) {
        law_broken(trial, "looking at the state changed it");
    }
}
