#include "server/shell/serve.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"
#include "server/shell/files.h"
#include "server/shell/listen.h"
#include "server/shell/loading.h"
#include "server/shell/log.h"
#include "server/shell/memory.h"
#include "server/shell/metrics.h"
#include "server/shell/net.h"
#include "server/shell/notify.h"
#include "server/shell/passing.h"
#include "server/shell/threads.h"
#include "server/shell/worker.h"
#include "storage/sql.h"

enum {
    SPARE_SOCKETS = 200,
    SPARE_FILES = 64,
    PATH_ROOM = 4096,
    TIMER_MAX_MS = 10000,
    MACHINE_ROOM = 256,
    NOTED_SLEEP_MS = 2000,
    FILE_LEASE_MS = 30000, /* nobody waits for it: a file has one user at a time */
    FROZEN_US = 5000
};

struct server {
    struct config config;
    char owner[STORAGE_OWNER_ROOM];
    struct storage_claim lease;
    bool deposed;               /* another server has taken over */
    char machine[MACHINE_ROOM]; /* its name */
    struct core *core;
    struct core_effects effects;
    struct storage *storage;
    struct mailbox mailbox;
    struct threads *threads; /* NULL: they have ended, and nothing begins any more */
    struct worker *worker;
    struct files *files;
    struct passing *passing; /* NULL: no other server has matches */
    struct net *net;
    int port;
    int door;        /* for everybody, until the network takes it over; -1 */
    uint64_t memory; /* bytes that may be used */
    bool short_of_memory;
    int64_t slept_ms;             /* so long the machine has slept since it was started */
    int64_t started_ms, timer_ms; /* timer_ms: when the core wants a tick, INT64_MAX: not */
    bool resting;                 /* a signal has come, and the core knows */
    bool writing;                 /* a batch is under way */
};

/* Signal handlers have no argument. */
static struct server *signalled_server;
static volatile sig_atomic_t signalled;

static int64_t clock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t wall_ms(void)
{
    return clock_ms(CLOCK_REALTIME);
}

/* Matches are played by a clock that nobody can set. It stands still while the machine sleeps. */
static int64_t now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

/* Whoever comes back after the machine slept finds in the log why nobody's time ran. */
static void note_sleep(struct server *server)
{
    int64_t slept = clock_ms(CLOCK_BOOTTIME) - now_ms();
    if (slept - server->slept_ms > NOTED_SLEEP_MS) {
        server_log("machine_slept", "seconds=%lld", (long long)(slept - server->slept_ms) / 1000);
    }
    server->slept_ms = slept;
}

/* ---- effects ---- */

static void set_timer(struct server *server)
{
    int64_t left = server->timer_ms - now_ms();
    net_set_timer(server->net, left < TIMER_MAX_MS ? left : TIMER_MAX_MS);
}

/* What other threads do; once they have ended, nothing of it is done. */
static void hand_on(struct server *server, struct core_effect *effect)
{
    if (server->threads == NULL) {
        return;
    }
    if (effect->batch != NULL) {
        server->writing = true;
        threads_write(server->threads, effect->batch);
        effect->batch = NULL;
    } else if (effect->question != NULL) {
        threads_ask(server->threads, effect->question);
        effect->question = NULL;
    } else if (effect->hash != NULL) {
        worker_hash(server->worker, effect->hash);
        effect->hash = NULL;
    } else if (effect->fetch != NULL) {
        worker_fetch(server->worker, effect->fetch);
        effect->fetch = NULL;
    } else {
        worker_make_replay(server->worker, effect->replay);
        effect->replay = NULL;
    }
}

static void carry_out(struct server *server, struct core_effect *effect)
{
    switch (effect->kind) {
    case CORE_SEND:
        net_send(server->net, effect->connection, effect->text);
        break;
    case CORE_CLOSE:
        net_hang_up(server->net, effect->connection, effect->text);
        break;
    case CORE_STORE:
    case CORE_ASK_BOT:
    case CORE_HASH:
    case CORE_FETCH:
    case CORE_MAKE_REPLAY:
        hand_on(server, effect);
        break;
    case CORE_ASK_NEWS:
        if (server->threads != NULL) {
            threads_ask_news(server->threads, effect->asked);
        }
        break;
    case CORE_TELL_BROKEN:
        server_log("broken_record", "%s", effect->text);
        break;
    case CORE_SET_TIMER:
        server->timer_ms = effect->at_ms;
        set_timer(server);
        break;
    }
}

