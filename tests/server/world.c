#include "tests/server/world_disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "tests/server/sound.h"

/* ---- effects ---- */

static void take_question(struct world *world, struct core_effect *effect)
{
    world->question =
        rd_grown(world->question, world->questions, &world->question_room, sizeof *world->question);
    world->question[world->questions++] = effect->question;
    effect->question = NULL;
}

/* What it still says is not heard; further effects come behind those at hand. */
static void hang_up(struct world *world, uint64_t connection)
{
    struct core_event event = { .kind = CORE_CLOSED,
                                .now_ms = world->now_ms,
                                .wall_ms = world->now_ms + world->skew_ms,
                                .connection = connection };
    core_handle(world->core, &event, &world->effects);
}

/* Likewise. */
static void make_replay(struct world *world, struct core_effect *effect)
{
    struct core_replay_file *replay = effect->replay;
    struct core_event event = { .kind = CORE_REPLAY_MADE,
                                .now_ms = world->now_ms,
                                .wall_ms = world->now_ms + world->skew_ms,
                                .replay = replay };
    effect->replay = NULL;
    core_replay_file_make(replay);
    core_handle(world->core, &event, &world->effects);
    core_replay_file_free(replay);
}

static void take_effects(struct world *world)
{
    for (uint32_t i = 0; i < world->effects.count; i++) {
        struct core_effect *effect = &world->effects.effect[i];
        if (effect->kind == CORE_SEND) {
            letters_add(&world->to_clients, effect->connection, effect->text);
            effect->text = NULL;
        } else if (effect->kind == CORE_STORE) {
            RD_ASSERT(world->writing == NULL); /* one batch at a time */
            world->writing = effect->batch;
            effect->batch = NULL;
        } else if (effect->kind == CORE_ASK_BOT) {
            take_question(world, effect);
        } else if (effect->kind == CORE_HASH) {
            world->hash =
                rd_grown(world->hash, world->hashes, &world->hash_room, sizeof(struct core_hash *));
            world->hash[world->hashes++] = effect->hash;
            effect->hash = NULL;
        } else if (effect->kind == CORE_FETCH) {
            world->fetch = rd_grown(world->fetch, world->fetches, &world->fetch_room,
                                    sizeof(struct core_fetch *));
            world->fetch[world->fetches++] = effect->fetch;
            effect->fetch = NULL;
        } else if (effect->kind == CORE_MAKE_REPLAY) {
            world->replay_orders = effect->replay->orders;
            make_replay(world, effect);
        } else if (effect->kind == CORE_ASK_NEWS) {
            world->asked = effect->asked;
        } else if (effect->kind == CORE_SET_TIMER) {
            world->timer_ms = effect->at_ms;
        } else if (effect->kind == CORE_CLOSE) {
            hang_up(world, effect->connection);
        }
    }
    core_effects_clear(&world->effects);
}

static void handle(struct world *world, struct core_event event)
{
    event.now_ms = world->now_ms;
    event.wall_ms = world->now_ms + world->skew_ms;
    core_handle(world->core, &event, &world->effects);
    sound_look(world->core, &world->looked);
    take_effects(world);
}

/* ---- disk ---- */

static void finish_writing(struct world *world)
{
    struct core_batch *batch = world->writing;
    struct core_event event = { .kind = CORE_STORED, .batch = batch->id };
    event.ok = !world->faulty || !world_chance(world, 12);
    world->writing = NULL;
    core_batch_free(world->ghost); /* whatever comes after it, it is overwritten */
    world->ghost = NULL;
    if (event.ok) {
        disk_keep(world, batch);
        core_batch_free(batch);
    } else {
        world->refusals_of_disk++;
        world->ghost = batch;
    }
    handle(world, event);
}

/* ---- the server ---- */

static bool start(struct world *world)
{
    struct core_config config = world_config(world);
    world->core = core_open(&config);
    bool fine = disk_load(world, world->core);
    core_start(world->core, world->now_ms, world->now_ms + world->skew_ms, &world->effects);
    world->looked = 0;
    sound_look(world->core, &world->looked);
    take_effects(world);
    return fine;
}

static void stop(struct world *world)
{
    core_close(world->core);
    for (uint32_t i = 0; i < world->questions; i++) {
        core_question_free(world->question[i]);
    }
    world->questions = 0;
    for (uint32_t i = 0; i < world->hashes; i++) {
        core_hash_free(world->hash[i]);
    }
    for (uint32_t i = 0; i < world->fetches; i++) {
        core_fetch_free(world->fetch[i]);
    }
    world->hashes = world->fetches = 0;
    letters_drop(&world->to_core, 0);
    letters_drop(&world->to_clients, 0);
}

static void open_world(struct world *world, uint64_t seed, bool together)
{
    memset(world, 0, sizeof *world);
    world->together = together;
    world->luck = rd_luck_from_seed(seed);
    world->sleep_after = 300;
    world->now_ms = 1700000000000;
    bool started = start(world);
    RD_ASSERT(started);
}

void world_open(struct world *world, uint64_t seed)
{
    open_world(world, seed, false);
}

void world_open_together(struct world *world, uint64_t seed)
{
    open_world(world, seed, true);
}

void world_close(struct world *world)
{
    stop(world);
    core_batch_free(world->writing);
    core_batch_free(world->ghost);
    disk_free(world);
    free(world->question);
    free(world->hash);
    free(world->fetch);
    free(world->to_core.letter);
    free(world->to_clients.letter);
    core_effects_free(&world->effects);
}

