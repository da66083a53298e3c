/*
 * The power fails at every write of SQLite: power_test [SESSIONS [FIRST]].
 *
 * A session opens a database on a disk that loses, tears and reorders what was not synced, and
 * writes batches. At every write the disk is looked at as it might be found: it must open, and have
 * every batch that was acknowledged, the one under way wholly or not at all, and nothing else.
 */
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/shell/storage.h"
#include "tests/check.h"
#include "tests/server/torn_disk.h"

enum { PATH_ROOM = 64, MATCHES = 3, BATCHES_MAX = 24, BODY_MAX = 6000 };

static struct {
    char folder[PATH_ROOM / 2]; /* has "live", where the server writes, and "found" */
    struct rd_luck luck;
    uint32_t batches;                           /* acknowledged */
    bool writing;                               /* one more is under way */
    uint32_t records[MATCHES][BATCHES_MAX + 1]; /* of the match, after so many batches */
    uint64_t cuts, lost, broken, alarms;
} session;

/* ---- batches ---- */

static void match_id(uint32_t match, char out[CORE_ID_MAX])
{
    snprintf(out, CORE_ID_MAX, "m%u", match);
}

/* One player tells how far the database has come; matches grow by some records. */
static void fill(struct core_batch *batch, struct core_record *record, char *text)
{
    uint32_t next = session.batches + 1;
    uint32_t match = (uint32_t)rd_luck_range(&session.luck, 0, MATCHES - 1);
    uint32_t more = (uint32_t)rd_luck_range(&session.luck, 1, 3);
    int32_t length = rd_luck_range(&session.luck, 10, BODY_MAX);
    memset(text, 'x', (size_t)length);
    text[length] = '\0';
    for (uint32_t m = 0; m < MATCHES; m++) {
        session.records[m][next] = session.records[m][next - 1] + (m == match ? more : 0);
    }
    *batch = (struct core_batch){ .id = next, .record = record };
    for (uint32_t i = 0; i < more; i++) {
        struct core_record *entry = &record[batch->count++];
        *entry = (struct core_record){ .n = session.records[match][next - 1] + 1 + i,
                                       .at_ms = next,
                                       .kind = "order",
                                       .body = text };
        match_id(match, entry->id);
    }
    record[batch->count++] = (struct core_record){
        .id = "p", .at_ms = 1, .kind = "player", .body = text + BODY_MAX + 1
    };
    snprintf(text + BODY_MAX + 1, 32, "%u", next);
}

/* ---- what is found ---- */

static struct {
    uint32_t batches, records[MATCHES];
    bool odd;
} found;

static void find(void *context, const struct core_record *record)
{
    (void)context;
    if (record->n == 0) {
        found.batches = (uint32_t)strtoul(record->body, NULL, 10);
        return;
    }
    uint32_t match = (uint32_t)(record->id[1] - '0');
    found.odd = found.odd || match >= MATCHES || strcmp(record->kind, "order") != 0 ||
                record->n != found.records[match < MATCHES ? match : 0] + 1;
    if (match < MATCHES) {
        found.records[match]++;
    }
}

/* As far as it says, and no further. */
static bool is_whole(void)
{
    bool whole = !found.odd && found.batches <= BATCHES_MAX;
    for (uint32_t m = 0; whole && m < MATCHES; m++) {
        whole = found.records[m] == session.records[m][found.batches];
    }
    return whole;
}