static void carry_out_all(struct server *server)
{
    for (uint32_t i = 0; i < server->effects.count; i++) {
        carry_out(server, &server->effects.effect[i]);
    }
    core_effects_clear(&server->effects);
}

/* The log tells when memory gets short, and when it no longer is. */
static uint32_t note_pressure(struct server *server, int64_t now)
{
    uint32_t pressure = memory_pressure(server->memory, now);
    if ((pressure == 2) != server->short_of_memory) {
        server->short_of_memory = pressure == 2;
        server_log(pressure == 2 ? "memory_short" : "memory_fine", "budget_mb=%llu",
                   (unsigned long long)(server->memory >> 20));
        net_let_nobody_in(server->net, pressure == 2);
    }
    return pressure;
}

/* Beyond the end of its lease a server knows nothing for certain: another one may be playing these
 * matches, also if it was only this machine that stood still. It neither hears nor tells anything
 * until the lease is renewed. False: it stops. */
static bool has_lease(struct server *server)
{
    while (now_ms() >= storage_until_ms(server->storage) && !storage_lost(server->storage)) {
        if (signalled) {
            storage_give_up(server->storage);
            return false;
        }
        notify_alive(now_ms());
        usleep(FROZEN_US);
    }
    if (storage_lost(server->storage) && !server->deposed) {
        server->deposed = true;
        server_log("lease_lost", "why=\"another server has taken over\"");
        net_stop(server->net);
    }
    return !server->deposed;
}

static void handle(struct server *server, struct core_event event)
{
    if (!has_lease(server)) {
        return;
    }
    event.now_ms = now_ms();
    event.wall_ms = wall_ms();
    event.pressure = note_pressure(server, event.now_ms);
    core_handle(server->core, &event, &server->effects);
    carry_out_all(server);
}

/* ---- what the network tells ---- */

static void on_connected(void *context, uint64_t connection, enum net_door door, uint64_t address,
                         uint64_t network)
{
    struct core_event event = { .kind = CORE_CONNECTED,
                                .connection = connection,
                                .address = address,
                                .network = network,
                                .host = door == NET_ADMIN };
    handle(context, event);
}

static void on_message(void *context, uint64_t connection, const char *text, size_t size)
{
    struct server *server = context;
    struct core_event event = { .kind = CORE_MESSAGE,
                                .connection = connection,
                                .text = text,
                                .size = size,
                                .waited_ms = net_lag_ms(server->net) };
    if (!signalled) {
        handle(server, event);
    }
}

static void on_closed(void *context, uint64_t connection)
{
    struct core_event event = { .kind = CORE_CLOSED, .connection = connection };
    handle(context, event);
}

static void file_page(const struct file *file, struct net_page *page)
{
    page->status = 200;
    page->type = file->type;
    page->cache = file->cache;
    page->etag = file->etag;
    page->coding = file->coding;
    page->varies = true;
    page->bytes = file->bytes;
    page->size = file->size;
}

static bool healthy(struct server *server)
{
    struct core_page page = { .status = 0 };
    bool fine = core_get(server->core, "/healthz", &page, &server->effects) && page.status == 200;
    free(page.bytes);
    return fine;
}

static bool metrics(struct server *server, const char *path, struct net_page *page)
{
    struct metrics figures = { .core = core_count(server->core),
                               .net = net_count(server->net),
                               .threads = threads_count(server->threads),
                               .healthy = healthy(server),
                               .started_ms = server->started_ms };
    if (strcmp(path, "/metrics") != 0) {
        return false;
    }
    page->status = 200;
    page->type = "text/plain; version=0.0.4; charset=utf-8";
    page->bytes = metrics_page(&figures, &page->size);
    page->owned = true;
    return true;
}

static bool on_get(void *context, enum net_door door, const char *path, uint32_t codings,
                   struct net_page *page)
{
    struct server *server = context;
    struct core_page made;
    const struct file *file = files_find(server->files, path, codings);
    memset(page, 0, sizeof *page);
    if (!has_lease(server)) {
        return false;
    }
    if (door == NET_METRICS) {
        return metrics(server, path, page);
    }
    if (file != NULL) {
        file_page(file, page);
        return true;
    }
    bool found = core_get(server->core, path, &made, &server->effects);
    carry_out_all(server);
    if (!found) {
        return false;
    }
    page->status = made.status;
    page->type = made.type;
    page->bytes = made.bytes;
    page->size = made.size;
    page->owned = true;
    page->download = made.filename != NULL;
    if (made.filename != NULL) {
        snprintf(page->filename, sizeof page->filename, "%s", made.filename);
    }
    return true;
}

