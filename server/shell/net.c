#define _GNU_SOURCE
#include "server/shell/net.h"

#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "redoubt/base.h"
#include "server/core/table.h"
#include "server/shell/log.h"
#include "server/shell/visitors.h"

#define WS_PATH "/v1/ws"
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " \
    "frame-ancestors 'none'"

enum {
    CHUNK = 16384,
    DRAIN_MS = 1000,
    HEADERS_ROOM = 2048,
    PATH_ROOM = 1024,
    ADDRESS_ROOM = 64,
    ACCEPT_MAX = 64,  /* connections that are let in at once, before others are served */
    WRITE_MAX = 32,   /* messages to one connection, likewise */
    HANG_UP_S = 5,    /* for somebody who doesn't read the reason */
    PAGE_S = 30,      /* for a part of a page */
    ADMIN_MAX = 65536 /* bytes of a request */
};

/* A message that waits to be sent, with the room before it that the library asks for. */
struct outgoing {
    struct outgoing *next;
    size_t size;
    unsigned char bytes[];
};

/* Somebody who came in, from the first byte to the last. */
struct guest {
    enum net_door door;
    uint64_t ticket; /* in the visitors' book; 0: none */
};

/* One connection, whatever it speaks. */
struct session {
    uint64_t id; /* 0: not a WebSocket */
    struct lws *wsi;
    char *incoming; /* a message of which parts have come */
    size_t incoming_size;
    struct outgoing *first, *last;
    size_t waiting;
    bool hang_up;
    char reason[64];
    struct net_page page;
    size_t page_sent;
};

struct net {
    struct lws_context *context;
    struct net_config config;
    struct net_hooks hooks;
    struct table sessions;
    struct visitors *visitors;
    struct lws_vhost *vhost;
    struct net_counts counts;
    lws_retry_bo_t keep_alive;
    uint64_t last_id;
    lws_sorted_usec_list_t timer;
    bool stop;
};

static struct net *net_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

/* ---- sending
 * --------------------------------------------------------------------------------------- */

static void drop_outgoing(struct session *session)
{
    while (session->first != NULL) {
        struct outgoing *next = session->first->next;
        free(session->first);
        session->first = next;
    }
    session->last = NULL;
    session->waiting = 0;
}

void net_hang_up(struct net *net, uint64_t connection, const char *reason)
{
    struct session *session = table_get(&net->sessions, connection);
    if (session != NULL && !session->hang_up) {
        session->hang_up = true;
        snprintf(session->reason, sizeof session->reason, "%s", reason);
        lws_set_timeout(session->wsi, PENDING_TIMEOUT_USER_REASON_BASE, HANG_UP_S);
        lws_callback_on_writable(session->wsi);
    }
}

void net_send(struct net *net, uint64_t connection, const char *text)
{
    struct session *session = table_get(&net->sessions, connection);
    size_t size = strlen(text);
    if (session == NULL || session->hang_up) {
        return;
    }
    if (session->waiting + size > net->config.waiting_max) {
        drop_outgoing(session); /* it gets the rest with since */
        net->counts.slow++;
        net_hang_up(net, connection, "you read too slowly");
        return;
    }
    struct outgoing *outgoing = malloc(sizeof *outgoing + LWS_PRE + size + 1);
    if (outgoing == NULL) {
        net_hang_up(net, connection, "out of memory");
        return;
    }
    outgoing->next = NULL;
    outgoing->size = size;
    memcpy(outgoing->bytes + LWS_PRE, text, size + 1);
    if (session->last == NULL) {
        session->first = outgoing;
    } else {
        session->last->next = outgoing;
    }
    session->last = outgoing;
    session->waiting += size;
    lws_callback_on_writable(session->wsi);
}

