/*
 * server/shell/config.h - what whoever runs a server may decide. One table (config.c) has every
 * setting with its range, its default and a sentence; the file, --set and --show-config follow it.
 */
#ifndef REDOUBT_SERVER_CONFIG_H
#define REDOUBT_SERVER_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/problem.h"

enum { CONFIG_TEXT = 1024 };

struct config {
    char bind[64]; /* "all": every interface */
    uint32_t port; /* 0: any that is free */
    char db[CONFIG_TEXT], web[CONFIG_TEXT], admin[CONFIG_TEXT],
        contest[CONFIG_TEXT]; /* empty: the usual place */
    uint32_t metrics_port;    /* 0: none */
    char memory[32];          /* "512M"; empty: half of the machine */
    char hosts[CONFIG_TEXT];  /* names of this server; "*": any */
    char proxies[CONFIG_TEXT];
    bool log, forwarded;
    uint32_t connections, per_address, new_per_minute, matches, per_player, per_origin;
    uint32_t unused_after, keep_days;
    uint32_t message, queue, burst, per_second;
    uint32_t waiting, silence, handshake, sleep_after, log_pages, thinkers;
    char peer[128]; /* empty: the name of this machine and the port */
    uint32_t lease;
};

void config_presets(struct config *config);
/* One setting. False with a problem that says what would be right. */
bool config_set(struct config *config, const char *key, const char *value,
                struct rd_problem *problem);
/* "key=value". */
bool config_assign(struct config *config, const char *assignment, struct rd_problem *problem);
/* Lines "key = value"; # begins a comment. The problem names file and line. */
bool config_read(struct config *config, const char *path, struct rd_problem *problem);
/* The first that is there of $XDG_CONFIG_HOME/redoubt/server.conf, ~/.config/redoubt/server.conf
 * and /etc/redoubt/server.conf. False: none. */
bool config_find(char *out, size_t size);
/* All of it as such a file, with its comments. */
void config_print(const struct config *config, FILE *out);

#endif