/* What is under way first, then what makes the next start faster, then the end. */
static void go_to_rest(struct server *server)
{
    if (!server->writing && !server->resting) {
        struct core_event rest = { .kind = CORE_REST };
        server->resting = true;
        handle(server, rest);
    }
    if (!server->writing) {
        net_stop(server->net);
    }
}

static void on_woken(void *context)
{
    struct server *server = context;
    struct core_event event;
    while (mailbox_take(&server->mailbox, &event)) {
        if (event.kind == CORE_STORED) {
            server->writing = false;
        }
        if (event.kind == CORE_STORED || !signalled) {
            handle(server, event);
        }
        mailbox_drop(&event);
    }
    if (signalled) {
        go_to_rest(server);
    } else {
        struct core_event tick = { .kind = CORE_TICK };
        note_sleep(server);
        handle(server, tick);
        if (server->timer_ms > now_ms()) {
            set_timer(server);
        }
        net_ask_again(server->net);
    }
}

static bool on_pass_on(void *context, const char *match, int fd, const char *bytes, size_t size)
{
    struct server *server = context;
    if (fd < 0) {
        return core_is_elsewhere(server->core, match);
    }
    passing_take(server->passing, fd, match, bytes, size);
    return true;
}

static void on_beat(void *context)
{
    (void)context;
    notify_alive(now_ms());
}

static void wake(void *context)
{
    struct server *server = context;
    net_wake(server->net);
}

/* ---- opening ---- */

/* Both empty settings stand for the usual places. */
static bool find_places(struct config *config, struct rd_problem *problem)
{
    char path[PATH_ROOM];
    if (config->db[0] == '\0') {
        if (!server_default_db(path, sizeof path)) {
            return rd_problem_at(problem, NULL,
                                 "there is no HOME to keep the database in; give --db FILE");
        }
        if (!config_set(config, "db", path, problem)) {
            return false;
        }
    }
    return config->web[0] != '\0' || !server_find_web(path, sizeof path) ||
           config_set(config, "web", path, problem);
}

/* The same name after a restart: then nothing needs to be taken over, or waited for. */
static void name_owner(struct server *server)
{
    const struct config *config = &server->config;
    char machine[64] = "nameless";
    if (gethostname(machine, sizeof machine - 1) != 0) {
        snprintf(machine, sizeof machine, "nameless");
    }
    if (!storage_is_address(config->db)) {
        snprintf(server->owner, sizeof server->owner, "%s", machine);
    } else if (config->peer[0] != '\0') {
        snprintf(server->owner, sizeof server->owner, "%s", config->peer);
    } else {
        snprintf(server->owner, sizeof server->owner, "%s:%lld", machine,
                 config->port != 0 ? (long long)config->port : -(long long)getpid());
    }
    server->lease.owner = server->owner;
    server->lease.lease_ms = storage_is_address(config->db) ? config->lease : FILE_LEASE_MS;
}

/* systemd's socket if it gave one, else our own. */
static bool open_play_door(struct server *server, struct rd_problem *problem)
{
    const struct config *wanted = &server->config;
    const char *bind = strcmp(wanted->bind, "all") == 0 ? NULL : wanted->bind;
    if (server->door < 0) {
        server->door = listen_inherited();
    }
    if (server->door < 0) {
        server->door = listen_on_port(bind, (int)wanted->port, problem);
    }
    server->port = listen_port_of(server->door);
    return server->door >= 0;
}

static void tell_loss(struct server *server)
{
    const char *names;
    uint64_t lost = storage_loss(server->storage, &names);
    if (lost > 0) {
        server_log("commits_lost",
                   "count=%llu of=\"%s\" why=\"the database ends before what was "
                   "acknowledged: it was damaged, or is an older copy\"",
                   (unsigned long long)lost, names);
    }
}

static bool retire_finished(struct server *server, struct rd_problem *problem)
{
    uint32_t matches = 0, days = server->config.keep_days;
    int64_t before = wall_ms() - (int64_t)days * 86400000;
    bool fine =
        days == 0 || storage_retire(server->storage, server->config.db, before, &matches, problem);
    if (matches > 0) {
        server_log("archived", "matches=%u", matches);
    }
    return fine;
}

