/* Three servers that all play, each its own matches, and the model of their database, in place of
 * one server and its disk. The rules are those of docs/decisions/0123-every-server-plays.md: each
 * has a lease with a fencing number, by the database's clock; matches belong to parts, which are
 * handed on when a lease is over; rows of players are counted, and whoever has not seen the latest
 * one may not write the next; news of what others have stored come late. Servers are killed and
 * stand still, their clocks differ, connections break behind a commit, a batch arrives late or
 * twice, the database goes away. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "tests/check.h"
#include "tests/server/cluster.h"
#include "tests/server/sound.h"
#include "tests/server/world_disk.h"

struct saw saw;

bool world_saw_all(void)
{
    const struct {
        const char *what;
        uint64_t count;
    } all[] = { { "kills", saw.kills },
                { "pauses", saw.pauses },
                { "leases overslept", saw.overslept },
                { "takeovers beside other matches", saw.takeovers },
                { "doubts kept", saw.doubts_kept },
                { "doubts lost", saw.doubts_lost },
                { "late batches kept", saw.late_kept },
                { "late batches refused", saw.late_refused },
                { "batches of old numbers refused", saw.old_refused },
                { "times without the database", saw.away_count },
                { "lines cut", saw.cuts },
                { "visitors passed on", saw.passed_on },
                { "changes of what was not seen refused", saw.stale },
                { "of ratings", saw.raced },
                { "news", saw.news },
                { "news asked for", saw.asked } };
    bool fine = true;
    for (uint32_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        printf("%s%llu %s", i == 0 ? "# " : ", ", (unsigned long long)all[i].count, all[i].what);
        fine = fine && all[i].count > 0;
    }
    printf("\n");
    return fine;
}

static bool mishap(struct world *world, int32_t in)
{
    return world->faulty && world_chance(world, in);
}

/* ---- lines ---- */

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

/* ---- a server ---- */

static int64_t clock_of(const struct world *world, const struct node *node)
{
    return world->now_ms + node->ahead_ms;
}

static void handle(struct world *world, struct node *node, struct core_event event);

static void take_effect(struct world *world, struct node *node, struct core_effect *effect)
{
    if (effect->kind == CORE_SEND) {
        CHECK(db_owner(world->cluster, node->fence) != NULL); /* nobody else may have its matches */
        if (world_is_open(world, effect->connection)) {
            letters_add(&world->to_clients, effect->connection, effect->text);
            effect->text = NULL;
        }
    } else if (effect->kind == CORE_STORE) {
        RD_ASSERT(node->commit == COMMIT_NONE);
        node->batch = effect->batch;
        node->batch_id = effect->batch->id;
        node->refused_count = 0;
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
    } else if (effect->kind == CORE_ASK_NEWS) {
        saw.asked++;
        node->wanted = effect->asked;
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
    core_news_free(node->news);
    node->news = NULL;
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
        db_leave_late(world, node);
    }
    stop(world, node);
}

static bool load_some(const struct world *world, struct node *node, const char *kind, bool own)
{
    bool fine = true;
    for (uint32_t i = 0; i < world->disk_count; i++) {
        const struct core_record *record = &world->disk[i];
        struct rd_problem problem = { "" };
        bool wanted = kind != NULL ? record->n == 0 && strcmp(record->kind, kind) == 0
                                   : record->n > 0 && db_row(world, "stub", record->id) == NULL;
        bool match = kind == NULL || strcmp(kind, "stub") == 0 || strcmp(kind, "notice") == 0;
        if (wanted && (!match || db_is_own(world, node, record->id) == own) &&
            !core_load(node->core, record, &problem)) {
            printf("# %s\n", problem.text);
            fine = false;
        }
    }
    return fine;
}

/* Only its own matches, and notices of the others. */
static bool load(struct world *world, struct node *node, bool others)
{
    struct rd_problem problem = { "" };
    char body[64];
    struct core_record time = { .id = "server", .kind = "time", .body = body };
    snprintf(body, sizeof body, "{\"time\":%lld}", (long long)db_time(world, others));
    return load_some(world, node, "player", true) && load_some(world, node, "report", true) &&
           load_some(world, node, "stub", true) && load_some(world, node, NULL, true) &&
           load_some(world, node, "notice", false) && core_load(node->core, &time, &problem);
}

/* A lease under a new number, and what it means. */
static bool start(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    struct core_config config = world_config(world);
    bool others = false;
    config.together = true;
    for (uint32_t i = 0; i < NODES; i++) {
        others = others || (c->owner[i].fence != 0 && !db_is_over(world, &c->owner[i]));
    }
    db_time(world, others);
    node->fence = ++c->fences;
    node->number = node->wanted = 0;
    db_claim(world, node);
    node->heard = c->changes;
    node->until_ms = clock_of(world, node) + LEASE_MS;
    node->timer_ms = 0;
    node->state = NODE_PLAYS;
    node->core = core_open(&config);
    bool fine = load(world, node, others);
    core_start(node->core, clock_of(world, node), world->now_ms + node->wall_ms, &node->effects);
    take_effects(world, node, &node->effects);
    return fine;
}

