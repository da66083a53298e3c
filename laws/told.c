/*
 * Who may be told of what, by the rulebooks: R9.2 of ApocaWarlords and of Classic, R14.1 of civ,
 * R14.7 of Fortress. A kind that is not here may be told to anybody who learns nothing from it that
 * its view doesn't show.
 */
#include <string.h>

#include "games/civ/civ_internal.h"
#include "games/classic/classic.h"
#include "games/fate/board.h"
#include "games/fortress/fortress_internal.h"
#include "laws/hearing.h"

struct row {
    const char *game, *kind;
    enum told_to told_to;
};

static const struct row rows[] = {
    { "apoca", "order_skipped", TOLD_OWNER },
    { "apoca", "hired", TOLD_OWNER },
    { "apoca", "mercenary_blocked", TOLD_OWNER },

    { "civ", "harvested", TOLD_OWNER },
    { "civ", "fed", TOLD_OWNER },
    { "civ", "stayed", TOLD_OWNER },
    { "civ", "attack_ordered", TOLD_OWNER },
    { "civ", "starved", TOLD_PLACE },
    { "civ", "built", TOLD_PLACE },
    { "civ", "city_given", TOLD_PLACE },
    { "civ", "city_lost", TOLD_PLACE },
    { "civ", "moved", TOLD_PLACE },
    { "civ", "arrived", TOLD_PLACE },
    { "civ", "left", TOLD_PLACE },
    { "civ", "battle", TOLD_PLACE },
    { "civ", "struck", TOLD_PLACE },
    { "civ", "workers_killed", TOLD_PLACE },
    { "civ", "captured", TOLD_PLACE },
    { "civ", "razed", TOLD_PLACE },
    { "civ", "converted", TOLD_PLACE },
    { "civ", "convert_lost", TOLD_PLACE },

    { "classic", "bought", TOLD_OWNER },
    { "classic", "refunded", TOLD_OWNER },
    { "classic", "blocked", TOLD_OWNER },
    { "classic", "left_out", TOLD_OWNER },
    { "classic", "target_gone", TOLD_OWNER },

    { "fate", "move_options", TOLD_OWNER },
    { "fate", "move_blocked", TOLD_OWNER },
    { "fate", "answered", TOLD_OWNER },

    { "fortress", "bought", TOLD_OWNER },
    { "fortress", "taken_back", TOLD_OWNER },
    { "fortress", "refunded", TOLD_OWNER },
    { "fortress", "spell_lost", TOLD_OWNER },
    { "fortress", "target_gone", TOLD_OWNER },
    { "fortress", "waited", TOLD_OWNER },
    { "fortress", "trimmed", TOLD_OWNER },
    { "fortress", "stopped", TOLD_OWNER },
    { "fortress", "built", TOLD_OWNER },
    { "fortress", "finished", TOLD_OWNER },
    { "fortress", "build_failed", TOLD_OWNER },
    { "fortress", "build_unpaid", TOLD_OWNER },
    { "fortress", "repaired", TOLD_OWNER },
    { "fortress", "sabotage_nothing", TOLD_OWNER },
    { "fortress", "mended", TOLD_OWNER },
    { "fortress", "income", TOLD_OWNER },
    { "fortress", "healed", TOLD_OWNER },
    { "fortress", "queue_ended", TOLD_OWNER },
    { "fortress", "camp_gold", TOLD_OWNER },
    { "fortress", "dragon_gift", TOLD_OWNER },
    { "fortress", "respawn_drawn", TOLD_NOBODY },
    { "fortress", "modifier", TOLD_OWNER_WATCH },
    { "fortress", "strength", TOLD_OWNER_WATCH },
    { "fortress", "trapped", TOLD_PLAYERS }, /* whose unit it is, and whose trap */
    { "fortress", "appeared", TOLD_SIGHT },
    { "fortress", "spell_healed", TOLD_SIGHT },
    { "fortress", "spell_buffed", TOLD_SIGHT },
    { "fortress", "fireball_hit", TOLD_SIGHT },
    { "fortress", "lightning_hit", TOLD_SIGHT },
    { "fortress", "lightning_leapt", TOLD_SIGHT },
    { "fortress", "shot", TOLD_SIGHT },
    { "fortress", "struck", TOLD_SIGHT },
    { "fortress", "charged", TOLD_SIGHT },
    { "fortress", "clashed", TOLD_SIGHT },
    { "fortress", "answered", TOLD_SIGHT },
    { "fortress", "cleaved", TOLD_SIGHT },
    { "fortress", "burnt", TOLD_SIGHT },
    { "fortress", "last_breath", TOLD_SIGHT },
    { "fortress", "hurt", TOLD_SIGHT },
    { "fortress", "died", TOLD_SIGHT },
    { "fortress", "advanced", TOLD_SIGHT },
    { "fortress", "moved", TOLD_SIGHT },
    { "fortress", "hopped", TOLD_SIGHT },
    { "fortress", "turned", TOLD_SIGHT },
    { "fortress", "tower_rose", TOLD_SIGHT },
    { "fortress", "respawned", TOLD_SIGHT },
};

