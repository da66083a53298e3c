/* Bytes as a line that some program printed, given as an order in a game's own form (a MegaMiner
 * line, say). The first byte chooses seat and ruleset. */
#include <stdlib.h>

#include "fuzz.h"
#include "host/codec.h"
#include "host/play.h"
#include "host/setup.h"

static void try_line(const struct rd_game *game, uint8_t choice, const json_t *line)
{
    struct rd_problem problem = { "" };
    struct rd_chosen chosen;
    struct rd_play play;
    struct rd_order order;
    FUZZ_MUST(rd_chosen_open(&chosen, game->id, &problem));
    const struct rd_option *first = &game->options[0];
    chosen.setup.option[0] = first->min + (choice >> 1) % (first->max - first->min + 1);
    rd_play_begin(&play, &chosen, rd_luck_from_seed(1));
    rd_seat seat = choice & 1;
    if (rd_codec_of(game)->read_order(play.state, seat, line, &order)) {
        FUZZ_MUST(order.count <= RD_ORDER_ACTIONS_MAX);
        /* Junk is a lost turn, not a refusal. */
        FUZZ_MUST(rd_play_order(&play, seat, &order, NULL).code == RD_OK);
    }
    rd_play_end(&play);
    rd_chosen_close(&chosen);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1) {
        return 0;
    }
    json_t *line = json_stringn_nocheck((const char *)data + 1, size - 1);
    for (uint32_t i = 0; rd_game_at(i) != NULL; i++) {
        if (rd_codec_of(rd_game_at(i))->read_order != NULL) {
            try_line(rd_game_at(i), data[0], line);
        }
    }
    json_decref(line);
    return 0;
}