static bool write_message(struct net *net, struct session *session)
{
    struct outgoing *outgoing = session->first;
    int sent = lws_write(session->wsi, outgoing->bytes + LWS_PRE, outgoing->size, LWS_WRITE_TEXT);
    bool fine = sent >= (int)outgoing->size;
    session->first = outgoing->next;
    session->last = session->first == NULL ? NULL : session->last;
    session->waiting -= outgoing->size;
    net->counts.messages_out++;
    net->counts.bytes_out += outgoing->size;
    free(outgoing);
    return fine;
}

/* An answer and the update that follows from it travel together. */
static void cork(struct session *session, int yes)
{
    setsockopt(lws_get_socket_fd(session->wsi), IPPROTO_TCP, TCP_CORK, &yes, sizeof yes);
}

/* As many as the socket takes. Non-zero: the connection ends. */
static int write_some(struct net *net, struct session *session)
{
    bool fine = true, several = session->first != NULL && session->first->next != NULL;
    if (session->first == NULL && session->hang_up) {
        lws_close_reason(session->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION,
                         (unsigned char *)session->reason, strlen(session->reason));
        return -1;
    }
    if (several) {
        cork(session, 1);
    }
    for (uint32_t i = 0; fine && i < WRITE_MAX && session->first != NULL; i++) {
        fine = write_message(net, session);
        if (lws_partial_buffered(session->wsi)) {
            break; /* the library keeps the rest, and asks for more when that is gone */
        }
    }
    if (several && fine) {
        cork(session, 0);
    }
    if (session->first != NULL || session->hang_up) {
        lws_callback_on_writable(session->wsi);
    }
    return fine ? 0 : -1;
}

/* ---- receiving
 * ------------------------------------------------------------------------------------- */

static int refuse_frame(struct lws *wsi, enum lws_close_status status, const char *why)
{
    char text[64];
    snprintf(text, sizeof text, "%s", why);
    lws_close_reason(wsi, status, (unsigned char *)text, strlen(text));
    return -1;
}

static int receive(struct net *net, struct session *session, const void *bytes, size_t size)
{
    if (lws_frame_is_binary(session->wsi)) {
        return refuse_frame(session->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only");
    }
    net->counts.bytes_in += size;
    if (session->incoming_size + size > net->config.message_max) {
        return refuse_frame(session->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                            "the message is too large");
    }
    char *larger = realloc(session->incoming, session->incoming_size + size + 1);
    if (larger == NULL) {
        return -1;
    }
    session->incoming = larger;
    memcpy(larger + session->incoming_size, bytes, size);
    session->incoming_size += size;
    if (lws_remaining_packet_payload(session->wsi) == 0 && lws_is_final_fragment(session->wsi)) {
        char *text = session->incoming;
        size_t whole = session->incoming_size;
        text[whole] = '\0';
        session->incoming = NULL;
        session->incoming_size = 0;
        net->counts.messages_in++;
        net->hooks.message(net->hooks.context, session->id, text, whole);
        free(text);
    }
    return 0;
}

static void begin_session(struct net *net, struct session *session, struct lws *wsi)
{
    memset(session, 0, sizeof *session);
    session->wsi = wsi;
    session->id = ++net->last_id;
    table_put(&net->sessions, session->id, session);
    net->counts.websockets++;
    net->hooks.connected(net->hooks.context, session->id);
}

static void end_session(struct net *net, struct session *session)
{
    if (session->id == 0) {
        return;
    }
    uint64_t id = session->id;
    table_remove(&net->sessions, id);
    net->counts.websockets--;
    drop_outgoing(session);
    free(session->incoming);
    memset(session, 0, sizeof *session);
    net->hooks.closed(net->hooks.context, id);
}

/* A page of another site must not speak for somebody who looks at it. */
static bool same_origin(struct lws *wsi)
{
    char origin[256] = "", host[256] = "";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0) {
        return true; /* not a browser */
    }
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) {
        return false;
    }
    const char *name = strstr(origin, "://");
    return name != NULL && strcmp(name + 3, host) == 0;
}

/* Who stands behind a proxy on this machine is counted by the address that it tells: the last one,
 * since those before it may be made up. */
