/* The position that a game begins with (R3.3). */
#include "fortress_internal.h"

#include <string.h>

enum { GOLD_FIRST = 25 };

struct rd_verdict fortress_check_setup(const struct rd_setup *setup)
{
    struct rd_verdict verdict = rd_setup_in_range(&fortress_game, setup);
    if (verdict.code == RD_OK && setup->map != NULL) {
        fortress_check_map(setup->map, &verdict, 1); /* writes only a complaint */
    } else if (verdict.code == RD_OK) {
        verdict = fortress_check_options(setup->option);
    }
    return verdict;
}

static void place_structure(struct fortress_state *s, uint32_t seat, uint32_t cell, uint32_t type)
{
    RD_ASSERT(seat < FORTRESS_SEATS);
    struct fortress_side *side = &s->side[seat];
    struct fortress_piece piece = {
        side->next_id, (uint16_t)cell, 0, FORTRESS_HEALTH_MAX, (uint8_t)type, 0, 0
    };
    s->piece[fortress_structure_who(seat, side->structures)] = piece;
    side->structures++;
    side->next_id = (uint16_t)(side->next_id + FORTRESS_SEATS);
}

static void lay_tile(struct fortress_board *board, uint32_t tile, uint32_t cell)
{
    struct fortress_set *const set[FORTRESS_TILES] = { [FORTRESS_FOREST] = &board->forest,
                                                       [FORTRESS_MOUNTAIN] = &board->mountain,
                                                       [FORTRESS_RIVER] = &board->river,
                                                       [FORTRESS_LAKE] = &board->lake };
    if (tile != FORTRESS_VOID) {
        fortress_add(&board->valid, cell);
    }
    RD_ASSERT(tile < FORTRESS_TILES);
    if (set[tile] != NULL) {
        fortress_add(set[tile], cell);
    }
}

void fortress_lay_board(struct fortress_state *s, const struct fortress_map *map)
{
    struct fortress_board *board = &s->board;
    memset(s, 0, sizeof *s);
    for (uint32_t cell = 0; cell < FORTRESS_CELLS; cell++) {
        lay_tile(board, map->tile[cell], cell);
    }
    board->mines = (uint8_t)fortress_tiles_of(map, FORTRESS_MINE, board->mine, FORTRESS_MINES_MAX);
    board->camps = (uint8_t)fortress_tiles_of(map, FORTRESS_CAMP, board->camp, FORTRESS_CAMPS_MAX);
    board->lairs = (uint8_t)fortress_tiles_of(map, FORTRESS_LAIR, board->lair, FORTRESS_LAIRS_MAX);
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        s->side[seat].next_id = (uint16_t)(1 + seat);
    }
}

static void place_sides(struct fortress_state *s, const struct fortress_map *map)
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        for (uint32_t i = 0; i < map->tower_count[seat]; i++) {
            place_structure(s, seat, map->tower[seat][i], FORTRESS_TOWER);
        }
        place_structure(s, seat, map->base[seat], FORTRESS_BASE);
        s->side[seat].gold = GOLD_FIRST;
    }
}

static void place_neutrals(struct fortress_state *s, struct rd_luck *luck)
{
    uint32_t rank = 1;
    for (uint32_t i = 0; i < s->board.camps; i++, rank++) {
        fortress_place_neutral(s, s->board.camp[i], FORTRESS_CAMP_ARCHER, rank);
    }
    for (uint32_t i = 0; i < s->board.lairs; i++, rank++) {
        s->lair_reward[i] = (uint8_t)rd_luck_range(luck, 0, FORTRESS_REWARDS - 1);
        fortress_place_neutral(s, s->board.lair[i], FORTRESS_DRAGON, rank);
    }
}

void fortress_init(void *state, const struct rd_setup *setup, struct rd_luck *luck)
{
    struct fortress_state *s = state;
    struct fortress_map map;
    struct fortress_turn turn;
    RD_ASSERT(fortress_check_setup(setup).code == RD_OK);
    fortress_map_of_setup(setup, luck, &map);
    fortress_lay_board(s, &map);
    place_sides(s, &map);
    place_neutrals(s, luck);
    s->turn_limit = (uint16_t)setup->option[FORTRESS_OPT_LIMIT];
    s->show_timers = (uint8_t)setup->option[FORTRESS_OPT_TIMERS];
    s->turn = 1;
    fortress_look(s, 0);
    fortress_look(s, 1);
    fortress_turn_begin(&turn, s, luck, NULL);
    fortress_upkeep(&turn);
}