static bool open_storage(struct server *server, struct rd_problem *problem)
{
    uint32_t taken = 0;
    name_owner(server);
    server->storage = storage_open(server->config.db, problem);
    if (server->storage == NULL) {
        return false;
    }
    storage_set_log(server->storage, server->config.log_pages);
    tell_loss(server);
    if (!storage_claim(server->storage, &server->lease, &taken, problem)) {
        return false;
    }
    if (taken > 0) {
        server_log("taken_over", "matches=%u", taken);
    }
    return retire_finished(server, problem) && load_all(server->storage, server->core, problem);
}

static bool open_core(struct server *server, const char *name, struct rd_problem *problem)
{
    const struct config *wanted = &server->config;
    struct core_config config = { .limits = core_limits_preset, .server = name };
    config.together = storage_is_address(wanted->db); /* only PostgreSQL has room for several */
    config.limits.message = wanted->message;
    config.limits.connections = wanted->connections;
    config.limits.matches = wanted->matches;
    config.limits.per_player = wanted->per_player;
    config.limits.per_origin = wanted->per_origin;
    config.limits.unused_after = wanted->unused_after;
    config.limits.queue = wanted->queue;
    config.limits.burst = wanted->burst;
    config.limits.per_second = wanted->per_second;
    config.limits.sleep_after = wanted->sleep_after;
    if (sodium_init() < 0) {
        return rd_problem_at(problem, NULL, "the system gives no random numbers");
    }
    randombytes_buf(config.seed, sizeof config.seed);
    server->core = core_open(&config);
    sodium_memzero(&config, sizeof config);
    return open_storage(server, problem);
}

static bool open_files(struct server *server, struct rd_problem *problem)
{
    if (server->config.web[0] == '\0') {
        return true;
    }
    server->files = files_load(server->config.web, problem);
    return server->files != NULL;
}

/* A socket for each connection, and some to spare. Returns how many sockets there can be. */
static uint32_t raise_file_limit(const struct config *config)
{
    struct rlimit files;
    uint32_t sockets = config->connections + SPARE_SOCKETS;
    rlim_t wanted = sockets + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted) {
        return sockets;
    }
    files.rlim_cur = wanted < files.rlim_max ? wanted : files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < wanted) {
        server_log("few_files", "limit=%llu wanted=%llu", (unsigned long long)files.rlim_cur,
                   (unsigned long long)wanted);
        sockets =
            files.rlim_cur > (rlim_t)2 * SPARE_FILES ? (uint32_t)files.rlim_cur - SPARE_FILES : 1;
    }
    return sockets;
}

/* A server that can't be administered is still one: a path may be too long for a socket. */
static int open_admin_door(struct server *server)
{
    struct config *config = &server->config;
    struct rd_problem problem = { "" };
    char path[PATH_ROOM];
    if (config->admin[0] == '\0') {
        server_admin_path(config->db, path, sizeof path);
        sql_make_folders(path, &problem);
        config_set(config, "admin", path, &problem);
    }
    int fd = listen_on_path(config->admin, &problem);
    if (fd < 0) {
        server_log("no_admin", "why=\"%s\"", problem.text);
        config->admin[0] = '\0';
    }
    return fd;
}

static bool open_doors(struct server *server, int door[NET_DOORS], struct rd_problem *problem)
{
    const struct config *wanted = &server->config;
    door[NET_METRICS] = door[NET_ADMIN] = -1;
    door[NET_PLAY] = open_play_door(server, problem) ? server->door : -1;
    server->door = -1;
    if (door[NET_PLAY] >= 0 && wanted->metrics_port != 0) {
        door[NET_METRICS] = listen_on_port("127.0.0.1", (int)wanted->metrics_port, problem);
    }
    if (door[NET_PLAY] >= 0) {
        door[NET_ADMIN] = open_admin_door(server);
    }
    bool fine = door[NET_PLAY] >= 0 && (wanted->metrics_port == 0 || door[NET_METRICS] >= 0);
    for (uint32_t i = 0; !fine && i < NET_DOORS; i++) {
        if (door[i] >= 0) {
            close(door[i]);
        }
    }
    return fine;
}

static void open_passing(struct server *server)
{
    const struct config *config = &server->config;
    if (storage_is_address(config->db)) {
        server->passing = passing_open(config->db, server->owner, config->connections,
                                       config->handshake, config->proxies);
    }
}

