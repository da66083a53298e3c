/*
 * The server's core over a bad network and a bad disk: simulation_test [SEEDS [FIRST]].
 *
 * People play each other and bots, with somebody watching, while connections break, commands come
 * twice, the disk refuses and the power fails. Then things calm down, and every match must end.
 */
#include <stdlib.h>

#include "server/core/state.h"
#include "tests/check.h"
#include "tests/server/client.h"

enum { PEOPLE = 4, STEPS = 180, CALM_STEPS = 60000 };

struct play {
    struct world world;
    struct client client[PEOPLE]; /* 0 and 1 play each other, 2 a bot, 3 watches 0 and 1 */
    struct hash_map told;
    uint32_t matches, ended;
    bool rated; /* 0 and 1 have accounts */
};

/* Figures over all seeds. */
static uint64_t all_orders, all_resent, all_restarts, all_refusals, all_ended, all_undone,
    all_woken, all_talked, all_late, all_framed, all_paced, all_shared, all_rated;

static void create(struct play *play, struct client *client, const char *seats)
{
    static const char *const games[] = { "\"game\":\"null\",\"options\":{\"heap\":9}",
                                         "\"game\":\"apoca\",\"options\":{\"turns\":3,"
                                         "\"map\":\"duel\"}" };
    static const char *const clocks[] = {
        "",
        ",\"clock\":{\"turn\":1}",
        ",\"pace\":\"together\"",
        ",\"clock\":{\"bank\":1,\"increment\":1},\"claim\":1",
        ",\"clock\":{\"turn\":1},\"on_timeout\":{\"bot\":\"random\"},\"delay\":1",
    };
    char fields[420], seal[96] = "";
    if (world_chance(&play->world, 2)) {
        client_seal_field(seal, sizeof seal);
    }
    bool rated = play->rated && client == &play->client[0];
    snprintf(fields, sizeof fields, "\"cmd\":\"create\",%s,\"seats\":%s%s%s%s,\"public\":%s",
             games[world_chance(&play->world, 6)], seats,
             clocks[world_below(&play->world, sizeof clocks / sizeof clocks[0])],
             rated ? ",\"rated\":true" : "", seal,
             world_chance(&play->world, 2) ? "true" : "false");
    play->matches++;
    client_command(client, fields);
}

static void join(struct client *guest, const struct client *host)
{
    char fields[256], seal[96] = "";
    if (world_chance(guest->world, 2)) {
        client_seal_field(seal, sizeof seal);
    }
    snprintf(fields, sizeof fields, "\"cmd\":\"join\",\"match\":\"%s\",\"secret\":\"%s\"%s",
             host->match, host->secret, seal);
    client_command(guest, fields);
}

static bool sits_with(const struct client *guest, const struct client *host)
{
    return strcmp(guest->match, host->match) == 0;
}

/* Some play for ratings. True: somebody is busy with that. */
static bool sign_up(struct play *play)
{
    bool busy = false;
    for (uint32_t i = 0; play->rated && i < 2; i++) {
        struct client *client = &play->client[i];
        char fields[96];
        if (client_idle(client) && client->past_count == 0) {
            snprintf(fields, sizeof fields,
                     "\"cmd\":\"register\",\"name\":\"%s\",\"password\":\"12345678\"",
                     client->name);
            client_command(client, fields);
        }
        busy = busy || client->past_count == 0;
    }
    return busy;
}

static void arrange(struct play *play, bool more)
{
    struct client *c = play->client;
    if (sign_up(play)) {
        return;
    }
    if (client_idle(&c[0]) && (c[0].match[0] == '\0' || c[0].over) && more &&
        (c[1].over || c[1].match[0] == '\0' || !sits_with(&c[1], &c[0]))) {
        play->ended += c[0].over;
        create(play, &c[0], "[\"me\",\"open\"]");
    }
    if (client_idle(&c[1]) && c[0].match[0] != '\0' && !c[0].over && !sits_with(&c[1], &c[0])) {
        join(&c[1], &c[0]);
    }
    if (client_idle(&c[2]) && (c[2].match[0] == '\0' || c[2].over) && more) {
        play->ended += c[2].over;
        create(play, &c[2],
               world_chance(&play->world, 2) ? "[\"me\",{\"bot\":\"random\"}]"
                                             : "[\"me\",{\"bot\":\"greedy\"}]");
    }
    if (c[3].greeted && !sits_with(&c[3], &c[0])) {
        client_set_match(&c[3], c[0].match, RD_SPECTATOR);
    }
}

