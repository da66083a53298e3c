/* Answers to requests: pages, and the upgrade to WebSocket. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "redoubt/base.h"
#include "server/shell/hosts.h"
#include "server/shell/log.h"
#include "server/shell/peer.h"

#define WS_PATH "/v1/ws"
#define POLICY                                                                      \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "  \
    "img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; " \
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " \
    "frame-ancestors 'none'"

enum { HEADERS_ROOM = 2048 /* of an answer */, NOTE_MS = 600000 };

/* ---- WebSocket ---- */

/* A page of another site must not speak for somebody who looks at it. */
static bool same_origin(const struct http_request *request)
{
    const char *name = strstr(request->origin, "://");
    return request->origin[0] == '\0' || /* not a browser */
           (name != NULL && strcmp(name + 3, request->host) == 0);
}

/* What is set wrong is told in the log, once in a while. The value comes from outside: of it only
 * what names and addresses are made of. */
static void note(struct net *net, enum note which, const char *value, const char *what)
{
    static const char *const events[NOTES] = {
        [NOTE_HOST] = "unknown_host", [NOTE_PROXY] = "proxy"
    };
    static const char signs[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    char shown[64];
    int64_t now = net_now_ms(), *noted = &net->noted_ms[which];
    if (*noted == 0 || now - *noted >= NOTE_MS) {
        snprintf(shown, sizeof shown, "%.63s", value);
        shown[strspn(shown, signs)] = '\0';
        *noted = now;
        server_log(events[which], "value=\"%s\" why=\"%s\"", shown, what);
    }
}

/* Who stands behind a proxy on this machine is counted by the address that it tells: the last one,
 * since those before it may be made up. Where nobody said that there is a proxy it is counted all
 * the same: otherwise nobody would be. One that tells no addresses can't be made out but by the
 * name that its visitors use. */
static bool let_forwarded_in(struct net *net, struct peer *peer, const struct http_request *request)
{
    const char *list = request->forwarded;
    if (peer->ticket != 0) {
        return true;
    }
    if (list[0] == '\0') {
        if (!host_is_fine(request->host, "", net->config.own) && request->host[0] != '\0') {
            note(net, NOTE_PROXY, request->host,
                 "a proxy tells no addresses, so nobody is limited: let it set X-Forwarded-For");
        }
        return true;
    }
    if (!net->config.forwarded && net->config.proxies[0] == '\0') {
        note(net, NOTE_PROXY, list, "there seems to be a proxy: set forwarded = yes");
    }
    const char *comma = strrchr(list, ','), *address = comma == NULL ? list : comma + 1;
    address += strspn(address, " ");
    bool fine = visitors_enter(net->visitors, address, net_now_ms(), &peer->ticket);
    net->counts.refused += !fine;
    return fine;
}

void peer_begin_talk(struct net *net, struct peer *peer)
{
    peer->id = ++net->last_id;
    hash_map_put(&net->by_id, peer->id, peer);
    net->hooks.connected(net->hooks.context, peer->id, peer->door, peer->ticket,
                         visitors_network(net->visitors, peer->ticket));
}

static void begin_websocket(struct net *net, struct peer *peer, const struct http_request *request)
{
    char accept[WS_ACCEPT_ROOM], head[256];
    ws_accept(request->key, accept);
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    peer_enqueue_copy(net, peer, head, (size_t)size, NULL, 0);
    peer->speech = SPEAKS_WEBSOCKET;
    peer->deadline_ms = INT64_MAX;
    net->counts.websockets++;
    peer_begin_talk(net, peer);
}

/* ---- pages ---- */

static void plain_page(struct net_page *page, int status, const char *json)
{
    memset(page, 0, sizeof *page);
    page->status = status;
    page->type = "application/json";
    page->bytes = json;
    page->size = strlen(json);
}

static void add_header(char *out, size_t room, const char *name, const char *value)
{
    size_t used = strlen(out);
    if (value != NULL) {
        snprintf(out + used, room - used, "%s: %s\r\n", name, value);
    }
}

static void send_head(struct net *net, struct peer *peer, const struct net_page *page)
{
    char head[HEADERS_ROOM] = "", attachment[96];
    snprintf(head, sizeof head, "HTTP/1.1 %d %s\r\n", page->status, http_reason(page->status));
    add_header(head, sizeof head, "server", "redoubt");
    add_header(head, sizeof head, "content-type", page->type);
    add_header(head, sizeof head, "content-security-policy", POLICY);
    add_header(head, sizeof head, "x-content-type-options", "nosniff");
    add_header(head, sizeof head, "referrer-policy", "no-referrer");
    add_header(head, sizeof head, "cross-origin-opener-policy", "same-origin");
    add_header(head, sizeof head, "cross-origin-resource-policy", "same-origin");
    add_header(head, sizeof head, "cache-control", page->cache == NULL ? "no-store" : page->cache);
    add_header(head, sizeof head, "etag", page->etag);
    add_header(head, sizeof head, "content-encoding", page->coding);
    add_header(head, sizeof head, "vary", page->varies ? "accept-encoding" : NULL);
    add_header(head, sizeof head, "connection", peer->stays ? "keep-alive" : "close");
    if (page->download) {
        snprintf(attachment, sizeof attachment, "attachment; filename=\"%s\"", page->filename);
        add_header(head, sizeof head, "content-disposition", attachment);
    }
    size_t used = strlen(head);
    int size = snprintf(head + used, sizeof head - used, "content-length: %zu\r\n\r\n", page->size);
    RD_ASSERT(used + (size_t)size < sizeof head);
    peer_enqueue_copy(net, peer, head, used + (size_t)size, NULL, 0);
}

/* Takes what the page owns. */
static void send_page(struct net *net, struct peer *peer, struct net_page *page, bool with_body)
{
    union { /* what is owned is ours to free */
        const char *given;
        char *ours;
    } bytes = { page->bytes };
    send_head(net, peer, page);
    if (with_body && page->size > 0) {
        struct outgoing *outgoing = malloc(sizeof *outgoing);
        RD_ASSERT(outgoing != NULL);
        outgoing->at = page->bytes;
        outgoing->size = page->size;
        outgoing->owned = page->owned ? bytes.ours : NULL;
        peer_enqueue(net, peer, outgoing);
    } else if (page->owned) {
        free(bytes.ours);
    }
    peer->leaving = !peer->stays;
    peer->served = peer->stays;
    peer->deadline_ms = net_now_ms() + PAGE_MS;
}

void peer_refuse(struct net *net, struct peer *peer, int status, const char *json)
{
    struct net_page page;
    plain_page(&page, status, json);
    peer->stays = false;
    send_head(net, peer, &page);
    peer_enqueue_copy(net, peer, json, page.size, NULL, 0);
    peer->leaving = true;
    peer->deadline_ms = net_now_ms() + PAGE_MS;
}

/* The page is not there yet: nothing more is read until it is. */
static void wait_for_page(struct net *net, struct peer *peer, const struct http_request *request)
{
    if (peer->asked == NULL) {
        peer->asked = malloc(sizeof *peer->asked);
        RD_ASSERT(peer->asked != NULL);
        *peer->asked = *request;
        peer->deadline_ms = net_now_ms() + PAGE_MS;
        net->asking++;
        peer_want(net, peer, false);
    }
}

void peer_forget_asked(struct net *net, struct peer *peer)
{
    if (peer->asked != NULL) {
        free(peer->asked);
        peer->asked = NULL;
        net->asking--;
    }
}

/* The name was looked up somewhere else, perhaps by a page that means no good. */
static bool knows_host(struct net *net, const struct peer *peer, const char *host)
{
    if (peer->door != NET_PLAY || host[0] == '\0' ||
        host_is_fine(host, net->config.hosts, net->config.own)) {
        return true;
    }
    note(net, NOTE_HOST, host, "if it is a name of this server, add it to hosts");
    return false;
}

bool peer_knows_host(struct net *net, struct peer *peer, const char *host)
{
    if (knows_host(net, peer, host)) {
        return true;
    }
    peer_refuse(net, peer, 421,
                "{\"ok\":false,\"code\":\"host\",\"why\":\"this server has another name; "
                "its settings (hosts) say which\"}");
    return false;
}

static void answer_get(struct net *net, struct peer *peer, const struct http_request *request)
{
    struct net_page page;
    peer->stays = request->stays;
    if (!net->hooks.get(net->hooks.context, peer->door, request->path, request->codings, &page)) {
        plain_page(&page, 404,
                   "{\"ok\":false,\"code\":\"not_found\",\"why\":\"there is no such page\"}");
    }
    if (page.status == 0) {
        wait_for_page(net, peer, request);
        return;
    }
    bool known =
        page.etag != NULL && page.status == 200 && strcmp(request->if_none_match, page.etag) == 0;
    if (known) {
        page.status = 304;
    }
    send_page(net, peer, &page, request->method == HTTP_GET && !known);
}

void peer_answer(struct net *net, struct peer *peer, const struct http_request *request)
{
    bool socket = peer->door == NET_PLAY && strcmp(request->path, WS_PATH) == 0;
    if (request->method == HTTP_OTHER || request->body != HTTP_NO_BODY) {
        peer_refuse(net, peer, 405, "{\"ok\":false,\"code\":\"method\",\"why\":\"GET only\"}");
    } else if (!peer_knows_host(net, peer, request->host)) {
        return;
    } else if (!socket) {
        answer_get(net, peer, request);
    } else if (!request->upgrade || !same_origin(request)) {
        peer_refuse(
            net, peer, request->upgrade ? 403 : 400,
            "{\"ok\":false,\"code\":\"upgrade\",\"why\":\"this is for WebSockets of the same "
            "origin\"}");
    } else if (!let_forwarded_in(net, peer, request)) {
        peer_refuse(net, peer, 429,
                    "{\"ok\":false,\"code\":\"full\",\"why\":\"too many connections\"}");
    } else {
        begin_websocket(net, peer, request);
    }
}

void net_ask_again(struct net *net)
{
    for (uint32_t i = 0; net->asking > 0 && i < net->peers; i++) {
        struct peer *peer = net->peer[i];
        if (peer->asked != NULL && !peer->dead) {
            struct http_request request = *peer->asked;
            answer_get(net, peer, &request);
            if (peer->first != NULL) { /* it was there; when it is sent, more is read */
                peer_forget_asked(net, peer);
                peer_want(net, peer, true);
            }
        }
    }
}
