/* HTTP heads and WebSocket frames: as the RFCs have them, in every split, and from random bytes. */
#include <stdlib.h>

#include "net/http.h"
#include "redoubt/base.h"
#include "server/shell/hosts.h"
#include "server/shell/websocket.h"
#include "tests/check.h"

enum { MESSAGE_MAX = 1000 };

static enum http_result read_text(const char *text, struct http_request *request)
{
    return http_read(text, strlen(text), request);
}

static void a_request(void)
{
    struct http_request request;
    const char *text =
        "GET /v1/m%61tches/m7?x=1 HTTP/1.1\r\nHost: a.example:80\r\norigin:  http://b \r\n"
        "If-None-Match: \"abc\"\r\nX-Forwarded-For: 1.2.3.4, 5.6.7.8\r\n\r\nGET";
    CHECK_EQ(read_text(text, &request), HTTP_FINE);
    CHECK_EQ(request.head, strlen(text) - 3);
    CHECK_EQ(request.method, HTTP_GET);
    CHECK_TEXT(request.path, "/v1/matches/m7");
    CHECK_TEXT(request.host, "a.example:80");
    CHECK_TEXT(request.origin, "http://b");
    CHECK_TEXT(request.if_none_match, "\"abc\"");
    CHECK_TEXT(request.forwarded, "1.2.3.4, 5.6.7.8");
    CHECK(request.stays && request.body == HTTP_NO_BODY && !request.upgrade && !request.secure);
    CHECK_EQ(read_text("GET / HTTP/1.1\r\nX-Forwarded-Proto: https\r\n\r\n", &request), HTTP_FINE);
    CHECK(request.secure);
    CHECK_EQ(read_text(text, &request), HTTP_FINE);
    for (size_t size = 0; size < request.head; size++) {
        struct http_request part;
        CHECK_EQ(http_read(text, size, &part), HTTP_MORE);
    }
}

static void an_upgrade(void)
{
    struct http_request request;
    CHECK_EQ(read_text(
                 "GET /v1/ws HTTP/1.1\r\nConnection: keep-alive, Upgrade\r\nUPGRADE: WebSocket\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
                 &request),
             HTTP_FINE);
    CHECK(request.upgrade);
    char accept[WS_ACCEPT_ROOM];
    ws_accept(request.key, accept);
    CHECK_TEXT(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="); /* RFC 6455, 1.3 */
    CHECK_EQ(read_text("GET /v1/ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                       "Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n",
                       &request),
             HTTP_FINE);
    CHECK(!request.upgrade);
}

static void what_is_packed(void)
{
    static const struct {
        const char *codings;
        uint32_t packed;
    } asked[] = { { "gzip", HTTP_GZIP },
                  { "br, GZIP;q=0.8", HTTP_BROTLI | HTTP_GZIP },
                  { "deflate,gzip ; q=1", HTTP_GZIP },
                  { "gzip;q=0, Br", HTTP_BROTLI },
                  { "gzip, br; q=0.000", HTTP_GZIP },
                  { "gzipped, bro, b, r", 0 },
                  { "identity, *", 0 },
                  { "", 0 } };
    struct http_request request;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        char text[128];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nAccept-Encoding: %s\r\n\r\n",
                 asked[i].codings);
        CHECK_EQ(read_text(text, &request), HTTP_FINE);
        CHECK_EQ(request.codings, asked[i].packed);
    }
}

