/* Three servers and the model of a database, in place of one server and its disk. The rules are
 * those of docs/decisions/0077-several-servers-on-postgresql.md: a lease with a fencing number, by
 * the database's clock; batches with numbers; whoever does not know whether its lease lasts neither
 * hears nor tells. Servers are killed and stand still, their clocks differ, visitors are passed on,
 * connections break behind a commit, a batch arrives late or twice, the database goes away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "tests/check.h"
#include "tests/server/sound.h"
#include "tests/server/world_disk.h"

enum { NODES = 3, LEASE_MS = 300, LATE = 16 };

enum node_state { NODE_DOWN, NODE_STANDS_BY, NODE_PLAYS };

/* Where the batch at hand is: on its way, kept or refused with an answer on its way, or nobody
 * knows because the connection broke. */
enum commit { COMMIT_NONE, COMMIT_SENT, COMMIT_KEPT, COMMIT_REFUSED, COMMIT_IN_DOUBT };

struct node {
    enum node_state state;
    struct core *core;
    struct core_effects effects;
    int64_t ahead_ms; /* its steady clock, against the database's */
    int64_t wall_ms;  /* its clock on the wall, likewise */
    int64_t back_ms;  /* down until then, by the database's clock */
    int64_t still_ms; /* stands still until then, likewise */
    int64_t until_ms; /* the lease lasts, by its own clock */
    int64_t timer_ms; /* likewise; 0: none */
    int64_t asked_ms; /* when the batch was sent, likewise */
    uint64_t fence, number;
    struct core_batch *batch;
    enum commit commit;
    struct core_question **question;
    struct core_hash **hash;
    struct core_fetch **fetch;
    uint32_t questions, question_room, hashes, hash_room, fetches, fetch_room;
};

struct line {
    uint64_t id;
    uint32_t by, to; /* the server that was called, and the one that plays */
    bool open, told; /* told: the core has heard of the end */
};

struct letter_late {
    uint64_t fence, number;
    struct core_batch *batch;
};

struct cluster {
    struct node node[NODES];
    uint64_t fence, number, fences; /* of the lease, its latest batch; numbers given out */
    uint32_t holder;
    int64_t lease_ms; /* until then */
    int64_t away_ms;  /* the database is away until then */
    struct letter_late late[LATE];
    uint32_t late_count;
    struct line *line;
    uint32_t lines, line_room;
};

/* Over all seeds. */
static struct {
    uint64_t kills, pauses, takeovers, overslept, doubts_kept, doubts_lost, late_kept, late_refused,
        old_refused, away_count, cuts, passed_on;
} saw;

bool world_saw_all(void)
{
    printf(
        "# %llu kills, %llu pauses, %llu overslept their lease, %llu takeovers, %llu doubts were "
        "kept, %llu were lost, %llu late batches were kept, %llu refused, %llu batches of old "
        "numbers refused, the database away %llu times, %llu lines cut, %llu visitors passed "
        "on\n",
        (unsigned long long)saw.kills, (unsigned long long)saw.pauses,
        (unsigned long long)saw.overslept, (unsigned long long)saw.takeovers,
        (unsigned long long)saw.doubts_kept, (unsigned long long)saw.doubts_lost,
        (unsigned long long)saw.late_kept, (unsigned long long)saw.late_refused,
        (unsigned long long)saw.old_refused, (unsigned long long)saw.away_count,
        (unsigned long long)saw.cuts, (unsigned long long)saw.passed_on);
    return saw.kills > 0 && saw.pauses > 0 && saw.takeovers > 0 && saw.overslept > 0 &&
           saw.doubts_kept > 0 && saw.doubts_lost > 0 && saw.late_kept > 0 &&
           saw.late_refused > 0 && saw.old_refused > 0 && saw.away_count > 0 && saw.cuts > 0 &&
           saw.passed_on > 0;
}

static bool mishap(struct world *world, int32_t in)
{
    return world->faulty && world_chance(world, in);
}

/* ---- letters and lines ---- */

static struct line *line_of(const struct world *world, uint64_t connection)
{
    struct cluster *c = world->cluster;
    for (uint32_t i = 0; i < c->lines; i++) {
        if (c->line[i].id == connection) {
            return &c->line[i];
        }
    }
    return NULL;
}

static void cut(struct world *world, struct line *line)
{
    line->open = false;
    letters_drop(&world->to_core, line->id);
    letters_drop(&world->to_clients, line->id);
}

bool world_is_open(const struct world *world, uint64_t connection)
{
    const struct line *line = line_of(world, connection);
    return line != NULL && line->open;
}

/* ---- the database ---- */

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