enum { ROWS = sizeof rows / sizeof rows[0] };

enum told_to told_to(const struct rd_game *game, const char *kind)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].game, game->id) == 0 && strcmp(rows[i].kind, kind) == 0) {
            return rows[i].told_to;
        }
    }
    return TOLD_ANYBODY;
}

/* A row whose event has another name now would protect nothing. */
bool told_rows_are_known(struct trial *trial)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        const struct rd_event_kind *kind = trial->game->events;
        if (strcmp(rows[i].game, trial->game->id) != 0) {
            continue;
        }
        while (kind->name != NULL && strcmp(kind->name, rows[i].kind) != 0) {
            kind++;
        }
        if (kind->name == NULL) {
            return !law_broken(trial, "laws/told.c speaks of %s, which is no event", rows[i].kind);
        }
    }
    return true;
}

/* ---- what views show ---- */

/* Events of civ name no units. */
static enum sight civ_known(const void *view, int32_t unit)
{
    (void)view;
    (void)unit;
    return UNSEEN;
}

static bool civ_lit(const void *view, int32_t cell)
{
    const struct civ_view *v = view;
    uint32_t x = civ_x((uint32_t)cell), y = civ_y((uint32_t)cell);
    return y < CIV_SIDE_MAX && (v->seen[y] >> x & 1u) != 0;
}

static enum sight classic_known(const void *view, int32_t unit)
{
    const struct classic_view *v = view;
    for (uint32_t seat = 0; seat < CLASSIC_SEATS; seat++) {
        for (uint32_t slot = 0; slot < v->open.unit_count[seat]; slot++) {
            if (v->open.unit[seat][slot].id == unit) {
                return seat == v->seat ? OWN : SEEN;
            }
        }
    }
    return UNSEEN;
}

static bool classic_lit(const void *view, int32_t cell)
{
    (void)view;
    return cell >= 0 && cell < CLASSIC_CELLS;
}

static enum sight fate_known(const void *view, int32_t unit)
{
    const struct fate_view *v = view;
    return unit < FATE_UNITS && fate_seat_of((uint32_t)unit) == v->seat ? OWN : SEEN;
}

/* No event that is kept for some names a cell. */
static bool fate_lit(const void *view, int32_t cell)
{
    (void)view;
    (void)cell;
    return false;
}

static bool fortress_lit(const void *view, int32_t cell)
{
    const struct fortress_view *v = view;
    return cell >= 0 && cell < FORTRESS_CELLS && fortress_has(&v->know.visible, (uint32_t)cell);
}

static enum sight fortress_known(const void *view, int32_t unit)
{
    const struct fortress_view *v = view;
    if (unit < FORTRESS_NEUTRAL_ID && v->seat < FORTRESS_SEATS && unit % 2 == 1 - v->seat) {
        return OWN; /* by its id, R3.3: a tower that fell just now is in no list any more */
    }
    for (uint32_t i = 0; i < v->seen_count; i++) {
        if ((int32_t)v->seen[i].id == unit && fortress_lit(view, v->seen[i].cell)) {
            return SEEN;
        }
    }
    return UNSEEN;
}

const struct sight_of_game *told_sight(const struct rd_game *game)
{
    static const struct sight_of_game games[] = { { "civ", civ_known, civ_lit, true },
                                                  { "classic", classic_known, classic_lit, false },
                                                  { "fate", fate_known, fate_lit, false },
                                                  { "fortress", fortress_known, fortress_lit,
                                                    true } };
    for (uint32_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (strcmp(games[i].game, game->id) == 0) {
            return &games[i];
        }
    }
    return NULL;
}
