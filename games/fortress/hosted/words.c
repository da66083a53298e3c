/* Small things that every reader and writer of fortress needs. Readers of lists have one form, here
 * and in the other games: is the list there, is it a list, then entry by entry. */
#include "hosted.h"

json_t *fortress_cell_json(uint32_t cell)
{
    return json_pack("[i,i]", (int)fortress_x(cell), (int)fortress_y(cell));
}

json_t *fortress_owner_json(uint32_t owner_and_one)
{
    return owner_and_one == 0 ? json_null() : json_integer((json_int_t)owner_and_one - 1);
}

bool fortress_cell_read(const struct rd_field *field, const struct fortress_board *board,
                        uint32_t *cell)
{
    size_t count;
    int64_t x, y;
    if (!rd_field_list(field, 2, 2, &count)) {
        return false;
    }
    struct rd_field first = rd_field_item(field, 0), second = rd_field_item(field, 1);
    if (!rd_field_integer(&first, INT16_MIN, INT16_MAX, &x) ||
        !rd_field_integer(&second, INT16_MIN, INT16_MAX, &y)) {
        return false;
    }
    *cell = fortress_cell((int32_t)x, (int32_t)y);
    return fortress_exists(board, *cell) ||
           rd_field_problem(field, "[%d,%d] is not on the board", (int)x, (int)y);
}

bool fortress_flag_read(const struct rd_field *parent, const char *key, bool *out)
{
    struct rd_field field;
    if (!rd_field_get(parent, key, &field)) {
        return true;
    }
    *out = json_is_true(field.json);
    return json_is_boolean(field.json) || rd_field_problem(&field, "must be true or false");
}

bool fortress_number_read(const struct rd_field *parent, const char *key, int64_t min, int64_t max,
                          int64_t *out)
{
    struct rd_field field;
    return !rd_field_get(parent, key, &field) || rd_field_integer(&field, min, max, out);
}

bool fortress_owner_read(const struct rd_field *parent, bool nobody, uint32_t *out)
{
    struct rd_field field;
    int64_t seat;
    *out = 0;
    if (nobody && (!rd_field_get(parent, "owner", &field) || json_is_null(field.json))) {
        return true;
    }
    if (!rd_field_need(parent, "owner", &field) ||
        !rd_field_integer(&field, 0, FORTRESS_SEATS - 1, &seat)) {
        return false;
    }
    *out = (uint32_t)seat + 1;
    return true;
}

/* Above all ids in use; of neutrals the number of the last one. */
void fortress_usual_next_ids(const struct fortress_state *s, uint32_t usual[FORTRESS_SEATS + 1])
{
    for (uint32_t seat = 0; seat < FORTRESS_SEATS; seat++) {
        usual[seat] = 1 + seat;
    }
    usual[FORTRESS_NEUTRAL] = 0;
    for (uint32_t who = 0; who < FORTRESS_WHO_MAX; who++) {
        uint32_t owner = fortress_owner(who), id = s->piece[who].id;
        if (owner == FORTRESS_NEUTRAL) {
            id = id > FORTRESS_NEUTRAL_ID ? id - FORTRESS_NEUTRAL_ID : 0;
            usual[owner] = id > usual[owner] ? id : usual[owner];
        } else if (id >= usual[owner]) {
            usual[owner] = id + FORTRESS_SEATS;
        }
    }
}
