#include "arena/growth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/schedule.h"
#include "host/text.h"

static const char another[] = "give another --db, or remove this one";

/* ---- what may not differ ---- */

static char *short_text(const json_t *json, char *out, size_t size)
{
    char *text = json == NULL ? NULL : json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    rd_text_printable(text == NULL ? "nothing" : text, text == NULL ? 7 : strlen(text), out, size);
    free(text);
    return out;
}

static bool differs(const char *key, const json_t *ours, const json_t *theirs,
                    struct rd_problem *problem)
{
    char mine[120], kept[120];
    return rd_problem_at(problem, NULL,
                         "the file holds another tournament: %s is %s there, and %s was asked for; "
                         "%s",
                         key, short_text(theirs, kept, sizeof kept),
                         short_text(ours, mine, sizeof mine), another);
}

/* The first part of a setup, or limit, that differs, by its name. */
static bool inner_differs(const char *key, json_t *ours, const json_t *theirs,
                          struct rd_problem *problem)
{
    const char *name;
    json_t *value;
    json_object_foreach(ours, name, value)
    {
        if (!json_equal(value, json_object_get(theirs, name))) {
            return differs(name, value, json_object_get(theirs, name), problem);
        }
    }
    return differs(key, ours, theirs, problem);
}

static bool check_same(const struct tournament *t, bool seeded, json_t *ours, json_t *theirs,
                       struct rd_problem *problem)
{
    const char *key;
    json_t *value;
    json_object_foreach(ours, key, value)
    {
        const json_t *kept = json_object_get(theirs, key);
        bool may_differ = strcmp(key, "entrants") == 0 ||
                          (schedule_grows(t) && strcmp(key, "groups") == 0) ||
                          ((schedule_grows(t) || t->rounds_preset) && strcmp(key, "rounds") == 0) ||
                          (strcmp(key, "seed") == 0 && !seeded) || json_equal(value, kept) != 0;
        if (may_differ) {
            continue;
        }
        if (json_is_object(value)) {
            return inner_differs(key, value, kept, problem);
        }
        if (json_array_size(value) == 1 && json_is_object(json_array_get(value, 0))) {
            return inner_differs(key, json_array_get(value, 0), json_array_get(kept, 0), problem);
        }
        return differs(key, value, kept, problem);
    }
    return true;
}

/* ---- who is the same, who has changed, who is new ---- */

struct merging {
    const struct tournament *old;
    struct rd_text told;
    struct entrant *entrant; /* the result */
    uint32_t count;
    bool changed; /* somebody is new, or has a new version */
};

/* Files written before there were fingerprints say nothing about them. */
static bool same_files(const struct entrant *a, const struct entrant *b)
{
    return strcmp(a->folder, b->folder) == 0 &&
           (a->files[0] == '\0' || strcmp(a->files, b->files) == 0);
}

/* The version that has these files, else NULL; *last is the highest there is. */
static struct entrant *find_version(struct merging *m, const struct entrant *asked, uint32_t *last)
{
    struct entrant *found = NULL;
    *last = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        struct entrant *each = &m->entrant[i];
        if (strcmp(each->spec, asked->spec) == 0) {
            *last = each->version > *last ? each->version : *last;
            found = same_files(each, asked) ? each : found;
        }
    }
    return found;
}

static bool join(struct merging *m, const struct entrant *asked, struct rd_problem *problem)
{
    uint32_t last;
    struct entrant *found = find_version(m, asked, &last);
    if (found != NULL) {
        found->retired = false;
        memcpy(found->files, asked->files, sizeof found->files);
        return true;
    }
    if (m->count == ENTRANTS_MAX) {
        return rd_problem_at(problem, NULL, "at most %d entrants, versions counted; %s",
                             ENTRANTS_MAX, another);
    }
    struct entrant *added = &m->entrant[m->count++];
    *added = *asked;
    entrant_is_version(added, last + 1);
    m->changed = true;
    if (last > 0) {
        rd_text_add(&m->told,
                    "the files of %s have changed: it is a new version, called %s, and plays "
                    "everybody; what earlier versions played is kept\n",
                    asked->name, added->name);
    } else {
        rd_text_add(&m->told, "%s is new here\n", added->name);
    }
    return true;
}

