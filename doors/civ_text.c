/* The bodies of observation routes, blank by blank as the original wrote them. */
#include <stdlib.h>
#include <string.h>

#include "doors/civ.h"
#include "games/civ/civ_ieee.h"

void civ_text_board(FILE *out, const struct civ_view *view)
{
    uint32_t size = view->common.size;
    fprintf(out, "\"size\": %u, \"board\": [", size);
    for (uint32_t x = 0; x < size; x++) {
        fputs(x == 0 ? "[" : ", [", out);
        for (uint32_t y = 0; y < size; y++) {
            bool seen = (view->seen[y] >> x & 1u) != 0;
            int tile = seen ? (int)civ_terrain_at(view->terrain, y * CIV_SIDE_MAX + x) : -1;
            fprintf(out, "%s%d", y == 0 ? "" : ", ", tile);
        }
        fputc(']', out);
    }
    fputc(']', out);
}

static void put_place(FILE *out, uint32_t index, uint32_t unit)
{
    uint32_t cell = civ_cell_of(unit);
    fprintf(out, "%s{\"x\": %u, \"y\": %u", index == 0 ? "" : ", ", civ_x(cell), civ_y(cell));
}

/* "cities", "armies" or "workers": four lists, always. */
void civ_text_places(FILE *out, const struct civ_view *view, const char *route)
{
    fprintf(out, "\"%s\": [", route);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &view->side[seat];
        bool armies = route[0] == 'a', workers = route[0] == 'w';
        const uint16_t *list = armies ? side->army : workers ? side->worker : side->city;
        uint32_t count = armies ? side->armies : workers ? side->workers : side->cities;
        fputs(seat == 0 ? "[" : ", [", out);
        for (uint32_t i = 0; i < count; i++) {
            put_place(out, i, list[i]);
            if (armies) {
                fprintf(out, ", \"hitpoints\":%u", side->health[i]); /* no blank, as it was */
            }
            fputc('}', out);
        }
        fputc(']', out);
    }
    fputc(']', out);
}

void civ_text_resources(FILE *out, const struct civ_view *view)
{
    fputs("\"resources\": [", out);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const struct civ_side *side = &view->side[seat];
        fprintf(out, "%s{\"production\": %d, \"food\": %d, \"trade\": %d}", seat == 0 ? "" : ", ",
                (int)side->production, (int)side->food, (int)side->trade);
    }
    fputc(']', out);
}

/* The shortest text that reads back to the same double, with one digit behind the point at least.
 */
static void put_double(FILE *out, double value)
{
    char text[40];
    int digits = 1;
    do {
        snprintf(text, sizeof text, "%.*g", digits++, value);
    } while (strtod(text, NULL) != value && digits < 18);
    fprintf(out, "%s%s", text, strchr(text, '.') == NULL ? ".0" : "");
}

static void put_strength(FILE *out, uint32_t rules, uint32_t researches)
{
    if (rules == CIV_FINAL) {
        put_double(out, civ_final_strength(researches));
    } else {
        fprintf(out, "%u.%u", (10 + 3 * researches) / 10, (10 + 3 * researches) % 10);
    }
}

void civ_text_players(FILE *out, const struct civ_view *view, const struct civ_door *door)
{
    fputs("\"players\": [", out);
    for (uint32_t seat = 0; seat < CIV_SEATS; seat++) {
        const uint16_t *research = view->side[seat].research;
        json_t *name = json_string(door->name[seat]);
        char *quoted = json_dumps(name, JSON_ENCODE_ANY);
        fprintf(out, "%s{\"name\": %s, \"offense\": ", seat == 0 ? "" : ", ",
                quoted == NULL ? "\"?\"" : quoted);
        put_strength(out, view->common.rules, research[CIV_OFFENSE]);
        fputs(", \"defense\": ", out);
        put_strength(out, view->common.rules, research[CIV_DEFENSE]);
        fputc('}', out);
        free(quoted);
        json_decref(name);
    }
    fputc(']', out);
}