/* begin_batch: refused unless number and batch are those that are due. */
static bool commit(struct world *world, uint64_t fence, uint64_t number,
                   const struct core_batch *batch)
{
    struct cluster *c = world->cluster;
    if (c->fence != fence || c->number + 1 != number) {
        return false;
    }
    c->number = number;
    c->lease_ms = world->now_ms + LEASE_MS;
    struct core_batch *copy = copy_of(batch);
    for (uint32_t i = 0; i < copy->count; i++) {
        struct core_batch one = { .record = &copy->record[i], .count = 1 };
        check_next(world, &copy->record[i]);
        disk_keep(world, &one);
    }
    core_batch_free(copy);
    return true;
}

static bool is_away(const struct world *world)
{
    return world->now_ms < world->cluster->away_ms;
}

/* What is still under way in the network arrives some time. */
static void leave_late(struct world *world, const struct node *node)
{
    struct cluster *c = world->cluster;
    if (c->late_count < LATE) {
        c->late[c->late_count++] =
            (struct letter_late){ node->fence, node->number, copy_of(node->batch) };
    }
}

static void forget_late(struct cluster *c, uint32_t index)
{
    core_batch_free(c->late[index].batch);
    c->late[index] = c->late[--c->late_count];
}

static void arrive_late(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t index = world_below(world, c->late_count);
    const struct letter_late *late = &c->late[index];
    bool kept = commit(world, late->fence, late->number, late->batch);
    saw.late_kept += kept;
    saw.late_refused += !kept;
    forget_late(c, index);
}

/* A new connection ends the process of the old one. */
static void end_late(struct cluster *c, uint64_t fence)
{
    for (uint32_t i = c->late_count; i > 0; i--) {
        if (c->late[i - 1].fence == fence) {
            forget_late(c, i - 1);
        }
    }
}

/* ---- a server ---- */

static int64_t clock_of(const struct world *world, const struct node *node)
{
    return world->now_ms + node->ahead_ms;
}

static void handle(struct world *world, struct node *node, struct core_event event);

static void take_effect(struct world *world, struct node *node, struct core_effect *effect)
{
    if (effect->kind == CORE_SEND) {
        CHECK_EQ(node->fence, world->cluster->fence); /* nobody else may be playing */
        if (world_is_open(world, effect->connection)) {
            letters_add(&world->to_clients, effect->connection, effect->text);
            effect->text = NULL;
        }
    } else if (effect->kind == CORE_STORE) {
        RD_ASSERT(node->commit == COMMIT_NONE);
        node->batch = effect->batch;
        node->commit = COMMIT_SENT;
        node->number++;
        node->asked_ms = clock_of(world, node);
        effect->batch = NULL;
    } else if (effect->kind == CORE_ASK_BOT) {
        node->question =
            rd_grown(node->question, node->questions, &node->question_room, sizeof *node->question);
        node->question[node->questions++] = effect->question;
        effect->question = NULL;
    } else if (effect->kind == CORE_HASH) {
        node->hash =
            rd_grown(node->hash, node->hashes, &node->hash_room, sizeof(struct core_hash *));
        node->hash[node->hashes++] = effect->hash;
        effect->hash = NULL;
    } else if (effect->kind == CORE_FETCH) {
        node->fetch =
            rd_grown(node->fetch, node->fetches, &node->fetch_room, sizeof(struct core_fetch *));
        node->fetch[node->fetches++] = effect->fetch;
        effect->fetch = NULL;
    } else if (effect->kind == CORE_SET_TIMER) {
        node->timer_ms = effect->at_ms;
    } else if (effect->kind == CORE_CLOSE && world_is_open(world, effect->connection)) {
        cut(world, line_of(world, effect->connection)); /* the core is told later */
    }
}

static void take_effects(struct world *world, struct node *node, struct core_effects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        take_effect(world, node, &effects->effect[i]);
    }
    core_effects_clear(effects);
}

static void handle(struct world *world, struct node *node, struct core_event event)
{
    event.now_ms = clock_of(world, node);
    event.wall_ms = world->now_ms + node->wall_ms;
    core_handle(node->core, &event, &node->effects);
    sound_look(node->core, &world->looked);
    take_effects(world, node, &node->effects);
}

