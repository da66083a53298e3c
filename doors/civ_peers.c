#include "doors/civ_peers.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    READ_MAX = 16384,
    UNREAD_MAX = 1 << 20, /* bytes of answers that nobody fetches */
    IDLE_MS = 120000      /* without a byte */
};

int64_t civ_clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* ---- answers ---- */

static void append(char **bytes, size_t *count, const char *more, size_t size)
{
    *bytes = realloc(*bytes, *count + size + 1);
    RD_ASSERT(*bytes != NULL);
    memcpy(*bytes + *count, more, size);
    *count += size;
}

static void send_answer(struct peer *peer, const struct answer *answer, bool with_body)
{
    char head[512];
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s\r\n",
                          answer->status, http_reason(answer->status), answer->type, answer->size,
                          peer->closing ? "Connection: close\r\n" : "");
    append(&peer->out, &peer->out_count, head, (size_t)length);
    if (with_body) {
        append(&peer->out, &peer->out_count, answer->body, answer->size);
    }
}

static void answer_request(struct civ_peers *peers, struct peer *peer,
                           const struct request *request)
{
    struct answer answer;
    peers->answer(peers->context, request, &answer);
    peer->closing = !request->head.stays;
    send_answer(peer, &answer, request->head.method != HTTP_HEAD);
    free(answer.body);
}

static void answer_all(struct civ_peers *peers, struct peer *peer)
{
    static const char bad[] =
        "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    struct request *request = malloc(sizeof *request);
    RD_ASSERT(request != NULL);
    while (!peer->closing && !peers->held) {
        enum http_result result = request_read(peer->in, peer->in_count, request);
        if (result == HTTP_MORE) {
            break;
        }
        if (result != HTTP_FINE) {
            append(&peer->out, &peer->out_count, bad, sizeof bad - 1);
            peer->closing = true;
            break;
        }
        answer_request(peers, peer, request);
        peer->in_count -= request->body.whole;
        memmove(peer->in, peer->in + request->body.whole, peer->in_count);
    }
    free(request);
}

/* ---- connections ---- */

/* False: it is over. */
static bool hear(struct civ_peers *peers, struct peer *peer)
{
    char bytes[READ_MAX];
    ssize_t size = read(peer->fd, bytes, sizeof bytes);
    if (size <= 0) {
        return size < 0 && (errno == EAGAIN || errno == EINTR);
    }
    peer->heard_ms = civ_clock_ms(CLOCK_MONOTONIC);
    append(&peer->in, &peer->in_count, bytes, (size_t)size);
    answer_all(peers, peer);
    return peer->in_count <= HTTP_HEAD_MAX + HTTP_BODY_MAX;
}

static bool speak(struct peer *peer)
{
    while (peer->out_sent < peer->out_count) {
        ssize_t size = send(peer->fd, peer->out + peer->out_sent, peer->out_count - peer->out_sent,
                            MSG_NOSIGNAL);
        if (size < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        peer->out_sent += (size_t)size;
    }
    peer->out_count = peer->out_sent = 0;
    return !peer->closing;
}

static void leave(struct civ_peers *peers, uint32_t index)
{
    struct peer *peer = &peers->peer[index];
    close(peer->fd);
    free(peer->in);
    free(peer->out);
    *peer = peers->peer[--peers->peers];
}

static void let_in(struct civ_peers *peers)
{
    int on = 1, fd = accept4(peers->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
        return;
    }
    if (peers->peers == peers->most) {
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct peer peer = { .fd = fd, .heard_ms = civ_clock_ms(CLOCK_MONOTONIC) };
    peers->peer[peers->peers++] = peer;
}

/* ---- all of them ---- */

uint32_t civ_peers_wait(const struct civ_peers *peers, struct pollfd *ends)
{
    uint32_t count = peers->peers;
    for (uint32_t i = 0; i < count; i++) {
        const struct peer *peer = &peers->peer[i];
        bool full = peer->out_count > UNREAD_MAX; /* then it may wait, not we grow */
        ends[i] =
            (struct pollfd){ .fd = peer->fd,
                             .events = (short)((full ? 0 : POLLIN) |
                                               (peer->out_count > peer->out_sent ? POLLOUT : 0)) };
    }
    ends[count] = (struct pollfd){ .fd = peers->listener, .events = POLLIN };
    return count;
}

void civ_peers_serve(struct civ_peers *peers, const struct pollfd *ends, uint32_t count)
{
    int64_t now = civ_clock_ms(CLOCK_MONOTONIC);
    for (uint32_t i = count; i-- > 0;) { /* backwards: whoever leaves is replaced by one served */
        struct peer *peer = &peers->peer[i];
        bool stays = now - peer->heard_ms < IDLE_MS;
        if (stays && (ends[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
            stays = hear(peers, peer);
        }
        if (stays && peer->out_count > 0) {
            stays = speak(peer);
        }
        if (!stays) {
            leave(peers, i);
        }
    }
    if (ends[count].revents != 0) {
        let_in(peers);
    }
}

void civ_peers_go_on(struct civ_peers *peers)
{
    peers->held = false;
    for (uint32_t i = peers->peers; i-- > 0;) {
        answer_all(peers, &peers->peer[i]);
        if (!speak(&peers->peer[i])) {
            leave(peers, i);
        }
    }
}

void civ_peers_leave(struct civ_peers *peers)
{
    while (peers->peers > 0) {
        leave(peers, peers->peers - 1);
    }
}
