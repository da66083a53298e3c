/* The model of a database that several servers share: what
 * docs/decisions/0123-every-server-plays.md asks of PostgreSQL. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "host/text.h"
#include "tests/check.h"
#include "tests/server/cluster.h"
#include "tests/server/world_disk.h"

static struct core_batch *copy_of(const struct core_batch *batch)
{
    struct core_batch *copy = calloc(1, sizeof *copy);
    RD_ASSERT(copy != NULL);
    *copy = (struct core_batch){ .id = batch->id, .count = batch->count, .room = batch->count };
    copy->record = calloc(batch->count + 1, sizeof *copy->record);
    RD_ASSERT(copy->record != NULL);
    for (uint32_t i = 0; i < batch->count; i++) {
        copy->record[i] = batch->record[i];
        copy->record[i].body = strdup(batch->record[i].body);
    }
    return copy;
}

/* A log grows by one record after the other: a second server, or a batch that comes twice, would
 * show here. */
static void check_next(const struct world *world, const struct core_record *record)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < world->disk_count; i++) {
        const struct core_record *old = &world->disk[i];
        if (old->n > 0 && strcmp(old->id, record->id) == 0) {
            last = (uint32_t)old->n > last ? (uint32_t)old->n : last;
        }
    }
    CHECK(record->n == 0 || (uint32_t)record->n == last + 1);
}

bool db_is_away(const struct world *world)
{
    return world->now_ms < world->cluster->away_ms;
}

struct owner *db_owner(struct cluster *c, uint64_t fence)
{
    for (uint32_t i = 0; i < NODES; i++) {
        if (c->owner[i].fence == fence) {
            return &c->owner[i];
        }
    }
    return NULL;
}

/* The fence under which the match may be written; 0: there is no such match. */
uint64_t db_fence(const struct cluster *c, const char *match)
{
    for (uint32_t i = 0; i < c->homes; i++) {
        if (strcmp(c->home[i].match, match) == 0) {
            return c->part[c->home[i].part];
        }
    }
    return 0;
}

static void add_match(struct cluster *c, const char *match, uint64_t fence)
{
    uint32_t part = 0;
    while (c->part[part] != fence) {
        RD_ASSERT(part + 1 < c->parts);
        part++;
    }
    c->home = rd_grown(c->home, c->homes, &c->home_room, sizeof *c->home);
    snprintf(c->home[c->homes].match, CORE_ID_MAX, "%s", match);
    c->home[c->homes++].part = part;
}

const struct core_record *db_row(const struct world *world, const char *kind, const char *id)
{
    for (uint32_t i = world->disk_count; i > 0; i--) {
        const struct core_record *record = &world->disk[i - 1];
        if (record->n == 0 && strcmp(record->kind, kind) == 0 && strcmp(record->id, id) == 0) {
            return record;
        }
    }
    return NULL;
}

/* What an index of the database would not have twice: what the two texts of the body say. */
static bool is_twice(const struct world *world, const struct core_record *record,
                     const char *const keys[2])
{
    json_t *json = json_loads(record->body, 0, NULL);
    const char *first = json_string_value(json_object_get(json, keys[0]));
    const char *second = json_string_value(json_object_get(json, keys[1]));
    bool found = false;
    for (uint32_t i = 0; first != NULL && second != NULL && !found && i < world->disk_count; i++) {
        const struct core_record *old = &world->disk[i];
        if (strcmp(old->kind, record->kind) == 0 && strcmp(old->id, record->id) != 0) {
            json_t *other = json_loads(old->body, 0, NULL);
            const char *a = json_string_value(json_object_get(other, keys[0]));
            const char *b = json_string_value(json_object_get(other, keys[1]));
            found = a != NULL && b != NULL && rd_text_same(a, first) &&
                    (record->n == 0 || strcmp(b, second) == 0);
            json_decref(other);
        }
    }
    json_decref(json);
    return found;
}

/* Does it follow from what its server can't have seen? */
static bool is_stale(const struct world *world, const struct core_record *record)
{
    static const char *const names[2] = { "name", "password" };
    static const char *const creations[2] = { "player", "command" };
    if (strcmp(record->kind, "player") == 0) {
        const struct core_record *old = db_row(world, "player", record->id);
        return record->version != (old == NULL ? 0 : old->version) + 1 ||
               is_twice(world, record, names);
    }
    return record->n == 1 && is_twice(world, record, creations);
}

static void keep(struct world *world, uint64_t fence, struct core_record *record)
{
    struct cluster *c = world->cluster;
    struct core_batch one = { .record = record, .count = 1 };
    check_next(world, record);
    if (record->n == 1) {
        add_match(c, record->id, fence);
    }
    CHECK(record->n == 0 || db_fence(c, record->id) == fence);
    if (record->n == 0) {
        struct change change = { .fence = fence };
        snprintf(change.kind, sizeof change.kind, "%s", record->kind);
        snprintf(change.id, sizeof change.id, "%s", record->id);
        c->change = rd_grown(c->change, c->changes, &c->change_room, sizeof change);
        c->change[c->changes++] = change;
    }
    disk_keep(world, &one);
}

/* In the very moment before: another server changes a player that the batch rates. */
static void change_behind(struct world *world, const struct core_batch *batch)
{
    const struct core_record *old = NULL;
    bool rates = false;
    for (uint32_t i = 0; i < batch->count; i++) {
        bool player = strcmp(batch->record[i].kind, "player") == 0;
        old = player ? db_row(world, "player", batch->record[i].id) : old;
        rates = rates || strcmp(batch->record[i].kind, "rated") == 0;
    }
    if (rates && old != NULL && world_chance(world, 3)) {
        struct core_record next = *old;
        next.body = strdup(old->body);
        next.version++;
        saw.raced++;
        keep(world, 0, &next);
    }
}