static void stop(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    uint32_t self = (uint32_t)(node - c->node);
    for (uint32_t i = 0; i < c->lines; i++) {
        if (c->line[i].open && (c->line[i].to == self || c->line[i].by == self)) {
            cut(world, &c->line[i]);
        }
    }
    for (uint32_t i = 0; i < node->questions; i++) {
        core_question_free(node->question[i]);
    }
    for (uint32_t i = 0; i < node->hashes; i++) {
        core_hash_free(node->hash[i]);
    }
    for (uint32_t i = 0; i < node->fetches; i++) {
        core_fetch_free(node->fetch[i]);
    }
    node->questions = node->hashes = node->fetches = 0;
    if (world->core == node->core) {
        core_effects_clear(&world->effects);
        world->core = NULL;
    }
    world->writing = world->writing == node->batch ? NULL : world->writing;
    core_batch_free(node->batch);
    core_close(node->core);
    node->batch = NULL;
    node->core = NULL;
    node->commit = COMMIT_NONE;
    node->state = NODE_DOWN;
    node->still_ms = 0;
    node->back_ms = world->now_ms + rd_luck_range(&world->luck, 0, 2 * LEASE_MS);
}

static void kill_node(struct world *world, struct node *node)
{
    if (node->commit == COMMIT_SENT && world_chance(world, 2)) {
        leave_late(world, node);
    }
    stop(world, node);
}

/* The lease, under a new number, and everything that is stored. */
static bool take_over(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    struct core_config config = world_config(world);
    saw.takeovers += c->fence > 0 && c->holder != (uint32_t)(node - c->node);
    c->fence = node->fence = ++c->fences;
    c->number = node->number = 0;
    c->holder = (uint32_t)(node - c->node);
    c->lease_ms = world->now_ms + LEASE_MS;
    node->until_ms = clock_of(world, node) + LEASE_MS;
    node->timer_ms = 0;
    node->state = NODE_PLAYS;
    node->core = world->core = core_open(&config);
    bool fine = disk_load(world, node->core);
    core_start(node->core, clock_of(world, node), world->now_ms + node->wall_ms, &node->effects);
    take_effects(world, node, &node->effects);
    return fine;
}

/* After a break, or in time: the lease under the same number, and how the batch ended. */
static void renew(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    if (c->fence != node->fence) {
        saw.overslept++;
        stop(world, node);
        return;
    }
    end_late(c, node->fence);
    c->lease_ms = world->now_ms + LEASE_MS;
    node->until_ms = clock_of(world, node) + LEASE_MS;
    if (node->commit == COMMIT_IN_DOUBT) {
        bool kept = c->number == node->number;
        saw.doubts_kept += kept;
        saw.doubts_lost += !kept;
        node->commit = kept ? COMMIT_KEPT : COMMIT_SENT;
        node->asked_ms = clock_of(world, node);
    }
}

/* The batch goes on by one step. */
static void write_on(struct world *world, struct node *node)
{
    if (mishap(world, 12)) { /* a full disk, say: nothing of it is kept */
        world->refusals_of_disk++;
        node->number--;
        node->commit = COMMIT_REFUSED;
    } else if (mishap(world, 10)) { /* it breaks before it is done */
        leave_late(world, node);
        node->commit = COMMIT_IN_DOUBT;
    } else if (!commit(world, node->fence, node->number, node->batch)) {
        saw.old_refused++;
        stop(world, node);
    } else if (mishap(world, 8)) { /* it is done, and nobody hears of it */
        node->commit = COMMIT_IN_DOUBT;
    } else {
        node->commit = COMMIT_KEPT;
        node->until_ms = node->asked_ms + LEASE_MS;
    }
}

static void tell_stored(struct world *world, struct node *node)
{
    struct core_event event = { .kind = CORE_STORED,
                                .batch = node->batch->id,
                                .ok = node->commit == COMMIT_KEPT };
    struct core_batch *batch = node->batch;
    node->commit = COMMIT_NONE;
    node->batch = NULL;
    handle(world, node, event);
    core_batch_free(batch);
}

static void answer_question(struct world *world, struct node *node)
{
    struct core_question *question = node->question[--node->questions];
    struct core_event event = { .kind = CORE_BOT_ANSWERED, .ticket = question->ticket };
    event.action = core_question_answer(question);
    core_question_free(question);
    handle(world, node, event);
}

static void answer_hash(struct world *world, struct node *node)
{
    struct core_hash *hash = node->hash[--node->hashes];
    disk_hash(hash);
    handle(world, node, (struct core_event){ .kind = CORE_HASHED, .hash = hash });
    core_hash_free(hash);
}

static void answer_fetch(struct world *world, struct node *node)
{
    struct core_fetch *fetch = node->fetch[--node->fetches];
    fetch->ok = !mishap(world, 8);
    disk_fetch(world, fetch);
    handle(world, node, (struct core_event){ .kind = CORE_FETCHED, .fetch = fetch });
    core_fetch_free(fetch);
}