static bool open_net(struct server *server, struct rd_problem *problem)
{
    open_passing(server);
    struct net_hooks hooks = { .context = server,
                               .connected = on_connected,
                               .message = on_message,
                               .closed = on_closed,
                               .get = on_get,
                               .pass_on = server->passing == NULL ? NULL : on_pass_on,
                               .beat = on_beat,
                               .woken = on_woken };
    const struct config *wanted = &server->config;
    struct net_config config = { .message_max = wanted->message,
                                 .connections_max = raise_file_limit(wanted),
                                 .waiting_max = wanted->waiting,
                                 .all_waiting_max = server->memory / 4,
                                 .per_address = wanted->per_address,
                                 .per_minute = wanted->new_per_minute,
                                 .silence_s = wanted->silence,
                                 .handshake_s = wanted->handshake,
                                 .forwarded = wanted->forwarded,
                                 .proxies = wanted->proxies,
                                 .hosts = wanted->hosts,
                                 .own = server->machine,
                                 .contest = wanted->contest };
    if (gethostname(server->machine, sizeof server->machine - 1) != 0) {
        server->machine[0] = '\0';
    }
    if (!open_doors(server, config.door, problem)) {
        return false;
    }
    server->net = net_open(&config, &hooks, problem);
    return server->net != NULL;
}

static void on_signal(int number)
{
    signalled = number;
    net_wake(signalled_server->net);
}

/* A stop that nobody asked for leaves a line, too. Only what is allowed in a signal handler. */
static void on_fault(int number)
{
    static const char line[] =
        "event=died why=\"the program found a fault of its own, or had no memory left; what was "
        "acknowledged is on the disk\"\n";
    ssize_t ignored = write(STDERR_FILENO, line, sizeof line - 1);
    (void)ignored;
    raise(number); /* as if there were no handler: SA_RESETHAND */
}

static void listen_to_faults(void)
{
    static const int faults[] = { SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV };
    struct sigaction action = { .sa_handler = on_fault,
                                .sa_flags = (int)SA_RESETHAND | SA_NODEFER };
    for (uint32_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct sigaction before;
        if (sigaction(faults[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            sigaction(faults[i], &action, NULL);
        }
    }
}

/* Before anybody is told the address: whoever knows it may end the server. */
static void listen_to_signals(struct server *server)
{
    struct sigaction action = { .sa_handler = on_signal }, ignore = { .sa_handler = SIG_IGN };
    signalled = 0;
    signalled_server = server;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    listen_to_faults();
}

struct server *server_open(const struct config *config, const char *name,
                           struct rd_problem *problem)
{
    struct server *server = calloc(1, sizeof *server);
    RD_ASSERT(server != NULL);
    server->config = *config;
    server->started_ms = wall_ms();
    server->slept_ms = clock_ms(CLOCK_BOOTTIME) - now_ms();
    server->timer_ms = INT64_MAX;
    server->door = -1;
    server_log_to_stderr(config->log);
    mailbox_open(&server->mailbox, wake, server);
    if (!memory_budget(config->memory, &server->memory, problem) ||
        !find_places(&server->config, problem) || !open_core(server, name, problem) ||
        !open_files(server, problem) || !open_net(server, problem)) {
        server_close(server);
        return NULL;
    }
    server->threads =
        threads_open(server->storage, &server->lease, &server->mailbox, config->thinkers);
    server->worker = worker_open(server->storage, &server->mailbox);
    listen_to_signals(server);
    struct core_counts counts = core_count(server->core);
    server_log("started", "port=%d matches=%u players=%u broken=%u older=%u web=%s",
               server_port(server), counts.matches, counts.players, counts.broken, counts.older,
               server->files == NULL ? "no" : "yes");
    return server;
}

int server_port(const struct server *server)
{
    return server->port;
}

void server_close(struct server *server)
{
    if (server == NULL) {
        return;
    }
    if (server->storage != NULL) {
        storage_give_up(server->storage); /* nobody waits for it any more */
    }
    threads_close(server->threads); /* they wake the network, so they end before it does */
    server->threads = NULL;
    worker_close(server->worker);
    if (server->net != NULL && server->config.admin[0] != '\0') {
        unlink(server->config.admin);
    }
    net_close(server->net); /* that connections end still reaches the core */
    passing_close(server->passing);
    mailbox_close(&server->mailbox);
    core_effects_free(&server->effects);
    core_close(server->core);
    storage_close(server->storage);
    files_free(server->files);
    if (server->door >= 0) {
        close(server->door);
    }
    free(server);
}

/* ---- running ---- */

bool server_run(struct server *server)
{
    core_start(server->core, now_ms(), wall_ms(), &server->effects);
    carry_out_all(server);
    notify_ready();
    net_run(server->net);
    server_log("stopped", "signal=%d", (int)signalled);
    return !server->deposed;
}