/* begin_batch, and the rest of it: all or nothing. */
enum answer db_commit(struct world *world, uint64_t fence, uint64_t number,
                      const struct core_batch *batch, uint32_t *stale)
{
    struct owner *owner = db_owner(world->cluster, fence);
    if (owner == NULL || owner->number + 1 != number) {
        return ANSWER_OLD;
    }
    change_behind(world, batch);
    for (uint32_t i = 0; i < batch->count; i++) {
        if (is_stale(world, &batch->record[i])) {
            *stale = batch->record[i].group;
            CHECK(*stale != 0); /* whatever may be refused belongs to a group */
            return ANSWER_STALE;
        }
    }
    owner->number = number;
    owner->until_ms = world->now_ms + LEASE_MS;
    struct core_batch *copy = copy_of(batch);
    for (uint32_t i = 0; i < copy->count; i++) {
        keep(world, fence, &copy->record[i]);
    }
    core_batch_free(copy);
    return ANSWER_KEPT;
}

/* What is still under way in the network arrives some time. */
void db_leave_late(struct world *world, const struct node *node)
{
    struct cluster *c = world->cluster;
    if (c->late_count < LATE) {
        c->late[c->late_count++] =
            (struct letter_late){ node->fence, node->number, copy_of(node->batch) };
    }
}

void db_forget_late(struct cluster *c, uint32_t index)
{
    core_batch_free(c->late[index].batch);
    c->late[index] = c->late[--c->late_count];
}

void db_arrive_late(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t index = world_below(world, c->late_count), stale;
    const struct letter_late *late = &c->late[index];
    bool kept = db_commit(world, late->fence, late->number, late->batch, &stale) == ANSWER_KEPT;
    saw.late_kept += kept;
    saw.late_refused += !kept;
    db_forget_late(c, index);
}

/* A new connection ends the process of the old one. */
void db_end_late(struct cluster *c, uint64_t fence)
{
    for (uint32_t i = c->late_count; i > 0; i--) {
        if (c->late[i - 1].fence == fence) {
            db_forget_late(c, i - 1);
        }
    }
}

/* ---- the lease ---- */

uint32_t db_self(const struct cluster *c, const struct node *node)
{
    return (uint32_t)(node - c->node);
}

/* The database's clock of the servers' own time stands still while nobody has a lease. */
int64_t db_time(struct world *world, bool others)
{
    struct cluster *c = world->cluster;
    int64_t until_ms = c->time_ms;
    for (uint32_t i = 0; i < NODES; i++) {
        until_ms = c->owner[i].until_ms > until_ms ? c->owner[i].until_ms : until_ms;
    }
    if (others || until_ms > world->now_ms) {
        until_ms = world->now_ms;
    }
    c->time += until_ms - c->time_ms;
    c->time_ms = world->now_ms;
    return c->time;
}

bool db_is_over(const struct world *world, const struct owner *owner)
{
    return owner->fence != 0 && owner->until_ms <= world->now_ms;
}

/* claim: the lease, and the parts of those whose time is over. True: it has more than before. */
bool db_claim(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    uint32_t self = db_self(c, node);
    bool some = false, has = false;
    for (uint32_t i = 0; i < NODES; i++) {
        struct owner *owner = &c->owner[i];
        if (i == self ? owner->fence != node->fence : db_is_over(world, owner)) {
            db_end_late(c, owner->fence);
            for (uint32_t p = 0; p < c->parts; p++) {
                some = some || (owner->fence != 0 && c->part[p] == owner->fence);
                c->part[p] = c->part[p] == owner->fence ? node->fence : c->part[p];
            }
            *owner = (struct owner){ 0 };
        }
    }
    c->owner[self].fence = node->fence;
    c->owner[self].until_ms = world->now_ms + LEASE_MS;
    for (uint32_t p = 0; p < c->parts; p++) {
        has = has || c->part[p] == node->fence;
    }
    if (!has) {
        RD_ASSERT(c->parts < PARTS);
        c->part[c->parts++] = node->fence;
    }
    return some;
}

/* ---- news ---- */

bool db_is_own(const struct world *world, const struct node *node, const char *match)
{
    return db_fence(world->cluster, match) == node->fence;
}

bool db_is_new(const struct world *world, const struct node *node, uint32_t index)
{
    const struct change *change = &world->cluster->change[index];
    for (uint32_t i = index + 1; i < world->cluster->changes; i++) { /* the latest counts */
        const struct change *later = &world->cluster->change[i];
        if (strcmp(later->kind, change->kind) == 0 && strcmp(later->id, change->id) == 0) {
            return false;
        }
    }
    return change->fence != node->fence &&
           (strcmp(change->kind, "player") == 0 || strcmp(change->kind, "notice") == 0 ||
            strcmp(change->kind, "report") == 0 || strcmp(change->kind, "wrong") == 0);
}

/* Of each match that it has, and had not, the stub or the log. */
void db_add_taken(const struct world *world, const struct node *node, const struct cluster *before,
                  struct core_batch *taken)
{
    const struct cluster *c = world->cluster;
    for (uint32_t i = 0; i < c->homes; i++) {
        const char *match = c->home[i].match;
        if (before->part[c->home[i].part] == node->fence || !db_is_own(world, node, match)) {
            continue;
        }
        const struct core_record *stub = db_row(world, "stub", match);
        for (uint32_t r = 0; stub == NULL && r < world->disk_count; r++) {
            if (world->disk[r].n > 0 && strcmp(world->disk[r].id, match) == 0) {
                core_batch_add(taken, &world->disk[r]);
            }
        }
        if (stub != NULL) {
            core_batch_add(taken, stub);
        }
    }
}