static void everybody_acts(struct play *play, bool more)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        struct client *client = &play->client[i];
        client_act(client);
        bool sits = client_idle(client) && client_sees(client);
        bool plays = i < 3 && sits && !client->over;
        if (plays && client->sharing) {
            client_share(client);
        } else if (plays && client->pace_step[0] != '\0' && world_chance(&play->world, 2)) {
            client_ready(client);
        } else if (plays && client->paused) {
            client_talk(client);
        } else if (sits && world_chance(&play->world, 25) && play->world.faulty) {
            client_talk(client);
        } else if (plays && (client->act || world_chance(&play->world, 50))) {
            client_order(client);
        }
        if (play->world.faulty && world_chance(&play->world, 60)) {
            client_break(client);
        }
    }
    arrange(play, more);
}

/* What the server says of somebody's match; NULL: it sleeps, or there is none. */
static char *page_of(struct play *play, const struct client *client)
{
    struct core_page page;
    char path[64];
    snprintf(path, sizeof path, "/v1/matches/%s", client->match);
    if (client->match[0] == '\0' || play->world.core == NULL ||
        !core_get(play->world.core, path, &page, &play->world.effects)) {
        return NULL;
    }
    char *text = page.status == 200 ? strndup(page.bytes, page.size) : NULL;
    free(page.bytes);
    return text;
}

/* Whatever was on the disk is there again, byte for byte. */
static void restart(struct play *play)
{
    char *before[PEOPLE], *after[PEOPLE];
    bool sure = play->world.writing == NULL && play->world.ghost == NULL;
    for (uint32_t i = 0; i < PEOPLE; i++) {
        client_break(&play->client[i]);
        before[i] = page_of(play, &play->client[i]);
    }
    CHECK(world_restart(&play->world));
    CHECK_EQ(core_count(play->world.core).broken, 0);
    for (uint32_t i = 0; i < PEOPLE; i++) {
        after[i] = page_of(play, &play->client[i]);
        if (sure && before[i] != NULL && after[i] != NULL) {
            CHECK_TEXT(after[i], before[i]);
        }
        free(before[i]);
        free(after[i]);
    }
}

/* ---- what must be true ---- */

/* No clock is below zero without its consequence: that is on its way, or waits for the disk. */
static void check_clocks(const struct play *play)
{
    const struct core *core = play->world.core; /* NULL: of several servers none plays */
    for (uint32_t i = 0; core != NULL && i < core->match_count; i++) {
        const struct match *match = core->match[i];
        rd_seat seat;
        bool fine = match->asleep || match->broken || match->busy || match->retry_t > core->time ||
                    clocks_deadline(&match->now.clock, &seat) > core->time;
        CHECK(fine);
        CHECK(match->pace.step == 0 || match->pace.until_t > core->time || match->busy);
    }
}

/* Every command that was acknowledged is in the log once; none is there twice. */
static void check_log(const struct play *play)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        const struct client *client = &play->client[i];
        for (uint32_t p = 0; p < client->past_count; p++) {
            char mark[64];
            uint32_t found = 0;
            if (strstr(client->past[p].text, "\"register\"") != NULL ||
                strstr(client->past[p].text, "\"ready\"") != NULL) {
                continue; /* those are in no log */
            }
            snprintf(mark, sizeof mark, "\"command\":\"%s\"", client->past[p].id);
            for (uint32_t r = 0; r < play->world.disk_count; r++) {
                found +=
                    play->world.disk[r].n > 0 && strstr(play->world.disk[r].body, mark) != NULL;
            }
            CHECK_EQ(found, 1);
        }
    }
}

static uint32_t games_of(const char *body)
{
    static const char key[] = "\"games\":";
    uint32_t games = 0;
    for (const char *at = body; (at = strstr(at, key)) != NULL;) {
        at += sizeof key - 1;
        games += (uint32_t)strtoul(at, NULL, 10);
    }
    return games;
}

/* Each result has counted once for each of its two players, at every moment of the disk: it is
 * stored with the ratings that it makes, or not at all. How many there are. */
static uint32_t check_ratings(const struct play *play)
{
    uint32_t rated = 0, games = 0;
    for (uint32_t r = 0; play->rated && r < play->world.disk_count; r++) {
        const struct core_record *record = &play->world.disk[r];
        rated += record->n > 0 && strcmp(record->kind, "rated") == 0;
        games += strcmp(record->kind, "player") == 0 ? games_of(record->body) : 0;
        for (uint32_t other = 0; record->n > 0 && strcmp(record->kind, "rated") == 0 && other < r;
             other++) {
            CHECK(strcmp(play->world.disk[other].kind, "rated") != 0 ||
                  strcmp(play->world.disk[other].id, record->id) != 0);
        }
    }
    CHECK_EQ(games, 2 * rated);
    return rated;
}

