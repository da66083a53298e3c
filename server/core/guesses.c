/* Wrong passwords, and whose turn it is to have one hashed.
 *
 * Who guesses is slowed down by address and name together, so that nobody locks out the owner of a
 * name; only many guesses from many addresses close a name to places where its owner never was. */
#include <stdlib.h>
#include <string.h>

#include "host/list.h"
#include "server/core/state.h"

enum {
    HERE_MAX = 10,     /* wrong passwords for one name from one address... */
    NAMES_MAX = 100,   /* ...from all addresses... */
    ADDRESS_MAX = 50,  /* ...and for all names from one address... */
    WRONG_MS = 600000, /* ...in so long */
    AT_ONCE = 2,       /* hashes that are worked on */
    QUEUE_MAX = 64,    /* that wait */
    PLACES = 4,        /* of one address */
    HASH_MS = 1000     /* so long an address is behind others for each hash */
};

/* ---- wrong ones ---- */

static struct guess *guess_of(struct core *core, uint64_t origin, const char *name)
{
    char text[NAME_ROOM + 32];
    snprintf(text, sizeof text, "%llx:%s", (unsigned long long)origin, name);
    for (char *at = text; *at != '\0'; at++) {
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at + 32 : *at);
    }
    uint64_t key = hash_map_key(core->secret, text);
    struct guess *guess = hash_map_get(&core->guesses, key);
    if (guess == NULL) {
        guess = calloc(1, sizeof *guess);
        RD_ASSERT(guess != NULL);
        guess->key = key;
        hash_map_put(&core->guesses, key, guess);
    }
    if (guess->count == 0 || core->time - guess->since_t >= WRONG_MS) {
        guess->count = 0;
        guess->since_t = core->time;
    }
    return guess;
}

/* The number of a network is the same at all servers; this machine's own connections have none. */
static uint64_t place_of(uint64_t network, uint64_t origin)
{
    return network != 0 ? network : origin;
}

static bool is_known_place(const struct player *account, uint64_t place)
{
    for (uint32_t i = 0; account != NULL && i < PLACES_KNOWN; i++) {
        if (account->place_known[i] == place) {
            return true;
        }
    }
    return false;
}

bool guess_allowed_here(struct core *core, const struct connection *from, const char *name)
{
    uint64_t place = place_of(from->network, from->origin);
    return guess_of(core, place, name)->count < HERE_MAX &&
           (from->address == 0 || guess_of(core, place, "")->count < ADDRESS_MAX);
}

bool guess_allowed(struct core *core, const struct connection *from, const char *name,
                   const struct player *account)
{
    bool own = account != NULL && from->player == account; /* it has a token */
    uint64_t place = place_of(from->network, from->origin);
    return guess_allowed_here(core, from, name) &&
           (own || is_known_place(account, place) || guess_of(core, 0, name)->count < NAMES_MAX);
}

static void count_wrong(struct core *core, uint64_t place, const char *name)
{
    if (place != 0) {
        guess_of(core, place, name)->count++;
        guess_of(core, place, "")->count++;
    }
    guess_of(core, 0, name)->count++;
}

/* Where several servers play, each counts those of all. */
void guess_wrong(struct core *core, uint64_t network, uint64_t origin, const char *name)
{
    count_wrong(core, place_of(network, origin), name);
    if (core->config.together) {
        struct op op = { .kind = OP_WRONG };
        json_t *json = json_pack("{s:I, s:s}", "network", (json_int_t)network, "name", name);
        char *body = json_dumps(json, JSON_COMPACT);
        json_decref(json);
        RD_ASSERT(body != NULL);
        random_id(core, 'w', op.id);
        store_op(core, &op, "wrong", body);
    }
}

void guess_heard(struct core *core, const struct core_record *record)
{
    json_t *json = json_loads(record->body, 0, NULL);
    const char *name = json_string_value(json_object_get(json, "name"));
    if (name != NULL && strlen(name) < NAME_ROOM) {
        count_wrong(core, (uint64_t)json_integer_value(json_object_get(json, "network")), name);
    }
    json_decref(json);
}

