/* A request to the site, from its first byte to the answer's last. Each has a thread of its own, a
 * time in which it must be there, and a size that is known before anything is read. */
#define _GNU_SOURCE /* NOLINT: getnameinfo, memmem */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clients/cli/site.h"
#include "host/text.h"

enum {
    HEAD_MS = 5000,    /* for what is left of the head */
    ANSWER_MS = 30000, /* for taking the answer */
    DRAIN_MAX = 1 << 20,
    DRAIN_MS = 2000
};

static const char policy[] =
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'";

/* ---- bytes ---- */

static bool wait_for(const struct visit *visit, short events)
{
    struct pollfd end = { .fd = visit->fd, .events = events };
    int64_t left = visit->until_ms - site_now_ms();
    return left > 0 && poll(&end, 1, (int)left) > 0;
}

/* More of it; false: nothing came in time. */
static bool read_more(struct visit *visit, size_t room)
{
    if (!wait_for(visit, POLLIN)) {
        return false;
    }
    ssize_t got = recv(visit->fd, visit->bytes + visit->size, room, MSG_DONTWAIT);
    visit->size += got > 0 ? (size_t)got : 0;
    return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool send_all(struct visit *visit, const char *bytes, size_t size)
{
    visit->until_ms = site_now_ms() + ANSWER_MS;
    for (size_t at = 0; at < size;) {
        if (!wait_for(visit, POLLOUT)) {
            return false;
        }
        ssize_t sent = send(visit->fd, bytes + at, size - at, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        }
        at += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

/* What we did not want to read: whoever is still sending would not see the answer otherwise. */
static void drain(struct visit *visit)
{
    char waste[4096];
    size_t taken = 0;
    shutdown(visit->fd, SHUT_WR);
    visit->until_ms = site_now_ms() + DRAIN_MS;
    while (taken < DRAIN_MAX && wait_for(visit, POLLIN)) {
        ssize_t got = recv(visit->fd, waste, sizeof waste, MSG_DONTWAIT);
        if (got <= 0) {
            return;
        }
        taken += (size_t)got;
    }
}

/* ---- answers ---- */

void visit_fail(struct visit *visit, int status, const char *why)
{
    visit->status = status;
    if (visit->head.authorization[0] != '\0') { /* a program, which shows it as it is */
        visit->type = "text/plain; charset=utf-8";
        fprintf(visit->out, "%s\n", why);
        return;
    }
    page_begin(visit, "That did not work");
    fputs("<p class=\"bad\" role=\"alert\">", visit->out);
    page_put(visit, why);
    fputs("</p>", visit->out);
    page_end(visit);
}

void visit_go(struct visit *visit, const char *path)
{
    size_t used = strlen(visit->more);
    visit->status = 303;
    snprintf(visit->more + used, sizeof visit->more - used, "location: %s\r\n", path);
}

bool visit_wants_person(struct visit *visit)
{
    if (visit->known && visit->person.quarantined[0] != '\0') {
        visit_fail(visit, 403, visit->person.quarantined);
        return false;
    }
    if (!visit->known && visit->head.authorization[0] == '\0' && visit->head.method == HTTP_GET) {
        visit_go(visit, "/contest/sign-in");
        return false;
    }
    if (!visit->known) {
        visit_fail(visit, 401, "sign in first, or send your key: Authorization: Bearer KEY");
    }
    return visit->known;
}

bool visit_wants_organiser(struct visit *visit)
{
    bool fine = visit->known && visit->person.organiser;
    if (!fine) {
        visit_fail(visit, visit->known ? 403 : 401, "this is for the organiser");
    }
    return fine;
}

static void send_answer(struct visit *visit, const char *text, size_t size)
{
    char head[2048], again[32] = "";
    if (visit->again_s > 0) {
        snprintf(again, sizeof again, "refresh: %u\r\n", visit->again_s);
    }
    int length =
        snprintf(head, sizeof head,
                 "HTTP/1.1 %d %s\r\nserver: redoubt\r\ncontent-type: %s\r\ncontent-length: %zu\r\n"
                 "content-security-policy: %s\r\nx-content-type-options: nosniff\r\n"
                 "referrer-policy: same-origin\r\ncross-origin-opener-policy: same-origin\r\n"
                 "cross-origin-resource-policy: same-origin\r\ncache-control: no-store\r\n"
                 "%s%sconnection: close\r\n\r\n",
                 visit->status, http_reason(visit->status), visit->type, size, visit->policy, again,
                 visit->more);
    if (length > 0 && (size_t)length < sizeof head && send_all(visit, head, (size_t)length) &&
        strcmp(visit->head.word, "HEAD") != 0) {
        send_all(visit, text, size);
    }
}

/* ---- bodies ---- */

bool visit_read_body(struct visit *visit, size_t max, int64_t wait_ms)
{
    const struct http_request *head = &visit->head;
    if (head->body != HTTP_SIZED) {
        visit_fail(visit, head->body == HTTP_NO_BODY ? 400 : 411,
                   "send what you hand in with its length (Content-Length)");
        return false;
    }
    if (head->length > max) {
        char why[120];
        snprintf(why, sizeof why, "that is too large: at most %zu bytes are taken", max);
        visit_fail(visit, 413, why);
        return false;
    }
    size_t whole = head->head + (size_t)head->length;
    ptrdiff_t query = head->query - visit->bytes;
    char *larger = realloc(visit->bytes, whole > visit->size ? whole + 1 : visit->size + 1);
    RD_ASSERT(larger != NULL);
    visit->bytes = larger;
    visit->head.query = larger + query;
    visit->until_ms = site_now_ms() + wait_ms;
    while (visit->size < whole) {
        if (!read_more(visit, whole - visit->size)) {
            visit_fail(visit, 400, "the rest of it did not come in time");
            return false;
        }
    }
    visit->size = whole;
    return true;
}

void visit_mark(const struct visit *visit, char out[SITE_HASH])
{
    unsigned char mark[32];
    crypto_generichash(mark, sizeof mark, (const unsigned char *)visit->key, strlen(visit->key),
                       visit->site->secret, sizeof visit->site->secret);
    sodium_bin2hex(out, SITE_HASH, mark, sizeof mark);
}

/* Browsers tell where a form comes from; other programs need not, and have no cookies. */
static bool is_ours(const struct visit *visit)
{
    const char *name = strstr(visit->head.origin, "://");
    return visit->head.origin[0] == '\0' ||
           (name != NULL && strcmp(name + 3, visit->head.host) == 0);
}

bool visit_read_form(struct visit *visit, size_t max, int64_t wait_ms)
{
    char mark[SITE_HASH];
    if (!is_ours(visit)) {
        visit_fail(visit, 403, "this form comes from a page of somebody else");
        return false;
    }
    if (!visit_read_body(visit, max, wait_ms)) {
        return false;
    }
    if (!form_read(visit->head.type, visit->bytes + visit->head.head, (size_t)visit->head.length,
                   &visit->form)) {
        visit_fail(visit, 400, "this is no form, or something in it is too long");
        return false;
    }
    visit_mark(visit, mark);
    if (visit->by_page && strcmp(form_value(&visit->form, "mark"), mark) != 0) {
        visit_fail(visit, 403, "this form is too old: load the page again");
        return false;
    }
    return true;
}

/* ---- who ---- */

bool visit_is_secure(const struct visit *visit)
{
    return (visit->believed && visit->head.secure) ||
           strncmp(visit->head.origin, "https://", 8) == 0;
}

/* Behind a proxy the last address that it tells. */
static void find_address(struct visit *visit)
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    char name[SITE_ADDRESS] = "";
    if (getpeername(visit->fd, (struct sockaddr *)&from, &size) == 0) {
        getnameinfo((struct sockaddr *)&from, size, name, sizeof name, NULL, 0, NI_NUMERICHOST);
    }
    const char *plain = strncmp(name, "::ffff:", 7) == 0 ? name + 7 : name;
    if (visit->believed) {
        const char *comma = strrchr(visit->head.forwarded, ',');
        plain = comma == NULL ? visit->head.forwarded : comma + 1;
        plain += strspn(plain, " ");
    }
    struct rd_text text = rd_text_into(visit->address, sizeof visit->address);
    uint32_t colons = 0; /* the first half of an address of version 6 is a household */
    for (const char *at = plain; *at != '\0' && colons < 4; at++) {
        colons += *at == ':';
        rd_text_add(&text, "%c", *at);
    }
}

/* contest=KEY, among other cookies. */
static bool find_cookie(const char *cookies, char key[SITE_KEY_ROOM])
{
    static const char name[] = "contest=";
    for (const char *at = cookies; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        size_t length = strcspn(at, "; ");
        if (strncmp(at, name, sizeof name - 1) == 0 && length - (sizeof name - 1) < SITE_KEY_ROOM) {
            snprintf(key, SITE_KEY_ROOM, "%.*s", (int)(length - (sizeof name - 1)),
                     at + sizeof name - 1);
            return true;
        }
    }
    return false;
}

static void find_person(struct visit *visit)
{
    static const char bearer[] = "Bearer ";
    const char *told = visit->head.authorization;
    if (strncmp(told, bearer, sizeof bearer - 1) == 0) {
        snprintf(visit->key, sizeof visit->key, "%s", told + sizeof bearer - 1);
    } else {
        visit->by_page = find_cookie(visit->head.cookie, visit->key);
    }
    visit->known =
        visit->key[0] != '\0' && person_of_key(visit->contest, visit->key, &visit->person);
    if (!visit->known) {
        memset(&visit->person, 0, sizeof visit->person);
        visit->by_page = false;
    }
}

/* ---- where to ---- */

static const struct route {
    const char *method, *path;
    bool below; /* and all below it */
    void (*run)(struct visit *);
} routes[] = {
    { "GET", "/contest", false, page_standings },
    { "GET", "/contest/", false, page_standings },
    { "GET", "/contest/games", false, page_games },
    { "GET", "/contest/board", false, page_board },
    { "GET", "/contest/style.css", false, page_style },
    { "GET", "/contest/public/", true, page_public },
    { "GET", "/contest/replay/", true, page_replay },
    { "GET", "/contest/ladder", true, page_file_of_game },
    { "GET", "/contest/final", true, page_file_of_game },
    { "GET", "/contest/sign-in", false, page_sign_in },
    { "POST", "/contest/sign-in", false, page_do_sign_in },
    { "POST", "/contest/sign-up", false, page_do_sign_up },
    { "POST", "/contest/sign-out", false, page_do_sign_out },
    { "GET", "/contest/me", false, page_mine },
    { "GET", "/contest/job/", true, page_job },
    { "GET", "/contest/errors/", true, page_errors },
    { "POST", "/contest/upload", false, page_do_upload },
    { "PUT", "/contest/upload", true, page_do_upload },
    { "POST", "/contest/fight", false, page_do_fight },
    { "GET", "/contest/organiser", false, page_organiser },
    { "GET", "/contest/export/", true, page_export },
    { "POST", "/contest/order", false, page_do_order },
};
enum { ROUTES = sizeof routes / sizeof routes[0] };

static void answer(struct visit *visit)
{
    const char *method = strcmp(visit->head.word, "HEAD") == 0 ? "GET" : visit->head.word;
    bool there = false;
    for (size_t i = 0; i < ROUTES; i++) {
        const struct route *route = &routes[i];
        bool fits = route->below ? strncmp(visit->head.path, route->path, strlen(route->path)) == 0
                                 : strcmp(visit->head.path, route->path) == 0;
        if (fits && strcmp(route->method, method) == 0) {
            route->run(visit);
            return;
        }
        there = there || fits;
    }
    visit_fail(visit, there ? 405 : 404, there ? "not like this" : "there is no such page");
}

static void run_known(struct visit *visit)
{
    struct rd_problem problem = { "" };
    find_address(visit);
    if (!rate_take(RATE_PAGES, visit->address)) {
        visit_fail(visit, 429, "that is too much at once: wait a while");
    } else if (!contest_open(visit->contest, visit->site->folder, false, &problem)) {
        visit_fail(visit, 503, problem.text);
    } else {
        find_person(visit);
        answer(visit);
    }
}

/* The whole head; false: it is none. */
static bool read_head(struct visit *visit)
{
    visit->until_ms = site_now_ms() + HEAD_MS;
    for (;;) {
        enum http_result result = http_read(visit->bytes, visit->size, &visit->head);
        if (result != HTTP_MORE) {
            return result == HTTP_FINE;
        }
        if (visit->size >= HTTP_HEAD_MAX || !read_more(visit, HTTP_HEAD_MAX - visit->size)) {
            return false;
        }
    }
}

void visit_run(struct site *site, int fd, bool believed, const char *bytes, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    struct visit *visit = calloc(1, sizeof *visit);
    RD_ASSERT(visit != NULL);
    visit->site = site;
    visit->fd = fd;
    visit->believed = believed;
    visit->status = 200;
    visit->type = "text/html; charset=utf-8";
    visit->policy = policy;
    visit->bytes = malloc((size > HTTP_HEAD_MAX ? size : HTTP_HEAD_MAX) + 1);
    visit->contest = calloc(1, sizeof *visit->contest);
    RD_ASSERT(visit->bytes != NULL && visit->contest != NULL);
    visit->contest->lock = -1;
    memcpy(visit->bytes, bytes, size);
    visit->size = size;
    visit->out = open_memstream(&text, &length);
    RD_ASSERT(visit->out != NULL);
    if (read_head(visit)) {
        run_known(visit);
        fclose(visit->out);
        send_answer(visit, text, length);
        drain(visit);
    } else {
        fclose(visit->out);
    }
    close(fd);
    contest_close(visit->contest);
    free(visit->contest);
    free(visit->bytes);
    free(text);
    free(visit);
}
