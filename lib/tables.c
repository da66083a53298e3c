#include "redoubt/game.h"

/* SipHash of this under all that came before. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const uint64_t key[2] = { hash, size };
    return rd_siphash(key, bytes, size);
}

static uint64_t mix_number(uint64_t hash, int32_t number)
{
    return mix(hash, &number, sizeof number);
}

/* NULL and the empty text give different hashes. Piece by piece: a loop that only looks for the end
 * becomes a call of strlen, which the rules don't have. */
static uint64_t mix_text(uint64_t hash, const char *text)
{
    char piece[64];
    size_t count = 0;
    if (text == NULL) {
        return mix_number(hash, -1);
    }
    for (; *text != '\0'; text++) {
        if (count == sizeof piece) {
            hash = mix(hash, piece, count);
            count = 0;
        }
        piece[count++] = *text;
    }
    return mix(hash, piece, count);
}

/* Without a limit (prefixes of units) the choices end with NULL. */
static uint64_t mix_args(uint64_t hash, const struct rd_arg *arg, uint32_t count)
{
    for (uint32_t i = 0; i < count && arg[i].type != RD_ARG_NONE; i++) {
        hash = mix_text(hash, arg[i].name);
        hash = mix_number(hash, arg[i].type);
        hash = mix_number(hash, arg[i].limit);
        hash = mix_number(hash, (int32_t)arg[i].role);
        for (uint32_t c = 0; arg[i].choices != NULL && (arg[i].limit == 0 || c < arg[i].limit) &&
                             arg[i].choices[c] != NULL;
             c++) {
            hash = mix_text(hash, arg[i].choices[c]);
        }
    }
    return mix_number(hash, (int32_t)count);
}

static uint64_t mix_game(const struct rd_game *game)
{
    uint64_t hash = mix_text(game->rules_version, game->id);
    hash = mix_number(hash, (int32_t)game->view_size);
    return mix(hash, &game->cells, sizeof game->cells);
}

uint64_t rd_tables_hash(const struct rd_game *game)
{
    uint64_t hash = mix_game(game);
    for (const struct rd_verb *verb = game->verbs; verb->name != NULL; verb++) {
        hash = mix_args(mix_text(hash, verb->name), verb->arg, RD_ARGS_MAX);
    }
    for (const struct rd_event_kind *kind = game->events; kind->name != NULL; kind++) {
        hash = mix_args(mix_text(hash, kind->name), kind->arg, RD_EVENT_ARGS_MAX);
    }
    for (const struct rd_refusal *refusal = game->refusals + 1; refusal->text != NULL; refusal++) {
        hash = mix_text(mix_text(hash, refusal->rule), refusal->text);
    }
    for (const struct rd_ending *ending = game->endings + 1; ending->reason != NULL; ending++) {
        hash = mix_text(mix_text(hash, ending->rule), ending->reason);
    }
    for (uint32_t i = 1; game->step_names != NULL && game->step_names[i] != NULL; i++) {
        hash = mix_text(hash, game->step_names[i]);
    }
    return hash;
}
