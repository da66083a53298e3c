/* Lines as messages to a server, from two connections in turn. A line that begins with '-' has the
 * disk refuse what it leads to; a '+' with digits behind it lets so many milliseconds pass.
 * Whatever was said, what was stored loads again and agrees. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/list.h"
#include "server/core/core.h"

enum { STEPS_MAX = 200 }; /* of bots and the disk after one message */

struct world {
    struct core *core;
    struct core_effects effects;
    struct core_record *disk;
    uint32_t disk_count, disk_room;
    bool refuse;
    int64_t now_ms;
};

static struct core *open_core(void)
{
    struct core_config config = { .limits = core_limits_preset, .server = "redoubt fuzz" };
    config.limits.sleep_after = 0; /* whatever nobody watches sleeps at once */
    return core_open(&config);
}

static void store(struct world *world, struct core_batch *batch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        world->disk =
            rd_grown(world->disk, world->disk_count, &world->disk_room, sizeof *world->disk);
        world->disk[world->disk_count++] = batch->record[i];
        batch->record[i].body = NULL;
    }
}

static void read_log(const struct world *world, struct core_fetch *fetch)
{
    fetch->ok = !world->refuse;
    for (uint32_t i = 0; fetch->ok && i < world->disk_count; i++) {
        if (world->disk[i].n > 0 && strcmp(world->disk[i].id, fetch->match) == 0) {
            core_fetch_add(fetch, &world->disk[i]);
        }
    }
}

/* What the effect leads to; false: nothing. */
static bool react(struct world *world, struct core_effect *effect, struct core_event *event)
{
    memset(event, 0, sizeof *event);
    if (effect->kind == CORE_STORE) {
        event->kind = CORE_STORED;
        event->batch = effect->batch->id;
        event->ok = !world->refuse;
        if (event->ok) {
            store(world, effect->batch);
        }
        return true;
    }
    if (effect->kind == CORE_ASK_BOT) {
        event->kind = CORE_BOT_ANSWERED;
        event->ticket = effect->question->ticket;
        event->action = core_question_answer(effect->question);
        return true;
    }
    if (effect->kind == CORE_HASH) { /* not the real thing, which takes 64 MB */
        event->kind = CORE_HASHED;
        event->hash = effect->hash;
        effect->hash->ok = effect->hash->against[0] == '\0' ||
                           strcmp(effect->hash->against, effect->hash->password) == 0;
        memcpy(effect->hash->made, effect->hash->password, sizeof effect->hash->made - 1);
        return true;
    }
    if (effect->kind == CORE_FETCH) {
        event->kind = CORE_FETCHED;
        event->fetch = effect->fetch;
        read_log(world, effect->fetch);
        return true;
    }
    FUZZ_MUST(effect->kind != CORE_SEND || effect->text[0] == '{');
    return false;
}

static void handle(struct world *world, struct core_event event)
{
    event.now_ms = event.wall_ms = world->now_ms;
    core_handle(world->core, &event, &world->effects);
    for (uint32_t i = 0, steps = 0; i < world->effects.count && steps < STEPS_MAX; i++) {
        struct core_effect effect = world->effects.effect[i];
        struct core_event next;
        if (react(world, &effect, &next)) {
            steps++;
            next.now_ms = next.wall_ms = world->now_ms;
            core_handle(world->core, &next, &world->effects);
        }
    }
    core_effects_clear(&world->effects);
}

static void pass_time(struct world *world, const char *text, size_t size)
{
    struct core_event tick = { .kind = CORE_TICK };
    int64_t ms = 0;
    for (size_t i = 0; i < size && i < 6 && text[i] >= '0' && text[i] <= '9'; i++) {
        ms = 10 * ms + (text[i] - '0');
    }
    world->now_ms += ms;
    handle(world, tick);
}

static void say_lines(struct world *world, const char *text, size_t size)
{
    for (uint64_t turn = 0; size > 0; turn++) {
        const char *end = memchr(text, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - text);
        world->refuse = length > 0 && text[0] == '-';
        struct core_event event = { .kind = CORE_MESSAGE,
                                    .connection = 1 + turn % 2,
                                    .text = text + world->refuse,
                                    .size = length - world->refuse };
        if (length > 0 && text[0] == '+') {
            pass_time(world, text + 1, length - 1);
        } else {
            handle(world, event);
        }
        size -= end == NULL ? size : length + 1;
        text = end == NULL ? text : end + 1;
    }
}

/* Players first, then the logs. */
static void load_again(const struct world *world)
{
    struct core *core = open_core();
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < world->disk_count; i++) {
            struct rd_problem problem = { "" };
            bool stub = strcmp(world->disk[i].kind, "stub") == 0; /* of a log that is there too */
            if (!stub && (world->disk[i].n == 0) == (pass == 0)) {
                FUZZ_MUST(core_load(core, &world->disk[i], &problem));
            }
        }
    }
    FUZZ_MUST(core_count(core).broken == 0);
    core_close(core);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world world = { .core = open_core(), .now_ms = 1700000000000 };
    for (uint64_t connection = 1; connection <= 2; connection++) {
        struct core_event event = { .kind = CORE_CONNECTED, .connection = connection };
        handle(&world, event);
    }
    say_lines(&world, (const char *)data, size);
    load_again(&world);
    for (uint32_t i = 0; i < world.disk_count; i++) {
        free(world.disk[i].body);
    }
    free(world.disk);
    core_effects_free(&world.effects);
    core_close(world.core);
    return 0;
}