/* One of the letters to it, in any sequence while there are mishaps. False: there is none. */
static bool hear(struct world *world, struct node *node)
{
    uint32_t self = (uint32_t)(node - world->cluster->node), found = 0, pick = 0;
    for (uint32_t i = 0; i < world->to_core.count; i++) {
        const struct line *line = line_of(world, world->to_core.letter[i].connection);
        if (line->to == self && (found++ == 0 || mishap(world, (int32_t)found))) {
            pick = i;
        }
    }
    if (found == 0) {
        return false;
    }
    uint64_t connection = world->to_core.letter[pick].connection;
    char *text = letters_take(&world->to_core, pick);
    struct core_event event = {
        .kind = CORE_MESSAGE, .connection = connection, .text = text, .size = strlen(text)
    };
    handle(world, node, event);
    free(text);
    return true;
}

/* The end of a connection. False: it knows of all. */
static bool hear_end(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    for (uint32_t i = 0; i < c->lines; i++) {
        struct line *line = &c->line[i];
        if (!line->open && !line->told && line->to == (uint32_t)(node - c->node)) {
            line->told = true;
            handle(world, node, (struct core_event){ .kind = CORE_CLOSED, .connection = line->id });
            return true;
        }
    }
    return false;
}

static bool tick(struct world *world, struct node *node)
{
    bool due = node->timer_ms != 0 && node->timer_ms <= clock_of(world, node);
    node->timer_ms = due ? 0 : node->timer_ms;
    handle(world, node, (struct core_event){ .kind = CORE_TICK });
    return due;
}

/* One thing of a server that knows that its lease lasts. */
static bool play_on(struct world *world, struct node *node)
{
    uint32_t choice = world_below(world, 6);
    for (uint32_t i = 0; i < 6; i++, choice = (choice + 1) % 6) {
        if (choice == 0 && hear(world, node)) {
            return true;
        }
        if (choice == 1 && (node->commit == COMMIT_KEPT || node->commit == COMMIT_REFUSED)) {
            tell_stored(world, node);
            return true;
        }
        if (choice == 2 && node->questions > 0) {
            answer_question(world, node);
            return true;
        }
        if (choice == 3 && node->hashes > 0) {
            answer_hash(world, node);
            return true;
        }
        if (choice == 4 && node->fetches > 0 && !is_away(world)) {
            answer_fetch(world, node);
            return true;
        }
        if (choice == 5 && tick(world, node)) {
            return true;
        }
    }
    return false;
}

static bool act(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    if (node->state == NODE_DOWN || world->now_ms < node->still_ms) {
        return false;
    }
    if (node->state == NODE_STANDS_BY) {
        bool free = !is_away(world) && c->lease_ms <= world->now_ms;
        if (free) {
            CHECK(take_over(world, node));
        }
        return free;
    }
    bool late = clock_of(world, node) + LEASE_MS / 2 >= node->until_ms;
    if (!is_away(world) && node->commit == COMMIT_SENT) {
        write_on(world, node);
        return true;
    }
    if (!is_away(world) && (late || node->commit == COMMIT_IN_DOUBT)) {
        renew(world, node);
        return true;
    }
    return clock_of(world, node) < node->until_ms &&
           (hear_end(world, node) || play_on(world, node));
}

/* ---- what goes wrong ---- */

static void go_away(struct world *world)
{
    struct cluster *c = world->cluster;
    saw.away_count++;
    c->away_ms = world->now_ms + rd_luck_range(&world->luck, 1, 3 * LEASE_MS);
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &c->node[i];
        if (node->commit != COMMIT_SENT) {
            continue;
        }
        if (world_chance(world, 2)) { /* it had been kept */
            commit(world, node->fence, node->number, node->batch);
        }
        node->commit = COMMIT_IN_DOUBT;
    }
}

static void cut_some_line(struct world *world)
{
    struct cluster *c = world->cluster;
    struct line *line = c->lines > 0 ? &c->line[world_below(world, c->lines)] : NULL;
    if (line != NULL && line->open && line->by != line->to) {
        saw.cuts++;
        cut(world, line);
    }
}

static void something_happens(struct world *world)
{
    struct cluster *c = world->cluster;
    struct node *node = &c->node[world_below(world, NODES)];
    if (world_chance(world, 60) && node->state != NODE_DOWN) {
        saw.kills++;
        kill_node(world, node);
    } else if (world_chance(world, 60) && node->state != NODE_DOWN) {
        saw.pauses++;
        node->still_ms = world->now_ms + rd_luck_range(&world->luck, 1, 4 * LEASE_MS);
    } else if (world_chance(world, 120)) {
        go_away(world);
    } else if (world_chance(world, 200)) { /* somebody sets a clock */
        node->wall_ms = rd_luck_range(&world->luck, -1000000, 1000000);
    } else if (world_chance(world, 10)) {
        cut_some_line(world);
    }
}