static void tell_who_rests(struct merging *m, bool grows)
{
    for (uint32_t i = 0; i < m->old->entrants; i++) {
        uint32_t last;
        find_version(m, &m->entrant[i], &last);
        if (!m->old->entrant[i].retired && m->entrant[i].retired && last == m->entrant[i].version) {
            rd_text_add(&m->told, "%s was not named again: it %s\n", m->entrant[i].name,
                        grows ? "plays no more, its games are kept"
                              : "loses the games that are left");
        }
    }
}

static bool merge(struct merging *m, const struct tournament *asked, struct rd_problem *problem)
{
    for (; m->count < m->old->entrants; m->count++) {
        m->entrant[m->count] = m->old->entrant[m->count];
        m->entrant[m->count].retired = true;
    }
    for (uint32_t i = 0; i < asked->entrants; i++) {
        if (!join(m, &asked->entrant[i], problem)) {
            return false;
        }
    }
    tell_who_rests(m, schedule_grows(asked));
    return true;
}

/* ---- games that nobody will play ---- */

/* Where later rounds follow from results, games of who plays no more are not dropped, but lost. */
static bool drop_games(const struct tournament *t, struct store *store, struct rd_problem *problem)
{
    struct games games = { NULL, 0, 0 };
    bool fine = store_load(store, &games, problem);
    for (uint32_t i = 0; fine && i < games.count; i++) {
        const struct game *game = &games.game[i];
        bool dropped = false;
        for (uint32_t seat = 0; seat < game->seats; seat++) {
            dropped = dropped || t->entrant[game->entrant[seat]].retired;
        }
        if (!game->done && dropped != game->dropped) {
            fine = store_drop(store, game->id, dropped, problem);
        }
    }
    games_free(&games);
    return fine;
}

static bool write_plan(const struct tournament *t, struct store *store, struct rd_problem *problem)
{
    json_t *json = tournament_to_json(t);
    char *text = json_dumps(json, JSON_COMPACT);
    RD_ASSERT(text != NULL);
    bool fine = store_set_plan(store, text, problem);
    free(text);
    json_decref(json);
    return fine;
}

/* ---- both together ---- */

static bool grow(struct tournament *t, const struct tournament *old, struct store *store,
                 struct growth *growth, struct rd_problem *problem)
{
    struct entrant *entrant = calloc(ENTRANTS_MAX, sizeof *entrant);
    RD_ASSERT(entrant != NULL);
    struct merging m = { .old = old, .entrant = entrant };
    m.told = rd_text_into(growth->told, sizeof growth->told);
    bool fine = merge(&m, t, problem);
    if (fine && !schedule_grows(t) && m.changed) {
        growth->told[strcspn(growth->told, "\n")] = '\0';
        fine = rd_problem_at(problem, NULL,
                             "%.200s; a tournament of the format %s goes on only with those who "
                             "began it: %s",
                             growth->told, format_name(t->format), another);
    }
    if (fine) {
        memcpy(t->entrant, entrant, m.count * sizeof *entrant);
        t->entrants = m.count;
        t->groups = t->groups > old->groups ? t->groups : old->groups;
        t->rounds = schedule_grows(t) ? t->rounds : old->rounds;
        memcpy(t->key, old->key, sizeof t->key);
        growth->first_new = old->entrants;
    }
    free(entrant);
    return fine && (!schedule_grows(t) || drop_games(t, store, problem)) &&
           write_plan(t, store, problem);
}

static bool go_on(struct tournament *t, bool seeded, json_t *theirs, struct store *store,
                  struct growth *growth, struct rd_problem *problem)
{
    struct tournament *old = calloc(1, sizeof *old);
    json_t *ours = tournament_to_json(t);
    RD_ASSERT(old != NULL);
    bool fine =
        check_same(t, seeded, ours, theirs, problem) && tournament_from_json(old, theirs, problem);
    if (fine) {
        fine = grow(t, old, store, growth, problem);
        tournament_close(old);
    }
    json_decref(ours);
    free(old);
    return fine;
}

bool growth_agree(struct tournament *t, bool seeded, struct store *store, struct growth *growth,
                  struct rd_problem *problem)
{
    char *kept = store_plan(store);
    memset(growth, 0, sizeof *growth);
    for (uint32_t i = 0; i < t->entrants; i++) {
        entrant_look(&t->entrant[i]);
    }
    if (kept == NULL) {
        return schedule_fills_table(t, problem) && write_plan(t, store, problem);
    }
    json_t *theirs = json_loads(kept, 0, NULL);
    bool fine = go_on(t, seeded, theirs, store, growth, problem);
    json_decref(theirs);
    free(kept);
    return fine;
}
