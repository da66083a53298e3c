/* Positions of Fortress in which two numbers are wrong at once: audit refuses each. One wrong
 * number alone is what tests/laws/limits tries. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games/fortress/fortress_internal.h"
#include "redoubt/game.h"

static bool is_fine(const struct fortress_state *s)
{
    return rd_game_find("fortress")->audit(s) == NULL;
}

/* As long as they stand, be it with one health: a fallen one may lie below another. */
static void towers_stand_apart(void)
{
    const struct rd_game *game = rd_game_find("fortress");
    struct fortress_state *s = calloc(1, sizeof *s);
    struct rd_luck luck = rd_luck_from_seed(1);
    struct rd_setup setup;
    rd_setup_presets(game, &setup);
    game->init(s, &setup, &luck);
    struct fortress_piece *first = &s->piece[fortress_structure_who(0, 0)];
    CHECK(first[0].type == FORTRESS_TOWER && first[1].type == FORTRESS_TOWER && is_fine(s));
    for (uint8_t health = 1; health <= 100; health = (uint8_t)(health + 33)) {
        uint16_t cell = first[1].cell;
        first[0].health = first[1].health = health;
        CHECK(is_fine(s));
        first[1].cell = first[0].cell;
        fortress_look(s, 0); /* or it would not see what it should */
        CHECK(!is_fine(s));
        first[1].cell = cell;
        fortress_look(s, 0);
    }
    free(s);
}

/* Everything that can be built, in each of its states: a byte says it, and no other thing. */
static void a_byte_says_what_was_built(void)
{
    bool used[FORTRESS_SITE_CODES] = { false };
    uint32_t codes = 0;
    for (uint32_t i = 0; i < FORTRESS_STRUCTURES * FORTRESS_SEATS * 4u * 8u * 6u * 6u; i++) {
        struct fortress_site site = { .type = (uint8_t)(i % FORTRESS_STRUCTURES),
                                      .owner = (uint8_t)(i / FORTRESS_STRUCTURES % 2),
                                      .condition = (uint8_t)(i / FORTRESS_STRUCTURES / 2 % 4),
                                      .left = (uint8_t)(i / FORTRESS_STRUCTURES / 8 % 8),
                                      .source = (uint8_t)(i / FORTRESS_STRUCTURES / 64 % 6),
                                      .pool = (uint8_t)(i / FORTRESS_STRUCTURES / 384 % 6) };
        uint8_t code = fortress_site_code(&site);
        struct fortress_site again = fortress_site_read(code);
        CHECK(code < FORTRESS_SITE_CODES && (code == 0 || site.condition <= FORTRESS_DISABLED));
        if (code != 0 && memcmp(&again, &site, sizeof site) == 0) {
            CHECK(!used[code]);
            used[code] = true;
            codes++;
        }
    }
    CHECK_EQ(codes, FORTRESS_SITE_CODES - 1);
}

int main(void)
{
    RUN(towers_stand_apart);
    RUN(a_byte_says_what_was_built);
    return check_end();
}