static void come_back(struct world *world)
{
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &world->cluster->node[i];
        if (node->state == NODE_DOWN && world->now_ms >= node->back_ms) {
            node->state = NODE_STANDS_BY;
            node->ahead_ms = rd_luck_range(&world->luck, -100000000, 100000000);
            node->wall_ms = rd_luck_range(&world->luck, -5000, 5000);
        }
    }
}

/* For whoever asks how sure the state of the server is. */
static void note_writing(struct world *world)
{
    const struct cluster *c = world->cluster;
    world->writing = c->node[c->holder].batch;
}

bool world_step(struct world *world)
{
    struct cluster *c = world->cluster;
    bool any = false;
    world->now_ms += rd_luck_range(&world->luck, 0, 30);
    if (world->faulty) {
        something_happens(world);
    }
    come_back(world);
    if (world->core != NULL) { /* of whoever asked the core itself */
        take_effects(world, &c->node[c->holder], &world->effects);
    }
    if (c->late_count > 0 && !is_away(world) && world_chance(world, 5)) {
        arrive_late(world);
    }
    uint32_t first = world_below(world, NODES);
    for (uint32_t i = 0; !any && i < NODES; i++) {
        any = act(world, &c->node[(first + i) % NODES]);
    }
    note_writing(world);
    return any;
}

/* ---- clients ---- */

uint64_t world_connect(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t by = world_below(world, NODES);
    uint32_t to = c->node[by].state == NODE_PLAYS ? by : c->holder;
    const struct node *asked = &c->node[by], *node = &c->node[to];
    struct line line = { .id = ++world->last_connection, .by = by, .to = to, .told = true };
    line.open = asked->state != NODE_DOWN && asked->still_ms <= world->now_ms &&
                node->state == NODE_PLAYS && node->still_ms <= world->now_ms &&
                clock_of(world, node) < node->until_ms;
    c->line = rd_grown(c->line, c->lines, &c->line_room, sizeof *c->line);
    c->line[c->lines++] = line;
    if (line.open) {
        c->line[c->lines - 1].told = false;
        saw.passed_on += by != to;
        handle(world, &c->node[to],
               (struct core_event){ .kind = CORE_CONNECTED, .connection = line.id });
    }
    return line.id;
}

void world_break(struct world *world, uint64_t connection)
{
    struct line *line = line_of(world, connection);
    if (line != NULL && line->open) {
        cut(world, line);
    }
}

void world_send(struct world *world, uint64_t connection, const char *text)
{
    uint32_t copies = mishap(world, 10) ? 2 : 1;
    for (uint32_t i = 0; world_is_open(world, connection) && i < copies; i++) {
        letters_add(&world->to_core, connection, strdup(text));
    }
}

/* ---- beginning and end ---- */

/* All of them fall; the first one that is back has the lease at once. */
bool world_restart(struct world *world)
{
    struct cluster *c = world->cluster;
    world->restarts++;
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &c->node[i];
        if (node->commit == COMMIT_SENT && world_chance(world, 2)) {
            commit(world, node->fence, node->number, node->batch);
        }
        if (node->state != NODE_DOWN) {
            stop(world, node);
        }
    }
    while (c->late_count > 0) {
        forget_late(c, 0);
    }
    c->away_ms = 0;
    c->lease_ms = world->now_ms;
    c->node[0].back_ms = world->now_ms;
    come_back(world);
    bool fine = take_over(world, &c->node[0]);
    note_writing(world);
    return fine;
}

void world_open(struct world *world, uint64_t seed)
{
    memset(world, 0, sizeof *world);
    world->luck = rd_luck_from_seed(seed);
    world->sleep_after = 300;
    world->now_ms = 1700000000000;
    world->cluster = calloc(1, sizeof *world->cluster);
    RD_ASSERT(world->cluster != NULL);
    bool started = world_restart(world);
    RD_ASSERT(started);
}

void world_close(struct world *world)
{
    struct cluster *c = world->cluster;
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &c->node[i];
        stop(world, node);
        core_effects_free(&node->effects);
        free(node->question);
        free(node->hash);
        free(node->fetch);
    }
    while (c->late_count > 0) {
        forget_late(c, 0);
    }
    core_effects_free(&world->effects);
    disk_free(world);
    letters_drop(&world->to_core, 0);
    letters_drop(&world->to_clients, 0);
    free(world->to_core.letter);
    free(world->to_clients.letter);
    free(c->line);
    free(c);
}
