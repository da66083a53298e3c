#include "host/edit.h"

#include <string.h>

struct rd_spot rd_edit_spot(const struct rd_game *game, const struct rd_edit *edit)
{
    const struct rd_cells *cells = &game->cells;
    uint32_t stride = cells->stride > 0 ? cells->stride : 1;
    return (struct rd_spot){ (int32_t)(edit->cell % stride) + cells->x0,
                             (int32_t)(edit->cell / stride) + cells->y0 };
}

static bool is_pair(const json_t *list, struct rd_spot spot)
{
    return json_array_size(list) >= 2 && json_is_integer(json_array_get(list, 0)) &&
           json_integer_value(json_array_get(list, 0)) == spot.x &&
           json_integer_value(json_array_get(list, 1)) == spot.y;
}

bool rd_stands_at(const json_t *entry, struct rd_spot spot)
{
    if (json_is_array(entry)) {
        return is_pair(entry, spot);
    }
    const json_t *x = json_object_get(entry, "x"), *y = json_object_get(entry, "y");
    return is_pair(json_object_get(entry, "at"), spot) ||
           (x != NULL && y != NULL && json_integer_value(x) == spot.x &&
            json_integer_value(y) == spot.y);
}

void rd_clear_spot(json_t *list, struct rd_spot spot)
{
    for (size_t i = json_array_size(list); i > 0; i--) {
        if (rd_stands_at(json_array_get(list, i - 1), spot)) {
            json_array_remove(list, i - 1);
        }
    }
}

bool rd_edit_name(const struct rd_edit *edit, const char *const *names, uint32_t *index,
                  struct rd_problem *problem)
{
    for (*index = 0; names[*index] != NULL; (*index)++) {
        if (strcmp(names[*index], edit->name) == 0) {
            return true;
        }
    }
    return rd_problem_at(problem, "name", "'%.60s' can't be set up here", edit->name);
}

bool rd_edit_owner(const struct rd_edit *edit, uint32_t count, struct rd_problem *problem)
{
    return edit->owner < count || rd_problem_at(problem, "owner", "somebody must own it");
}

bool rd_edit_counter(json_t *object, const char *key, const char *wanted,
                     const struct rd_edit *edit)
{
    return strcmp(edit->name, wanted) == 0 &&
           json_object_set_new(object, key, json_integer(edit->amount)) == 0;
}