static bool let_forwarded_in(struct net *net, struct lws *wsi)
{
    char list[256] = "";
    struct guest *guest = lws_get_opaque_user_data(wsi);
    if (!net->config.forwarded || guest == NULL || guest->ticket != 0 ||
        lws_hdr_copy(wsi, list, sizeof list, WSI_TOKEN_X_FORWARDED_FOR) <= 0) {
        return true;
    }
    const char *comma = strrchr(list, ','), *address = comma == NULL ? list : comma + 1;
    address += strspn(address, " ");
    return visitors_enter(net->visitors, address, lws_now_usecs() / LWS_US_PER_MS, &guest->ticket);
}

static bool may_upgrade(struct net *net, struct lws *wsi)
{
    const struct guest *guest = lws_get_opaque_user_data(wsi);
    char path[64] = "";
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    if (guest == NULL || guest->door != NET_PLAY || strcmp(path, WS_PATH) != 0 ||
        !same_origin(wsi)) {
        return false;
    }
    bool fine = let_forwarded_in(net, wsi);
    net->counts.refused += !fine;
    return fine;
}

/* ---- pages
 * ----------------------------------------------------------------------------------------- */

static void free_page(struct session *session)
{
    if (session->page.owned) {
        union {
            const char *given;
            char *ours;
        } bytes = { session->page.bytes };
        free(bytes.ours);
    }
    memset(&session->page, 0, sizeof session->page);
    session->page_sent = 0;
}

struct headers {
    struct lws *wsi;
    unsigned char *at, *end;
    bool fine;
};

static void add_header(struct headers *headers, const char *name, const char *value)
{
    if (value != NULL && headers->fine) {
        headers->fine = lws_add_http_header_by_name(
                            headers->wsi, (const unsigned char *)name, (const unsigned char *)value,
                            (int)strlen(value), &headers->at, headers->end) == 0;
    }
}

static bool send_headers(struct session *session, const struct net_page *page)
{
    unsigned char room[LWS_PRE + HEADERS_ROOM], *start = room + LWS_PRE;
    struct headers headers = { session->wsi, start, room + sizeof room - 1, true };
    char attachment[96];
    headers.fine = lws_add_http_common_headers(session->wsi, (unsigned int)page->status, page->type,
                                               page->size, &headers.at, headers.end) == 0;
    add_header(&headers, "content-security-policy:", POLICY);
    add_header(&headers, "x-content-type-options:", "nosniff");
    add_header(&headers, "referrer-policy:", "no-referrer");
    add_header(&headers, "cross-origin-opener-policy:", "same-origin");
    add_header(&headers, "cross-origin-resource-policy:", "same-origin");
    add_header(&headers, "cache-control:", page->cache == NULL ? "no-store" : page->cache);
    add_header(&headers, "etag:", page->etag);
    if (page->download) {
        snprintf(attachment, sizeof attachment, "attachment; filename=\"%s\"", page->filename);
        add_header(&headers, "content-disposition:", attachment);
    }
    return headers.fine &&
           lws_finalize_write_http_header(session->wsi, start, &headers.at, headers.end) == 0;
}

static void plain_page(struct net_page *page, int status, const char *json)
{
    memset(page, 0, sizeof *page);
    page->status = status;
    page->type = "application/json";
    page->bytes = json;
    page->size = strlen(json);
}

static bool not_modified(struct lws *wsi, const struct net_page *page)
{
    char tag[64] = "";
    return page->etag != NULL && page->status == 200 &&
           lws_hdr_copy(wsi, tag, sizeof tag, WSI_TOKEN_HTTP_IF_NONE_MATCH) > 0 &&
           strcmp(tag, page->etag) == 0;
}