void world_turn_rows(struct world *world, const char *kind)
{
    uint32_t low = 0, high = world->disk_count;
    while (low < high) {
        if (strcmp(world->disk[low].kind, kind) != 0) {
            low++;
        } else if (strcmp(world->disk[high - 1].kind, kind) != 0) {
            high--;
        } else {
            struct core_record record = world->disk[low];
            world->disk[low++] = world->disk[--high];
            world->disk[high] = record;
        }
    }
}

bool world_restart(struct world *world)
{
    struct core_batch *unsure = world->writing != NULL ? world->writing : world->ghost;
    stop(world);
    world->restarts++;
    if (unsure != NULL && world_chance(world, 2)) {
        disk_keep(world, unsure);
    }
    core_batch_free(world->writing);
    core_batch_free(world->ghost);
    world->writing = world->ghost = NULL;
    return start(world);
}

/* ---- network ---- */

void world_event(struct world *world, struct core_event event)
{
    handle(world, event);
}

uint64_t world_connect(struct world *world)
{
    struct core_event event = { .kind = CORE_CONNECTED,
                                .connection = ++world->last_connection,
                                .address = world->address,
                                .network = world->address };
    handle(world, event);
    return event.connection;
}

void world_break(struct world *world, uint64_t connection)
{
    struct core_event event = { .kind = CORE_CLOSED, .connection = connection };
    letters_drop(&world->to_core, connection);
    letters_drop(&world->to_clients, connection);
    handle(world, event);
}

void world_send(struct world *world, uint64_t connection, const char *text)
{
    letters_add(&world->to_core, connection, strdup(text));
    if (world->faulty && world_chance(world, 10)) {
        letters_add(&world->to_core, connection, strdup(text));
    }
}

static void deliver(struct world *world)
{
    uint32_t index = world->faulty ? world_below(world, world->to_core.count) : 0;
    uint64_t connection = world->to_core.letter[index].connection;
    char *text = letters_take(&world->to_core, index);
    struct core_event event = {
        .kind = CORE_MESSAGE, .connection = connection, .text = text, .size = strlen(text)
    };
    handle(world, event);
    free(text);
}

static void answer_question(struct world *world)
{
    uint32_t index = world_below(world, world->questions);
    struct core_question *question = world->question[index];
    world->question[index] = world->question[--world->questions];
    struct core_event event = { .kind = CORE_BOT_ANSWERED, .ticket = question->ticket };
    event.action = core_question_answer(question);
    core_question_free(question);
    handle(world, event);
}

static void answer_hash(struct world *world)
{
    struct core_hash *hash = world->hash[--world->hashes];
    struct core_event event = { .kind = CORE_HASHED, .hash = hash };
    disk_hash(hash);
    handle(world, event);
    core_hash_free(hash);
}

static void answer_fetch(struct world *world)
{
    struct core_fetch *fetch = world->fetch[--world->fetches];
    struct core_event event = { .kind = CORE_FETCHED, .fetch = fetch };
    fetch->ok = !world->faulty || !world_chance(world, 8);
    disk_fetch(world, fetch);
    handle(world, event);
    core_fetch_free(fetch);
}

bool world_hash(struct world *world)
{
    bool some = world->hashes > 0;
    if (some) {
        answer_hash(world);
    }
    return some;
}

bool world_step(struct world *world)
{
    uint32_t choice = world_below(world, 6);
    world->now_ms += world->frozen ? 0 : rd_luck_range(&world->luck, 0, 30);
    if (world->faulty && world_chance(world, 500)) { /* somebody sets the clock */
        world->skew_ms = rd_luck_range(&world->luck, -1000000, 1000000);
    }
    for (uint32_t i = 0; i < 6; i++, choice = (choice + 1) % 6) {
        if (choice == 0 && world->to_core.count > 0) {
            deliver(world);
            return true;
        }
        if (choice == 1 && world->writing != NULL && !world->hold_writes) {
            finish_writing(world);
            return true;
        }
        if (choice == 2 && world->questions > 0 && !world->hold_bots) {
            answer_question(world);
            return true;
        }
        if (choice == 4 && world->hashes > 0 && !world->hold_hashes) {
            answer_hash(world);
            return true;
        }
        if (choice == 5 && world->fetches > 0) {
            answer_fetch(world);
            return true;
        }
        if (choice == 3) {
            struct core_event event = { .kind = CORE_TICK };
            bool due = world->timer_ms != 0 && world->timer_ms <= world->now_ms;
            world->timer_ms = due ? 0 : world->timer_ms;
            handle(world, event);
            if (due) {
                return true;
            }
        }
    }
    return false;
}

void world_wait(struct world *world, int64_t ms)
{
    int64_t until = world->now_ms + ms;
    struct core_event tick = { .kind = CORE_TICK };
    while (world->now_ms < until) {
        bool woken = world->timer_ms > world->now_ms && world->timer_ms <= until;
        world->now_ms = woken ? world->timer_ms : until;
        world->timer_ms = woken ? 0 : world->timer_ms;
        handle(world, tick);
        for (uint32_t quiet = 0; quiet < 8;) {
            quiet = world_step(world) ? 0 : quiet + 1;
        }
    }
}

bool world_get(struct world *world, const char *path, struct core_page *page)
{
    for (uint32_t tries = 0; tries < 1000; tries++) {
        if (!core_get(world->core, path, page, &world->effects)) {
            return false;
        }
        take_effects(world);
        if (page->status != 0) {
            return true;
        }
        world_step(world);
    }
    return false;
}

bool world_is_open(const struct world *world, uint64_t connection)
{
    (void)world;
    (void)connection;
    return true;
}

bool world_saw_all(void)
{
    return true;
}
