#include "bench/load/attack.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/load/line.h"
#include "redoubt/base.h"

enum {
    EACH = 10, /* attackers of a kind */
    TICK_MS = 10,
    RETURNS = 4,  /* that come back in a tick */
    RETRIED = 50, /* half-open ones that are looked after in a tick */
    LARGE = 70000,
    PAGES = 200,   /* connections that ask for pages... */
    TOGETHER = 20, /* ...so many at once */
    PINGS = 2000,
    BRACKETS = 20000,
    NEVER_TEXT = 0x01,
    TEXT = 0x81,
    PING = 0x89,
    MORE = 0x00
};

struct attacker {
    struct line line;
    void (*act)(struct attacker *attacker);
    uint32_t acts;
};

/* ---- what they do ---- */

static void say(struct attacker *attacker, const char *text)
{
    line_send(&attacker->line, text, strlen(text));
}

/* Asks for much, and reads nothing: see blind below. */
static void ask_and_never_read(struct attacker *attacker)
{
    if (attacker->acts == 0) {
        say(attacker, "{\"cmd\":\"hello\",\"id\":\"h\",\"version\":1,\"name\":\"deaf\"}");
        say(attacker, "{\"cmd\":\"create\",\"id\":\"c\",\"game\":\"apoca\"}");
    }
    say(attacker, "{\"cmd\":\"list\",\"id\":\"l\"}");
}

static void flood(struct attacker *attacker)
{
    for (uint32_t i = 0; i < 20; i++) {
        say(attacker, "}{ \"cmd\" [[[");
    }
}

static void send_forged(struct attacker *attacker)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"cmd\":\"hello\",\"id\":\"%u\",\"version\":1,\"token\":\"forged%u\"}",
             attacker->acts, attacker->acts);
    say(attacker, text);
}

static void burst(struct attacker *attacker)
{
    char *large = malloc(LARGE);
    RD_ASSERT(large != NULL);
    memset(large, ' ', LARGE);
    line_frame(&attacker->line, TEXT, large, LARGE);
    free(large);
}

static void send_bit_by_bit(struct attacker *attacker)
{
    line_frame(&attacker->line, attacker->acts == 0 ? NEVER_TEXT : MORE, "{", 1);
}

static void send_noise(struct attacker *attacker)
{
    line_frame(&attacker->line, TEXT, "{\"id\":\"\xff\xfe\xc0\"}", 11);
}

/* Answers that nobody reads. */
static void ping(struct attacker *attacker)
{
    for (uint32_t i = 0; i < PINGS; i++) {
        line_frame(&attacker->line, PING, "", 0);
    }
}

static void make_matches(struct attacker *attacker)
{
    if (attacker->acts == 0) {
        say(attacker, "{\"cmd\":\"hello\",\"id\":\"h\",\"version\":1,\"name\":\"maker\"}");
    }
    say(attacker, "{\"cmd\":\"create\",\"id\":\"c\",\"game\":\"civ\",\"seats\":[\"me\",\"me\"]}");
}

/* Few bytes that take much memory when they are understood. */
static void send_brackets(struct attacker *attacker)
{
    char *text = malloc(3 * BRACKETS + 64);
    RD_ASSERT(text != NULL);
    char *at = text + sprintf(text, "{\"id\":\"b\",\"cmd\":\"list\",\"x\":[");
    for (uint32_t i = 0; i < BRACKETS; i++) {
        at += sprintf(at, "{},");
    }
    at += sprintf(at, "0]}");
    line_frame(&attacker->line, TEXT, text, (size_t)(at - text));
    free(text);
}

static void (*const acts[])(struct attacker *) = {
    ask_and_never_read, flood, send_forged,  burst,        send_bit_by_bit,
    send_noise,         ping,  make_matches, send_brackets
};
enum { KINDS = sizeof acts / sizeof acts[0], ATTACKERS = KINDS * EACH };

/* ---- coming back ---- */

static void opened(struct line *line)
{
    struct attacker *attacker = line->user;
    int little = 2048;
    attacker->acts = 0;
    if (attacker->act == ask_and_never_read ||
        attacker->act == ping) { /* blind: nothing is read any more */
        setsockopt(line->fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
        line_blind(line);
    }
}

static void message(struct line *line, char *text, size_t size)
{
    (void)line;
    (void)text;
    (void)size;
}

static void ended(struct line *line)
{
    (void)line;
}

/* A connection that has sent this. */
static int connected(int port, const char *text)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        return -1;
    }
    fcntl(fd, F_SETFL, O_NONBLOCK);
    send(fd, text, strlen(text), MSG_NOSIGNAL);
    return fd;
}

static int half_open(int port)
{
    return connected(port, "GET /v1/ws HTTP/1.1\r\nHost: a\r\nUpgr");
}

/* Reads what there is, and asks again. */
static void ask_for_pages(int fds[PAGES], int port)
{
    static const char request[] = "GET /v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    static char bytes[LARGE];
    for (uint32_t i = 0; i < PAGES; i++) {
        if (fds[i] < 0) {
            fds[i] = connected(port, request);
        }
        ssize_t got = recv(fds[i], bytes, sizeof bytes, 0);
        if (got == 0) {
            close(fds[i]);
            fds[i] = -1;
        }
        for (uint32_t more = 0; got > 0 && more < TOGETHER; more++) {
            send(fds[i], request, sizeof request - 1, MSG_NOSIGNAL);
        }
    }
}

static void look_after(int *fds, uint32_t count, uint32_t *at, int port)
{
    for (uint32_t i = 0; i < RETRIED && i < count; i++, *at = *at + 1 < count ? *at + 1 : 0) {
        char byte;
        if (fds[*at] >= 0 && recv(fds[*at], &byte, 1, 0) == 0) {
            close(fds[*at]);
            fds[*at] = -1;
        }
        if (fds[*at] < 0) {
            fds[*at] = half_open(port);
        }
    }
}

static void return_some(struct lines *lines, struct attacker *attackers, int port)
{
    uint32_t returned = 0;
    for (uint32_t i = 0; i < ATTACKERS && returned < RETURNS; i++) {
        if (attackers[i].line.fd < 0) {
            line_connect(lines, &attackers[i].line, port);
            returned++;
        }
    }
}

static void attack(int port, uint32_t half_opens)
{
    struct lines lines = { .opened = opened, .message = message, .ended = ended };
    struct attacker *attackers = calloc(ATTACKERS, sizeof *attackers);
    int *fds = malloc((half_opens + 1) * sizeof *fds), pages[PAGES];
    uint32_t at = 0;
    memset(pages, -1, sizeof pages);
    RD_ASSERT(attackers != NULL && fds != NULL);
    lines_open(&lines);
    for (uint32_t i = 0; i < half_opens; i++) {
        fds[i] = -1;
    }
    for (uint32_t i = 0; i < ATTACKERS; i++) {
        attackers[i].line.fd = -1;
        attackers[i].line.user = &attackers[i];
        attackers[i].act = acts[i % KINDS];
    }
    for (;;) {
        return_some(&lines, attackers, port);
        look_after(fds, half_opens, &at, port);
        ask_for_pages(pages, port);
        for (uint32_t i = 0; i < ATTACKERS; i++) {
            if (attackers[i].line.open && attackers[i].line.out_size < LARGE) {
                attackers[i].act(&attackers[i]);
                attackers[i].acts++;
            }
        }
        lines_work(&lines, 0);
        usleep(TICK_MS * 1000);
    }
}

pid_t attack_start(int port, uint32_t half_opens)
{
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it knows no end by itself */
        attack(port, half_opens);
    }
    return pid;
}

void attack_stop(pid_t pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