/* Non-zero: the connection ends. */
static int get_page(struct net *net, struct session *session, struct lws *wsi)
{
    const struct guest *guest = lws_get_opaque_user_data(wsi);
    char path[PATH_ROOM] = "";
    char *uri = NULL;
    int length = 0, method = lws_http_get_uri_and_method(wsi, &uri, &length);
    memset(session, 0, sizeof *session);
    session->wsi = wsi;
    bool head = method == LWSHUMETH_HEAD;
    if (method != LWSHUMETH_GET && !head) {
        plain_page(&session->page, 405, "{\"ok\":false,\"code\":\"method\",\"why\":\"GET only\"}");
    } else if (guest == NULL || length <= 0 || length >= PATH_ROOM ||
               memcpy(path, uri, (size_t)length) == NULL ||
               !net->hooks.get(net->hooks.context, guest->door, path, &session->page)) {
        plain_page(&session->page, 404,
                   "{\"ok\":false,\"code\":\"not_found\",\"why\":\"there is no such page\"}");
    }
    if (not_modified(wsi, &session->page)) {
        session->page.status = 304;
        session->page.size = 0;
    }
    if (!send_headers(session, &session->page)) {
        free_page(session);
        return -1;
    }
    if (head || session->page.size == 0) {
        free_page(session);
        return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PAGE_S);
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_page(struct session *session)
{
    unsigned char room[LWS_PRE + CHUNK];
    struct net_page *page = &session->page;
    if (page->bytes == NULL) {
        return 0;
    }
    size_t left = page->size - session->page_sent, part = left < CHUNK ? left : CHUNK;
    bool last = part == left;
    memcpy(room + LWS_PRE, page->bytes + session->page_sent, part);
    int sent =
        lws_write(session->wsi, room + LWS_PRE, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP);
    session->page_sent += part;
    if (sent != (int)part) {
        free_page(session);
        return -1;
    }
    if (!last) {
        lws_set_timeout(session->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PAGE_S);
        lws_callback_on_writable(session->wsi);
        return 0;
    }
    struct lws *wsi = session->wsi;
    free_page(session);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/* ---- doors
 * ----------------------------------------------------------------------------------------- */

static struct lws *adopt(struct net *net, enum net_door door, int fd)
{
    if (door != NET_ADMIN) {
        return lws_adopt_socket_vhost(net->vhost, fd);
    }
    lws_sock_file_fd_type socket = { .sockfd = fd };
    return lws_adopt_descriptor_vhost(net->vhost, LWS_ADOPT_SOCKET, socket, "admin", NULL);
}

/* Whether there is room for one more, from there. */
static bool admit(struct net *net, const struct sockaddr_storage *from, socklen_t size,
                  struct guest *guest)
{
    char address[ADDRESS_ROOM] = "";
    if (net->counts.open >= net->config.connections_max) {
        return false;
    }
    if (guest->door != NET_PLAY) {
        return true;
    }
    getnameinfo((const struct sockaddr *)from, size, address, sizeof address, NULL, 0,
                NI_NUMERICHOST);
    return visitors_enter(net->visitors, address, lws_now_usecs() / LWS_US_PER_MS, &guest->ticket);
}

static void let_in(struct net *net, enum net_door door, int fd, const struct sockaddr_storage *from,
                   socklen_t size)
{
    struct guest *guest = calloc(1, sizeof *guest);
    RD_ASSERT(guest != NULL);
    guest->door = door;
    if (!admit(net, from, size, guest)) {
        net->counts.refused++;
        free(guest);
        close(fd);
        return;
    }
    struct lws *wsi = adopt(net, door, fd); /* which closes what it doesn't want */
    if (wsi == NULL) {
        visitors_leave(net->visitors, guest->ticket);
        free(guest);
        return;
    }
    lws_set_opaque_user_data(wsi, guest);
    net->counts.open++;
    net->counts.connections++;
}

static void open_door(struct net *net, enum net_door door)
{
    for (uint32_t i = 0; i < ACCEPT_MAX; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int yes = 1, fd = accept4(net->config.door[door], (struct sockaddr *)&from, &size,
                                  SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            return;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        let_in(net, door, fd, &from, size);
    }
}

static void farewell(struct net *net, struct lws *wsi)
{
    struct guest *guest = lws_get_opaque_user_data(wsi);
    if (guest != NULL) {
        visitors_leave(net->visitors, guest->ticket);
        lws_set_opaque_user_data(wsi, NULL);
        net->counts.open--;
        free(guest);
    }
}

static int door_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t size)
{
    struct net *net = net_of(wsi);
    (void)user;
    (void)in;
    (void)size;
    for (uint32_t door = 0; reason == LWS_CALLBACK_RAW_RX_FILE && door < NET_DOORS; door++) {
        if (net->config.door[door] == lws_get_socket_fd(wsi)) {
            open_door(net, (enum net_door)door);
        }
    }
    return 0;
}

/* ---- admin
 * ----------------------------------------------------------------------------------------- */

struct errand {
    char *in;
    size_t size;
    char *answer;
};

static int take_errand(struct net *net, struct lws *wsi, struct errand *errand, const char *bytes,
                       size_t size)
{
    if (errand->answer != NULL || errand->size + size > ADMIN_MAX) {
        return -1;
    }
    char *larger = realloc(errand->in, errand->size + size + 1);
    if (larger == NULL) {
        return -1;
    }
    errand->in = larger;
    memcpy(larger + errand->size, bytes, size);
    errand->size += size;
    larger[errand->size] = '\0';
    char *newline = strchr(larger, '\n');
    if (newline != NULL) {
        *newline = '\0';
        errand->answer = net->hooks.admin(net->hooks.context, larger);
        lws_callback_on_writable(wsi);
    }
    return 0;
}

/* All of it at once: the library keeps what the socket doesn't take. */
static int answer_errand(struct lws *wsi, struct errand *errand)
{
    if (errand->answer == NULL) {
        return 0;
    }
    size_t size = strlen(errand->answer);
    unsigned char *room = malloc(LWS_PRE + size + 1);
    if (room == NULL) {
        return -1;
    }
    memcpy(room + LWS_PRE, errand->answer, size);
    room[LWS_PRE + size] = '\n';
    int sent = lws_write(wsi, room + LWS_PRE, size + 1, LWS_WRITE_RAW);
    free(room);
    return sent < 0 || !lws_partial_buffered(wsi) ? -1 : 0;
}

static int admin_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                          size_t size)
{
    struct errand *errand = user;
    int reasons = (int)reason;
    switch (reasons) {
    case LWS_CALLBACK_RAW_RX:
        return take_errand(net_of(wsi), wsi, errand, in, size);
    case LWS_CALLBACK_RAW_WRITEABLE:
        return answer_errand(wsi, errand);
    case LWS_CALLBACK_RAW_CLOSE:
        free(errand->in);
        free(errand->answer);
        memset(errand, 0, sizeof *errand);
        return 0;
    default:
        return 0;
    }
}

/* ---- libwebsockets
 * --------------------------------------------------------------------------------- */

static int on_http(struct net *net, struct session *session, struct lws *wsi,
                   enum lws_callback_reasons reason)
{
    if (reason == LWS_CALLBACK_HTTP) {
        return get_page(net, session, wsi);
    }
    if (reason == LWS_CALLBACK_HTTP_WRITEABLE) {
        return session == NULL ? 0 : write_page(session);
    }
    if (session != NULL) { /* LWS_CALLBACK_CLOSED_HTTP */
        free_page(session);
    }
    return 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size)
{
    struct net *net = net_of(wsi);
    struct session *session = user;
    int reasons = (int)reason; /* most of the hundred are not for us */
    switch (reasons) {
    case LWS_CALLBACK_WSI_DESTROY:
        farewell(net, wsi);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_upgrade(net, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        begin_session(net, session, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(net, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_some(net, session);
    case LWS_CALLBACK_CLOSED:
        end_session(net, session);
        return 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_CLOSED_HTTP:
        return on_http(net, session, wsi, reason);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        net->hooks.woken(net->hooks.context);
        return 0;
    default:
        return 0;
    }
}

static void complain(int level, const char *line)
{
    char text[256];
    snprintf(text, sizeof text, "%s", line);
    text[strcspn(text, "\n\"")] = '\0';
    server_log("network", "level=%d text=\"%s\"", level, text);
}

static const struct lws_protocols protocols[] = {
    { .name = "redoubt",
      .callback = callback,
      .per_session_data_size = sizeof(struct session),
      .rx_buffer_size = 4096 },
    { .name = "door", .callback = door_callback },
    { .name = "admin",
      .callback = admin_callback,
      .per_session_data_size = sizeof(struct errand),
      .rx_buffer_size = 4096 },
    { 0 },
};

/* We accept connections ourselves: so doors may be inherited, and nobody is let in to be counted
 * only then. */
static bool watch_doors(struct net *net)
{
    for (uint32_t door = 0; door < NET_DOORS; door++) {
        lws_sock_file_fd_type listening = { .filefd = net->config.door[door] };
        if (listening.filefd >= 0 && lws_adopt_descriptor_vhost(net->vhost, LWS_ADOPT_RAW_FILE_DESC,
                                                                listening, "door", NULL) == NULL) {
            return false;
        }
    }
    return true;
}

static bool build(struct net *net)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = net,
        .keepalive_timeout = 15,
        .timeout_secs = net->config.handshake_s,
        .retry_and_idle_policy = &net->keep_alive,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .server_string = "redoubt",
        .gid = -1,
        .uid = -1,
    };
    net->context = lws_create_context(&info);
    net->vhost = net->context == NULL ? NULL : lws_create_vhost(net->context, &info);
    return net->vhost != NULL && watch_doors(net);
}

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks,
                     struct rd_problem *problem)
{
    struct net *net = calloc(1, sizeof *net);
    RD_ASSERT(net != NULL);
    net->config = *config;
    net->hooks = *hooks;
    net->keep_alive.secs_since_valid_ping = (uint16_t)config->silence_s;
    net->keep_alive.secs_since_valid_hangup = (uint16_t)(config->silence_s * 3 / 2);
    net->visitors = visitors_open(config->per_address, config->per_minute);
    lws_set_log_level(LLL_ERR, complain);
    if (!build(net)) {
        rd_problem_at(problem, NULL, "the network can't be set up");
        net_close(net);
        return NULL;
    }
    return net;
}

void net_close(struct net *net)
{
    if (net == NULL) {
        return;
    }
    if (net->context != NULL) {
        lws_context_destroy(net->context); /* the doors as well */
    }
    visitors_close(net->visitors);
    table_free(&net->sessions);
    free(net);
}

struct net_counts net_count(const struct net *net)
{
    return net->counts;
}

static void timer_due(lws_sorted_usec_list_t *timer)
{
    struct net *net = lws_container_of(timer, struct net, timer);
    net->hooks.woken(net->hooks.context);
}

void net_set_timer(struct net *net, int64_t in_ms)
{
    lws_sul_schedule(net->context, 0, &net->timer, timer_due,
                     (in_ms < 0 ? 0 : in_ms) * LWS_US_PER_MS);
}

void net_wake(struct net *net)
{
    lws_cancel_service(net->context);
}

static bool all_sent(const struct net *net)
{
    for (size_t i = 0; i < net->sessions.room; i++) {
        const struct session *session = net->sessions.slot[i].value;
        if (session != NULL && session->waiting > 0) {
            return false;
        }
    }
    return true;
}

void net_run(struct net *net)
{
    while (!net->stop && lws_service(net->context, 0) >= 0) {
    }
    lws_usec_t until = lws_now_usecs() + DRAIN_MS * LWS_US_PER_MS;
    while (!all_sent(net) && lws_now_usecs() < until && lws_service(net->context, -1) >= 0) {
    }
}

void net_stop(struct net *net)
{
    net->stop = true;
}
