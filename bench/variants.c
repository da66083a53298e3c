/* Ways to set up a game whose cost is worth knowing beside that of the usual one. */
#include "bench/bench.h"

#include <string.h>

static const struct bench_variant variants[] = {
    { "fate",
      "heroes for every class",
      { "heroes1.rider=tamsin", "heroes1.spearman=brannoch", "heroes1.trickster=pell",
        "heroes1.assassin=vesper", "heroes1.berserker=hroka", "heroes1.archer=gauge",
        "heroes1.knight=odwin", "heroes2.rider=kesh", "heroes2.spearman=ilse",
        "heroes2.trickster=sedge", "heroes2.assassin=quill", "heroes2.berserker=grum",
        "heroes2.archer=nettle", "heroes2.knight=ruska" } },
    { 0 },
};

const struct bench_variant *bench_variant_of(const struct rd_game *game)
{
    for (const struct bench_variant *variant = variants; variant->game != NULL; variant++) {
        if (strcmp(variant->game, game->id) == 0) {
            return variant;
        }
    }
    return NULL;
}