void guess_right(struct core *core, const struct hashing *wait, const char *name,
                 struct player *account)
{
    uint64_t place = place_of(wait->network, wait->origin);
    RD_ASSERT(account != NULL);
    guess_of(core, place, name)->count = 0;
    if (!is_known_place(account, place)) {
        memmove(account->place_known + 1, account->place_known,
                (PLACES_KNOWN - 1) * sizeof account->place_known[0]);
        account->place_known[0] = place;
    }
}

/* What stays goes into a table of its own, here as in origins.c: one that is walked must not lose
 * entries meanwhile. */
void guesses_scan(struct core *core)
{
    struct hash_map kept = { NULL, 0, 0 };
    if (core->time - core->guesses_t < WRONG_MS) {
        return;
    }
    core->guesses_t = core->time;
    for (size_t i = 0; i < core->guesses.room; i++) {
        struct guess *guess = core->guesses.slot[i].value;
        if (guess != NULL && core->time - guess->since_t >= WRONG_MS) {
            free(guess);
        } else if (guess != NULL) {
            hash_map_put(&kept, guess->key, guess);
        }
    }
    hash_map_free(&core->guesses);
    core->guesses = kept;
}

/* ---- the queue ---- */

static void start_hash(struct core *core, struct waiting_hash waiting)
{
    core->hashes_out++;
    core_add_effect(core, CORE_HASH)->hash = waiting.hash;
}

/* The one whose address has had least of late; of several the oldest. worst: the other way round.
 */
static uint32_t pick(struct core *core, bool worst)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < core->hash_count; i++) {
        int64_t one = origin_of(core, core->hash_queue[i].origin)->spent_t;
        int64_t other = origin_of(core, core->hash_queue[best].origin)->spent_t;
        best = (worst ? one >= other : one < other) ? i : best;
    }
    return best;
}

static struct waiting_hash take(struct core *core, uint32_t at)
{
    RD_ASSERT(at < core->hash_count);
    struct waiting_hash taken = core->hash_queue[at];
    core->hash_count--;
    memmove(core->hash_queue + at, core->hash_queue + at + 1,
            (core->hash_count - at) * sizeof *core->hash_queue);
    return taken;
}

bool hash_place_free(struct core *core, uint64_t origin)
{
    struct origin *from = origin_of(core, origin);
    if (from->hashes >= PLACES) {
        return false;
    }
    return core->hash_count < QUEUE_MAX ||
           origin_of(core, core->hash_queue[pick(core, true)].origin)->spent_t > from->spent_t;
}

void hash_add(struct core *core, uint64_t origin, struct core_hash *hash)
{
    struct waiting_hash waiting = { origin, hash };
    origin_of(core, origin)->hashes++;
    if (core->hashes_out < AT_ONCE) {
        start_hash(core, waiting);
        return;
    }
    if (core->hash_count >= QUEUE_MAX) { /* whoever had most makes room */
        struct waiting_hash gone = take(core, pick(core, true));
        accounts_hash_dropped(core, gone.hash->ticket);
        origin_of(core, gone.origin)->hashes--;
        core_hash_free(gone.hash);
    }
    core->hash_queue =
        rd_grown(core->hash_queue, core->hash_count, &core->hash_room, sizeof *core->hash_queue);
    core->hash_queue[core->hash_count++] = waiting;
}

void hash_done(struct core *core, uint64_t origin)
{
    struct origin *from = origin_of(core, origin);
    RD_ASSERT(core->hashes_out > 0 && from->hashes > 0);
    core->hashes_out--;
    from->hashes--;
    from->spent_t = (from->spent_t > core->time ? from->spent_t : core->time) + HASH_MS;
    if (core->hash_count > 0) {
        start_hash(core, take(core, pick(core, false)));
    }
}

void hash_queue_free(struct core *core)
{
    while (core->hash_count > 0) {
        core_hash_free(take(core, 0).hash);
    }
    free(core->hash_queue);
    for (size_t i = 0; i < core->guesses.room; i++) {
        free(core->guesses.slot[i].value);
    }
    hash_map_free(&core->guesses);
}