/* After a break, or in time: the lease under the same number, and how the batch ended. False: it is
 * lost. */
static bool renew(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster;
    const struct owner *owner = db_owner(c, node->fence);
    if (owner == NULL) {
        saw.overslept++;
        stop(world, node);
        return false;
    }
    db_end_late(c, node->fence);
    c->owner[db_self(c, node)].until_ms = world->now_ms + LEASE_MS;
    node->until_ms = clock_of(world, node) + LEASE_MS;
    if (node->commit == COMMIT_IN_DOUBT) {
        bool kept = owner->number == node->number;
        saw.doubts_kept += kept;
        saw.doubts_lost += !kept;
        node->commit = kept ? COMMIT_KEPT : COMMIT_SENT;
        node->asked_ms = clock_of(world, node);
    }
    return true;
}

/* ---- news ---- */

/* The thread that writes looks what others have stored, and whether their leases last. */
static void look_around(struct world *world, struct node *node)
{
    struct cluster *c = world->cluster, before = *c;
    if (!renew(world, node)) {
        return;
    }
    struct core_news *news = calloc(1, sizeof *news);
    RD_ASSERT(news != NULL);
    bool taken = db_claim(world, node);
    for (uint32_t i = node->heard; i < c->changes; i++) {
        const struct core_record *record =
            db_is_new(world, node, i) ? db_row(world, c->change[i].kind, c->change[i].id) : NULL;
        if (record != NULL) {
            core_batch_add(&news->heard, record);
        }
    }
    node->heard = c->changes;
    if (taken) {
        saw.takeovers++;
        db_add_taken(world, node, &before, &news->taken);
    }
    saw.news += news->heard.count;
    news->asked = node->wanted;
    node->wanted = 0;
    node->news = news;
    node->news_first = node->commit != COMMIT_KEPT && node->commit != COMMIT_REFUSED;
}

static bool tell_news(struct world *world, struct node *node)
{
    struct core_news *news = node->news;
    bool stored = node->commit == COMMIT_KEPT || node->commit == COMMIT_REFUSED;
    if (news == NULL || (stored && !node->news_first)) {
        return false;
    }
    node->news = NULL;
    handle(world, node, (struct core_event){ .kind = CORE_NEWS, .news = news });
    for (uint32_t i = 0; i < news->taken.count; i++) { /* what was taken over is played */
        CHECK(!core_is_elsewhere(node->core, news->taken.record[i].id));
    }
    core_news_free(news);
    return true;
}

/* ---- writing ---- */

/* What another server has changed before is left out, and the rest comes once more. */
static void leave_out(struct node *node, uint32_t group)
{
    struct core_batch *batch = node->batch;
    uint32_t kept = 0;
    saw.stale++;
    RD_ASSERT(node->refused_count < REFUSED);
    node->refused[node->refused_count++] = group;
    for (uint32_t i = 0; i < batch->count; i++) {
        if (batch->record[i].group == group) {
            free(batch->record[i].body);
        } else {
            batch->record[kept++] = batch->record[i];
        }
    }
    batch->count = kept;
}