static void what_is_no_request(void)
{
    static const char *const bad[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET nowhere HTTP/1.1\r\n\r\n",
        "GET /%00 HTTP/1.1\r\n\r\n",
        "GET /%zz HTTP/1.1\r\n\r\n",
        "GET /a%2 HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\nA: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\nC: d\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n",
        "AMETHODTHATISTOOLONG / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5x\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    };
    struct http_request request;
    char *large = calloc(1, HTTP_HEAD_MAX + 1);
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(read_text(bad[i], &request), HTTP_BAD);
    }
    RD_ASSERT(large != NULL);
    memset(large, 'x', HTTP_HEAD_MAX);
    CHECK_EQ(http_read(large, HTTP_HEAD_MAX, &request), HTTP_TOO_LARGE);
    free(large);
    CHECK_EQ(read_text("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", &request), HTTP_FINE);
    CHECK(request.method == HTTP_OTHER && request.body == HTTP_SIZED);
    CHECK_EQ(request.body_size, 5);
    CHECK_EQ(read_text("GET / HTTP/1.0\r\n\r\n", &request), HTTP_FINE);
    CHECK(!request.stays);
}

static struct http_body body;

static enum http_result read_whole(const char *text, size_t size)
{
    struct http_request request;
    enum http_result result = http_read(text, size, &request);
    return result == HTTP_FINE ? http_read_body(text, size, &request, &body) : result;
}

static void expect_body(const char *text, const char *want)
{
    size_t whole = strlen(text);
    for (size_t size = 0; size < whole; size++) {
        CHECK_EQ(read_whole(text, size), HTTP_MORE);
    }
    CHECK_EQ(read_whole(text, whole), HTTP_FINE);
    CHECK_EQ(body.whole, whole);
    CHECK(body.size == strlen(want) && memcmp(body.bytes, want, body.size) == 0);
}

#define CHUNKED "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"