static int drop(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

static void empty_folder(const char *path)
{
    nftw(path, drop, 8, FTW_DEPTH | FTW_PHYS);
    mkdir(path, 0700);
}

/* It is not synced, and survives the program; the power may take any of it. */
static void copy_mark(void)
{
    char from[PATH_ROOM], to[PATH_ROOM], bytes[4096];
    snprintf(from, sizeof from, "%s/live/a.db.mark", session.folder);
    snprintf(to, sizeof to, "%s/found/a.db.mark", session.folder);
    FILE *source = fopen(from, "rb"), *copy = fopen(to, "wb");
    RD_ASSERT(copy != NULL);
    for (size_t size; source != NULL && (size = fread(bytes, 1, sizeof bytes, source)) > 0;) {
        fwrite(bytes, 1, size, copy);
    }
    fclose(copy);
    if (source != NULL) {
        fclose(source);
    }
}

/* The next start after the power failed now. */
static void power_fails(void)
{
    char path[PATH_ROOM], folder[PATH_ROOM];
    struct rd_problem problem = { "" };
    const char *names = "";
    snprintf(folder, sizeof folder, "%s/found", session.folder);
    snprintf(path, sizeof path, "%s/found/a.db", session.folder);
    empty_folder(folder);
    torn_disk_fail(folder, &session.luck);
    if (rd_luck_range(&session.luck, 0, 1) == 1) {
        copy_mark();
    }
    memset(&found, 0, sizeof found);
    session.cuts++;
    struct storage *storage = storage_open(path, &problem);
    bool fine = storage != NULL && storage_load(storage, find, NULL, &problem);
    session.alarms += storage != NULL && storage_loss(storage, &names) != 0;
    storage_close(storage);
    session.broken += !fine || !is_whole() || found.batches > session.batches + session.writing;
    session.lost += fine && found.batches < session.batches;
    if ((!fine || !is_whole()) && session.broken == 1) {
        printf("# first: %s, %u of %u batches%s\n", problem.text, found.batches, session.batches,
               found.odd ? ", odd records" : "");
    }
}

/* ---- a session ---- */

static void write_batch(struct storage *storage, struct rd_problem *problem)
{
    struct core_batch batch;
    struct core_record record[4];
    char *text = malloc(BODY_MAX + 64);
    RD_ASSERT(text != NULL);
    fill(&batch, record, text);
    session.writing = true;
    CHECK(storage_write(storage, &batch, problem));
    session.batches++;
    session.writing = false;
    free(text);
    if (storage_tidy(storage)) {
        storage_carry(storage);
    }
}

/* Two lives on one disk, the second from what the first one left. */
static void run(uint64_t seed, bool lies)
{
    char live[PATH_ROOM], path[PATH_ROOM];
    struct rd_problem problem = { "" };
    session.luck = rd_luck_from_seed(seed);
    session.batches = 0;
    memset(session.records, 0, sizeof session.records);
    snprintf(live, sizeof live, "%s/live", session.folder);
    snprintf(path, sizeof path, "%s/live/a.db", session.folder);
    empty_folder(live);
    torn_disk_begin(live, power_fails, lies);
    for (uint32_t life = 0; life < 2; life++) {
        struct storage *storage = storage_open(path, &problem);
        CHECK_TEXT(problem.text, "");
        RD_ASSERT(storage != NULL);
        storage_set_log(storage, (uint32_t)rd_luck_range(&session.luck, 3, 40));
        uint32_t until = session.batches + (uint32_t)rd_luck_range(&session.luck, 2, 5);
        while (session.batches < until && session.batches < BATCHES_MAX) {
            write_batch(storage, &problem);
        }
        storage_close(storage);
    }
    torn_disk_end();
}

static uint64_t sessions = 2, first = 1;

static void nothing_acknowledged_is_lost(void)
{
    for (uint64_t seed = first; seed < first + sessions; seed++) {
        run(seed, false);
    }
    printf("# %llu sessions, %llu power failures, %llu lost acknowledged batches, %llu broken\n",
           (unsigned long long)sessions, (unsigned long long)session.cuts,
           (unsigned long long)session.lost, (unsigned long long)session.broken);
    CHECK(session.cuts > 50 * sessions);
    CHECK_EQ(session.lost, 0);
    CHECK_EQ(session.broken, 0);
    CHECK_EQ(session.alarms, 0);
}

/* The test itself: on a disk that does not sync it must find loss. */
static void a_disk_that_lies_is_found_out(void)
{
    session.cuts = session.lost = session.broken = 0;
    run(1, true);
    CHECK(session.lost + session.broken > 0);
}

int main(int argc, char **argv)
{
    sessions = argc > 1 ? strtoull(argv[1], NULL, 10) : sessions;
    first = argc > 2 ? strtoull(argv[2], NULL, 10) : first;
    snprintf(session.folder, sizeof session.folder, "/tmp/redoubt-power-XXXXXX");
    bool made = mkdtemp(session.folder) != NULL;
    RD_ASSERT(made);
    RUN(nothing_acknowledged_is_lost);
    RUN(a_disk_that_lies_is_found_out);
    nftw(session.folder, drop, 8, FTW_DEPTH | FTW_PHYS);
    return check_end();
}