static void check_clients(const struct play *play, uint64_t seed)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        if (play->client[i].wrong[0] != '\0') {
            printf("# seed %llu: %s\n", (unsigned long long)seed, play->client[i].wrong);
        }
        CHECK_TEXT(play->client[i].wrong, "");
    }
}

static bool all_over(const struct play *play)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        const struct client *client = &play->client[i];
        if (client->match[0] == '\0' || !client->over || client->command != NULL) {
            return false;
        }
    }
    return true;
}

/* For a first match. */
static bool somebody_waits(const struct play *play)
{
    bool waits = false;
    for (uint32_t i = 0; i < 3; i++) {
        waits = waits || play->client[i].match[0] == '\0';
    }
    return waits;
}

static void run(struct play *play)
{
    play->world.faulty = true;
    for (uint32_t step = 0; step < STEPS; step++) {
        everybody_acts(play, true);
        world_step(&play->world);
        check_clocks(play);
        check_ratings(play);
        if (world_chance(&play->world, 150)) {
            restart(play);
        }
    }
    restart(play);
    play->world.faulty = false;
    for (uint32_t step = 0; step < CALM_STEPS && !all_over(play); step++) {
        everybody_acts(play, somebody_waits(play));
        world_step(&play->world);
        check_ratings(play);
    }
    CHECK(all_over(play));
}

static void close_play(struct play *play)
{
    for (uint32_t i = 0; i < PEOPLE; i++) {
        all_orders += play->client[i].orders;
        all_resent += play->client[i].resent;
        all_undone += play->client[i].undone;
        all_talked += play->client[i].talked;
        all_late += play->client[i].late;
        all_framed += play->client[i].framed;
        all_paced += play->client[i].paced;
        all_shared += play->client[i].shared;
        client_close(&play->client[i]);
    }
    all_restarts += play->world.restarts;
    all_refusals += play->world.refusals_of_disk;
    all_ended += play->ended;
    all_woken += play->world.woken;
    for (size_t i = 0; i < play->told.room; i++) {
        free(play->told.slot[i].value);
    }
    hash_map_free(&play->told);
    world_close(&play->world);
}

static void simulate(uint64_t seed)
{
    static const char *const names[PEOPLE] = { "Ada", "Bob", "Cyd", "Dot" };
    struct play *play = calloc(1, sizeof *play);
    world_open(&play->world, seed);
    play->rated = seed % 3 == 0;
    if (seed % 2 == 0) { /* whatever nobody watches sleeps at once */
        play->world.sleep_after = 0;
        CHECK(world_restart(&play->world));
    }
    for (uint32_t i = 0; i < PEOPLE; i++) {
        client_open(&play->client[i], &play->world, names[i], &play->told);
        play->client[i].numbers = (seed + i) % 2 == 0; /* each form beside the other */
        play->client[i].frames = (seed + i) / 2 % 2 == 0;
    }
    run(play);
    check_log(play);
    all_rated += check_ratings(play);
    check_clients(play, seed);
    close_play(play);
    free(play);
}

int main(int argc, char **argv)
{
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + seeds && check_failures == 0; seed++) {
        simulate(seed);
        if (check_failures > 0) {
            printf("# seed %llu failed: simulation_test 1 %llu\n", (unsigned long long)seed,
                   (unsigned long long)seed);
        }
    }
    printf(
        "# %llu seeds: %llu orders, %llu undos, %llu resent, %llu restarts, %llu refusals of the "
        "disk, %llu matches ended on the way, %llu woken up, %llu words, %llu time-outs\n",
        (unsigned long long)seeds, (unsigned long long)all_orders, (unsigned long long)all_undone,
        (unsigned long long)all_resent, (unsigned long long)all_restarts,
        (unsigned long long)all_refusals, (unsigned long long)all_ended,
        (unsigned long long)all_woken, (unsigned long long)all_talked,
        (unsigned long long)all_late);
    CHECK(all_rated > 0 && all_framed > 0 && all_paced > 0 && all_shared > 0 &&
          all_orders > seeds && all_restarts > 0 && all_refusals > 0 && world_saw_all());
    check_report("a server over a bad network and a bad disk keeps its promises");
    return check_end();
}