static void bodies(void)
{
    expect_body("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "hello");
    expect_body("POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "hello");
    expect_body("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "");
    expect_body("GET / HTTP/1.1\r\n\r\n", "");
    expect_body(CHUNKED "5\r\nhello\r\nb;a=b\r\n dear world\r\n0\r\n\r\n", "hello dear world");
    static const char *const bad[] = {
        CHUNKED "2\r\nkey\r\n0\r\n\r\n",
        CHUNKED "fffffffff\r\n",
        CHUNKED "x\r\n\r\n",
        CHUNKED "0\r\nA: b\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 18446744073709551617\r\n\r\nx",
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(read_whole(bad[i], strlen(bad[i])), HTTP_BAD);
    }
}

/* A masked frame as a client sends it; returns its length. */
static size_t frame(unsigned char *out, int first, const char *bytes, size_t size)
{
    unsigned char head[WS_HEAD_MAX];
    static const unsigned char mask[4] = { 1, 0xfe, 0x37, 0x80 };
    size_t length = ws_head(WS_TEXT, size, head);
    head[0] = (unsigned char)first;
    head[1] |= 0x80;
    memcpy(out, head, length);
    memcpy(out + length, mask, 4);
    for (size_t i = 0; i < size; i++) {
        out[length + 4 + i] = (unsigned char)bytes[i] ^ mask[i % 4];
    }
    return length + 4 + size;
}

static uint32_t status_of(int first, const char *bytes, size_t size)
{
    unsigned char room[2 * MESSAGE_MAX];
    struct ws_reader reader = { .parts = NULL };
    struct ws_frame got = { .status = 0 };
    size_t used, length = frame(room, first, bytes, size);
    enum ws_result result = ws_read(&reader, (char *)room, length, MESSAGE_MAX, &used, &got);
    ws_reader_free(&reader);
    return result == WS_WRONG ? got.status : 0;
}

static void frames_and_their_faults(void)
{
    static const char zeros[MESSAGE_MAX + 1];
    CHECK_EQ(status_of(0x81, "hello", 5), 0);
    CHECK_EQ(status_of(0x81, "\xc3\xa4", 2), 0);
    CHECK_EQ(status_of(0x81, zeros, MESSAGE_MAX), 0);
    CHECK_EQ(status_of(0x81, zeros, MESSAGE_MAX + 1), WS_TOO_LARGE);
    CHECK_EQ(status_of(0x82, "x", 1), WS_UNSUPPORTED);
    CHECK_EQ(status_of(0x80, "x", 1), WS_PROTOCOL); /* a part of nothing */
    CHECK_EQ(status_of(0x83, "x", 1), WS_PROTOCOL);
    CHECK_EQ(status_of(0x8b, "x", 1), WS_PROTOCOL);
    CHECK_EQ(status_of(0xc1, "x", 1), WS_PROTOCOL); /* a reserved bit */
    CHECK_EQ(status_of(0x09, "x", 1), WS_PROTOCOL); /* a ping in parts */
    CHECK_EQ(status_of(0x89, zeros, 126), WS_PROTOCOL);
    CHECK_EQ(status_of(0x88, "\x03\xe8", 2), 0);
    CHECK_EQ(status_of(0x88, "x", 1), WS_PROTOCOL);
    CHECK_EQ(status_of(0x88, "\x03\xed", 2), WS_PROTOCOL); /* 1005 is never sent */
    static const char *const bad[] = { "\xff",
                                       "\xc0\x80",
                                       "\xe0\x80\x80",
                                       "\xed\xa0\x80",
                                       "\xf4\x90\x80\x80",
                                       "\xf8\x88\x80\x80",
                                       "\xe2\x82",
                                       "\x80" };
    for (uint32_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        CHECK_EQ(status_of(0x81, bad[i], strlen(bad[i])), WS_NOT_UTF8);
    }
    CHECK(ws_utf8("\xe2\x82\xac\xf0\x9f\x98\x80\xed\x9f\xbf\xf4\x8f\xbf\xbf", 14));
    unsigned char unmasked[] = { 0x81, 1, 'x', 0, 0, 0, 0 };
    unsigned char huge[] = {
        0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0
    };
    struct ws_reader reader = { .parts = NULL };
    struct ws_frame got;
    size_t used;
    CHECK_EQ(ws_read(&reader, (char *)unmasked, sizeof unmasked, MESSAGE_MAX, &used, &got),
             WS_WRONG);
    CHECK_EQ(ws_read(&reader, (char *)huge, sizeof huge, MESSAGE_MAX, &used, &got), WS_WRONG);
    CHECK_EQ(got.status, WS_TOO_LARGE);
}

/* Parts with a ping between them, cut at every byte. */
static void a_message_in_parts_cut_anywhere(void)
{
    unsigned char whole[200];
    size_t size = frame(whole, 0x01, "one ", 4);
    size += frame(whole + size, 0x89, "ping", 4);
    size += frame(whole + size, 0x00, "two ", 4);
    size += frame(whole + size, 0x80, "three", 5);
    size += frame(whole + size, 0x81, "next", 4);
    for (size_t cut = 0; cut <= size; cut++) {
        char bytes[200], said[200] = "";
        struct ws_reader reader = { .parts = NULL };
        size_t at = 0, used = 0;
        memcpy(bytes, whole, size);
        for (size_t end = cut; at < size; end = size) {
            struct ws_frame got;
            enum ws_result result;
            while ((result = ws_read(&reader, bytes + at, end - at, MESSAGE_MAX, &used, &got)) !=
                   WS_WAIT) {
                CHECK(result != WS_WRONG);
                at += used;
                if (result == WS_FRAME) {
                    snprintf(said + strlen(said), sizeof said - strlen(said), "[%d %.*s]",
                             (int)got.opcode, (int)got.size, got.bytes);
                }
            }
        }
        ws_reader_free(&reader);
        CHECK_TEXT(said, "[9 ping][1 one two three][1 next]");
    }
}

static void a_message_has_so_many_parts(void)
{
    unsigned char bytes[16];
    struct ws_reader reader = { .parts = NULL };
    struct ws_frame got = { .status = 0 };
    size_t used;
    for (uint32_t i = 0; i < WS_PARTS_MAX; i++) {
        size_t size = frame(bytes, i == 0 ? 0x01 : 0x00, "", 0); /* empty ones cost nothing else */
        CHECK_EQ(ws_read(&reader, (char *)bytes, size, MESSAGE_MAX, &used, &got), WS_NOTHING);
    }
    size_t size = frame(bytes, 0x80, "x", 1);
    CHECK_EQ(ws_read(&reader, (char *)bytes, size, MESSAGE_MAX, &used, &got), WS_WRONG);
    CHECK_EQ(got.status, WS_TOO_LARGE);
    ws_reader_free(&reader);
}

static void of_long_values_the_end_is_kept(void)
{
    struct http_request request;
    char text[1024], filler[401];
    memset(filler, 'x', sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    snprintf(text, sizeof text,
             "GET / HTTP/1.1\r\nX-Forwarded-For: %s, 9.8.7.6\r\nOrigin: http://%s\r\n\r\n", filler,
             filler);
    CHECK_EQ(read_text(text, &request), HTTP_FINE);
    CHECK_TEXT(request.forwarded + strlen(request.forwarded) - 9, ", 9.8.7.6");
    CHECK(request.origin[0] == 'x'); /* no page of ours */
}

/* Whatever comes: no crash, no byte beyond the end, and progress or an end. */
static void random_bytes(void)
{
    uint64_t luck = 88172645463325252u;
    for (uint32_t round = 0; round < 20000; round++) {
        size_t size = luck % 300;
        char *bytes = malloc(size + 1);
        struct ws_reader reader = { .parts = NULL };
        struct http_request request;
        RD_ASSERT(bytes != NULL);
        for (size_t i = 0; i < size; i++) {
            luck ^= luck << 13;
            luck ^= luck >> 7;
            luck ^= luck << 17;
            bytes[i] = round % 2 == 0 ? (char)luck : "GET /%: \r\n"[luck % 10];
        }
        http_read(bytes, size, &request);
        CHECK(strlen(request.path) < HTTP_PATH_ROOM);
        size_t at = 0, used = 0;
        struct ws_frame got;
        for (enum ws_result result = WS_FRAME; result == WS_FRAME || result == WS_NOTHING;
             at += used) {
            result = ws_read(&reader, bytes + at, size - at, MESSAGE_MAX, &used, &got);
            CHECK(at + used <= size && (used > 0 || result == WS_WAIT || result == WS_WRONG));
        }
        ws_reader_free(&reader);
        free(bytes);
        luck += round;
    }
}

static void hosts_that_are_answered(void)
{
    static const struct {
        const char *host, *names;
        bool fine;
    } cases[] = {
        { "127.0.0.1:7777", "", true },
        { "[::1]:7777", "", true },
        { "localhost:7777", "", true },
        { "LocalHost.", "", true },
        { "x.localhost", "", true },
        { "box:7777", "", true },
        { "box.local", "", true },
        { "box.evil.example", "", false },
        { "evil.example", "", false },
        { "evil.example:7777", "play.example.org", false },
        { "localhost.evil.example", "", false },
        { "127.0.0.1.evil.example", "", false },
        { "[::1].evil.example", "", true }, /* what follows an address is no name */
        { "[", "", true },
        { "[]", "", true },
        { "[evil]", "", true },
        { ":7777", "", false },
        { "x", "", true },
        { "", "*", false },
        { "play.example.org", "a.example, play.example.org", true },
        { "PLAY.example.org:443", "a.example play.example.org", true },
        { "play.example.or", "play.example.org", false },
        { "evil.example", "*", true },
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_EQ(host_is_fine(cases[i].host, cases[i].names, "Box"), cases[i].fine);
    }
}

int main(void)
{
    RUN(a_request);
    RUN(an_upgrade);
    RUN(what_is_packed);
    RUN(what_is_no_request);
    RUN(bodies);
    RUN(frames_and_their_faults);
    RUN(a_message_in_parts_cut_anywhere);
    RUN(a_message_has_so_many_parts);
    RUN(of_long_values_the_end_is_kept);
    RUN(hosts_that_are_answered);
    RUN(random_bytes);
    return check_end();
}
