#include "server/shell/net.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "server/core/table.h"
#include "server/shell/log.h"

#define WS_PATH "/v1/ws"
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " \
    "frame-ancestors 'none'"

enum { CHUNK = 16384, DRAIN_MS = 1000, HEADERS_ROOM = 2048, PATH_ROOM = 1024 };

/* A message that waits to be sent, with the room before it that the library asks for. */
struct outgoing {
    struct outgoing *next;
    size_t size;
    unsigned char bytes[];
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
    uint64_t last_id;
    uint32_t sockets;
    lws_sorted_usec_list_t timer;
    int port;
    bool stop;
};

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

/* One message at a time. Non-zero: the connection ends. */
static int write_next(struct session *session)
{
    struct outgoing *outgoing = session->first;
    if (outgoing == NULL) {
        if (session->hang_up) {
            lws_close_reason(session->wsi, LWS_CLOSE_STATUS_POLICY_VIOLATION,
                             (unsigned char *)session->reason, strlen(session->reason));
            return -1;
        }
        return 0;
    }
    int sent = lws_write(session->wsi, outgoing->bytes + LWS_PRE, outgoing->size, LWS_WRITE_TEXT);
    session->first = outgoing->next;
    session->last = session->first == NULL ? NULL : session->last;
    session->waiting -= outgoing->size;
    bool fine = sent >= (int)outgoing->size;
    free(outgoing);
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
    net->hooks.connected(net->hooks.context, session->id);
}

static void end_session(struct net *net, struct session *session)
{
    if (session->id == 0) {
        return;
    }
    uint64_t id = session->id;
    table_remove(&net->sessions, id);
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

static bool may_upgrade(struct lws *wsi)
{
    char path[64] = "";
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    return strcmp(path, WS_PATH) == 0 && same_origin(wsi);
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
    char path[PATH_ROOM] = "";
    char *uri = NULL;
    int length = 0, method = lws_http_get_uri_and_method(wsi, &uri, &length);
    memset(session, 0, sizeof *session);
    session->wsi = wsi;
    bool head = method == LWSHUMETH_HEAD;
    if (method != LWSHUMETH_GET && !head) {
        plain_page(&session->page, 405, "{\"ok\":false,\"code\":\"method\",\"why\":\"GET only\"}");
    } else if (length <= 0 || length >= PATH_ROOM || memcpy(path, uri, (size_t)length) == NULL ||
               !net->hooks.get(net->hooks.context, path, &session->page)) {
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
        lws_callback_on_writable(session->wsi);
        return 0;
    }
    struct lws *wsi = session->wsi;
    free_page(session);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
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
    struct lws_context *context = lws_get_context(wsi);
    struct net *net = lws_context_user(context);
    struct session *session = user;
    int reasons = (int)reason; /* most of the hundred are not for us */
    switch (reasons) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return net->sockets >= net->config.connections_max;
    case LWS_CALLBACK_WSI_CREATE:
        net->sockets++;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        net->sockets -= net->sockets > 0;
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return may_upgrade(wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        begin_session(net, session, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(net, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_next(session);
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
    { 0 },
};

static const lws_retry_bo_t keep_alive = { .secs_since_valid_ping = 60,
                                           .secs_since_valid_hangup = 90 };

struct net *net_open(const struct net_config *config, const struct net_hooks *hooks,
                     struct rd_problem *problem)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL) {
        rd_problem_at(problem, NULL, "out of memory");
        return NULL;
    }
    net->config = *config;
    net->hooks = *hooks;
    lws_set_log_level(LLL_ERR, complain);
    struct lws_context_creation_info info = {
        .port = config->port,
        .iface = config->bind,
        .protocols = protocols,
        .user = net,
        .keepalive_timeout = 15,
        .timeout_secs = 15,
        .retry_and_idle_policy = &keep_alive,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .server_string = "redoubt",
        .gid = -1,
        .uid = -1,
    };
    net->context = lws_create_context(&info);
    struct lws_vhost *vhost = net->context == NULL ? NULL : lws_create_vhost(net->context, &info);
    if (vhost == NULL || lws_get_vhost_listen_port(vhost) <= 0) {
        rd_problem_at(problem, NULL, "can't listen on %s port %d: is another program using it?",
                      config->bind == NULL ? "any address," : config->bind, config->port);
        net_close(net);
        return NULL;
    }
    net->port = lws_get_vhost_listen_port(vhost);
    return net;
}

void net_close(struct net *net)
{
    if (net == NULL) {
        return;
    }
    if (net->context != NULL) {
        lws_context_destroy(net->context);
    }
    table_free(&net->sessions);
    free(net);
}

int net_port(const struct net *net)
{
    return net->port;
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