/* The batch goes on by one step. */
static void write_on(struct world *world, struct node *node)
{
    uint32_t stale = 0;
    if (mishap(world, 12)) { /* a full disk, say: nothing of it is kept */
        world->refusals_of_disk++;
        node->number--;
        node->commit = COMMIT_REFUSED;
        return;
    }
    if (mishap(world, 10)) { /* it breaks before it is done */
        db_leave_late(world, node);
        node->commit = COMMIT_IN_DOUBT;
        return;
    }
    enum answer answer = db_commit(world, node->fence, node->number, node->batch, &stale);
    if (answer == ANSWER_OLD) {
        saw.old_refused++;
        stop(world, node);
    } else if (answer == ANSWER_STALE) {
        leave_out(node, stale);
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
                                .batch = node->batch_id,
                                .refused = node->refused,
                                .refused_count = node->refused_count,
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
    uint32_t choice = world_below(world, 7);
    for (uint32_t i = 0; i < 7; i++, choice = (choice + 1) % 7) {
        if (choice == 0 && hear(world, node)) {
            return true;
        }
        if (choice == 6 && tell_news(world, node)) {
            return true;
        }
        if (choice == 1 && (node->news == NULL || !node->news_first) &&
            (node->commit == COMMIT_KEPT || node->commit == COMMIT_REFUSED)) {
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
        if (choice == 4 && node->fetches > 0 && !db_is_away(world)) {
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
    if (node->state == NODE_DOWN || world->now_ms < node->still_ms) {
        return false;
    }
    if (!db_is_away(world) && node->commit == COMMIT_SENT && !world_chance(world, 4)) {
        write_on(world, node);
        return true;
    }
    bool late = clock_of(world, node) + LEASE_MS / 2 >= node->until_ms;
    if (!db_is_away(world) && (late || node->commit == COMMIT_IN_DOUBT)) {
        renew(world, node);
        return true;
    }
    if (!db_is_away(world) && node->news == NULL && (node->wanted > 0 || world_chance(world, 10))) {
        look_around(world, node);
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
        uint32_t stale;
        if (node->commit != COMMIT_SENT) {
            continue;
        }
        if (world_chance(world, 2)) { /* it had been kept */
            db_commit(world, node->fence, node->number, node->batch, &stale);
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
        if (node->state == NODE_DOWN && world->now_ms >= node->back_ms && !db_is_away(world)) {
            node->ahead_ms = rd_luck_range(&world->luck, -100000000, 100000000);
            node->wall_ms = rd_luck_range(&world->luck, -5000, 5000);
            CHECK(start(world, node));
        }
    }
}

/* It runs, and knows that its lease lasts. */
static bool is_up(const struct world *world, const struct node *node)
{
    return node->state == NODE_PLAYS && node->still_ms <= world->now_ms &&
           clock_of(world, node) < node->until_ms;
}

/* For whoever asks a core: one of them; and how sure its state is. */
static void show(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t first = world_below(world, NODES);
    world->core = NULL;
    world->writing = NULL;
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &c->node[(first + i) % NODES];
        if (world->core == NULL && is_up(world, node)) {
            world->core = node->core;
            c->shown = db_self(c, node);
        }
        world->writing = node->batch != NULL ? node->batch : world->writing;
    }
}

bool world_step(struct world *world)
{
    struct cluster *c = world->cluster;
    bool any = false;
    world->now_ms += rd_luck_range(&world->luck, 0, 30);
    if (world->core != NULL) { /* of whoever asked the core itself */
        take_effects(world, &c->node[c->shown], &world->effects);
    }
    if (world->faulty) {
        something_happens(world);
    }
    come_back(world);
    if (c->late_count > 0 && !db_is_away(world) && world_chance(world, 5)) {
        db_arrive_late(world);
    }
    uint32_t first = world_below(world, NODES);
    for (uint32_t i = 0; !any && i < NODES; i++) {
        any = act(world, &c->node[(first + i) % NODES]);
    }
    show(world);
    return any;
}

/* ---- clients ---- */

/* Who wants a match of another server is passed on to it, if it is there. */
static uint32_t who_plays(const struct world *world, uint32_t by)
{
    const struct cluster *c = world->cluster;
    uint64_t fence = db_fence(c, world->wanted);
    for (uint32_t i = 0; i < NODES; i++) {
        if (c->owner[i].fence == fence && fence != 0) {
            return i;
        }
    }
    return by;
}

uint64_t world_connect(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t by = world_below(world, NODES), to = by;
    if (is_up(world, &c->node[by]) && core_is_elsewhere(c->node[by].core, world->wanted)) {
        to = who_plays(world, by);
    }
    struct line line = { .id = ++world->last_connection, .by = by, .to = to, .told = true };
    line.open = is_up(world, &c->node[by]) && is_up(world, &c->node[to]);
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

/* All of them fall; the first one that is back has everything. */
bool world_restart(struct world *world)
{
    struct cluster *c = world->cluster;
    uint32_t stale;
    world->restarts++;
    for (uint32_t i = 0; i < NODES; i++) {
        struct node *node = &c->node[i];
        if (node->commit == COMMIT_SENT && world_chance(world, 2)) {
            db_commit(world, node->fence, node->number, node->batch, &stale);
        }
        if (node->state != NODE_DOWN) {
            stop(world, node);
        }
        if (c->owner[i].until_ms > world->now_ms) {
            c->owner[i].until_ms = world->now_ms;
        }
    }
    while (c->late_count > 0) {
        db_forget_late(c, 0);
    }
    c->away_ms = 0;
    bool fine = start(world, &c->node[0]);
    world->core = c->node[0].core;
    c->shown = 0;
    world->writing = c->node[0].batch;
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
        db_forget_late(c, 0);
    }
    core_effects_free(&world->effects);
    disk_free(world);
    letters_drop(&world->to_core, 0);
    letters_drop(&world->to_clients, 0);
    free(world->to_core.letter);
    free(world->to_clients.letter);
    free(c->line);
    free(c->home);
    free(c->change);
    free(c);
}
